/* The direction field of a plane of two states. */
#pragma once

#include "plot-layers.h"
#include "plot-view.h"

G_BEGIN_DECLS

/* Adds the direction field, the nullclines and the guards of events to a view,
 * below its orbit. Both columns must be states and the model explicit;
 * otherwise nothing is added, and *field and *nullclines do not change. The
 * field is visible if the model has two states. */
void plot_kind_add_plane (PlotView *view, const PlotRun *run, int x_column, int y_column, PlotLayer **field, PlotLayer **nullclines);

G_END_DECLS
