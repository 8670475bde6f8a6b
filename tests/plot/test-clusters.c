/* Tests drawings with more marks and rows than pixels: omitting some of them must not change the
 * picture. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "plot-fixture.h"
#include "plot-layers.h"
#include "plot-raster.h"
#include "plot-view-hit.h"
#include "plot-view-private.h"
#include "plot-views.h"
#include "sim-system.h"

/* ---- marks of attempts ---- */

/* Returns whether a pixel, or one next to it, has the colour of the mark or of a mark drawn over
 * it. */
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

/* Of 60 000 attempts with step sizes over four decades, one in 80 is rejected. Each visible attempt has a mark, in images and in files, at
 * every zoom. */
static void
test_every_attempt (PlotFixture *fixture, gconstpointer data)
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
      plot_fixture_draw (fixture, view);
      if (paper)
        {
          PlotCanvas canvas;

          cairo_set_source_rgb (fixture->cr, 1, 1, 1);
          cairo_paint (fixture->cr);
          plot_canvas_init_cairo (&canvas, fixture->cr, 1, TRUE);
          plot_view_draw_canvas (view, &canvas, PLOT_FIXTURE_WIDTH, PLOT_FIXTURE_HEIGHT);
        }
      cairo_surface_flush (fixture->surface);
      plot_view_get_area (view, &left, &top, &width, &height);
      for (gsize i = 0; i < 60000; i++)
        {
          OdeAttempt attempt;
          double px, py;

          g_assert_true (sim_tape_get (fixture->tape, i, &attempt));
          plot_view_map (view, attempt.t, attempt.h, &px, &py);
          /* Skip pixels that the playhead or an edge may cover. */
          if (px > left + 3 && px < left + width - 3 && py > top + 3 && py < top + height - 3)
            g_assert_true (has_mark (fixture->surface, px, py, attempt.outcome != ODE_ATTEMPT_ACCEPTED));
        }
    }
}

/* The lines of the events of a sampled controller do not hide the curves. */
static void
test_many_events (PlotFixture *fixture, gconstpointer data)
{
  const int columns[2] = { 0, 1 };
  g_autoptr (PlotView) view = plot_views_time (&fixture->run, fixture->axis, columns, 2);
  PlotColor event = plot_theme_get (PLOT_THEME_LIGHT)->event;
  PlotColor faint = plot_color_mix (plot_theme_get (PLOT_THEME_LIGHT)->background, event, 0.42);
  double x, y, width, height;

  for (int i = 0; i < 1500; i++)
    {
      SimEventRecord record = { .t = i * 0.02, .event = 0, .kind = 1, .parameter = -1 };

      sim_trajectory_append_event (fixture->trajectory, &record);
    }
  plot_fixture_draw (fixture, view);
  plot_view_get_area (view, &x, &y, &width, &height);
  /* There are no vertical lines at the events: they would be more than a hundred lines of 200
   * px. Only the rims of triangles and the text have this colour. Triangles are drawn along 30
   * s. */
  g_assert_cmpint (plot_fixture_count (fixture, faint), <, 2000);
  g_assert_cmpint (plot_fixture_count (fixture, event), >, 300);
}

/* Hundreds of events are drawn as a bar with their number below the plot; inside the plot only the curves are
 * drawn. */
static void
test_cluster (PlotFixture *fixture, gconstpointer data)
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
  plot_fixture_draw (fixture, view);
  plot_view_get_area (view, &x, &y, &width, &height);
  cairo_surface_flush (fixture->surface);
  for (int py = 0; py < PLOT_FIXTURE_HEIGHT; py++)
    for (int px = 0; px < PLOT_FIXTURE_WIDTH; px++)
      {
        const guint8 *p = cairo_image_surface_get_data (fixture->surface) + py * stride + 4 * px;
        gboolean marked = fabs (p[2] - theme->event.r * 255) < 40 && fabs (p[1] - theme->event.g * 255) < 40
            && fabs (p[0] - theme->event.b * 255) < 40;

        *(py < y + height ? &inside : &under) += marked;
      }
  g_assert_cmpint (inside, ==, 0);
  /* The bar is three pixels thick, except at its text. */
  g_assert_cmpint (under, >, (int) width * 3 / 2);
  g_assert_cmpint (under, <, (int) width * 4);
  /* A hit still finds each event of the bar. */
  g_assert_cmpint (plot_view_hit (view, x + width / 2, y + height + 5, 6, &hit), ==, PLOT_HIT_EVENT);
  g_assert_true (hit.layer == events);
  g_assert_cmpfloat_with_epsilon (hit.x, 5, 0.05);
}

/* ---- long orbits with many segments ---- */

#define LONG_ROWS 60000
#define ORBIT_SCALE 2

/* Returns 60 000 long segments, arranged in bands. Each revolution covers nearly the same pixels as the one
 * before. */
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

/* Draws each segment over the picture of the view. */
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
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, PLOT_FIXTURE_WIDTH * ORBIT_SCALE,
                                                         PLOT_FIXTURE_HEIGHT * ORBIT_SCALE);

  cairo_surface_set_device_scale (surface, ORBIT_SCALE, ORBIT_SCALE);
  *cr = cairo_create (surface);
  cairo_set_source_rgb (*cr, 1, 1, 1);
  cairo_paint (*cr);
  return surface;
}

/* Returns the fraction of pixels whose red component differs by more than `least`. */
static double
differing_fraction (cairo_surface_t *a, cairo_surface_t *b, int least)
{
  int stride = cairo_image_surface_get_stride (a), n = 0;

  cairo_surface_flush (a);
  cairo_surface_flush (b);
  for (int y = 0; y < PLOT_FIXTURE_HEIGHT * ORBIT_SCALE; y++)
    for (int x = 0; x < PLOT_FIXTURE_WIDTH * ORBIT_SCALE; x++)
      {
        guint32 p = *(const guint32 *) (const gpointer) (cairo_image_surface_get_data (a) + (gsize) y * stride + 4 * x);
        guint32 q = *(const guint32 *) (const gpointer) (cairo_image_surface_get_data (b) + (gsize) y * stride + 4 * x);

        n += abs ((int) (p >> 16 & 255) - (int) (q >> 16 & 255)) > least;
      }
  return (double) n / (PLOT_FIXTURE_WIDTH * PLOT_FIXTURE_HEIGHT * ORBIT_SCALE * ORBIT_SCALE);
}

/* Omitting parts of a long orbit does not change the picture, neither in an image nor in a file that is drawn at twice its
 * size. */
static void
test_long_orbit (PlotFixture *fixture, gconstpointer data)
{
  g_autoptr (SimTrajectory) trajectory = long_orbit ();
  PlotRun run = { trajectory, NULL, NULL, 0, 6000, 0 };

  for (int paper = 0; paper < 2; paper++)
    {
      g_autoptr (PlotView) view = plot_views_phase (&run, NULL, 0, 1, FALSE);
      const cairo_rectangle_t page = { 0, 0, PLOT_FIXTURE_WIDTH, PLOT_FIXTURE_HEIGHT };
      cairo_surface_t *record = cairo_recording_surface_create (CAIRO_CONTENT_COLOR, &page), *short_one, *whole;
      cairo_t *cr, *cr_whole, *cr_record = cairo_create (record);
      double fraction;
      PlotCanvas canvas;

      plot_view_set_theme (view, plot_theme_get (PLOT_THEME_PAPER));
      short_one = sheet (&cr);
      plot_canvas_init_cairo (&canvas, paper ? cr_record : cr, ORBIT_SCALE, TRUE);
      if (paper)
        {
          cairo_set_source_rgb (cr_record, 1, 1, 1);
          cairo_paint (cr_record);
        }
      plot_view_draw_canvas (view, &canvas, PLOT_FIXTURE_WIDTH, PLOT_FIXTURE_HEIGHT);
      if (paper)
        {
          cairo_set_source_surface (cr, record, 0, 0);
          cairo_paint (cr);
        }
      whole = sheet (&cr_whole);
      cairo_set_source_surface (cr_whole, short_one, 0, 0);
      cairo_paint (cr_whole);
      draw_every_step (view, trajectory, cr_whole, paper);
      /* Where antialiased edges overlap, pixels are darker by up to a quarter. A missing part would be
       * white. */
      fraction = differing_fraction (short_one, whole, 128);
      g_test_message ("%s: %.4f %% of the pixels differ by more than half", paper ? "file" : "image", fraction * 100);
      g_assert_cmpfloat (fraction, <, 2e-4);
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
      SimEventRecord record = { .t = from + (to - from) * i / n, .event = event, .kind = SIM_TRIGGER_WITNESS,
                                .parameter = event < 0 ? 0 : -1 };

      sim_trajectory_append_event (trajectory, &record);
    }
}

static double
first_row (double t)
{
  return t;
}

/* Returns the numbers of events in all bars of a view as a text. */
static char *
clusters_of (PlotFixture *fixture, SimTrajectory *trajectory, PlotView *view, double low, double high)
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

/* The number of events in a cluster is exact while events are appended, removed and
 * replaced. A change of a parameter divides a cluster, and events outside the view are not
 * counted. */
static void
test_counted_clusters (PlotFixture *fixture, gconstpointer data)
{
  g_autoptr (SimTrajectory) trajectory = plot_fixture_rows (400, 0.1, first_row);
  PlotRun run = { trajectory, NULL, NULL, 0, 40, 0 };
  const int columns[1] = { 0 };
  g_autoptr (PlotView) view = plot_views_time (&run, fixture->axis, columns, 1);
  static const struct { double from, to, low, high; int n, event; const char *clusters; } rows[] = {
    { 0, 10, 0, 40, 10000, 0, "10000 " },
    { 20, 24, 0, 40, 4000, 1, "10000 4000 " },
    { 24, 24, 0, 40, 1, -1, "10000 4000 " },
    { 24, 32, 0, 40, 100000, 0, "10000 4000 100000 " },
    { 39, 39, 5, 22, 1, 0, "5000 2001 " },
    { 39.5, 39.5, 30, 40, 1, 0, "25000 " },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *clusters = NULL;

      add_events (trajectory, rows[i].from, rows[i].to, rows[i].n, rows[i].event);
      clusters = clusters_of (fixture, trajectory, view, rows[i].low, rows[i].high);
      g_assert_cmpstr (clusters, ==, rows[i].clusters);
    }
  /* The trajectory now has the same number of events as before, but different
   * ones. */
  sim_trajectory_truncate (trajectory, 400, 10000);
  add_events (trajectory, 12, 30, 114003 - 10000 - 1000, 0);
  {
    g_autofree char *clusters = clusters_of (fixture, trajectory, view, 0, 40);

    g_assert_cmpstr (clusters, ==, "10000 103003 ");
  }
}
#define ADD(name, func) g_test_add ("/plot/clusters/" name, PlotFixture, NULL, plot_fixture_set_up, func, plot_fixture_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("every step attempt gets a mark", test_every_attempt);
  ADD ("many events do not hide the curves", test_many_events);
  ADD ("an event cluster is drawn as a bar with the number of its events", test_cluster);
  ADD ("parts of a long orbit are omitted only if that changes no pixel", test_long_orbit);
  ADD ("the number shown for an event cluster is exact", test_counted_clusters);
  return g_test_run ();
}
