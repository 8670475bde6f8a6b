/* Reads measured data from CSV and TSV files.
 *
 * The separator is the first of tab, semicolon and comma that the first line has outside quotes; without any, white space separates. Quoted cells
 * follow RFC 4180: they may contain separators and line breaks, and two quotes stand for one. */
#include "lab-data.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "model.h"
#include "model-inputs.h"

/* Longest text of a cell that a message shows. */
#define SHOWN 40

/* The position in a text. */
typedef struct
{
  const char *path, *p, *end;
  int line;
  char separator; /* character between two cells; ' ' means any white space */
} Reader;

/* One cell, with its position in the file. */
typedef struct
{
  char *text;
  int line, column; /* column: number of the first character in its line, from 1 */
} Cell;

static void
cell_clear (gpointer cell)
{
  g_free (((Cell *) cell)->text);
}

static void
set_error (GError **error, const char *path, int line, int column, const char *format, ...) G_GNUC_PRINTF (5, 6);

static void
set_error (GError **error, const char *path, int line, int column, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  if (line > 0)
    g_set_error (error, MODEL_ERROR, MODEL_ERROR_FILE, "%s:%d:%d: %s", path, line, column, message);
  else
    g_set_error (error, MODEL_ERROR, MODEL_ERROR_FILE, "%s: %s", path, message);
}

/* Returns the beginning of a cell for a message. Free it with g_free. */
static char *
shown (const char *text)
{
  return g_utf8_strlen (text, -1) <= SHOWN ? g_strdup (text) : g_strdup_printf ("%.*s…", (int) (g_utf8_offset_to_pointer (text, SHOWN) - text), text);
}

/* ---- lines and cells ---- */

/* Moves the reader behind the end of a line: LF, CR LF or CR. */
static void
skip_break (Reader *reader)
{
  if (reader->p < reader->end && *reader->p == '\r')
    reader->p++;
  if (reader->p < reader->end && *reader->p == '\n')
    reader->p++;
  reader->line++;
}

static gboolean
at_break (const Reader *reader)
{
  return reader->p >= reader->end || *reader->p == '\n' || *reader->p == '\r';
}

/* Skips lines that are empty or begin with #. */
static void
skip_comments (Reader *reader)
{
  while (reader->p < reader->end)
    {
      const char *p = reader->p;

      while (p < reader->end && (*p == ' ' || *p == '\t'))
        p++;
      if (p < reader->end && *p != '#' && *p != '\n' && *p != '\r')
        return;
      while (!at_break (reader))
        reader->p++;
      if (reader->p < reader->end)
        skip_break (reader);
    }
}

static char
find_separator (const Reader *reader)
{
  static const char candidates[] = "\t;,";
  gboolean seen[G_N_ELEMENTS (candidates)] = { FALSE }, quoted = FALSE;

  for (const char *p = reader->p; p < reader->end && (quoted || (*p != '\n' && *p != '\r')); p++)
    if (*p == '"')
      quoted = !quoted;
    else if (!quoted && strchr (candidates, *p) != NULL)
      seen[strchr (candidates, *p) - candidates] = TRUE;
  for (int k = 0; k < 3; k++)
    if (seen[k])
      return candidates[k];
  return ' ';
}

static gboolean
is_blank (const Reader *reader, char c)
{
  return c == ' ' || (c == '\t' && reader->separator != '\t');
}

/* Reads the quoted text at the reader. Returns FALSE with an error if the closing quote is missing. */
static gboolean
read_quoted (Reader *reader, const char *start_of_line, GString *text, GError **error)
{
  int line = reader->line, column = (int) (reader->p - start_of_line) + 1;

  for (reader->p++; reader->p < reader->end; )
    {
      if (*reader->p == '"' && reader->p + 1 < reader->end && reader->p[1] == '"')
        reader->p++;
      else if (*reader->p == '"')
        {
          reader->p++;
          return TRUE;
        }
      if (*reader->p == '\n' || *reader->p == '\r')
        {
          g_string_append_c (text, '\n');
          skip_break (reader);
        }
      else
        g_string_append_c (text, *reader->p++);
    }
  set_error (error, reader->path, line, column, _("the quote is not closed"));
  return FALSE;
}

/* Reads a row into cells (Cell), and moves the reader to the next line. Returns FALSE with an error. */
static gboolean
read_row (Reader *reader, GArray *cells, GError **error)
{
  const char *start = reader->p;

  g_array_set_size (cells, 0);
  for (;;)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      Cell cell;

      while (!at_break (reader) && is_blank (reader, *reader->p))
        reader->p++;
      if (reader->separator == ' ' && at_break (reader) && cells->len > 0)
        break;
      cell = (Cell) { NULL, reader->line, (int) (reader->p - start) + 1 };
      if (!at_break (reader) && *reader->p == '"')
        {
          if (!read_quoted (reader, start, text, error))
            return FALSE;
          while (!at_break (reader) && is_blank (reader, *reader->p))
            reader->p++;
          if (!at_break (reader) && *reader->p != reader->separator && reader->separator != ' ')
            {
              set_error (error, reader->path, reader->line, MAX (1, (int) (reader->p - start) + 1), _("text follows the closing quote; a quote inside a cell is doubled"));
              return FALSE;
            }
        }
      else
        while (!at_break (reader) && *reader->p != reader->separator && !(reader->separator == ' ' && *reader->p == '\t'))
          g_string_append_c (text, *reader->p++);
      cell.text = g_strstrip (g_string_free (g_steal_pointer (&text), FALSE));
      g_array_append_val (cells, cell);
      if (cells->len > LAB_DATA_MOST_COLUMNS)
        {
          set_error (error, reader->path, cell.line, cell.column, _("the row has more than %d columns"), LAB_DATA_MOST_COLUMNS);
          return FALSE;
        }
      if (at_break (reader))
        break;
      if (reader->separator != ' ')
        reader->p++;
    }
  if (reader->p < reader->end)
    skip_break (reader);
  return TRUE;
}

/* ---- numbers ---- */

typedef enum { IS_NUMBER, IS_MISSING, IS_TEXT, IS_INFINITE } CellType;

static CellType
read_number (const char *text, char separator, double *value)
{
  static const char *const missing[] = { "", "na", "n/a", "nan", "null", ".", "-", NULL };
  g_autofree char *lower = g_ascii_strdown (text, -1), *pointed = NULL;
  char *end;

  *value = NAN;
  if (g_strv_contains (missing, lower))
    return IS_MISSING;
  if (separator != ',' && strchr (text, '.') == NULL && strchr (text, ',') != NULL && strchr (text, ',') == strrchr (text, ','))
    {
      pointed = g_strdup (text);
      *strchr (pointed, ',') = '.';
      text = pointed;
    }
  /* Hexadecimal numbers and words such as "inf" are no measured values. */
  if (strpbrk (text, "xX") != NULL)
    return IS_TEXT;
  *value = g_ascii_strtod (text, &end);
  if (*end != '\0' || end == text)
    return IS_TEXT;
  return isfinite (*value) ? IS_NUMBER : IS_INFINITE;
}

/* ---- headings ---- */

/* Splits a heading such as "conc (mg/L)" or "conc [mg/L]" into name and unit. */
static void
split_heading (const char *heading, char **name, char **unit)
{
  gsize n = strlen (heading);
  char closing = n > 0 ? heading[n - 1] : 0, opening = closing == ')' ? '(' : closing == ']' ? '[' : 0;
  const char *open = NULL;
  int depth = 0;

  for (const char *p = heading + n; opening != 0 && p-- > heading && open == NULL; )
    {
      depth += (*p == closing) - (*p == opening);
      if (depth == 0)
        open = p;
    }
  if (open == NULL || open == heading)
    {
      *name = g_strdup (heading);
      *unit = g_strdup ("");
      return;
    }
  *name = g_strchomp (g_strndup (heading, (gsize) (open - heading)));
  *unit = g_strstrip (g_strndup (open + 1, (gsize) (heading + n - 1 - open - 1)));
}

static gboolean
is_error_word (const char *word)
{
  static const char *const words[] = { "sd", "se", "sem", "err", "error", "errors", "sigma", "std", "stdev", "stddev", "+/-", "±", "σ", "uncertainty", NULL };

  return g_strv_contains (words, word);
}

/* Returns the column of which a column with this name has the errors, or −1: that before "sd", or x of "x_sd", "sd_x", "x sd", "x.sd", "sd(x)". */
static int
find_of (const LabData *data, int column)
{
  g_autofree char *lower = g_utf8_strdown (data->columns[column].name, -1);
  const char *parts[2] = { NULL };

  if (is_error_word (lower))
    {
      int before = column - 1;

      return before >= 0 && before != data->time && data->columns[before].text == NULL && data->columns[before].of < 0 ? before : -1;
    }
  for (char *p = lower; *p != '\0'; p++)
    {
      g_autofree char *first = NULL, *last = NULL;

      if (strchr ("_ .(-", *p) == NULL)
        continue;
      first = g_strndup (lower, (gsize) (p - lower));
      last = g_strdup (p + 1);
      if (*p == '(' && g_str_has_suffix (last, ")"))
        last[strlen (last) - 1] = '\0';
      parts[0] = is_error_word (last) ? first : NULL;
      parts[1] = is_error_word (first) ? last : NULL;
      for (int side = 0; side < 2; side++)
        for (int k = 0; k < data->n_columns && parts[side] != NULL; k++)
          {
            g_autofree char *other = g_utf8_strdown (data->columns[k].name, -1);

            if (k != column && k != data->time && strcmp (other, parts[side]) == 0)
              return k;
          }
    }
  return -1;
}

static void
find_time (LabData *data)
{
  static const char *const names[] = { "t", "time", "zeit", "times", NULL };

  data->time = -1;
  for (int pass = 0; pass < 2 && data->time < 0; pass++)
    for (int k = 0; k < data->n_columns && data->time < 0; k++)
      {
        g_autofree char *lower = g_utf8_strdown (data->columns[k].name, -1);

        if (data->columns[k].text == NULL && (pass == 1 || g_strv_contains (names, lower)))
          data->time = k;
      }
}

/* Makes the columns from the first row, which has headings unless all of its cells are numbers. Returns FALSE with an error. */
static gboolean
make_columns (LabData *data, const GArray *cells, gboolean has_headings, GError **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  data->n_columns = (int) cells->len;
  data->columns = g_new0 (LabDataColumn, cells->len + 1);
  for (int k = 0; k < data->n_columns; k++)
    {
      const Cell *cell = &g_array_index (cells, Cell, k);
      LabDataColumn *column = &data->columns[k];

      column->errors = column->of = -1;
      if (has_headings)
        split_heading (cell->text, &column->name, &column->unit);
      else
        {
          column->name = k == 0 ? g_strdup ("t") : k == 1 ? g_strdup ("y") : g_strdup_printf ("y%d", k);
          column->unit = g_strdup ("");
        }
      if (*column->name == '\0')
        {
          g_free (column->name);
          column->name = g_strdup_printf ("column_%d", k + 1);
        }
      if (!g_hash_table_add (seen, column->name))
        {
          set_error (error, data->path, cell->line, cell->column, _("two columns are named '%s'; each needs a name of its own"), column->name);
          return FALSE;
        }
    }
  return TRUE;
}

/* ---- the table ---- */

/* A column has numbers if its first cell that is not missing is one. Returns FALSE with an error if a later cell is a text, or if the column mixes both. */
static gboolean
add_cell (LabData *data, GArray *values, int column, gboolean *decided, const Cell *cell, char separator, GError **error)
{
  LabDataColumn *self = &data->columns[column];
  double value;
  CellType type = read_number (cell->text, separator, &value);
  g_autofree char *text = shown (cell->text);

  if (type == IS_TEXT && !*decided)
    self->text = g_strdup (text);
  if (type == IS_INFINITE)
    {
      set_error (error, data->path, cell->line, cell->column, _("'%s' is not a finite number"), text);
      return FALSE;
    }
  if (type == IS_TEXT && self->text == NULL)
    {
      set_error (error, data->path, cell->line, cell->column,
                 _("'%s' in the column '%s' is not a number; a missing value is an empty cell or NA"), text, self->name);
      return FALSE;
    }
  *decided = *decided || type != IS_MISSING;
  g_array_append_val (values, value);
  return TRUE;
}

static gboolean
check_width (const LabData *data, GArray *cells, GError **error)
{
  int n = (int) cells->len;
  const Cell *last;

  /* Spreadsheets end rows with separators. */
  while (n > data->n_columns && *g_array_index (cells, Cell, n - 1).text == '\0')
    n--;
  if (n == data->n_columns)
    return TRUE;
  last = &g_array_index (cells, Cell, n > data->n_columns ? data->n_columns : n - 1);
  set_error (error, data->path, last->line, last->column, _("the row has %d cells, but the first row has %d; a missing value is an empty cell or NA"), n,
             data->n_columns);
  return FALSE;
}

/* Reads all rows after the first into values[column]. */
static gboolean
read_rows (Reader *reader, LabData *data, GArray *cells, GArray **values, GArray *lines, gboolean has_first, GError **error)
{
  g_autofree gboolean *decided = g_new0 (gboolean, data->n_columns);

  for (gboolean pending = has_first;; pending = FALSE)
    {
      if (!pending)
        {
          skip_comments (reader);
          if (reader->p >= reader->end)
            return TRUE;
          if (!read_row (reader, cells, error))
            return FALSE;
        }
      if (!check_width (data, cells, error))
        return FALSE;
      if (lines->len >= LAB_DATA_MOST_ROWS)
        {
          set_error (error, data->path, reader->line, 1, _("the file has more than %d rows"), LAB_DATA_MOST_ROWS);
          return FALSE;
        }
      g_array_append_val (lines, g_array_index (cells, Cell, 0).line);
      for (int k = 0; k < data->n_columns; k++)
        if (!add_cell (data, values[k], k, &decided[k], &g_array_index (cells, Cell, k), reader->separator, error))
          return FALSE;
    }
}

static void
find_errors (LabData *data)
{
  for (int k = 0; k < data->n_columns; k++)
    {
      int of = data->columns[k].text == NULL && k != data->time ? find_of (data, k) : -1;

      if (of < 0 || data->columns[of].text != NULL || data->columns[of].errors >= 0)
        continue;
      data->columns[k].of = of;
      data->columns[of].errors = k;
    }
}

static gboolean
fill (LabData *data, Reader *reader, GError **error)
{
  g_autoptr (GArray) cells = g_array_new (FALSE, FALSE, sizeof (Cell)), lines = g_array_new (FALSE, FALSE, sizeof (int));
  gboolean has_headings = FALSE, right;
  GArray **values;
  double ignored;

  g_array_set_clear_func (cells, cell_clear);
  skip_comments (reader);
  if (reader->p >= reader->end)
    {
      set_error (error, data->path, 0, 0, _("the file has no rows; a row has a time and values, such as 0.5, 1.84"));
      return FALSE;
    }
  reader->separator = find_separator (reader);
  if (!read_row (reader, cells, error))
    return FALSE;
  /* Spreadsheets end rows with separators. */
  while (cells->len > 1 && *g_array_index (cells, Cell, cells->len - 1).text == '\0')
    g_array_set_size (cells, cells->len - 1);
  for (guint k = 0; k < cells->len; k++)
    has_headings |= read_number (g_array_index (cells, Cell, k).text, reader->separator, &ignored) == IS_TEXT;
  if (!make_columns (data, cells, has_headings, error))
    return FALSE;
  values = g_new0 (GArray *, data->n_columns + 1);
  for (int k = 0; k < data->n_columns; k++)
    values[k] = g_array_new (FALSE, FALSE, sizeof (double));
  right = read_rows (reader, data, cells, values, lines, !has_headings, error);
  for (int k = 0; k < data->n_columns; k++)
    data->columns[k].values = (double *) (gpointer) g_array_free (values[k], FALSE);
  g_free (values);
  data->n_rows = (int) lines->len;
  data->lines = (int *) (gpointer) g_array_free (g_steal_pointer (&lines), FALSE);
  if (right && data->n_rows == 0)
    {
      set_error (error, data->path, 0, 0, _("the file has headings, but no rows of numbers"));
      return FALSE;
    }
  if (!right)
    return FALSE;
  find_time (data);
  find_errors (data);
  if (data->time >= 0 && data->n_columns > 1)
    return TRUE;
  set_error (error, data->path, 0, 0, data->time < 0 ? _("no column has numbers") : _("the file has one column; it needs times and values"));
  return FALSE;
}

/* Returns FALSE with an error that says where a text is not UTF-8. */
static gboolean
check_encoding (const char *path, const char *text, gsize n, GError **error)
{
  const char *end;
  int line = 1;
  const char *start = text;

  if (n >= 2 && (((guchar) text[0] == 0xff && (guchar) text[1] == 0xfe) || ((guchar) text[0] == 0xfe && (guchar) text[1] == 0xff)))
    {
      set_error (error, path, 0, 0, _("the file is UTF-16; save it as UTF-8"));
      return FALSE;
    }
  if (g_utf8_validate (text, (gssize) n, &end))
    return TRUE;
  for (const char *p = text; p < end; p++)
    if (*p == '\n' || (*p == '\r' && p[1] != '\n'))
      {
        line++;
        start = p + 1;
      }
  set_error (error, path, line, (int) (end - start) + 1, *end == '\0' ? _("a zero byte: the file is not a text") : _("the text is not UTF-8; save the file as UTF-8"));
  return FALSE;
}

LabData *
lab_data_parse (const char *path, const char *text, gsize n, GError **error)
{
  g_autoptr (LabData) data = g_new0 (LabData, 1);
  Reader reader = { .path = path, .p = text, .end = text + n, .line = 1 };

  data->path = g_strdup (path);
  if (!check_encoding (path, text, n, error))
    return NULL;
  if (n >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0)
    reader.p += 3;
  return fill (data, &reader, error) ? g_steal_pointer (&data) : NULL;
}

char *
lab_data_load (const char *path, gsize *n, GError **error)
{
  g_autoptr (GError) failure = NULL;
  GStatBuf information;
  char *text = NULL;

  if (g_stat (path, &information) != 0)
    set_error (error, path, 0, 0, "%s", g_strerror (errno));
  else if (model_file_is_stream (path) || !S_ISREG (information.st_mode))
    set_error (error, path, 0, 0, _("not a regular file"));
  else if (information.st_size > LAB_DATA_MOST_BYTES)
    set_error (error, path, 0, 0, _("the file is larger than %d MiB"), LAB_DATA_MOST_BYTES >> 20);
  else if (!g_file_get_contents (path, &text, n, &failure))
    set_error (error, path, 0, 0, "%s", failure->message);
  else
    model_inputs_note (path);
  return text;
}

LabData *
lab_data_read (const char *path, GError **error)
{
  gsize n;
  g_autofree char *text = lab_data_load (path, &n, error);

  return text != NULL ? lab_data_parse (path, text, n, error) : NULL;
}

void
lab_data_free (LabData *data)
{
  if (data == NULL)
    return;
  for (int k = 0; k < data->n_columns; k++)
    {
      g_free (data->columns[k].name);
      g_free (data->columns[k].unit);
      g_free (data->columns[k].values);
      g_free (data->columns[k].text);
    }
  g_free (data->columns);
  g_free (data->lines);
  g_free (data->path);
  g_free (data);
}

int
lab_data_column (const LabData *data, const char *name)
{
  for (int k = 0; k < data->n_columns; k++)
    if (strcmp (data->columns[k].name, name) == 0)
      return k;
  return -1;
}

char *
lab_data_names (const LabData *data)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (int k = 0; k < data->n_columns; k++)
    if (k != data->time && data->columns[k].text == NULL)
      g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", data->columns[k].name);
  return g_string_free (g_steal_pointer (&names), FALSE);
}
