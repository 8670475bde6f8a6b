/* Transforms of the values of a trajectory's column before they are drawn. Plain values, any thread. */
#pragma once

#include "sim-trajectory.h"

G_BEGIN_DECLS

/* y = scale·(x − offset), or |scale·(x − offset)| if `absolute`. wrap > 0: x is first reduced to [−wrap/2, wrap/2), for angles.
 *
 * drift: the owner of the transform sets `offset` to the first value of the column, and `scale` to the inverse of its absolute value (1
 * if that is 0), as soon as there is a row. steps_only: the owner draws only the rows at the ends of steps. */
typedef struct { double offset, scale; gboolean absolute; double wrap; gboolean drift, steps_only; } PlotTransform;

/* Returns the transformed value. */
double plot_transform_apply (const PlotTransform *transform, double value);
/* Returns the number of the period in which a value lies, floor(value/wrap +
 * 1/2), or 0 if `wrap` is 0. A curve is interrupted between rows with different
 * numbers. */
double plot_transform_branch (const PlotTransform *transform, double value);
/* Returns the range of the transformed column over rows [first, last); (+inf, −inf) if there are none. */
void plot_transform_range (const PlotTransform *transform, SimTrajectory *trajectory, int column, gsize first, gsize last, double *low,
                           double *high);

G_END_DECLS
