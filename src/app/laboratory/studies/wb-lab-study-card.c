/* Shows the result of a study as plot and sentence, and runs it again with other options. */
#include "wb-lab-study-card.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "model-library.h"
#include "plot-study-diagram.h"
#include "plot-study-dynamics.h"
#include "plot-study-picture.h"
#include "plot-text.h"
#include "wb-lab-card.h"
#include "wb-lab-controller-panel.h"
#include "wb-lab-diagram-panel.h"
#include "wb-lab-marker-knob.h"
#include "wb-lab-option-panel.h"
#include "wb-lab-study-knob.h"
#include "wb-lab-study-menu.h"
#include "wb-lab-study-export.h"
#include "wb-lab-window-scale.h"
#include "wb-laboratory.h"
#include "wb-rich.h"
#include "wb-style.h"
#include "wb-widgets.h"

/* Distance of the time window below the plot from the edges of the card, px. */
#define SLIDER_MARGIN 14

/* Heights in px of a card that is not shown in full size. */
#define USUAL_HEIGHT 372
#define LECTURE_HEIGHT 460

struct _WbLabStudyCard
{
  GtkWidget parent_instance;
  WbSession *session;
  WbLabStudies *studies;
  WbStudy *study;
  WbLabMarker *marker;   /* marker of the present value in the bifurcation diagram, or NULL */
  LabTrack *marked;      /* branches whose marker the picture has, or NULL */
  gboolean large;
  GtkWidget *card, *foot, *hint, *cancel, *sentence, *run, *other_model, *progress, *knob, *window, *diagram, *options;
  char *plain;           /* the sentence below the plot without markup */
  gboolean quiet, has_view;
  guint settle_source, serial;  /* serial: number of the result that is shown */
};

G_DEFINE_FINAL_TYPE (WbLabStudyCard, wb_lab_study_card, GTK_TYPE_WIDGET)

static guint open_signal;

/* Time in ms after the last movement of the time window until the study runs again. */
#define SETTLE_MS 250

const char *wb_lab_study_card_sentence (WbLabStudyCard *self) { return self->plain != NULL ? self->plain : ""; }
GtkWidget *wb_lab_study_card_area (WbLabStudyCard *self) { return GTK_WIDGET (wb_lab_card_area (WB_LAB_CARD (self->card))); }
GtkWidget *wb_lab_study_card_knob (WbLabStudyCard *self) { return self->knob; }
WbLabMarker *wb_lab_study_card_marker (WbLabStudyCard *self) { return self->marker; }
GtkWidget *wb_lab_study_card_tools (WbLabStudyCard *self) { return self->diagram != NULL ? wb_lab_diagram_panel_tools (WB_LAB_DIAGRAM_PANEL (self->diagram)) : NULL; }
GtkWidget *wb_lab_study_card_panel_button (WbLabStudyCard *self) { return self->diagram != NULL ? wb_lab_diagram_panel_button (WB_LAB_DIAGRAM_PANEL (self->diagram)) : NULL; }
GtkWidget *wb_lab_study_card_other_model (WbLabStudyCard *self) { return self->other_model; }

static const LabStudyKind *
kind_of (WbLabStudyCard *self)
{
  return wb_study_kind (self->study);
}

/* Returns whether the result is of an earlier set-up or incomplete, and is not being computed. */
static gboolean
is_older (WbLabStudyCard *self)
{
  return wb_study_state (self->study) != WB_STUDY_RUNNING && wb_study_age_text (self->study) != NULL;
}

static PlotStudySide
side_of (WbLabStudyCard *self)
{
  const PlotStudyPicture *picture = plot_study_picture_find (kind_of (self));

  return picture != NULL ? picture->side : PLOT_SIDE_OPTIONS;
}

/* ---- the sentence ---- */

/* Shows rich text in a label. A number between ** and ** is emphasized. Returns the text without markup. Free it with g_free. */
static char *
set_emphasized (GtkWidget *label, const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, "**", -1);
  g_autoptr (GString) markup = g_string_new (NULL);
  GString *plain = g_string_new (NULL);

  for (int k = 0; parts[k] != NULL; k++)
    {
      g_autofree char *part = wb_rich_markup (parts[k]), *words = plot_text_plain (parts[k]);

      g_string_append_printf (markup, k % 2 == 1 ? "<b>%s</b>" : "%s", part);
      g_string_append (plain, words);
    }
  gtk_label_set_markup (GTK_LABEL (label), markup->str);
  return g_string_free (plain, FALSE);
}

/* Shows rich text as the sentence. */
static void
set_sentence (WbLabStudyCard *self, const char *text)
{
  char *plain = set_emphasized (self->sentence, text);

  g_free (self->plain);
  self->plain = plain;
}

static void
refresh_sentence (WbLabStudyCard *self)
{
  const LabResult *result = wb_study_result (self->study);
  const char *message = wb_study_error (self->study);
  gboolean unsuited = wb_study_state (self->study) == WB_STUDY_UNSUITED;

  wb_lab_card_set_message (WB_LAB_CARD (self->card), unsuited ? message : NULL);
  if (self->diagram != NULL && !wb_lab_diagram_panel_has_parameter (WB_LAB_DIAGRAM_PANEL (self->diagram)) && wb_session_model (self->session) != NULL)
    wb_lab_card_set_message (WB_LAB_CARD (self->card), _("This model has no parameter to vary"));
  if (unsuited)
    {
      set_sentence (self, _(kind_of (self)->advice));
      g_free (self->plain);
      self->plain = g_strdup (message);
    }
  else if (message != NULL)
    {
      g_autofree char *escaped = plot_text_escape (message);

      set_sentence (self, escaped);
    }
  else if (result != NULL && result->sentence != NULL && is_older (self))
    {
      g_autofree char *text = g_strdup_printf ("%s · %s", result->sentence, wb_study_age_text (self->study));

      set_sentence (self, text);
    }
  else
    set_sentence (self, result != NULL && result->sentence != NULL ? result->sentence : _(kind_of (self)->advice));
}

/* ---- the plot ---- */

/* Makes the picture of the result with the state or the axes that the user has chosen. If marks is TRUE, the point that is selected in the
 * bifurcation diagram has a ring. */
static PlotView *
picture_of (WbLabStudyCard *self, gboolean marks)
{
  const LabResult *result = wb_study_result (self->study);
  const char *remark = wb_study_remark (self->study);
  int across, up;

  if (self->diagram != NULL && marks)
    {
      PlotView *view = wb_lab_diagram_panel_view (WB_LAB_DIAGRAM_PANEL (self->diagram), result);

      if (self->marked != NULL)
        plot_study_diagram_add_marker (view, self->marked, wb_lab_diagram_panel_state (WB_LAB_DIAGRAM_PANEL (self->diagram)));
      return view;
    }
  if (self->diagram != NULL)
    return plot_study_diagram_new (result, wb_lab_diagram_panel_state (WB_LAB_DIAGRAM_PANEL (self->diagram)), NULL, _(kind_of (self)->label), remark);
  if (side_of (self) != PLOT_SIDE_AXES)
    return plot_study_picture_new (kind_of (self), result, remark, NULL);
  wb_lab_option_panel_axes (WB_LAB_OPTION_PANEL (self->options), &across, &up);
  return plot_study_section_new (result, across, up, _(kind_of (self)->label), remark);
}

PlotView *
wb_lab_study_card_figure (WbLabStudyCard *self)
{
  return wb_study_result (self->study) != NULL ? picture_of (self, FALSE) : NULL;
}

static void
refresh_view (WbLabStudyCard *self)
{
  const LabResult *result = wb_study_result (self->study);
  PlotView *view = NULL;

  if (self->has_view && self->serial == wb_study_serial (self->study))
    return;
  self->serial = wb_study_serial (self->study);
  if (result != NULL)
    {
      view = picture_of (self, TRUE);
      if (self->knob != NULL)
        plot_view_set_knob_radius (view, WB_AXIS_KNOB_RADIUS);
    }
  else if (self->has_view || wb_plot_area_view (wb_lab_card_area (WB_LAB_CARD (self->card))) == NULL)
    {
      view = plot_view_new ();
      plot_view_set_title (view, _(kind_of (self)->label), NULL);
      plot_view_set_axes_shown (view, FALSE, FALSE);
      plot_view_set_x_range (view, 0, 1);
      plot_view_set_y_range (view, 0, 1);
    }
  else
    return;
  wb_lab_card_set_view (WB_LAB_CARD (self->card), view, self->has_view && result != NULL);
  self->has_view = result != NULL;
}

/* Redraws the picture after the user has chosen another state, point or axis. */
static void
on_diagram (WbLabStudyCard *self)
{
  self->serial--; /* forces a new view of the same result */
  refresh_view (self);
  if (self->marker != NULL)
    wb_lab_marker_knob_set_state (self->knob, wb_lab_diagram_panel_state (WB_LAB_DIAGRAM_PANEL (self->diagram)));
}

/* Shows the words about the present state, and adds the marker to the picture when the diagram is complete. */
static void
on_marker (WbLabStudyCard *self)
{
  LabTrack *track = wb_lab_marker_track (self->marker);
  g_autofree char *words = wb_lab_marker_words (self->marker);

  g_free (set_emphasized (self->hint, words));
  gtk_widget_set_visible (self->hint, self->large && *words != '\0');
  if (gtk_widget_get_visible (self->hint))
    gtk_widget_add_css_class (self->sentence, "dim");
  else
    gtk_widget_remove_css_class (self->sentence, "dim");
  if (track == self->marked)
    return;
  g_clear_pointer (&self->marked, lab_track_unref);
  self->marked = track != NULL ? lab_track_ref (track) : NULL;
  on_diagram (self);
}

static void
on_mapped (WbLabStudyCard *self)
{
  wb_lab_marker_set_shown (self->marker, self->large && gtk_widget_get_mapped (GTK_WIDGET (self)));
}

/* ---- the knob ---- */

/* Moves the knob to the selected value of the result. */
static void
refresh_knob (WbLabStudyCard *self)
{
  if (self->knob != NULL && self->marker == NULL)
    wb_lab_study_knob_show (WB_AXIS_KNOB (self->knob), kind_of (self), wb_study_state (self->study) != WB_STUDY_UNSUITED ? wb_study_result (self->study) : NULL);
}

static void
on_knob (WbLabStudyCard *self, double value)
{
  wb_study_turn (self->study, value);
}

/* ---- further orbits ---- */

/* Starts another orbit at a place of the picture, and says how its states follow. */
static void
start_orbit (WbLabStudyCard *self, double x, double y)
{
  const LabStudyKind *kind = kind_of (self);
  const LabResult *result = wb_study_result (self->study);
  g_autofree char *text = NULL, *words = NULL;
  g_autoptr (GError) error = NULL;
  LabStudyPlace place = { .x = x, .y = y };

  if (result == NULL || wb_study_state (self->study) == WB_STUDY_RUNNING)
    return;
  if (is_older (self))
    {
      wb_session_message (self->session, _("The picture is of the settings before. Run the study first."));
      return;
    }
  wb_lab_option_panel_axes (WB_LAB_OPTION_PANEL (self->options), &place.across, &place.up);
  plot_study_section_axes (result, &place.across, &place.up);
  place.up = MAX (place.up, -1);
  text = wb_study_started_text (self->study, &place, &words, &error);
  if (text == NULL)
    {
      wb_session_message (self->session, error->message);
      return;
    }
  wb_study_end_gesture (self->study); /* each orbit is one step of undo */
  wb_study_set_option (self->study, kind->starts, text);
  wb_lab_studies_run (self->studies, self->study);
  if (words != NULL)
    wb_session_message (self->session, words);
}

/* Removes the last further orbit, or all. */
static void
remove_orbits (WbLabStudyCard *self, gboolean all)
{
  const char *starts = kind_of (self)->starts, *text = starts != NULL ? wb_study_option (self->study, starts) : NULL;
  const char *last = text != NULL && !all ? strrchr (text, ';') : NULL;
  g_autofree char *rest = last != NULL ? g_strndup (text, (gsize) (last - text)) : NULL;

  if (text == NULL)
    return;
  wb_study_end_gesture (self->study);
  wb_study_set_option (self->study, starts, rest);
  wb_lab_studies_run (self->studies, self->study);
}

static void
remove_last (GSimpleAction *action, GVariant *value, gpointer user)
{
  remove_orbits (user, FALSE);
}

static void
remove_all (GSimpleAction *action, GVariant *value, gpointer user)
{
  remove_orbits (user, TRUE);
}

/* Moves the knob to the position of a click in the plot, or starts another orbit there. */
static void
on_plane (WbPlotArea *area, double x, double y, gboolean add, WbLabStudyCard *self)
{
  if (self->knob != NULL && self->marker == NULL && gtk_widget_get_visible (self->knob))
    wb_study_turn (self->study, x);
  else if (kind_of (self)->start != NULL && self->large && self->options != NULL)
    start_orbit (self, x, y);
}

/* ---- the time window of dense output ---- */

static gboolean
run_again (gpointer user)
{
  WbLabStudyCard *self = user;

  self->settle_source = 0;
  wb_lab_studies_run (self->studies, self->study);
  return G_SOURCE_REMOVE;
}

static void
on_window (WbLabStudyCard *self)
{
  char from[G_ASCII_DTOSTR_BUF_SIZE], to[G_ASCII_DTOSTR_BUF_SIZE];
  double low, high;

  wb_lab_window_scale_get (WB_LAB_WINDOW_SCALE (self->window), &low, &high);
  self->quiet = TRUE; /* do not react between the two changes, when only one end of the window is set */
  wb_study_set_option (self->study, "from", g_ascii_dtostr (from, sizeof from, low));
  self->quiet = FALSE;
  wb_study_set_option (self->study, "to", g_ascii_dtostr (to, sizeof to, high));
  g_clear_handle_id (&self->settle_source, g_source_remove);
  self->settle_source = g_timeout_add (SETTLE_MS, run_again, self);
}

/* Returns an end of the time window: the option, or else the one that the study has chosen for the present model, or else `other`. */
static double
end_of_window (WbLabStudyCard *self, const char *key, double other)
{
  const char *text = wb_study_option (self->study, key);
  const LabResult *result = wb_study_result (self->study);
  double chosen = result != NULL ? lab_result_number (result, key) : NAN;
  gboolean same = g_strcmp0 (wb_study_result_model (self->study), model_id (wb_session_model (self->session))) == 0;

  return text != NULL ? g_ascii_strtod (text, NULL) : same && isfinite (chosen) ? chosen : other;
}

static void
refresh_window (WbLabStudyCard *self)
{
  double start = wb_session_t_start (self->session), end = wb_session_t_end (self->session), low, high;

  if (self->window == NULL || self->quiet || wb_session_model (self->session) == NULL)
    return;
  gtk_widget_set_visible (self->window, wb_study_state (self->study) != WB_STUDY_UNSUITED);
  gtk_widget_set_sensitive (self->window, wb_session_model (self->session) != NULL && end > start);
  low = end_of_window (self, "from", start);
  high = end_of_window (self, "to", end);
  wb_lab_window_scale_set (WB_LAB_WINDOW_SCALE (self->window), start, end, low, high);
}

/* Resets the time window after another model was opened, because the window belongs to the old model. */
static void
on_model (WbLabStudyCard *self)
{
  if (self->window == NULL || wb_session_keeps_model (self->session))
    return;
  wb_study_adapt_option (self->study, "from", NULL);
  wb_study_adapt_option (self->study, "to", NULL);
  refresh_window (self);
}

/* ---- state ---- */

/* Distance in px of the button below the middle of the plot, where the reason is. */
#define BELOW_REASON 84

/* Shows or hides the button that opens the model that the study was made for. */
static void
show_other_model (WbLabStudyCard *self, gboolean visible)
{
  const char *id = kind_of (self)->model;

  if (id == NULL || (!visible && self->other_model == NULL))
    return;
  if (self->other_model == NULL)
    {
      g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
      g_autoptr (Model) model = model_library_open (id, sim_config_check_solver, diagnostics);
      g_autofree char *label = NULL;

      if (model == NULL)
        return;
      label = g_strdup_printf (_("Open the model %s"), model_name (model));
      self->other_model = wb_styled (gtk_button_new_with_label (label), "raised");
      gtk_actionable_set_action_name (GTK_ACTIONABLE (self->other_model), "win.open-model");
      gtk_actionable_set_action_target (GTK_ACTIONABLE (self->other_model), "s", id);
      gtk_widget_set_margin_top (self->other_model, BELOW_REASON);
      wb_lab_card_set_button (WB_LAB_CARD (self->card), self->other_model);
    }
  gtk_widget_set_visible (self->other_model, visible);
}

static void
on_study (WbLabStudyCard *self)
{
  WbStudyState state = wb_study_state (self->study);

  refresh_view (self);
  refresh_sentence (self);
  refresh_knob (self);
  refresh_window (self);
  wb_lab_card_set_partial (WB_LAB_CARD (self->card), wb_study_is_partial (self->study));
  gtk_widget_set_visible (self->run, !self->has_view && state != WB_STUDY_RUNNING && state != WB_STUDY_WAITING && state != WB_STUDY_UNSUITED
                                       && wb_session_model (self->session) != NULL
                                       && !wb_laboratory_is_asked (wb_laboratory_of (self->session))); /* the reveal of the lesson runs it */
  show_other_model (self, state == WB_STUDY_UNSUITED);
  gtk_widget_set_visible (self->progress, state == WB_STUDY_RUNNING);
  gtk_widget_set_visible (self->cancel, state == WB_STUDY_RUNNING && self->large);
  if (state == WB_STUDY_RUNNING)
    gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), CLAMP (wb_study_progress (self->study), 0, 1));
  if (is_older (self))
    gtk_widget_add_css_class (GTK_WIDGET (self), "stale");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "stale");
}

/* ---- menu ---- */

static void
open_large (GSimpleAction *action, GVariant *value, gpointer user)
{
  g_signal_emit (user, open_signal, 0);
}

static void
run (GSimpleAction *action, GVariant *value, gpointer user)
{
  WbLabStudyCard *self = user;

  wb_lab_studies_run (self->studies, self->study);
}

static void
export (WbLabStudyCard *self, const char *format)
{
  gboolean is_text = strcmp (format, "csv") == 0 || strcmp (format, "json") == 0;

  if (wb_study_result (self->study) != NULL)
    wb_lab_study_export (GTK_WIDGET (self), self->session, self->study, is_text ? NULL : picture_of (self, FALSE), format);
}

/* ---- widget ---- */

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, WbLabStudyCard *self)
{
  if (key == GDK_KEY_Delete && self->large && kind_of (self)->starts != NULL && wb_study_has_option (self->study, kind_of (self)->starts))
    {
      remove_orbits (self, FALSE);
      return TRUE;
    }
  if (key != GDK_KEY_Return && key != GDK_KEY_KP_Enter)
    return FALSE;
  if (gtk_window_get_focus (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self)))) != GTK_WIDGET (self))
    return FALSE;
  g_signal_emit (self, open_signal, 0);
  return TRUE;
}

/* Sets the least size. In lecture mode the card is higher, because its texts need more of the height. */
static void
set_least_size (gpointer user)
{
  WbLabStudyCard *self = user;

  gtk_widget_set_size_request (GTK_WIDGET (self), 280, self->large ? -1 : wb_style_is_lecture () ? LECTURE_HEIGHT : USUAL_HEIGHT);
}

void
wb_lab_study_card_set_large (WbLabStudyCard *self, gboolean large)
{
  self->large = large;
  if (self->diagram != NULL)
    wb_lab_diagram_panel_set_large (WB_LAB_DIAGRAM_PANEL (self->diagram), large);
  if (self->marker != NULL)
    on_mapped (self);
  if (!large)
    gtk_widget_set_visible (self->hint, FALSE);
  else if (kind_of (self)->start != NULL)
    {
      gtk_label_set_text (GTK_LABEL (self->hint), _("Click in the picture to start another orbit. Delete removes the last one."));
      gtk_widget_set_visible (self->hint, TRUE);
    }
  if (self->options != NULL)
    gtk_widget_set_visible (self->options, large);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), large);
  set_least_size (self);
}

void
wb_lab_study_card_set_compact (WbLabStudyCard *self, gboolean compact)
{
  gtk_widget_set_visible (self->sentence, !compact || !self->large);
  if (self->diagram != NULL)
    wb_lab_diagram_panel_set_compact (WB_LAB_DIAGRAM_PANEL (self->diagram), compact);
}

static void
wb_lab_study_card_dispose (GObject *object)
{
  WbLabStudyCard *self = WB_LAB_STUDY_CARD (object);
  GtkWidget *child;

  g_clear_pointer (&self->marked, lab_track_unref);
  if (self->marker != NULL)
    g_signal_handlers_disconnect_by_data (self->marker, self);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->marker);
  g_clear_pointer (&self->plain, g_free);
  g_clear_handle_id (&self->settle_source, g_source_remove);
  G_OBJECT_CLASS (wb_lab_study_card_parent_class)->dispose (object);
}

static void
wb_lab_study_card_class_init (WbLabStudyCardClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_lab_study_card_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "studycard");
  open_signal = g_signal_new ("open", WB_TYPE_LAB_STUDY_CARD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
wb_lab_study_card_init (WbLabStudyCard *self)
{
  static const GActionEntry entries[] = { { "open", open_large }, { "run", run }, { "remove-last", remove_last }, { "remove-all", remove_all } };
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();

  g_action_map_add_action_entries (G_ACTION_MAP (group), entries, G_N_ELEMENTS (entries), self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "study", G_ACTION_GROUP (group));
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
}

static void
add_foot (WbLabStudyCard *self)
{
  GtkWidget *line;

  self->foot = wb_styled (gtk_box_new (GTK_ORIENTATION_VERTICAL, 4), "lab-foot");
  if (kind_of (self)->has_window)
    {
      self->window = wb_lab_window_scale_new ();
      g_signal_connect_swapped (self->window, "moved", G_CALLBACK (on_window), self);
      gtk_widget_set_margin_start (self->window, SLIDER_MARGIN);
      gtk_widget_set_margin_end (self->window, SLIDER_MARGIN);
      wb_lab_card_append_below (WB_LAB_CARD (self->card), self->window);
    }
  line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  self->progress = gtk_progress_bar_new ();
  wb_widget_set_name (self->progress, _("Progress"));
  gtk_widget_set_hexpand (self->progress, TRUE);
  gtk_widget_set_valign (self->progress, GTK_ALIGN_CENTER);
  self->cancel = gtk_button_new_with_label (_("Cancel"));
  g_signal_connect_swapped (self->cancel, "clicked", G_CALLBACK (wb_lab_studies_cancel), self->studies);
  wb_box_add (line, self->progress, self->cancel, NULL);
  gtk_box_append (GTK_BOX (self->foot), line);
  self->hint = wb_label_new_wrapped ("", "study-hint");
  gtk_widget_set_visible (self->hint, FALSE);
  gtk_box_append (GTK_BOX (self->foot), self->hint);
  self->sentence = wb_label_new (NULL, "study-sentence");
  gtk_label_set_wrap (GTK_LABEL (self->sentence), TRUE);
  gtk_label_set_width_chars (GTK_LABEL (self->sentence), 20);
  gtk_box_append (GTK_BOX (self->foot), self->sentence);
  wb_lab_card_append (WB_LAB_CARD (self->card), self->foot);
}

GtkWidget *
wb_lab_study_card_new (WbSession *session, int index)
{
  WbLabStudyCard *self = g_object_new (WB_TYPE_LAB_STUDY_CARD, NULL);
  GtkEventController *keys = gtk_event_controller_key_new ();
  g_autofree char *help = NULL;

  self->session = session;
  self->studies = wb_lab_studies_of (session);
  self->study = wb_lab_studies_study (self->studies, index);
  self->card = wb_lab_card_new ();
  help = g_strdup_printf ("study:%s", kind_of (self)->id);
  wb_widget_set_help (GTK_WIDGET (self), help);
  wb_lab_study_menu_add (WB_LAB_CARD (self->card), self->study);
  if (kind_of (self)->knob != NULL)
    {
      self->knob = wb_axis_knob_new (wb_lab_card_area (WB_LAB_CARD (self->card)),
                                    _(kind_of (self)->knob_label));
      g_signal_connect_swapped (self->knob, "moved", G_CALLBACK (on_knob), self);
      wb_lab_card_set_knob (WB_LAB_CARD (self->card), self->knob);
    }
  add_foot (self);
  if (side_of (self) == PLOT_SIDE_GAINS)
    wb_lab_card_set_side (WB_LAB_CARD (self->card), wb_lab_controller_panel_new (session, index));
  if (side_of (self) == PLOT_SIDE_BRANCHES)
    {
      self->diagram = wb_lab_diagram_panel_new (session, index, wb_lab_card_area (WB_LAB_CARD (self->card)));
      g_signal_connect_swapped (self->diagram, "view-changed", G_CALLBACK (on_diagram), self);
      self->marker = wb_lab_marker_new (session, self->study);
      self->knob = wb_lab_marker_knob_new (session, self->marker, wb_lab_card_area (WB_LAB_CARD (self->card)));
      wb_lab_card_set_knob (WB_LAB_CARD (self->card), self->knob);
      g_signal_connect_swapped (self->marker, "changed", G_CALLBACK (on_marker), self);
      g_signal_connect (self, "map", G_CALLBACK (on_mapped), NULL);
      g_signal_connect (self, "unmap", G_CALLBACK (on_mapped), NULL);
      wb_lab_card_set_side (WB_LAB_CARD (self->card), self->diagram);
    }
  else if (side_of (self) != PLOT_SIDE_GAINS && kind_of (self)->n_options > (kind_of (self)->knob != NULL))
    {
      self->options = wb_lab_option_panel_new (session, index);
      g_signal_connect_swapped (self->options, "view-changed", G_CALLBACK (on_diagram), self);
      wb_lab_card_set_side (WB_LAB_CARD (self->card), self->options);
    }
  self->run = wb_styled (gtk_button_new_with_label (_("Run")), "raised");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->run), "study.run");
  wb_lab_card_set_button (WB_LAB_CARD (self->card), self->run);
  gtk_widget_set_parent (self->card, GTK_WIDGET (self));
  wb_widget_set_name (GTK_WIDGET (self), _(kind_of (self)->label));
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  g_signal_connect_swapped (self->card, "export", G_CALLBACK (export), self);
  g_signal_connect_object (wb_lab_card_area (WB_LAB_CARD (self->card)), "plane-clicked", G_CALLBACK (on_plane), self, 0);
  g_signal_connect_object (self->study, "changed", G_CALLBACK (on_study), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "model-changed", G_CALLBACK (on_model), self, G_CONNECT_SWAPPED);
  wb_lab_study_card_set_large (self, FALSE);
  wb_style_watch (set_least_size, G_OBJECT (self));
  on_study (self);
  return GTK_WIDGET (self);
}
