/* The menu of a card of the Microscope. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Returns an overlay that shows a widget and, in its upper right corner, the menu of its card. plot: whether the card
 * can be exported as a figure. use: the name of an action for the entry "Use in the run", or NULL for no such
 * entry. */
GtkWidget *wb_card_menu_wrap (GtkWidget *child, int card, gboolean plot, const char *use);

G_END_DECLS
