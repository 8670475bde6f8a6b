/* Zero level lines of a function that is sampled on a grid, as whole polylines. Any thread. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Receives one line: `points` holds n pairs (x, y) in grid steps, 0 ≤ x ≤ nx − 1, 0 ≤ y ≤ ny − 1; closed: the last point joins the
 * first. */
typedef void (*PlotContourFunc) (gpointer user, const double *points, gsize n, gboolean closed);
/* Calls func for each zero line of values[j·nx + i], the value at (i, j). Cells with a NaN corner contain no line. */
void plot_contour (const double *values, int nx, int ny, PlotContourFunc func, gpointer user);

G_END_DECLS
