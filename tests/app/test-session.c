/* Tests session files: a reopened session shows the same pixels and the same
 * numbers. */
#include "wb-test.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "lab-verify.h"
#include "wb-job.h"
#include "wb-plot-painter.h"
#include "wb-screenshot.h"
#include "wb-seal-window.h"
#include "wb-session-branch.h"
#include "wb-session-file.h"
#include "wb-style.h"
#include "wb-thumbnails.h"

static void
set (WbWindow *window, WbKind kind, const char *key, const char *text)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (wb_session_set (wb_window_session (window), kind, key, text, &error));
  g_assert_no_error (error);
}

static void
step (WbWindow *window, int n)
{
  WbSession *session = wb_window_session (window);

  for (int i = 0; i < n; i++)
    {
      long taken = wb_session_current (session) != NULL ? wb_run_item_state (wb_session_current (session))->statistics.steps_taken : 0;

      wb_test_act (window, "win.step");
      WAIT_FOR (wb_session_state (session) == SIM_RUN_PAUSED
                && wb_run_item_state (wb_session_current (session))->statistics.steps_taken == taken + 1);
    }
}

static void
zoom (WbWindow *window, const PlotKind *kind, PlotDirection direction, double factor)
{
  WbPlotArea *area = wb_simulate_view_area (wb_window_simulate (window), wb_test_plot (window, kind));
  double x, y, width, height;

  /* Wait until the area is drawn, because pixel positions refer to the last picture. */
  WAIT_FOR (wb_plot_area_n_drawn (area) > 0 && wb_plot_painter_is_idle ());
  wb_plot_area_queue (area);
  WAIT_FOR (wb_plot_painter_is_idle ());
  plot_view_get_area (wb_plot_area_view (area), &x, &y, &width, &height);
  plot_view_zoom (wb_plot_area_view (area), direction, x + 0.4 * width, y + 0.3 * height, factor);
  wb_plot_area_queue (area);
}

/* ---- changes before the session is saved ---- */

static void
do_zoomed (WbWindow *window)
{
  set (window, WB_SETTING, "accuracy", "1e-6");
  set (window, WB_PARAMETER, "mu", "4");
  set (window, WB_INITIAL, "x", "0.5");
  wb_test_finish (wb_window_session (window));
  wb_session_set_playhead (wb_window_session (window), 7.5);
  wb_window_refresh (window);
  zoom (window, &plot_kind_time, PLOT_DIRECTION_BOTH, 0.4);
  zoom (window, &plot_kind_phase, PLOT_DIRECTION_BOTH, 0.6);
  zoom (window, &plot_kind_step, PLOT_DIRECTION_Y, 1.5);
  plot_time_axis_set_cursor (wb_plot_set_axis (wb_plot_set_of (wb_window_session (window))), 0, 6);
  plot_time_axis_set_cursor (wb_plot_set_axis (wb_plot_set_of (wb_window_session (window))), 1, 8.25);
}

/* A parameter, the method and the end time change during the run. Then the run is
 * paused. */
static void
do_changed (WbWindow *window)
{
  step (window, 12);
  set (window, WB_PARAMETER, "rho", "40");
  step (window, 9);
  set (window, WB_SETTING, "integrator", "radau");
  step (window, 3);
  set (window, WB_TIME, "end", "4");
  set (window, WB_PARAMETER, "sigma", "7.5");
  step (window, 5);
  wb_session_set_settings_page (wb_window_session (window), "parameters");
}

/* Some runs are hidden, pinned and stopped, and there are settings that no run uses yet. */
static void
do_runs (WbWindow *window)
{
  WbSession *session = wb_window_session (window);
  g_autoptr (WbRunItem) first = NULL;

  wb_test_finish (wb_window_session (window));
  first = g_list_model_get_item (wb_session_runs (session), 0);
  wb_run_item_set_name (first, "loose, #1: \"x\"");
  wb_run_item_set_pinned (first, TRUE);
  set (window, WB_TIME, "end", "1e9");
  wb_test_act (window, "win.run-to-end");
  WAIT_FOR (wb_run_item_state (wb_session_current (session))->t > 20);
  wb_test_act (window, "win.cancel");
  WAIT_FOR (wb_session_state (session) == SIM_RUN_FINISHED);
  set (window, WB_TIME, "end", "12");
  set (window, WB_SETTING, "integrator", "bogacki_shampine3");
  wb_test_finish (wb_window_session (window));
  wb_run_item_set_visible (first, FALSE);
  wb_session_touch_runs (session);
  set (window, WB_SETTING, "accuracy", "1e-7");
  wb_session_set_playhead (session, 3);
}

static void
do_plots (WbWindow *window)
{
  WbPlotSet *plots = wb_plot_set_of (wb_window_session (window));

  wb_test_finish (wb_window_session (window));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.add-plot", "s", "phase:v:x"));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.plot-remove", "i", wb_test_plot (window, &plot_kind_step)));
  wb_plot_set_switch (plots, wb_test_plot (window, &plot_kind_time), WB_PLOT_LOG_X, TRUE);
  wb_plot_set_switch (plots, wb_test_plot (window, &plot_kind_phase), WB_PLOT_FIELD, FALSE);
  wb_plot_set_switch (plots, wb_test_plot (window, &plot_kind_phase), WB_PLOT_NULLCLINES, TRUE);
}

/* The session has noise with another seed, lecture mode, and one plot shown alone. */
static void
do_random (WbWindow *window)
{
  set (window, WB_SETTING, "seed", "8675309");
  wb_test_finish (wb_window_session (window));
  wb_session_set_lecture (wb_window_session (window), TRUE);
  wb_test_spin ();
  wb_plot_set_focus (wb_plot_set_of (wb_window_session (window)), wb_test_plot (window, &plot_kind_phase));
}

static void
do_comparison (WbWindow *window)
{
  WbComparison *comparison;

  g_assert_true (wb_window_show_view (window, "compare"));
  comparison = wb_compare_view_comparison (wb_window_compare (window));
  WAIT_FOR (wb_comparison_result (comparison) != NULL && !wb_comparison_is_running (comparison));
  wb_comparison_add (comparison, ode_method_find ("dop853"));
  {
    g_autoptr (WbCompareEntry) entry = g_list_model_get_item (wb_comparison_entries (comparison), 1);
    g_autoptr (WbCompareEntry) other = g_list_model_get_item (wb_comparison_entries (comparison), 2);

    wb_comparison_set_visible (comparison, entry, FALSE);
    wb_comparison_set_color (comparison, other, 6);
    wb_comparison_select (comparison, other);
  }
  wb_comparison_set_rule (comparison, LAB_COMPARISON_STEP);
  wb_comparison_set_value (comparison, 0.02);
  wb_comparison_run (comparison);
  WAIT_FOR (!wb_comparison_is_running (comparison));
  wb_compare_transport_set_time (wb_compare_view_transport (wb_window_compare (window)),
                                 0.3 * wb_session_t_end (wb_window_session (window)));
}

static void
do_nothing (WbWindow *window)
{
}

/* A parameter changes while a run in real time is running. */
static void
do_moved (WbWindow *window)
{
  WbSession *session = wb_window_session (window);

  wb_session_set_rate (session, 4);
  wb_test_act (window, "win.run");
  WAIT_FOR (wb_session_playhead (session) > 1);
  set (window, WB_PARAMETER, "e", "0.95");
  WAIT_FOR (wb_session_playhead (session) > 2);
  set (window, WB_PARAMETER, "g", "4");
  WAIT_FOR (wb_session_playhead (session) > 3);
  wb_test_act (window, "win.run");
  WAIT_FOR (wb_session_state (session) == SIM_RUN_PAUSED);
}

/* A branch has another accuracy, and a branch of the branch another parameter. */
static void
do_branches (WbWindow *window)
{
  WbSession *session = wb_window_session (window);

  wb_session_set_rate (session, 0);
  wb_test_finish (session);
  wb_session_set_playhead (session, 12);
  set (window, WB_SETTING, "accuracy", "1e-7");
  wb_session_run (session);
  WAIT_FOR (g_list_model_get_n_items (wb_session_runs (session)) == 2 && !wb_session_is_busy (session));
  wb_session_set_playhead (session, 20);
  wb_test_turn (0.2);
  set (window, WB_PARAMETER, "rho", "26");
  WAIT_FOR (g_list_model_get_n_items (wb_session_runs (session)) == 3 && !wb_session_is_busy (session));
  g_assert_cmpint (wb_run_item_parent (wb_session_current (session)), !=, 0);
  wb_session_set_playhead (session, 25);
}

static const struct { const char *name, *model; void (*prepare) (WbWindow *window); } cases[] = {
  { "unstarted", "pendulum", do_nothing },   { "zoomed", "van-der-pol", do_zoomed },      { "changed", "lorenz", do_changed },
  { "runs", "van-der-pol", do_runs },        { "plots", "van-der-pol", do_plots },
      { "random", "noise-driven-oscillator", do_random },
  { "comparison", "kepler", do_comparison }, { "moved", "bouncing-ball", do_moved },
  { "branches", "lorenz", do_branches },
};

/* ---- pictures ---- */

/* Hides the wall-clock times of the comparison. They differ, because the comparison is computed
 * again. */
static GtkWidget *
pictured (WbWindow *window)
{
  return g_strcmp0 (wb_session_view (wb_window_session (window)), "compare") == 0
           ? gtk_widget_get_parent (gtk_widget_get_parent (GTK_WIDGET (wb_compare_view_area (wb_window_compare (window), 0))))
               : GTK_WIDGET (window);
}

static GBytes *
picture (WbWindow *window, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *data = NULL;
  gsize length;

  g_assert_true (wb_screenshot_save_widget (pictured (window), 1, path, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &data, &length, NULL));
  return g_bytes_new_take (g_steal_pointer (&data), length);
}

/* Returns a picture of the window after thumbnails, curves and jobs are complete. */
static GBytes *
settled (WbWindow *window, const char *path)
{
  GBytes *last = NULL;
  int same = 0;

  WAIT_FOR (!wb_model_browser_is_scanning (wb_window_browser (window)));
  wb_thumbnails_settle (20000);
  gtk_window_set_focus (GTK_WINDOW (window), NULL);
  for (int i = 0; i < 60 && same < 3; i++)
    {
      GBytes *now;

      for (gint64 end = g_get_monotonic_time () + 150000; g_get_monotonic_time () < end;)
        if (!g_main_context_iteration (NULL, FALSE))
          g_usleep (1000);
      wb_window_refresh (window);
      WAIT_FOR (wb_plot_painter_is_idle ());
      now = picture (window, path);
      same = last != NULL && g_bytes_equal (now, last) ? same + 1 : 0;
      g_clear_pointer (&last, g_bytes_unref);
      last = now;
    }
  g_assert_cmpint (same, ==, 3);
  return last;
}

static void
assert_same_numbers (WbSession *a, WbSession *b)
{
  guint n = g_list_model_get_n_items (wb_session_runs (a));

  g_assert_cmpuint (g_list_model_get_n_items (wb_session_runs (b)), ==, n);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WbRunItem) one = g_list_model_get_item (wb_session_runs (a), i), other = g_list_model_get_item (wb_session_runs (b), i);
      SimTrajectory *p = wb_run_item_trajectory (one), *q = wb_run_item_trajectory (other);
      gsize bytes = sizeof (double) * ((gsize) sim_trajectory_n_columns (p) + 1);

      g_assert_cmpstr (wb_run_item_name (one), ==, wb_run_item_name (other));
      g_assert_cmpuint (sim_trajectory_n_rows (p), ==, sim_trajectory_n_rows (q));
      for (gsize row = 0; row < sim_trajectory_n_rows (p); row++)
        g_assert_cmpmem (sim_trajectory_row (p, row), bytes, sim_trajectory_row (q, row), bytes);
      g_assert_cmpuint (sim_trajectory_n_events (p), ==, sim_trajectory_n_events (q));
    }
}

/* Returns a text with the ranges of all plots. Plots that were hidden may not have been drawn and have no range then. */
static char *
without_growing (const char *text)
{
  g_autoptr (GRegex) grows = g_regex_new ("\n +[xy]_range: \\[[^]]*grows\\]", 0, 0, NULL);

  return g_regex_replace_literal (grows, text, -1, 0, "", 0, NULL);
}

/* Checks that the manual page describes each key of the session file. Names from the model are not
 * keys. */
static void
assert_described (const char *session)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "data", "stepwise-session.5", NULL), *page = NULL;
  g_autoptr (GRegex) keys = g_regex_new ("^( *)(?:- )?(?:\\{)?([a-z_]+):|[{,] ?([a-z_]+):", G_REGEX_MULTILINE, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  int own = -1; /* indentation of a table whose keys come from the model or the settings; −1: none */

  g_assert_true (g_file_get_contents (path, &page, NULL, NULL));
  for (g_regex_match (keys, session, 0, &match); g_match_info_matches (match); g_match_info_next (match, NULL))
    {
      g_autofree char *indent = g_match_info_fetch (match, 1), *first = g_match_info_fetch (match, 2),
          *inner = g_match_info_fetch (match, 3);
      const char *key = first != NULL && first[0] != '\0' ? first : inner;
      g_autofree char *pattern = g_strdup_printf ("^\\.(Li|It Li|Ss).*\\b%s\\b", key);

      if (first != NULL && first[0] != '\0')
        {
          if (own >= 0 && (int) strlen (indent) > own)
            continue;
          own = -1;
          if (g_strv_contains ((const char *const[]) { "settings", "parameters", "initial", "constants", "events_off", "options", NULL }, key))
            own = (int) strlen (indent);
        }
      if (!g_regex_match_simple (pattern, page, G_REGEX_MULTILINE, 0))
        g_error ("stepwise-session(5) says nothing of “%s”", key);
      if (strcmp (key, "model") == 0)
        return; /* the rest is the text of the model */
    }
}

/* Returns whether the file has seals, which a job adds to a session with many rows. */
static gboolean
is_sealed (const char *path)
{
  g_autofree char *text = NULL;

  return g_file_get_contents (path, &text, NULL, NULL) && strstr (text, "\nseals:") != NULL;
}

/* Verifies a file whose runs must have the same bits; runs that are not complete are named. */
static void
assert_verified (const char *path, WbSession *session)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (LabVerification) found = NULL;
  int n_complete = 0;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  found = lab_verify (text, "a.stepwise", NULL, &error);
  g_assert_no_error (error);
  g_assert_false (lab_verification_differs (found));
  for (guint k = 0; k < found->runs->len; k++)
    {
      const LabVerifiedRun *run = g_ptr_array_index (found->runs, k);
      g_autofree char *said = lab_verified_run_text (run);

      g_test_message ("%s", said);
      g_assert_true (run->compared);
      g_assert_true (run->same);
      g_assert_cmpint (run->verdict == LAB_VERDICT_IDENTICAL, ==, run->end == LAB_SEAL_REACHED || run->end == LAB_SEAL_TERMINATED);
      n_complete += run->verdict == LAB_VERDICT_IDENTICAL;
    }
  g_assert_cmpint (lab_verification_is_identical (found), ==, n_complete > 0 && n_complete == (int) found->runs->len);
}

static void
test_reopened (gconstpointer data)
{
  int index = GPOINTER_TO_INT (data);
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *path = g_build_filename (folder, "a.stepwise", NULL);
  g_autofree char *before = g_build_filename (folder, "before.png", NULL), *after = g_build_filename (folder, "after.png", NULL);
  g_autofree char *saved = NULL, *reopened = NULL, *text = NULL, *again = NULL;
  g_autoptr (GBytes) first = NULL, second = NULL;
  g_autoptr (GError) error = NULL;
  WbWindow *window = wb_test_window (cases[index].model), *other;

  cases[index].prepare (window);
  first = settled (window, before);
  g_assert_true (wb_session_file_save (path, wb_window_session (window), &error));
  g_assert_no_error (error);
  if (wb_session_current (wb_window_session (window)) != NULL && wb_session_state (wb_window_session (window)) != SIM_RUN_READY)
    {
      WAIT_FOR (is_sealed (path));
      assert_verified (path, wb_window_session (window));
    }
  saved = wb_session_file_text (wb_window_session (window));
  assert_described (saved);
  text = without_growing (saved);

  other = wb_test_window (NULL);
  g_assert_true (wb_window_open_path (other, path));
  if (wb_comparison_peek (wb_window_session (other)) != NULL)
    WAIT_FOR (!wb_comparison_is_running (wb_comparison_of (wb_window_session (other))));
  second = settled (other, after);
  assert_same_numbers (wb_window_session (window), wb_window_session (other));
  reopened = wb_session_file_text (wb_window_session (other));
  again = without_growing (reopened);
  g_assert_cmpstr (again, ==, text);
  if (!g_bytes_equal (first, second))
    g_error ("%s and %s differ", before, after);
  wb_session_set_lecture (wb_window_session (other), FALSE);
  wb_test_close (other);
  wb_test_close (window);
  g_remove (path);
  g_remove (before);
  g_remove (after);
  g_rmdir (folder);
}

/* ---- files that are no sessions or have errors ---- */

#define MODEL "model:\n  file: decay.yaml\n  text: |2\n    format: 1\n    name: Decay\n    time: {end: 1}\n    parameters: {k: 2}\n" \
              "    states: {x: {initial: 1, derivative: -k*x}}\n"

/* A wrong file is reported with its name. The window keeps its model, runs and
 * plots. */
static void
test_wrong (void)
{
  static const struct { const char *text, *said; } rows[] = {
    { "", "is empty" },
    { "stepwise_session: 1\nview: [", "wrong.stepwise:3:1" },
    { "stepwise_session: 2\n" MODEL, "not a session of this version" },
    { "stepwise_session: 1\n", "contains no model" },
    { "stepwise_session: 1\nparameters: {k: abc}\n" MODEL, "'k' is not a number: abc" },
    { "stepwise_session: 1\nparameters: {k: nan}\n" MODEL, "'k' is not a number: nan" },
    { "stepwise_session: 1\nsettings: {accuracy: nonsense}\n" MODEL, "nonsense" },
    { "stepwise_session: 1\nplots: [{type: pie}]\n" MODEL, "no plot 'pie'" },
    { "stepwise_session: 1\nruns: [{parameters: {nobody: 1}}]\n" MODEL, "nobody" },
    { "stepwise_session: 1\nruns: [{changes: [{step: 3}]}]\n" MODEL, "no value" },
    { "stepwise_session: 1\nruns: [{earlier_model: 1}]\n" MODEL, "no earlier model '1'" },
    { "stepwise_session: 1\nruns: [{earlier_model: 0}]\nearlier_models: [{text: 'x'}]\n" MODEL, "no earlier model '0'" },
    { "stepwise_session: 1\nruns: [{earlier_model: 1}]\nearlier_models: [{text: 'x'}]\n" MODEL, "has errors" },
    { "stepwise_session: 1\nruns: [{earlier_model: [1]}]\nearlier_models: 3\n" MODEL, "no earlier model" },
    { "stepwise_session: 1\ncomparison: {rule: luck}\n" MODEL, "'luck'" },
    { "stepwise_session: 1\nmodel: {text: 'x'}\n", "has errors" },
    { "PK\3\4\377\376", "not a text file" },
  };
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *path = g_build_filename (folder, "wrong.stepwise", NULL);
  g_autofree char *before = NULL, *deep = g_strnfill (40000, '[');
  WbWindow *window = wb_test_window ("van-der-pol");

  wb_test_finish (wb_window_session (window));
  wb_test_spin ();
  before = wb_session_file_text (wb_window_session (window));
  for (guint i = 0; i <= G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *after = NULL;
      const char *said = i < G_N_ELEMENTS (rows) ? rows[i].said : "nested deeper";

      g_assert_true (g_file_set_contents (path, i < G_N_ELEMENTS (rows) ? rows[i].text : deep, -1, NULL));
      g_assert_false (wb_window_open_path (window, path));
      if (strstr (wb_test_toast (window), said) == NULL)
        g_error ("row %u says: %s", i, wb_test_toast (window));
      g_assert_nonnull (strstr (wb_test_toast (window), "wrong.stepwise"));
      after = wb_session_file_text (wb_window_session (window));
      g_assert_cmpstr (after, ==, before);
    }
  g_remove (path);
  g_rmdir (folder);
  wb_test_close (window);
}

/* If the model file is missing or has changed, the text in the session file is used. Otherwise the model file is
 * used. */
static void
test_elsewhere (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL);
  g_autofree char *model = g_build_filename (folder, "decay.yaml", NULL), *path = g_build_filename (folder, "a.stepwise", NULL);
  static const char text[] = "format: 1\nname: Decay\ntime: {end: 1}\nparameters: {k: 2}\nstates: {x: {initial: 1, derivative: -k*x}}\n";
  WbWindow *window;
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (model, text, -1, NULL));
  window = wb_test_window (model);
  wb_test_finish (wb_window_session (window));
  g_assert_true (wb_session_file_save (path, wb_window_session (window), &error));
  wb_test_close (window);

  window = wb_test_window (path);
  g_assert_cmpstr (model_path (wb_session_model (wb_window_session (window))), ==, model);
  g_assert_cmpstr (wb_test_toast (window), ==, "");
  wb_test_close (window);

  g_assert_true (g_file_set_contents (model, "format: 1\nname: Other\nstates: {x: {initial: 1, derivative: x}}\n", -1, NULL));
  window = wb_test_window (path);
  g_assert_cmpstr (model_name (wb_session_model (wb_window_session (window))), ==, "Decay");
  g_assert_nonnull (strstr (wb_test_toast (window), "was changed after"));
  wb_test_close (window);

  g_remove (model);
  window = wb_test_window (path);
  g_assert_cmpstr (model_name (wb_session_model (wb_window_session (window))), ==, "Decay");
  g_assert_cmpint (wb_session_state (wb_window_session (window)), ==, SIM_RUN_FINISHED);
  wb_test_close (window);
  g_remove (path);
  g_rmdir (folder);
}

/* A failed save is reported, and the old file is unchanged. */
static void
test_not_written (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *missing = g_build_filename (folder, "no", "a.stepwise", NULL);
  const char *const paths[] = { "/dev/full", missing };
  WbWindow *window = wb_test_window ("van-der-pol");

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (wb_session_file_save (paths[i], wb_window_session (window), &error));
      g_assert_nonnull (error);
    }
  wb_test_close (window);
  g_rmdir (folder);
}

/* ---- verification ---- */

/* Returns the window of Verify over this window. */
static GtkWindow *
verification_of (WbWindow *window)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint k = 0; k < g_list_model_get_n_items (windows); k++)
    {
      g_autoptr (GtkWindow) other = g_list_model_get_item (windows, k);

      if (gtk_window_get_transient_for (other) == GTK_WINDOW (window))
        return other;
    }
  return NULL;
}

static void
expect_verification (WbWindow *window, const char *text)
{
  GtkWindow *shown;

  wb_test_act (window, "win.verify");
  shown = verification_of (window);
  g_assert_nonnull (shown);
  WAIT_FOR (wb_test_label_with (GTK_WIDGET (shown), text) != NULL);
  g_signal_emit_by_name (wb_test_find (GTK_WIDGET (shown), GTK_TYPE_BUTTON, "text-button"), "clicked");
  WAIT_FOR (verification_of (window) == NULL);
}

/* Verify computes the runs of the saved file and shows sentences. It needs a file, and can be cancelled. Settings of single states are sealed and saved, too. */
static void
test_verify (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *path = g_build_filename (folder, "a.stepwise", NULL);
  g_autofree char *text = NULL, *weight = NULL;
  WbWindow *window = wb_test_window ("van-der-pol"), *other;
  WbSession *session = wb_window_session (window);
  g_autoptr (GError) error = NULL;
  char *place;

  set (window, WB_SETTING, "weights.x", "3");
  wb_test_finish (session);
  wb_test_act (window, "win.verify");
  g_assert_nonnull (strstr (wb_test_toast (window), "Save the session first"));
  g_assert_true (wb_session_file_save (path, session, &error));
  g_assert_no_error (error);
  wb_session_set_path (session, path);
  WAIT_FOR (is_sealed (path));
  assert_verified (path, session);
  expect_verification (window, "Every run of the session is identical to the last bit.");

  wb_test_act (window, "win.verify");
  g_signal_emit_by_name (wb_test_find (GTK_WIDGET (verification_of (window)), GTK_TYPE_BUTTON, "text-button"), "clicked");
  g_assert_nonnull (wb_test_label_with (GTK_WIDGET (verification_of (window)), "Cancelled: the session was not verified."));
  gtk_window_destroy (verification_of (window));
  WAIT_FOR (verification_of (window) == NULL);

  other = wb_test_window (path);
  weight = sim_config_get (wb_session_config (wb_window_session (other)), "weights.x");
  g_assert_cmpstr (weight, ==, "3");
  assert_same_numbers (session, wb_window_session (other));
  wb_test_close (other);

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  place = strstr (strstr (text, "\nruns:"), "weights.x: 3");
  g_assert_nonnull (place);
  place[strlen ("weights.x: ")] = '4';
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  expect_verification (window, "The session differs from its seals.");
  g_assert_true (g_file_set_contents (path, "stepwise_session: 1\n", -1, NULL));
  expect_verification (window, "a.stepwise contains no model.");
  wb_test_close (window);
  g_remove (path);
  g_rmdir (folder);
}

/* Saves a session, opens it in a second window, and checks that its runs have the same bits there, that it is written there with the same text, and that
 * verification in the program and on the command line finds each run identical. */
static void
expect_kept (WbSession *session, const char *path)
{
  const char *const verify[] = { g_getenv ("STEPWISE_CLI"), "verify", path, NULL };
  g_autoptr (GError) error = NULL;
  g_autofree char *saved = NULL, *again = NULL, *first = NULL, *second = NULL, *out = NULL;
  g_autoptr (LabVerification) found = NULL;
  WbWindow *other;
  int status = -1;

  g_assert_true (wb_session_file_save (path, session, &error));
  g_assert_no_error (error);
  WAIT_FOR (is_sealed (path));
  g_assert_true (g_file_get_contents (path, &saved, NULL, NULL));
  found = lab_verify (saved, "a.stepwise", NULL, &error);
  g_assert_no_error (error);
  for (guint k = 0; k < found->runs->len; k++)
    g_assert_cmpint (((const LabVerifiedRun *) g_ptr_array_index (found->runs, k))->verdict, ==, LAB_VERDICT_IDENTICAL);
  g_assert_true (g_spawn_sync (NULL, (char **) verify, NULL, G_SPAWN_DEFAULT, NULL, NULL, &out, NULL, &status, &error));
  g_assert_cmpint (status, ==, 0);

  other = wb_test_window (path);
  for (guint k = 0; k < g_list_model_get_n_items (wb_session_runs (wb_window_session (other))); k++)
    {
      g_autoptr (WbRunItem) run = g_list_model_get_item (wb_session_runs (wb_window_session (other)), k);

      WAIT_FOR ((wb_run_item_poll (run), wb_run_item_state (run)->state == SIM_RUN_FINISHED && !wb_run_item_state (run)->replaying));
    }
  assert_same_numbers (session, wb_window_session (other));
  again = wb_session_file_text (wb_window_session (other));
  first = without_growing (again);
  *strstr (saved, "\nseals:") = '\0';
  second = without_growing (saved);
  g_assert_cmpstr (g_strchomp (strstr (first, "\nruns:")), ==, strstr (second, "\nruns:"));
  wb_test_close (other);
}

/* Compares a run with one of a model file that the command line makes, row by row. */
static void
expect_command_line (WbRunItem *run, const char *model, const char *set, const char *folder)
{
  g_autofree char *rows = g_build_filename (folder, "rows.csv", NULL), *text = NULL;
  const char *const command[] = { g_getenv ("STEPWISE_CLI"), "run", model, "--set", set, "-o", rows, NULL };
  SimTrajectory *trajectory = wb_run_item_trajectory (run);
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) lines = NULL;
  int status = -1;
  gsize row = 0;

  g_assert_true (g_spawn_sync (NULL, (char **) command, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL, NULL, &status, &error));
  g_assert_cmpint (status, ==, 0);
  g_assert_true (g_file_get_contents (rows, &text, NULL, NULL));
  lines = g_strsplit (g_strchomp (text), "\n", -1);
  for (char **line = lines; *line != NULL; line++)
    {
      char *end;
      double t = g_ascii_strtod (*line, &end), x;

      if (end == *line || *end != ',')
        continue; /* comments and names */
      x = g_ascii_strtod (end + 1, NULL);
      while (row < sim_trajectory_n_rows (trajectory) && (sim_trajectory_flags (trajectory, row) & SIM_ROW_SAMPLE) != 0)
        row++;
      g_assert_cmpuint (row, <, sim_trajectory_n_rows (trajectory));
      g_assert_cmpfloat (sim_trajectory_row (trajectory, row)[0], ==, t);
      g_assert_cmpfloat (sim_trajectory_row (trajectory, row)[1], ==, x);
      row++;
    }
  g_assert_cmpuint (row, >, 20);
  g_remove (rows);
}

#define OSCILLATOR "format: 1\nname: Oscillator\ntime: {end: 12}\nparameters: {mu: 1}\n%sstates:\n  x: {initial: 2, derivative: v}\n" \
                   "  v: {initial: 0, derivative: %s}\n"

static void
write_oscillator (const char *file, const char *keys, const char *force)
{
  g_autofree char *text = g_strdup_printf (OSCILLATOR, keys, force);

  g_assert_true (g_file_set_contents (file, text, -1, NULL));
}

/* A run that was made with an earlier text of the model stays in the list. The session keeps its text, so that it is computed with this text again, after
 * undo and redo, too. A branch of it is refused as in the window where it was made. */
static void
test_other_model (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *path = g_build_filename (folder, "a.stepwise", NULL);
  g_autofree char *file = g_build_filename (folder, "m.yaml", NULL), *old = g_build_filename (folder, "old.yaml", NULL), *text = NULL;
  g_autoptr (WbRunItem) first = NULL;
  WbWindow *window, *other;
  WbSession *session;

  write_oscillator (old, "", "mu*(1 - x^2)*v - x");
  write_oscillator (file, "", "mu*(1 - x^2)*v - x");
  window = wb_test_window (file);
  session = wb_window_session (window);
  set (window, WB_PARAMETER, "mu", "1.5");
  wb_test_finish (session);
  set (window, WB_INITIAL, "x", "1.75");
  wb_test_finish (session);
  write_oscillator (file, "", "mu*(1 - x^2)*v - 1.01*x");
  g_assert_true (wb_session_reload (session));
  wb_test_finish (session);
  g_assert_cmpuint (g_list_model_get_n_items (wb_session_runs (session)), ==, 3);
  first = g_list_model_get_item (wb_session_runs (session), 0);
  expect_command_line (first, old, "mu=1.5", folder);
  expect_kept (session, path);
  text = wb_session_file_text (session);
  g_assert_nonnull (strstr (text, "earlier_model: 1"));
  g_assert_null (strstr (text, "earlier_model: 2")); /* both runs have the same text, which is stored once */
  wb_session_undo (session);
  expect_kept (session, path);
  wb_session_redo (session);
  expect_kept (session, path);

  other = wb_test_window (path);
  g_clear_object (&first);
  first = g_list_model_get_item (wb_session_runs (wb_window_session (other)), 0);
  WAIT_FOR ((wb_run_item_poll (first), wb_run_item_state (first)->state == SIM_RUN_FINISHED));
  expect_command_line (first, old, "mu=1.5", folder);
  wb_session_set_current (wb_window_session (other), first);
  g_assert_true (wb_session_is_stale (wb_window_session (other)));
  wb_session_set_playhead (wb_window_session (other), 6);
  wb_session_branch (wb_window_session (other));
  g_assert_cmpuint (g_list_model_get_n_items (wb_session_runs (wb_window_session (other))), ==, 3);
  wb_test_close (other);
  wb_test_close (window);
  g_remove (path);
  g_remove (file);
  g_remove (old);
  g_rmdir (folder);
}

/* The session has the points of a file of data and the text of a tableau that a model names, as each run has used them: the files may change and be deleted. */
static void
test_other_files (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *path = g_build_filename (folder, "a.stepwise", NULL);
  g_autofree char *file = g_build_filename (folder, "m.yaml", NULL), *data = g_build_filename (folder, "force.csv", NULL);
  g_autofree char *tableau = g_build_filename (folder, "mine.yaml", NULL);
  g_autofree char *keys = g_strdup_printf ("tables: {force: {file: force.csv}}\nsolver: {integrator: %s, max_step: 0.05}\n", tableau);
  g_autoptr (WbRunItem) first = NULL, second = NULL, third = NULL;
  g_autoptr (GError) error = NULL;
  WbWindow *window;
  WbSession *session;
  gsize last;

  g_assert_true (g_file_set_contents (data, "x, F\n-3, -3.25\n0, 0\n3, 3.1\n", -1, NULL));
  g_assert_true (g_file_set_contents (tableau, "format: 1\nname: First\nA: [[], [1/2], [0, 3/4]]\nb: [2/9, 1/3, 4/9]\n", -1, NULL));
  write_oscillator (file, keys, "-force(x) - 0.1*mu*v");
  window = wb_test_window (file);
  session = wb_window_session (window);
  wb_test_finish (session);
  g_assert_true (g_file_set_contents (tableau, "format: 1\nname: Second\nA: [[], [1/2]]\nb: [0, 1]\n", -1, NULL));
  wb_session_reset (session);
  wb_test_finish (session);
  g_assert_true (g_file_set_contents (data, "x, F\n-3, -3\n0, 0\n3, 3\n", -1, NULL));
  g_assert_true (wb_session_reload (session));
  wb_test_finish (session);
  g_assert_cmpuint (g_list_model_get_n_items (wb_session_runs (session)), ==, 3);
  first = g_list_model_get_item (wb_session_runs (session), 0);
  second = g_list_model_get_item (wb_session_runs (session), 1);
  third = g_list_model_get_item (wb_session_runs (session), 2);
  last = sim_trajectory_n_rows (wb_run_item_trajectory (second)) - 1;
  g_assert_cmpfloat (sim_trajectory_row (wb_run_item_trajectory (first), last)[1], !=, sim_trajectory_row (wb_run_item_trajectory (second), last)[1]);
  g_assert_cmpfloat (sim_trajectory_row (wb_run_item_trajectory (third), last)[1], !=, sim_trajectory_row (wb_run_item_trajectory (second), last)[1]);
  g_assert_cmpstr (sim_config_method (wb_run_item_config (first))->label, ==, "First");
  g_assert_cmpstr (sim_config_method (wb_run_item_config (second))->label, ==, "Second");
  expect_kept (session, path);
  g_remove (data);
  g_remove (tableau);
  g_remove (file);
  expect_kept (session, path);
  wb_test_close (window);
  g_remove (path);
  g_rmdir (folder);
}

/* A file of an earlier version does not have the text of a run that was made with another one. The run is left out, with a message. */
static void
test_lost_model (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *path = g_build_filename (folder, "a.stepwise", NULL), *text = NULL;
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);
  g_autoptr (GString) changed = NULL;
  g_autoptr (GError) error = NULL;

  wb_test_finish (session);
  g_assert_true (wb_session_file_save (path, session, &error));
  WAIT_FOR (is_sealed (path));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  changed = g_string_new (text);
  g_assert_cmpuint (g_string_replace (changed, "end: reached", "end: other_model", 0), ==, 1);
  g_assert_true (g_file_set_contents (path, changed->str, -1, NULL));
  g_assert_true (wb_window_open_path (window, path));
  g_assert_cmpuint (g_list_model_get_n_items (wb_session_runs (session)), <=, 1);
  g_assert_cmpint (wb_session_state (session), ==, SIM_RUN_READY);
  g_assert_nonnull (strstr (wb_test_toast (window), "another text of the model"));
  wb_test_close (window);
  g_remove (path);
  g_rmdir (folder);
}

/* A session with many rows is written at once, and again with its seals by a job. A file that was changed meanwhile stays as it is. */
static void
test_sealed_later (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *path = g_build_filename (folder, "a.stepwise", NULL);
  WbWindow *window = wb_test_window ("lorenz");
  WbSession *session = wb_window_session (window);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  set (window, WB_TIME, "end", "2000");
  wb_test_finish (session);
  g_assert_true (wb_session_file_save (path, session, &error));
  g_assert_no_error (error);
  g_assert_false (is_sealed (path)); /* the job delivers its result on the main loop, which did not run */
  WAIT_FOR (is_sealed (path));
  g_assert_nonnull (strstr (wb_test_toast (window), "Session sealed"));
  assert_verified (path, session);

  g_assert_true (wb_session_file_save (path, session, &error));
  g_assert_true (g_file_set_contents (path, "changed", -1, NULL));
  WAIT_FOR (*wb_job_place (session, "seal") == NULL);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "changed");
  wb_test_close (window);
  g_remove (path);
  g_rmdir (folder);
}

/* While a session with many rows is sealed for longer than a moment, a window has a button that cancels it. The saved file stays as it was saved. */
static void
test_cancelled_sealing (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *path = g_build_filename (folder, "a.stepwise", NULL);
  WbWindow *window = wb_test_window ("lorenz");
  WbSession *session = wb_window_session (window);
  GtkWidget *button = NULL;

  wb_session_file_cancel_sealing (session); /* does nothing */
  g_assert_cmpfloat (wb_session_file_sealing (session), <, 0);
  set (window, WB_TIME, "end", "20000");
  wb_test_finish (session);
  for (int try = 0; button == NULL && try < 20; try++) /* a fast machine may have sealed it before the window is shown */
    {
      g_autoptr (GError) error = NULL;
      GtkWindow *sealing;

      g_assert_true (wb_session_file_save (path, session, &error));
      wb_seal_window_follow (GTK_WINDOW (window), session, 0);
      while ((sealing = verification_of (window)) == NULL && wb_session_file_sealing (session) >= 0)
        g_main_context_iteration (NULL, TRUE);
      if (sealing != NULL && wb_session_file_sealing (session) >= 0)
        button = wb_test_find (GTK_WIDGET (sealing), GTK_TYPE_BUTTON, "text-button");
    }
  g_assert_nonnull (button);
  g_signal_emit_by_name (button, "clicked");
  g_assert_cmpfloat (wb_session_file_sealing (session), <, 0);
  g_assert_nonnull (strstr (wb_test_toast (window), "without seals"));
  g_assert_null (verification_of (window));
  g_assert_false (is_sealed (path));
  wb_test_close (window);
  g_remove (path);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = g_strconcat ("/session/reopening-a-session-restores-what-was-saved/", cases[i].name, NULL);

      g_test_add_data_func (name, GINT_TO_POINTER ((int) i), test_reopened);
    }
  g_test_add_func ("/session/a-run-of-an-earlier-text-of-the-model-is-computed-with-its-own-text", test_other_model);
  g_test_add_func ("/session/a-run-keeps-the-data-and-the-tableau-that-its-model-names", test_other_files);
  g_test_add_func ("/session/a-run-without-the-text-of-its-model-is-left-out", test_lost_model);
  g_test_add_func ("/session/verify-says-what-a-saved-session-repeats", test_verify);
  g_test_add_func ("/session/the-seals-of-many-rows-are-added-by-a-job", test_sealed_later);
  g_test_add_func ("/session/a-long-sealing-shows-progress-and-is-cancelled", test_cancelled_sealing);
  g_test_add_func ("/session/an-invalid-file-is-reported-and-the-open-session-stays-unchanged", test_wrong);
  g_test_add_func ("/session/the-model-text-in-the-session-is-used-if-the-model-file-is-missing-or-changed", test_elsewhere);
  g_test_add_func ("/session/a-failed-save-is-reported-and-the-old-file-stays", test_not_written);
  return g_test_run ();
}
