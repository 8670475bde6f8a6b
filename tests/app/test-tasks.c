/* Tasks of users from a fresh start, with real pointer and keyboard events. Each test counts the actions that the task needs: one for each
 * click, and one for each key with its modifiers. */
#include "wb-hands.h"

#include <glib/gstdio.h>
#include <string.h>

#include "plot-text.h"
#include "plot-view-hit.h"
#include "plot-views.h"
#include "wb-dialogs.h"
#include "wb-export-window.h"

/* Returns the visible button with this label, CSS class, action or view, or NULL. */
static GtkWidget *
button_of (GtkWidget *from, const char *label)
{
  if (GTK_IS_BUTTON (from) && gtk_widget_get_mapped (from)
      && (g_strcmp0 (gtk_button_get_label (GTK_BUTTON (from)), label) == 0 || gtk_widget_has_css_class (from, label)
          || g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (from)), label) == 0
          || g_strcmp0 (g_object_get_data (G_OBJECT (from), "view"), label) == 0))
    return from;
  for (GtkWidget *child = gtk_widget_get_first_child (from); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = button_of (child, label);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* Each of these is one action of the user. The pointer rests over the window,
 * because without a window manager the window under the pointer has the keys. */
#define CLICK(widget, condition) G_STMT_START { CLICK_UNTIL (widget, condition); n_actions++; } G_STMT_END
#define KEY(key, held, condition)                                              \
  G_STMT_START                                                                 \
  {                                                                            \
    wb_hands_key (key, held);                                                  \
    n_actions++;                                                               \
    WAIT_FOR (condition);                                                      \
  }                                                                            \
  G_STMT_END

/* Returns the text of the readout that is pinned in the plot of the step size,
 * or NULL. Free it with g_free. */
static char *
pinned (WbWindow *window)
{
  WbPlotArea *area = wb_simulate_view_area (wb_window_simulate (window), wb_test_plot (window, &plot_kind_step));
  const PlotHit *hit = plot_view_pin (wb_plot_area_view (area));
  g_autofree char *text = hit != NULL && hit->layer != NULL ? plot_view_readout (wb_plot_area_view (area), hit) : NULL;

  return text != NULL ? plot_text_plain (text) : NULL;
}

static gboolean
explains_a_rejection (WbWindow *window)
{
  g_autofree char *text = NULL;

  if (wb_session_model (wb_window_session (window)) == NULL)
    return FALSE;
  text = pinned (window);
  return text != NULL && g_str_has_prefix (text, "Rejected at t = ") && strstr (text, "largest error in") != NULL;
}

/* From an empty window: a model of the start page, End, J. */
static void
test_rejection (void)
{
  WbWindow *window;
  WbSession *session;
  int n_actions = 0;

  if (!wb_hands_ready ())
    return;
  window = wb_test_window (NULL);
  session = wb_window_session (window);
  WAIT_FOR (button_of (GTK_WIDGET (window), "Van der Pol") != NULL);
  CLICK (button_of (GTK_WIDGET (window), "Van der Pol"), wb_session_model (session) != NULL);
  KEY (GDK_KEY_End, 0, wb_session_state (session) == SIM_RUN_FINISHED);
  wb_test_turn (0.2);
  KEY (GDK_KEY_j, 0, explains_a_rejection (window));
  g_test_message ("%d actions", n_actions);
  g_assert_cmpint (n_actions, <=, 3);
  wb_test_close (window);
}

static char *chosen_place;
static gboolean is_asked;

/* Answers the file chooser. */
static gboolean
choose_place (gboolean save, const char *suggested, WbPathFunc func, gpointer user)
{
  g_assert_true (save);
  g_assert_cmpstr (suggested, !=, "");
  is_asked = TRUE;
  func (chosen_place, user);
  return TRUE;
}

/* With an open model: Compare, Export, Save, and the name of the file. */
static void
test_export_of_compare (void)
{
  WbWindow *window;
  GtkWindow *export;
  g_autofree char *contents = NULL;
  int n_actions = 0;

  if (!wb_hands_ready ())
    return;
  chosen_place = wb_test_place ("tasks.svg");
  wb_dialogs_set_file_hook (choose_place);
  window = wb_test_window ("kepler");
  CLICK (button_of (GTK_WIDGET (window), "compare"), g_strcmp0 (wb_session_view (wb_window_session (window)), "compare") == 0);
  WAIT_FOR (wb_comparison_result (wb_compare_view_comparison (wb_window_compare (window))) != NULL);
  wb_test_turn (0.5);
  CLICK (button_of (GTK_WIDGET (window), "win.export"), WB_IS_EXPORT_WINDOW (wb_test_newest_window (GTK_WINDOW (window))));
  export = wb_test_newest_window (GTK_WINDOW (window));
  wb_export_window_set_format (WB_EXPORT_WINDOW (export), WB_EXPORT_SVG);
  WAIT_FOR (wb_export_window_is_settled (WB_EXPORT_WINDOW (export)));
  wb_test_turn (0.5);
  CLICK (button_of (GTK_WIDGET (export), "suggested"), is_asked);
  n_actions++; /* the name of the file */
  g_test_message ("%d actions", n_actions);
  g_assert_cmpint (n_actions, <=, 4);
  WAIT_FOR (contents != NULL || g_file_get_contents (chosen_place, &contents, NULL, NULL));
  g_assert_nonnull (strstr (contents, "Energy error"));
  g_assert_nonnull (strstr (contents, "Position error"));
  wb_dialogs_set_file_hook (NULL);
  wb_test_close (window);
  g_remove (chosen_place);
  g_free (chosen_place);
}

/* A lecture with a presenter's remote: lecture mode is one key, and Page Down
 * alone shows each plot once and returns to the first. */
static void
test_presenter (void)
{
  WbWindow *window;
  WbPlotSet *plots;
  int n_actions = 0, first, n;

  if (!wb_hands_ready ())
    return;
  window = wb_test_window_at ("kepler", 5);
  plots = wb_plot_set_of (wb_window_session (window));
  wb_test_turn (0.3);
  wb_hands_point (GTK_WIDGET (window), 700, 400);
  wb_test_turn (0.3);
  wb_test_act (window, "win.lecture");
  n_actions++;
  WAIT_FOR (wb_plot_set_focused (plots) >= 0);
  wb_test_turn (0.3);
  first = wb_plot_set_focused (plots);
  n = wb_plot_set_n (plots);
  g_assert_cmpint (n, >=, 2);
  for (int i = 1; i <= n; i++)
    KEY (GDK_KEY_Page_Down, 0, wb_plot_set_focused (plots) == (first + i) % n);
  g_test_message ("%d actions for %d plots", n_actions, n);
  g_assert_cmpint (n_actions, ==, n + 1);
  wb_test_close (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/tasks/three-actions-from-an-empty-window-explain-a-rejected-step", test_rejection);
  g_test_add_func ("/tasks/four-actions-export-what-compare-shows", test_export_of_compare);
  g_test_add_func ("/tasks/a-presenter-shows-each-plot-with-page-down-alone", test_presenter);
  return g_test_run ();
}
