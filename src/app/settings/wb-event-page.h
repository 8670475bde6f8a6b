/* Events of the model with their switches, how they are located, and the log of
 * what happened. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_EVENT_PAGE (wb_event_page_get_type ())
G_DECLARE_FINAL_TYPE (WbEventPage, wb_event_page, WB, EVENT_PAGE, GtkWidget)

/* Makes the page of events of the settings panel. */
GtkWidget *wb_event_page_new (WbSession *session);
/* Appends what happened since the last call. */
void wb_event_page_refresh (WbEventPage *self);

G_END_DECLS
