/* Tests views: shared axes, ranges, and pixels that must be drawn. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "plot-attempt-density.h"
#include "plot-attempt-marks.h"
#include "plot-attempt-values.h"
#include "plot-fixture.h"
#include "plot-layers.h"
#include "plot-placement.h"
#include "plot-view-hit.h"
#include "plot-view-private.h"
#include "plot-views.h"

static void
test_aligned (PlotFixture *fixture, gconstpointer data)
{
  g_autoptr (PlotView) a = plot_fixture_time_view (fixture), b = plot_views_step (&fixture->run,
                                                                                  fixture->axis), c = plot_views_error (&fixture->run,
                                                                                                                        fixture->axis);
  PlotView *views[3] = { a, b, c };
  double x0 = NAN, width0 = NAN;

  for (int i = 0; i < 3; i++)
    {
      double x, y, width, height, px, py;

      plot_fixture_draw (fixture, views[i]);
      plot_view_get_area (views[i], &x, &y, &width, &height);
      if (i == 0)
        {
          x0 = x;
          width0 = width;
        }
      g_assert_cmpfloat (x, ==, 50);
      g_assert_cmpfloat (x, ==, x0);
      g_assert_cmpfloat (width, ==, width0);
      g_assert_cmpfloat (x + width, ==, PLOT_FIXTURE_WIDTH - 64);
      plot_view_map (views[i], 20, 1, &px, &py);
      g_assert_cmpfloat_with_epsilon (px, x + width / 2, 1e-9);
    }
}

/* In a view whose right margin is for names, the margin is wide enough for the names in the type size of each theme, up to 40 % of the width. */
static void
test_names_in_margin (PlotFixture *fixture, gconstpointer data)
{
  static const char *const themes[] = { "light", "print", "slide", "grey" };
  static const char name[] = "Semi-implicit Euler";

  for (guint i = 0; i < G_N_ELEMENTS (themes); i++)
    {
      const PlotTheme *theme = plot_theme_find (themes[i]);
      g_autoptr (PlotView) view = plot_view_new ();
      g_autoptr (PangoLayout) layout = plot_text_layout (name, theme->size_label, PLOT_TEXT_BOLD);
      const double x[2] = { 0, 1 }, y[2] = { 1, 2 };
      const PlotStyle style = { 0 };
      PlotLayer *line = plot_layer_line_new (x, y, 2, &style);
      double left, top, width, height, needed;

      plot_text_measure (layout, &needed, NULL, NULL);
      plot_layer_set_label (line, name, NULL, FALSE, TRUE);
      plot_view_add (view, line);
      plot_view_set_theme (view, theme);
      plot_view_set_margins (view, 50, 190);
      plot_view_layout (view, 700, 400);
      plot_view_get_area (view, &left, &top, &width, &height);
      g_assert_cmpfloat (left + width + 0.45 * theme->size_label + needed, <=, 700);
      plot_view_layout (view, 250, 400);
      plot_view_get_area (view, &left, &top, &width, &height);
      if (!theme->card)
        g_assert_cmpfloat (left + width, >=, 0.6 * 250 - 1e-9);
    }
}

/* The points of a section through a fixed point differ only by rounding errors. The axes do not magnify these differences. */
static void
test_section_of_a_point (PlotFixture *fixture, gconstpointer data)
{
  g_autoptr (SimTrajectory) trajectory = sim_trajectory_new (2, 1 << 20);
  const PlotRun run = { .trajectory = trajectory, .t_end = 40 };
  g_autoptr (PlotView) view = NULL;
  double x[2], y[2];

  for (int i = 0; i <= 400; i++)
    {
      /* The second column rises through 0 at every tenth row. The first column is 0 there, up to rounding errors. */
      const double values[2] = { i % 10 == 0 ? 1e-24 * sin (37.0 * i) : 1, i % 10 == 0 ? 0 : i % 10 == 9 ? -1 : 1 };

      sim_trajectory_append (trajectory, i / 10.0, values, SIM_ROW_STEP);
    }
  view = plot_views_section (&run, 0, 0, 1, -1);
  plot_fixture_draw (fixture, view);
  for (int k = 0; k < 2; k++)
    plot_view_unmap (view, 100 + 200 * k, 80 + 100 * k, &x[k], &y[k]);
  g_assert_cmpfloat (fabs (x[1] - x[0]), >, 1e-8);
  g_assert_cmpfloat (fabs (y[1] - y[0]), >, 1e-8);
}

/* At the end of the run, the label of each curve contains its last value, so it is longer than without a playhead. */
static void
test_labels_at_the_end (PlotFixture *fixture, gconstpointer data)
{
  const PlotTheme *theme = plot_theme_get (PLOT_THEME_LIGHT);
  g_autoptr (PlotView) view = plot_fixture_time_view (fixture);
  const double end = sim_trajectory_row (fixture->trajectory, sim_trajectory_n_rows (fixture->trajectory) - 1)[0];
  int n[2];

  plot_view_set_theme (view, theme);
  for (int k = 0; k < 2; k++)
    {
      plot_time_axis_set_playhead (fixture->axis, k == 0 ? NAN : end);
      plot_fixture_draw (fixture, view);
      n[k] = plot_fixture_count (fixture, theme->series_text[1]);
    }
  g_test_message ("%d %d", n[0], n[1]);
  g_assert_cmpint (n[1], >, n[0] + 20);
}

static void
count_changes (gpointer user, PlotTimeAxis *axis)
{
  ++*(int *) user;
}

static void
test_linked (PlotFixture *fixture, gconstpointer data)
{
  g_autoptr (PlotView) a = plot_fixture_time_view (fixture), b = plot_views_step (&fixture->run, fixture->axis);
  double low, high, x, y;
  int n_changes = 0;
  guint handle = plot_time_axis_connect (fixture->axis, count_changes, &n_changes);

  plot_fixture_draw (fixture, a);
  plot_fixture_draw (fixture, b);
  plot_view_zoom (a, PLOT_DIRECTION_X, 229, 100, 0.5);
  plot_time_axis_get_view (fixture->axis, &low, &high);
  g_assert_cmpfloat_with_epsilon (high - low, 20, 1e-9);
  g_assert_cmpint (n_changes, ==, 1);
  plot_fixture_draw (fixture, b);
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
test_follow (PlotFixture *fixture, gconstpointer data)
{
  double low, high;

  plot_time_axis_set_view (fixture->axis, 0, 10);
  plot_time_axis_set_follow (fixture->axis, TRUE);
  plot_time_axis_set_reached (fixture->axis, 31);
  plot_time_axis_get_view (fixture->axis, &low, &high);
  g_assert_cmpfloat_with_epsilon (high - low, 10, 1e-9);
  g_assert_cmpfloat (high, >=, 31);
  /* The user moves the view. */
  plot_time_axis_set_view (fixture->axis, low - 5, high - 5);
  g_assert_false (plot_time_axis_get_follow (fixture->axis));
}

static void
test_pixels (PlotFixture *fixture, gconstpointer data)
{
  static const PlotThemeId themes[] = { PLOT_THEME_LIGHT, PLOT_THEME_DARK, PLOT_THEME_LIGHT_CONTRAST, PLOT_THEME_DARK_CONTRAST };

  for (gsize i = 0; i < G_N_ELEMENTS (themes); i++)
    {
      const PlotTheme *theme = plot_theme_get (themes[i]);
      g_autoptr (PlotView) time = plot_fixture_time_view (fixture), step = plot_views_step (&fixture->run, fixture->axis);

      plot_view_set_theme (time, theme);
      plot_view_set_theme (step, theme);
      plot_time_axis_set_playhead (fixture->axis, NAN);
      plot_fixture_draw (fixture, time);
      /* Each curve covers more pixels than the 270 px of width that the run has
       * reached. */
      g_assert_cmpint (plot_fixture_count (fixture, theme->series[0]), >, 270);
      g_assert_cmpint (plot_fixture_count (fixture, theme->series[1]), >, 150);
      g_assert_cmpint (plot_fixture_count (fixture, theme->accent), <, 100);
      plot_time_axis_set_playhead (fixture->axis, 15);
      plot_fixture_draw (fixture, time);
      /* The playhead extends from below the title to the axis. */
      g_assert_cmpint (plot_fixture_count (fixture, theme->accent), >, 150);
      plot_fixture_draw (fixture, step);
      g_assert_cmpint (plot_fixture_count (fixture, theme->rejected), >, 40);
    }
}

/* Drawing a run repeatedly while it grows gives the same picture as drawing the complete
 * run. */
static void
test_live_equals_after (PlotFixture *fixture, gconstpointer data)
{
  g_autoptr (SimTrajectory) growing = sim_trajectory_new (2, 1 << 28);
  PlotRun run = { growing, NULL, NULL, 0, 30, 0 };
  g_autoptr (PlotView) live = plot_views_phase (&run, NULL, 0, 1, FALSE), after = NULL;
  gsize n = sim_trajectory_n_rows (fixture->trajectory);
  gsize size = (gsize) cairo_image_surface_get_stride (fixture->surface) * PLOT_FIXTURE_HEIGHT;
  g_autofree guint8 *first = NULL;

  plot_view_set_x_range (live, -3, 3);
  plot_view_set_y_range (live, -10, 10);
  for (gsize i = 0; i < n; i++)
    {
      const double *row = sim_trajectory_row (fixture->trajectory, i);

      sim_trajectory_append (growing, row[0], row + 1, SIM_ROW_STEP);
      if (i % 37 == 0)
        plot_view_draw (live, fixture->cr, PLOT_FIXTURE_WIDTH, PLOT_FIXTURE_HEIGHT, 1);
    }
  plot_fixture_draw (fixture, live);
  cairo_surface_flush (fixture->surface);
  first = g_memdup2 (cairo_image_surface_get_data (fixture->surface), size);
  after = plot_views_phase (&run, NULL, 0, 1, FALSE);
  plot_view_set_x_range (after, -3, 3);
  plot_view_set_y_range (after, -10, 10);
  plot_fixture_draw (fixture, after);
  cairo_surface_flush (fixture->surface);
  g_assert_cmpmem (first, size, cairo_image_surface_get_data (fixture->surface), size);
}

/* The range around a single first value is arbitrary, so later data replace
 * it. */
static void
test_small_drift (PlotFixture *fixture, gconstpointer data)
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
        plot_fixture_draw (fixture, view);
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
test_log_zeros (PlotFixture *fixture, gconstpointer data)
{
  g_autoptr (SimTrajectory) trajectory = plot_fixture_rows (400, 0.1, decaying_with_zeros);
  PlotStyle style = { .series = 0 };
  g_autoptr (PlotView) view = plot_view_new ();
  double x, y, width, height, px, py;
  int in_band = 0;

  plot_view_set_log (view, FALSE, TRUE);
  plot_view_set_time_axis (view, fixture->axis);
  plot_view_add (view, plot_layer_curve_new (trajectory, 0, &style, NULL));
  plot_fixture_draw (fixture, view);
  plot_view_get_area (view, &x, &y, &width, &height);
  plot_view_map (view, 25, 0, &px, &py);
  g_assert_cmpfloat (py, <, y + height);
  g_assert_cmpfloat (py, >, y + height - 20);
  /* Rows with zeros are drawn in the underflow band below the axis. */
  for (int k = -1; k <= 1; k++)
    {
      const guint8 *p = cairo_image_surface_get_data (fixture->surface) + ((int) py + k) * cairo_image_surface_get_stride (fixture->surface)
                        + 4 * (int) px;

      in_band += p[2] < 100;
    }
  g_assert_cmpint (in_band, >=, 1);
}

/* A reversed horizontal axis has its largest value at the left. A zoom box selects the values inside it, and the label of a line is at the
 * height of the point that is visible furthest to the right. Zeros are in the band at the right. */
static void
test_reversed (PlotFixture *fixture, gconstpointer data)
{
  const double x[] = { 1e-4, 1e-6, 1e-8, 0 }, y[] = { 1, 2, 5, 4 };
  PlotStyle style = { .series = 0 };
  g_autoptr (PlotView) view = plot_view_new ();
  PlotLayer *line = plot_layer_line_new (x, y, G_N_ELEMENTS (x), &style);
  double left, top, width, height, px[4], py, low, high;
  g_autofree char *summary = NULL;
  PlotKey key;
  PlotFrame frame;

  plot_layer_set_label (line, "line", NULL, FALSE, TRUE);
  plot_view_add (view, line);
  plot_view_set_log (view, TRUE, FALSE);
  plot_view_set_x_label (view, "accuracy");
  plot_view_set_x_reversed (view, TRUE);
  plot_fixture_draw (fixture, view);
  plot_view_get_area (view, &left, &top, &width, &height);
  for (int k = 0; k < 4; k++)
    plot_view_map (view, x[k], y[k], &px[k], &py);
  g_assert_cmpfloat (left, <, px[0]);
  g_assert_cmpfloat (px[0], <, px[1] - 20);
  g_assert_cmpfloat_with_epsilon (px[2] - px[1], px[1] - px[0], 1e-6);
  g_assert_cmpfloat (px[3], >, px[2]);
  g_assert_cmpfloat (px[3], <, left + width);
  summary = plot_view_summary (view);
  g_assert_nonnull (strstr (summary, "accuracy from 2.00×10⁻⁴ to"));
  plot_view_zoom_box (view, px[0] + 2, top, px[1] + 20, top + height);
  plot_fixture_draw (fixture, view);
  plot_view_get_x_range (view, &low, &high);
  g_assert_cmpfloat (low, <, 1e-6);
  g_assert_cmpfloat (low, >, 1e-8);
  g_assert_cmpfloat (high, >, 1e-6);
  g_assert_cmpfloat (high, <, 1e-4);
  plot_view_frame (view, NULL, &frame);
  g_assert_cmpint (plot_view_keys (line, &frame, &key, 1), ==, 1);
  g_assert_cmpfloat_with_epsilon (key.end_y, plot_scale_map (frame.y, 2), 1e-9);
}

static double
rounding (double t)
{
  return 2.4e-15 * sin (t);
}

/* Long tick labels stay inside the view: their common power of ten is written above the
 * axis. */
static void
test_long_labels (PlotFixture *fixture, gconstpointer data)
{
  g_autoptr (SimTrajectory) trajectory = plot_fixture_rows (300, 0.1, rounding);
  PlotStyle style = { .series = 0 };
  g_autoptr (PlotView) view = plot_view_new ();
  int n_ink = 0;

  plot_view_set_time_axis (view, fixture->axis);
  plot_view_add (view, plot_layer_curve_new (trajectory, 0, &style, NULL));
  plot_fixture_draw (fixture, view);
  cairo_surface_flush (fixture->surface);
  for (int y = 0; y < PLOT_FIXTURE_HEIGHT; y++)
    {
      const guint8 *p = cairo_image_surface_get_data (fixture->surface) + y * cairo_image_surface_get_stride (fixture->surface);

      for (int x = 0; x < 4; x++)
        n_ink += p[4 * x + 1] < 250;
    }
  g_assert_cmpint (n_ink, ==, 0);
}

/* The common power of ten of the tick labels is inside the picture, with and without a title band above the axis. */
static void
test_power_visible (PlotFixture *fixture, gconstpointer data)
{
  g_autoptr (SimTrajectory) trajectory = plot_fixture_rows (300, 0.1, rounding);
  PlotStyle style = { .series = 0 };
  PlotTheme large = plot_theme_scaled (plot_theme_get (PLOT_THEME_LIGHT), 1.6, 1);

  for (int titled = 0; titled < 2; titled++)
    {
      g_autoptr (PlotView) view = plot_view_new ();
      g_autoptr (GString) svg = NULL;
      PlotCanvas canvas;
      const char *power, *y;

      plot_view_set_title (view, "Rounding errors", NULL);
      plot_view_set_title_shown (view, titled == 1);
      plot_view_set_theme (view, &large);
      plot_view_set_time_axis (view, fixture->axis);
      plot_view_add (view, plot_layer_curve_new (trajectory, 0, &style, NULL));
      plot_canvas_init_svg (&canvas, PLOT_FIXTURE_WIDTH, PLOT_FIXTURE_HEIGHT, "view", NULL);
      plot_view_draw_canvas (view, &canvas, PLOT_FIXTURE_WIDTH, PLOT_FIXTURE_HEIGHT);
      svg = plot_canvas_finish_svg (&canvas);
      power = strstr (svg->str, ">×10<");
      g_assert_nonnull (power);
      y = g_strrstr_len (svg->str, power - svg->str, " y=\"");
      g_assert_nonnull (y);
      g_assert_cmpfloat (g_ascii_strtod (y + strlen (" y=\""), NULL), >, 10);
    }
}

static void
test_empty (PlotFixture *fixture, gconstpointer data)
{
  g_autoptr (SimTrajectory) empty = sim_trajectory_new (2, 1 << 20);
  g_autoptr (SimTape) tape = sim_tape_new (10);
  PlotRun run = { empty, tape, NULL, 0, 1, 0 };
  const int columns[2] = { 0, 1 };
  PlotView *views[] = { plot_views_time (&run, fixture->axis, columns, 2), plot_views_step (&run, fixture->axis),
                        plot_views_error (&run, fixture->axis),
                        plot_views_phase (&run, fixture->axis, 0, 1, TRUE), plot_views_events (&run, fixture->axis, -1),
                        plot_views_invariant (&run, fixture->axis, columns, 1, TRUE), plot_views_section (&run, 0, 1, 0,
                                                                                                          -1), plot_view_new () };

  for (gsize i = 0; i < G_N_ELEMENTS (views); i++)
    {
      PlotHit hit;

      plot_fixture_draw (fixture, views[i]);
      plot_view_hit (views[i], 100, 100, 8, &hit);
      g_assert_null (hit.layer);
      plot_view_draw (views[i], fixture->cr, 1, 1, 1);
      plot_view_draw (views[i], fixture->cr, 30, 20, 2);
      plot_view_free (views[i]);
    }
}

static void
test_equal (PlotFixture *fixture, gconstpointer data)
{
  g_autoptr (PlotView) view = plot_views_phase (&fixture->run, NULL, 0, 1, FALSE);
  double x0, y0, x1, y1;

  plot_view_set_equal (view, TRUE);
  plot_fixture_draw (fixture, view);
  plot_view_map (view, 0, 0, &x0, &y0);
  plot_view_map (view, 1, 1, &x1, &y1);
  g_assert_cmpfloat_with_epsilon (x1 - x0, y0 - y1, 1e-9);
}

static void
test_period (PlotFixture *fixture, gconstpointer data)
{
  /* The period of the Van der Pol oscillator with μ = 5 is 11.6122306678 (Hairer, Nørsett and
   * Wanner I, I.16). Heun's method at 1e-3, with interpolation between rows, has an error of a few
   * percent. */
  g_assert_cmpfloat_with_epsilon (plot_run_period (fixture->trajectory, 0, 30), 11.612, 0.3);
}

static void
test_section (PlotFixture *fixture, gconstpointer data)
{
  g_autoptr (PlotView) view = plot_views_section (&fixture->run, 0, 1, 0, -1);
  double low, high;

  plot_fixture_draw (fixture, view);
  plot_view_get_x_range (view, &low, &high);
  /* All points have x = 0 and v > 0. */
  g_assert_cmpfloat (low, <, 0);
  g_assert_cmpfloat (high, >, 0);
  /* The values of x at the points differ only by rounding errors. To avoid magnifying them, the axis spans at least 1e-6 of the range of x
   * in the whole run, which is about −2 … 2. */
  g_assert_cmpfloat (high - low, >=, 1e-6 * 3);
  plot_view_get_y_range (view, &low, &high);
  g_assert_cmpfloat (low, >, 0);
}

/* A plot without its title, as in lecture mode, and a plot for print have the name of the quantity at the axis. */
static void
test_untitled (PlotFixture *fixture, gconstpointer data)
{
  g_autoptr (PlotView) step = plot_views_step (&fixture->run, fixture->axis), time = plot_fixture_time_view (fixture);
  g_autofree char *titled = plot_view_shown_y_label (step), *untitled = NULL, *printed = NULL, *curves = NULL;

  g_assert_null (titled);
  plot_view_set_title_shown (step, FALSE);
  untitled = plot_view_shown_y_label (step);
  g_assert_cmpstr (untitled, ==, "Step size *h* (s)");
  plot_view_set_title_shown (step, TRUE);
  plot_view_set_theme (step, plot_theme_get (PLOT_THEME_PAPER));
  printed = plot_view_shown_y_label (step);
  g_assert_cmpstr (printed, ==, "Step size *h* (s)");
  g_assert_false (plot_view_has_title (step)); /* the label replaces the title */
  g_free (printed);
  plot_view_set_title (step, "Last attempts", "step size *h* (s)");
  printed = plot_view_shown_y_label (step);
  g_assert_cmpstr (printed, ==, "Last attempts, step size *h* (s)");
  plot_view_set_title_shown (time, FALSE);
  curves = plot_view_shown_y_label (time);
  g_assert_null (curves); /* no label: the names are at the curves */
}

/* Without a title band the keys can have a band of their own. */
static void
test_keys_alone (PlotFixture *fixture, gconstpointer data)
{
  g_autoptr (PlotView) step = plot_views_step (&fixture->run, fixture->axis);

  plot_view_set_title_shown (step, FALSE);
  g_assert_false (plot_view_has_band (step));
  plot_view_set_keys_shown (step, TRUE);
  g_assert_true (plot_view_has_band (step));
  g_assert_cmpfloat (plot_view_band (step), ==, plot_view_theme (step)->band);
}

/* Returns the upper edge of the data area after a drawing with this width, px. */
static double
area_top (PlotFixture *fixture, PlotView *view, double width)
{
  double x, y, w, h;

  if (plot_view_theme (view)->card)
    plot_view_draw (view, fixture->cr, width, PLOT_FIXTURE_HEIGHT, 1);
  else
    {
      PlotCanvas canvas;

      plot_canvas_init_cairo (&canvas, fixture->cr, 1, TRUE);
      plot_view_draw_canvas (view, &canvas, width, 3 * PLOT_FIXTURE_HEIGHT);
    }
  plot_view_get_area (view, &x, &y, &w, &h);
  return y;
}

/* The lines of the key that do not fit beside the title are above the data area, in the window and on a page. data: the theme. */
static void
test_keys_above (PlotFixture *fixture, gconstpointer data)
{
  g_autoptr (PlotView) view = plot_view_new ();
  const PlotTheme *theme = plot_theme_get (GPOINTER_TO_INT (data));
  double wide, narrow;

  plot_view_set_theme (view, theme);
  plot_view_set_title (view, "Title", NULL);
  for (int k = 0; k < 4; k++)
    {
      PlotStyle style = { .series = k, .width = 2, .solid = TRUE };

      PlotLayer *line = plot_layer_line_new ((double[]) { 0, 1 }, (double[]) { 0, k + 1 }, 2, &style);

      plot_layer_set_label (line, "the name of a curve", NULL, TRUE, FALSE);
      plot_view_add (view, line);
    }
  wide = area_top (fixture, view, 900);
  narrow = area_top (fixture, view, 260);
  g_assert_cmpfloat (narrow, >=, wide + 2 * 1.3 * theme->size_remark);
  g_assert_cmpfloat (area_top (fixture, view, 260), ==, narrow);
  g_assert_cmpfloat (area_top (fixture, view, 900), ==, wide);
}

/* Returns a view with a label of the vertical axis, the remark and one key. Free it with plot_view_free. */
static PlotView *
remarked_view (const char *remark)
{
  PlotView *view = plot_view_new ();
  PlotStyle style = { .series = 0, .width = 2, .solid = TRUE };
  PlotLayer *line = plot_layer_line_new ((double[]) { 0, 1 }, (double[]) { 0, 1 }, 2, &style);

  plot_view_set_theme (view, plot_theme_get (PLOT_THEME_LIGHT));
  plot_view_set_title (view, "Title", remark);
  plot_view_set_y_label (view, "error");
  plot_layer_set_label (line, "the name of a curve", NULL, TRUE, FALSE);
  plot_view_add (view, line);
  return view;
}

/* A plot whose axis label has a row shows the whole remark, and the key in this row. */
static void
test_whole_remark (PlotFixture *fixture, gconstpointer data)
{
  g_autoptr (PlotView) brief = remarked_view ("model"), whole = remarked_view ("model, method of order five");
  double wide = area_top (fixture, brief, 900);
  int n = 0;

  g_assert_cmpfloat (area_top (fixture, whole, 900), ==, wide);
  for (double width = 200; width < 900; width += 20)
    if (area_top (fixture, brief, width) == wide && area_top (fixture, whole, width) > wide)
      n++;
  g_assert_cmpint (n, >=, 3);
}

/* ---- plots with many attempts ---- */

/* Appends attempts of equal step sizes over [0, 30] s. Every seventh is rejected. */
static SimTape *
many_attempts (gsize n)
{
  SimTape *tape = sim_tape_new (n + 1);

  for (gsize i = 0; i < n; i++)
    {
      gboolean rejected = i % 7 == 6;
      OdeAttempt attempt = { .t = 30.0 * (double) i / (double) n, .h = 0.1 + 0.02 * sin (1.7 * (double) i), .error = rejected ? 1.5 : 0.5,
                             .h_next = 0.1, .outcome = rejected ? ODE_ATTEMPT_REJECTED_ERROR : ODE_ATTEMPT_ACCEPTED };

      if (i == n / 2)
        {
          attempt.h = 3e-3; /* far from all other attempts */
          attempt.outcome = ODE_ATTEMPT_REJECTED_ERROR;
        }
      sim_tape_append (tape, &attempt);
    }
  return tape;
}

/* The name of a run may be longer than a key entry. The label is cut between whole characters. */
static void
test_cut_labels (PlotFixture *fixture, gconstpointer data)
{
  for (int shift = 0; shift < 3; shift++)
    {
      g_autoptr (PlotView) view = plot_fixture_time_view (fixture);
      PlotLayer *layer = plot_layer_line_new ((double[]) { 0, 1 }, (double[]) { 0, 1 }, 2, &(PlotStyle) { .series = 1 });
      g_autoptr (GString) label = g_string_new_len ("abc", shift);
      PlotKey keys[PLOT_MAX_KEYS];
      PlotCanvas canvas;
      PlotFrame frame;

      for (int i = 0; i < 40; i++)
        g_string_append (label, "⁻");
      plot_layer_set_label (layer, label->str, NULL, TRUE, FALSE);
      plot_view_add (view, layer);
      plot_fixture_draw (fixture, view); /* Pango would print a warning for a character that was cut */
      plot_canvas_init_cairo (&canvas, fixture->cr, 1, FALSE);
      plot_view_frame (view, &canvas, &frame);
      g_assert_cmpint (plot_view_keys (layer, &frame, keys, PLOT_MAX_KEYS), ==, 1);
      g_assert_true (g_utf8_validate (keys[0].label, -1, NULL));
      g_assert_true (g_str_has_suffix (keys[0].label, "⁻…"));
      g_assert_cmpuint (strlen (keys[0].label), >, sizeof keys[0].label - 7);
    }
}

/* A view that has not drawn all rows of its run gets more time in the next drawing, up to a limit. It gets less when it is complete. */
static void
test_slices (PlotFixture *fixture, gconstpointer data)
{
  g_autoptr (SimTape) many = many_attempts (400000);
  g_autoptr (PlotView) view = NULL;
  PlotRun run = fixture->run;
  int slice = 0, largest = 0, n_draws = 0, n_behind = 0;

  run.tape = many;
  view = plot_views_step (&run, fixture->axis);
  for (gboolean more = TRUE; more; n_draws++)
    {
      more = plot_view_draw (view, fixture->cr, PLOT_FIXTURE_WIDTH, PLOT_FIXTURE_HEIGHT, 1);
      n_behind += more;
      if (more && n_draws > 0)
        g_assert_cmpint (view->slice, >, MIN (slice, 16000));
      slice = view->slice;
      largest = MAX (largest, slice);
    }
  /* 400 000 attempts take more than one time slice on any computer. */
  g_assert_cmpint (n_behind, >=, 2);
  g_assert_cmpint (largest, >=, 4 * 700);
  g_assert_cmpint (largest, <=, 2 * 16000);
  for (int i = 0; i < 7; i++)
    g_assert_false (plot_view_draw (view, fixture->cr, PLOT_FIXTURE_WIDTH, PLOT_FIXTURE_HEIGHT, 1));
  g_assert_cmpint (view->slice, <, 700);
}

/* One attempt in seven is rejected, and there are a hundred attempts for each pixel. The crosses drawn last must not cover the whole plot,
 * and a rejected attempt far from all others is still drawn as a cross. */
static void
test_density (PlotFixture *fixture, gconstpointer data)
{
  g_autoptr (SimTape) many = many_attempts (60000);
  PlotRun run = fixture->run;
  g_autoptr (PlotView) view = NULL;
  const PlotTheme *theme;
  int red, stride = cairo_image_surface_get_stride (fixture->surface), alone = 0;
  double px, py;

  run.tape = many;
  run.max_step = 0;
  view = plot_views_step (&run, fixture->axis);
  theme = plot_view_theme (view);
  plot_fixture_draw (fixture, view);
  red = plot_fixture_count (fixture, theme->rejected);
  plot_view_map (view, 15, 3e-3, &px, &py);
  cairo_surface_flush (fixture->surface);
  for (int y = (int) py - 3; y <= (int) py + 3; y++)
    for (int x = (int) px - 3; x <= (int) px + 3; x++)
      {
        const guint8 *p = cairo_image_surface_get_data (fixture->surface) + y * stride + 4 * x;

        alone += p[2] > 150 && p[1] < 150 && p[0] < 150;
      }
  g_assert_cmpint (alone, >=, 6); /* the two arms of the cross */
  /* The other red pixels are in cells in which most attempts are rejected. */
  g_assert_cmpint (red, <, 600);
}

/* Appends attempts of all kinds, with errors over many decades, without an error, and with the error 0. */
static void
append_kinds (SimTape *tape, gsize n, double factor)
{
  static const guint8 outcomes[] = { ODE_ATTEMPT_ACCEPTED, ODE_ATTEMPT_ACCEPTED, ODE_ATTEMPT_REJECTED_ERROR, ODE_ATTEMPT_ACCEPTED, ODE_ATTEMPT_CUT_BY_EVENT };

  for (gsize i = 0; i < n; i++)
    {
      OdeAttempt attempt = { .t = 1e-3 * (double) sim_tape_n_attempts (tape), .h = 1e-3, .h_next = 1e-3, .outcome = outcomes[i % G_N_ELEMENTS (outcomes)],
                             .error = i % 11 == 3 ? NAN : i % 13 == 5 ? 0 : factor * pow (10, 4 * sin (0.7 * (double) i)) };

      sim_tape_append (tape, &attempt);
    }
}

/* A density that is counted from the stored values of a tape has the numbers of one to which each attempt is added. The tape discards old attempts, and
 * attempts are removed and replaced, as by a step back. */
static void
test_density_of_values (PlotFixture *fixture, gconstpointer data)
{
  g_autoptr (SimTape) tape = sim_tape_new (20000);
  PlotAttemptValues values = { 0 };
  PlotScale scale;

  for (int turn = 0; turn < 4; turn++)
    {
      PlotScaleType type = turn == 1 ? PLOT_SCALE_LINEAR : PLOT_SCALE_LOG;
      PlotAttemptDensity counted = { 0 }, added = { 0 };
      double t, t_next, low = type == PLOT_SCALE_LOG ? -3 : 0, high = type == PLOT_SCALE_LOG ? 2 : 100;
      gsize first, n = 0, n_differing = 0;
      gboolean cut;
      const float *block;

      if (turn == 3)
        sim_tape_truncate (tape, sim_tape_n_attempts (tape) - 5000);
      append_kinds (tape, 15000, turn + 1);
      g_assert_true (plot_attempt_values_update (&values, tape, PLOT_ATTEMPT_ERROR, type, 0));
      g_assert_cmpuint (values.done, ==, sim_tape_n_attempts (tape));
      plot_scale_init (&scale, type, type == PLOT_SCALE_LOG ? 1e-3 : 0, 100, 200, 0);
      scale.band = type == PLOT_SCALE_LOG ? -8 : 0; /* the middle of the band is inside the area */
      first = (sim_tape_first (tape) / PLOT_ATTEMPT_BLOCK + 1) * PLOT_ATTEMPT_BLOCK;
      plot_attempt_density_reset (&counted, 10, 200, 2.5, first);
      plot_attempt_density_reset (&added, 10, 200, 2.5, first);
      for (; (block = plot_attempt_values_block (&values, first, &t, &t_next, &cut)) != NULL; first += PLOT_ATTEMPT_BLOCK)
        {
          double slope = -200 / (high - low), x = (double) (first / PLOT_ATTEMPT_BLOCK % 4) * 2.5 + 1;

          g_assert_cmpfloat (t, ==, 1e-3 * (double) first);
          g_assert_cmpfloat (t_next, ==, 1e-3 * (double) (first + PLOT_ATTEMPT_BLOCK));
          g_assert_true (cut); /* each fifth attempt is replaced by a step to an event */
          plot_attempt_density_add_block (&counted, block, first, x, slope, 200 - slope * low, plot_scale_map (&scale, 0));
          for (gsize i = first; i < first + PLOT_ATTEMPT_BLOCK; i++)
            {
              OdeAttempt attempt;
              PlotAttemptMark mark;

              g_assert_true (sim_tape_get (tape, i, &attempt));
              mark = plot_attempt_marks_of (tape, i, &attempt);
              if ((mark == PLOT_ATTEMPT_MARK_ACCEPTED || mark == PLOT_ATTEMPT_MARK_REJECTED) && !isnan (attempt.error))
                plot_attempt_density_add (&added, x, plot_scale_map (&scale, attempt.error), mark == PLOT_ATTEMPT_MARK_REJECTED, i);
            }
        }
      g_assert_cmpuint (first + PLOT_ATTEMPT_BLOCK, >=, sim_tape_n_attempts (tape));
      for (int k = 0; k < added.columns * added.rows; k++)
        for (int kind = 0; kind < 2; kind++)
          {
            n += added.cells[k].n[kind];
            n_differing += (gsize) ABS ((int) counted.cells[k].n[kind] - (int) added.cells[k].n[kind]);
            if (counted.cells[k].n[kind] == added.cells[k].n[kind] && added.cells[k].n[kind] > 0)
              g_assert_cmpuint (counted.cells[k].last[kind], ==, added.cells[k].last[kind]);
          }
      g_assert_cmpuint (n, >, 2000);
      g_assert_cmpuint (n_differing, <=, 4); /* values have 24 bits, so one near an edge may be counted in the next cell */
      plot_attempt_density_clear (&counted);
      plot_attempt_density_clear (&added);
    }
  g_assert_cmpuint (sim_tape_first (tape), >, 4096); /* the first chunk was discarded */
  g_assert_cmpuint (values.first_chunk, >=, 1);
  plot_attempt_values_clear (&values);
}

/* The same holds in a file, and the area limits the number of elements of the file. */
static void
test_density_on_page (PlotFixture *fixture, gconstpointer data)
{
  g_autoptr (SimTape) many = many_attempts (60000);
  PlotRun run = fixture->run;
  g_autoptr (PlotView) view = NULL;
  g_autofree char *few = NULL, *all = NULL;
  PlotCanvas canvas;

  run.tape = many;
  for (int i = 0; i < 2; i++)
    {
      if (i == 1)
        plot_time_axis_set_view (fixture->axis, 10, 10.1); /* the range contains 200 attempts */
      g_clear_pointer (&view, plot_view_free);
      view = plot_views_step (&run, fixture->axis);
      plot_view_set_theme (view, plot_theme_get (PLOT_THEME_PAPER));
      plot_canvas_init_svg (&canvas, 250, 150, "view", NULL);
      plot_view_draw_canvas (view, &canvas, 250, 150);
      *(i == 0 ? &all : &few) = g_string_free (plot_canvas_finish_svg (&canvas), FALSE);
    }
  g_assert_cmpuint (strlen (all), <, 3000000);
  g_assert_cmpuint (strlen (few), >, 1000);
  g_assert_null (strstr (all, "<image"));
}

/* A change of a parameter has a different mark from an event, and a separate name in the key. */
static void
test_changes (PlotFixture *fixture, gconstpointer data)
{
  g_autoptr (SimTrajectory) run = plot_fixture_oscillator (10, NULL);
  SimEventRecord change = { .t = 5, .event = -1, .parameter = 0, .value = 7 }, event = { .t = 6, .event = 0, .parameter = -1, .kind = 4 };
  PlotLayer *layer = NULL;
  g_autoptr (PlotView) view = plot_view_new ();
  PlotKey keys[4] = { 0 };
  PlotFrame frame;
  int n;

  g_assert_true (sim_trajectory_append_event (run, &change));
  layer = plot_layer_events_new (run, 0, TRUE);
  plot_layer_set_label (layer, "impact", NULL, TRUE, FALSE);
  plot_view_set_time_axis (view, fixture->axis);
  plot_view_add (view, layer);
  plot_fixture_draw (fixture, view);
  plot_view_frame (view, NULL, &frame);
  n = layer->class->keys (layer, &frame, keys, 4);
  g_assert_cmpint (n, ==, 1);
  g_assert_cmpint (keys[0].marker, ==, PLOT_MARKER_SQUARE);
  g_assert_cmpstr (keys[0].label, ==, "parameter changed");
  g_assert_cmpint (plot_fixture_count (fixture, plot_view_theme (view)->event), ==, 0);
  g_assert_true (sim_trajectory_append_event (run, &event));
  n = layer->class->keys (layer, &frame, keys, 4);
  g_assert_cmpint (n, ==, 2);
  g_assert_cmpint (keys[0].marker, ==, PLOT_MARKER_TRIANGLE);
  g_assert_cmpint (keys[1].marker, ==, PLOT_MARKER_SQUARE);
}

/* Events that only record a time are marked on the curve and have no lines. */
static void
test_notes (PlotFixture *fixture, gconstpointer data)
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
  plot_fixture_draw (fixture, view);
  n_with_lines = plot_fixture_count (fixture, theme->event);
  plot_layer_events_set_notes (events, notes, 1, 1);
  plot_view_set_y_range (view, -20, 20);
  plot_fixture_draw (fixture, view);
  g_assert_cmpint (plot_fixture_count (fixture, theme->event), >, 6 * 10); /* pixels of the triangles */
  g_assert_cmpint (plot_fixture_count (fixture, theme->event), <=, n_with_lines);
  plot_view_get_area (view, &x, &y, &width, &height);
  plot_view_map (view, row[0], row[2], &px, &py);
  g_assert_cmpint (plot_view_hit (view, px, py + 4, 2, &hit), ==, PLOT_HIT_EVENT);
  g_assert_cmpuint (hit.index, ==, 2);
  g_assert_cmpint (plot_view_hit (view, px, y + height - 3, 6, &hit), !=, PLOT_HIT_EVENT);
}

static double
rounding_and_wave (double t)
{
  return t == 0 ? 1e-17 : 1e-5 * sin (t);
}

/* If the first value is a rounding error, the drift is absolute. */
static void
test_drift_of_nothing (PlotFixture *fixture, gconstpointer data)
{
  g_autoptr (SimTrajectory) rows = plot_fixture_rows (200, 0.1, rounding_and_wave);
  PlotRun run = { rows, NULL, NULL, 0, 40, 0 };
  const int columns[1] = { 0 };
  g_autoptr (PlotView) view = plot_views_invariant (&run, fixture->axis, columns, 1, FALSE);
  double low, high;

  plot_fixture_draw (fixture, view);
  plot_view_get_y_range (view, &low, &high);
  g_assert_cmpfloat (high, >=, 1e-5);
  g_assert_cmpfloat (high, <, 1e-4);
}

/* Returns the number of pixels of a colour whose x is between x0 and x1. */
static int
count_between (PlotFixture *fixture, PlotColor color, int x0, int x1)
{
  int stride = cairo_image_surface_get_stride (fixture->surface), n = 0;

  cairo_surface_flush (fixture->surface);
  for (int y = 0; y < PLOT_FIXTURE_HEIGHT; y++)
    for (int x = x0; x < x1; x++)
      {
        const guint8 *p = cairo_image_surface_get_data (fixture->surface) + y * stride + 4 * x;

        n += fabs (p[2] - color.r * 255) + fabs (p[1] - color.g * 255) + fabs (p[0] - color.b * 255) < 40;
      }
  return n;
}

/* At the end of a run the labels with values are in the right margin. Labels that do not fit there are placed in free space inside the
 * plot. */
static void
test_end (PlotFixture *fixture, gconstpointer data)
{
  g_autoptr (PlotTimeAxis) axis = plot_time_axis_new (0, 30, "s");
  const int columns[2] = { 0, 1 };
  g_autoptr (PlotView) view = plot_views_time (&fixture->run, axis, columns, 2);
  const PlotTheme *theme = plot_view_theme (view);
  double x, y, width, height;
  int right, without, texts;

  plot_time_axis_set_reached (axis, 30);
  plot_fixture_draw (fixture, view);
  plot_view_get_area (view, &x, &y, &width, &height);
  right = (int) (x + width);
  /* The label of the second curve is darker than its line. */
  without = count_between (fixture, theme->series[1], right - 90, right - 14);
  texts = count_between (fixture, theme->series_text[1], right - 90, right - 14);
  plot_time_axis_set_playhead (axis, 30);
  plot_fixture_draw (fixture, view);
  g_assert_cmpint (count_between (fixture, theme->series_text[1], right - 90, right - 14), >, texts + 20);
  g_assert_cmpint (count_between (fixture, theme->series[1], right - 90, right - 14), >=, without);
  for (int i = 0; i < plot_view_n_layers (view); i++)
    if (strcmp (plot_view_layer (view, i)->class->name, "curve") == 0)
      plot_layer_set_label (plot_view_layer (view, i), "*v*", NULL, TRUE, TRUE);
  plot_fixture_draw (fixture, view);
  g_assert_cmpint (count_between (fixture, theme->series_text[1], right - 90, right - 14), <=, texts + 5);
  /* the value is to the right of the name */
  g_assert_cmpint (count_between (fixture, theme->series_text[1], right + 20, PLOT_FIXTURE_WIDTH), >, 15);
}

/* A label is placed beside its line and away from obstacles, or it is omitted. */
static void
test_placement (PlotFixture *fixture, gconstpointer data)
{
  g_autoptr (GArray) line = g_array_new (FALSE, FALSE, sizeof (PlotPoint)), taken = g_array_new (FALSE, FALSE, sizeof (PlotPoint));
  PlotFrame frame = { .theme = plot_theme_get (PLOT_THEME_LIGHT), .left = 0, .top = 0, .width = 300, .height = 200 };
  PlotRectangle box = { .width = 40, .height = 14 }, second = box, third = { .width = 40, .height = 250 };

  for (double x = 0; x <= 300; x += 4)
    g_array_append_vals (line, &(PlotPoint){ x, 100 }, 1);
  g_array_append_vals (taken, line->data, line->len);
  g_assert_true (plot_placement_find (line, taken, &frame, &box));
  g_assert_cmpfloat (box.y + box.height, <, 100);
  g_assert_cmpfloat (box.x, <, 20);
  plot_placement_add_obstacle (taken, &box, 1);
  g_assert_true (plot_placement_find (line, taken, &frame, &second));
  g_assert_true (second.x > box.x + box.width || second.y > 100);
  g_assert_false (plot_placement_find (line, taken, &frame, &third));
}

/* Returns the number of pixels of a colour whose y is between y0 and y1. */
static int
count_rows (PlotFixture *fixture, PlotColor color, int y0, int y1)
{
  int stride = cairo_image_surface_get_stride (fixture->surface), n = 0;

  cairo_surface_flush (fixture->surface);
  for (int y = y0; y < y1; y++)
    for (int x = 0; x < PLOT_FIXTURE_WIDTH; x++)
      {
        const guint8 *p = cairo_image_surface_get_data (fixture->surface) + y * stride + 4 * x;

        n += fabs (p[2] - color.r * 255) + fabs (p[1] - color.g * 255) + fabs (p[0] - color.b * 255) < 40;
      }
  return n;
}

/* The tick labels of an axis with a knob are below the knob, inside the view, at the usual text size and in lecture mode. */
static void
test_knob (PlotFixture *fixture, gconstpointer data)
{
  g_autoptr (PlotView) view = plot_views_phase (&fixture->run, NULL, 0, 1, FALSE);
  PlotColor color = plot_view_theme (view)->secondary;
  double radius = 18, x, y, width, height, with_knob;
  int labels, under;

  plot_fixture_draw (fixture, view);
  plot_view_get_area (view, &x, &y, &width, &height);
  under = (int) (y + height) + 6;
  labels = count_rows (fixture, color, under, PLOT_FIXTURE_HEIGHT);
  g_assert_cmpint (count_rows (fixture, color, under, (int) (y + height + radius)), >, 10);
  plot_view_set_knob_radius (view, radius);
  for (double scale = 1; scale <= 1.6; scale += 0.6)
    {
      PlotTheme theme = plot_theme_scaled (plot_theme_get (PLOT_THEME_LIGHT), scale, 1);

      plot_view_set_theme (view, &theme);
      plot_fixture_draw (fixture, view);
      plot_view_get_area (view, &x, &y, &width, &with_knob);
      under = (int) (y + with_knob + scale * 6) + 1;
      g_assert_cmpint (count_rows (fixture, color, under, (int) (y + with_knob + scale * radius)), ==, 0);
      g_assert_cmpint (count_rows (fixture, color, under, PLOT_FIXTURE_HEIGHT), >=, labels);
      g_assert_cmpfloat (with_knob, <, height);
    }
}

static void
test_home (PlotFixture *fixture, gconstpointer data)
{
  g_autoptr (PlotView) view = plot_views_phase (&fixture->run, NULL, 0, 1, FALSE), narrow = plot_views_phase (&fixture->run, NULL, 0, 1,
                                                                                                              FALSE);
  double low, high;

  plot_view_set_x_home (view, -2.7, 2.7);
  plot_fixture_draw (fixture, view);
  plot_view_get_x_range (view, &low, &high);
  g_assert_cmpfloat (low, ==, -2.7);
  g_assert_cmpfloat (high, ==, 2.7);
  plot_view_set_y_home (view, -31, 31);
  plot_fixture_draw (fixture, view);
  plot_view_get_y_range (view, &low, &high);
  g_assert_cmpfloat (low, ==, -31);
  g_assert_cmpfloat (high, ==, 31);
  /* The data reach from −2 to 2. */
  plot_view_set_x_home (narrow, -1, 1);
  plot_fixture_draw (fixture, narrow);
  plot_view_get_x_range (narrow, &low, &high);
  g_assert_cmpfloat (low, <=, -2);
  g_assert_cmpfloat (high, >=, 2);
}

/* A range from a linear axis may begin at 0 or below. A logarithmic axis keeps its own range then, and takes one of positive values. */
static void
test_log_range (PlotFixture *fixture, gconstpointer data)
{
  static const double refused[] = { 0, -1 };
  const double x[] = { 1, 10, 100 }, y[] = { 2, 20, 200 };
  g_autoptr (PlotView) view = plot_view_new ();
  PlotRange none = { 0, 0, FALSE }, shown = { 0.5, 5000, TRUE }, across, up;
  double low, high;

  plot_view_set_log (view, TRUE, TRUE);
  plot_view_add (view, plot_layer_line_new (x, y, 3, &(PlotStyle) { .series = 0 }));
  plot_fixture_draw (fixture, view);
  for (guint k = 0; k < G_N_ELEMENTS (refused); k++)
    {
      PlotRange range = { refused[k], 5000, TRUE };

      plot_view_set_shown (view, &range, &range);
      plot_view_get_shown (view, &across, &up);
      g_assert_true (across.low > 0 && up.low > 0 && across.high < 5000 && up.high < 5000 && !up.by_hand);
    }
  plot_view_set_shown (view, &none, &shown);
  plot_fixture_draw (fixture, view);
  plot_view_get_y_range (view, &low, &high);
  g_assert_cmpfloat (low, ==, 0.5);
  g_assert_cmpfloat (high, ==, 5000);
}

#define ADD(name, func) g_test_add ("/plot/view/" name, PlotFixture, NULL, plot_fixture_set_up, func, plot_fixture_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("the section of a fixed point is not magnified to rounding errors", test_section_of_a_point);
  ADD ("labels of curves contain the values at the end of the run", test_labels_at_the_end);
  ADD ("plots over time have data areas of the same width", test_aligned);
  ADD ("plots that share an axis zoom and pan together", test_linked);
  ADD ("a time axis that follows the run shows its newest rows", test_follow);
  ADD ("curves, marks and playhead are drawn in every theme", test_pixels);
  ADD ("a growing run gives the same picture as a complete one", test_live_equals_after);
  ADD ("the provisional axis range of a single value is replaced when more data arrive", test_small_drift);
  ADD ("a reversed axis has its largest value at the left", test_reversed);
  ADD ("zeros on a logarithmic axis are drawn in the underflow band", test_log_zeros);
  ADD ("tick labels share a power of ten if they are long", test_long_labels);
  ADD ("the power of ten of tick labels is visible without a title", test_power_visible);
  ADD ("a plot without data is drawn and a click in it selects nothing", test_empty);
  ADD ("axes with equal units have the same scale", test_equal);
  ADD ("the period of an oscillation is detected", test_period);
  ADD ("points of a poincaré section satisfy the section condition", test_section);
  ADD ("a plot without title names its quantity at the axis", test_untitled);
  ADD ("keys have a band of their own if the title is hidden", test_keys_alone);
  ADD ("lines of the key below the title are above the data area", test_keys_above);
  g_test_add ("/plot/view/lines of the key of a page are above the data area", PlotFixture, GINT_TO_POINTER (PLOT_THEME_SLIDE), plot_fixture_set_up,
              test_keys_above, plot_fixture_tear_down);
  ADD ("the key makes room for the remark if the axis label has a row", test_whole_remark);
  ADD ("labels that are too long are cut between whole characters", test_cut_labels);
  ADD ("a view that is behind its run gets more time for its next drawing", test_slices);
  ADD ("many attempts are drawn as a density with marks far from others", test_density);
  ADD ("a density of stored values has the numbers of one of attempts", test_density_of_values);
  ADD ("the density of attempts is drawn in files", test_density_on_page);
  ADD ("changes of parameters and events have different marks", test_changes);
  ADD ("events that only record a time are marked on the curve", test_notes);
  ADD ("drift is shown as an absolute value if the initial value is a rounding error", test_drift_of_nothing);
  ADD ("labels at the end of a run do not cover the curves", test_end);
  ADD ("a label is placed beside its line or omitted", test_placement);
  ADD ("the initial range of an axis is kept while all data fit", test_home);
  ADD ("a logarithmic axis refuses a range that begins at zero", test_log_range);
  ADD ("tick labels are below a knob on the axis", test_knob);
  ADD ("names have a margin that they fit into in each theme", test_names_in_margin);
  return g_test_run ();
}
