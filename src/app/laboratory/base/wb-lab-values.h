/* A label with the parameters of the model of a session that the user has changed. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

/* Makes an empty label. It ends with "…" if it is wider than its text may be; the tooltip has the whole text. */
GtkWidget *wb_lab_values_new (void);
/* Sets the text to the parameters whose values differ from those of the model, as in "a = 0, b = 1.44". Returns FALSE if there are none. */
gboolean wb_lab_values_fill (GtkWidget *label, WbSession *session);

G_END_DECLS
