#include "wb-lab-plane-glyph.h"

#include "wb-style.h"

#define SIZE 20

typedef enum { GLYPH_DIAMOND, GLYPH_DISC, GLYPH_RING, GLYPH_CENTRE, GLYPH_CYCLE, GLYPH_UNSTABLE_CYCLE } Glyph;

static void
draw (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user)
{
  Glyph glyph = GPOINTER_TO_UINT (user);
  const PlotTheme *theme = wb_style_plot_theme ();
  PlotColor color = glyph >= GLYPH_CYCLE ? theme->series[0] : theme->text;
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
      cairo_arc (cr, 0, 0, 4.5, 0, 2 * G_PI);
      cairo_fill (cr);
      break;
    case GLYPH_CENTRE:
      cairo_arc (cr, 0, 0, 1.6, 0, 2 * G_PI);
      cairo_fill (cr);
      cairo_arc (cr, 0, 0, 5.5, 0, 2 * G_PI);
      break;
    case GLYPH_RING:
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

static GtkWidget *
glyph_new (Glyph glyph)
{
  GtkWidget *area = gtk_drawing_area_new ();

  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (area), SIZE);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (area), SIZE);
  gtk_widget_set_valign (area, GTK_ALIGN_CENTER);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw, GUINT_TO_POINTER (glyph), NULL);
  return area;
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
