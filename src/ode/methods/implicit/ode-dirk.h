/* Diagonally implicit Runge–Kutta methods from any tableau. */
#pragma once

#include "ode-stage.h"

/* Data of a method; NULL stands for { .filter = true }, which suits tableaus
 * read at run time. */
typedef struct
{
  bool filter; /* the embedded difference is passed through (M − γhJ)⁻¹ M, because b_hat alone is not bounded for stiff components */
} OdeDirkData;

extern const OdeStepperClass ode_dirk_class;
