/* Adds a direction field to the phase portrait of two states. */
#pragma once

#include "plot-layers.h"
#include "plot-view.h"

G_BEGIN_DECLS

/* Adds the direction field, the nullclines and the guards of events (surfaces on which they are triggered) to a
 * view, below its orbit. This needs two columns that are states, and an explicit model x' = f(t, x); otherwise
 * nothing is added, and *field and *nullclines are unchanged. The field is initially visible if the model has two
 * states. */
void plot_kind_add_plane (PlotView *view, const PlotRun *run, int x_column, int y_column, PlotLayer **field, PlotLayer **nullclines);

G_END_DECLS
