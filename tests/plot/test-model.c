/* Tests views of a model: its plots, direction field, nullclines and scene. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "model-load.h"
#include "plot-export.h"
#include "plot-layer.h"
#include "plot-view-hit.h"
#include "plot-views.h"
#include "sim-config.h"

#define HEAD \
  "format: 1\n" \
  "name: Test oscillator\n" \
  "time: {end: 10, unit: s}\n" \
  "parameters: {k: 4}\n" \
  "states:\n" \
  "  x: {initial: 1, derivative: v, kind: position, unit: m, about: position}\n" \
  "  v: {initial: 0, derivative: -k*x, kind: velocity, unit: m/s}\n" \
  "outputs:\n" \
  "  energy: {value: k*x^2/2 + v^2/2, invariant: true}\n" \
  "plots:\n" \
  "  - {type: time, show: [x, v], title: Swings}\n" \
  "  - {type: phase, x: x, y: v}\n" \
  "  - {type: time, show: [x], log: [x]}\n" \
  "  - {type: invariant}\n"

static const char text[] = HEAD
  "scene:\n"
  "  - {spring: {from: [-3, 0], to: [x, 0]}}\n"
  "  - {box: {at: [x, 0], size: [0.5, 0.5], color: 5, fill: true}}\n"
  "  - {ground: {at: [0, -0.25]}}\n"
  "  - {trace: {at: [x, v], color: 3}}\n";

/* A model whose scene shares its x axis with the phase portrait. The scene has a shaded region, and a history: the path of the box in the
 * last two seconds. */
static const char sharing_text[] = HEAD
  "scene:\n"
  "  - {view: {x: [-2, 2], y: [-2, 1], share: x}}\n"
  "  - {region: {from: [-9, -9], to: [0, 9], text: left, color: 2}}\n"
  "  - {box: {at: [x, 0.5], size: [0.5, 0.5], color: 5, fill: true}}\n"
  "  - {history: {at: [x, 0], span: 2, length: 1.5, color: 3}}\n";

typedef struct
{
  Model *model;
  ModelSystem *system;
  SimTrajectory *trajectory;
  PlotTimeAxis *axis;
  PlotRun run;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) diagnostics = g_ptr_array_new ();
  ModelInstance instance = { 0 };
  g_autoptr (GError) error = NULL;

  fixture->model = model_load_text (data != NULL ? data : text, -1, "test.yaml", sim_config_check_solver, diagnostics);
  g_assert_nonnull (fixture->model);
  fixture->system = model_system_new (fixture->model, &instance, &error);
  g_assert_no_error (error);
  fixture->trajectory = sim_trajectory_new (model_system_n_columns (fixture->system), 1 << 26);
  for (int i = 0; i <= 400; i++)
    {
      double t = i / 40.0, x[2] = { cos (2 * t), -2 * sin (2 * t) }, d[1] = { 1 }, values[8];

      model_system_columns (fixture->system, t, x, d, values);
      sim_trajectory_append (fixture->trajectory, t, values, SIM_ROW_STEP);
    }
  fixture->axis = plot_time_axis_new (0, 10, model_time_unit (fixture->model));
  fixture->run = (PlotRun) { fixture->trajectory, NULL, fixture->system, 0, 10, 0 };
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  plot_time_axis_unref (fixture->axis);
  sim_trajectory_unref (fixture->trajectory);
  model_system_free (fixture->system);
  model_unref (fixture->model);
}

#define WIDTH 344
#define HEIGHT 300

/* Returns the number of pixels of a view whose colour components differ from those of a colour by at most `reach`. */
static int
count_near (PlotView *view, PlotColor color, double reach)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  int n = 0;

  while (plot_view_draw (view, cr, WIDTH, HEIGHT, 1))
    ;
  cairo_surface_flush (surface);
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      {
        const guint8 *p = cairo_image_surface_get_data (surface) + y * cairo_image_surface_get_stride (surface) + 4 * x;

        n += fabs (p[2] - color.r * 255) < reach && fabs (p[1] - color.g * 255) < reach && fabs (p[0] - color.b * 255) < reach;
      }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return n;
}

static int
count (PlotView *view, PlotColor color)
{
  return count_near (view, color, 24);
}

/* Returns a view of the plot with this index in the model's file. Free it with
 * plot_view_free. */
static PlotView *
model_view (Fixture *fixture, int index)
{
  g_autoptr (PlotSpec) spec = plot_spec_from_model (model_plot (fixture->model, index));
  PlotSource source = { .run = fixture->run };

  return plot_spec_view (spec, &source, fixture->axis);
}

static void
test_plots (Fixture *fixture, gconstpointer data)
{
  const PlotTheme *theme = plot_theme_get (PLOT_THEME_LIGHT);
  g_autoptr (PlotView) time = model_view (fixture, 0);
  g_autoptr (PlotView) phase = model_view (fixture, 1);
  g_autoptr (PlotView) drift = model_view (fixture, 3);
  double low, high;

  g_assert_cmpstr (plot_view_title (time), ==, "Swings");
  g_assert_cmpint (count (time, theme->series[0]), >, 300);
  g_assert_cmpint (count (time, theme->series[1]), >, 200);
  /* The nullclines x = 0 and v = 0 cross the whole plot. Lines 1.5 px wide that lie between pixels have at least 3/8 of their
   * colour. */
  g_assert_cmpint (count_near (phase, theme->series[2], 160), >, 250);
  plot_view_get_y_range (phase, &low, &high);
  g_assert_cmpfloat (low, <=, -2);
  g_assert_cmpfloat (high, >=, 2);
  /* The exact solution conserves energy up to rounding errors: the range of the drift is about 1e-16. */
  g_assert_cmpint (count (drift, theme->series[0]), >, 5);
  plot_view_get_y_range (drift, &low, &high);
  g_assert_cmpfloat (fmax (fabs (low), fabs (high)), <, 1e-14);
}

/* A view that is made before the run starts measures the drift from the first row. */
static void
test_drift_live (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SimTrajectory) later = sim_trajectory_new (3, 1 << 20);
  PlotRun run = { later, NULL, fixture->system, 0, 10, 0 };
  const int column = 2;
  g_autoptr (PlotView) view = plot_views_invariant (&run, fixture->axis, &column, 1, FALSE);
  double low, high;

  count (view, plot_theme_get (PLOT_THEME_LIGHT)->series[0]);
  for (int i = 0; i <= 100; i++)
    {
      double values[3] = { 0, 0, 50 + 0.01 * i };

      sim_trajectory_append (later, i * 0.1, values, SIM_ROW_STEP);
    }
  g_assert_cmpint (count (view, plot_theme_get (PLOT_THEME_LIGHT)->series[0]), >, 200);
  plot_view_get_y_range (view, &low, &high);
  g_assert_cmpfloat (low, ==, 0);
  g_assert_cmpfloat (high, >=, 0.02);
  g_assert_cmpfloat (high, <=, 0.03);
}

static void
test_log_time (Fixture *fixture, gconstpointer data)
{
  g_autoptr (PlotView) a = model_view (fixture, 0);
  g_autoptr (PlotView) b = model_view (fixture, 2);
  PlotColor blue = plot_theme_get (PLOT_THEME_LIGHT)->series[0];
  double ax, ay, bx, by;

  g_assert_true (plot_time_axis_get_log (fixture->axis));
  g_assert_cmpint (count (a, blue), >, 100);
  g_assert_cmpint (count (b, blue), >, 100);
  /* Both views show 1 s at the same pixel, and the first row after 0 (0.025 s) is
   * visible. */
  plot_view_map (a, 1, 0, &ax, &ay);
  plot_view_map (b, 1, 0, &bx, &by);
  g_assert_cmpfloat (ax, ==, bx);
  plot_view_map (a, 0.025, 0, &ax, &ay);
  g_assert_cmpfloat (ax, >=, 50);
}

static void
test_motion (Fixture *fixture, gconstpointer data)
{
  g_autoptr (PlotView) view = plot_views_motion (&fixture->run, fixture->axis);
  PlotColor box = plot_theme_get (PLOT_THEME_LIGHT)->series[4];
  double x0, y0, x1, y1;
  int n;

  g_assert_nonnull (view);
  n = count (view, box);
  plot_view_map (view, 0, 0, &x0, &y0);
  plot_view_map (view, 1, 1, &x1, &y1);
  /* A unit has the same length in pixels horizontally and vertically, and the
   * filled box of 0.5 × 0.5 has the corresponding area, except for its antialiased
   * rim. */
  g_assert_cmpfloat_with_epsilon (x1 - x0, y0 - y1, 1e-9);
  g_assert_cmpfloat_with_epsilon (n, pow (0.5 * (x1 - x0), 2), 4 * 0.5 * (x1 - x0));
  /* Moving the playhead moves the box. */
  plot_time_axis_set_playhead (fixture->axis, G_PI / 2);
  g_assert_cmpint (count (view, box), >, n / 2);
  g_assert_cmpint (count (view, plot_theme_get (PLOT_THEME_LIGHT)->secondary), >, 100);
}

static void
test_shared_axis (Fixture *fixture, gconstpointer data)
{
  const PlotTheme *theme = plot_theme_get (PLOT_THEME_LIGHT);
  g_autoptr (PlotView) phase = plot_views_phase (&fixture->run, fixture->axis, 0, 1, FALSE);
  g_autoptr (PlotView) motion = plot_views_motion (&fixture->run, fixture->axis);
  double px, py, mx, my, mx1, my1, ux, uy;
  int alone, together, n_guides = 0;

  plot_time_axis_set_playhead (fixture->axis, 2.9);
  g_assert_false (plot_views_share_motion (&fixture->run, phase, motion, 1, 0));
  g_assert_true (plot_views_share_motion (&fixture->run, phase, motion, 0, 1));
  /* A second call does not add a second guide. */
  g_assert_true (plot_views_share_motion (&fixture->run, phase, motion, 0, 1));
  together = count_near (phase, theme->series[0], 120);
  for (int i = 0; i < plot_view_n_layers (phase); i++)
    n_guides += strcmp (plot_view_layer (phase, i)->class->name, "guide") == 0;
  g_assert_cmpint (n_guides, ==, 1);
  plot_layer_set_visible (plot_view_layer (phase, plot_view_n_layers (phase) - 1), FALSE);
  alone = count_near (phase, theme->series[0], 120);
  plot_layer_set_visible (plot_view_layer (phase, plot_view_n_layers (phase) - 1), TRUE);
  g_assert_cmpint (together, >, alone + 10);
  g_assert_cmpint (count (motion, theme->series[4]), >, 200);
  /* Each x is at the same pixel in both views, and in the motion a unit has the same length in both
   * directions. */
  for (double x = -1; x <= 1; x += 0.25)
    {
      plot_view_map (phase, x, 0, &px, &py);
      plot_view_map (motion, x, 0, &mx, &my);
      g_assert_cmpfloat (px, ==, mx);
    }
  plot_view_map (motion, 0, 0, &ux, &uy);
  plot_view_map (motion, 1, 1, &mx1, &my1);
  g_assert_cmpfloat_with_epsilon (mx1 - ux, uy - my1, 1e-9);
  /* A zoom of the phase portrait also applies to the motion. */
  plot_view_zoom (phase, PLOT_DIRECTION_X, px, py, 0.5);
  count (phase, theme->series[0]);
  count (motion, theme->series[0]);
  plot_view_map (phase, 0.3, 0, &px, &py);
  plot_view_map (motion, 0.3, 0, &mx, &my);
  g_assert_cmpfloat (px, ==, mx);
  /* The phase portrait may be freed first. */
  g_clear_pointer (&phase, plot_view_free);
  count (motion, theme->series[0]);
}

static void
test_history (Fixture *fixture, gconstpointer data)
{
  const PlotTheme *theme = plot_theme_get (PLOT_THEME_LIGHT);
  g_autoptr (PlotView) motion = plot_views_motion (&fixture->run, fixture->axis);
  /* Pale amber is drawn more opaque than blue. */
  PlotColor tint = plot_color_mix (theme->background, theme->series[1], 0.42 / plot_color_contrast (theme->series[1], theme->background));
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  double t = 4, left, top, width, height;
  int n_region, found = 0;

  plot_time_axis_set_playhead (fixture->axis, t);
  n_region = count_near (motion, tint, 3);
  plot_view_get_area (motion, &left, &top, &width, &height);
  /* The region covers the left half of the view, except where something is drawn over
   * it. */
  g_assert_cmpint (n_region, >, 0.7 * width * height / 2);
  g_assert_cmpint (n_region, <, width * height / 2 + height);
  while (plot_view_draw (motion, cr, WIDTH, HEIGHT, 1))
    ;
  cairo_surface_flush (surface);
  /* x(t − age) = cos (2(t − age)) is drawn 1.5·age/2 below the box. */
  for (double age = 0.1; age < 1.9; age += 0.1)
    {
      double px, py;
      const guint8 *p;

      plot_view_map (motion, cos (2 * (t - age)), -1.5 * age / 2, &px, &py);
      if (!(py > top && py < top + height))
        continue;
      p = cairo_image_surface_get_data (surface) + (int) py * cairo_image_surface_get_stride (surface) + 4 * (int) px;
      g_assert_cmpfloat (fabs (p[2] - theme->series[2].r * 255) + fabs (p[0] - theme->series[2].b * 255), <, 200);
      found++;
    }
  g_assert_cmpint (found, >, 8);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static void
test_figure (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PlotFigure) figure = plot_figure_new_for_run (&fixture->run, "all", &error);
  g_autoptr (GBytes) svg = NULL;
  gsize size;
  const char *document;

  g_assert_no_error (error);
  svg = plot_export_bytes (figure, PLOT_FORMAT_SVG, 500, 400, plot_theme_find ("light"), NULL, NULL, &error);
  g_assert_no_error (error);
  document = g_bytes_get_data (svg, &size);
  g_assert_nonnull (memmem (document, size, ">Motion<", 8));
  g_assert_nonnull (memmem (document, size, ">Swings<", 8));
  g_assert_nonnull (memmem (document, size, "position<", 9));
}

/* If the direction field depends on a discrete state or on time, its arrows are those at the time of the playhead, and the remark says
 * so. */
static void
test_field_remark (Fixture *fixture, gconstpointer data)
{
  const gboolean changes = data != NULL;
  g_autoptr (PlotView) view = plot_views_phase (&fixture->run, fixture->axis, 0, 1, TRUE);

  plot_views_phase_show_field (view, TRUE, FALSE);
  g_assert_cmpstr (plot_view_remark (view), ==, changes ? "direction field at the playhead" : NULL);
  plot_views_phase_show_field (view, FALSE, FALSE);
  g_assert_null (plot_view_remark (view));
}

#define PLANE(derivative) "format: 1\nname: Test\nstates:\n  x: {initial: 1, derivative: v}\n  v: {initial: 0, derivative: \"" derivative "\"}\ndiscrete:\n  mode: 1\n"
static const char switched_text[] = PLANE ("if(mode == 1, -x, 0)");
static const char timed_text[] = PLANE ("-x + cos(t)");

#define ADD(name, func) g_test_add ("/plot/model/" name, Fixture, NULL, set_up, func, tear_down)

/* ---- accumulating events ---- */

static const char ball_text[] =
  "format: 1\n"
  "name: Test ball\n"
  "time: {end: 14, unit: s}\n"
  "parameters: {g: 9.81, e: 0.8}\n"
  "states:\n"
  "  h: {initial: 10, derivative: v, kind: position, unit: m}\n"
  "  v: {initial: 0, derivative: -g, kind: velocity, unit: m/s}\n"
  "events:\n"
  "  impact: {crossing: h, direction: falling, set: {h: 0, v: -e*v}}\n"
  "plots:\n"
  "  - {type: events, at: impact, title: Time between impacts}\n"
  "  - {type: time, show: [h, v], range: [-21, 19]}\n"
  "  - {type: phase, x: v, y: h, range: {x: [-16, 17], y: [-1.5, 11]}}\n";

/* Makes a trajectory of a ball whose flights begin with these speeds, with rows before (x⁻) and after (x⁺) each
 * impact. */
static void
set_up_ball (Fixture *fixture, gconstpointer data)
{
  const double g = 9.81;
  double t = 0, start = sqrt (2 * 10 / g), v = 0;

  set_up (fixture, ball_text);
  sim_trajectory_unref (fixture->trajectory);
  fixture->trajectory = sim_trajectory_new (model_system_n_columns (fixture->system), 1 << 26);
  for (int flight = 0; flight < 26; flight++)
    {
      double h = flight == 0 ? 10 : 0, length = flight == 0 ? start : 2 * v / g;

      for (int i = 0; i <= 20; i++)
        {
          double s = length * i / 20, row[2] = { h + v * s - g * s * s / 2, v - g * s };

          sim_trajectory_append (fixture->trajectory, t + s, row, i == 20 ? SIM_ROW_BEFORE : i == 0
                                 && flight > 0 ? SIM_ROW_AFTER : SIM_ROW_STEP);
        }
      t += length;
      v = 0.8 * (flight == 0 ? g * start : v);
      sim_trajectory_append_event (fixture->trajectory, &(SimEventRecord){ .t = t, .row_before = (gsize) flight * 21 + 20,
                                                                          .row_after = (gsize) flight * 21 + 21, .parameter = -1,
                                                                              .overwritten = -1 });
    }
  sim_trajectory_append (fixture->trajectory, t, (double[]){ 0, 0 }, SIM_ROW_AFTER);
  sim_trajectory_append (fixture->trajectory, 14, (double[]){ 0, 0 }, SIM_ROW_STEP);
  plot_time_axis_unref (fixture->axis);
  fixture->axis = plot_time_axis_new (0, 14, "s");
  fixture->run = (PlotRun) { fixture->trajectory, NULL, fixture->system, 0, 14, 0 };
}

/* Returns the difference between the numbers of pixels of a colour with a layer and without it. */
static int
added_pixels (PlotView *view, const char *name, PlotColor color)
{
  int with = count (view, color);

  for (int i = 0; i < plot_view_n_layers (view); i++)
    if (strcmp (plot_view_layer (view, i)->class->name, name) == 0)
      {
        plot_layer_set_visible (plot_view_layer (view, i), FALSE);
        return with - count (view, color);
      }
  g_error ("no layer '%s'", name);
}

static void
test_accumulation (Fixture *fixture, gconstpointer data)
{
  const PlotTheme *theme = plot_theme_get (PLOT_THEME_LIGHT);
  int columns[2] = { 0, 1 };
  g_autoptr (PlotView) time = plot_views_time (&fixture->run, fixture->axis, columns, 2);
  g_autoptr (PlotView) intervals = model_view (fixture, 0);
  g_autofree char *summary = NULL, *law = NULL;

  /* The inset draws the curve a second time, magnified. The law is a dashed line across the
   * plot. */
  g_assert_cmpint (count (time, theme->series[0]), >, 300);
  summary = plot_view_summary (time);
  g_assert_nonnull (strstr (summary, "events accumulate at 12.85"));
  g_assert_cmpint (added_pixels (time, "inset", theme->series[0]), >, 40);
  g_assert_cmpint (added_pixels (time, "limit", theme->event), >, 40);
  g_assert_cmpstr (plot_view_title (intervals), ==, "Time between impacts");
  count (intervals, theme->series[2]);
  law = plot_view_summary (intervals);
  g_assert_nonnull (strstr (law, "each interval is e = 0.8 times the previous one"));
  g_assert_cmpint (added_pixels (intervals, "law", theme->series[2]), >, 40);
  /* No parameter has the value of the ratio now, so the ratio has no name. */
  g_assert_true (model_system_set_parameter (fixture->system, "e", 0.5, NULL));
  g_free (law);
  law = plot_view_summary (intervals);
  g_assert_null (strstr (law, "each interval"));
  plot_layer_set_visible (plot_view_layer (intervals, plot_view_n_layers (intervals) - 2), TRUE);
  g_free (law);
  law = plot_view_summary (intervals);
  g_assert_nonnull (strstr (law, "each interval is 0.8 times the previous one"));
}

static void
test_guard (Fixture *fixture, gconstpointer data)
{
  const PlotTheme *theme = plot_theme_get (PLOT_THEME_LIGHT);
  g_autoptr (PlotView) phase = plot_views_phase (&fixture->run, fixture->axis, 1, 0, TRUE);
  PlotColor band = plot_color_mix (theme->background, theme->event, 0.13);
  g_autofree char *summary = NULL;
  g_autoptr (PlotView) time = plot_views_time (&fixture->run, fixture->axis, (int[]){ 0, 1 }, 2);
  g_autoptr (PlotView) alone = plot_views_time (&fixture->run, fixture->axis, (int[]){ 0 }, 1);
  int shaded, marked, first;
  double low, high;

  /* The model's file sets the ranges of the axes. */
  count (phase, band);
  plot_view_get_x_range (phase, &low, &high);
  g_assert_cmpfloat (low, ==, -16);
  g_assert_cmpfloat (high, ==, 17);
  plot_view_get_y_range (phase, &low, &high);
  g_assert_cmpfloat (low, ==, -1.5);
  g_assert_cmpfloat (high, ==, 11);
  count (time, band);
  plot_view_get_y_range (time, &low, &high);
  g_assert_cmpfloat (low, ==, -21);
  g_assert_cmpfloat (high, ==, 19);
  /* Plots of other columns do not get these ranges. */
  count (alone, band);
  plot_view_get_y_range (alone, &low, &high);
  g_assert_cmpfloat (low, >, -21);
  plot_view_set_y_range (phase, -2, 11);
  shaded = count_near (phase, band, 3);
  summary = plot_view_summary (phase);
  g_assert_nonnull (strstr (summary, ", event condition h = 0, which the run never crosses"));
  /* The part below h = 0 is a seventh of the plot. */
  g_assert_cmpint (shaded, >, WIDTH * HEIGHT / 20);
  /* The only nullcline is the axis v = 0. */
  g_assert_cmpint (count (phase, theme->series[2]), ==, 0);
  /* Only the arc at the playhead is drawn at full opacity. The first arc is long, and the twelfth is
   * short. */
  plot_time_axis_set_playhead (fixture->axis, 0.7);
  first = count (phase, theme->series[0]);
  plot_time_axis_set_playhead (fixture->axis, 11.9);
  g_assert_cmpint (count (phase, theme->series[0]), <, first / 2);
  /* At an impact the jump is drawn as an arrow from the point before it (x⁻) to the point after it (x⁺). */
  plot_time_axis_set_playhead (fixture->axis, 9);
  marked = count (phase, theme->event);
  plot_time_axis_set_playhead (fixture->axis, sim_trajectory_event (fixture->trajectory, 4).t);
  g_assert_cmpint (count (phase, theme->event), >, marked + 15);
  /* A row on the other side of the guard removes the shading. */
  sim_trajectory_append (fixture->trajectory, 14.5, (double[]){ -1, -3 }, SIM_ROW_STEP);
  g_assert_cmpint (count_near (phase, band, 3), <, shaded / 10);
}

static const char scene_text[] =
  "format: 1\nname: Test ball\ntime: {end: 14, unit: s}\n"
  "states:\n  h: {initial: 10, derivative: v}\n  v: {initial: 0, derivative: -9.81}\n"
  "events:\n  impact: {crossing: h, direction: falling, set: {h: 0, v: -0.8*v}}\n"
  "scene:\n  - {view: {x: [-1, 15], y: [-2, 11]}}\n  - {level: {at: [0, 5], text: 5 m}}\n"
  "  - {marks: {at: [t, 0], event: impact}}\n  - {flash: {at: [t, h], radius: 0.4, event: impact}}\n";

/* The scene marks past events, draws rays at the moment of an event, and draws a horizontal line at a named height
 * (level). */
static void
test_scene_marks (Fixture *fixture, gconstpointer data)
{
  const PlotTheme *theme = plot_theme_get (PLOT_THEME_LIGHT);
  g_autoptr (GPtrArray) diagnostics = g_ptr_array_new ();
  g_autoptr (Model) model = model_load_text (scene_text, -1, "scene.yaml", sim_config_check_solver, diagnostics);
  g_autoptr (ModelSystem) system = model != NULL ? model_system_new (model, &(ModelInstance){ 0 }, NULL) : NULL;
  PlotRun run = { fixture->trajectory, NULL, system, 0, 14, 0 };
  g_autoptr (PlotView) motion = NULL;
  double third = sim_trajectory_event (fixture->trajectory, 2).t;
  int none, two, three, flash;

  g_assert_nonnull (system);
  motion = plot_views_motion (&run, fixture->axis);
  plot_time_axis_set_playhead (fixture->axis, 1);
  none = count (motion, theme->event);
  plot_time_axis_set_playhead (fixture->axis, third - 0.05);
  two = count (motion, theme->event);
  plot_time_axis_set_playhead (fixture->axis, third);
  flash = count (motion, theme->event);
  plot_time_axis_set_playhead (fixture->axis, third + 0.05);
  three = count (motion, theme->event);
  g_assert_cmpint (none, ==, 0);
  g_assert_cmpint (two, >, 30);
  g_assert_cmpint (three, >, two + 10);
  g_assert_cmpint (flash, >, three + 15);
  /* The level is a line of one pixel with a tenth of the opacity of text. */
  g_assert_cmpint (count_near (motion, plot_color_mix (theme->background, theme->text, 0.1), 3), >, WIDTH / 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("the plots described by a model show its data", test_plots);
  ADD ("the drift of a run that starts later is measured from its first row", test_drift_live);
  ADD ("logarithmic time axes of all plots are aligned", test_log_time);
  ADD ("moving the playhead moves the scene of the model", test_motion);
  ADD ("a fixed direction field has no remark", test_field_remark);
  g_test_add ("/plot/model/a direction field that depends on a discrete state is described as that at the playhead", Fixture, switched_text, set_up,
              test_field_remark, tear_down);
  g_test_add ("/plot/model/a direction field that depends on time is described as that at the playhead", Fixture, timed_text, set_up,
              test_field_remark, tear_down);
  g_test_add ("/plot/model/motion and phase portrait share an axis", Fixture, sharing_text, set_up, test_shared_axis, tear_down);
  g_test_add ("/plot/model/histories and shaded regions of a scene are drawn at the right place", Fixture, sharing_text, set_up,
              test_history, tear_down);
  ADD ("a figure of all plots contains their titles", test_figure);
  g_test_add ("/plot/model/accumulating events get a line at the limit time, a plot of their intervals and an inset", Fixture, NULL, set_up_ball,
              test_accumulation, tear_down);
  g_test_add ("/plot/model/the side of an event condition that the run never enters is shaded", Fixture, NULL, set_up_ball, test_guard, tear_down);
  g_test_add ("/plot/model/events are marked in the scene", Fixture, NULL, set_up_ball, test_scene_marks, tear_down);
  return g_test_run ();
}
