/* Replaces stdout and stderr by streams that escape control characters and keep the first error of writing. The error
 * is reported, and sets the exit status, when the program ends. */
#include "cli-stream.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli-command.h"

typedef struct
{
  int fd;
  int code;         /* errno of the first write that failed, or 0 */
  guchar held[4];   /* the first bytes of a UTF-8 character whose other bytes are still missing; not written yet */
  int n_held;
  int n_expected;   /* number of bytes that are missing for a complete character */
} Stream;

/* The text that is written next. It has a fixed size, so that nothing is allocated while a message about a lack of memory is written. */
typedef struct
{
  char text[4096];
  gsize n;
} Output;

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

/* Writes the output so far if fewer than 32 bytes are left. One call of append_byte appends at most 16. */
static void
make_place (Stream *stream, Output *out)
{
  if (out->n + 32 < sizeof out->text)
    return;
  write_all (stream, out->text, out->n);
  out->n = 0;
}

/* Appends \xNN, or \uNNNN for a character above U+00FF. No hidden character is above U+FFFF except the tags U+E0001 to U+E007F. */
static void
append_escaped (Output *out, gunichar c)
{
  static const char digits[] = "0123456789abcdef";
  int n_digits = c <= 0xFF ? 2 : c <= 0xFFFF ? 4 : 8;

  out->text[out->n++] = '\\';
  out->text[out->n++] = n_digits == 2 ? 'x' : n_digits == 4 ? 'u' : 'U';
  for (int k = n_digits - 1; k >= 0; k--)
    out->text[out->n++] = digits[c >> (4 * k) & 15];
}

/* Returns whether a terminal would not show a character but act on it: controls, line and paragraph separators, and the format characters of Unicode,
 * which change the direction of text (U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069) or hide in it (U+200B, U+FEFF). The joiners U+200C and
 * U+200D are part of words and of signs, and the soft hyphen U+00AD does no harm. */
static gboolean
is_hidden (gunichar c)
{
  GUnicodeType type = g_unichar_type (c);

  return (type == G_UNICODE_CONTROL && c != '\n' && c != '\t' && c != '\r') || type == G_UNICODE_LINE_SEPARATOR || type == G_UNICODE_PARAGRAPH_SEPARATOR
         || (type == G_UNICODE_FORMAT && c != 0xAD && c != 0x200C && c != 0x200D);
}

/* Writes the bytes of an incomplete character. They are not valid UTF-8, and none of them alone is a control character. */
static void
release_held (Stream *stream, Output *out)
{
  for (int i = 0; i < stream->n_held; i++)
    out->text[out->n++] = (char) stream->held[i];
  stream->n_held = stream->n_expected = 0;
}

/* Appends the complete character in stream->held, with append_escaped if it is hidden. */
static void
append_character (Stream *stream, Output *out)
{
  gunichar c = g_utf8_get_char_validated ((const char *) stream->held, stream->n_held);
  gboolean hidden = (gint32) c >= 0 && is_hidden (c);

  if (hidden)
    append_escaped (out, c);
  for (int i = 0; i < stream->n_held && !hidden; i++)
    out->text[out->n++] = (char) stream->held[i];
  stream->n_held = stream->n_expected = 0;
}

/* Appends a byte. The characters of is_hidden are written by their numbers, and so are the controls U+0080 to U+009F as single bytes. */
static void
append_byte (Stream *stream, Output *out, guchar byte)
{
  if (byte >= 0x80 && byte <= 0xBF && stream->n_expected > 0)
    {
      stream->held[stream->n_held++] = byte;
      if (--stream->n_expected == 0)
        append_character (stream, out);
      return;
    }
  release_held (stream, out);
  if (byte >= 0xC2 && byte <= 0xF4)
    {
      stream->held[stream->n_held++] = byte;
      stream->n_expected = byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : 1;
    }
  else if (byte < 0x80 ? is_hidden (byte) : byte <= 0x9F)
    append_escaped (out, byte);
  else
    out->text[out->n++] = (char) byte;
}

static ssize_t
put (void *cookie, const char *data, size_t size)
{
  Stream *stream = cookie;
  Output out = { .n = 0 };

  for (size_t i = 0; i < size; i++)
    {
      make_place (stream, &out);
      append_byte (stream, &out, (guchar) data[i]);
    }
  write_all (stream, out.text, out.n);
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

/* ---- fatal messages ---- */

/* Is called for the messages of GLib. Before a fatal message GLib ends the program without a flush, so it is written to the descriptor, and nothing is
 * allocated here. GLib's message about a lack of memory has no text if there is no memory for the text either. */
static void
take_message (const char *domain, GLogLevelFlags level, const char *message, gpointer user)
{
  if ((level & (G_LOG_LEVEL_ERROR | G_LOG_FLAG_FATAL | G_LOG_FLAG_RECURSION)) == 0)
    {
      g_log_default_handler (domain, level, message, user);
      return;
    }
  if (message == NULL || strstr (message, "failed to allocate") != NULL)
    cli_stream_end_without_memory ();
  write_all (&streams[1], "stepwise-cli: ", strlen ("stepwise-cli: "));
  write_all (&streams[1], message, strlen (message));
  write_all (&streams[1], "\n", 1);
  if (strstr (message, "Error creating thread") != NULL) /* a limit of the system, not a fault of the program */
    _exit (CLI_FILE);
}

void
cli_stream_end_without_memory (void)
{
  static const char text[] = "stepwise-cli: memory ran out\n";

  write_all (&streams[1], text, strlen (text));
  _exit (CLI_FILE);
}

#ifndef __SANITIZE_ADDRESS__
/* GLib formats its message about a lack of memory with this function of the C library. If that lacks memory too, GLib reports this in the same way, and calls
 * itself until the stack overflows. So the program has a version of its own that ends it at once. A sanitizer has another one. */
int
vasprintf (char **text, const char *format, va_list list)
{
  va_list copy;
  int n;

  va_copy (copy, list);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  n = vsnprintf (NULL, 0, format, copy);
  va_end (copy);
  *text = n >= 0 ? malloc ((size_t) n + 1) : NULL;
  if (n >= 0 && *text == NULL)
    cli_stream_end_without_memory ();
  return n >= 0 ? vsnprintf (*text, (size_t) n + 1, format, list) : n;
#pragma GCC diagnostic pop
}

/* The name of vasprintf in libraries that are compiled with _FORTIFY_SOURCE. */
int __vasprintf_chk (char **text, int flag, const char *format, va_list list);

int
__vasprintf_chk (char **text, G_GNUC_UNUSED int flag, const char *format, va_list list)
{
  return vasprintf (text, format, list);
}
#endif

/* The allocator GSlice of GLib does not use GLib's messages: it writes one to stderr and calls abort with the errno of the allocation. After a return from here,
 * abort ends the program as it always does. */
static void
on_abort (int number)
{
  if (errno == ENOMEM)
    cli_stream_end_without_memory ();
}

void
cli_stream_install_fatal (void)
{
  signal (SIGABRT, on_abort);
  g_log_set_default_handler (take_message, NULL);
  g_debug ("messages have a handler"); /* GLib allocates what it needs for messages at the first one */
}

int
cli_stream_finish (int status)
{
  gboolean failed = fflush (stdout) != 0 || ferror (stdout);

  for (int i = 0; i < 2; i++)
    {
      Output out = { .n = 0 };

      fflush (i == 0 ? stdout : stderr);
      release_held (&streams[i], &out);
      write_all (&streams[i], out.text, out.n);
    }
  failed = failed || streams[0].code != 0;
  if (failed)
    {
      cli_error ("standard output could not be written: %s", g_strerror (streams[0].code != 0 ? streams[0].code : EIO));
      if (status == CLI_OK)
        status = CLI_FILE;
    }
  fflush (stderr);
  return status;
}
