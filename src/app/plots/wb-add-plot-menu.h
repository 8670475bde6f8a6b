/* The menu of the button Plots. It lists the plots that the user can add, and actions on all plots. Main
 * thread. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

/* Makes the menu for the quantities of the session's model. Its entries activate actions of the
 * window. */
GMenuModel *wb_add_plot_menu_new (WbSession *session);

G_END_DECLS
