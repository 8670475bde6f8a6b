/* The values of a model that requests change: settings, parameters, initial values, constants, events and times. */
#include "serve-private.h"

#include <math.h>
#include <string.h>

static GHashTable *
values_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

static GHashTable *
values_copy (GHashTable *values)
{
  GHashTable *copy = values_new ();
  GHashTableIter iter;
  gpointer name, value;

  g_hash_table_iter_init (&iter, values);
  while (g_hash_table_iter_next (&iter, &name, &value))
    g_hash_table_insert (copy, g_strdup (name), value != NULL ? g_memdup2 (value, sizeof (double)) : NULL);
  return copy;
}

ServeSetup *
serve_setup_new (Model *model, GError **error)
{
  g_autoptr (ServeSetup) setup = g_new0 (ServeSetup, 1);
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();

  setup->model = model_ref (model);
  setup->config = sim_config_new ();
  setup->constants = values_new ();
  setup->parameters = values_new ();
  setup->initial = values_new ();
  setup->events_off = values_new ();
  setup->t_start = setup->t_end = NAN;
  sim_config_apply_model (setup->config, model, diagnostics);
  if (model_diagnostics_n_errors (diagnostics) > 0)
    {
      g_autofree char *text = model_diagnostics_to_string (diagnostics);

      g_set_error (error, SERVE_ERROR, SERVE_ERROR_MODEL, "%s", g_strchomp (text));
      return NULL;
    }
  return g_steal_pointer (&setup);
}

ServeSetup *
serve_setup_copy (const ServeSetup *setup)
{
  ServeSetup *copy = g_new (ServeSetup, 1);

  *copy = *setup;
  copy->model = model_ref (setup->model);
  copy->config = sim_config_copy (setup->config);
  copy->constants = values_copy (setup->constants);
  copy->parameters = values_copy (setup->parameters);
  copy->initial = values_copy (setup->initial);
  copy->events_off = values_copy (setup->events_off);
  copy->problem = (LabProblem) { 0 };
  return copy;
}

void
serve_setup_free (ServeSetup *setup)
{
  if (setup == NULL)
    return;
  model_unref (setup->model);
  sim_config_free (setup->config);
  g_hash_table_unref (setup->constants);
  g_hash_table_unref (setup->parameters);
  g_hash_table_unref (setup->initial);
  g_hash_table_unref (setup->events_off);
  g_free (setup);
}

/* ---- changes by a request ---- */

/* Returns whether a value is null. */
static gboolean
is_null (const ModelYaml *node)
{
  return node->type == MODEL_YAML_SCALAR && !node->quoted && strcmp (node->text, "null") == 0;
}

/* Puts the pairs of a mapping of names and numbers into values; null removes a value. Returns FALSE with an error. */
static gboolean
apply_values (GHashTable *values, const ModelYaml *request, const char *key, GError **error)
{
  const ModelYaml *pairs = serve_get (request, key);

  if (pairs == NULL)
    return TRUE;
  if (pairs->type != MODEL_YAML_MAPPING)
    {
      g_set_error (error, SERVE_ERROR, SERVE_ERROR_VALUE, "'%s' is an object of names and numbers", key);
      return FALSE;
    }
  for (int i = 0; i < pairs->n_items; i++)
    {
      double value;

      if (is_null (pairs->items[i]))
        g_hash_table_remove (values, pairs->keys[i]->text);
      else if (!pairs->items[i]->quoted && model_yaml_number (pairs->items[i], &value))
        g_hash_table_insert (values, g_strdup (pairs->keys[i]->text), g_memdup2 (&value, sizeof value));
      else
        {
          g_set_error (error, SERVE_ERROR, SERVE_ERROR_VALUE, "'%s.%s' is a finite number", key, pairs->keys[i]->text);
          return FALSE;
        }
    }
  return TRUE;
}

/* Sets fixed steps of this size. */
static gboolean
apply_fixed_step (SimConfig *config, const char *text, GError **error)
{
  double step;
  char *end;

  step = text != NULL ? g_ascii_strtod (text, &end) : NAN;
  if (text == NULL || *end != '\0' || !(step > 0) || !isfinite (step))
    {
      g_set_error (error, SERVE_ERROR, SERVE_ERROR_VALUE, "'fixed_step' is a positive step, not '%s'", text != NULL ? text : "null");
      return FALSE;
    }
  return sim_config_set (config, "error_control", "false", SIM_ORIGIN_COMMAND_LINE, error)
         && sim_config_set (config, "max_step", text, SIM_ORIGIN_COMMAND_LINE, error);
}

/* Sets a setting or its entries to a scalar, a list of numbers, or an object of entries; null removes it. */
static gboolean
apply_setting (SimConfig *config, const char *key, const ModelYaml *value, GError **error)
{
  if (value->type == MODEL_YAML_MAPPING)
    {
      for (int i = 0; i < value->n_items; i++)
        {
          g_autofree char *entry = g_strdup_printf ("%s.%s", key, value->keys[i]->text);

          if (value->items[i]->type != MODEL_YAML_SCALAR)
            {
              g_set_error (error, SERVE_ERROR, SERVE_ERROR_VALUE, "the setting '%s' is a number, a text or a truth value", entry);
              return FALSE;
            }
          if (!sim_config_set (config, entry, is_null (value->items[i]) ? NULL : value->items[i]->text, SIM_ORIGIN_COMMAND_LINE, error))
            return FALSE;
        }
      return TRUE;
    }
  if (value->type == MODEL_YAML_LIST)
    {
      g_autoptr (GString) text = g_string_new ("[");

      for (int i = 0; i < value->n_items; i++)
        g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", value->items[i]->text != NULL ? value->items[i]->text : "?");
      g_string_append_c (text, ']');
      return sim_config_set (config, key, text->str, SIM_ORIGIN_COMMAND_LINE, error);
    }
  if (strcmp (key, "fixed_step") == 0 && !is_null (value))
    return apply_fixed_step (config, value->text, error);
  return sim_config_set (config, key, is_null (value) ? NULL : value->text, SIM_ORIGIN_COMMAND_LINE, error);
}

/* Applies settings in the order of the table, because checks of later ones depend on earlier ones. Returns FALSE with an error. */
static gboolean
apply_settings (SimConfig *config, const ModelYaml *request, GError **error)
{
  const ModelYaml *pairs = serve_get (request, "settings");
  int n_rows;
  const SimSettingRow *rows = sim_config_rows (&n_rows);

  if (pairs == NULL)
    return TRUE;
  if (pairs->type != MODEL_YAML_MAPPING)
    {
      g_set_error (error, SERVE_ERROR, SERVE_ERROR_VALUE, "'settings' is an object of settings and values");
      return FALSE;
    }
  for (int i = 0; i < pairs->n_items; i++)
    {
      const char *key = pairs->keys[i]->text;

      /* An unknown key: the error of sim_config_set names a similar one. */
      if (sim_config_row_of (key) == NULL && strcmp (key, "fixed_step") != 0 && !sim_config_set (config, key, "", SIM_ORIGIN_COMMAND_LINE, error))
        return FALSE;
    }
  for (int r = 0; r <= n_rows; r++)
    for (int i = 0; i < pairs->n_items; i++)
      {
        const char *key = pairs->keys[i]->text;
        const SimSettingRow *row = sim_config_row_of (key);

        if (row == (r < n_rows ? &rows[r] : NULL) && !apply_setting (config, key, pairs->items[i], error))
          return FALSE;
      }
  return TRUE;
}

static gboolean
apply_events_off (ServeSetup *setup, const ModelYaml *request, GError **error)
{
  const ModelYaml *list = serve_get (request, "events_off");

  if (list == NULL)
    return TRUE;
  if (list->type != MODEL_YAML_LIST)
    {
      g_set_error (error, SERVE_ERROR, SERVE_ERROR_VALUE, "'events_off' is a list of names of events");
      return FALSE;
    }
  g_hash_table_remove_all (setup->events_off);
  for (int i = 0; i < list->n_items; i++)
    g_hash_table_insert (setup->events_off, g_strdup (list->items[i]->text != NULL ? list->items[i]->text : ""), NULL);
  return TRUE;
}

gboolean
serve_setup_apply (ServeSetup *setup, const ModelYaml *request, GError **error)
{
  return apply_settings (setup->config, request, error) && apply_values (setup->constants, request, "constants", error)
         && apply_values (setup->parameters, request, "parameters", error) && apply_values (setup->initial, request, "initial", error)
         && apply_events_off (setup, request, error) && serve_flag (request, "random", &setup->random, error)
         && serve_number (request, "start", &setup->t_start, error) && serve_number (request, "end", &setup->t_end, error);
}

/* ---- the problem ---- */

static gboolean
set_values (ModelSystem *system, GHashTable *values, gboolean (*set) (ModelSystem *, const char *, double, GError **), GError **error)
{
  GHashTableIter iter;
  gpointer name, value;

  g_hash_table_iter_init (&iter, values);
  while (g_hash_table_iter_next (&iter, &name, &value))
    if (!set (system, name, *(const double *) value, error))
      return FALSE;
  return TRUE;
}

/* Sets the values of an instance of the model; it is LabProblem.prepare. */
static gboolean
prepare (ModelSystem *system, gpointer user, GError **error)
{
  const ServeSetup *setup = user;

  return set_values (system, setup->parameters, model_system_set_parameter, error) && set_values (system, setup->initial, model_system_set_initial, error);
}

/* Returns FALSE with an error if an event that is disabled does not exist. */
static gboolean
check_events (const ServeSetup *setup, const ModelSystem *system, GError **error)
{
  GHashTableIter iter;
  gpointer name;
  gboolean found;

  g_hash_table_iter_init (&iter, setup->events_off);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    {
      found = FALSE;
      for (int i = 0; i < model_system_n_events (system); i++)
        found = found || g_strcmp0 (model_system_event (system, i)->name, name) == 0;
      if (!found)
        {
          g_set_error (error, SERVE_ERROR, SERVE_ERROR_VALUE, "'events_off': there is no event '%s'", (const char *) name);
          return FALSE;
        }
    }
  return TRUE;
}

gboolean
serve_setup_finish (ServeSetup *setup, GError **error)
{
  g_autoptr (ModelSystem) system = NULL;
  const char *key;

  if (!sim_config_check_method (setup->config, &key, error))
    return FALSE;
  setup->problem = (LabProblem) { .model = setup->model, .config = setup->config, .t_start = setup->t_start, .t_end = setup->t_end,
                                  .events_off = setup->events_off, .prepare = prepare, .user = setup };
  setup->problem.instance = (ModelInstance) { .constants = setup->constants, .fast_math = sim_config_get_boolean (setup->config, "fast_math"),
                                              .seed = (guint64) sim_config_get_number (setup->config, "seed"), .random = setup->random };
  system = lab_problem_instance (&setup->problem, error);
  return system != NULL && check_events (setup, system, error) && lab_problem_set_times (&setup->problem, error);
}

ServeSetup *
serve_setup_of (Serve *serve, const ModelYaml *request, GError **error)
{
  const ServeSetup *base = serve_object (serve, request, SERVE_MODEL, error);
  g_autoptr (ServeSetup) setup = base != NULL ? serve_setup_copy (base) : NULL;

  if (setup == NULL || !serve_setup_apply (setup, request, error) || !serve_setup_finish (setup, error))
    return NULL;
  return g_steal_pointer (&setup);
}
