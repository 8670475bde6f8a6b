/* A column of a trajectory reduced to the pixels of a time axis: the lowest and highest value in each of n slices of equal width.
 *
 * On the screen this reduction is exact. In a slice narrower than a pixel only the extreme values are visible, and plot-raster.h draws them
 * with their area coverage. Complete slices are not computed again, so during a run each frame costs only as much as the new rows.
 *
 * A jump of the value ends one segment of the curve and begins the next. Successive segments are assigned alternately to two sets, which
 * are drawn separately, so that the two sides of a jump are never connected. */
#pragma once

#include "plot-frame.h"
#include "plot-transform.h"

G_BEGIN_DECLS

typedef struct PlotColumns PlotColumns;

/* Returns an object without slices. Takes a reference on the trajectory. transform may be NULL: values are then used unchanged. */
PlotColumns *plot_columns_new (SimTrajectory *trajectory, int column, const PlotTransform *transform);
/* Frees the object; NULL is allowed. */
void plot_columns_free (PlotColumns *columns);
/* Updates the n slices between the ends of x with the rows that the trajectory has published. */
void plot_columns_update (PlotColumns *columns, const PlotScale *x, int n);
/* Returns the lowest value of each slice in set 0 or 1, n numbers; NaN: no row of the slice is in this set. Valid until the next
 * update. */
const double *plot_columns_low (const PlotColumns *columns, int set);
/* Returns the highest value of each slice like plot_columns_low. */
const double *plot_columns_high (const PlotColumns *columns, int set);
/* Returns the indices of the rows x⁻ before all jumps of this column, in ascending order, and sets *n to their number. Valid until the next
 * update. */
const gsize *plot_columns_jumps (const PlotColumns *columns, gsize *n);
/* Draws jumps as dashed vertical lines from x⁻ to x⁺. Jumps that are closer than 3 px to the previous one are skipped. */
void plot_columns_draw_jumps (PlotColumns *columns, PlotFrame *frame, const PlotPen *pen);
/* Returns the first row at or after time t; the number of rows if there is none. */
gsize plot_columns_first_row (SimTrajectory *trajectory, double t);

/* Receives the next point of a polyline, in data coordinates. The point (NaN, NaN) ends a segment. */
typedef void (*PlotPointFunc) (gpointer user, double x, double y);
/* Calls func for the points of a column between the ends of x, as a polyline for
 * files. A slice of width `slice` with at most four rows gives all its rows; a
 * slice with more rows gives its first and last row and the extrema between
 * them. */
void plot_columns_polyline (SimTrajectory *trajectory, int column, const PlotTransform *transform, const PlotScale *x, double slice,
                            PlotPointFunc func, gpointer user);

G_END_DECLS
