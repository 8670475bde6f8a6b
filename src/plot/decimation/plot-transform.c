/* Applies a transform, such as the difference from the first value or an angle reduced to one turn, to values and
 * ranges. */
#include "plot-transform.h"

#include <math.h>

double
plot_transform_branch (const PlotTransform *transform, double value)
{
  return transform->wrap > 0 ? floor (value / transform->wrap + 0.5) : 0;
}

double
plot_transform_apply (const PlotTransform *transform, double value)
{
  if (transform->wrap > 0)
    value -= plot_transform_branch (transform, value) * transform->wrap;
  value = transform->scale * (value - transform->offset);
  return transform->absolute ? fabs (value) : value;
}

static void
widen (double *low, double *high, double value)
{
  if (value < *low)
    *low = value;
  if (value > *high)
    *high = value;
}

void
plot_transform_range (const PlotTransform *transform, SimTrajectory *trajectory, int column, gsize first, gsize last, double *low,
                      double *high)
{
  double a, b;

  *low = INFINITY;
  *high = -INFINITY;
  if (first >= last)
    return;
  sim_trajectory_range (trajectory, column, first, last, &a, &b);
  if (!(a <= b))
    return;
  if (transform->wrap > 0 && plot_transform_branch (transform, a) != plot_transform_branch (transform, b))
    {
      /* A wrapped value may have any value in its period. The factor 1 − 1e-12 excludes wrap/2, which belongs to the next period. */
      a = -transform->wrap / 2 * (1 - 1e-12);
      b = transform->wrap / 2 * (1 - 1e-12);
    }
  /* An affine map takes [a, b] to the interval between the images of its ends. With the absolute value, the image also contains 0 if the
   * sign changes. */
  if (transform->absolute && (a - transform->offset) * (b - transform->offset) < 0)
    widen (low, high, 0);
  widen (low, high, plot_transform_apply (transform, a));
  widen (low, high, plot_transform_apply (transform, b));
}
