/* A popover with the columns of the measured data in the plots. The user chooses what each column measures. Main thread. */
#pragma once

#include <gtk/gtk.h>

#include "wb-plot-set.h"

G_BEGIN_DECLS

/* Makes the popover. The session must show measured data. The popover closes itself when another table, or none, is shown. */
GtkWidget *wb_measured_popover_new (WbSession *session);
/* Returns the name of the file and the number of its points that the plots can show, such as "dose.csv, 14 points". Free it with g_free. */
char *wb_measured_summary (WbPlotSet *plots);
/* Returns whether a column with numbers measures nothing, and the user has not chosen this. */
gboolean wb_measured_is_open (WbPlotSet *plots);

G_END_DECLS
