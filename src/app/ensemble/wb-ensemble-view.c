/* Assembles the Ensemble view and shows the start page, the set-up or the results of the selected study. */
#include "wb-ensemble-view.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lab-basin.h"
#include "ode-format.h"
#include "plot-format.h"
#include "plot-text.h"
#include "wb-empty-page.h"
#include "wb-fraction-box.h"
#include "wb-member-list.h"
#include "wb-setup-page.h"
#include "wb-study-cards.h"
#include "wb-study-panel.h"
#include "wb-tooltip.h"
#include "wb-widgets.h"

#define GAP 12
/* Smallest height in px of a view that shows a preview of the results below the set-up. */
#define LEAST_HEIGHT 640
/* From this width in px on, the cards of the set-up are beside each other. */
#define LEAST_WIDTH 1020

struct _WbEnsembleView
{
  GtkWidget parent_instance;
  WbSession *session;
  WbStudies *studies;
  GtkWidget *box, *title_row, *title, *about, *counts[3], *pages, *to_setup, *to_results, *message_row, *message, *remedy, *page, *setup, *rows, *panel;
  GtkWidget *start, *empty;
  gboolean switching; /* the toggles are being set to the page of the study, so ignore their signals */
  gboolean wide;     /* the view is wide enough for cards of the set-up beside each other */
  gboolean tall;     /* the view is high enough for a preview below the set-up */
  guint refreshing;  /* id of the idle source that refreshes the view, or 0 */
  int focused;
};

G_DEFINE_FINAL_TYPE (WbEnsembleView, wb_ensemble_view, GTK_TYPE_WIDGET)

static guint focus_signal;

WbStudies *wb_ensemble_view_studies (WbEnsembleView *self) { return self->studies; }
WbPlotArea *wb_ensemble_view_area (WbEnsembleView *self, int card) { return wb_study_panel_area (WB_STUDY_PANEL (self->panel), card); }
int wb_ensemble_view_focused (WbEnsembleView *self) { return self->focused; }

static WbStudy *
selected (WbEnsembleView *self)
{
  return wb_studies_selected (self->studies);
}

/* ---- cards ---- */

gboolean
wb_ensemble_view_has (WbEnsembleView *self, int card)
{
  return wb_study_panel_has (WB_STUDY_PANEL (self->panel), card);
}

static gboolean
has_results (WbStudy *study)
{
  const WbEnsemblePicture *picture = wb_study_picture (study);

  return wb_study_result (study) != NULL || (picture != NULL && picture->n_done > 0);
}

/* Shows the set-up of the study with a preview of its results, or only the results. */
static void
show_page (WbEnsembleView *self)
{
  WbStudy *study = selected (self);
  gboolean setup = wb_studies_shows_setup (self->studies);

  self->switching = TRUE;
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (setup ? self->to_setup : self->to_results), TRUE);
  self->switching = FALSE;
  gtk_widget_set_visible (self->pages, study != NULL && wb_study_problem (study) != NULL);
  gtk_widget_set_visible (self->setup, setup);
  gtk_widget_set_vexpand (self->setup, setup && (self->focused >= 0 || !self->tall || !has_results (study)));
  gtk_widget_set_visible (self->rows, !setup || (self->focused < 0 && self->tall && has_results (study)));
  wb_study_panel_set_preview (WB_STUDY_PANEL (self->panel), setup);
  wb_setup_page_set_narrow (self->setup, self->focused >= 0 || !self->wide);
}

void
wb_ensemble_view_focus (WbEnsembleView *self, int card)
{
  self->focused = CLAMP (card, -1, WB_N_ENSEMBLE_VIEWS - 1);
  wb_study_panel_focus (WB_STUDY_PANEL (self->panel), self->focused);
  show_page (self);
  g_signal_emit (self, focus_signal, 0);
}

char *
wb_ensemble_view_focus_text (WbEnsembleView *self)
{
  int n = 0, at = 0;
  g_autofree char *title = NULL;

  for (int i = 0; i < WB_N_ENSEMBLE_VIEWS; i++)
    {
      n += wb_ensemble_view_has (self, i);
      if (i == self->focused)
        at = n;
    }
  if (self->focused < 0 || at == 0 || !wb_ensemble_view_has (self, self->focused))
    return g_strdup (_("Ensemble"));
  title = plot_text_plain (plot_view_title (wb_plot_area_view (wb_ensemble_view_area (self, self->focused))));
  return g_strdup_printf (_("%s, %d of %d"), title, at, n);
}

void
wb_ensemble_view_store_shown (WbEnsembleView *self)
{
  WbEnsembleShown *shown = wb_ensemble_shown (self->studies);
  WbStudyPanel *panel = WB_STUDY_PANEL (self->panel);

  shown->cards = 0;
  for (int i = 0; i < WB_N_ENSEMBLE_VIEWS; i++)
    {
      PlotView *view = wb_plot_area_view (wb_study_panel_area (panel, i));

      if (view == NULL)
        continue;
      if (wb_study_panel_shows (panel, i))
        shown->cards |= (guint64) 1 << i;
      plot_view_get_shown (view, &shown->x[i], &shown->y[i]);
    }
}

/* ---- the title ---- */

static void
show_counts (WbEnsembleView *self, WbStudy *study)
{
  const WbEnsemblePicture *picture = study != NULL ? wb_study_picture (study) : NULL;

  for (int k = 0; k < 3; k++)
    {
      guint64 n = picture != NULL ? picture->counts[k] : 0;
      g_autofree char *word = study != NULL ? wb_ensemble_outcome_text (study, (LabOutcome) k) : g_strdup (""), *escaped = NULL, *markup = NULL;
      g_autofree char *spoken = NULL;
      char count[64];

      plot_format_count (n, count, sizeof count);
      escaped = g_markup_escape_text (word, -1);
      markup = g_strdup_printf ("<b>%s</b> %s", count, escaped);
      spoken = g_strdup_printf ("%s %s", count, word);
      gtk_label_set_markup (GTK_LABEL (gtk_menu_button_get_child (GTK_MENU_BUTTON (self->counts[k]))), markup);
      wb_widget_set_name (self->counts[k], spoken);
      gtk_widget_set_visible (self->counts[k], !wb_studies_shows_setup (self->studies) && picture != NULL && picture->n_done > 0 && (n > 0 || k == LAB_MEMBER_ENDED));
    }
}

/* What a button beside a message does. */
typedef enum { REMEDY_NONE, REMEDY_RUN, REMEDY_SETUP, REMEDY_LONGER } Remedy;

/* A longer time is this multiple of the present one. */
#define LONGER 4

/* Returns the time by which the runs of a study end, and *longer, a later one; both NaN if the model cannot be instantiated. */
static double
end_of (WbStudy *study, double *longer)
{
  LabProblem problem = wb_study_problem (study)->problem;

  if (!lab_problem_set_times (&problem, NULL))
    problem.t_start = problem.t_end = NAN;
  *longer = problem.t_start + LONGER * (problem.t_end - problem.t_start);
  return problem.t_end;
}

/* Returns a time with all its digits and its unit. Free it with g_free. */
static char *
time_text (WbStudy *study, double t)
{
  g_autofree char *unit = plot_text_unit (model_time_unit (wb_study_problem (study)->model));
  char number[ODE_FORMAT_SIZE];

  number[ode_format_double (number, t)] = '\0';
  return *unit != '\0' ? g_strdup_printf ("%s %s", number, unit) : g_strdup (number);
}

/* Counts the starts of a complete basin whose runs have reached no attractor although they did not fail, and all starts. Returns FALSE if the study is
 * none of basins or not complete. */
static gboolean
count_undecided (WbStudy *study, int *n, int *n_all)
{
  const LabResult *result = wb_study_result (study);
  const LabGrid *grid = result != NULL && result->grids->len > 0 ? result->grids->pdata[0] : NULL;

  *n = *n_all = 0;
  if (grid == NULL || grid->codes == NULL || wb_study_state (study) != WB_STUDY_DONE)
    return FALSE;
  *n_all = grid->nx * grid->ny;
  for (int k = 0; k < *n_all; k++)
    *n += grid->codes[k] == LAB_BASIN_UNDECIDED;
  *n -= (int) lab_result_number (result, "failed");
  return TRUE;
}

/* Smallest part of undecided starts that is worth a message. */
#define MANY_UNDECIDED 0.05

/* Returns what is to be said about the results of a study, and the remedy, or NULL. Free it with g_free. */
static char *
message_of (WbStudy *study, Remedy *remedy)
{
  WbStudyState state = wb_study_state (study);
  int n, n_all;

  *remedy = REMEDY_NONE;
  if (wb_study_error (study) != NULL)
    {
      *remedy = wb_study_problem (study) != NULL ? REMEDY_SETUP : REMEDY_NONE;
      return g_strdup (wb_study_error (study));
    }
  if (wb_study_is_stale (study))
    {
      *remedy = state == WB_STUDY_RUNNING || state == WB_STUDY_WAITING ? REMEDY_NONE : REMEDY_RUN;
      return g_strdup (_("The pictures show results of an earlier set-up. Press Run to compute them again."));
    }
  if (count_undecided (study, &n, &n_all) && n > MANY_UNDECIDED * n_all)
    {
      double longer, end = end_of (study, &longer);
      g_autofree char *part = plot_text_value (100.0 * n / n_all, 3, "%"), *until = time_text (study, end);

      *remedy = isfinite (longer) ? REMEDY_LONGER : REMEDY_NONE;
      /* Translators: a part such as "100 %" and a time. */
      return g_strdup_printf (_("The runs from %s of the starts have reached no attractor by %s. A longer time may show where they end."), part, until);
    }
  return NULL;
}

/* Returns the label of the button of a remedy. Free it with g_free. */
static char *
remedy_label (WbStudy *study, Remedy remedy)
{
  double longer;
  g_autofree char *time = NULL;

  switch (remedy)
    {
    case REMEDY_RUN: return g_strdup (_("Run"));
    case REMEDY_SETUP: return g_strdup (_("Set up"));
    case REMEDY_LONGER:
      end_of (study, &longer);
      time = time_text (study, longer);
      return g_strdup_printf (_("Compute up to %s"), time);
    default: return g_strdup ("");
    }
}

static void
on_remedy (WbEnsembleView *self)
{
  static const char *const end[] = { "time", "end", NULL };
  WbStudy *study = selected (self);
  Remedy remedy = REMEDY_NONE;
  g_autofree char *message = study != NULL ? message_of (study, &remedy) : NULL;

  if (remedy == REMEDY_SETUP)
    wb_studies_set_page (self->studies, study, WB_STUDY_PAGE_SETUP);
  if (remedy == REMEDY_LONGER)
    {
      char text[ODE_FORMAT_SIZE];
      double longer;

      end_of (study, &longer);
      text[ode_format_double (text, longer)] = '\0';
      wb_study_put (study, end, text, _("End"));
    }
  if (remedy == REMEDY_RUN || remedy == REMEDY_LONGER)
    wb_study_run (study);
}

static void
show_title (WbEnsembleView *self)
{
  WbStudy *study = selected (self);
  const WbStudyProblem *problem = study != NULL ? wb_study_problem (study) : NULL;
  Remedy remedy = REMEDY_NONE;
  g_autofree char *message = study != NULL ? message_of (study, &remedy) : NULL, *label = study != NULL ? remedy_label (study, remedy) : NULL;
  g_autofree char *kind = study != NULL ? g_strdup (wb_study_kind (study) != NULL ? _(wb_study_kind (study)->label) : NULL) : NULL;
  const char *about = problem != NULL && problem->file->about != NULL ? problem->file->about : kind;

  gtk_label_set_text (GTK_LABEL (self->title), study != NULL ? wb_study_title (study) : "");
  gtk_label_set_text (GTK_LABEL (self->about), about != NULL ? about : "");
  gtk_widget_set_visible (self->about, about != NULL);
  gtk_label_set_text (GTK_LABEL (self->message), message != NULL ? message : "");
  gtk_widget_set_visible (self->message_row, message != NULL);
  gtk_button_set_label (GTK_BUTTON (self->remedy), label != NULL ? label : "");
  gtk_widget_set_visible (self->remedy, remedy != REMEDY_NONE && !(remedy == REMEDY_SETUP && wb_studies_shows_setup (self->studies)));
  show_counts (self, study);
}

/* ---- signals ---- */

static void
refresh (WbEnsembleView *self)
{
  WbStudy *study = selected (self);
  gboolean has_model = wb_session_model (self->session) != NULL;

  gtk_widget_set_visible (self->empty, study == NULL && !has_model);
  gtk_widget_set_visible (self->start, study == NULL && has_model);
  gtk_widget_set_visible (self->page, study != NULL);
  show_title (self);
  wb_study_panel_show (WB_STUDY_PANEL (self->panel), study);
  show_page (self);
  gtk_widget_set_visible (self->title_row, study != NULL);
}

static void
on_study (WbStudies *studies, WbStudy *study, WbEnsembleView *self)
{
  if (study == selected (self))
    refresh (self);
}

static void
on_drawn (WbStudyPanel *panel, WbEnsembleView *self)
{
  g_signal_emit (self, focus_signal, 0);
}

/* ---- widget ---- */

static void
make_members (GtkMenuButton *button, gpointer user)
{
  WbEnsembleView *self = user;
  int outcome = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (button), "outcome"));
  GtkWidget *popover;

  if (selected (self) == NULL || wb_study_picture (selected (self)) == NULL)
    return;
  popover = gtk_popover_new ();
  gtk_popover_set_child (GTK_POPOVER (popover), wb_member_list_new (self->studies, selected (self), (LabOutcome) outcome));
  gtk_menu_button_set_popover (button, popover);
}

static void
on_page (GtkToggleButton *toggle, WbEnsembleView *self)
{
  if (self->switching || selected (self) == NULL || !gtk_toggle_button_get_active (toggle))
    return;
  wb_studies_set_page (self->studies, selected (self), GTK_WIDGET (toggle) == self->to_setup ? WB_STUDY_PAGE_SETUP : WB_STUDY_PAGE_RESULTS);
}

static GtkWidget *
pages_new (WbEnsembleView *self)
{
  self->pages = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  self->to_setup = gtk_toggle_button_new_with_label (_("Set up"));
  self->to_results = gtk_toggle_button_new_with_label (_("Results"));
  gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (self->to_results), GTK_TOGGLE_BUTTON (self->to_setup));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->to_results), TRUE);
  g_signal_connect (self->to_setup, "toggled", G_CALLBACK (on_page), self);
  g_signal_connect (self->to_results, "toggled", G_CALLBACK (on_page), self);
  gtk_box_append (GTK_BOX (self->pages), self->to_setup);
  gtk_box_append (GTK_BOX (self->pages), self->to_results);
  gtk_widget_add_css_class (self->pages, "linked");
  gtk_widget_set_valign (self->pages, GTK_ALIGN_CENTER);
  return self->pages;
}

static GtkWidget *
title_new (WbEnsembleView *self)
{
  static const char *const classes[3] = { "count-ended", "count-terminated", "count-failed" };
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12), *space = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->title = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->title, "model-name");
  gtk_label_set_ellipsize (GTK_LABEL (self->title), PANGO_ELLIPSIZE_END);
  self->about = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->about, "pill");
  gtk_label_set_ellipsize (GTK_LABEL (self->about), PANGO_ELLIPSIZE_END);
  gtk_widget_set_valign (self->about, GTK_ALIGN_CENTER);
  gtk_widget_set_hexpand (space, TRUE);
  gtk_box_append (GTK_BOX (row), self->title);
  gtk_box_append (GTK_BOX (row), self->about);
  gtk_box_append (GTK_BOX (row), space);
  for (int k = 0; k < 3; k++)
    {
      self->counts[k] = gtk_menu_button_new ();
      gtk_menu_button_set_child (GTK_MENU_BUTTON (self->counts[k]), gtk_label_new (NULL));
      g_object_set_data (G_OBJECT (self->counts[k]), "outcome", GINT_TO_POINTER (k));
      gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (self->counts[k]), make_members, self, NULL);
      gtk_widget_add_css_class (self->counts[k], "count-button");
      gtk_widget_add_css_class (self->counts[k], classes[k]);
      gtk_widget_set_valign (self->counts[k], GTK_ALIGN_CENTER);
      wb_tooltip_set (self->counts[k], _("Show these runs"));
      gtk_box_append (GTK_BOX (row), self->counts[k]);
    }
  gtk_box_append (GTK_BOX (row), pages_new (self));
  gtk_widget_add_css_class (row, "title-strip");
  gtk_widget_add_css_class (row, "ensemble-title");
  return row;
}

static GtkWidget *
page_new (WbEnsembleView *self)
{
  GtkWidget *page = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->message = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->message, "compare-message");
  gtk_label_set_wrap (GTK_LABEL (self->message), TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->message), 0);
  gtk_widget_set_hexpand (self->message, TRUE);
  self->remedy = wb_styled (gtk_button_new (), "raised");
  gtk_widget_set_valign (self->remedy, GTK_ALIGN_CENTER);
  g_signal_connect_swapped (self->remedy, "clicked", G_CALLBACK (on_remedy), self);
  self->message_row = wb_styled (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12), "ensemble-message");
  wb_box_add (self->message_row, self->message, self->remedy, NULL);
  gtk_box_append (GTK_BOX (page), self->message_row);
  self->setup = wb_setup_page_new (self->studies);
  gtk_box_append (GTK_BOX (page), self->setup);
  self->rows = wb_fraction_box_new (GTK_ORIENTATION_VERTICAL, GAP);
  self->panel = wb_study_panel_new (self->studies, &wb_ensemble_shown (self->studies)->choice);
  g_signal_connect (self->panel, "drawn", G_CALLBACK (on_drawn), self);
  wb_fraction_box_append (WB_FRACTION_BOX (self->rows), self->panel, 1);
  gtk_widget_set_vexpand (self->rows, TRUE);
  gtk_widget_set_margin_start (self->rows, GAP);
  gtk_widget_set_margin_end (self->rows, GAP);
  gtk_widget_set_margin_bottom (self->rows, 11);
  gtk_box_append (GTK_BOX (page), self->rows);
  gtk_widget_set_vexpand (page, TRUE);
  return page;
}

static gboolean
refresh_page (gpointer user)
{
  WbEnsembleView *self = user;

  self->refreshing = 0;
  show_page (self);
  return G_SOURCE_REMOVE;
}

static void
wb_ensemble_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                          int *natural_baseline)
{
  gtk_widget_measure (WB_ENSEMBLE_VIEW (widget)->box, orientation, for_size, minimum, natural, minimum_baseline, natural_baseline);
}

/* Shows or hides the preview later, because children must not become visible or hidden during an allocation. */
static void
wb_ensemble_view_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  WbEnsembleView *self = WB_ENSEMBLE_VIEW (widget);
  gboolean tall = height >= LEAST_HEIGHT, wide = width >= LEAST_WIDTH;

  gtk_widget_size_allocate (self->box, &(GtkAllocation) { 0, 0, width, height }, baseline);
  if (tall == self->tall && wide == self->wide)
    return;
  self->tall = tall;
  self->wide = wide;
  if (self->refreshing == 0)
    self->refreshing = g_idle_add_full (GDK_PRIORITY_REDRAW - 1, refresh_page, self, NULL);
}

static void
wb_ensemble_view_dispose (GObject *object)
{
  WbEnsembleView *self = WB_ENSEMBLE_VIEW (object);

  if (self->studies != NULL)
    g_signal_handlers_disconnect_by_data (self->studies, self);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_handle_id (&self->refreshing, g_source_remove);
  g_clear_object (&self->studies);
  G_OBJECT_CLASS (wb_ensemble_view_parent_class)->dispose (object);
}

static void
wb_ensemble_view_class_init (WbEnsembleViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_ensemble_view_dispose;
  GTK_WIDGET_CLASS (klass)->measure = wb_ensemble_view_measure;
  GTK_WIDGET_CLASS (klass)->size_allocate = wb_ensemble_view_allocate;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "ensembleview");
  focus_signal = g_signal_new ("focus-changed", WB_TYPE_ENSEMBLE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
wb_ensemble_view_init (WbEnsembleView *self)
{
  self->focused = -1;
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
wb_ensemble_view_new (WbSession *session)
{
  WbEnsembleView *self = g_object_new (WB_TYPE_ENSEMBLE_VIEW, NULL);

  self->session = session;
  self->studies = g_object_ref (wb_studies_of (session));
  self->title_row = title_new (self);
  gtk_box_append (GTK_BOX (self->box), self->title_row);
  self->page = page_new (self);
  gtk_box_append (GTK_BOX (self->box), self->page);
  self->start = wb_study_cards_new (self->studies);
  gtk_widget_set_vexpand (self->start, TRUE);
  gtk_box_append (GTK_BOX (self->box), self->start);
  self->empty = wb_empty_page_new ();
  gtk_widget_set_vexpand (self->empty, TRUE);
  gtk_box_append (GTK_BOX (self->box), self->empty);
  g_signal_connect_swapped (self->studies, "studies-changed", G_CALLBACK (refresh), self);
  g_signal_connect_swapped (self->studies, "selection-changed", G_CALLBACK (refresh), self);
  g_signal_connect (self->studies, "study-changed", G_CALLBACK (on_study), self);
  g_signal_connect_object (session, "model-changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  refresh (self);
  return GTK_WIDGET (self);
}
