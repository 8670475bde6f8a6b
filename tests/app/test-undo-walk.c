/* Random walks: random actions, then as many undos, then as many redos. Each undo must make the session as it was before the change, and
 * each redo as it was before the undo. The whole session is compared, as text.
 *
 * Usage: test-undo-walk. Environment: WALK_SEEDS=N walks per model (default 1), WALK_FIRST=SEED, WALK_STEPS=N actions, WALK_MODEL=MODEL
 * in place of the two models, WALK_TELL=1 prints the actions. A walk that fails is repeated with fewer actions, and the shortest one that still
 * fails is printed. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "wb-advice.h"
#include "model-identity.h"
#include "wb-comparison.h"
#include "wb-lab-cell.h"
#include "wb-lab-method-page.h"
#include "wb-lab-studies.h"
#include "wb-laboratory.h"
#include "wb-session-branch.h"
#include "wb-session-file.h"
#include "wb-session-private.h"
#include "wb-studies.h"
#include "wb-test.h"

#ifdef __SANITIZE_ADDRESS__
#define N_STEPS 5
#else
#define N_STEPS 8
#endif

static GRand *dice;

static int
below (int n)
{
  return n > 0 ? g_rand_int_range (dice, 0, n) : 0;
}

/* ---- the state as text ---- */

/* Returns whether a line of a session file has a number that is not part of what undo restores: where the user looks, and how far a run has
 * come, which depends on what it did since. */
static gboolean
is_left_out (const char *line)
{
  static const char *const keys[] = { "view:", "settings_page:", "playhead:", "follow:", "x_range:", "y_range:", "plot_alone:", "reached:", "steps:",
                                      "finished:", "current:", "wall_seconds:", "waited_seconds:", "rate_reached:", "page:", "selected:", "results:", "time:", NULL };

  for (int k = 0; keys[k] != NULL; k++)
    if (g_str_has_prefix (line, keys[k]))
      return TRUE;
  return FALSE;
}

/* Returns whether a key begins a part of a session file that undo does not restore. */
static gboolean
is_part_left_out (const char *line)
{
  return strcmp (line, "changes:") == 0 || strcmp (line, "time_axis:") == 0 || strcmp (line, "microscope:") == 0;
}

/* Describes the session: the lines of its file, and the unfinished run, which is not in the file. */
static char *
describe (WbSession *session)
{
  g_autofree char *text = wb_session_file_text (session);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  GString *out = g_string_new (NULL);
  int skipped = -1;

  for (char **line = lines; *line != NULL; line++)
    {
      int indent = (int) strspn (*line, " -");

      if (skipped >= 0 && (indent > skipped || **line == '\0'))
        continue;
      memset (*line, ' ', (size_t) indent); /* the first key of an entry of a list may be one that is left out */
      skipped = is_part_left_out (*line + indent) ? indent : -1;
      if (skipped < 0 && !is_left_out (*line + indent))
        g_string_append_printf (out, "%s\n", *line);
    }
  g_string_append_printf (out, "runs: %u, started: %d, log time: %d\n", g_list_model_get_n_items (wb_session_runs (session)),
                          wb_session_state (session) != SIM_RUN_READY,
                          wb_plot_set_axis (wb_plot_set_of (session)) != NULL && plot_time_axis_get_log (wb_plot_set_axis (wb_plot_set_of (session))));
  return g_string_free (out, FALSE);
}

/* Shows the lines in which two texts differ. */
static void
tell (const char *is, const char *should_be)
{
  g_auto (GStrv) a = g_strsplit (is, "\n", -1), b = g_strsplit (should_be, "\n", -1);
  int most = 12;

  for (int i = 0; (a[i] != NULL && b[i] != NULL) && most > 0; i++)
    if (strcmp (a[i], b[i]) != 0)
      g_test_message ("    line %d: is “%s”, should be “%s”", i, a[i], b[i]), most--;
  if (g_strv_length (a) != g_strv_length (b))
    g_test_message ("    %u lines, should be %u", g_strv_length (a), g_strv_length (b));
}

/* ---- actions ---- */

/* Returns the words of what was done, or NULL if nothing could be done. */
typedef char *(*Act) (WbWindow *window);

static WbRunItem *
any_run (WbSession *session)
{
  GListModel *runs = wb_session_runs (session);
  g_autoptr (WbRunItem) run = g_list_model_get_item (runs, (guint) below ((int) g_list_model_get_n_items (runs)));

  return run; /* the list still owns a reference */
}

static char *
set (WbSession *session, WbKind kind, const char *key, const char *text)
{
  g_autoptr (GError) error = NULL;

  if (!wb_session_set (session, kind, key, text, &error))
    g_assert_nonnull (error);
  wb_session_begin_gesture (session, NULL); /* the next change of the same value is a step of its own */
  wb_session_end_gesture (session);
  return g_strdup_printf ("set %s = %s", key, text != NULL ? text : "(its own)");
}

static char *
set_parameter (WbWindow *window)
{
  WbSession *session = wb_window_session (window);
  const ModelQuantity *parameter = model_parameter (wb_session_model (session), below (model_n_parameters (wb_session_model (session))));
  g_autofree char *now = wb_session_get (session, WB_PARAMETER, parameter->name);
  g_autofree char *text = g_strdup_printf ("%.4g", g_ascii_strtod (now, NULL) * (0.7 + 0.1 * below (7)));

  return set (session, WB_PARAMETER, parameter->name, below (6) == 0 ? NULL : text);
}

static char *
set_initial (WbWindow *window)
{
  WbSession *session = wb_window_session (window);
  const char *name = model_system_column (wb_session_system (session), 0)->name;
  g_autofree char *text = g_strdup_printf ("%.4g", 0.5 + 0.25 * below (8));

  return set (session, WB_INITIAL, name, below (6) == 0 ? NULL : text);
}

static char *
set_setting (WbWindow *window)
{
  static const char *const pairs[][2] = {
    { "accuracy", "1e-6" }, { "accuracy", "1e-3" }, { "accuracy", NULL }, { "max_step", "0.2" }, { "max_step", NULL }, { "integrator", "radau5" },
    { "integrator", "dormand_prince5" }, { "integrator", NULL }, { "norm", "rms" }, { "error_control", "false" },
  };
  int k = below (G_N_ELEMENTS (pairs));

  return set (wb_window_session (window), WB_SETTING, pairs[k][0], pairs[k][1]);
}

static char *
set_end (WbWindow *window)
{
  static const char *const ends[] = { "2", "3", "5", NULL };

  return set (wb_window_session (window), WB_TIME, "end", ends[below (4)]);
}

static char *
set_event (WbWindow *window)
{
  ModelSystem *system = wb_session_system (wb_window_session (window));

  if (model_system_n_events (system) == 0)
    return NULL;
  return set (wb_window_session (window), WB_EVENT, model_system_event (system, 0)->name, below (2) == 0 ? "on" : "off");
}

static char *
reset_all (WbWindow *window)
{
  unsigned kinds = 1u << below (6);

  wb_session_reset_all (wb_window_session (window), kinds);
  return g_strdup_printf ("reset all of kinds %u", kinds);
}

static char *
drag_slider (WbWindow *window)
{
  WbSession *session = wb_window_session (window);
  const ModelQuantity *parameter = model_parameter (wb_session_model (session), 0);
  double now = parameter->value * (0.6 + 0.1 * below (8));

  wb_session_begin_gesture (session, NULL);
  for (int i = 0; i < 3; i++)
    {
      g_autofree char *text = g_strdup_printf ("%.5g", now * (1 + 0.01 * i));

      wb_session_set (session, WB_PARAMETER, parameter->name, text, NULL);
      wb_test_spin ();
    }
  wb_session_end_gesture (session);
  return g_strdup_printf ("drag %s near %g", parameter->name, now);
}

static char *
transport (WbWindow *window)
{
  static const char *const names[] = { "win.run-to-end", "win.run-to-end", "win.run-to-end", "win.step", "win.step-back", "win.reset", "win.run-nearby" };
  const char *name = names[below (G_N_ELEMENTS (names))];

  gtk_widget_activate_action (GTK_WIDGET (window), name, NULL);
  return g_strdup (name);
}

static char *
pause_run (WbWindow *window)
{
  WbSession *session = wb_window_session (window);
  double rate = wb_session_rate (session);

  wb_session_set_rate (session, 20);
  wb_session_run (session);
  wb_test_spin ();
  wb_session_pause (session);
  WAIT_FOR (wb_session_state (session) != SIM_RUN_RUNNING);
  wb_session_set_rate (session, rate);
  return g_strdup ("run and pause");
}

static char *
move_playhead (WbWindow *window)
{
  WbSession *session = wb_window_session (window);
  double t = wb_session_t_start (session) + (wb_session_t_end (session) - wb_session_t_start (session)) * (0.1 + 0.2 * below (5));

  wb_session_set_playhead (session, t);
  return g_strdup_printf ("playhead to %g", t);
}

static char *
branch (WbWindow *window)
{
  wb_session_branch (wb_window_session (window));
  return g_strdup ("branch");
}

static char *
change_run (WbWindow *window)
{
  WbSession *session = wb_window_session (window);
  WbRunItem *run = any_run (session);
  int what = below (8);

  if (run == NULL)
    return NULL;
  switch (what)
    {
    case 0: wb_session_remove_run (session, run); return g_strdup ("delete a run");
    case 1: wb_session_show_run (session, run, !wb_run_item_visible (run)); return g_strdup ("show or hide a run");
    case 2: wb_session_pin_run (session, run, !wb_run_item_pinned (run)); return g_strdup ("pin a run");
    case 3: wb_session_color_run (session, run, 1 + below (6)); return g_strdup ("colour a run");
    case 4: wb_session_rename_run (session, run, "renamed"); return g_strdup ("rename a run");
    case 5: wb_session_set_current (session, run); return g_strdup ("make a run current");
    case 6: wb_session_select_branch (session, run); return g_strdup ("select a branch");
    default:
      wb_session_adopt (session, wb_run_item_config (run), wb_run_item_values (run));
      return g_strdup ("take over the settings of a run");
    }
}

static char *
change_plots (WbWindow *window)
{
  static const char *const added[] = { "time", "step", "error", "phase" };
  static const WbPlotAspect aspects[] = { WB_PLOT_LOG_Y, WB_PLOT_FIELD, WB_PLOT_NULLCLINES, WB_PLOT_EXPOSURES };
  WbPlotSet *plots = wb_plot_set_of (wb_window_session (window));
  int index = below (wb_plot_set_n (plots)), what = below (7);
  g_autoptr (PlotSpec) spec = NULL;
  PlotHit hit = { .kind = PLOT_HIT_ROW, .index = 1, .run = 1 };

  switch (what)
    {
    case 0:
      spec = plot_spec_parse (added[below (G_N_ELEMENTS (added))]);
      if (spec != NULL)
        wb_plot_set_add (plots, spec);
      return g_strdup ("add a plot");
    case 1: wb_plot_set_remove (plots, index); return g_strdup_printf ("remove plot %d", index);
    case 2: wb_plot_set_move (plots, index, below (2) == 0 ? -1 : 1); return g_strdup_printf ("move plot %d", index);
    case 3: wb_plot_set_switch (plots, index, aspects[below (G_N_ELEMENTS (aspects))], below (2) == 0); return g_strdup_printf ("switch plot %d", index);
    case 4: wb_plot_set_replace (plots, NULL); return g_strdup ("the model's plots");
    case 5: wb_plot_set_pin (plots, index, below (2) == 0 ? &hit : NULL); return g_strdup_printf ("pin in plot %d", index);
    default:
      if (wb_plot_set_spec (plots, index)->kind != &plot_kind_time)
        return NULL;
      wb_plot_set_switch (plots, index, WB_PLOT_LOG_X, below (2) == 0);
      return g_strdup ("logarithmic time");
    }
}

static char *
use_plane (WbWindow *window)
{
  WbSession *session = wb_window_session (window);
  WbPlotSet *plots = wb_plot_set_of (session);
  WbPlotArea *area = NULL;
  double x = 0.1 * below (20), y = 0.1 * below (20);
  gboolean dragged = below (2) == 0 && isnan (wb_session_branch_time (session));

  wb_window_show_view (window, "simulate");
  for (int i = 0; i < wb_plot_set_n (plots); i++)
    if (wb_plot_set_spec (plots, i)->kind == &plot_kind_phase)
      area = wb_simulate_view_area (wb_window_simulate (window), i);
  if (area == NULL)
    return NULL;
  if (dragged)
    {
      g_signal_emit_by_name (area, "start-dragged", x, y, 0);
      g_signal_emit_by_name (area, "start-dragged", x, y, 1);
      wb_test_spin ();
      g_signal_emit_by_name (area, "start-dragged", 0.0, 0.0, 2);
    }
  else
    {
      g_signal_emit_by_name (area, "plane-clicked", x, y, below (2));
      wb_session_run_to_end (session);
    }
  return g_strdup_printf ("%s in the plane at %g, %g", dragged ? "drag" : "click", x, y);
}

/* Longest time in µs for which a walk waits for the end of a comparison. */
#define LONGEST_COMPARISON_US (20 * G_USEC_PER_SEC)

static char *
change_comparison (WbWindow *window)
{
  static const char *const methods[] = { "midpoint", "heun2", "bogacki_shampine3", "rodas4", "trbdf2" };
  WbComparison *comparison = wb_comparison_of (wb_window_session (window));
  GListModel *entries = wb_comparison_entries (comparison);
  const OdeMethod *method = ode_method_find (methods[below (G_N_ELEMENTS (methods))]);
  g_autoptr (WbCompareEntry) entry = g_list_model_get_item (entries, (guint) below ((int) g_list_model_get_n_items (entries)));

  switch (below (8))
    {
    case 6:
      if (entry != NULL)
        wb_comparison_select (comparison, entry);
      return g_strdup ("select an integrator");
    case 7:
      /* The search for equal errors may take minutes. A user ends it then, and so does the walk. */
      wb_comparison_run (comparison);
      for (gint64 end = g_get_monotonic_time () + LONGEST_COMPARISON_US; wb_comparison_is_running (comparison) && g_get_monotonic_time () < end;)
        wb_test_spin ();
      if (!wb_comparison_is_running (comparison))
        return g_strdup ("run the comparison");
      wb_comparison_cancel (comparison);
      WAIT_FOR (!wb_comparison_is_running (comparison));
      return g_strdup ("run the comparison and cancel it");
    case 0:
      if (method != NULL)
        wb_comparison_add (comparison, method);
      return g_strdup ("add an integrator");
    case 1:
      if (entry != NULL)
        wb_comparison_remove (comparison, entry);
      return g_strdup ("remove an integrator");
    case 2:
      if (entry != NULL)
        wb_comparison_set_visible (comparison, entry, !wb_compare_entry_visible (entry));
      return g_strdup ("show or hide an integrator");
    case 3:
      if (entry != NULL)
        wb_comparison_set_color (comparison, entry, 1 + below (6));
      return g_strdup ("colour an integrator");
    case 4: wb_comparison_set_rule (comparison, (LabComparisonRule) below (3)); return g_strdup ("rule of the comparison");
    default: wb_comparison_set_value (comparison, wb_comparison_value (comparison) * (0.5 + 0.25 * below (5))); return g_strdup ("value of the comparison");
    }
}

static char *
change_studies (WbWindow *window)
{
  static const char *const kinds[] = { "ensemble", "sweep", "basin" };
  WbStudies *studies = wb_studies_of (wb_window_session (window));
  GListModel *list = wb_studies_list (studies);
  g_autoptr (WbStudy) study = g_list_model_get_item (list, (guint) below ((int) g_list_model_get_n_items (list)));
  const char *const seed[] = { "seed", NULL };
  g_autofree char *number = g_strdup_printf ("%d", 1 + below (50));

  if (study == NULL || below (3) == 0)
    {
      wb_studies_add_new (studies, kinds[below (G_N_ELEMENTS (kinds))]);
      return g_strdup ("add a study");
    }
  if (below (3) == 0)
    {
      wb_studies_remove (studies, study);
      return g_strdup ("remove a study");
    }
  wb_study_put (study, seed, number, "seed");
  return g_strdup ("seed of a study");
}

static char *
change_laboratory (WbWindow *window)
{
  WbSession *session = wb_window_session (window);
  WbLaboratory *laboratory = wb_laboratory_of (session);
  WbLabStudies *studies = wb_lab_studies_of (session);
  WbStudy *study = wb_lab_studies_study (studies, wb_lab_studies_find ("lyapunov"));
  g_autofree char *number = g_strdup_printf ("%d", 10 + below (50));

  switch (below (3))
    {
    case 0:
      wb_laboratory_set_step (laboratory, 0.01 * (1 + below (9)));
      wb_laboratory_commit_step (laboratory);
      return g_strdup ("step size in the Laboratory");
    case 1:
      wb_laboratory_set_plane (laboratory, WB_LAB_OPTION_SLICE, below (2) == 0 ? "0.5" : "0.25");
      wb_laboratory_commit_plane (laboratory);
      return g_strdup ("slice of the phase plane");
    default:
      wb_study_set_option (study, "length", number);
      return g_strdup ("option of a study");
    }
}

static char *
edit_tableau (WbWindow *window)
{
  WbLabTableauCard *card;
  GtkWidget *cell, *entry;
  g_autofree char *number = g_strdup_printf ("1/%d", 3 + below (7));

  wb_window_show_view (window, "laboratory");
  wb_laboratory_set_page (wb_laboratory_of (wb_window_session (window)), "method");
  card = wb_lab_method_page_tableau (wb_laboratory_view_method (wb_window_laboratory (window)));
  cell = wb_lab_tableau_card_cell (card, 2, 2);
  if (cell == NULL || !WB_IS_LAB_CELL (cell))
    return NULL;
  entry = wb_lab_cell_entry (WB_LAB_CELL (cell));
  gtk_widget_grab_focus (entry);
  gtk_editable_set_text (GTK_EDITABLE (entry), number);
  g_signal_emit_by_name (entry, "activate");
  return g_strdup_printf ("tableau: %s", number);
}

/* Loads the tableau of another method, or returns to that of the page. */
static char *
load_tableau (WbWindow *window)
{
  static const char *const methods[] = { "runge_kutta4", "heun2", "bogacki_shampine3" };
  WbLabTableauCard *card = wb_lab_method_page_tableau (wb_laboratory_view_method (wb_window_laboratory (window)));
  int which = below (G_N_ELEMENTS (methods) + 1);

  if (which == G_N_ELEMENTS (methods))
    {
      wb_lab_tableau_card_follow (card);
      return g_strdup ("tableau of the page");
    }
  wb_lab_tableau_card_load (card, ode_method_find (methods[which]));
  return g_strdup_printf ("tableau of %s", methods[which]);
}

/* Replaces the model by one with another text, as the advice of a run that ended by events does. */
static char *
change_model (WbWindow *window)
{
  WbSession *session = wb_window_session (window);
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autofree char *text = g_strconcat (model_text (wb_session_model (session)), "# changed\n", NULL);
  g_autoptr (Model) model = model_load_text (text, -1, model_file (wb_session_model (session)), sim_config_check_solver, diagnostics);

  g_assert_nonnull (model);
  wb_advice_use_model (session, model, "change of the model");
  return g_strdup ("change the model");
}

/* Shows measured data in the plots, says what a column measures, or removes the data. */
static char *
change_measured (WbWindow *window)
{
  static const char table[] = "t,h,x,q\n0,1,1,0\n1,0.5,-1,1\n2,0.2,2,0\n";
  WbPlotSet *plots = wb_plot_set_of (wb_window_session (window));
  LabMeasured *now = wb_plot_set_measured (plots);
  g_autoptr (LabMeasured) next = NULL;
  int which = below (4);

  if (now != NULL && which > 0)
    next = lab_measured_choose (now, which == 1 ? "h" : "q", below (2) == 0 ? "v" : "", NULL);
  else if (now == NULL)
    next = lab_measured_parse ("walk.csv", table, sizeof table - 1, NULL);
  wb_plot_set_set_measured (plots, next);
  return g_strdup (next == NULL ? "remove the measured data" : "measured data");
}

static char *
look_around (WbWindow *window)
{
  static const char *const views[] = { "simulate", "compare", "laboratory", "ensemble", "microscope" };
  const char *view = views[below (G_N_ELEMENTS (views))];

  wb_window_show_view (window, view);
  return g_strdup_printf ("view %s", view);
}

static const struct { Act act; int weight; } acts[] = {
  { set_parameter, 8 }, { set_initial, 5 }, { set_setting, 6 }, { set_end, 2 }, { set_event, 2 }, { reset_all, 2 }, { drag_slider, 4 },
  { transport, 10 }, { pause_run, 3 }, { move_playhead, 6 }, { branch, 4 }, { change_run, 10 }, { change_plots, 8 }, { use_plane, 4 },
  { change_comparison, 5 }, { change_studies, 3 }, { change_laboratory, 3 }, { edit_tableau, 2 }, { load_tableau, 1 }, { change_model, 1 }, { look_around, 3 },
  { change_measured, 3 },
};

/* Makes action i of a walk. The random numbers of an action do not depend on the actions before, so that a shorter walk has the same
 * ones. */
static char *
act (WbWindow *window, guint32 seed, int i)
{
  int sum = 0, chosen;
  guint k = 0;
  char *words;

  g_rand_set_seed_array (dice, (const guint32[]) { seed, (guint32) i }, 2);
  for (guint j = 0; j < G_N_ELEMENTS (acts); j++)
    sum += acts[j].weight;
  for (chosen = below (sum); chosen >= acts[k].weight; k++)
    chosen -= acts[k].weight;
  words = acts[k].act (window);
  return words != NULL ? words : g_strdup ("nothing");
}

/* ---- walks ---- */

static gboolean
is_settled (WbSession *session)
{
  if (wb_session_is_repeating (session) || session->repeat.stopping->len > 0 || wb_session_state (session) == SIM_RUN_RUNNING)
    return FALSE;
  for (guint i = 0; i < g_list_model_get_n_items (wb_session_runs (session)); i++)
    {
      g_autoptr (WbRunItem) run = g_list_model_get_item (wb_session_runs (session), i);

      wb_run_item_poll (run);
      if (wb_run_item_state (run)->state == SIM_RUN_RUNNING || wb_run_item_state (run)->pending || wb_run_item_state (run)->replaying)
        return FALSE;
    }
  return TRUE;
}

static void
settle (WbSession *session)
{
  wb_test_spin ();
  WAIT_FOR (is_settled (session));
  wb_test_spin ();
}

/* Returns the number of undos that are possible. A group of steps is one. */
static guint
n_undos (WbSession *session)
{
  guint n = 0, group = 0;

  for (guint i = 0; i < session->undo->len; i++)
    {
      const WbChange *change = g_ptr_array_index (session->undo, i);

      n += change->group == 0 || change->group != group;
      group = change->group;
    }
  return n;
}

/* A change that one undo reverts. */
typedef struct
{
  char *before, *after; /* the states before and after the change; before NULL: not known */
  gboolean of_session;  /* settings, values or runs were changed, so that undo also takes back the runs that were made since */
} Unit;

static void
unit_free (gpointer data)
{
  g_free (((Unit *) data)->before);
  g_free (((Unit *) data)->after);
  g_free (data);
}

/* Returns a state without its runs. */
static char *
without_runs (const char *state)
{
  g_auto (GStrv) lines = g_strsplit (state, "\n", -1);
  GString *out = g_string_new (NULL);
  gboolean inside = FALSE;

  for (char **line = lines; *line != NULL; line++)
    {
      inside = g_str_has_prefix (*line, "runs:") || (inside && **line == ' ');
      if (!inside && !g_str_has_prefix (*line, "stale:"))
        g_string_append_printf (out, "%s\n", *line);
    }
  return g_string_free (out, FALSE);
}

static gboolean
compare (WbSession *session, const char *wanted, gboolean with_runs, const char *words)
{
  g_autofree char *state = describe (session);
  g_autofree char *now = with_runs ? g_strdup (state) : without_runs (state);
  g_autofree char *expected = wanted == NULL || with_runs ? g_strdup (wanted) : without_runs (wanted);

  if (expected == NULL || strcmp (now, expected) == 0)
    return TRUE;
  g_test_message ("  after %s:", words);
  tell (now, expected);
  return FALSE;
}

/* Undoes everything and redoes everything. units: the changes, oldest first. */
static gboolean
back_and_forth (WbSession *session, GPtrArray *units)
{
  g_autoptr (GPtrArray) after = g_ptr_array_new_with_free_func (g_free);
  gboolean same = TRUE;

  for (guint i = units->len; same && i-- > 0 && wb_session_can_undo (session);)
    {
      const Unit *unit = g_ptr_array_index (units, i);
      g_autofree char *name = wb_session_undo_text (session), *words = g_strdup_printf ("undo of “%s”", name);

      g_ptr_array_add (after, describe (session));
      wb_session_undo (session);
      settle (session);
      /* A change that is not one of the session leaves runs alone that were made since. */
      same = compare (session, unit->before, unit->of_session || g_strcmp0 (unit->after, g_ptr_array_index (after, after->len - 1)) == 0, words);
    }
  for (guint i = after->len; same && i-- > 0 && wb_session_can_redo (session);)
    {
      g_autofree char *name = wb_session_redo_text (session), *words = g_strdup_printf ("redo of “%s”", name);

      wb_session_redo (session);
      settle (session);
      same = compare (session, g_ptr_array_index (after, i), TRUE, words);
    }
  return same;
}

/* Makes the actions of a walk that are not skipped, and undoes and redoes them twice. Returns whether all states were right. */
static gboolean
walk (const char *model, guint32 seed, const gboolean *skipped, int n, gboolean told)
{
  WbWindow *window = wb_test_window (model);
  WbSession *session = wb_window_session (window);
  g_autoptr (GPtrArray) units = g_ptr_array_new_with_free_func (unit_free);
  gboolean same;

  wb_window_show_view (window, "laboratory"); /* sets the step size of the Laboratory */
  wb_window_show_view (window, "simulate");
  settle (session);
  wb_comparison_of (session); /* the file of a session has these parts only if they exist */
  wb_studies_of (session);
  wb_session_forget_history (session);
  for (int i = 0; i < n; i++)
    {
      g_autofree char *state = skipped[i] ? NULL : describe (session), *words = NULL;
      guint n_before = n_undos (session);
      gpointer top = session->undo->len > 0 ? g_ptr_array_index (session->undo, session->undo->len - 1) : NULL;

      if (skipped[i])
        continue;
      words = act (window, seed, i);
      settle (session);
      if (told)
        g_test_message ("  %s%s", words, n_undos (session) > n_before ? "" : " (no step)");
      if (session->undo->len == 0 || g_ptr_array_index (session->undo, session->undo->len - 1) == top)
        continue;
      do
        {
          const WbChange *change = g_ptr_array_index (session->undo, session->undo->len - 1);
          Unit *unit = g_new0 (Unit, 1);

          unit->before = g_steal_pointer (&state);
          unit->after = describe (session);
          unit->of_session = change->copy != NULL || change->group != 0;
          g_ptr_array_add (units, unit);
        }
      while (units->len < n_undos (session));
      while (units->len > n_undos (session)) /* old steps were removed */
        g_ptr_array_remove_index (units, 0);
    }
  same = back_and_forth (session, units) && back_and_forth (session, units);
  wb_test_close (window);
  return same;
}

/* Finds the shortest beginning of a walk that fails, removes the actions that it does not need, and prints it. */
static void
shrink (const char *model, guint32 seed, int n)
{
  g_autofree gboolean *skipped = g_new0 (gboolean, n);
  int right = 0, least = n;

  while (least - right > 1)
    {
      int middle = (right + least) / 2;

      if (walk (model, seed, skipped, middle, FALSE))
        right = middle;
      else
        least = middle;
    }
  for (int i = least - 1; i-- > 0;)
    {
      skipped[i] = TRUE;
      if (walk (model, seed, skipped, least, FALSE))
        skipped[i] = FALSE;
    }
  g_test_message ("%s, seed %u: the shortest walk that fails:", model, seed);
  walk (model, seed, skipped, least, TRUE);
}

static int
number_of (const char *variable, int standard)
{
  return g_getenv (variable) != NULL ? atoi (g_getenv (variable)) : standard;
}

static void
test_model (gconstpointer data)
{
  const char *model = g_getenv ("WALK_MODEL") != NULL ? g_getenv ("WALK_MODEL") : data;
  int first = number_of ("WALK_FIRST", 1), seeds = number_of ("WALK_SEEDS", 1), n = number_of ("WALK_STEPS", N_STEPS);
  g_autofree gboolean *none = g_new0 (gboolean, n);

  dice = g_rand_new ();
  for (int seed = first; seed < first + seeds; seed++)
    {
      g_test_message ("%s, seed %d", model, seed);
      if (walk (model, (guint32) seed, none, n, g_getenv ("WALK_TELL") != NULL))
        continue;
      shrink (model, (guint32) seed, n);
      g_test_fail ();
    }
  g_rand_free (dice);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_data_func ("/undo/walk/van-der-pol", "van-der-pol", test_model);
  g_test_add_data_func ("/undo/walk/bouncing-ball", "bouncing-ball", test_model);
  return g_test_run ();
}
