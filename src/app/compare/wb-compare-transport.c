/* Moves the playhead of a comparison by time, buttons, keys and the scale. */
#include "wb-compare-transport.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot-format.h"
#include "plot-ticks.h"
#include "wb-widgets.h"

struct _WbCompareTransport
{
  GtkWidget parent_instance;
  GtkWidget *box, *play, *value, *state, *scale, *rate_actual, *rate_labels, *rate_label;
  double t_start, t_end, turn, t, rate, progress;
  char *unit;
  guint tick;
  gint64 last_frame;
  double played_wall, played_time; /* wall-clock time in s and simulated time when the animation was started last */
  gboolean setting;
};

G_DEFINE_FINAL_TYPE (WbCompareTransport, wb_compare_transport, GTK_TYPE_WIDGET)

static guint time_changed;

static double
units (WbCompareTransport *self, double t)
{
  return self->turn == 1 ? t : (t - self->t_start) / self->turn;
}

void
wb_compare_number (double value, char *text, gsize size)
{
  if (fabs (value) >= 1e5 || (value != 0 && fabs (value) < 1e-3))
    plot_format_number (value, 2, text, size);
  else if (fabs (value) >= 1000)
    plot_format_fixed (value, 0, text, size);
  else
    g_ascii_formatd (text, (int) size, "%.3g", value);
}

static void
refresh (WbCompareTransport *self)
{
  gboolean playing = self->tick != 0;
  double end = units (self, self->t_end);
  char now[64], last[64], rate[64];
  g_autofree char *value = NULL, *state = NULL, *actual = NULL;
  const char *word = playing ? _("running") : _("paused");

  plot_format_clock (units (self, self->t), end, now, sizeof now);
  plot_format_clock_end (end, last, sizeof last);
  if (!isnan (self->progress))
    {
      g_autofree char *percent = g_strdup_printf ("%.0f", 100 * self->progress);

      state = g_strdup_printf (_("integrating, %s %%"), percent);
    }
  else if (self->turn != 1)
    /* Translators: below the current orbit: "of 100 orbits · finished". */
    state = g_strdup_printf (_("of %s orbits · %s"), last, word);
  else
    state = self->unit[0] == '\0' ? g_strdup_printf (_("of %s · %s"), last, word) : g_strdup_printf (_("of %s %s · %s"), last, self->unit, word);
  value = self->turn != 1 ? g_strdup (now) : g_strdup_printf ("%s\u2009%s", now, self->unit);
  gtk_label_set_text (GTK_LABEL (self->value), self->t_end > self->t_start ? value : "");
  gtk_label_set_text (GTK_LABEL (self->state), self->t_end > self->t_start || !isnan (self->progress) ? state : "");
  gtk_button_set_icon_name (GTK_BUTTON (self->play), playing ? "wb-pause-symbolic" : "wb-play-symbolic");
  if (self->played_wall > 0)
    {
      plot_format_fixed (self->played_time / self->played_wall, 2, rate, sizeof rate);
      actual = playing ? g_strdup_printf (_("actual <b>%s</b>"), rate) : g_strdup_printf (_("last run <b>%s</b>"), rate);
      gtk_label_set_markup (GTK_LABEL (self->rate_actual), actual);
    }
  gtk_widget_set_visible (self->rate_actual, self->played_wall > 0);
}

void
wb_compare_transport_set_time (WbCompareTransport *self, double t)
{
  t = CLAMP (t, self->t_start, self->t_end);
  if (t == self->t)
    return;
  self->t = t;
  self->setting = TRUE;
  gtk_range_set_value (GTK_RANGE (self->scale), units (self, t));
  self->setting = FALSE;
  refresh (self);
  g_signal_emit (self, time_changed, 0);
}

double wb_compare_transport_time (WbCompareTransport *self) { return self->t; }
gboolean wb_compare_transport_is_playing (WbCompareTransport *self) { return self->tick != 0; }

static gboolean
on_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer user)
{
  WbCompareTransport *self = WB_COMPARE_TRANSPORT (widget);
  gint64 now = gdk_frame_clock_get_frame_time (clock);
  double wall = self->last_frame > 0 ? (now - self->last_frame) * 1e-6 : 0;

  self->last_frame = now;
  self->played_wall += wall;
  self->played_time += fmin (wall * self->rate, self->t_end - self->t);
  wb_compare_transport_set_time (self, self->t + wall * self->rate);
  if (self->t < self->t_end)
    return G_SOURCE_CONTINUE;
  self->tick = 0;
  refresh (self);
  return G_SOURCE_REMOVE;
}

void
wb_compare_transport_set_playing (WbCompareTransport *self, gboolean playing)
{
  if (playing == (self->tick != 0) || !(self->t_end > self->t_start))
    return;
  if (!playing)
    {
      gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
      self->tick = 0;
    }
  else
    {
      if (self->t >= self->t_end)
        wb_compare_transport_set_time (self, self->t_start);
      self->last_frame = 0;
      self->played_wall = self->played_time = 0;
      self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_tick, NULL, NULL);
    }
  refresh (self);
}

void
wb_compare_transport_set_progress (WbCompareTransport *self, double share)
{
  self->progress = share;
  refresh (self);
}

void
wb_compare_transport_set_span (WbCompareTransport *self, double t_start, double t_end, double turn, const char *unit)
{
  double low, high, step;

  wb_compare_transport_set_playing (self, FALSE);
  self->t_start = t_start;
  self->t_end = t_end;
  self->turn = turn;
  self->t = t_end;
  g_free (self->unit);
  self->unit = g_strdup (unit);
  low = units (self, t_start);
  high = units (self, t_end);
  self->setting = TRUE;
  gtk_range_set_range (GTK_RANGE (self->scale), low, MAX (high, low + 1e-300));
  gtk_range_set_increments (GTK_RANGE (self->scale), (high - low) / 100, (high - low) / 10);
  gtk_range_set_value (GTK_RANGE (self->scale), high);
  self->setting = FALSE;
  gtk_scale_clear_marks (GTK_SCALE (self->scale));
  step = plot_scale_step (high - low, 10);
  for (double k = ceil (low / step - 1e-9); step > 0 && k * step <= high + 1e-9 * step; k++)
    {
      char text[64];

      plot_format_axis_tick (k * step, step, floor (high / step + 1e-9) * step, text, sizeof text);
      gtk_scale_add_mark (GTK_SCALE (self->scale), k * step, GTK_POS_BOTTOM, text);
    }
  refresh (self);
  g_signal_emit (self, time_changed, 0);
}

void
wb_compare_transport_clear (WbCompareTransport *self)
{
  wb_compare_transport_set_playing (self, FALSE);
  self->t = self->t_end = self->t_start;
  gtk_scale_clear_marks (GTK_SCALE (self->scale));
  refresh (self);
}

/* ---- buttons and keys ---- */

static void on_reset (WbCompareTransport *self) { wb_compare_transport_set_playing (self, FALSE); wb_compare_transport_set_time (self, self->t_start); }
static void on_end (WbCompareTransport *self) { wb_compare_transport_set_playing (self, FALSE); wb_compare_transport_set_time (self, self->t_end); }
static void on_play (WbCompareTransport *self) { wb_compare_transport_set_playing (self, self->tick == 0); }

/* Moves the playhead by a fraction of the time span. */
static void
move_by (WbCompareTransport *self, double share)
{
  wb_compare_transport_set_playing (self, FALSE);
  wb_compare_transport_set_time (self, self->t + share * (self->t_end - self->t_start));
}

static void on_step (WbCompareTransport *self) { move_by (self, 0.01); }

gboolean
wb_compare_transport_key (WbCompareTransport *self, guint key, GdkModifierType state)
{
  gboolean plain = (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK)) == 0;
  double fine = state & GDK_CONTROL_MASK ? 0.01 : 0.001;

  if (state & (GDK_ALT_MASK | GDK_SHIFT_MASK))
    return FALSE;
  switch (key)
    {
    case GDK_KEY_space: if (!plain) return FALSE; on_play (self); return TRUE;
    case GDK_KEY_Home: on_reset (self); return TRUE;
    case GDK_KEY_End: on_end (self); return TRUE;
    case GDK_KEY_period: on_step (self); return TRUE;
    case GDK_KEY_Left: move_by (self, -fine); return TRUE;
    case GDK_KEY_Right: move_by (self, fine); return TRUE;
    default: return FALSE;
    }
}

static void
on_scale (GtkRange *range, WbCompareTransport *self)
{
  double value = gtk_range_get_value (range);

  if (self->setting)
    return;
  wb_compare_transport_set_playing (self, FALSE);
  wb_compare_transport_set_time (self, self->turn == 1 ? value : self->t_start + value * self->turn);
}

static GtkWidget *
button_new (WbCompareTransport *self, const char *icon, const char *label, GCallback func)
{
  GtkWidget *button = wb_styled (gtk_button_new_from_icon_name (icon), "transport-button");

  wb_widget_set_label (button, label);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  g_signal_connect_swapped (button, "clicked", func, self);
  gtk_box_append (GTK_BOX (self->box), button);
  return button;
}

static GtkWidget *
label_new (const char *text, const char *css, float align)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), align);
  gtk_widget_add_css_class (label, css);
  return label;
}

static void
set_rate (GSimpleAction *action, GVariant *value, gpointer user)
{
  WbCompareTransport *self = user;
  char number[32];
  g_autofree char *label = NULL;

  self->rate = g_variant_get_double (value);
  plot_format_number (self->rate, 3, number, sizeof number);
  label = g_strdup_printf (C_("real-time rate", "%s ×"), number);
  gtk_label_set_text (GTK_LABEL (self->rate_label), label);
  g_simple_action_set_state (action, value);
}

static void
add_rate (WbCompareTransport *self)
{
  static const double rates[] = { 0.1, 0.5, 1, 2, 5, 10, 50 };
  static const GActionEntry entries[] = { { "rate", NULL, "d", "1.0", set_rate } };
  GtkWidget *labels = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *button = gtk_menu_button_new (), *content, *arrow;
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  g_autoptr (GMenu) menu = g_menu_new ();

  g_action_map_add_action_entries (G_ACTION_MAP (group), entries, 1, self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "comparison", G_ACTION_GROUP (group));
  for (guint i = 0; i < G_N_ELEMENTS (rates); i++)
    {
      g_autofree char *label = NULL;
      g_autoptr (GMenuItem) item = NULL;
      char number[32];

      plot_format_number (rates[i], 3, number, sizeof number);
      label = g_strdup_printf (C_("real-time rate", "%s ×"), number);
      item = g_menu_item_new (label, NULL);
      g_menu_item_set_action_and_target (item, "comparison.rate", "d", rates[i]);
      g_menu_append_item (menu, item);
    }
  gtk_widget_set_valign (labels, GTK_ALIGN_CENTER);
  gtk_widget_set_size_request (labels, 92, -1);
  gtk_widget_set_margin_start (labels, 22);
  gtk_box_append (GTK_BOX (labels), label_new (_("Real-time rate"), "rate-caption", 1));
  self->rate_actual = label_new ("", "rate-actual", 1);
  gtk_box_append (GTK_BOX (labels), self->rate_actual);
  self->rate_labels = labels;
  gtk_box_append (GTK_BOX (self->box), labels);
  content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  arrow = gtk_image_new_from_icon_name ("wb-down-symbolic");
  gtk_image_set_pixel_size (GTK_IMAGE (arrow), 12);
  self->rate_label = gtk_label_new ("1 ×");
  wb_box_add (content, self->rate_label, arrow, NULL);
  gtk_menu_button_set_child (GTK_MENU_BUTTON (button), content);
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
  gtk_menu_button_set_direction (GTK_MENU_BUTTON (button), GTK_ARROW_UP);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Real-time rate"), -1);
  gtk_box_append (GTK_BOX (self->box), button);
}

static void
wb_compare_transport_dispose (GObject *object)
{
  WbCompareTransport *self = WB_COMPARE_TRANSPORT (object);

  if (self->tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
  self->tick = 0;
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->unit, g_free);
  G_OBJECT_CLASS (wb_compare_transport_parent_class)->dispose (object);
}

static void
wb_compare_transport_class_init (WbCompareTransportClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_compare_transport_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  time_changed = g_signal_new ("time-changed", WB_TYPE_COMPARE_TRANSPORT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
wb_compare_transport_init (WbCompareTransport *self)
{
  GtkWidget *time = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->turn = self->rate = 1;
  self->progress = NAN;
  self->unit = g_strdup ("");
  self->box = wb_styled (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), "wb-transport transport-row");
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  button_new (self, "wb-reset-symbolic", _("Reset (Home)"), G_CALLBACK (on_reset));
  button_new (self, "wb-step-symbolic", _("Move forward by one percent of the time span (.)"), G_CALLBACK (on_step));
  self->play = button_new (self, "wb-play-symbolic", _("Play or pause (Space)"), G_CALLBACK (on_play));
  gtk_widget_add_css_class (self->play, "run");
  button_new (self, "wb-end-symbolic", _("Go to the end (End)"), G_CALLBACK (on_end));
  self->value = label_new ("", "time-value", 0);
  self->state = label_new ("", "time-state", 0);
  gtk_widget_set_valign (time, GTK_ALIGN_CENTER);
  gtk_widget_set_margin_start (time, 12);
  gtk_widget_set_size_request (time, 136, -1);
  wb_box_add (time, self->value, self->state, NULL);
  gtk_box_append (GTK_BOX (self->box), time);
  self->scale = wb_styled (gtk_scale_new_with_range (GTK_ORIENTATION_HORIZONTAL, 0, 1, 0.01), "scrub");
  gtk_scale_set_draw_value (GTK_SCALE (self->scale), FALSE);
  gtk_widget_set_hexpand (self->scale, TRUE);
  gtk_widget_set_valign (self->scale, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->scale), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Playhead"), -1);
  g_signal_connect (self->scale, "value-changed", G_CALLBACK (on_scale), self);
  gtk_box_append (GTK_BOX (self->box), self->scale);
  add_rate (self);
}

void
wb_compare_transport_set_narrow (WbCompareTransport *self, gboolean narrow)
{
  gtk_widget_set_visible (self->rate_labels, !narrow);
  gtk_widget_set_visible (self->state, !narrow);
}

GtkWidget *
wb_compare_transport_new (void)
{
  return g_object_new (WB_TYPE_COMPARE_TRANSPORT, NULL);
}
