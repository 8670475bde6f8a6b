/* Zero lines of a function on a grid, as whole polylines. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* points: n pairs x y in grid steps, from 0 to nx − 1 and ny − 1. */
typedef void (*PlotContourFunc) (gpointer user, const double *points, gsize n, gboolean closed);
/* values[j·nx + i]; cells with a NaN corner are left out. */
void plot_contour (const double *values, int nx, int ny, PlotContourFunc func, gpointer user);

G_END_DECLS
