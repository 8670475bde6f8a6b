/* A row that shows each of its children only in a range of widths, so that a page can have one layout for wide windows and another one for
 * narrow ones. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WB_TYPE_FIT_ROW (wb_fit_row_get_type ())
G_DECLARE_FINAL_TYPE (WbFitRow, wb_fit_row, WB, FIT_ROW, GtkWidget)

/* Makes an empty row. spacing: px between children that are visible together. */
GtkWidget *wb_fit_row_new (int spacing);
/* Appends a child. It is visible while the row is at least `from` and less than `below` px wide (0: without a limit), where px are those of
 * wb_style_px. Visible children share the width by their weights. */
void wb_fit_row_append (WbFitRow *self, GtkWidget *child, int from, int below, double weight);

G_END_DECLS
