/* Lists the pages that match the search, group by group. */
#include "wb-help-sidebar.h"

#include <glib/gi18n.h>

#include "wb-widgets.h"

typedef struct
{
  WbHelpView *view;
  GtkWidget *search, *list, *none;
} Sidebar;

static Sidebar *
sidebar_of (GtkWidget *widget)
{
  return g_object_get_data (G_OBJECT (widget), "wb-help-sidebar");
}

static gboolean
matches (GtkListBoxRow *row, gpointer user)
{
  Sidebar *self = user;

  return wb_help_matches (g_object_get_data (G_OBJECT (row), "entry"), gtk_editable_get_text (GTK_EDITABLE (self->search)));
}

static void
on_search (Sidebar *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->search));
  g_autofree char *none = g_strdup_printf (_("No page mentions '%s'"), text);
  gboolean any = FALSE;

  for (guint i = 0; i < wb_help_entries ()->len && !any; i++)
    any = wb_help_matches (g_ptr_array_index (wb_help_entries (), i), text);
  gtk_label_set_text (GTK_LABEL (self->none), none);
  gtk_widget_set_visible (self->none, !any);
  gtk_list_box_invalidate_filter (GTK_LIST_BOX (self->list));
  gtk_list_box_invalidate_headers (GTK_LIST_BOX (self->list));
}

/* Puts the title of a group above its first row. */
static void
add_heading (GtkListBoxRow *row, GtkListBoxRow *before, gpointer user)
{
  const WbHelpEntry *entry = g_object_get_data (G_OBJECT (row), "entry");
  const WbHelpEntry *last = before != NULL ? g_object_get_data (G_OBJECT (before), "entry") : NULL;

  gtk_list_box_row_set_header (row, last == NULL || last->group != entry->group ? wb_label_new (wb_help_group_title (entry->group), "help-group") : NULL);
}

static void
on_activated (GtkListBox *list, GtkListBoxRow *row, Sidebar *self)
{
  const WbHelpEntry *entry = g_object_get_data (G_OBJECT (row), "entry");

  wb_help_view_show (self->view, entry->id);
}

/* Return in the search opens the first page that matches. */
static void
on_return (Sidebar *self)
{
  for (guint i = 0; i < wb_help_entries ()->len; i++)
    {
      const WbHelpEntry *entry = g_ptr_array_index (wb_help_entries (), i);

      if (!wb_help_matches (entry, gtk_editable_get_text (GTK_EDITABLE (self->search))))
        continue;
      wb_help_view_show (self->view, entry->id);
      return;
    }
}

/* Selects the row of the shown page. */
static void
on_shown (GtkWidget *widget)
{
  Sidebar *self = sidebar_of (widget);
  const char *id = wb_help_view_page (self->view);
  GtkListBoxRow *row, *found = NULL;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), i)) != NULL; i++)
    if (g_strcmp0 (((const WbHelpEntry *) g_object_get_data (G_OBJECT (row), "entry"))->id, id) == 0)
      found = row;
  gtk_list_box_select_row (GTK_LIST_BOX (self->list), found);
}

static void
add_row (Sidebar *self, const WbHelpEntry *entry)
{
  GtkWidget *row = gtk_list_box_row_new (), *label = wb_label_new (entry->title, NULL);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), label);
  g_object_set_data (G_OBJECT (row), "entry", (gpointer) entry);
  gtk_list_box_append (GTK_LIST_BOX (self->list), row);
}

GtkWidget *
wb_help_sidebar_new (WbHelpView *view)
{
  GtkWidget *box = wb_styled (gtk_box_new (GTK_ORIENTATION_VERTICAL, 8), "wb-sidebar help-sidebar"), *scrolled;
  GtkWidget *hint = wb_label_new_wrapped (_("F1 opens the page on what has the focus, Esc goes back to the view."), "dim-value");
  Sidebar *self = g_new0 (Sidebar, 1);

  self->view = view;
  g_object_set_data_full (G_OBJECT (box), "wb-help-sidebar", self, g_free);
  self->search = gtk_search_entry_new ();
  g_object_set (self->search, "placeholder-text", _("Search the help"), NULL);
  wb_widget_set_label (self->search, _("Search the help"));
  self->none = wb_label_new_wrapped ("", "dim-value");
  gtk_widget_set_visible (self->none, FALSE);
  self->list = wb_styled (gtk_list_box_new (), "lesson-filters");
  for (guint i = 0; i < wb_help_entries ()->len; i++)
    add_row (self, g_ptr_array_index (wb_help_entries (), i));
  gtk_list_box_set_filter_func (GTK_LIST_BOX (self->list), matches, self, NULL);
  gtk_list_box_set_header_func (GTK_LIST_BOX (self->list), add_heading, self, NULL);
  scrolled = wb_scrolled_new (self->list);
  gtk_widget_set_vexpand (scrolled, TRUE);
  wb_box_add (box, self->search, self->none, scrolled, hint, NULL);
  g_signal_connect_swapped (self->search, "search-changed", G_CALLBACK (on_search), self);
  g_signal_connect_swapped (self->search, "activate", G_CALLBACK (on_return), self);
  g_signal_connect (self->list, "row-activated", G_CALLBACK (on_activated), self);
  g_signal_connect_object (view, "page-shown", G_CALLBACK (on_shown), box, G_CONNECT_SWAPPED);
  return box;
}

void
wb_help_sidebar_search (GtkWidget *sidebar)
{
  gtk_widget_grab_focus (sidebar_of (sidebar)->search);
}
