/* The struct of SimRun and the functions that its files share.
 *
 * Only the worker thread may use the simulator while the state is RUNNING; otherwise only the
 * thread that holds the lock may use it. */
#pragma once

/* pthread locks are used because the thread sanitizer does not know the locks of GLib. */
#include <pthread.h>
#include <stdatomic.h>

#include "sim-run.h"

G_BEGIN_DECLS

typedef enum { SIM_RUN_NOTHING, SIM_RUN_PREPARE, SIM_RUN_CONTINUE, SIM_RUN_SINGLE, SIM_RUN_QUIT } SimRunCommand;

/* The changes of a run that is recomputed, and the step at which it ends. */
typedef struct
{
  GPtrArray *changes;     /* of SimRunChange; NULL: no changes */
  guint next;             /* index of the next change */
  gint64 steps;           /* number of steps after which the run pauses; −1: it does not pause */
  gboolean stop;          /* the run ends after these steps instead of pausing */
} SimRunPlan;

/* The data with which a branch begins. */
typedef struct
{
  SimTrajectory *trajectory; /* trajectory of the parent */
  SimTape *tape;
  GPtrArray *history;        /* of SimRunChange: history of the parent */
  GPtrArray *changes;        /* of SimRunChange: changes that are made at the branch */
  double t;                  /* time of the step boundary at which the branch begins */
} SimRunBranch;

struct SimRun
{
  SimSimulator *simulator;
  SimTrajectory *trajectory;
  SimTape *tape;
  GThread *thread;
  double t_start;

  pthread_mutex_t lock;
  pthread_cond_t changed;          /* signalled when `command` or `state` changes */
  SimRunCommand command;
  SimRunState state;
  gboolean initialized, begun; /* begun: the first row is recorded, and the run can continue from it */
  double t_end;           /* protected by the lock */
  GQueue changes;         /* of SimRunChange: queued changes; protected by the lock */
  GPtrArray *history;     /* of SimRunChange: changes that were made; protected by the lock */
  SimConfig *first_config; /* settings at the start */
  double first_t_end;     /* end time at the start */
  SimRunPlan plan;        /* only the worker uses it after the start */
  SimRunBranch *branch;   /* data of a branch whose steps must be repeated before the
                           * first command; NULL: none. The worker uses and frees it */
  gboolean replaying;     /* protected by the lock */
  double t_replayed;      /* time of the last copied row; protected by the lock */
  double t_mark;          /* time at which the statistics are stored in the poll; INFINITY: none, or they are already stored */
  double rate;            /* real-time rate in use; changed between steps with the lock held */
  gboolean throttled;     /* a real-time rate is set; read by the worker, and changed only between steps */
  SimStatus status;       /* its texts are in `texts`; protected by the lock */
  GStringChunk *texts;
  const char *refused;
  guint serial;
  SimRunPoll poll;

  atomic_bool has_changes; /* stored by the owner when it queues a change, and by the worker when the queue is empty; loaded by the worker
                            * between steps */
  atomic_bool stopping;    /* stored by the owner; loaded by the worker after an interrupt. TRUE: the run stops; FALSE: it pauses */
};

/* Returns to the end of the previous step: restores an earlier snapshot and repeats the steps
 * from there. Call the function with the lock held while the worker is not running. */
gboolean sim_run_go_back (SimRun *run);

/* Makes a change and appends it to the history with the current number of
 * steps. The worker calls the function between two steps, or another thread with the
 * lock held. */
void sim_run_make_change (SimRun *run, const SimRunChange *change);
/* Makes the changes of the plan that are due after the number of steps taken so
 * far. Returns TRUE if the run must pause now. The worker calls the function without the
 * lock. */
gboolean sim_run_follow_plan (SimRun *run);
/* Returns whether the plan has further changes for a run that has reached its
 * end. */
gboolean sim_run_plan_goes_on (const SimRun *run);
/* Removes the changes that were made after the current step from the history,
 * after a step back. Call the function with the lock held. */
void sim_run_forget_changes (SimRun *run);
void sim_run_plan_clear (SimRun *run);
/* Copies the parent's rows and repeats the steps up to the branch. Returns FALSE if this was stopped or failed; the status is then set.
 * The worker calls the function without the lock. */
gboolean sim_run_replay_branch (SimRun *run);
void sim_run_branch_free (SimRunBranch *branch);
/* The following functions are in sim-run.c. The first one copies the state to the poll, the second one stores a status with its texts.
 * Call them with the lock held. */
void sim_run_publish (SimRun *run);
void sim_run_keep_status (SimRun *run, SimStatus status);
/* Stores the statistics at the mark. The worker calls the function with the lock held. */
void sim_run_keep_mark (SimRun *run);

G_END_DECLS
