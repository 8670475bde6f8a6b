/* Builds the menu of a card and attaches it to the card. */
#include "wb-card-menu.h"

#include <glib/gi18n.h>

#include "wb-widgets.h"

typedef struct
{
  int card;
  gboolean plot;
  const char *use;
} CardMenu;

static void
append (GMenu *menu, const char *label, const char *action, int card)
{
  g_autofree char *full = g_strdup_printf ("%s(%d)", action, card);

  g_menu_append (menu, label, full);
}

static void
make_menu (GtkMenuButton *button, gpointer user)
{
  const CardMenu *self = user;
  g_autoptr (GMenu) menu = g_menu_new (), own = g_menu_new (), commands = g_menu_new ();

  if (self->use != NULL)
    g_menu_append (own, _("Use in the run"), self->use);
  append (commands, _("Show the numbers"), "win.microscope-data", self->card);
  append (commands, _("Copy the numbers"), "win.microscope-copy-table", self->card);
  if (self->plot)
    {
      append (commands, _("Copy figure"), "win.microscope-copy", self->card);
      append (commands, _("Export…"), "win.microscope-export", self->card);
    }
  g_menu_append (commands, _("Print…"), "win.print");
  g_menu_append (commands, _("What is this?"), "win.help::view:microscope");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (own));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (commands));
  gtk_menu_button_set_popover (button, gtk_popover_menu_new_from_model (G_MENU_MODEL (menu)));
}

GtkWidget *
wb_card_menu_wrap (GtkWidget *child, int card, gboolean plot, const char *use)
{
  GtkWidget *overlay = gtk_overlay_new (), *button = gtk_menu_button_new ();
  CardMenu *self = g_new0 (CardMenu, 1);

  *self = (CardMenu) { card, plot, use };
  gtk_overlay_set_child (GTK_OVERLAY (overlay), child);
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "wb-more-symbolic");
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (button), make_menu, self, g_free);
  gtk_widget_add_css_class (button, "plot-menu");
  gtk_widget_set_halign (button, GTK_ALIGN_END);
  gtk_widget_set_valign (button, GTK_ALIGN_START);
  gtk_widget_set_margin_top (button, 4);
  gtk_widget_set_margin_end (button, 9);
  wb_widget_set_name (button, _("Plot menu"));
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), button);
  return overlay;
}
