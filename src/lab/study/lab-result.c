#include "lab-result.h"

#include <math.h>
#include <string.h>

static LabTable *
copy_table (LabResult *result, const LabTable *table)
{
  LabTable *copy = lab_result_add_table (result, table->name, (const char *const *) table->columns);

  for (int c = 0; c < table->n_columns; c++)
    lab_table_set_unit (copy, table->columns[c], table->units[c]);
  for (guint k = 0; k < table->cells->len; k++)
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

LabResult *
lab_result_copy (const LabResult *result)
{
  LabResult *copy = lab_result_new ();

  for (guint k = 0; k < result->numbers->len; k++)
    {
      const LabNumber *number = &g_array_index (result->numbers, LabNumber, k);

      lab_result_add_number (copy, number->name, number->value, number->unit);
    }
  for (guint k = 0; k < result->tables->len; k++)
    copy_table (copy, result->tables->pdata[k]);
  for (guint k = 0; k < result->grids->len; k++)
    copy_grid (copy, result->grids->pdata[k]);
  for (guint k = 0; k < result->curves->len; k++)
    {
      const LabPolyline *curve = result->curves->pdata[k];
      LabPolyline *other = lab_result_add_curve (copy, curve->name, curve->n);

      memcpy (other->x, curve->x, (gsize) curve->n * sizeof *curve->x);
      memcpy (other->y, curve->y, (gsize) curve->n * sizeof *curve->y);
    }
  copy->sentence = g_strdup (result->sentence);
  copy->remark = g_strdup (result->remark);
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
