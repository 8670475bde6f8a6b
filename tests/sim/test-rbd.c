/* Tests of the integrators of RigidBodyDynamics.jl (R-…), rewritten for this project, and comparisons with published or computed values
 * (X-…). CONTRIBUTING.md explains the names.
 *
 * RigidBodyDynamics.jl adds its step size to the time until the end time is passed. In this project the last step ends at the end time. A
 * test that counts steps beyond the end takes the steps one by one. */
#include "sim-test-model.h"

#include <math.h>

#include "ode-integrator.h"
#include "sim-realtime.h"

/* The acrobot has two uniform rods of mass 1 and of lengths 1 and 2. One hinge is at
 * the top of the first rod, the other one between the rods. The first angle is
 * measured from the lowest position, the second one relative to the first rod (Spong,
 * The swing up control problem for the acrobot, IEEE Control Systems 15 (1995) 49). */
#define ACROBOT                                                                                                                            \
  TEST_HEAD "time: {start: 0, end: 0.1}\n"                                                                                                 \
            "parameters: {g: 9.81, l1: 1, c1: 0.5, c2: 1, I1: 0.083, I2: 0.33, a1: 0, a2: 0, b1: 0, b2: 0}\n"                              \
            "mechanics:\n"                                                                                                                 \
            "  coordinates:\n"                                                                                                             \
            "    q1: {initial: a1, velocity_initial: b1, force: \"h*(2*q1.v*q2.v + q2.v^2) - g*((c1 + l1)*sin(q1) + c2*sin(q1 + q2))\"}\n" \
            "    q2: {initial: a2, velocity_initial: b2, force: \"-h*q1.v^2 - g*c2*sin(q1 + q2)\"}\n"                                      \
            "  mass_matrix:\n"                                                                                                             \
            "    - [\"I1 + I2 + c1^2 + l1^2 + c2^2 + 2*l1*c2*cos(q2)\", \"I2 + c2^2 + l1*c2*cos(q2)\"]\n"                                  \
            "    - [\"I2 + c2^2 + l1*c2*cos(q2)\", \"I2 + c2^2\"]\n"                                                                       \
            "variables: {h: l1*c2*sin(q2)}\n"                                                                                              \
            "outputs:\n"                                                                                                                   \
            "  energy: >-\n"                                                                                                               \
            "    (I1 + c1^2)*q1.v^2/2 + I2*(q1.v + q2.v)^2/2 + (l1^2*q1.v^2 + c2^2*(q1.v + q2.v)^2)/2\n"                                   \
            "    + l1*c2*cos(q2)*q1.v*(q1.v + q2.v) - g*((c1 + l1)*cos(q1) + c2*cos(q1 + q2))\n"

static TestModel
random_acrobot (GRand *random, const char *step)
{
  static const char *const names[] = { "a1", "a2", "b1", "b2" };
  TestModel run = test_model_open (ACROBOT, "profile", "rbd", step != NULL ? "max_step" : NULL, step, NULL);
  for (int i = 0; i < 4; i++)
    g_assert_true (sim_simulator_set_parameter (run.simulator, names[i], g_rand_double_range (random, -1, 1), NULL));
  return run;
}

/* the energy of a motion that starts at a random state is constant within 1e-3. */
static void
test_r01 (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  for (int k = 0; k < 20; k++)
    {
      TestModel run = random_acrobot (random, "1e-2");
      g_assert_cmpint (sim_simulator_initialize (run.simulator, 0, NULL, NULL, 0.1, FALSE).reason, ==, SIM_READY);
      double energy = test_model_now (&run, "energy");
      g_assert_cmpint (sim_simulator_advance_to (run.simulator, 0.1).reason, ==, SIM_REACHED_END);
      g_assert_true (test_model_value (&run, 0, "q1") != test_model_now (&run, "q1"));
      g_assert_cmpfloat (fabs (test_model_now (&run, "energy") - energy), <=, 1e-3);
      test_model_close (&run);
    }
}

/* a ring buffer of three rows receives the initial state and eleven steps. The run
 * has twice the speed of real time, so that its last step does not start before 0.1 s/2. */
static void
test_r02 (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (2);
  TestModel run = random_acrobot (random, "1e-2");
  const SimSystem *system = sim_simulator_system (run.simulator);
  SimSink *ring = sim_sink_ring (3);
  sim_simulator_add_sink (run.simulator, ring, NULL);
  sim_simulator_set_realtime_rate (run.simulator, 2);
  gint64 before = g_get_monotonic_time (); /* the rate counts from the initialization */
  sim_simulator_initialize (run.simulator, 0, NULL, NULL, 1, FALSE);
  double energy = test_model_now (&run, "energy");
  for (int k = 0; k < 11; k++)
    g_assert_cmpint (sim_simulator_step (run.simulator, 1).reason, ==, SIM_READY);
  g_assert_cmpint (g_get_monotonic_time () - before, >=, 49000);
  g_assert_cmpfloat (fabs (test_model_now (&run, "energy") - energy), <=, 1e-3);
  g_assert_cmpint (sim_sink_ring_last_index (ring), ==, 3);
  g_assert_cmpint (sim_sink_ring_n_rows (ring), ==, 3);
  int column = model_system_find_column (run.system, "energy");
  g_assert_cmpint (column, <, system->n_columns);
  for (int age = 0; age < 3; age++)
    {
      double t;
      const double *row = sim_sink_ring_row (ring, age, &t);
      /* The sum of eleven step sizes has rounding errors. */
      g_assert_cmpfloat (fabs (t - (0.11 - 0.01 * age)), <=, 1e-15);
      g_assert_cmpfloat (fabs (row[column] - energy), <=, 1e-3);
    }
  test_model_close (&run);
}

/* a thousand steps of 0.001 end exactly at 1. In
 * RigidBodyDynamics.jl the sum is 1.0000000000000007. */
static void
test_r12 (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  TestModel run = random_acrobot (random, "1e-3");
  sim_simulator_initialize (run.simulator, 0, NULL, NULL, 1, FALSE);
  g_assert_cmpint (sim_simulator_advance_to (run.simulator, 1).reason, ==, SIM_REACHED_END);
  g_assert_cmpint (sim_simulator_statistics (run.simulator).ode.steps_taken, ==, 1000);
  g_assert_true (sim_simulator_t (run.simulator) == 1);
  test_model_close (&run);
}

/* the default step size is 1e-4, and each step evaluates the
 * equations of motion four times. */
static void
test_r13 (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (4);
  TestModel run = random_acrobot (random, NULL);
  sim_simulator_initialize (run.simulator, 0, NULL, NULL, 1, FALSE);
  enum { N_STEPS = 50 };
  for (int k = 1; k <= N_STEPS; k++)
    {
      double t = sim_simulator_t (run.simulator);
      g_assert_cmpint (sim_simulator_step (run.simulator, 1).reason, ==, SIM_READY);
      g_assert_cmpfloat (fabs (sim_simulator_t (run.simulator) - t - 1e-4), <=, 1e-17);
    }
  OdeStatistics statistics = sim_simulator_statistics (run.simulator).ode;
  g_assert_cmpint (statistics.steps_taken, ==, N_STEPS);
  g_assert_cmpint (statistics.rhs_by_purpose[ODE_RHS_STAGES], ==, 4 * N_STEPS);
  test_model_close (&run);
}

/* the run waits until the wall clock has reached the simulated time
 * since the anchor, Δ(n − 1), divided by the rate. With an unlimited rate it
 * never waits. The test sets the anchor to the current wall clock time. A slow
 * machine can therefore only shorten the wait, by the time between two calls. */
static void
test_r14 (void)
{
  static const double rates[] = { 0.5, 1, 2, 7.3 };
  const double delta = 1e3;
  for (guint i = 0; i < G_N_ELEMENTS (rates); i++)
    {
      SimThrottle throttle;
      sim_throttle_rebase (&throttle, 3, rates[i]);
      g_assert_true (throttle.t_anchor == 3);
      g_assert_cmpint (sim_throttle_wait (&throttle, 3), ==, 0);
      for (int n = 2; n <= 6; n++)
        {
          gint64 whole = (gint64) (delta * (n - 1) / rates[i] * 1e6);
          gint64 before = g_get_monotonic_time ();
          throttle.wall_anchor = before;
          gint64 wait = sim_throttle_wait (&throttle, 3 + delta * (n - 1));
          gint64 after = g_get_monotonic_time ();
          g_assert_cmpint (wait, <=, whole + 1);
          g_assert_cmpint (wait, >=, whole - (after - before) - 1);
          /* If the time to wait for is already in the past, the function does not wait. */
          throttle.wall_anchor = after - whole - 1;
          g_assert_cmpint (sim_throttle_wait (&throttle, 3 + delta * (n - 1)), ==, 0);
        }
    }
  SimThrottle free_running;
  sim_throttle_rebase (&free_running, 0, 0);
  g_assert_cmpint (sim_throttle_wait (&free_running, 1e9), ==, 0);
}

/* R-14 for a whole run: the last of n steps starts at least Δ(n − 1)/rate after the first one. The rate 0 means no limit. */
static void
test_r14_run (void)
{
  static const double rates[] = { 0.5, 1, 4 };
  enum { N_STEPS = 6 };
  for (guint i = 0; i < G_N_ELEMENTS (rates); i++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (6);
      TestModel run = random_acrobot (random, "1e-2");
      sim_simulator_set_realtime_rate (run.simulator, rates[i]);
      gint64 begun = g_get_monotonic_time ();
      sim_simulator_initialize (run.simulator, 0, NULL, NULL, 1, FALSE);
      gint64 before = g_get_monotonic_time ();
      for (int k = 0; k < N_STEPS; k++)
        g_assert_cmpint (sim_simulator_step (run.simulator, 1).reason, ==, SIM_READY);
      double elapsed = (double) (g_get_monotonic_time () - before) * 1e-6, whole = 1e-2 * (N_STEPS - 1) / rates[i];
      SimStatistics statistics = sim_simulator_statistics (run.simulator);
      /* The wait is measured from a time during the initialization. Each reading of the clock is rounded to 1 µs. */
      g_assert_cmpfloat (elapsed, >=, whole - (double) (before - begun) * 1e-6 - 1e-5);
      g_assert_cmpfloat (statistics.wall_seconds, <=, elapsed + 1e-5);
      g_assert_cmpfloat_with_epsilon (statistics.actual_realtime_rate * statistics.wall_seconds, 1e-2 * N_STEPS, 1e-12);
      test_model_close (&run);
    }
}

/* the first row is the initial state at t = 0, and each step adds one row. */
static void
test_r15 (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  TestModel run = random_acrobot (random, "1e-2");
  sim_simulator_initialize (run.simulator, 0, NULL, NULL, 1, FALSE);
  double q1 = test_model_now (&run, "q1");
  sim_simulator_advance_to (run.simulator, 1);
  g_assert_true (sim_simulator_finish (run.simulator, NULL));
  g_assert_true (sim_trajectory_row (run.trajectory, 0)[0] == 0);
  g_assert_true (test_model_value (&run, 0, "q1") == q1);
  g_assert_cmpuint (sim_trajectory_n_rows (run.trajectory), ==, 101);
  g_assert_cmpint (sim_simulator_statistics (run.simulator).ode.steps_taken, ==, 100);
  test_model_close (&run);
}

/* the Van der Pol oscillator with μ = 1 approaches a limit cycle. After 40 s the
 * state is on the cycle up to rounding. The published values have eleven decimals. The
 * times of events have errors of about a thousand times the tolerance 1e-12. */
static void
test_x01 (void)
{
  TestModel run = test_model_open (TEST_HEAD "time: {start: 0, end: 80}\n"
                                             "states:\n"
                                             "  x: {initial: 2, derivative: v, kind: position}\n"
                                             "  v: {initial: 0, derivative: (1 - x^2)*v - x, kind: velocity}\n"
                                             "events:\n"
                                             "  highest: {crossing: v, direction: falling}\n",
                                   "integrator", "dop853", "accuracy", "1e-12", NULL);
  sim_simulator_initialize (run.simulator, 0, NULL, NULL, 80, FALSE);
  g_assert_cmpint (sim_simulator_advance_to (run.simulator, 80).reason, ==, SIM_REACHED_END);
  double last = NAN;
  int n = 0;
  for (gsize k = 0; test_model_event (&run, "highest", &k); k++)
    {
      SimEventRecord record = sim_trajectory_event (run.trajectory, k);
      if (last > 40)
        {
          g_assert_cmpfloat (fabs (record.t - last - 6.66328685932), <=, 1e-9);
          g_assert_cmpfloat (fabs (test_model_value (&run, record.row_before, "x") - 2.00861986087), <=, 1e-9);
          n++;
        }
      last = record.t;
    }
  g_assert_cmpint (n, >=, 4);
  test_model_close (&run);
}

/* the reference values of the spring have ten decimals. */
static void
test_x06 (gconstpointer method)
{
  TestModel run = test_model_open (TEST_HEAD "time: {start: 0, end: 1}\n"
                                             "parameters: {k: 300, m: 2}\n"
                                             "states:\n"
                                             "  x: {initial: 0.1, derivative: v, kind: position}\n"
                                             "  v: {initial: 0.01, derivative: -k*x/m, kind: velocity}\n"
                                             "  work: {initial: 0, derivative: -k*x*v}\n",
                                   "integrator", method, "accuracy", "1e-12", NULL);
  sim_simulator_initialize (run.simulator, 0, NULL, NULL, 1, FALSE);
  g_assert_cmpint (sim_simulator_advance_to (run.simulator, 1).reason, ==, SIM_REACHED_END);
  double x = test_model_now (&run, "x"), v = test_model_now (&run, "v");
  g_assert_cmpfloat (fabs (x - 0.09470139325), <=, 1e-9);
  g_assert_cmpfloat (fabs (v - 0.39350593067), <=, 1e-9);
  /* The work that the spring has done equals the gain of kinetic energy. */
  g_assert_cmpfloat (fabs (test_model_now (&run, "work") - (v * v - 0.01 * 0.01)), <=, 1e-9);
  test_model_close (&run);
}

/* two masses are joined by a spring of stiffness 1e20. Only implicit methods can solve this.
 * The accuracy bounds the error of each step, and the errors of a hundred steps add up to 1e-7. */
static void
test_x07 (void)
{
  TestModel run = test_model_open (TEST_HEAD "time: {start: 0, end: 1}\n"
                                             "variables: {f1: -750*x1, f2: -1e20*(x2 - x1 - 1)}\n"
                                             "states:\n"
                                             "  x1: {initial: 0.5, derivative: v1, kind: position}\n"
                                             "  x2: {initial: 1.5, derivative: v2, kind: position}\n"
                                             "  v1: {initial: 0, derivative: f1 - f2, kind: velocity}\n"
                                             "  v2: {initial: 0, derivative: f2, kind: velocity}\n",
                                   "integrator", "radau5", "accuracy", "1e-7", NULL);
  sim_simulator_initialize (run.simulator, 0, NULL, NULL, 1, FALSE);
  g_assert_cmpint (sim_simulator_advance_to (run.simulator, 1).reason, ==, SIM_REACHED_END);
  g_test_message ("%.12g %.12g", test_model_now (&run, "x1"), test_model_now (&run, "v1"));
  g_assert_cmpfloat (fabs (test_model_now (&run, "x1") - 0.43505747720), <=, 1e-5);
  g_assert_cmpfloat (fabs (test_model_now (&run, "v1") + 4.77198824647), <=, 1e-4);
  g_assert_cmpfloat (fabs (test_model_now (&run, "x2") - 1.43505747720), <=, 1e-5);
  test_model_close (&run);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/rbd/R-01-energy-is-conserved-from-a-random-state", test_r01);
  g_test_add_func ("/sim/rbd/R-02-a-ring-buffer-of-three-keeps-the-last-three-rows", test_r02);
  g_test_add_func ("/sim/rbd/R-12-a-thousand-steps-of-0.001-end-exactly-at-one", test_r12);
  g_test_add_func ("/sim/rbd/R-13-the-default-step-size-is-1e-4-and-each-step-takes-four-evaluations", test_r13);
  g_test_add_func ("/sim/rbd/R-14-a-real-time-run-waits-until-wall-clock-time-has-caught-up", test_r14);
  g_test_add_func ("/sim/rbd/R-14-the-steps-of-a-run-start-no-earlier-than-the-rate-allows", test_r14_run);
  g_test_add_func ("/sim/rbd/R-15-the-initial-state-and-each-step-are-stored", test_r15);
  g_test_add_func ("/sim/reference/X-01-van-der-pol-has-the-known-period-and-amplitude", test_x01);
  g_test_add_data_func ("/sim/reference/X-06-the-final-state-of-a-spring-agrees-to-ten-decimals/runge_kutta5", "runge_kutta5", test_x06);
  g_test_add_data_func ("/sim/reference/X-06-the-final-state-of-a-spring-agrees-to-ten-decimals/dop853", "dop853", test_x06);
  g_test_add_data_func ("/sim/reference/X-06-the-final-state-of-a-spring-agrees-to-ten-decimals/verner98", "verner98", test_x06);
  g_test_add_func ("/sim/reference/X-07-two-masses-on-a-spring-of-1e20-move-as-one", test_x07);
  return g_test_run ();
}
