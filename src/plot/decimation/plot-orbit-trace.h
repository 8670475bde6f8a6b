/* Column against column in a mask, for pictures: rows are appended as they arrive. */
#pragma once

#include "plot-frame.h"
#include "plot-cell-set.h"
#include "plot-raster.h"
#include "sim-trajectory.h"

G_BEGIN_DECLS

/* All zero: nothing drawn. */
typedef struct
{
  cairo_surface_t *surface;
  gsize first, done;   /* rows [first, done) are drawn */
  PlotRasterPen pen;
  PlotCellSet cells;
} PlotOrbitTrace;

/* Empties it, for an area of so many device pixels; rows are drawn from `first` on. */
void plot_orbit_trace_reset (PlotOrbitTrace *trace, int width, int height, gsize first);
void plot_orbit_trace_clear (PlotOrbitTrace *trace);
/* Draws rows up to n; column −1 is t. Stops where the frame's time is up, and says so in frame->more, or the canvas is cancelled. */
void plot_orbit_trace_append (PlotOrbitTrace *trace, SimTrajectory *trajectory, int x_column, int y_column, PlotFrame *frame, const PlotPen *pen, gsize n);
/* Onto the frame's area. */
void plot_orbit_trace_paint (PlotOrbitTrace *trace, PlotFrame *frame, PlotColor color);

G_END_DECLS
