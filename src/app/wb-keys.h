/* The window's keys: those of actions, and those that act where the focused widget does not use them. Main thread. */
#pragma once

#include "wb-window.h"

G_BEGIN_DECLS

void wb_keys_install (WbWindow *self);

G_END_DECLS
