/* Tests the Microscope while an attempt is repeated, an iteration that is continued after the run gave it up, and steps without error
 * control. */
#include "wb-hands.h"

#include <math.h>
#include <string.h>

#include "plot-view.h"
#include "wb-microscope-output.h"
#include "wb-microscope-plots.h"
#include "wb-microscope-verdict.h"
#include "wb-session-file.h"
#include "wb-step-facts.h"
#include "wb-verdict-drawing.h"

/* Number of tasks. It is larger than the number of threads in GLib's pool. */
#define N_TASKS 200

static gboolean
is_shown (WbMicroscope *microscope)
{
  return wb_microscope_attempt (microscope) != NULL;
}

/* Runs a model to its end and shows the Microscope. The settings are pairs of a key and a value, ended by NULL. */
static WbMicroscope *
open_microscope (WbWindow **window, const char *model, ...)
{
  WbSession *session;
  const char *key;
  va_list pairs;

  *window = wb_test_window (model);
  session = wb_window_session (*window);
  va_start (pairs, model);
  while ((key = va_arg (pairs, const char *)) != NULL)
    g_assert_true (wb_session_set (session, WB_SETTING, key, va_arg (pairs, const char *), NULL));
  va_end (pairs);
  wb_session_set_rate (session, 0);
  wb_test_finish (session);
  g_assert_true (wb_window_show_view (*window, "microscope"));
  return wb_microscope_of (session);
}

/* ---- while an attempt is repeated ---- */

typedef struct
{
  GMutex lock;
  GCond changed;
  gboolean open;
  int n_ended;
} Gate;

static void
wait_for_gate (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Gate *gate = data;

  g_mutex_lock (&gate->lock);
  while (!gate->open)
    g_cond_wait (&gate->changed, &gate->lock);
  g_mutex_unlock (&gate->lock);
}

static void
on_ended (GObject *source, GAsyncResult *result, gpointer data)
{
  ((Gate *) data)->n_ended++;
}

/* Fills the thread pool, so that a replay makes no progress until the test opens the gate. */
static void
close_gate (Gate *gate)
{
  gate->open = FALSE;
  gate->n_ended = 0;
  for (int i = 0; i < N_TASKS; i++)
    {
      g_autoptr (GTask) task = g_task_new (NULL, NULL, on_ended, gate);

      g_task_set_task_data (task, gate, NULL);
      g_task_set_priority (task, G_PRIORITY_HIGH);
      g_task_run_in_thread (task, wait_for_gate);
    }
}

static void
open_gate (Gate *gate)
{
  g_mutex_lock (&gate->lock);
  gate->open = TRUE;
  g_cond_broadcast (&gate->changed);
  g_mutex_unlock (&gate->lock);
  WAIT_FOR (gate->n_ended == N_TASKS);
}

/* A replay that takes long shows its progress. A click or Escape cancels it. The attempt can be opened again. */
static void
test_replaying (void)
{
  WbWindow *window;
  WbMicroscope *microscope;
  Gate gate = { 0 };

  if (!wb_hands_ready ())
    return;
  g_mutex_init (&gate.lock);
  g_cond_init (&gate.changed);
  microscope = open_microscope (&window, "van-der-pol", NULL);
  WAIT_FOR (is_shown (microscope));
  g_assert_null (wb_hands_find (GTK_WIDGET (window), "Cancel"));
  for (int way = 0; way < 2; way++)
    {
      close_gate (&gate);
      wb_microscope_open (microscope, 40);
      g_assert_false (is_shown (microscope));
      g_assert_cmpfloat (wb_microscope_progress (microscope), ==, 0);
      WAIT_FOR (wb_hands_find (GTK_WIDGET (window), "The attempt is repeated: 0 %") != NULL);
      WAIT_FOR (wb_hands_find (GTK_WIDGET (window), "Cancel") != NULL);
      wb_hands_picture (window, "microscope-replaying");
      if (way == 0)
        CLICK_UNTIL (wb_hands_find (GTK_WIDGET (window), "Cancel"), wb_microscope_error (microscope) != NULL);
      else
        wb_hands_key (GDK_KEY_Escape, 0);
      WAIT_FOR (wb_hands_find (GTK_WIDGET (window), "Cancelled.") != NULL);
      g_assert_null (wb_hands_find (GTK_WIDGET (window), "Cancel"));
      g_assert_true (isnan (wb_microscope_progress (microscope)));
      open_gate (&gate);
      g_assert_false (is_shown (microscope));
      wb_hands_key (GDK_KEY_Right, 0);
      WAIT_FOR (is_shown (microscope));
      g_assert_cmpuint (wb_microscope_index (microscope), ==, 41);
      g_assert_null (wb_hands_find (GTK_WIDGET (window), "Cancelled."));
    }
  wb_test_close (window);
  g_mutex_clear (&gate.lock);
  g_cond_clear (&gate.changed);
}

/* ---- an iteration that is continued ---- */

static gsize
find_given_up (WbMicroscope *microscope)
{
  SimTape *tape = wb_run_item_tape (wb_microscope_run (microscope));
  OdeAttempt row;

  for (gsize i = 0; sim_tape_get (tape, i, &row); i++)
    if (row.outcome == ODE_ATTEMPT_REJECTED_NEWTON)
      return i;
  g_assert_not_reached ();
}

static gboolean
has_beyond (WbMicroscope *microscope)
{
  return is_shown (microscope) && wb_microscope_attempt (microscope)->n_beyond > 0;
}

/* The check button continues the iteration. The plot and the table state that this is not part of the run. Accepted attempts have no such
 * button. */
static void
test_goes_on (void)
{
  WbWindow *window;
  WbMicroscope *microscope;
  g_autofree char *before = NULL, *after = NULL, *text = NULL;
  g_autoptr (GError) error = NULL;
  gsize given_up;

  if (!wb_hands_ready ())
    return;
  microscope = open_microscope (&window, "van-der-pol-stiff", NULL);
  WAIT_FOR (is_shown (microscope));
  given_up = find_given_up (microscope);
  wb_microscope_open (microscope, given_up + 1);
  WAIT_FOR (is_shown (microscope));
  g_assert_null (wb_hands_find (GTK_WIDGET (window), "Had it gone on"));
  wb_microscope_open (microscope, given_up);
  WAIT_FOR (is_shown (microscope));
  g_assert_null (wb_microscope_attempt (microscope)->beyond);
  before = wb_microscope_card_table (microscope, WB_ATTEMPT_VERDICT);
  g_assert_null (strstr (before, "not part of the run"));
  CLICK_UNTIL (wb_hands_find (GTK_WIDGET (window), "Had it gone on"), has_beyond (microscope));
  g_assert_cmpint (wb_microscope_attempt (microscope)->record.outcome, ==, ODE_ATTEMPT_REJECTED_NEWTON);
  after = wb_microscope_card_table (microscope, WB_ATTEMPT_VERDICT);
  g_assert_true (g_str_has_prefix (after, before));
  g_assert_nonnull (strstr (after + strlen (before), "had it gone on, not part of the run\t"));
  wb_test_turn (0.4);
  wb_hands_picture (window, "microscope-gone-on");
  text = wb_session_file_text (wb_window_session (window));
  g_assert_nonnull (strstr (text, "continued: true"));
  CLICK_UNTIL (wb_hands_find (GTK_WIDGET (window), "Had it gone on"), is_shown (microscope) && !has_beyond (microscope));
  wb_test_close (window);
  window = wb_test_window (NULL);
  g_assert_true (wb_session_file_load_text (text, "test", wb_window_session (window), &error));
  g_assert_no_error (error);
  WAIT_FOR (has_beyond (wb_microscope_of (wb_window_session (window))));
  wb_test_close (window);
}

/* ---- the hint on rejections ---- */

/* A click in the hint of the settings panel opens the rejected attempt with the largest error. */
static void
test_hint (void)
{
  WbWindow *window;
  WbSession *session;
  WbMicroscope *microscope;
  SimTape *tape;
  double largest = 0;
  OdeAttempt row;

  if (!wb_hands_ready ())
    return;
  window = wb_test_window ("van-der-pol");
  session = wb_window_session (window);
  microscope = wb_microscope_of (session);
  gtk_window_set_default_size (GTK_WINDOW (window), 1430, 1200); /* the panel then shows the whole hint */
  wb_session_set_rate (session, 0);
  wb_test_finish (session);
  wb_window_refresh (window);
  CLICK_UNTIL (wb_hands_find (GTK_WIDGET (window), "Look at the worst one"), g_strcmp0 (wb_session_view (session), "microscope") == 0);
  WAIT_FOR (is_shown (microscope));
  tape = wb_run_item_tape (wb_microscope_run (microscope));
  for (gsize i = 0; sim_tape_get (tape, i, &row); i++)
    if (row.outcome == ODE_ATTEMPT_REJECTED_ERROR)
      largest = fmax (largest, row.error);
  g_assert_cmpfloat (wb_microscope_attempt (microscope)->record.error, ==, largest);
  wb_test_close (window);
}

/* ---- steps without error control ---- */

/* Returns the value of a state of x'' = −ω² x at the end of an attempt, by the closed form. */
static double
exact_end (const LabAttempt *attempt, int state, double omega)
{
  const double c = cos (omega * attempt->record.h), s = sin (omega * attempt->record.h);

  return state == 0 ? attempt->x0[0] * c + attempt->x0[1] / omega * s : attempt->x0[1] * c - omega * attempt->x0[0] * s;
}

/* The card of a fixed step shows the local error, whose closed form is known here, and the largest stable step. The classical method of
 * order 4 is stable on the imaginary axis up to √8 = 2.828, so this step is √8/ω. */
static void
test_fixed (void)
{
  WbWindow *window;
  WbMicroscope *microscope
    = open_microscope (&window, "harmonic-oscillator", "integrator", "runge_kutta4", "max_step", "0.1", NULL);
  const double omega = 2;
  const LabAttempt *attempt;
  WbAttemptScene scene;
  PlotView *errors, *verdict_view;
  WbVerdict *verdict;
  WbStepFacts facts;
  ModelSystem *system;

  WAIT_FOR (is_shown (microscope));
  wb_microscope_open (microscope, 7);
  WAIT_FOR (is_shown (microscope));
  attempt = wb_microscope_attempt (microscope);
  system = wb_run_item_system (wb_microscope_run (microscope));
  verdict = wb_verdict_new (attempt, system);
  g_assert_cmpstr (verdict->title, ==, "Accepted");
  g_assert_cmpstr (verdict->sentence, ==, "The size of the step is fixed. Its error was not tested.");
  g_assert_cmpstr (verdict->clamp, ==, "The steps are fixed because the method has no error estimate.");
  wb_verdict_free (verdict);
  facts = wb_step_facts (attempt);
  g_assert_nonnull (facts.local);
  for (int i = 0; i < 2; i++)
    g_assert_cmpfloat_with_epsilon (facts.local[i], attempt->x1[i] - exact_end (attempt, i, omega), 1e-10);
  g_assert_cmpfloat (fabs (facts.local[facts.worst]), >, 1e-7); /* the local error is h⁵ω⁵/120 = 2.7e-6 times the amplitude */
  g_assert_cmpint (facts.estimated, ==, -1);
  g_assert_cmpfloat_with_epsilon (facts.stable, sqrt (8) / omega, 1e-6);
  wb_step_facts_clear (&facts);
  scene = wb_microscope_scene (microscope);
  g_assert_true (wb_error_is_local (attempt));
  errors = wb_error_drawing (&scene);
  verdict_view = wb_verdict_drawing (&scene);
  g_assert_nonnull (errors);
  g_assert_nonnull (verdict_view);
  g_assert_cmpstr (plot_view_title (errors), ==, "Local error");
  plot_view_free (errors);
  plot_view_free (verdict_view);
  wb_test_turn (0.4);
  wb_hands_picture (window, "microscope-fixed");
  wb_test_close (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/replay/a-long-replay-shows-its-progress-and-can-be-cancelled", test_replaying);
  g_test_add_func ("/replay/an-iteration-that-was-given-up-continues-on-request", test_goes_on);
  g_test_add_func ("/replay/the-hint-on-rejections-opens-the-worst-one", test_hint);
  g_test_add_func ("/replay/a-fixed-step-shows-its-local-error-and-the-largest-stable-step", test_fixed);
  return g_test_run ();
}
