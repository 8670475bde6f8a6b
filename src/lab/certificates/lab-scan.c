/* Finds the smallest V > 0 at the zeros of polynomials W: along each of many rays the smallest positive root of W (r
 * u), then a local minimum of V on W = 0 by Newton's method. On a ray both polynomials have one variable, so that all
 * roots are found; a component of W = 0 between the rays is missed. */
#include "lab-scan.h"

#include <string.h>

#include "ode-linalg.h"
#include "ode-random.h"

/* Number of directions for two variables: 8 for each degree of arc. A component of the zero set that meets none of
 * the directions is narrower than 1/8 degree. On a sphere of two dimensions 16000 random directions are about 2°
 * apart. */
#define PLANE_DIRECTIONS 2880
#define SPHERE_DIRECTIONS 16000
/* Number of points with the smallest values that Newton's method improves. Many of them may lead to the same minimum. */
#define IMPROVED 60
#define MOST_ZEROS (LAB_MOST_VARIABLES + 1)

/* In the plane the directions are equally spaced. On higher spheres they are random and the same in every run: random
 * points leave no pattern of gaps (Muller, Comm. ACM 2 (1959) no. 4, 19, on the normal distribution). */
int
lab_scan_directions (int n, int count, double *directions)
{
  if (count == 0)
    return n == 1 ? 2 : n == 2 ? PLANE_DIRECTIONS : SPHERE_DIRECTIONS;
  for (int k = 0; k < count; k++)
    {
      double *u = directions + k * n, length = 0;

      if (n == 1)
        u[0] = k % 2 == 0 ? 1 : -1;
      else if (n == 2)
        {
          u[0] = cos (2 * G_PI * k / count);
          u[1] = sin (2 * G_PI * k / count);
        }
      else
        {
          /* A vector of independent normal random numbers has a direction that is uniformly distributed on the sphere. */
          OdeRandomStream stream = { 1, 0, ode_random_hash ("roa directions") };

          for (int i = 0; i < n; i++)
            {
              u[i] = ode_random_normal (&stream, (uint64_t) (k * n + i), 0, 1);
              length += u[i] * u[i];
            }
          for (int i = 0; i < n; i++)
            u[i] /= sqrt (length);
        }
    }
  return count;
}

typedef struct
{
  double level;
  int zero;     /* index of the polynomial that is 0 at the point */
  double x[LAB_MOST_VARIABLES];
} Found;

/* Finds the smallest V at the zeros along the direction u. */
static void
scan_direction (const LabPolynomial *V, LabPolynomial *const *zeros, int n_zeros, const double *u, Found *best)
{
  double along[LAB_MOST_DEGREE + 1], values[LAB_MOST_DEGREE + 1], roots[LAB_MOST_DEGREE];

  best->level = INFINITY;
  lab_polynomial_along (V, u, values);
  for (int z = 0; z < n_zeros; z++)
    {
      int n_roots;

      lab_polynomial_along (zeros[z], u, along);
      n_roots = lab_positive_roots (along, lab_polynomial_degree (zeros[z]), roots);
      for (int k = 0; k < n_roots; k++)
        {
          double level = 0;

          for (int i = LAB_MOST_DEGREE; i >= 0; i--)
            level = level * roots[k] + values[i];
          if (!(level > 0 && level < best->level))
            continue;
          best->level = level;
          best->zero = z;
          for (int i = 0; i < V->n; i++)
            best->x[i] = roots[k] * u[i];
        }
    }
}

/* Makes one step of Newton's method for ∇V + μ ∇W = 0, W = 0. Returns the length of the step relative to x, or
 * infinity if the step fails. This is Newton's method for the conditions of Lagrange (Nocedal and Wright, Numerical
 * Optimization, 2nd ed. 2006, section 18.1), with the matrix
 *
 *   [ ∇²V + μ ∇²W   ∇W ]
 *   [     ∇Wᵀ        0 ] */
static double
newton_step (const LabPolynomial *V, const LabPolynomial *W, double *x, double *mu)
{
  enum { MOST = LAB_MOST_VARIABLES + 1 };
  int n = V->n, m = n + 1, pivot[MOST];
  double matrix[MOST * MOST], right[MOST], hessian[LAB_MOST_VARIABLES * LAB_MOST_VARIABLES], second[LAB_MOST_VARIABLES * LAB_MOST_VARIABLES];
  double slope[LAB_MOST_VARIABLES], other[LAB_MOST_VARIABLES], size = 0, step = 0;

  lab_polynomial_gradient (V, x, slope);
  right[n] = -lab_polynomial_gradient (W, x, other);
  lab_polynomial_hessian (V, x, hessian);
  lab_polynomial_hessian (W, x, second);
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < n; j++)
        matrix[j * m + i] = hessian[i * n + j] + *mu * second[i * n + j];
      matrix[n * m + i] = matrix[i * m + n] = other[i];
      right[i] = -(slope[i] + *mu * other[i]);
    }
  matrix[n * m + n] = 0;
  if (!ode_lu_factor (m, matrix, pivot))
    return INFINITY;
  ode_lu_solve (m, matrix, pivot, right);
  for (int i = 0; i < n; i++)
    {
      size = fmax (size, fabs (x[i]));
      step = fmax (step, fabs (right[i]));
      x[i] += right[i];
    }
  *mu += right[n];
  return isfinite (step) ? step / size : INFINITY;
}

/* Improves a point by Newton's method. Leaves the point unchanged if the method leads to a larger V or to the origin.
 * The first multiplier is the least-squares solution of ∇V + μ ∇W = 0, μ = −∇V·∇W/|∇W|². A level below 1e-3 of the
 * one on the ray means convergence to the origin, where W = 0 too. */
static void
improve (const LabPolynomial *V, const LabPolynomial *W, Found *found)
{
  double x[LAB_MOST_VARIABLES], slope[LAB_MOST_VARIABLES], other[LAB_MOST_VARIABLES], up = 0, down = 0, mu, step = 1, level;

  memcpy (x, found->x, sizeof x);
  lab_polynomial_gradient (V, x, slope);
  lab_polynomial_gradient (W, x, other);
  for (int i = 0; i < V->n; i++)
    {
      up += slope[i] * other[i];
      down += other[i] * other[i];
    }
  mu = -up / down;
  for (int k = 0; k < 40 && step > 1e-14 && step < 10; k++)
    step = newton_step (V, W, x, &mu);
  level = lab_polynomial_value (V, x);
  if (step > 1e-10 || !(level <= found->level) || level < 1e-3 * found->level)
    return;
  found->level = level;
  memcpy (found->x, x, sizeof x);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  double p = ((const Found *) a)->level, q = ((const Found *) b)->level;

  return (p > q) - (p < q);
}

/* Scans all rays, then improves the candidates with the smallest V. */
double
lab_scan_level (const LabPolynomial *V, LabPolynomial *const *zeros, int n_zeros, double *at, const LabProgress *progress, GError **error)
{
  int n = V->n, count = lab_scan_directions (n, 0, NULL), kept = 0;
  g_autofree double *directions = g_new (double, count *n);
  g_autofree Found *all = g_new (Found, count), *chosen = g_new (Found, count);

  g_return_val_if_fail (n_zeros <= MOST_ZEROS, NAN);
  lab_scan_directions (n, count, directions);
  for (int k = 0; k < count; k++)
    {
      if (k % 256 == 0 && !lab_progress_report (progress, 0.1 * k / count, error))
        return NAN;
      scan_direction (V, zeros, n_zeros, directions + k * n, &all[k]);
    }
  /* For two variables each local minimum along the circle is improved, not only the smallest values: these may all belong to one component
   * of the zero set. */
  for (int k = 0; k < count; k++)
    {
      double level = all[k].level;

      if (isfinite (level) && (n != 2 || (level <= all[(k + 1) % count].level && level <= all[(k + count - 1) % count].level)))
        chosen[kept++] = all[k];
    }
  qsort (chosen, (gsize) kept, sizeof *chosen, compare);
  if (kept == 0)
    return INFINITY;
  kept = MIN (kept, IMPROVED);
  for (int k = 0; k < kept && n > 1; k++)
    improve (V, zeros[chosen[k].zero], &chosen[k]);
  qsort (chosen, (gsize) kept, sizeof *chosen, compare);
  memcpy (at, chosen[0].x, (gsize) n * sizeof *at);
  return chosen[0].level;
}
