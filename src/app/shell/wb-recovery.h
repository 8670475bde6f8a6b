/* The offer to restore sessions that were open when the program ended
 * unexpectedly. */
#pragma once

#include "wb-window.h"

G_BEGIN_DECLS

/* Asks whether to restore the sessions that were left, if there are any. The
 * newest is restored in this window, each other in a new one. Copies of
 * discarded sessions are kept for a week. Closing the dialog keeps all copies,
 * which are offered at the next start. */
void wb_recovery_offer (WbWindow *window);

G_END_DECLS
