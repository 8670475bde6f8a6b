/* Tests accessibility: names of controls, narrow windows, reduced motion, light and dark style, and high-resolution
 * screens. */
#include "plot-kind.h"
#include "plot-view-hit.h"
#include "plot-view-private.h"
#include "wb-test.h"

#include <glib/gstdio.h>
#include <string.h>

#include "wb-number-field.h"
#include "wb-plot-view.h"
#include "wb-preferences.h"
#include "wb-screenshot.h"
#include "wb-style.h"
#include "wb-tooltip.h"

static void
check_names (GtkWidget *widget)
{
  if (GTK_IS_BUTTON (widget) && gtk_widget_get_mapped (widget) && gtk_button_get_label (GTK_BUTTON (widget)) == NULL)
    {
      GtkWidget *owner = gtk_widget_get_parent (widget);
      gboolean named = gtk_test_accessible_has_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL)
                       || gtk_test_accessible_has_relation (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY)
                       || (GTK_IS_BUTTON (widget) && gtk_button_get_label (GTK_BUTTON (widget)) != NULL)
                       || GTK_IS_MENU_BUTTON (owner) || GTK_IS_DROP_DOWN (owner)
                           || gtk_widget_get_ancestor (widget, GTK_TYPE_WINDOW_CONTROLS) != NULL;

      /* Less and More say of which number. */
      if (gtk_widget_get_ancestor (widget, WB_TYPE_NUMBER_FIELD) != NULL)
        g_assert_true (gtk_test_accessible_has_relation (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_RELATION_DESCRIBED_BY));
      if (!named)
        {
          GtkWidget *label = wb_test_find (widget, GTK_TYPE_LABEL, NULL);

          g_error ("a button in %s in %s has no name (%s)", G_OBJECT_TYPE_NAME (owner), G_OBJECT_TYPE_NAME (gtk_widget_get_parent (owner)),
                   label != NULL ? gtk_label_get_text (GTK_LABEL (label)) : "");
        }
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    check_names (child);
}

/* Checks that a focusable widget has an accessible name. If the widget is the text of a field, the field must have the
 * name. */
static void
check_focus (GtkWidget *widget)
{
  if (gtk_widget_get_mapped (widget) && gtk_widget_get_focusable (widget) && !GTK_IS_TEXT (widget) && !GTK_IS_BUTTON (widget)
      && !GTK_IS_SCROLLED_WINDOW (widget) && !GTK_IS_LABEL (widget))
    {
      gboolean named = gtk_test_accessible_has_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL)
                       || gtk_test_accessible_has_relation (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY)
                       || wb_tooltip_get (widget) != NULL || wb_test_find (widget, GTK_TYPE_LABEL, NULL) != NULL;

      if (!named)
        g_error ("%s in %s has no name", G_OBJECT_TYPE_NAME (widget), G_OBJECT_TYPE_NAME (gtk_widget_get_parent (widget)));
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    check_focus (child);
}

static gboolean
says (WbPlotArea *area)
{
  g_autofree char *summary = plot_view_summary (wb_plot_area_view (area));
  g_autofree char *other = gtk_test_accessible_check_property (GTK_ACCESSIBLE (area), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, summary);

  return other == NULL;
}

static void
test_access (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSimulateView *view = wb_window_simulate (window);

  WAIT_FOR (!wb_model_browser_is_scanning (wb_window_browser (window)));
  check_names (GTK_WIDGET (window));
  check_focus (GTK_WIDGET (window));
  wb_test_finish (wb_window_session (window));
  for (int i = 0; i < wb_plot_set_n (wb_simulate_view_plots (view)); i++)
    {
      /* The accessible description of a plot is set some time after the plot was
       * drawn. */
      WAIT_FOR (says (wb_simulate_view_area (view, i)));
      gtk_test_accessible_assert_role (GTK_ACCESSIBLE (wb_simulate_view_area (view, i)), GTK_ACCESSIBLE_ROLE_IMG);
      g_assert_true (gtk_test_accessible_has_property (GTK_ACCESSIBLE (wb_simulate_view_area (view, i)), GTK_ACCESSIBLE_PROPERTY_LABEL));
    }
  g_assert_true (wb_window_show_view (window, "compare"));
  WAIT_FOR (wb_comparison_result (wb_compare_view_comparison (wb_window_compare (window))) != NULL);
  check_names (GTK_WIDGET (window));
  check_focus (GTK_WIDGET (window));
  for (int i = 0; i < WB_N_COMPARE_CARDS - 1; i++)
    if (wb_compare_view_has (wb_window_compare (window), i))
      WAIT_FOR (says (wb_compare_view_area (wb_window_compare (window), i)));
  wb_test_close (window);
}

static gboolean
has_label (GtkWidget *widget, const char *text)
{
  if (GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget) && g_str_equal (gtk_label_get_text (GTK_LABEL (widget)), text))
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (has_label (child, text))
      return TRUE;
  return FALSE;
}

static gboolean
menu_has (GMenuModel *menu, const char *action)
{
  for (int i = 0; menu != NULL && i < g_menu_model_get_n_items (menu); i++)
    {
      g_autoptr (GMenuModel) section = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SECTION);
      g_autoptr (GMenuModel) submenu = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SUBMENU);
      g_autofree char *found = NULL;

      if (menu_has (section, action) || menu_has (submenu, action))
        return TRUE;
      if (g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_ACTION, "s", &found) && g_str_equal (found, action))
        return TRUE;
    }
  return FALSE;
}

/* Returns whether one of the visible menu buttons below a widget has a menu with this action. */
static gboolean
visible_menu_has (GtkWidget *widget, const char *action)
{
  if (GTK_IS_MENU_BUTTON (widget) && gtk_widget_get_mapped (widget) && menu_has (gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (widget)), action))
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (visible_menu_has (child, action))
      return TRUE;
  return FALSE;
}

/* The panel shows the same number of stages that `stepwise-cli list integrators` prints. */
static void
test_stages (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  static const struct { const char *method, *pill; } rows[] = { { "runge_kutta5", "7 stages" }, { "runge_kutta4", "4 stages" }, { "explicit_euler", "1 stage" } };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_assert_true (wb_session_set (wb_window_session (window), WB_SETTING, "integrator", rows[i].method, NULL));
      wb_test_spin ();
      g_assert_true (has_label (GTK_WIDGET (wb_window_panel (window)), rows[i].pill));
    }
  wb_test_close (window);
}

/* In lecture mode one plot is shown alone, and its vertical axis has the name of its quantity. */
static void
test_lecture_axes (void)
{
  static const struct { const PlotKind *kind; const char *label; } rows[] = { { &plot_kind_step, "Step size" }, { &plot_kind_error, "Error estimate" } };
  WbWindow *window = wb_test_window_at ("van-der-pol", 5);
  WbPlotSet *plots = wb_simulate_view_plots (wb_window_simulate (window));

  wb_session_set_lecture (wb_window_session (window), TRUE);
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const int index = wb_test_plot (window, rows[i].kind);
      g_autofree char *label = NULL;

      wb_plot_set_focus (plots, index);
      wb_test_spin ();
      label = plot_view_shown_y_label (wb_plot_area_view (wb_simulate_view_area (wb_window_simulate (window), index)));
      g_assert_nonnull (label);
      g_assert_nonnull (strstr (label, rows[i].label));
    }
  wb_test_close (window);
}

/* A narrow window shows one plot alone. The menu in its title lists the views. Keys switch between the cards of the
 * comparison. */
static void
test_narrow (void)
{
  WbWindow *window = wb_window_new (NULL);
  WbSimulateView *view = wb_window_simulate (window);
  WbCompareView *compare;
  GtkWidget *button;

  gtk_window_set_default_size (GTK_WINDOW (window), 900, 600);
  gtk_window_present (GTK_WINDOW (window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  g_assert_true (wb_window_open_path (window, "kepler"));
  WAIT_FOR (wb_panes_width_class (wb_window_panes (window)) == WB_WIDTH_FOCUSED
            && wb_plot_set_focused (wb_simulate_view_plots (view)) >= 0);

  g_assert_true (visible_menu_has (GTK_WIDGET (window), "win.export"));
  button = wb_test_find (GTK_WIDGET (window), GTK_TYPE_MENU_BUTTON, "title-button");
  g_assert_nonnull (button);
  gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  WAIT_FOR (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button)) != NULL
            && gtk_widget_get_mapped (GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button)))));
  gtk_menu_button_popdown (GTK_MENU_BUTTON (button));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.focus-plot", "i", 1));
  g_assert_cmpint (wb_plot_set_focused (wb_simulate_view_plots (view)), ==, 1);
  wb_test_act (window, "win.next-plot");
  g_assert_cmpint (wb_plot_set_focused (wb_simulate_view_plots (view)), ==, 2);

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.view", "s", "compare"));
  compare = wb_window_compare (window);
  WAIT_FOR (wb_comparison_result (wb_compare_view_comparison (compare)) != NULL && wb_compare_view_has (compare, 2));
  g_assert_cmpint (wb_compare_view_focused (compare), ==, 0);
  for (int i = 1; i <= WB_N_COMPARE_CARDS; i++)
    {
      g_autofree char *words = NULL;

      wb_test_act (window, "win.next-plot");
      g_assert_cmpint (wb_compare_view_focused (compare), ==, i % WB_N_COMPARE_CARDS);
      words = wb_compare_view_focus_text (compare);
      g_assert_nonnull (strstr (words, "of 4"));
      wb_test_spin ();
      /* No widget needs more width than the window has. */
      g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (window)), <=, 900);
    }
  wb_test_close (window);
  /* Later tests expect windows of the usual width. */
  wb_preferences_set_int ("window-width", 1440);
  wb_preferences_set_int ("window-height", 900);
}

/* Folding a pane is animated, except if the desktop asks for reduced motion. In that case a motion also shows earlier
 * positions. */
static void
test_reduced_motion (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbPanes *panes = wb_window_panes (window);
  WbSimulateView *view = wb_window_simulate (window);
  GtkWidget *sidebar = gtk_widget_get_parent (GTK_WIDGET (wb_window_sidebar (window)));
  int motion = wb_test_plot (window, &plot_kind_motion);
  GtkWidget *area = GTK_WIDGET (wb_simulate_view_area (view, motion));
  gint64 begun;

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  /* This motion shows the history of a point, so it shows no earlier positions. */
  g_assert_false (wb_plot_view_has_exposures (wb_plot_set_spec (wb_simulate_view_plots (view), motion), wb_session_system (wb_window_session (window))));
  wb_panes_set_shown (panes, WB_PANE_SIDEBAR, FALSE);
  WAIT_FOR (!gtk_widget_get_child_visible (sidebar));

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", TRUE, NULL);
  g_assert_false (wb_plot_view_has_exposures (wb_plot_set_spec (wb_simulate_view_plots (view), motion), wb_session_system (wb_window_session (window))));
  g_assert_true (gtk_widget_activate_action (area, "plot.exposures", NULL));
  g_assert_true (wb_plot_view_has_exposures (wb_plot_set_spec (wb_simulate_view_plots (view), motion), wb_session_system (wb_window_session (window))));
  begun = g_get_monotonic_time ();
  wb_panes_set_shown (panes, WB_PANE_SIDEBAR, TRUE);
  WAIT_FOR (gtk_widget_get_child_visible (sidebar));
  wb_panes_set_shown (panes, WB_PANE_SIDEBAR, FALSE);
  WAIT_FOR (!gtk_widget_get_child_visible (sidebar));
  wb_panes_set_shown (panes, WB_PANE_SIDEBAR, TRUE);
  WAIT_FOR (gtk_widget_get_allocated_width (GTK_WIDGET (view)) < 1100);
  /* The animation of the pane alone takes 200 ms. */
  g_assert_cmpint (g_get_monotonic_time () - begun, >=, 190000);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  wb_test_close (window);
}

static void
test_picture (gconstpointer data)
{
  gboolean dark = GPOINTER_TO_INT (data) & 1, twice = GPOINTER_TO_INT (data) & 2;
  WbWindow *window = wb_test_window ("van-der-pol");
  g_autofree char *file = g_build_filename (g_get_tmp_dir (), "stepwise-test.png", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GdkTexture) texture = NULL;

  wb_style_set_choice (dark ? WB_STYLE_DARK : WB_STYLE_LIGHT);
  wb_run_item_run_to (wb_session_current (wb_window_session (window)), 20);
  wb_window_refresh (window);
  wb_test_spin ();
  g_assert_true (wb_screenshot_save_widget (GTK_WIDGET (window), twice ? 2 : 1, file, &error));
  texture = gdk_texture_new_from_filename (file, &error);
  g_assert_no_error (error);
  g_assert_cmpint (gdk_texture_get_width (texture), ==, gtk_widget_get_width (GTK_WIDGET (window)) * (twice ? 2 : 1));
  g_remove (file);
  wb_style_set_choice (WB_STYLE_SYSTEM);
  wb_test_close (window);
}

int
main (int argc, char **argv)
{
  g_setenv ("GTK_A11Y", "test", TRUE);
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/access/every-control-has-an-accessible-name", test_access);
  g_test_add_func ("/access/a-narrow-window-shows-one-plot-and-keys-switch-to-the-others", test_narrow);
  g_test_add_func ("/access/reduced-motion-disables-animations-and-shows-earlier-positions", test_reduced_motion);
  g_test_add_data_func ("/access/a-screenshot-shows-the-window-in-the-chosen-style/light", GINT_TO_POINTER (0), test_picture);
  g_test_add_data_func ("/access/a-screenshot-shows-the-window-in-the-chosen-style/dark", GINT_TO_POINTER (1), test_picture);
  g_test_add_data_func ("/access/a-screenshot-shows-the-window-in-the-chosen-style/two-pixels-per-unit", GINT_TO_POINTER (2), test_picture);
  g_test_add_func ("/access/the-panel-shows-the-number-of-stages-that-the-list-of-integrators-prints", test_stages);
  g_test_add_func ("/access/in-lecture-mode-the-axes-name-step-size-and-error", test_lecture_axes);
  return g_test_run ();
}
