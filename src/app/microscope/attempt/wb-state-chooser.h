/* A menu button in which the user chooses the states that the Microscope shows, for models with many states. */
#pragma once

#include <gtk/gtk.h>

#include "wb-microscope.h"

G_BEGIN_DECLS

/* The button is visible only for models with more states than this. */
#define WB_MANY_STATES 8

/* Makes the menu button for a microscope. */
GtkWidget *wb_state_chooser_new (WbMicroscope *microscope);
/* Shows the button if the open attempt has many states, otherwise hides it. */
void wb_state_chooser_refresh (GtkWidget *chooser);

G_END_DECLS
