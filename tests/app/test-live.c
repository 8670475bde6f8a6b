/* Tests the repetition of a finished run after a change of a value, with real pointer and key events. */
#include <glib/gstdio.h>
#include <string.h>

#include "plot-layer.h"
#include "plot-view-hit.h"
#include "wb-failure-text.h"
#include "wb-hands.h"
#include "wb-plot-set.h"
#include "wb-plot-view.h"
#include "wb-session-file.h"
#include "wb-session-repeat.h"
#include "wb-settings-panel.h"
#include "wb-title-strip.h"

/* ---- helpers ---- */

static GtkWidget *
first_slider (WbWindow *window)
{
  GtkWidget *slider;

  wb_session_set_settings_page (wb_window_session (window), "parameters");
  WAIT_FOR ((slider = wb_test_find (GTK_WIDGET (wb_window_panel (window)), GTK_TYPE_SCALE, "value")) != NULL && gtk_widget_get_mapped (slider)
            && gtk_widget_get_width (slider) > 0);
  wb_test_turn (0.1);
  return slider;
}

static double
parameter_of (ModelSystem *system, const char *name)
{
  double value = NAN;

  g_assert_true (model_system_get_parameter (system, name, &value));
  return value;
}

/* Returns a parameter of the run whose curves are visible. */
static double
run_parameter (WbSession *session, const char *name)
{
  return parameter_of (wb_run_item_system (wb_session_current (session)), name);
}

static double
set_parameter (WbSession *session, const char *name)
{
  return parameter_of (wb_session_system (session), name);
}

static gboolean
is_settled (WbSession *session)
{
  return !wb_session_is_repeating (session) && wb_session_state (session) == SIM_RUN_FINISHED && !wb_session_is_busy (session);
}

static WbRunItem *
run_at (WbSession *session, guint i)
{
  WbRunItem *run = g_list_model_get_item (wb_session_runs (session), i);

  g_assert_nonnull (run);
  g_object_unref (run); /* the list still owns a reference */
  return run;
}

static guint
n_runs (WbSession *session)
{
  return g_list_model_get_n_items (wb_session_runs (session));
}

/* Returns whether a plot has curves of a run. */
static gboolean
shows_run (WbWindow *window, const PlotKind *kind, WbRunItem *run)
{
  PlotView *view = wb_plot_area_view (wb_simulate_view_area (wb_window_simulate (window), wb_test_plot (window, kind)));

  for (int i = 0; i < plot_view_n_layers (view); i++)
    if (plot_view_layer (view, i)->run == wb_run_item_number (run))
      return TRUE;
  return FALSE;
}

/* Returns whether the title states that the curves are from the last run. */
static gboolean
says_last_run (WbWindow *window)
{
  GtkWidget *strip = wb_test_find (GTK_WIDGET (wb_window_simulate (window)), WB_TYPE_TITLE_STRIP, NULL);
  GtkWidget *label;

  g_assert_nonnull (strip);
  label = wb_test_find (strip, GTK_TYPE_LABEL, "stale");
  g_assert_nonnull (label);
  return gtk_widget_get_mapped (label);
}

static WbWindow *
finished_window (const char *model)
{
  WbWindow *window = wb_test_window (model);

  wb_test_finish (wb_window_session (window));
  WAIT_FOR (is_settled (wb_window_session (window)));
  return window;
}

static void
drag_slider (WbWindow *window, double from, double to)
{
  GtkWidget *slider = first_slider (window);
  double width = gtk_widget_get_width (slider);

  wb_hands_drag (slider, from * width, NAN, to * width, NAN);
}

/* ---- what the user sees ---- */

/* A drag of a slider shows a run with the new value and the previous run as a ghost (drawn faint), and is one undo step. */
static void
test_drag (void)
{
  WbWindow *window;
  WbSession *session;
  WbRunItem *first;
  double before, after;
  GtkWidget *slider;

  if (!wb_hands_ready ())
    return;
  window = finished_window ("van-der-pol");
  session = wb_window_session (window);
  first = wb_session_current (session);
  before = run_parameter (session, "mu");
  slider = first_slider (window);
  wb_hands_drag (slider, 0.4 * gtk_widget_get_width (slider), gtk_widget_get_height (slider) / 2.0, 0.9 * gtk_widget_get_width (slider),
                 gtk_widget_get_height (slider) / 2.0);
  WAIT_FOR (is_settled (session));
  after = set_parameter (session, "mu");
  g_assert_cmpfloat (after, >, before);
  g_assert_cmpfloat (run_parameter (session, "mu"), ==, after);
  g_assert_false (wb_session_is_stale (session));
  g_assert_false (says_last_run (window));

  g_assert_cmpuint (n_runs (session), ==, 2); /* the values during the drag leave no runs in the list */
  g_assert_true (run_at (session, 0) == first);
  g_assert_true (wb_run_item_ghost (first));
  g_assert_true (shows_run (window, &plot_kind_time, first));
  g_assert_true (shows_run (window, &plot_kind_phase, first));
  wb_hands_picture (window, "live-drag");

  g_assert_true (wb_session_can_undo (session));
  wb_test_act (window, "win.undo");
  g_assert_false (wb_session_can_undo (session));
  g_assert_cmpfloat (set_parameter (session, "mu"), ==, before);
  WAIT_FOR (is_settled (session));
  g_assert_cmpfloat (run_parameter (session, "mu"), ==, before);
  /* The runs are as before the drag. */
  g_assert_cmpuint (n_runs (session), ==, 1);
  g_assert_true (wb_session_current (session) == first);
  g_assert_false (wb_run_item_ghost (first));
  g_assert_true (shows_run (window, &plot_kind_time, first));
  wb_test_act (window, "win.redo");
  g_assert_cmpfloat (run_parameter (session, "mu"), ==, after);
  g_assert_true (wb_run_item_ghost (first));
  wb_test_close (window);
}

/* Returns the number of layers with data of a run in a plot. */
static int
n_layers_of (WbWindow *window, const PlotKind *kind, WbRunItem *run)
{
  PlotView *view = wb_plot_area_view (wb_simulate_view_area (wb_window_simulate (window), wb_test_plot (window, kind)));
  int n = 0;

  for (int i = 0; i < plot_view_n_layers (view); i++)
    {
      PlotLayer *layer = plot_view_layer (view, i);
      PlotExtent extent = { INFINITY, -INFINITY, INFINITY, -INFINITY, INFINITY, INFINITY, FALSE, FALSE };

      if (layer->run == wb_run_item_number (run) && layer->class->extent != NULL)
        layer->class->extent (layer, -INFINITY, INFINITY, &extent);
      n += extent.x_low < extent.x_high;
    }
  return n;
}

/* The plots of attempts and the motion show the ghost too. */
static void
test_ghost_in_all_plots (void)
{
  const PlotKind *const kinds[] = { &plot_kind_step, &plot_kind_error, &plot_kind_motion };
  WbWindow *window;
  WbSession *session;
  WbRunItem *first;

  if (!wb_hands_ready ())
    return;
  window = finished_window ("van-der-pol");
  session = wb_window_session (window);
  first = wb_session_current (session);
  drag_slider (window, 0.4, 0.7);
  WAIT_FOR (is_settled (session));
  g_assert_true (wb_session_current (session) != first);
  g_assert_true (wb_run_item_ghost (first));
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      WAIT_FOR (n_layers_of (window, kinds[i], first) == 1);
      g_assert_cmpint (n_layers_of (window, kinds[i], wb_session_current (session)), >=, 1);
    }
  /* Figures in files do not show the ghost. */
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      const PlotSpec *spec = wb_plot_set_spec (wb_plot_set_of (session), wb_test_plot (window, kinds[i]));
      WbRunItem *run = wb_session_current (session);
      g_autoptr (PlotView) view = wb_plot_view_new_for_file (spec, run, wb_run_item_system (run), wb_plot_set_axis (wb_plot_set_of (session)),
                                                             wb_session_runs (session), NULL);

      for (int k = 0; k < plot_view_n_layers (view); k++)
        g_assert_cmpint (plot_view_layer (view, k)->run, !=, wb_run_item_number (first));
    }
  wb_hands_picture (window, "live-ghost");
  wb_test_close (window);
}

/* After a second drag of the slider, the run of the first drag is the ghost, which plots draw faint, and the first run is hidden. Each
 * drag is one undo step. */
static void
test_next_gesture (void)
{
  WbWindow *window;
  WbSession *session;
  WbRunItem *first, *second;
  double once;

  if (!wb_hands_ready ())
    return;
  window = finished_window ("van-der-pol");
  session = wb_window_session (window);
  first = wb_session_current (session);
  drag_slider (window, 0.3, 0.6);
  once = set_parameter (session, "mu");
  WAIT_FOR (is_settled (session));
  second = wb_session_current (session);
  drag_slider (window, 0.6, 0.2);
  WAIT_FOR (is_settled (session));
  g_assert_cmpuint (n_runs (session), ==, 3);
  g_assert_false (wb_run_item_ghost (first));
  g_assert_false (wb_run_item_visible (first));
  g_assert_true (wb_run_item_ghost (second));
  g_assert_cmpfloat (run_parameter (session, "mu"), <, once);
  wb_test_act (window, "win.undo");
  g_assert_cmpfloat (set_parameter (session, "mu"), ==, once);
  wb_test_act (window, "win.undo");
  g_assert_false (wb_session_can_undo (session));
  WAIT_FOR (is_settled (session));
  /* If the user starts a run, no run is a ghost. */
  wb_test_act (window, "win.run-to-end");
  wb_session_run (session);
  for (guint i = 0; i < n_runs (session); i++)
    g_assert_false (wb_run_item_ghost (run_at (session, i)));
  wb_session_cancel (session);
  wb_test_close (window);
}

/* A number that is typed into the field, and a step by an arrow key, repeat the run. */
static void
test_typed (void)
{
  WbWindow *window;
  WbSession *session;
  GtkWidget *field;

  if (!wb_hands_ready ())
    return;
  window = finished_window ("van-der-pol");
  session = wb_window_session (window);
  field = wb_test_find (gtk_widget_get_parent (first_slider (window)), GTK_TYPE_TEXT, NULL);
  g_assert_nonnull (field);
  wb_hands_click (field, NAN, NAN);
  wb_hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  wb_hands_type ("2.5\n");
  WAIT_FOR (set_parameter (session, "mu") == 2.5);
  WAIT_FOR (is_settled (session));
  g_assert_cmpfloat (run_parameter (session, "mu"), ==, 2.5);
  wb_hands_key (GDK_KEY_Up, 0);
  WAIT_FOR (set_parameter (session, "mu") > 2.5);
  WAIT_FOR (is_settled (session));
  g_assert_cmpfloat (run_parameter (session, "mu"), ==, set_parameter (session, "mu"));
  wb_test_close (window);
}

/* The playhead keeps its time when the run is repeated. */
static void
test_playhead (void)
{
  WbWindow *window;
  WbSession *session;

  if (!wb_hands_ready ())
    return;
  window = finished_window ("van-der-pol");
  session = wb_window_session (window);
  wb_session_set_playhead (session, 7.5);
  drag_slider (window, 0.3, 0.7);
  WAIT_FOR (is_settled (session));
  g_assert_cmpuint (n_runs (session), ==, 2);
  g_assert_cmpfloat (wb_session_playhead (session), ==, 7.5);
  wb_test_close (window);
}

/* A repetition that takes long is shown while it is running. A further drag replaces it. */
static void
test_slow (void)
{
  WbWindow *window;
  WbSession *session;
  WbRunItem *first;
  double t;

  if (!wb_hands_ready ())
    return;
  window = wb_test_window ("van-der-pol");
  session = wb_window_session (window);
  wb_test_finish (session);
  first = wb_session_current (session);
  /* The run would take two hundred million steps of 10⁻⁷. */
  g_assert_true (wb_session_set (session, WB_SETTING, "max_step", "1e-7", NULL));
  drag_slider (window, 0.3, 0.8);
  WAIT_FOR (wb_session_state (session) == SIM_RUN_RUNNING && !wb_session_is_repeating (session));
  g_assert_true (wb_session_current (session) != first);
  g_assert_cmpfloat (run_parameter (session, "mu"), ==, set_parameter (session, "mu"));
  t = wb_run_item_state (wb_session_current (session))->t;
  WAIT_FOR (wb_run_item_state (wb_session_current (session))->t > t); /* the run is making progress */
  drag_slider (window, 0.8, 0.1);
  WAIT_FOR (wb_session_state (session) == SIM_RUN_RUNNING && !wb_session_is_repeating (session));
  g_assert_cmpfloat (run_parameter (session, "mu"), ==, set_parameter (session, "mu"));
  g_assert_cmpuint (n_runs (session), ==, 2); /* values during the drag leave no runs in the list */
  g_assert_true (wb_run_item_ghost (first));
  wb_hands_picture (window, "live-slow");
  /* A cancelled run is not repeated, and the window states which run its curves belong to. */
  wb_test_act (window, "win.cancel");
  WAIT_FOR (is_settled (session));
  drag_slider (window, 0.1, 0.5);
  g_assert_false (wb_session_is_repeating (session));
  g_assert_cmpuint (n_runs (session), ==, 2);
  WAIT_FOR (says_last_run (window));
  wb_test_close (window);
}

/* The window can be closed while a repetition is running. */
static void
test_close (void)
{
  WbWindow *window;
  WbSession *session;

  if (!wb_hands_ready ())
    return;
  window = finished_window ("van-der-pol");
  session = wb_window_session (window);
  g_assert_true (wb_session_set (session, WB_SETTING, "max_step", "1e-7", NULL));
  g_assert_true (wb_session_set (session, WB_PARAMETER, "mu", "3", NULL));
  WAIT_FOR (wb_session_is_repeating (session));
  wb_session_poll (session);
  wb_test_close (window);
}

/* A drag of a slider during a run changes that run. It does not start another one. */
static void
test_running (void)
{
  WbWindow *window;
  WbSession *session;
  WbRunItem *run;

  if (!wb_hands_ready ())
    return;
  window = wb_test_window ("van-der-pol");
  session = wb_window_session (window);
  wb_session_set_rate (session, 0.5);
  wb_test_act (window, "win.run");
  WAIT_FOR (wb_session_playhead (session) > 0.1);
  run = wb_session_current (session);
  drag_slider (window, 0.3, 0.8);
  g_assert_true (wb_session_current (session) == run);
  g_assert_cmpuint (n_runs (session), ==, 1);
  WAIT_FOR (({ g_autoptr (GPtrArray) history = sim_run_history (wb_run_item_run (run)); history->len > 0; }));
  wb_session_cancel (session);
  wb_test_close (window);
}

/* The title states that curves are from the last run exactly while a setting or value differs from those of the shown run. */
static void
test_says (void)
{
  WbWindow *window;
  WbSession *session;
  WbRunItem *first;

  if (!wb_hands_ready ())
    return;
  window = finished_window ("van-der-pol");
  session = wb_window_session (window);
  first = wb_session_current (session);
  g_assert_false (says_last_run (window));
  g_assert_true (wb_session_set (session, WB_SETTING, "accuracy", "1e-6", NULL));
  WAIT_FOR (says_last_run (window));
  wb_hands_picture (window, "live-says");
  wb_session_undo (session);
  drag_slider (window, 0.3, 0.8);
  WAIT_FOR (is_settled (session));
  g_assert_false (says_last_run (window));
  /* If the earlier run becomes the current one, its parameter differs from the value that is set in the session. */
  wb_session_set_current (session, first);
  WAIT_FOR (says_last_run (window));
  wb_session_set_current (session, run_at (session, 1));
  WAIT_FOR (!says_last_run (window));
  wb_test_close (window);
}

/* If the model refuses a value, the old curves stay, and the title states that they are from the last run. */
static void
test_refused (void)
{
  static const char text[] = "format: 1\nname: Wall\nparameters:\n  a: {value: 1, range: [0, 2]}\n"
                             "states:\n  x: {derivative: -a*x, initial: sqrt(1.5 - a)}\ntime: {end: 5}\n";
  g_autofree char *folder = g_dir_make_tmp ("wb-live-XXXXXX", NULL), *path = wb_test_write (folder, "wall.yaml", text);
  WbWindow *window;
  WbSession *session;
  WbRunItem *first;

  if (!wb_hands_ready ())
    return;
  window = wb_test_window (NULL);
  session = wb_window_session (window);
  if (!wb_window_open_path (window, path))
    g_error ("%s", ((const ModelDiagnostic *) g_ptr_array_index (wb_session_errors (session), 0))->message);
  wb_test_finish (session);
  WAIT_FOR (is_settled (session));
  first = wb_session_current (session);
  drag_slider (window, 0.5, 0.95);
  WAIT_FOR (is_settled (session));
  g_assert_cmpfloat (set_parameter (session, "a"), >, 1.5);
  if (wb_session_current (session) == first)
    WAIT_FOR (says_last_run (window));
  else
    g_assert_cmpint (wb_run_item_state (wb_session_current (session))->status.reason, ==, SIM_FAILED_RUN);
  g_assert_true (wb_session_current (session) == first || run_parameter (session, "a") == set_parameter (session, "a"));
  drag_slider (window, 0.95, 0.2);
  WAIT_FOR (is_settled (session) && run_parameter (session, "a") < 1);
  g_assert_false (says_last_run (window));
  wb_test_close (window);
  g_remove (path);
  g_rmdir (folder);
}

/* If a run reaches its end with a doubtful result, the window states this. */
static void
test_doubt (void)
{
  static const char text[] = "format: 1\nname: Growth\nparameters:\n  a: {value: 300, range: [1, 400]}\n"
                             "states:\n  x: {derivative: a*x, initial: 1}\ntime: {end: 1}\n";
  g_autofree char *folder = g_dir_make_tmp ("wb-live-XXXXXX", NULL), *path = wb_test_write (folder, "growth.yaml", text);
  WbWindow *window;
  WbSession *session;
  GtkWidget *bar, *reason;

  if (!wb_hands_ready ())
    return;
  window = wb_test_window (NULL);
  session = wb_window_session (window);
  g_assert_true (wb_window_open_path (window, path));
  wb_test_finish (session);
  g_assert_cmpint (wb_run_item_state (wb_session_current (session))->status.reason, ==, SIM_REACHED_END);
  bar = wb_test_find (GTK_WIDGET (wb_window_simulate (window)), GTK_TYPE_BOX, "failure");
  WAIT_FOR (gtk_widget_get_mapped (bar));
  reason = wb_test_find (bar, GTK_TYPE_LABEL, "reason");
  g_test_message ("%s", gtk_label_get_text (GTK_LABEL (reason)));
  {
    g_autofree char *sentence = wb_failure_sentence (wb_run_item_state (wb_session_current (session))->status.message);

    g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (reason)), ==, sentence);
    g_assert_nonnull (strstr (sentence, "but x is "));
  }
  wb_hands_picture (window, "live-doubt");
  drag_slider (window, 0.75, 0.1); /* with less growth the result is plausible */
  WAIT_FOR (is_settled (session));
  g_assert_false (gtk_widget_get_mapped (bar));
  wb_test_close (window);
  g_remove (path);
  g_rmdir (folder);
}

/* A click on "Reset all" on the page of the initial state resets initial values and weights in one undo step. */
static void
test_reset (void)
{
  WbWindow *window;
  WbSession *session;
  GtkWidget *button = NULL, *page;

  if (!wb_hands_ready ())
    return;
  window = wb_test_window ("van-der-pol");
  session = wb_window_session (window);
  g_assert_true (wb_session_set (session, WB_INITIAL, "x", "0.5", NULL));
  g_assert_true (wb_session_set (session, WB_SETTING, "weights.v", "10", NULL));
  g_assert_true (wb_session_set (session, WB_SETTING, "accuracy", "1e-6", NULL));
  wb_session_set_settings_page (session, "initial");
  wb_test_turn (0.3);
  page = wb_test_find (GTK_WIDGET (wb_window_panel (window)), GTK_TYPE_STACK, NULL);
  page = gtk_stack_get_child_by_name (GTK_STACK (page), "initial");
  button = wb_test_find (page, GTK_TYPE_BUTTON, "raised");
  g_assert_nonnull (button);
  CLICK_UNTIL (button, !wb_session_is_set (session, WB_INITIAL, "x"));
  g_assert_false (wb_session_is_set (session, WB_SETTING, "weights.v"));
  g_assert_true (wb_session_is_set (session, WB_SETTING, "accuracy")); /* other settings do not change */
  wb_test_act (window, "win.undo");
  g_assert_true (wb_session_is_set (session, WB_INITIAL, "x"));
  g_assert_true (wb_session_is_set (session, WB_SETTING, "weights.v"));
  wb_test_close (window);
}

/* If the model gives a step, the slider takes the values low + k step. A slider over several powers of ten is logarithmic. */
static void
test_scales (void)
{
  static const char text[] = "format: 1\nname: Steps\nparameters:\n  n: {value: 1, range: [1, 7], step: 2}\n"
                             "states:\n  x: {derivative: -n*x, initial: 1}\ntime: {end: 5}\n";
  g_autofree char *folder = g_dir_make_tmp ("wb-live-XXXXXX", NULL), *path = wb_test_write (folder, "steps.yaml", text);
  WbWindow *window;
  WbSession *session;

  if (!wb_hands_ready ())
    return;
  window = wb_test_window (NULL);
  session = wb_window_session (window);
  g_assert_true (wb_window_open_path (window, path));
  drag_slider (window, 0.02, 0.6); /* the slider has 1, 3, 5 and 7; 5 is at two thirds */
  WAIT_FOR (set_parameter (session, "n") == 5);
  wb_test_close (window);
  g_remove (path);
  g_rmdir (folder);

  window = wb_test_window ("van-der-pol-stiff"); /* the slider goes from 1 to 10⁴ logarithmically, so 10 is at a quarter */
  session = wb_window_session (window);
  g_assert_cmpfloat (gtk_range_get_value (GTK_RANGE (first_slider (window))), ==, 3);
  drag_slider (window, 0.75, 0.25);
  g_assert_cmpfloat (set_parameter (session, "mu"), >, 4);
  g_assert_cmpfloat (set_parameter (session, "mu"), <, 25);
  wb_test_close (window);
}

/* A session file stores which run is the ghost. */
static void
test_session (void)
{
  WbWindow *window, *other;
  WbSession *session;
  g_autofree char *text = NULL, *again = NULL;
  g_autoptr (GError) error = NULL;

  if (!wb_hands_ready ())
    return;
  window = finished_window ("van-der-pol");
  session = wb_window_session (window);
  drag_slider (window, 0.3, 0.8);
  WAIT_FOR (is_settled (session));
  text = wb_session_file_text (session);
  other = wb_test_window (NULL);
  g_assert_true (wb_session_file_load_text (text, "test.stepwise", wb_window_session (other), &error));
  g_assert_no_error (error);
  again = wb_session_file_text (wb_window_session (other));
  g_assert_cmpstr (again, ==, text);
  g_assert_nonnull (strstr (text, "ghost: true"));
  g_assert_true (wb_run_item_ghost (run_at (wb_window_session (other), 0)));
  drag_slider (other, 0.5, 0.2);
  WAIT_FOR (is_settled (wb_window_session (other)));
  g_assert_false (wb_run_item_ghost (run_at (wb_window_session (other), 0)));
  wb_test_close (other);
  wb_test_close (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/app/live/a-drag-of-a-slider-repeats-the-finished-run-with-a-ghost-and-one-step-of-undo", test_drag);
  g_test_add_func ("/app/live/plots-of-attempts-and-the-motion-show-the-ghost", test_ghost_in_all_plots);
  g_test_add_func ("/app/live/the-next-drag-replaces-the-ghost", test_next_gesture);
  g_test_add_func ("/app/live/typed-and-stepped-values-repeat-the-run", test_typed);
  g_test_add_func ("/app/live/the-playhead-keeps-its-time-when-a-run-is-repeated", test_playhead);
  g_test_add_func ("/app/live/a-slow-run-shows-progress-and-the-newest-value", test_slow);
  g_test_add_func ("/app/live/the-window-closes-while-a-run-is-repeated", test_close);
  g_test_add_func ("/app/live/a-slider-changes-the-value-of-a-running-run", test_running);
  g_test_add_func ("/app/live/curves-computed-with-other-values-are-marked", test_says);
  g_test_add_func ("/app/live/curves-stay-marked-after-a-value-was-refused", test_refused);
  g_test_add_func ("/app/live/a-run-that-ends-with-a-doubtful-state-is-marked", test_doubt);
  g_test_add_func ("/app/live/reset-all-of-the-initial-state-resets-the-weights", test_reset);
  g_test_add_func ("/app/live/sliders-have-the-steps-and-the-scale-of-the-model-file", test_scales);
  g_test_add_func ("/app/live/a-reopened-session-shows-the-ghost", test_session);
  return g_test_run ();
}
