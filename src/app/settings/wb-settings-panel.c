/* Assembles the panel of settings and shows the rows that the method uses. */
#include "wb-settings-panel.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "plot-format.h"
#include "plot-text.h"
#include "wb-accuracy-scale.h"
#include "wb-branch-card.h"
#include "wb-event-page.h"
#include "wb-limits-card.h"
#include "wb-method-chooser.h"
#include "wb-rich.h"
#include "wb-session-layout.h"
#include "wb-setting-rows.h"
#include "wb-settings-values.h"
#include "wb-widgets.h"
#include "wb-translate.h"

struct _WbSettingsPanel
{
  GtkWidget parent_instance;
  WbSession *session;

  GtkWidget *box, *stack;
  GtkWidget *pages[4]; /* the boxes inside the scrolled windows */
  GtkWidget *scale, *accuracy_value, *accuracy_remark, *accuracy_block, *limits;
  GtkWidget *step_title, *step_box, *step_remark, *error_row, *error_switch, *error_remark, *advanced, *advanced_remark, *events;
  gboolean advanced_open, updating;
  const OdeMethod *built_for;
  gboolean built_controlled;
};

G_DEFINE_FINAL_TYPE (WbSettingsPanel, wb_settings_panel, GTK_TYPE_WIDGET)

enum { PAGE_INTEGRATOR, PAGE_PARAMETERS, PAGE_INITIAL, PAGE_EVENTS };

static gboolean
is_controlled (WbSettingsPanel *self)
{
  return sim_config_controls_error (wb_session_config (self->session));
}

/* ---- accuracy ---- */

static void
power_text (double value, char *text, gsize size)
{
  double exponent = floor (log10 (value) + 1e-9), mantissa = value / pow (10, exponent);
  const char *sign = exponent < 0 ? "−" : "";

  if (fabs (mantissa - 1) < 1e-6)
    g_snprintf (text, size, "10<span baseline_shift='superscript' size='75%%'>%s%d</span>", sign, (int) fabs (exponent));
  else
    g_snprintf (text, size, "%g\u2009×\u200910<span baseline_shift='superscript' size='75%%'>%s%d</span>", round (mantissa * 100) / 100, sign,
                (int) fabs (exponent));
}

static void
refresh_accuracy (WbSettingsPanel *self)
{
  SimConfig *config = wb_session_config (self->session);
  const OdeMethod *method = sim_config_method (config);
  double asked = sim_config_get_number (config, "accuracy"), used;
  char asked_text[96], used_text[96], limit_text[96]; /* large enough: a number with two decimals and a power of ten with three digits need up to 75 bytes */
  g_autofree char *remark = NULL;

  if (!(asked > 0))
    asked = method->accuracy_default;
  used = CLAMP (asked, MIN (method->accuracy_tightest, method->accuracy_loosest), method->accuracy_loosest);
  self->updating = TRUE;
  wb_accuracy_scale_set_supported (WB_ACCURACY_SCALE (self->scale), method->accuracy_loosest, method->accuracy_tightest);
  wb_accuracy_scale_set_value (WB_ACCURACY_SCALE (self->scale), asked);
  self->updating = FALSE;
  power_text (asked, asked_text, sizeof asked_text);
  power_text (used > 0 ? used : asked, used_text, sizeof used_text);
  power_text (method->accuracy_loosest > 0 ? method->accuracy_loosest : 0.1, limit_text, sizeof limit_text);
  gtk_label_set_markup (GTK_LABEL (self->accuracy_value), asked_text);
  if (method->accuracy_loosest > 0 && method->accuracy_loosest < 0.1)
    remark = g_strdup_printf (_("In use: %s · this method supports %s or tighter"), used_text, limit_text);
  else
    remark = g_strdup_printf (_("In use: %s"), used_text);
  gtk_label_set_markup (GTK_LABEL (self->accuracy_remark), remark);
}

static void
on_accuracy (WbAccuracyScale *scale, WbSettingsPanel *self)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (!self->updating)
    wb_session_set (self->session, WB_SETTING, "accuracy", g_ascii_formatd (text, sizeof text, "%.6g", wb_accuracy_scale_value (scale)),
                    NULL);
}

static GtkWidget *
accuracy_block (WbSettingsPanel *self)
{
  GtkWidget *block = wb_styled (gtk_box_new (GTK_ORIENTATION_VERTICAL, 2), "row"), *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *title = wb_label_new (_("Accuracy"), "row-title");

  gtk_widget_set_hexpand (title, TRUE);
  gtk_widget_set_margin_top (line, 7);
  self->accuracy_value = wb_styled (gtk_label_new (NULL), "row-value");
  wb_box_add (line, title, self->accuracy_value, NULL);
  self->scale = wb_accuracy_scale_new ();
  gtk_widget_set_margin_top (self->scale, 1);
  g_signal_connect (self->scale, "value-changed", G_CALLBACK (on_accuracy), self);
  self->accuracy_remark = wb_label_new (NULL, "row-remark");
  gtk_label_set_wrap (GTK_LABEL (self->accuracy_remark), TRUE);
  gtk_widget_set_margin_bottom (self->accuracy_remark, 8);
  wb_box_add (block, line, self->scale, self->accuracy_remark, NULL);
  return block;
}

/* ---- error control ---- */

static void
on_error_control (GtkSwitch *control, GParamSpec *spec, WbSettingsPanel *self)
{
  g_autoptr (GError) error = NULL;

  if (!self->updating
      && !wb_session_set (self->session, WB_SETTING, "error_control", gtk_switch_get_active (control) ? "true" : "false", &error))
    g_signal_emit_by_name (self->session, "message", error->message);
}

static void
refresh_error_control (WbSettingsPanel *self)
{
  const OdeMethod *method = sim_config_method (wb_session_config (self->session));
  gboolean possible = (method->traits & (ODE_TRAIT_ADAPTIVE | ODE_TRAIT_ESTIMATE_ON_REQUEST)) != 0, on = is_controlled (self);

  self->updating = TRUE;
  gtk_switch_set_active (GTK_SWITCH (self->error_switch), on);
  self->updating = FALSE;
  gtk_widget_set_visible (self->error_remark, !possible);
  gtk_label_set_text (GTK_LABEL (self->error_remark),
                      on ? _("by step doubling: this method has no error estimate") : _("this method has no error estimate"));
  gtk_widget_set_visible (self->accuracy_block, on);
}

/* ---- rows from the table of settings ---- */

static gboolean
applies (const SimSettingRow *row, const OdeMethod *method, Model *model, gboolean controlled)
{
  /* All these settings except keep_rows have rows elsewhere in the panel. keep_rows only affects the files that the command line writes. */
  static const char *const hidden[]
      = { "integrator", "accuracy", "error_control", "initial_step", "min_step", "max_step", "realtime_rate", "weights", "keep_rows", NULL };
  unsigned traits = model != NULL ? model_traits (model) : 0;

  if (g_strv_contains (hidden, row->key) || row->type == SIM_SETTING_OPTIONS)
    return FALSE;
  switch (row->group)
    {
    case SIM_GROUP_IMPLICIT:
      return (method->traits & ODE_TRAIT_IMPLICIT) != 0;
    case SIM_GROUP_CONSTRAINTS:
      return (traits & (MODEL_IS_DAE | MODEL_HAS_ROTATIONS)) != 0;
    case SIM_GROUP_EVENTS:
      return FALSE; /* the page Events has these settings */
    case SIM_GROUP_ERROR_CONTROL:
      return controlled && !(method->traits & ODE_TRAIT_OWN_CONTROL);
    case SIM_GROUP_STEP_SIZE:
      if (row->needs & SIM_NEEDS_FIXED_STEPS)
        return !controlled && (method->traits & ODE_TRAIT_IMPLICIT);
      return controlled || (row->needs & SIM_NEEDS_ERROR_CONTROL) == 0;
    case SIM_GROUP_INTEGRATOR:
    case SIM_GROUP_RUN:
      break;
    }
  return TRUE;
}

static void
add_step_row (WbSettingsPanel *self, const char *key, const char *label)
{
  gtk_box_append (GTK_BOX (self->step_box), wb_setting_row_new_labelled (self->session, sim_config_row (key), label));
}

static void
build_advanced (WbSettingsPanel *self)
{
  const OdeMethod *method = sim_config_method (wb_session_config (self->session));
  GtkWidget *rows, *list;
  int n_rows;
  const SimSettingRow *table = sim_config_rows (&n_rows);
  int group = -1;

  wb_widget_empty_box (self->advanced);
  if (!self->advanced_open)
    return;
  rows = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  for (int i = 0; i < method->n_options; i++)
    gtk_box_append (GTK_BOX (rows), wb_option_row_new (self->session, &method->options[i]));
  for (int i = 0; i < n_rows; i++)
    {
      if (!applies (&table[i], method, wb_session_model (self->session), is_controlled (self)))
        continue;
      if (group != (int) table[i].group)
        {
          GtkWidget *title = wb_label_new (wb_translate (sim_config_group_label (table[i].group)), "group-remark");

          group = table[i].group;
          gtk_widget_set_margin_top (title, 8);
          gtk_widget_set_margin_start (title, 13);
          gtk_box_append (GTK_BOX (rows), title);
        }
      gtk_box_append (GTK_BOX (rows), wb_setting_row_new (self->session, &table[i]));
    }
  list = wb_styled (gtk_button_new_with_label (_("Reset all settings")), "raised");
  gtk_widget_set_margin_top (list, 8);
  gtk_widget_set_margin_bottom (list, 12);
  gtk_widget_set_margin_start (list, 13);
  gtk_widget_set_margin_end (list, 13);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (list), "win.reset-settings");
  gtk_box_append (GTK_BOX (rows), list);
  gtk_box_append (GTK_BOX (self->advanced), rows);
}

static void
on_advanced (GtkButton *button, WbSettingsPanel *self)
{
  self->advanced_open = !self->advanced_open;
  build_advanced (self);
  gtk_accessible_update_state (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_STATE_EXPANDED, self->advanced_open, -1);
}

/* Says what a fixed step of 0 is: the steps of a run then have a thousandth of its time span (ode_integrator_choose_first_step). */
static void
refresh_step_remark (WbSettingsPanel *self)
{
  double span = wb_session_t_end (self->session) - wb_session_t_start (self->session);
  Model *model = wb_session_model (self->session);
  g_autofree char *value = NULL, *text = NULL, *markup = NULL;

  if (self->step_remark == NULL || model == NULL)
    return;
  value = plot_text_value (span > 0 && isfinite (span) ? span / 1000 : 1e-3, 3, model_time_unit (model));
  text = g_strdup_printf (_("0 means a thousandth of the time span, %s."), value);
  markup = wb_rich_markup (text);
  gtk_label_set_markup (GTK_LABEL (self->step_remark), markup);
  gtk_widget_set_visible (self->step_remark, !(sim_config_get_number (wb_session_config (self->session), "max_step") > 0));
}

static void
build_steps (WbSettingsPanel *self)
{
  wb_widget_empty_box (self->step_box);
  self->step_remark = NULL;
  if (is_controlled (self))
    {
      add_step_row (self, "initial_step", _("Initial"));
      add_step_row (self, "min_step", _("Minimum"));
      add_step_row (self, "max_step", _("Maximum"));
    }
  else
    {
      add_step_row (self, "max_step", _("Fixed step"));
      self->step_remark = wb_label_new_wrapped ("", "row-remark");
      gtk_widget_set_margin_start (self->step_remark, 13);
      gtk_widget_set_margin_end (self->step_remark, 13);
      gtk_widget_set_margin_bottom (self->step_remark, 8);
      gtk_box_append (GTK_BOX (self->step_box), self->step_remark);
      refresh_step_remark (self);
    }
}

static GtkWidget *
advanced_button (WbSettingsPanel *self)
{
  GtkWidget *button = gtk_button_new (), *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *text = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *title = wb_label_new (_("Advanced"), "row-title");

  /* Translators: examples of the settings below "Advanced". */
  self->advanced_remark = wb_label_new (_("Norm, step limit"), "row-remark");
  gtk_widget_set_hexpand (text, TRUE);
  wb_box_add (text, title, self->advanced_remark, NULL);
  gtk_box_append (GTK_BOX (row), text);
  {
    GtkWidget *arrow = gtk_image_new_from_icon_name ("wb-down-symbolic");

    gtk_widget_set_margin_end (arrow, 3);
    gtk_box_append (GTK_BOX (row), arrow);
  }
  gtk_button_set_child (GTK_BUTTON (button), row);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_RELATION_LABELLED_BY, title, NULL,
                                  GTK_ACCESSIBLE_RELATION_DESCRIBED_BY, self->advanced_remark, NULL, -1);
  gtk_widget_add_css_class (button, "flat-row");
  gtk_widget_add_css_class (row, "advanced");
  g_signal_connect (button, "clicked", G_CALLBACK (on_advanced), self);
  return button;
}

static void
build_integrator (WbSettingsPanel *self)
{
  GtkWidget *page = self->pages[PAGE_INTEGRATOR], *box, *text;

  gtk_box_append (GTK_BOX (page), wb_method_chooser_new (self->session));

  box = wb_rows_box_new ();
  gtk_widget_set_margin_top (box, 14);
  self->error_switch = gtk_switch_new ();
  g_signal_connect (self->error_switch, "notify::active", G_CALLBACK (on_error_control), self);
  self->error_row = wb_row_new (_("Error control"), NULL, self->error_switch);
  text = gtk_widget_get_first_child (self->error_row);
  self->error_remark = wb_label_new (NULL, "row-remark");
  gtk_label_set_wrap (GTK_LABEL (self->error_remark), TRUE);
  gtk_box_append (GTK_BOX (text), self->error_remark);
  gtk_box_append (GTK_BOX (box), self->error_row);
  self->accuracy_block = accuracy_block (self);
  gtk_box_append (GTK_BOX (box), self->accuracy_block);
  gtk_box_append (GTK_BOX (page), box);

  self->step_title = wb_rows_title_new (_("Step size"), NULL);
  gtk_widget_set_margin_top (self->step_title, 15);
  gtk_widget_set_margin_bottom (self->step_title, 6);
  gtk_box_append (GTK_BOX (page), self->step_title);
  self->step_box = wb_rows_box_new ();
  gtk_box_append (GTK_BOX (page), self->step_box);

  box = wb_rows_box_new ();
  gtk_widget_set_margin_top (box, 14);
  gtk_box_append (GTK_BOX (box), advanced_button (self));
  self->advanced = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (box), self->advanced);
  gtk_box_append (GTK_BOX (page), box);

  self->limits = wb_limits_card_new (self->session);
  gtk_widget_set_margin_top (self->limits, 14);
  gtk_box_append (GTK_BOX (page), self->limits);
}

/* ---- the whole panel ---- */

static void
rebuild_method_rows (WbSettingsPanel *self)
{
  self->built_for = sim_config_method (wb_session_config (self->session));
  self->built_controlled = is_controlled (self);
  build_steps (self);
  build_advanced (self);
}

/* The rows of single settings are updated by their own handlers. This handler updates rows that only some methods have, and rows that show
 * several settings. */
static void
on_setting_changed (WbSession *session, int kind, const char *key, WbSettingsPanel *self)
{
  gboolean method = wb_session_depends (WB_SETTING, "integrator", (WbKind) kind, key);
  gboolean error_control = method || wb_session_depends (WB_SETTING, "error_control", (WbKind) kind, key);

  if (error_control
      && (self->built_for != sim_config_method (wb_session_config (session)) || self->built_controlled != is_controlled (self)))
    rebuild_method_rows (self);
  if (method || wb_session_depends (WB_SETTING, "accuracy", (WbKind) kind, key))
    refresh_accuracy (self);
  if (error_control)
    refresh_error_control (self);
  refresh_step_remark (self);
}

static void
on_model_changed (WbSession *session, WbSettingsPanel *self)
{
  rebuild_method_rows (self);
  refresh_accuracy (self);
  refresh_error_control (self);
  wb_settings_fill_parameters (self->pages[PAGE_PARAMETERS], self->session);
  wb_settings_fill_initial (self->pages[PAGE_INITIAL], self->session);
}

static void
wb_settings_panel_dispose (GObject *object)
{
  g_clear_pointer (&WB_SETTINGS_PANEL (object)->box, gtk_widget_unparent);
  G_OBJECT_CLASS (wb_settings_panel_parent_class)->dispose (object);
}

static void
wb_settings_panel_class_init (WbSettingsPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_settings_panel_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
wb_settings_panel_init (WbSettingsPanel *self)
{
  static const struct { const char *name, *title; } pages[] = {
    { "integrator", N_("Integrator") }, { "parameters", N_("Parameters") }, { "initial", N_("Initial state") }, { "events", N_("Events") },
  };
  GtkWidget *tabs = wb_styled (gtk_stack_switcher_new (), "tabs");

  self->box = wb_styled (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), "wb-panel");
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  self->stack = gtk_stack_new ();
  gtk_stack_set_hhomogeneous (GTK_STACK (self->stack), FALSE);
  gtk_stack_set_vhomogeneous (GTK_STACK (self->stack), FALSE);
  gtk_widget_set_vexpand (self->stack, TRUE);
  gtk_stack_switcher_set_stack (GTK_STACK_SWITCHER (tabs), GTK_STACK (self->stack));
  gtk_box_layout_set_homogeneous (GTK_BOX_LAYOUT (gtk_widget_get_layout_manager (tabs)), FALSE);
  wb_box_add (self->box, tabs, self->stack, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      GtkWidget *scrolled = gtk_scrolled_window_new ();

      gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
      self->pages[i] = wb_styled (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), "panel-page");
      gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->pages[i]);
      gtk_stack_add_titled (GTK_STACK (self->stack), scrolled, pages[i].name, _(pages[i].title));
    }
  /* The labels are long in some languages, so let them share the width of the
   * panel. */
  for (GtkWidget *tab = gtk_widget_get_first_child (tabs); tab != NULL; tab = gtk_widget_get_next_sibling (tab))
    {
      GtkWidget *label = gtk_button_get_child (GTK_BUTTON (tab));

      if (GTK_IS_LABEL (label))
        gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
    }
}

static void
on_page (WbSettingsPanel *self)
{
  const char *page = gtk_stack_get_visible_child_name (GTK_STACK (self->stack));

  if (page != NULL) /* the stack loses its pages when the panel is disposed */
    wb_session_set_settings_page (self->session, page);
}

static void
on_layout_changed (WbSettingsPanel *self)
{
  const char *page = wb_session_settings_page (self->session);

  if (gtk_stack_get_child_by_name (GTK_STACK (self->stack), page) != NULL)
    gtk_stack_set_visible_child_name (GTK_STACK (self->stack), page);
  else
    on_page (self);
}

GtkWidget *
wb_settings_panel_new (WbSession *session)
{
  WbSettingsPanel *self = g_object_new (WB_TYPE_SETTINGS_PANEL, NULL);

  self->session = session;
  build_integrator (self);
  self->events = wb_event_page_new (session);
  gtk_widget_set_vexpand (self->events, TRUE);
  gtk_box_append (GTK_BOX (self->pages[PAGE_EVENTS]), self->events);
  gtk_box_append (GTK_BOX (self->box), wb_branch_card_new (session));
  g_signal_connect_object (session, "setting-changed", G_CALLBACK (on_setting_changed), self, 0);
  g_signal_connect_object (session, "model-changed", G_CALLBACK (on_model_changed), self, 0);
  g_signal_connect_object (session, "layout-changed", G_CALLBACK (on_layout_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->stack, "notify::visible-child", G_CALLBACK (on_page), self, G_CONNECT_SWAPPED);
  on_model_changed (session, self);
  return GTK_WIDGET (self);
}

void
wb_settings_panel_refresh (WbSettingsPanel *self, const WbStability *stability)
{
  wb_limits_card_refresh (WB_LIMITS_CARD (self->limits), stability);
  wb_event_page_refresh (WB_EVENT_PAGE (self->events));
}
