/* Dense factorizations of large matrices that the caller can end. An OdeLook is called between parts of about n² operations, or 64 n² in a real
 * factorization. They return the same bits as the functions without "watched". */
#pragma once

#include "ode-settings.h"

/* Factors a[n·n] like ode_lu_factor. Returns false too if `look` ended it; a is then undefined. */
bool ode_lu_factor_watched (int n, double *restrict a, int *restrict pivot, OdeLook look, void *user);
/* Factors re[n·n] + i im[n·n] like ode_lu_factor_complex. Returns false too if `look` ended it; the matrix is then undefined. */
bool ode_lu_factor_complex_watched (int n, double *restrict re, double *restrict im, int *restrict pivot, OdeLook look, void *user);
/* Computes eigenvalues like ode_eigen_values. Returns false too if `look` ended it. */
bool ode_eigen_values_watched (int n, const double *a, double *values, double *work, OdeLook look, void *user);
