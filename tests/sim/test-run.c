/* Tests runs on a thread of their own: start, pause, stop, changes during the
 * run, steps back and replay. The thread sanitizer also runs these tests. */
#include <glib.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "sim-run.h"
#include "sim-test-system.h"

/* The parameter p[0] is the square of the angular frequency. */
static void
oscillator_rhs (TestSystem *system, double t, const double *x, double *dxdt)
{
  dxdt[0] = x[1];
  dxdt[1] = -system->p[0] * x[0];
}

static double
level (TestSystem *system, double t, const double *x)
{
  return x[0] - 0.5;
}

static TestSystem *
oscillator (void)
{
  TestSystem *system = test_system_new (2, 0);
  system->rhs = oscillator_rhs;
  system->x0[0] = 1;
  system->p[0] = 1;
  test_system_add (system, "level", SIM_TRIGGER_WITNESS, SIM_ACTION_PUBLISH, NULL)->witness = level;
  return system;
}

static SimRun *
new_run (TestSystem *system, double t_end, const char *key, const char *value)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SimConfig) config = test_config (key, value, NULL);
  SimRun *run = sim_run_new (test_system_wrap (system), config, 0, t_end, &error);
  g_assert_no_error (error);
  return run;
}

/* Returns all rows of the trajectory as one array of numbers. */
static GArray *
rows_of (SimTrajectory *trajectory)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (double));
  for (gsize i = 0; i < sim_trajectory_n_rows (trajectory); i++)
    g_array_append_vals (rows, sim_trajectory_row (trajectory, i), (guint) sim_trajectory_n_columns (trajectory) + 1);
  return rows;
}

static void
assert_same_rows (GArray *a, GArray *b)
{
  g_assert_cmpmem (a->data, a->len * sizeof (double), b->data, b->len * sizeof (double));
}

static GArray *
straight_rows (double t_end)
{
  TestSystem *system = oscillator ();
  SimRun *run = new_run (system, t_end, "accuracy", "1e-8");
  sim_run_start (run);
  sim_run_wait (run);
  GArray *rows = rows_of (sim_run_trajectory (run));
  sim_run_free (run);
  test_system_free (system);
  return rows;
}

/* The first row can be computed before the run starts. This does not
 * change any number, even if the run then starts with a single step. */
static void
test_prepare (void)
{
  g_autoptr (GArray) straight = straight_rows (20);
  TestSystem *system = oscillator ();
  SimRun *run = new_run (system, 20, "accuracy", "1e-8");
  SimTrajectory *trajectory = sim_run_trajectory (run);
  SimRunPoll poll;
  g_assert_cmpuint (sim_trajectory_n_rows (trajectory), ==, 0);
  sim_run_prepare (run);
  sim_run_wait (run);
  sim_run_poll (run, &poll);
  g_assert_cmpint (poll.state, ==, SIM_RUN_READY);
  g_assert_cmpfloat (poll.t, ==, 0);
  g_assert_cmpuint (sim_trajectory_n_rows (trajectory), ==, 1);
  g_assert_cmpfloat (sim_trajectory_row (trajectory, 0)[1], ==, 1);
  sim_run_step (run);
  sim_run_wait (run);
  sim_run_prepare (run); /* this has no effect after the run has begun */
  sim_run_start (run);
  sim_run_wait (run);
  sim_run_poll (run, &poll);
  g_assert_cmpint (poll.state, ==, SIM_RUN_FINISHED);
  g_autoptr (GArray) rows = rows_of (trajectory);
  assert_same_rows (rows, straight);
  sim_run_free (run);
  test_system_free (system);
}

static SimHandlerStatus
refuse (TestSystem *system, double t, const double *x)
{
  return (SimHandlerStatus){ SIM_FAILED, g_strdup ("no"), NULL };
}

/* If the first row cannot be computed, the run is still in the state
 * "ready". It reports the failure when it is started. */
static void
test_prepare_fails (void)
{
  TestSystem *system = oscillator ();
  system->monitor = refuse;
  SimRun *run = new_run (system, 20, NULL, NULL);
  SimRunPoll poll;
  sim_run_prepare (run);
  sim_run_wait (run);
  sim_run_poll (run, &poll);
  g_assert_cmpint (poll.state, ==, SIM_RUN_READY);
  sim_run_start (run);
  sim_run_wait (run);
  sim_run_poll (run, &poll);
  g_assert_cmpint (poll.state, ==, SIM_RUN_FINISHED);
  g_assert_cmpint (poll.status.reason, !=, SIM_REACHED_END);
  g_assert_cmpint (poll.statistics.ode.steps_taken, ==, 0);
  sim_run_free (run);
  test_system_free (system);
}

static void
test_finish (void)
{
  TestSystem *system = oscillator ();
  SimRun *run = new_run (system, 20, NULL, NULL);
  SimRunPoll poll;
  sim_run_poll (run, &poll);
  g_assert_cmpint (poll.state, ==, SIM_RUN_READY);
  g_assert_true (poll.t == 0 && poll.t_end == 20);
  guint serial = poll.serial;
  sim_run_start (run);
  sim_run_wait (run);
  sim_run_poll (run, &poll);
  g_assert_cmpint (poll.state, ==, SIM_RUN_FINISHED);
  g_assert_cmpint (poll.status.reason, ==, SIM_REACHED_END);
  g_assert_true (poll.t == 20);
  g_assert_cmpuint (poll.serial, >, serial);
  /* The event happens at ±π/3 + 2kπ, seven times until t = 20. */
  g_assert_cmpint (poll.statistics.witness_events, ==, 7);
  g_assert_cmpuint (sim_trajectory_n_events (sim_run_trajectory (run)), ==, 7);
  g_assert_cmpuint (sim_tape_n_attempts (sim_run_tape (run)), >, 20);
  /* After a finished run gets a later end time, it can be continued. */
  sim_run_set_t_end (run, 30);
  sim_run_start (run);
  sim_run_wait (run);
  sim_run_poll (run, &poll);
  g_assert_true (poll.t == 30 && poll.state == SIM_RUN_FINISHED);
  sim_run_free (run);
  test_system_free (system);
}

/* A trajectory has a published number of rows. All rows below this number
 * are complete, in order, and correct while the run continues to write. */
static void
test_read_while_running (void)
{
  TestSystem *system = oscillator ();
  SimRun *run = new_run (system, 3000, "accuracy", "1e-9");
  SimTrajectory *trajectory = sim_run_trajectory (run);
  SimTape *tape = sim_run_tape (run);
  sim_run_start (run);
  gsize seen = 0;
  SimRunPoll poll;
  do
    {
      gsize n_rows = sim_trajectory_n_rows (trajectory);
      for (; seen < n_rows; seen++)
        {
          const double *row = sim_trajectory_row (trajectory, seen);
          /* The error is 1e-9 per step, and for this system the sum grows linearly with time. */
          g_assert_cmpfloat (fabs (row[1] - cos (row[0])), <=, 1e-4);
          g_assert_true (seen == 0 || row[0] >= sim_trajectory_row (trajectory, seen - 1)[0]);
        }
      double low, high;
      sim_trajectory_range (trajectory, 0, 0, n_rows, &low, &high);
      for (gsize i = 0; i < sim_trajectory_n_events (trajectory); i += 100)
        g_assert_cmpint (sim_trajectory_event (trajectory, i).event, ==, 0);
      OdeAttempt attempt;
      gsize n_attempts = sim_tape_n_attempts (tape);
      if (n_attempts > 0)
        g_assert_true (sim_tape_get (tape, n_attempts - 1, &attempt));
      SimTapeRange range;
      sim_tape_range (tape, 0, n_attempts, &range);
      sim_run_poll (run, &poll);
    }
  while (poll.state == SIM_RUN_RUNNING || poll.state == SIM_RUN_READY);
  g_assert_cmpint (poll.status.reason, ==, SIM_REACHED_END);
  sim_run_free (run);
  test_system_free (system);
}

/* Pauses, continuations and single steps do not change the rows; they agree bit for bit. */
static void
test_pause (void)
{
  GArray *expected = straight_rows (200);
  TestSystem *system = oscillator ();
  SimRun *run = new_run (system, 200, "accuracy", "1e-8");
  SimRunPoll poll;
  for (int k = 0; k < 20; k++)
    {
      sim_run_start (run);
      g_usleep (200);
      sim_run_pause (run);
      sim_run_wait (run);
      sim_run_poll (run, &poll);
      if (poll.state == SIM_RUN_FINISHED)
        break;
      /* A pause cancels a start that the thread has not yet carried out. */
      g_assert_true (poll.state == SIM_RUN_PAUSED || poll.state == SIM_RUN_READY);
      gsize n_rows = sim_trajectory_n_rows (sim_run_trajectory (run));
      sim_run_step (run);
      sim_run_wait (run);
      g_assert_cmpuint (sim_trajectory_n_rows (sim_run_trajectory (run)), >=, n_rows);
    }
  sim_run_start (run);
  sim_run_wait (run);
  GArray *rows = rows_of (sim_run_trajectory (run));
  assert_same_rows (rows, expected);
  g_array_unref (rows);
  g_array_unref (expected);
  sim_run_free (run);
  test_system_free (system);
}

static void
test_single_steps (void)
{
  TestSystem *system = oscillator ();
  SimRun *run = new_run (system, 100, NULL, NULL);
  SimRunPoll poll;
  for (int k = 1; k <= 10; k++)
    {
      sim_run_step (run);
      sim_run_wait (run);
      sim_run_poll (run, &poll);
      g_assert_cmpint (poll.state, ==, SIM_RUN_PAUSED);
      g_assert_cmpint (poll.statistics.steps_taken, ==, k);
    }
  sim_run_free (run);
  test_system_free (system);
}

/* Takes n steps forward, or back if n < 0. */
static void
take_steps (SimRun *run, int n)
{
  for (; n < 0; n++)
    g_assert_true (sim_run_step_back (run));
  for (; n > 0; n--)
    {
      sim_run_step (run);
      sim_run_wait (run);
    }
}

/* A step back over a change of the settings takes it back, also one of the method, so that the run goes on as without it. A moved end stays. */
static void
test_step_back_over_changes (void)
{
  static const struct { const char *key, *value; } rows[] = { { "accuracy", "1e-3" }, { "error_control", "false" }, { "integrator", "radau5" } };

  for (guint k = 0; k < G_N_ELEMENTS (rows); k++)
    {
      GArray *expected = straight_rows (100), *made;
      TestSystem *system = oscillator ();
      SimRun *run = new_run (system, 100, "accuracy", "1e-8");
      g_autoptr (SimConfig) config = test_config ("accuracy", "1e-8", NULL);
      g_autoptr (GPtrArray) history = NULL;
      g_autoptr (GError) error = NULL;
      sim_config_set (config, rows[k].key, rows[k].value, SIM_ORIGIN_LIVE, NULL);
      take_steps (run, 40);
      g_assert_true (sim_run_set_config (run, config, &error));
      take_steps (run, 3);
      take_steps (run, -4);
      history = sim_run_history (run);
      g_assert_cmpuint (history->len, ==, 0);
      sim_run_start (run);
      sim_run_wait (run);
      made = rows_of (sim_run_trajectory (run));
      assert_same_rows (made, expected);
      g_array_unref (made);
      g_array_unref (expected);
      sim_run_free (run);
      test_system_free (system);
    }
  {
    TestSystem *system = oscillator ();
    SimRun *run = new_run (system, 100, "accuracy", "1e-8");
    g_autoptr (GPtrArray) history = NULL;
    const SimRunChange *change;
    SimRunPoll poll, before;
    take_steps (run, 5);
    sim_run_set_t_end (run, 3);
    take_steps (run, 2);
    take_steps (run, -4);
    history = sim_run_history (run);
    g_assert_cmpuint (history->len, ==, 1);
    change = g_ptr_array_index (history, 0);
    g_assert_cmpint (change->step, ==, 3);
    sim_run_start (run);
    sim_run_wait (run);
    sim_run_poll (run, &poll);
    g_assert_true (poll.t == 3);
    sim_run_free (run);
    test_system_free (system);
    /* The end is moved before the present time: the steps are repeated with the old end. */
    system = oscillator ();
    run = new_run (system, 100, "accuracy", "1e-8");
    take_steps (run, 59);
    sim_run_poll (run, &before);
    g_assert_cmpfloat (before.t, >, 3);
    take_steps (run, 1);
    sim_run_set_t_end (run, 3);
    take_steps (run, 1);
    take_steps (run, -1);
    sim_run_poll (run, &poll);
    g_assert_cmpint (poll.statistics.steps_taken, ==, 59);
    g_assert_true (poll.t == before.t);
    sim_run_free (run);
    test_system_free (system);
  }
}

/* Stepping back and forward over hundreds of steps and many snapshots
 * gives the same rows bit for bit. */
static void
test_step_back (void)
{
  GArray *expected = straight_rows (100);
  TestSystem *system = oscillator ();
  SimRun *run = new_run (system, 100, "accuracy", "1e-8");
  SimRunPoll poll;
  sim_run_start (run);
  sim_run_wait (run);
  sim_run_poll (run, &poll);
  long steps = poll.statistics.steps_taken;
  g_assert_cmpint (steps, >, 600);
  double t = poll.t;
  for (int k = 1; k <= 300; k++)
    {
      g_assert_true (sim_run_step_back (run));
      sim_run_poll (run, &poll);
      g_assert_cmpint (poll.state, ==, SIM_RUN_PAUSED);
      g_assert_cmpint (poll.statistics.steps_taken, ==, steps - k);
      g_assert_cmpfloat (poll.t, <, t);
      t = poll.t;
      SimTrajectory *trajectory = sim_run_trajectory (run);
      g_assert_true (sim_trajectory_row (trajectory, sim_trajectory_n_rows (trajectory) - 1)[0] == t);
    }
  sim_run_start (run);
  sim_run_wait (run);
  GArray *rows = rows_of (sim_run_trajectory (run));
  assert_same_rows (rows, expected);
  g_array_unref (rows);
  g_array_unref (expected);
  sim_run_free (run);
  test_system_free (system);

  system = oscillator ();
  run = new_run (system, 100, NULL, NULL);
  g_assert_false (sim_run_step_back (run));
  sim_run_step (run);
  sim_run_wait (run);
  g_assert_true (sim_run_step_back (run));
  sim_run_poll (run, &poll);
  g_assert_true (poll.t == 0);
  g_assert_false (sim_run_step_back (run));
  sim_run_free (run);
  test_system_free (system);
}

/* Waits until the run has passed time t. The limit of the wait is long,
 * because the machine may be busy. */
static void
wait_for_time (SimRun *run, double t)
{
  SimRunPoll poll;
  for (gint64 end = g_get_monotonic_time () + 30 * G_USEC_PER_SEC; g_get_monotonic_time () < end; g_usleep (200))
    {
      sim_run_poll (run, &poll);
      if (poll.t > t)
        return;
    }
  g_assert_not_reached ();
}

static void
test_stop (void)
{
  TestSystem *system = oscillator ();
  SimRun *run = new_run (system, 1e9, NULL, NULL);
  SimRunPoll poll;
  sim_run_start (run);
  wait_for_time (run, 0);
  sim_run_stop (run);
  /* Without the stop, the run would take years to reach its end. */
  sim_run_wait (run);
  sim_run_poll (run, &poll);
  g_assert_cmpint (poll.state, ==, SIM_RUN_FINISHED);
  g_assert_cmpint (poll.status.reason, ==, SIM_INTERRUPTED);
  g_assert_true (poll.t == sim_trajectory_row (sim_run_trajectory (run), sim_trajectory_n_rows (sim_run_trajectory (run)) - 1)[0]);
  sim_run_free (run);
  /* If a run is freed while it is running, it stops. */
  run = new_run (system, 1e9, NULL, NULL);
  sim_run_start (run);
  wait_for_time (run, 0);
  sim_run_free (run);
  test_system_free (system);
}

static SimEventRecord
last_change (SimRun *run)
{
  SimTrajectory *trajectory = sim_run_trajectory (run);
  for (gsize i = sim_trajectory_n_events (trajectory); i-- > 0;)
    if (sim_trajectory_event (trajectory, i).event < 0)
      return sim_trajectory_event (trajectory, i);
  g_assert_not_reached ();
}

/* A changed parameter takes effect between two steps, at the time in the log of
 * events. The equation is x'' = −x before this time, and x'' = −4 x after it. */
static void
test_parameter (void)
{
  TestSystem *system = oscillator ();
  SimRun *run = new_run (system, 50, "accuracy", "1e-10");
  SimRunPoll poll;
  sim_run_start (run);
  g_usleep (300);
  sim_run_set_parameter (run, "p0", 4);
  sim_run_wait (run);
  sim_run_poll (run, &poll);
  g_assert_cmpstr (poll.refused, ==, "");
  SimEventRecord record = last_change (run);
  g_assert_cmpint (record.parameter, ==, 0);
  g_assert_true (record.value == 4);
  double t1 = record.t, dt = 50 - t1;
  double x1 = cos (t1), v1 = -sin (t1);
  SimTrajectory *trajectory = sim_run_trajectory (run);
  const double *last = sim_trajectory_row (trajectory, sim_trajectory_n_rows (trajectory) - 1);
  g_assert_cmpfloat (fabs (last[1] - (x1 * cos (2 * dt) + v1 / 2 * sin (2 * dt))), <=, 1e-6);
  /* If the run is paused, a change is made at once. If a change is not
   * possible, an error is reported. */
  sim_run_set_parameter (run, "nonsense", 1);
  sim_run_poll (run, &poll);
  g_assert_cmpstr (poll.refused, ==, "unknown parameter 'nonsense'");
  sim_run_free (run);
  test_system_free (system);
}

static void
test_config_in_mid_run (void)
{
  TestSystem *system = oscillator ();
  SimRun *run = new_run (system, 20, NULL, NULL);
  SimRunPoll poll;
  for (int k = 0; k < 5; k++)
    {
      sim_run_step (run);
      sim_run_wait (run);
    }
  g_autoptr (GError) error = NULL;
  g_autoptr (SimConfig) config = test_config ("integrator", "dop853", "accuracy", "1e-11", NULL);
  g_assert_true (sim_run_set_config (run, config, &error));
  sim_run_poll (run, &poll);
  double t = poll.t;
  long steps = poll.statistics.steps_taken;
  sim_run_start (run);
  sim_run_wait (run);
  sim_run_poll (run, &poll);
  g_assert_cmpint (poll.status.reason, ==, SIM_REACHED_END);
  g_assert_cmpint (poll.statistics.steps_taken, >, steps);
  g_assert_cmpint (poll.statistics.ode.steps_taken, >=, poll.statistics.steps_taken);
  g_assert_cmpfloat (t, >, 0);
  g_autoptr (SimConfig) bad = test_config ("absolute_tolerance.nobody", "1e-3", NULL);
  g_assert_false (sim_run_set_config (run, bad, &error));
  g_assert_nonnull (strstr (error->message, "'nobody'"));
  sim_run_free (run);
  test_system_free (system);
}

/* A real-time rate limits the speed of a run. After a pause or a change of
 * the rate, the run does not go faster in order to catch up. */
static atomic_bool is_seen;

/* From t = 10 on the right-hand side waits until the test has seen the progress of the replay. The limit of one minute only ends a test that
 * fails. */
static void
waiting_rhs (TestSystem *system, double t, const double *x, double *dxdt)
{
  static int n_waits = 0;
  for (; t > 10 && !atomic_load (&is_seen) && n_waits < 60000; n_waits++)
    g_usleep (1000);
  oscillator_rhs (system, t, x, dxdt);
}

/* While a branch repeats the steps of its parent, the poll says so and has the time of the repeated steps. */
static void
test_progress_of_replay (void)
{
  TestSystem *system = oscillator (), *again = oscillator ();
  SimRun *parent = new_run (system, 20, "max_step", "0.1"), *branch;
  SimRunPoll poll;
  gboolean seen = FALSE;
  sim_run_start (parent);
  sim_run_wait (parent);
  again->rhs = waiting_rhs;
  branch = new_run (again, 20, "max_step", "0.1");
  g_assert_cmpfloat (sim_run_branch (branch, parent, 15, NULL), >, 14);
  sim_run_start (branch);
  do
    {
      sim_run_poll (branch, &poll);
      seen = seen || (poll.replaying && poll.t > 0 && poll.t < 15);
      if (seen)
        atomic_store (&is_seen, true);
    }
  while (poll.state != SIM_RUN_FINISHED);
  g_assert_true (seen);
  g_assert_false (poll.replaying);
  g_assert_cmpfloat (poll.t, ==, 20);
  sim_run_free (branch);
  sim_run_free (parent);
  test_system_free (system);
  test_system_free (again);
}

static void
test_realtime (void)
{
  TestSystem *system = oscillator ();
  SimRun *run = new_run (system, 1e6, "max_step", "0.01");
  SimRunPoll poll;
  sim_run_set_realtime_rate (run, 2);
  gint64 start = g_get_monotonic_time ();
  sim_run_start (run);
  wait_for_time (run, 0.1);
  sim_run_pause (run);
  sim_run_wait (run);
  double wall = (double) (g_get_monotonic_time () - start) * 1e-6, first_wall = wall;
  sim_run_poll (run, &poll);
  double t = poll.t;
  g_assert_cmpfloat (t, <=, 2 * wall + 0.02);
  g_usleep (300000);
  start = g_get_monotonic_time ();
  sim_run_start (run);
  wait_for_time (run, t);
  sim_run_pause (run);
  sim_run_wait (run);
  wall = (double) (g_get_monotonic_time () - start) * 1e-6;
  sim_run_poll (run, &poll);
  g_assert_cmpfloat (poll.t - t, <=, 2 * wall + 0.02);
  /* The reported rate does not include the time of the pause. The wall time of the run is
   * at most the sum of the two intervals that are measured here, even on a slow machine. It has no lower bound: the thread of the run may begin late. */
  g_assert_cmpfloat (poll.statistics.actual_realtime_rate, >=, 0.999 * poll.t / (first_wall + wall));
  /* A run at a very slow rate can be stopped at once. */
  sim_run_set_realtime_rate (run, 1e-6);
  sim_run_start (run);
  g_usleep (30000);
  sim_run_stop (run);
  sim_run_wait (run);
  sim_run_poll (run, &poll);
  g_assert_cmpint (poll.status.reason, ==, SIM_INTERRUPTED);
  sim_run_free (run);
  test_system_free (system);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/run/the-first-row-exists-before-the-run-starts", test_prepare);
  g_test_add_func ("/sim/run/an-error-in-the-initial-state-is-reported-when-the-run-starts", test_prepare_fails);
  g_test_add_func ("/sim/run/all-events-of-a-finished-run-are-recorded", test_finish);
  g_test_add_func ("/sim/run/published-rows-are-complete-while-the-run-writes", test_read_while_running);
  g_test_add_func ("/sim/run/pausing-does-not-change-any-row", test_pause);
  g_test_add_func ("/sim/run/single-steps-give-the-same-rows-as-a-continuous-run", test_single_steps);
  g_test_add_func ("/sim/run/stepping-back-and-forth-gives-the-same-rows", test_step_back);
  g_test_add_func ("/sim/run/stepping-back-takes-back-changes-of-settings", test_step_back_over_changes);
  g_test_add_func ("/sim/run/a-stopped-run-keeps-its-rows", test_stop);
  g_test_add_func ("/sim/run/a-changed-parameter-takes-effect-at-the-recorded-time", test_parameter);
  g_test_add_func ("/sim/run/settings-can-be-changed-during-a-run-or-the-change-is-refused", test_config_in_mid_run);
  g_test_add_func ("/sim/run/the-progress-of-a-replay-is-published", test_progress_of_replay);
  g_test_add_func ("/sim/run/the-real-time-rate-is-kept-after-a-pause", test_realtime);
  return g_test_run ();
}
