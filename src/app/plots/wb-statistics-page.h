/* All counters of the current run, as a table behind the statistics strip. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

/* Makes a button that opens the table of the session's current run: right-hand sides by purpose, steps, nonlinear iterations, projections,
 * events. The table is refreshed while it is open. */
GtkWidget *wb_statistics_page_button_new (WbSession *session);

G_END_DECLS
