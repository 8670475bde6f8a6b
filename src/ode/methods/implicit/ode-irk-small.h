/* The iteration of ode-irk.c for three, five or seven stages and one to four states, for which calls and loops cost more time than the arithmetic. */
#pragma once

#include "ode-irk.h"

/* The functions for one number of stages and states. They give the bits of the general functions. */
struct OdeIrkSmall
{
  OdeStatus (*factor) (OdeIrkSolver *solver, const OdeIrkScheme *scheme, double h);
  OdeStatus (*iterate) (OdeIrkSolver *solver, const OdeIrkScheme *scheme, double t, double h, const double *x0);
};

/* Returns the functions for this matrix and scheme, or NULL if there are none: more than four states, a mass matrix, or other stages than three, five
 * or seven with one real eigenvalue. */
const OdeIrkSmall *ode_irk_small_find (const OdeMatrix *matrix, const OdeIrkScheme *scheme);
/* Returns the same for the matrix of a solver, which remembers it. */
static inline const OdeIrkSmall *
ode_irk_solver_small (OdeIrkSolver *solver, const OdeIrkScheme *scheme)
{
  if (solver->small_scheme != scheme)
    {
      solver->small_scheme = scheme;
      solver->small = ode_irk_small_find (solver->matrix, scheme);
    }
  return solver->small;
}

/* Implements ode_irk_collocation_weights; the compiler specializes the function where the number of stages is a constant. P(θ) = Σ ℓ_i(θ) Z_i is the polynomial through (0, 0) and (c_i, Z_i).
 * scheme->lagrange contains the reciprocals of c_i Π (c_i − c_j). */
static inline __attribute__ ((always_inline)) void
ode_irk_weights_s (const int s, const OdeIrkScheme *scheme, double theta, double *weights)
{
  double product = theta;

  /* The weight is θ Π_{j≠i} (θ − c_j) divided by its value at θ = c_i. A forward pass multiplies
   * the factors with j < i, a backward pass those with j > i. There is no division by θ −
   * c_j, so that θ = c_j is allowed. */
  for (int i = 0; i < s; i++)
    {
      weights[i] = scheme->lagrange[i] * product;
      product *= theta - scheme->c[i];
    }
  product = 1.0;
  for (int i = s - 1; i >= 0; i--)
    {
      weights[i] *= product;
      product *= theta - scheme->c[i];
    }
}
