/* Reading of session files: everything is read before the open session is
 * changed. */
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "model-library.h"
#include "model-yaml.h"
#include "wb-comparison.h"
#include "wb-plot-set.h"
#include "wb-session-file-private.h"
#include "wb-session-layout.h"

/* Each run is a thread; a session keeps up to 24 unpinned ones. */
#define MOST_RUNS 100
/* Export selects plots by the bits of a 64-bit word. */
#define MOST_PLOTS 64
#define MOST_ENTRIES 100

typedef struct
{
  Model *model;
  char *requested;
  SimConfig *config;
  WbValues *values;
  GPtrArray *plots;   /* PlotSpec */
  GPtrArray *runs;    /* WbRunItem, started when the session has taken them over */
  WbRunItem *current; /* one of the runs, or NULL */
  GArray *shown;      /* gboolean, one for each run */
  GPtrArray *entries;   /* WbCompareEntry; NULL: no comparison */
  double entry_values[3];
  LabComparisonRule rule;
  int entry_selected;
  gboolean file_differs;
} Opened;

static void
opened_clear (Opened *opened)
{
  g_clear_pointer (&opened->model, model_unref);
  g_clear_pointer (&opened->config, sim_config_free);
  g_clear_pointer (&opened->values, wb_values_free);
  g_clear_pointer (&opened->plots, g_ptr_array_unref);
  g_clear_pointer (&opened->runs, g_ptr_array_unref);
  g_clear_pointer (&opened->shown, g_array_unref);
  g_clear_pointer (&opened->entries, g_ptr_array_unref);
  g_free (opened->requested);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Opened, opened_clear)

G_GNUC_PRINTF (2, 3) static gboolean
wrong (GError **error, const char *format, ...)
{
  va_list args;
  g_autofree char *text = NULL;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error_literal (error, WB_FILE_ERROR, WB_FILE_ERROR_FORMAT, text);
  return FALSE;
}

static const char *
text_of (WbYaml *yaml, WbYamlNode node, const char *key, const char *standard)
{
  return wb_yaml_text (yaml, wb_yaml_get (yaml, node, key), standard);
}

/* "nan" counts as not given. */
static double
number_of (WbYaml *yaml, WbYamlNode node, const char *key, double standard)
{
  double value = wb_yaml_number (yaml, wb_yaml_get (yaml, node, key), standard);

  return isnan (value) ? standard : value;
}

static gboolean
is_true (WbYaml *yaml, WbYamlNode node, const char *key)
{
  return strcmp (text_of (yaml, node, key, "false"), "true") == 0;
}

/* 1 true, −1 false, 0 not given. */
static int
choice (WbYaml *yaml, WbYamlNode node, const char *key)
{
  return wb_yaml_get (yaml, node, key) == 0 ? 0 : is_true (yaml, node, key) ? 1 : -1;
}

/* ---- values and settings ---- */

static gboolean
read_table (WbYaml *yaml, WbYamlNode node, const char *key, gboolean numbers, GHashTable *table, GError **error)
{
  WbYamlNode map = wb_yaml_get (yaml, node, key);

  for (int i = 0; i < wb_yaml_length (yaml, map); i++)
    {
      const char *name = wb_yaml_key (yaml, map, i), *text = wb_yaml_text (yaml, wb_yaml_item (yaml, map, i), NULL);

      if (name == NULL || text == NULL || (numbers && !isfinite (wb_yaml_number (yaml, wb_yaml_item (yaml, map, i), NAN))))
        return wrong (error, _("%s: '%s' is not a number: %s"), key, name != NULL ? name : "", text != NULL ? text : "");
      g_hash_table_insert (table, g_strdup (name), g_strdup (text));
    }
  return TRUE;
}

static WbValues *
read_values (WbYaml *yaml, WbYamlNode node, GError **error)
{
  g_autoptr (WbValues) values = wb_values_new ();

  if (!read_table (yaml, node, "parameters", TRUE, values->parameters, error)
      || !read_table (yaml, node, "initial", TRUE, values->initials, error)
      || !read_table (yaml, node, "constants", TRUE, values->constants, error)
      || !read_table (yaml, node, "events_off", FALSE, values->events_off, error))
    return NULL;
  values->t_start = number_of (yaml, node, "start", NAN);
  values->t_end = number_of (yaml, node, "end", NAN);
  return g_steal_pointer (&values);
}

static SimConfig *
read_settings (WbYaml *yaml, WbYamlNode node, Model *model, GError **error)
{
  g_autoptr (SimConfig) config = sim_config_new ();
  g_autoptr (GPtrArray) notes = model_diagnostics_new ();
  WbYamlNode map = wb_yaml_get (yaml, node, "settings");

  sim_config_apply_model (config, model, notes);
  for (int i = 0; i < wb_yaml_length (yaml, map); i++)
    {
      const char *key = wb_yaml_key (yaml, map, i);

      if (key == NULL || !sim_config_set (config, key, wb_yaml_text (yaml, wb_yaml_item (yaml, map, i), ""), SIM_ORIGIN_LIVE, error))
        return NULL;
    }
  return g_steal_pointer (&config);
}

/* ---- plots ---- */

static PlotRange
read_range (WbYaml *yaml, WbYamlNode node, const char *key)
{
  WbYamlNode list = wb_yaml_get (yaml, node, key);

  if (wb_yaml_length (yaml, list) != 3)
    return (PlotRange) { 0, 0, FALSE };
  return (PlotRange) { wb_yaml_number (yaml, wb_yaml_item (yaml, list, 0), 0), wb_yaml_number (yaml, wb_yaml_item (yaml, list, 1), 0),
                       strcmp (wb_yaml_text (yaml, wb_yaml_item (yaml, list, 2), ""), "stays") == 0 };
}

static gboolean
read_pin (WbYaml *yaml, WbYamlNode node, PlotSpec *spec, GError **error)
{
  const char *of = text_of (yaml, node, "of", "");

  for (int kind = 0; node != 0 && kind < WB_N_SESSION_PINS && !spec->pinned; kind++)
    if (g_strcmp0 (wb_session_pins[kind], of) == 0)
      {
        spec->pinned = TRUE;
        spec->pin = (PlotHit) { .kind = (PlotHitKind) kind, .x = number_of (yaml, node, "x", NAN), .y = number_of (yaml, node, "y", NAN),
                                .index = (gsize) CLAMP (number_of (yaml, node, "index", 0), 0, 1e15),
                                .column = (int) CLAMP (number_of (yaml, node, "column", -1), -1, 1e6),
                                .run = (int) CLAMP (number_of (yaml, node, "run", 0), 0, 1e6) };
      }
  return node == 0 || spec->pinned || wrong (error, _("A plot has no '%s' to pin."), of);
}

static PlotSpec *
read_plot (WbYaml *yaml, WbYamlNode item, GError **error)
{
  WbYamlNode show = wb_yaml_get (yaml, item, "show");
  const PlotKind *kind = plot_kind_find (text_of (yaml, item, "type", ""));
  PlotSpec *spec;

  if (kind == NULL)
    {
      wrong (error, _("There is no plot '%s'."), text_of (yaml, item, "type", ""));
      return NULL;
    }
  spec = plot_spec_new (kind, number_of (yaml, item, "column", 0) > 0 ? 1 : 0, CLAMP (number_of (yaml, item, "share", 200), 1, 1e6));
  spec->x = g_strdup (text_of (yaml, item, "x", NULL));
  spec->y = g_strdup (text_of (yaml, item, "y", NULL));
  spec->at = g_strdup (text_of (yaml, item, "at", NULL));
  spec->of = (int) CLAMP (number_of (yaml, item, "of", 0), 0, 1e6);
  spec->to = (int) CLAMP (number_of (yaml, item, "to", 0), 0, 1e6);
  spec->log_x = is_true (yaml, item, "log_across");
  spec->log_y = choice (yaml, item, "log");
  spec->field = choice (yaml, item, "field");
  spec->nullclines = choice (yaml, item, "nullclines");
  spec->exposures = choice (yaml, item, "exposures");
  spec->x_shown = read_range (yaml, item, "x_range");
  spec->y_shown = read_range (yaml, item, "y_range");
  if (show != 0 && wb_yaml_length (yaml, show) > 0)
    {
      spec->show = g_new0 (char *, wb_yaml_length (yaml, show) + 1);
      for (int k = 0; k < wb_yaml_length (yaml, show); k++)
        spec->show[k] = g_strdup (wb_yaml_text (yaml, wb_yaml_item (yaml, show, k), ""));
    }
  if (!read_pin (yaml, wb_yaml_get (yaml, item, "pin"), spec, error))
    g_clear_pointer (&spec, plot_spec_free);
  return spec;
}

static gboolean
read_plots (Opened *opened, WbYaml *yaml, WbYamlNode list, GError **error)
{
  opened->plots = g_ptr_array_new_with_free_func ((GDestroyNotify) plot_spec_free);
  if (wb_yaml_length (yaml, list) > MOST_PLOTS)
    return wrong (error, _("A session holds at most %d plots."), MOST_PLOTS);
  for (int i = 0; i < wb_yaml_length (yaml, list); i++)
    {
      PlotSpec *spec = read_plot (yaml, wb_yaml_item (yaml, list, i), error);

      if (spec == NULL)
        return FALSE;
      g_ptr_array_add (opened->plots, spec);
    }
  return TRUE;
}

/* ---- runs ---- */

static SimRunChange *
read_change (WbYaml *yaml, WbYamlNode item, Model *model, GError **error)
{
  SimRunChange *change = NULL;
  const char *parameter = text_of (yaml, item, "parameter", NULL);
  double value = number_of (yaml, item, parameter != NULL ? "value" : "end", NAN);

  if (wb_yaml_get (yaml, item, "settings") != 0)
    {
      g_autoptr (SimConfig) config = read_settings (yaml, item, model, error);

      change = config != NULL ? sim_run_change_new (SIM_RUN_CHANGE_CONFIG, NULL, 0, config) : NULL;
    }
  else if (isfinite (value))
    change = sim_run_change_new (parameter != NULL ? SIM_RUN_CHANGE_PARAMETER : SIM_RUN_CHANGE_END, parameter, value, NULL);
  else
    wrong (error, _("A run's change has no value."));
  if (change != NULL)
    {
      change->step = (long) CLAMP (number_of (yaml, item, "step", 0), -1, 1e15);
      change->t = number_of (yaml, item, "t", 0);
    }
  return change;
}

static GPtrArray *
read_changes (WbYaml *yaml, WbYamlNode list, Model *model, GError **error)
{
  g_autoptr (GPtrArray) history = g_ptr_array_new_with_free_func ((GDestroyNotify) sim_run_change_free);

  for (int i = 0; i < wb_yaml_length (yaml, list); i++)
    {
      SimRunChange *change = read_change (yaml, wb_yaml_item (yaml, list, i), model, error);

      if (change == NULL)
        return NULL;
      g_ptr_array_add (history, change);
    }
  return g_steal_pointer (&history);
}

static gboolean
read_run (Opened *opened, WbYaml *yaml, WbYamlNode node, GError **error)
{
  g_autoptr (WbValues) values = read_values (yaml, node, error);
  g_autoptr (SimConfig) config = values != NULL ? read_settings (yaml, node, opened->model, error) : NULL;
  g_autoptr (GPtrArray) history = config != NULL ? read_changes (yaml, wb_yaml_get (yaml, node, "changes"), opened->model, error) : NULL;
  WbRunItem *run = history != NULL ? wb_run_item_new (opened->model, config, values, error) : NULL;
  const char *finished = text_of (yaml, node, "finished", "false");
  gboolean visible = is_true (yaml, node, "visible");
  double steps = CLAMP (number_of (yaml, node, "steps", 0), 0, 1e15);
  WbRunTimes times = { number_of (yaml, node, "wall_seconds", NAN), number_of (yaml, node, "waited_seconds", 0), number_of (yaml, node, "rate_reached", NAN) };

  if (run == NULL)
    return FALSE;
  g_ptr_array_add (opened->runs, run);
  g_array_append_val (opened->shown, visible);
  wb_run_item_set_name (run, text_of (yaml, node, "name", ""));
  wb_run_item_set_number (run, (int) CLAMP (number_of (yaml, node, "number", 0), 0, 1e6));
  wb_run_item_set_color (run, (int) CLAMP (number_of (yaml, node, "color", 1), 1, 6));
  wb_run_item_set_visible (run, visible);
  wb_run_item_set_pinned (run, is_true (yaml, node, "pinned"));
  if (is_true (yaml, node, "current"))
    opened->current = run;
  wb_run_item_set_times (run, &times, number_of (yaml, node, "reached", -INFINITY));
  wb_run_item_retrace (run, history, strcmp (finished, "true") == 0 ? -1 : (long) steps, strcmp (finished, "stopped") == 0);
  return TRUE;
}

static gboolean
read_runs (Opened *opened, WbYaml *yaml, WbYamlNode list, GError **error)
{
  opened->runs = g_ptr_array_new_with_free_func (g_object_unref);
  opened->shown = g_array_new (FALSE, FALSE, sizeof (gboolean));
  if (wb_yaml_length (yaml, list) > MOST_RUNS)
    return wrong (error, _("A session holds at most %d runs."), MOST_RUNS);
  for (int i = 0; i < wb_yaml_length (yaml, list); i++)
    if (!read_run (opened, yaml, wb_yaml_item (yaml, list, i), error))
      return FALSE;
  return TRUE;
}

/* ---- the comparison ---- */

static gboolean
read_comparison (Opened *opened, WbYaml *yaml, WbYamlNode node, GError **error)
{
  WbYamlNode list = wb_yaml_get (yaml, node, "methods");
  const char *rule = text_of (yaml, node, "rule", wb_session_rules[0]);

  if (node == 0)
    return TRUE;
  opened->entries = g_ptr_array_new_with_free_func (g_object_unref);
  opened->entry_selected = -1;
  for (int i = 0; wb_session_rules[i] != NULL; i++)
    {
      if (strcmp (wb_session_rules[i], rule) == 0)
        opened->rule = (LabComparisonRule) i;
      opened->entry_values[i] = number_of (yaml, node, wb_session_rules[i], NAN);
    }
  if (strcmp (wb_session_rules[opened->rule], rule) != 0)
    return wrong (error, _("There is no comparison at equal '%s'."), rule);
  for (int i = 0; i < MIN (wb_yaml_length (yaml, list), MOST_ENTRIES); i++)
    {
      WbYamlNode item = wb_yaml_item (yaml, list, i);
      const char *id = text_of (yaml, item, "method", "");
      const OdeMethod *method = ode_method_find (id);
      WbCompareEntry *entry;

      if (method == NULL)
        return wrong (error, _("There is no method '%s'."), id);
      entry = wb_compare_entry_new (method, (int) CLAMP (number_of (yaml, item, "color", 1), 1, 6));
      wb_compare_entry_set_visible (entry, is_true (yaml, item, "visible"));
      if (is_true (yaml, item, "selected"))
        opened->entry_selected = i;
      g_ptr_array_add (opened->entries, entry);
    }
  return TRUE;
}

/* ---- the model ---- */

/* Opens the original file where its text is the same, so that it is watched and
 * can be edited; else the text in the session file. */
static gboolean
read_model (Opened *opened, WbYaml *yaml, WbYamlNode node, const char *name, GError **error)
{
  const char *text = text_of (yaml, node, "text", NULL), *file = text_of (yaml, node, "file", "model.yaml");
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new (), unseen = model_diagnostics_new ();
  g_autoptr (Model) found = NULL;

  if (text == NULL)
    return wrong (error, _("%s holds no model."), name);
  opened->requested = g_strdup (file);
  opened->model = model_load_text (text, -1, file, sim_config_check_solver, diagnostics);
  if (opened->model == NULL)
    {
      g_autofree char *problems = model_diagnostics_to_string (diagnostics);

      g_set_error (error, WB_FILE_ERROR, WB_FILE_ERROR_MODEL, _("The model in %s has errors: %s"), name, g_strstrip (problems));
      return FALSE;
    }
  found = model_file_is_stream (file) ? NULL : model_library_open (file, sim_config_check_solver, unseen);
  if (found != NULL)
    {
      g_autofree char *a = g_strchomp (g_strdup (model_text (found))), *b = g_strchomp (g_strdup (model_text (opened->model)));

      opened->file_differs = strcmp (a, b) != 0;
      if (!opened->file_differs)
        {
          model_unref (opened->model);
          opened->model = g_steal_pointer (&found);
        }
    }
  return TRUE;
}

/* ---- the session takes it over ---- */

static void
show_time_axis (PlotTimeAxis *axis, WbYaml *yaml, WbYamlNode node)
{
  double low, high;

  if (axis == NULL || node == 0)
    return;
  plot_time_axis_get_view (axis, &low, &high);
  plot_time_axis_set_log (axis, is_true (yaml, node, "log"));
  plot_time_axis_set_view (axis, number_of (yaml, node, "from", low), number_of (yaml, node, "to", high));
  plot_time_axis_set_follow (axis, is_true (yaml, node, "follow"));
  plot_time_axis_set_cursor (axis, 0, number_of (yaml, node, "first_cursor", NAN));
  plot_time_axis_set_cursor (axis, 1, number_of (yaml, node, "second_cursor", NAN));
}

static void
show_plots (const Opened *opened, WbYaml *yaml, WbYamlNode root, WbPlotSet *plots)
{

  if (opened->plots->len > 0)
    wb_plot_set_replace (plots, opened->plots);
  for (guint i = 0; i < opened->plots->len; i++)
    {
      const PlotSpec *spec = g_ptr_array_index (opened->plots, i);

      wb_plot_set_set_shown (plots, (int) i, &spec->x_shown, &spec->y_shown);
    }
  show_time_axis (wb_plot_set_axis (plots), yaml, wb_yaml_get (yaml, root, "time_axis"));
  /* In a narrow window one plot is shown alone in any case; the session file
   * says which one. */
  if (wb_yaml_get (yaml, root, "plot_alone") != 0)
    wb_plot_set_focus (plots, (int) CLAMP (number_of (yaml, root, "plot_alone", 0), 0, wb_plot_set_n (plots) - 1));
}

static void
take_over (Opened *opened, WbYaml *yaml, WbSession *session)
{
  WbYamlNode root = wb_yaml_root (yaml);

  wb_session_set_model (session, opened->model, opened->requested);
  wb_session_adopt (session, opened->config, opened->values);
  wb_session_set_rate (session, CLAMP (number_of (yaml, root, "realtime_rate", 1), 0, 1e9));
  wb_session_restore_runs (session, opened->runs, opened->current, is_true (yaml, root, "follow") ? NAN : number_of (yaml, root, "playhead", NAN),
                           is_true (yaml, root, "stale"));
  for (guint i = 0; i < opened->runs->len; i++)
    wb_run_item_set_visible (g_ptr_array_index (opened->runs, i), g_array_index (opened->shown, gboolean, i));
  wb_session_touch_runs (session);
  show_plots (opened, yaml, root, wb_plot_set_of (session));
  wb_session_forget_history (session);
  if (opened->entries != NULL)
    wb_comparison_restore (wb_comparison_of (session), opened->entries, opened->entry_selected, opened->rule, opened->entry_values,
                             number_of (yaml, wb_yaml_get (yaml, root, "comparison"), "time", NAN));
  if (wb_yaml_get (yaml, root, "lecture") != 0)
    wb_session_set_lecture (session, is_true (yaml, root, "lecture"));
  wb_session_set_settings_page (session, text_of (yaml, root, "settings_page", wb_session_settings_page (session)));
  wb_session_set_view (session, text_of (yaml, root, "view", "simulate"));
  if (opened->file_differs)
    wb_session_say (session, _("The model's file has changed since; the session shows the model that it was saved with"));
}

gboolean
wb_session_file_read (WbYaml *yaml, const char *name, WbSession *session, GError **error)
{
  WbYamlNode root = wb_yaml_root (yaml);
  g_auto (Opened) opened = { .entry_selected = -1 };

  if (wb_yaml_number (yaml, wb_yaml_get (yaml, root, "stepwise_session"), 0) != 1)
    return wrong (error, _("%s is not a session of this version."), name);
  if (!read_model (&opened, yaml, wb_yaml_get (yaml, root, "model"), name, error))
    return FALSE;
  opened.config = read_settings (yaml, root, opened.model, error);
  opened.values = opened.config != NULL ? read_values (yaml, root, error) : NULL;
  if (opened.values == NULL || !read_plots (&opened, yaml, wb_yaml_get (yaml, root, "plots"), error)
      || !read_comparison (&opened, yaml, wb_yaml_get (yaml, root, "comparison"), error)
      || !read_runs (&opened, yaml, wb_yaml_get (yaml, root, "runs"), error))
    {
      g_prefix_error (error, "%s: ", name);
      return FALSE;
    }
  take_over (&opened, yaml, session);
  return TRUE;
}
