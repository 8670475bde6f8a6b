/* Banded LU with partial pivoting (Golub and Van Loan, Matrix Computations, 4th
 * ed. 2013, section 4.3.5; the storage is that of LAPACK's dgbtrf).
 *
 * With half widths l below and u above the diagonal, the pivot of column k lies
 * in rows k … k + l. Exchanging row k with row k + p moves entries of a row
 * that reaches to column k + p + u, so U has upper width l + u; the storage has
 * l further rows for this fill. The cost is about 2 n l (l + u) operations for
 * the factor and 2 n (2l + u) for a solve.
 *
 * Unlike in the dense factor, row exchanges are not applied to the multipliers
 * of earlier columns: that would spread L over the full lower triangle. A solve
 * therefore alternates one exchange with one column of L.
 *
 * The complex functions repeat the real ones with separate arrays for real and
 * imaginary parts. They choose pivots by |re| + |im|, which is within a factor
 * √2 of the modulus and needs no square root.
 *
 * Partial pivoting keeps |l_ik| ≤ 1. The computed factors are those of A + E
 * with ‖E‖ ≤ c ε g ‖A‖, where g is the growth of the entries during elimination
 * (Golub and Van Loan, section 3.4.6). For a band matrix with l = u, g is at
 * most 2^(2l−1) − (l − 1) 2^(l−2), and in practice it is about 1 (Higham, Accuracy and
 * Stability of Numerical Algorithms, 2nd ed. 2002, section 9.5). Newton's
 * method corrects this error, because it evaluates the residual with the
 * model itself. */
#include "ode-linalg.h"

#include <math.h>
#include <string.h>

#define BAND_MIN(a, b) ((a) < (b) ? (a) : (b))
#define BAND_MAX(a, b) ((a) > (b) ? (a) : (b))
#define BAND_INLINE static inline __attribute__ ((always_inline))
#define BAND_UNROLL _Pragma ("GCC unroll 16")
/* The largest half widths for which solves are compiled separately. */
#define BAND_MOST 4

/* Eliminates column k, which has `below` entries below the diagonal. column[i] is the entry (k + i, k). A move by one column to the right
 * in the same row is a move by leading − 1 elements in the storage. `last` grows with each
 * exchange: a row that is moved up brings its entries, up to column k + u + p, to row k, and all
 * later rows of the elimination can then have entries there. The compiler unrolls the loops where `below` and the half widths are constants. */
BAND_INLINE bool
factor_column (const int below, const int lower, const int upper, int n, int k, int *last, double *restrict a, int *restrict pivot)
{
  const size_t leading = ode_band_leading (lower, upper);
  const int diagonal = lower + upper;
  double *restrict column = a + (size_t) k * leading + diagonal;
  int p = 0;
  double largest = fabs (column[0]);

  for (int i = 1; i <= below; i++)
    if (fabs (column[i]) > largest)
      {
        largest = fabs (column[i]);
        p = i;
      }
  /* The number is the largest double. NaN fails both comparisons. */
  if (!(largest > 0.0 && largest <= 1.7976931348623157e308))
    return false;
  pivot[k] = k + p;
  *last = BAND_MAX (*last, BAND_MIN (k + upper + p, n - 1));
  if (p != 0)
    for (int j = k; j <= *last; j++)
      {
        double *entry = a + (size_t) j * leading + (diagonal + k - j);
        const double swap = entry[0];

        entry[0] = entry[p];
        entry[p] = swap;
      }
  /* The diagonal of U is stored as its reciprocal, which a solve multiplies
   * with. */
  const double reciprocal = 1.0 / column[0];

  column[0] = reciprocal;
  for (int i = 1; i <= below; i++)
    column[i] *= reciprocal;
  for (int j = k + 1; j <= *last; j++)
    {
      double *restrict target = a + (size_t) j * leading + (diagonal + k - j);
      /* target[0] is u_kj, and target[i] is the entry (k + i, j). */
      const double factor = target[0];

      if (factor != 0.0)
        for (int i = 1; i <= below; i++)
          target[i] -= factor * column[i];
    }
  return true;
}

/* Sets the rows for fill to zero. */
BAND_INLINE void
clear_fill (const int lower, const int upper, int n, double *restrict a)
{
  const size_t leading = ode_band_leading (lower, upper);

  for (int j = 0; j < n; j++)
    BAND_UNROLL for (int i = 0; i < lower; i++)
      a[(size_t) j * leading + (size_t) i] = 0.0;
}

BAND_INLINE bool
factor_band (const int lower, const int upper, int n, double *restrict a, int *restrict pivot)
{
  int last = 0, k = 0; /* last column that contains an entry of the rows used so far */

  clear_fill (lower, upper, n, a);
  for (; k < n - lower; k++)
    if (!factor_column (lower, lower, upper, n, k, &last, a, pivot))
      return false;
  for (; k < n; k++)
    if (!factor_column (n - 1 - k, lower, upper, n, k, &last, a, pivot))
      return false;
  return true;
}

/* Equal half widths up to BAND_MOST, which one to four fields on a line have, are compiled separately, as for solves. */
bool
ode_band_factor (int n, int lower, int upper, double *restrict a, int *restrict pivot)
{
  switch (lower == upper ? lower : 0)
    {
    case 1:
      return factor_band (1, 1, n, a, pivot);
    case 2:
      return factor_band (2, 2, n, a, pivot);
    case 3:
      return factor_band (3, 3, n, a, pivot);
    case 4:
      return factor_band (4, 4, n, a, pivot);
    default:
      return factor_band (lower, upper, n, a, pivot);
    }
}

/* Forward substitution from row k on. It applies one exchange and one column of L at a time; for l = 0 there are no exchanges and no L. */
static void
solve_down (int k, int n, int lower, int upper, const double *restrict a, const int *restrict pivot, double *restrict b)
{
  const size_t leading = ode_band_leading (lower, upper);

  for (; lower > 0 && k < n - 1; k++)
    {
      const double *restrict column = a + (size_t) k * leading + lower + upper;
      const int below = BAND_MIN (lower, n - 1 - k);
      const int p = pivot[k];
      const double value = b[p];

      if (p != k)
        {
          b[p] = b[k];
          b[k] = value;
        }
      for (int i = 1; i <= below; i++)
        b[k + i] -= value * column[i];
    }
}

/* Back substitution from row k on with U, whose columns have at most l + u entries above the diagonal. The diagonal holds reciprocals, so that each
 * unknown needs a multiplication and no division. */
static void
solve_up (int k, int lower, int upper, const double *restrict a, double *restrict b)
{
  const size_t leading = ode_band_leading (lower, upper);
  const int diagonal = lower + upper;

  for (; k >= 0; k--)
    {
      const double *restrict column = a + (size_t) k * leading + diagonal;
      const int above = BAND_MIN (diagonal, k);
      const double value = b[k] * column[0];

      b[k] = value;
      for (int i = 1; i <= above; i++)
        b[k - i] -= value * column[-i];
    }
}

/* Implements ode_band_solve for constant half widths. The rows of b that a column changes are in registers: each unknown depends on the one before,
 * and would otherwise wait for its way through memory. The operations on each element and their order are those of the general functions, so that
 * both give the same bits. */
BAND_INLINE void
solve_window (const int lower, const int upper, int n, const double *restrict a, const int *restrict pivot, double *restrict b)
{
  const size_t leading = ode_band_leading (lower, upper);
  const int diagonal = lower + upper;
  double w[2 * BAND_MOST + 1];
  int k = 0;

  if (n > diagonal)
    {
      BAND_UNROLL for (int i = 0; i <= lower; i++)
        w[i] = b[i];
      for (; k < n - 1 - lower; k++)
        {
          const double *restrict column = a + (size_t) k * leading + diagonal;
          const int p = pivot[k] - k;

          if (p != 0)
            BAND_UNROLL for (int i = 1; i <= lower; i++)
              if (p == i)
                {
                  const double swap = w[0];

                  w[0] = w[i];
                  w[i] = swap;
                }
          b[k] = w[0];
          BAND_UNROLL for (int i = 1; i <= lower; i++)
            w[i - 1] = w[i] - b[k] * column[i];
          w[lower] = b[k + lower + 1];
        }
      BAND_UNROLL for (int i = 0; i <= lower; i++)
        b[k + i] = w[i];
    }
  solve_down (k, n, lower, upper, a, pivot, b);
  k = n - 1;
  if (n > diagonal)
    {
      BAND_UNROLL for (int i = 0; i <= diagonal; i++)
        w[i] = b[k - i];
      for (; k > diagonal; k--)
        {
          const double *restrict column = a + (size_t) k * leading + diagonal;
          const double value = w[0] * column[0];

          b[k] = value;
          BAND_UNROLL for (int i = 1; i <= diagonal; i++)
            w[i - 1] = w[i] - value * column[-i];
          w[diagonal] = b[k - diagonal - 1];
        }
      BAND_UNROLL for (int i = 0; i <= diagonal; i++)
        b[k - i] = w[i];
    }
  solve_up (k, lower, upper, a, b);
}

/* Equal half widths up to BAND_MOST, which one to four fields on a line have, are compiled separately. */
void
ode_band_solve (int n, int lower, int upper, const double *restrict a, const int *restrict pivot, double *restrict b)
{
  switch (lower == upper ? lower : 0)
    {
    case 1:
      solve_window (1, 1, n, a, pivot, b);
      return;
    case 2:
      solve_window (2, 2, n, a, pivot, b);
      return;
    case 3:
      solve_window (3, 3, n, a, pivot, b);
      return;
    case 4:
      solve_window (4, 4, n, a, pivot, b);
      return;
    default:
      solve_down (0, n, lower, upper, a, pivot, b);
      solve_up (n - 1, lower, upper, a, b);
    }
}

/* Computes 1/(re + i im). After scaling by 1/(|re| + |im|) the square
 * of the modulus is between 1/2 and 1, so that no intermediate result
 * overflows or underflows. */
static inline void
reciprocal_complex (double re, double im, double *out_re, double *out_im)
{
  const double scale = 1.0 / (fabs (re) + fabs (im));
  const double x = re * scale, y = im * scale;
  const double d = scale / (x * x + y * y);

  *out_re = x * d;
  *out_im = -y * d;
}

/* The same steps as in factor_column, with complex arithmetic. A complex product has four real
 * ones, so that the factor costs four times as much as a real one. */
BAND_INLINE bool
factor_column_complex (const int below, const int lower, const int upper, int n, int k, int *last, double *restrict re, double *restrict im,
                       int *restrict pivot)
{
  const size_t leading = ode_band_leading (lower, upper);
  const int diagonal = lower + upper;
  double *restrict c_re = re + (size_t) k * leading + diagonal;
  double *restrict c_im = im + (size_t) k * leading + diagonal;
  int p = 0;
  double largest = fabs (c_re[0]) + fabs (c_im[0]), r, s;

  for (int i = 1; i <= below; i++)
    if (fabs (c_re[i]) + fabs (c_im[i]) > largest)
      {
        largest = fabs (c_re[i]) + fabs (c_im[i]);
        p = i;
      }
  if (!(largest > 0.0 && largest <= 1.7976931348623157e308))
    return false;
  pivot[k] = k + p;
  *last = BAND_MAX (*last, BAND_MIN (k + upper + p, n - 1));
  if (p != 0)
    for (int j = k; j <= *last; j++)
      {
        const size_t at = (size_t) j * leading + (size_t) (diagonal + k - j);
        const double swap_re = re[at], swap_im = im[at];

        re[at] = re[at + (size_t) p];
        im[at] = im[at + (size_t) p];
        re[at + (size_t) p] = swap_re;
        im[at + (size_t) p] = swap_im;
      }
  reciprocal_complex (c_re[0], c_im[0], &r, &s);
  c_re[0] = r;
  c_im[0] = s;
  for (int i = 1; i <= below; i++)
    {
      const double x = c_re[i], y = c_im[i];

      c_re[i] = x * r - y * s;
      c_im[i] = x * s + y * r;
    }
  for (int j = k + 1; j <= *last; j++)
    {
      const size_t at = (size_t) j * leading + (size_t) (diagonal + k - j);
      double *restrict t_re = re + at;
      double *restrict t_im = im + at;
      const double f = t_re[0], g = t_im[0];

      if (f != 0.0 || g != 0.0)
        for (int i = 1; i <= below; i++)
          {
            t_re[i] -= f * c_re[i] - g * c_im[i];
            t_im[i] -= f * c_im[i] + g * c_re[i];
          }
    }
  return true;
}

BAND_INLINE bool
factor_band_complex (const int lower, const int upper, int n, double *restrict re, double *restrict im, int *restrict pivot)
{
  int last = 0, k = 0;

  clear_fill (lower, upper, n, re);
  clear_fill (lower, upper, n, im);
  for (; k < n - lower; k++)
    if (!factor_column_complex (lower, lower, upper, n, k, &last, re, im, pivot))
      return false;
  for (; k < n; k++)
    if (!factor_column_complex (n - 1 - k, lower, upper, n, k, &last, re, im, pivot))
      return false;
  return true;
}

bool
ode_band_factor_complex (int n, int lower, int upper, double *restrict re, double *restrict im, int *restrict pivot)
{
  switch (lower == upper ? lower : 0)
    {
    case 1:
      return factor_band_complex (1, 1, n, re, im, pivot);
    case 2:
      return factor_band_complex (2, 2, n, re, im, pivot);
    case 3:
      return factor_band_complex (3, 3, n, re, im, pivot);
    case 4:
      return factor_band_complex (4, 4, n, re, im, pivot);
    default:
      return factor_band_complex (lower, upper, n, re, im, pivot);
    }
}

/* Each column of a factorization waits for the division of the one before. Two factorizations that advance together do not wait for each other. */
BAND_INLINE bool
factor_two (const int lower, const int upper, int n, double *restrict a, int *restrict pivot, double *restrict re, double *restrict im,
            int *restrict pivot_complex)
{
  int last = 0, last_complex = 0, k = 0;

  clear_fill (lower, upper, n, a);
  clear_fill (lower, upper, n, re);
  clear_fill (lower, upper, n, im);
  for (; k < n - lower; k++)
    if (!factor_column (lower, lower, upper, n, k, &last, a, pivot)
        || !factor_column_complex (lower, lower, upper, n, k, &last_complex, re, im, pivot_complex))
      return false;
  for (; k < n; k++)
    if (!factor_column (n - 1 - k, lower, upper, n, k, &last, a, pivot)
        || !factor_column_complex (n - 1 - k, lower, upper, n, k, &last_complex, re, im, pivot_complex))
      return false;
  return true;
}

bool
ode_band_factor_two (int n, int lower, int upper, double *restrict a, int *restrict pivot, double *restrict re, double *restrict im,
                     int *restrict pivot_complex)
{
  switch (lower == upper ? lower : 0)
    {
    case 1:
      return factor_two (1, 1, n, a, pivot, re, im, pivot_complex);
    case 2:
      return factor_two (2, 2, n, a, pivot, re, im, pivot_complex);
    case 3:
      return factor_two (3, 3, n, a, pivot, re, im, pivot_complex);
    case 4:
      return factor_two (4, 4, n, a, pivot, re, im, pivot_complex);
    default:
      return factor_two (lower, upper, n, a, pivot, re, im, pivot_complex);
    }
}

/* The same steps as in solve_down, with complex arithmetic. The real and
 * imaginary parts of b are in separate arrays, as in the factor. */
static void
solve_down_complex (int k, int n, int lower, int upper, const double *restrict re, const double *restrict im, const int *restrict pivot,
                    double *restrict x, double *restrict y)
{
  const size_t leading = ode_band_leading (lower, upper);

  for (; lower > 0 && k < n - 1; k++)
    {
      const double *restrict c_re = re + (size_t) k * leading + lower + upper;
      const double *restrict c_im = im + (size_t) k * leading + lower + upper;
      const int below = BAND_MIN (lower, n - 1 - k);
      const int p = pivot[k];
      const double u = x[p], v = y[p];

      if (p != k)
        {
          x[p] = x[k];
          y[p] = y[k];
          x[k] = u;
          y[k] = v;
        }
      for (int i = 1; i <= below; i++)
        {
          x[k + i] -= u * c_re[i] - v * c_im[i];
          y[k + i] -= u * c_im[i] + v * c_re[i];
        }
    }
}

/* The same steps as in solve_up, with complex arithmetic. */
static void
solve_up_complex (int k, int lower, int upper, const double *restrict re, const double *restrict im, double *restrict x, double *restrict y)
{
  const size_t leading = ode_band_leading (lower, upper);
  const int diagonal = lower + upper;

  for (; k >= 0; k--)
    {
      const double *restrict c_re = re + (size_t) k * leading + diagonal;
      const double *restrict c_im = im + (size_t) k * leading + diagonal;
      const int above = BAND_MIN (diagonal, k);
      const double u = x[k] * c_re[0] - y[k] * c_im[0];
      const double v = x[k] * c_im[0] + y[k] * c_re[0];

      x[k] = u;
      y[k] = v;
      for (int i = 1; i <= above; i++)
        {
          x[k - i] -= u * c_re[-i] - v * c_im[-i];
          y[k - i] -= u * c_im[-i] + v * c_re[-i];
        }
    }
}

/* Implements ode_band_solve_complex as solve_window does in the real case. */
BAND_INLINE void
solve_window_complex (const int lower, const int upper, int n, const double *restrict re, const double *restrict im, const int *restrict pivot,
                      double *restrict x, double *restrict y)
{
  const size_t leading = ode_band_leading (lower, upper);
  const int diagonal = lower + upper;
  double w[2 * BAND_MOST + 1], z[2 * BAND_MOST + 1];
  int k = 0;

  if (n > diagonal)
    {
      BAND_UNROLL for (int i = 0; i <= lower; i++)
        {
          w[i] = x[i];
          z[i] = y[i];
        }
      for (; k < n - 1 - lower; k++)
        {
          const double *restrict c_re = re + (size_t) k * leading + diagonal;
          const double *restrict c_im = im + (size_t) k * leading + diagonal;
          const int p = pivot[k] - k;
          double u = w[0], v = z[0];

          if (p != 0)
            BAND_UNROLL for (int i = 1; i <= lower; i++)
              if (p == i)
                {
                  u = w[i];
                  v = z[i];
                  w[i] = w[0];
                  z[i] = z[0];
                }
          x[k] = u;
          y[k] = v;
          BAND_UNROLL for (int i = 1; i <= lower; i++)
            {
              w[i - 1] = w[i] - (u * c_re[i] - v * c_im[i]);
              z[i - 1] = z[i] - (u * c_im[i] + v * c_re[i]);
            }
          w[lower] = x[k + lower + 1];
          z[lower] = y[k + lower + 1];
        }
      BAND_UNROLL for (int i = 0; i <= lower; i++)
        {
          x[k + i] = w[i];
          y[k + i] = z[i];
        }
    }
  solve_down_complex (k, n, lower, upper, re, im, pivot, x, y);
  k = n - 1;
  if (n > diagonal)
    {
      BAND_UNROLL for (int i = 0; i <= diagonal; i++)
        {
          w[i] = x[k - i];
          z[i] = y[k - i];
        }
      for (; k > diagonal; k--)
        {
          const double *restrict c_re = re + (size_t) k * leading + diagonal;
          const double *restrict c_im = im + (size_t) k * leading + diagonal;
          const double u = w[0] * c_re[0] - z[0] * c_im[0];
          const double v = w[0] * c_im[0] + z[0] * c_re[0];

          x[k] = u;
          y[k] = v;
          BAND_UNROLL for (int i = 1; i <= diagonal; i++)
            {
              w[i - 1] = w[i] - (u * c_re[-i] - v * c_im[-i]);
              z[i - 1] = z[i] - (u * c_im[-i] + v * c_re[-i]);
            }
          w[diagonal] = x[k - diagonal - 1];
          z[diagonal] = y[k - diagonal - 1];
        }
      BAND_UNROLL for (int i = 0; i <= diagonal; i++)
        {
          x[k - i] = w[i];
          y[k - i] = z[i];
        }
    }
  solve_up_complex (k, lower, upper, re, im, x, y);
}

void
ode_band_solve_complex (int n, int lower, int upper, const double *restrict re, const double *restrict im,
                        const int *restrict pivot, double *restrict x, double *restrict y)
{
  switch (lower == upper ? lower : 0)
    {
    case 1:
      solve_window_complex (1, 1, n, re, im, pivot, x, y);
      return;
    case 2:
      solve_window_complex (2, 2, n, re, im, pivot, x, y);
      return;
    case 3:
      solve_window_complex (3, 3, n, re, im, pivot, x, y);
      return;
    case 4:
      solve_window_complex (4, 4, n, re, im, pivot, x, y);
      return;
    default:
      solve_down_complex (0, n, lower, upper, re, im, pivot, x, y);
      solve_up_complex (n - 1, lower, upper, re, im, x, y);
    }
}
