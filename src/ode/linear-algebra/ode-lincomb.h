/* y = x + Σ c_j k_j in one pass over the states. */
#pragma once

/* Sums n_terms scaled vectors onto x[n] into y[n], the last term added last; y may be x, and no k. */
void ode_lincomb (int n, double *y, const double *x, int n_terms, const double *c, const double *const *k);
