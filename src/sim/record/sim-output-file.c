/* Writes a file under a temporary name or without a name, and gives it its name when it is complete. */
#include "sim-output-file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model-inputs.h"
#include "sim-config.h"
#include "sim-output-names.h"

/* The largest number of symbolic links that are followed, as in the kernel; see path_resolution(7). */
#define MOST_LINKS 40

struct SimOutputFile
{
  char *path;       /* path that the caller passed, for messages */
  char *name;       /* name of the target in its folder; NULL: the target is written directly */
  char *temporary;  /* name of the temporary file in the folder; NULL: it has no name */
  FILE *stream;     /* buffered stream for the caller; NULL if it was not requested */
  struct stat old;  /* status of the existing target; valid if `exists` */
  int folder, fd;
  int code;         /* errno of the first failure, or 0 */
  gboolean exists, cache;
  gboolean again;   /* the caller writes this file several times */
};

static gboolean
set_error (SimOutputFile *file, int code, GError **error)
{
  if (file->code == 0)
    file->code = code != 0 ? code : EIO;
  g_set_error (error, SIM_ERROR, SIM_ERROR_FILE, _("“%s” could not be written: %s."), file->path, g_strerror (file->code));
  return FALSE;
}

/* ---- the target ---- */

/* Returns the file descriptor that the path names, for example 3 for /dev/fd/3, or −1 for
 * other paths. Opening such a path again would start at offset 0 and ignore O_APPEND. */
static int
descriptor_of (const char *path)
{
  static const char *const folders[] = { "/dev/fd/", "/proc/self/fd/" };

  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    if (g_str_has_prefix (path, folders[i]))
      {
        guint64 fd;

        if (g_ascii_string_to_unsigned (path + strlen (folders[i]), 10, 0, G_MAXINT, &fd, NULL))
          return (int) fd;
      }
  return -1;
}

/* Follows symbolic links in the last component. Returns the path of the target, which need
 * not exist, or NULL with errno set. Free it with g_free. */
static char *
follow_links (const char *path)
{
  char *name = g_strdup (path);

  for (int i = 0; i <= MOST_LINKS; i++)
    {
      g_autofree char *from = name, *folder = NULL;
      g_autofree char *to = descriptor_of (name) < 0 ? g_file_read_link (name, NULL) : NULL;

      if (to == NULL)
        return g_steal_pointer (&from);
      folder = g_path_get_dirname (from);
      name = g_path_is_absolute (to) ? g_steal_pointer (&to) : g_build_filename (folder, to, NULL);
    }
  g_free (name);
  errno = ELOOP;
  return NULL;
}

/* Opens the folder of the target and returns its descriptor, so that files in it can be found and
 * renamed even if the folder itself is renamed. A folder without read permission is opened with O_PATH,
 * which does not allow fsync. */
static int
open_folder (const char *folder)
{
  int fd = open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

  return fd >= 0 || errno != EACCES ? fd : open (folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
}

/* ---- the temporary file ---- */

/* Opens a temporary file without a name, or returns −1. The file gets its name later by
 * linkat with a path in /proc. */
static int
open_unnamed (int folder, mode_t mode)
{
  int fd = openat (folder, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
  char link[64];
  struct stat info;

  g_snprintf (link, sizeof link, "/proc/self/fd/%d", fd);
  if (fd >= 0 && stat (link, &info) != 0)
    {
      close (fd);
      return -1;
    }
  return fd;
}

/* Returns a random name. It is short, because the name of the target may
 * already have the maximum length. Free it with g_free. */
static char *
random_name (void)
{
  return g_strdup_printf (".stepwise-%08x%08x", g_random_int (), g_random_int ());
}

static gboolean
open_temporary (SimOutputFile *file, SimOutputFlags flags)
{
  /* The file may contain private data, so only the user may read it before the commit. */
  mode_t mode = file->exists ? 0600 : 0666;

  file->fd = flags & SIM_OUTPUT_NAMED ? -1 : open_unnamed (file->folder, mode);
  for (int i = 0; file->fd < 0 && i < 100; i++)
    {
      g_free (file->temporary);
      file->temporary = random_name ();
      file->fd = openat (file->folder, file->temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
      if (file->fd < 0 && errno != EEXIST)
        break;
    }
  if (file->fd < 0)
    g_clear_pointer (&file->temporary, g_free);
  return file->fd >= 0;
}

/* Sets the mode and group of the new file to those of the old file and, if this process has the permission, also the owner. If the group
 * cannot be set, the group gets only the permissions of others. */
static gboolean
keep_mode (const SimOutputFile *file)
{
  mode_t mode = file->old.st_mode & 0777;
  struct stat info;

  if (fstat (file->fd, &info) != 0)
    return FALSE;
  if (info.st_uid != file->old.st_uid && fchown (file->fd, file->old.st_uid, (gid_t) -1) != 0)
    g_debug ("%s: the owner cannot be kept", file->path);
  if (info.st_gid != file->old.st_gid && fchown (file->fd, (uid_t) -1, file->old.st_gid) != 0)
    mode = (mode & 0707) | (mode & 0007) << 3;
  return fchmod (file->fd, mode) == 0;
}

/* ---- opening ---- */

static gboolean
open_directly (SimOutputFile *file, const char *target)
{
  int fd = descriptor_of (target);

  file->fd = fd >= 0 ? fcntl (fd, F_DUPFD_CLOEXEC, 3) : open (target, O_WRONLY | O_CLOEXEC | O_NOCTTY);
  return file->fd >= 0;
}

/* Refuses to replace a file that this command has read. info NULL: there is no such file. */
static gboolean
check_input (SimOutputFile *file, const struct stat *info, GError **error)
{
  if (info == NULL || !model_inputs_has (info))
    return TRUE;
  file->code = EEXIST;
  g_set_error (error, SIM_ERROR, SIM_ERROR_FILE, _("“%s” could not be written: this command has read it, and would lose it."), file->path);
  return FALSE;
}

static gboolean
open_target (SimOutputFile *file, SimOutputFlags flags, GError **error)
{
  g_autofree char *target = follow_links (file->path), *folder = NULL;

  if (target == NULL)
    return set_error (file, errno, error);
  file->exists = stat (target, &file->old) == 0;
  if (!file->exists && errno != ENOENT)
    return set_error (file, errno, error);
  if (descriptor_of (target) >= 0 || (file->exists && !S_ISREG (file->old.st_mode) && !S_ISDIR (file->old.st_mode)))
    return open_directly (file, target) || set_error (file, errno, error);
  if (!check_input (file, file->exists ? &file->old : NULL, error))
    return FALSE;
  if ((file->exists && S_ISDIR (file->old.st_mode)) || g_str_has_suffix (target, "/"))
    return set_error (file, EISDIR, error);
  /* rename would replace a read-only file, and root may write to any file, so the mode is checked here. */
  if (file->exists && ((file->old.st_mode & 0222) == 0 || faccessat (AT_FDCWD, target, W_OK, AT_EACCESS) != 0))
    {
      file->code = EACCES;
      g_set_error (error, SIM_ERROR, SIM_ERROR_FILE, _("“%s” could not be written: the file is read-only."), file->path);
      return FALSE;
    }
  folder = g_path_get_dirname (target);
  file->folder = open_folder (folder);
  if (file->folder < 0 || !open_temporary (file, flags))
    return set_error (file, errno, error);
  file->name = g_path_get_basename (target);
  /* Caches and files for other programs are no outputs that the user names. Their folders come and go, and the system gives a new folder the inode of an old
   * one. */
  if (file->cache || sim_output_names_note (file->folder, file->name, file->again))
    return TRUE;
  file->code = EEXIST;
  g_set_error (error, SIM_ERROR, SIM_ERROR_FILE, _("“%s” could not be written: this command writes another output to the same file."), file->path);
  return FALSE;
}

SimOutputFile *
sim_output_file_open (const char *path, SimOutputFlags flags, GError **error)
{
  SimOutputFile *file = g_new0 (SimOutputFile, 1);

  file->path = g_strdup (path);
  file->fd = file->folder = -1;
  file->cache = (flags & SIM_OUTPUT_CACHE) != 0;
  file->again = (flags & SIM_OUTPUT_AGAIN) != 0;
  if (open_target (file, flags, error))
    return file;
  sim_output_file_free (file);
  return NULL;
}

SimOutputFile *
sim_output_file_new_for_stdout (void)
{
  SimOutputFile *file = g_new0 (SimOutputFile, 1);

  file->path = g_strdup ("standard output");
  file->folder = -1;
  file->fd = fcntl (STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  if (file->fd < 0)
    file->code = errno;
  return file;
}

void
sim_output_file_free (SimOutputFile *file)
{
  if (file == NULL)
    return;
  if (file->stream != NULL)
    {
      file->code = file->code != 0 ? file->code : ECANCELED; /* prevents that buffered data are written */
      fclose (file->stream);
    }
  if (file->temporary != NULL)
    unlinkat (file->folder, file->temporary, 0);
  if (file->fd >= 0)
    close (file->fd);
  if (file->folder >= 0)
    close (file->folder);
  g_free (file->temporary);
  g_free (file->name);
  g_free (file->path);
  g_free (file);
}

/* ---- writing ---- */

static gboolean
write_all (SimOutputFile *file, const char *data, gsize size)
{
  while (file->code == 0 && size > 0)
    {
      ssize_t n = write (file->fd, data, size);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        file->code = n < 0 ? errno : ENOSPC;
      else
        {
          data += n;
          size -= (gsize) n;
        }
    }
  return file->code == 0;
}

gboolean
sim_output_file_write (SimOutputFile *file, const void *data, gsize size, GError **error)
{
  return write_all (file, data, size) || set_error (file, file->code, error);
}

gboolean
sim_output_file_failed (const SimOutputFile *file)
{
  return file->code != 0;
}

static ssize_t
write_stream (void *file, const char *data, size_t size)
{
  return write_all (file, data, size) ? (ssize_t) size : 0;
}

FILE *
sim_output_file_stream (SimOutputFile *file)
{
  if (file->stream == NULL)
    {
      file->stream = fopencookie (file, "w", (cookie_io_functions_t) { .write = write_stream });
      if (file->stream == NULL)
        g_error ("failed to allocate a stream");
      setvbuf (file->stream, NULL, _IOFBF, 1 << 16);
    }
  return file->stream;
}

/* ---- committing ---- */

/* Writes the content to the disk with fsync, which can report a full disk that write did not report. fsync errors of pipes, devices and
 * special file systems are ignored. */
static gboolean
finish_content (SimOutputFile *file, GError **error)
{
  if (file->stream != NULL && file->code == 0 && (fflush (file->stream) != 0 || ferror (file->stream)) && file->code == 0)
    file->code = EIO;
  if (file->code == 0 && file->name != NULL && file->exists && !keep_mode (file))
    file->code = errno;
  if (file->code == 0 && !file->cache && fsync (file->fd) != 0 && errno != EINVAL && errno != EROFS && errno != ENOTSUP)
    file->code = errno;
  return file->code == 0 || set_error (file, file->code, error);
}

/* Gives the temporary file another name in the folder, if no file has that
 * name. Returns 0 or an errno value. */
static int
link_as (SimOutputFile *file, const char *name)
{
  char link[64];

  if (file->temporary == NULL)
    {
      g_snprintf (link, sizeof link, "/proc/self/fd/%d", file->fd);
      return linkat (AT_FDCWD, link, file->folder, name, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno;
    }
  if (renameat2 (file->folder, file->temporary, file->folder, name, RENAME_NOREPLACE) == 0)
    {
      g_clear_pointer (&file->temporary, g_free);
      return 0;
    }
  if (errno != EINVAL && errno != ENOSYS)
    return errno;
  /* This file system does not support RENAME_NOREPLACE. */
  return linkat (file->folder, file->temporary, file->folder, name, 0) == 0 ? 0 : errno;
}

/* Replaces the target or creates it. Returns 0 or an errno value. A file
 * without a name can only be linked to an unused name, so it gets a
 * temporary name first. */
static int
replace_target (SimOutputFile *file)
{
  if (file->temporary == NULL)
    {
      g_autofree char *name = NULL;
      int code = file->exists ? EEXIST : link_as (file, file->name);

      if (code != EEXIST)
        return code;
      for (int i = 0; code == EEXIST && i < 100; i++)
        {
          g_free (name);
          name = random_name ();
          code = link_as (file, name);
        }
      if (code != 0)
        return code;
      file->temporary = g_steal_pointer (&name);
    }
  if (renameat (file->folder, file->temporary, file->folder, file->name) != 0)
    return errno;
  g_clear_pointer (&file->temporary, g_free);
  return 0;
}

/* Writes the directory entry with the new name to the disk. */
static gboolean
finish_folder (SimOutputFile *file, GError **error)
{
  if (file->cache || fsync (file->folder) == 0 || errno == EBADF || errno == EINVAL || errno == EROFS || errno == ENOTSUP)
    return TRUE;
  return set_error (file, errno, error);
}

/* A file may have been read after the output was opened, or the target may be another file by now. */
gboolean
sim_output_file_commit (SimOutputFile *file, GError **error)
{
  struct stat now;
  int code;

  if (!finish_content (file, error))
    return FALSE;
  if (file->name == NULL)
    return TRUE;
  if (fstatat (file->folder, file->name, &now, AT_SYMLINK_NOFOLLOW) == 0 && !check_input (file, &now, error))
    return FALSE;
  code = replace_target (file);
  return code == 0 ? finish_folder (file, error) : set_error (file, code, error);
}

gboolean
sim_output_file_commit_partial (SimOutputFile *file, char **kept_in, GError **error)
{
  const char *suffix;
  int code;

  *kept_in = NULL;
  if (!finish_content (file, error))
    return FALSE;
  if (file->name == NULL)
    return TRUE;
  suffix = strrchr (file->name, '.');
  if (suffix == NULL || suffix == file->name)
    suffix = file->name + strlen (file->name);
  code = link_as (file, file->name);
  for (int i = 1; code == EEXIST && i < 10000; i++)
    {
      g_autofree char *count = i > 1 ? g_strdup_printf ("-%d", i) : g_strdup ("");
      g_autofree char *name = g_strdup_printf ("%.*s-partial%s%s", (int) (suffix - file->name), file->name, count, suffix);

      code = link_as (file, name);
      if (code == 0)
        {
          g_autofree char *target = follow_links (file->path), *folder = g_path_get_dirname (target != NULL ? target : file->path);

          *kept_in = strcmp (folder, ".") == 0 ? g_steal_pointer (&name) : g_build_filename (folder, name, NULL);
        }
    }
  return code == 0 ? finish_folder (file, error) : set_error (file, code, error);
}

gboolean
sim_write_file (const char *path, GBytes *bytes, SimOutputFlags flags, GError **error)
{
  g_autoptr (SimOutputFile) file = sim_output_file_open (path, flags, error);
  gsize size;
  const void *data = g_bytes_get_data (bytes, &size);

  return file != NULL && sim_output_file_write (file, data, size, error) && sim_output_file_commit (file, error);
}

/* ---- identity ---- */

gboolean
sim_paths_same_file (const char *a, const char *b)
{
  g_autofree char *target_a = follow_links (a), *target_b = follow_links (b);
  struct stat info_a, info_b;
  gboolean has_a, has_b;

  if (target_a == NULL || target_b == NULL)
    return FALSE;
  has_a = stat (target_a, &info_a) == 0;
  has_b = stat (target_b, &info_b) == 0;
  if (has_a != has_b)
    return FALSE;
  if (!has_a)
    {
      g_autofree char *name_a = g_path_get_basename (target_a), *name_b = g_path_get_basename (target_b);
      g_autofree char *folder_a = g_path_get_dirname (target_a), *folder_b = g_path_get_dirname (target_b);

      return strcmp (name_a, name_b) == 0 && stat (folder_a, &info_a) == 0 && stat (folder_b, &info_b) == 0
             && info_a.st_dev == info_b.st_dev && info_a.st_ino == info_b.st_ino;
    }
  return S_ISREG (info_a.st_mode) && info_a.st_dev == info_b.st_dev && info_a.st_ino == info_b.st_ino;
}
