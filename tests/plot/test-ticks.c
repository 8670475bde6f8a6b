/* Tests the positions, distances and labels of ticks, and scales. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "plot-scale.h"
#include "plot-ticks.h"

typedef struct
{
  PlotScaleType type;
  double low, high, length, gap;
  const char *labels; /* expected labels of the major ticks, separated by spaces */
} Row;

static const Row rows[] = {
  { PLOT_SCALE_LINEAR, 0, 40, 360, 70, "0 10 20 30 40" },
  { PLOT_SCALE_LINEAR, 0, 14, 360, 45, "0 2 4 6 8 10 12 14" },
  { PLOT_SCALE_LINEAR, -8, 8, 210, 45, "−5 0 5" },
  { PLOT_SCALE_LINEAR, -0.3, 0.3, 300, 45, "−0.3 −0.2 −0.1 0 0.1 0.2 0.3" },
  { PLOT_SCALE_LINEAR, 0, 0.01, 300, 45, "0 0.002 0.004 0.006 0.008 0.01" },
  { PLOT_SCALE_LINEAR, 0, 0.004, 250, 45, "0 10⁻³ 2×10⁻³ 3×10⁻³ 4×10⁻³" },
  { PLOT_SCALE_LINEAR, 0, 20000, 300, 70, "0 5\u2009000 10\u2009000 15\u2009000 20\u2009000" },
  { PLOT_SCALE_LINEAR, 0, 1e6, 300, 70, "0 5×10⁵ 10⁶" },
  { PLOT_SCALE_LINEAR, 1e6 - 0.01, 1e6 + 0.01, 300, 140, NULL },
  { PLOT_SCALE_LINEAR, 2.9e-7, 3.4e-7, 300, 70, NULL },
  { PLOT_SCALE_LINEAR, -1e300, 1e300, 300, 70, NULL },
  { PLOT_SCALE_LINEAR, 0, 5e-324, 300, 70, NULL },
  { PLOT_SCALE_LOG, 1e-3, 100, 200, 45, "10⁻³ 10⁻² 10⁻¹ 1 10¹ 10²" },
  { PLOT_SCALE_LOG, 1e-12, 1, 250, 45, "10⁻¹² 10⁻¹⁰ 10⁻⁸ 10⁻⁶ 10⁻⁴ 10⁻² 1" },
  { PLOT_SCALE_LOG, 1e-30, 1, 250, 45, "10⁻³⁰ 10⁻²⁷ 10⁻²⁴ 10⁻²¹ 10⁻¹⁸ 10⁻¹⁵ 10⁻¹² 10⁻⁹ 10⁻⁶ 10⁻³ 1" },
  { PLOT_SCALE_LOG, 0.02, 0.5, 300, 45, "0.02 0.05 0.1 0.2 0.5" },
};

static void
test_labels (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const Row *row = &rows[i];
      PlotScale scale;
      PlotTick ticks[PLOT_MAX_TICKS];
      g_autoptr (GString) labels = g_string_new (NULL);
      int n;

      plot_scale_init (&scale, row->type, row->low, row->high, 0, row->length);
      n = plot_ticks (&scale, row->gap, 24, 40, ticks);
      for (int k = 0; k < n; k++)
        if (ticks[k].major)
          g_string_append_printf (labels, "%s%s", labels->len > 0 ? " " : "", ticks[k].label);
      if (row->labels != NULL)
        g_assert_cmpstr (labels->str, ==, row->labels);
    }
}

/* Checks the ticks of a range: they are in ascending order, inside the range, multiples of 1, 2 or 5 × 10ⁿ, far enough apart, and have
 * different labels. */
static void
check_range (PlotScaleType type, double low, double high, double length, double gap)
{
  PlotScale scale;
  PlotTick ticks[PLOT_MAX_TICKS];
  const PlotTick *last = NULL;
  int n, n_major = 0;

  plot_scale_init (&scale, type, low, high, 0, length);
  n = plot_ticks (&scale, gap, 24, 40, ticks);
  g_assert_cmpint (n, <=, PLOT_MAX_TICKS);
  for (int k = 0; k < n; k++)
    {
      g_assert_true (isfinite (ticks[k].pixel));
      g_assert_true (ticks[k].pixel >= -1e-3 && ticks[k].pixel <= length + 1e-3);
      if (!ticks[k].major)
        {
          g_assert_cmpstr (ticks[k].label, ==, "");
          continue;
        }
      n_major++;
      if (last != NULL)
        {
          double distance = ticks[k].pixel - last->pixel;

          g_assert_cmpstr (ticks[k].label, !=, last->label);
          /* Half of the gap is allowed if there would otherwise be fewer than three ticks. Powers of ten may be 24 px apart. With a single
           * power of ten, multiples by 2 and 5 may be a third of the gap apart. */
          g_assert_cmpfloat (distance, >=, type == PLOT_SCALE_LINEAR ? 0.5 * gap - 1e-6 : fmin (24, 0.33 * gap) - 1e-6);
        }
      last = &ticks[k];
    }
  g_assert_cmpint (n_major, >=, 1);
}

static void
test_many_ranges (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  for (int i = 0; i < 20000; i++)
    {
      double centre = g_rand_double_range (random, -1, 1) * pow (10, g_rand_double_range (random, -8, 8));
      double span = pow (10, g_rand_double_range (random, -6, 6)) * fmax (fabs (centre), 1e-8);

      check_range (PLOT_SCALE_LINEAR, centre - span / 2, centre + span / 2, g_rand_double_range (random, 150, 1500), 70);
      double low = pow (10, g_rand_double_range (random, -20, 10));
      check_range (PLOT_SCALE_LOG, low, low * pow (10, g_rand_double_range (random, 1, 25)), g_rand_double_range (random, 100, 900), 45);
    }
}

static void
test_minor (void)
{
  PlotScale scale;
  PlotTick ticks[PLOT_MAX_TICKS];
  int n, n_minor = 0;

  /* With 50 px per decade there are minor ticks, and with 30 px there are none. */
  plot_scale_init (&scale, PLOT_SCALE_LOG, 1e-2, 1e2, 0, 200);
  n = plot_ticks (&scale, 45, 24, 40, ticks);
  for (int k = 0; k < n; k++)
    n_minor += !ticks[k].major;
  g_assert_cmpint (n_minor, ==, 4 * 8);
  plot_scale_init (&scale, PLOT_SCALE_LOG, 1e-2, 1e2, 0, 120);
  n = plot_ticks (&scale, 45, 24, 40, ticks);
  g_assert_cmpint (n, ==, 5);
}

static void
test_inverse (void)
{
  const double values[] = { 1e-9, 1e-3, 0.5, 1, 7, 99 };

  for (int type = PLOT_SCALE_LINEAR; type <= PLOT_SCALE_LOG; type++)
    {
      PlotScale scale;

      plot_scale_init (&scale, type, 1e-9, 100, 430, 12);
      for (gsize i = 0; i < G_N_ELEMENTS (values); i++)
        /* Mapping to a pixel and back has an error of a few ulp of the upper end of the range. */
        g_assert_cmpfloat_with_epsilon (plot_scale_unmap (&scale, plot_scale_map (&scale, values[i])), values[i],
                                        type == PLOT_SCALE_LOG ? 1e-12 * values[i] : 1e-12 * 100);
    }
}

static void
test_log_zeros (void)
{
  PlotScale scale;

  plot_scale_init (&scale, PLOT_SCALE_LOG, 1e-3, 1, 400, 100);
  scale.band = 14;
  /* Zero and negative values are mapped to the band below the lower end, never to the scale itself. */
  g_assert_cmpfloat (plot_scale_map (&scale, 0), ==, 407);
  g_assert_cmpfloat (plot_scale_map (&scale, -5), ==, 407);
  g_assert_true (isnan (plot_scale_map (&scale, NAN)));
  g_assert_cmpint (plot_scale_zone (&scale, 0), ==, PLOT_ZONE_UNDERFLOW);
  g_assert_cmpint (plot_scale_zone (&scale, -1), ==, PLOT_ZONE_UNDERFLOW);
  g_assert_cmpint (plot_scale_zone (&scale, 1e-4), ==, PLOT_ZONE_BELOW);
  g_assert_cmpint (plot_scale_zone (&scale, 2), ==, PLOT_ZONE_ABOVE);
  g_assert_cmpint (plot_scale_zone (&scale, NAN), ==, PLOT_ZONE_NOTHING);
  g_assert_cmpint (plot_scale_zone (&scale, 0.1), ==, PLOT_ZONE_INSIDE);
}

static void
test_nice (void)
{
  static const struct { PlotScaleType type; double low, high, nice_low, nice_high; } cases[] = {
    { PLOT_SCALE_LINEAR, -7.62, 7.62, -8, 8 },
    { PLOT_SCALE_LINEAR, 0, 9.3, 0, 10 },
    { PLOT_SCALE_LINEAR, 0, 0, -1.2, 1.2 },
    { PLOT_SCALE_LINEAR, 4, 4, 1.5, 6.5 },
    { PLOT_SCALE_LOG, 0.012, 0.31, 0.01, 0.5 },
    { PLOT_SCALE_LOG, 1e-3, 8, 5e-4, 10 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      double low, high;

      plot_scale_nice_range (cases[i].type, cases[i].low, cases[i].high, &low, &high);
      g_assert_cmpfloat_with_epsilon (low, cases[i].nice_low, 1e-12);
      g_assert_cmpfloat_with_epsilon (high, cases[i].nice_high, 1e-12);
    }
}

static void
test_grow (void)
{
  double low = 0, high = 10;
  int n_jumps = 0;

  g_assert_false (plot_scale_grow (PLOT_SCALE_LINEAR, &low, &high, 1, 9));
  /* The range changes rarely if the data grow slowly: at most ten times per decade. */
  for (double top = 10; top < 1000; top *= 1.01)
    n_jumps += plot_scale_grow (PLOT_SCALE_LINEAR, &low, &high, 0, top);
  g_assert_cmpfloat (high, >=, 990);
  g_assert_cmpint (n_jumps, <=, 20);
  g_assert_cmpfloat (low, ==, 0);
}

static void
test_zoom (void)
{
  PlotScale scale;

  plot_scale_init (&scale, PLOT_SCALE_LINEAR, 0, 10, 0, 100);
  plot_scale_zoom (&scale, 5, 0.5);
  g_assert_cmpfloat_with_epsilon (scale.low, 2.5, 1e-12);
  plot_scale_pan (&scale, 10);
  g_assert_cmpfloat_with_epsilon (scale.low, 2, 1e-12);
  /* Repeated zooming stops at the resolution of doubles, with the ends still in order. */
  for (int i = 0; i < 500; i++)
    plot_scale_zoom (&scale, 4, 0.5);
  g_assert_cmpfloat (scale.high, >, scale.low);
  g_assert_cmpfloat (scale.high - scale.low, >, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot/ticks/typical ranges get the expected tick labels", test_labels);
  g_test_add_func ("/plot/ticks/tick labels of random ranges are ordered, distinct and do not overlap", test_many_ranges);
  g_test_add_func ("/plot/ticks/a logarithmic axis has minor ticks if its decades are long enough", test_minor);
  g_test_add_func ("/plot/scale/converting pixels to values is the inverse of values to pixels", test_inverse);
  g_test_add_func ("/plot/scale/zero on a logarithmic scale is placed in the underflow band", test_log_zeros);
  g_test_add_func ("/plot/scale/axis ranges end on round numbers", test_nice);
  g_test_add_func ("/plot/scale/an axis range grows rarely while data arrive", test_grow);
  g_test_add_func ("/plot/scale/zooming stops at the resolution of double precision", test_zoom);
  return g_test_run ();
}
