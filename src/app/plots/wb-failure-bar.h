/* The bar below the title. It explains why a run failed and what may help, or lists the errors in the file of the model. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_FAILURE_BAR (wb_failure_bar_get_type ())
G_DECLARE_FINAL_TYPE (WbFailureBar, wb_failure_bar, WB, FAILURE_BAR, GtkWidget)

/* Makes the bar for a session. It is hidden while there is nothing to report. */
GtkWidget *wb_failure_bar_new (WbSession *session);

G_END_DECLS
