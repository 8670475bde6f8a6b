/* A window with a table of text, for screen readers and for reading numbers. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Shows a table in a window over parent. text: one line for each row, with tabs between the cells; the first line has the
 * headings. */
void wb_table_window_present (GtkWindow *parent, const char *title, const char *text);

G_END_DECLS
