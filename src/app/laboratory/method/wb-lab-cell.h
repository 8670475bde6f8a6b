/* A cell of a tableau: an entry that shows its number as a fraction while it has no focus. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WB_TYPE_LAB_CELL (wb_lab_cell_get_type ())
G_DECLARE_FINAL_TYPE (WbLabCell, wb_lab_cell, WB, LAB_CELL, GtkWidget)

/* Makes a cell; name: for screen readers. */
GtkWidget *wb_lab_cell_new (const char *text, const char *name);
/* Returns the text; borrowed until the next change. */
const char *wb_lab_cell_text (WbLabCell *self);
/* Sets whether the cell is shown as wrong, because its text is not a number. */
void wb_lab_cell_set_wrong (WbLabCell *self, gboolean wrong);
/* Returns the entry. */
GtkWidget *wb_lab_cell_entry (WbLabCell *self);

/* Signals: "changed" (at each key), "committed" (Enter, or the focus left). */

G_END_DECLS
