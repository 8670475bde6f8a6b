#include "plot-file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "plot-figure.h"

static gboolean
fail_errno (const char *path, int code, GError **error)
{
  g_set_error (error, PLOT_ERROR, PLOT_ERROR_WRITE, _("“%s” could not be written: %s."), path, g_strerror (code));
  return FALSE;
}

/* Writes the content to fd and closes it. TRUE: all of it is on the disk. */
static gboolean
write_to (int fd, const char *path, PlotWriteFunc func, gpointer user, GError **error)
{
  FILE *file = fdopen (fd, "w");
  GError *other = NULL;
  gboolean done;
  int code = 0;

  if (file == NULL)
    {
      code = errno;
      close (fd);
      return fail_errno (path, code, error);
    }
  errno = 0;
  done = func (file, user, &other);
  if (ferror (file) || (done && fflush (file) != 0))
    code = errno != 0 ? errno : EIO;
  /* fsync reports a full disk that fflush did not; the ignored errors come from pipes and devices. */
  else if (done && fsync (fd) != 0 && errno != EINVAL && errno != EROFS && errno != ENOTSUP)
    code = errno;
  if (fclose (file) != 0 && code == 0)
    code = errno;
  if (!done && other == NULL && code == 0)
    code = EIO;
  if (other != NULL)
    g_propagate_error (error, other);
  else if (code != 0)
    fail_errno (path, code, error);
  return done && code == 0;
}

static gboolean
write_directly (const char *path, PlotWriteFunc func, gpointer user, GError **error)
{
  int fd = g_open (path, O_WRONLY | O_CLOEXEC, 0);

  return fd >= 0 ? write_to (fd, path, func, user, error) : fail_errno (path, errno, error);
}

/* Returns the target of a symbolic link, so that the rename does not replace the link; else the path. Free it with g_free. */
static char *
link_target (const char *path)
{
  char *real = realpath (path, NULL), *copy = g_strdup (real != NULL ? real : path);

  free (real);
  return copy;
}

gboolean
plot_write_with (const char *path, PlotWriteFunc func, gpointer user, GError **error)
{
  g_autofree char *target = link_target (path), *folder = g_path_get_dirname (target), *part = NULL;
  struct stat info;
  gboolean exists = stat (target, &info) == 0, fine;
  int fd, code;

  if (exists && !S_ISREG (info.st_mode))
    return S_ISDIR (info.st_mode) ? fail_errno (path, EISDIR, error) : write_directly (path, func, user, error);
  /* The rename would replace a read-only file. */
  if (exists && access (target, W_OK) != 0)
    return fail_errno (path, errno, error);
  /* A short name: the name of the target may have the maximum length. */
  part = g_build_filename (folder, ".stepwise-XXXXXX", NULL);
  fd = g_mkstemp_full (part, O_WRONLY | O_CLOEXEC, exists ? info.st_mode & 0777 : 0666);
  if (fd < 0)
    return fail_errno (path, errno, error);
  fine = write_to (fd, path, func, user, error);
  if (fine && g_rename (part, target) == 0)
    return TRUE;
  code = errno;
  g_unlink (part);
  return fine && fail_errno (path, code, error);
}

static gboolean
write_bytes (FILE *file, gpointer user, GError **error)
{
  gsize size;
  const void *data = g_bytes_get_data (user, &size);

  fwrite (data, 1, size, file);
  return TRUE;
}

gboolean
plot_write_file (const char *path, GBytes *bytes, GError **error)
{
  return plot_write_with (path, write_bytes, bytes, error);
}
