/* Describes the model of a live page as JSON. */
#include "page-core-private.h"

#include <math.h>

#include "model-equal-scale.h"
#include "ode-methods.h"

static void
add_quantity (LabJson *json, const ModelQuantity *quantity)
{
  lab_json_object (json, NULL, LAB_JSON_FLAT);
  lab_json_text (json, "name", quantity->name);
  lab_json_number (json, "value", quantity->value);
  lab_json_count (json, "size", quantity->size);
  lab_json_text (json, "unit", quantity->unit);
  lab_json_text (json, "about", quantity->about);
  lab_json_number (json, "low", quantity->low);
  lab_json_number (json, "high", quantity->high);
  lab_json_number (json, "step", quantity->step);
  lab_json_flag (json, "log", quantity->log_scale);
  lab_json_end (json);
}

static void
add_columns (LabJson *json, const ModelSystem *system)
{
  static const char *const types[] = { "state", "discrete", "multiplier", "output", "noise" };

  lab_json_array (json, "columns", LAB_JSON_FLAT);
  for (int k = 0; k < model_system_n_columns (system); k++)
    {
      const ModelColumn *column = model_system_column (system, k);

      lab_json_object (json, NULL, LAB_JSON_FLAT);
      lab_json_text (json, "name", column->name);
      lab_json_text (json, "unit", column->unit);
      lab_json_text (json, "about", column->about);
      lab_json_text (json, "type", types[column->type]);
      lab_json_count (json, "index", column->index);
      lab_json_count (json, "kind", column->kind);
      lab_json_flag (json, "invariant", column->invariant);
      lab_json_number (json, "wrap", column->wrap);
      lab_json_end (json);
    }
  lab_json_end (json);
}

static void
add_equations (LabJson *json, const Model *model)
{
  lab_json_array (json, "equations", LAB_JSON_FLAT);
  for (int k = 0; k < model_n_equations (model); k++)
    {
      const ModelEquation *equation = model_equation (model, k);

      lab_json_object (json, NULL, LAB_JSON_FLAT);
      lab_json_count (json, "kind", equation->kind);
      lab_json_text (json, "left", equation->left);
      lab_json_text (json, "right", equation->right);
      lab_json_end (json);
    }
  lab_json_end (json);
}

static void
add_plots (LabJson *json, const Model *model)
{
  static const char *const types[] = {
#define MODEL_PLOT_KIND(NAME, name, keys) #name,
#define MODEL_PLOT_KIND_OF_RUNS(NAME, name) #name,
#include "model-plot-kinds.def"
  };

  lab_json_array (json, "plots", LAB_JSON_FLAT);
  for (int k = 0; k < model_n_plots (model); k++)
    {
      const ModelPlot *plot = model_plot (model, k);

      lab_json_object (json, NULL, LAB_JSON_FLAT);
      lab_json_text (json, "type", types[plot->type]);
      lab_json_text (json, "title", plot->title);
      lab_json_array (json, "show", LAB_JSON_FLAT);
      for (int i = 0; plot->show != NULL && plot->show[i] != NULL; i++)
        lab_json_text (json, NULL, plot->show[i]);
      lab_json_end (json);
      lab_json_text (json, "x", plot->x);
      lab_json_text (json, "y", plot->y);
      lab_json_flag (json, "log_x", plot->log_x);
      lab_json_flag (json, "log_y", plot->log_y);
      lab_json_flag (json, "equal_scale", plot->x != NULL && plot->y != NULL && model_has_equal_scale (model, plot->x, plot->y));
      lab_json_numbers (json, "range", plot->range, 4);
      lab_json_end (json);
    }
  lab_json_end (json);
}

static void
add_settings (LabJson *json)
{
  int n;
  const SimSettingRow *rows = sim_config_rows (&n);

  lab_json_object (json, "settings", LAB_JSON_FLAT);
  for (int k = 0; k < n; k++)
    {
      g_autofree char *value = sim_config_get (page_core.config, rows[k].key);

      if (value != NULL)
        lab_json_text (json, rows[k].key, value);
    }
  lab_json_end (json);
}

gboolean
page_has_method (const char *id)
{
  return !g_str_has_prefix (id, "cvode");
}

/* Adds the methods that can run in the page; `estimates` tells whether a method chooses its steps by an error estimate. */
static void
add_methods (LabJson *json)
{
  g_autoptr (SimConfig) config = sim_config_copy (page_core.config);
  int n;
  const OdeMethod *const *methods = ode_methods (&n);

  lab_json_array (json, "methods", LAB_JSON_FLAT);
  for (int k = 0; k < n; k++)
    {
      const OdeMethod *method = methods[k];

      if (!page_has_method (method->id) || !sim_config_set (config, "integrator", method->id, SIM_ORIGIN_LIVE, NULL))
        continue;
      lab_json_object (json, NULL, LAB_JSON_FLAT);
      lab_json_text (json, "id", method->id);
      lab_json_text (json, "label", method->label);
      lab_json_flag (json, "estimates", sim_config_controls_error (config));
      lab_json_number (json, "low", method->accuracy_tightest);
      lab_json_number (json, "high", method->accuracy_loosest);
      lab_json_end (json);
    }
  lab_json_end (json);
}

const char *
page_describe (void)
{
  LabJson *json = lab_json_new ();
  const Model *model = page_core.model;
  g_autoptr (GError) error = NULL;
  g_autoptr (ModelSystem) system = page_instance (&error);
  g_autofree double *x = NULL, *d = NULL;
  int n_states, n_discrete;

  lab_json_object (json, NULL, LAB_JSON_FLAT);
  if (system == NULL)
    {
      lab_json_text (json, "error", error->message);
      lab_json_end (json);
      return page_keep (lab_json_free (json));
    }
  n_states = model_system_n_states (system);
  n_discrete = model_system_n_discrete (system);
  x = g_new0 (double, MAX (n_states, 1));
  d = g_new0 (double, MAX (n_discrete, 1));
  if (!model_system_initial (system, x, d, &error))
    lab_json_text (json, "error", error->message);
  lab_json_text (json, "name", model_name (model));
  lab_json_text (json, "summary", model_summary (model));
  lab_json_text (json, "source", model_source (model));
  lab_json_text (json, "time_unit", model_time_unit (model));
  lab_json_count (json, "traits", model_traits (model));
  lab_json_number (json, "start", model_system_t_start (system));
  lab_json_number (json, "end", model_system_t_end (system));
  lab_json_array (json, "parameters", LAB_JSON_FLAT);
  for (int k = 0; k < model_n_parameters (model); k++)
    add_quantity (json, model_parameter (model, k));
  lab_json_end (json);
  lab_json_array (json, "constants", LAB_JSON_FLAT);
  for (int k = 0; k < model_n_constants (model); k++)
    add_quantity (json, model_constant (model, k));
  lab_json_end (json);
  lab_json_numbers (json, "x", x, n_states);
  lab_json_numbers (json, "d", d, n_discrete);
  add_columns (json, system);
  add_equations (json, model);
  lab_json_array (json, "events", LAB_JSON_FLAT);
  for (int k = 0; k < model_system_n_events (system); k++)
    lab_json_text (json, NULL, model_system_event (system, k)->name);
  lab_json_end (json);
  add_plots (json, model);
  add_settings (json);
  add_methods (json);
  lab_json_end (json);
  return page_keep (lab_json_free (json));
}
