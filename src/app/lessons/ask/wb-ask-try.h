/* Rows of settings and parameters that a page offers to the reader. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

/* Makes the row of a setting, a parameter or a constant; the step of a run without error control is "fixed_step" or "step". Returns NULL if the model
 * and the settings have no such value. */
GtkWidget *wb_ask_try_row_new (WbSession *session, const char *key);

G_END_DECLS
