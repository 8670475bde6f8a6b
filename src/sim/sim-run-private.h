/* The inside of SimRun, shared by sim-run.c and sim-replay.c.
 *
 * The simulator belongs to the worker while state is RUNNING, else to whoever holds the lock. */
#pragma once

/* The thread sanitizer knows pthread's locks; it cannot see through GLib's. */
#include <pthread.h>

#include "sim-run.h"

G_BEGIN_DECLS

typedef enum { SIM_RUN_NOTHING, SIM_RUN_CONTINUE, SIM_RUN_SINGLE, SIM_RUN_QUIT } SimRunCommand;
typedef enum { SIM_RUN_CHANGE_PARAMETER, SIM_RUN_CHANGE_RATE, SIM_RUN_CHANGE_CONFIG, SIM_RUN_CHANGE_END } SimRunChangeKind;

typedef struct
{
  SimRunChangeKind kind;
  char *name;
  double value;
  SimConfig *config;
} SimRunChange;

struct SimRun
{
  SimSimulator *simulator;
  SimTrajectory *trajectory;
  SimTape *tape;
  int n_extra_sinks;
  GThread *thread;
  double t_start;

  pthread_mutex_t lock;
  pthread_cond_t changed;          /* of command or state */
  SimRunCommand command;
  SimRunState state;
  gboolean initialized, finished_sinks;
  double t_end;           /* written by whoever owns the simulator, under the lock */
  GQueue changes;         /* SimRunChange */
  gboolean throttled;     /* the worker's: a real-time rate holds it back */
  SimStatus status;       /* texts in `texts` */
  GStringChunk *texts;
  const char *refused;
  guint serial;
  SimRunPoll poll;

  gint has_changes;       /* atomic: owner sets, worker clears */
  gint stopping;          /* atomic: owner sets; the worker tells a stop from a pause by it */
};

/* Restores the snapshot before the step before, and replays up to it. Under the lock, at rest. */
gboolean sim_run_go_back (SimRun *run);

G_END_DECLS
