/* Writes the model, the changed values, the runs, the plots and the pinned readouts of a session as a lesson file. */
#include "wb-lesson-write.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "model-library.h"
#include "model-yaml-writer.h"
#include "wb-number-field.h"
#include "wb-plot-set.h"
#include "wb-session-layout.h"
#include "wb-user-models.h"

/* Number of significant digits of expected values. */
#define N_DIGITS 4
/* Estimated time in minutes for a page, from which the duration of the lesson follows. */
#define MINUTES_PER_PAGE 2

/* A pinned readout that becomes an expected number of the lesson. */
typedef struct
{
  char *name;        /* name of the expected number; texts refer to it as {name} */
  char *run;         /* id of the run in the lesson */
  const char *value; /* name of the recorded column */
  double t, is;
} Pinned;

static void
pinned_free (gpointer data)
{
  Pinned *pinned = data;

  g_free (pinned->name);
  g_free (pinned->run);
  g_free (pinned);
}

/* ---- runs ---- */

static char *
run_id (WbRunItem *run)
{
  return g_strdup_printf ("run_%d", wb_run_item_number (run));
}

/* Returns the run with this number, borrowed, or NULL. */
static WbRunItem *
find_run (const GPtrArray *runs, int number)
{
  for (guint k = 0; k < runs->len; k++)
    if (wb_run_item_number (runs->pdata[k]) == number)
      return runs->pdata[k];
  return NULL;
}

/* Returns the visible runs of the session's model that were started, oldest first. Free the array with g_ptr_array_unref. */
static GPtrArray *
collect_runs (WbSession *session)
{
  GPtrArray *runs = g_ptr_array_new_with_free_func (g_object_unref);
  GListModel *all = wb_session_runs (session);

  for (guint k = 0; k < g_list_model_get_n_items (all); k++)
    {
      g_autoptr (WbRunItem) run = g_list_model_get_item (all, k);

      if (wb_run_item_visible (run) && !wb_run_item_ghost (run) && wb_run_item_model (run) == wb_session_model (session)
          && wb_run_item_state (run)->state != SIM_RUN_READY)
        g_ptr_array_add (runs, g_steal_pointer (&run));
    }
  return runs;
}

static void write_node (ModelYamlWriter *out, const char *key, const ModelYaml *node);

static void
write_pairs (ModelYamlWriter *out, const ModelYaml *mapping)
{
  for (int k = 0; k < mapping->n_items; k++)
    write_node (out, mapping->keys[k]->text, mapping->items[k]);
}

static void
write_node (ModelYamlWriter *out, const char *key, const ModelYaml *node)
{
  if (node->type == MODEL_YAML_SCALAR)
    model_yaml_writer_text (out, key, node->text);
  else if (node->type == MODEL_YAML_MAPPING)
    {
      model_yaml_writer_begin_mapping (out, key);
      write_pairs (out, node);
      model_yaml_writer_end_mapping (out);
    }
  else
    {
      model_yaml_writer_begin_list (out, key);
      for (int k = 0; k < node->n_items; k++)
        write_node (out, NULL, node->items[k]);
      model_yaml_writer_end_list (out);
    }
}

/* Writes the settings that differ from the defaults and from the model file. */
static void
write_settings (ModelYamlWriter *out, const SimConfig *config)
{
  g_autofree char *text = sim_config_to_yaml (config, FALSE);
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (ModelYamlDocument) document = model_yaml_parse (text, -1, "settings", diagnostics);
  const ModelYaml *root = document != NULL ? model_yaml_root (document) : NULL;

  for (int k = 0; root != NULL && root->type == MODEL_YAML_MAPPING && k < root->n_items; k++)
    if (root->items[k]->type != MODEL_YAML_SCALAR || sim_config_origin (config, root->keys[k]->text) > SIM_ORIGIN_MODEL)
      write_node (out, root->keys[k]->text, root->items[k]);
}

static void
write_table (ModelYamlWriter *out, const char *key, GHashTable *table)
{
  g_autoptr (GList) names = g_list_sort (g_hash_table_get_keys (table), (GCompareFunc) strcmp);

  if (names == NULL)
    return;
  model_yaml_writer_begin_mapping (out, key);
  for (GList *link = names; link != NULL; link = link->next)
    model_yaml_writer_text (out, link->data, g_hash_table_lookup (table, link->data));
  model_yaml_writer_end_mapping (out);
}

static void
write_run (ModelYamlWriter *out, const char *id, const SimConfig *config, const LabValues *values, double t_end)
{
  model_yaml_writer_begin_mapping (out, id);
  write_settings (out, config);
  if (isfinite (values->t_start))
    model_yaml_writer_number (out, "start", values->t_start);
  if (isfinite (t_end))
    model_yaml_writer_number (out, "end", t_end);
  write_table (out, "set", values->parameters);
  write_table (out, "initial", values->initials);
  write_table (out, "constant", values->constants);
  model_yaml_writer_end_mapping (out);
}

/* Appends a note for each property of a run that a lesson cannot contain. */
static void
note_run (const char *name, const LabValues *values, guint n_changes, GPtrArray *notes)
{
  if (n_changes > 0)
    g_ptr_array_add (notes, g_strdup_printf (_("%s was changed during the run. The lesson uses the settings from the start of the run."), name));
  if (g_hash_table_size (values->events_off) > 0)
    g_ptr_array_add (notes, g_strdup_printf (_("In %s some events are disabled; in the lesson they are enabled."), name));
  if (values->is_member)
    g_ptr_array_add (notes, g_strdup_printf (_("%s is a member of a study; its random streams are not in the lesson."), name));
}

static void
write_runs (ModelYamlWriter *out, WbSession *session, const GPtrArray *runs, GPtrArray *notes)
{
  model_yaml_writer_begin_mapping (out, "runs");
  for (guint k = 0; k < runs->len; k++)
    {
      WbRunItem *run = runs->pdata[k];
      g_autofree char *id = run_id (run);
      g_autoptr (GPtrArray) history = sim_run_history (wb_run_item_run (run));

      write_run (out, id, wb_run_item_config (run), wb_run_item_values (run), wb_run_item_first_t_end (run));
      note_run (wb_run_item_name (run), wb_run_item_values (run), history->len, notes);
    }
  if (runs->len == 0)
    {
      const LabValues *values = wb_session_values (session);

      write_run (out, "run_1", wb_session_config (session), values, values->t_end);
      note_run (_("The session"), values, 0, notes);
    }
  model_yaml_writer_end_mapping (out);
}

/* ---- plots ---- */

/* Returns whether a model file can contain this plot. */
static gboolean
is_of_model (const PlotSpec *spec)
{
  return (spec->kind->needs & PLOT_NEEDS_DIFFERENCE) == 0;
}

static void
write_plot (ModelYamlWriter *out, const PlotSpec *spec, WbSession *session)
{
  const ModelSystem *system = wb_session_system (session);
  gboolean section = spec->at != NULL, plane = spec->kind->across == PLOT_PLANE && !section;

  model_yaml_writer_begin_mapping (out, NULL);
  model_yaml_writer_text (out, "type", spec->kind->id);
  if (spec->title != NULL)
    model_yaml_writer_text (out, "title", spec->title);
  if (spec->show != NULL)
    model_yaml_writer_texts (out, "show", (const char *const *) spec->show);
  else if (strcmp (spec->kind->id, "time") == 0)
    {
      const char *first[] = { model_system_column (system, 0)->name, NULL };

      model_yaml_writer_texts (out, "show", first);
    }
  if (section)
    model_yaml_writer_text (out, "at", spec->at);
  if (spec->x != NULL && spec->y != NULL)
    {
      model_yaml_writer_text (out, "x", spec->x);
      model_yaml_writer_text (out, "y", spec->y);
    }
  else if (plane && model_system_n_columns (system) > 1)
    {
      model_yaml_writer_text (out, "x", model_system_column (system, 0)->name);
      model_yaml_writer_text (out, "y", model_system_column (system, 1)->name);
    }
  model_yaml_writer_end_mapping (out);
}

/* Writes the plots of a page: the plot `only`, or all plots if `only` is −1. */
static void
write_plots (ModelYamlWriter *out, WbSession *session, int only)
{
  WbPlotSet *plots = wb_plot_set_of (session);

  model_yaml_writer_begin_list (out, "plots");
  for (int k = 0; k < wb_plot_set_n (plots); k++)
    if ((only < 0 || k == only) && is_of_model (wb_plot_set_spec (plots, k)))
      write_plot (out, wb_plot_set_spec (plots, k), session);
  model_yaml_writer_end_list (out);
}

/* ---- pages ---- */

static void
write_first_page (ModelYamlWriter *out, WbSession *session, const GPtrArray *runs)
{
  g_autofree char *run = runs->len == 0 ? g_strdup ("run_1") : NULL;

  if (run == NULL)
    {
      WbRunItem *current = wb_session_current (session);

      run = run_id (current != NULL && g_ptr_array_find ((GPtrArray *) runs, current, NULL) ? current : runs->pdata[runs->len - 1]);
    }
  model_yaml_writer_begin_mapping (out, NULL);
  model_yaml_writer_text (out, "title", model_name (wb_session_model (session)));
  model_yaml_writer_block (out, "text", _("Describe the model here: what moves, and which equations it obeys.\n\nA blank line begins a paragraph. Formulas are "
                                          "written between dollar signs, as in $x' = -x$."));
  model_yaml_writer_text (out, "view", WB_VIEW_ID_SIMULATE);
  write_plots (out, session, -1);
  model_yaml_writer_text (out, "reveal", run);
  model_yaml_writer_block (out, "after", _("Say here what the run shows."));
  model_yaml_writer_end_mapping (out);
}

/* Returns a name for a new expected number that is not used yet. */
static char *
new_name (const char *column, const GPtrArray *expected)
{
  GString *name = g_string_new (NULL);

  for (const char *c = column; *c != '\0'; c++)
    g_string_append_c (name, g_ascii_isalnum (*c) ? *c : '_');
  g_string_append_printf (name, "_%u", expected->len + 1);
  return g_string_free (name, FALSE);
}

/* Adds the readout that is pinned in a plot to the expected numbers and returns it. Returns NULL if the readout is not the value of a
 * column of one of the runs. */
static const Pinned *
expect_row (const PlotSpec *spec, const GPtrArray *runs, GPtrArray *expected)
{
  const PlotHit *pin = &spec->pin;
  WbRunItem *run = find_run (runs, pin->run);
  SimTrajectory *trajectory = run != NULL ? wb_run_item_trajectory (run) : NULL;
  ModelSystem *system = run != NULL ? wb_run_item_system (run) : NULL;
  Pinned *pinned;

  if (trajectory == NULL || pin->kind != PLOT_HIT_ROW || pin->column < 0 || pin->column >= sim_trajectory_n_columns (trajectory)
      || pin->column >= model_system_n_columns (system) || pin->index >= sim_trajectory_n_rows (trajectory))
    return NULL;
  pinned = g_new0 (Pinned, 1);
  pinned->value = model_system_column (system, pin->column)->name;
  pinned->name = new_name (pinned->value, expected);
  pinned->run = run_id (run);
  pinned->t = sim_trajectory_row (trajectory, pin->index)[0];
  pinned->is = sim_trajectory_row (trajectory, pin->index)[1 + pin->column];
  if (!isfinite (pinned->is))
    {
      pinned_free (pinned);
      return NULL;
    }
  g_ptr_array_add (expected, pinned);
  return pinned;
}

/* Writes a link to the attempt or event of a pinned readout. */
static void
write_link (ModelYamlWriter *out, const PlotHit *pin)
{
  if (pin->kind != PLOT_HIT_ATTEMPT && pin->kind != PLOT_HIT_EVENT)
    return;
  model_yaml_writer_begin_list (out, "links");
  model_yaml_writer_begin_mapping (out, NULL);
  model_yaml_writer_begin_mapping (out, "microscope");
  model_yaml_writer_integer (out, pin->kind == PLOT_HIT_ATTEMPT ? "attempt" : "event", (gint64) pin->index + 1);
  model_yaml_writer_end_mapping (out);
  model_yaml_writer_end_mapping (out);
  model_yaml_writer_end_list (out);
}

static void
write_pinned_page (ModelYamlWriter *out, WbSession *session, int plot, const GPtrArray *runs, GPtrArray *expected)
{
  const PlotSpec *spec = wb_plot_set_spec (wb_plot_set_of (session), plot);
  const Pinned *pinned = expect_row (spec, runs, expected);
  WbRunItem *run = find_run (runs, spec->pin.run);

  model_yaml_writer_begin_mapping (out, NULL);
  model_yaml_writer_text (out, "title", spec->title != NULL ? spec->title : plot_kind_title (spec->kind));
  model_yaml_writer_block (out, "text", _("Say here what the figure shows, before the answer."));
  write_plots (out, session, plot);
  if (pinned != NULL)
    {
      g_autofree char *t = wb_number_text (pinned->t), *ask = g_strdup_printf (_("How large is %s at time %s?"), pinned->value, t);
      g_autofree char *after = g_strdup_printf (_("%s is {%s}."), pinned->value, pinned->name);

      model_yaml_writer_text (out, "ask", ask);
      model_yaml_writer_begin_mapping (out, "number");
      model_yaml_writer_text (out, "unit", "");
      model_yaml_writer_text (out, "expect", pinned->name);
      model_yaml_writer_end_mapping (out);
      model_yaml_writer_text (out, "reveal", pinned->run);
      model_yaml_writer_block (out, "after", after);
    }
  else if (run != NULL)
    {
      g_autofree char *id = run_id (run);

      model_yaml_writer_text (out, "reveal", id);
    }
  write_link (out, &spec->pin);
  model_yaml_writer_end_mapping (out);
}

/* ---- expected numbers ---- */

/* Writes the value with N_DIGITS significant digits. The tolerance is half a unit of the last digit. */
static void
write_expected (ModelYamlWriter *out, const Pinned *pinned)
{
  int exponent = pinned->is != 0 ? (int) floor (log10 (fabs (pinned->is))) : 0, decimals = N_DIGITS - 1 - exponent;
  g_autofree char *plain = g_malloc (G_ASCII_DTOSTR_BUF_SIZE * 2), *within = NULL;

  if (exponent < -3 || decimals < 0)
    g_ascii_formatd (plain, G_ASCII_DTOSTR_BUF_SIZE * 2, "%.3e", pinned->is);
  else
    {
      char format[16];

      g_snprintf (format, sizeof format, "%%.%df", decimals);
      g_ascii_formatd (plain, G_ASCII_DTOSTR_BUF_SIZE * 2, format, pinned->is);
    }
  within = g_strdup_printf ("5e%d", -decimals - 1);
  model_yaml_writer_begin_mapping (out, NULL);
  model_yaml_writer_text (out, "name", pinned->name);
  model_yaml_writer_text (out, "run", pinned->run);
  model_yaml_writer_text (out, "value", pinned->value);
  model_yaml_writer_number (out, "at", pinned->t);
  model_yaml_writer_text (out, "is", plain);
  model_yaml_writer_text (out, "within", within);
  model_yaml_writer_end_mapping (out);
}

/* ---- the whole file ---- */

/* Returns a path relative to a folder; both are absolute and without "..". */
static char *
relative_to (const char *folder, const char *path)
{
  g_auto (GStrv) from = g_strsplit (folder, G_DIR_SEPARATOR_S, -1), to = g_strsplit (path, G_DIR_SEPARATOR_S, -1);
  g_autoptr (GString) relative = g_string_new (NULL);
  guint same = 0;

  while (from[same] != NULL && to[same] != NULL && strcmp (from[same], to[same]) == 0)
    same++;
  for (guint k = same; from[k] != NULL; k++)
    g_string_append (relative, "../");
  for (guint k = same; to[k] != NULL; k++)
    g_string_append_printf (relative, "%s%s", to[k], to[k + 1] != NULL ? G_DIR_SEPARATOR_S : "");
  return g_string_free (g_steal_pointer (&relative), FALSE);
}

/* Returns the value of the key `model`: the id of a model of the library, or the path of another one, relative to the folder of the lesson if
 * that leads to the file. */
static char *
model_reference (WbSession *session, const char *folder)
{
  const Model *model = wb_session_model (session);
  g_autoptr (GPtrArray) unseen = model_diagnostics_new ();
  g_autoptr (Model) known = model_library_open (model_id (model), sim_config_check_solver, unseen);
  g_autofree char *path = model_path (model) != NULL ? g_canonicalize_filename (model_path (model), NULL) : NULL;
  g_autofree char *library = known != NULL ? g_canonicalize_filename (model_path (known), NULL) : NULL;
  g_autofree char *place = g_canonicalize_filename (folder, NULL);

  g_autofree char *relative = NULL, *joined = NULL;

  if (path == NULL || g_strcmp0 (path, library) == 0)
    return g_strdup (model_id (model));
  relative = relative_to (place, path);
  joined = g_build_filename (place, relative, NULL);
  /* If a folder on the way is a symbolic link, ".." can lead elsewhere. */
  return g_file_test (joined, G_FILE_TEST_IS_REGULAR) ? g_steal_pointer (&relative) : g_steal_pointer (&path);
}

char *
wb_lesson_text_of_session (WbSession *session, const char *folder, GPtrArray *notes)
{
  Model *model = wb_session_model (session);
  WbPlotSet *plots = wb_plot_set_of (session);
  g_autoptr (GPtrArray) runs = NULL, expected = g_ptr_array_new_with_free_func (pinned_free);
  g_autofree char *title = NULL, *reference = NULL;
  ModelYamlWriter *out;
  int n_pages = 1;

  if (model == NULL || wb_session_system (session) == NULL)
    return NULL;
  runs = collect_runs (session);
  title = g_strdup_printf (_("New lesson: %s"), model_name (model));
  reference = model_reference (session, folder);
  for (int k = 0; k < wb_plot_set_n (plots); k++)
    {
      const PlotSpec *spec = wb_plot_set_spec (plots, k);

      n_pages += spec->pinned && is_of_model (spec) ? 1 : 0;
      if (!is_of_model (spec))
        g_ptr_array_add (notes, g_strdup_printf (_("The plot “%s” compares two runs and is not in the lesson."), plot_kind_title (spec->kind)));
    }
  out = model_yaml_writer_new ();
  model_yaml_writer_integer (out, "format", 1);
  model_yaml_writer_text (out, "title", title);
  model_yaml_writer_text (out, "chapter", "accuracy");
  model_yaml_writer_text (out, "level", "beginner");
  model_yaml_writer_integer (out, "minutes", n_pages * MINUTES_PER_PAGE);
  model_yaml_writer_text (out, "model", reference);
  write_runs (out, session, runs, notes);
  model_yaml_writer_begin_list (out, "pages");
  write_first_page (out, session, runs);
  for (int k = 0; k < wb_plot_set_n (plots); k++)
    if (wb_plot_set_spec (plots, k)->pinned && is_of_model (wb_plot_set_spec (plots, k)))
      write_pinned_page (out, session, k, runs, expected);
  model_yaml_writer_end_list (out);
  if (expected->len > 0)
    {
      model_yaml_writer_begin_list (out, "expect");
      for (guint k = 0; k < expected->len; k++)
        write_expected (out, expected->pdata[k]);
      model_yaml_writer_end_list (out);
    }
  return model_yaml_writer_finish (out);
}

char *
wb_lesson_new_from_session (WbSession *session, GPtrArray *notes, GError **error)
{
  g_autofree char *folder = model_library_user_folder ("models"), *text = wb_lesson_text_of_session (session, folder, notes), *stem = NULL;

  if (text == NULL)
    return NULL;
  stem = g_strdup (model_id (wb_session_model (session))[0] != '\0' ? model_id (wb_session_model (session)) : "lesson");
  return wb_user_models_write (stem, ".lesson.yaml", text, error);
}
