/* Builds the menu of a plot with its switches and actions. */
#include "wb-plot-menu.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "plot-views.h"
#include "wb-cursors.h"
#include "wb-measured-popover.h"
#include "wb-plot-set.h"
#include "wb-plot-view.h"
#include "wb-widgets.h"

/* What the button opens next. */
typedef enum { OPENS_MENU, OPENS_CURSORS, OPENS_MEASURED } Opens;

typedef struct
{
  WbSession *session;
  WbPlotSet *plots;
  WbPlotArea *area;
  int index;
  GSimpleActionGroup *group;
  double x, y; /* position in the panel at which the menu opens next; NaN: at the button */
  GtkWidget *button;
  Opens next;
} Menu;

static void
menu_free (gpointer data)
{
  g_object_unref (((Menu *) data)->group);
  g_free (data);
}

/* ---- switches of a plot ---- */

/* The first switches are the aspects of WbPlotSet, in the same order. The others follow here. */
enum { FOLLOW = WB_PLOT_SENSITIVITY + 1, N_SWITCHES };
static const struct { const char *name, *label; PlotMenu of; } switches[N_SWITCHES] = {
  [WB_PLOT_LOG_X] = { "log-x", N_("Logarithmic horizontal axis"), PLOT_MENU_LOG },
  [WB_PLOT_LOG_Y] = { "log-y", N_("Logarithmic axis"), PLOT_MENU_LOG },
  [WB_PLOT_FIELD] = { "field", N_("Direction field"), PLOT_MENU_FIELD },
  [WB_PLOT_NULLCLINES] = { "nullclines", N_("Nullclines"), PLOT_MENU_FIELD },
  [WB_PLOT_EXPOSURES] = { "exposures", N_("Stroboscopic"), PLOT_MENU_EXPOSURES },
  [WB_PLOT_SENSITIVITY] = { "sensitivity", N_("Sensitivity band"), PLOT_MENU_SENSITIVITY },
  [FOLLOW] = { "follow", N_("Follow the run"), PLOT_MENU_FOLLOW },
};

static gboolean
is_switched (Menu *menu, int which)
{
  const PlotSpec *spec = wb_plot_set_spec (menu->plots, menu->index);
  PlotView *plot = wb_plot_area_view (menu->area);
  PlotTimeAxis *axis = wb_plot_set_axis (menu->plots);
  gboolean x = FALSE, y = FALSE, arrows = FALSE, lines = FALSE;

  if (plot == NULL)
    return FALSE;
  plot_view_get_log (plot, &x, &y);
  if (spec->kind->menu & PLOT_MENU_FIELD)
    plot_views_phase_get_field (plot, &arrows, &lines);
  switch (which)
    {
    case WB_PLOT_LOG_X: return plot_view_time_axis (plot) != NULL ? plot_time_axis_get_log (plot_view_time_axis (plot)) : x;
    case WB_PLOT_LOG_Y: return y;
    case FOLLOW: return axis != NULL && plot_time_axis_get_follow (axis);
    case WB_PLOT_FIELD: return arrows;
    case WB_PLOT_EXPOSURES: return wb_plot_view_has_exposures (spec, wb_session_system (menu->session));
    case WB_PLOT_SENSITIVITY: return spec->sensitivity;
    default: return lines;
    }
}

static void
refresh (Menu *menu)
{
  for (int i = 0; i < N_SWITCHES; i++)
    {
      GAction *action = g_action_map_lookup_action (G_ACTION_MAP (menu->group), switches[i].name);

      if (action != NULL)
        g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_boolean (is_switched (menu, i)));
    }
}

/* Toggles a switch of the plot. Reads the old value from the plot, because the menu may be
 * outdated. */
static void
on_switch (GSimpleAction *action, GVariant *value, Menu *menu)
{
  const char *name = g_action_get_name (G_ACTION (action));

  for (int i = 0; i < N_SWITCHES; i++)
    if (strcmp (name, switches[i].name) == 0)
      {
        gboolean on = !is_switched (menu, i);
        WbPlotSet *plots = menu->plots;

        if (i == FOLLOW)
          plot_time_axis_set_follow (wb_plot_set_axis (plots), on);
        else
          wb_plot_set_switch (plots, menu->index, (WbPlotAspect) i, on);
      }
  refresh (menu);
}

static gboolean
popup_next (gpointer button)
{
  if (gtk_widget_get_mapped (button))
    gtk_menu_button_popup (button);
  return G_SOURCE_REMOVE;
}

/* Opens the popover of the cursors at the button, after the menu has closed. */
static void
on_cursors (GSimpleAction *action, GVariant *value, Menu *menu)
{
  if (wb_plot_set_axis (menu->plots) == NULL)
    return;
  menu->next = OPENS_CURSORS;
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, popup_next, g_object_ref (menu->button), g_object_unref);
}

/* Opens the list of columns of the measured data at the button, or asks for a file. */
static void
on_measured (GSimpleAction *action, GVariant *value, Menu *menu)
{
  if (wb_plot_set_measured (menu->plots) == NULL)
    {
      gtk_widget_activate_action (menu->button, "win.measured-open", NULL);
      return;
    }
  menu->next = OPENS_MEASURED;
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, popup_next, g_object_ref (menu->button), g_object_unref);
}

/* ---- the menu ---- */

static void
append (GMenu *menu, const char *label, const char *action, int index)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, action, "i", index);
  g_menu_append_item (menu, item);
}

static GMenuModel *
model_new (Menu *menu)
{
  static const struct { const char *label, *action; } rows[] = {
    { N_("Export…"), "win.plot-export" },  { N_("Copy figure"), "win.plot-copy" }, { N_("Copy data"), "win.plot-copy-data" },
    { N_("Show data"), "win.plot-data" },  { NULL, NULL },
    { N_("Show only this plot"), "win.plot-alone" }, { N_("Move up"), "win.plot-up" },      { N_("Move down"), "win.plot-down" },
    { N_("Remove"), "win.plot-remove" },
  };
  const PlotSpec *spec = wb_plot_set_spec (menu->plots, menu->index);
  GMenu *whole = g_menu_new ();
  g_autoptr (GMenu) section = g_menu_new ();

  if (spec->kind->menu & PLOT_MENU_FIT)
    append (section, _("Fit"), "win.plot-fit", menu->index);
  for (int i = 0; i < N_SWITCHES; i++)
    if (spec->kind->menu & switches[i].of)
      {
        g_autofree char *action = g_strconcat ("plot.", switches[i].name, NULL);

        g_menu_append (section, i == WB_PLOT_LOG_X && spec->kind->across == PLOT_OVER_TIME ? _("Logarithmic time") : _(switches[i].label),
                       action);
      }
  if (spec->kind->across == PLOT_OVER_TIME)
    g_menu_append (section, _("Cursors…"), "plot.cursors");
  if (spec->kind->menu & PLOT_MENU_MEASURED)
    g_menu_append (section, _("Measured data…"), "plot.measured");
  if (spec->kind->menu & PLOT_MENU_START)
    g_menu_append (section, _("Start a run from a state shifted by 10⁻⁵"), "win.run-nearby");
  g_menu_append_section (whole, NULL, G_MENU_MODEL (section));
  g_clear_object (&section);
  section = g_menu_new ();
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].label == NULL)
      {
        g_menu_append_section (whole, NULL, G_MENU_MODEL (section));
        g_clear_object (&section);
        section = g_menu_new ();
      }
    else
      append (section, _(rows[i].label), rows[i].action, menu->index);
  g_menu_append_section (whole, NULL, G_MENU_MODEL (section));
  return G_MENU_MODEL (whole);
}

/* This may run while the panel is being removed, when its plot does not exist any more. */
static void
on_closed (GtkPopover *popover, GtkWidget *button)
{
  GtkWidget *panel = gtk_widget_get_parent (button), *area = panel != NULL ? gtk_overlay_get_child (GTK_OVERLAY (panel)) : NULL;

  if (area != NULL)
    gtk_widget_grab_focus (area);
}

/* Builds the menu when it opens so that it reflects the plot's current state. */
static void
on_create_popup (GtkMenuButton *button, gpointer data)
{
  Menu *menu = data;
  Opens next = menu->next == OPENS_MEASURED && wb_plot_set_measured (menu->plots) == NULL ? OPENS_MENU : menu->next;
  g_autoptr (GMenuModel) model = next == OPENS_MENU ? model_new (menu) : NULL;
  GtkWidget *popover = next == OPENS_CURSORS ? wb_cursors_popover_new (wb_plot_set_axis (menu->plots))
                       : next == OPENS_MEASURED ? wb_measured_popover_new (menu->session) : gtk_popover_menu_new_from_model (model);

  menu->next = OPENS_MENU;
  refresh (menu);
  gtk_menu_button_set_popover (button, popover);
  g_signal_connect_object (popover, "closed", G_CALLBACK (on_closed), button, 0);
  if (!isnan (menu->x))
    {
      double x, y;

      /* The popover of a menu button points at the button, so convert the point to the button's
       * coordinates. */
      gtk_widget_translate_coordinates (gtk_widget_get_parent (GTK_WIDGET (button)), GTK_WIDGET (button), menu->x, menu->y, &x, &y);
      gtk_popover_set_pointing_to (GTK_POPOVER (popover), &(GdkRectangle) { (int) x, (int) y, 1, 1 });
      gtk_popover_set_has_arrow (GTK_POPOVER (popover), FALSE);
      gtk_widget_set_halign (popover, GTK_ALIGN_START);
    }
  menu->x = menu->y = NAN;
}

void
wb_plot_menu_popup (GtkWidget *button, double x, double y)
{
  Menu *menu = g_object_get_data (G_OBJECT (button), "menu");

  menu->x = x;
  menu->y = y;
  gtk_menu_button_popup (GTK_MENU_BUTTON (button));
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, GtkWidget *button)
{
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  wb_plot_menu_popup (button, x, y);
}

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, GtkWidget *button)
{
  if (key != GDK_KEY_Menu && !((key == GDK_KEY_F10) && (state & GDK_SHIFT_MASK)))
    return FALSE;
  wb_plot_menu_popup (button, NAN, NAN);
  return TRUE;
}

GtkWidget *
wb_plot_menu_new (WbSession *session, int index, WbPlotArea *area, GtkWidget *panel)
{
  GtkWidget *button = gtk_menu_button_new ();
  Menu *menu = g_new0 (Menu, 1);
  GtkGesture *press = gtk_gesture_click_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  menu->session = session;
  menu->plots = wb_plot_set_of (session);
  menu->area = area;
  menu->index = index;
  menu->x = menu->y = NAN;
  menu->group = g_simple_action_group_new ();
  for (int i = 0; i < N_SWITCHES; i++)
    {
      g_autoptr (GSimpleAction) action = g_simple_action_new_stateful (switches[i].name, NULL, g_variant_new_boolean (FALSE));

      g_signal_connect (action, "change-state", G_CALLBACK (on_switch), menu);
      g_action_map_add_action (G_ACTION_MAP (menu->group), G_ACTION (action));
    }
  {
    g_autoptr (GSimpleAction) cursors = g_simple_action_new ("cursors", NULL), measured = g_simple_action_new ("measured", NULL);

    g_signal_connect (cursors, "activate", G_CALLBACK (on_cursors), menu);
    g_signal_connect (measured, "activate", G_CALLBACK (on_measured), menu);
    g_action_map_add_action (G_ACTION_MAP (menu->group), G_ACTION (cursors));
    g_action_map_add_action (G_ACTION_MAP (menu->group), G_ACTION (measured));
  }
  menu->button = button;
  g_object_set_data_full (G_OBJECT (button), "menu", menu, menu_free);
  gtk_widget_insert_action_group (panel, "plot", G_ACTION_GROUP (menu->group));

  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "wb-more-symbolic");
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (button), on_create_popup, menu, NULL);
  gtk_widget_add_css_class (button, "plot-menu");
  gtk_widget_set_halign (button, GTK_ALIGN_END);
  gtk_widget_set_valign (button, GTK_ALIGN_START);
  gtk_widget_set_margin_top (button, 4);
  gtk_widget_set_margin_end (button, 9);
  wb_widget_set_label (button, _("Plot menu"));

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (press), GDK_BUTTON_SECONDARY);
  g_signal_connect (press, "pressed", G_CALLBACK (on_pressed), button);
  gtk_widget_add_controller (panel, GTK_EVENT_CONTROLLER (press));
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), button);
  gtk_widget_add_controller (panel, keys);
  return button;
}
