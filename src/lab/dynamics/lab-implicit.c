#include "lab-implicit.h"

#include <math.h>
#include <string.h>

#include "ode-linalg.h"

#define ITERATIONS 8
/* Largest ratio of two corrections for which the matrix is kept. */
#define LARGEST_RATIO 0.05
/* With a constant matrix the error is required to be this fraction of `converged`. With a new matrix in each iteration it usually becomes about as
 * small, because the last correction is much larger than the error after it. */
#define KEPT 1e-3

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

/* Computes a correction from the residual f[m − 1] with the factors of a matrix and adds it to y. Returns the largest component of the
 * correction, or infinity if it is undefined. */
static double
apply_correction (int m, const double *factors, const int *pivot, const double *weights, const double *direction, const double *guess, double *f,
                  double *y)
{
  double size = 0;

  f[m - 1] = 0;
  for (int i = 0; i < m; i++)
    f[m - 1] += direction[i] * (y[i] - guess[i]);
  for (int i = 0; i < m; i++)
    f[i] *= -weights[i];
  ode_lu_solve (m, factors, pivot, f);
  for (int i = 0; i < m; i++)
    {
      y[i] += f[i];
      size = isfinite (f[i]) ? fmax (size, fabs (f[i])) : INFINITY;
    }
  return size;
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

  for (int k = 1; k <= ITERATIONS; k++)
    {
      gboolean keep = curve->residual != NULL && k > 1 && ratio < LARGEST_RATIO;
      double size;

      if (keep ? !curve->residual (curve->self, y, f)
               : !curve->evaluate (curve->self, y, f, matrix) || factor_bordered (m, matrix, direction, factors, pivot, weights) == 0)
        return 0;
      size = apply_correction (m, factors, pivot, weights, direction, guess, f, y);
      if (keep ? size < before && size * size / before < KEPT * curve->converged : size < curve->converged)
        return k;
      if (!(size < 1))
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

/* Solves F_y v = 0, along·v = 1. If `along` is perpendicular to the tangent, other rows replace it. */
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

/* Uses inverse iteration with AᵀA + tangent tangentᵀ + a small shift, where A is the matrix with scaled rows. The eigenvector of the smallest
 * eigenvalue is the second direction of the kernel. */
gboolean
lab_implicit_other_direction (int m, double *matrix, const double *tangent, double *direction)
{
  g_autofree double *square = g_new (double, m * m);
  g_autofree int *pivot = g_new (int, m);

  for (int i = 0; i < m - 1; i++)
    {
      double largest = 0;

      for (int j = 0; j < m; j++)
        largest = fmax (largest, fabs (matrix[i * m + j]));
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
      ode_lu_solve (m, square, pivot, direction);
      lab_implicit_normalize (m, direction, direction);
    }
  return isfinite (direction[0]);
}

double
lab_implicit_determinant (int m, const double *matrix, const double *row)
{
  g_autofree double *factors = g_new (double, m * m), *weights = g_new (double, m);
  g_autofree int *pivot = g_new (int, m);

  return factor_bordered (m, matrix, row, factors, pivot, weights);
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
