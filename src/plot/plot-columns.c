#include "plot-columns.h"

#include <math.h>
#include <string.h>

struct PlotColumns
{
  SimTrajectory *trajectory;
  int column;
  PlotTransform transform;

  PlotScale scale;
  int n;
  double *low[2], *high[2];
  int n_complete;       /* slices that will not change */
  gsize row;            /* first row at or after the left edge of slice n_complete */
  int set;              /* set that is open there */
  gsize jump;           /* index of the next jump there */

  GArray *jumps;        /* of gsize: x⁻ rows */
  gsize n_events;       /* seen */
  gsize n_rows;         /* seen, with the last one's content to notice a trajectory that was cut back */
  double last[2];
};

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
branch (const PlotTransform *transform, double value)
{
  return transform->wrap > 0 ? floor (value / transform->wrap + 0.5) : 0;
}

double
plot_transform_apply (const PlotTransform *transform, double value)
{
  if (transform->wrap > 0)
    value -= branch (transform, value) * transform->wrap;
  value = transform->scale * (value - transform->offset);
  return transform->absolute ? fabs (value) : value;
}

static void
widen (double *low, double *high, double value)
{
  if (value < *low)
    *low = value;
  if (value > *high)
    *high = value;
}

void
plot_transform_range (const PlotTransform *transform, SimTrajectory *trajectory, int column, gsize first, gsize last, double *low,
                      double *high)
{
  double a, b;

  *low = INFINITY;
  *high = -INFINITY;
  if (first >= last)
    return;
  sim_trajectory_range (trajectory, column, first, last, &a, &b);
  if (!(a <= b))
    return;
  if (transform->wrap > 0 && branch (transform, a) != branch (transform, b))
    {
      a = -transform->wrap / 2 * (1 - 1e-12);
      b = transform->wrap / 2 * (1 - 1e-12);
    }
  /* The image of an interval under an affine map, then |·|: its ends, and 0 where it holds a zero. */
  if (transform->absolute && (a - transform->offset) * (b - transform->offset) < 0)
    widen (low, high, 0);
  widen (low, high, plot_transform_apply (transform, a));
  widen (low, high, plot_transform_apply (transform, b));
}

static double
row_time (SimTrajectory *trajectory, gsize row)
{
  return sim_trajectory_row (trajectory, row)[0];
}

gsize
plot_columns_first_row (SimTrajectory *trajectory, double t)
{
  gsize low = 0, high = sim_trajectory_n_rows (trajectory);

  while (low < high)
    {
      gsize middle = low + (high - low) / 2;

      if (row_time (trajectory, middle) < t)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* First row at or after t, from `from` on. Rows are about evenly spread, so the search starts where the slice before suggests and
 * gallops from there: it touches three rows where bisection would touch twenty. */
static gsize
next_row (SimTrajectory *trajectory, gsize from, gsize n_rows, double t, gsize stride)
{
  gsize low = from, high = n_rows, guess = MIN (from + MAX (stride, 1), n_rows - 1);

  if (from >= n_rows || row_time (trajectory, from) >= t)
    return from;
  if (row_time (trajectory, n_rows - 1) < t)
    return n_rows;
  /* From here on row low < t, and row high, where it is below n_rows, >= t. */
  if (row_time (trajectory, guess) < t)
    for (gsize step = 1; high == n_rows; step *= 2)
      {
        low = guess;
        guess = MIN (guess + step, n_rows - 1);
        if (row_time (trajectory, guess) >= t)
          high = guess;
      }
  else
    for (gsize step = 1; high == n_rows || guess > low; step *= 2)
      {
        high = guess;
        guess = guess > low + step ? guess - step : low;
        if (row_time (trajectory, guess) < t)
          {
            low = guess;
            break;
          }
      }
  while (high - low > 1)
    {
      gsize middle = low + (high - low) / 2;

      if (row_time (trajectory, middle) < t)
        low = middle;
      else
        high = middle;
    }
  return high;
}

/* Value of the column at t between rows row − 1 and row; NaN outside, across gaps and where an angle wraps. */
static double
value_between (PlotColumns *columns, gsize row, gsize n_rows, double t)
{
  const double *a, *b;
  double va, vb;

  if (row == 0 || row >= n_rows)
    {
      if (row < n_rows && row_time (columns->trajectory, row) == t)
        return plot_transform_apply (&columns->transform, sim_trajectory_row (columns->trajectory, row)[1 + columns->column]);
      return NAN;
    }
  a = sim_trajectory_row (columns->trajectory, row - 1);
  b = sim_trajectory_row (columns->trajectory, row);
  va = a[1 + columns->column];
  vb = b[1 + columns->column];
  if (branch (&columns->transform, va) != branch (&columns->transform, vb) || !(b[0] > a[0]))
    return NAN;
  /* Between the two drawn points, not between the two numbers: with |·| the line on screen runs from point to point. */
  va = plot_transform_apply (&columns->transform, va);
  vb = plot_transform_apply (&columns->transform, vb);
  return va + (t - a[0]) / (b[0] - a[0]) * (vb - va);
}

/* ---- jumps ---- */

static void
collect_jumps (PlotColumns *columns)
{
  gsize n = sim_trajectory_n_events (columns->trajectory), n_rows = sim_trajectory_n_rows (columns->trajectory);

  for (; columns->n_events < n; columns->n_events++)
    {
      SimEventRecord record = sim_trajectory_event (columns->trajectory, columns->n_events);
      gsize row = record.row_before;
      double before, after;

      if (record.row_after >= n_rows)
        return; /* its rows are not published yet */
      if (record.row_after <= row || (sim_trajectory_flags (columns->trajectory, row) & SIM_ROW_BEFORE) == 0)
        continue;
      before = sim_trajectory_row (columns->trajectory, row)[1 + columns->column];
      after = sim_trajectory_row (columns->trajectory, row + 1)[1 + columns->column];
      if (before == after
          || (columns->jumps->len > 0 && g_array_index (columns->jumps, gsize, columns->jumps->len - 1) >= row))
        continue;
      g_array_append_val (columns->jumps, row);
    }
}

const gsize *
plot_columns_jumps (const PlotColumns *columns, gsize *n)
{
  *n = columns->jumps->len;
  return (const gsize *) (gpointer) columns->jumps->data;
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

          if (row > 0 && branch (&columns->transform, value)
                         != branch (&columns->transform, sim_trajectory_row (columns->trajectory, row - 1)[1 + columns->column]))
            columns->set = !columns->set;
          value = plot_transform_apply (&columns->transform, value);
          widen_set (columns, i, columns->set, value, value);
        }
      return;
    }
  plot_transform_range (&columns->transform, columns->trajectory, columns->column, first, last, &low, &high);
  widen_set (columns, i, columns->set, low, high);
}

/* Slices with more rows than this end on whole buckets of the trajectory's pyramid (64 rows), which saves reading single rows at both
 * ragged ends; the border moves by less than a sixteenth of a slice. */
#define DENSE_ROWS 1024
#define BUCKET_ROWS 64

static void
fill_dense (PlotColumns *columns, int i, gsize first, gsize last, gsize n_rows)
{
  for (int set = 0; set < 2; set++)
    columns->low[set][i] = columns->high[set][i] = NAN;
  /* The row after, so that neighbours touch. */
  add_rows (columns, i, first, MIN (last + 1, n_rows));
  if (columns->transform.wrap > 0)
    columns->set = 0;
}

static gboolean
jumps_before (PlotColumns *columns, gsize last)
{
  return columns->jump < columns->jumps->len && g_array_index (columns->jumps, gsize, columns->jump) <= last;
}

static void
fill_slice (PlotColumns *columns, int i, double t_left, double t_right, gsize first, gsize last, gsize n_rows)
{
  gsize position = first;
  double value;

  for (int set = 0; set < 2; set++)
    columns->low[set][i] = columns->high[set][i] = NAN;
  value = value_between (columns, first, n_rows, t_left);
  widen_set (columns, i, columns->set, value, value);
  while (columns->jump < columns->jumps->len && g_array_index (columns->jumps, gsize, columns->jump) < last)
    {
      gsize row = g_array_index (columns->jumps, gsize, columns->jump++);

      if (row < position)
        continue;
      add_rows (columns, i, position, row + 1);
      columns->set = !columns->set;
      position = row + 1;
    }
  add_rows (columns, i, position, last);
  value = value_between (columns, last, n_rows, t_right);
  widen_set (columns, i, columns->set, value, value);
}

/* Curves of one trajectory on one axis ask for the same rows, one after the other in the same frame: the rows that the last search
 * found are tried first. They are checked, so a wrong memory costs time, never truth. */
typedef struct
{
  const SimTrajectory *trajectory;  /* compared, never followed */
  PlotScale scale;
  int n, n_found;
  gsize *found;
} Memory;

static void
memory_free (gpointer data)
{
  g_free (((Memory *) data)->found);
  g_free (data);
}

static GPrivate memory_key = G_PRIVATE_INIT (memory_free);

static Memory *
memory_for (const PlotColumns *columns, const PlotScale *x, int n)
{
  Memory *memory = g_private_get (&memory_key);

  if (memory == NULL)
    {
      memory = g_new0 (Memory, 1);
      g_private_set (&memory_key, memory);
    }
  if (memory->trajectory != columns->trajectory || memory->n != n || !same_scale (&memory->scale, x))
    {
      memory->trajectory = columns->trajectory;
      memory->scale = *x;
      memory->n = n;
      memory->n_found = 0;
      memory->found = g_renew (gsize, memory->found, n);
    }
  return memory;
}

static gsize
find_end (PlotColumns *columns, Memory *memory, int i, gsize row, gsize n_rows, double t, gsize stride)
{
  gsize end;

  if (i < memory->n_found)
    {
      end = memory->found[i];
      if (end > row && end < n_rows && row_time (columns->trajectory, end) >= t && row_time (columns->trajectory, end - 1) < t)
        return end;
    }
  end = next_row (columns->trajectory, row, n_rows, t, stride);
  if (i == memory->n_found)
    memory->n_found++;
  if (i < memory->n_found)
    memory->found[i] = end;
  return end;
}

/* ---- panning ---- */

static double
edge (const PlotScale *x, int n, int i)
{
  return plot_scale_unmap (x, x->pixel_low + i * (x->pixel_high - x->pixel_low) / n);
}

/* Slices [first, end) of a curve without jumps, from the rows alone. */
static void
refill (PlotColumns *columns, const PlotScale *x, int n, int first, int end, gsize n_rows)
{
  gsize row = plot_columns_first_row (columns->trajectory, edge (x, n, first)), stride = 1;

  for (int i = first; i < end; i++)
    {
      gsize last = next_row (columns->trajectory, row, n_rows, edge (x, n, i + 1), stride);

      if (last - row > DENSE_ROWS && last < n_rows && i > 0 && i < n - 1)
        {
          last = last / BUCKET_ROWS * BUCKET_ROWS;
          fill_dense (columns, i, row, last, n_rows);
        }
      else
        fill_slice (columns, i, edge (x, n, i), edge (x, n, i + 1), row, last, n_rows);
      stride = last - row;
      row = last;
    }
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
  if (to > 0)
    refill (columns, x, n, 0, MIN (to, columns->n_complete), n_rows);
  else
    refill (columns, x, n, 0, 1, n_rows);
  if (columns->n_complete == n)
    {
      if (to > 0)
        refill (columns, x, n, n - 1, n, n_rows);
      columns->row = plot_columns_first_row (columns->trajectory, edge (x, n, n));
    }
  return TRUE;
}

void
plot_columns_update (PlotColumns *columns, const PlotScale *x, int n)
{
  Memory *memory = memory_for (columns, x, n);
  gsize n_rows = sim_trajectory_n_rows (columns->trajectory), row, stride = 1;
  double way = (x->pixel_high - x->pixel_low) / n;

  if (was_cut (columns, n_rows))
    {
      g_array_set_size (columns->jumps, 0);
      columns->n_events = 0;
      columns->n = -1;
    }
  collect_jumps (columns);
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
      double t_left = plot_scale_unmap (x, x->pixel_low + i * way), t_right = plot_scale_unmap (x, x->pixel_low + (i + 1) * way);
      gsize last = find_end (columns, memory, i, row, n_rows, t_right, stride);
      gboolean complete = last < n_rows;

      /* What an incomplete slice opens is opened again next time. */
      int set = columns->set;
      gsize jump = columns->jump;
      if (last - row > DENSE_ROWS && complete && i > 0 && i < n - 1 && !jumps_before (columns, last))
        {
          last = last / BUCKET_ROWS * BUCKET_ROWS;
          fill_dense (columns, i, row, last, n_rows);
        }
      else
        fill_slice (columns, i, t_left, t_right, row, last, n_rows);
      if (complete && columns->n_complete == i)
        {
          columns->n_complete = i + 1;
          columns->row = last;
        }
      else if (columns->n_complete <= i)
        {
          columns->set = set;
          columns->jump = jump;
          /* Nothing lies beyond the newest row. */
          for (int rest = i + 1; rest < n; rest++)
            for (int k = 0; k < 2; k++)
              columns->low[k][rest] = columns->high[k][rest] = NAN;
          break;
        }
      stride = last - row;
      row = last;
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

/* ---- for paper ---- */

typedef struct
{
  PlotPointFunc func;
  gpointer user;
  double y;   /* the last one; NaN: none */
  double branch;
} Walk;

static void
walk_row (PlotColumns *columns, Walk *walk, gsize row)
{
  const double *values = sim_trajectory_row (columns->trajectory, row);
  double value = values[1 + columns->column];

  if (!isnan (walk->y) && branch (&columns->transform, value) != walk->branch)
    walk->func (walk->user, NAN, NAN);
  walk->branch = branch (&columns->transform, value);
  walk->y = plot_transform_apply (&columns->transform, value);
  walk->func (walk->user, values[0], walk->y);
}

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
  t0 = row_time (columns->trajectory, first);
  t1 = row_time (columns->trajectory, last - 1);
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

  collect_jumps (columns);
  row = plot_columns_first_row (trajectory, x->low);
  row = row > 0 ? row - 1 : 0; /* one before the edge, so that the curve comes in from outside */
  while (jump < columns->jumps->len && g_array_index (columns->jumps, gsize, jump) < row)
    jump++;
  for (int i = 0; i < n && row < n_rows; i++)
    {
      double t = plot_scale_unmap (x, x->pixel_low + (i + 1.0) / n * (x->pixel_high - x->pixel_low));

      end = next_row (trajectory, row, n_rows, t, 1);
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
