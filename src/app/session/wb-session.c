/* Holds the model, the settings, the values, the runs and the undo history of a session, and makes new runs. */
#include "wb-session.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "model-identity.h"
#include "model-library.h"
#include "model-yaml.h"
#include "wb-session-layout.h"
#include "wb-session-private.h"

enum { MODEL_CHANGED, HISTORY_CHANGED, RUNS_CHANGED, STATE_CHANGED, ADVANCED, PLAYHEAD_CHANGED, MESSAGE, LAYOUT_CHANGED, BRANCHED, SETTING_CHANGED, ATTEMPT_SHOWN, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WbSession, wb_session, G_TYPE_OBJECT)

static void
wb_session_finalize (GObject *object)
{
  WbSession *self = WB_SESSION (object);

  wb_session_clear_repeat (self);
  wb_session_forget_history (self);
  g_clear_object (&self->current);
  g_clear_object (&self->runs);
  g_clear_pointer (&self->system, model_system_free);
  g_clear_pointer (&self->config, sim_config_free);
  g_clear_pointer (&self->values, lab_values_free);
  g_clear_pointer (&self->model, model_unref);
  g_clear_pointer (&self->errors, g_ptr_array_unref);
  g_clear_pointer (&self->undo, g_ptr_array_unref);
  g_clear_pointer (&self->redo, g_ptr_array_unref);
  g_clear_pointer (&self->joined, g_ptr_array_unref);
  g_clear_pointer (&self->kept, g_ptr_array_unref);
  g_free (self->requested);
  g_free (self->failed);
  g_free (self->view);
  g_free (self->settings_page);
  g_free (self->path);
  G_OBJECT_CLASS (wb_session_parent_class)->finalize (object);
}

static void
wb_session_class_init (WbSessionClass *klass)
{
  static const struct { const char *name; int n_texts; } rows[N_SIGNALS] = {
    [MODEL_CHANGED] = { "model-changed", 0 },     [HISTORY_CHANGED] = { "history-changed", 0 },
    [RUNS_CHANGED] = { "runs-changed", 0 },       [STATE_CHANGED] = { "state-changed", 0 },
    [ADVANCED] = { "advanced", 0 },               [PLAYHEAD_CHANGED] = { "playhead-changed", 0 },
    [MESSAGE] = { "message", 1 },                 [LAYOUT_CHANGED] = { "layout-changed", 0 },
    [BRANCHED] = { "branched", 0 },
  };

  G_OBJECT_CLASS (klass)->finalize = wb_session_finalize;
  signals[SETTING_CHANGED] = g_signal_new ("setting-changed", WB_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                           2, G_TYPE_INT, G_TYPE_STRING);
  signals[ATTEMPT_SHOWN] = g_signal_new ("attempt-shown", WB_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT64);
  for (int i = 0; i < SETTING_CHANGED; i++)
    signals[i] = g_signal_new (rows[i].name, WB_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                               rows[i].n_texts, G_TYPE_STRING);
}

static void
wb_session_init (WbSession *self)
{
  self->config = sim_config_new ();
  self->values = lab_values_new ();
  self->errors = model_diagnostics_new ();
  self->runs = g_list_store_new (WB_TYPE_RUN_ITEM);
  self->repeat.stopping = g_ptr_array_new_with_free_func (g_object_unref);
  self->undo = g_ptr_array_new_with_free_func ((GDestroyNotify) wb_change_free);
  self->redo = g_ptr_array_new_with_free_func ((GDestroyNotify) wb_change_free);
  self->joined = wb_session_copy_joined_new ();
  self->kept = g_ptr_array_new ();
  self->playhead = self->wanted = NAN;
  self->shown_attempt = G_MAXSIZE;
  self->following = TRUE;
  self->rate = 1;
  self->view = g_strdup (WB_VIEW_ID_SIMULATE);
  self->settings_page = g_strdup ("integrator");
}

WbSession *
wb_session_new (void)
{
  return g_object_new (WB_TYPE_SESSION, NULL);
}

void
wb_session_message (WbSession *self, const char *text)
{
  g_signal_emit (self, signals[MESSAGE], 0, text);
}

void
wb_session_emit_setting (WbSession *self, WbKind kind, const char *key)
{
  g_signal_emit (self, signals[SETTING_CHANGED], 0, (int) kind, key);
}

void
wb_session_emit_history (WbSession *self)
{
  g_signal_emit (self, signals[HISTORY_CHANGED], 0);
}

void
wb_session_emit_model (WbSession *self)
{
  g_signal_emit (self, signals[MODEL_CHANGED], 0);
}

void
wb_session_emit_playhead (WbSession *self)
{
  g_signal_emit (self, signals[PLAYHEAD_CHANGED], 0);
}

void
wb_session_emit_attempt (WbSession *self, gsize index)
{
  g_signal_emit (self, signals[ATTEMPT_SHOWN], 0, (guint64) index);
}

void
wb_session_emit_layout (WbSession *self)
{
  g_signal_emit (self, signals[LAYOUT_CHANGED], 0);
}

/* Emits "model-changed" when the messages about a file have changed, but not the model. */
static void
emit_errors (WbSession *self)
{
  self->keeps_model = TRUE;
  g_signal_emit (self, signals[MODEL_CHANGED], 0);
  self->keeps_model = FALSE;
}

gboolean
wb_session_keeps_model (WbSession *self)
{
  return self->keeps_model;
}

/* ---- model ---- */

static void
forget_runs (WbSession *self)
{
  wb_session_forget_repeat (self);
  g_clear_object (&self->current);
  g_list_store_remove_all (self->runs);
  self->next_color = self->last_number = 0;
}

/* Stores the diagnostics and takes ownership of them. name: the library id or the path that was requested. Only a path is stored as the
 * file with errors. */
static void
take_errors (WbSession *self, GPtrArray *diagnostics, gboolean failed, const char *name)
{
  g_autofree char *file = failed && g_file_test (name, G_FILE_TEST_IS_REGULAR) ? g_strdup (name) : NULL;

  g_ptr_array_ref (diagnostics);
  g_ptr_array_unref (self->errors);
  self->errors = diagnostics;
  g_free (self->failed);
  self->failed = g_steal_pointer (&file);
}

/* Makes another model the open one. Removes the runs, settings, values and undo history of the old model. */
static void
use_model (WbSession *self, Model *model, const char *requested)
{
  g_autofree char *kept = g_strdup (requested);

  forget_runs (self);
  g_clear_pointer (&self->system, model_system_free);
  g_clear_pointer (&self->model, model_unref);
  g_clear_pointer (&self->config, sim_config_free);
  g_clear_pointer (&self->values, lab_values_free);
  wb_session_forget_history (self);

  self->model = model_ref (model);
  g_free (self->requested);
  self->requested = g_steal_pointer (&kept);
  self->config = sim_config_new ();
  self->values = lab_values_new ();
  {
    g_autoptr (GPtrArray) notes = model_diagnostics_new ();

    sim_config_apply_model (self->config, model, notes);
  }
  self->playhead = self->wanted = NAN;
  self->following = TRUE;
  self->stale = FALSE;
  g_signal_emit (self, signals[MODEL_CHANGED], 0);
  wb_session_renew_unstarted (self);
  g_signal_emit (self, signals[RUNS_CHANGED], 0);
  g_signal_emit (self, signals[STATE_CHANGED], 0);
}

void
wb_session_set_model (WbSession *self, Model *model, const char *requested)
{
  g_autoptr (GPtrArray) none = model_diagnostics_new ();

  take_errors (self, none, FALSE, NULL);
  use_model (self, model, requested);
}

/* Prepares a run, because the plots show its start and direction field. */
void
wb_session_renew_unstarted (WbSession *self)
{
  if (self->model != NULL && wb_session_state (self) == SIM_RUN_READY)
    wb_session_begin_run (self);
}

const char *
wb_session_failed_file (WbSession *self)
{
  return self->failed;
}

void
wb_session_dismiss_errors (WbSession *self)
{
  g_autoptr (GPtrArray) none = model_diagnostics_new ();

  take_errors (self, none, FALSE, NULL);
  emit_errors (self);
}

static gboolean
take_loaded (WbSession *self, Model *loaded, GPtrArray *diagnostics, const char *requested)
{
  g_autoptr (Model) model = loaded;

  take_errors (self, diagnostics, model == NULL, requested);
  if (model == NULL)
    {
      emit_errors (self);
      return FALSE;
    }
  use_model (self, model, requested);
  return TRUE;
}

/* Returns whether path is a regular file. Reading a pipe or a device could block the
 * window. */
static gboolean
can_wait_for (const char *path, GPtrArray *diagnostics)
{
  if (!model_file_is_stream (path))
    return TRUE;
  model_diagnostics_add (diagnostics, path, 0, 0, "%s", _("cannot be read: it is a pipe or a device"));
  return FALSE;
}

gboolean
wb_session_open_model (WbSession *self, const char *name)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  Model *model = can_wait_for (name, diagnostics) ? model_library_open (name, sim_config_check_solver, diagnostics) : NULL;

  return take_loaded (self, model, diagnostics, name);
}

/* Returns whether two models have the same text and the same points from files of data. */
static gboolean
is_same_model (const Model *a, const Model *b)
{
  g_autofree char *left = model_identity (a), *right = model_identity (b);

  return strcmp (left, right) == 0;
}

gboolean
wb_session_reload (WbSession *self)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (Model) model = NULL;

  if (self->failed != NULL && (self->model == NULL || g_strcmp0 (self->failed, model_path (self->model)) != 0))
    {
      g_autofree char *again = g_strdup (self->failed);

      return wb_session_open_model (self, again);
    }
  if (self->model == NULL || model_path (self->model) == NULL)
    return FALSE;
  if (can_wait_for (model_path (self->model), diagnostics))
    model = model_load_file (model_path (self->model), sim_config_check_solver, diagnostics);
  take_errors (self, diagnostics, model == NULL, model_path (self->model));
  if (model == NULL)
    {
      emit_errors (self);
      return FALSE;
    }
  if (!is_same_model (model, self->model))
    {
      /* Keep the settings. Also keep the runs of the old file; each of them has a reference to its model. */
      g_clear_pointer (&self->system, model_system_free);
      wb_session_replace_model_in_history (self, self->model, model);
      model_unref (self->model);
      self->model = g_steal_pointer (&model);
      self->stale = self->current != NULL;
      g_signal_emit (self, signals[MODEL_CHANGED], 0);
      wb_session_renew_unstarted (self);
      wb_session_message (self, _("The model was reloaded from its file"));
      return TRUE;
    }
  emit_errors (self);
  return TRUE;
}

Model *
wb_session_model (WbSession *self)
{
  return self->model;
}

const char *
wb_session_requested (WbSession *self)
{
  return self->requested;
}

const GPtrArray *
wb_session_errors (WbSession *self)
{
  return self->errors;
}

ModelSystem *
wb_session_system (WbSession *self)
{
  if (self->system == NULL && self->model != NULL)
    {
      g_autoptr (GError) error = NULL;

      self->system = lab_values_instance (self->values, self->model, self->config, &error);
      if (error != NULL)
        wb_session_message (self, error->message);
    }
  return self->system;
}

SimConfig *
wb_session_config (WbSession *self)
{
  return self->config;
}

const LabValues *
wb_session_values (WbSession *self)
{
  return self->values;
}

WbSnapshot *
wb_session_snapshot (WbSession *self)
{
  return wb_snapshot_new (self->model, self->config, self->values, wb_session_t_start (self), wb_session_t_end (self));
}

gboolean
wb_session_is_stale (WbSession *self)
{
  return self->stale;
}

/* ---- runs ---- */

GListModel *
wb_session_runs (WbSession *self)
{
  return G_LIST_MODEL (self->runs);
}

WbRunItem *
wb_session_current (WbSession *self)
{
  return self->current;
}

void
wb_session_set_current (WbSession *self, WbRunItem *item)
{
  if (!g_set_object (&self->current, item))
    return;
  wb_session_forget_repeat (self);
  if (item != NULL)
    {
      wb_run_item_set_visible (item, TRUE);
      self->playhead = wb_run_item_state (item)->t;
      self->following = TRUE;
    }
  self->stale = item != NULL && wb_session_state (self) != SIM_RUN_READY && !wb_session_agrees (self, item);
  g_signal_emit (self, signals[RUNS_CHANGED], 0);
  wb_session_poll (self);
  g_signal_emit (self, signals[STATE_CHANGED], 0);
  wb_session_emit_playhead (self);
}

void
wb_session_touch_runs (WbSession *self)
{
  g_signal_emit (self, signals[RUNS_CHANGED], 0);
}
