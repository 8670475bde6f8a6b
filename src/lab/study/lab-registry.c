#include "lab-registry.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "expr-look.h"

G_DEFINE_QUARK (lab-study-error-quark, lab_study_error)

/* An ensemble also needs members, threads and an output file, which option rows cannot describe. Therefore it has a separate command. */
const LabStudyKind lab_study_ensemble = {
  .id = "ensemble",
  .label = N_("Ensemble"),
  .advice = N_("Runs a model many times with random parameters and initial values, and stores selected values of each run."),
  .has_command = TRUE,
};

/* The axes of a sweep are under the key `vary` of the study file, as for an ensemble. */
const LabStudyKind lab_study_sweep = {
  .id = "sweep",
  .label = N_("Sweep"),
  .advice = N_("Runs a model for all values of one or two parameters or initial values on a grid, and shows how results depend on them."),
  .has_command = TRUE,
};

#define LAB_STUDY(name) &lab_study_##name,
static const LabStudyKind *const studies[] = {
#include "lab-studies.def"
  NULL,
};

const LabStudyKind *const *
lab_registry (void)
{
  return studies;
}

const LabStudyKind *
lab_registry_find (const char *id)
{
  for (int k = 0; studies[k] != NULL; k++)
    if (strcmp (studies[k]->id, id) == 0)
      return studies[k];
  return NULL;
}

GPtrArray *
lab_registry_ids (void)
{
  GPtrArray *ids = g_ptr_array_new ();

  for (int k = 0; studies[k] != NULL; k++)
    g_ptr_array_add (ids, (gpointer) studies[k]->id);
  g_ptr_array_add (ids, NULL);
  return ids;
}

/* ---- running ---- */

/* A study that is running. */
typedef struct
{
  const LabProgress *progress; /* the progress of the caller */
  double fraction;             /* the last reported fraction */
  gboolean cancelled;          /* the study was cancelled */
  gboolean inside;             /* the study was cancelled inside an evaluation, whose values are then undefined */
} Running;

static gboolean
report (gpointer user, double fraction)
{
  Running *running = user;

  running->fraction = fraction;
  if (!running->cancelled)
    running->cancelled = !lab_progress_report (running->progress, fraction, NULL);
  return !running->cancelled;
}

static gboolean
look (gpointer user)
{
  Running *running = user;

  if (!running->cancelled && !report (running, running->fraction))
    running->inside = TRUE;
  return !running->cancelled;
}

/* A part that was made after the end of an evaluation may contain undefined values. */
static void
show (gpointer user, const LabResult *result)
{
  const Running *running = user;

  if (!running->inside)
    lab_progress_show (running->progress, result);
}

/* A study may take an ended evaluation for a failed run or for an undefined point. Therefore its result and its error are replaced. */
LabResult *
lab_registry_run (const LabStudyKind *kind, const LabProblem *problem, const char *const *values, const LabProgress *progress, GError **error)
{
  Running running = { .progress = progress };
  LabProgress inner = { report, &running, show };
  ExprLook previous = expr_look_set ((ExprLook) { look, &running });
  g_autoptr (GError) failure = NULL;
  LabResult *result = kind->run (problem, values, &inner, &failure);

  expr_look_set (previous);
  if (running.inside)
    {
      g_clear_pointer (&result, lab_result_free);
      g_clear_error (&failure);
      g_set_error_literal (&failure, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("cancelled"));
    }
  if (failure != NULL)
    g_propagate_error (error, g_steal_pointer (&failure));
  return result;
}

/* ---- results ---- */

static void
number_clear (gpointer item)
{
  g_free (((LabNumber *) item)->name);
  g_free (((LabNumber *) item)->unit);
}

static void
cell_clear (gpointer item)
{
  g_free (((LabCell *) item)->text);
}

static void
table_free (gpointer item)
{
  LabTable *table = item;

  g_free (table->name);
  g_strfreev (table->columns);
  g_strfreev (table->units);
  g_array_unref (table->cells);
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
  g_array_set_clear_func (table->cells, cell_clear);
  g_ptr_array_add (result->tables, table);
  return table;
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
  LabCell cell = { 0, g_strdup (text) };

  g_array_append_val (table->cells, cell);
}

int
lab_table_n_rows (const LabTable *table)
{
  return (int) table->cells->len / table->n_columns;
}
