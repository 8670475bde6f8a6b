/* The rich text of figures in labels of the window: *x* is the variable x, 10⁻⁵ has a raised −5, a backslash takes the next character as it is
 * (see plot-text.h). */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* As Pango's markup; free with g_free. */
char *wb_rich_markup (const char *rich);
/* A label of it, at the left of its room. */
GtkWidget *wb_rich_label_new (const char *rich);

G_END_DECLS
