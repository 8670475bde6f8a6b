#include "plot-columns.h"

#include <math.h>
#include <string.h>

#include "plot-columns-private.h"

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

/* ---- values ---- */

static double
row_time (const PlotColumns *columns, gsize row)
{
  return sim_trajectory_row (columns->trajectory, row)[0];
}

/* Value of the column at t between rows row − 1 and row; NaN outside, across gaps and where an angle wraps. */
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
  /* Between the two drawn points, not between the two numbers: with |·| the line on screen runs from point to point. */
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

/* Rows were taken back (step back, branching): everything that was remembered may be wrong. */
static gboolean
was_cut (PlotColumns *columns, gsize n_rows)
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

/* Of slice i to the left; i = n: the right end. */
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

/* Rows [first, last) of one piece into the open set; a wrapped angle opens the other one. */
static void
add_rows (PlotColumns *columns, int i, gsize first, gsize last)
{
  double low, high;

  if (last - first <= 64 && columns->transform.wrap > 0)
    {
      for (gsize row = first; row < last; row++)
        {
          double value = sim_trajectory_row (columns->trajectory, row)[1 + columns->column];

          if (row > 0 && plot_transform_branch (&columns->transform, value)
                         != plot_transform_branch (&columns->transform, sim_trajectory_row (columns->trajectory, row - 1)[1 + columns->column]))
            columns->set = !columns->set;
          value = plot_transform_apply (&columns->transform, value);
          widen_set (columns, i, columns->set, value, value);
        }
      return;
    }
  plot_transform_range (&columns->transform, columns->trajectory, columns->column, first, last, &low, &high);
  widen_set (columns, i, columns->set, low, high);
}

/* What follows row after row belongs together, also where slices end at buckets instead of at a value between two rows: slice i reaches to the
 * one before it. */
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

/* Whether more than n jumps are open before row `last` or at it. */
static gboolean
jumps_before (PlotColumns *columns, gsize last, guint n)
{
  return columns->jump + n < columns->jumps->len && g_array_index (columns->jumps, gsize, columns->jump + n) <= last;
}

/* Of more jumps than this in a slice the pieces between them are not told apart: they stand closer than a quarter of a pixel. */
#define MOST_JUMPS 1

/* Slices of so many rows end where a bucket of the trajectory's pyramid does, and are made of nothing but buckets. What is left over to their
 * right, less than a quarter of their rows, goes to the next one: a sixteenth of a pixel on the screen. */
#define DENSE_SHARE 4

/* The end of such a slice that begins at row; 0 where it is none. */
static gsize
dense_end (PlotColumns *columns, gsize row, gsize n_rows, double t_right)
{
  gsize size = SIM_TRAJECTORY_BUCKET, end;

  if (n_rows - row < DENSE_SHARE * size || !(row_time (columns, n_rows - 1) >= t_right))
    return 0;
  end = (plot_columns_next_bucket (columns->trajectory, row, n_rows, t_right) - 1) * size;
  if (end < row + DENSE_SHARE * size || (jumps_before (columns, end, 0) && !jumps_before (columns, end, MOST_JUMPS)))
    return 0;
  while (end - row >= DENSE_SHARE * size * SIM_TRAJECTORY_BUCKETS)
    size *= SIM_TRAJECTORY_BUCKETS;
  return end / size * size;
}

static void
fill_pieces (PlotColumns *columns, int i, gsize first, gsize last)
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

/* Slice i, from row on; returns the row that the next one begins with. to_border: exactly to its right edge, however many rows it has,
 * as at the ends of the axis. */
static gsize
fill (PlotColumns *columns, const PlotScale *x, int i, gsize row, gsize n_rows, gboolean to_border)
{
  double t_left = edge (x, columns->n, i), t_right = edge (x, columns->n, i + 1), value;
  gsize end = to_border || i == 0 || i == columns->n - 1 ? 0 : dense_end (columns, row, n_rows, t_right);
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
  /* A row to the left of the edge was left over by the slice before. */
  if (row < n_rows && row > 0 && row_time (columns, row) < t_left)
    {
      fill_pieces (columns, i, row, end);
      join (columns, i, set);
    }
  else
    {
      value = value_between (columns, row, n_rows, t_left);
      widen_set (columns, i, set, value, value);
      fill_pieces (columns, i, row, end);
    }
  value = value_between (columns, end, n_rows, t_right);
  widen_set (columns, i, columns->set, value, value);
  return end;
}

/* ---- panning ---- */

/* Slices [first, end) of a curve without jumps, from the rows alone; returns the row after them. */
static gsize
refill (PlotColumns *columns, const PlotScale *x, int first, int end, gsize n_rows)
{
  gsize row = plot_columns_first_row (columns->trajectory, edge (x, columns->n, first));

  for (int i = first; i < end; i++)
    row = fill (columns, x, i, row, n_rows, i == end - 1);
  return row;
}

/* By how many slices x lies right of what the columns show; 0 where that is not a whole number of them. */
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

/* A view that moved by whole slices keeps those that it has: only what came in at one side, and the slices at the ends, are made anew. For curves
 * without jumps, whose slices depend on nothing before them. FALSE: all is to be made anew. */
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
  /* What came in at the left, and the slice that was the first; or the one that is the first now. */
  refill (columns, x, 0, MIN (to + 1, columns->n_complete), n_rows);
  if (to > 0 && columns->n_complete == n)
    columns->row = refill (columns, x, n - 1, n, n_rows);
  return TRUE;
}

void
plot_columns_update (PlotColumns *columns, const PlotScale *x, int n)
{
  gsize n_rows = sim_trajectory_n_rows (columns->trajectory), row;

  if (was_cut (columns, n_rows))
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
      /* What an incomplete slice opens is opened again next time. */
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
      /* Nothing lies beyond the newest row. */
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
