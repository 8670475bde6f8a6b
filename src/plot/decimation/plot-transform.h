/* Transforms the values of a trajectory's column before they are drawn. */
#pragma once

#include "sim-trajectory.h"

G_BEGIN_DECLS

/* How a column's numbers become what is drawn: |scale·(value − offset)| or without the bars. drift: offset is the column's first value
 * and scale the inverse of its size (1 where it is 0), taken when the first row is there. steps_only: at the ends of steps, not between. */
typedef struct { double offset, scale; gboolean absolute; double wrap; gboolean drift, steps_only; } PlotTransform;

double plot_transform_apply (const PlotTransform *transform, double value);
/* Which turn of a wrapped angle a number belongs to; 0 of what is not wrapped. */
double plot_transform_branch (const PlotTransform *transform, double value);
/* Range of the transformed column over rows [first, last); +inf, −inf where empty. */
void plot_transform_range (const PlotTransform *transform, SimTrajectory *trajectory, int column, gsize first, gsize last, double *low,
                           double *high);

G_END_DECLS
