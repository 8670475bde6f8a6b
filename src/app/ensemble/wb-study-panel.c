/* Shows the plots of a study in cards, with their menus, and opens a run or a part of a picture by a click. */
#include "wb-study-panel.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "plot-text.h"
#include "wb-fraction-box.h"
#include "wb-study-command.h"
#include "wb-study-key.h"
#include "wb-study-new.h"
#include "wb-study-runs.h"
#include "wb-study-trace.h"
#include "wb-sweep-plots.h"
#include "wb-widgets.h"

/* Widths and heights of the cards in px in a window of 1440 × 900 px. The panel uses only their ratios. */
#define FAN_SHARE 773
#define HISTOGRAM_SHARE 354
#define GAP 12

struct _WbStudyPanel
{
  GtkWidget parent_instance;
  WbStudies *studies;
  WbStudy *study;            /* study on display, or NULL */
  WbEnsembleChoice *choice;
  GSimpleActionGroup *actions; /* borrowed from the widget */
  gboolean preview;
  GtkWidget *cards, *numbers, *numbers_text, *key;
  GtkWidget *areas[WB_N_ENSEMBLE_VIEWS], *overlays[WB_N_ENSEMBLE_VIEWS], *menus[WB_N_ENSEMBLE_VIEWS];
  WbEnsemblePicture *drawn;  /* the picture from which the plots were made */
  const LabResult *result;   /* the result from which the plots were made; used only for comparison */
  const LabPath *path;       /* the run drawn over the picture of a basin; used only for comparison */
  int focused;
};

G_DEFINE_FINAL_TYPE (WbStudyPanel, wb_study_panel, GTK_TYPE_WIDGET)

static guint drawn_signal;

WbPlotArea *wb_study_panel_area (WbStudyPanel *self, int card) { return WB_PLOT_AREA (self->areas[card]); }

/* ---- cards ---- */

gboolean
wb_study_panel_has (WbStudyPanel *self, int card)
{
  return card >= 0 && card < WB_N_ENSEMBLE_VIEWS && wb_plot_area_view (WB_PLOT_AREA (self->areas[card])) != NULL;
}

gboolean
wb_study_panel_shows (WbStudyPanel *self, int card)
{
  return wb_study_panel_has (self, card) && gtk_widget_get_visible (self->overlays[card]);
}

static void
share_out (WbStudyPanel *self)
{
  static const double shares[WB_N_ENSEMBLE_VIEWS] = { FAN_SHARE, HISTOGRAM_SHARE, FAN_SHARE };
  int focused = self->preview ? 0 : self->focused;
  gboolean any = FALSE, numbers;

  while (focused >= 0 && focused < WB_N_ENSEMBLE_VIEWS && !wb_study_panel_has (self, focused))
    focused++;
  for (int i = 0; i < WB_N_ENSEMBLE_VIEWS; i++)
    {
      gboolean shown = wb_study_panel_has (self, i) && (focused < 0 || focused == i || focused >= WB_N_ENSEMBLE_VIEWS);

      any |= shown;
      gtk_widget_set_visible (self->overlays[i], shown);
      wb_fraction_box_set_fraction (WB_FRACTION_BOX (self->cards), self->overlays[i], shown ? shares[i] : 0);
    }
  /* The key explains the map, so it is visible only together with the map. */
  numbers = *gtk_label_get_text (GTK_LABEL (self->numbers_text)) != '\0'
            && !self->preview && (focused < 0 || focused == WB_ENSEMBLE_MAP || focused >= WB_N_ENSEMBLE_VIEWS);
  gtk_widget_set_visible (self->numbers, numbers);
  wb_fraction_box_set_fraction (WB_FRACTION_BOX (self->cards), self->numbers, numbers ? HISTOGRAM_SHARE : 0);
  gtk_widget_set_visible (self->cards, any || numbers);
  /* A picture and its key form one card. */
  if (numbers && any)
    gtk_widget_add_css_class (self->cards, "joined");
  else
    gtk_widget_remove_css_class (self->cards, "joined");
}

void
wb_study_panel_focus (WbStudyPanel *self, int card)
{
  self->focused = card;
  share_out (self);
}

void
wb_study_panel_set_preview (WbStudyPanel *self, gboolean preview)
{
  self->preview = preview;
  share_out (self);
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
show_numbers (WbStudyPanel *self, WbStudy *study)
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
draw_plots (WbStudyPanel *self, gboolean keep)
{
  WbStudy *study = self->study;

  for (int i = 0; i < WB_N_ENSEMBLE_VIEWS; i++)
    replace_plot (WB_PLOT_AREA (self->areas[i]), study != NULL ? wb_ensemble_plot_new (study, (WbEnsembleCard) i, self->choice) : NULL, keep);
  show_numbers (self, study);
  g_clear_pointer (&self->drawn, wb_ensemble_picture_unref);
  if (study != NULL && wb_study_picture (study) != NULL)
    self->drawn = wb_ensemble_picture_ref (wb_study_picture (study));
  share_out (self);
  g_signal_emit (self, drawn_signal, 0);
}

/* Sets the reader's choices and the states of their actions to those of a new study. */
static void
reset_choice (WbStudyPanel *self)
{
  static const char *const indices[] = { "fan", "record", "members" };

  *self->choice = (WbEnsembleChoice) { 0 };
  for (guint k = 0; k < G_N_ELEMENTS (indices); k++)
    g_simple_action_set_state (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self->actions), indices[k])), g_variant_new_int32 (0));
  g_simple_action_set_state (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self->actions), "log")), g_variant_new_boolean (FALSE));
}

void
wb_study_panel_show (WbStudyPanel *self, WbStudy *study)
{
  gboolean same = study == self->study;

  if (!same)
    reset_choice (self);
  g_set_object (&self->study, study);
  if (study != NULL && wb_study_is_stale (study))
    gtk_widget_add_css_class (GTK_WIDGET (self), "stale");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "stale");
  if (!same || (study != NULL && (wb_study_picture (study) != self->drawn || wb_study_result (study) != self->result || wb_study_traced (study) != self->path)))
    draw_plots (self, same);
}

/* ---- clicks in the plots ---- */

static void
on_curve (WbPlotArea *area, int run, WbStudyPanel *self)
{
  if (area == wb_study_panel_area (self, WB_ENSEMBLE_FAN) && self->study != NULL && run >= 0)
    wb_studies_open_member (self->studies, self->study, (guint64) run);
}

/* Handles a click in a picture. In a basin draws the run of the clicked cell; in a sweep or orbit diagram opens the run of the clicked
 * point. */
static void
on_plane (WbPlotArea *area, double x, double y, gboolean add, WbStudyPanel *self)
{
  if (self->study == NULL || area != wb_study_panel_area (self, WB_ENSEMBLE_MAP))
    return;
  wb_study_trace (self->study, x, y);
  wb_studies_open_point (self->studies, self->study, x, y);
}

/* ---- menus ---- */

static void
choose (GSimpleAction *action, GVariant *value, gpointer user)
{
  WbStudyPanel *self = user;
  WbEnsembleChoice *choice = self->choice;
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
change_log (GSimpleAction *action, GVariant *value, gpointer user)
{
  WbStudyPanel *self = user;

  self->choice->log = g_variant_get_boolean (value);
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
  WbStudyPanel *self = user;
  g_autofree char *text = NULL;

  if (self->study == NULL)
    return;
  text = wb_ensemble_table_text (self->study, (WbEnsembleCard) CLAMP (g_variant_get_int32 (value), 0, WB_N_ENSEMBLE_VIEWS - 1), self->choice);
  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
copy_command (GSimpleAction *action, GVariant *value, gpointer user)
{
  WbStudyPanel *self = user;
  g_autofree char *text = self->study != NULL ? wb_study_command (self->study) : NULL;

  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static gboolean
has_part (WbStudyPanel *self)
{
  const WbStudyProblem *problem = self->study != NULL ? wb_study_problem (self->study) : NULL;

  return problem != NULL && problem->kind->has_parts;
}

/* Computes the visible part of the plane. Points that are already computed are not computed again. */
static void
compute_part (GSimpleAction *action, GVariant *value, gpointer user)
{
  WbStudyPanel *self = user;
  PlotView *view = wb_plot_area_view (WB_PLOT_AREA (self->areas[WB_ENSEMBLE_MAP]));
  WbStudy *study = self->study;
  g_autofree char *text = NULL;
  PlotRange x, y;

  if (view == NULL || !has_part (self))
    return;
  plot_view_get_x_range (view, &x.low, &x.high);
  plot_view_get_y_range (view, &y.low, &y.high);
  text = wb_study_new_part_text (study, &x, &y);
  if (text == NULL)
    {
      wb_session_message (wb_studies_session (self->studies), _("Run the study first: the picture does not show the present set-up"));
      return;
    }
  wb_study_change (study, text, _("Part of the plane"));
  wb_study_run (study);
}

static void
append_choice (GMenu *menu, const char *label, const char *action, int index)
{
  g_autofree char *plain = plot_text_plain (label), *safe = wb_widget_menu_label (plain), *full = g_strdup_printf ("%s(%d)", action, index);

  g_menu_append (menu, safe, full);
}

/* Appends an entry for each recorded number of a sweep to the menu. */
static void
append_records (WbStudyPanel *self, GMenu *menu)
{
  WbStudy *study = self->study;
  g_autofree char *second = study != NULL && wb_study_problem (study) != NULL && wb_study_problem_is_sweep (wb_study_problem (study))
                              ? wb_sweep_record_title (study, 1) : NULL;
  char *title;

  for (int k = 0; second != NULL && (title = wb_sweep_record_title (study, k)) != NULL; k++)
    {
      append_choice (menu, title, "ensemble.record", k);
      g_free (title);
    }
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
  WbStudyPanel *self = user;
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
  else
    append_records (self, choices);
  g_menu_append (commands, _("Fit"), "ensemble.fit");
  if (card == WB_ENSEMBLE_FAN && wb_ensemble_can_log (self->study, self->choice))
    g_menu_append (commands, _("Logarithmic axis"), "ensemble.log");
  if (card == WB_ENSEMBLE_MAP && has_part (self))
    g_menu_append (commands, _("Compute the shown part"), "ensemble.part");
  append_command (commands, _("Show the numbers"), "win.ensemble-data", card);
  append_command (commands, _("Copy the numbers"), "ensemble.copy-table", card);
  append_command (commands, _("Copy figure"), "win.ensemble-copy", card);
  g_menu_append (commands, _("Copy command"), "ensemble.copy-command");
  append_command (commands, _("Export…"), "win.ensemble-export", card);
  g_menu_append (commands, _("Print…"), "win.print");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (choices));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (members));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (commands));
  gtk_menu_button_set_popover (button, gtk_popover_menu_new_from_model (G_MENU_MODEL (menu)));
}

/* ---- widget ---- */

static GtkWidget *
card_new (WbStudyPanel *self, int card)
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

static GtkWidget *
numbers_new (WbStudyPanel *self)
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

static void
wb_study_panel_dispose (GObject *object)
{
  WbStudyPanel *self = WB_STUDY_PANEL (object);

  g_clear_pointer (&self->cards, gtk_widget_unparent);
  g_clear_pointer (&self->drawn, wb_ensemble_picture_unref);
  g_clear_object (&self->study);
  g_clear_object (&self->studies);
  G_OBJECT_CLASS (wb_study_panel_parent_class)->dispose (object);
}

static void
wb_study_panel_class_init (WbStudyPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_study_panel_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "studypanel");
  drawn_signal = g_signal_new ("drawn", WB_TYPE_STUDY_PANEL, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
wb_study_panel_init (WbStudyPanel *self)
{
  self->focused = -1;
}

GtkWidget *
wb_study_panel_new (WbStudies *studies, WbEnsembleChoice *choice)
{
  static const GActionEntry entries[] = {
    { "fit", fit }, { "part", compute_part }, { "copy-table", copy_table, "i" }, { "copy-command", copy_command },
    { "fan", choose, "i", "0" }, { "record", choose, "i", "0" }, { "members", choose, "i", "0" },
    { "log", NULL, NULL, "false", change_log },
  };
  WbStudyPanel *self = g_object_new (WB_TYPE_STUDY_PANEL, NULL);
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();

  self->studies = g_object_ref (studies);
  self->choice = choice;
  g_action_map_add_action_entries (G_ACTION_MAP (group), entries, G_N_ELEMENTS (entries), self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "ensemble", G_ACTION_GROUP (group));
  self->actions = group;
  self->cards = wb_fraction_box_new (GTK_ORIENTATION_HORIZONTAL, GAP);
  for (int i = 0; i < WB_N_ENSEMBLE_VIEWS; i++)
    wb_fraction_box_append (WB_FRACTION_BOX (self->cards), card_new (self, i), i == WB_ENSEMBLE_HISTOGRAM ? HISTOGRAM_SHARE : FAN_SHARE);
  self->numbers = numbers_new (self);
  wb_fraction_box_append (WB_FRACTION_BOX (self->cards), self->numbers, HISTOGRAM_SHARE);
  gtk_widget_set_overflow (self->cards, GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_parent (self->cards, GTK_WIDGET (self));
  share_out (self);
  return GTK_WIDGET (self);
}
