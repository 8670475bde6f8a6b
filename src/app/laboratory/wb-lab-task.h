/* The model, settings and values of a session, copied for a study on a thread of
 * the pool. */
#pragma once

#include "lab-problem.h"
#include "wb-job.h"
#include "wb-session.h"

G_BEGIN_DECLS

typedef struct
{
  WbJob *job;           /* set by the thread of the job */
  Model *model;
  SimConfig *config;
  WbValues *values;
  GHashTable *constants;
  double t_start, t_end;
  GPtrArray *methods;   /* const OdeMethod * */
  int kind;             /* for the caller */
} WbLabTask;

/* Makes a task for the current model of a session and some methods, whose array
 * is copied. */
WbLabTask *wb_lab_task_new (WbSession *session, const GPtrArray *methods);
/* Frees a task. */
void wb_lab_task_free (gpointer task);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WbLabTask, wb_lab_task_free)
/* Returns the problem of a task, which borrows its members. */
LabProblem wb_lab_task_problem (WbLabTask *task);
/* Returns the progress of a task whose job is set. */
LabProgress wb_lab_task_progress (WbLabTask *task);

G_END_DECLS
