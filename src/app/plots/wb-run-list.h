/* The popover with the list of kept runs. It shows colours and names, and can
 * show, hide, pin, select and delete runs. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

/* Makes a popover that follows the changes of the session. */
GtkWidget *wb_run_list_new (WbSession *session);

G_END_DECLS
