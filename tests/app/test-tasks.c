/* Tests tasks of users that begin with an empty window, with real pointer and key events. Each test counts the actions that the task needs:
 * one for each click, one for each key with its modifiers, and one for the answer to a file chooser. */
#include "wb-hands.h"

#include <glib/gstdio.h>
#include <string.h>

#include "plot-text.h"
#include "plot-view-hit.h"
#include "plot-views.h"
#include "wb-compare-entry.h"
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

/* Each of these macros is one action of the user. The pointer is over the window, because without a window manager the window under the
 * pointer gets the keys. */
#define CLICK(widget, condition) G_STMT_START { CLICK_UNTIL (widget, condition); n_actions++; } G_STMT_END
#define KEY(key, held, condition)                                              \
  G_STMT_START                                                                 \
  {                                                                            \
    wb_hands_key (key, held);                                                  \
    n_actions++;                                                               \
    WAIT_FOR (condition);                                                      \
  }                                                                            \
  G_STMT_END

/* Returns the text of the readout that is pinned in the plot of the step size, or NULL. Free it with
 * g_free. */
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

/* Opens a model from the start page. This is one action. */
static WbWindow *
window_of (const char *button, int *n_actions)
{
  WbWindow *window = wb_test_window (NULL);

  WAIT_FOR (button_of (GTK_WIDGET (window), button) != NULL);
  CLICK_UNTIL (button_of (GTK_WIDGET (window), button), wb_session_model (wb_window_session (window)) != NULL);
  *n_actions = 1;
  return window;
}

/* Finding a rejected step takes three actions: a model of the start page, End, and J. */
static void
test_rejection (void)
{
  WbWindow *window;
  WbSession *session;
  int n_actions;

  if (!wb_hands_ready ())
    return;
  window = window_of ("Van der Pol", &n_actions);
  session = wb_window_session (window);
  KEY (GDK_KEY_End, 0, wb_session_state (session) == SIM_RUN_FINISHED);
  wb_test_turn (0.2);
  KEY (GDK_KEY_j, 0, explains_a_rejection (window));
  g_test_message ("%d actions", n_actions);
  g_assert_cmpint (n_actions, <=, 3);
  wb_test_close (window);
}

static char *chosen_place;
static gboolean is_asked, asks_for_saving;

/* Answers the file chooser. */
static gboolean
choose_place (gboolean save, const char *suggested, WbPathFunc func, gpointer user)
{
  g_assert_cmpint (save, ==, asks_for_saving);
  g_assert_true (!save || g_strcmp0 (suggested, "") != 0);
  is_asked = TRUE;
  func (chosen_place, user);
  return TRUE;
}

/* Exporting a comparison takes five actions: a model of the start page, Compare, Export, Save, and the name of the file. */
static void
test_export_of_compare (void)
{
  WbWindow *window;
  WbComparison *comparison;
  GListModel *entries;
  GtkWindow *export;
  g_autofree char *contents = NULL;
  int n_actions, n_shown = 0;

  if (!wb_hands_ready ())
    return;
  chosen_place = wb_test_place ("tasks.svg");
  is_asked = FALSE;
  asks_for_saving = TRUE;
  wb_dialogs_set_file_hook (choose_place);
  window = window_of ("Van der Pol", &n_actions);
  comparison = wb_compare_view_comparison (wb_window_compare (window));
  entries = wb_comparison_entries (comparison);
  CLICK (button_of (GTK_WIDGET (window), "compare"), g_strcmp0 (wb_session_view (wb_window_session (window)), "compare") == 0);
  WAIT_FOR (wb_comparison_result (comparison) != NULL);
  wb_test_turn (0.5);
  CLICK (button_of (GTK_WIDGET (window), "win.export"), WB_IS_EXPORT_WINDOW (wb_test_newest_window (GTK_WINDOW (window))));
  export = wb_test_newest_window (GTK_WINDOW (window));
  wb_export_window_set_format (WB_EXPORT_WINDOW (export), WB_EXPORT_SVG);
  WAIT_FOR (wb_export_window_is_settled (WB_EXPORT_WINDOW (export)));
  wb_test_turn (0.5);
  CLICK (button_of (GTK_WIDGET (export), "suggested"), is_asked);
  n_actions++; /* typing the name of the file */
  g_test_message ("%d actions", n_actions);
  g_assert_cmpint (n_actions, <=, 5);
  WAIT_FOR (contents != NULL || g_file_get_contents (chosen_place, &contents, NULL, NULL));
  g_assert_nonnull (strstr (contents, "Position error"));
  for (guint i = 0; i < g_list_model_get_n_items (entries); i++)
    {
      g_autoptr (WbCompareEntry) entry = g_list_model_get_item (entries, i);

      if (!wb_compare_entry_visible (entry))
        continue;
      g_assert_nonnull (strstr (contents, wb_compare_entry_name (entry)));
      n_shown++;
    }
  g_assert_cmpint (n_shown, >=, 4);
  wb_dialogs_set_file_hook (NULL);
  wb_test_close (window);
  g_remove (chosen_place);
  g_free (chosen_place);
}

/* Correcting a file takes five actions: Open, the file with an error, "Edit the text", Delete at the marked error, and Control+Return,
 * which saves and runs. No other window or program is needed. */
static void
test_repair (void)
{
  static const char broken[] = "format: 1\nname: Decay\ntime: {start: 0, end: 5, unit: s}\nparameters:\n  k: {value: 1, range: [0, 5]}\n"
                               "states: {x: {initial: 1, derivative: -kk*x}}\n";
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *saved = NULL;
  WbWindow *window;
  WbSession *session;
  int n_actions = 0;

  if (!wb_hands_ready ())
    return;
  chosen_place = wb_test_write (folder, "decay.yaml", broken);
  is_asked = asks_for_saving = FALSE;
  wb_dialogs_set_file_hook (choose_place);
  window = wb_test_window (NULL);
  session = wb_window_session (window);
  WAIT_FOR (button_of (GTK_WIDGET (window), "Open…") != NULL);
  CLICK (button_of (GTK_WIDGET (window), "Open…"), is_asked);
  n_actions++; /* choosing the file */
  WAIT_FOR (button_of (GTK_WIDGET (window), "Edit the text") != NULL);
  CLICK (button_of (GTK_WIDGET (window), "Edit the text"), g_strcmp0 (wb_session_view (session), "text") == 0);
  WAIT_FOR (gtk_window_get_focus (GTK_WINDOW (window)) == GTK_WIDGET (wb_model_editor_source (wb_window_editor (window))));
  KEY (GDK_KEY_Delete, 0, wb_model_editor_is_modified (wb_window_editor (window)) && wb_model_editor_is_checked (wb_window_editor (window)));
  KEY (GDK_KEY_Return, GDK_CONTROL_MASK, wb_session_state (session) == SIM_RUN_FINISHED);
  g_assert_cmpuint (g_list_model_get_n_items (gtk_window_get_toplevels ()), ==, 1);
  g_assert_cmpstr (model_name (wb_session_model (session)), ==, "Decay");
  g_assert_true (g_file_get_contents (chosen_place, &saved, NULL, NULL));
  g_assert_nonnull (strstr (saved, "derivative: -k*x"));
  g_test_message ("%d actions", n_actions);
  g_assert_cmpint (n_actions, <=, 5);
  wb_dialogs_set_file_hook (NULL);
  wb_test_close (window);
  g_remove (chosen_place);
  g_rmdir (folder);
  g_free (chosen_place);
}

/* Lecturing takes a model of the start page, End, and F5, which the remote control of a presenter sends to begin. Then Page Down alone
 * shows each plot once and returns to the first. */
static void
test_presenter (void)
{
  WbWindow *window;
  WbPlotSet *plots;
  int n_actions, first, n;

  if (!wb_hands_ready ())
    return;
  window = window_of ("Van der Pol", &n_actions);
  plots = wb_plot_set_of (wb_window_session (window));
  KEY (GDK_KEY_End, 0, wb_session_state (wb_window_session (window)) == SIM_RUN_FINISHED);
  wb_test_act (window, "win.lecture"); /* actions have no keys in a window without an application */
  n_actions++;
  WAIT_FOR (wb_plot_set_focused (plots) >= 0);
  wb_test_turn (0.3);
  first = wb_plot_set_focused (plots);
  n = wb_plot_set_n (plots);
  g_assert_cmpint (n, >=, 2);
  for (int i = 1; i <= n; i++)
    KEY (GDK_KEY_Page_Down, 0, wb_plot_set_focused (plots) == (first + i) % n);
  g_test_message ("%d actions for %d plots", n_actions, n);
  g_assert_cmpint (n_actions, ==, n + 3);
  wb_test_close (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/tasks/three-actions-from-an-empty-window-explain-a-rejected-step", test_rejection);
  g_test_add_func ("/tasks/the-compare-view-can-be-exported-with-five-actions", test_export_of_compare);
  g_test_add_func ("/tasks/five-actions-open-a-broken-model-repair-it-and-run-it", test_repair);
  g_test_add_func ("/tasks/a-presenter-shows-each-plot-with-page-down-alone", test_presenter);
  return g_test_run ();
}
