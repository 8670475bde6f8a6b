/* Jumps of an orbit: the arcs between them, and the arrows from x⁻ to x⁺. Used by plot-layer-orbit.c. */
#pragma once

#include "plot-layers.h"

G_BEGIN_DECLS

/* Returns whether an event with index ≥ *n_seen moves the point (x_column,
 * y_column), and sets *n_seen to the number of events. */
gboolean plot_orbit_has_jumps (SimTrajectory *trajectory, int x_column, int y_column, gsize *n_seen);
/* Finds the rows [*first, *last) of the arc that contains t; at a jump, of the
 * arc that ends there. Returns FALSE if the orbit has no jumps, or too many
 * rows to draw its arcs in each frame. */
gboolean plot_orbit_arc (SimTrajectory *trajectory, int x_column, int y_column, double t, gsize *first, gsize *last);
/* Draws a dashed arrow in an arc from (x0, y0) to (x1, y1), px. The arc bends away from the centre of the plot. */
void plot_orbit_draw_jump (PlotFrame *frame, double x0, double y0, double x1, double y1);
/* Fills the key entry for jumps. */
void plot_orbit_jump_key (const PlotFrame *frame, PlotKey *key);

G_END_DECLS
