/* What the reader can do with the step size of the page Method: use it in the run, or take that of the run. Main thread. */
#pragma once

#include <gtk/gtk.h>

#include "wb-laboratory.h"

G_BEGIN_DECLS

/* Makes a row with the two buttons. method (owner) returns the method of the page, or NULL; the owner must outlive the row. */
GtkWidget *wb_lab_step_uses_new (WbSession *session, const OdeMethod *(*method) (gpointer owner), gpointer owner);

G_END_DECLS
