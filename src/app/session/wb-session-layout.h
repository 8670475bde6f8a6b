/* How the window shows a session, as far as it is saved with it, and the file
 * that it is saved in. Main thread.
 *
 * The session emits "layout-changed" after each change but that of the file. */
#pragma once

#include "wb-session.h"

G_BEGIN_DECLS

/* Returns the view that is shown: "simulate", "compare", … */
const char *wb_session_view (WbSession *self);
/* Shows the view with this name. A window that has no such view sets the name
 * back to that of the view it shows. */
void wb_session_set_view (WbSession *self, const char *view);

/* Returns the page of the settings that is shown: "integrator", "parameters",
 * "initial" or "events". */
const char *wb_session_settings_page (WbSession *self);
/* Shows a page of the settings. A panel that has no such page sets the name
 * back to that of the page it shows. */
void wb_session_set_settings_page (WbSession *self, const char *page);

/* Returns whether lecture mode is on. */
gboolean wb_session_is_lecture (WbSession *self);
/* Turns the larger type of lecture mode on or off. */
void wb_session_set_lecture (WbSession *self, gboolean lecture);

/* Returns the path of the session file, NULL where the session was neither
 * saved nor opened from a file. */
const char *wb_session_path (WbSession *self);
/* Remembers the path of the session file; path may be NULL. */
void wb_session_set_path (WbSession *self, const char *path);

G_END_DECLS
