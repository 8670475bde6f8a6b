/* Simbody's tests of its integrators and its time stepper, rewritten for this project. CONTRIBUTING.md explains the names S-….
 *
 * The model of Simbody's test framework is a point mass on a rod. Its period is 2 s. Simbody's reporter is replaced by an event that
 * publishes, which gives times and count, and by a sink that receives samples at the same interval, which gives the energy. The model runs
 * in SimTimeStepper, which corresponds to Simbody's TimeStepper. */
#include "sim-test-model.h"
#include "sim-time-stepper.h"

#include <math.h>
#include <string.h>

#define FINAL 20.003
/* The energy at the start is m g L, measured from the lowest point. */
#define ENERGY (10 * 13.7503716373294544)

#define ROD                                                                                                                                \
  "parameters: {g: 13.7503716373294544, m: 10, L: 1, P: 2, R: 1.5}\n"                                                                      \
  "mechanics:\n"                                                                                                                           \
  "  coordinates:\n"                                                                                                                       \
  "    x: {initial: 1, velocity_initial: 0, mass: m, force: 0}\n"                                                                          \
  "    y: {initial: 0, velocity_initial: 0, mass: m, force: -m*g}\n"                                                                       \
  "  constraints: {rod: x^2 + y^2 - L^2}\n"                                                                                                \
  "outputs: {energy: m*(x.v^2 + y.v^2)/2 + m*g*(y + L)}\n"

/* The model has a discontinuous witness, which changes its sign every half
 * second. No other event happens at these times. */
#define FRAMEWORK                                                                                                                            \
  TEST_HEAD "time: {start: 0, end: 20.003}\n" ROD "discrete: {n: 0, kicked: 0}\n"                                                            \
            "events:\n"                                                                                                                      \
            "  position: {crossing: x, publish: true}\n"                                                                                     \
            "  velocity: {crossing: x.v, direction: rising, publish: true}\n"                                                                \
            "  kick: {crossing: x, while: t > 7 and kicked == 0,"                                                                            \
            " set: {x.v: x.v*sqrt(1.5), y.v: y.v*sqrt(1.5), kicked: 1}}\n"                                                                   \
            "  handler: {every: P, update: {n: n + 1}}\n"                                                                                    \
            "  reporter: {every: R, publish: true}\n"                                                                                        \
            "  once: {at: 5, publish: true}\n"                                                                                               \
            "  jump: {crossing: \"if(mod(t + 0.3, 1) < 0.5, 1, -1)\", publish: true}\n"

typedef struct
{
  const char *method, *accuracy, *step; /* step: size of fixed steps; NULL: the step size is variable */
  double P, R;
  gboolean every_step;                  /* true: the stepper returns after each step */
  double t_kick;
  TestModel run;
  SimTrajectory *reports;
  SimTimeStepper *stepper;
} Framework;

/* Advances the stepper to a time. This takes one call, or one call for each outcome that it returns on the way. */
static SimOutcome
step_to (Framework *test, double t)
{
  SimOutcome outcome;
  if (!test->every_step)
    return sim_time_stepper_advance_to (test->stepper, t, FALSE);
  do
    {
      double before = sim_time_stepper_t (test->stepper), low, high;
      outcome = sim_time_stepper_advance_to (test->stepper, t, TRUE);
      g_assert_cmpfloat (sim_time_stepper_t (test->stepper), >=, before);
      g_assert_cmpfloat (sim_time_stepper_t (test->stepper), <=, sim_time_stepper_t_advanced (test->stepper));
      g_assert_cmpint (sim_time_stepper_event_window (test->stepper, &low, &high), ==, !isnan (low));
      if (outcome == SIM_OUTCOME_EVENT_TRIGGER)
        g_assert_true (sim_time_stepper_t (test->stepper) == low && sim_time_stepper_t_advanced (test->stepper) == high);
      /* After an event, Simbody's TimeStepper calls the event handlers. The test does the same. */
      if (outcome == SIM_OUTCOME_EVENT_TRIGGER || outcome == SIM_OUTCOME_SCHEDULED_EVENT || outcome == SIM_OUTCOME_TIME_HAS_ADVANCED)
        g_assert_true (sim_time_stepper_handle_events (test->stepper));
    }
  while (outcome != SIM_OUTCOME_FAILED && outcome != SIM_OUTCOME_END_OF_SIMULATION
         && (outcome != SIM_OUTCOME_REPORT_TIME || sim_time_stepper_t (test->stepper) < fmin (t, FINAL)));
  return outcome;
}

static void
open_framework (Framework *test)
{
  test->run = test_model_open (FRAMEWORK, "profile", "simbody", "integrator", test->method, "accuracy", test->accuracy,
                               "constraint_tolerance", "1e-4", test->step != NULL ? "max_step" : NULL, test->step, NULL);
  SimSimulator *simulator = test->run.simulator;
  g_assert_true (sim_simulator_set_parameter (simulator, "P", test->P, NULL));
  g_assert_true (sim_simulator_set_parameter (simulator, "R", test->R, NULL));
  const SimSamplingRule rule = { SIM_SAMPLE_INTERVAL, test->R, 0 };
  test->reports = sim_trajectory_new (sim_simulator_system (simulator)->n_columns, 1 << 24);
  sim_simulator_add_sink (simulator, sim_sink_trajectory (test->reports), &rule);
  test->stepper = sim_time_stepper_new (simulator);
  sim_time_stepper_set_final_time (test->stepper, FINAL);
  sim_time_stepper_set_return_every_step (test->stepper, test->every_step);
  g_assert_true (sim_time_stepper_initialize (test->stepper, 0, NULL, NULL));
}

/* S-01: the stepper reaches whole seconds, and times with random increments, exactly. */
static void
check_exact_times (Framework *test)
{
  double t = 0;
  for (int k = 1; k <= 4; k++)
    {
      t = k;
      g_assert_cmpint (step_to (test, t), ==, SIM_OUTCOME_REPORT_TIME);
      g_assert_true (sim_time_stepper_t (test->stepper) == t);
    }
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  while (t < 10)
    {
      t += g_rand_double (random);
      g_assert_cmpint (step_to (test, t), ==, SIM_OUTCOME_REPORT_TIME);
      g_assert_true (sim_time_stepper_t (test->stepper) == t);
    }
}

/* S-02, S-03: there are more than ten events. Their times increase, and |value| < 0.01 at each of them. */
static void
check_crossings (const Framework *test, const char *event, const char *column)
{
  double last = -INFINITY;
  int n = 0;
  for (gsize k = 0; test_model_event (&test->run, event, &k); k++)
    {
      SimEventRecord record = sim_trajectory_event (test->run.trajectory, k);
      g_assert_cmpfloat (fabs (test_model_value (&test->run, record.row_before, column)), <, 0.01);
      g_assert_cmpfloat (record.t, >, last);
      last = record.t;
      n++;
    }
  g_assert_cmpint (n, >, 10);
}

/* S-04: after the kick the energy is 1.5 m g L. The kick does not change
 * the potential energy, which at |x| < 0.01 is only 5e-5 of m g L. */
static void
check_kick (Framework *test)
{
  gsize k = 0;
  g_assert_true (test_model_event (&test->run, "kick", &k));
  SimEventRecord record = sim_trajectory_event (test->run.trajectory, k);
  double before = test_model_value (&test->run, record.row_before, "energy");
  double after = test_model_value (&test->run, record.row_after, "energy");
  g_assert_cmpfloat (fabs (after / before - 1.5), <=, 1e-4);
  g_assert_cmpfloat (fabs (after - 1.5 * ENERGY), <=, 0.05 * 1.5 * ENERGY);
  g_assert_cmpfloat (record.t, >, 7);
  test->t_kick = record.t;
  k++;
  g_assert_false (test_model_event (&test->run, "kick", &k));
  /* The kick happens at the first crossing after t = 7. */
  double first = NAN;
  for (k = 0; isnan (first) && test_model_event (&test->run, "position", &k); k++)
    if (sim_trajectory_event (test->run.trajectory, k).t > 7)
      first = sim_trajectory_event (test->run.trajectory, k).t;
  g_assert_true (first == test->t_kick);
}

/* S-05, and the times in S-06: there are ⌊t/interval⌋ + 1 events, at
 * exactly k·interval with k = 0, 1, …. */
static void
check_periodic (const Framework *test, const char *event, double interval)
{
  int n = 0;
  for (gsize k = 0; test_model_event (&test->run, event, &k); k++)
    {
      g_assert_true (sim_trajectory_event (test->run.trajectory, k).t == n * interval);
      n++;
    }
  g_assert_cmpint (n, ==, (int) (FINAL / interval) + 1);
}

/* S-06: before the kick the energy is within 5 % of its initial value, and
 * after the kick within 5 % of 1.5 times this value. */
static void
check_energy (const Framework *test)
{
  int energy = model_system_find_column (test->run.system, "energy");
  gsize n_rows = sim_trajectory_n_rows (test->reports);
  int n = 0;
  for (gsize k = 0; k < n_rows; k++)
    {
      const double *row = sim_trajectory_row (test->reports, k);
      double expected = row[0] > test->t_kick ? 1.5 * ENERGY : ENERGY;
      /* There are also rows for the end of the run, and for the state
       * after an update at the time of a sample. */
      if (row[0] == FINAL || (sim_trajectory_flags (test->reports, k) & SIM_ROW_AFTER) != 0)
        continue;
      /* If a sample is within 4 units in the last place of the end of a step,
       * its time is that end. The times of the publishing event are exact. */
      g_assert_cmpfloat (fabs (row[0] - n * test->R), <=, 4 * (nextafter (row[0], INFINITY) - row[0]));
      g_assert_cmpfloat (fabs (row[1 + energy] - expected), <=, 0.05 * expected);
      n++;
    }
  g_assert_cmpint (n, ==, (int) (FINAL / test->R) + 1);
}

/* S-07: the event at t = 5 happens once. */
static void
check_once (const Framework *test)
{
  gsize k = 0;
  g_assert_true (test_model_event (&test->run, "once", &k));
  g_assert_true (sim_trajectory_event (test->run.trajectory, k).t == 5);
  k++;
  g_assert_false (test_model_event (&test->run, "once", &k));
}

/* S-09: the run never passes its final time. It ends there and reports
 * this as the reason. Every later call reports the same. */
static void
check_overshoot (Framework *test)
{
  SimOutcome outcome = step_to (test, 50);
  for (int again = 0; again < 3; again++)
    {
      g_assert_cmpint (outcome, ==, SIM_OUTCOME_END_OF_SIMULATION);
      g_assert_true (sim_time_stepper_t (test->stepper) == FINAL && sim_time_stepper_t_advanced (test->stepper) == FINAL);
      g_assert_cmpint (sim_time_stepper_end_reason (test->stepper), ==, SIM_END_FINAL_TIME);
      g_assert_cmpstr (sim_end_reason_id (SIM_END_FINAL_TIME), ==, "ReachedFinalTime");
      outcome = again == 0 ? step_to (test, 60) : sim_time_stepper_step_to (test->stepper, 70, INFINITY);
    }
}

/* S-10: after another initialization, the first call reports the final
 * time, and the next call reports the end of the simulation. */
static void
check_end (Framework *test)
{
  g_assert_true (sim_time_stepper_initialize (test->stepper, 0, NULL, NULL));
  g_assert_true (sim_time_stepper_t (test->stepper) == 0);
  g_assert_cmpint (sim_time_stepper_end_reason (test->stepper), ==, SIM_END_NONE);
  g_assert_cmpint (step_to (test, 1), ==, SIM_OUTCOME_REPORT_TIME);
  g_assert_cmpint (step_to (test, FINAL), ==, SIM_OUTCOME_REPORT_TIME);
  g_assert_true (sim_time_stepper_t (test->stepper) == FINAL);
  double x = sim_time_stepper_x (test->stepper)[0];
  g_assert_cmpint (step_to (test, FINAL), ==, SIM_OUTCOME_END_OF_SIMULATION);
  g_assert_true (sim_time_stepper_t (test->stepper) == FINAL && sim_time_stepper_x (test->stepper)[0] == x);
}

/* The jumps of a discontinuous witness are located within Simbody's
 * window, which is accuracy · 0.1 · 0.1. */
static void
check_jumps (const Framework *test)
{
  double window = 0.01 * g_ascii_strtod (test->accuracy, NULL);
  int n = 0;
  for (gsize k = 0; test_model_event (&test->run, "jump", &k); k++)
    {
      double jump = 0.2 + 0.5 * n++;
      g_assert_cmpfloat (fabs (sim_trajectory_event (test->run.trajectory, k).t - jump), <=, window + 1e-12);
    }
  g_assert_cmpint (n, ==, 40); /* the jumps are at 0.2, 0.7, …, 19.7 */
}

static void
close_framework (Framework *test)
{
  sim_time_stepper_free (test->stepper);
  test_model_close (&test->run);
  sim_trajectory_unref (test->reports);
}

static void
run_framework (Framework *test)
{
  open_framework (test);
  check_exact_times (test);
  check_overshoot (test);
  g_assert_true (sim_simulator_finish (test->run.simulator, NULL));
  check_crossings (test, "position", "x");
  check_crossings (test, "velocity", "x.v");
  check_kick (test);
  check_periodic (test, "handler", test->P);
  check_periodic (test, "reporter", test->R);
  check_energy (test);
  check_once (test);
  check_jumps (test);
  check_end (test);
  close_framework (test);
}

/* S-11 and S-15 run with all intervals of reports and events, and both in one call and step by step.
 * BDF runs at accuracy 1e-6, because at 1e-4 its damping removes 7 % of the energy until t = 7. */
static void
test_framework (gconstpointer data)
{
  const char *accuracy = strcmp (data, "cvode_bdf") == 0 ? "1e-6" : "1e-4";
  static const double Ps[] = { 0.01, 2 }, Rs[] = { 0.015, 1.5 };
  for (int i = 0; i < 8; i++)
    {
      Framework test = { data, accuracy, NULL, Ps[i & 1], Rs[i >> 1 & 1], (i & 4) != 0, NAN, { NULL }, NULL, NULL };
      run_framework (&test);
    }
}

/* S-01 to S-10 run with the Runge–Kutta–Merson method. */
typedef enum { EXACT_TIMES = 1, POSITION, VELOCITY, KICK, HANDLER, REPORTER, ONCE, OVERSHOOT = 9, END } Row;

static void
test_row (gconstpointer data)
{
  Framework test = { "runge_kutta_merson", "1e-4", NULL, 2, 1.5, FALSE, NAN, { NULL }, NULL, NULL };
  Row row = (Row) GPOINTER_TO_INT (data);
  open_framework (&test);
  if (row == EXACT_TIMES)
    check_exact_times (&test);
  check_overshoot (&test);
  if (row == POSITION)
    check_crossings (&test, "position", "x");
  else if (row == VELOCITY)
    check_crossings (&test, "velocity", "x.v");
  else if (row == KICK || row == REPORTER)
    check_kick (&test);
  if (row == HANDLER)
    check_periodic (&test, "handler", test.P);
  else if (row == REPORTER)
    {
      check_periodic (&test, "reporter", test.R);
      g_assert_true (sim_simulator_finish (test.run.simulator, NULL));
      check_energy (&test);
    }
  else if (row == ONCE)
    check_once (&test);
  else if (row == END)
    check_end (&test);
  close_framework (&test);
}

/* S-12 to S-14 run with one pair of intervals and with the accuracy of
 * each original test. */
static void
test_framework_once (gconstpointer data)
{
  Framework test = *(const Framework *) data;
  run_framework (&test);
}

#define SWAP "set: {x: y, y: x, x.v: 0, y.v: 0}"

/* S-17: event handlers change the state of the pendulum. The events at the
 * begin and the end of a short interval of time are located. */
static void
test_s17 (void)
{
  static const double edges[] = { 1.49545, 12.28937 };
  TestModel run = test_model_open (TEST_HEAD "time: {start: 0, end: 30.003}\n" ROD "events:\n"
                                             "  line: {crossing: 100*x - y, direction: falling, " SWAP "}\n"
                                             "  window: {crossing: \"if(t > 1.49545 and t < 12.28937, 1, -1)\", " SWAP "}\n"
                                             "  time: {crossing: t - 1.495508, direction: rising, " SWAP "}\n"
                                             "  scheduled: {every: 5.123, offset: 5.123, " SWAP "}\n",
                                   "profile", "simbody", "accuracy", "1e-2", NULL);
  sim_simulator_initialize (run.simulator, 0, NULL, NULL, 30.003, FALSE);
  for (int k = 1; k <= 30; k++)
    {
      g_assert_cmpint (sim_simulator_advance_to (run.simulator, k).reason, ==, SIM_REACHED_END);
      /* The tolerance of the constraint is a tenth of the accuracy. */
      g_assert_cmpfloat (fabs (test_model_length_error (&run)), <=, 1e-3);
    }
  g_assert_cmpint (sim_simulator_advance_to (run.simulator, 30.003).reason, ==, SIM_REACHED_END);
  g_assert_true (sim_simulator_t (run.simulator) == 30.003);
  int n = 0;
  for (gsize k = 0; test_model_event (&run, "window", &k); k++, n++)
    {
      g_assert_cmpint (n, <, 2);
      /* The window is 0.01·accuracy. The recorded times of events that happen together may differ by as much. */
      g_assert_cmpfloat (fabs (sim_trajectory_event (run.trajectory, k).t - edges[n]), <=, 2e-4);
    }
  g_assert_cmpint (n, ==, 2);
  n = 0;
  for (gsize k = 0; test_model_event (&run, "time", &k); k++, n++)
    g_assert_cmpfloat (fabs (sim_trajectory_event (run.trajectory, k).t - 1.495508), <=, 2e-4);
  g_assert_cmpint (n, ==, 1);
  n = 0;
  for (gsize k = 0; test_model_event (&run, "scheduled", &k); k++)
    g_assert_true (sim_trajectory_event (run.trajectory, k).t == 5.123 + n++ * 5.123);
  g_assert_cmpint (n, ==, 5);
  test_model_close (&run);
}

/* S-18: the window is the product of accuracy 1e-3, time scale 0.1 and factor 0.1, which is 1e-5 s. */
static void
test_s18 (void)
{
  TestModel run = test_model_open (TEST_HEAD "time: {start: 0, end: 10}\n" ROD "events: {lowest: {crossing: x}}\n", "profile", "simbody",
                                   NULL);
  sim_simulator_initialize (run.simulator, 0, NULL, NULL, 10, FALSE);
  g_assert_cmpint (sim_simulator_advance_to (run.simulator, 10).reason, ==, SIM_REACHED_END);
  int n = 0;
  for (gsize k = 0; test_model_event (&run, "lowest", &k); k++, n++)
    g_assert_cmpfloat (fabs (sim_trajectory_event (run.trajectory, k).window - 1e-5), <=, 1e-18);
  g_assert_cmpint (n, ==, 10);
  test_model_close (&run);
}

int
main (int argc, char **argv)
{
  /* The accuracies and step sizes are those of the original tests. */
  static const Framework once[] = {
    { "explicit_euler", "1e-7", NULL, 0.01, 0.015, FALSE, NAN, { NULL }, NULL, NULL },
    { "semi_explicit_euler2", "1e-6", NULL, 0.01, 0.015, FALSE, NAN, { NULL }, NULL, NULL },
    { "semi_explicit_euler", "1e-4", "1e-4", 0.01, 0.015, FALSE, NAN, { NULL }, NULL, NULL },
  };
  static const struct { const char *path; Row row; } rows[] = {
    { "/sim/simbody/S-01-requested-times-are-reached-exactly", EXACT_TIMES },
        { "/sim/simbody/S-02-events-that-depend-on-positions-are-found", POSITION },
    { "/sim/simbody/S-03-events-that-depend-on-velocities-are-found", VELOCITY },
        { "/sim/simbody/S-04-an-event-handler-can-change-the-state", KICK },
    { "/sim/simbody/S-05-a-periodic-handler-is-called-at-its-times", HANDLER },
        { "/sim/simbody/S-06-a-periodic-reporter-is-called-at-its-times", REPORTER },
    { "/sim/simbody/S-07-a-scheduled-reporter-is-called-once", ONCE },
        { "/sim/simbody/S-09-a-boundary-beyond-the-final-time-is-not-reached", OVERSHOOT },
    { "/sim/simbody/S-10-a-run-can-be-restarted-and-reports-its-end-once", END },
  };
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_test_add_data_func (rows[i].path, GINT_TO_POINTER (rows[i].row), test_row);
  g_test_add_data_func ("/sim/simbody/S-11-runge-kutta-and-verlet-methods-pass-the-tests-S-01-to-S-10/runge_kutta_merson", "runge_kutta_merson", test_framework);
  g_test_add_data_func ("/sim/simbody/S-11-runge-kutta-and-verlet-methods-pass-the-tests-S-01-to-S-10/runge_kutta2", "runge_kutta2", test_framework);
  g_test_add_data_func ("/sim/simbody/S-11-runge-kutta-and-verlet-methods-pass-the-tests-S-01-to-S-10/runge_kutta3", "runge_kutta3", test_framework);
  g_test_add_data_func ("/sim/simbody/S-11-runge-kutta-and-verlet-methods-pass-the-tests-S-01-to-S-10/runge_kutta_fehlberg", "runge_kutta_fehlberg",
                        test_framework);
  g_test_add_data_func ("/sim/simbody/S-11-runge-kutta-and-verlet-methods-pass-the-tests-S-01-to-S-10/verlet", "verlet", test_framework);
  g_test_add_data_func ("/sim/simbody/S-12-explicit-euler-passes-the-tests-S-01-to-S-10/explicit_euler", &once[0], test_framework_once);
  g_test_add_data_func ("/sim/simbody/S-13-the-two-stage-semi-explicit-euler-method-passes-the-tests-S-01-to-S-10/semi_explicit_euler2", &once[1], test_framework_once);
  g_test_add_data_func ("/sim/simbody/S-14-the-semi-explicit-euler-method-passes-the-tests-S-01-to-S-10/semi_explicit_euler", &once[2], test_framework_once);
  if (ode_method_find ("cvode_bdf") != NULL)
    {
      g_test_add_data_func ("/sim/simbody/S-15-the-methods-of-cvode-pass-the-tests-S-01-to-S-10/cvode_bdf", "cvode_bdf", test_framework);
      g_test_add_data_func ("/sim/simbody/S-15-the-methods-of-cvode-pass-the-tests-S-01-to-S-10/cvode_adams", "cvode_adams", test_framework);
    }
  g_test_add_func ("/sim/simbody/S-17-event-handlers-can-change-the-state-and-events-close-together-are-found", test_s17);
  g_test_add_func ("/sim/simbody/S-18-the-localisation-window-is-accuracy-times-time-scale", test_s18);
  return g_test_run ();
}
