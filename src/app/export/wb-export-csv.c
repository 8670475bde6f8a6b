/* Writes the columns of a run as text rows, at steps or at equal times by dense output. */
#include "wb-export-csv.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lab-sampler.h"
#include "ode-format.h"
#include "sim-output-file.h"
#include "wb-export-figure.h"
#include "wb-run-record.h"

#define CHUNK_ROWS 4096

struct WbExportCsv
{
  char *text; /* complete text to export, or NULL to export a run; with a text, the members below are not used */
  SimTrajectory *trajectory;
  WbExportTable table;
  char **names, *comments; /* comments: lines that begin with '#', or NULL */
  int n_columns;
  gsize first, last; /* range of rows of the trajectory: from first to last − 1 */
  gsize n_rows;
  double t_low, t_high;
  WbRunRecord *record; /* recomputes the run to get rows at equal times; otherwise NULL */
  double *values;      /* one row of values at equal times */
};

/* Returns the comment lines: a line with model, run and version ("# Kepler orbit; Verlet 2; Stepwise 1.0.0"), then the
 * settings. */
static char *
comments_of (WbRunItem *run)
{
  const SimConfig *config = wb_run_item_config (run);
  g_autofree char *settings = sim_config_to_yaml (config, TRUE);
  PlotProvenance provenance = wb_export_provenance (wb_run_item_model (run), config, settings);
  g_autofree char *text = plot_provenance_text (&provenance);
  g_auto (GStrv) lines = g_strsplit (g_strchomp (text), "\n", -1);
  g_autofree char *joined = g_strjoinv ("\n# ", lines);

  return g_strdup_printf ("# %s\n", joined);
}

/* Returns whether the table contains a stored row. Without the rows between steps, the table has the same rows as a file of
 * stepwise-cli. */
static gboolean
is_listed (const WbExportCsv *csv, gsize row)
{
  SimRowFlags flags = sim_trajectory_flags (csv->trajectory, row);

  /* The row of an event inside a step comes from dense output too, but the command line writes
   * it. */
  return csv->table.rows == WB_EXPORT_DRAWN || (flags & SIM_ROW_SAMPLE) == 0 || (flags & SIM_ROW_EVENT) != 0;
}

static gsize
count_rows (const WbExportCsv *csv)
{
  gsize n = 0;

  for (gsize row = csv->first; row < csv->last; row++)
    n += is_listed (csv, row);
  return n;
}

WbExportCsv *
wb_export_csv_new (WbRunItem *run, const WbExportTable *table, GError **error)
{
  SimTrajectory *trajectory = wb_run_item_trajectory (run);
  ModelSystem *system = wb_run_item_system (run);
  gsize n = sim_trajectory_n_rows (trajectory);
  WbExportCsv *csv;

  if (table->separator == table->decimal)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, _("Separator and decimal point must differ."));
      return NULL;
    }
  if (n == 0)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, _("The run has no points yet."));
      return NULL;
    }
  csv = g_new0 (WbExportCsv, 1);
  csv->trajectory = sim_trajectory_ref (trajectory);
  csv->table = *table;
  csv->n_columns = model_system_n_columns (system);
  csv->names = g_new0 (char *, csv->n_columns + 1);
  for (int i = 0; i < csv->n_columns; i++)
    csv->names[i] = g_strdup (model_system_column (system, i)->name);
  csv->comments = table->settings ? comments_of (run) : NULL;
  csv->t_low = fmax (table->t_low, sim_trajectory_row (trajectory, 0)[0]);
  csv->t_high = fmin (table->t_high, sim_trajectory_row (trajectory, n - 1)[0]);
  csv->first = isfinite (table->t_low) ? sim_trajectory_find (trajectory, csv->t_low) : 0;
  if (sim_trajectory_row (trajectory, csv->first)[0] < csv->t_low && csv->first + 1 < n)
    csv->first++;
  csv->last = isfinite (table->t_high) ? MIN (sim_trajectory_find (trajectory, csv->t_high) + 1, n) : n;
  csv->n_rows = table->rows == WB_EXPORT_EQUAL ? (gsize) MAX (2, table->uniform) : count_rows (csv);
  if (table->rows == WB_EXPORT_EQUAL)
    {
      csv->record = wb_run_record_new (run);
      csv->values = g_new (double, csv->n_columns + 1);
    }
  return csv;
}

WbExportCsv *
wb_export_csv_new_text (char *text)
{
  WbExportCsv *csv = g_new0 (WbExportCsv, 1);

  csv->text = text;
  for (const char *c = text; *c != '\0'; c++)
    csv->n_rows += *c == '\n';
  if (csv->n_rows > 0)
    csv->n_rows--; /* the heading is not a row */
  return csv;
}

void
wb_export_csv_free (WbExportCsv *csv)
{
  if (csv == NULL)
    return;
  g_free (csv->text);
  g_clear_pointer (&csv->trajectory, sim_trajectory_unref);
  g_strfreev (csv->names);
  g_free (csv->comments);
  wb_run_record_free (csv->record);
  g_free (csv->values);
  g_free (csv);
}

gsize wb_export_csv_n_rows (const WbExportCsv *csv) { return csv->n_rows; }

static void
append_value (const WbExportCsv *csv, GString *out, double value)
{
  char text[ODE_FORMAT_SIZE], *point;
  int length = ode_format_double (text, value);

  if (csv->table.decimal != '.' && (point = memchr (text, '.', length)) != NULL)
    *point = csv->table.decimal;
  g_string_append_len (out, text, length);
}

static void
append_heading (const WbExportCsv *csv, GString *out)
{
  if (csv->comments != NULL)
    g_string_append (out, csv->comments);
  g_string_append_c (out, 't');
  for (int i = 0; i < csv->n_columns; i++)
    {
      gboolean quoted = strchr (csv->names[i], csv->table.separator) != NULL;

      g_string_append_printf (out, quoted ? "%c\"%s\"" : "%c%s", csv->table.separator, csv->names[i]);
    }
  g_string_append_c (out, '\n');
}

/* Appends the row with this index to the text. A row at equal times lies between stored rows, so its values come from the dense output of
 * the run; at a jump it has x⁻. *stored is the next row of the trajectory to examine; it is advanced. */
static gboolean
append_row (const WbExportCsv *csv, LabSampler *sampler, GString *out, gsize index, gsize *stored, GError **error)
{
  const double *row = NULL;
  double t;

  if (sampler == NULL)
    {
      while (!is_listed (csv, *stored))
        (*stored)++;
      row = sim_trajectory_row (csv->trajectory, (*stored)++);
    }
  t = row != NULL ? row[0] : csv->t_low + (csv->t_high - csv->t_low) * index / (csv->n_rows - 1);
  if (sampler != NULL && !lab_sampler_columns (sampler, t, csv->values, error))
    return FALSE;
  append_value (csv, out, t);
  for (int i = 0; i < csv->n_columns; i++)
    {
      g_string_append_c (out, csv->table.separator);
      append_value (csv, out, row != NULL ? row[1 + i] : csv->values[i]);
    }
  g_string_append_c (out, '\n');
  return TRUE;
}

/* A function that consumes the text appended since its last call and clears it. Returns FALSE to end the
 * output. */
typedef gboolean (*TakeText) (GString *text, gpointer user, GError **error);

static gboolean
make_rows (WbExportCsv *csv, gsize n, WbJob *job, GString *text, TakeText take, gpointer user, GError **error)
{
  const char *rest = csv->text;
  g_autoptr (LabSampler) sampler = csv->record != NULL ? lab_sampler_new (wb_run_record (csv->record), error) : NULL;

  if (sampler == NULL && csv->record != NULL)
    return FALSE;
  if (csv->text != NULL)
    {
      for (gsize i = 0; i <= n && *rest != '\0'; i++)
        rest = strchr (rest, '\n') + 1;
      g_string_append_len (text, csv->text, rest - csv->text);
      return take == NULL || take (text, user, error);
    }
  append_heading (csv, text);
  for (gsize i = 0, stored = csv->first; i < n;)
    {
      for (gsize end = MIN (n, i + CHUNK_ROWS); i < end; i++)
        {
          if (!append_row (csv, sampler, text, i, &stored, error))
            return FALSE;
          /* Check for cancellation only once per CHUNK_ROWS stored rows, which are fast, but at each row at equal times, which may need
           * many steps. */
          if (job != NULL && (sampler != NULL || i % CHUNK_ROWS == 0) && !wb_job_go_on (job, (double) i / n))
            {
              g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("Cancelled"));
              return FALSE;
            }
        }
      if (take != NULL && !take (text, user, error))
        return FALSE;
    }
  return TRUE;
}

char *
wb_export_csv_text (WbExportCsv *csv, gsize most, WbJob *job, GError **error)
{
  g_autoptr (GString) out = g_string_new (NULL);

  if (!make_rows (csv, MIN (most, csv->n_rows), job, out, NULL, NULL, error))
    return NULL;
  return g_string_free (g_steal_pointer (&out), FALSE);
}

gsize
wb_export_csv_estimate (const WbExportCsv *csv, const char *text, gsize n)
{
  return n > 0 ? (gsize) ((double) strlen (text) * csv->n_rows / MIN (n, csv->n_rows)) : strlen (text);
}

/* ---- writing ---- */

static gboolean
take_text (GString *text, gpointer file, GError **error)
{
  gboolean fine = sim_output_file_write (file, text->str, text->len, error);

  g_string_truncate (text, 0);
  return fine;
}

gboolean
wb_export_csv_write (WbExportCsv *csv, const char *path, WbJob *job, GError **error)
{
  g_autoptr (SimOutputFile) file = sim_output_file_open (path, 0, error);
  g_autoptr (GString) text = g_string_new (NULL);

  return file != NULL && make_rows (csv, csv->n_rows, job, text, take_text, file, error) && sim_output_file_commit (file, error);
}
