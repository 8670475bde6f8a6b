/* Radau IIA methods of orders 5, 9 and 13. */
#pragma once

#include "ode-stepper.h"

/* OdeMethod.data: the first and last of the levels 0, 1, 2, which are orders 5,
 * 9, 13. */
typedef struct
{
  int lowest, highest;
} OdeRadauData;

extern const OdeStepperClass ode_radau_class;
