/* The actions of the window: transport, panes, views, plots, and those of the current view. It also keeps their
 * states up to date. */
#include "wb-lab-studies.h"
#include "lab-registry.h"
#include "wb-window-measured.h"
#include "wb-window-private.h"

#include <glib/gi18n.h>
#include <stdlib.h>

#include "wb-dialogs.h"
#include "wb-event-log.h"
#include "wb-export-page.h"
#include "wb-export-window.h"
#include "wb-plot-output.h"
#include "wb-preferences.h"
#include "wb-session-branch.h"
#include "wb-session-layout.h"
#include "wb-view.h"

#define SESSION(window) wb_window_session (WB_WINDOW (window))
#define PLOTS(window) wb_plot_set_of (SESSION (window))
typedef GSimpleAction Action;

/* ---- transport ---- */

static void run (Action *a, GVariant *v, gpointer w) { wb_session_toggle (SESSION (w)); }
static void step (Action *a, GVariant *v, gpointer w) { wb_session_step (SESSION (w)); }
static void step_back (Action *a, GVariant *v, gpointer w) { wb_session_step_back (SESSION (w)); }
static void reset (Action *a, GVariant *v, gpointer w) { wb_session_reset (SESSION (w)); }
static void run_to_end (Action *a, GVariant *v, gpointer w) { wb_session_run_to_end (SESSION (w)); }
static void cancel (Action *a, GVariant *v, gpointer w) { wb_session_cancel (SESSION (w)); }
static void run_nearby (Action *a, GVariant *v, gpointer w) { wb_session_run_nearby (SESSION (w)); }
static void reset_settings (Action *a, GVariant *v, gpointer w) { wb_session_reset_all (SESSION (w), 1u << WB_SETTING); }
static void reset_parameters (Action *a, GVariant *v, gpointer w) { wb_session_reset_all (SESSION (w),
                                                                                          1u << WB_PARAMETER | 1u << WB_CONSTANT); }
static void reset_initial (Action *a, GVariant *v, gpointer w) { wb_session_reset_all (SESSION (w), 1u << WB_INITIAL | 1u << WB_TIME); }
static void reset_events (Action *a, GVariant *v, gpointer w) { wb_session_reset_all (SESSION (w), 1u << WB_EVENT); }

/* Undoes the last change and shows its name as a message, because the change may be on a page or in a plot that is not
 * visible. */
static void
undo (Action *a, GVariant *v, gpointer w)
{
  g_autofree char *name = wb_session_undo_text (SESSION (w)), *text = NULL;

  wb_session_undo (SESSION (w));
  text = name != NULL ? g_strdup_printf (_("Undone: %s"), name) : NULL;
  if (text != NULL)
    wb_session_message (SESSION (w), text);
}

static void
redo (Action *a, GVariant *v, gpointer w)
{
  g_autofree char *name = wb_session_redo_text (SESSION (w)), *text = NULL;

  wb_session_redo (SESSION (w));
  text = name != NULL ? g_strdup_printf (_("Redone: %s"), name) : NULL;
  if (text != NULL)
    wb_session_message (SESSION (w), text);
}

static void
go_to_rejection (gpointer w, int direction)
{
  if (!wb_session_next_rejection (SESSION (w), direction))
    wb_session_message (SESSION (w), _("This run has no rejected attempt"));
}

static void next_rejection (Action *a, GVariant *v, gpointer w) { go_to_rejection (w, +1); }
static void previous_rejection (Action *a, GVariant *v, gpointer w) { go_to_rejection (w, -1); }

static void branch (Action *a, GVariant *v, gpointer w) { wb_session_branch (SESSION (w)); }
static void next_branch (Action *a, GVariant *v, gpointer w) { wb_session_next_branch (SESSION (w)); }

static void
go_to_branch_point (gpointer w, int direction)
{
  if (!wb_session_branch_point (SESSION (w), direction))
    wb_session_message (SESSION (w), direction > 0 ? _("No branch begins after this time") : _("No branch begins before this time"));
}

static void next_branch_point (Action *a, GVariant *v, gpointer w) { go_to_branch_point (w, +1); }
static void previous_branch_point (Action *a, GVariant *v, gpointer w) { go_to_branch_point (w, -1); }

static void
hide_branch (Action *a, GVariant *v, gpointer w)
{
  WbRunItem *run = wb_session_current (SESSION (w));

  if (run != NULL && wb_session_has_branches (SESSION (w)))
    wb_session_remove_run (SESSION (w), run);
}

static void
set_rate (Action *action, GVariant *value, gpointer w)
{
  wb_session_set_rate (SESSION (w), g_variant_get_double (value));
  g_simple_action_set_state (action, value);
}

/* ---- window ---- */

static void
toggle_pane (Action *action, GVariant *value, gpointer w, WbPane pane, const char *key)
{
  WbPanes *panes = wb_window_panes (w);
  gboolean shown = g_variant_get_boolean (value);

  wb_panes_set_shown (panes, pane, shown);
  if (wb_panes_width_class (panes) == WB_WIDTH_ALL)
    wb_preferences_set_boolean (key, shown);
  g_simple_action_set_state (action, value);
  wb_window_refresh_lab_switch (w);
}

static void sidebar (Action *a, GVariant *v, gpointer w) { toggle_pane (a, v, w, WB_PANE_SIDEBAR, "sidebar-shown"); }
static void panel (Action *a, GVariant *v, gpointer w) { toggle_pane (a, v, w, WB_PANE_PANEL, "panel-shown"); }

/* Opens the settings panel and shows one of its pages. */
static void
settings_page (Action *action, GVariant *value, gpointer w)
{
  wb_panes_set_shown (wb_window_panes (w), WB_PANE_PANEL, TRUE);
  wb_session_set_settings_page (SESSION (w), g_variant_get_string (value, NULL));
}

static void
lecture (Action *action, GVariant *value, gpointer w)
{
  g_simple_action_set_state (action, value);
  wb_session_set_lecture (SESSION (w), g_variant_get_boolean (value));
}

static void
fullscreen (Action *action, GVariant *value, gpointer w)
{
  if (g_variant_get_boolean (value))
    {
      gtk_window_fullscreen (w);
      wb_session_message (wb_window_session (w), _("Press Escape to leave full screen"));
    }
  else
    gtk_window_unfullscreen (w);
  g_simple_action_set_state (action, value);
}

static void
view (Action *action, GVariant *value, gpointer w)
{
  if (wb_window_show_view (w, g_variant_get_string (value, NULL)))
    g_simple_action_set_state (action, value);
}

static void
find (Action *a, GVariant *v, gpointer w)
{
  const WbView *view = wb_window_view (w);

  /* A view without the list of models beside it has no search field: the gallery has one. */
  if (view->find == NULL && (!(view->needs & WB_VIEW_SIDEBAR) || strcmp (view->sidebar, wb_view_simulate.sidebar) != 0))
    {
      wb_window_choose_model (w);
      return;
    }
  wb_panes_set_shown (wb_window_panes (w), WB_PANE_SIDEBAR, TRUE);
  wb_window_refresh_actions (w);
  if (wb_window_view (w)->find != NULL)
    {
      wb_window_view (w)->find (w);
      return;
    }
  wb_sidebar_show_lessons (wb_window_sidebar (w), FALSE);
  wb_model_browser_focus_search (wb_window_browser (w));
}

static void shortcuts (Action *a, GVariant *v, gpointer w) { wb_dialogs_shortcuts (w); }
static void close_window (Action *a, GVariant *v, gpointer w) { gtk_window_close (w); }

/* ---- plots ---- */

static int
index_of (GVariant *value)
{
  return value != NULL ? g_variant_get_int32 (value) : 0;
}

static PlotView *
view_at (gpointer w, GVariant *value)
{
  WbPlotArea *area = wb_simulate_view_area (wb_window_simulate (w), index_of (value));

  return area != NULL ? wb_plot_area_view (area) : NULL;
}

static void
redraw (gpointer w, GVariant *value)
{
  wb_plot_area_queue (wb_simulate_view_area (wb_window_simulate (w), index_of (value)));
}

static void
plot_fit (Action *a, GVariant *value, gpointer w)
{
  PlotView *plot = view_at (w, value);

  if (plot == NULL)
    return;
  wb_plot_set_keep_zoom (PLOTS (w), TRUE);
  plot_view_fit (plot, PLOT_DIRECTION_BOTH);
  redraw (w, value);
}

static void plot_data (Action *a, GVariant *value, gpointer w) { wb_plot_output_show_data (w, SESSION (w), index_of (value)); }
static void export_plot (Action *a, GVariant *value, gpointer w) { wb_window_export_plot (w, index_of (value)); }
static void plot_copy_data (Action *a, GVariant *value, gpointer w) { wb_plot_output_copy_data (gtk_widget_get_clipboard (w), SESSION (w),
    index_of (value)); }
static void plot_copy (Action *a, GVariant *value, gpointer w) { wb_plot_output_copy_figure (gtk_widget_get_clipboard (w), SESSION (w),
    index_of (value)); }

static void
plot_alone (Action *a, GVariant *value, gpointer w)
{
  WbPlotSet *plots = PLOTS (w);

  wb_plot_set_focus (plots, wb_plot_set_focused (plots) < 0 ? index_of (value) : -1);
}

static void plot_up (Action *a, GVariant *v, gpointer w) { wb_plot_set_move (PLOTS (w), index_of (v), -1); }
static void plot_down (Action *a, GVariant *v, gpointer w) { wb_plot_set_move (PLOTS (w), index_of (v), +1); }
static void plot_remove (Action *a, GVariant *v, gpointer w) { wb_plot_set_remove (PLOTS (w), index_of (v)); }
static void plots_default (Action *a, GVariant *v, gpointer w) { wb_plot_set_replace (PLOTS (w), NULL); }

static void
plots_fit (Action *a, GVariant *v, gpointer w)
{
  wb_plot_set_keep_zoom (PLOTS (w), TRUE);
  wb_simulate_view_fit (wb_window_simulate (w));
}

static void zoom_back (Action *a, GVariant *v, gpointer w) { wb_plot_set_zoom_back (PLOTS (w)); }

/* Runs the study of refinement: repeats the run with half the step or a tenth of the tolerance, and shows the predicted error. */
static void
check_refinement (Action *a, GVariant *v, gpointer w)
{
  WbLabStudies *studies = wb_lab_studies_of (SESSION (w));

  wb_laboratory_open_study (wb_laboratory_of (SESSION (w)), lab_study_refinement.id);
  wb_window_show_view (w, wb_view_laboratory.id);
  wb_lab_studies_run (studies, wb_lab_studies_study (studies, wb_lab_studies_find (lab_study_refinement.id)));
}

static void focus_plot (Action *a, GVariant *v, gpointer w) { wb_plot_set_focus (PLOTS (w), index_of (v)); }
static void previous_plot (Action *a, GVariant *v, gpointer w) { wb_window_view (w)->go (w, -1); }
static void next_plot (Action *a, GVariant *v, gpointer w) { wb_window_view (w)->go (w, +1); }

static void measured_open (Action *a, GVariant *v, gpointer w) { wb_window_ask_measured (w); }
static void measured_file (Action *a, GVariant *v, gpointer w) { wb_window_show_measured (w, g_variant_get_string (v, NULL)); }
static void measured_remove (Action *a, GVariant *v, gpointer w) { wb_plot_set_set_measured (PLOTS (w), NULL); }
static void measured_fit (Action *a, GVariant *v, gpointer w) { wb_window_fit_measured (w, 0); }
static void measured_fit_table (Action *a, GVariant *v, gpointer w) { wb_window_fit_measured (w, g_variant_get_int32 (v)); }

static void
measured_remove_table (Action *a, GVariant *v, gpointer w)
{
  const int table = g_variant_get_int32 (v);
  g_autoptr (LabMeasured) rest = NULL;

  if (table < 0 || table >= lab_measured_n_tables (wb_plot_set_measured (PLOTS (w))))
    return;
  rest = lab_measured_replace (wb_plot_set_measured (PLOTS (w)), table, NULL);
  wb_plot_set_set_measured (PLOTS (w), rest);
}


/* Adds the plot that the value of the action describes; see plot_spec_parse. */
static void
add_plot (Action *a, GVariant *value, gpointer w)
{
  g_autoptr (PlotSpec) spec = plot_spec_parse (g_variant_get_string (value, NULL));

  if (spec != NULL && !wb_plot_set_add (PLOTS (w), spec))
    wb_session_message (SESSION (w), _("This plot is already shown"));
}

/* ---- files ---- */

static void open_dialog (Action *a, GVariant *v, gpointer w) { wb_window_ask_open (w); }
static void open_file (Action *a, GVariant *v, gpointer w) { wb_window_open_path (w, g_variant_get_string (v, NULL)); }
static void open_model (Action *a, GVariant *v, gpointer w) { wb_window_open_model (w, g_variant_get_string (v, NULL)); }
static void new_model (Action *a, GVariant *v, gpointer w) { wb_window_new_model (w); }
static void save (Action *a, GVariant *v, gpointer w) { wb_window_save (w, FALSE); }
static void save_as (Action *a, GVariant *v, gpointer w) { wb_window_save (w, TRUE); }
static void verify (Action *a, GVariant *v, gpointer w) { wb_window_verify (w); }
static void export_page (Action *a, GVariant *v, gpointer w) { wb_export_page_ask (w, SESSION (w)); }
static void save_events (Action *a, GVariant *v, gpointer w) { wb_event_log_ask_save (w, SESSION (w)); }

/* Stores the visible plots and ranges of the Compare or Ensemble view. Export, print and copy use them. */
static void
store_shown (gpointer w)
{
  const WbView *view = wb_window_view (w);

  if (view->store_shown != NULL)
    view->store_shown (w);
  else
    wb_compare_view_store_shown (wb_window_compare (w));
}

static void
export (Action *a, GVariant *v, gpointer w)
{
  store_shown (w);
  wb_export_window_present (w, SESSION (w));
}

static void
print (Action *a, GVariant *v, gpointer w)
{
  store_shown (w);
  wb_plot_output_print (w, SESSION (w));
}

static void
compare_export (Action *a, GVariant *value, gpointer w)
{
  wb_compare_view_store_shown (wb_window_compare (w));
  wb_window_export_plot (w, index_of (value));
}

static void
compare_copy (Action *a, GVariant *value, gpointer w)
{
  wb_compare_view_store_shown (wb_window_compare (w));
  wb_plot_output_copy_comparison (gtk_widget_get_clipboard (w), SESSION (w), index_of (value));
}

static void edit (Action *a, GVariant *v, gpointer w) { wb_window_edit (w); }
static void dismiss_errors (Action *a, GVariant *v, gpointer w) { wb_session_dismiss_errors (SESSION (w)); }
static void edit_copy (Action *a, GVariant *v, gpointer w) { wb_window_edit_copy (w); }
static void edit_outside (Action *a, GVariant *v, gpointer w) { wb_window_edit_outside (w); }
static void open_own (Action *a, GVariant *v, gpointer w) { wb_window_open_own (w, g_variant_get_string (v, NULL)); }
static void model_text_view (Action *a, GVariant *v, gpointer w) { wb_window_show_view (w, wb_view_text.id); }

static const GActionEntry entries[] = {
  { "run", run }, { "run-nearby", run_nearby }, { "step", step }, { "step-back", step_back }, { "reset", reset },
  { "run-to-end", run_to_end }, { "cancel", cancel }, { "undo", undo }, { "redo", redo },
  { "reset-settings", reset_settings }, { "reset-parameters", reset_parameters },
  { "reset-initial", reset_initial }, { "reset-events", reset_events }, { "next-rejection", next_rejection },
  { "previous-rejection", previous_rejection }, { "branch", branch }, { "next-branch", next_branch },
  { "next-branch-point", next_branch_point }, { "previous-branch-point", previous_branch_point }, { "hide-branch", hide_branch },
  { "realtime-rate", NULL, "d", "1.0", set_rate }, { "sidebar", NULL, NULL, "true", sidebar }, { "panel", NULL, NULL, "true", panel },
  { "settings-page", settings_page, "s" },
  { "lecture", NULL, NULL, "false", lecture }, { "fullscreen", NULL, NULL, "false", fullscreen },
  { "view", NULL, "s", "'simulate'", view }, { "find", find }, { "show-help-overlay", shortcuts }, { "close", close_window },
  { "plot-fit", plot_fit, "i" }, { "plot-data", plot_data, "i" }, { "plot-export", export_plot, "i" }, { "plot-copy-data", plot_copy_data,
      "i" },
  { "plot-copy", plot_copy, "i" }, { "plot-alone", plot_alone, "i" }, { "plot-up", plot_up, "i" }, { "plot-down", plot_down, "i" },
  { "compare-export", compare_export, "i" }, { "compare-copy", compare_copy, "i" },
  { "plot-remove", plot_remove, "i" }, { "plots-default", plots_default }, { "plots-fit", plots_fit }, { "zoom-back", zoom_back }, { "add-plot", add_plot, "s" },
  { "previous-plot", previous_plot }, { "next-plot", next_plot }, { "check-refinement", check_refinement }, { "focus-plot", focus_plot, "i" },
  { "measured-open", measured_open }, { "measured-file", measured_file, "s" }, { "measured-remove", measured_remove }, { "measured-fit", measured_fit },
  { "measured-fit-table", measured_fit_table, "i" }, { "measured-remove-table", measured_remove_table, "i" },
  { "open", open_dialog }, { "open-file", open_file, "s" }, { "open-model", open_model, "s" }, { "new-model", new_model }, { "save", save },
  { "save-as", save_as }, { "verify", verify }, { "save-events", save_events }, { "export", export }, { "export-page", export_page }, { "print", print }, { "edit", edit },
  { "edit-copy", edit_copy }, { "dismiss-errors", dismiss_errors }, { "model-text", model_text_view },
  { "edit-outside", edit_outside }, { "open-own", open_own, "s" },
};

/* ---- states of actions ---- */

/* Updates the state of the action when the window enters or leaves full screen. The window manager can change this
 * too. */
static void
on_fullscreened (GtkWindow *window, GParamSpec *spec, gpointer unused)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (window), "fullscreen");

  g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_boolean (gtk_window_is_fullscreen (window)));
}

static void
enable (WbWindow *self, const char *name, gboolean enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), name);

  if (action != NULL)
    g_simple_action_set_enabled (G_SIMPLE_ACTION (action), enabled);
}

static void
set_state (WbWindow *self, const char *name, GVariant *state)
{
  g_autoptr (GVariant) owned = g_variant_ref_sink (state);
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), name);

  if (action != NULL)
    g_simple_action_set_state (G_SIMPLE_ACTION (action), owned);
}

void
wb_window_refresh_lab_switch (WbWindow *self)
{
  gboolean listed = wb_panes_get_shown (wb_window_panes (self), WB_PANE_SIDEBAR)
                    && g_strcmp0 (gtk_stack_get_visible_child_name (GTK_STACK (self->sidebars)), wb_view_laboratory.sidebar) == 0;

  if (self->laboratory != NULL)
    wb_laboratory_view_show_switch (WB_LABORATORY_VIEW (self->laboratory), !listed);
}

void
wb_window_refresh_actions (WbWindow *self)
{
  static const char *const need_model[] = { "save", "save-as", "verify", "export", "export-page", "print", "edit-copy", "model-text", NULL };
  WbSession *session = wb_window_session (self);
  gboolean has_model = wb_session_model (session) != NULL;
  gboolean wrong = model_diagnostics_n_errors (wb_session_errors (session)) > 0;
  SimRunState state = wb_session_state (session);

  for (int i = 0; need_model[i] != NULL; i++)
    enable (self, need_model[i], has_model);
  /* The user can pause a running run even if the file of the model has errors now. */
  enable (self, "run", has_model && (!wrong || state == SIM_RUN_RUNNING || state == SIM_RUN_PAUSED));
  enable (self, "step", has_model && (!wrong || state == SIM_RUN_RUNNING || state == SIM_RUN_PAUSED));
  enable (self, "run-to-end", has_model && (!wrong || state == SIM_RUN_RUNNING || state == SIM_RUN_PAUSED));
  enable (self, "edit", has_model || wb_session_failed_file (session) != NULL);
  enable (self, "run-nearby", has_model && !wrong);
  enable (self, "model-text", has_model || wrong);
  enable (self, "reset", has_model && wb_session_current (session) != NULL
          && (state != SIM_RUN_READY || !wb_session_is_following (session)));
  enable (self, "step-back", state == SIM_RUN_PAUSED || state == SIM_RUN_FINISHED);
  enable (self, "cancel", state == SIM_RUN_RUNNING || state == SIM_RUN_PAUSED);
  enable (self, "undo", wb_session_can_undo (session));
  enable (self, "redo", wb_session_can_redo (session));
  set_state (self, "sidebar", g_variant_new_boolean (wb_panes_get_shown (wb_window_panes (self), WB_PANE_SIDEBAR)));
  set_state (self, "panel", g_variant_new_boolean (wb_panes_get_shown (wb_window_panes (self), WB_PANE_PANEL)));
  set_state (self, "lecture", g_variant_new_boolean (wb_session_is_lecture (session)));
  set_state (self, "realtime-rate", g_variant_new_double (wb_session_rate (session)));
  set_state (self, "view", g_variant_new_string (wb_session_view (session)));
  wb_window_refresh_lab_switch (self);
}

void
wb_window_install_actions (WbWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  wb_window_install_ensemble (self);
  wb_window_install_microscope (self);
  wb_window_install_branches (self);
  g_signal_connect (self, "notify::fullscreened", G_CALLBACK (on_fullscreened), NULL);
  wb_window_refresh_actions (self);
}
