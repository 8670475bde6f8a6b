#include "wb-export-csv.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "lab-sampler.h"
#include "ode-format.h"
#include "plot-run.h"
#include "wb-run-record.h"

#define CHUNK_ROWS 4096

struct WbExportCsv
{
  SimTrajectory *trajectory;
  WbExportTable table;
  char **names;
  int n_columns;
  gsize first, last; /* rows of the solver */
  gsize n_rows;
  double t_low, t_high;
  WbRunRecord *record; /* where rows are at equal times, else NULL */
  double *values;      /* of one such row */
};

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
  g_string_append_c (out, 't');
  for (int i = 0; i < csv->n_columns; i++)
    {
      gboolean quoted = strchr (csv->names[i], csv->table.separator) != NULL;

      g_string_append_printf (out, quoted ? "%c\"%s\"" : "%c%s", csv->table.separator, csv->names[i]);
    }
  g_string_append_c (out, '\n');
}

/* Equal times lie between stored points: values come from the run's own dense output, x⁺ at a jump. Without a sampler they are linear
 * between neighbours, which is good enough to see how long the text will be. */
static gboolean
append_row (const WbExportCsv *csv, LabSampler *sampler, GString *out, gsize index, GError **error)
{
  const double *row = csv->table.uniform >= 2 ? NULL : sim_trajectory_row (csv->trajectory, csv->first + index);
  double t = row != NULL ? row[0] : csv->t_low + (csv->t_high - csv->t_low) * index / (csv->n_rows - 1);

  if (sampler != NULL && !lab_sampler_columns (sampler, t, csv->values, error))
    return FALSE;
  append_value (csv, out, t);
  for (int i = 0; i < csv->n_columns; i++)
    {
      g_string_append_c (out, csv->table.separator);
      append_value (csv, out, row != NULL ? row[1 + i] : sampler != NULL ? csv->values[i] : plot_run_value (csv->trajectory, i, t));
    }
  g_string_append_c (out, '\n');
  return TRUE;
}

/* NULL where rows are the solver's own, or with an error. */
static LabSampler *
sampler_of (const WbExportCsv *csv, GError **error)
{
  return csv->record != NULL ? lab_sampler_new (wb_run_record (csv->record), error) : NULL;
}

/* Steps of a run that may be made again while the window waits: a tenth of a second. */
#define MOST_STEPS 200000

char *
wb_export_csv_text (WbExportCsv *csv, gsize most)
{
  GString *out = g_string_new (NULL);
  double steps = csv->record != NULL ? (double) wb_run_record (csv->record)->n * MIN (most, csv->n_rows) / csv->n_rows : 0;
  g_autoptr (LabSampler) sampler = steps <= MOST_STEPS ? sampler_of (csv, NULL) : NULL;

  append_heading (csv, out);
  for (gsize i = 0; i < csv->n_rows && i < most; i++)
    if (!append_row (csv, sampler, out, i, NULL))
      break;
  return g_string_free (out, FALSE);
}

#define ESTIMATE_ROWS 200

gsize
wb_export_csv_estimate (WbExportCsv *csv)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gsize n = MIN (csv->n_rows, ESTIMATE_ROWS);

  append_heading (csv, text);
  for (gsize i = 0; i < n; i++)
    append_row (csv, NULL, text, i, NULL);
  return n > 0 ? (gsize) ((double) text->len * csv->n_rows / n) : text->len;
}

/* ---- writing ---- */

typedef struct { WbExportCsv *csv; char *path; _Atomic double *progress; } Writing;

static void
writing_free (Writing *writing)
{
  wb_export_csv_free (writing->csv);
  g_free (writing->path);
  g_free (writing);
}

static gboolean
write_rows (Writing *writing, GOutputStream *stream, GCancellable *cancellable, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (LabSampler) sampler = sampler_of (writing->csv, error);
  gsize n = writing->csv->n_rows;

  if (sampler == NULL && writing->csv->record != NULL)
    return FALSE;
  append_heading (writing->csv, text);
  for (gsize i = 0; i < n;)
    {
      for (gsize end = MIN (n, i + CHUNK_ROWS); i < end; i++)
        if (!append_row (writing->csv, sampler, text, i, error) || g_cancellable_set_error_if_cancelled (cancellable, error))
          return FALSE;
      if (!g_output_stream_write_all (stream, text->str, text->len, NULL, cancellable, error))
        return FALSE;
      g_string_truncate (text, 0);
      atomic_store (writing->progress, (double) i / n);
    }
  return text->len == 0 || g_output_stream_write_all (stream, text->str, text->len, NULL, cancellable, error);
}

/* The replaced file keeps its old content until the stream is closed without an error; a stream that is let go after an error leaves it. */
static void
write_file (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Writing *writing = data;
  g_autoptr (GFile) file = g_file_new_for_path (writing->path);
  g_autoptr (GError) error = NULL;
  g_autoptr (GFileOutputStream) stream = g_file_replace (file, NULL, FALSE, G_FILE_CREATE_NONE, cancellable, &error);
  gboolean done = stream != NULL && write_rows (writing, G_OUTPUT_STREAM (stream), cancellable, &error);

  if (stream != NULL && !done)
    {
      g_autoptr (GCancellable) stopped = g_cancellable_new ();

      g_cancellable_cancel (stopped); /* a cancelled close does not replace */
      g_output_stream_close (G_OUTPUT_STREAM (stream), stopped, NULL);
    }
  else if (done)
    done = g_output_stream_close (G_OUTPUT_STREAM (stream), cancellable, &error);
  if (done)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

void
wb_export_csv_write_async (WbExportCsv *csv, const char *path, _Atomic double *progress, GCancellable *cancellable, GAsyncReadyCallback done,
                           gpointer user)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, done, user);
  Writing *writing = g_new0 (Writing, 1);

  writing->csv = csv;
  writing->path = g_strdup (path);
  writing->progress = progress;
  atomic_store (progress, 0.0);
  g_task_set_task_data (task, writing, (GDestroyNotify) writing_free);
  g_task_run_in_thread (task, write_file);
}

gboolean
wb_export_csv_write_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}
