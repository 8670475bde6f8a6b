/* A row or column in which each child gets a fixed fraction of the size, but at least its minimum. The natural sizes of the children do not
 * matter. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WB_TYPE_FRACTION_BOX (wb_fraction_box_get_type ())
G_DECLARE_FINAL_TYPE (WbFractionBox, wb_fraction_box, WB, FRACTION_BOX, GtkWidget)

/* Makes an empty row or column. spacing: px between children. */
GtkWidget *wb_fraction_box_new (GtkOrientation orientation, int spacing);
/* Appends a child. Children get fractions of the size in the ratio of their shares. */
void wb_fraction_box_append (WbFractionBox *self, GtkWidget *child, double share);
/* Changes the share of a child; see wb_fraction_box_append. */
void wb_fraction_box_set_fraction (WbFractionBox *self, GtkWidget *child, double share);

G_END_DECLS
