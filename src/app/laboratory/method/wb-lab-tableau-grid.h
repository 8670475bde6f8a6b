/* The grid of the cells of a Butcher tableau. */
#pragma once

#include <gtk/gtk.h>

#include "wb-lab-tableau.h"

G_BEGIN_DECLS

#define WB_TYPE_LAB_TABLEAU_GRID (wb_lab_tableau_grid_get_type ())
G_DECLARE_FINAL_TYPE (WbLabTableauGrid, wb_lab_tableau_grid, WB, LAB_TABLEAU_GRID, GtkWidget)

/* Makes an empty grid, which scrolls if it has no room. */
GtkWidget *wb_lab_tableau_grid_new (void);
/* Shows the cells of a tableau. A change of a cell replaces its text in the tableau, which must stay valid while it is shown; NULL: no
 * cells. */
void wb_lab_tableau_grid_fill (WbLabTableauGrid *self, WbLabTableau *tableau);
/* Returns the cell (WbLabCell) in a column and row of the grid, or NULL if there is none. Column 0 has the cells of c, column 2 + j those
 * of stage j. The rows of A come first, then a line, then b and b_hat. */
GtkWidget *wb_lab_tableau_grid_cell (WbLabTableauGrid *self, int column, int row);
/* Returns the number, from 0, of the row of A or c in which the last change was made. Returns −1 if no cell was changed since
 * wb_lab_tableau_grid_fill, or if the last change was made to a weight. */
int wb_lab_tableau_grid_row (WbLabTableauGrid *self);

/* Signals: "changed" is emitted after each key in a cell; "committed" when the user presses Enter or the focus leaves a cell. */

G_END_DECLS
