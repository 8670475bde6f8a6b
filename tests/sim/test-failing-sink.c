/* A run whose rows cannot be stored fails with the message of the sink, at whatever row this happens, and frees its memory. */
#include "guard-memory.h"
#include "sim-test-model.h"
#include "sim-test-system.h"

#include <signal.h>
#include <string.h>
#include <sys/resource.h>

typedef struct
{
  SimSink sink;
  int n_left; /* the number of rows that can still be stored */
} Limited;

static gboolean
limited_row (SimSink *sink, double t, const double *values, int n_values, SimRowFlags flags, GError **error)
{
  if (((Limited *) sink)->n_left-- > 0)
    return TRUE;
  g_set_error_literal (error, SIM_ERROR, SIM_ERROR_MEMORY, "the drawer is full");
  return FALSE;
}

static void
limited_free (SimSink *sink)
{
  g_free (sink);
}

static const char model[] = TEST_HEAD
  "time: {start: 0, end: 4}\n"
  "states: {h: {initial: 1, derivative: v}, v: {initial: 0, derivative: -9.81}}\n"
  "discrete: {n: 0}\n"
  "events:\n"
  "  bounce: {crossing: h, direction: falling, set: {v: -0.8*v}, update: {n: n + 1}}\n"
  "  tick: {every: 0.5, update: {n: n + 10}}\n";

/* Runs the model with a sink for n_rows rows and returns whether the run failed. */
static gboolean
fails (int n_rows)
{
  TestModel run = test_model_open (model, "accuracy", "1e-5", NULL);
  Limited *limited = g_new0 (Limited, 1);
  SimStatus status;
  gboolean failed;

  limited->sink.row = limited_row;
  limited->sink.free = limited_free;
  limited->n_left = n_rows;
  sim_simulator_add_sink (run.simulator, &limited->sink, NULL);
  status = sim_simulator_initialize (run.simulator, 0, NULL, NULL, 4, FALSE);
  if (status.reason == SIM_READY)
    status = sim_simulator_advance_to (run.simulator, 4);
  failed = status.reason == SIM_FAILED_RUN;
  if (failed)
    g_assert_nonnull (strstr (status.message, "the drawer is full"));
  else
    g_assert_cmpint (status.reason, ==, SIM_REACHED_END);
  test_model_close (&run);
  return failed;
}

static void
test_failing (void)
{
  int n_rows = 0;

  g_assert_true (fails (3));
  g_assert_false (fails (100000));
  for (long before = guard_memory_blocks (); fails (n_rows); n_rows++)
    {
      g_assert_cmpint (guard_memory_blocks (), ==, before);
      g_assert_cmpint (n_rows, <, 1000);
    }
  g_assert_cmpint (n_rows, >, 20);
}

static SimHandlerStatus
say (TestSystem *system, int event, SimAction action, double t, const double *x, const double *d, double *x_plus, double *d_plus)
{
  return (SimHandlerStatus){ SIM_SUCCEEDED, g_strdup ("a message"), NULL };
}

/* Runs a system with an event every second from t. The event log has no space, neither in memory nor on disk; without a log the run
 * succeeds. */
static void
run_with_message (double t, unsigned action, gboolean exact, gboolean has_log)
{
  TestSystem *system = test_system_new (1, 0);
  g_autoptr (SimTrajectory) log = sim_trajectory_new (1, 0);
  SimSimulator *simulator;
  SimStatus status;

  test_system_add (system, "tick", SIM_TRIGGER_PERIODIC, action, say)->period = 1;
  simulator = test_simulator (system, test_config ("publish", exact ? "exact" : "interpolate", NULL));
  if (has_log)
    sim_simulator_set_event_log (simulator, log);
  status = sim_simulator_initialize (simulator, t, NULL, NULL, 10, FALSE);
  if (status.reason == SIM_READY)
    status = sim_simulator_advance_to (simulator, 10);
  g_assert_cmpint (status.reason, ==, has_log ? SIM_FAILED_RUN : SIM_REACHED_END);
  g_assert_cmpfloat (status.t, >=, 1);
  sim_simulator_free (simulator);
  test_system_free (system);
}

/* A run frees the messages of its events, also if an event cannot be recorded. */
static void
test_message (void)
{
  struct rlimit before, none;
  void (*handler) (int) = signal (SIGXFSZ, SIG_IGN);
  long kept = 1;

  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &before), ==, 0);
  none = before;
  none.rlim_cur = 0;
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &none), ==, 0);
  for (int k = 0; k < 3 && kept > 0; k++)
    {
      long blocks = guard_memory_blocks ();

      run_with_message (1, SIM_ACTION_PUBLISH, FALSE, TRUE);
      run_with_message (0.5, SIM_ACTION_PUBLISH, FALSE, TRUE);
      run_with_message (0.5, SIM_ACTION_PUBLISH, TRUE, TRUE);
      run_with_message (0.5, SIM_ACTION_UNRESTRICTED, TRUE, TRUE);
      run_with_message (1, SIM_ACTION_PUBLISH, FALSE, FALSE);
      run_with_message (1, SIM_ACTION_UNRESTRICTED, FALSE, FALSE);
      kept = guard_memory_blocks () - blocks;
    }
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &before), ==, 0);
  signal (SIGXFSZ, handler);
  g_assert_cmpint (kept, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/sink/a-run-fails-at-every-row-that-cannot-be-stored", test_failing);
  g_test_add_func ("/sim/sink/messages-of-events-are-freed-also-if-an-event-cannot-be-recorded", test_message);
  return g_test_run ();
}
