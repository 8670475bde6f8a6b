/* The chooser of integrators: a search field above a list of all methods, grouped by family. It is used in the settings panel and in the
 * Compare view. A method that does not support the model of the session is listed with the reason and cannot be chosen. */
#pragma once

#include <gtk/gtk.h>

#include "ode-methods.h"
#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_METHOD_POPOVER (wb_method_popover_get_type ())
G_DECLARE_FINAL_TYPE (WbMethodPopover, wb_method_popover, WB, METHOD_POPOVER, GtkPopover)

/* Makes a chooser for the model of a session. The caller sets its parent with gtk_widget_set_parent. The signal "chosen" passes the chosen
 * OdeMethod as a pointer. */
GtkWidget *wb_method_popover_new (WbSession *session);
/* Limits the list to methods that have a Butcher tableau, whether or not they can integrate the model. */
void wb_method_popover_set_tableaus (WbMethodPopover *self);
/* Opens the list inside the window and scrolls to the method `current`, or to the top if it is NULL. */
void wb_method_popover_open (WbMethodPopover *self, const OdeMethod *current);

G_END_DECLS
