/* Tests the action "Why was this step rejected?" with pointer and keyboard. The action pins a readout with a ring in the plot of the step
 * size. */
#include "wb-test.h"

#include <math.h>
#include <string.h>

#include "plot-text.h"
#include "plot-view-hit.h"
#include "plot-views.h"
#include "wb-export-window.h"
#include "wb-input.h"
#include "wb-limits-card.h"
#include "wb-session-file.h"
#include "wb-settings-panel.h"

/* ---- pointer and keyboard ---- */

static void
settle (void)
{
  for (int i = 0; i < 20; i++)
    {
      wb_test_spin ();
      g_usleep (2000);
    }
}

static void
click (GtkWidget *widget, double x, double y)
{
  wb_input_move (widget, x, y);
  settle ();
  wb_input_button (1, TRUE);
  wb_input_button (1, FALSE);
  settle ();
}

/* Presses a key while the pointer is over a window. Without a window manager, key presses go to the window under the pointer. */
static void
press (WbWindow *window, guint key, GdkModifierType held)
{
  wb_input_move (GTK_WIDGET (window), 300, 10);
  settle ();
  wb_input_key (key, held);
  settle ();
}

/* ---- what the user sees ---- */

static WbPlotArea *
step_area (WbWindow *window)
{
  return wb_simulate_view_area (wb_window_simulate (window), wb_test_plot (window, &plot_kind_step));
}

/* Returns the readout that is pinned in a plot as plain text, or NULL. Free it with g_free. */
static char *
pinned (WbPlotArea *area)
{
  const PlotHit *hit;
  g_autofree char *text = NULL;

  for (int i = 0; i < 200 && ((hit = plot_view_pin (wb_plot_area_view (area))) == NULL || hit->layer == NULL); i++)
    settle ();
  hit = plot_view_pin (wb_plot_area_view (area));
  text = hit != NULL && hit->layer != NULL ? plot_view_readout (wb_plot_area_view (area), hit) : NULL;
  return text != NULL ? plot_text_plain (text) : NULL;
}

/* Checks that the plot has the readout of a rejected attempt with its time, error, worst state and both step sizes, and that these agree
 * with the tape. */
static void
assert_answer (WbWindow *window)
{
  WbSession *session = wb_window_session (window);
  WbPlotArea *area = step_area (window);
  g_autofree char *text = pinned (area);
  const PlotHit *hit = plot_view_pin (wb_plot_area_view (area));
  OdeAttempt attempt;

  g_assert_nonnull (text);
  g_test_message ("%s", text);
  g_assert_true (g_str_has_prefix (text, "Rejected at t = "));
  g_assert_nonnull (strstr (text, "× tolerance"));
  g_assert_nonnull (strstr (text, "tried h = "));
  g_assert_nonnull (strstr (text, "next try "));
  g_assert_true (sim_tape_get (wb_run_item_tape (wb_session_current (session)), hit->index, &attempt));
  g_assert_cmpint (attempt.outcome, ==, ODE_ATTEMPT_REJECTED_ERROR);
  g_assert_nonnull (strstr (text, attempt.worst[0] == 0 ? "largest error in x" : "largest error in v"));
  g_assert_cmpfloat (wb_session_playhead (session), ==, attempt.t);
}

static WbWindow *
finished_window (const char *model)
{
  WbWindow *window = wb_test_window (model);

  wb_test_finish (wb_window_session (window));
  settle ();
  return window;
}

/* ---- tests ---- */

/* In a new window, the key End runs the model, and the key J shows the first rejection. */
static void
test_two_actions (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");

  press (window, GDK_KEY_End, 0);
  WAIT_FOR (wb_session_state (wb_window_session (window)) == SIM_RUN_FINISHED);
  settle ();
  press (window, GDK_KEY_j, 0);
  assert_answer (window);
  wb_test_close (window);
}

/* J goes to the next rejection and from the last one to the first. Shift+J goes to the previous one. */
static void
test_wrap (void)
{
  WbWindow *window = finished_window ("van-der-pol");
  WbSession *session = wb_window_session (window);
  SimTape *tape = wb_run_item_tape (wb_session_current (session));
  g_autoptr (GArray) rejected = g_array_new (FALSE, FALSE, sizeof (gsize));
  OdeAttempt attempt;

  for (gsize i = 0; i < sim_tape_n_attempts (tape); i++)
    if (sim_tape_get (tape, i, &attempt) && attempt.outcome == ODE_ATTEMPT_REJECTED_ERROR)
      g_array_append_val (rejected, i);
  g_assert_cmpuint (rejected->len, >, 3);
  for (guint i = 0; i < rejected->len; i++)
    g_assert_true (wb_session_next_rejection (session, 1));
  {
    g_autofree char *text = pinned (step_area (window));

    g_assert_nonnull (text);
    g_assert_cmpuint (plot_view_pin (wb_plot_area_view (step_area (window)))->index, ==, g_array_index (rejected, gsize, rejected->len - 1));
  }
  press (window, GDK_KEY_j, 0);
  assert_answer (window);
  g_assert_cmpuint (plot_view_pin (wb_plot_area_view (step_area (window)))->index, ==, g_array_index (rejected, gsize, 0));
  press (window, GDK_KEY_j, GDK_SHIFT_MASK);
  assert_answer (window);
  g_assert_cmpuint (plot_view_pin (wb_plot_area_view (step_area (window)))->index, ==, g_array_index (rejected, gsize, rejected->len - 1));
  press (window, GDK_KEY_j, GDK_SHIFT_MASK);
  g_assert_cmpuint (plot_view_pin (wb_plot_area_view (step_area (window)))->index, ==, g_array_index (rejected, gsize, rejected->len - 2));
  wb_test_close (window);
}

/* A click 11 px from the cross of a rejected attempt pins its readout if no other object is nearer. */
static void
test_click (void)
{
  WbWindow *window = finished_window ("van-der-pol");
  WbPlotArea *area = step_area (window);
  PlotView *view = wb_plot_area_view (area);
  SimTape *tape = wb_run_item_tape (wb_session_current (wb_window_session (window)));
  double x = NAN, y = NAN;
  gsize wanted = 0;

  for (gsize i = 0; i < sim_tape_n_attempts (tape) && isnan (x); i++)
    {
      PlotHit hit, near;

      if (!plot_views_find_attempt (view, i, &hit) || !plot_layer_attempts_is_rejected (hit.layer, i))
        continue;
      plot_view_map (view, hit.x, hit.y, &hit.px, &hit.py);
      if (!plot_view_hit_rejected (view, hit.px, hit.py - 11, 8, &near) || near.index != i)
        continue;
      x = hit.px;
      y = hit.py - 11;
      wanted = i;
    }
  g_assert_false (isnan (x));
  click (GTK_WIDGET (area), x, y);
  {
    g_autofree char *text = pinned (area);

    g_assert_nonnull (text);
    g_test_message ("%s", text);
    g_assert_true (g_str_has_prefix (text, "Rejected at t = "));
    g_assert_cmpuint (plot_view_pin (wb_plot_area_view (area))->index, ==, wanted);
  }
  wb_test_close (window);
}

/* If another plot is shown alone, J shows the plot of the step size instead. */
static void
test_alone (void)
{
  WbWindow *window = finished_window ("van-der-pol");
  WbPlotSet *plots = wb_plot_set_of (wb_window_session (window));

  wb_plot_set_focus (plots, 0);
  settle ();
  press (window, GDK_KEY_j, 0);
  g_assert_cmpint (wb_plot_set_focused (plots), ==, wb_test_plot (window, &plot_kind_step));
  assert_answer (window);
  wb_test_close (window);
}

/* If the run has no rejections, a message states this. */
static void
test_none (void)
{
  WbWindow *window = wb_test_window ("harmonic-oscillator");

  g_assert_true (wb_session_set (wb_window_session (window), WB_SETTING, "integrator", "runge_kutta4", NULL));
  wb_test_finish (wb_window_session (window));
  settle ();
  press (window, GDK_KEY_j, 0);
  g_assert_cmpstr (wb_test_toast (window), ==, "This run has no rejected attempt");
  wb_test_close (window);
}

/* ---- a change of method ---- */

/* Returns the text beside the title "What limits the step". */
static const char *
explained (WbWindow *window)
{
  GtkWidget *card = wb_test_find (GTK_WIDGET (window), WB_TYPE_LIMITS_CARD, NULL);

  return gtk_label_get_text (GTK_LABEL (wb_test_find (card, GTK_TYPE_LABEL, "group-remark")));
}

/* The method of the run changes at 20 s. Each explanation uses the method at the playhead. For the implicit method there is no largest
 * stable step. The statistics are always those of the whole run. */
static void
test_two_methods (void)
{
  WbWindow *window = wb_test_window_at ("van-der-pol", 20);
  WbSession *session = wb_window_session (window);
  const WbStability *stability = wb_simulate_view_stability (wb_window_simulate (window));
  g_autoptr (GArray) stretches = NULL;
  double changed;
  gsize before = 0;

  g_assert_true (wb_session_set (session, WB_SETTING, "integrator", "rodas4", NULL));
  wb_test_finish (session);
  g_assert_false (wb_session_is_stale (session));
  stretches = wb_run_item_stretches (wb_session_current (session));
  g_assert_cmpuint (stretches->len, ==, 2);
  changed = g_array_index (stretches, WbStretch, 1).t;
  g_assert_cmpfloat (changed, >=, 20);
  g_assert_cmpfloat (changed, <, 21);
  g_assert_cmpstr (g_array_index (stretches, WbStretch, 1).method->id, ==, "rodas4");
  wb_window_refresh (window);
  WAIT_FOR ((wb_window_refresh (window), !wb_simulate_view_is_behind (wb_window_simulate (window))));
  for (gsize i = 0; i < wb_stability_n (stability); i++)
    if (wb_stability_t (stability)[i] >= changed)
      g_assert_true (isnan (wb_stability_h (stability)[i]));
    else
      before += !isnan (wb_stability_h (stability)[i]);
  g_assert_cmpuint (before, >, 10);
  /* The plot of the step size marks the time of the change. */
  {
    PlotView *view = wb_plot_area_view (step_area (window));
    int n_rules = 0;

    for (int i = 0; i < plot_view_n_layers (view); i++)
      n_rules += g_strcmp0 (plot_view_layer (view, i)->class->name, "rule") == 0;
    g_assert_cmpint (n_rules, ==, 2); /* one line for the largest step, and one for the change of the method */
  }
  WAIT_FOR ((wb_window_refresh (window), strstr (explained (window), "RODAS") != NULL));
  wb_session_set_playhead (session, 5);
  WAIT_FOR ((wb_window_refresh (window), strstr (explained (window), "Dormand–Prince") != NULL));
  wb_test_close (window);
}

/* ---- export of a comparison ---- */

/* Returns the button of an action below a widget, or NULL. */
static GtkWidget *
button_of (GtkWidget *from, const char *action)
{
  GtkWidget *found = NULL;

  if (GTK_IS_BUTTON (from) && g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (from)), action) == 0)
    return from;
  for (GtkWidget *child = gtk_widget_get_first_child (from); child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = button_of (child, action);
  return found;
}

static WbWindow *
compared_window (void)
{
  WbWindow *window = wb_test_window ("kepler");

  g_assert_true (wb_window_show_view (window, "compare"));
  WAIT_FOR (wb_comparison_result (wb_compare_view_comparison (wb_window_compare (window))) != NULL);
  settle ();
  return window;
}

/* Exports the content of an export window in a format. Returns the content of the file. Free it with g_free. */
static char *
exported (WbExportWindow *export, WbExportFormat format)
{
  g_autofree char *path = wb_test_place ("compared");
  char *contents = NULL;
  int saved = 0;

  wb_export_window_set_format (export, format);
  settle ();
  g_object_ref (export);
  g_signal_connect (export, "saved", G_CALLBACK (wb_test_count), &saved);
  wb_export_window_save (export, path);
  WAIT_FOR (saved > 0);
  g_object_unref (export);
  g_assert_true (g_file_get_contents (path, &contents, NULL, NULL));
  return contents;
}

/* The button Export in Compare exports the plots and the table that are visible. */
static void
test_export_compared (void)
{
  WbWindow *window = compared_window ();
  WbComparison *comparison = wb_compare_view_comparison (wb_window_compare (window));
  g_autofree char *figure = NULL, *table = NULL;

  for (int i = 0; i < 2; i++)
    {
      WbExportWindow *export;
      guint n_lines = 0, n_visible = 0;

      GtkWidget *button = button_of (GTK_WIDGET (window), "win.export");

      click (button, 10, 10);
      WAIT_FOR (WB_IS_EXPORT_WINDOW (wb_test_newest_window (GTK_WINDOW (window))));
      export = WB_EXPORT_WINDOW (wb_test_newest_window (GTK_WINDOW (window)));
      g_assert_cmpuint (wb_export_window_page (export)->plots, ==, 7);
      if (i == 0)
        {
          figure = exported (export, WB_EXPORT_SVG);
          g_assert_nonnull (strstr (figure, "Energy error"));
          g_assert_nonnull (strstr (figure, "Position error"));
          continue;
        }
      table = exported (export, WB_EXPORT_CSV);
      g_assert_true (g_str_has_prefix (table, "integrator,order,step,"));
      for (const char *c = table; *c != '\0'; c++)
        n_lines += *c == '\n';
      for (guint k = 0; k < g_list_model_get_n_items (wb_comparison_entries (comparison)); k++)
        {
          g_autoptr (WbCompareEntry) entry = g_list_model_get_item (wb_comparison_entries (comparison), k);
          g_autofree char *behaviour = wb_compare_entry_behaviour_text (entry, wb_comparison_result (comparison));

          n_visible += wb_compare_entry_visible (entry);
          if (wb_compare_entry_visible (entry))
            g_assert_nonnull (strstr (table, behaviour));
        }
      g_assert_cmpuint (n_lines, ==, n_visible + 1);
    }
  wb_test_close (window);
}

/* ---- state of the controls ---- */

/* Appends the state of every control below a widget: selections, switches, texts and scales. */
static void
describe (GtkWidget *widget, GString *out)
{
  if (GTK_IS_DROP_DOWN (widget))
    g_string_append_printf (out, "drop-down %u\n", gtk_drop_down_get_selected (GTK_DROP_DOWN (widget)));
  else if (GTK_IS_SWITCH (widget))
    g_string_append_printf (out, "switch %d\n", gtk_switch_get_active (GTK_SWITCH (widget)));
  else if (GTK_IS_CHECK_BUTTON (widget))
    g_string_append_printf (out, "check %d\n", gtk_check_button_get_active (GTK_CHECK_BUTTON (widget)));
  else if (GTK_IS_TOGGLE_BUTTON (widget))
    g_string_append_printf (out, "toggle %d\n", gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (widget)));
  else if (GTK_IS_EDITABLE (widget))
    g_string_append_printf (out, "text %s\n", gtk_editable_get_text (GTK_EDITABLE (widget)));
  else if (GTK_IS_RANGE (widget))
    g_string_append_printf (out, "range %.12g\n", gtk_range_get_value (GTK_RANGE (widget)));
  if (GTK_IS_DROP_DOWN (widget))
    return; /* the list inside has the same state as the drop-down */
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    describe (child, out);
}

static char *
controls_of (WbWindow *window)
{
  GString *out = g_string_new (NULL);

  describe (GTK_WIDGET (wb_window_compare (window)), out);
  g_string_append (out, "panel\n");
  describe (wb_test_find (GTK_WIDGET (window), WB_TYPE_SETTINGS_PANEL, NULL), out);
  return g_string_free (out, FALSE);
}

/* A reopened session shows every control as it was saved, including the rule of the comparison. */
static void
test_controls (void)
{
  WbWindow *window = compared_window (), *other;
  WbSession *session = wb_window_session (window);
  WbComparison *comparison = wb_compare_view_comparison (wb_window_compare (window));
  g_autofree char *path = wb_test_place ("controls.stepwise"), *before = NULL, *after = NULL;
  GtkWidget *rule = wb_test_find (GTK_WIDGET (wb_window_compare (window)), GTK_TYPE_DROP_DOWN, "raised-drop");
  g_autoptr (GError) error = NULL;

  /* Remove methods of low order, which need millions of steps for the accuracy below. */
  for (guint i = g_list_model_get_n_items (wb_comparison_entries (comparison)); i-- > 0;)
    {
      g_autoptr (WbCompareEntry) entry = g_list_model_get_item (wb_comparison_entries (comparison), i);

      if (wb_compare_entry_method (entry)->order < 4)
        wb_comparison_remove (comparison, entry);
    }
  gtk_drop_down_set_selected (GTK_DROP_DOWN (rule), LAB_COMPARISON_ACCURACY);
  g_assert_cmpint (wb_comparison_rule (comparison), ==, LAB_COMPARISON_ACCURACY);
  wb_comparison_set_value (comparison, 1e-3);
  wb_comparison_run (comparison);
  g_assert_true (wb_session_set (session, WB_SETTING, "integrator", "rodas4", NULL));
  g_assert_true (wb_session_set (session, WB_SETTING, "accuracy", "1e-7", NULL));
  g_assert_true (wb_session_set (session, WB_SETTING, "max_step", "0.25", NULL));
  g_assert_true (wb_session_set (session, WB_PARAMETER, "e", "0.3", NULL));
  g_assert_true (wb_session_set (session, WB_INITIAL, "u", "0.125", NULL));
  g_assert_true (wb_session_set (session, WB_TIME, "end", "31", NULL));
  wb_session_set_settings_page (session, "initial");
  WAIT_FOR (!wb_comparison_is_running (comparison));
  wb_comparison_run (comparison);
  WAIT_FOR (!wb_comparison_is_running (comparison));
  settle ();
  g_assert_true (wb_session_file_save (path, session, &error));
  before = controls_of (window);

  other = wb_test_window (NULL);
  g_assert_true (wb_window_open_path (other, path));
  WAIT_FOR (wb_comparison_result (wb_compare_view_comparison (wb_window_compare (other))) != NULL);
  settle ();
  after = controls_of (other);
  g_assert_nonnull (strstr (before, "drop-down 2\n"));
  g_assert_cmpstr (after, ==, before);
  wb_test_close (other);
  wb_test_close (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  if (!wb_input_open ())
    {
      g_print ("1..0 # SKIP no X server with XTEST\n");
      return 0;
    }
  g_test_add_func ("/why/two-actions-after-the-start-show-why-a-step-was-rejected", test_two_actions);
  g_test_add_func ("/why/the-key-j-shows-the-next-rejected-attempt-and-shift-j-the-previous-one", test_wrap);
  g_test_add_func ("/why/a-click-near-the-mark-of-a-rejected-attempt-pins-its-readout", test_click);
  g_test_add_func ("/why/the-step-size-plot-replaces-a-maximized-plot", test_alone);
  g_test_add_func ("/why/a-run-without-rejected-attempts-shows-a-message", test_none);
  g_test_add_func ("/why/a-run-with-two-methods-has-one-explanation-for-each-method", test_two_methods);
  g_test_add_func ("/why/the-export-command-of-the-compare-view-exports-the-comparison", test_export_compared);
  g_test_add_func ("/why/a-reopened-session-restores-the-state-of-every-control", test_controls);
  return g_test_run ();
}
