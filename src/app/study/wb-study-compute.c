/* The computation of a study: its job, the parts of the result that it shows, and what the result was computed from. */
#include <float.h>
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lab-option.h"
#include "model-identity.h"
#include "plot-text.h"
#include "wb-study-command.h"
#include "wb-study-private.h"

/* Time in ms between two checks of a running study for a new picture. */
#define PICTURE_MS 100

/* ---- what a result is computed from ---- */

void
wb_study_origin_clear (WbStudyOrigin *origin)
{
  g_free (origin->identity);
  g_free (origin->command);
  g_free (origin->model);
  g_free (origin->remark);
  *origin = (WbStudyOrigin) { NULL };
}

/* Returns the name of the model and, if the study uses the method of the session, the name of that method. */
static char *
remark_of (WbSession *session, const LabStudyKind *kind)
{
  g_autofree char *name = plot_text_escape (model_name (wb_session_model (session)));
  g_autofree char *method = plot_text_escape (sim_config_method (wb_session_config (session))->label);

  return kind->own_methods ? g_steal_pointer (&name) : g_strdup_printf ("%s, %s", name, method);
}

/* Returns the options of a study that follows the session as a table from key to text. */
static GHashTable *
options_table (WbStudy *self)
{
  GHashTable *table = g_hash_table_new (g_str_hash, g_str_equal);
  const ModelYaml *options = model_yaml_get (model_yaml_root (self->document), "options");

  for (int k = 0; options != NULL && k < options->n_items; k++)
    g_hash_table_insert (table, options->keys[k]->text, options->items[k]->text);
  return table;
}

void
wb_study_set_step_limit (WbStudy *self, double limit)
{
  self->step_limit = limit;
}

/* Returns whether the study has its own step limit, since the settings of the session have none. */
static gboolean
has_own_limit (WbStudy *self)
{
  return self->step_limit > 0 && sim_config_get_number (wb_session_config (self->session), "step_limit") == 0;
}

/* Returns the snapshot of the session from which the study is computed. */
static WbSnapshot *
snapshot_of (WbStudy *self)
{
  g_autoptr (GHashTable) options = options_table (self);
  WbSnapshot *snapshot = wb_session_snapshot (self->session);
  g_autofree char *set = wb_study_parameter_set (self->followed, options);

  if (set != NULL)
    wb_snapshot_reset_parameter (snapshot, set);
  if (has_own_limit (self))
    sim_config_set_number (wb_snapshot_config (snapshot), "step_limit", self->step_limit, SIM_ORIGIN_LIVE, NULL);
  return snapshot;
}

/* Returns the identity of the snapshot with the options of the study. The knob is left out, because it selects a point of the same result. */
static char *
identity_of (WbStudy *self, GHashTable *options)
{
  g_autoptr (WbSnapshot) snapshot = snapshot_of (self);
  g_autofree char *all = wb_snapshot_identity (snapshot);
  g_autoptr (GList) keys = g_list_sort (g_hash_table_get_keys (options), (GCompareFunc) strcmp);
  GString *identity = g_string_new (all);

  for (GList *key = keys; key != NULL; key = key->next)
    if (g_strcmp0 (key->data, self->followed->knob) != 0)
      g_string_append_printf (identity, "option %s: %s\n", (const char *) key->data, (const char *) g_hash_table_lookup (options, key->data));
  return g_string_free (identity, FALSE);
}

/* Returns the identity of the present model, settings and options. It needs no files, unlike the command. NULL: the study has no model. Free it with
 * g_free. */
static char *
present_identity (WbStudy *self)
{
  g_autoptr (GHashTable) options = NULL;
  g_autofree char *model = NULL;

  if (self->followed != NULL && wb_session_model (self->session) != NULL)
    {
      options = options_table (self);
      return identity_of (self, options);
    }
  if (self->problem == NULL)
    return NULL;
  model = model_identity (self->problem->model);
  return g_strconcat (self->text, "\n", model, NULL);
}

WbStudyOrigin
wb_study_present_origin (WbStudy *self)
{
  WbStudyOrigin origin = { .identity = present_identity (self) };

  if (self->followed != NULL && wb_session_model (self->session) != NULL)
    {
      g_autoptr (GHashTable) options = options_table (self);

      g_autofree char *command = wb_study_command_new (self->session, self->followed, options);

      g_autofree char *limit = has_own_limit (self) ? g_strdup_printf ("--step-limit %.0f", self->step_limit) : NULL;

      origin.command = limit != NULL ? wb_study_command_add (command, limit) : g_steal_pointer (&command);
      origin.model = g_strdup (model_id (wb_session_model (self->session)));
      origin.remark = remark_of (self->session, self->followed);
    }
  else if (self->problem != NULL)
    {
      origin.command = wb_study_command_of_text (self->problem, wb_study_is_changed (self) ? NULL : self->path);
      origin.model = g_strdup (model_id (self->problem->model));
    }
  return origin;
}

char *
wb_study_command (WbStudy *self)
{
  WbStudyOrigin present = { NULL };
  const LabStudyKind *kind = wb_study_kind (self);
  const char *at = kind != NULL && kind->knob != NULL && self->result != NULL && wb_study_has_option (self, kind->knob) ? wb_study_option (self, kind->knob) : NULL;
  g_autofree char *knob = NULL;
  char *command;

  if ((self->result == NULL && self->picture == NULL) || self->origin.command == NULL)
    present = wb_study_present_origin (self);
  else
    present.command = g_strdup (self->origin.command);
  knob = at != NULL ? g_strdup_printf ("--option %s=%s", kind->knob, at) : NULL;
  command = knob != NULL ? wb_study_command_add (present.command, knob) : g_strdup (present.command);
  wb_study_origin_clear (&present);
  return command;
}

void
wb_study_renew_staleness (WbStudy *self)
{
  self->stale = FALSE;
  if (self->picture != NULL || self->result != NULL)
    {
      g_autofree char *present = present_identity (self);

      self->stale = self->origin.identity == NULL || g_strcmp0 (self->origin.identity, present) != 0;
    }
  if (self->task != NULL && self->task->runs)
    return;
  if (self->stale)
    self->progress = 0;
  else if (self->picture != NULL)
    self->progress = (double) self->picture->n_done / (double) self->picture->n_members;
  else
    self->progress = self->result != NULL ? self->shown : 0;
}

void
wb_study_compare (WbStudy *self, gboolean all)
{
  if (all)
    {
      g_clear_pointer (&self->origin.identity, g_free);
      g_clear_pointer (&self->next.identity, g_free);
    }
  wb_study_renew_staleness (self);
  wb_study_emit (self, WB_STUDY_STATE_CHANGED);
}

gboolean
wb_study_is_current (WbStudy *self)
{
  gboolean running = self->task != NULL && self->task->runs;
  const char *identity = running && !self->adopted ? self->next.identity : self->origin.identity;
  g_autofree char *present = NULL;

  if (identity == NULL || (!running && (self->result == NULL || self->shown < 1)))
    return FALSE;
  present = present_identity (self);
  return g_strcmp0 (identity, present) == 0;
}

/* ---- results ---- */

/* Notes that picture or result are of the running computation. */
static void
adopt (WbStudy *self)
{
  if (!self->adopted)
    {
      wb_study_origin_clear (&self->origin);
      self->origin = self->next;
      self->next = (WbStudyOrigin) { NULL };
      self->adopted = TRUE;
    }
  self->serial++;
  wb_study_renew_staleness (self);
  wb_study_emit (self, WB_STUDY_PICTURE_CHANGED);
}

static void
take_picture (WbStudy *self, WbEnsemblePicture *picture)
{
  wb_ensemble_picture_unref (self->picture);
  self->picture = picture;
  adopt (self);
}

/* Takes a result of which a fraction is computed. */
static void
take_result (WbStudy *self, LabResult *result, double fraction)
{
  const LabStudyKind *kind = wb_study_kind (self);

  lab_result_free (self->result);
  self->result = result;
  self->shown = fraction;
  if (kind != NULL && kind->knob != NULL && kind->turn != NULL && wb_study_has_option (self, kind->knob))
    kind->turn (result, g_ascii_strtod (wb_study_option (self, kind->knob), NULL));
  adopt (self);
}

void
wb_study_drop_results (WbStudy *self)
{
  wb_ensemble_picture_unref (self->picture);
  self->picture = NULL;
  g_clear_pointer (&self->result, lab_result_free);
  wb_study_origin_clear (&self->origin);
  self->stale = FALSE;
  self->serial++;
  wb_study_emit (self, WB_STUDY_PICTURE_CHANGED);
}

/* ---- the job ---- */

/* Takes what the job has shown since the last call. */
static void
take_latest (WbStudy *self)
{
  WbEnsemblePicture *picture;
  LabResult *result;

  g_mutex_lock (&self->task->lock);
  picture = g_steal_pointer (&self->task->latest);
  result = g_steal_pointer (&self->task->latest_result);
  g_mutex_unlock (&self->task->lock);
  if (picture != NULL)
    take_picture (self, picture);
  if (result != NULL)
    take_result (self, result, fmin (self->progress, 1 - DBL_EPSILON));
}

static gboolean
on_timer (gpointer user)
{
  WbStudy *self = user;

  self->progress = wb_job_progress (self->job);
  if (isnan (self->first_progress) && self->progress > 0)
    {
      self->first_progress = self->progress;
      self->started = g_get_monotonic_time ();
    }
  take_latest (self);
  wb_study_emit (self, WB_STUDY_STATE_CHANGED);
  return G_SOURCE_CONTINUE;
}

static void
end_task (WbStudy *self)
{
  self->task = NULL;
  self->stopping = self->again = FALSE;
  g_clear_handle_id (&self->timer, g_source_remove);
}

void
wb_study_drop_task (WbStudy *self)
{
  if (self->task == NULL)
    return;
  g_clear_pointer (&self->job, wb_job_cancel);
  end_task (self);
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

/* Stores the error of a computation. A study of the Laboratory keeps no result of an earlier computation beside it. */
static void
take_error (WbStudy *self, const GError *error)
{
  take_latest (self);
  g_free (self->wrong_option);
  self->wrong_option = g_strdup (lab_option_error_key (error));
  self->unsuited = g_error_matches (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_UNSUITED);
  self->failure = self->followed != NULL ? capitalized (error->message) : g_strdup (error->message);
  if (self->followed != NULL && !self->adopted)
    wb_study_drop_results (self);
}

static void
on_done (gpointer owner, gpointer result, const GError *error)
{
  WbStudy *self = owner;
  WbStudyOutcome *outcome = result;
  gboolean again = self->again;

  g_clear_pointer (&self->failure, g_free);
  if (outcome == NULL)
    take_error (self, error);
  else
    {
      g_free (self->results);
      self->results = g_strdup (outcome->results);
      if (outcome->result != NULL)
        take_result (self, g_steal_pointer (&outcome->result), outcome->progress);
      if (outcome->picture != NULL)
        take_picture (self, wb_ensemble_picture_ref (outcome->picture));
      wb_study_outcome_free (outcome);
    }
  end_task (self);
  wb_study_renew_staleness (self);
  if (again)
    wb_study_start (self, TRUE);
  else
    wb_study_emit (self, WB_STUDY_STATE_CHANGED);
}

void
wb_study_start (WbStudy *self, gboolean runs)
{
  WbStudyTask *task = wb_study_task_new (self->text, self->path, self->expected, self->known, self->model, self->threads, runs);

  if (self->followed != NULL)
    task->of_session = wb_study_problem_new_of_snapshot (self->text, self->followed, snapshot_of (self));
  self->task = task;
  self->first_progress = NAN;
  self->waiting = self->adopted = FALSE;
  wb_study_origin_clear (&self->next);
  self->next = wb_study_present_origin (self);
  g_clear_pointer (&self->failure, g_free);
  wb_job_replace (&self->job, self, wb_study_work, task, wb_study_task_free, on_done, wb_study_outcome_free);
  if (runs)
    self->timer = g_timeout_add (PICTURE_MS, on_timer, self);
  wb_study_emit (self, WB_STUDY_STATE_CHANGED);
}

void
wb_study_run (WbStudy *self)
{
  if (self->followed != NULL ? wb_session_model (self->session) == NULL : self->problem == NULL)
    return;
  if (wb_study_state (self) == WB_STUDY_RUNNING && self->followed == NULL)
    return;
  if (self->stopping)
    {
      /* Two computations must not write one file. */
      self->again = TRUE;
      wb_study_emit (self, WB_STUDY_STATE_CHANGED);
      return;
    }
  wb_study_drop_task (self);
  wb_study_start (self, TRUE);
}

/* A study that keeps its results in a file ends by itself, because it completes the file; the others are abandoned at once. For the reader both have
 * stopped at once. */
void
wb_study_cancel (WbStudy *self)
{
  if (self->task == NULL)
    return;
  if (!self->task->runs || (self->problem != NULL && wb_study_work_has_results (self->problem)))
    {
      atomic_store_explicit (&self->task->stop, TRUE, memory_order_relaxed);
      if (!self->task->runs)
        return;
      self->again = FALSE;
      self->stopping = TRUE;
      g_clear_handle_id (&self->timer, g_source_remove);
      self->progress = wb_job_progress (self->job);
      take_latest (self);
      wb_study_emit (self, WB_STUDY_STATE_CHANGED);
      return;
    }
  self->progress = wb_job_progress (self->job);
  take_latest (self);
  wb_study_drop_task (self);
  wb_study_renew_staleness (self);
  wb_study_emit (self, WB_STUDY_STATE_CHANGED);
}
