/* Converts a column to a polyline for vector files. The time axis is divided into slices, and a slice of more than four rows is reduced to
 * its first row, its extrema and its last row (M4: Jugel, Jerzak, Hackenbroich and Markl, PVLDB 7 (2014)). The extrema come from the
 * min–max pyramid of the trajectory, which does not contain their times. They are drawn at thirds of the slice, the one nearer to the first
 * row first. The position error is less than the width of a slice. */
#include <math.h>

#include "plot-columns-private.h"

typedef struct
{
  PlotPointFunc func;
  gpointer user;
  double y;   /* y of the last point; NaN: a new segment starts */
  double branch; /* period of the last point (plot_transform_branch) */
} Walk;

static void
walk_row (PlotColumns *columns, Walk *walk, gsize row)
{
  const double *values = sim_trajectory_row (columns->trajectory, row);
  double value = values[1 + columns->column];

  if (!isnan (walk->y) && plot_transform_branch (&columns->transform, value) != walk->branch)
    walk->func (walk->user, NAN, NAN);
  walk->branch = plot_transform_branch (&columns->transform, value);
  walk->y = plot_transform_apply (&columns->transform, value);
  walk->func (walk->user, values[0], walk->y);
}

/* Adds the rows [first, last) of one slice, which must contain no jump. */
static void
walk_rows (PlotColumns *columns, Walk *walk, gsize first, gsize last)
{
  double t0, t1, low, high;

  if (last - first <= 4)
    {
      for (gsize row = first; row < last; row++)
        walk_row (columns, walk, row);
      return;
    }
  plot_transform_range (&columns->transform, columns->trajectory, columns->column, first + 1, last - 1, &low, &high);
  walk_row (columns, walk, first);
  t0 = sim_trajectory_row (columns->trajectory, first)[0];
  t1 = sim_trajectory_row (columns->trajectory, last - 1)[0];
  if (low <= high)
    {
      gboolean up = fabs (low - walk->y) < fabs (high - walk->y);

      walk->func (walk->user, t0 + (t1 - t0) / 3, up ? low : high);
      walk->func (walk->user, t0 + (t1 - t0) * 2 / 3, up ? high : low);
    }
  walk_row (columns, walk, last - 1);
}

void
plot_columns_polyline (SimTrajectory *trajectory, int column, const PlotTransform *transform, const PlotScale *x, double slice,
                       PlotPointFunc func, gpointer user)
{
  PlotColumns *columns = plot_columns_new (trajectory, column, transform);
  gsize n_rows = sim_trajectory_n_rows (trajectory), row, jump = 0, end;
  int n = MAX (1, (int) ceil (fabs (x->pixel_high - x->pixel_low) / slice));
  Walk walk = { func, user, NAN, 0 };

  plot_columns_collect_jumps (columns);
  row = plot_columns_first_row (trajectory, x->low);
  row = row > 0 ? row - 1 : 0; /* start one row before the left edge, so that the curve enters the plot from outside */
  while (jump < columns->jumps->len && g_array_index (columns->jumps, gsize, jump) < row)
    jump++;
  for (int i = 0; i < n && row < n_rows; i++)
    {
      double t = plot_scale_unmap (x, x->pixel_low + (i + 1.0) / n * (x->pixel_high - x->pixel_low));

      end = plot_columns_next_row (trajectory, row, n_rows, t);
      if (i == n - 1)
        end = MIN (end + 1, n_rows);
      while (jump < columns->jumps->len && g_array_index (columns->jumps, gsize, jump) < end)
        {
          gsize at = g_array_index (columns->jumps, gsize, jump++);

          walk_rows (columns, &walk, row, at + 1);
          func (user, NAN, NAN);
          walk.y = NAN;
          row = at + 1;
        }
      if (row < end)
        walk_rows (columns, &walk, row, end);
      row = MAX (row, end);
    }
  plot_columns_free (columns);
}
