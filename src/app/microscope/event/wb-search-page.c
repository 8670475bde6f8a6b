/* Assembles the page of an event, and searches again when its settings change. */
#include "wb-search-page.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ode-format.h"
#include "plot-text.h"
#include "wb-axis-knob.h"
#include "wb-card-columns.h"
#include "wb-card-menu.h"
#include "wb-event-curve-plot.h"
#include "wb-fraction-box.h"
#include "wb-plot-area.h"
#include "wb-search-strip.h"
#include "wb-search-words.h"
#include "wb-state-card.h"
#include "wb-style.h"
#include "wb-trial-card.h"

/* The cards: widths and heights in px in a window of 1440 × 900 px, and heights for a single column. */
static const struct { WbSearchCard card; int share, height; } cards_left[] = { { WB_SEARCH_WITNESS, 400, 340 }, { WB_SEARCH_PATH, 375, 320 } };
static const struct { WbSearchCard card; int share, height; } cards_right[] = { { WB_SEARCH_BRACKETS, 208, 300 } };
/* The last row of the right column: its height, and the widths of its cards. */
#define BOTTOM_SHARE 256
#define TRIAL_SHARE 510
#define WIDTHS_SHARE 300
#define TOP_SHARE 300
#define REASON_SHARE 480
#define STATE_SHARE 328
#define TOP_HEIGHT 290

struct _WbSearchPage
{
  GtkWidget parent_instance;
  WbSession *session;
  WbMicroscope *microscope;
  GtkWidget *box, *strip, *message, *text, *cancel, *content;
  GtkWidget *areas[WB_N_SEARCH_CARDS], *cards[WB_N_SEARCH_CARDS], *reason, *icon, *title, *sentence, *state, *nearest, *bottom;
  WbCardColumns at;
  gboolean narrow, shows_trial;
  guint progress_source;
};

G_DEFINE_FINAL_TYPE (WbSearchPage, wb_search_page, GTK_TYPE_WIDGET)

/* ---- the reason ---- */

/* Says what is found or missed in the repeated step. */
static void
show_trial_reason (WbSearchPage *self, const WbSearchPicture *picture, WbRunItem *run)
{
  const gboolean missed = picture->crossings->n_missed > 0, found = !missed && picture->crossings->found >= 0;
  g_autofree char *title = wb_search_trial_title (picture), *sentence = wb_search_trial_sentence (picture, wb_run_item_system (run));

  gtk_widget_add_css_class (self->reason, missed ? "verdict-rejected" : found ? "verdict-accepted" : "verdict-cut");
  gtk_label_set_text (GTK_LABEL (self->icon), missed ? "✕" : found ? "✓" : "–");
  gtk_label_set_text (GTK_LABEL (self->title), title);
  gtk_label_set_text (GTK_LABEL (self->sentence), sentence);
  gtk_widget_set_visible (self->nearest, FALSE);
}

static void
refresh_reason (WbSearchPage *self, const WbSearchPicture *picture, WbRunItem *run)
{
  static const char *const classes[] = { "verdict-accepted", "verdict-rejected", "verdict-cut" };
  const LabEvent *event = picture->event;
  const gboolean happens = event->index != G_MAXSIZE && picture->witness == event->witness;
  g_autofree char *title = wb_search_shape_title (picture), *sentence = wb_search_shape_sentence (picture), *full = NULL;
  g_autofree char *phase = wb_search_phase_sentence (picture, wb_run_item_system (run));

  for (gsize i = 0; i < G_N_ELEMENTS (classes); i++)
    gtk_widget_remove_css_class (self->reason, classes[i]);
  if (event->is_trial)
    {
      show_trial_reason (self, picture, run);
      return;
    }
  gtk_widget_add_css_class (self->reason, happens ? "verdict-cut" : picture->shape == LAB_EVENT_TWO_CROSSINGS ? "verdict-rejected" : "verdict-accepted");
  gtk_label_set_text (GTK_LABEL (self->icon), happens ? "▼" : picture->shape == LAB_EVENT_TWO_CROSSINGS ? "✕" : "✓");
  gtk_label_set_text (GTK_LABEL (self->title), title);
  if (isnan (event->window))
    full = g_strdup_printf (_("%s Isolation is off: the event is placed at the end of the step."), sentence);
  gtk_label_set_text (GTK_LABEL (self->sentence), phase != NULL ? phase : full != NULL ? full : sentence);
  gtk_widget_set_visible (self->nearest, event->index == G_MAXSIZE && picture->nearest != G_MAXSIZE);
  if (event->index == G_MAXSIZE && picture->nearest != G_MAXSIZE)
    {
      const SimEventRecord record = sim_trajectory_event (wb_run_item_trajectory (run), picture->nearest);
      g_autofree char *name = wb_search_event_title (wb_run_item_system (run), record.event, picture->nearest_located);
      g_autofree char *t = plot_text_value (record.t, 6, model_time_unit (wb_run_item_model (run)));
      g_autofree char *label = g_strdup_printf (_("The nearest is %s at %s"), name, t), *plain = plot_text_plain (label);

      gtk_button_set_label (GTK_BUTTON (self->nearest), plain);
    }
}

/* ---- contents ---- */

/* Shows a plot in a card and hides the card if there is none; keeps_place: shows the reason instead, so that the other cards do not move. */
static void
show_card (WbSearchPage *self, WbSearchCard card, GtkWidget *box, double share, PlotView *view, gboolean keeps_place)
{
  if (view == NULL && keeps_place)
    view = wb_search_empty_plot (card);
  wb_plot_area_set_view (WB_PLOT_AREA (self->areas[card]), view);
  gtk_widget_set_visible (self->cards[card], view != NULL);
  if (!self->narrow && box != NULL)
    wb_fraction_box_set_fraction (WB_FRACTION_BOX (box), self->cards[card], view != NULL ? share : 0);
}

/* Shows the crossings over the step size, which are known later than the search. */
static void
show_curve (WbSearchPage *self)
{
  const LabEventCurve *curve = wb_microscope_event_curve (self->microscope);
  const WbSearchPicture *picture = wb_microscope_picture_of_run (self->microscope);
  WbRunItem *run = wb_microscope_run (self->microscope);
  const double tried = wb_microscope_tried (self->microscope);
  PlotView *view = NULL;

  if (curve != NULL && picture != NULL && run != NULL)
    {
      view = wb_event_curve_plot (curve, picture, isnan (tried) ? picture->event->h : tried, model_time_unit (wb_run_item_model (run)));
      plot_view_set_knob_radius (view, WB_AXIS_KNOB_RADIUS);
      plot_view_set_band_reserve (view, WB_PLOT_AREA_MENU_ROOM);
    }
  wb_plot_area_set_view (WB_PLOT_AREA (self->areas[WB_SEARCH_TRIAL]), view);
  wb_trial_card_refresh (self->cards[WB_SEARCH_TRIAL]);
}

/* Shows the search of the run or of the step that is tried. */
static void
show_picture (WbSearchPage *self, const WbSearchPicture *picture, WbRunItem *run)
{
  wb_search_strip_show (self->strip, picture, run);
  refresh_reason (self, picture, run);
  for (gsize i = 0; i < G_N_ELEMENTS (cards_left); i++)
    show_card (self, cards_left[i].card, self->at.left, cards_left[i].share, wb_search_plot_new (picture, run, cards_left[i].card), picture->event->is_trial);
  for (gsize i = 0; i < G_N_ELEMENTS (cards_right); i++)
    show_card (self, cards_right[i].card, self->at.right, cards_right[i].share, wb_search_plot_new (picture, run, cards_right[i].card), picture->event->is_trial);
  show_card (self, WB_SEARCH_WIDTHS, self->bottom, WIDTHS_SHARE, wb_search_plot_new (picture, run, WB_SEARCH_WIDTHS), picture->event->is_trial);
  wb_plot_area_set_view (WB_PLOT_AREA (self->areas[WB_SEARCH_LOOKS]), wb_search_plot_new (picture, run, WB_SEARCH_LOOKS));
  wb_state_card_show (self->state, picture, wb_run_item_system (run));
}

/* Shows another trial, or the step of the run again. */
static void
on_tried (WbSearchPage *self)
{
  const WbSearchPicture *picture = wb_microscope_picture (self->microscope);
  WbRunItem *run = wb_microscope_run (self->microscope);

  if (!wb_microscope_shows_event (self->microscope) || picture == NULL || run == NULL)
    return;
  if (picture->event->is_trial != self->shows_trial || picture->event->is_trial)
    show_picture (self, picture, run);
  self->shows_trial = picture->event->is_trial;
  show_curve (self);
}

static gboolean
show_progress (gpointer user)
{
  WbSearchPage *self = user;
  const double done = wb_microscope_progress (self->microscope);

  if (isnan (done) || !wb_microscope_shows_event (self->microscope))
    {
      self->progress_source = 0;
      return G_SOURCE_REMOVE;
    }
  {
    g_autofree char *text = g_strdup_printf (_("The search is repeated: %d %%"), (int) (100 * done));

    gtk_label_set_text (GTK_LABEL (self->text), text);
  }
  gtk_widget_set_visible (self->message, TRUE);
  gtk_widget_set_visible (self->cancel, TRUE);
  return G_SOURCE_CONTINUE;
}

/* Shows the search. While it is computed, the cards keep their old contents. */
static void
on_changed (WbSearchPage *self)
{
  const WbSearchPicture *picture = wb_microscope_picture (self->microscope);
  WbRunItem *run = wb_microscope_run (self->microscope);
  const char *error = wb_microscope_error (self->microscope);
  const gboolean working = !isnan (wb_microscope_progress (self->microscope));

  if (!wb_microscope_shows_event (self->microscope))
    return;
  if (working && self->progress_source == 0)
    self->progress_source = g_timeout_add (100, show_progress, self);
  if (!working)
    g_clear_handle_id (&self->progress_source, g_source_remove);
  gtk_widget_set_visible (self->message, error != NULL);
  gtk_widget_set_visible (self->cancel, FALSE);
  gtk_label_set_text (GTK_LABEL (self->text), error != NULL ? error : "");
  gtk_widget_set_visible (self->content, error == NULL);
  if (error != NULL)
    wb_search_strip_clear (self->strip);
  if (picture == NULL || run == NULL)
    return;
  show_picture (self, picture, run);
  self->shows_trial = picture->event->is_trial;
  show_curve (self);
}

/* ---- actions ---- */

static void cancel (WbSearchPage *self) { wb_microscope_cancel (self->microscope); }

static void
open_nearest (WbSearchPage *self)
{
  const WbSearchPicture *picture = wb_microscope_picture (self->microscope);

  if (picture != NULL && picture->nearest != G_MAXSIZE)
    wb_microscope_open_event (self->microscope, picture->nearest);
}

/* Copies the isolation window and the number of guard points from the page to the settings of the session. */
static void
use_in_run (GtkWidget *widget, const char *action, GVariant *value)
{
  WbSearchPage *self = WB_SEARCH_PAGE (widget);
  const WbSearchPicture *picture = wb_microscope_picture (self->microscope);
  g_autoptr (GError) error = NULL;
  g_autofree char *looks = NULL;
  char window[ODE_FORMAT_SIZE];

  if (picture == NULL)
    return;
  looks = g_strdup_printf ("%d", picture->looks);
  window[ode_format_double (window, picture->choice.window >= 1e-20 ? picture->choice.window : 0)] = '\0';
  if ((picture->choice.window > 0 && !wb_session_set (self->session, WB_SETTING, "isolation", window, &error))
      || !wb_session_set (self->session, WB_SETTING, "guard", looks, &error)
      || (picture->choice.ranges >= 0 && !wb_session_set (self->session, WB_SETTING, "ranges", picture->choice.ranges > 0 ? "true" : "false", &error)))
    wb_session_message (self->session, error->message);
  else
    wb_session_message (self->session, _("The next run uses this window and this number of guard points."));
}

gboolean
wb_search_page_key (WbSearchPage *self, guint key, GdkModifierType held)
{
  switch (key)
    {
    case GDK_KEY_Left: (held & GDK_SHIFT_MASK) != 0 ? wb_search_strip_change_witness (self->strip, -1) : wb_search_strip_move (self->strip, -1); return TRUE;
    case GDK_KEY_Right: (held & GDK_SHIFT_MASK) != 0 ? wb_search_strip_change_witness (self->strip, 1) : wb_search_strip_move (self->strip, 1); return TRUE;
    case GDK_KEY_h: return wb_trial_card_focus (self->cards[WB_SEARCH_TRIAL]);
    case GDK_KEY_Escape: cancel (self); return !isnan (wb_microscope_progress (self->microscope));
    default: return FALSE;
    }
}

/* ---- widget ---- */

/* Adds the menu of a card to the upper right corner of its contents. */
static GtkWidget *
with_menu (GtkWidget *child, WbSearchCard card)
{
  GtkWidget *overlay = wb_card_menu_wrap (child, (int) card, card != WB_SEARCH_STATES,
                                          card == WB_SEARCH_WITNESS || card == WB_SEARCH_LOOKS ? "search.use" : NULL);

  gtk_widget_add_css_class (overlay, "card");
  gtk_widget_set_overflow (overlay, GTK_OVERFLOW_HIDDEN);
  return overlay;
}

static GtkWidget *
card_new (WbSearchPage *self, WbSearchCard card)
{
  self->areas[card] = wb_plot_area_new (self->session);
  self->cards[card] = with_menu (self->areas[card], card);
  return self->cards[card];
}

static GtkWidget *
reason_new (WbSearchPage *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);

  self->reason = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  self->icon = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->icon, "verdict-icon");
  gtk_widget_set_valign (self->icon, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (self->reason), self->icon);
  gtk_box_append (GTK_BOX (self->reason), words);
  self->title = gtk_label_new (NULL);
  self->sentence = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->title), 0);
  gtk_label_set_xalign (GTK_LABEL (self->sentence), 0);
  gtk_label_set_wrap (GTK_LABEL (self->sentence), TRUE);
  gtk_widget_set_hexpand (self->sentence, TRUE);
  gtk_widget_add_css_class (self->reason, "verdict");
  gtk_widget_add_css_class (self->title, "title");
  gtk_box_append (GTK_BOX (words), self->title);
  gtk_box_append (GTK_BOX (words), self->sentence);
  self->nearest = gtk_button_new ();
  gtk_widget_set_halign (self->nearest, GTK_ALIGN_START);
  gtk_widget_add_css_class (self->nearest, "link");
  g_signal_connect_swapped (self->nearest, "clicked", G_CALLBACK (open_nearest), self);
  gtk_box_append (GTK_BOX (words), self->nearest);
  gtk_box_append (GTK_BOX (box), self->reason);
  self->areas[WB_SEARCH_LOOKS] = wb_plot_area_new (self->session);
  gtk_widget_set_vexpand (self->areas[WB_SEARCH_LOOKS], TRUE);
  gtk_box_append (GTK_BOX (box), self->areas[WB_SEARCH_LOOKS]);
  return self->cards[WB_SEARCH_LOOKS] = with_menu (box, WB_SEARCH_LOOKS);
}

/* Removes a card from its box without destroying it. */
static void
take (GtkWidget *card)
{
  if (gtk_widget_get_parent (card) == NULL)
    return;
  if (GTK_IS_BOX (gtk_widget_get_parent (card)))
    gtk_box_remove (GTK_BOX (gtk_widget_get_parent (card)), card);
  else
    gtk_widget_unparent (card);
}

static void
place_wide (WbSearchPage *self)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cards_left); i++)
    {
      gtk_widget_set_size_request (self->cards[cards_left[i].card], -1, -1);
      wb_fraction_box_append (WB_FRACTION_BOX (self->at.left), self->cards[cards_left[i].card], cards_left[i].share);
    }
  for (int i = 0; i < 2; i++)
    gtk_widget_set_size_request (self->cards[i == 0 ? WB_SEARCH_LOOKS : WB_SEARCH_STATES], -1, -1);
  wb_fraction_box_append (WB_FRACTION_BOX (self->at.top), self->cards[WB_SEARCH_LOOKS], REASON_SHARE);
  wb_fraction_box_append (WB_FRACTION_BOX (self->at.top), self->cards[WB_SEARCH_STATES], STATE_SHARE);
  for (gsize i = 0; i < G_N_ELEMENTS (cards_right); i++)
    {
      gtk_widget_set_size_request (self->cards[cards_right[i].card], -1, -1);
      wb_fraction_box_append (WB_FRACTION_BOX (self->at.right), self->cards[cards_right[i].card], cards_right[i].share);
    }
  for (int i = 0; i < 2; i++)
    gtk_widget_set_size_request (self->cards[i == 0 ? WB_SEARCH_TRIAL : WB_SEARCH_WIDTHS], -1, -1);
  wb_fraction_box_append (WB_FRACTION_BOX (self->bottom), self->cards[WB_SEARCH_TRIAL], TRIAL_SHARE);
  wb_fraction_box_append (WB_FRACTION_BOX (self->bottom), self->cards[WB_SEARCH_WIDTHS], WIDTHS_SHARE);
  wb_fraction_box_append (WB_FRACTION_BOX (self->at.right), self->bottom, BOTTOM_SHARE);
}

/* The cards of a narrow window from top to bottom, with heights in px at the default text size. */
static const struct { WbSearchCard card; int height; } narrow_order[] = {
  { WB_SEARCH_WITNESS, 300 },  { WB_SEARCH_LOOKS, TOP_HEIGHT }, { WB_SEARCH_TRIAL, 300 }, { WB_SEARCH_BRACKETS, 290 },
  { WB_SEARCH_STATES, 200 },   { WB_SEARCH_PATH, 300 },         { WB_SEARCH_WIDTHS, 250 },
};

static void
set_heights (gpointer user)
{
  WbSearchPage *self = user;

  wb_card_columns_set_height (&self->at);
  for (gsize i = 0; self->narrow && i < G_N_ELEMENTS (narrow_order); i++)
    gtk_widget_set_size_request (self->cards[narrow_order[i].card], -1, (int) wb_style_px (narrow_order[i].height));
}

static void
place_narrow (WbSearchPage *self)
{
  for (gsize i = 0; i < G_N_ELEMENTS (narrow_order); i++)
    gtk_box_append (GTK_BOX (self->at.column), self->cards[narrow_order[i].card]);
  set_heights (self);
}

void
wb_search_page_set_narrow (WbSearchPage *self, gboolean narrow)
{
  if (self->narrow == narrow)
    return;
  self->narrow = narrow;
  for (int i = 0; i < WB_N_SEARCH_CARDS; i++)
    {
      g_object_ref (self->cards[i]);
      take (self->cards[i]);
    }
  if (narrow)
    {
      gtk_widget_unparent (self->bottom);
      place_narrow (self);
    }
  else
    place_wide (self);
  for (int i = 0; i < WB_N_SEARCH_CARDS; i++)
    g_object_unref (self->cards[i]);
  wb_card_columns_set_narrow (&self->at, narrow);
  wb_search_strip_set_narrow (self->strip, narrow);
  on_changed (self);
}

static GtkWidget *
content_new (WbSearchPage *self)
{
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  wb_card_columns_init (&self->at, content, TOP_SHARE);
  for (gsize i = 0; i < G_N_ELEMENTS (cards_left); i++)
    card_new (self, cards_left[i].card);
  for (gsize i = 0; i < G_N_ELEMENTS (cards_right); i++)
    card_new (self, cards_right[i].card);
  card_new (self, WB_SEARCH_WIDTHS);
  self->areas[WB_SEARCH_TRIAL] = wb_plot_area_new (self->session);
  self->cards[WB_SEARCH_TRIAL] = wb_trial_card_new (self->microscope, self->areas[WB_SEARCH_TRIAL], WB_SEARCH_TRIAL, TRUE);
  gtk_widget_add_css_class (self->cards[WB_SEARCH_TRIAL], "card");
  gtk_widget_set_overflow (self->cards[WB_SEARCH_TRIAL], GTK_OVERFLOW_HIDDEN);
  self->bottom = g_object_ref_sink (wb_fraction_box_new (GTK_ORIENTATION_HORIZONTAL, WB_CARD_GAP));
  reason_new (self);
  self->state = wb_state_card_new ();
  self->cards[WB_SEARCH_STATES] = with_menu (self->state, WB_SEARCH_STATES);
  place_wide (self);
  return content;
}

static void
wb_search_page_dispose (GObject *object)
{
  WbSearchPage *self = WB_SEARCH_PAGE (object);

  if (self->microscope != NULL)
    g_signal_handlers_disconnect_by_data (self->microscope, self);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->bottom);
  g_clear_object (&self->microscope);
  g_clear_handle_id (&self->progress_source, g_source_remove);
  G_OBJECT_CLASS (wb_search_page_parent_class)->dispose (object);
}

static void
wb_search_page_class_init (WbSearchPageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_search_page_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "search.use", NULL, use_in_run);
}

static void
wb_search_page_init (WbSearchPage *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
wb_search_page_new (WbSession *session)
{
  WbSearchPage *self = g_object_new (WB_TYPE_SEARCH_PAGE, NULL);

  self->session = session;
  self->microscope = g_object_ref (wb_microscope_of (session));
  self->strip = wb_search_strip_new (session);
  gtk_box_append (GTK_BOX (self->box), self->strip);
  self->message = wb_card_message_new (&self->text, &self->cancel, G_CALLBACK (cancel), self);
  gtk_box_append (GTK_BOX (self->box), self->message);
  self->content = content_new (self);
  gtk_widget_set_vexpand (self->content, TRUE);
  gtk_box_append (GTK_BOX (self->box), self->content);
  g_signal_connect_swapped (self->microscope, "changed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (self->microscope, "tried", G_CALLBACK (on_tried), self);
  wb_style_watch (set_heights, G_OBJECT (self));
  on_changed (self);
  return GTK_WIDGET (self);
}
