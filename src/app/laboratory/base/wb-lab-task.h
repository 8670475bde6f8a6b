/* A copy of the model, settings and values of a session, so that a job can compute a study on another
 * thread. */
#pragma once

#include "lab-problem.h"
#include "wb-job.h"
#include "wb-session.h"

G_BEGIN_DECLS

typedef struct
{
  WbJob *job;           /* set by the thread of the job */
  WbSnapshot *snapshot;
  GPtrArray *methods;   /* the methods to study (const OdeMethod *) */
  int kind;             /* free for use by the caller */
} WbLabTask;

/* Makes a task for the current model of a session. Copies the array of
 * methods. */
WbLabTask *wb_lab_task_new (WbSession *session, const GPtrArray *methods);
/* Frees a task (WbLabTask). */
void wb_lab_task_free (gpointer task);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WbLabTask, wb_lab_task_free)
/* Returns the study problem of a task. It borrows from the task. */
LabProblem wb_lab_task_problem (WbLabTask *task);
/* Returns the progress of a task. task->job must be set. */
LabProgress wb_lab_task_progress (WbLabTask *task);

G_END_DECLS
