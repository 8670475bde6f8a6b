/* Shows the buttons that belong to the current zoom and acts on them. */
#include "wb-zoom-chips.h"

#include <glib/gi18n.h>
#include <string.h>

#include "wb-tooltip.h"
#include "wb-widgets.h"

struct _WbZoomChips
{
  GtkWidget parent_instance;
  WbPlotSet *plots;     /* plots of the session; borrowed */
  PlotTimeAxis *axis;   /* time axis of the plots; NULL before a model is opened */
  guint axis_handle, source;
  GtkWidget *box, *back, *all, *follow;
  double seen[5];       /* visible range, whole span, and whether the axis follows the run, at the last update */
  gboolean setting;
};

G_DEFINE_FINAL_TYPE (WbZoomChips, wb_zoom_chips, GTK_TYPE_WIDGET)

/* Time in ms after a change until the chips are updated. A gesture consists of many changes, and drawing the plots is more
 * urgent. */
#define DELAY_MS 100

static void
read_axis (WbZoomChips *self, double numbers[5])
{
  plot_time_axis_get_view (self->axis, &numbers[0], &numbers[1]);
  plot_time_axis_get_span (self->axis, &numbers[2], &numbers[3]);
  numbers[4] = plot_time_axis_get_follow (self->axis);
}

static gboolean
refresh (gpointer user)
{
  WbZoomChips *self = user;
  gboolean zoomed = wb_plot_set_is_zoomed (self->plots), follows;

  self->source = 0;
  if (self->axis == NULL)
    return G_SOURCE_REMOVE;
  read_axis (self, self->seen);
  follows = self->seen[4] != 0;
  gtk_widget_set_visible (GTK_WIDGET (self), zoomed || follows || wb_plot_set_can_zoom_back (self->plots));
  gtk_widget_set_visible (self->all, zoomed);
  gtk_widget_set_visible (self->back, wb_plot_set_can_zoom_back (self->plots));
  /* The button Follow is useful only if the visible range is smaller than the span. */
  gtk_widget_set_visible (self->follow, follows || self->seen[0] != self->seen[2] || self->seen[1] != self->seen[3]);
  self->setting = TRUE;
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->follow), follows);
  self->setting = FALSE;
  return G_SOURCE_REMOVE;
}

static void
refresh_soon (WbZoomChips *self)
{
  if (self->source == 0)
    self->source = g_timeout_add (DELAY_MS, refresh, self);
}

static void
on_axis (gpointer user, PlotTimeAxis *axis)
{
  WbZoomChips *self = user;
  double now[5];

  read_axis (self, now);
  if (memcmp (now, self->seen, sizeof now) != 0)
    refresh_soon (self);
}

static void
drop_axis (WbZoomChips *self)
{
  if (self->axis != NULL)
    plot_time_axis_disconnect (self->axis, self->axis_handle);
  g_clear_pointer (&self->axis, plot_time_axis_unref);
}

static void
on_plots_changed (WbZoomChips *self)
{
  PlotTimeAxis *axis = wb_plot_set_axis (self->plots);

  if (axis != self->axis)
    {
      drop_axis (self);
      self->axis = axis != NULL ? plot_time_axis_ref (axis) : NULL;
      self->axis_handle = axis != NULL ? plot_time_axis_connect (axis, on_axis, self) : 0;
    }
  refresh_soon (self);
}

static void
on_follow (WbZoomChips *self)
{
  if (!self->setting && self->axis != NULL)
    plot_time_axis_set_follow (self->axis, gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->follow)));
}

static void
wb_zoom_chips_dispose (GObject *object)
{
  WbZoomChips *self = WB_ZOOM_CHIPS (object);

  drop_axis (self);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_handle_id (&self->source, g_source_remove);
  G_OBJECT_CLASS (wb_zoom_chips_parent_class)->dispose (object);
}

static void
wb_zoom_chips_class_init (WbZoomChipsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_zoom_chips_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static GtkWidget *
add_chip (WbZoomChips *self, GtkWidget *button, const char *icon, const char *label, const char *tooltip)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  if (icon != NULL)
    gtk_box_append (GTK_BOX (row), gtk_image_new_from_icon_name (icon));
  gtk_box_append (GTK_BOX (row), gtk_label_new (label));
  gtk_button_set_child (GTK_BUTTON (button), row);
  gtk_widget_add_css_class (button, "zoom-chip");
  gtk_widget_set_focus_on_click (button, FALSE);
  wb_widget_set_name (button, label);
  wb_tooltip_set (button, tooltip);
  gtk_box_append (GTK_BOX (self->box), button);
  return button;
}

static void
wb_zoom_chips_init (WbZoomChips *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  self->back = add_chip (self, gtk_button_new (), "wb-previous-symbolic", _("Back"), _("Back to the previous zoom (Backspace)"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->back), "win.zoom-back");
  self->all = add_chip (self, gtk_button_new (), "wb-zoom-fit-symbolic", _("Zoomed"), _("Show everything"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->all), "win.plots-fit");
  self->follow = add_chip (self, gtk_toggle_button_new (), NULL, _("Follow"), _("Keep the newest part of the run visible"));
  g_signal_connect_swapped (self->follow, "toggled", G_CALLBACK (on_follow), self);
}

GtkWidget *
wb_zoom_chips_new (WbSession *session)
{
  WbZoomChips *self = g_object_new (WB_TYPE_ZOOM_CHIPS, NULL);

  self->plots = wb_plot_set_of (session);
  g_signal_connect_object (self->plots, "plots-changed", G_CALLBACK (on_plots_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->plots, "zoom-changed", G_CALLBACK (refresh_soon), self, G_CONNECT_SWAPPED);
  on_plots_changed (self);
  return GTK_WIDGET (self);
}
