/* Tests the plots of the window: arrangement, menu, readouts, and several runs with their
 * difference. */
#include "plot-view-hit.h"
#include "wb-test.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "plot-layers.h"
#include "wb-data-table.h"
#include "wb-difference.h"
#include "wb-export-window.h"
#include "wb-add-plot-menu.h"
#include "wb-plot-menu.h"
#include "wb-session-file.h"

static void
test_plots (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSimulateView *view = wb_window_simulate (window);
  int n = wb_plot_set_n (wb_simulate_view_plots (view));

  g_assert_cmpint (n, >=, 4);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.add-plot", "s", "phase:v:x"));
  g_assert_cmpint (wb_plot_set_n (wb_simulate_view_plots (view)), ==, n + 1);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.plot-up", "i", n));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.plot-alone", "i", 1));
  g_assert_cmpint (wb_plot_set_focused (wb_simulate_view_plots (view)), ==, 1);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.plot-alone", "i", 1));
  g_assert_cmpint (wb_plot_set_focused (wb_simulate_view_plots (view)), ==, -1);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.plot-remove", "i", 0));
  g_assert_cmpint (wb_plot_set_n (wb_simulate_view_plots (view)), ==, n);
  wb_test_act (window, "win.plots-default");
  g_assert_cmpint (wb_plot_set_n (wb_simulate_view_plots (view)), ==, n);
  wb_test_act (window, "win.plots-fit");
  wb_test_close (window);
}

/* Returns whether a menu or a submenu has an entry with this label. */
static gboolean
has_label (GMenuModel *menu, const char *wanted)
{
  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autofree char *label = NULL;
      static const char *const links[] = { G_MENU_LINK_SECTION, G_MENU_LINK_SUBMENU };

      if (g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_LABEL, "s", &label) && strcmp (label, wanted) == 0)
        return TRUE;
      for (guint k = 0; k < G_N_ELEMENTS (links); k++)
        {
          g_autoptr (GMenuModel) inner = g_menu_model_get_item_link (menu, i, links[k]);

          if (inner != NULL && has_label (inner, wanted))
            return TRUE;
        }
    }
  return FALSE;
}

/* GTK would take a single underscore as the mark of a mnemonic and not show it. */
static void
test_names_in_menus (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL);
  g_autofree char *path = wb_test_write (folder, "pair.yaml",
                                         "format: 1\nname: Pair\nstates:\n  x_1: {initial: 1, derivative: -x_1}\n  x_2: {initial: 1, "
                                         "derivative: -x_2}\n");
  WbWindow *window = wb_test_window (path);
  g_autoptr (GMenuModel) menu = wb_add_plot_menu_new (wb_window_session (window));

  g_assert_true (has_label (menu, "x__1"));
  g_assert_true (has_label (menu, "against x__2"));
  g_assert_false (has_label (menu, "x_1"));
  wb_test_close (window);
  g_remove (path);
  g_rmdir (folder);
}

static void
on_text (GObject *source, GAsyncResult *result, gpointer user)
{
  *(char **) user = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);
}

static void
on_menu_closed (GtkPopover *menu, gboolean *closed)
{
  *closed = TRUE;
}

/* The menu of a plot can be used with keys: its switches, and the entries for its figure and its
 * numbers. */
static void
test_plot_menu (void)
{
  WbWindow *window = wb_test_window ("lorenz");
  WbSession *session = wb_window_session (window);
  WbSimulateView *view = wb_window_simulate (window);
  int phase = wb_test_plot (window, &plot_kind_phase), step = wb_test_plot (window, &plot_kind_step);
  GtkWidget *area = GTK_WIDGET (wb_simulate_view_area (view, phase)), *panel = gtk_widget_get_parent (area), *button, *popover;
  gboolean arrows, lines, log_x, log_y, closed = FALSE;
  g_autofree char *text = NULL;

  wb_test_finish (session);

  /* A model with three states can show a slice of its direction field. The field is off by
   * default. */
  g_assert_true (plot_views_phase_get_field (wb_plot_area_view (WB_PLOT_AREA (area)), &arrows, &lines));
  g_assert_false (arrows || lines);
  g_assert_true (gtk_widget_activate_action (area, "plot.field", NULL));
  plot_views_phase_get_field (wb_plot_area_view (WB_PLOT_AREA (area)), &arrows, &lines);
  g_assert_true (arrows && !lines);
  g_assert_true (gtk_widget_activate_action (area, "plot.nullclines", NULL));
  plot_views_phase_get_field (wb_plot_area_view (WB_PLOT_AREA (area)), &arrows, &lines);
  g_assert_true (arrows && lines);
  wb_session_set_playhead (session, 7);
  wb_window_refresh (window);
  wb_test_spin ();

  /* The axis of the step size is logarithmic by default. After the user has made it linear, it stays linear even if a new view is
   * made. */
  area = GTK_WIDGET (wb_simulate_view_area (view, step));
  g_assert_true (gtk_widget_activate_action (area, "plot.log-y", NULL));
  wb_session_touch_runs (session);
  plot_view_get_log (wb_plot_area_view (WB_PLOT_AREA (area)), &log_x, &log_y);
  g_assert_false (log_y);
  g_assert_true (gtk_widget_activate_action (area, "plot.log-x", NULL));
  g_assert_true (plot_time_axis_get_log (wb_plot_set_axis (wb_simulate_view_plots (view))));
  g_assert_true (gtk_widget_activate_action (area, "plot.log-x", NULL));
  g_assert_false (plot_time_axis_get_log (wb_plot_set_axis (wb_simulate_view_plots (view))));

  /* If the menu is opened with a key, it is at its button. */
  button = wb_test_find (panel, GTK_TYPE_MENU_BUTTON, "plot-menu");
  g_assert_nonnull (button);
  g_assert_true (wb_test_press (panel, GDK_KEY_F10, GDK_SHIFT_MASK));
  popover = GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button)));
  WAIT_FOR (gtk_widget_get_mapped (popover));
  gtk_popover_popdown (GTK_POPOVER (popover));
  WAIT_FOR (!gtk_widget_get_mapped (popover));

  /* The copied numbers have a heading and one row for each visible
   * step. */
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.plot-copy-data", "i", phase));
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (GTK_WIDGET (window)), NULL, on_text, &text);
  WAIT_FOR (text != NULL);
  g_assert_true (g_str_has_prefix (text, "t\tx\t"));
  {
    g_auto (GStrv) rows = g_strsplit (text, "\n", -1);

    g_assert_cmpuint (g_strv_length (rows), ==, sim_trajectory_n_rows (wb_run_item_trajectory (wb_session_current (session))) + 2);
  }

  /* The export window opens with only this plot selected. */
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.plot-export", "i", step));
  {
    GListModel *windows = gtk_window_get_toplevels ();
    WbExportWindow *export = NULL;

    for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
      {
        g_autoptr (GtkWindow) other = g_list_model_get_item (windows, i);

        if (WB_IS_EXPORT_WINDOW (other))
          export = WB_EXPORT_WINDOW (other);
      }
    g_assert_nonnull (export);
    g_assert_cmpuint (wb_export_window_page (export)->plots, ==, (guint64) 1 << step);
    gtk_window_destroy (GTK_WINDOW (export));
  }

  /* Rearranging the plots closes an open menu. */
  wb_plot_menu_popup (button, 40, 40);
  popover = GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button)));
  WAIT_FOR (gtk_widget_get_mapped (popover));
  g_signal_connect (popover, "closed", G_CALLBACK (on_menu_closed), &closed);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.plot-remove", "i", step));
  g_assert_true (closed);
  wb_test_spin ();
  wb_test_close (window);
}

/* If the pointer is over a plot over time, the crosshair is at a stored step, and every
 * plot over time shows its values there. Two cursors show the differences between
 * them. */
static void
test_hover (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);
  WbSimulateView *view = wb_window_simulate (window);
  PlotTimeAxis *axis = wb_plot_set_axis (wb_simulate_view_plots (view));
  int time = wb_test_plot (window, &plot_kind_time), step = wb_test_plot (window, &plot_kind_step);
  GtkWidget *area = GTK_WIDGET (wb_simulate_view_area (view, time));
  GtkEventController *motion = wb_test_controller (area, GTK_TYPE_EVENT_CONTROLLER_MOTION);
  SimTrajectory *trajectory;
  double left, top, width, height, t;
  gsize row;
  g_autofree char *values = NULL, *steps = NULL, *differences = NULL;

  wb_test_finish (wb_window_session (window));
  wb_test_spin ();
  trajectory = wb_run_item_trajectory (wb_session_current (session));
  plot_view_get_area (wb_plot_area_view (WB_PLOT_AREA (area)), &left, &top, &width, &height);
  g_signal_emit_by_name (motion, "motion", left + 0.37 * width, top + 2.0);
  t = plot_time_axis_hover (axis);
  row = sim_trajectory_find (trajectory, t);
  g_assert_cmpfloat (sim_trajectory_row (trajectory, row)[0], ==, t);
  values = plot_view_readout_at (wb_plot_area_view (WB_PLOT_AREA (area)), t, NAN, 8);
  {
    g_auto (GStrv) lines = g_strsplit (values, "\n", -1);

    /* The texts have three digits, so they differ from the exact values by up to half a unit of the last
     * digit. */
    g_assert_cmpuint (g_strv_length (lines), ==, 2);
    g_assert_true (g_str_has_prefix (lines[0], "*x* "));
    g_assert_cmpfloat (fabs (g_ascii_strtod (lines[0] + 4, NULL)), <=, fabs (sim_trajectory_row (trajectory, row)[1]) * 1.01);
  }
  steps = plot_view_readout_at (wb_plot_area_view (wb_simulate_view_area (view, step)), t, NAN, INFINITY);
  g_assert_nonnull (strstr (steps, "*h*"));

  /* C places the first cursor, then the second. */
  g_assert_true (wb_test_press (area, GDK_KEY_c, 0));
  g_signal_emit_by_name (motion, "motion", left + 0.6 * width, top + 2.0);
  g_assert_true (wb_test_press (area, GDK_KEY_c, 0));
  g_assert_cmpfloat (plot_time_axis_cursor (axis, 1), >, plot_time_axis_cursor (axis, 0));
  differences = plot_view_readout_at (wb_plot_area_view (WB_PLOT_AREA (area)), plot_time_axis_cursor (axis, 1),
                                      plot_time_axis_cursor (axis, 0), INFINITY);
  g_assert_true (g_str_has_prefix (differences, "Δ*x* "));
  wb_test_spin ();
  g_assert_true (wb_test_press (area, GDK_KEY_Escape, 0));
  g_assert_true (isnan (plot_time_axis_cursor (axis, 0)));
  g_signal_emit_by_name (motion, "leave");
  g_assert_true (isnan (plot_time_axis_hover (axis)));
  wb_test_close (window);
}

/* Two runs whose starts differ by 10⁻⁵ are marked A and B in the phase portrait. They are drawn up to the playhead, and their distance is
 * shown. */
static void
test_nearby (void)
{
  WbWindow *window = wb_test_window ("lorenz");
  WbSession *session = wb_window_session (window);
  WbSimulateView *view = wb_window_simulate (window);
  g_autoptr (WbRunItem) nearby = NULL;
  PlotView *phase;
  PlotLayer *pair = NULL;
  const double *a, *b;
  double sum = 0;

  g_assert_true (wb_session_set (session, WB_TIME, "end", "35", NULL));
  wb_test_finish (wb_window_session (window));
  wb_test_act (window, "win.run-nearby");
  g_assert_cmpuint (g_list_model_get_n_items (wb_session_runs (session)), ==, 2);
  nearby = g_list_model_get_item (wb_session_runs (session), 1);
  g_assert_true (wb_session_current (session) != nearby && wb_run_item_pinned (nearby));
  sim_run_wait (wb_run_item_run (nearby));
  a = sim_trajectory_row (wb_run_item_trajectory (wb_session_current (session)), 0);
  b = sim_trajectory_row (wb_run_item_trajectory (nearby), 0);
  g_assert_cmpfloat (fabs (b[1] - a[1] - 1e-5), <=, 1e-15); /* one of the numbers, which are about 1, was rounded */

  wb_session_set_playhead (session, 30);
  wb_window_refresh (window);
  wb_test_spin ();
  phase = wb_plot_area_view (wb_simulate_view_area (view, wb_test_plot (window, &plot_kind_phase)));
  for (int i = 0; i < plot_view_n_layers (phase); i++)
    if (strcmp (plot_view_layer (phase, i)->class->name, "pair") == 0)
      pair = plot_view_layer (phase, i);
  g_assert_nonnull (pair);
  for (int i = 0; i < 3; i++)
    {
      double d = plot_run_value (wb_run_item_trajectory (nearby), i, 30)
                 - plot_run_value (wb_run_item_trajectory (wb_session_current (session)), i, 30);

      sum += d * d;
    }
  pair->class->follow (pair, wb_plot_set_axis (wb_simulate_view_plots (view)));
  g_assert_cmpfloat (plot_layer_pair_distance (pair), ==, sqrt (sum));
  /* Errors grow about as e^(0.9 t). From 1e-5 they exceed 1 well before t =
   * 30. */
  g_assert_cmpfloat (sqrt (sum), >, 0.1);
  wb_test_close (window);
}

static const LabDifference *
difference_of (WbWindow *window, int index)
{
  WbSession *session = wb_window_session (window);
  WbRunItem *of, *to;
  WbDifference *difference;

  g_assert_true (wb_plot_view_find_runs (wb_plot_set_spec (wb_plot_set_of (wb_window_session (window)), index),
                                         wb_session_current (session),
                                         wb_session_runs (session), &of, &to));
  difference = wb_difference_of (of, to);
  WAIT_FOR (!wb_difference_is_busy (difference));
  g_assert_cmpstr (wb_difference_error (difference), ==, NULL);
  return wb_difference_result (difference);
}

/* The differences of a run from another run and from the reference solution can be plotted. They are saved with the
 * session. */
static void
test_difference (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);
  WbSimulateView *view = wb_window_simulate (window);
  int n = wb_plot_set_n (wb_simulate_view_plots (view));
  const LabDifference *difference;
  double largest = 0;
  g_autofree char *text = NULL, *again = NULL, *cells = NULL;
  g_autoptr (GError) error = NULL;

  wb_test_finish (wb_window_session (window));
  g_assert_true (wb_session_set (session, WB_SETTING, "accuracy", "1e-9", NULL));
  wb_test_finish (wb_window_session (window));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.add-plot", "s", "difference:1:2"));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.add-plot", "s", "difference"));
  g_assert_cmpint (wb_plot_set_n (wb_simulate_view_plots (view)), ==, n + 2);

  difference = difference_of (window, n);
  g_assert_nonnull (difference);
  for (gsize i = 0; i < difference->n; i++)
    largest = fmax (largest, fabs (difference->values[2 * i]));
  /* The error of the run with accuracy 1e-5 is larger than the error of a single step. It is smaller than the change of the oscillator in a
   * fast phase, during which it grows. */
  g_assert_cmpfloat (largest, >, 1e-6);
  g_assert_cmpfloat (largest, <, 1);
  largest = 0;
  difference = difference_of (window, n + 1);
  for (gsize i = 0; i < difference->n; i++)
    largest = fmax (largest, fabs (difference->values[2 * i]));
  /* This is the difference of the accurate run from the reference, which is made from two runs with accuracy
   * 1e-12. */
  g_assert_cmpfloat (largest, >, 0);
  g_assert_cmpfloat (largest, <, 1e-4);
  g_assert_nonnull (difference->reference_source);

  /* Check the numbers as text. Make the axis linear and logarithmic again with the menu of the
   * plot. */
  {
    g_autoptr (WbDataTable) table = wb_data_table_new (wb_session_current (session), wb_plot_set_spec (wb_simulate_view_plots (view), n),
                                                       wb_session_runs (session));

    cells = wb_data_table_text (table, -INFINITY, INFINITY, 2);
    g_assert_true (g_str_has_prefix (cells, "t\tΔx\tΔv\tdistance\n0\t0\t0\t0\n"));
  }
  for (int round = 0; round < 2; round++)
    {
      gboolean x, y;

      g_assert_true (gtk_widget_activate_action (GTK_WIDGET (wb_simulate_view_area (view, n)), "plot.log-y", NULL));
      plot_view_get_log (wb_plot_area_view (wb_simulate_view_area (view, n)), &x, &y);
      g_assert_cmpint (y, ==, round == 1);
    }

  text = wb_session_file_text (wb_window_session (window));
  g_assert_nonnull (strstr (text, "type: difference"));
  {
    WbWindow *other = wb_test_window (NULL);

    g_assert_true (wb_session_file_load_text (text, "test.stepwise", wb_window_session (other), &error));
    g_assert_no_error (error);
    again = wb_session_file_text (wb_window_session (other));
    g_assert_cmpstr (again, ==, text);
    g_assert_nonnull (difference_of (other, n));
    wb_test_close (other);
  }

  /* Removing one of its runs removes the plot. */
  {
    g_autoptr (WbRunItem) first = g_list_model_get_item (wb_session_runs (session), 0);

    wb_session_remove_run (session, first);
  }
  g_assert_null (wb_plot_area_view (wb_simulate_view_area (view, n)));
  wb_test_close (window);
}

/* The keyboard focus stays on a plot when the focused plot is removed by its menu or by a key, and when the plot is
 * restored. */
static void
test_focus_stays (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSimulateView *view = wb_window_simulate (window);
  int n = wb_plot_set_n (wb_simulate_view_plots (view));

  for (int k = 0; k < 2 * n - 1; k++)
    {
      GtkWidget *focus;
      int at = k % wb_plot_set_n (wb_simulate_view_plots (view));

      gtk_widget_grab_focus (GTK_WIDGET (wb_simulate_view_area (view, at)));
      if (k < n - 1)
        g_action_group_activate_action (G_ACTION_GROUP (window), "plot-remove", g_variant_new_int32 (at));
      else
        g_action_group_activate_action (G_ACTION_GROUP (window), "undo", NULL);
      wb_test_spin ();
      focus = gtk_window_get_focus (GTK_WINDOW (window));
      g_assert_true (WB_IS_PLOT_AREA (focus));
      g_assert_true (gtk_widget_get_mapped (focus));
    }
  wb_test_close (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/plots/plots-can-be-added-moved-and-removed", test_plots);
  g_test_add_func ("/plots/the-keyboard-focus-stays-on-a-plot-when-plots-change", test_focus_stays);
  g_test_add_func ("/plots/menus-show-the-underscores-in-names", test_names_in_menus);
  g_test_add_func ("/plots/the-menu-of-a-plot-can-be-used-with-the-keyboard", test_plot_menu);
  g_test_add_func ("/plots/the-crosshair-shows-one-stored-step-in-all-plots", test_hover);
  g_test_add_func ("/plots/the-phase-portrait-shows-the-distance-of-two-nearby-runs", test_nearby);
  g_test_add_func ("/plots/differences-of-runs-can-be-plotted-and-are-saved-with-the-session", test_difference);
  return g_test_run ();
}
