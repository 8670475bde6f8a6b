/* Tests the layer that writes names beside points and curves of a plane. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "plot-fixture.h"
#include "plot-layer-names.h"
#include "plot-layers.h"

/* Radius of the marks in these tests, px. */
#define RADIUS 5

/* Returns a view of [0, 10] × [0, 10]. */
static PlotView *
view_new (void)
{
  PlotView *view = plot_view_new ();

  plot_view_set_theme (view, plot_theme_get (PLOT_THEME_LIGHT));
  plot_view_set_x_range (view, 0, 10);
  plot_view_set_y_range (view, 0, 10);
  return view;
}

static gboolean
meets (const PlotRectangle *a, const PlotRectangle *b)
{
  return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height && b->y < a->y + a->height;
}

/* Returns the number of names that were drawn. Fails if one of them covers another name or leaves the data area. */
static int
check_drawn (PlotView *view, PlotLayer *names)
{
  double left, top, width, height;
  int n = 0;

  plot_view_get_area (view, &left, &top, &width, &height);
  for (int k = 0; k < plot_layer_names_count (names); k++)
    {
      PlotRectangle box, other;
      gboolean drawn, other_drawn;

      g_assert_nonnull (plot_layer_names_get (names, k, &box, &drawn));
      if (!drawn)
        continue;
      n++;
      g_assert_cmpfloat (box.x, >=, left);
      g_assert_cmpfloat (box.y, >=, top);
      g_assert_cmpfloat (box.x + box.width, <=, left + width);
      g_assert_cmpfloat (box.y + box.height, <=, top + height);
      for (int i = 0; i < k; i++)
        {
          plot_layer_names_get (names, i, &other, &other_drawn);
          g_assert_false (other_drawn && meets (&box, &other));
        }
    }
  return n;
}

/* Points far apart, in corners too, have all their names. In a cluster those are omitted that have no free place. No name covers a mark. */
static void
test_points (PlotFixture *fixture, gconstpointer data)
{
  static const double corners[][2] = { { 0.05, 0.05 }, { 9.95, 0.05 }, { 0.05, 9.95 }, { 9.95, 9.95 }, { 5, 5 } };
  g_autoptr (PlotView) view = view_new ();
  PlotLayer *names = plot_layer_names_new (), *cluster = plot_layer_names_new ();
  int n;

  for (gsize k = 0; k < G_N_ELEMENTS (corners); k++)
    plot_layer_names_add_point (names, "saddle-focus", corners[k][0], corners[k][1], RADIUS, PLOT_SERIES_TEXT);
  plot_view_add (view, names);
  plot_fixture_draw (fixture, view);
  g_assert_cmpint (check_drawn (view, names), ==, G_N_ELEMENTS (corners));
  plot_view_remove (view, names);
  for (int k = 0; k < 64; k++)
    plot_layer_names_add_point (cluster, "saddle-focus", 4 + 0.3 * (k % 8), 4 + 0.4 * (k / 8), RADIUS, PLOT_SERIES_TEXT);
  plot_view_add (view, cluster);
  plot_fixture_draw (fixture, view);
  n = check_drawn (view, cluster);
  g_assert_cmpint (n, >, 4);
  g_assert_cmpint (n, <, 64);
  for (int k = 0; k < 64; k++)
    {
      PlotRectangle box, mark = { 0, 0, 2 * RADIUS, 2 * RADIUS };
      gboolean drawn;

      plot_view_map (view, 4 + 0.3 * (k % 8), 4 + 0.4 * (k / 8), &mark.x, &mark.y);
      mark.x -= RADIUS;
      mark.y -= RADIUS;
      for (int i = 0; i < 64; i++)
        {
          plot_layer_names_get (cluster, i, &box, &drawn);
          g_assert_false (drawn && meets (&box, &mark));
        }
    }
}

/* A name of a point outside the plot is omitted. */
static void
test_outside (PlotFixture *fixture, gconstpointer data)
{
  g_autoptr (PlotView) view = view_new ();
  PlotLayer *names = plot_layer_names_new ();

  plot_layer_names_add_point (names, "node", 11, 5, RADIUS, PLOT_SERIES_TEXT);
  plot_layer_names_add_point (names, "node", NAN, 5, RADIUS, PLOT_SERIES_TEXT);
  plot_view_add (view, names);
  plot_fixture_draw (fixture, view);
  g_assert_cmpint (check_drawn (view, names), ==, 0);
}

/* Writes a circle to points[2 · 200]. */
static void
circle (double radius, double *points)
{
  for (int i = 0; i < 200; i++)
    {
      points[2 * i] = 5 + radius * cos (2 * G_PI * i / 199);
      points[2 * i + 1] = 5 + radius * sin (2 * G_PI * i / 199);
    }
}

/* The name of a curve is beside this curve and neither on it nor on another one, though the other one is named first. */
static void
test_curves (PlotFixture *fixture, gconstpointer data)
{
  static const double radii[] = { 4, 2.5 };
  g_autoptr (PlotView) view = view_new ();
  PlotLayer *names = plot_layer_names_new ();
  double points[2][400];

  for (int k = 0; k < 2; k++)
    {
      circle (radii[k], points[k]);
      plot_layer_names_add_curve (names, k == 0 ? "stable cycle, 64.9 ms" : "unstable cycle", 0);
      plot_layer_names_extend (names, points[k], 200);
    }
  plot_view_add (view, names);
  plot_fixture_draw (fixture, view);
  g_assert_cmpint (check_drawn (view, names), ==, 2);
  for (int k = 0; k < 2; k++)
    {
      double nearest[2] = { INFINITY, INFINITY };
      PlotRectangle box;
      gboolean drawn;

      plot_layer_names_get (names, k, &box, &drawn);
      for (int c = 0; c < 2; c++)
        for (int i = 0; i < 200; i++)
          {
            double x, y;

            plot_view_map (view, points[c][2 * i], points[c][2 * i + 1], &x, &y);
            nearest[c] = fmin (nearest[c], hypot (fmax (fmax (box.x - x, x - box.x - box.width), 0), fmax (fmax (box.y - y, y - box.y - box.height), 0)));
          }
      g_assert_cmpfloat (nearest[k], >, 0);
      g_assert_cmpfloat (nearest[k], <, 12);
      g_assert_cmpfloat (nearest[k], <, nearest[1 - k]);
    }
}

/* The larger of two circles touches the smaller one from outside at the left. The name of the smaller one is not at the left, where it would seem to be
 * that of the larger one. */
static void
test_close_curves (PlotFixture *fixture, gconstpointer data)
{
  g_autoptr (PlotView) view = view_new ();
  PlotLayer *names = plot_layer_names_new ();
  double points[2][400], x, y;
  PlotRectangle box;
  gboolean drawn;

  for (int k = 0; k < 2; k++)
    {
      circle (k == 0 ? 4 : 1.2, points[k]);
      for (int i = 0; i < 200; i++)
        points[k][2 * i] -= k == 0 ? 0 : 2.7; /* the distance at the left is 0.1 */
      plot_layer_names_add_curve (names, k == 0 ? "stable cycle" : "unstable cycle", 0);
      plot_layer_names_extend (names, points[k], 200);
    }
  plot_view_add (view, names);
  plot_fixture_draw (fixture, view);
  g_assert_cmpint (check_drawn (view, names), ==, 2);
  plot_layer_names_get (names, 1, &box, &drawn);
  plot_view_map (view, 2.3, 5, &x, &y); /* the centre of the smaller one */
  g_assert_cmpfloat (box.x + box.width / 2, >, x);
}

/* The names are in figures for print too, as text, with the dot of a derivative. */
static void
test_export (void)
{
  static const double line[] = { 1, 1, 9, 8 };
  g_autoptr (PlotView) view = view_new ();
  PlotLayer *names = plot_layer_names_new ();
  PlotCanvas canvas;
  GString *svg;

  plot_layer_names_add_point (names, "saddle", 5, 2, RADIUS, PLOT_SERIES_TEXT);
  plot_layer_names_add_nullcline (names, "v", 2);
  plot_layer_names_extend (names, line, 2);
  plot_view_add (view, names);
  plot_view_set_theme (view, plot_theme_get (PLOT_THEME_PAPER));
  plot_canvas_init_svg (&canvas, 400, 300, NULL, NULL);
  plot_view_draw_canvas (view, &canvas, 400, 300);
  svg = plot_canvas_finish_svg (&canvas);
  g_assert_nonnull (strstr (svg->str, ">saddle<"));
  g_assert_cmpint (check_drawn (view, names), ==, 2);
  g_string_free (svg, TRUE);
}

#define ADD(name, func) g_test_add ("/plot/names/" name, PlotFixture, NULL, plot_fixture_set_up, func, plot_fixture_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("names-of-points-cover-neither-names-nor-marks", test_points);
  ADD ("a-point-outside-the-plot-has-no-name", test_outside);
  ADD ("the-name-of-a-curve-is-beside-it", test_curves);
  ADD ("a-name-is-not-where-two-curves-are-close", test_close_curves);
  g_test_add_func ("/plot/names/figures-for-print-have-the-names", test_export);
  return g_test_run ();
}
