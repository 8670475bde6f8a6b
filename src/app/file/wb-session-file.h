/* Session files (.stepwise, YAML): model, settings, values, plots, runs; and
 * the copy that survives a crash.
 *
 * A run is written as what makes it (settings, values, seed, how far it came);
 * reopening simulates it again, which gives the same numbers. The model is
 * embedded as text, so that a session opens where its file is missing. */
#pragma once

#include <glib.h>

#include "wb-session.h"

G_BEGIN_DECLS

/* Errors of reading and writing session files. */
#define WB_FILE_ERROR (wb_file_error_quark ())
/* Returns the error domain of session files. */
GQuark wb_file_error_quark (void);
typedef enum { WB_FILE_ERROR_FORMAT, WB_FILE_ERROR_MODEL } WbFileErrorCode;

/* Returns the whole session as YAML, or NULL where no model is open; free with
 * g_free. */
char *wb_session_file_text (WbSession *session);
/* Writes the session to a file. */
gboolean wb_session_file_save (const char *path, WbSession *session, GError **error);
/* Reads a session file; on an error the session is unchanged. */
gboolean wb_session_file_load (const char *path, WbSession *session, GError **error);
/* Reads a session from text; name appears in messages. */
gboolean wb_session_file_load_text (const char *text, const char *name, WbSession *session, GError **error);

/* Starts autosave of a session on another thread; its file is removed when the
 * session is closed in order. */
void wb_session_file_autosave (WbSession *session);
/* Schedules an autosave after a change, and repeats it while a run goes on. */
void wb_session_file_autosave_soon (WbSession *session);
/* Removes the autosave file of a session that is closed in order. */
void wb_session_file_closed (WbSession *session);
/* Returns the newest autosave file of a process that no longer exists, or NULL;
 * free with g_free. */
char *wb_session_file_find_left (void);

G_END_DECLS
