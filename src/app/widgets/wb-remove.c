/* Closes the menus of widgets and removes the widgets when no event can reach them. */
#include "wb-remove.h"

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

/* Removes a widget from its parent, unless the parent was finalized meanwhile. */
static gboolean
take_out (gpointer widget)
{
  if (gtk_widget_get_parent (widget) != NULL)
    gtk_widget_unparent (widget);
  return G_SOURCE_REMOVE;
}

/* Removes hidden widgets when the pointer is over another surface. GTK 4.8 sends a motion event to the
 * surface that was last under the pointer without checking that this surface still exists. GTK also does not
 * always notice that the pointer has left a hidden surface. So the surface of a menu must exist until
 * then. */
static gboolean
on_event (GtkEventControllerLegacy *controller, GdkEvent *event, GPtrArray *retired)
{
  GdkEventType type = gdk_event_get_event_type (event);
  GtkNative *place = NULL;

  if (retired->len == 0 || (type != GDK_MOTION_NOTIFY && type != GDK_BUTTON_PRESS && type != GDK_BUTTON_RELEASE && type != GDK_SCROLL))
    return FALSE;
  place = gtk_native_get_for_surface (gdk_event_get_surface (event));
  for (guint i = retired->len; i-- > 0;)
    {
      GtkWidget *widget = g_ptr_array_index (retired, i);

      if (place != NULL && gtk_widget_is_ancestor (GTK_WIDGET (place), widget))
        continue;
      /* Remove the widget later, because the event may belong to one of its parents. */
      g_idle_add_full (G_PRIORITY_HIGH_IDLE, take_out, g_object_ref (widget), g_object_unref);
      g_ptr_array_remove_index_fast (retired, i);
    }
  return FALSE;
}

static GPtrArray *
retired_of (GtkWidget *root)
{
  GPtrArray *retired = g_object_get_data (G_OBJECT (root), "retired");
  GtkEventController *events;

  if (retired != NULL)
    return retired;
  retired = g_ptr_array_new_with_free_func (g_object_unref);
  g_object_set_data_full (G_OBJECT (root), "retired", retired, (GDestroyNotify) g_ptr_array_unref);
  events = gtk_event_controller_legacy_new ();
  gtk_event_controller_set_propagation_phase (events, GTK_PHASE_CAPTURE);
  g_signal_connect_data (events, "event", G_CALLBACK (on_event), g_ptr_array_ref (retired), (GClosureNotify) (void (*) (void)) g_ptr_array_unref, 0);
  gtk_widget_add_controller (root, events);
  return retired;
}

void
wb_remove_when_idle (GtkWidget *widget)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  GPtrArray *retired;

  if (root == NULL || !has_surface (widget))
    {
      gtk_widget_unparent (widget);
      return;
    }
  retired = retired_of (GTK_WIDGET (root));
  if (g_ptr_array_find (retired, widget, NULL))
    return;
  close_menus (widget);
  gtk_widget_set_visible (widget, FALSE);
  g_ptr_array_add (retired, g_object_ref (widget));
}

void
wb_remove_children_when_idle (GtkWidget *parent)
{
  GtkWidget *child, *next;

  for (child = gtk_widget_get_first_child (parent); child != NULL; child = next)
    {
      next = gtk_widget_get_next_sibling (child);
      wb_remove_when_idle (child);
    }
}
