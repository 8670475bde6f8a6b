/* Those pages of the settings panel that show values of the model: parameters and constants, and initial values and
 * times. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

/* Adds rows for the parameters and constants of the session's model to a box. */
void wb_settings_fill_parameters (GtkWidget *page, WbSession *session);
/* Adds rows for the initial values, the weights of the states in the error norm, and the start and end time to a
 * box. */
void wb_settings_fill_initial (GtkWidget *page, WbSession *session);

G_END_DECLS
