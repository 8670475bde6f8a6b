/* What several widgets do alike. Main thread. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A name for readers of the screen alone; and one that is the tooltip as well, for what shows no words. */
void wb_widget_set_name (GtkWidget *widget, const char *name);
void wb_widget_set_label (GtkWidget *widget, const char *label);
/* Takes all children out of a GtkBox, as wb_retire does. */
void wb_widget_empty_box (GtkWidget *box);
/* A sample of a series' line with its dashes, `length` × 16 px; series 1 to 6, 0: grey; y: px below the middle. */
GtkWidget *wb_widget_swatch_new (int series, int length, double width, double y);
/* Returns text as a label of a menu, with its underscores doubled so that none makes a mnemonic. NULL stays NULL; free with g_free. */
char *wb_widget_menu_label (const char *text);

G_END_DECLS
