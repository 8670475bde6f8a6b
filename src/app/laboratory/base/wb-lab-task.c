/* Copies the session's data for a job, and makes the problem of a study from the copy. */
#include "wb-lab-task.h"

WbLabTask *
wb_lab_task_new (WbSession *session, const GPtrArray *methods)
{
  WbLabTask *task = g_new0 (WbLabTask, 1);

  task->snapshot = wb_session_snapshot (session);
  task->methods = g_ptr_array_new ();
  for (guint k = 0; methods != NULL && k < methods->len; k++)
    g_ptr_array_add (task->methods, methods->pdata[k]);
  return task;
}

void
wb_lab_task_free (gpointer data)
{
  WbLabTask *task = data;

  wb_snapshot_free (task->snapshot);
  g_ptr_array_unref (task->methods);
  g_free (task);
}

LabProblem
wb_lab_task_problem (WbLabTask *task)
{
  return wb_snapshot_problem (task->snapshot);
}

static gboolean
go_on (gpointer user, double fraction)
{
  return wb_job_go_on (((WbLabTask *) user)->job, fraction);
}

LabProgress
wb_lab_task_progress (WbLabTask *task)
{
  return (LabProgress) { go_on, task };
}
