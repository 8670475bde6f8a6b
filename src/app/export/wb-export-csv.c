#include "wb-export-csv.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lab-sampler.h"
#include "ode-format.h"
#include "plot-file.h"
#include "wb-export-figure.h"
#include "wb-run-record.h"

#define CHUNK_ROWS 4096

struct WbExportCsv
{
  SimTrajectory *trajectory;
  WbExportTable table;
  char **names, *comments; /* comments: complete lines, or NULL */
  int n_columns;
  gsize first, last; /* rows of the trajectory */
  gsize n_rows;
  double t_low, t_high;
  WbRunRecord *record; /* used for rows at equal times, else NULL */
  double *values;      /* of one such row */
};

/* Returns the comment lines: model, run and version ("# Kepler orbit; Verlet 2;
 * Stepwise 0.1.0"), then the settings. */
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
  csv->n_rows = table->uniform >= 2 ? (gsize) table->uniform : csv->last > csv->first ? csv->last - csv->first : 0;
  if (table->uniform >= 2)
    {
      csv->record = wb_run_record_new (run);
      csv->values = g_new (double, csv->n_columns + 1);
    }
  return csv;
}

void
wb_export_csv_free (WbExportCsv *csv)
{
  if (csv == NULL)
    return;
  sim_trajectory_unref (csv->trajectory);
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

/* Appends one row. Equal times lie between stored rows: values come from the
 * run's dense output, x⁺ at a jump. */
static gboolean
append_row (const WbExportCsv *csv, LabSampler *sampler, GString *out, gsize index, GError **error)
{
  const double *row = sampler == NULL ? sim_trajectory_row (csv->trajectory, csv->first + index) : NULL;
  double t = row != NULL ? row[0] : csv->t_low + (csv->t_high - csv->t_low) * index / (csv->n_rows - 1);

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

/* Receives the text appended since the last call and clears it; FALSE ends the
 * output. */
typedef gboolean (*TakeText) (GString *text, gpointer user, GError **error);

static gboolean
make_rows (WbExportCsv *csv, gsize n, WbJob *job, GString *text, TakeText take, gpointer user, GError **error)
{
  g_autoptr (LabSampler) sampler = csv->record != NULL ? lab_sampler_new (wb_run_record (csv->record), error) : NULL;

  if (sampler == NULL && csv->record != NULL)
    return FALSE;
  append_heading (csv, text);
  for (gsize i = 0; i < n;)
    {
      for (gsize end = MIN (n, i + CHUNK_ROWS); i < end; i++)
        {
          if (!append_row (csv, sampler, text, i, error))
            return FALSE;
          /* A stored row costs almost nothing; a row at a given time may need
           * many steps, so each one checks for cancellation. */
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

typedef struct { WbExportCsv *csv; WbJob *job; } Writing;

static gboolean
take_text (GString *text, gpointer file, GError **error)
{
  fwrite (text->str, 1, text->len, file);
  g_string_truncate (text, 0);
  return !ferror (file);
}

static gboolean
write_rows (FILE *file, gpointer user, GError **error)
{
  Writing *writing = user;
  g_autoptr (GString) text = g_string_new (NULL);

  return make_rows (writing->csv, writing->csv->n_rows, writing->job, text, take_text, file, error);
}

gboolean
wb_export_csv_write (WbExportCsv *csv, const char *path, WbJob *job, GError **error)
{
  Writing writing = { csv, job };

  return plot_write_with (path, write_rows, &writing, error);
}
