/* Explicit Runge–Kutta steps from any tableau, and their dense output.
 * ode-explicit.c explains the formulas. */
#pragma once

#include "ode-stepper.h"

extern const OdeStepperClass ode_explicit_class;       /* dense output by the cubic Hermite polynomial */
extern const OdeStepperClass ode_explicit_dense_class; /* dense output by the tableau's own interpolant */

/* The pair that other methods use for their start or in part of their steps. */
extern const OdeMethod ode_method_runge_kutta5;

/* Attempts one step in a version that is unrolled for a method and a number of
 * states. step->f0 is known; stage i goes to slopes[i · n_states], the last
 * stage of an fsal tableau to step->f1_buffer. The operations and their order
 * are those of the general code, so the results agree bit by bit. */
typedef OdeStatus (*OdeExplicitKernel) (OdeStepper *stepper, OdeTry *step, double *slopes);

#define ODE_EXPLICIT_KERNEL_STATES 4

/* OdeMethod.data of an explicit method, which may be NULL. */
typedef struct
{
  const double *error5, *error3;    /* DOP853: weights of its two estimates over the stages; NULL: the error is b − b_hat */
  const OdeExplicitKernel *kernels; /* for 1 … ODE_EXPLICIT_KERNEL_STATES states, see ode-explicit-unroll.h; NULL: none */
} OdeExplicitData;
