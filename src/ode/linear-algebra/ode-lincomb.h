/* The linear combination y = x + Σ c_j k_j in one pass over the states. */
#pragma once

/* Computes y[n] = x[n] + Σ c[j] k[j][n] and adds the terms in the order of j. y may be the same array as x,
 * but not as one of the k[j]. */
void ode_lincomb (int n, double *y, const double *x, int n_terms, const double *c, const double *const *k);
