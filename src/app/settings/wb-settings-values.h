/* The pages of the settings panel with the values of the model: parameters and
 * constants, initial values and times. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

/* Fills a box with rows for the parameters and constants of the session's model. */
void wb_settings_fill_parameters (GtkWidget *page, WbSession *session);
/* Fills a box with rows for the initial values, the weights of the states in the
 * error norm, and the start and end time. */
void wb_settings_fill_initial (GtkWidget *page, WbSession *session);

G_END_DECLS
