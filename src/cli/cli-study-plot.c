/* The option --plot of the commands of studies: checks before the computation that the study has a picture, and draws
 * it afterwards. */
#include "cli-study-forms.h"

#include <string.h>

#include "lab-result.h"
#include "plot-export.h"
#include "plot-study-grid.h"
#include "plot-study-method.h"
#include "plot-study-plane.h"
#include "plot-text.h"
#include "sim-output-file.h"

/* Widths and heights of the pictures in px: of studies of methods, and of pictures whose both axes are states. */
#define METHOD_WIDTH 540
#define METHOD_HEIGHT 380
#define REGION_WIDTH 860
#define REGION_HEIGHT 680

static gboolean
is_plane (const LabStudyKind *kind)
{
  return strcmp (kind->id, "phase-plane") == 0;
}

gboolean
cli_study_check_plot (const CliArguments *arguments, const LabStudyKind *kind)
{
  const char *path = cli_arguments_value (arguments, "plot");
  g_autoptr (GError) error = NULL;
  PlotFormat format;

  if (path == NULL)
    return TRUE;
  if (!kind->has_curves && !is_plane (kind) && !plot_study_method_has_view (kind->id))
    cli_error ("'--plot': the study '%s' has no picture", kind->id);
  else if (!plot_format_from_path (path, &format, &error))
    cli_error ("'--plot': %s", error->message);
  else
    return TRUE;
  return FALSE;
}

/* Returns a view of the curves in the result, or NULL if it has none. */
static PlotView *
curves_new (const LabProblem *problem, const LabResult *result)
{
  const LabTable *states = lab_result_table (result, "x");
  g_autofree char *x_label = NULL, *y_label = NULL;

  if (result->curves->len == 0)
    return NULL;
  x_label = plot_text_variable (lab_table_text (states, 0, 0));
  y_label = plot_text_variable (lab_table_text (states, 1, 0));
  return plot_study_curves_new (result, &(PlotStudyText) { "Region of attraction", NULL, x_label, y_label }, lab_problem_instance (problem, NULL));
}

static PlotView *
plane_new (const LabProblem *problem, const LabResult *result)
{
  PlotStudyPlane options = PLOT_STUDY_PLANE_ALL;

  options.unit = model_time_unit (problem->model);
  options.model = model_name (problem->model);
  return plot_study_plane_new (result, lab_problem_instance (problem, NULL), &options);
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
  gboolean large = kind->has_curves || is_plane (kind);
  PlotFormat format;
  PlotView *view;

  if (path == NULL || !plot_format_from_path (path, &format, NULL))
    return CLI_OK;
  name = plot_text_escape (model_name (problem->model));
  view = kind->has_curves    ? curves_new (problem, result)
         : is_plane (kind) ? plane_new (problem, result)
                             : plot_study_method_new (kind->id, result, name);
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
