/* What the kinds of plots share. */
#pragma once

#include "plot-layers.h"
#include "plot-spec.h"

G_BEGIN_DECLS

/* More curves than colours cannot be told apart. */
#define PLOT_MOST_CURVES 6

/* Returns the index of the column with this name; `standard`, or the last one, where name is NULL or unknown. */
int plot_kind_column (const PlotRun *run, const char *name, int standard);
/* Returns the index of the event with this name; −1 where name is NULL or unknown. */
int plot_kind_event (const PlotRun *run, const char *name);
/* Fills in the columns that a plot over time shows and returns how many there are. */
int plot_kind_columns (const PlotSpec *spec, const PlotRun *run, int columns[PLOT_MOST_CURVES]);
/* Returns the style of a run that is drawn beside the first. */
PlotStyle plot_kind_other_style (const PlotRun *other);

G_END_DECLS
