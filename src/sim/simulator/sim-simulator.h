/* The hybrid loop (src/DESIGN.md): initialization, updates, one integrator step, location of witness crossings, publishes, monitors.
 *
 * Synchronous: no function starts a thread; sim-run.h runs a simulator on a thread. All functions must be called from one thread, except
 * those that request a stop or a pause. A failure is reported as a status with a message; the state is then that of the last accepted step.
 *
 * The interface follows Drake's Simulator; the program itself does not call all of its functions. */
#pragma once

#include "ode-integrator.h"
#include "sim-config.h"
#include "sim-recorder.h"
#include "sim-system.h"
#include "sim-tape.h"
#include "sim-trajectory.h"

G_BEGIN_DECLS

typedef enum
{
  SIM_READY,          /* not advanced yet, or after a single step */
  SIM_REACHED_END,    /* the requested boundary was reached */
  SIM_TERMINATED,     /* an event or a monitor ended the run */
  SIM_FAILED_RUN,     /* a handler, the model or the integrator failed */
  SIM_INTERRUPTED,    /* stopped by the caller */
} SimReason;

typedef struct
{
  SimReason reason;
  double boundary;        /* time to which the run was to advance */
  double t;               /* time that it reached */
  const char *message;    /* a whole sentence, never NULL; all texts are valid until the next call of the simulator */
  const char *cause;      /* the reason of a failed step without method, time and evidence; at the end of a run whose result is doubtful, the
                             reason of the doubt; otherwise the message */
  const char *advice;     /* a sentence that says what may help, or "" */
  OdeStatus ode_status;   /* status of a failed step; ODE_FAIL_MEMORY if rows or records could not be stored; otherwise ODE_DONE */
  int event;              /* index of the event that ended the run, or −1 */
} SimStatus;

/* Returns whether all fields are equal, including the texts of the messages. */
gboolean sim_status_equal (const SimStatus *a, const SimStatus *b);
/* Returns a message in the wording of Drake. type_name NULL: the message uses
 * "System". Free it with g_free. */
char *sim_status_message_drake (SimReason reason, double t, const char *type_name, const char *name, const char *message);

typedef struct
{
  OdeStatistics ode;
  long steps_taken;       /* steps of the simulator, including steps of length 0 for pending updates */
  long publishes, discrete_updates, unrestricted_updates, witness_events;
  long witness_iterations; /* sum of the iterations of the root finder that the event log lists */
  long cut_by_event;      /* steps that were repeated because an event occurred inside them */
  double actual_realtime_rate; /* simulated time per wall time, without pauses; NaN before any progress */
  double wall_seconds;
  double waited_seconds;       /* part of wall_seconds in which the run waited to keep the real-time rate */
  char linear_algebra[96];     /* how an implicit method solves its linear systems ("banded LU, …"); "" for explicit methods */
  int worst_state;        /* index of the state that most often had the largest error, or −1 */
} SimStatistics;

typedef struct SimSimulator SimSimulator;

/* Makes a simulator. Takes ownership of the system; copies config. Returns NULL
 * with an error on failure. */
SimSimulator *sim_simulator_new (SimSystem *system, const SimConfig *config, GError **error);
/* Frees the simulator and its system; NULL is allowed. */
void sim_simulator_free (SimSimulator *simulator);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SimSimulator, sim_simulator_free)

/* Adds a sink for rows, before initialization; the simulator owns it. rule
 * NULL: every accepted step. */
void sim_simulator_add_sink (SimSimulator *simulator, SimSink *sink, const SimSamplingRule *rule);
/* Sets the tape that records attempts, before initialization. Takes a
 * reference. */
void sim_simulator_set_tape (SimSimulator *simulator, SimTape *tape);
/* Sets the trajectory that event records are appended to. */
void sim_simulator_set_event_log (SimSimulator *simulator, SimTrajectory *trajectory);

/* Starts at t (NaN: 0) with x and d (NULL: the system's initial values). t_end
 * affects the first step size, the sample times and the last rows. */
SimStatus sim_simulator_initialize (SimSimulator *simulator, double t, const double *x, const double *d, double t_end,
                                    gboolean suppress_initialization_events);
/* Advances the loop to boundary ≥ t. It may be called again with a later
 * boundary; updates that are due at the boundary stay pending until then. */
SimStatus sim_simulator_advance_to (SimSimulator *simulator, double boundary);
/* Advances to the current time, which runs pending updates. */
SimStatus sim_simulator_advance_pending (SimSimulator *simulator);
/* Takes one accepted step and handles its events; the step does not pass the boundary. */
SimStatus sim_simulator_step (SimSimulator *simulator, double boundary);
/* Writes the last rows and finishes the sinks. Returns FALSE with an error
 * if a sink fails. */
gboolean sim_simulator_finish (SimSimulator *simulator, GError **error);

/* Requests that the run stops after at most one attempt; any thread. */
void sim_simulator_interrupt (SimSimulator *simulator);
/* Clears requests for a stop or a pause. */
void sim_simulator_clear_interrupt (SimSimulator *simulator);
/* Requests that the run returns between two steps; continuing then gives the
 * same bits. Any thread. sim_simulator_clear_interrupt clears the request. */
void sim_simulator_pause (SimSimulator *simulator);

/* Returns the current time. */
double sim_simulator_t (const SimSimulator *simulator);
/* Returns the continuous state; borrowed. */
const double *sim_simulator_x (const SimSimulator *simulator);
/* Returns the discrete state; borrowed. */
const double *sim_simulator_d (const SimSimulator *simulator);
/* Returns whether updates are pending at the current time. */
gboolean sim_simulator_has_pending (const SimSimulator *simulator);
/* Returns the system; borrowed. */
const SimSystem *sim_simulator_system (const SimSimulator *simulator);
/* Returns the integrator, or NULL if there are no continuous states; borrowed. */
OdeIntegrator *sim_simulator_integrator (SimSimulator *simulator);
/* Returns the counters of the run. */
SimStatistics sim_simulator_statistics (const SimSimulator *simulator);
/* Returns the number of steps taken, without computing the other counters. */
long sim_simulator_statistics_steps (const SimSimulator *simulator);
/* Returns the settings; borrowed. */
const SimConfig *sim_simulator_config (const SimSimulator *simulator);
/* Sets all counters to zero. */
void sim_simulator_reset_statistics (SimSimulator *simulator);
/* Returns the status of the last call. */
SimStatus sim_simulator_status (const SimSimulator *simulator);
/* Returns the accuracy in use, or the relative tolerance in use if tolerances
 * replace the accuracy in the error test. */
double sim_simulator_accuracy_in_use (const SimSimulator *simulator);
/* Returns the width to which events are located at the current step; NaN if
 * they are not located (profile drake with fixed steps and no isolation
 * accuracy). */
double sim_simulator_isolation_window (const SimSimulator *simulator);

/* Changes a parameter between two steps. Returns FALSE with an error. */
gboolean sim_simulator_set_parameter (SimSimulator *simulator, const char *name, double value, GError **error);
/* Sets a continuous or discrete state between two steps. The value takes effect at the start of the next step, after the updates that are
 * due then; several values set at one time are one jump of the state. Snapshots made before that do not contain it. Returns FALSE
 * with an error if there is no such state or the value is not finite. */
gboolean sim_simulator_edit_state (SimSimulator *simulator, const char *name, double value, GError **error);
/* Changes settings between two steps. Returns FALSE with an error and keeps the
 * old ones. */
gboolean sim_simulator_set_config (SimSimulator *simulator, const SimConfig *config, GError **error);
/* Changes the real-time rate and moves its anchor. */
void sim_simulator_set_realtime_rate (SimSimulator *simulator, double rate);
/* Moves the anchor of the real-time rate after a pause, so that the run does
 * not run faster to make up for it. */
void sim_simulator_rebase (SimSimulator *simulator);
/* Changes the end time, at which the last sample is taken. */
void sim_simulator_set_t_end (SimSimulator *simulator, double t_end);
/* Sets the function that receives the intermediate results of each attempt, also for later integrators of the run; NULL: none. */
void sim_simulator_set_trace (SimSimulator *simulator, OdeTraceFunc func, void *user);
/* Replaces the state without changing the time, between two calls of advance. If x or d is NULL, that part is kept. */
void sim_simulator_set_state (SimSimulator *simulator, const double *x, const double *d);
typedef SimHandlerStatus (*SimMonitorFunc) (gpointer user, const SimSimulator *simulator);
/* Sets a monitor function of the caller, which is called after initialization
 * and after the publishes of each step; NULL: none. */
void sim_simulator_set_monitor (SimSimulator *simulator, SimMonitorFunc monitor, gpointer user);

/* Returns a snapshot of all data that are necessary to continue with the same
 * bits: integrator, discrete state, parameters, event states. */
GBytes *sim_simulator_save (const SimSimulator *simulator);
/* Restores a snapshot. Returns FALSE if it does not fit the system and
 * settings. */
gboolean sim_simulator_restore (SimSimulator *simulator, GBytes *snapshot);
/* Requests that a snapshot is appended to the tape before the next step. */
void sim_simulator_request_snapshot (SimSimulator *simulator);
/* Returns how many parameters, states, settings and end times had been changed
 * when a snapshot was made. */
gsize sim_snapshot_changes (GBytes *snapshot);
/* Returns the time of a snapshot, or NaN if the bytes are not one. */
double sim_snapshot_time (GBytes *snapshot);
/* Reads the counts of rows, event records, attempts and steps at the time of a
 * snapshot. Returns FALSE if the bytes are not a snapshot. */
gboolean sim_snapshot_counts (GBytes *snapshot, gsize *n_rows, gsize *n_records, gsize *n_attempts, long *steps_taken);

G_END_DECLS
