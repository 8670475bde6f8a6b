/* Tabs above the page of an attempt: one for each attempt that starts at the same time as the open one, and one that shows two of these
 * attempts together. */
#pragma once

#include <gtk/gtk.h>

#include "wb-microscope.h"

G_BEGIN_DECLS

/* Makes the tabs for the attempts of a microscope. */
GtkWidget *wb_attempt_tabs_new (WbMicroscope *microscope);
/* Rebuilds the tabs for the open attempt. Hides them if no other attempt starts at the same time. */
void wb_attempt_tabs_refresh (GtkWidget *tabs);

G_END_DECLS
