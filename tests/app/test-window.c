/* The window in the process of the test: runs, scrubs, changes, files, pictures. */
#include "wb-test.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "plot-layers.h"
#include "wb-data-table.h"
#include "wb-dialogs.h"
#include "wb-difference.h"
#include "wb-event-words.h"
#include "wb-export-window.h"
#include "wb-files.h"
#include "wb-number-field.h"
#include "wb-plot-menu.h"
#include "wb-preferences.h"
#include "wb-screenshot.h"
#include "wb-session-file.h"
#include "wb-style.h"
#include "wb-title-strip.h"
#include "wb-yaml.h"

static void
act (WbWindow *window, const char *name)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), name, NULL));
}

/* ---- small parts ---- */

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
      /* Decimal text to binary: equal up to one rounding of the last place. */
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
test_yaml (void)
{
  static const char *const texts[] = { "x", "v = 3", "a: b", "- x", "#no", "tab\there", "\"q\"", "", "−3", "-3", "1e-5", "line\nbreak", "ünï" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *quoted = wb_yaml_quote (texts[i]), *text = g_strdup_printf ("k: %s\n", quoted);
      g_autoptr (GError) error = NULL;
      g_autoptr (WbYaml) yaml = wb_yaml_new (text, "test", &error);

      g_assert_no_error (error);
      g_assert_cmpstr (wb_yaml_text (yaml, wb_yaml_get (yaml, wb_yaml_root (yaml), "k"), NULL), ==, texts[i]);
    }
  {
    g_autoptr (GError) error = NULL;

    g_assert_null (wb_yaml_new ("a: [1, 2", "broken.stepwise", &error));
    g_assert_error (error, WB_FILE_ERROR, WB_FILE_ERROR_FORMAT);
    g_assert_true (g_str_has_prefix (error->message, "broken.stepwise:"));
  }
}

/* ---- runs ---- */

static void
test_run (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);

  g_assert_cmpint (wb_session_state (session), ==, SIM_RUN_READY);
  /* The plots show what it starts from. */
  WAIT_FOR (sim_trajectory_n_rows (wb_run_item_trajectory (wb_session_current (session))) == 1);
  g_assert_cmpint (wb_session_state (session), ==, SIM_RUN_READY);
  g_assert_cmpfloat (sim_trajectory_row (wb_run_item_trajectory (wb_session_current (session)), 0)[1], ==, 1);
  WAIT_FOR (plot_time_axis_playhead (wb_simulate_view_axis (wb_window_simulate (window))) == 0);
  act (window, "win.run");
  WAIT_FOR (wb_session_state (session) == SIM_RUN_FINISHED);
  g_assert_cmpint (wb_run_item_state (wb_session_current (session))->status.reason, ==, SIM_REACHED_END);
  g_assert_cmpfloat (wb_session_playhead (session), ==, wb_session_t_end (session));
  /* The strip shows the smallest step that was chosen; the first, shorter one is a setting. */
  g_assert_cmpfloat_with_epsilon (wb_run_item_state (wb_session_current (session))->statistics.ode.initial_step_taken, 0.01, 1e-12);
  g_assert_cmpfloat (wb_run_item_state (wb_session_current (session))->statistics.ode.smallest_adapted_step, >, 0.02);
  g_assert_cmpuint (g_list_model_get_n_items (wb_session_runs (session)), ==, 1);

  /* A second run is another one; the first is kept. */
  act (window, "win.run");
  WAIT_FOR (wb_session_state (session) == SIM_RUN_FINISHED && g_list_model_get_n_items (wb_session_runs (session)) == 2);
  wb_test_close (window);
}

static void
test_step_and_scrub (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);
  double t1, t2;

  act (window, "win.step");
  WAIT_FOR (wb_session_state (session) == SIM_RUN_PAUSED);
  t1 = wb_session_playhead (session);
  g_assert_cmpfloat (t1, >, 0);
  act (window, "win.step");
  WAIT_FOR (wb_session_playhead (session) > t1 && wb_session_state (session) == SIM_RUN_PAUSED);
  t2 = wb_session_playhead (session);
  act (window, "win.step-back");
  WAIT_FOR (wb_session_playhead (session) < t2);
  g_assert_cmpfloat (wb_session_playhead (session), ==, t1);

  act (window, "win.run-to-end");
  WAIT_FOR (wb_session_state (session) == SIM_RUN_FINISHED);
  wb_session_set_playhead (session, 5);
  g_assert_false (wb_session_is_following (session));
  wb_session_playhead_step (session, +1);
  g_assert_cmpfloat (wb_session_playhead (session), >, 5);
  wb_session_playhead_step (session, -1);
  g_assert_cmpfloat (wb_session_playhead (session), <=, 5);
  wb_session_set_playhead (session, 0);
  g_assert_true (wb_session_next_rejection (session));
  g_assert_cmpfloat (wb_session_playhead (session), >, 0);
  wb_session_playhead_event (session, +1);
  wb_session_set_playhead (session, 1e9);
  g_assert_cmpfloat (wb_session_playhead (session), ==, wb_session_t_end (session));
  act (window, "win.reset");
  g_assert_cmpint (wb_session_state (session), ==, SIM_RUN_READY);
  wb_test_close (window);
}

static void
test_real_time (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);
  gint64 start = g_get_monotonic_time ();

  /* Far beyond what a slow machine can miss between two frames. */
  g_assert_true (wb_session_set (session, WB_TIME, "end", "100000", NULL));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.realtime-rate", "d", 10.0));
  act (window, "win.run");
  WAIT_FOR (wb_session_playhead (session) > 5);
  /* 5 s at ten times real time take half a second; a step may reach 0.5 s ahead. */
  g_assert_cmpint (g_get_monotonic_time () - start, >, 400000);
  act (window, "win.run");
  WAIT_FOR (wb_session_state (session) == SIM_RUN_PAUSED);
  act (window, "win.cancel");
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
  act (window, "win.run");
  WAIT_FOR (wb_session_state (session) == SIM_RUN_RUNNING);
  wb_test_spin ();
  wb_test_close (window);
}

/* Steps of half a second at half the real time: the playhead is seen within them, not only at their ends, and never beyond what is computed. */
static void
test_even_playhead (void)
{
  WbWindow *window = wb_test_window ("lorenz");
  WbSession *session = wb_window_session (window);
  double last = 0;
  int n_within = 0;

  /* The list of models is read once after the start; under a sanitizer that takes the machine for seconds. */
  WAIT_FOR (!wb_model_browser_is_scanning (wb_window_browser (window)));
  g_assert_true (wb_session_set (session, WB_SETTING, "integrator", "radau", NULL));
  g_assert_true (wb_session_set (session, WB_SETTING, "error_control", "false", NULL));
  g_assert_true (wb_session_set (session, WB_SETTING, "max_step", "0.5", NULL));
  wb_session_set_rate (session, 0.5);
  act (window, "win.run");
  while (wb_session_playhead (session) < 1.5)
    {
      WAIT_FOR (wb_session_playhead (session) != last);
      g_assert_cmpfloat (wb_session_playhead (session), >, last);
      g_assert_cmpfloat (wb_session_playhead (session), <=, wb_run_item_state (wb_session_current (session))->t);
      last = wb_session_playhead (session);
      n_within += fabs (last / 0.5 - rint (last / 0.5)) > 1e-6;
    }
  /* Three steps in three seconds: even a machine that shows one picture a second shows one within a step. */
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
  act (window, "win.undo");
  g_assert_cmpstr (sim_config_method (wb_session_config (session))->id, !=, "radau5");
  act (window, "win.undo");
  g_assert_false (wb_session_is_set (session, WB_PARAMETER, "mu"));
  act (window, "win.undo");
  after = wb_session_get (session, WB_SETTING, "accuracy");
  g_assert_cmpstr (after, ==, before);
  g_assert_false (wb_session_can_undo (session));
  act (window, "win.redo");
  again = wb_session_get (session, WB_SETTING, "accuracy");
  g_assert_cmpfloat (g_ascii_strtod (again, NULL), ==, 1e-7);
  act (window, "win.reset-settings");
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
  act (window, "win.run");
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
  act (window, "win.run-to-end");
  WAIT_FOR (wb_session_state (session) == SIM_RUN_FINISHED);
  g_assert_cmpuint (sim_trajectory_n_events (wb_run_item_trajectory (wb_session_current (session))), ==, 0);
  wb_session_reset_all (session, 1u << WB_EVENT);
  act (window, "win.run-to-end");
  WAIT_FOR (wb_session_state (session) == SIM_RUN_FINISHED
            && sim_trajectory_n_events (wb_run_item_trajectory (wb_session_current (session))) > 0);
  wb_test_close (window);
}

/* What events do, and that they pile up, in words on their page. */
static void
test_event_words (void)
{
  WbWindow *window = wb_test_window ("bouncing-ball");
  WbSession *session = wb_window_session (window);
  ModelSystem *system = wb_session_system (session);
  g_autofree char *impact = wb_event_words (system, 0), *rest = wb_event_words (system, 1), *words = NULL;

  g_assert_cmpstr (impact, ==, "when *h* falls through 0\nset *v* to −*e*\u2009*v*");
  g_assert_cmpstr (rest, ==, "when an impact leaves *v* under 0.05");
  act (window, "win.run-to-end");
  WAIT_FOR (wb_session_state (session) == SIM_RUN_FINISHED);
  words = wb_event_pile_up_words (wb_session_current (session));
  g_assert_cmpstr (words, ==, "Events “impact” pile up at *t_∞* = 12.85\u00a0s. After 26 of them came “rest” at 12.81\u00a0s.");
  wb_test_close (window);
}

/* ---- files ---- */

static const char good_text[] = "format: 1\nname: Decay\ntime: {end: 1}\nparameters: {k: 2}\nstates: {x: {initial: 1, derivative: -k*x}}\n";

static char *
write_model (const char *folder, const char *text)
{
  char *path = g_build_filename (folder, "decay.yaml", NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

static void
test_broken (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL);
  g_autofree char *path = write_model (folder, "format: 1\nname: Decay\nstates: {x: {initial: 1, derivative: -kk*x}}\n");
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);
  GtkWidget *bar;

  g_assert_false (wb_window_open_path (window, path));
  g_assert_cmpuint (model_diagnostics_n_errors (wb_session_errors (session)), >, 0);
  /* The last good model stays. */
  g_assert_cmpstr (model_name (wb_session_model (session)), ==, "Van der Pol");
  bar = wb_test_find (GTK_WIDGET (window), GTK_TYPE_BOX, "failure");
  g_assert_true (gtk_widget_get_visible (bar));
  act (window, "win.model-text");
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
  g_autofree char *path = write_model (folder, good_text), *changed = NULL;
  WbWindow *window = wb_test_window (path);
  WbSession *session = wb_window_session (window);
  g_auto (GStrv) parts = g_strsplit (good_text, "Decay", 2);

  act (window, "win.run-to-end");
  WAIT_FOR (wb_session_state (session) == SIM_RUN_FINISHED);
  changed = g_strjoin ("Slow decay", parts[0], parts[1], NULL);
  g_assert_true (g_file_set_contents (path, changed, -1, NULL));
  WAIT_FOR (strcmp (model_name (wb_session_model (session)), "Slow decay") == 0);
  /* A wrong edit leaves the last good model running. */
  g_assert_true (g_file_set_contents (path, "format: 1\nname: [", -1, NULL));
  WAIT_FOR (model_diagnostics_n_errors (wb_session_errors (session)) > 0);
  g_assert_cmpstr (model_name (wb_session_model (session)), ==, "Slow decay");
  g_remove (path);
  wb_test_spin ();
  g_assert_cmpstr (model_name (wb_session_model (session)), ==, "Slow decay");
  act (window, "win.run-to-end");
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
  act (window, "win.run-to-end");
  WAIT_FOR (wb_session_state (session) == SIM_RUN_FINISHED);
  wb_session_set_playhead (session, 7.5);
  text = wb_session_file_text (window);

  other = wb_test_window (NULL);
  copy = wb_window_session (other);
  g_assert_true (wb_session_file_load_text (text, "test.stepwise", other, &error));
  g_assert_no_error (error);
  again = wb_session_file_text (other);
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
  static const char *const texts[] = { "", "stepwise_session: 2\n", "stepwise_session: 1\n", "a: [", "stepwise_session: 1\nmodel: {text: 'x'}\n" };
  WbWindow *window = wb_test_window ("van-der-pol");

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (wb_session_file_load_text (texts[i], "wrong.stepwise", window, &error));
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

  act (window, "win.run-to-end");
  WAIT_FOR (wb_session_state (session) == SIM_RUN_FINISHED);
  wb_dialogs_set_file_hook (answer_file);
  answer = g_build_filename (folder, "ball.stepwise", NULL);
  act (window, "win.save-as");
  g_assert_true (g_file_test (answer, G_FILE_TEST_EXISTS));
  g_assert_true (wb_window_open_path (window, answer));
  g_remove (answer);
  g_free (answer);

  answer = g_build_filename (folder, "events.csv", NULL);
  act (window, "win.save-events");
  g_assert_true (g_file_get_contents (answer, &events, NULL, NULL));
  g_assert_true (g_str_has_prefix (events, "t,event,iterations"));
  g_assert_nonnull (strstr (events, ",impact,"));
  g_remove (answer);
  g_free (answer);

  /* A full disk: said in words, nothing is lost. */
  answer = g_strdup ("/dev/full");
  act (window, "win.save-events");
  g_assert_cmpstr (wb_test_toast (window), !=, "");
  g_clear_pointer (&answer, g_free);
  wb_dialogs_set_file_hook (NULL);
  wb_test_close (window);
  g_rmdir (folder);
}

/* ---- layout and pictures ---- */

static void
test_plots (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSimulateView *view = wb_window_simulate (window);
  int n = wb_simulate_view_n_plots (view);

  g_assert_cmpint (n, >=, 4);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.add-plot", "s", "phase:v:x"));
  g_assert_cmpint (wb_simulate_view_n_plots (view), ==, n + 1);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.plot-up", "i", n));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.plot-alone", "i", 1));
  g_assert_cmpint (wb_simulate_view_focused (view), ==, 1);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.plot-alone", "i", 1));
  g_assert_cmpint (wb_simulate_view_focused (view), ==, -1);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.plot-remove", "i", 0));
  g_assert_cmpint (wb_simulate_view_n_plots (view), ==, n);
  act (window, "win.plots-default");
  g_assert_cmpint (wb_simulate_view_n_plots (view), ==, n);
  act (window, "win.plots-fit");
  wb_test_close (window);
}

static void
press (GtkWidget *widget, guint key, GdkModifierType state)
{
  GListModel *controllers = gtk_widget_observe_controllers (widget);
  gboolean done = FALSE;

  for (guint i = 0; !done && i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller))
        g_signal_emit_by_name (controller, "key-pressed", key, 0, state, &done);
    }
  g_object_unref (controllers);
  g_assert_true (done);
}

static int
index_of (WbWindow *window, WbPlotKind kind)
{
  WbSimulateView *view = wb_window_simulate (window);

  for (int i = 0; i < wb_simulate_view_n_plots (view); i++)
    if (wb_simulate_view_spec (view, i)->kind == kind)
      return i;
  g_assert_not_reached ();
}

static void
on_text (GObject *source, GAsyncResult *result, gpointer user)
{
  *(char **) user = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);
}

static void
on_menu_closed (GtkPopover *menu, gboolean *closed)
{
  *closed = TRUE;
}

/* The menu of a plot by key, its switches, its figure and its numbers. */
static void
test_plot_menu (void)
{
  WbWindow *window = wb_test_window ("lorenz");
  WbSession *session = wb_window_session (window);
  WbSimulateView *view = wb_window_simulate (window);
  int phase = index_of (window, WB_PLOT_PHASE), step = index_of (window, WB_PLOT_STEP);
  GtkWidget *area = GTK_WIDGET (wb_simulate_view_area (view, phase)), *panel = gtk_widget_get_parent (area), *button, *popover;
  gboolean arrows, lines, log_x, log_y, closed = FALSE;
  g_autofree char *text = NULL;

  act (window, "win.run-to-end");
  WAIT_FOR (wb_session_state (session) == SIM_RUN_FINISHED);

  /* Of three states the field is a slice, and waits to be asked for. */
  g_assert_true (plot_views_phase_get_field (wb_plot_area_view (WB_PLOT_AREA (area)), &arrows, &lines));
  g_assert_false (arrows || lines);
  g_assert_true (gtk_widget_activate_action (area, "plot.field", NULL));
  plot_views_phase_get_field (wb_plot_area_view (WB_PLOT_AREA (area)), &arrows, &lines);
  g_assert_true (arrows && !lines);
  g_assert_true (gtk_widget_activate_action (area, "plot.nullclines", NULL));
  plot_views_phase_get_field (wb_plot_area_view (WB_PLOT_AREA (area)), &arrows, &lines);
  g_assert_true (arrows && lines);
  wb_session_set_playhead (session, 7);
  wb_window_refresh (window);
  wb_test_spin ();

  /* Axes: the step size is logarithmic until told otherwise, and stays linear when its view is made anew. */
  area = GTK_WIDGET (wb_simulate_view_area (view, step));
  g_assert_true (gtk_widget_activate_action (area, "plot.log-y", NULL));
  wb_session_touch_runs (session);
  plot_view_get_log (wb_plot_area_view (WB_PLOT_AREA (area)), &log_x, &log_y);
  g_assert_false (log_y);
  g_assert_true (gtk_widget_activate_action (area, "plot.log-x", NULL));
  g_assert_true (plot_time_axis_get_log (wb_simulate_view_axis (view)));
  g_assert_true (gtk_widget_activate_action (area, "plot.log-x", NULL));
  g_assert_false (plot_time_axis_get_log (wb_simulate_view_axis (view)));

  /* By key: the menu opens at its button. */
  button = wb_test_find (panel, GTK_TYPE_MENU_BUTTON, "plot-menu");
  g_assert_nonnull (button);
  press (panel, GDK_KEY_F10, GDK_SHIFT_MASK);
  popover = GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button)));
  WAIT_FOR (gtk_widget_get_mapped (popover));
  gtk_popover_popdown (GTK_POPOVER (popover));
  WAIT_FOR (!gtk_widget_get_mapped (popover));

  /* Numbers: a heading and a row for each stored step in view. */
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.plot-copy-data", "i", phase));
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (GTK_WIDGET (window)), NULL, on_text, &text);
  WAIT_FOR (text != NULL);
  g_assert_true (g_str_has_prefix (text, "t\tx\t"));
  {
    g_auto (GStrv) rows = g_strsplit (text, "\n", -1);

    g_assert_cmpuint (g_strv_length (rows), ==, sim_trajectory_n_rows (wb_run_item_trajectory (wb_session_current (session))) + 2);
  }

  /* The export window with this plot alone. */
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.plot-export", "i", step));
  {
    GListModel *windows = gtk_window_get_toplevels ();
    WbExportWindow *export = NULL;

    for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
      {
        g_autoptr (GtkWindow) other = g_list_model_get_item (windows, i);

        if (WB_IS_EXPORT_WINDOW (other))
          export = WB_EXPORT_WINDOW (other);
      }
    g_assert_nonnull (export);
    g_assert_cmpuint (wb_export_window_page (export)->plots, ==, (guint64) 1 << step);
    gtk_window_destroy (GTK_WINDOW (export));
  }

  /* Plots that are arranged anew close the menu that is open. */
  wb_plot_menu_popup (button, 40, 40);
  popover = GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button)));
  WAIT_FOR (gtk_widget_get_mapped (popover));
  g_signal_connect (popover, "closed", G_CALLBACK (on_menu_closed), &closed);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.plot-remove", "i", step));
  g_assert_true (closed);
  wb_test_spin ();
  wb_test_close (window);
}

static GtkEventController *
controller_of (GtkWidget *widget, GType type)
{
  GListModel *controllers = gtk_widget_observe_controllers (widget);
  GtkEventController *found = NULL;

  for (guint i = 0; found == NULL && i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (g_type_is_a (G_OBJECT_TYPE (controller), type))
        found = controller; /* the widget holds it */
    }
  g_object_unref (controllers);
  g_assert_nonnull (found);
  return found;
}

static void
run_once (WbWindow *window)
{
  WbSession *session = wb_window_session (window);
  guint n = g_list_model_get_n_items (wb_session_runs (session));

  act (window, "win.run-to-end");
  WAIT_FOR (wb_session_state (session) == SIM_RUN_FINISHED && g_list_model_get_n_items (wb_session_runs (session)) >= n);
}

/* The list of runs: each thing that can be done with one, by its action and by key. */
static void
test_run_list (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);
  GtkWidget *popover, *row;
  g_autoptr (WbRunItem) first = NULL;

  run_once (window);
  g_assert_true (wb_session_set (session, WB_SETTING, "accuracy", "1e-8", NULL));
  run_once (window);
  g_assert_cmpuint (g_list_model_get_n_items (wb_session_runs (session)), ==, 2);
  first = g_list_model_get_item (wb_session_runs (session), 0);
  g_assert_cmpint (wb_run_item_number (first), ==, 1);

  popover = wb_test_find (wb_test_find (GTK_WIDGET (window), WB_TYPE_TITLE_STRIP, NULL), GTK_TYPE_POPOVER, NULL);
  g_assert_nonnull (popover);
  gtk_popover_popup (GTK_POPOVER (popover));
  WAIT_FOR (gtk_widget_get_mapped (popover));

#define ROW() (row = gtk_widget_get_last_child (gtk_widget_get_parent (wb_test_find (popover, GTK_TYPE_BOX, "run-chip"))))
  g_assert_true (gtk_widget_activate_action (ROW (), "run.color", "i", 3));
  g_assert_cmpint (wb_run_item_color (first), ==, 3);
  wb_test_spin ();
  g_assert_true (gtk_widget_activate_action (ROW (), "run.pinned", NULL));
  g_assert_true (wb_run_item_pinned (first) && wb_run_item_visible (first));
  wb_test_spin ();
  g_assert_true (gtk_widget_activate_action (ROW (), "run.visible", NULL));
  g_assert_false (wb_run_item_visible (first));
  wb_test_spin ();
  press (ROW (), GDK_KEY_F2, 0);
  {
    GtkWidget *name = wb_test_find (row, GTK_TYPE_ENTRY, NULL);

    g_assert_true (gtk_widget_get_child_visible (name));
    gtk_editable_set_text (GTK_EDITABLE (name), "loose *x*");
    g_signal_emit_by_name (name, "activate");
  }
  g_assert_cmpstr (wb_run_item_name (first), ==, "loose *x*");
  wb_test_spin ();
  /* Its settings again, as a change that can be undone. */
  g_assert_true (gtk_widget_activate_action (ROW (), "run.settings", NULL));
  g_assert_false (wb_session_is_set (session, WB_SETTING, "accuracy"));
  act (window, "win.undo");
  g_assert_true (wb_session_is_set (session, WB_SETTING, "accuracy"));
  g_assert_true (gtk_widget_activate_action (ROW (), "run.current", NULL));
  g_assert_true (wb_session_current (session) == first);
  wb_test_spin ();
  press (ROW (), GDK_KEY_Delete, 0);
  g_assert_cmpuint (g_list_model_get_n_items (wb_session_runs (session)), ==, 1);
  wb_test_spin ();
  wb_test_close (window);
#undef ROW
}

static const LabDifference *
difference_of (WbWindow *window, int index)
{
  WbSession *session = wb_window_session (window);
  WbRunItem *of, *to;
  WbDifference *difference;

  g_assert_true (wb_plot_spec_find_runs (wb_simulate_view_spec (wb_window_simulate (window), index), wb_session_current (session),
                                         wb_session_runs (session), &of, &to));
  difference = wb_difference_of (of, to);
  WAIT_FOR (!wb_difference_is_busy (difference));
  g_assert_cmpstr (wb_difference_error (difference), ==, NULL);
  return wb_difference_result (difference);
}

/* The pointer over one time plot: the crosshair stands at a stored step, and every time plot says what it holds there. Two cursors give
 * differences. */
static void
test_hover (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);
  WbSimulateView *view = wb_window_simulate (window);
  PlotTimeAxis *axis = wb_simulate_view_axis (view);
  int time = index_of (window, WB_PLOT_TIME), step = index_of (window, WB_PLOT_STEP);
  GtkWidget *area = GTK_WIDGET (wb_simulate_view_area (view, time));
  GtkEventController *motion = controller_of (area, GTK_TYPE_EVENT_CONTROLLER_MOTION);
  SimTrajectory *trajectory;
  double left, top, width, height, t;
  gsize row;
  g_autofree char *values = NULL, *steps = NULL, *differences = NULL;

  run_once (window);
  wb_test_spin ();
  trajectory = wb_run_item_trajectory (wb_session_current (session));
  plot_view_get_area (wb_plot_area_view (WB_PLOT_AREA (area)), &left, &top, &width, &height);
  g_signal_emit_by_name (motion, "motion", left + 0.37 * width, top + 2.0);
  t = plot_time_axis_hover (axis);
  row = sim_trajectory_find (trajectory, t);
  g_assert_cmpfloat (sim_trajectory_row (trajectory, row)[0], ==, t);
  values = plot_view_readout_at (wb_plot_area_view (WB_PLOT_AREA (area)), t, NAN, 8);
  {
    g_auto (GStrv) lines = g_strsplit (values, "\n", -1);

    /* Three digits: half a unit of the last. */
    g_assert_cmpuint (g_strv_length (lines), ==, 2);
    g_assert_true (g_str_has_prefix (lines[0], "*x* "));
    g_assert_cmpfloat (fabs (g_ascii_strtod (lines[0] + 4, NULL)), <=, fabs (sim_trajectory_row (trajectory, row)[1]) * 1.01);
  }
  steps = plot_view_readout_at (wb_plot_area_view (wb_simulate_view_area (view, step)), t, NAN, INFINITY);
  g_assert_nonnull (strstr (steps, "*h*"));

  /* C places the first cursor, then the second. */
  press (area, GDK_KEY_c, 0);
  g_signal_emit_by_name (motion, "motion", left + 0.6 * width, top + 2.0);
  press (area, GDK_KEY_c, 0);
  g_assert_cmpfloat (plot_time_axis_cursor (axis, 1), >, plot_time_axis_cursor (axis, 0));
  differences = plot_view_readout_at (wb_plot_area_view (WB_PLOT_AREA (area)), plot_time_axis_cursor (axis, 1), plot_time_axis_cursor (axis, 0), INFINITY);
  g_assert_true (g_str_has_prefix (differences, "Δ*x* "));
  wb_test_spin ();
  press (area, GDK_KEY_Escape, 0);
  g_assert_true (isnan (plot_time_axis_cursor (axis, 0)));
  g_signal_emit_by_name (motion, "leave");
  g_assert_true (isnan (plot_time_axis_hover (axis)));
  wb_test_close (window);
}

/* Two runs that begin 10⁻⁵ apart: A and B in the phase portrait, up to the playhead, with their distance. */
static void
test_nearby (void)
{
  WbWindow *window = wb_test_window ("lorenz");
  WbSession *session = wb_window_session (window);
  WbSimulateView *view = wb_window_simulate (window);
  g_autoptr (WbRunItem) nearby = NULL;
  PlotView *phase;
  PlotLayer *pair = NULL;
  const double *a, *b;
  double sum = 0;

  g_assert_true (wb_session_set (session, WB_TIME, "end", "35", NULL));
  run_once (window);
  act (window, "win.run-nearby");
  g_assert_cmpuint (g_list_model_get_n_items (wb_session_runs (session)), ==, 2);
  nearby = g_list_model_get_item (wb_session_runs (session), 1);
  g_assert_true (wb_session_current (session) != nearby && wb_run_item_pinned (nearby));
  sim_run_wait (wb_run_item_run (nearby));
  a = sim_trajectory_row (wb_run_item_trajectory (wb_session_current (session)), 0);
  b = sim_trajectory_row (wb_run_item_trajectory (nearby), 0);
  g_assert_cmpfloat (fabs (b[1] - a[1] - 1e-5), <=, 1e-15); /* one rounding of a number about 1 */

  wb_session_set_playhead (session, 30);
  wb_window_refresh (window);
  wb_test_spin ();
  phase = wb_plot_area_view (wb_simulate_view_area (view, index_of (window, WB_PLOT_PHASE)));
  for (int i = 0; i < plot_view_n_layers (phase); i++)
    if (strcmp (plot_view_layer (phase, i)->class->name, "pair") == 0)
      pair = plot_view_layer (phase, i);
  g_assert_nonnull (pair);
  for (int i = 0; i < 3; i++)
    {
      double d = plot_run_value (wb_run_item_trajectory (nearby), i, 30)
                 - plot_run_value (wb_run_item_trajectory (wb_session_current (session)), i, 30);

      sum += d * d;
    }
  pair->class->follow (pair, wb_simulate_view_axis (view));
  g_assert_cmpfloat (plot_layer_pair_distance (pair), ==, sqrt (sum));
  /* Errors grow about e^0.9t: from 1e-5 past 1 well before t = 30. */
  g_assert_cmpfloat (sqrt (sum), >, 0.1);
  wb_test_close (window);
}

/* Narrow: one plot alone, the views in the title's menu, the cards of the comparison one by one. */
static void
test_narrow (void)
{
  WbWindow *window = wb_window_new (NULL);
  WbSimulateView *view = wb_window_simulate (window);
  WbCompareView *compare;
  GtkWidget *button;

  gtk_window_set_default_size (GTK_WINDOW (window), 900, 600);
  gtk_window_present (GTK_WINDOW (window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  g_assert_true (wb_window_open_path (window, "kepler"));
  WAIT_FOR (wb_panes_width_class (wb_window_panes (window)) == WB_WIDTH_FOCUSED && wb_simulate_view_focused (view) >= 0);

  button = wb_test_find (GTK_WIDGET (window), GTK_TYPE_MENU_BUTTON, "title-button");
  g_assert_nonnull (button);
  gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  WAIT_FOR (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button)) != NULL
            && gtk_widget_get_mapped (GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button)))));
  gtk_menu_button_popdown (GTK_MENU_BUTTON (button));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.focus-plot", "i", 1));
  g_assert_cmpint (wb_simulate_view_focused (view), ==, 1);
  act (window, "win.next-plot");
  g_assert_cmpint (wb_simulate_view_focused (view), ==, 2);

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.view", "s", "compare"));
  compare = wb_window_compare (window);
  WAIT_FOR (wb_compare_race_result (wb_compare_view_race (compare)) != NULL && wb_compare_view_has (compare, 2));
  g_assert_cmpint (wb_compare_view_focused (compare), ==, 0);
  for (int i = 1; i <= WB_N_COMPARE_CARDS; i++)
    {
      g_autofree char *words = NULL;

      act (window, "win.next-plot");
      g_assert_cmpint (wb_compare_view_focused (compare), ==, i % WB_N_COMPARE_CARDS);
      words = wb_compare_view_focus_words (compare);
      g_assert_nonnull (strstr (words, "of 4"));
      wb_test_spin ();
      /* Nothing asks for more than there is. */
      g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (window)), <=, 900);
    }
  wb_test_close (window);
  /* The next window is as wide as the tests expect. */
  wb_preferences_set_int ("window-width", 1440);
  wb_preferences_set_int ("window-height", 900);
}

/* Folding takes its time, and none where motion is to be reduced; a motion then shows exposures. */
static void
test_reduced_motion (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbPanes *panes = wb_window_panes (window);
  WbSimulateView *view = wb_window_simulate (window);
  GtkWidget *browser = GTK_WIDGET (wb_window_browser (window));
  int motion = index_of (window, WB_PLOT_MOTION);
  GtkWidget *area = GTK_WIDGET (wb_simulate_view_area (view, motion));
  gint64 begun;

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  /* This one has its history below it, and needs none. */
  g_assert_false (wb_simulate_view_has_exposures (view, motion));
  wb_panes_set_shown (panes, WB_PANE_SIDEBAR, FALSE);
  WAIT_FOR (!gtk_widget_get_child_visible (browser));

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", TRUE, NULL);
  g_assert_false (wb_simulate_view_has_exposures (view, motion));
  g_assert_true (gtk_widget_activate_action (area, "plot.exposures", NULL));
  g_assert_true (wb_simulate_view_has_exposures (view, motion));
  begun = g_get_monotonic_time ();
  wb_panes_set_shown (panes, WB_PANE_SIDEBAR, TRUE);
  WAIT_FOR (gtk_widget_get_child_visible (browser));
  wb_panes_set_shown (panes, WB_PANE_SIDEBAR, FALSE);
  WAIT_FOR (!gtk_widget_get_child_visible (browser));
  wb_panes_set_shown (panes, WB_PANE_SIDEBAR, TRUE);
  WAIT_FOR (gtk_widget_get_allocated_width (GTK_WIDGET (view)) < 1100);
  /* The last slide alone takes 200 ms. */
  g_assert_cmpint (g_get_monotonic_time () - begun, >=, 190000);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  wb_test_close (window);
}

/* A run against another and against the truth, as plots; kept by the session. */
static void
test_difference (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);
  WbSimulateView *view = wb_window_simulate (window);
  int n = wb_simulate_view_n_plots (view);
  const LabDifference *difference;
  double largest = 0;
  g_autofree char *text = NULL, *again = NULL, *cells = NULL;
  g_autoptr (GError) error = NULL;

  run_once (window);
  g_assert_true (wb_session_set (session, WB_SETTING, "accuracy", "1e-9", NULL));
  run_once (window);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.add-plot", "s", "difference:1:2"));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.add-plot", "s", "difference"));
  g_assert_cmpint (wb_simulate_view_n_plots (view), ==, n + 2);

  difference = difference_of (window, n);
  g_assert_nonnull (difference);
  for (gsize i = 0; i < difference->n; i++)
    largest = fmax (largest, fabs (difference->values[2 * i]));
  /* The loose run (accuracy 1e-5 a step) is off by more than a step's error and less than the size of a jump; it grows over the fast turns. */
  g_assert_cmpfloat (largest, >, 1e-6);
  g_assert_cmpfloat (largest, <, 1);
  largest = 0;
  difference = difference_of (window, n + 1);
  for (gsize i = 0; i < difference->n; i++)
    largest = fmax (largest, fabs (difference->values[2 * i]));
  /* The tight one, against two runs at 1e-12. */
  g_assert_cmpfloat (largest, >, 0);
  g_assert_cmpfloat (largest, <, 1e-4);
  g_assert_nonnull (difference->said);

  /* The numbers as text; the axis linear and back, by the plot's menu. */
  {
    g_autoptr (WbDataTable) table = wb_data_table_new (wb_session_current (session), wb_simulate_view_spec (view, n), wb_session_runs (session));

    cells = wb_data_table_text (table, -INFINITY, INFINITY, 2);
    g_assert_true (g_str_has_prefix (cells, "t\tΔx\tΔv\n0\t0\t0\n"));
  }
  for (int round = 0; round < 2; round++)
    {
      gboolean x, y;

      g_assert_true (gtk_widget_activate_action (GTK_WIDGET (wb_simulate_view_area (view, n)), "plot.log-y", NULL));
      plot_view_get_log (wb_plot_area_view (wb_simulate_view_area (view, n)), &x, &y);
      g_assert_cmpint (y, ==, round == 1);
    }

  text = wb_session_file_text (window);
  g_assert_nonnull (strstr (text, "type: difference"));
  {
    WbWindow *other = wb_test_window (NULL);

    g_assert_true (wb_session_file_load_text (text, "test.stepwise", other, &error));
    g_assert_no_error (error);
    again = wb_session_file_text (other);
    g_assert_cmpstr (again, ==, text);
    g_assert_nonnull (difference_of (other, n));
    wb_test_close (other);
  }

  /* The run that it is of goes away: so does the plot. */
  {
    g_autoptr (WbRunItem) first = g_list_model_get_item (wb_session_runs (session), 0);

    wb_session_remove_run (session, first);
  }
  g_assert_null (wb_plot_area_view (wb_simulate_view_area (view, n)));
  wb_test_close (window);
}

static void
test_browser (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbModelBrowser *browser = wb_window_browser (window);

  WAIT_FOR (!wb_model_browser_is_scanning (browser));
  g_assert_cmpint (wb_model_browser_n_models (browser), >, 10);
  wb_model_browser_set_query (browser, "lorenz");
  wb_test_spin ();
  wb_model_browser_set_query (browser, "no such model anywhere");
  wb_test_spin ();
  wb_model_browser_set_query (browser, "");
  /* Down leads from the search to the first that is found, Return opens it; neither waits for the entry to tell of the words. */
  wb_model_browser_focus_search (browser);
  gtk_editable_set_text (GTK_EDITABLE (wb_test_find (GTK_WIDGET (browser), GTK_TYPE_SEARCH_ENTRY, NULL)), "rossler");
  press (wb_test_find (GTK_WIDGET (browser), GTK_TYPE_SEARCH_ENTRY, NULL), GDK_KEY_Down, 0);
  wb_test_spin ();
  g_assert_nonnull (gtk_window_get_focus (GTK_WINDOW (window)));
  g_assert_true (gtk_widget_get_ancestor (gtk_window_get_focus (GTK_WINDOW (window)), GTK_TYPE_LIST_VIEW) != NULL);
  g_usleep (300000);
  wb_test_spin ();
  wb_model_browser_rescan (browser);
  press (wb_test_find (GTK_WIDGET (browser), GTK_TYPE_LIST_VIEW, NULL), GDK_KEY_Return, 0);
  g_assert_cmpstr (model_name (wb_session_model (wb_window_session (window))), ==, "Rössler");
  wb_model_browser_set_query (browser, "");
  g_signal_emit_by_name (browser, "model-activated", "lorenz");
  g_assert_cmpstr (model_name (wb_session_model (wb_window_session (window))), ==, "Lorenz");
  wb_test_close (window);
}

/* Every action without a parameter, twice: nothing may warn. Dialogs of the system answer "cancel". */
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
            || strcmp (names[i], "fullscreen") == 0 || g_strcmp0 (names[i], g_getenv ("SKIP_ACTION")) == 0)
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

static void
check_names (GtkWidget *widget)
{
  if (GTK_IS_BUTTON (widget) && gtk_widget_get_mapped (widget) && gtk_button_get_label (GTK_BUTTON (widget)) == NULL)
    {
      GtkWidget *owner = gtk_widget_get_parent (widget);
      gboolean named = gtk_test_accessible_has_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL)
                       || gtk_test_accessible_has_relation (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY)
                       || (GTK_IS_BUTTON (widget) && gtk_button_get_label (GTK_BUTTON (widget)) != NULL)
                       || GTK_IS_MENU_BUTTON (owner) || GTK_IS_DROP_DOWN (owner) || gtk_widget_get_ancestor (widget, GTK_TYPE_WINDOW_CONTROLS) != NULL;

      if (!named)
        {
          GtkWidget *label = wb_test_find (widget, GTK_TYPE_LABEL, NULL);

          g_error ("a button in %s in %s has no name (%s)", G_OBJECT_TYPE_NAME (owner), G_OBJECT_TYPE_NAME (gtk_widget_get_parent (owner)),
                   label != NULL ? gtk_label_get_text (GTK_LABEL (label)) : "");
        }
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    check_names (child);
}

/* What the focus can rest on has a name; within a field it is the field that has one. */
static void
check_focus (GtkWidget *widget)
{
  if (gtk_widget_get_mapped (widget) && gtk_widget_get_focusable (widget) && !GTK_IS_TEXT (widget) && !GTK_IS_BUTTON (widget)
      && !GTK_IS_SCROLLED_WINDOW (widget) && !GTK_IS_LABEL (widget))
    {
      gboolean named = gtk_test_accessible_has_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL)
                       || gtk_test_accessible_has_relation (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY)
                       || gtk_widget_get_tooltip_text (widget) != NULL || wb_test_find (widget, GTK_TYPE_LABEL, NULL) != NULL;

      if (!named)
        g_error ("%s in %s has no name", G_OBJECT_TYPE_NAME (widget), G_OBJECT_TYPE_NAME (gtk_widget_get_parent (widget)));
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    check_focus (child);
}

static gboolean
says (WbPlotArea *area)
{
  g_autofree char *summary = plot_view_summary (wb_plot_area_view (area));
  g_autofree char *other = gtk_test_accessible_check_property (GTK_ACCESSIBLE (area), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, summary);

  return other == NULL;
}

static void
test_access (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSimulateView *view = wb_window_simulate (window);

  WAIT_FOR (!wb_model_browser_is_scanning (wb_window_browser (window)));
  check_names (GTK_WIDGET (window));
  check_focus (GTK_WIDGET (window));
  run_once (window);
  for (int i = 0; i < wb_simulate_view_n_plots (view); i++)
    {
      /* What is drawn is said, the last of it a little later. */
      WAIT_FOR (says (wb_simulate_view_area (view, i)));
      gtk_test_accessible_assert_role (GTK_ACCESSIBLE (wb_simulate_view_area (view, i)), GTK_ACCESSIBLE_ROLE_IMG);
      g_assert_true (gtk_test_accessible_has_property (GTK_ACCESSIBLE (wb_simulate_view_area (view, i)), GTK_ACCESSIBLE_PROPERTY_LABEL));
    }
  g_assert_true (wb_window_show_view (window, "compare"));
  WAIT_FOR (wb_compare_race_result (wb_compare_view_race (wb_window_compare (window))) != NULL);
  check_names (GTK_WIDGET (window));
  check_focus (GTK_WIDGET (window));
  for (int i = 0; i < WB_N_COMPARE_CARDS - 1; i++)
    if (wb_compare_view_has (wb_window_compare (window), i))
      WAIT_FOR (says (wb_compare_view_area (wb_window_compare (window), i)));
  wb_test_close (window);
}

static void
test_picture (gconstpointer data)
{
  gboolean dark = GPOINTER_TO_INT (data) & 1, twice = GPOINTER_TO_INT (data) & 2;
  WbWindow *window = wb_test_window ("van-der-pol");
  g_autofree char *file = g_build_filename (g_get_tmp_dir (), "stepwise-test.png", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GdkTexture) texture = NULL;

  wb_style_set_choice (dark ? WB_STYLE_DARK : WB_STYLE_LIGHT);
  wb_run_item_run_to (wb_session_current (wb_window_session (window)), 20);
  wb_window_refresh (window);
  wb_test_spin ();
  g_assert_true (wb_screenshot_save_widget (GTK_WIDGET (window), twice ? 2 : 1, file, &error));
  texture = gdk_texture_new_from_filename (file, &error);
  g_assert_no_error (error);
  g_assert_cmpint (gdk_texture_get_width (texture), ==, gtk_widget_get_width (GTK_WIDGET (window)) * (twice ? 2 : 1));
  g_remove (file);
  wb_style_set_choice (WB_STYLE_SYSTEM);
  wb_test_close (window);
}

int
main (int argc, char **argv)
{
  g_setenv ("GTK_A11Y", "test", TRUE);
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/app/numbers", test_numbers);
  g_test_add_func ("/app/yaml", test_yaml);
  g_test_add_func ("/app/run", test_run);
  g_test_add_func ("/app/step-and-scrub", test_step_and_scrub);
  g_test_add_func ("/app/real-time", test_real_time);
  g_test_add_func ("/app/close-while-running", test_close_while_running);
  g_test_add_func ("/app/even-playhead", test_even_playhead);
  g_test_add_func ("/app/undo", test_undo);
  g_test_add_func ("/app/refused", test_refused);
  g_test_add_func ("/app/live-parameter", test_live_parameter);
  g_test_add_func ("/app/events-off", test_events_off);
  g_test_add_func ("/app/event-words", test_event_words);
  g_test_add_func ("/app/broken", test_broken);
  g_test_add_func ("/app/reload", test_reload);
  g_test_add_func ("/app/session", test_session);
  g_test_add_func ("/app/session-wrong", test_session_wrong);
  g_test_add_func ("/app/save-and-export", test_save_and_export);
  g_test_add_func ("/app/plots", test_plots);
  g_test_add_func ("/app/plot-menu", test_plot_menu);
  g_test_add_func ("/app/run-list", test_run_list);
  g_test_add_func ("/app/difference", test_difference);
  g_test_add_func ("/app/hover", test_hover);
  g_test_add_func ("/app/nearby", test_nearby);
  g_test_add_func ("/app/narrow", test_narrow);
  g_test_add_func ("/app/reduced-motion", test_reduced_motion);
  g_test_add_func ("/app/browser", test_browser);
  g_test_add_func ("/app/all-actions", test_all_actions);
  g_test_add_func ("/app/access", test_access);
  g_test_add_data_func ("/app/picture/light", GINT_TO_POINTER (0), test_picture);
  g_test_add_data_func ("/app/picture/dark", GINT_TO_POINTER (1), test_picture);
  g_test_add_data_func ("/app/picture/twice", GINT_TO_POINTER (2), test_picture);
  return g_test_run ();
}
