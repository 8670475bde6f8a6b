/* Makes a run that is a branch: it has the rows, events and attempts of another run, its parent, up to a step boundary, and continues with
 * other settings or values. The records of the parent are copied up to the last snapshot before the branch; from there the steps are
 * repeated, which gives the same bits, up to the step boundary. Without a snapshot the steps are repeated from the start. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "sim-run-private.h"

/* Number of rows that are copied, or of steps that are repeated, before the clock and requests to stop are checked again. */
#define ROWS_AT_A_TIME 4096
#define STEPS_AT_A_TIME 64

void
sim_run_branch_free (SimRunBranch *branch)
{
  sim_trajectory_unref (branch->trajectory);
  sim_tape_unref (branch->tape);
  g_ptr_array_unref (branch->history);
  g_ptr_array_unref (branch->changes);
  g_free (branch);
}

double
sim_run_boundary (const SimTrajectory *trajectory, double t)
{
  gsize n_rows = sim_trajectory_n_rows (trajectory);
  if (n_rows == 0)
    return NAN;
  for (gsize row = sim_trajectory_find (trajectory, t) + 1; row-- > 0;)
    if ((sim_trajectory_flags (trajectory, row) & SIM_ROW_SAMPLE) == 0 && sim_trajectory_row (trajectory, row)[0] <= t)
      return sim_trajectory_row (trajectory, row)[0];
  return NAN;
}

static GPtrArray *
copies_of (const GPtrArray *changes)
{
  GPtrArray *copies = g_ptr_array_new_with_free_func ((GDestroyNotify) sim_run_change_free);
  for (guint i = 0; changes != NULL && i < changes->len; i++)
    {
      const SimRunChange *change = g_ptr_array_index (changes, i);
      g_ptr_array_add (copies, sim_run_change_new (change->kind, change->name, change->value, change->config));
    }
  return copies;
}

double
sim_run_branch (SimRun *run, SimRun *parent, double t, const GPtrArray *changes)
{
  double boundary = sim_run_boundary (parent->trajectory, t);
  if (isnan (boundary) || !(boundary > parent->t_start))
    return NAN;
  SimRunBranch *branch = g_new0 (SimRunBranch, 1);
  branch->trajectory = sim_trajectory_ref (parent->trajectory);
  branch->tape = sim_tape_ref (parent->tape);
  branch->history = sim_run_history (parent);
  branch->changes = copies_of (changes);
  branch->t = boundary;
  pthread_mutex_lock (&run->lock);
  g_clear_pointer (&run->branch, sim_run_branch_free);
  run->branch = branch;
  pthread_mutex_unlock (&run->lock);
  return boundary;
}

/* ---- functions of the worker thread ---- */

static gboolean
goes_on (SimRun *run, double t)
{
  pthread_mutex_lock (&run->lock);
  run->t_replayed = t;
  sim_run_publish (run);
  pthread_mutex_unlock (&run->lock);
  return !atomic_load (&run->stopping);
}

/* Sets the status of a branch whose repetition of steps was stopped or failed. */
static gboolean
give_up (SimRun *run, SimReason reason, const char *message)
{
  SimStatus status = { .reason = reason, .boundary = run->t_end, .t = run->t_replayed, .message = message, .cause = message, .advice = "",
                       .event = -1 };
  pthread_mutex_lock (&run->lock);
  sim_run_keep_status (run, status);
  pthread_mutex_unlock (&run->lock);
  return FALSE;
}

/* Makes the changes of the parent's history from index *next on that were made after at most `steps` steps. The first `first` changes are
 * made in any case. */
static void
make_changes (SimRun *run, guint *next, gsize first, gint64 steps)
{
  for (; *next < run->branch->history->len; (*next)++)
    {
      const SimRunChange *change = g_ptr_array_index (run->branch->history, *next);
      if (*next >= first && change->step > steps)
        return;
      pthread_mutex_lock (&run->lock);
      guint n_made = run->history->len;
      sim_run_make_change (run, change);
      /* A change before the snapshot is made here at the start, but its record in the history has the original step. */
      if (*next < first && run->history->len > n_made)
        {
          SimRunChange *made = g_ptr_array_index (run->history, n_made);
          made->step = change->step;
          made->attempts = change->attempts;
          made->t = change->t;
        }
      pthread_mutex_unlock (&run->lock);
      sim_simulator_set_realtime_rate (run->simulator, 0); /* repeated steps do not wait for the real time */
    }
}

/* Copies the rows and event records of the parent that the run does not have yet. */
static gboolean
copy_rows (SimRun *run, gsize n_rows, gsize n_records)
{
  const SimTrajectory *from = run->branch->trajectory;
  gsize n_own = sim_trajectory_n_rows (run->trajectory);
  /* The rows at the start exist already. An update in the first pass of the parent adds flags to the last of them. */
  if (n_own > 0 && n_own < n_rows)
    sim_trajectory_mark (run->trajectory, sim_trajectory_flags (from, n_own - 1));
  for (gsize row = n_own; row < n_rows; row++)
    {
      const double *values = sim_trajectory_row (from, row);
      if (!sim_trajectory_append (run->trajectory, values[0], values + 1, sim_trajectory_flags (from, row)))
        return give_up (run, SIM_FAILED_RUN, _("out of memory and disk space: the rows before the branch cannot be stored"));
      if (row % ROWS_AT_A_TIME == 0 && !goes_on (run, values[0]))
        return give_up (run, SIM_INTERRUPTED, _("stopped before the branch"));
    }
  for (gsize i = sim_trajectory_n_events (run->trajectory); i < n_records; i++)
    {
      SimEventRecord record = sim_trajectory_event (from, i);
      if (!sim_trajectory_append_event (run->trajectory, &record))
        return give_up (run, SIM_FAILED_RUN, _("out of memory and disk space: the events before the branch cannot be stored"));
    }
  return TRUE;
}

static gboolean
is_before (GBytes *snapshot, gpointer t)
{
  return sim_snapshot_time (snapshot) < *(double *) t;
}

/* Restores a snapshot of the parent. Before that it makes the earlier changes without recording them, so that the simulator has the
 * parent's settings and method, and copies what the parent recorded before the snapshot. */
static gboolean
go_to_snapshot (SimRun *run, GBytes *snapshot, guint *next)
{
  SimSimulator *simulator = run->simulator;
  gsize n_rows, n_records, n_attempts;
  gint64 steps;
  sim_snapshot_counts (snapshot, &n_rows, &n_records, &n_attempts, &steps);
  sim_simulator_set_event_log (simulator, NULL);
  sim_simulator_set_tape (simulator, NULL);
  make_changes (run, next, sim_snapshot_changes (snapshot), -1);
  gboolean restored = sim_simulator_restore (simulator, snapshot);
  sim_simulator_set_event_log (simulator, run->trajectory);
  sim_simulator_set_realtime_rate (simulator, 0);
  if (!restored)
    return give_up (run, SIM_FAILED_RUN, _("the steps before the branch cannot be repeated from a snapshot"));
  sim_tape_begin_with (run->tape, run->branch->tape, n_attempts);
  sim_simulator_set_tape (simulator, run->tape);
  return copy_rows (run, n_rows, n_records);
}

/* Repeats steps up to the time of the branch. A pause that is requested meanwhile takes effect afterwards. */
static gboolean
step_to_branch (SimRun *run, guint *next)
{
  SimSimulator *simulator = run->simulator;
  gboolean pause = FALSE;
  for (int count = 0; sim_simulator_t (simulator) < run->branch->t; count++)
    {
      make_changes (run, next, 0, sim_simulator_statistics_steps (simulator));
      SimStatus status = sim_simulator_step (simulator, run->t_end);
      if (status.reason == SIM_INTERRUPTED && !atomic_load (&run->stopping))
        {
          pause = TRUE;
          sim_simulator_clear_interrupt (simulator);
          continue;
        }
      if (status.reason != SIM_READY && status.reason != SIM_REACHED_END)
        return give_up (run, status.reason, status.message);
      if (status.reason == SIM_REACHED_END && sim_simulator_t (simulator) < run->branch->t
          && *next >= run->branch->history->len)
        return give_up (run, SIM_FAILED_RUN, _("the steps before the branch cannot be repeated"));
      if (count % STEPS_AT_A_TIME == 0 && !goes_on (run, sim_simulator_t (simulator)))
        return give_up (run, SIM_INTERRUPTED, _("stopped before the branch"));
    }
  if (sim_simulator_t (simulator) > run->branch->t)
    return give_up (run, SIM_FAILED_RUN, _("the steps before the branch cannot be repeated"));
  if (pause)
    sim_simulator_pause (simulator);
  return TRUE;
}

gboolean
sim_run_replay_branch (SimRun *run)
{
  SimRunBranch *branch = run->branch;
  guint next = 0;
  g_autoptr (GBytes) snapshot = sim_tape_last_snapshot (branch->tape, is_before, &branch->t);
  make_changes (run, &next, 0, -1);
  SimStatus status = sim_simulator_initialize (run->simulator, run->t_start, NULL, NULL, run->t_end, FALSE);
  sim_simulator_set_realtime_rate (run->simulator, 0);
  if (status.reason != SIM_READY)
    return give_up (run, status.reason, status.message);
  pthread_mutex_lock (&run->lock);
  run->initialized = TRUE; /* from now on changes are recorded with the number of steps */
  pthread_mutex_unlock (&run->lock);
  if ((snapshot != NULL && !go_to_snapshot (run, snapshot, &next)) || !step_to_branch (run, &next))
    return FALSE;
  make_changes (run, &next, 0, sim_simulator_statistics_steps (run->simulator));
  pthread_mutex_lock (&run->lock);
  sim_run_keep_mark (run);
  for (guint i = 0; i < branch->changes->len; i++)
    sim_run_make_change (run, g_ptr_array_index (branch->changes, i));
  sim_simulator_set_realtime_rate (run->simulator, run->rate);
  pthread_mutex_unlock (&run->lock);
  return TRUE;
}
