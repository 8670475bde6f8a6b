/* Column against column as a path, for files and print. */
#pragma once

#include "plot-frame.h"
#include "sim-trajectory.h"

G_BEGIN_DECLS

/* Strokes rows [first, last) with pen; column −1 is t. A line is broken at jumps and where a value is not a number. The canvas may be cancelled
 * meanwhile. Any thread that may read the trajectory. */
void plot_orbit_path_draw (SimTrajectory *trajectory, int x_column, int y_column, PlotFrame *frame, const PlotPen *pen, gsize first, gsize last);

G_END_DECLS
