/* The command sweep: computes a run at each point of the grid of its axes and prints or draws the recorded numbers. */
#include "cli-commands.h"

#include <stdio.h>
#include <string.h>

#include "cli-many-runs.h"
#include "cli-setup.h"
#include "cli-table.h"
#include "lab-registry.h"
#include "lab-sweep.h"
#include "plot-export.h"
#include "plot-figure.h"
#include "plot-study-grid.h"
#include "sim-output-file.h"

static const LabTable *
table_at (const LabResult *result, int index)
{
  return result->tables->pdata[index];
}

/* ---- JSON ---- */

/* Appends the numbers in a column. */
static void
add_column (LabJson *json, const char *key, const LabTable *table, int column)
{
  lab_json_array (json, key, LAB_JSON_FLAT);
  for (int r = 0; r < lab_table_n_rows (table); r++)
    lab_json_number (json, NULL, lab_table_number (table, r, column));
  lab_json_end (json);
}

static int
print_json (const CliArguments *arguments, const LabEnsemble *ensemble, const LabResult *result, const char *passed_over)
{
  LabJson *json = lab_json_new ();
  const LabTable *points = table_at (result, 0);
  int n_axes = (int) ensemble->varied->len;

  lab_json_object (json, NULL, LAB_JSON_FLAT);
  lab_json_object (json, "axes", LAB_JSON_FLAT);
  for (int k = 0; k < n_axes; k++)
    {
      const LabVary *axis = &g_array_index (ensemble->varied, LabVary, k);

      lab_json_array (json, axis->name, LAB_JSON_FLAT);
      for (int i = 0; i < axis->n_values; i++)
        lab_json_number (json, NULL, lab_vary_axis_value (axis, (guint64) i));
      lab_json_end (json);
    }
  lab_json_end (json);
  lab_json_object (json, "results", LAB_JSON_FLAT);
  for (int c = n_axes; c < points->n_columns; c++)
    add_column (json, points->columns[c], points, c);
  lab_json_end (json);
  add_column (json, "failed", table_at (result, 1), 0);
  cli_many_add_check (json, arguments, passed_over);
  lab_json_end (json);
  return cli_json_print (json);
}

/* ---- tables of text ---- */

static int
print_points (const LabResult *result, CliFormat format)
{
  const LabTable *points = table_at (result, 0);
  g_autoptr (GPtrArray) columns = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (CliTable) table = NULL;

  for (int c = 0; c < points->n_columns; c++)
    g_ptr_array_add (columns, g_strconcat ("#", points->columns[c], NULL));
  table = cli_table_new ((const char *const *) columns->pdata, points->n_columns);
  for (int r = 0; r < lab_table_n_rows (points); r++)
    for (int c = 0; c < points->n_columns; c++)
      cli_table_add_number (table, lab_table_number (points, r, c));
  return cli_table_print (table, format, stdout) ? CLI_OK : CLI_FILE;
}

static void
report_failed (const LabResult *result)
{
  const LabTable *failed = table_at (result, 1);
  int n = lab_table_n_rows (failed);

  if (n > 0)
    fprintf (stderr, "%d of %d points failed; point %.0f: %s\n", n, lab_table_n_rows (table_at (result, 0)), lab_table_number (failed, 0, 0),
             lab_table_text (failed, 0, 1));
}

/* ---- the figure ---- */

/* Width and height in px of the picture of one recorded number. */
#define VIEW_WIDTH 560
#define CURVE_HEIGHT 300
#define MAP_HEIGHT 480

static int
write_plot (const CliArguments *arguments, const LabResult *result)
{
  const char *path = cli_arguments_value (arguments, "plot");
  const PlotTheme *theme = plot_theme_find ("light");
  g_autoptr (PlotFigure) figure = plot_figure_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;
  PlotFormat format;
  int height = 0;

  if (path == NULL || !plot_format_from_path (path, &format, NULL))
    return CLI_OK;
  for (guint k = 0; k < result->grids->len; k++)
    {
      const LabGrid *grid = result->grids->pdata[k];
      PlotStudyText text = { grid->name, NULL, grid->x_name, grid->y_name };

      plot_figure_add (figure, 0, plot_study_grid_new (result, (int) k, &text, NULL), 1);
      height += *grid->y_name == '\0' ? CURVE_HEIGHT : MAP_HEIGHT;
    }
  plot_figure_set_theme (figure, theme);
  bytes = plot_export_bytes (figure, format, VIEW_WIDTH, height, theme, NULL, NULL, &error);
  if (bytes != NULL && sim_write_file (path, bytes, 0, &error))
    return CLI_OK;
  cli_error ("%s", error->message);
  return CLI_FILE;
}

int
cli_sweep (const CliArguments *arguments)
{
  const char *plot = cli_arguments_value (arguments, "plot");
  g_auto (CliStudy) study = { 0 };
  g_autoptr (LabEnsemble) ensemble = NULL;
  g_autoptr (LabResults) results = NULL;
  g_autoptr (LabResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *passed_over = NULL;
  CliFormat format = CLI_FORMAT_TABLE;
  PlotFormat plot_format;
  int status;

  if (!cli_format_read (arguments, &format))
    return CLI_USAGE;
  if (plot != NULL && !plot_format_from_path (plot, &plot_format, &error))
    {
      cli_error ("%s", error->message);
      return CLI_USAGE;
    }
  results = cli_many_runs (arguments, &lab_study_sweep, &study, &ensemble, &status);
  if (results == NULL)
    return status;
  if (cli_interrupted ())
    return CLI_INTERRUPTED;
  /* From here on a signal may end the program, since the file of results is complete. */
  cli_end_at_signal ();
  result = lab_sweep_report (ensemble, results, &error);
  if (result == NULL)
    return cli_many_fail (error);
  if (!cli_arguments_has (arguments, "quiet"))
    report_failed (result);
  passed_over = cli_many_check (arguments, ensemble);
  status = format == CLI_FORMAT_JSON ? print_json (arguments, ensemble, result, passed_over) : print_points (result, format);
  return status == CLI_OK ? write_plot (arguments, result) : status;
}
