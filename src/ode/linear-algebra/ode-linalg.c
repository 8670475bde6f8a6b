/* Dense LU with partial pivoting, right-looking by columns (Golub and Van Loan,
 * Matrix Computations, 4th ed. 2013, algorithm 3.4.1).
 *
 * Step k chooses p ≥ k with the largest |a_pk|, exchanges rows k and p in all
 * columns, and forms
 *
 *   l_ik = a_ik/a_kk,   a_ij ← a_ij − l_ik a_kj   for i, j > k.
 *
 * Whole rows are exchanged, so that the multipliers are in the final order
 * of the rows, and a solve applies all exchanges first and then L and U. The
 * factor needs 2n³/3 operations, a solve 2n².
 *
 * Partial pivoting bounds |l_ik| by 1 and makes the computed factor that of a
 * matrix A + E with ‖E‖ about n ε ‖A‖ unless pivots grow (Higham, Accuracy and
 * Stability of Numerical Algorithms, 2nd ed. 2002, theorem 9.5). That is enough
 * here, because Newton's method corrects the error of an inexact factor.
 *
 * The inner loops run down columns with unit stride. For small n the same
 * function body is compiled with n constant, because loop overhead and the wait
 * for the last store to b dominate the cost; if n is constant, b stays
 * in registers. Larger solves take four columns at a time, which reads and
 * writes b a quarter as often. From order ODE_LU_LAPACK on LAPACK factors blocks
 * of columns, if the build found it. */
#include "ode-linalg.h"
#include "ode-linalg-small.h"
#include "ode-watched.h"

#include <math.h>

/* Largest order for which a solve is compiled with n as a constant; it works column by column. */
#define LARGEST_CONSTANT 8

#ifdef ODE_HAVE_LAPACK
/* From this order on LAPACK is used for blocks of columns, because blocking for the cache saves time. For smaller
 * orders the loops of this file are at least as fast as a tuned BLAS. */
#define ODE_LU_LAPACK 100

extern void dgetrf_ (const int *m, const int *n, double *a, const int *leading, int *pivot, int *info);
extern void dgetrs_ (const char *trans, const int *n, const int *n_rhs, const double *a, const int *leading, const int *pivot,
                     double *b, const int *leading_b, int *info, size_t trans_length);

/* Number of columns that are factored together. */
#define BLOCK 32
/* Number of columns from which a block is eliminated between two calls of `look`. For 1000 rows these are about 4 million
 * multiplications, which take some milliseconds. */
#define COLUMNS_BETWEEN 128

extern void dlaswp_ (const int *n, double *a, const int *leading, const int *k1, const int *k2, const int *pivot, const int *increment);

/* Solves A x = b or, with trans = 'T', Aᵀ x = b with LAPACK's factor. */
static void
solve_lapack (int n, char trans, const double *a, const int *pivot, double *b)
{
  int one = 1, info = 0;

  dgetrs_ (&trans, &n, &one, a, &n, pivot, b, &n, &info, 1);
}
#endif

/* Subtracts v[0] c_0 + v[1] c_1 + v[2] c_2 + v[3] c_3 from b[n], where c_j is
 * the column c + j·leading. The order of the subtractions is that of four calls
 * of ode_subtract_column with c_0 first. A back substitution by columns would begin with c_3, and its bits differ. */
static inline void
subtract_four (int n, const double *restrict v, const double *restrict c, ptrdiff_t leading, double *restrict b)
{
  const OdeTwo v0 = { v[0], v[0] }, v1 = { v[1], v[1] }, v2 = { v[2], v[2] }, v3 = { v[3], v[3] };
  const double *c1 = c + leading, *c2 = c1 + leading, *c3 = c2 + leading;
  int i = 0;

  for (; i + 1 < n; i += 2)
    *(OdeTwo *) (b + i) = *(OdeTwo *) (b + i) - v0 * *(const OdeTwo *) (c + i) - v1 * *(const OdeTwo *) (c1 + i)
                        - v2 * *(const OdeTwo *) (c2 + i) - v3 * *(const OdeTwo *) (c3 + i);
  if (i < n)
    b[i] = b[i] - v[0] * c[i] - v[1] * c1[i] - v[2] * c2[i] - v[3] * c3[i];
}

/* Replaces b[0] … b[3] by the solution v of the unit lower triangle at d. */
static inline void
solve_unit_triangle (const double *restrict d, ptrdiff_t leading, double *restrict b)
{
  b[1] = b[1] - b[0] * d[1];
  b[2] = b[2] - b[0] * d[2] - b[1] * d[leading + 2];
  b[3] = b[3] - b[0] * d[3] - b[1] * d[leading + 3] - b[2] * d[2 * leading + 3];
}

/* Implements ode_lu_solve with four columns at a time. The 4 × 4 triangle on the diagonal
 * is solved first, in scalars; its four unknowns are then eliminated together
 * from the rest of b. The last n mod 4 columns are handled one by one. */
static void
solve_fours (int n, const double *restrict a, const int *restrict pivot, double *restrict b)
{
  const ptrdiff_t leading = n;
  const int whole = ode_lu_in_blocks (n);

  for (int k = 0; k < n; k++)
    {
      const int p = pivot[k];
      const double value = b[p];

      b[p] = b[k];
      b[k] = value;
    }
  for (int k = 0; k < whole; k += 4)
    {
      const double *restrict d = a + (ptrdiff_t) k * n + k;
      double v[4];

      solve_unit_triangle (d, leading, b + k);
      for (int j = 0; j < 4; j++)
        v[j] = b[k + j];
      subtract_four (n - k - 4, v, d + 4, leading, b + k + 4);
    }
  for (int k = whole; k < n - 1; k++)
    ode_subtract_column (n - k - 1, b[k], a + (ptrdiff_t) k * n + k + 1, b + k + 1);
  /* Back substitution begins with the columns that belong to no block of four. */
  for (int k = n - 1; k >= whole; k--)
    {
      b[k] *= a[(ptrdiff_t) k * n + k];
      ode_subtract_column (k, b[k], a + (ptrdiff_t) k * n, b);
    }
  /* The blocks follow from the last to the first: solve the triangle on
   * the diagonal, then update all rows above it. */
  for (int k = whole - 4; k >= 0; k -= 4)
    {
      const double *restrict d = a + (ptrdiff_t) k * n + k;
      double v[4];

      v[3] = b[k + 3] * d[3 * leading + 3];
      v[2] = (b[k + 2] - v[3] * d[3 * leading + 2]) * d[2 * leading + 2];
      v[1] = (b[k + 1] - v[3] * d[3 * leading + 1] - v[2] * d[2 * leading + 1]) * d[leading + 1];
      v[0] = (b[k] - v[3] * d[3 * leading] - v[2] * d[2 * leading] - v[1] * d[leading]) * d[0];
      for (int j = 0; j < 4; j++)
        b[k + j] = v[j];
      subtract_four (k, v, a + (ptrdiff_t) k * n, leading, b);
    }
}

#ifdef ODE_HAVE_LAPACK
/* Applies the multipliers of `width` factored columns to the column target[rows]: target[i] is final after the columns before i, so that
 * one pass solves with the triangle of L and subtracts the rest of L. */
static void
eliminate_block (int rows, int width, ptrdiff_t leading, const double *restrict panel, double *restrict target)
{
  int i = 0;

  for (; i + 4 <= width; i += 4)
    {
      const double *restrict d = panel + (ptrdiff_t) i * leading + i;
      double v[4];

      solve_unit_triangle (d, leading, target + i);
      for (int k = 0; k < 4; k++)
        v[k] = target[i + k];
      subtract_four (rows - i - 4, v, d + 4, leading, target + i + 4);
    }
  for (; i < width; i++)
    ode_subtract_column (rows - i - 1, target[i], panel + (ptrdiff_t) i * leading + i + 1, target + i + 1);
}

/* Implements ode_lu_factor in LAPACK's layout: LAPACK factors blocks of columns, whose multipliers are then subtracted from each column to
 * the right (Golub and Van Loan, Matrix Computations, 4th ed. 2013, section 3.2.11). look may be NULL. */
static bool
factor_blocks (int n, double *a, int *pivot, OdeLook look, void *user)
{
  static const int one = 1;

  for (int k = 0; k < n; k += BLOCK)
    {
      const int width = n - k < BLOCK ? n - k : BLOCK, rows = n - k, right = n - k - width, first = k + 1, last = k + width;
      double *panel = a + (ptrdiff_t) k * n + k;
      int info = 0;

      if (look != NULL && !look (user))
        return false;
      dgetrf_ (&rows, &width, panel, &n, pivot + k, &info);
      if (info != 0)
        return false;
      for (int i = k; i < k + width; i++)
        pivot[i] += k;
      /* LAPACK exchanged the rows of the block only. The columns on both sides follow; pivot has indices from 1 in the whole
       * matrix. */
      dlaswp_ (&k, a, &n, &first, &last, pivot, &one);
      dlaswp_ (&right, a + (ptrdiff_t) (k + width) * n, &n, &first, &last, pivot, &one);
      for (int j = width; j < rows; j++)
        {
          if (look != NULL && j % COLUMNS_BETWEEN == 0 && !look (user))
            return false;
          eliminate_block (rows, width, n, panel, panel + (ptrdiff_t) j * n);
        }
    }
  /* LAPACK reports a zero pivot, but not a pivot that is not finite. Elimination carries
   * such a value to the last pivot. */
  return isfinite (a[(ptrdiff_t) n * n - 1]);
}
#endif

/* The factorization that looks has the same bits, so that a run gives the same
 * numbers whether it can be cancelled or not. */
bool
ode_lu_factor (int n, double *restrict a, int *restrict pivot)
{
  return ode_lu_factor_watched (n, a, pivot, NULL, NULL);
}

bool
ode_lu_uses_lapack (int n)
{
#ifdef ODE_HAVE_LAPACK
  return n >= ODE_LU_LAPACK;
#else
  (void) n;
  return false;
#endif
}

/* Orders up to 4 are compiled separately and never call `look`. A factor of order ODE_LU_LAPACK or more has the layout of LAPACK; only
 * solve_lapack solves with it. */
bool
ode_lu_factor_watched (int n, double *restrict a, int *restrict pivot, OdeLook look, void *user)
{
  switch (n)
    {
    case 0:
      return true;
    case 1:
      return ode_lu_factor_n (1, a, pivot, NULL, NULL);
    case 2:
      return ode_lu_factor_n (2, a, pivot, NULL, NULL);
    case 3:
      return ode_lu_factor_n (3, a, pivot, NULL, NULL);
    case 4:
      return ode_lu_factor_n (4, a, pivot, NULL, NULL);
    default:
#ifdef ODE_HAVE_LAPACK
      if (n >= ODE_LU_LAPACK)
        return factor_blocks (n, a, pivot, look, user);
#endif
      return ode_lu_factor_n (n, a, pivot, look, user);
    }
}

int
ode_lu_in_blocks (int n)
{
  return n <= LARGEST_CONSTANT ? 0 : n & ~3;
}

/* Orders up to LARGEST_CONSTANT are compiled with n as a constant. Order 1 is a multiplication by the stored
 * reciprocal. */
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
      ode_lu_solve_n (2, a, pivot, b);
      return;
    case 3:
      ode_lu_solve_n (3, a, pivot, b);
      return;
    case 4:
      ode_lu_solve_n (4, a, pivot, b);
      return;
    case 5:
      ode_lu_solve_n (5, a, pivot, b);
      return;
    case 6:
      ode_lu_solve_n (6, a, pivot, b);
      return;
    case 7:
      ode_lu_solve_n (7, a, pivot, b);
      return;
    case 8:
      ode_lu_solve_n (8, a, pivot, b);
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
