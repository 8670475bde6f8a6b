/* The page Events of the settings panel. It has a switch for each event of the model, the settings for locating events, and the log of
 * events. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_EVENT_PAGE (wb_event_page_get_type ())
G_DECLARE_FINAL_TYPE (WbEventPage, wb_event_page, WB, EVENT_PAGE, GtkWidget)

/* Makes the page for a session. */
GtkWidget *wb_event_page_new (WbSession *session);
/* Appends the events that the run has recorded since the last call to the log. */
void wb_event_page_refresh (WbEventPage *self);

G_END_DECLS
