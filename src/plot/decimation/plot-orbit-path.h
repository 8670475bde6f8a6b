/* An orbit (column against column) as a path, for files and print. */
#pragma once

#include "plot-frame.h"
#include "sim-trajectory.h"

G_BEGIN_DECLS

/* Strokes rows [first, last) of y_column over x_column; PLOT_COLUMN_TIME is t. The path is interrupted at jumps and at values that are NaN.
 * Stops early if the canvas is cancelled. Any thread that may read the trajectory. */
void plot_orbit_path_draw (SimTrajectory *trajectory, int x_column, int y_column, PlotFrame *frame, const PlotPen *pen,
                           gsize first, gsize last);

G_END_DECLS
