/* Draws an orbit (one column against another) into a coverage mask, for the screen and for images. Rows are appended as they are
 * computed. */
#pragma once

#include "plot-cell-set.h"
#include "plot-frame.h"
#include "plot-raster.h"
#include "sim-trajectory.h"

G_BEGIN_DECLS

/* The state of the drawing. A struct of zeros is an empty trace. */
typedef struct
{
  cairo_surface_t *surface;  /* A8 image surface with the coverage of the orbit */
  gsize first, done;         /* rows [first, done) have been drawn */
  PlotRasterPen pen;
  PlotCellSet cells;
} PlotOrbitTrace;

/* Empties the trace, for an area of width × height device pixels. The next drawing starts at row `first`. */
void plot_orbit_trace_reset (PlotOrbitTrace *trace, int width, int height, gsize first);
/* Frees the memory of a trace. */
void plot_orbit_trace_clear (PlotOrbitTrace *trace);
/* Draws the rows before row n that are not drawn yet; PLOT_COLUMN_TIME stands for t. Stops early and sets frame->more after the frame's
 * deadline, or if the canvas is cancelled. */
void plot_orbit_trace_append (PlotOrbitTrace *trace, SimTrajectory *trajectory, int x_column, int y_column, PlotFrame *frame,
                              const PlotPen *pen, gsize n);
/* Draws the trace in a colour over the data area of the frame. */
void plot_orbit_trace_paint (PlotOrbitTrace *trace, PlotFrame *frame, PlotColor color);

/* ---- paths, for files and print ---- */
/* Strokes rows [first, last) with y_column over x_column; PLOT_COLUMN_TIME stands for t. The path is interrupted at jumps and at NaN
 * values. Stops early if the canvas is cancelled. May be called on any thread that may read the trajectory. */
void plot_orbit_path_draw (SimTrajectory *trajectory, int x_column, int y_column, PlotFrame *frame, const PlotPen *pen,
                           gsize first, gsize last);

G_END_DECLS
