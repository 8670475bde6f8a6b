/* Export of a session as a live page. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

/* Asks for a file name and writes the model of the session, with its settings and values, as a live page on a thread. */
void wb_export_page_ask (GtkWindow *parent, WbSession *session);

G_END_DECLS
