/* The inside of a lane stepper, for ode-lane-stepper.c (explicit and splitting methods) and ode-lane-rosenbrock.c. */
#pragma once

#include "ode-lane-stepper.h"

#include "ode-splitting.h"

#define MOST_STAGES 40

/* One row of a tableau without its zeros. */
typedef struct
{
  int n_terms;
  int stage[MOST_STAGES];
  double a[MOST_STAGES];
} Row;

/* The loops of ode-lane-stepper.inc for one kind of processor. */
typedef struct
{
  void (*combine) (int n_lanes, int n_states, double *y, const double *x, const double *h, const Row *row, const double *const *k);
  void (*combine_fresh) (int n_lanes, int n_states, double *y, const double *x, const double *h, const Row *row, const double *const *k,
                         double *fresh, const double *const *dxdt, double *bad);
  void (*take) (int n_lanes, int n_states, double *k, const double *const *dxdt, double *bad);
  void (*check) (int n_lanes, int n_states, const double *x, double *bad);
  void (*times) (int n_lanes, double *to, const double *t, double c, const double *h);
  void (*shift) (int n_lanes, double *y, const double *x, double a, const double *h);
} Loops;

typedef struct OdeLaneRosenbrock OdeLaneRosenbrock;

struct OdeLaneStepper
{
  const OdeMethod *method;
  const OdeLaneSystem *system;
  const OdeTableau *tableau;     /* of an explicit method, or NULL */
  const OdeSplitting *splitting; /* of a splitting method, or NULL */
  OdeLaneRosenbrock *rosenbrock; /* of a Rosenbrock method, or NULL */
  const Loops *loops;
  int n_states, n_stages, n_total;
  Row *rows;                     /* n_total stage rows, then b, e, e3 */
  bool has_e3;
  double *memory;                /* n_total blocks of slopes, then error3 and a spare row */
  const double **k;              /* n_total pointers to the slopes */
  double *error3, *norm5, *norm3;
};

/* Copies the nonzero values[n] to a row, or values − minus; minus may be NULL. */
void ode_lane_row_init (Row *row, const double *values, const double *minus, int n);

/* Returns whether the stepper of a pattern can be a Rosenbrock method in lanes: a dense or banded matrix of at most ODE_LANES_MOST_STIFF states
 * without a mass matrix, and symbolic derivatives. */
bool ode_lane_rosenbrock_supports (const OdeStepper *pattern, const OdeLaneSystem *system);
/* Makes the part of a Rosenbrock method. Returns NULL if memory runs out. */
OdeLaneRosenbrock *ode_lane_rosenbrock_new (const OdeStepper *pattern, const OdeLaneSystem *system);
/* Frees it; NULL is allowed. */
void ode_lane_rosenbrock_free (OdeLaneRosenbrock *self);
/* Takes one attempt of all lanes; as ode_lane_stepper_attempt. */
void ode_lane_rosenbrock_attempt (OdeLaneStepper *stepper, OdeLaneTry *step);
/* Evaluates the slopes at the end of the last attempt, if dense output needs them. */
void ode_lane_rosenbrock_prepare_dense (OdeLaneStepper *stepper, const OdeLaneTry *step);
/* Evaluates dense output in one lane; as ode_lane_stepper_dense. */
void ode_lane_rosenbrock_dense (const OdeLaneStepper *stepper, const OdeLaneTry *step, int lane, double theta, double *x);
/* Evaluates dense output in all lanes; as ode_lane_stepper_dense_rows. */
void ode_lane_rosenbrock_dense_rows (OdeLaneStepper *stepper, const OdeLaneTry *step, double theta, double *x);
