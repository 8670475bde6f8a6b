/* Draws the slider of the step size, and converts positions, drags and keys to step sizes. */
#include "wb-lab-step-scale.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot-format.h"
#include "wb-style.h"

#define BAR 6.0
#define SPACING 5.0
/* Distance in px from the ends of the trough to the ends of the widget. */
#define END 12.0

struct _WbLabStepScale
{
  GtkWidget parent_instance;
  GtkWidget *overlay, *bar, *scale;
  double low, high, stable;
  gboolean quiet;
  guint commit_source;
};

G_DEFINE_FINAL_TYPE (WbLabStepScale, wb_lab_step_scale, GTK_TYPE_WIDGET)

enum { CHANGED, COMMITTED, N_SIGNALS };
static guint signals[N_SIGNALS];

double
wb_lab_step_scale_step (WbLabStepScale *self)
{
  return pow (10, gtk_range_get_value (GTK_RANGE (self->scale)));
}

static double
place (WbLabStepScale *self, double h, double width)
{
  double u = log (h / self->low) / log (self->high / self->low);

  return END + CLAMP (u, 0, 1) * (width - 2 * END);
}

static void
set_color (cairo_t *cr, PlotColor color)
{
  cairo_set_source_rgba (cr, color.r, color.g, color.b, color.a);
}

/* Draws the trough: filled up to the step size, hatched beyond the largest stable step. A triangle marks the largest stable
 * step. */
static void
draw_bar (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user)
{
  WbLabStepScale *self = user;
  double middle = 12, limit = place (self, self->stable, width), at = place (self, wb_lab_step_scale_step (self), width);
  const PlotTheme *theme = wb_style_plot_theme ();

  set_color (cr, plot_color_fade (theme->text, 0.16));
  cairo_rectangle (cr, END, middle - BAR / 2, width - 2 * END, BAR);
  cairo_fill (cr);
  set_color (cr, theme->accent);
  cairo_rectangle (cr, END, middle - BAR / 2, fmin (at, limit) - END, BAR);
  cairo_fill (cr);
  if (limit >= width - END)
    return;
  set_color (cr, theme->rejected);
  cairo_save (cr);
  cairo_rectangle (cr, limit, middle - BAR / 2, width - END - limit, BAR);
  cairo_clip (cr);
  cairo_set_line_width (cr, 1.6);
  for (double x = limit - BAR; x < width; x += SPACING)
    {
      cairo_move_to (cr, x, middle + BAR / 2 + 1);
      cairo_line_to (cr, x + BAR + 2, middle - BAR / 2 - 1);
    }
  cairo_stroke (cr);
  cairo_restore (cr);
  cairo_move_to (cr, limit - 5, 0);
  cairo_line_to (cr, limit + 5, 0);
  cairo_line_to (cr, limit, 7);
  cairo_close_path (cr);
  cairo_fill (cr);
}

static gboolean
commit (gpointer user)
{
  WbLabStepScale *self = user;

  self->commit_source = 0;
  g_signal_emit (self, signals[COMMITTED], 0);
  return G_SOURCE_REMOVE;
}

/* Time in ms after the last change of the value until the change counts as complete. */
#define ONE_DRAG_MS 600

static void
on_value (WbLabStepScale *self)
{
  gtk_widget_queue_draw (self->bar);
  if (self->quiet)
    return;
  g_clear_handle_id (&self->commit_source, g_source_remove);
  self->commit_source = g_timeout_add (ONE_DRAG_MS, commit, self);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* Draws labelled marks at 1, 2, 3 and 5 times powers of ten, where there is space. */
static void
add_marks (WbLabStepScale *self)
{
  double decades = log10 (self->high / self->low);

  gtk_scale_clear_marks (GTK_SCALE (self->scale));
  for (int e = (int) floor (log10 (self->low)); e <= (int) ceil (log10 (self->high)); e++)
    for (int m = 1; m <= 5; m++)
      {
        double h = m * pow (10, e);
        char text[64];

        if (h < self->low * (1 - 1e-9) || h > self->high * (1 + 1e-9) || m == 4 || (m > 1 && decades > 2.5) || (m == 3 && decades > 1.6))
          continue;
        plot_format_tick (h, h, text, sizeof text);
        gtk_scale_add_mark (GTK_SCALE (self->scale), log10 (h), GTK_POS_BOTTOM, text);
      }
}

void
wb_lab_step_scale_set_range (WbLabStepScale *self, double low, double high)
{
  GtkAdjustment *adjustment = gtk_range_get_adjustment (GTK_RANGE (self->scale));

  if (low == self->low && high == self->high)
    return;
  self->low = low;
  self->high = high;
  self->quiet = TRUE;
  gtk_adjustment_configure (adjustment, gtk_adjustment_get_value (adjustment), log10 (low), log10 (high), 0.01, 0.1, 0);
  self->quiet = FALSE;
  add_marks (self);
  gtk_widget_queue_draw (self->bar);
}

void
wb_lab_step_scale_set_step (WbLabStepScale *self, double h)
{
  self->quiet = TRUE;
  gtk_range_set_value (GTK_RANGE (self->scale), log10 (h));
  self->quiet = FALSE;
}

void
wb_lab_step_scale_set_stable (WbLabStepScale *self, double h)
{
  self->stable = isnan (h) ? INFINITY : fmax (h, self->low * 1e-3);
  gtk_widget_queue_draw (self->bar);
}

static void
wb_lab_step_scale_dispose (GObject *object)
{
  WbLabStepScale *self = WB_LAB_STEP_SCALE (object);

  g_clear_pointer (&self->overlay, gtk_widget_unparent);
  g_clear_handle_id (&self->commit_source, g_source_remove);
  G_OBJECT_CLASS (wb_lab_step_scale_parent_class)->dispose (object);
}

static void
wb_lab_step_scale_class_init (WbLabStepScaleClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_lab_step_scale_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "stepscale");
  signals[CHANGED] = g_signal_new ("step-changed", WB_TYPE_LAB_STEP_SCALE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[COMMITTED] = g_signal_new ("step-committed", WB_TYPE_LAB_STEP_SCALE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
wb_lab_step_scale_init (WbLabStepScale *self)
{
  self->low = 0.01;
  self->high = 1;
  self->stable = INFINITY;
  self->overlay = gtk_overlay_new ();
  self->bar = gtk_drawing_area_new ();
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->bar), draw_bar, self, NULL);
  self->scale = gtk_scale_new_with_range (GTK_ORIENTATION_HORIZONTAL, -2, 0, 0.01);
  gtk_scale_set_draw_value (GTK_SCALE (self->scale), FALSE);
  gtk_widget_add_css_class (self->scale, "lab-step");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->scale), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Step size, logarithm to base 10"), -1);
  gtk_widget_set_can_target (self->bar, FALSE);
  gtk_overlay_set_child (GTK_OVERLAY (self->overlay), self->bar);
  gtk_overlay_add_overlay (GTK_OVERLAY (self->overlay), self->scale);
  gtk_overlay_set_measure_overlay (GTK_OVERLAY (self->overlay), self->scale, TRUE);
  gtk_widget_set_parent (self->overlay, GTK_WIDGET (self));
  g_signal_connect_swapped (self->scale, "value-changed", G_CALLBACK (on_value), self);
}

GtkWidget *
wb_lab_step_scale_new (void)
{
  return g_object_new (WB_TYPE_LAB_STEP_SCALE, NULL);
}
