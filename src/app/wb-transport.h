/* The foot of the window: buttons, time, scrubber, real-time rate, statistics; in narrow windows one parameter instead of the statistics. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_TRANSPORT (wb_transport_get_type ())
G_DECLARE_FINAL_TYPE (WbTransport, wb_transport, WB, TRANSPORT, GtkWidget)

GtkWidget *wb_transport_new (WbSession *session);
/* Once a frame, after the session was polled. */
void wb_transport_refresh (WbTransport *self);
/* Keeps the rate that was measured last: for a picture of a moment that lasts. */
void wb_transport_hold_rate (WbTransport *self);
/* compact: for focused windows; statistics: whether the strip has room. */
void wb_transport_set_layout (WbTransport *self, gboolean compact, gboolean statistics);

G_END_DECLS
