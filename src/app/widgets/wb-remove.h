/* Widgets that are replaced while menus of theirs may be open. Main thread. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Removes a widget from its parent. Where a menu inside it has been shown, it
 * is hidden at once and removed when the pointer is seen elsewhere in the
 * window, at the latest with the window. */
void wb_remove_when_idle (GtkWidget *widget);
/* Removes all children; children already being removed are left alone. */
void wb_remove_children_when_idle (GtkWidget *parent);

G_END_DECLS
