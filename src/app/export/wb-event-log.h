/* Export of the events of a run as a table. Main thread. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

/* Asks for a file name in a dialog over parent and writes the events of the current run to that file. */
void wb_event_log_ask_save (GtkWindow *parent, WbSession *session);

G_END_DECLS
