/* Assembles the Microscope view, shows the attempt or the event, and moves to another one. */
#include "wb-microscope-view.h"

#include <glib/gi18n.h>
#include <math.h>

#include "wb-attempt-tabs.h"
#include "wb-attempt-title.h"
#include "wb-axis-knob.h"
#include "wb-card-columns.h"
#include "wb-card-menu.h"
#include "wb-fraction-box.h"
#include "wb-microscope-cards.h"
#include "wb-microscope-plots.h"
#include "wb-newton-plot.h"
#include "wb-rich.h"
#include "wb-search-page.h"
#include "wb-state-chooser.h"
#include "wb-style.h"
#include "wb-tooltip.h"
#include "wb-trial-card.h"
#include "wb-trial-plot.h"
#include "wb-widgets.h"
#include "wb-wrap.h"

/* Widths and heights of the cards in px in a window of 1440 × 900 px. The view uses only their ratios. */
#define STAGES_SHARE 418
#define PLANE_SHARE 357
#define VERDICT_SHARE 300
#define TABLE_SHARE 244
#define BOTTOM_SHARE 219
/* Widths in the last row of the right column. */
#define TRIAL_SHARE 510
#define HISTORY_SHARE 300
/* Height in px that the last row takes from the table if the history has rows of Newton iterations. */
#define ROWS_SHARE 82
#define CARD_SHARE 494
#define ERROR_SHARE 314
/* The plot of the end of the step has this fraction of the width. */
#define END_SHARE 0.26

struct _WbMicroscopeView
{
  GtkWidget parent_instance;
  WbSession *session;
  WbMicroscope *microscope;
  GtkWidget *box, *name, *about, *badge, *tabs, *previous, *next, *rejection, *step, *message, *message_text, *cancel, *cards;
  GtkWidget *stages, *second, *areas[WB_N_ATTEMPT_PLOTS], *plane, *verdict, *error, *table, *attempt, *search, *event;
  GtkWidget *first, *beside, *goes_on, *states, *history, *trial, *bottom, *tools;
  WbCardColumns at;
  gboolean narrow, shows_trial;
  guint progress_source;
};

G_DEFINE_FINAL_TYPE (WbMicroscopeView, wb_microscope_view, GTK_TYPE_WIDGET)

/* ---- title ---- */

static void
refresh_title (WbMicroscopeView *self)
{
  g_autofree char *name = wb_attempt_name (self->microscope), *about = wb_attempt_about (self->microscope), *markup = NULL;
  g_autofree char *trial = wb_attempt_trial_badge (self->microscope), *badge = NULL;

  gtk_label_set_text (GTK_LABEL (self->name), name);
  markup = wb_rich_markup (about);
  gtk_label_set_markup (GTK_LABEL (self->about), markup);
  badge = wb_rich_markup (trial != NULL ? trial : "");
  gtk_label_set_markup (GTK_LABEL (self->badge), badge);
  gtk_widget_set_visible (self->badge, trial != NULL);
}

/* ---- plots ---- */

static void
clear_plots (WbMicroscopeView *self)
{
  for (int i = 0; i < WB_N_ATTEMPT_PLOTS; i++)
    wb_plot_area_set_view (WB_PLOT_AREA (self->areas[i]), NULL);
}

static void
show_plot (WbMicroscopeView *self, int plot, PlotView *view)
{
  if (view != NULL && plot == WB_ATTEMPT_TRIAL)
    {
      plot_view_set_knob_radius (view, WB_AXIS_KNOB_RADIUS);
      plot_view_set_band_reserve (view, WB_PLOT_AREA_MENU_ROOM);
    }
  wb_plot_area_set_view (WB_PLOT_AREA (self->areas[plot]), view);
}

static void
show_attempt (WbMicroscopeView *self)
{
  const WbAttemptScene scene = wb_microscope_scene (self->microscope);
  PlotView *views[WB_N_ATTEMPT_PLOTS];

  self->shows_trial = scene.attempt->is_trial;
  wb_microscope_attempt_plots (&scene, views);
  for (int i = 0; i < WB_N_ATTEMPT_PLOTS; i++)
    show_plot (self, i, views[i]);
  gtk_widget_set_visible (self->second, views[WB_ATTEMPT_SECOND] != NULL);
  gtk_widget_set_visible (self->areas[WB_ATTEMPT_END], views[WB_ATTEMPT_END] != NULL);
  wb_fraction_box_set_fraction (WB_FRACTION_BOX (self->stages), self->second, views[WB_ATTEMPT_SECOND] != NULL ? 1.6 : 0);
  wb_fraction_box_set_fraction (WB_FRACTION_BOX (self->second), self->areas[WB_ATTEMPT_END], views[WB_ATTEMPT_END] != NULL ? END_SHARE : 0);
  wb_fraction_box_set_fraction (WB_FRACTION_BOX (self->first), self->beside, views[WB_ATTEMPT_END] != NULL ? END_SHARE : 0);
  gtk_widget_set_visible (self->beside, views[WB_ATTEMPT_END] != NULL);
  /* With an implicit method the history has more rows and needs more height. The table then has few columns and rows and needs less. */
  if (!self->narrow)
    {
      const gboolean rows = wb_microscope_history_has_rows (scene.attempt);

      wb_fraction_box_set_fraction (WB_FRACTION_BOX (self->at.right), self->table, rows ? TABLE_SHARE - ROWS_SHARE : TABLE_SHARE);
      wb_fraction_box_set_fraction (WB_FRACTION_BOX (self->at.right), self->bottom, rows ? BOTTOM_SHARE + ROWS_SHARE : BOTTOM_SHARE);
    }
  gtk_widget_set_visible (self->plane, views[WB_ATTEMPT_PLANE] != NULL);
  gtk_widget_set_visible (self->goes_on, wb_newton_was_given_up (&scene));
  gtk_check_button_set_active (GTK_CHECK_BUTTON (self->goes_on), wb_microscope_goes_on (self->microscope));
}

static void
on_goes_on (WbMicroscopeView *self)
{
  wb_microscope_set_goes_on (self->microscope, gtk_check_button_get_active (GTK_CHECK_BUTTON (self->goes_on)));
}

/* Removes the contents of all cards. */
static void
clear_cards (WbMicroscopeView *self)
{
  const WbAttemptScene none = { .attempt = NULL };

  clear_plots (self);
  gtk_widget_set_visible (self->goes_on, FALSE);
  wb_verdict_card_show (self->verdict, &none);
  wb_error_card_show (self->error, &none);
  wb_stage_table_show (self->table, &none);
}

static gboolean
show_progress (gpointer user)
{
  WbMicroscopeView *self = user;
  const double done = wb_microscope_progress (self->microscope);
  g_autofree char *text = NULL;

  if (isnan (done))
    {
      self->progress_source = 0;
      return G_SOURCE_REMOVE;
    }
  text = g_strdup_printf (_("The attempt is repeated: %d %%"), (int) (100 * done));
  if (!gtk_widget_get_visible (self->cancel))
    clear_cards (self); /* the cards show the previous attempt */
  gtk_label_set_text (GTK_LABEL (self->message_text), text);
  gtk_widget_set_visible (self->message, TRUE);
  gtk_widget_set_visible (self->cancel, TRUE);
  return G_SOURCE_CONTINUE;
}

/* Returns whether the model has events that are triggered by a zero crossing. */
static gboolean
has_crossings (ModelSystem *system)
{
  const int n = model_system_n_events (system);

  for (int i = 0; i < n; i++)
    if (model_system_event (system, i)->trigger == MODEL_TRIGGER_CROSSING)
      return TRUE;
  return FALSE;
}

static void
fill_cards (WbMicroscopeView *self)
{
  const WbAttemptScene scene = wb_microscope_scene (self->microscope);

  show_attempt (self);
  wb_verdict_card_show (self->verdict, &scene);
  wb_error_card_show (self->error, &scene);
  wb_stage_table_show (self->table, &scene);
  wb_trial_card_refresh (self->trial);
}

/* The next attempt usually takes a tenth of a second to compute. Until then the cards show the previous attempt. If it takes longer, the
 * view shows the progress. */
static void
on_changed (WbMicroscopeView *self)
{
  const LabAttempt *attempt = wb_microscope_attempt (self->microscope);
  WbRunItem *run = wb_microscope_run (self->microscope);
  const char *error = wb_microscope_error (self->microscope);
  ModelSystem *system = run != NULL ? wb_run_item_system (run) : NULL;
  const gboolean working = !isnan (wb_microscope_progress (self->microscope));

  gtk_widget_set_visible (self->attempt, !wb_microscope_shows_event (self->microscope));
  gtk_widget_set_visible (self->search, wb_microscope_shows_event (self->microscope));
  if (wb_microscope_shows_event (self->microscope))
    return;
  gtk_widget_set_visible (self->event, run != NULL && has_crossings (system));
  refresh_title (self);
  wb_attempt_tabs_refresh (self->tabs);
  if (working && self->progress_source == 0)
    self->progress_source = g_timeout_add (100, show_progress, self);
  if (!working)
    g_clear_handle_id (&self->progress_source, g_source_remove);
  if (working && run != NULL && gtk_widget_get_visible (self->cards) && !gtk_widget_get_visible (self->message))
    return;
  if (attempt != NULL)
    fill_cards (self);
  else
    clear_cards (self);
  wb_state_chooser_refresh (self->states);
  gtk_widget_set_visible (self->cards, run != NULL && error == NULL);
  gtk_widget_set_visible (self->message, run == NULL || error != NULL);
  gtk_widget_set_visible (self->cancel, FALSE);
  gtk_label_set_text (GTK_LABEL (self->message_text), error != NULL ? error : run == NULL ? _("No attempt yet. Run the model first.") : "");
}

/* Shows another trial, or the errors over the step size, which are known later than the attempt. */
static void
on_tried (WbMicroscopeView *self)
{
  const WbAttemptScene scene = wb_microscope_scene (self->microscope);

  if (scene.attempt == NULL || wb_microscope_shows_event (self->microscope))
    return;
  if (scene.attempt->is_trial || self->shows_trial)
    {
      refresh_title (self);
      fill_cards (self);
      return;
    }
  show_plot (self, WB_ATTEMPT_TRIAL, wb_trial_plot (&scene));
  wb_trial_card_refresh (self->trial);
}

static void
on_played (WbMicroscopeView *self)
{
  if (wb_microscope_attempt (self->microscope) != NULL && !wb_microscope_shows_event (self->microscope))
    show_attempt (self);
}

/* Opens the attempt with the largest error if the view is visible and no attempt is open. */
static void
open_something (WbMicroscopeView *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)) && !wb_microscope_is_open (self->microscope) && !wb_microscope_open_wanted (self->microscope))
    wb_microscope_open_worst (self->microscope);
}

static void
wb_microscope_view_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (wb_microscope_view_parent_class)->map (widget);
  open_something (WB_MICROSCOPE_VIEW (widget));
}

/* ---- actions ---- */

static void go_back (WbMicroscopeView *self) { wb_microscope_move (self->microscope, -1); }
static void go_on (WbMicroscopeView *self) { wb_microscope_move (self->microscope, 1); }
static void cancel (WbMicroscopeView *self) { wb_microscope_cancel (self->microscope); }

static void
next_rejection (WbMicroscopeView *self)
{
  if (!wb_microscope_move_to_rejection (self->microscope, 1))
    g_signal_emit_by_name (self->session, "message", _("There is no later rejected attempt."));
}

static void open_event (WbMicroscopeView *self) { wb_microscope_open_step (self->microscope); }

static void take_step (WbMicroscopeView *self) { wb_microscope_step (self->microscope); }

gboolean
wb_microscope_view_key (WbMicroscopeView *self, guint key, GdkModifierType held)
{
  if (wb_microscope_shows_event (self->microscope) && wb_search_page_key (WB_SEARCH_PAGE (self->search), key, held))
    return TRUE;
  switch (key)
    {
    case GDK_KEY_space: return wb_microscope_play (self->microscope);
    case GDK_KEY_Left: go_back (self); return TRUE;
    case GDK_KEY_Right: go_on (self); return TRUE;
    case GDK_KEY_j: next_rejection (self); return TRUE;
    case GDK_KEY_J: wb_microscope_move_to_rejection (self->microscope, -1); return TRUE;
    case GDK_KEY_h: return wb_trial_card_focus (self->trial);
    case GDK_KEY_period: take_step (self); return TRUE;
    case GDK_KEY_Escape: cancel (self); return !isnan (wb_microscope_progress (self->microscope));
    default: return FALSE;
    }
}

/* ---- widget ---- */

static GtkWidget *
button_new (WbMicroscopeView *self, const char *icon, const char *label, GCallback clicked)
{
  GtkWidget *button = label != NULL && icon == NULL ? gtk_button_new_with_label (label) : gtk_button_new_from_icon_name (icon);

  if (icon != NULL && label != NULL)
    wb_widget_set_label (button, label);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  g_signal_connect_swapped (button, "clicked", clicked, self);
  return button;
}

static GtkWidget *
title_new (WbMicroscopeView *self)
{
  GtkWidget *strip = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12), *pair = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_add_css_class (strip, "title-strip");
  gtk_widget_add_css_class (strip, "compare");
  self->name = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->name, "model-name");
  gtk_box_append (GTK_BOX (strip), self->name);
  self->about = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->about), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (self->about), 0);
  gtk_widget_add_css_class (self->about, "dim");
  gtk_box_append (GTK_BOX (strip), self->about);
  self->badge = wb_rich_label_new ("");
  gtk_widget_add_css_class (self->badge, "badge");
  gtk_widget_add_css_class (self->badge, "large");
  gtk_widget_add_css_class (self->badge, "trial");
  gtk_widget_set_valign (self->badge, GTK_ALIGN_CENTER);
  gtk_widget_set_visible (self->badge, FALSE);
  gtk_box_append (GTK_BOX (strip), self->badge);
  self->tools = wb_wrap_new (12);
  gtk_widget_set_valign (self->tools, GTK_ALIGN_CENTER);
  gtk_widget_set_halign (self->tools, GTK_ALIGN_END);
  gtk_widget_set_hexpand (self->tools, TRUE);
  wb_wrap_set_wraps (WB_WRAP (self->tools), FALSE); /* otherwise the text beside it would get its width */
  self->tabs = wb_attempt_tabs_new (self->microscope);
  wb_wrap_append (WB_WRAP (self->tools), self->tabs);
  self->states = wb_state_chooser_new (self->microscope);
  wb_wrap_append (WB_WRAP (self->tools), self->states);
  self->previous = button_new (self, "wb-previous-symbolic", _("Previous attempt"), G_CALLBACK (go_back));
  self->next = button_new (self, "wb-next-symbolic", _("Next attempt"), G_CALLBACK (go_on));
  gtk_widget_add_css_class (pair, "linked");
  gtk_box_append (GTK_BOX (pair), self->previous);
  gtk_box_append (GTK_BOX (pair), self->next);
  wb_wrap_append (WB_WRAP (self->tools), pair);
  self->rejection = button_new (self, NULL, _("Next rejection"), G_CALLBACK (next_rejection));
  wb_wrap_append (WB_WRAP (self->tools), self->rejection);
  self->event = button_new (self, NULL, _("Event"), G_CALLBACK (open_event));
  wb_tooltip_set (self->event, _("Show the search of this step for events"));
  wb_wrap_append (WB_WRAP (self->tools), self->event);
  self->step = button_new (self, NULL, _("Step"), G_CALLBACK (take_step));
  wb_wrap_append (WB_WRAP (self->tools), self->step);
  gtk_box_append (GTK_BOX (strip), self->tools);
  return strip;
}

static GtkWidget *
area_new (WbMicroscopeView *self, int plot)
{
  self->areas[plot] = wb_plot_area_new (NULL);
  return self->areas[plot];
}

/* Makes a plot area with the menu of its card. */
static GtkWidget *
area_with_menu (WbMicroscopeView *self, int plot)
{
  GtkWidget *overlay = wb_card_menu_wrap (area_new (self, plot), plot, TRUE, NULL);

  gtk_widget_set_vexpand (overlay, TRUE);
  return overlay;
}

/* Opens the attempt whose mark was clicked in the plot of the last attempts. */
static void
on_history (GtkGestureClick *click, int n, double x, double y, WbMicroscopeView *self)
{
  PlotView *view = wb_plot_area_view (WB_PLOT_AREA (self->areas[WB_ATTEMPT_HISTORY]));
  const LabAttempt *attempt = wb_microscope_attempt (self->microscope);
  double number, h;

  if (view == NULL || attempt == NULL)
    return;
  plot_view_unmap (view, x, y, &number, &h);
  number = rint (number) - 1;
  if (number >= (double) attempt->first_around && number < (double) attempt->first_around + attempt->n_around && (gsize) number != attempt->index)
    wb_microscope_open (self->microscope, (gsize) number);
}

static GtkWidget *
card_of (GtkWidget *child)
{
  gtk_widget_add_css_class (child, "card");
  gtk_widget_set_overflow (child, GTK_OVERFLOW_HIDDEN);
  return child;
}

/* Places the cards in two columns. */
static void
place_wide (WbMicroscopeView *self)
{
  wb_fraction_box_append (WB_FRACTION_BOX (self->at.left), self->stages, STAGES_SHARE);
  wb_fraction_box_append (WB_FRACTION_BOX (self->at.left), self->plane, PLANE_SHARE);
  wb_fraction_box_append (WB_FRACTION_BOX (self->at.top), self->verdict, CARD_SHARE);
  wb_fraction_box_append (WB_FRACTION_BOX (self->at.top), self->error, ERROR_SHARE);
  wb_fraction_box_append (WB_FRACTION_BOX (self->at.right), self->table, TABLE_SHARE);
  wb_fraction_box_append (WB_FRACTION_BOX (self->at.right), self->bottom, BOTTOM_SHARE);
  wb_fraction_box_append (WB_FRACTION_BOX (self->bottom), self->trial, TRIAL_SHARE);
  wb_fraction_box_append (WB_FRACTION_BOX (self->bottom), self->history, HISTORY_SHARE);
}

/* The cards of a narrow window from top to bottom, with the verdict first. Heights are in px at the default text size. */
#define N_NARROW 7
/* Distance of the rows of buttons in the title of a narrow window from its edges, px. */
#define NARROW_MARGIN 8

typedef struct { GtkWidget *card; int height; } NarrowCard;

static void
narrow_cards (WbMicroscopeView *self, NarrowCard cards[N_NARROW])
{
  const NarrowCard order[N_NARROW] = { { self->verdict, 300 }, { self->stages, 420 }, { self->trial, 300 }, { self->error, 250 },
                                       { self->table, 250 },   { self->history, 290 }, { self->plane, 300 } };

  for (int i = 0; i < N_NARROW; i++)
    cards[i] = order[i];
}

static void
set_heights (gpointer user)
{
  WbMicroscopeView *self = user;
  NarrowCard cards[N_NARROW];

  wb_card_columns_set_height (&self->at);
  narrow_cards (self, cards);
  for (int i = 0; i < N_NARROW; i++)
    gtk_widget_set_size_request (cards[i].card, -1, self->narrow ? (int) wb_style_px (cards[i].height) : -1);
}

void
wb_microscope_view_set_narrow (WbMicroscopeView *self, gboolean narrow)
{
  NarrowCard cards[N_NARROW];

  wb_search_page_set_narrow (WB_SEARCH_PAGE (self->search), narrow);
  if (self->narrow == narrow)
    return;
  self->narrow = narrow;
  narrow_cards (self, cards);
  for (int i = 0; i < N_NARROW; i++)
    {
      g_object_ref (cards[i].card);
      if (narrow)
        gtk_widget_unparent (cards[i].card);
      else
        gtk_box_remove (GTK_BOX (self->at.column), cards[i].card);
      if (narrow)
        gtk_box_append (GTK_BOX (self->at.column), cards[i].card);
    }
  if (narrow)
    gtk_widget_unparent (self->bottom);
  else
    place_wide (self);
  for (int i = 0; i < N_NARROW; i++)
    g_object_unref (cards[i].card);
  set_heights (self);
  wb_card_columns_set_narrow (&self->at, narrow);
  gtk_widget_set_visible (self->about, !narrow);
  gtk_widget_set_halign (self->tools, narrow ? GTK_ALIGN_FILL : GTK_ALIGN_END);
  gtk_widget_set_margin_top (self->tools, narrow ? NARROW_MARGIN : 0);
  gtk_widget_set_margin_bottom (self->tools, narrow ? NARROW_MARGIN : 0);
  wb_wrap_set_wraps (WB_WRAP (self->tools), narrow);
}

/* Makes the check button that continues an iteration of Newton's method. It is in the title band of the plot of the iterations. */
static GtkWidget *
goes_on_new (WbMicroscopeView *self)
{
  /* Translators: what Newton's method would have done if the run had not given it up. */
  self->goes_on = gtk_check_button_new_with_label (_("Had it gone on"));
  wb_tooltip_set (self->goes_on, _("Continue the iteration that was given up. The further iterates are not part of the run."));
  gtk_widget_set_halign (self->goes_on, GTK_ALIGN_END);
  gtk_widget_set_valign (self->goes_on, GTK_ALIGN_START);
  gtk_widget_set_margin_top (self->goes_on, 7);
  gtk_widget_set_margin_end (self->goes_on, 44);
  gtk_widget_set_visible (self->goes_on, FALSE);
  g_signal_connect_swapped (self->goes_on, "toggled", G_CALLBACK (on_goes_on), self);
  return self->goes_on;
}

static GtkWidget *
cards_new (WbMicroscopeView *self)
{
  GtkWidget *first, *cards = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkGesture *click;

  wb_card_columns_init (&self->at, cards, VERDICT_SHARE);
  self->history = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->stages = card_of (wb_fraction_box_new (GTK_ORIENTATION_VERTICAL, 0));
  /* The upper and the lower plot get the same width, so that their time axes are aligned. */
  self->first = wb_fraction_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  self->beside = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  wb_fraction_box_append (WB_FRACTION_BOX (self->first), area_new (self, WB_ATTEMPT_FIRST), 1 - END_SHARE);
  wb_fraction_box_append (WB_FRACTION_BOX (self->first), self->beside, END_SHARE);
  first = wb_card_menu_wrap (self->first, WB_ATTEMPT_FIRST, TRUE, NULL);
  gtk_overlay_add_overlay (GTK_OVERLAY (first), goes_on_new (self));
  wb_fraction_box_append (WB_FRACTION_BOX (self->stages), first, 1);
  self->second = wb_fraction_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  wb_fraction_box_append (WB_FRACTION_BOX (self->second), area_new (self, WB_ATTEMPT_SECOND), 1 - END_SHARE);
  wb_fraction_box_append (WB_FRACTION_BOX (self->second), area_new (self, WB_ATTEMPT_END), END_SHARE);
  wb_fraction_box_append (WB_FRACTION_BOX (self->stages), self->second, 1.6);
  self->plane = card_of (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0));
  gtk_box_append (GTK_BOX (self->plane), area_with_menu (self, WB_ATTEMPT_PLANE));
  self->verdict = wb_verdict_card_new ();
  self->error = wb_error_card_new ();
  self->table = wb_stage_table_new ();
  card_of (self->history);
  gtk_box_append (GTK_BOX (self->history), area_with_menu (self, WB_ATTEMPT_HISTORY));
  click = gtk_gesture_click_new ();
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  g_signal_connect (click, "released", G_CALLBACK (on_history), self);
  gtk_widget_add_controller (self->areas[WB_ATTEMPT_HISTORY], GTK_EVENT_CONTROLLER (click));
  self->trial = card_of (wb_trial_card_new (self->microscope, area_new (self, WB_ATTEMPT_TRIAL), WB_ATTEMPT_TRIAL, FALSE));
  self->bottom = g_object_ref_sink (wb_fraction_box_new (GTK_ORIENTATION_HORIZONTAL, WB_CARD_GAP));
  place_wide (self);
  return cards;
}

static void
wb_microscope_view_dispose (GObject *object)
{
  WbMicroscopeView *self = WB_MICROSCOPE_VIEW (object);

  if (self->box != NULL)
    clear_plots (self);
  if (self->microscope != NULL)
    g_signal_handlers_disconnect_by_data (self->microscope, self);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->bottom);
  g_clear_object (&self->microscope);
  g_clear_handle_id (&self->progress_source, g_source_remove);
  G_OBJECT_CLASS (wb_microscope_view_parent_class)->dispose (object);
}

static void
wb_microscope_view_class_init (WbMicroscopeViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_microscope_view_dispose;
  GTK_WIDGET_CLASS (klass)->map = wb_microscope_view_map;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "microscopeview");
}

static void
wb_microscope_view_init (WbMicroscopeView *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
wb_microscope_view_new (WbSession *session)
{
  WbMicroscopeView *self = g_object_new (WB_TYPE_MICROSCOPE_VIEW, NULL);

  self->session = session;
  self->microscope = g_object_ref (wb_microscope_of (session));
  self->attempt = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (self->box), self->attempt);
  gtk_widget_set_vexpand (self->attempt, TRUE);
  self->search = wb_search_page_new (session);
  gtk_widget_set_vexpand (self->search, TRUE);
  gtk_widget_set_visible (self->search, FALSE);
  gtk_box_append (GTK_BOX (self->box), self->search);
  gtk_box_append (GTK_BOX (self->attempt), title_new (self));
  self->message = wb_card_message_new (&self->message_text, &self->cancel, G_CALLBACK (cancel), self);
  gtk_box_append (GTK_BOX (self->attempt), self->message);
  self->cards = cards_new (self);
  gtk_box_append (GTK_BOX (self->attempt), self->cards);
  g_signal_connect_swapped (self->microscope, "changed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (self->microscope, "played", G_CALLBACK (on_played), self);
  g_signal_connect_swapped (self->microscope, "tried", G_CALLBACK (on_tried), self);
  g_signal_connect_object (session, "state-changed", G_CALLBACK (open_something), self, G_CONNECT_SWAPPED);
  wb_style_watch (set_heights, G_OBJECT (self));
  on_changed (self);
  return GTK_WIDGET (self);
}
