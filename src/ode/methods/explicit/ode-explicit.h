/* Explicit Runge–Kutta steps from any tableau, and their dense output. The
 * formulas are in ode-explicit.c. */
#pragma once

#include "ode-stepper.h"

extern const OdeStepperClass ode_explicit_class;       /* dense output by cubic Hermite */
extern const OdeStepperClass ode_explicit_dense_class; /* by the tableau's own interpolant */

/* The pair that other methods start or switch with. */
extern const OdeMethod ode_method_runge_kutta5;

/* Takes one attempt, unrolled for a method and a number of states. step->f0 is
 * known; stage i goes to slopes[i · n_states], the last stage of an fsal
 * tableau to step->f1_buffer. The arithmetic and its order are those of the
 * general way, hence also the bits. */
typedef OdeStatus (*OdeExplicitKernel) (OdeStepper *stepper, OdeTry *step, double *slopes);

#define ODE_EXPLICIT_KERNEL_STATES 4

/* OdeMethod.data of an explicit method, which may be NULL. */
typedef struct
{
  const double *error5, *error3;    /* DOP853: weights of the two estimates over its stages; NULL: the error is b − b_hat */
  const OdeExplicitKernel *kernels; /* for 1 … ODE_EXPLICIT_KERNEL_STATES states, see ode-explicit-unroll.h; NULL: none */
} OdeExplicitData;
