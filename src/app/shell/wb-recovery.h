/* The offer to restore sessions that were open when the program ended
 * unexpectedly. */
#pragma once

#include "wb-window.h"

G_BEGIN_DECLS

/* Asks whether to restore the sessions of processes that ended unexpectedly, if there are any. The newest session is restored in this
 * window, each other one in a new window. Copies of discarded sessions are kept for a week. If the dialog is closed, all copies are kept
 * and offered at the next start. */
void wb_recovery_offer (WbWindow *window);

G_END_DECLS
