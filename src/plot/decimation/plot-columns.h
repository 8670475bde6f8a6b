/* A column of a trajectory over the pixels of a time axis: the lowest and highest value in each of n slices of equal width.
 *
 * This decimation is exact on the screen: within a slice narrower than a pixel only the extreme values are visible (plot-raster.h draws
 * them with their area coverage). Slices that are complete are not computed again, so each frame of a running run costs only as much as the
 * new rows.
 *
 * A jump ends one segment of the curve and begins the next. Successive segments are assigned to two sets alternately, so that drawing each
 * set separately never connects the two sides of a jump. */
#pragma once

#include "plot-frame.h"
#include "plot-transform.h"

G_BEGIN_DECLS

typedef struct PlotColumns PlotColumns;

/* Returns columns without slices; takes a reference on the trajectory. transform may be NULL: values are used unchanged. */
PlotColumns *plot_columns_new (SimTrajectory *trajectory, int column, const PlotTransform *transform);
/* Frees the columns; NULL is allowed. */
void plot_columns_free (PlotColumns *columns);
/* Updates n slices between the ends of x to the published rows of the trajectory. */
void plot_columns_update (PlotColumns *columns, const PlotScale *x, int n);
/* Returns the lowest value in each slice of set 0 or 1; NaN: no row of the
 * slice is in this set. Valid until the next update. */
const double *plot_columns_low (const PlotColumns *columns, int set);
/* Returns the highest value in each slice, like plot_columns_low. */
const double *plot_columns_high (const PlotColumns *columns, int set);
/* Returns the rows x⁻ of all jumps of this column at the last update, in
 * ascending order, and sets *n to their number. */
const gsize *plot_columns_jumps (const PlotColumns *columns, gsize *n);
/* Draws jumps as dashed vertical lines from x⁻ to x⁺. Jumps closer together than 3 px are skipped. */
void plot_columns_draw_jumps (PlotColumns *columns, PlotFrame *frame, const PlotPen *pen);
/* Returns the first row at or after t; the number of rows if there is none. */
gsize plot_columns_first_row (SimTrajectory *trajectory, double t);

/* Receives the next point of a polyline, in data coordinates. (NaN, NaN) ends a segment. */
typedef void (*PlotPointFunc) (gpointer user, double x, double y);
/* Calls func for the points of the column between the ends of x, as a polyline
 * for files. A slice of width `slice` with at most four rows gives all its
 * rows; one with more rows gives its first and last row and the extrema between
 * them. */
void plot_columns_polyline (SimTrajectory *trajectory, int column, const PlotTransform *transform, const PlotScale *x, double slice,
                            PlotPointFunc func, gpointer user);

G_END_DECLS
