/* A run: a simulator on a thread of its own, with transport. The only file of the core that makes threads.
 *
 * All functions are for the owner's thread (the window's main thread, or the command line's). The window polls sim_run_poll once per
 * frame and reads the trajectory and tape up to their published lengths; nothing is posted per sample. */
#pragma once

#include "sim-simulator.h"

G_BEGIN_DECLS

typedef enum { SIM_RUN_READY, SIM_RUN_RUNNING, SIM_RUN_PAUSED, SIM_RUN_FINISHED } SimRunState;

typedef struct
{
  SimRunState state;
  double t;                /* reached */
  double t_end;
  SimStatus status;        /* meaningful once FINISHED; texts live as long as the run */
  SimStatistics statistics;/* as of the last publication (10 Hz or better, exact when paused or finished) */
  guint serial;            /* grows at each change of state, parameter acknowledgement, restart */
  gboolean pending;        /* told to run or step, and the thread has not taken it up yet */
  const char *refused;     /* why the last change of a parameter or setting was not made; "" where it was */
} SimRunPoll;

typedef struct SimRun SimRun;

/* Takes the system over, with parameters and initial values already set on it; config is copied. */
SimRun *sim_run_new (SimSystem *system, const SimConfig *config, double t_start, double t_end, GError **error);
/* Stops and joins the thread. */
void sim_run_free (SimRun *run);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SimRun, sim_run_free)

SimTrajectory *sim_run_trajectory (SimRun *run);
SimTape *sim_run_tape (SimRun *run);
/* Extra sink (CSV …) before start; owned by the run. Finished when the run first finishes. */
void sim_run_add_sink (SimRun *run, SimSink *sink, const SimSamplingRule *rule);

/* Computes and records the first row of a run that has not begun, which stays ready: what it starts from can be shown. After all sinks have
 * been added. Returns at once; where no row can be computed, the start says why. */
void sim_run_prepare (SimRun *run);
void sim_run_start (SimRun *run);   /* or resume */
void sim_run_pause (SimRun *run);
void sim_run_stop (SimRun *run);    /* ends it as interrupted */
void sim_run_step (SimRun *run);    /* one accepted step, then paused */
/* To the step before, by snapshot and replay; then paused. Synchronous: pauses the run, and takes the trajectory, events and tape back to
 * that point, so nobody else may be reading them. FALSE, and only paused, where it cannot: at the start, with streamed sinks (what is
 * written is written), or across a change of method. */
gboolean sim_run_step_back (SimRun *run);
void sim_run_wait (SimRun *run);    /* blocks until not running */
void sim_run_poll (SimRun *run, SimRunPoll *poll);

/* Queued; take effect between steps; acknowledged in the event log with the time at which they applied. */
void sim_run_set_parameter (SimRun *run, const char *name, double value);
void sim_run_set_realtime_rate (SimRun *run, double rate);
gboolean sim_run_set_config (SimRun *run, const SimConfig *config, GError **error);
void sim_run_set_t_end (SimRun *run, double t_end);

/* What was changed on the way: with the settings and values it began with, all it takes to make the run again. */
typedef enum { SIM_RUN_CHANGE_PARAMETER, SIM_RUN_CHANGE_RATE, SIM_RUN_CHANGE_CONFIG, SIM_RUN_CHANGE_END } SimRunChangeKind;
typedef struct
{
  SimRunChangeKind kind;
  long step;         /* steps that had been taken when it was made; −1: before the run began */
  double t;
  char *name;        /* of a parameter */
  double value;
  SimConfig *config;
} SimRunChange;
SimRunChange *sim_run_change_new (SimRunChangeKind kind, const char *name, double value, const SimConfig *config); /* copies */
void sim_run_change_free (SimRunChange *change);
/* Changes that were made, in order (rates are none of a run's numbers); array of SimRunChange, owned by the caller. */
GPtrArray *sim_run_history (SimRun *run);
/* Makes a run again that has not begun: as fast as possible for this many steps (−1: to its end), with each change after the step it followed.
 * Then it is paused, or over where `stop` says that it was stopped there. Returns at once; the history is copied. */
void sim_run_retrace (SimRun *run, const GPtrArray *history, long steps, gboolean stop);

/* Replays a kept attempt from the snapshot before it: stage slopes etc. Caller's thread; while the run is not running. Free with
 * sim_replay_free. */
typedef struct
{
  OdeAttempt attempt;
  int n_states, n_stages;
  double *x0, *x1;       /* n_states */
  double *stages;        /* n_stages × n_states, or NULL */
  double *scaled_errors; /* n_states, or NULL */
  double *jacobian;      /* n_states², column-major, at (t, x0) */
  double *eigenvalues;   /* 2·n_states: re, im; NULL beyond 300 states */
} SimReplay;
SimReplay *sim_run_replay (SimRun *run, gsize attempt, GError **error);
void sim_replay_free (SimReplay *replay);

G_END_DECLS
