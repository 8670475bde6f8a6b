#include "wb-retire.h"

static gboolean
has_surface (GtkWidget *widget)
{
  if (GTK_IS_NATIVE (widget) && gtk_widget_get_realized (widget))
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (has_surface (child))
      return TRUE;
  return FALSE;
}

static void
close_menus (GtkWidget *widget)
{
  if (GTK_IS_POPOVER (widget))
    gtk_popover_popdown (GTK_POPOVER (widget));
  else
    for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
      close_menus (child);
}

/* Its window may have ended meanwhile. */
static gboolean
take_out (gpointer widget)
{
  if (gtk_widget_get_parent (widget) != NULL)
    gtk_widget_unparent (widget);
  return G_SOURCE_REMOVE;
}

/* A window that is laid out asks the surface which the pointer was last seen over for a motion (GTK 4.8: without looking whether there is one any
 * more). So a menu's surface stays, hidden, until the events that tell of the pointer elsewhere are dispatched: they are at hand after the
 * roundtrip, and come before anything idle. */
void
wb_retire (GtkWidget *widget)
{
  if (!has_surface (widget))
    {
      gtk_widget_unparent (widget);
      return;
    }
  close_menus (widget);
  gtk_widget_set_visible (widget, FALSE);
  gdk_display_sync (gtk_widget_get_display (widget));
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, take_out, g_object_ref (widget), g_object_unref);
}

void
wb_retire_children (GtkWidget *parent)
{
  GtkWidget *child, *next;

  for (child = gtk_widget_get_first_child (parent); child != NULL; child = next)
    {
      next = gtk_widget_get_next_sibling (child);
      wb_retire (child);
    }
}
