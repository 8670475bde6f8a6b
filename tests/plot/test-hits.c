/* Tests hits on objects of a view, readouts of pinned points, and texts. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "plot-fixture.h"
#include "plot-format.h"
#include "plot-layers.h"
#include "plot-view-hit.h"
#include "plot-view-private.h"
#include "plot-views.h"

static void
test_hit (PlotFixture *fixture, gconstpointer data)
{
  g_autoptr (PlotView) time = plot_fixture_time_view (fixture), step = plot_views_step (&fixture->run, fixture->axis);
  const double *row = sim_trajectory_row (fixture->trajectory, 200);
  OdeAttempt attempt;
  double px, py;
  PlotHit hit;
  gsize rejected = 0;

  plot_fixture_draw (fixture, time);
  plot_view_map (time, row[0], row[1], &px, &py);
  g_assert_cmpint (plot_view_hit (time, px, py, 8, &hit), ==, PLOT_HIT_ROW);
  g_assert_cmpuint (hit.index, ==, 200);
  g_assert_cmpfloat (hit.x, ==, row[0]);
  g_autofree char *text = plot_view_readout (time, &hit);
  g_assert_nonnull (strstr (text, " s"));

  plot_fixture_draw (fixture, step);
  while (sim_tape_get (fixture->tape, rejected, &attempt) && attempt.outcome == ODE_ATTEMPT_ACCEPTED)
    rejected++;
  plot_view_map (step, attempt.t, attempt.h, &px, &py);
  g_assert_cmpint (plot_view_hit (step, px, py, 8, &hit), ==, PLOT_HIT_ATTEMPT);
  g_assert_cmpuint (hit.index, ==, rejected);
  g_autofree char *text_of_step = plot_view_readout (step, &hit);
  g_assert_true (g_str_has_prefix (text_of_step, "Rejected"));
  g_assert_nonnull (strstr (text_of_step, " × tolerance"));
  g_assert_null (strstr (text_of_step, "over tolerance"));
  g_assert_cmpint (plot_view_hit (step, 5, 100, 8, &hit), ==, PLOT_HIT_Y_AXIS);
  g_assert_cmpint (plot_view_hit (step, 100, 10, 8, &hit), ==, PLOT_HIT_TITLE);
  g_assert_cmpint (plot_view_hit (step, 200, PLOT_FIXTURE_HEIGHT - 5, 8, &hit), ==, PLOT_HIT_X_AXIS);
  g_assert_cmpint (plot_view_hit (step, -5, 10, 8, &hit), ==, PLOT_HIT_NOTHING);
  g_assert_cmpint (plot_view_hit (step, 400, 230, 3, &hit), ==, PLOT_HIT_NOTHING + PLOT_HIT_X_AXIS);
}

/* Away from curves, the crosshair finds the stored step of the nearest curve. Far from all stored steps, it finds
 * nothing. */
static void
test_step_hit (PlotFixture *fixture, gconstpointer data)
{
  g_autoptr (PlotView) time = plot_fixture_time_view (fixture), phase = plot_views_phase (&fixture->run, fixture->axis, 0, 1, FALSE);
  const double *row = sim_trajectory_row (fixture->trajectory, 200);
  double px, py[2], left, top, width, height;
  PlotHit hit;

  plot_fixture_draw (fixture, time);
  plot_view_get_area (time, &left, &top, &width, &height);
  for (int c = 0; c < 2; c++)
    plot_view_map (time, row[0], row[1 + c], &px, &py[c]);
  for (int c = 0; c < 2; c++)
    {
      /* y is beyond both curves, on the side of the tested curve. */
      double y = py[c] > py[1 - c] ? top + height - 1 : top + 1;

      g_assert_true (plot_view_hit_step (time, px, y, 8, &hit));
      g_assert_cmpint (hit.kind, ==, PLOT_HIT_ROW);
      g_assert_cmpint (hit.column, ==, c);
      g_assert_cmpuint (hit.index, ==, 200);
      g_assert_cmpfloat (hit.x, ==, row[0]);
      g_assert_cmpfloat (hit.y, ==, row[1 + c]);
    }
  /* The run has not reached this time. */
  plot_view_map (time, 36, 0, &px, &py[0]);
  g_assert_false (plot_view_hit_step (time, px, py[0], 8, &hit));
  plot_fixture_draw (fixture, phase);
  g_assert_false (plot_view_hit_step (phase, PLOT_FIXTURE_WIDTH / 2, PLOT_FIXTURE_HEIGHT / 2, 8, &hit));
}

static void
test_event_hit (PlotFixture *fixture, gconstpointer data)
{
  g_autoptr (SimTrajectory) ball = plot_fixture_ball (6);
  PlotRun run = { ball, NULL, NULL, 0, 12, 0 };
  g_autoptr (PlotTimeAxis) axis = plot_time_axis_new (0, 12, "s");
  const int columns[2] = { 0, 1 };
  g_autoptr (PlotView) view = plot_views_time (&run, axis, columns, 2);
  SimEventRecord record = sim_trajectory_event (ball, 2);
  double px, py, x, y, width, height;
  PlotHit hit;

  plot_fixture_draw (fixture, view);
  plot_view_get_area (view, &x, &y, &width, &height);
  plot_view_map (view, record.t, 0, &px, &py);
  g_assert_cmpint (plot_view_hit (view, px + 2, y + height - 3, 8, &hit), ==, PLOT_HIT_EVENT);
  g_assert_cmpuint (hit.index, ==, 2);
  g_assert_cmpfloat (hit.x, ==, record.t);
  g_autofree char *text = plot_view_readout (view, &hit);
  g_assert_nonnull (strstr (text, "5.5400")); /* the time has four decimals */
}

static void
test_pin (PlotFixture *fixture, gconstpointer data)
{
  g_autoptr (PlotView) view = plot_views_error (&fixture->run, fixture->axis), time = plot_fixture_time_view (fixture);
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
  plot_fixture_draw (fixture, view);
  before = plot_fixture_count (fixture, plot_view_theme (view)->rejected);
  g_assert_true (plot_views_pin_rejected (view, 15));
  plot_fixture_draw (fixture, view);
  /* The ring and the heading of the readout card have this colour. */
  g_assert_cmpint (plot_fixture_count (fixture, plot_view_theme (view)->rejected), !=, before);
  g_assert_false (plot_views_pin_rejected (time, 15));
}

/* If two runs have equal rows, a pin is assigned to the layer of its run if that run is shown, and otherwise to no
 * layer. */
static void
test_pin_of_run (PlotFixture *fixture, gconstpointer data)
{
  PlotStyle style = { .series = 2 };
  g_autoptr (PlotView) view = plot_fixture_time_view (fixture);
  PlotLayer *other = plot_layer_curve_new (fixture->trajectory, 0, &style, NULL);
  PlotHit pin = { .kind = PLOT_HIT_ROW, .x = sim_trajectory_row (fixture->trajectory, 200)[0], .index = 200, .run = 2 };

  for (int i = 0; i < plot_view_n_layers (view); i++)
    plot_layer_set_run (plot_view_layer (view, i), 1);
  plot_layer_set_run (other, 2);
  plot_view_set_pin (view, &pin);
  plot_fixture_draw (fixture, view);
  g_assert_null (plot_view_pin (view)->layer);
  plot_view_add (view, other);
  plot_layer_set_visible (other, FALSE);
  plot_fixture_draw (fixture, view);
  g_assert_null (plot_view_pin (view)->layer);
  plot_layer_set_visible (other, TRUE);
  plot_fixture_draw (fixture, view);
  g_assert_true (plot_view_pin (view)->layer == other);
  /* A pin without a run number may be assigned to any layer. */
  pin.run = 0;
  plot_view_set_pin (view, &pin);
  plot_fixture_draw (fixture, view);
  g_assert_true (plot_view_pin (view)->layer != NULL && plot_view_pin (view)->layer != other);
}

/* Returns all texts that a view draws on a page. */
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

/* Pins and cursors are drawn on a page as on the screen. */
static void
test_pin_on_page (PlotFixture *fixture, gconstpointer data)
{
  g_autoptr (PlotView) view = plot_fixture_time_view (fixture);
  g_autofree char *bare = page_text (view), *pinned = NULL, *measured = NULL;
  const double *row = sim_trajectory_row (fixture->trajectory, 200);
  PlotHit pin = { .kind = PLOT_HIT_ROW, .x = row[0], .index = 200 };
  g_autofree char *text_of_step = NULL;
  char number[32];

  plot_format_number (row[0], 4, number, sizeof number);
  text_of_step = g_strdup_printf (" = %s s<", number);
  g_assert_null (strstr (bare, text_of_step));
  plot_view_set_pin (view, &pin);
  pinned = page_text (view);
  g_assert_nonnull (strstr (pinned, text_of_step));

  plot_view_set_pin (view, NULL);
  plot_view_set_playhead_handle (view, TRUE);
  plot_time_axis_set_cursor (fixture->axis, 0, 10);
  plot_time_axis_set_cursor (fixture->axis, 1, 12.5);
  g_assert_null (strstr (bare, "2.50 s<"));
  measured = page_text (view);
  g_assert_nonnull (strstr (measured, "2.50 s<"));
}

/* Two cursors show, for each curve, the difference of its values and its mean slope. Attempts have no slope. */
static void
test_slope (PlotFixture *fixture, gconstpointer data)
{
  g_autoptr (PlotView) view = plot_fixture_time_view (fixture), step = plot_views_step (&fixture->run, fixture->axis);
  double t0 = sim_trajectory_row (fixture->trajectory, 100)[0], t1 = sim_trajectory_row (fixture->trajectory, 140)[0];
  double x0 = sim_trajectory_row (fixture->trajectory, 100)[1], x1 = sim_trajectory_row (fixture->trajectory, 140)[1];
  g_autofree char *text = NULL, *expected = NULL, *steps = NULL;
  char difference[32], slope[32];

  plot_fixture_draw (fixture, view);
  plot_fixture_draw (fixture, step);
  text = plot_view_readout_at (view, t1, t0, INFINITY);
  plot_format_number (x1 - x0, 3, difference, sizeof difference);
  plot_format_number ((x1 - x0) / (t1 - t0), 3, slope, sizeof slope);
  expected = g_strdup_printf (" %s, slope %s 1/s", difference, slope);
  g_assert_nonnull (strstr (text, expected));
  steps = plot_view_readout_at (step, t1, t0, INFINITY);
  g_assert_nonnull (steps);
  g_assert_null (strstr (steps, "slope"));
}

static void
test_summary (PlotFixture *fixture, gconstpointer data)
{
  g_autoptr (PlotView) view = plot_views_step (&fixture->run, fixture->axis);
  SimTapeRange range;

  plot_fixture_draw (fixture, view);
  sim_tape_range (fixture->tape, 0, sim_tape_n_attempts (fixture->tape), &range);
  g_autofree char *text = plot_view_summary (view);
  g_autofree char *counts = g_strdup_printf ("Step size, %d accepted, %d rejected", (int) range.counts[ODE_ATTEMPT_ACCEPTED],
                                             (int) range.counts[ODE_ATTEMPT_REJECTED_ERROR]);
  g_assert_true (g_str_has_prefix (text, counts));
}
#define ADD(name, func) g_test_add ("/plot/hits/" name, PlotFixture, NULL, plot_fixture_set_up, func, plot_fixture_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("the row, attempt, axis or title at a position is found", test_hit);
  ADD ("the crosshair finds the stored step of the nearest curve", test_step_hit);
  ADD ("events are found at the lower edge of a plot", test_event_hit);
  ADD ("pinning a rejection pins the one nearest in time", test_pin);
  ADD ("a pin is assigned to the layer of its run", test_pin_of_run);
  ADD ("pins and cursors are drawn in exported figures", test_pin_on_page);
  ADD ("two cursors show differences and slopes", test_slope);
  ADD ("the text summary states the number of attempts", test_summary);
  return g_test_run ();
}
