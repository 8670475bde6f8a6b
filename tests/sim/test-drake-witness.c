/* Drake's tests of witness functions, in profile drake. A witness is a function whose
 * change of sign triggers an event. CONTRIBUTING.md explains the names D-… and X-…. */
#include <glib.h>
#include <math.h>

#include "sim-test-system.h"

static SimConfig *
fixed (const char *h)
{
  return test_config ("profile", "drake", "integrator", "runge_kutta2", "max_step", h, NULL);
}

static void
advance (SimSimulator *simulator, double t0, double t1)
{
  SimStatus status = sim_simulator_initialize (simulator, t0, NULL, NULL, t1, FALSE);
  g_assert_cmpint (status.reason, ==, SIM_READY);
  status = sim_simulator_advance_to (simulator, t1);
  g_assert_cmpint (status.reason, ==, SIM_REACHED_END);
  g_assert_true (sim_simulator_t (simulator) == t1);
}

static void
d01_stateless_single_step (void)
{
  TestSystem *system = test_system_new (0, 0);
  SimSimulator *simulator = test_simulator (system, fixed ("1e-3"));
  advance (simulator, 0, 1);
  g_assert_cmpint (sim_simulator_statistics (simulator).steps_taken, ==, 1);
  g_assert_cmpint (system->n_rhs, ==, 0);
  sim_simulator_free (simulator);
  test_system_free (system);
}

static void
count_publishes (double w0, SimDirection direction, double t0, double t1, int expected, double at)
{
  TestSystem *system = test_clock (w0, direction);
  SimSimulator *simulator = test_simulator (system, fixed ("1"));
  advance (simulator, t0, t1);
  g_assert_cmpint (test_system_n_calls (system, 0, SIM_ACTION_PUBLISH), ==, expected);
  g_assert_cmpint (sim_simulator_statistics (simulator).publishes, ==, expected);
  if (!isnan (at))
    g_assert_true (test_system_call (system, 0)->t == at);
  sim_simulator_free (simulator);
  test_system_free (system);
}

static void
d02_witness_at_boundary (void)
{
  count_publishes (1, SIM_DIRECTION_BOTH, 0, 1, 1, 1.0);
}

static void
d03_negative_to_zero (void)
{
  count_publishes (1, SIM_DIRECTION_BOTH, 0, 1, 1, NAN);
}

static void
d04_zero_to_positive (void)
{
  count_publishes (0, SIM_DIRECTION_BOTH, 0, 1, 0, NAN);
}

static void
d05_wrong_direction (void)
{
  count_publishes (1, SIM_DIRECTION_FALLING, 0, 2, 0, NAN);
}

static void
d06_right_direction (void)
{
  count_publishes (0, SIM_DIRECTION_RISING, -1, 1, 1, NAN);
}

static TestSystem *
logistic (void)
{
  TestSystem *system = test_logistic (1e-8, 100, 1);
  system->x0[0] = -1;
  return system;
}

static void
d07_challenging (void)
{
  TestSystem *system = logistic ();
  SimSimulator *simulator = test_simulator (system, fixed ("1e-6"));
  advance (simulator, 0, 1e-4);
  g_assert_cmpint (test_system_n_calls (system, 0, 0), ==, 1);
  sim_simulator_free (simulator);
  test_system_free (system);
}

static void
d08_fixed_step_no_isolation (void)
{
  TestSystem *system = logistic ();
  SimSimulator *simulator = test_simulator (system, fixed ("1e-3"));
  advance (simulator, 0, 1e-3);
  g_assert_true (isnan (sim_simulator_isolation_window (simulator)));
  g_assert_cmpint (test_system_n_calls (system, 0, 0), ==, 1);
  g_assert_true (test_system_call (system, 0)->t == 1e-3);
  sim_simulator_free (simulator);
  test_system_free (system);
}

static void
d09_variable_step_isolation (void)
{
  double before = INFINITY;
  for (int power = 0; power <= 8; power++)
    {
      g_autofree char *accuracy = g_strdup_printf ("1e-%d", power);
      TestSystem *system = logistic ();
      SimSimulator *simulator = test_simulator (
          system, test_config ("profile", "drake", "integrator", "runge_kutta3", "isolation_accuracy", accuracy, NULL));
      sim_simulator_initialize (simulator, 0, NULL, NULL, 1, FALSE);
      double window = sim_simulator_isolation_window (simulator);
      g_assert_cmpfloat (window, <, before);
      before = window;
      sim_simulator_free (simulator);
      test_system_free (system);
    }
}

static void
d10_fixed_step_isolation (void)
{
  double before = INFINITY;
  for (int power = 0; power <= 8; power++)
    {
      g_autofree char *accuracy = g_strdup_printf ("1e-%d", power);
      TestSystem *system = test_clock (1, SIM_DIRECTION_BOTH);
      SimSimulator *simulator = test_simulator (
          system, test_config ("profile", "drake", "integrator", "runge_kutta2", "max_step", "10", "isolation_accuracy", accuracy, NULL));
      advance (simulator, 0, 10);
      g_assert_cmpint (test_system_n_calls (system, 0, 0), ==, 1);
      double w = test_system_call (system, 0)->t - 1;
      g_assert_cmpfloat (w, >=, 0);
      g_assert_cmpfloat (w, <, before);
      before = w;
      sim_simulator_free (simulator);
      test_system_free (system);
    }
}

static double
clock_at_one (TestSystem *system, double t, const double *x)
{
  return t - 1;
}

static void
d12_identical_witnesses (void)
{
  TestSystem *system = test_clock (1, SIM_DIRECTION_BOTH);
  test_system_add (system, "second", SIM_TRIGGER_WITNESS, SIM_ACTION_PUBLISH, NULL)->witness = clock_at_one;
  SimSimulator *simulator = test_simulator (
      system, test_config ("profile", "drake", "integrator", "runge_kutta2", "max_step", "2", "isolation_accuracy", "1e-12", NULL));
  advance (simulator, 0, 10);
  g_assert_cmpuint (system->calls->len, ==, 2);
  const TestCall *first = test_system_call (system, 0), *second = test_system_call (system, 1);
  g_assert_cmpint (first->event, ==, 0);
  g_assert_cmpint (second->event, ==, 1);
  g_assert_true (first->t == second->t);
  /* The isolation window is 0.01 · 1e-12 · 2, where 2 is max_step, but it is at least 1e-14, as in Drake. */
  g_assert_cmpfloat (fabs (first->t - 1), <=, 2e-14);
  g_assert_cmpint (sim_simulator_statistics (simulator).publishes, ==, 1);
  sim_simulator_free (simulator);
  test_system_free (system);
}

static double
clock_down (TestSystem *system, double t, const double *x)
{
  return system->p[0] - t;
}

static void
d14_witness_and_timed_sequences (void)
{
  const double times[] = { 0.25, 0.5, 0.75 };
  for (int k = 0; k < 3; k++)
    {
      TestSystem *system = test_system_new (0, 0);
      system->p[0] = times[k];
      TestEvent *witness = test_system_add (system, "witness", SIM_TRIGGER_WITNESS, SIM_ACTION_PUBLISH, NULL);
      witness->witness = clock_down;
      witness->direction = SIM_DIRECTION_FALLING;
      TestEvent *periodic = test_system_add (system, "periodic", SIM_TRIGGER_PERIODIC, SIM_ACTION_PUBLISH, NULL);
      periodic->period = 1;
      periodic->offset = 0.5;
      SimSimulator *simulator = test_simulator (
          system, test_config ("profile", "drake", "integrator", "runge_kutta2", "max_step", "1", "isolation_accuracy", "1e-12", NULL));
      advance (simulator, 0, 1);
      g_assert_cmpint (test_system_n_calls (system, 0, 0), ==, 1);
      g_assert_cmpint (test_system_n_calls (system, 1, 0), ==, 1);
      for (guint i = 0; i < system->calls->len; i++)
        {
          const TestCall *call = test_system_call (system, i);
          if (call->event == 1)
            g_assert_true (call->t == 0.5);
          else
            g_assert_cmpfloat (fabs (call->t - times[k]), <=, 1e-12);
        }
      sim_simulator_free (simulator);
      test_system_free (system);
    }
}

static void
drift_rhs (TestSystem *system, double t, const double *x, double *dxdt)
{
  dxdt[0] = 1;
}

static double
drift_witness (TestSystem *system, double t, const double *x)
{
  return x[0] - system->p[0];
}

/* the isolation window is 1e-6 s at an accuracy of 1e-4. Drake halves the step
 * until it does not pass the crossing, takes this step, and does the same again from
 * its end. This takes at most L = log2 (h/window) additional steps, and half as many
 * on average. Each of these steps is integrated once for each halving. */
static void
x11_isolation_cost (void)
{
  enum { N = 40 };
  const double h = 0.1, window = 1e-6, L = log2 (h / window);
  g_autoptr (GRand) random = g_rand_new_with_seed (11);
  double sum_steps = 0, sum_tries = 0;
  for (int k = 0; k < N; k++)
    {
      TestSystem *system = test_system_new (1, 0);
      system->rhs = drift_rhs;
      system->p[0] = g_rand_double_range (random, 0.01, 0.09);
      test_system_add (system, "drift", SIM_TRIGGER_WITNESS, SIM_ACTION_PUBLISH, NULL)->witness = drift_witness;
      SimSimulator *simulator = test_simulator (
          system, test_config ("profile", "drake", "max_step", "0.1", "initial_step", "0.1", "isolation_accuracy", "1e-4", NULL));
      sim_simulator_initialize (simulator, 0, NULL, NULL, 1, FALSE);
      g_assert_cmpfloat (fabs (sim_simulator_isolation_window (simulator) - window), <=, 1e-18);
      long rhs = system->n_rhs;
      int n_steps = 0;
      while (test_system_n_calls (system, 0, 0) == 0)
        {
          g_assert_cmpint (sim_simulator_step (simulator, 1).reason, ==, SIM_READY);
          n_steps++;
        }
      double late = sim_simulator_t (simulator) - system->p[0];
      g_assert_true (late >= 0 && late <= window);
      /* The last of the n_steps steps ends at the event. Each step
       * evaluates the three stages of a Runge–Kutta method of order 3. The
       * first stage may be known from the previous step. */
      g_assert_cmpint (n_steps - 1, <=, (int) ceil (L));
      sum_steps += n_steps - 1;
      sum_tries += (double) (system->n_rhs - rhs) / 3;
      sim_simulator_free (simulator);
      test_system_free (system);
    }
  g_test_message ("L = %.1f: %.1f artificial steps, %.1f tries each", L, sum_steps / N, sum_tries / sum_steps);
  g_assert_true (sum_steps / N >= 0.4 * L && sum_steps / N <= 0.6 * L);
  /* An integration over the whole step is followed by 1 to L halvings, which are L/2 on average. */
  g_assert_true (sum_tries / sum_steps >= 0.4 * L && sum_tries / sum_steps <= 0.8 * L);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/drake/D-01-a-system-without-states-reaches-the-end-in-one-step", d01_stateless_single_step);
  g_test_add_func ("/sim/drake/D-02-a-witness-that-is-zero-at-the-boundary-fires-there", d02_witness_at_boundary);
  g_test_add_func ("/sim/drake/D-03-a-change-from-negative-to-zero-counts-as-a-crossing", d03_negative_to_zero);
  g_test_add_func ("/sim/drake/D-04-a-change-from-zero-to-positive-does-not-count-as-a-crossing", d04_zero_to_positive);
  g_test_add_func ("/sim/drake/D-05-a-crossing-in-the-wrong-direction-does-not-trigger-the-event", d05_wrong_direction);
  g_test_add_func ("/sim/drake/D-06-a-crossing-in-the-right-direction-triggers-the-event", d06_right_direction);
  g_test_add_func ("/sim/drake/D-07-a-steep-witness-function-triggers-once", d07_challenging);
  g_test_add_func ("/sim/drake/D-08-with-fixed-steps-and-no-accuracy-crossing-times-are-not-refined", d08_fixed_step_no_isolation);
  g_test_add_func ("/sim/drake/D-09-a-tighter-accuracy-locates-crossings-better-with-variable-steps", d09_variable_step_isolation);
  g_test_add_func ("/sim/drake/D-10-a-tighter-accuracy-locates-crossings-better-with-fixed-steps", d10_fixed_step_isolation);
  g_test_add_func ("/sim/drake/D-12-identical-witness-functions-trigger-at-the-same-time", d12_identical_witnesses);
  g_test_add_func ("/sim/drake/D-14-a-crossing-and-a-timed-event-occur-in-the-order-of-their-times", d14_witness_and_timed_sequences);
  g_test_add_func ("/sim/drake/X-11-locating-a-crossing-takes-the-theoretical-number-of-steps", x11_isolation_cost);
  return g_test_run ();
}
