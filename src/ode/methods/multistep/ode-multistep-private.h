/* The state of the multistep stepper, shared by its steps and its estimates. */
#pragma once

#include "ode-irk.h"
#include "ode-multistep-weights.h"
#include "ode-stage.h"

/* A formula or its estimate reads at most six points before the current one. One more slot allows to undo the last step. */
#define ODE_MULTISTEP_SLOTS (ODE_MULTISTEP_MAX_STEPS + 1)
#define ODE_MULTISTEP_START_STAGES 7

typedef struct
{
  OdeStepper base;
  const OdeMultistepData *data;
  int n;
  OdeStageSolver solver;     /* used by implicit methods */
  OdeIrkSolver start;        /* used for the first steps of BDF */
  OdeIrkScheme start_scheme;
  double *memory;
  double *x[ODE_MULTISTEP_SLOTS], *f[ODE_MULTISTEP_SLOTS]; /* values and slopes, newest first */
  double t[ODE_MULTISTEP_SLOTS];
  int count;
  double *R, *Z, *K;         /* n, n and ODE_MULTISTEP_START_STAGES·n numbers */
  double *f_end;
  bool f_end_known;
  /* The last attempt. */
  const double *x0, *f0, *x1;
  double t0, h;
} OdeMultistep;

/* Computes the places s[count] of the newest points of the history in units of
 * h from t. A place within 1e-9 of an integer is rounded to it, so that equal
 * steps give the classical coefficients whatever the rounding of times. The
 * rounded place is wrong by less than 1e-9 h, which is far below the local
 * error. */
void ode_multistep_place (const OdeMultistep *self, double t, double h, int count, double *s);
/* Computes the local error of the step just made into step->error. Returns
 * false where the history is too short for it. */
bool ode_multistep_estimate (const OdeMultistep *self, OdeTry *step);
