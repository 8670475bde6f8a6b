/* The card of the integrator with its stability region, name and badges. A click opens a searchable list of all methods, with details of
 * each. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_METHOD_CHOOSER (wb_method_chooser_get_type ())
G_DECLARE_FINAL_TYPE (WbMethodChooser, wb_method_chooser, WB, METHOD_CHOOSER, GtkWidget)

/* Makes the card for the integrator of a session. */
GtkWidget *wb_method_chooser_new (WbSession *session);
/* Opens the list of methods. */
void wb_method_chooser_open (WbMethodChooser *self);

G_END_DECLS
