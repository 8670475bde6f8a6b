/* Tests that a run can be computed again from its recorded changes. Rows
 * and events are the same bit for bit. */
#include <glib.h>
#include <math.h>
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

typedef struct { TestSystem *system; SimRun *run; } Fixture;

static Fixture
fixture_new (double t_end)
{
  Fixture fixture = { test_system_new (2, 0), NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (SimConfig) config = test_config ("accuracy", "1e-6", NULL);
  fixture.system->rhs = oscillator_rhs;
  fixture.system->x0[0] = 1;
  fixture.system->p[0] = 1;
  test_system_add (fixture.system, "level", SIM_TRIGGER_WITNESS, SIM_ACTION_PUBLISH, NULL)->witness = level;
  fixture.run = sim_run_new (test_system_wrap (fixture.system), config, 0, t_end, &error);
  g_assert_no_error (error);
  return fixture;
}

static void
fixture_free (Fixture *fixture)
{
  sim_run_free (fixture->run);
  test_system_free (fixture->system);
}

static void
steps (SimRun *run, int n)
{
  for (int i = 0; i < n; i++)
    {
      sim_run_step (run);
      sim_run_wait (run);
    }
}

static void
assert_same (SimRun *a, SimRun *b)
{
  SimTrajectory *p = sim_run_trajectory (a), *q = sim_run_trajectory (b);
  gsize bytes = sizeof (double) * ((gsize) sim_trajectory_n_columns (p) + 1);
  SimRunPoll before, after;
  g_assert_cmpuint (sim_trajectory_n_rows (p), ==, sim_trajectory_n_rows (q));
  for (gsize i = 0; i < sim_trajectory_n_rows (p); i++)
    g_assert_cmpmem (sim_trajectory_row (p, i), bytes, sim_trajectory_row (q, i), bytes);
  g_assert_cmpuint (sim_trajectory_n_events (p), ==, sim_trajectory_n_events (q));
  for (gsize i = 0; i < sim_trajectory_n_events (p); i++)
    {
      SimEventRecord x = sim_trajectory_event (p, i), y = sim_trajectory_event (q, i);
      g_assert_true (x.t == y.t && x.event == y.event && x.parameter == y.parameter && x.row_before == y.row_before);
    }
  sim_run_poll (a, &before);
  sim_run_poll (b, &after);
  /* A run may be stopped between a rejected attempt and the next attempt. The numbers of attempts may then differ. */
  if (before.status.reason != SIM_INTERRUPTED)
    g_assert_cmpuint (sim_tape_n_attempts (sim_run_tape (a)), ==, sim_tape_n_attempts (sim_run_tape (b)));
  g_assert_true (before.t == after.t && before.t_end == after.t_end);
  g_assert_cmpint (before.state, ==, after.state);
  g_assert_cmpint (before.status.reason, ==, after.status.reason);
  g_assert_cmpint (before.statistics.steps_taken, ==, after.statistics.steps_taken);
}

static void
again (SimRun *run, double t_end, gboolean to_end, gboolean stop)
{
  Fixture other = fixture_new (t_end);
  g_autoptr (GPtrArray) history = sim_run_history (run);
  SimRunPoll poll;
  sim_run_poll (run, &poll);
  sim_run_recompute (other.run, history, to_end ? -1 : poll.statistics.steps_taken, stop);
  sim_run_wait (other.run);
  assert_same (run, other.run);
  /* The history of the recomputed run equals that of the original run. */
  {
    g_autoptr (GPtrArray) kept = sim_run_history (other.run);
    g_assert_cmpuint (kept->len, ==, history->len);
    for (guint i = 0; i < kept->len; i++)
      {
        const SimRunChange *x = g_ptr_array_index (history, i), *y = g_ptr_array_index (kept, i);
        g_assert_true (x->kind == y->kind && x->step == y->step && x->t == y->t && x->value == y->value);
      }
  }
  fixture_free (&other);
}

static SimConfig *
other_config (void)
{
  return test_config ("integrator", "dop853", "accuracy", "1e-9", NULL);
}

/* The test changes parameters, settings and the end time during the run,
 * and pauses the run. */
static void
test_changes (void)
{
  Fixture fixture = fixture_new (60);
  g_autoptr (SimConfig) config = other_config ();
  sim_run_set_t_end (fixture.run, 50);
  steps (fixture.run, 7);
  sim_run_set_parameter (fixture.run, "p0", 4);
  steps (fixture.run, 5);
  g_assert_true (sim_run_set_config (fixture.run, config, NULL));
  sim_run_set_parameter (fixture.run, "p0", 2.25);
  steps (fixture.run, 3);
  again (fixture.run, 60, FALSE, FALSE);
  sim_run_start (fixture.run);
  sim_run_wait (fixture.run);
  again (fixture.run, 60, TRUE, FALSE);
  /* After a finished run gets a later end time, it can be continued. */
  sim_run_set_t_end (fixture.run, 70);
  sim_run_start (fixture.run);
  sim_run_wait (fixture.run);
  again (fixture.run, 60, TRUE, FALSE);
  fixture_free (&fixture);
}

/* A change that another thread requests takes effect between some two
 * steps. The recomputed run makes the change after the same step. */
static void
test_at_full_speed (void)
{
  Fixture fixture = fixture_new (3000);
  sim_run_start (fixture.run);
  for (int i = 1; i <= 20; i++)
    {
      g_usleep (300);
      sim_run_set_parameter (fixture.run, "p0", 1 + 0.1 * i);
    }
  sim_run_wait (fixture.run);
  again (fixture.run, 3000, TRUE, FALSE);
  fixture_free (&fixture);
}

static void
test_stopped (void)
{
  Fixture fixture = fixture_new (1e9);
  SimRunPoll poll;
  sim_run_start (fixture.run);
  do
    sim_run_poll (fixture.run, &poll);
  while (poll.t == 0);
  sim_run_stop (fixture.run);
  sim_run_wait (fixture.run);
  again (fixture.run, 1e9, FALSE, TRUE);
  fixture_free (&fixture);
}

/* Stepping back to an earlier step removes the changes that were made
 * after that step from the history. */
static void
test_taken_back (void)
{
  Fixture fixture = fixture_new (60);
  g_autoptr (GPtrArray) history = NULL;
  steps (fixture.run, 6);
  sim_run_set_parameter (fixture.run, "p0", 4);
  steps (fixture.run, 4);
  sim_run_set_parameter (fixture.run, "p0", 9);
  steps (fixture.run, 1);
  for (int i = 0; i < 2; i++)
    g_assert_true (sim_run_step_back (fixture.run));
  history = sim_run_history (fixture.run);
  g_assert_cmpuint (history->len, ==, 1);
  g_assert_true (((SimRunChange *) g_ptr_array_index (history, 0))->value == 4);
  again (fixture.run, 60, FALSE, FALSE);
  fixture_free (&fixture);
}

/* A parameter that is set to the value it has is no change: the run has the rows and events of a run without it. */
static void
test_same_value (void)
{
  Fixture fixture = fixture_new (20), other = fixture_new (20);

  steps (fixture.run, 5);
  steps (other.run, 5);
  sim_run_set_parameter (fixture.run, "p0", 1);
  steps (fixture.run, 5);
  steps (other.run, 5);
  assert_same (fixture.run, other.run);
  sim_run_set_parameter (fixture.run, "p0", 2);
  steps (fixture.run, 1);
  g_assert_cmpuint (sim_trajectory_n_events (sim_run_trajectory (fixture.run)), >, sim_trajectory_n_events (sim_run_trajectory (other.run)));
  fixture_free (&fixture);
  fixture_free (&other);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/recompute/changes-made-during-a-run-are-repeated", test_changes);
  g_test_add_func ("/sim/recompute/a-change-made-during-a-fast-run-is-repeated-after-the-same-number-of-steps", test_at_full_speed);
  g_test_add_func ("/sim/recompute/a-recomputed-run-stops-at-the-same-row-as-the-original", test_stopped);
  g_test_add_func ("/sim/recompute/a-parameter-that-is-set-to-its-value-changes-nothing", test_same_value);
  g_test_add_func ("/sim/recompute/stepping-back-discards-the-changes-made-after-that-step", test_taken_back);
  return g_test_run ();
}
