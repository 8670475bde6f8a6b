/* A popover in which the user types the times of the two cursors of the time axis. Main
 * thread. */
#pragma once

#include <gtk/gtk.h>

#include "plot-time-axis.h"

G_BEGIN_DECLS

/* Makes the popover. If no cursor is set, both are placed in the visible range. */
GtkWidget *wb_cursors_popover_new (PlotTimeAxis *axis);

G_END_DECLS
