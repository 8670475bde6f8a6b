/* Handles changes during a run: of parameters, settings, states, the real-time rate and the caller's monitor. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "sim-loop-private.h"
#include "sim-switch-private.h"

/* Updates all data that depend on parameters after a change: values of witnesses, event times, and the integrator's slopes and Jacobian.
 * The step size does not change. */
static void
refresh (SimSimulator *simulator)
{
  simulator->g0_known = FALSE;
  sim_switch_forget (simulator);
  sim_passed_forget (simulator);
  if (!simulator->initialized)
    return;
  sim_dispatch_schedule (simulator, sim_t (simulator), FALSE);
  if (simulator->system->next_break != NULL)
    simulator->next_break = simulator->system->next_break (simulator->system->self, sim_t (simulator));
  sim_motion_restart (simulator);
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
    {
      system->get_parameters (system->self, after);
      /* The run goes on as it would have. */
      if (memcmp (before, after, sizeof (double) * (gsize) system->n_parameters) == 0)
        return TRUE;
    }
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
      /* A change that cannot be recorded is refused, because the run could
       * not be recomputed without the record. */
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

/* ---- editing states ---- */

/* Returns the index of a continuous state, n_states + the index of a discrete state, or −1 if there is no state of this name. */
static int
find_state (const SimSystem *system, const char *name)
{
  const OdeSystem *ode = system->ode;
  ModelSystem *model = sim_system_model (system);
  for (int i = 0; ode->names != NULL && i < ode->n_states; i++)
    if (strcmp (ode->names[i], name) == 0)
      return i;
  int column = model != NULL ? model_system_find_column (model, name) : -1;
  if (column < 0 || model_system_column (model, column)->type != MODEL_COLUMN_DISCRETE)
    return -1;
  return ode->n_states + model_system_column (model, column)->index;
}

gboolean
sim_simulator_edit_state (SimSimulator *simulator, const char *name, double value, GError **error)
{
  SimEdit edit = { find_state (simulator->system, name), value };
  if (edit.index < 0)
    {
      g_set_error (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, _("there is no state '%s'"), name);
      return FALSE;
    }
  if (!isfinite (value))
    {
      g_set_error (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, _("the state '%s' cannot be set to a value that is not finite"), name);
      return FALSE;
    }
  if (simulator->edits == NULL)
    simulator->edits = g_array_new (FALSE, FALSE, sizeof (SimEdit));
  g_array_append_val (simulator->edits, edit);
  simulator->n_changes++;
  return TRUE;
}

gboolean
sim_simulator_set_next_step (SimSimulator *simulator, double h, GError **error)
{
  if (!(h > 0) || !isfinite (h))
    g_set_error (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, _("the size of the next step must be positive"));
  else if (simulator->integrator == NULL || !ode_integrator_is_controlled (simulator->integrator))
    g_set_error (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, _("the size of the next step cannot be set: the steps of this run are not chosen by error control"));
  else
    {
      ode_integrator_set_next_step (simulator->integrator, h);
      simulator->n_changes++;
      return TRUE;
    }
  return FALSE;
}

gboolean
sim_live_has_edits (const SimSimulator *simulator)
{
  return simulator->edits != NULL && simulator->edits->len > 0;
}

void
sim_live_forget_edits (SimSimulator *simulator)
{
  if (simulator->edits != NULL)
    g_array_set_size (simulator->edits, 0);
}

gboolean
sim_live_apply_edits (SimSimulator *simulator, GError **error)
{
  SimSystem *system = simulator->system;
  int n = system->ode->n_states;
  if (!sim_live_has_edits (simulator))
    return TRUE;
  memcpy (simulator->x_plus, sim_x (simulator), sizeof (double) * (gsize) n);
  for (guint i = 0; i < simulator->edits->len; i++)
    {
      const SimEdit *edit = &g_array_index (simulator->edits, SimEdit, i);
      *(edit->index < n ? &simulator->x_plus[edit->index] : &simulator->d[edit->index - n]) = edit->value;
    }
  sim_live_forget_edits (simulator);
  if (system->set_discrete != NULL)
    system->set_discrete (system->self, simulator->d);
  if (sim_motion_jump (simulator, simulator->x_plus) != ODE_DONE)
    {
      g_set_error (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, _("the states cannot be set to these values: %s"), sim_motion_message (simulator));
      return FALSE;
    }
  refresh (simulator);
  return sim_recorder_jump (simulator->recorder, sim_t (simulator), 0, error);
}

/* ---- settings ---- */

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
  sim_switch_forget (simulator);
  sim_passed_forget (simulator);
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
      sim_motion_restart (simulator);
    }
  if (x != NULL)
    sim_motion_jump (simulator, x);
  simulator->g0_known = FALSE;
  sim_switch_forget (simulator);
  sim_passed_forget (simulator);
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

void
sim_simulator_set_look (SimSimulator *simulator, SimLookFunc look, gpointer user)
{
  simulator->look = look;
  simulator->look_user = user;
}
