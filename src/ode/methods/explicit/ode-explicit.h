/* Explicit Runge–Kutta steps from any tableau, and their dense output. */
#pragma once

#include "ode-stepper.h"

extern const OdeStepperClass ode_explicit_class;       /* dense output by cubic Hermite */
extern const OdeStepperClass ode_explicit_dense_class; /* by the tableau's own interpolant */

/* The pair that other methods start or switch with. */
extern const OdeMethod ode_method_runge_kutta5;

/* One attempt unrolled for a method and a small number of states: stage i goes to slopes[i·n_states], a FSAL stage to f1_room.
 * step->f0 is known. Same arithmetic, same order, hence the same bits as the general way. */
typedef OdeStatus (*OdeExplicitKernel) (OdeStepper *stepper, OdeTry *step, double *slopes);

#define ODE_EXPLICIT_KERNEL_STATES 4

/* OdeMethod.data of an explicit method, which may be NULL. */
typedef struct
{
  const double *error5, *error3;    /* DOP853: weights of the two estimates over its stages; NULL: the error is b − b_hat */
  const OdeExplicitKernel *kernels; /* for 1 … ODE_EXPLICIT_KERNEL_STATES states, see ode-explicit-unroll.h; NULL: none */
} OdeExplicitData;
