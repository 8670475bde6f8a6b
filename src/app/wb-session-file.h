/* Session files (.stepwise, YAML): model, settings, values, plots, runs; and the copy that survives a crash.
 *
 * A run is written as what makes it (settings, values, seed, how far it came); reopening simulates it again, which gives the same
 * numbers. The model is embedded as text, so that a session opens where its file is missing. */
#pragma once

#include <glib.h>

#include "wb-session.h"
#include "wb-yaml.h"

G_BEGIN_DECLS

/* The whole session as YAML; free with g_free. NULL where no model is open. */
char *wb_session_file_text (WbSession *session);
gboolean wb_session_file_save (const char *path, WbSession *session, GError **error);
gboolean wb_session_file_load (const char *path, WbSession *session, GError **error);
gboolean wb_session_file_load_text (const char *text, const char *name, WbSession *session, GError **error);

/* Autosave of a session, written on another thread; its file goes away when the session is closed in order. */
void wb_session_file_autosave (WbSession *session);
/* After a change; and then now and again for as long as a run goes, which may be long without one. */
void wb_session_file_autosave_soon (WbSession *session);
void wb_session_file_closed (WbSession *session);
/* A copy left behind by a process that is gone; the newest. Free with g_free; NULL: none. */
char *wb_session_file_find_left (void);

G_END_DECLS
