/* Searches a row by its time. The bucket is searched first, among the start times of buckets, which are contiguous in memory; then the row
 * in that bucket, whose rows may be on disk in a long run.
 *
 * An interpolation search (Peterson 1957) guesses the bucket. From there an exponential search (Bentley and Yao, Information Processing
 * Letters 5 (1976)) brackets the result, and bisection completes it. The cost is O(log d) if the guess is wrong by d buckets, and O(1)
 * if rows have equal distances. */
#include "plot-columns-private.h"

static double
row_time (SimTrajectory *trajectory, gsize row)
{
  return sim_trajectory_row (trajectory, row)[0];
}

/* Returns the bucket that starts at time t if all buckets have the duration of bucket `low`. */
static gsize
guess_bucket (SimTrajectory *trajectory, gsize low, gsize end, double t)
{
  double from = sim_trajectory_bucket_time (trajectory, low), width = sim_trajectory_bucket_time (trajectory, low + 1) - from;
  double ahead = width > 0 ? (t - from) / width : 1;

  return low + 1 + (gsize) CLAMP (ahead, 0, (double) (end - low - 2));
}

gsize
plot_columns_next_bucket (SimTrajectory *trajectory, gsize from, gsize n_rows, double t)
{
  gsize low = from / SIM_TRAJECTORY_BUCKET, end = (n_rows + SIM_TRAJECTORY_BUCKET - 1) / SIM_TRAJECTORY_BUCKET, step = 1, high;

  if (low + 1 >= end || sim_trajectory_bucket_time (trajectory, low + 1) >= t)
    return low + 1;
  /* Invariant of the loop: bucket `low` starts before t, and bucket `high`, if it exists, does not. */
  high = guess_bucket (trajectory, low, end, t);
  if (sim_trajectory_bucket_time (trajectory, high) < t)
    {
      for (low = high; low + step < end && sim_trajectory_bucket_time (trajectory, low + step) < t; step *= 2)
        low += step;
      high = MIN (low + step, end);
    }
  else
    {
      for (; high > low + step && sim_trajectory_bucket_time (trajectory, high - step) >= t; step *= 2)
        high -= step;
      low = MAX (low, high - MIN (step, high));
    }
  while (high - low > 1)
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
  /* A bucket has 16 rows, contiguous in memory, so a linear search is fastest. */
  for (row = MAX (from + 1, (bucket - 1) * SIM_TRAJECTORY_BUCKET); row < end && row_time (trajectory, row) < t; row++)
    ;
  return row;
}

gsize
plot_columns_first_row (SimTrajectory *trajectory, double t)
{
  return plot_columns_next_row (trajectory, 0, sim_trajectory_n_rows (trajectory), t);
}
