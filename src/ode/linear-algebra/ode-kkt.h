/* Small dense least squares and saddle-point (KKT) systems whose constraints
 * may be redundant. Nothing is allocated; any thread. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Singular values below this fraction of the largest count as zero.
 * RigidBodyDynamics.jl uses the same relative cutoff for its constraint
 * multipliers. */
#define ODE_KKT_CUTOFF 1e-10

/* Returns the number of doubles of `work` for both functions below, with n
 * unknowns and m rows. */
size_t ode_kkt_work_size (int n, int m);

/* Computes the x[n] of least norm that minimises ‖A x − b‖; A[m·n] row-major,
 * b[m]. Returns the rank of A. */
int ode_least_squares (int n, int m, const double *A, const double *b, double *x, double *work);

/* Solves M a = f + Gᵀ λ, G a = g for a[n] and λ[m]. M[n·n] is column-major,
 * symmetric positive definite, and overwritten; G[m·n] is row-major. Where rows
 * of G are dependent, λ is the solution of least norm, and contradictory g are
 * met in the least-squares sense. Returns the rank of G, or −1 where M is not
 * positive definite. */
int ode_kkt_solve (int n, int m, double *M, const double *G, const double *f, const double *g, double *a, double *lambda,
                   double *work);
