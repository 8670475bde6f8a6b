/* Dense complex LU as inline functions, which the compiler specializes where n is a constant. ode-linalg-complex.c describes the algorithm. */
#pragma once

#include "ode-linalg-small.h"

/* Subtracts (f + i g) c[n] from t[n]. */
static inline __attribute__ ((always_inline)) void
ode_subtract_column_complex (const int n, double f, double g, const double *restrict c_re, const double *restrict c_im, double *restrict t_re,
                  double *restrict t_im)
{
  const OdeTwo ff = { f, f }, gg = { g, g };
  int i = 0;

#pragma GCC unroll 4
  for (; i + 1 < n; i += 2)
    {
      const OdeTwo re = *(const OdeTwo *) (c_re + i), im = *(const OdeTwo *) (c_im + i);

      *(OdeTwo *) (t_re + i) -= ff * re - gg * im;
      *(OdeTwo *) (t_im + i) -= ff * im + gg * re;
    }
  if (i < n)
    {
      t_re[i] -= f * c_re[i] - g * c_im[i];
      t_im[i] -= f * c_im[i] + g * c_re[i];
    }
}

/* Computes 1/(re + i im). If the square of the modulus is well inside the range of
 * double, this is (re − i im)/(re² + im²) with one division; otherwise both parts
 * are first divided by the larger part (Smith, Algorithm 116: complex division,
 * Comm. ACM 5 (1962) 435). The limits 1e±280 leave a margin of 1e±28 for the numbers with
 * which the caller multiplies the result. */
static inline void
ode_reciprocal_complex (double re, double im, double *out_re, double *out_im)
{
  const double square = re * re + im * im;

  if (square > 1e-280 && square < 1e280)
    {
      const double d = 1.0 / square;

      *out_re = re * d;
      *out_im = -im * d;
    }
  else if (fabs (re) >= fabs (im))
    {
      /* If re is the larger part, 1/(re + i im) = (1 − i r)/(re + im r)
       * with r = im/re. */
      const double ratio = im / re;
      const double d = 1.0 / (re + im * ratio);

      *out_re = d;
      *out_im = -ratio * d;
    }
  else
    {
      /* If im is the larger part, exchange the roles of both parts. */
      const double ratio = re / im;
      const double d = 1.0 / (re * ratio + im);

      *out_re = ratio * d;
      *out_im = -d;
    }
}

/* Implements ode_lu_factor_complex. The compiler specializes the function where n is a constant.
 * look may be NULL. Step k needs (n − k)² complex products, 4 (n − k)² real multiplications; the
 * sum over k is 4/3 n³. */
static inline __attribute__ ((always_inline)) bool
ode_lu_factor_complex_n (const int n, double *restrict re, double *restrict im, int *restrict pivot, OdeLook look, void *user)
{
  for (int k = 0; k < n; k++)
    {
      if (look != NULL && !look (user))
        return false;

      double *restrict c_re = re + (ptrdiff_t) k * n;
      double *restrict c_im = im + (ptrdiff_t) k * n;
      int p = k;
      double largest = fabs (c_re[k]) + fabs (c_im[k]);

      /* |re| + |im| differs from the modulus by at most a factor √2, which is
       * sufficient to choose a pivot: |l_ik| stays below √2. */
      for (int i = k + 1; i < n; i++)
        if (fabs (c_re[i]) + fabs (c_im[i]) > largest)
          {
            largest = fabs (c_re[i]) + fabs (c_im[i]);
            p = i;
          }
      /* If the column is zero or has a value that is not finite, the matrix has no
       * factorization. The negated comparison is also true for NaN. */
      if (!(largest > 0.0 && largest <= 1.7976931348623157e308))
        return false;
      pivot[k] = p;
      /* Exchange the rows in all columns, including the columns of L, so that a solve
       * can apply all exchanges first. */
      if (p != k)
        for (int j = 0; j < n; j++)
          {
            const ptrdiff_t row_k = (ptrdiff_t) j * n + k, row_p = (ptrdiff_t) j * n + p;
            const double swap_re = re[row_k], swap_im = im[row_k];

            re[row_k] = re[row_p];
            im[row_k] = im[row_p];
            re[row_p] = swap_re;
            im[row_p] = swap_im;
          }
      double r, s;

      /* The diagonal of U is stored as its reciprocal, which a solve multiplies
       * with. */
      ode_reciprocal_complex (c_re[k], c_im[k], &r, &s);
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
          double *restrict t_re = re + (ptrdiff_t) j * n;
          double *restrict t_im = im + (ptrdiff_t) j * n;
          /* Column j loses u_kj times column k of L. Zeros are skipped, because
           * structured Jacobians have many. */
          const double f = t_re[k], g = t_im[k];

          if (f != 0.0 || g != 0.0)
            ode_subtract_column_complex (n - k - 1, f, g, c_re + k + 1, c_im + k + 1, t_re + k + 1, t_im + k + 1);
        }
    }
  return true;
}

/* Implements ode_lu_solve_complex for small n. The compiler specializes the function where n is a
 * constant. The order is that of the real solve: all exchanges, then L, then U with reciprocals on
 * its diagonal. */
static inline __attribute__ ((always_inline)) void
ode_lu_solve_complex_n (const int n, const double *restrict re, const double *restrict im, const int *restrict pivot,
                 double *restrict x, double *restrict y)
{
#pragma GCC unroll 8
  for (int k = 0; k < n; k++)
    {
      const int p = pivot[k];
      const double u = x[p], v = y[p];

      x[p] = x[k];
      y[p] = y[k];
      x[k] = u;
      y[k] = v;
    }
#pragma GCC unroll 8
  /* Forward substitution with L, whose diagonal is 1, column by column. */
  for (int k = 0; k < n - 1; k++)
    {
      const double *restrict c_re = re + (ptrdiff_t) k * n;
      const double *restrict c_im = im + (ptrdiff_t) k * n;
      const double u = x[k], v = y[k];

#pragma GCC unroll 8
      for (int i = k + 1; i < n; i++)
        {
          x[i] -= u * c_re[i] - v * c_im[i];
          y[i] -= u * c_im[i] + v * c_re[i];
        }
    }
#pragma GCC unroll 8
  for (int k = n - 1; k >= 0; k--)
    {
      const double *restrict c_re = re + (ptrdiff_t) k * n;
      const double *restrict c_im = im + (ptrdiff_t) k * n;
      const double u = x[k] * c_re[k] - y[k] * c_im[k];
      const double v = x[k] * c_im[k] + y[k] * c_re[k];

      x[k] = u;
      y[k] = v;
#pragma GCC unroll 8
      for (int i = 0; i < k; i++)
        {
          x[i] -= u * c_re[i] - v * c_im[i];
          y[i] -= u * c_im[i] + v * c_re[i];
        }
    }
}
