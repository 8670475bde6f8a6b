/* Shows the rich text of figures in labels of the window: *x* is the variable
 * x, 10⁻⁵ has a raised −5, a backslash makes the next character ordinary (see
 * plot-text.h). */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Returns rich text as Pango markup; free with g_free. */
char *wb_rich_markup (const char *rich);
/* Makes a left-aligned label of rich text. */
GtkWidget *wb_rich_label_new (const char *rich);

G_END_DECLS
