/* Tests that steps end at the switches of the right-hand side, and that the run goes on with the branch after them. */
#include <float.h>
#include <glib.h>
#include <math.h>
#include <string.h>

#include "sim-test-model.h"

#include "sim-tape.h"

static double
run_to (TestModel *run, double end)
{
  SimStatus status;

  if (sim_simulator_statistics_steps (run->simulator) == 0)
    sim_simulator_initialize (run->simulator, 0, NULL, NULL, end, FALSE);
  status = sim_simulator_advance_to (run->simulator, end);
  g_assert_cmpint (status.reason, ==, SIM_REACHED_END);
  return test_model_now (run, "x");
}

static const char *const methods[] = { "runge_kutta5", "dop853",      "runge_kutta2", "radau5",    "rodas4",
                                       "trbdf2",       "cvode_adams", "bdf3",         "tsitouras5", "ndf" };

/* Returns the methods of the list that this build has. */
static gboolean
is_available (const char *method)
{
  return ode_method_find (method) != NULL;
}

/* ---- conditions on t ---- */

static void
test_thousand_pulses (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (27);

  for (int i = 0; i < 1000; i++)
    {
      double width = pow (10, -g_rand_double_range (random, 1, 9)), from = (1 - width) * g_rand_double (random), height = 1 / width;
      g_autofree char *text = g_strdup_printf (
          TEST_HEAD "states: {x: {initial: 0, derivative: \"if(t > %.17g and t < %.17g, %.17g, 0)\"}}\n", from, from + width, height);
      TestModel run = test_model_open (text, "integrator", methods[i % 3], NULL);
      double x = run_to (&run, 1), exact = height * ((from + width) - from);

      /* The length of the pulse is known to an ulp of its times. */
      if (!(fabs (x - exact) < 1e-12 + 4 * DBL_EPSILON * height))
        g_error ("pulse from %.17g, width %.17g: %.17g instead of %.17g", from, width, x, exact);
      test_model_close (&run);
    }
}

static void
test_pulse_and_method (void)
{
  for (gsize k = 0; k < G_N_ELEMENTS (methods); k++)
    {
      if (!is_available (methods[k]))
        continue;
      TestModel run = test_model_open (TEST_HEAD "states: {x: {initial: 0, derivative: \"if(t > 50 and t < 50.001, 1000, 0) - 0.1*x\"}}\n",
                                       "integrator", methods[k], "accuracy", "1e-8", NULL);
      double x = run_to (&run, 100), exact = 1e4 * (exp (-0.1 * (100 - 50.001)) - exp (-0.1 * 50));

      g_test_message ("%s: %g", methods[k], x);
      /* A hundred times the accuracy; the largest value of the solution is 1. */
      g_assert_cmpfloat_with_epsilon (x, exact, 1e-6);
      test_model_close (&run);
    }
}

/* The step before a switch uses only the branch before it, and the step after it only the branch after it, whatever the operator and the
 * rounding of the time are: the branches of Runge–Kutta 4 with an exact solution of degree 3 give no error. */
static void
test_one_sided (void)
{
  static const char *const conditions[] = { "t < %s",         "t <= %s",      "not (t > %s)",      "not (t >= %s)",
                                            "%s > t",         "%s >= t",      "step(t - %s) == 0", "sign(t - %s) < 0",
                                            "1/(t - %s) < 0", "10*t < 10*%s", "t/3 < %s/3",        "sqrt(t) < sqrt(%s)",
                                            "mod(t, 5) < %s" };
  static const char *const times[] = { "0.1", "0.3", "0.7", "1.1", "(1/3)", "1", "0.77777" };
  static const char *const integrators[] = { "runge_kutta4", "runge_kutta5", "radau5" };

  for (gsize c = 0; c < G_N_ELEMENTS (conditions); c++)
    for (gsize k = 0; k < G_N_ELEMENTS (times); k++)
      for (gsize m = 0; m < G_N_ELEMENTS (integrators); m++)
        {
          g_auto (GStrv) parts = g_strsplit (conditions[c], "%s", -1);
          g_autofree char *condition = g_strjoinv (times[k], parts);
          g_autofree char *text = g_strdup_printf (TEST_HEAD "states: {x: {initial: 0, derivative: \"if(%s, 3*t^2, 1e6)\"}}\n", condition);
          double at = strcmp (times[k], "(1/3)") == 0 ? 1.0 / 3 : g_ascii_strtod (times[k], NULL), exact = at * at * at + 1e6 * (2 - at);
          TestModel run = test_model_open (text, "integrator", integrators[m], "max_step", "0.25", NULL);
          double x = run_to (&run, 2);

          if (!(fabs (x - exact) < 1e-14 * 1e6 * 2 * 8))
            g_error ("%s, %s: %.17g instead of %.17g", condition, integrators[m], x, exact);
          test_model_close (&run);
        }
}

/* An infinite sequence of switches: a pulse of 0.05 in each period of 10, with decay. */
static void
test_periodic (void)
{
  TestModel run = test_model_open (TEST_HEAD "states: {x: {initial: 0, derivative: \"if(mod(t, 10) < 0.05, 1, 0) - 0.1*x\"}}\n", "accuracy",
                                   "1e-8", NULL);
  double x = run_to (&run, 1000), one = 10 * (1 - exp (-0.005)) * exp (-0.1 * (10 - 0.05)), exact = one / (1 - exp (-1));

  g_assert_cmpfloat_with_epsilon (x, exact, 1e-6 * exact);
  g_assert_cmpint (sim_simulator_statistics (run.simulator).switches, ==, 199);
  g_assert_cmpint (sim_trajectory_n_events (run.trajectory), ==, 0);
  test_model_close (&run);
}

static void
test_parameters_change (void)
{
  TestModel run = test_model_open (TEST_HEAD "parameters: {from: 7, width: 0.001}\n"
                                             "states: {x: {initial: 0, derivative: \"if(t > from and t < from + width, 1000, 0)\"}}\n",
                                   NULL);

  run_to (&run, 5);
  g_assert_true (sim_simulator_set_parameter (run.simulator, "from", 8, NULL));
  g_assert_cmpfloat (run_to (&run, 7.5), ==, 0);
  g_assert_cmpfloat_with_epsilon (run_to (&run, 9), 1, 1e-9);
  g_assert_true (sim_simulator_set_parameter (run.simulator, "from", 9.5, NULL));
  g_assert_true (sim_simulator_set_parameter (run.simulator, "width", 1e-6, NULL));
  g_assert_cmpfloat_with_epsilon (run_to (&run, 10), 1.001, 1e-9);
  test_model_close (&run);
}

/* ---- conditions on states ---- */

static void
test_state_pulse (void)
{
  for (int decade = 1; decade <= 8; decade++)
    for (gsize k = 0; k < G_N_ELEMENTS (methods); k++)
      {
        double width = 10 * pow (10, -decade);
        g_autofree char *text = g_strdup_printf (TEST_HEAD "states: {u: {initial: 0, derivative: 1}, "
                                                           "x: {initial: 0, derivative: \"if(abs(u - 5) < %.17g, %.17g, 0)\"}}\n",
                                                 width / 2, 1 / width);

        if (!is_available (methods[k]))
          continue;
        TestModel run = test_model_open (text, "integrator", methods[k], "accuracy", "1e-6", NULL);
        double x = run_to (&run, 10);

        g_test_message ("%s, width %g: %.12g", methods[k], width, x);
        g_assert_cmpfloat_with_epsilon (x, 1, 1e-6 + 1e-13 / width);
        test_model_close (&run);
      }
}

/* A switch in a state with a closed form: growth with rate 1 below 2, and −1/2 per unit of time above. */
static void
test_state_switch (void)
{
  static const char *const accuracies[] = { "1e-4", "1e-8", "1e-11" };

  for (gsize k = 0; k < G_N_ELEMENTS (accuracies); k++)
    {
      TestModel run = test_model_open (TEST_HEAD "states: {x: {initial: 1, derivative: \"if(x < 2, x, 3 - x)\"}}\n", "integrator", "dop853",
                                       "accuracy", accuracies[k], NULL);
      double x = run_to (&run, 3), exact = 3 - exp (-(3 - log (2)));

      g_assert_cmpfloat_with_epsilon (x, exact, 30 * g_ascii_strtod (accuracies[k], NULL));
      g_assert_cmpint (sim_simulator_statistics (run.simulator).switches, ==, 1);
      g_assert_cmpint (sim_trajectory_n_events (run.trajectory), ==, 0);
      test_model_close (&run);
    }
}

/* A motion that stops at a switch stays there. */
static void
test_rest_at_switch (void)
{
  TestModel run = test_model_open (TEST_HEAD "states: {x: {initial: 1, derivative: \"if(x > 0, -1, 0)\"}}\n", NULL);

  g_assert_cmpfloat_with_epsilon (run_to (&run, 4), 0, 1e-12);
  g_assert_cmpint (sim_simulator_statistics (run.simulator).switches, <=, 2);
  test_model_close (&run);
}

/* x' = −sign (x − s) reaches the surface at t = 1 and stays there; with a force it leaves when the force is larger than 0.8. */
static void
test_slide (void)
{
  static const double places[] = { 0, 1e-6, 0.3, 5, 1e4 };

  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    for (gsize k = 0; k < G_N_ELEMENTS (methods); k++)
      {
        g_autofree char *text = g_strdup_printf (TEST_HEAD "parameters: {s: %.17g}\n"
                                                           "states: {x: {initial: s + 1, derivative: \"-sign(x - s)\"}}\n",
                                                 places[i]);

        if (!is_available (methods[k]))
          continue;
        TestModel run = test_model_open (text, "integrator", methods[k], "accuracy", "1e-6", NULL);
        double x = run_to (&run, 3);
        SimStatistics statistics = sim_simulator_statistics (run.simulator);

        g_test_message ("%s at %g: %.17g", methods[k], places[i], x - places[i]);
        g_assert_cmpfloat_with_epsilon (x, places[i], 1e-9 * fmax (1, places[i]));
        g_assert_cmpint (statistics.slides, ==, 1);
        g_assert_cmpfloat_with_epsilon (statistics.t_slide, 1, 1e-9 * fmax (1, places[i]));
        /* Fixed steps have a default of a thousandth of the span. */
        g_assert_cmpint (statistics.ode.steps_taken, <, 1100);
        g_assert_nonnull (strstr (sim_simulator_status (run.simulator).message, "surface"));
        test_model_close (&run);
      }
}

/* On the surface x = s from t = 0 on while |sin (t + 0.1)| < 0.8; leaves at asin (0.8) − 0.1 with x' = sin (t + 0.1) − 0.8, wherever steps end. */
static void
test_slide_ends (void)
{
  static const double places[] = { 0, 0.3, -20 };
  const double at = asin (0.8) - 0.1, exact = 0.6 - cos (2.1) - 0.8 * (2 - at);

  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    for (gsize k = 0; k < G_N_ELEMENTS (methods); k++)
      {
        g_autofree char *text = g_strdup_printf (TEST_HEAD "parameters: {s: %.17g}\n"
                                                           "states: {x: {initial: s, derivative: \"sin(t + 0.1) - 0.8*sign(x - s)\"}}\n",
                                                 places[i]);

        if (!is_available (methods[k]))
          continue;
        TestModel run = test_model_open (text, "integrator", methods[k], "accuracy", "1e-6", NULL);
        double x = run_to (&run, 2) - places[i];

        g_test_message ("%s at %g: error %g", methods[k], places[i], x - exact);
        g_assert_cmpfloat_with_epsilon (x, exact, (ode_method_find (methods[k])->order == 2 ? 3e-5 : 2e-6) * fmax (1, fabs (places[i])));
        test_model_close (&run);
      }
}

/* The force is larger than 0.9 only in a short interval, in which the motion leaves the surface: it is found although steps on the surface are
 * long. The motion comes back to the surface after it. */
static void
test_slide_ends_shortly (void)
{
  /* sin (t + 0.1) > 0.98 between asin (0.98) − 0.1 and π − asin (0.98) − 0.1; there and until it is back, x' = sin (t + 0.1) − 0.98. */
  const double at = asin (0.98) - 0.1, end = 1.6, exact = cos (at + 0.1) - cos (end + 0.1) - 0.98 * (end - at);

  for (gsize k = 0; k < G_N_ELEMENTS (methods); k++)
    {
      if (!is_available (methods[k]))
        continue;
      TestModel run = test_model_open (TEST_HEAD "states: {x: {initial: 0, derivative: \"sin(t + 0.1) - 0.98*sign(x)\"}}\n", "integrator", methods[k],
                                       "accuracy", "1e-8", NULL);
      double x = run_to (&run, end);

      g_test_message ("%s: error %g", methods[k], x - exact);
      g_assert_cmpfloat_with_epsilon (x, exact, 1e-6);
      test_model_close (&run);
    }
}

/* The rate on one side of a surface jumps where another condition changes: the motion along x = s ends at the time at which y = e^(a t) − 1 passes a level,
 * wherever it lies in a step. */
static void
test_slide_ends_by_another_condition (void)
{
  static const double places[] = { 0, 0.3, -20 }, levels[] = { 0.91, 1.07, 1.234, 1.5 };

  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    for (gsize j = 0; j < G_N_ELEMENTS (levels); j++)
      for (gsize k = 0; k < G_N_ELEMENTS (methods); k++)
        {
          const double a = 0.4 + 0.3 * (double)j, at = log (1 + levels[j]) / a;
          g_autofree char *text = g_strdup_printf (TEST_HEAD "states:\n"
                                                             "  x: {initial: %.17g, derivative: \"if(not (x > %g) or y > %.17g, 1.2, -0.7)\"}\n"
                                                             "  y: {initial: 0, derivative: \"%.17g*(1 + y)\"}\n",
                                                   places[i] + 0.14, places[i], levels[j], a);

          if (!is_available (methods[k]))
            continue;
          TestModel run = test_model_open (text, "integrator", methods[k], "accuracy", "1e-8", NULL);
          double x = run_to (&run, 4) - places[i], exact = 1.2 * (4 - at);

          g_test_message ("%s at %g, level %g: error %g", methods[k], places[i], levels[j], x - exact);
          g_assert_cmpfloat_with_epsilon (x, exact, ode_method_find (methods[k])->order < 4 ? 1e-4 : 1e-6);
          test_model_close (&run);
        }
}

/* A force larger than 1 in a short pulse pushes the motion off the surface, wherever the pulse is. Without it a step on the surface may be as long as
 * the rest of the run. The motion comes back with x' = 0.5 + pulse − 1 < 0 after the pulse, so that ∫x dt shows whether it was away. */
static void
test_pulse_on_surface (void)
{
  static const double times[] = { 3.7, 41.03, 97.7 }, widths[] = { 0.3, 1e-2, 1e-4 };

  for (gsize i = 0; i < G_N_ELEMENTS (times); i++)
    for (gsize j = 0; j < G_N_ELEMENTS (widths); j++)
      for (gsize k = 0; k < G_N_ELEMENTS (methods); k++)
        {
          double w = widths[j], middle = times[i];
          /* The pulse of height 4.5 is above 0.5 for |t − middle| < w √(ln 9). */
          double from = middle - w * sqrt (log (9)), height = w * 4.5 * sqrt (G_PI) / 2 * (erf (8) + erf (sqrt (log (9))));
          g_autofree char *text =
              g_strdup_printf (TEST_HEAD "states:\n  x: {initial: 7, derivative: \"0.5 + 4.5*exp(-((t - %.17g)/%.17g)^2) - sign(x - 7)\"}\n", middle, w);

          /* Fixed steps do not resolve the motion in the pulse. */
          if (!is_available (methods[k]) || strcmp (methods[k], "runge_kutta2") == 0 || strcmp (methods[k], "bdf3") == 0)
            continue;
          TestModel run = test_model_open (text, "integrator", methods[k], "accuracy", "1e-8", NULL);
          double end = middle + 8 * w, x = run_to (&run, end) - 7, exact = height - 0.5 * (end - from);

          g_test_message ("%s, width %g at %g: %.10g, exact %.10g", methods[k], w, middle, x, exact);
          g_assert_cmpfloat_with_epsilon (x, fmax (0, exact), 1e-3 * w + 1e-6);
          test_model_close (&run);
        }
}

/* Two conditions whose functions are multiples of each other have one surface: the motion along it has the sides of both. A heater with two
 * stages holds x = 20 from 10 ln (17/12) on; the second state is one half of the sum of its rates. */
static void
test_one_surface (void)
{
  for (gsize k = 0; k < G_N_ELEMENTS (methods); k++)
    {
      if (!is_available (methods[k]))
        continue;
      TestModel run =
          test_model_open (TEST_HEAD "states:\n"
                                     "  x: {initial: 15, derivative: \"-0.1*(x - 15) + if(x < 20, 1, 0) + if(0.5*x < 10, 0.7, 0)\"}\n"
                                     "  a: {initial: 0, derivative: \"-a + if(40 - 2*x > 0, 1.7, 0)\"}\n",
                           "integrator", methods[k], "accuracy", "1e-6", NULL);
      double x = run_to (&run, 40);
      SimStatistics statistics = sim_simulator_statistics (run.simulator);
      g_test_message ("%s: %.17g", methods[k], x);
      g_assert_cmpfloat_with_epsilon (x, 20, 1e-9);
      /* The heat that the surface needs is 0.5 of 1.7. */
      g_assert_cmpfloat_with_epsilon (sim_simulator_x (run.simulator)[1], 0.5, 1e-5);
      g_assert_cmpint (statistics.slides, ==, 1);
      g_assert_cmpfloat_with_epsilon (statistics.t_slide, 10 * log (17.0 / 12), 2e-4);
      g_assert_cmpint (statistics.ode.steps_taken, <, 1100);
      test_model_close (&run);
    }
}

/* Where two surfaces meet, the run ends with a sentence in place of steps without end. */
static void
test_two_surfaces (void)
{
  TestModel run = test_model_open (TEST_HEAD "states:\n"
                                             "  x: {initial: 1.3, derivative: \"-2*sign(x) - sign(y) + 0.1*sin(t)\"}\n"
                                             "  y: {initial: 2.2, derivative: \"-2*sign(y) + sign(x) + 0.1\"}\n",
                                   NULL);
  sim_simulator_initialize (run.simulator, 0, NULL, NULL, 60, FALSE);
  SimStatus status = sim_simulator_advance_to (run.simulator, 60);
  g_test_message ("%s", status.message);
  g_assert_cmpint (status.reason, ==, SIM_FAILED_RUN);
  g_assert_nonnull (strstr (status.message, "conditions of the right-hand side change again and again"));
  g_assert_cmpint (sim_simulator_statistics (run.simulator).ode.steps_taken, <, 60000);
  test_model_close (&run);
}

/* A motion along a surface does not depend on whether a force is a variable or an algebraic unknown. */
static void
test_algebraic_force (void)
{
  static const char *const forms[] = {
    "variables: {y: 1.5*sin(t) - 0.1*x}\n",
    "algebraic: {y: {initial: 0, residual: \"y - 1.5*sin(t) + 0.1*x\"}}\n",
    "algebraic: {z: {initial: 0, residual: \"z + 0.1*z^3 - y\"}, y: {initial: 0, residual: \"2*y - 3*sin(t) + 0.2*x\"}}\n",
  };
  static const double places[] = { 0, 20, -3e3 };

  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    for (gsize k = 0; k < G_N_ELEMENTS (methods); k++)
      {
        double ends[G_N_ELEMENTS (forms)];

        /* CVODE solves no algebraic equations. */
        if (g_str_has_prefix (methods[k], "cvode"))
          continue;
        for (gsize form = 0; form < G_N_ELEMENTS (forms); form++)
          {
            g_autofree char *text =
                g_strdup_printf (TEST_HEAD "%sstates:\n  x: {initial: 0, derivative: \"v - (%g)\"}\n  v: {initial: %g, derivative: \"y - sign(v - (%g))\"}\n",
                                 forms[form], places[i], 1 + places[i], places[i]);
            TestModel run = test_model_open (text, "integrator", methods[k], "absolute_tolerance", "1e-7", "max_step", "0.02", NULL);

            ends[form] = run_to (&run, 10);
            g_test_message ("%s at %g: %.12g", methods[k], places[i], ends[form]);
            g_assert_cmpint (sim_simulator_statistics (run.simulator).slides, >=, 3);
            g_assert_cmpfloat_with_epsilon (ends[form], ends[0], 1e-4 * fabs (ends[0]));
            test_model_close (&run);
          }
      }
}

/* If the unknown has other values on both sides, or the condition depends on it, the motion along a surface is not computed, and the advice says so; it does not
 * where such a model fails for another reason, here the end of the solution. */
static void
test_algebraic (void)
{
  static const struct
  {
    const char *derivative, *residual;
    gboolean slides;
  } cases[] = { { "-y + 0.3*sin(t)", "y - sign(x)", TRUE },
                { "-sign(x)*y + 0.3*sin(t)", "y + 0.1*y^3 - 1.1 - 0.2*sign(x)", TRUE },
                { "-sign(y) + 0.3*sin(t)", "y + 0.1*y^3 - x", TRUE },
                { "0.1*sign(x - 0.5) - y", "y^2 - 1 + 0.5*t", FALSE } };
  static const char *const integrators[] = { "radau5", "rodas4", "bdf3" };

  for (gsize k = 0; k < G_N_ELEMENTS (cases); k++)
    for (gsize m = 0; m < G_N_ELEMENTS (integrators); m++)
      {
        g_autofree char *text = g_strdup_printf (TEST_HEAD "states: {x: {initial: 1, derivative: \"%s\"}}\n"
                                                 "algebraic: {y: {initial: 1, residual: \"%s\"}}\n", cases[k].derivative, cases[k].residual);
        TestModel run = test_model_open (text, "integrator", integrators[m], NULL);
        SimStatus status;

        sim_simulator_initialize (run.simulator, 0, NULL, NULL, 10, FALSE);
        status = sim_simulator_advance_to (run.simulator, 10);
        g_test_message ("%s: %s %s", integrators[m], status.message, status.advice);
        g_assert_cmpint (status.reason, ==, SIM_FAILED_RUN);
        g_assert_cmpint (status.advice != NULL && strstr (status.advice, "depends on an algebraic unknown") != NULL, ==, cases[k].slides);
        test_model_close (&run);
      }
}

/* A condition of an unknown, or one that depends on it, leaves the motion along another surface as it is: x rests at 0.25 whatever y and z do. If both conditions
 * have one surface, in one form or in two, it does not. */
static void
test_other_conditions (void)
{
  static const struct
  {
    const char *derivative, *residual;
    gboolean slides;
  } cases[] = { { "-sign(x - 0.25) + 0.3*sin(t) + 0.1*y", "y - if(z > 0.5, 1, -1)", TRUE },
                { "-sign(x - 0.25) + 0.3*sin(t) + 0.1*if(y > 0.5, 1, -1)", "y + 0.1*y^3 - z", TRUE },
                { "-sign(x - 0.25) + 0.3*sin(t)", "y - sign(z - 0.1)*sign(z + 0.3)", TRUE },
                { "-sign(x - 0.25) + 0.3*sin(t)", "y - sign(x - 0.25)", FALSE },
                { "-sign(x - 0.25) + 0.3*sin(t)", "y - sign(3*x - 0.75)", FALSE },
                { "-sign(x - 0.25) + 0.3*sin(t)", "y - sign(z + 2*sign(x - 0.25))", FALSE } };
  static const char *const integrators[] = { "radau5", "rodas4", "bdf3", "ndf" };

  for (gsize k = 0; k < G_N_ELEMENTS (cases); k++)
    for (gsize m = 0; m < G_N_ELEMENTS (integrators); m++)
      {
        g_autofree char *text = g_strdup_printf (TEST_HEAD "states: {x: {initial: 1, derivative: \"%s\"}, z: {initial: 0, derivative: \"2*cos(2*t)\"}}\n"
                                                 "algebraic: {y: {initial: 1, residual: \"%s\"}}\n", cases[k].derivative, cases[k].residual);
        TestModel run = test_model_open (text, "integrator", integrators[m], "step_limit", cases[k].slides ? "100000" : "500", NULL);
        SimStatus status;

        sim_simulator_initialize (run.simulator, 0, NULL, NULL, 10, FALSE);
        status = sim_simulator_advance_to (run.simulator, 10);
        g_test_message ("%s: %s", integrators[m], status.message);
        g_assert_cmpint (sim_simulator_statistics (run.simulator).slides > 0, ==, cases[k].slides);
        if (cases[k].slides)
          {
            g_assert_cmpint (status.reason, ==, SIM_REACHED_END);
            g_assert_cmpint (sim_simulator_statistics (run.simulator).releases, ==, 0);
            g_assert_cmpfloat_with_epsilon (sim_simulator_x (run.simulator)[0], 0.25, 1e-8);
          }
        test_model_close (&run);
      }
}

/* The rate of a witness that reads an unknown is not known; that of the other one is. */
static void
test_trends (void)
{
  TestModel run = test_model_open (TEST_HEAD "states: {x: {initial: 1, derivative: -1 - 0.1*y}}\nalgebraic: {y: {initial: 1, residual: y + 0.1*y^3 - x}}\n"
                                             "events: {one: {crossing: y - 0.5}, other: {crossing: x - 0.5}, third: {crossing: 0.5 - x}}\n",
                                   "integrator", "radau5", NULL);
  const SimSystem *system = sim_simulator_system (run.simulator);
  const double lo[] = { 0.4, 0.4 }, hi[] = { 0.6, 0.6 };

  g_assert_cmpint (system->witness_trend (system->self, 0, 0, 1, lo, hi), ==, 0);
  g_assert_cmpint (system->witness_trend (system->self, 1, 0, 1, lo, hi), ==, -1);
  g_assert_cmpint (system->witness_trend (system->self, 2, 0, 1, lo, hi), ==, 1);
  test_model_close (&run);
}

/* ---- the rest of the simulator ---- */

#define MIXED                                                                                                                              \
  TEST_HEAD "parameters: {p: 0.9}\nstates: {x: {initial: 1, derivative: \"if(mod(t, 0.7) < 0.1, 3, -abs(y)) + if(x < 0.5, 1, 0)\"}, "      \
            "y: {initial: 0, derivative: \"-sign(y - 0.2) + 0.5*sin(3*t)\"}}\n"

/* A run that continues from a snapshot has the bits of the run that was not interrupted, also on a surface. */
static void
test_snapshot (void)
{
  for (gsize k = 0; k < G_N_ELEMENTS (methods); k++)
    {
      if (!is_available (methods[k]))
        continue;
      for (int steps = 1; steps < 40; steps += 6)
        {
          TestModel run = test_model_open (MIXED, "integrator", methods[k], "accuracy", "1e-5", NULL);
          TestModel other = test_model_open (MIXED, "integrator", methods[k], "accuracy", "1e-5", NULL);

          sim_simulator_initialize (run.simulator, 0, NULL, NULL, 5, FALSE);
          sim_simulator_initialize (other.simulator, 0, NULL, NULL, 5, FALSE);
          for (int i = 0; i < steps; i++)
            sim_simulator_step (run.simulator, 5);
          g_autoptr (GBytes) snapshot = sim_simulator_save (run.simulator);
          sim_simulator_advance_to (run.simulator, 5);
          g_assert_true (sim_simulator_restore (other.simulator, snapshot));
          sim_simulator_advance_to (other.simulator, 5);
          g_assert_cmpmem (sim_simulator_x (run.simulator), 2 * sizeof (double), sim_simulator_x (other.simulator), 2 * sizeof (double));
          test_model_close (&run);
          test_model_close (&other);
        }
    }
}

/* Fixed steps end at a switch and go on as after events. */
static void
test_fixed_steps (void)
{
  TestModel run = test_model_open (TEST_HEAD "states: {x: {initial: 0, derivative: \"if(t < 0.777, 0, 4*(t - 0.777)^3)\"}}\n", "integrator",
                                   "runge_kutta4", "max_step", "0.1", NULL);

  g_assert_cmpfloat_with_epsilon (run_to (&run, 2), pow (2 - 0.777, 4), 1e-14);
  g_assert_cmpint (sim_simulator_statistics (run.simulator).ode.steps_taken, ==, 21);
  test_model_close (&run);
}

/* Without the setting the run does not see the switch, as before. */
static void
test_off (void)
{
  TestModel run =
      test_model_open (TEST_HEAD "states: {x: {initial: 0, derivative: \"if(t > 50 and t < 50.1, 100, 0)\"}}\n", "switches", "false", NULL);

  g_assert_cmpfloat (run_to (&run, 100), ==, 0);
  g_assert_cmpint (sim_simulator_statistics (run.simulator).switches, ==, 0);
  test_model_close (&run);
}

static void
count_change (gpointer user, int index, double t, double before, double after)
{
  GArray *times = user;

  g_assert_cmpint (index, ==, 0);
  g_assert_cmpfloat (before, !=, after);
  g_array_append_val (times, t);
}

static void
test_listener (void)
{
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double));
  TestModel run = test_model_open (TEST_HEAD "states: {x: {initial: 1, derivative: \"-x + if(floor(t) == 2, 1, 0)\"}}\n", NULL);

  sim_simulator_initialize (run.simulator, 0, NULL, NULL, 4.5, FALSE);
  sim_simulator_set_switch_func (run.simulator, count_change, times);
  sim_simulator_advance_to (run.simulator, 4.5);
  g_assert_cmpint (times->len, ==, 4);
  for (guint k = 0; k < times->len; k++)
    g_assert_cmpfloat (g_array_index (times, double, k), ==, k + 1.0);
  test_model_close (&run);
}

/* With an algebraic unknown the rates on both sides of a surface are not known, so that a motion along it is not followed. A run that reaches its end
 * nevertheless says so, with a remedy. */
static void
test_released (void)
{
  TestModel run = test_model_open (TEST_HEAD "states: {x: {initial: 0.738, derivative: \"-0.472*y - 1.341*y/(1 + y^2) + if(y > -0.706, -0.635, 0.467*y) - "
                                             "0.799*tanh(y*y)\"}}\n"
                                             "algebraic: {y: {initial: 0.738, residual: y - x}}\n",
                                   "integrator", "radau5", "accuracy", "1e-6", NULL);
  sim_simulator_initialize (run.simulator, 0, NULL, NULL, 8.713, FALSE);
  SimStatus status = sim_simulator_advance_to (run.simulator, 8.713);
  g_test_message ("%s", status.message);
  if (status.reason == SIM_REACHED_END && sim_simulator_statistics (run.simulator).releases > 0)
    {
      g_assert_nonnull (strstr (status.cause, "errors may be larger than the tolerance"));
      g_assert_cmpstr (status.advice, !=, "");
    }
  else
    g_assert_cmpint (status.reason, ==, SIM_FAILED_RUN);
  test_model_close (&run);
}

/* A step that is repeated to end at a switch passes the error test too: here a long step, whose estimate is small by chance, steps over a fall of y from
 * 150 to −1e5, and the part of it up to the switch has an error of up to 2000 tolerances. */
static void
test_repeated_steps (void)
{
  static const char *const stepping[] = { "bulirsch_stoer", "dop853", "runge_kutta5", "tsitouras5", "radau", "rodas4", "kvaerno5" };

  for (gsize m = 0; m < G_N_ELEMENTS (stepping); m++)
    for (int digits = 4; digits <= 8; digits += 2)
      {
        g_autofree char *accuracy = g_strdup_printf ("1e-%d", digits);
        TestModel run = test_model_open (TEST_HEAD
                                         "time: {start: 0, end: 6.749}\n"
                                         "states:\n"
                                         "  x: {initial: -0.358, derivative: \"-0.11*x + if(x > -0.014, 1.415, 0.474*x) + if(y > 0.561, 0.929, 2.156*x)\"}\n"
                                         "  y: {initial: -0.712, derivative: \"-0.514*y - 0.597*y/(1 + y^2) + 0.718*x/(1 + y^2) + 0.5*(x + 0.967)\"}\n"
                                         "events:\n"
                                         "  e: {every: 1.656, offset: 0.4773, set: {y: -0.006*y + 0.922}}\n",
                                         "integrator", stepping[m], "accuracy", accuracy, "guard", "0", NULL);
        SimTape *tape = sim_tape_new (100000);
        OdeAttempt attempt;

        sim_simulator_set_tape (run.simulator, tape);
        sim_simulator_initialize (run.simulator, 0, NULL, NULL, 6.749, FALSE);
        g_assert_cmpint (sim_simulator_advance_to (run.simulator, 6.749).reason, ==, SIM_REACHED_END);
        g_assert_true (sim_simulator_finish (run.simulator, NULL));
        for (gsize i = 0; sim_tape_get (tape, i, &attempt); i++)
          if (attempt.outcome == ODE_ATTEMPT_ACCEPTED && attempt.error > 1)
            g_error ("%s, accuracy %s: a step at t = %g has the error %g", stepping[m], accuracy, attempt.t, attempt.error);
        sim_tape_unref (tape);
        test_model_close (&run);
      }
}

/* Dense output belongs to the sides of its step, also for methods that evaluate stages for it after the step, and where those stages cross the surface.
 * The samples of each method are those of small steps. */
static void
test_dense_output (void)
{
  static const char *const dense[] = { "dop853", "verner65", "verner76", "verner98", "bulirsch_stoer", "radau5", "rodas4", "kvaerno5", "tsitouras5" };
  static const char *const shifts[] = { "0", "-37", "20" };

  for (gsize k = 0; k < G_N_ELEMENTS (shifts); k++)
    {
      g_autofree char *text = g_strdup_printf (TEST_HEAD "constants: {c: %s}\n"
                                               "states:\n"
                                               "  x: {initial: c - 0.806, derivative: \"-1.369*(x - c) - 0.151*v/(1 + v^2) + 0.166*exp(-v^2) + "
                                               "if(v > 0.056, -0.349, 0.477*(x - c))\"}\n"
                                               "  v: {initial: 1.411, derivative: -1.219*v + 1.465*sin(0.406*(x - c))}\n"
                                               "events: {look: {every: 0.04}}\n",
                                               shifts[k]);
      TestModel fine = test_model_open (text, "integrator", "runge_kutta5", "accuracy", "1e-11", "max_step", "0.01", NULL);

      run_to (&fine, 8);
      for (gsize m = 0; m < G_N_ELEMENTS (dense); m++)
        {
          TestModel run = test_model_open (text, "integrator", dense[m], "accuracy", "1e-8", NULL);
          gsize j = 0, n_samples = 0;

          run_to (&run, 8);
          for (gsize i = 0; i < sim_trajectory_n_rows (run.trajectory); i++)
            {
              const double *row = sim_trajectory_row (run.trajectory, i);

              if (!(sim_trajectory_flags (run.trajectory, i) & SIM_ROW_SAMPLE))
                continue;
              while (sim_trajectory_row (fine.trajectory, j)[0] < row[0])
                j++;
              const double *right = sim_trajectory_row (fine.trajectory, j);

              n_samples++;
              g_assert_true (right[0] == row[0]);
              if (!(fabs (row[1] - right[1]) < 1e-5) || !(fabs (row[2] - right[2]) < 1e-5))
                g_error ("%s, shift %s, t = %g: %.9g, %.9g instead of %.9g, %.9g", dense[m], shifts[k], row[0], row[1], row[2], right[1], right[2]);
            }
          g_assert_cmpuint (n_samples, >=, 190);
          test_model_close (&run);
        }
      test_model_close (&fine);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/switches/a-thousand-pulses-are-all-found", test_thousand_pulses);
  g_test_add_func ("/sim/switches/each-method-finds-a-pulse", test_pulse_and_method);
  g_test_add_func ("/sim/switches/steps-use-one-side-of-a-switch", test_one_sided);
  g_test_add_func ("/sim/switches/periodic-switches-are-computed", test_periodic);
  g_test_add_func ("/sim/switches/a-changed-parameter-moves-a-switch", test_parameters_change);
  g_test_add_func ("/sim/switches/a-pulse-in-a-state-is-found", test_state_pulse);
  g_test_add_func ("/sim/switches/a-switch-in-a-state-ends-a-step", test_state_switch);
  g_test_add_func ("/sim/switches/a-motion-that-stops-at-a-switch-stays", test_rest_at_switch);
  g_test_add_func ("/sim/switches/a-motion-on-a-surface-is-followed-and-reported", test_slide);
  g_test_add_func ("/sim/switches/a-motion-on-a-surface-ends-when-a-side-wins", test_slide_ends);
  g_test_add_func ("/sim/switches/a-motion-leaves-a-surface-for-a-short-time", test_slide_ends_shortly);
  g_test_add_func ("/sim/switches/another-condition-ends-a-motion-along-a-surface", test_slide_ends_by_another_condition);
  g_test_add_func ("/sim/switches/a-short-pulse-ends-a-motion-along-a-surface", test_pulse_on_surface);
  g_test_add_func ("/sim/switches/conditions-with-one-surface-change-together", test_one_surface);
  g_test_add_func ("/sim/switches/a-run-ends-where-two-surfaces-meet", test_two_surfaces);
  g_test_add_func ("/sim/switches/a-motion-on-a-surface-does-not-depend-on-the-form-of-a-force", test_algebraic_force);
  g_test_add_func ("/sim/switches/a-motion-on-a-surface-that-an-unknown-defines-is-refused", test_algebraic);
  g_test_add_func ("/sim/switches/conditions-of-unknowns-leave-other-surfaces-as-they-are", test_other_conditions);
  g_test_add_func ("/sim/switches/a-witness-of-an-unknown-has-no-trend-and-the-others-have", test_trends);
  g_test_add_func ("/sim/switches/a-snapshot-continues-with-the-same-bits", test_snapshot);
  g_test_add_func ("/sim/switches/fixed-steps-end-at-a-switch", test_fixed_steps);
  g_test_add_func ("/sim/switches/the-setting-turns-switches-off", test_off);
  g_test_add_func ("/sim/switches/a-run-says-that-steps-do-not-end-at-switches", test_released);
  g_test_add_func ("/sim/switches/repeated-steps-pass-the-error-test", test_repeated_steps);
  g_test_add_func ("/sim/switches/dense-output-has-the-sides-of-its-step", test_dense_output);
  g_test_add_func ("/sim/switches/a-listener-receives-each-change", test_listener);
  return g_test_run ();
}
