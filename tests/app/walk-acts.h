/* The random actions of walks through the window. */
#pragma once

#include "wb-test.h"

G_BEGIN_DECLS

/* Makes action i of a walk. The random numbers of an action do not depend on the actions before, so that a shorter walk has the same ones. Returns a description of
 * the action; free it with g_free. */
char *walk_act (WbWindow *window, guint32 seed, int i);
/* Waits until all runs have ended or are paused. */
void walk_settle (WbSession *session);

G_END_DECLS
