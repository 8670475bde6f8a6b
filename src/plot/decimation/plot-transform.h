/* Transforms of the values of a column before they are drawn. A transform is a plain value; the functions may be called from any thread. */
#pragma once

#include "sim-trajectory.h"

G_BEGIN_DECLS

/* The transform y = scale·(x − offset), or its absolute value if `absolute` is TRUE. If wrap > 0, x is an angle that is first reduced to
 * [−wrap/2, wrap/2).
 *
 * If drift is TRUE, the user of the transform sets `offset` to the first value of the column, and `scale` to the inverse of its absolute
 * value (1 if that is 0), as soon as there is a row. If steps_only is TRUE, the user draws only the rows at the ends of steps. */
typedef struct { double offset, scale; gboolean absolute; double wrap; gboolean drift, steps_only; } PlotTransform;

/* Returns the transformed value. */
double plot_transform_apply (const PlotTransform *transform, double value);
/* Returns the index of the period that contains a value, floor(value/wrap +
 * 1/2); 0 if `wrap` is 0. A curve is interrupted between rows with different
 * indices. */
double plot_transform_branch (const PlotTransform *transform, double value);
/* Returns the range of the transformed column over rows [first, last); (+inf, −inf) if there are no rows. */
void plot_transform_range (const PlotTransform *transform, SimTrajectory *trajectory, int column, gsize first, gsize last, double *low,
                           double *high);

G_END_DECLS
