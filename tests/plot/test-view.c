/* Views: linked axes, hits, ranges, pixels that must be there. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "plot-fixture.h"
#include "plot-format.h"
#include "plot-layers.h"
#include "plot-raster.h"
#include "plot-spots.h"
#include "plot-view-private.h"
#include "plot-views.h"
#include "sim-system.h"

typedef struct
{
  SimTrajectory *trajectory;
  SimTape *tape;
  PlotRun run;
  PlotTimeAxis *axis;
  cairo_surface_t *surface;
  cairo_t *cr;
} Fixture;

#define WIDTH 452
#define HEIGHT 268

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->tape = sim_tape_new (100000);
  fixture->trajectory = plot_fixture_oscillator (30, fixture->tape);
  fixture->run = (PlotRun) { fixture->trajectory, fixture->tape, NULL, 0, 40, 0.25 };
  fixture->axis = plot_time_axis_new (0, 40, "s");
  plot_time_axis_set_reached (fixture->axis, 30);
  fixture->surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  fixture->cr = cairo_create (fixture->surface);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  cairo_destroy (fixture->cr);
  cairo_surface_destroy (fixture->surface);
  plot_time_axis_unref (fixture->axis);
  sim_trajectory_unref (fixture->trajectory);
  sim_tape_unref (fixture->tape);
}

static void
draw (Fixture *fixture, PlotView *view)
{
  for (int i = 0; i < 10000 && plot_view_draw (view, fixture->cr, WIDTH, HEIGHT, 1); i++)
    ;
}

/* ---- every attempt ---- */

/* Whether a mark of this colour, or of the one that lies over it, is at the pixel or beside it. */
static gboolean
has_mark (cairo_surface_t *surface, double px, double py, gboolean rejected)
{
  const guint8 *data = cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface);

  for (int y = (int) py - 1; y <= (int) py + 1; y++)
    for (int x = (int) px - 1; x <= (int) px + 1; x++)
      {
        guint32 pixel = *(const guint32 *) (const gpointer) (data + (gsize) y * stride + 4 * x);
        int red = pixel >> 16 & 255, blue = pixel & 255;

        if (rejected ? red > blue + 60 : abs (red - blue) > 60)
          return TRUE;
      }
  return FALSE;
}

/* Sixty thousand attempts with steps over four decades, every eightieth rejected: on the screen and on paper, from all of them to a few, each has its mark. */
static void
test_every_attempt (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  double t = 0, spans[] = { 1, 0.3, 0.02, 0.001 };

  sim_tape_unref (fixture->tape);
  fixture->tape = fixture->run.tape = sim_tape_new (100000);
  for (int i = 0; i < 60000; i++)
    {
      OdeAttempt attempt = { .t = t, .h = pow (10, g_rand_double_range (random, -6, -2)), .error = 0.5, .outcome = ODE_ATTEMPT_ACCEPTED };

      if (i % 80 == 7)
        attempt.outcome = ODE_ATTEMPT_REJECTED_ERROR;
      sim_tape_append (fixture->tape, &attempt);
      t += i % 80 == 7 ? 0 : 30.0 / 59250;
    }
  for (gsize k = 0; k < 2 * G_N_ELEMENTS (spans); k++)
    {
      gboolean paper = k % 2;
      g_autoptr (PlotView) view = plot_views_step (&fixture->run, fixture->axis);
      double left, top, width, height;

      plot_time_axis_set_view (fixture->axis, 14 - 14 * spans[k / 2], 14 + 16 * spans[k / 2]);
      draw (fixture, view);
      if (paper)
        {
          PlotCanvas canvas;

          cairo_set_source_rgb (fixture->cr, 1, 1, 1);
          cairo_paint (fixture->cr);
          plot_canvas_init_cairo (&canvas, fixture->cr, 1, TRUE);
          plot_view_draw_canvas (view, &canvas, WIDTH, HEIGHT);
        }
      cairo_surface_flush (fixture->surface);
      plot_view_get_area (view, &left, &top, &width, &height);
      for (gsize i = 0; i < 60000; i++)
        {
          OdeAttempt attempt;
          double px, py;

          g_assert_true (sim_tape_get (fixture->tape, i, &attempt));
          plot_view_map (view, attempt.t, attempt.h, &px, &py);
          /* Not where the playhead or an edge covers them. */
          if (px > left + 3 && px < left + width - 3 && py > top + 3 && py < top + height - 3)
            g_assert_true (has_mark (fixture->surface, px, py, attempt.outcome != ODE_ATTEMPT_ACCEPTED));
        }
    }
}

static PlotView *
time_view (Fixture *fixture)
{
  const int columns[2] = { 0, 1 };

  return plot_views_time (&fixture->run, fixture->axis, columns, 2);
}

/* Pixels closer to color than a sixth of the way to the card. */
static int
count_color (Fixture *fixture, PlotColor color)
{
  int n = 0, stride = cairo_image_surface_get_stride (fixture->surface);

  cairo_surface_flush (fixture->surface);
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      {
        const guint8 *p = cairo_image_surface_get_data (fixture->surface) + y * stride + 4 * x;

        n += fabs (p[2] - color.r * 255) < 30 && fabs (p[1] - color.g * 255) < 30 && fabs (p[0] - color.b * 255) < 30;
      }
  return n;
}

static void
test_aligned (Fixture *fixture, gconstpointer data)
{
  g_autoptr (PlotView) a = time_view (fixture), b = plot_views_step (&fixture->run, fixture->axis), c = plot_views_error (&fixture->run, fixture->axis);
  PlotView *views[3] = { a, b, c };
  double x0 = NAN, width0 = NAN;

  for (int i = 0; i < 3; i++)
    {
      double x, y, width, height, px, py;

      draw (fixture, views[i]);
      plot_view_get_area (views[i], &x, &y, &width, &height);
      if (i == 0)
        {
          x0 = x;
          width0 = width;
        }
      g_assert_cmpfloat (x, ==, 50);
      g_assert_cmpfloat (x, ==, x0);
      g_assert_cmpfloat (width, ==, width0);
      g_assert_cmpfloat (x + width, ==, WIDTH - 44);
      plot_view_map (views[i], 20, 1, &px, &py);
      g_assert_cmpfloat_with_epsilon (px, x + width / 2, 1e-9);
    }
}

static void
count_changes (gpointer user, PlotTimeAxis *axis)
{
  ++*(int *) user;
}

static void
test_linked (Fixture *fixture, gconstpointer data)
{
  g_autoptr (PlotView) a = time_view (fixture), b = plot_views_step (&fixture->run, fixture->axis);
  double low, high, x, y;
  int n_changes = 0;
  guint handle = plot_time_axis_connect (fixture->axis, count_changes, &n_changes);

  draw (fixture, a);
  draw (fixture, b);
  plot_view_zoom (a, PLOT_DIRECTION_X, 229, 100, 0.5);
  plot_time_axis_get_view (fixture->axis, &low, &high);
  g_assert_cmpfloat_with_epsilon (high - low, 20, 1e-9);
  g_assert_cmpint (n_changes, ==, 1);
  draw (fixture, b);
  plot_view_unmap (b, 50, 100, &x, &y);
  g_assert_cmpfloat_with_epsilon (x, low, 1e-9);
  plot_view_pan (b, 100, 0);
  g_assert_cmpint (n_changes, ==, 2);
  plot_view_fit (a, PLOT_DIRECTION_BOTH);
  plot_time_axis_get_view (fixture->axis, &low, &high);
  g_assert_cmpfloat (low, ==, 0);
  g_assert_cmpfloat (high, ==, 40);
  plot_time_axis_disconnect (fixture->axis, handle);
  plot_time_axis_set_playhead (fixture->axis, 3);
  g_assert_cmpint (n_changes, ==, 3);
}

static void
test_follow (Fixture *fixture, gconstpointer data)
{
  double low, high;

  plot_time_axis_set_view (fixture->axis, 0, 10);
  plot_time_axis_set_follow (fixture->axis, TRUE);
  plot_time_axis_set_reached (fixture->axis, 31);
  plot_time_axis_get_view (fixture->axis, &low, &high);
  g_assert_cmpfloat_with_epsilon (high - low, 10, 1e-9);
  g_assert_cmpfloat (high, >=, 31);
  /* A hand on the axis ends following. */
  plot_time_axis_pan (fixture->axis, -5);
  g_assert_false (plot_time_axis_get_follow (fixture->axis));
}

static void
test_hit (Fixture *fixture, gconstpointer data)
{
  g_autoptr (PlotView) time = time_view (fixture), step = plot_views_step (&fixture->run, fixture->axis);
  const double *row = sim_trajectory_row (fixture->trajectory, 200);
  OdeAttempt attempt;
  double px, py;
  PlotHit hit;
  gsize rejected = 0;

  draw (fixture, time);
  plot_view_map (time, row[0], row[1], &px, &py);
  g_assert_cmpint (plot_view_hit (time, px, py, 8, &hit), ==, PLOT_HIT_ROW);
  g_assert_cmpuint (hit.index, ==, 200);
  g_assert_cmpfloat (hit.x, ==, row[0]);
  g_autofree char *text = plot_view_readout (time, &hit);
  g_assert_nonnull (strstr (text, " s"));

  draw (fixture, step);
  while (sim_tape_get (fixture->tape, rejected, &attempt) && attempt.outcome == ODE_ATTEMPT_ACCEPTED)
    rejected++;
  plot_view_map (step, attempt.t, attempt.h, &px, &py);
  g_assert_cmpint (plot_view_hit (step, px, py, 8, &hit), ==, PLOT_HIT_ATTEMPT);
  g_assert_cmpuint (hit.index, ==, rejected);
  g_autofree char *words = plot_view_readout (step, &hit);
  g_assert_true (g_str_has_prefix (words, "Rejected"));
  g_assert_cmpint (plot_view_hit (step, 5, 100, 8, &hit), ==, PLOT_HIT_Y_AXIS);
  g_assert_cmpint (plot_view_hit (step, 100, 10, 8, &hit), ==, PLOT_HIT_TITLE);
  g_assert_cmpint (plot_view_hit (step, 200, HEIGHT - 5, 8, &hit), ==, PLOT_HIT_X_AXIS);
  g_assert_cmpint (plot_view_hit (step, -5, 10, 8, &hit), ==, PLOT_HIT_NOTHING);
  g_assert_cmpint (plot_view_hit (step, 400, 230, 3, &hit), ==, PLOT_HIT_NOTHING + PLOT_HIT_X_AXIS);
}

/* In the open of a plot: the stored step at the crosshair, of the curve that is nearest; where none is stored in reach, nothing. */
static void
test_step_hit (Fixture *fixture, gconstpointer data)
{
  g_autoptr (PlotView) time = time_view (fixture), phase = plot_views_phase (&fixture->run, fixture->axis, 0, 1, FALSE);
  const double *row = sim_trajectory_row (fixture->trajectory, 200);
  double px, py[2], left, top, width, height;
  PlotHit hit;

  draw (fixture, time);
  plot_view_get_area (time, &left, &top, &width, &height);
  for (int c = 0; c < 2; c++)
    plot_view_map (time, row[0], row[1 + c], &px, &py[c]);
  for (int c = 0; c < 2; c++)
    {
      /* Beyond both, on the side of the one that is looked for. */
      double y = py[c] > py[1 - c] ? top + height - 1 : top + 1;

      g_assert_true (plot_view_hit_step (time, px, y, 8, &hit));
      g_assert_cmpint (hit.kind, ==, PLOT_HIT_ROW);
      g_assert_cmpint (hit.column, ==, c);
      g_assert_cmpuint (hit.index, ==, 200);
      g_assert_cmpfloat (hit.x, ==, row[0]);
      g_assert_cmpfloat (hit.y, ==, row[1 + c]);
    }
  /* The run has not come here. */
  plot_view_map (time, 36, 0, &px, &py[0]);
  g_assert_false (plot_view_hit_step (time, px, py[0], 8, &hit));
  draw (fixture, phase);
  g_assert_false (plot_view_hit_step (phase, WIDTH / 2, HEIGHT / 2, 8, &hit));
}

static void
test_event_hit (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SimTrajectory) ball = plot_fixture_ball (6);
  PlotRun run = { ball, NULL, NULL, 0, 12, 0 };
  g_autoptr (PlotTimeAxis) axis = plot_time_axis_new (0, 12, "s");
  const int columns[2] = { 0, 1 };
  g_autoptr (PlotView) view = plot_views_time (&run, axis, columns, 2);
  SimEventRecord record = sim_trajectory_event (ball, 2);
  double px, py, x, y, width, height;
  PlotHit hit;

  draw (fixture, view);
  plot_view_get_area (view, &x, &y, &width, &height);
  plot_view_map (view, record.t, 0, &px, &py);
  g_assert_cmpint (plot_view_hit (view, px + 2, y + height - 3, 8, &hit), ==, PLOT_HIT_EVENT);
  g_assert_cmpuint (hit.index, ==, 2);
  g_assert_cmpfloat (hit.x, ==, record.t);
  g_autofree char *text = plot_view_readout (view, &hit);
  g_assert_nonnull (strstr (text, "5.5400")); /* four decimals in time */
}

static void
test_pixels (Fixture *fixture, gconstpointer data)
{
  static const PlotThemeId themes[] = { PLOT_THEME_LIGHT, PLOT_THEME_DARK, PLOT_THEME_LIGHT_CONTRAST, PLOT_THEME_DARK_CONTRAST };

  for (gsize i = 0; i < G_N_ELEMENTS (themes); i++)
    {
      const PlotTheme *theme = plot_theme_get (themes[i]);
      g_autoptr (PlotView) time = time_view (fixture), step = plot_views_step (&fixture->run, fixture->axis);

      plot_view_set_theme (time, theme);
      plot_view_set_theme (step, theme);
      plot_time_axis_set_playhead (fixture->axis, NAN);
      draw (fixture, time);
      /* Each curve is longer than the 270 px of reached time. */
      g_assert_cmpint (count_color (fixture, theme->series[0]), >, 270);
      g_assert_cmpint (count_color (fixture, theme->series[1]), >, 150);
      g_assert_cmpint (count_color (fixture, theme->accent), <, 100);
      plot_time_axis_set_playhead (fixture->axis, 15);
      draw (fixture, time);
      /* From under the title down to the axis. */
      g_assert_cmpint (count_color (fixture, theme->accent), >, 150);
      draw (fixture, step);
      g_assert_cmpint (count_color (fixture, theme->rejected), >, 40);
    }
}

/* Drawing a run while it grows ends in the picture that drawing it at the end gives. */
static void
test_live_equals_after (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SimTrajectory) growing = sim_trajectory_new (2, 1 << 28);
  PlotRun run = { growing, NULL, NULL, 0, 30, 0 };
  g_autoptr (PlotView) live = plot_views_phase (&run, NULL, 0, 1, FALSE), after = NULL;
  gsize n = sim_trajectory_n_rows (fixture->trajectory), size = (gsize) cairo_image_surface_get_stride (fixture->surface) * HEIGHT;
  g_autofree guint8 *first = NULL;

  plot_view_set_x_range (live, -3, 3);
  plot_view_set_y_range (live, -10, 10);
  for (gsize i = 0; i < n; i++)
    {
      const double *row = sim_trajectory_row (fixture->trajectory, i);

      sim_trajectory_append (growing, row[0], row + 1, SIM_ROW_STEP);
      if (i % 37 == 0)
        plot_view_draw (live, fixture->cr, WIDTH, HEIGHT, 1);
    }
  draw (fixture, live);
  cairo_surface_flush (fixture->surface);
  first = g_memdup2 (cairo_image_surface_get_data (fixture->surface), size);
  after = plot_views_phase (&run, NULL, 0, 1, FALSE);
  plot_view_set_x_range (after, -3, 3);
  plot_view_set_y_range (after, -10, 10);
  draw (fixture, after);
  cairo_surface_flush (fixture->surface);
  g_assert_cmpmem (first, size, cairo_image_surface_get_data (fixture->surface), size);
}

/* The range around the first point, which has no extent, is a guess: what comes after is not drawn in it. */
static void
test_small_drift (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SimTrajectory) trajectory = sim_trajectory_new (1, 1 << 24);
  PlotStyle style = { .series = 0 };
  g_autoptr (PlotView) view = plot_view_new ();
  double low, high;

  plot_view_set_time_axis (view, fixture->axis);
  plot_view_add (view, plot_layer_curve_new (trajectory, 0, &style, NULL));
  for (int i = 0; i <= 100; i++)
    {
      const double drift = -1e-4 * i;

      sim_trajectory_append (trajectory, 0.1 * i, &drift, SIM_ROW_STEP);
      if (i % 10 == 0)
        draw (fixture, view);
    }
  plot_view_get_y_range (view, &low, &high);
  g_assert_cmpfloat (low, <=, -0.01);
  g_assert_cmpfloat (low, >, -0.03);
  g_assert_cmpfloat (high, <, 0.01);
}

static double
decaying_with_zeros (double t)
{
  return t > 20 && t < 30 ? 0 : exp (-t);
}

static void
test_log_zeros (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SimTrajectory) trajectory = plot_fixture_rows (400, 0.1, decaying_with_zeros);
  PlotStyle style = { .series = 0 };
  g_autoptr (PlotView) view = plot_view_new ();
  double x, y, width, height, px, py;
  int in_band = 0;

  plot_view_set_log (view, FALSE, TRUE);
  plot_view_set_time_axis (view, fixture->axis);
  plot_view_add (view, plot_layer_curve_new (trajectory, 0, &style, NULL));
  draw (fixture, view);
  plot_view_get_area (view, &x, &y, &width, &height);
  plot_view_map (view, 25, 0, &px, &py);
  g_assert_cmpfloat (py, <, y + height);
  g_assert_cmpfloat (py, >, y + height - 20);
  /* The stretch of zeros is drawn, in the band under the axis. */
  for (int k = -1; k <= 1; k++)
    {
      const guint8 *p = cairo_image_surface_get_data (fixture->surface) + ((int) py + k) * cairo_image_surface_get_stride (fixture->surface) + 4 * (int) px;

      in_band += p[2] < 100;
    }
  g_assert_cmpint (in_band, >=, 1);
}

static double
rounding (double t)
{
  return 2.4e-15 * sin (t);
}

/* Long numbers stay inside the view: their common power of ten stands at the head of the axis. */
static void
test_long_labels (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SimTrajectory) trajectory = plot_fixture_rows (300, 0.1, rounding);
  PlotStyle style = { .series = 0 };
  g_autoptr (PlotView) view = plot_view_new ();
  int n_ink = 0;

  plot_view_set_time_axis (view, fixture->axis);
  plot_view_add (view, plot_layer_curve_new (trajectory, 0, &style, NULL));
  draw (fixture, view);
  cairo_surface_flush (fixture->surface);
  for (int y = 0; y < HEIGHT; y++)
    {
      const guint8 *p = cairo_image_surface_get_data (fixture->surface) + y * cairo_image_surface_get_stride (fixture->surface);

      for (int x = 0; x < 4; x++)
        n_ink += p[4 * x + 1] < 250;
    }
  g_assert_cmpint (n_ink, ==, 0);
}

/* A sampled controller's many events do not hide the curves. */
static void
test_many_events (Fixture *fixture, gconstpointer data)
{
  const int columns[2] = { 0, 1 };
  g_autoptr (PlotView) view = plot_views_time (&fixture->run, fixture->axis, columns, 2);
  PlotColor event = plot_theme_get (PLOT_THEME_LIGHT)->event, faint = plot_color_mix (plot_theme_get (PLOT_THEME_LIGHT)->background, event, 0.42);
  double x, y, width, height;

  for (int i = 0; i < 1500; i++)
    {
      SimEventRecord record = { .t = i * 0.02, .event = 0, .kind = 1, .parameter = -1 };

      sim_trajectory_append_event (fixture->trajectory, &record);
    }
  draw (fixture, view);
  plot_view_get_area (view, &x, &y, &width, &height);
  /* No upright lines, of which there would be a hundred and more of 200 px; only rims of triangles and words have that colour. But
   * triangles along the whole of 30 s. */
  g_assert_cmpint (count_color (fixture, faint), <, 2000);
  g_assert_cmpint (count_color (fixture, event), >, 300);
}

static void
test_empty (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SimTrajectory) empty = sim_trajectory_new (2, 1 << 20);
  g_autoptr (SimTape) tape = sim_tape_new (10);
  PlotRun run = { empty, tape, NULL, 0, 1, 0 };
  const int columns[2] = { 0, 1 };
  PlotView *views[] = { plot_views_time (&run, fixture->axis, columns, 2), plot_views_step (&run, fixture->axis), plot_views_error (&run, fixture->axis),
                        plot_views_phase (&run, fixture->axis, 0, 1, TRUE), plot_views_events (&run, fixture->axis, -1),
                        plot_views_invariant (&run, fixture->axis, columns, 1, TRUE), plot_views_section (&run, 0, 1, 0, -1), plot_view_new () };

  for (gsize i = 0; i < G_N_ELEMENTS (views); i++)
    {
      PlotHit hit;

      draw (fixture, views[i]);
      plot_view_hit (views[i], 100, 100, 8, &hit);
      g_assert_null (hit.layer);
      plot_view_draw (views[i], fixture->cr, 1, 1, 1);
      plot_view_draw (views[i], fixture->cr, 30, 20, 2);
      plot_view_free (views[i]);
    }
}

static void
test_equal (Fixture *fixture, gconstpointer data)
{
  g_autoptr (PlotView) view = plot_views_phase (&fixture->run, NULL, 0, 1, FALSE);
  double x0, y0, x1, y1;

  plot_view_set_equal (view, TRUE);
  draw (fixture, view);
  plot_view_map (view, 0, 0, &x0, &y0);
  plot_view_map (view, 1, 1, &x1, &y1);
  g_assert_cmpfloat_with_epsilon (x1 - x0, y0 - y1, 1e-9);
}

static void
test_period (Fixture *fixture, gconstpointer data)
{
  /* Van der Pol with μ = 5: period 11.6122 (Hairer, Nørsett and Wanner I, I.16: 11.6122306678); Heun at 1e-3 and rows a step apart
   * leave a few percent. */
  g_assert_cmpfloat_with_epsilon (plot_run_period (fixture->trajectory, 0, 30), 11.612, 0.3);
}

static void
test_section (Fixture *fixture, gconstpointer data)
{
  g_autoptr (PlotView) view = plot_views_section (&fixture->run, 0, 1, 0, -1);
  double low, high;

  draw (fixture, view);
  plot_view_get_x_range (view, &low, &high);
  /* All points lie where x = 0, and v is positive there. */
  g_assert_cmpfloat (low, <, 0);
  g_assert_cmpfloat (high, >, 0);
  plot_view_get_y_range (view, &low, &high);
  g_assert_cmpfloat (low, >, 0);
}

/* Events that only note a time stand on the curve, and nowhere else. */
static void
test_notes (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SimTrajectory) ball = plot_fixture_ball (6);
  g_autoptr (PlotTimeAxis) axis = plot_time_axis_new (0, 12, "s");
  g_autoptr (PlotView) view = plot_view_new ();
  PlotLayer *events = plot_layer_events_new (ball, 0, TRUE), *curve = plot_layer_curve_new (ball, 1, &(PlotStyle){ .series = 0 }, NULL);
  const gboolean notes[] = { TRUE };
  SimEventRecord record = sim_trajectory_event (ball, 2);
  const double *row = sim_trajectory_row (ball, record.row_before);
  const PlotTheme *theme;
  double px, py, x, y, width, height;
  int n_with_lines;
  PlotHit hit;

  g_assert_cmpint (record.event, ==, 0);
  plot_view_set_time_axis (view, axis);
  plot_view_add (view, curve);
  plot_view_add (view, events);
  theme = plot_view_theme (view);
  draw (fixture, view);
  n_with_lines = count_color (fixture, theme->event);
  plot_layer_events_set_notes (events, notes, 1, 1);
  plot_view_set_y_range (view, -20, 20);
  draw (fixture, view);
  g_assert_cmpint (count_color (fixture, theme->event), >, 6 * 10); /* the triangles */
  g_assert_cmpint (count_color (fixture, theme->event), <=, n_with_lines);
  plot_view_get_area (view, &x, &y, &width, &height);
  plot_view_map (view, row[0], row[2], &px, &py);
  g_assert_cmpint (plot_view_hit (view, px, py + 4, 2, &hit), ==, PLOT_HIT_EVENT);
  g_assert_cmpuint (hit.index, ==, 2);
  g_assert_cmpint (plot_view_hit (view, px, y + height - 3, 6, &hit), !=, PLOT_HIT_EVENT);
}

/* Hundreds of events are one bar under the plot with their number, and leave the plot itself to the curves. */
static void
test_crowd (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SimTrajectory) sampled = sim_trajectory_new (2, 1 << 20);
  g_autoptr (PlotTimeAxis) axis = plot_time_axis_new (0, 10, "s");
  g_autoptr (PlotView) view = plot_view_new ();
  PlotLayer *events;
  const PlotTheme *theme;
  double x, y, width, height;
  int inside = 0, under = 0, stride = cairo_image_surface_get_stride (fixture->surface);
  PlotHit hit;

  for (int i = 0; i <= 500; i++)
    {
      sim_trajectory_append (sampled, 0.02 * i, (double[]){ 1, 0 }, SIM_ROW_STEP);
      sim_trajectory_append_event (sampled, &(SimEventRecord){ .t = 0.02 * i, .row_before = i, .row_after = i, .parameter = -1 });
    }
  plot_view_set_title (view, "Time series", NULL);
  plot_view_set_time_axis (view, axis);
  plot_view_set_x_labels_shown (view, FALSE);
  events = plot_layer_events_new (sampled, 0, TRUE);
  plot_view_add (view, plot_layer_curve_new (sampled, 0, &(PlotStyle){ .series = 0 }, NULL));
  plot_view_add (view, events);
  theme = plot_view_theme (view);
  draw (fixture, view);
  plot_view_get_area (view, &x, &y, &width, &height);
  cairo_surface_flush (fixture->surface);
  for (int py = 0; py < HEIGHT; py++)
    for (int px = 0; px < WIDTH; px++)
      {
        const guint8 *p = cairo_image_surface_get_data (fixture->surface) + py * stride + 4 * px;
        gboolean marked = fabs (p[2] - theme->event.r * 255) < 40 && fabs (p[1] - theme->event.g * 255) < 40 && fabs (p[0] - theme->event.b * 255) < 40;

        *(py < y + height ? &inside : &under) += marked;
      }
  g_assert_cmpint (inside, ==, 0);
  /* Three pixels thick, but for the room of the words. */
  g_assert_cmpint (under, >, (int) width * 3 / 2);
  g_assert_cmpint (under, <, (int) width * 4);
  /* Each of them can still be caught there. */
  g_assert_cmpint (plot_view_hit (view, x + width / 2, y + height + 5, 6, &hit), ==, PLOT_HIT_EVENT);
  g_assert_true (hit.layer == events);
  g_assert_cmpfloat_with_epsilon (hit.x, 5, 0.05);
}

static double
rounding_and_wave (double t)
{
  return t == 0 ? 1e-17 : 1e-5 * sin (t);
}

/* What starts at nothing but rounding has no relative drift. */
static void
test_drift_of_nothing (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SimTrajectory) rows = plot_fixture_rows (200, 0.1, rounding_and_wave);
  PlotRun run = { rows, NULL, NULL, 0, 40, 0 };
  const int columns[1] = { 0 };
  g_autoptr (PlotView) view = plot_views_invariant (&run, fixture->axis, columns, 1, FALSE);
  double low, high;

  draw (fixture, view);
  plot_view_get_y_range (view, &low, &high);
  g_assert_cmpfloat (high, >=, 1e-5);
  g_assert_cmpfloat (high, <, 1e-4);
}

/* Pixels of a colour left of x1 and right of x0. */
static int
count_between (Fixture *fixture, PlotColor color, int x0, int x1)
{
  int stride = cairo_image_surface_get_stride (fixture->surface), n = 0;

  cairo_surface_flush (fixture->surface);
  for (int y = 0; y < HEIGHT; y++)
    for (int x = x0; x < x1; x++)
      {
        const guint8 *p = cairo_image_surface_get_data (fixture->surface) + y * stride + 4 * x;

        n += fabs (p[2] - color.r * 255) + fabs (p[1] - color.g * 255) + fabs (p[0] - color.b * 255) < 40;
      }
  return n;
}

/* At the end of a run the names with their values have no room in the margin: they stand clear of the curves. */
static void
test_end (Fixture *fixture, gconstpointer data)
{
  g_autoptr (PlotTimeAxis) axis = plot_time_axis_new (0, 30, "s");
  const int columns[2] = { 0, 1 };
  g_autoptr (PlotView) view = plot_views_time (&fixture->run, axis, columns, 2);
  const PlotTheme *theme = plot_view_theme (view);
  double x, y, width, height;
  int right, without, texts;

  plot_time_axis_set_reached (axis, 30);
  draw (fixture, view);
  plot_view_get_area (view, &x, &y, &width, &height);
  right = (int) (x + width);
  /* The words of the second curve are darker than its line. */
  without = count_between (fixture, theme->series[1], right - 90, right - 14);
  texts = count_between (fixture, theme->series_text[1], right - 90, right - 14);
  plot_time_axis_set_playhead (axis, 30);
  draw (fixture, view);
  g_assert_cmpint (count_between (fixture, theme->series_text[1], right - 90, right - 14), >, texts + 20);
  g_assert_cmpint (count_between (fixture, theme->series[1], right - 90, right - 14), >=, without);
}

/* A label stands beside its line, clear of what is taken, or nowhere. */
static void
test_spots (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GArray) line = g_array_new (FALSE, FALSE, sizeof (PlotSpot)), taken = g_array_new (FALSE, FALSE, sizeof (PlotSpot));
  PlotFrame frame = { .theme = plot_theme_get (PLOT_THEME_LIGHT), .left = 0, .top = 0, .width = 300, .height = 200 };
  PlotSpotBox box = { .width = 40, .height = 14 }, second = box, third = { .width = 40, .height = 250 };

  for (double x = 0; x <= 300; x += 4)
    g_array_append_vals (line, &(PlotSpot){ x, 100 }, 1);
  g_array_append_vals (taken, line->data, line->len);
  g_assert_true (plot_spots_place (line, taken, &frame, &box));
  g_assert_cmpfloat (box.y + box.height, <, 100);
  g_assert_cmpfloat (box.x, <, 20);
  plot_spots_take (taken, &box, 1);
  g_assert_true (plot_spots_place (line, taken, &frame, &second));
  g_assert_true (second.x > box.x + box.width || second.y > 100);
  g_assert_false (plot_spots_place (line, taken, &frame, &third));
}

static void
test_home (Fixture *fixture, gconstpointer data)
{
  g_autoptr (PlotView) view = plot_views_phase (&fixture->run, NULL, 0, 1, FALSE), narrow = plot_views_phase (&fixture->run, NULL, 0, 1, FALSE);
  double low, high;

  plot_view_set_x_home (view, -2.7, 2.7);
  draw (fixture, view);
  plot_view_get_x_range (view, &low, &high);
  g_assert_cmpfloat (low, ==, -2.7);
  g_assert_cmpfloat (high, ==, 2.7);
  plot_view_set_y_home (view, -31, 31);
  draw (fixture, view);
  plot_view_get_y_range (view, &low, &high);
  g_assert_cmpfloat (low, ==, -31);
  g_assert_cmpfloat (high, ==, 31);
  /* Data reach ±2. */
  plot_view_set_x_home (narrow, -1, 1);
  draw (fixture, narrow);
  plot_view_get_x_range (narrow, &low, &high);
  g_assert_cmpfloat (low, <=, -2);
  g_assert_cmpfloat (high, >=, 2);
}

/* ---- long orbits ---- */

#define LONG_ROWS 60000
#define ORBIT_SCALE 2

/* Sixty thousand steps with long ways between them, in bands that each turn covers nearly again. */
static SimTrajectory *
long_orbit (void)
{
  SimTrajectory *trajectory = sim_trajectory_new (2, 1 << 26);

  for (int i = 0; i < LONG_ROWS; i++)
    {
      double angle = 0.2 * i, slow = 11.0 / 7 * angle + 3e-6 * i;
      double values[2] = { cos (angle) + 0.3 * cos (slow), sin (angle) + 0.3 * sin (slow) };

      sim_trajectory_append (trajectory, 0.1 * i, values, SIM_ROW_STEP);
    }
  return trajectory;
}

/* Every step of it, over what the view drew. */
static void
draw_every_step (PlotView *view, SimTrajectory *trajectory, cairo_t *cr, gboolean paper)
{
  PlotStyle style = { .series = 0 };
  PlotPen pen = plot_style_pen (&style, plot_view_theme (view));
  double left, top, width, height, x, y;
  cairo_surface_t *mask;
  PlotRasterPen at = { .down = FALSE };
  PlotRaster raster;

  plot_view_get_area (view, &left, &top, &width, &height);
  mask = cairo_image_surface_create (CAIRO_FORMAT_A8, (int) lrint (width * ORBIT_SCALE), (int) lrint (height * ORBIT_SCALE));
  raster = plot_raster_begin (mask, pen.width * ORBIT_SCALE);
  cairo_set_source_rgb (cr, pen.color.r, pen.color.g, pen.color.b);
  cairo_set_line_width (cr, pen.width);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  for (gsize i = 0; i < LONG_ROWS; i++)
    {
      const double *row = sim_trajectory_row (trajectory, i);

      plot_view_map (view, row[1], row[2], &x, &y);
      if (!paper)
        plot_raster_line_to (&raster, &at, (x - left) * ORBIT_SCALE, (y - top) * ORBIT_SCALE);
      else
        cairo_line_to (cr, x, y);
      if (paper && i % 1000 == 999)
        {
          cairo_stroke (cr);
          cairo_move_to (cr, x, y);
        }
    }
  cairo_new_path (cr);
  plot_raster_end (mask);
  cairo_surface_set_device_scale (mask, ORBIT_SCALE, ORBIT_SCALE);
  if (!paper)
    cairo_mask_surface (cr, mask, left, top);
  cairo_surface_destroy (mask);
}

static cairo_surface_t *
sheet (cairo_t **cr)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH * ORBIT_SCALE, HEIGHT * ORBIT_SCALE);

  cairo_surface_set_device_scale (surface, ORBIT_SCALE, ORBIT_SCALE);
  *cr = cairo_create (surface);
  cairo_set_source_rgb (*cr, 1, 1, 1);
  cairo_paint (*cr);
  return surface;
}

/* Share of the pixels whose shade of red differs by more than `least`. */
static double
share_that_differs (cairo_surface_t *a, cairo_surface_t *b, int least)
{
  int stride = cairo_image_surface_get_stride (a), n = 0;

  cairo_surface_flush (a);
  cairo_surface_flush (b);
  for (int y = 0; y < HEIGHT * ORBIT_SCALE; y++)
    for (int x = 0; x < WIDTH * ORBIT_SCALE; x++)
      {
        guint32 p = *(const guint32 *) (const gpointer) (cairo_image_surface_get_data (a) + (gsize) y * stride + 4 * x);
        guint32 q = *(const guint32 *) (const gpointer) (cairo_image_surface_get_data (b) + (gsize) y * stride + 4 * x);

        n += abs ((int) (p >> 16 & 255) - (int) (q >> 16 & 255)) > least;
      }
  return (double) n / (WIDTH * HEIGHT * ORBIT_SCALE * ORBIT_SCALE);
}

/* What is left out of a long orbit cannot be seen: in pixels, and on paper as a reader shows it, drawn at twice its size. */
static void
test_long_orbit (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SimTrajectory) trajectory = long_orbit ();
  PlotRun run = { trajectory, NULL, NULL, 0, 6000, 0 };

  for (int paper = 0; paper < 2; paper++)
    {
      g_autoptr (PlotView) view = plot_views_phase (&run, NULL, 0, 1, FALSE);
      const cairo_rectangle_t page = { 0, 0, WIDTH, HEIGHT };
      cairo_surface_t *record = cairo_recording_surface_create (CAIRO_CONTENT_COLOR, &page), *short_one, *whole;
      cairo_t *cr, *cr_whole, *cr_record = cairo_create (record);
      double share;
      PlotCanvas canvas;

      plot_view_set_theme (view, plot_theme_get (PLOT_THEME_PAPER));
      short_one = sheet (&cr);
      plot_canvas_init_cairo (&canvas, paper ? cr_record : cr, ORBIT_SCALE, TRUE);
      if (paper)
        {
          cairo_set_source_rgb (cr_record, 1, 1, 1);
          cairo_paint (cr_record);
        }
      plot_view_draw_canvas (view, &canvas, WIDTH, HEIGHT);
      if (paper)
        {
          cairo_set_source_surface (cr, record, 0, 0);
          cairo_paint (cr);
        }
      whole = sheet (&cr_whole);
      cairo_set_source_surface (cr_whole, short_one, 0, 0);
      cairo_paint (cr_whole);
      draw_every_step (view, trajectory, cr_whole, paper);
      /* Rims that lie on each other darken by up to a quarter; what is missing would be white. */
      share = share_that_differs (short_one, whole, 128);
      g_test_message ("%s: %.4f %% of the pixels differ by more than half", paper ? "paper" : "pixels", share * 100);
      g_assert_cmpfloat (share, <, 2e-4);
      cairo_destroy (cr);
      cairo_destroy (cr_whole);
      cairo_destroy (cr_record);
      cairo_surface_destroy (record);
      cairo_surface_destroy (short_one);
      cairo_surface_destroy (whole);
    }
}

static void
add_events (SimTrajectory *trajectory, double from, double to, int n, int event)
{
  for (int i = 0; i < n; i++)
    {
      SimEventRecord record = { .t = from + (to - from) * i / n, .event = event, .kind = SIM_TRIGGER_WITNESS, .parameter = event < 0 ? 0 : -1 };

      sim_trajectory_append_event (trajectory, &record);
    }
}

static double
first_row (double t)
{
  return t;
}

/* How many events each of the bars of a view holds, in one string. */
static char *
crowds_of (Fixture *fixture, SimTrajectory *trajectory, PlotView *view, double low, double high)
{
  GString *found = g_string_new (NULL);
  PlotCanvas canvas;
  g_autoptr (GString) svg = NULL;

  plot_time_axis_set_view (fixture->axis, low, high);
  plot_view_set_theme (view, plot_theme_get (PLOT_THEME_SLIDE));
  plot_canvas_init_svg (&canvas, 2000, 400, "view", NULL);
  plot_view_draw_canvas (view, &canvas, 2000, 400);
  svg = plot_canvas_finish_svg (&canvas);
  for (const char *p = svg->str; (p = strstr (p, " events<")) != NULL; p++)
    {
      const char *number = p;

      while (g_ascii_isdigit (number[-1]))
        number--;
      g_string_append_len (found, number, p - number + 1);
    }
  return g_string_free (found, FALSE);
}

/* Crowds of any size are counted exactly, as events are added, taken back and replaced; a parameter change parts them, and what is out of view does not
 * count. */
static void
test_counted_crowds (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SimTrajectory) trajectory = plot_fixture_rows (400, 0.1, first_row);
  PlotRun run = { trajectory, NULL, NULL, 0, 40, 0 };
  const int columns[1] = { 0 };
  g_autoptr (PlotView) view = plot_views_time (&run, fixture->axis, columns, 1);
  static const struct { double from, to, low, high; int n, event; const char *crowds; } rows[] = {
    { 0, 10, 0, 40, 10000, 0, "10000 " },
    { 20, 24, 0, 40, 4000, 1, "10000 4000 " },
    { 24, 24, 0, 40, 1, -1, "10000 4000 " },
    { 24, 32, 0, 40, 100000, 0, "10000 4000 100000 " },
    { 39, 39, 5, 22, 1, 0, "5000 2001 " },
    { 39.5, 39.5, 30, 40, 1, 0, "25000 " },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *crowds = NULL;

      add_events (trajectory, rows[i].from, rows[i].to, rows[i].n, rows[i].event);
      crowds = crowds_of (fixture, trajectory, view, rows[i].low, rows[i].high);
      g_assert_cmpstr (crowds, ==, rows[i].crowds);
    }
  /* As many as before, but others. */
  sim_trajectory_truncate (trajectory, 400, 10000);
  add_events (trajectory, 12, 30, 114003 - 10000 - 1000, 0);
  {
    g_autofree char *crowds = crowds_of (fixture, trajectory, view, 0, 40);

    g_assert_cmpstr (crowds, ==, "10000 103003 ");
  }
}

static void
test_pin (Fixture *fixture, gconstpointer data)
{
  g_autoptr (PlotView) view = plot_views_error (&fixture->run, fixture->axis), time = time_view (fixture);
  PlotLayer *attempts = NULL;
  PlotHit hit;
  OdeAttempt attempt;
  int before;

  for (int i = 0; i < plot_view_n_layers (view); i++)
    if (strcmp (plot_view_layer (view, i)->class->name, "attempts") == 0)
      attempts = plot_view_layer (view, i);
  g_assert_true (plot_layer_attempts_find (attempts, 15, &hit));
  g_assert_true (sim_tape_get (fixture->tape, hit.index, &attempt));
  g_assert_cmpint (attempt.outcome, ==, ODE_ATTEMPT_REJECTED_ERROR);
  g_assert_true (plot_layer_attempts_is_rejected (attempts, hit.index));
  g_assert_cmpfloat (fabs (attempt.t - 15), <, 4);
  draw (fixture, view);
  before = count_color (fixture, plot_view_theme (view)->rejected);
  g_assert_true (plot_views_pin_rejected (view, 15));
  draw (fixture, view);
  /* The ring, and the heading of the card. */
  g_assert_cmpint (count_color (fixture, plot_view_theme (view)->rejected), !=, before);
  g_assert_false (plot_views_pin_rejected (time, 15));
}

/* A pin of one of two runs with the same rows stands on that one, in a layer that is shown, and nowhere without it. */
static void
test_pin_of_run (Fixture *fixture, gconstpointer data)
{
  PlotStyle style = { .series = 2 };
  g_autoptr (PlotView) view = time_view (fixture);
  PlotLayer *other = plot_layer_curve_new (fixture->trajectory, 0, &style, NULL);
  PlotHit pin = { .kind = PLOT_HIT_ROW, .x = sim_trajectory_row (fixture->trajectory, 200)[0], .index = 200, .run = 2 };

  for (int i = 0; i < plot_view_n_layers (view); i++)
    plot_layer_set_run (plot_view_layer (view, i), 1);
  plot_layer_set_run (other, 2);
  plot_view_set_pin (view, &pin);
  draw (fixture, view);
  g_assert_null (plot_view_pin (view)->layer);
  plot_view_add (view, other);
  plot_layer_set_visible (other, FALSE);
  draw (fixture, view);
  g_assert_null (plot_view_pin (view)->layer);
  plot_layer_set_visible (other, TRUE);
  draw (fixture, view);
  g_assert_true (plot_view_pin (view)->layer == other);
  /* Of whichever run. */
  pin.run = 0;
  plot_view_set_pin (view, &pin);
  draw (fixture, view);
  g_assert_true (plot_view_pin (view)->layer != NULL && plot_view_pin (view)->layer != other);
}

/* The text of a view on a page. */
static char *
page_text (PlotView *view)
{
  PlotCanvas canvas;
  GString *svg;

  plot_view_set_theme (view, plot_theme_get (PLOT_THEME_PAPER));
  plot_canvas_init_svg (&canvas, 250, 150, "view", NULL);
  plot_view_draw_canvas (view, &canvas, 250, 150);
  svg = plot_canvas_finish_svg (&canvas);
  return g_string_free (svg, FALSE);
}

/* What is pinned, and the cursors, are on the page as they are on the screen. */
static void
test_pin_on_page (Fixture *fixture, gconstpointer data)
{
  g_autoptr (PlotView) view = time_view (fixture);
  g_autofree char *bare = page_text (view), *pinned = NULL, *measured = NULL;
  const double *row = sim_trajectory_row (fixture->trajectory, 200);
  PlotHit pin = { .kind = PLOT_HIT_ROW, .x = row[0], .index = 200 };
  g_autofree char *words = NULL;
  char number[32];

  plot_format_number (row[0], 4, number, sizeof number);
  words = g_strdup_printf (" = %s s<", number);
  g_assert_null (strstr (bare, words));
  plot_view_set_pin (view, &pin);
  pinned = page_text (view);
  g_assert_nonnull (strstr (pinned, words));

  plot_view_set_pin (view, NULL);
  plot_view_set_playhead_handle (view, TRUE);
  plot_time_axis_set_cursor (fixture->axis, 0, 10);
  plot_time_axis_set_cursor (fixture->axis, 1, 12.5);
  g_assert_null (strstr (bare, "2.50 s<"));
  measured = page_text (view);
  g_assert_nonnull (strstr (measured, "2.50 s<"));
}

static void
test_summary (Fixture *fixture, gconstpointer data)
{
  g_autoptr (PlotView) view = plot_views_step (&fixture->run, fixture->axis);
  SimTapeRange range;

  draw (fixture, view);
  sim_tape_range (fixture->tape, 0, sim_tape_n_attempts (fixture->tape), &range);
  g_autofree char *text = plot_view_summary (view);
  g_autofree char *counts = g_strdup_printf ("Step size, %d accepted, %d rejected", (int) range.counts[ODE_ATTEMPT_ACCEPTED],
                                             (int) range.counts[ODE_ATTEMPT_REJECTED_ERROR]);
  g_assert_true (g_str_has_prefix (text, counts));
}

#define ADD(name, func) g_test_add ("/plot/view/" name, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("aligned", test_aligned);
  ADD ("linked", test_linked);
  ADD ("follow", test_follow);
  ADD ("hit", test_hit);
  ADD ("step-hit", test_step_hit);
  ADD ("event-hit", test_event_hit);
  ADD ("pixels", test_pixels);
  ADD ("every-attempt", test_every_attempt);
  ADD ("live-equals-after", test_live_equals_after);
  ADD ("small-drift", test_small_drift);
  ADD ("log-zeros", test_log_zeros);
  ADD ("long-labels", test_long_labels);
  ADD ("many-events", test_many_events);
  ADD ("empty", test_empty);
  ADD ("equal", test_equal);
  ADD ("period", test_period);
  ADD ("section", test_section);
  ADD ("notes", test_notes);
  ADD ("drift-of-nothing", test_drift_of_nothing);
  ADD ("end", test_end);
  ADD ("spots", test_spots);
  ADD ("home", test_home);
  ADD ("crowd", test_crowd);
  ADD ("long-orbit", test_long_orbit);
  ADD ("counted-crowds", test_counted_crowds);
  ADD ("pin", test_pin);
  ADD ("pin-of-run", test_pin_of_run);
  ADD ("pin-on-page", test_pin_on_page);
  ADD ("summary", test_summary);
  return g_test_run ();
}
