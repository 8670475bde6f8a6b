/* The window that shows how far the sealing of a saved session is, if it takes longer than a moment. Main thread. */
#pragma once

#include "wb-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Time in ms after which the window is shown. */
#define WB_SEAL_MOMENT 500
/* Follows the sealing of a session that was saved just now. If its results are still being hashed after `moment` ms, shows a window over parent with the progress and a button that cancels
 * it; the file then stays without seals. */
void wb_seal_window_follow (GtkWindow *parent, WbSession *session, guint moment);

G_END_DECLS
