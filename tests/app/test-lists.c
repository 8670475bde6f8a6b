/* Tests the list of runs and the list of models. */
#include "wb-test.h"

#include <glib/gstdio.h>

#include "wb-title-strip.h"

/* Each change of a run in the list can be made by its action and by its key. */
static void
test_run_list (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);
  GtkWidget *popover, *row;
  g_autoptr (WbRunItem) first = NULL;

  wb_test_finish (wb_window_session (window));
  g_assert_true (wb_session_set (session, WB_SETTING, "accuracy", "1e-8", NULL));
  wb_test_finish (wb_window_session (window));
  g_assert_cmpuint (g_list_model_get_n_items (wb_session_runs (session)), ==, 2);
  first = g_list_model_get_item (wb_session_runs (session), 0);
  g_assert_cmpint (wb_run_item_number (first), ==, 1);

  popover = wb_test_find (wb_test_find (GTK_WIDGET (window), WB_TYPE_TITLE_STRIP, NULL), GTK_TYPE_POPOVER, NULL);
  g_assert_nonnull (popover);
  gtk_popover_popup (GTK_POPOVER (popover));
  WAIT_FOR (gtk_widget_get_mapped (popover));

#define ROW() (row = gtk_widget_get_last_child (gtk_widget_get_parent (wb_test_find (popover, GTK_TYPE_BOX, "run-chip"))))
  g_assert_true (gtk_widget_activate_action (ROW (), "run.color", "i", 3));
  g_assert_cmpint (wb_run_item_color (first), ==, 3);
  wb_test_spin ();
  g_assert_true (gtk_widget_activate_action (ROW (), "run.pinned", NULL));
  g_assert_true (wb_run_item_pinned (first) && wb_run_item_visible (first));
  wb_test_spin ();
  g_assert_true (gtk_widget_activate_action (ROW (), "run.visible", NULL));
  g_assert_false (wb_run_item_visible (first));
  wb_test_spin ();
  g_assert_true (wb_test_press (ROW (), GDK_KEY_F2, 0));
  {
    GtkWidget *name = wb_test_find (row, GTK_TYPE_ENTRY, NULL);

    g_assert_true (gtk_widget_get_child_visible (name));
    gtk_editable_set_text (GTK_EDITABLE (name), "loose *x*");
    g_signal_emit_by_name (name, "activate");
  }
  g_assert_cmpstr (wb_run_item_name (first), ==, "loose *x*");
  wb_test_spin ();
  /* Taking over the settings of a run can be undone. */
  g_assert_true (gtk_widget_activate_action (ROW (), "run.settings", NULL));
  g_assert_false (wb_session_is_set (session, WB_SETTING, "accuracy"));
  wb_test_act (window, "win.undo");
  g_assert_true (wb_session_is_set (session, WB_SETTING, "accuracy"));
  g_assert_true (gtk_widget_activate_action (ROW (), "run.current", NULL));
  g_assert_true (wb_session_current (session) == first);
  wb_test_spin ();
  g_assert_true (wb_test_press (ROW (), GDK_KEY_Delete, 0));
  g_assert_cmpuint (g_list_model_get_n_items (wb_session_runs (session)), ==, 1);
  wb_test_spin ();
  wb_test_close (window);
#undef ROW
}

static void
test_browser (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbModelBrowser *browser = wb_window_browser (window);

  WAIT_FOR (!wb_model_browser_is_scanning (browser));
  g_assert_cmpint (wb_model_browser_n_models (browser), >, 10);
  wb_model_browser_set_query (browser, "lorenz");
  wb_test_spin ();
  wb_model_browser_set_query (browser, "no such model anywhere");
  wb_test_spin ();
  wb_model_browser_set_query (browser, "");
  /* Down moves the focus from the search field to the first match, and Return opens it. This works even before the field has reported its
   * text. */
  wb_model_browser_focus_search (browser);
  gtk_editable_set_text (GTK_EDITABLE (wb_test_find (GTK_WIDGET (browser), GTK_TYPE_SEARCH_ENTRY, NULL)), "rossler");
  g_assert_true (wb_test_press (wb_test_find (GTK_WIDGET (browser), GTK_TYPE_SEARCH_ENTRY, NULL), GDK_KEY_Down, 0));
  wb_test_spin ();
  g_assert_nonnull (gtk_window_get_focus (GTK_WINDOW (window)));
  g_assert_true (gtk_widget_get_ancestor (gtk_window_get_focus (GTK_WINDOW (window)), GTK_TYPE_LIST_VIEW) != NULL);
  g_usleep (300000);
  wb_test_spin ();
  wb_model_browser_rescan (browser);
  g_assert_true (wb_test_press (wb_test_find (GTK_WIDGET (browser), GTK_TYPE_LIST_VIEW, NULL), GDK_KEY_Return, 0));
  g_assert_cmpstr (model_name (wb_session_model (wb_window_session (window))), ==, "Rössler");
  wb_model_browser_set_query (browser, "");
  g_signal_emit_by_name (browser, "model-activated", "lorenz");
  g_assert_cmpstr (model_name (wb_session_model (wb_window_session (window))), ==, "Lorenz");
  wb_test_close (window);
}

/* A change of an element of a parameter array has the name of the element in the event log. */
static void
test_changed_element (void)
{
  static const char text[] = "format: 1\nname: Array\ntime: {end: 4}\nparameters: {c: {size: 2, value: i}, d: 5}\n"
                             "states: {x: {initial: 0, derivative: \"c[1] + c[2] + d\"}}\nevents: {tick: {every: 1}}\n";
  g_autofree char *folder = g_dir_make_tmp ("stepwise-lists-XXXXXX", NULL), *path = g_build_filename (folder, "array.yaml", NULL);
  WbWindow *window;
  WbSession *session;
  GtkWidget *view;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  window = wb_test_window (path);
  session = wb_window_session (window);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.settings-page", "s", "events");
  wb_session_step (session);
  WAIT_FOR (wb_session_state (session) == SIM_RUN_PAUSED);
  sim_run_set_parameter (wb_run_item_run (wb_session_current (session)), "c[2]", 3);
  sim_run_set_parameter (wb_run_item_run (wb_session_current (session)), "d", 6);
  wb_test_finish (session);
  view = wb_test_find (GTK_WIDGET (window), GTK_TYPE_COLUMN_VIEW, "log");
  WAIT_FOR (view != NULL && gtk_widget_get_mapped (view));
  WAIT_FOR (wb_test_label_with (view, "d = 6") != NULL);
  g_assert_nonnull (wb_test_label_with (view, "c[2] = 3"));
  wb_test_close (window);
  g_unlink (path);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/lists/runs-can-be-changed-by-actions-and-by-keys", test_run_list);
  g_test_add_func ("/lists/the-model-browser-finds-models-and-scrolls-to-them", test_browser);
  g_test_add_func ("/lists/changes-of-elements-have-their-names-in-the-event-log", test_changed_element);
  return g_test_run ();
}
