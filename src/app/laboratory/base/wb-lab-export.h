/* Writes what a card shows to a file. */
#pragma once

#include <gtk/gtk.h>

#include "plot-view.h"
#include "wb-session.h"

G_BEGIN_DECLS

/* Asks for a file name, NAME.FORMAT first, and writes a figure (format svg, pdf or png) or a text there, in the background. Takes ownership of
 * view and text, of which one is NULL. The result or an error becomes a message of the session. */
void wb_lab_export (GtkWidget *parent, WbSession *session, const char *name, const char *format, PlotView *view, char *text);
/* Returns the menu of a card: Fit, Export, Table, Copy the numbers, Copy command. `first` (or NULL) is a section above them. Free it with
 * g_object_unref. */
GMenuModel *wb_lab_card_menu_new (GMenuModel *first);

G_END_DECLS
