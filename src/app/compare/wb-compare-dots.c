/* Draws a value as a dot on a logarithmic scale, and the scale in the heading. */
#include "wb-compare-dots.h"

#include <math.h>

#include "plot-canvas.h"
#include "plot-format.h"
#include "wb-style.h"

#define SIDE 5
#define RADIUS 5.2
#define LABEL_GAP 44 /* px, smallest distance between labels */

struct _WbCompareDots
{
  GtkWidget parent_instance;
  int low, high, color;
  double value;
};

G_DEFINE_FINAL_TYPE (WbCompareDots, wb_compare_dots, GTK_TYPE_WIDGET)

static double
x_of (WbCompareDots *self, double exponent, int width)
{
  return SIDE + (width - 2 * SIDE) * (exponent - self->low) / MAX (1, self->high - self->low);
}

static void
draw_labels (WbCompareDots *self, cairo_t *cr, const PlotTheme *theme, int width, int height)
{
  PlotCanvas canvas;
  int every = 1;

  plot_canvas_init_cairo (&canvas, cr, 1, FALSE);
  while (x_of (self, self->low + every, width) - x_of (self, self->low, width) < LABEL_GAP && every < 12)
    every++;
  for (int k = self->low; k <= self->high; k += every)
    {
      char text[32];

      plot_format_power (k, text, sizeof text);
      plot_canvas_text (&canvas, text, wb_style_px (12), PLOT_TEXT_NORMAL, fmin (x_of (self, k, width), width - 5), height / 2.0 + 7, 0.5,
                        theme->secondary);
    }
}

static void
wb_compare_dots_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  WbCompareDots *self = WB_COMPARE_DOTS (widget);
  const PlotTheme *theme = wb_style_plot_theme ();
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  double y = height / 2.0, x;
  PlotColor color;
  cairo_t *cr;

  if (self->high <= self->low)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (-14, -8, width + 26, height + 16));
  if (self->color == WB_COMPARE_DOTS_LABELS)
    {
      draw_labels (self, cr, theme, width, height);
      cairo_destroy (cr);
      return;
    }
  color = plot_color_fade (theme->text, theme->grid_across);
  cairo_set_source_rgba (cr, color.r, color.g, color.b, color.a);
  for (int k = self->low; k <= self->high; k++)
    cairo_rectangle (cr, floor (x_of (self, k, width)), -8, 1, height + 16);
  cairo_fill (cr);
  if (!isnan (self->value) && self->value > 0)
    {
      x = x_of (self, CLAMP (isfinite (self->value) ? log10 (self->value) : self->high, self->low, self->high), width);
      color = self->color > 0 ? theme->series[(self->color - 1) % PLOT_N_SERIES] : theme->secondary;
      cairo_set_source_rgba (cr, color.r, color.g, color.b, 0.55);
      cairo_rectangle (cr, SIDE, y - 0.9, MAX (0, x - SIDE), 1.8);
      cairo_fill (cr);
      cairo_set_source_rgb (cr, color.r, color.g, color.b);
      cairo_arc (cr, x, y, RADIUS, 0, 2 * G_PI);
      cairo_fill (cr);
      if (self->color > PLOT_N_SERIES) /* the first entry of this colour has a disc, the second a ring */
        {
          cairo_set_source_rgb (cr, theme->background.r, theme->background.g, theme->background.b);
          cairo_arc (cr, x, y, RADIUS / 2.0, 0, 2 * G_PI);
          cairo_fill (cr);
        }
    }
  cairo_destroy (cr);
}

static void
wb_compare_dots_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                         int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? WB_COMPARE_DOTS_WIDTH : 16;
}

static void
wb_compare_dots_class_init (WbCompareDotsClass *klass)
{
  GTK_WIDGET_CLASS (klass)->snapshot = wb_compare_dots_snapshot;
  GTK_WIDGET_CLASS (klass)->measure = wb_compare_dots_measure;
}

static void
wb_compare_dots_init (WbCompareDots *self)
{
  self->value = NAN;
}

GtkWidget *
wb_compare_dots_new (void)
{
  return g_object_new (WB_TYPE_COMPARE_DOTS, NULL);
}

void
wb_compare_dots_set (WbCompareDots *self, int low, int high, double value, int color)
{
  self->low = low;
  self->high = high;
  self->value = value;
  self->color = color;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
