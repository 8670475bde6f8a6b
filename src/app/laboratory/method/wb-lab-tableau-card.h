/* The card of a Butcher tableau: a grid of fractions that the user can edit, and the order conditions with their residuals, which are
 * computed again at each key. */
#pragma once

#include <gtk/gtk.h>

#include "wb-lab-tableau-frame.h"
#include "wb-lab-tableau.h"
#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_LAB_TABLEAU_CARD (wb_lab_tableau_card_get_type ())
G_DECLARE_FINAL_TYPE (WbLabTableauCard, wb_lab_tableau_card, WB, LAB_TABLEAU_CARD, GtkWidget)

/* Makes the card of the Butcher tableau. */
GtkWidget *wb_lab_tableau_card_new (WbSession *session);
/* Sets the method of the page and shows its tableau. Cells that the user edited or loaded stay, except if the method is another one and
 * replaces is TRUE; then the caller has added an undo step that copies the session. For NULL, or for a method without a tableau, the card shows a
 * sentence that says so. */
void wb_lab_tableau_card_set_method (WbLabTableauCard *self, const OdeMethod *method, gboolean replaces);
/* Shows the tableau of the method of the page in place of cells that the user edited or loaded. This change is one undo step. */
void wb_lab_tableau_card_follow (WbLabTableauCard *self);
/* Fills the grid with the tableau of a method. This change is one undo step. */
void wb_lab_tableau_card_load (WbLabTableauCard *self, const OdeMethod *method);
/* Returns the method of the cells: that from which they were taken or, with *edited TRUE, the one that edited cells define. The card owns
 * such a method; it is valid until the next signal. Returns NULL if the cells are not valid or there are none. */
const OdeMethod *wb_lab_tableau_card_method (WbLabTableauCard *self, gboolean *edited);
/* Returns the sentence below the grid. The card owns the text. */
const char *wb_lab_tableau_card_status (WbLabTableauCard *self);
/* Returns the cell (WbLabCell) in a column and row of the grid, or NULL if there is none. Column 0 has the cells of c, column 2 + j those
 * of stage j. The rows of A come first, then a line, then b and b_hat. */
GtkWidget *wb_lab_tableau_card_cell (WbLabTableauCard *self, int column, int row);
/* Returns the list of order conditions (WbLabConditions). */
GtkWidget *wb_lab_tableau_card_conditions (WbLabTableauCard *self);
/* Returns the arrangement of the parts of the card, whose buttons the title of the page can show. */
WbLabTableauFrame *wb_lab_tableau_card_frame (WbLabTableauCard *self);
/* Returns the button with the name of the method, which opens the list of methods. */
GtkWidget *wb_lab_tableau_card_choice (WbLabTableauCard *self);
/* Returns the button that saves the tableau (WbLabTableauSave). */
GtkWidget *wb_lab_tableau_card_save (WbLabTableauCard *self);

/* Signal: "edited", after each change of a cell. */

G_END_DECLS
