/* Tests the marker of the bifurcation diagram with real pointer and key events: the state that it follows, and the plane beside the diagram. */
#include "wb-hands.h"

#include <string.h>

#include "lab-diagram.h"
#include "wb-axis-knob.h"
#include "wb-lab-dynamics.h"

static WbLabStudiesPage *
page_of (WbWindow *window)
{
  return wb_laboratory_view_studies (wb_window_laboratory (window));
}

static WbLabStudyCard *
card_of (WbWindow *window)
{
  return wb_lab_studies_page_card (page_of (window), wb_lab_studies_find ("continue"));
}

static WbStudy *
study_of (WbWindow *window)
{
  return wb_lab_studies_study (wb_lab_studies_of (wb_window_session (window)), wb_lab_studies_find ("continue"));
}

static gboolean
is_done (WbWindow *window)
{
  return wb_study_state (study_of (window)) == WB_STUDY_DONE && !wb_study_is_stale (study_of (window));
}

static WbLabMarker *
marker_of (WbWindow *window)
{
  return wb_lab_study_card_marker (card_of (window));
}

static WbLabFollow *
plane_of (WbWindow *window)
{
  return wb_lab_dynamics_plane (page_of (window));
}

/* Opens the diagram of a model over a parameter. */
static WbWindow *
opened (const char *model, const char *vary)
{
  WbWindow *window = wb_test_window (model);

  wb_study_adapt_option (study_of (window), "vary", vary);
  wb_laboratory_set_page (wb_laboratory_of (wb_window_session (window)), "studies:continue");
  g_assert_true (wb_window_show_view (window, "laboratory"));
  WAIT_FOR (is_done (window));
  WAIT_FOR (wb_lab_marker_now (marker_of (window)) != NULL);
  return window;
}

static double
parameter_of (WbWindow *window, const char *name)
{
  g_autofree char *text = wb_session_get (wb_window_session (window), WB_PARAMETER, name);

  return g_ascii_strtod (text, NULL);
}

/* Presses an arrow key with modifiers, and waits until the state at the new value is known and the plane shows that value. */
static void
press (WbWindow *window, guint key, GdkModifierType held)
{
  double before = wb_lab_marker_value (marker_of (window));

  wb_hands_key (key, held);
  WAIT_FOR (wb_lab_marker_value (marker_of (window)) != before);
  WAIT_FOR (wb_lab_marker_now (marker_of (window)) != NULL);
  WAIT_FOR (wb_lab_follow_value (plane_of (window)) == wb_lab_marker_value (marker_of (window)));
}

static gboolean
fires (WbWindow *window)
{
  return wb_lab_marker_now (marker_of (window))->cycle;
}

/* Between the fold of cycles at Iext = 0.3242 and the Hopf point at 0.3313 the cell rests or fires. Which one it does depends on where the marker comes from. */
static void
test_hysteresis (void)
{
  WbWindow *window;
  GtkWidget *knob;

  if (!wb_hands_ready ())
    return;
  window = opened ("fitzhugh-nagumo", "Iext=0:2");
  knob = wb_lab_study_card_knob (card_of (window));
  g_assert_true (fires (window));
  gtk_widget_grab_focus (knob);
  press (window, GDK_KEY_Left, GDK_CONTROL_MASK); /* the Hopf point */
  g_assert_cmpfloat_with_epsilon (parameter_of (window, "Iext"), 0.331281, 1e-5);
  g_assert_true (fires (window));
  press (window, GDK_KEY_Left, 0);
  press (window, GDK_KEY_Left, 0);
  g_assert_cmpfloat_with_epsilon (parameter_of (window, "Iext"), 0.327, 1e-9); /* two times 0.1 % of the range, rounded */
  g_assert_true (fires (window));
  /* The plane has the resting state, the unstable cycle and the stable one, which is the present state. */
  g_assert_cmpuint (wb_lab_follow_found (plane_of (window))->objects.equilibria->points->len, ==, 1);
  g_assert_cmpuint (wb_lab_follow_found (plane_of (window))->objects.cycles->cycles->len, ==, 2);
  g_assert_cmpint (wb_lab_follow_now (plane_of (window)), >, 0);
  wb_hands_picture (window, "marker-fires");
  press (window, GDK_KEY_Left, GDK_SHIFT_MASK); /* 1 % of the range, below the fold */
  g_assert_cmpfloat_with_epsilon (parameter_of (window, "Iext"), 0.307, 1e-9);
  g_assert_false (fires (window));
  g_assert_cmpuint (wb_lab_follow_found (plane_of (window))->objects.cycles->cycles->len, ==, 0);
  press (window, GDK_KEY_Right, GDK_SHIFT_MASK);
  g_assert_cmpfloat_with_epsilon (parameter_of (window, "Iext"), 0.327, 1e-9);
  g_assert_false (fires (window)); /* at the same value as before */
  WAIT_FOR (wb_lab_follow_now (plane_of (window)) == 0);
  wb_hands_picture (window, "marker-rests");
  press (window, GDK_KEY_Right, GDK_SHIFT_MASK);
  g_assert_true (fires (window));
  wb_test_close (window);
}

/* A drag of the knob sets the parameter, the plane follows, and the whole drag is one undo step. The diagram stays current, because its result does not depend
 * on the present value. */
static void
test_drag (void)
{
  WbWindow *window;
  WbSession *session;
  guint serial;
  double x, y, before;

  if (!wb_hands_ready ())
    return;
  window = opened ("fitzhugh-nagumo", "Iext=0:2");
  session = wb_window_session (window);
  before = parameter_of (window, "Iext");
  serial = wb_study_serial (study_of (window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  WAIT_FOR (wb_axis_knob_place (WB_AXIS_KNOB (wb_lab_study_card_knob (card_of (window))), &x, &y));
  wb_hands_drag (wb_lab_study_card_knob (card_of (window)), x, y, x + 90, y);
  WAIT_FOR (parameter_of (window, "Iext") > before + 0.1);
  WAIT_FOR (wb_lab_follow_value (plane_of (window)) == parameter_of (window, "Iext"));
  g_assert_true (is_done (window));
  g_assert_cmpuint (wb_study_serial (study_of (window)), ==, serial);
  wb_session_undo (session);
  g_assert_cmpfloat (parameter_of (window, "Iext"), ==, before);
  g_assert_false (wb_session_can_undo (session));
  /* Another parameter makes the diagram old, and it is computed again when the value rests. */
  g_assert_true (wb_session_set (session, WB_PARAMETER, "a", "0.75", NULL));
  g_assert_false (is_done (window));
  g_assert_null (wb_lab_marker_now (marker_of (window)));
  WAIT_FOR (is_done (window) && wb_study_serial (study_of (window)) != serial);
  WAIT_FOR (wb_lab_follow_found (plane_of (window)) != NULL && wb_lab_marker_now (marker_of (window)) != NULL);
  wb_test_close (window);
}

/* In a small window the plane is beside the diagram without a list, and there is one slider. */
static void
test_small (void)
{
  WbWindow *window;
  GtkWidget *area, *plane;

  if (!wb_hands_ready ())
    return;
  window = opened ("fitzhugh-nagumo", "Iext=0:2");
  gtk_window_set_default_size (GTK_WINDOW (window), 900, 600);
  WAIT_FOR (gtk_widget_get_width (GTK_WIDGET (window)) <= 900 && gtk_widget_get_height (GTK_WIDGET (window)) <= 600);
  WAIT_FOR (wb_lab_studies_page_company_place (page_of (window)) == WB_COMPANY_COMPACT);
  area = wb_lab_study_card_area (card_of (window));
  plane = GTK_WIDGET (wb_lab_follow_area (plane_of (window)));
  WAIT_FOR (gtk_widget_get_height (plane) >= 200 && gtk_widget_get_height (area) >= 200);
  g_assert_null (wb_test_label_with (GTK_WIDGET (plane_of (window)), "cycle"));
  g_assert_nonnull (wb_test_label_with (GTK_WIDGET (wb_lab_dynamics_parameters (page_of (window))), "more"));
  wb_hands_picture (window, "marker-small");
  wb_test_close (window);
}

/* A model without a parameter says so. */
static void
test_no_parameter (void)
{
  WbWindow *window = wb_test_window ("henon-heiles");

  wb_laboratory_set_page (wb_laboratory_of (wb_window_session (window)), "studies:continue");
  g_assert_true (wb_window_show_view (window, "laboratory"));
  WAIT_FOR (wb_test_label_with (GTK_WIDGET (card_of (window)), "This model has no parameter to vary") != NULL);
  g_assert_null (wb_lab_marker_places (marker_of (window)));
  wb_test_close (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/app/marker/a-drag-to-the-right-and-back-shows-hysteresis", test_hysteresis);
  g_test_add_func ("/app/marker/a-drag-moves-the-plane-and-is-one-undo-step", test_drag);
  g_test_add_func ("/app/marker/a-small-window-has-diagram-and-plane", test_small);
  g_test_add_func ("/app/marker/a-model-without-parameter-says-so", test_no_parameter);
  return g_test_run ();
}
