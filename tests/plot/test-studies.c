/* Tests views of studies of many runs by their pixels, hits and readouts. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "plot-fixture.h"
#include "plot-study-picture.h"
#include "plot-study-sketch.h"
#include "plot-study-views.h"
#include "plot-view-hit.h"

#define N_TIMES 61

/* Writes the exact quantiles of e^(−t)·a over runs with a = −2 …
 * 2. */
static void
fill_quantiles (double *t, double *quantiles)
{
  for (int i = 0; i < N_TIMES; i++)
    {
      t[i] = 0.05 * i;
      for (int k = 0; k < PLOT_N_QUANTILES; k++)
        quantiles[k * N_TIMES + i] = (4 * plot_quantiles[k] - 2) * exp (-t[i]) + 1;
    }
}

static gsize
count_near (PlotFixture *fixture, PlotColor color)
{
  return (gsize) plot_fixture_count (fixture, color);
}

static void
test_fan (PlotFixture *fixture, gconstpointer data)
{
  double t[N_TIMES], quantiles[PLOT_N_QUANTILES * N_TIMES], curves[2 * N_TIMES];
  const int members[] = { 17, 42 };
  const gboolean failed[] = { FALSE, TRUE };
  PlotFan fan = { .title = "Angle", .x_label = "t", .y_label = "angle", .name = "angle", .unit = "rad", .n_times = N_TIMES, .t = t,
                  .quantiles = quantiles, .n_curves = 2, .curves = curves, .members = members, .failed = failed,
                      .failed_label = "fell over" };
  g_autoptr (PlotView) view = NULL;
  const PlotTheme *theme = plot_theme_get (PLOT_THEME_LIGHT);
  PlotHit hit;
  double px, py;

  fill_quantiles (t, quantiles);
  for (int i = 0; i < N_TIMES; i++)
    {
      curves[i] = 1 + 0.5 * exp (-t[i]);
      curves[N_TIMES + i] = i < 20 ? 1 - 2 * t[i] : NAN;
    }
  view = plot_study_fan_new (&fan);
  plot_view_set_theme (view, theme);
  plot_fixture_draw (fixture, view);
  g_assert_cmpuint (count_near (fixture, theme->series[0]), >, 200);
  g_assert_cmpuint (count_near (fixture, theme->rejected), >, 40);
  /* A hit on the curve of a run contains the number of the run. */
  plot_view_map (view, t[10], curves[N_TIMES + 10], &px, &py);
  plot_view_hit (view, px, py, 8, &hit);
  g_assert_cmpint (hit.kind, ==, PLOT_HIT_LINE);
  g_assert_cmpint (hit.run, ==, 42);
  plot_view_map (view, t[10], curves[10], &px, &py);
  plot_view_hit (view, px, py, 2, &hit);
  g_assert_cmpint (hit.run, ==, 17);
}

/* Returns the darkness of the pixel at a point given in data coordinates, weighted by its
 * opacity. */
static guint32
pixel_at (PlotFixture *fixture, PlotView *view, double x, double y)
{
  double px, py;

  plot_view_map (view, x, y, &px, &py);
  cairo_surface_flush (fixture->surface);
  return ((guint32 *) (void *) (cairo_image_surface_get_data (fixture->surface)
                                + (int) py * cairo_image_surface_get_stride (fixture->surface)))[(int) px] & 0xffffff;
}

static void
test_fan_gap (PlotFixture *fixture, gconstpointer data)
{
  double t[N_TIMES], quantiles[PLOT_N_QUANTILES * N_TIMES];
  PlotFan fan = { .title = "Angle", .x_label = "t", .y_label = "angle", .name = "angle", .n_times = N_TIMES, .t = t,
                  .quantiles = quantiles };
  g_autoptr (PlotView) view = NULL;
  guint32 inside, gap;

  fill_quantiles (t, quantiles);
  for (int i = 8; i < 12; i++)
    for (int k = 0; k < PLOT_N_QUANTILES; k++)
      quantiles[k * N_TIMES + i] = NAN;
  view = plot_study_fan_new (&fan);
  plot_fixture_draw (fixture, view);
  inside = pixel_at (fixture, view, t[4], 1.3);
  gap = pixel_at (fixture, view, t[10], 1.25);
  g_assert_cmphex (gap, ==, 0xffffff);
  g_assert_cmphex (inside, !=, 0xffffff);
}

static void
test_histogram (PlotFixture *fixture, gconstpointer data)
{
  const double edges[] = { 0, 1, 2, 3, 4 }, counts[] = { 10, 40, 30, 2 }, quantiles[] = { 0.5, 1.2, 1.8, 2.4, 3.1 };
  PlotHistogram histogram = { .title = "Settling time", .x_label = "time", .y_label = "runs", .unit = "s", .n_bars = 4, .edges = edges,
                              .counts = counts, .quantiles = quantiles };
  g_autoptr (PlotView) view = plot_study_histogram_new (&histogram);
  g_autofree char *text = NULL;
  PlotHit hit;
  double px, py;

  plot_fixture_draw (fixture, view);
  plot_view_map (view, 1.5, 20, &px, &py);
  plot_view_hit (view, px, py, 4, &hit);
  g_assert_cmpint (hit.index, ==, 1);
  g_assert_cmpfloat (hit.y, ==, 40);
  text = plot_view_summary (view);
  g_assert_nonnull (strstr (text, "median 1.8"));
}

static void
test_basin (PlotFixture *fixture, gconstpointer data)
{
  const gint8 attractor[] = { 0, 1, PLOT_BASIN_ESCAPES, PLOT_BASIN_UNKNOWN };
  const float capture[] = { 1, 3, 2, 0 };
  const double x[] = { 0.5, 1.5 }, y[] = { 0.5, 0.5 };
  PlotBasin basin = { .title = "Basins", .x_label = "x", .y_label = "y", .x_low = 0, .x_high = 2, .y_low = 0, .y_high = 2, .nx = 2, .ny = 2,
                      .attractor = attractor, .capture = capture, .n_attractors = 2, .x = x, .y = y };
  g_autoptr (PlotView) view = plot_study_basin_new (&basin);
  const PlotTheme *theme = plot_theme_get (PLOT_THEME_LIGHT);
  PlotColor early = plot_study_basin_color (theme, 0, 0);
  g_autofree char *text = NULL;
  PlotHit hit;
  double px, py;

  plot_view_set_theme (view, theme);
  plot_fixture_draw (fixture, view);
  /* Row 0 is the lower row, and the earliest capture has the lightest colour. */
  g_assert_cmphex (pixel_at (fixture, view, 0.2, 0.2), ==,
                   (guint32) lround (255 * early.r) << 16 | (guint32) lround (255 * early.g) << 8 | (guint32) lround (255 * early.b));
  g_assert_cmphex (pixel_at (fixture, view, 1.8, 1.8), ==, 0xffffff);
  plot_view_map (view, 1.7, 0.2, &px, &py);
  plot_view_hit (view, px, py, 4, &hit);
  g_assert_cmpuint (hit.index, ==, 1);
  text = plot_view_readout (view, &hit);
  g_assert_nonnull (strstr (text, "comes to rest at B"));
}

static void
test_map (PlotFixture *fixture, gconstpointer data)
{
  const double value[] = { -1, 0, 0.5, NAN };
  PlotMap map = { .title = "Exponent", .x_label = "a", .y_label = "b", .name = "exponent", .x_low = 0, .x_high = 2, .y_low = 0, .y_high = 2,
                  .nx = 2, .ny = 2, .value = value, .colors = PLOT_MAP_DIVERGING };
  g_autoptr (PlotView) view = plot_study_map_new (&map);
  g_autofree char *text = NULL;
  PlotHit hit;
  double px, py;

  plot_fixture_draw (fixture, view);
  /* Zero has the colour of the background. */
  g_assert_cmphex (pixel_at (fixture, view, 1.7, 0.3), ==, 0xffffff);
  g_assert_cmphex (pixel_at (fixture, view, 0.3, 0.3), !=, 0xffffff);
  plot_view_map (view, 0.3, 1.7, &px, &py);
  plot_view_hit (view, px, py, 4, &hit);
  text = plot_view_readout (view, &hit);
  g_assert_nonnull (strstr (text, "exponent 0.5"));
}

static void
test_region (PlotFixture *fixture, gconstpointer data)
{
  double x[64], y[64], run_x[] = { 0.5, 0.2, 0 }, run_y[] = { 0.5, 0.1, 0 }, out_x[] = { 1.5, 30 }, out_y[] = { 1.5, 40 };
  PlotRegionRun runs[] = { { run_x, run_y, 3, FALSE }, { out_x, out_y, 2, TRUE } };
  PlotRegion region = { .title = "Region", .x_label = "x", .y_label = "v", .set_x = x, .set_y = y, .n_set = 64, .certified = TRUE,
                        .runs = runs,
                        .n_runs = 2, .share = NAN, .x_low = NAN, .x_high = NAN, .y_low = NAN, .y_high = NAN };
  g_autoptr (PlotView) view = NULL;
  double low, high;
  const PlotTheme *theme = plot_theme_get (PLOT_THEME_LIGHT);

  for (int i = 0; i < 64; i++)
    {
      x[i] = cos (2 * G_PI * i / 63);
      y[i] = sin (2 * G_PI * i / 63);
    }
  view = plot_study_region_new (&region);
  plot_view_set_theme (view, theme);
  plot_fixture_draw (fixture, view);
  g_assert_cmpint (plot_fixture_count (fixture, theme->verified), >, 150);
  g_assert_cmphex (pixel_at (fixture, view, -0.5, -0.3), !=, 0xffffff);
  /* The run that escapes does not enlarge the ranges of the axes. */
  plot_view_get_x_range (view, &low, &high);
  g_assert_cmpfloat (high, <, 5);
}

/* Draws an orbit diagram: min (1, values) values for h up to 1.4, `values` values up to 1.8, and no repetition beyond. Returns the number of
 * pixels in the colour of the names of regimes. */
static gsize
draw_map (PlotFixture *fixture, int values)
{
  static const char *const point_columns[] = { "h", "y", NULL }, *const step_columns[] = { "h", "values", "failure", NULL };
  const PlotTheme *theme = plot_theme_get (PLOT_THEME_LIGHT);
  g_autoptr (LabResult) result = lab_result_new ();
  g_autoptr (PlotView) view = NULL;
  LabTable *points = lab_result_add_table (result, "points", point_columns), *steps = lab_result_add_table (result, "steps", step_columns);

  for (int k = 0; k <= 100; k++)
    {
      double h = 1 + 0.01 * k, y = h < 1.405 ? 0 : h < 1.805 ? h - 1.4 : 2;

      for (int sign = -1; sign <= 1; sign += 2)
        {
          lab_table_add (points, h);
          lab_table_add (points, sign * 2 * y);
        }
      lab_table_add (steps, h);
      lab_table_add (steps, h < 1.405 ? MIN (values, 1) : h < 1.805 ? values : 0);
      lab_table_add_text (steps, "");
    }
  lab_result_add_number (result, "h", 1.2, NULL);
  lab_result_add_number (result, "low", 1, NULL);
  lab_result_add_number (result, "high", 2, NULL);
  view = plot_study_picture_new (&lab_study_method_map, result, NULL, NULL);
  plot_view_set_theme (view, theme);
  plot_fixture_draw (fixture, view);
  return count_near (fixture, theme->secondary);
}

static void
test_regimes (PlotFixture *fixture, gconstpointer data)
{
  gsize both = draw_map (fixture, 2), one = draw_map (fixture, 1), none = draw_map (fixture, 0);

  g_assert_cmpuint (one, >, none + 40);
  g_assert_cmpuint (both, >, one + 40);
}

/* A run of the tolerance dial that fails is a cross at the lower axis with the reason. The accuracies become higher to the right. */
static void
test_dial (PlotFixture *fixture, gconstpointer data)
{
  static const char *const columns[] = { "integrator", "asked", "obtained", "failure", NULL };
  static const char reason[] = "The step fell below the minimum at 3.41 s.";
  const PlotTheme *theme = plot_theme_get (PLOT_THEME_LIGHT);
  gsize red[2];

  for (int fails = 0; fails < 2; fails++)
    {
      g_autoptr (LabResult) result = lab_result_new ();
      g_autoptr (PlotView) view = NULL;
      g_autofree char *text = NULL;
      LabTable *rows = lab_result_add_table (result, "rows", columns);
      double px[3], py, left, top, width, height;
      PlotHit hit;

      for (int k = 0; k < 3; k++)
        {
          double asked = pow (10, -4 - 2 * k);

          lab_table_add_text (rows, "runge_kutta5");
          lab_table_add (rows, asked);
          lab_table_add (rows, fails && k == 1 ? NAN : 0.1 * asked);
          lab_table_add_text (rows, fails && k == 1 ? reason : "");
        }
      lab_result_add_number (result, "asked", 1e-4, NULL);
      lab_result_add_number (result, "obtained", 1e-5, NULL);
      view = plot_study_picture_new (&lab_study_tolerance_dial, result, NULL, NULL);
      plot_view_set_theme (view, theme);
      plot_fixture_draw (fixture, view);
      for (int k = 0; k < 3; k++)
        plot_view_map (view, pow (10, -4 - 2 * k), 1e-8, &px[k], &py);
      g_assert_cmpfloat (px[0], <, px[1]);
      g_assert_cmpfloat (px[1], <, px[2]);
      red[fails] = count_near (fixture, theme->rejected);
      plot_view_get_area (view, &left, &top, &width, &height);
      plot_view_hit (view, px[1], top + height - 8, 4, &hit);
      text = plot_view_readout (view, &hit);
      if (fails)
        g_assert_cmpstr (text, ==, reason);
      else
        g_assert_null (text);
    }
  g_assert_cmpuint (red[1], >, red[0] + 5);
}

/* The last step of the points is far away; the axes are those of the other points. */
static void
test_tail (PlotFixture *fixture, gconstpointer data)
{
  static const char *const columns[] = { "t", "x", "v", NULL }, *const names[] = { "points", "modified", "model" };
  const PlotTheme *theme = plot_theme_get (PLOT_THEME_LIGHT);
  g_autoptr (LabResult) result = lab_result_new ();
  g_autoptr (PlotView) view = NULL;
  double low, high;

  for (guint n = 0; n < G_N_ELEMENTS (names); n++)
    {
      LabTable *table = lab_result_add_table (result, names[n], columns);

      for (int k = 0; k <= 20; k++)
        {
          lab_table_add (table, 0.3 * k);
          lab_table_add (table, n == 0 && k == 20 ? 1e4 : cos (0.3 * k));
          lab_table_add (table, n == 0 && k == 20 ? -4e3 : sin (0.3 * k));
        }
    }
  view = plot_study_picture_new (&lab_study_modified_equation, result, NULL, NULL);
  plot_view_set_theme (view, theme);
  plot_fixture_draw (fixture, view);
  plot_view_get_x_range (view, &low, &high);
  g_assert_cmpfloat (high, <, 10);
  g_assert_cmpfloat (high, >, 1);
  g_assert_cmpuint (count_near (fixture, theme->rejected), >, 5); /* the cross where the points leave the picture */
}

#define ADD(path, func) g_test_add (path, PlotFixture, NULL, plot_fixture_set_up, func, plot_fixture_tear_down)

/* Draws one disc in each of three colours, with a key, and returns the number of pixels in the colour of the last one. */
static gsize
draw_key (PlotFixture *fixture, const char *title)
{
  static const char *const names[] = { "in use", "rejected", "predicted" };
  const PlotTheme *theme = plot_theme_get (PLOT_THEME_LIGHT);
  g_autoptr (PlotView) view = plot_view_new ();

  plot_view_set_title (view, title, NULL);
  plot_view_set_x_range (view, 0, 4);
  plot_view_set_y_range (view, -1, 1);
  for (int k = 0; k < 3; k++)
    {
      PlotStyle style = { .series = k };
      double x = k + 0.5, y = -0.5;
      PlotLayer *layer = plot_layer_line_new (&x, &y, 1, &style);

      plot_layer_line_set_marker (layer, PLOT_MARKER_DISC, 3, FALSE);
      plot_layer_set_label (layer, names[k], NULL, TRUE, FALSE);
      plot_view_add (view, layer);
    }
  plot_view_set_theme (view, theme);
  plot_fixture_draw (fixture, view);
  return count_near (fixture, theme->series[2]);
}

static void
test_key (PlotFixture *fixture, gconstpointer data)
{
  g_autoptr (GString) title = g_string_new ("Controller");
  gsize beside = draw_key (fixture, title->str), below;

  /* with this title no entry fits beside it */
  for (int k = 0; k < 6; k++)
    g_string_append (title, " of the step size");
  below = draw_key (fixture, title->str);
  g_assert_cmpuint (beside, >, 40);
  g_assert_cmpuint (below, >, 0.9 * beside);
}

/* A card of the Laboratory shows a picture. A study without a function of its own names columns of its result. */
static void
test_cards (PlotFixture *fixture, gconstpointer user)
{
  for (const LabStudyKind *const *list = lab_registry (); *list != NULL; list++)
    {
      const PlotStudyPicture *picture = plot_study_picture_find (*list);

      if ((*list)->places & LAB_PLACE_CARDS)
        g_assert_nonnull (picture);
      if (picture != NULL && picture->fill == NULL && picture->make == NULL)
        g_assert_true ((*list)->picture->table != NULL && (*list)->picture->x != NULL && (*list)->picture->y != NULL);
    }
}

/* Each study in the lists of the window has a sketch, whose lines are pairs of numbers from 0 to 100, and the sketch draws something. */
static void
test_sketches (PlotFixture *fixture, gconstpointer user)
{
  const PlotTheme *theme = plot_theme_find ("light");

  for (const LabStudyKind *const *list = lab_registry (); *list != NULL; list++)
    {
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 60, 44);
      cairo_t *cr = cairo_create (surface);
      g_auto (GStrv) numbers = g_strsplit_set ((*list)->sketch != NULL ? (*list)->sketch : "", " |", -1);
      gboolean drawn = FALSE;

      g_assert_true ((*list)->sketch == NULL || g_strv_length (numbers) % 2 == 0);
      for (int k = 0; numbers[k] != NULL; k++)
        {
          char *end;
          double number = g_ascii_strtod (numbers[k], &end);

          g_assert_true (*end == '\0' && number >= 0 && number <= 100);
        }
      plot_study_sketch (*list, cr, theme, 60, 44);
      cairo_destroy (cr);
      cairo_surface_flush (surface);
      for (int k = 0; k < 60 * 44; k++)
        drawn |= ((const guint32 *) (gpointer) cairo_image_surface_get_data (surface))[k] != 0;
      g_assert_true (drawn == (((*list)->places & (LAB_PLACE_CARDS | LAB_PLACE_ENSEMBLE)) != 0));
      cairo_surface_destroy (surface);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/studies/a-click-on-a-curve-of-an-ensemble-plot-finds-the-run-of-the-curve", test_fan);
  ADD ("/studies/a-quantile-band-has-a-gap-at-times-without-finite-values", test_fan_gap);
  ADD ("/studies/entries-of-a-key-that-do-not-fit-beside-the-title-are-below-it", test_key);
  ADD ("/studies/the-regimes-of-a-method-as-a-map-are-named", test_regimes);
  ADD ("/studies/a-growing-tail-does-not-change-the-axes", test_tail);
  ADD ("/studies/a-histogram-labels-its-quantiles", test_histogram);
  ADD ("/studies/every-study-with-a-card-has-a-picture", test_cards);
  ADD ("/studies/every-study-in-a-list-of-the-window-has-a-sketch", test_sketches);
  ADD ("/studies/a-failed-run-of-the-tolerance-dial-is-a-cross-with-its-reason", test_dial);
  ADD ("/studies/a-basin-picture-shows-the-attractor-and-the-capture-time", test_basin);
  ADD ("/studies/a-colour-map-of-signed-values-shows-zero-in-the-background-colour", test_map);
  ADD ("/studies/a-run-that-leaves-the-plotted-region-of-attraction-does-not-change-the-axes", test_region);
  return g_test_run ();
}
