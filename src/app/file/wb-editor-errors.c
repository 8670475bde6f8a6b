/* Builds the list of errors and warnings, and moves the cursor to one. */
#include "wb-editor-errors.h"

#include <glib/gi18n.h>
#include <string.h>

#include "wb-widgets.h"

/* Largest height of the list, px. */
#define LIST_HEIGHT 132

static GtkWidget *
list_of (GtkWidget *errors)
{
  return g_object_get_data (G_OBJECT (errors), "list");
}

static WbSourceView *
text_of (GtkWidget *errors)
{
  return g_object_get_data (G_OBJECT (errors), "text");
}

/* Returns whether an error belongs to the file `path`, not to a table file that it uses. */
static gboolean
is_of_file (const char *path, const ModelDiagnostic *error)
{
  g_autofree char *here = path != NULL ? g_path_get_basename (path) : NULL;
  g_autofree char *there = error->file != NULL ? g_path_get_basename (error->file) : NULL;

  return here == NULL || there == NULL || strcmp (here, there) == 0;
}

static GtkWidget *
row_new (const char *path, const ModelDiagnostic *error)
{
  GtkWidget *row = gtk_list_box_row_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10), *place, *message;
  gboolean here = is_of_file (path, error);
  g_autofree char *file = error->file != NULL ? g_path_get_basename (error->file) : NULL;
  g_autofree char *where = error->line <= 0 ? g_strdup (file != NULL ? file : "")
                           : here           ? g_strdup_printf (_("Line %d, column %d"), error->line, error->column)
                                            : g_strdup_printf (_("%s, line %d"), file, error->line);

  g_autofree char *text = error->warning ? g_strconcat (_("warning: "), error->message, NULL) : g_strdup (error->message);

  message = gtk_label_new (text);
  place = wb_styled (gtk_label_new (where), error->warning ? "warning-place" : "place");
  gtk_widget_set_valign (place, GTK_ALIGN_START);
  gtk_label_set_xalign (GTK_LABEL (message), 0);
  gtk_label_set_wrap (GTK_LABEL (message), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (message), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_width_chars (GTK_LABEL (message), 28);
  gtk_widget_set_hexpand (message, TRUE);
  if (error->note)
    gtk_widget_add_css_class (message, "dim");
  wb_box_add (box, place, message, NULL);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  g_object_set_data (G_OBJECT (row), "line", GINT_TO_POINTER (here ? error->line : 0));
  g_object_set_data (G_OBJECT (row), "column", GINT_TO_POINTER (error->column));
  return row;
}

void
wb_editor_errors_show (GtkWidget *errors, const GPtrArray *diagnostics, const char *path)
{
  GtkWidget *row;

  wb_source_view_clear_marks (text_of (errors));
  while ((row = gtk_widget_get_first_child (list_of (errors))) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (list_of (errors)), row);
  for (guint i = 0; i < diagnostics->len; i++)
    {
      const ModelDiagnostic *error = g_ptr_array_index (diagnostics, i);

      gtk_list_box_append (GTK_LIST_BOX (list_of (errors)), row_new (path, error));
      if (error->line > 0 && is_of_file (path, error))
        wb_source_view_mark (text_of (errors), error->line, error->column, error->message, error->warning);
    }
  gtk_widget_set_visible (errors, diagnostics->len > 0);
}

static void
on_row (GtkListBox *list, GtkListBoxRow *row, GtkWidget *errors)
{
  int line = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (row), "line"));

  if (line <= 0)
    return;
  wb_source_view_go (text_of (errors), line, GPOINTER_TO_INT (g_object_get_data (G_OBJECT (row), "column")));
  gtk_widget_grab_focus (GTK_WIDGET (text_of (errors)));
}

gboolean
wb_editor_errors_go_first (GtkWidget *errors)
{
  for (GtkWidget *row = gtk_widget_get_first_child (list_of (errors)); row != NULL; row = gtk_widget_get_next_sibling (row))
    if (GPOINTER_TO_INT (g_object_get_data (G_OBJECT (row), "line")) > 0)
      {
        on_row (GTK_LIST_BOX (list_of (errors)), GTK_LIST_BOX_ROW (row), errors);
        return TRUE;
      }
  return FALSE;
}

GtkWidget *
wb_editor_errors_new (WbSourceView *text)
{
  GtkWidget *scrolled = gtk_scrolled_window_new (), *list = wb_styled (gtk_list_box_new (), "editor-errors");

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Errors"), -1);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), LIST_HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), list);
  g_object_set_data (G_OBJECT (scrolled), "list", list);
  g_object_set_data (G_OBJECT (scrolled), "text", text);
  g_signal_connect (list, "row-activated", G_CALLBACK (on_row), scrolled);
  gtk_widget_set_visible (scrolled, FALSE);
  return scrolled;
}
