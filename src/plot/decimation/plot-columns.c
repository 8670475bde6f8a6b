/* Computes the range of the curve in each slice of the time axis, and moves complete slices when the range scrolls. */
#include "plot-columns.h"

#include <math.h>
#include <string.h>

#include "plot-columns-private.h"

/* Slice i covers the times between the edges t_i and t_{i+1}, which have equal distances in pixels. Its range is that of the polyline
 * through the rows:
 *
 *   low_i = min {y(t_i), y_k for all rows k in the slice, y(t_{i+1})},   high_i likewise with max,
 *
 * where y at the edges is interpolated linearly. Two neighbouring slices both contain y at their common edge. Therefore the ranges of a
 * continuous curve touch, and its drawing has no gaps. A slice with few rows reads all of them. A slice with many rows takes their range
 * from the min–max pyramid of the trajectory (sim_trajectory_range; 16 rows in the smallest bucket, 8 buckets in one of the next level) in
 * O(log rows).
 *
 * In a dense slice even the few rows at the ends of its range cost too much: in a long run they are on disk, and there are two for each
 * of thousands of slices. A dense slice therefore ends at the end of a bucket instead of at its edge (dense_end), and `join` extends its
 * range so that it touches that of its neighbour. */

static const PlotTransform identity = { 0, 1, FALSE, 0 };

PlotColumns *
plot_columns_new (SimTrajectory *trajectory, int column, const PlotTransform *transform)
{
  PlotColumns *columns = g_new0 (PlotColumns, 1);

  columns->trajectory = sim_trajectory_ref (trajectory);
  columns->column = column;
  columns->transform = transform != NULL ? *transform : identity;
  columns->jumps = g_array_new (FALSE, FALSE, sizeof (gsize));
  return columns;
}

void
plot_columns_free (PlotColumns *columns)
{
  if (columns == NULL)
    return;
  for (int set = 0; set < 2; set++)
    {
      g_free (columns->low[set]);
      g_free (columns->high[set]);
    }
  g_array_unref (columns->jumps);
  sim_trajectory_unref (columns->trajectory);
  g_free (columns);
}

/* ---- values of the column ---- */

static double
row_time (const PlotColumns *columns, gsize row)
{
  return sim_trajectory_row (columns->trajectory, row)[0];
}

/* Returns the transformed value at time t, between rows row − 1 and row. Returns NaN outside the rows, at a jump, and where an angle
 * wraps. */
static double
value_between (PlotColumns *columns, gsize row, gsize n_rows, double t)
{
  const double *a, *b;
  double va, vb;

  if (row == 0 || row >= n_rows)
    {
      if (row < n_rows && row_time (columns, row) == t)
        return plot_transform_apply (&columns->transform, sim_trajectory_row (columns->trajectory, row)[1 + columns->column]);
      return NAN;
    }
  a = sim_trajectory_row (columns->trajectory, row - 1);
  b = sim_trajectory_row (columns->trajectory, row);
  va = a[1 + columns->column];
  vb = b[1 + columns->column];
  if (plot_transform_branch (&columns->transform, va) != plot_transform_branch (&columns->transform, vb) || !(b[0] > a[0]))
    return NAN;
  /* Transform both values before the interpolation: the drawn line connects transformed points, also if the transform is an absolute
   * value. */
  va = plot_transform_apply (&columns->transform, va);
  vb = plot_transform_apply (&columns->transform, vb);
  return va + (t - a[0]) / (b[0] - a[0]) * (vb - va);
}

/* ---- slices ---- */

static void
restart (PlotColumns *columns, const PlotScale *x, int n)
{
  if (n != columns->n)
    for (int set = 0; set < 2; set++)
      {
        columns->low[set] = g_renew (double, columns->low[set], n);
        columns->high[set] = g_renew (double, columns->high[set], n);
      }
  columns->n = n;
  columns->scale = *x;
  columns->n_complete = 0;
  columns->set = 0;
  columns->jump = 0;
  columns->row = 0;
}

/* Returns whether the trajectory was truncated since the last update, by a step back or a branch. All slices are then invalid. */
static gboolean
was_truncated (PlotColumns *columns, gsize n_rows)
{
  const double *row;

  if (columns->n_rows == 0)
    return FALSE;
  if (n_rows < columns->n_rows || sim_trajectory_n_events (columns->trajectory) < columns->n_events)
    return TRUE;
  row = sim_trajectory_row (columns->trajectory, columns->n_rows - 1);
  return memcmp (&row[0], &columns->last[0], sizeof (double)) != 0
         || memcmp (&row[1 + columns->column], &columns->last[1], sizeof (double)) != 0;
}

static gboolean
same_scale (const PlotScale *a, const PlotScale *b)
{
  return a->type == b->type && a->low == b->low && a->high == b->high && a->pixel_low == b->pixel_low && a->pixel_high == b->pixel_high;
}

/* Returns the time t_i of the left edge of slice i; for i = n, that of the right end of the axis. */
static double
edge (const PlotScale *x, int n, int i)
{
  return plot_scale_unmap (x, x->pixel_low + i * (x->pixel_high - x->pixel_low) / n);
}

static void
widen_set (PlotColumns *columns, int i, int set, double low, double high)
{
  if (!(low <= high))
    return;
  if (!(columns->low[set][i] <= low))
    columns->low[set][i] = low;
  if (!(columns->high[set][i] >= high))
    columns->high[set][i] = high;
}

/* Adds the range of the rows [first, last) of one segment to slice i of the current set.
 * If the value is a wrapped angle, up to 64 rows are added one by one, and the set
 * changes where the angle wraps. More rows than 64 are assumed to cover the whole range
 * of angles. */
static void
add_rows (PlotColumns *columns, int i, gsize first, gsize last)
{
  double low, high;

  if (last - first <= 64 && columns->transform.wrap > 0)
    {
      for (gsize row = first; row < last; row++)
        {
          double value = sim_trajectory_row (columns->trajectory, row)[1 + columns->column];

          if (row > 0)
            {
              double before = sim_trajectory_row (columns->trajectory, row - 1)[1 + columns->column];

              if (plot_transform_branch (&columns->transform, value) != plot_transform_branch (&columns->transform, before))
                columns->set = !columns->set;
            }
          value = plot_transform_apply (&columns->transform, value);
          widen_set (columns, i, columns->set, value, value);
        }
      return;
    }
  plot_transform_range (&columns->transform, columns->trajectory, columns->column, first, last, &low, &high);
  widen_set (columns, i, columns->set, low, high);
}

/* Extends the range of slice i so that it touches that of slice i − 1, if both are in the same segment but share no edge value. */
static void
join (PlotColumns *columns, int i, int set)
{
  const double *low = columns->low[set], *high = columns->high[set];

  if (i == 0 || !(low[i - 1] <= high[i - 1]) || !(low[i] <= high[i]))
    return;
  if (high[i - 1] < low[i])
    widen_set (columns, i, set, high[i - 1], high[i - 1]);
  else if (low[i - 1] > high[i])
    widen_set (columns, i, set, low[i - 1], low[i - 1]);
}

/* Returns whether there are more than n jumps up to and including row `last`. */
static gboolean
jumps_before (PlotColumns *columns, gsize last, guint n)
{
  return columns->jump + n < columns->jumps->len && g_array_index (columns->jumps, gsize, columns->jump + n) <= last;
}

/* A dense slice with more jumps than this is drawn as one segment, since the jumps are closer than the width of a slice, a quarter of a
 * pixel. */
#define MOST_JUMPS 1

/* A slice is dense if it contains at least this many buckets. It then consists of whole
 * buckets, of a level at which at least this many fit into it. The rows after its last whole
 * bucket belong to the next slice; they are less than 1/4 of the slice, 1/16 px on the
 * screen. */
#define DENSE_BUCKETS 4

/* Returns the row after the dense slice that begins at `row`; 0 if the slice is not dense. */
static gsize
dense_end (PlotColumns *columns, gsize row, gsize n_rows, double t_right)
{
  gsize size = SIM_TRAJECTORY_BUCKET, end;

  if (n_rows - row < DENSE_BUCKETS * size || !(row_time (columns, n_rows - 1) >= t_right))
    return 0;
  end = (plot_columns_next_bucket (columns->trajectory, row, n_rows, t_right) - 1) * size;
  if (end < row + DENSE_BUCKETS * size || (jumps_before (columns, end, 0) && !jumps_before (columns, end, MOST_JUMPS)))
    return 0;
  while (end - row >= DENSE_BUCKETS * size * SIM_TRAJECTORY_BUCKETS)
    size *= SIM_TRAJECTORY_BUCKETS;
  return end / size * size;
}

/* Adds rows [first, last) to slice i, and switches to the other set at each jump. */
static void
add_segments (PlotColumns *columns, int i, gsize first, gsize last)
{
  while (columns->jump < columns->jumps->len && g_array_index (columns->jumps, gsize, columns->jump) < last)
    {
      gsize row = g_array_index (columns->jumps, gsize, columns->jump++);

      if (row < first)
        continue;
      add_rows (columns, i, first, row + 1);
      columns->set = !columns->set;
      first = row + 1;
    }
  add_rows (columns, i, first, last);
}

/* Computes slice i of the time axis from a given row, and returns the first row of the next slice.
 * If exact is TRUE, the slice is evaluated up to its right edge even if it is dense. The first and
 * last slice of the axis are always exact, so that the curve does not end before the edge of the
 * plot. */
static gsize
fill (PlotColumns *columns, const PlotScale *x, int i, gsize row, gsize n_rows, gboolean exact)
{
  double t_left = edge (x, columns->n, i), t_right = edge (x, columns->n, i + 1), value;
  gsize end = exact || i == 0 || i == columns->n - 1 ? 0 : dense_end (columns, row, n_rows, t_right);
  int set = columns->set;

  for (int k = 0; k < 2; k++)
    columns->low[k][i] = columns->high[k][i] = NAN;
  if (end > 0)
    {
      add_rows (columns, i, row, end);
      join (columns, i, set);
      while (columns->jump < columns->jumps->len && g_array_index (columns->jumps, gsize, columns->jump) < end)
        columns->jump++;
      if (columns->transform.wrap > 0)
        columns->set = 0;
      return end;
    }
  end = plot_columns_next_row (columns->trajectory, row, n_rows, t_right);
  /* If the dense slice before ended early, rows before the left edge must still be
   * added. */
  if (row < n_rows && row > 0 && row_time (columns, row) < t_left)
    {
      add_segments (columns, i, row, end);
      join (columns, i, set);
    }
  else
    {
      value = value_between (columns, row, n_rows, t_left);
      widen_set (columns, i, set, value, value);
      add_segments (columns, i, row, end);
    }
  value = value_between (columns, end, n_rows, t_right);
  widen_set (columns, i, columns->set, value, value);
  return end;
}

/* ---- panning ---- */

/* Computes slices [first, end) of a curve without jumps again. Returns the row after them. */
static gsize
refill (PlotColumns *columns, const PlotScale *x, int first, int end, gsize n_rows)
{
  gsize row = plot_columns_first_row (columns->trajectory, edge (x, columns->n, first));

  for (int i = first; i < end; i++)
    row = fill (columns, x, i, row, n_rows, i == end - 1);
  return row;
}

/* Returns the number of slices by which x was shifted to the right relative to the last scale. Returns 0 if the number is not whole or the
 * scales differ in another way. */
static int
shift_of (const PlotColumns *columns, const PlotScale *x, int n)
{
  const PlotScale *old = &columns->scale;
  double slices;

  if (n != columns->n || x->type != PLOT_SCALE_LINEAR || old->type != PLOT_SCALE_LINEAR || x->pixel_low != old->pixel_low
      || x->pixel_high != old->pixel_high || fabs ((x->high - x->low) / (old->high - old->low) - 1) > 1e-9)
    return 0;
  slices = (plot_scale_map (old, x->low) - old->pixel_low) * n / (old->pixel_high - old->pixel_low);
  return fabs (slices) < n && fabs (slices - rint (slices)) < 1e-6 ? (int) rint (slices) : 0;
}

/* Moves the slices if x was shifted by a whole number of slices. Only the slices that became visible, and those at the ends, are computed.
 * This is possible only for curves without jumps and wrapping, whose slices do not depend on a current set. Returns FALSE if all slices
 * must be computed. */
static gboolean
shift (PlotColumns *columns, const PlotScale *x, int n, gsize n_rows)
{
  int by = shift_of (columns, x, n), kept = n - abs (by), from = MAX (by, 0), to = MAX (-by, 0);

  if (by == 0 || columns->jumps->len > 0 || columns->transform.wrap > 0 || columns->n_complete <= from || columns->n_rows == 0)
    return FALSE;
  for (int set = 0; set < 2; set++)
    {
      memmove (columns->low[set] + to, columns->low[set] + from, (gsize) kept * sizeof (double));
      memmove (columns->high[set] + to, columns->high[set] + from, (gsize) kept * sizeof (double));
    }
  columns->scale = *x;
  columns->n_complete = MIN (columns->n_complete - by, n);
  /* Compute the slices that became visible at the left, and the slice that was the first before; otherwise only the new first
   * slice. */
  refill (columns, x, 0, MIN (to + 1, columns->n_complete), n_rows);
  if (to > 0 && columns->n_complete == n)
    columns->row = refill (columns, x, n - 1, n, n_rows);
  return TRUE;
}

void
plot_columns_update (PlotColumns *columns, const PlotScale *x, int n)
{
  gsize n_rows = sim_trajectory_n_rows (columns->trajectory), row;

  if (was_truncated (columns, n_rows))
    {
      g_array_set_size (columns->jumps, 0);
      columns->n_events = 0;
      columns->n = -1;
    }
  plot_columns_collect_jumps (columns);
  if ((n != columns->n || !same_scale (x, &columns->scale)) && !shift (columns, x, n, n_rows))
    {
      restart (columns, x, n);
      columns->row = plot_columns_first_row (columns->trajectory, plot_scale_unmap (x, x->pixel_low));
      while (columns->jump < columns->jumps->len && g_array_index (columns->jumps, gsize, columns->jump) < columns->row)
        columns->jump++;
    }
  row = columns->row;
  for (int i = columns->n_complete; i < n; i++)
    {
      /* The newest slice is incomplete, and the next update computes it again. Save its initial state for that. */
      int set = columns->set;
      gsize jump = columns->jump;

      row = fill (columns, x, i, row, n_rows, FALSE);
      if (row < n_rows)
        {
          columns->n_complete = i + 1;
          columns->row = row;
          continue;
        }
      columns->set = set;
      columns->jump = jump;
      /* Clear the slices after the newest row. */
      for (int rest = i + 1; rest < n; rest++)
        for (int k = 0; k < 2; k++)
          columns->low[k][rest] = columns->high[k][rest] = NAN;
      break;
    }
  columns->n_rows = n_rows;
  if (n_rows > 0)
    {
      const double *last = sim_trajectory_row (columns->trajectory, n_rows - 1);

      columns->last[0] = last[0];
      columns->last[1] = last[1 + columns->column];
    }
}

const double *
plot_columns_low (const PlotColumns *columns, int set)
{
  return columns->low[set];
}

const double *
plot_columns_high (const PlotColumns *columns, int set)
{
  return columns->high[set];
}
