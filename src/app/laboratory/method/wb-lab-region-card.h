/* The card of stability regions: it shows the region of each method, the points h·λ of the model, and a slider for the step size h. */
#pragma once

#include "wb-lab-card.h"

#include "ode-methods.h"
#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_LAB_REGION_CARD (wb_lab_region_card_get_type ())
G_DECLARE_FINAL_TYPE (WbLabRegionCard, wb_lab_region_card, WB, LAB_REGION_CARD, GtkWidget)

/* Makes the card for the methods of the page (wb_lab_drawn_entries). */
GtkWidget *wb_lab_region_card_new (WbSession *session);
/* Draws the plot again. It does not compute missing regions. */
void wb_lab_region_card_refresh (WbLabRegionCard *self, gboolean keep_ranges);
/* Computes the eigenvalues at the playhead again, after a short time. */
void wb_lab_region_card_follow (WbLabRegionCard *self);
/* Starts the computation of the regions that are not known yet. */
void wb_lab_region_card_need (WbLabRegionCard *self);
/* Fills the region of the method of the tableau; NULL: that of the method which the session has stored. edited: a cell was changed, so that
 * the region is computed at once. The method must stay valid while it is shown. */
void wb_lab_region_card_set_cells (WbLabRegionCard *self, const OdeMethod *method, gboolean edited);
/* Moves the slider beside the plot, so that a low window has more height for the plot, or below it again. */
void wb_lab_region_card_set_low (WbLabRegionCard *self, gboolean low);
/* Returns whether regions or eigenvalues are being computed. */
gboolean wb_lab_region_card_is_busy (WbLabRegionCard *self);
/* Returns the sentence below the slider. The card owns the text. */
const char *wb_lab_region_card_sentence (WbLabRegionCard *self);
/* Returns the command that prints the numbers of the card for the current state and time, or NULL without eigenvalues. Free it with
 * g_free. */
char *wb_lab_region_card_command (WbLabRegionCard *self);

G_END_DECLS
