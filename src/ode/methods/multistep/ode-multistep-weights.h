/* The kinds of linear multistep formulas, and their weights for any points. */
#pragma once

typedef enum
{
  ODE_MULTISTEP_ADAMS_BASHFORTH,
  ODE_MULTISTEP_ADAMS_MOULTON,
  ODE_MULTISTEP_BDF,
  ODE_MULTISTEP_LEAPFROG,
  ODE_MULTISTEP_HERMITE, /* the explicit two-step method of order 3, which violates the root condition */
} OdeMultistepKind;

typedef struct
{
  OdeMultistepKind kind;
  int n_steps;
} OdeMultistepData;

#define ODE_MULTISTEP_MAX_STEPS 6

/* Computes the weights of the slopes at s[0…count), for which h Σ weights_j f_j
 * is the integral over [0, 1] of the polynomial of degree count − 1 through them.
 * s is measured from the current point in units of the step, so that the new point
 * is at s = 1. */
void ode_multistep_integrate (int count, const double *s, double *weights);
/* Computes the weights of the values at s[0…count), for which Σ weights_j x_j is the derivative
 * at s = 1 of the polynomial of degree count − 1 through them. */
void ode_multistep_differentiate (int count, const double *s, double *weights);
