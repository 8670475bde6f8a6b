/* A card in the settings panel. It explains that a change would begin a branch at the playhead. It is visible only if that is so or if the
 * current run is one of several branches. */
#pragma once

#include "wb-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes the card for a session. */
GtkWidget *wb_branch_card_new (WbSession *session);

G_END_DECLS
