/* The sink that writes a CSV file. It formats each number with the fewest digits
 * that read back as the same double, and writes the file in large buffers. */
#include <string.h>

#include "ode-format.h"
#include "sim-sink.h"

/* Size of the buffer. Formatting takes about 4 ns per byte, so a buffer of 1 MiB is written
 * every 4 ms, and the time for system calls is negligible. */
#define BUFFER_BYTES ((gsize) 1 << 20)
/* Number of bytes for a number with its separator; a number has at most 24 bytes. */
#define NUMBER_BYTES ODE_FORMAT_SIZE

typedef struct
{
  SimSink sink;
  SimOutputFile *file; /* the caller owns the file */
  gboolean failed;
  int *columns;
  int n_columns;
  char *buffer;
  gsize used;
} CsvSink;

static gboolean
flush (CsvSink *csv, GError **error)
{
  if (!sim_output_file_write (csv->file, csv->buffer, csv->used, error))
    {
      csv->failed = TRUE;
      return FALSE;
    }
  csv->used = 0;
  return TRUE;
}

static gboolean
csv_row (SimSink *sink, double t, const double *values, int n_values, SimRowFlags flags, GError **error)
{
  CsvSink *csv = (CsvSink *) sink;
  if (csv->failed)
    return TRUE; /* the error was already reported when it occurred */
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
  /* The error was already reported when it occurred. */
  return csv->failed || flush (csv, error);
}

static void
csv_free (SimSink *sink)
{
  CsvSink *csv = (CsvSink *) sink;
  g_free (csv->columns);
  g_free (csv->buffer);
  g_free (csv);
}

/* Appends the name of a column, in quotation marks if it contains a comma, a quotation mark or a line end (for example "u[1,2]"). */
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
sim_sink_csv (SimOutputFile *file, const char *const *names, const int *columns, int n_columns)
{
  CsvSink *csv = g_new0 (CsvSink, 1);
  csv->sink.row = csv_row;
  csv->sink.finish = csv_finish;
  csv->sink.free = csv_free;
  csv->file = file;
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
