/* Jumps of an orbit: the arcs between them, and the way from x⁻ to x⁺. For plot-layer-orbit.c. */
#pragma once

#include "plot-layers.h"

G_BEGIN_DECLS

/* Whether any event with rows among the events [*n_seen, …) moves the point of these columns; *n_seen then counts them. */
gboolean plot_orbit_has_jumps (SimTrajectory *trajectory, int x_column, int y_column, gsize *n_seen);
/* Rows [*first, *last) of the arc that is passed at t; at the moment of a jump, of the one that ends there. FALSE: the arc is all there is, or
 * longer than a frame has time for. */
gboolean plot_orbit_arc (SimTrajectory *trajectory, int x_column, int y_column, double t, gsize *first, gsize *last);
/* From (x0, y0) to (x1, y1) in a bow, dashed, with an arrow; px. It bends away from the middle of the plot. */
void plot_orbit_draw_jump (PlotFrame *frame, double x0, double y0, double x1, double y1);
/* Its key. */
void plot_orbit_jump_key (const PlotFrame *frame, PlotKey *key);

G_END_DECLS
