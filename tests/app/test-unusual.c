/* Tests unusual but valid situations: texts that look like markup, a session opened after errors, and widgets that are removed while they
 * have the focus. */
#include "wb-test.h"

#include <glib/gstdio.h>

#include "wb-export-window.h"
#include "wb-figure-label.h"
#include "wb-number-field.h"
#include "wb-session-file.h"
#include "wb-title-strip.h"

/* Texts of models are shown as plain text, never as markup. A negative end time is shown as any other
 * number. */
static void
test_texts (void)
{
  static const char text[] = "format: 1\nname: \"<b>A & B\"\ncategory: \"<C>\"\nsummary: \"a < b && c > d\"\n"
                             "time: {start: -20, end: -10, unit: \"s<&>\"}\n"
                             "parameters: {k: {value: 1, range: [0, 2], unit: \"<N>\", about: \"<i>k & co\"}}\n"
                             "states:\n  x: {initial: 1, derivative: v, kind: position, unit: \"m&\", about: \"</span>\"}\n"
                             "  v: {initial: 0, derivative: -k*x, kind: velocity, unit: \"<m>\"}\n"
                             "events:\n  low: {crossing: x, direction: falling, about: \"x < 0 & <u>\", set: {v: v}}\n";
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *path = wb_test_write (folder, "texts.yaml", text);
  static const char *const pages[] = { "integrator", "parameters", "initial", "events" };
  WbWindow *window = wb_test_window (path);
  GtkWidget *value;
  WbExportWindow *export;

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      wb_session_set_settings_page (wb_window_session (window), pages[i]);
      wb_test_spin ();
    }
  wb_test_finish (wb_window_session (window));
  wb_window_refresh (window);
  wb_test_spin ();
  value = wb_test_find (GTK_WIDGET (wb_window_transport (window)), WB_TYPE_FIGURE_LABEL, "time-value");
  g_assert_cmpstr (wb_figure_label_text (WB_FIGURE_LABEL (value)), ==, "−10.00\u2009s<&>");
  wb_test_act (window, "win.model-text");
  export = wb_export_window_new (GTK_WINDOW (window), wb_window_session (window));
  gtk_window_present (GTK_WINDOW (export));
  WAIT_FOR (wb_export_window_is_settled (export));
  gtk_window_destroy (GTK_WINDOW (export));
  g_assert_true (wb_window_show_view (window, "compare"));
  WAIT_FOR (wb_comparison_result (wb_compare_view_comparison (wb_window_compare (window))) != NULL);
  wb_test_spin ();
  wb_test_close (window);
  g_remove (path);
  g_rmdir (folder);
}

/* A session can be opened while a file with errors is shown. Then the errors are cleared, and the run can
 * start. */
static void
test_session_after_errors (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL);
  g_autofree char *wrong = wb_test_write (folder, "wrong.yaml", "format: 1\nname: [\n"),
      *kept = g_build_filename (folder, "kept.stepwise", NULL);
  WbWindow *window = wb_test_window ("van-der-pol");
  g_autoptr (GError) error = NULL;

  g_assert_true (wb_session_file_save (kept, wb_window_session (window), &error));
  g_assert_no_error (error);
  g_assert_false (wb_window_open_path (window, wrong));
  g_assert_false (g_action_group_get_action_enabled (G_ACTION_GROUP (window), "run"));
  g_assert_true (wb_window_open_path (window, kept));
  g_assert_cmpuint (model_diagnostics_n_errors (wb_session_errors (wb_window_session (window))), ==, 0);
  g_assert_null (wb_session_failed_file (wb_window_session (window)));
  g_assert_true (g_action_group_get_action_enabled (G_ACTION_GROUP (window), "run"));
  wb_test_close (window);
  g_remove (kept);
  g_remove (wrong);
  g_rmdir (folder);
}

static void
leave_focus (GtkWidget *widget)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_FOCUS (controller))
        g_signal_emit_by_name (controller, "leave");
    }
}

/* A row or field is removed while it has the focus. The window moves the focus only after the widget was
 * destroyed. */
static void
test_focus_outlives (void)
{
  for (int round = 0; round < 2; round++)
    {
      WbWindow *window = wb_test_window ("van-der-pol");
      WbSession *session = wb_window_session (window);
      GtkWidget *popover = wb_test_find (wb_test_find (GTK_WIDGET (window), WB_TYPE_TITLE_STRIP, NULL), GTK_TYPE_POPOVER, NULL), *focused;
      gpointer part = NULL; /* the widget that will be removed */

      if (round == 0)
        {
          wb_test_finish (session);
          gtk_popover_popup (GTK_POPOVER (popover));
          WAIT_FOR (gtk_widget_get_mapped (popover));
          part = gtk_widget_get_last_child (gtk_widget_get_parent (wb_test_find (popover, GTK_TYPE_BOX, "run-chip")));
          g_object_add_weak_pointer (part, &part);
          g_assert_true (wb_test_press (part, GDK_KEY_F2, 0));
          focused = g_object_ref (wb_test_find (part, GTK_TYPE_ENTRY, NULL));
          wb_session_touch_runs (session);
        }
      else
        {
          part = wb_test_find (GTK_WIDGET (wb_window_panel (window)), WB_TYPE_NUMBER_FIELD, NULL);
          g_object_add_weak_pointer (part, &part);
          focused = wb_test_find (part, GTK_TYPE_TEXT, NULL);
          g_assert_true (gtk_widget_grab_focus (g_object_ref (focused)));
          g_assert_true (wb_window_open_path (window, "lorenz"));
        }
      WAIT_FOR (part == NULL);
      leave_focus (focused);
      g_object_unref (focused);
      gtk_popover_popdown (GTK_POPOVER (popover));
      WAIT_FOR (!gtk_widget_get_mapped (popover));
      wb_test_close (window);
    }
}
int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/unusual/markup-characters-in-the-texts-of-a-model-are-shown-as-they-are", test_texts);
  g_test_add_func ("/unusual/a-session-can-be-opened-while-a-broken-model-file-is-shown", test_session_after_errors);
  g_test_add_func ("/unusual/a-row-that-has-the-focus-can-be-removed", test_focus_outlives);
  return g_test_run ();
}
