/* Tests of tableaus that are not saved, and of sessions whose tableaus are missing. */
#include "wb-hands.h"

#include <glib/gstdio.h>
#include <string.h>

#include "model-library.h"
#include "model-tableau.h"
#include "wb-comparison.h"
#include "wb-lab-cell.h"
#include "wb-lab-methods.h"
#include "wb-session-file.h"

static WbLabTableauCard *
card_of (WbWindow *window, const char *method)
{
  WbLabTableauCard *card;

  g_assert_true (wb_window_show_view (window, "laboratory"));
  wb_laboratory_set_page (wb_laboratory_of (wb_window_session (window)), "method");
  card = wb_lab_method_page_tableau (wb_laboratory_view_method (wb_window_laboratory (window)));
  wb_lab_tableau_card_load (card, ode_method_find (method));
  WAIT_FOR (gtk_widget_get_mapped (GTK_WIDGET (card)));
  return card;
}

static const char *
cell_text (WbLabTableauCard *card, int column, int row)
{
  return wb_lab_cell_text (WB_LAB_CELL (wb_lab_tableau_card_cell (card, column, row)));
}

static void
type_into (WbLabTableauCard *card, int column, int row, const char *text)
{
  GtkWidget *entry = wb_lab_cell_entry (WB_LAB_CELL (wb_lab_tableau_card_cell (card, column, row)));

  WAIT_FOR (gtk_widget_get_mapped (entry) && gtk_widget_get_width (entry) > 10);
  wb_hands_click (entry, NAN, NAN);
  WAIT_FOR (gtk_widget_has_css_class (entry, "editing"));
  wb_hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  wb_hands_type (text);
  WAIT_FOR (strcmp (cell_text (card, column, row), text) == 0);
}

static const OdeMethod *
method_of (WbSession *session)
{
  return sim_config_method (wb_session_config (session));
}

static double
final_value (WbSession *session)
{
  const SimTrajectory *rows = wb_run_item_trajectory (wb_session_current (session));

  return sim_trajectory_row (rows, sim_trajectory_n_rows (rows) - 1)[1];
}

/* Ralston's method with two stages has c2 = a21 = 2/3 and b = (1/4, 3/4). Its cells are typed over those of Heun's method and used without
 * being saved. */
static void
test_unsaved (void)
{
  WbWindow *window;
  WbSession *session;
  WbLabTableauCard *card;
  const OdeMethod *before, *used;
  g_autofree char *text = NULL, *command = NULL, *out = NULL, *quoted = NULL;
  double value;

  if (!wb_hands_ready ())
    return;
  window = wb_test_window ("harmonic-oscillator");
  session = wb_window_session (window);
  g_assert_true (wb_session_set (session, WB_SETTING, "error_control", "false", NULL));
  g_assert_true (wb_session_set (session, WB_SETTING, "max_step", "0.05", NULL));
  before = method_of (session);
  card = card_of (window, "runge_kutta2");
  type_into (card, 0, 1, "2/3");
  type_into (card, 2, 1, "sqrt(4)/3");
  type_into (card, 2, 3, "1/4");
  type_into (card, 3, 3, "3/4");
  CLICK_UNTIL (wb_hands_find (GTK_WIDGET (card), "Use in the run"), method_of (session) != before);
  used = method_of (session);
  g_assert_cmpint (used->order, ==, 2);
  g_assert_cmpfloat (used->tableau->A[2], ==, 2.0 / 3);
  g_assert_cmpfloat (used->tableau->b[1], ==, 0.75);
  g_assert_null (wb_hands_find (GTK_WIDGET (card), "Use in the run"));
  wb_hands_picture (window, "tableau-unsaved");
  wb_test_finish (session);
  value = final_value (session);

  /* Undo reverts the use and then the cells. */
  wb_test_act (window, "win.undo");
  g_assert_true (method_of (session) == before);
  g_assert_cmpstr (cell_text (card, 2, 1), ==, "sqrt(4)/3");
  wb_test_act (window, "win.redo");
  g_assert_true (method_of (session) == used);

  /* The session file has the cells; a window that opens it has the same method with the same texts. */
  text = wb_session_file_text (session);
  g_assert_nonnull (strstr (text, "sqrt(4)/3"));
  g_assert_true (wb_session_set (session, WB_SETTING, "integrator", "dop853", NULL));
  g_assert_true (wb_session_file_load_text (text, "saved", session, NULL));
  g_assert_true (method_of (session) == used);
  WAIT_FOR (wb_session_state (session) == SIM_RUN_FINISHED);
  g_assert_cmpfloat (final_value (session), ==, value);
  wb_lab_tableau_card_load (card, used);
  g_assert_cmpstr (cell_text (card, 2, 1), ==, "sqrt(4)/3");

  /* Another process gets the same numbers from the text. */
  quoted = g_shell_quote (model_method_name (used));
  command = g_strdup_printf ("stepwise-cli run harmonic-oscillator --integrator %s --error-control false --max-step 0.05", quoted);
  out = wb_test_run_command (command, "--final");
  g_assert_nonnull (strchr (out, '\n'));
  g_assert_cmpfloat (g_ascii_strtod (strchr (out, '\n') + 1 + strcspn (strchr (out, '\n') + 1, " "), NULL), ==, value); /* the line after t */
  wb_test_close (window);
}

/* A change in a row of A sets c of the row to the sum, as a fraction if the cells are fractions; one undo reverts both. Without that, the order
 * conditions are computed with the c that was typed: for order 2 the residual is b2 c2 - 1/2. */
static void
test_follows (void)
{
  WbWindow *window;
  WbLabTableauCard *card;
  GtkWidget *lock;

  if (!wb_hands_ready ())
    return;
  window = wb_test_window ("harmonic-oscillator");
  card = card_of (window, "runge_kutta3"); /* c = 0, 1/2, 1 */
  type_into (card, 3, 2, "7/3"); /* beside -1 */
  WAIT_FOR (strcmp (cell_text (card, 0, 2), "4/3") == 0);
  g_assert_nonnull (strstr (wb_lab_tableau_card_status (card), "Order"));
  type_into (card, 3, 2, "2.5");
  WAIT_FOR (strcmp (cell_text (card, 0, 2), "1.5") == 0);
  type_into (card, 2, 1, "1/3");
  WAIT_FOR (strcmp (cell_text (card, 0, 1), "1/3") == 0);
  wb_hands_key (GDK_KEY_Return, 0);
  wb_test_act (window, "win.undo");
  g_assert_cmpstr (cell_text (card, 2, 1), ==, "1/2");
  g_assert_cmpstr (cell_text (card, 0, 1), ==, "1/2");
  lock = wb_test_find (GTK_WIDGET (card), GTK_TYPE_CHECK_BUTTON, NULL);
  g_assert_nonnull (lock);
  wb_lab_tableau_card_load (card, ode_method_find ("runge_kutta2"));
  lock = wb_test_find (GTK_WIDGET (card), GTK_TYPE_CHECK_BUTTON, NULL);
  CLICK_UNTIL (lock, !gtk_check_button_get_active (GTK_CHECK_BUTTON (lock)));
  type_into (card, 0, 1, "3/4"); /* b2 = 1/2: the residual is 3/8 - 1/2 */
  g_assert_nonnull (strstr (wb_lab_tableau_card_status (card), "the order conditions use c = 0.75"));
  wb_test_turn (0.2);
  wb_hands_picture (window, "tableau-own-c");
  g_assert_nonnull (wb_hands_find (wb_lab_tableau_card_conditions (card), "−0.1250"));
  wb_test_close (window);
}

/* The step of the slider becomes the fixed step of the next run, with the method of the page, in one undo step; the step of a run moves the slider. */
static void
test_step (void)
{
  WbWindow *window;
  WbSession *session;
  WbLaboratory *laboratory;
  const OdeMethod *before;

  if (!wb_hands_ready ())
    return;
  window = wb_test_window ("harmonic-oscillator");
  session = wb_window_session (window);
  laboratory = wb_laboratory_of (session);
  before = method_of (session);
  card_of (window, "runge_kutta4");
  wb_laboratory_set_step (laboratory, 1.23456789);
  CLICK_UNTIL (wb_hands_find (GTK_WIDGET (window), "Use in the run"), method_of (session) == ode_method_find ("runge_kutta4"));
  g_assert_cmpfloat (sim_config_get_number (wb_session_config (session), "max_step"), ==, 1.234);
  wb_test_act (window, "win.undo");
  g_assert_true (method_of (session) == before);
  g_assert_true (isnan (sim_config_get_number (wb_session_config (session), "max_step")) || sim_config_get_number (wb_session_config (session), "max_step") != 1.234);
  wb_test_act (window, "win.redo");
  wb_test_finish (session);
  wb_laboratory_set_step (laboratory, 0.01);
  wb_hands_picture (window, "step-uses");
  CLICK_UNTIL (wb_hands_find (GTK_WIDGET (window), "Step of the run"), fabs (wb_laboratory_step (laboratory) - 0.01) > 1e-3);
  g_assert_cmpfloat (wb_laboratory_step (laboratory), <=, 1.234 + 1e-12);
  wb_test_close (window);
}

/* A session file has the edited cells, which no run uses. A window that opens the file shows them, and the button Undo has reverted an edit
 * before. A session without such cells has the tableau of the page. */
static void
test_cells_in_session (void)
{
  WbWindow *window;
  WbSession *session;
  WbLabTableauCard *card;
  g_autofree char *text = NULL, *plain = NULL;

  if (!wb_hands_ready ())
    return;
  window = wb_test_window ("harmonic-oscillator");
  session = wb_window_session (window);
  plain = wb_session_file_text (session);
  card = card_of (window, "runge_kutta2");
  type_into (card, 0, 1, "2/3");
  type_into (card, 2, 1, "sqrt(4)/3");
  wb_hands_key (GDK_KEY_Return, 0);
  type_into (card, 2, 3, "1/8");
  wb_hands_key (GDK_KEY_Return, 0);
  WAIT_FOR (wb_session_can_undo (session));
  CLICK_UNTIL (wb_test_find (GTK_WIDGET (card), GTK_TYPE_BUTTON, "Undo (Ctrl+Z)"), strcmp (cell_text (card, 2, 3), "1/2") == 0);
  text = wb_session_file_text (session);
  g_assert_nonnull (strstr (text, "sqrt(4)/3"));
  g_assert_null (strstr (text, "1/8"));
  g_assert_true (wb_session_file_load_text (plain, "plain", session, NULL));
  g_assert_cmpstr (cell_text (card, 2, 1), !=, "sqrt(4)/3");
  wb_test_close (window);

  window = wb_test_window ("van-der-pol");
  session = wb_window_session (window);
  g_assert_true (wb_session_file_load_text (text, "saved", session, NULL));
  g_assert_true (wb_window_show_view (window, "laboratory"));
  card = wb_lab_method_page_tableau (wb_laboratory_view_method (wb_window_laboratory (window)));
  g_assert_cmpstr (cell_text (card, 2, 1), ==, "sqrt(4)/3");
  g_assert_cmpstr (cell_text (card, 0, 1), ==, "2/3");
  wb_test_close (window);
}

/* ---- cells and the method of the page ---- */

static gboolean
has_tableau (WbSession *session)
{
  return wb_laboratory_tableau (wb_laboratory_of (session)) != NULL;
}

static WbCompareEntry *
other_entry (WbComparison *comparison)
{
  GListModel *entries = wb_comparison_entries (comparison);

  for (guint i = 0; i < g_list_model_get_n_items (entries); i++)
    {
      g_autoptr (WbCompareEntry) entry = g_list_model_get_item (entries, i);

      if (entry != wb_comparison_selected (comparison))
        return entry;
    }
  g_assert_not_reached ();
}

/* The end of a comparison selects the best integrator. It has no undo step, so that it must not replace cells that the user edited, and undo of the
 * edit returns to cells that follow the page. */
static void
test_comparison_keeps_cells (void)
{
  WbWindow *window = wb_test_window ("harmonic-oscillator");
  WbSession *session = wb_window_session (window);
  WbComparison *comparison = wb_comparison_of (session);
  WbLabTableauCard *card = card_of (window, "runge_kutta4");
  const OdeMethod *before = wb_lab_main_method (session);

  g_assert_null (wb_comparison_selected (comparison));
  wb_comparison_run (comparison);
  WAIT_FOR (!wb_comparison_is_running (comparison));
  g_assert_nonnull (wb_comparison_selected (comparison));
  g_assert_cmpstr (wb_laboratory_tableau (wb_laboratory_of (session)), ==, "runge_kutta4");
  g_assert_cmpstr (cell_text (card, 3, 2), ==, "1/2");
  wb_session_undo (session);
  g_assert_false (has_tableau (session));
  wb_session_redo (session);
  g_assert_cmpstr (wb_laboratory_tableau (wb_laboratory_of (session)), ==, "runge_kutta4");
  wb_session_undo (session);

  /* The user selects another integrator: the page shows it, and undo brings the cells back. */
  wb_lab_tableau_card_load (card, ode_method_find ("heun2"));
  g_assert_true (wb_lab_page_method (session) == ode_method_find ("heun2"));
  wb_comparison_select (comparison, other_entry (comparison));
  g_assert_false (has_tableau (session));
  g_assert_true (wb_lab_page_method (session) == wb_lab_main_method (session) && wb_lab_main_method (session) != before);
  wb_session_undo (session);
  g_assert_true (wb_lab_page_method (session) == ode_method_find ("heun2"));
  /* The selection was one step: the next undo takes the loaded cells back. */
  wb_session_undo (session);
  g_assert_false (has_tableau (session));
  wb_session_redo (session);
  g_assert_true (wb_lab_page_method (session) == ode_method_find ("heun2"));

  /* So does the integrator that is selected already. */
  wb_comparison_select (comparison, wb_comparison_selected (comparison));
  g_assert_false (has_tableau (session));
  wb_test_close (window);
}

/* Another integrator of the session replaces the cells, and undo of that change returns them. No other setting does. */
static void
test_setting_keeps_cells (void)
{
  WbWindow *window = wb_test_window ("harmonic-oscillator");
  WbSession *session = wb_window_session (window);
  WbLabTableauCard *card = card_of (window, "runge_kutta2");
  const OdeMethod *heun;

  wb_lab_tableau_card_load (card, ode_method_find ("heun2"));
  heun = wb_lab_page_method (session);
  g_assert_true (wb_session_set (session, WB_SETTING, "accuracy", "1e-7", NULL));
  g_assert_true (wb_lab_page_method (session) == heun);
  g_assert_true (wb_session_set (session, WB_SETTING, "integrator", "runge_kutta4", NULL));
  g_assert_cmpstr (model_method_name (wb_lab_page_method (session)), ==, "runge_kutta4");
  g_assert_false (has_tableau (session));
  wb_session_undo (session);
  g_assert_true (wb_lab_page_method (session) == heun && has_tableau (session));
  wb_session_redo (session);
  g_assert_false (has_tableau (session));
  wb_test_close (window);
}

/* ---- missing tableaus ---- */

static const char ralston[] = "format: 1\nname: Ralston of the user\nA:\n  - []\n  - [2/3]\nb: [1/4, 3/4]\nc: [0, 2/3]\n";

static char *
replaced (const char *text, const char *from, const char *to)
{
  g_auto (GStrv) parts = g_strsplit (text, from, -1);

  return g_strjoinv (to, parts);
}

/* Returns the text of a session with a run by Dormand–Prince 5(4), a run by a tableau of the user, and an entry of the comparison with this
 * tableau. */
static char *
session_with_tableau (WbWindow *window)
{
  WbSession *session = wb_window_session (window);
  g_autofree char *folder = model_library_user_folder ("tableaus"), *path = NULL;
  char *text;

  g_mkdir_with_parents (folder, 0755);
  path = wb_test_write (folder, "present-tableau.yaml", ralston);
  g_assert_true (wb_session_set (session, WB_SETTING, "integrator", "runge_kutta5", NULL));
  wb_test_finish (session);
  g_assert_true (wb_session_set (session, WB_SETTING, "integrator", "present-tableau", NULL));
  g_assert_true (wb_session_set (session, WB_SETTING, "max_step", "0.125", NULL));
  wb_test_finish (session);
  g_assert_true (wb_comparison_add (wb_comparison_of (session), method_of (session)));
  text = wb_session_file_text (session);
  g_assert_cmpint (g_remove (path), ==, 0);
  return text;
}

/* Returns the number of runs that were started. */
static guint
count_runs (WbSession *session)
{
  guint n = 0;

  for (guint k = 0; k < g_list_model_get_n_items (wb_session_runs (session)); k++)
    {
      g_autoptr (WbRunItem) run = g_list_model_get_item (wb_session_runs (session), k);

      n += wb_run_item_state (run)->state != SIM_RUN_READY;
    }
  return n;
}

static gboolean
compares (WbSession *session, const char *id)
{
  GListModel *entries = wb_comparison_entries (wb_comparison_of (session));

  for (guint k = 0; k < g_list_model_get_n_items (entries); k++)
    {
      g_autoptr (WbCompareEntry) entry = g_list_model_get_item (entries, k);

      if (strcmp (wb_compare_entry_method (entry)->id, id) == 0)
        return TRUE;
    }
  return FALSE;
}

static double
setting (WbSession *session, const char *key)
{
  return sim_config_get_number (wb_session_config (session), key);
}

/* The session file has a copy of the tableau, so that nothing is lost. */
static void
test_copy (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);
  g_autofree char *saved = session_with_tableau (window), *text = replaced (saved, "present-tableau", "deleted-tableau");
  guint n_runs = count_runs (session);
  guint n_entries = g_list_model_get_n_items (wb_comparison_entries (wb_comparison_of (session)));
  double value = final_value (session);
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (n_runs, ==, 2);
  g_assert_true (wb_session_open_model (session, "lorenz"));
  g_assert_true (wb_session_file_load_text (text, "saved", session, &error));
  g_assert_no_error (error);
  g_assert_nonnull (strstr (wb_test_toast (window), "deleted-tableau"));
  g_assert_nonnull (strstr (wb_test_toast (window), "The copy in the session file is used."));
  g_assert_cmpstr (method_of (session)->id, ==, "deleted-tableau");
  g_assert_cmpstr (method_of (session)->label, ==, "Ralston of the user");
  g_assert_cmpfloat (setting (session, "max_step"), ==, 0.125);
  g_assert_cmpuint (count_runs (session), ==, n_runs);
  g_assert_cmpuint (g_list_model_get_n_items (wb_comparison_entries (wb_comparison_of (session))), ==, n_entries);
  g_assert_true (compares (session, "deleted-tableau"));
  WAIT_FOR (wb_session_state (session) == SIM_RUN_FINISHED);
  g_assert_cmpfloat (final_value (session), ==, value);
  wb_test_close (window);
}

/* Older session files have no copy. The session opens with the method of the model, and without the run that cannot be computed again. */
static void
test_no_copy (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);
  g_autofree char *saved = session_with_tableau (window), *named = replaced (saved, "present-tableau", "lost-tableau"), *text = replaced (named, "\ntableaus:", "\nunused:");
  guint n_runs = count_runs (session);
  guint n_entries = g_list_model_get_n_items (wb_comparison_entries (wb_comparison_of (session)));
  g_autoptr (GError) error = NULL;
  g_autoptr (WbRunItem) run = NULL;

  g_assert_true (wb_session_open_model (session, "lorenz"));
  g_assert_true (wb_session_file_load_text (text, "saved", session, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (model_id (wb_session_model (session)), ==, "van-der-pol");
  g_assert_cmpstr (wb_test_toast (window), ==,
                   "Tableau missing: lost-tableau. Dormand–Prince 5(4) (runge_kutta5) is used instead. "
                   "1 entry of the comparison was left out. 1 run that needs it was left out.");
  g_assert_cmpfloat (setting (session, "max_step"), ==, 0.125);
  g_assert_cmpuint (count_runs (session), ==, n_runs - 1);
  run = g_list_model_get_item (wb_session_runs (session), 0);
  g_assert_cmpstr (sim_config_method (wb_run_item_config (run))->id, ==, "runge_kutta5");
  g_assert_cmpuint (g_list_model_get_n_items (wb_comparison_entries (wb_comparison_of (session))), ==, n_entries - 1);
  wb_test_finish (session);
  wb_test_close (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/app/tableau/an-edited-tableau-is-used-without-being-saved", test_unsaved);
  g_test_add_func ("/app/tableau/c-follows-the-rows-of-a-unless-it-is-locked", test_follows);
  g_test_add_func ("/app/tableau/a-step-goes-to-the-run-and-back", test_step);
  g_test_add_func ("/app/tableau/a-session-keeps-the-edited-cells", test_cells_in_session);
  g_test_add_func ("/app/tableau/the-end-of-a-comparison-keeps-the-cells", test_comparison_keeps_cells);
  g_test_add_func ("/app/tableau/another-integrator-replaces-the-cells-and-undo-returns-them", test_setting_keeps_cells);
  g_test_add_func ("/app/tableau/a-session-uses-its-copy-of-a-deleted-tableau", test_copy);
  g_test_add_func ("/app/tableau/a-session-opens-without-a-tableau-that-is-missing", test_no_copy);
  return g_test_run ();
}
