/* The hybrid loop (src/DESIGN.md): initialization, updates, one integrator step, location of witness crossings, publishes, monitors.
 *
 * The simulator is synchronous: no function starts a thread; sim-run.h runs a simulator on a thread. All functions must be called from the
 * same thread, except those that request a stop or a pause. A failure is reported as a status with a message; the state is then that of
 * the last accepted step.
 *
 * The interface follows Drake's Simulator; Stepwise itself does not call all of its functions. */
#pragma once

#include "ode-integrator.h"
#include "sim-config.h"
#include "sim-passed.h"
#include "sim-recorder.h"
#include "sim-system.h"
#include "sim-tape.h"
#include "sim-trajectory.h"

G_BEGIN_DECLS

typedef enum
{
  SIM_READY,          /* the run has not advanced yet, or a single step was taken */
  SIM_REACHED_END,    /* the run has reached the requested boundary */
  SIM_TERMINATED,     /* an event or a monitor has ended the run */
  SIM_FAILED_RUN,     /* a handler, the model or the integrator has failed */
  SIM_INTERRUPTED,    /* the caller has stopped the run */
} SimReason;

typedef struct
{
  SimReason reason;
  double boundary;        /* time to which the run should advance */
  double t;               /* time that the run has reached */
  const char *message;    /* a complete sentence, never NULL; all texts are valid until the next call of the simulator */
  const char *cause;      /* the reason of a failed step without method, time and evidence, or the reason why the result of a completed run
                           * is doubtful; otherwise the message */
  const char *advice;     /* a sentence that says what may help, or "" */
  OdeStatus ode_status;   /* status of a failed step; ODE_FAIL_MEMORY if rows or records could not be stored; otherwise ODE_DONE */
  int event;              /* index of the event that ended the run, or directly after which a step failed; −1: none */
} SimStatus;

/* Returns whether all fields are equal, including the texts. */
gboolean sim_status_equal (const SimStatus *a, const SimStatus *b);
/* Returns a message with the wording of Drake. If type_name is NULL, the message uses
 * "System". Free it with g_free. */
char *sim_status_message_drake (SimReason reason, double t, const char *type_name, const char *name, const char *message);

typedef struct
{
  OdeStatistics ode;
  gint64 steps_taken; /* steps of the simulator, including steps of length 0 that run pending updates */
  gint64 publishes, discrete_updates, unrestricted_updates, witness_events;
  gint64 witness_iterations; /* sum of the iterations of the root finder in all event records */
  gint64 cut_by_event;       /* steps that were repeated because an event occurred inside them */
  gint64 cut_by_switch;      /* steps that were repeated because a condition of the right-hand side changed inside them */
  gint64 stopped;            /* attempts that ended without a result: by a request to stop, the step limit, or a failure that no smaller step mends */
  gint64 switches;        /* steps that end where a condition of the right-hand side changes */
  gint64 slides;          /* motions along a surface on which a condition changes; t_slide is the start of the first one */
  int uncontrolled;       /* states whose values were below their tolerances in the whole run, so that no error of them was controlled */
  gint64 releases;        /* times at which switches accumulated, so that steps no longer ended at them; t_release is the first one */
  double t_slide, t_release; /* NaN: none */
  double actual_realtime_rate; /* simulated time divided by wall time, without pauses; NaN before any progress */
  double wall_seconds;
  double waited_seconds;       /* part of wall_seconds in which the run waited because of the real-time rate */
  char linear_algebra[96];     /* phrase that says how an implicit method solves its
                                * linear systems ("banded LU, …"); "" for explicit methods */
  SimPassed passed;       /* steps that passed over a change of the right-hand side */
  int worst_state;        /* index of the state that most often had the largest error, or −1 */
} SimStatistics;

typedef struct SimSimulator SimSimulator;

/* Makes a simulator. Takes ownership of the system and copies config. Returns NULL
 * with an error on failure. */
SimSimulator *sim_simulator_new (SimSystem *system, const SimConfig *config, GError **error);
/* Frees the simulator and its system; NULL is allowed. */
void sim_simulator_free (SimSimulator *simulator);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SimSimulator, sim_simulator_free)

/* Adds a sink for rows and takes ownership of it; call it before initialization. If rule is NULL, the sink
 * gets a row for every accepted step. */
void sim_simulator_add_sink (SimSimulator *simulator, SimSink *sink, const SimSamplingRule *rule);
/* Sets the tape that records attempts and takes a reference; call it before
 * initialization. */
void sim_simulator_set_tape (SimSimulator *simulator, SimTape *tape);
/* Sets the trajectory to which event records are appended, and takes a reference. */
void sim_simulator_set_event_log (SimSimulator *simulator, SimTrajectory *trajectory);

/* Starts at t (NaN: 0) with the continuous state x and the discrete state d (NULL: the initial values of
 * the system). The first step size, the sample times and the last rows depend on t_end. */
SimStatus sim_simulator_initialize (SimSimulator *simulator, double t, const double *x, const double *d, double t_end,
                                    gboolean suppress_initialization_events);
/* Advances the run to boundary ≥ t. The function may be called again with a
 * later boundary; updates that are due at the boundary are pending until then. */
SimStatus sim_simulator_advance_to (SimSimulator *simulator, double boundary);
/* Advances the run to the current time, which only runs pending updates. */
SimStatus sim_simulator_advance_pending (SimSimulator *simulator);
/* Takes one accepted step, which does not go beyond the boundary, and handles its events. */
SimStatus sim_simulator_step (SimSimulator *simulator, double boundary);
/* Writes the last rows and finishes the sinks. Returns FALSE with an error
 * if a sink fails. */
gboolean sim_simulator_finish (SimSimulator *simulator, GError **error);

/* Requests that the run stops after at most one more attempt, and in the middle of the rows of a step. Any thread may call the function. */
void sim_simulator_interrupt (SimSimulator *simulator);
/* Clears requests for a stop or a pause. */
void sim_simulator_clear_interrupt (SimSimulator *simulator);
/* Requests that the run returns between two steps. If it is continued later, the results have the same bits
 * as without a pause. Any thread may call the function. sim_simulator_clear_interrupt clears the request. */
void sim_simulator_pause (SimSimulator *simulator);

/* Returns the current time. */
double sim_simulator_t (const SimSimulator *simulator);
/* Returns the continuous state x[n_states], owned by the simulator. */
const double *sim_simulator_x (const SimSimulator *simulator);
/* Returns the discrete state d[n_discrete], owned by the simulator. */
const double *sim_simulator_d (const SimSimulator *simulator);
/* Returns whether updates are pending at the current time. */
gboolean sim_simulator_has_pending (const SimSimulator *simulator);
/* Returns the system, owned by the simulator. */
const SimSystem *sim_simulator_system (const SimSimulator *simulator);
/* Returns the integrator, owned by the simulator, or NULL if there are no continuous states. */
OdeIntegrator *sim_simulator_integrator (SimSimulator *simulator);
/* Returns the counters of the run. */
SimStatistics sim_simulator_statistics (const SimSimulator *simulator);
/* Returns the number of steps, without the computation of the other counters. */
gint64 sim_simulator_statistics_steps (const SimSimulator *simulator);
/* Returns the number of events of the run whose value of a state was lost, because a later event at the same time set that state, too. Sets *event, *t and
 * *state to those of the first one if there is one; states and discrete states are numbered together. */
gint64 sim_simulator_overwritten (const SimSimulator *simulator, int *event, double *t, int *state);
/* Returns the settings, owned by the simulator. */
const SimConfig *sim_simulator_config (const SimSimulator *simulator);
/* Sets all counters to zero. */
void sim_simulator_reset_statistics (SimSimulator *simulator);
/* Returns the status of the last call. */
SimStatus sim_simulator_status (const SimSimulator *simulator);
/* Returns the accuracy in use, or the relative tolerance in use if
 * the error test uses tolerances. */
double sim_simulator_accuracy_in_use (const SimSimulator *simulator);
/* Returns the width of the time interval to which events are located in the current step; NaN
 * if they are not located (profile drake with fixed steps and no isolation
 * accuracy). */
double sim_simulator_isolation_window (const SimSimulator *simulator);

/* Changes a parameter between two steps. Returns FALSE with an error. */
gboolean sim_simulator_set_parameter (SimSimulator *simulator, const char *name, double value, GError **error);
/* Sets a continuous or discrete state between two steps. The value takes effect at the start of the next step, after the updates that are
 * due then. Several values that are set at the same time are one jump of the state. A snapshot that is made before the next step does not
 * contain the value. Returns FALSE with an error if there is no such state or the value is not finite. */
gboolean sim_simulator_edit_state (SimSimulator *simulator, const char *name, double value, GError **error);
/* Sets the size of the next step between two steps, before limits are applied. Returns FALSE with an error without error control, or if h is not positive. */
gboolean sim_simulator_set_next_step (SimSimulator *simulator, double h, GError **error);
/* Changes settings between two steps. On failure returns FALSE with an error and keeps the
 * old settings. */
gboolean sim_simulator_set_config (SimSimulator *simulator, const SimConfig *config, GError **error);
/* Changes the real-time rate. The limit of the simulated time then counts from the current time. */
void sim_simulator_set_realtime_rate (SimSimulator *simulator, double rate);
/* Resets the start of the real-time limit after a pause, so that the run
 * does not run faster afterwards. */
void sim_simulator_rebase (SimSimulator *simulator);
/* Changes the end time of the run, at which the last sample is recorded. */
void sim_simulator_set_t_end (SimSimulator *simulator, double t_end);
/* Receives each change of the side of a switch (model-system-switches.h) between two steps, at the time t and the present state. */
typedef void (*SimSwitchFunc) (gpointer user, int index, double t, double before, double after);
/* Sets the function that receives changes of sides, in the order in which they happen; NULL: none. */
void sim_simulator_set_switch_func (SimSimulator *simulator, SimSwitchFunc func, gpointer user);
/* Sets the function that receives the intermediate results of each attempt
 * (ode-trace.h), also for later integrators of the run; NULL: none. */
void sim_simulator_set_trace (SimSimulator *simulator, OdeTraceFunc func, void *user);
/* Replaces the state without a change of time. Call it between two calls that advance the run. If x or d is NULL, that part of the state
 * does not change. */
void sim_simulator_set_state (SimSimulator *simulator, const double *x, const double *d);
typedef SimHandlerStatus (*SimMonitorFunc) (gpointer user, const SimSimulator *simulator);
/* Sets a monitor function of the caller, which is called after initialization
 * and after the publishes of each step; NULL: none. */
void sim_simulator_set_monitor (SimSimulator *simulator, SimMonitorFunc monitor, gpointer user);
/* Returns FALSE to interrupt the run, and then in all later calls. */
typedef gboolean (*SimLookFunc) (gpointer user);
/* Sets a function of the caller that is called inside attempts of systems with at least ODE_LOOK_STATES states, between parts that take some
 * milliseconds, and after each row inside a step, so that a long attempt and a step with many rows can be interrupted; NULL: none. */
void sim_simulator_set_look (SimSimulator *simulator, SimLookFunc look, gpointer user);

/* Returns a snapshot of all data that are necessary to continue with the same
 * bits: integrator, discrete state, parameters, event states. */
GBytes *sim_simulator_save (const SimSimulator *simulator);
/* Restores a snapshot. Returns FALSE if the system or the settings differ
 * from those of the snapshot. */
gboolean sim_simulator_restore (SimSimulator *simulator, GBytes *snapshot);
/* Requests that a snapshot is appended to the tape before the next step. */
void sim_simulator_request_snapshot (SimSimulator *simulator);
/* Returns the number of changes of parameters, states, settings and end times
 * before a snapshot was made. */
gsize sim_snapshot_changes (GBytes *snapshot);
/* Returns the time of a snapshot, or NaN if the bytes are not a snapshot. */
double sim_snapshot_time (GBytes *snapshot);
/* Writes the counts of rows, event records, attempts and steps at the time of a snapshot to its
 * arguments. Returns FALSE if the bytes are not a snapshot. */
gboolean sim_snapshot_counts (GBytes *snapshot, gsize *n_rows, gsize *n_records, gsize *n_attempts, gint64 *steps_taken);

G_END_DECLS
