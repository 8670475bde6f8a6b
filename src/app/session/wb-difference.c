/* Computes the difference of two runs on a thread and keeps it with the run. */
#include "wb-difference.h"

#include "wb-job.h"
#include "wb-run-record.h"

struct _WbDifference
{
  GObject parent_instance;
  WbRunItem *run;   /* run that owns this object; borrowed */
  gboolean to_reference;
  gsize rows[2];    /* numbers of rows of both runs at the last computation */
  WbJob *job;       /* running computation, or NULL */
  LabDifference *result;
  char *error;
};

G_DEFINE_FINAL_TYPE (WbDifference, wb_difference, G_TYPE_OBJECT)

static guint changed_signal;

const LabDifference *wb_difference_result (WbDifference *self) { return self->result; }
gboolean wb_difference_is_busy (WbDifference *self) { return self->job != NULL; }
const char *wb_difference_error (WbDifference *self) { return self->error; }

/* ---- on the pool ---- */

typedef struct { WbRunRecord *run, *to; } Sides; /* input of the job; to is NULL for the reference solution */

static void
sides_free (gpointer data)
{
  Sides *sides = data;

  wb_run_record_free (sides->run);
  wb_run_record_free (sides->to);
  g_free (sides);
}

static gpointer
compute (WbJob *job, gpointer data, GError **error)
{
  Sides *sides = data;
  LabProgress progress = { wb_job_go_on, job };

  return lab_difference_new (wb_run_record (sides->run), sides->to != NULL ? wb_run_record (sides->to) : NULL, &progress, error);
}

/* ---- on the main thread ---- */

static void
on_computed (gpointer owner, gpointer result, const GError *error)
{
  WbDifference *self = owner;

  lab_difference_free (self->result);
  self->result = result;
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
  Sides *sides;

  for (int i = 0; i < 2; i++)
    if (runs[i] != NULL)
      {
        rows[i] = sim_trajectory_n_rows (wb_run_item_trajectory (runs[i]));
        if (is_under_way (runs[i]) || rows[i] < 2)
          return;
      }
  if ((to == NULL && !self->to_reference) || (rows[0] == self->rows[0] && rows[1] == self->rows[1]))
    return;
  g_clear_pointer (&self->job, wb_job_cancel);
  self->rows[0] = rows[0];
  self->rows[1] = rows[1];
  sides = g_new (Sides, 1);
  *sides = (Sides) { wb_run_record_new (self->run), to != NULL ? wb_run_record_new (to) : NULL };
  wb_job_replace (&self->job, self, compute, sides, sides_free, on_computed, (GDestroyNotify) lab_difference_free);
}

/* Cancels the computation, because the run is being disposed. */
static void
let_go (gpointer data)
{
  WbDifference *self = data;

  g_clear_pointer (&self->job, wb_job_cancel);
  self->run = NULL;
  g_object_unref (self);
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
      self->to_reference = to == NULL;
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
