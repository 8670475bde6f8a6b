/* Step doubling around a method that has no error estimate. */
#pragma once

#include "ode-stepper.h"

/* One step of size h against two of h/2; the two are kept, error = (x_two −
 * x_one)/(2^p − 1), order p + 1 in h: Hairer, Nørsett, Wanner, Solving ODEs I,
 * II.4 (4.4). */
extern const OdeStepperClass ode_doubling_class;
/* Evaluates at θ the parabola through both ends of the last step and its
 * middle, for systems with a mass matrix, whose slopes are not at hand. */
OdeStatus ode_doubling_dense (OdeStepper *stepper, double theta, double *x);
