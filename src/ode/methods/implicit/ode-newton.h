/* Convergence tests of Newton's method, which all implicit steppers use. A test
 * decides whether an iteration has converged, diverges, or is too slow. There are two
 * sets of rules: those of Hairer and Wanner, and those of Drake if settings.drake_implicit
 * is set. The iteration itself is in the steppers. */
#pragma once

#include "ode-linalg-matrix.h"
#include "ode-stepper.h"

typedef enum
{
  ODE_NEWTON_CONTINUE,
  ODE_NEWTON_CONVERGED,
  ODE_NEWTON_DIVERGED,
  ODE_NEWTON_UNDEFINED, /* the Newton update is not finite */
  ODE_NEWTON_STOPPED,   /* settings.stop requested the end of the run */
} OdeNewtonVerdict;

typedef struct
{
  OdeStepper *stepper;
  bool drake;
  bool tight;          /* steps are fixed, so the iteration continues to rounding level */
  bool full;           /* the Jacobian is evaluated at each iterate */
  int limit;           /* largest number of iterations */
  double tolerance;    /* bound for η ‖update‖ in units of the error tolerance */
  double eta;          /* η = θ/(1 − θ), which the next step uses in its first iteration */
  bool eta_is_old;     /* η is that of the step before, and not yet raised to the power 0.8 */
  double theta;        /* contraction rate: geometric mean of the last two ratios of norms */
  double norm, rate;   /* norm of the last update, and its ratio to the norm of the update before */
  int iterations;
  /* n_states numbers: 1/tolerance of each component; owned by the caller. */
  double *inverse_scale;
} OdeNewton;

/* Prepares the tests. inverse_scale[n_states] is owned by the caller and
 * must outlive them. */
void ode_newton_init (OdeNewton *newton, OdeStepper *stepper, double *inverse_scale);
/* Computes the scale of the updates for a step from x0[n_states], and the
 * limits of the iteration. loosening is a factor for the tolerances (the transformed
 * tolerances of RADAU5); it is 1 for other methods. */
void ode_newton_scale (OdeNewton *newton, const double *x0, double loosening);
/* Selects the full Newton method for the rest of an attempt, after an iteration has failed, and clears the contraction rate. Returns false
 * if it is not allowed: with error control and with subdivided fixed steps the step size is reduced instead. */
bool ode_newton_become_full (OdeNewton *newton);
/* Clears the contraction rate of earlier steps. */
void ode_newton_restart (OdeNewton *newton);
/* Returns η for a snapshot. */
double ode_newton_eta (const OdeNewton *newton);
/* Sets η to that of a snapshot. */
void ode_newton_set_eta (OdeNewton *newton, double eta);
/* Starts the iterations of a solve. */
void ode_newton_begin (OdeNewton *newton);
/* Returns the root mean square of update[n_vectors · n_states], each component divided by its tolerance. */
double ode_newton_norm (const OdeNewton *newton, int n_vectors, const double *update);
/* Counts an iteration whose update has this norm, and applies the convergence
 * test of Hairer and Wanner (Solving ODEs II, section IV.8) to it. */
OdeNewtonVerdict ode_newton_judge (OdeNewton *newton, double norm);
/* Returns whether |dx_i| ≤ 10 ε max (1, |x_i|) for all i, Drake's first test. */
bool ode_newton_is_update_zero (int n, const double *x, const double *dx);
/* Counts an iteration with the update dx[n] of x[n], and applies Drake's rules to it.
 * norm is the norm of dx divided by the accuracy. */
OdeNewtonVerdict ode_newton_judge_drake (OdeNewton *newton, int n, const double *x, const double *dx, double norm);
/* Returns the status of an attempt in which Newton's method ended with this verdict. */
OdeStatus ode_newton_status (OdeNewtonVerdict verdict);
