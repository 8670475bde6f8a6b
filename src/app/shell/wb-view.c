/* The constants of the views, with their functions. */
#include "wb-view.h"

#include <glib/gi18n.h>

#include "plot-text.h"
#include "wb-session-layout.h"
#include "wb-window-private.h"

/* ---- Simulate and the text of the model ---- */

static char *
simulate_subtitle (WbWindow *self)
{
  WbPlotSet *plots = wb_plot_set_of (wb_window_session (self));
  int index = wb_plot_set_focused (plots);
  const PlotSpec *spec = wb_plot_set_spec (plots, index);
  g_autofree char *title = spec->title != NULL ? plot_text_plain (spec->title) : g_strdup (plot_kind_title (spec->kind));

  /* Translators: the title of a plot, its number and the number of plots. */
  return g_strdup_printf (_("%s, %d of %d"), title, index + 1, wb_plot_set_n (plots));
}

static void
simulate_go (WbWindow *self, int by)
{
  WbPlotSet *plots = wb_plot_set_of (wb_window_session (self));
  int n = wb_plot_set_n (plots), now = wb_plot_set_focused (plots);

  if (n > 0 && now >= 0)
    wb_plot_set_focus (plots, (now + by + n) % n);
}

static void text_open (WbWindow *self) { wb_window_editor (self); }
static void text_enter (WbWindow *self) { wb_model_editor_enter (wb_window_editor (self)); }
static char *text_subtitle (WbWindow *self) { return wb_model_editor_file_name (wb_window_editor (self)); }

/* ---- the list of lessons ---- */

static void lessons_open (WbWindow *self) { wb_sidebar_show_lessons (wb_window_sidebar (self), TRUE); }
static void lessons_find (WbWindow *self) { wb_lesson_sidebar_search (wb_sidebar_lessons (wb_window_sidebar (self))); }

/* ---- the gallery of models ---- */

static void gallery_open (WbWindow *self) { wb_window_open_gallery (self); }
static void gallery_find (WbWindow *self) { wb_model_gallery_focus_search (wb_window_open_gallery (self)); }

static gboolean
gallery_key (WbWindow *self, guint key, GdkModifierType held)
{
  if (key != GDK_KEY_Escape)
    return FALSE;
  wb_window_leave_gallery (self);
  return TRUE;
}

/* ---- Compare ---- */

static void compare_open (WbWindow *self) { wb_window_compare (self); }
static char *compare_subtitle (WbWindow *self) { return wb_compare_view_focus_text (wb_window_compare (self)); }

static void
compare_go (WbWindow *self, int by)
{
  WbCompareView *compare = wb_window_compare (self);
  int now = wb_compare_view_focused (compare);

  for (int k = 1; now >= 0 && k < WB_N_COMPARE_CARDS; k++)
    if (wb_compare_view_has (compare, (now + by * k + WB_N_COMPARE_CARDS) % WB_N_COMPARE_CARDS))
      {
        wb_compare_view_focus (compare, (now + by * k + WB_N_COMPARE_CARDS) % WB_N_COMPARE_CARDS);
        return;
      }
}

static void compare_store (WbWindow *self) { wb_compare_view_store_shown (wb_window_compare (self)); }

static gboolean
compare_key (WbWindow *self, guint key, GdkModifierType held)
{
  WbCompareView *compare = wb_window_compare (self);
  gboolean alone = wb_compare_view_focused (compare) >= 0;

  if ((key == GDK_KEY_Page_Up || key == GDK_KEY_Page_Down) && alone)
    {
      compare_go (self, key == GDK_KEY_Page_Up ? -1 : 1);
      return TRUE;
    }
  if (key >= GDK_KEY_1 && key <= GDK_KEY_9 && held == 0 && wb_session_is_lecture (wb_window_session (self)) && alone)
    {
      wb_compare_view_focus (compare, (int) (key - GDK_KEY_1));
      return TRUE;
    }
  return wb_compare_transport_key (wb_compare_view_transport (compare), key, held);
}

/* ---- Laboratory ---- */

static void laboratory_open (WbWindow *self) { wb_window_laboratory (self); }

static void
laboratory_go (WbWindow *self, int by)
{
  WbLaboratoryView *laboratory = wb_window_laboratory (self);
  int now = wb_laboratory_view_focused (laboratory);

  if (now >= 0)
    wb_laboratory_view_focus (laboratory, (now + by + wb_laboratory_view_n_cards (laboratory)) % wb_laboratory_view_n_cards (laboratory));
}

static gboolean laboratory_hides_transport (WbWindow *self) { return wb_laboratory_shows_studies (wb_laboratory_of (wb_window_session (self))); }

/* In a study, Escape returns to the page of all studies. On other pages keys control the run. */
static gboolean
laboratory_key (WbWindow *self, guint key, GdkModifierType held)
{
  WbLaboratory *laboratory = wb_laboratory_of (wb_window_session (self));

  if (!wb_laboratory_shows_studies (laboratory))
    return wb_window_run_key (self, key, held);
  if (key != GDK_KEY_Escape || wb_laboratory_study (laboratory) == NULL)
    return FALSE;
  wb_laboratory_open_study (laboratory, NULL);
  return TRUE;
}

static gboolean
laboratory_cancel (WbWindow *self)
{
  if (!wb_laboratory_view_is_busy (wb_window_laboratory (self)))
    return FALSE;
  wb_laboratory_view_cancel (wb_window_laboratory (self));
  return TRUE;
}

/* ---- Microscope ---- */

static void microscope_open (WbWindow *self) { wb_window_microscope (self); }

static gboolean
microscope_key (WbWindow *self, guint key, GdkModifierType held)
{
  return wb_microscope_view_key (wb_window_microscope (self), key, held);
}

/* ---- Ensemble ---- */

static void ensemble_open (WbWindow *self) { wb_window_ensemble (self); }
static char *ensemble_subtitle (WbWindow *self) { return wb_ensemble_view_focus_text (wb_window_ensemble (self)); }
static void ensemble_store (WbWindow *self) { wb_ensemble_view_store_shown (wb_window_ensemble (self)); }

static char *
ensemble_heading (WbWindow *self)
{
  WbStudy *study = wb_studies_selected (wb_ensemble_view_studies (wb_window_ensemble (self)));

  return study != NULL ? g_strdup (wb_study_title (study)) : NULL;
}

static gboolean
ensemble_key (WbWindow *self, guint key, GdkModifierType held)
{
  WbEnsembleView *view = wb_window_ensemble (self);

  if ((key == GDK_KEY_Page_Up || key == GDK_KEY_Page_Down) && wb_ensemble_view_focused (view) >= 0)
    {
      wb_window_ensemble_go (self, key == GDK_KEY_Page_Up ? -1 : 1);
      return TRUE;
    }
  if (key >= GDK_KEY_1 && key <= GDK_KEY_9 && held == 0 && wb_session_is_lecture (wb_window_session (self)) && wb_ensemble_view_focused (view) >= 0)
    {
      wb_ensemble_view_focus (view, (int) (key - GDK_KEY_1));
      return TRUE;
    }
  return FALSE;
}

static gboolean
ensemble_cancel (WbWindow *self)
{
  WbStudy *study = wb_studies_selected (wb_studies_of (wb_window_session (self)));

  if (study == NULL || wb_study_state (study) != WB_STUDY_RUNNING)
    return FALSE;
  wb_study_cancel (study);
  return TRUE;
}

/* ---- help ---- */

static void help_open (WbWindow *self) { wb_window_help (self); }
static void help_find (WbWindow *self) { wb_window_search_help (self); }

static gboolean
help_key (WbWindow *self, guint key, GdkModifierType held)
{
  if (key != GDK_KEY_Escape)
    return FALSE;
  wb_window_leave_help (self);
  return TRUE;
}

/* ---- the table ---- */

const WbView wb_view_simulate = {
  .id = WB_VIEW_ID_SIMULATE, .title = N_("Simulate"), .icon = "wb-simulate-symbolic", .sidebar = "models",
  .needs = WB_VIEW_SIDEBAR | WB_VIEW_PANEL | WB_VIEW_TRANSPORT | WB_VIEW_STATISTICS | WB_VIEW_LESSON_SIDEBAR | WB_VIEW_PLOT_MENU | WB_VIEW_FOCUS_PLOTS,
  .subtitle = simulate_subtitle, .go = simulate_go, .key = wb_window_run_key,
};

/* It has no button. The menu of the model opens it. */
const WbView wb_view_text = {
  .id = "text", .sidebar = "models",
  .needs = WB_VIEW_SIDEBAR | WB_VIEW_PANEL | WB_VIEW_TRANSPORT | WB_VIEW_STATISTICS | WB_VIEW_LESSON_SIDEBAR | WB_VIEW_PLOT_MENU,
  .open = text_open, .enter = text_enter, .subtitle = text_subtitle, .go = simulate_go, .key = wb_window_run_key,
};

/* It has no button. The tab of the sidebar opens it. */
const WbView wb_view_lessons = {
  .id = "lessons", .title = N_("Lessons"), .sidebar = "models", .needs = WB_VIEW_SIDEBAR,
  .open = lessons_open, .enter = wb_window_enter_lessons, .find = lessons_find, .go = simulate_go,
};

/* It has no button. The first screen and the menu Open open it. */
const WbView wb_view_gallery = {
  .id = "gallery", .title = N_("Models"), .sidebar = "models", .needs = WB_VIEW_SIDEBAR,
  .open = gallery_open, .enter = gallery_find, .find = gallery_find, .go = simulate_go, .key = gallery_key,
};

const WbView wb_view_compare = {
  .id = WB_VIEW_ID_COMPARE, .title = N_("Compare"), .icon = "wb-compare-symbolic", .sidebar = "models", .needs = WB_VIEW_STRIP,
  .exports = WB_EXPORT_COMPARISON, .open = compare_open, .subtitle = compare_subtitle, .go = compare_go, .store_shown = compare_store, .key = compare_key,
};

const WbView wb_view_laboratory = {
  .id = WB_VIEW_ID_LABORATORY, .title = N_("Laboratory"), .icon = "wb-laboratory-symbolic", .sidebar = "laboratory",
  .needs = WB_VIEW_SIDEBAR | WB_VIEW_TRANSPORT | WB_VIEW_STRIP,
  .open = laboratory_open, .hides_transport = laboratory_hides_transport, .go = laboratory_go, .key = laboratory_key, .cancel = laboratory_cancel,
};

const WbView wb_view_microscope = {
  .id = WB_VIEW_ID_MICROSCOPE, .title = N_("Microscope"), .icon = "wb-microscope-symbolic", .sidebar = "models", .needs = WB_VIEW_STRIP,
  .exports = WB_EXPORT_MICROSCOPE, .open = microscope_open, .go = simulate_go, .key = microscope_key,
};

const WbView wb_view_ensemble = {
  .id = WB_VIEW_ID_ENSEMBLE, .title = N_("Ensemble"), .icon = "wb-ensemble-symbolic", .sidebar = "studies", .needs = WB_VIEW_SIDEBAR | WB_VIEW_STRIP,
  .exports = WB_EXPORT_STUDIES, .open = ensemble_open, .heading = ensemble_heading, .subtitle = ensemble_subtitle, .go = wb_window_ensemble_go,
  .store_shown = ensemble_store, .key = ensemble_key, .cancel = ensemble_cancel,
};

/* It has no button. F1 opens it. */
const WbView wb_view_help = {
  .id = "help", .title = N_("Help"), .sidebar = "help", .needs = WB_VIEW_SIDEBAR | WB_VIEW_STRIP,
  .open = help_open, .find = help_find, .go = simulate_go, .key = help_key,
};

static const WbView *const views[] = { &wb_view_simulate, &wb_view_compare, &wb_view_laboratory, &wb_view_microscope, &wb_view_ensemble, &wb_view_text, &wb_view_lessons, &wb_view_gallery, &wb_view_help, NULL };

const WbView *const *
wb_views (void)
{
  return views;
}

const WbView *
wb_view_find (const char *id)
{
  for (int k = 0; views[k] != NULL; k++)
    if (g_strcmp0 (views[k]->id, id) == 0)
      return views[k];
  return NULL;
}

const WbView *
wb_window_view (WbWindow *self)
{
  const WbView *view = wb_view_find (wb_session_view (wb_window_session (self)));

  return view != NULL ? view : &wb_view_simulate;
}
