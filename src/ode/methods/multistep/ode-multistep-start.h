/* The first steps of multistep methods for stiff systems with fixed steps: steps of Radau IIA of order 5. */
#pragma once

#include "ode-irk.h"
#include "ode-stage.h"

typedef struct
{
  OdeIrkSolver solver;
  OdeIrkScheme scheme;
} OdeMultistepStart;

/* Prepares the steps with the matrix of a stage solver. Returns false with a message on failure. The caller must call
 * ode_multistep_start_clear in any case. */
bool ode_multistep_start_init (OdeMultistepStart *start, OdeStepper *stepper, OdeMatrix *matrix, char *error, size_t error_size);
/* Frees all memory; allowed after a failed init. */
void ode_multistep_start_clear (OdeMultistepStart *start);
/* Discards the factors, because the Jacobian to which they belong was discarded. */
void ode_multistep_start_forget (OdeMultistepStart *start);
/* Makes a step, whose slope step->f0 is known. The factor of the stage solver becomes invalid. */
OdeStatus ode_multistep_start_step (OdeMultistepStart *start, OdeStageSolver *stage, OdeTry *step);
