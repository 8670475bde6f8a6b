/* Shows the chip of the measured data, and opens the list of columns after a file was read whose columns have other names. */
#include "wb-measured-chip.h"

#include <glib/gi18n.h>

#include "wb-measured-popover.h"
#include "wb-tooltip.h"
#include "wb-widgets.h"

struct _WbMeasuredChip
{
  GtkWidget parent_instance;
  WbSession *session;
  WbPlotSet *plots;
  GtkWidget *box, *button, *label;
};

G_DEFINE_FINAL_TYPE (WbMeasuredChip, wb_measured_chip, GTK_TYPE_WIDGET)

static void
refresh (WbMeasuredChip *self)
{
  LabMeasured *measured = wb_plot_set_measured (self->plots);
  g_autofree char *summary = measured != NULL ? wb_measured_summary (self->plots) : NULL;

  gtk_widget_set_visible (GTK_WIDGET (self), measured != NULL);
  if (measured == NULL)
    return;
  gtk_label_set_text (GTK_LABEL (self->label), summary);
  wb_widget_set_name (self->button, summary);
  {
    g_autoptr (GString) paths = g_string_new (NULL);

    for (const LabMeasured *table = measured; table != NULL; table = lab_measured_rest (table))
      g_string_append_printf (paths, "%s%s", paths->len > 0 ? "\n" : "", lab_measured_data (table)->path);
    wb_tooltip_set (self->button, paths->str);
  }
}

static void
on_create_popup (GtkMenuButton *button, gpointer user)
{
  WbMeasuredChip *self = user;

  if (wb_plot_set_measured (self->plots) != NULL)
    gtk_menu_button_set_popover (button, wb_measured_popover_new (self->session));
}

void
wb_measured_chip_popup (WbMeasuredChip *self)
{
  if (gtk_widget_get_mapped (self->button))
    gtk_menu_button_popup (GTK_MENU_BUTTON (self->button));
}

static void
wb_measured_chip_dispose (GObject *object)
{
  g_clear_pointer (&WB_MEASURED_CHIP (object)->box, gtk_widget_unparent);
  G_OBJECT_CLASS (wb_measured_chip_parent_class)->dispose (object);
}

static void
wb_measured_chip_class_init (WbMeasuredChipClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_measured_chip_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
wb_measured_chip_init (WbMeasuredChip *self)
{
  GtkWidget *remove = wb_styled (gtk_button_new_from_icon_name ("wb-close-symbolic"), "zoom-chip");

  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
  self->label = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_width_chars (GTK_LABEL (self->label), 6);
  gtk_label_set_max_width_chars (GTK_LABEL (self->label), 24);
  self->button = wb_styled (gtk_menu_button_new (), "measured-chip");
  gtk_menu_button_set_child (GTK_MENU_BUTTON (self->button), self->label);
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (self->button), on_create_popup, self, NULL);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (remove), "win.measured-remove");
  gtk_widget_set_focus_on_click (remove, FALSE);
  wb_widget_set_label (remove, _("Remove the measured data"));
  wb_box_add (self->box, self->button, remove, NULL);
}

GtkWidget *
wb_measured_chip_new (WbSession *session)
{
  WbMeasuredChip *self = g_object_new (WB_TYPE_MEASURED_CHIP, NULL);

  self->session = session;
  self->plots = wb_plot_set_of (session);
  g_signal_connect_object (self->plots, "measured-changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "model-changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  refresh (self);
  return GTK_WIDGET (self);
}
