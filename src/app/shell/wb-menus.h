/* Menus whose entries depend on the session or on recent files. Main thread. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

/* Fills a menu with Undo and Redo; their labels name the change. */
void wb_menus_name_history (WbSession *session, GMenu *menu);
/* Fills a menu with Open and the recent files of this program. */
void wb_menus_fill_open (GMenu *menu);
/* Returns the list of recent files, or NULL if it cannot be stored. */
GtkRecentManager *wb_menus_recent (void);

G_END_DECLS
