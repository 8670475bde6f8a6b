/* The row of numbers below the time line: the work of the current run so far. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_STATISTICS_STRIP (wb_statistics_strip_get_type ())
G_DECLARE_FINAL_TYPE (WbStatisticsStrip, wb_statistics_strip, WB, STATISTICS_STRIP, GtkWidget)

/* Makes the row for a session. */
GtkWidget *wb_statistics_strip_new (WbSession *session);
/* Updates the numbers, at most ten times a second. Takes little time if nothing has changed. */
void wb_statistics_strip_refresh (WbStatisticsStrip *self);

G_END_DECLS
