/* Writes and removes recovery copies, and finds those whose lock is free. */
#include "wb-recovery-copy.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utime.h>

#include "sim-output-file.h"

#define PREFIX "autosave-"
#define SUFFIX ".stepwise"
#define LOCK_SUFFIX ".lock"
#define WEEK_SECONDS (7 * 24 * 3600)

struct WbRecoveryCopy
{
  atomic_int references;
  char *path, *lock_path;
  int lock;          /* descriptor of the lock file while this object holds the lock, otherwise −1 */
  /* The mutex `state` protects the members below. */
  gboolean writing;  /* TRUE while a thread is in wb_recovery_copy_write */
  gboolean removed;
};

/* Protects the members of all copies. It is never locked during a write. */
static GMutex state;
static GCond idle; /* signalled when n_writing becomes 0 */
static int n_writing;

static char *
folder_of_copies (void)
{
  return g_build_filename (g_get_user_state_dir (), "stepwise", NULL);
}

/* Returns an id that the kernel makes at each boot, or "0" if there is none. */
static char *
boot_id (void)
{
  char *text = NULL;

  if (!g_file_get_contents ("/proc/sys/kernel/random/boot_id", &text, NULL, NULL))
    return g_strdup ("0");
  g_strstrip (text);
  for (char *from = text, *to = text;; from++)
    if (*from != '-')
      {
        *to++ = *from;
        if (*from == '\0')
          return text;
      }
}

/* Makes an object for the copy at path. Takes ownership of path. */
static WbRecoveryCopy *
copy_at (char *path)
{
  WbRecoveryCopy *copy = g_new0 (WbRecoveryCopy, 1);

  atomic_init (&copy->references, 1);
  copy->path = path;
  copy->lock_path = g_strdup_printf ("%.*s" LOCK_SUFFIX, (int) (strlen (path) - strlen (SUFFIX)), path);
  copy->lock = -1;
  return copy;
}

WbRecoveryCopy *
wb_recovery_copy_new (void)
{
  g_autofree char *folder = folder_of_copies (), *boot = boot_id ();
  g_autofree char *name = g_strdup_printf (PREFIX "%s-%08x%08x" SUFFIX, boot, g_random_int (), g_random_int ());

  return copy_at (g_build_filename (folder, name, NULL));
}

WbRecoveryCopy *
wb_recovery_copy_ref (WbRecoveryCopy *copy)
{
  atomic_fetch_add_explicit (&copy->references, 1, memory_order_relaxed);
  return copy;
}

void
wb_recovery_copy_unref (WbRecoveryCopy *copy)
{
  /* The memory order is needed because the thread that drops the last reference frees memory that other threads have written. */
  if (copy == NULL || atomic_fetch_sub_explicit (&copy->references, 1, memory_order_acq_rel) != 1)
    return;
  if (copy->lock >= 0)
    close (copy->lock);
  g_free (copy->path);
  g_free (copy->lock_path);
  g_free (copy);
}

const char *
wb_recovery_copy_path (const WbRecoveryCopy *copy)
{
  return copy->path;
}

/* Returns the time of the last write of the copy in seconds since 1970, or 0 if it was not written. */
static gint64
time_of_copy (const WbRecoveryCopy *copy)
{
  GStatBuf info;

  return g_stat (copy->path, &info) == 0 ? info.st_mtime : 0;
}

/* ---- the lock ---- */

/* Locks the lock file without waiting. Returns 0, EWOULDBLOCK if another process has the lock, or another errno if the folder or the file
 * system does not permit locks. */
static int
take_lock (WbRecoveryCopy *copy)
{
  for (;;)
    {
      struct stat held, named;
      int fd = open (copy->lock_path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600), code;

      if (fd < 0)
        return errno;
      if (flock (fd, LOCK_EX | LOCK_NB) != 0)
        {
          code = errno;
          close (fd);
          return code;
        }
      /* Check that the locked file still has this name. Another process may have removed it between opening and locking. */
      if (fstat (fd, &held) == 0 && stat (copy->lock_path, &named) == 0 && held.st_ino == named.st_ino && held.st_dev == named.st_dev)
        {
          copy->lock = fd;
          return 0;
        }
      close (fd);
    }
}

/* Removes the copy and its lock file. The caller must have locked `state`. */
static void
remove_files (WbRecoveryCopy *copy)
{
  g_unlink (copy->path);
  if (copy->lock >= 0)
    g_unlink (copy->lock_path);
}

/* ---- writing ---- */

static gboolean
write_text (WbRecoveryCopy *copy, const char *text, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (copy->path);
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));

  if (g_mkdir_with_parents (folder, 0700) != 0)
    {
      g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (errno), "%s: %s", folder, g_strerror (errno));
      return FALSE;
    }
  /* On a file system without locks, write the copy nevertheless. The boot id in its name then tells whether its process may still exist. */
  if (copy->lock < 0)
    take_lock (copy);
  return sim_write_file (copy->path, bytes, 0, error);
}

gboolean
wb_recovery_copy_write (WbRecoveryCopy *copy, const char *text, GError **error)
{
  gboolean fine, removed;

  g_mutex_lock (&state);
  removed = copy->removed;
  copy->writing = !removed;
  n_writing += !removed;
  g_mutex_unlock (&state);
  if (removed)
    return TRUE;
  fine = write_text (copy, text, error);
  g_mutex_lock (&state);
  copy->writing = FALSE;
  if (copy->removed)
    remove_files (copy);
  if (--n_writing == 0)
    g_cond_broadcast (&idle);
  g_mutex_unlock (&state);
  return fine;
}

void
wb_recovery_copy_remove (WbRecoveryCopy *copy)
{
  g_mutex_lock (&state);
  copy->removed = TRUE;
  if (!copy->writing)
    remove_files (copy);
  g_mutex_unlock (&state);
}

void
wb_recovery_copy_set_aside (WbRecoveryCopy *copy, const char *prefix)
{
  g_autofree char *folder = g_path_get_dirname (copy->path), *name = g_path_get_basename (copy->path);
  g_autofree char *aside = g_strdup_printf ("%s/%s-%s", folder, prefix, name);

  g_mutex_lock (&state);
  copy->removed = TRUE;
  utime (copy->path, NULL); /* set the time of the file to now: a discarded copy is deleted one week after this time */
  if (g_rename (copy->path, aside) == 0)
    remove_files (copy);
  g_mutex_unlock (&state);
}

void
wb_recovery_copies_wait (void)
{
  g_mutex_lock (&state);
  while (n_writing > 0)
    g_cond_wait (&idle, &state);
  g_mutex_unlock (&state);
}

/* ---- copies of processes that have ended ---- */

/* Returns whether no running process owns the copy. If so, this process has locked the copy. */
static gboolean
claim (WbRecoveryCopy *copy)
{
  g_autofree char *name = g_path_get_basename (copy->path), *boot = boot_id ();
  g_autofree char *here = g_strconcat (PREFIX, boot, "-", NULL);
  int code = take_lock (copy);

  if (code == EWOULDBLOCK)
    return FALSE;
  /* Without locks, a copy from the current boot may belong to a running process. */
  if (code != 0 && g_str_has_prefix (name, here))
    return FALSE;
  if (g_file_test (copy->path, G_FILE_TEST_IS_REGULAR))
    return TRUE;
  remove_files (copy);
  return FALSE;
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  gint64 first = time_of_copy (*(WbRecoveryCopy *const *) a), second = time_of_copy (*(WbRecoveryCopy *const *) b);

  return (second > first) - (second < first);
}

GPtrArray *
wb_recovery_copies_find_left (void)
{
  GPtrArray *left = g_ptr_array_new_with_free_func ((GDestroyNotify) wb_recovery_copy_unref);
  g_autofree char *folder = folder_of_copies ();
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  gint64 now = g_get_real_time () / G_USEC_PER_SEC;
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      gboolean lock = g_str_has_suffix (name, LOCK_SUFFIX);
      GStatBuf info;

      if (g_str_has_prefix (name, "discarded-") && g_stat (path, &info) == 0 && now - info.st_mtime > WEEK_SECONDS)
        g_unlink (path);
      if (!g_str_has_prefix (name, PREFIX) || (!lock && !g_str_has_suffix (name, SUFFIX)))
        continue;
      if (lock)
        {
          /* A process that has ended before its first write has left only a lock file. */
          g_autofree char *copy_path = g_strdup_printf ("%.*s" SUFFIX, (int) (strlen (path) - strlen (LOCK_SUFFIX)), path);
          g_autoptr (WbRecoveryCopy) copy = copy_at (g_steal_pointer (&copy_path));

          if (!g_file_test (copy->path, G_FILE_TEST_EXISTS))
            claim (copy);
          continue;
        }
      WbRecoveryCopy *copy = copy_at (g_steal_pointer (&path));

      if (claim (copy))
        g_ptr_array_add (left, copy);
      else
        wb_recovery_copy_unref (copy);
    }
  g_ptr_array_sort (left, compare_times);
  return left;
}
