/* The Microscope view: which attempt it opens, and what it says of it. */
#include "wb-test.h"

#include <math.h>
#include <string.h>

#include "plot-view.h"
#include "wb-microscope-plots.h"
#include "wb-microscope-verdict.h"
#include "wb-microscope-view.h"

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

/* The view opens the rejected attempt with the largest error. */
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

/* Arrows walk through the attempts, J to the next rejected one. */
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
  /* The rejected attempt and its repetition are tabs. */
  g_assert_cmpint (wb_microscope_siblings (microscope, &first), >=, 2);
  g_assert_cmpuint (first, <=, index);
  wb_microscope_open (microscope, 0);
  g_assert_false (wb_microscope_move (microscope, -1));
  wb_test_close (window);
}

/* The numbers of the formula give the size that the controller proposed. */
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
  /* The controller's logarithm is exact to 1e-4. */
  g_assert_cmpfloat_with_epsilon (verdict->factor, attempt->control.safety * pow (attempt->record.error, -1 / attempt->error_order), 1e-4);
  wb_verdict_free (verdict);
  wb_test_close (window);
}

/* Methods with iterations show them; a closed run closes its attempt. */
static void
test_newton (void)
{
  WbWindow *window;
  WbMicroscope *microscope = open_microscope (&window, "van-der-pol-stiff");
  PlotView *view;

  WAIT_FOR (is_shown (microscope));
  view = wb_microscope_newton_plot (wb_microscope_attempt (microscope));
  g_assert_nonnull (view);
  plot_view_free (view);
  wb_window_open_model (window, "lorenz");
  WAIT_FOR (!wb_microscope_is_open (microscope));
  g_assert_null (wb_microscope_attempt (microscope));
  wb_test_close (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/microscope/the-view-opens-the-worst-rejected-attempt", test_worst);
  g_test_add_func ("/microscope/arrows-walk-and-j-goes-to-the-next-rejection", test_keys);
  g_test_add_func ("/microscope/the-verdict-has-the-factor-of-the-controller", test_verdict);
  g_test_add_func ("/microscope/iterations-are-shown-and-another-model-closes-the-attempt", test_newton);
  return g_test_run ();
}
