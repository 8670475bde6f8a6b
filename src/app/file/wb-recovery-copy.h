/* Copies of sessions for recovery after a crash, in the user's state folder. Each session has one copy.
 *
 * The file name of a copy contains the boot id and a random number. Beside the copy is a lock file, which is locked by the process that
 * owns the session. The kernel releases the lock when the process ends for any reason. So a copy whose lock is free belongs to a process
 * that has ended. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct WbRecoveryCopy WbRecoveryCopy;

/* Makes the copy object of a new session. Nothing is written yet. */
WbRecoveryCopy *wb_recovery_copy_new (void);
/* Takes a reference and returns the copy. Any thread. */
WbRecoveryCopy *wb_recovery_copy_ref (WbRecoveryCopy *copy);
/* Drops a reference; NULL is allowed. Dropping the last one releases the lock and keeps the file. Any thread. */
void wb_recovery_copy_unref (WbRecoveryCopy *copy);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WbRecoveryCopy, wb_recovery_copy_unref)

/* Returns the path of the copy; borrowed. */
const char *wb_recovery_copy_path (const WbRecoveryCopy *copy);
/* Writes the text to the copy. Does nothing after wb_recovery_copy_remove. Returns FALSE with an error. Any
 * thread. */
gboolean wb_recovery_copy_write (WbRecoveryCopy *copy, const char *text, GError **error);
/* Removes the copy without waiting for the disk. If another thread is writing the copy, that thread removes it afterwards. */
void wb_recovery_copy_remove (WbRecoveryCopy *copy);
/* Renames a copy of an ended process, so that it is not offered to the user again. A file with the prefix "discarded" is removed after a
 * week. */
void wb_recovery_copy_set_aside (WbRecoveryCopy *copy, const char *prefix);

/* Returns the copies (WbRecoveryCopy) of processes that have ended, newest first. This process has them locked until their last references
 * are dropped. Removes discarded copies that are older than a week. */
GPtrArray *wb_recovery_copies_find_left (void);
/* Waits until no thread writes a copy. Call this before the program ends. Otherwise the next start would offer an incomplete copy. */
void wb_recovery_copies_wait (void);

G_END_DECLS
