/* Eigenvalues of a small real matrix: balancing, Hessenberg form, shifted QR. Cost about 10·n³; meant for n up to a few hundred. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Numbers of workspace for n. */
size_t ode_eigen_work_size (int n);

/* Eigenvalues of a[n·n], column-major, into values[2·n] as real and imaginary parts; conjugate pairs stand together, the one with the
 * positive imaginary part first. a is not changed. false where an entry is not finite or the iteration does not converge. Any thread. */
bool ode_eigen_values (int n, const double *a, double *values, double *work);

/* Largest |λ| of values[2·n]. */
double ode_eigen_radius (int n, const double *values);
