/* A run: a simulator on a separate thread, with start, pause, step and stop. No other file below the window starts simulation threads.
 *
 * All functions are called by the owner's thread (the main thread of the window or of the command line). The window calls sim_run_poll once
 * per frame and reads trajectory and tape up to their published lengths; no message is sent for each sample. */
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
  SimStatistics statistics;/* statistics at most 0.1 s old; exact when the run is paused or finished */
  guint serial;            /* increases with each change of the state and each change that was made */
  gboolean replaying;      /* the run is a branch that repeats the steps of its parent up to the branch; t is the time up to which rows exist */
  gboolean marked;         /* the run has passed the time of sim_run_mark, or the root of its branch */
  SimStatistics at_mark;   /* if marked: the statistics there */
  gboolean pending;        /* a command to run or step was given, but the thread has not begun it */
  const char *refused;     /* reason why the last change of a parameter or setting was refused; "" if it was made */
} SimRunPoll;

typedef struct SimRun SimRun;

/* Makes a run that has not begun. Takes ownership of the system, whose
 * parameters and initial values must be set; config is copied. Returns NULL
 * with an error if the settings do not suit the system. */
SimRun *sim_run_new (SimSystem *system, const SimConfig *config, double t_start, double t_end, GError **error);
/* Stops the run, joins its thread and frees it. */
void sim_run_free (SimRun *run);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SimRun, sim_run_free)

/* Returns the trajectory; borrowed. */
SimTrajectory *sim_run_trajectory (SimRun *run);
/* Returns the tape; borrowed. */
SimTape *sim_run_tape (SimRun *run);

/* Computes and records the first row of a run that has not begun, so that its
 * start can be shown. Returns at once; if
 * the row cannot be computed, the start reports the reason. */
void sim_run_prepare (SimRun *run);
/* Starts or resumes the run. */
void sim_run_start (SimRun *run);
/* Pauses the run between two steps. */
void sim_run_pause (SimRun *run);
/* Ends the run with the status "interrupted". */
void sim_run_stop (SimRun *run);
/* Takes one accepted step, then pauses. */
void sim_run_step (SimRun *run);
/* Returns to the end of the previous step by restoring a snapshot and repeating
 * steps, and pauses. Truncates trajectory, events and tape: no other thread may
 * read them meanwhile. Blocks. Returns FALSE, and only pauses, if this is
 * impossible: at the start, with streamed sinks, or across a change of method. */
gboolean sim_run_step_back (SimRun *run);
/* Blocks until the run has stopped or paused. */
void sim_run_wait (SimRun *run);
/* Returns the state at the last publication. */
void sim_run_poll (SimRun *run, SimRunPoll *poll);

/* Queues a change of a parameter. It takes effect between two steps, and an
 * event record stores the time. */
void sim_run_set_parameter (SimRun *run, const char *name, double value);
/* Queues a change of the real-time rate; 0: as fast as possible. */
void sim_run_set_realtime_rate (SimRun *run, double rate);
/* Queues a change of settings. Returns FALSE with an error if they cannot be
 * changed during a run. */
gboolean sim_run_set_config (SimRun *run, const SimConfig *config, GError **error);
/* Queues a change of the end time. */
void sim_run_set_t_end (SimRun *run, double t_end);

/* A change during a run. A run can be recomputed from its initial settings and
 * values and its changes. A change of a state takes effect at the start of the
 * next step; see sim_simulator_edit_state. */
typedef enum
{
  SIM_RUN_CHANGE_PARAMETER, SIM_RUN_CHANGE_RATE, SIM_RUN_CHANGE_CONFIG, SIM_RUN_CHANGE_END, SIM_RUN_CHANGE_STATE
} SimRunChangeKind;
typedef struct
{
  SimRunChangeKind kind;
  long step;         /* number of steps before the change; −1: before the start */
  gsize attempts;    /* number of rows on the tape before the change */
  double t;
  char *name;        /* name of the parameter or state */
  double value;
  SimConfig *config;
} SimRunChange;
/* Makes a change; name and config are copied. Free it with sim_run_change_free. */
SimRunChange *sim_run_change_new (SimRunChangeKind kind, const char *name, double value, const SimConfig *config);
/* Frees a change. */
void sim_run_change_free (SimRunChange *change);
/* Returns the changes that were made, in order: a new array of SimRunChange.
 * Changes of the rate do not affect numbers and are not included. */
GPtrArray *sim_run_history (SimRun *run);
/* Recomputes a run that has not begun: it runs as fast as possible for this
 * many steps (−1: to its end) and makes each change after the same step as in
 * the original. Then it is paused or, if `stop` is set, finished. Returns at
 * once; the history is copied. */
void sim_run_recompute (SimRun *run, const GPtrArray *history, long steps, gboolean stop);

/* Makes a run that has not begun a branch of another run, with the same system, initial values, settings and end time at the start. At the
 * next command it takes over rows, events and attempts of the parent up to its last step boundary at or before t, continues from the
 * nearest snapshot to that boundary, makes the changes (SimRunChange; NULL: none) there, and goes on with the command. Its bits are those
 * of a run that is recomputed with its history. The parent does not change and may be running or freed meanwhile, but must not step
 * back while poll.replaying is set. Returns the time of the boundary; NaN, and does nothing, if t is before the first step of the
 * parent. */
double sim_run_branch (SimRun *run, SimRun *parent, double t, const GPtrArray *changes);
/* Makes a run that has not begun keep its statistics at the first step boundary at or after t in poll.at_mark. A branch does so at its root. */
void sim_run_mark (SimRun *run, double t);
/* Returns the number of steps before the branch; −1 before it is replayed, or if the run is not a branch. */
long sim_run_branch_steps (SimRun *run);
/* Returns the time of the last step boundary at or before t among the rows that a run recorded with steps; NaN if there is none. */
double sim_run_boundary (const SimTrajectory *trajectory, double t);

G_END_DECLS
