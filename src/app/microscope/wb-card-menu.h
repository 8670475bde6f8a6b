/* The menu of a card of the Microscope. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Returns an overlay with a widget and the menu of its card over the upper right
 * corner. plot: the card is a plot, so that it can be a figure. use: an action
 * that is offered as "Use in the run", or NULL. */
GtkWidget *wb_card_menu_wrap (GtkWidget *child, int card, gboolean plot, const char *use);

G_END_DECLS
