/* Radau IIA methods of orders 5, 9 and 13. */
#pragma once

#include "ode-stepper.h"

/* The type to which OdeMethod.data points: the first and the last level
 * that the method may use. The levels 0, 1, 2 are the orders 5, 9, 13. */
typedef struct
{
  int lowest, highest;
} OdeRadauData;

extern const OdeStepperClass ode_radau_class;
