/* Copies the session's data for a job, and makes the problem of a study from the copy. */
#include "wb-lab-task.h"

WbLabTask *
wb_lab_task_new (WbSession *session, const GPtrArray *methods)
{
  WbLabTask *task = g_new0 (WbLabTask, 1);

  task->model = model_ref (wb_session_model (session));
  task->config = sim_config_copy (wb_session_config (session));
  task->values = wb_values_copy (wb_session_values (session));
  task->constants = wb_values_constants (task->values);
  task->t_start = wb_session_t_start (session);
  task->t_end = wb_session_t_end (session);
  task->methods = g_ptr_array_new ();
  for (guint k = 0; methods != NULL && k < methods->len; k++)
    g_ptr_array_add (task->methods, methods->pdata[k]);
  return task;
}

void
wb_lab_task_free (gpointer data)
{
  WbLabTask *task = data;

  model_unref (task->model);
  sim_config_free (task->config);
  wb_values_free (task->values);
  g_clear_pointer (&task->constants, g_hash_table_unref);
  g_ptr_array_unref (task->methods);
  g_free (task);
}

LabProblem
wb_lab_task_problem (WbLabTask *task)
{
  return wb_values_problem (task->values, task->model, task->config, task->constants, task->t_start, task->t_end);
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
