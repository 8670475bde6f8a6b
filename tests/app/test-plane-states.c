/* Tests the phase plane of the Laboratory with real pointer and key events: models with more
 * than two states, models that depend on t, and models without a phase plane. */
#include "plane-fixture.h"

#include <math.h>
#include <string.h>

#include "lab-result-text.h"
#include "wb-lab-plane-layers.h"

/* ---- more than two states ---- */

/* The user puts x and z of the Lorenz model on the axes and types a value of y. The page says which slice is drawn and what is projected, and the
 * command prints the same numbers. */
static void
test_lorenz (void)
{
  WbWindow *window;
  WbLabPlaneAxes *axes;
  g_autofree char *command = NULL, *out = NULL, *json = NULL;
  const LabPlane *plane;
  GtkWidget *field;

  if (!wb_hands_ready ())
    return;
  window = plane_opened ("lorenz");
  axes = wb_lab_plane_page_axes (plane_page (window));
  g_assert_cmpint (wb_lab_plane_page_n_found (plane_page (window)), ==, 3);
  g_assert_false (gtk_widget_get_visible (wb_lab_plane_layers_button (wb_lab_plane_page_chips (plane_page (window)), PLOT_STUDY_SECTION)));
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (plane_section (window))));
  CLICK_UNTIL (wb_lab_plane_axes_button (axes), gtk_widget_get_mapped (wb_lab_plane_axes_list (axes, 1)));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (wb_lab_plane_axes_list (axes, 1)), 2);
  WAIT_FOR (plane_is_ready (window) && strcmp (wb_lab_plane_page_found (plane_page (window))->names[1], "z") == 0);
  field = wb_lab_plane_axes_field (axes, "y");
  g_assert_nonnull (field);
  g_assert_null (wb_lab_plane_axes_field (axes, "z"));
  gtk_widget_grab_focus (wb_test_find (field, GTK_TYPE_TEXT, NULL));
  wb_hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  wb_hands_type ("3\n");
  WAIT_FOR (plane_is_ready (window) && wb_lab_plane_page_found (plane_page (window))->x[1] == 3);
  wb_hands_picture (window, "plane-lorenz-menu");
  gtk_menu_button_popdown (GTK_MENU_BUTTON (wb_lab_plane_axes_button (axes)));
  wb_hands_picture (window, "plane-lorenz");
  plane = &wb_lab_plane_page_found (plane_page (window))->plane;
  g_assert_cmpint (plane->across, ==, 0);
  g_assert_cmpint (plane->up, ==, 2);
  g_assert_nonnull (plane_words (window, "Nullclines and field are those of the slice y = 3. Equilibria and trajectories are projected onto the plane."));
  g_assert_nonnull (plane_words (window, "3 equilibria, projected onto the plane"));
  g_assert_nonnull (plane_words (window, "Saddle-focus"));
  WAIT_FOR (plane_n_names (window, "saddle-focus") == 2 && plane_n_names (window, "saddle") == 1);
  command = wb_lab_plane_command (wb_window_session (window), FALSE);
  json = lab_result_json ("phase-plane", "lorenz", wb_lab_plane_page_found (plane_page (window))->result);
  out = wb_test_run_command (command, "--format json");
  g_assert_cmpstr (out, ==, json);
  /* The state that comes onto an axis leaves the slice. */
  gtk_drop_down_set_selected (GTK_DROP_DOWN (wb_lab_plane_axes_list (axes, 0)), 1);
  WAIT_FOR (plane_is_ready (window) && strcmp (wb_lab_plane_page_found (plane_page (window))->names[0], "y") == 0);
  g_assert_null (wb_laboratory_plane (plane_laboratory (window), WB_LAB_OPTION_SLICE));
  wb_test_act (window, "win.undo");
  WAIT_FOR (plane_is_ready (window) && wb_lab_plane_page_found (plane_page (window))->x[1] == 3);
  wb_test_close (window);
}

/* A click in the plane of the Lorenz model starts a trajectory: the other states start with the values of the slice, and the curve is projected onto
 * the plane. */
static void
test_projected_trajectory (void)
{
  WbWindow *window;

  if (!wb_hands_ready ())
    return;
  window = plane_opened ("lorenz");
  PLANE_CLICK_UNTIL (window, 20, -20, wb_lab_plane_page_n_trajectories (plane_page (window)) >= 2);
  wb_test_close (window);
}

/* ---- a model that depends on t ---- */

/* Returns the slope of the Duffing model at (x, 0), which is the force at the time of the plane. */
static double
force_at (WbWindow *window, double x)
{
  const LabPlane *plane = &wb_lab_plane_page_found (plane_page (window))->plane;
  double f[2];

  g_assert_true (lab_flow_rhs (plane->flow, plane->t, (const double[]) { x, 0 }, f));
  return f[1];
}

/* Returns the number of drawn layers with stroboscopic points. */
static int
n_strobe (WbWindow *window)
{
  PlotView *view = wb_plot_area_view (wb_lab_plane_page_area (plane_page (window)));
  int n = 0;

  for (int k = 0; k < plot_view_n_layers (view); k++)
    n += g_strcmp0 (plot_view_layer (view, k)->label, "once per period of the drive") == 0;
  return n;
}

/* Size of the picture of the field in px. */
#define FIELD_WIDTH 700
#define FIELD_HEIGHT 600
/* Distance of arrows, and distance of the centre of the head from that of its arrow, px. */
#define ARROW_DISTANCE 17
#define ARROW_HEAD 3.2

/* Draws the direction field of the result alone. */
static cairo_surface_t *
field_picture (WbWindow *window, PlotView **view)
{
  const PlotStudyPlane choices = { .layers = PLOT_STUDY_FIELD, .selected = -1 };
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, FIELD_WIDTH, FIELD_HEIGHT);
  cairo_t *cr = cairo_create (surface);

  *view = wb_lab_found_view (wb_lab_plane_page_found (plane_page (window)), &choices, NULL);
  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_paint (cr);
  plot_view_draw (*view, cr, FIELD_WIDTH, FIELD_HEIGHT, 1);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

/* Returns the darkness of the 5 × 5 pixels around a point. */
static int
ink_at (cairo_surface_t *surface, double x, double y)
{
  const unsigned char *data = cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface), ink = 0;

  for (int row = (int) y - 2; row <= (int) y + 2; row++)
    for (int column = (int) x - 2; column <= (int) x + 2; column++)
      ink += 255 - data[row * stride + 4 * column + 1];
  return ink;
}

/* Returns the fraction of arrows in a picture of the field that have their head in the direction of f (t, x). */
static double
heads_along (WbWindow *window, cairo_surface_t *surface, const PlotView *view, double t)
{
  const LabPlane *plane = &wb_lab_plane_page_found (plane_page (window))->plane;
  double low[2], high[2], from[2], to[2];
  int n[2], agree = 0;

  plot_view_get_x_range (view, &low[0], &high[0]);
  plot_view_get_y_range (view, &low[1], &high[1]);
  plot_view_map (view, low[0], high[1], &from[0], &from[1]); /* the upper left corner */
  plot_view_map (view, high[0], low[1], &to[0], &to[1]);
  for (int k = 0; k < 2; k++)
    n[k] = (int) ((to[k] - from[k]) / ARROW_DISTANCE);
  g_assert_cmpint (n[0] * n[1], >, 300);
  for (int k = 0; k < n[0] * n[1]; k++)
    {
      double x = (k % n[0] + 0.5) / n[0], y = (k / n[0] + 0.5) / n[1], f[2], u[2], size;
      const double px = from[0] + x * (to[0] - from[0]), py = from[1] + y * (to[1] - from[1]);
      const double at[2] = { low[0] + x * (high[0] - low[0]), high[1] - y * (high[1] - low[1]) };

      g_assert_true (lab_flow_rhs (plane->flow, t, at, f));
      u[0] = f[0] * (to[0] - from[0]) / (high[0] - low[0]);
      u[1] = -f[1] * (to[1] - from[1]) / (high[1] - low[1]);
      size = hypot (u[0], u[1]) / ARROW_HEAD;
      agree += ink_at (surface, px + u[0] / size, py + u[1] / size) > ink_at (surface, px - u[0] / size, py - u[1] / size);
    }
  return (double) agree / (n[0] * n[1]);
}

/* The picture of the field of a driven model is another one at another time, and its arrows have the direction of f at that time. */
static void
test_driven_field (void)
{
  const double times[2] = { 0, 2.5 }; /* the force of the drive is 0.5 and −0.49 */
  cairo_surface_t *pictures[2];
  PlotView *views[2];
  WbWindow *window = plane_opened ("duffing");

  wb_test_act (window, "win.run");
  WAIT_FOR (wb_session_state (wb_window_session (window)) == SIM_RUN_FINISHED);
  for (int k = 0; k < 2; k++)
    {
      wb_session_set_playhead (wb_window_session (window), times[k]);
      WAIT_FOR (plane_is_ready (window) && wb_lab_plane_page_found (plane_page (window))->plane.t == times[k]);
      pictures[k] = field_picture (window, &views[k]);
      g_assert_cmpfloat (heads_along (window, pictures[k], views[k], times[k]), >, 0.97);
      g_assert_cmpfloat (heads_along (window, pictures[k], views[k], times[1 - k]), <, 0.9);
    }
  g_assert_cmpint (memcmp (cairo_image_surface_get_data (pictures[0]), cairo_image_surface_get_data (pictures[1]),
                           (gsize) cairo_image_surface_get_stride (pictures[0]) * FIELD_HEIGHT), !=, 0);
  for (int k = 0; k < 2; k++)
    {
      cairo_surface_destroy (pictures[k]);
      plot_view_free (views[k]);
    }
  wb_test_close (window);
}

static gboolean
plane_is_at_playhead (WbWindow *window)
{
  const double t = wb_session_playhead (wb_window_session (window));

  return plane_is_ready (window) && fabs (wb_lab_plane_page_found (plane_page (window))->plane.t - t) <= 1e-5 * fabs (t);
}

/* The plane of a driven model is that at the playhead. It says that no equilibria are sought. The copied command has the time and prints the same
 * numbers. A click starts a trajectory. */
static void
test_driven (void)
{
  WbWindow *window;
  g_autofree char *command = NULL, *out = NULL, *json = NULL, *svg = NULL, *csv = NULL;

  if (!wb_hands_ready ())
    return;
  window = plane_opened ("duffing");
  g_assert_cmpfloat_with_epsilon (force_at (window, 0), 0.5, 1e-12);
  g_assert_nonnull (plane_words (window, "Nullclines and field at t = 0\302\240s. No equilibria are sought: the model depends on t."));
  /* The list has one row for the stroboscopic points. For gamma = 0.5 the points do not repeat. */
  g_assert_cmpint (wb_lab_plane_page_n_cards (plane_page (window)), ==, 2);
  g_assert_nonnull (plane_words (window, "100 points do not repeat"));
  g_assert_nonnull (plane_words (window, "every 5.236\302\240s"));
  g_assert_cmpint (n_strobe (window), ==, 1);
  g_assert_true (gtk_widget_get_visible (wb_lab_plane_layers_button (wb_lab_plane_page_chips (plane_page (window)), PLOT_STUDY_SECTION)));
  CLICK_UNTIL (wb_lab_plane_layers_button (wb_lab_plane_page_chips (plane_page (window)), PLOT_STUDY_SECTION), n_strobe (window) == 0);
  gtk_widget_grab_focus (GTK_WIDGET (wb_lab_plane_page_area (plane_page (window))));
  wb_hands_key (GDK_KEY_s, 0);
  WAIT_FOR (n_strobe (window) == 1);
  g_assert_false (gtk_widget_get_visible (wb_lab_plane_layers_button (wb_lab_plane_page_chips (plane_page (window)), PLOT_STUDY_EQUILIBRIA)));
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (plane_section (window))));
  wb_test_act (window, "win.run");
  WAIT_FOR (wb_session_state (wb_window_session (window)) == SIM_RUN_FINISHED);
  WAIT_FOR (plane_is_at_playhead (window)); /* it follows a run */
  wb_session_set_playhead (wb_window_session (window), 2.5);
  WAIT_FOR (plane_is_ready (window) && wb_lab_plane_page_found (plane_page (window))->plane.t == 2.5);
  g_assert_cmpfloat_with_epsilon (force_at (window, 0), 0.5 * cos (3), 1e-12);
  g_assert_true (g_str_has_prefix (plot_view_remark (wb_plot_area_view (wb_lab_plane_page_area (plane_page (window)))), "at *t* = 2.5"));
  wb_hands_picture (window, "plane-driven");
  svg = plane_exported (window, "svg");
  g_assert_nonnull (strstr (svg, "once per period of the drive"));
  csv = plane_exported (window, "csv");
  g_assert_nonnull (strstr (csv, "strobe"));
  command = wb_lab_plane_command (wb_window_session (window), FALSE);
  g_assert_nonnull (strstr (command, "time=2.5"));
  json = lab_result_json ("phase-plane", "duffing", wb_lab_plane_page_found (plane_page (window))->result);
  out = wb_test_run_command (command, "--format json");
  g_assert_cmpstr (out, ==, json);
  PLANE_CLICK_UNTIL (window, 0.3, 0.3, wb_lab_plane_page_n_trajectories (plane_page (window)) >= 1);
  g_assert_true (wb_session_set (wb_window_session (window), WB_PARAMETER, "gamma", "0.28", NULL));
  WAIT_FOR (plane_words (window, "repeat after 2 periods of the drive") != NULL);
  wb_test_close (window);
}

/* A model whose events act on the run has the field and the nullclines of the mode at the playhead, alone, without the cards of the list and the section. With
 * another model they are back. */
static void
test_mode (void)
{
  WbWindow *window = plane_opened ("relay-limit-cycle");
  WbSession *session = wb_window_session (window);
  const double origin[] = { 0, 0, 0 };
  double before[3], after[3];

  g_assert_true (wb_lab_plane_page_found (plane_page (window))->mode);
  g_assert_cmpint (wb_lab_plane_page_n_cards (plane_page (window)), ==, 1);
  g_assert_cmpint (wb_lab_plane_page_n_found (plane_page (window)), ==, 0);
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (plane_section (window))));
  g_assert_nonnull (wb_test_label_with (GTK_WIDGET (plane_page (window)), "No equilibria are sought: events act on the run."));
  wb_test_finish (session);
  WAIT_FOR (plane_is_at_playhead (window)); /* it follows a run */
  /* A change that is taken back before its search has ended leaves the plane at the playhead. */
  g_assert_true (wb_session_set (session, WB_SETTING, "accuracy", "1e-5", NULL));
  wb_session_set_playhead (session, 0);
  wb_session_undo (session);
  WAIT_FOR (plane_is_at_playhead (window));
  g_assert_true (lab_flow_rhs (wb_lab_plane_page_found (plane_page (window))->plane.flow, 0, origin, before));
  wb_session_playhead_event (session, 1);
  WAIT_FOR (plane_is_ready (window) && wb_lab_plane_page_found (plane_page (window))->plane.t > 0);
  g_assert_true (lab_flow_rhs (wb_lab_plane_page_found (plane_page (window))->plane.flow, 0, origin, after));
  g_assert_cmpfloat (before[2], !=, after[2]); /* the relay pushes against the error */
  wb_hands_picture (window, "plane-mode");
  g_assert_true (wb_session_open_model (session, "van-der-pol"));
  WAIT_FOR (plane_is_ready (window) && wb_hands_find (GTK_WIDGET (plane_page (window)), "Found") != NULL);
  WAIT_FOR (gtk_widget_get_mapped (GTK_WIDGET (plane_section (window))));
  wb_test_close (window);
}

/* Trajectories have arrows and marks at their starts, and Delete removes them. Of a closed orbit that reaches outside of the window a line says so, and its button
 * shows the whole orbit. */
static void
test_outside (void)
{
  WbWindow *window;
  WbLabPlanePage *page;
  int n_layers;

  if (!wb_hands_ready ())
    return;
  window = plane_opened ("van-der-pol");
  page = plane_page (window);
  n_layers = plot_view_n_layers (wb_plot_area_view (wb_lab_plane_page_area (page)));
  PLANE_CLICK_UNTIL (window, 0.5, 0.5, wb_lab_plane_page_n_trajectories (page) >= 2);
  /* two halves with an arrow each, and one start */
  g_assert_cmpint (plot_view_n_layers (wb_plot_area_view (wb_lab_plane_page_area (page))), >=, n_layers + 2 * wb_lab_plane_page_n_trajectories (page));
  gtk_widget_grab_focus (GTK_WIDGET (wb_lab_plane_page_area (page)));
  wb_hands_key (GDK_KEY_Delete, 0);
  WAIT_FOR (wb_lab_plane_page_n_trajectories (page) == 0);
  g_assert_cmpint (plot_view_n_layers (wb_plot_area_view (wb_lab_plane_page_area (page))), ==, n_layers);
  wb_laboratory_set_plane (plane_laboratory (window), WB_LAB_OPTION_BOX, "x=-1:1,v=-1:3.5");
  WAIT_FOR (wb_hands_find (GTK_WIDGET (page), "1 closed orbit reaches outside of the window.") != NULL && plane_is_ready (window));
  CLICK_UNTIL (wb_hands_find (GTK_WIDGET (page), "Zoom out"), strcmp (wb_laboratory_plane (plane_laboratory (window), WB_LAB_OPTION_BOX), "x=-1:1,v=-1:3.5") != 0);
  WAIT_FOR (plane_is_ready (window) && wb_hands_find (GTK_WIDGET (page), "1 closed orbit reaches outside of the window.") == NULL);
  g_assert_cmpfloat (wb_lab_plane_page_found (page)->plane.low[0], <, -2);
  wb_test_close (window);
}

/* The plane of a model with 28 states. */
static void
test_many_states (void)
{
  WbWindow *window = plane_opened ("pleiades");

  g_assert_nonnull (plane_words (window, "Nullclines and field are those of the slice in which the other 26 states have their start values. "
                                      "Equilibria and trajectories are projected onto the plane. "
                                      "Here x1′ and x2′ are 0 at all tested points, so there are no nullclines and no arrows."));
  g_assert_cmpint (wb_lab_found_n_states (wb_lab_plane_page_found (plane_page (window))), ==, 28);
  wb_hands_picture (window, "plane-pleiades");
  wb_test_close (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/app/plane/lorenz-has-axes-and-a-slice", test_lorenz);
  g_test_add_func ("/app/plane/a-trajectory-starts-in-the-slice", test_projected_trajectory);
  g_test_add_func ("/app/plane/a-driven-model-has-the-plane-at-the-playhead", test_driven);
  g_test_add_func ("/app/plane/the-field-of-a-driven-model-is-drawn-at-the-playhead", test_driven_field);
  g_test_add_func ("/app/plane/a-hybrid-model-has-the-plane-of-its-mode", test_mode);
  g_test_add_func ("/app/plane/trajectories-are-removed-and-orbits-outside-are-shown", test_outside);
  g_test_add_func ("/app/plane/a-plane-of-28-states-says-what-is-drawn", test_many_states);
  return g_test_run ();
}
