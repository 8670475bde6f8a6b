/* Menus whose entries come from the session and from the files of before. Main
 * thread. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

/* Fills a menu with Undo and Redo, named after what they change. */
void wb_menus_name_history (WbSession *session, GMenu *menu);
/* Fills a menu with Open and the recent files of this program. */
void wb_menus_fill_open (GMenu *menu);
/* Returns the list of recent files, or NULL where there is no place to keep it.
 */
GtkRecentManager *wb_menus_recent (void);

G_END_DECLS
