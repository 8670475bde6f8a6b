/* The preferences window. Its rows are defined by a table. */
#include <glib/gi18n.h>
#include <string.h>

#include "wb-preferences.h"
#include "wb-setting-rows.h"
#include "wb-style.h"
#include "wb-widgets.h"

static const char *const styles[] = { "system", "light", "dark", NULL };

static void
on_style (GtkDropDown *control)
{
  guint selected = gtk_drop_down_get_selected (control);

  wb_preferences_set_string ("style", styles[MIN (selected, 2)]);
  wb_style_set_choice ((WbStyleChoice) MIN (selected, 2));
}

static void
on_switch (GtkSwitch *control, GParamSpec *spec, const char *key)
{
  wb_preferences_set_boolean (key, gtk_switch_get_active (control));
}

static const double rates[] = { 0, 0.1, 0.5, 1, 2, 10 };

static void
on_rate (GtkDropDown *control)
{
  wb_preferences_set_double ("realtime-rate", rates[MIN (gtk_drop_down_get_selected (control), G_N_ELEMENTS (rates) - 1)]);
}

static GtkWidget *
style_row (void)
{
  g_autofree char *now = wb_preferences_get_string ("style");
  GtkWidget *control = gtk_drop_down_new_from_strings ((const char *[]) { _("Same as the system"), _("Light"), _("Dark"), NULL });

  for (guint i = 0; styles[i] != NULL; i++)
    if (strcmp (styles[i], now) == 0)
      gtk_drop_down_set_selected (GTK_DROP_DOWN (control), i);
  g_signal_connect (control, "notify::selected", G_CALLBACK (on_style), NULL);
  return wb_row_new (_("Style"), NULL, control);
}

static GtkWidget *
rate_row (void)
{
  GtkWidget *control = gtk_drop_down_new_from_strings (
      (const char *[]) { _("As fast as possible"), "0.1 ×", "0.5 ×", "1 ×", "2 ×", "10 ×", NULL });
  double now = wb_preferences_get_double ("realtime-rate");

  for (guint i = 0; i < G_N_ELEMENTS (rates); i++)
    if (rates[i] == now)
      gtk_drop_down_set_selected (GTK_DROP_DOWN (control), i);
  g_signal_connect (control, "notify::selected", G_CALLBACK (on_rate), NULL);
  return wb_row_new (_("Real-time rate of new windows"), NULL, control);
}

static GtkWidget *
switch_row (const char *title, const char *remark, const char *key)
{
  GtkWidget *control = gtk_switch_new ();

  gtk_switch_set_active (GTK_SWITCH (control), wb_preferences_get_boolean (key));
  g_signal_connect (control, "notify::active", G_CALLBACK (on_switch), (gpointer) key);
  return wb_row_new (title, remark, control);
}

static gboolean
on_escape (GtkWidget *window, GVariant *args, gpointer user)
{
  gtk_window_close (GTK_WINDOW (window));
  return TRUE;
}

static void
close_on_escape (GtkWidget *window)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys), gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                                                                                          gtk_callback_action_new (on_escape, NULL, NULL)));
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (window, keys);
}

void
wb_preferences_present (GtkWindow *parent)
{
  GtkWidget *window = gtk_window_new (), *box = wb_styled (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), "panel-page"), *rows = wb_rows_box_new ();

  gtk_box_append (GTK_BOX (rows), style_row ());
  gtk_box_append (GTK_BOX (rows), rate_row ());
  gtk_box_append (GTK_BOX (rows), switch_row (_("Offer to restore the last "
                                                "session"), _("After a crash or a kill of Stepwise"), "restore-session"));
  gtk_box_append (GTK_BOX (box), rows);
  gtk_window_set_child (GTK_WINDOW (window), box);
  gtk_window_set_title (GTK_WINDOW (window), _("Preferences"));
  gtk_window_set_transient_for (GTK_WINDOW (window), parent);
  gtk_window_set_destroy_with_parent (GTK_WINDOW (window), TRUE);
  gtk_window_set_default_size (GTK_WINDOW (window), 460, -1);
  gtk_window_set_titlebar (GTK_WINDOW (window), gtk_header_bar_new ());
  close_on_escape (window);
  gtk_widget_add_css_class (window, "wb");
  gtk_window_present (GTK_WINDOW (window));
}
