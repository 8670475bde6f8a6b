/* Functions that only the files of the hybrid loop use. */
#pragma once

#include "sim-simulator-private.h"

G_BEGIN_DECLS

/* The following functions in sim-motion.c advance the continuous state and
 * its time. They also work for systems without continuous states. */
OdeStatus sim_motion_step (SimSimulator *simulator, double t_stop, OdeStopKind stop);
/* Repeats the last step with size h, which is at most the size of the first attempt at this step. */
OdeStatus sim_motion_retake (SimSimulator *simulator, double h);
/* Does the same; the tape shows a switch as the reason. */
OdeStatus sim_motion_retake_to_switch (SimSimulator *simulator, double h);
OdeStatus sim_motion_interpolate (SimSimulator *simulator, double t, double *x);
/* Interpolates the state at the time s after the start of the last step, 0 ≤ s ≤ sim_motion_size. */
OdeStatus sim_motion_interpolate_after (SimSimulator *simulator, double s, double *x);
double sim_motion_time_after (const SimSimulator *simulator, double s);
/* Returns the size of the last step. The difference of its end and start
 * times is only a rounded value of this size. */
double sim_motion_size (const SimSimulator *simulator);
/* Returns the smallest size of a part of the last step. A shorter part is lost in the rounding errors of the times at both ends of the step. */
double sim_motion_least_size (const SimSimulator *simulator);
/* Updates the estimate of the largest |λ| of the Jacobian every few steps. */
void sim_motion_note_stiffness (SimSimulator *simulator);
/* Save and restore the start of a step, so that the step can be integrated again. */
void sim_motion_save (SimSimulator *simulator);
void sim_motion_restore (SimSimulator *simulator);
/* Replaces the continuous state at the current time. */
OdeStatus sim_motion_jump (SimSimulator *simulator, const double *x);
/* Begins again with the present state after a change of the equations: of parameters, inputs, discrete states, or sides of conditions. Returns
 * whether algebraic unknowns jump. If they have no values, the next step fails and reports it. */
gboolean sim_motion_restart (SimSimulator *simulator);
/* Returns the step size that the controller would try next; +inf if there are no continuous states. */
double sim_motion_next_step (const SimSimulator *simulator);
double sim_motion_working_minimum (const SimSimulator *simulator);
/* Returns the accuracy that controls the run: the smaller one of accuracy and relative tolerance in use. */
double sim_motion_accuracy (const SimSimulator *simulator);
/* Returns the accuracy in use, or the relative tolerance if tolerances replace
 * the accuracy. */
double sim_motion_accuracy_in_use (const SimSimulator *simulator);
const char *sim_motion_message (const SimSimulator *simulator);

/* Returns the time at which the next step ends at the latest, and sets *stop to the reason. The function is in sim-advance.c. */
double sim_advance_stop (const SimSimulator *simulator, double boundary, OdeStopKind *stop);
/* Runs the updates that are due, without a step, and returns the status. The function is in sim-advance.c. */
SimStatus sim_advance_update (SimSimulator *simulator, double boundary);
/* Does what follows a step from t0 that was taken outside the loop, and returns the status. The function is in sim-advance.c. */
SimStatus sim_advance_complete (SimSimulator *simulator, double t0, double boundary);

/* Counts a step from t0, and examines whether its states were controlled and whether it passed over something. The function is in sim-advance.c. */
void sim_advance_count (SimSimulator *simulator, double t0);
/* Returns whether in the next pass nothing can happen but a step. The function is in sim-quiet.c. */
gboolean sim_quiet_is (const SimSimulator *simulator);
/* Takes the step of such a pass, writes its rows and calls the monitor of the program. Returns whether the run goes on; if not, the status of the
 * simulator is set. The function is in sim-quiet.c. */
gboolean sim_quiet_step (SimSimulator *simulator, double boundary);

/* The following functions are in sim-witness.c. The first one takes one step, searches it for crossings, and
 * marks the events that occur at its end as due. */
OdeStatus sim_witness_step (SimSimulator *simulator, double t_stop, OdeStopKind stop);
void sim_witness_read (SimSimulator *simulator);
double sim_witness_window (const SimSimulator *simulator);

/* Returns a time that is before the crossing of an event that is due at the end of the last step. The function is in sim-surface.c. */
double sim_window_start (SimSimulator *simulator, int event);

/* The following functions are in sim-uncontrolled.c. They begin with the state at the start of a run, compare the state at the end of a
 * step, stop the comparison, because not all steps are known, and continue it with the numbers of a snapshot. */
void sim_uncontrolled_start (SimSimulator *simulator);
void sim_uncontrolled_step (SimSimulator *simulator);
void sim_uncontrolled_forget (SimSimulator *simulator);
void sim_uncontrolled_restore (SimSimulator *simulator, const double *peaks);
/* Returns the number of states that no tolerance has controlled so far. */
int sim_uncontrolled_count (const SimSimulator *simulator);
/* Returns a sentence part on the states that no tolerance has controlled, or NULL if there is none. Free it with g_free. */
char *sim_uncontrolled_message (const SimSimulator *simulator);
/* Returns a sentence on the states that no tolerance has controlled for a large part of a run that failed, or NULL if there is none. Free it with g_free. */
char *sim_uncontrolled_failure (const SimSimulator *simulator);
/* Returns a sentence that says how these states are controlled. Free it with g_free. */
char *sim_uncontrolled_advice (const SimSimulator *simulator);

/* The following functions are in sim-resolve.c, the second one in sim-resolve-search.c. The first one repeats the last step with a smaller
 * size until it passes over no change of the right-hand side. */
OdeStatus sim_resolve_step (SimSimulator *simulator);
/* Finds times, counted from the start of the last step, at which witnesses have a sign that none of the n_samples samples shows. Writes at
 * most `most` of them to times and returns their number. */
int sim_resolve_changes (SimSimulator *simulator, int n_samples, double *times, int most);
/* Frees what sim-resolve.c has allocated; NULL is allowed. */
void sim_resolve_free (SimResolve *resolve);

/* The following functions are in sim-passed-search.c. The first one examines the last step if it is long, and counts it if it passed over a change of the
 * right-hand side. It does not change the step. */
void sim_passed_examine (SimSimulator *simulator);
/* Notes that settings, parameters or discrete states have changed, so that the right-hand side may have other conditions. */
void sim_passed_forget (SimSimulator *simulator);
/* Frees what sim-passed-search.c has allocated; NULL is allowed. */
void sim_passed_free (struct SimPassedSearch *search);

/* The following functions are in sim-dispatch.c. The first ones run the handlers of due events. */
SimHandlerStatus sim_dispatch_updates (SimSimulator *simulator);
SimHandlerStatus sim_dispatch_publishes (SimSimulator *simulator);
SimHandlerStatus sim_dispatch_interpolated (SimSimulator *simulator, double t0, double t1, GError **error);
SimHandlerStatus sim_dispatch_monitors (SimSimulator *simulator);
/* Appends the records of due events to the event log. Events with updates
 * are included only if `updated` or `pending` is true. Returns FALSE if a
 * record cannot be stored. */
gboolean sim_dispatch_log (SimSimulator *simulator, gboolean updated, gboolean pending, GError **error);
/* Appends one record to the event log. Returns FALSE with an error if the record cannot be stored. */
gboolean sim_dispatch_append (SimSimulator *simulator, const SimEventRecord *record, GError **error);
/* Computes the next time of each scheduled event: the first time after t or, if inclusive
 * is true, the first time not before t. */
void sim_dispatch_schedule (SimSimulator *simulator, double t, gboolean inclusive);
/* Keeps the more severe of two statuses in *status, or the old one if both
 * are equal. Frees the message of the other status. */
void sim_handler_status_merge (SimHandlerStatus *status, SimHandlerStatus other);
/* Returns whether a scheduled event has only publish actions, so that steps need not end at its times. */
gboolean sim_event_is_interpolated (const SimSimulator *simulator, int event);
/* Returns whether an event has no actions and is therefore only recorded by
 * dense output, without influence on the steps. In profiles drake and simbody,
 * and with isolation method drake, the result is always FALSE, because steps
 * also end at such events. */
gboolean sim_event_is_observed (const SimSimulator *simulator, int event);
/* Finds the times in the last step at which scheduled events without actions
 * happen, adds them to the marks of the simulator, and sorts the marks by time. */
void sim_dispatch_mark (SimSimulator *simulator, double t1);

/* The following functions are in sim-zeno.c. The loop calls sim_zeno_event after each witness event
 * at t. It returns FALSE with a message if events accumulate. */
gboolean sim_zeno_event (SimSimulator *simulator, double t, char **message);
/* Forgets all events, at the start of a run and of a rest. */
void sim_zeno_reset (SimSimulator *simulator);
/* The loop calls sim_zeno_pass after each pass with a due event. It returns FALSE with a message if
 * events repeat without advancing the time. */
gboolean sim_zeno_pass (SimSimulator *simulator, char **message);
/* Returns an upper limit for the time at which the next step ends, while events are frequent; +inf otherwise. */
double sim_zeno_hint (const SimSimulator *simulator);
/* Returns the largest step size that the controller may propose without a limit by sim_zeno_hint; +inf: any. The limit can act until the
 * time *t_last + *span. Returns 0 if this bound would change with t. */
double sim_zeno_largest (const SimSimulator *simulator, double t_end, double *t_last, double *span);

/* The following functions are in sim-status.c. Each sets the status of the simulator and
 * returns it. */
/* Sets a status with this reason at the current time. Takes ownership of the message, which also becomes the cause. */
SimStatus sim_status_set (SimSimulator *simulator, SimReason reason, double boundary, char *message);
SimStatus sim_status_end (SimSimulator *simulator, double boundary);
SimStatus sim_status_handler (SimSimulator *simulator, SimHandlerStatus *handler, double boundary);
SimStatus sim_status_ode (SimSimulator *simulator, OdeStatus ode, double boundary);
/* Sets the status of a run that would need too many steps for its time span. */
SimStatus sim_status_hopeless (SimSimulator *simulator);
SimStatus sim_status_error (SimSimulator *simulator, GError *error, double boundary);
/* Returns advice for a run that fails at a condition on states in a model with algebraic unknowns, where a motion along its surface is not computed;
 * NULL: the run fails elsewhere. Free it with g_free. */
char *sim_status_switch_advice (SimSimulator *simulator);

/* The following functions in sim-live.c handle states that the user has edited since the last step. */
gboolean sim_live_has_edits (const SimSimulator *simulator);
void sim_live_forget_edits (SimSimulator *simulator);
/* Sets the edited states as one jump, and records a row after the jump. Returns FALSE with an error on failure. */
gboolean sim_live_apply_edits (SimSimulator *simulator, GError **error);

/* Appends a snapshot to the tape if one is due. The function is in sim-snapshot.c. */
void sim_snapshot_to_tape (SimSimulator *simulator);
/* Appends the attempt in `held` of the simulator to the tape. The function is in sim-simulator.c. */
void sim_simulator_flush_attempt (SimSimulator *simulator);

/* Applies the settings of `config`. On failure the previous settings remain. */
gboolean sim_simulator_configure (SimSimulator *simulator, GError **error);

G_END_DECLS
