/* How a column's numbers become what is drawn (PlotTransform). */
#pragma once

#include "plot-layers.h"

G_BEGIN_DECLS

double plot_transform_apply (const PlotTransform *transform, double value);
/* Which turn of a wrapped angle a number belongs to; 0 of what is not wrapped. */
double plot_transform_branch (const PlotTransform *transform, double value);
/* Range of the transformed column over rows [first, last); +inf, −inf where empty. */
void plot_transform_range (const PlotTransform *transform, SimTrajectory *trajectory, int column, gsize first, gsize last, double *low,
                           double *high);

G_END_DECLS
