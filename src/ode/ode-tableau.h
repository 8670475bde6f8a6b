/* The coefficients of a Runge–Kutta method. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The Butcher tableau of a method. Matrices are row-major. The arrays live as long as the
 * method. */
typedef struct
{
  int n_stages;
  const double *A;      /* n_stages² numbers; explicit methods use the lower triangle */
  const double *b;      /* n_stages weights of the solution */
  const double *b_hat;  /* n_stages weights of the embedded formula, or NULL */
  const double *c;      /* n_stages times of the stages, as fractions of the step */
  bool fsal;            /* the last stage equals the first stage of the next step */
  /* Coefficients of the dense output x0 + h Σ b_i(θ) k_i over n_stages + n_extra stages;
   * NULL: the integrator uses cubic Hermite interpolation. Row i of `dense` has the dense_degree + 1 coefficients
   * of a polynomial p_i, lowest power first:
   *   b_i(θ) = p_i(θ), or if dense_correction is set
   *   b_i(θ) = Hermite's cubic through b_i and the slopes at both ends
   *            + θ² (1 − θ)² p_i(2θ − 1). */
  const double *dense;
  int dense_degree;
  bool dense_correction;
  int n_extra;
  const double *A_extra; /* n_extra rows of n_stages + n_extra numbers: the matrix A of the extra stages */
  const double *c_extra;
} OdeTableau;

/* Returns Σ_k p[k] u^k, k = 0 … degree, by Horner's rule. */
static inline double
ode_tableau_polynomial (const double *p, int degree, double u)
{
  double value = p[degree];

  for (int k = degree - 1; k >= 0; k--)
    value = value * u + p[k];
  return value;
}

/* Returns the weight b_i(θ) of stage i in the dense output.
 *
 * Powers of θ are a bad basis for interpolants of high order: the
 * coefficients are large and alternate in sign (1.35·10⁶ for verner87), so that the
 * rounding error of the sum is 2.4·10⁻¹⁰. An interpolant with the slopes f0 and f1
 * at its ends differs from Hermite's cubic,
 *
 *   b_i θ² (3 − 2θ) + δ_i1 θ (1 − θ)² − δ_ie θ² (1 − θ),   e the stage f1,
 *
 * by θ² (1 − θ)² times a polynomial, which has small coefficients in u = 2θ
 * − 1, |u| ≤ 1. The sum of the absolute values of all terms is then at most
 * three times Σ_i |b_i(θ)|, so that the rounding errors are about as large
 * as those of a step. Both ends are exact: b_i(0) = 0 and b_i(1) = b_i.
 *
 * f1 is the last stage of methods with FSAL and the first extra stage of
 * others. */
static inline double
ode_tableau_dense_weight (const OdeTableau *tableau, int i, double theta)
{
  const double *p = tableau->dense + (size_t) i * ((size_t) tableau->dense_degree + 1);
  const double rest = 1 - theta;
  double weight;

  if (!tableau->dense_correction)
    return ode_tableau_polynomial (p, tableau->dense_degree, theta);
  weight = theta * rest * rest * ode_tableau_polynomial (p, tableau->dense_degree, theta - rest);
  if (i < tableau->n_stages)
    weight += (theta + 2 * theta * rest) * tableau->b[i];
  if (i == (tableau->fsal ? tableau->n_stages - 1 : tableau->n_stages))
    weight -= theta * rest;
  weight *= theta;
  return i == 0 ? weight + theta * rest * rest : weight;
}
