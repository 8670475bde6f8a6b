/* The view Help: how it opens on what has the focus, and how the reader returns. */
#include <string.h>

#include "sim-config-rows.h"
#include "wb-help-sidebar.h"
#include "wb-session-layout.h"
#include "wb-widgets.h"
#include "wb-window-private.h"

WbHelpView *
wb_window_help (WbWindow *self)
{
  if (self->help == NULL)
    {
      self->help = wb_help_view_new (self->session);
      self->help_sidebar = wb_help_sidebar_new (WB_HELP_VIEW (self->help));
      gtk_widget_set_hexpand (self->help, TRUE);
      gtk_widget_set_hexpand (self->help_sidebar, TRUE);
      gtk_box_append (GTK_BOX (gtk_stack_get_child_by_name (GTK_STACK (self->views), wb_view_help.id)), self->help);
      gtk_stack_add_named (GTK_STACK (self->sidebars), self->help_sidebar, wb_view_help.sidebar);
    }
  return WB_HELP_VIEW (self->help);
}

void
wb_window_search_help (WbWindow *self)
{
  wb_window_help (self);
  wb_help_sidebar_search (self->help_sidebar);
}

static void
open_page (WbWindow *self, const char *id)
{
  const WbView *view = wb_window_view (self);

  if (view != &wb_view_help)
    {
      g_free (self->before_help);
      self->before_help = g_strdup (view->id);
    }
  wb_help_view_show (wb_window_help (self), id);
  wb_window_show_view (self, wb_view_help.id);
}

void
wb_window_leave_help (WbWindow *self)
{
  if (wb_window_view (self) == &wb_view_help)
    wb_window_show_view (self, self->before_help != NULL ? self->before_help : wb_view_simulate.id);
}

/* ---- actions ---- */

static void help (GSimpleAction *a, GVariant *value, gpointer w) { open_page (w, g_variant_get_string (value, NULL)); }
static void leave (GSimpleAction *a, GVariant *v, gpointer w) { wb_window_leave_help (w); }

/* Opens the page on the widget with the focus, or else that on the view. In help itself, opens the list of all pages. */
static void
help_here (GSimpleAction *a, GVariant *v, gpointer w)
{
  const WbView *view = wb_window_view (w);
  const char *id = view != &wb_view_help ? wb_widget_help (gtk_window_get_focus (w)) : NULL;
  g_autofree char *page = g_strdup_printf ("view:%s", view->id);

  open_page (w, id != NULL ? id : page);
}

/* Shows the page of the panel that has a setting. */
static void
show_setting (GSimpleAction *a, GVariant *value, gpointer w)
{
  const SimSettingRow *row = sim_config_row (g_variant_get_string (value, NULL));

  wb_window_show_view (w, wb_view_simulate.id);
  g_action_group_change_action_state (G_ACTION_GROUP (w), "panel", g_variant_new_boolean (TRUE));
  g_action_group_activate_action (G_ACTION_GROUP (w), "settings-page", g_variant_new_string (row != NULL && row->group == SIM_GROUP_EVENTS ? "events" : "integrator"));
}

static const GActionEntry entries[] = { { "help", help, "s" }, { "help-here", help_here }, { "help-leave", leave }, { "help-setting", show_setting, "s" } };

void
wb_window_install_help (WbWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}
