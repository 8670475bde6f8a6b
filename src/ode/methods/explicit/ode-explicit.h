/* Explicit Runge–Kutta steps from any tableau, and their dense output. */
#pragma once

#include "ode-stepper.h"

extern const OdeStepperClass ode_explicit_class;       /* dense output by cubic Hermite */
extern const OdeStepperClass ode_explicit_dense_class; /* by the tableau's own interpolant */

/* The pair that other methods start or switch with. */
extern const OdeMethod ode_method_runge_kutta5;

/* What OdeMethod.data of an explicit method may say; NULL: the error is b − b_hat. */
typedef struct
{
  bool dop853; /* two estimates, combined by their norms */
} OdeExplicitData;

/* DOP853's error weights of orders 5 and 3 over its twelve stages. */
void ode_explicit_dop853_weights (const double **error5, const double **error3);

/* One attempt unrolled for a method and a small number of states: stage i goes to slopes[i·n_states], a FSAL stage to f1_room.
 * step->f0 is known. Same arithmetic, same order, hence the same bits as the general way. */
typedef OdeStatus (*OdeExplicitKernel) (OdeStepper *stepper, OdeTry *step, double *slopes);

/* NULL: there is none. */
OdeExplicitKernel ode_explicit_kernel (const OdeTableau *tableau, int n_states);
