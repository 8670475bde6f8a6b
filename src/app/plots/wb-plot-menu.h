/* The menu of one plot: how it is drawn, where its figure and its numbers go,
 * where it stands. It opens by its button, by the secondary mouse button on the
 * plot, and by the Menu key or Shift+F10 with the plot in focus. */
#pragma once

#include "wb-simulate-view.h"

G_BEGIN_DECLS

/* Makes the menu button of a plot's panel, which gets an action group "plot"
 * with the plot's switches; other entries are actions of the window with the
 * plot's index. view outlives the panel. */
GtkWidget *wb_plot_menu_new (WbSimulateView *view, int index, GtkWidget *panel);
/* Opens the menu at a point of the panel, or at its button where x and y are
 * NaN. */
void wb_plot_menu_popup (GtkWidget *button, double x, double y);

G_END_DECLS
