/* Changes during a run: parameters, settings, the state, the real-time rate, and the caller's monitor. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "sim-loop-private.h"

/* Recomputes everything that depends on parameters: values of witnesses, event times, and the integrator's slopes and Jacobian. The step
 * size does not change. */
static void
refresh (SimSimulator *simulator)
{
  simulator->g0_known = FALSE;
  if (!simulator->initialized)
    return;
  sim_dispatch_schedule (simulator, sim_t (simulator), FALSE);
  if (simulator->system->next_break != NULL)
    simulator->next_break = simulator->system->next_break (simulator->system->self, sim_t (simulator));
  if (simulator->integrator != NULL)
    ode_integrator_invalidate (simulator->integrator);
}

static int
changed_parameter (const double *before, const double *after, int n)
{
  for (int i = 0; i < n; i++)
    if (memcmp (&before[i], &after[i], sizeof (double)) != 0)
      return i;
  return -1;
}

gboolean
sim_simulator_set_parameter (SimSimulator *simulator, const char *name, double value, GError **error)
{
  SimSystem *system = simulator->system;
  if (system->set_parameter == NULL)
    {
      g_set_error (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, _("this system has no parameters to change"));
      return FALSE;
    }
  gsize bytes = sizeof (double) * (gsize) (system->n_parameters + 1);
  g_autofree double *before = g_malloc0 (bytes);
  g_autofree double *after = g_malloc0 (bytes);
  if (system->get_parameters != NULL)
    system->get_parameters (system->self, before);
  if (!system->set_parameter (system->self, name, value, error))
    return FALSE;
  if (system->get_parameters != NULL)
    system->get_parameters (system->self, after);
  if (simulator->log != NULL && simulator->initialized)
    {
      gsize n_rows = sim_trajectory_n_rows (simulator->log);
      gsize last = n_rows > 0 ? n_rows - 1 : 0;
      SimEventRecord record = {
          .t = sim_t (simulator),
          .event = -1,
          .row_before = last,
          .row_after = last,
          .parameter = changed_parameter (before, after, system->n_parameters),
          .value = value,
          .overwritten = -1,
      };
      /* Refuse a change that cannot be recorded: without the record the run
       * could not be recomputed. */
      if (!sim_dispatch_append (simulator, &record, error))
        {
          if (system->set_parameters != NULL)
            system->set_parameters (system->self, before);
          return FALSE;
        }
    }
  refresh (simulator);
  simulator->n_changes++;
  return TRUE;
}

gboolean
sim_simulator_set_config (SimSimulator *simulator, const SimConfig *config, GError **error)
{
  SimConfig *old = simulator->config;
  const OdeMethod *method = simulator->method;
  simulator->config = sim_config_copy (config);
  if (!sim_simulator_configure (simulator, error))
    {
      sim_config_free (simulator->config);
      simulator->config = old;
      sim_simulator_configure (simulator, NULL);
      return FALSE;
    }
  sim_config_free (old);
  simulator->g0_known = FALSE;
  simulator->n_changes++;
  /* Drake's Simulator runs its initialization again after its integrator was replaced. */
  if (simulator->profile == SIM_PROFILE_DRAKE && simulator->method != method)
    simulator->initialized = FALSE;
  return TRUE;
}

void
sim_simulator_set_realtime_rate (SimSimulator *simulator, double rate)
{
  sim_throttle_rebase (&simulator->throttle, sim_t (simulator), rate);
}

void
sim_simulator_rebase (SimSimulator *simulator)
{
  sim_throttle_rebase (&simulator->throttle, sim_t (simulator), simulator->throttle.rate);
}

void
sim_simulator_set_t_end (SimSimulator *simulator, double t_end)
{
  simulator->n_changes++;
  simulator->t_end = t_end;
  sim_recorder_set_end (simulator->recorder, t_end);
}

void
sim_simulator_set_state (SimSimulator *simulator, const double *x, const double *d)
{
  SimSystem *system = simulator->system;
  if (d != NULL && system->n_discrete > 0)
    {
      memcpy (simulator->d, d, sizeof (double) * (gsize) system->n_discrete);
      system->set_discrete (system->self, simulator->d);
      if (simulator->integrator != NULL)
        ode_integrator_invalidate (simulator->integrator);
    }
  if (x != NULL)
    sim_motion_jump (simulator, x);
  simulator->g0_known = FALSE;
}

void
sim_simulator_set_trace (SimSimulator *simulator, OdeTraceFunc func, void *user)
{
  simulator->trace = func;
  simulator->trace_user = user;
  if (simulator->integrator != NULL)
    ode_integrator_set_trace (simulator->integrator, func, user);
}

void
sim_simulator_set_monitor (SimSimulator *simulator, SimMonitorFunc monitor, gpointer user)
{
  simulator->monitor = monitor;
  simulator->monitor_user = user;
}
