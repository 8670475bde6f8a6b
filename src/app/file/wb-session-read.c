/* Reads session files. It reads everything before it changes the open session. */
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "model-library.h"
#include "model-tableau.h"
#include "model-yaml.h"
#include "wb-comparison.h"
#include "wb-laboratory-file.h"
#include "wb-lessons.h"
#include "wb-microscope.h"
#include "wb-plot-set.h"
#include "wb-session-file-private.h"
#include "wb-session-layout.h"
#include "wb-session-tableaus.h"
#include "wb-studies.h"
#include "wb-study-text.h"

/* Largest number of runs in a file. Each run has a thread. The program itself writes at most 24 runs that are not pinned. */
#define MOST_RUNS 100
/* Largest number of plots, because the export window stores a choice of plots as bits of a 64-bit number. */
#define MOST_PLOTS 64
#define MOST_ENTRIES 100
#define MOST_STUDIES 200

typedef struct
{
  Model *model;
  char *requested;
  SimConfig *config;
  WbValues *values;
  GPtrArray *plots;   /* plots (PlotSpec) */
  GPtrArray *runs;    /* runs (WbRunItem); they are started after the session has accepted them */
  WbRunItem *current; /* one of the runs, or NULL */
  GArray *shown;      /* for each run, whether plots show it (gboolean) */
  GPtrArray *entries;   /* entries of the comparison (WbCompareEntry); NULL: none */
  double entry_values[3];
  LabComparisonRule rule;
  int entry_selected;
  GPtrArray *studies;   /* studies (WbStudy); NULL: none */
  int study_selected;
  WbSessionTableaus tableaus; /* tableaus whose files are missing */
  LabLesson *lesson;    /* the open lesson, or NULL */
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
  g_clear_pointer (&opened->studies, g_ptr_array_unref);
  wb_session_tableaus_clear (&opened->tableaus);
  g_clear_pointer (&opened->lesson, lab_lesson_free);
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
text_of (const ModelYaml *node, const char *standard)
{
  return node != NULL && node->type == MODEL_YAML_SCALAR ? node->text : standard;
}

/* Reads a number. Returns `standard` if the text is not a number. Also returns it for "nan", which means an unknown value. */
static double
number_of (const ModelYaml *node, double standard)
{
  const char *text = text_of (node, "");
  char *end;
  double value = g_ascii_strtod (text, &end);

  return text[0] == '\0' || *end != '\0' || isnan (value) ? standard : value;
}

static double
get_number (const ModelYaml *mapping, const char *key, double standard)
{
  return number_of (model_yaml_get (mapping, key), standard);
}

static gboolean
is_true (const ModelYaml *mapping, const char *key)
{
  return strcmp (model_yaml_get_text (mapping, key, "false"), "true") == 0;
}

/* Reads a boolean. Returns 1 for true, −1 for false, and 0 if the key is missing. */
static int
choice (const ModelYaml *mapping, const char *key)
{
  return model_yaml_get (mapping, key) == NULL ? 0 : is_true (mapping, key) ? 1 : -1;
}

static int
n_items (const ModelYaml *node)
{
  return node != NULL ? node->n_items : 0;
}

/* ---- values and settings ---- */

static gboolean
read_table (const ModelYaml *node, const char *key, gboolean numbers, GHashTable *table, GError **error)
{
  const ModelYaml *map = model_yaml_get (node, key);

  for (int i = 0; i < n_items (map); i++)
    {
      const char *name = map->keys != NULL ? map->keys[i]->text : "", *text = text_of (map->items[i], "");

      if (map->keys == NULL || map->items[i]->type != MODEL_YAML_SCALAR || (numbers && !isfinite (number_of (map->items[i], NAN))))
        return wrong (error, _("%s: '%s' is not a number: %s"), key, name, text);
      g_hash_table_insert (table, g_strdup (name), g_strdup (text));
    }
  return TRUE;
}

static WbValues *
read_values (const ModelYaml *node, GError **error)
{
  g_autoptr (WbValues) values = wb_values_new ();

  if (!read_table (node, "parameters", TRUE, values->parameters, error)
      || !read_table (node, "initial", TRUE, values->initials, error)
      || !read_table (node, "constants", TRUE, values->constants, error)
      || !read_table (node, "events_off", FALSE, values->events_off, error))
    return NULL;
  values->t_start = get_number (node, "start", NAN);
  values->t_end = get_number (node, "end", NAN);
  values->is_member = model_yaml_get (node, "member") != NULL;
  values->member = (guint64) CLAMP (get_number (node, "member", 0), 0, 4294967295.0);
  return g_steal_pointer (&values);
}

/* Reads settings. If their method is missing, sets *missing to TRUE, and the settings have the method of the model instead; options of the
 * missing method are dropped. */
static SimConfig *
read_settings (Opened *opened, const ModelYaml *node, gboolean *missing, GError **error)
{
  g_autoptr (SimConfig) config = sim_config_new ();
  g_autoptr (GPtrArray) notes = model_diagnostics_new ();
  const ModelYaml *map = model_yaml_get (node, "settings");
  const char *integrator = model_yaml_get_text (map, "integrator", NULL);
  gboolean without = integrator != NULL && wb_session_tableaus_miss (&opened->tableaus, integrator);

  sim_config_apply_model (config, opened->model, notes);
  if (map != NULL && map->type != MODEL_YAML_MAPPING)
    {
      wrong (error, _("'settings' must be a mapping."));
      return NULL;
    }
  for (int i = 0; i < n_items (map); i++)
    if (without && (strcmp (map->keys[i]->text, "integrator") == 0 || g_str_has_prefix (map->keys[i]->text, "method.")))
      *missing = TRUE;
    else if (!sim_config_set (config, map->keys[i]->text, text_of (map->items[i], ""), SIM_ORIGIN_LIVE, error))
      return NULL;
  return g_steal_pointer (&config);
}

/* ---- plots ---- */

static PlotRange
read_range (const ModelYaml *node, const char *key)
{
  const ModelYaml *list = model_yaml_get (node, key);

  if (n_items (list) != 3)
    return (PlotRange) { 0, 0, FALSE };
  return (PlotRange) { number_of (list->items[0], 0), number_of (list->items[1], 0),
                       strcmp (text_of (list->items[2], ""), "stays") == 0 };
}

static gboolean
read_pin (const ModelYaml *node, PlotSpec *spec, GError **error)
{
  const char *of = model_yaml_get_text (node, "of", "");

  for (int kind = 0; node != NULL && kind < WB_N_SESSION_PINS && !spec->pinned; kind++)
    if (g_strcmp0 (wb_session_pins[kind], of) == 0)
      {
        spec->pinned = TRUE;
        spec->pin = (PlotHit) { .kind = (PlotHitKind) kind, .x = get_number (node, "x", NAN), .y = get_number (node, "y", NAN),
                                .index = (gsize) CLAMP (get_number (node, "index", 0), 0, 1e15),
                                .column = (int) CLAMP (get_number (node, "column", PLOT_COLUMN_NONE), PLOT_COLUMN_NONE, 1e6),
                                .run = (int) CLAMP (get_number (node, "run", 0), 0, 1e6) };
        if (spec->pin.column < 0)
          spec->pin.column = PLOT_COLUMN_NONE; /* the file has −1 for this value */
      }
  return node == NULL || spec->pinned || wrong (error, _("'%s' is not a part of a plot that can be pinned."), of);
}

static PlotSpec *
read_plot (const ModelYaml *item, GError **error)
{
  const ModelYaml *show = model_yaml_get (item, "show");
  const PlotKind *kind = plot_kind_find (model_yaml_get_text (item, "type", ""));
  PlotSpec *spec;

  if (kind == NULL)
    {
      wrong (error, _("There is no plot '%s'."), model_yaml_get_text (item, "type", ""));
      return NULL;
    }
  spec = plot_spec_new (kind, get_number (item, "column", 0) > 0 ? 1 : 0, CLAMP (get_number (item, "share", 200), 1, 1e6));
  spec->x = g_strdup (model_yaml_get_text (item, "x", NULL));
  spec->y = g_strdup (model_yaml_get_text (item, "y", NULL));
  spec->at = g_strdup (model_yaml_get_text (item, "at", NULL));
  spec->of = (int) CLAMP (get_number (item, "of", 0), 0, 1e6);
  spec->to = (int) CLAMP (get_number (item, "to", 0), 0, 1e6);
  spec->log_x = is_true (item, "log_across");
  spec->log_y = choice (item, "log");
  spec->field = choice (item, "field");
  spec->nullclines = choice (item, "nullclines");
  spec->exposures = choice (item, "exposures");
  spec->sensitivity = is_true (item, "sensitivity");
  spec->x_shown = read_range (item, "x_range");
  spec->y_shown = read_range (item, "y_range");
  if (show != NULL && n_items (show) > 0)
    {
      spec->show = g_new0 (char *, n_items (show) + 1);
      for (int k = 0; k < n_items (show); k++)
        spec->show[k] = g_strdup (text_of (show->items[k], ""));
    }
  if (!read_pin (model_yaml_get (item, "pin"), spec, error))
    g_clear_pointer (&spec, plot_spec_free);
  return spec;
}

static gboolean
read_plots (Opened *opened, const ModelYaml *list, GError **error)
{
  opened->plots = g_ptr_array_new_with_free_func ((GDestroyNotify) plot_spec_free);
  if (n_items (list) > MOST_PLOTS)
    return wrong (error, _("A session has at most %d plots."), MOST_PLOTS);
  for (int i = 0; i < n_items (list); i++)
    {
      PlotSpec *spec = read_plot (list->items[i], error);

      if (spec == NULL)
        return FALSE;
      g_ptr_array_add (opened->plots, spec);
    }
  return TRUE;
}

/* ---- runs ---- */

static SimRunChange *
read_change (Opened *opened, const ModelYaml *item, gboolean *missing, GError **error)
{
  SimRunChange *change = NULL;
  const char *parameter = model_yaml_get_text (item, "parameter", NULL), *state = model_yaml_get_text (item, "state", NULL);
  gboolean next_step = model_yaml_get (item, "next_step") != NULL;
  double value = get_number (item, parameter != NULL || state != NULL ? "value" : next_step ? "next_step" : "end", NAN);

  if (model_yaml_get (item, "settings") != NULL)
    {
      g_autoptr (SimConfig) config = read_settings (opened, item, missing, error);

      change = config != NULL ? sim_run_change_new (SIM_RUN_CHANGE_CONFIG, NULL, 0, config) : NULL;
    }
  else if (isfinite (value))
    change = sim_run_change_new (parameter != NULL ? SIM_RUN_CHANGE_PARAMETER : state != NULL ? SIM_RUN_CHANGE_STATE
                                 : next_step ? SIM_RUN_CHANGE_STEP : SIM_RUN_CHANGE_END,
                                 parameter != NULL ? parameter : state, value, NULL);
  else
    wrong (error, _("A change of a run has no value."));
  if (change != NULL)
    {
      change->step = (gint64) CLAMP (get_number (item, "step", 0), -1, 1e15);
      change->t = get_number (item, "t", 0);
    }
  return change;
}

static GPtrArray *
read_changes (Opened *opened, const ModelYaml *list, gboolean *missing, GError **error)
{
  g_autoptr (GPtrArray) history = g_ptr_array_new_with_free_func ((GDestroyNotify) sim_run_change_free);

  for (int i = 0; i < n_items (list); i++)
    {
      SimRunChange *change = read_change (opened, list->items[i], missing, error);

      if (change == NULL)
        return NULL;
      g_ptr_array_add (history, change);
    }
  return g_steal_pointer (&history);
}

/* Reads the place of a run in its tree of branches. */
static void
read_branch (const ModelYaml *node, WbRunItem *run)
{
  int tree = (int) CLAMP (get_number (node, "tree", 0), 0, 1e6), parent = (int) CLAMP (get_number (node, "branch_of", 0), 0, 1e6);
  double t = get_number (node, "branch_at", NAN);

  if (tree != 0)
    wb_run_item_set_branch (run, tree, isfinite (t) ? parent : 0, isfinite (t) && parent != 0 ? t : NAN,
                            'A' - 1 + (int) CLAMP (get_number (node, "letter", 1), 1, 26));
}

static gboolean
read_run (Opened *opened, const ModelYaml *node, GError **error)
{
  g_autoptr (WbValues) values = read_values (node, error);
  gboolean missing = FALSE; /* a method of the run is missing, so that it cannot be computed again */
  g_autoptr (SimConfig) config = values != NULL ? read_settings (opened, node, &missing, error) : NULL;
  g_autoptr (GPtrArray) history = config != NULL ? read_changes (opened, model_yaml_get (node, "changes"), &missing, error) : NULL;
  WbRunItem *run = history != NULL ? wb_run_item_new (opened->model, config, values, error) : NULL;
  const char *finished = model_yaml_get_text (node, "finished", "false");
  gboolean visible = is_true (node, "visible");
  double steps = CLAMP (get_number (node, "steps", 0), 0, 1e15);
  WbRunTimes times = { get_number (node, "wall_seconds", NAN), get_number (node, "waited_seconds", 0),
                       get_number (node, "rate_reached", NAN) };

  if (run == NULL)
    return FALSE;
  if (missing)
    {
      g_object_unref (run);
      opened->tableaus.n_runs++;
      return TRUE;
    }
  g_ptr_array_add (opened->runs, run);
  g_array_append_val (opened->shown, visible);
  wb_run_item_set_name (run, model_yaml_get_text (node, "name", ""));
  wb_run_item_set_number (run, (int) CLAMP (get_number (node, "number", 0), 0, 1e6));
  wb_run_item_set_color (run, (int) CLAMP (get_number (node, "color", 1), 1, PLOT_N_STYLES));
  wb_run_item_set_visible (run, visible);
  wb_run_item_set_pinned (run, is_true (node, "pinned"));
  wb_run_item_set_ghost (run, is_true (node, "ghost"));
  read_branch (node, run);
  if (is_true (node, "current"))
    opened->current = run;
  wb_run_item_set_times (run, &times, get_number (node, "reached", -INFINITY));
  wb_run_item_recompute (run, history, strcmp (finished, "true") == 0 ? -1 : (gint64) steps, strcmp (finished, "stopped") == 0);
  return TRUE;
}

static gboolean
read_runs (Opened *opened, const ModelYaml *list, GError **error)
{
  opened->runs = g_ptr_array_new_with_free_func (g_object_unref);
  opened->shown = g_array_new (FALSE, FALSE, sizeof (gboolean));
  if (n_items (list) > MOST_RUNS)
    return wrong (error, _("A session has at most %d runs."), MOST_RUNS);
  for (int i = 0; i < n_items (list); i++)
    if (!read_run (opened, list->items[i], error))
      return FALSE;
  return TRUE;
}

/* ---- the comparison ---- */

static gboolean
read_comparison (Opened *opened, const ModelYaml *node, GError **error)
{
  const ModelYaml *list = model_yaml_get (node, "methods");
  const char *rule = model_yaml_get_text (node, "rule", wb_session_rules[0]);

  if (node == NULL)
    return TRUE;
  opened->entries = g_ptr_array_new_with_free_func (g_object_unref);
  opened->entry_selected = -1;
  for (int i = 0; wb_session_rules[i] != NULL; i++)
    {
      if (strcmp (wb_session_rules[i], rule) == 0)
        opened->rule = (LabComparisonRule) i;
      opened->entry_values[i] = get_number (node, wb_session_rules[i], NAN);
    }
  if (strcmp (wb_session_rules[opened->rule], rule) != 0)
    return wrong (error, _("'%s' is not a rule for comparing integrators; use cost, step or accuracy."), rule);
  for (int i = 0; i < MIN (n_items (list), MOST_ENTRIES); i++)
    {
      const ModelYaml *item = list->items[i];
      const char *id = model_yaml_get_text (item, "method", "");
      WbCompareEntry *entry;

      if (wb_session_tableaus_miss (&opened->tableaus, id))
        {
          opened->tableaus.n_entries++;
          continue;
        }
      entry = wb_compare_entry_new (model_method_find (id), (int) CLAMP (get_number (item, "color", 1), 1, PLOT_N_STYLES));
      wb_compare_entry_set_visible (entry, is_true (item, "visible"));
      if (is_true (item, "selected"))
        opened->entry_selected = (int) opened->entries->len;
      g_ptr_array_add (opened->entries, entry);
    }
  return TRUE;
}

/* ---- studies ---- */

static gboolean
read_studies (Opened *opened, const ModelYaml *list, GError **error)
{
  if (list == NULL)
    return TRUE;
  opened->studies = g_ptr_array_new_with_free_func (g_object_unref);
  opened->study_selected = -1;
  for (int i = 0; i < MIN (n_items (list), MOST_STUDIES); i++)
    {
      const ModelYaml *item = list->items[i];
      const char *text = model_yaml_get_text (item, "text", NULL), *path = model_yaml_get_text (item, "file", NULL);
      const char *page = model_yaml_get_text (item, "page", "");
      g_autofree char *model = text != NULL ? wb_study_model_of (text) : NULL;
      WbStudy *study;

      if (text == NULL)
        return wrong (error, _("A study in the session file has no text."));
      study = wb_study_new (text, path, g_strcmp0 (model, opened->requested) == 0 ? opened->model : NULL);
      wb_study_set_threads (study, (int) CLAMP (get_number (item, "threads", 1), 1, 256));
      wb_study_expect_results (study, model_yaml_get_text (item, "results", NULL));
      if (strcmp (page, "setup") == 0 || strcmp (page, "results") == 0)
        wb_studies_set_page (NULL, study, *page == 's' ? WB_STUDY_PAGE_SETUP : WB_STUDY_PAGE_RESULTS);
      if (is_true (item, "selected"))
        opened->study_selected = i;
      g_ptr_array_add (opened->studies, study);
    }
  return TRUE;
}

/* ---- the model ---- */

/* If the original file of the model still has the text in the session file, opens that
 * file, so that it is watched and can be edited. Otherwise opens the text in the session
 * file. */
static gboolean
read_model (Opened *opened, const ModelYaml *node, const char *name, GError **error)
{
  const char *text = model_yaml_get_text (node, "text", NULL), *file = model_yaml_get_text (node, "file", "model.yaml");
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new (), unseen = model_diagnostics_new ();
  g_autoptr (Model) found = NULL;

  if (text == NULL)
    return wrong (error, _("%s contains no model."), name);
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

/* Reads the open lesson. The page of the lesson determines the model of the session. If the lesson file is missing, the session opens with
 * its own model and without a lesson. */
static void
read_lesson (Opened *opened, const ModelYaml *node)
{
  Model *model = NULL;

  opened->lesson = node != NULL ? wb_lessons_read (node, &model) : NULL;
  if (model == NULL)
    return;
  model_unref (opened->model);
  opened->model = model;
  opened->file_differs = FALSE;
}

/* ---- changes of the session ---- */

static void
show_time_axis (PlotTimeAxis *axis, const ModelYaml *node)
{
  double low, high;

  if (axis == NULL || node == NULL)
    return;
  plot_time_axis_get_view (axis, &low, &high);
  plot_time_axis_set_log (axis, is_true (node, "log"));
  plot_time_axis_set_view (axis, get_number (node, "from", low), get_number (node, "to", high));
  plot_time_axis_set_follow (axis, is_true (node, "follow"));
  plot_time_axis_set_cursor (axis, 0, get_number (node, "first_cursor", NAN));
  plot_time_axis_set_cursor (axis, 1, get_number (node, "second_cursor", NAN));
}

static void
show_plots (const Opened *opened, const ModelYaml *root, WbPlotSet *plots)
{

  if (opened->plots->len > 0)
    wb_plot_set_replace (plots, opened->plots);
  for (guint i = 0; i < opened->plots->len; i++)
    {
      const PlotSpec *spec = g_ptr_array_index (opened->plots, i);

      wb_plot_set_set_shown (plots, (int) i, &spec->x_shown, &spec->y_shown);
    }
  show_time_axis (wb_plot_set_axis (plots), model_yaml_get (root, "time_axis"));
  /* In a narrow window always one plot is shown alone. The session file tells which. */
  if (model_yaml_get (root, "plot_alone") != NULL)
    wb_plot_set_focus (plots, (int) CLAMP (get_number (root, "plot_alone", 0), 0, wb_plot_set_n (plots) - 1));
}

/* Tells the user if the arithmetic that computed the runs, NULL in files of older versions, is not that of this program. */
static void
report_arithmetic (WbSession *session, const char *arithmetic)
{
  g_autofree char *text = NULL;
  const char *own = wb_session_file_arithmetic (session);

  if (arithmetic == NULL || strcmp (arithmetic, own) == 0)
    return;
  text = g_strdup_printf (_("The session was saved by a program with another arithmetic (%s); with the one of this program (%s) the last digits "
                            "of its runs differ"), arithmetic, own);
  wb_session_message (session, text);
}

static void
take_over (Opened *opened, const ModelYaml *root, WbSession *session)
{
  wb_session_set_model (session, opened->model, opened->requested);
  wb_session_adopt (session, opened->config, opened->values);
  wb_session_set_rate (session, CLAMP (get_number (root, "realtime_rate", 1), 0, 1e9));
  wb_session_restore_runs (session, opened->runs, opened->current, is_true (root, "follow") ? NAN : get_number (root, "playhead", NAN),
                           is_true (root, "stale"));
  for (guint i = 0; i < opened->runs->len; i++)
    wb_run_item_set_visible (g_ptr_array_index (opened->runs, i), g_array_index (opened->shown, gboolean, i));
  wb_session_touch_runs (session);
  show_plots (opened, root, wb_plot_set_of (session));
  wb_session_forget_history (session);
  if (opened->entries != NULL)
    wb_comparison_restore (wb_comparison_of (session), opened->entries, opened->entry_selected, opened->rule, opened->entry_values,
                             get_number (model_yaml_get (root, "comparison"), "time", NAN));
  if (opened->studies != NULL)
    wb_studies_restore (wb_studies_of (session), opened->studies, opened->study_selected);
  wb_laboratory_resume (session, model_yaml_get (root, "laboratory"));
  if (model_yaml_get (root, "lecture") != NULL)
    wb_session_set_lecture (session, is_true (root, "lecture"));
  wb_session_set_settings_page (session, model_yaml_get_text (root, "settings_page", wb_session_settings_page (session)));
  wb_microscope_resume (wb_microscope_of (session), model_yaml_get (root, "microscope"));
  wb_session_set_view (session, model_yaml_get_text (root, "view", "simulate"));
  if (opened->lesson != NULL)
    wb_lessons_resume (wb_lessons_of (session), g_steal_pointer (&opened->lesson), model_yaml_get (root, "lesson"));
  wb_session_tableaus_report (&opened->tableaus, session);
  report_arithmetic (session, model_yaml_get_text (root, "arithmetic", NULL));
  if (opened->file_differs)
    wb_session_message (session, _("The model file was changed after the session was saved; the session shows the saved model"));
}

gboolean
wb_session_file_read (const ModelYaml *root, const char *name, WbSession *session, GError **error)
{
  g_auto (Opened) opened = { .entry_selected = -1 };

  if (get_number (root, "stepwise_session", 0) != 1)
    return wrong (error, _("%s is not a session of this version."), name);
  if (!read_model (&opened, model_yaml_get (root, "model"), name, error))
    return FALSE;
  read_lesson (&opened, model_yaml_get (root, "lesson"));
  wb_session_tableaus_read (&opened.tableaus, model_yaml_get (root, "tableaus"));
  opened.config = read_settings (&opened, root, &opened.tableaus.replaced, error);
  opened.values = opened.config != NULL ? read_values (root, error) : NULL;
  if (opened.values == NULL || !read_plots (&opened, model_yaml_get (root, "plots"), error)
      || !read_comparison (&opened, model_yaml_get (root, "comparison"), error)
      || !read_studies (&opened, model_yaml_get (root, "studies"), error)
      || !read_runs (&opened, model_yaml_get (root, "runs"), error))
    {
      g_prefix_error (error, "%s: ", name);
      return FALSE;
    }
  take_over (&opened, root, session);
  return TRUE;
}
