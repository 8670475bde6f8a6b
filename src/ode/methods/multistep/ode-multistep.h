/* Linear multistep methods at fixed steps, for showing what they are: Adams,
 * BDF, and two that teach by failing. */
#pragma once

#include "ode-multistep-weights.h"
#include "ode-stepper.h"

extern const OdeStepperClass ode_multistep_class;
