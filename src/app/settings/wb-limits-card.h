/* The card that shows what limits the step: a bar with the fraction of each
 * cause, and a hint with an action. The data come from the tape of the current
 * run. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"
#include "wb-stability.h"

G_BEGIN_DECLS

#define WB_TYPE_LIMITS_CARD (wb_limits_card_get_type ())
G_DECLARE_FINAL_TYPE (WbLimitsCard, wb_limits_card, WB, LIMITS_CARD, GtkWidget)

/* Makes the card of a session. */
GtkWidget *wb_limits_card_new (WbSession *session);
/* Reads the tape if it has grown, at most twice a second. stability is that of the current run. */
void wb_limits_card_refresh (WbLimitsCard *self, const WbStability *stability);

G_END_DECLS
