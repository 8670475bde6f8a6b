/* The row of a model in the list, with its parts side by side. If the width is not enough for both the name and the badge, the badge is
 * hidden. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WB_TYPE_ROW_BOX (wb_row_box_get_type ())
G_DECLARE_FINAL_TYPE (WbRowBox, wb_row_box, WB, ROW_BOX, GtkWidget)

/* Makes an empty row. spacing: px between the parts. */
GtkWidget *wb_row_box_new (int spacing);
/* Appends a child. */
void wb_row_box_append (WbRowBox *self, GtkWidget *child);
/* Sets the child that gets the remaining width, and the badge that is hidden before that child is shortened. Either may be NULL. */
void wb_row_box_set_parts (WbRowBox *self, GtkWidget *name, GtkWidget *badge);
/* Makes a single click on a row activate its item. The property single-click-activate of
 * GTK would also select the rows under the pointer, and so move the mark of the open
 * model. */
void wb_row_box_open_by_click (GtkWidget *row, GtkListItem *item);

G_END_DECLS
