/* Draws an orbit (one column against another) as a path, for files and print. */
#pragma once

#include "plot-frame.h"
#include "sim-trajectory.h"

G_BEGIN_DECLS

/* Strokes rows [first, last) with y_column over x_column; PLOT_COLUMN_TIME stands for t. The path is interrupted at jumps and at NaN
 * values. Stops early if the canvas is cancelled. May be called on any thread that may read the trajectory. */
void plot_orbit_path_draw (SimTrajectory *trajectory, int x_column, int y_column, PlotFrame *frame, const PlotPen *pen,
                           gsize first, gsize last);

G_END_DECLS
