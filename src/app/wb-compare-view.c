#include "wb-compare-view.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot-format.h"
#include "plot-text.h"
#include "wb-compare-chips.h"
#include "wb-compare-plots.h"
#include "wb-compare-table.h"
#include "wb-model-browser.h"
#include "wb-number-field.h"
#include "wb-shares.h"
#include "wb-style.h"

/* Shares of the cards: px at 1440 × 900. */
#define ORBIT_SHARE 640
#define ERRORS_SHARE 765
#define INVARIANT_SHARE 216
#define POSITION_SHARE 236
#define CARDS_SHARE 452
#define TABLE_SHARE 219
#define GAP 12
#define MENU_ROOM 38

struct _WbCompareView
{
  GtkWidget parent_instance;
  WbSession *session;
  WbCompareRace *race;
  GtkWidget *box, *name, *badges, *about, *rule, *value, *unit, *run, *run_icon, *run_label, *message, *errors, *transport;
  GtkWidget *areas[WB_N_COMPARE_VIEWS], *overlays[WB_N_COMPARE_VIEWS];
  WbComparePlots *plots;
  guint axis_handle, progress_source, rebuild_source;
  GtkWidget *rows, *cards, *orbit, *table, *caption; /* rows: cards over table; cards: orbit beside errors */
  int focused;
  gboolean moving;
};

G_DEFINE_FINAL_TYPE (WbCompareView, wb_compare_view, GTK_TYPE_WIDGET)

static guint focus_signal;

WbCompareRace *wb_compare_view_race (WbCompareView *self) { return self->race; }
WbCompareTransport *wb_compare_view_transport (WbCompareView *self) { return WB_COMPARE_TRANSPORT (self->transport); }
WbPlotArea *wb_compare_view_area (WbCompareView *self, int index) { return WB_PLOT_AREA (self->areas[index]); }

/* ---- plots ---- */

static void
show_time (WbCompareView *self)
{
  if (self->plots == NULL)
    return;
  self->moving = TRUE;
  wb_compare_plots_set_time (self->plots, wb_compare_transport_time (WB_COMPARE_TRANSPORT (self->transport)));
  self->moving = FALSE;
  for (int i = 0; i < WB_N_COMPARE_VIEWS; i++)
    gtk_widget_queue_draw (self->areas[i]);
}

/* The playhead was dragged in a plot. */
static void
on_axis (gpointer user, PlotTimeAxis *axis)
{
  WbCompareView *self = user;
  const LabRace *race = wb_compare_race_result (self->race);
  double at = plot_time_axis_playhead (axis), turn = wb_compare_plots_turn (self->plots);

  if (!self->moving && !isnan (at) && race != NULL)
    wb_compare_transport_set_time (WB_COMPARE_TRANSPORT (self->transport), turn == 1 ? at : race->t_start + at * turn);
  for (int i = WB_COMPARE_INVARIANT; i < WB_N_COMPARE_VIEWS; i++)
    gtk_widget_queue_draw (self->areas[i]);
}

static void
drop_plots (WbCompareView *self)
{
  for (int i = 0; i < WB_N_COMPARE_VIEWS; i++)
    if (self->areas[i] != NULL)
      wb_plot_area_set_view (WB_PLOT_AREA (self->areas[i]), NULL);
  if (self->plots != NULL && self->axis_handle != 0)
    plot_time_axis_disconnect (wb_compare_plots_axis (self->plots), self->axis_handle);
  self->axis_handle = 0;
  g_clear_pointer (&self->plots, wb_compare_plots_free);
}

static void
say_why_empty (WbCompareView *self)
{
  const LabRace *race = wb_compare_race_result (self->race);
  const char *error = wb_compare_race_error (self->race);
  g_autofree char *text = NULL;

  if (error != NULL)
    text = g_strdup (error);
  else if (race != NULL && !race->truth_known)
    text = g_strdup_printf (_("Errors are not shown: %s"), race->truth_said);
  gtk_label_set_text (GTK_LABEL (self->message), text != NULL ? text : "");
  gtk_widget_set_visible (self->message, text != NULL);
}

/* ---- one card alone ---- */

gboolean
wb_compare_view_has (WbCompareView *self, int index)
{
  return index == WB_N_COMPARE_VIEWS || (index >= 0 && index < WB_N_COMPARE_VIEWS && wb_plot_area_view (WB_PLOT_AREA (self->areas[index])) != NULL);
}

/* What is shown and how the room is shared, by the card in focus. */
static void
share_out (WbCompareView *self)
{
  static const double shares[WB_N_COMPARE_VIEWS] = { 0, INVARIANT_SHARE, POSITION_SHARE };
  gboolean all = self->focused < 0, errors = FALSE;

  for (int i = WB_COMPARE_INVARIANT; i < WB_N_COMPARE_VIEWS; i++)
    {
      gboolean shown = wb_compare_view_has (self, i) && (all || self->focused == i);

      errors |= shown;
      gtk_widget_set_visible (self->overlays[i], shown);
      wb_shares_set_share (WB_SHARES (self->errors), self->overlays[i], shown ? shares[i] : 0);
    }
  gtk_widget_set_visible (self->orbit, all || self->focused == WB_COMPARE_ORBIT);
  gtk_widget_set_visible (self->errors, all || errors);
  wb_shares_set_share (WB_SHARES (self->cards), self->orbit, all || self->focused == WB_COMPARE_ORBIT ? ORBIT_SHARE : 0);
  wb_shares_set_share (WB_SHARES (self->cards), self->errors, all || errors ? ERRORS_SHARE : 0);
  gtk_widget_set_visible (self->cards, all || self->focused < WB_N_COMPARE_VIEWS);
  gtk_widget_set_visible (self->table, all || self->focused == WB_N_COMPARE_VIEWS);
  wb_shares_set_share (WB_SHARES (self->rows), self->cards, all || self->focused < WB_N_COMPARE_VIEWS ? CARDS_SHARE : 0);
  wb_shares_set_share (WB_SHARES (self->rows), self->table, all || self->focused == WB_N_COMPARE_VIEWS ? TABLE_SHARE : 0);
  gtk_widget_set_visible (self->about, all);
  gtk_widget_set_visible (self->badges, all);
  gtk_widget_set_visible (self->name, all);
  gtk_widget_set_visible (self->caption, all);
  gtk_widget_set_hexpand (self->rule, !all); /* the terms stay at the right */
  gtk_widget_set_halign (self->rule, all ? GTK_ALIGN_FILL : GTK_ALIGN_END);
}

void
wb_compare_view_focus (WbCompareView *self, int index)
{
  self->focused = CLAMP (index, -1, WB_N_COMPARE_VIEWS);
  wb_compare_transport_set_narrow (WB_COMPARE_TRANSPORT (self->transport), self->focused >= 0);
  share_out (self);
  g_signal_emit (self, focus_signal, 0);
}

int
wb_compare_view_focused (WbCompareView *self)
{
  return self->focused;
}

char *
wb_compare_view_focus_words (WbCompareView *self)
{
  int n = 0, at = 0;
  g_autofree char *title = NULL;

  for (int i = 0; i < WB_N_COMPARE_CARDS; i++)
    {
      n += wb_compare_view_has (self, i);
      if (i == self->focused)
        at = n;
    }
  if (self->focused < 0 || at == 0)
    return g_strdup (_("Compare"));
  title = self->focused < WB_N_COMPARE_VIEWS && wb_compare_view_has (self, self->focused)
          ? plot_text_plain (plot_view_title (wb_plot_area_view (WB_PLOT_AREA (self->areas[self->focused])))) : g_strdup (_("Table"));
  return g_strdup_printf (_("%s, %d of %d"), title, at, n);
}

static void
build_plots (WbCompareView *self)
{

  drop_plots (self);
  self->plots = wb_compare_plots_new (self->race);
  for (int i = 0; i < WB_N_COMPARE_VIEWS; i++)
    {
      PlotView *view = self->plots != NULL ? wb_compare_plots_take (self->plots, (WbComparePanel) i) : NULL;

      if (view != NULL)
        plot_view_set_band_reserve (view, MENU_ROOM);
      wb_plot_area_set_view (WB_PLOT_AREA (self->areas[i]), view);
    }
  share_out (self);
  g_signal_emit (self, focus_signal, 0);
  if (self->plots != NULL)
    {
      self->axis_handle = plot_time_axis_connect (wb_compare_plots_axis (self->plots), on_axis, self);
      show_time (self);
    }
  say_why_empty (self);
}

/* ---- title ---- */

/* "e = 0.6, 15.9 orbits": the parameters that have a range, and how long it goes. */
static char *
about_text (WbCompareView *self)
{
  Model *model = wb_session_model (self->session);
  ModelSystem *system = wb_session_system (self->session);
  const LabRace *race = wb_compare_race_result (self->race);
  GString *text = g_string_new (NULL);
  int shown = 0;
  char number[64];

  for (int i = 0; model != NULL && system != NULL && i < model_n_parameters (model) && shown < 3; i++)
    {
      const ModelQuantity *parameter = model_parameter (model, i);
      g_autofree char *variable = NULL, *plain = NULL;
      double value;

      if (isnan (parameter->low) || parameter->size > 0 || !model_system_get_parameter (system, parameter->name, &value))
        continue;
      variable = plot_text_variable (parameter->name);
      plain = plot_text_plain (variable);
      g_snprintf (number, sizeof number, "%.3g", value);
      g_string_append_printf (text, "%s<i>%s</i> = %s", shown > 0 ? ", " : "", plain, number);
      shown++;
    }
  if (race != NULL)
    {
      gboolean turns = !isnan (race->period);
      double span = (race->t_end - race->t_start) / (turns ? race->period : 1);

      g_snprintf (number, sizeof number, "%.3g", span);
      if (shown > 0)
        g_string_append (text, ", ");
      if (turns)
        g_string_append_printf (text, ngettext ("%s orbit", "%s orbits", (gulong) rint (span)), number);
      else
        g_string_append_printf (text, "%s %s", number, model != NULL ? model_time_unit (model) : "");
    }
  return g_string_free (text, FALSE);
}

static void
refresh_title (WbCompareView *self)
{
  Model *model = wb_session_model (self->session);
  const char *texts[4], *classes[4];
  int n = model != NULL ? wb_model_badges (model_traits (model), texts, classes) : 0;
  const LabRace *race = wb_compare_race_result (self->race);
  g_autofree char *about = about_text (self);
  GtkWidget *child;

  gtk_label_set_text (GTK_LABEL (self->name), model != NULL ? model_name (model) : _("No model"));
  gtk_label_set_markup (GTK_LABEL (self->about), about);
  gtk_widget_set_tooltip_text (self->about, race != NULL ? race->truth_said : NULL);
  while ((child = gtk_widget_get_first_child (self->badges)) != NULL)
    gtk_box_remove (GTK_BOX (self->badges), child);
  for (int i = 0; i < n; i++)
    {
      GtkWidget *badge = gtk_label_new (texts[i]);

      gtk_widget_add_css_class (badge, "badge");
      gtk_widget_add_css_class (badge, "large");
      gtk_widget_add_css_class (badge, classes[i]);
      gtk_box_append (GTK_BOX (self->badges), badge);
    }
}

/* ---- terms ---- */

static void
refresh_value (WbCompareView *self)
{
  static const char *const units[] = { N_("RHS evaluations"), N_("step"), N_("accuracy") };
  g_autofree char *text = wb_number_text (wb_compare_race_value (self->race));

  gtk_label_set_text (GTK_LABEL (self->unit), _(units[wb_compare_race_rule (self->race)]));
  if (wb_compare_race_rule (self->race) == LAB_RACE_COST)
    {
      char number[64];

      plot_format_count ((guint64) wb_compare_race_value (self->race), number, sizeof number);
      gtk_editable_set_text (GTK_EDITABLE (self->value), number);
    }
  else
    gtk_editable_set_text (GTK_EDITABLE (self->value), text);
}

static void
on_rule (GtkDropDown *rule, GParamSpec *spec, WbCompareView *self)
{
  wb_compare_race_set_rule (self->race, (LabRaceRule) gtk_drop_down_get_selected (rule));
  refresh_value (self);
}

/* What was typed; thin spaces between thousands are read over. */
static void
on_value (WbCompareView *self)
{
  g_autoptr (GString) text = g_string_new (gtk_editable_get_text (GTK_EDITABLE (self->value)));
  double value;

  g_string_replace (text, "\u2009", "", 0);
  g_string_replace (text, " ", "", 0);
  if (wb_number_parse (text->str, &value) && value > 0 && value <= 1e9)
    wb_compare_race_set_value (self->race, wb_compare_race_rule (self->race) == LAB_RACE_COST ? fmax (10, rint (value)) : value);
  refresh_value (self);
}

/* Along 1-2-5. */
static void
change_value (WbCompareView *self, int direction)
{
  double value = wb_compare_race_value (self->race), power = pow (10, floor (log10 (value) + 1e-9)), lead = value / power, next;

  if (direction > 0)
    next = lead < 1.999 ? 2 : lead < 4.999 ? 5 : 10;
  else
    next = lead > 5.001 ? 5 : lead > 2.001 ? 2 : lead > 1.001 ? 1 : 0.5;
  wb_compare_race_set_value (self->race, CLAMP (next * power, wb_compare_race_rule (self->race) == LAB_RACE_COST ? 10 : 1e-14, 1e8));
  refresh_value (self);
}

static void on_less (WbCompareView *self) { change_value (self, -1); }
static void on_more (WbCompareView *self) { change_value (self, +1); }

static void
on_activate (WbCompareView *self)
{
  on_value (self);
  wb_compare_race_run (self->race);
}

static void
on_run (WbCompareView *self)
{
  if (wb_compare_race_is_running (self->race))
    {
      wb_compare_race_cancel (self->race);
      return;
    }
  on_value (self);
  wb_compare_race_run (self->race);
}

/* ---- signals ---- */

static gboolean
show_progress (gpointer user)
{
  WbCompareView *self = user;

  wb_compare_transport_set_progress (WB_COMPARE_TRANSPORT (self->transport), wb_compare_race_progress (self->race));
  return G_SOURCE_CONTINUE;
}

static void
on_running (WbCompareView *self)
{
  gboolean running = wb_compare_race_is_running (self->race);

  gtk_image_set_from_icon_name (GTK_IMAGE (self->run_icon), running ? "wb-close-symbolic" : "wb-play-symbolic");
  gtk_label_set_text (GTK_LABEL (self->run_label), running ? _("Cancel") : _("Run all"));
  gtk_widget_set_sensitive (self->run, wb_session_model (self->session) != NULL);
  if (running && self->progress_source == 0)
    self->progress_source = g_timeout_add (100, show_progress, self);
  if (!running)
    {
      g_clear_handle_id (&self->progress_source, g_source_remove);
      wb_compare_transport_set_progress (WB_COMPARE_TRANSPORT (self->transport), NAN);
    }
  if (wb_compare_race_is_stale (self->race) && !running)
    gtk_widget_add_css_class (GTK_WIDGET (self), "stale");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "stale");
  say_why_empty (self);
}

static void
on_race (WbCompareView *self)
{
  const LabRace *race = wb_compare_race_result (self->race);
  Model *model = wb_session_model (self->session);

  g_clear_handle_id (&self->rebuild_source, g_source_remove);
  build_plots (self);
  if (race != NULL)
    wb_compare_transport_set_span (WB_COMPARE_TRANSPORT (self->transport), race->t_start, race->t_end, isnan (race->period) ? 1 : race->period,
                                   model != NULL ? model_time_unit (model) : "");
  refresh_title (self);
}

static gboolean
rebuild (gpointer user)
{
  WbCompareView *self = user;

  self->rebuild_source = 0;
  build_plots (self);
  return G_SOURCE_REMOVE;
}

static void
on_lanes (WbCompareView *self)
{
  if (self->rebuild_source == 0)
    self->rebuild_source = g_idle_add (rebuild, self);
}

static void
run_if_needed (WbCompareView *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)) && wb_session_model (self->session) != NULL && !wb_compare_race_is_running (self->race)
      && (wb_compare_race_result (self->race) == NULL ? wb_compare_race_error (self->race) == NULL : FALSE))
    wb_compare_race_run (self->race);
}

static void
on_model (WbCompareView *self)
{
  refresh_title (self);
  refresh_value (self);
  run_if_needed (self);
}

static void
wb_compare_view_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (wb_compare_view_parent_class)->map (widget);
  run_if_needed (WB_COMPARE_VIEW (widget));
}

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, WbCompareView *self)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self)));

  if (focus != NULL && GTK_IS_EDITABLE (focus))
    return FALSE;
  return wb_compare_transport_key (WB_COMPARE_TRANSPORT (self->transport), key, state);
}

/* ---- menu of a plot ---- */

static void
copy_table (GSimpleAction *action, GVariant *value, gpointer user)
{
  WbCompareView *self = user;
  g_autofree char *text = wb_compare_table_text (self->race);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
fit (GSimpleAction *action, GVariant *value, gpointer user)
{
  (void) value;
  build_plots (user);
}

static GtkWidget *
panel_new (WbCompareView *self, int index)
{
  GtkWidget *overlay = gtk_overlay_new (), *button = gtk_menu_button_new ();
  g_autoptr (GMenu) menu = g_menu_new ();

  self->areas[index] = wb_plot_area_new (NULL);
  gtk_overlay_set_child (GTK_OVERLAY (overlay), self->areas[index]);
  g_menu_append (menu, _("Fit"), "compare.fit");
  g_menu_append (menu, _("Copy the table"), "compare.copy-table");
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "wb-more-symbolic");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
  gtk_widget_add_css_class (button, "plot-menu");
  gtk_widget_set_halign (button, GTK_ALIGN_END);
  gtk_widget_set_valign (button, GTK_ALIGN_START);
  gtk_widget_set_margin_top (button, 4);
  gtk_widget_set_margin_end (button, 9);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Plot menu"), -1);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), button);
  self->overlays[index] = overlay;
  return overlay;
}

/* ---- widget ---- */

static void
add_terms (WbCompareView *self, GtkWidget *strip)
{
  const char *rules[] = { _("equal cost"), _("equal step"), _("equal accuracy"), NULL };
  GtkWidget *caption = gtk_label_new (_("Compare at")), *field = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), *less, *more, *row;

  gtk_widget_add_css_class (caption, "dim");
  self->caption = caption;
  gtk_box_append (GTK_BOX (strip), caption);
  self->rule = gtk_drop_down_new_from_strings (rules);
  gtk_widget_set_valign (self->rule, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (self->rule, "raised-drop");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->rule), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Compare at"), -1);
  g_signal_connect (self->rule, "notify::selected", G_CALLBACK (on_rule), self);
  gtk_box_append (GTK_BOX (strip), self->rule);

  gtk_widget_add_css_class (field, "number");
  gtk_widget_add_css_class (field, "terms");
  gtk_widget_set_valign (field, GTK_ALIGN_CENTER);
  self->value = gtk_text_new ();
  gtk_editable_set_width_chars (GTK_EDITABLE (self->value), 5);
  gtk_editable_set_alignment (GTK_EDITABLE (self->value), 1);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (self->value), 6);
  gtk_widget_set_hexpand (self->value, FALSE);
  gtk_widget_set_hexpand (field, FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->value), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Value"), -1);
  g_signal_connect_swapped (self->value, "activate", G_CALLBACK (on_activate), self);
  self->unit = gtk_label_new ("");
  gtk_widget_add_css_class (self->unit, "unit");
  less = gtk_button_new_from_icon_name ("wb-remove-symbolic");
  more = gtk_button_new_from_icon_name ("wb-add-symbolic");
  gtk_accessible_update_property (GTK_ACCESSIBLE (less), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Less"), -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (more), GTK_ACCESSIBLE_PROPERTY_LABEL, _("More"), -1);
  g_signal_connect_swapped (less, "clicked", G_CALLBACK (on_less), self);
  g_signal_connect_swapped (more, "clicked", G_CALLBACK (on_more), self);
  gtk_box_append (GTK_BOX (field), self->value);
  gtk_box_append (GTK_BOX (field), self->unit);
  gtk_box_append (GTK_BOX (field), less);
  gtk_box_append (GTK_BOX (field), more);
  gtk_box_append (GTK_BOX (strip), field);

  self->run = gtk_button_new ();
  row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  self->run_icon = gtk_image_new_from_icon_name ("wb-play-symbolic");
  self->run_label = gtk_label_new (_("Run all"));
  gtk_box_append (GTK_BOX (row), self->run_icon);
  gtk_box_append (GTK_BOX (row), self->run_label);
  gtk_button_set_child (GTK_BUTTON (self->run), row);
  gtk_widget_add_css_class (self->run, "suggested");
  gtk_widget_set_valign (self->run, GTK_ALIGN_CENTER);
  g_signal_connect_swapped (self->run, "clicked", G_CALLBACK (on_run), self);
  gtk_box_append (GTK_BOX (strip), self->run);
}

static GtkWidget *
title_new (WbCompareView *self)
{
  GtkWidget *strip = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  gtk_widget_add_css_class (strip, "title-strip");
  gtk_widget_add_css_class (strip, "compare");
  self->name = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->name), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->name, "model-name");
  gtk_box_append (GTK_BOX (strip), self->name);
  self->badges = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_widget_set_valign (self->badges, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (strip), self->badges);
  self->about = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->about), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (self->about), 0);
  gtk_widget_add_css_class (self->about, "dim");
  gtk_widget_set_hexpand (self->about, TRUE);
  gtk_box_append (GTK_BOX (strip), self->about);
  add_terms (self, strip);
  return strip;
}

static GtkWidget *
cards_new (WbCompareView *self)
{
  GtkWidget *rows = wb_shares_new (GTK_ORIENTATION_VERTICAL, GAP), *cards = wb_shares_new (GTK_ORIENTATION_HORIZONTAL, GAP), *orbit, *table;

  self->rows = rows;
  self->cards = cards;

  self->orbit = orbit = panel_new (self, WB_COMPARE_ORBIT);
  gtk_widget_add_css_class (orbit, "card");
  gtk_widget_set_overflow (orbit, GTK_OVERFLOW_HIDDEN);
  self->errors = wb_shares_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class (self->errors, "card");
  gtk_widget_set_overflow (self->errors, GTK_OVERFLOW_HIDDEN);
  wb_shares_append (WB_SHARES (self->errors), panel_new (self, WB_COMPARE_INVARIANT), INVARIANT_SHARE);
  wb_shares_append (WB_SHARES (self->errors), panel_new (self, WB_COMPARE_POSITION), POSITION_SHARE);
  wb_shares_append (WB_SHARES (cards), orbit, ORBIT_SHARE);
  wb_shares_append (WB_SHARES (cards), self->errors, ERRORS_SHARE);
  self->table = table = wb_compare_table_new (self->race);
  gtk_widget_add_css_class (table, "card");
  gtk_widget_set_overflow (table, GTK_OVERFLOW_HIDDEN);
  wb_shares_append (WB_SHARES (rows), cards, CARDS_SHARE);
  wb_shares_append (WB_SHARES (rows), table, TABLE_SHARE);
  gtk_widget_set_vexpand (rows, TRUE);
  gtk_widget_set_margin_start (rows, GAP);
  gtk_widget_set_margin_end (rows, GAP);
  gtk_widget_set_margin_bottom (rows, 11);
  return rows;
}

static void
wb_compare_view_dispose (GObject *object)
{
  WbCompareView *self = WB_COMPARE_VIEW (object);

  g_clear_handle_id (&self->progress_source, g_source_remove);
  g_clear_handle_id (&self->rebuild_source, g_source_remove);
  if (self->box != NULL)
    drop_plots (self);
  if (self->race != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->race, self);
      wb_compare_race_cancel (self->race);
    }
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->race);
  G_OBJECT_CLASS (wb_compare_view_parent_class)->dispose (object);
}

static void
wb_compare_view_class_init (WbCompareViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_compare_view_dispose;
  GTK_WIDGET_CLASS (klass)->map = wb_compare_view_map;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "compareview");
  focus_signal = g_signal_new ("focus-changed", WB_TYPE_COMPARE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
wb_compare_view_init (WbCompareView *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->focused = -1;
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

GtkWidget *
wb_compare_view_new (WbSession *session)
{
  static const GActionEntry entries[] = { { "fit", fit }, { "copy-table", copy_table } };
  WbCompareView *self = g_object_new (WB_TYPE_COMPARE_VIEW, NULL);
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  GtkWidget *chips;

  self->session = session;
  self->race = wb_compare_race_new (session);
  g_action_map_add_action_entries (G_ACTION_MAP (group), entries, G_N_ELEMENTS (entries), self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "compare", G_ACTION_GROUP (group));
  gtk_box_append (GTK_BOX (self->box), title_new (self));
  chips = wb_compare_chips_new (self->race);
  gtk_widget_set_margin_bottom (chips, 10);
  gtk_box_append (GTK_BOX (self->box), chips);
  self->message = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->message, "compare-message");
  gtk_label_set_wrap (GTK_LABEL (self->message), TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->message), 0);
  gtk_widget_set_visible (self->message, FALSE);
  gtk_box_append (GTK_BOX (self->box), self->message);
  gtk_box_append (GTK_BOX (self->box), cards_new (self));
  self->transport = wb_compare_transport_new ();
  gtk_box_append (GTK_BOX (self->box), self->transport);
  g_signal_connect_swapped (self->transport, "time-changed", G_CALLBACK (show_time), self);
  g_signal_connect_swapped (self->race, "race-changed", G_CALLBACK (on_race), self);
  g_signal_connect_swapped (self->race, "lanes-changed", G_CALLBACK (on_lanes), self);
  g_signal_connect_swapped (self->race, "running-changed", G_CALLBACK (on_running), self);
  g_signal_connect_object (session, "model-changed", G_CALLBACK (on_model), self, G_CONNECT_SWAPPED);
  on_model (self);
  on_running (self);
  return GTK_WIDGET (self);
}
