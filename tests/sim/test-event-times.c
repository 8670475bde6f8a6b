/* Compares the times and states of events with closed forms, and counts
 * the evaluations that were needed to locate the events. */
#include "sim-test-model.h"
#include "sim-test-system.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "model-library.h"
#include "test-share.h"

static void
run_to (TestModel *run, double start, double end)
{
  sim_simulator_initialize (run->simulator, start, NULL, NULL, end, FALSE);
  g_assert_cmpint (sim_simulator_advance_to (run->simulator, end).reason, ==, SIM_REACHED_END);
}

/* ---- closed forms ---- */

/* Returns the time of contact k of the bouncing ball, (2k − 1) √(2 h0/g). */
static double
ball_time (int k)
{
  return (2 * k + 1) * sqrt (2 / 9.81);
}

/* Returns the time of a spike. The voltage u = RI (1 − e^(−t/τ)) reaches the threshold after
 * τ ln (RI/(RI − threshold)) = 10 ln 4. After a spike the voltage rests for a time of 2. */
static double
spike_time (int k)
{
  return (k + 1) * 10 * log (4) + 2 * k;
}

/* Returns the time at which the thermostat switches. With heating, T = 30 − 15 e^(−t/10) rises
 * from 15 to 21. After that T moves between 21 and 19, towards a rest value of 10 without
 * heating and of 30 with heating. The difference from the rest value decays as e^(−t/10). */
static double
switch_time (int k)
{
  double off = 10 * log (11. / 9), on = 10 * log (11. / 9);

  return 10 * log (15. / 9) + (k + 1) / 2 * off + k / 2 * on;
}

/* Returns the complete elliptic integral K (k) = π/(2 agm (1, √(1 − k²))). */
static double
elliptic (double k)
{
  double a = 1, b = sqrt (1 - k * k);

  for (int i = 0; i < 8; i++)
    {
      double mean = 0.5 * (a + b);

      b = sqrt (a * b);
      a = mean;
    }
  return G_PI / (2 * a);
}

/* Returns a time at which the pendulum θ'' = −sin θ passes θ = 0 after it
 * was released at θ = 1. These times are odd multiples of K (sin ½). */
static double
swing_time (int k)
{
  return (2 * k + 1) * elliptic (sin (0.5));
}

static const char pendulum[] = TEST_HEAD
  "time: {start: 0, end: 40}\n"
  "states:\n"
  "  theta: {initial: 1, derivative: omega, kind: position}\n"
  "  omega: {initial: 0, derivative: -sin(theta), kind: velocity}\n"
  "discrete: {n: 0}\n"
  "events: {zero: {crossing: theta, update: {n: n + 1}}}\n";

typedef struct
{
  const char *model, *event, *other; /* other: name of a second event that is counted together with `event`, or NULL */
  double end;
  int n;
  double (*time) (int k);
} Closed;

static const Closed closed[] = {
  { "bouncing-ball-elastic", "impact", NULL, 10, 11, ball_time },
  { "integrate-and-fire", "spike", NULL, 100, 6, spike_time },
  { "thermostat", "switch_off", "switch_on", 60, 28, switch_time },
  { NULL, "zero", NULL, 40, 12, swing_time },
};

/* Returns the largest error of an event time. If `relative` is true, each error is divided by its time t. */
static double
worst_error (const Closed *row, const char *max_step, gboolean relative)
{
  TestModel run = row->model != NULL ? test_model_open_shipped (row->model, "integrator", "dop853", "relative_tolerance", "1e-12",
                                                                "max_step", max_step, NULL)
                                     : test_model_open (pendulum, "integrator", "dop853", "relative_tolerance", "1e-12", "max_step",
                                                        max_step, NULL);
  double worst = 0;
  int n = 0;

  run_to (&run, 0, row->end);
  for (gsize k = 0; k < sim_trajectory_n_events (run.trajectory); k++)
    {
      SimEventRecord record = sim_trajectory_event (run.trajectory, k);
      const char *name = sim_simulator_system (run.simulator)->events[record.event].name;

      if (g_strcmp0 (name, row->event) == 0 || g_strcmp0 (name, row->other) == 0)
        worst = fmax (worst, fabs (record.t - row->time (n++)) / (relative ? fmax (1, record.t) : 1));
    }
  g_assert_cmpint (n, ==, row->n);
  test_model_close (&run);
  return worst;
}

/* Where states are about 20, as in the thermostat, the error test allows
 * an error of 2e-11 per step. The errors of that run are therefore
 * relative to t. With steps of at most 0.1 the error of the integration
 * method is negligible, and the error of the location remains. */
static void
test_closed_forms (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (closed); i++)
    {
      double relative = worst_error (&closed[i], "0", TRUE), absolute = worst_error (&closed[i], "0.1", FALSE);

      g_test_message ("%s: %.2g relative, %.2g", closed[i].model != NULL ? closed[i].model : "pendulum", relative, absolute);
      g_assert_cmpfloat (relative, <=, 1e-12);
      g_assert_cmpfloat (absolute, <=, 1e-12);
    }
}

/* Returns the factor R (z) by which one step of DOP853 multiplies x for x' = λ x, z = h
 * λ. R (z) is the Taylor polynomial of degree 8 plus the sum of b A^(k−1) 1 z^k for k =
 * 9 to 12. The coefficients were computed with 40 digits from the tableau in SciPy. */
static long double
dop853_factor (long double z)
{
  static const long double high[] = { 2.6916922001690891e-6L, 2.3413451082097796e-7L, 1.4947364854591546e-8L, 3.6133245781282445e-10L };
  long double sum = 0, term = 1;

  for (int k = 3; k >= 0; k--)
    sum = (sum + high[k]) * z;
  sum *= z * z * z * z * z * z * z * z;
  for (int k = 0; k <= 8; k++, term *= z / k)
    sum += term;
  return sum;
}

/* Data of a model with one state that approaches a rest value with time constant 10 until it reaches the
 * level of an event. The discrete state `mode` is the index of the current rest value, level and start. */
typedef struct
{
  const char *model, *column, *mode;
  double end;
  double rest[2];  /* NAN: the state does not approach a rest value, but grows with slope 1 from 0 to the level */
  double level[2];
  double start[2]; /* value after the event; NAN: the state does not jump */
} Decay;

static const Decay decays[] = {
  { "thermostat", "T", "heating", 60, { 10, 30 }, { 19, 21 }, { NAN, NAN } },
  { "integrate-and-fire", "u", "resting", 100, { 20, NAN }, { 15, 2 }, { 0, 0 } },
};

/* Returns how long the state takes from x to the level. The step sizes
 * come from the rows first to last, and the last step ends at the level. */
static long double
segment_time (const TestModel *run, gsize first, gsize last, long double x, double rest, double level)
{
  long double sum = 0, h = 0;

  for (gsize row = first; row < last; row++)
    {
      sum += h;
      x = rest + (x - rest) * dop853_factor (-h / 10);
      h = (long double) sim_trajectory_row (run->trajectory, row + 1)[0] - sim_trajectory_row (run->trajectory, row)[0];
    }
  for (int i = 0; i < 10; i++)
    h += 10 * (rest + (x - rest) * dop853_factor (-h / 10) - level) / (level - rest);
  return sum + h;
}

/* With the default steps, event times differ from the closed forms by the errors of the
 * steps, which add up. To separate these errors, this test repeats the steps of the run
 * in extended precision with the factor R (z), and replaces the last step of each
 * segment by the exact root. The run agrees with the result up to rounding. Searches,
 * restarts and repeated steps therefore add no error. SciPy's DOP853 continues from its
 * interpolant, and its error for the thermostat is 5e-10 at the same tolerance. */
static void
test_error_of_steps (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (decays); i++)
    {
      const Decay *decay = &decays[i];
      TestModel run = test_model_open_shipped (decay->model, "integrator", "dop853", "relative_tolerance", "1e-12", NULL);
      long double t = 0, x;
      double worst = 0;
      gsize first = 0;

      run_to (&run, 0, decay->end);
      x = test_model_value (&run, 0, decay->column);
      g_assert_cmpuint (sim_trajectory_n_events (run.trajectory), >=, 12);
      for (gsize k = 0; k < sim_trajectory_n_events (run.trajectory); k++)
        {
          SimEventRecord record = sim_trajectory_event (run.trajectory, k);
          int mode = test_model_value (&run, first, decay->mode) > 0;

          if (isnan (decay->rest[mode]))
            t += decay->level[mode];
          else
            t += segment_time (&run, first, record.row_before, x, decay->rest[mode], decay->level[mode]);
          x = isnan (decay->start[mode]) ? decay->level[mode] : decay->start[mode];
          worst = fmax (worst, fabs ((double) (record.t - t)));
          first = record.row_after;
        }
      g_test_message ("%s: %.2g", decay->model, worst);
      g_assert_cmpfloat (worst, <=, 2e-13); /* 15 units in the last place of t */
      test_model_close (&run);
    }
}

/* The leaky capacitor runs up to its threshold without events, and then until t = 100 with
 * 6 spikes and 6 rests. A method that uses earlier steps starts again only at events. The
 * number of steps is therefore at most the sum over the segments between events. */
static void
test_restarts (void)
{
  static const char *const methods[] = { "cvode_bdf", "cvode_adams" };
  static const char *const accuracies[] = { "1e-4", "1e-6", "1e-8" };

  for (guint m = 0; m < G_N_ELEMENTS (methods); m++)
    for (guint i = 0; i < G_N_ELEMENTS (accuracies) && ode_method_find (methods[m]) != NULL; i++)
      {
        TestModel smooth = test_model_open_shipped ("integrate-and-fire", "integrator", methods[m], "accuracy", accuracies[i], NULL);
        TestModel run = test_model_open_shipped ("integrate-and-fire", "integrator", methods[m], "accuracy", accuracies[i], NULL);
        long n_smooth, n;

        run_to (&smooth, 0, 13.86);
        run_to (&run, 0, 100);
        n_smooth = sim_simulator_statistics (smooth.simulator).ode.steps_taken;
        n = sim_simulator_statistics (run.simulator).ode.steps_taken;
        g_test_message ("%s at %s: %ld and %ld steps", methods[m], accuracies[i], n_smooth, n);
        g_assert_cmpuint (sim_trajectory_n_events (run.trajectory), ==, 12);
        g_assert_cmpuint (sim_trajectory_n_events (smooth.trajectory), ==, 0);
        g_assert_cmpint (n, <=, 8.5 * n_smooth); /* there are 6.6 segments, and 6 rests of a few steps each */
        test_model_close (&smooth);
        test_model_close (&run);
      }
}

/* A thrown ball passes the height c twice in one step, where v t − g t²/2 = c.
 * Every method of order 2 or more integrates this motion exactly at any accuracy. */
static void
test_two_in_one_step (void)
{
  TestModel run = test_model_open (TEST_HEAD "time: {start: 0, end: 2}\n"
                                             "states: {h: {initial: 0, derivative: v}, v: {initial: 9.81, derivative: -9.81}}\n"
                                             "discrete: {n: 0}\n"
                                             "events: {pass: {crossing: h - 4, update: {n: n + 1}}}\n",
                                   "accuracy", "1e-3", "initial_step", "2", NULL);
  double middle = 1, half = sqrt (1 - 2 * 4 / 9.81);

  run_to (&run, 0, 2);
  g_assert_cmpuint (sim_trajectory_n_events (run.trajectory), ==, 2);
  g_assert_cmpfloat (fabs (sim_trajectory_event (run.trajectory, 0).t - (middle - half)), <=, 1e-9);
  g_assert_cmpfloat (fabs (sim_trajectory_event (run.trajectory, 1).t - (middle + half)), <=, 1e-9);
  test_model_close (&run);
}

/* ---- states ---- */

/* If the state at an impact were below the floor, the ball would gain
 * energy when it is put back on the floor. After 10⁶ impacts one unit in
 * the last place of t is 1.2e-10 s. In this time the ball falls by 5e-10 m. */
static void
test_many_impacts (void)
{
  TestModel run = test_model_open_shipped ("bouncing-ball-elastic", NULL);
  const double period = 2 * sqrt (2 / 9.81), n = test_takes (1, 2) ? 1e6 : 1e5;

  sim_simulator_set_event_log (run.simulator, NULL);
  run_to (&run, 0, (n + 0.25) * period);
  g_assert_true (test_model_now (&run, "impacts") == n);
  g_test_message ("energy gained: %.3g", test_model_now (&run, "energy") / 9.81 - 1);
  g_assert_cmpfloat (fabs (test_model_now (&run, "energy") / 9.81 - 1), <=, 1e-6);
  test_model_close (&run);
}

/* The run starts at t = 10⁹, where one unit in the last place of t is 1.2e-7 s. The
 * height at each contact is nevertheless zero up to the rounding error of a step. */
static void
test_large_times (void)
{
  TestModel run = test_model_open_shipped ("bouncing-ball-elastic", NULL);
  double t0 = 1e9;

  run_to (&run, t0, t0 + 100);
  g_assert_cmpuint (sim_trajectory_n_events (run.trajectory), ==, 111);
  for (gsize k = 0; k < 111; k++)
    {
      SimEventRecord record = sim_trajectory_event (run.trajectory, k);

      g_assert_cmpfloat (fabs (test_model_value (&run, record.row_before, "h")), <=, 1e-13);
      g_assert_cmpfloat (test_model_value (&run, record.row_before, "h"), <=, 0);
      /* The time of the event is the root, rounded once. Rounding errors
       * do not add up. */
      g_assert_cmpfloat (fabs (record.t - t0 - ball_time ((int) k)), <=, 2.4e-7);
    }
  test_model_close (&run);
}

/* The interpolant has order 3, whereas the method has order 4. The exact time of the root is not a floating-point
 * number. The state x⁻ before the event nevertheless lies beyond the crossing, by no more than a rounding error. */
static void
test_far_side (void)
{
  static const char *const methods[] = { "runge_kutta4", "runge_kutta5", "dop853", "radau5", "bdf3", "rodas4", "midpoint", "ndf" };

  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      TestModel run = test_model_open (pendulum, "integrator", methods[i], "error_control", "false", "max_step", "0.2", NULL);
      int direction = -1;

      run_to (&run, 0, 40);
      g_assert_cmpuint (sim_trajectory_n_events (run.trajectory), >=, 10);
      for (gsize k = 0; k < sim_trajectory_n_events (run.trajectory); k++, direction = -direction)
        {
          double theta = test_model_value (&run, sim_trajectory_event (run.trajectory, k).row_before, "theta");

          g_assert_cmpfloat (direction * theta, >=, 0);
          g_assert_cmpfloat (direction * theta, <=, 1e-13);
        }
      test_model_close (&run);
    }
}

/* ---- special times ---- */

static const char ramp[] = TEST_HEAD "time: {start: -1, end: 1}\n"
                                     "states: {x: {initial: %s, derivative: 1}}\n"
                                     "discrete: {n: 0}\n"
                                     "events: {zero: {crossing: %s, direction: rising, update: {n: n + 1}}}\n";

/* At t = 0 one unit in the last place of t is 5e-324. The step size
 * therefore determines which times count as equal. */
static void
test_time_zero (void)
{
  static const char *const steps[] = { "0.3", "0.25", "1", "2" }; /* with these step sizes the crossing is inside a step or at its end */

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_autofree char *yaml = g_strdup_printf (ramp, "-1", "x");
      TestModel run = test_model_open (yaml, "error_control", "false", "max_step", steps[i], NULL);

      run_to (&run, -1, 1);
      g_assert_true (test_model_now (&run, "n") == 1);
      g_assert_cmpfloat (fabs (sim_trajectory_event (run.trajectory, 0).t), <=, 1e-15);
      g_assert_cmpint (sim_trajectory_event (run.trajectory, 0).iterations, <=, 12);
      test_model_close (&run);
    }
}

/* A crossing right after the start of a run is found. If the witness is
 * zero at the start itself, this does not count as a crossing. */
static void
test_start_of_run (void)
{
  static const struct { const char *initial; int n; double t; } rows[] = {
    { "-1e-9", 1, 1e-9 }, { "-1e-14", 1, 1e-14 }, { "0", 0, 0 }, { "1e-14", 0, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *yaml = g_strdup_printf (ramp, rows[i].initial, "x");
      TestModel run = test_model_open (yaml, "max_step", "0.1", NULL);

      run_to (&run, 0, 1);
      g_assert_true (test_model_now (&run, "n") == rows[i].n);
      if (rows[i].n > 0)
        g_assert_cmpfloat (fabs (sim_trajectory_event (run.trajectory, 0).t - rows[i].t), <=, 1e-9 * rows[i].t);
      test_model_close (&run);
    }
}

/* Five witnesses are functions of time and cross zero in one step. The file declares them in another order than that of their crossings. */
static void
test_order_in_step (void)
{
  TestModel run = test_model_open (TEST_HEAD "time: {start: 0, end: 1}\n"
                                             "states: {x: {initial: 0, derivative: 1}}\n"
                                             "discrete: {n: 0, at_a: 0, at_b: 0, at_c: 0, at_d: 0}\n"
                                             "events:\n"
                                             "  c: {crossing: x - 0.31, update: {n: n + 1, at_c: n}}\n"
                                             "  a: {crossing: 0.1 - x, update: {n: n + 1, at_a: n}}\n"
                                             "  d: {crossing: x^3 - 0.9, update: {n: n + 1, at_d: n}}\n"
                                             "  b: {crossing: exp(x) - exp(0.3), update: {n: n + 1, at_b: n}}\n",
                                   "error_control", "false", "max_step", "1", NULL);
  const double times[] = { 0.1, 0.3, 0.31, cbrt (0.9) };
  static const char *const names[] = { "a", "b", "c", "d" };

  run_to (&run, 0, 1);
  g_assert_cmpuint (sim_trajectory_n_events (run.trajectory), ==, 4);
  for (int k = 0; k < 4; k++)
    {
      SimEventRecord record = sim_trajectory_event (run.trajectory, (gsize) k);
      g_autofree char *column = g_strdup_printf ("at_%s", names[k]);

      g_assert_cmpstr (sim_simulator_system (run.simulator)->events[record.event].name, ==, names[k]);
      /* The bound is the rounding error of a sum over the stages,
       * multiplied by the step size. */
      g_assert_cmpfloat (fabs (record.t - times[k]), <=, 1e-14);
      g_assert_true (test_model_now (&run, column) == k);
    }
  test_model_close (&run);
}

/* ---- windows ---- */

static double
window_of (const char *profile, const char *key, const char *value)
{
  TestModel run = test_model_open_shipped ("bouncing-ball-elastic", "profile", profile, key, value, NULL);
  double window;

  run_to (&run, 0, 0.25);
  window = sim_simulator_isolation_window (run.simulator);
  test_model_close (&run);
  return window;
}

/* In profile stepwise the window in which an event is located is 4 units in
 * the last place of t, whatever the tolerances are. In the other profiles it
 * is 0.01 s times the smaller of the accuracy and the relative tolerance. */
static void
test_windows (void)
{
  const double ulp = 0.25 * DBL_EPSILON;

  g_assert_true (window_of ("stepwise", "accuracy", "1e-2") == 4 * ulp);
  g_assert_true (window_of ("stepwise", "relative_tolerance", "1e-12") == 4 * ulp);
  g_assert_true (window_of ("stepwise", "isolation", "1e-3") == 1e-3);
  g_assert_cmpfloat (fabs (window_of ("simbody", "relative_tolerance", "1e-7") - 1e-9), <=, 1e-20);
  g_assert_cmpfloat (fabs (window_of ("simbody", "accuracy", "1e-5") - 1e-7), <=, 1e-20);
  g_assert_cmpfloat (fabs (window_of ("simbody", "relative_tolerance", "1e-1") - 1e-5), <=, 1e-20);
  g_assert_cmpfloat (fabs (window_of ("drake", "relative_tolerance", "1e-7") - 1e-9), <=, 1e-20);
}

static void
test_accuracy_in_use (void)
{
  static const struct { const char *key, *value; double in_use; } rows[] = {
    { "accuracy", "1e-6", 1e-6 }, { "relative_tolerance", "1e-12", 1e-12 }, { "relative_tolerance", "1e-2", 1e-2 },
    { "absolute_tolerance", "1e-9", 1e-9 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      TestModel run = test_model_open_shipped ("bouncing-ball-elastic", rows[i].key, rows[i].value, NULL);

      run_to (&run, 0, 1);
      g_assert_true (sim_simulator_accuracy_in_use (run.simulator) == rows[i].in_use);
      test_model_close (&run);
    }
}

/* ---- cost ---- */

static int n_single;

static double
counted_witness (gpointer self, int event, double t, const double *x)
{
  n_single++;
  return cos (2 * x[0] + 0.3) - 0.2;
}

static void
counted_rhs (TestSystem *system, double t, const double *x, double *dxdt)
{
  dxdt[0] = 1 + 0.5 * sin (3 * t);
}

static double
any_witness (TestSystem *system, double t, const double *x)
{
  return cos (2 * x[0] + 0.3) - 0.2;
}

/* The record of an event counts every evaluation of the search for its time:
 * those of the root finder, and one at the end of each repetition of the step. */
static void
test_counts (void)
{
  TestSystem *system = test_system_new (1, 0);
  g_autoptr (SimTrajectory) log = sim_trajectory_new (1, 1 << 20);
  g_autoptr (SimConfig) config = test_config ("accuracy", "1e-5", NULL);
  long total = 0;

  system->rhs = counted_rhs;
  test_system_add (system, "level", SIM_TRIGGER_WITNESS, SIM_ACTION_PUBLISH, NULL)->witness = any_witness;
  SimSystem *wrapper = test_system_wrap (system);
  wrapper->witness = counted_witness;
  SimSimulator *simulator = sim_simulator_new (wrapper, config, NULL);
  sim_simulator_set_event_log (simulator, log);
  n_single = 0;
  sim_simulator_initialize (simulator, 0, NULL, NULL, 20, FALSE);
  g_assert_cmpint (sim_simulator_advance_to (simulator, 20).reason, ==, SIM_REACHED_END);
  g_assert_cmpuint (sim_trajectory_n_events (log), >=, 10);
  for (gsize k = 0; k < sim_trajectory_n_events (log); k++)
    total += sim_trajectory_event (log, k).iterations;
  g_assert_cmpint (total, ==, n_single + sim_simulator_statistics (simulator).cut_by_event);
  sim_simulator_free (simulator);
  test_system_free (system);
}

static int
compare (const void *a, const void *b)
{
  return *(const int *) a - *(const int *) b;
}

/* The test counts the evaluations for all events with a crossing in the shipped hybrid models with default
 * settings. It does not count evaluations at intermediate points of a step, which only look for a change of sign. */
static void
test_median (void)
{
  g_autoptr (GArray) counts = g_array_new (FALSE, FALSE, sizeof (int));
  g_autoptr (ModelLibrary) library = model_library_scan (NULL, sim_config_check_solver);
  int n_models = 0;

  for (int i = 0; i < model_library_n_entries (library); i++)
    {
      const ModelEntry *entry = model_library_entry (library, i);

      if (g_strcmp0 (entry->category, "Hybrid & events") != 0)
        continue;
      TestModel run = test_model_open_shipped (entry->id, NULL);
      double start = model_system_t_start (run.system), end = model_system_t_end (run.system);

      n_models++;
      sim_simulator_initialize (run.simulator, start, NULL, NULL, end, FALSE);
      sim_simulator_advance_to (run.simulator, end);
      for (gsize k = 0; k < sim_trajectory_n_events (run.trajectory); k++)
        {
          SimEventRecord record = sim_trajectory_event (run.trajectory, k);

          if (record.event >= 0 && record.kind == SIM_TRIGGER_WITNESS)
            g_array_append_val (counts, record.iterations);
        }
      test_model_close (&run);
    }
  qsort (counts->data, counts->len, sizeof (int), compare);
  g_assert_cmpint (n_models, >=, 15);
  g_assert_cmpuint (counts->len, >=, 200);
  g_test_message ("%u events of %d models: median %d, most %d", counts->len, n_models, g_array_index (counts, int, counts->len / 2),
                  g_array_index (counts, int, counts->len - 1));
  g_assert_cmpint (g_array_index (counts, int, counts->len / 2), <=, 8);
}

/* ---- fixed steps of multistep methods ---- */

static const char impulses[] = TEST_HEAD
  "parameters: {w: %g}\n"
  "time: {start: 0, end: 20}\n"
  "states: {x: {initial: 1, derivative: -x}}\n"
  "discrete: {n: 0}\n"
  "events: {e: {crossing: sin(w*t) - 0.04, direction: rising, set: {x: x + 1, n: n + 1}}}\n";

/* Returns x 20 after the start t0, where 1 is added to x at each time (asin 0.04 + 2πk)/w, and sets *n to the number of these times. */
static double
impulse_response (double w, double t0, int *n)
{
  double x = exp (-20);
  *n = 0;
  for (int k = (int)floor (w * (t0 - 1) / (2 * G_PI)); k < 100; k++)
    {
      double t = (asin (0.04) + 2 * G_PI * k) / w;
      if (t <= t0 || t > t0 + 20)
        continue;
      x += exp (t - t0 - 20);
      (*n)++;
    }
  return x;
}

/* The witness depends on the rounded time alone, and is a staircase of which each step is as wide as one ulp. A step that ends before the
 * crossing must not leave a second point in the history that is closer than rounding permits. */
static void
test_multistep (gconstpointer method)
{
  static const double frequencies[] = { 1.64, 0.7, 2.3, 3.1, 1 }, starts[] = { 0, 0.3, -1.7, 5.25 };
  static const char *const steps[] = { "0.01", "0.013", "0.005", "0.02" };
  for (guint pair = 0; pair < 80; pair++)
    {
      double w = frequencies[pair / 16], start = starts[pair / 4 % 4];
      g_autofree char *model = g_strdup_printf (impulses, w);
      TestModel run = test_model_open (model, "integrator", method, "error_control", "false", "max_step", steps[pair % 4], NULL);
      int n;
      double x = impulse_response (w, start, &n);
      run_to (&run, start, start + 20);
      g_assert_cmpfloat (test_model_now (&run, "n"), ==, n);
      /* With order 2 and h = 0.02 the sum of the errors of all impulses is below h² = 4e-4; leapfrog, which is weakly unstable for x' = −x,
       * multiplies its parasitic part by e^(t) within one period, up to e^9 = 8000 times the h³ of its start. */
      g_assert_cmpfloat (fabs (test_model_now (&run, "x") - x), <=, strcmp (method, "leapfrog") == 0 ? 1e-2 : 4e-4);
      test_model_close (&run);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/event-times/event-times-agree-with-closed-forms-to-1e-12", test_closed_forms);
  g_test_add_func ("/sim/event-times/event-times-have-only-the-error-of-the-steps", test_error_of_steps);
  g_test_add_func ("/sim/event-times/multistep-methods-restart-only-at-events", test_restarts);
  g_test_add_func ("/sim/event-times/two-crossings-in-one-step-are-found-to-1e-9", test_two_in_one_step);
  g_test_add_func ("/sim/event-times/many-impacts-are-counted-and-conserve-the-energy", test_many_impacts);
  g_test_add_func ("/sim/event-times/at-large-times-the-state-at-an-event-is-exact-to-rounding", test_large_times);
  g_test_add_func ("/sim/event-times/the-state-at-an-event-lies-beyond-the-crossing-by-rounding-only", test_far_side);
  g_test_add_func ("/sim/event-times/a-crossing-at-t-zero-is-located", test_time_zero);
  g_test_add_func ("/sim/event-times/a-crossing-right-after-the-start-is-found", test_start_of_run);
  g_test_add_func ("/sim/event-times/events-in-one-step-happen-in-order-of-time", test_order_in_step);
  g_test_add_func ("/sim/event-times/the-default-window-is-4-ulp-and-does-not-depend-on-tolerances", test_windows);
  g_test_add_func ("/sim/event-times/the-reported-accuracy-is-the-accuracy-of-the-error-test", test_accuracy_in_use);
  g_test_add_func ("/sim/event-times/event-records-count-all-evaluations-of-their-search", test_counts);
  g_test_add_func ("/sim/event-times/locating-an-event-takes-at-most-8-evaluations-in-the-median", test_median);
  static const char *const multistep[] = { "bdf2", "bdf3", "bdf4", "bdf5", "bdf6", "adams_bashforth2", "adams_bashforth3", "adams_bashforth4",
                                           "adams_bashforth5", "adams_moulton1", "adams_moulton2", "adams_moulton3", "adams_moulton4",
                                           "leapfrog" };
  for (guint i = 0; i < G_N_ELEMENTS (multistep); i++)
    {
      g_autofree char *path =
          g_strdup_printf ("/sim/event-times/fixed-steps-of-multistep-methods-continue-after-an-event-in-time/%s", multistep[i]);
      g_test_add_data_func (path, multistep[i], test_multistep);
    }
  return g_test_run ();
}
