/* Convergence tests of Newton's method, shared by all implicit steppers: when
 * an iteration has converged, diverges, or is too slow. Two sets of rules:
 * those of Hairer and Wanner, and those of Drake where settings.drake_implicit is
 * set. The steppers own the iteration itself. */
#pragma once

#include "ode-linalg-matrix.h"
#include "ode-stepper.h"

typedef enum
{
  ODE_NEWTON_CONTINUE,
  ODE_NEWTON_CONVERGED,
  ODE_NEWTON_DIVERGED,
  ODE_NEWTON_UNDEFINED, /* the update is not finite */
  ODE_NEWTON_STOPPED,   /* settings.stop was set */
} OdeNewtonVerdict;

typedef struct
{
  OdeStepper *stepper;
  bool drake;
  bool tight;          /* fixed steps: iterate to rounding level, so that the error is the method's and not the iteration's */
  int limit;           /* largest number of iterations */
  double tolerance;    /* bound for η ‖update‖ in units of the error tolerance */
  double eta;          /* θ/(1 − θ), which is kept from one step to the next */
  double theta;        /* last contraction rate: geometric mean of the last two ratios */
  double norm, rate;   /* norm of the last update, and its ratio to the previous norm */
  int iterations;
  /* 1/tolerance of each component. */
  double *inverse_scale;
} OdeNewton;

/* Prepares the tests; inverse_scale[n_states] is owned by the caller and
 * outlives them. */
void ode_newton_init (OdeNewton *newton, OdeStepper *stepper, double *inverse_scale);
/* Computes the scale of the updates for a step from x0[n_states], and the
 * limits of the iteration. loosening multiplies the tolerances (the transformed
 * tolerances of RADAU5); it is 1 for other methods. */
void ode_newton_scale (OdeNewton *newton, const double *x0, double loosening);
/* Clears the contraction rate of earlier steps. */
void ode_newton_restart (OdeNewton *newton);
/* Starts a new iteration. */
void ode_newton_begin (OdeNewton *newton);
/* Returns the root mean square of update[n_vectors · n_states] over the scale. */
double ode_newton_norm (const OdeNewton *newton, int n_vectors, const double *update);
/* Counts an iteration whose update has this norm, and judges it by the rules of
 * Hairer and Wanner. */
OdeNewtonVerdict ode_newton_judge (OdeNewton *newton, double norm);
/* Returns whether |dx_i| ≤ 10 ε max (1, |x_i|) for all i, Drake's first test. */
bool ode_newton_is_update_zero (int n, const double *x, const double *dx);
/* Counts an iteration with the update dx[n] of x[n], whose norm is in units of
 * the accuracy, and judges it by Drake's rules. */
OdeNewtonVerdict ode_newton_judge_drake (OdeNewton *newton, int n, const double *x, const double *dx, double norm);
/* Returns the status of a step whose iteration ended with this verdict. */
OdeStatus ode_newton_status (OdeNewtonVerdict verdict);
