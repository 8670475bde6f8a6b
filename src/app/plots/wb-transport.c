/* Assembles the bottom of the window, moves the playhead during a run, and measures the real-time rate. */
#include "wb-transport.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot-format.h"
#include "wb-figure-label.h"
#include "wb-number-field.h"
#include "wb-plot-set.h"
#include "wb-remove.h"
#include "wb-scrubber.h"
#include "wb-session-repeat.h"
#include "wb-setting-rows.h"
#include "wb-statistics-strip.h"
#include "wb-tooltip.h"
#include "wb-widgets.h"

struct _WbTransport
{
  GtkWidget parent_instance;
  WbSession *session;

  GtkWidget *box, *row, *compact_row;
  GtkWidget *reset, *step, *run, *end, *rate_box, *rate_button, *rate_label;
  GtkWidget *clock, *time_value, *time_state, *rate_actual;
  GtkWidget *scrubber, *statistics, *compact_parameter, *compact_text;
  SimRunState shown_state;
  gint64 rate_wall;   /* time when the rate was last measured, µs */
  double rate_t, rate_now;
  WbRunItem *rate_run; /* run whose rate was measured; weak pointer, because a new run may get the same address */
  gboolean compact, rate_held;
};

G_DEFINE_FINAL_TYPE (WbTransport, wb_transport, GTK_TYPE_WIDGET)

static void
wb_transport_dispose (GObject *object)
{
  WbTransport *self = WB_TRANSPORT (object);

  g_clear_weak_pointer (&self->rate_run);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (wb_transport_parent_class)->dispose (object);
}

static void
wb_transport_class_init (WbTransportClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_transport_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "transport");
}

static GtkWidget *
transport_button (WbTransport *self, const char *icon, const char *action, const char *label)
{
  GtkWidget *button = wb_styled (gtk_button_new_from_icon_name (icon), "transport-button");

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  wb_widget_set_label (button, label);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (self->row), button);
  return button;
}

static GtkWidget *
label_new (const char *text, const char *css, float align)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), align);
  if (css != NULL)
    gtk_widget_add_css_class (label, css);
  return label;
}

static GMenuModel *
rate_menu (void)
{
  static const double rates[] = { 0.01, 0.1, 0.5, 1, 2, 10, 100 };
  GMenu *menu = g_menu_new ();

  for (guint i = 0; i < G_N_ELEMENTS (rates); i++)
    {
      g_autofree char *label = NULL, *number = wb_number_text (rates[i]);
      g_autoptr (GMenuItem) item = NULL;

      label = g_strdup_printf (C_("real-time rate", "%s ×"), number);
      item = g_menu_item_new (label, NULL);
      g_menu_item_set_action_and_target (item, "win.realtime-rate", "d", rates[i]);
      g_menu_append_item (menu, item);
    }
  {
    g_autoptr (GMenuItem) item = g_menu_item_new (_("As fast as possible"), NULL);

    g_menu_item_set_action_and_target (item, "win.realtime-rate", "d", 0.0);
    g_menu_append_item (menu, item);
  }
  return G_MENU_MODEL (menu);
}

static void
build_rate (WbTransport *self)
{
  GtkWidget *labels = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  g_autoptr (GMenuModel) menu = rate_menu ();

  self->rate_box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 11);
  gtk_widget_set_valign (labels, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (labels), label_new (_("Real-time rate"), "rate-caption", 1));
  self->rate_actual = wb_figure_label_new ("rate-actual", 1);
  gtk_box_append (GTK_BOX (labels), self->rate_actual);
  gtk_widget_set_size_request (labels, 100, -1);
  gtk_box_append (GTK_BOX (self->rate_box), labels);
  self->rate_button = gtk_menu_button_new ();
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (self->rate_button), menu);
  {
    GtkWidget *content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10), *arrow = gtk_image_new_from_icon_name ("wb-down-symbolic");

    self->rate_label = gtk_label_new ("");
    gtk_image_set_pixel_size (GTK_IMAGE (arrow), 12);
    wb_box_add (content, self->rate_label, arrow, NULL);
    gtk_menu_button_set_child (GTK_MENU_BUTTON (self->rate_button), content);
  }
  gtk_menu_button_set_direction (GTK_MENU_BUTTON (self->rate_button), GTK_ARROW_UP);
  gtk_widget_set_valign (self->rate_button, GTK_ALIGN_CENTER);
  wb_tooltip_set (self->rate_button, _("Simulated seconds per second of real time"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->rate_button), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Real-time rate"), -1);
  gtk_box_append (GTK_BOX (self->rate_box), self->rate_button);
  gtk_widget_set_margin_start (self->rate_box, 20);
  gtk_box_append (GTK_BOX (self->row), self->rate_box);
}

/* Builds the popover for the start and the end of the run. It is built when it opens, because the unit of time depends on the
 * model. */
static void
on_create_times (GtkMenuButton *button, gpointer user)
{
  WbTransport *self = user;
  Model *model = wb_session_model (self->session);
  const char *unit = model != NULL ? model_time_unit (model) : "";
  const WbSliderRange no_slider = { NAN, NAN, 0, FALSE };
  GtkWidget *popover = gtk_popover_new (), *rows = wb_rows_box_new ();

  gtk_box_append (GTK_BOX (rows), wb_value_row_new (self->session, WB_TIME, "start", _("Start"), unit, NULL, &no_slider));
  gtk_box_append (GTK_BOX (rows), wb_value_row_new (self->session, WB_TIME, "end", _("End"), unit, NULL, &no_slider));
  gtk_widget_set_size_request (rows, 300, -1);
  gtk_popover_set_child (GTK_POPOVER (popover), rows);
  gtk_menu_button_set_popover (button, popover);
}

static void
wb_transport_init (WbTransport *self)
{
  GtkWidget *time = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->rate_now = NAN;
  self->shown_state = (SimRunState) -1;
  self->box = wb_styled (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), "wb-transport");
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  self->row = wb_styled (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), "transport-row");
  gtk_box_append (GTK_BOX (self->box), self->row);

  self->reset = transport_button (self, "wb-reset-symbolic", "win.reset", _("Reset (Home)"));
  self->step = transport_button (self, "wb-step-symbolic", "win.step", _("One step (.)"));
  self->run = transport_button (self, "wb-play-symbolic", "win.run", _("Run (Space)"));
  gtk_widget_add_css_class (self->run, "run");
  self->end = transport_button (self, "wb-end-symbolic", "win.run-to-end", _("Run to the end (End)"));

  self->time_value = wb_figure_label_new ("time-value", 0);
  self->time_state = wb_figure_label_new ("time-state", 0);
  gtk_widget_set_valign (time, GTK_ALIGN_CENTER);
  gtk_widget_set_size_request (time, 100, -1);
  wb_box_add (time, self->time_value, self->time_state, NULL);
  self->clock = wb_styled (gtk_menu_button_new (), "clock");
  gtk_menu_button_set_child (GTK_MENU_BUTTON (self->clock), time);
  gtk_menu_button_set_direction (GTK_MENU_BUTTON (self->clock), GTK_ARROW_UP);
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (self->clock), on_create_times, self, NULL);
  gtk_widget_set_valign (self->clock, GTK_ALIGN_CENTER);
  gtk_widget_set_margin_start (self->clock, 5);
  wb_widget_set_label (self->clock, _("Change the start and the end of the run"));
  gtk_box_append (GTK_BOX (self->row), self->clock);
}

/* ---- texts of the state ---- */

static const char *
state_word (WbSession *session)
{
  WbRunItem *run = wb_session_current (session);

  if (wb_session_is_stale (session) && !wb_session_is_repeating (session) && wb_session_state (session) == SIM_RUN_FINISHED)
    return _("from the last run");

  /* If its snapshot was dropped from the tape, a branch repeats the steps of its parent first. */
  if (run != NULL && wb_run_item_state (run)->replaying)
    /* Translators: the state of a branch that repeats the steps of the run from which it begins. */
    return _("replaying");
  switch (wb_session_state (session))
    {
    case SIM_RUN_RUNNING: return _("running");
    case SIM_RUN_PAUSED: return _("paused");
    case SIM_RUN_FINISHED:
      switch (wb_run_item_state (run)->status.reason)
        {
        case SIM_FAILED_RUN: return _("failed");
        case SIM_TERMINATED: return _("stopped");
        case SIM_INTERRUPTED: return _("cancelled");
        default: return _("finished");
        }
    /* Translators: the state of a run that has not started. */
    default: return _("ready");
    }
}

static gboolean
is_running (WbTransport *self)
{
  return wb_session_state (self->session) == SIM_RUN_RUNNING;
}

/* Returns the width of the visible range of time, or NaN if there are no plots. */
static double
visible_width (WbTransport *self)
{
  PlotTimeAxis *axis = wb_plot_set_axis (wb_plot_set_of (self->session));
  double low, high;

  if (axis == NULL || plot_time_axis_get_log (axis))
    return NAN;
  plot_time_axis_get_view (axis, &low, &high);
  return high - low;
}

/* Shortest remaining time in s that is shown. */
#define LEAST_LEFT_SECONDS 3

/* Returns how long the run still needs at its present rate as text. Returns NULL if that is short or not
 * known. */
static char *
time_left (WbTransport *self)
{
  WbRunItem *run = wb_session_current (self->session);
  double rate = self->rate_now, left;
  int seconds;

  if (run == NULL || run != self->rate_run || !is_running (self) || !(rate > 0))
    return NULL;
  left = (wb_session_t_end (self->session) - self->rate_t) / rate;
  if (!(left >= LEAST_LEFT_SECONDS) || left > 1e8)
    return NULL;
  seconds = (int) lrint (left);
  if (seconds < 100)
    return g_strdup_printf (_("%d s left"), seconds);
  if (seconds < 100 * 60)
    return g_strdup_printf (_("%d min left"), (seconds + 30) / 60);
  return g_strdup_printf (_("%d h left"), (seconds + 1800) / 3600);
}

static void
refresh_time (WbTransport *self)
{
  Model *model = wb_session_model (self->session);
  double t = wb_session_playhead (self->session), end = wb_session_t_end (self->session);
  const char *unit = model != NULL ? model_time_unit (model) : "";
  char value[64], span[64];
  g_autofree char *now = NULL, *state = NULL, *escaped_now = NULL, *escaped = NULL, *left = time_left (self);
  const char *word = left != NULL ? left : state_word (self->session);

  plot_format_clock_within (t, end, visible_width (self), value, sizeof value);
  plot_format_clock_end (end, span, sizeof span);
  now = g_strdup_printf ("%s\u2009%s", value, unit);
  escaped_now = g_markup_escape_text (now, -1);
  wb_figure_label_set (WB_FIGURE_LABEL (self->time_value), escaped_now, is_running (self));
  state = model == NULL ? g_strdup (_("no model"))
          /* Translators: below the current time: "of 20 s · finished". */
          : unit[0] != '\0' ? g_strdup_printf (_("of %s %s · %s"), span, unit, word)
                            /* Translators: below the current time, if the time has no unit: "of 20 · finished". */
                            : g_strdup_printf (_("of %s · %s"), span, word);
  escaped = g_markup_escape_text (state, -1);
  wb_figure_label_set (WB_FIGURE_LABEL (self->time_state), escaped, is_running (self));
  if (gtk_widget_get_sensitive (self->clock) != (model != NULL))
    gtk_widget_set_sensitive (self->clock, model != NULL);
}

/* Time in µs over which the rate is measured. Over a shorter time, one frame more or less would change the displayed
 * number. */
#define RATE_EVERY_US (1000 * 1000)

static void
measure_rate (WbTransport *self, WbRunItem *run)
{
  gint64 now = g_get_monotonic_time ();
  gboolean shown = wb_session_rate (self->session) > 0 && wb_session_is_following (self->session);
  /* Show the time of the playhead, which moves smoothly. The time that the run has reached advances in
   * steps. */
  double t = run == NULL ? 0 : shown ? wb_session_playhead (self->session) : wb_run_item_state (run)->t;

  if (self->rate_held)
    return;
  if (run != self->rate_run || t < self->rate_t || wb_session_state (self->session) != SIM_RUN_RUNNING)
    {
      if (run != self->rate_run)
        self->rate_now = NAN;
      g_set_weak_pointer (&self->rate_run, run);
      self->rate_t = t;
      self->rate_wall = now;
      return;
    }
  if (now - self->rate_wall < RATE_EVERY_US)
    return;
  self->rate_now = (t - self->rate_t) / ((now - self->rate_wall) * 1e-6);
  self->rate_t = t;
  self->rate_wall = now;
}

/* Shortest wall-clock time in s of a paused run whose rate is shown. */
#define LEAST_RATED_SECONDS 1.0

static void
refresh_rate (WbTransport *self)
{
  WbRunItem *run = wb_session_current (self->session);
  double asked = wb_session_rate (self->session), actual = NAN;
  SimRunState state = wb_session_state (self->session);
  char number[64];
  g_autofree char *label = NULL, *text = NULL, *shown = wb_number_text (asked);

  measure_rate (self, run);
  if (run != NULL && state == SIM_RUN_RUNNING)
    actual = self->rate_now;
  else if (run != NULL)
    {
      const SimStatistics *all = &wb_run_item_state (run)->statistics;

      /* Show the mean rate of the whole run, which session files contain too. Single steps have no
       * rate. */
      if (state == SIM_RUN_FINISHED || all->wall_seconds >= LEAST_RATED_SECONDS)
        actual = all->actual_realtime_rate;
    }
  label = asked > 0 ? g_strdup_printf (C_("real-time rate", "%s ×"), shown) : g_strdup (C_("real-time rate", "max"));
  if (strcmp (gtk_label_get_label (GTK_LABEL (self->rate_label)), label) != 0)
    gtk_label_set_label (GTK_LABEL (self->rate_label), label);
  if (run == NULL || isnan (actual) || state == SIM_RUN_READY)
    text = g_strdup ("");
  else
    {
      if (actual > 0 && actual < 0.01)
        plot_format_number (actual, 2, number, sizeof number);
      else if (actual < 1000)
        plot_format_fixed (actual, actual < 10 ? 2 : actual < 100 ? 1 : 0, number, sizeof number);
      else
        {
          /* Show two digits. A rate measured over one second is not more
           * accurate. */
          double unit = pow (10, floor (log10 (actual)) - 1);

          plot_format_number (round (actual / unit) * unit, 2, number, sizeof number);
        }
      /* Translators: the real-time rate of the finished run, such as "last run 0.8 ×". */
      text = state == SIM_RUN_FINISHED ? g_strdup_printf (_("last run <b>%s</b>"), number)
          /* Translators: the real-time rate that the run reaches, such as "actual 0.8 ×". */
          : g_strdup_printf (_("actual <b>%s</b>"), number);
    }
  wb_figure_label_set (WB_FIGURE_LABEL (self->rate_actual), text, is_running (self));
}

static void
announce (WbTransport *self, const char *text)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->time_state), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

static void
refresh_buttons (WbTransport *self)
{
  SimRunState state = wb_session_state (self->session);
  gboolean running = state == SIM_RUN_RUNNING;
  const char *label = running ? _("Pause (Space)") : state == SIM_RUN_FINISHED ? _("Run again (Space)") : _("Run (Space)");

  if (state == self->shown_state)
    return;
  self->shown_state = state;
  gtk_button_set_icon_name (GTK_BUTTON (self->run), running ? "wb-pause-symbolic" : "wb-play-symbolic");
  wb_widget_set_label (self->run, label);
  announce (self, state_word (self->session));
}

/* Changes markup so that all text that is not bold is dimmed. */
static void
dim_words (char **markup)
{
  g_autoptr (GString) text = g_string_new (*markup);

  g_string_replace (text, "<b>", "</span><b>", 0);
  g_string_replace (text, "</b>", "</b><span alpha='72%'>", 0);
  g_free (*markup);
  *markup = g_strdup_printf ("<span alpha='72%%'>%s</span>", text->str);
}

static void
refresh_compact (WbTransport *self)
{
  WbRunItem *run = wb_session_current (self->session);
  char h[64], share[64];
  g_autofree char *text = NULL, *unit = NULL;
  const OdeStatistics *ode;
  gint64 rejected;
  gsize attempts;

  if (run == NULL)
    {
      wb_figure_label_set (WB_FIGURE_LABEL (self->compact_text), "", FALSE);
      return;
    }
  ode = &wb_run_item_state (run)->statistics.ode;
  rejected = ode->rejected_error + ode->rejected_newton + ode->rejected_undefined;
  attempts = sim_tape_n_attempts (wb_run_item_tape (run));
  plot_format_number (ode->previous_step, 2, h, sizeof h);
  plot_format_number (attempts > 0 ? 100.0 * (double) rejected / (double) attempts : 0, 2, share, sizeof share);
  unit = g_markup_escape_text (model_time_unit (wb_session_model (self->session)), -1);
  text = g_strdup_printf (_("step size  <b>%s %s</b>      rejected  <b>%s %%</b>"), h, unit, share);
  if (wb_session_is_stale (self->session) && !wb_session_is_repeating (self->session) && !is_running (self))
    {
      g_autofree char *numbers = g_steal_pointer (&text);

      text = g_strdup_printf ("%s      %s", _("from the last run"), numbers);
    }
  dim_words (&text);
  wb_figure_label_set (WB_FIGURE_LABEL (self->compact_text), text, is_running (self));
}

void
wb_transport_refresh (WbTransport *self)
{
  refresh_time (self);
  refresh_rate (self);
  refresh_buttons (self);
  wb_scrubber_refresh (WB_SCRUBBER (self->scrubber));
  wb_statistics_strip_refresh (WB_STATISTICS_STRIP (self->statistics));
  if (self->compact)
    refresh_compact (self);
}

static void
rebuild_compact (WbTransport *self)
{
  Model *model = wb_session_model (self->session);

  wb_remove_children_when_idle (self->compact_parameter);
  if (model != NULL && model_n_parameters (model) > 0)
    {
      int best = 0;
      double widest = 0;

      /* Find the parameter whose range is the largest relative to its value. */
      for (int i = 0; i < model_n_parameters (model); i++)
        {
          const ModelQuantity *parameter = model_parameter (model, i);
          double width = (parameter->high - parameter->low) / MAX (fabs (parameter->value), 1e-300);

          if (parameter->size == 0 && width > widest)
            {
              widest = width;
              best = i;
            }
        }
      gtk_box_append (GTK_BOX (self->compact_parameter), wb_parameter_slider_new (self->session, model_parameter (model, best)));
    }
}

GtkWidget *
wb_transport_new (WbSession *session)
{
  WbTransport *self = g_object_new (WB_TYPE_TRANSPORT, NULL);

  self->session = session;
  self->scrubber = wb_scrubber_new (session);
  gtk_widget_set_margin_start (self->scrubber, 10);
  gtk_box_append (GTK_BOX (self->row), self->scrubber);
  build_rate (self);

  self->compact_row = wb_styled (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 24), "compact-row");
  self->compact_parameter = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  gtk_widget_set_hexpand (self->compact_parameter, TRUE);
  self->compact_text = wb_figure_label_new ("dim", 1);
  wb_box_add (self->compact_row, self->compact_parameter, self->compact_text, NULL);
  gtk_widget_set_visible (self->compact_row, FALSE);
  gtk_box_append (GTK_BOX (self->box), self->compact_row);

  self->statistics = wb_statistics_strip_new (session);
  gtk_box_append (GTK_BOX (self->box), self->statistics);
  g_signal_connect_object (session, "model-changed", G_CALLBACK (rebuild_compact), self, G_CONNECT_SWAPPED);
  wb_transport_refresh (self);
  return GTK_WIDGET (self);
}

void
wb_transport_hold_rate (WbTransport *self)
{
  self->rate_held = TRUE;
}

void
wb_transport_set_layout (WbTransport *self, gboolean compact, gboolean statistics)
{
  self->compact = compact;
  gtk_widget_set_visible (self->statistics, statistics && !compact);
  gtk_widget_set_visible (self->compact_row, compact);
  gtk_widget_set_visible (self->rate_box, !compact);
  gtk_widget_set_visible (self->end, !compact);
  gtk_widget_set_visible (self->time_state, !compact);
  wb_transport_refresh (self);
}
