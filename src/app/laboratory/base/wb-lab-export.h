/* Writes the plot or the numbers of a card of the Laboratory to a file, and makes the menus of the cards. */
#pragma once

#include <gtk/gtk.h>

#include "plot-view.h"
#include "wb-session.h"

G_BEGIN_DECLS

/* Asks for a file name (it proposes NAME.FORMAT) and writes either a figure or a text to this file in the background. The figure `view` has
 * the format svg, pdf or png; exactly one of view and text is NULL, and the function takes ownership of both. A message of the session
 * reports success or the error. */
void wb_lab_export (GtkWidget *parent, WbSession *session, const char *name, const char *format, PlotView *view, char *text);
/* Returns an empty list of plots (PlotView), which owns them. Free it with g_ptr_array_unref. */
GPtrArray *wb_lab_figure_new (void);
/* Writes a figure of several plots in two columns, or a text, like wb_lab_export. Takes ownership of views and text. */
void wb_lab_export_all (GtkWidget *parent, WbSession *session, const char *name, const char *format, GPtrArray *views, char *text);
/* Cards with a plot export figures and can be fitted. The card of the tableau exports source texts. A card of numbers has neither. */
typedef enum { WB_LAB_MENU_PLOT, WB_LAB_MENU_TABLEAU, WB_LAB_MENU_NUMBERS } WbLabMenu;
/* Returns the menu of a card: Fit, Export, Table, Copy the numbers, Copy command. The entries activate the actions `fit`, `export` (with a
 * format), `table`, `copy-table`, `copy-command` and, for a tableau, `copy-yaml` of the group `card`. `first` is a section above these
 * entries, or NULL. Free the menu with g_object_unref. */
GMenuModel *wb_lab_menu_new (WbLabMenu kind, GMenuModel *first);

G_END_DECLS
