/* Starts and ends the job of a study, takes its partial and final results, and reports its state. */
#include "wb-study.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lab-registry.h"
#include "plot-format.h"
#include "wb-study-text.h"
#include "wb-study-work.h"

/* Time in ms between two checks of a running study for a new picture. */
#define PICTURE_MS 100

struct _WbStudy
{
  GObject parent_instance;
  char *text, *first_text, *path;
  char *expected;            /* path of a file that may have the results, or NULL */
  char *known;               /* text of the study before its last change, if that text had results; or NULL */
  Model *model;
  WbStudyProblem *problem;
  char *mistake;             /* error in the text of the study */
  char *failure;             /* error of the last computation */
  int threads;
  WbJob *job;                /* running job, or NULL */
  WbStudyTask *task;                /* data of the job, which owns it */
  guint timer;
  double progress, first_progress;
  double shown;              /* completed fraction of `result` */
  gint64 started;
  WbEnsemblePicture *picture;
  LabResult *result;
  gboolean stale;
  char *results;
};

G_DEFINE_FINAL_TYPE (WbStudy, wb_study, G_TYPE_OBJECT)

enum { SETUP_CHANGED, PICTURE_CHANGED, STATE_CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
emit (WbStudy *self, int signal)
{
  g_signal_emit (self, signals[signal], 0);
}

/* ---- on the main thread ---- */

static void
take_picture (WbStudy *self, WbEnsemblePicture *picture)
{
  wb_ensemble_picture_unref (self->picture);
  self->picture = picture;
  self->stale = FALSE;
  emit (self, PICTURE_CHANGED);
}

static void
take_result (WbStudy *self, LabResult *result)
{
  lab_result_free (self->result);
  self->result = result;
  self->stale = FALSE;
  emit (self, PICTURE_CHANGED);
}

static gboolean
on_timer (gpointer user)
{
  WbStudy *self = user;
  WbEnsemblePicture *picture;
  LabResult *result;

  self->progress = wb_job_progress (self->job);
  if (isnan (self->first_progress) && self->progress > 0)
    {
      self->first_progress = self->progress;
      self->started = g_get_monotonic_time ();
    }
  g_mutex_lock (&self->task->lock);
  picture = g_steal_pointer (&self->task->latest);
  result = g_steal_pointer (&self->task->latest_result);
  g_mutex_unlock (&self->task->lock);
  if (picture != NULL)
    take_picture (self, picture);
  if (result != NULL)
    {
      self->shown = self->progress;
      take_result (self, result);
    }
  emit (self, STATE_CHANGED);
  return G_SOURCE_CONTINUE;
}

static void
end_task (WbStudy *self)
{
  self->task = NULL;
  self->job = NULL;
  g_clear_handle_id (&self->timer, g_source_remove);
}

static void
on_done (gpointer owner, gpointer result, const GError *error)
{
  WbStudy *self = owner;
  WbStudyOutcome *outcome = result;
  double outcome_progress = outcome != NULL ? outcome->progress : 0;

  end_task (self);
  g_clear_pointer (&self->failure, g_free);
  if (outcome == NULL)
    self->failure = g_strdup (error->message);
  else
    {
      g_free (self->results);
      self->results = g_strdup (outcome->results);
      if (outcome->result != NULL)
        {
          self->shown = outcome_progress;
          take_result (self, g_steal_pointer (&outcome->result));
        }
      else if (self->result != NULL && !self->stale)
        outcome_progress = self->shown;
      if (outcome->picture != NULL)
        take_picture (self, wb_ensemble_picture_ref (outcome->picture));
      wb_study_outcome_free (outcome);
    }
  self->progress = self->picture != NULL && !self->stale ? (double) self->picture->n_done / (double) self->picture->n_members : 0;
  if (self->picture == NULL && outcome_progress > 0)
    self->progress = outcome_progress;
  emit (self, STATE_CHANGED);
}

/* Abandons the running job. Its results stay in the file. */
static void
drop_task (WbStudy *self)
{
  if (self->task == NULL)
    return;
  wb_job_cancel (self->job);
  end_task (self);
}

static void
start (WbStudy *self, gboolean runs)
{
  WbStudyTask *task = wb_study_task_new (self->text, self->path, self->expected, self->known, self->model, self->threads, runs);

  self->task = task;
  self->first_progress = NAN;
  g_clear_pointer (&self->failure, g_free);
  self->job = wb_job_start (self, wb_study_work, task, wb_study_task_free, on_done, wb_study_outcome_free);
  if (runs)
    self->timer = g_timeout_add (PICTURE_MS, on_timer, self);
  emit (self, STATE_CHANGED);
}

void
wb_study_run (WbStudy *self)
{
  if (self->problem == NULL || wb_study_state (self) == WB_STUDY_RUNNING)
    return;
  drop_task (self);
  start (self, TRUE);
}

void
wb_study_cancel (WbStudy *self)
{
  if (self->task != NULL)
    atomic_store_explicit (&self->task->stop, TRUE, memory_order_relaxed);
}

/* Drops the results after the kind of the study has changed, because another kind cannot show them. */
static void
drop_results (WbStudy *self)
{
  wb_ensemble_picture_unref (self->picture);
  self->picture = NULL;
  g_clear_pointer (&self->result, lab_result_free);
  self->stale = FALSE;
  emit (self, PICTURE_CHANGED);
}

void
wb_study_set_text (WbStudy *self, const char *text)
{
  static const char *const kind_path[] = { "study", NULL };
  g_autoptr (GError) error = NULL;
  g_autofree char *kind = self->text != NULL ? wb_study_text_get (self->text, kind_path) : NULL, *new_kind = wb_study_text_get (text, kind_path);
  char *copy = g_strdup (text);

  drop_task (self);
  if (self->text != NULL && g_strcmp0 (kind, new_kind) != 0)
    drop_results (self);
  if (self->result != NULL && !self->stale)
    {
      g_free (self->known);
      self->known = g_strdup (self->text);
    }
  g_free (self->text);
  self->text = copy;
  g_clear_pointer (&self->problem, wb_study_problem_free);
  g_clear_pointer (&self->mistake, g_free);
  g_clear_pointer (&self->failure, g_free);
  g_clear_pointer (&self->results, g_free);
  self->stale = self->picture != NULL || self->result != NULL;
  self->progress = 0;
  self->problem = wb_study_problem_new (self->text, self->path, self->model, &error);
  if (self->problem == NULL)
    self->mistake = g_strdup (error->message);
  else if (wb_study_work_has_results (self->problem))
    start (self, FALSE);
  emit (self, SETUP_CHANGED);
  emit (self, STATE_CHANGED);
}

char *
wb_study_why_wrong (WbStudy *self, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WbStudyProblem) problem = text != NULL ? wb_study_problem_new (text, self->path, self->model, &error) : NULL;
  g_autoptr (GRegex) place = NULL;
  g_auto (GStrv) lines = NULL;

  if (problem != NULL)
    return NULL;
  lines = g_strsplit (error != NULL ? error->message : _("The study file has errors"), "\n", 2);
  /* Errors of the text have the form "FILE:LINE:COLUMN: MESSAGE"; only the message is returned. */
  place = g_regex_new ("^.*?:\\d+:\\d+: ", 0, 0, NULL);
  return g_regex_replace_literal (place, lines[0], -1, 0, "", 0, NULL);
}

void
wb_study_expect_results (WbStudy *self, const char *path)
{
  g_free (self->expected);
  self->expected = g_strdup (path);
  if (path == NULL || self->problem == NULL || self->problem->ensemble == NULL || wb_study_state (self) == WB_STUDY_RUNNING)
    return;
  drop_task (self);
  start (self, FALSE);
}

/* ---- properties ---- */

const char *wb_study_text (WbStudy *self) { return self->text; }
const char *wb_study_path (WbStudy *self) { return self->path; }
const WbStudyProblem *wb_study_problem (WbStudy *self) { return self->problem; }
int wb_study_threads (WbStudy *self) { return self->threads; }
double wb_study_progress (WbStudy *self) { return self->progress; }
WbEnsemblePicture *wb_study_picture (WbStudy *self) { return self->picture; }
gboolean wb_study_is_stale (WbStudy *self) { return self->stale; }
const LabResult *wb_study_result (WbStudy *self) { return self->result; }
const char *wb_study_results (WbStudy *self) { return self->results; }
const char *wb_study_error (WbStudy *self) { return self->mistake != NULL ? self->mistake : self->failure; }
gboolean wb_study_is_changed (WbStudy *self) { return strcmp (self->text, self->first_text) != 0; }

void
wb_study_set_threads (WbStudy *self, int threads)
{
  self->threads = MAX (1, threads);
  emit (self, SETUP_CHANGED);
}

WbStudyState
wb_study_state (WbStudy *self)
{
  if (self->mistake != NULL || self->failure != NULL)
    return WB_STUDY_FAILED;
  if (self->task != NULL && self->task->runs)
    return WB_STUDY_RUNNING;
  if (self->result != NULL && !self->stale)
    return self->progress < 1 ? WB_STUDY_STOPPED : WB_STUDY_DONE;
  if (self->picture == NULL || self->stale || self->picture->n_done == 0)
    return WB_STUDY_NEW;
  return self->picture->n_done < self->picture->n_members ? WB_STUDY_STOPPED : WB_STUDY_DONE;
}

double
wb_study_rate (WbStudy *self)
{
  double seconds = (double) (g_get_monotonic_time () - self->started) / G_USEC_PER_SEC;

  if (wb_study_state (self) != WB_STUDY_RUNNING || self->problem->ensemble == NULL || isnan (self->first_progress) || seconds < 0.3)
    return NAN;
  return (self->progress - self->first_progress) * (double) self->problem->ensemble->n_members / seconds;
}

const char *
wb_study_title (WbStudy *self)
{
  if (self->problem == NULL)
    return _("Study with errors");
  return self->problem->file->title != NULL ? self->problem->file->title : model_name (self->problem->model);
}

const char *
wb_study_kind (WbStudy *self)
{
  const LabStudyKind *kind = self->problem != NULL ? lab_registry_find (self->problem->file->study) : NULL;

  return kind != NULL ? _(kind->label) : NULL;
}

char *
wb_study_subtitle (WbStudy *self)
{
  const char *kind = wb_study_kind (self);
  char count[64];

  if (kind == NULL || (self->problem->ensemble == NULL && wb_study_state (self) != WB_STUDY_RUNNING && wb_study_state (self) != WB_STUDY_STOPPED))
    return g_strdup (kind != NULL ? kind : _("The study file has errors"));
  if (wb_study_state (self) == WB_STUDY_RUNNING || wb_study_state (self) == WB_STUDY_STOPPED)
    /* Translators: a kind of study and how much of it is done, as in "Monte Carlo, 40 %". */
    return g_strdup_printf (_("%s, %d %%"), kind, (int) floor (100 * self->progress));
  plot_format_count (self->problem->ensemble->n_members, count, sizeof count);
  return g_strdup_printf (g_dngettext (NULL, "%s, %s run", "%s, %s runs", (gulong) MIN (self->problem->ensemble->n_members, G_MAXLONG)),
                          kind, count);
}

/* ---- object ---- */

static void
wb_study_finalize (GObject *object)
{
  WbStudy *self = WB_STUDY (object);

  g_clear_handle_id (&self->timer, g_source_remove);
  wb_study_problem_free (self->problem);
  g_clear_pointer (&self->model, model_unref);
  wb_ensemble_picture_unref (self->picture);
  lab_result_free (self->result);
  g_free (self->text);
  g_free (self->first_text);
  g_free (self->path);
  g_free (self->expected);
  g_free (self->known);
  g_free (self->mistake);
  g_free (self->failure);
  g_free (self->results);
  G_OBJECT_CLASS (wb_study_parent_class)->finalize (object);
}

static void
wb_study_dispose (GObject *object)
{
  drop_task (WB_STUDY (object));
  G_OBJECT_CLASS (wb_study_parent_class)->dispose (object);
}

static void
wb_study_class_init (WbStudyClass *klass)
{
  static const char *const names[N_SIGNALS] = { "setup-changed", "picture-changed", "state-changed" };

  G_OBJECT_CLASS (klass)->dispose = wb_study_dispose;
  G_OBJECT_CLASS (klass)->finalize = wb_study_finalize;
  for (int i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], WB_TYPE_STUDY, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
wb_study_init (WbStudy *self)
{
  self->threads = (int) g_get_num_processors ();
  self->first_progress = NAN;
}

WbStudy *
wb_study_new (const char *text, const char *path, Model *model)
{
  WbStudy *self = g_object_new (WB_TYPE_STUDY, NULL);

  self->path = g_strdup (path);
  self->model = model != NULL ? model_ref (model) : NULL;
  self->first_text = g_strdup (text);
  wb_study_set_text (self, text);
  return self;
}
