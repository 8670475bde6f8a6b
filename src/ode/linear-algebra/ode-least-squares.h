/* Least squares for small dense systems that may be rank-deficient. The
 * functions allocate nothing and may be called from any thread. */
#pragma once

#include <stddef.h>

/* Singular values below this fraction of the largest count as zero. RigidBodyDynamics.jl uses the same relative cutoff for its constraint
 * multipliers. */
#define ODE_LEAST_SQUARES_CUTOFF 1e-10

/* Returns the number of doubles of `work` for n unknowns and m rows. */
size_t ode_least_squares_work_size (int n, int m);

/* Computes the x[n] of least norm that minimizes ‖A x − b‖ for A[m·n], row-major, and b[m]. Returns the rank of A. */
int ode_least_squares (int n, int m, const double *A, const double *b, double *x, double *work);
