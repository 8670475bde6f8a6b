/* A special point is where one of these test values is zero:
 *
 *   fold              the component of the tangent along the parameter
 *   period doubling   Π (μ + 1) over the Floquet multipliers μ, without the trivial multiplier 1
 *   branch point      det [F_y; tangentᵀ]
 *   torus point       Π_{i<j} (μ_i μ_j − 1), with a complex pair at the zero (Kuznetsov, Elements of Applied Bifurcation Theory, 3rd ed. 2004,
 *                     section 10.2.2) */
#include "lab-cycle-special.h"

#include <math.h>

/* Largest number of iterations to locate a special point. */
#define ITERATIONS 40
/* A test value counts as zero if it is below this fraction of its values at the ends of the step, or within rounding errors. It also counts as zero if it
 * has different signs at cycles whose distance is below TOGETHER: near a homoclinic orbit the multipliers change so fast that no smaller value is found. */
#define ZERO 1e-3
#define TOGETHER 1e-8
/* Changes of the position that are smaller than this are within the error of a cycle at which the test value is steep. */
#define SETTLED 1e-10
/* The search for the zero ends at this fraction, which is a distance of about 1e-10 in y. */
#define LOCATED 1e-8
#define ROUNDING 1e-12
/* Least imaginary part of a pair of multipliers on the unit circle that counts as complex. */
#define LEAST_IMAGINARY 1e-4

double
lab_cycle_special_value (const LabCyclePoint *point, LabSpecialKind kind, int m)
{
  switch (kind)
    {
    case LAB_SPECIAL_FOLD: return point->tangent[m - 1];
    case LAB_SPECIAL_PERIOD_DOUBLING: return point->doubling;
    case LAB_SPECIAL_TORUS: return point->torus;
    default: return point->det;
    }
}

/* Returns a function of the cycle that has the zeros and the sign of the test value and is about linear along a step. The value for period
 * doublings is nearly constant where the largest multiplier is large; the factor removes that. */
static double
linear_value (const LabCyclePoint *point, LabSpecialKind kind, int m)
{
  double value = lab_cycle_special_value (point, kind, m);

  return kind == LAB_SPECIAL_PERIOD_DOUBLING ? value * fmax (1, hypot (point->multipliers[0], point->multipliers[1])) : value;
}

/* Returns the item of smallest test value, and removes it from the array. Returns NULL if the array is empty or if the value exceeds `largest`. */
static LabCyclePoint *
steal_zero (GPtrArray *points, LabSpecialKind kind, int m, double largest)
{
  guint best = 0;

  for (guint k = 1; k < points->len; k++)
    if (fabs (lab_cycle_special_value (points->pdata[k], kind, m)) < fabs (lab_cycle_special_value (points->pdata[best], kind, m)))
      best = k;
  if (points->len == 0 || fabs (lab_cycle_special_value (points->pdata[best], kind, m)) > largest)
    return NULL;
  return g_ptr_array_steal_index (points, best);
}

/* Uses the Illinois variant of the rule of false position, and bisection after two iterations that did not halve the
 * interval. If an iteration changes the position by less than SETTLED without reaching a small value, the next
 * position is beyond the estimated zero, so that the interval becomes small. Illinois: Dowell and Jarratt, BIT 11
 * (1971) 168. The position theta is a fraction of the chord from low to high, at which Newton's method finds the
 * cycle. */
LabCyclePoint *
lab_cycle_special_locate (LabShooting *s, LabSpecialKind kind, const LabCyclePoint *from, const LabCyclePoint *to)
{
  int m = s->curve.m, side = 0;
  double a = linear_value (from, kind, m), b = linear_value (to, kind, m);
  double size = fmax (fabs (lab_cycle_special_value (from, kind, m)), fabs (lab_cycle_special_value (to, kind, m)));
  g_autoptr (GPtrArray) points = g_ptr_array_new_with_free_func ((GDestroyNotify) lab_cycle_point_free);
  g_autofree double *y = g_new (double, m);
  const LabCyclePoint *low = from, *high = to;
  double lengths[2] = { INFINITY, INFINITY }, length = lab_implicit_distance (m, low->y, high->y);

  if (!lab_shooting_set_reference (s, from->y))
    return NULL;
  for (int k = 0; k < ITERATIONS && length > SETTLED; k++)
    {
      double theta = k % 3 == 2 && length > lengths[1] / 2 ? 0.5 : a / (a - b), value;
      LabCyclePoint *point;

      if (theta * length < SETTLED || (1 - theta) * length < SETTLED)
        theta = theta < 0.5 ? fmin (0.5, 4 * SETTLED / length) : fmax (0.5, 1 - 4 * SETTLED / length);
      point = lab_implicit_between (&s->curve, low->y, low->tangent, high->y, high->tangent, theta, y) ? lab_cycle_point_new (s, y, from->tangent) : NULL;
      value = point != NULL ? lab_cycle_special_value (point, kind, m) : NAN;
      if (isnan (value))
        {
          lab_cycle_point_free (point);
          break;
        }
      g_ptr_array_add (points, point);
      if (fabs (value) < fmax (LOCATED * size, ROUNDING))
        break;
      if ((value < 0) == (a < 0))
        {
          low = point;
          a = linear_value (point, kind, m);
          b /= side == -1 ? 2 : 1;
          side = -1;
        }
      else
        {
          high = point;
          b = linear_value (point, kind, m);
          a /= side == 1 ? 2 : 1;
          side = 1;
        }
      lengths[1] = lengths[0];
      lengths[0] = length;
      length = lab_implicit_distance (m, low->y, high->y);
    }
  if (s->error != NULL && *s->error != NULL)
    return NULL;
  return steal_zero (points, kind, m, length < TOGETHER ? INFINITY : fmax (ZERO * size, ROUNDING));
}

/* Returns the angle α of the pair e^{±iα} of multipliers whose product is nearest to 1, or NaN if that pair is real:
 * two real multipliers μ and 1/μ make the test value zero too (a neutral saddle), without a torus. */
double
lab_cycle_special_angle (const LabCyclePoint *point, int n)
{
  double nearest = INFINITY, angle = NAN;

  for (int i = 0; i < n - 1; i++)
    for (int j = i + 1; j < n - 1; j++)
      {
        const double *a = point->multipliers + 2 * i, *b = point->multipliers + 2 * j;
        double distance = hypot (a[0] * b[0] - a[1] * b[1] - 1, a[0] * b[1] + a[1] * b[0]);

        if (distance < nearest)
          {
            nearest = distance;
            angle = fabs (a[1]) > LEAST_IMAGINARY ? atan2 (fabs (a[1]), a[0]) : NAN;
          }
      }
  return angle;
}
