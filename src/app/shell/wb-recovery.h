/* Offers to restore the sessions that were open when the program ended
 * unexpectedly. */
#pragma once

#include "wb-window.h"

G_BEGIN_DECLS

/* Asks whether to restore the sessions of processes that have ended unexpectedly, if there are any. The newest session is restored in this
 * window, each other one in a new window. If the user discards the sessions, their copies are kept for a week. If the user closes the
 * dialog, all copies are kept and offered again at the next start. */
void wb_recovery_offer (WbWindow *window);

G_END_DECLS
