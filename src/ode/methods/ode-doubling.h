/* Step doubling, an error estimate for a method that has none. */
#pragma once

#include "ode-stepper.h"

/* A stepper that makes one step of size h (result x_one) and two steps of size h/2 (result x_two). The new state is x_two; the
 * error estimate is (x_two − x_one)/(2^p − 1), which is of order p + 1 in h (Hairer, Nørsett and Wanner,
 * Solving ODEs I, 2nd ed. 1993, II.4, equation 4.4). */
extern const OdeStepperClass ode_doubling_class;
/* Evaluates at θ the parabola through both ends and the middle of the last step
 * into x[n_states]. Systems with a mass matrix use it, because their slopes are not
 * available. */
OdeStatus ode_doubling_dense (OdeStepper *stepper, double theta, double *x);
