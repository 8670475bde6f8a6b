/* The chooser of integrators: a search field above the list of all methods, grouped by family. The settings panel and the Compare view use
 * it. Methods that do not support the session's model are shown with the reason and cannot be chosen. */
#pragma once

#include <gtk/gtk.h>

#include "ode-methods.h"
#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_METHOD_POPOVER (wb_method_popover_get_type ())
G_DECLARE_FINAL_TYPE (WbMethodPopover, wb_method_popover, WB, METHOD_POPOVER, GtkPopover)

/* Makes a chooser for a session's model; set its parent with
 * gtk_widget_set_parent. The signal "chosen" passes the OdeMethod as a pointer. */
GtkWidget *wb_method_popover_new (WbSession *session);
/* Opens the list inside the window, scrolled to a method; NULL: to its top. */
void wb_method_popover_open (WbMethodPopover *self, const OdeMethod *current);

G_END_DECLS
