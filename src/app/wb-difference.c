#include "wb-difference.h"

#include <stdatomic.h>

#include "wb-run-record.h"

typedef struct
{
  WbRunRecord *sides[2]; /* the second NULL: the truth in its place */
  gboolean to_truth;
  atomic_int cancelled; /* set by the window, read by the thread */
} Job;

struct _WbDifference
{
  GObject parent_instance;
  WbRunItem *run;   /* borrowed: it holds this */
  gboolean to_truth;
  gsize rows[2];    /* that the last computation saw */
  Job *job;         /* of the computation that counts, or NULL; its task's */
  GTask *task;
  LabDifference *result;
  char *error;
};

G_DEFINE_FINAL_TYPE (WbDifference, wb_difference, G_TYPE_OBJECT)

static guint changed_signal;

const LabDifference *wb_difference_result (WbDifference *self) { return self->result; }
gboolean wb_difference_is_busy (WbDifference *self) { return self->task != NULL; }
const char *wb_difference_error (WbDifference *self) { return self->error; }

/* ---- on the pool ---- */

static gboolean
go_on (gpointer user, double share)
{
  Job *job = user;

  return !atomic_load (&job->cancelled);
}

static void
run_job (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job *job = data;
  LabProgress progress = { go_on, job };
  GError *error = NULL;
  LabDifference *result = lab_difference_new (wb_run_record (job->sides[0]), job->to_truth ? NULL : wb_run_record (job->sides[1]),
                                              &progress, &error);

  if (result != NULL)
    g_task_return_pointer (task, result, (GDestroyNotify) lab_difference_free);
  else
    g_task_return_error (task, error);
}

static void
job_free (Job *job)
{
  wb_run_record_free (job->sides[0]);
  wb_run_record_free (job->sides[1]);
  g_free (job);
}

/* ---- on the main thread ---- */

static void
stop (WbDifference *self)
{
  if (self->job != NULL)
    atomic_store (&self->job->cancelled, 1);
  self->job = NULL;
  self->task = NULL;
}

static void
on_done (GObject *source, GAsyncResult *result, gpointer user)
{
  WbDifference *self = WB_DIFFERENCE (source);
  g_autoptr (GError) error = NULL;
  gboolean counts = G_TASK (result) == self->task;
  LabDifference *made = g_task_propagate_pointer (G_TASK (result), &error);

  if (!counts)
    {
      lab_difference_free (made);
      return;
    }
  self->task = NULL;
  self->job = NULL;
  lab_difference_free (self->result);
  self->result = made;
  g_free (self->error);
  self->error = error != NULL ? g_strdup (error->message) : NULL;
  g_signal_emit (self, changed_signal, 0);
}

static gboolean
is_under_way (WbRunItem *run)
{
  return wb_run_item_state (run)->state == SIM_RUN_RUNNING;
}

static void
update (WbDifference *self, WbRunItem *to)
{
  WbRunItem *runs[2] = { self->run, to };
  gsize rows[2] = { 0, 0 };

  for (int i = 0; i < 2; i++)
    if (runs[i] != NULL)
      {
        rows[i] = sim_trajectory_n_rows (wb_run_item_trajectory (runs[i]));
        if (is_under_way (runs[i]) || rows[i] < 2)
          return;
      }
  if ((to == NULL && !self->to_truth) || (rows[0] == self->rows[0] && rows[1] == self->rows[1]))
    return;
  stop (self);
  self->rows[0] = rows[0];
  self->rows[1] = rows[1];
  self->job = g_new0 (Job, 1);
  self->job->to_truth = self->to_truth;
  self->job->sides[0] = wb_run_record_new (self->run);
  self->job->sides[1] = to != NULL ? wb_run_record_new (to) : NULL;
  self->task = g_task_new (self, NULL, on_done, NULL);
  g_task_set_task_data (self->task, self->job, (GDestroyNotify) job_free);
  g_task_run_in_thread (self->task, run_job);
  g_object_unref (self->task); /* lives until on_done; here it is only compared */
}

/* The run goes away: what is computed for it has no taker. */
static void
let_go (gpointer data)
{
  stop (data);
  ((WbDifference *) data)->run = NULL;
  g_object_unref (data);
}

WbDifference *
wb_difference_of (WbRunItem *run, WbRunItem *to)
{
  g_autofree char *key = g_strdup_printf ("difference %d", to != NULL ? wb_run_item_number (to) : 0);
  WbDifference *self = g_object_get_data (G_OBJECT (run), key);

  if (self == NULL)
    {
      self = g_object_new (WB_TYPE_DIFFERENCE, NULL);
      self->run = run;
      self->to_truth = to == NULL;
      g_object_set_data_full (G_OBJECT (run), key, self, let_go);
    }
  update (self, to);
  return self;
}

static void
wb_difference_finalize (GObject *object)
{
  WbDifference *self = WB_DIFFERENCE (object);

  lab_difference_free (self->result);
  g_free (self->error);
  G_OBJECT_CLASS (wb_difference_parent_class)->finalize (object);
}

static void
wb_difference_class_init (WbDifferenceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = wb_difference_finalize;
  changed_signal = g_signal_new ("changed", WB_TYPE_DIFFERENCE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
wb_difference_init (WbDifference *self)
{
}
