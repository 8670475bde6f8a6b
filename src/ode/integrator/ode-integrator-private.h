/* The state of OdeIntegrator. It is one object in several files: only
 * ode-integrator*.c and ode-projection-steps.c include this header. */
#pragma once

#include "ode-consistent.h"
#include "ode-control.h"
#include "ode-integrator.h"
#include "ode-norm.h"
#include "ode-projection.h"
#include "ode-stepper.h"

#define ODE_MESSAGE_SIZE 512

struct OdeIntegrator
{
  const OdeMethod *method;
  const OdeSystem *system;  /* the system that the stepper sees */
  const OdeSystem *given;   /* the caller's system: the same one, or the DAE that `system` was reduced from */
  OdeProjection *projection; /* NULL: no constraints */
  OdeConsistent *consistent; /* NULL: no mass matrix */
  const OdeStepperClass *klass;
  OdeStepper *stepper;
  OdeSettings settings;    /* absolute_per_state, weights and options point into own copies */
  double *absolute_copy;
  double *weights_copy;
  OdeMethodOption *options_copy;

  int n_states;
  bool adaptive;           /* error control with an estimate */
  bool initialized;
  bool can_undo;
  bool last_valid;         /* [t_previous, t] is a step that can be interpolated */
  bool dense_valid;        /* the stepper's memory is that of the last accepted step; false after a further attempt */

  /* Rotating buffers of n_states each: the last accepted point, the one before
   * it, and the next. */
  double t, t_previous;
  double smallest_before, largest_before; /* step sizes of the statistics before the last step */
  double *x, *x_previous, *x_next;
  double *f, *f_previous, *f_next;
  bool f_known, f_previous_known;
  double *error;           /* last estimate; NULL where none is wanted */
  bool error_known;
  double *scaled;          /* scratch for scaled errors and initial steps */

  OdeNormData norm;
  OdeControl control;
  OdeTry attempt;
  long stages_mark;        /* counter of stage evaluations before the attempt */
  double h_next;           /* what the next step would try */
  double h_fixed;          /* step of fixed mode */
  double grid_t0, grid_t0_previous; /* fixed steps end at grid_t0 + grid_k·h_fixed */
  long grid_k, grid_k_previous;
  bool on_grid, on_grid_previous;
  double t_end;
  double accuracy;         /* in use */
  bool accuracy_pending;   /* set anew; clamped at the next step or initialization */

  OdeStatistics statistics;
  long rhs_mark[ODE_RHS_N_PURPOSES]; /* counters at the last attempt record */
  OdeAttempt last_record;
  OdeAttemptFunc attempt_func;
  void *attempt_user;
  char message[ODE_MESSAGE_SIZE];
};

/* ode-integrator-settings.c */
bool ode_integrator_check_settings (const OdeMethod *method, const OdeSystem *system, const OdeSettings *settings,
                                    char *error, size_t error_size);
bool ode_integrator_copy_settings (OdeIntegrator *integrator, const OdeSettings *settings);
void ode_integrator_derive (OdeIntegrator *integrator);
void ode_integrator_clamp_accuracy (OdeIntegrator *integrator);

/* ode-integrator.c: one attempt of size h from (t, x) into the room for the
 * next point, evaluations counted for a purpose. */
OdeStatus ode_integrator_attempt (OdeIntegrator *integrator, double h, OdePurpose purpose);
/* Makes the end of the last attempt the current point, at time t1. */
void ode_integrator_advance (OdeIntegrator *integrator, double t1);
/* Moves this attempt's stage evaluations to another purpose. */
void ode_integrator_count_as (OdeIntegrator *integrator, OdePurpose purpose);
bool ode_integrator_stop_asked (const OdeIntegrator *integrator);

/* ode-integrator-fixed.c */
OdeStatus ode_integrator_step_on_grid (OdeIntegrator *integrator, double t_stop, OdeStopKind stop);

/* ode-projection-steps.c: false: no memory. */
bool ode_integrator_make_constraints (OdeIntegrator *integrator);
void ode_integrator_free_constraints (OdeIntegrator *integrator);
/* Moves the state at the start, or after a jump, to where its equations hold. */
OdeStatus ode_integrator_start_constraints (OdeIntegrator *integrator);
/* The same for the end of an attempt. */
OdeStatus ode_integrator_settle (OdeIntegrator *integrator);

/* ode-integrator-start.c: size of the first step; > 0 undefined. */
OdeStatus ode_integrator_choose_first_step (OdeIntegrator *integrator, double t_end);

/* ode-integrator-report.c */
void ode_integrator_record (OdeIntegrator *integrator, OdeOutcome outcome, OdeStatus status, double error, double h_proposed,
                            double h_next, OdeClamp clamp);
OdeStatus ode_integrator_fail (OdeIntegrator *integrator, OdeStatus status, double h);
/* Formats the (translated) message of a failure and returns status. Its format
 * strings are found by gettext through this function's name. */
OdeStatus ode_integrator_fail_message (OdeIntegrator *integrator, OdeStatus status, const char *format, ...)
  __attribute__ ((format (printf, 3, 4)));
