/* Assembles the strip above the plots. */
#include "wb-title-strip.h"

#include <glib/gi18n.h>

#include "wb-add-plot-menu.h"
#include "wb-digits-badge.h"
#include "wb-equations.h"
#include "wb-measured-chip.h"
#include "wb-model-row.h"
#include "wb-run-list.h"
#include "wb-session-repeat.h"
#include "wb-tooltip.h"
#include "wb-widgets.h"
#include "wb-zoom-chips.h"

struct _WbTitleStrip
{
  GtkWidget parent_instance;
  WbSession *session;
  GtkWidget *box, *name, *badges, *stale_label, *measured, *runs_button, *plots_button;
  GMenuModel *plots_menu;
  gboolean stale; /* whether the popover shows an outdated menu */
};

G_DEFINE_FINAL_TYPE (WbTitleStrip, wb_title_strip, GTK_TYPE_WIDGET)

static void
refresh (WbTitleStrip *self)
{
  Model *model = wb_session_model (self->session);
  g_autoptr (GMenuModel) menu = wb_add_plot_menu_new (self->session);

  gtk_label_set_text (GTK_LABEL (self->name), model != NULL ? model_name (model) : _("No model"));
  wb_tooltip_set (self->name, model != NULL ? model_summary (model) : NULL);
  wb_model_badges_fill (self->badges, model != NULL ? model_traits (model) : 0);
  gtk_widget_set_sensitive (self->plots_button, model != NULL);
  /* Keep the old popover until the next one opens, because the pointer may be over it. */
  g_set_object (&self->plots_menu, menu);
  self->stale = TRUE;
  gtk_menu_button_popdown (GTK_MENU_BUTTON (self->plots_button));
}

static void
on_runs (WbTitleStrip *self)
{
  gtk_widget_set_visible (self->runs_button, g_list_model_get_n_items (wb_session_runs (self->session)) > 1);
}

/* Shows the label that marks the curves as outdated if a setting or value has changed since the run. While a repetition is computed, the
 * label is hidden, because the new curves follow soon. */
static void
on_stale (WbTitleStrip *self)
{
  SimRunState state = wb_session_state (self->session);

  gtk_widget_set_visible (self->stale_label, wb_session_is_stale (self->session) && !wb_session_is_repeating (self->session)
                                               && (state == SIM_RUN_PAUSED || state == SIM_RUN_FINISHED));
}

static void
wb_title_strip_dispose (GObject *object)
{
  g_clear_pointer (&WB_TITLE_STRIP (object)->box, gtk_widget_unparent);
  g_clear_object (&WB_TITLE_STRIP (object)->plots_menu);
  G_OBJECT_CLASS (wb_title_strip_parent_class)->dispose (object);
}

static void
wb_title_strip_class_init (WbTitleStripClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_title_strip_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static GtkWidget *
menu_button (const char *icon, const char *label)
{
  GtkWidget *button = gtk_menu_button_new (), *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 7);

  gtk_box_append (GTK_BOX (row), gtk_image_new_from_icon_name (icon));
  gtk_box_append (GTK_BOX (row), gtk_label_new (label));
  gtk_box_append (GTK_BOX (row), gtk_image_new_from_icon_name ("wb-down-symbolic"));
  gtk_image_set_pixel_size (GTK_IMAGE (gtk_widget_get_last_child (row)), 12);
  gtk_menu_button_set_child (GTK_MENU_BUTTON (button), row);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  return button;
}

/* Builds the menu when it opens. The menu is large, with an entry for each pair of quantities, and GTK 4.8 leaks a part of each popover
 * menu. */
static void
on_create_plots (GtkMenuButton *button, gpointer user)
{
  WbTitleStrip *self = user;

  if (self->stale && self->plots_menu != NULL)
    gtk_menu_button_set_popover (button, gtk_popover_menu_new_from_model (self->plots_menu));
  self->stale = FALSE;
}

GtkWidget *
wb_title_strip_new (WbSession *session)
{
  static const char *const stale_signals[] = { "model-changed", "setting-changed", "history-changed", "runs-changed", "state-changed", "advanced" };
  WbTitleStrip *self = g_object_new (WB_TYPE_TITLE_STRIP, NULL);

  self->session = session;
  gtk_box_append (GTK_BOX (self->box), wb_digits_badge_new (session));
  gtk_box_append (GTK_BOX (self->box), wb_equations_new (session));
  self->stale_label = wb_styled (gtk_label_new (_("from the last run")), "badge large stale");
  gtk_widget_set_valign (self->stale_label, GTK_ALIGN_CENTER);
  wb_tooltip_set (self->stale_label, _("Settings or values changed after this run. Run again to see their effect."));
  self->measured = wb_measured_chip_new (session);
  wb_box_add (self->box, self->stale_label, wb_zoom_chips_new (session), self->measured, NULL);
  self->runs_button = menu_button ("wb-visible-symbolic", _("Runs"));
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->runs_button), wb_run_list_new (session));
  gtk_box_append (GTK_BOX (self->box), self->runs_button);
  self->plots_button = menu_button ("wb-plots-symbolic", _("Plots"));
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (self->plots_button), on_create_plots, self, NULL);
  gtk_box_append (GTK_BOX (self->box), self->plots_button);
  g_signal_connect_object (session, "model-changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "runs-changed", G_CALLBACK (on_runs), self, G_CONNECT_SWAPPED);
  for (guint i = 0; i < G_N_ELEMENTS (stale_signals); i++)
    g_signal_connect_object (session, stale_signals[i], G_CALLBACK (on_stale), self, G_CONNECT_SWAPPED);
  refresh (self);
  on_runs (self);
  on_stale (self);
  return GTK_WIDGET (self);
}

void
wb_title_strip_ask_measured (WbTitleStrip *self)
{
  wb_measured_chip_popup (WB_MEASURED_CHIP (self->measured));
}

static void
wb_title_strip_init (WbTitleStrip *self)
{
  self->box = wb_styled (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 14), "title-strip");
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  self->name = wb_styled (gtk_label_new (NULL), "model-name");
  gtk_label_set_ellipsize (GTK_LABEL (self->name), PANGO_ELLIPSIZE_END);
  gtk_box_append (GTK_BOX (self->box), self->name);
  self->badges = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_widget_set_valign (self->badges, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (self->box), self->badges);
}
