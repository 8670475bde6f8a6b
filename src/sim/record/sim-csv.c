/* The CSV sink: writes full buffers, shortest numbers that read back, and renames the file when it is complete. */
#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ode-format.h"
#include "sim-config.h"
#include "sim-sink.h"

/* Formatting takes about 4 ns for each byte, so a buffer of 1 MiB is written every 4 ms and system calls cost nothing. */
#define BUFFER_BYTES ((gsize) 1 << 20)
/* A number takes at most 24 bytes, and its separator one. */
#define NUMBER_BYTES ODE_FORMAT_SIZE

typedef struct
{
  SimSink sink;
  char *path;      /* final name; NULL: standard output or a device, written directly */
  char *part;      /* name of the unfinished file */
  char *shown;     /* name in messages */
  int fd;
  gboolean close;
  gboolean failed;
  int *columns;
  int n_columns;
  char *buffer;
  gsize used;
} CsvSink;

static gboolean
fail (CsvSink *csv, int code, GError **error)
{
  csv->failed = TRUE;
  g_set_error (error, SIM_ERROR, SIM_ERROR_FILE, _("cannot write %s: %s"), csv->shown, g_strerror (code));
  return FALSE;
}

static gboolean
flush (CsvSink *csv, GError **error)
{
  gsize done = 0;
  while (done < csv->used)
    {
      ssize_t n = write (csv->fd, csv->buffer + done, csv->used - done);
      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return fail (csv, n < 0 ? errno : ENOSPC, error);
      done += (gsize) n;
    }
  csv->used = 0;
  return TRUE;
}

static gboolean
csv_row (SimSink *sink, double t, const double *values, int n_values, SimRowFlags flags, GError **error)
{
  CsvSink *csv = (CsvSink *) sink;
  if (csv->failed)
    return TRUE; /* reported when it happened */
  if (csv->used + (gsize) (csv->n_columns + 1) * NUMBER_BYTES > BUFFER_BYTES && !flush (csv, error))
    return FALSE;
  char *end = csv->buffer + csv->used;
  end += ode_format_double (end, t);
  for (int i = 0; i < csv->n_columns; i++)
    {
      *end++ = ',';
      end += ode_format_double (end, values[csv->columns[i]]);
    }
  *end++ = '\n';
  csv->used = (gsize) (end - csv->buffer);
  return TRUE;
}

static gboolean
csv_finish (SimSink *sink, GError **error)
{
  CsvSink *csv = (CsvSink *) sink;
  if (csv->failed)
    return TRUE; /* reported when it happened */
  if (!flush (csv, error))
    return FALSE;
  if (csv->close)
    {
      int fd = csv->fd;
      csv->fd = -1;
      csv->close = FALSE;
      if (close (fd) != 0)
        return fail (csv, errno, error);
    }
  if (csv->part != NULL)
    {
      if (rename (csv->part, csv->path) != 0)
        return fail (csv, errno, error);
      g_clear_pointer (&csv->part, g_free);
    }
  return TRUE;
}

static void
csv_free (SimSink *sink)
{
  CsvSink *csv = (CsvSink *) sink;
  if (csv->close)
    close (csv->fd);
  if (csv->part != NULL)
    unlink (csv->part);
  g_free (csv->part);
  g_free (csv->path);
  g_free (csv->shown);
  g_free (csv->columns);
  g_free (csv->buffer);
  g_free (csv);
}

/* Opens a temporary file beside a regular file, or a device or pipe itself. */
static gboolean
open_file (CsvSink *csv, const char *path, GError **error)
{
  struct stat info;
  if (stat (path, &info) == 0 && !S_ISREG (info.st_mode))
    {
      csv->fd = open (path, O_WRONLY | O_CLOEXEC);
      csv->close = csv->fd >= 0;
      return csv->fd >= 0 || fail (csv, errno, error);
    }
  csv->path = g_strdup (path);
  csv->part = g_strconcat (path, ".XXXXXX", NULL);
  csv->fd = g_mkstemp_full (csv->part, O_WRONLY | O_CLOEXEC, 0666);
  if (csv->fd < 0)
    {
      int code = errno;
      g_clear_pointer (&csv->part, g_free);
      return fail (csv, code, error);
    }
  csv->close = TRUE;
  return TRUE;
}

/* Appends a name of a column, quoted if it contains a comma, a quotation mark or a line end ("u[1,2]"). */
static void
append_name (GString *header, const char *name)
{
  if (strpbrk (name, ",\"\n") == NULL)
    {
      g_string_append (header, name);
      return;
    }
  g_string_append_c (header, '"');
  for (const char *c = name; *c != '\0'; c++)
    {
      if (*c == '"')
        g_string_append_c (header, '"');
      g_string_append_c (header, *c);
    }
  g_string_append_c (header, '"');
}

SimSink *
sim_sink_csv (const char *path, const char *const *names, const int *columns, int n_columns, GError **error)
{
  CsvSink *csv = g_new0 (CsvSink, 1);
  gboolean standard = strcmp (path, "-") == 0;
  csv->sink.row = csv_row;
  csv->sink.finish = csv_finish;
  csv->sink.free = csv_free;
  csv->shown = g_strdup (standard ? "standard output" : path);
  csv->fd = STDOUT_FILENO;
  if (!standard && !open_file (csv, path, error))
    {
      csv_free (&csv->sink);
      return NULL;
    }
  csv->n_columns = n_columns;
  csv->columns = g_memdup2 (columns, sizeof (int) * (gsize) n_columns);
  g_autoptr (GString) header = g_string_new ("t");
  for (int i = 0; i < n_columns; i++)
    {
      g_string_append_c (header, ',');
      append_name (header, names[i]);
    }
  g_string_append_c (header, '\n');
  csv->buffer = g_malloc (MAX (BUFFER_BYTES, (gsize) (n_columns + 1) * NUMBER_BYTES + header->len));
  memcpy (csv->buffer, header->str, header->len);
  csv->used = header->len;
  return &csv->sink;
}
