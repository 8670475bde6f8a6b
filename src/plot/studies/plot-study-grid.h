/* Views of the grids and curves of a study's result. Any thread. */
#pragma once

#include "lab-registry.h"
#include "plot-study-views.h"

G_BEGIN_DECLS

/* The texts of a view, rich text; remark may be NULL. */
typedef struct { const char *title, *remark, *x_label, *y_label; } PlotStudyText;
/* One run in the plane of a grid. */
typedef struct { const double *x, *y; int n; } PlotStudyPath;

/* Makes the view of a grid of a result: basins of attraction if the grid has codes, a curve if it has one row, otherwise a map of the number. path is a run that is
 * drawn over basins, or NULL. All data are copied. */
PlotView *plot_study_grid_new (const LabResult *result, int index, const PlotStudyText *text, const PlotStudyPath *path);
/* Makes the view of the curves of a result: a region of attraction on the phase portrait of `system`, a model of two states, or without arrows
 * if system is NULL. Takes system; data are copied. Returns NULL if the result has no region. */
PlotView *plot_study_curves_new (const LabResult *result, const PlotStudyText *text, ModelSystem *system);
/* Returns the number of attractors that a result lists. */
int plot_study_n_attractors (const LabResult *result);

G_END_DECLS
