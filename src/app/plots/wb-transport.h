/* The bottom of the window: the buttons, the time, the time line, the real-time rate and the statistics. Narrow windows show one parameter
 * instead of the statistics. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_TRANSPORT (wb_transport_get_type ())
G_DECLARE_FINAL_TYPE (WbTransport, wb_transport, WB, TRANSPORT, GtkWidget)

/* Makes the transport for a session. */
GtkWidget *wb_transport_new (WbSession *session);
/* Updates the transport. Called once per frame, after wb_session_poll. */
void wb_transport_refresh (WbTransport *self);
/* Stops measuring the rate and keeps the last value. Used for screenshots. */
void wb_transport_hold_rate (WbTransport *self);
/* Sets the layout. compact: for narrow windows. statistics: whether the statistics are shown. */
void wb_transport_set_layout (WbTransport *self, gboolean compact, gboolean statistics);

G_END_DECLS
