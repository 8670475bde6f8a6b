/* The struct of a lane stepper, shared by ode-lane-stepper.c (explicit and splitting methods) and ode-lane-rosenbrock.c. */
#pragma once

#include "ode-lane-stepper.h"

#include "ode-splitting.h"

#define MOST_STAGES 40

/* The nonzero entries of one row of a tableau. */
typedef struct
{
  int n_terms;
  int stage[MOST_STAGES];
  double a[MOST_STAGES];
} Row;

/* Pointers to the loops of ode-lane-stepper.inc, compiled for one kind of processor. */
typedef struct
{
  void (*combine) (int n_lanes, int n_states, double *y, const double *x, const double *h, const Row *row, const double *const *k);
  void (*combine_fresh) (int n_lanes, int n_states, double *y, const double *x, const double *h, const Row *row, const double *const *k,
                         double *fresh, const double *const *dxdt, double *bad);
  void (*take) (int n_lanes, int n_states, double *k, const double *const *dxdt, double *bad);
  void (*check) (int n_lanes, int n_states, const double *x, double *bad);
  void (*times) (int n_lanes, double *to, const double *t, double c, const double *h);
  void (*shift) (int n_lanes, double *y, const double *x, double a, const double *h);
  void (*dense) (const OdeLaneStepper *self, const OdeLaneTry *step, const double *theta, double *x);
} Loops;

typedef struct OdeLaneRosenbrock OdeLaneRosenbrock;

struct OdeLaneStepper
{
  const OdeMethod *method;
  const OdeLaneSystem *system;
  const OdeTableau *tableau;     /* the tableau of an explicit method, or NULL */
  const OdeSplitting *splitting; /* the coefficients of a splitting method, or NULL */
  OdeLaneRosenbrock *rosenbrock; /* the data of a Rosenbrock method, or NULL */
  const Loops *loops;
  int n_states, n_stages, n_total;
  Row *rows;                     /* the n_total rows of A, then b and the weights e and e3 of the estimates */
  bool has_e3;
  double *memory;                /* n_total blocks with the slopes of a stage, then error3 and a spare row */
  const double **k;              /* n_total pointers to the blocks of slopes */
  double *error3, *norm5, *norm3;
};

/* Makes a row of the nonzero entries of values[n], or of values − minus; minus may be NULL. */
void ode_lane_row_init (Row *row, const double *values, const double *minus, int n);

/* Returns whether `pattern`, a scalar stepper of a Rosenbrock method, can run in lanes. It must have a dense or banded matrix, at most
 * ODE_LANES_MOST_STIFF states, no mass matrix, and symbolic derivatives. */
bool ode_lane_rosenbrock_supports (const OdeStepper *pattern, const OdeLaneSystem *system);
/* Makes the data of a Rosenbrock method. Returns NULL when out of memory. */
OdeLaneRosenbrock *ode_lane_rosenbrock_new (const OdeStepper *pattern, const OdeLaneSystem *system);
/* Frees the data of a Rosenbrock method; NULL is allowed. */
void ode_lane_rosenbrock_free (OdeLaneRosenbrock *self);
/* Attempts one step in all lanes, like ode_lane_stepper_attempt. */
void ode_lane_rosenbrock_attempt (OdeLaneStepper *stepper, OdeLaneTry *step);
/* Evaluates the slopes at the end of the last attempt, if dense output needs them. */
void ode_lane_rosenbrock_prepare_dense (OdeLaneStepper *stepper, const OdeLaneTry *step);
/* Evaluates dense output in one lane, like ode_lane_stepper_dense. */
void ode_lane_rosenbrock_dense (const OdeLaneStepper *stepper, const OdeLaneTry *step, int lane, double theta, double *x);
/* Evaluates dense output in all lanes, like ode_lane_stepper_dense_rows. */
void ode_lane_rosenbrock_dense_rows (OdeLaneStepper *stepper, const OdeLaneTry *step, double theta, double *x);
