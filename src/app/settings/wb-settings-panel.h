/* The panel at the right side of the window. It has the pages Integrator, Parameters, Initial state and
 * Events. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"
#include "wb-stability.h"

G_BEGIN_DECLS

#define WB_TYPE_SETTINGS_PANEL (wb_settings_panel_get_type ())
G_DECLARE_FINAL_TYPE (WbSettingsPanel, wb_settings_panel, WB, SETTINGS_PANEL, GtkWidget)

/* Makes the panel for a session. */
GtkWidget *wb_settings_panel_new (WbSession *session);
/* Updates the card with the limits of the step size and the log of events. stability: the largest stable steps of the current run. Called
 * once per frame. */
void wb_settings_panel_refresh (WbSettingsPanel *self, const WbStability *stability);

G_END_DECLS
