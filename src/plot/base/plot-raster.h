/* Curves as coverage in an A8 image surface: exact enough to look like strokes, and as fast with ten million points as with a thousand.
 *
 * Colour and opacity are chosen when the surface is composited (cairo_mask_surface), so re-colouring redraws nothing. */
#pragma once

#include <cairo.h>
#include <glib.h>

G_BEGIN_DECLS

/* Sub-columns per pixel column. */
#define PLOT_RASTER_SUB 4

/* y(t): for each sub-column the lowest and highest device y that the curve reaches inside it, edges included; NaN: gap.
 * low and high have PLOT_RASTER_SUB × (surface width) entries. */
void plot_raster_columns (cairo_surface_t *mask, const float *low, const float *high, double line_width);

typedef struct { guint8 *pixels; int width, height, stride; float radius; } PlotRaster;
PlotRaster plot_raster_begin (cairo_surface_t *mask, double line_width);
void plot_raster_end (cairo_surface_t *mask);
/* One segment with round ends, joined by maximum: lines may come in pieces without beads. */
void plot_raster_segment (const PlotRaster *raster, double x0, double y0, double x1, double y1);
void plot_raster_disc (const PlotRaster *raster, double x, double y, double r);

/* A pen that walks a polyline, skips points within half a pixel and lifts at NaN; dashes by arc length (n_dashes 0: solid). */
typedef struct
{
  double x, y;
  gboolean down;
  double travelled;
  int n_dashes;
  double dashes[6];
} PlotRasterPen;
void plot_raster_line_to (const PlotRaster *raster, PlotRasterPen *pen, double x, double y);
void plot_raster_clear (cairo_surface_t *mask);

G_END_DECLS
