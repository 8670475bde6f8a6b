/* Writes a result as JSON, as CSV or as tables for readers. */
#include "lab-result-text.h"

#include <math.h>
#include <string.h>

#include "lab-result.h"
#include "ode-format.h"

static void
append_number (GString *text, double value, const char *none)
{
  char number[ODE_FORMAT_SIZE];

  if (!isfinite (value))
    {
      g_string_append (text, none);
      return;
    }
  ode_format_double (number, value);
  g_string_append (text, number);
}

static void
append_json_string (GString *text, const char *value)
{
  g_autofree char *quoted = lab_json_string (value);

  g_string_append (text, quoted);
}

GString *
lab_result_json_begin (const char *study, const char *model, const LabResult *result)
{
  GString *text = g_string_new ("{\"study\": ");

  append_json_string (text, study);
  g_string_append (text, ", \"model\": ");
  append_json_string (text, model);
  g_string_append (text, ", \"numbers\": {");
  for (guint k = 0; k < result->numbers->len; k++)
    {
      const LabNumber *number = &g_array_index (result->numbers, LabNumber, k);

      g_string_append (text, k > 0 ? ", " : "");
      append_json_string (text, number->name);
      g_string_append (text, ": ");
      append_number (text, number->value, "null");
    }
  g_string_append (text, "}, \"tables\": {");
  for (guint k = 0; k < result->tables->len; k++)
    {
      const LabTable *table = result->tables->pdata[k];

      g_string_append (text, k > 0 ? ", " : "");
      append_json_string (text, table->name);
      g_string_append (text, ": ");
      lab_json_rows (text, table);
    }
  g_string_append_c (text, '}');
  return text;
}

char *
lab_result_json (const char *study, const char *model, const LabResult *result)
{
  GString *text = lab_result_json_begin (study, model, result);

  g_string_append (text, "}\n");
  return g_string_free (text, FALSE);
}

/* Appends a cell. Texts with separators, quotes or line breaks are quoted as in RFC 4180. */
static void
append_cell (GString *text, const char *cell, char separator)
{
  if (strchr (cell, separator) == NULL && strpbrk (cell, "\"\r\n") == NULL)
    {
      g_string_append (text, cell);
      return;
    }
  g_string_append_c (text, '"');
  for (const char *c = cell; *c != '\0'; c++)
    g_string_append_printf (text, *c == '"' ? "\"\"" : "%c", *c);
  g_string_append_c (text, '"');
}

static void
append_table (GString *text, const LabTable *table, char separator)
{
  for (int c = 0; c < table->n_columns; c++)
    {
      if (c > 0)
        g_string_append_c (text, separator);
      append_cell (text, table->columns[c], separator);
    }
  g_string_append_c (text, '\n');
  for (int r = 0; r < lab_table_n_rows (table); r++)
    {
      for (int c = 0; c < table->n_columns; c++)
        {
          const char *cell = lab_table_text (table, r, c);

          if (c > 0)
            g_string_append_c (text, separator);
          if (cell != NULL)
            append_cell (text, cell, separator);
          else
            append_number (text, lab_table_number (table, r, c), "");
        }
      g_string_append_c (text, '\n');
    }
}

char *
lab_result_csv (const LabResult *result, char separator)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "number%cvalue%cunit\n", separator, separator);
  for (guint k = 0; k < result->numbers->len; k++)
    {
      const LabNumber *number = &g_array_index (result->numbers, LabNumber, k);

      append_cell (text, number->name, separator);
      g_string_append_c (text, separator);
      append_number (text, number->value, "");
      g_string_append_c (text, separator);
      append_cell (text, number->unit, separator);
      g_string_append_c (text, '\n');
    }
  for (guint k = 0; k < result->tables->len; k++)
    {
      const LabTable *table = result->tables->pdata[k];

      g_string_append_c (text, '\n');
      append_cell (text, table->name, separator);
      g_string_append_c (text, '\n');
      append_table (text, table, separator);
    }
  return g_string_free (text, FALSE);
}

char *
lab_result_table_text (const LabResult *result)
{
  for (guint k = 0; k < result->tables->len; k++)
    if (lab_table_n_rows (result->tables->pdata[k]) > 0)
      {
        GString *text = g_string_new (NULL);

        append_table (text, result->tables->pdata[k], '\t');
        return g_string_free (text, FALSE);
      }
  return NULL;
}

/* ---- parts of JSON ---- */

char *
lab_json_string (const char *value)
{
  GString *text = g_string_new ("\"");
  g_autofree char *valid = g_utf8_make_valid (value, -1); /* a text such as a file name may contain invalid UTF-8 */

  for (const char *c = valid; *c != '\0'; c++)
    switch (*c)
      {
      case '"': g_string_append (text, "\\\""); break;
      case '\\': g_string_append (text, "\\\\"); break;
      case '\n': g_string_append (text, "\\n"); break;
      case '\t': g_string_append (text, "\\t"); break;
      case '\r': g_string_append (text, "\\r"); break;
      default:
        if ((guchar) *c < 0x20 || *c == 0x7F)
          g_string_append_printf (text, "\\u%04x", (guint) (guchar) *c);
        else
          g_string_append_c (text, *c);
      }
  g_string_append_c (text, '"');
  return g_string_free (text, FALSE);
}

char *
lab_json_number (double value)
{
  GString *text = g_string_new (NULL);

  append_number (text, value, "null");
  return g_string_free (text, FALSE);
}

void
lab_json_cell (GString *text, const LabTable *table, int row, int column)
{
  const char *cell = lab_table_text (table, row, column);
  g_autofree char *value = cell != NULL ? lab_json_string (cell) : lab_json_number (lab_table_number (table, row, column));

  g_string_append (text, value);
}

void
lab_json_number_named (GString *text, const char *name, const LabResult *result)
{
  for (guint k = 0; k < result->numbers->len; k++)
    {
      const LabNumber *number = &g_array_index (result->numbers, LabNumber, k);
      g_autofree char *value = lab_json_number (number->value);

      if (strcmp (number->name, name) == 0)
        g_string_append_printf (text, "\"%s\": %s", name, value);
    }
}

void
lab_json_states (GString *text, const LabTable *table, int row, int first)
{
  g_string_append_c (text, '{');
  for (int c = first; c < table->n_columns; c++)
    {
      g_autofree char *name = lab_json_string (table->columns[c]);

      g_string_append_printf (text, "%s%s: ", c > first ? ", " : "", name);
      lab_json_cell (text, table, row, c);
    }
  g_string_append_c (text, '}');
}

void
lab_json_complex (GString *text, const LabTable *table, const double *keys, int n_keys)
{
  int n = 0;

  g_string_append_c (text, '[');
  for (int r = 0; r < lab_table_n_rows (table); r++)
    {
      gboolean matches = TRUE;

      for (int k = 0; k < n_keys; k++)
        matches &= lab_table_number (table, r, k) == keys[k];
      if (!matches)
        continue;
      g_string_append (text, n++ > 0 ? ", [" : "[");
      lab_json_cell (text, table, r, table->n_columns - 2);
      g_string_append (text, ", ");
      lab_json_cell (text, table, r, table->n_columns - 1);
      g_string_append_c (text, ']');
    }
  g_string_append_c (text, ']');
}

void
lab_json_rows (GString *text, const LabTable *table)
{
  g_string_append_c (text, '[');
  for (int r = 0; r < lab_table_n_rows (table); r++)
    {
      g_string_append (text, r > 0 ? ", {" : "{");
      for (int c = 0; c < table->n_columns; c++)
        {
          g_autofree char *column = lab_json_string (table->columns[c]);

          g_string_append_printf (text, "%s%s: ", c > 0 ? ", " : "", column);
          lab_json_cell (text, table, r, c);
        }
      g_string_append_c (text, '}');
    }
  g_string_append_c (text, ']');
}

char
lab_grid_letter (int code)
{
  return (char) (code >= 0 ? 'A' + code : code == -1 ? '-' : '?');
}

static void
append_axis (GString *text, const char *key, const char *name, double low, double high, int n)
{
  g_autofree char *quoted = lab_json_string (name), *from = lab_json_number (low), *to = lab_json_number (high);

  g_string_append_printf (text, "\"%s\": {\"name\": %s, \"low\": %s, \"high\": %s, \"n\": %d}", key, quoted, from, to, n);
}

void
lab_json_grid (GString *text, const LabGrid *grid)
{
  g_string_append_c (text, '{');
  append_axis (text, "x", grid->x_name, grid->x_low, grid->x_high, grid->nx);
  if (*grid->y_name != '\0')
    {
      g_string_append (text, ", ");
      append_axis (text, "y", grid->y_name, grid->y_low, grid->y_high, grid->ny);
    }
  if (grid->codes != NULL)
    {
      g_string_append (text, ", \"letters\": [");
      for (int j = 0; j < grid->ny; j++)
        {
          g_string_append (text, j > 0 ? ", \"" : "\"");
          for (int i = 0; i < grid->nx; i++)
            g_string_append_c (text, lab_grid_letter (grid->codes[j * grid->nx + i]));
          g_string_append_c (text, '"');
        }
      g_string_append_c (text, ']');
    }
  g_string_append (text, ", \"values\": [");
  for (int j = 0; j < grid->ny; j++)
    {
      g_string_append (text, j > 0 ? ", [" : "[");
      for (int i = 0; i < grid->nx; i++)
        {
          g_autofree char *value = lab_json_number (grid->values[j * grid->nx + i]);

          g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", value);
        }
      g_string_append_c (text, ']');
    }
  g_string_append (text, "]}");
}

void
lab_json_grids (GString *text, const LabResult *result)
{
  for (guint k = 0; k < result->grids->len; k++)
    {
      const LabGrid *grid = result->grids->pdata[k];
      g_autofree char *name = lab_json_string (grid->name);

      g_string_append_printf (text, "%s%s: ", k > 0 ? ", " : ", \"grids\": {", name);
      lab_json_grid (text, grid);
      if (k + 1 == result->grids->len)
        g_string_append_c (text, '}');
    }
}

void
lab_json_pairs (GString *text, const LabTable *table, int column)
{
  g_string_append_c (text, '{');
  for (int r = 0; r < lab_table_n_rows (table); r++)
    {
      g_autofree char *name = lab_json_string (lab_table_text (table, r, 0));

      g_string_append_printf (text, "%s%s: ", r > 0 ? ", " : "", name);
      lab_json_cell (text, table, r, column);
    }
  g_string_append_c (text, '}');
}
