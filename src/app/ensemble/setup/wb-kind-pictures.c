/* Shows the sketch of a kind of study. */
#include "wb-kind-pictures.h"

#include "plot-study-sketch.h"
#include "wb-style.h"

static void
draw (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer kind)
{
  plot_study_sketch (kind, cr, wb_style_plot_theme (), width, height);
}

static void
on_style (gpointer picture)
{
  gtk_widget_queue_draw (picture);
}

GtkWidget *
wb_kind_picture_new (const LabStudyKind *kind, int width, int height)
{
  GtkWidget *picture = gtk_drawing_area_new ();

  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (picture), width);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (picture), height);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (picture), draw, (gpointer) kind, NULL);
  wb_style_watch (on_style, G_OBJECT (picture));
  return picture;
}
