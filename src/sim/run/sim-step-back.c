/* Implements the step back: the last snapshot before the target is restored, and the
 * steps are repeated from there. The same arithmetic gives the same bits. */
#include "sim-run-private.h"

/* Returns the last snapshot at or before the given number of steps, or
 * NULL if the tape has none. Free it with g_bytes_unref. */
static GBytes *
snapshot_before (SimTape *tape, gint64 steps)
{
  gsize index = sim_tape_n_attempts (tape);
  for (;;)
    {
      gsize at, n_rows, n_records, n_attempts;
      gint64 taken;
      GBytes *snapshot = sim_tape_snapshot (tape, index, &at);
      if (snapshot == NULL || (sim_snapshot_counts (snapshot, &n_rows, &n_records, &n_attempts, &taken) && taken <= steps))
        return snapshot;
      g_bytes_unref (snapshot);
      if (at == 0)
        return NULL;
      index = at - 1;
    }
}

/* Returns the settings in force after this number of steps if changes after it are taken back, or NULL if no settings were changed after it. */
static const SimConfig *
config_to_restore (const SimRun *run, gint64 steps)
{
  const SimConfig *config = run->first_config;
  gboolean later = FALSE;
  for (guint i = 0; i < run->history->len; i++)
    {
      const SimRunChange *change = g_ptr_array_index (run->history, i);
      if (change->kind == SIM_RUN_CHANGE_CONFIG && change->step <= steps)
        config = change->config;
      later = later || (change->kind == SIM_RUN_CHANGE_CONFIG && change->step > steps);
    }
  return later ? config : NULL;
}

/* Returns the end time with which the steps up to this number were taken. */
static double
end_of_steps (const SimRun *run, gint64 steps)
{
  double t_end = run->first_t_end;
  for (guint i = 0; i < run->history->len; i++)
    {
      const SimRunChange *change = g_ptr_array_index (run->history, i);
      if (change->kind == SIM_RUN_CHANGE_END && change->step <= steps)
        t_end = change->value;
    }
  return t_end;
}

/* A snapshot has the parameters, but not the settings. They are restored first, because the snapshot is that of their method. */
gboolean
sim_run_go_back (SimRun *run)
{
  gint64 target = sim_simulator_statistics_steps (run->simulator) - 1;
  gsize n_rows, n_records, n_attempts;
  gint64 taken;
  if (target < 0)
    return FALSE;
  g_autoptr (GBytes) snapshot = snapshot_before (run->tape, target);
  const SimConfig *config = config_to_restore (run, target);
  double t_end = end_of_steps (run, target);
  if (snapshot == NULL || !sim_snapshot_counts (snapshot, &n_rows, &n_records, &n_attempts, &taken))
    return FALSE;
  if (config != NULL && !sim_simulator_set_config (run->simulator, config, NULL))
    return FALSE;
  if (!sim_simulator_restore (run->simulator, snapshot))
    return FALSE;
  sim_trajectory_truncate (run->trajectory, n_rows, n_records);
  sim_tape_truncate (run->tape, n_attempts);
  while (sim_simulator_statistics_steps (run->simulator) < target)
    if (sim_simulator_step (run->simulator, t_end).reason != SIM_READY)
      break;
  if (t_end != run->t_end)
    sim_simulator_set_t_end (run->simulator, run->t_end);
  return sim_simulator_statistics_steps (run->simulator) == target;
}
