/* Repeats a recorded run: applies the changes of the run at the steps at which they were made. */
#include "lab-run-record.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-size.h"

/* Two final states are equal if no component differs by more than this, relative to its size or, for sizes below 1, absolutely. */
#define SAME 1e-9

SimSimulator *
lab_run_record_simulator (const LabRunRecord *run, GError **error)
{
  g_autoptr (SimConfig) config = sim_config_copy (run->problem.config);

  sim_config_set (config, "realtime_rate", "0", SIM_ORIGIN_LIVE, NULL);
  return lab_problem_simulator (&run->problem, config, error);
}

static gboolean
apply_change (SimSimulator *simulator, const SimRunChange *change, LabRunPlace *place, GError **error)
{
  switch (change->kind)
    {
    case SIM_RUN_CHANGE_PARAMETER:
      return sim_simulator_set_parameter (simulator, change->name, change->value, error);
    case SIM_RUN_CHANGE_STATE:
      return sim_simulator_edit_state (simulator, change->name, change->value, error);
    case SIM_RUN_CHANGE_STEP:
      return sim_simulator_set_next_step (simulator, change->value, error);
    case SIM_RUN_CHANGE_CONFIG:
      if (!sim_simulator_set_config (simulator, change->config, error))
        return FALSE;
      sim_simulator_set_realtime_rate (simulator, 0); /* a repeated run does not wait for real time */
      return TRUE;
    case SIM_RUN_CHANGE_END:
      place->t_end = change->value;
      sim_simulator_set_t_end (simulator, change->value);
      return TRUE;
    case SIM_RUN_CHANGE_RATE:
      return TRUE;
    }
  return TRUE;
}

gboolean
lab_run_record_apply (const LabRunRecord *run, SimSimulator *simulator, gint64 steps, LabRunPlace *place, GError **error)
{
  for (; run->history != NULL && place->next < (int) run->history->len; place->next++)
    {
      const SimRunChange *change = g_ptr_array_index (run->history, place->next);

      if (change->step > steps)
        return TRUE;
      if (!apply_change (simulator, change, place, error))
        return FALSE;
    }
  if (run->history != NULL || steps < 0)
    return TRUE;
  for (; place->next < run->n_moves && run->moves[place->next].t <= sim_simulator_t (simulator); place->next++)
    if (!sim_simulator_set_parameter (simulator, run->moves[place->next].name, run->moves[place->next].value, error))
      return FALSE;
  return TRUE;
}

gboolean
lab_run_record_apply_first (const LabRunRecord *run, SimSimulator *simulator, gsize n, LabRunPlace *place, GError **error)
{
  for (; run->history != NULL && place->next < (int) MIN (n, run->history->len); place->next++)
    if (!apply_change (simulator, g_ptr_array_index (run->history, place->next), place, error))
      return FALSE;
  return TRUE;
}

gboolean
lab_run_record_restore (const LabRunRecord *run, SimSimulator *simulator, GBytes *snapshot, LabRunPlace *place, GError **error)
{
  SimStatus status;

  if (!lab_run_record_apply (run, simulator, -1, place, error))
    return FALSE;
  status = sim_simulator_initialize (simulator, run->problem.t_start, NULL, NULL, place->t_end, FALSE);
  if (status.reason == SIM_FAILED_RUN)
    {
      g_set_error_literal (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, status.message);
      return FALSE;
    }
  if (snapshot == NULL)
    return TRUE;
  if (!lab_run_record_apply_first (run, simulator, sim_snapshot_changes (snapshot), place, error))
    return FALSE;
  if (!sim_simulator_restore (simulator, snapshot))
    {
      g_set_error_literal (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, _("the run used another method at this attempt and cannot be repeated"));
      return FALSE;
    }
  return TRUE;
}

gboolean
lab_run_record_step (const LabRunRecord *run, SimSimulator *simulator, LabRunPlace *place, gboolean *more, GError **error)
{
  const int changes = place->next;
  SimStatus status;

  if (!lab_run_record_apply (run, simulator, sim_simulator_statistics_steps (simulator), place, error))
    return FALSE;
  if (place->next != changes)
    sim_simulator_request_snapshot (simulator);
  status = sim_simulator_step (simulator, place->t_end);
  *more = status.reason == SIM_READY
          || (status.reason == SIM_REACHED_END
              && lab_run_record_has_change (run, sim_simulator_statistics_steps (simulator), place));
  return TRUE;
}

GPtrArray *
lab_run_record_changes_before (const GPtrArray *history, gsize attempt)
{
  GPtrArray *before = g_ptr_array_new ();

  for (guint i = 0; i < history->len; i++)
    {
      SimRunChange *change = g_ptr_array_index (history, i);

      if (change->attempts > attempt)
        break;
      g_ptr_array_add (before, change);
    }
  return before;
}

gboolean
lab_run_record_has_change (const LabRunRecord *run, gint64 steps, const LabRunPlace *place)
{
  return run->history != NULL && place->next < (int) run->history->len
         && ((const SimRunChange *) g_ptr_array_index (run->history, place->next))->step <= steps;
}

gboolean
lab_run_record_ends_at (const LabRunRecord *run, const double *x, int n_states)
{
  g_autofree double *size = g_new0 (double, n_states + 1);

  if (run->x_end != NULL)
    lab_size_take (size, run->x_end, n_states);
  lab_size_complete (size, n_states);
  for (int i = 0; run->x_end != NULL && i < n_states; i++)
    if (!(fabs (x[i] - run->x_end[i]) <= SAME * size[i]) && !(isnan (x[i]) && isnan (run->x_end[i])))
      return FALSE;
  return TRUE;
}

gboolean
lab_run_record_state_at (SimSimulator *simulator, double t, double t_before, const double *x_before, double *x)
{
  OdeIntegrator *integrator = sim_simulator_integrator (simulator);
  int n_states = sim_simulator_system (simulator)->ode->n_states;
  double previous;

  if (integrator == NULL || t >= sim_simulator_t (simulator))
    {
      memcpy (x, sim_simulator_x (simulator), n_states * sizeof (double));
      return TRUE;
    }
  previous = ode_integrator_t_previous (integrator);
  if (t > previous)
    return ode_integrator_interpolate (integrator, t, x) == ODE_DONE;
  if (t == previous)
    memcpy (x, ode_integrator_x_previous (integrator), n_states * sizeof (double));
  else
    /* The simulator reached the time of an event in several integrator steps, which are parts of one step of the run. Dense output covers
     * only the last part; the earlier ones are interpolated linearly. */
    for (int i = 0; i < n_states; i++)
      x[i] = x_before[i] + (t - t_before) / (previous - t_before) * (ode_integrator_x_previous (integrator)[i] - x_before[i]);
  return TRUE;
}

gboolean
lab_run_record_has_moves (const LabRunRecord *run)
{
  /* n_moves also counts parameter changes of the history */
  for (guint i = 0; run->history != NULL && i < run->history->len; i++)
    if (((const SimRunChange *) g_ptr_array_index (run->history, i))->kind == SIM_RUN_CHANGE_STATE)
      return TRUE;
  return run->n_moves > 0;
}
