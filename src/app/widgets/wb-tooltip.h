/* Tooltips of widgets. gtk_widget_set_tooltip_text asks the display server for the position of the pointer and waits for the answer, three
 * times in each call, although the tooltip is seldom seen; a window that is filled calls it thousands of times. These functions ask only if the
 * pointer is over the widget. Main thread. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Sets the tooltip of a widget, and its accessible description; NULL removes both. */
void wb_tooltip_set (GtkWidget *widget, const char *text);
/* Sets a tooltip with Pango markup, and its text as the accessible description; NULL removes both. */
void wb_tooltip_set_markup (GtkWidget *widget, const char *markup);
/* Returns the text of the tooltip of a widget, which the widget owns, or NULL. */
const char *wb_tooltip_get (GtkWidget *widget);

G_END_DECLS
