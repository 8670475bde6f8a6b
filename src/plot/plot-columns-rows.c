/* Rows by time. The times at which buckets begin lie together; rows lie apart, and those of a long run on disk: they are looked at last. */
#include "plot-columns-private.h"

static double
row_time (SimTrajectory *trajectory, gsize row)
{
  return sim_trajectory_row (trajectory, row)[0];
}

gsize
plot_columns_next_bucket (SimTrajectory *trajectory, gsize from, gsize n_rows, double t)
{
  gsize low = from / SIM_TRAJECTORY_BUCKET, end = (n_rows + SIM_TRAJECTORY_BUCKET - 1) / SIM_TRAJECTORY_BUCKET, step = 1, high;

  /* Neighbouring slices are near each other: steps that grow, then halving. */
  for (; low + step < end && sim_trajectory_bucket_time (trajectory, low + step) < t; step *= 2)
    low += step;
  for (high = MIN (low + step, end); high - low > 1;)
    {
      gsize middle = low + (high - low) / 2;

      if (sim_trajectory_bucket_time (trajectory, middle) < t)
        low = middle;
      else
        high = middle;
    }
  return high;
}

gsize
plot_columns_next_row (SimTrajectory *trajectory, gsize from, gsize n_rows, double t)
{
  gsize bucket, row, end;

  if (from >= n_rows || row_time (trajectory, from) >= t)
    return from;
  bucket = plot_columns_next_bucket (trajectory, from, n_rows, t);
  end = MIN (bucket * SIM_TRAJECTORY_BUCKET, n_rows);
  /* One after the other, as they lie in memory. */
  for (row = MAX (from + 1, (bucket - 1) * SIM_TRAJECTORY_BUCKET); row < end && row_time (trajectory, row) < t; row++)
    ;
  return row;
}

gsize
plot_columns_first_row (SimTrajectory *trajectory, double t)
{
  return plot_columns_next_row (trajectory, 0, sim_trajectory_n_rows (trajectory), t);
}
