/* Drake's tests of steps, updates and their times, in profile drake.
 * CONTRIBUTING.md explains the names D-…. */
#include <glib.h>
#include <math.h>

#include "sim-dense.h"
#include "sim-test-system.h"

static SimConfig *
euler (const char *h)
{
  return test_config ("profile", "drake", "integrator", "explicit_euler", "max_step", h, NULL);
}

static SimStatus
start (SimSimulator *simulator, double t0, double t1)
{
  SimStatus status = sim_simulator_initialize (simulator, t0, NULL, NULL, t1, FALSE);
  g_assert_cmpint (status.reason, ==, SIM_READY);
  status = sim_simulator_advance_to (simulator, t1);
  g_assert_true (sim_simulator_t (simulator) == t1);
  return status;
}

static void
done (SimSimulator *simulator, TestSystem *system)
{
  sim_simulator_free (simulator);
  test_system_free (system);
}

static void
d15_no_sample (void)
{
  TestSystem *system = test_spring (300, 2, 0.1, 0);
  SimSimulator *simulator = test_simulator (system, euler ("1e-3"));
  start (simulator, 0, 1);
  SimStatistics statistics = sim_simulator_statistics (simulator);
  g_assert_cmpint (statistics.steps_taken, ==, 1000);
  g_assert_cmpint (statistics.discrete_updates, ==, 0);
  SimStatus status = sim_simulator_advance_to (simulator, 0.5);
  g_assert_cmpint (status.reason, ==, SIM_FAILED_RUN);
  g_assert_nonnull (strstr (status.message, "before the current time"));
  g_assert_true (sim_simulator_t (simulator) == 1);
  done (simulator, system);
}

static void
d16_reset_integrator (void)
{
  TestSystem *system = test_spring (300, 2, 0.1, 0);
  SimSimulator *simulator = test_simulator (system, euler ("1e-3"));
  start (simulator, 0, 0.5);
  g_assert_cmpint (sim_simulator_statistics (simulator).steps_taken, ==, 500);
  double x = sim_simulator_x (simulator)[0];
  g_autoptr (SimConfig) config = test_config ("profile", "drake", "integrator", "runge_kutta2", "max_step", "1e-3", NULL);
  g_assert_true (sim_simulator_set_config (simulator, config, NULL));
  g_assert_true (sim_simulator_x (simulator)[0] == x);
  SimStatus status = sim_simulator_advance_to (simulator, 1);
  g_assert_cmpint (status.reason, ==, SIM_REACHED_END);
  g_assert_cmpint (sim_simulator_statistics (simulator).steps_taken, ==, 500);
  done (simulator, system);
}

static void
d17_regular_sampling (void)
{
  TestSystem *system = test_spring (300, 2, 0.1, 0);
  test_system_add (system, "count", SIM_TRIGGER_PERIODIC, SIM_ACTION_DISCRETE, NULL)->period = 1.0 / 30;
  SimSimulator *simulator = test_simulator (system, euler ("1e-3"));
  start (simulator, 0, 1);
  SimStatistics statistics = sim_simulator_statistics (simulator);
  g_assert_cmpint (statistics.steps_taken, >, 1000);
  g_assert_cmpint (statistics.discrete_updates, ==, 30);
  done (simulator, system);
}

static SimHandlerStatus
count_up (TestSystem *system, int event, SimAction action, double t, const double *x, const double *d, double *x_plus, double *d_plus)
{
  d_plus[0] = d[0] + 1;
  return test_succeed ();
}

static void
d18_discrete_system (void)
{
  TestSystem *system = test_system_new (0, 1);
  test_system_add (system, "update", SIM_TRIGGER_PERIODIC, SIM_ACTION_DISCRETE, count_up)->period = 0.02;
  test_system_add (system, "log", SIM_TRIGGER_PERIODIC, SIM_ACTION_PUBLISH, NULL)->period = 0.02;
  SimSimulator *simulator = test_simulator (system, euler ("1e-3"));
  start (simulator, 0, 3.0 / 50);
  int n = 0;
  for (guint i = 0; i < system->calls->len; i++)
    {
      const TestCall *call = test_system_call (system, i);
      if (call->event != 1)
        continue;
      g_assert_true (call->t == n * 0.02);
      g_assert_true (10 * call->value == 10 * n);
      n++;
    }
  g_assert_cmpint (n, ==, 4);
  done (simulator, system);
}

static SimHandlerStatus
add_time (TestSystem *system, int event, SimAction action, double t, const double *x, const double *d, double *x_plus, double *d_plus)
{
  d_plus[0] = d[0] + t + 1;
  return test_succeed ();
}

static void
d20_offset_zero (void)
{
  TestSystem *system = test_system_new (0, 1);
  test_system_add (system, "update", SIM_TRIGGER_PERIODIC, SIM_ACTION_DISCRETE, add_time)->period = 1;
  SimSimulator *simulator = test_simulator (system, euler ("1e-3"));
  start (simulator, 0, 1);
  g_assert_true (sim_simulator_d (simulator)[0] == 1);
  g_assert_cmpint (sim_simulator_statistics (simulator).discrete_updates, ==, 1);
  g_assert_true (sim_simulator_has_pending (simulator));
  sim_simulator_advance_pending (simulator);
  g_assert_true (sim_simulator_d (simulator)[0] == 3);
  done (simulator, system);
}

static SimHandlerStatus
spike (TestSystem *system, int event, SimAction action, double t, const double *x, const double *d, double *x_plus, double *d_plus)
{
  d_plus[0] = d[0] + (t == system->p[0] ? 1 : 0);
  return test_succeed ();
}

static void
d21_spike (void)
{
  static const double times[] = { 0, 3 * 0.125, 2.7 * 0.125 };
  static const double expected[][6] = { { 0, 1, 1, 1, 1, 1 }, { 0, 0, 0, 0, 1, 1 }, { 0, 0, 0, 0, 0, 0 } };
  for (int k = 0; k < 3; k++)
    {
      TestSystem *system = test_system_new (0, 1);
      system->p[0] = times[k];
      test_system_add (system, "update", SIM_TRIGGER_PERIODIC, SIM_ACTION_DISCRETE, spike)->period = 0.125;
      test_system_add (system, "publish", SIM_TRIGGER_PERIODIC, SIM_ACTION_PUBLISH, NULL)->period = 0.125;
      SimSimulator *simulator = test_simulator (system, euler ("1e-3"));
      start (simulator, 0, 5 * 0.125);
      int n = 0;
      for (guint i = 0; i < system->calls->len; i++)
        if (test_system_call (system, i)->event == 1)
          g_assert_true (test_system_call (system, i)->value == expected[k][n++]);
      g_assert_cmpint (n, ==, 6);
      done (simulator, system);
    }
}

static void
d22_exact_update_time (void)
{
  static const double times[] = { 1e-10 };
  TestSystem *system = test_system_new (0, 1);
  TestEvent *event = test_system_add (system, "update", SIM_TRIGGER_TIMED, SIM_ACTION_DISCRETE, count_up);
  event->times = times;
  event->n_times = 1;
  SimSimulator *simulator = test_simulator (system, euler ("1e-3"));
  start (simulator, -1.0 / 1024, 1);
  g_assert_cmpuint (system->calls->len, ==, 1);
  g_assert_true (test_system_call (system, 0)->t == 1e-10);
  done (simulator, system);
}

static void
controlled_rhs (TestSystem *system, double t, const double *x, double *dxdt)
{
  const double k = 300, m = 2, kp = 300, kd = 34.6410161514;
  dxdt[0] = x[1];
  dxdt[1] = (-k * x[0] - kp * x[0] - kd * x[1]) / m;
}

static void
d23_controlled_spring_mass (void)
{
  TestSystem *system = test_system_new (2, 0);
  system->rhs = controlled_rhs;
  system->x0[0] = 0.1;
  SimSimulator *simulator = test_simulator (
      system, test_config ("profile", "drake", "integrator", "runge_kutta3", "error_control", "false", "max_step", "1e-3", NULL));
  start (simulator, 0, 0.2);
  g_assert_cmpint (sim_simulator_statistics (simulator).steps_taken, ==, 200);
  g_assert_cmpfloat (fabs (sim_simulator_x (simulator)[0] - -0.0160735892), <=, 3e-6);
  g_assert_cmpfloat (fabs (sim_simulator_x (simulator)[1] - -0.0499342441), <=, 1e-5);
  done (simulator, system);
}

/* The log contains pairs of a kind and a time. The kind is 0 for a publish
 * event, 1 for an update, 2 for an evaluation of the derivatives. */
static GArray *order_log;

static void
note (int what, double t)
{
  double entry[2] = { what, t };
  g_array_append_vals (order_log, entry, 2);
}

static SimHandlerStatus
note_act (TestSystem *system, int event, SimAction action, double t, const double *x, const double *d, double *x_plus, double *d_plus)
{
  note (action == SIM_ACTION_PUBLISH ? 0 : 1, t);
  return test_succeed ();
}

static void
noting_rhs (TestSystem *system, double t, const double *x, double *dxdt)
{
  note (2, t);
  dxdt[0] = x[1];
  dxdt[1] = -x[0];
}

static void
d25_update_then_publish_then_integrate (void)
{
  order_log = g_array_new (FALSE, FALSE, sizeof (double));
  TestSystem *system = test_system_new (2, 0);
  system->rhs = noting_rhs;
  system->x0[0] = 1;
  test_system_add (system, "publish", SIM_TRIGGER_PER_STEP, SIM_ACTION_PUBLISH, note_act);
  test_system_add (system, "update", SIM_TRIGGER_PERIODIC, SIM_ACTION_DISCRETE, note_act)->period = 0.1;
  SimSimulator *simulator = test_simulator (system, euler ("0.1"));
  start (simulator, 0, 0.5);
  /* In each step, the publish event comes first, at the start of the step, which is the end of the previous
   * step. Then the update follows at the same time, and then the derivatives are evaluated at times in the step. */
  int n_publishes = 0, n_updates = 0, n_derivatives = 0;
  for (guint i = 0, k = 0; i < order_log->len; i += 2)
    {
      int what = (int) g_array_index (order_log, double, i);
      double t = g_array_index (order_log, double, i + 1), t_start = 0.1 * (k > 0 ? k - 1 : 0);
      if (what == 0)
        g_assert_cmpfloat (fabs (t - 0.1 * k++), <=, 1e-15);
      else if (what == 1)
        g_assert_cmpfloat (fabs (t - t_start), <=, 1e-15);
      else if (k > 0)
        {
          g_assert_cmpfloat (t, >=, t_start - 1e-15);
          g_assert_cmpfloat (t, <=, t_start + 0.1 + 1e-15);
        }
    }
  for (guint i = 0; i < order_log->len; i += 2)
    {
      int what = (int) g_array_index (order_log, double, i);
      if (what == 0)
        {
          g_assert_cmpint (n_publishes, ==, n_updates);
          n_publishes++;
        }
      else if (what == 1)
        {
          g_assert_cmpint (n_updates, ==, n_publishes - 1);
          n_updates++;
          n_derivatives = 0;
        }
      else if (n_publishes > 0)
        {
          g_assert_cmpint (n_updates, ==, n_publishes);
          n_derivatives++;
        }
    }
  g_assert_cmpint (n_publishes, ==, 6);
  g_assert_cmpint (n_updates, ==, 5);
  g_assert_cmpint (n_derivatives, >=, 1);
  g_array_unref (order_log);
  done (simulator, system);
}

static TestSystem *
spring_with_hertz (double x0, double v0)
{
  TestSystem *system = test_spring (1, 1, x0, v0);
  test_system_add (system, "update", SIM_TRIGGER_PERIODIC, SIM_ACTION_DISCRETE, NULL)->period = 1;
  return system;
}

static void
d26_stretched_step (void)
{
  static const char *const sizes[] = { "0.99999999", "0.9" };
  for (int k = 0; k < 2; k++)
    {
      TestSystem *system = spring_with_hertz (0.1, 0);
      SimSimulator *simulator = test_simulator (system, test_config ("profile", "drake", "integrator", "runge_kutta2", "max_step",
                                                                     sizes[k], NULL));
      start (simulator, 0, 1);
      g_assert_cmpint (sim_simulator_statistics (simulator).steps_taken, ==, k + 1);
      done (simulator, system);
    }
}

static void
constant_rhs (TestSystem *system, double t, const double *x, double *dxdt)
{
  dxdt[0] = 2.4;
}

static void
d27_samples_of_an_integrator (void)
{
  TestSystem *system = test_system_new (1, 0);
  system->rhs = constant_rhs;
  test_system_add (system, "log", SIM_TRIGGER_PERIODIC, SIM_ACTION_PUBLISH, NULL)->period = 0.1;
  SimSimulator *simulator = test_simulator (system, test_config ("profile", "drake", NULL));
  start (simulator, 0, 1);
  g_assert_cmpuint (system->calls->len, ==, 11);
  done (simulator, system);
}

static void
d28_artificially_limited_step (void)
{
  TestSystem *system = spring_with_hertz (1, 0.1);
  SimSimulator *simulator = test_simulator (system, test_config ("profile", "drake", "integrator", "runge_kutta3", "accuracy", "0.1",
                                                                 "initial_step", "1e-2", "max_step", "10", NULL));
  sim_simulator_initialize (simulator, 0, NULL, NULL, 2, FALSE);
  sim_simulator_step (simulator, 2);
  OdeIntegrator *integrator = sim_simulator_integrator (simulator);
  ode_integrator_jump (integrator, 1 - 1e-4, ode_integrator_x (integrator), false);
  double ideal = ode_integrator_next_step (integrator);
  g_assert_cmpfloat (ideal, >, 1e-4 / 0.95);
  sim_simulator_step (simulator, 2);
  g_assert_true (sim_simulator_t (simulator) == 1);
  g_assert_true (ode_integrator_next_step (integrator) == ideal);
  done (simulator, system);
}

static void
d29_stretched_step_perfect_storm (void)
{
  for (int throws = 1; throws >= 0; throws--)
    {
      TestSystem *system = spring_with_hertz (0.1, 0);
      SimSimulator *simulator = test_simulator (
          system, test_config ("profile", "drake", "integrator", "runge_kutta3", "accuracy", "1e-8", "min_step", "0.99999999",
                               "initial_step", "0.99999999", "max_step", "1", "throw_on_min_step", throws ? "true" : "false", NULL));
      sim_simulator_initialize (simulator, 0, NULL, NULL, 1, FALSE);
      SimStatus status = sim_simulator_advance_to (simulator, 1);
      if (throws)
        {
          g_assert_cmpint (status.reason, ==, SIM_FAILED_RUN);
          g_assert_cmpint (status.ode_status, ==, ODE_FAIL_MIN_STEP);
        }
      else
        {
          g_assert_cmpint (status.reason, ==, SIM_REACHED_END);
          g_assert_true (sim_simulator_t (simulator) == 1);
          g_assert_cmpint (sim_simulator_statistics (simulator).steps_taken, ==, 1);
        }
      done (simulator, system);
    }
}

static void
d32_per_step_action (void)
{
  TestSystem *system = test_spring (1, 1, 0.1, 0);
  test_system_add (system, "all", SIM_TRIGGER_PER_STEP, SIM_ACTION_PUBLISH | SIM_ACTION_DISCRETE | SIM_ACTION_UNRESTRICTED, NULL);
  SimSimulator *simulator = test_simulator (
      system, test_config ("profile", "drake", "integrator", "runge_kutta3", "error_control", "false", "max_step", "1e-3", NULL));
  start (simulator, 0, 0.1);
  SimStatistics statistics = sim_simulator_statistics (simulator);
  g_assert_cmpint (statistics.steps_taken, ==, 100);
  g_assert_cmpint (statistics.publishes, ==, 101);
  g_assert_cmpint (statistics.discrete_updates, ==, 100);
  g_assert_cmpint (statistics.unrestricted_updates, ==, 100);
  int n_publishes = 0, n_updates = 0;
  for (guint i = 0; i < system->calls->len; i++)
    {
      const TestCall *call = test_system_call (system, i);
      if (call->action == SIM_ACTION_PUBLISH)
        g_assert_cmpfloat (fabs (call->t - 1e-3 * n_publishes++), <=, 1e-12);
      else if (call->action == SIM_ACTION_DISCRETE)
        g_assert_cmpfloat (fabs (call->t - 1e-3 * n_updates++), <=, 1e-12);
    }
  done (simulator, system);
}

/* Takes Euler steps from t to t_end. Each step asks twice for the
 * derivative at its start. */
static void
euler_asking_twice (SimSimulator *simulator, double t, double t_end, gboolean cached)
{
  OdeIntegrator *integrator = sim_simulator_integrator (simulator);

  for (; t < t_end; t += 0.125)
    {
      const double *dxdt;

      g_assert_cmpint (ode_integrator_dxdt (integrator, &dxdt), ==, ODE_DONE);
      if (!cached)
        ode_integrator_invalidate (integrator);
      g_assert_cmpint (sim_simulator_advance_to (simulator, t + 0.125).reason, ==, SIM_REACHED_END);
    }
}

/* The integrator stores the derivative at the start of a step, as Drake's cache does.
 * If the stored value is marked as invalid after its use, the integrator evaluates the
 * derivative again. The statistics and the system count the same number of evaluations. */
static void
d34_derivative_counts (void)
{
  TestSystem *system = test_spring (1, 1, 0.1, 0);
  SimSimulator *simulator = test_simulator (system, euler ("0.125"));
  g_assert_cmpint (sim_simulator_initialize (simulator, 0, NULL, NULL, 2, FALSE).reason, ==, SIM_READY);
  euler_asking_twice (simulator, 0, 1, FALSE);
  g_assert_cmpint (sim_simulator_statistics (simulator).steps_taken, ==, 8);
  g_assert_cmpint (sim_simulator_statistics (simulator).ode.rhs_evaluations, ==, 16);
  g_assert_cmpint (system->n_rhs, ==, 16);
  euler_asking_twice (simulator, 1, 2, TRUE);
  g_assert_cmpint (sim_simulator_statistics (simulator).steps_taken, ==, 16);
  g_assert_cmpint (sim_simulator_statistics (simulator).ode.rhs_evaluations, ==, 24);
  g_assert_cmpint (system->n_rhs, ==, 24);
  done (simulator, system);
}

/* ---- whole systems ---- */

static void
ball_rhs (TestSystem *system, double t, const double *x, double *dxdt)
{
  dxdt[0] = x[1];
  dxdt[1] = -9.81;
}

static double
ball_height (TestSystem *system, double t, const double *x)
{
  return x[0];
}

static SimHandlerStatus
ball_bounce (TestSystem *system, int event, SimAction action, double t, const double *x, const double *d, double *x_plus, double *d_plus)
{
  x_plus[1] = -x[1];
  return test_succeed ();
}

static void
d44_bouncing_ball (void)
{
  TestSystem *system = test_system_new (2, 0);
  system->rhs = ball_rhs;
  system->kinds[0] = ODE_POSITION;
  system->kinds[1] = ODE_VELOCITY;
  system->x0[0] = 1;
  TestEvent *event = test_system_add (system, "bounce", SIM_TRIGGER_WITNESS, SIM_ACTION_UNRESTRICTED, ball_bounce);
  event->witness = ball_height;
  event->direction = SIM_DIRECTION_FALLING;
  g_autofree char *max_step = g_strdup_printf ("%.17g", sqrt (2 / 9.81));
  SimSimulator *simulator = test_simulator (system, test_config ("profile", "drake", "accuracy", "1e-4", "isolation_accuracy", "1e-4",
                                                                 "initial_step", "1e-3", "max_step", max_step, NULL));
  start (simulator, 0, 10);
  g_assert_cmpfloat (fabs (sim_simulator_x (simulator)[0] - 0.97832198), <=, 1e-4);
  g_assert_cmpfloat (fabs (sim_simulator_x (simulator)[1] - -0.65216780), <=, 1e-4);
  g_assert_cmpuint (system->calls->len, ==, 11);
  /* Each contact is located to within 1e-6 s, and the errors of earlier
   * contacts add up. There are 11 contacts. */
  for (guint k = 0; k < system->calls->len; k++)
    g_assert_cmpfloat (fabs (test_system_call (system, k)->t - 0.4515236409857309 * (2 * k + 1)), <=, 2.5e-5);
  done (simulator, system);
}

/* The rimless wheel has 8 spokes of length l = 1 and rolls down a slope of 0.08 rad with g = 9.81. The angle θ of a spoke is
 * measured from the vertical. The next spoke reaches the ground at θ = slope + α, where 2α is the angle between two spokes. */
#define WHEEL_SLOPE 0.08
#define WHEEL_ALPHA (G_PI / 8)

static void
wheel_rhs (TestSystem *system, double t, const double *x, double *dxdt)
{
  dxdt[0] = x[1];
  dxdt[1] = 9.81 * sin (x[0]);
}

static double
wheel_foot (TestSystem *system, double t, const double *x)
{
  return x[0] - (WHEEL_SLOPE + WHEEL_ALPHA);
}

static SimHandlerStatus
wheel_step (TestSystem *system, int event, SimAction action, double t, const double *x, const double *d, double *x_plus, double *d_plus)
{
  x_plus[0] = x[0] - 2 * WHEEL_ALPHA + 1e-12;
  x_plus[1] = x[1] * cos (2 * WHEEL_ALPHA);
  return test_succeed ();
}

static void
d47_rimless_wheel (void)
{
  TestSystem *system = test_system_new (2, 0);
  system->rhs = wheel_rhs;
  system->x0[1] = 5;
  TestEvent *event = test_system_add (system, "foot", SIM_TRIGGER_WITNESS, SIM_ACTION_UNRESTRICTED, wheel_step);
  event->witness = wheel_foot;
  event->direction = SIM_DIRECTION_RISING;
  SimSimulator *simulator = test_simulator (
      system, test_config ("profile", "drake", "accuracy", "1e-6", "isolation_accuracy", "1e-6", NULL));
  g_autoptr (SimTrajectory) trajectory = sim_trajectory_new (2, 1 << 20);
  sim_simulator_add_sink (simulator, sim_sink_trajectory (trajectory), NULL);
  OdeDenseOutput *dense = ode_dense_output_new (2);
  g_assert_true (sim_dense_record (simulator, dense));
  start (simulator, 0, 0.2);
  int n_breaks = 0;
  for (gsize i = 1; i < sim_trajectory_n_rows (trajectory); i++)
    {
      const double *before = sim_trajectory_row (trajectory, i - 1), *after = sim_trajectory_row (trajectory, i);
      if (before[0] != after[0])
        continue;
      n_breaks++;
      g_assert_cmpfloat (before[1], >, 0);
      g_assert_cmpfloat (after[1], <, 0);
      g_assert_cmpint (sim_trajectory_flags (trajectory, i - 1) & SIM_ROW_BEFORE, !=, 0);
      g_assert_cmpint (sim_trajectory_flags (trajectory, i) & SIM_ROW_AFTER, !=, 0);
    }
  g_assert_cmpint (n_breaks, ==, 1);
  n_breaks = 0;
  for (gsize k = 1; k < ode_dense_output_n_segments (dense); k++)
    {
      double t = ode_dense_output_break (dense, k), before[2], after[2];
      g_assert_true (ode_dense_output_evaluate (dense, t - 1e-12, before, NULL));
      g_assert_true (ode_dense_output_evaluate (dense, t + 1e-12, after, NULL));
      n_breaks += before[0] > 0 && after[0] < 0;
    }
  g_assert_cmpint (n_breaks, ==, 1);
  ode_dense_output_free (dense);
  done (simulator, system);
}

static void
van_der_pol_rhs (TestSystem *system, double t, const double *x, double *dxdt)
{
  dxdt[0] = x[1];
  dxdt[1] = (1 - x[0] * x[0]) * x[1] - x[0];
}

static void
d48_van_der_pol_cycle (void)
{
  TestSystem *system = test_system_new (2, 0);
  system->rhs = van_der_pol_rhs;
  system->x0[0] = -0.1144;
  system->x0[1] = 2.0578;
  SimSimulator *simulator = test_simulator (system, test_config ("profile", "drake", NULL));
  start (simulator, 0, 6.667);
  g_assert_cmpfloat (fabs (sim_simulator_x (simulator)[0] - -0.1144), <=, 1e-2);
  g_assert_cmpfloat (fabs (sim_simulator_x (simulator)[1] - 2.0578), <=, 5e-3);
  done (simulator, system);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/drake/D-15-a-system-without-discrete-states-makes-no-discrete-updates", d15_no_sample);
  g_test_add_func ("/sim/drake/D-16-changing-the-integrator-keeps-the-state", d16_reset_integrator);
  g_test_add_func ("/sim/drake/D-17-discrete-updates-and-integration-steps-are-counted-separately", d17_regular_sampling);
  g_test_add_func ("/sim/drake/D-18-a-discrete-system-updates-at-multiples-of-its-period", d18_discrete_system);
  g_test_add_func ("/sim/drake/D-20-a-periodic-update-with-offset-zero-occurs-at-the-start", d20_offset_zero);
  g_test_add_func ("/sim/drake/D-21-a-publish-event-sees-the-value-before-the-update", d21_spike);
  g_test_add_func ("/sim/drake/D-22-an-update-at-time-1e-10-occurs-exactly-then", d22_exact_update_time);
  g_test_add_func ("/sim/drake/D-23-a-controlled-spring-ends-at-the-known-state", d23_controlled_spring_mass);
  g_test_add_func ("/sim/drake/D-25-each-step-first-publishes-then-updates-and-then-integrates", d25_update_then_publish_then_integrate);
  g_test_add_func ("/sim/drake/D-26-a-step-is-lengthened-to-end-at-a-nearby-update", d26_stretched_step);
  g_test_add_func ("/sim/drake/D-27-eleven-samples-are-published-in-one-second", d27_samples_of_an_integrator);
  g_test_add_func ("/sim/drake/D-28-a-step-shortened-by-an-event-does-not-change-the-ideal-next-step", d28_artificially_limited_step);
  g_test_add_func ("/sim/drake/D-29-a-step-below-the-minimum-before-an-event-fails-or-is-lengthened", d29_stretched_step_perfect_storm);
  g_test_add_func ("/sim/drake/D-32-per-step-actions-occur-once-in-each-step", d32_per_step_action);
  g_test_add_func ("/sim/drake/D-34-the-right-hand-side-is-evaluated-only-when-needed", d34_derivative_counts);
  g_test_add_func ("/sim/drake/D-44-a-bouncing-ball-bounces-at-the-known-times", d44_bouncing_ball);
  g_test_add_func ("/sim/drake/D-47-each-impact-of-a-rimless-wheel-gives-one-jump-of-the-state", d47_rimless_wheel);
  g_test_add_func ("/sim/drake/D-48-van-der-pol-reaches-the-known-state-after-one-period", d48_van_der_pol_cycle);
  return g_test_run ();
}
