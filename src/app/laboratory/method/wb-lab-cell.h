/* A cell of a Butcher tableau: an entry that draws its number as a fraction while it does not have the focus. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WB_TYPE_LAB_CELL (wb_lab_cell_get_type ())
G_DECLARE_FINAL_TYPE (WbLabCell, wb_lab_cell, WB, LAB_CELL, GtkWidget)

/* Makes a cell with this text. Screen readers read out `name`. */
GtkWidget *wb_lab_cell_new (const char *text, const char *name);
/* Returns the text. It is valid until the text changes. */
const char *wb_lab_cell_text (WbLabCell *self);
/* Replaces the text without emitting a signal. */
void wb_lab_cell_set_text (WbLabCell *self, const char *text);
/* Sets whether the cell is shown as wrong, because its text is not a number. */
void wb_lab_cell_set_wrong (WbLabCell *self, gboolean wrong);
/* Returns the text entry inside the cell. */
GtkWidget *wb_lab_cell_entry (WbLabCell *self);

/* Signals: "changed" is emitted at each key; "committed" when the user presses Enter or the focus leaves the cell. */

G_END_DECLS
