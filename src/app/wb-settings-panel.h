/* The panel at the right: integrator, parameters, initial state, events. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"
#include "wb-stability.h"

G_BEGIN_DECLS

#define WB_TYPE_SETTINGS_PANEL (wb_settings_panel_get_type ())
G_DECLARE_FINAL_TYPE (WbSettingsPanel, wb_settings_panel, WB, SETTINGS_PANEL, GtkWidget)

GtkWidget *wb_settings_panel_new (WbSession *session);
/* Once a frame: the card of limits, by what is known of stability along the current run, and the event log. */
void wb_settings_panel_refresh (WbSettingsPanel *self, const WbStability *stability);

G_END_DECLS
