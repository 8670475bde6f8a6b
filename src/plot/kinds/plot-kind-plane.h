/* The field of a plane of two states. */
#pragma once

#include "plot-layers.h"
#include "plot-view.h"

G_BEGIN_DECLS

/* Adds direction field, nullclines and the guards of events, drawn under the orbit, where both columns are states and the model gives its
 * derivatives explicitly; returns the first two layers, which stay unset elsewhere. The field is visible where the model has two states. */
void plot_kind_add_plane (PlotView *view, const PlotRun *run, int x_column, int y_column, PlotLayer **field, PlotLayer **nullclines);

G_END_DECLS
