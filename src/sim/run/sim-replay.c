/* Step back, and replay of an attempt. Both restore the last snapshot before
 * the target and repeat the steps from there; the same arithmetic gives the
 * same bits. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "ode-eigen.h"
#include "sim-run-private.h"

/* Eigenvalues cost about 10 n³ operations (Golub and Van Loan, Matrix Computations, section 7.5), 0.3 s for 300 states. */
#define MAX_EIGEN_STATES 300

/* Returns the last snapshot at or before the given number of steps, or NULL if
 * none is stored. */
static GBytes *
snapshot_before (SimTape *tape, long steps)
{
  gsize index = sim_tape_n_attempts (tape);
  for (;;)
    {
      gsize at, n_rows, n_records, n_attempts;
      long taken;
      GBytes *snapshot = sim_tape_snapshot (tape, index, &at);
      if (snapshot == NULL || (sim_snapshot_counts (snapshot, &n_rows, &n_records, &n_attempts, &taken) && taken <= steps))
        return snapshot;
      g_bytes_unref (snapshot);
      if (at == 0)
        return NULL;
      index = at - 1;
    }
}

gboolean
sim_run_go_back (SimRun *run)
{
  long target = sim_simulator_statistics_steps (run->simulator) - 1;
  gsize n_rows, n_records, n_attempts;
  long taken;
  if (target < 0)
    return FALSE;
  g_autoptr (GBytes) snapshot = snapshot_before (run->tape, target);
  if (snapshot == NULL || !sim_snapshot_counts (snapshot, &n_rows, &n_records, &n_attempts, &taken)
      || !sim_simulator_restore (run->simulator, snapshot))
    return FALSE;
  sim_trajectory_truncate (run->trajectory, n_rows, n_records);
  sim_tape_truncate (run->tape, n_attempts);
  while (sim_simulator_statistics_steps (run->simulator) < target)
    if (sim_simulator_step (run->simulator, run->t_end).reason != SIM_READY)
      break;
  return sim_simulator_statistics_steps (run->simulator) == target;
}

/* ---- replay of an attempt ---- */

typedef struct
{
  SimSimulator *simulator;
  SimReplay *replay;
  gsize index;  /* index of the next attempt */
  gsize wanted;
  gboolean found;
} Search;

static void
dense_from_pattern (const OdePattern *pattern, const double *values, int n, double *dense)
{
  memset (dense, 0, sizeof (double) * (gsize) n * (gsize) n);
  for (int j = 0; j < n; j++)
    for (int k = pattern->start[j]; k < pattern->start[j + 1]; k++)
      dense[(gsize) j * (gsize) n + (gsize) pattern->row[k]] = values[k];
}

/* Column j is (f (t, x + δ e_j) − f (t, x))/δ with δ = √ε max (1, |x_j|), which balances truncation O(δ) and rounding O(ε/δ). δ is
 * computed as (x_j + δ) − x_j, so that it is the exact difference of the two arguments; volatile keeps the compiler from simplifying
 * it. √ε = 2⁻²⁶. */
static gboolean
jacobian_by_differences (const OdeSystem *ode, double t, const double *x, double *dense)
{
  int n = ode->n_states;
  g_autofree double *f0 = g_new (double, (gsize) n);
  g_autofree double *x1 = g_memdup2 (x, sizeof (double) * (gsize) n);
  if (ode->rhs (ode->self, t, x, f0) != ODE_DONE)
    return FALSE;
  for (int j = 0; j < n; j++)
    {
      double *column = dense + (gsize) j * (gsize) n;
      volatile double moved = x[j] + 1.4901161193847656e-08 * fmax (1, fabs (x[j]));
      double step = moved - x[j];
      x1[j] = moved;
      if (ode->rhs (ode->self, t, x1, column) != ODE_DONE)
        return FALSE;
      for (int i = 0; i < n; i++)
        column[i] = (column[i] - f0[i]) / step;
      x1[j] = x[j];
    }
  return TRUE;
}

static gboolean
jacobian_at (const OdeSystem *ode, double t, const double *x, double *dense)
{
  int n = ode->n_states;
  if (ode->jacobian == NULL)
    return jacobian_by_differences (ode, t, x, dense);
  if (ode->jacobian_pattern == NULL)
    return ode->jacobian (ode->self, t, x, dense) == ODE_DONE;
  g_autofree double *values = g_new (double, (gsize) ode->jacobian_pattern->start[n] + 1);
  if (ode->jacobian (ode->self, t, x, values) != ODE_DONE)
    return FALSE;
  dense_from_pattern (ode->jacobian_pattern, values, n, dense);
  return TRUE;
}

/* Repeats the attempt as one fixed step from its start to compute its stages.
 * Multistep methods have no stages. */
static void
repeat_attempt (Search *search)
{
  SimReplay *replay = search->replay;
  OdeIntegrator *run = sim_simulator_integrator (search->simulator);
  const OdeMethod *method = ode_integrator_method (run);
  OdeSettings settings = *ode_integrator_settings (run);
  char words[256];
  if ((method->traits & ODE_TRAIT_MULTISTEP) != 0)
    return;
  settings.error_control = false;
  settings.max_step = replay->attempt.h;
  settings.stop = NULL;
  OdeIntegrator *alone = ode_integrator_new (method, ode_integrator_system (run), &settings, words, sizeof words);
  if (alone == NULL)
    return;
  if (ode_integrator_initialize (alone, replay->attempt.t, replay->x0, replay->attempt.t + replay->attempt.h) == ODE_DONE
      && ode_integrator_step_fixed (alone, replay->attempt.h) == ODE_DONE)
    {
      int n_stages = 0;
      memcpy (replay->x1, ode_integrator_x (alone), sizeof (double) * (gsize) replay->n_states);
      const double *stages = ode_integrator_stages (alone, &n_stages);
      if (stages != NULL && n_stages > 0)
        {
          replay->n_stages = n_stages;
          replay->stages = g_memdup2 (stages, sizeof (double) * (gsize) n_stages * (gsize) replay->n_states);
        }
    }
  ode_integrator_free (alone);
}

static void
on_attempt (void *user, const OdeAttempt *attempt)
{
  Search *search = user;
  if (search->found || search->index++ != search->wanted)
    return;
  search->found = TRUE;
  SimReplay *replay = search->replay;
  OdeIntegrator *integrator = sim_simulator_integrator (search->simulator);
  const OdeSystem *ode = ode_integrator_system (integrator);
  gsize n = (gsize) replay->n_states;
  replay->attempt = *attempt;
  /* If an event shortens a step, the integrator is at the end of the step when the attempt is recorded. The start of the attempt is then
   * the previous point. */
  const double *x0 = ode_integrator_t (integrator) == attempt->t ? ode_integrator_x (integrator) : ode_integrator_x_previous (integrator);
  memcpy (replay->x0, x0, sizeof (double) * n);
  const double *scaled = ode_integrator_scaled_errors (integrator);
  if (scaled != NULL)
    replay->scaled_errors = g_memdup2 (scaled, sizeof (double) * n);
  repeat_attempt (search);
  replay->jacobian = g_new (double, n * n);
  if (!jacobian_at (ode, attempt->t, replay->x0, replay->jacobian))
    g_clear_pointer (&replay->jacobian, g_free);
  if (replay->jacobian != NULL && replay->n_states <= MAX_EIGEN_STATES)
    {
      g_autofree double *work = g_new (double, ode_eigen_work_size (replay->n_states));
      replay->eigenvalues = g_new (double, 2 * n);
      if (!ode_eigen_values (replay->n_states, replay->jacobian, replay->eigenvalues, work))
        g_clear_pointer (&replay->eigenvalues, g_free);
    }
  sim_simulator_pause (search->simulator);
}

static SimReplay *
replay_from (SimRun *run, GBytes *snapshot, gsize first, gsize attempt, GError **error)
{
  /* Use a second simulator on the same system, without the run's tape and
   * sinks. The state of the system is restored afterwards. */
  const SimSystem *system = sim_simulator_system (run->simulator);
  SimSystem *borrowed = g_memdup2 (system, sizeof *system);
  borrowed->free = NULL;
  SimSimulator *simulator = sim_simulator_new (borrowed, sim_simulator_config (run->simulator), error);
  if (simulator == NULL)
    return NULL;
  int n = system->ode->n_states;
  SimReplay *replay = g_new0 (SimReplay, 1);
  replay->n_states = n;
  replay->x0 = g_new0 (double, (gsize) n);
  replay->x1 = g_new0 (double, (gsize) n);
  Search search = { simulator, replay, first, attempt, FALSE };
  g_autoptr (SimTape) tape = sim_tape_new (1024);
  sim_tape_set_listener (tape, on_attempt, &search);
  g_autoptr (GBytes) now = sim_simulator_save (run->simulator);
  if (sim_simulator_restore (simulator, snapshot))
    {
      sim_simulator_set_tape (simulator, tape);
      while (!search.found && search.index <= attempt && sim_simulator_step (simulator, run->t_end).reason == SIM_READY)
        ;
    }
  sim_simulator_free (simulator);
  sim_simulator_restore (run->simulator, now);
  if (!search.found)
    {
      sim_replay_free (replay);
      g_set_error (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, _("the attempt was computed with other settings and cannot be computed again"));
      return NULL;
    }
  return replay;
}

SimReplay *
sim_run_replay (SimRun *run, gsize attempt, GError **error)
{
  SimReplay *replay = NULL;
  gsize first;
  pthread_mutex_lock (&run->lock);
  if (run->state == SIM_RUN_RUNNING || run->command != SIM_RUN_NOTHING)
    g_set_error (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, _("pause the run to inspect its steps"));
  else if (sim_simulator_integrator (run->simulator) == NULL)
    g_set_error (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, _("a system without continuous states has no integration steps"));
  else
    {
      g_autoptr (GBytes) snapshot = sim_tape_snapshot (run->tape, attempt, &first);
      if (snapshot == NULL || attempt >= sim_tape_n_attempts (run->tape))
        g_set_error (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, _("this attempt is no longer stored"));
      else
        replay = replay_from (run, snapshot, first, attempt, error);
    }
  pthread_mutex_unlock (&run->lock);
  return replay;
}

void
sim_replay_free (SimReplay *replay)
{
  if (replay == NULL)
    return;
  g_free (replay->x0);
  g_free (replay->x1);
  g_free (replay->stages);
  g_free (replay->scaled_errors);
  g_free (replay->jacobian);
  g_free (replay->eigenvalues);
  g_free (replay);
}
