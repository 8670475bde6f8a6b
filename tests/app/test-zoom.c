/* Tests zoom, cursors, sensitivity bands and the time display with real pointer and key events. */
#include "wb-hands.h"

#include <math.h>
#include <string.h>

#include "plot-view-hit.h"
#include "plot-views.h"
#include "ode-methods.h"
#include "wb-comparison.h"
#include "wb-equations.h"
#include "wb-export-window.h"
#include "wb-figure-label.h"
#include "wb-number-field.h"
#include "wb-scrubber.h"
#include "wb-run-result.h"
#include "wb-session-file.h"
#include "wb-tooltip.h"
#include "wb-transport.h"
#include "wb-zoom-chips.h"

static WbPlotArea *
area_of (WbWindow *window, int index)
{
  return wb_simulate_view_area (wb_window_simulate (window), index);
}

static PlotTimeAxis *
axis_of (WbWindow *window)
{
  return wb_plot_set_axis (wb_plot_set_of (wb_window_session (window)));
}

static WbWindow *
finished (const char *model)
{
  WbWindow *window = wb_test_window (model);

  wb_test_finish (wb_window_session (window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (area_of (window, 0)));
  return window;
}

static double
width_of (PlotTimeAxis *axis)
{
  double low, high;

  plot_time_axis_get_view (axis, &low, &high);
  return high - low;
}

static void
drag_box (WbPlotArea *area, double x0, double y0, double x1, double y1)
{
  wb_input_hold (GDK_KEY_Shift_L, TRUE);
  wb_test_turn (0.06);
  wb_hands_drag (GTK_WIDGET (area), x0, y0, x1, y1);
  wb_input_hold (GDK_KEY_Shift_L, FALSE);
  wb_test_turn (0.06);
}

/* A drag of a box zooms and pins no readout. A button shows that the plots are zoomed. The button Back and the key Backspace undo one zoom
 * each. */
static void
test_box (void)
{
  WbWindow *window;
  WbPlotArea *area;
  double x, y, width, height, whole, first;

  if (!wb_hands_ready ())
    return;
  window = finished ("van-der-pol");
  area = area_of (window, 0);
  plot_view_get_area (wb_plot_area_view (area), &x, &y, &width, &height);
  whole = width_of (axis_of (window));
  g_assert_null (wb_hands_find (GTK_WIDGET (window), "Zoomed"));
  drag_box (area, x + 0.2 * width, y + 0.2 * height, x + 0.6 * width, y + 0.8 * height);
  WAIT_FOR (width_of (axis_of (window)) < 0.5 * whole);
  WAIT_FOR (wb_hands_find (GTK_WIDGET (window), "Zoomed") != NULL);
  g_assert_null (plot_view_pin (wb_plot_area_view (area)));
  g_assert_false (wb_plot_set_has_pins (wb_plot_set_of (wb_window_session (window))));
  first = width_of (axis_of (window));
  drag_box (area, x + 0.3 * width, y + 0.3 * height, x + 0.5 * width, y + 0.7 * height);
  WAIT_FOR (width_of (axis_of (window)) < 0.3 * first);
  g_assert_null (plot_view_pin (wb_plot_area_view (area)));
  CLICK_UNTIL (wb_hands_find (GTK_WIDGET (window), "Back"), fabs (width_of (axis_of (window)) - first) < 1e-9);
  wb_hands_point (GTK_WIDGET (area), NAN, NAN);
  gtk_widget_grab_focus (GTK_WIDGET (area));
  wb_hands_key (GDK_KEY_BackSpace, 0);
  WAIT_FOR (width_of (axis_of (window)) == whole);
  WAIT_FOR (wb_hands_find (GTK_WIDGET (window), "Zoomed") == NULL);
  {
    PlotRange across, up;

    plot_view_get_shown (wb_plot_area_view (area), &across, &up);
    g_assert_false (up.by_hand);
  }
  wb_test_close (window);
}

/* The button Follow keeps the newest part visible. The button Zoomed shows the whole run again. */
static void
test_chips (void)
{
  WbWindow *window;
  PlotTimeAxis *axis;

  if (!wb_hands_ready ())
    return;
  window = finished ("van-der-pol");
  axis = axis_of (window);
  wb_hands_point (GTK_WIDGET (area_of (window, 0)), NAN, NAN);
  gtk_widget_grab_focus (GTK_WIDGET (area_of (window, 0)));
  for (int i = 0; i < 3; i++)
    wb_hands_key (GDK_KEY_plus, 0);
  WAIT_FOR (wb_hands_find (GTK_WIDGET (window), "Follow") != NULL);
  CLICK_UNTIL (wb_hands_find (GTK_WIDGET (window), "Follow"), plot_time_axis_get_follow (axis));
  CLICK_UNTIL (wb_hands_find (GTK_WIDGET (window), "Zoomed"), width_of (axis) == 40);
  WAIT_FOR (wb_hands_find (GTK_WIDGET (window), "Zoomed") == NULL);
  wb_test_close (window);
}

/* Undo and redo show a message with the name of the change. */
static void
test_undo (void)
{
  WbWindow *window = finished ("van-der-pol");

  g_assert_true (wb_session_set (wb_window_session (window), WB_SETTING, "accuracy", "1e-8", NULL));
  wb_test_act (window, "win.undo");
  g_assert_cmpstr (wb_test_toast (window), ==, "Undone: Accuracy");
  wb_test_act (window, "win.redo");
  g_assert_cmpstr (wb_test_toast (window), ==, "Redone: Accuracy");
  wb_test_close (window);
}

/* A plot that is already shown is not added again. A plot of other quantities is added. */
static void
test_no_duplicates (void)
{
  WbWindow *window = finished ("van-der-pol");
  WbPlotSet *plots = wb_plot_set_of (wb_window_session (window));
  int n = wb_plot_set_n (plots);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.add-plot", "s", "step");
  g_assert_cmpint (wb_plot_set_n (plots), ==, n);
  g_assert_nonnull (strstr (wb_test_toast (window), "already"));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.add-plot", "s", "phase:x:v"); /* the default plot, with the names of its quantities */
  g_assert_cmpint (wb_plot_set_n (plots), ==, n);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.add-plot", "s", "phase:v:x");
  g_assert_cmpint (wb_plot_set_n (plots), ==, n + 1);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.add-plot", "s", "time:x");
  g_assert_cmpint (wb_plot_set_n (plots), ==, n + 2);
  wb_test_close (window);
}

static GtkWidget *
field_in (GtkWidget *from, int *skip)
{
  if (WB_IS_NUMBER_FIELD (from) && gtk_widget_get_mapped (from) && (*skip)-- == 0)
    return from;
  for (GtkWidget *child = gtk_widget_get_first_child (from); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = field_in (child, skip);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* Clicks into the entry of a number field and replaces its text. */
static void
type_number (GtkWidget *field, const char *text)
{
  GtkWidget *entry = wb_test_find (field, GTK_TYPE_TEXT, NULL);

  g_assert_nonnull (entry);
  g_object_ref (entry); /* the menu may close and destroy the entry */
  for (int i = 0; i < 20 && gtk_widget_get_mapped (entry) && !gtk_widget_has_focus (entry); i++)
    wb_hands_click (entry, NAN, NAN);
  g_object_unref (entry);
  wb_hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  wb_hands_type (text);
  wb_hands_key (GDK_KEY_Return, 0);
}

/* Types a number until it is accepted. On a slow computer, keys that arrive before the field has the focus are
 * lost. */
#define TYPE_UNTIL(field, text, condition)                  \
  G_STMT_START                                              \
  {                                                         \
    for (int i_ = 0; i_ < 10 && !(condition); i_++)         \
      {                                                     \
        GtkWidget *field_ = field;                          \
                                                            \
        if (field_ == NULL)                                 \
          {                                                 \
            g_test_skip ("the menu closed while the test was typing"); \
            wb_test_close (window);                         \
            return;                                         \
          }                                                 \
        type_number (field_, text);                         \
        for (int k_ = 0; k_ < 100 && !(condition); k_++)    \
          wb_test_turn (0.02);                              \
      }                                                     \
    g_assert_true (condition);                              \
  }                                                         \
  G_STMT_END

/* The menu of a plot places two cursors. Their times can be typed. */
static void
test_cursors (void)
{
  WbWindow *window;
  GtkWidget *panel, *menu;
  PlotTimeAxis *axis;

  if (!wb_hands_ready ())
    return;
  window = finished ("van-der-pol");
  axis = axis_of (window);
  panel = gtk_widget_get_parent (GTK_WIDGET (area_of (window, 0)));
  menu = wb_test_find (panel, GTK_TYPE_MENU_BUTTON, "plot-menu");
  CHOOSE_UNTIL (menu, "Cursors…", !isnan (plot_time_axis_cursor (axis, 0)) && !isnan (plot_time_axis_cursor (axis, 1)));
  TYPE_UNTIL (field_in (menu, &(int){ 0 }), "12.5", plot_time_axis_cursor (axis, 0) == 12.5);
  {
    g_autofree char *text = plot_view_readout_at (wb_plot_area_view (area_of (window, 0)), plot_time_axis_cursor (axis, 1), 12.5, INFINITY);

    g_assert_nonnull (strstr (text, "slope"));
  }
  CHOOSE_UNTIL (menu, "Remove the cursors", isnan (plot_time_axis_cursor (axis, 0)) && isnan (plot_time_axis_cursor (axis, 1)));
  wb_test_close (window);
}

/* A click on the clock shows a field with the end time of the run. */
static void
test_clock (void)
{
  WbWindow *window;
  WbSession *session;
  GtkWidget *clock;

  if (!wb_hands_ready ())
    return;
  window = wb_test_window ("van-der-pol");
  session = wb_window_session (window);
  clock = wb_test_find (GTK_WIDGET (wb_window_transport (window)), GTK_TYPE_MENU_BUTTON, "clock");
  g_assert_nonnull (clock);
  CLICK_UNTIL (clock, field_in (clock, &(int){ 1 }) != NULL);
  TYPE_UNTIL (field_in (clock, &(int){ 1 }), "25", wb_session_t_end (session) == 25);
  for (int i = 0; i < 20 && field_in (clock, &(int){ 0 }) != NULL; i++)
    wb_hands_key (GDK_KEY_Escape, 0);
  WAIT_FOR (field_in (clock, &(int){ 0 }) == NULL);
  wb_test_close (window);
}

/* Clicks at a position of the time line until the playhead is near t. The first click may come before the window has its final layout. */
static void
click_to (WbSession *session, GtkWidget *scrubber, double x, double t, double near)
{
  for (int i = 0; i < 20 && !(fabs (wb_session_playhead (session) - t) <= near); i++)
    wb_hands_click (scrubber, x, NAN);
  g_assert_cmpfloat (fabs (wb_session_playhead (session) - t), <=, near);
}

/* If the time axis is logarithmic, the time line is logarithmic too. Its middle is the geometric mean. */
static void
test_scrubber (void)
{
  WbWindow *window;
  WbSession *session;
  GtkWidget *scrubber;
  PlotTimeAxis *axis;

  if (!wb_hands_ready ())
    return;
  window = finished ("van-der-pol");
  session = wb_window_session (window);
  axis = axis_of (window);
  scrubber = wb_test_find (GTK_WIDGET (wb_window_transport (window)), WB_TYPE_SCRUBBER, NULL);
  click_to (session, scrubber, gtk_widget_get_width (scrubber) / 2.0 + 40, 23, 3);
  wb_plot_set_switch (wb_plot_set_of (session), 0, WB_PLOT_LOG_X, TRUE);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (area_of (window, 0)));
  /* The start of the logarithmic axis may change until all plots are drawn, so it is read again after each click. */
  CLICK_UNTIL (scrubber, fabs (wb_session_playhead (session) / sqrt (plot_time_axis_log_start (axis) * 40) - 1) <= 0.1);
  g_assert_cmpfloat (plot_time_axis_log_start (axis), >, 0);
  g_assert_cmpfloat (plot_time_axis_log_start (axis), <=, 0.1);
  click_to (session, scrubber, 3, 0, 0);
  wb_test_close (window);
}

/* While a long run is running, the remaining time is shown beside its end time. If the visible range is narrow, the clock has more
 * decimals. */
static void
test_time (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);
  GtkWidget *transport = GTK_WIDGET (wb_window_transport (window));
  GtkWidget *state = wb_test_find (transport, WB_TYPE_FIGURE_LABEL, "time-state"), *value = wb_test_find (transport, WB_TYPE_FIGURE_LABEL, "time-value");

  wb_session_set_rate (session, 1);
  wb_session_run (session);
  WAIT_FOR (strstr (wb_figure_label_text (WB_FIGURE_LABEL (state)), "s left") != NULL);
  wb_session_set_rate (session, 0);
  wb_test_finish (session);
  WAIT_FOR (strstr (wb_figure_label_text (WB_FIGURE_LABEL (state)), "finished") != NULL);
  WAIT_FOR (g_str_has_prefix (wb_figure_label_text (WB_FIGURE_LABEL (value)), "40.00\u2009"));
  plot_time_axis_set_view (axis_of (window), 39.99, 40);
  WAIT_FOR (g_str_has_prefix (wb_figure_label_text (WB_FIGURE_LABEL (value)), "40.00000\u2009"));
  wb_test_close (window);
}

/* If no event changes a state, the log shows the names of the events instead of two empty columns. Times are not cut off. */
static void
test_log (void)
{
  static const struct { const char *model; gboolean changes; } rows[] = { { "van-der-pol", FALSE }, { "bouncing-ball", TRUE } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      WbWindow *window = wb_test_window (rows[i].model);
      GtkWidget *view;
      GListModel *columns;

      gtk_widget_activate_action (GTK_WIDGET (window), "win.settings-page", "s", "events");
      wb_test_finish (wb_window_session (window));
      view = wb_test_find (GTK_WIDGET (window), GTK_TYPE_COLUMN_VIEW, "log");
      WAIT_FOR (view != NULL && gtk_widget_get_mapped (view));
      columns = gtk_column_view_get_columns (GTK_COLUMN_VIEW (view));
      g_assert_cmpuint (g_list_model_get_n_items (columns), ==, 5);
      for (guint k = 2; k < 5; k++)
        {
          g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, k);

          g_assert_cmpint (gtk_column_view_column_get_visible (column), ==, (k < 4) == rows[i].changes);
        }
      wb_test_close (window);
    }
}

/* Follow is offered exactly while a page of a lesson shows a part of the time, in the light and in the dark style. */
static void
test_follow_in_lesson (void)
{
  WbWindow *window = wb_test_window ("lorenz");
  GtkSettings *settings = gtk_settings_get_default ();

  for (int dark = 0; dark < 2; dark++)
    {
      g_object_set (settings, "gtk-application-prefer-dark-theme", dark == 1, NULL);
      g_assert_true (wb_window_open_lesson (window, "controller-limit", 1));
      WAIT_FOR (wb_hands_find (GTK_WIDGET (window), "Follow") != NULL);
      g_assert_true (wb_window_open_lesson (window, "controller-limit", 0));
      WAIT_FOR (wb_hands_find (GTK_WIDGET (window), "Follow") == NULL);
    }
  g_object_set (settings, "gtk-application-prefer-dark-theme", FALSE, NULL);
  wb_test_close (window);
}

/* The title strip knows whether it shows all equations. */
static void
test_equations (void)
{
  WbWindow *window = wb_test_window ("hires");
  GtkWidget *line = wb_test_find (GTK_WIDGET (window), WB_TYPE_EQUATIONS, NULL);

  gtk_test_widget_wait_for_draw (line);
  g_assert_cmpuint (wb_equations_n_hidden (WB_EQUATIONS (line)), >, 0);
  g_assert_true (wb_window_open_path (window, "harmonic-oscillator"));
  gtk_test_widget_wait_for_draw (line);
  WAIT_FOR (wb_equations_n_hidden (WB_EQUATIONS (line)) == 0);
  /* The tooltip has all digits. */
  wb_session_set (wb_window_session (window), WB_PARAMETER, "w", "0.17453292519943295", NULL);
  WAIT_FOR (strstr (wb_tooltip_get (line), "w = 0.17453292519943295") != NULL);
  wb_test_close (window);
}

/* The next export begins with the plots that were chosen last, unless the plots have changed. */
static void
test_export_choice (void)
{
  WbWindow *window = finished ("van-der-pol");
  WbSession *session = wb_window_session (window);
  WbExportWindow *export = wb_export_window_new (GTK_WINDOW (window), session);
  guint64 usual = wb_export_window_page (export)->plots;
  GtkWidget *first = wb_test_find (wb_test_find (GTK_WIDGET (export), GTK_TYPE_BOX, "plot-choice"), GTK_TYPE_CHECK_BUTTON, NULL);

  gtk_check_button_set_active (GTK_CHECK_BUTTON (first), !gtk_check_button_get_active (GTK_CHECK_BUTTON (first)));
  g_assert_cmpuint (wb_export_window_page (export)->plots, !=, usual);
  usual = wb_export_window_page (export)->plots;
  gtk_window_destroy (GTK_WINDOW (export));
  export = wb_export_window_new (GTK_WINDOW (window), session);
  g_assert_cmpuint (wb_export_window_page (export)->plots, ==, usual);
  gtk_window_destroy (GTK_WINDOW (export));
  wb_plot_set_remove (wb_plot_set_of (session), 0);
  export = wb_export_window_new (GTK_WINDOW (window), session);
  g_assert_cmpuint (wb_export_window_page (export)->plots, !=, usual);
  gtk_window_destroy (GTK_WINDOW (export));
  wb_test_close (window);
}

/* Twelve entries of a comparison have twelve different line styles. */
static void
test_entries (void)
{
  static const char *const methods[] = { "verner65", "dop853", "bogacki_shampine3", "cash_karp", "trbdf2", "rodas4", "radau", "midpoint", "ralston2" };
  WbWindow *window = wb_test_window ("kepler");
  WbComparison *comparison = wb_comparison_of (wb_window_session (window));
  GListModel *entries = wb_comparison_entries (comparison);
  gboolean used[PLOT_N_STYLES + 1] = { FALSE };

  for (guint i = 0; g_list_model_get_n_items (entries) < 12; i++)
    {
      g_assert_cmpuint (i, <, G_N_ELEMENTS (methods));
      wb_comparison_add (comparison, ode_method_find (methods[i]));
    }
  for (guint i = 0; i < 12; i++)
    {
      g_autoptr (WbCompareEntry) entry = g_list_model_get_item (entries, i);
      int line = wb_compare_entry_color (entry);

      g_assert_cmpint (line, >=, 1);
      g_assert_cmpint (line, <=, PLOT_N_STYLES);
      g_assert_false (used[line]);
      used[line] = TRUE;
    }
  wb_test_close (window);
}

/* The menu of a time plot shows the sensitivity band of a run. Undo hides it, and a session file keeps it. */
static void
test_sensitivity (void)
{
  WbWindow *window, *other;
  WbSession *session;
  WbPlotSet *plots;
  WbSimulateView *view;
  GtkWidget *menu;
  g_autofree char *path = wb_test_place ("sensitivity.stepwise");
  g_autoptr (GError) error = NULL;
  int time, layers;

  if (!wb_hands_ready ())
    return;
  window = wb_test_window ("harmonic-oscillator");
  session = wb_window_session (window);
  view = wb_window_simulate (window);
  plots = wb_simulate_view_plots (view);
  time = wb_test_plot (window, &plot_kind_time);
  wb_test_finish (session);
  wb_test_spin ();
  layers = plot_view_n_layers (wb_plot_area_view (wb_simulate_view_area (view, time)));
  menu = wb_test_find (gtk_widget_get_parent (GTK_WIDGET (wb_simulate_view_area (view, time))), GTK_TYPE_MENU_BUTTON, "plot-menu");
  CHOOSE_UNTIL (menu, "Sensitivity band", wb_plot_set_spec (plots, time)->sensitivity);
  WAIT_FOR (wb_run_result_get (wb_run_result_of (wb_session_current (session), &wb_run_result_sensitivity)) != NULL);
  /* q and p are states, so each has a band. */
  WAIT_FOR (plot_view_n_layers (wb_plot_area_view (wb_simulate_view_area (view, time))) == layers + 2);
  g_assert_nonnull (strstr (plot_view_remark (wb_plot_area_view (wb_simulate_view_area (view, time))), "most by *w*"));
  wb_hands_picture (window, "sensitivity");
  g_assert_true (wb_session_file_save (path, session, &error));
  g_assert_no_error (error);
  wb_test_act (window, "win.undo");
  g_assert_false (wb_plot_set_spec (plots, time)->sensitivity);
  g_assert_cmpint (plot_view_n_layers (wb_plot_area_view (wb_simulate_view_area (view, time))), ==, layers);
  wb_test_close (window);

  other = wb_test_window (NULL);
  g_assert_true (wb_session_file_load (path, wb_window_session (other), &error));
  g_assert_no_error (error);
  g_assert_true (wb_plot_set_spec (wb_plot_set_of (wb_window_session (other)), time)->sensitivity);
  wb_test_close (other);
}

/* If no plot shows the band any more, its computation is cancelled. */
static void
test_sensitivity_cancel (void)
{
  WbWindow *window = wb_test_window ("harmonic-oscillator");
  WbSession *session = wb_window_session (window);
  WbPlotSet *plots = wb_plot_set_of (session);
  WbRunResult *sensitivity;
  int time = wb_test_plot (window, &plot_kind_time);

  wb_test_finish (session);
  wb_plot_set_switch (plots, time, WB_PLOT_SENSITIVITY, TRUE);
  sensitivity = wb_run_result_of (wb_session_current (session), &wb_run_result_sensitivity);
  g_assert_true (wb_run_result_is_busy (sensitivity)); /* the result would come with the next turn of the main loop */
  wb_plot_set_switch (plots, time, WB_PLOT_SENSITIVITY, FALSE);
  g_assert_false (wb_run_result_is_busy (sensitivity));
  wb_test_turn (0.3);
  g_assert_null (wb_run_result_get (sensitivity));
  wb_test_close (window);
}

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv);
  wb_test_init ();
  g_test_add_func ("/app/zoom/dragging-a-box-zooms-without-pinning-and-back-undoes-the-zoom", test_box);
  g_test_add_func ("/app/zoom/the-buttons-zoomed-and-follow-change-the-visible-range", test_chips);
  g_test_add_func ("/app/zoom/undo-shows-the-name-of-the-undone-change", test_undo);
  g_test_add_func ("/app/zoom/a-plot-is-not-added-twice", test_no_duplicates);
  g_test_add_func ("/app/zoom/cursors-are-placed-by-the-menu-and-typed", test_cursors);
  g_test_add_func ("/app/zoom/the-menu-of-a-plot-shows-the-sensitivity-band", test_sensitivity);
  g_test_add_func ("/app/zoom/the-band-that-no-plot-shows-is-not-computed", test_sensitivity_cancel);
  g_test_add_func ("/app/zoom/after-a-click-on-the-clock-the-end-time-can-be-typed", test_clock);
  g_test_add_func ("/app/zoom/the-time-line-is-logarithmic-if-the-time-axis-is-logarithmic", test_scrubber);
  g_test_add_func ("/app/zoom/the-clock-shows-the-remaining-time-and-as-many-decimals-as-the-range-needs", test_time);
  g_test_add_func ("/app/zoom/the-event-log-shows-the-names-of-events-that-change-no-state", test_log);
  g_test_add_func ("/app/zoom/follow-is-offered-while-a-lesson-shows-a-part-of-the-time", test_follow_in_lesson);
  g_test_add_func ("/app/zoom/the-title-strip-counts-the-equations-that-do-not-fit", test_equations);
  g_test_add_func ("/app/zoom/the-next-export-begins-with-the-plots-chosen-last", test_export_choice);
  g_test_add_func ("/app/zoom/twelve-entries-of-a-comparison-have-different-line-styles", test_entries);
  return g_test_run ();
}
