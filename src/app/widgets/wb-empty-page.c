/* Builds the page without a model. */
#include "wb-empty-page.h"

#include <glib/gi18n.h>

#include "wb-widgets.h"

GtkWidget *
wb_empty_page_new (void)
{
  static const struct { const char *id, *name; } suggestions[]
      = { { "van-der-pol", N_("Van der Pol") }, { "lorenz", N_("Lorenz") }, { "bouncing-ball", N_("Bouncing ball") } };
  GtkWidget *box = wb_styled (gtk_box_new (GTK_ORIENTATION_VERTICAL, 14), "empty-page"), *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), *title;

  gtk_widget_set_halign (box, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  title = wb_styled (gtk_label_new (_("Choose a model")), "title");
  gtk_box_append (GTK_BOX (box), title);
  for (guint i = 0; i < G_N_ELEMENTS (suggestions); i++)
    {
      GtkWidget *button = wb_styled (gtk_button_new_with_label (_(suggestions[i].name)), "raised");

      gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.open-model");
      gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", suggestions[i].id);
      gtk_box_append (GTK_BOX (row), button);
    }
  gtk_box_append (GTK_BOX (box), row);
  {
    GtkWidget *open = wb_styled (gtk_button_new_with_label (_("Open…")), "suggested");
    GtkWidget *all = wb_styled (gtk_button_new_with_label (_("All models with pictures")), "link-button");

    gtk_widget_set_halign (open, GTK_ALIGN_CENTER);
    gtk_actionable_set_action_name (GTK_ACTIONABLE (open), "win.open");
    gtk_widget_set_halign (all, GTK_ALIGN_CENTER);
    gtk_actionable_set_action_name (GTK_ACTIONABLE (all), "win.gallery");
    wb_box_add (box, open, all, NULL);
  }
  return box;
}
