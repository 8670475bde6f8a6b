/* Compares what the views show after changes of their input with what they show in a new window with the same session. A row of `ways` changes
 * the input of views in one way, a row of `places` is something that a view shows. Each way is tried with each place. */
#include <math.h>
#include <string.h>

#include "plot-view-hit.h"
#include "test-share.h"
#include "wb-compare-view.h"
#include "wb-axis-knob.h"
#include "wb-comparison.h"
#include "wb-difference-panel.h"
#include "wb-digits-badge.h"
#include "wb-lab-dynamics.h"
#include "wb-lab-studies.h"
#include "wb-lab-cell.h"
#include "wb-lab-method-page.h"
#include "wb-laboratory.h"
#include "wb-lessons.h"
#include "wb-microscope.h"
#include "wb-session-branch.h"
#include "wb-session-file.h"
#include "wb-studies.h"
#include "wb-hands.h"
#include "wb-number-field.h"

static WbWindow *fresh; /* the window in which the session is opened again */

/* ---- what is shown ---- */

/* Returns whether a text depends on the speed of the computer, or on what happened before in the window. */
static gboolean
is_accidental (GtkWidget *widget)
{
  return gtk_widget_has_css_class (widget, "wall-clock");
}

static void
add_texts (GString *out, GtkWidget *widget)
{
  if (!gtk_widget_get_mapped (widget) || is_accidental (widget))
    return;
  if (GTK_IS_LABEL (widget))
    g_string_append_printf (out, "%s\n", gtk_label_get_text (GTK_LABEL (widget)));
  else if (GTK_IS_EDITABLE (widget))
    g_string_append_printf (out, "[%s]\n", gtk_editable_get_text (GTK_EDITABLE (widget)));
  else if (WB_IS_PLOT_AREA (widget))
    {
      PlotView *view = wb_plot_area_view (WB_PLOT_AREA (widget));
      g_autofree char *summary = view != NULL ? plot_view_summary (view) : NULL;

      g_string_append_printf (out, "plot: %s\n", summary != NULL ? summary : "none");
    }
  if (GTK_IS_EDITABLE (widget))
    return;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    add_texts (out, child);
}

/* Returns whether a part of what is shown is marked as the result of an earlier set-up. */
static gboolean
is_marked (GtkWidget *widget)
{
  if (!gtk_widget_get_mapped (widget))
    return FALSE;
  if (gtk_widget_has_css_class (widget, "stale") || gtk_widget_get_opacity (widget) < 1)
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (is_marked (child))
      return TRUE;
  return FALSE;
}

/* ---- places ---- */

typedef struct
{
  const char *name, *model;
  const char *end; /* end time of runs, which is short so that the test is */
  void (*open) (WbWindow *window);
  GtkWidget *(*root) (WbWindow *window);
  GtkWidget *(*beside) (WbWindow *window); /* a second part of the window that is compared; may be NULL */
  void (*follow) (WbWindow *window); /* makes choices of the user in the new window that are not part of the session; may be NULL */
  gboolean may_be_marked; /* a result of an earlier set-up stays and is marked */
  gboolean small;         /* the window is small, because the plots of the place take long to draw */
  gboolean without_runs;  /* runs are not shown; consecutive ways that only change runs are compared once */
} Place;

static void
open_simulate (WbWindow *window)
{
  wb_window_show_view (window, "simulate");
}

static GtkWidget *simulate (WbWindow *window) { return GTK_WIDGET (wb_window_simulate (window)); }
static GtkWidget *panel (WbWindow *window) { return GTK_WIDGET (wb_window_panel (window)); }
static GtkWidget *laboratory (WbWindow *window) { return GTK_WIDGET (wb_window_laboratory (window)); }
static GtkWidget *microscope (WbWindow *window) { return GTK_WIDGET (wb_window_microscope (window)); }

static void
open_page (WbWindow *window, const char *page)
{
  wb_window_show_view (window, "laboratory");
  wb_laboratory_set_page (wb_laboratory_of (wb_window_session (window)), page);
}

/* Hides all integrators of the comparison but the first. The page computes studies with those that are shown. */
static void
hide_integrators (WbWindow *window)
{
  WbComparison *comparison = wb_comparison_of (wb_window_session (window));

  for (guint i = 1; i < g_list_model_get_n_items (wb_comparison_entries (comparison)); i++)
    {
      g_autoptr (WbCompareEntry) entry = g_list_model_get_item (wb_comparison_entries (comparison), i);

      wb_comparison_set_visible (comparison, entry, FALSE);
    }
}

static void
open_method (WbWindow *window)
{
  if (window != fresh && !wb_session_can_undo (wb_window_session (window)) && !wb_session_can_redo (wb_window_session (window)))
    {
      hide_integrators (window);
      wb_session_forget_history (wb_window_session (window));
    }
  open_page (window, "method");
}

static void open_plane (WbWindow *window) { open_page (window, "plane"); }

static void
open_attempt (WbWindow *window)
{
  wb_window_show_view (window, "microscope");
  if (window != fresh && !wb_microscope_is_open (wb_microscope_of (wb_window_session (window))))
    wb_microscope_open (wb_microscope_of (wb_window_session (window)), 3);
}

static void
open_event (WbWindow *window)
{
  wb_window_show_view (window, "microscope");
  if (window != fresh && !wb_microscope_shows_event (wb_microscope_of (wb_window_session (window))))
    wb_microscope_open_located (wb_microscope_of (wb_window_session (window)), 1);
}

/* Opens in the new window the attempt or event that is open in this one. Which one the view opens by itself depends on the order of actions. */
static void
follow (WbWindow *window)
{
  WbMicroscope *here = wb_microscope_of (wb_window_session (window)), *there = wb_microscope_of (wb_window_session (fresh));

  if (!wb_microscope_is_open (here))
    return;
  if (wb_microscope_shows_event (here) && wb_microscope_event (here) != G_MAXSIZE
      && (!wb_microscope_is_open (there) || !wb_microscope_shows_event (there) || wb_microscope_event (there) != wb_microscope_event (here)))
    wb_microscope_open_event (there, wb_microscope_event (here));
  else if (!wb_microscope_shows_event (here)
           && (!wb_microscope_is_open (there) || wb_microscope_shows_event (there) || wb_microscope_index (there) != wb_microscope_index (here)))
    wb_microscope_open (there, wb_microscope_index (here));
}

/* Returns the study of the visible page. */
static WbStudy *
study_of (WbWindow *window)
{
  const char *page = wb_laboratory_page (wb_laboratory_of (wb_window_session (window)));

  return wb_lab_studies_study (wb_lab_studies_of (wb_window_session (window)), wb_lab_studies_find (page + strlen ("studies:")));
}

/* Computes a study once. Later changes make the result an old one. */
static void
open_study_page (WbWindow *window, const char *study)
{
  g_autofree char *page = g_strconcat ("studies:", study, NULL);

  open_page (window, page);
  if (window != fresh && wb_study_result (study_of (window)) == NULL && wb_study_state (study_of (window)) != WB_STUDY_UNSUITED)
    wb_lab_studies_run (wb_lab_studies_of (wb_window_session (window)), study_of (window));
}

static void open_study (WbWindow *window) { open_study_page (window, "lyapunov"); }

/* Computes the study in the new window too if its result is current here. */
static void
follow_study (WbWindow *window)
{
  if (wb_study_is_current (study_of (window)) && wb_study_state (study_of (fresh)) != WB_STUDY_RUNNING && wb_study_result (study_of (fresh)) == NULL)
    wb_lab_studies_run (wb_lab_studies_of (wb_window_session (fresh)), study_of (fresh));
}

static void open_controller (WbWindow *window) { open_study_page (window, "controller"); }

static void
open_compare (WbWindow *window)
{
  wb_window_show_view (window, "compare"); /* computes the comparison if there is none */
}

static GtkWidget *compare_view (WbWindow *window) { return GTK_WIDGET (wb_window_compare (window)); }

/* Adds the plot of the difference of the first two runs, beside which its panel is. */
static void
open_difference (WbWindow *window)
{
  WbPlotSet *plots = wb_plot_set_of (wb_window_session (window));
  g_autoptr (PlotSpec) spec = plot_spec_parse ("difference:1:2");

  wb_window_show_view (window, "simulate");
  if (window == fresh || wb_difference_panel_plot (plots) >= 0)
    return;
  wb_plot_set_add (plots, spec);
  wb_session_forget_history (wb_window_session (window));
}

static GtkWidget *
badge (WbWindow *window)
{
  return wb_test_find (simulate (window), WB_TYPE_DIGITS_BADGE, NULL);
}

static void
open_digits (WbWindow *window)
{
  wb_window_show_view (window, "simulate");
  WAIT_FOR (!wb_session_is_busy (wb_window_session (window)));
  wb_digits_badge_check (WB_DIGITS_BADGE (badge (window)));
}

/* Computes one small ensemble. Later studies are those of the session. */
static void
open_ensemble (WbWindow *window)
{
  WbStudies *studies = wb_studies_of (wb_window_session (window));
  const char *const members[] = { "members", NULL };

  wb_window_show_view (window, "ensemble");
  if (window == fresh || g_list_model_get_n_items (wb_studies_list (studies)) > 0)
    return;
  wb_study_put (wb_studies_add_new (studies, "ensemble"), members, "12", "members");
  wb_studies_set_page (studies, wb_studies_selected (studies), WB_STUDY_PAGE_RESULTS);
  wb_study_run (wb_studies_selected (studies));
  WAIT_FOR (wb_study_state (wb_studies_selected (studies)) == WB_STUDY_DONE);
  wb_session_forget_history (wb_window_session (window));
}

/* Shows the results in the new window too. The page of a study is not part of a session. */
static void
follow_ensemble (WbWindow *window)
{
  WbStudies *studies = wb_studies_of (wb_window_session (fresh));

  if (wb_studies_selected (studies) != NULL && wb_studies_page (wb_studies_selected (studies)) != WB_STUDY_PAGE_RESULTS)
    wb_studies_set_page (studies, wb_studies_selected (studies), WB_STUDY_PAGE_RESULTS);
}

static GtkWidget *ensemble (WbWindow *window) { return GTK_WIDGET (wb_window_ensemble (window)); }
static void open_diagram (WbWindow *window) { open_study_page (window, "continue"); }

static const Place places[] = {
  { "plots", "fitzhugh-nagumo", "40", open_simulate, simulate, panel },
  { "method", "harmonic-oscillator", "5", open_method, laboratory, .small = TRUE },
  { "plane", "fitzhugh-nagumo", "40", open_plane, laboratory, .small = TRUE, .without_runs = TRUE },
  { "study", "fitzhugh-nagumo", "40", open_study, laboratory, .small = TRUE, .follow = follow_study, .may_be_marked = TRUE, .without_runs = TRUE },
  { "controller", "fitzhugh-nagumo", "40", open_controller, laboratory, .small = TRUE, .follow = follow_study, .may_be_marked = TRUE, .without_runs = TRUE },
  { "compare", "harmonic-oscillator", "5", open_compare, compare_view, .small = TRUE, .may_be_marked = TRUE, .without_runs = TRUE },
  { "difference", "bouncing-ball", "4", open_difference, simulate, .small = TRUE },
  { "digits", "fitzhugh-nagumo", "40", open_digits, badge, .small = TRUE },
  { "ensemble", "bouncing-ball", "4", open_ensemble, ensemble, .small = TRUE, .follow = follow_ensemble, .may_be_marked = TRUE, .without_runs = TRUE },
  { "diagram", "fitzhugh-nagumo", "40", open_diagram, laboratory, .small = TRUE, .follow = follow_study, .may_be_marked = TRUE, .without_runs = TRUE },
  { "attempt", "bouncing-ball", "4", open_attempt, microscope, .small = TRUE, .follow = follow },
  { "event", "bouncing-ball", "4", open_event, microscope, .small = TRUE, .follow = follow },
};

/* ---- ways ---- */

typedef struct
{
  const char *name;
  void (*act) (WbWindow *window);
  const char *place; /* the only place where the way exists; NULL: everywhere */
  gboolean of_runs; /* only runs and the playhead change */
  gboolean skipped; /* what is shown then is not compared: a session has neither the open lesson nor the method from which edited cells come */
} Way;

static void
change_parameter (WbWindow *window)
{
  WbSession *session = wb_window_session (window);
  const ModelQuantity *parameter = model_parameter (wb_session_model (session), 0);
  g_autofree char *now = wb_session_get (session, WB_PARAMETER, parameter->name);
  g_autofree char *text = g_strdup_printf ("%.6g", g_ascii_strtod (now, NULL) * 0.9 + 0.01);

  g_assert_true (wb_session_set (session, WB_PARAMETER, parameter->name, text, NULL));
}

static void
change_method (WbWindow *window)
{
  WbSession *session = wb_window_session (window);
  g_autofree char *now = wb_session_get (session, WB_SETTING, "integrator");

  g_assert_true (wb_session_set (session, WB_SETTING, "integrator", strcmp (now, "radau5") == 0 ? "bogacki_shampine3" : "radau5", NULL));
}

static void change_accuracy (WbWindow *window) { g_assert_true (wb_session_set (wb_window_session (window), WB_SETTING, "accuracy", "1e-5", NULL)); }
static void change_end (WbWindow *window) { g_assert_true (wb_session_set (wb_window_session (window), WB_TIME, "end", "3", NULL)); }
static void undo (WbWindow *window) { wb_session_undo (wb_window_session (window)); }
static void redo (WbWindow *window) { wb_session_redo (wb_window_session (window)); }
static void reset_all (WbWindow *window) { wb_session_reset_all (wb_window_session (window), 1u << WB_SETTING | 1u << WB_PARAMETER | 1u << WB_INITIAL); }
static void other_model (WbWindow *window) { wb_window_open_model (window, "van-der-pol"); }
static void other_ball (WbWindow *window) { wb_window_open_model (window, "ball-on-a-shaker"); }
static void run_to_end (WbWindow *window) { wb_test_finish (wb_window_session (window)); }
static void new_run (WbWindow *window) { wb_session_reset (wb_window_session (window)); }
static void one_step (WbWindow *window) { wb_session_step (wb_window_session (window)); }
static void move_playhead (WbWindow *window) { wb_session_set_playhead (wb_window_session (window), 1); }

static void
branch (WbWindow *window)
{
  wb_session_set_playhead (wb_window_session (window), 1);
  wb_session_branch (wb_window_session (window));
}

static void
select_first_run (WbWindow *window)
{
  GListModel *runs = wb_session_runs (wb_window_session (window));
  g_autoptr (WbRunItem) first = g_list_model_get_n_items (runs) > 0 ? g_list_model_get_item (runs, 0) : NULL;

  if (first != NULL)
    wb_session_set_current (wb_window_session (window), first);
}

static void
adopt_values (WbWindow *window)
{
  WbSession *session = wb_window_session (window);
  g_autoptr (LabValues) values = lab_values_copy (wb_session_values (session));
  const ModelQuantity *parameter = model_parameter (wb_session_model (session), 0);

  g_hash_table_insert (values->parameters, g_strdup (parameter->name), g_strdup ("0.4"));
  wb_session_adopt (session, wb_session_config (session), values);
}

static void reload (WbWindow *window) { g_assert_true (wb_session_reload (wb_window_session (window))); }
static void open_lesson (WbWindow *window) { g_assert_true (wb_window_open_lesson (window, "bouncing-ball", 0)); }
static void close_lesson (WbWindow *window) { wb_lessons_open_own (wb_lessons_of (wb_window_session (window))); }

static void
type_cell (WbWindow *window, int column, int row, const char *text)
{
  WbLabTableauCard *card = wb_lab_method_page_tableau (wb_laboratory_view_method (wb_window_laboratory (window)));
  GtkWidget *entry = wb_lab_cell_entry (WB_LAB_CELL (wb_lab_tableau_card_cell (card, column, row)));

  gtk_widget_grab_focus (entry);
  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  g_signal_emit_by_name (entry, "activate");
}

/* Types other numbers for a31 and a32 of Dormand and Prince's method. Their sum is still c3 = 3/10, so that the tableau is valid. Each is one undo step. */
static void
edit_tableau (WbWindow *window)
{
  type_cell (window, 2, 2, "1/10");
  type_cell (window, 3, 2, "1/5");
}

static void
undo_twice (WbWindow *window)
{
  undo (window);
  undo (window);
}

static void
redo_twice (WbWindow *window)
{
  redo (window);
  redo (window);
}

/* ---- ways by keyboard, bus and file ---- */

/* Presses + on the first number field of the settings, which takes the next larger number. */
static void
press_plus (WbWindow *window)
{
  GtkWidget *field = wb_test_find (panel (window), WB_TYPE_NUMBER_FIELD, NULL);

  if (field == NULL)
    return;
  gtk_widget_grab_focus (field);
  wb_hands_key (GDK_KEY_Up, 0);
  wb_test_spin ();
}

static void
press_undo (WbWindow *window)
{
  gtk_widget_grab_focus (GTK_WIDGET (window));
  gtk_window_set_focus (GTK_WINDOW (window), NULL);
  wb_hands_key (GDK_KEY_z, GDK_CONTROL_MASK);
  wb_test_spin ();
}

/* Activates an action of the window as another program does, over the bus. */
static void
reset_on_bus (WbWindow *window)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDBusConnection) bus = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, &error);
  g_autoptr (GDBusActionGroup) remote = NULL;
  guint export;

  g_assert_no_error (error);
  export = g_dbus_connection_export_action_group (bus, "/stepwise/test", G_ACTION_GROUP (window), &error);
  g_assert_no_error (error);
  g_assert_true (wb_session_set (wb_window_session (window), WB_SETTING, "max_step", "0.05", NULL));
  remote = g_dbus_action_group_get (bus, g_dbus_connection_get_unique_name (bus), "/stepwise/test");
  g_action_group_activate_action (G_ACTION_GROUP (remote), "reset-settings", NULL);
  WAIT_FOR (!wb_session_is_set (wb_window_session (window), WB_SETTING, "max_step"));
  g_dbus_connection_unexport_action_group (bus, export);
}

static char *stored; /* text of a session file */

static void
store_session (WbWindow *window)
{
  g_free (stored);
  stored = wb_session_file_text (wb_window_session (window));
}

static void
open_session (WbWindow *window)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (wb_session_file_load_text (stored, "stored", wb_window_session (window), &error));
  g_assert_no_error (error);
  g_clear_pointer (&stored, g_free);
}

/* Drags the marker of the bifurcation diagram, which changes the parameter. */
static void
drag_marker (WbWindow *window)
{
  WbLabStudiesPage *page = wb_laboratory_view_studies (wb_window_laboratory (window));
  GtkWidget *knob = wb_lab_study_card_knob (wb_lab_studies_page_card (page, wb_lab_studies_find ("continue")));
  double x, y;

  WAIT_FOR (wb_study_is_current (study_of (window)) && wb_study_state (study_of (window)) == WB_STUDY_DONE);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  WAIT_FOR (wb_axis_knob_place (WB_AXIS_KNOB (knob), &x, &y));
  wb_hands_drag (knob, x, y, x + 30, y);
}

static void
change_seed (WbWindow *window)
{
  const char *const seed[] = { "seed", NULL };

  wb_study_put (wb_studies_selected (wb_studies_of (wb_window_session (window))), seed, "5", "seed");
}

static void
compute_study (WbWindow *window)
{
  WbStudy *study = wb_studies_selected (wb_studies_of (wb_window_session (window)));

  wb_study_run (study);
  WAIT_FOR (wb_study_state (study) == WB_STUDY_DONE);
}

static void
compute_comparison (WbWindow *window)
{
  WbComparison *comparison = wb_comparison_of (wb_window_session (window));

  wb_comparison_run (comparison);
  WAIT_FOR (!wb_comparison_is_running (comparison));
}

static void
change_rule (WbWindow *window)
{
  wb_comparison_set_rule (wb_comparison_of (wb_window_session (window)), LAB_COMPARISON_STEP);
}

static const Way ways[] = {
  { "run to the end", run_to_end, .of_runs = TRUE },
  { "change a parameter", change_parameter },
  { "undo", undo },
  { "redo", redo },
  { "reset all", reset_all },
  { "undo the reset", undo },
  { "take over values", adopt_values },
  { "change the seed", change_seed, "ensemble" },
  { "compute the study", compute_study, "ensemble" },
  { "undo the seed", undo, "ensemble" },
  { "compute the comparison", compute_comparison, "compare" },
  { "change the rule", change_rule, "compare" },
  { "undo the rule", undo, "compare" },
  { "drag the marker", drag_marker, "diagram" },
  { "undo the drag", undo, "diagram" },
  { "redo the drag", redo, "diagram" },
  { "move the playhead", move_playhead, .of_runs = TRUE },
  { "change the method", change_method },
  { "undo the method", undo },
  { "edit the tableau", edit_tableau, "method", .skipped = TRUE },
  { "undo the edit", undo_twice, "method" },
  { "redo the edit", redo_twice, "method", .skipped = TRUE },
  { "change the method again", change_method, "method" },
  { "undo the method again", undo, "method", .skipped = TRUE },
  { "undo the edit again", undo_twice, "method" },
  { "run again", run_to_end, .of_runs = TRUE },
  { "change the accuracy", change_accuracy },
  { "begin a new run", new_run, .of_runs = TRUE },
  { "take one step", one_step, .of_runs = TRUE },
  { "run the new run", run_to_end, .of_runs = TRUE },
  { "step after the end", one_step, .of_runs = TRUE },
  { "select the first run", select_first_run, .of_runs = TRUE },
  { "branch", branch },
  { "undo the branch", undo },
  { "change a parameter by keyboard", press_plus },
  { "undo by keyboard", press_undo },
  { "reset the parameters by an action on the bus", reset_on_bus },
  { "store the session", store_session, .of_runs = TRUE },
  { "change the parameter once more", change_parameter },
  { "open the stored session", open_session },
  { "change the end", change_end },
  { "read the model again", reload },
  { "open another model", other_model },
  { "run the other model", run_to_end, .of_runs = TRUE },
  { "open a third model", other_ball },
  { "run the third model", run_to_end, .of_runs = TRUE },
  { "open a lesson", open_lesson, .skipped = TRUE },
  { "close the lesson", close_lesson },
};

/* ---- the comparison ---- */

/* Shows the difference of two texts line by line. */
static void
tell (const char *shown, const char *expected)
{
  g_auto (GStrv) a = g_strsplit (shown, "\n", -1), b = g_strsplit (expected, "\n", -1);

  int most = 8;

  for (char **line = a; *line != NULL && most > 0; line++)
    if (!g_strv_contains ((const char *const *) b, *line))
      g_test_message ("  shown only here:     %s", *line), most--;
  most = 8;
  for (char **line = b; *line != NULL && most > 0; line++)
    if (!g_strv_contains ((const char *const *) a, *line))
      g_test_message ("  shown only when new: %s", *line), most--;
}

static gboolean
agrees (WbWindow *window, const Place *place, gboolean last)
{
  g_autoptr (GString) here = g_string_new (NULL), there = g_string_new (NULL);

  add_texts (here, place->root (window));
  add_texts (there, place->root (fresh));
  if (place->beside != NULL)
    {
      add_texts (here, place->beside (window));
      add_texts (there, place->beside (fresh));
    }
  if (last)
    tell (here->str, there->str);
  return strcmp (here->str, there->str) == 0;
}

static gboolean
compare (WbWindow *window, const Place *place, const char *way)
{
  WbSession *session = wb_window_session (window), *other = wb_window_session (fresh);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  gint64 end = g_get_monotonic_time () + WB_TEST_PATIENCE_US;

  WAIT_FOR (!wb_session_is_busy (session));
  text = wb_session_file_text (session);
  g_assert_true (wb_session_file_load_text (text, "session", other, &error));
  g_assert_no_error (error);
  place->open (fresh);
  while (g_get_monotonic_time () < end)
    {
      if (place->follow != NULL)
        place->follow (window);
      if (agrees (window, place, FALSE) || (place->may_be_marked && is_marked (place->root (window))))
        return TRUE;
      for (int i = 0; i < 20; i++)
        if (!g_main_context_iteration (NULL, FALSE))
          g_usleep (2000);
    }
  g_test_message ("%s after “%s”:", place->name, way);
  agrees (window, place, TRUE);
  return FALSE;
}

/* Returns whether what is shown is compared after a way. */
static gboolean
is_compared (const Place *place, guint way)
{
  guint next = way + 1;

  while (next < G_N_ELEMENTS (ways) && ways[next].place != NULL && strcmp (ways[next].place, place->name) != 0)
    next++;
  return !ways[way].skipped && !(place->without_runs && ways[way].of_runs && next < G_N_ELEMENTS (ways) && ways[next].of_runs);
}

static void
test_place (gconstpointer data)
{
  const Place *place = data;
  WbWindow *window;

  if (!wb_hands_ready ())
    return;
  window = wb_test_window (place->model);
  g_assert_true (wb_session_set (wb_window_session (window), WB_TIME, "end", place->end, NULL));
  wb_session_forget_history (wb_window_session (window));
  fresh = wb_test_window (NULL);
  if (place->small)
    {
      gtk_window_set_default_size (GTK_WINDOW (window), 1000, 640);
      gtk_window_set_default_size (GTK_WINDOW (fresh), 1000, 640);
    }
  place->open (window);
  for (guint k = 0; k < G_N_ELEMENTS (ways); k++)
    {
      if (ways[k].place != NULL && strcmp (ways[k].place, place->name) != 0)
        continue;
      ways[k].act (window);
      wb_test_spin ();
      place->open (window);
      /* Each way is compared at a third of the places, and each place after a third of the ways. */
      if (test_takes (k + (guint)(place - places), 3) && is_compared (place, k) && !compare (window, place, ways[k].name))
        g_test_fail ();
    }
  wb_test_close (fresh);
  wb_test_close (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  for (guint k = 0; k < G_N_ELEMENTS (places); k++)
    {
      g_autofree char *path = g_strdup_printf ("/current/%s", places[k].name);

      g_test_add_data_func (path, &places[k], test_place);
    }
  return g_test_run ();
}
