/* Tests the input to plots by pointer and keys. */
#include "plot-view-hit.h"
#include "wb-test.h"

#include <math.h>
#include <stdatomic.h>

#include "plot-views.h"
#include "wb-cursors.h"

static WbWindow *
window_with_run (void)
{
  WbWindow *window = wb_test_window_at ("van-der-pol", 20);

  for (int i = 0; i < wb_plot_set_n (wb_plot_set_of (wb_window_session (window))); i++)
    gtk_test_widget_wait_for_draw (GTK_WIDGET (wb_simulate_view_area (wb_window_simulate (window), i)));
  return window;
}

static gboolean
press (WbPlotArea *area, guint key, GdkModifierType state)
{
  gboolean taken = wb_test_press (GTK_WIDGET (area), key, state);

  wb_plot_area_view (area); /* waits for a drawing in progress */
  return taken;
}

static void
move_pointer (WbPlotArea *area, double x, double y)
{
  g_signal_emit_by_name (wb_test_controller (GTK_WIDGET (area), GTK_TYPE_EVENT_CONTROLLER_MOTION), "motion", x, y);
}

static void
middle (WbPlotArea *area, double *x, double *y)
{
  double width, height;

  plot_view_get_area (wb_plot_area_view (area), x, y, &width, &height);
  *x += width / 2;
  *y += height / 2;
}

static void
test_zoom_and_pan (void)
{
  WbWindow *window = window_with_run ();
  WbSimulateView *view = wb_window_simulate (window);
  WbPlotArea *area = wb_simulate_view_area (view, 0);
  PlotTimeAxis *axis = wb_plot_set_axis (wb_simulate_view_plots (view));
  double low, high, low2, high2;

  plot_time_axis_get_view (axis, &low, &high);
  g_assert_true (press (area, GDK_KEY_plus, 0));
  plot_time_axis_get_view (axis, &low2, &high2);
  /* A key press zooms by the factor 1.25, up to rounding errors. */
  g_assert_cmpfloat (fabs ((high - low) / (high2 - low2) - 1.25), <, 1e-9);
  g_assert_true (press (area, GDK_KEY_Right, GDK_ALT_MASK));
  plot_time_axis_get_view (axis, &low, &high);
  g_assert_cmpfloat (low, !=, low2);
  g_assert_cmpfloat (fabs ((high - low) - (high2 - low2)), <, 1e-9);
  /* The other plots over time share the axis. */
  g_assert_true (plot_view_time_axis (wb_plot_area_view (wb_simulate_view_area (view, 1))) == axis);
  g_assert_true (press (area, GDK_KEY_0, 0));
  plot_time_axis_get_view (axis, &low, &high);
  plot_time_axis_get_span (axis, &low2, &high2);
  g_assert_cmpfloat (low, ==, low2);
  g_assert_cmpfloat (high, ==, high2);
  /* Without modifiers the plot does not handle the arrow keys; they control the run. */
  g_assert_false (press (area, GDK_KEY_Right, 0));
  wb_test_close (window);
}

static void
test_hover (void)
{
  WbWindow *window = window_with_run ();
  WbSimulateView *view = wb_window_simulate (window);
  WbPlotArea *area = wb_simulate_view_area (view, 0);
  PlotTimeAxis *axis = wb_plot_set_axis (wb_simulate_view_plots (view));
  SimTrajectory *trajectory;
  double x, y, t, px, value;

  middle (area, &x, &y);
  move_pointer (area, x, y);
  /* The crosshair is at the stored step near the pointer. */
  t = plot_time_axis_hover (axis);
  trajectory = wb_run_item_trajectory (wb_session_current (wb_window_session (window)));
  g_assert_cmpfloat (sim_trajectory_row (trajectory, sim_trajectory_find (trajectory, t))[0], ==, t);
  plot_view_map (wb_plot_area_view (area), t, 0, &px, &value);
  g_assert_cmpfloat (fabs (px - x), <=, 8);
  /* Return pins a readout and removes it again. */
  g_assert_true (press (area, GDK_KEY_Return, 0));
  g_assert_true (press (area, GDK_KEY_Escape, 0));
  g_assert_true (isnan (plot_time_axis_hover (axis)));
  wb_test_close (window);
}

static gboolean
is_fullscreen (WbWindow *window)
{
  g_autoptr (GVariant) state = g_action_group_get_action_state (G_ACTION_GROUP (window), "fullscreen");

  return g_variant_get_boolean (state);
}

/* Escape removes the readouts pinned in a plot. If there are none, Escape leaves full
 * screen. */
static void
test_escape (void)
{
  WbWindow *window = window_with_run ();
  WbPlotArea *area = wb_simulate_view_area (wb_window_simulate (window), 0);
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (window));

  gtk_widget_grab_focus (GTK_WIDGET (area));
  g_action_group_change_action_state (G_ACTION_GROUP (window), "fullscreen", g_variant_new_boolean (TRUE));
  g_assert_true (is_fullscreen (window));
  g_assert_true (press (area, GDK_KEY_Return, 0));
  g_assert_true (press (area, GDK_KEY_Escape, 0));
  g_assert_null (plot_view_pin (wb_plot_area_view (area)));
  g_assert_true (is_fullscreen (window));
  g_assert_false (press (area, GDK_KEY_Escape, 0));
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);
      gboolean handled = FALSE;

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller))
        g_signal_emit_by_name (controller, "key-pressed", GDK_KEY_Escape, 0u, 0, &handled);
    }
  g_assert_false (is_fullscreen (window));
  wb_test_close (window);
}

static void
test_cursors (void)
{
  WbWindow *window = window_with_run ();
  WbSimulateView *view = wb_window_simulate (window);
  WbPlotArea *area = wb_simulate_view_area (view, 0);
  PlotTimeAxis *axis = wb_plot_set_axis (wb_simulate_view_plots (view));
  double x, y;

  middle (area, &x, &y);
  move_pointer (area, x, y);
  g_assert_true (press (area, GDK_KEY_c, 0));
  g_assert_false (isnan (plot_time_axis_cursor (axis, 0)));
  g_assert_true (isnan (plot_time_axis_cursor (axis, 1)));
  move_pointer (area, x + 40, y);
  g_assert_true (press (area, GDK_KEY_c, 0));
  g_assert_cmpfloat (plot_time_axis_cursor (axis, 1), >, plot_time_axis_cursor (axis, 0));
  /* The third call starts again with a single cursor. */
  g_assert_true (press (area, GDK_KEY_c, 0));
  g_assert_true (isnan (plot_time_axis_cursor (axis, 1)));
  g_assert_true (press (area, GDK_KEY_Escape, 0));
  g_assert_true (isnan (plot_time_axis_cursor (axis, 0)));
  wb_test_close (window);
}

/* The popover of the cursors shows a wrong time while it is typed, and moves no cursor to it. */
static void
test_cursor_fields (void)
{
  WbWindow *window = window_with_run ();
  WbPlotArea *area = wb_simulate_view_area (wb_window_simulate (window), 0);
  PlotTimeAxis *axis = wb_plot_set_axis (wb_simulate_view_plots (wb_window_simulate (window)));
  GtkWidget *popover = wb_cursors_popover_new (axis);
  WbField *second = wb_test_field (popover, "1");
  double before = plot_time_axis_cursor (axis, 1);

  gtk_widget_set_parent (popover, GTK_WIDGET (area));
  wb_test_type (second, "soon");
  WAIT_FOR (strcmp (wb_field_reason (second), "A number is needed.") == 0 && gtk_widget_get_visible (wb_field_why (second)));
  g_assert_false (wb_field_commit (second));
  g_assert_cmpfloat (plot_time_axis_cursor (axis, 1), ==, before);
  wb_test_type (second, "1/4");
  g_assert_true (wb_field_commit (second));
  g_assert_cmpstr (wb_field_reason (second), ==, "");
  g_assert_cmpfloat (plot_time_axis_cursor (axis, 1), ==, 0.25);
  wb_test_type (second, "");
  g_assert_true (wb_field_commit (second));
  g_assert_true (isnan (plot_time_axis_cursor (axis, 1)));
  gtk_widget_unparent (popover);
  wb_test_close (window);
}

static void
click (WbPlotArea *area, int n_press, double x, double y)
{
  g_signal_emit_by_name (wb_test_controller (GTK_WIDGET (area), GTK_TYPE_GESTURE_CLICK), "released", n_press, x, y);
}

/* A click beside all curves pins the values at the crosshair, and a second
 * click removes them. A double click fits the plot and keeps the pinned
 * readout. */
static void
test_click (void)
{
  WbWindow *window = window_with_run ();
  WbSimulateView *view = wb_window_simulate (window);
  WbPlotArea *area = wb_simulate_view_area (view, 0);
  SimTrajectory *trajectory = wb_run_item_trajectory (wb_session_current (wb_window_session (window)));
  const double *row = sim_trajectory_row (trajectory, sim_trajectory_n_rows (trajectory) / 2);
  double x, y, top, height, low, high, places[2];
  const PlotHit *pin;
  PlotHit hit;
  int n = 0;

  plot_view_get_area (wb_plot_area_view (area), &x, &top, &x, &height);
  /* Find two heights at the time of the row at which the pointer hits no curve. */
  plot_view_map (wb_plot_area_view (area), row[0], row[1], &x, &y);
  for (double place = top + 20; place < top + height - 40 && n < 2; place += height / 7)
    if (plot_view_hit (wb_plot_area_view (area), x, place, 8, &hit) == PLOT_HIT_PLANE)
      places[n++] = place;
  g_assert_cmpint (n, ==, 2);
  click (area, 1, x, places[0]);
  pin = plot_view_pin (wb_plot_area_view (area));
  g_assert_true (pin != NULL && pin->kind == PLOT_HIT_ROW);
  g_assert_cmpfloat (sim_trajectory_row (trajectory, pin->index)[0], ==, row[0]);
  g_assert_true (wb_plot_set_spec (wb_simulate_view_plots (view), 0)->pinned);
  click (area, 1, x, places[0]);
  g_assert_null (plot_view_pin (wb_plot_area_view (area)));

  plot_time_axis_get_view (wb_plot_set_axis (wb_simulate_view_plots (view)), &low, &high);
  plot_time_axis_set_view (wb_plot_set_axis (wb_simulate_view_plots (view)), row[0] + (low - row[0]) * 0.9, row[0] + (high - row[0]) * 0.9);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (area));
  plot_view_map (wb_plot_area_view (area), row[0], row[1], &x, &y);
  click (area, 1, x, places[1]);
  click (area, 2, x, places[1]);
  g_assert_null (plot_view_pin (wb_plot_area_view (area)));
  g_assert_false (wb_plot_set_spec (wb_simulate_view_plots (view), 0)->pinned);
  wb_test_close (window);
}

static int
find_kind (WbSimulateView *view, const PlotKind *kind)
{
  for (int i = 0; i < wb_plot_set_n (wb_simulate_view_plots (view)); i++)
    if (wb_plot_set_spec (wb_simulate_view_plots (view), i)->kind == kind)
      return i;
  g_assert_not_reached ();
}

/* A click in a phase portrait starts a run at that point. A click with Ctrl adds a
 * run. */
static void
test_plane (void)
{
  WbWindow *window = window_with_run ();
  WbSession *session = wb_window_session (window);
  WbSimulateView *view = wb_window_simulate (window);
  WbPlotArea *area = wb_simulate_view_area (view, find_kind (view, &plot_kind_phase));
  guint n = g_list_model_get_n_items (wb_session_runs (session));
  g_autofree char *x = NULL;

  g_signal_emit_by_name (area, "plane-clicked", 0.5, -1.25, TRUE);
  x = wb_session_get (session, WB_INITIAL, "x");
  g_assert_cmpfloat (g_ascii_strtod (x, NULL), ==, 0.5);
  g_assert_cmpuint (g_list_model_get_n_items (wb_session_runs (session)), >, n);
  WAIT_FOR (sim_trajectory_n_rows (wb_run_item_trajectory (wb_session_current (session))) > 0);
  g_assert_cmpfloat (sim_trajectory_row (wb_run_item_trajectory (wb_session_current (session)), 0)[1], ==, 0.5);
  wb_test_close (window);
}

/* Zooming a plot without a session changes only its own axis. */
static void
test_alone (void)
{
  GtkWidget *window = gtk_window_new (), *area = g_object_ref_sink (wb_plot_area_new (NULL));
  PlotTimeAxis *axis = plot_time_axis_new (0, 10, "s");
  PlotView *view = plot_view_new ();
  const double x[] = { 0, 5, 10 }, y[] = { 1, 3, 2 };
  PlotStyle style = { .series = 0 };

  plot_view_set_time_axis (view, axis);
  plot_view_add (view, plot_layer_line_new (x, y, 3, &style));
  wb_plot_area_set_view (WB_PLOT_AREA (area), view);
  gtk_window_set_child (GTK_WINDOW (window), area);
  gtk_window_set_default_size (GTK_WINDOW (window), 400, 300);
  gtk_window_present (GTK_WINDOW (window));
  gtk_test_widget_wait_for_draw (area);
  wb_plot_area_refresh (WB_PLOT_AREA (area));
  move_pointer (WB_PLOT_AREA (area), 200, 150);
  g_assert_false (isnan (plot_time_axis_hover (axis)));
  g_assert_true (press (WB_PLOT_AREA (area), GDK_KEY_minus, 0));
  gtk_window_destroy (GTK_WINDOW (window));
  g_object_unref (area);
  plot_time_axis_unref (axis);
}

/* ---- the painter ---- */

/* Counts the calls of a right-hand side during a drawing. The painter writes the members; the test reads them while the painter is
 * stopped. */
typedef struct { GThread *thread; atomic_int n_calls; } Asked;

static gboolean
slow_rhs (gpointer user, double x, double y, double *dx, double *dy)
{
  Asked *asked = user;

  asked->thread = g_thread_self ();
  atomic_fetch_add (&asked->n_calls, 1);
  g_usleep (20);
  *dx = -y;
  *dy = x;
  return TRUE;
}

/* Number of changes of the field. Each change requires a new picture. */
static atomic_int n_changes;

static guint64
follow_changes (gpointer user, double t)
{
  return (guint64) atomic_load (&n_changes);
}

/* Shows a view of the plane [-1, 1]² with a direction field in a separate window. */
static void
show (GtkWidget *window, GtkWidget *area, PlotView *view, PlotLayer *field)
{
  PlotTimeAxis *clock = plot_time_axis_new (0, 1, "s");

  plot_layer_field_set_follow (field, follow_changes);
  plot_view_set_clock (view, clock);
  plot_time_axis_unref (clock);
  plot_view_set_x_range (view, -1, 1);
  plot_view_set_y_range (view, -1, 1);
  plot_view_add (view, field);
  wb_plot_area_set_view (WB_PLOT_AREA (area), view);
  gtk_window_set_child (GTK_WINDOW (window), area);
  gtk_window_set_default_size (GTK_WINDOW (window), 600, 500);
  gtk_window_present (GTK_WINDOW (window));
}

/* Drawing happens on another thread. After wb_plot_area_view has returned a view, the view is not drawn until the next pass of the main
 * loop. */
static void
test_painter (void)
{
  GtkWidget *window = gtk_window_new (), *area = g_object_ref_sink (wb_plot_area_new (NULL));
  PlotView *view = plot_view_new ();
  Asked asked = { NULL, 0 };
  PlotLayer *field = plot_layer_field_new (slow_rhs, &asked, NULL);
  guint n_drawn;

  show (window, area, view, field);
  WAIT_FOR (wb_plot_area_n_drawn (WB_PLOT_AREA (area)) > 0 && asked.n_calls > 0);
  g_assert_true (wb_plot_area_view (WB_PLOT_AREA (area)) == view);
  g_assert_nonnull (asked.thread);
  g_assert_true (asked.thread != g_thread_self ());
  for (int i = 0; i < 20; i++)
    {
      int before;

      atomic_fetch_add (&n_changes, 1);
      wb_plot_area_queue (WB_PLOT_AREA (area));
      n_drawn = wb_plot_area_n_drawn (WB_PLOT_AREA (area));
      for (int k = 0; k < 3 + i; k++)
        g_main_context_iteration (NULL, FALSE);
      g_assert_true (wb_plot_area_view (WB_PLOT_AREA (area)) == view);
      before = atomic_load (&asked.n_calls);
      g_usleep (3000);
      g_assert_cmpint (atomic_load (&asked.n_calls), ==, before);
      /* A drawing that has already started is completed. */
      WAIT_FOR (wb_plot_area_n_drawn (WB_PLOT_AREA (area)) > n_drawn);
    }
  /* The window can be closed while its plot is being drawn. */
  atomic_fetch_add (&n_changes, 1);
  wb_plot_area_queue (WB_PLOT_AREA (area));
  for (int k = 0; k < 4; k++)
    g_main_context_iteration (NULL, FALSE);
  gtk_window_destroy (GTK_WINDOW (window));
  g_object_unref (area);
}

/* Blocks a drawing until the test releases it. */
typedef struct { atomic_int drawing, wait; } Gate;

static gboolean
gated_rhs (gpointer user, double x, double y, double *dx, double *dy)
{
  Gate *gate = user;

  atomic_store (&gate->drawing, TRUE);
  while (atomic_load (&gate->wait))
    g_usleep (100);
  *dx = -y;
  *dy = x;
  return TRUE;
}

static void
note (PlotView *view, gpointer data)
{
  GString *text = g_object_get_data (G_OBJECT (data), "text");

  g_assert_false (atomic_load ((atomic_int *) g_object_get_data (G_OBJECT (data), "wait")));
  g_string_append_c (text, (char) GPOINTER_TO_INT (g_object_get_data (G_OBJECT (data), "letter")));
}

/* A change of a view. It records when it is made and when its data are freed. */
static GObject *
letter (char which, GString *text, Gate *gate)
{
  GObject *object = g_object_new (G_TYPE_OBJECT, NULL);

  g_object_set_data (object, "text", text);
  g_object_set_data (object, "wait", &gate->wait);
  g_object_set_data (object, "letter", GINT_TO_POINTER (which));
  return object;
}

/* Changes that are requested while a view is being drawn are made after the drawing, in
 * order, without blocking the main loop. The changes of a removed view are
 * discarded. */
static void
test_changes (void)
{
  GtkWidget *window = gtk_window_new (), *area = g_object_ref_sink (wb_plot_area_new (NULL));
  PlotView *view = plot_view_new ();
  Gate gate = { FALSE, FALSE };
  PlotLayer *field = plot_layer_field_new (gated_rhs, &gate, NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  GObject *dropped;
  guint n_drawn;

  show (window, area, view, field);
  WAIT_FOR (wb_plot_area_n_drawn (WB_PLOT_AREA (area)) > 0 && wb_plot_painter_is_idle ());

  wb_plot_area_change (WB_PLOT_AREA (area), note, letter ('a', text, &gate), g_object_unref);
  g_assert_cmpstr (text->str, ==, "a");
  WAIT_FOR (wb_plot_painter_is_idle ());

  atomic_fetch_add (&n_changes, 1);
  atomic_store (&gate.drawing, FALSE);
  atomic_store (&gate.wait, TRUE);
  n_drawn = wb_plot_area_n_drawn (WB_PLOT_AREA (area));
  wb_plot_area_queue (WB_PLOT_AREA (area));
  WAIT_FOR (atomic_load (&gate.drawing));
  wb_plot_area_change (WB_PLOT_AREA (area), note, letter ('b', text, &gate), g_object_unref);
  wb_plot_area_change (WB_PLOT_AREA (area), note, letter ('c', text, &gate), g_object_unref);
  for (int k = 0; k < 20; k++)
    g_main_context_iteration (NULL, FALSE);
  g_assert_cmpstr (text->str, ==, "a");
  atomic_store (&gate.wait, FALSE);
  WAIT_FOR (strcmp (text->str, "abc") == 0);
  /* Wait for the picture in progress and for the next one, which shows the
   * changes. */
  WAIT_FOR (wb_plot_area_n_drawn (WB_PLOT_AREA (area)) >= n_drawn + 2 && wb_plot_painter_is_idle ());

  atomic_fetch_add (&n_changes, 1);
  atomic_store (&gate.drawing, FALSE);
  atomic_store (&gate.wait, TRUE);
  wb_plot_area_queue (WB_PLOT_AREA (area));
  WAIT_FOR (atomic_load (&gate.drawing));
  dropped = letter ('d', text, &gate);
  g_object_add_weak_pointer (dropped, (gpointer *) &dropped);
  wb_plot_area_change (WB_PLOT_AREA (area), note, dropped, g_object_unref);
  atomic_store (&gate.wait, FALSE);
  wb_plot_area_set_view (WB_PLOT_AREA (area), NULL);
  g_assert_null (dropped);
  g_assert_cmpstr (text->str, ==, "abc");
  gtk_window_destroy (GTK_WINDOW (window));
  g_object_unref (area);
}

/* After wb_plot_area_view has returned a view, the view does not change until the next pass of the main loop,
 * even if a picture of it is requested. Zooming first changes the time axis, which requests pictures of all
 * plots. */
static void
test_kept (void)
{
  GtkWidget *window = gtk_window_new (), *area = g_object_ref_sink (wb_plot_area_new (NULL));
  PlotView *view = plot_view_new ();
  Gate gate = { FALSE, FALSE };
  PlotLayer *field = plot_layer_field_new (gated_rhs, &gate, NULL);

  show (window, area, view, field);
  WAIT_FOR (wb_plot_area_n_drawn (WB_PLOT_AREA (area)) > 0 && wb_plot_painter_is_idle ());

  atomic_store (&gate.drawing, FALSE);
  g_assert_true (wb_plot_area_view (WB_PLOT_AREA (area)) == view);
  atomic_fetch_add (&n_changes, 1);
  wb_plot_area_queue (WB_PLOT_AREA (area));
  g_assert_false (wb_plot_painter_is_idle ());
  g_usleep (50000);
  g_assert_false (atomic_load (&gate.drawing));
  WAIT_FOR (atomic_load (&gate.drawing) && wb_plot_painter_is_idle ());
  gtk_window_destroy (GTK_WINDOW (window));
  g_object_unref (area);
}

/* The painter starts when a plot area gets a new size. The frame that shows the plot then uses this picture and requests no second one. */
static void
test_size (void)
{
  GtkWidget *window = gtk_window_new (), *area = g_object_ref_sink (wb_plot_area_new (NULL));
  PlotView *view = plot_view_new ();
  Asked asked = { NULL, 0 };
  PlotLayer *field = plot_layer_field_new (slow_rhs, &asked, NULL);

  gtk_widget_set_halign (area, GTK_ALIGN_START);
  gtk_widget_set_valign (area, GTK_ALIGN_START);
  gtk_widget_set_size_request (area, 300, 200);
  show (window, area, view, field);
  WAIT_FOR (wb_plot_area_n_drawn (WB_PLOT_AREA (area)) > 0 && wb_plot_painter_is_idle ());
  for (int i = 1; i <= 5; i++)
    {
      const guint n_drawn = wb_plot_area_n_drawn (WB_PLOT_AREA (area));

      gtk_widget_set_size_request (area, 300 + 20 * i, 200 + 10 * i);
      gtk_test_widget_wait_for_draw (area);
      WAIT_FOR (gtk_widget_get_width (area) == 300 + 20 * i && wb_plot_painter_is_idle ());
      gtk_test_widget_wait_for_draw (area);
      WAIT_FOR (wb_plot_painter_is_idle ());
      g_assert_cmpuint (wb_plot_area_n_drawn (WB_PLOT_AREA (area)), ==, n_drawn + 1);
    }
  gtk_window_destroy (GTK_WINDOW (window));
  g_object_unref (area);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/plot-area/the-wheel-zooms-and-dragging-pans", test_zoom_and_pan);
  g_test_add_func ("/plot-area/the-values-under-the-pointer-are-stored-values", test_hover);
  g_test_add_func ("/plot-area/two-cursors-show-the-differences-between-them", test_cursors);
  g_test_add_func ("/plot-area/a-wrong-time-of-a-cursor-is-marked-while-it-is-typed", test_cursor_fields);
  g_test_add_func ("/plot-area/a-click-pins-a-readout-and-a-double-click-fits-the-axes", test_click);
  g_test_add_func ("/plot-area/escape-first-removes-readouts-and-then-leaves-full-screen", test_escape);
  g_test_add_func ("/plot-area/a-click-in-a-phase-portrait-starts-a-run-at-that-point", test_plane);
  g_test_add_func ("/plot-area/zooming-a-plot-without-a-session-changes-its-own-axis", test_alone);
  g_test_add_func ("/plot-area/a-view-that-the-caller-obtained-is-not-drawn-before-the-next-main-loop-iteration", test_painter);
  g_test_add_func ("/plot-area/changes-requested-during-a-drawing-are-applied-after-it-in-order", test_changes);
  g_test_add_func ("/plot-area/a-view-that-the-caller-obtained-is-not-changed-before-the-next-main-loop-iteration", test_kept);
  g_test_add_func ("/plot-area/a-new-size-is-drawn-once", test_size);
  return g_test_run ();
}
