/* The bifurcation diagram of a result of the study continue. Any thread. */
#pragma once

#include "lab-diagram.h"
#include "plot-study-views.h"

G_BEGIN_DECLS

/* Makes the view: stable equilibria as solid and unstable ones as dashed lines, cycles as the curves of the least and the greatest value of
 * the state, special points with their names. selected: a point with a ring, or NULL; remark: rich text beside the title, or NULL. */
PlotView *plot_study_diagram_new (const LabResult *result, int state, const LabDiagramPoint *selected, const char *title, const char *remark);
/* Returns the name of the special point in a row of the table of special points, such as "subcritical Hopf"; static. */
const char *plot_study_diagram_name (const LabResult *result, int row);

G_END_DECLS
