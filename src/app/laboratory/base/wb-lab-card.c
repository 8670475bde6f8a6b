/* Assembles a card of the Laboratory from its plot, message, menu and side, and lends its actions to the menu. */
#include "wb-lab-card.h"

#include <glib/gi18n.h>

#include "wb-lab-export.h"
#include "wb-widgets.h"

/* Key of the action group of a card. */
#define ACTIONS "card-actions"

struct _WbLabCard
{
  GtkWidget parent_instance;
  GtkWidget *box, *line, *column, *overlay, *area, *message, *button;
};

G_DEFINE_FINAL_TYPE (WbLabCard, wb_lab_card, GTK_TYPE_WIDGET)

enum { COPY_TABLE, COPY_COMMAND, EXPORT, TABLE, N_SIGNALS };
static guint signals[N_SIGNALS];

WbPlotArea *wb_lab_card_area (WbLabCard *self) { return WB_PLOT_AREA (self->area); }

void
wb_lab_card_set_view (WbLabCard *self, PlotView *view, gboolean keep_ranges)
{
  PlotView *before = wb_plot_area_view (WB_PLOT_AREA (self->area));
  PlotRange x, y;

  if (view != NULL)
    plot_view_set_band_reserve (view, WB_PLOT_AREA_MENU_ROOM);
  if (keep_ranges && before != NULL && view != NULL)
    {
      plot_view_get_shown (before, &x, &y);
      if (x.by_hand || y.by_hand)
        plot_view_set_shown (view, &x, &y);
    }
  wb_plot_area_set_view (WB_PLOT_AREA (self->area), view);
}

void
wb_lab_card_set_message (WbLabCard *self, const char *text)
{
  gtk_label_set_text (GTK_LABEL (self->message), text != NULL ? text : "");
  gtk_widget_set_visible (self->message, text != NULL);
}

void
wb_lab_card_append (WbLabCard *self, GtkWidget *widget)
{
  gtk_box_append (GTK_BOX (self->box), widget);
}

void
wb_lab_card_append_below (WbLabCard *self, GtkWidget *widget)
{
  gtk_box_append (GTK_BOX (self->column), widget);
}

void
wb_lab_card_set_menu (WbLabCard *self, GMenuModel *menu)
{
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (self->button), menu);
}

void
wb_lab_card_set_side (WbLabCard *self, GtkWidget *side)
{
  gtk_box_append (GTK_BOX (self->line), side);
}

void
wb_lab_card_set_beside (WbLabCard *self, GtkWidget *widget, gboolean beside)
{
  GtkWidget *to = beside ? self->line : self->box;

  if (gtk_widget_get_parent (widget) == to)
    return;
  g_object_ref (widget);
  gtk_box_remove (GTK_BOX (gtk_widget_get_parent (widget)), widget);
  gtk_box_append (GTK_BOX (to), widget);
  g_object_unref (widget);
}

void
wb_lab_card_lend_actions (WbLabCard *self, GtkWidget *to)
{
  gtk_widget_insert_action_group (to, "card", g_object_get_data (G_OBJECT (self), ACTIONS));
}

void
wb_lab_card_set_button (WbLabCard *self, GtkWidget *button)
{
  gtk_widget_set_halign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_overlay_add_overlay (GTK_OVERLAY (self->overlay), button);
}

void
wb_lab_card_set_knob (WbLabCard *self, GtkWidget *knob)
{
  gtk_overlay_add_overlay (GTK_OVERLAY (self->overlay), knob);
  gtk_widget_insert_after (knob, self->overlay, self->area);
}

static void
fit (GSimpleAction *action, GVariant *value, gpointer user)
{
  wb_plot_area_fit (WB_PLOT_AREA (((WbLabCard *) user)->area));
}

static void
copy_table (GSimpleAction *action, GVariant *value, gpointer user)
{
  g_signal_emit (user, signals[COPY_TABLE], 0);
}

static void
copy_command (GSimpleAction *action, GVariant *value, gpointer user)
{
  g_signal_emit (user, signals[COPY_COMMAND], 0);
}

static void
enable (WbLabCard *self, const char *name, gboolean enabled)
{
  GActionMap *actions = g_object_get_data (G_OBJECT (self), ACTIONS);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (actions, name)), enabled);
}

void
wb_lab_card_set_partial (WbLabCard *self, gboolean partial)
{
  enable (self, "copy-command", !partial);
  enable (self, "copy-complete-command", partial);
}

static void
export (GSimpleAction *action, GVariant *value, gpointer user)
{
  g_signal_emit (user, signals[EXPORT], 0, g_variant_get_string (value, NULL));
}

static void
show_table (GSimpleAction *action, GVariant *value, gpointer user)
{
  g_signal_emit (user, signals[TABLE], 0);
}

static void
wb_lab_card_dispose (GObject *object)
{
  WbLabCard *self = WB_LAB_CARD (object);

  if (self->box != NULL)
    wb_plot_area_set_view (WB_PLOT_AREA (self->area), NULL);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (wb_lab_card_parent_class)->dispose (object);
}

static void
wb_lab_card_class_init (WbLabCardClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_lab_card_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  signals[COPY_TABLE] = g_signal_new ("copy-table", WB_TYPE_LAB_CARD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[COPY_COMMAND] = g_signal_new ("copy-command", WB_TYPE_LAB_CARD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[EXPORT] = g_signal_new ("export", WB_TYPE_LAB_CARD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[TABLE] = g_signal_new ("table", WB_TYPE_LAB_CARD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
wb_lab_card_init (WbLabCard *self)
{
  static const GActionEntry entries[] = { { "fit", fit }, { "copy-table", copy_table }, { "copy-command", copy_command },
                                           { "copy-complete-command", copy_command },
                                           { "export", export, "s" }, { "table", show_table } };
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  g_autoptr (GMenuModel) menu = wb_lab_menu_new (WB_LAB_MENU_PLOT, NULL);
  GtkWidget *button = self->button = gtk_menu_button_new ();

  g_action_map_add_action_entries (G_ACTION_MAP (group), entries, G_N_ELEMENTS (entries), self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "card", G_ACTION_GROUP (group));
  g_object_set_data_full (G_OBJECT (self), ACTIONS, g_object_ref (group), g_object_unref);
  wb_lab_card_set_partial (self, FALSE);
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "wb-more-symbolic");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), menu);
  gtk_widget_add_css_class (button, "plot-menu");
  gtk_widget_set_halign (button, GTK_ALIGN_END);
  gtk_widget_set_valign (button, GTK_ALIGN_START);
  gtk_widget_set_margin_top (button, 4);
  gtk_widget_set_margin_end (button, 9);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Plot menu"), -1);

  self->box = wb_styled (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), "card");
  self->overlay = gtk_overlay_new ();
  self->area = wb_plot_area_new (NULL);
  gtk_widget_set_vexpand (self->overlay, TRUE);
  gtk_overlay_set_child (GTK_OVERLAY (self->overlay), self->area);
  self->message = wb_styled (gtk_label_new (NULL), "dim-label");
  gtk_label_set_wrap (GTK_LABEL (self->message), TRUE);
  gtk_label_set_justify (GTK_LABEL (self->message), GTK_JUSTIFY_CENTER);
  gtk_widget_set_margin_start (self->message, 24);
  gtk_widget_set_margin_end (self->message, 24);
  gtk_widget_set_visible (self->message, FALSE);
  gtk_widget_set_can_target (self->message, FALSE);
  gtk_overlay_add_overlay (GTK_OVERLAY (self->overlay), self->message);
  gtk_overlay_add_overlay (GTK_OVERLAY (self->overlay), button);
  self->line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  self->column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_hexpand (self->overlay, TRUE);
  gtk_box_append (GTK_BOX (self->column), self->overlay);
  gtk_box_append (GTK_BOX (self->line), self->column);
  gtk_box_append (GTK_BOX (self->box), self->line);
  gtk_widget_set_overflow (self->box, GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
wb_lab_card_new (void)
{
  return g_object_new (WB_TYPE_LAB_CARD, NULL);
}
