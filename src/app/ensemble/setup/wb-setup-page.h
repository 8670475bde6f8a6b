/* The page that edits the selected study: its kind, the varied quantities, the recorded numbers, and the solver. Each change is one undo
 * step. */
#pragma once

#include "wb-studies.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes the page. It always shows the selected study and is updated when that study changes. */
GtkWidget *wb_setup_page_new (WbStudies *studies);
/* Sets whether the cards are below each other, as in a narrow window. */
void wb_setup_page_set_narrow (GtkWidget *page, gboolean narrow);

G_END_DECLS
