/* The target of a drawing: an image, the screen, PDF pages (cairo draws these three), or an SVG document in which text remains text.
 *
 * Drawing code builds paths with cairo functions on `cr`, but draws them with plot_canvas_stroke or plot_canvas_fill instead of
 * cairo_stroke and cairo_fill, because on an SVG canvas `cr` only collects the path. Translate and scale with cairo functions on `cr`;
 * rotation is not supported. One thread at a time may use a canvas. */
#pragma once

#include <cairo.h>
#include <stdatomic.h>

#include "plot-text.h"

G_BEGIN_DECLS

typedef struct
{
  PlotColor color;
  double width;
  int n_dashes;
  double dashes[6];
  double dash_offset;
  gboolean butt;     /* TRUE: flat ends of lines; FALSE: round ends */
} PlotPen;

typedef struct PlotCanvas PlotCanvas;

/* Functions that are told what a canvas draws, in its order. Positions are in the user units of canvas->cr. */
typedef struct
{
  /* The current path is filled with *fill, then stroked with *pen. One of them may be NULL. */
  void (*path) (PlotCanvas *canvas, const PlotColor *fill, const PlotPen *pen);
  /* A layout is drawn with its left end at x and its baseline at y, over an outline of width halo; 0: without one. */
  void (*layout) (PlotCanvas *canvas, PangoLayout *layout, double x, double y, PlotColor color, double halo, PlotColor halo_color);
  /* An image is drawn into a rectangle. If color is not NULL, the image is the coverage of this colour. */
  void (*image) (PlotCanvas *canvas, cairo_surface_t *image, double x, double y, double width, double height, const PlotColor *color);
  /* The drawing is clipped to a rectangle (x, y, width, height); NULL: the last clip ends. */
  void (*clip) (PlotCanvas *canvas, const double *rectangle);
  gpointer user;
} PlotCanvasListener;

struct PlotCanvas
{
  cairo_t *cr;
  gboolean vector;   /* TRUE if the canvas stores paths instead of pixels: PDF and SVG */
  double scale;      /* device pixels per user unit */
  GString *svg;      /* the document of an SVG canvas; NULL on other canvases */
  int n_clips;       /* number of clip paths written so far; their ids in the document contain it */
  /* A flag that cancels a long drawing, whose incomplete result must be discarded. Another thread stores TRUE and the drawing thread loads
   * the flag, both with relaxed order. May be NULL. */
  const atomic_bool *cancelled;
  const PlotCanvasListener *listener; /* NULL: none. That of an SVG canvas writes the document. */
};

/* Initializes a canvas that draws on cr, which the caller owns. scale is the number of device pixels per user unit. The canvas needs no
 * cleanup. */
void plot_canvas_init_cairo (PlotCanvas *canvas, cairo_t *cr, double scale, gboolean vector);
/* Makes the canvases that are initialized for this surface from now on tell the listener what they draw. It must live as long as the surface;
 * NULL: none. */
void plot_canvas_listen (cairo_surface_t *surface, const PlotCanvasListener *listener);
/* Begins an SVG document of width × height pt; title and description may be NULL. End it with plot_canvas_finish_svg. */
void plot_canvas_init_svg (PlotCanvas *canvas, double width, double height, const char *title, const char *description);
/* Writes Dublin Core metadata; call it directly after plot_canvas_init_svg. Any argument may be NULL. */
void plot_canvas_svg_metadata (PlotCanvas *canvas, const char *author, const char *date, const char *settings);
/* Ends the document of an SVG canvas and returns it. Free it with g_string_free. */
GString *plot_canvas_finish_svg (PlotCanvas *canvas);

/* Largest number of points of a path that layers stroke with cairo on an image. The time of a
 * cairo stroke grows with the number of self-intersections. Longer paths are drawn with
 * plot-raster.h. */
#define PLOT_MOST_STROKED 50000
/* Returns whether the canvas draws on an image surface, even if `vector` is TRUE. */
gboolean plot_canvas_is_image (const PlotCanvas *canvas);
/* Returns whether another thread has cancelled the drawing. The caller may then stop drawing. */
gboolean plot_canvas_is_cancelled (const PlotCanvas *canvas);

/* Strokes the current path and clears it. */
void plot_canvas_stroke (PlotCanvas *canvas, const PlotPen *pen);
/* Fills the current path and clears it. */
void plot_canvas_fill (PlotCanvas *canvas, PlotColor color);
/* Fills the current path, strokes its outline and clears it. */
void plot_canvas_fill_stroke (PlotCanvas *canvas, PlotColor color, const PlotPen *pen);
/* Strokes one line segment. */
void plot_canvas_line (PlotCanvas *canvas, double x0, double y0, double x1, double y1, const PlotPen *pen);
/* Fills a rectangle. */
void plot_canvas_rectangle (PlotCanvas *canvas, double x, double y, double width, double height, PlotColor color);
/* Clips to a rectangle until the matching call of plot_canvas_pop_clip. */
void plot_canvas_push_clip (PlotCanvas *canvas, double x, double y, double width, double height);
/* Removes the last clip, and restores the transformation that was active before it. */
void plot_canvas_pop_clip (PlotCanvas *canvas);
/* Draws an ARGB32 surface into a rectangle. */
void plot_canvas_image (PlotCanvas *canvas, cairo_surface_t *image, double x, double y, double width, double height);

/* Draws a colour where an A8 surface covers, with its upper left corner at (x, y). Not for SVG canvases. */
void plot_canvas_mask (PlotCanvas *canvas, cairo_surface_t *mask, double x, double y, PlotColor color);

/* Draws a layout with its baseline at y. align is 0 if the text starts at x, 0.5 if it is
 * centred at x, 1 if it ends at x. halo is the width of an outline in halo_color under the text;
 * 0: none. */
void plot_canvas_layout (PlotCanvas *canvas, PangoLayout *layout, double x, double y, double align, PlotColor color,
                         double halo, PlotColor halo_color);
/* Draws rich text (plot-text.h) like plot_canvas_layout without a halo, and returns its width. */
double plot_canvas_text (PlotCanvas *canvas, const char *rich, double size, PlotTextFlags flags, double x, double y, double align,
                         PlotColor color);

typedef enum { PLOT_MARKER_NONE, PLOT_MARKER_DISC, PLOT_MARKER_RING, PLOT_MARKER_CROSS, PLOT_MARKER_TRIANGLE, PLOT_MARKER_DIAMOND,
               PLOT_MARKER_SQUARE, PLOT_MARKER_BAR, PLOT_MARKER_POINT } PlotMarker;
/* Draws a marker with half extent r and lines of width `width`. The colour `inside` fills hollow
 * markers, and is that of the rim of PLOT_MARKER_POINT (a disc that must be visible on top of
 * curves). */
void plot_canvas_marker (PlotCanvas *canvas, PlotMarker marker, double x, double y, double r, double width, PlotColor color,
                         PlotColor inside);

G_END_DECLS
