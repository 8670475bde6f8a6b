/* The card that shows which conditions limit the step size: a bar with the fraction of time
 * of each condition, and a hint with a button. The data come from the tape of the current
 * run. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"
#include "wb-stability.h"

G_BEGIN_DECLS

#define WB_TYPE_LIMITS_CARD (wb_limits_card_get_type ())
G_DECLARE_FINAL_TYPE (WbLimitsCard, wb_limits_card, WB, LIMITS_CARD, GtkWidget)

/* Makes the card for a session. */
GtkWidget *wb_limits_card_new (WbSession *session);
/* Analyses the tape again if it has grown, at most twice a second. stability: the largest stable steps of the current run. */
void wb_limits_card_refresh (WbLimitsCard *self, const WbStability *stability);

G_END_DECLS
