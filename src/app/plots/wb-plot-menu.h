/* The menu of one plot: options of drawing, export of the figure and its
 * numbers, position. It opens with its button, with the secondary mouse button
 * on the plot, and with Menu or Shift+F10 while the plot has the focus. */
#pragma once

#include "wb-simulate-view.h"

G_BEGIN_DECLS

/* Makes the menu button of a plot's panel and adds an action group "plot" with
 * the plot's switches to the panel. The other entries are actions of the
 * window, with the index of the plot. view must outlive the panel. */
GtkWidget *wb_plot_menu_new (WbSimulateView *view, int index, GtkWidget *panel);
/* Opens the menu at a point of the panel, or at its button if x and y are NaN. */
void wb_plot_menu_popup (GtkWidget *button, double x, double y);

G_END_DECLS
