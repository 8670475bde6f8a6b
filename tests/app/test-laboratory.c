/* Tests the Laboratory view. */
#include "wb-test.h"

#include <math.h>
#include <string.h>

#include "wb-comparison.h"
#include "wb-lab-step-scale.h"
#include "wb-lab-tableau.h"

static WbLaboratoryView *
laboratory_of (WbWindow *window, const char *page)
{
  WbLaboratoryView *view;

  g_assert_true (wb_window_show_view (window, "laboratory"));
  view = wb_window_laboratory (window);
  wb_laboratory_set_page (wb_laboratory_of (wb_window_session (window)), page);
  WAIT_FOR (gtk_widget_get_mapped (GTK_WIDGET (view)));
  if (strcmp (page, "method") == 0)
    WAIT_FOR (*wb_lab_method_page_sentence (wb_laboratory_view_method (view)) != '\0');
  return view;
}

/* The undamped oscillator has λ = ±iw. The classical Runge–Kutta method is stable on the imaginary axis up to
 * 2√2. */
static void
test_largest_step (void)
{
  WbWindow *window = wb_test_window ("harmonic-oscillator");
  WbSession *session = wb_window_session (window);
  WbComparison *methods = wb_comparison_of (session);
  WbLaboratoryView *view = laboratory_of (window, "method");
  WbLabMethodPage *page = wb_laboratory_view_method (view);

  for (guint k = 0; k < g_list_model_get_n_items (wb_comparison_entries (methods)); k++)
    {
      g_autoptr (WbCompareEntry) entry = g_list_model_get_item (wb_comparison_entries (methods), k);

      if (strcmp (wb_compare_entry_method (entry)->id, "runge_kutta4") == 0)
        wb_comparison_select (methods, entry);
    }
  g_assert_nonnull (wb_comparison_selected (methods));
  WAIT_FOR (strstr (wb_lab_method_page_sentence (page), "1.41") != NULL); /* the largest stable step for w = 2 */
  g_assert_true (wb_session_set (session, WB_PARAMETER, "w", "1", NULL));
  WAIT_FOR (strstr (wb_lab_method_page_sentence (page), "2.83") != NULL);
  wb_test_close (window);
}

/* A change of the step size is one undo step. */
static void
test_step_undo (void)
{
  WbWindow *window = wb_test_window ("harmonic-oscillator");
  WbSession *session = wb_window_session (window);
  WbLaboratory *laboratory = wb_laboratory_of (session);
  double before;

  laboratory_of (window, "method");
  before = wb_laboratory_step (laboratory);
  g_assert_cmpfloat (before, >, 0);
  wb_laboratory_set_step (laboratory, 0.3 * before);
  wb_laboratory_set_step (laboratory, 0.2 * before);
  wb_laboratory_commit_step (laboratory);
  wb_test_act (window, "win.undo");
  g_assert_cmpfloat (wb_laboratory_step (laboratory), ==, before);
  wb_test_act (window, "win.redo");
  g_assert_cmpfloat (wb_laboratory_step (laboratory), ==, 0.2 * before);
  wb_test_close (window);
}

/* Escape cancels the studies that are being computed. */
static void
test_escape (void)
{
  WbWindow *window = wb_test_window ("harmonic-oscillator");
  WbLaboratoryView *view;

  g_assert_true (wb_window_show_view (window, "laboratory"));
  view = wb_window_laboratory (window);
  wb_laboratory_set_page (wb_laboratory_of (wb_window_session (window)), "method");
  gtk_window_set_focus (GTK_WINDOW (window), NULL);
  WAIT_FOR (wb_laboratory_view_is_busy (view));
  g_assert_true (wb_test_press (GTK_WIDGET (window), GDK_KEY_Escape, 0));
  WAIT_FOR (!wb_laboratory_view_is_busy (view));
  g_assert_false (wb_test_press (GTK_WIDGET (window), GDK_KEY_Escape, 0));
  wb_test_close (window);
}

static void
test_plane (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbLaboratoryView *view = laboratory_of (window, "plane");

  WAIT_FOR (wb_lab_plane_page_n_found (wb_laboratory_view_plane (view)) == 2);
  g_assert_true (wb_session_open_model (wb_window_session (window), "lorenz"));
  WAIT_FOR (wb_lab_plane_page_n_found (wb_laboratory_view_plane (view)) == 0 && !wb_lab_plane_page_is_busy (wb_laboratory_view_plane (view)));
  wb_test_close (window);
}

/* The cells of a tableau define the method again. A changed coefficient lowers the order. A cell that is not a number is
 * refused. */
static void
test_cells (void)
{
  const OdeMethod *kutta = ode_method_find ("runge_kutta4");
  WbLabTableau *tableau = wb_lab_tableau_of (kutta);
  OdeMethod *method;
  char *message;

  g_assert_cmpstr (tableau->b[0], ==, "1/6");
  method = wb_lab_tableau_method (tableau, &message);
  g_assert_nonnull (method);
  g_assert_cmpint (method->order, ==, 4);
  ode_method_free_custom (method);
  g_free (tableau->b[0]);
  tableau->b[0] = g_strdup ("1/6 + 1e-3");
  method = wb_lab_tableau_method (tableau, &message);
  g_assert_true (method == NULL || method->order < 4);
  ode_method_free_custom (method);
  g_free (message);
  g_free (tableau->b[0]);
  tableau->b[0] = g_strdup ("half");
  g_assert_null (wb_lab_tableau_method (tableau, &message));
  g_assert_nonnull (strstr (message, "half"));
  g_free (message);
  wb_lab_tableau_free (tableau);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/laboratory/escape-cancels-studies", test_escape);
  g_test_add_func ("/app/laboratory/the-largest-stable-step-follows-method-and-values", test_largest_step);
  g_test_add_func ("/app/laboratory/a-change-of-the-step-can-be-undone", test_step_undo);
  g_test_add_func ("/app/laboratory/the-phase-plane-lists-the-equilibria-that-were-found", test_plane);
  g_test_add_func ("/app/laboratory/an-edited-tableau-is-a-method-with-the-order-of-its-coefficients", test_cells);
  return g_test_run ();
}
