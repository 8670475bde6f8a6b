/* Eigenvalues from ode-eigen.h in a fixed order, eigenvectors by inverse iteration, and LU factors, all with progress
 * and cancellation for large matrices. */
#include "lab-eigen.h"

#include <math.h>
#include <stdlib.h>

#include "ode-eigen.h"
#include "ode-linalg.h"
#include "ode-watched.h"

/* Order from which a factorization reports progress; a smaller one takes less than a millisecond. */
#define LARGE 100

/* A study whose progress is reported between parts of a computation. */
typedef struct
{
  const LabProgress *progress;
  double fraction;
  GError **error;
} Watch;

static bool
look (void *user)
{
  const Watch *watch = user;

  return lab_progress_report (watch->progress, watch->fraction, watch->error);
}

gboolean
lab_lu_factor (int n, double *a, int *pivot, const LabProgress *progress, double fraction, GError **error)
{
  Watch watch = { progress, fraction, error };

  return n < LARGE ? ode_lu_factor (n, a, pivot) : ode_lu_factor_watched (n, a, pivot, look, &watch);
}

static int
compare_values (const void *a, const void *b)
{
  const double *x = a, *y = b;

  if (x[0] != y[0])
    return x[0] < y[0] ? 1 : -1;
  return (x[1] < y[1]) - (x[1] > y[1]);
}

/* Makes three steps of inverse iteration with a shift near the eigenvalue. The result has length 1, and its largest component is real and
 * positive. Returns FALSE if the study is cancelled. */
static gboolean
eigenvector (int n, const double *J, double re, double im, double size, Watch *watch, double *vector)
{
  g_autofree double *a = g_new (double, n * n), *b = g_new (double, n * n), *x = g_new (double, n), *y = g_new (double, n);
  g_autofree int *pivot = g_new (int, n);
  double shift = 1e-10 * size + 1e-300;

  for (int i = 0; i < n; i++)
    {
      x[i] = 1 + 0.1 * i;
      y[i] = 0;
    }
  for (int attempt = 0; attempt < 3; attempt++, shift *= 100)
    {
      for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
          {
            a[j * n + i] = J[i * n + j] - (i == j ? re + shift : 0);
            b[j * n + i] = i == j ? -im : 0;
          }
      if (n < LARGE ? ode_lu_factor_complex (n, a, b, pivot) : ode_lu_factor_complex_watched (n, a, b, pivot, look, watch))
        break;
      if (*watch->error != NULL)
        return FALSE;
    }
  for (int step = 0; step < 3; step++)
    {
      double norm = 0, c, s;
      int k = 0;

      ode_lu_solve_complex (n, a, b, pivot, x, y);
      for (int i = 0; i < n; i++)
        {
          norm = hypot (norm, hypot (x[i], y[i]));
          if (hypot (x[i], y[i]) > hypot (x[k], y[k]) * (1 + 1e-9))
            k = i;
        }
      c = x[k] / hypot (x[k], y[k]) / norm;
      s = y[k] / hypot (x[k], y[k]) / norm;
      for (int i = 0; i < n; i++)
        {
          double u = x[i] * c + y[i] * s, v = y[i] * c - x[i] * s;

          x[i] = u;
          y[i] = v;
        }
    }
  for (int i = 0; i < n; i++)
    {
      vector[2 * i] = x[i];
      vector[2 * i + 1] = im == 0 ? 0 : y[i];
    }
  return TRUE;
}

gboolean
lab_eigen (int n, const double *J, double *values, double *vectors)
{
  return lab_eigen_watched (n, J, values, vectors, NULL, 0, NULL);
}

gboolean
lab_eigen_is_finite (int n, const double *numbers)
{
  for (int i = 0; i < n; i++)
    if (!isfinite (numbers[i]))
      return FALSE;
  return TRUE;
}

gboolean
lab_eigen_values_of_columns (int n, const double *a, double *values, const LabProgress *progress, double fraction, GError **error)
{
  Watch watch = { progress, fraction, error };
  g_autofree double *work = g_new (double, ode_eigen_work_size (n) + 1);

  return ode_eigen_values_watched (n, a, values, work, n < LARGE ? NULL : look, &watch);
}

gboolean
lab_eigen_values_watched (int n, const double *J, double *values, const LabProgress *progress, double fraction, GError **error)
{
  g_autofree double *transposed = g_new (double, n * n);

  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      transposed[j * n + i] = J[i * n + j];
  return lab_eigen_values_of_columns (n, transposed, values, progress, fraction, error);
}

gboolean
lab_eigen_watched (int n, const double *J, double *values, double *vectors, const LabProgress *progress, double fraction, GError **error)
{
  g_autoptr (GError) cancelled = NULL;
  Watch watch = { progress, fraction, &cancelled };
  gboolean done = lab_eigen_values_watched (n, J, values, progress, fraction, &cancelled);
  double size = 0;

  if (done)
    qsort (values, (gsize) n, 2 * sizeof (double), compare_values);
  for (int k = 0; k < n * n; k++)
    size = fmax (size, fabs (J[k]));
  for (int k = 0; k < n && vectors != NULL && done; k++)
    done = (n < LARGE || look (&watch)) && eigenvector (n, J, values[2 * k], values[2 * k + 1], size, &watch, vectors + 2 * n * k);
  if (cancelled != NULL)
    g_propagate_error (error, g_steal_pointer (&cancelled));
  return done;
}
