/* A tooltip that shows the stability region of a method with the values h·λ of the model. */
#pragma once

#include <gtk/gtk.h>

#include "ode-methods.h"
#include "wb-session.h"

G_BEGIN_DECLS

/* Shows the tooltip while the pointer is over a widget. The session must outlive the widget. */
void wb_method_hover_attach (GtkWidget *widget, WbSession *session, const OdeMethod *method);
/* Returns the text of the tooltip as rich text: the step at the playhead, the values h·λ, and how many of them are outside the stability
 * region. If there are no values, the text says why. Free it with g_free. */
char *wb_method_hover_text (WbSession *session, const OdeMethod *method);

G_END_DECLS
