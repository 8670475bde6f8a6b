/* Tests the ways to the Microscope with pointer and keys, its options of the command line, and what it shows in a small window. */
#include "wb-hands.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "lab-attempt-parts.h"
#include "plot-format.h"
#include "plot-kind.h"
#include "plot-layers.h"
#include "plot-view-hit.h"
#include "plot-views.h"
#include "wb-axis-knob.h"
#include "wb-microscope-output.h"
#include "wb-microscope-plots.h"
#include "wb-microscope-view.h"
#include "wb-plot-area.h"
#include "wb-screenshot.h"
#include "wb-simulate-view.h"

static gboolean
is_shown (WbMicroscope *microscope)
{
  return wb_microscope_attempt (microscope) != NULL;
}

static gboolean
is_microscope (WbWindow *window)
{
  return g_strcmp0 (wb_session_view (wb_window_session (window)), "microscope") == 0;
}

static gboolean
has_microscope (GtkWidget *widget)
{
  if (WB_IS_MICROSCOPE_VIEW (widget))
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (has_microscope (child))
      return TRUE;
  return FALSE;
}

/* ---- ways to an attempt ---- */

/* The window makes the view when it has nothing else to do, so that the first opening is fast. */
static void
test_prepared (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");

  wb_test_finish (wb_window_session (window));
  WAIT_FOR (has_microscope (GTK_WIDGET (window)));
  g_assert_false (is_microscope (window));
  g_assert_false (is_shown (wb_microscope_of (wb_window_session (window))));
  wb_test_close (window);
}

/* In a window without a model, three actions lead to the reason of the worst rejection: a click on a suggested model, the key End, and a click on the
 * button of the Microscope. */
static void
test_three_actions (void)
{
  WbWindow *window;
  WbSession *session;
  WbMicroscope *microscope;

  if (!wb_hands_ready ())
    return;
  window = wb_test_window (NULL);
  session = wb_window_session (window);
  wb_session_set_view (session, "simulate");
  g_assert_null (wb_session_model (session));
  CLICK_UNTIL (wb_hands_find (GTK_WIDGET (window), "Van der Pol"), wb_session_model (session) != NULL);
  g_assert_cmpint (wb_session_state (session), ==, SIM_RUN_READY);
  wb_hands_key (GDK_KEY_End, 0);
  WAIT_FOR (wb_session_state (session) == SIM_RUN_FINISHED);
  CLICK_UNTIL (wb_hands_find (GTK_WIDGET (window), "Microscope"), is_microscope (window));
  microscope = wb_microscope_of (session);
  WAIT_FOR (is_shown (microscope));
  g_assert_cmpint (wb_microscope_attempt (microscope)->record.outcome, ==, ODE_ATTEMPT_REJECTED_ERROR);
  WAIT_FOR (wb_hands_find (GTK_WIDGET (window), "Rejected") != NULL);
  g_assert_nonnull (wb_test_label_with (GTK_WIDGET (window), "× the tolerance. The step starts again"));
  wb_test_close (window);
}

/* Clicks an attempt in a plot of the Simulate view, which must open it in the Microscope, and goes back to Simulate. */
static void
click_attempt (WbWindow *window, WbPlotArea *area, gsize index)
{
  WbSession *session = wb_window_session (window);
  WbMicroscope *microscope = wb_microscope_of (session);
  PlotHit hit;

  for (int try = 0; !is_microscope (window) && try < 10; try++)
    {
      g_assert_true (plot_views_find_attempt (wb_plot_area_view (area), index, &hit));
      plot_view_map (wb_plot_area_view (area), hit.x, hit.y, &hit.px, &hit.py);
      wb_hands_click (GTK_WIDGET (area), hit.px, hit.py);
      for (gint64 end = g_get_monotonic_time () + 2 * G_USEC_PER_SEC; !is_microscope (window) && g_get_monotonic_time () < end;)
        wb_test_turn (0.01);
    }
  g_assert_true (is_microscope (window));
  WAIT_FOR (is_shown (microscope));
  g_assert_cmpuint (wb_microscope_attempt (microscope)->index, ==, index);
  wb_session_set_view (session, "simulate");
  wb_test_turn (0.1);
}

/* Least distances in px of the clicked mark from other marks, because the pointer is at whole px. An accepted attempt needs more distance from rejected
 * ones, which are hit at up to 12 px. */
#define ALONE 3
#define FROM_REJECTED 14

/* Returns the index of the first attempt with this outcome that has no other mark near its own. Returns G_MAXSIZE if there is none. */
static gsize
find_alone (WbPlotArea *area, SimTape *tape, int outcome)
{
  PlotView *view = wb_plot_area_view (area);
  OdeAttempt row;

  for (gsize i = 0; sim_tape_get (tape, i, &row); i++)
    {
      PlotHit hit, other;
      gboolean alone = row.outcome == outcome && plot_views_find_attempt (view, i, &hit);

      if (!alone)
        continue;
      plot_view_map (view, hit.x, hit.y, &hit.px, &hit.py);
      for (gsize k = 0; k < sim_tape_n_attempts (tape) && alone; k++)
        if (k != i && plot_views_find_attempt (view, k, &other))
          {
            plot_view_map (view, other.x, other.y, &other.px, &other.py);
            alone = hypot (other.px - hit.px, other.py - hit.py)
                    > (outcome == ODE_ATTEMPT_ACCEPTED && plot_layer_attempts_is_rejected (other.layer, k) ? FROM_REJECTED : ALONE);
          }
      if (alone && (plot_view_hit (view, hit.px, hit.py, 8, &other) == PLOT_HIT_ATTEMPT || plot_view_hit_rejected (view, hit.px, hit.py, 8, &other)))
        return i;
    }
  return G_MAXSIZE;
}

/* Every plot of the Simulate view that has marks of attempts opens the clicked one, rejected or accepted: the plots of the step size and of the error.
 * A click beside the marks pins a readout as before. */
static void
test_clicks (void)
{
  WbWindow *window;
  WbSession *session;
  WbSimulateView *view;
  SimTape *tape;
  gboolean with_attempts[2] = { FALSE };

  if (!wb_hands_ready ())
    return;
  window = wb_test_window ("van-der-pol");
  session = wb_window_session (window);
  view = wb_window_simulate (window);
  wb_test_finish (session);
  wb_window_refresh (window);
  wb_test_turn (0.4);
  tape = wb_run_item_tape (wb_session_current (session));
  for (int i = 0; i < wb_plot_set_n (wb_simulate_view_plots (view)); i++)
    {
      WbPlotArea *area = wb_simulate_view_area (view, i);
      PlotHit hit;

      if (wb_plot_area_view (area) == NULL || !plot_views_find_attempt (wb_plot_area_view (area), 3, &hit))
        continue;
      with_attempts[0] = with_attempts[0] || i == wb_test_plot (window, &plot_kind_step);
      with_attempts[1] = with_attempts[1] || i == wb_test_plot (window, &plot_kind_error);
      for (int k = 0; k < 2; k++)
        {
          const gsize index = find_alone (area, tape, k == 0 ? ODE_ATTEMPT_REJECTED_ERROR : ODE_ATTEMPT_ACCEPTED);

          g_assert_cmpuint (index, !=, G_MAXSIZE);
          click_attempt (window, area, index);
        }
    }
  g_assert_true (with_attempts[0] && with_attempts[1]);
  {
    WbPlotArea *area = wb_simulate_view_area (view, wb_test_plot (window, &plot_kind_step));
    PlotView *plot = wb_plot_area_view (area);
    double x = NAN, y = NAN;

    plot_view_set_pin (plot, NULL);
    for (double py = 60; py < gtk_widget_get_height (GTK_WIDGET (area)) - 40 && isnan (x); py += 10)
      for (double px = 120; px < gtk_widget_get_width (GTK_WIDGET (area)) - 60 && isnan (x); px += 15)
        {
          PlotHit hit;

          if (plot_view_hit_rejected (plot, px, py, 8, &hit) || plot_view_hit (plot, px, py, 8, &hit) != PLOT_HIT_PLANE
              || !plot_view_hit_step (plot, px, py, 8, &hit) || hit.kind != PLOT_HIT_ATTEMPT)
            continue;
          x = px;
          y = py;
        }
    g_assert_false (isnan (x));
    for (int try = 0; plot_view_pin (plot) == NULL && try < 10; try++)
      wb_hands_click (GTK_WIDGET (area), x, y);
    g_assert_nonnull (plot_view_pin (plot));
    g_assert_false (is_microscope (window));
  }
  wb_test_close (window);
}

/* If a run fails, the button of the bar opens the last attempt. */
static void
test_failure_bar (void)
{
  g_autofree char *folder = NULL, *path = NULL;
  WbWindow *window;
  WbSession *session;
  WbMicroscope *microscope;

  if (!wb_hands_ready ())
    return;
  folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL);
  path = wb_test_write (folder, "blow-up.yaml", "format: 1\nname: Blow-up\ntime: {end: 20, unit: s}\nstates: {x: {initial: 1, derivative: x^2}}\n");
  window = wb_test_window (path);
  session = wb_window_session (window);
  microscope = wb_microscope_of (session);
  wb_test_finish (session);
  WAIT_FOR (wb_hands_find (GTK_WIDGET (window), "Look inside") != NULL);
  CLICK_UNTIL (wb_hands_find (GTK_WIDGET (window), "Look inside"), is_microscope (window));
  WAIT_FOR (is_shown (microscope));
  g_assert_cmpuint (wb_microscope_index (microscope), ==, sim_tape_n_attempts (wb_run_item_tape (wb_session_current (session))) - 1);
  wb_test_close (window);
  g_remove (path);
  g_rmdir (folder);
}

/* ---- the table of stages ---- */

/* With Radau IIA 5 the table has the last change of each stage, the weights of RADAU5, and the sum of the contributions. */
static void
test_implicit_table (void)
{
  static const char *const heads[] = { "Time", "Weight e", "Part of the estimate", "−10.0488", "1.38214", "−0.333333", "(4−√6)/10", "(4+√6)/10" };
  WbWindow *window = wb_test_window ("van-der-pol-stiff");
  WbSession *session = wb_window_session (window);
  WbMicroscope *microscope;
  g_autofree char *change = NULL, *head = NULL;
  char number[64];
  OdeAttempt row;
  gsize index;

  g_assert_true (wb_session_set (session, WB_SETTING, "integrator", "radau5", NULL));
  wb_test_finish (session);
  g_assert_true (wb_window_show_view (window, "microscope"));
  microscope = wb_microscope_of (session);
  /* Find an attempt whose change is written without a power of ten. */
  for (index = 10; change == NULL && sim_tape_get (wb_run_item_tape (wb_session_current (session)), index, &row); index++)
    {
      const LabAttempt *attempt;

      if (row.outcome != ODE_ATTEMPT_ACCEPTED || row.newton_iterations == 0)
        continue;
      wb_microscope_open (microscope, index);
      WAIT_FOR (is_shown (microscope));
      attempt = wb_microscope_attempt (microscope);
      g_autoptr (LabStageParts) parts = lab_stage_parts_new (attempt);
      const int state = lab_stage_parts_slowest (parts, attempt);
      const double ratio = fabs (parts->change[2 * parts->n_states + state]) / attempt->tolerance[state];

      if (parts->weight == NULL || !(ratio > 0.02) || !(ratio < 1000))
        continue;
      plot_format_number (ratio, 2, number, sizeof number);
      change = g_strdup_printf ("%s × tolerance", number);
      head = g_strdup_printf ("last change of %s", state == 0 ? "x" : "v");
    }
  g_assert_nonnull (change);
  for (gsize i = 0; i < G_N_ELEMENTS (heads); i++)
    {
      g_test_message ("%s", heads[i]);
      g_assert_nonnull (wb_hands_find (GTK_WIDGET (window), heads[i]));
    }
  g_assert_nonnull (wb_hands_find (GTK_WIDGET (window), head));
  g_assert_nonnull (wb_hands_find (GTK_WIDGET (window), change));
  g_assert_nonnull (wb_test_label_with (GTK_WIDGET (window), "and of the slope at the start add up to"));
  wb_test_close (window);
}

/* ---- a small window ---- */

/* Returns the ancestor of a widget that is a vertically scrolled window. */
static GtkScrolledWindow *
scroller_of (GtkWidget *widget)
{
  return GTK_SCROLLED_WINDOW (gtk_widget_get_ancestor (widget, GTK_TYPE_SCROLLED_WINDOW));
}

/* Returns the plot area below a widget that shows a view with this title, or NULL. */
static GtkWidget *
area_of (GtkWidget *from, const char *title)
{
  if (WB_IS_PLOT_AREA (from) && gtk_widget_get_mapped (from) && wb_plot_area_view (WB_PLOT_AREA (from)) != NULL
      && g_strcmp0 (plot_view_title (wb_plot_area_view (WB_PLOT_AREA (from))), title) == 0)
    return from;
  for (GtkWidget *child = gtk_widget_get_first_child (from); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = area_of (child, title);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* In a window of 1040 × 760 px the plot of the last attempts is high enough for its rows of iterations, Jacobian, factors and order, and can be scrolled
 * into view completely. */
static void
test_small (void)
{
  WbWindow *window = wb_test_window ("van-der-pol-stiff");
  WbSession *session = wb_window_session (window);
  WbMicroscope *microscope = wb_microscope_of (session);
  GtkWidget *area, *card;
  GtkScrolledWindow *scroller;
  GtkAdjustment *place;
  graphene_rect_t bounds;
  PlotView *view;

  gtk_window_set_default_size (GTK_WINDOW (window), 1040, 760);
  wb_test_finish (session);
  g_assert_true (wb_window_show_view (window, "microscope"));
  WAIT_FOR (is_shown (microscope));
  WAIT_FOR (gtk_widget_get_width (GTK_WIDGET (window)) <= 1100);
  wb_test_turn (0.4);
  /* Reading a view waits for the thread that draws, which must get time between two readings. */
  for (gint64 end = g_get_monotonic_time () + WB_TEST_PATIENCE_US; (area = area_of (GTK_WIDGET (window), "Last attempts")) == NULL
                                                                 && g_get_monotonic_time () < end;)
    wb_test_turn (0.2);
  g_assert_nonnull (area);
  WAIT_FOR (gtk_widget_get_height (area) > 0);
  view = wb_plot_area_view (WB_PLOT_AREA (area));
  g_assert_true (plot_view_has_strip (view));
  card = gtk_widget_get_parent (area);
  scroller = scroller_of (area);
  g_assert_nonnull (scroller);
  place = gtk_scrolled_window_get_vadjustment (scroller);
  g_assert_cmpfloat (gtk_adjustment_get_upper (place), >, gtk_adjustment_get_page_size (place));
  gtk_adjustment_set_value (place, gtk_adjustment_get_upper (place));
  wb_test_turn (0.2);
  g_assert_true (gtk_widget_compute_bounds (card, GTK_WIDGET (scroller), &bounds));
  g_assert_cmpfloat (bounds.origin.y, >=, 0);
  g_assert_cmpfloat (bounds.origin.y + bounds.size.height, <=, gtk_widget_get_height (GTK_WIDGET (scroller)));
  wb_hands_picture (window, "microscope-small");
  wb_test_close (window);
}

/* ---- trials with other step sizes ---- */

/* Returns the first visible widget of a type, or NULL. */
static GtkWidget *
find_type (GtkWidget *from, GType type)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (from, type))
    return gtk_widget_get_mapped (from) ? from : NULL;
  for (GtkWidget *child = gtk_widget_get_first_child (from); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_type (child, type);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* Opens the Microscope on a finished run and waits for the errors over the step size. */
static WbMicroscope *
open_trials (WbWindow **window, const char *model)
{
  WbMicroscope *microscope;

  *window = wb_test_window (model);
  gtk_window_set_default_size (GTK_WINDOW (*window), 1440, 900); /* another test may have left a smaller one */
  wb_test_finish (wb_window_session (*window));
  g_assert_true (wb_window_show_view (*window, "microscope"));
  WAIT_FOR (gtk_widget_get_width (GTK_WIDGET (*window)) > 1300);
  microscope = wb_microscope_of (wb_window_session (*window));
  WAIT_FOR (is_shown (microscope) && wb_microscope_curve (microscope) != NULL);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (*window));
  return microscope;
}

static gboolean
shows_trial (WbMicroscope *microscope, double h)
{
  const LabAttempt *attempt = wb_microscope_scene (microscope).attempt;

  return attempt != NULL && attempt->is_trial && fabs (attempt->record.h / h - 1) < 1e-12;
}

/* The knob repeats the open attempt with another step size. The verdict is in the conditional, the title says that it is not the step of the run, and
 * the run does not change. Home shows the run again. */
static void
test_trial (void)
{
  WbWindow *window;
  WbMicroscope *microscope;
  WbAxisKnob *knob;
  const LabTrialCurve *curve;
  gsize n_attempts;
  double h, x, y, error;

  if (!wb_hands_ready ())
    return;
  microscope = open_trials (&window, "van-der-pol");
  curve = wb_microscope_curve (microscope);
  h = wb_microscope_attempt (microscope)->record.h;
  error = wb_microscope_attempt (microscope)->record.error;
  g_assert_cmpfloat (error, >, 1);
  n_attempts = sim_tape_n_attempts (wb_run_item_tape (wb_microscope_run (microscope)));
  g_assert_null (wb_hands_find (GTK_WIDGET (window), "Would be rejected"));
  wb_hands_key (GDK_KEY_h, 0);
  wb_hands_key (GDK_KEY_Right, 0);
  WAIT_FOR (shows_trial (microscope, 1.01 * h));
  g_assert_cmpfloat (wb_microscope_scene (microscope).attempt->record.error, >, error);
  g_assert_true (wb_microscope_scene (microscope).other == wb_microscope_attempt (microscope));
  g_assert_nonnull (wb_hands_find (GTK_WIDGET (window), "Would be rejected"));
  wb_hands_key (GDK_KEY_Left, GDK_CONTROL_MASK);
  WAIT_FOR (shows_trial (microscope, curve->limit));
  g_assert_nonnull (wb_hands_find (GTK_WIDGET (window), "Would be accepted"));
  g_assert_cmpfloat (fabs (wb_microscope_scene (microscope).attempt->record.error - 1), <, 1e-3);
  wb_hands_key (GDK_KEY_Left, GDK_SHIFT_MASK);
  WAIT_FOR (shows_trial (microscope, curve->limit / 1.1));
  wb_test_turn (0.3);
  wb_hands_picture (window, "microscope-trial");
  wb_hands_key (GDK_KEY_Home, 0);
  WAIT_FOR (!wb_microscope_scene (microscope).attempt->is_trial);
  g_assert_true (isnan (wb_microscope_tried (microscope)));
  g_assert_null (wb_hands_find (GTK_WIDGET (window), "Would be accepted"));
  /* a drag of the knob to half the step size */
  knob = WB_AXIS_KNOB (find_type (GTK_WIDGET (window), WB_TYPE_AXIS_KNOB));
  WAIT_FOR (wb_axis_knob_place (knob, &x, &y));
  wb_hands_drag (GTK_WIDGET (knob), x, y, x - 60, y);
  WAIT_FOR (wb_microscope_tried (microscope) < 0.8 * h && shows_trial (microscope, wb_microscope_tried (microscope)));
  g_assert_cmpfloat (wb_microscope_scene (microscope).attempt->record.error, <, error);
  CLICK_UNTIL (wb_hands_find (GTK_WIDGET (window), "As in the run"), isnan (wb_microscope_tried (microscope)));
  g_assert_cmpuint (sim_tape_n_attempts (wb_run_item_tape (wb_microscope_run (microscope))), ==, n_attempts);
  /* another attempt has no trial yet */
  wb_microscope_try (microscope, 0.9 * h);
  WAIT_FOR (shows_trial (microscope, 0.9 * h));
  wb_microscope_move (microscope, 1);
  WAIT_FOR (is_shown (microscope) && wb_microscope_curve (microscope) != NULL);
  g_assert_true (isnan (wb_microscope_tried (microscope)));
  gtk_window_set_default_size (GTK_WINDOW (window), 900, 600);
  wb_test_turn (0.5);
  wb_hands_picture (window, "microscope-trial-small");
  wb_test_close (window);
}

/* The figure and the numbers of a card are those of the trial, and say so. */
static void
test_trial_output (void)
{
  WbWindow *window;
  WbMicroscope *microscope = open_trials (&window, "van-der-pol");
  const double h = wb_microscope_attempt (microscope)->record.h;
  g_autofree char *run = wb_microscope_card_table (microscope, WB_ATTEMPT_VERDICT), *trial = NULL, *caption = NULL, *curve = NULL;

  wb_microscope_try (microscope, h / 2);
  WAIT_FOR (shows_trial (microscope, h / 2));
  trial = wb_microscope_card_table (microscope, WB_ATTEMPT_VERDICT);
  caption = wb_microscope_caption (microscope);
  curve = wb_microscope_card_table (microscope, WB_ATTEMPT_TRIAL);
  g_assert_cmpstr (run, !=, trial);
  g_assert_nonnull (strstr (caption, "not that of the run"));
  g_assert_true (g_str_has_prefix (curve, "h\toutcome\tnorm\tx\tv\n"));
  wb_test_close (window);
}

/* An attempt of a method that chooses its steps itself has no trials, and the card says why. */
static void
test_no_trial (void)
{
  WbWindow *window = wb_test_window ("van-der-pol-stiff");
  WbSession *session = wb_window_session (window);
  WbMicroscope *microscope = wb_microscope_of (session);
  GtkWidget *words;

  g_assert_true (wb_session_set (session, WB_SETTING, "integrator", "cvode_bdf", NULL));
  wb_test_finish (session);
  g_assert_true (wb_window_show_view (window, "microscope"));
  WAIT_FOR (is_shown (microscope));
  g_assert_null (wb_microscope_curve (microscope));
  words = wb_hands_find (GTK_WIDGET (window), wb_microscope_trial_error (microscope));
  g_assert_nonnull (words);
  g_assert_nonnull (strstr (wb_microscope_trial_error (microscope), "chooses the size of its steps itself"));
  wb_test_close (window);
}

/* ---- options of the command line ---- */

/* Takes a screenshot of an attempt of Van der Pol's oscillator without --at. Returns FALSE with an error. */
static gboolean
take (WbWindow *window, int attempt, GError **error)
{
  g_autoptr (GVariantDict) options = g_variant_dict_new (NULL);
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "stepwise-attempt.png", NULL);
  WbScreenshot *shot;
  gboolean done;

  g_variant_dict_insert_value (options, "screenshot", g_variant_new_bytestring (path));
  g_variant_dict_insert (options, "model", "s", "van-der-pol");
  g_variant_dict_insert (options, "attempt", "i", attempt);
  shot = wb_screenshot_from_options (options, error);
  done = shot != NULL && wb_screenshot_take (shot, window, error);
  wb_screenshot_free (shot);
  g_remove (path);
  return done;
}

/* Without --at the model runs until it has the attempt. An attempt that the whole run does not have is an error with the number of attempts. */
static void
test_option (void)
{
  WbWindow *window = wb_test_window (NULL);
  WbSession *session = wb_window_session (window);
  g_autoptr (GError) error = NULL;
  g_autofree char *words = NULL;

  g_assert_true (take (window, 217, &error));
  g_assert_no_error (error);
  g_assert_true (is_microscope (window));
  g_assert_true (is_shown (wb_microscope_of (session)));
  g_assert_cmpuint (wb_microscope_index (wb_microscope_of (session)), ==, 216);
  g_assert_false (take (window, 1000000, &error));
  g_assert_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
  words = g_strdup_printf ("The run has no attempt 1000000, only %" G_GSIZE_FORMAT, sim_tape_n_attempts (wb_run_item_tape (wb_session_current (session))));
  g_assert_true (g_str_has_prefix (error->message, words));
  g_assert_cmpint (wb_session_state (session), ==, SIM_RUN_FINISHED);
  g_clear_error (&error);
  g_assert_false (take (window, 0, &error));
  g_assert_cmpstr (error->message, ==, "Attempts and events are counted from 1, not 0");
  wb_test_close (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/microscope-ways/three-actions-lead-from-a-window-without-a-model-to-the-reason-of-a-rejection", test_three_actions);
  g_test_add_func ("/microscope-ways/the-view-is-made-before-it-is-opened", test_prepared);
  g_test_add_func ("/microscope-ways/a-click-on-an-attempt-opens-it-from-every-plot-with-attempts", test_clicks);
  g_test_add_func ("/microscope-ways/the-button-of-the-failure-bar-opens-the-last-attempt", test_failure_bar);
  g_test_add_func ("/microscope-ways/the-table-of-an-implicit-method-has-last-changes-and-parts-of-the-estimate", test_implicit_table);
  g_test_add_func ("/microscope-ways/all-rows-of-the-last-attempts-can-be-reached-in-a-small-window", test_small);
  g_test_add_func ("/microscope-ways/the-knob-repeats-the-attempt-with-another-step-size", test_trial);
  g_test_add_func ("/microscope-ways/figures-and-numbers-of-a-trial-say-that-it-is-one", test_trial_output);
  g_test_add_func ("/microscope-ways/a-method-that-chooses-its-steps-has-no-trials", test_no_trial);
  g_test_add_func ("/microscope-ways/the-option-attempt-runs-the-model-until-it-has-the-attempt", test_option);
  return g_test_run ();
}
