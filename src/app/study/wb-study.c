/* A study: its set-up and what is known of it. The computation is in wb-study-compute.c, changes with undo in wb-study-change.c. */
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lab-option-form.h"
#include "model-yaml-writer.h"
#include "plot-format.h"
#include "wb-study-private.h"
#include "wb-study-text.h"

G_DEFINE_FINAL_TYPE (WbStudy, wb_study, G_TYPE_OBJECT)

static guint signals[WB_STUDY_N_SIGNALS];

void
wb_study_emit (WbStudy *self, int signal)
{
  g_signal_emit (self, signals[signal], 0);
  if (signal < WB_STUDY_CHANGED)
    g_signal_emit (self, signals[WB_STUDY_CHANGED], 0);
}

/* ---- set-up ---- */

/* Replaces the options of a study that follows the session. If the knob has moved, moves that of the result. */
static void
set_options (WbStudy *self, const char *text)
{
  const LabStudyKind *kind = self->followed;
  g_autofree char *before = kind->knob != NULL && self->document != NULL ? g_strdup (wb_study_option (self, kind->knob)) : NULL, *copy = g_strdup (text);
  const char *at;

  g_free (self->text);
  self->text = g_steal_pointer (&copy);
  g_clear_pointer (&self->document, model_yaml_document_free);
  self->document = wb_study_text_parse (self->text);
  if (!self->unsuited)
    g_clear_pointer (&self->failure, g_free);
  at = kind->knob != NULL ? wb_study_option (self, kind->knob) : NULL;
  if (at != NULL && kind->turn != NULL && self->result != NULL && g_strcmp0 (at, before) != 0)
    {
      kind->turn (self->result, g_ascii_strtod (at, NULL));
      self->serial++;
    }
  wb_study_renew_staleness (self);
  wb_study_emit (self, WB_STUDY_SETUP_CHANGED);
  wb_study_emit (self, WB_STUDY_STATE_CHANGED);
}

void
wb_study_set_text (WbStudy *self, const char *text)
{
  static const char *const kind_path[] = { "study", NULL };
  g_autoptr (GError) error = NULL;
  g_autofree char *kind = self->text != NULL ? wb_study_text_get (self->text, kind_path) : NULL, *new_kind = wb_study_text_get (text, kind_path);
  char *copy;

  if (self->followed != NULL)
    {
      set_options (self, text);
      return;
    }
  copy = g_strdup (text);
  wb_study_drop_task (self);
  if (self->text != NULL && g_strcmp0 (kind, new_kind) != 0)
    wb_study_drop_results (self); /* another kind cannot show them */
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
  self->problem = wb_study_problem_new (self->text, self->path, self->model, &error);
  if (self->problem == NULL)
    self->mistake = g_strdup (error->message);
  wb_study_renew_staleness (self);
  if (self->problem != NULL && wb_study_work_has_results (self->problem))
    wb_study_start (self, FALSE);
  wb_study_emit (self, WB_STUDY_SETUP_CHANGED);
  wb_study_emit (self, WB_STUDY_STATE_CHANGED);
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

char *
wb_study_why_wrong_option (WbStudy *self, const LabOptionRow *row, const char *text)
{
  WbStudyProblem *problem = self->problem;
  char *why;

  if (self->followed != NULL && wb_session_model (self->session) != NULL)
    problem = wb_study_problem_new_of_snapshot (self->text, self->followed, wb_session_snapshot (self->session));
  why = problem != NULL ? lab_option_why_wrong (&problem->problem, row, text) : NULL;
  if (problem != self->problem)
    wb_study_problem_free (problem);
  return why;
}

char *
wb_study_started_text (WbStudy *self, const LabStudyPlace *place, char **words, GError **error)
{
  const LabStudyKind *kind = wb_study_kind (self);
  const LabResult *result = wb_study_result (self);
  g_autofree const char **values = g_new0 (const char *, kind->n_options + 1);
  g_autoptr (WbStudyProblem) problem = NULL;

  if (kind->start == NULL || result == NULL || self->followed == NULL || wb_session_model (self->session) == NULL)
    {
      g_set_error_literal (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_UNSUITED, _("There is no result yet. Run the study first."));
      return NULL;
    }
  for (int k = 0; k < kind->n_options; k++)
    values[k] = wb_study_option (self, kind->options[k].key);
  problem = wb_study_problem_new_of_snapshot (self->text, self->followed, wb_session_snapshot (self->session));
  return kind->start (&problem->problem, values, result, place, words, error);
}

void
wb_study_expect_results (WbStudy *self, const char *path)
{
  g_free (self->expected);
  self->expected = g_strdup (path);
  if (path == NULL || self->problem == NULL || self->problem->ensemble == NULL || wb_study_state (self) == WB_STUDY_RUNNING)
    return;
  wb_study_drop_task (self);
  wb_study_start (self, FALSE);
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
guint wb_study_serial (WbStudy *self) { return self->serial; }
gboolean wb_study_is_partial (WbStudy *self) { return self->result != NULL && self->shown < 1; }
const char *
wb_study_age_text (WbStudy *self)
{
  Model *model = wb_session_model (self->session);

  if (self->result == NULL)
    return NULL;
  if (self->stale && self->followed != NULL && (model == NULL || g_strcmp0 (self->origin.model, model_id (model)) != 0))
    return _("of the model before");
  if (self->stale)
    return _("of the settings before");
  return wb_study_is_partial (self) ? _("cancelled") : NULL;
}

const char *wb_study_wrong_option (WbStudy *self) { return self->failure != NULL ? self->wrong_option : NULL; }
const char *wb_study_remark (WbStudy *self) { return self->origin.remark; }
const char *wb_study_result_model (WbStudy *self) { return self->origin.model; }
const char *wb_study_error (WbStudy *self) { return self->mistake != NULL ? self->mistake : self->failure; }
gboolean wb_study_is_changed (WbStudy *self) { return strcmp (self->text, self->first_text) != 0; }

void
wb_study_set_threads (WbStudy *self, int threads)
{
  self->threads = MAX (1, threads);
  wb_study_emit (self, WB_STUDY_SETUP_CHANGED);
}

void
wb_study_set_session (WbStudy *self, WbSession *session)
{
  self->session = session;
}

void
wb_study_set_waiting (WbStudy *self, gboolean waiting)
{
  if (self->waiting == waiting)
    return;
  self->waiting = waiting;
  wb_study_emit (self, WB_STUDY_STATE_CHANGED);
}

void
wb_study_forget_failure (WbStudy *self)
{
  g_clear_pointer (&self->failure, g_free);
  self->unsuited = FALSE;
  wb_study_emit (self, WB_STUDY_STATE_CHANGED);
}

WbStudyState
wb_study_state (WbStudy *self)
{
  if (self->waiting)
    return WB_STUDY_WAITING;
  if (self->mistake != NULL || self->failure != NULL)
    return self->unsuited ? WB_STUDY_UNSUITED : WB_STUDY_FAILED;
  if (self->task != NULL && self->task->runs && (!self->stopping || self->again))
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
  if (self->followed != NULL)
    return _(self->followed->label);
  if (self->problem == NULL)
    return _("Study with errors");
  return self->problem->file->title != NULL ? self->problem->file->title : model_name (self->problem->model);
}

const LabStudyKind *
wb_study_kind (WbStudy *self)
{
  return self->followed != NULL ? self->followed : self->problem != NULL ? self->problem->kind : NULL;
}

char *
wb_study_subtitle (WbStudy *self)
{
  const char *kind = wb_study_kind (self) != NULL ? _(wb_study_kind (self)->label) : NULL;
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
  g_clear_pointer (&self->document, model_yaml_document_free);
  wb_study_origin_clear (&self->origin);
  wb_study_origin_clear (&self->next);
  wb_study_end_gesture (self);
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
  g_free (self->wrong_option);
  g_free (self->results);
  G_OBJECT_CLASS (wb_study_parent_class)->finalize (object);
}

static void
wb_study_dispose (GObject *object)
{
  wb_study_drop_task (WB_STUDY (object));
  G_OBJECT_CLASS (wb_study_parent_class)->dispose (object);
}

static void
wb_study_class_init (WbStudyClass *klass)
{
  static const char *const names[WB_STUDY_N_SIGNALS] = { "setup-changed", "picture-changed", "state-changed", "changed", "restored" };

  G_OBJECT_CLASS (klass)->dispose = wb_study_dispose;
  G_OBJECT_CLASS (klass)->finalize = wb_study_finalize;
  for (int i = 0; i < WB_STUDY_N_SIGNALS; i++)
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

WbStudy *
wb_study_new_of_session (WbSession *session, const LabStudyKind *kind)
{
  WbStudy *self = g_object_new (WB_TYPE_STUDY, NULL);
  ModelYamlWriter *out = model_yaml_writer_new ();
  g_autofree char *text = NULL;

  model_yaml_writer_text (out, "study", kind->id);
  text = model_yaml_writer_finish (out);
  self->session = session;
  self->followed = kind;
  self->first_text = g_strdup (text);
  wb_study_set_text (self, text);
  return self;
}
