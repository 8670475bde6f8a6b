/* The functions that the files of the hybrid loop share. */
#pragma once

#include "sim-simulator-private.h"

G_BEGIN_DECLS

/* sim-motion.c: the continuous part, also for systems without continuous states. */
OdeStatus sim_motion_step (SimSimulator *simulator, double t_stop, OdeStopKind stop);
/* Repeats the last step up to t1. */
OdeStatus sim_motion_retake (SimSimulator *simulator, double t1);
OdeStatus sim_motion_interpolate (SimSimulator *simulator, double t, double *x);
/* Renews the estimate of the largest |λ| every few steps. */
void sim_motion_note_stiffness (SimSimulator *simulator);
/* Saves and restores the start of a step that is integrated again. */
void sim_motion_save (SimSimulator *simulator);
void sim_motion_restore (SimSimulator *simulator);
/* Replaces the state at the current time. */
OdeStatus sim_motion_jump (SimSimulator *simulator, const double *x);
/* Returns the step that the controller would try next; +inf without continuous states. */
double sim_motion_next_step (const SimSimulator *simulator);
double sim_motion_working_minimum (const SimSimulator *simulator);
double sim_motion_accuracy (const SimSimulator *simulator);
const char *sim_motion_message (const SimSimulator *simulator);

/* sim-witness.c: takes one step, searches it for crossings, and marks the events that happen at its end as due. */
OdeStatus sim_witness_step (SimSimulator *simulator, double t_stop, OdeStopKind stop);
void sim_witness_read (SimSimulator *simulator);
double sim_witness_window (const SimSimulator *simulator, double h);

/* sim-dispatch.c: run the handlers of due events. */
SimHandlerStatus sim_dispatch_updates (SimSimulator *simulator);
SimHandlerStatus sim_dispatch_publishes (SimSimulator *simulator);
SimHandlerStatus sim_dispatch_interpolated (SimSimulator *simulator, double t0, double t1, GError **error);
SimHandlerStatus sim_dispatch_monitors (SimSimulator *simulator);
/* Appends the records of due events to the event log: those without updates, and the others if updated or pending. FALSE if a record
 * cannot be stored. */
gboolean sim_dispatch_log (SimSimulator *simulator, gboolean updated, gboolean pending, GError **error);
/* Appends one record to the event log. FALSE if it cannot be stored. */
gboolean sim_dispatch_append (SimSimulator *simulator, const SimEventRecord *record, GError **error);
/* Computes the next times of scheduled events after t, or from t on. */
void sim_dispatch_schedule (SimSimulator *simulator, double t, gboolean inclusive);
/* Keeps the more severe of two statuses, of equal ones the first; frees the message of the other. */
void sim_handler_status_merge (SimHandlerStatus *status, SimHandlerStatus other);
/* Returns whether a scheduled event only publishes, so that steps need not end at its times. */
gboolean sim_event_is_interpolated (const SimSimulator *simulator, int event);

/* sim-zeno.c: FALSE with a message if events accumulate. Called after each witness event at t. */
gboolean sim_zeno_event (SimSimulator *simulator, double t, char **message);
/* The same for events that repeat without advancing the time. Called after each pass with a due event. */
gboolean sim_zeno_pass (SimSimulator *simulator, char **message);
/* Returns a time that the next step should not pass while events are frequent; +inf otherwise. */
double sim_zeno_hint (const SimSimulator *simulator);

/* sim-status.c: each function sets the simulator's status and returns it. */
/* Takes the message over; the cause is the same text. */
SimStatus sim_status_set (SimSimulator *simulator, SimReason reason, double boundary, char *message);
SimStatus sim_status_end (SimSimulator *simulator, double boundary);
SimStatus sim_status_handler (SimSimulator *simulator, SimHandlerStatus *handler, double boundary);
SimStatus sim_status_ode (SimSimulator *simulator, OdeStatus ode, double boundary);
/* The span needs more steps than can be taken. */
SimStatus sim_status_hopeless (SimSimulator *simulator);
SimStatus sim_status_error (SimSimulator *simulator, GError *error, double boundary);

/* sim-snapshot.c: puts a snapshot onto the tape if one is due. */
void sim_snapshot_to_tape (SimSimulator *simulator);
/* sim-simulator.c: puts the held attempt onto the tape. */
void sim_simulator_flush_attempt (SimSimulator *simulator);

/* Applies the settings of `config`. On failure the settings before stay in effect. */
gboolean sim_simulator_configure (SimSimulator *simulator, GError **error);

G_END_DECLS
