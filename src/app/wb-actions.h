/* The window's actions: one table, shared by menus, buttons, keys and the bus. Main thread. */
#pragma once

#include "wb-window.h"

G_BEGIN_DECLS

void wb_actions_install (WbWindow *self);
/* Which can be done now, and the states of those that have one. */
void wb_actions_refresh (WbWindow *self);

G_END_DECLS
