/* Runs a comparison: first the reference; then for each method the search for its setting, a run that is timed, and a run that is
 * recorded. */
#include "lab-comparison.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>

#include "lab-comparison-private.h"
#include "lab-progress-monitor.h"

/* Desired number of rows of a drawn trajectory; a plot has fewer pixels.
 * If a run has fewer steps, rows from dense output are added between
 * them. */
#define SMOOTH_ROWS 6000
/* Largest number of rows that are added inside one step. With 10 steps per oscillation, the chords between rows then span an angle of
 * 2π/160 and differ from the curve by 2e-4 of the amplitude. */
#define MOST_BETWEEN 15

static void
entry_clear (LabComparisonEntry *entry)
{
  g_free (entry->refused);
  lab_run_clear (&entry->run);
  g_clear_pointer (&entry->trajectory, sim_trajectory_unref);
  g_free (entry->t);
  g_free (entry->invariant_error);
  g_free (entry->invariant_drift);
  g_free (entry->position_error);
}

void
lab_comparison_free (LabComparison *comparison)
{
  if (comparison == NULL)
    return;
  for (int i = 0; i < comparison->n_entries; i++)
    entry_clear (&comparison->entries[i]);
  g_free (comparison->entries);
  g_free (comparison->invariant_name);
  g_free (comparison->time_unit);
  g_free (comparison->reference_source);
  g_clear_pointer (&comparison->reference, sim_trajectory_unref);
  g_free (comparison);
}

/* ---- runs ---- */

/* Repeats the run of an entry, and records each step with `between` rows inside it. Returns NULL with an error on
 * failure. */
static SimTrajectory *
record_run (const LabProblem *problem, const SimConfig *config, int between, const LabProgress *progress, GError **error)
{
  g_autoptr (SimSimulator) simulator = lab_problem_simulator (problem, config, error);
  g_autoptr (SimTrajectory) trajectory = NULL;
  SimSamplingRule rule = { .sampling = SIM_SAMPLE_DENSE, .count = between };
  LabProgressMonitor monitor = { .progress = progress, .t_start = problem->t_start, .t_end = problem->t_end };
  SimStatus status;

  if (simulator == NULL)
    return NULL;
  trajectory = sim_trajectory_new (sim_simulator_system (simulator)->n_columns, (gsize) sim_config_get_number (config, "memory_limit"));
  sim_simulator_add_sink (simulator, sim_sink_trajectory (trajectory), &rule);
  sim_simulator_set_event_log (simulator, trajectory);
  lab_progress_monitor_attach (&monitor, simulator);
  status = sim_simulator_initialize (simulator, problem->t_start, NULL, NULL, problem->t_end, FALSE);
  if (status.reason == SIM_READY || status.reason == SIM_REACHED_END)
    sim_simulator_advance_to (simulator, problem->t_end);
  if (monitor.cancelled)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "cancelled");
      return NULL;
    }
  return sim_simulator_finish (simulator, error) ? g_steal_pointer (&trajectory) : NULL;
}

/* A run that takes less time than this, in seconds, is repeated to measure its time. The
 * first execution of a run of a millisecond consists mostly of page faults and cache
 * misses. */
#define SHORT_RUN 0.05

/* Repeats a short run up to three times and keeps the shortest time. */
static gboolean
time_again (const LabProblem *problem, const SimConfig *config, LabComparisonEntry *entry, const LabProgress *progress, GError **error)
{
  for (int i = 0; i < 3 && entry->seconds < SHORT_RUN; i++)
    {
      LabRun again = { 0 };
      gboolean done = lab_problem_run (problem, config, progress, &again, error);

      if (done)
        entry->seconds = fmin (entry->seconds, again.statistics.wall_seconds);
      lab_run_clear (&again);
      if (!done)
        return FALSE;
    }
  return TRUE;
}

/* ---- the comparison ---- */

/* Maps the progress of one run to that of the comparison. */
typedef struct { const LabProgress *outer; double done, total; } EntryProgress;

/* The number of runs in a search is not known in advance. The progress of all runs of a search approaches half of the entry's part. */
static gboolean
report_entry (gpointer user, double fraction)
{
  EntryProgress *progress = user;

  return lab_progress_report (progress->outer, CLAMP ((progress->done + 0.5 * fraction) / progress->total, 0, 1), NULL);
}

/* Returns whether the method should choose its steps by an error estimate. It should not if the estimate needs extra evaluations, or if the
 * method is symplectic, since it then conserves energy only with constant steps. */
static gboolean
method_adapts (const OdeMethod *method)
{
  return (method->traits & ODE_TRAIT_ADAPTIVE) && !(method->traits & (ODE_TRAIT_ESTIMATE_ON_REQUEST | ODE_TRAIT_SYMPLECTIC));
}

/* Runs and measures one method. Returns FALSE with an error only if the comparison is cancelled; for other errors, sets `refused` to the
 * reason. */
static gboolean
run_entry (LabComparison *comparison, LabComparisonEntry *entry, const LabProblem *problem, ModelSystem *system, const double *reference_end,
           const LabProgress *progress, GError **error)
{
  const char *reason = ode_method_refuses (entry->method, model_system_ode (system));
  g_autoptr (SimConfig) config = NULL;
  g_autoptr (GError) local = NULL;
  gboolean done;
  int between;

  if (reason != NULL)
    {
      entry->refused = g_strdup (_(reason));
      return TRUE;
    }
  entry->fixed = !method_adapts (entry->method);
  done = lab_comparison_find_setting (comparison, entry, problem, reference_end, progress, &local);
  if (done && entry->refused == NULL)
    {
      config = lab_comparison_entry_config (comparison, problem, entry);
      between = (int) CLAMP (SMOOTH_ROWS / MAX (1, entry->run.statistics.ode.steps_taken) - 1, 0, MOST_BETWEEN);
      done = time_again (problem, config, entry, progress, &local);
      entry->trajectory = done ? record_run (problem, config, between, progress, &local) : NULL;
      done = entry->trajectory != NULL && lab_comparison_measure (comparison, entry, problem, system, progress, &local);
    }
  if (!done && g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  if (!done)
    entry->refused = g_strdup (local->message);
  else if (entry->refused == NULL)
    entry->behaviour = lab_comparison_classify (comparison, entry, system);
  return TRUE;
}

/* Returns the index of the column with this name. If there is none, returns that of state n, or −1 if there is no such
 * state. */
static int
state_column (ModelSystem *system, const char *name, int nth)
{
  int column = name != NULL ? model_system_find_column (system, name) : -1;

  if (column >= 0)
    return column;
  return nth < model_system_n_states (system) ? nth : -1;
}

/* Sets the members that are known before the runs. Returns FALSE with an error if the arguments are
 * invalid. */
static gboolean
prepare_comparison (LabComparison *comparison, const LabProblem *problem, ModelSystem *system, const LabComparisonTerms *terms,
                    GError **error)
{
  if (!(terms->value > 0) || !isfinite (terms->value) || !(problem->t_end > problem->t_start))
    {
      g_set_error_literal (error, SIM_ERROR, SIM_ERROR_VALUE,
                           _("a comparison needs a positive cost, step or accuracy and an end time after its start time"));
      return FALSE;
    }
  comparison->rule = terms->rule;
  comparison->value = terms->value;
  comparison->t_start = problem->t_start;
  comparison->t_end = problem->t_end;
  comparison->time_unit = g_strdup (model_time_unit (problem->model));
  comparison->x_column = state_column (system, terms->x, 0);
  comparison->y_column = state_column (system, terms->y, 1);
  for (int i = 0; i < model_system_n_states (system); i++)
    comparison->has_positions |= model_system_column (system, i)->kind == ODE_POSITION;
  comparison->invariant_column = terms->invariant != NULL ? model_system_find_column (system, terms->invariant) : -1;
  for (int i = 0; comparison->invariant_column < 0 && i < model_system_n_columns (system); i++)
    if (model_system_column (system, i)->invariant)
      comparison->invariant_column = i;
  if (comparison->invariant_column >= 0)
    comparison->invariant_name = g_strdup (model_system_column (system, comparison->invariant_column)->name);
  return TRUE;
}

LabComparison *
lab_comparison_run (const LabProblem *problem, const OdeMethod *const *methods, int n_methods, const LabComparisonTerms *terms,
                    const LabProgress *progress, GError **error)
{
  g_autoptr (LabComparison) comparison = g_new0 (LabComparison, 1);
  g_autoptr (ModelSystem) system = lab_problem_instance (problem, error);
  EntryProgress entry_progress = { .outer = progress, .total = n_methods + 1 };
  LabProgress inner = { report_entry, &entry_progress };
  g_autofree double *reference_end = NULL;

  if (system == NULL || !prepare_comparison (comparison, problem, system, terms, error)
      || !lab_comparison_find_reference (comparison, problem, system, &inner, error))
    return NULL;
  if (lab_comparison_reference_is_complete (comparison))
    {
      const double *row = sim_trajectory_row (comparison->reference, sim_trajectory_n_rows (comparison->reference) - 1);

      reference_end = g_memdup2 (row + 1, model_system_n_states (system) * sizeof (double));
    }
  comparison->entries = g_new0 (LabComparisonEntry, n_methods);
  for (int i = 0; i < n_methods; i++)
    {
      LabComparisonEntry *entry = &comparison->entries[i];

      entry_progress.done = i + 1;
      entry->method = methods[i];
      entry->h = entry->accuracy = entry->largest_invariant_error = entry->largest_position_error = entry->final_position_error
        = entry->t_left = NAN;
      comparison->n_entries = i + 1;
      if (!run_entry (comparison, entry, problem, system, reference_end, &inner, error))
        return NULL;
    }
  return g_steal_pointer (&comparison);
}
