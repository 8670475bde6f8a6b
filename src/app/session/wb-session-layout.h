/* The part of the window's layout that is saved with a session, and the path of the session file. Main thread.
 *
 * The session emits "layout-changed" after each change, except for a change of the path. */
#pragma once

#include "wb-session.h"

G_BEGIN_DECLS

/* The names of views that commands and lessons show, as session files have them. wb-view.c has all views. */
#define WB_VIEW_ID_SIMULATE "simulate"
#define WB_VIEW_ID_COMPARE "compare"
#define WB_VIEW_ID_LABORATORY "laboratory"
#define WB_VIEW_ID_MICROSCOPE "microscope"
#define WB_VIEW_ID_ENSEMBLE "ensemble"

/* Returns the name of the visible view, borrowed: one of these or another one of wb-view.c. */
const char *wb_session_view (WbSession *self);
/* Shows the view with this name. If the window has no such view, the window sets the name back to that of the visible
 * view. */
void wb_session_set_view (WbSession *self, const char *view);

/* Shows a view as part of a command that changes something else too, so that undo of the command shows the view from which it came. */
void wb_session_go_to_view (WbSession *self, const char *view);

/* Returns the name of the visible page of the settings, borrowed: "integrator", "parameters", "initial" or
 * "events". */
const char *wb_session_settings_page (WbSession *self);
/* Shows a page of the settings. If the panel has no such page, the panel sets the name back to that of the visible
 * page. */
void wb_session_set_settings_page (WbSession *self, const char *page);

/* Returns whether lecture mode is on. It shows larger text, for use in a lecture hall. */
gboolean wb_session_is_lecture (WbSession *self);
/* Turns lecture mode on or off. */
void wb_session_set_lecture (WbSession *self, gboolean lecture);

/* Returns the path of the session file, borrowed. Returns NULL if the session was neither saved nor opened from a
 * file. */
const char *wb_session_path (WbSession *self);
/* Stores the path of the session file. path may be NULL. */
void wb_session_set_path (WbSession *self, const char *path);

G_END_DECLS
