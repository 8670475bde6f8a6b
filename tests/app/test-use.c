/* The window as people use it: finding models, dropping files, changing settings, keeping runs. */
#include "wb-test.h"

#include <glib/gstdio.h>
#include <string.h>

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

int
main (int argc, char **argv)
{
  g_setenv ("GTK_A11Y", "test", TRUE);
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/use/search", test_search);
  g_test_add_func ("/use/drop", test_drop);
  return g_test_run ();
}
