/* Draws the window of time and moves it or its ends by drags and keys. */
#include "wb-lab-window-scale.h"

#include <glib/gi18n.h>
#include <math.h>

#include "wb-style.h"
#include "wb-widgets.h"

#define HEIGHT 22
#define BAR 8.0
#define END 6.0
/* Distance in px. A drag that begins this near an end of the window moves that end. */
#define GRIP 7.0
/* The smallest window to which the user can drag an end, as a fraction of the span. A smaller one can be moved. */
#define SMALLEST 1e-3

typedef enum { PART_NONE, PART_LOW, PART_HIGH, PART_ALL } Part;

struct _WbLabWindowScale
{
  GtkWidget parent_instance;
  GtkWidget *area;
  double start, end, from, to;
  Part part;                   /* the part of the window that the user drags */
  double drag_from, drag_to;   /* ends of the window at the start of the drag */
};

G_DEFINE_FINAL_TYPE (WbLabWindowScale, wb_lab_window_scale, GTK_TYPE_WIDGET)

static guint moved_signal;

static double
place (WbLabWindowScale *self, double t)
{
  int width = gtk_widget_get_width (self->area);

  return END + (t - self->start) / (self->end - self->start) * (width - 2 * END);
}

static void
draw (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user)
{
  WbLabWindowScale *self = user;
  const PlotTheme *theme = wb_style_plot_theme ();
  PlotColor back = plot_color_fade (theme->text, 0.14), front = theme->accent;
  double low = place (self, self->from), high = fmax (place (self, self->to), low + 3);

  cairo_set_source_rgba (cr, back.r, back.g, back.b, back.a);
  cairo_rectangle (cr, END, (height - BAR) / 2, width - 2 * END, BAR);
  cairo_fill (cr);
  cairo_set_source_rgba (cr, front.r, front.g, front.b, gtk_widget_get_sensitive (GTK_WIDGET (self)) ? 0.75 : 0.3);
  cairo_rectangle (cr, low, (height - BAR) / 2, high - low, BAR);
  cairo_fill (cr);
  cairo_set_source_rgba (cr, front.r, front.g, front.b, 1);
  for (int k = 0; k < 2; k++)
    {
      cairo_rectangle (cr, (k == 0 ? low : high) - 2, (height - BAR) / 2 - 4, 4, BAR + 8);
      cairo_fill (cr);
    }
}

/* Sets the window, limited to the span, and emits "moved" if it changed. */
static void
set_window (WbLabWindowScale *self, double from, double to)
{
  double span = self->end - self->start, least = fmin (SMALLEST * span, self->to - self->from), width = CLAMP (to - from, least, span);

  from = CLAMP (from, self->start, self->end - width);
  if (from == self->from && from + width == self->to)
    return;
  self->from = from;
  self->to = fmin (from + width, self->end);
  gtk_widget_queue_draw (self->area);
  g_signal_emit (self, moved_signal, 0);
}

static void
on_drag_begin (GtkGestureDrag *drag, double x, double y, WbLabWindowScale *self)
{
  double low = place (self, self->from), high = place (self, self->to);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->drag_from = self->from;
  self->drag_to = self->to;
  if (fabs (x - low) <= GRIP && fabs (x - low) <= fabs (x - high))
    self->part = PART_LOW;
  else if (fabs (x - high) <= GRIP)
    self->part = PART_HIGH;
  else if (x > low && x < high)
    self->part = PART_ALL;
  else
    {
      double middle = self->start + (x - END) / (gtk_widget_get_width (self->area) - 2 * END) * (self->end - self->start);

      set_window (self, middle - (self->to - self->from) / 2, middle + (self->to - self->from) / 2);
      self->drag_from = self->from;
      self->drag_to = self->to;
      self->part = PART_ALL;
    }
}

static void
on_drag (GtkGestureDrag *drag, double dx, double dy, WbLabWindowScale *self)
{
  double span = self->end - self->start, by = dx / (gtk_widget_get_width (self->area) - 2 * END) * span;

  if (self->part == PART_LOW)
    set_window (self, fmin (fmax (self->drag_from + by, self->start), self->drag_to - SMALLEST * span), self->drag_to);
  else if (self->part == PART_HIGH)
    set_window (self, self->drag_from, fmax (fmin (self->drag_to + by, self->end), self->drag_from + SMALLEST * span));
  else
    set_window (self, self->drag_from + by, self->drag_to + by);
}

static gboolean
on_key (GtkEventControllerKey *keys, guint key, guint code, GdkModifierType state, WbLabWindowScale *self)
{
  double by = (self->to - self->from) / 10 * (key == GDK_KEY_Left ? -1 : 1);

  if (key != GDK_KEY_Left && key != GDK_KEY_Right)
    return FALSE;
  if ((state & GDK_SHIFT_MASK) != 0)
    set_window (self, self->from, self->to + by);
  else
    set_window (self, self->from + by, self->to + by);
  return TRUE;
}

void
wb_lab_window_scale_set (WbLabWindowScale *self, double start, double end, double from, double to)
{
  self->start = start;
  self->end = end > start ? end : start + 1;
  self->from = CLAMP (from, self->start, self->end);
  self->to = CLAMP (to, self->from, self->end);
  gtk_widget_queue_draw (self->area);
}

void
wb_lab_window_scale_get (WbLabWindowScale *self, double *from, double *to)
{
  *from = self->from;
  *to = self->to;
}

static void
wb_lab_window_scale_dispose (GObject *object)
{
  g_clear_pointer (&WB_LAB_WINDOW_SCALE (object)->area, gtk_widget_unparent);
  G_OBJECT_CLASS (wb_lab_window_scale_parent_class)->dispose (object);
}

static void
wb_lab_window_scale_class_init (WbLabWindowScaleClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_lab_window_scale_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "windowscale");
  moved_signal = g_signal_new ("moved", WB_TYPE_LAB_WINDOW_SCALE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
wb_lab_window_scale_init (WbLabWindowScale *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->end = self->to = 1;
  self->area = gtk_drawing_area_new ();
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (self->area), HEIGHT);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->area), draw, self, NULL);
  gtk_widget_set_parent (self->area, GTK_WIDGET (self));
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  wb_widget_set_label (GTK_WIDGET (self), _("Time window"));
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag), self);
  gtk_widget_add_controller (self->area, GTK_EVENT_CONTROLLER (drag));
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

GtkWidget *
wb_lab_window_scale_new (void)
{
  return g_object_new (WB_TYPE_LAB_WINDOW_SCALE, NULL);
}
