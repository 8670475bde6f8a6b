/* The popover of kept runs: colour, name, shown or hidden, pinned, made
 * current, deleted. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

/* Makes a popover that follows the session. */
GtkWidget *wb_run_list_new (WbSession *session);

G_END_DECLS
