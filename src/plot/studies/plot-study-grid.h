/* Makes views of the grids and curves of a study's result. The functions may be called from any thread. */
#pragma once

#include "lab-registry.h"
#include "plot-study-views.h"

G_BEGIN_DECLS

/* The texts of a view as rich text; remark may be NULL. */
typedef struct { const char *title, *remark, *x_label, *y_label; } PlotStudyText;
/* A run as n points in the plane of a grid. */
typedef struct { const double *x, *y; int n; } PlotStudyPath;

/* Makes the view of a grid of a result: a map of basins of attraction if the grid has codes, a curve if it has one row, otherwise a map of
 * its values. path is a run that is drawn over basins, or NULL. All data are copied. */
PlotView *plot_study_grid_new (const LabResult *result, int index, const PlotStudyText *text, const PlotStudyPath *path);
/* Makes the view of the curves of a result: a region of attraction, over the phase portrait of `system` if that is not NULL. The model must
 * have two states. Takes ownership of system; other data are copied. Returns NULL if the result has no region of attraction. */
PlotView *plot_study_curves_new (const LabResult *result, const PlotStudyText *text, ModelSystem *system);
/* Returns the number of attractors in a result. */
int plot_study_n_attractors (const LabResult *result);

G_END_DECLS
