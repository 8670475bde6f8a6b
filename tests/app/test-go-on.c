/* Tests the branch that goes on from an attempt with another step size, with real pointer events. */
#include "wb-hands.h"

#include "wb-microscope.h"
#include "wb-session-file.h"

static gboolean
shows_trial (WbMicroscope *microscope, double h)
{
  const LabAttempt *attempt = wb_microscope_scene (microscope).attempt;

  return attempt != NULL && attempt->is_trial && fabs (attempt->record.h / h - 1) < 1e-12;
}

/* The button "Go on here" makes a branch whose next step has the size that is tried. Undo removes the branch, and a session keeps it. */
static void
test_go_on (void)
{
  WbWindow *window, *again;
  WbSession *session;
  WbMicroscope *microscope;
  WbRunItem *run;
  OdeAttempt first;
  g_autofree char *text = NULL;
  double t, h;

  if (!wb_hands_ready ())
    return;
  window = wb_test_window ("van-der-pol");
  session = wb_window_session (window);
  wb_test_finish (session);
  g_assert_true (wb_window_show_view (window, "microscope"));
  microscope = wb_microscope_of (session);
  WAIT_FOR (wb_microscope_curve (microscope) != NULL);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  run = wb_session_current (session);
  t = wb_microscope_attempt (microscope)->record.t;
  h = 0.5 * wb_microscope_attempt (microscope)->record.h;
  g_assert_false (gtk_widget_is_sensitive (wb_hands_find (GTK_WIDGET (window), "Go on here")));
  wb_microscope_try (microscope, h);
  WAIT_FOR (shows_trial (microscope, h));
  CLICK_UNTIL (wb_hands_find (GTK_WIDGET (window), "Go on here"), wb_session_current (session) != run);
  WAIT_FOR (wb_session_state (session) == SIM_RUN_FINISHED);
  run = wb_session_current (session);
  g_assert_true (g_str_has_prefix (wb_run_item_name (run), "h = 0."));
  g_assert_cmpfloat (wb_run_item_branch_t (run), ==, t);
  for (gsize k = 0;; k++)
    {
      g_assert_true (sim_tape_get (wb_run_item_tape (run), k, &first));
      if (first.t >= t)
        break;
    }
  g_assert_cmpfloat (first.h, ==, h);
  text = wb_session_file_text (session);
  again = wb_test_window ("harmonic-oscillator");
  g_assert_true (wb_session_file_load_text (text, "saved", wb_window_session (again), NULL));
  WAIT_FOR (wb_session_state (wb_window_session (again)) == SIM_RUN_FINISHED);
  g_assert_cmpuint (sim_tape_n_attempts (wb_run_item_tape (wb_session_current (wb_window_session (again)))), ==, sim_tape_n_attempts (wb_run_item_tape (run)));
  wb_test_close (again);
  g_assert_cmpuint (g_list_model_get_n_items (wb_session_runs (session)), ==, 2);
  wb_test_act (window, "win.undo");
  g_assert_cmpuint (g_list_model_get_n_items (wb_session_runs (session)), ==, 1);
  wb_test_close (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/app/go-on/go-on-here-makes-a-branch-with-the-tried-step", test_go_on);
  return g_test_run ();
}
