/* The bar below the title. It states why a run failed and what may help, or which errors the model's file has. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_FAILURE_BAR (wb_failure_bar_get_type ())
G_DECLARE_FINAL_TYPE (WbFailureBar, wb_failure_bar, WB, FAILURE_BAR, GtkWidget)

/* Makes the bar of a session, hidden while there is nothing to report. */
GtkWidget *wb_failure_bar_new (WbSession *session);

G_END_DECLS
