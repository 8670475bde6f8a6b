/* The information matrix of a fit, by the QR factorization, and Student's distribution. */
#include "lab-information.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* A column whose part that is orthogonal to the others is this fraction of it is not determined. Errors of the derivatives make parts of about 1e-9. */
#define DEPENDENT 1e-7

/* Householder reflections (Golub and Van Loan, Matrix Computations, 4th ed. 2013, algorithm 5.2.1). */
void
lab_factor_qr (double *A, double *b, int n, int m)
{
  gsize width = (gsize) m;

  for (int j = 0; j < m && j < n; j++)
    {
      double norm = 0, alpha, beta;

      for (int i = j; i < n; i++)
        norm = hypot (norm, A[(gsize) i * width + (gsize) j]);
      if (norm == 0)
        continue;
      alpha = A[(gsize) j * width + (gsize) j];
      beta = alpha > 0 ? -norm : norm;
      /* v = (α − β, a_{j+1}, …), H = I − v vᵀ/(β (β − α)) */
      A[(gsize) j * width + (gsize) j] = alpha - beta;
      for (int c = j + 1; c <= m; c++)
        {
          double dot = 0;

          if (c == m && b == NULL)
            break;
          for (int i = j; i < n; i++)
            dot += A[(gsize) i * width + (gsize) j] * (c < m ? A[(gsize) i * width + (gsize) c] : b[i]);
          dot /= beta * (beta - alpha);
          for (int i = j; i < n; i++)
            *(c < m ? &A[(gsize) i * width + (gsize) c] : &b[i]) -= dot * A[(gsize) i * width + (gsize) j];
        }
      A[(gsize) j * width + (gsize) j] = beta;
      for (int i = j + 1; i < n; i++)
        A[(gsize) i * width + (gsize) j] = 0;
    }
}

void
lab_information_clear (LabInformation *information)
{
  g_clear_pointer (&information->inverse, g_free);
  g_clear_pointer (&information->determined, g_free);
}

/* Computes the inverse of the upper triangle R[m·m] into X. Diagonal elements are not 0. */
static void
invert_upper (const double *R, int m, double *X)
{
  memset (X, 0, sizeof (double) * (gsize) (m * m));
  for (int c = 0; c < m; c++)
    for (int i = c; i >= 0; i--)
      {
        double sum = i == c ? 1 : 0;

        for (int k = i + 1; k <= c; k++)
          sum -= R[i * m + k] * X[k * m + c];
        X[i * m + c] = sum / R[i * m + i];
      }
}

/* Computes (AᵀA)⁻¹ for the columns `use` of J, which are divided by their norms, and the fraction of each that is orthogonal to the others: 1/√((AᵀA)⁻¹)_jj.
 * Returns the position of the column with the smallest fraction. */
static int
invert_scaled (const double *J, int n, int m, const int *use, int n_use, const double *norms, double *inverse, double *fractions)
{
  g_autofree double *A = g_new (double, (gsize) n * (gsize) n_use + 1), *X = g_new (double, n_use * n_use + 1);
  int least = 0;

  for (int k = 0; k < n; k++)
    for (int c = 0; c < n_use; c++)
      A[(gsize) k * (gsize) n_use + (gsize) c] = J[(gsize) k * (gsize) m + (gsize) use[c]] / norms[use[c]];
  lab_factor_qr (A, NULL, n, n_use);
  for (int c = 0; c < n_use; c++)
    if (A[c * n_use + c] == 0)
      A[c * n_use + c] = DBL_EPSILON * DBL_EPSILON;
  invert_upper (A, n_use, X);
  for (int i = 0; i < n_use; i++)
    for (int j = 0; j < n_use; j++)
      {
        double sum = 0;

        for (int k = MAX (i, j); k < n_use; k++)
          sum += X[i * n_use + k] * X[j * n_use + k];
        inverse[i * n_use + j] = sum;
      }
  for (int c = 0; c < n_use; c++)
    {
      fractions[c] = 1 / sqrt (inverse[c * n_use + c]);
      if (fractions[c] < fractions[least])
        least = c;
    }
  return least;
}

void
lab_information_compute (const double *J, int n, int m, const gboolean *free, LabInformation *information)
{
  g_autofree double *norms = g_new0 (double, m + 1), *scaled = g_new (double, m * m + 1), *fractions = g_new (double, m + 1);
  g_autofree int *use = g_new (int, m + 1);
  int n_use = 0;

  *information = (LabInformation) { .inverse = g_new (double, m * m + 1), .determined = g_new0 (gboolean, m + 1) };
  for (int k = 0; k < m * m; k++)
    information->inverse[k] = NAN;
  for (int j = 0; j < m; j++)
    {
      for (int k = 0; k < n; k++)
        norms[j] = hypot (norms[j], J[(gsize) k * (gsize) m + (gsize) j]);
      information->determined[j] = free[j] && norms[j] > 0;
      if (information->determined[j])
        use[n_use++] = j;
    }
  /* A column of a dependent set is left out, which determines the rest of the set only as far as that one is held: the whole set is marked. */
  while (n_use > 0)
    {
      int least = n_use <= n ? invert_scaled (J, n, m, use, n_use, norms, scaled, fractions) : n_use - 1;

      if (n_use <= n && fractions[least] > DEPENDENT)
        break;
      for (int c = 0; c < n_use; c++)
        if (n_use > n || fractions[c] <= DEPENDENT * 10)
          information->determined[use[c]] = FALSE;
      memmove (use + least, use + least + 1, sizeof (int) * (gsize) (n_use - least - 1));
      n_use--;
    }
  information->rank = n_use;
  for (int i = 0; i < n_use; i++)
    for (int j = 0; j < n_use; j++)
      if (information->determined[use[i]] && information->determined[use[j]])
        information->inverse[use[i] * m + use[j]] = scaled[i * n_use + j] / norms[use[i]] / norms[use[j]];
}

/* ---- Student's distribution ---- */

/* Returns ln B (ν/2, 1/2) by B (a + 1, 1/2) = B (a, 1/2) a/(a + 1/2), from B (1/2, 1/2) = π and B (1, 1/2) = 2. */
static double
log_beta (int degrees)
{
  double sum = log (degrees % 2 == 0 ? 2 : G_PI);

  for (int k = degrees % 2 == 0 ? 2 : 1; k < degrees; k += 2)
    sum += log (k / (k + 1.0));
  return sum;
}

/* Returns the regularized incomplete beta function I_x (a, b), with ln B (a, b), by its continued fraction with the method of Lentz (NIST Handbook of
 * Mathematical Functions, 2010, 8.17.22). */
static double
incomplete_beta (double a, double b, double x, double beta)
{
  double front, f = 1, c = 1, d = 0;

  if (x <= 0 || x >= 1)
    return x <= 0 ? 0 : 1;
  if (x > (a + 1) / (a + b + 2))
    return 1 - incomplete_beta (b, a, 1 - x, beta);
  front = exp (a * log (x) + b * log1p (-x) - beta) / a;
  for (int k = 0; k <= 10000; k++)
    {
      double i = k / 2, numerator, change; /* k = 2 i or 2 i + 1 */

      numerator = k == 0 ? 1 : k % 2 == 0 ? i * (b - i) * x / ((a + 2 * i - 1) * (a + 2 * i)) : -(a + i) * (a + b + i) * x / ((a + 2 * i) * (a + 2 * i + 1));
      d = 1 + numerator * d;
      d = 1 / (fabs (d) < 1e-300 ? 1e-300 : d);
      c = 1 + numerator / c;
      c = fabs (c) < 1e-300 ? 1e-300 : c;
      change = c * d;
      f *= change;
      if (fabs (change - 1) < 1e-15 && k > 0)
        break;
    }
  return front * (f - 1);
}

/* P (|T| > t) = I_{ν/(ν + t²)} (ν/2, 1/2) falls with t; the root is found by bisection in ln t. */
double
lab_student_two_sided (double probability, int degrees)
{
  double low = -30, high = 60, beta = log_beta (degrees);

  for (int k = 0; k < 200 && high - low > 1e-15; k++)
    {
      double middle = (low + high) / 2, t = exp (middle);

      if (incomplete_beta (degrees / 2.0, 0.5, degrees / (degrees + t * t), beta) > 1 - probability)
        low = middle;
      else
        high = middle;
    }
  return exp ((low + high) / 2);
}
