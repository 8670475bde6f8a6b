/* The window as people use it: finding models, dropping files, changing settings, keeping runs. */
#include "wb-test.h"

#include <glib/gstdio.h>
#include <string.h>

#include "model-library.h"
#include "wb-model-row.h"

static const char good_text[] = "format: 1\nname: Decay\ntime: {end: 5}\nparameters: {k: 1}\n"
                                "states: {x: {initial: 1, derivative: -k*x, about: temperature}}\n";

static char *
write_model (const char *folder, const char *name, const char *text)
{
  char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

/* ---- the browser ---- */

/* The model on the first line of the list that is one; free with g_free. */
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
  /* A name before those that mention it, wherever its category stands. */
  assert_found (browser, "lorenz", "lorenz");
  assert_found (browser, "kepler", "kepler");
  /* What only the text of the file says: an equation. */
  assert_found (browser, "mu*(1 - x^2)", "van-der-pol");
  assert_found (browser, "no such words anywhere", NULL);
  /* Ctrl+F again chooses what is there, Escape forgets it and leaves. */
  gtk_widget_activate_action (GTK_WIDGET (window), "win.find", NULL);
  g_assert_true (gtk_editable_get_selection_bounds (GTK_EDITABLE (search), NULL, NULL));
  g_signal_emit_by_name (search, "stop-search");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (search)), ==, "");
  g_assert_false (gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (window)), GTK_WIDGET (browser)));
  first = first_model (browser);
  g_assert_nonnull (first);
  wb_test_close (window);
}

static GtkEventController *
find_controller (GtkWidget *widget, GType type)
{
  g_autoptr (GListModel) all = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (all); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (all, i);

      if (g_type_is_a (G_OBJECT_TYPE (controller), type))
        return controller; /* the widget holds it */
    }
  return NULL;
}

/* A file dropped anywhere on the window opens there. */
static void
test_drop (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *path = write_model (folder, "decay.yaml", good_text);
  WbWindow *window = wb_test_window ("van-der-pol");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_auto (GValue) value = G_VALUE_INIT;
  GSList *files = g_slist_append (NULL, file);
  gboolean taken = FALSE;

  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_set_boxed (&value, files);
  g_slist_free (files);
  g_signal_emit_by_name (find_controller (GTK_WIDGET (window), GTK_TYPE_DROP_TARGET), "drop", &value, 700.0, 300.0, &taken);
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

/* A file with errors that is not the model's: it is what is shown and edited, and it opens when it has been mended. */
static void
test_mend (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *path = write_model (folder, "decay.yaml", bad_text);
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);
  GtkWidget *text;

  g_assert_false (wb_window_open_path (window, path));
  g_assert_cmpstr (wb_session_failed_file (session), ==, path);
  g_assert_false (is_enabled (window, "run"));
  g_assert_false (is_enabled (window, "step"));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.model-text", NULL);
  wb_test_spin ();
  text = NULL;
  for (guint i = 0; i < g_list_model_get_n_items (gtk_window_get_toplevels ()); i++)
    {
      g_autoptr (GtkWidget) top = g_list_model_get_item (gtk_window_get_toplevels (), i);

      text = text == NULL ? wb_test_find (top, GTK_TYPE_TEXT_VIEW, "source") : text;
    }
  g_assert_nonnull (text);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (gtk_widget_get_root (text))), ==, "decay.yaml");
  gtk_window_destroy (GTK_WINDOW (gtk_widget_get_root (text)));

  /* The last good model can be gone on with. */
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

/* An edit that breaks the file neither keeps the run from being paused nor takes the plots that were added. */
static void
test_break_while_running (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *path = write_model (folder, "decay.yaml", good_text);
  g_autofree char *longer = g_strconcat (good_text, "# longer\n", NULL);
  WbWindow *window = wb_test_window (path);
  WbSession *session = wb_window_session (window);
  int n = wb_simulate_view_n_plots (wb_window_simulate (window));

  gtk_widget_activate_action (GTK_WIDGET (window), "win.add-plot", "s", "time:x");
  g_assert_cmpint (wb_simulate_view_n_plots (wb_window_simulate (window)), ==, n + 1);
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
  g_assert_cmpint (wb_simulate_view_n_plots (wb_window_simulate (window)), ==, n + 1);
  wb_test_close (window);
  g_remove (path);
  g_rmdir (folder);
}

/* The user's own file opens in the editor itself, the library's as a copy among the user's models. */
static void
test_editor (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *path = write_model (folder, "decay.yaml", good_text);
  g_autofree char *seen = g_build_filename (folder, "seen", NULL), *command = g_strdup_printf ("cp %%f %s", seen);
  g_autofree char *own = model_library_user_folder ("models"), *copy = g_build_filename (own, "lorenz.yaml", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GAppInfo) editor = g_app_info_create_from_commandline (command, "Copying editor", G_APP_INFO_CREATE_NONE, &error);
  WbWindow *window = wb_test_window (path);

  g_assert_no_error (error);
  g_assert_true (g_app_info_set_as_default_for_type (editor, "text/plain", &error));
  g_assert_no_error (error);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.edit", NULL);
  WAIT_FOR (g_file_test (seen, G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test (own, G_FILE_TEST_EXISTS));
  g_remove (seen);
  g_assert_true (wb_window_open_path (window, "lorenz"));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.edit", NULL);
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

int
main (int argc, char **argv)
{
  g_setenv ("GTK_A11Y", "test", TRUE);
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/use/search", test_search);
  g_test_add_func ("/use/drop", test_drop);
  g_test_add_func ("/use/mend", test_mend);
  g_test_add_func ("/use/break-while-running", test_break_while_running);
  g_test_add_func ("/use/editor", test_editor);
  return g_test_run ();
}
