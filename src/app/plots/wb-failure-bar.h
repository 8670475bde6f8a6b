/* The bar under the title: why a run failed and what to try, or what is wrong
 * with the model's file. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_FAILURE_BAR (wb_failure_bar_get_type ())
G_DECLARE_FINAL_TYPE (WbFailureBar, wb_failure_bar, WB, FAILURE_BAR, GtkWidget)

/* Makes the bar of a session, hidden while there is nothing to report. */
GtkWidget *wb_failure_bar_new (WbSession *session);

G_END_DECLS
