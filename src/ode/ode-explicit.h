/* Explicit Runge–Kutta steps from any tableau, and their dense output. */
#pragma once

#include "ode-stepper.h"

extern const OdeStepperClass ode_explicit_class;       /* dense output by cubic Hermite */
extern const OdeStepperClass ode_explicit_dense_class; /* by the tableau's own interpolant */

/* Methods whose error estimate is not b − b_hat over all components point here with OdeMethod.data. */
typedef struct
{
  const double *error5, *error3; /* DOP853: two estimates combined by their norms; NULL otherwise */
} OdeExplicitData;
