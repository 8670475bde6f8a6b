/* Draws a small picture of a trajectory for the list of models. */
#pragma once

#include <cairo.h>

#include "plot-run.h"
#include "plot-theme.h"

G_BEGIN_DECLS

/* Draws a card with a rim into width × height px at (0, 0). It shows x_column over time if y_column is −1, otherwise y_column against
 * x_column. */
void plot_thumbnail (cairo_t *cr, double width, double height, SimTrajectory *trajectory, int x_column, int y_column,
                     const PlotTheme *theme);

G_END_DECLS
