/* Tests that a run reports changes of the right-hand side that its steps passed over, and only those. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "sim-test-model.h"

/* Runs a model and returns what its steps passed over. */
static SimPassed
passed_of_model (const char *text, double end, const char *method, const char *key, const char *value)
{
  TestModel run = test_model_open (text, "integrator", method, key, value, NULL);
  SimStatus status = sim_simulator_initialize (run.simulator, 0, NULL, NULL, end, FALSE);
  SimPassed passed;

  if (status.reason == SIM_READY)
    status = sim_simulator_advance_to (run.simulator, end);
  g_assert_cmpint (status.reason, ==, SIM_REACHED_END);
  passed = sim_simulator_statistics (run.simulator).passed;
  test_model_close (&run);
  return passed;
}

/* Runs a model with one state x and returns what its steps passed over. */
static SimPassed
passed_of (const char *derivative, double initial, double end, const char *method, const char *key, const char *value)
{
  g_autofree char *text = g_strdup_printf (TEST_HEAD "states: {x: {initial: %.17g, derivative: \"%s\"}}\n", initial, derivative);

  return passed_of_model (text, end, method, key, value);
}

/* A pulse of area `area` between `from` and `to` was passed over. */
static void
assert_pulse (const SimPassed *passed, double from, double to, double area)
{
  g_assert_cmpint (passed->n_steps, >=, 1);
  g_assert_cmpfloat (passed->from, <=, 0.5 * (from + to));
  g_assert_cmpfloat (passed->to, >=, 0.5 * (from + to));
  g_assert_cmpfloat (passed->to - passed->from, <=, 3 * (to - from));
  /* What is missed is computed to a hundredth of what is reported at least (UNCERTAIN in sim-passed-search.c). */
  g_assert_cmpfloat_with_epsilon (passed->missed, area, 0.2 * fabs (area));
  g_assert_cmpfloat (passed->tolerances, >, 10);
  g_assert_cmpfloat (passed->max_step, <=, 0.5 * (passed->to - passed->from) * (1 + 1e-12));
}

static void
test_smooth_pulse (void)
{
  static const char *const methods[] = { "runge_kutta5", "dop853", "radau5", "rodas4", "trbdf2", "ndf" };

  for (gsize k = 0; k < G_N_ELEMENTS (methods); k++)
    {
      SimPassed passed = passed_of ("100*exp(-((t - 50)/0.02)^2)", 0, 100, methods[k], "accuracy", "1e-4");

      g_test_message ("%s", methods[k]);
      assert_pulse (&passed, 49.97, 50.03, 100 * 0.02 * sqrt (G_PI));
      g_assert_false (passed.has_switches);
    }
}

static void
test_places_and_widths (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (3);

  for (int i = 0; i < 200; i++)
    {
      double width = pow (10, -g_rand_double_range (random, 2, 6)), at = g_rand_double_range (random, 0.3, 0.9);
      double size = pow (10, g_rand_double_range (random, -12, 12)), time = pow (10, g_rand_double_range (random, -6, 6));
      g_autofree char *text =
          g_strdup_printf ("%.17g*exp(-((t/%.17g - %.17g)/%.17g)^2) - x/%.17g", size / (width * time), time, at, width, 10 * time);
      SimPassed passed = passed_of (text, 100 * size, time, "runge_kutta5", "accuracy", "1e-4");

      /* The area is 1.77 of the size, hundreds of tolerances of a state of 100 sizes. */
      g_test_message ("%s", text);
      assert_pulse (&passed, (at - 1.5 * width) * time, (at + 1.5 * width) * time, size * sqrt (G_PI));
    }
}

/* While the motion stays on the surface x = s, a step that passes over a pulse in the equation of another state is reported; a smooth one is not. */
static void
test_along_a_surface (void)
{
  static const double places[] = { 0, 3, -200 };

  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    for (int pulse = 0; pulse < 2; pulse++)
      {
        g_autofree char *text = g_strdup_printf (TEST_HEAD "states:\n"
                                                           "  x: {initial: %g, derivative: \"0.3 - sign(x - (%g))\"}\n"
                                                           "  y: {initial: 0, derivative: \"%s + 0.1*sign(x - (%g))\"}\n",
                                                 places[i] + 1, places[i], pulse ? "100*exp(-((t - 50)/0.02)^2)" : "sin(0.01*t)", places[i]);
        SimPassed passed = passed_of_model (text, 100, "runge_kutta5", "accuracy", "1e-4");

        if (pulse)
          assert_pulse (&passed, 49.97, 50.03, 100 * 0.02 * sqrt (G_PI));
        else
          g_assert_cmpint (passed.n_steps, ==, 0);
        g_assert_cmpint (passed.n_checked, >, 0);
      }
}

static void
test_without_switches (void)
{
  SimPassed pulse = passed_of ("if(t > 50 and t < 50.1, 100, 0)", 0, 100, "runge_kutta5", "switches", "false");
  SimPassed window = passed_of ("1 + 100*(abs(x - 5) < 0.005)", 0, 10, "runge_kutta5", "switches", "false");
  SimPassed periodic = passed_of ("(mod(t, 10) < 0.05) - 0.02*x", 0, 100, "runge_kutta5", "switches", "false");

  assert_pulse (&pulse, 50, 50.1, 10);
  g_assert_true (pulse.has_switches);
  assert_pulse (&window, 4.995, 5.005, 1);
  g_assert_true (window.has_switches);
  g_assert_cmpint (periodic.n_steps, >, 1);
}

/* With switches the same steps end at the conditions. Smooth equations, stiff ones, oscillations that the steps resolve, and pulses that a
 * step sees give no report. */
static void
test_no_report (void)
{
  static const struct
  {
    const char *derivative, *method;
    double end;
  } rows[] = {
    { "if(t > 50 and t < 50.1, 100, 0)", "runge_kutta5", 100 },
    { "1 + 100*(abs(x - 5) < 0.05)", "runge_kutta5", 10 },
    { "(mod(t, 10) < 0.05) - 0.02*x", "runge_kutta5", 100 },
    { "-x + sin(t)", "runge_kutta5", 100 },
    { "-1e6*(x - cos(t)) - sin(t)", "radau5", 100 },
    { "exp(-((t - 50)/10)^2) - x", "runge_kutta5", 100 },
    { "x*(1 - x)*tanh(t - 3)", "dop853", 10 },
    { "abs(sin(t)) - x", "runge_kutta5", 100 },
    { "sin(20*t) - x", "dop853", 50 },
    { "1/(1 + ((t - 50)/5)^2)", "bdf3", 100 },
  };

  for (gsize k = 0; k < G_N_ELEMENTS (rows); k++)
    {
      SimPassed passed = passed_of (rows[k].derivative, 0.5, rows[k].end, rows[k].method, "accuracy", "1e-4");

      g_test_message ("%s: %g tolerances between %g and %g", rows[k].derivative, passed.tolerances, passed.from, passed.to);
      g_assert_cmpint (passed.n_steps, ==, 0);
    }
}

static void
test_profiles (void)
{
  static const char *const profiles[] = { "drake", "simbody", "rbd" };

  for (gsize k = 0; k < G_N_ELEMENTS (profiles); k++)
    {
      SimPassed passed = passed_of ("100*exp(-((t - 50)/0.02)^2)", 0, 100, "runge_kutta5", "profile", profiles[k]);

      g_assert_cmpint (passed.n_steps, ==, 0);
    }
}

/* The steps of a run with the advised largest step end inside the pulse. */
static void
test_cure (void)
{
  const char *derivative = "100*exp(-((t - 50)/0.02)^2)";
  SimPassed passed = passed_of (derivative, 0, 100, "runge_kutta5", "accuracy", "1e-4");
  g_autofree char *text = g_strdup_printf (TEST_HEAD "states: {x: {initial: 0, derivative: \"%s\"}}\n", derivative);
  g_autofree char *step = g_strdup_printf ("%.17g", passed.max_step), *sentence = sim_passed_sentence (&passed, NULL),
                  *cure = sim_passed_cure (&passed);
  TestModel run = test_model_open (text, "integrator", "runge_kutta5", "max_step", step, NULL);

  sim_simulator_initialize (run.simulator, 0, NULL, NULL, 100, FALSE);
  sim_simulator_advance_to (run.simulator, 100);
  g_assert_cmpint (sim_simulator_statistics (run.simulator).passed.n_steps, ==, 0);
  /* A hundred times the accuracy. */
  g_assert_cmpfloat_with_epsilon (test_model_now (&run, "x"), 100 * 0.02 * sqrt (G_PI), 0.04);
  g_assert_nonnull (strstr (cure, step));
  g_assert_nonnull (strstr (sentence, "state 1"));
  test_model_close (&run);
}

/* A snapshot has the report, so that a run that continues from it still has it. */
static void
test_snapshot (void)
{
  TestModel run = test_model_open (TEST_HEAD "states: {x: {initial: 0, derivative: \"100*exp(-((t - 50)/0.02)^2)\"}}\n", "integrator",
                                   "runge_kutta5", NULL);

  sim_simulator_initialize (run.simulator, 0, NULL, NULL, 100, FALSE);
  sim_simulator_advance_to (run.simulator, 100);
  SimPassed before = sim_simulator_statistics (run.simulator).passed;
  g_autoptr (GBytes) snapshot = sim_simulator_save (run.simulator);

  sim_simulator_reset_statistics (run.simulator);
  g_assert_cmpint (sim_simulator_statistics (run.simulator).passed.n_steps, ==, 0);
  g_assert_true (sim_simulator_restore (run.simulator, snapshot));
  g_assert_cmpint (sim_simulator_statistics (run.simulator).passed.n_steps, ==, 1);
  g_assert_cmpfloat (sim_simulator_statistics (run.simulator).passed.from, ==, before.from);
  test_model_close (&run);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/passed/a-smooth-pulse-between-two-stages-is-reported", test_smooth_pulse);
  g_test_add_func ("/sim/passed/pulses-at-any-place-of-any-size-are-reported", test_places_and_widths);
  g_test_add_func ("/sim/passed/conditions-are-reported-if-steps-do-not-end-at-them", test_without_switches);
  g_test_add_func ("/sim/passed/a-pulse-during-a-motion-along-a-surface-is-reported", test_along_a_surface);
  g_test_add_func ("/sim/passed/runs-that-pass-over-nothing-report-nothing", test_no_report);
  g_test_add_func ("/sim/passed/profiles-of-other-systems-report-nothing", test_profiles);
  g_test_add_func ("/sim/passed/the-advised-step-sees-the-pulse", test_cure);
  g_test_add_func ("/sim/passed/a-snapshot-keeps-the-report", test_snapshot);
  return g_test_run ();
}
