/* Sends the input as lines to a server (stepwise-serve(5)) and checks the form of what it answers: each line is one object of JSON in UTF-8, followed by as many
 * bytes as it says, and each request has one answer. Requests that take long are cancelled. */
#include "fuzz.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "serve.h"

/* The last request, whose answer tells that all others are answered. */
#define LAST "4503599627370495"
/* Time in ms after which the requests are cancelled, and between two such times. */
#define PATIENCE 20
/* Largest number of numbers of the input that are taken for ids of requests. */
#define MOST_IDS 64
/* Largest input, so that it fits into a pipe. */
#define MOST_BYTES 32768

typedef struct
{
  const guint8 *data;
  gsize size;
  int in, out;        /* ends of the pipes */
  GString *line;      /* the beginning of the next answer */
  gint64 n_to_skip;   /* bytes of arrays that follow the last answer */
  int n_answers;      /* answers that end a request, or tell that a line is wrong */
  gboolean is_last;   /* the last request is answered */
} Client;

int
LLVMFuzzerInitialize (int *argc, char ***argv)
{
  signal (SIGPIPE, SIG_IGN);
  return 0;
}

static void
send_bytes (Client *client, gconstpointer data, gsize size)
{
  const char *bytes = data;

  while (size > 0)
    {
      ssize_t n = write (client->in, bytes, size);

      g_assert_true (n > 0 || errno == EINTR);
      bytes += MAX (n, 0);
      size -= (gsize) MAX (n, 0);
    }
}

/* Cancels the requests whose ids can be the numbers of the input. */
static void
cancel (Client *client)
{
  g_autofree char *text = fuzz_text (client->data, client->size);
  g_autoptr (GHashTable) ids = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  char *end;

  for (const char *at = text; *at != '\0' && g_hash_table_size (ids) < MOST_IDS; at = MAX (end, at + 1))
    {
      double number = g_ascii_isdigit (*at) ? g_ascii_strtod (at, &end) : NAN;
      gint64 id = number == floor (number) && number <= 9007199254740992.0 ? (gint64) number : -1;

      if (!g_ascii_isdigit (*at))
        end = (char *) at;
      if (id >= 0 && g_hash_table_add (ids, g_memdup2 (&id, sizeof id)))
        {
          g_autofree char *line = g_strdup_printf ("{\"cancel\": %" G_GINT64_FORMAT "}\n", id);

          send_bytes (client, line, strlen (line));
        }
    }
}

/* Checks a line of the server, and finds how many bytes of arrays follow. */
static void
take_line (Client *client)
{
  static const char bytes[] = "\"bytes\": ";
  const GString *line = client->line;
  const char *count = g_strrstr (line->str, bytes);
  char *end;

  g_assert_true (g_utf8_validate_len (line->str, line->len, NULL));
  g_assert_true (g_str_has_prefix (line->str, "{") && g_str_has_suffix (line->str, "}"));
  for (gsize k = 0; k < line->len; k++)
    g_assert_cmpint ((guchar) line->str[k], >=, ' ');
  client->is_last = strstr (line->str, "\"id\": " LAST) != NULL;
  client->n_to_skip = 0;
  if (g_str_has_suffix (line->str, "\"}}")) /* an error ends with its message */
    {
      g_assert_nonnull (strstr (line->str, "\"error\": "));
      client->n_answers++;
      return;
    }
  if (count == NULL)
    {
      g_assert_nonnull (strstr (line->str, "\"progress\": "));
      return;
    }
  client->n_to_skip = g_ascii_strtoll (count + strlen (bytes), &end, 10);
  g_assert_true (client->n_to_skip >= 0 && g_strcmp0 (g_strstrip (end), "}") == 0);
  client->n_answers += strstr (line->str, "\"step\": ") == NULL || strstr (line->str, "\"result\": ") != NULL;
}

static void
take_bytes (Client *client, const char *bytes, gsize n)
{
  while (n > 0)
    {
      const char *end = memchr (bytes, '\n', n);
      gsize taken = (gsize) MIN (client->n_to_skip, (gint64) n);

      if (taken == 0)
        {
          taken = end != NULL ? (gsize) (end + 1 - bytes) : n;
          g_string_append_len (client->line, bytes, (gssize) (end != NULL ? taken - 1 : taken));
          if (end != NULL)
            {
              take_line (client);
              g_string_truncate (client->line, 0);
            }
        }
      else
        client->n_to_skip -= (gint64) taken;
      bytes += taken;
      n -= taken;
    }
}

/* Sends the lines and reads the answers until all requests are answered; then ends the input. */
static gpointer
talk (gpointer user)
{
  static const char last[] = "\n{\"id\": " LAST ", \"call\": \"hello\"}\n";
  Client *client = user;
  gint64 cancelled = g_get_monotonic_time ();
  char buffer[65536];

  send_bytes (client, client->data, client->size);
  send_bytes (client, last, sizeof last - 1);
  while (!client->is_last || client->n_to_skip > 0)
    {
      struct pollfd wait = { .fd = client->out, .events = POLLIN };

      if (g_get_monotonic_time () - cancelled > PATIENCE * 1000)
        {
          cancel (client);
          cancelled = g_get_monotonic_time ();
        }
      if (poll (&wait, 1, PATIENCE) == 1)
        {
          ssize_t n = read (client->out, buffer, sizeof buffer);

          g_assert_true (n > 0 || (n < 0 && errno == EINTR));
          take_bytes (client, buffer, (gsize) MAX (n, 0));
        }
    }
  close (client->in);
  return NULL;
}

/* Counts the lines, and those of them that are a request or wrong, whatever they say: a word to a run that waits has no answer. */
static void
count_lines (const guint8 *data, gsize size, int *n_lines, int *n_plain)
{
  *n_lines = *n_plain = 0;
  for (const guint8 *end; size > 0; size -= (gsize) (end - data), data = end)
    {
      const guint8 *newline = memchr (data, '\n', size);
      gsize n = newline != NULL ? (gsize) (newline - data) : size;
      g_autofree char *line = fuzz_text (data, n);

      end = data + n + (newline != NULL);
      (*n_lines)++;
      *n_plain += strlen (line) == n && line[strspn (line, " \t\r")] != '\0' && strstr (line, "go") == NULL && strstr (line, "cancel") == NULL
                  && strchr (line, '\\') == NULL;
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = fuzz_text (data, size);
  g_autoptr (GString) line = g_string_new (NULL);
  Client client = { .data = data, .size = size, .line = line };
  int in[2], out[2], n_lines, n_plain;
  GThread *thread;

  /* Options with these names write files or start programs. */
  if (size > MOST_BYTES || strstr (text, "keep") != NULL || strstr (text, "program") != NULL || strstr (text, LAST) != NULL)
    return 0;
  g_assert_true (pipe2 (in, O_CLOEXEC) == 0 && pipe2 (out, O_CLOEXEC) == 0);
  client.in = in[1];
  client.out = out[0];
  thread = g_thread_new ("client", talk, &client);
  g_assert_true (serve_loop (in[0], out[1]));
  g_thread_join (thread);
  close (in[0]);
  close (out[0]);
  close (out[1]);
  g_assert_true (client.is_last && client.n_to_skip == 0 && line->len == 0);
  count_lines (data, size, &n_lines, &n_plain);
  g_assert_cmpint (client.n_answers - 1, >=, n_plain);
  g_assert_cmpint (client.n_answers - 1, <=, n_lines);
  return 0;
}
