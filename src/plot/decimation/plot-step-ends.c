#include "plot-step-ends.h"

#include <math.h>
#include <string.h>

/* Of one slice: rows, and µs where new memory is slow to come; the clock is read once in so many rows. */
#define SLICE 100000
#define SLICE_TIME 1500
#define LOOK_ROWS 4096
/* Of the copy in memory; the rest lies in a temporary file. */
#define MEMORY ((gsize) 32 << 20)

struct PlotStepEnds
{
  SimTrajectory *source, *steps;
  int column;
  gsize done;              /* rows of the source looked at */
  gsize n_events;          /* of the source taken over */
  gboolean last_kept;      /* the last row looked at is the last one here */
  double last_t, last_value;
};

PlotStepEnds *
plot_step_ends_new (SimTrajectory *source, int column)
{
  PlotStepEnds *steps = g_new0 (PlotStepEnds, 1);

  steps->source = sim_trajectory_ref (source);
  steps->steps = sim_trajectory_new (1, MEMORY);
  steps->column = column;
  return steps;
}

void
plot_step_ends_free (PlotStepEnds *steps)
{
  if (steps == NULL)
    return;
  sim_trajectory_unref (steps->source);
  sim_trajectory_unref (steps->steps);
  g_free (steps);
}

static void
start_again_where_cut_back (PlotStepEnds *steps, gsize n_rows)
{
  const double *row;

  if (steps->done == 0)
    return;
  if (n_rows >= steps->done && sim_trajectory_n_events (steps->source) >= steps->n_events)
    {
      row = sim_trajectory_row (steps->source, steps->done - 1);
      if (row[0] == steps->last_t && memcmp (&row[1 + steps->column], &steps->last_value, sizeof (double)) == 0)
        return;
    }
  sim_trajectory_truncate (steps->steps, 0, 0);
  steps->done = steps->n_events = 0;
  steps->last_kept = FALSE;
}

/* Events whose rows are here, found by their time: their records may come later than their rows. */
static void
take_events (PlotStepEnds *steps)
{
  for (; steps->n_events < sim_trajectory_n_events (steps->source); steps->n_events++)
    {
      SimEventRecord record = sim_trajectory_event (steps->source, steps->n_events);
      gboolean pair = record.row_before != record.row_after;

      if (MAX (record.row_before, record.row_after) >= steps->done)
        return;
      record.row_after = sim_trajectory_find (steps->steps, record.t);
      record.row_before = pair && record.row_after > 0 ? record.row_after - 1 : record.row_after;
      if (!sim_trajectory_append_event (steps->steps, &record))
        return;
    }
}

gboolean
plot_step_ends_update (PlotStepEnds *steps)
{
  gsize n_rows = sim_trajectory_n_rows (steps->source), end;
  gint64 deadline = g_get_monotonic_time () + SLICE_TIME;

  start_again_where_cut_back (steps, n_rows);
  end = MIN (n_rows, steps->done + SLICE);
  /* That the last row of the call before is an x⁻ is known when the next one is there; in a slice every row but its last has a next one. */
  if (steps->last_kept && steps->done > 0 && steps->done < end)
    sim_trajectory_mark (steps->steps, sim_trajectory_flags (steps->source, steps->done - 1));
  for (; steps->done < end; steps->done++)
    {
      const double *row = sim_trajectory_row (steps->source, steps->done);
      SimRowFlags flags = sim_trajectory_flags (steps->source, steps->done);

      steps->last_t = row[0];
      steps->last_value = row[1 + steps->column];
      steps->last_kept = (flags & SIM_ROW_SAMPLE) == 0;
      if (steps->last_kept && !sim_trajectory_append (steps->steps, row[0], &row[1 + steps->column], flags))
        return TRUE;
      if (steps->done % LOOK_ROWS == LOOK_ROWS - 1 && g_get_monotonic_time () > deadline)
        end = steps->done + 1;
    }
  take_events (steps);
  return steps->done == n_rows;
}

SimTrajectory *
plot_step_ends_trajectory (const PlotStepEnds *steps)
{
  return steps->steps;
}

gsize
plot_step_ends_serial (const PlotStepEnds *steps)
{
  return sim_trajectory_n_rows (steps->source);
}

double
plot_step_ends_first_size (const PlotStepEnds *steps)
{
  const double *row;
  double largest = 0;

  if (sim_trajectory_n_rows (steps->source) == 0)
    return 0;
  row = sim_trajectory_row (steps->source, 0);
  for (int i = 1; i <= sim_trajectory_n_columns (steps->source); i++)
    if (isfinite (row[i]))
      largest = fmax (largest, fabs (row[i]));
  return largest;
}
