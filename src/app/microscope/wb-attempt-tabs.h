/* Tabs of the attempts that start at the same time as the open one, and one that shows two of them. */
#pragma once

#include <gtk/gtk.h>

#include "wb-microscope.h"

G_BEGIN_DECLS

/* Makes the tabs of a microscope. */
GtkWidget *wb_attempt_tabs_new (WbMicroscope *microscope);
/* Makes the tabs of the open attempt; hides them if it is the only one. */
void wb_attempt_tabs_refresh (GtkWidget *tabs);

G_END_DECLS
