/* A run is a simulator on a separate thread, which the owner can start, pause, step and stop.
 *
 * Only the owner's thread (the main thread of the window or of the command line) may call these functions. The window calls sim_run_poll
 * once per frame and reads trajectory and tape up to their published lengths; the run sends no messages. */
#pragma once

#include "sim-simulator.h"

G_BEGIN_DECLS

typedef enum { SIM_RUN_READY, SIM_RUN_RUNNING, SIM_RUN_PAUSED, SIM_RUN_FINISHED } SimRunState;

typedef struct
{
  SimRunState state;
  double t;                /* current time */
  double t_end;
  SimStatus status;        /* valid if the state is SIM_RUN_FINISHED; its texts are valid as long as the run */
  SimStatistics statistics;/* counters, which are at most 0.1 s old, and exact if the run is paused or finished */
  guint serial;            /* number that increases when `state` changes, and when the run has applied or refused a change of one of the
                            * kinds of SimRunChangeKind */
  gboolean replaying;      /* the run is a branch that still repeats the steps of its parent; t is the time up to which rows exist */
  gboolean marked;         /* the run has passed the time of sim_run_mark, or is a branch and has passed its beginning */
  SimStatistics at_mark;   /* if `marked`: the statistics at that time */
  gboolean pending;        /* a command to run or to step was given, but the thread has not begun to execute it */
  const char *refused;     /* the reason why the last change of a parameter or setting was refused; "" if it was accepted */
} SimRunPoll;

typedef struct SimRun SimRun;

/* Makes a run, which does not begin yet. Takes ownership of the system,
 * whose parameters and initial values must be set; config is copied. Returns NULL
 * with an error if the settings do not suit the system. */
SimRun *sim_run_new (SimSystem *system, const SimConfig *config, double t_start, double t_end, GError **error);
/* Stops the run, joins its thread and frees it; NULL is allowed. */
void sim_run_free (SimRun *run);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SimRun, sim_run_free)

/* Returns the trajectory, which the run owns. */
SimTrajectory *sim_run_trajectory (SimRun *run);
/* Returns the tape, which the run owns. */
SimTape *sim_run_tape (SimRun *run);

/* Computes and records the first row of a run that has not begun, so that its
 * start can be shown. Returns immediately. If
 * the row cannot be computed, sim_run_start reports the reason. */
void sim_run_prepare (SimRun *run);
/* Starts or resumes the run. */
void sim_run_start (SimRun *run);
/* Pauses the run between two steps. */
void sim_run_pause (SimRun *run);
/* Ends the run with the status "interrupted". */
void sim_run_stop (SimRun *run);
/* Takes one accepted step and pauses the run. */
void sim_run_step (SimRun *run);
/* Returns to the end of the previous step by restoring a snapshot and repeating steps, and pauses
 * the run. Truncates trajectory, events and tape: no other thread may read them meanwhile.
 * Blocks until this is done. Returns FALSE, and only pauses the run, if this is impossible:
 * at the start, with sinks that write to a file, or if the method was changed in that step. */
gboolean sim_run_step_back (SimRun *run);
/* Blocks until the run has stopped or paused. */
void sim_run_wait (SimRun *run);
/* Copies the state at the last publication to *poll. */
void sim_run_poll (SimRun *run, SimRunPoll *poll);

/* Queues a change of a parameter. The change takes effect between two steps, and
 * an event record stores its time. */
void sim_run_set_parameter (SimRun *run, const char *name, double value);
/* Queues a change of the real-time rate; 0: the run does not wait. */
void sim_run_set_realtime_rate (SimRun *run, double rate);
/* Queues a change of settings. Returns FALSE with an error if they cannot be
 * changed during a run. */
gboolean sim_run_set_config (SimRun *run, const SimConfig *config, GError **error);
/* Queues a change of the end time. */
void sim_run_set_t_end (SimRun *run, double t_end);

/* The kinds of changes during a run. A run can be recomputed from its initial settings, its
 * initial values and its changes. A change of a state takes effect at the start of the
 * next step; see sim_simulator_edit_state. SIM_RUN_CHANGE_STEP sets the size of the next step
 * to `value`; see sim_simulator_set_next_step. */
typedef enum
{
  SIM_RUN_CHANGE_PARAMETER, SIM_RUN_CHANGE_RATE, SIM_RUN_CHANGE_CONFIG, SIM_RUN_CHANGE_END, SIM_RUN_CHANGE_STATE,
  SIM_RUN_CHANGE_STEP
} SimRunChangeKind;
typedef struct
{
  SimRunChangeKind kind;
  gint64 step;       /* number of steps before the change; −1: the change was made before the start */
  gsize attempts;    /* number of attempts on the tape before the change */
  double t;
  char *name;        /* name of the parameter or state */
  double value;
  SimConfig *config;
} SimRunChange;
/* Makes a change; name and config are copied. Free it with sim_run_change_free. */
SimRunChange *sim_run_change_new (SimRunChangeKind kind, const char *name, double value, const SimConfig *config);
/* Frees a change; NULL is allowed. */
void sim_run_change_free (SimRunChange *change);
/* Returns a new array of the changes (SimRunChange) that were made, in order. Changes of
 * the real-time rate are not included, because they do not affect the results. */
GPtrArray *sim_run_history (SimRun *run);
/* Starts a run that has not begun, as a repetition of another run with the given history: it
 * takes `steps` steps (−1: all steps to its end) as fast as possible and makes each change after
 * the same step as the other run. Then the run is paused or, if `stop` is set, finished. Returns
 * immediately; the history is copied. */
void sim_run_recompute (SimRun *run, const GPtrArray *history, gint64 steps, gboolean stop);

/* Turns a run that has not begun into a branch of another run, which must have the same system, initial values, settings and end time at
 * the start. At the next command the branch copies the rows, events and attempts of the parent up to the last step boundary at or before
 * t, makes the changes (SimRunChange; NULL: none) at that boundary, and continues with the command. Its results have the same bits as those
 * of a run that is recomputed with its history. The parent does not change and may be running or freed meanwhile, but must not step
 * back while poll.replaying is set. Returns the time of the boundary; NaN, and does nothing, if t is before the first step of the
 * parent. */
double sim_run_branch (SimRun *run, SimRun *parent, double t, const GPtrArray *changes);
/* Requests that a run that has not begun stores its statistics at the first step boundary at or after t in poll.at_mark. A branch stores
 * them at its beginning without this call. */
void sim_run_mark (SimRun *run, double t);
/* Returns the time of the last step boundary at or before t in a trajectory; NaN if there is none. */
double sim_run_boundary (const SimTrajectory *trajectory, double t);

G_END_DECLS
