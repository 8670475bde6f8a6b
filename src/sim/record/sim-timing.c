/* Decides whether two times are the same instant up to rounding, and computes times of periodic events without
 * accumulated rounding errors. */
#include "sim-timing.h"

#include <float.h>
#include <math.h>

double
sim_ulp (double t)
{
  double size = fabs (t);
  return nextafter (size, INFINITY) - size;
}

double
sim_same_instant (double t, double t_start)
{
  return 4 * sim_ulp (fmax (fabs (t), fabs (t_start)));
}

double
sim_previous_normal (double x)
{
  if (fabs (x) < DBL_MIN)
    return -DBL_MIN;
  double previous = nextafter (x, -INFINITY);
  return fabs (previous) < DBL_MIN ? 0.0 : previous;
}

/* With the period T, the offset o and k = ⌈(t − o)/T⌉ the result is o + k T, or the next time if o + k T is not after t. The quotient is
 * rounded and may be wrong by one, so the loop tries k − 1, k and k + 1. Times are computed from k, not by adding T repeatedly, so
 * rounding errors do not accumulate. From k = 2^53 on the next integer is not representable. */
double
sim_next_periodic (double period, double offset, double t, gboolean inclusive)
{
  if (inclusive)
    t = sim_previous_normal (t);
  if (t < offset)
    return offset;
  double k = ceil ((t - offset) / period);
  if (k >= 1 && offset + (k - 1) * period > t)
    k -= 1;
  double next = offset + k * period;
  while (next <= t && k < 0x1p53)
    next = offset + ++k * period;
  return next > t ? next : INFINITY;
}
