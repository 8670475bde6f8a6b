/* Appends JSON to a text, value by value. The state is the stack of objects and arrays that have not ended. */
#include "lab-json.h"

#include <math.h>
#include <string.h>

#include "ode-format.h"

/* Largest number of objects and arrays inside each other. */
#define DEPTH 12

typedef struct
{
  char closing;
  LabJsonLayout layout;
  int indent; /* number of spaces before an item on a line of its own */
  int n;      /* number of items so far */
} Level;

struct _LabJson
{
  GString *text;
  const char *space; /* white space before the next item or end; NULL: that of the layout */
  int depth;
  Level levels[DEPTH]; /* levels[0] is that of the whole document, with one item */
};

/* ---- values ---- */

LabJson *
lab_json_new (void)
{
  LabJson *json = g_new0 (LabJson, 1);

  json->text = g_string_new (NULL);
  return json;
}

char *
lab_json_free (LabJson *json)
{
  char *text;

  g_assert (json->depth == 0);
  g_string_append_c (json->text, '\n');
  text = g_string_free (json->text, FALSE);
  g_free (json);
  return text;
}

void
lab_json_discard (LabJson *json)
{
  g_string_free (json->text, TRUE);
  g_free (json);
}

static void
append_line (LabJson *json, int indent)
{
  g_string_append_printf (json->text, "\n%*s", indent, "");
}

static void
append_string (LabJson *json, const char *value)
{
  static const char escaped[] = "\"\\\n\t\r", letters[] = "\"\\ntr";
  g_autofree char *valid = g_utf8_make_valid (value, -1); /* a text such as a file name may contain invalid UTF-8 */

  g_string_append_c (json->text, '"');
  for (const char *c = valid; *c != '\0'; c++)
    {
      const char *found = strchr (escaped, *c);

      if (found != NULL)
        g_string_append_printf (json->text, "\\%c", letters[found - escaped]);
      else if ((guchar)*c < 0x20 || *c == 0x7F)
        g_string_append_printf (json->text, "\\u%04x", (guint)(guchar)*c);
      else
        g_string_append_c (json->text, *c);
    }
  g_string_append_c (json->text, '"');
}

/* Appends the separator from the item before, and the key. */
static void
begin_item (LabJson *json, const char *key)
{
  Level *level = &json->levels[json->depth];

  if (level->n++ > 0)
    g_string_append_c (json->text, ',');
  if (json->space != NULL)
    g_string_append (json->text, json->space);
  else if (level->layout == LAB_JSON_LINES)
    append_line (json, level->indent);
  else if (level->n > 1)
    g_string_append (json->text, level->layout == LAB_JSON_ROWS ? "\n " : " ");
  json->space = NULL;
  if (key == NULL)
    return;
  append_string (json, key);
  g_string_append (json->text, ": ");
}

static void
append_item (LabJson *json, const char *key, const char *text)
{
  begin_item (json, key);
  g_string_append (json->text, text);
}

static void
begin_level (LabJson *json, const char *key, LabJsonLayout layout, char opening, char closing)
{
  int indent = json->levels[json->depth].indent;

  begin_item (json, key);
  g_assert (json->depth + 1 < DEPTH);
  g_string_append_c (json->text, opening);
  json->levels[++json->depth] = (Level){ closing, layout, layout == LAB_JSON_LINES ? indent + 2 : indent, 0 };
}

void
lab_json_object (LabJson *json, const char *key, LabJsonLayout layout)
{
  begin_level (json, key, layout, '{', '}');
}

void
lab_json_array (LabJson *json, const char *key, LabJsonLayout layout)
{
  begin_level (json, key, layout, '[', ']');
}

void
lab_json_end (LabJson *json)
{
  const Level *level = &json->levels[json->depth--];

  if (json->space != NULL)
    g_string_append (json->text, json->space);
  else if (level->layout == LAB_JSON_LINES && level->n > 0)
    append_line (json, level->indent - 2);
  json->space = NULL;
  g_string_append_c (json->text, level->closing);
}

void
lab_json_space (LabJson *json, const char *space)
{
  json->space = space;
}

void
lab_json_text (LabJson *json, const char *key, const char *value)
{
  begin_item (json, key);
  if (value != NULL)
    append_string (json, value);
  else
    g_string_append (json->text, "null");
}

void
lab_json_number (LabJson *json, const char *key, double value)
{
  char number[ODE_FORMAT_SIZE] = "null";

  if (isfinite (value))
    ode_format_double (number, value);
  append_item (json, key, number);
}

void
lab_json_count (LabJson *json, const char *key, gint64 value)
{
  begin_item (json, key);
  g_string_append_printf (json->text, "%" G_GINT64_FORMAT, value);
}

void
lab_json_flag (LabJson *json, const char *key, gboolean value)
{
  append_item (json, key, value ? "true" : "false");
}

void
lab_json_digits (LabJson *json, const char *key, const char *digits)
{
  append_item (json, key, digits);
}

void
lab_json_numbers (LabJson *json, const char *key, const double *values, int n)
{
  lab_json_array (json, key, LAB_JSON_FLAT);
  for (int i = 0; i < n; i++)
    lab_json_number (json, NULL, values[i]);
  lab_json_end (json);
}

/* ---- parts of results ---- */

void
lab_json_cell (LabJson *json, const char *key, const LabTable *table, int row, int column)
{
  const char *text = lab_table_text (table, row, column);

  if (text != NULL)
    lab_json_text (json, key, text);
  else
    lab_json_number (json, key, lab_table_number (table, row, column));
}

void
lab_json_number_named (LabJson *json, const LabResult *result, const char *name)
{
  for (guint k = 0; k < result->numbers->len; k++)
    if (strcmp (g_array_index (result->numbers, LabNumber, k).name, name) == 0)
      lab_json_number (json, name, g_array_index (result->numbers, LabNumber, k).value);
}

void
lab_json_all_numbers (LabJson *json, const LabResult *result)
{
  for (guint k = 0; k < result->numbers->len; k++)
    lab_json_number (json, g_array_index (result->numbers, LabNumber, k).name, g_array_index (result->numbers, LabNumber, k).value);
}

void
lab_json_row (LabJson *json, const char *key, const LabTable *table, int row, int first)
{
  lab_json_object (json, key, LAB_JSON_FLAT);
  for (int c = first; c < table->n_columns; c++)
    lab_json_cell (json, table->columns[c], table, row, c);
  lab_json_end (json);
}

void
lab_json_rows (LabJson *json, const char *key, const LabTable *table)
{
  lab_json_array (json, key, LAB_JSON_FLAT);
  for (int r = 0; r < lab_table_n_rows (table); r++)
    lab_json_row (json, NULL, table, r, 0);
  lab_json_end (json);
}

void
lab_json_complex (LabJson *json, const char *key, const LabTable *table, const double *keys, int n_keys)
{
  int re = lab_table_column (table, "re");

  lab_json_array (json, key, LAB_JSON_FLAT);
  for (int r = 0; r < lab_table_n_rows (table); r++)
    {
      gboolean matches = TRUE;

      for (int k = 0; k < n_keys; k++)
        matches &= lab_table_number (table, r, k) == keys[k];
      if (!matches)
        continue;
      lab_json_array (json, NULL, LAB_JSON_FLAT);
      lab_json_cell (json, NULL, table, r, re);
      lab_json_cell (json, NULL, table, r, re + 1);
      lab_json_end (json);
    }
  lab_json_end (json);
}

void
lab_json_pairs (LabJson *json, const char *key, const LabTable *table, int column)
{
  lab_json_object (json, key, LAB_JSON_FLAT);
  for (int r = 0; r < lab_table_n_rows (table); r++)
    lab_json_cell (json, lab_table_text (table, r, 0), table, r, column);
  lab_json_end (json);
}

static void
append_axis (LabJson *json, const char *key, const char *name, double low, double high, int n)
{
  lab_json_object (json, key, LAB_JSON_FLAT);
  lab_json_text (json, "name", name);
  lab_json_number (json, "low", low);
  lab_json_number (json, "high", high);
  lab_json_count (json, "n", n);
  lab_json_end (json);
}

void
lab_json_grid (LabJson *json, const char *key, const LabGrid *grid)
{
  lab_json_object (json, key, LAB_JSON_FLAT);
  append_axis (json, "x", grid->x_name, grid->x_low, grid->x_high, grid->nx);
  if (*grid->y_name != '\0')
    append_axis (json, "y", grid->y_name, grid->y_low, grid->y_high, grid->ny);
  if (grid->codes != NULL)
    {
      g_autofree char *letters = g_new0 (char, grid->nx + 1);

      lab_json_array (json, "letters", LAB_JSON_FLAT);
      for (int j = 0; j < grid->ny; j++)
        {
          for (int i = 0; i < grid->nx; i++)
            letters[i] = lab_grid_letter (grid->codes[j * grid->nx + i]);
          lab_json_text (json, NULL, letters);
        }
      lab_json_end (json);
    }
  lab_json_array (json, "values", LAB_JSON_FLAT);
  for (int j = 0; j < grid->ny; j++)
    lab_json_numbers (json, NULL, grid->values + j * grid->nx, grid->nx);
  lab_json_end (json);
  lab_json_end (json);
}

void
lab_json_result (LabJson *json, const char *study, const char *model, const LabResult *result, gboolean with_grids)
{
  lab_json_object (json, NULL, LAB_JSON_FLAT);
  lab_json_text (json, "study", study);
  lab_json_text (json, "model", model);
  lab_json_object (json, "numbers", LAB_JSON_FLAT);
  lab_json_all_numbers (json, result);
  lab_json_end (json);
  lab_json_object (json, "tables", LAB_JSON_FLAT);
  for (guint k = 0; k < result->tables->len; k++)
    {
      const LabTable *table = result->tables->pdata[k];

      lab_json_rows (json, table->name, table);
    }
  lab_json_end (json);
  if (with_grids && result->grids->len > 0)
    {
      lab_json_object (json, "grids", LAB_JSON_FLAT);
      for (guint k = 0; k < result->grids->len; k++)
        lab_json_grid (json, ((const LabGrid *)result->grids->pdata[k])->name, result->grids->pdata[k]);
      lab_json_end (json);
    }
  lab_json_end (json);
}
