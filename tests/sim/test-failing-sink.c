/* A run whose rows cannot be stored fails with the message of the sink, at whatever row this happens, and frees its memory. */
#include "guard-memory.h"
#include "sim-test-model.h"

#include <string.h>

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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/sink/a-run-fails-at-every-row-that-cannot-be-stored", test_failing);
  return g_test_run ();
}
