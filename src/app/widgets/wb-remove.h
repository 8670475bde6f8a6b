/* Removes widgets whose menus may be open. Main thread. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Removes a widget from its parent. If a menu inside it was shown, the widget is hidden at once, and removed when the pointer is over
 * another part of the window or when the window is closed. */
void wb_remove_when_idle (GtkWidget *widget);
/* Removes all children; children already being removed are left alone. */
void wb_remove_children_when_idle (GtkWidget *parent);

G_END_DECLS
