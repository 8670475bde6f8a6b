/* Dense LU, right-looking by columns (Golub and Van Loan, Matrix Computations, 4th ed. 2013, algorithm 3.4.1).
 *
 * The inner loops run down columns, unit stride. For n ≤ 4 the same text is compiled with n known, which unrolls it: at these sizes
 * loop overhead is most of the cost. Above ODE_LU_LAPACK the platform's LAPACK takes over where it was found at build time. */
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
            for (int i = k + 1; i < n; i++)
              target[i] -= factor * column[i];
        }
    }
  return true;
}

static inline __attribute__ ((always_inline)) void
solve_n (const int n, const double *restrict a, const int *restrict pivot, double *restrict b)
{
  for (int k = 0; k < n; k++)
    {
      const int p = pivot[k];
      const double value = b[p];

      b[p] = b[k];
      b[k] = value;
    }
  for (int k = 0; k < n - 1; k++)
    {
      const double *restrict column = a + (size_t) k * n;
      const double value = b[k];

      for (int i = k + 1; i < n; i++)
        b[i] -= value * column[i];
    }
  for (int k = n - 1; k >= 0; k--)
    {
      const double *restrict column = a + (size_t) k * n;
      const double value = b[k] * column[k];

      b[k] = value;
      for (int i = 0; i < k; i++)
        b[i] -= value * column[i];
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
    default:
#ifdef ODE_HAVE_LAPACK
      if (n >= ODE_LU_LAPACK)
        {
          solve_lapack (n, 'N', a, pivot, b);
          return;
        }
#endif
      solve_n (n, a, pivot, b);
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

/* 1/(re + i·im), scaled by the larger part so that neither overflows nor vanishes (Smith, Comm. ACM 5 (1962) 435). */
static inline void
reciprocal_complex (double re, double im, double *out_re, double *out_im)
{
  if (fabs (re) >= fabs (im))
    {
      const double ratio = im / re;
      const double d = 1.0 / (re + im * ratio);

      *out_re = d;
      *out_im = -ratio * d;
    }
  else
    {
      const double ratio = re / im;
      const double d = 1.0 / (re * ratio + im);

      *out_re = ratio * d;
      *out_im = -d;
    }
}

static inline __attribute__ ((always_inline)) bool
factor_complex_n (const int n, double *restrict re, double *restrict im, int *restrict pivot)
{
  for (int k = 0; k < n; k++)
    {
      double *restrict c_re = re + (size_t) k * n;
      double *restrict c_im = im + (size_t) k * n;
      int p = k;
      double largest = fabs (c_re[k]) + fabs (c_im[k]);

      /* |re| + |im| within √2 of the modulus: enough to choose a pivot by. */
      for (int i = k + 1; i < n; i++)
        if (fabs (c_re[i]) + fabs (c_im[i]) > largest)
          {
            largest = fabs (c_re[i]) + fabs (c_im[i]);
            p = i;
          }
      if (!(largest > 0.0 && largest <= 1.7976931348623157e308))
        return false;
      pivot[k] = p;
      if (p != k)
        for (int j = 0; j < n; j++)
          {
            const size_t row_k = (size_t) j * n + k, row_p = (size_t) j * n + p;
            const double swap_re = re[row_k], swap_im = im[row_k];

            re[row_k] = re[row_p];
            im[row_k] = im[row_p];
            re[row_p] = swap_re;
            im[row_p] = swap_im;
          }
      double r, s;

      reciprocal_complex (c_re[k], c_im[k], &r, &s);
      c_re[k] = r;
      c_im[k] = s;
      for (int i = k + 1; i < n; i++)
        {
          const double x = c_re[i], y = c_im[i];

          c_re[i] = x * r - y * s;
          c_im[i] = x * s + y * r;
        }
      for (int j = k + 1; j < n; j++)
        {
          double *restrict t_re = re + (size_t) j * n;
          double *restrict t_im = im + (size_t) j * n;
          const double f = t_re[k], g = t_im[k];

          if (f != 0.0 || g != 0.0)
            for (int i = k + 1; i < n; i++)
              {
                t_re[i] -= f * c_re[i] - g * c_im[i];
                t_im[i] -= f * c_im[i] + g * c_re[i];
              }
        }
    }
  return true;
}

static inline __attribute__ ((always_inline)) void
solve_complex_n (const int n, const double *restrict re, const double *restrict im, const int *restrict pivot,
                 double *restrict x, double *restrict y)
{
  for (int k = 0; k < n; k++)
    {
      const int p = pivot[k];
      const double u = x[p], v = y[p];

      x[p] = x[k];
      y[p] = y[k];
      x[k] = u;
      y[k] = v;
    }
  for (int k = 0; k < n - 1; k++)
    {
      const double *restrict c_re = re + (size_t) k * n;
      const double *restrict c_im = im + (size_t) k * n;
      const double u = x[k], v = y[k];

      for (int i = k + 1; i < n; i++)
        {
          x[i] -= u * c_re[i] - v * c_im[i];
          y[i] -= u * c_im[i] + v * c_re[i];
        }
    }
  for (int k = n - 1; k >= 0; k--)
    {
      const double *restrict c_re = re + (size_t) k * n;
      const double *restrict c_im = im + (size_t) k * n;
      const double u = x[k] * c_re[k] - y[k] * c_im[k];
      const double v = x[k] * c_im[k] + y[k] * c_re[k];

      x[k] = u;
      y[k] = v;
      for (int i = 0; i < k; i++)
        {
          x[i] -= u * c_re[i] - v * c_im[i];
          y[i] -= u * c_im[i] + v * c_re[i];
        }
    }
}

bool
ode_lu_factor_complex (int n, double *restrict re, double *restrict im, int *restrict pivot)
{
  switch (n)
    {
    case 1:
      return factor_complex_n (1, re, im, pivot);
    case 2:
      return factor_complex_n (2, re, im, pivot);
    case 3:
      return factor_complex_n (3, re, im, pivot);
    case 4:
      return factor_complex_n (4, re, im, pivot);
    default:
      return factor_complex_n (n, re, im, pivot);
    }
}

void
ode_lu_solve_complex (int n, const double *restrict re, const double *restrict im, const int *restrict pivot,
                      double *restrict b_re, double *restrict b_im)
{
  switch (n)
    {
    case 1:
      solve_complex_n (1, re, im, pivot, b_re, b_im);
      return;
    case 2:
      solve_complex_n (2, re, im, pivot, b_re, b_im);
      return;
    case 3:
      solve_complex_n (3, re, im, pivot, b_re, b_im);
      return;
    case 4:
      solve_complex_n (4, re, im, pivot, b_re, b_im);
      return;
    default:
      solve_complex_n (n, re, im, pivot, b_re, b_im);
    }
}
