/* Computes one run from two given initial values and keeps it as a curve in the plane of these states. */
#include "lab-path.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>

#include "lab-option.h"
#include "lab-problem.h"
#include "lab-progress-monitor.h"
#include "sim-sink.h"

/* Number of rows inside each step, for smooth curves. */
#define BETWEEN 6
#define MEMORY_LIMIT ((gsize) 64 << 20)

/* A problem in which two initial values are replaced. */
typedef struct { const LabProblem *problem; const char *x, *y; double x_start, y_start; } Start;

/* Sets the initial states of a new instance of the model to the start of the path. The values of the problem come first, because they may set
 * the same states. */
static gboolean
prepare (ModelSystem *system, gpointer user, GError **error)
{
  const Start *start = user;
  const LabProblem *problem = start->problem;

  return (problem->prepare == NULL || problem->prepare (system, problem->user, error))
         && model_system_set_initial (system, start->x, start->x_start, error)
         && (start->y == NULL || model_system_set_initial (system, start->y, start->y_start, error));
}

/* Returns the column of a state among the columns of rows, which begin after the time, or −1 with an error. key: the option that names
 * the state. */
static int
find_column (const ModelSystem *system, const char *key, const char *name, GError **error)
{
  int column = model_system_find_column (system, name);

  if (column < 0)
    lab_option_set_error (error, key, _("the model has no state '%s'"), name);
  return column;
}

/* Copies time and two columns of each row. Without a second state, y is 0. */
static LabPath *
take_rows (const SimTrajectory *trajectory, const Start *start, int x_column, int y_column)
{
  LabPath *path = g_new0 (LabPath, 1);

  path->n = (int) MIN (sim_trajectory_n_rows (trajectory), (gsize) G_MAXINT);
  path->x_name = g_strdup (start->x);
  path->y_name = g_strdup (start->y);
  path->x_start = start->x_start;
  path->y_start = start->y_start;
  path->t = g_new (double, path->n + 1);
  path->x = g_new (double, path->n + 1);
  path->y = g_new0 (double, path->n + 1);
  for (int k = 0; k < path->n; k++)
    {
      const double *row = sim_trajectory_row (trajectory, (gsize) k);

      path->t[k] = row[0];
      path->x[k] = row[1 + x_column];
      if (y_column >= 0)
        path->y[k] = row[1 + y_column];
    }
  return path;
}

/* Runs with the settings of the problem, as a run of the window, with BETWEEN rows inside each step. */
LabPath *
lab_path_new (const LabProblem *problem, const char *x, double x_start, const char *y, double y_start, double t_end,
              const LabProgress *progress, GError **error)
{
  Start start = { problem, x, y, x_start, y_start };
  LabProblem changed = *problem;
  g_autoptr (SimSimulator) simulator = NULL;
  g_autoptr (SimTrajectory) trajectory = NULL;
  SimSamplingRule rule = { .sampling = SIM_SAMPLE_DENSE, .count = BETWEEN };
  const SimSystem *system;
  int x_column, y_column = -1;
  LabPath *path;
  LabProgressMonitor monitor = { .progress = progress };
  SimStatus status;

  changed.prepare = prepare;
  changed.user = &start;
  if (!lab_problem_set_times (&changed, error) || (simulator = lab_problem_simulator (&changed, NULL, error)) == NULL)
    return NULL;
  if (isnan (t_end))
    t_end = changed.t_end;
  monitor.t_start = changed.t_start;
  monitor.t_end = t_end;
  system = sim_simulator_system (simulator);
  {
    g_autoptr (ModelSystem) instance = lab_problem_instance (&changed, error);

    if (instance == NULL || (x_column = find_column (instance, "x", x, error)) < 0 || (y != NULL && (y_column = find_column (instance, "y", y, error)) < 0))
      return NULL;
  }
  trajectory = sim_trajectory_new (system->n_columns, MEMORY_LIMIT);
  sim_simulator_add_sink (simulator, sim_sink_trajectory (trajectory), &rule);
  lab_progress_monitor_attach (&monitor, simulator);
  status = sim_simulator_initialize (simulator, changed.t_start, NULL, NULL, t_end, FALSE);
  if (status.reason == SIM_READY || status.reason == SIM_REACHED_END)
    status = sim_simulator_advance_to (simulator, t_end);
  if (monitor.cancelled)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "cancelled");
      return NULL;
    }
  if (!sim_simulator_finish (simulator, error))
    return NULL;
  path = take_rows (trajectory, &start, x_column, y_column);
  path->failed = status.reason != SIM_REACHED_END && status.reason != SIM_READY && status.reason != SIM_TERMINATED;
  return path;
}

void
lab_path_free (LabPath *path)
{
  if (path == NULL)
    return;
  g_free (path->x_name);
  g_free (path->y_name);
  g_free (path->t);
  g_free (path->x);
  g_free (path->y);
  g_free (path);
}
