/* The window's actions and keys: one table each, shared by menus, buttons, keys and the bus. */
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "wb-dialogs.h"
#include "wb-files.h"
#include "wb-model-text.h"
#include "wb-preferences.h"
#include "wb-style.h"
#include "wb-window.h"

#define SESSION(window) wb_window_session (WB_WINDOW (window))
typedef GSimpleAction Action;

/* ---- transport ---- */

static void run (Action *a, GVariant *v, gpointer w) { wb_session_toggle (SESSION (w)); }
static void step (Action *a, GVariant *v, gpointer w) { wb_session_step (SESSION (w)); }
static void step_back (Action *a, GVariant *v, gpointer w) { wb_session_step_back (SESSION (w)); }
static void reset (Action *a, GVariant *v, gpointer w) { wb_session_reset (SESSION (w)); }
static void run_to_end (Action *a, GVariant *v, gpointer w) { wb_session_run_to_end (SESSION (w)); }
static void cancel (Action *a, GVariant *v, gpointer w) { wb_session_cancel (SESSION (w)); }
static void undo (Action *a, GVariant *v, gpointer w) { wb_session_undo (SESSION (w)); }
static void redo (Action *a, GVariant *v, gpointer w) { wb_session_redo (SESSION (w)); }
static void run_nearby (Action *a, GVariant *v, gpointer w) { wb_session_run_nearby (SESSION (w)); }
static void reset_settings (Action *a, GVariant *v, gpointer w) { wb_session_reset_all (SESSION (w), 1u << WB_SETTING); }
static void reset_parameters (Action *a, GVariant *v, gpointer w) { wb_session_reset_all (SESSION (w), 1u << WB_PARAMETER | 1u << WB_CONSTANT); }
static void reset_initial (Action *a, GVariant *v, gpointer w) { wb_session_reset_all (SESSION (w), 1u << WB_INITIAL | 1u << WB_TIME); }
static void reset_events (Action *a, GVariant *v, gpointer w) { wb_session_reset_all (SESSION (w), 1u << WB_EVENT); }

static void
next_rejection (Action *a, GVariant *v, gpointer w)
{
  if (!wb_session_next_rejection (SESSION (w)))
    wb_window_toast (w, _("No rejection after this time"), NULL, NULL);
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
}

static void sidebar (Action *a, GVariant *v, gpointer w) { toggle_pane (a, v, w, WB_PANE_SIDEBAR, "sidebar-shown"); }
static void panel (Action *a, GVariant *v, gpointer w) { toggle_pane (a, v, w, WB_PANE_PANEL, "panel-shown"); }

static void
lecture (Action *action, GVariant *value, gpointer w)
{
  g_simple_action_set_state (action, value);
  wb_window_set_lecture (w, g_variant_get_boolean (value));
}

static void
fullscreen (Action *action, GVariant *value, gpointer w)
{
  if (g_variant_get_boolean (value))
    {
      gtk_window_fullscreen (w);
      wb_window_toast (w, _("Escape leaves the full screen"), NULL, NULL);
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
  wb_panes_set_shown (wb_window_panes (w), WB_PANE_SIDEBAR, TRUE);
  wb_actions_refresh (w);
  wb_model_browser_focus_search (wb_window_browser (w));
}

static void shortcuts (Action *a, GVariant *v, gpointer w) { wb_dialogs_shortcuts (w); }
static void close_window (Action *a, GVariant *v, gpointer w) { gtk_window_close (w); }

/* ---- plots ---- */

static int
focus_index (gpointer w, GVariant *value)
{
  return value != NULL ? g_variant_get_int32 (value) : 0;
}

static PlotView *
view_at (gpointer w, GVariant *value)
{
  WbPlotArea *area = wb_simulate_view_area (wb_window_simulate (w), focus_index (w, value));

  return area != NULL ? wb_plot_area_view (area) : NULL;
}

static void
redraw (gpointer w, GVariant *value)
{
  wb_plot_area_queue (wb_simulate_view_area (wb_window_simulate (w), focus_index (w, value)));
}

static void
plot_fit (Action *a, GVariant *value, gpointer w)
{
  PlotView *plot = view_at (w, value);

  if (plot == NULL)
    return;
  plot_view_fit (plot, PLOT_DIRECTION_BOTH);
  redraw (w, value);
}

static void
plot_follow (Action *a, GVariant *value, gpointer w)
{
  PlotTimeAxis *axis = wb_simulate_view_axis (wb_window_simulate (w));

  if (axis == NULL)
    return;
  plot_time_axis_set_follow (axis, !plot_time_axis_get_follow (axis));
  wb_window_refresh (w);
}

static void
plot_log (Action *a, GVariant *value, gpointer w)
{
  PlotView *plot = view_at (w, value);
  gboolean x, y;

  if (plot == NULL)
    return;
  plot_view_get_log (plot, &x, &y);
  wb_simulate_view_set_log (wb_window_simulate (w), focus_index (w, value), FALSE, !y);
}

static void plot_data (Action *a, GVariant *value, gpointer w) { wb_files_show_data (w, focus_index (w, value)); }
static void plot_export (Action *a, GVariant *value, gpointer w) { wb_files_export_plot (w, focus_index (w, value)); }
static void plot_copy_data (Action *a, GVariant *value, gpointer w) { wb_files_copy_data (w, focus_index (w, value)); }
static void plot_copy (Action *a, GVariant *value, gpointer w) { wb_files_copy_figure (w, focus_index (w, value)); }

static void
plot_alone (Action *a, GVariant *value, gpointer w)
{
  WbSimulateView *simulate = wb_window_simulate (w);

  wb_simulate_view_focus (simulate, wb_simulate_view_focused (simulate) < 0 ? focus_index (w, value) : -1);
}

static void plot_up (Action *a, GVariant *v, gpointer w) { wb_simulate_view_move_plot (wb_window_simulate (w), focus_index (w, v), -1); }
static void plot_down (Action *a, GVariant *v, gpointer w) { wb_simulate_view_move_plot (wb_window_simulate (w), focus_index (w, v), +1); }
static void plot_remove (Action *a, GVariant *v, gpointer w) { wb_simulate_view_remove_plot (wb_window_simulate (w), focus_index (w, v)); }
static void plots_default (Action *a, GVariant *v, gpointer w) { wb_simulate_view_set_specs (wb_window_simulate (w), NULL); }
static void plots_fit (Action *a, GVariant *v, gpointer w) { wb_simulate_view_fit (wb_window_simulate (w)); }

static void
go_plot (gpointer w, int by)
{
  WbSimulateView *simulate = wb_window_simulate (w);
  int n = wb_simulate_view_n_plots (simulate), now = wb_simulate_view_focused (simulate);

  if (g_strcmp0 (wb_window_view (w), "compare") == 0)
    {
      WbCompareView *compare = wb_window_compare (w);

      now = wb_compare_view_focused (compare);
      for (int k = 1; now >= 0 && k < WB_N_COMPARE_CARDS; k++)
        if (wb_compare_view_has (compare, (now + by * k + WB_N_COMPARE_CARDS) % WB_N_COMPARE_CARDS))
          {
            wb_compare_view_focus (compare, (now + by * k + WB_N_COMPARE_CARDS) % WB_N_COMPARE_CARDS);
            return;
          }
      return;
    }
  if (n > 0 && now >= 0)
    wb_simulate_view_focus (simulate, (now + by + n) % n);
}

static void focus_plot (Action *a, GVariant *v, gpointer w) { wb_simulate_view_focus (wb_window_simulate (w), focus_index (w, v)); }
static void previous_plot (Action *a, GVariant *v, gpointer w) { go_plot (w, -1); }
static void next_plot (Action *a, GVariant *v, gpointer w) { go_plot (w, +1); }

/* "time", "time:x", "phase:x:y", or "difference:OF:TO" with the numbers of runs (0: the current one, the truth). */
static void
add_plot (Action *a, GVariant *value, gpointer w)
{
  g_auto (GStrv) words = g_strsplit (g_variant_get_string (value, NULL), ":", 3);
  int kind = words[0] != NULL ? wb_plot_kind_find (words[0]) : -1;
  WbPlotSpec *spec;

  if (kind < 0)
    return;
  spec = wb_plot_spec_new ((WbPlotKind) kind, kind <= WB_PLOT_EVENTS ? 0 : 1, 240);
  if (kind == WB_PLOT_DIFFERENCE)
    {
      spec->of = words[1] != NULL ? atoi (words[1]) : 0;
      spec->to = words[1] != NULL && words[2] != NULL ? atoi (words[2]) : 0;
    }
  else if (words[1] != NULL && words[2] != NULL)
    {
      spec->x = g_strdup (words[1]);
      spec->y = g_strdup (words[2]);
    }
  else if (words[1] != NULL)
    {
      spec->show = g_new0 (char *, 2);
      spec->show[0] = g_strdup (words[1]);
    }
  wb_simulate_view_add_plot (wb_window_simulate (w), spec);
  wb_plot_spec_free (spec);
}

/* ---- files ---- */

static void open_dialog (Action *a, GVariant *v, gpointer w) { wb_files_open (w); }
static void open_file (Action *a, GVariant *v, gpointer w) { wb_window_open_path (w, g_variant_get_string (v, NULL)); }
static void open_model (Action *a, GVariant *v, gpointer w) { wb_window_open_model (w, g_variant_get_string (v, NULL)); }
static void new_model (Action *a, GVariant *v, gpointer w) { wb_files_new_model (w); }
static void save (Action *a, GVariant *v, gpointer w) { wb_files_save (w, FALSE); }
static void save_as (Action *a, GVariant *v, gpointer w) { wb_files_save (w, TRUE); }
static void save_events (Action *a, GVariant *v, gpointer w) { wb_files_save_events (w); }
static void export (Action *a, GVariant *v, gpointer w) { wb_files_export (w); }
static void print (Action *a, GVariant *v, gpointer w) { wb_files_print (w); }
static void edit (Action *a, GVariant *v, gpointer w) { wb_files_edit (w); }
static void dismiss_errors (Action *a, GVariant *v, gpointer w) { wb_session_dismiss_errors (SESSION (w)); }
static void edit_copy (Action *a, GVariant *v, gpointer w) { wb_files_edit_copy (w); }
static void model_text_window (Action *a, GVariant *v, gpointer w) { wb_model_text_present (w); }

static const GActionEntry entries[] = {
  { "run", run }, { "run-nearby", run_nearby }, { "step", step }, { "step-back", step_back }, { "reset", reset }, { "run-to-end", run_to_end }, { "cancel", cancel },
  { "undo", undo }, { "redo", redo }, { "reset-settings", reset_settings }, { "reset-parameters", reset_parameters },
  { "reset-initial", reset_initial }, { "reset-events", reset_events }, { "next-rejection", next_rejection },
  { "realtime-rate", NULL, "d", "1.0", set_rate }, { "sidebar", NULL, NULL, "true", sidebar }, { "panel", NULL, NULL, "true", panel },
  { "lecture", NULL, NULL, "false", lecture }, { "fullscreen", NULL, NULL, "false", fullscreen },
  { "view", NULL, "s", "'simulate'", view }, { "find", find }, { "show-help-overlay", shortcuts }, { "close", close_window },
  { "plot-fit", plot_fit, "i" }, { "plot-follow", plot_follow, "i" }, { "plot-log", plot_log, "i" }, { "plot-data", plot_data, "i" },
  { "plot-export", plot_export, "i" }, { "plot-copy-data", plot_copy_data, "i" }, { "plot-copy", plot_copy, "i" }, { "plot-alone", plot_alone, "i" }, { "plot-up", plot_up, "i" }, { "plot-down", plot_down, "i" },
  { "plot-remove", plot_remove, "i" }, { "plots-default", plots_default }, { "plots-fit", plots_fit }, { "add-plot", add_plot, "s" },
  { "previous-plot", previous_plot }, { "next-plot", next_plot }, { "focus-plot", focus_plot, "i" },
  { "open", open_dialog }, { "open-file", open_file, "s" }, { "open-model", open_model, "s" }, { "new-model", new_model }, { "save", save },
  { "save-as", save_as }, { "save-events", save_events }, { "export", export }, { "print", print }, { "edit", edit }, { "edit-copy", edit_copy }, { "dismiss-errors", dismiss_errors },
  { "model-text", model_text_window },
};

static const struct { const char *action, *keys[3]; } accelerators[] = {
  { "win.open", { "<Control>o" } },         { "win.new-model", { "<Control>n" } },      { "win.export", { "<Control>e" } },
  { "win.save", { "<Control>s" } },         { "win.save-as", { "<Control><Shift>s" } }, { "win.print", { "<Control>p" } },
  { "win.undo", { "<Control>z" } },         { "win.redo", { "<Control><Shift>z" } },    { "win.find", { "<Control>f" } },
  { "win.sidebar", { "F9" } },              { "win.panel", { "<Shift>F9" } },           { "win.fullscreen", { "F11" } },
  { "win.lecture", { "F5" } },              { "win.show-help-overlay", { "<Control>question" } },
  { "win.close", { "<Control>w" } },        { "app.quit", { "<Control>q" } },           { "app.preferences", { "<Control>comma" } },
  { "app.new-window", { "<Control><Shift>n" } },
  { "win.view::simulate", { "<Control>1" } }, { "win.view::compare", { "<Control>2" } },
};

/* ---- keys that act where the focused widget does not use them ---- */

static gboolean
move_playhead (gpointer w, GdkModifierType state, int direction)
{
  WbSession *session = SESSION (w);

  if (state & GDK_SHIFT_MASK)
    wb_session_playhead_event (session, direction);
  else if (state & GDK_CONTROL_MASK)
    wb_session_set_playhead (session, wb_session_playhead (session)
                                          + direction * 0.01 * (wb_session_t_end (session) - wb_session_t_start (session)));
  else
    wb_session_playhead_step (session, direction);
  return TRUE;
}

static gboolean
is_on (gpointer w, const char *name)
{
  g_autoptr (GVariant) state = g_action_group_get_action_state (G_ACTION_GROUP (w), name);

  return g_variant_get_boolean (state);
}

/* A window manager may end it too. */
static void
on_fullscreened (GtkWindow *window, GParamSpec *spec, gpointer unused)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (window), "fullscreen");

  g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_boolean (gtk_window_is_fullscreen (window)));
}

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, gpointer w)
{
  GtkWidget *focus = gtk_window_get_focus (w);
  GdkModifierType held = state & (GDK_CONTROL_MASK | GDK_SHIFT_MASK | GDK_ALT_MASK);
  WbSimulateView *simulate = wb_window_simulate (w);

  if (focus != NULL && (GTK_IS_EDITABLE (focus) || GTK_IS_TEXT_VIEW (focus)))
    return FALSE;
  if (held & GDK_ALT_MASK)
    return FALSE;
  if (key == GDK_KEY_Escape && is_on (w, "fullscreen"))
    {
      g_action_group_change_action_state (G_ACTION_GROUP (w), "fullscreen", g_variant_new_boolean (FALSE));
      return TRUE;
    }
  if (g_strcmp0 (wb_window_view (w), "compare") == 0)
    {
      if ((key == GDK_KEY_Page_Up || key == GDK_KEY_Page_Down) && wb_compare_view_focused (wb_window_compare (w)) >= 0)
        {
          go_plot (w, key == GDK_KEY_Page_Up ? -1 : +1);
          return TRUE;
        }
      return wb_compare_transport_key (wb_compare_view_transport (wb_window_compare (w)), key, held);
    }
  switch (key)
    {
    case GDK_KEY_space:
      if (held == 0)
        wb_session_toggle (SESSION (w));
      return held == 0;
    case GDK_KEY_period: wb_session_step (SESSION (w)); return TRUE;
    case GDK_KEY_comma: if (held) return FALSE; wb_session_step_back (SESSION (w)); return TRUE;
    case GDK_KEY_Home: wb_session_reset (SESSION (w)); return TRUE;
    case GDK_KEY_End: wb_session_run_to_end (SESSION (w)); return TRUE;
    case GDK_KEY_Left: return move_playhead (w, held, -1);
    case GDK_KEY_Right: return move_playhead (w, held, +1);
    case GDK_KEY_j: case GDK_KEY_J: next_rejection (NULL, NULL, w); return TRUE;
    case GDK_KEY_Page_Up: go_plot (w, -1); return TRUE;
    case GDK_KEY_Page_Down: go_plot (w, +1); return TRUE;
    default: break;
    }
  if (key >= GDK_KEY_1 && key <= GDK_KEY_9 && held == 0 && wb_window_is_lecture (w))
    {
      wb_simulate_view_focus (simulate, (int) (key - GDK_KEY_1));
      return TRUE;
    }
  if (key == GDK_KEY_Escape && wb_panes_width_class (wb_window_panes (w)) == WB_WIDTH_ALL && wb_simulate_view_focused (simulate) >= 0)
    {
      wb_simulate_view_focus (simulate, -1);
      return TRUE;
    }
  return FALSE;
}

/* Space must not press the focused button: it runs or pauses wherever nothing is typed. */
static gboolean
on_key_first (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, gpointer w)
{
  GtkWidget *focus = gtk_window_get_focus (w);

  if (key != GDK_KEY_space || (state & (GDK_CONTROL_MASK | GDK_SHIFT_MASK | GDK_ALT_MASK)))
    return FALSE;
  if (focus != NULL && (GTK_IS_EDITABLE (focus) || GTK_IS_TEXT_VIEW (focus) || GTK_IS_SWITCH (focus) || GTK_IS_CHECK_BUTTON (focus)))
    return FALSE;
  if (g_strcmp0 (wb_window_view (w), "compare") == 0)
    return wb_compare_transport_key (wb_compare_view_transport (wb_window_compare (w)), key, 0);
  wb_session_toggle (SESSION (w));
  return TRUE;
}

/* ---- menus ---- */

static void
append_add (GMenu *menu, const char *label, const char *target)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, "win.add-plot", "s", target);
  g_menu_append_item (menu, item);
}

#define MOST_MENU_STATES 12

GMenuModel *
wb_actions_plots_menu (WbWindow *self)
{
  ModelSystem *system = wb_session_system (wb_window_session (self));
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) kinds = g_menu_new (), pairs = g_menu_new (), whole = g_menu_new (), columns = g_menu_new ();
  int n = system != NULL ? MIN (model_system_n_columns (system), MOST_MENU_STATES) : 0;

  for (int kind = 0; kind < WB_N_PLOT_KINDS; kind++)
    append_add (kinds, wb_plot_kind_title ((WbPlotKind) kind), wb_plot_kind_id ((WbPlotKind) kind));
  for (int i = 0; i < n; i++)
    {
      g_autofree char *target = g_strdup_printf ("time:%s", model_system_column (system, i)->name);
      g_autoptr (GMenu) against = g_menu_new ();

      append_add (columns, model_system_column (system, i)->name, target);
      for (int j = 0; j < n; j++)
        {
          g_autofree char *pair = g_strdup_printf ("phase:%s:%s", model_system_column (system, j)->name, model_system_column (system, i)->name);
          g_autofree char *label = NULL;

          if (j == i)
            continue;
          label = g_strdup_printf (_("against %s"), model_system_column (system, j)->name);
          append_add (against, label, pair);
        }
      g_menu_append_submenu (pairs, model_system_column (system, i)->name, G_MENU_MODEL (against));
    }
  g_menu_append_section (menu, _("Add a plot"), G_MENU_MODEL (kinds));
  if (n > 0)
    {
      g_autoptr (GMenu) more = g_menu_new ();

      g_menu_append_submenu (more, _("One quantity over time"), G_MENU_MODEL (columns));
      if (n > 1)
        g_menu_append_submenu (more, _("One against another"), G_MENU_MODEL (pairs));
      g_menu_append_section (menu, NULL, G_MENU_MODEL (more));
    }
  g_menu_append (whole, _("Fit all"), "win.plots-fit");
  g_menu_append (whole, _("The model's plots"), "win.plots-default");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (whole));
  return G_MENU_MODEL (menu);
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
wb_actions_refresh (WbWindow *self)
{
  static const char *const need_model[] = { "save", "save-as", "export", "print", "edit-copy", "model-text", NULL };
  WbSession *session = wb_window_session (self);
  gboolean has_model = wb_session_model (session) != NULL;
  gboolean wrong = model_diagnostics_n_errors (wb_session_errors (session)) > 0;
  SimRunState state = wb_session_state (session);

  for (int i = 0; need_model[i] != NULL; i++)
    enable (self, need_model[i], has_model);
  /* What runs already can be paused, whatever its file says now. */
  enable (self, "run", has_model && (!wrong || state == SIM_RUN_RUNNING || state == SIM_RUN_PAUSED));
  enable (self, "step", has_model && (!wrong || state == SIM_RUN_RUNNING || state == SIM_RUN_PAUSED));
  enable (self, "run-to-end", has_model && (!wrong || state == SIM_RUN_RUNNING || state == SIM_RUN_PAUSED));
  enable (self, "edit", has_model || wb_session_failed_file (session) != NULL);
  enable (self, "run-nearby", has_model && !wrong);
  enable (self, "model-text", has_model || wrong);
  enable (self, "reset", has_model && wb_session_current (session) != NULL && (state != SIM_RUN_READY || !wb_session_is_following (session)));
  enable (self, "step-back", state == SIM_RUN_PAUSED || state == SIM_RUN_FINISHED);
  enable (self, "cancel", state == SIM_RUN_RUNNING || state == SIM_RUN_PAUSED);
  enable (self, "undo", wb_session_can_undo (session));
  enable (self, "redo", wb_session_can_redo (session));
  set_state (self, "sidebar", g_variant_new_boolean (wb_panes_get_shown (wb_window_panes (self), WB_PANE_SIDEBAR)));
  set_state (self, "panel", g_variant_new_boolean (wb_panes_get_shown (wb_window_panes (self), WB_PANE_PANEL)));
  set_state (self, "lecture", g_variant_new_boolean (wb_window_is_lecture (self)));
  set_state (self, "realtime-rate", g_variant_new_double (wb_session_rate (session)));
  if (wb_window_view (self) != NULL)
    set_state (self, "view", g_variant_new_string (wb_window_view (self)));
}

void
wb_actions_install (WbWindow *self)
{
  GtkApplication *application = GTK_APPLICATION (g_application_get_default ());
  GtkEventController *keys = gtk_event_controller_key_new (), *first = gtk_event_controller_key_new ();

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  for (guint i = 0; application != NULL && i < G_N_ELEMENTS (accelerators); i++)
    gtk_application_set_accels_for_action (application, accelerators[i].action, (const char *const *) accelerators[i].keys);
  g_signal_connect (self, "notify::fullscreened", G_CALLBACK (on_fullscreened), NULL);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_event_controller_set_propagation_phase (first, GTK_PHASE_CAPTURE);
  g_signal_connect (first, "key-pressed", G_CALLBACK (on_key_first), self);
  gtk_widget_add_controller (GTK_WIDGET (self), first);
  wb_actions_refresh (self);
}

/* A label that no letter of is a mnemonic: parameters have underscores. NULL stays NULL. */
static char *
escape_label (const char *words)
{
  g_auto (GStrv) parts = words != NULL ? g_strsplit (words, "_", -1) : NULL;

  return parts != NULL ? g_strjoinv ("__", parts) : NULL;
}

void
wb_actions_name_history (WbWindow *self, GMenu *menu)
{
  g_autofree char *back = wb_session_undo_words (SESSION (self)), *again = wb_session_redo_words (SESSION (self));
  g_autofree char *escaped_back = escape_label (back), *escaped_again = escape_label (again);
  g_autofree char *undo_label = back != NULL ? g_strdup_printf (_("_Undo: %s"), escaped_back) : g_strdup (_("_Undo"));
  g_autofree char *redo_label = again != NULL ? g_strdup_printf (_("_Redo: %s"), escaped_again) : g_strdup (_("_Redo"));

  g_menu_remove_all (menu);
  g_menu_append (menu, undo_label, "win.undo");
  g_menu_append (menu, redo_label, "win.redo");
}

/* ---- recent files ---- */

#define MOST_RECENT 10

static int
newer_first (gconstpointer a, gconstpointer b)
{
  return g_date_time_compare (gtk_recent_info_get_modified (*(GtkRecentInfo *const *) b),
                              gtk_recent_info_get_modified (*(GtkRecentInfo *const *) a));
}

/* GTK complains of a folder that it cannot write, at each change. */
GtkRecentManager *
wb_actions_recent (void)
{
  static int usable = -1;

  if (usable < 0)
    usable = g_mkdir_with_parents (g_get_user_data_dir (), 0700) == 0 && g_access (g_get_user_data_dir (), W_OK) == 0;
  return usable ? gtk_recent_manager_get_default () : NULL;
}

GMenuModel *
wb_actions_open_menu (void)
{
  GList *all = wb_actions_recent () != NULL ? gtk_recent_manager_get_items (wb_actions_recent ()) : NULL;
  g_autoptr (GPtrArray) ours = g_ptr_array_new ();
  g_autoptr (GMenu) recent = g_menu_new ();
  GMenu *menu = g_menu_new ();

  for (GList *link = all; link != NULL; link = link->next)
    {
      const char *uri = gtk_recent_info_get_uri (link->data);

      /* Other programs' YAML files are no models. */
      if (gtk_recent_info_is_local (link->data) && gtk_recent_info_has_application (link->data, g_get_application_name ())
          && gtk_recent_info_exists (link->data) && (g_str_has_suffix (uri, ".yaml") || g_str_has_suffix (uri, ".stepwise")))
        g_ptr_array_add (ours, link->data);
    }
  g_ptr_array_sort (ours, newer_first);
  for (guint i = 0; i < ours->len && i < MOST_RECENT; i++)
    {
      g_autofree char *path = g_filename_from_uri (gtk_recent_info_get_uri (g_ptr_array_index (ours, i)), NULL, NULL);
      g_autoptr (GMenuItem) item = g_menu_item_new (gtk_recent_info_get_display_name (g_ptr_array_index (ours, i)), NULL);

      if (path == NULL)
        continue;
      g_menu_item_set_action_and_target (item, "win.open-file", "s", path);
      g_menu_append_item (recent, item);
    }
  g_list_free_full (all, (GDestroyNotify) gtk_recent_info_unref);
  g_menu_append (menu, _("Open…"), "win.open");
  g_menu_append_section (menu, _("Recent"), G_MENU_MODEL (recent));
  return G_MENU_MODEL (menu);
}
