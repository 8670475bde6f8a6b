#include "lab-sampler.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* As for differences: what moves the last digits of one and the same run stays below. */
#define SAME 1e-9
/* Steps that are rather taken than looked for in snapshots, of which there is one every 256 attempts. */
#define FEW_STEPS 512

struct LabSampler
{
  const LabRunRecord *run;
  SimSimulator *simulator;
  SimStatus status;
  int n_states;
  LabRunPlace place;
  long n_steps;
  double t_before, *x_before; /* before the last step */
  double *x;
};

void
lab_sampler_free (LabSampler *sampler)
{
  if (sampler == NULL)
    return;
  sim_simulator_free (sampler->simulator);
  g_free (sampler->x_before);
  g_free (sampler->x);
  g_free (sampler);
}

int
lab_sampler_n_columns (const LabSampler *sampler)
{
  return sim_simulator_system (sampler->simulator)->n_columns;
}

long
lab_sampler_n_steps (const LabSampler *sampler)
{
  return sampler->n_steps;
}

LabSampler *
lab_sampler_new (const LabRunRecord *run, GError **error)
{
  g_autoptr (SimConfig) config = sim_config_copy (run->problem.config);
  SimSimulator *simulator;
  LabSampler *sampler;

  sim_config_set (config, "realtime_rate", "0", SIM_ORIGIN_LIVE, NULL);
  simulator = lab_problem_simulator (&run->problem, config, error);
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
  sampler->status = sim_simulator_initialize (simulator, run->problem.t_start, NULL, NULL, sampler->place.t_end, FALSE);
  return sampler;
}

/* Goes on from the last snapshot before t, where that is far. What was changed on the way is not in snapshots: such a run is made again whole. */
static void
skip_towards (LabSampler *sampler, double t)
{
  const LabRunRecord *run = sampler->run;
  OdeAttempt attempt;
  gsize index, n_rows, n_records, n_attempts;
  long steps;

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

/* Steps until one ends beyond t, or the run does. */
static gboolean
step_past (LabSampler *sampler, double t, GError **error)
{
  const LabRunRecord *run = sampler->run;
  SimSimulator *simulator = sampler->simulator;

  skip_towards (sampler, t);
  while (sim_simulator_t (simulator) <= t && sim_simulator_t (simulator) < run->t[run->n - 1]
         && (sampler->status.reason == SIM_READY || sampler->status.reason == SIM_REACHED_END))
    {
      /* Only now: what was changed after the last step had its dense output until here. */
      if (!lab_run_record_apply (run, simulator, sim_simulator_statistics_steps (simulator), &sampler->place, error))
        return FALSE;
      sampler->t_before = sim_simulator_t (simulator);
      memcpy (sampler->x_before, sim_simulator_x (simulator), sampler->n_states * sizeof (double));
      sampler->status = sim_simulator_step (simulator, sampler->place.t_end);
      sampler->n_steps++;
    }
  return TRUE;
}

/* Whether the repetition came to where the run had come. */
static gboolean
ends_alike (const LabSampler *sampler)
{
  const double *ours = sim_simulator_x (sampler->simulator), *theirs = sampler->run->x_end;

  for (int i = 0; theirs != NULL && i < sampler->n_states; i++)
    if (!(fabs (ours[i] - theirs[i]) <= SAME * fmax (1, fabs (theirs[i]))) && !(isnan (ours[i]) && isnan (theirs[i])))
      return FALSE;
  return TRUE;
}

/* The state at t from the last step's start on. */
static gboolean
state_at (LabSampler *sampler, double t)
{
  OdeIntegrator *integrator = sim_simulator_integrator (sampler->simulator);
  gsize bytes = sampler->n_states * sizeof (double);
  double previous;

  if (integrator == NULL || t >= sim_simulator_t (sampler->simulator))
    {
      memcpy (sampler->x, sim_simulator_x (sampler->simulator), bytes);
      return TRUE;
    }
  previous = ode_integrator_t_previous (integrator);
  if (t > previous)
    return ode_integrator_interpolate (integrator, t, sampler->x) == ODE_DONE;
  if (t == previous)
    memcpy (sampler->x, ode_integrator_x_previous (integrator), bytes);
  else /* a step to an event that took several parts: dense output is of the last one, those before are short */
    for (int i = 0; i < sampler->n_states; i++)
      sampler->x[i] = sampler->x_before[i]
                      + (t - sampler->t_before) / (previous - sampler->t_before)
                            * (ode_integrator_x_previous (integrator)[i] - sampler->x_before[i]);
  return TRUE;
}

gboolean
lab_sampler_columns (LabSampler *sampler, double t, double *values, GError **error)
{
  const LabRunRecord *run = sampler->run;
  const SimSystem *system = sim_simulator_system (sampler->simulator);
  double now;

  if (!step_past (sampler, t, error))
    return FALSE;
  now = sim_simulator_t (sampler->simulator);
  if ((now < t && now < run->t[run->n - 1]) || (now == run->t[run->n - 1] && !ends_alike (sampler)) || !state_at (sampler, t))
    {
      g_set_error_literal (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED,
                           _("the run cannot be made again: its method or settings were changed while it ran"));
      return FALSE;
    }
  system->columns (system->self, t, sampler->x, sim_simulator_d (sampler->simulator), values);
  return TRUE;
}
