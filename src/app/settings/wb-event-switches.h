/* A switch for each event of the model, and the settings for locating events. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_EVENT_SWITCHES (wb_event_switches_get_type ())
G_DECLARE_FINAL_TYPE (WbEventSwitches, wb_event_switches, WB, EVENT_SWITCHES, GtkWidget)

/* Makes the switches for the model of a session. */
GtkWidget *wb_event_switches_new (WbSession *session);

G_END_DECLS
