/* Widgets that are replaced while menus of theirs may be open. Main thread. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Takes a widget out of its parent (one without a list of its own, as a box): at once, or, where a menu within it has been shown, out of sight at
 * once and out of the parent when the pointer is next seen elsewhere in the window, at the latest with the window. */
void wb_retire (GtkWidget *widget);
/* All that there are below a parent; those on their way out stay on it. */
void wb_retire_children (GtkWidget *parent);

G_END_DECLS
