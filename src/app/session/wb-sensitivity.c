#include "wb-sensitivity.h"

#include "wb-job.h"
#include "wb-run-record.h"

struct _WbSensitivity
{
  GObject parent_instance;
  WbRunItem *run; /* run that owns this object; borrowed */
  gsize rows;     /* number of rows of the run at the last computation */
  WbJob *job;     /* running computation, or NULL */
  LabSensitivityBand *band;
  char *error;
};

G_DEFINE_FINAL_TYPE (WbSensitivity, wb_sensitivity, G_TYPE_OBJECT)

#define KEY "sensitivity"

static guint changed_signal;

const LabSensitivityBand *wb_sensitivity_band (WbSensitivity *self) { return self->band; }
gboolean wb_sensitivity_is_busy (WbSensitivity *self) { return self->job != NULL; }
const char *wb_sensitivity_error (WbSensitivity *self) { return self->error; }

/* ---- on the pool ---- */

static void
record_free (gpointer record)
{
  wb_run_record_free (record);
}

static gboolean
go_on (gpointer job, double fraction)
{
  return wb_job_go_on (job, fraction);
}

static gpointer
compute (WbJob *job, gpointer record, GError **error)
{
  LabProgress progress = { go_on, job };

  return lab_sensitivity_band_new (wb_run_record (record), &progress, error);
}

/* ---- on the main thread ---- */

static void
on_computed (gpointer owner, gpointer result, const GError *error)
{
  WbSensitivity *self = owner;

  self->job = NULL;
  lab_sensitivity_band_free (self->band);
  self->band = result;
  g_free (self->error);
  self->error = error != NULL ? g_strdup (error->message) : NULL;
  g_signal_emit (self, changed_signal, 0);
}

static void
update (WbSensitivity *self)
{
  gsize rows = sim_trajectory_n_rows (wb_run_item_trajectory (self->run));

  if (wb_run_item_state (self->run)->state == SIM_RUN_RUNNING || rows < 2 || rows == self->rows)
    return;
  g_clear_pointer (&self->job, wb_job_cancel);
  self->rows = rows;
  self->job = wb_job_start (self, compute, wb_run_record_new (self->run), record_free, on_computed,
                            (GDestroyNotify) lab_sensitivity_band_free);
}

/* Cancels the computation, because the run is being disposed. */
static void
let_go (gpointer data)
{
  WbSensitivity *self = data;

  g_clear_pointer (&self->job, wb_job_cancel);
  self->run = NULL;
  g_object_unref (self);
}

WbSensitivity *
wb_sensitivity_of (WbRunItem *run)
{
  WbSensitivity *self = g_object_get_data (G_OBJECT (run), KEY);

  if (self == NULL)
    {
      self = g_object_new (WB_TYPE_SENSITIVITY, NULL);
      self->run = run;
      g_object_set_data_full (G_OBJECT (run), KEY, self, let_go);
    }
  update (self);
  return self;
}

void
wb_sensitivity_cancel (WbRunItem *run)
{
  WbSensitivity *self = g_object_get_data (G_OBJECT (run), KEY);

  if (self == NULL || self->job == NULL)
    return;
  g_clear_pointer (&self->job, wb_job_cancel);
  self->rows = 0;
  g_signal_emit (self, changed_signal, 0);
}

static void
wb_sensitivity_finalize (GObject *object)
{
  WbSensitivity *self = WB_SENSITIVITY (object);

  lab_sensitivity_band_free (self->band);
  g_free (self->error);
  G_OBJECT_CLASS (wb_sensitivity_parent_class)->finalize (object);
}

static void
wb_sensitivity_class_init (WbSensitivityClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = wb_sensitivity_finalize;
  changed_signal = g_signal_new ("changed", WB_TYPE_SENSITIVITY, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
wb_sensitivity_init (WbSensitivity *self)
{
}
