/* Runs a function on a thread, and delivers the result unless the owner has gone. */
#include "wb-job.h"

/* The data of a job. They belong to a GTask, which exists until the main loop has received the result. */
struct WbJob
{
  GObject *owner;            /* used only on the main thread; NULL if the owner was finalized or the job was cancelled */
  WbJobFunc work;
  WbJobDone done;
  WbJob **slot;              /* a member of the owner that is NULL from the end of the job on; NULL: none */
  gpointer data;
  GDestroyNotify free_data, free_result;
  atomic_bool cancelled;     /* written by the main thread, read by the thread of the job; relaxed order, because no other data depend on it */
  _Atomic double progress;   /* written by the thread of the job, read by the main thread */
};

static void
on_owner_gone (gpointer data, GObject *owner)
{
  WbJob *job = data;

  job->owner = NULL;
  atomic_store_explicit (&job->cancelled, TRUE, memory_order_relaxed);
}

static void
leave_owner (WbJob *job)
{
  if (job->owner != NULL)
    g_object_weak_unref (job->owner, on_owner_gone, job);
  job->owner = NULL;
}

static void
run (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  WbJob *job = data;
  GError *error = NULL;
  gpointer result = job->work (job, job->data, &error);

  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, result, job->free_result);
}

static void
on_finished (GObject *source, GAsyncResult *result, gpointer user)
{
  WbJob *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (GObject) owner = job->owner != NULL ? g_object_ref (job->owner) : NULL;
  g_autoptr (GError) error = NULL;
  gpointer value = g_task_propagate_pointer (G_TASK (result), &error);

  leave_owner (job);
  if (owner != NULL && job->slot != NULL)
    *job->slot = NULL;
  if (owner != NULL)
    job->done (owner, value, error);
  else if (value != NULL && job->free_result != NULL)
    job->free_result (value);
  /* Free the data here and not with the task: they must be freed on the main thread, but the last reference to the task may be dropped on
   * the thread of the job. */
  if (job->free_data != NULL)
    job->free_data (job->data);
}

WbJob *
wb_job_start (gpointer owner, WbJobFunc work, gpointer data, GDestroyNotify free_data, WbJobDone done, GDestroyNotify free_result)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, on_finished, NULL);
  WbJob *job = g_new0 (WbJob, 1);

  job->owner = owner;
  job->work = work;
  job->done = done;
  job->data = data;
  job->free_data = free_data;
  job->free_result = free_result;
  g_object_weak_ref (job->owner, on_owner_gone, job);
  g_task_set_task_data (task, job, g_free);
  g_task_run_in_thread (task, run);
  return job;
}

void
wb_job_replace (WbJob **newest, gpointer owner, WbJobFunc work, gpointer data, GDestroyNotify free_data, WbJobDone done, GDestroyNotify free_result)
{
  g_clear_pointer (newest, wb_job_cancel);
  *newest = wb_job_start (owner, work, data, free_data, done, free_result);
  (*newest)->slot = newest;
}

WbJob **
wb_job_place (gpointer owner, const char *key)
{
  WbJob **place = g_object_get_data (owner, key);

  if (place == NULL)
    {
      place = g_new0 (WbJob *, 1);
      g_object_set_data_full (owner, key, place, g_free);
    }
  return place;
}

void
wb_job_cancel (WbJob *job)
{
  atomic_store_explicit (&job->cancelled, TRUE, memory_order_relaxed);
  leave_owner (job);
}

double
wb_job_progress (WbJob *job)
{
  return atomic_load (&job->progress);
}

gboolean
wb_job_go_on (gpointer data, double progress)
{
  WbJob *job = data;

  atomic_store (&job->progress, progress);
  return !atomic_load_explicit (&job->cancelled, memory_order_relaxed);
}

const atomic_bool *
wb_job_cancelled (WbJob *job)
{
  return &job->cancelled;
}
