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

/* Coefficients for points at s[0…count) in units of the step from the present point; the new one is at s = 1.
 * weights of the slopes there so that ∫₀¹ is exact for polynomials of degree count − 1. */
void ode_multistep_integrate (int count, const double *s, double *weights);
/* weights of the values there for the derivative at s = 1. */
void ode_multistep_differentiate (int count, const double *s, double *weights);
