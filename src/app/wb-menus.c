#include "wb-menus.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <unistd.h>

#include "wb-plot-view.h"
#include "wb-widgets.h"

static void
append_add (GMenu *menu, const char *label, const char *target)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, "win.add-plot", "s", target);
  g_menu_append_item (menu, item);
}

/* More than this many names, and the menu is longer than the window. */
#define MOST_NAMES 12

GMenuModel *
wb_menus_plots (WbSession *session)
{
  ModelSystem *system = wb_session_system (session);
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) kinds = g_menu_new (), pairs = g_menu_new (), whole = g_menu_new (), columns = g_menu_new ();
  int n = system != NULL ? MIN (model_system_n_columns (system), MOST_NAMES) : 0;

  for (int i = 0; plot_kinds[i] != NULL; i++)
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
        g_menu_append_submenu (more, _("One against another"), G_MENU_MODEL (pairs));
      g_menu_append_section (menu, NULL, G_MENU_MODEL (more));
    }
  g_menu_append (whole, _("Fit all"), "win.plots-fit");
  g_menu_append (whole, _("The model's plots"), "win.plots-default");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (whole));
  return G_MENU_MODEL (menu);
}

/* ---- history ---- */

void
wb_menus_name_history (WbSession *session, GMenu *menu)
{
  g_autofree char *back = wb_session_undo_words (session), *again = wb_session_redo_words (session);
  g_autofree char *escaped_back = wb_widget_menu_label (back), *escaped_again = wb_widget_menu_label (again);
  g_autofree char *undo_label = back != NULL ? g_strdup_printf (_("_Undo: %s"), escaped_back) : g_strdup (_("_Undo"));
  g_autofree char *redo_label = again != NULL ? g_strdup_printf (_("_Redo: %s"), escaped_again) : g_strdup (_("_Redo"));

  g_menu_remove_all (menu);
  g_menu_append (menu, undo_label, "win.undo");
  g_menu_append (menu, redo_label, "win.redo");
}

/* ---- recent files ---- */

#define MOST_RECENT 10

static int
newer_first (gconstpointer a, gconstpointer b)
{
  return g_date_time_compare (gtk_recent_info_get_modified (*(GtkRecentInfo *const *) b),
                              gtk_recent_info_get_modified (*(GtkRecentInfo *const *) a));
}

/* GTK complains of a folder that it cannot write, at each change. */
GtkRecentManager *
wb_menus_recent (void)
{
  static int usable = -1;

  if (usable < 0)
    usable = g_mkdir_with_parents (g_get_user_data_dir (), 0700) == 0 && g_access (g_get_user_data_dir (), W_OK) == 0;
  return usable ? gtk_recent_manager_get_default () : NULL;
}

void
wb_menus_fill_open (GMenu *menu)
{
  GList *all = wb_menus_recent () != NULL ? gtk_recent_manager_get_items (wb_menus_recent ()) : NULL;
  g_autoptr (GPtrArray) ours = g_ptr_array_new ();
  g_autoptr (GMenu) recent = g_menu_new ();

  for (GList *link = all; link != NULL; link = link->next)
    {
      const char *uri = gtk_recent_info_get_uri (link->data);

      /* Other programs' YAML files are no models. */
      if (gtk_recent_info_is_local (link->data) && gtk_recent_info_has_application (link->data, g_get_application_name ())
          && gtk_recent_info_exists (link->data) && (g_str_has_suffix (uri, ".yaml") || g_str_has_suffix (uri, ".stepwise")))
        g_ptr_array_add (ours, link->data);
    }
  g_ptr_array_sort (ours, newer_first);
  for (guint i = 0; i < ours->len && i < MOST_RECENT; i++)
    {
      g_autofree char *path = g_filename_from_uri (gtk_recent_info_get_uri (g_ptr_array_index (ours, i)), NULL, NULL);
      g_autofree char *label = wb_widget_menu_label (gtk_recent_info_get_display_name (g_ptr_array_index (ours, i)));
      g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

      if (path == NULL)
        continue;
      g_menu_item_set_action_and_target (item, "win.open-file", "s", path);
      g_menu_append_item (recent, item);
    }
  g_list_free_full (all, (GDestroyNotify) gtk_recent_info_unref);
  g_menu_remove_all (menu);
  g_menu_append (menu, _("Open…"), "win.open");
  g_menu_append_section (menu, _("Recent"), G_MENU_MODEL (recent));
}
