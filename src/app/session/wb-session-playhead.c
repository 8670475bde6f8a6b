/* The playhead of a session: the time of the run that the plots and readouts mark. */
#include <math.h>

#include "plot-phases.h"
#include "wb-session-private.h"

double
wb_session_playhead (WbSession *self)
{
  return isnan (self->playhead) ? wb_session_t_start (self) : self->playhead;
}

gboolean
wb_session_is_following (WbSession *self)
{
  return self->following;
}

double
wb_session_t_start (WbSession *self)
{
  ModelSystem *system;

  if (!isnan (self->values->t_start))
    return self->values->t_start;
  system = wb_session_system (self);
  return system != NULL ? model_system_t_start (system) : 0;
}

double
wb_session_t_end (WbSession *self)
{
  ModelSystem *system;

  if (!isnan (self->values->t_end))
    return self->values->t_end;
  system = wb_session_system (self);
  return system != NULL ? model_system_t_end (system) : 1;
}

void
wb_session_set_playhead (WbSession *self, double t)
{
  double low = wb_session_t_start (self), high = low;

  if (self->current != NULL)
    {
      low = wb_run_item_t_start (self->current);
      high = wb_run_item_state (self->current)->t;
    }
  t = CLAMP (t, MIN (low, high), MAX (low, high));
  self->wanted = NAN;
  self->following = t == high;
  if (self->playhead == t)
    return;
  self->playhead = t;
  wb_session_emit_playhead (self);
}

void
wb_session_follow (WbSession *self)
{
  self->following = TRUE;
  self->wanted = NAN;
  if (self->current == NULL)
    return;
  self->playhead = wb_run_item_state (self->current)->t;
  wb_session_emit_playhead (self);
}

/* A run in real time computes a step and then waits until the clock has reached the end of the step. Within the step the playhead moves
 * with the clock, so that the motion on the screen is smooth even if steps are long. It lags by less than one step. */
gboolean
wb_session_follow_front (WbSession *self, gboolean was_running)
{
  const SimRunPoll *poll = wb_run_item_state (self->current);
  gint64 now = g_get_monotonic_time ();
  double t = poll->t, elapsed = was_running ? 1e-6 * (double) (now - self->followed) : 0;

  if (poll->state == SIM_RUN_RUNNING && self->rate > 0 && !isnan (self->playhead))
    t = fmax (t - fabs (poll->statistics.ode.previous_step), fmin (t, self->playhead + self->rate * elapsed));
  self->followed = now;
  if (t == self->playhead)
    return FALSE;
  self->playhead = t;
  return TRUE;
}

/* Moves the playhead to the end of the next accepted step in this direction. Rows at sample times are
 * skipped. */
void
wb_session_playhead_step (WbSession *self, int direction)
{
  SimTrajectory *trajectory;
  gsize n_rows, row;
  double t = wb_session_playhead (self);

  if (self->current == NULL)
    return;
  trajectory = wb_run_item_trajectory (self->current);
  n_rows = sim_trajectory_n_rows (trajectory);
  if (n_rows == 0)
    return;
  row = sim_trajectory_find (trajectory, t);
  while (direction > 0 ? row + 1 < n_rows : row > 0)
    {
      row = direction > 0 ? row + 1 : row - 1;
      if (sim_trajectory_row (trajectory, row)[0] != t && !(sim_trajectory_flags (trajectory, row) & SIM_ROW_SAMPLE))
        break;
    }
  wb_session_set_playhead (self, sim_trajectory_row (trajectory, row)[0]);
}

void
wb_session_playhead_event (WbSession *self, int direction)
{
  SimTrajectory *trajectory;
  gsize n, i;
  double t = wb_session_playhead (self);

  if (self->current == NULL)
    return;
  trajectory = wb_run_item_trajectory (self->current);
  n = sim_trajectory_n_events (trajectory);
  i = sim_trajectory_find_event (trajectory, t);
  while (direction > 0 && i < n && sim_trajectory_event (trajectory, i).t == t)
    i++;
  if (direction > 0 && i < n)
    wb_session_set_playhead (self, sim_trajectory_event (trajectory, i).t);
  else if (direction < 0 && i > 0)
    wb_session_set_playhead (self, sim_trajectory_event (trajectory, i - 1).t);
}

void
wb_session_playhead_phase (WbSession *self)
{
  PlotPhases *phases;
  double t = NAN;

  if (self->current == NULL)
    return;
  phases = plot_phases_new (wb_run_item_system (self->current), wb_run_item_trajectory (self->current));
  if (phases != NULL)
    {
      plot_phases_update (phases);
      t = plot_phases_next_change (phases, wb_session_playhead (self));
    }
  plot_phases_free (phases);
  if (!isnan (t))
    wb_session_set_playhead (self, t);
}

/* ---- attempts at the playhead ---- */

static gboolean
is_rejected (const OdeAttempt *attempt)
{
  return attempt->outcome == ODE_ATTEMPT_REJECTED_ERROR || attempt->outcome == ODE_ATTEMPT_REJECTED_NEWTON
         || attempt->outcome == ODE_ATTEMPT_REJECTED_UNDEFINED;
}

/* Shows an attempt of the current run: moves the playhead to the start of the attempt and emits "attempt-shown" with its index
 * (guint64). */
static void
show_attempt (WbSession *self, gsize index)
{
  OdeAttempt attempt;

  if (self->current == NULL || !sim_tape_get (wb_run_item_tape (self->current), index, &attempt))
    return;
  wb_session_set_playhead (self, attempt.t);
  self->shown_attempt = index;
  wb_session_emit_attempt (self, index);
}

/* Number of attempts that are copied from the tape at once. */
#define BLOCK 256

/* Returns the first rejected attempt in [first, end), or the last one if direction < 0. Returns end if there is
 * none. */
static gsize
find_rejection (SimTape *tape, gsize first, gsize end, int direction)
{
  OdeAttempt block[BLOCK];

  for (gsize done = first; done < end; done += BLOCK)
    {
      gsize length = MIN (BLOCK, end - done), from = direction > 0 ? done : end - (done - first) - length;
      gsize n = sim_tape_read (tape, from, length, block);

      for (gsize k = 0; k < n; k++)
        if (is_rejected (&block[direction > 0 ? k : n - 1 - k]))
          return from + (direction > 0 ? k : n - 1 - k);
    }
  return end;
}

gboolean
wb_session_next_rejection (WbSession *self, int direction)
{
  SimTape *tape;
  gsize first, n, after, found;
  OdeAttempt shown;
  double t = wb_session_playhead (self);

  if (self->current == NULL)
    return FALSE;
  tape = wb_run_item_tape (self->current);
  first = sim_tape_first (tape);
  n = sim_tape_n_attempts (tape);
  after = sim_tape_find (tape, t);
  /* Several attempts may start at the same time. */
  if (self->shown_attempt < n && sim_tape_get (tape, self->shown_attempt, &shown) && shown.t == t)
    after = self->shown_attempt + (direction > 0);
  after = CLAMP (after, first, n);
  found = direction > 0 ? find_rejection (tape, after, n, 1) : find_rejection (tape, first, after, -1);
  if (found == (direction > 0 ? n : after)) /* no further rejected attempt in this direction: continue from the other end of the run */
    {
      found = direction > 0 ? find_rejection (tape, first, n, 1) : find_rejection (tape, first, n, -1);
      if (found == n)
        return FALSE;
    }
  show_attempt (self, found);
  return TRUE;
}

gboolean
wb_session_show_rejection_at (WbSession *self, double t)
{
  SimTape *tape = self->current != NULL ? wb_run_item_tape (self->current) : NULL;
  gsize n = tape != NULL ? sim_tape_n_attempts (tape) : 0, worst = n;
  double largest = -1;
  OdeAttempt attempt;

  for (gsize i = n > 0 ? sim_tape_find (tape, t) : 0; i < n && sim_tape_get (tape, i, &attempt) && attempt.t == t; i++)
    if (is_rejected (&attempt) && !(attempt.error <= largest))
      {
        largest = attempt.error;
        worst = i;
      }
  if (worst == n)
    return FALSE;
  show_attempt (self, worst);
  return TRUE;
}
