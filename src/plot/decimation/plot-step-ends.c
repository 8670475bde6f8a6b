/* Copies the rows at the ends of steps to a trajectory of their own, a limited number in each update. */
#include "plot-step-ends.h"

#include <math.h>
#include <string.h>

#include "plot-frame.h"

/* Limits of one update: a number of rows, and a processor time in µs, because allocating memory for the copy can be slow. The clock is read
 * every CHECK_ROWS rows. */
#define MOST_ROWS 100000
#define MOST_TIME 1500
#define CHECK_ROWS 4096
/* Largest number of bytes of the copy in memory; the rest is in a temporary file. */
#define MEMORY ((gsize) 32 << 20)

struct PlotStepEnds
{
  SimTrajectory *source, *steps;
  int column;
  gsize done;              /* number of rows of the source that were examined */
  gsize n_events;          /* number of events of the source that were copied */
  gboolean last_kept;      /* TRUE if the last examined row was copied */
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

/* Empties the copy if the source was truncated since the last update. */
static void
empty_if_truncated (PlotStepEnds *steps, gsize n_rows)
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

/* Copies the events whose rows were examined. Their rows in the copy are found by
 * time. */
static void
copy_events (PlotStepEnds *steps)
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
  gint64 deadline = plot_frame_clock () + MOST_TIME;

  empty_if_truncated (steps, n_rows);
  end = MIN (n_rows, steps->done + MOST_ROWS);
  /* The source marks a row as x⁻ (before a jump) when it appends the next row, so the flags of the last row of the previous update may have
   * changed. */
  if (steps->last_kept && steps->done > 0 && steps->done < end)
    sim_trajectory_mark (steps->steps, sim_trajectory_flags (steps->source, steps->done - 1));
  for (; steps->done < end; steps->done++)
    {
      const double *row = sim_trajectory_row (steps->source, steps->done);
      SimRowFlags flags = sim_trajectory_flags (steps->source, steps->done);

      steps->last_t = row[0];
      steps->last_value = row[1 + steps->column];
      /* Keep rows of events inside a step, because event markers are drawn
       * there. */
      steps->last_kept = (flags & (SIM_ROW_SAMPLE | SIM_ROW_EVENT)) != SIM_ROW_SAMPLE;
      if (steps->last_kept && !sim_trajectory_append (steps->steps, row[0], &row[1 + steps->column], flags))
        return TRUE;
      if (steps->done % CHECK_ROWS == CHECK_ROWS - 1 && plot_frame_clock () > deadline)
        end = steps->done + 1;
    }
  copy_events (steps);
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
