/* When a Newton iteration has converged, diverged, or is too slow; and when its matrix is still good. Shared by all implicit
 * steppers. Two sets of rules: Hairer and Wanner's, and Drake's where settings.drake_newton asks for them. */
#pragma once

#include "ode-linalg-matrix.h"
#include "ode-stepper.h"

typedef enum
{
  ODE_NEWTON_CONTINUE,
  ODE_NEWTON_CONVERGED,
  ODE_NEWTON_DIVERGED,
  ODE_NEWTON_UNDEFINED, /* an update that is not finite */
  ODE_NEWTON_STOPPED,   /* settings.stop */
} OdeNewtonVerdict;

typedef struct
{
  OdeStepper *stepper;
  bool drake;
  bool tight;          /* fixed steps: to round-off, so that a method shows its own error and not the iteration's */
  int limit;           /* iterations allowed */
  double tolerance;    /* of the update in units of the error tolerance, times η */
  double eta;          /* θ/(1 − θ), carried from step to step */
  double theta;        /* last contraction, geometric mean of two */
  double norm, rate;   /* of the last update */
  int iterations;
  /* 1/tolerance of each component. */
  double *inverse_scale;
} OdeNewton;

/* inverse_scale[n_states] is the caller's. */
void ode_newton_init (OdeNewton *newton, OdeStepper *stepper, double *inverse_scale);
/* Sets the scale for a step from x0. loosening ≥ 1 multiplies the tolerance (RADAU's transformed tolerances), 1 otherwise; rtol is the
 * relative tolerance after it, from which the stopping factor follows. */
void ode_newton_scale (OdeNewton *newton, const double *x0, double loosening);
/* The history of contraction is void. */
void ode_newton_restart (OdeNewton *newton);
void ode_newton_begin (OdeNewton *newton);
/* Root mean square of n_vectors vectors of updates over the scale. */
double ode_newton_norm (const OdeNewton *newton, int n_vectors, const double *update);
/* Judges an update of that norm; counts the iteration. */
OdeNewtonVerdict ode_newton_judge (OdeNewton *newton, double norm);
/* Drake's first test: |dx_i| ≤ 10 ε max(1, |x_i|) for all i. */
bool ode_newton_is_update_zero (int n, const double *x, const double *dx);
/* Drake's verdict on the update dx of x, whose norm is in units of the accuracy. */
OdeNewtonVerdict ode_newton_judge_drake (OdeNewton *newton, int n, const double *x, const double *dx, double norm);
/* The status a verdict other than CONVERGED means for the step. */
OdeStatus ode_newton_status (OdeNewtonVerdict verdict);
