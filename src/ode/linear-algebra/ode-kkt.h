/* Least squares and saddle-point systems that tolerate redundant rows: small, dense, rank-revealing. No allocation. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Singular values below this part of the largest count as zero (RigidBodyDynamics.jl uses the same cutoff). */
#define ODE_KKT_CUTOFF 1e-10

/* Doubles of work for both functions below, n unknowns and m rows. */
size_t ode_kkt_work_size (int n, int m);

/* The shortest x[n] with A x = b in the least-squares sense; A[m·n] row-major. Returns the rank of A. */
int ode_least_squares (int n, int m, const double *A, const double *b, double *x, double *work);

/* M a = f + Gᵀ λ,  G a = g:  M[n·n] column-major, symmetric positive definite, overwritten; G[m·n] row-major; a[n], λ[m] out. Where
 * rows of G depend on each other λ is the shortest of all solutions and contradictory g are met in the least-squares
 * sense. Returns the rank of G, −1 where M is not positive definite. */
int ode_kkt_solve (int n, int m, double *M, const double *G, const double *f, const double *g, double *a, double *lambda,
                   double *work);
