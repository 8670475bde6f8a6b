/* Shows a table of text in a column view. */
#include "wb-table-window.h"

#include <string.h>

#include "wb-widgets.h"

static void
setup_cell (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_list_item_set_child (item, label);
}

static void
bind_cell (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer column)
{
  const char *line = gtk_string_object_get_string (gtk_list_item_get_item (item));
  g_auto (GStrv) cells = g_strsplit (line, "\t", -1);
  guint index = GPOINTER_TO_UINT (column);

  gtk_label_set_xalign (GTK_LABEL (gtk_list_item_get_child (item)), index == 0 ? 0 : 1); /* the first column names the rows */
  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (item)), index < g_strv_length (cells) ? cells[index] : "");
}

static GtkWidget *
view_new (const char *const *lines)
{
  GtkWidget *view = gtk_column_view_new (GTK_SELECTION_MODEL (gtk_no_selection_new (G_LIST_MODEL (gtk_string_list_new (lines + 1)))));
  g_auto (GStrv) heads = g_strsplit (lines[0], "\t", -1);

  gtk_widget_add_css_class (view, "log");
  for (guint k = 0; heads[k] != NULL; k++)
    {
      GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
      g_autoptr (GtkColumnViewColumn) column = NULL;

      g_signal_connect (factory, "setup", G_CALLBACK (setup_cell), NULL);
      g_signal_connect (factory, "bind", G_CALLBACK (bind_cell), GUINT_TO_POINTER (k));
      column = gtk_column_view_column_new (heads[k], factory);
      gtk_column_view_column_set_resizable (column, TRUE);
      gtk_column_view_column_set_expand (column, TRUE);
      gtk_column_view_append_column (GTK_COLUMN_VIEW (view), column);
    }
  return view;
}

void
wb_table_window_present (GtkWindow *parent, const char *title, const char *text)
{
  GtkWidget *window = gtk_window_new (), *scrolled = gtk_scrolled_window_new (), *view;
  g_autofree char *whole = g_strchomp (g_strdup (text));
  g_auto (GStrv) lines = g_strsplit (whole, "\n", -1);

  if (lines[0] == NULL)
    return;
  view = view_new ((const char *const *) lines);
  wb_widget_set_name (view, title);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), view);
  gtk_window_set_child (GTK_WINDOW (window), scrolled);
  gtk_window_set_title (GTK_WINDOW (window), title);
  gtk_window_set_transient_for (GTK_WINDOW (window), parent);
  gtk_window_set_destroy_with_parent (GTK_WINDOW (window), TRUE);
  gtk_window_set_default_size (GTK_WINDOW (window), 640, 480);
  gtk_widget_add_css_class (window, "wb");
  wb_widget_close_on_escape (window);
  gtk_window_present (GTK_WINDOW (window));
}
