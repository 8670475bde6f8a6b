/* The struct of the stepper with NDF formulas, shared by the files with its steps (ode-ndf.c), its history and its choice of order and step size. */
#pragma once

#include "ode-multistep-start.h"
#include "ode-ndf.h"

/* Order 5 reads the start of a step and five points before it, the estimate for order 5 of a step of order 4 too. One of the stored points may
 * be left out, and one more makes it possible to undo the last step. */
#define ODE_NDF_SLOTS (ODE_NDF_MAX_ORDER + 2)

/* What changes from step to step, besides the points and the solver. */
typedef struct
{
  int order;       /* order of the next step */
  int count;       /* number of stored points */
  int steps;       /* accepted steps since the order or the size was changed */
  int failures;    /* attempts that failed since the last accepted step */
  int order_last;  /* order, error and size of the last accepted step that was not cut; order 0: unknown */
  double error_last, h_last;
} OdeNdfState;

typedef struct
{
  OdeStepper base;
  int n;
  int max_order;
  bool plain;              /* the coefficients are those of BDF, κ = 0 */
  OdeStageSolver solver;
  OdeMultistepStart start; /* the first steps with fixed steps */
  OdeNdfState now, before; /* `before` is that of the last accepted step, for undo */
  bool stored;             /* the start of the last accepted step was stored */
  double *memory;
  double *x[ODE_NDF_SLOTS];    /* the stored points, newest first */
  double gap[ODE_NDF_SLOTS];   /* time from a point to the next newer one; from the newest one to the start of the step */
  double gap_before;           /* the value of gap[0] before the last accepted step, to which ode_ndf_undo returns when that step is undone */
  double *R, *Z, *guess, *scratch, *probe; /* probe: two points */
  /* The points that the last attempt may read: past[0] is its start, s their times in units of the step, counted from the start. */
  const double *past[ODE_NDF_SLOTS + 1];
  double s[ODE_NDF_SLOTS + 1];
  int n_past;
  int from;                /* number of the first of these points that the formulas read: 1 if past[0] may be inconsistent, otherwise 0 */
  /* The last attempt. */
  int order;               /* 0: a starting step */
  bool first;              /* the step begins a history, and its start is the only point of the solution */
  double t0, h;
  const double *x1;
} OdeNdf;

/* The numbers of a formula of one order at given points. */
typedef struct
{
  double value[ODE_NDF_SLOTS];  /* weights of the points in the predictor P(t + h) */
  double slope[ODE_NDF_SLOTS];  /* weights of the points in h P'(t + h) */
  double gamma;                 /* leading coefficient */
  double error;                 /* the local error is −error times the correction x1 − P(t + h) */
} OdeNdfFormula;

/* Computes the formula of an order that the points of the last attempt allow. */
void ode_ndf_formula (const OdeNdf *self, int order, OdeNdfFormula *formula);
/* The functions of ode-ndf-history.c. The first one collects the points that an attempt of size h from (t, x0) may read; the others are functions of
 * OdeStepperClass. */
void ode_ndf_gather (OdeNdf *self, const OdeTry *step);
void ode_ndf_accept (OdeStepper *stepper, const OdeTry *step);
void ode_ndf_undo (OdeStepper *stepper);
size_t ode_ndf_snapshot_size (const OdeStepper *stepper);
void ode_ndf_save (const OdeStepper *stepper, void *bytes);
void ode_ndf_restore (OdeStepper *stepper, const void *bytes);
/* Chooses order and size of the next attempt, as OdeStepperClass.next_size. */
double ode_ndf_next_size (OdeStepper *stepper, const OdeTry *step, double error, bool accepted, double h_next);
