/* Copies of sessions for recovery after a crash, one for each session, in the state folder of the user.
 *
 * The file name of a copy contains the boot id and a random number. Beside it is a lock file, which the process that owns the session
 * locks; the kernel releases the lock when the process ends for any reason. So a copy whose lock is free belongs to a process that has
 * ended. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct WbRecoveryCopy WbRecoveryCopy;

/* Makes the copy of a new session; nothing is written yet. */
WbRecoveryCopy *wb_recovery_copy_new (void);
/* Takes a reference; any thread. */
WbRecoveryCopy *wb_recovery_copy_ref (WbRecoveryCopy *copy);
/* Drops a reference; any thread. The last one releases the lock and keeps the file. NULL is allowed. */
void wb_recovery_copy_unref (WbRecoveryCopy *copy);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WbRecoveryCopy, wb_recovery_copy_unref)

/* Returns the path of the copy. */
const char *wb_recovery_copy_path (const WbRecoveryCopy *copy);
/* Writes the text; does nothing after wb_recovery_copy_remove. Returns FALSE with
 * an error. Any thread. */
gboolean wb_recovery_copy_write (WbRecoveryCopy *copy, const char *text, GError **error);
/* Removes the copy without waiting for the disk: if another thread is writing it, that thread removes it after the write. */
void wb_recovery_copy_remove (WbRecoveryCopy *copy);
/* Renames a copy of an ended process, so that it is not offered again. A file with the prefix "discarded" is removed after a week. */
void wb_recovery_copy_set_aside (WbRecoveryCopy *copy, const char *prefix);

/* Returns the copies of processes that have ended, the newest first. This process locks each of them until its last reference is dropped.
 * Discarded copies older than a week are removed. */
GPtrArray *wb_recovery_copies_find_left (void);
/* Waits until no thread writes a copy. Call it before the program ends, because an incomplete write would be offered at the next start. */
void wb_recovery_copies_wait (void);

G_END_DECLS
