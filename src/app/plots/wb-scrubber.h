/* The time line of the transport: what has been reached, where the playhead is,
 * ticks at events. A slider for readers of the screen. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_SCRUBBER (wb_scrubber_get_type ())
G_DECLARE_FINAL_TYPE (WbScrubber, wb_scrubber, WB, SCRUBBER, GtkWidget)

/* Makes the time line of a session. */
GtkWidget *wb_scrubber_new (WbSession *session);
/* Reads the session; called once a frame. */
void wb_scrubber_refresh (WbScrubber *self);

G_END_DECLS
