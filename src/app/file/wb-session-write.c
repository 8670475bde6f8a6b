/* Writing of session files: the user's choices, in the order of the file.
 * Numbers are in the C locale. */
#include <math.h>
#include <string.h>

#include "wb-comparison.h"
#include "wb-number-field.h"
#include "wb-plot-set.h"
#include "wb-session-file-private.h"
#include "wb-session-layout.h"

static void
write_number (GString *out, const char *indent, const char *key, double value)
{
  g_autofree char *text = wb_number_text (value);

  g_string_append_printf (out, "%s%s: %s\n", indent, key, text);
}

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
    write_number (out, indent, "start", values->t_start);
  if (!isnan (values->t_end))
    write_number (out, indent, "end", values->t_end);
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

/* Writes the settings and values that the user set; others follow from the
 * model and the defaults. */
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

/* ---- plots ---- */

const char *const wb_session_pins[WB_N_SESSION_PINS] = {
  [PLOT_HIT_ROW] = "row", [PLOT_HIT_ATTEMPT] = "attempt", [PLOT_HIT_EVENT] = "event", [PLOT_HIT_START] = "start", [PLOT_HIT_LINE] = "line"
};

static void
write_range (GString *out, const char *key, const PlotRange *range)
{
  g_autofree char *low = wb_number_text (range->low), *high = wb_number_text (range->high);

  if (range->high > range->low)
    g_string_append_printf (out, ", %s: [%s, %s, %s]", key, low, high, range->by_hand ? "stays" : "grows");
}

static void
write_choice (GString *out, const char *key, int choice)
{
  if (choice != 0)
    g_string_append_printf (out, ", %s: %s", key, choice > 0 ? "true" : "false");
}

static void
write_pin (GString *out, const PlotHit *pin)
{
  g_autofree char *x = wb_number_text (pin->x), *y = wb_number_text (pin->y);

  if (wb_session_pins[pin->kind] != NULL && isfinite (pin->x) && isfinite (pin->y))
    g_string_append_printf (out, ", pin: {of: %s, run: %d, index: %" G_GSIZE_FORMAT ", column: %d, x: %s, y: %s}", wb_session_pins[pin->kind],
                            pin->run, pin->index, pin->column, x, y);
}

static void
write_plot (GString *out, const PlotSpec *spec, const PlotRange *x_shown, const PlotRange *y_shown)
{
  g_autofree char *share = wb_number_text (spec->share);

  g_string_append_printf (out, "  - {type: %s, column: %d, share: %s", spec->kind->id, spec->column, share);
  if (spec->x != NULL && spec->y != NULL)
    {
      g_autofree char *x = wb_yaml_quote (spec->x), *y = wb_yaml_quote (spec->y);

      g_string_append_printf (out, ", x: %s, y: %s", x, y);
    }
  if (spec->at != NULL)
    {
      g_autofree char *at = wb_yaml_quote (spec->at);

      g_string_append_printf (out, ", at: %s", at);
    }
  if (spec->kind->needs & PLOT_NEEDS_DIFFERENCE)
    g_string_append_printf (out, ", of: %d, to: %d", spec->of, spec->to);
  write_choice (out, "log", spec->log_y);
  write_choice (out, "log_across", spec->log_x ? 1 : 0);
  write_choice (out, "field", spec->field);
  write_choice (out, "exposures", spec->exposures);
  write_choice (out, "nullclines", spec->nullclines);
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
  write_range (out, "x_range", x_shown);
  write_range (out, "y_range", y_shown);
  if (spec->pinned)
    write_pin (out, &spec->pin);
  g_string_append (out, "}\n");
}

static void
write_plots (GString *out, WbPlotSet *plots)
{
  g_string_append (out, "plots:\n");
  for (int i = 0; i < wb_plot_set_n (plots); i++)
    {
      PlotRange x, y;

      wb_plot_set_get_shown (plots, i, &x, &y);
      write_plot (out, wb_plot_set_spec (plots, i), &x, &y);
    }
  if (wb_plot_set_focused (plots) >= 0)
    g_string_append_printf (out, "plot_alone: %d\n", wb_plot_set_focused (plots));
}

/* Writes what all plots over time share. */
static void
write_time_axis (GString *out, PlotTimeAxis *axis)
{
  double low, high, first, last;

  if (axis == NULL)
    return;
  plot_time_axis_get_view (axis, &low, &high);
  plot_time_axis_get_span (axis, &first, &last);
  g_string_append_printf (out, "time_axis:\n  log: %s\n  follow: %s\n", plot_time_axis_get_log (axis) ? "true" : "false",
                          plot_time_axis_get_follow (axis) ? "true" : "false");
  if (low != first || high != last)
    {
      write_number (out, "  ", "from", low);
      write_number (out, "  ", "to", high);
    }
  if (!isnan (plot_time_axis_cursor (axis, 0)))
    write_number (out, "  ", "first_cursor", plot_time_axis_cursor (axis, 0));
  if (!isnan (plot_time_axis_cursor (axis, 1)))
    write_number (out, "  ", "second_cursor", plot_time_axis_cursor (axis, 1));
}

/* ---- runs ---- */

static void
write_changes (GString *out, const GPtrArray *history)
{
  if (history->len > 0)
    g_string_append (out, "    changes:\n");
  for (guint i = 0; i < history->len; i++)
    {
      const SimRunChange *change = g_ptr_array_index (history, i);

      g_string_append_printf (out, "      - step: %ld\n", change->step);
      write_number (out, "        ", "t", change->t);
      if (change->kind == SIM_RUN_CHANGE_CONFIG)
        write_settings (out, "        ", change->config);
      else if (change->kind == SIM_RUN_CHANGE_END)
        write_number (out, "        ", "end", change->value);
      else
        {
          g_autofree char *name = wb_yaml_quote (change->name);

          g_string_append_printf (out, "        parameter: %s\n", name);
          write_number (out, "        ", "value", change->value);
        }
    }
}

static void
write_run (GString *out, WbRunItem *run, gboolean current)
{
  const SimRunPoll *poll = wb_run_item_state (run);
  g_autoptr (GPtrArray) history = sim_run_history (wb_run_item_run (run));
  g_autoptr (WbValues) values = wb_values_copy (wb_run_item_values (run));
  g_autofree char *name = wb_yaml_quote (wb_run_item_name (run));
  gboolean over = poll->state == SIM_RUN_FINISHED, stopped = over && poll->status.reason == SIM_INTERRUPTED;

  values->t_end = wb_run_item_first_t_end (run);
  g_string_append_printf (out, "  - name: %s\n    number: %d\n    color: %d\n    visible: %s\n    pinned: %s\n    current: %s\n", name,
                          wb_run_item_number (run), wb_run_item_color (run), wb_run_item_visible (run) ? "true" : "false",
                          wb_run_item_pinned (run) ? "true" : "false", current ? "true" : "false");
  write_number (out, "    ", "reached", poll->t);
  g_string_append_printf (out, "    steps: %ld\n    finished: %s\n", poll->statistics.steps_taken, stopped ? "stopped" : over ? "true" : "false");
  write_number (out, "    ", "wall_seconds", poll->statistics.wall_seconds);
  write_number (out, "    ", "waited_seconds", poll->statistics.waited_seconds);
  if (!isnan (poll->statistics.actual_realtime_rate))
    write_number (out, "    ", "rate_reached", poll->statistics.actual_realtime_rate);
  write_settings (out, "    ", wb_run_item_config (run));
  write_values (out, "    ", values);
  write_changes (out, history);
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

/* ---- the comparison ---- */

const char *const wb_session_rules[] = { [LAB_COMPARISON_COST] = "cost", [LAB_COMPARISON_STEP] = "step", [LAB_COMPARISON_ACCURACY] = "accuracy", NULL };

static void
write_comparison (GString *out, WbComparison *comparison)
{
  GListModel *entries = wb_comparison_entries (comparison);

  g_string_append_printf (out, "comparison:\n  rule: %s\n", wb_session_rules[wb_comparison_rule (comparison)]);
  for (int rule = 0; wb_session_rules[rule] != NULL; rule++)
    write_number (out, "  ", wb_session_rules[rule], wb_comparison_value_of (comparison, (LabComparisonRule) rule));
  if (!isnan (wb_comparison_time (comparison)))
    write_number (out, "  ", "time", wb_comparison_time (comparison));
  if (g_list_model_get_n_items (entries) > 0)
    g_string_append (out, "  methods:\n");
  for (guint i = 0; i < g_list_model_get_n_items (entries); i++)
    {
      g_autoptr (WbCompareEntry) entry = g_list_model_get_item (entries, i);

      g_string_append_printf (out, "    - {method: %s, color: %d, visible: %s, selected: %s}\n", wb_compare_entry_method (entry)->id,
                              wb_compare_entry_color (entry), wb_compare_entry_visible (entry) ? "true" : "false",
                              wb_comparison_selected (comparison) == entry ? "true" : "false");
    }
}

/* ---- all ---- */

static void
write_model (GString *out, Model *model, const char *requested)
{
  g_auto (GStrv) lines = g_strsplit (model_text (model), "\n", -1);
  guint n = g_strv_length (lines);
  /* A file is written with its absolute path, a model of the library by its id. */
  g_autofree char *full = requested != NULL && model_path (model) != NULL && (strchr (requested, '/') != NULL || g_str_has_suffix (requested, ".yaml"))
                            ? g_canonicalize_filename (model_path (model), NULL) : NULL;
  g_autofree char *name = wb_yaml_quote (full != NULL ? full : requested != NULL ? requested : model_id (model));

  while (n > 0 && lines[n - 1][0] == '\0')
    n--;
  g_string_append_printf (out, "model:\n  file: %s\n  text: |2\n", name);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (out, "    %s\n", lines[i]);
}

char *
wb_session_file_text (WbSession *session)
{
  WbPlotSet *plots = wb_plot_set_of (session);
  GString *out;

  if (wb_session_model (session) == NULL)
    return NULL;
  out = g_string_new ("stepwise_session: 1\n");
  g_string_append_printf (out, "view: %s\nsettings_page: %s\nlecture: %s\n", wb_session_view (session),
                          wb_session_settings_page (session), wb_session_is_lecture (session) ? "true" : "false");
  write_number (out, "", "realtime_rate", wb_session_rate (session));
  write_number (out, "", "playhead", wb_session_playhead (session));
  g_string_append_printf (out, "follow: %s\nstale: %s\n", wb_session_is_following (session) ? "true" : "false",
                          wb_session_is_stale (session) ? "true" : "false");
  write_settings (out, "", wb_session_config (session));
  write_values (out, "", wb_session_values (session));
  write_plots (out, plots);
  write_time_axis (out, wb_plot_set_axis (plots));
  write_runs (out, session);
  if (wb_comparison_peek (session) != NULL)
    write_comparison (out, wb_comparison_peek (session));
  write_model (out, wb_session_model (session), wb_session_requested (session));
  return g_string_free (out, FALSE);
}
