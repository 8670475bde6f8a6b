/* Tests the loop over steps and events in profile stepwise. CONTRIBUTING.md explains the names S-… and X-…. */
#include <glib.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "sim-test-system.h"

#define G 9.81

static void
done (SimSimulator *simulator, TestSystem *system)
{
  sim_simulator_free (simulator);
  test_system_free (system);
}

/* ---- a ball: x is its height and velocity, and p[0] the coefficient of restitution ---- */

static void
ball_rhs (TestSystem *system, double t, const double *x, double *dxdt)
{
  dxdt[0] = x[1];
  dxdt[1] = -G;
}

static double
height (TestSystem *system, double t, const double *x)
{
  return x[0];
}

static SimHandlerStatus
bounce (TestSystem *system, int event, SimAction action, double t, const double *x, const double *d, double *x_plus, double *d_plus)
{
  x_plus[0] = 0;
  x_plus[1] = -system->p[0] * x[1];
  return test_succeed ();
}

static SimHandlerStatus
bounce_velocity (TestSystem *system, int event, SimAction action, double t, const double *x, const double *d, double *x_plus,
                 double *d_plus)
{
  x_plus[1] = -system->p[0] * x[1];
  return test_succeed ();
}

static TestSystem *
ball (double restitution, TestAct act)
{
  TestSystem *system = test_system_new (2, 0);
  system->rhs = ball_rhs;
  system->kinds[0] = ODE_POSITION;
  system->kinds[1] = ODE_VELOCITY;
  system->x0[0] = 1;
  system->p[0] = restitution;
  TestEvent *event = test_system_add (system, "impact", SIM_TRIGGER_WITNESS, SIM_ACTION_UNRESTRICTED, act);
  event->witness = height;
  event->direction = SIM_DIRECTION_FALLING;
  return system;
}

static SimStatus
run (SimSimulator *simulator, double t0, double t1)
{
  SimStatus status = sim_simulator_initialize (simulator, t0, NULL, NULL, t1, FALSE);
  if (status.reason == SIM_READY)
    status = sim_simulator_advance_to (simulator, t1);
  return status;
}

/* the contacts of an elastic ball are at (2k − 1)·0.4515236409857309 s.
 * With every root finder, these times and the state at t = 10 s are right. */
static void
test_elastic_ball (gconstpointer data)
{
  const char *isolation = data;
  for (int resets_height = 0; resets_height < 2; resets_height++)
    {
      TestSystem *system = ball (1, resets_height ? bounce : bounce_velocity);
      SimSimulator *simulator = test_simulator (system, test_config ("isolation_method", isolation, "accuracy", "1e-10", NULL));
      SimStatus status = run (simulator, 0, 10);
      g_assert_cmpint (status.reason, ==, SIM_REACHED_END);
      g_assert_cmpuint (system->calls->len, ==, 11);
      /* Each contact is located to within 0.01·1e-10·h. The error of a
       * contact time shifts the next flight, so that 11 errors add up. */
      for (guint k = 0; k < 11; k++)
        g_assert_cmpfloat (fabs (test_system_call (system, k)->t - (2 * k + 1) * 0.4515236409857309), <=, 1e-9);
      g_assert_cmpfloat (fabs (sim_simulator_x (simulator)[0] - 0.978321975), <=, 1e-8);
      g_assert_cmpfloat (fabs (sim_simulator_x (simulator)[1] - -0.652167802), <=, 1e-8);
      done (simulator, system);
    }
}

/* The times of the impacts converge to t₁ (1 + e)/(1 − e) with t₁ = √(2h/g), where e is the coefficient of restitution. */
static void
test_zeno (gconstpointer data)
{
  static const char *const accuracies[] = { "1e-4", "1e-8", "1e-12" };
  static const double restitutions[] = { 0.8, 0.5, 0.1 };
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++)
      {
        double e = restitutions[k];
        double limit = sqrt (2 / G) * (1 + e) / (1 - e);
        TestSystem *system = ball (e, bounce);
        SimSimulator *simulator = test_simulator (system, test_config ("accuracy", accuracies[i], "integrator", data, NULL));
        SimStatus status = run (simulator, 0, 20);
        g_assert_cmpint (status.reason, ==, SIM_FAILED_RUN);
        g_assert_nonnull (strstr (status.message, "Zeno"));
        g_assert_nonnull (strstr (status.message, "'impact'"));
        /* The message contains the limit of the event times, which is extrapolated. */
        const char *at = strstr (status.message, "accumulate at t = ");
        g_assert_nonnull (at);
        double said = g_ascii_strtod (at + strlen ("accumulate at t = "), NULL);
        /* The message also contains the ratio of successive intervals. Rounding of the times disturbs the last intervals. */
        const char *each = strstr (status.message, "each gap about ");
        g_assert_nonnull (each);
        double ratio = g_ascii_strtod (each + strlen ("each gap about "), NULL);
        g_test_message ("ratio %g for a restitution of %g", ratio, e);
        g_assert_cmpfloat (fabs (ratio - e), <=, 0.02 * e);
        /* About fifty impacts come before. Each is located to within
         * 0.01·accuracy of a step, which may be as long as 20 s. */
        double tolerance = 10 * g_ascii_strtod (accuracies[i], NULL) + 1e-6;
        g_assert_cmpfloat (fabs (said - limit), <=, tolerance);
        g_assert_cmpfloat (status.t, <=, limit + tolerance);
        /* The ball is above the floor. */
        g_assert_cmpfloat (sim_simulator_x (simulator)[0], >=, -1e-6);
        g_assert_cmpstr (status.advice, !=, "");
        done (simulator, system);
      }
}

/* A relay with x' = 1 − 2·d pushes its state back to x = 0, where it
 * switches. */
static void
relay_rhs (TestSystem *system, double t, const double *x, double *dxdt)
{
  dxdt[0] = system->d[0] > 0.5 ? -1.3 : 0.7;
}

static SimHandlerStatus
relay_on (TestSystem *system, int event, SimAction action, double t, const double *x, const double *d, double *x_plus, double *d_plus)
{
  d_plus[0] = event == 0 ? 1 : 0;
  return test_succeed ();
}

static void
test_chattering (void)
{
  TestSystem *system = test_system_new (1, 1);
  system->rhs = relay_rhs;
  system->x0[0] = -1;
  TestEvent *on = test_system_add (system, "on", SIM_TRIGGER_WITNESS, SIM_ACTION_UNRESTRICTED, relay_on);
  on->witness = height;
  on->direction = SIM_DIRECTION_RISING;
  TestEvent *off = test_system_add (system, "off", SIM_TRIGGER_WITNESS, SIM_ACTION_UNRESTRICTED, relay_on);
  off->witness = height;
  off->direction = SIM_DIRECTION_FALLING;
  SimSimulator *simulator = test_simulator (system, test_config ("max_step", "0.1", NULL));
  SimStatus status = run (simulator, 0, 10);
  g_assert_cmpint (status.reason, ==, SIM_FAILED_RUN);
  g_test_message ("%s", status.message);
  g_assert_nonnull (strstr (status.message, "'on', 'off': chattering"));
  g_assert_cmpfloat (fabs (status.t - 1 / 0.7), <=, 0.1);
  done (simulator, system);
}

/* ---- witnesses that depend on the time or on an oscillator x0 = cos t, x1 = −sin t
 * ---- */

static void
circle_rhs (TestSystem *system, double t, const double *x, double *dxdt)
{
  dxdt[0] = x[1];
  dxdt[1] = -x[0];
}

static TestSystem *
circle (void)
{
  TestSystem *system = test_system_new (2, 0);
  system->rhs = circle_rhs;
  system->x0[0] = 1;
  return system;
}

static double
level (TestSystem *system, double t, const double *x)
{
  return x[0] - system->p[0];
}

static double
other_level (TestSystem *system, double t, const double *x)
{
  return 3 * (system->p[0] - x[0]);
}

/* Two crossings are in one step: cos t = −0.9 at π ± 0.451, and steps end
 * at 2.6 and 3.9. */
static void
test_guard (void)
{
  for (int guarded = 0; guarded < 2; guarded++)
    {
      TestSystem *system = circle ();
      system->p[0] = -0.9;
      test_system_add (system, "trough", SIM_TRIGGER_WITNESS, SIM_ACTION_PUBLISH, NULL)->witness = level;
      SimSimulator *simulator = test_simulator (system, test_config ("error_control", "false", "max_step", "1.3", "guard",
                                                                     guarded ? "8" : "0", "integrator", "dop853", NULL));
      run (simulator, 0, 5);
      g_assert_cmpuint (system->calls->len, ==, guarded ? 2 : 0);
      done (simulator, system);
    }
}

static void
test_direction (void)
{
  static const SimDirection directions[] = { SIM_DIRECTION_FALLING, SIM_DIRECTION_RISING, SIM_DIRECTION_BOTH, SIM_DIRECTION_NONE };
  static const int expected[] = { 2, 2, 4, 0 };
  static const double first[] = { 0.5 * G_PI, 1.5 * G_PI, 0.5 * G_PI };
  for (int k = 0; k < 4; k++)
    {
      TestSystem *system = circle ();
      TestEvent *event = test_system_add (system, "zero", SIM_TRIGGER_WITNESS, SIM_ACTION_PUBLISH, NULL);
      event->witness = level;
      event->direction = directions[k];
      SimSimulator *simulator = test_simulator (system, test_config ("accuracy", "1e-10", NULL));
      run (simulator, 0, 4 * G_PI);
      g_assert_cmpuint (system->calls->len, ==, expected[k]);
      if (expected[k] > 0)
        g_assert_cmpfloat (fabs (test_system_call (system, 0)->t - first[k]), <=, 1e-9);
      done (simulator, system);
    }
}

/* Two witnesses that cross zero at the same time trigger their events
 * together, in the order of the file. */
static void
test_simultaneous (void)
{
  TestSystem *system = circle ();
  system->p[0] = 0.25;
  test_system_add (system, "first", SIM_TRIGGER_WITNESS, SIM_ACTION_PUBLISH, NULL)->witness = level;
  test_system_add (system, "second", SIM_TRIGGER_WITNESS, SIM_ACTION_PUBLISH, NULL)->witness = other_level;
  SimSimulator *simulator = test_simulator (system, test_config (NULL, NULL));
  run (simulator, 0, 3);
  g_assert_cmpuint (system->calls->len, ==, 2);
  g_assert_true (test_system_call (system, 0)->t == test_system_call (system, 1)->t);
  g_assert_cmpint (test_system_call (system, 0)->event, ==, 0);
  g_assert_cmpint (sim_simulator_statistics (simulator).publishes, ==, 1);
  done (simulator, system);
}

/* A witness that is zero at the start does not trigger its event. If it
 * leaves zero and crosses zero later, the event happens. */
static void
test_start_at_zero (void)
{
  TestSystem *system = circle ();
  system->p[0] = 1;
  test_system_add (system, "top", SIM_TRIGGER_WITNESS, SIM_ACTION_PUBLISH, NULL)->witness = level;
  system->x0[0] = 1;
  SimSimulator *simulator = test_simulator (system, test_config ("accuracy", "1e-6", NULL));
  run (simulator, 0, 3);
  g_assert_cmpuint (system->calls->len, ==, 0);
  done (simulator, system);
}

/* If an update changes the sign of a witness, this does not count as a crossing. */
static SimHandlerStatus
jump_over (TestSystem *system, int event, SimAction action, double t, const double *x, const double *d, double *x_plus, double *d_plus)
{
  x_plus[0] = -1;
  return test_succeed ();
}

static void
drift_rhs (TestSystem *system, double t, const double *x, double *dxdt)
{
  dxdt[0] = 0.1;
}

static void
test_jump_is_no_crossing (void)
{
  static const double times[] = { 1 };
  TestSystem *system = test_system_new (1, 0);
  system->rhs = drift_rhs;
  system->x0[0] = 1;
  TestEvent *jump = test_system_add (system, "jump", SIM_TRIGGER_TIMED, SIM_ACTION_UNRESTRICTED, jump_over);
  jump->times = times;
  jump->n_times = 1;
  TestEvent *zero = test_system_add (system, "zero", SIM_TRIGGER_WITNESS, SIM_ACTION_PUBLISH, NULL);
  zero->witness = height;
  SimSimulator *simulator = test_simulator (system, test_config (NULL, NULL));
  run (simulator, 0, 12);
  /* The event happens only once, when the witness moves back through zero at t = 1 + 1/0.1 = 11. */
  g_assert_cmpint (test_system_n_calls (system, 1, 0), ==, 1);
  g_assert_cmpfloat (fabs (test_system_call (system, 1)->t - 11), <=, 1e-6);
  done (simulator, system);
}

/* ---- equal times ---- */

static SimHandlerStatus
count_up (TestSystem *system, int event, SimAction action, double t, const double *x, const double *d, double *x_plus, double *d_plus)
{
  d_plus[event] = d[event] + 1;
  return test_succeed ();
}

/* Multiples of 1/200 and 1/60 coincide every 0.05 s, up to a rounding error.
 * They are treated as equal, so that no step of 1e-17 is taken between them. */
static void
test_near_coincident (void)
{
  TestSystem *system = circle ();
  system->n_discrete = 2;
  test_system_add (system, "fast", SIM_TRIGGER_PERIODIC, SIM_ACTION_DISCRETE, count_up)->period = 1.0 / 200;
  test_system_add (system, "slow", SIM_TRIGGER_PERIODIC, SIM_ACTION_DISCRETE, count_up)->period = 1.0 / 60;
  SimSimulator *simulator = test_simulator (system, test_config (NULL, NULL));
  SimStatus status = run (simulator, 0, 10);
  g_assert_cmpint (status.reason, ==, SIM_REACHED_END);
  g_assert_true (sim_simulator_t (simulator) == 10);
  g_assert_cmpfloat (sim_simulator_statistics (simulator).ode.smallest_step_taken, >, 1e-4);
  g_assert_true (sim_simulator_d (simulator)[0] == 2000);
  g_assert_true (sim_simulator_d (simulator)[1] == 600);
  /* There are 2000 + 600 times, less the 200 common ones at k/20. */
  g_assert_cmpint (sim_simulator_statistics (simulator).discrete_updates, ==, 2400);
  g_assert_true (sim_simulator_has_pending (simulator));
  done (simulator, system);
}

static SimHandlerStatus
exchange (TestSystem *system, int event, SimAction action, double t, const double *x, const double *d, double *x_plus, double *d_plus)
{
  x_plus[0] = x[1] + event;
  x_plus[1] = x[0];
  return test_succeed ();
}

/* Simultaneous updates all use the state before any of them. If two of them set the
 * same state, the one that is later in the file applies, and the log records this. */
static void
test_simultaneous_updates (void)
{
  TestSystem *system = circle ();
  system->x0[0] = 2;
  system->x0[1] = 5;
  static const double times[] = { 0 };
  for (int k = 0; k < 2; k++)
    {
      TestEvent *event = test_system_add (system, k == 0 ? "a" : "b", SIM_TRIGGER_TIMED, SIM_ACTION_UNRESTRICTED, exchange);
      event->times = times;
      event->n_times = 1;
    }
  g_autoptr (SimTrajectory) trajectory = sim_trajectory_new (2, 1 << 20);
  SimSimulator *simulator = test_simulator (system, test_config (NULL, NULL));
  sim_simulator_add_sink (simulator, sim_sink_trajectory (trajectory), NULL);
  sim_simulator_set_event_log (simulator, trajectory);
  sim_simulator_initialize (simulator, 0, NULL, NULL, 1, FALSE);
  sim_simulator_step (simulator, 1);
  const double *after = sim_trajectory_row (trajectory, 1);
  g_assert_true (after[0] == 0 && after[1] == 6 && after[2] == 2);
  g_assert_cmpint (sim_trajectory_n_events (trajectory), ==, 2);
  SimEventRecord first = sim_trajectory_event (trajectory, 0), second = sim_trajectory_event (trajectory, 1);
  g_assert_cmpint (first.overwritten, ==, 0);
  g_assert_cmpint (second.overwritten, ==, -1);
  g_assert_cmpuint (first.row_before, ==, 0);
  g_assert_cmpuint (first.row_after, ==, 1);
  done (simulator, system);
}

/* If an update is due at the end of a run, it is not made but stays pending,
 * and the log says so. The next call of sim_simulator_advance_to makes it. */
static void
test_pending_at_end (void)
{
  static const double times[] = { 1 };
  TestSystem *system = circle ();
  TestEvent *event = test_system_add (system, "kick", SIM_TRIGGER_TIMED, SIM_ACTION_UNRESTRICTED, jump_over);
  event->times = times;
  event->n_times = 1;
  g_autoptr (SimTrajectory) trajectory = sim_trajectory_new (2, 1 << 20);
  SimSimulator *simulator = test_simulator (system, test_config (NULL, NULL));
  sim_simulator_add_sink (simulator, sim_sink_trajectory (trajectory), NULL);
  sim_simulator_set_event_log (simulator, trajectory);
  run (simulator, 0, 1);
  g_assert_cmpuint (system->calls->len, ==, 0);
  g_assert_true (sim_simulator_has_pending (simulator));
  g_assert_true (sim_simulator_finish (simulator, NULL));
  g_assert_cmpuint (sim_trajectory_n_events (trajectory), ==, 1);
  g_assert_true (sim_trajectory_event (trajectory, 0).pending);
  sim_simulator_advance_pending (simulator);
  g_assert_cmpuint (system->calls->len, ==, 1);
  g_assert_false (sim_simulator_has_pending (simulator));
  g_assert_true (sim_simulator_x (simulator)[0] == -1);
  done (simulator, system);
}

/* If an event terminates the run and has an update, the update is made
 * even at the end time. */
static SimHandlerStatus
set_and_end (TestSystem *system, int event, SimAction action, double t, const double *x, const double *d, double *x_plus, double *d_plus)
{
  x_plus[0] = 7;
  return (SimHandlerStatus){ SIM_REACHED_TERMINATION, g_strdup ("enough"), "event 'last'" };
}

static void
test_stops_at_end (void)
{
  static const double times[] = { 1 };
  TestSystem *system = circle ();
  TestEvent *event = test_system_add (system, "last", SIM_TRIGGER_TIMED, SIM_ACTION_UNRESTRICTED, set_and_end);
  event->times = times;
  event->n_times = 1;
  event->stops = TRUE;
  SimSimulator *simulator = test_simulator (system, test_config (NULL, NULL));
  SimStatus status = run (simulator, 0, 1);
  g_assert_cmpint (status.reason, ==, SIM_TERMINATED);
  g_assert_cmpint (status.event, ==, 0);
  g_assert_cmpstr (status.message, ==, "ended at t = 1 by event 'last': enough");
  g_assert_cmpstr (status.cause, ==, status.message);
  g_assert_true (sim_simulator_x (simulator)[0] == 7);
  done (simulator, system);
}

static double
always_now (gpointer self, int event, double t, gboolean inclusive)
{
  return t;
}

/* If an event schedules itself at the current time again and again, the
 * run fails with a message. */
static void
test_cascade (void)
{
  TestSystem *system = circle ();
  system->n_discrete = 1;
  test_system_add (system, "again", SIM_TRIGGER_TIMED, SIM_ACTION_DISCRETE, count_up);
  SimSystem *wrapper = test_system_wrap (system);
  wrapper->next_time = always_now;
  g_autoptr (SimConfig) config = test_config (NULL, NULL);
  SimSimulator *simulator = sim_simulator_new (wrapper, config, NULL);
  SimStatus status = run (simulator, 0, 1);
  g_assert_cmpint (status.reason, ==, SIM_FAILED_RUN);
  g_assert_nonnull (strstr (status.message, "'again'"));
  g_assert_nonnull (strstr (status.message, "same time"));
  done (simulator, system);
}

/* ---- sampling ---- */

static GArray *
step_times (const char *publish, double every)
{
  TestSystem *system = circle ();
  test_system_add (system, "log", SIM_TRIGGER_PERIODIC, SIM_ACTION_PUBLISH, NULL)->period = every;
  g_autoptr (SimTrajectory) trajectory = sim_trajectory_new (2, 1 << 20);
  SimSimulator *simulator = test_simulator (system, test_config ("publish", publish, NULL));
  sim_simulator_add_sink (simulator, sim_sink_trajectory (trajectory), NULL);
  run (simulator, 0, 5);
  int n = (int) floor (5 / every) + 1;
  g_assert_cmpuint (system->calls->len, ==, n);
  for (int k = 0; k < n; k++)
    {
      const TestCall *call = test_system_call (system, (guint) k);
      g_assert_true (call->t == k * every);
      /* Dense output has order 4, and the accuracy is 1e-4. */
      g_assert_cmpfloat (fabs (call->value - cos (call->t)), <=, 2e-3);
    }
  GArray *times = g_array_new (FALSE, FALSE, sizeof (double));
  for (gsize i = 0; i < sim_trajectory_n_rows (trajectory); i++)
    g_array_append_val (times, sim_trajectory_row (trajectory, i)[0]);
  done (simulator, system);
  return times;
}

static void
test_publish_does_not_steer (void)
{
  GArray *often = step_times ("interpolate", 0.125), *seldom = step_times ("interpolate", 2.5), *exact = step_times ("exact", 0.125);
  g_assert_cmpuint (often->len, ==, seldom->len);
  g_assert_cmpmem (often->data, often->len * sizeof (double), seldom->data, seldom->len * sizeof (double));
  g_assert_cmpuint (exact->len, >, often->len);
  g_array_unref (often);
  g_array_unref (seldom);
  g_array_unref (exact);
}

/* Samples are at start + k·DT and at the end of the run. Two rows have the
 * same time only if a state jumps at the time of a sample. */
static void
test_uniform_sampling (void)
{
  static const double times[] = { 0.5, 0.7 };
  TestSystem *system = circle ();
  TestEvent *event = test_system_add (system, "kick", SIM_TRIGGER_TIMED, SIM_ACTION_UNRESTRICTED, jump_over);
  event->times = times;
  event->n_times = 2;
  g_autoptr (SimTrajectory) sampled = sim_trajectory_new (2, 1 << 20), counted = sim_trajectory_new (2, 1 << 20);
  const SimSamplingRule every = { SIM_SAMPLE_INTERVAL, 0.25, 0 }, count = { SIM_SAMPLE_COUNT, 0, 11 };
  SimSimulator *simulator = test_simulator (system, test_config (NULL, NULL));
  sim_simulator_add_sink (simulator, sim_sink_trajectory (sampled), &every);
  sim_simulator_add_sink (simulator, sim_sink_trajectory (counted), &count);
  run (simulator, 0, 1.1);
  g_assert_true (sim_simulator_finish (simulator, NULL));
  static const double expected[] = { 0, 0.25, 0.5, 0.5, 0.75, 1, 1.1 };
  g_assert_cmpuint (sim_trajectory_n_rows (sampled), ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    g_assert_true (sim_trajectory_row (sampled, i)[0] == expected[i]);
  g_assert_true (sim_trajectory_row (sampled, 3)[1] == -1);
  g_assert_cmpuint (sim_trajectory_n_rows (counted), ==, 11);
  g_assert_true (sim_trajectory_row (counted, 10)[0] == 1.1);
  g_assert_true (sim_trajectory_flags (counted, 10) & SIM_ROW_LAST);
  done (simulator, system);
}

/* ---- early ends ---- */

static void
blow_up_rhs (TestSystem *system, double t, const double *x, double *dxdt)
{
  dxdt[0] = x[0] * x[0];
}

static void
test_failure_keeps_last_point (void)
{
  TestSystem *system = test_system_new (1, 0);
  system->rhs = blow_up_rhs;
  system->x0[0] = 1;
  g_autoptr (SimTrajectory) trajectory = sim_trajectory_new (1, 1 << 20);
  g_autoptr (SimTape) tape = sim_tape_new (10000);
  SimSimulator *simulator = test_simulator (system, test_config (NULL, NULL));
  sim_simulator_add_sink (simulator, sim_sink_trajectory (trajectory), NULL);
  sim_simulator_set_tape (simulator, tape);
  SimStatus status = run (simulator, 0, 2);
  g_assert_cmpint (status.reason, ==, SIM_FAILED_RUN);
  g_assert_cmpint (status.ode_status, <, 0);
  /* The solution x = 1/(1 − t) does not exist beyond t = 1. */
  g_assert_cmpfloat (fabs (status.t - 1), <=, 1e-3);
  g_assert_nonnull (strstr (status.message, "Dormand"));
  g_assert_cmpstr (status.advice, !=, "");
  const double *last = sim_trajectory_row (trajectory, sim_trajectory_n_rows (trajectory) - 1);
  g_assert_true (last[0] == status.t && last[1] == sim_simulator_x (simulator)[0]);
  done (simulator, system);
}

static void
test_step_limit (void)
{
  TestSystem *system = circle ();
  SimSimulator *simulator = test_simulator (system, test_config ("step_limit", "10", NULL));
  SimStatus status = run (simulator, 0, 1000);
  g_assert_cmpint (status.reason, ==, SIM_FAILED_RUN);
  g_assert_cmpint (status.ode_status, ==, ODE_FAIL_STEP_LIMIT);
  g_assert_cmpint (sim_simulator_statistics (simulator).ode.steps_attempted, ==, 10);
  done (simulator, system);
}

static SimSimulator *to_interrupt;
static long n_rhs_at_interrupt;

static void
interrupting_rhs (TestSystem *system, double t, const double *x, double *dxdt)
{
  if (t > 1 && system->p[1] == 0)
    {
      system->p[1] = 1;
      n_rhs_at_interrupt = system->n_rhs;
      sim_simulator_interrupt (to_interrupt);
    }
  circle_rhs (system, t, x, dxdt);
}

static void
test_interrupt (void)
{
  TestSystem *system = circle ();
  system->rhs = interrupting_rhs;
  SimSimulator *simulator = test_simulator (system, test_config (NULL, NULL));
  to_interrupt = simulator;
  SimStatus status = run (simulator, 0, 100);
  g_assert_cmpint (status.reason, ==, SIM_INTERRUPTED);
  /* The attempt that is in progress is completed. It has seven stages. */
  g_assert_cmpint (system->n_rhs, <=, n_rhs_at_interrupt + 7);
  sim_simulator_clear_interrupt (simulator);
  status = sim_simulator_advance_to (simulator, 10);
  g_assert_cmpint (status.reason, ==, SIM_REACHED_END);
  g_assert_cmpfloat (fabs (sim_simulator_x (simulator)[0] - cos (10)), <=, 1e-2);
  done (simulator, system);
}

/* A run that continues from a restored snapshot repeats the same steps bit for bit, even if events happen. */
static void
test_snapshot (void)
{
  TestSystem *system = ball (0.9, bounce);
  SimSimulator *simulator = test_simulator (system, test_config (NULL, NULL));
  sim_simulator_initialize (simulator, 0, NULL, NULL, 5, FALSE);
  sim_simulator_advance_to (simulator, 1.3);
  g_autoptr (GBytes) snapshot = sim_simulator_save (simulator);
  sim_simulator_advance_to (simulator, 4);
  double t = sim_simulator_t (simulator), x = sim_simulator_x (simulator)[0];
  long steps = sim_simulator_statistics (simulator).steps_taken;
  g_assert_true (sim_simulator_restore (simulator, snapshot));
  g_assert_true (sim_simulator_t (simulator) == 1.3);
  sim_simulator_advance_to (simulator, 4);
  g_assert_true (sim_simulator_t (simulator) == t && sim_simulator_x (simulator)[0] == x);
  g_assert_cmpint (sim_simulator_statistics (simulator).steps_taken, ==, steps);
  done (simulator, system);
}

/* S-18: Simbody's default window is the product of the accuracy 1e-3, the
 * time scale 0.1 and the factor 0.1, which gives 1e-5. */
static void
test_simbody_window (void)
{
  TestSystem *system = ball (1, bounce);
  SimSimulator *simulator = test_simulator (system, test_config ("profile", "simbody", NULL));
  sim_simulator_initialize (simulator, 0, NULL, NULL, 1, FALSE);
  g_assert_cmpfloat (fabs (sim_simulator_isolation_window (simulator) - 1e-5), <=, 1e-18);
  g_assert_cmpint (sim_simulator_advance_to (simulator, 1).reason, ==, SIM_REACHED_END);
  g_assert_cmpfloat (fabs (test_system_call (system, 0)->t - 0.4515236409857309), <=, 1e-5);
  done (simulator, system);
  /* The window is never smaller than ε^0.875 max (1, t), where ε is the machine precision. */
  system = ball (1, bounce);
  simulator = test_simulator (system, test_config ("profile", "simbody", "accuracy", "1e-14", NULL));
  sim_simulator_initialize (simulator, 0, NULL, NULL, 1, FALSE);
  g_assert_cmpfloat_with_epsilon (sim_simulator_isolation_window (simulator), pow (DBL_EPSILON, 0.875), 1e-18);
  done (simulator, system);
}

/* A run starts from the discrete states of the caller, if there are any. */
static void
test_initial_discrete (void)
{
  const double x[2] = { 3, 0 }, d[2] = { 7, 8 };
  for (int given = 0; given < 2; given++)
    {
      TestSystem *system = test_system_new (1, 2);
      system->x0[0] = 1;
      system->d0[0] = system->d0[1] = 5;
      SimSimulator *simulator = test_simulator (system, test_config ("accuracy", "1e-4", NULL));
      g_assert_cmpint (sim_simulator_initialize (simulator, 0, x, given ? d : NULL, 1, FALSE).reason, ==, SIM_READY);
      g_assert_cmpfloat (sim_simulator_x (simulator)[0], ==, 3);
      g_assert_cmpfloat (sim_simulator_d (simulator)[0], ==, given ? 7 : 5);
      g_assert_cmpfloat (system->d[1], ==, given ? 8 : 5);
      sim_simulator_free (simulator);
      test_system_free (system);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/sim/events/X-05-an-elastic-ball-bounces-at-the-known-times/illinois", "illinois", test_elastic_ball);
  g_test_add_data_func ("/sim/events/X-05-an-elastic-ball-bounces-at-the-known-times/bisection", "bisection", test_elastic_ball);
  g_test_add_data_func ("/sim/events/X-05-an-elastic-ball-bounces-at-the-known-times/brent", "brent", test_elastic_ball);
  g_test_add_data_func ("/sim/events/zeno-behaviour-ends-the-run-with-a-message-that-states-the-limit-time/runge_kutta5", "runge_kutta5",
                        test_zeno);
  g_test_add_data_func ("/sim/events/zeno-behaviour-ends-the-run-with-a-message-that-states-the-limit-time/bogacki_shampine3",
                        "bogacki_shampine3", test_zeno);
  g_test_add_data_func ("/sim/events/zeno-behaviour-ends-the-run-with-a-message-that-states-the-limit-time/dop853", "dop853", test_zeno);
  g_test_add_func ("/sim/events/chattering-ends-the-run-with-a-message-that-names-the-events", test_chattering);
  g_test_add_func ("/sim/events/sampling-a-witness-inside-a-step-finds-two-crossings-in-that-step", test_guard);
  g_test_add_func ("/sim/events/an-event-with-a-direction-ignores-crossings-in-the-other-one", test_direction);
  g_test_add_func ("/sim/events/events-at-the-same-time-are-handled-together-in-file-order", test_simultaneous);
  g_test_add_func ("/sim/events/a-witness-that-is-zero-at-the-start-does-not-trigger", test_start_at_zero);
  g_test_add_func ("/sim/events/a-sign-change-caused-by-a-jump-of-the-state-does-not-trigger", test_jump_is_no_crossing);
  g_test_add_func ("/sim/events/event-times-that-differ-by-rounding-are-treated-as-one-time", test_near_coincident);
  g_test_add_func ("/sim/events/simultaneous-updates-read-the-state-before-all-of-them", test_simultaneous_updates);
  g_test_add_func ("/sim/events/updates-due-at-the-end-time-stay-pending", test_pending_at_end);
  g_test_add_func ("/sim/events/an-event-at-the-end-time-ends-the-run", test_stops_at_end);
  g_test_add_func ("/sim/events/an-event-that-schedules-itself-at-the-same-time-without-end-fails-the-run", test_cascade);
  g_test_add_func ("/sim/events/publishing-does-not-change-the-steps", test_publish_does_not_steer);
  g_test_add_func ("/sim/events/samples-are-equidistant-with-two-rows-where-a-state-jumps", test_uniform_sampling);
  g_test_add_func ("/sim/events/a-failed-run-keeps-the-last-accepted-state", test_failure_keeps_last_point);
  g_test_add_func ("/sim/events/exceeding-the-step-limit-fails-the-run", test_step_limit);
  g_test_add_func ("/sim/events/a-stop-request-ends-the-run-after-at-most-one-attempt", test_interrupt);
  g_test_add_func ("/sim/events/a-restored-snapshot-repeats-steps-and-events", test_snapshot);
  g_test_add_func ("/sim/events/S-18-the-default-localisation-window-equals-that-of-simbody", test_simbody_window);
  g_test_add_func ("/sim/events/a-run-starts-from-the-discrete-states-of-the-caller", test_initial_discrete);
  return g_test_run ();
}
