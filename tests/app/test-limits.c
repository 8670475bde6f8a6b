/* Tests the strip below the step sizes. It agrees with the card "What limits the step", and its readout appears at the pointer. */
#include <string.h>

#include "plot-text.h"
#include "plot-view-hit.h"
#include "plot-views.h"
#include "sim-limit.h"
#include "wb-figure-label.h"
#include "wb-hands.h"
#include "wb-limits-card.h"
#include "wb-plot-painter.h"
#include "wb-plot-set.h"
#include "wb-run-result.h"

static WbPlotArea *
step_area (WbWindow *window)
{
  return wb_simulate_view_area (wb_window_simulate (window), wb_test_plot (window, &plot_kind_step));
}

/* Waits until the plot is drawn with all attempts and all largest stable steps. */
static PlotView *
drawn_view (WbWindow *window)
{
  guint before;

  WAIT_FOR (!wb_simulate_view_is_behind (wb_window_simulate (window)));
  WAIT_FOR (wb_plot_painter_is_idle ());
  before = wb_plot_area_n_drawn (step_area (window));
  wb_plot_area_queue (step_area (window));
  WAIT_FOR (wb_plot_area_n_drawn (step_area (window)) > before && wb_plot_painter_is_idle ());
  return wb_plot_area_view (step_area (window));
}

static WbWindow *
finished_window (const char *model, const char *method)
{
  WbWindow *window = wb_test_window (model);

  if (method != NULL)
    g_assert_true (wb_session_set (wb_window_session (window), WB_SETTING, "integrator", method, NULL));
  wb_test_finish (wb_window_session (window));
  return window;
}

/* Returns the measurement of what limits the steps, or NULL if the run has none. */
static const SimResponse *
response_of (WbRunItem *run)
{
  const LabStepProbe *probe = wb_run_result_get (wb_run_result_of (run, &wb_run_result_probe));

  return probe != NULL ? &probe->response : NULL;
}

/* Checks that the times in the strip give the same fractions as the card. */
static void
assert_agrees (WbWindow *window)
{
  WbSession *session = wb_window_session (window);
  WbRunItem *run = wb_session_current (session);
  PlotView *view = drawn_view (window);
  const WbStability *stability = wb_simulate_view_stability (wb_window_simulate (window));
  SimStableSteps stable = { wb_stability_t (stability), wb_stability_h (stability), wb_stability_n (stability) };
  SimExplanation e;
  double found[SIM_N_LIMITS], rest;

  g_assert_true (plot_views_step_get_limits (view, found));
  sim_explain (wb_run_item_tape (run), sim_config_method (wb_run_item_config (run)), -INFINITY, INFINITY, NULL, &stable, response_of (run), &e);
  rest = 1 - found[SIM_LIMIT_END];
  g_assert_cmpfloat (fabs (found[SIM_LIMIT_ACCURACY] / rest - e.accuracy), <, 1e-6);
  g_assert_cmpfloat (fabs (found[SIM_LIMIT_STABILITY] / rest - e.stability), <, 1e-6);
  g_assert_cmpfloat (fabs (found[SIM_LIMIT_MAX_STEP] / rest - e.max_step), <, 1e-6);
  g_assert_cmpfloat (fabs (found[SIM_LIMIT_MIN_STEP] / rest - e.min_step), <, 1e-6);
  g_assert_cmpfloat (fabs (found[SIM_LIMIT_EVENTS] / rest - e.events), <, 1e-6);
  g_assert_cmpfloat (fabs (found[SIM_LIMIT_SWITCHES] / rest - e.switches), <, 1e-6);
  g_assert_cmpfloat (fabs (found[SIM_LIMIT_FIXED] / rest - e.fixed), <, 1e-6);
  g_assert_cmpfloat (fabs (found[SIM_LIMIT_BOTH] / rest - e.both), <, 1e-6);
  g_assert_cmpfloat (fabs (found[SIM_LIMIT_GROWTH] / rest - e.growth), <, 1e-6);
  g_assert_cmpfloat (fabs (found[SIM_LIMIT_ERROR] / rest - e.undecided), <, 1e-6);
  sim_explanation_clear (&e);
}

static void
test_agrees (void)
{
  static const struct { const char *model, *method; } rows[] = {
    { "van-der-pol", NULL }, { "bouncing-ball", NULL }, { "robertson", NULL }, { "kepler", "stormer_verlet" }, { "van-der-pol", "radau" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      WbWindow *window = finished_window (rows[i].model, rows[i].method);
      g_autofree char *name = g_strdup_printf ("limits-%s-%s", rows[i].model, rows[i].method != NULL ? rows[i].method : "own");

      g_test_message ("%s", name);
      assert_agrees (window);
      wb_hands_picture (window, name);
      wb_test_close (window);
    }
}

/* The strip of a run with 200 000 attempts includes all of them. */
static void
test_long (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);

  g_assert_true (wb_session_set (session, WB_TIME, "end", "20000", NULL));
  wb_test_finish (session);
  g_assert_cmpuint (sim_tape_n_attempts (wb_run_item_tape (wb_session_current (session))), >, 150000);
  assert_agrees (window);
  wb_hands_picture (window, "limits-long");
  wb_test_close (window);
}

/* Returns the readout at a fraction of the time axis, as the pointer gets it. Free it with g_free. */
static char *
words_at (WbWindow *window, double fraction)
{
  PlotView *view = drawn_view (window);
  double x, y, width, height;
  g_autofree char *text = NULL;
  PlotHit hit;

  plot_view_get_area (view, &x, &y, &width, &height);
  wb_hands_point (GTK_WIDGET (step_area (window)), x + fraction * width, y + height - 6);
  view = drawn_view (window);
  g_assert_cmpint (plot_view_hit (view, x + fraction * width, y + height - 6, 8, &hit), ==, PLOT_HIT_LINE);
  text = plot_view_readout (view, &hit);
  g_assert_nonnull (text);
  g_test_message ("%s", text);
  return plot_text_plain (text);
}

static void
test_words (void)
{
  WbWindow *window;
  g_autofree char *text = NULL, *order = NULL;

  if (!wb_hands_ready ())
    return;
  window = finished_window ("van-der-pol", NULL);
  text = words_at (window, 0.5);
  g_assert_nonnull (strstr (text, "limited by"));
  g_assert_true (strstr (text, "accuracy") != NULL || strstr (text, "stability") != NULL);
  g_assert_null (strstr (text, "nan"));
  wb_hands_picture (window, "limits-words");
  wb_test_close (window);

  window = finished_window ("van-der-pol", "radau");
  order = words_at (window, 0.5);
  g_assert_nonnull (strstr (order, "order "));
  wb_test_close (window);
}

/* After a change of the method, the strip uses the rule of the new method. */
static void
test_methods (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);
  double found[SIM_N_LIMITS], times[SIM_N_LIMITS] = { 0 }, sum = 0;
  g_autoptr (GArray) stretches = NULL;
  SimLimitFinder *finder = NULL;
  OdeAttempt attempt;
  PlotView *view;
  guint part = 0;

  wb_session_set_rate (session, 0);
  for (int i = 0; i < 150; i++)
    {
      wb_session_step (session);
      sim_run_wait (wb_run_item_run (wb_session_current (session)));
    }
  g_assert_true (wb_session_set (session, WB_SETTING, "integrator", "radau5", NULL));
  wb_test_finish (session);
  view = drawn_view (window);
  stretches = wb_run_item_stretches (wb_session_current (session));
  g_assert_cmpuint (stretches->len, ==, 2);
  finder = sim_limit_finder_new (g_array_index (stretches, WbStretch, 0).method, NULL, NULL);
  for (gsize i = 0; sim_tape_get (wb_run_item_tape (wb_session_current (session)), i, &attempt); i++)
    {
      double number;

      if (attempt.outcome != ODE_ATTEMPT_ACCEPTED)
        continue;
      if (part == 0 && attempt.t >= g_array_index (stretches, WbStretch, 1).t)
        {
          sim_limit_finder_free (finder);
          finder = sim_limit_finder_new (g_array_index (stretches, WbStretch, ++part).method, NULL, NULL);
        }
      times[sim_limit_finder_add (finder, &attempt, &number)] += attempt.h;
      sum += attempt.h;
    }
  sim_limit_finder_free (finder);
  g_assert_cmpuint (part, ==, 1);
  g_assert_true (plot_views_step_get_limits (view, found));
  for (int i = 0; i < SIM_N_LIMITS; i++)
    g_assert_cmpfloat (fabs (found[i] - times[i] / sum), <, 1e-6);
  wb_hands_picture (window, "limits-methods");
  wb_test_close (window);
}

/* A fixed step of 0 is a thousandth of the time span; the settings say so while it is 0. */
static void
test_fixed_step (void)
{
  WbWindow *window = wb_test_window ("harmonic-oscillator");
  WbSession *session = wb_window_session (window);
  GtkWidget *remark;

  g_assert_true (wb_session_set (session, WB_SETTING, "error_control", "false", NULL));
  wb_test_finish (session);
  remark = wb_test_label_with (GTK_WIDGET (window), "0 means a thousandth of the time span");
  g_assert_nonnull (remark);
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (remark)), "0.05"));
  g_assert_cmpfloat_with_epsilon (wb_run_item_state (wb_session_current (session))->statistics.ode.largest_step_taken, 0.05, 1e-9);
  g_assert_true (wb_session_set (session, WB_TIME, "end", "5", NULL));
  g_test_message ("%s", gtk_label_get_text (GTK_LABEL (remark)));
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (remark)), "5.00"));
  g_assert_true (gtk_widget_get_visible (remark));
  g_assert_true (wb_session_set (session, WB_SETTING, "max_step", "0.02", NULL));
  g_assert_false (gtk_widget_get_visible (remark));
  wb_test_close (window);
}

/* Sets `widths` to the natural widths of the first n visible labels of the legend below a widget, and returns their number. */
static int
legend_widths (GtkWidget *from, int *widths, int n, int found)
{
  for (GtkWidget *child = gtk_widget_get_first_child (from); child != NULL && found < n; child = gtk_widget_get_next_sibling (child))
    if (!WB_IS_FIGURE_LABEL (child))
      found = legend_widths (child, widths, n, found);
    else if (gtk_widget_get_visible (child))
      gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &widths[found++], NULL, NULL);
  return found;
}

/* Several limits with long names do not make the card wider: their labels continue in the next row. */
static void
test_width (void)
{
  WbWindow *window = finished_window ("ball-on-a-slope", NULL);
  GtkWidget *card;
  int widths[2] = { 0 }, minimum;

  drawn_view (window);
  card = wb_test_find (GTK_WIDGET (window), WB_TYPE_LIMITS_CARD, NULL);
  g_assert_nonnull (card);
  WAIT_FOR (legend_widths (card, widths, 2, 0) == 2);
  gtk_widget_measure (card, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  g_assert_cmpint (minimum, <, widths[0] + widths[1]);
  wb_test_close (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/app/limits/the-strip-and-the-card-of-step-limits-show-the-same-fractions", test_agrees);
  g_test_add_func ("/app/limits/the-names-of-several-limits-do-not-widen-the-card", test_width);
  g_test_add_func ("/app/limits/the-strip-includes-all-steps-of-a-long-run", test_long);
  g_test_add_func ("/app/limits/the-readout-names-the-limits-and-orders-of-steps", test_words);
  g_test_add_func ("/app/limits/each-step-is-explained-by-the-rule-of-its-method", test_methods);
  g_test_add_func ("/limits/a-fixed-step-of-0-says-what-it-is", test_fixed_step);
  return g_test_run ();
}
