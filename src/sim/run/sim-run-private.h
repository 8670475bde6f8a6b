/* The members of SimRun, and the functions that its files share.
 *
 * The simulator belongs to the worker while state is RUNNING, else to whoever
 * holds the lock. */
#pragma once

/* pthread locks, because the thread sanitizer does not know those of GLib. */
#include <pthread.h>
#include <stdatomic.h>

#include "sim-run.h"

G_BEGIN_DECLS

typedef enum { SIM_RUN_NOTHING, SIM_RUN_PREPARE, SIM_RUN_CONTINUE, SIM_RUN_SINGLE, SIM_RUN_QUIT } SimRunCommand;

/* Plan of a run that is recomputed. */
typedef struct
{
  GPtrArray *changes;     /* SimRunChange; NULL: none */
  guint next;             /* index of the next change */
  long steps;             /* the run pauses after this many steps; −1: it does not */
  gboolean stop;          /* it ends there instead */
} SimRunPlan;

struct SimRun
{
  SimSimulator *simulator;
  SimTrajectory *trajectory;
  SimTape *tape;
  int n_extra_sinks;
  GThread *thread;
  double t_start;

  pthread_mutex_t lock;
  pthread_cond_t changed;          /* command or state has changed */
  SimRunCommand command;
  SimRunState state;
  gboolean initialized, begun, finished_sinks; /* begun: the first row is recorded, and the run can continue from it */
  double t_end;           /* under the lock */
  GQueue changes;         /* SimRunChange that are queued; under the lock */
  GPtrArray *history;     /* SimRunChange that were made; under the lock */
  SimRunPlan plan;        /* used by the worker only after the start */
  gboolean throttled;     /* a real-time rate is set; read by the worker, changed when it does not step */
  SimStatus status;       /* its texts are in `texts`; under the lock */
  GStringChunk *texts;
  const char *refused;
  guint serial;
  SimRunPoll poll;

  atomic_bool has_changes; /* stored by the owner with the queue, and by the worker when it is empty; loaded by the worker between steps */
  atomic_bool stopping;    /* stored by the owner; loaded by the worker after an interrupt: TRUE is a stop, FALSE a pause */
};

/* Restores the snapshot before the step before, and replays up to it. Under the
 * lock, at rest. */
gboolean sim_run_go_back (SimRun *run);

/* The worker, at rest between two steps or with the lock: makes a change, and
 * remembers it where it was made. */
void sim_run_make_change (SimRun *run, const SimRunChange *change);
/* Makes the plan's changes that are due after the steps taken so far. TRUE
 * where the run pauses here. The worker's, without the lock. */
gboolean sim_run_follow_plan (SimRun *run);
/* Whether the plan has a change for a run that has come to its end. */
gboolean sim_run_plan_goes_on (const SimRun *run);
/* After a step back: what was changed later was not. Under the lock. */
void sim_run_forget_changes (SimRun *run);
void sim_run_plan_clear (SimRun *run);

G_END_DECLS
