/* The sidebar of the view Help: a search and the list of pages. Main thread. */
#pragma once

#include <gtk/gtk.h>

#include "wb-help-view.h"

G_BEGIN_DECLS

/* Makes the sidebar of a view, which must outlive it. */
GtkWidget *wb_help_sidebar_new (WbHelpView *view);
/* Moves the keyboard focus to the search. */
void wb_help_sidebar_search (GtkWidget *sidebar);

G_END_DECLS
