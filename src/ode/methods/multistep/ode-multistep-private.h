/* The struct of the multistep stepper, shared by the files with its steps and its estimates. */
#pragma once

#include "ode-multistep-start.h"
#include "ode-multistep-weights.h"

/* A formula or its estimate reads at most six points before the current
 * one. One additional slot makes it possible to undo the last step. */
#define ODE_MULTISTEP_SLOTS (ODE_MULTISTEP_MAX_STEPS + 1)
#define ODE_MULTISTEP_START_STAGES 7

typedef struct
{
  OdeStepper base;
  const OdeMultistepData *data;
  int n;
  OdeStageSolver solver;     /* solver of implicit formulas */
  OdeMultistepStart start;   /* the first steps of BDF methods */
  double *memory;
  double *x[ODE_MULTISTEP_SLOTS], *f[ODE_MULTISTEP_SLOTS]; /* states and slopes of the stored points, newest first */
  double t[ODE_MULTISTEP_SLOTS];
  int count;
  bool stored;               /* whether the start of the last accepted step is in the history */
  double *R, *Z, *K;         /* scratch of n, n and ODE_MULTISTEP_START_STAGES·n numbers */
  double *f_end;
  bool f_end_known;
  /* States, slope at the start, start time and step size of the last attempt. */
  const double *x0, *f0, *x1;
  double t0, h;
} OdeMultistep;

/* Computes s_j = (t_j − t)/h for the newest `count` points of the history into
 * s[count]. If s_j differs from an integer by less than 1e-9, it is rounded to the
 * integer, so that equal steps give the classical coefficients in spite of rounding
 * errors in the times. The error of at most 1e-9 h is far below the local
 * error. */
void ode_multistep_place (const OdeMultistep *self, double t, double h, int count, double *s);
/* Estimates the local error of the current attempt into step->error. Returns false
 * if the history is too short for an estimate. */
bool ode_multistep_estimate (const OdeMultistep *self, OdeTry *step);
/* Evaluates dense output of the last accepted step, as OdeStepperClass.dense. */
OdeStatus ode_multistep_dense (OdeStepper *stepper, double theta, double *x);
/* Returns whether the history has all points of the polynomial, as OdeStepperClass.dense_suffices. */
bool ode_multistep_dense_suffices (const OdeStepper *stepper);
