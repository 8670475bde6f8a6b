/* Jumps of an orbit: finds the arcs between them, and draws the arrows from the point x⁻ before to the point x⁺ after a jump.
 * plot-layer-orbit.c uses it. */
#pragma once

#include "plot-layers.h"

G_BEGIN_DECLS

/* Returns whether an event with an index ≥ *n_seen moves the point (x_column, y_column). Sets *n_seen to the number of
 * events. */
gboolean plot_orbit_has_jumps (SimTrajectory *trajectory, int x_column, int y_column, gsize *n_seen);
/* Finds the rows [*first, *last) of the arc that contains time t; if t is the time of a jump, of the arc
 * that ends there. Returns FALSE if the orbit has no jumps, or too many rows to draw its arcs in each
 * frame. */
gboolean plot_orbit_arc (SimTrajectory *trajectory, int x_column, int y_column, double t, gsize *first, gsize *last);
/* Draws a dashed, curved arrow from (x0, y0) to (x1, y1), in px. It bends away from the centre of the plot. */
void plot_orbit_draw_jump (PlotFrame *frame, double x0, double y0, double x1, double y1);
/* Sets the entry of the key that explains jumps. */
void plot_orbit_jump_key (const PlotFrame *frame, PlotKey *key);

G_END_DECLS
