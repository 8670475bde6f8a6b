/* Eigenspaces of multiple eigenvalues. Inverse iteration returns one vector for each of them, which is one of many if the eigenspace has
 * several dimensions, and the same one again if it has fewer than the eigenvalue has multiplicity (a defective eigenvalue). */
#include "lab-eigen.h"

#include <complex.h>
#include <math.h>

/* Rounding errors split an eigenvalue of multiplicity m by the m-th root of their size. Eigenvalues that differ by less than this, relative to the
 * largest entry, and whose vectors have a smaller angle, may be one; the null space of J − λ then decides. */
#define NEAR 1e-4
/* A pivot below this, relative to the largest entry and to the order of the matrix, is zero within the errors of the entries. Two eigenvalues at
 * the distance d have a pivot of the size d² in J − λ with their mean λ, so that those at 2e-6 are still told apart. */
#define NO_PIVOT 1e-12

#define MOST_SWEEPS 20

/* Scales the states by powers of 2, B = D⁻¹ J D, so that each row of B and its column have the same sum, and the results do not depend on the
 * units of the states (Osborne, On pre-conditioning of matrices, J. ACM 7, 1960). A row without a column, of a state that acts on no other one, is
 * compared with the largest eigenvalue. B[n·n] gets the matrix, d[n] the diagonal of D. */
static void
balance (int n, const double *J, const double *values, double *B, double *d)
{
  double radius = 0;
  gboolean changed = TRUE;

  for (int k = 0; k < n; k++)
    {
      radius = fmax (radius, hypot (values[2 * k], values[2 * k + 1]));
      d[k] = 1;
    }
  for (int k = 0; k < n * n; k++)
    B[k] = J[k];
  for (int sweep = 0; sweep < MOST_SWEEPS && changed; sweep++)
    {
      changed = FALSE;
      for (int i = 0; i < n; i++)
        {
          double row = 0, column = 0, f;

          for (int j = 0; j < n; j++)
            if (j != i)
              {
                row += fabs (B[i * n + j]);
                column += fabs (B[j * n + i]);
              }
          if (row == 0 && column == 0)
            continue;
          row = row > 0 ? row : radius;
          column = column > 0 ? column : radius;
          f = row > 0 && column > 0 ? exp2 (round (0.5 * log2 (row / column))) : 1;
          if (f == 1 || !isnormal (f))
            continue;
          changed = TRUE;
          d[i] *= f;
          for (int j = 0; j < n; j++)
            if (j != i)
              {
                B[i * n + j] /= f;
                B[j * n + i] *= f;
              }
        }
    }
}

/* Returns whether the angle of two vectors of scaled states is small. */
static gboolean
is_parallel (int n, const double *d, const double *v, const double *w)
{
  double complex product = 0;
  double v2 = 0, w2 = 0;

  for (int i = 0; i < n; i++)
    {
      double complex p = (v[2 * i] + I * v[2 * i + 1]) / d[i], q = (w[2 * i] + I * w[2 * i + 1]) / d[i];

      product += conj (p) * q;
      v2 += creal (conj (p) * p);
      w2 += creal (conj (q) * q);
    }
  return 1 - cabs (product) / sqrt (v2) / sqrt (w2) <= NEAR * NEAR;
}

/* Subtracts the parts along `count` vectors of length 1 from v, makes its length 1, and its largest component real and positive. */
static void
make_orthogonal (int n, const double complex *basis, int count, double complex *v)
{
  double complex phase;
  double norm = 0;
  int k = 0;

  for (int round = 0; round < 2; round++)
    for (int b = 0; b < count; b++)
      {
        double complex product = 0;

        for (int i = 0; i < n; i++)
          product += conj (basis[b * n + i]) * v[i];
        for (int i = 0; i < n; i++)
          v[i] -= product * basis[b * n + i];
      }
  for (int i = 0; i < n; i++)
    {
      norm = hypot (norm, cabs (v[i]));
      if (cabs (v[i]) > cabs (v[k]) * (1 + 1e-9))
        k = i;
    }
  phase = v[k] / cabs (v[k]) * norm;
  for (int i = 0; i < n; i++)
    v[i] /= phase;
}

/* Computes a basis[n·n] of the null space of J − λ by elimination with complete pivoting. Returns its dimension. */
static int
null_space (int n, const double *J, double complex lambda, double zero, double complex *basis)
{
  g_autofree double complex *a = g_new (double complex, n * n);
  g_autofree int *column = g_new (int, n);
  int rank = 0;

  for (int i = 0; i < n; i++)
    {
      column[i] = i;
      for (int j = 0; j < n; j++)
        a[i * n + j] = J[i * n + j] - (i == j ? lambda : 0);
    }
  for (; rank < n; rank++)
    {
      int row = rank, col = rank, other;

      for (int i = rank; i < n; i++)
        for (int j = rank; j < n; j++)
          if (cabs (a[i * n + j]) > cabs (a[row * n + col]))
            {
              row = i;
              col = j;
            }
      if (cabs (a[row * n + col]) <= zero)
        break;
      for (int j = 0; j < n; j++)
        {
          double complex number = a[row * n + j];

          a[row * n + j] = a[rank * n + j];
          a[rank * n + j] = number;
        }
      for (int i = 0; i < n; i++)
        {
          double complex number = a[i * n + col];

          a[i * n + col] = a[i * n + rank];
          a[i * n + rank] = number;
        }
      other = column[col];
      column[col] = column[rank];
      column[rank] = other;
      for (int i = 0; i < n; i++)
        if (i != rank && a[i * n + rank] != 0)
          {
            double complex factor = a[i * n + rank] / a[rank * n + rank];

            for (int j = rank; j < n; j++)
              a[i * n + j] -= factor * a[rank * n + j];
          }
    }
  for (int f = rank; f < n; f++)
    {
      double complex *v = basis + (f - rank) * n;

      for (int i = 0; i < n; i++)
        v[i] = 0;
      v[column[f]] = 1;
      for (int k = 0; k < rank; k++)
        v[column[k]] = -a[k * n + f] / a[k * n + k];
    }
  return n - rank;
}

/* Gives the members of a group of eigenvalues their mean and the vectors of their eigenspace, if they are one eigenvalue. */
static void
resolve (int n, const double *B, const double *d, double size, double *values, double *vectors, int *directions, const int *members, int count)
{
  g_autofree double complex *basis = g_new (double complex, n * n);
  double complex mean = 0;
  int dimension;

  for (int m = 0; m < count; m++)
    mean += (values[2 * members[m]] + I * values[2 * members[m] + 1]) / count;
  if (fabs (cimag (mean)) <= NO_PIVOT * size)
    mean = creal (mean);
  dimension = MIN (null_space (n, B, mean, n * NO_PIVOT * size, basis), count);
  if (dimension == 0)
    return;
  for (int m = 0; m < dimension; m++)
    {
      for (int i = 0; i < n; i++)
        basis[m * n + i] *= d[i];
      make_orthogonal (n, basis, m, basis + m * n);
    }
  for (int m = 0; m < count; m++)
    {
      int k = members[m];

      values[2 * k] = creal (mean);
      values[2 * k + 1] = cimag (mean);
      directions[k] = m < dimension ? dimension : 0;
      for (int i = 0; i < n; i++)
        {
          vectors[2 * (n * k + i)] = m < dimension ? creal (basis[m * n + i]) : NAN;
          vectors[2 * (n * k + i) + 1] = m < dimension ? cimag (basis[m * n + i]) : NAN;
        }
    }
}

gboolean
lab_eigen_spaces (int n, const double *J, double *values, double *vectors, int *directions, const LabProgress *progress, double fraction, GError **error)
{
  g_autofree gboolean *done = g_new0 (gboolean, n);
  g_autofree int *members = g_new (int, n);
  g_autofree double *B = g_new (double, n * n), *d = g_new (double, n);
  double size = 0;

  balance (n, J, values, B, d);
  for (int k = 0; k < n * n; k++)
    size = fmax (size, fabs (B[k]));
  for (int k = 0; k < n; k++)
    directions[k] = 1;
  for (int k = 0; k < n; k++)
    {
      int count = 0;

      for (int j = k; j < n && !done[k]; j++)
        if (!done[j] && hypot (values[2 * j] - values[2 * k], values[2 * j + 1] - values[2 * k + 1]) <= NEAR * size
            && is_parallel (n, d, vectors + 2 * n * k, vectors + 2 * n * j))
          members[count++] = j;
      if (count < 2)
        continue;
      for (int m = 0; m < count; m++)
        done[members[m]] = TRUE;
      if (!lab_progress_report (progress, fraction, error))
        return FALSE;
      resolve (n, B, d, size, values, vectors, directions, members, count);
    }
  return TRUE;
}
