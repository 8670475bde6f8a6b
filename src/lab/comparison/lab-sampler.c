/* Repeats a completed run from the nearest snapshot of its tape and evaluates its dense output at ascending times. */
#include "lab-sampler.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* A snapshot is restored only if this saves at least FEW_STEPS steps. The tape has
 * a snapshot every 256 attempts, so there is little to save over shorter
 * distances. */
#define FEW_STEPS 512

struct LabSampler
{
  const LabRunRecord *run;
  SimSimulator *simulator;
  SimStatus status;
  int n_states;
  LabRunPlace place;
  gint64 n_steps;
  double t_before, *x_before; /* time and states before the last step */
  double *x;
  SimTrajectory *first; /* its first row has the values at the start, before the updates of initialization */
};

void
lab_sampler_free (LabSampler *sampler)
{
  if (sampler == NULL)
    return;
  sim_simulator_free (sampler->simulator);
  g_clear_pointer (&sampler->first, sim_trajectory_unref);
  g_free (sampler->x_before);
  g_free (sampler->x);
  g_free (sampler);
}

gint64
lab_sampler_n_steps (const LabSampler *sampler)
{
  return sampler->n_steps;
}

LabSampler *
lab_sampler_new (const LabRunRecord *run, GError **error)
{
  SimSimulator *simulator = lab_run_record_simulator (run, error);
  LabSampler *sampler;

  if (simulator == NULL)
    return NULL;
  sampler = g_new0 (LabSampler, 1);
  sampler->run = run;
  sampler->place.t_end = run->problem.t_end;
  sampler->simulator = simulator;
  sampler->n_states = sim_simulator_system (simulator)->ode->n_states;
  sampler->x = g_new0 (double, sampler->n_states + 1);
  sampler->x_before = g_new0 (double, sampler->n_states + 1);
  if (!lab_run_record_apply (run, simulator, -1, &sampler->place, error))
    {
      lab_sampler_free (sampler);
      return NULL;
    }
  sampler->first = sim_trajectory_new (sim_simulator_system (simulator)->n_columns, 1 << 20);
  sim_simulator_add_sink (simulator, sim_sink_trajectory (sampler->first), &(SimSamplingRule){ .sampling = SIM_SAMPLE_COUNT, .count = 2 });
  sampler->status = sim_simulator_initialize (simulator, run->problem.t_start, NULL, NULL, sampler->place.t_end, FALSE);
  return sampler;
}

/* Restores the last snapshot before t if this saves at least FEW_STEPS steps. Snapshots do not contain changes of parameters and settings;
 * a run with such changes is therefore repeated from its start. */
static void
skip_towards (LabSampler *sampler, double t)
{
  const LabRunRecord *run = sampler->run;
  OdeAttempt attempt;
  gsize index, n_rows, n_records, n_attempts;
  gint64 steps;

  if (run->tape == NULL || run->n_moves > 0 || (run->history != NULL && run->history->len > 0))
    return;
  index = sim_tape_find (run->tape, t);
  if (index == 0 || !sim_tape_get (run->tape, index - 1, &attempt) || attempt.t > t)
    return;
  g_autoptr (GBytes) snapshot = sim_tape_snapshot (run->tape, index - 1, NULL);
  if (snapshot != NULL && sim_snapshot_counts (snapshot, &n_rows, &n_records, &n_attempts, &steps)
      && steps > sim_simulator_statistics_steps (sampler->simulator) + FEW_STEPS)
    sim_simulator_restore (sampler->simulator, snapshot);
}

/* Takes steps until one ends at or after t, or until the run ends. Updates that are due at the end of a step run at the start of the next
 * one, so that at this point the states, discrete states and inputs are those before the updates. */
static gboolean
step_past (LabSampler *sampler, double t, GError **error)
{
  const LabRunRecord *run = sampler->run;
  SimSimulator *simulator = sampler->simulator;

  skip_towards (sampler, t);
  while (sim_simulator_t (simulator) < t && sim_simulator_t (simulator) < run->t[run->n - 1]
         && (sampler->status.reason == SIM_READY || sampler->status.reason == SIM_REACHED_END))
    {
      /* A change is applied only when the next step begins, because until then the dense output of the last step was needed for earlier
       * times. */
      if (!lab_run_record_apply (run, simulator, sim_simulator_statistics_steps (simulator), &sampler->place, error))
        return FALSE;
      sampler->t_before = sim_simulator_t (simulator);
      memcpy (sampler->x_before, sim_simulator_x (simulator), sampler->n_states * sizeof (double));
      sampler->status = sim_simulator_step (simulator, sampler->place.t_end);
      sampler->n_steps++;
    }
  return TRUE;
}

gboolean
lab_sampler_columns (LabSampler *sampler, double t, double *values, GError **error)
{
  const LabRunRecord *run = sampler->run;
  const SimSystem *system = sim_simulator_system (sampler->simulator);
  double now;

  if (t == run->problem.t_start && sim_trajectory_n_rows (sampler->first) > 0 && sampler->n_steps == 0)
    {
      memcpy (values, sim_trajectory_row (sampler->first, 0) + 1, (gsize)system->n_columns * sizeof (double));
      return TRUE;
    }
  if (!step_past (sampler, t, error))
    return FALSE;
  now = sim_simulator_t (sampler->simulator);
  if ((now < t && now < run->t[run->n - 1])
      || (now == run->t[run->n - 1] && !lab_run_record_ends_at (run, sim_simulator_x (sampler->simulator), sampler->n_states))
      || !lab_run_record_state_at (sampler->simulator, t, sampler->t_before, sampler->x_before, sampler->x))
    {
      g_set_error_literal (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED,
                           _("the run cannot be repeated: its method or settings were changed while it ran"));
      return FALSE;
    }
  system->columns (system->self, t, sampler->x, sim_simulator_d (sampler->simulator), values);
  return TRUE;
}
