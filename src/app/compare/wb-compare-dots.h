/* A value on a logarithmic scale as a line with a dot, as cells of the
 * comparison's table draw it; and the scale's labels above them. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WB_TYPE_COMPARE_DOTS (wb_compare_dots_get_type ())
G_DECLARE_FINAL_TYPE (WbCompareDots, wb_compare_dots, WB, COMPARE_DOTS, GtkWidget)

/* px, at any size of text. */
#define WB_COMPARE_DOTS_WIDTH 158
/* Makes a cell without a dot. */
GtkWidget *wb_compare_dots_new (void);
#define WB_COMPARE_DOTS_LABELS (-1)
/* Sets the decades of the scale, the value (NaN: no dot), and the series colour
 * 1 to 6, 0 for grey, or WB_COMPARE_DOTS_LABELS for the labels of the scale. */
void wb_compare_dots_set (WbCompareDots *self, int low, int high, double value, int color);

G_END_DECLS
