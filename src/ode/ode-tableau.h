/* The coefficients of a Runge–Kutta method. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The Butcher tableau of a method, row-major; its arrays live as long as the
 * method. */
typedef struct
{
  int n_stages;
  const double *A;      /* n_stages², lower triangle for explicit ones */
  const double *b;      /* n_stages */
  const double *b_hat;  /* n_stages, or NULL */
  const double *c;      /* n_stages */
  bool fsal;            /* last stage = first of the next step */
  /* Native dense output b_i(θ) = Σ_k dense[i·(dense_degree + 1) + k] θ^k over
   * n_stages + n_extra stages; NULL: cubic Hermite. */
  const double *dense;
  int dense_degree;
  int n_extra;
  const double *A_extra; /* n_extra rows of n_stages + n_extra */
  const double *c_extra;
} OdeTableau;

/* Returns b_i(θ) = Σ_k dense[i·(degree + 1) + k] θ^k by Horner's rule. */
static inline double
ode_tableau_dense_weight (const double *dense, int degree, int i, double theta)
{
  const double *p = dense + (size_t) i * ((size_t) degree + 1);
  double weight = p[degree];

  for (int k = degree - 1; k >= 0; k--)
    weight = weight * theta + p[k];
  return weight;
}
