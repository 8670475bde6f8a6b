/* Tests common tasks in the window: finding models, dropping files, changing settings, and keeping
 * runs. */
#include "wb-test.h"

#include <glib/gstdio.h>
#include <string.h>

#include "model-library.h"
#include "wb-method-chooser.h"
#include "wb-model-row.h"
#include "wb-row-box.h"

static const char good_text[] = "format: 1\nname: Decay\ntime: {end: 5}\nparameters: {k: 1}\n"
                                "states: {x: {initial: 1, derivative: -k*x, about: temperature}}\n";

/* ---- the browser ---- */

/* Returns the name of the first line in the list that is a model. Free it with
 * g_free. */
static char *
first_model (WbModelBrowser *browser)
{
  GtkWidget *list = wb_test_find (GTK_WIDGET (browser), GTK_TYPE_LIST_VIEW, NULL);
  GListModel *lines = G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (list)));

  for (guint i = 0; i < g_list_model_get_n_items (lines); i++)
    {
      g_autoptr (GtkTreeListRow) row = g_list_model_get_item (lines, i);
      g_autoptr (WbLine) line = gtk_tree_list_row_get_item (row);

      if (line->kind == WB_LINE_MODEL)
        return g_strdup (line->entry->id);
    }
  return NULL;
}

static void
assert_found (WbModelBrowser *browser, const char *query, const char *id)
{
  g_autofree char *first = NULL;

  wb_model_browser_set_query (browser, query);
  first = first_model (browser);
  g_assert_cmpstr (first, ==, id);
}

static void
test_search (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbModelBrowser *browser = wb_window_browser (window);
  GtkWidget *search = wb_test_find (GTK_WIDGET (browser), GTK_TYPE_SEARCH_ENTRY, NULL);
  g_autofree char *first = NULL;

  WAIT_FOR (!wb_model_browser_is_scanning (browser));
  /* Models whose name matches come before models whose text matches, whatever their category
   * is. */
  assert_found (browser, "lorenz", "lorenz");
  assert_found (browser, "kepler", "kepler");
  /* The search also finds text that is only in the file, such as an
   * equation. */
  assert_found (browser, "mu*(1 - x^2)", "van-der-pol");
  assert_found (browser, "no such words anywhere", NULL);
  /* Ctrl+F in the field selects its text. Escape clears the text and leaves the field. */
  gtk_widget_activate_action (GTK_WIDGET (window), "win.find", NULL);
  g_assert_true (gtk_editable_get_selection_bounds (GTK_EDITABLE (search), NULL, NULL));
  g_signal_emit_by_name (search, "stop-search");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (search)), ==, "");
  g_assert_false (gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (window)), GTK_WIDGET (browser)));
  first = first_model (browser);
  g_assert_nonnull (first);
  /* Return opens the match. The next keys control the run. */
  gtk_widget_activate_action (GTK_WIDGET (window), "win.find", NULL);
  assert_found (browser, "lorenz", "lorenz");
  g_signal_emit_by_name (search, "activate");
  g_assert_cmpstr (model_id (wb_session_model (wb_window_session (window))), ==, "lorenz");
  g_assert_true (WB_IS_PLOT_AREA (gtk_window_get_focus (GTK_WINDOW (window))));
  wb_test_close (window);
}

/* If the pointer is over a row, the selection stays at the open model. A click opens another
 * model. */
static void
test_rows (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbModelBrowser *browser = wb_window_browser (window);
  GtkSelectionModel *selection = gtk_list_view_get_model (GTK_LIST_VIEW (wb_test_find (GTK_WIDGET (browser), GTK_TYPE_LIST_VIEW, NULL)));
  GtkEventController *hover, *click;
  GtkWidget *row;

  WAIT_FOR (!wb_model_browser_is_scanning (browser));
  wb_model_browser_set_query (browser, "lorenz");
  WAIT_FOR ((row = wb_test_find (GTK_WIDGET (browser), WB_TYPE_ROW_BOX, "model")) != NULL && gtk_widget_get_width (row) > 0);
  hover = wb_test_controller (gtk_widget_get_parent (row), GTK_TYPE_EVENT_CONTROLLER_MOTION);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (selection)); i++)
    g_assert_false (gtk_selection_model_is_selected (selection, i));
  g_signal_emit_by_name (hover, "enter", 5.0, 5.0);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (selection)); i++)
    g_assert_false (gtk_selection_model_is_selected (selection, i));
  click = wb_test_controller (row, GTK_TYPE_GESTURE_CLICK);
  g_signal_emit_by_name (click, "released", 1, 5.0, 5.0);
  g_assert_cmpstr (model_id (wb_session_model (wb_window_session (window))), ==, "lorenz");
  wb_test_close (window);
}

/* A file dropped anywhere on the window opens. */
static void
test_drop (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *path = wb_test_write (folder, "decay.yaml", good_text);
  WbWindow *window = wb_test_window ("van-der-pol");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_auto (GValue) value = G_VALUE_INIT;
  GSList *files = g_slist_append (NULL, file);
  gboolean taken = FALSE;

  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_set_boxed (&value, files);
  g_slist_free (files);
  g_signal_emit_by_name (wb_test_controller (GTK_WIDGET (window), GTK_TYPE_DROP_TARGET), "drop", &value, 700.0, 300.0, &taken);
  g_assert_true (taken);
  g_assert_cmpstr (model_name (wb_session_model (wb_window_session (window))), ==, "Decay");
  wb_test_close (window);
  g_remove (path);
  g_rmdir (folder);
}

/* ---- files with errors ---- */

static const char bad_text[] = "format: 1\nname: Decay\ntime: {end: 5}\nparameters: {k: 1}\n"
                               "states: {x: {initial: 1, derivative: -kk*x}}\n";

static gboolean
is_enabled (WbWindow *window, const char *action)
{
  return g_action_group_get_action_enabled (G_ACTION_GROUP (window), action);
}

/* A new file with errors is shown in the editor. After the errors were corrected, its model is
 * opened. */
static void
test_mend (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *path = wb_test_write (folder, "decay.yaml", bad_text);
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);
  g_autofree char *name = NULL;
  GtkWidget *text;

  g_assert_false (wb_window_open_path (window, path));
  g_assert_cmpstr (wb_session_failed_file (session), ==, path);
  g_assert_false (is_enabled (window, "run"));
  g_assert_false (is_enabled (window, "step"));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.model-text", NULL);
  wb_test_spin ();
  text = wb_test_find (GTK_WIDGET (window), GTK_TYPE_TEXT_VIEW, "source");
  g_assert_nonnull (text);
  name = wb_model_editor_file_name (wb_window_editor (window));
  g_assert_cmpstr (name, ==, "decay.yaml");
  g_assert_true (wb_window_show_view (window, "simulate"));

  /* The user can continue with the last valid model. */
  gtk_widget_activate_action (GTK_WIDGET (window), "win.dismiss-errors", NULL);
  g_assert_true (is_enabled (window, "run"));
  g_assert_cmpstr (model_name (wb_session_model (session)), ==, "Van der Pol");
  g_assert_false (wb_window_open_path (window, path));
  g_assert_true (g_file_set_contents (path, good_text, -1, NULL));
  WAIT_FOR (strcmp (model_name (wb_session_model (session)), "Decay") == 0);
  g_assert_null (wb_session_failed_file (session));
  g_assert_true (is_enabled (window, "run"));
  wb_test_close (window);
  g_remove (path);
  g_rmdir (folder);
}

/* If the model file is saved with errors, the run can still be paused, and added plots
 * stay. */
static void
test_break_while_running (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *path = wb_test_write (folder, "decay.yaml", good_text);
  g_autofree char *longer = g_strconcat (good_text, "# longer\n", NULL);
  WbWindow *window = wb_test_window (path);
  WbSession *session = wb_window_session (window);
  int n = wb_plot_set_n (wb_plot_set_of (wb_window_session (window)));

  gtk_widget_activate_action (GTK_WIDGET (window), "win.add-plot", "s", "time:x");
  g_assert_cmpint (wb_plot_set_n (wb_plot_set_of (wb_window_session (window))), ==, n + 1);
  wb_session_set_rate (session, 0.1);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  WAIT_FOR (wb_session_state (session) == SIM_RUN_RUNNING);
  g_assert_true (g_file_set_contents (path, bad_text, -1, NULL));
  WAIT_FOR (wb_session_failed_file (session) != NULL);
  g_assert_cmpint (wb_session_state (session), ==, SIM_RUN_RUNNING);
  g_assert_true (is_enabled (window, "run"));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  WAIT_FOR (wb_session_state (session) == SIM_RUN_PAUSED);
  g_assert_true (g_file_set_contents (path, longer, -1, NULL));
  WAIT_FOR (wb_session_failed_file (session) == NULL);
  g_assert_cmpint (wb_plot_set_n (wb_plot_set_of (wb_window_session (window))), ==, n + 1);
  wb_test_close (window);
  g_remove (path);
  g_rmdir (folder);
}

/* The user's own file is opened directly in the editor of the system. A file of the library is copied to the user's models
 * first. */
static void
test_editor (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *path = wb_test_write (folder, "decay.yaml", good_text);
  g_autofree char *seen = g_build_filename (folder, "seen", NULL), *command = g_strdup_printf ("cp %%f %s", seen);
  g_autofree char *own = model_library_user_folder ("models"), *copy = g_build_filename (own, "lorenz.yaml", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GAppInfo) editor = g_app_info_create_from_commandline (command, "Copying editor", G_APP_INFO_CREATE_NONE, &error);
  WbWindow *window = wb_test_window (path);

  g_assert_no_error (error);
  g_assert_true (g_app_info_set_as_default_for_type (editor, "text/plain", &error));
  g_assert_no_error (error);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.edit-outside", NULL);
  WAIT_FOR (g_file_test (seen, G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test (own, G_FILE_TEST_EXISTS));
  g_remove (seen);
  g_assert_true (wb_window_open_path (window, "lorenz"));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.edit", NULL);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.edit-outside", NULL);
  WAIT_FOR (g_file_test (seen, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (copy, G_FILE_TEST_EXISTS));
  g_assert_cmpstr (model_path (wb_session_model (wb_window_session (window))), ==, copy);
  wb_test_close (window);
  g_app_info_reset_type_associations ("text/plain");
  g_remove (copy);
  g_remove (seen);
  g_remove (path);
  g_rmdir (folder);
}

/* ---- changes ---- */

/* Each kind of setting can be changed, undone and redone. */
static void
test_undo_kinds (void)
{
  static const struct { WbKind kind; const char *key, *text; } rows[] = {
    { WB_SETTING, "integrator", "cvode_bdf" }, { WB_SETTING, "accuracy", "1e-07" },      { WB_SETTING, "max_step", "0.25" },
    { WB_SETTING, "norm", "rms" },         { WB_SETTING, "method.error_fraction", "0.5" }, { WB_PARAMETER, "e", "0.7" },
    { WB_INITIAL, "h", "2" },              { WB_TIME, "end", "4" },                  { WB_EVENT, "impact", "off" },
  };
  WbWindow *window = wb_test_window ("bouncing-ball");
  WbSession *session = wb_window_session (window);
  char *before[G_N_ELEMENTS (rows)];
  int n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;

      before[i] = wb_session_get (session, rows[i].kind, rows[i].key);
      if (!wb_session_set (session, rows[i].kind, rows[i].key, rows[i].text, &error))
        g_error ("%s = %s: %s", rows[i].key, rows[i].text, error->message);
      wb_test_assert_value (session, rows[i].kind, rows[i].key, rows[i].text);
      n++;
    }
  for (int i = n - 1; i >= 0; i--)
    {
      g_assert_cmpstr (before[i], !=, rows[i].text);
      gtk_widget_activate_action (GTK_WIDGET (window), "win.undo", NULL);
      wb_test_assert_value (session, rows[i].kind, rows[i].key, before[i]);
    }
  g_assert_false (wb_session_can_undo (session));
  for (int i = 0; i < n; i++)
    {
      gtk_widget_activate_action (GTK_WIDGET (window), "win.redo", NULL);
      wb_test_assert_value (session, rows[i].kind, rows[i].key, rows[i].text);
      g_free (before[i]);
    }
  g_assert_false (wb_session_can_redo (session));
  wb_test_close (window);
}

/* Changes of method options can be undone like settings. Resetting a setting that has its default adds no undo
 * step. */
static void
test_reset (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.reset-settings", NULL);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.reset-initial", NULL);
  g_assert_false (wb_session_can_undo (session));
  g_assert_true (wb_session_set (session, WB_SETTING, "integrator", "cvode_bdf", NULL));
  g_assert_true (wb_session_set (session, WB_SETTING, "method.error_fraction", "0.5", NULL));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.reset-settings", NULL);
  g_assert_false (wb_session_is_set (session, WB_SETTING, "integrator"));
  g_assert_false (wb_session_is_set (session, WB_SETTING, "method.error_fraction"));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.undo", NULL);
  wb_test_assert_value (session, WB_SETTING, "method.error_fraction", "0.5");
  wb_test_close (window);
}

static guint
n_live_changes (WbSession *session)
{
  g_autoptr (GPtrArray) history = sim_run_history (wb_run_item_run (wb_session_current (session)));

  return history->len;
}

static void
test_reset_events (void)
{
  WbWindow *window = wb_test_window ("bouncing-ball");
  WbSession *session = wb_window_session (window);
  GtkWidget *button;

  g_assert_true (wb_session_set (session, WB_EVENT, "impact", "off", NULL));
  button = wb_test_find (GTK_WIDGET (wb_window_panel (window)), GTK_TYPE_BUTTON, "Enable all events");
  g_assert_nonnull (button);
  g_signal_emit_by_name (button, "clicked");
  wb_test_assert_value (session, WB_EVENT, "impact", "on");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.undo", NULL);
  wb_test_assert_value (session, WB_EVENT, "impact", "off");
  wb_test_close (window);
}

/* "Reset all" and its undo also affect a running run. */
static void
test_reset_live (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);
  double value = 0;

  wb_session_set_rate (session, 2);
  wb_session_run (session);
  WAIT_FOR (wb_session_state (session) == SIM_RUN_RUNNING);
  g_assert_true (wb_session_set (session, WB_PARAMETER, "mu", "3", NULL));
  WAIT_FOR (n_live_changes (session) == 1);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.reset-parameters", NULL);
  WAIT_FOR (n_live_changes (session) == 2);
  {
    g_autoptr (GPtrArray) history = sim_run_history (wb_run_item_run (wb_session_current (session)));

    g_assert_cmpfloat (((const SimRunChange *) g_ptr_array_index (history, 0))->value, ==, 3);
    g_assert_true (model_system_get_parameter (wb_session_system (session), "mu", &value));
    g_assert_cmpfloat (((const SimRunChange *) g_ptr_array_index (history, 1))->value, ==, value);
  }
  wb_session_cancel (session);
  wb_test_close (window);
}

/* The name of a run states its differences from the previous run. Deleting a run can be
 * undone. */
static void
test_run_names (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);
  GListModel *runs = wb_session_runs (session);
  WbRunItem *second;

  wb_test_finish (session);
  g_assert_cmpstr (wb_run_item_name (wb_session_current (session)), ==, "Dormand–Prince 5(4)");
  g_assert_true (wb_session_set (session, WB_PARAMETER, "mu", "3", NULL));
  g_assert_true (wb_session_set (session, WB_SETTING, "accuracy", "1e-6", NULL));
  wb_test_finish (session);
  second = wb_session_current (session);
  g_assert_nonnull (strstr (wb_run_item_name (second), "μ = 3"));
  g_assert_nonnull (strstr (wb_run_item_name (second), "Accuracy = "));
  /* A value that was already different in the previous run is not part of the name. */
  g_assert_true (wb_session_set (session, WB_INITIAL, "x", "2", NULL));
  wb_test_finish (session);
  g_assert_cmpstr (wb_run_item_name (wb_session_current (session)), ==, "x = 2");

  g_assert_cmpuint (g_list_model_get_n_items (runs), ==, 3);
  wb_session_remove_run (session, second);
  g_assert_cmpuint (g_list_model_get_n_items (runs), ==, 2);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.undo", NULL);
  {
    g_autoptr (WbRunItem) back = g_list_model_get_item (runs, 1);

    g_assert_true (back == second);
  }
  gtk_widget_activate_action (GTK_WIDGET (window), "win.redo", NULL);
  g_assert_cmpuint (g_list_model_get_n_items (runs), ==, 2);
  wb_test_close (window);
}

static void
test_undo_plots (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);
  WbSimulateView *view = wb_window_simulate (window);
  int n = wb_plot_set_n (wb_simulate_view_plots (view));
  const PlotKind *first = wb_plot_set_spec (wb_simulate_view_plots (view), 0)->kind;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.plot-remove", "i", 0);
  g_assert_cmpint (wb_plot_set_n (wb_simulate_view_plots (view)), ==, n - 1);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.add-plot", "s", "time:v");
  gtk_widget_activate_action (GTK_WIDGET (wb_simulate_view_area (view, 0)), "plot.log-y", NULL);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.plot-down", "i", 0);
  for (int i = 0; i < 4; i++)
    {
      g_assert_true (wb_session_can_undo (session));
      gtk_widget_activate_action (GTK_WIDGET (window), "win.undo", NULL);
    }
  g_assert_cmpint (wb_plot_set_n (wb_simulate_view_plots (view)), ==, n);
  g_assert_true (wb_plot_set_spec (wb_simulate_view_plots (view), 0)->kind == first);
  g_assert_false (wb_session_can_undo (session));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.redo", NULL);
  g_assert_cmpint (wb_plot_set_n (wb_simulate_view_plots (view)), ==, n - 1);
  wb_test_close (window);
}

/* ---- the panel ---- */

static GtkWidget *
find_popover_search (WbWindow *window)
{
  GtkWidget *popover = wb_test_find (GTK_WIDGET (wb_window_panel (window)), GTK_TYPE_POPOVER, NULL);

  return popover != NULL ? wb_test_find (popover, GTK_TYPE_SEARCH_ENTRY, NULL) : NULL;
}

static WbMethodChooser *
chooser_of (WbWindow *window)
{
  return WB_METHOD_CHOOSER (wb_test_find (GTK_WIDGET (wb_window_panel (window)), WB_TYPE_METHOD_CHOOSER, NULL));
}

/* The list of methods can be used with keys alone (text, Down, Return). It opens at the current
 * method. */
static void
test_chooser_keys (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);
  GtkWidget *search;
  gboolean done = FALSE;

  wb_method_chooser_open (chooser_of (window));
  search = find_popover_search (window);
  g_signal_emit_by_name (search, "activate");
  g_assert_false (wb_session_is_set (session, WB_SETTING, "integrator")); /* choosing the current method changes nothing */
  wb_method_chooser_open (chooser_of (window));
  gtk_editable_set_text (GTK_EDITABLE (search), "BDF multistep");
  WAIT_FOR ((g_signal_emit_by_name (wb_test_controller (search, GTK_TYPE_EVENT_CONTROLLER_KEY), "key-pressed", GDK_KEY_Down, 0, 0, &done),
             done));
  g_signal_emit_by_name (search, "activate");
  g_assert_true (wb_session_is_set (session, WB_SETTING, "integrator"));
  /* When opened again, the list shows all methods. */
  wb_method_chooser_open (chooser_of (window));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (search)), ==, "");
  g_signal_emit_by_name (search, "stop-search"); /* this is the signal of Escape */
  g_assert_false (gtk_widget_get_visible (gtk_widget_get_ancestor (search, GTK_TYPE_POPOVER)));
  wb_test_close (window);
}

/* Changes each switch and drop-down below a widget, checks that a setting changes, and undoes the change. Returns the number of
 * changes. */
static int
try_controls (WbSession *session, GtkWidget *from)
{
  int n = 0;

  if (GTK_IS_SWITCH (from) || GTK_IS_DROP_DOWN (from))
    {
      g_autofree char *before = sim_config_to_yaml (wb_session_config (session), TRUE), *after = NULL;

      if (GTK_IS_SWITCH (from))
        gtk_switch_set_active (GTK_SWITCH (from), !gtk_switch_get_active (GTK_SWITCH (from)));
      else
        gtk_drop_down_set_selected (GTK_DROP_DOWN (from), gtk_drop_down_get_selected (GTK_DROP_DOWN (from)) == 0 ? 1 : 0);
      after = sim_config_to_yaml (wb_session_config (session), TRUE);
      g_assert_cmpstr (before, !=, after);
      wb_session_undo (session);
      return 1;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (from); child != NULL; child = gtk_widget_get_next_sibling (child))
    n += try_controls (session, child);
  return n;
}

/* For every method, the panel shows only rows that have an effect, and no warning is
 * logged. */
static void
test_all_methods (void)
{
  WbWindow *window = wb_test_window ("pendulum");
  WbSession *session = wb_window_session (window);
  GtkWidget *panel = GTK_WIDGET (wb_window_panel (window));
  int n_methods, n_controls = 0, n_accepted = 0;
  const OdeMethod *const *methods = ode_methods (&n_methods);
  GtkWidget *advanced = gtk_widget_get_ancestor (wb_test_find (panel, GTK_TYPE_BOX, "advanced"), GTK_TYPE_BUTTON);

  g_signal_emit_by_name (advanced, "clicked");
  for (int i = 0; i < n_methods; i++)
    {
      if (!wb_session_set (session, WB_SETTING, "integrator", methods[i]->id, NULL))
        continue;
      n_accepted++;
      wb_settings_panel_refresh (wb_window_panel (window), wb_simulate_view_stability (wb_window_simulate (window)));
      n_controls += try_controls (session, gtk_widget_get_parent (advanced));
    }
  g_assert_cmpint (n_accepted, >, n_methods / 2);
  g_assert_cmpint (n_controls, >, n_accepted);
  wb_test_close (window);
}

/* In lecture mode, keys go from one plot to the next, and the focus stays on the
 * plots. */
static void
test_lecture_keys (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSimulateView *view = wb_window_simulate (window);

  wb_session_set_lecture (wb_window_session (window), TRUE);
  wb_test_spin ();
  wb_plot_set_focus (wb_simulate_view_plots (view), 0);
  gtk_widget_grab_focus (GTK_WIDGET (wb_simulate_view_area (view, 0)));
  for (int i = 1; i < 4; i++)
    {
      wb_plot_set_focus (wb_simulate_view_plots (view), i % wb_plot_set_n (wb_simulate_view_plots (view)));
      wb_test_spin ();
      g_assert_true (gtk_window_get_focus (GTK_WINDOW (window)) == GTK_WIDGET (wb_simulate_view_area (view, i)));
    }
  wb_plot_set_focus (wb_simulate_view_plots (view), -1);
  wb_test_spin ();
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (window)), GTK_WIDGET (view)));
  /* No widget is cut off, because panes that do not fit are folded. */
  {
    graphene_rect_t bounds;

    g_assert_true (gtk_widget_compute_bounds (GTK_WIDGET (view), GTK_WIDGET (window), &bounds));
    g_assert_cmpfloat (bounds.origin.x + bounds.size.width, <=, gtk_widget_get_width (GTK_WIDGET (window)));
  }
  wb_session_set_lecture (wb_window_session (window), FALSE);
  wb_test_close (window);
}

int
main (int argc, char **argv)
{
  g_setenv ("GTK_A11Y", "test", TRUE);
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/use/searching-and-pressing-return-opens-a-model", test_search);
  g_test_add_func ("/use/hovering-does-not-move-the-selection-and-a-click-opens-a-model", test_rows);
  g_test_add_func ("/use/a-file-dropped-on-the-window-is-opened", test_drop);
  g_test_add_func ("/use/a-broken-file-can-be-edited-and-opens-after-correction", test_mend);
  g_test_add_func ("/use/saving-errors-in-the-model-file-does-not-change-the-run-and-the-plots", test_break_while_running);
  g_test_add_func ("/use/the-editor-changes-a-file-of-the-user-and-copies-a-library-file", test_editor);
  g_test_add_func ("/use/changes-of-every-kind-of-setting-can-be-undone", test_undo_kinds);
  g_test_add_func ("/use/resetting-a-setting-that-has-its-default-adds-no-undo-step", test_reset);
  g_test_add_func ("/use/reset-enables-all-events", test_reset_events);
  g_test_add_func ("/use/reset-and-undo-change-the-settings-of-a-running-run", test_reset_live);
  g_test_add_func ("/use/the-name-of-a-run-lists-the-settings-changed-since-the-previous-run", test_run_names);
  g_test_add_func ("/use/moving-and-removing-plots-can-be-undone", test_undo_plots);
  g_test_add_func ("/use/the-list-of-methods-can-be-used-with-the-keyboard", test_chooser_keys);
  g_test_add_func ("/use/the-settings-panel-shows-only-rows-that-affect-the-method", test_all_methods);
  g_test_add_func ("/use/each-plot-can-be-focused-by-a-key-in-lecture-mode", test_lecture_keys);
  return g_test_run ();
}
