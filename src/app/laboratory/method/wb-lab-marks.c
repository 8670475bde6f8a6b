/* Draws fractions and marks as paintables of fixed size. */
#include "wb-lab-marks.h"

#include <math.h>

#include "plot-text.h"
#include "wb-rich.h"
#include "wb-style.h"

/* The diameter of a mark, px. */
#define MARK 15.0

/* ---- fractions ---- */

static PangoLayout *
layout_new (GtkWidget *widget, const char *text)
{
  PangoLayout *layout = gtk_widget_create_pango_layout (widget, text);
  g_autoptr (PangoFontDescription) font = pango_font_description_copy (pango_context_get_font_description (pango_layout_get_context (layout)));

  pango_font_description_set_family (font, plot_text_math_family ());
  pango_layout_set_font_description (layout, font);
  return layout;
}

static void
draw_layout (cairo_t *cr, PangoLayout *layout, double x, double y)
{
  int w, h;

  pango_layout_get_pixel_size (layout, &w, &h);
  cairo_move_to (cr, x - w / 2.0, y - h / 2.0);
  pango_cairo_show_layout (cr, layout);
}

static void
set_color (GtkWidget *widget, cairo_t *cr)
{
  GdkRGBA color;

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  gdk_cairo_set_source_rgba (cr, &color);
}

void
wb_lab_draw_number (GtkWidget *widget, cairo_t *cr, const char *text, double x, double y)
{
  g_autoptr (PangoLayout) layout = layout_new (widget, text);

  set_color (widget, cr);
  draw_layout (cr, layout, x, y);
}

void
wb_lab_fraction_size (GtkWidget *widget, const char *p, const char *q, int *width, int *height)
{
  g_autoptr (PangoLayout) above = layout_new (widget, p), below = layout_new (widget, q);
  int w[2], h[2];

  pango_layout_get_pixel_size (above, &w[0], &h[0]);
  pango_layout_get_pixel_size (below, &w[1], &h[1]);
  *width = MAX (w[0], w[1]) + 2;
  *height = h[0] + h[1] - 2;
}

void
wb_lab_draw_fraction (GtkWidget *widget, cairo_t *cr, const char *p, const char *q, gboolean negative, double x, double y)
{
  g_autoptr (PangoLayout) above = layout_new (widget, p), below = layout_new (widget, q);
  int w, h, wide, high;

  if (negative)
    x += 5;
  wb_lab_fraction_size (widget, p, q, &wide, &high);
  pango_layout_get_pixel_size (above, &w, &h);
  set_color (widget, cr);
  draw_layout (cr, above, x, y - h / 2.0 + 1);
  draw_layout (cr, below, x, y + h / 2.0 - 1);
  if (negative)
    wb_lab_draw_number (widget, cr, "−", x - wide / 2.0 - 6, y);
  cairo_set_line_width (cr, 1);
  cairo_move_to (cr, x - wide / 2.0, floor (y) + 0.5);
  cairo_line_to (cr, x + wide / 2.0, floor (y) + 0.5);
  cairo_stroke (cr);
}

/* ---- marks ---- */

static void
draw_holds (cairo_t *cr, const PlotTheme *theme, double r)
{
  PlotColor disc = theme->verified, tick = theme->background;

  cairo_set_source_rgba (cr, disc.r, disc.g, disc.b, disc.a);
  cairo_arc (cr, 0, 0, r, 0, 2 * G_PI);
  cairo_fill (cr);
  cairo_set_source_rgba (cr, tick.r, tick.g, tick.b, tick.a);
  cairo_set_line_width (cr, 0.26 * r);
  cairo_move_to (cr, -0.45 * r, 0.02 * r);
  cairo_line_to (cr, -0.12 * r, 0.36 * r);
  cairo_line_to (cr, 0.47 * r, -0.32 * r);
  cairo_stroke (cr);
}

static void
draw_fails (cairo_t *cr, const PlotTheme *theme, double r)
{
  PlotColor color = theme->rejected;
  double arm = 0.36 * r;

  cairo_set_source_rgba (cr, color.r, color.g, color.b, color.a);
  cairo_set_line_width (cr, 0.2 * r);
  cairo_arc (cr, 0, 0, 0.9 * r, 0, 2 * G_PI);
  cairo_stroke (cr);
  for (int sign = -1; sign <= 1; sign += 2)
    {
      cairo_move_to (cr, -arm, -sign * arm);
      cairo_line_to (cr, arm, sign * arm);
      cairo_stroke (cr);
    }
}

/* ---- the widget of a fraction or mark ---- */

#define WB_TYPE_LAB_PICTURE (wb_lab_picture_get_type ())
G_DECLARE_FINAL_TYPE (WbLabPicture, wb_lab_picture, WB, LAB_PICTURE, GtkWidget)

struct _WbLabPicture
{
  GtkWidget parent_instance;
  char *q;          /* denominator of the fraction 1/q; NULL: a mark */
  WbLabMark mark;
};

G_DEFINE_FINAL_TYPE (WbLabPicture, wb_lab_picture, GTK_TYPE_WIDGET)

static void
wb_lab_picture_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                        int *natural_baseline)
{
  WbLabPicture *self = WB_LAB_PICTURE (widget);
  int size[2] = { (int) wb_style_px (MARK), (int) wb_style_px (MARK) };

  if (self->q != NULL)
    wb_lab_fraction_size (widget, "1", self->q, &size[0], &size[1]);
  *minimum = *natural = size[orientation == GTK_ORIENTATION_HORIZONTAL ? 0 : 1];
}

static void
wb_lab_picture_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  WbLabPicture *self = WB_LAB_PICTURE (widget);
  float width = (float) gtk_widget_get_width (widget), height = (float) gtk_widget_get_height (widget);
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  double r = fmin (width, height) / 2;

  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  if (self->q != NULL)
    wb_lab_draw_fraction (widget, cr, "1", self->q, FALSE, width / 2, height / 2);
  cairo_translate (cr, width / 2, height / 2);
  if (self->mark == WB_LAB_MARK_HOLDS)
    draw_holds (cr, wb_style_plot_theme (), r);
  else if (self->mark == WB_LAB_MARK_FAILS)
    draw_fails (cr, wb_style_plot_theme (), r);
  cairo_destroy (cr);
}

static void
wb_lab_picture_finalize (GObject *object)
{
  g_free (WB_LAB_PICTURE (object)->q);
  G_OBJECT_CLASS (wb_lab_picture_parent_class)->finalize (object);
}

static void
wb_lab_picture_class_init (WbLabPictureClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = wb_lab_picture_finalize;
  GTK_WIDGET_CLASS (klass)->measure = wb_lab_picture_measure;
  GTK_WIDGET_CLASS (klass)->snapshot = wb_lab_picture_snapshot;
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_IMG);
}

static void
wb_lab_picture_init (WbLabPicture *self)
{
  gtk_widget_set_halign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
}

GtkWidget *
wb_lab_fraction_new (const char *q)
{
  WbLabPicture *self = g_object_new (WB_TYPE_LAB_PICTURE, NULL);
  g_autofree char *text = g_strdup_printf ("1/%s", q);

  self->q = g_strdup (q);
  gtk_widget_add_css_class (GTK_WIDGET (self), "lab-fraction");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  return GTK_WIDGET (self);
}

GtkWidget *
wb_lab_mark_new (void)
{
  return g_object_new (WB_TYPE_LAB_PICTURE, NULL);
}

void
wb_lab_mark_set (GtkWidget *mark, WbLabMark kind)
{
  WB_LAB_PICTURE (mark)->mark = kind;
  gtk_widget_queue_draw (mark);
}

/* ---- the letter b with a hat ---- */

/* Draws a hat above the letter. A combining circumflex of the font would cross the ascender of the b. */
static void
draw_hat (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user)
{
  double middle = width / 2.0 + 0.06 * height, arm = 0.15 * height;

  set_color (GTK_WIDGET (area), cr);
  cairo_set_line_width (cr, fmax (1, 0.055 * height));
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_move_to (cr, middle - arm, 0.17 * height);
  cairo_line_to (cr, middle, 0.05 * height);
  cairo_line_to (cr, middle + arm, 0.17 * height);
  cairo_stroke (cr);
}

GtkWidget *
wb_lab_hat_new (void)
{
  GtkWidget *overlay = gtk_overlay_new (), *hat = gtk_drawing_area_new (), *label = wb_rich_label_new ("*b*");

  gtk_widget_set_halign (label, GTK_ALIGN_CENTER);
  gtk_overlay_set_child (GTK_OVERLAY (overlay), label);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), hat);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (hat), draw_hat, NULL, NULL);
  gtk_widget_set_can_target (hat, FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (label), GTK_ACCESSIBLE_PROPERTY_LABEL, "b̂", -1);
  return overlay;
}
