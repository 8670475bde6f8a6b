/* Tests jobs on the thread pool: results, errors, progress, cancellation, and owners that are
 * finalized. */
#include "wb-job.h"
#include "wb-test.h"

/* Input and output of the work. The thread of the job writes the atomic members. */
typedef struct
{
  atomic_int started, ended, data_freed, results_freed, go;
  GThread *thread;
} Trace;

static Trace trace;
static int n_done;
static char *last;
static GError *last_error;

static GThread *main_thread;

static void
free_data (gpointer data)
{
  g_assert_true (g_thread_self () == main_thread);
  atomic_fetch_add (&trace.data_freed, 1);
}

static void
free_result (gpointer result)
{
  g_assert_true (g_thread_self () == main_thread);
  atomic_fetch_add (&trace.results_freed, 1);
  g_free (result);
}

/* Works until the test releases or cancels it. */
static gpointer
work (WbJob *job, gpointer data, GError **error)
{
  trace.thread = g_thread_self ();
  atomic_store (&trace.started, TRUE);
  while (!atomic_load (&trace.go) && wb_job_go_on (job, 0.25))
    g_usleep (500);
  g_assert_cmpint (atomic_load (wb_job_cancelled (job)), ==, !atomic_load (&trace.go));
  atomic_store (&trace.ended, TRUE);
  return g_strdup (data);
}

static gpointer
fail (WbJob *job, gpointer data, GError **error)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, data);
  return NULL;
}

static void
done (gpointer owner, gpointer result, const GError *error)
{
  g_assert_true (G_IS_OBJECT (owner));
  n_done++;
  g_free (last);
  last = result;
  g_clear_error (&last_error);
  last_error = error != NULL ? g_error_copy (error) : NULL;
}

static void
reset (void)
{
  trace = (Trace) { 0 };
  n_done = 0;
  g_clear_pointer (&last, g_free);
  g_clear_error (&last_error);
}

static void
test_result (void)
{
  g_autoptr (GObject) owner = g_object_new (G_TYPE_OBJECT, NULL);
  WbJob *job;

  reset ();
  job = wb_job_start (owner, work, (gpointer) "made", free_data, done, free_result);
  WAIT_FOR (wb_job_progress (job) == 0.25);
  g_assert_cmpint (n_done, ==, 0);
  atomic_store (&trace.go, TRUE);
  WAIT_FOR (n_done == 1);
  g_assert_cmpstr (last, ==, "made");
  g_assert_null (last_error);
  g_assert_true (trace.thread != g_thread_self ());
  WAIT_FOR (atomic_load (&trace.data_freed) == 1);
  g_assert_cmpint (atomic_load (&trace.results_freed), ==, 0);
}

static void
test_error (void)
{
  g_autoptr (GObject) owner = g_object_new (G_TYPE_OBJECT, NULL);

  reset ();
  wb_job_start (owner, fail, (gpointer) "no paper", free_data, done, free_result);
  WAIT_FOR (n_done == 1);
  g_assert_null (last);
  g_assert_error (last_error, G_IO_ERROR, G_IO_ERROR_FAILED);
  g_assert_cmpstr (last_error->message, ==, "no paper");
}

static void
assert_dropped (void)
{
  WAIT_FOR (atomic_load (&trace.ended) && atomic_load (&trace.data_freed) == 1 && atomic_load (&trace.results_freed) == 1);
  g_assert_cmpint (n_done, ==, 0);
}

static void
test_cancel (void)
{
  g_autoptr (GObject) owner = g_object_new (G_TYPE_OBJECT, NULL);
  WbJob *job;

  reset ();
  job = wb_job_start (owner, work, (gpointer) "late", free_data, done, free_result);
  WAIT_FOR (atomic_load (&trace.started));
  wb_job_cancel (job);
  assert_dropped ();
}

static void
test_owner_gone (void)
{
  GObject *owner = g_object_new (G_TYPE_OBJECT, NULL);

  reset ();
  wb_job_start (owner, work, (gpointer) "late", free_data, done, free_result);
  WAIT_FOR (atomic_load (&trace.started));
  g_object_unref (owner);
  assert_dropped ();
}

static gpointer
work_little (WbJob *job, gpointer data, GError **error)
{
  return g_strdup ("little");
}

/* Data are freed on the main thread, whether the job's thread or the main loop drops the last
 * reference. */
static void
test_let_go (void)
{
  g_autoptr (GObject) owner = g_object_new (G_TYPE_OBJECT, NULL);

  reset ();
  for (int i = 0; i < 400; i++)
    {
      WbJob *job = wb_job_start (owner, work_little, NULL, free_data, done, free_result);

      if (i % 2 == 0)
        wb_job_cancel (job);
      WAIT_FOR (atomic_load (&trace.data_freed) == i + 1);
    }
  g_assert_cmpint (n_done, ==, 200);
  g_assert_cmpint (trace.results_freed, ==, 200);
}

int
main (int argc, char **argv)
{
  int status;

  main_thread = g_thread_self ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/job/the-owner-receives-the-result-of-a-background-job", test_result);
  g_test_add_func ("/job/the-owner-receives-the-error-of-a-background-job", test_error);
  g_test_add_func ("/job/a-cancelled-job-does-not-call-its-owner", test_cancel);
  g_test_add_func ("/job/a-finalized-owner-cancels-its-job", test_owner_gone);
  g_test_add_func ("/job/data-of-a-job-are-freed-on-the-main-thread", test_let_go);
  status = g_test_run ();
  reset ();
  return status;
}
