/* A table with all counters of the current run. A button in the row of numbers opens it. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

/* Makes the button. Its table has the right-hand sides by purpose, steps, nonlinear iterations, projections and events of the current run.
 * The table is updated while it is open. */
GtkWidget *wb_statistics_page_button_new (WbSession *session);

G_END_DECLS
