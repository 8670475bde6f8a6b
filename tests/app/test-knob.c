/* Tests the knob on the axis of a study with real pointer and key events. */
#include "wb-hands.h"

#include <string.h>

#include "wb-axis-knob.h"
#include "wb-laboratory-file.h"
#include "wb-style.h"

static WbLabStudies *
studies_of (WbWindow *window)
{
  return wb_lab_studies_of (wb_window_session (window));
}

static WbStudy *
study_at (WbWindow *window, int index)
{
  return wb_lab_studies_study (studies_of (window), index);
}

static WbLabStudyCard *
card_of (WbWindow *window, const char *id)
{
  return wb_lab_studies_page_card (wb_laboratory_view_studies (wb_window_laboratory (window)), wb_lab_studies_find (id));
}

static WbAxisKnob *
knob_of (WbWindow *window, const char *id)
{
  return WB_AXIS_KNOB (wb_lab_study_card_knob (card_of (window, id)));
}

static double
number_of (WbWindow *window, const char *id)
{
  return lab_result_number (wb_study_result (study_at (window, wb_lab_studies_find (id))), strcmp (id, "method-map") == 0 ? "h" : "asked");
}

/* Opens a study in full size, and waits until its plot with the knob is drawn. */
static WbWindow *
opened (const char *model, const char *id)
{
  WbWindow *window = wb_test_window (model);
  g_autofree char *page = g_strconcat ("studies:", id, NULL);
  double x, y, x_before, y_before;

  wb_laboratory_set_page (wb_laboratory_of (wb_window_session (window)), page);
  g_assert_true (wb_window_show_view (window, "laboratory"));
  WAIT_FOR (wb_study_state (study_at (window, wb_lab_studies_find (id))) == WB_STUDY_DONE);
  WAIT_FOR (gtk_widget_get_mapped (GTK_WIDGET (knob_of (window, id))));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window)); /* wait for the final size */
  WAIT_FOR (wb_axis_knob_place (knob_of (window, id), &x, &y));
  /* The cards may be arranged anew after the first frames. */
  do
    {
      x_before = x;
      y_before = y;
      wb_test_turn (0.4);
      WAIT_FOR (wb_axis_knob_place (knob_of (window, id), &x, &y));
    }
  while (x != x_before || y != y_before);
  return window;
}

/* Returns the pixel of a value on the horizontal axis of a study. */
static double
pixel_of (WbWindow *window, const char *id, double value)
{
  PlotScale scale;
  double bottom;

  g_assert_true (wb_plot_area_get_axis (WB_PLOT_AREA (wb_lab_study_card_area (card_of (window, id))), &scale, &bottom));
  return plot_scale_map (&scale, value);
}

static GtkWidget *
picked (WbAxisKnob *knob, double x, double y)
{
  return gtk_widget_pick (gtk_widget_get_parent (GTK_WIDGET (knob)), x, y, GTK_PICK_DEFAULT);
}

/* The knob is at the selected value on the axis. A drag moves it to the value under the pointer, and starts no computation. */
static void
drag_in (const char *model, const char *id, double to)
{
  WbWindow *window = opened (model, id);
  WbAxisKnob *knob = knob_of (window, id);
  GtkWidget *area = wb_lab_study_card_area (card_of (window, id));
  PlotScale scale;
  double x, y, bottom;
  g_autofree char *sentence = g_strdup (wb_lab_study_card_sentence (card_of (window, id)));

  g_assert_true (wb_axis_knob_place (knob, &x, &y));
  g_assert_true (wb_plot_area_get_axis (WB_PLOT_AREA (area), &scale, &bottom));
  g_assert_cmpfloat_with_epsilon (x, pixel_of (window, id, number_of (window, id)), 0.01);
  g_assert_cmpfloat (y, ==, bottom);
  /* The knob takes the pointer up to 24 px from its middle. The plot takes it elsewhere. */
  g_assert_true (picked (knob, x - 23, y) == GTK_WIDGET (knob));
  g_assert_true (picked (knob, x, y - 23) == GTK_WIDGET (knob));
  g_assert_true (picked (knob, x, y - 60) == area);
  g_assert_nonnull (gtk_widget_get_cursor (GTK_WIDGET (knob)));
  /* The press is 5 px from the middle, and the knob keeps this distance. */
  wb_hands_drag (GTK_WIDGET (knob), x + 5, y + 3, pixel_of (window, id, to) + 5, y - 30);
  WAIT_FOR (fabs (wb_axis_knob_value (knob) / to - 1) < 0.02);
  g_assert_cmpfloat (wb_axis_knob_value (knob), ==, number_of (window, id));
  g_assert_cmpstr (wb_lab_study_card_sentence (card_of (window, id)), !=, sentence);
  g_assert_false (wb_lab_studies_is_busy (studies_of (window)));
  wb_hands_picture (window, id);
  wb_test_close (window);
}

static void
test_drag (void)
{
  if (!wb_hands_ready ())
    return;
  drag_in ("harmonic-oscillator", "tolerance-dial", 1e-9);
  wb_style_set_lecture (TRUE);
  drag_in ("harmonic-oscillator", "tolerance-dial", 1e-6);
  wb_style_set_lecture (FALSE);
}

static void
test_drag_linear (void)
{
  WbWindow *window;
  GtkWidget *area;
  PlotScale scale;
  double bottom, to;

  if (!wb_hands_ready ())
    return;
  window = opened ("van-der-pol", "method-map");
  area = wb_lab_study_card_area (card_of (window, "method-map"));
  g_assert_true (wb_plot_area_get_axis (WB_PLOT_AREA (area), &scale, &bottom));
  to = scale.low + 0.3 * (scale.high - scale.low);
  wb_test_close (window);
  drag_in ("van-der-pol", "method-map", to);
}

/* The values of the table of the dial are half decades. */
static void
test_keys (void)
{
  static const char id[] = "tolerance-dial";
  WbWindow *window;
  WbAxisKnob *knob;
  double value, before, x, y;

  if (!wb_hands_ready ())
    return;
  window = opened ("harmonic-oscillator", id);
  knob = knob_of (window, id);
  before = wb_axis_knob_value (knob);
  g_assert_cmpint (gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (knob)), ==, GTK_ACCESSIBLE_ROLE_SLIDER);
  /* Tab moves the keyboard focus from the plot to the knob. */
  gtk_widget_grab_focus (wb_lab_study_card_area (card_of (window, id)));
  wb_hands_key (GDK_KEY_Tab, 0);
  WAIT_FOR (gtk_widget_has_visible_focus (GTK_WIDGET (knob)));
  /* The accuracies become higher to the right. */
  g_assert_cmpfloat (pixel_of (window, id, 1e-12), >, pixel_of (window, id, 1e-4) + 100);
  wb_hands_key (GDK_KEY_End, 0);
  WAIT_FOR (fabs (number_of (window, id) / 1e-12 - 1) < 0.01);
  wb_hands_key (GDK_KEY_Home, 0);
  WAIT_FOR (fabs (number_of (window, id) / 1e-4 - 1) < 0.01);
  value = number_of (window, id);
  wb_hands_key (GDK_KEY_Left, 0); /* there is no value further to the left */
  wb_hands_key (GDK_KEY_Right, 0);
  WAIT_FOR (fabs (number_of (window, id) / value - sqrt (0.1)) < 0.01);
  WAIT_FOR (wb_axis_knob_place (knob, &x, &y) && fabs (x - pixel_of (window, id, number_of (window, id))) < 0.01);
  g_assert_cmpfloat (x, >, pixel_of (window, id, value) + 5);
  wb_hands_key (GDK_KEY_Page_Up, 0);
  WAIT_FOR (fabs (number_of (window, id) / value - 0.1 * sqrt (0.1)) < 0.01);
  wb_hands_key (GDK_KEY_Page_Down, 0);
  WAIT_FOR (fabs (number_of (window, id) / value - sqrt (0.1)) < 0.01);
  wb_hands_key (GDK_KEY_Left, 0);
  WAIT_FOR (number_of (window, id) == value && wb_axis_knob_value (knob) == value);
  wb_hands_key (GDK_KEY_End, 0);
  WAIT_FOR (wb_axis_knob_value (knob) < 2e-12);
  /* On a slow machine, the keys may be too far apart in time to count as one gesture. */
  for (int k = 0; k < 9 && wb_study_option (study_at (window, wb_lab_studies_find (id)), "at") != NULL; k++)
    wb_test_act (window, "win.undo");
  WAIT_FOR (wb_axis_knob_value (knob) == before);
  wb_test_close (window);
}

static void
zoom_in (PlotView *view, gpointer data)
{
  plot_view_set_shown (view, &(PlotRange) { 1e-10, 1e-8, TRUE }, &(PlotRange) { 0 });
}

/* After a zoom the knob follows the axis. Outside the visible range it is an arrow at the end of the axis, and can be dragged back. */
static void
test_zoom (void)
{
  static const char id[] = "tolerance-dial";
  WbWindow *window;
  WbAxisKnob *knob;
  double x, y;

  if (!wb_hands_ready ())
    return;
  window = opened ("harmonic-oscillator", id);
  knob = knob_of (window, id);
  gtk_widget_grab_focus (GTK_WIDGET (knob));
  wb_hands_key (GDK_KEY_Home, 0);
  WAIT_FOR (fabs (wb_axis_knob_value (knob) / 1e-4 - 1) < 0.01);
  wb_plot_area_change (WB_PLOT_AREA (wb_lab_study_card_area (card_of (window, id))), zoom_in, NULL, NULL);
  WAIT_FOR (wb_axis_knob_place (knob, &x, &y) && fabs (x - pixel_of (window, id, 1e-8)) < 0.01);
  g_assert_cmpfloat (pixel_of (window, id, 1e-4), <, x - 100);
  wb_hands_picture (window, "knob-outside");
  wb_hands_drag (GTK_WIDGET (knob), x, y, pixel_of (window, id, 1e-9), y);
  WAIT_FOR (fabs (wb_axis_knob_value (knob) / 1e-9 - 1) < 0.01);
  WAIT_FOR (wb_axis_knob_place (knob, &x, &y) && fabs (x - pixel_of (window, id, number_of (window, id))) < 0.01);
  g_assert_cmpfloat_with_epsilon (pixel_of (window, id, 1e-9) - pixel_of (window, id, 1e-10),
                                  pixel_of (window, id, 1e-8) - pixel_of (window, id, 1e-9), 0.01); /* the zoom is kept */
  wb_test_close (window);
}

/* A card has no knob and no slider before its study has a result, or while the study does not suit the model and its method. */
static void
test_unsuited (void)
{
  WbWindow *window = opened ("van-der-pol", "method-map");
  WbAxisKnob *knob = knob_of (window, "method-map");

  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (knob)));
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (knob_of (window, "tolerance-dial"))));
  g_assert_true (wb_session_set (wb_window_session (window), WB_SETTING, "integrator", "cvode_bdf", NULL));
  wb_lab_studies_run (studies_of (window), study_at (window, wb_lab_studies_find ("method-map")));
  WAIT_FOR (wb_study_state (study_at (window, wb_lab_studies_find ("method-map"))) == WB_STUDY_UNSUITED);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (knob)));
  g_assert_null (wb_test_find (GTK_WIDGET (card_of (window, "method-map")), GTK_TYPE_SCALE, NULL));
  wb_test_close (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/app/knob/a-drag-of-the-knob-selects-a-value-on-a-logarithmic-axis", test_drag);
  g_test_add_func ("/app/knob/a-drag-of-the-knob-selects-a-value-on-a-linear-axis", test_drag_linear);
  g_test_add_func ("/app/knob/keys-move-the-knob-and-undo-moves-it-back", test_keys);
  g_test_add_func ("/app/knob/the-knob-follows-a-zoom-and-is-an-arrow-outside-the-axis", test_zoom);
  g_test_add_func ("/app/knob/a-card-that-does-not-suit-the-model-has-no-knob", test_unsuited);
  return g_test_run ();
}
