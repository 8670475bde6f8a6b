/* Dense LU, right-looking by columns (Golub and Van Loan, Matrix Computations, 4th ed. 2013, algorithm 3.4.1).
 *
 * The inner loops run down columns, unit stride. For few unknowns the same text is compiled with n known, which unrolls it: at these sizes
 * loop overhead is most of the cost, and of a solve waiting for the last store of b, which then stays in registers. Larger solves go by
 * four columns at a time. Above ODE_LU_LAPACK the platform's LAPACK takes over where it was found at build time. */
#include "ode-linalg.h"

#include <math.h>

#ifdef ODE_HAVE_LAPACK
/* Below this order our loops win or tie with a tuned BLAS; above it blocking pays. */
#define ODE_LU_LAPACK 100

extern void dgetrf_ (const int *m, const int *n, double *a, const int *leading, int *pivot, int *info);
extern void dgetrs_ (const char *trans, const int *n, const int *n_rhs, const double *a, const int *leading, const int *pivot,
                     double *b, const int *leading_b, int *info, size_t trans_length);

static bool
factor_lapack (int n, double *a, int *pivot)
{
  int info = 0;

  dgetrf_ (&n, &n, a, &n, pivot, &info);
  return info == 0 && isfinite (a[(size_t) n * n - 1]);
}

static void
solve_lapack (int n, char trans, const double *a, const int *pivot, double *b)
{
  int one = 1, info = 0;

  dgetrs_ (&trans, &n, &one, a, &n, pivot, b, &n, &info, 1);
}
#endif

/* Two neighbours of a column at once: for the short columns here what a compiler puts around a vectorized loop costs more than the loop. */
typedef double Pair __attribute__ ((vector_size (16), aligned (8), may_alias));

/* t −= f c */
static inline __attribute__ ((always_inline)) void
subtract (const int n, double f, const double *restrict c, double *restrict t)
{
  const Pair ff = { f, f };
  int i = 0;

#pragma GCC unroll 4
  for (; i + 1 < n; i += 2)
    *(Pair *) (t + i) -= ff * *(const Pair *) (c + i);
  if (i < n)
    t[i] -= f * c[i];
}

static inline __attribute__ ((always_inline)) bool
factor_n (const int n, double *restrict a, int *restrict pivot)
{
  for (int k = 0; k < n; k++)
    {
      double *restrict column = a + (size_t) k * n;
      int p = k;
      double largest = fabs (column[k]);

      for (int i = k + 1; i < n; i++)
        if (fabs (column[i]) > largest)
          {
            largest = fabs (column[i]);
            p = i;
          }
      /* Written so that NaN fails too. */
      if (!(largest > 0.0 && largest <= 1.7976931348623157e308))
        return false;
      pivot[k] = p;
      if (p != k)
        for (int j = 0; j < n; j++)
          {
            const double swap = a[(size_t) j * n + k];

            a[(size_t) j * n + k] = a[(size_t) j * n + p];
            a[(size_t) j * n + p] = swap;
          }
      const double reciprocal = 1.0 / column[k];

      column[k] = reciprocal;
      for (int i = k + 1; i < n; i++)
        column[i] *= reciprocal;
      for (int j = k + 1; j < n; j++)
        {
          double *restrict target = a + (size_t) j * n;
          const double factor = target[k];

          if (factor != 0.0)
            subtract (n - k - 1, factor, column + k + 1, target + k + 1);
        }
    }
  return true;
}

static inline __attribute__ ((always_inline)) void
solve_n (const int n, const double *restrict a, const int *restrict pivot, double *restrict b)
{
#pragma GCC unroll 8
  for (int k = 0; k < n; k++)
    {
      const int p = pivot[k];
      const double value = b[p];

      b[p] = b[k];
      b[k] = value;
    }
#pragma GCC unroll 8
  for (int k = 0; k < n - 1; k++)
    {
      const double *restrict column = a + (size_t) k * n;
      const double value = b[k];

#pragma GCC unroll 8
      for (int i = k + 1; i < n; i++)
        b[i] -= value * column[i];
    }
#pragma GCC unroll 8
  for (int k = n - 1; k >= 0; k--)
    {
      const double *restrict column = a + (size_t) k * n;
      const double value = b[k] * column[k];

      b[k] = value;
#pragma GCC unroll 8
      for (int i = 0; i < k; i++)
        b[i] -= value * column[i];
    }
}

/* b −= c0 v0 + c1 v1 + c2 v2 + c3 v3, in that order */
static inline void
subtract_four (int n, const double *restrict v, const double *restrict c, size_t leading, double *restrict b)
{
  const Pair v0 = { v[0], v[0] }, v1 = { v[1], v[1] }, v2 = { v[2], v[2] }, v3 = { v[3], v[3] };
  const double *c1 = c + leading, *c2 = c1 + leading, *c3 = c2 + leading;
  int i = 0;

  for (; i + 1 < n; i += 2)
    *(Pair *) (b + i) = *(Pair *) (b + i) - v0 * *(const Pair *) (c + i) - v1 * *(const Pair *) (c1 + i)
                        - v2 * *(const Pair *) (c2 + i) - v3 * *(const Pair *) (c3 + i);
  if (i < n)
    b[i] = b[i] - v[0] * c[i] - v[1] * c1[i] - v[2] * c2[i] - v[3] * c3[i];
}

static void
solve_fours (int n, const double *restrict a, const int *restrict pivot, double *restrict b)
{
  const size_t leading = (size_t) n;
  const int whole = n & ~3;

  for (int k = 0; k < n; k++)
    {
      const int p = pivot[k];
      const double value = b[p];

      b[p] = b[k];
      b[k] = value;
    }
  for (int k = 0; k < whole; k += 4)
    {
      const double *restrict d = a + (size_t) k * n + k;
      double v[4];

      v[0] = b[k];
      v[1] = b[k + 1] - v[0] * d[1];
      v[2] = b[k + 2] - v[0] * d[2] - v[1] * d[leading + 2];
      v[3] = b[k + 3] - v[0] * d[3] - v[1] * d[leading + 3] - v[2] * d[2 * leading + 3];
      for (int j = 1; j < 4; j++)
        b[k + j] = v[j];
      subtract_four (n - k - 4, v, d + 4, leading, b + k + 4);
    }
  for (int k = whole; k < n - 1; k++)
    subtract (n - k - 1, b[k], a + (size_t) k * n + k + 1, b + k + 1);
  for (int k = n - 1; k >= whole; k--)
    {
      b[k] *= a[(size_t) k * n + k];
      subtract (k, b[k], a + (size_t) k * n, b);
    }
  for (int k = whole - 4; k >= 0; k -= 4)
    {
      const double *restrict d = a + (size_t) k * n + k;
      double v[4];

      v[3] = b[k + 3] * d[3 * leading + 3];
      v[2] = (b[k + 2] - v[3] * d[3 * leading + 2]) * d[2 * leading + 2];
      v[1] = (b[k + 1] - v[3] * d[3 * leading + 1] - v[2] * d[2 * leading + 1]) * d[leading + 1];
      v[0] = (b[k] - v[3] * d[3 * leading] - v[2] * d[2 * leading] - v[1] * d[leading]) * d[0];
      for (int j = 0; j < 4; j++)
        b[k + j] = v[j];
      subtract_four (k, v, a + (size_t) k * n, leading, b);
    }
}

bool
ode_lu_factor (int n, double *restrict a, int *restrict pivot)
{
  switch (n)
    {
    case 0:
      return true;
    case 1:
      return factor_n (1, a, pivot);
    case 2:
      return factor_n (2, a, pivot);
    case 3:
      return factor_n (3, a, pivot);
    case 4:
      return factor_n (4, a, pivot);
    default:
#ifdef ODE_HAVE_LAPACK
      if (n >= ODE_LU_LAPACK)
        return factor_lapack (n, a, pivot);
#endif
      return factor_n (n, a, pivot);
    }
}

void
ode_lu_solve (int n, const double *restrict a, const int *restrict pivot, double *restrict b)
{
  switch (n)
    {
    case 0:
      return;
    case 1:
      b[0] *= a[0];
      return;
    case 2:
      solve_n (2, a, pivot, b);
      return;
    case 3:
      solve_n (3, a, pivot, b);
      return;
    case 4:
      solve_n (4, a, pivot, b);
      return;
    case 5:
      solve_n (5, a, pivot, b);
      return;
    case 6:
      solve_n (6, a, pivot, b);
      return;
    case 7:
      solve_n (7, a, pivot, b);
      return;
    case 8:
      solve_n (8, a, pivot, b);
      return;
    default:
#ifdef ODE_HAVE_LAPACK
      if (n >= ODE_LU_LAPACK)
        {
          solve_lapack (n, 'N', a, pivot, b);
          return;
        }
#endif
      solve_fours (n, a, pivot, b);
    }
}

void
ode_lu_solve_transposed (int n, const double *restrict a, const int *restrict pivot, double *restrict b)
{
#ifdef ODE_HAVE_LAPACK
  if (n >= ODE_LU_LAPACK)
    {
      solve_lapack (n, 'T', a, pivot, b);
      return;
    }
#endif
  for (int k = 0; k < n; k++)
    {
      const double *restrict column = a + (size_t) k * n;
      double sum = b[k];

      for (int i = 0; i < k; i++)
        sum -= column[i] * b[i];
      b[k] = sum * column[k];
    }
  for (int k = n - 2; k >= 0; k--)
    {
      const double *restrict column = a + (size_t) k * n;
      double sum = b[k];

      for (int i = k + 1; i < n; i++)
        sum -= column[i] * b[i];
      b[k] = sum;
    }
  for (int k = n - 1; k >= 0; k--)
    {
      const int p = pivot[k];
      const double value = b[p];

      b[p] = b[k];
      b[k] = value;
    }
}
