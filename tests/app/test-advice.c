/* Tests the hints about the step size, the cards about failed runs, and the buttons of both. */
#include "wb-test.h"

#include <glib/gstdio.h>
#include <string.h>

#include "wb-advice.h"
#include "wb-limits-card.h"
#include "wb-run-result.h"
#include "wb-tooltip.h"

static SimReason
reason_of (WbSession *session)
{
  return wb_run_item_state (wb_session_current (session))->status.reason;
}

/* Returns a visible button with this label below a widget, or NULL. */
static GtkWidget *
find_button (GtkWidget *from, const char *label)
{
  if (!gtk_widget_get_visible (from))
    return NULL;
  if (GTK_IS_BUTTON (from) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (from)), label) == 0)
    return from;
  for (GtkWidget *child = gtk_widget_get_first_child (from); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_button (child, label);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* ---- the hint ---- */

static int
n_rejected (WbSession *session)
{
  return (int) wb_run_item_state (wb_session_current (session))->statistics.ode.rejected_error;
}

static GtkWidget *
hint_button (WbWindow *window)
{
  /* The hint is complete when it has been measured whether accuracy or stability limits the steps. */
  WAIT_FOR ((wb_window_refresh (window), !wb_simulate_view_is_behind (wb_window_simulate (window))));
  wb_window_refresh (window);
  return wb_test_find (GTK_WIDGET (wb_window_panel (window)), GTK_TYPE_BUTTON, "link");
}

/* The button of the hint applies the advice. Then the hint does not offer it again. */
static void
test_hint (void)
{
  WbWindow *window = wb_test_window ("arenstorf");
  WbSession *session = wb_window_session (window);
  GtkWidget *button;
  int before;

  g_assert_true (wb_session_set (session, WB_SETTING, "controller", "drake", NULL));
  wb_test_finish (session);
  before = n_rejected (session);
  button = hint_button (window);
  g_assert_nonnull (button);
  g_assert_true (gtk_widget_get_visible (button));
  g_signal_emit_by_name (button, "clicked");
  wb_test_assert_value (session, WB_SETTING, "controller", "pi");
  WAIT_FOR (wb_session_state (session) == SIM_RUN_FINISHED && n_rejected (session) != before);
  g_assert_cmpint (n_rejected (session), <, before);
  g_assert_nonnull (wb_advice_label (session, SIM_ADVICE_STEADIER_CONTROLLER));
  wb_advice_apply (session, SIM_ADVICE_STEADIER_CONTROLLER);
  wb_test_assert_value (session, WB_SETTING, "controller", "predictive");
  g_assert_null (wb_advice_label (session, SIM_ADVICE_STEADIER_CONTROLLER));
  wb_test_close (window);
}

typedef struct { const char *model, *key, *text, *button; } Hinted;

/* For each of these runs the hint offers an action, and the button of the action has a visible
 * effect. */
static void
test_next (gconstpointer data)
{
  const Hinted *row = data;
  WbWindow *window = wb_test_window (row->model);
  WbSession *session = wb_window_session (window);
  GtkWidget *button;

  if (row->key != NULL)
    g_assert_true (wb_session_set (session, WB_SETTING, row->key, row->text, NULL));
  wb_test_finish (session);
  button = hint_button (window);
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (button)), ==, row->button);
  g_assert_true (gtk_widget_get_visible (button));
  g_signal_emit_by_name (button, "clicked");
  if (strcmp (row->button, "Look at the worst one") == 0)
    {
      g_assert_cmpfloat (wb_session_playhead (session), <, wb_session_t_end (session));
      g_assert_cmpstr (wb_session_view (session), ==, "microscope");
    }
  else if (strcmp (row->button, "Show the events") == 0)
    g_assert_cmpstr (wb_session_settings_page (wb_window_session (window)), ==, "events");
  else
    {
      g_assert_true (wb_session_can_undo (session));
      WAIT_FOR (wb_session_state (session) == SIM_RUN_FINISHED);
    }
  wb_test_close (window);
}

static const Hinted hints[] = {
  { "van-der-pol", NULL, NULL, "Look at the worst one" },
  { "harmonic-oscillator", "integrator", "runge_kutta5", "Increase the accuracy tenfold" },
  { "harmonic-oscillator", "error_control", "false", "Halve the step" },
  { "lorenz", "max_step", "0.001", "Allow steps ten times larger" },
  { "heat-equation", "integrator", "runge_kutta5", "Use Radau IIA 5" },
  { "ball-and-beam", NULL, NULL, "Show the events" },
};

/* ---- failures ---- */

typedef struct
{
  const char *name, *text; /* name and content of a model file */
  const char *cause;       /* beginning of the text on the card */
  const char *buttons[4];  /* labels of the buttons of the card; the test clicks the first one */
  gboolean passes;         /* whether the run succeeds after the click */
} Failing;

static const Failing failures[] = {
  { "blow-up", "states: {x: {initial: 1, derivative: x^2}}\n", "The computed solution seems to grow without bound near 1.00\u00a0s: x has reached",
    { "End the run at 0.999", "Edit the text" }, TRUE },
  /* The state x makes the steps too small; p is large, but grows slowly, so the text must not say that it grows without bound. */
  { "large", "states: {p: {initial: 1e6, derivative: 1}, x: {initial: 1, derivative: -1/(2*x)}}\n", "The step size became too small at 1.00\u00a0s.",
    { "Edit the text" }, FALSE },
  { "undefined", "states: {x: {initial: 1, derivative: -1}, y: {initial: 0, derivative: sqrt(x)}}\n",
    "The model has no finite value after 1.00\u00a0s.", { "End the run at 0.999", "Edit the text" }, TRUE },
  /* The time at which this run fails needs four digits. */
  { "undefined-late", "time: {start: 1000, end: 1020, unit: s}\nstates: {x: {initial: 1, derivative: -1}, y: {initial: 0, derivative: "
                      "sqrt(x)}}\n",
    "The model has no finite value after", { "End the run at 1000.999", "Edit the text" }, TRUE },
  { "undefined-start", "states: {x: {initial: 0, derivative: 1/x}}\n", "The model has no finite value at 0\u00a0s.", { "Edit the text" },
    FALSE },
  { "minimum", "solver: {min_step: 0.05, accuracy: 1e-6, weighting: mixed}\nstates: {x: {initial: 1, derivative: v}, v: {initial: 0, derivative: "
               "5*(1-x^2)*v-x}}\n",
    "The step fell below the minimum of 0.05\u00a0s at 0.939\u00a0s.",
    { "Continue at the minimum step", "Remove the minimum step", "Reduce the accuracy tenfold" }, TRUE },
  { "steps", "solver: {step_limit: 50, accuracy: 1e-6, weighting: mixed}\nstates: {x: {initial: 1, derivative: v}, v: {initial: 0, derivative: "
             "5*(1-x^2)*v-x}}\n",
    "The limit of 50 steps is reached at", { "Remove the step limit", "Reduce the accuracy tenfold" }, TRUE },
  { "stiff", "solver: {step_limit: 5000}\nstates: {x: {initial: 0, derivative: -100000*(x-cos(t))}}\n",
    "The limit of 5\u2009000 steps is reached at", { "Use Radau IIA 5" }, TRUE },
  { "newton", "solver: {integrator: implicit_euler, error_control: false, max_step: 0.5}\nstates: {x: {initial: 1, derivative: x^2}}\n",
    "Newton's method does not converge at 0.766\u00a0s", { "Use Dormand–Prince 5(4)", "End the run at 0.7649", "Edit the text" }, FALSE },
  { "inconsistent", "states: {x: {initial: 1, derivative: y}}\nalgebraic: {y: {initial: 0, residual: y^2 + 1 + x^2}}\n",
    "No values of the algebraic unknowns satisfy their equations", { "Show the initial state" }, FALSE },
  { "zeno", "states: {h: {initial: 3, derivative: v}, v: {initial: 0, derivative: -9.81}}\n"
            "events: {impact: {crossing: h, direction: falling, set: {h: 0, v: -0.8*v}}}\n",
    "Failed at t = 7.0386: event 'impact': Zeno behaviour", { "End the run at 7.032", "Edit the text" }, TRUE },
  { "monitor", "states: {x: {initial: 1, derivative: 1}}\nmonitors: {high: {when: x > 2, fail: the tank overflows}}\n", "Failed at t =",
    { NULL }, FALSE },
};

/* If a run fails, a card states the failure and its time, and has a button for each remedy. */
static void
test_failure (gconstpointer data)
{
  const Failing *row = data;
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *path = g_build_filename (folder, "model.yaml", NULL);
  const char *time = g_str_has_prefix (row->text, "time:") ? "" : "time: {end: 20, unit: s}\n";
  g_autofree char *text = g_strconcat ("format: 1\nname: ", row->name, "\n", time, row->text, NULL);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  WbWindow *window = wb_test_window (path);
  WbSession *session = wb_window_session (window);
  GtkWidget *bar = wb_test_find (GTK_WIDGET (window), GTK_TYPE_BOX, "failure"), *reason = wb_test_find (bar, GTK_TYPE_LABEL, "reason");

  wb_test_finish (session);
  g_assert_cmpint (reason_of (session), ==, SIM_FAILED_RUN);
  g_assert_true (gtk_widget_get_visible (bar));
  /* The cause can depend on the measurement of what limited the steps. */
  WAIT_FOR (!wb_run_result_is_busy (wb_run_result_of (wb_session_current (session), &wb_run_result_probe)));
  g_test_message ("%s", gtk_label_get_text (GTK_LABEL (reason)));
  g_assert_true (g_str_has_prefix (gtk_label_get_text (GTK_LABEL (reason)), row->cause));
  /* The tooltip has the whole message with unrounded numbers. */
  g_assert_nonnull (wb_tooltip_get (reason));
  for (int i = 0; i < 4 && row->buttons[i] != NULL; i++)
    g_assert_nonnull (find_button (bar, row->buttons[i]));
  if (row->passes)
    {
      g_signal_emit_by_name (find_button (bar, row->buttons[0]), "clicked");
      WAIT_FOR (wb_session_state (session) == SIM_RUN_FINISHED && reason_of (session) != SIM_FAILED_RUN);
      g_assert_false (gtk_widget_get_visible (bar));
      g_assert_true (wb_session_can_undo (session));
    }
  else if (strcmp (row->name, "inconsistent") == 0)
    {
      g_signal_emit_by_name (find_button (bar, row->buttons[0]), "clicked");
      g_assert_cmpstr (wb_session_settings_page (wb_window_session (window)), ==, "initial");
    }
  wb_test_close (window);
  g_remove (path);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/advice/pressing-the-hint-applies-its-advice-once", test_hint);
  for (guint i = 0; i < G_N_ELEMENTS (hints); i++)
    {
      g_autofree char *name = g_strdup_printf ("/advice/the-hint-offers-the-expected-action/%u-%s", i, hints[i].model);

      g_test_add_data_func (name, &hints[i], test_next);
    }
  for (guint i = 0; i < G_N_ELEMENTS (failures); i++)
    {
      g_autofree char *name = g_strdup_printf ("/advice/a-failed-run-gives-cause-and-remedies/%s", failures[i].name);

      g_test_add_data_func (name, &failures[i], test_failure);
    }
  return g_test_run ();
}
