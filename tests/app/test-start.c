/* Tests dragging the start of the orbit in the phase portrait with the real pointer. */
#include <string.h>

#include "plot-view-hit.h"
#include "wb-hands.h"
#include "wb-plot-painter.h"
#include "wb-plot-set.h"
#include "wb-session-repeat.h"

static WbPlotArea *
phase_area (WbWindow *window)
{
  return wb_simulate_view_area (wb_window_simulate (window), wb_test_plot (window, &plot_kind_phase));
}

/* Waits until the plot is drawn with the newest rows. */
static PlotView *
drawn_view (WbWindow *window)
{
  guint before = wb_plot_area_n_drawn (phase_area (window));

  wb_plot_area_queue (phase_area (window));
  WAIT_FOR (wb_plot_area_n_drawn (phase_area (window)) > before && wb_plot_painter_is_idle ());
  return wb_plot_area_view (phase_area (window));
}

static gboolean
is_settled (WbSession *session)
{
  return !wb_session_is_repeating (session) && wb_session_state (session) == SIM_RUN_FINISHED && !wb_session_is_busy (session);
}

static double
initial (WbSession *session, const char *name)
{
  g_autofree char *text = wb_session_get (session, WB_INITIAL, name);

  return g_ascii_strtod (text, NULL);
}

/* Returns the first row of the run whose curves are visible. */
static const double *
first_row (WbSession *session)
{
  SimTrajectory *trajectory = wb_run_item_trajectory (wb_session_current (session));

  WAIT_FOR (sim_trajectory_n_rows (trajectory) > 0);
  return sim_trajectory_row (trajectory, 0);
}

/* Drags the start to a point in data units. Sets *width and *height to the size of a pixel in data units. */
static void
drag_start (WbWindow *window, double to_x, double to_y, double pixel[2])
{
  WbSession *session = wb_window_session (window);
  PlotView *view = drawn_view (window);
  double x0, y0, x1, y1, a, b, c, d;
  PlotHit hit;

  plot_view_map (view, initial (session, "x"), initial (session, "v"), &x0, &y0);
  plot_view_map (view, to_x, to_y, &x1, &y1);
  plot_view_unmap (view, 0, 0, &a, &b);
  plot_view_unmap (view, 1, 1, &c, &d);
  g_assert_cmpint (plot_view_hit (view, x0, y0, 8, &hit), ==, PLOT_HIT_START);
  wb_hands_drag (GTK_WIDGET (phase_area (window)), x0, y0, x1, y1);
  pixel[0] = fabs (c - a);
  pixel[1] = fabs (d - b);
}

static void
assert_start (WbSession *session, double x, double v, const double pixel[2])
{
  g_assert_cmpfloat (fabs (initial (session, "x") - x), <=, 1.5 * pixel[0]);
  g_assert_cmpfloat (fabs (initial (session, "v") - v), <=, 1.5 * pixel[1]);
  g_assert_cmpfloat (first_row (session)[1], ==, initial (session, "x"));
  g_assert_cmpfloat (first_row (session)[2], ==, initial (session, "v"));
}

/* After the end of a run, the drag repeats the run with a ghost. It is one undo step. The axes do not change until the release. */
static void
test_finished (void)
{
  WbWindow *window;
  WbSession *session;
  WbRunItem *first;
  PlotRange x, y;
  double pixel[2];

  if (!wb_hands_ready ())
    return;
  window = wb_test_window ("van-der-pol");
  session = wb_window_session (window);
  wb_test_finish (session);
  first = wb_session_current (session);
  drag_start (window, -1.5, 4, pixel);
  WAIT_FOR (is_settled (session));
  assert_start (session, -1.5, 4, pixel);
  g_assert_true (wb_run_item_ghost (first));
  g_assert_cmpuint (g_list_model_get_n_items (wb_session_runs (session)), ==, 2);
  plot_view_get_shown (drawn_view (window), &x, &y);
  g_assert_false (x.by_hand);
  g_assert_false (y.by_hand);
  wb_hands_picture (window, "start-dragged");
  wb_test_act (window, "win.undo");
  g_assert_false (wb_session_can_undo (session));
  g_assert_cmpfloat (initial (session, "x"), ==, 1);
  g_assert_cmpfloat (initial (session, "v"), ==, 0);
  WAIT_FOR (is_settled (session));
  g_assert_cmpfloat (first_row (session)[1], ==, 1);
  wb_test_close (window);
}

/* A press without a movement changes nothing. */
static void
test_click (void)
{
  WbWindow *window;
  WbSession *session;
  WbRunItem *first;
  double x, y;

  if (!wb_hands_ready ())
    return;
  window = wb_test_window ("van-der-pol");
  session = wb_window_session (window);
  wb_test_finish (session);
  first = wb_session_current (session);
  plot_view_map (drawn_view (window), 1, 0, &x, &y);
  wb_hands_click (GTK_WIDGET (phase_area (window)), x, y);
  g_assert_false (wb_session_can_undo (session));
  g_assert_true (wb_session_current (session) == first);
  wb_test_close (window);
}

/* With two runs the start is drawn and can be dragged, and the pinned run does not change. */
static void
test_two_runs (void)
{
  WbWindow *window;
  WbSession *session;
  double pixel[2];

  if (!wb_hands_ready ())
    return;
  window = wb_test_window ("van-der-pol");
  session = wb_window_session (window);
  wb_test_finish (session);
  wb_session_run_nearby (session);
  WAIT_FOR (is_settled (session));
  wb_hands_picture (window, "start-two-runs");
  drag_start (window, 1.5, -3, pixel);
  WAIT_FOR (is_settled (session));
  assert_start (session, 1.5, -3, pixel);
  g_assert_cmpuint (g_list_model_get_n_items (wb_session_runs (session)), ==, 3);
  wb_hands_picture (window, "start-two-runs-dragged");
  wb_test_close (window);
}

/* Before a run has started, the drag only moves the start. A running run begins again. */
static void
test_states (void)
{
  WbWindow *window;
  WbSession *session;
  double pixel[2];

  if (!wb_hands_ready ())
    return;
  window = wb_test_window ("van-der-pol");
  session = wb_window_session (window);
  first_row (session);
  drag_start (window, 0.5, 2, pixel);
  WAIT_FOR (wb_session_state (session) == SIM_RUN_READY);
  assert_start (session, 0.5, 2, pixel);
  wb_test_act (window, "win.undo");
  g_assert_cmpfloat (initial (session, "v"), ==, 0);

  wb_session_set_rate (session, 0.5);
  wb_test_act (window, "win.run");
  WAIT_FOR (wb_session_playhead (session) > 0.1);
  drag_start (window, -1, -5, pixel);
  WAIT_FOR (is_settled (session));
  assert_start (session, -1, -5, pixel);
  wb_test_close (window);
}

/* While the playhead is inside the run, a change of the state begins a branch there. The start is not offered then. */
static void
test_inside (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);
  PlotHit hit;
  double x, y;

  wb_test_finish (session);
  WAIT_FOR (drawn_view (window) != NULL);
  plot_view_map (drawn_view (window), 1, 0, &x, &y);
  WAIT_FOR (plot_view_hit (drawn_view (window), x, y, 8, &hit) == PLOT_HIT_START);
  wb_session_set_playhead (session, 5);
  WAIT_FOR (plot_view_hit (drawn_view (window), x, y, 8, &hit) != PLOT_HIT_START);
  wb_session_set_playhead (session, wb_session_t_start (session));
  WAIT_FOR (plot_view_hit (drawn_view (window), x, y, 8, &hit) == PLOT_HIT_START);
  wb_test_close (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/app/start/dragging-the-start-point-repeats-the-run-and-is-one-undo-step", test_finished);
  g_test_add_func ("/app/start/a-click-on-the-start-point-changes-nothing", test_click);
  g_test_add_func ("/app/start/the-start-point-can-be-dragged-when-two-runs-are-shown", test_two_runs);
  g_test_add_func ("/app/start/the-start-point-can-be-dragged-before-and-during-a-run", test_states);
  g_test_add_func ("/app/start/the-start-point-is-not-offered-inside-the-run", test_inside);
  return g_test_run ();
}
