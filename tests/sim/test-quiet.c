/* Tests that a run without events gives the same numbers as the same run with an event that never happens, for which each pass of the
 * hybrid loop has all its parts; and that a run without a tape has the same statistics as one with a tape. */
#include "sim-test-model.h"

#include <math.h>
#include <string.h>

#include "sim-tape.h"

/* The states d and e are copies of a and b, so that each largest error occurs twice. */
#define MODEL                                                                                                                              \
  TEST_HEAD                                                                                                                                \
      "time: {start: 0, end: 20}\n"                                                                                                        \
      "states: {a: {initial: 2, derivative: b}, b: {initial: 0, derivative: 5*(1 - a^2)*b - a}, c: {initial: 1e-3, derivative: a - c}, "   \
      "d: {initial: 2, derivative: e}, e: {initial: 0, derivative: 5*(1 - d^2)*e - d}}\n"
#define NEVER "events: {never: {at: [1e6], set: {a: 0}}}\n"

/* What is compared of a run. */
typedef struct
{
  SimStatistics statistics;
  double x[5];
  gsize n_rows, n_attempts;
  char *attempts; /* checksum of all attempts, "" without a tape */
} Result;

/* Calls of the monitor of the program, and the number of calls after which it ends the run; 0: it does not end it. */
static int n_calls, most_calls;

static SimHandlerStatus
monitor (gpointer user, const SimSimulator *simulator)
{
  n_calls++;
  return (SimHandlerStatus){ most_calls > 0 && n_calls >= most_calls ? SIM_REACHED_TERMINATION : SIM_DID_NOTHING, NULL, NULL };
}

static Result
run_model (const char *yaml, const char *const *settings, gboolean with_tape, double boundary)
{
  TestModel run = test_model_open (yaml, settings[0], settings[1], settings[2], settings[3], NULL);
  g_autoptr (SimTape) tape = with_tape ? sim_tape_new (100000) : NULL;
  Result result = { .attempts = NULL };

  sim_simulator_set_tape (run.simulator, tape);
  sim_simulator_set_monitor (run.simulator, monitor, NULL);
  g_assert_cmpint (sim_simulator_initialize (run.simulator, NAN, NULL, NULL, 20, FALSE).reason, ==, SIM_READY);
  for (double t = boundary; t <= 20 && sim_simulator_status (run.simulator).reason != SIM_TERMINATED; t += boundary)
    sim_simulator_advance_to (run.simulator, t);
  result.statistics = sim_simulator_statistics (run.simulator);
  memcpy (result.x, sim_simulator_x (run.simulator), sizeof result.x);
  result.n_rows = sim_trajectory_n_rows (run.trajectory);
  if (with_tape)
    {
      result.n_attempts = sim_tape_n_attempts (tape);
      g_autofree OdeAttempt *attempts = g_new0 (OdeAttempt, result.n_attempts);
      g_assert_cmpuint (sim_tape_read (tape, 0, result.n_attempts, attempts), ==, result.n_attempts);
      result.attempts = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *)attempts, result.n_attempts * sizeof *attempts);
    }
  else
    result.attempts = g_strdup ("");
  test_model_close (&run);
  return result;
}

static void
compare (const Result *a, const Result *b)
{
  g_assert_cmpmem (a->x, sizeof a->x, b->x, sizeof b->x);
  g_assert_cmpmem (&a->statistics.ode, sizeof a->statistics.ode, &b->statistics.ode, sizeof b->statistics.ode);
  g_assert_cmpint (a->statistics.steps_taken, ==, b->statistics.steps_taken);
  g_assert_cmpint (a->statistics.worst_state, ==, b->statistics.worst_state);
  g_assert_cmpint (a->statistics.uncontrolled, ==, b->statistics.uncontrolled);
  g_assert_cmpint (a->statistics.passed.n_steps, ==, b->statistics.passed.n_steps);
  g_assert_cmpint (a->statistics.passed.n_checked, ==, b->statistics.passed.n_checked);
  g_assert_cmpuint (a->n_rows, ==, b->n_rows);
}

static const char *const settings[][4] = {
  { "integrator", "runge_kutta5", "accuracy", "1e-6" }, { "integrator", "radau5", "accuracy", "1e-4" },
  { "error_control", "false", "max_step", "0.01" },     { "integrator", "runge_kutta3", "max_step", "0.05" },
  { "profile", "simbody", "accuracy", "1e-4" },         { "integrator", "ndf", "accuracy", "1e-5" },
  { "integrator", "cvode_bdf", "accuracy", "1e-5" },
};

static void
test_events (void)
{
  for (gsize k = 0; k < G_N_ELEMENTS (settings); k++)
    for (int with_tape = 0; with_tape < 2; with_tape++)
      for (double boundary = 20; boundary > 2; boundary = boundary == 20 ? 2.5 : 0)
        {
          int calls;
          most_calls = n_calls = 0;
          Result quiet = run_model (MODEL, settings[k], with_tape, boundary);
          calls = n_calls;
          n_calls = 0;
          Result full = run_model (MODEL NEVER, settings[k], with_tape, boundary);
          g_test_message ("%s %s, steps to %g", settings[k][0], settings[k][1], boundary);
          g_assert_cmpint (calls, ==, n_calls);
          g_assert_cmpint (quiet.statistics.steps_taken, >, 10);
          compare (&quiet, &full);
          g_assert_cmpstr (quiet.attempts, ==, full.attempts);
          g_free (quiet.attempts);
          g_free (full.attempts);
        }
}

/* CVODE, the last of the settings, starts its history afresh at each snapshot of the tape, so its runs differ. */
static void
test_tape (void)
{
  for (gsize k = 0; k < G_N_ELEMENTS (settings) - 1; k++)
    {
      most_calls = 0;
      Result with = run_model (MODEL, settings[k], TRUE, 20), without = run_model (MODEL, settings[k], FALSE, 20);
      g_test_message ("%s %s", settings[k][0], settings[k][1]);
      compare (&with, &without);
      g_assert_cmpuint (with.n_attempts, >, 10);
      g_free (with.attempts);
      g_free (without.attempts);
    }
}

/* The monitor ends the run after the tenth step, the first call being that at the start. */
static void
test_monitor (void)
{
  n_calls = 0;
  most_calls = 11;
  Result quiet = run_model (MODEL, settings[0], FALSE, 20);
  g_assert_cmpint (n_calls, ==, 11);
  g_assert_cmpint (quiet.statistics.steps_taken, ==, 10);
  n_calls = 0;
  Result full = run_model (MODEL NEVER, settings[0], FALSE, 20);
  compare (&quiet, &full);
  g_free (quiet.attempts);
  g_free (full.attempts);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/quiet/an-event-that-never-happens-changes-no-number", test_events);
  g_test_add_func ("/sim/quiet/a-run-without-a-tape-has-the-same-statistics", test_tape);
  g_test_add_func ("/sim/quiet/the-monitor-is-called-after-each-step-and-can-end-the-run", test_monitor);
  return g_test_run ();
}
