/* Builds a switch for each event and the rows of the settings for locating events. */
#include "wb-event-switches.h"

#include <glib/gi18n.h>

#include "wb-event-text.h"
#include "wb-setting-rows.h"
#include "wb-tooltip.h"
#include "wb-widgets.h"

struct _WbEventSwitches
{
  GtkWidget parent_instance;
  WbSession *session;
  GtkWidget *list, *more[4], *window_remark;
  gboolean updating;
};

G_DEFINE_FINAL_TYPE (WbEventSwitches, wb_event_switches, GTK_TYPE_WIDGET)

static void
on_switch (GtkSwitch *control, GParamSpec *spec, WbEventSwitches *self)
{
  const char *name = g_object_get_data (G_OBJECT (control), "event");

  if (!self->updating)
    wb_session_set (self->session, WB_EVENT, name, gtk_switch_get_active (control) ? "on" : "off", NULL);
}

static void
draw_mark (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user)
{
  GdkRGBA color = { 0.54f, 0.23f, 0.69f, 1 };
  gboolean crossing = GPOINTER_TO_INT (user);

  gtk_style_context_lookup_color (gtk_widget_get_style_context (GTK_WIDGET (area)), "wb_event", &color);
  gdk_cairo_set_source_rgba (cr, &color);
  if (crossing)
    {
      cairo_move_to (cr, 1, height / 2.0 + 5);
      cairo_line_to (cr, 13, height / 2.0 + 5);
      cairo_line_to (cr, 7, height / 2.0 - 6);
      cairo_close_path (cr);
      cairo_fill (cr);
      return;
    }
  cairo_rectangle (cr, 2, height / 2.0 - 5, 10, 10);
  cairo_set_line_width (cr, 2);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_stroke (cr);
}

/* Explains an isolation window of 0. Users would otherwise think that the time of the event is exact. */
static void
refresh_window (WbEventSwitches *self)
{
  if (self->window_remark != NULL)
    gtk_widget_set_visible (self->window_remark, sim_config_get_number (wb_session_config (self->session), "isolation") == 0);
}

static void
on_more (GtkToggleButton *button, WbEventSwitches *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->more); i++)
    gtk_widget_set_visible (self->more[i], gtk_toggle_button_get_active (button));
}

/* Adds the rows of the settings for locating events. A collapsed group has the less common
 * settings. */
static void
add_location (WbEventSwitches *self)
{
  static const char *const keys[] = { "isolation_method", "guard", "suppress_initialization" };
  /* Translators: the tolerance of the time of an event. */
  GtkWidget *line = wb_styled (wb_setting_row_new_labelled (self->session, sim_config_row ("isolation"), _("Located to within")), "with-remark");
  GtkWidget *button = wb_styled (gtk_toggle_button_new (), "plot-menu fold");

  self->window_remark = wb_label_new (_("0: as exact as rounding permits"), "row-remark");
  gtk_label_set_wrap (GTK_LABEL (self->window_remark), TRUE);
  gtk_box_append (GTK_BOX (gtk_widget_get_first_child (line)), self->window_remark);
  refresh_window (self);
  gtk_button_set_icon_name (GTK_BUTTON (button), "wb-down-symbolic");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  wb_widget_set_label (button, _("How the times of events are found"));
  g_signal_connect (button, "toggled", G_CALLBACK (on_more), self);
  gtk_box_set_spacing (GTK_BOX (line), 2);
  gtk_box_append (GTK_BOX (line), button);
  gtk_box_append (GTK_BOX (self->list), line);
  for (int i = 0; i < 3; i++)
    {
      self->more[i] = wb_setting_row_new (self->session, sim_config_row (keys[i]));
      gtk_widget_set_visible (self->more[i], FALSE);
      gtk_box_append (GTK_BOX (self->list), self->more[i]);
    }
  self->more[3] = wb_styled (gtk_button_new_with_label (_("Reset all")), "raised");
  gtk_widget_set_halign (self->more[3], GTK_ALIGN_END);
  gtk_widget_set_margin_top (self->more[3], 8);
  gtk_widget_set_margin_bottom (self->more[3], 10);
  gtk_widget_set_margin_end (self->more[3], 13);
  wb_tooltip_set (self->more[3], _("Enable all events"));
  gtk_widget_set_visible (self->more[3], FALSE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->more[3]), "win.reset-events");
  gtk_box_append (GTK_BOX (self->list), self->more[3]);
}

static void
build_events (WbEventSwitches *self)
{
  ModelSystem *system = wb_session_system (self->session);
  int n = system != NULL ? model_system_n_events (system) : 0;

  wb_widget_empty_box (self->list);
  self->window_remark = NULL;
  for (int i = 0; i < n; i++)
    {
      const ModelEvent *event = model_system_event (system, i);
      g_autofree char *words = wb_event_text (system, i), *state = wb_session_get (self->session, WB_EVENT, event->name);
      GtkWidget *control = gtk_switch_new (), *line, *mark = gtk_drawing_area_new ();

      gtk_switch_set_active (GTK_SWITCH (control), g_strcmp0 (state, "off") != 0);
      g_object_set_data_full (G_OBJECT (control), "event", g_strdup (event->name), g_free);
      g_signal_connect (control, "notify::active", G_CALLBACK (on_switch), self);
      line = wb_row_new (event->name, words, control);
      gtk_widget_set_margin_top (gtk_widget_get_first_child (line), 1);
      gtk_widget_set_margin_bottom (gtk_widget_get_first_child (line), 1);
      gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (mark), 16);
      gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (mark), draw_mark,
                                      GINT_TO_POINTER (event->trigger == MODEL_TRIGGER_CROSSING && !model_system_event_is_case (system, i)), NULL);
      gtk_widget_insert_after (mark, line, NULL);
      gtk_box_append (GTK_BOX (self->list), line);
    }
  if (n == 0)
    {
      GtkWidget *line = wb_row_new (_("This model has no events."), NULL, NULL);

      gtk_box_append (GTK_BOX (self->list), line);
      return;
    }
  add_location (self);
}

static void
refresh_switches (WbEventSwitches *self)
{
  self->updating = TRUE;
  for (GtkWidget *line = gtk_widget_get_first_child (self->list); line != NULL; line = gtk_widget_get_next_sibling (line))
    {
      GtkWidget *control = gtk_widget_get_last_child (line);
      const char *name = control != NULL ? g_object_get_data (G_OBJECT (control), "event") : NULL;

      if (name != NULL)
        {
          g_autofree char *state = wb_session_get (self->session, WB_EVENT, name);

          gtk_switch_set_active (GTK_SWITCH (control), g_strcmp0 (state, "off") != 0);
        }
    }
  self->updating = FALSE;
}

static void
on_setting_changed (WbSession *session, int kind, const char *key, WbEventSwitches *self)
{
  if (kind == WB_EVENT || key[0] == '\0')
    refresh_switches (self);
  refresh_window (self);
}

static void
wb_event_switches_dispose (GObject *object)
{
  g_clear_pointer (&WB_EVENT_SWITCHES (object)->list, gtk_widget_unparent);
  G_OBJECT_CLASS (wb_event_switches_parent_class)->dispose (object);
}

static void
wb_event_switches_class_init (WbEventSwitchesClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_event_switches_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
wb_event_switches_init (WbEventSwitches *self)
{
  self->list = wb_rows_box_new ();
  gtk_widget_set_parent (self->list, GTK_WIDGET (self));
}

GtkWidget *
wb_event_switches_new (WbSession *session)
{
  WbEventSwitches *self = g_object_new (WB_TYPE_EVENT_SWITCHES, NULL);

  self->session = session;
  g_signal_connect_object (session, "model-changed", G_CALLBACK (build_events), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "setting-changed", G_CALLBACK (on_setting_changed), self, 0);
  build_events (self);
  return GTK_WIDGET (self);
}
