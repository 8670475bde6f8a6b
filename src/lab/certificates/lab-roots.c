/* Finds the positive real roots of a polynomial in one variable: the distances along a ray at which a polynomial in
 * several variables has a given value. */
#include <string.h>

#include "lab-polynomial.h"
#include "ode-eigen.h"

/* A leading coefficient counts as 0 if it is below this fraction of the largest coefficient. The variable is scaled so that the roots have
 * a magnitude of about 1. */
#define NEGLIGIBLE 1e-14
/* A root counts as real if its imaginary part is below this fraction: rounding errors split a double root by their square root. */
#define REAL 1e-6

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* Improves a simple root by at most four steps of Newton's method. Value and slope are those of Horner's scheme. A
 * step of more than 1e-3 of the root is no improvement but a sign of a multiple root, and is not taken. */
static double
polish (const double *c, int degree, double r)
{
  for (int k = 0; k < 4; k++)
    {
      double value = 0, slope = 0, next;

      for (int i = degree; i >= 0; i--)
        {
          slope = slope * r + value;
          value = value * r + c[i];
        }
      next = r - value / slope;
      if (!(fabs (next - r) < 1e-3 * r))
        break;
      r = next;
    }
  return r;
}

/* Computes the roots as eigenvalues of the companion matrix (Horn and Johnson, Matrix Analysis, 2nd ed., 2013,
 * section 3.3). With low and high the lowest and highest nonzero coefficients, |c_low/c_high| is the product of the
 * magnitudes of the roots that are not 0. The unit is its root of order high − low, the geometric mean of the
 * magnitudes, by which the variable is divided. */
int
lab_positive_roots (const double *coefficients, int degree, double *roots)
{
  double scaled[LAB_MOST_DEGREE + 1], companion[LAB_MOST_DEGREE * LAB_MOST_DEGREE], values[2 * LAB_MOST_DEGREE], largest = 0, unit = 1;
  g_autofree double *work = NULL;
  int low = 0, high = degree, n, found = 0;

  while (low <= degree && coefficients[low] == 0)
    low++;
  while (high > low && coefficients[high] == 0)
    high--;
  if (high <= low)
    return 0;
  unit = pow (fabs (coefficients[low] / coefficients[high]), 1.0 / (high - low));
  if (!isfinite (unit) || unit == 0)
    return 0;
  for (int k = low; k <= high; k++)
    {
      scaled[k - low] = coefficients[k] * pow (unit, k - low);
      largest = fmax (largest, fabs (scaled[k - low]));
    }
  n = high - low;
  while (n > 0 && fabs (scaled[n]) < NEGLIGIBLE * largest)
    n--;
  if (n == 0)
    return 0;
  memset (companion, 0, sizeof companion);
  for (int k = 0; k < n; k++)
    {
      companion[(n - 1) * n + k] = -scaled[k] / scaled[n];
      if (k > 0)
        companion[(k - 1) * n + k] = 1;
    }
  work = g_new (double, ode_eigen_work_size (n));
  if (!ode_eigen_values (n, companion, values, work))
    return 0;
  for (int k = 0; k < n; k++)
    if (values[2 * k] > 0 && fabs (values[2 * k + 1]) <= REAL * values[2 * k])
      roots[found++] = unit * (values[2 * k + 1] == 0 ? polish (scaled, n, values[2 * k]) : values[2 * k]);
  qsort (roots, (gsize) found, sizeof *roots, compare);
  return found;
}
