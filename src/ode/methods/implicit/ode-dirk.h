/* Diagonally implicit Runge–Kutta methods with any tableau. */
#pragma once

#include "ode-stage.h"

/* The type to which OdeMethod.data points. NULL means { .filter = true }, which suits tableaus
 * read at run time. */
typedef struct
{
  bool filter; /* whether the error estimate is multiplied by (M − γhJ)⁻¹ M, because
                * without this filter it is not bounded for stiff components */
} OdeDirkData;

extern const OdeStepperClass ode_dirk_class;
