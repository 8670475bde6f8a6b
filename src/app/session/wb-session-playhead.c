/* The playhead of a session. */
#include <math.h>

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

/* A run in real time computes a step and then waits until its end is due. The
 * playhead moves by the clock within the step, so that motion on the screen is
 * even, however long the steps are. It lags by less than a step. */
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

/* Moves to the end of the next accepted step in this direction; rows of samples
 * are skipped. */
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

gboolean
wb_session_next_rejection (WbSession *self)
{
  SimTape *tape;
  gsize n_attempts;
  double t = wb_session_playhead (self);

  if (self->current == NULL)
    return FALSE;
  tape = wb_run_item_tape (self->current);
  n_attempts = sim_tape_n_attempts (tape);
  for (gsize i = sim_tape_find (tape, t); i < n_attempts; i++)
    {
      OdeAttempt attempt;

      if (!sim_tape_get (tape, i, &attempt) || attempt.t <= t)
        continue;
      if (attempt.outcome == ODE_ATTEMPT_REJECTED_ERROR || attempt.outcome == ODE_ATTEMPT_REJECTED_NEWTON
          || attempt.outcome == ODE_ATTEMPT_REJECTED_UNDEFINED)
        {
          wb_session_set_playhead (self, attempt.t);
          return TRUE;
        }
    }
  return FALSE;
}
