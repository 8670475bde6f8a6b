/* Draws every layer alone, and compares what is drawn with tests/plot/drawn-layers.txt. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "drawn-run.h"
#include "drawn.h"
#include "plot-layer-names.h"
#include "plot-layers.h"
#include "ode-methods.h"
#include "plot-stability.h"
#include "plot-thumbnail.h"
#include "plot-formula.h"
#include "plot-view-hit.h"
#include "sim-limit.h"

#define N 21

static DrawnTable *table;
static DrawnRun ball, pendulum, stiff;
static SimTrajectory *many_rows; /* so many that buckets of them are drawn */
static double ramp[N], wave[N], bumps[N], broken[N];

/* The view to which a function adds layers: x from 0 to 10 and y from −2 to 2, without axes. */
static PlotView *
plain_view (void)
{
  PlotView *view = plot_view_new ();

  plot_view_set_x_range (view, 0, 10);
  plot_view_set_y_range (view, -2, 2);
  plot_view_set_axes_shown (view, FALSE, FALSE);
  plot_view_set_title_shown (view, FALSE);
  return view;
}

/* A view over the time of a run. */
static PlotView *
time_view (const DrawnRun *run)
{
  PlotView *view = plot_view_new ();

  plot_view_set_time_axis (view, run->axis);
  plot_view_set_axes_shown (view, FALSE, FALSE);
  plot_view_set_title_shown (view, FALSE);
  return view;
}

/* ---- layers of runs ---- */

static PlotView *
curve (void)
{
  const PlotTransform drift = { -3, 0.5, TRUE, 0, FALSE, FALSE };
  PlotView *view = time_view (&ball);

  plot_view_add (view, plot_layer_curve_new (ball.trajectory, 1, &(PlotStyle){ .series = 7, .dotted = TRUE }, &drift));
  plot_view_add (view, plot_layer_curve_new (ball.trajectory, 0, &(PlotStyle){ .series = 0, .width = 3, .opacity = 0.5 }, NULL));
  return view;
}

static PlotView *
curve_wrapped (void)
{
  const PlotTransform wraps = { 0, 1, FALSE, 2 * G_PI, FALSE, FALSE }, steps = { 0, 1, FALSE, 0, FALSE, TRUE };
  PlotView *view = time_view (&pendulum);

  plot_view_add (view, plot_layer_curve_new (pendulum.trajectory, 0, &(PlotStyle){ .series = 1 }, &wraps));
  plot_view_add (view, plot_layer_curve_new (pendulum.trajectory, 1, &(PlotStyle){ .series = 2, .solid = TRUE }, &steps));
  return view;
}

static PlotView *
orbit (void)
{
  PlotView *view = plot_view_new ();
  PlotLayer *layer = plot_layer_orbit_new (ball.trajectory, 1, 0, &(PlotStyle){ .series = 3 });

  plot_layer_orbit_set_letter (layer, 'B');
  plot_view_set_axes_shown (view, FALSE, FALSE);
  plot_view_set_clock (view, ball.axis);
  plot_view_add (view, layer);
  plot_view_add (view, plot_layer_orbit_new (ball.trajectory, PLOT_COLUMN_TIME, 0, &(PlotStyle){ .series = 6 }));
  return view;
}

static PlotView *
pair (void)
{
  PlotView *view = plot_view_new ();

  plot_view_set_axes_shown (view, FALSE, FALSE);
  plot_view_set_title_shown (view, FALSE);
  plot_view_set_clock (view, ball.axis);
  plot_view_add (view, plot_layer_pair_new (ball.trajectory, pendulum.trajectory, (int[]){ 0, 1 }, 2, 0, 3, "*e* = 0.7"));
  return view;
}

static PlotView *
lanes (void)
{
  const PlotLane rows[] = { { 'A', 1, 0, -1, 0, "first", ball.trajectory, FALSE, FALSE },
                            { 'B', 2, 1, 0, 3, "second", ball.trajectory, TRUE, FALSE },
                            { 'C', 3, 7, 0, 5, "third", pendulum.trajectory, FALSE, TRUE } };
  PlotView *view = time_view (&ball);

  plot_view_add (view, plot_layer_lanes_new (rows, 3));
  return view;
}

static PlotView *
attempts (void)
{
  PlotView *view = time_view (&pendulum);

  plot_view_set_log (view, FALSE, TRUE);
  plot_view_add (view, plot_layer_attempts_new (pendulum.tape, PLOT_ATTEMPT_ERROR));
  return view;
}

static PlotView *
attempts_cut (void)
{
  PlotView *view = time_view (&ball);

  plot_view_add (view, plot_layer_attempts_new (ball.tape, PLOT_ATTEMPT_STEP));
  return view;
}

/* So many attempts that they are shown by their density. */
static PlotView *
attempts_dense (void)
{
  g_autoptr (SimTape) tape = sim_tape_new (1 << 20);
  g_autoptr (PlotTimeAxis) axis = plot_time_axis_new (0, 10, "s");
  PlotView *view = plot_view_new ();

  for (int i = 0; i < 30000; i++)
    {
      gboolean rejected = i % 7 == 0 && i < 20000;
      /* All are in a fifth of a second, which is a few columns of cells. */
      OdeAttempt attempt = { .t = 4.9 + i / 150000.0,
                             .h = 1e-3 * (1 + (i * 37 % 101) / 50.0),
                             .error = rejected ? 2 : 0.3 + (i * 53 % 97) / 150.0,
                             .outcome = rejected ? ODE_ATTEMPT_REJECTED_ERROR : ODE_ATTEMPT_ACCEPTED,
                             .order = 3 };

      sim_tape_append (tape, &attempt);
    }
  plot_time_axis_set_reached (axis, 10);
  plot_view_set_time_axis (view, axis);
  plot_view_set_axes_shown (view, FALSE, FALSE);
  plot_view_set_log (view, FALSE, TRUE);
  plot_view_add (view, plot_layer_attempts_new (tape, PLOT_ATTEMPT_STEP));
  return view;
}

static PlotView *
limits (void)
{
  static const double exponents[] = { 1, 0, 0.5, NAN };
  static double times[] = { 0, 3, 6, 9 };
  const SimResponse response = { .t = times, .exponent = exponents, .n = 4, .ratio = 1.7, .order = 3, .steps = 100, .implicit_steps = -1 };
  PlotView *view = time_view (&pendulum);
  PlotLayer *layer = plot_layer_limits_new (pendulum.tape, pendulum.run.method, 0, NULL);

  plot_layer_limits_add_method (layer, 10, stiff.run.method);
  plot_layer_limits_set_response (layer, &response);
  plot_view_set_strip (view, 2);
  plot_view_add (view, layer);
  return view;
}

static PlotView *
limits_of_orders (void)
{
  PlotView *view = time_view (&stiff);

  plot_view_set_strip (view, 2);
  plot_view_add (view, plot_layer_limits_new (stiff.tape, stiff.run.method, 0, (const char *const[]){ "*a*", "*b*", "*c*", NULL }));
  return view;
}

static PlotView *
events (void)
{
  const gboolean notes[] = { FALSE, TRUE };
  PlotView *view = time_view (&ball);
  PlotLayer *layer = plot_layer_events_new (ball.trajectory, 0, TRUE);

  plot_layer_events_set_notes (layer, notes, 2, 0);
  plot_layer_events_add_curve (layer, 0, 0);
  plot_view_add (view, layer);
  return view;
}

static PlotView *
intervals (void)
{
  PlotView *view = time_view (&ball);

  plot_view_set_log (view, FALSE, TRUE);
  plot_view_add (view, plot_layer_law_new (ball.system, ball.trajectory, 0));
  plot_view_add (view, plot_layer_intervals_new (ball.trajectory, 0));
  plot_view_add (view, plot_layer_limit_new (ball.trajectory, 0, TRUE));
  return view;
}

static PlotView *
inset (void)
{
  PlotView *view = time_view (&ball);

  plot_view_set_y_range (view, -20, 20);
  plot_view_add (view, plot_layer_inset_new (ball.trajectory, (int[]){ 0, 1 }, 2, &(PlotStyle){ .series = 2 }));
  return view;
}

static PlotView *
section (void)
{
  PlotView *view = plot_view_new ();

  plot_view_set_axes_shown (view, FALSE, FALSE);
  plot_view_add (view, plot_layer_section_new (pendulum.trajectory, 1, 2, 0, -1));
  plot_view_add (view, plot_layer_section_new (ball.trajectory, 0, 1, PLOT_COLUMN_NONE, 0));
  return view;
}

static PlotView *
scene (void)
{
  PlotView *view = plot_view_new ();
  PlotLayer *layer = plot_layer_scene_new (pendulum.system, pendulum.trajectory);

  plot_layer_scene_set_exposures (layer, 3);
  plot_view_set_axes_shown (view, FALSE, FALSE);
  plot_view_set_clock (view, pendulum.axis);
  plot_view_add (view, layer);
  plot_view_add (view, plot_layer_guide_new (pendulum.system, pendulum.trajectory, 0, 1));
  return view;
}

/* Attempts with every condition that limits a step, one after the other. */
static SimTape *
tape_of_limits (void)
{
  SimTape *tape = sim_tape_new (1000);

  for (int i = 0; i < 120; i++)
    {
      OdeAttempt attempt = { .t = 0.1 * i,
                             .h = 0.1,
                             .error = i % 13 == 7 ? 3 : 0.2 + (i * 37 % 101) / 150.0,
                             .outcome = i % 13 == 7    ? ODE_ATTEMPT_REJECTED_ERROR
                                        : i % 29 == 11 ? ODE_ATTEMPT_REJECTED_NEWTON
                                        : i % 31 == 17 ? ODE_ATTEMPT_REJECTED_UNDEFINED
                                        : i % 23 == 5  ? ODE_ATTEMPT_CUT_BY_EVENT
                                                       : ODE_ATTEMPT_ACCEPTED,
                             .clamp = (OdeClamp)(i / 11 % (ODE_CLAMP_SWITCH + 1)),
                             .order = 2 + i / 40 };

      attempt.worst[0] = i / 25 % 3;
      attempt.worst_error[0] = attempt.error;
      for (int k = 1; k < ODE_ATTEMPT_WORST; k++)
        attempt.worst[k] = -1;
      sim_tape_append (tape, &attempt);
    }
  return tape;
}

static PlotView *
limits_of_all_kinds (void)
{
  static const char *const state_names[] = { "*x*", "*y*", "*z*", NULL };
  static double times[] = { 0, 4, 8, 12 };
  static const double exponents[] = { 0, 0.45, 1, 0.3 };
  const SimResponse response = { .t = times, .exponent = exponents, .n = 4, .ratio = 1.7, .order = 3, .steps = 300, .implicit_steps = -1 };
  g_autoptr (SimTape) tape = tape_of_limits ();
  PlotView *view = time_view (&pendulum);
  PlotLayer *layer = plot_layer_limits_new (tape, pendulum.run.method, 0, state_names);

  plot_layer_limits_set_response (layer, &response);
  plot_view_set_strip (view, 2);
  plot_view_add (view, layer);
  plot_view_add (view, plot_layer_attempts_new (tape, PLOT_ATTEMPT_ERROR));
  return view;
}

static PlotView *
curve_long (void)
{
  const PlotTransform wraps = { 0, 1, FALSE, 1, FALSE, FALSE }, drift = { 0.5, 2, TRUE, 0, FALSE, FALSE };
  PlotView *view = time_view (&pendulum);

  plot_view_add (view, plot_layer_curve_new (many_rows, 0, &(PlotStyle){ .series = 0 }, NULL));
  plot_view_add (view, plot_layer_curve_new (many_rows, 1, &(PlotStyle){ .series = 1 }, &wraps));
  plot_view_add (view, plot_layer_curve_new (many_rows, 1, &(PlotStyle){ .series = 9, .solid = TRUE }, &drift));
  return view;
}

static PlotView *
orbit_long (void)
{
  PlotView *view = plot_view_new ();

  plot_view_set_clock (view, pendulum.axis);
  plot_view_set_x_range (view, -1, 2);
  plot_view_add (view, plot_layer_orbit_new (many_rows, 0, 1, &(PlotStyle){ .series = 4 }));
  return view;
}

/* More curves than the labels at their ends have space for. */
static PlotView *
labels_at_ends (void)
{
  PlotView *view = plot_view_new ();

  plot_view_set_y_label (view, "*y* (m)");
  plot_view_set_x_label (view, "*x*");
  for (int k = 0; k < 14; k++)
    {
      double x[] = { 0, 1, 2 }, y[] = { 1e-7 * k, 2e-7 * k, 1e-7 * (k * k % 23 - 3) };
      PlotLayer *layer = plot_layer_line_new (x, y, 3, &(PlotStyle){ .series = k, .solid = k % 3 == 0, .dotted = k % 5 == 1 });
      g_autofree char *label = k == 6 ? g_strnfill (80, 'w') : g_strdup_printf ("*x_%d*", k);

      plot_layer_set_label (layer, label, k % 4 == 0 ? "m" : NULL, k % 2 == 0 || k > 9, TRUE);
      plot_view_add (view, layer);
    }
  return view;
}

/* ---- layers of planes ---- */

static gboolean
swirl (gpointer user, double x, double y, double *dx, double *dy)
{
  *dx = y - 0.2;
  *dy = -(x - 5) - 0.3 * y;
  return y > -1.7;
}

static guint64
follow (gpointer user, double t)
{
  return 1;
}

static PlotView *
field (void)
{
  PlotView *view = plain_view ();
  PlotLayer *layer = plot_layer_field_new (swirl, NULL, NULL);

  plot_layer_field_set_follow (layer, follow);
  plot_view_add (view, layer);
  return view;
}

static PlotView *
nullclines (void)
{
  PlotView *view = plain_view ();
  PlotLayer *layer = plot_layer_nullclines_new (swirl, NULL, NULL, "x", "omega");

  plot_layer_nullclines_avoid (layer, ball.trajectory, 1, 0);
  plot_view_add (view, layer);
  return view;
}

static double
level (gpointer user, double x, double y)
{
  return y + 1 - 0.02 * x * x;
}

static PlotView *
guard (void)
{
  PlotView *view = plain_view ();

  plot_view_add (view, plot_layer_guard_new (level, NULL, NULL, "y + 1 - 0.02*x^2", -1, ball.trajectory, PLOT_COLUMN_TIME, 0));
  return view;
}

static double
saddle_level (gpointer user, double x, double y)
{
  return (x - 5) * y + 0.05 * sin (3 * x);
}

/* Surfaces of events that cross themselves, and of events in both directions. */
static PlotView *
guards (void)
{
  static const char *const expressions[] = { "x*y", "an_expression + that*is - rather*long^2", NULL };
  PlotView *view = plain_view ();

  for (int k = 0; k < 3; k++)
    plot_view_add (view, plot_layer_guard_new (k == 0 ? saddle_level : level, NULL, NULL, expressions[k], k - 1, ball.trajectory,
                                               PLOT_COLUMN_TIME, 1));
  return view;
}

static gboolean
decay (gpointer user, double x, double y, double *dx, double *dy)
{
  *dx = -x * (1 + (y - 30) * (x - 2));
  *dy = -2 * y + x * (y - 20);
  return TRUE;
}

static PlotView *
field_logarithmic (void)
{
  PlotView *view = plot_view_new ();

  plot_view_set_x_range (view, 0.1, 100);
  plot_view_set_y_range (view, 1, 1000);
  plot_view_set_log (view, TRUE, TRUE);
  plot_view_set_x_label (view, "*x*");
  plot_view_add (view, plot_layer_field_new (decay, NULL, NULL));
  plot_view_add (view, plot_layer_nullclines_new (decay, NULL, NULL, "x_1", "theta"));
  return view;
}

static PlotView *
names (void)
{
  const double points[] = { 1, -1, 4, 0.5, 9, 1.2 }, others[] = { 2, 1, 3, 1, 4, 1 };
  PlotView *view = plain_view ();
  PlotLayer *layer = plot_layer_names_new ();

  plot_layer_names_add_point (layer, "saddle", 2, 0.5, 4, 1);
  plot_layer_names_add_point (layer, "spiral", 9.9, 1.9, 4, 2);
  plot_layer_names_add_curve (layer, "cycle *C*", 3);
  plot_layer_names_extend (layer, points, 3);
  plot_layer_names_add_nullcline (layer, "x", 0);
  plot_layer_names_extend (layer, others, 3);
  plot_layer_names_avoid (layer, others, 3);
  plot_layer_names_avoid_mark (layer, 6, 0, 20);
  plot_layer_names_set_opacity (layer, 0.6);
  plot_view_add (view, layer);
  return view;
}

/* ---- layers of arrays ---- */

static PlotView *
line (void)
{
  static const PlotStyle styles[] = { { .series = 0 },
                                      { .series = 8, .width = 1.2 },
                                      { .series = PLOT_SERIES_REJECTED, .dashed = TRUE },
                                      { .series = PLOT_SERIES_STAGE - 1, .dotted = TRUE, .width = 2 } };
  PlotView *view = plain_view ();

  for (int k = 0; k < 4; k++)
    {
      PlotLayer *layer = plot_layer_line_new (ramp, k == 1 ? broken : k == 2 ? bumps : wave, N, &styles[k]);

      if (k == 0)
        plot_layer_line_set_arrow (layer);
      if (k == 1)
        plot_layer_line_set_marker (layer, PLOT_MARKER_DIAMOND, 3, TRUE);
      if (k == 3)
        plot_layer_line_set (layer, ramp, bumps, N / 2);
      plot_view_add (view, layer);
    }
  return view;
}

static PlotView *
markers (void)
{
  PlotView *view = plain_view ();

  for (int marker = PLOT_MARKER_DISC; marker <= PLOT_MARKER_POINT; marker++)
    {
      PlotLayer *layer = plot_layer_line_new ((double[]){ marker, marker + 0.5 }, (double[]){ -1, 1 }, 2, &(PlotStyle){ .series = marker });

      plot_layer_line_set_marker (layer, (PlotMarker)marker, 4, marker % 2 == 0);
      if (marker == PLOT_MARKER_RING)
        plot_layer_line_set_body (layer);
      if (marker == PLOT_MARKER_SQUARE)
        plot_layer_line_set_handles (layer);
      if (marker == PLOT_MARKER_CROSS)
        plot_layer_line_set_opacity (layer, 0.4);
      plot_view_add (view, layer);
    }
  return view;
}

static PlotView *
shapes (void)
{
  const double heights[] = { 0.5, 1.5, 0, 1 };
  PlotView *view = plain_view ();
  PlotLayer *polygon = plot_layer_line_new ((double[]){ 6, 9, 8 }, (double[]){ -1.5, -1, 0 }, 3, &(PlotStyle){ .series = 4 });

  plot_layer_line_set_fill (polygon, 0.3);
  plot_view_add (view, polygon);
  plot_view_add (view, plot_layer_band_new (ramp, bumps, wave, N, &(PlotStyle){ .series = 1 }, 0.25));
  plot_view_add (view, plot_layer_bars_new ((double[]){ 0, 1, 2, 4, 5 }, heights, 4, &(PlotStyle){ .series = 2 }));
  plot_view_add (view, plot_layer_shade_new (TRUE, 7, INFINITY, &(PlotStyle){ .series = 5 }, 0.2));
  plot_view_add (view, plot_layer_shade_new (FALSE, -1, -0.5, &(PlotStyle){ .series = PLOT_SERIES_EVENT }, 0.3));
  plot_view_add (view, plot_layer_rule_new (TRUE, 3, "*t_0*", &(PlotStyle){ .series = PLOT_SERIES_SECONDARY, .dashed = TRUE }));
  plot_view_add (view, plot_layer_rule_new (FALSE, 1.2, "limit", &(PlotStyle){ .series = PLOT_SERIES_VERIFIED, .width = 2 }));
  return view;
}

/* Measured points with errors in both directions, some of which are missing, two points in one pixel, one outside, and one without a value. */
static PlotView *
measured_points (void)
{
  PlotView *view = plain_view ();
  const double x[] = { 1, 2, 4, 4.001, 6, 7, 90 }, y[] = { 0.5, -0.5, 1, 1, NAN, -1, 0 };
  const double x_errors[] = { 0.5, NAN, NAN, NAN, 1, 0.3, 1 }, y_errors[] = { 0.3, 0.2, NAN, 5, 1, NAN, 1 };
  const int lines[] = { 2, 3, 4, 5, 6, 7, 8 };
  PlotLayer *both = plot_layer_measured_new (&(PlotMeasured){ x, y, x_errors, y_errors, lines, G_N_ELEMENTS (x), "*q*", "m" }, &(PlotStyle){ .series = PLOT_SERIES_TEXT, .width = 1.2 });
  PlotLayer *plain = plot_layer_measured_new (&(PlotMeasured){ .x = y, .y = x, .n = 2 }, &(PlotStyle){ .series = 1 });

  plot_layer_set_label (both, "measured", NULL, TRUE, FALSE);
  plot_layer_set_quantity (both, "*v*");
  plot_layer_set_unit (both, "m/s");
  plot_view_add (view, both);
  plot_view_add (view, plain);
  return view;
}

static PlotColor
cell_color (gpointer user, gsize cell, const PlotTheme *theme)
{
  return plot_color_mix (theme->background, theme->series[cell % PLOT_N_SERIES], 0.1 * (double)(cell % 11));
}

static PlotView *
cells (void)
{
  const PlotCells functions = { .color = cell_color };
  PlotView *view = plain_view ();

  plot_view_add (view, plot_layer_cells_new (&functions, 7, 5, 1, 8, -1.5, 1));
  return view;
}

static void
draw_cross (gpointer user, PlotCanvas *canvas, const PlotTheme *theme, double left, double top, double width, double height)
{
  const PlotPen pen = { .color = theme->accent, .width = theme->line_axis };

  plot_canvas_line (canvas, left, top, left + width, top + height, &pen);
}

static PlotView *
drawing (void)
{
  const PlotDrawing functions = { .draw = draw_cross };
  PlotView *view = plain_view ();

  plot_view_add (view, plot_layer_drawing_new (&functions));
  return view;
}

static PlotView *
strip (void)
{
  PlotView *view = plain_view ();

  plot_view_set_strip (view, 3);
  plot_view_add (view, plot_layer_strip_new ("missing digits", (double[]){ 1, 2, 4, 8 }, (double[]){ 0, 1.5, NAN, 3.2 }, 4, 0, 2, TRUE,
                                             &(PlotStyle){ .series = 1 }));
  plot_view_add (view, plot_layer_strip_new ("*n*", (double[]){ 1, 5 }, (double[]){ 0, 7 }, 2, 2, 1, FALSE, &(PlotStyle){ .series = 2 }));
  return view;
}

static PlotView *
texts (void)
{
  PlotView *view = plain_view ();

  plot_view_add (view, plot_layer_text_new ("left *x_1*", 2, 1, 0, &(PlotStyle){ .series = 0 }, FALSE));
  plot_view_add (view, plot_layer_text_new ("centre", 5, 0, 0.5, &(PlotStyle){ .series = 1 }, TRUE));
  for (int k = 0; k < 3; k++)
    {
      PlotLayer *layer = plot_layer_text_new ("movable 10⁻⁵", 8, -1, 1, &(PlotStyle){ .series = PLOT_SERIES_TEXT, .opacity = 0.8 }, FALSE);

      plot_layer_text_set_movable (layer);
      plot_view_add (view, layer);
    }
  return view;
}

static PlotView *
note (void)
{
  PlotView *view = plain_view ();
  PlotLayer *layer = plot_layer_note_new ("The orbit returns\nafter *T* = 6.28 s.", 7, 0.5, &(PlotStyle){ .series = 0 });
  PlotLayer *follows = plot_layer_note_new ("last", 2, 1, &(PlotStyle){ .series = 1 });

  plot_layer_note_avoid (layer, ramp, wave, N);
  plot_layer_note_follow (follows, ramp, bumps, N / 3);
  plot_view_add (view, plot_layer_line_new (ramp, wave, N, &(PlotStyle){ .series = 2 }));
  plot_view_add (view, layer);
  plot_view_add (view, follows);
  return view;
}

/* The names are those of the constructors in plot-layers.h without "plot_layer_" and "_new". */
static const struct
{
  const char *name, *layers;
  PlotView *(*make) (void);
} rows[] = {
  { "curve", "curve", curve },
  { "wrapped curve", "curve", curve_wrapped },
  { "orbit", "orbit", orbit },
  { "pair", "pair", pair },
  { "lanes", "lanes", lanes },
  { "attempts", "attempts", attempts },
  { "attempts cut by events", "attempts", attempts_cut },
  { "dense attempts", "attempts", attempts_dense },
  { "limits", "limits", limits },
  { "limits and orders", "limits", limits_of_orders },
  { "limits of all kinds", "limits attempts", limits_of_all_kinds },
  { "long curve", "curve", curve_long },
  { "long orbit", "orbit", orbit_long },
  { "labels at the ends", "line", labels_at_ends },
  { "events", "events", events },
  { "intervals", "intervals law limit", intervals },
  { "inset", "inset", inset },
  { "section", "section", section },
  { "scene", "scene guide", scene },
  { "field", "field", field },
  { "nullclines", "nullclines", nullclines },
  { "guard", "guard", guard },
  { "guards", "guard", guards },
  { "field on logarithmic axes", "field nullclines", field_logarithmic },
  { "names", "names", names },
  { "line", "line", line },
  { "markers", "line", markers },
  { "shapes", "band bars shade rule", shapes },
  { "measured points", "measured", measured_points },
  { "cells", "cells", cells },
  { "drawing", "drawing", drawing },
  { "strip", "strip", strip },
  { "texts", "text", texts },
  { "note", "note", note },
};

static void
test_layers (void)
{
  for (gsize k = 0; k < G_N_ELEMENTS (rows); k++)
    {
      g_autoptr (PlotView) view = rows[k].make ();

      drawn_table_view (table, rows[k].name, DRAWN_SMALL | DRAWN_PAGE, view);
    }
  drawn_table_check (table);
}

static PlotView *
make_row (gconstpointer data)
{
  return rows[GPOINTER_TO_INT (data)].make ();
}

static void
test_memory (void)
{
  for (guint k = 0; k < G_N_ELEMENTS (rows); k++)
    if (rows[k].make != attempts_dense && rows[k].make != curve_long && rows[k].make != orbit_long) /* they take long */
      drawn_check_memory (rows[k].name, make_row, GINT_TO_POINTER (k));
}

/* Every constructor in plot-layers.h is in the rows above. */
static void
test_all (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("G_TEST_SRCDIR"), "..", "src", "plot", "layers", "plot-layers.h", NULL), *text = NULL;
  g_autoptr (GRegex) regex = g_regex_new ("\\bplot_layer_(\\w+)_new \\(", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  int n = 0;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  for (g_regex_match (regex, text, 0, &match); g_match_info_matches (match); g_match_info_next (match, NULL), n++)
    {
      g_autofree char *name = g_match_info_fetch (match, 1);
      gboolean found = FALSE;

      for (gsize k = 0; k < G_N_ELEMENTS (rows); k++)
        {
          g_auto (GStrv) layers = g_strsplit (rows[k].layers, " ", -1);

          found |= g_strv_contains ((const char *const *)layers, name);
        }
      if (!found)
        g_test_fail_printf ("the layer '%s' has no row", name);
    }
  g_assert_cmpint (n, >, 20);
}

/* What layers tell of hits, beside readouts. */
static void
test_answers (void)
{
  g_autoptr (PlotView) lanes_view = lanes (), attempts_view = attempts (), other = line ();
  PlotLayer *lane_layer = plot_view_layer (lanes_view, 0), *attempt_layer = plot_view_layer (attempts_view, 0),
            *line_layer = plot_view_layer (other, 0);
  PlotHit hit = { 0 }, found;
  int number;
  double root;
  gsize first;

  /* The hits of lane k have the index 2 k, or 2 k + 1 at the point where it branches. */
  for (gsize index = 0; index < 6; index++)
    {
      hit.index = index;
      g_assert_true (plot_layer_lanes_get (lane_layer, &hit, &number, &root));
      g_assert_cmpint (number, ==, (int)index / 2 + 1);
      if (index % 2 == 0)
        g_assert_true (isnan (root));
      else
        g_assert_cmpfloat (root, ==, ((double[]){ 0, 3, 5 })[index / 2]);
    }
  hit.index = 6;
  g_assert_false (plot_layer_lanes_get (lane_layer, &hit, &number, &root));
  hit.index = 0;
  g_assert_false (plot_layer_lanes_get (line_layer, &hit, &number, &root));
  g_assert_false (plot_layer_lanes_get (NULL, &hit, &number, &root));

  g_assert_true (plot_layer_attempts_find (attempt_layer, 5, &found));
  g_assert_cmpint (found.kind, ==, PLOT_HIT_ATTEMPT);
  g_assert_true (plot_layer_attempts_is_rejected (attempt_layer, found.index));
  first = found.index;
  g_assert_true (plot_layer_attempts_get (attempt_layer, first, &hit));
  g_assert_cmpuint (hit.index, ==, first);
  g_assert_cmpfloat (hit.x, ==, found.x);
  g_assert_cmpfloat (hit.y, >, 1); /* the error of a rejected attempt */
  g_assert_false (plot_layer_attempts_get (attempt_layer, 1 << 20, &hit));
  g_assert_false (plot_layer_attempts_get (line_layer, 0, &hit));
  g_assert_false (plot_layer_attempts_is_rejected (line_layer, 0));
  g_assert_false (plot_layer_attempts_find (line_layer, 5, &found));
}

static void
count_freed (int *n)
{
  ++*n;
}

static void
draw_small (PlotView *view)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 300, 200);
  cairo_t *cr = cairo_create (surface);

  while (plot_view_draw (view, cr, 300, 200, 1))
    ;
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* The fractions of the time in which each condition limited the steps, the names of points, and what a view keeps and finds. */
static void
test_parts (void)
{
  g_autoptr (PlotView) limits_view = limits_of_all_kinds (), names_view = names (), attempts_view = attempts ();
  double fractions[SIM_N_LIMITS], sum = 0;
  PlotLayer *layer = plot_view_layer (names_view, 0);
  PlotRectangle box;
  gboolean drawn;
  PlotHit hit;
  int n_freed = 0;

  draw_small (limits_view);
  draw_small (names_view);
  draw_small (attempts_view);
  plot_layer_limits_fractions (plot_view_layer (limits_view, 0), fractions);
  for (int i = 0; i < SIM_N_LIMITS; i++)
    {
      g_assert_cmpfloat (fractions[i], >=, 0);
      sum += fractions[i];
    }
  g_assert_cmpfloat_with_epsilon (sum, 1, 1e-12);
  g_assert_cmpfloat_with_epsilon (fractions[SIM_LIMIT_FIXED], 0.09, 0.03);
  g_assert_cmpfloat_with_epsilon (fractions[SIM_LIMIT_MAX_STEP], 0.09, 0.03);

  g_assert_cmpint (plot_layer_names_count (layer), ==, 4);
  g_assert_cmpstr (plot_layer_names_get (layer, 0, &box, &drawn), ==, "saddle");
  g_assert_true (drawn);
  g_assert_cmpfloat (box.width, >, 20);
  g_assert_cmpstr (plot_layer_names_get (layer, 2, &box, &drawn), ==, "cycle *C*");
  g_assert_null (plot_layer_names_get (layer, 4, &box, &drawn));

  /* A removed layer takes its pin and its selection with it; the others stay. */
  plot_view_keep (attempts_view, &n_freed, (GDestroyNotify)count_freed);
  plot_view_add (attempts_view, plot_layer_line_new (ramp, wave, N, &(PlotStyle){ .series = 1 }));
  g_assert_true (plot_layer_attempts_find (plot_view_layer (attempts_view, 0), 5, &hit));
  hit.layer = plot_view_layer (attempts_view, 0);
  plot_view_set_pin (attempts_view, &hit);
  plot_view_remove (attempts_view, plot_view_layer (attempts_view, 1));
  g_assert_true (plot_view_pin (attempts_view) != NULL && plot_view_pin (attempts_view)->layer == hit.layer);
  plot_view_set_selected (attempts_view, &hit);
  plot_view_remove (attempts_view, hit.layer);
  g_assert_null (plot_view_pin (attempts_view));
  g_assert_cmpint (plot_view_n_layers (attempts_view), ==, 0);
  draw_small (attempts_view);
  g_assert_cmpint (n_freed, ==, 0);
  g_clear_pointer (&attempts_view, plot_view_free);
  g_assert_cmpint (n_freed, ==, 1);
}

/* ---- drawings without a view ---- */

static const PlotTheme *
theme_of (const DrawnSize *size)
{
  return plot_theme_get (size->is_file ? PLOT_THEME_PAPER : PLOT_THEME_LIGHT);
}

static gboolean
draw_glyph (gpointer user, cairo_t *cr, const DrawnSize *size)
{
  static const double z[] = { -1, 0, -2.5, 1, -9, 0, 0.5, -3 };

  plot_stability_glyph (cr, size->width / 4, size->height / 4, user, z, 4, theme_of (size));
  return FALSE;
}

static gboolean
draw_thumbnail (gpointer user, cairo_t *cr, const DrawnSize *size)
{
  const DrawnRun *run = user;

  plot_thumbnail (cr, size->width / 4, size->height / 4, run->trajectory, run == &ball ? -1 : 0, run == &ball ? 0 : 1, theme_of (size));
  return FALSE;
}

static void
test_thumbnails (void)
{
  drawn_table_drawing (table, "thumbnail over time", DRAWN_SMALL | DRAWN_PAGE, draw_thumbnail, &ball);
  drawn_table_drawing (table, "thumbnail of a plane", DRAWN_SMALL, draw_thumbnail, &pendulum);
  drawn_table_check (table);
}

static gboolean
draw_formula (gpointer user, cairo_t *cr, const DrawnSize *size)
{
  g_auto (GStrv) sides = g_strsplit (user, " = ", 2);
  PlotFormula *formula = plot_formula_new (sides[1] != NULL ? sides[0] : "y", sides[1] != NULL ? sides[1] : sides[0], 15);
  PlotCanvas canvas;

  plot_canvas_init_cairo (&canvas, cr, 1, size->is_file);
  plot_formula_draw (formula, &canvas, 10, 50, theme_of (size)->text);
  plot_formula_free (formula);
  return FALSE;
}

static void
test_formulas (void)
{
  static const char *const texts[] = {
    "-k*x/m + a*sin(2*pi*t)^2",
    "sqrt(x^2 + y_1^2)/(1 + exp(-abs(v)))",
    "if(x < 0 and not (y > 1), -x, x^(1/3))",
    "sum(j, 1, 3, q[j]) - omega^-2",
    "mod(theta, 2*pi)*[1, 2; 3, 4]",
    "a//b + 1.5e-7*x'",
    "x'' = (a/b + c)^2 - (x/(1 + y))*(a - b)/(-2)",
    "theta' = -a/b - (-c) + 1e6*x - 2e-12 + 1e-300",
    "q[i+1]' = q[i, j]^2 + u[1]'' + phi_12''",
    "v_max = [a, b] + [1, 2, 3, 4, 5, 6, 7, 8, 9] + [[1, 0], [0, x[2]]]*[a/b, 1]",
    "E = 2*3*x + 4*(a + b)*5 - 2*sin(x)*cos(y)^-1 + a*1.5",
    "F = (a/b)/(c/d) + a^(b/c) + (a^b)^c + a^b^c + (-a)^2 + exp(-x^2/2)",
    "p = a and b or not c and (d or e) >= f",
    "w = x <= 1 and y != 2 and a == b or a > -b",
    "h = min(a, b, c)^2 + max(a/b, 1) + floor(x/2) + ceil(a) + log10(x) + atan2(y, x)^2 + abs(a/b)^3",
    "G = sqrt(sqrt(a/b)) + cbrt(x) + sign(x)*step(x - a)",
    "alpha = R.w*body.mass_2 + Omega*Gamma_a - epsilon'",
    "y = prod(k, 1, n, a[k]/b[k]) + sum(j, 1, n, sum(i, 1, m, q[i]*q[j]))",
    "a + = b",
    "x = a ? b",
  };

  for (gsize k = 0; k < G_N_ELEMENTS (texts); k++)
    drawn_table_drawing (table, texts[k], DRAWN_SMALL, draw_formula, (gpointer)texts[k]);
  drawn_table_check (table);
}

/* The box of a formula, and the text of a number in one. */
static void
test_sizes (void)
{
  static const struct
  {
    double value;
    const char *text;
  } numbers[] = {
    { 0, "0" },
    { 1.5, "1.5" },
    { -0.25, "-0.25" },
    { 1e6, "1e+06" },
    { 123456, "123456" },
    { 1234567, "1.235e+06" },
    { 1e-7, "1e-07" },
    { 0.333333333, "0.3333" },
    { 2.0 / 3, "0.6667" },
  };
  PlotFormula *formula = plot_formula_new ("x'", "a/b", 20);
  double width, ascent, descent;
  char text[32];

  plot_formula_get_size (formula, &width, &ascent, &descent);
  plot_formula_get_size (formula, NULL, NULL, NULL);
  g_assert_cmpfloat_with_epsilon (width, 55.8, 8);
  g_assert_cmpfloat (ascent, >, descent);
  plot_formula_free (formula);
  for (gsize k = 0; k < G_N_ELEMENTS (numbers); k++)
    {
      plot_formula_number (numbers[k].value, text, sizeof text);
      g_assert_cmpstr (text, ==, numbers[k].text);
    }
}

static void
test_glyphs (void)
{
  static const char *const ids[] = { "explicit_euler", "runge_kutta4", "radau5", "verlet", "radau", "adams_bashforth3" };

  for (gsize k = 0; k < G_N_ELEMENTS (ids); k++)
    {
      g_autofree char *name = g_strdup_printf ("stability of %s", ids[k]);

      g_assert_nonnull (ode_method_find (ids[k]));
      drawn_table_drawing (table, name, DRAWN_SMALL | DRAWN_PAGE, draw_glyph, (gpointer)ode_method_find (ids[k]));
    }
  drawn_table_check (table);
}

int
main (int argc, char **argv)
{
  int status;

  table = drawn_table_open (&argc, &argv, "drawn-layers.txt");
  g_test_init (&argc, &argv, NULL);
  for (int i = 0; i < N; i++)
    {
      ramp[i] = 0.5 * i;
      wave[i] = 1.5 * cos (0.4 * i);
      bumps[i] = 0.8 * sin (0.9 * i) - 0.5;
      broken[i] = i % 7 == 3 ? NAN : i == 9 ? 5 : 0.15 * i - 1.5;
    }
  many_rows = sim_trajectory_new (2, 1 << 28);
  for (int i = 0; i <= 40000; i++)
    {
      double t = i * 3e-4, x[2] = { sin (40 * t) * (1 + 0.1 * t), t < 6 ? cos (41 * t) : fmod (30 * t, 2) - 1 };

      sim_trajectory_append (many_rows, t, x, SIM_ROW_STEP);
    }
  drawn_run_init (&ball, drawn_ball, "{integrator: runge_kutta5, accuracy: 1e-5}", NAN);
  drawn_run_init (&pendulum, drawn_pendulum, "{integrator: runge_kutta3, accuracy: 1e-3}", NAN);
  drawn_run_init (&stiff, drawn_stiff, "{integrator: radau, accuracy: 1e-4}", NAN);
  g_test_add_func ("/drawn/layers/every-layer-draws-the-recorded-pictures", test_layers);
  g_test_add_func ("/drawn/layers/every-layer-has-a-row", test_all);
  g_test_add_func ("/drawn/layers/layers-free-their-memory", test_memory);
  g_test_add_func ("/drawn/layers/layers-tell-what-a-hit-is", test_answers);
  g_test_add_func ("/drawn/layers/views-keep-and-remove-their-parts", test_parts);
  g_test_add_func ("/drawn/layers/regions-of-stability-draw-the-recorded-pictures", test_glyphs);
  g_test_add_func ("/drawn/layers/small-pictures-of-runs-draw-the-recorded-pictures", test_thumbnails);
  g_test_add_func ("/drawn/layers/formulas-draw-the-recorded-pictures", test_formulas);
  g_test_add_func ("/drawn/layers/formulas-have-sizes-and-texts-of-numbers", test_sizes);
  drawn_table_add_last_test (table, "/drawn/layers/every-recorded-picture-is-drawn");
  status = g_test_run ();
  drawn_run_clear (&ball);
  drawn_run_clear (&pendulum);
  drawn_run_clear (&stiff);
  sim_trajectory_unref (many_rows);
  drawn_table_close (table);
  return status;
}
