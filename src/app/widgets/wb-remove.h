/* Removes widgets that may have an open menu. Main thread. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Removes a widget from its parent. If a menu inside the widget was shown, hides the widget at once, and removes it when the pointer is
 * over another part of the window or when the window is closed. */
void wb_remove_when_idle (GtkWidget *widget);
/* Removes all children of a widget as wb_remove_when_idle does. Children that are already being removed are left alone. */
void wb_remove_children_when_idle (GtkWidget *parent);

G_END_DECLS
