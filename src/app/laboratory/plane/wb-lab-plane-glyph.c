/* Draws the symbols of objects and of manifolds in the styles of the plot. */
#include "wb-lab-plane-glyph.h"

#include "plot-style.h"
#include "wb-style.h"

#define SIZE 20
#define SAMPLE_WIDTH 28
#define SAMPLE_HEIGHT 8

typedef enum { GLYPH_DIAMOND, GLYPH_DISC, GLYPH_RING, GLYPH_CENTRE, GLYPH_CYCLE, GLYPH_UNSTABLE_CYCLE, GLYPH_FIXED, GLYPH_UNSTABLE_FIXED, GLYPH_STROBE } Glyph;

static void
draw (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user)
{
  Glyph glyph = GPOINTER_TO_UINT (user);
  const PlotTheme *theme = wb_style_plot_theme ();
  PlotColor color = glyph == GLYPH_STROBE ? theme->event : glyph >= GLYPH_CYCLE ? theme->series[0] : theme->text;
  static const double dashes[] = { 3.5, 2.5 };

  cairo_translate (cr, width / 2.0, height / 2.0);
  cairo_set_source_rgba (cr, color.r, color.g, color.b, 1);
  cairo_set_line_width (cr, glyph == GLYPH_CYCLE ? 3 : 1.8);
  switch (glyph)
    {
    case GLYPH_DIAMOND:
      cairo_rotate (cr, G_PI / 4);
      cairo_rectangle (cr, -4, -4, 8, 8);
      break;
    case GLYPH_DISC:
    case GLYPH_FIXED:
      cairo_arc (cr, 0, 0, 4.5, 0, 2 * G_PI);
      cairo_fill (cr);
      break;
    case GLYPH_STROBE:
      for (int k = 0; k < 3; k++)
        {
          cairo_arc (cr, 5.5 * (k - 1), k == 1 ? -3.5 : 3.5, 2.8, 0, 2 * G_PI);
          cairo_fill (cr);
        }
      break;
    case GLYPH_CENTRE:
      cairo_arc (cr, 0, 0, 1.6, 0, 2 * G_PI);
      cairo_fill (cr);
      cairo_arc (cr, 0, 0, 5.5, 0, 2 * G_PI);
      break;
    case GLYPH_RING:
    case GLYPH_UNSTABLE_FIXED:
      cairo_arc (cr, 0, 0, 4.5, 0, 2 * G_PI);
      break;
    case GLYPH_UNSTABLE_CYCLE:
      cairo_set_dash (cr, dashes, 2, 0);
      cairo_arc (cr, 0, 0, 7, 0, 2 * G_PI);
      break;
    case GLYPH_CYCLE:
      cairo_arc (cr, 0, 0, 7, 0, 2 * G_PI);
      break;
    }
  cairo_stroke (cr);
}

/* Draws the line that the plot draws for the stable or unstable manifold. */
static void
draw_sample (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user)
{
  const PlotStyle style = { .series = 3, .width = 1.5, .solid = !GPOINTER_TO_INT (user) };
  PlotPen pen = plot_style_pen (&style, wb_style_plot_theme ());

  cairo_set_source_rgba (cr, pen.color.r, pen.color.g, pen.color.b, pen.color.a);
  cairo_set_line_width (cr, pen.width);
  cairo_set_dash (cr, pen.dashes, pen.n_dashes, 0);
  cairo_move_to (cr, 0, height / 2.0);
  cairo_line_to (cr, width, height / 2.0);
  cairo_stroke (cr);
}

/* Makes a picture of a size in px that a function draws. */
static GtkWidget *
picture_new (int width, int height, GtkDrawingAreaDrawFunc function, guint what)
{
  GtkWidget *area = gtk_drawing_area_new ();

  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (area), width);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (area), height);
  gtk_widget_set_valign (area, GTK_ALIGN_CENTER);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), function, GUINT_TO_POINTER (what), NULL);
  return area;
}

static GtkWidget *
glyph_new (Glyph glyph)
{
  return picture_new (SIZE, SIZE, draw, glyph);
}

GtkWidget *
wb_lab_plane_glyph_new_point (LabPointType type)
{
  switch (type)
    {
    case LAB_POINT_SADDLE:
    case LAB_POINT_SADDLE_FOCUS: return glyph_new (GLYPH_DIAMOND);
    case LAB_POINT_STABLE_NODE:
    case LAB_POINT_STABLE_FOCUS: return glyph_new (GLYPH_DISC);
    case LAB_POINT_CENTRE: return glyph_new (GLYPH_CENTRE);
    default: return glyph_new (GLYPH_RING);
    }
}

GtkWidget *
wb_lab_plane_glyph_new_cycle (gboolean stable)
{
  return glyph_new (stable ? GLYPH_CYCLE : GLYPH_UNSTABLE_CYCLE);
}

GtkWidget *
wb_lab_plane_glyph_new_fixed (gboolean stable)
{
  return glyph_new (stable ? GLYPH_FIXED : GLYPH_UNSTABLE_FIXED);
}

GtkWidget *
wb_lab_plane_glyph_new_strobe (void)
{
  return glyph_new (GLYPH_STROBE);
}

GtkWidget *
wb_lab_plane_glyph_new_manifold (gboolean stable)
{
  return picture_new (SAMPLE_WIDTH, SAMPLE_HEIGHT, draw_sample, (guint) stable);
}
