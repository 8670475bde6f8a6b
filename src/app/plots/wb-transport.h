/* The bottom of the window: buttons, time, scrubber, real-time rate and
 * statistics. Narrow windows show one parameter instead of the statistics. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_TRANSPORT (wb_transport_get_type ())
G_DECLARE_FINAL_TYPE (WbTransport, wb_transport, WB, TRANSPORT, GtkWidget)

/* Makes the transport of a session. */
GtkWidget *wb_transport_new (WbSession *session);
/* Updates the transport; called once per frame, after the session was polled. */
void wb_transport_refresh (WbTransport *self);
/* Stops the measurement of the rate and keeps the last value, for screenshots. */
void wb_transport_hold_rate (WbTransport *self);
/* Sets the layout: compact for narrow windows, with or without statistics. */
void wb_transport_set_layout (WbTransport *self, gboolean compact, gboolean statistics);

G_END_DECLS
