/* Tests events without actions. They are located by dense output, recorded
 * in the log, and do not change the steps of a run. */
#include "sim-test-model.h"

#include <math.h>
#include <string.h>

#include "sim-tape.h"

#define VAN_DER_POL TEST_HEAD "time: {start: 0, end: 20}\n" \
  "states: {x: {initial: 2, derivative: v, kind: position}, v: {initial: 0, derivative: 3*(1 - x^2)*v - x, kind: velocity}}\n" \
  "discrete: {n: 0}\n"

static const char observed[] = VAN_DER_POL
  "events:\n"
  "  kick: {at: [3.7, 9.1], set: {v: v + 1}}\n"
  "  turn: {crossing: x}\n"
  "  top: {crossing: v, direction: falling, while: x > 0}\n"
  "  strobe: {every: 0.7}\n"
  "  once: {at: [1.3, 5, 5.000001]}\n"
  "  stop: {crossing: x - 1.2, direction: rising, update: {n: n + 1}}\n";
static const char bare[] = VAN_DER_POL
  "events:\n"
  "  kick: {at: [3.7, 9.1], set: {v: v + 1}}\n"
  "  stop: {crossing: x - 1.2, direction: rising, update: {n: n + 1}}\n";

static SimTape *
tape_of (TestModel *run, double end)
{
  SimTape *tape = sim_tape_new (100000);

  sim_simulator_set_tape (run->simulator, tape);
  sim_simulator_initialize (run->simulator, 0, NULL, NULL, end, FALSE);
  g_assert_cmpint (sim_simulator_advance_to (run->simulator, end).reason, ==, SIM_REACHED_END);
  g_assert_true (sim_simulator_finish (run->simulator, NULL));
  return tape;
}

/* The records of attempts agree bit by bit, except that the evaluations
 * for dense output may be counted in another record. */
static void
expect_same_attempts (SimTape *a, SimTape *b)
{
  g_assert_cmpuint (sim_tape_n_attempts (a), ==, sim_tape_n_attempts (b));
  for (gsize i = 0; i < sim_tape_n_attempts (a); i++)
    {
      OdeAttempt one, other;

      g_assert_true (sim_tape_get (a, i, &one) && sim_tape_get (b, i, &other));
      memset (one.rhs, 0, sizeof one.rhs);
      memset (other.rhs, 0, sizeof other.rhs);
      g_assert_true (one.t == other.t && one.h == other.h && one.h_next == other.h_next && one.outcome == other.outcome);
      g_assert_true (memcmp (&one.error, &other.error, sizeof one.error) == 0 && one.worst[0] == other.worst[0]);
      g_assert_true (one.order == other.order && one.clamp == other.clamp);
    }
}

/* Without the samples, the rows equal those of a run without such events. */
static void
expect_same_rows (const TestModel *a, const TestModel *b)
{
  gsize j = 0, n = sim_trajectory_n_rows (b->trajectory);
  gsize width = (gsize) sim_trajectory_n_columns (a->trajectory) + 1;

  for (gsize i = 0; i < sim_trajectory_n_rows (a->trajectory); i++)
    {
      if (sim_trajectory_flags (a->trajectory, i) & SIM_ROW_SAMPLE)
        continue;
      g_assert_cmpuint (j, <, n);
      g_assert_cmpmem (sim_trajectory_row (a->trajectory, i), width * sizeof (double), sim_trajectory_row (b->trajectory, j),
                       width * sizeof (double));
      j++;
    }
  g_assert_cmpuint (j, ==, n);
}

static void
test_same_steps (void)
{
  /* The methods that keep the step size constant are at the beginning of the list. */
  static const char *const methods[] = { "bdf3", "adams_bashforth3", "adams_moulton3", "runge_kutta5", "runge_kutta4", "dop853", "verner98",
                                         "bogacki_shampine3", "radau5", "rodas4", "verlet", "bulirsch_stoer", "trapezoid", "auto" };
  static const char *const controls[] = { "true", "false" };

  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    for (int c = i < 3 ? 1 : 0; c < 2; c++)
      {
        const char *step = c == 0 ? "0" : "0.02";
        TestModel a = test_model_open (observed, "integrator", methods[i], "error_control", controls[c], "max_step", step, NULL);
        TestModel b = test_model_open (bare, "integrator", methods[i], "error_control", controls[c], "max_step", step, NULL);
        g_autoptr (SimTape) tape_a = tape_of (&a, 20), tape_b = tape_of (&b, 20);

        g_test_message ("%s, error control %s", methods[i], controls[c]);
        expect_same_attempts (tape_a, tape_b);
        expect_same_rows (&a, &b);
        g_assert_cmpuint (sim_trajectory_n_events (a.trajectory), >=, sim_trajectory_n_events (b.trajectory) + 28 + 3 + 4);
        test_model_close (&a);
        test_model_close (&b);
      }
}

/* This is the run of the first example of the workbench, the window of the application. */
static void
test_van_der_pol (void)
{
  TestModel run = test_model_open_shipped ("van-der-pol", "integrator", "runge_kutta4", "error_control", "false", "max_step", "0.05", NULL);
  g_autoptr (SimTape) tape = tape_of (&run, 20);
  gsize k = 0;

  g_assert_cmpuint (sim_tape_n_attempts (tape), ==, 400);
  g_assert_cmpint (sim_simulator_statistics (run.simulator).ode.steps_taken, ==, 400);
  g_assert_cmpint (sim_simulator_statistics (run.simulator).cut_by_event, ==, 0);
  g_assert_true (test_model_event (&run, "turn", &k));
  test_model_close (&run);
}

/* In profiles drake and simbody steps end even at events without actions,
 * as in Drake and Simbody. */
static void
test_other_profiles (void)
{
  static const char *const profiles[] = { "drake", "simbody" };

  for (int i = 0; i < 2; i++)
    {
      TestModel a = test_model_open (observed, "profile", profiles[i], "max_step", "0.1", NULL);
      TestModel b = test_model_open (bare, "profile", profiles[i], "max_step", "0.1", NULL);
      g_autoptr (SimTape) tape_a = tape_of (&a, 20), tape_b = tape_of (&b, 20);

      g_assert_cmpuint (sim_tape_n_attempts (tape_a), >, sim_tape_n_attempts (tape_b) + 10);
      for (gsize k = 0; test_model_event (&a, "strobe", &k); k++)
        {
          gsize row = sim_trajectory_find (a.trajectory, sim_trajectory_event (a.trajectory, k).t);

          g_assert_false (sim_trajectory_flags (a.trajectory, row) & SIM_ROW_SAMPLE);
        }
      test_model_close (&a);
      test_model_close (&b);
    }
}

/* The times of the rows are in ascending order. Each record of an event
 * has an interpolated row at the time of the event. */
static void
test_rows (void)
{
  TestModel run = test_model_open (observed, "accuracy", "1e-6", NULL);
  G_GNUC_UNUSED g_autoptr (SimTape) tape = tape_of (&run, 20);
  gsize k = 0;
  int n = 0;

  for (gsize i = 1; i < sim_trajectory_n_rows (run.trajectory); i++)
    {
      gboolean after = (sim_trajectory_flags (run.trajectory, i) & SIM_ROW_AFTER) != 0;
      double t0 = sim_trajectory_row (run.trajectory, i - 1)[0], t1 = sim_trajectory_row (run.trajectory, i)[0];

      g_assert_true (after ? t1 == t0 : t1 > t0);
    }
  for (gsize i = 1; i < sim_trajectory_n_events (run.trajectory); i++)
    g_assert_true (sim_trajectory_event (run.trajectory, i).t >= sim_trajectory_event (run.trajectory, i - 1).t);
  for (; test_model_event (&run, "turn", &k); k++, n++)
    {
      SimEventRecord record = sim_trajectory_event (run.trajectory, k);

      g_assert_true (sim_trajectory_row (run.trajectory, record.row_before)[0] == record.t && record.row_after == record.row_before);
      g_assert_true (sim_trajectory_flags (run.trajectory, record.row_before) & SIM_ROW_EVENT);
      g_assert_cmpfloat (fabs (test_model_value (&run, record.row_before, "x")), <=, 1e-13);
      g_assert_cmpint (record.iterations, >=, 1);
      g_assert_cmpint (record.iterations, <=, 12);
    }
  g_assert_cmpint (n, >=, 4);
  n = 0;
  for (k = 0; test_model_event (&run, "strobe", &k); k++, n++)
    {
      SimEventRecord record = sim_trajectory_event (run.trajectory, k);

      g_assert_true (record.t == n * 0.7);
      g_assert_true (sim_trajectory_row (run.trajectory, record.row_before)[0] == record.t);
    }
  g_assert_cmpint (n, ==, 29);
  test_model_close (&run);
}

/* At accuracy 1e-3 a thrown ball passes a height twice in one step. */
static void
test_two_in_one_step (void)
{
  TestModel run = test_model_open (TEST_HEAD "time: {start: 0, end: 2}\n"
                                             "states: {h: {initial: 0, derivative: v}, v: {initial: 9.81, derivative: -9.81}}\n"
                                             "events: {pass: {crossing: h - 4}}\n",
                                   "accuracy", "1e-3", "initial_step", "2", NULL);
  g_autoptr (SimTape) tape = tape_of (&run, 2);
  double half = sqrt (1 - 2 * 4 / 9.81);

  g_assert_cmpuint (sim_tape_n_attempts (tape), ==, 1);
  g_assert_cmpuint (sim_trajectory_n_events (run.trajectory), ==, 2);
  g_assert_cmpfloat (fabs (sim_trajectory_event (run.trajectory, 0).t - (1 - half)), <=, 1e-14);
  g_assert_cmpfloat (fabs (sim_trajectory_event (run.trajectory, 1).t - (1 + half)), <=, 1e-14);
  test_model_close (&run);
}

/* Events without actions have the same witness as an impact of the ball. They
 * are recorded at each impact, whether the file declares them before or after
 * the impact, because the ball turns back exactly where the witness is zero. */
static void
test_same_surface (void)
{
  static const char *const order[] = { "  touch: {crossing: h, direction: falling}\n", "" };

  for (int i = 0; i < 2; i++)
    {
      g_autofree char *yaml = g_strdup_printf (TEST_HEAD "time: {start: 0, end: 10}\n"
                                                         "states: {h: {initial: 1, derivative: v}, v: {initial: 0, derivative: -9.81}}\n"
                                                         "events:\n%s"
                                                         "  impact: {crossing: h, direction: falling, set: {v: -v}}\n%s",
                                               order[i], order[1 - i]);
      TestModel run = test_model_open (yaml, NULL);
      G_GNUC_UNUSED g_autoptr (SimTape) tape = tape_of (&run, 10);
      int n[2] = { 0, 0 };

      for (gsize k = 0; k < sim_trajectory_n_events (run.trajectory); k++)
        n[strcmp (sim_simulator_system (run.simulator)->events[sim_trajectory_event (run.trajectory, k).event].name, "impact") == 0]++;
      g_assert_cmpint (n[1], ==, 11);
      g_assert_cmpint (n[0], ==, 11);
      test_model_close (&run);
    }
}

/* A crossing that is exactly at the end of a step counts once. */
static void
test_end_of_step (void)
{
  static const char *const steps[] = { "0.25", "0.5", "0.3", "0.1" };
  static const char *const witnesses[] = { "x", "x - 1e-17", "x + 1e-17", "x^3", "if(x < 0, -1, 1)" };

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    for (guint k = 0; k < G_N_ELEMENTS (witnesses); k++)
      {
        g_autofree char *yaml = g_strdup_printf (TEST_HEAD "time: {start: 0, end: 2}\n"
                                                           "states: {x: {initial: -1, derivative: 1}}\n"
                                                           "events: {zero: {crossing: \"%s\"}}\n", witnesses[k]);
        TestModel run = test_model_open (yaml, "error_control", "false", "max_step", steps[i], NULL);
        G_GNUC_UNUSED g_autoptr (SimTape) tape = tape_of (&run, 2);

        g_assert_cmpuint (sim_trajectory_n_events (run.trajectory), ==, 1);
        g_assert_cmpfloat (fabs (sim_trajectory_event (run.trajectory, 0).t - 1), <=, k == 3 ? 1e-6 : 1e-15);
        test_model_close (&run);
      }
}

/* A run that continues from a snapshot records the same events. */
static void
test_snapshot (void)
{
  TestModel run = test_model_open (observed, NULL);
  gsize n_events, n_rows;
  double last;

  sim_simulator_initialize (run.simulator, 0, NULL, NULL, 20, FALSE);
  sim_simulator_advance_to (run.simulator, 8);
  g_autoptr (GBytes) snapshot = sim_simulator_save (run.simulator);
  gsize rows_then = sim_trajectory_n_rows (run.trajectory), events_then = sim_trajectory_n_events (run.trajectory);
  sim_simulator_advance_to (run.simulator, 20);
  n_events = sim_trajectory_n_events (run.trajectory);
  n_rows = sim_trajectory_n_rows (run.trajectory);
  last = sim_trajectory_event (run.trajectory, n_events - 2).t;
  g_assert_true (sim_simulator_restore (run.simulator, snapshot));
  sim_trajectory_truncate (run.trajectory, rows_then, events_then);
  sim_simulator_advance_to (run.simulator, 20);
  g_assert_cmpuint (sim_trajectory_n_events (run.trajectory), ==, n_events);
  g_assert_cmpuint (sim_trajectory_n_rows (run.trajectory), ==, n_rows);
  g_assert_true (sim_trajectory_event (run.trajectory, n_events - 2).t == last);
  test_model_close (&run);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/observation/events-without-actions-do-not-change-any-step", test_same_steps);
  g_test_add_func ("/sim/observation/van-der-pol-takes-400-fixed-steps-in-spite-of-an-event-without-actions", test_van_der_pol);
  g_test_add_func ("/sim/observation/in-profiles-drake-and-simbody-steps-end-at-events-without-actions", test_other_profiles);
  g_test_add_func ("/sim/observation/each-event-record-has-a-row-at-its-time", test_rows);
  g_test_add_func ("/sim/observation/two-crossings-of-one-event-in-one-step-are-both-recorded", test_two_in_one_step);
  g_test_add_func ("/sim/observation/an-impact-does-not-hide-an-event-without-actions-on-the-same-surface", test_same_surface);
  g_test_add_func ("/sim/observation/a-crossing-at-the-end-of-a-step-counts-once", test_end_of_step);
  g_test_add_func ("/sim/observation/a-restored-run-records-the-same-events", test_snapshot);
  return g_test_run ();
}
