#include "wb-difference.h"

#include <math.h>
#include <stdatomic.h>

/* One run as the thread needs it: nothing in it is shared with the window. */
typedef struct
{
  LabRunRecord record;
  Model *model;
  SimConfig *config;
  WbValues *values;
  GHashTable *constants;
  double *t, *x_end;
  LabParameterMove *moves;
} Side;

typedef struct
{
  Side sides[2];
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
  LabDifference *result = lab_difference_new (&job->sides[0].record, job->to_truth ? NULL : &job->sides[1].record, &progress, &error);

  if (result != NULL)
    g_task_return_pointer (task, result, (GDestroyNotify) lab_difference_free);
  else
    g_task_return_error (task, error);
}

/* ---- records ---- */

static void
side_clear (Side *side)
{
  g_clear_pointer (&side->model, model_unref);
  g_clear_pointer (&side->config, sim_config_free);
  g_clear_pointer (&side->values, wb_values_free);
  g_clear_pointer (&side->constants, g_hash_table_unref);
  g_free (side->t);
  g_free (side->x_end);
  g_free (side->moves);
}

static void
job_free (Job *job)
{
  side_clear (&job->sides[0]);
  side_clear (&job->sides[1]);
  g_free (job);
}

static GHashTable *
numbers_of (GHashTable *texts)
{
  GHashTable *numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  GHashTableIter iter;
  gpointer name, text;

  g_hash_table_iter_init (&iter, texts);
  while (g_hash_table_iter_next (&iter, &name, &text))
    {
      double *number = g_new (double, 1);

      *number = g_ascii_strtod (text, NULL);
      g_hash_table_insert (numbers, g_strdup (name), number);
    }
  return numbers;
}

/* Times once each, and the state at the last of them as the step left it (before what an event made of it). */
static void
take_times (Side *side, SimTrajectory *trajectory, int n_states)
{
  gsize n_rows = sim_trajectory_n_rows (trajectory), n = 0, last = 0;

  side->t = g_new (double, n_rows + 1);
  for (gsize row = 0; row < n_rows; row++)
    {
      double t = sim_trajectory_row (trajectory, row)[0];

      if (n > 0 && !(t > side->t[n - 1]))
        continue;
      side->t[n++] = t;
      last = row;
    }
  side->x_end = g_memdup2 (sim_trajectory_row (trajectory, last) + 1, n_states * sizeof (double));
  side->record.t = side->t;
  side->record.n = n;
  side->record.x_end = side->x_end;
}

static void
take_moves (Side *side, SimTrajectory *trajectory)
{
  gsize n = sim_trajectory_n_events (trajectory);

  side->moves = g_new (LabParameterMove, n + 1);
  for (gsize i = 0; i < n; i++)
    {
      SimEventRecord event = sim_trajectory_event (trajectory, i);

      if (event.parameter >= 0 && event.parameter < model_n_parameters (side->model))
        side->moves[side->record.n_moves++]
            = (LabParameterMove) { event.t, model_parameter (side->model, event.parameter)->name, event.value };
    }
  side->record.moves = side->moves;
}

static void
side_init (Side *side, WbRunItem *run)
{
  const WbValues *values = wb_run_item_values (run);
  SimTrajectory *trajectory = wb_run_item_trajectory (run);

  side->model = model_ref (wb_run_item_model (run));
  side->config = sim_config_copy (wb_run_item_config (run));
  side->values = wb_values_copy (values);
  side->constants = numbers_of (values->constants);
  side->record.problem = (LabProblem) {
    .model = side->model, .config = side->config, .t_start = wb_run_item_t_start (run), .t_end = wb_run_item_t_end (run),
    .instance = { .constants = side->constants, .fast_math = sim_config_get_boolean (side->config, "fast_math"),
                  .seed = (guint64) sim_config_get_number (side->config, "seed") },
    .prepare = wb_values_prepare, .user = side->values,
  };
  side->record.problem.events_off = side->values->events_off;
  take_times (side, trajectory, model_system_n_states (wb_run_item_system (run)));
  take_moves (side, trajectory);
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
  side_init (&self->job->sides[0], self->run);
  if (to != NULL)
    side_init (&self->job->sides[1], to);
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
