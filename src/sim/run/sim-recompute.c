/* Keeps the history of changes during a run, and recomputes a run from it.
 * Each change is made after the same step as in the original run. */
#include "sim-run-private.h"

SimRunChange *
sim_run_change_new (SimRunChangeKind kind, const char *name, double value, const SimConfig *config)
{
  SimRunChange *change = g_new0 (SimRunChange, 1);
  change->kind = kind;
  change->name = g_strdup (name);
  change->value = value;
  change->config = config != NULL ? sim_config_copy (config) : NULL;
  if (config != NULL)
    sim_config_keep_tableaus (change->config);
  return change;
}

void
sim_run_change_free (SimRunChange *change)
{
  g_free (change->name);
  sim_config_free (change->config);
  g_free (change);
}

static SimRunChange *
copy_at (const SimRunChange *change, gint64 step, double t)
{
  SimRunChange *copy = sim_run_change_new (change->kind, change->name, change->value, change->config);
  copy->step = step;
  copy->attempts = change->attempts;
  copy->t = t;
  return copy;
}

static GPtrArray *
copy_all (const GPtrArray *changes)
{
  GPtrArray *copies = g_ptr_array_new_with_free_func ((GDestroyNotify) sim_run_change_free);
  for (guint i = 0; i < changes->len; i++)
    {
      const SimRunChange *change = g_ptr_array_index (changes, i);
      g_ptr_array_add (copies, copy_at (change, change->step, change->t));
    }
  return copies;
}

void
sim_run_make_change (SimRun *run, const SimRunChange *change)
{
  g_autoptr (GError) error = NULL;
  gint64 step = run->initialized ? sim_simulator_statistics_steps (run->simulator) : -1;
  double t = run->initialized ? sim_simulator_t (run->simulator) : run->t_start;
  switch (change->kind)
    {
    case SIM_RUN_CHANGE_PARAMETER:
      sim_simulator_set_parameter (run->simulator, change->name, change->value, &error);
      break;
    case SIM_RUN_CHANGE_STATE:
      sim_simulator_edit_state (run->simulator, change->name, change->value, &error);
      break;
    case SIM_RUN_CHANGE_STEP:
      sim_simulator_set_next_step (run->simulator, change->value, &error);
      break;
    case SIM_RUN_CHANGE_RATE:
      sim_simulator_set_realtime_rate (run->simulator, change->value);
      run->rate = change->value;
      run->throttled = change->value > 0;
      break;
    case SIM_RUN_CHANGE_CONFIG:
      sim_simulator_set_config (run->simulator, change->config, &error);
      break;
    case SIM_RUN_CHANGE_END:
      run->t_end = change->value;
      sim_simulator_set_t_end (run->simulator, change->value);
      break;
    }
  if (error == NULL && change->kind != SIM_RUN_CHANGE_RATE)
    {
      SimRunChange *made = copy_at (change, step, t);
      made->attempts = sim_tape_n_attempts (run->tape);
      g_ptr_array_add (run->history, made);
    }
  /* Request a snapshot after the change, because a replay does not repeat changes
   * and must start after the last one. */
  sim_simulator_request_snapshot (run->simulator);
  run->serial++;
  run->refused = error != NULL ? g_string_chunk_insert_const (run->texts, error->message) : "";
}

GPtrArray *
sim_run_history (SimRun *run)
{
  pthread_mutex_lock (&run->lock);
  GPtrArray *copies = copy_all (run->history);
  pthread_mutex_unlock (&run->lock);
  return copies;
}

void
sim_run_forget_changes (SimRun *run)
{
  gint64 steps = sim_simulator_statistics_steps (run->simulator);
  for (guint i = run->history->len; i-- > 0;)
    {
      SimRunChange *change = g_ptr_array_index (run->history, i);
      if (change->step <= steps)
        break;
      if (change->kind != SIM_RUN_CHANGE_END)
        {
          g_ptr_array_remove_index (run->history, i);
          continue;
        }
      /* The run keeps its new end, as if it had been moved here. */
      change->step = steps;
      change->attempts = sim_tape_n_attempts (run->tape);
      change->t = sim_simulator_t (run->simulator);
      /* A later step back must start after the move, whose steps have the new end. */
      sim_simulator_request_snapshot (run->simulator);
    }
}

/* ---- recomputing a run ---- */

void
sim_run_plan_clear (SimRun *run)
{
  g_clear_pointer (&run->plan.changes, g_ptr_array_unref);
  run->plan.next = 0;
  run->plan.steps = -1;
}

static const SimRunChange *
next_of (const SimRunPlan *plan, gint64 steps)
{
  const SimRunChange *change = plan->changes != NULL && plan->next < plan->changes->len ? g_ptr_array_index (plan->changes, plan->next) : NULL;
  return change != NULL && change->step <= steps ? change : NULL;
}

gboolean
sim_run_plan_goes_on (const SimRun *run)
{
  return next_of (&run->plan, sim_simulator_statistics_steps (run->simulator)) != NULL;
}

gboolean
sim_run_follow_plan (SimRun *run)
{
  SimRunPlan *plan = &run->plan;
  const SimRunChange *change;
  if (plan->changes == NULL)
    return FALSE;
  gint64 steps = sim_simulator_statistics_steps (run->simulator);
  while ((change = next_of (plan, steps)) != NULL)
    {
      pthread_mutex_lock (&run->lock);
      sim_run_make_change (run, change);
      pthread_mutex_unlock (&run->lock);
      plan->next++;
    }
  if (plan->steps < 0 || steps < plan->steps)
    return FALSE;
  sim_run_plan_clear (run);
  if (!plan->stop)
    return TRUE;
  atomic_store (&run->stopping, true);
  sim_simulator_interrupt (run->simulator);
  return FALSE;
}

void
sim_run_recompute (SimRun *run, const GPtrArray *history, gint64 steps, gboolean stop)
{
  sim_run_set_realtime_rate (run, 0);
  pthread_mutex_lock (&run->lock);
  sim_run_plan_clear (run);
  run->plan = (SimRunPlan){ .changes = copy_all (history), .steps = steps, .stop = stop };
  const SimRunChange *change;
  while ((change = next_of (&run->plan, -1)) != NULL)
    {
      sim_run_make_change (run, change);
      run->plan.next++;
    }
  pthread_mutex_unlock (&run->lock);
  sim_run_start (run);
}
