/* Builds the list of runs, and shows, renames, pins and deletes runs. */
#include "wb-run-list.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot-theme.h"
#include "wb-remove.h"
#include "wb-session-branch.h"
#include "wb-style.h"
#include "wb-tooltip.h"
#include "wb-widgets.h"

/* The data of a row for its menu and its keys. They exist as long as the row. */
typedef struct
{
  WbSession *session;
  WbRunItem *run;
  GtkWidget *row, *name, *label, *entry; /* name is a stack that shows the label or, while the name is edited, the entry */
} Chip;

static void
chip_free (gpointer data)
{
  g_object_unref (((Chip *) data)->run);
  g_free (data);
}

/* ---- actions on a run ---- */

static void
set_visible (GSimpleAction *action, GVariant *value, Chip *chip)
{
  wb_session_show_run (chip->session, chip->run, g_variant_get_boolean (value));
}

static void
set_pinned (GSimpleAction *action, GVariant *value, Chip *chip)
{
  wb_session_pin_run (chip->session, chip->run, g_variant_get_boolean (value));
}

static void
set_color (GSimpleAction *action, GVariant *value, Chip *chip)
{
  wb_session_color_run (chip->session, chip->run, g_variant_get_int32 (value));
}

static void
make_current (GSimpleAction *action, GVariant *value, Chip *chip)
{
  wb_session_set_current (chip->session, chip->run);
}

static void
use_settings (GSimpleAction *action, GVariant *value, Chip *chip)
{
  wb_session_adopt (chip->session, wb_run_item_config (chip->run), wb_run_item_values (chip->run));
  wb_session_name_change (chip->session, _("Use the settings of this run"));
  wb_session_message (chip->session, _("Settings of this run applied"));
}

static void
start_rename (GSimpleAction *action, GVariant *value, Chip *chip)
{
  gtk_editable_set_text (GTK_EDITABLE (chip->entry), wb_run_item_name (chip->run));
  gtk_stack_set_visible_child (GTK_STACK (chip->name), chip->entry);
  gtk_widget_grab_focus (chip->entry);
}

static void
delete_run (GSimpleAction *action, GVariant *value, Chip *chip)
{
  wb_session_remove_run (chip->session, chip->run);
}

/* Adds a plot of the difference between the run of this row and the run with a given number; 0 means the reference
 * solution. */
static void
add_difference (GSimpleAction *action, GVariant *value, Chip *chip)
{
  g_autofree char *target = g_strdup_printf ("difference:%d:%d", wb_run_item_number (chip->run), g_variant_get_int32 (value));
  GtkWidget *popover = gtk_widget_get_ancestor (chip->row, GTK_TYPE_POPOVER);

  gtk_widget_activate_action (chip->row, "win.add-plot", "s", target);
  if (popover != NULL)
    gtk_popover_popdown (GTK_POPOVER (popover));
}

/* Shows a table of the differences between the run of this row and the run with a given number. */
static void
show_differing (GSimpleAction *action, GVariant *value, Chip *chip)
{
  GtkWidget *popover = gtk_widget_get_ancestor (chip->row, GTK_TYPE_POPOVER);

  gtk_widget_activate_action (chip->row, "win.what-differs", "(ii)", g_variant_get_int32 (value), wb_run_item_number (chip->run));
  if (popover != NULL)
    gtk_popover_popdown (GTK_POPOVER (popover));
}

static GSimpleActionGroup *
actions_new (Chip *chip)
{
  struct { const char *name, *type; GVariant *state; GCallback func; } rows[] = {
    { "visible", NULL, g_variant_new_boolean (wb_run_item_visible (chip->run)), G_CALLBACK (set_visible) },
    { "pinned", NULL, g_variant_new_boolean (wb_run_item_pinned (chip->run)), G_CALLBACK (set_pinned) },
    { "color", "i", g_variant_new_int32 (wb_run_item_color (chip->run)), G_CALLBACK (set_color) },
    { "current", NULL, NULL, G_CALLBACK (make_current) },
    { "settings", NULL, NULL, G_CALLBACK (use_settings) },
    { "rename", NULL, NULL, G_CALLBACK (start_rename) },
    { "delete", NULL, NULL, G_CALLBACK (delete_run) },
    { "difference", "i", NULL, G_CALLBACK (add_difference) },
    { "differs", "i", NULL, G_CALLBACK (show_differing) },
  };
  GSimpleActionGroup *group = g_simple_action_group_new ();

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const GVariantType *type = rows[i].type != NULL ? G_VARIANT_TYPE (rows[i].type) : NULL;
      g_autoptr (GSimpleAction) action = rows[i].state != NULL ? g_simple_action_new_stateful (rows[i].name, type, rows[i].state)
                                                               : g_simple_action_new (rows[i].name, type);

      g_signal_connect (action, rows[i].state != NULL ? "change-state" : "activate", rows[i].func, chip);
      g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (action));
    }
  return group;
}

/* ---- the menu ---- */

static void
append_run (GMenu *menu, const char *label, const char *action, int number)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, action, "i", number);
  g_menu_append_item (menu, item);
}

static GMenuModel *
menu_new (Chip *chip)
{
  static const char *const colors[] = { N_("Blue"), N_("Amber"), N_("Green"), N_("Purple"), N_("Vermilion"), N_("Sky") };
  GListModel *runs = wb_session_runs (chip->session);
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) difference = g_menu_new (), differs = g_menu_new (), color = g_menu_new (), first = g_menu_new (), last = g_menu_new ();

  append_run (difference, _("The reference solution"), "run.difference", 0);
  for (guint i = 0; i < g_list_model_get_n_items (runs); i++)
    {
      g_autoptr (WbRunItem) other = g_list_model_get_item (runs, i);
      g_autofree char *label = wb_widget_menu_label (wb_run_item_name (other));

      if (other == chip->run)
        continue;
      append_run (difference, label, "run.difference", wb_run_item_number (other));
      append_run (differs, label, "run.differs", wb_run_item_number (other));
    }
  for (int i = 0; i < PLOT_N_STYLES; i++)
    {
      const char *name = _(colors[i % PLOT_N_SERIES]);
      g_autofree char *label = i < PLOT_N_SERIES ? g_strdup (name) : g_strdup_printf (_("%s, with other dashes"), name);
      g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

      g_menu_item_set_action_and_target (item, "run.color", "i", i + 1);
      g_menu_append_item (color, item);
    }
  g_menu_append_submenu (first, _("Plot the difference from"), G_MENU_MODEL (difference));
  if (g_menu_model_get_n_items (G_MENU_MODEL (differs)) > 0)
    g_menu_append_submenu (first, _("Differences from"), G_MENU_MODEL (differs));
  g_menu_append_submenu (first, _("Colour"), G_MENU_MODEL (color));
  g_menu_append (first, _("Show"), "run.visible");
  g_menu_append (first, _("Keep visible"), "run.pinned");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (first));
  g_menu_append (last, _("Make current"), "run.current");
  g_menu_append (last, _("Use the settings of this run"), "run.settings");
  g_menu_append (last, _("Rename"), "run.rename");
  g_menu_append (last, _("Delete"), "run.delete");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (last));
  return G_MENU_MODEL (menu);
}

/* ---- rows ---- */

static gboolean
is_renaming (Chip *chip)
{
  return gtk_stack_get_visible_child (GTK_STACK (chip->name)) == chip->entry;
}

/* Renames the run to the typed text, which must have at least one letter or digit. */
static void
end_rename (Chip *chip, gboolean keep)
{
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (chip->entry))));

  if (!is_renaming (chip))
    return;
  gtk_stack_set_visible_child (GTK_STACK (chip->name), chip->label);
  if (keep && text[0] != '\0')
    wb_session_rename_run (chip->session, chip->run, text);
}

static void
on_entered (GtkEntry *entry, Chip *chip)
{
  end_rename (chip, TRUE);
}

/* Handles the entry losing the focus. If the row was removed while its name was being edited, the run may be removed
 * already. */
static void
on_left (GtkWidget *row)
{
  if (gtk_widget_get_root (row) != NULL)
    end_rename (g_object_get_data (G_OBJECT (row), "chip"), TRUE);
}

static void
on_name_pressed (GtkGestureClick *gesture, int n_press, double x, double y, Chip *chip)
{
  if (n_press == 2)
    start_rename (NULL, NULL, chip);
}

/* Makes a label with the letter of a run in its tree, in the colour of the run. */
static GtkWidget *
letter_new (WbRunItem *run)
{
  const PlotColor color = wb_style_plot_theme ()->series_text[(wb_run_item_color (run) - 1) % PLOT_N_SERIES];
  g_autofree char *markup = g_strdup_printf ("<span foreground='#%02x%02x%02x'>%c</span>", (int) lrint (color.r * 255),
                                             (int) lrint (color.g * 255), (int) lrint (color.b * 255), wb_run_item_letter (run));
  GtkWidget *label = wb_styled (gtk_label_new (NULL), "branch-letter");

  gtk_label_set_markup (GTK_LABEL (label), markup);
  return label;
}

/* Makes a label with the name of a run and, below it, its place in its tree. */
static GtkWidget *
with_place (WbSession *session, WbRunItem *run, GtkWidget *name)
{
  g_autofree char *text = wb_session_branch_text (session, run);
  GtkWidget *box, *place;

  if (text == NULL)
    return name;
  box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  place = wb_label_new (text, "branch-place");
  gtk_label_set_ellipsize (GTK_LABEL (place), PANGO_ELLIPSIZE_END);
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  wb_box_add (box, name, place, NULL);
  return box;
}

static GtkWidget *
name_new (Chip *chip)
{
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  chip->name = gtk_stack_new ();
  chip->label = wb_label_new (wb_run_item_name (chip->run), "name");
  chip->entry = gtk_entry_new ();
  gtk_label_set_ellipsize (GTK_LABEL (chip->label), PANGO_ELLIPSIZE_END);
  gtk_stack_add_child (GTK_STACK (chip->name), chip->label);
  gtk_stack_add_child (GTK_STACK (chip->name), chip->entry);
  gtk_widget_set_hexpand (chip->name, TRUE);
  wb_tooltip_set (chip->label, _("Double click to rename"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (chip->entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Name of the run"), -1);
  g_signal_connect (chip->entry, "activate", G_CALLBACK (on_entered), chip);
  /* The window may own a reference to the entry, so disconnect the handler when the row is
   * finalized. */
  g_signal_connect_object (focus, "leave", G_CALLBACK (on_left), chip->row, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (chip->entry, focus);
  g_signal_connect (click, "pressed", G_CALLBACK (on_name_pressed), chip);
  gtk_widget_add_controller (chip->label, GTK_EVENT_CONTROLLER (click));
  return chip->name;
}

/* Handles F2 (rename) and Delete for the run whose row has the focus, unless its name is being
 * typed. */
static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, Chip *chip)
{
  GtkWidget *button = g_object_get_data (G_OBJECT (chip->row), "menu");

  if (is_renaming (chip) && key == GDK_KEY_Escape)
    end_rename (chip, FALSE);
  else if (is_renaming (chip))
    return FALSE;
  else if (key == GDK_KEY_F2)
    start_rename (NULL, NULL, chip);
  else if (key == GDK_KEY_Delete)
    delete_run (NULL, NULL, chip);
  else if (key == GDK_KEY_Menu || (key == GDK_KEY_F10 && (state & GDK_SHIFT_MASK)))
    gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  else
    return FALSE;
  return TRUE;
}

static void
on_secondary (GtkGestureClick *gesture, int n_press, double x, double y, Chip *chip)
{
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_menu_button_popup (GTK_MENU_BUTTON (g_object_get_data (G_OBJECT (chip->row), "menu")));
}

static void
add_toggle (GtkWidget *row, const char *icon, const char *label, const char *action)
{
  GtkWidget *button = gtk_toggle_button_new ();

  gtk_button_set_icon_name (GTK_BUTTON (button), icon);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  wb_widget_set_label (button, label);
  gtk_box_append (GTK_BOX (row), button);
}

static GtkWidget *
chip_new (WbSession *session, WbRunItem *run)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  GtkWidget *menu = gtk_menu_button_new (), *current = gtk_button_new_from_icon_name ("wb-play-symbolic");
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkGesture *secondary = gtk_gesture_click_new ();
  Chip *chip = g_new0 (Chip, 1);
  g_autoptr (GSimpleActionGroup) actions = NULL;
  g_autoptr (GMenuModel) model = NULL;

  *chip = (Chip) { .session = session, .run = g_object_ref (run), .row = row };
  g_object_set_data_full (G_OBJECT (row), "chip", chip, chip_free);
  actions = actions_new (chip);
  gtk_widget_insert_action_group (row, "run", G_ACTION_GROUP (actions));
  gtk_widget_add_css_class (row, "run-chip");
  if (!wb_run_item_visible (run) && run != wb_session_current (session))
    gtk_widget_add_css_class (row, "hidden");
  if (run == wb_session_current (session))
    gtk_widget_add_css_class (row, "current");

  gtk_box_append (GTK_BOX (row), wb_widget_swatch_new (wb_run_item_color (run), 24, 2.4, 0));
  if (wb_run_item_letter (run) != 0)
    gtk_box_append (GTK_BOX (row), letter_new (run));
  gtk_box_append (GTK_BOX (row), with_place (session, run, name_new (chip)));

  gtk_actionable_set_action_name (GTK_ACTIONABLE (current), "run.current");
  gtk_widget_set_visible (current, run != wb_session_current (session));
  wb_widget_set_label (current, _("Make this the current run"));
  gtk_box_append (GTK_BOX (row), current);
  add_toggle (row, wb_run_item_visible (run) ? "wb-visible-symbolic" : "wb-hidden-symbolic", _("Show or hide"), "run.visible");
  add_toggle (row, "wb-pin-symbolic", wb_run_item_pinned (run) ? _("Do not keep visible") : _("Keep visible"), "run.pinned");
  model = menu_new (chip);
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (menu), "wb-more-symbolic");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (menu), model);
  wb_widget_set_label (menu, _("Run menu"));
  g_object_set_data (G_OBJECT (row), "menu", menu);
  gtk_box_append (GTK_BOX (row), menu);

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), chip);
  gtk_widget_add_controller (row, keys);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (secondary), GDK_BUTTON_SECONDARY);
  g_signal_connect (secondary, "pressed", G_CALLBACK (on_secondary), chip);
  gtk_widget_add_controller (row, GTK_EVENT_CONTROLLER (secondary));
  return row;
}

static void
rebuild (GtkWidget *popover)
{
  WbSession *session = g_object_get_data (G_OBJECT (popover), "session");
  GtkWidget *scrolled = gtk_scrolled_window_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GListModel *runs = wb_session_runs (session);
  guint n = g_list_model_get_n_items (runs);

  for (guint i = n; i-- > 0;)
    {
      g_autoptr (WbRunItem) run = g_list_model_get_item (runs, i);

      gtk_box_append (GTK_BOX (box), chip_new (session, run));
    }
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), 360);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), box);
  gtk_widget_set_size_request (scrolled, 380, -1);
  wb_remove_children_when_idle (gtk_popover_get_child (GTK_POPOVER (popover)));
  gtk_box_append (GTK_BOX (gtk_popover_get_child (GTK_POPOVER (popover))), scrolled);
}

static gboolean
rebuild_later (gpointer popover)
{
  g_object_set_data (G_OBJECT (popover), "later", NULL);
  /* The window may have been closed in the meantime. */
  if (gtk_widget_get_visible (popover) && gtk_widget_get_root (popover) != NULL)
    rebuild (popover);
  return G_SOURCE_REMOVE;
}

/* Update the list later. This function may be called from a signal handler of a row, which the update would
 * destroy. */
static void
on_runs_changed (WbSession *session, GtkWidget *popover)
{
  if (!gtk_widget_get_visible (popover) || g_object_get_data (G_OBJECT (popover), "later") != NULL)
    return;
  g_object_set_data (G_OBJECT (popover), "later", popover);
  g_idle_add_full (G_PRIORITY_HIGH_IDLE, rebuild_later, g_object_ref (popover), g_object_unref);
}

GtkWidget *
wb_run_list_new (WbSession *session)
{
  GtkWidget *popover = gtk_popover_new ();

  gtk_popover_set_child (GTK_POPOVER (popover), gtk_box_new (GTK_ORIENTATION_VERTICAL, 0));
  g_object_set_data (G_OBJECT (popover), "session", session);
  g_signal_connect (popover, "show", G_CALLBACK (rebuild), NULL);
  g_signal_connect_object (session, "runs-changed", G_CALLBACK (on_runs_changed), popover, 0);
  return popover;
}
