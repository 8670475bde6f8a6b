/* The popover with the list of kept runs. It shows their colours and names. The user can show, hide, pin, select and delete runs in
 * it. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

/* Makes the popover for a session. It updates when the session changes. */
GtkWidget *wb_run_list_new (WbSession *session);

G_END_DECLS
