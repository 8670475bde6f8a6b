/* Reads session files. It reads everything before it changes the open session. */
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lab-seal-file.h"
#include "lab-session-model.h"
#include "lab-session-run.h"
#include "model-tableau.h"
#include "model-yaml.h"
#include "wb-comparison.h"
#include "wb-laboratory-file.h"
#include "wb-lesson-library.h"
#include "wb-lessons.h"
#include "wb-microscope.h"
#include "wb-plot-set.h"
#include "wb-session-file-private.h"
#include "wb-session-layout.h"
#include "wb-session-tableaus.h"
#include "wb-studies.h"
#include "wb-study-text.h"

/* Largest number of plots, because the export window stores a choice of plots as bits of a 64-bit number. */
#define MOST_PLOTS 64
#define MOST_TABLES 64
#define MOST_ENTRIES 100
#define MOST_STUDIES 200

typedef struct
{
  Model *model;
  LabSessionModels *models; /* the models of the runs */
  char *requested;
  SimConfig *config;
  LabValues *values;
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
  LabMeasured *measured; /* measured data in the plots; NULL: none */
  char *not_measured;    /* why the file of the measured data cannot be read; NULL: it was read */
} Opened;

static void
opened_clear (Opened *opened)
{
  g_clear_pointer (&opened->models, lab_session_models_free);
  g_clear_pointer (&opened->model, model_unref);
  g_clear_pointer (&opened->config, sim_config_free);
  g_clear_pointer (&opened->values, lab_values_free);
  g_clear_pointer (&opened->plots, g_ptr_array_unref);
  g_clear_pointer (&opened->runs, g_ptr_array_unref);
  g_clear_pointer (&opened->shown, g_array_unref);
  g_clear_pointer (&opened->entries, g_ptr_array_unref);
  g_clear_pointer (&opened->studies, g_ptr_array_unref);
  wb_session_tableaus_clear (&opened->tableaus);
  g_clear_pointer (&opened->lesson, lab_lesson_free);
  g_clear_pointer (&opened->measured, lab_measured_unref);
  g_free (opened->not_measured);
  g_free (opened->requested);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Opened, opened_clear)

/* Reads a boolean. Returns 1 for true, −1 for false, and 0 if the key is missing. */
static int
choice (const ModelYaml *mapping, const char *key)
{
  return model_yaml_get (mapping, key) == NULL ? 0 : lab_session_is_true (mapping, key) ? 1 : -1;
}

/* ---- plots ---- */

static PlotRange
read_range (const ModelYaml *node, const char *key)
{
  const ModelYaml *list = model_yaml_get (node, key);

  if (lab_session_n_items (list) != 3)
    return (PlotRange) { 0, 0, FALSE };
  return (PlotRange) { lab_session_number_of (list->items[0], 0), lab_session_number_of (list->items[1], 0),
                       strcmp (lab_session_text_of (list->items[2], ""), "stays") == 0 };
}

static gboolean
read_pin (const ModelYaml *node, PlotSpec *spec, GError **error)
{
  const char *of = model_yaml_get_text (node, "of", "");

  for (int kind = 0; node != NULL && kind < WB_N_SESSION_PINS && !spec->pinned; kind++)
    if (g_strcmp0 (wb_session_pins[kind], of) == 0)
      {
        spec->pinned = TRUE;
        spec->pin = (PlotHit) { .kind = (PlotHitKind) kind, .x = lab_session_number (node, "x", NAN), .y = lab_session_number (node, "y", NAN),
                                .index = (gsize) CLAMP (lab_session_number (node, "index", 0), 0, 1e15),
                                .column = (int) CLAMP (lab_session_number (node, "column", PLOT_COLUMN_NONE), PLOT_COLUMN_NONE, 1e6),
                                .run = (int) CLAMP (lab_session_number (node, "run", 0), 0, 1e6) };
        if (spec->pin.column < 0)
          spec->pin.column = PLOT_COLUMN_NONE; /* the file has −1 for this value */
      }
  return node == NULL || spec->pinned || lab_session_wrong (error, node, _("'%s' is not a part of a plot that can be pinned."), of);
}

static PlotSpec *
read_plot (const ModelYaml *item, GError **error)
{
  const ModelYaml *show = model_yaml_get (item, "show");
  const PlotKind *kind = plot_kind_find (model_yaml_get_text (item, "type", ""));
  PlotSpec *spec;

  if (kind == NULL)
    {
      lab_session_wrong (error, item, _("There is no plot '%s'."), model_yaml_get_text (item, "type", ""));
      return NULL;
    }
  spec = plot_spec_new (kind, lab_session_number (item, "column", 0) > 0 ? 1 : 0, CLAMP (lab_session_number (item, "share", 200), 1, 1e6));
  spec->x = g_strdup (model_yaml_get_text (item, "x", NULL));
  spec->y = g_strdup (model_yaml_get_text (item, "y", NULL));
  spec->at = g_strdup (model_yaml_get_text (item, "at", NULL));
  spec->of = (int) CLAMP (lab_session_number (item, "of", 0), 0, 1e6);
  spec->to = (int) CLAMP (lab_session_number (item, "to", 0), 0, 1e6);
  spec->log_x = lab_session_is_true (item, "log_across");
  spec->log_y = choice (item, "log");
  spec->field = choice (item, "field");
  spec->nullclines = choice (item, "nullclines");
  spec->exposures = choice (item, "exposures");
  spec->sensitivity = lab_session_is_true (item, "sensitivity");
  spec->x_shown = read_range (item, "x_range");
  spec->y_shown = read_range (item, "y_range");
  if (show != NULL && lab_session_n_items (show) > 0)
    {
      spec->show = g_new0 (char *, lab_session_n_items (show) + 1);
      for (int k = 0; k < lab_session_n_items (show); k++)
        spec->show[k] = g_strdup (lab_session_text_of (show->items[k], ""));
    }
  if (!read_pin (model_yaml_get (item, "pin"), spec, error))
    g_clear_pointer (&spec, plot_spec_free);
  return spec;
}

/* Reads a table of measured data: that in the session, or the file if the session has only its name. */
static gboolean
read_table (Opened *opened, const ModelYaml *node, GError **error)
{
  const char *file = model_yaml_get_text (node, "file", "data.csv"), *text = model_yaml_get_text (node, "text", NULL);
  const ModelYaml *columns = model_yaml_get (node, "columns");
  const char *time = model_yaml_get_text (node, "time", NULL);
  g_autoptr (LabMeasured) measured = NULL, tables = NULL;
  g_autoptr (GError) wrong = NULL;

  measured = text != NULL ? lab_measured_parse (file, text, strlen (text), &wrong) : lab_measured_read (file, &wrong);
  if (measured == NULL && text == NULL)
    {
      g_free (opened->not_measured);
      opened->not_measured = g_strdup (wrong->message);
      return TRUE;
    }
  for (int k = -1; measured != NULL && k < lab_session_n_items (columns); k++)
    {
      const ModelYaml *item = k < 0 ? NULL : columns->items[k];
      LabMeasured *chosen = k >= 0 ? lab_measured_choose (measured, model_yaml_get_text (item, "column", ""), model_yaml_get_text (item, "measures", NULL), &wrong)
                            : time != NULL ? lab_measured_choose (measured, time, "t", &wrong) : lab_measured_ref (measured);

      lab_measured_unref (measured);
      measured = chosen;
    }
  if (measured == NULL)
    return lab_session_wrong (error, node, "%s", wrong->message);
  tables = lab_measured_add (opened->measured, measured);
  lab_measured_unref (opened->measured);
  opened->measured = g_steal_pointer (&tables);
  return TRUE;
}

/* Reads the tables of measured data, a list or a single one. */
static gboolean
read_measured (Opened *opened, const ModelYaml *node, GError **error)
{
  if (node == NULL || node->type == MODEL_YAML_MAPPING)
    return node == NULL || read_table (opened, node, error);
  if (lab_session_n_items (node) > MOST_TABLES)
    return lab_session_wrong (error, node, _("A session has at most %d tables of measured data."), MOST_TABLES);
  for (int k = 0; k < lab_session_n_items (node); k++)
    if (!read_table (opened, node->items[k], error))
      return FALSE;
  return TRUE;
}

static gboolean
read_plots (Opened *opened, const ModelYaml *list, GError **error)
{
  opened->plots = g_ptr_array_new_with_free_func ((GDestroyNotify) plot_spec_free);
  if (lab_session_n_items (list) > MOST_PLOTS)
    return lab_session_wrong (error, list, _("A session has at most %d plots."), MOST_PLOTS);
  for (int i = 0; i < lab_session_n_items (list); i++)
    {
      PlotSpec *spec = read_plot (list->items[i], error);

      if (spec == NULL)
        return FALSE;
      g_ptr_array_add (opened->plots, spec);
    }
  return TRUE;
}

/* ---- runs ---- */

/* Reads the place of a run in its tree of branches. */
static void
read_branch (const ModelYaml *node, WbRunItem *run)
{
  int tree = (int) CLAMP (lab_session_number (node, "tree", 0), 0, 1e6), parent = (int) CLAMP (lab_session_number (node, "branch_of", 0), 0, 1e6);
  double t = lab_session_number (node, "branch_at", NAN);

  if (tree != 0)
    wb_run_item_set_branch (run, tree, isfinite (t) ? parent : 0, isfinite (t) && parent != 0 ? t : NAN,
                            'A' - 1 + (int) CLAMP (lab_session_number (node, "letter", 1), 1, 26));
}

static gboolean
read_run (Opened *opened, const ModelYaml *node, GError **error)
{
  g_auto (LabSessionRun) stored = { 0 };
  Model *model = lab_session_models_of_run (opened->models, node, error);
  WbRunItem *run = model != NULL && lab_session_run_read (&stored, node, model, &opened->tableaus.methods, error)
                     ? wb_run_item_new (model, stored.config, stored.values, error) : NULL;
  gboolean visible = lab_session_is_true (node, "visible");
  WbRunTimes times = { lab_session_number (node, "wall_seconds", NAN), lab_session_number (node, "waited_seconds", 0),
                       lab_session_number (node, "rate_reached", NAN) };

  if (run == NULL)
    return stored.history == NULL ? FALSE : lab_session_add_place (error, node);
  if (stored.missing)
    {
      g_object_unref (run);
      opened->tableaus.n_runs++;
      return TRUE;
    }
  g_ptr_array_add (opened->runs, run);
  g_array_append_val (opened->shown, visible);
  wb_run_item_set_name (run, model_yaml_get_text (node, "name", ""));
  wb_run_item_set_number (run, (int) CLAMP (lab_session_number (node, "number", 0), 0, 1e6));
  wb_run_item_set_color (run, (int) CLAMP (lab_session_number (node, "color", 1), 1, PLOT_N_STYLES));
  wb_run_item_set_visible (run, visible);
  wb_run_item_set_pinned (run, lab_session_is_true (node, "pinned"));
  wb_run_item_set_ghost (run, lab_session_is_true (node, "ghost"));
  read_branch (node, run);
  if (lab_session_is_true (node, "current"))
    opened->current = run;
  wb_run_item_set_times (run, &times, lab_session_number (node, "reached", -INFINITY));
  wb_run_item_recompute (run, stored.history, stored.steps, stored.stop);
  return TRUE;
}

/* Returns whether a run was made with another text of the model, which the file of an earlier version does not have. Its seal says so. */
static gboolean
has_lost_model (const ModelYaml *root, int run)
{
  const ModelYaml *seals = model_yaml_get (root, "seals");

  return run < lab_session_n_items (seals)
         && strcmp (model_yaml_get_text (seals->items[run], "end", ""), lab_seal_end_name (LAB_SEAL_OTHER_MODEL)) == 0;
}

static gboolean
read_runs (Opened *opened, const ModelYaml *root, GError **error)
{
  const ModelYaml *list = model_yaml_get (root, "runs");

  opened->runs = g_ptr_array_new_with_free_func (g_object_unref);
  opened->shown = g_array_new (FALSE, FALSE, sizeof (gboolean));
  if (lab_session_n_items (list) > LAB_SESSION_MOST_RUNS)
    return lab_session_wrong (error, list, _("A session has at most %d runs."), LAB_SESSION_MOST_RUNS);
  for (int i = 0; i < lab_session_n_items (list); i++)
    if (has_lost_model (root, i))
      opened->tableaus.n_other++;
    else if (!read_run (opened, list->items[i], error))
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
      opened->entry_values[i] = lab_session_number (node, wb_session_rules[i], NAN);
    }
  if (strcmp (wb_session_rules[opened->rule], rule) != 0)
    return lab_session_wrong (error, node, _("'%s' is not a rule for comparing integrators; use cost, step or accuracy."), rule);
  for (int i = 0; i < MIN (lab_session_n_items (list), MOST_ENTRIES); i++)
    {
      const ModelYaml *item = list->items[i];
      const char *id = model_yaml_get_text (item, "method", "");
      WbCompareEntry *entry;

      if (lab_session_method_is_missing (&opened->tableaus.methods, id))
        {
          opened->tableaus.n_entries++;
          continue;
        }
      entry = wb_compare_entry_new (model_method_find (id), (int) CLAMP (lab_session_number (item, "color", 1), 1, PLOT_N_STYLES));
      wb_compare_entry_set_visible (entry, lab_session_is_true (item, "visible"));
      if (lab_session_is_true (item, "selected"))
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
  for (int i = 0; i < MIN (lab_session_n_items (list), MOST_STUDIES); i++)
    {
      const ModelYaml *item = list->items[i];
      const char *text = model_yaml_get_text (item, "text", NULL), *path = model_yaml_get_text (item, "file", NULL);
      const char *page = model_yaml_get_text (item, "page", "");
      g_autofree char *model = text != NULL ? wb_study_model_of (text) : NULL;
      WbStudy *study;

      if (text == NULL)
        return lab_session_wrong (error, item, _("A study in the session file has no text."));
      study = wb_study_new (text, path, g_strcmp0 (model, opened->requested) == 0 ? opened->model : NULL);
      wb_study_set_threads (study, (int) CLAMP (lab_session_number (item, "threads", 1), 1, 256));
      wb_study_expect_results (study, model_yaml_get_text (item, "results", NULL));
      if (strcmp (page, "setup") == 0 || strcmp (page, "results") == 0)
        wb_studies_set_page (NULL, study, *page == 's' ? WB_STUDY_PAGE_SETUP : WB_STUDY_PAGE_RESULTS);
      if (lab_session_is_true (item, "selected"))
        opened->study_selected = i;
      g_ptr_array_add (opened->studies, study);
    }
  return TRUE;
}

/* ---- changes of the session ---- */

static void
show_time_axis (PlotTimeAxis *axis, const ModelYaml *node)
{
  double low, high;

  if (axis == NULL || node == NULL)
    return;
  plot_time_axis_get_view (axis, &low, &high);
  plot_time_axis_set_log (axis, lab_session_is_true (node, "log"));
  plot_time_axis_set_view (axis, lab_session_number (node, "from", low), lab_session_number (node, "to", high));
  plot_time_axis_set_follow (axis, lab_session_is_true (node, "follow"));
  plot_time_axis_set_cursor (axis, 0, lab_session_number (node, "first_cursor", NAN));
  plot_time_axis_set_cursor (axis, 1, lab_session_number (node, "second_cursor", NAN));
}

static void
show_plots (const Opened *opened, const ModelYaml *root, WbPlotSet *plots)
{

  if (opened->plots->len > 0)
    wb_plot_set_replace (plots, opened->plots);
  wb_plot_set_set_measured (plots, opened->measured);
  for (guint i = 0; i < opened->plots->len; i++)
    {
      const PlotSpec *spec = g_ptr_array_index (opened->plots, i);

      wb_plot_set_set_shown (plots, (int) i, &spec->x_shown, &spec->y_shown);
    }
  show_time_axis (wb_plot_set_axis (plots), model_yaml_get (root, "time_axis"));
  /* In a narrow window always one plot is shown alone. The session file tells which. */
  if (model_yaml_get (root, "plot_alone") != NULL)
    wb_plot_set_focus (plots, (int) CLAMP (lab_session_number (root, "plot_alone", 0), 0, wb_plot_set_n (plots) - 1));
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
  wb_session_set_rate (session, CLAMP (lab_session_number (root, "realtime_rate", 1), 0, 1e9));
  wb_session_restore_runs (session, opened->runs, opened->current, lab_session_is_true (root, "follow") ? NAN : lab_session_number (root, "playhead", NAN),
                           lab_session_is_true (root, "stale") || wb_session_tableaus_changed (&opened->tableaus));
  for (guint i = 0; i < opened->runs->len; i++)
    wb_run_item_set_visible (g_ptr_array_index (opened->runs, i), g_array_index (opened->shown, gboolean, i));
  wb_session_touch_runs (session);
  show_plots (opened, root, wb_plot_set_of (session));
  wb_session_forget_history (session);
  if (opened->entries != NULL)
    wb_comparison_restore (wb_comparison_of (session), opened->entries, opened->entry_selected, opened->rule, opened->entry_values,
                             lab_session_number (model_yaml_get (root, "comparison"), "time", NAN));
  if (opened->studies != NULL)
    wb_studies_restore (wb_studies_of (session), opened->studies, opened->study_selected);
  wb_laboratory_resume (session, model_yaml_get (root, "laboratory"));
  if (model_yaml_get (root, "lecture") != NULL)
    wb_session_set_lecture (session, lab_session_is_true (root, "lecture"));
  wb_session_set_settings_page (session, model_yaml_get_text (root, "settings_page", wb_session_settings_page (session)));
  wb_microscope_resume (wb_microscope_of (session), model_yaml_get (root, "microscope"));
  wb_session_set_view (session, model_yaml_get_text (root, "view", WB_VIEW_ID_SIMULATE));
  if (opened->lesson != NULL)
    wb_lessons_resume (wb_lessons_of (session), g_steal_pointer (&opened->lesson), model_yaml_get (root, "lesson"));
  wb_session_tableaus_report (&opened->tableaus, session);
  if (opened->not_measured != NULL)
    wb_session_message (session, opened->not_measured);
  report_arithmetic (session, model_yaml_get_text (root, "arithmetic", NULL));
  if (opened->file_differs)
    wb_session_message (session, _("The model file, or a file of data that it names, was changed after the session was saved; the session shows the saved model"));
}

/* Reads the model. The page of an open lesson determines it; without the file of the lesson the session opens without the lesson. */
static gboolean
read_model (Opened *opened, const ModelYaml *root, const char *name, GError **error)
{
  const ModelYaml *node = model_yaml_get (root, "model"), *lesson = model_yaml_get (root, "lesson");
  Model *model = NULL;

  opened->requested = g_strdup (model_yaml_get_text (node, "file", "model.yaml"));
  opened->model = lab_session_read_model (node, name, &opened->file_differs, error);
  if (opened->model == NULL)
    return FALSE;
  opened->lesson = lesson != NULL ? lab_session_read_lesson (lesson, wb_lesson_language (), &model) : NULL;
  if (model == NULL)
    return TRUE;
  model_unref (opened->model);
  opened->model = model;
  opened->file_differs = FALSE;
  return TRUE;
}

gboolean
wb_session_file_read (const ModelYaml *root, const char *name, WbSession *session, GError **error)
{
  g_auto (Opened) opened = { .entry_selected = -1 };
  LabSessionMethods methods;

  wb_session_tableaus_read (&opened.tableaus, root);
  if (!read_model (&opened, root, name, error))
    return FALSE;
  opened.models = lab_session_models_new (root, name, opened.model);
  methods = (LabSessionMethods) { .missing = opened.tableaus.methods.missing }; /* the next run uses the present tableaus */
  opened.config = lab_session_read_settings (root, opened.model, &methods, &opened.tableaus.replaced, error);
  opened.values = opened.config != NULL ? lab_session_read_values (root, error) : NULL;
  if (opened.values == NULL || !read_plots (&opened, model_yaml_get (root, "plots"), error)
      || !read_measured (&opened, model_yaml_get (root, "measured"), error)
      || !read_comparison (&opened, model_yaml_get (root, "comparison"), error)
      || !read_studies (&opened, model_yaml_get (root, "studies"), error)
      || !read_runs (&opened, root, error))
    return FALSE;
  take_over (&opened, root, session);
  return TRUE;
}
