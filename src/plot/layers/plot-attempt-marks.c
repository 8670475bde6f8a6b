/* Iterates over the attempts of a tape in a range of time and decides which have marks. */
#include "plot-attempt-marks.h"

PlotAttemptMark
plot_attempt_mark_after (const OdeAttempt *before, const OdeAttempt *attempt)
{
  switch (attempt->outcome)
    {
    case ODE_ATTEMPT_ACCEPTED:
      if (attempt->clamp == ODE_CLAMP_EVENT || attempt->clamp == ODE_CLAMP_SWITCH || (before != NULL && before->outcome == ODE_ATTEMPT_CUT_BY_EVENT))
        return PLOT_ATTEMPT_MARK_CUT;
      return PLOT_ATTEMPT_MARK_ACCEPTED;
    case ODE_ATTEMPT_REJECTED_ERROR:
    case ODE_ATTEMPT_REJECTED_NEWTON:
    case ODE_ATTEMPT_REJECTED_UNDEFINED:
      return PLOT_ATTEMPT_MARK_REJECTED;
    default:
      return PLOT_ATTEMPT_MARK_NONE;
    }
}

PlotAttemptMark
plot_attempt_marks_of (SimTape *tape, gsize index, const OdeAttempt *attempt)
{
  OdeAttempt before;

  return plot_attempt_mark_after (index > 0 && sim_tape_get (tape, index - 1, &before) ? &before : NULL, attempt);
}

double
plot_attempt_marks_time (PlotAttemptMark mark, const OdeAttempt *attempt)
{
  return mark == PLOT_ATTEMPT_MARK_CUT ? attempt->t + attempt->h : attempt->t;
}

void
plot_attempt_marks_init (PlotAttemptMarks *marks, SimTape *tape, gsize first)
{
  marks->tape = tape;
  marks->at = first;
  marks->n_read = marks->i = 0;
  marks->has_before = FALSE;
}

const OdeAttempt *
plot_attempt_marks_next (PlotAttemptMarks *marks, PlotAttemptMark *mark)
{
  for (;;)
    {
      gsize n = sim_tape_n_attempts (marks->tape);

      while (marks->i < marks->n_read)
        {
          const OdeAttempt *attempt = &marks->read[++marks->i];

          *mark = plot_attempt_mark_after (marks->i > 1 || marks->has_before ? attempt - 1 : NULL, attempt);
          if (*mark != PLOT_ATTEMPT_MARK_NONE)
            return attempt;
        }
      marks->at = MAX (marks->at, sim_tape_first (marks->tape));
      if (marks->at >= n)
        return NULL;
      marks->has_before = marks->at > 0 && sim_tape_get (marks->tape, marks->at - 1, &marks->read[0]);
      marks->n_read = sim_tape_read (marks->tape, marks->at, MIN (PLOT_ATTEMPT_MARKS_BLOCK, n - marks->at), marks->read + 1);
      /* If the tape has discarded the attempt since the last call, n_read is 0, and the attempt is skipped. */
      marks->at += MAX (marks->n_read, 1);
      marks->i = 0;
    }
}

gsize
plot_attempt_marks_position (const PlotAttemptMarks *marks)
{
  return marks->at - (marks->n_read - marks->i);
}
