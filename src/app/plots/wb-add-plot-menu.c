/* Builds the menu of plots from the kinds that the model supports. */
#include "wb-add-plot-menu.h"

#include <glib/gi18n.h>

#include "plot-kind.h"
#include "wb-widgets.h"

static void
append_add (GMenu *menu, const char *label, const char *target)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, "win.add-plot", "s", target);
  g_menu_append_item (menu, item);
}

/* Largest number of names in the menu. With more names the menu would be higher than the window. */
#define MOST_NAMES 12

GMenuModel *
wb_add_plot_menu_new (WbSession *session)
{
  ModelSystem *system = wb_session_system (session);
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) kinds = g_menu_new (), pairs = g_menu_new (), whole = g_menu_new (), columns = g_menu_new ();
  int n = system != NULL ? MIN (model_system_n_columns (system), MOST_NAMES) : 0;

  for (int i = 0; plot_kinds[i] != NULL; i++)
    if (system == NULL || plot_kind_fits_model (plot_kinds[i], system, NULL))
      append_add (kinds, plot_kind_title (plot_kinds[i]), plot_kinds[i]->id);
  for (int i = 0; i < n; i++)
    {
      g_autofree char *target = g_strdup_printf ("time:%s", model_system_column (system, i)->name);
      g_autofree char *name = wb_widget_menu_label (model_system_column (system, i)->name);
      g_autoptr (GMenu) against = g_menu_new ();

      append_add (columns, name, target);
      for (int j = 0; j < n; j++)
        {
          g_autofree char *pair = g_strdup_printf ("phase:%s:%s", model_system_column (system, j)->name, model_system_column (system, i)->name);
          g_autofree char *other = wb_widget_menu_label (model_system_column (system, j)->name), *label = NULL;

          if (j == i)
            continue;
          /* Translators: menu item; %s is the quantity on the horizontal axis. */
          label = g_strdup_printf (_("against %s"), other);
          append_add (against, label, pair);
        }
      g_menu_append_submenu (pairs, name, G_MENU_MODEL (against));
    }
  g_menu_append_section (menu, _("Add a plot"), G_MENU_MODEL (kinds));
  if (n > 0)
    {
      g_autoptr (GMenu) more = g_menu_new ();

      g_menu_append_submenu (more, _("One quantity over time"), G_MENU_MODEL (columns));
      if (n > 1)
        g_menu_append_submenu (more, _("One quantity against another"), G_MENU_MODEL (pairs));
      g_menu_append_section (menu, NULL, G_MENU_MODEL (more));
    }
  g_menu_append (whole, _("Fit all"), "win.plots-fit");
  g_menu_append (whole, _("The model's plots"), "win.plots-default");
  g_menu_append (whole, _("Measured data…"), "win.measured-open");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (whole));
  return G_MENU_MODEL (menu);
}
