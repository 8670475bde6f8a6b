/* Linear multistep methods with fixed steps: Adams–Bashforth, Adams–Moulton, BDF,
 * and two formulas that demonstrate instability. */
#pragma once

#include "ode-multistep-weights.h"
#include "ode-stepper.h"

extern const OdeStepperClass ode_multistep_class;
