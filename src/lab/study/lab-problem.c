/* Makes instances and simulators of the model of a study, runs them with progress and cancellation, and checks the
 * settings of the study. */
#include "lab-problem.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "expr-look.h"
#include "lab-progress-monitor.h"


void
lab_run_clear (LabRun *run)
{
  g_clear_pointer (&run->message, g_free);
  g_clear_pointer (&run->x, g_free);
  g_clear_pointer (&run->unresolved, g_free);
}

ModelSystem *
lab_problem_instance (const LabProblem *problem, GError **error)
{
  g_autoptr (ModelSystem) system = model_system_new (problem->model, &problem->instance, error);

  if (system == NULL || (problem->prepare != NULL && !problem->prepare (system, problem->user, error)))
    return NULL;
  return g_steal_pointer (&system);
}

SimSimulator *
lab_problem_simulator (const LabProblem *problem, const SimConfig *config, GError **error)
{
  ModelSystem *instance = lab_problem_instance (problem, error);
  SimSystem *system;

  if (instance == NULL)
    return NULL;
  system = sim_system_from_model (instance);
  for (int i = 0; problem->events_off != NULL && i < system->n_events; i++)
    if (g_hash_table_contains (problem->events_off, system->events[i].name))
      sim_system_set_event_enabled (system, i, FALSE);
  return sim_simulator_new (system, config != NULL ? config : problem->config, error);
}

gboolean
lab_problem_set_times (LabProblem *problem, GError **error)
{
  g_autoptr (ModelSystem) system = lab_problem_instance (problem, error);

  if (system == NULL)
    return FALSE;
  if (isnan (problem->t_start))
    problem->t_start = model_system_t_start (system);
  if (isnan (problem->t_end))
    problem->t_end = model_system_t_end (system);
  if (problem->t_end >= problem->t_start)
    return TRUE;
  g_set_error (error, MODEL_ERROR, MODEL_ERROR_VALUE, _("the end time %g is before the start time %g"), problem->t_end, problem->t_start);
  return FALSE;
}

gboolean
lab_problem_has_all_events (const LabProblem *problem)
{
  return problem->events_off == NULL || g_hash_table_size (problem->events_off) == 0;
}

SimConfig *
lab_problem_config (const LabProblem *problem, const OdeMethod *method, double h, double accuracy)
{
  static const char *const freed[] = { "realtime_rate", "step_limit", "initial_step", "min_step" };
  SimConfig *config = sim_config_copy (problem->config);

  sim_config_set (config, "integrator", method->id, SIM_ORIGIN_LIVE, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (freed); i++)
    sim_config_set (config, freed[i], "0", SIM_ORIGIN_LIVE, NULL);
  sim_config_set (config, "error_control", h > 0 ? "false" : "true", SIM_ORIGIN_LIVE, NULL);
  sim_config_set_number (config, "max_step", h > 0 ? h : 0, SIM_ORIGIN_LIVE, NULL);
  if (!(h > 0))
    sim_config_replace_accuracy (config, accuracy);
  return config;
}

/* ---- progress ---- */

/* Largest product of the number of states and the number of steps between two reports. */
#define STATES_BETWEEN 1024

int
lab_progress_steps (int n)
{
  return CLAMP (STATES_BETWEEN / MAX (1, n), 1, LAB_PROGRESS_STEPS);
}

gboolean
lab_problem_require_order (int n, GError **error)
{
  if (n <= LAB_MOST_ORDER)
    return TRUE;
  g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_UNSUITED,
               _("this study needs a matrix with a row for each state, for at most %d states; the model has %d"), LAB_MOST_ORDER, n);
  return FALSE;
}

gboolean
lab_progress_report (const LabProgress *progress, double fraction, GError **error)
{
  if (progress == NULL || progress->func == NULL || progress->func (progress->user, fraction))
    return TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("cancelled"));
  return FALSE;
}

bool
lab_progress_look (void *unused)
{
  return expr_look_continues ();
}

void
lab_progress_show (const LabProgress *progress, const struct LabResult *result)
{
  if (progress != NULL && progress->show != NULL)
    progress->show (progress->user, result);
}

static gboolean
report_part (gpointer user, double fraction)
{
  const LabPart *part = user;

  return lab_progress_report (part->outer, (part->done + fraction) / part->total, NULL);
}

LabProgress
lab_part_progress (LabPart *part)
{
  return (LabProgress) { .func = report_part, .user = part };
}

/* ---- one run ---- */

typedef struct
{
  LabProgressMonitor monitor;
  const LabRunWatch *wanted;
  SimSimulator *simulator;
} Watch;

/* Reports progress and stops the run if the study is cancelled. */
static SimHandlerStatus
watch_run (gpointer user, const SimSimulator *simulator)
{
  Watch *watch = user;

  if (watch->wanted->step != NULL)
    watch->wanted->step (watch->wanted->user, watch->simulator);
  return lab_progress_monitor_step_to (&watch->monitor, sim_simulator_t (simulator)) ? (SimHandlerStatus) { .severity = SIM_DID_NOTHING }
                                                                                     : lab_progress_monitor_end ();
}

gboolean
lab_problem_run (const LabProblem *problem, const SimConfig *config, const LabProgress *progress, LabRun *run, GError **error)
{
  return lab_problem_run_watched (problem, config, &(LabRunWatch) { 0 }, progress, run, error);
}

gboolean
lab_problem_run_watched (const LabProblem *problem, const SimConfig *config, const LabRunWatch *wanted, const LabProgress *progress,
                         LabRun *run, GError **error)
{
  g_autoptr (SimSimulator) simulator = lab_problem_simulator (problem, config, error);
  Watch watch = { { .progress = progress, .t_start = problem->t_start, .t_end = problem->t_end }, wanted, simulator };
  SimStatus status;
  int n_states;

  memset (run, 0, sizeof *run);
  if (simulator == NULL)
    return FALSE;
  n_states = sim_simulator_system (simulator)->ode->n_states;
  if (wanted->tape != NULL)
    sim_simulator_set_tape (simulator, wanted->tape);
  if (wanted->resolve)
    sim_simulator_resolve_steps (simulator);
  if (wanted->samples != NULL)
    sim_simulator_add_sink (simulator, sim_sink_ring (1), wanted->samples);
  lab_progress_monitor_watch (&watch.monitor, simulator);
  sim_simulator_set_monitor (simulator, watch_run, &watch);
  status = sim_simulator_initialize (simulator, problem->t_start, wanted->x, NULL, problem->t_end, FALSE);
  if (status.reason == SIM_READY || status.reason == SIM_REACHED_END)
    status = sim_simulator_advance_to (simulator, problem->t_end);
  if (watch.monitor.cancelled)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("cancelled"));
      return FALSE;
    }
  /* A run also fails if the study was cancelled during an evaluation of the model. */
  if (status.reason == SIM_FAILED_RUN && !lab_progress_report (progress, watch.monitor.fraction, error))
    return FALSE;
  run->reason = status.reason;
  run->message = status.reason == SIM_FAILED_RUN ? g_strdup (status.message) : NULL;
  run->statistics = sim_simulator_statistics (simulator);
  run->t = sim_simulator_t (simulator);
  run->n_states = n_states;
  run->resolution = sim_simulator_resolution (simulator, &run->unresolved);
  run->x = g_memdup2 (sim_simulator_x (simulator), n_states * sizeof (double));
  return TRUE;
}
