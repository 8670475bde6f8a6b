/* The stored picture of a live page: the plots of the model for its first run. The page shows it where nothing can be computed. */
#include "page-private.h"

#include <gio/gio.h>
#include <math.h>

#include "lab-progress-monitor.h"
#include "plot-export.h"

/* Size of the picture in px, and the number of rows inside each step. */
#define WIDTH 900
#define HEIGHT 560
#define POINTS_PER_STEP 8
/* Above this size a picture of points is smaller than one of lines. */
#define LARGE_BYTES 150000

static GBytes *
draw (PlotFigure *figure, const char **type, GError **error)
{
  g_autoptr (GBytes) svg = plot_export_bytes (figure, PLOT_FORMAT_SVG, WIDTH, HEIGHT, plot_theme_find ("light"), NULL, NULL, error);
  g_autoptr (GBytes) png = NULL;

  *type = "image/svg+xml";
  if (svg == NULL || g_bytes_get_size (svg) < LARGE_BYTES)
    return g_steal_pointer (&svg);
  png = plot_export_bytes (figure, PLOT_FORMAT_PNG, WIDTH, HEIGHT, plot_theme_find ("light"), NULL, NULL, error);
  if (png == NULL)
    return NULL;
  if (g_bytes_get_size (png) >= g_bytes_get_size (svg))
    return g_steal_pointer (&svg);
  *type = "image/png";
  return g_steal_pointer (&png);
}

GBytes *
page_still (const PageInput *input, const LabProgress *progress, const char **type, GError **error)
{
  const LabProblem *problem = &input->problem;
  SimSamplingRule dense = { .sampling = SIM_SAMPLE_DENSE, .count = POINTS_PER_STEP };
  g_autoptr (SimSimulator) simulator = lab_problem_simulator (problem, NULL, error);
  g_autoptr (SimTrajectory) trajectory = NULL;
  g_autoptr (SimTape) tape = NULL;
  g_autoptr (PlotFigure) figure = NULL;
  LabProgressMonitor monitor = { .progress = progress, .t_start = problem->t_start, .t_end = problem->t_end };
  ModelSystem *system;
  SimStatus status;
  PlotRun run;

  if (simulator == NULL)
    return NULL;
  system = sim_system_model (sim_simulator_system (simulator));
  trajectory = sim_trajectory_new (model_system_n_columns (system), (gsize)sim_config_get_number (problem->config, "memory_limit"));
  sim_simulator_add_sink (simulator, sim_sink_trajectory (trajectory), &dense);
  sim_simulator_set_event_log (simulator, trajectory);
  tape = sim_tape_new (0);
  sim_simulator_set_tape (simulator, tape);
  lab_progress_monitor_attach (&monitor, simulator);
  status = sim_simulator_initialize (simulator, problem->t_start, NULL, NULL, problem->t_end, FALSE);
  if (status.reason == SIM_READY || status.reason == SIM_REACHED_END)
    status = sim_simulator_advance_to (simulator, problem->t_end);
  if (monitor.cancelled)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "cancelled");
      return NULL;
    }
  run = (PlotRun){ .trajectory = trajectory,
                   .tape = tape,
                   .system = system,
                   .t_start = problem->t_start,
                   .t_end = status.boundary,
                   .max_step = sim_config_get_number (problem->config, "max_step"),
                   .t_branch = NAN };
  figure = plot_figure_new_for_model_plots (&run, NULL, 0);
  return figure != NULL ? draw (figure, type, error) : NULL;
}
