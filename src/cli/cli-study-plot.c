/* The option --plot of the commands of studies: checks before the computation that the study has a picture, and draws
 * it afterwards. */
#include "cli-study-forms.h"

#include "lab-result.h"
#include "plot-export.h"
#include "plot-study-dynamics.h"
#include "plot-study-picture.h"
#include "plot-text.h"
#include "sim-output-file.h"

/* Widths and heights of the pictures in px: of studies of methods, and of pictures whose both axes are states. */
#define METHOD_WIDTH 540
#define METHOD_HEIGHT 380
#define REGION_WIDTH 860
#define REGION_HEIGHT 680

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
  const PlotTheme *theme = plot_theme_find ("light");
  g_autoptr (PlotFigure) figure = plot_figure_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *name = NULL;
  const PlotStudyChoice choice = { .problem = problem, .across = PLOT_SECTION_AUTOMATIC, .up = PLOT_SECTION_AUTOMATIC };
  gboolean large;
  PlotFormat format;
  PlotView *view;

  if (path == NULL || !plot_format_from_path (path, &format, NULL))
    return CLI_OK;
  name = plot_text_escape (model_name (problem->model));
  large = plot_study_picture_find (kind)->is_large;
  view = plot_study_picture_new (kind, result, kind->has_curves ? NULL : name, &choice);
  if (view == NULL)
    {
      cli_error ("'--plot' needs a model of two states and a set with a bound");
      return CLI_MODEL;
    }
  plot_figure_add (figure, 0, view, 1);
  plot_figure_set_theme (figure, theme);
  bytes = plot_export_bytes (figure, format, large ? REGION_WIDTH : METHOD_WIDTH, large ? REGION_HEIGHT : METHOD_HEIGHT, theme, NULL, NULL, &error);
  if (bytes != NULL && sim_write_file (path, bytes, 0, &error))
    return CLI_OK;
  cli_error ("%s", error->message);
  return CLI_FILE;
}
