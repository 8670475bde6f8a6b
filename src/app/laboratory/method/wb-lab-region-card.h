/* The card of stability regions: the region of each method with the points h·λ of the model, and the slider of the step size h. */
#pragma once

#include "wb-lab-card.h"

#include "ode-methods.h"
#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_LAB_REGION_CARD (wb_lab_region_card_get_type ())
G_DECLARE_FINAL_TYPE (WbLabRegionCard, wb_lab_region_card, WB, LAB_REGION_CARD, GtkWidget)

/* Makes the card for the visible methods of the session's comparison. */
GtkWidget *wb_lab_region_card_new (WbSession *session);
/* Draws the plot again with the known regions. */
void wb_lab_region_card_refresh (WbLabRegionCard *self, gboolean keep_ranges);
/* Computes the eigenvalues at the playhead again, after a short time. */
void wb_lab_region_card_follow (WbLabRegionCard *self);
/* Computes the regions that are not known yet. */
void wb_lab_region_card_need (WbLabRegionCard *self);
/* Shows the region of an edited tableau in place of that of the main method; NULL: none. The method must stay valid. */
void wb_lab_region_card_set_edited (WbLabRegionCard *self, const OdeMethod *edited);
/* Shows the slider beside the plot, which is higher then, or below it. */
void wb_lab_region_card_set_low (WbLabRegionCard *self, gboolean low);
/* Returns whether regions or eigenvalues are being computed. */
gboolean wb_lab_region_card_is_busy (WbLabRegionCard *self);
/* Returns the sentence below the slider; borrowed. */
const char *wb_lab_region_card_sentence (WbLabRegionCard *self);
/* Returns the command that prints the numbers of the card at its state and time; NULL without eigenvalues. Free it with g_free. */
char *wb_lab_region_card_command (WbLabRegionCard *self);

G_END_DECLS
