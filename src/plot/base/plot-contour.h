/* Computes the zero lines of a function that is sampled on a grid, as whole polylines. The function may be called from any thread. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Receives one line. `points` holds n pairs (x, y) in grid steps, with 0 ≤ x ≤ nx − 1 and 0 ≤ y ≤ ny − 1. If closed is TRUE, the last point
 * is connected to the first. */
typedef void (*PlotContourFunc) (gpointer user, const double *points, gsize n, gboolean closed);
/* Calls func for each zero line of the values; values[j·nx + i] is that at grid point (i, j). Cells with a NaN corner contain no line. */
void plot_contour (const double *values, int nx, int ny, PlotContourFunc func, gpointer user);

G_END_DECLS
