/* The panel at the right side of the window: integrator, parameters, initial
 * state, events. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"
#include "wb-stability.h"

G_BEGIN_DECLS

#define WB_TYPE_SETTINGS_PANEL (wb_settings_panel_get_type ())
G_DECLARE_FINAL_TYPE (WbSettingsPanel, wb_settings_panel, WB, SETTINGS_PANEL, GtkWidget)

/* Makes the panel of a session. */
GtkWidget *wb_settings_panel_new (WbSession *session);
/* Updates the card of limits, with the stability of the current run, and the
 * event log; called once per frame. */
void wb_settings_panel_refresh (WbSettingsPanel *self, const WbStability *stability);

G_END_DECLS
