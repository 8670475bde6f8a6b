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
  g_string_append_c (text, '"');
  for (const char *c = value; *c != '\0'; c++)
    if (*c == '"' || *c == '\\')
      g_string_append_printf (text, "\\%c", *c);
    else if ((guchar) *c < 0x20)
      g_string_append_printf (text, "\\u%04x", (guint) (guchar) *c);
    else
      g_string_append_c (text, *c);
  g_string_append_c (text, '"');
}

static void
append_json_rows (GString *text, const LabTable *table)
{
  for (int r = 0; r < lab_table_n_rows (table); r++)
    {
      g_string_append (text, r > 0 ? ", {" : "{");
      for (int c = 0; c < table->n_columns; c++)
        {
          const char *cell = lab_table_text (table, r, c);

          g_string_append (text, c > 0 ? ", " : "");
          append_json_string (text, table->columns[c]);
          g_string_append (text, ": ");
          if (cell != NULL)
            append_json_string (text, cell);
          else
            append_number (text, lab_table_number (table, r, c), "null");
        }
      g_string_append_c (text, '}');
    }
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
      g_string_append (text, ": [");
      append_json_rows (text, table);
      g_string_append_c (text, ']');
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
