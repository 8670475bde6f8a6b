/* A row of the model list: its parts side by side; where the name has no room
 * beside the badge, the badge gives way. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WB_TYPE_ROW_BOX (wb_row_box_get_type ())
G_DECLARE_FINAL_TYPE (WbRowBox, wb_row_box, WB, ROW_BOX, GtkWidget)

/* Makes an empty row. */
GtkWidget *wb_row_box_new (int spacing);
/* Appends a child. */
void wb_row_box_append (WbRowBox *self, GtkWidget *child);
/* Sets the child that takes the remaining width, and the badge that is left out
 * before that child is cut. Either may be NULL. */
void wb_row_box_set_parts (WbRowBox *self, GtkWidget *name, GtkWidget *badge);
/* Lets one click on a row activate its line. GTK's single-click-activate also
 * selects rows that the pointer passes, which would move the mark of the open
 * model. */
void wb_row_box_open_by_click (GtkWidget *row, GtkListItem *item);

G_END_DECLS
