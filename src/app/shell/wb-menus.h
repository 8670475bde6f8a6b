/* The menus whose entries depend on the session or on the recent files. Main thread. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

/* Fills a menu with Undo and Redo. Their labels contain the name of the change. */
void wb_menus_name_history (WbSession *session, GMenu *menu);
/* Fills a menu with the entry Open and the recent files of this program. */
void wb_menus_fill_open (GMenu *menu);
/* Returns the list of recent files, borrowed, or NULL if it cannot be stored. */
GtkRecentManager *wb_menus_recent (void);

G_END_DECLS
