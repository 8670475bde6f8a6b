/* Draws curves as pixel coverage into an A8 image surface. The result looks like strokes of cairo, and the time depends on the number of
 * pixels covered, not on the number of points or self-intersections.
 *
 * Colour and opacity are applied when the surface is composited (cairo_mask_surface), so that a change of colour needs no new drawing.
 * Coordinates are in device pixels. One thread at a time may use a surface. */
#pragma once

#include <cairo.h>
#include <glib.h>

G_BEGIN_DECLS

/* Number of sub-columns in a pixel column. */
#define PLOT_RASTER_SUB 4

/* Draws a curve y(t) whose lowest and highest y are given for each sub-column, with the values at the edges of the sub-column; NaN: no
 * curve there. low and high have PLOT_RASTER_SUB × (width of the surface) elements. */
void plot_raster_columns (cairo_surface_t *mask, const float *low, const float *high, double line_width);

typedef struct { guint8 *pixels; int width, height, stride; float radius; } PlotRaster;
/* Starts writing to the pixels of a surface, with lines of this width. cairo must not draw on the surface until plot_raster_end. */
PlotRaster plot_raster_begin (cairo_surface_t *mask, double line_width);
/* Ends writing, and informs cairo that the pixels of the surface have changed. */
void plot_raster_end (cairo_surface_t *mask);
/* Draws a segment with round ends. Each pixel gets the maximum of its old and new coverage, so that the joint of two segments is not
 * visible. */
void plot_raster_segment (const PlotRaster *raster, double x0, double y0, double x1, double y1);
/* Draws a disc of radius r around (x, y). */
void plot_raster_disc (const PlotRaster *raster, double x, double y, double r);

/* The state of a pen that draws a polyline. If all members are zero, the pen has no position yet and draws solid lines. */
typedef struct
{
  double x, y;
  gboolean down;       /* TRUE: (x, y) is the last point, and the next point continues the line */
  double travelled;    /* length drawn so far, for the dash pattern */
  int n_dashes;
  double dashes[6];
} PlotRasterPen;
/* Draws the segment from the pen to a point, and moves the pen. Points less than half a pixel away are skipped. A point that is not finite
 * ends the line. */
void plot_raster_line_to (const PlotRaster *raster, PlotRasterPen *pen, double x, double y);
/* Sets all pixels of a surface to 0. */
void plot_raster_clear (cairo_surface_t *mask);

G_END_DECLS
