/* Tests rules of the event loop that a change of a single line of code could break. CONTRIBUTING.md explains the names D-…. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "sim-realtime.h"
#include "sim-test-model.h"
#include "sim-test-system.h"

static void
constant_rhs (TestSystem *system, double t, const double *x, double *dxdt)
{
  dxdt[0] = system->n_discrete > 0 && system->d[0] > 0.5 ? -1 : 1;
}

static double
clock_at_one (TestSystem *system, double t, const double *x)
{
  return t - 1;
}

/* Drake runs the publish events of a step in a fixed order: first those that happen in
 * each step, then timed ones, then those with a witness. Their order in the file does
 * not matter. With fixed steps and without an accuracy for isolation, a crossing counts
 * as at the end of its step. In this test a timed event is due at the same time. */
static void
test_drake_order (void)
{
  static const double times[] = { 1 };
  TestSystem *system = test_system_new (1, 0);

  system->rhs = constant_rhs;
  test_system_add (system, "witness", SIM_TRIGGER_WITNESS, SIM_ACTION_PUBLISH, NULL)->witness = clock_at_one;
  TestEvent *timed = test_system_add (system, "timed", SIM_TRIGGER_TIMED, SIM_ACTION_PUBLISH, NULL);
  timed->times = times;
  timed->n_times = 1;
  test_system_add (system, "step", SIM_TRIGGER_PER_STEP, SIM_ACTION_PUBLISH, NULL);
  SimSimulator *simulator = test_simulator (
      system, test_config ("profile", "drake", "integrator", "runge_kutta2", "error_control", "false", "max_step", "0.25", NULL));
  sim_simulator_initialize (simulator, 0, NULL, NULL, 1.5, FALSE);
  sim_simulator_advance_to (simulator, 1.5);
  GString *order = g_string_new (NULL);
  for (guint k = 0; k < system->calls->len; k++)
    if (test_system_call (system, k)->t == 1)
      g_string_append_printf (order, "%s ", system->events[test_system_call (system, k)->event].name);
  g_assert_cmpstr (order->str, ==, "step timed witness ");
  g_string_free (order, TRUE);
  sim_simulator_free (simulator);
  test_system_free (system);
}

/* If several events publish at the same time inside a step, the statistics
 * count one publication. */
static void
test_interpolated_publishes (void)
{
  TestSystem *system = test_system_new (1, 0);

  system->rhs = constant_rhs;
  test_system_add (system, "fast", SIM_TRIGGER_PERIODIC, SIM_ACTION_PUBLISH, NULL)->period = 0.25;
  test_system_add (system, "slow", SIM_TRIGGER_PERIODIC, SIM_ACTION_PUBLISH, NULL)->period = 0.5;
  SimSimulator *simulator = test_simulator (system, test_config (NULL, NULL));
  sim_simulator_initialize (simulator, 0, NULL, NULL, 10, FALSE);
  sim_simulator_advance_to (simulator, 10);
  g_assert_cmpint (test_system_n_calls (system, 0, 0), ==, 41);
  g_assert_cmpint (test_system_n_calls (system, 1, 0), ==, 21);
  g_assert_cmpint (sim_simulator_statistics (simulator).publishes, ==, 41);
  sim_simulator_free (simulator);
  test_system_free (system);
}

static double
position (TestSystem *system, double t, const double *x)
{
  return x[0];
}

static SimHandlerStatus
reverse (TestSystem *system, int event, SimAction action, double t, const double *x, const double *d, double *x_plus, double *d_plus)
{
  d_plus[0] = event == 0 ? 1 : 0;
  return test_succeed ();
}

/* The relay steps from −1 by 1/4, so that its state is exactly zero when
 * the event `on` happens. The witness of the event `off` has also reached
 * zero from below. The event `off` happens when the state turns back. */
static void
test_arrival_at_zero (void)
{
  TestSystem *system = test_system_new (1, 1);
  int n_off = 0;

  system->rhs = constant_rhs;
  system->x0[0] = -1;
  for (int k = 0; k < 2; k++)
    {
      TestEvent *event = test_system_add (system, k == 0 ? "on" : "off", SIM_TRIGGER_WITNESS, SIM_ACTION_UNRESTRICTED, reverse);
      event->witness = position;
      event->direction = k == 0 ? SIM_DIRECTION_RISING : SIM_DIRECTION_FALLING;
    }
  SimSimulator *simulator = test_simulator (
      system, test_config ("integrator", "midpoint", "error_control", "false", "max_step", "0.25", "guard", "0", NULL));
  sim_simulator_initialize (simulator, 0, NULL, NULL, 1.25, FALSE);
  sim_simulator_advance_to (simulator, 1);
  g_assert_true (sim_simulator_x (simulator)[0] == 0 && sim_simulator_t (simulator) == 1);
  for (int k = 0; k < 3; k++)
    sim_simulator_step (simulator, 1.25);
  for (guint k = 0; k < system->calls->len; k++)
    n_off += test_system_call (system, k)->event == 1;
  g_assert_cmpint (n_off, >=, 1);
  g_assert_cmpfloat (fabs (sim_simulator_x (simulator)[0]), <=, 0.25);
  sim_simulator_free (simulator);
  test_system_free (system);
}

/* The update reverses the velocity of the ball and does not change its place,
 * which is below the surface by a rounding error. When the ball moves up through
 * the surface, this does not count as a crossing in the other direction. */
static void
test_latch (void)
{
  static const char *const methods[] = { "runge_kutta5", "dop853", "runge_kutta4", "radau5", "bogacki_shampine3" };

  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      TestModel run = test_model_open (TEST_HEAD "time: {start: 0, end: 90}\n"
                                                 "states: {h: {initial: 1, derivative: v}, v: {initial: 0, derivative: -9.81}}\n"
                                                 "discrete: {n: 0}\n"
                                                 "events: {touch: {crossing: h, set: {v: -v, n: n + 1}}}\n",
                                       "integrator", methods[i], "max_step", "0.25", NULL);

      sim_simulator_initialize (run.simulator, 0, NULL, NULL, 90, FALSE);
      g_assert_cmpint (sim_simulator_advance_to (run.simulator, 90).reason, ==, SIM_REACHED_END);
      /* Contact k happens at (2k − 1) √(2/g). The last contact before 90 s is the 100th. */
      g_assert_true (test_model_now (&run, "n") == 100);
      test_model_close (&run);
    }
}

/* A run in real time never waits longer than until the wall clock time that belongs to its simulated time. */
static void
test_throttle_bound (void)
{
  static const double rates[] = { 1, 5, 0.5 };

  for (guint i = 0; i < G_N_ELEMENTS (rates); i++)
    {
      SimThrottle throttle;
      gint64 before = g_get_monotonic_time (), wait, after;

      sim_throttle_rebase (&throttle, 3, rates[i]);
      wait = sim_throttle_wait (&throttle, 3.25);
      after = g_get_monotonic_time ();
      g_assert_cmpint (wait, <=, (gint64) (250000 / rates[i]));
      g_assert_cmpint (wait, >=, (gint64) (250000 / rates[i]) - (after - before) - 1);
      g_assert_cmpint (sim_throttle_wait (&throttle, 3), ==, 0);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/event-rules/in-profile-drake-timed-events-are-published-before-witness-events", test_drake_order);
  g_test_add_func ("/sim/event-rules/publish-events-inside-steps-are-counted", test_interpolated_publishes);
  g_test_add_func ("/sim/event-rules/a-witness-that-reaches-zero-counts-as-crossed", test_arrival_at_zero);
  g_test_add_func ("/sim/event-rules/a-handled-event-does-not-trigger-again-when-its-witness-turns-back", test_latch);
  g_test_add_func ("/sim/event-rules/D-31-a-run-waits-no-longer-than-its-real-time-rate-requires", test_throttle_bound);
  return g_test_run ();
}
