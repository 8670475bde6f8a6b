/* The main function of a harness without libFuzzer.
 *
 *   fuzz-NAME FILE…                           replays files, and all files of folders
 *   fuzz-NAME --random N --seed S FILE…       also replays N random changes of them
 *
 * Each input has a limit of time. The input that is being replayed is in the file fuzz-NAME.input of the folder for temporary files (or of FUZZ_FOLDER), so
 * that it is there after a crash. */
#include "fuzz.h"

#include <glib/gstdio.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

/* Processor time in seconds after which an input counts as endless. A sanitizer slows an input down by a factor of 3 to 20. */
#define SECONDS 60
/* Largest size of a changed input. */
#define MOST_BYTES 16384

/* Texts that have a meaning in one of the formats. */
static const char *const tokens[] = {
  "format: 1\n", "states:", "events:", "initial: ", "derivative: ", "crossing: ", "every: ", "while: ", "update: ", "set: ", "size: ", "[", "]", "{", "}",
  ", ", ": ", "\n", "\n  ", "\"", "'", "-", "x", "v", "t", "i", "1", "0", "-1", "1e308", "1e-308", "1e400", "nan", "inf", "0.1", "1e9", "4294967296",
  "9223372036854775808", "-2147483649", "sin(", "if(", "sum(j, 1, ", ")", "^", "*", "/", "<", "and ", "not ", "mod(", "floor(", "min(", "time: {end: ",
  "mass:", "constraints:", "tables:", "noise:", "discrete:", "parameters:", "rest: ", "slide: ", "solver: {", "integrator: ", "pages:", "runs:",
  "expectations:", "ask: ", "choose: [", "order: [", "a: [", "b: [", "c: [", "study: ", "vary: ", "members: ", "normal(0, 1)", "{\"id\": 2, \"call\": \"", "\"model\": 1", "null", "true", "\\ud83d\\ude00", "--", "\xC3\xA4", "\xE2\x80\xAE",
};

static char *current; /* path of the file with the input that is being replayed */
static int current_fd = -1;
static guint64 n_inputs;

static void
on_alarm (int number)
{
  static const char text[] = "an input takes too long\n";

  if (write (STDERR_FILENO, text, sizeof text - 1) < 0)
    _exit (99);
  abort ();
}

static void
replay (const guint8 *data, gsize size)
{
  struct itimerval limit = { .it_value.tv_sec = SECONDS }, none = { .it_value.tv_sec = 0 };
  g_autofree guint8 *copy = g_memdup2 (data, MAX (size, 1)); /* exactly as long as the input, so that a sanitizer sees an access beyond it */

  if (ftruncate (current_fd, 0) != 0 || pwrite (current_fd, data, size, 0) != (ssize_t) size)
    g_printerr ("%s cannot be written\n", current);
  setitimer (ITIMER_VIRTUAL, &limit, NULL);
  LLVMFuzzerTestOneInput (copy, size);
  setitimer (ITIMER_VIRTUAL, &none, NULL);
  n_inputs++;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Adds the contents of a file, or of all files of a folder in the order of their names. */
static void
add (GPtrArray *inputs, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  char *text;
  gsize size;

  if (folder == NULL)
    {
      if (g_file_get_contents (path, &text, &size, &error))
        g_ptr_array_add (inputs, g_bytes_new_take (text, size));
      else
        g_error ("%s", error->message);
      return;
    }
  for (const char *name; (name = g_dir_read_name (folder)) != NULL;)
    g_ptr_array_add (names, g_build_filename (path, name, NULL));
  g_ptr_array_sort (names, compare_names);
  for (guint k = 0; k < names->len; k++)
    add (inputs, names->pdata[k]);
}

/* Returns a place in the text, half of the time the start of a line. */
static guint
place (const GByteArray *bytes, GRand *random)
{
  guint at = bytes->len > 0 ? (guint) g_rand_int_range (random, 0, (gint32) bytes->len) : 0;

  if (g_rand_boolean (random))
    while (at > 0 && bytes->data[at - 1] != '\n')
      at--;
  return at;
}

static guint
end_of_line (const GByteArray *bytes, guint at)
{
  while (at < bytes->len && bytes->data[at] != '\n')
    at++;
  return MIN (at + 1, bytes->len);
}

static void
insert (GByteArray *bytes, guint at, const void *data, guint size)
{
  guint old = bytes->len;

  g_byte_array_set_size (bytes, old + size);
  memmove (bytes->data + at + size, bytes->data + at, old - at);
  memcpy (bytes->data + at, data, size);
}

/* Makes one random change: of a bit or byte, of a number, or of a line, a token, or a part of another input. */
static void
change (GByteArray *bytes, const GPtrArray *inputs, GRand *random)
{
  guint at = place (bytes, random), n = (guint) g_rand_int_range (random, 1, 400), end;
  const char *token = tokens[g_rand_int_range (random, 0, G_N_ELEMENTS (tokens))];
  gsize size;
  const guint8 *other = g_bytes_get_data (inputs->pdata[g_rand_int_range (random, 0, (gint32) inputs->len)], &size);

  switch (g_rand_int_range (random, 0, 9))
    {
    case 0:
      if (at < bytes->len)
        bytes->data[at] ^= (guint8) (1 << g_rand_int_range (random, 0, 8));
      break;
    case 1:
      if (at < bytes->len)
        bytes->data[at] = (guint8) g_rand_int_range (random, 0, 256);
      break;
    case 2: /* remove a line or the rest of it */
    case 3:
      end = end_of_line (bytes, at);
      if (end > at)
        g_byte_array_remove_range (bytes, at, end - at);
      break;
    case 4: /* repeat a line */
      end = end_of_line (bytes, at);
      if (end > at && end - at < 2000)
        {
          g_autofree guint8 *line = g_memdup2 (bytes->data + at, end - at);

          insert (bytes, at, line, end - at);
        }
      break;
    case 5:
      insert (bytes, at, token, (guint) strlen (token));
      break;
    case 6: /* replace a word or number */
      while (at < bytes->len && !g_ascii_isalnum (bytes->data[at]))
        at++;
      for (end = at; end < bytes->len && (g_ascii_isalnum (bytes->data[end]) || bytes->data[end] == '.'); end++)
        ;
      if (end > at)
        g_byte_array_remove_range (bytes, at, end - at);
      insert (bytes, at, token, (guint) strlen (token));
      break;
    case 7: /* a part of another input */
      if (size > 0)
        {
          guint from = (guint) g_rand_int_range (random, 0, (gint32) size);

          insert (bytes, at, other + from, MIN ((guint) size - from, n));
        }
      break;
    default: /* remove some bytes */
      if (at < bytes->len)
        g_byte_array_remove_range (bytes, at, MIN (bytes->len - at, n % 20 + 1));
    }
}

int
main (int argc, char **argv)
{
  g_autoptr (GPtrArray) inputs = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autoptr (GRand) random = NULL;
  const char *folder = g_getenv ("FUZZ_FOLDER");
  g_autofree char *name = g_path_get_basename (argv[0]), *file = g_strconcat (name, ".input", NULL);
  long n = 0, seed = 1;

  signal (SIGVTALRM, on_alarm);
  current = g_build_filename (folder != NULL ? folder : g_get_tmp_dir (), file, NULL);
  current_fd = g_open (current, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  LLVMFuzzerInitialize (&argc, &argv);
  for (int k = 1; k < argc; k++)
    if (strcmp (argv[k], "--random") == 0 && k + 1 < argc)
      n = strtol (argv[++k], NULL, 10);
    else if (strcmp (argv[k], "--seed") == 0 && k + 1 < argc)
      seed = strtol (argv[++k], NULL, 10);
    else
      add (inputs, argv[k]);
  if (inputs->len == 0)
    g_error ("no input; name files or folders");
  for (guint k = 0; k < inputs->len; k++)
    {
      gsize size;
      const guint8 *data = g_bytes_get_data (inputs->pdata[k], &size);

      replay (data, size);
    }
  random = g_rand_new_with_seed ((guint32) seed);
  for (long k = 0; k < n; k++)
    {
      g_autoptr (GByteArray) bytes = g_byte_array_new ();
      gsize size;
      const guint8 *data = g_bytes_get_data (inputs->pdata[g_rand_int_range (random, 0, (gint32) inputs->len)], &size);

      g_byte_array_append (bytes, data, (guint) MIN (size, MOST_BYTES));
      for (int c = g_rand_int_range (random, 1, 6); c > 0; c--)
        change (bytes, inputs, random);
      replay (bytes->data, MIN (bytes->len, MOST_BYTES));
    }
  g_unlink (current);
  g_printerr ("%s: %" G_GUINT64_FORMAT " inputs\n", name, n_inputs);
  return 0;
}
