/* What limits the step: a bar of shares, and a hint in words with its action.
 * Read from the tape of the current run. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"
#include "wb-stability.h"

G_BEGIN_DECLS

#define WB_TYPE_LIMITS_CARD (wb_limits_card_get_type ())
G_DECLARE_FINAL_TYPE (WbLimitsCard, wb_limits_card, WB, LIMITS_CARD, GtkWidget)

/* Makes the card of a session. */
GtkWidget *wb_limits_card_new (WbSession *session);
/* Reads the tape where it grew, at most twice a second. stability is that of
 * the current run. */
void wb_limits_card_refresh (WbLimitsCard *self, const WbStability *stability);

G_END_DECLS
