/* Tests branches of runs in the window with real pointer and key events. */
#include <math.h>
#include <string.h>

#include "plot-text.h"
#include "wb-data-table.h"
#include "wb-difference-panel.h"
#include "wb-difference.h"
#include "wb-hands.h"
#include "wb-plot-set.h"
#include "wb-run-differs.h"
#include "wb-session-branch.h"
#include "wb-session-file.h"
#include "wb-session-repeat.h"
#include "wb-title-strip.h"

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

/* After a change of a setting, Space begins a branch at the playhead. The older run does not change. */
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
  g_assert_cmpuint (n_runs (session), ==, 1); /* a change of a setting has no effect until the user starts the run */
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
  /* The rows before the start of the branch equal those of the first run. */
  {
    gsize n = sim_trajectory_find (wb_run_item_trajectory (second), wb_run_item_branch_t (second));

    for (gsize i = 0; i < n; i++)
      g_assert_cmpmem (sim_trajectory_row (wb_run_item_trajectory (first), i), 4 * sizeof (double),
                       sim_trajectory_row (wb_run_item_trajectory (second), i), 4 * sizeof (double));
    g_assert_cmpfloat (last_row (first)[1], !=, last_row (second)[1]);
  }
  /* The plot of branches appears together with the first branch. */
  wb_test_plot (window, &plot_kind_branches);
  wb_hands_picture (window, "branches-first");
  wb_test_close (window);
}

/* If the playhead is inside the run, a drag of a slider makes one branch. If it is at the start, the drag repeats the run and leaves a
 * ghost. */
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
  WAIT_FOR (is_settled (session) && wb_session_current (session) != first);
  /* The branch keeps its root if a further change comes when the playhead is not inside of the branch. */
  wb_session_set_playhead (session, wb_session_t_end (session));
  g_assert_true (isnan (wb_session_branch_time (session)));
  branch = wb_session_current (session);
  g_assert_true (wb_session_set (session, WB_PARAMETER, "rho", "25", NULL));
  WAIT_FOR (is_settled (session) && wb_session_current (session) != branch);
  wb_session_set_playhead (session, 12);
  g_assert_true (wb_session_set (session, WB_PARAMETER, "rho", "24", NULL));
  wb_session_end_gesture (session);
  branch = wb_session_current (session);
  WAIT_FOR (is_settled (session) && wb_session_current (session) != branch);
  wb_test_turn (0.3);
  branch = wb_session_current (session);
  g_assert_cmpuint (n_runs (session), ==, 2);
  g_assert_cmpint (wb_run_item_letter (branch), ==, 'B');
  g_assert_false (wb_run_item_ghost (first));
  g_assert_true (wb_run_item_branch_t (branch) <= 12);
  g_assert_nonnull (strstr (wb_run_item_name (branch), "24"));
  g_assert_true (wb_session_playhead (session) == 12);
  /* A change of another parameter while the playhead is near the start of the branch begins a second branch of the first run. */
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

/* The key B begins a branch, [ and ] go to the starts of branches, Shift+B selects the next run, Delete deletes the run, and undo restores
 * it. */
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
  WAIT_FOR (wb_session_state (session) == SIM_RUN_PAUSED); /* the new run has not begun at first */
  g_assert_true (wb_run_item_state (second)->t == root);
  /* A change at the start of a branch belongs to the branch, and the name of the branch states it. */
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

/* Returns the label with a style class that shows this text, or NULL. */
static GtkWidget *
label_of (GtkWidget *from, const char *class, const char *text)
{
  if (GTK_IS_LABEL (from) && gtk_widget_has_css_class (from, class) && strstr (gtk_label_get_text (GTK_LABEL (from)), text) != NULL)
    return from;
  for (GtkWidget *child = gtk_widget_get_first_child (from); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = label_of (child, class, text);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* The link in the panel begins a branch. The list of runs, the statistics and the table of differences describe the branch. */
static void
test_words (void)
{
  g_autofree char *place = NULL, *since = NULL, *table = NULL, *time = NULL, *link = NULL;
  WbWindow *window;
  WbSession *session;
  WbRunItem *first, *second;
  GtkWidget *popover, *caption;
  OdeAttempt row;
  long accepted = 0;

  if (!wb_hands_ready ())
    return;
  window = window_at ("lorenz", 12);
  session = wb_window_session (window);
  first = wb_session_current (session);
  g_assert_null (wb_hands_find (GTK_WIDGET (window), "Differences from A"));
  time = plot_text_value (wb_session_branch_time (session), 4, "s");
  link = g_strdup_printf ("Start a branch at %s", time);
  CLICK_UNTIL (wb_hands_find (GTK_WIDGET (window), link), n_runs (session) == 2);
  WAIT_FOR (is_settled (session));
  second = wb_session_current (session);
  g_assert_true (wb_session_counterpart (session) == first);
  g_assert_cmpfloat (wb_branches_common (wb_session_runs (session), first, second), ==, wb_run_item_branch_t (second));
  g_assert_true (wb_session_set (session, WB_SETTING, "accuracy", "1e-9", NULL));
  wb_hands_key (GDK_KEY_space, 0);
  WAIT_FOR (wb_session_state (session) == SIM_RUN_FINISHED);
  WAIT_FOR (strstr (wb_run_item_name (second), "10⁻⁹") != NULL);
  wb_test_turn (0.5);

  /* The statistics count from the start of the branch. */
  for (gsize i = sim_tape_find (wb_run_item_tape (second), wb_run_item_branch_t (second)); sim_tape_get (wb_run_item_tape (second), i, &row); i++)
    accepted += row.outcome == ODE_ATTEMPT_ACCEPTED;
  since = g_strdup_printf ("since %s", time);
  caption = label_of (GTK_WIDGET (window), "caption", since);
  g_assert_nonnull (caption);
  g_assert_true (wb_run_item_state (second)->marked);
  g_assert_cmpint (wb_run_item_state (second)->statistics.ode.steps_taken - wb_run_item_state (second)->at_mark.ode.steps_taken, ==, accepted);

  /* The list of runs shows the letter of each branch and the time at which it begins. */
  popover = wb_test_find (wb_test_find (GTK_WIDGET (window), WB_TYPE_TITLE_STRIP, NULL), GTK_TYPE_POPOVER, NULL);
  CLICK_UNTIL (wb_hands_find (GTK_WIDGET (window), "Runs"), gtk_widget_get_mapped (popover));
  wb_test_turn (0.3);
  place = g_strdup_printf ("from A at %s", time);
  g_assert_nonnull (label_of (popover, "branch-place", place));
  g_assert_nonnull (label_of (popover, "branch-place", "first run"));
  g_assert_nonnull (label_of (popover, "branch-letter", "A"));
  g_assert_nonnull (label_of (popover, "branch-letter", "B"));
  wb_hands_picture (window, "branches-runs");
  gtk_popover_popdown (GTK_POPOVER (popover));

  /* A plot of the difference is added, and a panel beside it lists what differs. No window opens. */
  CLICK_UNTIL (wb_hands_find (GTK_WIDGET (window), "Differences from A"), wb_difference_panel_plot (wb_plot_set_of (session)) >= 0);
  WAIT_FOR (wb_difference_result (wb_difference_of (second, first)) != NULL);
  g_assert_null (wb_test_newest_window (GTK_WINDOW (window)));
  table = wb_run_differs_table (wb_session_runs (session), first, second, 30);
  {
    g_autofree char *head = g_strdup_printf ("\tA\tB\tdifference\nSame run until\t%s\t%s\t\nAccuracy\t", time, time);
    const LabDifference *difference = wb_difference_result (wb_difference_of (second, first));
    g_auto (GStrv) lines = g_strsplit (table, "\n", -1);
    double t, a, b, change;

    g_assert_true (g_str_has_prefix (table, head));
    g_assert_true (g_str_has_suffix (lines[2], "\t10⁻⁹\t"));
    g_assert_cmpint (sscanf (lines[3], "Time\t%lf", &t), ==, 1);
    g_assert_cmpfloat (t, <=, 30);
    g_assert_cmpfloat (t, >, 29.5);
    for (char *p = lines[4]; *p != '\0'; p++) /* U+2212, the minus sign in the window */
      if (strncmp (p, "−", 3) == 0)
        memmove (p, "  -", 3);
    g_assert_cmpint (sscanf (lines[4], "x %lf %lf %lf", &a, &b, &change), ==, 3);
    g_assert_cmpfloat_with_epsilon (b - a, change, 6e-3 * fabs (change) + 1e-4);
    for (gsize i = 0; i < difference->n; i++)
      if (difference->t[i] <= 30)
        change = difference->values[3 * i];
    g_assert_cmpfloat_with_epsilon (b - a, change, 1e-3);
  }
  wb_test_close (window);
}

/* The difference of two branches that begin close together shows the rate of its growth. The plot, the table of its data and the table of
 * differences state this rate. */
static void
test_growth (void)
{
  WbWindow *window = wb_test_window ("lorenz");
  WbSession *session = wb_window_session (window);
  WbRunItem *first, *second;
  SimTrajectory *rows;
  g_autofree char *near = NULL, *table = NULL;
  const LabDifference *difference;
  g_autoptr (WbDataTable) data = NULL;

  /* Errors of the method must be smaller than the distance at the start of the branch. */
  wb_session_set_rate (session, 0);
  g_assert_true (wb_session_set (session, WB_SETTING, "accuracy", "1e-11", NULL));
  wb_test_finish (session);
  wb_session_set_playhead (session, 14);
  first = wb_session_current (session);
  rows = wb_run_item_trajectory (first);
  near = lab_values_number_text (sim_trajectory_row (rows, sim_trajectory_find (rows, wb_session_branch_time (session)))[1] * (1 + 1e-8));
  g_assert_true (wb_session_set (session, WB_INITIAL, "x", near, NULL));
  WAIT_FOR (wb_session_current (session) != first && is_settled (session));
  second = wb_session_current (session);
  WAIT_FOR (wb_difference_result (wb_difference_of (second, first)) != NULL);
  difference = wb_difference_result (wb_difference_of (second, first));
  g_assert_cmpfloat_with_epsilon (difference->growth.rate, 0.9, 0.25);
  table = wb_run_differs_table (wb_session_runs (session), first, second, 40);
  g_assert_nonnull (strstr (table, "The distance grows as\t\t\te^("));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.what-differs", "(ii)", 0, 0));
  wb_test_turn (0.5);
  data = wb_data_table_new (second, wb_plot_set_spec (wb_plot_set_of (session), wb_test_plot (window, &plot_kind_difference)), wb_session_runs (session));
  g_assert_cmpuint (wb_data_table_n_rows (data), ==, difference->n);
  g_assert_cmpint (wb_data_table_n_columns (data), ==, 5);
  g_assert_cmpstr (wb_data_table_title (data, 3), ==, "Δz");
  g_assert_cmpstr (wb_data_table_title (data, 4), ==, "distance");
  for (int c = 1; c < 5; c++)
    {
      g_autofree char *cell = wb_data_table_cell (data, difference->n - 1, c);
      const double value = c < 4 ? difference->values[3 * (difference->n - 1) + (gsize) c - 1] : difference->distance[difference->n - 1];

      g_assert_cmpfloat (g_ascii_strtod (cell, NULL), ==, value);
    }
  wb_test_turn (1);
  wb_hands_picture (window, "branches-growth");
  /* The panel lists the range of the fit. The lists of runs choose others, and undo takes each choice back, at last the plot with its panel. */
  {
    WbPlotSet *plots = wb_plot_set_of (session);
    int index = wb_difference_panel_plot (plots);
    WbDifferencePanel *panel = WB_DIFFERENCE_PANEL (wb_test_find (GTK_WIDGET (window), WB_TYPE_DIFFERENCE_PANEL, NULL));
    GtkDropDown *choice = GTK_DROP_DOWN (wb_difference_panel_choice (panel, FALSE));
    GtkDropDown *other = GTK_DROP_DOWN (wb_difference_panel_choice (panel, TRUE));

    WAIT_FOR (wb_test_label_with (GTK_WIDGET (panel), "Fitted from") != NULL);
    g_assert_nonnull (wb_test_label_with (GTK_WIDGET (panel), "e^("));
    g_assert_cmpint (wb_plot_set_spec (plots, index)->of, ==, 0);
    g_assert_cmpuint (gtk_drop_down_get_selected (choice), ==, 1);
    g_assert_cmpuint (gtk_drop_down_get_selected (other), ==, 0);
    gtk_drop_down_set_selected (choice, 0);
    g_assert_cmpint (wb_plot_set_spec (plots, index)->of, ==, wb_run_item_number (first));
    g_assert_cmpint (wb_plot_set_spec (plots, index)->to, ==, wb_run_item_number (second));
    WAIT_FOR (gtk_drop_down_get_selected (other) == 1);
    wb_test_act (window, "win.undo");
    g_assert_cmpint (wb_plot_set_spec (plots, index)->of, ==, 0);
    g_assert_cmpint (wb_plot_set_spec (plots, index)->to, ==, wb_run_item_number (first));
    wb_plot_set_focus (plots, 0);
    WAIT_FOR (wb_test_find (GTK_WIDGET (window), WB_TYPE_DIFFERENCE_PANEL, NULL) == NULL
              || !gtk_widget_get_mapped (wb_test_find (GTK_WIDGET (window), WB_TYPE_DIFFERENCE_PANEL, NULL)));
    wb_plot_set_focus (plots, -1);
    wb_test_act (window, "win.undo");
    g_assert_cmpint (wb_difference_panel_plot (plots), ==, -1);
    WAIT_FOR (wb_test_find (GTK_WIDGET (window), WB_TYPE_DIFFERENCE_PANEL, NULL) == NULL);
  }
  wb_test_close (window);
}

/* A click on a lane makes its run the current one. A click on the start of a branch moves the playhead there. */
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
  wb_hands_click (area, px, y + height * 0.3); /* a point of the lane of A */
  WAIT_FOR (wb_session_current (session) == first);
  g_assert_true (wb_session_playhead (session) == 15);
  wb_test_turn (0.5);
  view = wb_plot_area_view (WB_PLOT_AREA (area));
  plot_view_map (view, wb_run_item_branch_t (second), 0.5, &px, &py);
  wb_hands_click (area, px, y + height * 0.3); /* the start of B on the lane of A */
  WAIT_FOR (wb_session_current (session) == second && wb_session_playhead (session) == wb_run_item_branch_t (second));
  wb_test_close (window);
}

/* A state can be set at the start of a branch. A reopened session has the same branches with the same bits. */
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
    /* The state has the new value immediately after the start of the branch. */
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
      g_assert_true (wb_run_item_state (run)->marked == (i > 0));
      g_assert_cmpint (wb_run_item_state (run)->at_mark.ode.steps_taken, ==, wb_run_item_state (old[i])->at_mark.ode.steps_taken);
      g_assert_cmpint (wb_run_item_state (run)->at_mark.ode.rhs_evaluations, ==, wb_run_item_state (old[i])->at_mark.ode.rhs_evaluations);
    }
  wb_test_plot (again, &plot_kind_branches);
  wb_test_close (again);
  wb_test_close (window);
}

/* Selecting a run with other settings replaces changed settings, which undo brings back. */
static void
test_selected (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);
  g_autoptr (WbRunItem) first = NULL, second = NULL;

  wb_test_finish (session);
  first = g_object_ref (wb_session_current (session));
  g_assert_true (wb_session_set (session, WB_SETTING, "accuracy", "1e-4", NULL));
  wb_session_reset (session);
  wb_test_finish (session);
  second = g_object_ref (wb_session_current (session));
  g_assert_true (first != second);
  g_assert_true (wb_session_set (session, WB_SETTING, "accuracy", "1e-7", NULL)); /* not run yet */
  wb_session_forget_history (session);
  wb_session_select_branch (session, first);
  g_assert_false (wb_session_is_set (session, WB_SETTING, "accuracy"));
  g_assert_true (wb_session_can_undo (session));
  wb_session_undo (session);
  wb_test_assert_value (session, WB_SETTING, "accuracy", "1e-7");
  g_assert_true (wb_session_current (session) == second);
  wb_session_redo (session);
  g_assert_false (wb_session_is_set (session, WB_SETTING, "accuracy"));
  g_assert_true (wb_session_current (session) == first);
  wb_test_close (window);
}


/* A setting that cannot change during a run does not begin a branch; it has its usual effect. */
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
  g_test_add_func ("/app/branches/a-slider-begins-one-branch-inside-a-run-and-repeats-the-run-at-its-start", test_slider);
  g_test_add_func ("/app/branches/keys-begin-select-and-delete-branches", test_keys);
  g_test_add_func ("/app/branches/the-list-of-runs-the-statistics-and-the-table-of-differences-describe-a-branch", test_words);
  g_test_add_func ("/app/branches/the-growth-rate-of-the-distance-of-two-close-branches-is-shown", test_growth);
  g_test_add_func ("/app/branches/clicks-on-lanes-and-branch-starts-select-the-run-or-move-the-playhead", test_lanes);
  g_test_add_func ("/app/branches/a-reopened-session-has-the-same-branches-bit-for-bit", test_reopened);
  g_test_add_func ("/app/branches/settings-that-cannot-change-during-a-run-begin-no-branch", test_not_possible);
  g_test_add_func ("/app/branches/undo-brings-settings-back-that-another-run-replaced", test_selected);
  return g_test_run ();
}
