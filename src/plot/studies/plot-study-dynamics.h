/* Draws the results of the study `poincare`. The functions may be called from any thread. */
#pragma once

#include "lab-result.h"
#include "plot-study-views.h"

G_BEGIN_DECLS

/* Values of the arguments `across` and `up` of plot_study_section_new that are not the index of a state. */
enum
{
  PLOT_SECTION_AUTOMATIC = -1, /* chosen from the points */
  PLOT_SECTION_RETURN = -2,    /* only for `up`: the value of the state `across` at the next point */
};

/* Returns the number of states in a result of the study `poincare`. */
int plot_study_section_n_states (const LabResult *result);
/* Returns the name of a state in a result of the study `poincare`; owned by the result. */
const char *plot_study_section_state (const LabResult *result, int state);
/* Replaces PLOT_SECTION_AUTOMATIC in *across and *up: the axes are the first state that varies between the points, and
 * the next one that is not a linear function of it. If there is no such state, the view is the return map of the first. */
void plot_study_section_axes (const LabResult *result, int *across, int *up);
/* Makes the view of a result of the study `poincare`: the points in the plane of two states, or the return map of one state with the
 * diagonal, on which the orbit closes. The closed orbit that the study found has a ring. remark is rich text beside the title, or NULL. */
PlotView *plot_study_section_new (const LabResult *result, int across, int up, const char *title, const char *remark);

G_END_DECLS
