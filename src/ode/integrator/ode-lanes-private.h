/* The data of lanes, for ode-lanes.c, which makes the steps, and ode-lanes-dense.c, which evaluates the solution inside a step. */
#pragma once

#include "ode-control.h"
#include "ode-lane-stepper.h"
#include "ode-lanes.h"

/* Pointers to the loops of ode-lanes.inc, compiled for one kind of processor. */
typedef struct
{
  void (*sizes) (OdeLanes *lanes, int n_lanes);
  void (*grid_sizes) (OdeLanes *lanes, int n_lanes);
  void (*follow) (OdeLanes *lanes);
  void (*norm) (const OdeLanes *lanes, const double *error, const double *x0, const double *x1, double *norm);
  void (*judge) (OdeLanes *lanes, int n_lanes);
  void (*settle) (OdeLanes *lanes);
  void (*commit) (OdeLanes *lanes);
  void (*hermite) (const OdeLanes *lanes, double theta, double *x);
  void (*hermite_each) (const OdeLanes *lanes, const double *theta, double *x);
  void (*box_of_stages) (const OdeLanes *lanes, const double *const *k, int n_stages, double *lo, double *hi, const double *least_x,
                         const double *most_x, int64_t *outside);
} OdeLaneLoops;

struct OdeLanes
{
  OdeLaneStepper *stepper;
  const OdeLaneLoops *loops;
  int n_states;
  int n_lanes;              /* number of lanes of the last attempt, rounded up to a multiple of 8 */
  int n_used;               /* number of lanes of the last attempt, as the caller passed it */
  bool any_loaded;
  bool any_rest;            /* a lane has or had a member with keeps_rest */
  uint64_t leaving, ending; /* sets of lanes, with one bit for each lane */

  /* The following fields are the same for all lanes. A member of the
   * ensemble for which they differ (for example because weights depend on
   * parameters) cannot use these lanes. */
  bool adaptive, tolerances, rms;
  bool needs_slope;         /* the stepper reads f0 at the start of every step */
  double max_step, min_step, stretch, h_fixed;
  int64_t step_limit;
  double rtol, accuracy, inverse_n, error_order;
  double *atol, *floor, *given; /* n_states numbers each: absolute tolerances, `floor` and `given` of OdeNormData */
  bool sized, shares_any;   /* as in OdeNormData and OdeSizes */
  int n_groups;
  double share;
  int *group;               /* n_states numbers, as in OdeSizes */
  double *high, *low, *least, *shares, *births, *largest, *floors; /* rows with one value per lane, as in OdeSizes; NULL if not sized */
  OdeControl control;       /* settings of the controller; the history in it is not used */
  bool hermite_dense;

  /* Rows with one value per lane. x1 and f1 belong to the attempt; ode_lanes_commit copies them
   * to x0 and f0 in the accepted lanes. The integrator exchanges pointers instead, which
   * is impossible here because an attempt may be accepted in some lanes and rejected
   * in others. */
  double *x0, *x1, *f0, *f1, *error, *point; /* point: dense output at one θ */
  OdeLaneTry attempt;
  bool f1_known, dense_known, dense_own;

  /* One number per lane. A mask is −1 (all bits set) if it is true and 0 if it is false, the results of comparisons of vectors, so
   * that bit operations can select with it. h_next is the size proposed at the
   * start of the step, h_try the size proposed for the attempt; they differ after
   * a rejection. log_1, log_2_before and h_1 are the history of OdeControl. */
  double t[ODE_LANES] __attribute__ ((aligned (64)));
  double t_stop[ODE_LANES] __attribute__ ((aligned (64)));
  double t1[ODE_LANES] __attribute__ ((aligned (64))); /* time at the end of the attempt */
  double h[ODE_LANES] __attribute__ ((aligned (64))); /* size of the attempt */
  double h_next[ODE_LANES] __attribute__ ((aligned (64)));
  double h_try[ODE_LANES] __attribute__ ((aligned (64)));
  double h_proposed[ODE_LANES] __attribute__ ((aligned (64))); /* proposed size of the next attempt or step */
  double log_1[ODE_LANES] __attribute__ ((aligned (64)));
  double log_2_before[ODE_LANES] __attribute__ ((aligned (64)));
  double h_1[ODE_LANES] __attribute__ ((aligned (64)));
  double L[ODE_LANES] __attribute__ ((aligned (64))); /* log2 of the error, at least ODE_CONTROL_LOG_FLOOR */
  double norm[ODE_LANES] __attribute__ ((aligned (64))); /* error norm of the attempt */
  double bad[ODE_LANES] __attribute__ ((aligned (64))); /* not finite if the model is undefined at a stage */
  double f0_bad[ODE_LANES] __attribute__ ((aligned (64))); /* not finite if the slope at the start is not */
  double grid_t0[ODE_LANES] __attribute__ ((aligned (64))); /* for fixed steps: start of the grid, as in OdeIntegrator */
  double grid_k[ODE_LANES] __attribute__ ((aligned (64))); /* for fixed steps: index of the grid point, an integer */
  int64_t accept[ODE_LANES] __attribute__ ((aligned (64))); /* mask: the error is within tolerance */
  int64_t leave[ODE_LANES] __attribute__ ((aligned (64))); /* mask: the integrator must make this step */
  int64_t lands[ODE_LANES] __attribute__ ((aligned (64))); /* mask: the attempt ends at t_stop */
  int64_t limited[ODE_LANES] __attribute__ ((aligned (64))); /* mask: h is below 0.95 h_try */
  int64_t cut[ODE_LANES] __attribute__ ((aligned (64))); /* mask, for fixed steps: the step is shorter than a grid step */
  int64_t rejected[ODE_LANES] __attribute__ ((aligned (64))); /* mask: the last attempt of this step was rejected */
  int64_t steps[ODE_LANES] __attribute__ ((aligned (64))); /* number of accepted steps of the member */
  int64_t attempts[ODE_LANES] __attribute__ ((aligned (64)));
  int64_t attempts_before[ODE_LANES] __attribute__ ((aligned (64))); /* number of attempts before the current step */
  double f1_bad[ODE_LANES] __attribute__ ((aligned (64)));
  double t_rest[ODE_LANES] __attribute__ ((aligned (64))); /* rest of the time after events, as in OdeIntegrator */
  double t_rest_1[ODE_LANES] __attribute__ ((aligned (64))); /* the rest at the end of the attempt */
  int64_t keeps_rest[ODE_LANES] __attribute__ ((aligned (64))); /* mask: the rest is added to the times of steps */
};

/* Evaluates the slope at the end of the attempt, if that was not done. */
void ode_lanes_complete_f1 (OdeLanes *lanes);
