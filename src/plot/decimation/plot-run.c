/* Finds the period of a column from its crossings of the middle of its range, interpolates the columns of a run
 * linearly, and tells whether events of a model may make its columns jump. */
#include "plot-run.h"

#include <math.h>

/* Largest number of rows in which a period is searched; the search must take only a small part of a frame. */
#define PERIOD_ROWS 100000

double
plot_run_period (SimTrajectory *trajectory, int column, double t)
{
  gsize n = sim_trajectory_n_rows (trajectory), row, last, n_found = 0;
  double low, high, middle, margin, found[2] = { NAN, NAN };
  gboolean above;

  if (n < 8)
    return NAN;
  row = sim_trajectory_find (trajectory, t);
  last = row > PERIOD_ROWS ? row - PERIOD_ROWS : 0;
  sim_trajectory_range (trajectory, column, last, row + 1, &low, &high);
  if (!(high > low))
    return NAN;
  middle = 0.5 * (low + high);
  /* Hysteresis of a tenth of the range: small oscillations around the middle are not counted as crossings. */
  margin = 0.1 * (high - low);
  above = sim_trajectory_row (trajectory, row)[1 + column] > middle;
  for (; row > last && n_found < 2; row--)
    {
      double value = sim_trajectory_row (trajectory, row - 1)[1 + column];

      if (above && value < middle - margin)
        {
          found[n_found++] = sim_trajectory_row (trajectory, row)[0];
          above = FALSE;
        }
      else if (!above && value > middle + margin)
        above = TRUE;
    }
  return n_found == 2 ? found[0] - found[1] : NAN;
}

double
plot_run_value (SimTrajectory *trajectory, int column, double t)
{
  gsize n = sim_trajectory_n_rows (trajectory), row;
  const double *a, *b;

  if (n == 0 || !(t >= sim_trajectory_row (trajectory, 0)[0]))
    return NAN;
  row = sim_trajectory_find (trajectory, t);
  a = sim_trajectory_row (trajectory, row);
  if (column == PLOT_COLUMN_TIME)
    return t;
  if (row + 1 >= n)
    return a[1 + column];
  b = sim_trajectory_row (trajectory, row + 1);
  if (!(b[0] > a[0]))
    return a[1 + column];
  return a[1 + column] + (t - a[0]) / (b[0] - a[0]) * (b[1 + column] - a[1 + column]);
}

gsize
plot_run_nearest (SimTrajectory *trajectory, double t)
{
  gsize n = sim_trajectory_n_rows (trajectory), row;

  if (n == 0)
    return 0;
  row = sim_trajectory_find (trajectory, t);
  if (row + 1 < n && sim_trajectory_row (trajectory, row + 1)[0] - t < t - sim_trajectory_row (trajectory, row)[0])
    row++;
  return row;
}

gboolean
plot_run_jumps (ModelSystem *system)
{
  for (int i = 0; system != NULL && i < model_system_n_events (system); i++)
    if (model_system_event (system, i)->trigger == MODEL_TRIGGER_CROSSING && model_system_event (system, i)->has_set)
      return TRUE;
  return FALSE;
}
