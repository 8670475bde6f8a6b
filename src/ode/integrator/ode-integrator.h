/* One integrator: a method at work on a system. Owns all memory of a step; steps never allocate.
 *
 * The integrator takes steps, decides acceptance, chooses step sizes, keeps the last accepted step for dense output and
 * statistics. It knows no events; whoever does can evaluate the last step's interpolant, shorten the step, or jump. One thread. */
#pragma once

#include "ode-attempt.h"
#include "ode-methods.h"
#include "ode-settings.h"
#include "ode-statistics.h"

typedef struct OdeIntegrator OdeIntegrator;

/* A new integrator. The method and system must outlive it. NULL with a reason in words in error[error_size]: settings out of range,
 * a method that refuses the system, or no memory. */
OdeIntegrator *ode_integrator_new (const OdeMethod *method, const OdeSystem *system, const OdeSettings *settings,
                                   char *error, size_t error_size);
void ode_integrator_free (OdeIntegrator *integrator);

/* Starts at (t, x[n_states]): makes x consistent where the system has constraints or algebraic states, clears statistics, chooses the
 * first step for going forward to t_end. */
OdeStatus ode_integrator_initialize (OdeIntegrator *integrator, double t, const double *x, double t_end);

/* What stands at t_stop: the last word on stretching and on the tape's clamp. */
typedef enum { ODE_STOP_END, ODE_STOP_EVENT } OdeStopKind;

/* Takes one accepted step that does not pass t_stop; lands on t_stop exactly where it reaches it. Attempts are reported to the
 * attempt function. On failure the state stays at the last accepted point. t_stop == t is a no-op. */
OdeStatus ode_integrator_step (OdeIntegrator *integrator, double t_stop, OdeStopKind stop);

/* Exactly one step of size h with the method's formula, no error control, no subdivision (Drake's single fixed step):
 * ODE_DONE or the status of the failure with the state unchanged. Only in fixed-step mode. */
OdeStatus ode_integrator_step_fixed (OdeIntegrator *integrator, double h);

/* Re-takes the last step so that it ends at t1 in (t_previous, t]: restores the state before it and takes one step to t1 exactly (the
 * method accepted a larger one), or to an earlier point where the method will not go that far at once; evaluations counted as ODE_RHS_EVENTS. The tape hears of it as
 * ODE_ATTEMPT_CUT_BY_EVENT for the long step (its record once more, with that outcome, in place of the accepted one) and one
 * accepted attempt for the short. */
OdeStatus ode_integrator_retake (OdeIntegrator *integrator, double t1);

/* Goes back to the start of the last step (for Drake's re-integration); valid once after each step. */
void ode_integrator_undo (OdeIntegrator *integrator);

/* The state jumped to x (at the integrator's t unless t differs): derivative caches and multistep history are dropped, the step size is
 * kept unless `restart`, which chooses a first step anew. */
OdeStatus ode_integrator_jump (OdeIntegrator *integrator, double t, const double *x, bool restart);

/* Tells that parameters or discrete values changed: cached derivatives are stale, the state is not. */
void ode_integrator_invalidate (OdeIntegrator *integrator);

/* New tolerances, limits, controller in mid-run; same checks as new. Takes effect with the next step. */
OdeStatus ode_integrator_set_settings (OdeIntegrator *integrator, const OdeSettings *settings, char *error, size_t error_size);
const OdeSettings *ode_integrator_settings (const OdeIntegrator *integrator);

const OdeMethod *ode_integrator_method (const OdeIntegrator *integrator);
const OdeSystem *ode_integrator_system (const OdeIntegrator *integrator);
double ode_integrator_t (const OdeIntegrator *integrator);
const double *ode_integrator_x (const OdeIntegrator *integrator);
/* dx/dt at the current point (evaluated and counted where it is not known yet). */
OdeStatus ode_integrator_dxdt (OdeIntegrator *integrator, const double **dxdt);
double ode_integrator_t_previous (const OdeIntegrator *integrator);
const double *ode_integrator_x_previous (const OdeIntegrator *integrator);
/* What the next step would try if nothing limited it. */
double ode_integrator_next_step (const OdeIntegrator *integrator);
void ode_integrator_set_next_step (OdeIntegrator *integrator, double h);
/* The accuracy after clamping to the method's range. */
double ode_integrator_accuracy_in_use (const OdeIntegrator *integrator);
/* h_work of the minimum-step rule at the current time. */
double ode_integrator_working_minimum (const OdeIntegrator *integrator);
const OdeStatistics *ode_integrator_statistics (const OdeIntegrator *integrator);
void ode_integrator_reset_statistics (OdeIntegrator *integrator);
/* Why the last call failed, in words; never NULL. */
const char *ode_integrator_message (const OdeIntegrator *integrator);
void ode_integrator_set_attempt_func (OdeIntegrator *integrator, OdeAttemptFunc func, void *user);
/* Hears of every Newton iteration of our own implicit methods; NULL: nobody does. */
void ode_integrator_set_newton_func (OdeIntegrator *integrator, OdeNewtonFunc func, void *user);
/* How the method solves its linear systems, in words ("banded LU, 1000 × 1000, …"); NULL where it has none. */
const char *ode_integrator_linear_algebra (const OdeIntegrator *integrator);

/* Dense output of the last accepted step: x(t) for t in [t_previous, t]; the ends give the states themselves bit for bit.
 * First use in a step may evaluate extra stages (ODE_RHS_DENSE). */
OdeStatus ode_integrator_interpolate (OdeIntegrator *integrator, double t, double *x);
/* Its stage slopes: k[i·n_states …] for the last accepted step; n_stages 0 where the method has none. */
const double *ode_integrator_stages (const OdeIntegrator *integrator, int *n_stages);
/* Scaled error of each component in the last attempt, n_states; NULL where there is no estimate. */
const double *ode_integrator_scaled_errors (const OdeIntegrator *integrator);

/* Everything that decides what comes next (t, x, step size, controller and multistep history), as bytes. Restoring reproduces the
 * following steps bit for bit. */
size_t ode_integrator_snapshot_size (const OdeIntegrator *integrator);
void ode_integrator_save (const OdeIntegrator *integrator, void *snapshot);
void ode_integrator_restore (OdeIntegrator *integrator, const void *snapshot);
