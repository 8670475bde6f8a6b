/* Session files (.stepwise, YAML) with model, settings, values, plots and runs;
 * and autosave, whose copy survives a crash.
 *
 * A run is stored as the data that reproduce it: settings, values, seed, and
 * the time it reached. Reopening simulates it again and gives the same numbers.
 * The text of the model is embedded, so that a session opens where the model
 * file is missing. */
#pragma once

#include <glib.h>

#include "wb-recovery-copy.h"
#include "wb-session.h"

G_BEGIN_DECLS

/* The error domain for reading and writing session files. */
#define WB_FILE_ERROR (wb_file_error_quark ())
/* Returns the error domain of session files. */
GQuark wb_file_error_quark (void);
typedef enum { WB_FILE_ERROR_FORMAT, WB_FILE_ERROR_MODEL } WbFileErrorCode;

/* Returns the whole session as YAML, or NULL if no model is open. Free it with
 * g_free. */
char *wb_session_file_text (WbSession *session);
/* Writes the session to a file. */
gboolean wb_session_file_save (const char *path, WbSession *session, GError **error);
/* Reads a session file; on an error the session is unchanged. */
gboolean wb_session_file_load (const char *path, WbSession *session, GError **error);
/* Reads a session from text; name appears in error messages. */
gboolean wb_session_file_load_text (const char *text, const char *name, WbSession *session, GError **error);

/* Starts autosave of a session; another thread writes the file. The file is
 * removed when the session is closed normally. */
void wb_session_file_autosave (WbSession *session);
/* Schedules an autosave after a change, and repeats it while a run is running. */
void wb_session_file_autosave_soon (WbSession *session);
/* Removes the autosave file of a session that is closed normally. Does not wait
 * for a write in progress. */
void wb_session_file_closed (WbSession *session);
/* Reads a session from a copy that was left by a crash. The copy is removed when
 * the next copy of the session is on the disk. On an error the session is
 * unchanged. */
gboolean wb_session_file_restore (WbSession *session, WbRecoveryCopy *left, GError **error);

G_END_DECLS
