/* The menu of one plot: switches, export of the figure and its numbers, and position. It opens with its
 * button, with the secondary mouse button on the plot, and with Menu or Shift+F10 while the plot has the
 * focus. */
#pragma once

#include "wb-plot-area.h"
#include "wb-session.h"

G_BEGIN_DECLS

/* Makes the menu button for the panel of a plot. Adds an action group "plot" with the switches of the plot to the
 * panel. The other entries activate actions of the window with the index of the plot. area shows the plot and
 * is a child of the panel. */
GtkWidget *wb_plot_menu_new (WbSession *session, int index, WbPlotArea *area, GtkWidget *panel);
/* Opens the menu at a point of the panel in px. If x and y are NaN, opens it at the button. */
void wb_plot_menu_popup (GtkWidget *button, double x, double y);

G_END_DECLS
