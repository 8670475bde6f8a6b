/* Undo steps that consist of several changes, or restore more than the session. */
#pragma once

#include "wb-session.h"

G_BEGIN_DECLS

/* Begins a group of undo steps: all steps until wb_session_end_group are undone and redone together. */
void wb_session_begin_group (WbSession *self);
/* Ends a group. words: name of its steps in menus. */
void wb_session_end_group (WbSession *self, const char *words);

/* A function that copies the state of an object. Returns the copy, which the caller owns; NULL if there is nothing to restore. */
typedef gpointer (*WbCopyFunc) (gpointer owner);
/* Makes the state of an object part of all undo steps that change settings, values or runs, because it may change with them. copy copies the
 * state; restore makes the object as it was, and does nothing if it is as it was; free_state frees a copy. owner is a GObject. */
void wb_session_join_copies (WbSession *self, gpointer owner, WbCopyFunc copy, WbChangeFunc restore, GDestroyNotify free_state);
/* Makes undo and redo of the newest change store the present state first, because it may also change without an undo step. renew replaces what
 * a state has by the present state of the object. */
void wb_session_renew_change (WbSession *self, WbChangeFunc renew);

G_END_DECLS
