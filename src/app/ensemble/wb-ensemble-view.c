#include "wb-ensemble-view.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "plot-format.h"
#include "plot-text.h"
#include "wb-empty-page.h"
#include "wb-fraction-box.h"
#include "wb-member-list.h"
#include "wb-study-cards.h"
#include "wb-study-key.h"
#include "wb-study-new.h"
#include "wb-study-trace.h"
#include "wb-style.h"
#include "wb-widgets.h"

/* Widths and heights of the cards in px in a window of 1440 × 900 px. The view uses only their ratios. */
#define FAN_SHARE 773
#define HISTOGRAM_SHARE 354
#define GAP 12

struct _WbEnsembleView
{
  GtkWidget parent_instance;
  WbSession *session;
  WbStudies *studies;
  GtkWidget *box, *title_row, *title, *about, *counts[3], *message, *page, *cards, *numbers, *numbers_text, *key, *start, *empty;
  GtkWidget *areas[WB_N_ENSEMBLE_VIEWS], *overlays[WB_N_ENSEMBLE_VIEWS], *menus[WB_N_ENSEMBLE_VIEWS];
  WbStudy *shown;            /* the study on display; not owned, used only for comparison */
  WbEnsemblePicture *drawn;  /* the picture from which the plots were made */
  const LabResult *result;   /* the result from which the plots were made; used only for comparison */
  const LabPath *path;       /* the run drawn over the picture of a basin; used only for comparison */
  int focused;
};

G_DEFINE_FINAL_TYPE (WbEnsembleView, wb_ensemble_view, GTK_TYPE_WIDGET)

static guint focus_signal;

WbStudies *wb_ensemble_view_studies (WbEnsembleView *self) { return self->studies; }
WbPlotArea *wb_ensemble_view_area (WbEnsembleView *self, int card) { return WB_PLOT_AREA (self->areas[card]); }
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
  return card >= 0 && card < WB_N_ENSEMBLE_VIEWS && wb_plot_area_view (WB_PLOT_AREA (self->areas[card])) != NULL;
}

static void
share_out (WbEnsembleView *self)
{
  static const double shares[WB_N_ENSEMBLE_VIEWS] = { FAN_SHARE, HISTOGRAM_SHARE, FAN_SHARE };
  int focused = self->focused;
  gboolean any = FALSE, numbers;

  while (focused >= 0 && focused < WB_N_ENSEMBLE_VIEWS && !wb_ensemble_view_has (self, focused))
    focused++;
  for (int i = 0; i < WB_N_ENSEMBLE_VIEWS; i++)
    {
      gboolean shown = wb_ensemble_view_has (self, i) && (focused < 0 || focused == i || focused >= WB_N_ENSEMBLE_VIEWS);

      any |= shown;
      gtk_widget_set_visible (self->overlays[i], shown);
      wb_fraction_box_set_fraction (WB_FRACTION_BOX (self->cards), self->overlays[i], shown ? shares[i] : 0);
    }
  /* The key explains the map, so it is visible only together with the map. */
  numbers = *gtk_label_get_text (GTK_LABEL (self->numbers_text)) != '\0'
            && (focused < 0 || focused == WB_ENSEMBLE_MAP || focused >= WB_N_ENSEMBLE_VIEWS);
  gtk_widget_set_visible (self->numbers, numbers);
  wb_fraction_box_set_fraction (WB_FRACTION_BOX (self->cards), self->numbers, numbers ? HISTOGRAM_SHARE : 0);
  gtk_widget_set_visible (self->cards, any || numbers);
}

void
wb_ensemble_view_focus (WbEnsembleView *self, int card)
{
  self->focused = CLAMP (card, -1, WB_N_ENSEMBLE_VIEWS - 1);
  share_out (self);
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
  title = plot_text_plain (plot_view_title (wb_plot_area_view (WB_PLOT_AREA (self->areas[self->focused]))));
  return g_strdup_printf (_("%s, %d of %d"), title, at, n);
}

/* Replaces the plot of an area. If `keep` is TRUE, keeps the axis ranges that the user has zoomed to. */
static void
replace_plot (WbPlotArea *area, PlotView *view, gboolean keep)
{
  PlotView *before = wb_plot_area_view (area);
  PlotRange x, y;

  if (view != NULL && before != NULL && keep)
    {
      plot_view_get_shown (before, &x, &y);
      if (x.by_hand || y.by_hand)
        plot_view_set_shown (view, &x, &y);
    }
  if (view != NULL)
    plot_view_set_band_reserve (view, WB_PLOT_AREA_MENU_ROOM);
  wb_plot_area_set_view (area, view);
}

/* Shows the numbers and tables of a study that is not an ensemble. */
static void
show_numbers (WbEnsembleView *self, WbStudy *study)
{
  g_autofree char *text = study != NULL ? wb_study_result_text (study) : NULL;
  GtkWidget *key;

  self->result = study != NULL ? wb_study_result (study) : NULL;
  self->path = study != NULL ? wb_study_traced (study) : NULL;
  gtk_label_set_text (GTK_LABEL (self->numbers_text), text != NULL ? text : "");
  key = study != NULL ? wb_study_key_new (study) : NULL;
  if (self->key != NULL)
    gtk_box_remove (GTK_BOX (gtk_widget_get_parent (self->key)), self->key);
  self->key = key;
  if (key != NULL)
    gtk_box_append (GTK_BOX (gtk_widget_get_parent (self->numbers_text)), key);
  gtk_widget_set_visible (self->numbers_text, key == NULL);
}

static void
draw_plots (WbEnsembleView *self, gboolean keep)
{
  WbStudy *study = selected (self);

  for (int i = 0; i < WB_N_ENSEMBLE_VIEWS; i++)
    replace_plot (WB_PLOT_AREA (self->areas[i]), study != NULL ? wb_ensemble_plot_new (study, (WbEnsembleCard) i, &wb_ensemble_shown (self->studies)->choice) : NULL, keep);
  show_numbers (self, study);
  g_clear_pointer (&self->drawn, wb_ensemble_picture_unref);
  if (study != NULL && wb_study_picture (study) != NULL)
    self->drawn = wb_ensemble_picture_ref (wb_study_picture (study));
  share_out (self);
  g_signal_emit (self, focus_signal, 0);
}

void
wb_ensemble_view_store_shown (WbEnsembleView *self)
{
  WbEnsembleShown *shown = wb_ensemble_shown (self->studies);

  shown->cards = 0;
  for (int i = 0; i < WB_N_ENSEMBLE_VIEWS; i++)
    {
      PlotView *view = wb_plot_area_view (WB_PLOT_AREA (self->areas[i]));

      if (view == NULL)
        continue;
      if (gtk_widget_get_visible (self->overlays[i]))
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
      gtk_widget_set_visible (self->counts[k], picture != NULL && picture->n_done > 0 && (n > 0 || k == LAB_MEMBER_ENDED));
    }
}

static char *
message_of (WbStudy *study)
{
  if (wb_study_error (study) != NULL)
    return g_strdup (wb_study_error (study));
  if (wb_study_is_stale (study))
    return g_strdup (_("The pictures are from the earlier set-up. Run computes them again."));
  return NULL;
}

static void
show_title (WbEnsembleView *self)
{
  WbStudy *study = selected (self);
  const WbStudyProblem *problem = study != NULL ? wb_study_problem (study) : NULL;
  g_autofree char *message = study != NULL ? message_of (study) : NULL, *kind = study != NULL ? g_strdup (wb_study_kind (study)) : NULL;
  const char *about = problem != NULL && problem->file->about != NULL ? problem->file->about : kind;

  gtk_label_set_text (GTK_LABEL (self->title), study != NULL ? wb_study_title (study) : "");
  gtk_label_set_text (GTK_LABEL (self->about), about != NULL ? about : "");
  gtk_widget_set_visible (self->about, about != NULL);
  gtk_label_set_text (GTK_LABEL (self->message), message != NULL ? message : "");
  gtk_widget_set_visible (self->message, message != NULL);
  if (study != NULL && wb_study_is_stale (study))
    gtk_widget_add_css_class (GTK_WIDGET (self), "stale");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "stale");
  show_counts (self, study);
}

/* ---- signals ---- */

static void
refresh (WbEnsembleView *self)
{
  WbStudy *study = selected (self);
  gboolean has_model = wb_session_model (self->session) != NULL, same = study == self->shown;

  if (!same)
    wb_ensemble_shown (self->studies)->choice = (WbEnsembleChoice) { 0 };
  self->shown = study;
  gtk_widget_set_visible (self->empty, study == NULL && !has_model);
  gtk_widget_set_visible (self->start, study == NULL && has_model);
  gtk_widget_set_visible (self->page, study != NULL);
  show_title (self);
  if (!same || (study != NULL && (wb_study_picture (study) != self->drawn || wb_study_result (study) != self->result || wb_study_traced (study) != self->path)))
    draw_plots (self, same);
  gtk_widget_set_visible (self->title_row, study != NULL);
}

static void
on_study (WbStudies *studies, WbStudy *study, WbEnsembleView *self)
{
  if (study == selected (self))
    refresh (self);
}

static void
on_curve (WbPlotArea *area, int run, WbEnsembleView *self)
{
  if (selected (self) != NULL && run >= 0)
    wb_studies_open_member (self->studies, selected (self), (guint64) run);
}

/* Computes and draws the run that starts in the clicked cell of a basin. */
static void
on_plane (WbPlotArea *area, double x, double y, gboolean add, WbEnsembleView *self)
{
  if (selected (self) != NULL)
    wb_study_trace (selected (self), x, y);
}

/* ---- menus ---- */

static void
choose (GSimpleAction *action, GVariant *value, gpointer user)
{
  WbEnsembleView *self = user;
  WbEnsembleChoice *choice = &wb_ensemble_shown (self->studies)->choice;
  const char *name = g_action_get_name (G_ACTION (action));
  int index = g_variant_get_int32 (value);

  if (g_str_equal (name, "fan"))
    choice->fan = index;
  else if (g_str_equal (name, "record"))
    choice->record = index;
  else
    choice->members = (WbShownMembers) index;
  g_simple_action_set_state (action, value);
  draw_plots (self, FALSE);
}

static void
fit (GSimpleAction *action, GVariant *value, gpointer user)
{
  draw_plots (user, FALSE);
}

static void
copy_table (GSimpleAction *action, GVariant *value, gpointer user)
{
  WbEnsembleView *self = user;
  g_autofree char *text = NULL;

  if (selected (self) == NULL)
    return;
  text = wb_ensemble_table_text (selected (self), (WbEnsembleCard) CLAMP (g_variant_get_int32 (value), 0, WB_N_ENSEMBLE_VIEWS - 1), &wb_ensemble_shown (self->studies)->choice);
  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static gboolean
has_part (WbEnsembleView *self)
{
  const WbStudyProblem *problem = selected (self) != NULL ? wb_study_problem (selected (self)) : NULL;

  return problem != NULL && strcmp (problem->file->study, "basin") == 0;
}

/* Computes the visible part of the plane. Points that are already computed are not computed again. */
static void
compute_part (GSimpleAction *action, GVariant *value, gpointer user)
{
  WbEnsembleView *self = user;
  PlotView *view = wb_plot_area_view (WB_PLOT_AREA (self->areas[WB_ENSEMBLE_MAP]));
  WbStudy *study = selected (self);
  g_autofree char *text = NULL;
  PlotRange x, y;

  if (view == NULL || !has_part (self))
    return;
  plot_view_get_x_range (view, &x.low, &x.high);
  plot_view_get_y_range (view, &y.low, &y.high);
  text = wb_study_new_part_text (study, &x, &y);
  if (text == NULL)
    {
      wb_session_message (self->session, _("This needs a picture of the present set-up"));
      return;
    }
  wb_studies_set_text (self->studies, study, text, _("Part of the plane"));
  wb_study_run (study);
}

static void
append_choice (GMenu *menu, const char *label, const char *action, int index)
{
  g_autofree char *plain = plot_text_plain (label), *safe = wb_widget_menu_label (plain), *full = g_strdup_printf ("%s(%d)", action, index);

  g_menu_append (menu, safe, full);
}

static void
append_command (GMenu *menu, const char *label, const char *action, int card)
{
  g_autofree char *full = g_strdup_printf ("%s(%d)", action, card);

  g_menu_append (menu, label, full);
}

static void
make_menu (GtkMenuButton *button, gpointer user)
{
  WbEnsembleView *self = user;
  int card = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (button), "card"));
  const WbEnsemblePicture *picture = self->drawn;
  g_autoptr (GMenu) menu = g_menu_new (), choices = g_menu_new (), members = g_menu_new (), commands = g_menu_new ();

  if (picture == NULL && card != WB_ENSEMBLE_MAP)
    return;
  if (card == WB_ENSEMBLE_FAN)
    {
      for (int k = 0; picture->n_fans > 1 && k < picture->n_fans; k++)
        append_choice (choices, picture->fans[k].label, "ensemble.fan", k);
      append_choice (members, _("All curves"), "ensemble.members", WB_SHOW_ALL);
      append_choice (members, _("Only runs that reached the end"), "ensemble.members", WB_SHOW_ENDED);
      append_choice (members, _("Only runs that failed"), "ensemble.members", WB_SHOW_FAILED);
    }
  else if (card == WB_ENSEMBLE_HISTOGRAM)
    for (int k = 0; picture->n_records > 1 && k < picture->n_records; k++)
      append_choice (choices, picture->records[k].label, "ensemble.record", k);
  g_menu_append (commands, _("Fit"), "ensemble.fit");
  if (card == WB_ENSEMBLE_MAP && has_part (self))
    g_menu_append (commands, _("Compute the shown part"), "ensemble.part");
  append_command (commands, _("Show the numbers"), "win.ensemble-data", card);
  append_command (commands, _("Copy the numbers"), "ensemble.copy-table", card);
  append_command (commands, _("Copy figure"), "win.ensemble-copy", card);
  append_command (commands, _("Export…"), "win.ensemble-export", card);
  g_menu_append (commands, _("Print…"), "win.print");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (choices));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (members));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (commands));
  gtk_menu_button_set_popover (button, gtk_popover_menu_new_from_model (G_MENU_MODEL (menu)));
}

/* ---- widget ---- */

static GtkWidget *
card_new (WbEnsembleView *self, int card)
{
  GtkWidget *overlay = gtk_overlay_new (), *button = gtk_menu_button_new ();

  self->areas[card] = wb_plot_area_new (NULL);
  g_signal_connect (self->areas[card], "run-activated", G_CALLBACK (on_curve), self);
  g_signal_connect (self->areas[card], "plane-clicked", G_CALLBACK (on_plane), self);
  gtk_overlay_set_child (GTK_OVERLAY (overlay), self->areas[card]);
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "wb-more-symbolic");
  g_object_set_data (G_OBJECT (button), "card", GINT_TO_POINTER (card));
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (button), make_menu, self, NULL);
  gtk_widget_add_css_class (button, "plot-menu");
  gtk_widget_set_halign (button, GTK_ALIGN_END);
  gtk_widget_set_valign (button, GTK_ALIGN_START);
  gtk_widget_set_margin_top (button, 4);
  gtk_widget_set_margin_end (button, 9);
  wb_widget_set_name (button, _("Plot menu"));
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), button);
  gtk_widget_add_css_class (overlay, "card");
  gtk_widget_set_overflow (overlay, GTK_OVERFLOW_HIDDEN);
  self->overlays[card] = overlay;
  return overlay;
}

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
      gtk_widget_set_tooltip_text (self->counts[k], _("Show these runs"));
      gtk_box_append (GTK_BOX (row), self->counts[k]);
    }
  gtk_widget_add_css_class (row, "title-strip");
  gtk_widget_add_css_class (row, "ensemble-title");
  return row;
}

static GtkWidget *
numbers_new (WbEnsembleView *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->numbers_text = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->numbers_text), 0);
  gtk_label_set_yalign (GTK_LABEL (self->numbers_text), 0);
  gtk_label_set_selectable (GTK_LABEL (self->numbers_text), TRUE);
  gtk_widget_add_css_class (self->numbers_text, "study-numbers");
  gtk_box_append (GTK_BOX (box), self->numbers_text);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), box);
  gtk_widget_add_css_class (scrolled, "card");
  gtk_widget_set_overflow (scrolled, GTK_OVERFLOW_HIDDEN);
  return scrolled;
}

static GtkWidget *
page_new (WbEnsembleView *self)
{
  GtkWidget *page = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->message = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->message, "compare-message");
  gtk_label_set_wrap (GTK_LABEL (self->message), TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->message), 0);
  gtk_box_append (GTK_BOX (page), self->message);
  self->cards = wb_fraction_box_new (GTK_ORIENTATION_HORIZONTAL, GAP);
  for (int i = 0; i < WB_N_ENSEMBLE_VIEWS; i++)
    wb_fraction_box_append (WB_FRACTION_BOX (self->cards), card_new (self, i), i == WB_ENSEMBLE_HISTOGRAM ? HISTOGRAM_SHARE : FAN_SHARE);
  self->numbers = numbers_new (self);
  wb_fraction_box_append (WB_FRACTION_BOX (self->cards), self->numbers, HISTOGRAM_SHARE);
  gtk_widget_set_vexpand (self->cards, TRUE);
  gtk_widget_set_margin_start (self->cards, GAP);
  gtk_widget_set_margin_end (self->cards, GAP);
  gtk_widget_set_margin_bottom (self->cards, 11);
  gtk_box_append (GTK_BOX (page), self->cards);
  gtk_widget_set_vexpand (page, TRUE);
  return page;
}

static void
wb_ensemble_view_dispose (GObject *object)
{
  WbEnsembleView *self = WB_ENSEMBLE_VIEW (object);

  if (self->studies != NULL)
    g_signal_handlers_disconnect_by_data (self->studies, self);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->drawn, wb_ensemble_picture_unref);
  g_clear_object (&self->studies);
  G_OBJECT_CLASS (wb_ensemble_view_parent_class)->dispose (object);
}

static void
wb_ensemble_view_class_init (WbEnsembleViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_ensemble_view_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
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
  static const GActionEntry entries[] = {
    { "fit", fit }, { "part", compute_part }, { "copy-table", copy_table, "i" }, { "fan", choose, "i", "0" }, { "record", choose, "i", "0" }, { "members", choose, "i", "0" },
  };
  WbEnsembleView *self = g_object_new (WB_TYPE_ENSEMBLE_VIEW, NULL);
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();

  self->session = session;
  self->studies = g_object_ref (wb_studies_of (session));
  g_action_map_add_action_entries (G_ACTION_MAP (group), entries, G_N_ELEMENTS (entries), self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "ensemble", G_ACTION_GROUP (group));
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
