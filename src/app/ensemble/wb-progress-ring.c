/* Draws the ring with a filled fraction. */
#include "wb-progress-ring.h"

#include <math.h>

#include "wb-style.h"

#define WIDTH 2.6 /* thickness of the ring, px */

struct _WbProgressRing
{
  GtkWidget parent_instance;
  int diameter;
  double fraction;
};

G_DEFINE_FINAL_TYPE (WbProgressRing, wb_progress_ring, GTK_TYPE_WIDGET)

static void
wb_progress_ring_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  WbProgressRing *self = WB_PROGRESS_RING (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  double radius = (MIN (width, height) - WIDTH) / 2;
  const PlotTheme *theme = wb_style_plot_theme ();
  cairo_t *cr;

  if (radius <= 0)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  cairo_set_line_width (cr, WIDTH);
  cairo_arc (cr, width / 2.0, height / 2.0, radius, 0, 2 * G_PI);
  cairo_set_source_rgba (cr, theme->text.r, theme->text.g, theme->text.b, 0.18);
  cairo_stroke (cr);
  cairo_arc (cr, width / 2.0, height / 2.0, radius, -G_PI / 2, -G_PI / 2 + 2 * G_PI * self->fraction);
  cairo_set_source_rgb (cr, theme->accent.r, theme->accent.g, theme->accent.b);
  cairo_stroke (cr);
  cairo_destroy (cr);
}

static void
wb_progress_ring_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                          int *natural_baseline)
{
  *minimum = *natural = (int) wb_style_px (WB_PROGRESS_RING (widget)->diameter);
}

static void
wb_progress_ring_class_init (WbProgressRingClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->snapshot = wb_progress_ring_snapshot;
  widget_class->measure = wb_progress_ring_measure;
  gtk_widget_class_set_css_name (widget_class, "ring");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
wb_progress_ring_init (WbProgressRing *self)
{
}

GtkWidget *
wb_progress_ring_new (int diameter)
{
  WbProgressRing *self = g_object_new (WB_TYPE_PROGRESS_RING, NULL);

  self->diameter = diameter;
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
  return GTK_WIDGET (self);
}

void
wb_progress_ring_set_fraction (WbProgressRing *self, double fraction)
{
  fraction = CLAMP (fraction, 0, 1);
  if (self->fraction == fraction)
    return;
  self->fraction = fraction;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
