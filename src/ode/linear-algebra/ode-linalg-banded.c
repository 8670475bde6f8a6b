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

/* Eliminates column by column. column[i] is the entry (k + i, k). A move by one column to the right
 * in the same row is a move by leading − 1 elements in the storage. `last` grows with each
 * exchange: a row that is moved up brings its entries, up to column k + u + p, to row k, and all
 * later rows of the elimination can then have entries there. */
bool
ode_band_factor (int n, int lower, int upper, double *restrict a, int *restrict pivot)
{
  const size_t leading = ode_band_leading (lower, upper);
  const int diagonal = lower + upper;
  int last = 0; /* last column that contains an entry of the rows used so far */

  for (int j = 0; j < n; j++)
    memset (a + (size_t) j * leading, 0, sizeof (double) * (size_t) lower);

  for (int k = 0; k < n; k++)
    {
      double *restrict column = a + (size_t) k * leading + diagonal; /* column[i] is the entry (k + i, k) */
      const int below = BAND_MIN (lower, n - 1 - k);
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
      last = BAND_MAX (last, BAND_MIN (k + upper + p, n - 1));
      if (p != 0)
        for (int j = k; j <= last; j++)
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
      for (int j = k + 1; j <= last; j++)
        {
          double *restrict target = a + (size_t) j * leading + (diagonal + k - j);
          /* target[0] is u_kj, and target[i] is the entry (k + i, j). */
          const double factor = target[0];

          if (factor != 0.0)
            for (int i = 1; i <= below; i++)
              target[i] -= factor * column[i];
        }
    }
  return true;
}

/* Forward substitution applies one exchange and one column of L at a time. Back substitution uses
 * U, whose columns have at most l + u entries above the diagonal. For l = 0 there are no exchanges
 * and no L. The diagonal holds reciprocals, so that each unknown needs a multiplication and no
 * division. */
void
ode_band_solve (int n, int lower, int upper, const double *restrict a, const int *restrict pivot, double *restrict b)
{
  const size_t leading = ode_band_leading (lower, upper);
  const int diagonal = lower + upper;

  if (lower > 0)
    for (int k = 0; k < n - 1; k++)
      {
        const double *restrict column = a + (size_t) k * leading + diagonal;
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
  for (int k = n - 1; k >= 0; k--)
    {
      const double *restrict column = a + (size_t) k * leading + diagonal;
      const int above = BAND_MIN (diagonal, k);
      const double value = b[k] * column[0];

      b[k] = value;
      for (int i = 1; i <= above; i++)
        b[k - i] -= value * column[-i];
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

/* The same steps as in ode_band_factor, with complex arithmetic. A complex product has four real
 * ones, so that the factor costs four times as much as a real one. */
bool
ode_band_factor_complex (int n, int lower, int upper, double *restrict re, double *restrict im, int *restrict pivot)
{
  const size_t leading = ode_band_leading (lower, upper);
  const int diagonal = lower + upper;
  int last = 0;

  for (int j = 0; j < n; j++)
    {
      memset (re + (size_t) j * leading, 0, sizeof (double) * (size_t) lower);
      memset (im + (size_t) j * leading, 0, sizeof (double) * (size_t) lower);
    }
  for (int k = 0; k < n; k++)
    {
      double *restrict c_re = re + (size_t) k * leading + diagonal;
      double *restrict c_im = im + (size_t) k * leading + diagonal;
      const int below = BAND_MIN (lower, n - 1 - k);
      int p = 0;
      double largest = fabs (c_re[0]) + fabs (c_im[0]);

      for (int i = 1; i <= below; i++)
        if (fabs (c_re[i]) + fabs (c_im[i]) > largest)
          {
            largest = fabs (c_re[i]) + fabs (c_im[i]);
            p = i;
          }
      if (!(largest > 0.0 && largest <= 1.7976931348623157e308))
        return false;
      pivot[k] = k + p;
      last = BAND_MAX (last, BAND_MIN (k + upper + p, n - 1));
      if (p != 0)
        for (int j = k; j <= last; j++)
          {
            const size_t at = (size_t) j * leading + (size_t) (diagonal + k - j);
            const double swap_re = re[at], swap_im = im[at];

            re[at] = re[at + (size_t) p];
            im[at] = im[at + (size_t) p];
            re[at + (size_t) p] = swap_re;
            im[at + (size_t) p] = swap_im;
          }
      double r, s;

      reciprocal_complex (c_re[0], c_im[0], &r, &s);
      c_re[0] = r;
      c_im[0] = s;
      for (int i = 1; i <= below; i++)
        {
          const double x = c_re[i], y = c_im[i];

          c_re[i] = x * r - y * s;
          c_im[i] = x * s + y * r;
        }
      for (int j = k + 1; j <= last; j++)
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
    }
  return true;
}

/* The same steps as in ode_band_solve, with complex arithmetic. The real and
 * imaginary parts of b are in separate arrays, as in the factor. */
void
ode_band_solve_complex (int n, int lower, int upper, const double *restrict re, const double *restrict im,
                        const int *restrict pivot, double *restrict x, double *restrict y)
{
  const size_t leading = ode_band_leading (lower, upper);
  const int diagonal = lower + upper;

  if (lower > 0)
    for (int k = 0; k < n - 1; k++)
      {
        const double *restrict c_re = re + (size_t) k * leading + diagonal;
        const double *restrict c_im = im + (size_t) k * leading + diagonal;
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
  for (int k = n - 1; k >= 0; k--)
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
