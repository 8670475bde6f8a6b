/* Tests which attempt the Microscope opens and what it shows of the attempt. */
#include "wb-hands.h"

#include <math.h>
#include <string.h>

#include "plot-view.h"
#include "wb-microscope-plots.h"
#include "wb-microscope-verdict.h"
#include "wb-microscope-output.h"
#include "wb-microscope-view.h"
#include "wb-newton-plot.h"
#include "wb-search-page.h"
#include "wb-session-file.h"
#include "wb-session-layout.h"

/* Opens a model, runs it to its end and shows the Microscope. */
static WbMicroscope *
open_microscope (WbWindow **window, const char *model)
{
  WbSession *session;

  *window = wb_test_window (model);
  session = wb_window_session (*window);
  wb_run_item_run_to (wb_session_current (session), wb_session_t_end (session));
  wb_session_poll (session);
  g_assert_true (wb_window_show_view (*window, "microscope"));
  return wb_microscope_of (session);
}

static gboolean
is_shown (WbMicroscope *microscope)
{
  return wb_microscope_attempt (microscope) != NULL;
}

/* The view opens on the rejected attempt with the largest error. */
static void
test_worst (void)
{
  WbWindow *window;
  WbMicroscope *microscope = open_microscope (&window, "van-der-pol");
  const LabAttempt *attempt;
  SimTape *tape;
  double largest = 0;
  OdeAttempt row;

  WAIT_FOR (is_shown (microscope));
  attempt = wb_microscope_attempt (microscope);
  tape = wb_run_item_tape (wb_microscope_run (microscope));
  for (gsize i = 0; i < sim_tape_n_attempts (tape); i++)
    if (sim_tape_get (tape, i, &row) && row.outcome == ODE_ATTEMPT_REJECTED_ERROR)
      largest = fmax (largest, row.error);
  g_assert_cmpint (attempt->record.outcome, ==, ODE_ATTEMPT_REJECTED_ERROR);
  g_assert_cmpfloat (attempt->record.error, ==, largest);
  g_assert_cmpuint (attempt->index, ==, wb_microscope_index (microscope));
  wb_test_close (window);
}

/* After a model was opened, Space and a click lead to the reason of the worst rejection. */
static void
test_actions (void)
{
  WbWindow *window;
  WbSession *session;
  WbMicroscope *microscope;

  if (!wb_hands_ready ())
    return;
  window = wb_test_window ("van-der-pol");
  session = wb_window_session (window);
  microscope = wb_microscope_of (session);
  wb_session_set_rate (session, 0);
  wb_hands_key (GDK_KEY_space, 0);
  WAIT_FOR (wb_session_state (session) == SIM_RUN_FINISHED);
  CLICK_UNTIL (wb_hands_find (GTK_WIDGET (window), "Microscope"), g_strcmp0 (wb_session_view (session), "microscope") == 0);
  WAIT_FOR (is_shown (microscope));
  g_assert_cmpint (wb_microscope_attempt (microscope)->record.outcome, ==, ODE_ATTEMPT_REJECTED_ERROR);
  g_assert_nonnull (wb_hands_find (GTK_WIDGET (window), "Rejected"));
  wb_test_close (window);
}

/* The arrow keys go through the attempts, and J goes to the next rejected one. */
static void
test_keys (void)
{
  WbWindow *window;
  WbMicroscope *microscope = open_microscope (&window, "van-der-pol");
  WbMicroscopeView *view = wb_window_microscope (window);
  gsize index, first;

  WAIT_FOR (is_shown (microscope));
  wb_microscope_open (microscope, 40);
  WAIT_FOR (is_shown (microscope));
  g_assert_true (wb_microscope_view_key (view, GDK_KEY_Right, 0));
  g_assert_cmpuint (wb_microscope_index (microscope), ==, 41);
  g_assert_true (wb_microscope_view_key (view, GDK_KEY_Left, 0));
  g_assert_true (wb_microscope_view_key (view, GDK_KEY_Left, 0));
  g_assert_cmpuint (wb_microscope_index (microscope), ==, 39);
  g_assert_true (wb_microscope_view_key (view, GDK_KEY_j, 0));
  index = wb_microscope_index (microscope);
  g_assert_cmpuint (index, >, 39);
  WAIT_FOR (is_shown (microscope));
  g_assert_cmpint (wb_microscope_attempt (microscope)->record.outcome, ==, ODE_ATTEMPT_REJECTED_ERROR);
  /* The rejected attempt and its repetition have tabs. */
  g_assert_cmpint (wb_microscope_siblings (microscope, &first), >=, 2);
  g_assert_cmpuint (first, <=, index);
  wb_microscope_open (microscope, 0);
  g_assert_false (wb_microscope_move (microscope, -1));
  wb_test_close (window);
}

/* The numbers in the formula give the size that the controller proposed. */
static void
test_verdict (void)
{
  WbWindow *window;
  WbMicroscope *microscope = open_microscope (&window, "van-der-pol");
  const LabAttempt *attempt;
  ModelSystem *system;
  WbVerdict *verdict;

  WAIT_FOR (is_shown (microscope));
  attempt = wb_microscope_attempt (microscope);
  system = wb_run_item_system (wb_microscope_run (microscope));
  verdict = wb_verdict_new (attempt, system);
  g_assert_cmpint (verdict->kind, ==, WB_VERDICT_REJECTED);
  g_assert_cmpstr (verdict->title, ==, "Rejected");
  g_assert_nonnull (strstr (verdict->sentence, "× the tolerance"));
  /* The logarithm that the controller stores is accurate to 1e-4. */
  g_assert_cmpfloat_with_epsilon (verdict->factor, attempt->control.safety * pow (attempt->record.error, -1 / attempt->error_order), 1e-4);
  wb_verdict_free (verdict);
  wb_test_close (window);
}

/* Implicit methods show their iterations. Removing the run closes its attempt. */
static void
test_newton (void)
{
  WbWindow *window;
  WbMicroscope *microscope = open_microscope (&window, "van-der-pol-stiff");
  WbAttemptScene scene;
  PlotView *view;

  WAIT_FOR (is_shown (microscope));
  scene = wb_microscope_scene (microscope);
  view = wb_newton_plot (&scene);
  g_assert_nonnull (view);
  plot_view_free (view);
  wb_window_open_model (window, "lorenz");
  WAIT_FOR (!wb_microscope_is_open (microscope));
  g_assert_null (wb_microscope_attempt (microscope));
  wb_test_close (window);
}

static gboolean
is_searched (WbMicroscope *microscope)
{
  return wb_microscope_picture (microscope) != NULL;
}

/* The page of an event has the numbers of the run. Another number of guard points changes the page, not the
 * run. */
static void
test_event (void)
{
  WbWindow *window;
  WbMicroscope *microscope = open_microscope (&window, "bouncing-ball");
  WbMicroscopeView *view = wb_window_microscope (window);
  WbSession *session = wb_window_session (window);
  const WbSearchPicture *picture;
  const double root = sqrt (2 * 10 / 9.81);
  WbSearchChoice choice;
  GtkWidget *looks;
  gsize event;

  WAIT_FOR (is_shown (microscope));
  wb_session_set_view (session, "simulate");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.microscope-located", "t", (guint64) 1);
  g_assert_cmpstr (wb_session_view (session), ==, "microscope");
  WAIT_FOR (is_searched (microscope));
  picture = wb_microscope_picture (microscope);
  event = wb_microscope_event (microscope);
  g_assert_true (wb_microscope_shows_event (microscope));
  g_assert_cmpfloat_with_epsilon (picture->event->record.t, root, 1e-13);
  g_assert_cmpint (picture->shape, ==, LAB_EVENT_ONE_CROSSING);
  g_assert_cmpint (picture->crossings->n, ==, 1);
  g_assert_cmpint (picture->crossings->found, ==, 0);
  g_assert_cmpfloat_with_epsilon (picture->event->t + picture->crossings->crossings[0].s, root, 1e-13);
  for (int k = 0; k < picture->n_curve; k++)
    {
      const double t = picture->event->t + picture->s[k];

      g_assert_cmpfloat_with_epsilon (picture->g[k], 10 - 0.5 * 9.81 * t * t, 1e-12);
    }
  /* A change of the spin button starts the search again. */
  looks = wb_test_find (GTK_WIDGET (view), GTK_TYPE_SPIN_BUTTON, NULL);
  g_assert_nonnull (looks);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (looks), 2);
  WAIT_FOR (is_searched (microscope));
  g_assert_cmpint (wb_microscope_picture (microscope)->looks, ==, 2);
  g_assert_cmpint (wb_search_picture_used (wb_microscope_picture (microscope))->n_looks, ==, 4);
  g_assert_cmpuint (wb_microscope_event (microscope), ==, event);
  choice = *wb_microscope_choice (microscope);
  choice.window = 1e-4;
  wb_microscope_choose_search (microscope, &choice);
  WAIT_FOR (is_searched (microscope));
  g_assert_cmpfloat (wb_search_picture_used (wb_microscope_picture (microscope))->high
                       - wb_search_picture_used (wb_microscope_picture (microscope))->low, <=, 1e-4);
  g_assert_false (wb_session_is_set (session, WB_SETTING, "guard"));
  gtk_widget_activate_action (wb_test_find (GTK_WIDGET (view), WB_TYPE_SEARCH_PAGE, NULL), "search.use", NULL);
  wb_test_assert_value (session, WB_SETTING, "guard", "2");
  wb_test_assert_value (session, WB_SETTING, "isolation", "0.0001");
  wb_test_close (window);
}

/* The arrow keys go through the events, with Shift through the witness functions. A button opens the attempt of the
 * step. */
static void
test_event_keys (void)
{
  WbWindow *window;
  WbMicroscope *microscope = open_microscope (&window, "bouncing-ball");
  WbMicroscopeView *view = wb_window_microscope (window);
  gsize first;
  OdeAttempt row;
  double t;

  WAIT_FOR (is_shown (microscope));
  g_assert_true (wb_microscope_open_located (microscope, 1));
  WAIT_FOR (is_searched (microscope));
  first = wb_microscope_event (microscope);
  g_assert_true (wb_microscope_view_key (view, GDK_KEY_Left, 0));
  g_assert_cmpuint (wb_microscope_event (microscope), ==, first);
  g_assert_true (wb_microscope_view_key (view, GDK_KEY_Right, 0));
  g_assert_cmpuint (wb_microscope_event (microscope), >, first);
  WAIT_FOR (is_searched (microscope));
  g_assert_cmpuint (wb_microscope_picture (microscope)->event->located, ==, 2);
  g_assert_cmpint (wb_microscope_picture (microscope)->witness, ==, 0);
  g_assert_true (wb_microscope_view_key (view, GDK_KEY_Right, GDK_SHIFT_MASK));
  WAIT_FOR (is_searched (microscope));
  g_assert_cmpint (wb_microscope_picture (microscope)->witness, ==, 1);
  t = wb_microscope_picture (microscope)->event->t;
  wb_microscope_open_attempt_of_event (microscope);
  g_assert_false (wb_microscope_shows_event (microscope));
  WAIT_FOR (is_shown (microscope));
  g_assert_true (sim_tape_get (wb_run_item_tape (wb_microscope_run (microscope)), wb_microscope_index (microscope), &row));
  g_assert_cmpfloat (row.t, ==, t);
  /* The page of a step without an event names the nearest event. */
  wb_microscope_open (microscope, 3);
  g_assert_true (wb_microscope_open_step (microscope));
  WAIT_FOR (is_searched (microscope));
  g_assert_cmpuint (wb_microscope_event (microscope), ==, G_MAXSIZE);
  g_assert_cmpint (wb_microscope_picture (microscope)->shape, ==, LAB_EVENT_NO_CROSSING);
  g_assert_cmpuint (wb_microscope_picture (microscope)->nearest_located, ==, 1);
  wb_test_close (window);
}

/* Each card has a plot or a table, and the caption names the model. */
static void
test_cards (void)
{
  WbWindow *window;
  WbMicroscope *microscope = open_microscope (&window, "bouncing-ball");

  WAIT_FOR (is_shown (microscope) && wb_microscope_curve (microscope) != NULL);
  for (int shown = 0; shown < 2; shown++)
    {
      g_autofree char *caption = NULL;
      int n_plots = 0;

      if (shown == 1)
        {
          g_assert_true (wb_microscope_open_located (microscope, 1));
          WAIT_FOR (is_searched (microscope) && wb_microscope_event_curve (microscope) != NULL);
        }
      for (int card = 0; card < WB_N_MICROSCOPE_CARDS; card++)
        {
          g_autoptr (PlotView) plot = wb_microscope_card_plot (microscope, card);
          g_autofree char *table = wb_microscope_card_table (microscope, card), *title = wb_microscope_card_title (microscope, card);

          n_plots += plot != NULL;
          g_assert_true ((table != NULL) == (card < (shown == 0 ? (int) WB_N_ATTEMPT_CARDS : (int) WB_N_SEARCH_CARDS)));
          g_assert_true (table == NULL || strchr (table, '\n') != NULL);
          g_assert_cmpstr (title, !=, "");
        }
      g_assert_cmpint (n_plots, ==, shown == 0 ? 7 : 6); /* the error of a parabola is 0, so this step has no card with the rule for the next size */
      caption = wb_microscope_caption (microscope);
      g_assert_nonnull (strstr (caption, shown == 1 ? "Impact" : "attempt"));
    }
  wb_test_close (window);
}

/* Opens the first attempt in which Newton's method was given up. */
static void
open_given_up (WbMicroscope *microscope)
{
  SimTape *tape = wb_run_item_tape (wb_microscope_run (microscope));
  OdeAttempt row;

  for (gsize i = 0; sim_tape_get (tape, i, &row); i++)
    if (row.outcome == ODE_ATTEMPT_REJECTED_NEWTON)
      {
        wb_microscope_open (microscope, i);
        WAIT_FOR (is_shown (microscope));
        return;
      }
  g_assert_not_reached ();
}

/* The contraction rate and the error expected at the limit follow from the norms of the iterations, from which this test computes them. */
static void
test_given_up (void)
{
  WbWindow *window;
  WbMicroscope *microscope = open_microscope (&window, "van-der-pol-stiff");
  g_autofree char *table = NULL;
  double before = 0, last = 0, rate = 0;
  const OdeTraceEvent *iterate = NULL;
  WbNewton newton;

  WAIT_FOR (is_shown (microscope));
  open_given_up (microscope);
  for (int i = 0; i < wb_microscope_attempt (microscope)->n_events; i++)
    {
      const OdeTraceEvent *event = &wb_microscope_attempt (microscope)->events[i];

      if (event->kind != ODE_TRACE_ITERATE || event->index == 0)
        continue;
      before = event->index == 1 ? 0 : last;
      last = event->norm;
      iterate = event;
    }
  g_assert_nonnull (iterate);
  g_assert_cmpint (iterate->index, ==, 2);
  rate = last / before;
  newton = wb_newton_of (wb_microscope_attempt (microscope));
  g_assert_cmpfloat_with_epsilon (newton.theta, rate, 0.01 * rate);
  g_assert_cmpstr (newton.formula, ==, "Delta_2/Delta_1");
  g_assert_false (newton.converged);
  g_assert_cmpint (newton.limit, ==, iterate->limit);
  g_assert_cmpfloat_with_epsilon (newton.expected, pow (rate, newton.limit - 1) / (1 - rate) * last, 0.05 * newton.expected);
  g_assert_cmpfloat (newton.expected, >, newton.target);
  /* With the largest rate, the error expected after the last allowed iteration equals the target. */
  g_assert_cmpfloat_with_epsilon (pow (newton.largest_theta, newton.limit) / (1 - newton.largest_theta) * before, newton.target, 1e-9 * newton.target);
  g_assert_cmpfloat (newton.largest_theta, <, newton.theta);
  wb_newton_clear (&newton);
  table = wb_microscope_card_table (microscope, WB_ATTEMPT_VERDICT);
  g_assert_nonnull (strstr (table, "outcome\trejected_newton\n"));
  g_assert_nonnull (strstr (table, "\niteration\tstage\tnorm\ttheta\tleft\ttarget\th of the factors\tJacobian\tfactors\n1\t0\t"));
  wb_test_turn (0.4);
  wb_hands_picture (window, "microscope-given-up");
  wb_test_close (window);
}

/* Opens an attempt of a model with another method and returns its scene. */
static WbAttemptScene
scene_of (WbWindow **window, const char *model, const char *method)
{
  WbMicroscope *microscope;
  WbSession *session;

  *window = wb_test_window (model);
  session = wb_window_session (*window);
  g_assert_true (wb_session_set (session, WB_SETTING, "integrator", method, NULL));
  wb_session_set_rate (session, 0);
  wb_test_finish (session);
  g_assert_true (wb_window_show_view (*window, "microscope"));
  microscope = wb_microscope_of (session);
  WAIT_FOR (is_shown (microscope));
  return wb_microscope_scene (microscope);
}

/* Some families of methods show another picture instead of the phase plane. */
static void
test_families (void)
{
  static const struct { const char *model, *method, *title; } cases[] = {
    { "kepler", "yoshida4", "Stages on the phase plane" },
    { "arenstorf", "bulirsch_stoer", "Extrapolation table" },
    { "heavy-top", "munthe_kaas", "Local coordinates" },
    { "heat-equation", "rkc2", "Stages on the phase plane" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      WbWindow *window;
      const WbAttemptScene scene = scene_of (&window, cases[i].model, cases[i].method);
      g_autoptr (PlotView) view = wb_microscope_attempt_plot (&scene, WB_ATTEMPT_PLANE), stages = wb_microscope_attempt_plot (&scene, WB_ATTEMPT_FIRST);

      g_assert_cmpstr (plot_view_title (view), ==, cases[i].title);
      g_assert_nonnull (stages);
      if (i == 0)
        {
          int states[2];

          /* The states are a position and its velocity. Kicks change only the velocity, and drifts only the position. */
          g_assert_cmpint (wb_attempt_scene_states (&scene, 2, states), ==, 2);
          for (int k = 0, last = -1; k < scene.attempt->n_events; k++)
            {
              const OdeTraceEvent *event = &scene.attempt->events[k];
              const double *before = last < 0 ? scene.attempt->x0 : scene.attempt->events[last].x;

              if (event->kind != ODE_TRACE_KICK && event->kind != ODE_TRACE_DRIFT)
                continue;
              g_assert_true ((event->x[states[0]] != before[states[0]]) == (event->kind == ODE_TRACE_DRIFT));
              g_assert_true ((event->x[states[1]] != before[states[1]]) == (event->kind == ODE_TRACE_KICK));
              last = k;
            }
        }
      wb_test_close (window);
    }
}

/* The tab Both shows two attempts from the same start. Another tab shows one attempt again. */
static void
test_both (void)
{
  WbWindow *window;
  WbMicroscope *microscope;
  WbAttemptScene scene;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  gsize open, first;

  if (!wb_hands_ready ())
    return;
  microscope = open_microscope (&window, "van-der-pol");
  WAIT_FOR (is_shown (microscope));
  open = wb_microscope_index (microscope);
  g_assert_cmpint (wb_microscope_siblings (microscope, &first), ==, 2);
  g_assert_cmpuint (first, ==, open);
  g_assert_null (wb_microscope_scene (microscope).other);
  CLICK_UNTIL (wb_hands_find (GTK_WIDGET (window), "Both"), wb_microscope_both (microscope));
  WAIT_FOR (is_shown (microscope));
  scene = wb_microscope_scene (microscope);
  g_assert_nonnull (scene.other);
  g_assert_cmpuint (scene.attempt->index, ==, open);
  g_assert_cmpuint (scene.other->index, ==, open + 1);
  g_assert_cmpfloat (scene.other->record.t, ==, scene.attempt->record.t);
  g_assert_cmpfloat (scene.other->record.h, ==, scene.attempt->record.h_next);
  wb_test_turn (0.4);
  wb_hands_picture (window, "microscope-both");
  CLICK_UNTIL (wb_hands_find (GTK_WIDGET (window), "● Second try"), wb_microscope_index (microscope) == open + 1);
  WAIT_FOR (is_shown (microscope));
  g_assert_false (wb_microscope_both (microscope));
  g_assert_null (wb_microscope_scene (microscope).other);
  /* A session file stores the selected tab. */
  wb_microscope_set_both (microscope, TRUE);
  WAIT_FOR (is_shown (microscope));
  text = wb_session_file_text (wb_window_session (window));
  wb_test_close (window);
  window = wb_test_window (NULL);
  g_assert_true (wb_session_file_load_text (text, "test", wb_window_session (window), &error));
  g_assert_no_error (error);
  microscope = wb_microscope_of (wb_window_session (window));
  WAIT_FOR (is_shown (microscope));
  g_assert_true (wb_microscope_both (microscope));
  scene = wb_microscope_scene (microscope);
  g_assert_cmpuint (scene.attempt->index, ==, open + 1);
  g_assert_cmpuint (scene.other->index, ==, open);
  wb_test_close (window);
}

/* Space plays the stages one by one up to the last one. Another attempt is shown with all stages. */
static void
test_play (void)
{
  WbWindow *window;
  WbMicroscope *microscope;
  int limit, length;

  if (!wb_hands_ready ())
    return;
  microscope = open_microscope (&window, "van-der-pol");
  WAIT_FOR (is_shown (microscope));
  length = wb_attempt_scene_length (wb_microscope_attempt (microscope));
  g_assert_cmpint (length, ==, 7); /* Dormand–Prince 5(4) has seven stages */
  g_assert_cmpint (wb_microscope_scene (microscope).limit, ==, G_MAXINT);
  wb_hands_key (GDK_KEY_space, 0);
  WAIT_FOR (wb_microscope_is_playing (microscope));
  WAIT_FOR (wb_microscope_scene (microscope).limit >= 3);
  wb_hands_key (GDK_KEY_space, 0);
  WAIT_FOR (!wb_microscope_is_playing (microscope));
  limit = wb_microscope_scene (microscope).limit;
  wb_test_turn (0.4);
  wb_hands_picture (window, "microscope-play");
  wb_test_turn (0.8);
  g_assert_cmpint (wb_microscope_scene (microscope).limit, ==, limit);
  g_assert_cmpint (wb_session_state (wb_window_session (window)), ==, SIM_RUN_FINISHED); /* Space has not started the run of the model */
  wb_hands_key (GDK_KEY_space, 0);
  WAIT_FOR (wb_microscope_scene (microscope).limit == limit + 1);
  WAIT_FOR (!wb_microscope_is_playing (microscope));
  g_assert_cmpint (wb_microscope_scene (microscope).limit, ==, G_MAXINT);
  wb_hands_key (GDK_KEY_space, 0);
  WAIT_FOR (wb_microscope_scene (microscope).limit == 2);
  wb_hands_key (GDK_KEY_Right, 0);
  WAIT_FOR (is_shown (microscope) && wb_microscope_scene (microscope).limit == G_MAXINT);
  g_assert_false (wb_microscope_is_playing (microscope));
  wb_test_close (window);
}

/* Returns the visible check button with this label, or NULL. */
static GtkWidget *
check_of (GtkWidget *from, const char *label)
{
  if (GTK_IS_CHECK_BUTTON (from))
    return gtk_widget_get_mapped (from) && g_strcmp0 (gtk_check_button_get_label (GTK_CHECK_BUTTON (from)), label) == 0 ? from : NULL;
  for (GtkWidget *child = gtk_widget_get_first_child (from); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = check_of (child, label);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* Waits until the list has its final position. A click at an earlier position would hit another check button. */
static void
wait_for_place (GtkWidget *from, const char *label)
{
  double x = NAN, y = NAN, x_before, y_before;

  do
    {
      GtkWidget *check = check_of (from, label);

      x_before = x;
      y_before = y;
      wb_test_turn (0.2);
      if (!gtk_widget_translate_coordinates (check, GTK_WIDGET (gtk_widget_get_native (check)), 0, 0, &x, &y))
        x = NAN;
    }
  while (!(x == x_before && y == y_before));
}

/* For a model with many states, the page shows the states with the largest errors, or those that the user chooses. */
static void
test_states (void)
{
  WbWindow *window;
  WbMicroscope *microscope;
  WbAttemptScene scene;
  int states[3];

  if (!wb_hands_ready ())
    return;
  microscope = open_microscope (&window, "pleiades");
  WAIT_FOR (is_shown (microscope));
  scene = wb_microscope_scene (microscope);
  g_assert_cmpint (scene.attempt->n_states, >, 8);
  g_assert_cmpint (wb_attempt_scene_states (&scene, 3, states), ==, 3);
  for (int k = 0; k < 3; k++)
    {
      int larger = 0;

      for (int i = 0; i < scene.attempt->n_states; i++)
        larger += scene.attempt->scaled_error[i] > scene.attempt->scaled_error[states[k]];
      g_assert_cmpint (larger, ==, k);
    }
  for (int k = 0; k < 4; k++) /* the fourth state replaces the first one */
    {
      const char *name = model_system_column (scene.system, k)->name;

      if (k == 0)
        {
          CLICK_UNTIL (wb_hands_find (GTK_WIDGET (window), "States"), check_of (GTK_WIDGET (window), name) != NULL);
          wait_for_place (GTK_WIDGET (window), name);
        }
      wb_hands_click (check_of (GTK_WIDGET (window), name), NAN, NAN);
      WAIT_FOR (wb_microscope_scene (microscope).n_chosen == MIN (k + 1, 3) && wb_microscope_scene (microscope).chosen[MIN (k, 2)] == k);
    }
  wb_test_turn (0.4);
  wb_hands_picture (window, "microscope-states");
  scene = wb_microscope_scene (microscope);
  g_assert_cmpint (wb_attempt_scene_states (&scene, 3, states), ==, 3);
  for (int k = 0; k < 3; k++)
    g_assert_cmpint (states[k], ==, k + 1);
  CLICK_UNTIL (wb_hands_find (GTK_WIDGET (window), "States with the largest errors"), wb_microscope_scene (microscope).n_chosen == 0);
  wb_test_close (window);
}

/* A session file stores the open event and the number of guard points. */
static void
test_session (void)
{
  WbWindow *window, *other;
  WbMicroscope *microscope = open_microscope (&window, "bouncing-ball");
  WbSearchChoice choice;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  WAIT_FOR (is_shown (microscope));
  g_assert_true (wb_microscope_open_located (microscope, 2));
  WAIT_FOR (is_searched (microscope));
  choice = *wb_microscope_choice (microscope);
  choice.looks = 5;
  wb_microscope_choose_search (microscope, &choice);
  WAIT_FOR (is_searched (microscope));
  text = wb_session_file_text (wb_window_session (window));
  wb_test_close (window);
  other = wb_test_window (NULL);
  g_assert_true (wb_session_file_load_text (text, "test", wb_window_session (other), &error));
  g_assert_no_error (error);
  microscope = wb_microscope_of (wb_window_session (other));
  for (gint64 end = g_get_monotonic_time () + WB_TEST_PATIENCE_US; !is_searched (microscope) && g_get_monotonic_time () < end;)
    {
      wb_session_poll (wb_window_session (other));
      if (!g_main_context_iteration (NULL, FALSE))
        g_usleep (1000);
    }
  g_assert_true (is_searched (microscope));
  g_assert_cmpuint (wb_microscope_picture (microscope)->event->located, ==, 2);
  g_assert_cmpint (wb_microscope_picture (microscope)->looks, ==, 5);
  wb_test_close (other);
}

/* Opens the first accepted attempt that was cut to end at an event or a scheduled time: at an event that was located in the attempt before it, or
 * another one. Returns FALSE if there is none. */
static gboolean
open_cut (WbMicroscope *microscope, gboolean located)
{
  SimTape *tape = wb_run_item_tape (wb_microscope_run (microscope));
  OdeAttempt row, before;

  for (gsize k = 1; sim_tape_get (tape, k, &row); k++)
    if (row.outcome == ODE_ATTEMPT_ACCEPTED && row.clamp == ODE_CLAMP_EVENT && sim_tape_get (tape, k - 1, &before)
        && (before.outcome == ODE_ATTEMPT_CUT_BY_EVENT) == located)
      {
        wb_microscope_open (microscope, k);
        return TRUE;
      }
  return FALSE;
}

/* The impact of a ball is located; a sampled controller acts at scheduled times. */
static void
test_ends (void)
{
  const struct { const char *model, *words; gboolean located; } cases[] = {
    { "bouncing-ball", "event that was located in a longer step", TRUE },
    { "pid-motor", "at a scheduled time", FALSE },
  };

  for (guint k = 0; k < G_N_ELEMENTS (cases); k++)
    {
      WbWindow *window;
      WbMicroscope *microscope = open_microscope (&window, cases[k].model);

      WAIT_FOR (is_shown (microscope));
      g_assert_true (open_cut (microscope, cases[k].located));
      WAIT_FOR (wb_test_label_with (GTK_WIDGET (wb_window_microscope (window)), cases[k].words) != NULL);
      wb_test_close (window);
    }
}

/* At the end of a run a step would begin the run again, so the view shows a message and keeps the run. */
static void
test_step_at_end (void)
{
  WbWindow *window;
  WbMicroscope *microscope = open_microscope (&window, "van-der-pol");
  WbSession *session = wb_window_session (window);
  WbRunItem *run = wb_session_current (session);
  gsize n = sim_tape_n_attempts (wb_run_item_tape (run));

  wb_microscope_open (microscope, n - 2);
  WAIT_FOR (is_shown (microscope));
  for (int k = 0; k < 2; k++)
    {
      g_assert_true (wb_microscope_view_key (wb_window_microscope (window), GDK_KEY_period, 0));
      WAIT_FOR (is_shown (microscope) && wb_microscope_index (microscope) == n - 1);
    }
  WAIT_FOR (strstr (wb_test_toast (window), "no later attempt") != NULL);
  g_assert_true (wb_session_current (session) == run);
  g_assert_cmpuint (sim_tape_n_attempts (wb_run_item_tape (run)), ==, n);
  wb_test_close (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/microscope/the-view-opens-the-worst-rejected-attempt", test_worst);
  g_test_add_func ("/microscope/a-key-and-a-click-lead-from-a-model-to-the-reason-of-its-worst-rejection", test_actions);
  g_test_add_func ("/microscope/the-arrow-keys-change-the-attempt-and-j-opens-the-next-rejected-one", test_keys);
  g_test_add_func ("/microscope/the-verdict-has-the-factor-of-the-controller", test_verdict);
  g_test_add_func ("/microscope/iterations-are-shown-and-another-model-closes-the-attempt", test_newton);
  g_test_add_func ("/microscope/the-page-of-an-event-shows-the-search-for-the-event", test_event);
  g_test_add_func ("/microscope/the-arrow-keys-change-the-event-and-the-witness-function", test_event_keys);
  g_test_add_func ("/microscope/each-card-can-be-exported-as-a-figure-and-as-a-table", test_cards);
  g_test_add_func ("/microscope/the-contraction-rate-follows-from-the-norms-of-the-iterations", test_given_up);
  g_test_add_func ("/microscope/some-families-of-methods-have-a-special-picture", test_families);
  g_test_add_func ("/microscope/the-tab-both-shows-two-attempts-from-the-same-start", test_both);
  g_test_add_func ("/microscope/space-plays-the-stages-one-by-one", test_play);
  g_test_add_func ("/microscope/a-model-with-many-states-has-a-chooser-of-states", test_states);
  g_test_add_func ("/microscope/the-verdict-tells-located-events-from-scheduled-times", test_ends);
  g_test_add_func ("/microscope/a-step-at-the-end-keeps-the-run", test_step_at_end);
  g_test_add_func ("/microscope/a-session-file-keeps-the-open-event", test_session);
  return g_test_run ();
}
