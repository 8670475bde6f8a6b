/* Draws the bifurcation diagram of a result of the study `continue`. The functions may be called from any thread. */
#pragma once

#include "lab-diagram.h"
#include "lab-track.h"
#include "plot-study-views.h"

G_BEGIN_DECLS

/* Makes the view: stable equilibria as solid lines, unstable ones as dashed lines, cycles as curves of the least and greatest value of
 * the state, and special points with their names. selected is a point that gets a ring, or NULL. remark is rich text beside the title,
 * or NULL. */
PlotView *plot_study_diagram_new (const LabResult *result, int state, const LabDiagramPoint *selected, const char *title, const char *remark);
/* Adds tints where several states are stable, and the layers of the marker of the present value of the parameter, to a view with the same state on the vertical
 * axis. The marker is empty. */
void plot_study_diagram_add_marker (PlotView *view, const LabTrack *track, int state);
/* Moves the marker of such a view: a line at the value p, the places (LabPlace) there, and a ring at the present one; places and now may be NULL. Does
 * nothing if the view has no marker. */
void plot_study_diagram_move_marker (PlotView *view, const LabTrack *track, int state, double p, const GArray *places, const LabPlace *now);
/* Returns the name of the special point in this row of the table of special points, such as "subcritical Hopf"; static. */
const char *plot_study_diagram_name (const LabResult *result, int row);

G_END_DECLS
