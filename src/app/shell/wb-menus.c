/* Fills the menus of recent files and of the undo history. */
#include "wb-menus.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <unistd.h>

#include "wb-plot-view.h"
#include "wb-widgets.h"

/* ---- history ---- */

void
wb_menus_name_history (WbSession *session, GMenu *menu)
{
  g_autofree char *back = wb_session_undo_text (session), *again = wb_session_redo_text (session);
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

/* Returns the list of recent files. Returns NULL if the folder of the list cannot be written, because GTK would then warn at each
 * change. */
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

      /* List only files that this program has opened. Other programs open YAML files
       * too. */
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
  g_menu_append (menu, _("Models with pictures"), "win.gallery");
  g_menu_append_section (menu, _("Recent"), G_MENU_MODEL (recent));
}
