/* The page of events in the settings panel: a switch for each event of the
 * model, settings for locating events, and the event log. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_EVENT_PAGE (wb_event_page_get_type ())
G_DECLARE_FINAL_TYPE (WbEventPage, wb_event_page, WB, EVENT_PAGE, GtkWidget)

/* Makes the page. */
GtkWidget *wb_event_page_new (WbSession *session);
/* Appends the events since the last call to the log. */
void wb_event_page_refresh (WbEventPage *self);

G_END_DECLS
