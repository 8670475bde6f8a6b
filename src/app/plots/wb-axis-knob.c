/* Draws the knob, and selects the nearest value by drags and keys. */
#include "wb-axis-knob.h"

#include <math.h>
#include <string.h>

#include "plot-format.h"
#include "wb-style.h"
#include "wb-widgets.h"

/* Sizes in px at the usual text size: length of the arrow outside the axis, and radius of the circle in which the knob
 * takes the pointer. */
#define ARROW 6.0
#define REACH 24.0
/* Page Up and Page Down move the knob by 1/PAGES of the number of values, and by at least two values. */
#define PAGES 30

struct _WbAxisKnob
{
  GtkWidget parent_instance;
  WbPlotArea *area;
  double *values;   /* n values in their order on the axis, from left to right */
  int n;
  double value, drag_x;
  PlotScale drag_scale; /* the axis at the beginning of a drag, and drag_x the position of the knob, px */
};

G_DEFINE_FINAL_TYPE (WbAxisKnob, wb_axis_knob, GTK_TYPE_WIDGET)

static guint moved_signal;

double wb_axis_knob_value (WbAxisKnob *self) { return self->value; }

/* Stores the position of the knob. Returns -1 or 1 if its value is to the left or to the right of the visible range, otherwise 0. */
static int
place (WbAxisKnob *self, double *x, double *y)
{
  PlotScale scale;
  double left, right;

  *x = *y = NAN;
  if (!wb_plot_area_get_axis (self->area, &scale, y))
    return 0;
  left = fmin (scale.pixel_low, scale.pixel_high);
  right = fmax (scale.pixel_low, scale.pixel_high);
  *x = plot_scale_map (&scale, self->value);
  if (*x < left - 0.5)
    {
      *x = left;
      return -1;
    }
  if (*x > right + 0.5)
    {
      *x = right;
      return 1;
    }
  return 0;
}

gboolean
wb_axis_knob_place (WbAxisKnob *self, double *x, double *y)
{
  place (self, x, y);
  return isfinite (*x) && isfinite (*y);
}

/* ---- drawing ---- */

static void
set_color (cairo_t *cr, PlotColor color)
{
  cairo_set_source_rgba (cr, color.r, color.g, color.b, color.a);
}

/* Draws an arrow that points out of the axis, to the left if side is -1, to the right if it is 1. */
static void
draw_arrow (cairo_t *cr, double x, double y, int side, PlotColor color)
{
  double size = wb_style_px (ARROW);

  cairo_move_to (cr, x + side * size, y);
  cairo_line_to (cr, x - side * size, y - size);
  cairo_line_to (cr, x - side * size, y + size);
  cairo_close_path (cr);
  set_color (cr, color);
  cairo_fill (cr);
}

static void
wb_axis_knob_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  WbAxisKnob *self = WB_AXIS_KNOB (widget);
  const PlotTheme *theme = wb_style_plot_theme ();
  double x, y, radius = wb_style_px (WB_AXIS_KNOB_RADIUS), box = radius + 6;
  int side = place (self, &x, &y);
  cairo_t *cr;

  if (!isfinite (x) || !isfinite (y))
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT ((float) (x - box), (float) (y - box), (float) (2 * box), (float) (2 * box)));
  if (side != 0)
    draw_arrow (cr, x, y, side, theme->accent);
  else
    {
      cairo_arc (cr, x, y, radius, 0, 2 * G_PI);
      set_color (cr, wb_style_is_dark () ? plot_color_mix (theme->background, theme->text, 0.8) : plot_color (0xffffff));
      cairo_fill_preserve (cr);
      set_color (cr, plot_color_fade (wb_style_is_dark () ? theme->background : theme->text, 0.4));
      cairo_set_line_width (cr, 1);
      cairo_stroke (cr);
    }
  if (gtk_widget_has_visible_focus (widget))
    {
      cairo_arc (cr, x, y, radius + 3, 0, 2 * G_PI);
      set_color (cr, theme->accent);
      cairo_set_line_width (cr, 2);
      cairo_stroke (cr);
    }
  cairo_destroy (cr);
}

static gboolean
wb_axis_knob_contains (GtkWidget *widget, double x, double y)
{
  double at_x, at_y;

  return wb_axis_knob_place (WB_AXIS_KNOB (widget), &at_x, &at_y) && hypot (x - at_x, y - at_y) <= fmax (REACH, wb_style_px (REACH / 2));
}

/* ---- pointer and keys ---- */

/* Return the least and the largest value. n must be at least 1. */
static double
least (WbAxisKnob *self)
{
  return fmin (self->values[0], self->values[self->n - 1]);
}

static double
largest (WbAxisKnob *self)
{
  return fmax (self->values[0], self->values[self->n - 1]);
}

static void
on_drag_begin (GtkGestureDrag *drag, double x, double y, WbAxisKnob *self)
{
  double at_y;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "grabbing");
  wb_plot_area_get_axis (self->area, &self->drag_scale, &at_y);
  place (self, &self->drag_x, &at_y);
}

static void
on_drag (GtkGestureDrag *drag, double dx, double dy, WbAxisKnob *self)
{
  double value = plot_scale_unmap (&self->drag_scale, self->drag_x + dx);

  if (dx != 0 && isfinite (value) && self->n > 0)
    g_signal_emit (self, moved_signal, 0, CLAMP (value, least (self), largest (self)));
}

static void
on_drag_end (GtkGestureDrag *drag, double dx, double dy, WbAxisKnob *self)
{
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "grab");
}

static int
nearest (WbAxisKnob *self)
{
  int best = 0;

  for (int k = 1; k < self->n; k++)
    if (fabs (self->values[k] - self->value) < fabs (self->values[best] - self->value))
      best = k;
  return best;
}

static gboolean
on_key (GtkEventControllerKey *keys, guint key, guint code, GdkModifierType state, WbAxisKnob *self)
{
  int at = nearest (self), page = MAX (2, self->n / PAGES), to;

  if ((state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0 || self->n < 2)
    return FALSE;
  switch (key)
    {
    case GDK_KEY_Left: case GDK_KEY_KP_Left: case GDK_KEY_Down: case GDK_KEY_KP_Down: to = at - 1; break;
    case GDK_KEY_Right: case GDK_KEY_KP_Right: case GDK_KEY_Up: case GDK_KEY_KP_Up: to = at + 1; break;
    case GDK_KEY_Page_Down: case GDK_KEY_KP_Page_Down: to = at - page; break;
    case GDK_KEY_Page_Up: case GDK_KEY_KP_Page_Up: to = at + page; break;
    case GDK_KEY_Home: case GDK_KEY_KP_Home: to = 0; break;
    case GDK_KEY_End: case GDK_KEY_KP_End: to = self->n - 1; break;
    default: return FALSE;
    }
  to = CLAMP (to, 0, self->n - 1);
  if (to != at)
    g_signal_emit (self, moved_signal, 0, self->values[to]);
  return TRUE;
}

void
wb_axis_knob_set (WbAxisKnob *self, const double *values, int n, double value)
{
  char text[64];

  if (n != self->n || memcmp (values, self->values, (gsize) n * sizeof *values) != 0)
    {
      g_free (self->values);
      self->values = g_memdup2 (values, (gsize) n * sizeof *values);
      self->n = n;
    }
  self->value = value;
  plot_format_number (value, 3, text, sizeof text);
  /* GTK passes accessible values only for its own sliders, so the description has the value too. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, least (self), GTK_ACCESSIBLE_PROPERTY_VALUE_MAX,
                                  largest (self), GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, value, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* ---- widget ---- */

static void
wb_axis_knob_finalize (GObject *object)
{
  g_free (WB_AXIS_KNOB (object)->values);
  G_OBJECT_CLASS (wb_axis_knob_parent_class)->finalize (object);
}

static void
wb_axis_knob_class_init (WbAxisKnobClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = wb_axis_knob_finalize;
  widget_class->snapshot = wb_axis_knob_snapshot;
  widget_class->contains = wb_axis_knob_contains;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SLIDER);
  gtk_widget_class_set_css_name (widget_class, "axisknob");
  moved_signal = g_signal_new ("moved", WB_TYPE_AXIS_KNOB, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_DOUBLE);
}

static void
wb_axis_knob_init (WbAxisKnob *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->value = NAN;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "grab");
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

GtkWidget *
wb_axis_knob_new (WbPlotArea *area, const char *label)
{
  WbAxisKnob *self = g_object_new (WB_TYPE_AXIS_KNOB, NULL);

  self->area = area;
  wb_widget_set_label (GTK_WIDGET (self), label);
  g_signal_connect_object (area, "painted", G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
