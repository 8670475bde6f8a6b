/* Tests steps whose error is made by the rounding of the time and the states. */
#include "sim-test-model.h"

#include <float.h>
#include <math.h>

/* Runs a model to its end and returns the first state. Sets *n_attempts to the number of attempts. */
static double
run_to_end (const char *yaml, const char *integrator, const char *accuracy, gint64 *n_attempts)
{
  TestModel run = test_model_open (yaml, "integrator", integrator, "accuracy", accuracy, NULL);
  SimStatus status = sim_simulator_initialize (run.simulator, model_system_t_start (run.system), NULL, NULL, NAN, FALSE);
  if (status.reason == SIM_READY)
    status = sim_simulator_advance_to (run.simulator, model_system_t_end (run.system));
  if (status.reason != SIM_REACHED_END)
    g_error ("%s: %s", integrator, status.message);
  double x = test_model_now (&run, "x");
  *n_attempts = sim_simulator_statistics (run.simulator).ode.steps_attempted;
  test_model_close (&run);
  return x;
}

/* At the foot of a pulse of width w at the time c, x is small and the rounding of t, c ε, changes its rate by a part c ε/w, far above the
 * accuracy. */
static void
test_foot_of_a_pulse (void)
{
  static const char *const methods[] = { "verner98", "dop853", "runge_kutta5", "radau", "rodas4" };
  static const double places[] = { 0, 3.7, 45.4, 1e4 };

  for (gsize m = 0; m < G_N_ELEMENTS (methods); m++)
    for (gsize k = 0; k < G_N_ELEMENTS (places); k++)
      {
        const double width = 2.4e-7 * fmax (1, places[k] / 45);
        g_autofree char *hat = g_strdup_printf (TEST_HEAD "time: {start: %.17g, end: %.17g}\nstates:\n"
                                                          "  x: {initial: 0, derivative: \"%.17g*max(0, 1 - abs(t - %.17g)/%.17g)\"}\n",
                                                places[k] - 1, places[k] + 1, 1 / width, places[k], width);
        gint64 n;
        double x = run_to_end (hat, methods[m], "1e-12", &n);

        g_test_message ("%s at %g: 1 + %g, %" G_GINT64_FORMAT " attempts", methods[m], places[k], x - 1, n);
        g_assert_cmpfloat_with_epsilon (x, 1, 1e-10 + 64 * DBL_EPSILON * places[k] / width);
        g_assert_cmpint (n, <, 2000);
      }
}

/* A state whose error is not made by rounding keeps its tolerance, however small it is and however short the steps are. */
static void
test_small_states_keep_their_tolerance (void)
{
  static const double places[] = { 0, 1, 1e3 };

  for (gsize k = 0; k < G_N_ELEMENTS (places); k++)
    {
      g_autofree char *yaml = g_strdup_printf (TEST_HEAD "time: {start: %.17g, end: %.17g}\nstates:\n"
                                                         "  x: {initial: 1e-9, derivative: -1e6*x}\n  v: {initial: 1, derivative: 0}\n",
                                               places[k], places[k] + 0x1p-20);
      gint64 n;

      /* The time of each of the 20 steps is rounded. */
      g_assert_cmpfloat_with_epsilon (run_to_end (yaml, "runge_kutta5", "1e-10", &n), 1e-9 * exp (-1e6 * 0x1p-20),
                                      1e-9 * (1e-9 + 1e6 * 20 * DBL_EPSILON * places[k]));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/rounding/the-foot-of-a-narrow-pulse-needs-few-steps", test_foot_of_a_pulse);
  g_test_add_func ("/sim/rounding/small-states-keep-their-tolerance", test_small_states_keep_their_tolerance);
  return g_test_run ();
}
