/* The calls load, describe, set and rhs: they open a model, tell what it has, change its values, and evaluate its right-hand side. */
#include "serve-private.h"

#include <math.h>

#include "model-library.h"

/* ---- description ---- */

static void
append_quantities (LabJson *json, const char *key, const ServeSetup *setup, const ModelSystem *system, int n, const ModelQuantity *(*get) (const Model *, int))
{
  lab_json_array (json, key, LAB_JSON_FLAT);
  for (int i = 0; i < n; i++)
    {
      const ModelQuantity *quantity = get (setup->model, i);
      const double *replaced = g_hash_table_lookup (setup->constants, quantity->name);
      double value = quantity->value;

      if (system != NULL)
        model_system_get_parameter (system, quantity->name, &value);
      else if (replaced != NULL)
        value = *replaced;
      lab_json_object (json, NULL, LAB_JSON_FLAT);
      lab_json_text (json, "name", quantity->name);
      lab_json_number (json, "value", value);
      lab_json_count (json, "size", quantity->size);
      lab_json_text (json, "unit", quantity->unit);
      lab_json_text (json, "about", quantity->about != NULL ? quantity->about : "");
      lab_json_number (json, "low", quantity->low);
      lab_json_number (json, "high", quantity->high);
      lab_json_text (json, "distribution", quantity->distribution);
      lab_json_end (json);
    }
  lab_json_end (json);
}

static void
append_columns (LabJson *json, const ModelSystem *system)
{
  static const char *const words[] = { "state", "discrete", "multiplier", "output", "noise" };

  lab_json_array (json, "columns", LAB_JSON_FLAT);
  for (int i = 0; i < model_system_n_columns (system); i++)
    {
      const ModelColumn *column = model_system_column (system, i);

      lab_json_object (json, NULL, LAB_JSON_FLAT);
      lab_json_text (json, "name", column->name);
      lab_json_text (json, "type", words[column->type]);
      lab_json_text (json, "unit", column->unit != NULL ? column->unit : "");
      lab_json_text (json, "about", column->about != NULL ? column->about : "");
      lab_json_end (json);
    }
  lab_json_end (json);
}

static void
append_equations (LabJson *json, const Model *model)
{
  lab_json_array (json, "equations", LAB_JSON_FLAT);
  for (int i = 0; i < model_n_equations (model); i++)
    {
      const ModelEquation *equation = model_equation (model, i);

      lab_json_object (json, NULL, LAB_JSON_FLAT);
      lab_json_text (json, "left", equation->left);
      lab_json_text (json, "right", equation->right != NULL ? equation->right : "");
      lab_json_end (json);
    }
  lab_json_end (json);
}

static void
append_settings (LabJson *json, const SimConfig *config)
{
  int n_rows;
  const SimSettingRow *rows = sim_config_rows (&n_rows);

  lab_json_object (json, "settings", LAB_JSON_FLAT);
  for (int i = 0; i < n_rows; i++)
    if (rows[i].type != SIM_SETTING_OPTIONS)
      {
        g_autofree char *value = sim_config_get (config, rows[i].key);

        lab_json_text (json, rows[i].key, value);
      }
  lab_json_end (json);
}

/* Appends the members of a model's description. The setup must be finished. Returns FALSE with an error. */
static gboolean
append_description (const ServeSetup *setup, ServeAnswer *answer, GError **error)
{
  g_autoptr (ModelSystem) system = lab_problem_instance (&setup->problem, error);
  LabJson *json = serve_answer_json (answer);
  g_autofree char *traits = model_traits_text (model_traits (setup->model));
  g_autofree double *x = NULL, *d = NULL;

  if (system == NULL)
    return FALSE;
  x = g_new0 (double, model_system_n_states (system) + 1);
  d = g_new0 (double, model_system_n_discrete (system) + 1);
  if (!model_system_initial (system, x, d, error))
    return FALSE;
  lab_json_text (json, "id", model_id (setup->model));
  lab_json_text (json, "name", model_name (setup->model));
  lab_json_text (json, "summary", model_summary (setup->model));
  lab_json_text (json, "description", model_description (setup->model));
  lab_json_text (json, "source", model_source (setup->model));
  lab_json_text (json, "category", model_category (setup->model));
  lab_json_text (json, "traits", traits);
  lab_json_text (json, "text", model_text (setup->model));
  lab_json_text (json, "time_unit", model_time_unit (setup->model));
  lab_json_number (json, "start", setup->problem.t_start);
  lab_json_number (json, "end", setup->problem.t_end);
  lab_json_count (json, "n_states", model_system_n_states (system));
  lab_json_count (json, "n_discrete", model_system_n_discrete (system));
  append_columns (json, system);
  append_quantities (json, "parameters", setup, system, model_n_parameters (setup->model), model_parameter);
  append_quantities (json, "constants", setup, NULL, model_n_constants (setup->model), model_constant);
  lab_json_array (json, "events", LAB_JSON_FLAT);
  for (int i = 0; i < model_system_n_events (system); i++)
    {
      lab_json_object (json, NULL, LAB_JSON_FLAT);
      lab_json_text (json, "name", model_system_event (system, i)->name);
      lab_json_text (json, "trigger", model_system_event (system, i)->trigger_text);
      lab_json_end (json);
    }
  lab_json_end (json);
  append_equations (json, setup->model);
  append_settings (json, setup->config);
  serve_answer_take (answer, "x", SERVE_F64, g_steal_pointer (&x), (gsize) model_system_n_states (system));
  serve_answer_take (answer, "d", SERVE_F64, g_steal_pointer (&d), (gsize) model_system_n_discrete (system));
  return TRUE;
}

/* ---- load ---- */

static Model *
open_model (const ModelYaml *request, GError **error)
{
  const ModelYaml *name = serve_get (request, "model"), *text = serve_get (request, "text");
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autofree char *message = NULL;
  Model *model = NULL;

  if ((name == NULL) == (text == NULL) || (name != NULL && name->type != MODEL_YAML_SCALAR) || (text != NULL && text->type != MODEL_YAML_SCALAR))
    {
      g_set_error (error, SERVE_ERROR, SERVE_ERROR_REQUEST, "the request needs 'model', the name or the path of a model, or 'text', its YAML");
      return NULL;
    }
  if (name != NULL)
    model = model_library_open (name->text, sim_config_check_solver, diagnostics);
  else
    model = model_load_text (text->text, -1, model_yaml_get_text (request, "name", "text"), sim_config_check_solver, diagnostics);
  if (model != NULL)
    return model;
  message = model_diagnostics_to_string (diagnostics);
  g_set_error (error, SERVE_ERROR, SERVE_ERROR_MODEL, "%s", g_strchomp (message));
  return NULL;
}

static const char *const load_keys[] = { "model", "text", "name", SERVE_SETUP_KEYS, NULL };

static gboolean
load (Serve *serve, const ModelYaml *request, ServeAnswer *answer, GError **error)
{
  g_autoptr (Model) model = open_model (request, error);
  g_autoptr (ServeSetup) setup = model != NULL ? serve_setup_new (model, error) : NULL;

  if (setup == NULL || !serve_setup_apply (setup, request, error) || !serve_setup_finish (setup, error) || !append_description (setup, answer, error))
    return FALSE;
  lab_json_count (serve_answer_json (answer), "model", serve_add_object (serve, SERVE_MODEL, g_steal_pointer (&setup), (GDestroyNotify) serve_setup_free));
  return TRUE;
}

const ServeCall serve_call_load = { "load", load_keys, load };

/* ---- describe and set ---- */

static const char *const describe_keys[] = { "model", SERVE_SETUP_KEYS, NULL };

static gboolean
describe (Serve *serve, const ModelYaml *request, ServeAnswer *answer, GError **error)
{
  g_autoptr (ServeSetup) setup = serve_setup_of (serve, request, error);

  return setup != NULL && append_description (setup, answer, error);
}

const ServeCall serve_call_describe = { "describe", describe_keys, describe };

static gboolean
set (Serve *serve, const ModelYaml *request, ServeAnswer *answer, GError **error)
{
  ServeSetup *base = serve_object (serve, request, SERVE_MODEL, error);
  g_autoptr (ServeSetup) setup = base != NULL ? serve_setup_of (serve, request, error) : NULL;
  ServeSetup previous;

  /* A request that is cancelled changes nothing. */
  if (setup == NULL || !append_description (setup, answer, error) || !serve_progress (serve, 1))
    return FALSE;
  /* Runs have copies, so the contents can be exchanged. */
  previous = *base;
  *base = *setup;
  *setup = previous;
  base->problem.user = base;
  return TRUE;
}

const ServeCall serve_call_set = { "set", describe_keys, set };

static const char *const copy_keys[] = { "model", NULL };

static gboolean
copy (Serve *serve, const ModelYaml *request, ServeAnswer *answer, GError **error)
{
  g_autoptr (ServeSetup) setup = serve_setup_of (serve, request, error);

  if (setup == NULL || !append_description (setup, answer, error))
    return FALSE;
  lab_json_count (serve_answer_json (answer), "model", serve_add_object (serve, SERVE_MODEL, g_steal_pointer (&setup), (GDestroyNotify) serve_setup_free));
  return TRUE;
}

const ServeCall serve_call_copy = { "copy", copy_keys, copy };

/* ---- rhs ---- */

static const char *const rhs_keys[] = { "model", "t", "x", SERVE_SETUP_KEYS, NULL };

/* Evaluates the right-hand side at points: t has n times, and x the n states one after another. */
static gboolean
rhs (Serve *serve, const ModelYaml *request, ServeAnswer *answer, GError **error)
{
  g_autoptr (ServeSetup) setup = serve_setup_of (serve, request, error);
  g_autoptr (ModelSystem) system = setup != NULL ? lab_problem_instance (&setup->problem, error) : NULL;
  g_autoptr (GArray) t = system != NULL ? serve_numbers (request, "t", error) : NULL;
  g_autoptr (GArray) x = t != NULL ? serve_numbers (request, "x", error) : NULL;
  g_autofree double *values = NULL, *x0 = NULL, *d0 = NULL;
  const OdeSystem *ode;
  gsize n;

  if (x == NULL)
    return FALSE;
  ode = model_system_ode (system);
  n = (gsize) ode->n_states;
  if (x->len != t->len * n)
    {
      g_set_error (error, SERVE_ERROR, SERVE_ERROR_VALUE, "'x' has %u numbers, and %u times with %d states need %" G_GSIZE_FORMAT, x->len, t->len, ode->n_states,
                   t->len * n);
      return FALSE;
    }
  x0 = g_new (double, n + 1);
  d0 = g_new (double, model_system_n_discrete (system) + 1);
  if (!model_system_initial (system, x0, d0, error))
    return FALSE;
  model_system_set_discrete (system, d0);
  values = g_new (double, x->len + 1);
  for (guint k = 0; k < t->len; k++)
    {
      double at = g_array_index (t, double, k);
      OdeStatus status;

      model_system_set_noise_time (system, at);
      status = ode->rhs (ode->self, at, &g_array_index (x, double, k * n), values + k * n);
      if (status != ODE_DONE)
        for (gsize i = 0; i < n; i++)
          values[k * n + i] = NAN;
    }
  serve_answer_take (answer, "rhs", SERVE_F64, g_steal_pointer (&values), x->len);
  return TRUE;
}

const ServeCall serve_call_rhs = { "rhs", rhs_keys, rhs };
