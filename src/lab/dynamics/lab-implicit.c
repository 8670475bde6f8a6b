/* Newton's and Broyden's methods for curves F (y) = 0 of m − 1 equations in m unknowns, and vectors that belong to
 * the derivatives F_y of such a curve.
 *
 * One more equation makes the solution isolated: it is in the plane through the guess ŷ that is perpendicular to a
 * direction v (pseudo-arclength continuation: Keller 1977; Allgower and Georg, Numerical Continuation Methods, 1990,
 * chapters 6 and 7):
 *
 *   F (y) = 0,   v·(y − ŷ) = 0,      matrix [F_y; vᵀ]
 *
 * Each row is scaled to its largest entry before the factorization, so that a determinant does not depend on the
 * units of the equations. */
#include "lab-implicit.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "ode-linalg.h"

/* Newton's method converges quadratically. If 8 iterations do not suffice, the guess is too far away, and a shorter
 * step is cheaper. */
#define ITERATIONS 8
/* Largest ratio of two corrections for which the matrix is kept. */
#define LARGEST_RATIO 0.05
/* With a constant matrix the error is required to be this fraction of `converged`. With a new matrix in each iteration it usually becomes about as
 * small, because the last correction is much larger than the error after it. */
#define KEPT 1e-3
/* Fraction of `converged` for the error of Broyden's method, whose corrections decrease less regularly, and for its last correction. */
#define CERTAIN 1e-6
#define SMALL 1e-2
/* Broyden's method is given up if a correction exceeds this fraction of the one before, or if the first one exceeds LARGEST_CORRECTION. So is
 * Newton's method after its second correction, if evaluations are expensive. */
#define SLOW 0.5
#define LARGEST_CORRECTION 0.1
/* Rounding errors of y that keep corrections from decreasing, in units of ε |y|. */
#define ROUNDING 16

/* Returns the largest correction at y that counts as converged: rounding errors of y keep the corrections above a few ε |y|. */
static double
tolerance (const LabImplicit *curve, const double *y)
{
  double largest = 0;

  for (int i = 0; i < curve->m; i++)
    largest = fmax (largest, fabs (y[i]));
  return fmax (curve->converged, ROUNDING * DBL_EPSILON * largest);
}

/* Factors the m × m matrix [matrix; row], with each row scaled to its largest entry. Returns its determinant up to a positive factor, or 0
 * if it is singular. */
static double
factor_bordered (int m, const double *matrix, const double *row, double *factors, int *pivot, double *weights)
{
  double det = 1;

  for (int i = 0; i < m; i++)
    {
      const double *from = i < m - 1 ? matrix + i * m : row;
      double largest = 0;

      for (int j = 0; j < m; j++)
        largest = fmax (largest, fabs (from[j]));
      weights[i] = largest > 0 ? 1 / largest : 1;
      for (int j = 0; j < m; j++)
        factors[j * m + i] = from[j] * weights[i];
    }
  if (!ode_lu_factor (m, factors, pivot))
    return 0;
  for (int i = 0; i < m; i++)
    det *= (pivot[i] != i ? -1 : 1) / factors[i * m + i]; /* the diagonal of the factors holds reciprocals */
  return det;
}

/* Computes the correction f[m] of y from the residual f[m − 1] with the factors of a matrix. Solves [F_y; vᵀ] s =
 * (−F, −v·(y − ŷ)), where each row is multiplied by its weight on both sides. */
static void
solve_correction (int m, const double *factors, const int *pivot, const double *weights, const double *direction, const double *guess, const double *y,
                  double *f)
{
  f[m - 1] = 0;
  for (int i = 0; i < m; i++)
    f[m - 1] += direction[i] * (y[i] - guess[i]);
  for (int i = 0; i < m; i++)
    f[i] *= -weights[i];
  ode_lu_solve (m, factors, pivot, f);
}

/* Adds the correction f[m] to y. Returns its largest component, or infinity if it is undefined. */
static double
apply_correction (int m, const double *f, double *y)
{
  double size = 0;

  for (int i = 0; i < m; i++)
    {
      y[i] += f[i];
      size = isfinite (f[i]) ? fmax (size, fabs (f[i])) : INFINITY;
    }
  return size;
}

/* Solves the equations by Broyden's method (Kelley, Iterative Methods for Linear and Nonlinear Equations, 1995, section 7.3, algorithm brsol): s_k are
 * the corrections, B the matrix of the derivatives,
 *
 *   z = −B⁻¹ F (y),   z ← z + s_{j+1} (s_j·z)/|s_j|² for j = 0 … k − 2,   s_k = z / (1 − s_{k−1}·z/|s_{k−1}|²)
 *
 * B is the matrix at the guess if `fresh` is TRUE, otherwise that of a near point. Returns the number of iterations, or 0 if the corrections do not
 * decrease fast. */
static int
correct_by_broyden (const LabImplicit *curve, const double *direction, const double *guess, gboolean fresh, double *y)
{
  int m = curve->m;
  g_autofree double *matrix = g_new (double, m * m), *factors = g_new (double, m * m), *weights = g_new (double, m);
  g_autofree double *corrections = g_new (double, ITERATIONS * m);
  g_autofree int *pivot = g_new (int, m);
  double before = 0, squares[ITERATIONS];

  memcpy (y, guess, sizeof (double) * (gsize) m);
  if (!(fresh ? curve->evaluate (curve->self, y, corrections, matrix) : curve->nearby (curve->self, y, matrix))
      || factor_bordered (m, matrix, direction, factors, pivot, weights) == 0)
    return 0;
  for (int k = 0; k < ITERATIONS; k++)
    {
      double *s = corrections + k * m, size;

      if (!(fresh && k == 0) && !curve->residual (curve->self, y, s))
        return 0;
      solve_correction (m, factors, pivot, weights, direction, guess, y, s);
      for (int j = 0; j < k; j++)
        {
          const double *old = corrections + j * m;
          double product = lab_implicit_product (m, old, s) / squares[j];

          for (int i = 0; i < m; i++)
            s[i] = j < k - 1 ? s[i] + old[m + i] * product : s[i] / (1 - product);
        }
      squares[k] = lab_implicit_product (m, s, s);
      size = apply_correction (m, s, y);
      /* Below `converged` rounding errors can keep the corrections from decreasing. */
      if (size < SMALL * curve->converged
          || (k > 0 && (size < before ? size * size / before < CERTAIN * curve->converged || size > SLOW * before : TRUE) && size < curve->converged))
        return k + 1;
      if (!(size < (k > 0 ? SLOW * before : fresh ? 1 : LARGEST_CORRECTION)))
        return 0;
      before = size;
    }
  return 0;
}

/* With a constant matrix the corrections decrease by about the same factor in each iteration, so that the next correction estimates the error
 * of y. With a new matrix in each iteration the last correction bounds the error. */
int
lab_implicit_correct (const LabImplicit *curve, const double *direction, double *y)
{
  int m = curve->m;
  g_autofree double *guess = g_memdup2 (y, sizeof (double) * (gsize) m), *f = g_new (double, m), *matrix = g_new (double, m * m);
  g_autofree double *factors = g_new (double, m * m), *weights = g_new (double, m);
  g_autofree int *pivot = g_new (int, m);
  double before = 0, ratio = INFINITY;

  for (int fresh = 0; curve->nearby != NULL && fresh < 2; fresh++)
    {
      int n_broyden = correct_by_broyden (curve, direction, guess, fresh, y);

      if (n_broyden > 0)
        return n_broyden;
    }
  memcpy (y, guess, sizeof (double) * (gsize) m);
  for (int k = 1; k <= ITERATIONS; k++)
    {
      gboolean keep = curve->residual != NULL && k > 1 && ratio < LARGEST_RATIO;
      double size;

      if (keep ? !curve->residual (curve->self, y, f)
               : !curve->evaluate (curve->self, y, f, matrix) || factor_bordered (m, matrix, direction, factors, pivot, weights) == 0)
        return 0;
      solve_correction (m, factors, pivot, weights, direction, guess, y, f);
      size = apply_correction (m, f, y);
      if (keep ? size < before && size * size / before < KEPT * tolerance (curve, y) : size < tolerance (curve, y))
        return k;
      if (!(size < 1) || (curve->residual != NULL && k > 2 && !keep && size > fmax (SLOW * before, tolerance (curve, y))))
        return 0;
      /* Before the second correction the ratio is estimated from the first one: Newton's method converges quadratically. */
      ratio = k == 1 ? size : size / before;
      before = size;
    }
  return 0;
}

gboolean
lab_implicit_step (const LabImplicit *curve, const double *from, const double *tangent, double step, double *y)
{
  for (int i = 0; i < curve->m; i++)
    y[i] = from[i] + step * tangent[i];
  return lab_implicit_correct (curve, tangent, y) > 0;
}

gboolean
lab_implicit_between (const LabImplicit *curve, const double *a, const double *ta, const double *b, const double *tb, double theta, double *y)
{
  int m = curve->m;
  double length = lab_implicit_distance (m, a, b), rest = 1 - theta;
  g_autofree double *direction = g_new (double, m);

  for (int i = 0; i < m; i++)
    {
      /* Cubic Hermite polynomial; the arc length is approximated by the length of the chord. */
      y[i] = rest * rest * ((1 + 2 * theta) * a[i] + theta * length * ta[i]) + theta * theta * ((1 + 2 * rest) * b[i] - rest * length * tb[i]);
      direction[i] = rest * ta[i] + theta * tb[i];
    }
  lab_implicit_normalize (m, direction, ta);
  return lab_implicit_correct (curve, direction, y) > 0;
}

/* The direction is the last unit vector, so that the last unknown is fixed at the border. The guess is on the chord. */
gboolean
lab_implicit_clip (const LabImplicit *curve, const double *from, const double *to, double *y)
{
  int m = curve->m;
  double border = to[m - 1] < 0 ? 0 : 1, theta = (border - from[m - 1]) / (to[m - 1] - from[m - 1]);
  g_autofree double *direction = g_new0 (double, m);

  for (int i = 0; i < m; i++)
    y[i] = from[i] + theta * (to[i] - from[i]);
  y[m - 1] = border;
  direction[m - 1] = 1;
  if (lab_implicit_correct (curve, direction, y) == 0)
    return FALSE;
  y[m - 1] = border;
  return TRUE;
}

void
lab_implicit_normalize (int m, double *v, const double *along)
{
  double length = 0, product = 0;

  for (int i = 0; i < m; i++)
    {
      length = hypot (length, v[i]);
      product += v[i] * along[i];
    }
  for (int i = 0; i < m; i++)
    v[i] /= product < 0 ? -length : length;
}

/* Solves F_y v = 0, along·v = 1. If `along` is perpendicular to the tangent, other rows replace it. A solution above
 * 1e8 means that the bordered matrix is singular up to half of the digits. One of the m unit vectors has a product of
 * at least 1/√m with the tangent, so that all m fail only if the kernel of F_y has more than one dimension. */
gboolean
lab_implicit_tangent (int m, const double *matrix, const double *along, double *tangent)
{
  g_autofree double *factors = g_new (double, m * m), *weights = g_new (double, m), *row = g_memdup2 (along, sizeof (double) * (gsize) m);
  g_autofree int *pivot = g_new (int, m);

  for (int attempt = 0; attempt <= m; attempt++)
    {
      double size = 0;

      memset (tangent, 0, sizeof (double) * (gsize) m);
      tangent[m - 1] = 1;
      if (factor_bordered (m, matrix, row, factors, pivot, weights) != 0)
        {
          tangent[m - 1] *= weights[m - 1];
          ode_lu_solve (m, factors, pivot, tangent);
          for (int i = 0; i < m; i++)
            size = isfinite (tangent[i]) ? fmax (size, fabs (tangent[i])) : INFINITY;
          if (size < 1e8)
            {
              lab_implicit_normalize (m, tangent, along);
              return TRUE;
            }
        }
      for (int i = 0; i < m; i++)
        row[i] = i == attempt;
    }
  return FALSE;
}

double
lab_implicit_row_size (int m, const double *matrix, int i)
{
  double largest = 0;

  for (int j = 0; j < m; j++)
    largest = fmax (largest, fabs (matrix[i * m + j]));
  return largest;
}

/* Uses inverse iteration with AᵀA + t tᵀ + σ I, where A is the matrix with scaled rows and t the tangent. A t = 0, so
 * that t tᵀ moves the eigenvalue of t from 0 to 1; the eigenvector of the smallest other eigenvalue is the second
 * direction of the kernel. The shift σ = 1e-13 keeps the factors regular if that eigenvalue is 0. Each iteration
 * multiplies the other components by the ratio of the smallest eigenvalue to theirs, so that four iterations are more
 * than enough at a branch point. The start has unequal components, so that it is not perpendicular to the result by a
 * symmetry of the model. The component along t is removed, since rounding errors bring it back. */
gboolean
lab_implicit_other_direction (int m, double *matrix, const double *sizes, const double *tangent, double *direction)
{
  g_autofree double *square = g_new (double, m * m);
  g_autofree int *pivot = g_new (int, m);

  for (int i = 0; i < m - 1; i++)
    {
      double largest = fmax (lab_implicit_row_size (m, matrix, i), sizes != NULL ? sizes[i] : 0);

      for (int j = 0; j < m && largest > 0; j++)
        matrix[i * m + j] /= largest;
    }
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++)
      {
        double sum = tangent[i] * tangent[j] + (i == j ? 1e-13 : 0);

        for (int k = 0; k < m - 1; k++)
          sum += matrix[k * m + i] * matrix[k * m + j];
        square[j * m + i] = sum;
      }
  if (!ode_lu_factor (m, square, pivot))
    return FALSE;
  for (int i = 0; i < m; i++)
    direction[i] = 1 + 0.1 * i;
  for (int k = 0; k < 4; k++)
    {
      double along;

      ode_lu_solve (m, square, pivot, direction);
      along = lab_implicit_product (m, direction, tangent);
      for (int i = 0; i < m; i++)
        direction[i] -= along * tangent[i];
      lab_implicit_normalize (m, direction, direction);
    }
  return isfinite (direction[0]);
}

/* factor_bordered has divided row i by its largest entry, that is, multiplied it by weights[i]; the quotient replaces
 * that scaling by sizes[i]. */
double
lab_implicit_determinant (int m, const double *matrix, const double *row, const double *sizes)
{
  g_autofree double *factors = g_new (double, m * m), *weights = g_new (double, m);
  g_autofree int *pivot = g_new (int, m);

  double det = factor_bordered (m, matrix, row, factors, pivot, weights);

  for (int i = 0; i < m && sizes != NULL; i++)
    det /= weights[i] * (i < m - 1 ? sizes[i] : 1);
  return det;
}

double
lab_implicit_product (int m, const double *a, const double *b)
{
  double sum = 0;

  for (int i = 0; i < m; i++)
    sum += a[i] * b[i];
  return sum;
}

double
lab_implicit_distance (int m, const double *a, const double *b)
{
  double sum = 0;

  for (int i = 0; i < m; i++)
    sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sqrt (sum);
}

/* The foot of the perpendicular is at the fraction (b − a)·(p − a)/|b − a|² of the way from a to b, limited to 0…1. */
double
lab_implicit_line_distance (int m, const double *p, const double *a, const double *b)
{
  double square = 0, product = 0, along, sum = 0;

  for (int i = 0; i < m; i++)
    {
      square += (b[i] - a[i]) * (b[i] - a[i]);
      product += (b[i] - a[i]) * (p[i] - a[i]);
    }
  along = square > 0 ? CLAMP (product / square, 0, 1) : 0;
  for (int i = 0; i < m; i++)
    {
      double d = p[i] - a[i] - along * (b[i] - a[i]);

      sum += d * d;
    }
  return sqrt (sum);
}
