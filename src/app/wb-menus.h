/* Menus whose entries come from the session and from the files of before. Main thread. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

/* Undo and Redo with what they would change, in place of what menu holds. */
void wb_menus_name_history (WbSession *session, GMenu *menu);
/* Open, and the last files of ours, in place of what menu holds. */
void wb_menus_fill_open (GMenu *menu);
/* NULL where there is no place to remember files in. */
GtkRecentManager *wb_menus_recent (void);

G_END_DECLS
