/* A run: a simulator on its own thread, with start, pause, step and stop. The only file below the window that creates threads.
 *
 * All functions are called by the owner's thread (the main thread of the window or of the command line). The window calls sim_run_poll once
 * per frame and reads trajectory and tape up to their published lengths; no message is sent for a sample. */
#pragma once

#include "sim-simulator.h"

G_BEGIN_DECLS

typedef enum { SIM_RUN_READY, SIM_RUN_RUNNING, SIM_RUN_PAUSED, SIM_RUN_FINISHED } SimRunState;

typedef struct
{
  SimRunState state;
  double t;                /* current time */
  double t_end;
  SimStatus status;        /* valid when SIM_RUN_FINISHED; its texts are valid as long as the run */
  SimStatistics statistics;/* of the last publication, at most 0.1 s old; exact when paused or finished */
  guint serial;            /* increases with each change of state and each change that was made */
  gboolean pending;        /* a command to run or step was given, and the thread has not begun it */
  const char *refused;     /* why the last change of a parameter or setting was refused; "" if it was made */
} SimRunPoll;

typedef struct SimRun SimRun;

/* Makes a run that has not begun. Takes over the system, with parameters and
 * initial values already set on it; config is copied. Returns NULL with an
 * error where the settings do not suit the system. */
SimRun *sim_run_new (SimSystem *system, const SimConfig *config, double t_start, double t_end, GError **error);
/* Stops the run, joins its thread and frees it. */
void sim_run_free (SimRun *run);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SimRun, sim_run_free)

/* Returns the trajectory; borrowed. */
SimTrajectory *sim_run_trajectory (SimRun *run);
/* Returns the tape; borrowed. */
SimTape *sim_run_tape (SimRun *run);
/* Adds a sink before the start; owned by the run. It is finished when the run
 * first finishes. */
void sim_run_add_sink (SimRun *run, SimSink *sink, const SimSamplingRule *rule);

/* Computes and records the first row of a run that has not begun, so that its
 * start can be shown. To be called after all sinks were added. Returns at once;
 * where no row can be computed, the start reports why. */
void sim_run_prepare (SimRun *run);
/* Starts or resumes the run. */
void sim_run_start (SimRun *run);
/* Pauses the run between two steps. */
void sim_run_pause (SimRun *run);
/* Ends the run as interrupted. */
void sim_run_stop (SimRun *run);
/* Takes one accepted step, then pauses. */
void sim_run_step (SimRun *run);
/* Goes back to the step before, by snapshot and replay, and pauses. Truncates
 * trajectory, events and tape, so that no other thread may be reading them;
 * blocks. Returns FALSE, and only pauses, where it cannot: at the start, with
 * streamed sinks, or across a change of method. */
gboolean sim_run_step_back (SimRun *run);
/* Blocks until the run is not running. */
void sim_run_wait (SimRun *run);
/* Reads the state as of the last publication. */
void sim_run_poll (SimRun *run, SimRunPoll *poll);

/* Queues a change of a parameter. It takes effect between two steps; an event
 * record holds the time. */
void sim_run_set_parameter (SimRun *run, const char *name, double value);
/* Queues a change of the real-time rate; 0: as fast as possible. */
void sim_run_set_realtime_rate (SimRun *run, double rate);
/* Queues a change of settings. Returns FALSE with an error where they cannot
 * change in mid-run. */
gboolean sim_run_set_config (SimRun *run, const SimConfig *config, GError **error);
/* Queues a change of the end time. */
void sim_run_set_t_end (SimRun *run, double t_end);

/* A change during a run. A run can be recomputed from the settings and values at its start and its changes. */
typedef enum { SIM_RUN_CHANGE_PARAMETER, SIM_RUN_CHANGE_RATE, SIM_RUN_CHANGE_CONFIG, SIM_RUN_CHANGE_END } SimRunChangeKind;
typedef struct
{
  SimRunChangeKind kind;
  long step;         /* number of steps before the change; −1: before the start */
  double t;
  char *name;        /* of the parameter */
  double value;
  SimConfig *config;
} SimRunChange;
/* Makes a change; name and config are copied. */
SimRunChange *sim_run_change_new (SimRunChangeKind kind, const char *name, double value, const SimConfig *config);
/* Frees a change. */
void sim_run_change_free (SimRunChange *change);
/* Returns the changes that were made, in order (array of SimRunChange, owned by
 * the caller). Changes of the rate do not affect numbers and are not included. */
GPtrArray *sim_run_history (SimRun *run);
/* Recomputes a run: a run that has not begun goes as fast as possible for this
 * many steps (−1: to its end), with each change after the step that it
 * followed. It is then paused, or finished where `stop`. Returns at once; the
 * history is copied. */
void sim_run_recompute (SimRun *run, const GPtrArray *history, long steps, gboolean stop);

/* Result of replaying an attempt; free with sim_replay_free. */
typedef struct
{
  OdeAttempt attempt;
  int n_states, n_stages;
  double *x0, *x1;       /* n_states */
  double *stages;        /* n_stages × n_states, or NULL */
  double *scaled_errors; /* n_states, or NULL */
  double *jacobian;      /* n_states², column-major, at (t, x0) */
  double *eigenvalues;   /* n_states × (re, im); NULL for more than 300 states */
} SimReplay;
/* Repeats a kept attempt from the snapshot before it. On the caller's thread,
 * while the run is not running. Returns NULL with an error where the attempt is
 * not kept; free with sim_replay_free. */
SimReplay *sim_run_replay (SimRun *run, gsize attempt, GError **error);
/* Frees a replay; NULL is allowed. */
void sim_replay_free (SimReplay *replay);

G_END_DECLS
