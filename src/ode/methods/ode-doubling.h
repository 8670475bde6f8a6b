/* Step doubling around a method that has no error estimate. */
#pragma once

#include "ode-stepper.h"

/* Makes one step of size h and two of h/2. The two half steps are kept; error =
 * (x_two − x_one)/(2^p − 1), of order p + 1 in h (Hairer, Nørsett and Wanner,
 * Solving ODEs I, 2nd ed. 1993, II.4, equation 4.4). */
extern const OdeStepperClass ode_doubling_class;
/* Evaluates at θ the parabola through both ends of the last step and its
 * middle. It serves systems with a mass matrix, for which slopes are not
 * available. */
OdeStatus ode_doubling_dense (OdeStepper *stepper, double theta, double *x);
