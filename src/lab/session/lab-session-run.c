/* Reads values, settings, changes and runs of session files. */
#include "lab-session-run.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "model-tableau.h"

gboolean
lab_session_method_is_missing (const LabSessionMethods *methods, const char *name)
{
  if (model_method_find (name) != NULL)
    return FALSE;
  if (methods->missing != NULL)
    g_hash_table_add (methods->missing, g_strdup (name));
  return TRUE;
}

/* ---- tableaus ---- */

static gboolean
same_lines (const char *a, const char *b)
{
  g_autofree char *left = g_strchomp (g_strdup (a)), *right = g_strchomp (g_strdup (b));

  return strcmp (left, right) == 0;
}

/* Returns a name that stands for one text only. */
static char *
kept_name (const char *name, const char *text)
{
  g_autofree char *lines = g_strchomp (g_strdup (text)), *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, lines, -1);
  const char *at = strrchr (name, '@');

  return g_strdup_printf ("%.*s@%.16s", (int)(at != NULL ? at - name : (glong)strlen (name)), name, sum);
}

void
lab_session_methods_read (LabSessionMethods *methods, const ModelYaml *root, GHashTable *copied)
{
  const ModelYaml *list = model_yaml_get (root, "tableaus");

  methods->instead = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  methods->missing = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (int k = 0; list != NULL && list->type == MODEL_YAML_LIST && k < list->n_items; k++)
    {
      const char *name = model_yaml_get_text (list->items[k], "name", ""), *text = model_yaml_get_text (list->items[k], "text", "");
      g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
      const OdeMethod *present = *name != '\0' ? model_method_find (name) : NULL;
      g_autofree char *kept = kept_name (name, text);

      if (*name == '\0' || ode_method_find (name) != NULL || (present != NULL && same_lines (model_tableau_text (present), text)))
        continue;
      if (present == NULL && !model_file_is_stream (name) && !g_file_test (name, G_FILE_TEST_EXISTS))
        {
          if (model_tableau_keep (name, text, diagnostics) != NULL && copied != NULL)
            g_hash_table_add (copied, g_strdup (name));
        }
      else if (model_tableau_keep (kept, text, diagnostics) != NULL)
        g_hash_table_insert (methods->instead, g_strdup (name), g_steal_pointer (&kept));
    }
}

void
lab_session_methods_clear (LabSessionMethods *methods)
{
  g_clear_pointer (&methods->instead, g_hash_table_unref);
  g_clear_pointer (&methods->missing, g_hash_table_unref);
}

char *
lab_session_tableau_name (const SimConfig *config, const char *key)
{
  const OdeMethod *tableau = sim_config_tableau (config, key), *present;
  g_autofree char *name = sim_config_get (config, key);

  if (tableau == NULL || *name == '{' || model_tableau_text (tableau) == NULL || *model_tableau_text (tableau) == '{')
    return NULL;
  present = model_method_find (name);
  if (present == tableau || (present != NULL && same_lines (model_tableau_text (present), model_tableau_text (tableau))))
    return g_steal_pointer (&name);
  return kept_name (name, model_tableau_text (tableau));
}

/* ---- values ---- */

static gboolean
read_table (const ModelYaml *node, const char *key, gboolean numbers, GHashTable *table, GError **error)
{
  const ModelYaml *map = model_yaml_get (node, key);

  if (map != NULL && map->type != MODEL_YAML_MAPPING)
    return lab_session_wrong (error, map, _("'%s' must be a mapping."), key);
  for (int i = 0; i < lab_session_n_items (map); i++)
    {
      const char *name = map->keys[i]->text, *text = lab_session_text_of (map->items[i], "");

      if (map->items[i]->type != MODEL_YAML_SCALAR || (numbers && !isfinite (lab_session_number_of (map->items[i], NAN))))
        return lab_session_wrong (error, map->items[i], _("%s: '%s' is not a number: %s"), key, name, text);
      g_hash_table_insert (table, g_strdup (name), g_strdup (text));
    }
  return TRUE;
}

LabValues *
lab_session_read_values (const ModelYaml *node, GError **error)
{
  g_autoptr (LabValues) values = lab_values_new ();

  if (!read_table (node, "parameters", TRUE, values->parameters, error)
      || !read_table (node, "initial", TRUE, values->initials, error)
      || !read_table (node, "constants", TRUE, values->constants, error)
      || !read_table (node, "events_off", FALSE, values->events_off, error))
    return NULL;
  values->t_start = lab_session_number (node, "start", NAN);
  values->t_end = lab_session_number (node, "end", NAN);
  values->is_member = model_yaml_get (node, "member") != NULL;
  values->member = (guint64)CLAMP (lab_session_number (node, "member", 0), 0, 4294967295.0);
  return g_steal_pointer (&values);
}

/* ---- settings ---- */

/* Returns the text of a setting. A tableau that is known under another name has this name. */
static const char *
setting_text (const LabSessionMethods *methods, const char *key, const ModelYaml *value)
{
  const char *text = lab_session_text_of (value, ""), *name = NULL;

  if (methods->instead != NULL && (strcmp (key, "integrator") == 0 || strcmp (key, "method.tableau") == 0))
    name = g_hash_table_lookup (methods->instead, text);
  return name != NULL ? name : text;
}

SimConfig *
lab_session_read_settings (const ModelYaml *node, Model *model, const LabSessionMethods *methods, gboolean *missing, GError **error)
{
  g_autoptr (SimConfig) config = sim_config_new ();
  g_autoptr (GPtrArray) notes = model_diagnostics_new ();
  const ModelYaml *map = model_yaml_get (node, "settings"), *integrator = model_yaml_get (map, "integrator");
  gboolean without = integrator != NULL && lab_session_method_is_missing (methods, setting_text (methods, "integrator", integrator));

  sim_config_apply_model (config, model, notes);
  if (map != NULL && map->type != MODEL_YAML_MAPPING)
    {
      lab_session_wrong (error, map, _("'%s' must be a mapping."), "settings");
      return NULL;
    }
  for (int i = 0; i < lab_session_n_items (map); i++)
    if (without && (strcmp (map->keys[i]->text, "integrator") == 0 || g_str_has_prefix (map->keys[i]->text, "method.")))
      *missing = TRUE;
    else if (!sim_config_set (config, map->keys[i]->text, setting_text (methods, map->keys[i]->text, map->items[i]), SIM_ORIGIN_LIVE, error))
      {
        lab_session_add_place (error, map->keys[i]);
        return NULL;
      }
  return g_steal_pointer (&config);
}

/* ---- runs ---- */

static SimRunChange *
read_change (const ModelYaml *item, Model *model, const LabSessionMethods *methods, gboolean *missing, GError **error)
{
  SimRunChange *change = NULL;
  const char *parameter = model_yaml_get_text (item, "parameter", NULL), *state = model_yaml_get_text (item, "state", NULL);
  gboolean next_step = model_yaml_get (item, "next_step") != NULL;
  double value = lab_session_number (item, parameter != NULL || state != NULL ? "value" : next_step ? "next_step" : "end", NAN);

  if (model_yaml_get (item, "settings") != NULL)
    {
      g_autoptr (SimConfig) config = lab_session_read_settings (item, model, methods, missing, error);

      change = config != NULL ? sim_run_change_new (SIM_RUN_CHANGE_CONFIG, NULL, 0, config) : NULL;
    }
  else if (isfinite (value))
    change = sim_run_change_new (parameter != NULL ? SIM_RUN_CHANGE_PARAMETER : state != NULL ? SIM_RUN_CHANGE_STATE
                                 : next_step ? SIM_RUN_CHANGE_STEP : SIM_RUN_CHANGE_END,
                                 parameter != NULL ? parameter : state, value, NULL);
  else
    lab_session_wrong (error, item, _("A change of a run has no value."));
  if (change != NULL)
    {
      change->step = (gint64)CLAMP (lab_session_number (item, "step", 0), -1, 1e15);
      change->t = lab_session_number (item, "t", 0);
    }
  return change;
}

static GPtrArray *
read_changes (const ModelYaml *list, Model *model, const LabSessionMethods *methods, gboolean *missing, GError **error)
{
  g_autoptr (GPtrArray) history = g_ptr_array_new_with_free_func ((GDestroyNotify)sim_run_change_free);

  for (int i = 0; i < lab_session_n_items (list); i++)
    {
      SimRunChange *change = read_change (list->items[i], model, methods, missing, error);

      if (change == NULL)
        return NULL;
      g_ptr_array_add (history, change);
    }
  return g_steal_pointer (&history);
}

void
lab_session_run_clear (LabSessionRun *run)
{
  g_clear_pointer (&run->values, lab_values_free);
  g_clear_pointer (&run->config, sim_config_free);
  g_clear_pointer (&run->history, g_ptr_array_unref);
}

gboolean
lab_session_run_read (LabSessionRun *run, const ModelYaml *node, Model *model, const LabSessionMethods *methods, GError **error)
{
  const char *finished = model_yaml_get_text (node, "finished", "false");
  double steps = CLAMP (lab_session_number (node, "steps", 0), 0, 1e15);

  *run = (LabSessionRun) { .steps = strcmp (finished, "true") == 0 ? -1 : (gint64)steps, .stop = strcmp (finished, "stopped") == 0 };
  run->values = lab_session_read_values (node, error);
  run->config = run->values != NULL ? lab_session_read_settings (node, model, methods, &run->missing, error) : NULL;
  run->history = run->config != NULL ? read_changes (model_yaml_get (node, "changes"), model, methods, &run->missing, error) : NULL;
  if (run->history != NULL)
    return TRUE;
  lab_session_run_clear (run);
  return FALSE;
}
