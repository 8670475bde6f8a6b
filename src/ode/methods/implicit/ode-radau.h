/* Radau IIA of three, five and seven stages, fixed or variable order. */
#pragma once

#include "ode-irk.h"

/* Levels 0, 1, 2 are orders 5, 9, 13. */
typedef struct
{
  int lowest, highest;
} OdeRadauData;

extern const OdeStepperClass ode_radau_class;
