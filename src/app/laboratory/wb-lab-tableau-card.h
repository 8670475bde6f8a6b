/* The card of a Butcher tableau: a grid of editable fractions, and the order conditions with their residuals. They are checked after each
 * key press. */
#pragma once

#include <gtk/gtk.h>

#include "wb-lab-tableau.h"
#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_LAB_TABLEAU_CARD (wb_lab_tableau_card_get_type ())
G_DECLARE_FINAL_TYPE (WbLabTableauCard, wb_lab_tableau_card, WB, LAB_TABLEAU_CARD, GtkWidget)

/* Makes a card without a tableau. */
GtkWidget *wb_lab_tableau_card_new (WbSession *session);
/* Shows the tableau of a method. If the card shows an edited tableau of the same method, keeps it. If the method is NULL or has no tableau,
 * shows a text that says so. */
void wb_lab_tableau_card_set_method (WbLabTableauCard *self, const OdeMethod *method);
/* Returns the method that the edited cells define, borrowed until the next signal. Returns NULL if the cells are unchanged or not
 * valid. */
const OdeMethod *wb_lab_tableau_card_edited (WbLabTableauCard *self);

/* Signal: "edited", after each change of a cell. */

G_END_DECLS
