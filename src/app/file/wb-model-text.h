/* The text of a model in a window, with the errors marked in their lines. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

/* Opens a window over parent with the text of the session's model; the session
 * must outlive parent. */
void wb_model_text_present (GtkWindow *parent, WbSession *session);

G_END_DECLS
