/* Drake's tests of initialization, statuses, monitors, configuration and
 * real time, in profile drake. CONTRIBUTING.md explains the names D-…. */
#include <float.h>
#include <glib.h>
#include <math.h>
#include <string.h>

#include "sim-realtime.h"
#include "sim-test-system.h"
#include "sim-timing.h"

static SimConfig *
fixed (const char *integrator, const char *h)
{
  return test_config ("profile", "drake", "integrator", integrator, "max_step", h, "error_control", "false", NULL);
}

static void
done (SimSimulator *simulator, TestSystem *system)
{
  sim_simulator_free (simulator);
  test_system_free (system);
}

static void
d30_rate_calculator (void)
{
  static const struct
  {
    double t, wall;
    SimRateState state;
    double n, rate;
  } rows[] = {
    { 1, 0, SIM_RATE_INITIALIZED, 0, 0 },      { 1, 0, SIM_RATE_INCOMPLETE, 0, 0 },        { 2, 0.75, SIM_RATE_INCOMPLETE, 0, 0 },
    { 3, 1.5, SIM_RATE_COMPUTED, 1, 2 / 1.5 }, { 6, 5, SIM_RATE_COMPUTED, 4, 11.0 / 12 }, { 6.01, 5.11, SIM_RATE_INCOMPLETE, 0, 0 },
    { 7, 6, SIM_RATE_COMPUTED, 1, 1 },         { 2, 10.5, SIM_RATE_INITIALIZED, 0, 0 },    { 2.9, 0.99, SIM_RATE_INCOMPLETE, 0, 0 },
    { 3, 1, SIM_RATE_COMPUTED, 1, 1 },
  };
  SimRateCalculator calculator;
  double base = 123; /* wall clock time at the last initialization, in seconds */
  sim_rate_init (&calculator, 1);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      SimRate rate = sim_rate_update (&calculator, rows[i].t, base + rows[i].wall);
      g_assert_cmpint (rate.state, ==, rows[i].state);
      if (rate.state == SIM_RATE_INITIALIZED)
        base += rows[i].wall;
      if (rate.state != SIM_RATE_COMPUTED)
        continue;
      g_assert_true (rate.n_periods == rows[i].n);
      /* The wall times of these rows are exact sums of floating-point numbers. */
      g_assert_cmpfloat (fabs (rate.rate - rows[i].rate), <=, 1e-14);
    }
  sim_rate_init (&calculator, 1);
  g_assert_cmpint (sim_rate_update (&calculator, NAN, 0).state, ==, SIM_RATE_INCOMPLETE);
  g_assert_cmpint (sim_rate_update (&calculator, 1, 0).state, ==, SIM_RATE_INITIALIZED);
  g_assert_cmpint (sim_rate_update (&calculator, -INFINITY, 1).state, ==, SIM_RATE_INITIALIZED);
  SimRate rate = sim_rate_update (&calculator, 5, 3);
  g_assert_cmpint (rate.state, ==, SIM_RATE_COMPUTED);
  g_assert_true (rate.n_periods == 2 && isinf (rate.rate));
}

static void
d31_realtime_rate (void)
{
  TestSystem *system = test_spring (1, 1, 0.1, 0);
  SimSimulator *simulator = test_simulator (system, fixed ("runge_kutta2", "1e-3"));
  sim_simulator_initialize (simulator, 0, NULL, NULL, 10, FALSE);
  /* The run takes a quarter of a second at rate 1, and then continues at rate
   * 5. Both parts are long compared with the time slices of the scheduler. */
  sim_simulator_set_realtime_rate (simulator, 1);
  sim_simulator_advance_to (simulator, 0.25);
  g_assert_cmpfloat (sim_simulator_statistics (simulator).actual_realtime_rate, <=, 1.1);
  sim_simulator_reset_statistics (simulator);
  sim_simulator_set_realtime_rate (simulator, 5);
  sim_simulator_advance_to (simulator, 1.5);
  g_assert_cmpfloat (sim_simulator_statistics (simulator).actual_realtime_rate, <=, 5.1);
  done (simulator, system);
}

static void
d33_initialization (void)
{
  TestSystem *system = test_system_new (0, 1);
  test_system_add (system, "publish", SIM_TRIGGER_INITIALIZATION, SIM_ACTION_PUBLISH, NULL);
  test_system_add (system, "discrete", SIM_TRIGGER_INITIALIZATION, SIM_ACTION_DISCRETE, NULL);
  test_system_add (system, "unrestricted", SIM_TRIGGER_INITIALIZATION, SIM_ACTION_UNRESTRICTED, NULL);
  SimSimulator *simulator = test_simulator (system, fixed ("runge_kutta2", "0.1"));
  sim_simulator_initialize (simulator, 0, NULL, NULL, 1, FALSE);
  sim_simulator_advance_to (simulator, 1);
  g_assert_cmpuint (system->calls->len, ==, 3);
  g_assert_cmpint (test_system_call (system, 0)->action, ==, SIM_ACTION_UNRESTRICTED);
  g_assert_cmpint (test_system_call (system, 1)->action, ==, SIM_ACTION_DISCRETE);
  g_assert_cmpint (test_system_call (system, 2)->action, ==, SIM_ACTION_PUBLISH);
  for (guint i = 0; i < 3; i++)
    g_assert_true (test_system_call (system, i)->t == 0);
  g_array_set_size (system->calls, 0);
  sim_simulator_initialize (simulator, 0, NULL, NULL, 1, TRUE);
  sim_simulator_advance_to (simulator, 1);
  g_assert_cmpuint (system->calls->len, ==, 0);
  done (simulator, system);
}

typedef struct
{
  int n_calls;
  double times[32];
  double end, fail;
} Monitor;

static SimHandlerStatus
monitor_log (gpointer user, const SimSimulator *simulator)
{
  Monitor *monitor = user;
  double t = sim_simulator_t (simulator);
  monitor->times[monitor->n_calls++ % 32] = t;
  if (t >= monitor->fail)
    return (SimHandlerStatus){ SIM_FAILED, g_strdup ("Something terrible happened."), NULL };
  if (t >= monitor->end)
    return (SimHandlerStatus){ SIM_REACHED_TERMINATION, g_strdup ("All done."), NULL };
  return (SimHandlerStatus){ SIM_DID_NOTHING, NULL, NULL };
}

static void
d35_monitor (void)
{
  TestSystem *system = test_spring (1, 1, 0.1, 0);
  SimSimulator *simulator = test_simulator (system, fixed ("explicit_euler", "0.125"));
  Monitor monitor = { .end = INFINITY, .fail = INFINITY };
  sim_simulator_set_monitor (simulator, monitor_log, &monitor);
  sim_simulator_initialize (simulator, 0, NULL, NULL, 1, FALSE);
  sim_simulator_advance_to (simulator, 1);
  g_assert_cmpint (monitor.n_calls, ==, 9);
  g_assert_true (monitor.times[1] == 0.125);
  sim_simulator_set_monitor (simulator, NULL, NULL);
  sim_simulator_advance_to (simulator, 3);
  g_assert_cmpint (monitor.n_calls, ==, 9);
  monitor.end = 3.49;
  sim_simulator_set_monitor (simulator, monitor_log, &monitor);
  SimStatus status = sim_simulator_advance_to (simulator, 10);
  g_assert_cmpint (status.reason, ==, SIM_TERMINATED);
  g_assert_true (status.t == 3.5 && status.boundary == 10);
  g_assert_nonnull (strstr (status.message, "All done."));
  monitor.end = INFINITY;
  monitor.fail = 6;
  status = sim_simulator_advance_to (simulator, 10);
  g_assert_cmpint (status.reason, ==, SIM_FAILED_RUN);
  g_assert_true (status.t == 6);
  g_assert_cmpstr (status.message, ==,
                   "Simulator stopped at time 6 because SpringMassSystem System 'spring' failed with message: \"Something terrible "
                   "happened.\"");
  g_assert_cmpstr (status.cause, ==, "failed at t = 6: Something terrible happened.");
  done (simulator, system);
}

/* ---- a system with two handlers of each kind at initialization, two publish events in
 * each step, and handlers with period 0.5 ---- */

enum { INIT_U0, INIT_U1, INIT_D0, INIT_D1, INIT_P0, INIT_P1, STEP_P0, STEP_P1, PER_U0, PER_U1, PER_D0, PER_D1, PER_P0, PER_P1, N_HANDLERS };

static SimSeverity severities[N_HANDLERS];

static SimHandlerStatus
status_act (TestSystem *system, int event, SimAction action, double t, const double *x, const double *d, double *x_plus, double *d_plus)
{
  SimHandlerStatus status = { severities[event], NULL, NULL };
  if (status.severity >= SIM_REACHED_TERMINATION)
    status.message = g_strdup_printf ("handler %d", event);
  return status;
}

static TestSystem *
status_system (void)
{
  static const struct
  {
    const char *name;
    SimTrigger trigger;
    SimAction action;
  } handlers[N_HANDLERS] = {
    { "init u0", SIM_TRIGGER_INITIALIZATION, SIM_ACTION_UNRESTRICTED }, { "init u1", SIM_TRIGGER_INITIALIZATION, SIM_ACTION_UNRESTRICTED },
    { "init d0", SIM_TRIGGER_INITIALIZATION, SIM_ACTION_DISCRETE },     { "init d1", SIM_TRIGGER_INITIALIZATION, SIM_ACTION_DISCRETE },
    { "init p0", SIM_TRIGGER_INITIALIZATION, SIM_ACTION_PUBLISH },      { "init p1", SIM_TRIGGER_INITIALIZATION, SIM_ACTION_PUBLISH },
    { "step p0", SIM_TRIGGER_PER_STEP, SIM_ACTION_PUBLISH },            { "step p1", SIM_TRIGGER_PER_STEP, SIM_ACTION_PUBLISH },
    { "u0", SIM_TRIGGER_PERIODIC, SIM_ACTION_UNRESTRICTED },            { "u1", SIM_TRIGGER_PERIODIC, SIM_ACTION_UNRESTRICTED },
    { "d0", SIM_TRIGGER_PERIODIC, SIM_ACTION_DISCRETE },                { "d1", SIM_TRIGGER_PERIODIC, SIM_ACTION_DISCRETE },
    { "p0", SIM_TRIGGER_PERIODIC, SIM_ACTION_PUBLISH },                 { "p1", SIM_TRIGGER_PERIODIC, SIM_ACTION_PUBLISH },
  };
  TestSystem *system = test_system_new (0, 1);
  system->type_name = "EventTest";
  system->name = "events";
  for (int i = 0; i < N_HANDLERS; i++)
    {
      test_system_add (system, handlers[i].name, handlers[i].trigger, handlers[i].action, status_act)->period = 0.5;
      severities[i] = SIM_SUCCEEDED;
    }
  return system;
}

static void
assert_calls (TestSystem *system, const int *events, int n)
{
  for (int i = 0; i < n; i++)
    g_assert_cmpint (test_system_call (system, (guint) i)->event, ==, events[i]);
  g_assert_cmpuint (system->calls->len, ==, n);
}

static void
assert_counts (const SimSimulator *simulator, int unrestricted, int discrete, int publishes)
{
  SimStatistics statistics = sim_simulator_statistics (simulator);
  g_assert_cmpint (statistics.unrestricted_updates, ==, unrestricted);
  g_assert_cmpint (statistics.discrete_updates, ==, discrete);
  g_assert_cmpint (statistics.publishes, ==, publishes);
}

static SimStatus
initialize_with (SimSimulator *simulator, TestSystem *system, int first, SimSeverity first_severity, int second,
                 SimSeverity second_severity)
{
  for (int i = 0; i < N_HANDLERS; i++)
    severities[i] = SIM_SUCCEEDED;
  if (first >= 0)
    severities[first] = first_severity;
  if (second >= 0)
    severities[second] = second_severity;
  g_array_set_size (system->calls, 0);
  return sim_simulator_initialize (simulator, 0.125, NULL, NULL, 1, FALSE);
}

static void
d36_statuses_of_initialize (void)
{
  TestSystem *system = status_system ();
  SimSimulator *simulator = test_simulator (system, fixed ("runge_kutta2", "0.5"));
  static const int all[] = { INIT_U0, INIT_U1, INIT_D0, INIT_D1, INIT_P0, INIT_P1, STEP_P0, STEP_P1 };

  g_assert_cmpint (initialize_with (simulator, system, -1, 0, -1, 0).reason, ==, SIM_READY);
  assert_calls (system, all, 8);
  for (guint i = 0; i < 8; i++)
    g_assert_true (test_system_call (system, i)->t == 0.125);
  assert_counts (simulator, 1, 1, 1);

  for (int i = 0; i < N_HANDLERS; i++)
    severities[i] = SIM_DID_NOTHING;
  g_array_set_size (system->calls, 0);
  g_assert_cmpint (sim_simulator_initialize (simulator, 0.125, NULL, NULL, 1, FALSE).reason, ==, SIM_READY);
  assert_calls (system, all, 8);
  assert_counts (simulator, 0, 0, 0);

  SimStatus status = initialize_with (simulator, system, INIT_U1, SIM_FAILED, -1, 0);
  g_assert_cmpint (status.reason, ==, SIM_FAILED_RUN);
  g_assert_nonnull (strstr (status.message, "handler 1"));
  assert_calls (system, all, 2);
  assert_counts (simulator, 0, 0, 0);

  status = initialize_with (simulator, system, INIT_U1, SIM_REACHED_TERMINATION, -1, 0);
  g_assert_cmpint (status.reason, ==, SIM_TERMINATED);
  assert_calls (system, all, 4);
  assert_counts (simulator, 1, 1, 0);

  status = initialize_with (simulator, system, INIT_U1, SIM_REACHED_TERMINATION, INIT_D0, SIM_FAILED);
  g_assert_cmpint (status.reason, ==, SIM_FAILED_RUN);
  assert_calls (system, all, 3);
  assert_counts (simulator, 1, 0, 0);

  status = initialize_with (simulator, system, INIT_P0, SIM_REACHED_TERMINATION, -1, 0);
  g_assert_cmpint (status.reason, ==, SIM_TERMINATED);
  assert_calls (system, all, 8);
  assert_counts (simulator, 1, 1, 1);

  for (int both = 0; both < 2; both++)
    {
      status = initialize_with (simulator, system, INIT_P0, SIM_FAILED, both ? INIT_P1 : -1, SIM_FAILED);
      g_assert_cmpint (status.reason, ==, SIM_FAILED_RUN);
      g_assert_nonnull (strstr (status.message, "handler 4"));
      assert_calls (system, all, 8);
      assert_counts (simulator, 1, 1, 0);
    }
  done (simulator, system);
}

static void
d37_statuses_of_advance (void)
{
  TestSystem *system = status_system ();
  SimSimulator *simulator = test_simulator (system, fixed ("runge_kutta2", "0.5"));
  initialize_with (simulator, system, -1, 0, -1, 0);
  sim_simulator_reset_statistics (simulator);
  g_array_set_size (system->calls, 0);
  SimStatus status = sim_simulator_advance_to (simulator, 0.75);
  g_assert_cmpint (status.reason, ==, SIM_REACHED_END);
  static const int order[] = { STEP_P0, STEP_P1, PER_P0, PER_P1, PER_U0, PER_U1, PER_D0, PER_D1, STEP_P0, STEP_P1 };
  assert_calls (system, order, 10);
  for (guint i = 0; i < 10; i++)
    g_assert_true (test_system_call (system, i)->t == (i < 8 ? 0.5 : 0.75));
  assert_counts (simulator, 1, 1, 2);
  g_assert_cmpint (sim_simulator_statistics (simulator).steps_taken, ==, 2);
  done (simulator, system);
}

static void
d38_termination_leaves_updates_pending (void)
{
  TestSystem *system = status_system ();
  SimSimulator *simulator = test_simulator (system, fixed ("runge_kutta2", "0.5"));
  initialize_with (simulator, system, PER_P0, SIM_REACHED_TERMINATION, -1, 0);
  sim_simulator_reset_statistics (simulator);
  g_array_set_size (system->calls, 0);
  SimStatus status = sim_simulator_advance_to (simulator, 0.75);
  g_assert_cmpint (status.reason, ==, SIM_TERMINATED);
  g_assert_true (status.t == 0.5);
  static const int publishes[] = { STEP_P0, STEP_P1, PER_P0, PER_P1 };
  assert_calls (system, publishes, 4);
  g_assert_cmpint (sim_simulator_statistics (simulator).steps_taken, ==, 1);
  g_array_set_size (system->calls, 0);
  sim_simulator_advance_pending (simulator);
  static const int updates[] = { PER_U0, PER_U1, PER_D0, PER_D1, STEP_P0, STEP_P1 };
  assert_calls (system, updates, 6);
  assert_counts (simulator, 1, 1, 2);
  g_assert_cmpint (sim_simulator_statistics (simulator).steps_taken, ==, 2);
  done (simulator, system);
}

static void
d39_termination_by_an_update (void)
{
  TestSystem *system = status_system ();
  SimSimulator *simulator = test_simulator (system, fixed ("runge_kutta2", "0.5"));
  initialize_with (simulator, system, PER_U1, SIM_REACHED_TERMINATION, -1, 0);
  sim_simulator_reset_statistics (simulator);
  g_array_set_size (system->calls, 0);
  SimStatus status = sim_simulator_advance_to (simulator, 0.75);
  g_assert_cmpint (status.reason, ==, SIM_TERMINATED);
  g_assert_true (status.t == 0.5);
  static const int order[] = { STEP_P0, STEP_P1, PER_P0, PER_P1, PER_U0, PER_U1, PER_D0, PER_D1 };
  assert_calls (system, order, 8);
  g_assert_cmpint (sim_simulator_statistics (simulator).steps_taken, ==, 1);
  done (simulator, system);
}

static void
d40_missed_publish (void)
{
  /* The first event is due at the current time, for two different start
   * times. The second event publishes with period 0.25. */
  static const double now[] = { -1, 0 };
  for (int k = 0; k < 3; k++)
    {
      TestSystem *system = test_system_new (0, 1);
      TestEvent *right_now = test_system_add (system, "right now", SIM_TRIGGER_TIMED, SIM_ACTION_PUBLISH, NULL);
      right_now->times = now;
      right_now->n_times = k == 2 ? 0 : 2;
      test_system_add (system, "periodic", SIM_TRIGGER_PERIODIC, SIM_ACTION_PUBLISH, NULL)->period = 0.25;
      SimSimulator *simulator = test_simulator (system, fixed ("runge_kutta2", "0.5"));
      sim_simulator_initialize (simulator, k == 1 ? -1 : 0, NULL, NULL, 1, FALSE);
      g_assert_cmpint (test_system_n_calls (system, 0, 0), ==, k == 2 ? 0 : 1);
      g_assert_cmpint (test_system_n_calls (system, 1, 0), ==, k == 1 ? 0 : 1);
      done (simulator, system);
    }
}

static void
d41_statuses (void)
{
  g_autofree char *end = sim_status_message_drake (SIM_REACHED_END, 1.5, NULL, NULL, NULL);
  g_autofree char *termination = sim_status_message_drake (SIM_TERMINATED, 0.25, NULL, NULL, "enough");
  g_autofree char *failure = sim_status_message_drake (SIM_FAILED_RUN, 2, "Plant", "::diagram::plant", "boom");
  g_assert_cmpstr (end, ==, "Simulator successfully reached the boundary time (1.5).");
  g_assert_cmpstr (termination, ==,
                   "Simulator returned early at time 0.25 because System requested termination with message: \"enough\"");
  g_assert_cmpstr (failure, ==, "Simulator stopped at time 2 because Plant System '::diagram::plant' failed with message: \"boom\"");
  SimStatus a = { .reason = SIM_TERMINATED, .boundary = 1, .t = 0.25, .message = termination, .advice = "", .event = -1 };
  SimStatus b = a;
  g_assert_true (sim_status_equal (&a, &b));
  b.t = 0.5;
  g_assert_false (sim_status_equal (&a, &b));
  b = a;
  b.reason = SIM_FAILED_RUN;
  g_assert_false (sim_status_equal (&a, &b));
  b = a;
  b.message = failure;
  g_assert_false (sim_status_equal (&a, &b));
}

static void
d43_previous_normal (void)
{
  g_assert_true (sim_previous_normal (0) == -2.2250738585072014e-308);
  g_assert_true (sim_previous_normal (2.2250738585072014e-308) == 0);
  g_assert_true (sim_previous_normal (5e-324) == -2.2250738585072014e-308);
  g_assert_true (sim_previous_normal (-5e-324) == -2.2250738585072014e-308);
  g_assert_true (sim_previous_normal (1) == 1 - DBL_EPSILON / 2);
  g_assert_true (sim_previous_normal (-1) == -1 - DBL_EPSILON);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/drake/D-30-the-computed-real-time-rates-equal-those-of-drake", d30_rate_calculator);
  g_test_add_func ("/sim/drake/D-31-a-run-is-not-faster-than-its-real-time-rate", d31_realtime_rate);
  g_test_add_func ("/sim/drake/D-33-initialization-events-happen-in-order-and-can-be-suppressed", d33_initialization);
  g_test_add_func ("/sim/drake/D-35-a-monitor-is-called-for-each-step-and-can-end-the-run", d35_monitor);
  g_test_add_func ("/sim/drake/D-36-a-failed-initialization-event-makes-initialization-fail", d36_statuses_of_initialize);
  g_test_add_func ("/sim/drake/D-37-a-failed-event-ends-the-run-with-an-error", d37_statuses_of_advance);
  g_test_add_func ("/sim/drake/D-38-pending-updates-are-kept-when-the-run-terminates", d38_termination_leaves_updates_pending);
  g_test_add_func ("/sim/drake/D-39-a-discrete-update-can-end-the-run", d39_termination_by_an_update);
  g_test_add_func ("/sim/drake/D-40-a-publish-event-at-the-start-time-is-not-skipped", d40_missed_publish);
  g_test_add_func ("/sim/drake/D-41-status-messages-equal-those-of-drake", d41_statuses);
  g_test_add_func ("/sim/drake/D-43-the-next-smaller-normal-number-is-found-without-subnormals", d43_previous_normal);
  return g_test_run ();
}
