/* Tests texts that plots write at their curves: periods of oscillations and values at the playhead. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "plot-fixture.h"
#include "plot-format.h"
#include "plot-layers.h"
#include "plot-view.h"

/* Returns a plot of columns over time as SVG. The time axis is [low, high], and the playhead is at `playhead` (NaN: none). */
static char *
picture (SimTrajectory *trajectory, const int *columns, int n_columns, double low, double high, double playhead)
{
  g_autoptr (PlotTimeAxis) axis = plot_time_axis_new (low, high, "s");
  PlotRun run = { trajectory, NULL, NULL, low, high, 0 };
  g_autoptr (PlotView) view = plot_views_time (&run, axis, columns, n_columns);
  PlotCanvas canvas;

  plot_time_axis_set_playhead (axis, playhead);
  plot_canvas_init_svg (&canvas, 1200, 400, "view", NULL);
  plot_view_draw_canvas (view, &canvas, 1200, 400);
  return g_string_free (plot_canvas_finish_svg (&canvas), FALSE);
}

/* ---- periods ---- */

/* Appends 100 s of two columns with an event at each zero of the first column, in one or in both directions. The period of column 0 is 10
 * s. */
static SimTrajectory *
oscillation (double second (double t), gboolean both_directions)
{
  SimTrajectory *trajectory = sim_trajectory_new (2, 1 << 24);

  for (int i = 0; i <= 10000; i++)
    {
      double t = 0.01 * i;

      sim_trajectory_append (trajectory, t, (double[]){ sin (0.2 * G_PI * t), second (t) }, SIM_ROW_STEP);
      if (i % (both_directions ? 500 : 1000) == 0)
        sim_trajectory_append_event (trajectory, &(SimEventRecord){ .t = t, .row_before = i, .row_after = i, .parameter = -1 });
    }
  return trajectory;
}

static double
nothing (double t)
{
  return 1;
}

static double
double_period (double t)
{
  return sin (0.1 * G_PI * t);
}

static double
growing (double t)
{
  return 0.05 * t * sin (0.2 * G_PI * t);
}

static void
test_period (void)
{
  static const struct
  {
    double (*second) (double);
    gboolean both;
    const char *text;
  } rows[] = {
    { nothing, FALSE, "period 10.00 s" },
    { nothing, TRUE, "period 10.00 s" },
    { double_period, FALSE, "period 20.00 s" },
    { double_period, TRUE, "period 20.00 s" },
    { growing, TRUE, NULL },
  };
  const int columns[] = { 0, 1 };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (SimTrajectory) trajectory = oscillation (rows[i].second, rows[i].both);
      g_autofree char *svg = picture (trajectory, columns, 2, 0, 100, NAN);

      g_test_message ("case %u", (guint)i);
      if (rows[i].text != NULL)
        g_assert_nonnull (strstr (svg, rows[i].text));
      else
        g_assert_null (strstr (svg, "period"));
    }
}

/* Events of a clock do not make a constant curve periodic. */
static void
test_no_period (void)
{
  g_autoptr (SimTrajectory) trajectory = oscillation (nothing, FALSE);
  const int columns[] = { 1 };
  g_autofree char *svg = picture (trajectory, columns, 1, 0, 100, NAN);

  g_assert_null (strstr (svg, "period"));
}

/* ---- values ---- */

static double
half (double t)
{
  return 0.5 * t;
}

static void
test_value (void)
{
  g_autoptr (SimTrajectory) trajectory = plot_fixture_rows (1001, 0.1, half);
  static const struct
  {
    double playhead;
    gboolean has_value;
  } rows[] = { { 44, TRUE }, { 40, TRUE }, { 50, TRUE }, { 84, FALSE }, { 4, FALSE } };
  const int column = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *svg = picture (trajectory, &column, 1, 40, 50, rows[i].playhead);
      char number[32], value[64];

      plot_format_number (half (rows[i].playhead), 3, number, sizeof number);
      g_snprintf (value, sizeof value, "column 1 %s<", number);
      g_test_message ("%s", value);
      g_assert_cmpint (strstr (svg, value) != NULL, ==, rows[i].has_value);
      g_assert_nonnull (strstr (svg, "column 1"));
    }
}

/* Only the start of the run has been computed, and the axis begins later: there is a name in the title band, and none at the axis. */
static void
test_no_curve (void)
{
  g_autoptr (SimTrajectory) trajectory = plot_fixture_rows (2, 0.1, half);
  const int column = 0;
  g_autofree char *svg = picture (trajectory, &column, 1, 40, 50, 0);
  const char *first = strstr (svg, "column 1<");

  g_assert_nonnull (first);
  g_assert_null (strstr (first + 1, "column 1"));
}

/* Zero with narrow spikes twice a second. */
static double
spikes (double t)
{
  double phase = fmod (t + 0.25, 0.5);

  return phase < 0.006 ? 1 : phase > 0.494 ? -1 : 0;
}

/* Beside a playhead at the right border there is no free place, because the spikes are everywhere. */
static void
test_spikes (void)
{
  g_autoptr (SimTrajectory) trajectory = plot_fixture_rows (50001, 0.002, spikes);
  const int column = 0;
  g_autofree char *svg = picture (trajectory, &column, 1, 0, 100, 100);

  g_assert_null (strstr (svg, "column 1 0"));
}

/* ---- the start of an orbit ---- */

/* Returns an attribute of the element that contains the text "start". */
static double
attribute (const char *svg, const char *name)
{
  const char *text = strstr (svg, ">start<"), *at;

  g_assert_nonnull (text);
  at = g_strrstr_len (svg, text - svg, name);
  g_assert_nonnull (at);
  return g_ascii_strtod (at + strlen (name), NULL);
}

/* The label "start" of a closed orbit does not cover the orbit, wherever on it the run starts. */
static void
test_start (void)
{
  for (int k = 0; k < 24; k++)
    {
      g_autoptr (SimTrajectory) trajectory = sim_trajectory_new (2, 1 << 24);
      PlotRun run = { trajectory, NULL, NULL, 0, 10, 0 };
      g_autoptr (PlotView) view = NULL;
      g_autofree char *svg = NULL;
      PlotCanvas canvas;
      double left, baseline;

      for (int i = 0; i <= 1000; i++)
        {
          double angle = (k / 12.0 + (k < 12 ? 0.002 : -0.002) * i) * G_PI;

          sim_trajectory_append (trajectory, 0.01 * i, (double[]){ cos (angle), sin (angle) }, SIM_ROW_STEP);
        }
      view = plot_views_phase (&run, NULL, 0, 1, FALSE);
      plot_view_set_x_range (view, -2, 2);
      plot_view_set_y_range (view, -2, 2);
      plot_canvas_init_svg (&canvas, 600, 400, "view", NULL);
      plot_view_draw_canvas (view, &canvas, 600, 400);
      svg = g_string_free (plot_canvas_finish_svg (&canvas), FALSE);
      left = attribute (svg, " x=\"");
      baseline = attribute (svg, " y=\"");
      for (gsize i = 0; i <= 1000; i++)
        {
          const double *row = sim_trajectory_row (trajectory, i);
          double x, y;

          plot_view_map (view, row[1], row[2], &x, &y);
          if (x > left && x < left + 20 && y > baseline - 7 && y < baseline)
            g_error ("start %d: row %u is at (%g, %g), the label at (%g, %g)", k, (guint)i, x, y, left, baseline);
        }
    }
}

/* Height of a view whose data area has no space for two lines of text, px. */
#define LOW 75

/* Draws two texts at the same point in a view of this height, and returns their vertical positions; NaN: the text is not drawn. The second one
 * may be moved. */
static void
two_texts (gboolean movable, double height, double *first, double *second)
{
  g_autoptr (PlotView) view = plot_view_new ();
  PlotStyle style = { .series = 0 };
  PlotLayer *moved = plot_layer_text_new ("second text", 0.5, 0.5, 0.5, &style, TRUE);
  g_autofree char *svg = NULL;
  PlotCanvas canvas;
  const char *at;

  plot_view_set_x_range (view, 0, 1);
  plot_view_set_y_range (view, 0, 1);
  plot_view_add (view, plot_layer_text_new ("first text", 0.52, 0.5, 0.5, &style, TRUE));
  if (movable)
    plot_layer_text_set_movable (moved);
  plot_view_add (view, moved);
  plot_canvas_init_svg (&canvas, 300, height, "view", NULL);
  plot_view_draw_canvas (view, &canvas, 300, height);
  svg = g_string_free (plot_canvas_finish_svg (&canvas), FALSE);
  *first = *second = NAN;
  for (int k = 0; k < 2; k++)
    {
      at = g_strrstr (svg, k == 0 ? ">first text<" : ">second text<");
      if (at == NULL)
        continue;
      at = g_strrstr_len (svg, at - svg, " y=\"");
      g_assert_nonnull (at);
      *(k == 0 ? first : second) = g_ascii_strtod (at + strlen (" y=\""), NULL);
    }
}

static void
test_movable (void)
{
  double first, second;

  two_texts (FALSE, 200, &first, &second);
  g_assert_cmpfloat (first, ==, second);
  two_texts (TRUE, 200, &first, &second);
  g_assert_cmpfloat (fabs (second - first), >, 10);
  g_assert_cmpfloat (fabs (second - first), <, 45);
  two_texts (FALSE, LOW, &first, &second);
  g_assert_cmpfloat (first, ==, second);
  two_texts (TRUE, LOW, &first, &second);
  g_assert_true (isfinite (first));
  g_assert_true (isnan (second));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot/texts/a period is that of all curves, also if each crossing is an event", test_period);
  g_test_add_func ("/plot/texts/a constant curve has no period", test_no_period);
  g_test_add_func ("/plot/texts/a curve has no value label if the playhead is outside the axis", test_value);
  g_test_add_func ("/plot/texts/a curve that is not on the axis has no label there", test_no_curve);
  g_test_add_func ("/plot/texts/a value label does not cover narrow spikes", test_spikes);
  g_test_add_func ("/plot/texts/the label of the start does not cover the orbit", test_start);
  g_test_add_func ("/plot/texts/a movable text does not cover another one, and is omitted without a free place", test_movable);
  return g_test_run ();
}
