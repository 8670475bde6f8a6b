#include "wb-session-file.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "plot-export.h"
#include "wb-number-field.h"
#include "wb-yaml.h"

/* A run that stopped on the way is stepped to its place again; beyond this many steps it is run to its time instead. */
#define MOST_STEPS 200000

G_DEFINE_QUARK (wb-file-error, wb_file_error)

/* ---- writing ---- */

static void
write_table (GString *out, const char *indent, const char *key, GHashTable *table)
{
  g_autoptr (GList) keys = NULL;

  if (g_hash_table_size (table) == 0)
    return;
  keys = g_list_sort (g_hash_table_get_keys (table), (GCompareFunc) strcmp);
  g_string_append_printf (out, "%s%s:\n", indent, key);
  for (GList *link = keys; link != NULL; link = link->next)
    {
      g_autofree char *name = wb_yaml_quote (link->data), *value = wb_yaml_quote (g_hash_table_lookup (table, link->data));

      g_string_append_printf (out, "%s  %s: %s\n", indent, name, value);
    }
}

static void
write_values (GString *out, const char *indent, const WbValues *values)
{
  write_table (out, indent, "parameters", values->parameters);
  write_table (out, indent, "initial", values->initials);
  write_table (out, indent, "constants", values->constants);
  write_table (out, indent, "events_off", values->events_off);
  if (!isnan (values->t_start))
    {
      g_autofree char *text = wb_number_text (values->t_start);

      g_string_append_printf (out, "%sstart: %s\n", indent, text);
    }
  if (!isnan (values->t_end))
    {
      g_autofree char *text = wb_number_text (values->t_end);

      g_string_append_printf (out, "%send: %s\n", indent, text);
    }
}

static void
write_setting (GString *out, const char *indent, const SimConfig *config, const char *key)
{
  if (sim_config_origin (config, key) == SIM_ORIGIN_LIVE)
    {
      g_autofree char *value = sim_config_get (config, key), *quoted = wb_yaml_quote (value), *name = wb_yaml_quote (key);

      g_string_append_printf (out, "%s  %s: %s\n", indent, name, quoted);
    }
}

/* What the user set; the rest follows from the model and the defaults. */
static void
write_settings (GString *out, const char *indent, const SimConfig *config)
{
  const OdeMethod *method = sim_config_method (config);
  gsize before;
  int n_rows;
  const SimSettingRow *rows = sim_config_rows (&n_rows);

  g_string_append_printf (out, "%ssettings:\n", indent);
  before = out->len;
  for (int i = 0; i < n_rows; i++)
    write_setting (out, indent, config, rows[i].key);
  for (int i = 0; i < method->n_options; i++)
    {
      g_autofree char *key = g_strconcat ("method.", method->options[i].key, NULL);

      write_setting (out, indent, config, key);
    }
  if (out->len == before)
    {
      g_string_truncate (out, before - 1);
      g_string_append (out, " {}\n");
    }
}

static void
write_plots (GString *out, GPtrArray *specs)
{
  g_string_append (out, "plots:\n");
  for (guint i = 0; i < specs->len; i++)
    {
      const WbPlotSpec *spec = g_ptr_array_index (specs, i);
      g_autofree char *share = wb_number_text (spec->share);

      g_string_append_printf (out, "  - {type: %s, column: %d, share: %s", wb_plot_kind_id (spec->kind), spec->column, share);
      if (spec->x != NULL && spec->y != NULL)
        {
          g_autofree char *x = wb_yaml_quote (spec->x), *y = wb_yaml_quote (spec->y);

          g_string_append_printf (out, ", x: %s, y: %s", x, y);
        }
      if (spec->kind == WB_PLOT_DIFFERENCE)
        g_string_append_printf (out, ", of: %d, to: %d", spec->of, spec->to);
      if (spec->log_y != 0)
        g_string_append_printf (out, ", log: %s", spec->log_y > 0 ? "true" : "false");
      if (spec->log_x)
        g_string_append (out, ", log_across: true");
      if (spec->field != 0)
        g_string_append_printf (out, ", field: %s", spec->field > 0 ? "true" : "false");
      if (spec->exposures != 0)
        g_string_append_printf (out, ", exposures: %s", spec->exposures > 0 ? "true" : "false");
      if (spec->nullclines != 0)
        g_string_append_printf (out, ", nullclines: %s", spec->nullclines > 0 ? "true" : "false");
      if (spec->show != NULL)
        {
          g_string_append (out, ", show: [");
          for (guint k = 0; spec->show[k] != NULL; k++)
            {
              g_autofree char *name = wb_yaml_quote (spec->show[k]);

              g_string_append_printf (out, "%s%s", k > 0 ? ", " : "", name);
            }
          g_string_append_c (out, ']');
        }
      g_string_append (out, "}\n");
    }
}

static void
write_run (GString *out, WbRunItem *run, gboolean current)
{
  const SimRunPoll *poll = wb_run_item_state (run);
  g_autofree char *name = wb_yaml_quote (wb_run_item_name (run)), *t = wb_number_text (poll->t);

  g_string_append_printf (out, "  - name: %s\n    number: %d\n    color: %d\n    visible: %s\n    pinned: %s\n    current: %s\n", name,
                          wb_run_item_number (run), wb_run_item_color (run), wb_run_item_visible (run) ? "true" : "false",
                          wb_run_item_pinned (run) ? "true" : "false", current ? "true" : "false");
  g_string_append_printf (out, "    reached: %s\n    steps: %ld\n    finished: %s\n", t, poll->statistics.ode.steps_taken,
                          poll->state == SIM_RUN_FINISHED ? "true" : "false");
  write_settings (out, "    ", wb_run_item_config (run));
  write_values (out, "    ", wb_run_item_values (run));
}

static void
write_runs (GString *out, WbSession *session)
{
  GListModel *runs = wb_session_runs (session);
  guint n = g_list_model_get_n_items (runs);
  gboolean any = FALSE;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WbRunItem) run = g_list_model_get_item (runs, i);

      if (wb_run_item_state (run)->state == SIM_RUN_READY)
        continue;
      if (!any)
        g_string_append (out, "runs:\n");
      any = TRUE;
      write_run (out, run, run == wb_session_current (session));
    }
}

static void
write_model (GString *out, Model *model, const char *requested)
{
  g_auto (GStrv) lines = g_strsplit (model_text (model), "\n", -1);
  guint n = g_strv_length (lines);
  g_autofree char *name = wb_yaml_quote (requested != NULL ? requested : model_id (model));

  while (n > 0 && lines[n - 1][0] == '\0')
    n--;
  g_string_append_printf (out, "model:\n  file: %s\n  text: |2\n", name);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (out, "    %s\n", lines[i]);
}

char *
wb_session_file_text (WbWindow *window)
{
  WbSession *session = wb_window_session (window);
  GString *out;
  g_autofree char *rate = NULL, *playhead = NULL;

  if (wb_session_model (session) == NULL)
    return NULL;
  out = g_string_new ("stepwise_session: 1\n");
  rate = wb_number_text (wb_session_rate (session));
  playhead = wb_number_text (wb_session_playhead (session));
  g_string_append_printf (out, "view: %s\nrealtime_rate: %s\nplayhead: %s\nfollow: %s\n", wb_window_view (window), rate, playhead,
                          wb_session_is_following (session) ? "true" : "false");
  write_settings (out, "", wb_session_config (session));
  write_values (out, "", wb_session_values (session));
  write_plots (out, wb_simulate_view_specs (wb_window_simulate (window)));
  write_runs (out, session);
  write_model (out, wb_session_model (session), wb_session_requested (session));
  return g_string_free (out, FALSE);
}

gboolean
wb_session_file_save (const char *path, WbWindow *window, GError **error)
{
  char *text = wb_session_file_text (window);
  g_autoptr (GBytes) bytes = NULL;

  if (text == NULL)
    {
      g_set_error (error, WB_FILE_ERROR, WB_FILE_ERROR_MODEL, _("There is no model to save."));
      return FALSE;
    }
  bytes = g_bytes_new_take (text, strlen (text));
  return plot_write_file (path, bytes, error);
}

/* ---- reading ---- */

static void
read_table (WbYaml *yaml, WbYamlNode node, const char *key, GHashTable *table)
{
  WbYamlNode map = wb_yaml_get (yaml, node, key);

  for (int i = 0; i < wb_yaml_length (yaml, map); i++)
    g_hash_table_insert (table, g_strdup (wb_yaml_key (yaml, map, i)), g_strdup (wb_yaml_text (yaml, wb_yaml_item (yaml, map, i), "")));
}

static WbValues *
read_values (WbYaml *yaml, WbYamlNode node)
{
  WbValues *values = wb_values_new ();

  read_table (yaml, node, "parameters", values->parameters);
  read_table (yaml, node, "initial", values->initials);
  read_table (yaml, node, "constants", values->constants);
  read_table (yaml, node, "events_off", values->events_off);
  values->t_start = wb_yaml_number (yaml, wb_yaml_get (yaml, node, "start"), NAN);
  values->t_end = wb_yaml_number (yaml, wb_yaml_get (yaml, node, "end"), NAN);
  return values;
}

static SimConfig *
read_settings (WbYaml *yaml, WbYamlNode node, Model *model, GError **error)
{
  g_autoptr (SimConfig) config = sim_config_new ();
  g_autoptr (GPtrArray) notes = model_diagnostics_new ();
  WbYamlNode map = wb_yaml_get (yaml, node, "settings");

  sim_config_apply_model (config, model, notes);
  for (int i = 0; i < wb_yaml_length (yaml, map); i++)
    if (!sim_config_set (config, wb_yaml_key (yaml, map, i), wb_yaml_text (yaml, wb_yaml_item (yaml, map, i), ""), SIM_ORIGIN_LIVE, error))
      return NULL;
  return g_steal_pointer (&config);
}

static gboolean
is_true (WbYaml *yaml, WbYamlNode node, const char *key)
{
  return strcmp (wb_yaml_text (yaml, wb_yaml_get (yaml, node, key), "false"), "true") == 0;
}

/* 1 true, −1 false, 0 not given. */
static int
choice (WbYaml *yaml, WbYamlNode node, const char *key)
{
  return wb_yaml_get (yaml, node, key) == 0 ? 0 : is_true (yaml, node, key) ? 1 : -1;
}

static GPtrArray *
read_plots (WbYaml *yaml, WbYamlNode list)
{
  GPtrArray *specs = g_ptr_array_new_with_free_func ((GDestroyNotify) wb_plot_spec_free);

  for (int i = 0; i < wb_yaml_length (yaml, list); i++)
    {
      WbYamlNode item = wb_yaml_item (yaml, list, i), show = wb_yaml_get (yaml, item, "show");
      int kind = wb_plot_kind_find (wb_yaml_text (yaml, wb_yaml_get (yaml, item, "type"), ""));
      WbPlotSpec *spec;

      if (kind < 0)
        continue;
      spec = wb_plot_spec_new ((WbPlotKind) kind, wb_yaml_number (yaml, wb_yaml_get (yaml, item, "column"), 0) > 0 ? 1 : 0,
                               MAX (wb_yaml_number (yaml, wb_yaml_get (yaml, item, "share"), 200), 1));
      spec->x = g_strdup (wb_yaml_text (yaml, wb_yaml_get (yaml, item, "x"), NULL));
      spec->y = g_strdup (wb_yaml_text (yaml, wb_yaml_get (yaml, item, "y"), NULL));
      spec->of = (int) CLAMP (wb_yaml_number (yaml, wb_yaml_get (yaml, item, "of"), 0), 0, 1e6);
      spec->to = (int) CLAMP (wb_yaml_number (yaml, wb_yaml_get (yaml, item, "to"), 0), 0, 1e6);
      spec->log_x = is_true (yaml, item, "log_across");
      spec->log_y = choice (yaml, item, "log");
      spec->field = choice (yaml, item, "field");
      spec->nullclines = choice (yaml, item, "nullclines");
      spec->exposures = choice (yaml, item, "exposures");
      if (show != 0 && wb_yaml_length (yaml, show) > 0)
        {
          spec->show = g_new0 (char *, wb_yaml_length (yaml, show) + 1);
          for (int k = 0; k < wb_yaml_length (yaml, show); k++)
            spec->show[k] = g_strdup (wb_yaml_text (yaml, wb_yaml_item (yaml, show, k), ""));
        }
      g_ptr_array_add (specs, spec);
    }
  return specs;
}

static gboolean
read_run (WbYaml *yaml, WbYamlNode node, WbSession *session, GError **error)
{
  g_autoptr (WbValues) values = read_values (yaml, node);
  g_autoptr (SimConfig) config = read_settings (yaml, node, wb_session_model (session), error);
  g_autoptr (WbRunItem) run = NULL;
  double reached = wb_yaml_number (yaml, wb_yaml_get (yaml, node, "reached"), 0);
  double steps = wb_yaml_number (yaml, wb_yaml_get (yaml, node, "steps"), 0);

  if (config == NULL || (run = wb_run_item_new (wb_session_model (session), config, values, error)) == NULL)
    return FALSE;
  wb_run_item_set_name (run, wb_yaml_text (yaml, wb_yaml_get (yaml, node, "name"), ""));
  wb_run_item_set_number (run, (int) CLAMP (wb_yaml_number (yaml, wb_yaml_get (yaml, node, "number"), 0), 0, 1e6));
  wb_run_item_set_color (run, (int) CLAMP (wb_yaml_number (yaml, wb_yaml_get (yaml, node, "color"), 1), 1, 6));
  wb_run_item_set_visible (run, is_true (yaml, node, "visible"));
  wb_run_item_set_pinned (run, is_true (yaml, node, "pinned"));
  if (is_true (yaml, node, "finished"))
    wb_run_item_run_to (run, INFINITY);
  else if (steps <= MOST_STEPS)
    wb_run_item_run_to (run, reached);
  wb_session_add_run (session, run);
  if (is_true (yaml, node, "current"))
    wb_session_set_current (session, run);
  return TRUE;
}

static gboolean
read_session (WbYaml *yaml, WbWindow *window, const char *name, GError **error)
{
  WbSession *session = wb_window_session (window);
  WbYamlNode root = wb_yaml_root (yaml), model_node, runs;
  const char *text, *file;
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (Model) model = NULL;
  g_autoptr (SimConfig) config = NULL;
  g_autoptr (WbValues) values = NULL;
  g_autoptr (GPtrArray) plots = NULL;
  double playhead;

  if (wb_yaml_number (yaml, wb_yaml_get (yaml, root, "stepwise_session"), 0) != 1)
    {
      g_set_error (error, WB_FILE_ERROR, WB_FILE_ERROR_FORMAT, _("%s is not a session of this version."), name);
      return FALSE;
    }
  model_node = wb_yaml_get (yaml, root, "model");
  text = wb_yaml_text (yaml, wb_yaml_get (yaml, model_node, "text"), NULL);
  file = wb_yaml_text (yaml, wb_yaml_get (yaml, model_node, "file"), "model.yaml");
  if (text == NULL)
    {
      g_set_error (error, WB_FILE_ERROR, WB_FILE_ERROR_FORMAT, _("%s holds no model."), name);
      return FALSE;
    }
  model = model_load_text (text, -1, file, diagnostics);
  if (model == NULL)
    {
      g_autofree char *problems = model_diagnostics_to_string (diagnostics);

      g_set_error (error, WB_FILE_ERROR, WB_FILE_ERROR_MODEL, _("The model in %s has errors: %s"), name, g_strstrip (problems));
      return FALSE;
    }
  config = read_settings (yaml, root, model, error);
  if (config == NULL)
    return FALSE;
  values = read_values (yaml, root);
  wb_session_set_model (session, model, file);
  wb_session_adopt (session, config, values);
  wb_session_forget_history (session);
  wb_session_set_rate (session, wb_yaml_number (yaml, wb_yaml_get (yaml, root, "realtime_rate"), 1));
  plots = read_plots (yaml, wb_yaml_get (yaml, root, "plots"));
  if (plots->len > 0)
    wb_simulate_view_set_specs (wb_window_simulate (window), plots);
  runs = wb_yaml_get (yaml, root, "runs");
  for (int i = 0; i < wb_yaml_length (yaml, runs); i++)
    if (!read_run (yaml, wb_yaml_item (yaml, runs, i), session, error))
      return FALSE;
  playhead = wb_yaml_number (yaml, wb_yaml_get (yaml, root, "playhead"), NAN);
  if (!isnan (playhead) && !is_true (yaml, root, "follow"))
    wb_session_set_playhead (session, playhead);
  wb_window_show_view (window, wb_yaml_text (yaml, wb_yaml_get (yaml, root, "view"), "simulate"));
  return TRUE;
}

gboolean
wb_session_file_load_text (const char *text, const char *name, WbWindow *window, GError **error)
{
  g_autoptr (WbYaml) yaml = wb_yaml_new (text, name, error);

  return yaml != NULL && read_session (yaml, window, name, error);
}

gboolean
wb_session_file_load (const char *path, WbWindow *window, GError **error)
{
  g_autofree char *text = NULL, *name = g_path_get_basename (path);

  return g_file_get_contents (path, &text, NULL, error) && wb_session_file_load_text (text, name, window, error);
}
