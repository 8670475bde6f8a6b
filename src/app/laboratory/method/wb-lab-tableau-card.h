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
/* Shows the tableau of the method of the page; cells that were edited or loaded stay while the method is the same. NULL or a method without a
 * tableau: says so. */
void wb_lab_tableau_card_set_method (WbLabTableauCard *self, const OdeMethod *method);
/* Loads the tableau of a method as one step of undo. */
void wb_lab_tableau_card_load (WbLabTableauCard *self, const OdeMethod *method);
/* Returns the method of the cells, borrowed until the next signal, or NULL
 * where they are those of the method of the page, or not usable. */
const OdeMethod *wb_lab_tableau_card_edited (WbLabTableauCard *self);
/* Returns the sentence below the grid; borrowed. */
const char *wb_lab_tableau_card_status (WbLabTableauCard *self);
/* Returns the cell (WbLabCell) in a column and row of the grid: column 0 has c, column 2 + j the coefficients of stage j; the rows are those of
 * A, and after a line those of b and b_hat. NULL: none. */
GtkWidget *wb_lab_tableau_card_cell (WbLabTableauCard *self, int column, int row);
/* Returns the list of order conditions (WbLabConditions). */
GtkWidget *wb_lab_tableau_card_conditions (WbLabTableauCard *self);
/* Returns the button that saves (WbLabTableauSave). */
GtkWidget *wb_lab_tableau_card_save (WbLabTableauCard *self);

/* Signal: "edited", after each change of a cell. */

G_END_DECLS
