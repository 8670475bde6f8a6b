/* Converts the recorded numbers of a sweep to a table of points and, with one or two axes, to grids for pictures. */
#include "lab-sweep.h"

#include <glib/gi18n-lib.h>

static const LabVary *
axis_of (const LabEnsemble *ensemble, guint k)
{
  return &g_array_index (ensemble->varied, LabVary, k);
}

static const LabRecord *
record_of (const LabEnsemble *ensemble, guint k)
{
  return &g_array_index (ensemble->records, LabRecord, k);
}

static LabTable *
add_points (LabResult *result, const LabEnsemble *ensemble)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint k = 0; k < ensemble->varied->len; k++)
    g_ptr_array_add (names, axis_of (ensemble, k)->name);
  for (guint k = 0; k < ensemble->records->len; k++)
    g_ptr_array_add (names, record_of (ensemble, k)->name);
  g_ptr_array_add (names, NULL);
  return lab_result_add_table (result, "points", (const char *const *) names->pdata);
}

/* Sets the outer edges of an axis. Its values are centres of cells, so the edges are half a cell beyond the first and last value. */
static void
set_edges (const LabVary *axis, double *low, double *high)
{
  double half = 0.5 * (axis->to - axis->from) / (axis->n_values - 1);

  *low = axis->from - half;
  *high = axis->to + half;
}

static void
add_grids (LabResult *result, const LabEnsemble *ensemble)
{
  const LabVary *x = axis_of (ensemble, 0), *y = ensemble->varied->len > 1 ? axis_of (ensemble, 1) : NULL;

  for (guint k = 0; k < ensemble->records->len; k++)
    {
      const LabRecord *record = record_of (ensemble, k);
      LabGrid *grid = lab_result_add_grid (result, record->name, x->name, x->n_values, y != NULL ? y->name : "",
                                           y != NULL ? y->n_values : 1, FALSE);

      if (record->unit != NULL)
        {
          g_free (grid->unit);
          grid->unit = g_strdup (record->unit);
        }
      grid->is_signed = record->reducer == LAB_REDUCE_LYAPUNOV;
      set_edges (x, &grid->x_low, &grid->x_high);
      if (y != NULL)
        set_edges (y, &grid->y_low, &grid->y_high);
    }
}

/* Returns the index of a member in the grids. The last axis varies fastest among members. */
static gsize
cell_of (const LabEnsemble *ensemble, guint64 member)
{
  gsize nx = (gsize) axis_of (ensemble, 0)->n_values, ny = ensemble->varied->len > 1 ? (gsize) axis_of (ensemble, 1)->n_values : 1;

  return (gsize) member % ny * nx + (gsize) member / ny;
}

static void
add_block (LabResult *result, const LabEnsemble *ensemble, const LabBlock *block, LabTable *points, LabTable *failed)
{
  int first = lab_ensemble_first_record (ensemble);

  for (int m = 0; m < block->n; m++)
    {
      const double *values = block->values + (gsize) m * (gsize) ensemble->n_columns;

      for (int k = 1; k < first + (int) ensemble->records->len; k++)
        lab_table_add (points, values[k]);
      for (guint k = 0; k < ensemble->records->len; k++)
        ((LabGrid *) result->grids->pdata[k])->values[cell_of (ensemble, block->member[m])] = values[first + (int) k];
      if (block->outcome[m] != LAB_MEMBER_FAILED)
        continue;
      lab_table_add (failed, (double) block->member[m]);
      lab_table_add_text (failed, block->reason[m]);
    }
}

LabResult *
lab_sweep_report (const LabEnsemble *ensemble, LabResults *results, GError **error)
{
  static const char *const columns[] = { "index", "reason", NULL };
  g_autoptr (LabResult) result = lab_result_new ();
  LabTable *points = add_points (result, ensemble), *failed = lab_result_add_table (result, "failed", columns);
  guint64 n = ensemble->n_members;

  add_grids (result, ensemble);
  for (guint64 k = 0; k < lab_results_n_blocks (results); k++)
    {
      g_autoptr (LabBlock) block = lab_results_read (results, k, error);

      if (block == NULL)
        return NULL;
      add_block (result, ensemble, block, points, failed);
    }
  lab_result_add_number (result, "points", (double) n, NULL);
  lab_result_add_number (result, "failed", lab_table_n_rows (failed), NULL);
  result->sentence = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%lu point", "%lu points", (gulong) n), (gulong) n);
  return g_steal_pointer (&result);
}
