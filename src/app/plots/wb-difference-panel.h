/* The panel beside a plot of the difference of two runs: which runs these are, and what differs at the playhead. It follows the first such plot of
 * the session and is empty without one. */
#pragma once

#include <gtk/gtk.h>

#include "wb-plot-set.h"

G_BEGIN_DECLS

#define WB_TYPE_DIFFERENCE_PANEL (wb_difference_panel_get_type ())
G_DECLARE_FINAL_TYPE (WbDifferencePanel, wb_difference_panel, WB, DIFFERENCE_PANEL, GtkWidget)

/* Makes a panel. */
GtkWidget *wb_difference_panel_new (WbSession *session);
/* Returns the index of the first plot of the difference of two runs, or −1. */
int wb_difference_panel_plot (WbPlotSet *plots);
/* Returns the drop-down list of the first run (second FALSE) or of the run from which it is subtracted. */
GtkWidget *wb_difference_panel_choice (WbDifferencePanel *self, gboolean second);

G_END_DECLS
