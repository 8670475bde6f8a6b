/* The random actions of a walk, and the end of what they started. */
#include "walk-acts.h"

#include <math.h>

#include "model-identity.h"
#include "wb-advice.h"
#include "wb-comparison.h"
#include "wb-lab-cell.h"
#include "wb-lab-method-page.h"
#include "wb-lab-studies.h"
#include "wb-laboratory.h"
#include "wb-session-branch.h"
#include "wb-session-private.h"
#include "wb-studies.h"

static GRand *dice;

static int
below (int n)
{
  return n > 0 ? g_rand_int_range (dice, 0, n) : 0;
}

/* ---- actions ---- */

/* Returns a description of the action, or NULL if nothing could be done. */
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
  const Model *model = wb_session_model (session);
  const ModelQuantity *parameter = model_n_parameters (model) > 0 ? model_parameter (model, below (model_n_parameters (model))) : NULL;
  g_autofree char *now = NULL, *text = NULL;

  if (parameter == NULL)
    return NULL;
  now = wb_session_get (session, WB_PARAMETER, parameter->name);
  text = g_strdup_printf ("%.4g", g_ascii_strtod (now, NULL) * (0.7 + 0.1 * below (7)));
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
    { "integrator", "dormand_prince5" }, { "integrator", NULL }, { "norm", "rms" }, { "error_control", "false" }, { "integrator", "ndf" },
    { "method.max_order", "2" }, { "method.max_order", NULL }, { "absolute_tolerance", "1e-9" }, { "absolute_tolerance", NULL },
  };
  WbSession *session = wb_window_session (window);
  int k = below (G_N_ELEMENTS (pairs) + 1);
  g_autofree char *of_state = NULL;

  if (k < (int) G_N_ELEMENTS (pairs))
    return set (session, WB_SETTING, pairs[k][0], pairs[k][1]);
  of_state = g_strconcat ("absolute_tolerance.", model_system_column (wb_session_system (session), 0)->name, NULL);
  return set (session, WB_SETTING, of_state, below (3) == 0 ? NULL : "1e-8");
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
  const ModelQuantity *parameter = model_n_parameters (wb_session_model (session)) > 0 ? model_parameter (wb_session_model (session), 0) : NULL;
  double now;

  if (parameter == NULL)
    return NULL;
  now = parameter->value * (0.6 + 0.1 * below (8));
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
      /* A comparison at equal errors may take minutes. After a limit the walk cancels it. */
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
      wb_study_set_option (study, "transient", number);
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

char *
walk_act (WbWindow *window, guint32 seed, int i)
{
  int sum = 0, chosen;
  guint k = 0;
  char *action;

  if (dice == NULL)
    dice = g_rand_new ();
  g_rand_set_seed_array (dice, (const guint32[]) { seed, (guint32) i }, 2);
  for (guint j = 0; j < G_N_ELEMENTS (acts); j++)
    sum += acts[j].weight;
  for (chosen = below (sum); chosen >= acts[k].weight; k++)
    chosen -= acts[k].weight;
  action = acts[k].act (window);
  return action != NULL ? action : g_strdup ("nothing");
}

/* ---- the end of what an action started ---- */

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

void
walk_settle (WbSession *session)
{
  wb_test_spin ();
  WAIT_FOR (is_settled (session));
  wb_test_spin ();
}
