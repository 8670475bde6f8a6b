/* Shows the rich text of plots in labels. In rich text, *x* is the variable x, 10⁻⁵
 * gets a raised −5, and a backslash makes the next character ordinary (see
 * plot-text.h). */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Returns rich text as Pango markup. Free it with g_free. */
char *wb_rich_markup (const char *rich);
/* Makes a left-aligned label that shows rich text. */
GtkWidget *wb_rich_label_new (const char *rich);

G_END_DECLS
