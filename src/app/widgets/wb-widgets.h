/* What several widgets do alike. Main thread. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Sets the accessible name of a widget. */
void wb_widget_set_name (GtkWidget *widget, const char *name);
/* Sets the accessible name and the tooltip of a widget without text. */
void wb_widget_set_label (GtkWidget *widget, const char *label);
/* Removes all children of a GtkBox, as wb_remove_when_idle does. */
void wb_widget_empty_box (GtkWidget *box);
/* Makes a sample of a series' line with its dashes, length × 16 px; series 1 to
 * 6, 0 for grey; y is the offset below the middle in px. */
GtkWidget *wb_widget_swatch_new (int series, int length, double width, double y);
/* Returns text as a label of a menu, with its underscores doubled so that none
 * makes a mnemonic. NULL stays NULL; free with g_free. */
char *wb_widget_menu_label (const char *text);

G_END_DECLS
