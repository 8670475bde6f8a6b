/* A row or column whose children get fixed fractions of its size, whatever
 * their own sizes. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WB_TYPE_FRACTION_BOX (wb_fraction_box_get_type ())
G_DECLARE_FINAL_TYPE (WbFractionBox, wb_fraction_box, WB, FRACTION_BOX, GtkWidget)

/* Makes an empty row or column. */
GtkWidget *wb_fraction_box_new (GtkOrientation orientation, int spacing);
/* Appends a child that gets a fraction of the size. */
void wb_fraction_box_append (WbFractionBox *self, GtkWidget *child, double share);
/* Changes the fraction of a child. */
void wb_fraction_box_set_fraction (WbFractionBox *self, GtkWidget *child, double share);

G_END_DECLS
