/* Lines of JSON in both directions. A thread reads lines, so that a request is cancelled while it is computed. JSON is read as YAML, of which it is a part,
 * except for pairs of escapes of one character (\ud83d\ude00), which are replaced before. */
#include "serve-wire.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "serve-private.h"

/* The largest line in bytes. */
#define MOST_BYTES (256 * 1024 * 1024)

/* The time between two reports of progress in µs. */
#define REPORT_INTERVAL 100000

/* The words of the client after a step. */
enum { WORD_GO = 1, WORD_STOP = 2 };

/* ---- answers ---- */

typedef struct
{
  char *name;
  ServeType type;
  gpointer data; /* owned */
  gsize n;
} Array;

struct ServeAnswer
{
  LabJson *json;
  GArray *arrays; /* Array */
};

static const struct { const char *word; gsize size; } types[] = { { "f64", 8 }, { "i32", 4 }, { "u8", 1 } };

ServeAnswer *
serve_answer_new (Serve *serve, const char *key)
{
  ServeAnswer *answer = g_new0 (ServeAnswer, 1);

  answer->json = lab_json_new ();
  answer->arrays = g_array_new (FALSE, FALSE, sizeof (Array));
  lab_json_object (answer->json, NULL, LAB_JSON_FLAT);
  lab_json_count (answer->json, "id", serve->id);
  lab_json_object (answer->json, key, LAB_JSON_FLAT);
  return answer;
}

LabJson *
serve_answer_json (ServeAnswer *answer)
{
  return answer->json;
}

void
serve_answer_take (ServeAnswer *answer, const char *name, ServeType type, gpointer data, gsize n)
{
  Array array = { g_strdup (name), type, data, n };

  g_array_append_val (answer->arrays, array);
}

void
serve_answer_add (ServeAnswer *answer, const char *name, ServeType type, gconstpointer data, gsize n)
{
  serve_answer_take (answer, name, type, g_memdup2 (data, n * types[type].size), n);
}

void
serve_answer_free (ServeAnswer *answer)
{
  if (answer == NULL)
    return;
  if (answer->json != NULL)
    lab_json_discard (answer->json);
  for (guint k = 0; k < answer->arrays->len; k++)
    {
      g_free (g_array_index (answer->arrays, Array, k).name);
      g_free (g_array_index (answer->arrays, Array, k).data);
    }
  g_array_unref (answer->arrays);
  g_free (answer);
}

static void
write_all (Serve *serve, gconstpointer data, gsize size)
{
  const char *bytes = data;

  while (!serve->broken && size > 0)
    {
      ssize_t n = write (serve->out, bytes, size);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        {
          serve->broken = TRUE;
          return;
        }
      bytes += n;
      size -= (gsize) n;
    }
}

/* Writes a document as one line, and frees it. Its line breaks are white space between values, because those in texts are escaped. */
static void
write_line (Serve *serve, LabJson *json)
{
  g_autofree char *text = lab_json_free (json);
  gsize n = strlen (text);

  for (gsize k = 0; k + 1 < n; k++)
    if (text[k] == '\n')
      text[k] = ' ';
  write_all (serve, text, n);
}

void
serve_answer_send (Serve *serve, ServeAnswer *answer)
{
  LabJson *json = g_steal_pointer (&answer->json);
  gsize n_bytes = 0;

  lab_json_end (json);
  lab_json_array (json, "arrays", LAB_JSON_FLAT);
  for (guint k = 0; k < answer->arrays->len; k++)
    {
      const Array *array = &g_array_index (answer->arrays, Array, k);

      lab_json_array (json, NULL, LAB_JSON_FLAT);
      lab_json_text (json, NULL, array->name);
      lab_json_text (json, NULL, types[array->type].word);
      lab_json_count (json, NULL, (gint64) array->n);
      lab_json_end (json);
      n_bytes += array->n * types[array->type].size;
    }
  lab_json_end (json);
  lab_json_count (json, "bytes", (gint64) n_bytes);
  lab_json_end (json);
  write_line (serve, json);
  for (guint k = 0; k < answer->arrays->len; k++)
    {
      const Array *array = &g_array_index (answer->arrays, Array, k);

      write_all (serve, array->data, array->n * types[array->type].size);
    }
  serve_answer_free (answer);
}

/* Returns the word for the kind of an error. Scripts depend on it. */
static const char *
error_word (const GError *error)
{
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || g_error_matches (error, SERVE_ERROR, SERVE_ERROR_CANCELLED))
    return "cancelled";
  if (error->domain == SERVE_ERROR)
    return error->code == SERVE_ERROR_REQUEST ? "request" : error->code == SERVE_ERROR_MODEL ? "model" : error->code == SERVE_ERROR_VALUE ? "value" : "compute";
  if (g_error_matches (error, SIM_ERROR, SIM_ERROR_MEMORY))
    return "memory";
  if (g_error_matches (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_OPTION) || g_error_matches (error, MODEL_ERROR, MODEL_ERROR_UNKNOWN_NAME)
      || g_error_matches (error, MODEL_ERROR, MODEL_ERROR_VALUE) || g_error_matches (error, SIM_ERROR, SIM_ERROR_SETTING)
      || g_error_matches (error, SIM_ERROR, SIM_ERROR_VALUE))
    return "value";
  if (error->domain == G_FILE_ERROR || error->domain == LAB_RESULTS_ERROR || g_error_matches (error, MODEL_ERROR, MODEL_ERROR_FILE)
      || g_error_matches (error, SIM_ERROR, SIM_ERROR_FILE))
    return "file";
  return "compute";
}

void
serve_send_error (Serve *serve, gint64 id, const GError *error)
{
  LabJson *json = lab_json_new ();

  lab_json_object (json, NULL, LAB_JSON_FLAT);
  if (id >= 0)
    lab_json_count (json, "id", id);
  else
    lab_json_digits (json, "id", "null");
  lab_json_object (json, "error", LAB_JSON_FLAT);
  lab_json_text (json, "kind", error_word (error));
  lab_json_text (json, "message", error->message);
  lab_json_end (json);
  lab_json_end (json);
  write_line (serve, json);
}

gboolean
serve_progress (gpointer user, double fraction)
{
  Serve *serve = user;
  gint64 now = g_get_monotonic_time ();

  if (now - serve->reported >= REPORT_INTERVAL)
    {
      LabJson *json = lab_json_new ();

      lab_json_object (json, NULL, LAB_JSON_FLAT);
      lab_json_count (json, "id", serve->id);
      lab_json_number (json, "progress", fraction);
      lab_json_end (json);
      write_line (serve, json);
      serve->reported = now;
    }
  return !serve_wire_is_cancelled (serve);
}

/* ---- the reader ---- */

gboolean
serve_wire_is_cancelled (Serve *serve)
{
  gboolean cancelled;

  g_mutex_lock (&serve->lock);
  cancelled = serve->broken || g_hash_table_contains (serve->cancelled, &serve->id);
  g_mutex_unlock (&serve->lock);
  return cancelled;
}

void
serve_set_running (Serve *serve, SimSimulator *simulator)
{
  g_mutex_lock (&serve->lock);
  serve->running = simulator;
  if (simulator != NULL && g_hash_table_contains (serve->cancelled, &serve->id))
    sim_simulator_interrupt (simulator);
  g_mutex_unlock (&serve->lock);
}

void
serve_wire_end_request (Serve *serve)
{
  g_mutex_lock (&serve->lock);
  g_hash_table_remove (serve->cancelled, &serve->id);
  serve->present = -1;
  g_mutex_unlock (&serve->lock);
}

/* Cancels a request that waits or is being answered. */
static void
cancel (Serve *serve, gint64 id)
{
  g_mutex_lock (&serve->lock);
  g_hash_table_add (serve->cancelled, g_memdup2 (&id, sizeof id));
  if (id == serve->present && serve->running != NULL)
    sim_simulator_interrupt (serve->running);
  g_mutex_unlock (&serve->lock);
  g_async_queue_push (serve->words, GINT_TO_POINTER (WORD_STOP));
}

/* Returns the four hexadecimal digits of an escape \uNNNN, or −1. */
static int
escape_value (const char *text)
{
  int value = 0;

  if (text[0] != '\\' || text[1] != 'u')
    return -1;
  for (int k = 2; k < 6; k++)
    if (g_ascii_isxdigit (text[k]))
      value = 16 * value + g_ascii_xdigit_value (text[k]);
    else
      return -1;
  return value;
}

/* Replaces pairs of escapes of characters above U+FFFF by the characters. */
static void
join_escapes (GString *line)
{
  char *to = line->str;

  for (const char *from = line->str; *from != '\0';)
    {
      int high = escape_value (from), low = high >= 0xD800 && high <= 0xDBFF ? escape_value (from + 6) : -1;

      if (low >= 0xDC00 && low <= 0xDFFF)
        {
          to += g_unichar_to_utf8 (0x10000 + (((gunichar) high - 0xD800) << 10) + ((gunichar) low - 0xDC00), to);
          from += 12;
        }
      else
        {
          if (*from == '\\' && from[1] != '\0') /* an escaped backslash does not begin an escape */
            *to++ = *from++;
          *to++ = *from++;
        }
    }
  g_string_truncate (line, (gsize) (to - line->str));
}

static void
report_line (Serve *serve, gint64 id, const char *message)
{
  g_autoptr (GError) error = g_error_new (SERVE_ERROR, SERVE_ERROR_REQUEST, "%s", message);

  serve_send_error (serve, id, error);
}

/* Marks the end of the input in the queue of requests. */
static char end_of_input;

/* A line that cannot be a request, as an element of the queue, so that only one thread writes: the message, and the id or −1. */
typedef struct
{
  ModelYamlDocument *document; /* NULL: the line is wrong */
  gint64 id;
  char *message;
} Line;

static void
push_wrong (Serve *serve, gint64 id, const char *message)
{
  Line *line = g_new (Line, 1);

  *line = (Line) { NULL, id, g_strdup (message) };
  g_async_queue_push (serve->requests, line);
}

static void
take_line (Serve *serve, GString *text)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (ModelYamlDocument) document = NULL;
  const ModelYaml *root, *node;
  gint64 id = -1, other;
  gboolean on;
  Line *line;

  join_escapes (text);
  if (strspn (text->str, " \t\r") == text->len)
    return;
  document = model_yaml_parse_large (text->str, (gssize) text->len, MOST_BYTES, NULL, diagnostics);
  root = document != NULL ? model_yaml_root (document) : NULL;
  if (root == NULL || model_diagnostics_n_errors (diagnostics) > 0 || root->type != MODEL_YAML_MAPPING)
    {
      const ModelDiagnostic *first = diagnostics->len > 0 ? diagnostics->pdata[0] : NULL;
      g_autofree char *message = first != NULL ? g_strdup_printf ("the line is not an object of JSON: %s (column %d)", first->message, first->column)
                                               : g_strdup ("the line is not an object of JSON");

      push_wrong (serve, -1, message);
      return;
    }
  node = model_yaml_get (root, "cancel");
  if (node != NULL && model_yaml_integer (node, &other))
    {
      cancel (serve, other);
      return;
    }
  node = model_yaml_get (root, "id");
  if (node == NULL || !model_yaml_integer (node, &id) || id < 0)
    {
      push_wrong (serve, -1, "the request needs 'id', a whole number that is not negative");
      return;
    }
  node = model_yaml_get (root, "go");
  if (node != NULL && model_yaml_boolean (node, &on))
    {
      g_async_queue_push (serve->words, GINT_TO_POINTER (on ? WORD_GO : WORD_STOP));
      return;
    }
  line = g_new (Line, 1);
  *line = (Line) { g_steal_pointer (&document), id, NULL };
  g_async_queue_push (serve->requests, line);
}

static gpointer
read_lines (gpointer user)
{
  Serve *serve = user;
  g_autoptr (GString) line = g_string_new (NULL);
  gboolean too_long = FALSE;
  char buffer[65536];

  for (;;)
    {
      ssize_t n = read (serve->in, buffer, sizeof buffer);
      char *from = buffer;

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        break;
      for (char *end; (end = memchr (from, '\n', (size_t) (buffer + n - from))) != NULL; from = end + 1)
        {
          g_string_append_len (line, from, end - from);
          if (too_long)
            push_wrong (serve, -1, "the line is longer than 256 MiB");
          else
            take_line (serve, line);
          g_string_truncate (line, 0);
          too_long = FALSE;
        }
      too_long = too_long || line->len + (gsize) (buffer + n - from) > MOST_BYTES;
      if (!too_long)
        g_string_append_len (line, from, buffer + n - from);
    }
  g_mutex_lock (&serve->lock);
  serve->ended = TRUE;
  g_mutex_unlock (&serve->lock);
  g_async_queue_push (serve->requests, &end_of_input);
  g_async_queue_push (serve->words, GINT_TO_POINTER (WORD_STOP));
  return NULL;
}

gboolean
serve_await_word (Serve *serve)
{
  gboolean ended;

  g_mutex_lock (&serve->lock);
  ended = serve->ended;
  g_mutex_unlock (&serve->lock);
  return !ended && !serve->broken && GPOINTER_TO_INT (g_async_queue_pop (serve->words)) == WORD_GO && !serve_wire_is_cancelled (serve);
}

void
serve_wire_start (Serve *serve)
{
  g_mutex_init (&serve->lock);
  serve->present = -1;
  serve->cancelled = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  serve->requests = g_async_queue_new ();
  serve->words = g_async_queue_new ();
  serve->reader = g_thread_new ("requests", read_lines, serve);
}

void
serve_wire_stop (Serve *serve)
{
  g_thread_join (serve->reader);
  g_mutex_clear (&serve->lock);
  g_hash_table_unref (serve->cancelled);
  g_async_queue_unref (serve->requests);
  g_async_queue_unref (serve->words);
}

ModelYamlDocument *
serve_wire_next (Serve *serve)
{
  for (;;)
    {
      gpointer element = serve->broken ? &end_of_input : g_async_queue_pop (serve->requests);
      Line *line = element;
      ModelYamlDocument *document;

      if (element == &end_of_input)
        return NULL;
      document = line->document;
      serve->id = line->id;
      serve->reported = g_get_monotonic_time ();
      if (document == NULL)
        report_line (serve, line->id, line->message);
      g_free (line->message);
      g_free (line);
      if (document == NULL)
        continue;
      while (g_async_queue_try_pop (serve->words) != NULL)
        continue;
      g_mutex_lock (&serve->lock);
      serve->present = serve->id;
      g_mutex_unlock (&serve->lock);
      return document;
    }
}
