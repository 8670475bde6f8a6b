/* Dense LU of complex matrices, by the algorithm of ode-linalg.c, with real and
 * imaginary parts in separate arrays.
 *
 * (a + ib)(c + id) = (ac − bd) + i(ad + bc): with separate arrays both parts are
 * computed by the same operations on whole columns, four multiplications and four
 * additions per entry, which the compiler vectorizes. Interleaved pairs would need shuffles.
 * LAPACK is not used, because it requires interleaved pairs, and because methods with complex factors
 * are used for systems that are small or sparse.
 *
 * Implicit Runge–Kutta methods need complex factors: the inverse of the Runge–Kutta matrix A has pairs
 * of eigenvalues α ± iβ, and each pair gives a real system of order 2n with blocks (α/h)
 * M − J and ±(β/h) M, which is equivalent to one complex system of order n for u +
 * iv. The complex factor takes 4/3 n³ real multiplications, the factor of the real
 * system 8/3 n³ (Hairer and Wanner, Solving ODEs II, 2nd ed. 1996, IV.8). */
#include "ode-linalg.h"
#include "ode-watched.h"

#include <math.h>

/* Two adjacent elements of a column; ode-linalg.c explains the type. */
typedef double Pair __attribute__ ((vector_size (16), aligned (8), may_alias));

/* Subtracts (f + i g) c[n] from t[n]. */
static inline __attribute__ ((always_inline)) void
subtract_complex (const int n, double f, double g, const double *restrict c_re, const double *restrict c_im, double *restrict t_re,
                  double *restrict t_im)
{
  const Pair ff = { f, f }, gg = { g, g };
  int i = 0;

#pragma GCC unroll 4
  for (; i + 1 < n; i += 2)
    {
      const Pair re = *(const Pair *) (c_re + i), im = *(const Pair *) (c_im + i);

      *(Pair *) (t_re + i) -= ff * re - gg * im;
      *(Pair *) (t_im + i) -= ff * im + gg * re;
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
reciprocal_complex (double re, double im, double *out_re, double *out_im)
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
factor_complex_n (const int n, double *restrict re, double *restrict im, int *restrict pivot, OdeLook look, void *user)
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
          double *restrict t_re = re + (ptrdiff_t) j * n;
          double *restrict t_im = im + (ptrdiff_t) j * n;
          /* Column j loses u_kj times column k of L. Zeros are skipped, because
           * structured Jacobians have many. */
          const double f = t_re[k], g = t_im[k];

          if (f != 0.0 || g != 0.0)
            subtract_complex (n - k - 1, f, g, c_re + k + 1, c_im + k + 1, t_re + k + 1, t_im + k + 1);
        }
    }
  return true;
}

/* Implements ode_lu_solve_complex for small n. The compiler specializes the function where n is a
 * constant. The order is that of the real solve: all exchanges, then L, then U with reciprocals on
 * its diagonal. */
static inline __attribute__ ((always_inline)) void
solve_complex_n (const int n, const double *restrict re, const double *restrict im, const int *restrict pivot,
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

/* Subtracts Σ (v[j] + i w[j]) c_j from x[n] + i y[n], where c_0 … c_3 are four adjacent complex
 * columns, in the order of j. Four columns together read and write each component of x and y once
 * in place of four times. */
static inline void
subtract_four (int n, const double *restrict v, const double *restrict w, const double *restrict re, const double *restrict im,
               ptrdiff_t leading, double *restrict x, double *restrict y)
{
  int i = 0;

  for (; i + 1 < n; i += 2)
    {
      Pair u = *(Pair *) (x + i), z = *(Pair *) (y + i);

#pragma GCC unroll 4
      for (int j = 0; j < 4; j++)
        {
          const Pair r = *(const Pair *) (re + j * leading + i), s = *(const Pair *) (im + j * leading + i);

          u -= v[j] * r - w[j] * s;
          z -= v[j] * s + w[j] * r;
        }
      *(Pair *) (x + i) = u;
      *(Pair *) (y + i) = z;
    }
  if (i < n)
    for (int j = 0; j < 4; j++)
      {
        const double r = re[j * leading + i], s = im[j * leading + i];

        x[i] -= v[j] * r - w[j] * s;
        y[i] -= v[j] * s + w[j] * r;
      }
}

/* Implements ode_lu_solve_complex with four columns at a time, as in ode-linalg.c: first
 * the triangle on the diagonal is solved, then its four unknowns are eliminated together
 * from the other rows. */
static void
solve_fours (int n, const double *restrict re, const double *restrict im, const int *restrict pivot, double *restrict x,
             double *restrict y)
{
  const ptrdiff_t leading = n;
  /* Columns beyond the last multiple of four are treated one by one. */
  const int whole = n & ~3;

  for (int k = 0; k < n; k++)
    {
      const int p = pivot[k];
      const double u = x[p], v = y[p];

      x[p] = x[k];
      y[p] = y[k];
      x[k] = u;
      y[k] = v;
    }
  for (int k = 0; k < whole; k += 4)
    {
      const ptrdiff_t at = (ptrdiff_t) k * n + k;

#pragma GCC unroll 4
      for (int j = 0; j < 3; j++)
        /* Solve the triangle on the diagonal. It has at most three elements per column below the diagonal. */
        subtract_complex (3 - j, x[k + j], y[k + j], re + at + j * leading + j + 1, im + at + j * leading + j + 1, x + k + j + 1,
                          y + k + j + 1);
      subtract_four (n - k - 4, x + k, y + k, re + at + 4, im + at + 4, leading, x + k + 4, y + k + 4);
    }
  for (int k = whole; k < n - 1; k++)
    subtract_complex (n - k - 1, x[k], y[k], re + (ptrdiff_t) k * n + k + 1, im + (ptrdiff_t) k * n + k + 1, x + k + 1, y + k + 1);
  for (int k = n - 1; k >= 0; k--)
    {
      /* A column updates only its own triangle (rows top … k); after the fourth
       * column of a block all four update the rows above. The n mod 4 last
       * columns belong to no block and update all rows. */
      const int top = k < whole ? k & ~3 : 0;
      const double *restrict c_re = re + (ptrdiff_t) k * n;
      const double *restrict c_im = im + (ptrdiff_t) k * n;
      const double u = x[k] * c_re[k] - y[k] * c_im[k];
      const double v = x[k] * c_im[k] + y[k] * c_re[k];

      x[k] = u;
      y[k] = v;
      subtract_complex (k - top, u, v, c_re + top, c_im + top, x + top, y + top);
      if (k < whole && k == top)
        subtract_four (k, x + k, y + k, c_re, c_im, leading, x, y);
    }
}

/* As in the real case, both functions give the same bits. */
bool
ode_lu_factor_complex (int n, double *restrict re, double *restrict im, int *restrict pivot)
{
  return ode_lu_factor_complex_watched (n, re, im, pivot, NULL, NULL);
}

/* Orders up to 4 are compiled separately with n as a constant, so that their
 * loops are unrolled; they never call `look`. Larger ones call it before each column, whose elimination takes at most 8 n² operations. */
bool
ode_lu_factor_complex_watched (int n, double *restrict re, double *restrict im, int *restrict pivot, OdeLook look, void *user)
{
  switch (n)
    {
    case 1:
      return factor_complex_n (1, re, im, pivot, NULL, NULL);
    case 2:
      return factor_complex_n (2, re, im, pivot, NULL, NULL);
    case 3:
      return factor_complex_n (3, re, im, pivot, NULL, NULL);
    case 4:
      return factor_complex_n (4, re, im, pivot, NULL, NULL);
    default:
      return factor_complex_n (n, re, im, pivot, look, user);
    }
}

/* Orders up to 8 are compiled separately; larger ones take four columns at a
 * time. */
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
    case 5:
      solve_complex_n (5, re, im, pivot, b_re, b_im);
      return;
    case 6:
      solve_complex_n (6, re, im, pivot, b_re, b_im);
      return;
    case 7:
      solve_complex_n (7, re, im, pivot, b_re, b_im);
      return;
    case 8:
      solve_complex_n (8, re, im, pivot, b_re, b_im);
      return;
    default:
      solve_fours (n, re, im, pivot, b_re, b_im);
    }
}
