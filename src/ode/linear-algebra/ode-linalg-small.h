/* Dense LU with partial pivoting as inline functions, which the compiler specializes where n is a constant. ode-linalg.c describes the algorithm;
 * solvers of few states include the functions to save calls. */
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "ode-settings.h"

/* Two adjacent elements of a column. Explicit vectors avoid the prologue and
 * epilogue that a compiler adds to a vectorised loop, which cost more than the
 * loop itself for the short columns of this file. The alignment is 8 because columns
 * of odd length start at odd elements. */
typedef double OdeTwo __attribute__ ((vector_size (16), aligned (8), may_alias));

/* Subtracts f c[n] from t[n]. Multiplication and subtraction are separate operations (not
 * fused) for each element, so that every unrolling gives the same bits. */
static inline __attribute__ ((always_inline)) void
ode_subtract_column (const int n, double f, const double *restrict c, double *restrict t)
{
  const OdeTwo ff = { f, f };
  int i = 0;

#pragma GCC unroll 4
  for (; i + 1 < n; i += 2)
    *(OdeTwo *) (t + i) -= ff * *(const OdeTwo *) (c + i);
  if (i < n)
    t[i] -= f * c[i];
}

/* Implements ode_lu_factor. The compiler specializes the function where n is a constant. look may
 * be NULL. The loop over j updates the columns to the right one at a time (right-looking), so that
 * the inner loop runs down a column in memory. */
static inline __attribute__ ((always_inline)) bool
ode_lu_factor_n (const int n, double *restrict a, int *restrict pivot, OdeLook look, void *user)
{
  for (int k = 0; k < n; k++)
    {
      if (look != NULL && !look (user))
        return false;

      double *restrict column = a + (ptrdiff_t) k * n;
      int p = k;
      double largest = fabs (column[k]);

      for (int i = k + 1; i < n; i++)
        if (fabs (column[i]) > largest)
          {
            largest = fabs (column[i]);
            p = i;
          }
      /* NaN fails both comparisons, and infinity fails the second one. */
      if (!(largest > 0.0 && largest <= 1.7976931348623157e308))
        return false;
      pivot[k] = p;
      if (p != k)
        for (int j = 0; j < n; j++)
          {
            const double swap = a[(ptrdiff_t) j * n + k];

            a[(ptrdiff_t) j * n + k] = a[(ptrdiff_t) j * n + p];
            a[(ptrdiff_t) j * n + p] = swap;
          }
      /* The diagonal of U is stored as its reciprocal, so that a solve
       * multiplies instead of dividing. */
      const double reciprocal = 1.0 / column[k];

      column[k] = reciprocal;
      for (int i = k + 1; i < n; i++)
        column[i] *= reciprocal;
      for (int j = k + 1; j < n; j++)
        {
          double *restrict target = a + (ptrdiff_t) j * n;
          const double factor = target[k];

          /* A Jacobian in dense storage often has many zeros. A zero multiplier needs
           * no operation. */
          if (factor != 0.0)
            ode_subtract_column (n - k - 1, factor, column + k + 1, target + k + 1);
        }
    }
  return true;
}

/* Implements ode_lu_solve for small n: applies the exchanges, then solves L y = P b forwards and
 * U x = y backwards, both column by column. */
static inline __attribute__ ((always_inline)) void
ode_lu_solve_n (const int n, const double *restrict a, const int *restrict pivot, double *restrict b)
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
      const double *restrict column = a + (ptrdiff_t) k * n;
      const double value = b[k];

#pragma GCC unroll 8
      for (int i = k + 1; i < n; i++)
        b[i] -= value * column[i];
    }
#pragma GCC unroll 8
  for (int k = n - 1; k >= 0; k--)
    {
      const double *restrict column = a + (ptrdiff_t) k * n;
      const double value = b[k] * column[k];

      b[k] = value;
#pragma GCC unroll 8
      for (int i = 0; i < k; i++)
        b[i] -= value * column[i];
    }
}
