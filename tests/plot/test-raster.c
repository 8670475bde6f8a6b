/* Compares the coverage computed by plot-raster.c with strokes of cairo. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "plot-columns.h"
#include "plot-fixture.h"
#include "plot-raster.h"
#include "plot-text-mask.h"
#include "plot-text.h"

#define WIDTH 300
#define HEIGHT 200

static double
ink (cairo_surface_t *surface)
{
  const guint8 *pixels;
  double sum = 0;

  cairo_surface_flush (surface);
  pixels = cairo_image_surface_get_data (surface);
  for (int y = 0; y < cairo_image_surface_get_height (surface); y++)
    for (int x = 0; x < cairo_image_surface_get_width (surface); x++)
      sum += pixels[y * cairo_image_surface_get_stride (surface) + x] / 255.0;
  return sum;
}

/* Returns the root mean square difference of two masks, where 1 means full coverage. */
static double
difference (cairo_surface_t *a, cairo_surface_t *b)
{
  double sum = 0;
  int stride = cairo_image_surface_get_stride (a);

  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      {
        double d = (cairo_image_surface_get_data (a)[y * stride + x] - cairo_image_surface_get_data (b)[y * stride + x]) / 255.0;

        sum += d * d;
      }
  return sqrt (sum / (WIDTH * HEIGHT));
}

static double
slow_wave (double t)
{
  return sin (t * 0.05) * 0.8;
}

static double
steep_wave (double t)
{
  return tanh (30 * sin (t * 0.07)) * 0.8;
}

static double
noise (double t)
{
  /* A deterministic noise: the fractional part of a large multiple of a sine. */
  double v = sin (t * 12.9898) * 43758.5453;

  return 2 * (v - floor (v)) - 1;
}

static void
draw_columns (cairo_surface_t *mask, SimTrajectory *trajectory, double line_width, double t_end)
{
  int n = WIDTH * PLOT_RASTER_SUB;
  g_autofree float *low = g_new (float, n), *high = g_new (float, n);
  PlotColumns *columns = plot_columns_new (trajectory, 0, NULL);
  PlotScale x;

  plot_scale_init (&x, PLOT_SCALE_LINEAR, 0, t_end, 0, WIDTH);
  plot_columns_update (columns, &x, n);
  for (int set = 0; set < 2; set++)
    {
      for (int i = 0; i < n; i++)
        {
          low[i] = (float) (HEIGHT / 2 - plot_columns_high (columns, set)[i] * 90);
          high[i] = (float) (HEIGHT / 2 - plot_columns_low (columns, set)[i] * 90);
        }
      plot_raster_columns (mask, low, high, line_width);
    }
  plot_columns_free (columns);
}

static cairo_surface_t *
stroke (SimTrajectory *trajectory, double line_width, double t_end)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);

  cairo_set_line_width (cr, line_width);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  for (gsize i = 0; i < sim_trajectory_n_rows (trajectory); i++)
    {
      const double *row = sim_trajectory_row (trajectory, i);

      cairo_line_to (cr, row[0] / t_end * WIDTH, HEIGHT / 2 - row[1] * 90);
    }
  cairo_stroke (cr);
  cairo_destroy (cr);
  return surface;
}

static void
test_columns (void)
{
  static const struct { double (*func) (double t); gsize n; double ink, rmse; } cases[] = {
    /* The last two numbers are bounds: differences of 4 % of the covered area and a mean of 0.05 are invisible in a stroke. Noise overlaps
     * itself, so its bounds are larger. */
    { slow_wave, 40, 0.04, 0.05 }, { slow_wave, 4000, 0.04, 0.05 }, { steep_wave, 2000, 0.05, 0.07 }, { noise, 600, 0.06, 0.12 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    for (double width = 1; width <= 4; width += 1.5)
      {
        double t_end = 300;
        g_autoptr (SimTrajectory) trajectory = plot_fixture_rows (cases[i].n + 1, t_end / cases[i].n, cases[i].func);
        cairo_surface_t *mask = cairo_image_surface_create (CAIRO_FORMAT_A8, WIDTH, HEIGHT), *exact = stroke (trajectory, width, t_end);
        double ratio, rmse;

        draw_columns (mask, trajectory, width, t_end);
        ratio = ink (mask) / ink (exact);
        rmse = difference (mask, exact);
        g_test_message ("case %d width %g: ink %.3f, rmse %.3f", (int) i, width, ratio, rmse);
        g_assert_cmpfloat_with_epsilon (ratio, 1, cases[i].ink);
        g_assert_cmpfloat (rmse, <, cases[i].rmse);
        cairo_surface_destroy (mask);
        cairo_surface_destroy (exact);
      }
}

static void
test_segments (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (3);

  for (int i = 0; i < 300; i++)
    {
      double x0 = g_rand_double_range (random, 20, 280), y0 = g_rand_double_range (random, 20, 180);
      double width = g_rand_double_range (random, 1.5, 4);
      double x1 = g_rand_double_range (random, 20, 280), y1 = g_rand_double_range (random, 20, 180);
      cairo_surface_t *mask = cairo_image_surface_create (CAIRO_FORMAT_A8, WIDTH, HEIGHT);
      cairo_surface_t *exact = cairo_image_surface_create (CAIRO_FORMAT_A8, WIDTH, HEIGHT);
      cairo_t *cr = cairo_create (exact);
      PlotRaster raster = plot_raster_begin (mask, width);

      plot_raster_segment (&raster, x0, y0, x1, y1);
      plot_raster_end (mask);
      cairo_set_line_width (cr, width);
      cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
      cairo_move_to (cr, x0, y0);
      cairo_line_to (cr, x1, y1);
      cairo_stroke (cr);
      cairo_destroy (cr);
      /* The edge of a rasterized line is a linear ramp of one pixel, whereas the exact area
       * depends on the direction. So 3 % of the area, and a pixel for the ends, are
       * allowed. */
      g_assert_cmpfloat (fabs (ink (mask) - ink (exact)), <, 0.03 * ink (exact) + 1);
      cairo_surface_destroy (mask);
      cairo_surface_destroy (exact);
    }
}

/* Points far outside, infinite and undefined points take no time, and no pixel outside the image is
 * written. */
static void
test_far (void)
{
  cairo_surface_t *mask = cairo_image_surface_create (CAIRO_FORMAT_A8, WIDTH, HEIGHT);
  PlotRaster raster = plot_raster_begin (mask, 2);
  PlotRasterPen pen = { 0 };
  const double bad[][2] = { { 1e300, 5 }, { -1e300, 50 }, { NAN, 5 }, { 5, INFINITY }, { 1e9, 1e9 }, { -1e9, 1e9 } };

  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    plot_raster_line_to (&raster, &pen, bad[i][0], bad[i][1]);
  pen.down = FALSE;
  plot_raster_line_to (&raster, &pen, -1e6, 100);
  plot_raster_line_to (&raster, &pen, 1e6, 100);
  plot_raster_end (mask);
  /* The last segment crosses the image: two pixels of coverage in 300 columns. */
  g_assert_cmpfloat (ink (mask), >, 590);
  cairo_surface_destroy (mask);
}

static void
test_incremental (void)
{
  cairo_surface_t *once = cairo_image_surface_create (CAIRO_FORMAT_A8, WIDTH, HEIGHT);
  cairo_surface_t *pieces = cairo_image_surface_create (CAIRO_FORMAT_A8, WIDTH, HEIGHT);
  PlotRasterPen pen = { 0 };
  PlotRaster raster = plot_raster_begin (once, 1.5);

  for (int i = 0; i <= 1000; i++)
    plot_raster_line_to (&raster, &pen, 150 + 90 * cos (i * 0.05), 100 + 80 * sin (i * 0.035));
  plot_raster_end (once);
  pen = (PlotRasterPen) { 0 };
  for (int i = 0; i <= 1000; i++)
    {
      raster = plot_raster_begin (pieces, 1.5);
      plot_raster_line_to (&raster, &pen, 150 + 90 * cos (i * 0.05), 100 + 80 * sin (i * 0.035));
      plot_raster_end (pieces);
    }
  g_assert_cmpfloat (difference (once, pieces), ==, 0);
  cairo_surface_destroy (once);
  cairo_surface_destroy (pieces);
}

/* Text drawn from its mask equals the outlines that cairo fills and strokes. This holds at whole rows and quarters of a column, at any
 * scale, and for repeated drawing. */
static void
test_text (void)
{
  static const double scales[] = { 1, 2, 1.25 }, halos[] = { 0, 3 };

  for (gsize s = 0; s < G_N_ELEMENTS (scales); s++)
    for (int k = 0; k < 60; k++)
      {
        double scale = scales[s], halo = halos[k % 2], x = 11 + k * 0.07, y = 40 + k * 0.1;
        cairo_surface_t *kept = cairo_image_surface_create (CAIRO_FORMAT_A8, WIDTH,
                                                            HEIGHT), *outlines = cairo_surface_create_similar_image (kept, CAIRO_FORMAT_A8,
                                                                                                                     WIDTH, HEIGHT);
        g_autoptr (PangoLayout) layout = plot_text_layout ("*x*₁ 0.25", 13, PLOT_TEXT_NORMAL);
        cairo_t *cr;

        cairo_surface_set_device_scale (kept, scale, scale);
        cairo_surface_set_device_scale (outlines, scale, scale);
        cr = cairo_create (kept);
        g_assert_true (plot_text_mask_paint (cr, layout, x, y, halo));
        cairo_rotate (cr, 0.1);
        g_assert_false (plot_text_mask_paint (cr, layout, x, y, halo));
        cairo_destroy (cr);
        cr = cairo_create (outlines);
        cairo_move_to (cr, rint (x * scale * 4) / 4 / scale,
                       rint (y * scale) / scale - pango_layout_get_baseline (layout) / (double) PANGO_SCALE);
        pango_cairo_layout_path (cr, layout);
        cairo_set_line_width (cr, halo);
        cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
        if (halo > 0)
          cairo_stroke (cr);
        else
          cairo_fill (cr);
        cairo_destroy (cr);
        g_assert_cmpfloat (ink (outlines), >, 50);
        /* The coverage of cairo has 15 × 17 levels, and its coordinates are multiples of 1/256 px. So a position that differs by an ulp
         * changes a level in a few pixels. */
        g_assert_cmpfloat (difference (kept, outlines), <, 0.004);
        cairo_surface_destroy (kept);
        cairo_surface_destroy (outlines);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot/raster/rasterized columns cover the same pixels as a cairo stroke", test_columns);
  g_test_add_func ("/plot/raster/rasterized segments cover the same pixels as a cairo stroke", test_segments);
  g_test_add_func ("/plot/raster/points far outside the picture cause no error", test_far);
  g_test_add_func ("/plot/raster/drawing a curve in parts gives the same pixels", test_incremental);
  g_test_add_func ("/plot/raster/cached text looks like drawn text outlines", test_text);
  return g_test_run ();
}
