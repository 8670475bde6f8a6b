/* Computes sensitivity bands or the limits of steps on a thread, and keeps them with the run. */
#include "wb-run-result.h"

#include "wb-run-record.h"

struct _WbRunResult
{
  GObject parent_instance;
  const WbRunResultKind *kind;
  WbRunItem *run; /* run that owns this object; borrowed */
  gsize rows;     /* number of rows of the run at the last computation */
  guint timer;    /* source that starts the computation; 0: none */
  WbJob *job;     /* running computation, or NULL */
  gpointer data;
  char *error;
};

G_DEFINE_FINAL_TYPE (WbRunResult, wb_run_result, G_TYPE_OBJECT)

static guint changed_signal;

gconstpointer
wb_run_result_get (WbRunResult *self)
{
  return self->data;
}
gboolean
wb_run_result_is_busy (WbRunResult *self)
{
  return self->job != NULL || self->timer != 0;
}
const char *
wb_run_result_error (WbRunResult *self)
{
  return self->error;
}

/* ---- kinds ---- */

static gpointer
compute_sensitivity (const LabRunRecord *run, const LabProgress *progress, GError **error)
{
  return lab_sensitivity_band_new (run, progress, error);
}

const WbRunResultKind wb_run_result_sensitivity = {
  .key = "sensitivity",
  .compute = compute_sensitivity,
  .free = (GDestroyNotify)lab_sensitivity_band_free,
};

static gpointer
compute_probe (const LabRunRecord *run, const LabProgress *progress, GError **error)
{
  return lab_step_probe_new (run, progress, error);
}

const WbRunResultKind wb_run_result_probe = {
  .key = "step-probe",
  .delay = 300,
  .compute = compute_probe,
  .free = (GDestroyNotify)lab_step_probe_free,
};

/* ---- on the pool ---- */

typedef struct
{
  const WbRunResultKind *kind;
  WbRunRecord *record;
} Task;

static void
task_free (gpointer data)
{
  Task *task = data;

  wb_run_record_free (task->record);
  g_free (task);
}

static gpointer
compute (WbJob *job, gpointer data, GError **error)
{
  Task *task = data;
  LabProgress progress = { wb_job_go_on, job };

  return task->kind->compute (wb_run_record (task->record), &progress, error);
}

/* ---- on the main thread ---- */

static void
clear_data (WbRunResult *self)
{
  if (self->data != NULL)
    self->kind->free (self->data);
  self->data = NULL;
}

static void
on_computed (gpointer owner, gpointer result, const GError *error)
{
  WbRunResult *self = owner;

  clear_data (self);
  self->data = result;
  g_free (self->error);
  self->error = error != NULL ? g_strdup (error->message) : NULL;
  g_signal_emit (self, changed_signal, 0);
}

static gboolean
start (gpointer data)
{
  WbRunResult *self = data;
  Task *task = g_new (Task, 1);

  self->timer = 0;
  *task = (Task){ self->kind, wb_run_record_new (self->run) };
  wb_job_replace (&self->job, self, compute, task, task_free, on_computed, self->kind->free);
  return G_SOURCE_REMOVE;
}

static void
stop (WbRunResult *self)
{
  g_clear_handle_id (&self->timer, g_source_remove);
  g_clear_pointer (&self->job, wb_job_cancel);
}

static void
update (WbRunResult *self)
{
  gsize rows = sim_trajectory_n_rows (wb_run_item_trajectory (self->run));

  if (wb_run_item_state (self->run)->state == SIM_RUN_RUNNING || rows < 2 || rows == self->rows)
    return;
  stop (self);
  self->rows = rows;
  if (self->kind->delay > 0)
    self->timer = g_timeout_add (self->kind->delay, start, self);
  else
    start (self);
}

/* Cancels the computation, because the run is being disposed. */
static void
let_go (gpointer data)
{
  WbRunResult *self = data;

  stop (self);
  self->run = NULL;
  g_object_unref (self);
}

WbRunResult *
wb_run_result_of (WbRunItem *run, const WbRunResultKind *kind)
{
  WbRunResult *self = g_object_get_data (G_OBJECT (run), kind->key);

  if (self == NULL)
    {
      self = g_object_new (WB_TYPE_RUN_RESULT, NULL);
      self->run = run;
      self->kind = kind;
      g_object_set_data_full (G_OBJECT (run), kind->key, self, let_go);
    }
  update (self);
  return self;
}

void
wb_run_result_cancel (WbRunItem *run, const WbRunResultKind *kind)
{
  WbRunResult *self = g_object_get_data (G_OBJECT (run), kind->key);

  if (self == NULL || !wb_run_result_is_busy (self))
    return;
  stop (self);
  self->rows = 0;
  g_signal_emit (self, changed_signal, 0);
}

static void
wb_run_result_finalize (GObject *object)
{
  WbRunResult *self = WB_RUN_RESULT (object);

  clear_data (self);
  g_free (self->error);
  G_OBJECT_CLASS (wb_run_result_parent_class)->finalize (object);
}

static void
wb_run_result_class_init (WbRunResultClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = wb_run_result_finalize;
  changed_signal = g_signal_new ("changed", WB_TYPE_RUN_RESULT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
wb_run_result_init (WbRunResult *self)
{
}
