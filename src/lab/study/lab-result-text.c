/* Writes a result as JSON, as CSV or as tables for readers. */
#include "lab-result-text.h"

#include <math.h>
#include <string.h>

#include "lab-json.h"
#include "ode-format.h"

/* Appends nothing for NaN, which stands for a number that does not exist. An infinite number is a result, such as the largest stable step of an A-stable method. */
static void
append_number (GString *text, double value)
{
  char number[ODE_FORMAT_SIZE] = "";

  if (!isnan (value))
    ode_format_double (number, value);
  g_string_append (text, number);
}

char *
lab_result_json (const char *study, const char *model, const LabResult *result)
{
  LabJson *json = lab_json_new ();

  lab_json_result (json, study, model, result, FALSE);
  return lab_json_free (json);
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
            append_number (text, lab_table_number (table, r, c));
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
      append_number (text, number->value);
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
