/* A row of the model list: its parts side by side; where the name has no room beside the badge, the badge gives way. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WB_TYPE_ROW_BOX (wb_row_box_get_type ())
G_DECLARE_FINAL_TYPE (WbRowBox, wb_row_box, WB, ROW_BOX, GtkWidget)

GtkWidget *wb_row_box_new (int spacing);
/* At the end of the row. `name` takes what room the others leave; `badge` is left out rather than cut the name. Either may be NULL. */
void wb_row_box_append (WbRowBox *self, GtkWidget *child);
void wb_row_box_set_parts (WbRowBox *self, GtkWidget *name, GtkWidget *badge);
/* One click on a row, any widget, activates its line. The list's own way of that (single-click-activate) selects whatever the pointer passes,
 * and what is in use would lose its mark. */
void wb_row_box_open_by_click (GtkWidget *row, GtkListItem *item);

G_END_DECLS
