/* A tooltip that shows the stability region of a method with the values h·λ of the model. */
#pragma once

#include <gtk/gtk.h>

#include "ode-methods.h"
#include "wb-session.h"

G_BEGIN_DECLS

/* Shows the values while the pointer rests on a widget, whose life must be within that of the session. */
void wb_method_hover_attach (GtkWidget *widget, WbSession *session, const OdeMethod *method);
/* Returns the step at the playhead, the values, and how many are outside of the region, or why there are none; rich text. Free it with
 * g_free. */
char *wb_method_hover_text (WbSession *session, const OdeMethod *method);

G_END_DECLS
