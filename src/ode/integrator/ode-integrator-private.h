/* The struct OdeIntegrator, whose functions are in several files. Only
 * ode-integrator*.c, ode-lanes.c and ode-projection-steps.c include this header. */
#pragma once

#include "ode-consistent.h"
#include "ode-control.h"
#include "ode-integrator.h"
#include "ode-norm.h"
#include "ode-projection.h"
#include "ode-sizes.h"
#include "ode-stepper.h"

#define ODE_MESSAGE_SIZE 512
/* After so many rejections of one step the integrator looks whether smaller steps help; see raises_sizes in ode-integrator.c. Lanes leave such a step
 * to the integrator. */
#define ODE_MOST_REJECTIONS 10

/* The shorter steps from which dense output is computed; the struct is in ode-integrator-dense.c. */
typedef struct OdeShortSteps OdeShortSteps;

struct OdeIntegrator
{
  const OdeMethod *method;
  const OdeSystem *system;  /* the system that the stepper sees */
  const OdeSystem *given;   /* the caller's system: equal to `system`, or the DAE from which `system` was reduced */
  OdeProjection *projection; /* NULL: there are no constraints */
  OdeConsistent *consistent; /* NULL: there is no mass matrix */
  const OdeStepperClass *klass;
  OdeStepper *stepper;
  OdeShortSteps *short_steps; /* NULL: the method never needs them */
  OdeSettings settings;    /* absolute_per_state, the weights and options point to copies that the integrator owns */
  double *absolute_copy;
  double *weights_copy;
  double *constraint_weights_copy;
  OdeMethodOption *options_copy;

  int n_states;
  bool adaptive;           /* whether an error estimate controls the step size */
  bool initialized;
  bool can_undo;
  bool last_valid;         /* whether the step [t_previous, t] can be interpolated */
  bool dense_valid;        /* whether the stepper still has the stages of the last accepted step; false after a further attempt */

  /* Times and states of the last accepted point and of the one before. The three state buffers x, x_previous and x_next,
   * n_states numbers each, are exchanged after each step. */
  double t, t_previous;
  /* A step that ends at an event may end between two doubles: the true time is then t + t_rest. From the first such step on (keeps_rest),
   * the rest is added to the times of the following steps; before that it is zero. */
  double t_rest, t_rest_previous, t_rest_next;
  bool keeps_rest;
  double h_last, h_uncut;  /* size of the last step, and its size before an event shortened it */
  double smallest_before, largest_before; /* step sizes in the statistics as they were before the last step */
  double *x, *x_previous, *x_next;
  double *f, *f_previous, *f_next;
  bool f_known, f_previous_known;
  bool f_for_dense;        /* f was evaluated for dense output; if the next attempt uses it, it counts as a stage */
  double *error;           /* error estimate of the last attempt; NULL if none is computed */
  bool error_known;
  double *scaled;          /* scratch of n_states numbers for scaled errors and for the choice of the first step */

  OdeNormData norm;
  OdeSizes sizes;          /* used if norm.sized */
  double *rounding;        /* 3·n_states numbers: scratch of ode_integrator_raise_sizes */
  OdeControl control;
  OdeTry attempt;
  int64_t stages_mark;     /* value of the counter of stage evaluations at the start of the attempt */
  int64_t rhs_limit;       /* value of rhs_evaluations at which the attempt is abandoned; INT64_MAX between attempts */
  double h_next;           /* size that the next step will try */
  double h_try;            /* size that the controller proposes for the attempt of a step */
  double h_fixed;          /* step size if steps are fixed */
  double grid_t0, grid_t0_previous; /* fixed steps end at the grid points grid_t0 + grid_k·h_fixed */
  int64_t grid_k, grid_k_previous;
  bool on_grid, on_grid_previous;
  double h_part, h_part_previous; /* size to try inside a grid step that was subdivided; 0: the grid step is not subdivided */
  double t_end;
  double accuracy;         /* accuracy in use, limited to the range of the method */
  bool accuracy_pending;   /* the accuracy was changed and will be limited at the next step or initialization */

  OdeStatistics statistics;
  int64_t rhs_mark[ODE_RHS_N_PURPOSES];        /* values of the counters at the last record of an attempt */
  int64_t jacobians_mark, factorizations_mark; /* values of these counters at the start of the attempt */
  OdeAttempt last_record;
  OdeAttemptFunc attempt_func;
  void *attempt_user;
  int64_t *worst_counts;   /* see ode_integrator_count_worst; NULL: accepted attempts have records */
  OdeTrace trace;          /* listener for the intermediate results of attempts; func NULL: none */
  char message[ODE_MESSAGE_SIZE];
};

/* The following functions are in ode-integrator-settings.c. */
bool ode_integrator_check_settings (const OdeMethod *method, const OdeSystem *system, const OdeSettings *settings,
                                    char *error, size_t error_size);
bool ode_integrator_copy_settings (OdeIntegrator *integrator, const OdeSettings *settings);
void ode_integrator_derive (OdeIntegrator *integrator);
void ode_integrator_clamp_accuracy (OdeIntegrator *integrator);

/* Takes up the current point as the start of a step in the sizes of the states. The function is in ode-integrator-state.c. */
void ode_integrator_follow_sizes (OdeIntegrator *integrator);

/* The following functions are in ode-integrator.c. The first one makes an attempt of size h from (t, x)
 * into the buffers of the next point, and counts its evaluations for a purpose. */
OdeStatus ode_integrator_attempt (OdeIntegrator *integrator, double h, OdePurpose purpose);
/* Counts the nonlinear iterations of an attempt as useful or wasted. `before` is the counter of iterations before the attempt. */
void ode_integrator_count_iterations (OdeIntegrator *integrator, int64_t before, bool converged);
/* Reports to the listener that an attempt begins. */
void ode_integrator_report_begin (OdeIntegrator *integrator);
/* Makes the end of the last attempt the current point, at time t1. */
void ode_integrator_advance (OdeIntegrator *integrator, double t1);
/* Counts and records an attempt that failed before its error test. h_next is the
 * size that is tried next, or 0 if the run ends. */
void ode_integrator_count_failure (OdeIntegrator *integrator, OdeStatus status, double h_next, OdeClamp clamp);

/* Returns the limit that is recorded for a step that ends at its stop. */
static inline OdeClamp
ode_integrator_clamp_of (OdeStopKind stop)
{
  return stop == ODE_STOP_END ? ODE_CLAMP_END : stop == ODE_STOP_SWITCH ? ODE_CLAMP_SWITCH : ODE_CLAMP_EVENT;
}

/* The following functions are in ode-integrator-dense.c. The first one makes what dense output needs, after the stepper was made; it returns
 * false with a reason in error. */
bool ode_integrator_make_short_steps (OdeIntegrator *integrator, char *error, size_t error_size);
void ode_integrator_free_short_steps (OdeIntegrator *integrator);
/* Discards the interpolant of the last step. */
void ode_integrator_forget_short_steps (OdeIntegrator *integrator);

/* A step h at time t with h·accuracy ≤ ODE_ROUNDED_STEP·|t| may have an error that is made by the rounding of t. */
#define ODE_ROUNDED_STEP 0x1p-49
/* Raises the sizes of the states whose errors in the last attempt are above their tolerances, if they are rounding errors, or, if the
 * attempts stalled, as ode_sizes_raise does. Returns whether they were raised. The function is in ode-integrator-rounding.c. */
bool ode_integrator_raise_sizes (OdeIntegrator *integrator, bool stalled);
/* Returns dx/dt at the current point like ode_integrator_dxdt, and counts an evaluation as one of dense output. */
OdeStatus ode_integrator_dense_slope (OdeIntegrator *integrator, const double **dxdt);

/* Takes one step to the next grid point or to t_stop. The function is in ode-integrator-fixed.c. */
OdeStatus ode_integrator_step_on_grid (OdeIntegrator *integrator, double t_stop, OdeStopKind stop);

/* The following functions are in ode-projection-steps.c. The first one returns false if memory ran out. */
bool ode_integrator_make_constraints (OdeIntegrator *integrator);
void ode_integrator_free_constraints (OdeIntegrator *integrator);
/* Changes the state at the start, or after a jump, so that it satisfies its constraints and algebraic equations. */
OdeStatus ode_integrator_start_constraints (OdeIntegrator *integrator);
/* Changes the state at the end of an attempt so that it satisfies its constraints and algebraic equations. */
OdeStatus ode_integrator_settle (OdeIntegrator *integrator);

/* Chooses the size of the first step; the function is in ode-integrator-start.c. A
 * positive status means that the model is undefined. */
OdeStatus ode_integrator_choose_first_step (OdeIntegrator *integrator, double t_end);
/* Makes the next step so short that a method that begins at a lower order can take it; does nothing for other methods. */
OdeStatus ode_integrator_restart_step (OdeIntegrator *integrator);

/* The following functions are in ode-integrator-report.c. */
void ode_integrator_record (OdeIntegrator *integrator, OdeOutcome outcome, OdeStatus status, double error, double h_proposed,
                            double h_next, OdeClamp clamp);
OdeStatus ode_integrator_fail (OdeIntegrator *integrator, OdeStatus status, double h);
/* Formats the translated message of a failure and returns status. xgettext
 * finds the format strings by the name of this function. */
OdeStatus ode_integrator_fail_message (OdeIntegrator *integrator, OdeStatus status, const char *format, ...)
  __attribute__ ((format (printf, 3, 4)));
