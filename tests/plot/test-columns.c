/* Tests the reduction of columns to slices: all extreme values are kept, no line crosses a jump, and a growing run gives the same slices as
 * a complete one. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "plot-columns.h"
#include "plot-step-ends.h"
#include "plot-fixture.h"

static double
spiky (double t)
{
  return fmod (t, 977) == 500 ? 50 : sin (t * 0.01) + (fmod (t, 331) == 7 ? -30 : 0);
}

static void
extremes (PlotColumns *columns, int n, double *low, double *high)
{
  *low = INFINITY;
  *high = -INFINITY;
  for (int set = 0; set < 2; set++)
    for (int i = 0; i < n; i++)
      if (plot_columns_low (columns, set)[i] <= plot_columns_high (columns, set)[i])
        {
          *low = fmin (*low, plot_columns_low (columns, set)[i]);
          *high = fmax (*high, plot_columns_high (columns, set)[i]);
        }
}

static void
test_extremes (void)
{
  g_autoptr (SimTrajectory) trajectory = plot_fixture_rows (200000, 1, spiky);
  PlotColumns *columns = plot_columns_new (trajectory, 0, NULL);
  g_autoptr (GRand) random = g_rand_new_with_seed (11);

  for (int k = 0; k < 40; k++)
    {
      double from = g_rand_double_range (random, 0, 150000), to = from + g_rand_double_range (random, 3, 49000), low, high;
      double true_low = INFINITY, true_high = -INFINITY, edge;
      int n = g_rand_int_range (random, 10, 3000);
      PlotScale x;

      plot_scale_init (&x, PLOT_SCALE_LINEAR, from, to, 0, n);
      plot_columns_update (columns, &x, n);
      extremes (columns, n, &low, &high);
      for (double t = ceil (from); t <= floor (to); t++)
        {
          true_low = fmin (true_low, spiky (t));
          true_high = fmax (true_high, spiky (t));
        }
      /* At the edges of a slice, its range also contains values of the lines between rows on both sides of the
       * edge. */
      edge = fmax (fmax (spiky (floor (from)), spiky (ceil (to))), true_high);
      g_assert_cmpfloat (high, >=, true_high);
      g_assert_cmpfloat (high, <=, edge);
      g_assert_cmpfloat (low, <=, true_low);
      g_assert_cmpfloat (low, >=, fmin (fmin (spiky (floor (from)), spiky (ceil (to))), true_low));
    }
  plot_columns_free (columns);
}

/* Each slice contains the exact extreme values of its rows. */
static void
test_slices (void)
{
  g_autoptr (SimTrajectory) trajectory = plot_fixture_rows (20000, 1, spiky);
  PlotColumns *columns = plot_columns_new (trajectory, 0, NULL);
  PlotScale x;
  int n = 400;

  plot_scale_init (&x, PLOT_SCALE_LINEAR, 0, 20000, 0, n);
  plot_columns_update (columns, &x, n);
  for (int i = 0; i < n - 1; i++)
    /* A rounding error may put a row at an edge into either slice. */
    for (double t = i * 50 + 1; t < (i + 1) * 50; t++)
      {
        g_assert_cmpfloat (plot_columns_low (columns, 0)[i], <=, spiky (t));
        g_assert_cmpfloat (plot_columns_high (columns, 0)[i], >=, spiky (t));
      }
  plot_columns_free (columns);
}

static void
compare (PlotColumns *a, PlotColumns *b, int n)
{
  for (int set = 0; set < 2; set++)
    for (int i = 0; i < n; i++)
      {
        double la = plot_columns_low (a, set)[i], lb = plot_columns_low (b, set)[i];
        double ha = plot_columns_high (a, set)[i], hb = plot_columns_high (b, set)[i];

        g_assert_true (la == lb || (isnan (la) && isnan (lb)));
        g_assert_true (ha == hb || (isnan (ha) && isnan (hb)));
      }
}

static void
test_growing (void)
{
  g_autoptr (SimTrajectory) whole = plot_fixture_ball (12);
  gsize n_rows = sim_trajectory_n_rows (whole), event = 0;
  g_autoptr (SimTrajectory) growing = sim_trajectory_new (2, 1 << 28);
  PlotColumns *live = plot_columns_new (growing, 1, NULL), *after = plot_columns_new (whole, 1, NULL);
  PlotScale x;
  int n = 700;

  plot_scale_init (&x, PLOT_SCALE_LINEAR, 0, 12, 0, n);
  for (gsize i = 0; i < n_rows; i++)
    {
      const double *row = sim_trajectory_row (whole, i);

      sim_trajectory_append (growing, row[0], row + 1, sim_trajectory_flags (whole, i));
      if ((sim_trajectory_flags (whole, i) & SIM_ROW_AFTER) != 0)
        {
          SimEventRecord record = sim_trajectory_event (whole, event++);

          sim_trajectory_append_event (growing, &record);
        }
      if (i % 7 == 0 || i + 1 == n_rows)
        plot_columns_update (live, &x, n);
    }
  plot_columns_update (after, &x, n);
  compare (live, after, n);
  plot_columns_free (live);
  plot_columns_free (after);
}

static void
test_truncated (void)
{
  g_autoptr (SimTrajectory) trajectory = plot_fixture_rows (1000, 1, spiky);
  PlotColumns *columns = plot_columns_new (trajectory, 0, NULL), *fresh;
  double value = 123;
  PlotScale x;

  plot_scale_init (&x, PLOT_SCALE_LINEAR, 0, 2000, 0, 300);
  plot_columns_update (columns, &x, 300);
  sim_trajectory_truncate (trajectory, 500, 0);
  for (int i = 500; i < 1200; i++)
    sim_trajectory_append (trajectory, i, &value, SIM_ROW_STEP);
  plot_columns_update (columns, &x, 300);
  fresh = plot_columns_new (trajectory, 0, NULL);
  plot_columns_update (fresh, &x, 300);
  compare (columns, fresh, 300);
  plot_columns_free (columns);
  plot_columns_free (fresh);
}

/* A view is panned by whole pixels, by fractions, beyond the rows and back, while rows are appended. Its slices are always those of a new
 * view. */
static void
test_panned (void)
{
  static const double steps[] = { 17, 17, -40, 3, -1, 1, 250, -250, 0.5, 120, 399, -399, -60, -500, 500, 7 };
  static const double spans[] = { 150, 9000, 180000 };
  const int n = 400;

  for (gsize s = 0; s < G_N_ELEMENTS (spans); s++)
    {
      g_autoptr (SimTrajectory) trajectory = plot_fixture_rows (100000, 1, spiky);
      PlotColumns *panned = plot_columns_new (trajectory, 0, NULL);
      double low = 40000;

      for (gsize k = 0; k < G_N_ELEMENTS (steps); k++)
        {
          PlotColumns *fresh = plot_columns_new (trajectory, 0, NULL);
          PlotScale x;

          for (int row = 0; row < 300; row++)
            {
              double t = (double) sim_trajectory_n_rows (trajectory), value = spiky (t);

              sim_trajectory_append (trajectory, t, &value, SIM_ROW_STEP);
            }
          plot_scale_init (&x, PLOT_SCALE_LINEAR, low, low + spans[s], 0, n);
          plot_columns_update (panned, &x, n);
          plot_columns_update (fresh, &x, n);
          for (int i = 0; i < n; i++)
            {
              /* One row in a thousand may be at the edge of two slices, and the edge of a dense
               * slice moves by up to 1/16 of the slice. Compare the combined ranges of neighbouring
               * slices. */
              int a = MAX (i - 1, 0), b = MIN (i + 1, n - 1);
              double one = plot_columns_low (panned, 0)[i], other = INFINITY, high = plot_columns_high (panned, 0)[i], top = -INFINITY;

              g_assert_cmpint (isnan (one), ==, isnan (plot_columns_low (fresh, 0)[i]));
              for (int m = a; m <= b; m++)
                {
                  other = fmin (other, plot_columns_low (fresh, 0)[m]);
                  top = fmax (top, plot_columns_high (fresh, 0)[m]);
                }
              if (isnan (one))
                continue;
              g_assert_cmpfloat (one, >=, other - 1e-9);
              g_assert_cmpfloat (high, <=, top + 1e-9);
            }
          {
            double a, b, c, d;

            extremes (panned, n, &a, &b);
            extremes (fresh, n, &c, &d);
            /* The value at an edge outside the rows is interpolated with another fraction, so it may differ by a rounding
             * error. */
            g_assert_true (a == c || fabs (a - c) < 1e-6);
            g_assert_true (b == d || fabs (b - d) < 1e-6);
          }
          plot_columns_free (fresh);
          low += steps[k] * spans[s] / n;
        }
      plot_columns_free (panned);
    }
}

/* ---- comparison with a drawing of all rows ---- */

/* Returns rows whose step sizes, from 1 to 1e-4, change every few hundred rows, so that slices of
 * thousands of rows are next to slices of one row. The rows contain spikes, jumps, and gaps of one to a
 * thousand NaN. */
static SimTrajectory *
rugged (gsize n_rows, guint seed, int rows_per_jump)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  SimTrajectory *trajectory = sim_trajectory_new (1, 1 << 28);
  double t = 1e-3, h = 1, shift = 0;
  gsize spell = 0, gap = 0;

  while (sim_trajectory_n_rows (trajectory) < n_rows)
    {
      double value = sin (t * 0.02) * 10 + sin (t * 3) + shift;
      gsize row = sim_trajectory_n_rows (trajectory);

      if (spell-- == 0)
        {
          spell = (gsize) g_rand_int_range (random, 100, 4000);
          h = pow (10, g_rand_double_range (random, -4, 0));
        }
      if (gap == 0 && g_rand_int_range (random, 0, 3000) == 0)
        gap = (gsize) pow (10, g_rand_double_range (random, 0, 3));
      if (gap > 0)
        {
          value = NAN;
          gap--;
        }
      else if (g_rand_int_range (random, 0, 500) == 0)
        value += 40;
      sim_trajectory_append (trajectory, t, &value, SIM_ROW_STEP);
      if (!isnan (value) && g_rand_int_range (random, 0, rows_per_jump) == 0)
        {
          SimEventRecord event = { .t = t, .parameter = -1, .overwritten = -1, .row_before = row, .row_after = row + 1 };

          sim_trajectory_mark (trajectory, SIM_ROW_BEFORE);
          shift += g_rand_double_range (random, 1, 20) * (shift > 0 ? -1 : 1);
          value += 25;
          sim_trajectory_append (trajectory, t, &value, SIM_ROW_AFTER | SIM_ROW_EVENT);
          sim_trajectory_append_event (trajectory, &event);
        }
      t += h * g_rand_double_range (random, 0.5, 1.5);
    }
  return trajectory;
}

/* The range of a slice including the lines between rows; whether the curve continues into the next slice; and whether it jumps in the
 * slice. */
typedef struct { double low, high; gboolean continues, jumps; } Reference;

static void
extend_reference (Reference *reference, int n, int i, double value)
{
  if (i < 0 || i >= n)
    return;
  reference[i].low = fmin (reference[i].low, value);
  reference[i].high = fmax (reference[i].high, value);
}

static void
draw_every_row (SimTrajectory *trajectory, const PlotScale *x, int n, Reference *reference)
{
  for (int i = 0; i < n; i++)
    reference[i] = (Reference) { INFINITY, -INFINITY, FALSE, FALSE };
  for (gsize row = 0; row < sim_trajectory_n_rows (trajectory); row++)
    {
      const double *a = sim_trajectory_row (trajectory, row), *b;
      double at = plot_scale_map (x, a[0]);
      int i = (int) CLAMP (floor (at), -1, n), j;

      if (!isnan (a[1]))
        extend_reference (reference, n, i, a[1]);
      if (row + 1 == sim_trajectory_n_rows (trajectory))
        return;
      b = sim_trajectory_row (trajectory, row + 1);
      if ((sim_trajectory_flags (trajectory, row) & SIM_ROW_BEFORE) != 0)
        {
          if (i >= 0 && i < n)
            reference[i].jumps = TRUE;
          continue;
        }
      j = (int) CLAMP (floor (plot_scale_map (x, b[0])), -1, n);
      for (int k = i; k < j && !isnan (a[1]) && !isnan (b[1]); k++)
        {
          double t = plot_scale_unmap (x, k + 1), value = a[1] + (t - a[0]) / (b[0] - a[0]) * (b[1] - a[1]);

          extend_reference (reference, n, k, value);
          extend_reference (reference, n, k + 1, value);
          if (k >= 0 && k < n)
            reference[k].continues = TRUE;
        }
    }
}

static gboolean
touch (const PlotColumns *columns, int i)
{
  for (int set = 0; set < 2; set++)
    {
      const double *low = plot_columns_low (columns, set), *high = plot_columns_high (columns, set);

      if (low[i] <= high[i] && low[i + 1] <= high[i + 1] && low[i] <= high[i + 1] + 1e-9 && low[i + 1] <= high[i] + 1e-9)
        return TRUE;
    }
  return FALSE;
}

/* Computes the combined range of both sets in the slices [first, last]. */
static void
held_range (const PlotColumns *columns, int first, int last, double *low, double *high)
{
  *low = INFINITY;
  *high = -INFINITY;
  for (int i = first; i <= last; i++)
    for (int set = 0; set < 2; set++)
      {
        *low = fmin (*low, plot_columns_low (columns, set)[i]);
        *high = fmax (*high, plot_columns_high (columns, set)[i]);
      }
}

/* Compares slices with the reference. The last rows of a dense slice belong to the slice to its
 * right, and a rounding error may move a row to either side. Therefore each value of a reference
 * slice must be in the same slice or in a neighbour, and vice versa. Where the curve continues
 * across an edge, ranges touch, unless all rows of a slice come from the previous one after a
 * gap. */
static void
check_reference (const PlotColumns *columns, const Reference *reference, int n)
{
  for (int i = 0; i < n; i++)
    {
      int a = MAX (i - 1, 0), b = MIN (i + 1, n - 1);
      double low, high, true_low = INFINITY, true_high = -INFINITY;

      held_range (columns, a, b, &low, &high);
      if (reference[i].low <= reference[i].high)
        g_assert_true (low <= reference[i].low + 1e-9 && high >= reference[i].high - 1e-9);
      /* A range may be extended towards the previous slice, which may contain the last rows of the slice before
       * it. */
      for (int k = MAX (i - 2, 0); k <= b; k++)
        {
          true_low = fmin (true_low, reference[k].low);
          true_high = fmax (true_high, reference[k].high);
        }
      held_range (columns, i, i, &low, &high);
      if (low <= high)
        g_assert_true (low >= true_low - 1e-9 && high <= true_high + 1e-9);
      if (low <= high && i > 0 && i < n - 2 && reference[i].continues && !reference[i - 1].jumps && !reference[i].jumps
          && !reference[i + 1].jumps)
        g_assert_true (touch (columns, i));
    }
}

static void
test_every_row (void)
{
  const int n = 1000;
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  g_autofree Reference *reference = g_new (Reference, n);

  for (guint seed = 1; seed <= 3; seed++)
    {
      g_autoptr (SimTrajectory) trajectory = rugged (300000, seed, seed < 3 ? 2000 : 20);
      PlotColumns *columns = plot_columns_new (trajectory, 0, NULL);
      double end = sim_trajectory_row (trajectory, sim_trajectory_n_rows (trajectory) - 1)[0];

      for (int k = 0; k < 30; k++)
        {
          double width = end * pow (10, -4.0 * k / 30), from = g_rand_double_range (random, 0, end - width * 0.9);
          gboolean log = k % 3 == 2;
          PlotScale x;

          if (log)
            plot_scale_init (&x, PLOT_SCALE_LOG, fmax (from, end * 1e-6), from + width, 0, n);
          else
            plot_scale_init (&x, PLOT_SCALE_LINEAR, from, from + width, 0, n);
          plot_columns_update (columns, &x, n);
          draw_every_row (trajectory, &x, n, reference);
          check_reference (columns, reference, n);
        }
      plot_columns_free (columns);
    }
}

/* PlotColumns assigns the segments of a curve between jumps alternately to two sets. The values before a jump (x⁻) and after it (x⁺) are
 * therefore in different sets, and the range of a slice in either set does not include the jump. */
static void
test_jumps (void)
{
  g_autoptr (SimTrajectory) trajectory = plot_fixture_ball (5);
  PlotColumns *columns = plot_columns_new (trajectory, 1, NULL), *height = plot_columns_new (trajectory, 0, NULL);
  PlotScale x;
  gsize n_jumps;
  int n = 2000;

  plot_scale_init (&x, PLOT_SCALE_LINEAR, 0, 9, 0, n);
  plot_columns_update (columns, &x, n);
  plot_columns_update (height, &x, n);
  plot_columns_jumps (columns, &n_jumps);
  g_assert_cmpuint (n_jumps, ==, 5);
  /* The height is continuous at a bounce, so its column has no jump. */
  plot_columns_jumps (height, &n_jumps);
  g_assert_cmpuint (n_jumps, ==, 0);
  for (int set = 0; set < 2; set++)
    for (int i = 0; i < n; i++)
      {
        double span = plot_columns_high (columns, set)[i] - plot_columns_low (columns, set)[i];

        /* v changes by 9.81·9/2000 = 0.044 within a slice, and by at least 1.8·5.7 at a
         * jump. */
        if (!isnan (span))
          g_assert_cmpfloat (span, <, 0.1);
      }
  plot_columns_free (columns);
  plot_columns_free (height);
}

static double
angle (double t)
{
  return 0.01 * t;
}

static void
test_wrap (void)
{
  g_autoptr (SimTrajectory) trajectory = plot_fixture_rows (3000, 1, angle);
  PlotTransform wrap = { 0, 1, FALSE, 2 * G_PI };
  PlotColumns *columns = plot_columns_new (trajectory, 0, &wrap);
  double low, high;
  PlotScale x;

  plot_scale_init (&x, PLOT_SCALE_LINEAR, 0, 3000, 0, 1000);
  plot_columns_update (columns, &x, 1000);
  extremes (columns, 1000, &low, &high);
  g_assert_cmpfloat (low, >=, -G_PI);
  g_assert_cmpfloat (high, <=, G_PI);
  for (int set = 0; set < 2; set++)
    for (int i = 0; i < 1000; i++)
      if (!isnan (plot_columns_low (columns, set)[i]))
        g_assert_cmpfloat (plot_columns_high (columns, set)[i] - plot_columns_low (columns, set)[i], <, 0.1);
  plot_columns_free (columns);
}

static void
test_transform (void)
{
  PlotTransform drift = { 2, 0.5, TRUE, 0 };
  g_autoptr (SimTrajectory) trajectory = plot_fixture_rows (1000, 0.01, sin);
  double low, high;

  g_assert_cmpfloat (plot_transform_apply (&drift, 3), ==, 0.5);
  g_assert_cmpfloat (plot_transform_apply (&drift, 1), ==, 0.5);
  drift.offset = 0;
  plot_transform_range (&drift, trajectory, 0, 0, 1000, &low, &high);
  g_assert_cmpfloat (low, ==, 0);
  /* The row nearest to the maximum of the sine is at most 0.005 away from it, so its value is at least 1 − 0.005²/2. */
  g_assert_cmpfloat_with_epsilon (high, 0.5, 0.5 * 1.3e-5);
}

typedef struct { double low, high, last; gsize n; gboolean ordered; } Seen;

static void
see (gpointer user, double t, double y)
{
  Seen *seen = user;

  seen->n++;
  if (isnan (t))
    return;
  seen->ordered &= t >= seen->last;
  seen->last = t;
  seen->low = fmin (seen->low, y);
  seen->high = fmax (seen->high, y);
}

static void
test_polyline (void)
{
  g_autoptr (SimTrajectory) trajectory = plot_fixture_rows (100000, 1, spiky);
  static const PlotTransform identity = { 0, 1, FALSE, 0 };
  Seen seen = { INFINITY, -INFINITY, -INFINITY, 0, TRUE };
  PlotScale x;

  plot_scale_init (&x, PLOT_SCALE_LINEAR, 0, 99999, 0, 300);
  plot_columns_polyline (trajectory, 0, &identity, &x, 0.25, see, &seen);
  g_assert_true (seen.ordered);
  /* The polyline keeps all extreme values, and has at most four vertices per 0.25 pt of
   * width. */
  g_assert_cmpfloat (seen.high, ==, 50);
  g_assert_cmpfloat_with_epsilon (seen.low, -31, 0.01);
  g_assert_cmpuint (seen.n, <=, 4 * 1200 + 4);
}

/* Steps end at integer t. The rows between them come from dense output with an error of 100. There is a jump at t =
 * 5. */
static void
append_steps (SimTrajectory *trajectory, int from, int to)
{
  for (int i = from; i < to; i++)
    {
      double value = i % 4 == 0 ? i / 4.0 : 100;

      if (i == 20)
        {
          SimEventRecord event = { .t = 5, .parameter = -1, .overwritten = -1 };

          sim_trajectory_append (trajectory, 5, &value, SIM_ROW_STEP | SIM_ROW_EVENT);
          sim_trajectory_mark (trajectory, SIM_ROW_BEFORE);
          event.row_before = sim_trajectory_n_rows (trajectory) - 1;
          event.row_after = event.row_before + 1;
          value = 6;
          sim_trajectory_append (trajectory, 5, &value, SIM_ROW_AFTER | SIM_ROW_EVENT);
          sim_trajectory_append_event (trajectory, &event);
        }
      else
        sim_trajectory_append (trajectory, i / 4.0, &value, i % 4 == 0 ? SIM_ROW_STEP : SIM_ROW_SAMPLE);
    }
}

static void
test_step_ends (void)
{
  g_autoptr (SimTrajectory) source = sim_trajectory_new (1, 1 << 20);
  PlotStepEnds *steps = plot_step_ends_new (source, 0);
  SimTrajectory *kept = plot_step_ends_trajectory (steps);
  SimEventRecord event;
  double low, high;
  gsize n_rows;

  append_steps (source, 0, 10);
  g_assert_true (plot_step_ends_update (steps));
  g_assert_cmpint (sim_trajectory_n_rows (kept), ==, 3);
  append_steps (source, 10, 41);
  g_assert_true (plot_step_ends_update (steps));
  g_assert_true (plot_step_ends_update (steps));
  /* The copy has the rows at t = 0 … 10, with two rows at the jump. */
  n_rows = sim_trajectory_n_rows (kept);
  g_assert_cmpint (n_rows, ==, 12);
  sim_trajectory_range (kept, 0, 0, n_rows, &low, &high);
  g_assert_cmpfloat (low, ==, 0);
  g_assert_cmpfloat (high, ==, 10);
  g_assert_cmpint (sim_trajectory_n_events (kept), ==, 1);
  event = sim_trajectory_event (kept, 0);
  g_assert_cmpint (event.row_before, ==, 5);
  g_assert_cmpint (event.row_after, ==, 6);
  g_assert_cmpint (sim_trajectory_flags (kept, 5) & SIM_ROW_BEFORE, !=, 0);
  g_assert_cmpfloat (sim_trajectory_row (kept, 6)[1], ==, 6);
  /* The run is truncated and continues with other values. */
  sim_trajectory_truncate (source, 9, 0);
  g_assert_true (plot_step_ends_update (steps));
  g_assert_cmpint (sim_trajectory_n_rows (kept), ==, 3);
  g_assert_cmpint (sim_trajectory_n_events (kept), ==, 0);
  append_steps (source, 36, 41);
  g_assert_true (plot_step_ends_update (steps));
  g_assert_cmpint (sim_trajectory_n_rows (kept), ==, 5);
  g_assert_cmpfloat (sim_trajectory_row (kept, 4)[0], ==, 10);
  plot_step_ends_free (steps);
}

/* If there are more rows than one update copies, each update copies a part, and no row is
 * lost. */
static void
test_step_ends_in_parts (void)
{
  g_autoptr (SimTrajectory) source = sim_trajectory_new (1, 1 << 24);
  PlotStepEnds *steps = plot_step_ends_new (source, 0);
  int n_calls = 1;

  append_steps (source, 40, 400040);
  while (!plot_step_ends_update (steps))
    n_calls++;
  g_assert_cmpint (n_calls, >, 2);
  g_assert_cmpint (sim_trajectory_n_rows (plot_step_ends_trajectory (steps)), ==, 100000);
  plot_step_ends_free (steps);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot/columns/decimation keeps all extreme values of a curve", test_extremes);
  g_test_add_func ("/plot/columns/each pixel column has the extreme values of its rows", test_slices);
  g_test_add_func ("/plot/columns/a growing run gives the same pixel columns as a complete run", test_growing);
  g_test_add_func ("/plot/columns/pixel columns are computed again after a run was truncated", test_truncated);
  g_test_add_func ("/plot/columns/a panned view gives the same pixel columns as a new view", test_panned);
  g_test_add_func ("/plot/columns/drawing pixel columns gives the same picture as drawing every row", test_every_row);
  g_test_add_func ("/plot/columns/the values before and after a jump are not connected by a line", test_jumps);
  g_test_add_func ("/plot/columns/an angle is wrapped to one period", test_wrap);
  g_test_add_func ("/plot/columns/transforming a range gives the range of the transformed values", test_transform);
  g_test_add_func ("/plot/columns/a decimated polyline keeps the extreme values", test_polyline);
  g_test_add_func ("/plot/step-ends/the copy contains only the rows at the ends of steps", test_step_ends);
  g_test_add_func ("/plot/step-ends/copying in several updates loses no row", test_step_ends_in_parts);
  return g_test_run ();
}
