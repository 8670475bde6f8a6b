/* An integrator: a method applied to a system. It takes steps, decides on
 * acceptance, chooses step sizes, and keeps the last accepted step for dense
 * output and statistics. It has no events; its caller handles them by
 * evaluating the interpolant of the last step, shortening that step, or setting
 * a new state. ode_integrator_new allocates all memory; steps never allocate. Only one thread at
 * a time may use an integrator.
 *
 * The interface follows Drake's IntegratorBase; Stepwise itself does not call
 * all of its functions. */
#pragma once

#include "ode-attempt.h"
#include "ode-control.h"
#include "ode-methods.h"
#include "ode-settings.h"
#include "ode-statistics.h"
#include "ode-trace.h"

typedef struct OdeIntegrator OdeIntegrator;

/* Makes an integrator. The method and the system must outlive it; the settings are copied.
 * Returns NULL with a message in error[error_size] if a setting is out of
 * range, the method does not support the system, or memory runs out. */
OdeIntegrator *ode_integrator_new (const OdeMethod *method, const OdeSystem *system, const OdeSettings *settings,
                                   char *error, size_t error_size);
/* Frees an integrator; NULL is allowed. */
void ode_integrator_free (OdeIntegrator *integrator);

/* Begins an integration at (t, x[n_states]): makes the initial state consistent
 * with constraints and algebraic equations, clears history and statistics, and
 * chooses the first step towards t_end. Fails if x is not finite or no
 * consistent values exist. */
OdeStatus ode_integrator_initialize (OdeIntegrator *integrator, double t, const double *x, double t_end);

/* The meaning of t_stop: the end of the run, an event, or a switch, where a condition of the right-hand side changes. It determines whether a step may be lengthened to
 * reach t_stop, and which limit is recorded on the tape. */
typedef enum { ODE_STOP_END, ODE_STOP_EVENT, ODE_STOP_SWITCH } OdeStopKind;

/* Takes one accepted step that does not pass t_stop; if it reaches t_stop, t is
 * exactly t_stop. Reports each attempt to the attempt function. On failure the
 * state remains at the last accepted point. Does nothing if t_stop is the current
 * time. */
OdeStatus ode_integrator_step (OdeIntegrator *integrator, double t_stop, OdeStopKind stop);

/* Takes exactly one step of size h ≥ 0 of the method, without error
 * control or subdivision (Drake's IntegrateWithSingleFixedStepToTime). Only for
 * fixed steps. On failure the state is unchanged. */
OdeStatus ode_integrator_step_fixed (OdeIntegrator *integrator, double h);

/* Repeats the last step so that it ends at t1 in (t_previous, t], or earlier
 * if the method cannot reach t1 in one step. Counts the evaluations as
 * ODE_RHS_EVENTS. Records the longer step again with the outcome
 * ODE_ATTEMPT_CUT_BY_EVENT, which replaces its record as accepted, and then the shorter
 * step as accepted. */
OdeStatus ode_integrator_retake (OdeIntegrator *integrator, double t1);

/* Repeats the last step with size h, which may be any size up to that of the step before
 * it was shortened. The step has exactly the size h; the time t + h is rounded, and the rounding
 * error is added to the times of the following steps. In other respects the function is like ode_integrator_retake. */
OdeStatus ode_integrator_retake_by (OdeIntegrator *integrator, double h);

/* Repeats the last step like ode_integrator_retake_by. Both records have the limit ODE_CLAMP_SWITCH. */
OdeStatus ode_integrator_retake_to_switch (OdeIntegrator *integrator, double h);

/* Returns to the start of the last step, as Drake's event isolation requires.
 * It can be called once after each step. */
void ode_integrator_undo (OdeIntegrator *integrator);

/* Sets time and state to (t, x[n_states]). Clears the slopes, the history of
 * the controller and the multistep history. Keeps the step size or, if restart is true,
 * chooses a new first step size. Fails if x is not finite or no consistent values
 * exist. */
OdeStatus ode_integrator_jump (OdeIntegrator *integrator, double t, const double *x, bool restart);

/* Discards cached derivatives and multistep history after a change of
 * parameters or discrete values; the state does not change. */
void ode_integrator_invalidate (OdeIntegrator *integrator);

/* Changes tolerances, limits and controller during a run, with the checks of
 * ode_integrator_new. The change takes effect in the next step. Returns
 * ODE_FAIL_SETTING with a message in error[error_size], or ODE_FAIL_MEMORY; the
 * old settings then remain. */
OdeStatus ode_integrator_set_settings (OdeIntegrator *integrator, const OdeSettings *settings, char *error, size_t error_size);
/* Returns the current settings. The integrator owns them; the pointer is valid until the next change. */
const OdeSettings *ode_integrator_settings (const OdeIntegrator *integrator);

/* Returns the method. */
const OdeMethod *ode_integrator_method (const OdeIntegrator *integrator);
/* Returns the system that the integrator was made for. */
const OdeSystem *ode_integrator_system (const OdeIntegrator *integrator);
/* Returns the current time. */
double ode_integrator_t (const OdeIntegrator *integrator);
/* Returns the current state x[n_states]; owned by the integrator, valid until the next
 * call that changes its time or state. */
const double *ode_integrator_x (const OdeIntegrator *integrator);
/* Returns whether dense output of some steps is computed from shorter steps of the method (ode-integrator-dense.c). */
bool ode_integrator_takes_short_steps (const OdeIntegrator *integrator);
/* Sets *dxdt to dx/dt at the current point, n_states numbers owned by the integrator. Evaluates and counts the right-hand
 * side if dx/dt is not known. */
OdeStatus ode_integrator_dxdt (OdeIntegrator *integrator, const double **dxdt);
/* Returns the time at the start of the last step. */
double ode_integrator_t_previous (const OdeIntegrator *integrator);
/* Returns the size of the last step, or 0 before the first step. The difference t − t_previous is a rounded value of it. */
double ode_integrator_last_step (const OdeIntegrator *integrator);
/* Returns the rounded time that is s after the start of the last step. */
double ode_integrator_time_after (const OdeIntegrator *integrator, double s);
/* Returns the state at the start of the last step, or the current state if there was
 * no step. The integrator owns it. */
const double *ode_integrator_x_previous (const OdeIntegrator *integrator);
/* Returns the size of the next step before limits are applied. */
double ode_integrator_next_step (const OdeIntegrator *integrator);
/* Sets the size of the next step under error control, before limits are applied. The history of the controller does not change. Has no
 * effect on fixed steps. */
void ode_integrator_set_next_step (OdeIntegrator *integrator, double h);
/* Returns the accuracy in use, which is limited to the range of the method. */
double ode_integrator_accuracy_in_use (const OdeIntegrator *integrator);
/* Returns the smallest step allowed at the current time: the larger of min_step
 * and the lower limit of the profile. */
double ode_integrator_working_minimum (const OdeIntegrator *integrator);
/* Returns the counters since initialization or the last reset. The integrator owns them. */
const OdeStatistics *ode_integrator_statistics (const OdeIntegrator *integrator);
/* Sets all counters to zero and the step sizes of the statistics to NaN. */
void ode_integrator_reset_statistics (OdeIntegrator *integrator);
/* Returns whether the current state cannot be a solution: a state is larger than 1e100 in magnitude, or the value of a constraint is
 * as large as its terms. Writes the reason to text[size]. Allocates memory, so it is meant for the end of a run. */
bool ode_integrator_doubt (OdeIntegrator *integrator, char *text, size_t size);
/* Returns the message of the last failure, never NULL. The integrator owns it; the pointer is valid until the next failure or
 * initialization. */
const char *ode_integrator_message (const OdeIntegrator *integrator);
/* Sets the function that receives the record of each attempt; NULL: none. */
void ode_integrator_set_attempt_func (OdeIntegrator *integrator, OdeAttemptFunc func, void *user);
/* Sets counts[n_states], which the caller keeps, for runs in which nobody reads the records of accepted attempts. Each accepted attempt is then
 * not reported to the attempt function, but counted at the state with the largest scaled error. NULL: all attempts are reported. */
void ode_integrator_count_worst (OdeIntegrator *integrator, int64_t *counts);
/* Sets the function that receives the intermediate results of each attempt (ode-trace.h), or none if it is NULL. ODE_TRACE_RESULT is sent
 * before the record of the attempt, and only if there is an attempt function. */
void ode_integrator_set_trace (OdeIntegrator *integrator, OdeTraceFunc func, void *user);
/* Asks for the continuation of one Newton iteration in the present attempt, identified by its number from 1. If the iteration
 * is given up, it continues until it converges or is far beyond its limit. The trace function makes this call when it receives
 * ODE_TRACE_ATTEMPT, and later receives the further iterates, which are marked `beyond`. The attempt fails all the same. The
 * further evaluations change the counters of the integrator. Only iterations that ode-newton.c judges can be continued. */
void ode_integrator_continue_newton (OdeIntegrator *integrator, int iteration);
/* Returns a phrase that describes how the method solves linear systems ("banded
 * LU, 1000 × 1000, …"), or NULL if it solves none. */
const char *ode_integrator_linear_algebra (const OdeIntegrator *integrator);

/* Evaluates the dense output of the last accepted step at t in [t_previous, t]
 * into x[n_states]; at both ends the result is the state bit for bit. The first
 * call after a step may evaluate extra stages or make shorter steps of the method, whose evaluations
 * are counted as ODE_RHS_DENSE. In t the result is a polynomial, except for algebraic unknowns and for states with constraints or
 * rotations, which are settled at t. Fails if t is outside the step. */
OdeStatus ode_integrator_interpolate (OdeIntegrator *integrator, double t, double *x);
/* Evaluates the dense output at the time s after the start of the last step, 0 ≤ s ≤
 * ode_integrator_last_step, into x[n_states]. With s, times can differ by less than one ulp of t. */
OdeStatus ode_integrator_interpolate_after (OdeIntegrator *integrator, double s, double *x);
/* Returns the stage slopes k[n_stages · n_states] of the last accepted step, owned by
 * the integrator, and sets *n_stages. Returns NULL and sets 0 if the method stores none. */
const double *ode_integrator_stages (const OdeIntegrator *integrator, int *n_stages);
/* Returns the error of each component divided by its tolerance in the last
 * attempt, n_states numbers owned by the integrator; NULL if there is no estimate. */
const double *ode_integrator_scaled_errors (const OdeIntegrator *integrator);
/* Returns the signed estimate of the local error in the last attempt, in units
 * of x, n_states numbers owned by the integrator; NULL if there is no estimate. For an embedded
 * pair it is x1 − x̂1. */
const double *ode_integrator_error_estimate (const OdeIntegrator *integrator);

/* Returns the controller with its history. The integrator owns it, and each attempt changes it. */
const OdeControl *ode_integrator_control (const OdeIntegrator *integrator);
/* Returns whether an error estimate decides about acceptance and step sizes. */
bool ode_integrator_is_controlled (const OdeIntegrator *integrator);
/* Computes, for each component, the error that equals its tolerance in a step from x0 to x1, n_states numbers each. It is infinite if the
 * weight is 0. */
void ode_integrator_tolerances (const OdeIntegrator *integrator, const double *x0, const double *x1, double *tolerance);

/* Returns the size of a snapshot in bytes. It contains all data that determine
 * the following steps: t, x, step size, controller and multistep history. */
size_t ode_integrator_snapshot_size (const OdeIntegrator *integrator);
/* Writes a snapshot to snapshot[ode_integrator_snapshot_size]. */
void ode_integrator_save (const OdeIntegrator *integrator, void *snapshot);
/* Restores a snapshot of an integrator with the same method and system. The
 * following steps are the same as those of the original, bit for bit. */
void ode_integrator_restore (OdeIntegrator *integrator, const void *snapshot);
