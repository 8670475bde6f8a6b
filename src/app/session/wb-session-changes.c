/* Changes the settings and values of a session, with undo and redo. */
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "wb-session-branch.h"
#include "wb-session-private.h"
#include "wb-translate.h"

/* Changes of one value within this time in µs become one undo step. They come from dragging a slider. */
#define ONE_GESTURE_US (700 * 1000)

static GHashTable *
table_of (const LabValues *values, WbKind kind)
{
  switch (kind)
    {
    case WB_PARAMETER: return values->parameters;
    case WB_INITIAL: return values->initials;
    case WB_CONSTANT: return values->constants;
    case WB_EVENT: return values->events_off;
    default: return NULL;
    }
}

static double *
time_of (const LabValues *values, const char *key)
{
  return (double *) (strcmp (key, "start") == 0 ? &values->t_start : &values->t_end);
}

/* Returns the text of a value that the user has set, or NULL if the value is a default. */
static char *
explicit_text (WbSession *self, WbKind kind, const char *key)
{
  if (kind == WB_SETTING)
    return sim_config_origin (self->config, key) == SIM_ORIGIN_LIVE ? sim_config_get (self->config, key) : NULL;
  if (kind == WB_TIME)
    {
      double value = *time_of (self->values, key);

      return isnan (value) ? NULL : lab_values_number_text (value);
    }
  return g_strdup (g_hash_table_lookup (table_of (self->values, kind), key));
}

gboolean
wb_session_is_set (WbSession *self, WbKind kind, const char *key)
{
  g_autofree char *text = explicit_text (self, kind, key);

  return text != NULL;
}

static char *
initial_text (WbSession *self, const char *key)
{
  ModelSystem *system = wb_session_system (self);
  int column = system != NULL ? model_system_find_column (system, key) : -1;
  g_autofree double *x = NULL, *d = NULL;
  const ModelColumn *info;

  if (column < 0)
    return NULL;
  info = model_system_column (system, column);
  x = g_new0 (double, model_system_n_states (system) + 1);
  d = g_new0 (double, model_system_n_discrete (system) + 1);
  if (!model_system_initial (system, x, d, NULL))
    return NULL;
  return lab_values_number_text (info->type == MODEL_COLUMN_STATE ? x[info->index] : d[info->index]);
}

/* Returns the error weight of a state that has no weight of its own: the weight for all states, or that of the model. */
static char *
weight_text (WbSession *self, ModelSystem *system, const char *state)
{
  const OdeSystem *ode = system != NULL ? model_system_ode (system) : NULL;
  double all = sim_config_get_number (self->config, "weights");
  g_autofree double *weights = NULL;

  if (!isnan (all))
    return lab_values_number_text (all);
  weights = g_new (double, ode != NULL ? ode->n_states + 1 : 1);
  if (ode != NULL && model_system_weights (system, weights))
    for (int i = 0; i < ode->n_states; i++)
      if (strcmp (ode->names[i], state) == 0)
        return lab_values_number_text (weights[i]);
  return lab_values_number_text (1);
}

char *
wb_session_get (WbSession *self, WbKind kind, const char *key)
{
  char *text = explicit_text (self, kind, key);
  ModelSystem *system = text == NULL ? wb_session_system (self) : NULL;
  double value;

  if (text != NULL)
    return text;
  switch (kind)
    {
    case WB_SETTING:
      text = sim_config_get (self->config, key);
      return text == NULL && g_str_has_prefix (key, "weights.") ? weight_text (self, system, key + strlen ("weights.")) : text;
    case WB_PARAMETER:
      return system != NULL && model_system_get_parameter (system, key, &value) ? lab_values_number_text (value) : NULL;
    case WB_INITIAL:
      return initial_text (self, key);
    case WB_CONSTANT:
      for (int i = 0; self->model != NULL && i < model_n_constants (self->model); i++)
        {
          const ModelQuantity *constant = model_constant (self->model, i);

          if (strcmp (constant->name, key) == 0)
            return lab_values_number_text (constant->value);
        }
      return NULL;
    case WB_EVENT:
      return g_strdup ("on");
    case WB_TIME:
      return lab_values_number_text (strcmp (key, "start") == 0 ? wb_session_t_start (self) : wb_session_t_end (self));
    }
  return NULL;
}

/* Returns whether values of one kind depend on values of another kind. Initial
 * values and times depend on parameters and constants. Parameters depend on
 * constants. */
static gboolean
follows (WbKind kind, WbKind changed)
{
  switch (kind)
    {
    case WB_PARAMETER: return changed == WB_CONSTANT;
    case WB_INITIAL: return changed == WB_PARAMETER || changed == WB_CONSTANT || changed == WB_INITIAL || changed == WB_TIME;
    case WB_TIME: return changed == WB_PARAMETER || changed == WB_CONSTANT;
    case WB_SETTING:
    case WB_CONSTANT:
    case WB_EVENT: break;
    }
  return FALSE;
}

gboolean
wb_session_depends (WbKind kind, const char *key, WbKind changed, const char *changed_key)
{
  if (changed_key[0] == '\0' || (kind == changed && strcmp (key, changed_key) == 0))
    return TRUE;
  if (kind != WB_SETTING || changed != WB_SETTING)
    return follows (kind, changed);
  /* The profile determines the defaults of all settings. The method determines the defaults of its own
   * options. */
  return strcmp (changed_key, "profile") == 0 || (strcmp (changed_key, "integrator") == 0 && strchr (key, '.') != NULL);
}

static void
restart_with_constants (WbSession *self)
{
  wb_session_message (self, _("The model was loaded again with the new constants; the run starts again"));
  wb_session_reset (self);
}

/* Sets a value without a record for undo and without a signal. */
static gboolean
apply (WbSession *self, WbKind kind, const char *key, const char *text, GError **error)
{
  gboolean running = self->current != NULL && wb_session_state (self) != SIM_RUN_FINISHED
                     && wb_session_state (self) != SIM_RUN_READY;
  gboolean is_value = kind == WB_PARAMETER || kind == WB_INITIAL || kind == WB_CONSTANT;
  /* If the playhead is before the end of the run, the change belongs to a new branch, and the run stays as it is. */
  gboolean branches = (kind == WB_SETTING || kind == WB_PARAMETER || kind == WB_INITIAL) && !isnan (wb_session_branch_time (self));
  gboolean applied = FALSE; /* whether the running run has applied the change */

  if (kind == WB_SETTING)
    {
      if (!sim_config_set (self->config, key, text, SIM_ORIGIN_LIVE, error))
        return FALSE;
      if (running && !branches)
        {
          g_autoptr (GError) refused = NULL;

          applied = sim_run_set_config (wb_run_item_run (self->current), self->config, &refused);
          if (!applied)
            wb_session_message (self, refused->message);
        }
    }
  else if (kind == WB_TIME)
    {
      *time_of (self->values, key) = text != NULL ? g_ascii_strtod (text, NULL) : NAN;
      if (self->current != NULL && strcmp (key, "end") == 0 && wb_session_state (self) != SIM_RUN_FINISHED)
        wb_run_item_set_t_end (self->current, wb_session_t_end (self));
    }
  else
    {
      GHashTable *table = table_of (self->values, kind);

      if (text != NULL && kind == WB_EVENT && strcmp (text, "on") == 0)
        text = NULL;
      if (text != NULL)
        g_hash_table_insert (table, g_strdup (key), g_strdup (text));
      else
        g_hash_table_remove (table, key);
      g_clear_pointer (&self->system, model_system_free);
      if (is_value && wb_session_want_repeat (self))
        running = FALSE;
      if (kind == WB_PARAMETER && running && !branches)
        {
          g_autofree char *now = wb_session_get (self, kind, key);

          if (now != NULL)
            sim_run_set_parameter (wb_run_item_run (self->current), key, g_ascii_strtod (now, NULL));
          applied = now != NULL;
        }
    }
  if (applied)
    wb_session_rename_branch (self);
  /* A change that the running run has applied is part of its results, so the results stay valid. */
  if (!applied)
    {
      self->stale = self->current != NULL;
      self->changes++;
    }
  if (kind == WB_CONSTANT && running)
    restart_with_constants (self);
  wb_session_renew_unstarted (self);
  return TRUE;
}

/* Largest number of characters of the user's input that a message quotes. */
#define MOST_QUOTED 40

/* Returns whether a text is valid as a number. The table of settings checks the texts of settings instead. */
static gboolean
check_number (const char *text, GError **error)
{
  char *end;
  double value = g_ascii_strtod (text, &end);
  g_autofree char *start = NULL;

  if (end != text && *end == '\0' && isfinite (value))
    return TRUE;
  start = g_utf8_substring (text, 0, MIN (g_utf8_strlen (text, -1), MOST_QUOTED));
  if (strlen (start) < strlen (text))
    g_set_error (error, SIM_ERROR, SIM_ERROR_VALUE, _("'%s…' is not a finite number; write it as 0.5 or 1e-3."), start);
  else
    g_set_error (error, SIM_ERROR, SIM_ERROR_VALUE, _("'%s' is not a finite number; write it as 0.5 or 1e-3."), start);
  return FALSE;
}

char *
wb_session_why_wrong (WbSession *self, WbKind kind, const char *key, const char *text)
{
  g_autoptr (SimConfig) config = kind == WB_SETTING ? sim_config_copy (self->config) : NULL;
  g_autoptr (GError) error = NULL;

  if (text == NULL || kind == WB_EVENT || (config != NULL ? sim_config_set (config, key, text, SIM_ORIGIN_LIVE, &error) : check_number (text, &error)))
    return NULL;
  return g_strdup (error->message);
}

/* Returns the undo step to which a change of a value belongs: that of the gesture, or the newest one if that has changed the same value a
 * short time ago. Returns NULL if the change is a new step. */
static WbChange *
step_of (WbSession *self, WbKind kind, const char *key)
{
  WbChange *last = self->undo->len > 0 ? g_ptr_array_index (self->undo, self->undo->len - 1) : NULL;
  gint64 now = g_get_monotonic_time ();

  if (last == NULL || last->copy == NULL || last->group != self->group)
    return NULL;
  if (self->gesture)
    return self->gesture_change == last ? last : NULL;
  return strcmp (last->key, key) == 0 && last->kind == kind && !last->several && now - last->when < ONE_GESTURE_US ? last : NULL;
}

gboolean
wb_session_set (WbSession *self, WbKind kind, const char *its_key, const char *its_text, GError **error)
{
  /* Copy the texts: a signal handler may destroy the row that owns them. */
  g_autofree char *key = g_strdup (its_key), *text = g_strdup (its_text), *before = explicit_text (self, kind, key);
  WbChange *step = step_of (self, kind, key);
  WbSessionCopy *copy = NULL;

  if (g_strcmp0 (before, text) == 0)
    return TRUE;
  if (text != NULL && kind != WB_SETTING && kind != WB_EVENT && !check_number (text, error))
    return FALSE;
  if (step == NULL)
    copy = self->gesture_copy != NULL ? g_steal_pointer (&self->gesture_copy) : wb_session_copy_new (self);
  if (!apply (self, kind, key, text, error))
    {
      if (self->gesture && copy != NULL)
        self->gesture_copy = copy;
      else
        wb_session_copy_free (copy);
      return FALSE;
    }

  /* Update the history before the signal, because its handlers query whether
   * undo is possible. */
  if (step == NULL)
    {
      step = wb_session_push_copy (self, copy, self->gesture_words);
      step->kind = kind;
      g_free (step->key);
      step->key = g_strdup (key);
      self->gesture_change = self->gesture ? step : NULL;
    }
  else
    {
      step->several |= step->kind != kind || strcmp (step->key, key) != 0;
      g_ptr_array_set_size (self->redo, 0);
    }
  step->when = self->gesture ? 0 : g_get_monotonic_time ();
  wb_session_emit_setting (self, kind, key);
  return TRUE;
}

void
wb_session_begin_gesture (WbSession *self, const char *words)
{
  wb_session_end_gesture (self);
  self->gesture = TRUE;
  self->gesture_words = g_strdup (words);
  self->gesture_copy = wb_session_copy_new (self);
}

void
wb_session_end_gesture (WbSession *self)
{
  WbChange *last = self->undo->len > 0 ? g_ptr_array_index (self->undo, self->undo->len - 1) : NULL;

  if (self->gesture && last != NULL)
    last->when = 0; /* the gesture is a separate undo step */
  self->gesture = FALSE;
  self->gesture_change = NULL;
  g_clear_pointer (&self->gesture_words, g_free);
  g_clear_pointer (&self->gesture_copy, wb_session_copy_free);
}

gboolean
wb_session_same_settings (const SimConfig *a, const SimConfig *b)
{
  g_autofree char *left = sim_config_to_yaml (a, FALSE), *right = sim_config_to_yaml (b, FALSE);

  for (int k = 0; sim_config_tableau_keys[k] != NULL; k++)
    if (sim_config_tableau (a, sim_config_tableau_keys[k]) != sim_config_tableau (b, sim_config_tableau_keys[k]))
      return FALSE; /* the file of the tableau was changed meanwhile */
  return strcmp (left, right) == 0;
}

/* Passes changed settings and parameters to the running run. */
static void
take_over_running (WbSession *self, const SimConfig *config_before, GHashTable *parameters_before)
{
  SimRun *run = wb_run_item_run (self->current);
  g_autoptr (GError) refused = NULL;

  if (!wb_session_same_settings (config_before, self->config) && !sim_run_set_config (run, self->config, &refused))
    wb_session_message (self, refused->message);
  for (int i = 0; i < model_n_parameters (self->model); i++)
    {
      const ModelQuantity *parameter = model_parameter (self->model, i);

      for (int k = 0; k < MAX (parameter->size, 1); k++)
        {
          g_autofree char *key = parameter->size > 0 ? g_strdup_printf ("%s[%d]", parameter->name, k + 1) : g_strdup (parameter->name);
          g_autofree char *now = NULL;

          if (g_strcmp0 (g_hash_table_lookup (parameters_before, key), g_hash_table_lookup (self->values->parameters, key)) == 0)
            continue;
          now = wb_session_get (self, WB_PARAMETER, key);
          if (now != NULL)
            sim_run_set_parameter (run, key, g_ascii_strtod (now, NULL));
        }
    }
}

gboolean
wb_session_same_texts (GHashTable *a, GHashTable *b)
{
  GHashTableIter iter;
  gpointer key, value;

  if (g_hash_table_size (a) != g_hash_table_size (b))
    return FALSE;
  g_hash_table_iter_init (&iter, a);
  while (g_hash_table_iter_next (&iter, &key, &value))
    if (!g_hash_table_contains (b, key) || g_strcmp0 (value, g_hash_table_lookup (b, key)) != 0)
      return FALSE;
  return TRUE;
}

/* Returns whether two sets of values are equal in those values whose change causes the repetition of a finished run. */
static gboolean
same_values (const LabValues *a, const LabValues *b)
{
  return wb_session_same_texts (a->parameters, b->parameters) && wb_session_same_texts (a->initials, b->initials) && wb_session_same_texts (a->constants, b->constants);
}

static gboolean
same_time (double a, double b)
{
  return a == b || (isnan (a) && isnan (b));
}

void
wb_session_take_over (WbSession *self, const SimConfig *config_before, const LabValues *before, gboolean live)
{
  if (live)
    take_over_running (self, config_before, before->parameters);
  if (!same_time (before->t_end, self->values->t_end) && wb_session_state (self) != SIM_RUN_FINISHED)
    wb_run_item_set_t_end (self->current, wb_session_t_end (self));
}

void
wb_session_copy_one (SimConfig *config, LabValues *values, const SimConfig *from_config, const LabValues *from_values, WbKind kind, const char *key)
{
  if (kind == WB_SETTING)
    {
      g_autofree char *text = sim_config_origin (from_config, key) == SIM_ORIGIN_LIVE ? sim_config_get (from_config, key) : NULL;

      sim_config_set (config, key, text, SIM_ORIGIN_LIVE, NULL);
    }
  else if (kind == WB_TIME)
    *time_of (values, key) = *time_of (from_values, key);
  else
    {
      const char *text = g_hash_table_lookup (table_of (from_values, kind), key);

      if (g_hash_table_contains (table_of (from_values, kind), key))
        g_hash_table_insert (table_of (values, kind), g_strdup (key), g_strdup (text));
      else
        g_hash_table_remove (table_of (values, kind), key);
    }
}

gboolean
wb_session_same_values (const LabValues *a, const LabValues *b)
{
  return same_values (a, b) && wb_session_same_texts (a->events_off, b->events_off) && same_time (a->t_start, b->t_start) && same_time (a->t_end, b->t_end);
}

gboolean
wb_session_agrees (WbSession *self, WbRunItem *run)
{
  SimConfig *config;
  LabValues *values;
  gboolean same;

  wb_run_item_settings_at (run, INFINITY, &config, &values);
  same = self->model == wb_run_item_model (run) && wb_session_has (self, config, values);
  sim_config_free (config);
  lab_values_free (values);
  return same;
}

gboolean
wb_session_has (WbSession *self, const SimConfig *config, const LabValues *values)
{
  return wb_session_same_settings (config, self->config) && wb_session_same_values (values, self->values);
}

static void
take_over (WbSession *self, const SimConfig *config, const LabValues *values)
{
  SimRunState state = wb_session_state (self);
  g_autoptr (LabValues) before = lab_values_copy (self->values);
  g_autoptr (SimConfig) config_before = self->config;

  self->config = sim_config_copy (config);
  lab_values_free (self->values);
  self->values = lab_values_copy (values);
  g_clear_pointer (&self->system, model_system_free);
  self->stale = self->current != NULL;
  self->changes++;
  if (!same_values (before, self->values) && wb_session_same_settings (config_before, self->config) && wb_session_want_repeat (self))
    state = SIM_RUN_FINISHED;
  if (self->current != NULL && (state == SIM_RUN_RUNNING || state == SIM_RUN_PAUSED) && isnan (wb_session_branch_time (self)))
    {
      if (wb_session_same_texts (before->constants, self->values->constants))
        take_over_running (self, config_before, before->parameters);
      else
        restart_with_constants (self);
    }
  wb_session_renew_unstarted (self);
  wb_session_emit_setting (self, WB_SETTING, "");
}

void
wb_session_show_settings (WbSession *self, const SimConfig *config, const LabValues *values)
{
  sim_config_free (self->config);
  lab_values_free (self->values);
  self->config = sim_config_copy (config);
  self->values = lab_values_copy (values);
  g_clear_pointer (&self->system, model_system_free);
  self->stale = FALSE;
  wb_session_emit_setting (self, WB_SETTING, "");
}

void
wb_session_adopt (WbSession *self, const SimConfig *config, const LabValues *values)
{
  wb_session_push_copy (self, wb_session_copy_new (self), NULL)->several = TRUE;
  take_over (self, config, values);
}

/* Removes the error weights of states that the user has set. */
static void
reset_weights (WbSession *self, SimConfig *config)
{
  ModelSystem *system = wb_session_system (self);
  const OdeSystem *ode = system != NULL ? model_system_ode (system) : NULL;

  sim_config_set (config, "weights", NULL, SIM_ORIGIN_LIVE, NULL);
  for (int i = 0; ode != NULL && i < ode->n_states; i++)
    {
      g_autofree char *key = g_strconcat ("weights.", ode->names[i], NULL);

      sim_config_set (config, key, NULL, SIM_ORIGIN_LIVE, NULL);
    }
}

void
wb_session_reset_all (WbSession *self, unsigned kinds)
{
  g_autoptr (SimConfig) config = kinds & (1u << WB_SETTING) ? sim_config_new () : sim_config_copy (self->config);
  g_autoptr (LabValues) values = lab_values_copy (self->values);
  static const WbKind tables[] = { WB_PARAMETER, WB_INITIAL, WB_CONSTANT, WB_EVENT };
  gboolean differs;

  if (kinds & (1u << WB_SETTING) && self->model != NULL)
    {
      g_autoptr (GPtrArray) notes = model_diagnostics_new ();

      sim_config_apply_model (config, self->model, notes);
    }
  if (kinds & (1u << WB_INITIAL))
    reset_weights (self, config);
  differs = !wb_session_same_settings (config, self->config);
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    if (kinds & (1u << tables[i]))
      {
        differs |= g_hash_table_size (table_of (values, tables[i])) > 0;
        g_hash_table_remove_all (table_of (values, tables[i]));
      }
  if (kinds & (1u << WB_TIME))
    {
      differs |= !isnan (values->t_start) || !isnan (values->t_end);
      values->t_start = values->t_end = NAN;
    }
  if (differs)
    wb_session_adopt (self, config, values);
}
