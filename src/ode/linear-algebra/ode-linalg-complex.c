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
#include "ode-linalg-small-complex.h"
#include "ode-watched.h"

#include <math.h>

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
      OdeTwo u = *(OdeTwo *) (x + i), z = *(OdeTwo *) (y + i);

#pragma GCC unroll 4
      for (int j = 0; j < 4; j++)
        {
          const OdeTwo r = *(const OdeTwo *) (re + j * leading + i), s = *(const OdeTwo *) (im + j * leading + i);

          u -= v[j] * r - w[j] * s;
          z -= v[j] * s + w[j] * r;
        }
      *(OdeTwo *) (x + i) = u;
      *(OdeTwo *) (y + i) = z;
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
        ode_subtract_column_complex (3 - j, x[k + j], y[k + j], re + at + j * leading + j + 1, im + at + j * leading + j + 1, x + k + j + 1,
                          y + k + j + 1);
      subtract_four (n - k - 4, x + k, y + k, re + at + 4, im + at + 4, leading, x + k + 4, y + k + 4);
    }
  for (int k = whole; k < n - 1; k++)
    ode_subtract_column_complex (n - k - 1, x[k], y[k], re + (ptrdiff_t) k * n + k + 1, im + (ptrdiff_t) k * n + k + 1, x + k + 1, y + k + 1);
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
      ode_subtract_column_complex (k - top, u, v, c_re + top, c_im + top, x + top, y + top);
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
      return ode_lu_factor_complex_n (1, re, im, pivot, NULL, NULL);
    case 2:
      return ode_lu_factor_complex_n (2, re, im, pivot, NULL, NULL);
    case 3:
      return ode_lu_factor_complex_n (3, re, im, pivot, NULL, NULL);
    case 4:
      return ode_lu_factor_complex_n (4, re, im, pivot, NULL, NULL);
    default:
      return ode_lu_factor_complex_n (n, re, im, pivot, look, user);
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
      ode_lu_solve_complex_n (1, re, im, pivot, b_re, b_im);
      return;
    case 2:
      ode_lu_solve_complex_n (2, re, im, pivot, b_re, b_im);
      return;
    case 3:
      ode_lu_solve_complex_n (3, re, im, pivot, b_re, b_im);
      return;
    case 4:
      ode_lu_solve_complex_n (4, re, im, pivot, b_re, b_im);
      return;
    case 5:
      ode_lu_solve_complex_n (5, re, im, pivot, b_re, b_im);
      return;
    case 6:
      ode_lu_solve_complex_n (6, re, im, pivot, b_re, b_im);
      return;
    case 7:
      ode_lu_solve_complex_n (7, re, im, pivot, b_re, b_im);
      return;
    case 8:
      ode_lu_solve_complex_n (8, re, im, pivot, b_re, b_im);
      return;
    default:
      solve_fours (n, re, im, pivot, b_re, b_im);
    }
}
