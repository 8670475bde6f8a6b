/* The events of a run as a table in a file. Main thread. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

/* Asks for a file and writes the events of the current run into it. */
void wb_event_log_ask_save (GtkWindow *parent, WbSession *session);

G_END_DECLS
