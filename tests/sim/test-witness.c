/* Tests discontinuous and continuous witnesses, with steps that are longer or shorter than the window. A witness is a function
 * whose change of sign triggers an event, and the window is the largest interval to which the time of the event is narrowed. */
#include "sim-test-model.h"

#include <math.h>

typedef struct
{
  const char *step, *window; /* window "0": the default, which depends on the accuracy and the step */
  double wide;               /* upper bound of the window, in seconds */
} Case;

static const Case cases[] = {
  { "0.05", "0", 1e-6 },     { "0.01", "0", 1e-6 },     { "0.003", "0", 1e-6 },    { "0.05", "0.002", 2e-3 },  { "0.01", "0.002", 2e-3 },
  { "0.003", "0.002", 2e-3 }, { "0.01", "0.005", 5e-3 }, { "0.003", "0.005", 5e-3 }, { "0.001", "0.005", 5e-3 },
};

/* Checks that the event happens at 0.1, 0.2, …, 0.9, with alternating directions and one update each time. */
static void
check (const char *witness)
{
  g_autofree char *yaml = g_strdup_printf (TEST_HEAD "time: {start: 0, end: 0.95}\n"
                                                     "discrete: {n: 0}\n"
                                                     "states: {x: {initial: 0, derivative: 1}}\n"
                                                     "events: {flip: {crossing: \"%s\", direction: both, set: {n: n + 1}}}\n",
                                           witness);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      TestModel run = test_model_open (yaml, "error_control", "false", "max_step", cases[i].step, "isolation", cases[i].window, NULL);
      sim_simulator_initialize (run.simulator, 0, NULL, NULL, 0.95, FALSE);
      g_assert_cmpint (sim_simulator_advance_to (run.simulator, 0.95).reason, ==, SIM_REACHED_END);
      int n = 0;
      for (gsize k = 0; test_model_event (&run, "flip", &k); k++)
        {
          double late = sim_trajectory_event (run.trajectory, k).t - 0.1 * ++n;
          /* The end of a step is a sum of step sizes and has rounding errors. */
          g_assert_true (late >= -1e-13 && late <= cases[i].wide + 1e-13);
        }
      g_test_message ("steps of %s, window %s: %d", cases[i].step, cases[i].window, n);
      g_assert_cmpint (n, ==, 9);
      g_assert_true (test_model_now (&run, "n") == 9);
      test_model_close (&run);
    }
}

static void
test_two_values (void)
{
  check ("if(mod(t, 0.2) < 0.1, 1, -1)");
}

/* The absolute values before and after the jump differ by a large factor in the first case, and slightly in the second case. */
static void
test_unequal_values (void)
{
  check ("if(mod(t, 0.2) < 0.1, 3, -1)");
  check ("if(mod(t, 0.2) < 0.1, 1, -1e6)");
}

/* A continuous witness triggers its event once at each crossing, even if
 * the window is as long as several steps. The witness is zero at the start. */
static void
test_continuous (void)
{
  check ("sin(10*pi*x)");
  check ("cbrt(sin(10*pi*x))");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/witness/a-witness-that-jumps-between-1-and-minus-1-triggers-at-each-jump", test_two_values);
  g_test_add_func ("/sim/witness/a-witness-that-jumps-between-unequal-values-triggers-at-each-jump", test_unequal_values);
  g_test_add_func ("/sim/witness/a-continuous-witness-triggers-once-at-each-crossing", test_continuous);
  return g_test_run ();
}
