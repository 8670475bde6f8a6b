/* A small picture of a trajectory, for the list of models. */
#pragma once

#include <cairo.h>

#include "plot-run.h"
#include "plot-theme.h"

G_BEGIN_DECLS

/* Draws a card with rim into width × height at (0, 0), and in it x_column over time (y_column −1) or y_column over x_column. */
void plot_thumbnail (cairo_t *cr, double width, double height, SimTrajectory *trajectory, int x_column, int y_column,
                     const PlotTheme *theme);

G_END_DECLS
