/* Small dense and banded linear algebra: LU with partial pivoting, real and complex.
 *
 * Everything works in place on memory of the caller and allocates nothing. Matrices are column-major. The diagonal of a factor
 * holds the reciprocals of the pivots: one division a column when factoring, none when solving. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Row-exchanging LU of a[n·n]; pivot[n]. false: singular to working precision, or not finite. */
bool ode_lu_factor (int n, double *restrict a, int *restrict pivot);
/* Solves with a factor in place: b[n]. */
void ode_lu_solve (int n, const double *restrict a, const int *restrict pivot, double *restrict b);
/* Solves with the transposed matrix. */
void ode_lu_solve_transposed (int n, const double *restrict a, const int *restrict pivot, double *restrict b);

/* The same for complex matrices, real and imaginary parts in planes of their own, which vectorise where pairs do not. */
bool ode_lu_factor_complex (int n, double *restrict re, double *restrict im, int *restrict pivot);
void ode_lu_solve_complex (int n, const double *restrict re, const double *restrict im, const int *restrict pivot,
                           double *restrict b_re, double *restrict b_im);

/* Banded: entry (i, j) stands at a[(lower + upper + i − j) + j·leading], leading = 2·lower + upper + 1; the top `lower` rows are
 * room for fill and need not be set. */
static inline size_t
ode_band_leading (int lower, int upper)
{
  return 2 * (size_t) lower + (size_t) upper + 1;
}

bool ode_band_factor (int n, int lower, int upper, double *restrict a, int *restrict pivot);
void ode_band_solve (int n, int lower, int upper, const double *restrict a, const int *restrict pivot, double *restrict b);
bool ode_band_factor_complex (int n, int lower, int upper, double *restrict re, double *restrict im, int *restrict pivot);
void ode_band_solve_complex (int n, int lower, int upper, const double *restrict re, const double *restrict im,
                             const int *restrict pivot, double *restrict b_re, double *restrict b_im);
