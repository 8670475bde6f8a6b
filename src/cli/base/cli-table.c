/* Collects cells and prints them as an aligned table, as CSV or as JSON. */
#include "cli-table.h"

#include <math.h>
#include <string.h>

#include "ode-format.h"

struct CliTable
{
  GPtrArray *columns; /* names of the columns without '#' (char *) */
  GArray *is_number;  /* for each column, whether it has numbers (gboolean) */
  GPtrArray *cells;   /* texts of the cells, row by row (char *) */
};

CliTable *
cli_table_new (const char *const *columns, int n_columns)
{
  CliTable *table = g_new0 (CliTable, 1);

  table->columns = g_ptr_array_new_with_free_func (g_free);
  table->is_number = g_array_new (FALSE, FALSE, sizeof (gboolean));
  table->cells = g_ptr_array_new_with_free_func (g_free);
  for (int i = 0; i < n_columns; i++)
    {
      gboolean number = columns[i][0] == '#';
      g_ptr_array_add (table->columns, g_strdup (columns[i] + (number ? 1 : 0)));
      g_array_append_val (table->is_number, number);
    }
  return table;
}

void
cli_table_free (CliTable *table)
{
  if (table == NULL)
    return;
  g_ptr_array_unref (table->columns);
  g_array_unref (table->is_number);
  g_ptr_array_unref (table->cells);
  g_free (table);
}

char *
cli_number (double value)
{
  char text[32];

  ode_format_double (text, value);
  return g_strdup (text);
}

char *
cli_number_in_words (double value)
{
  return isnan (value) ? g_strdup ("none") : isinf (value) ? g_strdup (value > 0 ? "infinite" : "-infinite") : cli_number (value);
}

void
cli_table_add (CliTable *table, const char *text)
{
  g_ptr_array_add (table->cells, g_strdup (text));
}

void
cli_table_add_number (CliTable *table, double value)
{
  g_ptr_array_add (table->cells, isnan (value) ? g_strdup ("") : cli_number (value));
}

void
cli_table_add_rounded (CliTable *table, double value, int digits)
{
  char format[16], text[48];

  g_snprintf (format, sizeof format, "%%.%dg", digits);
  g_ptr_array_add (table->cells,
                   g_strdup (isnan (value) ? "" : g_ascii_formatd (text, sizeof text, format, value)));
}

void
cli_table_add_count (CliTable *table, gint64 value)
{
  g_ptr_array_add (table->cells, g_strdup_printf ("%" G_GINT64_FORMAT, value));
}

static const char *
cell (const CliTable *table, guint row, guint column)
{
  return g_ptr_array_index (table->cells, row * table->columns->len + column);
}

static void
print_padded (FILE *file, const char *text, int width, gboolean right, gboolean last)
{
  int pad = width - (int) g_utf8_strlen (text, -1);

  if (right)
    fprintf (file, "%*s", MAX (pad, 0), "");
  fputs (text, file);
  if (!right && !last)
    fprintf (file, "%*s", MAX (pad, 0), "");
  if (!last)
    fputs ("  ", file);
}

/* Returns the text of a cell for readers, with words in place of "inf" in columns of numbers. */
static const char *
shown_cell (const CliTable *table, guint row, guint column)
{
  const char *text = cell (table, row, column);

  if (!g_array_index (table->is_number, gboolean, column))
    return text;
  return strcmp (text, "inf") == 0 ? "infinite" : strcmp (text, "-inf") == 0 ? "-infinite" : text;
}

static void
print_table (const CliTable *table, guint n_rows, FILE *file)
{
  guint n_columns = table->columns->len;
  g_autofree int *widths = g_new0 (int, n_columns);

  for (guint c = 0; c < n_columns; c++)
    {
      widths[c] = (int) g_utf8_strlen (g_ptr_array_index (table->columns, c), -1);
      for (guint r = 0; r < n_rows; r++)
        widths[c] = MAX (widths[c], (int) g_utf8_strlen (shown_cell (table, r, c), -1));
    }
  for (guint r = 0; r <= n_rows; r++)
    {
      for (guint c = 0; c < n_columns; c++)
        print_padded (file, r == 0 ? g_ptr_array_index (table->columns, c) : shown_cell (table, r - 1, c), widths[c],
                      g_array_index (table->is_number, gboolean, c), c + 1 == n_columns);
      fputc ('\n', file);
    }
}

void
cli_csv_append (GString *row, const char *text)
{
  if (strpbrk (text, ",\"\n\r") == NULL)
    {
      g_string_append (row, text);
      return;
    }
  g_string_append_c (row, '"');
  for (; *text != '\0'; text++)
    {
      if (*text == '"')
        g_string_append_c (row, '"');
      g_string_append_c (row, *text);
    }
  g_string_append_c (row, '"');
}

void
cli_csv_put (FILE *file, const char *text)
{
  g_autoptr (GString) cell = g_string_new (NULL);

  cli_csv_append (cell, text);
  fwrite (cell->str, 1, cell->len, file);
}

static void
print_csv (const CliTable *table, guint n_rows, FILE *file)
{
  guint n_columns = table->columns->len;

  for (guint r = 0; r <= n_rows; r++)
    for (guint c = 0; c < n_columns; c++)
      {
        cli_csv_put (file, r == 0 ? g_ptr_array_index (table->columns, c) : cell (table, r - 1, c));
        fputc (c + 1 == n_columns ? '\n' : ',', file);
      }
}

static void
print_json (const CliTable *table, guint n_rows, FILE *file)
{
  LabJson *json = lab_json_new ();
  g_autofree char *text = NULL;

  lab_json_array (json, NULL, LAB_JSON_LINES);
  for (guint r = 0; r < n_rows; r++)
    {
      lab_json_object (json, NULL, LAB_JSON_FLAT);
      for (guint c = 0; c < table->columns->len; c++)
        {
          const char *value = cell (table, r, c), *key = g_ptr_array_index (table->columns, c);

          if (!g_array_index (table->is_number, gboolean, c))
            lab_json_text (json, key, value);
          else if (*value == '\0' || g_ascii_isalpha (*value) || (*value == '-' && g_ascii_isalpha (value[1])))
            lab_json_text (json, key, NULL);
          else
            lab_json_digits (json, key, value);
        }
      lab_json_end (json);
    }
  lab_json_end (json);
  text = lab_json_free (json);
  fputs (text, file);
}

int
cli_json_print (LabJson *json)
{
  g_autofree char *text = lab_json_free (json);

  return fputs (text, stdout) >= 0 && fflush (stdout) == 0 ? CLI_OK : CLI_FILE;
}

gboolean
cli_table_print (const CliTable *table, CliFormat format, FILE *file)
{
  guint n_rows = table->cells->len / table->columns->len;

  switch (format)
    {
    case CLI_FORMAT_TABLE: print_table (table, n_rows, file); break;
    case CLI_FORMAT_CSV: print_csv (table, n_rows, file); break;
    case CLI_FORMAT_JSON: print_json (table, n_rows, file); break;
    }
  return fflush (file) == 0 && !ferror (file);
}

gboolean
cli_format_parse (const char *text, CliFormat *format)
{
  static const char *const words[] = { "table", "csv", "json" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strcmp (text, words[i]) == 0)
      {
        *format = (CliFormat) i;
        return TRUE;
      }
  return FALSE;
}

gboolean
cli_format_read (const CliArguments *arguments, CliFormat *format)
{
  const char *value = cli_arguments_value (arguments, "format");

  if (!cli_arguments_choice (arguments, "format"))
    return FALSE;
  return value == NULL || cli_format_parse (value, format);
}
