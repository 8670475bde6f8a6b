/* Replaces stdout and stderr by streams that escape control characters and keep the first error of writing. The error
 * is reported, and sets the exit status, when the program ends. */
#include "cli-stream.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli-command.h"

typedef struct
{
  int fd;
  int code;         /* errno of the first write that failed, or 0 */
  int n_expected;   /* number of bytes that are missing for a complete UTF-8 character */
  gboolean held;    /* whether a byte 0xC2 was received but not written yet, because it may begin a control character */
} Stream;

static Stream streams[2] = { { .fd = STDOUT_FILENO }, { .fd = STDERR_FILENO } };

static void
write_all (Stream *stream, const char *data, gsize size)
{
  while (stream->code == 0 && size > 0)
    {
      ssize_t n = write (stream->fd, data, size);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        stream->code = n < 0 ? errno : ENOSPC;
      else
        {
          data += n;
          size -= (gsize) n;
        }
    }
}

/* Appends a byte, or \xNN instead of a control character. Control characters are those below U+0020
 * except tab, line feed and carriage return, U+007F, and U+0080 to U+009F both as UTF-8 and as single
 * bytes. */
static void
append_byte (Stream *stream, GString *out, guchar byte)
{
  gboolean follows = byte >= 0x80 && byte <= 0xBF && stream->n_expected > 0;

  if (stream->held)
    {
      stream->held = FALSE;
      if (follows && byte <= 0x9F)
        {
          stream->n_expected = 0;
          g_string_append_printf (out, "\\x%02x", byte);
          return;
        }
      g_string_append_c (out, (char) 0xC2);
    }
  if (follows)
    stream->n_expected--;
  else
    stream->n_expected = byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : byte >= 0xC2 ? 1 : 0;
  stream->held = byte == 0xC2;
  if (stream->held)
    return;
  if ((byte < 0x20 && byte != '\n' && byte != '\t' && byte != '\r') || byte == 0x7F || (!follows && byte >= 0x80 && byte <= 0x9F))
    g_string_append_printf (out, "\\x%02x", byte);
  else
    g_string_append_c (out, (char) byte);
}

static ssize_t
put (void *cookie, const char *data, size_t size)
{
  Stream *stream = cookie;
  g_autoptr (GString) out = g_string_sized_new (size + 16);

  for (size_t i = 0; i < size; i++)
    append_byte (stream, out, (guchar) data[i]);
  write_all (stream, out->str, out->len);
  return stream->code == 0 ? (ssize_t) size : 0;
}

static FILE *
open_stream (Stream *stream, gboolean by_line)
{
  FILE *file = fopencookie (stream, "w", (cookie_io_functions_t) { .write = put });

  if (file != NULL)
    setvbuf (file, NULL, by_line || isatty (stream->fd) ? _IOLBF : _IOFBF, BUFSIZ);
  return file;
}

void
cli_stream_install (void)
{
  FILE *out, *err;

  for (int fd = 0; fd <= 2; fd++)
    if (fcntl (fd, F_GETFD) < 0 && errno == EBADF)
      open ("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY); /* the descriptor is occupied now, but reads and writes still fail */
  out = open_stream (&streams[0], FALSE);
  err = open_stream (&streams[1], TRUE);
  if (out == NULL || err == NULL)
    return;
  stdout = out;
  stderr = err;
}

void
cli_stream_put_raw (const char *text)
{
  fflush (stderr);
  write_all (&streams[1], text, strlen (text));
}

int
cli_stream_finish (int status)
{
  gboolean failed = fflush (stdout) != 0 || ferror (stdout);

  if (failed)
    {
      cli_error ("standard output could not be written: %s", g_strerror (streams[0].code != 0 ? streams[0].code : EIO));
      if (status == CLI_OK)
        status = CLI_FILE;
    }
  fflush (stderr);
  return status;
}
