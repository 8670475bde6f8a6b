/* Eigenvalues of a real matrix by balancing, reduction to Hessenberg form and
 * shifted QR. The cost is about 10 n³ operations, which suits n up to a few hundred. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Returns the number of doubles of `work` for order n. */
size_t ode_eigen_work_size (int n);

/* Computes the eigenvalues of a[n·n], column-major and unchanged, into
 * values[2n] as real and imaginary parts. The two of a conjugate pair are
 * adjacent, the one with positive imaginary part first. work has
 * ode_eigen_work_size (n) doubles. Returns false if an entry is not finite or
 * the iteration does not converge. Any thread. */
bool ode_eigen_values (int n, const double *a, double *values, double *work);
