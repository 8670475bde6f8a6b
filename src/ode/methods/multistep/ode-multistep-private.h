/* The stepper's state, which its steps and its estimate share. */
#pragma once

#include "ode-irk.h"
#include "ode-multistep-weights.h"
#include "ode-stage.h"

/* History of at most six points before the present one, and one more to take the last step back. */
#define ODE_MULTISTEP_SLOTS (ODE_MULTISTEP_MAX_STEPS + 1)
#define ODE_MULTISTEP_START_STAGES 7

typedef struct
{
  OdeStepper base;
  const OdeMultistepData *data;
  int n;
  OdeStageSolver solver;     /* implicit methods */
  OdeIrkSolver start;        /* BDF's start-up */
  OdeIrkScheme start_scheme;
  double *memory;
  double *x[ODE_MULTISTEP_SLOTS], *f[ODE_MULTISTEP_SLOTS]; /* newest first */
  double t[ODE_MULTISTEP_SLOTS];
  int count;
  double *R, *Z, *K;         /* n, n, ODE_MULTISTEP_START_STAGES·n */
  double *f_end;
  bool f_end_known;
  /* the last attempt */
  const double *x0, *f0, *x1;
  double t0, h;
} OdeMultistep;

/* Places of the newest count points of the history in units of h from t; what is within 1e-9 of an integer is one, so that equal steps give
 * the classical coefficients whatever the rounding of times. */
void ode_multistep_place (const OdeMultistep *self, double t, double h, int count, double *s);
/* The local error of the step just made into step->error; false where there is not yet history enough. */
bool ode_multistep_estimate (const OdeMultistep *self, OdeTry *step);
