/* Stores the numbers, tables, grids and curves of a result, and copies and frees them. */
#include "lab-result.h"

#include <math.h>
#include <string.h>

static void
number_clear (gpointer item)
{
  g_free (((LabNumber *) item)->name);
  g_free (((LabNumber *) item)->unit);
}

static void
table_free (gpointer item)
{
  LabTable *table = item;

  g_free (table->name);
  g_strfreev (table->columns);
  g_strfreev (table->units);
  g_array_unref (table->cells);
  g_ptr_array_unref (table->texts);
  g_free (table);
}

static void
grid_free (gpointer item)
{
  LabGrid *grid = item;

  g_free (grid->name);
  g_free (grid->unit);
  g_free (grid->x_name);
  g_free (grid->y_name);
  g_free (grid->values);
  g_free (grid->codes);
  g_free (grid);
}

static void
curve_free (gpointer data)
{
  LabPolyline *curve = data;

  g_free (curve->name);
  g_free (curve->x);
  g_free (curve->y);
  g_free (curve);
}

LabResult *
lab_result_new (void)
{
  LabResult *result = g_new0 (LabResult, 1);

  result->numbers = g_array_new (FALSE, FALSE, sizeof (LabNumber));
  g_array_set_clear_func (result->numbers, number_clear);
  result->tables = g_ptr_array_new_with_free_func (table_free);
  result->grids = g_ptr_array_new_with_free_func (grid_free);
  result->curves = g_ptr_array_new_with_free_func (curve_free);
  return result;
}

void
lab_result_free (LabResult *result)
{
  if (result == NULL)
    return;
  g_array_unref (result->numbers);
  g_ptr_array_unref (result->tables);
  g_ptr_array_unref (result->grids);
  g_ptr_array_unref (result->curves);
  g_free (result->sentence);
  g_free (result->remark);
  g_free (result->failed_check);
  g_free (result);
}

void
lab_result_add_number (LabResult *result, const char *name, double value, const char *unit)
{
  LabNumber number = { g_strdup (name), g_strdup (unit != NULL ? unit : ""), value };

  g_array_append_val (result->numbers, number);
}

LabTable *
lab_result_add_table (LabResult *result, const char *name, const char *const *columns)
{
  LabTable *table = g_new0 (LabTable, 1);

  table->name = g_strdup (name);
  table->columns = g_strdupv ((char **) columns);
  table->n_columns = (int) g_strv_length (table->columns);
  table->units = g_new0 (char *, table->n_columns + 1);
  for (int k = 0; k < table->n_columns; k++)
    table->units[k] = g_strdup ("");
  table->cells = g_array_new (FALSE, FALSE, sizeof (LabCell));
  table->texts = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (result->tables, table);
  return table;
}

void
lab_result_add_matrix (LabResult *result, const char *name, char **rows, char **columns, int n_rows, int n_columns, const double *values)
{
  g_autoptr (GPtrArray) titles = g_ptr_array_new ();
  LabTable *table;

  g_ptr_array_add (titles, (gpointer) "row");
  for (int j = 0; j < n_columns; j++)
    g_ptr_array_add (titles, columns[j]);
  g_ptr_array_add (titles, NULL);
  table = lab_result_add_table (result, name, (const char *const *)titles->pdata);
  for (int i = 0; i < n_rows; i++)
    {
      lab_table_add_text (table, rows[i]);
      for (int j = 0; j < n_columns; j++)
        lab_table_add (table, values[i * n_columns + j]);
    }
}

LabGrid *
lab_result_add_grid (LabResult *result, const char *name, const char *x_name, int nx, const char *y_name, int ny, gboolean has_codes)
{
  LabGrid *grid = g_new0 (LabGrid, 1);

  grid->name = g_strdup (name);
  grid->unit = g_strdup ("");
  grid->x_name = g_strdup (x_name);
  grid->y_name = g_strdup (y_name != NULL ? y_name : "");
  grid->nx = nx;
  grid->ny = ny;
  grid->values = g_new (double, (gsize) nx * (gsize) ny);
  for (gsize k = 0; k < (gsize) nx * (gsize) ny; k++)
    grid->values[k] = NAN;
  grid->codes = has_codes ? g_new0 (gint8, (gsize) nx * (gsize) ny) : NULL;
  g_ptr_array_add (result->grids, grid);
  return grid;
}

LabPolyline *
lab_result_add_curve (LabResult *result, const char *name, int n)
{
  LabPolyline *curve = g_new0 (LabPolyline, 1);

  *curve = (LabPolyline) { g_strdup (name), n, g_new0 (double, n), g_new0 (double, n) };
  g_ptr_array_add (result->curves, curve);
  return curve;
}

char
lab_grid_letter (int code)
{
  return (char) (code >= 0 ? 'A' + code : code == -1 ? '-' : '?');
}

double
lab_grid_x (const LabGrid *grid, int i)
{
  return grid->x_low + (i + 0.5) * ((grid->x_high - grid->x_low) / grid->nx);
}

double
lab_grid_y (const LabGrid *grid, int j)
{
  return grid->y_low + (j + 0.5) * ((grid->y_high - grid->y_low) / grid->ny);
}

void
lab_table_add (LabTable *table, double value)
{
  LabCell cell = { value, NULL };

  g_array_append_val (table->cells, cell);
}

void
lab_table_add_text (LabTable *table, const char *text)
{
  /* Most columns of texts repeat a word, such as the name of a run, over many rows. */
  int above = (int) table->cells->len - table->n_columns;
  const char *last = above >= 0 ? g_array_index (table->cells, LabCell, above).text : NULL;
  LabCell cell = { 0, last };

  if (last == NULL || strcmp (last, text) != 0)
    {
      cell.text = g_strdup (text);
      g_ptr_array_add (table->texts, (gpointer) cell.text);
    }
  g_array_append_val (table->cells, cell);
}

int
lab_table_n_rows (const LabTable *table)
{
  return (int) table->cells->len / table->n_columns;
}

/* Copies the first cells of a table. */
static LabTable *
copy_table (LabResult *result, const LabTable *table, guint n_cells)
{
  LabTable *copy = lab_result_add_table (result, table->name, (const char *const *) table->columns);

  for (int c = 0; c < table->n_columns; c++)
    lab_table_set_unit (copy, table->columns[c], table->units[c]);
  for (guint k = 0; k < n_cells; k++)
    {
      const LabCell *cell = &g_array_index (table->cells, LabCell, k);

      if (cell->text != NULL)
        lab_table_add_text (copy, cell->text);
      else
        lab_table_add (copy, cell->value);
    }
  return copy;
}

static void
copy_grid (LabResult *result, const LabGrid *grid)
{
  gsize n = (gsize) grid->nx * (gsize) grid->ny;
  LabGrid *copy = lab_result_add_grid (result, grid->name, grid->x_name, grid->nx, grid->y_name, grid->ny, grid->codes != NULL);

  g_free (copy->unit);
  copy->unit = g_strdup (grid->unit);
  copy->x_low = grid->x_low;
  copy->x_high = grid->x_high;
  copy->y_low = grid->y_low;
  copy->y_high = grid->y_high;
  memcpy (copy->values, grid->values, n * sizeof (double));
  if (grid->codes != NULL)
    memcpy (copy->codes, grid->codes, n);
}

/* Copies numbers and texts. */
static LabResult *
copy_numbers (const LabResult *result)
{
  LabResult *copy = lab_result_new ();

  for (guint k = 0; k < result->numbers->len; k++)
    {
      const LabNumber *number = &g_array_index (result->numbers, LabNumber, k);

      lab_result_add_number (copy, number->name, number->value, number->unit);
    }
  copy->sentence = g_strdup (result->sentence);
  copy->remark = g_strdup (result->remark);
  return copy;
}

LabResult *
lab_result_copy (const LabResult *result)
{
  LabResult *copy = copy_numbers (result);

  for (guint k = 0; k < result->tables->len; k++)
    {
      const LabTable *table = result->tables->pdata[k];

      copy_table (copy, table, table->cells->len);
    }
  for (guint k = 0; k < result->grids->len; k++)
    copy_grid (copy, result->grids->pdata[k]);
  for (guint k = 0; k < result->curves->len; k++)
    {
      const LabPolyline *curve = result->curves->pdata[k];
      LabPolyline *other = lab_result_add_curve (copy, curve->name, curve->n);

      memcpy (other->x, curve->x, (gsize) curve->n * sizeof *curve->x);
      memcpy (other->y, curve->y, (gsize) curve->n * sizeof *curve->y);
    }
  return copy;
}

LabResult *
lab_result_copy_begin (const LabResult *result, guint most_cells, char **left_out)
{
  LabResult *copy = copy_numbers (result);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint k = 0; k < result->tables->len; k++)
    {
      const LabTable *table = result->tables->pdata[k];
      guint n = MIN (table->cells->len, most_cells), rows = n / (guint) table->n_columns;

      if (n < table->cells->len)
        g_string_append_printf (text, "%sof the table '%s' the first %u of %d rows", text->len > 0 ? ", " : "", table->name, rows, lab_table_n_rows (table));
      copy_table (copy, table, rows * (guint) table->n_columns);
      most_cells -= rows * (guint) table->n_columns;
    }
  g_free (*left_out);
  *left_out = text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
  return copy;
}

static LabNumber *
find_number (const LabResult *result, const char *name)
{
  for (guint k = 0; k < result->numbers->len; k++)
    if (strcmp (g_array_index (result->numbers, LabNumber, k).name, name) == 0)
      return &g_array_index (result->numbers, LabNumber, k);
  return NULL;
}

double
lab_result_number (const LabResult *result, const char *name)
{
  const LabNumber *number = find_number (result, name);

  return number != NULL ? number->value : NAN;
}

void
lab_result_set_number (LabResult *result, const char *name, double value, const char *unit)
{
  LabNumber *number = find_number (result, name);

  if (number != NULL)
    number->value = value;
  else
    lab_result_add_number (result, name, value, unit);
}

void
lab_result_set_sentence (LabResult *result, const char *sentence)
{
  g_free (result->sentence);
  result->sentence = g_strdup (sentence);
}

LabTable *
lab_result_table (const LabResult *result, const char *name)
{
  for (guint k = 0; k < result->tables->len; k++)
    if (strcmp (((const LabTable *) result->tables->pdata[k])->name, name) == 0)
      return result->tables->pdata[k];
  return NULL;
}

int
lab_table_column (const LabTable *table, const char *name)
{
  for (int c = 0; c < table->n_columns; c++)
    if (strcmp (table->columns[c], name) == 0)
      return c;
  return -1;
}

void
lab_table_set_unit (LabTable *table, const char *column, const char *unit)
{
  int c = lab_table_column (table, column);

  g_assert (c >= 0);
  g_free (table->units[c]);
  table->units[c] = g_strdup (unit != NULL ? unit : "");
}

static const LabCell *
cell_at (const LabTable *table, int row, int column)
{
  return &g_array_index (table->cells, LabCell, row * table->n_columns + column);
}

double
lab_table_number (const LabTable *table, int row, int column)
{
  const LabCell *cell = cell_at (table, row, column);

  return cell->text != NULL ? NAN : cell->value;
}

const char *
lab_table_text (const LabTable *table, int row, int column)
{
  return cell_at (table, row, column)->text;
}

GArray *
lab_table_series (const LabTable *table, const char *column, const char *key, const char *text)
{
  GArray *series = g_array_new (FALSE, FALSE, sizeof (double));
  int c = lab_table_column (table, column), k = key != NULL ? lab_table_column (table, key) : -1;

  g_assert (c >= 0 && (key == NULL || k >= 0));
  for (int r = 0; r < lab_table_n_rows (table); r++)
    if (k < 0 || g_strcmp0 (lab_table_text (table, r, k), text) == 0)
      {
        double value = lab_table_number (table, r, c);

        g_array_append_val (series, value);
      }
  return series;
}
