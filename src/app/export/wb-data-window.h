/* A window that shows the numbers of a plot as a table, for screen readers and for
 * copying. */
#pragma once

#include <gtk/gtk.h>

#include "wb-plot-view.h"

G_BEGIN_DECLS

/* Shows the table of a plot (see wb_data_table_new) in a window over parent. */
void wb_data_window_present (GtkWindow *parent, WbRunItem *run, const PlotSpec *spec, GListModel *runs);

G_END_DECLS
