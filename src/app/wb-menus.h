/* Menus whose entries come from the session and from the files of before. Main thread. */
#pragma once

#include "wb-window.h"

G_BEGIN_DECLS

/* A name or other text as a menu's label: no letter of it is a mnemonic, for names have underscores. NULL stays NULL; free with g_free. */
char *wb_menus_label (const char *text);
/* Plots that can be added, of the model's quantities, and what is done with all of them. */
GMenuModel *wb_menus_plots (WbWindow *self);
/* Undo and Redo with what they would change, in place of what menu holds. */
void wb_menus_name_history (WbWindow *self, GMenu *menu);
/* Open, and the last files of ours, in place of what menu holds. */
void wb_menus_fill_open (GMenu *menu);
/* NULL where there is no place to remember files in. */
GtkRecentManager *wb_menus_recent (void);

G_END_DECLS
