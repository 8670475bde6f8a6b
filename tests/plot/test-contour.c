#include <glib.h>
#include <math.h>

#include "plot-contour.h"

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
  /* Linear interpolation on a unit grid, of a curve with radius 10, has an error of at most
   * 1/(8·10). */
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

  /* Two branches of a hyperbola pass through one cell. They must be separate lines. */
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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot/contour/the contour of a circle is one closed line", test_circle);
  g_test_add_func ("/plot/contour/a straight contour is one open line", test_line);
  g_test_add_func ("/plot/contour/the contour near a saddle consists of two lines", test_saddle);
  g_test_add_func ("/plot/contour/grid cells with undefined values contain no contour line", test_undefined);
  return g_test_run ();
}
