/* Branches in the window, with real pointer and keys. */
#include <math.h>
#include <string.h>

#include "wb-hands.h"
#include "wb-plot-set.h"
#include "wb-session-branch.h"
#include "wb-session-file.h"
#include "wb-session-repeat.h"

static gboolean
is_settled (WbSession *session)
{
  return !wb_session_is_busy (session) && wb_session_state (session) != SIM_RUN_RUNNING;
}

/* Returns a window with a finished run and the playhead at t. */
static WbWindow *
window_at (const char *model, double t)
{
  WbWindow *window = wb_test_window (model);
  WbSession *session = wb_window_session (window);

  wb_session_set_rate (session, 0);
  wb_test_finish (session);
  wb_session_set_playhead (session, t);
  wb_test_turn (0.2);
  return window;
}

static const double *
last_row (WbRunItem *run)
{
  SimTrajectory *rows = wb_run_item_trajectory (run);

  return sim_trajectory_row (rows, sim_trajectory_n_rows (rows) - 1);
}

static gboolean
same_rows (WbRunItem *a, WbRunItem *b)
{
  SimTrajectory *p = wb_run_item_trajectory (a), *q = wb_run_item_trajectory (b);
  gsize n = sim_trajectory_n_rows (p), bytes = sizeof (double) * ((gsize) sim_trajectory_n_columns (p) + 1);

  if (n != sim_trajectory_n_rows (q))
    return FALSE;
  for (gsize i = 0; i < n; i++)
    if (memcmp (sim_trajectory_row (p, i), sim_trajectory_row (q, i), bytes) != 0)
      return FALSE;
  return TRUE;
}

static guint
n_runs (WbSession *session)
{
  return g_list_model_get_n_items (wb_session_runs (session));
}

/* A changed setting and Space begin a branch at the playhead; the older run stays as it is. */
static void
test_setting (void)
{
  WbWindow *window;
  WbSession *session;
  WbRunItem *first, *second;
  gsize rows;

  if (!wb_hands_ready ())
    return;
  window = window_at ("lorenz", 12);
  session = wb_window_session (window);
  first = wb_session_current (session);
  rows = sim_trajectory_n_rows (wb_run_item_trajectory (first));
  g_assert_true (wb_session_set (session, WB_SETTING, "accuracy", "1e-7", NULL));
  g_assert_true (wb_session_is_stale (session));
  g_assert_cmpuint (n_runs (session), ==, 1); /* a setting waits for the command to run */
  wb_hands_key (GDK_KEY_space, 0);
  WAIT_FOR (n_runs (session) == 2 && is_settled (session));
  second = wb_session_current (session);
  g_assert_true (second != first);
  g_assert_cmpint (wb_run_item_letter (first), ==, 'A');
  g_assert_cmpint (wb_run_item_letter (second), ==, 'B');
  g_assert_cmpint (wb_run_item_parent (second), ==, wb_run_item_number (first));
  g_assert_true (wb_run_item_branch_t (second) <= 12 && wb_run_item_branch_t (second) > 11.5);
  g_assert_nonnull (strstr (wb_run_item_name (second), "10"));
  g_assert_cmpuint (sim_trajectory_n_rows (wb_run_item_trajectory (first)), ==, rows);
  g_assert_true (wb_run_item_visible (first) && wb_run_item_visible (second));
  g_assert_false (wb_session_is_stale (session));
  /* The rows before the root are those of the first run. */
  {
    gsize n = sim_trajectory_find (wb_run_item_trajectory (second), wb_run_item_branch_t (second));

    for (gsize i = 0; i < n; i++)
      g_assert_cmpmem (sim_trajectory_row (wb_run_item_trajectory (first), i), 4 * sizeof (double),
                       sim_trajectory_row (wb_run_item_trajectory (second), i), 4 * sizeof (double));
    g_assert_cmpfloat (last_row (first)[1], !=, last_row (second)[1]);
  }
  /* The panel appears with the first branch. */
  wb_test_plot (window, &plot_kind_branches);
  wb_hands_picture (window, "branches-first");
  wb_test_close (window);
}

/* A slider that is moved with the playhead inside the run makes one branch; at the start it repeats the run with a ghost. */
static void
test_slider (void)
{
  WbWindow *window = window_at ("lorenz", 12);
  WbSession *session = wb_window_session (window);
  WbRunItem *first = wb_session_current (session), *branch;

  wb_session_begin_gesture (session, "rho");
  for (int i = 0; i < 5; i++)
    {
      g_autofree char *text = g_strdup_printf ("%d", 20 + i);

      g_assert_true (wb_session_set (session, WB_PARAMETER, "rho", text, NULL));
      wb_test_turn (0.05);
    }
  wb_session_end_gesture (session);
  WAIT_FOR (is_settled (session) && wb_session_current (session) != first);
  wb_test_turn (0.3);
  branch = wb_session_current (session);
  g_assert_cmpuint (n_runs (session), ==, 2);
  g_assert_cmpint (wb_run_item_letter (branch), ==, 'B');
  g_assert_false (wb_run_item_ghost (first));
  g_assert_true (wb_run_item_branch_t (branch) <= 12);
  g_assert_nonnull (strstr (wb_run_item_name (branch), "24"));
  g_assert_true (wb_session_playhead (session) == 12);
  /* Another parameter with the playhead near the root begins a second branch of the first run. */
  g_assert_true (wb_session_set (session, WB_PARAMETER, "sigma", "9", NULL));
  WAIT_FOR (n_runs (session) == 3 && is_settled (session));
  g_assert_cmpint (wb_run_item_parent (wb_session_current (session)), ==, wb_run_item_number (first));
  g_assert_cmpint (wb_run_item_letter (wb_session_current (session)), ==, 'C');
  /* At the start of the run a change repeats the whole run. */
  wb_session_set_playhead (session, 0);
  g_assert_true (isnan (wb_session_branch_time (session)));
  g_assert_true (wb_session_set (session, WB_PARAMETER, "sigma", "11", NULL));
  WAIT_FOR (n_runs (session) == 4 && is_settled (session));
  g_assert_cmpint (wb_run_item_parent (wb_session_current (session)), ==, 0);
  wb_test_close (window);
}

/* B begins a branch, [ and ] go to roots, Shift+B walks through the runs, Delete deletes, and undo restores. */
static void
test_keys (void)
{
  WbWindow *window;
  WbSession *session;
  WbRunItem *first, *second;
  double root;

  if (!wb_hands_ready ())
    return;
  window = window_at ("van-der-pol", 10);
  session = wb_window_session (window);
  first = wb_session_current (session);
  wb_hands_key (GDK_KEY_b, 0);
  WAIT_FOR (n_runs (session) == 2 && is_settled (session));
  second = wb_session_current (session);
  root = wb_run_item_branch_t (second);
  g_assert_cmpint (wb_session_state (session), ==, SIM_RUN_PAUSED);
  g_assert_true (wb_run_item_state (second)->t == root);
  /* A change at the root belongs to the branch, which is named by it. */
  g_assert_true (wb_session_set (session, WB_PARAMETER, "mu", "3", NULL));
  WAIT_FOR (strstr (wb_run_item_name (second), "3") != NULL);
  g_assert_cmpuint (n_runs (session), ==, 2);
  wb_hands_key (GDK_KEY_space, 0);
  WAIT_FOR (wb_session_state (session) == SIM_RUN_FINISHED);
  g_assert_cmpfloat (last_row (first)[1], !=, last_row (second)[1]);
  wb_hands_key (GDK_KEY_bracketleft, 0);
  WAIT_FOR (wb_session_playhead (session) == root);
  wb_hands_key (GDK_KEY_B, GDK_SHIFT_MASK);
  WAIT_FOR (wb_session_current (session) == first);
  wb_test_assert_value (session, WB_PARAMETER, "mu", "5"); /* the panel shows the values of the current run */
  g_assert_true (wb_session_playhead (session) == root);
  wb_hands_key (GDK_KEY_B, GDK_SHIFT_MASK);
  WAIT_FOR (wb_session_current (session) == second);
  wb_test_assert_value (session, WB_PARAMETER, "mu", "3");
  wb_hands_key (GDK_KEY_Delete, 0);
  WAIT_FOR (n_runs (session) == 1);
  wb_session_undo (session);
  g_assert_cmpuint (n_runs (session), ==, 2);
  g_assert_cmpint (wb_run_item_letter (second), ==, 'B');
  wb_test_close (window);
}

/* A click on a lane makes its run the current one; a click on a root goes there. */
static void
test_lanes (void)
{
  WbWindow *window;
  WbSession *session;
  WbRunItem *first, *second;
  GtkWidget *area;
  PlotView *view;
  double x, y, width, height, px, py;
  int index;

  if (!wb_hands_ready ())
    return;
  window = window_at ("lorenz", 12);
  session = wb_window_session (window);
  first = wb_session_current (session);
  g_assert_true (wb_session_set (session, WB_PARAMETER, "rho", "20", NULL));
  WAIT_FOR (n_runs (session) == 2 && is_settled (session));
  second = wb_session_current (session);
  wb_session_set_playhead (session, 15);
  wb_test_turn (0.5);
  index = wb_test_plot (window, &plot_kind_branches);
  area = GTK_WIDGET (wb_simulate_view_area (wb_window_simulate (window), index));
  view = wb_plot_area_view (WB_PLOT_AREA (area));
  plot_view_get_area (view, &x, &y, &width, &height);
  plot_view_map (view, 5, 0.5, &px, &py);
  wb_hands_click (area, px, y + height * 0.3); /* the lane of A */
  WAIT_FOR (wb_session_current (session) == first);
  g_assert_true (wb_session_playhead (session) == 15);
  wb_test_turn (0.5);
  view = wb_plot_area_view (WB_PLOT_AREA (area));
  plot_view_map (view, wb_run_item_branch_t (second), 0.5, &px, &py);
  wb_hands_click (area, px, y + height * 0.3); /* the root of B on the lane of A */
  WAIT_FOR (wb_session_current (session) == second && wb_session_playhead (session) == wb_run_item_branch_t (second));
  wb_test_close (window);
}

/* A state can be set at a branch, and a reopened session has the same tree with the same bits. */
static void
test_reopened (void)
{
  g_autofree char *path = wb_test_place ("branches.stepwise");
  g_autoptr (GError) error = NULL;
  WbWindow *window = window_at ("lorenz", 12), *again;
  WbSession *session = wb_window_session (window), *reopened;
  WbRunItem *old[3];

  g_assert_true (wb_session_set (session, WB_INITIAL, "x", "3.5", NULL));
  WAIT_FOR (n_runs (session) == 2 && is_settled (session));
  wb_session_set_playhead (session, 20);
  g_assert_true (wb_session_set (session, WB_SETTING, "integrator", "radau5", NULL));
  wb_session_run (session);
  WAIT_FOR (n_runs (session) == 3 && is_settled (session));
  for (guint i = 0; i < 3; i++)
    {
      old[i] = g_list_model_get_item (wb_session_runs (session), i);
      g_object_unref (old[i]);
    }
  g_assert_cmpint (wb_run_item_parent (old[2]), ==, wb_run_item_number (old[1]));
  {
    /* The state has its value right after the root. */
    SimTrajectory *rows = wb_run_item_trajectory (old[1]);

    g_assert_cmpfloat (sim_trajectory_row (rows, sim_trajectory_find (rows, wb_run_item_branch_t (old[1])))[1], ==, 3.5);
  }
  g_assert_true (wb_session_file_save (path, session, &error));
  g_assert_no_error (error);
  again = wb_test_window (NULL);
  reopened = wb_window_session (again);
  g_assert_true (wb_session_file_load (path, reopened, &error));
  g_assert_no_error (error);
  WAIT_FOR (n_runs (reopened) == 3 && is_settled (reopened));
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (WbRunItem) run = g_list_model_get_item (wb_session_runs (reopened), i);

      WAIT_FOR (wb_run_item_state (run)->state == SIM_RUN_FINISHED);
      g_assert_true (same_rows (run, old[i]));
      g_assert_cmpint (wb_run_item_letter (run), ==, 'A' + (int) i);
      g_assert_cmpint (wb_run_item_parent (run), ==, wb_run_item_parent (old[i]));
      g_assert_cmpint (wb_run_item_color (run), ==, wb_run_item_color (old[i]));
      g_assert_true (i == 0 || wb_run_item_branch_t (run) == wb_run_item_branch_t (old[i]));
    }
  wb_test_plot (again, &plot_kind_branches);
  wb_test_close (again);
  wb_test_close (window);
}

/* What cannot change during a run has its usual effect. */
static void
test_not_possible (void)
{
  WbWindow *window = window_at ("lorenz", 12);
  WbSession *session = wb_window_session (window);

  g_assert_true (wb_session_set (session, WB_SETTING, "seed", "7", NULL));
  g_assert_false (wb_session_branch (session));
  g_assert_nonnull (strstr (wb_test_toast (window), "run again from the start"));
  wb_session_run (session);
  WAIT_FOR (n_runs (session) == 2 && is_settled (session));
  g_assert_cmpint (wb_run_item_parent (wb_session_current (session)), ==, 0);
  g_assert_false (wb_session_branch (session)); /* the playhead is at the end */
  wb_test_close (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/app/branches/a-changed-setting-begins-a-branch-at-the-playhead", test_setting);
  g_test_add_func ("/app/branches/a-slider-makes-one-branch-inside-a-run-and-repeats-it-at-the-start", test_slider);
  g_test_add_func ("/app/branches/keys-begin-walk-through-and-delete-branches", test_keys);
  g_test_add_func ("/app/branches/clicks-on-lanes-and-roots-go-there", test_lanes);
  g_test_add_func ("/app/branches/a-reopened-session-has-the-tree-with-the-same-bits", test_reopened);
  g_test_add_func ("/app/branches/changes-that-no-branch-can-make-run-again-from-the-start", test_not_possible);
  return g_test_run ();
}
