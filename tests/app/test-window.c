/* Tests the window: runs, the playhead, changes, files, and every
 * action. */
#include "wb-test.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "page-files.h"
#include "wb-dialogs.h"
#include "wb-event-text.h"
#include "wb-number-field.h"
#include "wb-rich.h"
#include "wb-session-file.h"
#include "wb-stability.h"
#include "wb-style.h"

/* ---- numbers and rich text ---- */

static void
test_numbers (void)
{
  static const struct { const char *text; double value; gboolean right; } rows[] = {
    { "1e-5", 1e-5, TRUE },   { "10^-5", 1e-5, TRUE },  { "10⁻⁵", 1e-5, TRUE },      { "2·10⁻⁵", 2e-5, TRUE }, { "7.4×10⁻³", 7.4e-3, TRUE },
    { "−3", -3, TRUE },       { "0,5", 0.5, TRUE },     { "2\u2009287", 2287, TRUE }, { "10", 10, TRUE },       { "100.5", 100.5, TRUE },
    { "", 0, FALSE },         { "abc", 0, FALSE },      { "1.2.3", 0, FALSE },       { "inf", 0, FALSE },      { "10^2", 100, TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      double value = NAN;

      g_assert_cmpint (wb_number_parse (rows[i].text, &value), ==, rows[i].right);
      /* Numbers with many digits are equal up to a rounding error of the last
       * digit. */
      if (rows[i].right)
        g_assert_cmpfloat (fabs (value - rows[i].value), <=, 2.3e-16 * fabs (rows[i].value));
    }
  for (double value = 1e-300; value < 1e300; value *= 7.7e13)
    {
      g_autofree char *text = wb_number_text (value);

      g_assert_cmpfloat (g_ascii_strtod (text, NULL), ==, value);
    }
}

static void
test_rich (void)
{
  static const struct { const char *rich, *text; int n_spans; } rows[] = {
    { "a\\*b", "a*b", 0 }, { "x * y", "x * y", 0 }, { "*x* < 0 & *y*", "x < 0 & y", 2 }, { "\\\\", "\\", 0 }, { "*mu*\\*2", "μ*2", 1 },
        { "", "", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *markup = wb_rich_markup (rows[i].rich), *text = NULL;
      g_auto (GStrv) parts = g_strsplit (markup, "<span", -1);
      g_autoptr (GError) error = NULL;

      g_assert_true (pango_parse_markup (markup, -1, 0, NULL, &text, NULL, &error));
      g_assert_no_error (error);
      g_assert_cmpstr (text, ==, rows[i].text);
      g_assert_cmpint ((int) g_strv_length (parts) - (parts[0] != NULL), ==, rows[i].n_spans);
    }
}

/* ---- runs ---- */

static void
test_run (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);

  g_assert_cmpint (wb_session_state (session), ==, SIM_RUN_READY);
  /* The first row exists before the run starts, so that plots can show it. */
  WAIT_FOR (sim_trajectory_n_rows (wb_run_item_trajectory (wb_session_current (session))) == 1);
  g_assert_cmpint (wb_session_state (session), ==, SIM_RUN_READY);
  g_assert_cmpfloat (sim_trajectory_row (wb_run_item_trajectory (wb_session_current (session)), 0)[1], ==, 1);
  WAIT_FOR (plot_time_axis_playhead (wb_plot_set_axis (wb_plot_set_of (wb_window_session (window)))) == 0);
  wb_test_act (window, "win.run");
  WAIT_FOR (wb_session_state (session) == SIM_RUN_FINISHED);
  g_assert_cmpint (wb_run_item_state (wb_session_current (session))->status.reason, ==, SIM_REACHED_END);
  g_assert_cmpfloat (wb_session_playhead (session), ==, wb_session_t_end (session));
  /* The strip shows the smallest step that the controller chose. The first step is smaller, but it comes from a
   * setting. */
  g_assert_cmpfloat_with_epsilon (wb_run_item_state (wb_session_current (session))->statistics.ode.initial_step_taken, 0.01, 1e-12);
  g_assert_cmpfloat (wb_run_item_state (wb_session_current (session))->statistics.ode.smallest_adapted_step, >, 0.01);
  g_assert_cmpuint (g_list_model_get_n_items (wb_session_runs (session)), ==, 1);

  /* A second run is a separate item. The first one stays in the list. */
  wb_test_act (window, "win.run");
  WAIT_FOR (wb_session_state (session) == SIM_RUN_FINISHED && g_list_model_get_n_items (wb_session_runs (session)) == 2);
  wb_test_close (window);
}

static void
test_step_and_scrub (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);
  double t1, t2;

  wb_test_act (window, "win.step");
  WAIT_FOR (wb_session_state (session) == SIM_RUN_PAUSED);
  t1 = wb_session_playhead (session);
  g_assert_cmpfloat (t1, >, 0);
  wb_test_act (window, "win.step");
  WAIT_FOR (wb_session_playhead (session) > t1 && wb_session_state (session) == SIM_RUN_PAUSED);
  t2 = wb_session_playhead (session);
  wb_test_act (window, "win.step-back");
  WAIT_FOR (wb_session_playhead (session) < t2);
  g_assert_cmpfloat (wb_session_playhead (session), ==, t1);

  wb_test_act (window, "win.run-to-end");
  WAIT_FOR (wb_session_state (session) == SIM_RUN_FINISHED);
  wb_session_set_playhead (session, 5);
  g_assert_false (wb_session_is_following (session));
  wb_session_playhead_step (session, +1);
  g_assert_cmpfloat (wb_session_playhead (session), >, 5);
  wb_session_playhead_step (session, -1);
  g_assert_cmpfloat (wb_session_playhead (session), <=, 5);
  wb_session_set_playhead (session, 0);
  g_assert_true (wb_session_next_rejection (session, 1));
  g_assert_cmpfloat (wb_session_playhead (session), >, 0);
  wb_session_playhead_event (session, +1);
  wb_session_set_playhead (session, 1e9);
  g_assert_cmpfloat (wb_session_playhead (session), ==, wb_session_t_end (session));
  wb_test_act (window, "win.reset");
  g_assert_cmpint (wb_session_state (session), ==, SIM_RUN_READY);
  wb_test_close (window);
}

static void
test_real_time (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);
  gint64 start = g_get_monotonic_time ();

  /* The span is much longer than a slow computer can simulate between two
   * frames. */
  g_assert_true (wb_session_set (session, WB_TIME, "end", "100000", NULL));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.realtime-rate", "d", 10.0));
  wb_test_act (window, "win.run");
  WAIT_FOR (wb_session_playhead (session) > 5);
  /* 5 s at ten times real time take half a second. A step may end 0.5 s
   * later. */
  g_assert_cmpint (g_get_monotonic_time () - start, >, 400000);
  wb_test_act (window, "win.run");
  WAIT_FOR (wb_session_state (session) == SIM_RUN_PAUSED);
  wb_test_act (window, "win.cancel");
  WAIT_FOR (wb_session_state (session) == SIM_RUN_FINISHED);
  g_assert_cmpint (wb_run_item_state (wb_session_current (session))->status.reason, ==, SIM_INTERRUPTED);
  wb_test_close (window);
}

static void
test_close_while_running (void)
{
  WbWindow *window = wb_test_window ("lorenz");
  WbSession *session = wb_window_session (window);

  g_assert_true (wb_session_set (session, WB_TIME, "end", "1000000", NULL));
  wb_test_act (window, "win.run");
  WAIT_FOR (wb_session_state (session) == SIM_RUN_RUNNING);
  wb_test_spin ();
  wb_test_close (window);
}

/* With steps of 0.5 s at half of real time, the playhead is inside a step at some frames. It is never beyond the computed
 * time. */
static void
test_even_playhead (void)
{
  WbWindow *window = wb_test_window ("lorenz");
  WbSession *session = wb_window_session (window);
  double last = 0;
  int n_within = 0;

  /* Wait until the list of models was read. Under a sanitizer this takes
   * seconds. */
  WAIT_FOR (!wb_model_browser_is_scanning (wb_window_browser (window)));
  g_assert_true (wb_session_set (session, WB_SETTING, "integrator", "radau", NULL));
  g_assert_true (wb_session_set (session, WB_SETTING, "error_control", "false", NULL));
  g_assert_true (wb_session_set (session, WB_SETTING, "max_step", "0.5", NULL));
  wb_session_set_rate (session, 0.5);
  wb_test_act (window, "win.run");
  while (wb_session_playhead (session) < 1.5)
    {
      WAIT_FOR (wb_session_playhead (session) != last);
      g_assert_cmpfloat (wb_session_playhead (session), >, last);
      g_assert_cmpfloat (wb_session_playhead (session), <=, wb_run_item_state (wb_session_current (session))->t);
      last = wb_session_playhead (session);
      n_within += fabs (last / 0.5 - rint (last / 0.5)) > 1e-6;
    }
  /* The run takes three steps in three seconds, so even a computer with one frame per second shows a frame inside a
   * step. */
  g_assert_cmpint (n_within, >, 0);
  wb_test_close (window);
}

/* ---- changes ---- */

static void
test_undo (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);
  g_autofree char *before = wb_session_get (session, WB_SETTING, "accuracy"), *after = NULL, *again = NULL;

  g_assert_true (wb_session_set (session, WB_SETTING, "accuracy", "1e-7", NULL));
  g_assert_true (wb_session_set (session, WB_PARAMETER, "mu", "3", NULL));
  g_assert_true (wb_session_set (session, WB_SETTING, "integrator", "radau5", NULL));
  g_assert_cmpstr (sim_config_method (wb_session_config (session))->id, ==, "radau5");
  wb_test_act (window, "win.undo");
  g_assert_cmpstr (sim_config_method (wb_session_config (session))->id, !=, "radau5");
  wb_test_act (window, "win.undo");
  g_assert_false (wb_session_is_set (session, WB_PARAMETER, "mu"));
  wb_test_act (window, "win.undo");
  after = wb_session_get (session, WB_SETTING, "accuracy");
  g_assert_cmpstr (after, ==, before);
  g_assert_false (wb_session_can_undo (session));
  wb_test_act (window, "win.redo");
  again = wb_session_get (session, WB_SETTING, "accuracy");
  g_assert_cmpfloat (g_ascii_strtod (again, NULL), ==, 1e-7);
  wb_test_act (window, "win.reset-settings");
  g_assert_false (wb_session_is_set (session, WB_SETTING, "accuracy"));
  wb_test_close (window);
}

static void
test_refused (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);
  g_autoptr (GError) error = NULL;

  g_assert_false (wb_session_set (session, WB_SETTING, "norm", "seven", &error));
  g_assert_nonnull (error);
  g_assert_false (wb_session_can_undo (session));
  wb_test_close (window);
}

static void
test_live_parameter (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);
  SimTrajectory *trajectory;
  gboolean found = FALSE;

  wb_session_set_rate (session, 5);
  wb_test_act (window, "win.run");
  WAIT_FOR (wb_session_playhead (session) > 1);
  g_assert_true (wb_session_set (session, WB_PARAMETER, "mu", "2", NULL));
  trajectory = wb_run_item_trajectory (wb_session_current (session));
  for (gint64 end = g_get_monotonic_time () + WB_TEST_PATIENCE_US; !found && g_get_monotonic_time () < end;)
    {
      g_main_context_iteration (NULL, FALSE);
      for (gsize i = 0; i < sim_trajectory_n_events (trajectory); i++)
        found |= sim_trajectory_event (trajectory, i).parameter >= 0 && sim_trajectory_event (trajectory, i).value == 2;
    }
  g_assert_true (found);
  wb_test_close (window);
}

static void
test_events_off (void)
{
  WbWindow *window = wb_test_window ("bouncing-ball");
  WbSession *session = wb_window_session (window);

  for (int i = 0; i < model_system_n_events (wb_session_system (session)); i++)
    g_assert_true (wb_session_set (session, WB_EVENT, model_system_event (wb_session_system (session), i)->name, "off", NULL));
  g_assert_cmpuint (g_hash_table_size (wb_session_values (session)->events_off), >, 0);
  wb_test_finish (session);
  g_assert_cmpuint (sim_trajectory_n_events (wb_run_item_trajectory (wb_session_current (session))), ==, 0);
  wb_session_reset_all (session, 1u << WB_EVENT);
  wb_test_act (window, "win.run-to-end");
  WAIT_FOR (wb_session_state (session) == SIM_RUN_FINISHED
            && sim_trajectory_n_events (wb_run_item_trajectory (wb_session_current (session))) > 0);
  wb_test_close (window);
}

/* The largest stable step of an undamped oscillator is a smooth curve, although rounding puts its eigenvalues on either side of the
 * imaginary axis. There is no largest stable step if the stability region contains no part of this axis. */
static void
test_stability_limit (void)
{
  WbWindow *window = wb_test_window ("kepler");
  WbSession *session = wb_window_session (window);
  WbStability *stability = wb_stability_new ();
  WbRunItem *run;

  wb_test_finish (session);
  run = wb_session_current (session);
  WAIT_FOR ((wb_stability_update (stability, run), wb_stability_n (stability) > 0 && !wb_stability_is_behind (stability, run)));
  /* A jump from one pair of eigenvalues to the other would change the value by a factor of two.
   * With 600 points for ten revolutions, a smooth curve changes by less than 1.3 between
   * points. */
  for (gsize i = 1; i < wb_stability_n (stability); i++)
    g_assert_cmpfloat (fabs (log (wb_stability_h (stability)[i] / wb_stability_h (stability)[i - 1])), <, log (1.5));
  g_assert_true (wb_window_open_path (window, "coupled-oscillators"));
  g_assert_true (wb_session_set (session, WB_SETTING, "integrator", "explicit_euler", NULL));
  wb_test_finish (session);
  run = wb_session_current (session);
  WAIT_FOR ((wb_stability_update (stability, run), wb_stability_n (stability) > 0 && !wb_stability_is_behind (stability, run)));
  for (gsize i = 0; i < wb_stability_n (stability); i++)
    g_assert_true (isnan (wb_stability_h (stability)[i]));
  wb_stability_free (stability);
  wb_test_close (window);
}

/* The page Events describes the events and their accumulation. */
static void
test_event_words (void)
{
  WbWindow *window = wb_test_window ("bouncing-ball");
  WbSession *session = wb_window_session (window);
  ModelSystem *system = wb_session_system (session);
  g_autofree char *impact = wb_event_text (system, 0), *rest = wb_event_text (system, 1), *words = NULL, *open = NULL, *plain = NULL;

  g_assert_cmpstr (impact, ==, "when *h* falls through 0\nset *v* to −*e*\u2009*v*");
  g_assert_cmpstr (rest, ==, "when an impact leaves *v* under 0.05");
  wb_test_finish (session);
  words = wb_event_accumulation_text (wb_session_current (session));
  g_assert_cmpstr (words, ==, "Events “impact” accumulate at *t_∞*\u00a0=\u00a012.85\u00a0s. After 26 of these events, “rest” occurred at "
                              "12.81\u00a0s.");
  /* The star of a product in the text of a trigger is not taken as markup. */
  g_assert_true (wb_window_open_path (window, "buck-converter"));
  open = wb_event_text (wb_session_system (session), 1);
  plain = plot_text_plain (open);
  g_assert_cmpstr (plain, ==, "every period from duty*period\nset mode to 2");
  wb_test_close (window);
}

/* ---- files ---- */

static const char good_text[] = "format: 1\nname: Decay\ntime: {end: 1}\nparameters: {k: 2}\nstates: {x: {initial: 1, derivative: -k*x}}\n";

static void
test_broken (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL);
  g_autofree char *path = wb_test_write (folder, "decay.yaml", "format: 1\nname: Decay\nstates: {x: {initial: 1, derivative: -kk*x}}\n");
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);
  GtkWidget *bar;

  g_assert_false (wb_window_open_path (window, path));
  g_assert_cmpuint (model_diagnostics_n_errors (wb_session_errors (session)), >, 0);
  /* The last valid model stays open. */
  g_assert_cmpstr (model_name (wb_session_model (session)), ==, "Van der Pol");
  bar = wb_test_find (GTK_WIDGET (window), GTK_TYPE_BOX, "failure");
  g_assert_true (gtk_widget_get_visible (bar));
  wb_test_act (window, "win.model-text");
  wb_test_spin ();
  g_assert_true (wb_window_open_path (window, "lorenz"));
  g_assert_false (gtk_widget_get_visible (bar));
  wb_test_close (window);
  g_remove (path);
  g_rmdir (folder);
}

static void
test_reload (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL);
  g_autofree char *path = wb_test_write (folder, "decay.yaml", good_text), *changed = NULL;
  WbWindow *window = wb_test_window (path);
  WbSession *session = wb_window_session (window);
  g_auto (GStrv) parts = g_strsplit (good_text, "Decay", 2);

  wb_test_finish (session);
  changed = g_strjoin ("Slow decay", parts[0], parts[1], NULL);
  g_assert_true (g_file_set_contents (path, changed, -1, NULL));
  WAIT_FOR (strcmp (model_name (wb_session_model (session)), "Slow decay") == 0);
  /* If the model file is saved with errors, the run of the last valid model
   * continues. */
  g_assert_true (g_file_set_contents (path, "format: 1\nname: [", -1, NULL));
  WAIT_FOR (model_diagnostics_n_errors (wb_session_errors (session)) > 0);
  g_assert_cmpstr (model_name (wb_session_model (session)), ==, "Slow decay");
  g_remove (path);
  wb_test_spin ();
  g_assert_cmpstr (model_name (wb_session_model (session)), ==, "Slow decay");
  wb_test_act (window, "win.run-to-end");
  wb_test_close (window);
  g_rmdir (folder);
}

static void
test_session (void)
{
  WbWindow *window = wb_test_window ("van-der-pol"), *other;
  WbSession *session = wb_window_session (window), *copy;
  g_autofree char *text = NULL, *again = NULL;
  g_autoptr (GError) error = NULL;
  SimTrajectory *a, *b;

  g_assert_true (wb_session_set (session, WB_SETTING, "accuracy", "1e-6", NULL));
  g_assert_true (wb_session_set (session, WB_PARAMETER, "mu", "4", NULL));
  g_assert_true (wb_session_set (session, WB_INITIAL, "x", "0.5", NULL));
  wb_test_finish (session);
  wb_session_set_playhead (session, 7.5);
  text = wb_session_file_text (wb_window_session (window));

  other = wb_test_window (NULL);
  copy = wb_window_session (other);
  g_assert_true (wb_session_file_load_text (text, "test.stepwise", wb_window_session (other), &error));
  g_assert_no_error (error);
  again = wb_session_file_text (wb_window_session (other));
  g_assert_cmpstr (again, ==, text);
  a = wb_run_item_trajectory (wb_session_current (session));
  b = wb_run_item_trajectory (wb_session_current (copy));
  g_assert_cmpuint (sim_trajectory_n_rows (a), ==, sim_trajectory_n_rows (b));
  for (gsize row = 0; row < sim_trajectory_n_rows (a); row++)
    for (int i = 0; i < 3; i++)
      g_assert_cmpfloat (sim_trajectory_row (a, row)[i], ==, sim_trajectory_row (b, row)[i]);
  wb_test_close (other);
  wb_test_close (window);
}

static void
test_session_wrong (void)
{
  static const char *const texts[] = { "", "stepwise_session: 2\n", "stepwise_session: 1\n", "a: [",
                                       "stepwise_session: 1\nmodel: {text: 'x'}\n" };
  WbWindow *window = wb_test_window ("van-der-pol");

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (wb_session_file_load_text (texts[i], "wrong.stepwise", wb_window_session (window), &error));
      g_assert_nonnull (error);
    }
  g_assert_cmpstr (model_name (wb_session_model (wb_window_session (window))), ==, "Van der Pol");
  wb_test_close (window);
}

static char *answer;

static gboolean
answer_file (gboolean save, const char *suggested, WbPathFunc func, gpointer user)
{
  func (answer, user);
  return TRUE;
}

static void
test_save_and_export (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL);
  WbWindow *window = wb_test_window ("bouncing-ball");
  WbSession *session = wb_window_session (window);
  g_autofree char *events = NULL;

  wb_test_finish (session);
  wb_dialogs_set_file_hook (answer_file);
  answer = g_build_filename (folder, "ball.stepwise", NULL);
  wb_test_act (window, "win.save-as");
  g_assert_true (g_file_test (answer, G_FILE_TEST_EXISTS));
  g_assert_true (wb_window_open_path (window, answer));
  g_remove (answer);
  g_free (answer);

  answer = g_build_filename (folder, "events.csv", NULL);
  wb_test_act (window, "win.save-events");
  g_assert_true (g_file_get_contents (answer, &events, NULL, NULL));
  g_assert_true (g_str_has_prefix (events, "t,event,iterations"));
  g_assert_nonnull (strstr (events, ",impact,"));
  g_remove (answer);
  g_free (answer);

  /* A live page is written on a thread; a program that was built without its core says so. */
  answer = g_build_filename (folder, "ball.html", NULL);
  wb_test_act (window, "win.export-page");
  if (page_is_available (NULL))
    {
      g_autofree char *page = NULL;

      WAIT_FOR (g_file_test (answer, G_FILE_TEST_EXISTS));
      g_assert_true (g_file_get_contents (answer, &page, NULL, NULL));
      g_assert_true (g_str_has_prefix (page, "<!DOCTYPE html>"));
      g_assert_nonnull (strstr (page, "name: Bouncing ball"));
      g_remove (answer);
    }
  else
    g_assert_cmpstr (wb_test_toast (window), !=, "");
  g_free (answer);

  /* A full disk is reported, and the old file is unchanged. */
  answer = g_strdup ("/dev/full");
  wb_test_act (window, "win.save-events");
  g_assert_cmpstr (wb_test_toast (window), !=, "");
  g_clear_pointer (&answer, g_free);
  wb_dialogs_set_file_hook (NULL);
  wb_test_close (window);
  g_rmdir (folder);
}

/* ---- actions ---- */

/* Every action without a parameter runs twice without a warning. Dialogs of the system are
 * cancelled. */
static void
test_all_actions (void)
{
  WbWindow *window = wb_test_window ("bouncing-ball");
  g_auto (GStrv) names = g_action_group_list_actions (G_ACTION_GROUP (window));

  answer = NULL;
  wb_dialogs_set_file_hook (answer_file);
  for (int round = 0; round < 2; round++)
    for (guint i = 0; names[i] != NULL; i++)
      {
        g_autofree char *full = g_strconcat ("win.", names[i], NULL);

        if (g_action_group_get_action_parameter_type (G_ACTION_GROUP (window), names[i]) != NULL || strcmp (names[i], "close") == 0
            || strcmp (names[i], "print") == 0 || strcmp (names[i], "new-model") == 0 || strcmp (names[i], "edit-copy") == 0
            || strcmp (names[i], "fullscreen") == 0)
          continue;
        gtk_widget_activate_action (GTK_WIDGET (window), full, NULL);
        wb_test_spin ();
      }
  wb_dialogs_set_file_hook (NULL);
  {
    GListModel *windows = gtk_window_get_toplevels ();

    for (guint i = g_list_model_get_n_items (windows); i-- > 0;)
      {
        g_autoptr (GtkWindow) other = g_list_model_get_item (windows, i);

        if (other != GTK_WINDOW (window))
          gtk_window_destroy (other);
      }
  }
  wb_style_set_lecture (FALSE);
  wb_test_close (window);
}

int
main (int argc, char **argv)
{
  g_setenv ("GTK_A11Y", "test", TRUE);
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/app/typed-numbers-are-parsed-and-displayed", test_numbers);
  g_test_add_func ("/app/rich-text-is-converted-to-pango-markup", test_rich);
  g_test_add_func ("/app/a-run-starts-pauses-and-ends", test_run);
  g_test_add_func ("/app/step-buttons-and-the-time-line-move-the-playhead", test_step_and_scrub);
  g_test_add_func ("/app/a-real-time-run-reports-its-rate", test_real_time);
  g_test_add_func ("/app/closing-stops-a-running-run", test_close_while_running);
  g_test_add_func ("/app/the-playhead-can-be-inside-a-long-step", test_even_playhead);
  g_test_add_func ("/app/changes-of-settings-can-be-undone-and-redone", test_undo);
  g_test_add_func ("/app/a-refused-value-adds-no-undo-step", test_refused);
  g_test_add_func ("/app/a-changed-parameter-takes-effect-in-a-running-run", test_live_parameter);
  g_test_add_func ("/app/a-disabled-event-does-not-occur", test_events_off);
  g_test_add_func ("/app/the-stability-limit-of-an-undamped-oscillator-is-a-smooth-curve", test_stability_limit);
  g_test_add_func ("/app/the-window-describes-events-and-their-accumulation", test_event_words);
  g_test_add_func ("/app/errors-of-a-broken-model-are-shown-with-line-and-column", test_broken);
  g_test_add_func ("/app/a-model-file-changed-on-disk-is-read-again", test_reload);
  g_test_add_func ("/app/a-reopened-session-equals-the-saved-one", test_session);
  g_test_add_func ("/app/an-invalid-session-file-is-reported", test_session_wrong);
  g_test_add_func ("/app/a-session-is-saved-and-a-figure-exported", test_save_and_export);
  g_test_add_func ("/app/every-action-runs-twice-without-a-warning", test_all_actions);
  return g_test_run ();
}
