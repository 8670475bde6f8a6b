/* The time line below the plots. It shows the time that the run has reached, the playhead, and ticks at events. Screen readers treat it as
 * a slider. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_SCRUBBER (wb_scrubber_get_type ())
G_DECLARE_FINAL_TYPE (WbScrubber, wb_scrubber, WB, SCRUBBER, GtkWidget)

/* Makes the time line of a session. */
GtkWidget *wb_scrubber_new (WbSession *session);
/* Updates the time line from the session. Called once per frame. */
void wb_scrubber_refresh (WbScrubber *self);

G_END_DECLS
