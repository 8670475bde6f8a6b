/* A trajectory's column seen through a time axis: lowest and highest value in each of n slices, kept up to date as rows arrive.
 *
 * A jump ends one piece of the curve and begins the next. Pieces go to two sets in turn, so that drawing each set by itself never joins
 * what a jump separates. Slices that are complete are not computed again. */
#pragma once

#include "plot-frame.h"
#include "plot-transform.h"

G_BEGIN_DECLS

typedef struct PlotColumns PlotColumns;

PlotColumns *plot_columns_new (SimTrajectory *trajectory, int column, const PlotTransform *transform);
void plot_columns_free (PlotColumns *columns);
/* Brings n slices between the ends of x up to date. */
void plot_columns_update (PlotColumns *columns, const PlotScale *x, int n);
/* Of set 0 or 1: arrays of n, NaN where the set has nothing. */
const double *plot_columns_low (const PlotColumns *columns, int set);
const double *plot_columns_high (const PlotColumns *columns, int set);
/* Rows at which jumps of this column begin (x⁻), ascending, as of the last update; all of the trajectory. */
const gsize *plot_columns_jumps (const PlotColumns *columns, gsize *n);
/* Dashed upright lines from x⁻ to x⁺, as far as there is room between them. */
void plot_columns_draw_jumps (PlotColumns *columns, PlotFrame *frame, const PlotPen *pen);
/* First row at or after t. */
gsize plot_columns_first_row (SimTrajectory *trajectory, double t);

typedef void (*PlotPointFunc) (gpointer user, double x, double y);
/* The column between the ends of x as a polyline for paper: rows where they are sparse, else lowest and highest of slices of `slice`
 * units in the order in which they join the curve; (NaN, NaN) between pieces. */
void plot_columns_polyline (SimTrajectory *trajectory, int column, const PlotTransform *transform, const PlotScale *x, double slice,
                            PlotPointFunc func, gpointer user);

G_END_DECLS
