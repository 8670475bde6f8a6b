/* Writes session files: settings, values, plots, runs, comparison and model, in this
 * order. */
#include <math.h>
#include <string.h>

#include "expr-program.h"
#include "lab-session-run.h"
#include "model-identity.h"
#include "model-tableau.h"
#include "model-yaml-writer.h"
#include "wb-comparison.h"
#include "wb-number-field.h"
#include "wb-plot-set.h"
#include "wb-session-file-private.h"
#include "wb-session-layout.h"
#include "wb-session-tableaus.h"
#include "wb-laboratory-file.h"
#include "wb-lessons.h"
#include "wb-microscope.h"
#include "wb-studies.h"

/* Writes a number. Writes a number that is not finite as "nan" or "-inf", such as a time that the run has not
 * reached. */
static void
write_number (ModelYamlWriter *out, const char *key, double value)
{
  g_autofree char *text = NULL;

  if (isfinite (value))
    {
      model_yaml_writer_number (out, key, value);
      return;
    }
  text = wb_number_text (value);
  model_yaml_writer_text (out, key, text);
}

static void
write_table (ModelYamlWriter *out, const char *key, GHashTable *table)
{
  g_autoptr (GList) keys = NULL;

  if (g_hash_table_size (table) == 0)
    return;
  keys = g_list_sort (g_hash_table_get_keys (table), (GCompareFunc) strcmp);
  model_yaml_writer_begin_mapping (out, key);
  for (GList *link = keys; link != NULL; link = link->next)
    model_yaml_writer_text (out, link->data, g_hash_table_lookup (table, link->data));
  model_yaml_writer_end_mapping (out);
}

static void
write_values (ModelYamlWriter *out, const LabValues *values)
{
  write_table (out, "parameters", values->parameters);
  write_table (out, "initial", values->initials);
  write_table (out, "constants", values->constants);
  write_table (out, "events_off", values->events_off);
  if (!isnan (values->t_start))
    write_number (out, "start", values->t_start);
  if (!isnan (values->t_end))
    write_number (out, "end", values->t_end);
  if (values->is_member)
    model_yaml_writer_integer (out, "member", (gint64) values->member);
}

/* Writes a setting that the user has changed. of_run: also a tableau that the model names, because its file may become another one. */
static void
write_setting (ModelYamlWriter *out, const SimConfig *config, const char *key, gboolean of_run)
{
  gboolean may_be_tableau = g_strv_contains (sim_config_tableau_keys, key), live = sim_config_origin (config, key) == SIM_ORIGIN_LIVE;
  g_autofree char *kept = may_be_tableau && (live || of_run) ? lab_session_tableau_name (config, key) : NULL;

  if (live || kept != NULL)
    {
      g_autofree char *value = sim_config_get (config, key);
      const char *name = strcmp (key, "integrator") == 0 ? model_method_name (sim_config_method (config)) : value;

      /* The id of a tableau in braces is known only to this process. */
      model_yaml_writer_text (out, key, kept != NULL ? kept : *name == '{' ? name : value);
    }
}

/* Writes the settings that the user has changed. The others follow from the model and the
 * defaults. */
static void
write_settings (ModelYamlWriter *out, const SimConfig *config, gboolean of_run)
{
  const OdeMethod *method = sim_config_method (config);
  int n_rows;
  const SimSettingRow *rows = sim_config_rows (&n_rows);
  g_autoptr (GPtrArray) entries = sim_config_entries (config);

  model_yaml_writer_begin_mapping (out, "settings");
  for (int i = 0; i < n_rows; i++)
    write_setting (out, config, rows[i].key, of_run);
  for (int i = 0; i < method->n_options; i++)
    {
      g_autofree char *key = g_strconcat ("method.", method->options[i].key, NULL);

      write_setting (out, config, key, of_run);
    }
  for (guint i = 0; i < entries->len; i++)
    if (!g_str_has_prefix (g_ptr_array_index (entries, i), "method."))
      write_setting (out, config, g_ptr_array_index (entries, i), of_run);
  model_yaml_writer_end_mapping (out);
}

/* ---- plots ---- */

const char *const wb_session_pins[WB_N_SESSION_PINS] = {
  [PLOT_HIT_ROW] = "row", [PLOT_HIT_ATTEMPT] = "attempt", [PLOT_HIT_EVENT] = "event", [PLOT_HIT_START] = "start", [PLOT_HIT_LINE] = "line"
};

static void
write_range (ModelYamlWriter *out, const char *key, const PlotRange *range)
{
  g_autofree char *low = wb_number_text (range->low), *high = wb_number_text (range->high);
  const char *const texts[] = { low, high, range->by_hand ? "stays" : "grows", NULL };

  if (range->high > range->low)
    model_yaml_writer_texts (out, key, texts);
}

static void
write_choice (ModelYamlWriter *out, const char *key, int choice)
{
  if (choice != 0)
    model_yaml_writer_boolean (out, key, choice > 0);
}

static void
write_pin (ModelYamlWriter *out, const PlotHit *pin)
{
  if (wb_session_pins[pin->kind] == NULL || !isfinite (pin->x) || !isfinite (pin->y))
    return;
  model_yaml_writer_begin_mapping (out, "pin");
  model_yaml_writer_text (out, "of", wb_session_pins[pin->kind]);
  model_yaml_writer_integer (out, "run", pin->run);
  model_yaml_writer_integer (out, "index", (gint64) pin->index);
  model_yaml_writer_integer (out, "column", MAX (pin->column, -1));
  write_number (out, "x", pin->x);
  write_number (out, "y", pin->y);
  model_yaml_writer_end_mapping (out);
}

static void
write_plot (ModelYamlWriter *out, const PlotSpec *spec, const PlotRange *x_shown, const PlotRange *y_shown)
{
  model_yaml_writer_begin_mapping (out, NULL);
  model_yaml_writer_text (out, "type", spec->kind->id);
  model_yaml_writer_integer (out, "column", spec->column);
  write_number (out, "share", spec->share);
  if (spec->x != NULL && spec->y != NULL)
    {
      model_yaml_writer_text (out, "x", spec->x);
      model_yaml_writer_text (out, "y", spec->y);
    }
  if (spec->at != NULL)
    model_yaml_writer_text (out, "at", spec->at);
  if (spec->kind->needs & PLOT_NEEDS_DIFFERENCE)
    {
      model_yaml_writer_integer (out, "of", spec->of);
      model_yaml_writer_integer (out, "to", spec->to);
    }
  write_choice (out, "log", spec->log_y);
  write_choice (out, "log_across", spec->log_x ? 1 : 0);
  write_choice (out, "field", spec->field);
  write_choice (out, "exposures", spec->exposures);
  write_choice (out, "nullclines", spec->nullclines);
  write_choice (out, "sensitivity", spec->sensitivity ? 1 : 0);
  if (spec->show != NULL)
    model_yaml_writer_texts (out, "show", (const char *const *) spec->show);
  write_range (out, "x_range", x_shown);
  write_range (out, "y_range", y_shown);
  if (spec->pinned)
    write_pin (out, &spec->pin);
  model_yaml_writer_end_mapping (out);
}

static void
write_plots (ModelYamlWriter *out, WbPlotSet *plots)
{
  model_yaml_writer_begin_list (out, "plots");
  for (int i = 0; i < wb_plot_set_n (plots); i++)
    {
      PlotRange x, y;

      wb_plot_set_get_shown (plots, i, &x, &y);
      write_plot (out, wb_plot_set_spec (plots, i), &x, &y);
    }
  model_yaml_writer_end_list (out);
  if (wb_plot_set_focused (plots) >= 0)
    model_yaml_writer_integer (out, "plot_alone", wb_plot_set_focused (plots));
}

/* Largest number of bytes of measured data that a session file contains. It is written each time the session changes, so larger tables stay in their
 * file, which is read again. */
#define MOST_MEASURED (1 << 20)

/* Writes a table. key NULL: as an element of a list. */
static void
write_measured_table (ModelYamlWriter *out, const char *key, const LabMeasured *measured)
{
  const LabData *data = lab_measured_data (measured);

  model_yaml_writer_begin_mapping (out, key);
  model_yaml_writer_text (out, "file", data->path);
  model_yaml_writer_text (out, "time", data->columns[lab_measured_time (measured)].name);
  model_yaml_writer_begin_list (out, "columns");
  for (int k = 0; k < data->n_columns; k++)
    if (lab_measured_choice (measured, k) != NULL)
      {
        model_yaml_writer_begin_mapping (out, NULL);
        model_yaml_writer_text (out, "column", data->columns[k].name);
        model_yaml_writer_text (out, "measures", lab_measured_choice (measured, k));
        model_yaml_writer_end_mapping (out);
      }
  model_yaml_writer_end_list (out);
  if (strlen (lab_measured_text (measured)) <= MOST_MEASURED)
    model_yaml_writer_text (out, "text", lab_measured_text (measured));
  model_yaml_writer_end_mapping (out);
}

/* Writes the tables; a single one as earlier versions did. */
static void
write_measured (ModelYamlWriter *out, const LabMeasured *measured)
{
  if (lab_measured_n_tables (measured) == 1)
    write_measured_table (out, "measured", measured);
  if (lab_measured_n_tables (measured) <= 1)
    return;
  model_yaml_writer_begin_list (out, "measured");
  for (; measured != NULL; measured = lab_measured_rest (measured))
    write_measured_table (out, NULL, measured);
  model_yaml_writer_end_list (out);
}

/* Writes the time axis that all plots over time share. */
static void
write_time_axis (ModelYamlWriter *out, PlotTimeAxis *axis)
{
  double low, high, first, last;

  if (axis == NULL)
    return;
  plot_time_axis_get_view (axis, &low, &high);
  plot_time_axis_get_span (axis, &first, &last);
  model_yaml_writer_begin_mapping (out, "time_axis");
  model_yaml_writer_boolean (out, "log", plot_time_axis_get_log (axis));
  model_yaml_writer_boolean (out, "follow", plot_time_axis_get_follow (axis));
  if (low != first || high != last)
    {
      write_number (out, "from", low);
      write_number (out, "to", high);
    }
  if (!isnan (plot_time_axis_cursor (axis, 0)))
    write_number (out, "first_cursor", plot_time_axis_cursor (axis, 0));
  if (!isnan (plot_time_axis_cursor (axis, 1)))
    write_number (out, "second_cursor", plot_time_axis_cursor (axis, 1));
  model_yaml_writer_end_mapping (out);
}

/* ---- runs ---- */

static void
write_change (ModelYamlWriter *out, const SimRunChange *change)
{
  model_yaml_writer_begin_mapping (out, NULL);
  model_yaml_writer_integer (out, "step", change->step);
  write_number (out, "t", change->t);
  if (change->kind == SIM_RUN_CHANGE_CONFIG)
    write_settings (out, change->config, TRUE);
  else if (change->kind == SIM_RUN_CHANGE_END)
    write_number (out, "end", change->value);
  else if (change->kind == SIM_RUN_CHANGE_STEP)
    write_number (out, "next_step", change->value);
  else
    {
      model_yaml_writer_text (out, change->kind == SIM_RUN_CHANGE_STATE ? "state" : "parameter", change->name);
      write_number (out, "value", change->value);
    }
  model_yaml_writer_end_mapping (out);
}

static void
write_changes (ModelYamlWriter *out, const GPtrArray *history)
{
  if (history->len == 0)
    return;
  model_yaml_writer_begin_list (out, "changes");
  for (guint i = 0; i < history->len; i++)
    write_change (out, g_ptr_array_index (history, i));
  model_yaml_writer_end_list (out);
}

/* The models of the runs that are written: that of the session, then those with other texts or other points of their files of data. */
typedef struct
{
  GPtrArray *models, *identities; /* borrowed models; model_identity of each */
} Models;

/* Returns the index of a model, which is added if it is not there. */
static guint
index_of (Models *self, Model *model)
{
  g_autofree char *identity = model_identity (model);

  for (guint k = 0; k < self->models->len; k++)
    if (g_ptr_array_index (self->models, k) == model || strcmp (g_ptr_array_index (self->identities, k), identity) == 0)
      return k;
  g_ptr_array_add (self->models, model);
  g_ptr_array_add (self->identities, g_steal_pointer (&identity));
  return self->models->len - 1;
}

static void
write_run (ModelYamlWriter *out, WbRunItem *run, gboolean current, guint model)
{
  const SimRunPoll *poll = wb_run_item_state (run);
  g_autoptr (GPtrArray) history = sim_run_history (wb_run_item_run (run));
  g_autoptr (LabValues) values = lab_values_copy (wb_run_item_values (run));
  gboolean over = poll->state == SIM_RUN_FINISHED, stopped = over && poll->status.reason == SIM_INTERRUPTED;

  values->t_end = wb_run_item_first_t_end (run);
  model_yaml_writer_begin_mapping (out, NULL);
  model_yaml_writer_text (out, "name", wb_run_item_name (run));
  model_yaml_writer_integer (out, "number", wb_run_item_number (run));
  model_yaml_writer_integer (out, "color", wb_run_item_color (run));
  model_yaml_writer_boolean (out, "visible", wb_run_item_visible (run));
  model_yaml_writer_boolean (out, "pinned", wb_run_item_pinned (run));
  if (wb_run_item_ghost (run))
    model_yaml_writer_boolean (out, "ghost", TRUE);
  model_yaml_writer_boolean (out, "current", current);
  if (model != 0)
    model_yaml_writer_integer (out, "earlier_model", model);
  if (wb_run_item_tree (run) != 0)
    {
      model_yaml_writer_integer (out, "tree", wb_run_item_tree (run));
      model_yaml_writer_integer (out, "letter", wb_run_item_letter (run) - 'A' + 1);
    }
  if (wb_run_item_parent (run) != 0)
    {
      model_yaml_writer_integer (out, "branch_of", wb_run_item_parent (run));
      write_number (out, "branch_at", wb_run_item_branch_t (run));
    }
  write_number (out, "reached", poll->t);
  model_yaml_writer_integer (out, "steps", poll->statistics.steps_taken);
  model_yaml_writer_text (out, "finished", stopped ? "stopped" : over ? "true" : "false");
  write_number (out, "wall_seconds", poll->statistics.wall_seconds);
  write_number (out, "waited_seconds", poll->statistics.waited_seconds);
  if (!isnan (poll->statistics.actual_realtime_rate))
    write_number (out, "rate_reached", poll->statistics.actual_realtime_rate);
  write_settings (out, wb_run_item_config (run), TRUE);
  write_values (out, values);
  write_changes (out, history);
  model_yaml_writer_end_mapping (out);
}

static void
write_runs (ModelYamlWriter *out, WbSession *session, Models *models)
{
  GListModel *runs = wb_session_runs (session);
  guint n = g_list_model_get_n_items (runs);

  model_yaml_writer_begin_list (out, "runs");
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WbRunItem) run = g_list_model_get_item (runs, i);

      if (wb_run_item_state (run)->state != SIM_RUN_READY)
        write_run (out, run, run == wb_session_current (session), index_of (models, wb_run_item_model (run)));
    }
  model_yaml_writer_end_list (out);
}

/* ---- the comparison ---- */

const char *const wb_session_rules[] = { [LAB_COMPARISON_COST] = "cost", [LAB_COMPARISON_STEP] = "step", [LAB_COMPARISON_ACCURACY] = "accuracy", NULL };

static void
write_comparison (ModelYamlWriter *out, WbComparison *comparison)
{
  GListModel *entries = wb_comparison_entries (comparison);

  model_yaml_writer_begin_mapping (out, "comparison");
  model_yaml_writer_text (out, "rule", wb_session_rules[wb_comparison_rule (comparison)]);
  for (int rule = 0; wb_session_rules[rule] != NULL; rule++)
    write_number (out, wb_session_rules[rule], wb_comparison_value_of (comparison, (LabComparisonRule) rule));
  if (!isnan (wb_comparison_time (comparison)))
    write_number (out, "time", wb_comparison_time (comparison));
  model_yaml_writer_begin_list (out, "methods");
  for (guint i = 0; i < g_list_model_get_n_items (entries); i++)
    {
      g_autoptr (WbCompareEntry) entry = g_list_model_get_item (entries, i);

      model_yaml_writer_begin_mapping (out, NULL);
      model_yaml_writer_text (out, "method", model_method_name (wb_compare_entry_method (entry)));
      model_yaml_writer_integer (out, "color", wb_compare_entry_color (entry));
      model_yaml_writer_boolean (out, "visible", wb_compare_entry_visible (entry));
      model_yaml_writer_boolean (out, "selected", wb_comparison_selected (comparison) == entry);
      model_yaml_writer_end_mapping (out);
    }
  model_yaml_writer_end_list (out);
  model_yaml_writer_end_mapping (out);
}

/* ---- studies ---- */

static void
write_studies (ModelYamlWriter *out, WbStudies *studies)
{
  GListModel *list = wb_studies_list (studies);

  model_yaml_writer_begin_list (out, "studies");
  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (WbStudy) study = g_list_model_get_item (list, i);
      const char *path = wb_study_path (study);
      g_autofree char *full = path != NULL ? g_canonicalize_filename (path, NULL) : NULL;

      model_yaml_writer_begin_mapping (out, NULL);
      if (full != NULL)
        model_yaml_writer_text (out, "file", full);
      if (wb_study_results (study) != NULL)
        model_yaml_writer_text (out, "results", wb_study_results (study));
      model_yaml_writer_integer (out, "threads", wb_study_threads (study));
      model_yaml_writer_boolean (out, "selected", study == wb_studies_selected (studies));
      if (wb_studies_page (study) != WB_STUDY_PAGE_AUTOMATIC)
        model_yaml_writer_text (out, "page", wb_studies_page (study) == WB_STUDY_PAGE_SETUP ? "setup" : "results");
      model_yaml_writer_block (out, "text", wb_study_text (study));
      model_yaml_writer_end_mapping (out);
    }
  model_yaml_writer_end_list (out);
}

/* ---- the whole file ---- */

/* Writes the text of a model and the points of its files of data. */
static void
write_texts (ModelYamlWriter *out, const Model *model)
{
  g_autoptr (GHashTable) data = model_data_texts (model);

  model_yaml_writer_block (out, "text", model_text (model));
  wb_session_write_texts (out, "data", data);
}

/* Writes the models of runs that were made before the text of the model was changed. */
static void
write_earlier_models (ModelYamlWriter *out, const Models *models)
{
  if (models->models->len == 1)
    return;
  model_yaml_writer_begin_list (out, "earlier_models");
  for (guint k = 1; k < models->models->len; k++)
    {
      const Model *model = g_ptr_array_index (models->models, k);

      model_yaml_writer_begin_mapping (out, NULL);
      model_yaml_writer_text (out, "file", model_file (model) != NULL ? model_file (model) : model_id (model));
      write_texts (out, model);
      model_yaml_writer_end_mapping (out);
    }
  model_yaml_writer_end_list (out);
}

static void
write_model (ModelYamlWriter *out, Model *model, const char *requested)
{
  /* Save a model of the library by its id, which is valid on every computer. Save another model by its full
   * path. */
  g_autofree char *full = requested != NULL && model_path (model) != NULL && (strchr (requested, '/') != NULL || g_str_has_suffix (requested, ".yaml"))
                            ? g_canonicalize_filename (model_path (model), NULL) : NULL;

  model_yaml_writer_begin_mapping (out, "model");
  model_yaml_writer_text (out, "file", full != NULL ? full : requested != NULL ? requested : model_id (model));
  write_texts (out, model);
  model_yaml_writer_end_mapping (out);
}

const char *
wb_session_file_arithmetic (WbSession *session)
{
  return expr_arithmetic (sim_config_get_boolean (wb_session_config (session), "fast_math") ? EXPR_PROGRAM_FUSED : 0);
}

char *
wb_session_file_text (WbSession *session)
{
  WbPlotSet *plots = wb_plot_set_of (session);
  g_autoptr (GPtrArray) list = g_ptr_array_new (), identities = g_ptr_array_new_with_free_func (g_free);
  Models models = { list, identities };
  ModelYamlWriter *out;

  if (wb_session_model (session) == NULL)
    return NULL;
  index_of (&models, wb_session_model (session));
  out = model_yaml_writer_new ();
  model_yaml_writer_integer (out, "stepwise_session", 1);
  model_yaml_writer_text (out, "arithmetic", wb_session_file_arithmetic (session));
  model_yaml_writer_text (out, "view", wb_session_view (session));
  model_yaml_writer_text (out, "settings_page", wb_session_settings_page (session));
  model_yaml_writer_boolean (out, "lecture", wb_session_is_lecture (session));
  write_number (out, "realtime_rate", wb_session_rate (session));
  write_number (out, "playhead", wb_session_playhead (session));
  model_yaml_writer_boolean (out, "follow", wb_session_is_following (session));
  model_yaml_writer_boolean (out, "stale", wb_session_is_stale (session));
  write_settings (out, wb_session_config (session), FALSE);
  write_values (out, wb_session_values (session));
  write_plots (out, plots);
  write_measured (out, wb_plot_set_measured (plots));
  write_time_axis (out, wb_plot_set_axis (plots));
  write_runs (out, session, &models);
  if (wb_comparison_peek (session) != NULL)
    write_comparison (out, wb_comparison_peek (session));
  wb_laboratory_write (session, out);
  if (wb_studies_peek (session) != NULL)
    write_studies (out, wb_studies_peek (session));
  wb_session_tableaus_write (session, out);
  wb_lessons_write (wb_lessons_of (session), out);
  wb_microscope_write (wb_microscope_of (session), out);
  write_earlier_models (out, &models);
  write_model (out, wb_session_model (session), wb_session_requested (session));
  return model_yaml_writer_finish (out);
}
