/* Small dense and banded linear algebra: LU with partial pivoting, real and
 * complex.
 *
 * All functions work in place on the caller's memory, allocate nothing and may be called from any
 * thread. Matrices are column-major. The diagonal of a factor holds the
 * reciprocals of the pivots, so that a factorization needs one division per column
 * and a solve needs none. A factor made by LAPACK (see ode-linalg.c) keeps
 * LAPACK's layout; only the solve function of the same kind may read it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Factors a[n·n] into P A = L U in place and writes the row exchanges to
 * pivot[n]. Returns false if a pivot is zero or not finite; a is then
 * undefined. */
bool ode_lu_factor (int n, double *restrict a, int *restrict pivot);
/* Returns whether LAPACK factors a dense matrix of order n. The bits of the factor then depend on the installed library. */
bool ode_lu_uses_lapack (int n);
/* Returns how many unknowns, from the first on, the back substitution of ode_lu_solve finds in blocks of four, if LAPACK is not used. The order of its
 * operations depends on it. */
int ode_lu_in_blocks (int n);
/* Solves A x = b with a factorization of A; b[n] becomes x. */
void ode_lu_solve (int n, const double *restrict a, const int *restrict pivot, double *restrict b);

/* Factors the complex matrix re[n·n] + i im[n·n] like ode_lu_factor. Real and imaginary
 * parts are in separate arrays, so that the compiler vectorizes the loops over
 * a column. */
bool ode_lu_factor_complex (int n, double *restrict re, double *restrict im, int *restrict pivot);
/* Solves A x = b with a complex factor of A; b_re[n] + i b_im[n] becomes x. */
void ode_lu_solve_complex (int n, const double *restrict re, const double *restrict im, const int *restrict pivot,
                           double *restrict b_re, double *restrict b_im);

/* Returns the column stride of band storage, 2·lower + upper + 1. Entry (i, j)
 * of the matrix is a[(lower + upper + i − j) + j·stride] (LAPACK's layout,
 * Anderson et al., LAPACK Users' Guide, 3rd ed. 1999, section 5.3.3). The first
 * `lower` rows of each column are for the fill that row exchanges cause, and need not be
 * set. */
static inline size_t
ode_band_leading (int lower, int upper)
{
  return 2 * (size_t) lower + (size_t) upper + 1;
}

/* Factors a band matrix, stored as described at ode_band_leading, like
 * ode_lu_factor. */
bool ode_band_factor (int n, int lower, int upper, double *restrict a, int *restrict pivot);
/* Solves A x = b with a band factor; b[n] becomes x. */
void ode_band_solve (int n, int lower, int upper, const double *restrict a, const int *restrict pivot, double *restrict b);
/* Factors the complex band matrix re + i im like ode_lu_factor. Both parts are stored as described
 * at ode_band_leading. */
bool ode_band_factor_complex (int n, int lower, int upper, double *restrict re, double *restrict im, int *restrict pivot);
/* Factors the band matrix a like ode_band_factor and re + i im like ode_band_factor_complex, column by column in turn. Returns false if one of them is
 * singular; both are then undefined. */
bool ode_band_factor_two (int n, int lower, int upper, double *restrict a, int *restrict pivot, double *restrict re, double *restrict im,
                          int *restrict pivot_complex);
/* Solves A x = b with a complex band factor of A; b_re[n] + i b_im[n] becomes x. */
void ode_band_solve_complex (int n, int lower, int upper, const double *restrict re, const double *restrict im,
                             const int *restrict pivot, double *restrict b_re, double *restrict b_im);
