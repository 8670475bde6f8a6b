/* The struct of SimRun and the functions that its files share.
 *
 * The worker thread owns the simulator while state is RUNNING; otherwise the
 * thread that holds the lock does. */
#pragma once

/* pthread locks, because the thread sanitizer does not know those of GLib. */
#include <pthread.h>
#include <stdatomic.h>

#include "sim-run.h"

G_BEGIN_DECLS

typedef enum { SIM_RUN_NOTHING, SIM_RUN_PREPARE, SIM_RUN_CONTINUE, SIM_RUN_SINGLE, SIM_RUN_QUIT } SimRunCommand;

/* The changes and the end of a run that is recomputed. */
typedef struct
{
  GPtrArray *changes;     /* SimRunChange; NULL: none */
  guint next;             /* index of the next change to make */
  long steps;             /* the run pauses after this many steps; −1: it does not */
  gboolean stop;          /* at this point the run ends instead of pausing */
} SimRunPlan;

/* The beginning of a run that is a branch. */
typedef struct
{
  SimTrajectory *trajectory; /* of the parent */
  SimTape *tape;
  GPtrArray *history;        /* SimRunChange of the parent */
  GPtrArray *changes;        /* SimRunChange at the branch */
  double t;                  /* time of the boundary */
} SimRunBranch;

struct SimRun
{
  SimSimulator *simulator;
  SimTrajectory *trajectory;
  SimTape *tape;
  GThread *thread;
  double t_start;

  pthread_mutex_t lock;
  pthread_cond_t changed;          /* signalled when the command or the state changes */
  SimRunCommand command;
  SimRunState state;
  gboolean initialized, begun; /* begun: the first row is recorded, and the run can continue from it */
  double t_end;           /* under the lock */
  GQueue changes;         /* SimRunChange: queued changes; under the lock */
  GPtrArray *history;     /* SimRunChange: changes that were made; under the lock */
  SimRunPlan plan;        /* used only by the worker after the start */
  SimRunBranch *branch;   /* NULL, or what is to be replayed before the first command; the worker uses and frees it */
  gboolean replaying;     /* under the lock */
  double t_replayed;      /* time of the last row that was taken over; under the lock */
  double t_mark;          /* time whose statistics are kept in the poll; INFINITY: none, or they are kept already */
  long branch_steps;      /* number of steps before the branch; −1: none; under the lock */
  double rate;            /* real-time rate in use; changed with the lock held, between steps */
  gboolean throttled;     /* a real-time rate is set; the worker reads it, and it changes only between steps */
  SimStatus status;       /* its texts are in `texts`; under the lock */
  GStringChunk *texts;
  const char *refused;
  guint serial;
  SimRunPoll poll;

  atomic_bool has_changes; /* stored by the owner when it queues a change and by the worker when the queue is empty; loaded by the worker
                              between steps */
  atomic_bool stopping;    /* stored by the owner; loaded by the worker after an interrupt: TRUE is a stop, FALSE a pause */
};

/* Restores the snapshot before the previous step and repeats the steps up to
 * it. Call it with the lock held while the worker is not running. */
gboolean sim_run_go_back (SimRun *run);

/* Makes a change and appends it to the history with the current number of
 * steps. Called by the worker between two steps, or by another thread with the
 * lock held. */
void sim_run_make_change (SimRun *run, const SimRunChange *change);
/* Makes the changes of the plan that are due after the number of steps taken so
 * far. Returns TRUE if the run must pause now. Called by the worker without the
 * lock. */
gboolean sim_run_follow_plan (SimRun *run);
/* Returns whether the plan has further changes for a run that has reached its
 * end. */
gboolean sim_run_plan_goes_on (const SimRun *run);
/* Removes the changes that were made after the current step from the history,
 * after a step back. Call it with the lock held. */
void sim_run_forget_changes (SimRun *run);
void sim_run_plan_clear (SimRun *run);
/* Takes over the parent's rows and replays the steps up to the branch. Returns FALSE if it was stopped or failed; the status is then set.
 * Called by the worker without the lock. */
gboolean sim_run_replay_branch (SimRun *run);
void sim_run_branch_free (SimRunBranch *branch);
/* Functions of sim-run.c that copy the state to the poll and keep the texts of a status. Call them with the lock held. */
void sim_run_publish (SimRun *run);
void sim_run_keep_status (SimRun *run, SimStatus status);
/* Keeps the statistics at the mark. Call it with the lock held, on the worker. */
void sim_run_keep_mark (SimRun *run);

G_END_DECLS
