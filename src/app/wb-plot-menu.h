/* The menu of one plot: how it is drawn, where its figure and its numbers go, where it stands. It opens by its button, by the secondary
 * mouse button on the plot, and by the Menu key or Shift+F10 with the plot in focus. */
#pragma once

#include "wb-simulate-view.h"

G_BEGIN_DECLS

/* The button for a plot's panel. The panel gets the group of actions "plot" with what can be switched (log-x, log-y, follow, field,
 * nullclines); the rest are the window's actions with the plot's index. view outlives the panel. */
GtkWidget *wb_plot_menu_new (WbSimulateView *view, int index, GtkWidget *panel);
/* Opens it; at a point of the panel where x and y are numbers, else at its button. */
void wb_plot_menu_popup (GtkWidget *button, double x, double y);

G_END_DECLS
