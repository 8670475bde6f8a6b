/* Starts, queues and cancels the studies of a session, and takes their partial and final results. */
#include "wb-lab-studies.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "plot-text.h"
#include "wb-lab-command.h"
#include "wb-lab-studies-private.h"
#include "wb-lab-task.h"

#define KEY "wb-lab-studies"
/* Time in ms between two updates of the window with partial results. */
#define SHOW_MS 100

static const char *const ids[] = { "controller", "tolerance-dial", "method-map", "dense-output", "cost-ledger", "cloud", "modified-equation",
                                   "index-ladder", "refinement", "poincare", "orbit", "lyapunov", "continue" };
/* Number of the first study of the dynamics of a model; those before are studies of methods. */
#define FIRST_OF_MODEL 9
#define N_STUDIES WB_LAB_N_STUDIES
G_STATIC_ASSERT (G_N_ELEMENTS (ids) == WB_LAB_N_STUDIES);

typedef struct
{
  WbLabTask *problem;
  const LabStudyKind *kind;
  char **values;           /* n_options texts; NULL for an option without a value */
  WbLabShared *shared;
} Task;

G_DEFINE_FINAL_TYPE (WbLabStudies, wb_lab_studies, G_TYPE_OBJECT)

static guint changed_signal;
static void start_next (WbLabStudies *self);

int wb_lab_studies_n (void) { return N_STUDIES; }
const LabStudyKind *wb_lab_studies_kind (int index) { return lab_registry_find (ids[index]); }
gboolean wb_lab_studies_is_of_model (int index) { return index >= FIRST_OF_MODEL; }
gboolean wb_lab_studies_is_busy (WbLabStudies *self) { return self->running >= 0; }
WbLabState wb_lab_studies_state (WbLabStudies *self, int index) { return self->items[index].state; }
const LabResult *wb_lab_studies_result (WbLabStudies *self, int index) { return self->items[index].result; }
guint wb_lab_studies_serial (WbLabStudies *self, int index) { return self->items[index].serial; }
const char *wb_lab_studies_message (WbLabStudies *self, int index) { return self->items[index].message; }
const char *wb_lab_studies_model (WbLabStudies *self, int index) { return self->items[index].model; }
const char *wb_lab_studies_remark (WbLabStudies *self, int index) { return self->items[index].remark; }
gboolean wb_lab_studies_is_older (WbLabStudies *self, int index) { return self->items[index].older && self->items[index].result != NULL; }
gboolean wb_lab_studies_is_partial (WbLabStudies *self, int index) { return self->items[index].partial && self->items[index].result != NULL; }
gboolean wb_lab_studies_is_wanted (WbLabStudies *self, int index) { return self->items[index].wanted; }
double wb_lab_studies_progress (WbLabStudies *self) { return self->job != NULL ? wb_job_progress (self->job) : 0; }

int
wb_lab_studies_find (const char *id)
{
  for (int k = 0; k < N_STUDIES; k++)
    if (g_strcmp0 (ids[k], id) == 0)
      return k;
  return -1;
}

void
wb_lab_studies_emit (WbLabStudies *self, int index)
{
  g_signal_emit (self, changed_signal, 0, index);
}

/* ---- the job ---- */

static void
shared_unref (WbLabShared *shared)
{
  if (!g_atomic_int_dec_and_test (&shared->ref_count))
    return;
  g_mutex_clear (&shared->lock);
  lab_result_free (shared->latest);
  g_free (shared);
}

static LabResult *
shared_take (WbLabShared *shared)
{
  LabResult *latest;

  g_mutex_lock (&shared->lock);
  latest = g_steal_pointer (&shared->latest);
  g_mutex_unlock (&shared->lock);
  return latest;
}

static void
task_free (gpointer data)
{
  Task *task = data;

  wb_lab_task_free (task->problem);
  for (int k = 0; k < task->kind->n_options; k++)
    g_free (task->values[k]);
  g_free (task->values);
  shared_unref (task->shared);
  g_free (task);
}

static gboolean
go_on (gpointer user, double fraction)
{
  return wb_job_go_on (((Task *) user)->problem->job, fraction);
}

static void
show_part (gpointer user, const LabResult *result)
{
  WbLabShared *shared = ((Task *) user)->shared;
  LabResult *copy;
  gboolean wanted;

  /* Copy the result only if the main thread has taken the previous copy. */
  g_mutex_lock (&shared->lock);
  wanted = shared->latest == NULL;
  g_mutex_unlock (&shared->lock);
  if (!wanted)
    return;
  copy = lab_result_copy (result);
  g_mutex_lock (&shared->lock);
  shared->latest = copy;
  g_mutex_unlock (&shared->lock);
}

static gpointer
compute (WbJob *job, gpointer data, GError **error)
{
  Task *task = data;
  LabProblem problem;
  LabProgress progress = { go_on, task, show_part };

  for (int k = 0; k < task->kind->n_options; k++)
    if (task->kind->options[k].required && task->values[k] == NULL)
      {
        g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_OPTION, _("this study needs the option '%s'"), task->kind->options[k].key);
        return NULL;
      }
  task->problem->job = job;
  problem = wb_lab_task_problem (task->problem);
  return lab_registry_run (task->kind, &problem, (const char *const *) task->values, &progress, error);
}

/* Replaces the result of a study by one of the running computation. */
static void
adopt (WbLabStudies *self, int index, LabResult *result)
{
  WbLabItem *item = &self->items[index];
  const LabStudyKind *kind = wb_lab_studies_kind (index);
  const char *at = kind->knob != NULL ? g_hash_table_lookup (item->options, kind->knob) : NULL;

  lab_result_free (item->result);
  item->result = result;
  item->partial = TRUE;
  item->serial++;
  if (at != NULL && kind->turn != NULL)
    kind->turn (result, g_ascii_strtod (at, NULL));
  if (item->pending_remark != NULL)
    {
      g_free (item->remark);
      g_free (item->command);
      g_free (item->model);
      item->remark = g_steal_pointer (&item->pending_remark);
      item->model = g_steal_pointer (&item->pending_model);
      item->command = g_steal_pointer (&item->pending_command);
    }
}

static gboolean
show_latest (gpointer user)
{
  WbLabStudies *self = user;
  LabResult *latest = self->running >= 0 ? shared_take (self->shared) : NULL;

  if (latest != NULL)
    adopt (self, self->running, latest);
  wb_lab_studies_emit (self, self->running);
  return G_SOURCE_CONTINUE;
}

static void
end_job (WbLabStudies *self)
{
  self->job = NULL;
  self->running = -1;
  g_clear_pointer (&self->shared, shared_unref);
  g_clear_handle_id (&self->show_source, g_source_remove);
}

/* Returns a message with a capital first letter, as the sentences of results have it. Free it with g_free. */
static char *
capitalized (const char *message)
{
  char first[7] = "";

  if (!g_unichar_islower (g_utf8_get_char (message)))
    return g_strdup (message);
  g_unichar_to_utf8 (g_unichar_toupper (g_utf8_get_char (message)), first);
  return g_strconcat (first, g_utf8_next_char (message), NULL);
}

static void
on_done (gpointer owner, gpointer result, const GError *error)
{
  WbLabStudies *self = owner;
  int index = self->running;
  WbLabItem *item = &self->items[index];
  LabResult *latest = shared_take (self->shared);

  end_job (self);
  g_clear_pointer (&item->message, g_free);
  if (result == NULL && latest != NULL)
    adopt (self, index, g_steal_pointer (&latest));
  lab_result_free (latest);
  if (result != NULL)
    {
      adopt (self, index, result);
      item->partial = FALSE;
      item->state = WB_LAB_DONE;
    }
  else
    {
      item->state = g_error_matches (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_UNSUITED) ? WB_LAB_UNSUITED : WB_LAB_FAILED;
      item->message = capitalized (error->message);
      if (item->pending_remark != NULL) /* the computation had no result yet, so `result` is from an earlier run */
        {
          g_clear_pointer (&item->result, lab_result_free);
          item->serial++;
          g_clear_pointer (&item->remark, g_free);
        }
    }
  wb_lab_studies_emit (self, index);
  start_next (self);
}

/* ---- runs ---- */

/* Returns the name of the model and, if the study uses the method of the session, the name of that method. */
static char *
make_remark (WbSession *self, const LabStudyKind *kind)
{
  g_autofree char *name = plot_text_escape (model_name (wb_session_model (self)));
  g_autofree char *method = plot_text_escape (sim_config_method (wb_session_config (self))->label);

  return strcmp (kind->id, "cost-ledger") == 0 || strcmp (kind->id, "continue") == 0 || strcmp (kind->id, "lyapunov") == 0 ? g_steal_pointer (&name) : g_strdup_printf ("%s, %s", name, method);
}

static void
start (WbLabStudies *self, int index)
{
  WbLabItem *item = &self->items[index];
  Task *task = g_new0 (Task, 1);

  task->problem = wb_lab_task_new (self->session, NULL);
  task->kind = wb_lab_studies_kind (index);
  task->values = g_new0 (char *, task->kind->n_options + 1);
  for (int k = 0; k < task->kind->n_options; k++)
    task->values[k] = g_strdup (wb_lab_studies_option (self, index, task->kind->options[k].key));
  task->shared = g_new0 (WbLabShared, 1);
  task->shared->ref_count = 2;
  g_mutex_init (&task->shared->lock);
  self->shared = task->shared;
  self->running = index;
  item->state = WB_LAB_RUNNING;
  item->older = item->wanted = FALSE;
  g_clear_pointer (&item->message, g_free);
  g_free (item->pending_remark);
  g_free (item->pending_command);
  g_free (item->pending_model);
  item->pending_model = g_strdup (model_id (wb_session_model (self->session)));
  item->pending_remark = make_remark (self->session, task->kind);
  item->pending_command = wb_lab_command_new (self->session, task->kind, item->options);
  self->job = wb_job_start (self, compute, task, task_free, on_done, (GDestroyNotify) lab_result_free);
  self->show_source = g_timeout_add (SHOW_MS, show_latest, self);
  wb_lab_studies_emit (self, index);
}

static void
start_next (WbLabStudies *self)
{
  for (int k = 0; k < N_STUDIES && self->running < 0; k++)
    if (self->items[k].state == WB_LAB_WAITING)
      {
        if (wb_session_model (self->session) != NULL)
          start (self, k);
        else
          self->items[k].state = WB_LAB_IDLE;
      }
}

/* Cancels the running study and keeps its partial result. */
static void
stop_running (WbLabStudies *self, WbLabState state)
{
  int index = self->running;
  LabResult *latest;

  if (index < 0)
    return;
  latest = shared_take (self->shared);
  if (latest != NULL)
    adopt (self, index, latest);
  wb_job_cancel (self->job);
  end_job (self);
  self->items[index].state = state;
  self->items[index].older |= self->items[index].result != NULL;
  wb_lab_studies_emit (self, index);
}

void
wb_lab_studies_run (WbLabStudies *self, int index)
{
  if (wb_session_model (self->session) == NULL)
    return;
  if (self->running == index)
    stop_running (self, WB_LAB_WAITING);
  self->items[index].state = WB_LAB_WAITING;
  if (self->running >= 0)
    wb_lab_studies_emit (self, index);
  start_next (self);
}

void
wb_lab_studies_cancel (WbLabStudies *self)
{
  for (int k = 0; k < N_STUDIES; k++)
    if (self->items[k].state == WB_LAB_WAITING)
      {
        self->items[k].state = self->items[k].result != NULL ? WB_LAB_DONE : WB_LAB_IDLE;
        wb_lab_studies_emit (self, k);
      }
  stop_running (self, WB_LAB_CANCELLED);
}

/* ---- the command ---- */

char *
wb_lab_studies_command (WbLabStudies *self, int index)
{
  const WbLabItem *item = &self->items[index];
  const LabStudyKind *kind = wb_lab_studies_kind (index);
  const char *at = kind->knob != NULL ? g_hash_table_lookup (item->options, kind->knob) : NULL;

  if (item->result == NULL || item->command == NULL)
    return wb_session_model (self->session) != NULL ? wb_lab_command_new (self->session, kind, item->options) : NULL;
  return at != NULL ? g_strdup_printf ("%s --option %s=%s", item->command, kind->knob, at) : g_strdup (item->command);
}

/* ---- object ---- */

static void
on_change (WbLabStudies *self)
{
  wb_lab_studies_end_gesture (self);
  for (int k = 0; k < N_STUDIES; k++)
    {
      self->items[k].older = TRUE;
      if (self->items[k].state != WB_LAB_UNSUITED)
        continue;
      self->items[k].state = WB_LAB_IDLE; /* the study may suit the new model or method */
      g_clear_pointer (&self->items[k].message, g_free);
    }
  wb_lab_studies_emit (self, -1);
}

static void
wb_lab_studies_dispose (GObject *object)
{
  WbLabStudies *self = WB_LAB_STUDIES (object);

  if (self->job != NULL)
    {
      wb_job_cancel (self->job);
      end_job (self);
    }
  G_OBJECT_CLASS (wb_lab_studies_parent_class)->dispose (object);
}

static void
wb_lab_studies_finalize (GObject *object)
{
  WbLabStudies *self = WB_LAB_STUDIES (object);

  g_clear_pointer (&self->gesture, g_hash_table_unref);
  for (int k = 0; k < N_STUDIES; k++)
    {
      WbLabItem *item = &self->items[k];

      g_hash_table_unref (item->options);
      lab_result_free (item->result);
      g_free (item->message);
      g_free (item->remark);
      g_free (item->command);
      g_free (item->pending_remark);
      g_free (item->pending_command);
      g_free (item->model);
      g_free (item->pending_model);
    }
  G_OBJECT_CLASS (wb_lab_studies_parent_class)->finalize (object);
}

static void
wb_lab_studies_class_init (WbLabStudiesClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_lab_studies_dispose;
  G_OBJECT_CLASS (klass)->finalize = wb_lab_studies_finalize;
  changed_signal = g_signal_new ("study-changed", WB_TYPE_LAB_STUDIES, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT);
}

static void
wb_lab_studies_init (WbLabStudies *self)
{
  self->running = -1;
  for (int k = 0; k < N_STUDIES; k++)
    self->items[k].options = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  wb_lab_studies_set_first_options (self);
}

WbLabStudies *
wb_lab_studies_of (WbSession *session)
{
  WbLabStudies *self = g_object_get_data (G_OBJECT (session), KEY);

  if (self != NULL)
    return self;
  self = g_object_new (WB_TYPE_LAB_STUDIES, NULL);
  self->session = session;
  g_object_set_data_full (G_OBJECT (session), KEY, self, g_object_unref);
  wb_lab_studies_propose (self);
  g_signal_connect_object (session, "model-changed", G_CALLBACK (wb_lab_studies_propose), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "model-changed", G_CALLBACK (on_change), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "setting-changed", G_CALLBACK (on_change), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "history-changed", G_CALLBACK (wb_lab_studies_end_gesture), self, G_CONNECT_SWAPPED);
  return self;
}
