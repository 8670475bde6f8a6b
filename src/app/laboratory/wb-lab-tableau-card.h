/* The card of a Butcher tableau: a grid of fractions that can be edited, and the
 * order conditions with their residuals, checked at each key. */
#pragma once

#include <gtk/gtk.h>

#include "wb-lab-tableau.h"
#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_LAB_TABLEAU_CARD (wb_lab_tableau_card_get_type ())
G_DECLARE_FINAL_TYPE (WbLabTableauCard, wb_lab_tableau_card, WB, LAB_TABLEAU_CARD, GtkWidget)

/* Makes a card. */
GtkWidget *wb_lab_tableau_card_new (WbSession *session);
/* Shows the tableau of a method; the edited one of the same method stays. NULL
 * or a method without a tableau: says so. */
void wb_lab_tableau_card_set_method (WbLabTableauCard *self, const OdeMethod *method);
/* Returns the method of the edited cells, borrowed until the next signal, or NULL
 * where the cells are unchanged or not usable. */
const OdeMethod *wb_lab_tableau_card_edited (WbLabTableauCard *self);

/* Signal: "edited", after each change of a cell. */

G_END_DECLS
