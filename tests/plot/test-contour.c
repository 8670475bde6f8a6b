#include <glib.h>
#include <math.h>

#include "plot-contour.h"
#include "plot-stability.h"

typedef struct { int n_lines, n_closed; double worst, length; } Seen;

static double
circle (double x, double y)
{
  return hypot (x - 20, y - 20) - 10;
}

static double
line (double x, double y)
{
  return x - 0.4 * y - 7.3;
}

static double (*function) (double x, double y);

static void
see (gpointer user, const double *points, gsize n, gboolean closed)
{
  Seen *seen = user;

  seen->n_lines++;
  seen->n_closed += closed;
  for (gsize i = 0; i < n; i++)
    {
      seen->worst = fmax (seen->worst, fabs (function (points[2 * i], points[2 * i + 1])));
      if (i > 0)
        seen->length += hypot (points[2 * i] - points[2 * i - 2], points[2 * i + 1] - points[2 * i - 1]);
    }
  if (closed)
    seen->length += hypot (points[0] - points[2 * n - 2], points[1] - points[2 * n - 1]);
}

static void
run (double (*f) (double x, double y), Seen *seen)
{
  g_autofree double *values = g_new (double, 41 * 41);

  function = f;
  for (int j = 0; j < 41; j++)
    for (int i = 0; i < 41; i++)
      values[j * 41 + i] = f (i, j);
  *seen = (Seen) { 0 };
  plot_contour (values, 41, 41, see, seen);
}

static void
test_circle (void)
{
  Seen seen;

  run (circle, &seen);
  g_assert_cmpint (seen.n_lines, ==, 1);
  g_assert_cmpint (seen.n_closed, ==, 1);
  /* Linear interpolation on unit edges of a curve of radius 10 has an error of at most 1/(8·10). */
  g_assert_cmpfloat (seen.worst, <, 0.0125 + 1e-9);
  g_assert_cmpfloat_with_epsilon (seen.length, 20 * G_PI, 0.2);
}

static void
test_line (void)
{
  Seen seen;

  run (line, &seen);
  g_assert_cmpint (seen.n_lines, ==, 1);
  g_assert_cmpint (seen.n_closed, ==, 0);
  g_assert_cmpfloat (seen.worst, <, 1e-12);
  g_assert_cmpfloat_with_epsilon (seen.length, hypot (40, 16), 1e-9);
}

static double
saddle (double x, double y)
{
  return (x - 20.5) * (y - 20.5) - 0.1;
}

static void
test_saddle (void)
{
  Seen seen;

  /* Two branches of a hyperbola pass through one cell: no cell has four line ends. */
  run (saddle, &seen);
  g_assert_cmpint (seen.n_lines, ==, 2);
}

static double
undefined (double x, double y)
{
  return x < 15 ? NAN : circle (x, y);
}

static void
test_undefined (void)
{
  Seen seen;

  run (undefined, &seen);
  g_assert_cmpint (seen.n_lines, >=, 1);
  g_assert_cmpint (seen.n_closed, ==, 0);
}

/* R(z) of the classical method is 1 + z + z²/2 + z³/6 + z⁴/24; its real boundary is −2.785293563405282, its imaginary one 2√2: Hairer
 * and Wanner II, section IV.2. */
static void
test_stability (void)
{
  static const double A4[16] = { [4] = 0.5, [9] = 0.5, [14] = 1 }, b4[4] = { 1. / 6, 1. / 3, 1. / 3, 1. / 6 };
  static const double A1[1] = { 1 }, A0[1] = { 0 }, b1[1] = { 1 };
  OdeTableau rk4 = { .n_stages = 4, .A = A4, .b = b4 }, implicit = { .n_stages = 1, .A = A1, .b = b1 }, euler = { .n_stages = 1, .A = A0,
                                                                                                                  .b = b1 };
  double z = -1.3;

  g_assert_cmpfloat_with_epsilon (plot_stability_modulus (&rk4, z, 0), 1 + z + z * z / 2 + z * z * z / 6 + z * z * z * z / 24, 1e-14);
  g_assert_cmpfloat_with_epsilon (plot_stability_radius (&rk4, G_PI), 2.785293563405282, 1e-7);
  g_assert_cmpfloat_with_epsilon (plot_stability_radius (&rk4, G_PI / 2), 2 * sqrt (2), 1e-7);
  g_assert_cmpfloat_with_epsilon (plot_stability_radius (&euler, G_PI), 2, 1e-7);
  g_assert_true (isinf (plot_stability_radius (&implicit, G_PI)));
  g_assert_cmpfloat_with_epsilon (plot_stability_modulus (&implicit, -9, 0), 0.1, 1e-14);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot/contour/a circle is one closed line", test_circle);
  g_test_add_func ("/plot/contour/a straight line is one open line", test_line);
  g_test_add_func ("/plot/contour/a saddle gives two lines", test_saddle);
  g_test_add_func ("/plot/contour/undefined cells contain no line", test_undefined);
  g_test_add_func ("/plot/stability/radius and modulus agree with the literature", test_stability);
  return g_test_run ();
}
