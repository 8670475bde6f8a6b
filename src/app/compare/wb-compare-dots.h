/* A cell of the comparison's table. It shows a value as a line with a dot on a
 * logarithmic scale. In the headings, the same widget shows the labels of the
 * scale. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WB_TYPE_COMPARE_DOTS (wb_compare_dots_get_type ())
G_DECLARE_FINAL_TYPE (WbCompareDots, wb_compare_dots, WB, COMPARE_DOTS, GtkWidget)

/* Width of the widget in px, at any text size. */
#define WB_COMPARE_DOTS_WIDTH 158
/* Makes a cell without a dot. */
GtkWidget *wb_compare_dots_new (void);
#define WB_COMPARE_DOTS_LABELS (-1)
/* Sets the decades of the scale (powers of ten from low to high), the value, and the index of the colour. value NaN: no dot. color: 1 to 6,
 * 0 for grey, WB_COMPARE_DOTS_LABELS for the labels of the scale. */
void wb_compare_dots_set (WbCompareDots *self, int low, int high, double value, int color);

G_END_DECLS
