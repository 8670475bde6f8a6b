/* Copies of sessions that survive a crash, one for each session, in the state
 * folder of the user.
 *
 * A copy is named by the boot id and a random number. A lock file beside it is
 * locked by the process whose session it is; the kernel releases the lock when
 * the process ends, however it ends. A copy whose lock is free was therefore
 * left behind. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct WbRecoveryCopy WbRecoveryCopy;

/* Makes the copy of a new session; nothing is written yet. */
WbRecoveryCopy *wb_recovery_copy_new (void);
/* Takes a reference; any thread. */
WbRecoveryCopy *wb_recovery_copy_ref (WbRecoveryCopy *copy);
/* Drops a reference; any thread. The last one releases the lock and leaves the
 * file. NULL is allowed. */
void wb_recovery_copy_unref (WbRecoveryCopy *copy);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WbRecoveryCopy, wb_recovery_copy_unref)

/* Returns the path of the copy. */
const char *wb_recovery_copy_path (const WbRecoveryCopy *copy);
/* Returns the time of the last write, in seconds since 1970; 0 if there is none. */
gint64 wb_recovery_copy_time (const WbRecoveryCopy *copy);
/* Writes the text; does nothing after wb_recovery_copy_remove. Returns FALSE with
 * an error. Any thread. */
gboolean wb_recovery_copy_write (WbRecoveryCopy *copy, const char *text, GError **error);
/* Removes the copy without waiting for the disk: if another thread writes, that
 * thread removes it after the write. */
void wb_recovery_copy_remove (WbRecoveryCopy *copy);
/* Renames a copy that was left, so that it is no longer offered. One with the
 * prefix "discarded" is removed after a week. */
void wb_recovery_copy_set_aside (WbRecoveryCopy *copy, const char *prefix);

/* Returns the copies that were left, the newest first; each is locked by this
 * process until its last reference. Removes discarded ones that are older than a
 * week. */
GPtrArray *wb_recovery_copies_find_left (void);
/* Waits until no thread writes a copy, for the end of the program: a write that
 * ends unfinished would be offered at the next start. */
void wb_recovery_copies_wait (void);

G_END_DECLS
