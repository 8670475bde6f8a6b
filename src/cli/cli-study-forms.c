/* The options of the commands of studies, files of grids, and pictures. */
#include "cli-study-forms.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli-table.h"
#include "lab-result.h"
#include "plot-export.h"
#include "plot-study-dynamics.h"
#include "plot-study-grid.h"
#include "plot-study-picture.h"
#include "plot-text.h"
#include "sim-output-file.h"

/* ---- files of grids ---- */

gboolean
cli_study_check_output (const CliArguments *arguments)
{
  const char *path = cli_arguments_value (arguments, "output");
  PlotFormat format;

  if (path == NULL || g_str_has_suffix (path, ".csv") || plot_format_from_path (path, &format, NULL))
    return TRUE;
  cli_error ("'--output' takes a file that ends in .csv, .png, .svg or .pdf, not '%s'", path);
  return FALSE;
}

/* Returns one CSV row for each cell: the centre of the cell, then the letter and the value of each grid. All grids of a result have the
 * same axes. */
static void
append_rows (GString *out, const LabResult *result)
{
  const LabGrid *first = result->grids->pdata[0];
  gboolean is_plane = *first->y_name != '\0';

  g_string_append_printf (out, "%s%s%s", first->x_name, is_plane ? "," : "", first->y_name);
  for (guint k = 0; k < result->grids->len; k++)
    {
      const LabGrid *grid = result->grids->pdata[k];

      g_string_append_printf (out, ",%s", grid->codes != NULL ? "letter,capture" : grid->name);
    }
  g_string_append_c (out, '\n');
  for (int cell = 0; cell < first->nx * first->ny; cell++)
    {
      g_autofree char *x = cli_number (lab_grid_x (first, cell % first->nx)), *y = cli_number (lab_grid_y (first, cell / first->nx));

      g_string_append_printf (out, "%s%s%s", x, is_plane ? "," : "", is_plane ? y : "");
      for (guint k = 0; k < result->grids->len; k++)
        {
          const LabGrid *grid = result->grids->pdata[k];
          g_autofree char *value = isfinite (grid->values[cell]) ? cli_number (grid->values[cell]) : g_strdup ("");

          if (grid->codes != NULL)
            g_string_append_printf (out, ",%c", lab_grid_letter (grid->codes[cell]));
          g_string_append_printf (out, ",%s", value);
        }
      g_string_append_c (out, '\n');
    }
}

/* Draws the first grid of the result. */
static GBytes *
draw (const LabResult *result, PlotFormat format, GError **error)
{
  const LabGrid *grid = result->grids->pdata[0];
  const PlotTheme *theme = plot_theme_find ("light");
  PlotStudyText text = { grid->codes != NULL ? "Basins of attraction" : grid->name, NULL, grid->x_name, grid->y_name };
  g_autoptr (PlotFigure) figure = plot_figure_new ();

  plot_figure_add (figure, 0, plot_study_grid_new (result, 0, &text, NULL), 1);
  plot_figure_set_theme (figure, theme);
  return plot_export_bytes (figure, format, 540, 500, theme, NULL, NULL, error);
}

int
cli_study_write_output (const CliArguments *arguments, const LabResult *result)
{
  const char *path = cli_arguments_value (arguments, "output");
  g_autoptr (GError) error = NULL;
  PlotFormat format;
  g_autoptr (GBytes) bytes = NULL;

  if (path == NULL)
    return CLI_OK;
  if (result->grids->len == 0)
    {
      cli_error ("'--output': this study has no grid");
      return CLI_USAGE;
    }
  if (plot_format_from_path (path, &format, NULL))
    bytes = draw (result, format, &error);
  else
    {
      GString *rows = g_string_new (NULL);

      append_rows (rows, result);
      bytes = g_string_free_to_bytes (rows);
    }
  if (bytes != NULL && sim_write_file (path, bytes, 0, &error))
    return CLI_OK;
  cli_error ("%s", error->message);
  return CLI_FILE;
}

/* ---- pictures ---- */

gboolean
cli_study_check_plot (const CliArguments *arguments, const LabStudyKind *kind)
{
  const char *path = cli_arguments_value (arguments, "plot");
  g_autoptr (GError) error = NULL;
  PlotFormat format;

  if (path == NULL)
    return TRUE;
  if (plot_study_picture_find (kind) == NULL)
    cli_error ("'--plot': the study '%s' has no picture", kind->id);
  else if (!plot_format_from_path (path, &format, &error))
    cli_error ("'--plot': %s", error->message);
  else
    return TRUE;
  return FALSE;
}

int
cli_study_write_plot (const CliArguments *arguments, const LabStudyKind *kind, const LabProblem *problem, const LabResult *result)
{
  const char *path = cli_arguments_value (arguments, "plot");
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;
  PlotFormat format;

  if (path == NULL || !plot_format_from_path (path, &format, NULL))
    return CLI_OK;
  bytes = plot_export_study (kind, problem, result, "light", format, &error);
  if (bytes != NULL && sim_write_file (path, bytes, 0, &error))
    return CLI_OK;
  cli_error ("%s", error->message);
  return g_error_matches (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_UNSUITED) ? CLI_MODEL : CLI_FILE;
}

/* ---- options ---- */

const CliOption *
cli_study_command_options (const LabStudyKind *kind)
{
  static GHashTable *made = NULL;
  CliOption *options;
  int n = kind->n_options;

  if (made == NULL)
    made = g_hash_table_new (g_str_hash, g_str_equal);
  options = g_hash_table_lookup (made, kind->id);
  if (options != NULL)
    return options;
  options = g_new0 (CliOption, n + 4);
  for (int k = 0; k < n; k++)
    {
      const LabOptionRow *row = &kind->options[k];

      options[k] = (CliOption) { row->key, row->argument,
                                 row->standard != NULL ? g_strdup_printf ("%s; %s by default", row->about, row->standard) : row->about };
    }
  if (kind->has_grids)
    options[n++] = (CliOption) { "output", "FILE.csv|png|svg|pdf", "file for the cells of the grid, or for their picture" };
  if (plot_study_picture_find (kind) != NULL)
    options[n++] = (CliOption) { "plot", "FILE.svg|pdf|png", kind->has_curves ? "picture on the phase portrait of two states" : "picture of the result" };
  options[n] = (CliOption) { "format", kind->formats != NULL ? g_strconcat ("table|csv|json|", kind->formats, NULL) : "table|csv|json",
                             "output format; table by default" };
  g_hash_table_insert (made, (gpointer) kind->id, options);
  return options;
}
