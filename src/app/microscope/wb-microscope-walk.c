/* Finds the attempt that the microscope opens next: a neighbour, a rejected one, or the worst. */
#include <glib/gi18n.h>
#include <math.h>

#include "wb-microscope-private.h"

/* Number of records on the tape that are searched for the worst rejection, and number of records that are copied at once. */
#define MOST_SEARCHED 200000
#define BLOCK 256

static gboolean
is_rejected (const OdeAttempt *attempt)
{
  return attempt->outcome == ODE_ATTEMPT_REJECTED_ERROR || attempt->outcome == ODE_ATTEMPT_REJECTED_NEWTON
         || attempt->outcome == ODE_ATTEMPT_REJECTED_UNDEFINED;
}

gboolean
wb_microscope_open_worst (WbMicroscope *self)
{
  WbRunItem *run = wb_session_current (self->session);
  SimTape *tape = run != NULL ? wb_run_item_tape (run) : NULL;
  gsize n = tape != NULL ? sim_tape_n_attempts (tape) : 0, worst, n_read;
  double largest = -1;
  OdeAttempt block[BLOCK];

  if (n == 0)
    return FALSE;
  worst = n - 1;
  for (gsize at = MAX (sim_tape_first (tape), n > MOST_SEARCHED ? n - MOST_SEARCHED : 0); at < n; at += n_read)
    {
      n_read = sim_tape_read (tape, at, BLOCK, block);
      if (n_read == 0)
        break;
      for (gsize k = 0; k < n_read; k++)
        if (is_rejected (&block[k]) && (block[k].error > largest || largest < 0))
          {
            largest = isnan (block[k].error) ? 0 : block[k].error;
            worst = at + k;
          }
    }
  wb_microscope_open (self, worst);
  return TRUE;
}

gboolean
wb_microscope_move (WbMicroscope *self, int by)
{
  gsize n;

  if (self->run == NULL)
    return wb_microscope_open_worst (self);
  n = sim_tape_n_attempts (wb_run_item_tape (self->run));
  if ((by < 0 && self->index < (gsize) -by) || self->index + (gsize) by >= n)
    return FALSE;
  wb_microscope_open (self, self->index + (gsize) by);
  return TRUE;
}

gboolean
wb_microscope_move_to_rejection (WbMicroscope *self, int direction)
{
  SimTape *tape;
  gsize n;
  OdeAttempt row;

  if (self->run == NULL)
    return wb_microscope_open_worst (self);
  tape = wb_run_item_tape (self->run);
  n = sim_tape_n_attempts (tape);
  for (gsize i = self->index + (gsize) direction, steps = 0; i < n && steps < MOST_SEARCHED; i += (gsize) direction, steps++)
    if (sim_tape_get (tape, i, &row) && is_rejected (&row))
      {
        wb_microscope_open (self, i);
        return TRUE;
      }
  return FALSE;
}

void
wb_microscope_step (WbMicroscope *self)
{
  WbRunItem *run;

  if (wb_session_state (self->session) == SIM_RUN_FINISHED && !wb_session_is_stale (self->session))
    {
      if (!wb_microscope_move (self, 1))
        g_signal_emit_by_name (self->session, "message", _("The run has ended: it has no later attempt."));
      return;
    }
  wb_session_step (self->session);
  run = wb_session_current (self->session);
  if (run == NULL)
    return;
  sim_run_wait (wb_run_item_run (run));
  if (sim_tape_n_attempts (wb_run_item_tape (run)) > 0)
    wb_microscope_open (self, sim_tape_n_attempts (wb_run_item_tape (run)) - 1);
}

int
wb_microscope_siblings (WbMicroscope *self, gsize *first)
{
  SimTape *tape;
  OdeAttempt open, row;
  gsize i = self->index;
  int n = 1;

  *first = i;
  if (self->run == NULL)
    return 0;
  tape = wb_run_item_tape (self->run);
  if (!sim_tape_get (tape, i, &open))
    return 1;
  for (; *first > 0 && sim_tape_get (tape, *first - 1, &row) && row.t == open.t; n++)
    --*first;
  for (i = self->index + 1; sim_tape_get (tape, i, &row) && row.t == open.t; i++)
    n++;
  return n;
}

gsize
wb_microscope_counterpart (WbMicroscope *self)
{
  gsize first;
  const int n = wb_microscope_siblings (self, &first);

  if (n < 2)
    return G_MAXSIZE;
  return self->index + 1 < first + (gsize) n ? self->index + 1 : self->index - 1;
}
