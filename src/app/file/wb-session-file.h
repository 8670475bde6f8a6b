/* Session files (.stepwise, YAML) with model, settings, values, plots and runs, and the autosave of sessions.
 *
 * A run is stored as the data that reproduce it: settings, values, seed, and the time that it has reached. When the file is opened, the run
 * is simulated again and gives the same numbers. The file contains the text of the model, so that it can be opened where the model file is
 * missing. */
#pragma once

#include <glib.h>

#include "wb-recovery-copy.h"
#include "wb-session.h"

G_BEGIN_DECLS

/* The error domain for reading and writing session files. */
#define WB_FILE_ERROR (wb_file_error_quark ())
/* Returns the error domain WB_FILE_ERROR. */
GQuark wb_file_error_quark (void);
typedef enum { WB_FILE_ERROR_FORMAT, WB_FILE_ERROR_MODEL } WbFileErrorCode;

/* Returns the whole session as YAML text, or NULL if no model is open. Free it with
 * g_free. */
char *wb_session_file_text (WbSession *session);
/* Writes the session with the seals of its runs (lab-seal-file.h) to a file. If the runs have many rows, writes the file without seals first, and a job
 * writes it again with them, unless it was changed meanwhile. Returns FALSE with an error. */
gboolean wb_session_file_save (const char *path, WbSession *session, GError **error);
/* Reads a session file. Returns FALSE with an error; the session is then unchanged. */
gboolean wb_session_file_load (const char *path, WbSession *session, GError **error);
/* Reads a session from the text of a session file. name appears in error messages. */
gboolean wb_session_file_load_text (const char *text, const char *name, WbSession *session, GError **error);

/* Starts the autosave of a session. Another thread writes the file. The file is removed when the session is closed
 * normally. */
void wb_session_file_autosave (WbSession *session);
/* Schedules an autosave after a change. While a run is running, autosaves repeatedly. */
void wb_session_file_autosave_soon (WbSession *session);
/* Removes the autosave file of a session that is closed normally. Does not wait for a write in
 * progress. */
void wb_session_file_closed (WbSession *session);
/* Restores a session from a copy that a crash has left. The copy is removed as soon as the next
 * copy of this session is on the disk. Returns FALSE with an error; the session is then
 * unchanged. */
gboolean wb_session_file_restore (WbSession *session, WbRecoveryCopy *left, GError **error);

/* Returns the progress of the job that seals the saved session, 0 to 1; −1: none. */
double wb_session_file_sealing (WbSession *session);
/* Cancels this job, if there is one; the saved file stays without seals, and a message says so. */
void wb_session_file_cancel_sealing (WbSession *session);

G_END_DECLS
