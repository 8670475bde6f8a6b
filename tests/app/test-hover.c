/* Tests the tooltip with the values h·λ over the stability region in the settings panel. */
#include "wb-hands.h"

#include <string.h>

#include "plot-text.h"
#include "wb-method-chooser.h"
#include "wb-method-hover.h"

static char *
text_of (WbSession *session)
{
  g_autofree char *rich = wb_method_hover_text (session, sim_config_method (wb_session_config (session)));

  return plot_text_plain (rich);
}

static void
set (WbSession *session, const char *key, const char *text)
{
  g_assert_true (wb_session_set (session, WB_SETTING, key, text, NULL));
}

/* Runs an oscillator with λ = ±2i 1/s and steps of 0.1 s, and expects a tooltip text with these words. */
static void
expect_text (const char *method, const char *words)
{
  WbWindow *window = wb_test_window ("harmonic-oscillator");
  WbSession *session = wb_window_session (window);
  g_autofree char *before = text_of (session), *after = NULL;

  g_assert_cmpstr (before, ==, "Start a run to see h·λ here");
  set (session, "integrator", method);
  set (session, "error_control", "false");
  set (session, "max_step", "0.1");
  wb_test_finish (session);
  wb_session_set_playhead (session, 1);
  after = text_of (session);
  g_assert_nonnull (strstr (after, "h = 0.100"));
  g_assert_nonnull (strstr (after, "h·λ = 0 ± 0.200 i\n"));
  g_assert_nonnull (strstr (after, words));
  wb_test_close (window);
}

/* The stability region of explicit Euler contains no part of the imaginary axis. That of the classical Runge–Kutta method contains it up to
 * 2√2. */
static void
test_text (void)
{
  expect_text ("explicit_euler", "2 of 2 eigenvalues outside");
  expect_text ("runge_kutta4", "0 of 2 eigenvalues outside");
}

/* Near the origin of Van der Pol's equation x'' = μ (1 − x²) x' − x both components grow. */
static void
test_growing (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);
  g_autofree char *text = NULL;

  g_assert_true (wb_session_set (session, WB_INITIAL, "x", "0.1", NULL));
  wb_test_finish (session);
  wb_session_set_playhead (session, 0);
  text = wb_method_hover_text (session, ode_method_find ("explicit_euler"));
  g_assert_nonnull (strstr (text, "\n2 of 2 eigenvalues growing"));
  g_assert_null (strstr (text, "outside"));
  wb_test_close (window);
}

static void
test_reasons (void)
{
  WbWindow *window = wb_test_window ("robertson-dae");
  g_autofree char *text = text_of (wb_window_session (window));

  g_assert_true (g_str_has_prefix (text, "No eigenvalues: "));
  wb_test_close (window);
}

/* Returns whether a tooltip is visible. GTK shows it as a separate window. */
static gboolean
shows (const char *words)
{
  GListModel *windows = gtk_window_get_toplevels ();
  gboolean found = FALSE;

  for (guint k = 0; k < g_list_model_get_n_items (windows) && !found; k++)
    {
      g_autoptr (GtkWidget) toplevel = g_list_model_get_item (windows, k);

      found = wb_test_label_with (toplevel, words) != NULL;
    }
  return found;
}

/* The tooltip appears while the pointer is over the picture of the region. */
static void
test_pointer (void)
{
  WbWindow *window;
  GtkWidget *chooser, *glyph;

  if (!wb_hands_ready ())
    return;
  window = wb_test_window ("harmonic-oscillator");
  set (wb_window_session (window), "integrator", "explicit_euler");
  set (wb_window_session (window), "error_control", "false");
  set (wb_window_session (window), "max_step", "0.1");
  wb_test_finish (wb_window_session (window));
  wb_session_set_playhead (wb_window_session (window), 1);
  chooser = wb_test_find (GTK_WIDGET (window), WB_TYPE_METHOD_CHOOSER, NULL);
  glyph = wb_test_find (chooser, GTK_TYPE_DRAWING_AREA, NULL);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  wb_hands_point (glyph, 20, 20);
  wb_hands_point (glyph, 22, 22); /* GTK shows a tooltip only after the pointer has moved over the widget */
  WAIT_FOR (shows ("h·λ = 0 ± 0.200 i\n2 of 2 eigenvalues outside"));
  wb_hands_picture (window, "hover");
  wb_test_close (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/app/hover/the-tooltip-has-the-step-the-values-and-how-many-are-outside-the-region", test_text);
  g_test_add_func ("/app/hover/growing-components-are-not-outside", test_growing);
  g_test_add_func ("/app/hover/for-a-model-without-eigenvalues-the-tooltip-has-the-reason", test_reasons);
  g_test_add_func ("/app/hover/the-tooltip-is-visible-while-the-pointer-is-over-the-picture", test_pointer);
  return g_test_run ();
}
