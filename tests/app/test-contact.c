/* Tests what the window shows of rests and slidings, and the bars above the plots that offer them or a largest step. */
#include "wb-test.h"

#include <math.h>
#include <string.h>

#include "plot-view-hit.h"
#include "plot-views.h"
#include "wb-input.h"

static void
settle (void)
{
  for (int i = 0; i < 20; i++)
    {
      wb_test_spin ();
      g_usleep (2000);
    }
}

static void
click (GtkWidget *widget, double x, double y)
{
  wb_input_move (widget, x, y);
  settle ();
  wb_input_button (1, TRUE);
  wb_input_button (1, FALSE);
  settle ();
}

/* Clicks the visible button with a label, until it has an effect: when a measurement of the run has ended, the bar is made anew, and a click at this
 * moment is lost. Then runs to the end without waiting for the clock. */
static void
click_button (WbWindow *window, const char *label)
{
  WAIT_FOR (wb_test_label_with (GTK_WIDGET (window), label) != NULL);
  for (int k = 0; k < 20 && wb_test_label_with (GTK_WIDGET (window), label) != NULL; k++)
    {
      GtkWidget *button = gtk_widget_get_ancestor (wb_test_label_with (GTK_WIDGET (window), label), GTK_TYPE_BUTTON);

      g_assert_nonnull (button);
      click (button, gtk_widget_get_width (button) / 2.0, gtk_widget_get_height (button) / 2.0);
    }
  g_assert_null (wb_test_label_with (GTK_WIDGET (window), label));
  wb_session_run_to_end (wb_window_session (window));
}

/* Presses a key while the pointer is over the header of the window. */
static void
press (WbWindow *window, guint key, GdkModifierType held)
{
  wb_input_move (GTK_WIDGET (window), 300, 10);
  settle ();
  wb_input_key (key, held);
  settle ();
}

/* Returns a window in which a model with this text has run to its end or to its failure. */
static WbWindow *
window_with (const char *text)
{
  g_autofree char *path = wb_test_write (g_get_tmp_dir (), "contact-test.yaml", text);
  WbWindow *window = wb_test_window (path);

  wb_test_finish (wb_window_session (window));
  settle ();
  return window;
}

/* Sets *px and *py to a point of the plot in the block of row `row` that contains the time t. Returns FALSE if there is no such block. */
static gboolean
find_block (PlotView *view, double t, int row, double *px, double *py)
{
  int found = -1;
  gsize last = G_MAXSIZE;
  double y;

  plot_view_map (view, t, 0, px, &y);
  for (double at = 0; at < 200; at++)
    {
      PlotHit hit;
      double begin;

      if (plot_view_hit (view, *px, at, 2, &hit) != PLOT_HIT_LINE || !plot_views_phase_begin (hit.layer, &hit, &begin))
        continue;
      found += hit.index != last;
      last = hit.index;
      *py = at + 3;
      if (found == row)
        return TRUE;
    }
  return FALSE;
}

/* A click on a block above the first plot over time moves the playhead to its begin; P goes to the next begin or end, E and Shift+E to
 * events. */
static void
test_phases (void)
{
  WbWindow *window = wb_test_window ("ball-on-a-slope");
  WbSession *session = wb_window_session (window);
  WbPlotArea *area;
  double px, py, t;

  wb_test_finish (session);
  settle ();
  area = wb_simulate_view_area (wb_window_simulate (window), wb_test_plot (window, &plot_kind_time));
  WAIT_FOR (wb_plot_area_view (area) != NULL && find_block (wb_plot_area_view (area), 2, 0, &px, &py));
  click (GTK_WIDGET (area), px, py);
  g_assert_cmpfloat_with_epsilon (wb_session_playhead (session), 1.86347, 1e-3);
  press (window, GDK_KEY_p, 0);
  g_assert_cmpfloat_with_epsilon (wb_session_playhead (session), 2.3091, 1e-3);
  press (window, GDK_KEY_e, 0);
  t = wb_session_playhead (session);
  g_assert_cmpfloat (t, >, 2.31);
  press (window, GDK_KEY_e, GDK_SHIFT_MASK);
  g_assert_cmpfloat_with_epsilon (wb_session_playhead (session), 2.3091, 1e-3);
  g_assert_true (find_block (wb_plot_area_view (area), 3, 1, &px, &py));
  click (GTK_WIDGET (area), px, py);
  g_assert_cmpfloat_with_epsilon (wb_session_playhead (session), 2.3091, 1e-3);
  /* Before it sticks, the row of this phase begins at the start of the run. */
  g_assert_true (find_block (wb_plot_area_view (area), 1, 1, &px, &py));
  click (GTK_WIDGET (area), px, py);
  g_assert_cmpfloat (wb_session_playhead (session), ==, 0);
  wb_test_close (window);
}

#define BALL                                                                                                                               \
  "format: 1\nname: Ball\ntime: {start: 0, end: 4}\n"                                                                                      \
  "states:\n  h: {initial: 1, derivative: v}\n  v: {initial: 0, derivative: -9.81}\n"                                                      \
  "events:\n  impact: {crossing: h, direction: falling, set: {v: -0.5*v}}\n"

/* Where impacts accumulate, a button gives the event the key `rest` and repeats the run. Undo takes the model back. */
static void
test_rest_there (void)
{
  WbWindow *window = window_with (BALL);
  WbSession *session = wb_window_session (window);

  g_assert_cmpint (wb_run_item_state (wb_session_current (session))->status.reason, ==, SIM_FAILED_RUN);
  g_assert_null (wb_test_label_with (GTK_WIDGET (window), "Slide there"));
  click_button (window, "Rest there");
  WAIT_FOR (wb_session_state (session) == SIM_RUN_FINISHED
            && wb_run_item_state (wb_session_current (session))->status.reason == SIM_REACHED_END);
  g_assert_nonnull (strstr (model_text (wb_session_model (session)), "impact: {rest: rests, crossing: h"));
  g_assert_nonnull (strstr (model_text (wb_session_model (session)), "discrete:\n  rests: 0"));
  g_assert_cmpfloat (wb_run_item_state (wb_session_current (session))->t, ==, 4);
  settle ();
  g_assert_null (wb_test_label_with (GTK_WIDGET (window), "Rest there"));
  wb_test_act (window, "win.undo");
  g_assert_cmpstr (model_text (wb_session_model (session)), ==, BALL);
  wb_test_act (window, "win.redo");
  g_assert_nonnull (strstr (model_text (wb_session_model (session)), "rest: rests"));
  wb_test_close (window);
}

/* Where two events chatter on one surface, a button gives both the key `slide`. */
static void
test_slide_there (void)
{
  WbWindow *window = window_with ("format: 1\nname: Thermostat\ntime: {start: 0, end: 8}\n"
                                  "discrete:\n  heat: 1\n"
                                  "states: {T: {initial: 15, derivative: \"-0.1*(T - 10) + 2*heat\"}}\n"
                                  "events:\n"
                                  "  off:\n    crossing: T - 20\n    direction: rising\n    set: {heat: 0}\n"
                                  "  on: {crossing: T - 20, direction: falling, set: {heat: 1}}\n");
  WbSession *session = wb_window_session (window);

  g_assert_cmpint (wb_run_item_state (wb_session_current (session))->status.reason, ==, SIM_FAILED_RUN);
  g_assert_null (wb_test_label_with (GTK_WIDGET (window), "Rest there"));
  click_button (window, "Slide there");
  WAIT_FOR (wb_session_state (session) == SIM_RUN_FINISHED
            && wb_run_item_state (wb_session_current (session))->status.reason == SIM_REACHED_END);
  g_assert_nonnull (strstr (model_text (wb_session_model (session)), "discrete:\n  slides: 0\n  heat: 1\n"));
  g_assert_nonnull (strstr (model_text (wb_session_model (session)), "off:\n    slide: slides\n    crossing"));
  g_assert_nonnull (strstr (model_text (wb_session_model (session)), "on: {slide: slides, crossing"));
  wb_test_close (window);
}

/* A run that steps over a pulse says so, and a button sets a largest step with which it does not. */
static void
test_passed (void)
{
  WbWindow *window = window_with ("format: 1\nname: Pulse\ntime: {start: 0, end: 100}\nsolver: {switches: false}\n"
                                  "states: {x: {initial: 0, derivative: \"if(t > 50 and t < 50.1, 100, 0) - x\"}}\n");
  WbSession *session = wb_window_session (window);
  g_autofree char *max_step = NULL;

  g_assert_cmpint (wb_run_item_state (wb_session_current (session))->status.reason, ==, SIM_REACHED_END);
  g_assert_cmpint (wb_run_item_state (wb_session_current (session))->statistics.passed.n_steps, >, 0);
  click_button (window, "Use steps of at most");
  WAIT_FOR (wb_session_state (session) == SIM_RUN_FINISHED
            && wb_run_item_state (wb_session_current (session))->statistics.passed.n_steps == 0);
  max_step = wb_session_get (session, WB_SETTING, "max_step");
  g_assert_cmpfloat (g_ascii_strtod (max_step, NULL), >, 0);
  g_assert_cmpfloat (g_ascii_strtod (max_step, NULL), <=, 0.1);
  settle ();
  g_assert_null (wb_test_label_with (GTK_WIDGET (window), "Use steps of at most"));
  wb_test_close (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  if (!wb_input_open ())
    {
      g_print ("1..0 # SKIP no X server with XTEST\n");
      return 0;
    }
  g_test_add_func ("/contact/blocks-and-keys-move-the-playhead-to-phases-and-events", test_phases);
  g_test_add_func ("/contact/a-button-lets-the-state-rest-where-impacts-accumulate", test_rest_there);
  g_test_add_func ("/contact/a-button-lets-the-state-slide-where-events-chatter", test_slide_there);
  g_test_add_func ("/contact/a-button-limits-the-step-after-a-run-passed-over-a-change", test_passed);
  return g_test_run ();
}
