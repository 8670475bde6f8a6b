/* Where figures are drawn: the screen, an image, PDF pages (all cairo), or an SVG document that keeps its text as text.
 *
 * Drawing code builds paths with cairo functions on `cr` and ends them with plot_canvas_stroke or plot_canvas_fill in place of
 * cairo's; on an SVG canvas `cr` only collects the path. Transformations are translations and scalings through cr. */
#pragma once

#include <cairo.h>

#include "plot-text.h"

G_BEGIN_DECLS

typedef struct PlotCanvas PlotCanvas;
struct PlotCanvas
{
  cairo_t *cr;
  gboolean vector;   /* paths, not pixels: PDF and SVG */
  double scale;      /* device pixels per unit */
  GString *svg;      /* NULL on cairo */
  int n_clips;
  const gint *cancelled; /* set by another thread to end a long drawing, which is then thrown away; NULL: cannot be ended */
};

typedef struct
{
  PlotColor color;
  double width;
  int n_dashes;
  double dashes[6];
  double dash_offset;
  gboolean butt;     /* flat ends; round otherwise */
} PlotPen;

/* On a caller's cairo context. */
void plot_canvas_init_cairo (PlotCanvas *canvas, cairo_t *cr, double scale, gboolean vector);
/* A document of width × height pt. */
void plot_canvas_init_svg (PlotCanvas *canvas, double width, double height, const char *title, const char *description);
/* Dublin Core metadata and settings, right after init; any may be NULL. */
void plot_canvas_svg_metadata (PlotCanvas *canvas, const char *author, const char *date, const char *settings);
/* The document; ends the canvas. */
GString *plot_canvas_finish_svg (PlotCanvas *canvas);

/* Pixels in the end, though drawn as a page is. Cairo's time for a stroke grows with its crossings: there, what has more points than
 * PLOT_MOST_STROKED is drawn as on the screen. */
gboolean plot_canvas_is_image (const PlotCanvas *canvas);
#define PLOT_MOST_STROKED 50000
/* The drawing was cancelled: what is not drawn yet need not be. */
gboolean plot_canvas_is_cancelled (const PlotCanvas *canvas);

void plot_canvas_stroke (PlotCanvas *canvas, const PlotPen *pen);
void plot_canvas_fill (PlotCanvas *canvas, PlotColor color);
/* Fills and outlines the same path. */
void plot_canvas_fill_stroke (PlotCanvas *canvas, PlotColor color, const PlotPen *pen);
void plot_canvas_line (PlotCanvas *canvas, double x0, double y0, double x1, double y1, const PlotPen *pen);
void plot_canvas_rectangle (PlotCanvas *canvas, double x, double y, double width, double height, PlotColor color);
void plot_canvas_push_clip (PlotCanvas *canvas, double x, double y, double width, double height);
void plot_canvas_pop_clip (PlotCanvas *canvas);
/* An ARGB32 surface into a rectangle. */
void plot_canvas_image (PlotCanvas *canvas, cairo_surface_t *image, double x, double y, double width, double height);

/* A layout with its base line at y; align 0: starts at x, 0.5: centred, 1: ends at x. halo 0: none. */
void plot_canvas_layout (PlotCanvas *canvas, PangoLayout *layout, double x, double y, double align, PlotColor color,
                         double halo, PlotColor halo_color);
/* Rich text likewise; returns its width. */
double plot_canvas_text (PlotCanvas *canvas, const char *rich, double size, PlotTextFlags flags, double x, double y, double align,
                         PlotColor color);

typedef enum { PLOT_MARKER_NONE, PLOT_MARKER_DISC, PLOT_MARKER_RING, PLOT_MARKER_CROSS, PLOT_MARKER_TRIANGLE, PLOT_MARKER_DIAMOND,
               PLOT_MARKER_SQUARE, PLOT_MARKER_BAR, PLOT_MARKER_POINT } PlotMarker;
/* One marker of half extent r; width: of its lines; inside: colour of hollow ones, and of the rim around a point (a disc that lies upon
 * curves). */
void plot_canvas_marker (PlotCanvas *canvas, PlotMarker marker, double x, double y, double r, double width, PlotColor color,
                         PlotColor inside);

G_END_DECLS
