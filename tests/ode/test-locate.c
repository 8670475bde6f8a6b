/* Tests of the root finders, which locate a sign change of a function of time. */
#include <glib.h>
#include <math.h>

#include "ode-locate.h"

typedef struct
{
  double (*f) (double t);
  int calls;
} Counted;

static double
call (void *user, double t)
{
  Counted *counted = user;

  counted->calls++;
  return counted->f (t);
}

static double
ball (double t)
{
  return 1 - 0.5 * 9.81 * t * t;
}

static double
steep (double t)
{
  return atan (1e6 * (t - 0.3));
}

static double
flat (double t)
{
  return -(t - 0.3) * (t - 0.3) * (t - 0.3);
}

static double
jump (double t)
{
  return t < 0.3 ? 1 : -1;
}

static const OdeLocateMethod methods[] = { ODE_LOCATE_ILLINOIS, ODE_LOCATE_BISECTION, ODE_LOCATE_BRENT, ODE_LOCATE_CHANDRUPATLA };

static void
test_windows (void)
{
  static const struct
  {
    double (*f) (double t);
    double root;
  } rows[] = { { ball, 0.4515236409857309 }, { steep, 0.3 }, { flat, 0.3 }, { jump, 0.3 } };
  static const double windows[] = { 1e-3, 1e-6, 1e-9, 1e-12, 0 };

  for (gsize m = 0; m < G_N_ELEMENTS (methods); m++)
    for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
      for (gsize w = 0; w < G_N_ELEMENTS (windows); w++)
        {
          Counted counted = { rows[i].f, 0 };
          OdeBracket b = { 0, 0.6, rows[i].f (0), rows[i].f (0.6), 0 };

          g_assert_true (ode_locate (methods[m], call, &counted, windows[w], &b));
          /* With window 0 the bracket becomes as narrow as possible for doubles.
           * The rounding error of t − 0.3 may move the root by one ulp. */
          g_assert_cmpfloat (b.t_high - b.t_low, <=, MAX (windows[w], 2e-16));
          g_assert_true (b.t_low < b.t_high);
          g_assert_true (b.t_low <= rows[i].root + 2e-16 && b.t_high >= rows[i].root - 2e-16);
          g_assert_true ((b.g_low > 0) == (rows[i].f (0) > 0) && b.g_low != 0);
          g_assert_true (b.g_high == 0 || (b.g_high > 0) != (b.g_low > 0));
          g_assert_true (rows[i].f (b.t_low) == b.g_low && rows[i].f (b.t_high) == b.g_high);
          g_assert_cmpint (b.iterations, ==, counted.calls);
          /* Bisection needs log2 of the ratio of the initial and the final
           * width. The other methods need less than three times as many evaluations.
           *  */
          g_assert_cmpint (counted.calls, <=, methods[m] == ODE_LOCATE_BISECTION ? 60 : 180);
        }
}

/* The same function with the direction of time reversed: secants end on the other side of the root. */
static double
reversed_ball (double t)
{
  return ball (0.6 - t);
}

/* For the height of a bouncing ball on [0, 0.6] bisection needs 10, 20 and 40 halvings for the three windows;
 * the other methods need at most ten evaluations, in both directions of time. */
static void
test_cost (void)
{
  static const struct
  {
    double window;
    int bisection, other;
  } rows[] = { { 1e-3, 10, 8 }, { 1e-6, 20, 9 }, { 1e-12, 40, 10 } };

  for (gsize i = 0; i < 2 * G_N_ELEMENTS (rows); i++)
    for (gsize m = 0; m < G_N_ELEMENTS (methods); m++)
      {
        double (*f) (double t) = i % 2 == 0 ? ball : reversed_ball;
        Counted counted = { f, 0 };
        OdeBracket b = { 0, 0.6, f (0), f (0.6), 0 };

        g_assert_true (ode_locate (methods[m], call, &counted, rows[i / 2].window, &b));
        if (methods[m] == ODE_LOCATE_BISECTION)
          g_assert_cmpint (counted.calls, ==, rows[i / 2].bisection);
        else
          g_assert_cmpint (counted.calls, <=, rows[i / 2].other);
      }
}

/* Functions on [0, 1] that change sign once. They use only the operations whose results do not depend on the C library. */
static double
convex (double t)
{
  return 1 / (t + 0.05) - 4;
}

static double
concave (double t)
{
  return 4 - 1 / (1.05 - t);
}

static double
saturated (double t)
{
  return (t - 0.7) / (1e-4 + fabs (t - 0.7));
}

static double
quintic (double t)
{
  double s = t - 0.4;

  return s * s * s * s * s;
}

static double
bent (double t)
{
  return t < 0.6 ? 1e-3 * (t - 0.62) : t - 0.6 - 2e-5;
}

static double
shallow (double t)
{
  return t * t * t * t * t * t * t * t - 0.01;
}

/* The number of evaluations of each method for the windows 1e-3, 1e-6 and 1e-12. The numbers were recorded: a change shows that a method takes
 * other points, not that one of them is wrong. */
static void
test_recorded_cost (void)
{
  static const struct
  {
    double (*f) (double t);
    int counts[4][3];
  } rows[] = {
    { convex, { { 8, 10, 13 }, { 10, 20, 40 }, { 6, 8, 9 }, { 7, 9, 10 } } },
    { concave, { { 8, 10, 13 }, { 10, 20, 40 }, { 6, 8, 9 }, { 7, 9, 10 } } },
    { saturated, { { 12, 17, 20 }, { 10, 20, 40 }, { 10, 15, 17 }, { 10, 17, 20 } } },
    { quintic, { { 12, 54, 113 }, { 10, 20, 40 }, { 16, 48, 98 }, { 12, 22, 44 } } },
    { bent, { { 28, 42, 44 }, { 10, 20, 40 }, { 13, 18, 18 }, { 14, 20, 22 } } },
    { shallow, { { 9, 12, 13 }, { 10, 20, 40 }, { 9, 10, 12 }, { 7, 9, 10 } } },
  };
  static const double windows[] = { 1e-3, 1e-6, 1e-12 };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    for (gsize m = 0; m < G_N_ELEMENTS (methods); m++)
      for (gsize w = 0; w < G_N_ELEMENTS (windows); w++)
        {
          Counted counted = { rows[i].f, 0 };
          OdeBracket b = { 0, 1, rows[i].f (0), rows[i].f (1), 0 };

          g_assert_true (ode_locate (methods[m], call, &counted, windows[w], &b));
          if (counted.calls != rows[i].counts[m][w])
            {
              g_test_message ("function %d, method %d, window %g: %d, recorded: %d", (int) i, (int) m, windows[w], counted.calls,
                              rows[i].counts[m][w]);
              g_test_fail ();
            }
        }
}

static double
undefined (double t)
{
  return t > 0.1 && t < 0.9 ? NAN : 0.5 - t;
}

static void
test_undefined (void)
{
  for (gsize m = 0; m < G_N_ELEMENTS (methods); m++)
    {
      Counted counted = { undefined, 0 };
      OdeBracket b = { 0, 1, 0.5, -0.5, 0 };

      g_assert_false (ode_locate (methods[m], call, &counted, 1e-9, &b));
    }
}

static double
touching (double t)
{
  return 0.5 - t;
}

/* If the function is exactly zero at the end of the bracket, the root is
 * that end. */
static void
test_end_at_zero (void)
{
  Counted counted = { touching, 0 };
  OdeBracket b = { 0, 0.5, 0.5, 0, 0 };

  g_assert_true (ode_locate (ODE_LOCATE_ILLINOIS, call, &counted, 1e-12, &b));
  g_assert_true (b.t_high == 0.5);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ode/locate/the-final-bracket-contains-the-root-and-is-narrower-than-the-window", test_windows);
  g_test_add_func ("/ode/locate/the-number-of-evaluations-does-not-exceed-known-bounds", test_cost);
  g_test_add_func ("/ode/locate/the-number-of-evaluations-is-the-recorded-one", test_recorded_cost);
  g_test_add_func ("/ode/locate/a-function-that-returns-nan-is-reported", test_undefined);
  g_test_add_func ("/ode/locate/a-root-at-the-end-of-the-bracket-is-found-there", test_end_at_zero);
  return g_test_run ();
}
