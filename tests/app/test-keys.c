/* Tests the keys that control the run and lecture mode, with real pointer and key events. */
#include "wb-hands.h"

#include "wb-number-field.h"
#include "wb-preferences.h"

/* Returns whether the widget as drawn contains a point of this colour. */
static gboolean
shows_color (GtkWidget *widget, const GdkRGBA *color)
{
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (widget);
  g_autoptr (GtkSnapshot) snapshot = gtk_snapshot_new ();
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  cairo_t *cr = cairo_create (surface);
  GskRenderNode *node;
  gboolean found = FALSE;

  gdk_paintable_snapshot (paintable, snapshot, width, height);
  node = gtk_snapshot_to_node (snapshot);
  if (node != NULL)
    {
      gsk_render_node_draw (node, cr);
      gsk_render_node_unref (node);
    }
  cairo_surface_flush (surface);
  for (int y = 0; y < height && !found; y++)
    for (int x = 0; x < width && !found; x++)
      {
        guint32 pixel = ((const guint32 *) (const void *) (cairo_image_surface_get_data (surface) + y * cairo_image_surface_get_stride (surface)))[x];

        found = fabs (((pixel >> 16) & 255) - 255 * color->red) < 3 && fabs (((pixel >> 8) & 255) - 255 * color->green) < 3
                && fabs ((pixel & 255) - 255 * color->blue) < 3;
      }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return found;
}

/* The key Page Down of a presenter changes the visible plot and has no other effect, whatever was clicked before. Digits choose a plot. */
static void
test_presenter (void)
{
  WbWindow *window;
  WbSession *session;
  WbPlotSet *plots;
  GtkWidget *slider, *button;
  g_autofree char *rho = NULL, *after = NULL;
  int first;

  if (!wb_hands_ready ())
    return;
  window = wb_test_window_at ("lorenz", 5);
  session = wb_window_session (window);
  plots = wb_plot_set_of (session);
  gtk_window_set_default_size (GTK_WINDOW (window), 900, 600);
  wb_test_act (window, "win.lecture");
  WAIT_FOR (wb_plot_set_focused (plots) >= 0);
  wb_test_turn (0.3);
  g_assert_true (WB_IS_PLOT_AREA (gtk_window_get_focus (GTK_WINDOW (window))));
  slider = wb_test_find (GTK_WIDGET (wb_window_transport (window)), GTK_TYPE_SCALE, NULL);
  g_assert_nonnull (slider);
  rho = wb_session_get (session, WB_PARAMETER, "rho");
  gtk_widget_grab_focus (slider);
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (window)) == slider);
  first = wb_plot_set_focused (plots);
  wb_hands_point (GTK_WIDGET (wb_window_simulate (window)), NAN, NAN);
  wb_hands_key (GDK_KEY_Page_Down, 0);
  WAIT_FOR (wb_plot_set_focused (plots) == (first + 1) % wb_plot_set_n (plots));
  button = wb_test_find (GTK_WIDGET (wb_window_transport (window)), GTK_TYPE_BUTTON, "transport-button");
  wb_hands_click (button, NAN, NAN);
  wb_hands_key (GDK_KEY_Page_Up, 0);
  WAIT_FOR (wb_plot_set_focused (plots) == first);
  wb_hands_key (GDK_KEY_2, 0);
  WAIT_FOR (wb_plot_set_focused (plots) == 1);
  wb_hands_key (GDK_KEY_1, 0);
  WAIT_FOR (wb_plot_set_focused (plots) == 0);
  after = wb_session_get (session, WB_PARAMETER, "rho");
  g_assert_cmpstr (after, ==, rho);
  wb_test_act (window, "win.lecture");
  wb_test_close (window);
  wb_preferences_set_int ("window-width", 1440);
  wb_preferences_set_int ("window-height", 900);
}

static GtkWidget *
first_slider (WbWindow *window)
{
  GtkWidget *slider = NULL;

  wb_session_set_settings_page (wb_window_session (window), "parameters");
  WAIT_FOR ((slider = wb_test_find (GTK_WIDGET (wb_window_panel (window)), GTK_TYPE_SCALE, "value")) != NULL && gtk_widget_get_mapped (slider));
  return slider;
}

/* After a click on a slider, Home, End and the arrow keys control the run. After Tab has moved the focus to the slider, they control the
 * slider. */
static void
test_slider (void)
{
  WbWindow *window;
  WbSession *session;
  GtkWidget *slider;
  double value, t;

  if (!wb_hands_ready ())
    return;
  window = wb_test_window_at ("van-der-pol", 10);
  session = wb_window_session (window);
  slider = first_slider (window);
  CLICK_UNTIL (slider, wb_session_is_set (session, WB_PARAMETER, "mu"));
  value = gtk_range_get_value (GTK_RANGE (slider));
  {
    double step = gtk_adjustment_get_step_increment (gtk_range_get_adjustment (GTK_RANGE (slider)));
    g_autofree char *text = wb_session_get (session, WB_PARAMETER, "mu");
    double mu = g_ascii_strtod (text, NULL);

    /* up to rounding to ten digits, the value is a multiple of the step */
    g_assert_cmpfloat (fabs (mu / step - rint (mu / step)), <, 1e-7);
  }
  t = wb_session_playhead (session);
  wb_hands_key (GDK_KEY_Left, 0);
  WAIT_FOR (wb_session_playhead (session) < t);
  g_assert_cmpfloat (gtk_range_get_value (GTK_RANGE (slider)), ==, value);
  wb_hands_key (GDK_KEY_End, 0);
  WAIT_FOR (wb_session_state (session) == SIM_RUN_FINISHED);
  g_assert_cmpfloat (gtk_range_get_value (GTK_RANGE (slider)), ==, value);
  wb_hands_key (GDK_KEY_Home, 0);
  WAIT_FOR (wb_session_state (session) == SIM_RUN_READY);
  g_assert_cmpfloat (gtk_range_get_value (GTK_RANGE (slider)), ==, value);
  /* the slider got the focus by Tab, so it handles the keys */
  wb_hands_key (GDK_KEY_Tab, 0);
  gtk_widget_grab_focus (slider);
  wb_hands_key (GDK_KEY_Right, 0);
  WAIT_FOR (gtk_range_get_value (GTK_RANGE (slider)) > value);
  wb_test_close (window);
}

/* After a click on a model in the list, the key End runs to the end and does not move the selection. */
static void
test_browser (void)
{
  WbWindow *window;
  WbSession *session;
  GtkWidget *row;
  GtkSingleSelection *selection;
  guint position;

  if (!wb_hands_ready ())
    return;
  window = wb_test_window ("van-der-pol");
  session = wb_window_session (window);
  WAIT_FOR (!wb_model_browser_is_scanning (wb_window_browser (window)));
  WAIT_FOR ((row = wb_test_find (GTK_WIDGET (wb_window_browser (window)), G_TYPE_OBJECT, "model")) != NULL && gtk_widget_get_mapped (row));
  wb_test_turn (0.3);
  CLICK_UNTIL (row, gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (window)), GTK_WIDGET (wb_window_browser (window))));
  selection = GTK_SINGLE_SELECTION (gtk_list_view_get_model (GTK_LIST_VIEW (wb_test_find (GTK_WIDGET (wb_window_browser (window)), GTK_TYPE_LIST_VIEW, NULL))));
  position = gtk_single_selection_get_selected (selection);
  g_assert_cmpuint (position, !=, GTK_INVALID_LIST_POSITION);
  wb_hands_key (GDK_KEY_End, 0);
  WAIT_FOR (wb_session_state (session) == SIM_RUN_FINISHED);
  g_assert_cmpuint (gtk_single_selection_get_selected (selection), ==, position);
  wb_test_close (window);
}

static GtkWidget *
find_mapped (GtkWidget *from, GType type)
{
  if (!gtk_widget_get_mapped (from) || G_TYPE_CHECK_INSTANCE_TYPE (from, type))
    return gtk_widget_get_mapped (from) ? from : NULL;
  for (GtkWidget *child = gtk_widget_get_first_child (from); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_mapped (child, type);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* A number field with the focus has a ring in the accent colour. */
static void
test_ring (void)
{
  static const GdkRGBA accent = { 0x35 / 255.0f, 0x84 / 255.0f, 0xe4 / 255.0f, 1 };
  WbWindow *window;
  GtkWidget *field;

  if (!wb_hands_ready ())
    return;
  window = wb_test_window ("van-der-pol");
  wb_session_set_settings_page (wb_window_session (window), "initial");
  WAIT_FOR ((field = find_mapped (GTK_WIDGET (wb_window_panel (window)), WB_TYPE_NUMBER_FIELD)) != NULL);
  wb_test_turn (0.2);
  g_assert_false (shows_color (field, &accent));
  CLICK_UNTIL (wb_test_find (field, GTK_TYPE_TEXT, NULL), gtk_widget_get_state_flags (field) & GTK_STATE_FLAG_FOCUS_WITHIN);
  WAIT_FOR (shows_color (field, &accent));
  wb_test_close (window);
}

/* Escape closes the preferences window. */
static void
test_preferences (void)
{
  WbWindow *window;
  GtkWindow *preferences = NULL;
  gpointer left;

  if (!wb_hands_ready ())
    return;
  window = wb_test_window ("van-der-pol");
  wb_preferences_present (GTK_WINDOW (window));
  WAIT_FOR ((preferences = wb_test_newest_window (GTK_WINDOW (window))) != NULL && gtk_widget_get_mapped (GTK_WIDGET (preferences)));
  left = preferences;
  g_object_add_weak_pointer (G_OBJECT (preferences), &left);
  for (int i = 0; i < 20 && left != NULL; i++)
    {
      wb_hands_point (GTK_WIDGET (preferences), 8, NAN);
      wb_hands_key (GDK_KEY_Escape, 0);
      for (int k = 0; k < 50 && left != NULL; k++)
        wb_test_turn (0.01);
    }
  g_assert_null (left);
  wb_test_close (window);
}

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv);
  wb_test_init ();
  g_test_add_func ("/app/keys/page-up-and-page-down-change-the-plot-after-any-widget-was-clicked", test_presenter);
  g_test_add_func ("/app/keys/the-arrow-keys-move-the-playhead-after-a-slider-was-clicked", test_slider);
  g_test_add_func ("/app/keys/the-end-key-completes-the-run-after-a-model-was-clicked", test_browser);
  g_test_add_func ("/app/keys/a-focused-number-field-has-a-focus-ring", test_ring);
  g_test_add_func ("/app/keys/escape-closes-the-preferences", test_preferences);
  return g_test_run ();
}
