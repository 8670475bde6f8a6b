/* The numbers of a plot as a table, for readers of the screen and for copying. */
#pragma once

#include <gtk/gtk.h>

#include "wb-plot-spec.h"

G_BEGIN_DECLS

/* Attempts for plots of steps and errors, events for time between events, else the rows of the trajectory. */
void wb_data_window_present (GtkWindow *parent, WbRunItem *run, const WbPlotSpec *spec);

G_END_DECLS
