/* Tests the phases of the keys `rest` and `slide` of events against closed forms. */
#include "sim-test-model.h"

#include <math.h>
#include <string.h>

#include "model-load.h"
#include "ode-method.h"

static const char *const methods[] = { "runge_kutta5", "bogacki_shampine3", "dop853", "rodas4", "radau5", "runge_kutta4", "ndf" };

static SimStatus
run_to_end (TestModel *run)
{
  double end = model_system_t_end (run->system);
  SimStatus status = sim_simulator_initialize (run->simulator, NAN, NULL, NULL, end, FALSE);
  if (status.reason == SIM_READY)
    status = sim_simulator_advance_to (run->simulator, end);
  g_test_message ("%s", status.message);
  return status;
}

/* Returns the time of the record of an event after which the column has the value, and before which it has not; NAN: none. `k` counts from
 * 0. */
static double
change_time (const TestModel *run, const char *column, double value, int k)
{
  for (gsize i = 0; i < sim_trajectory_n_events (run->trajectory); i++)
    {
      SimEventRecord record = sim_trajectory_event (run->trajectory, i);
      if (test_model_value (run, record.row_before, column) != value && test_model_value (run, record.row_after, column) == value
          && k-- == 0)
        return record.t;
    }
  return NAN;
}

/* A ball rests on a floor from the time √(2·5/g)·3 at which its impacts accumulate, and still rolls. The same holds below a ceiling. */
static void
test_floors (void)
{
  static const double places[] = { 0, 1, -20, 1e3 };
  const double limit = sqrt (10 / 9.81) * 3;
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    for (int sign = -1; sign <= 1; sign += 2)
      for (guint j = 0; j < G_N_ELEMENTS (methods); j++)
        {
          g_autofree char *yaml =
              g_strdup_printf (TEST_HEAD "time: {start: 0, end: 10}\n"
                                         "parameters: {e: 0.5, F: %.17g}\n"
                                         "discrete: {lies: 0, n: 0}\n"
                                         "states:\n"
                                         "  h: {initial: F + %d, derivative: v}\n"
                                         "  v: {initial: 0, derivative: %d*9.81}\n"
                                         "  x: {initial: 0, derivative: 2}\n"
                                         "events:\n"
                                         "  bounce: {crossing: h - F, direction: %s, set: {%sv: -e*v, n: n + 1}, rest: lies}\n",
                               places[i], sign * 5, -sign, sign > 0 ? "falling" : "rising", j % 2 == 0 ? "h: F, " : "");
          TestModel run = test_model_open (yaml, "integrator", methods[j], "accuracy", "1e-8", NULL);
          const double bound = strcmp (methods[j], "ndf") == 0 ? 1e-4 * fmax (1, fabs (places[i])) : 1e-5;
          g_test_message ("place %g, side %d, %s", places[i], sign, methods[j]);
          g_assert_cmpint (run_to_end (&run).reason, ==, SIM_REACHED_END);
          /* The solution is a parabola. Methods of order 2 and more compute it without error, but ndf begins with order 1. */
          g_assert_cmpfloat (fabs (change_time (&run, "lies", 1, 0) - limit), <=, bound);
          g_assert_true (isnan (change_time (&run, "lies", 0, 0)));
          g_assert_true (test_model_now (&run, "lies") == 1);
          g_assert_cmpfloat (fabs (test_model_now (&run, "h") - places[i]), <=, 1e-12 * fmax (1, fabs (places[i])));
          g_assert_cmpfloat (fabs (test_model_now (&run, "v")), <=, 1e-14);
          g_assert_cmpfloat (fabs (test_model_now (&run, "x") - 20), <=, 1e-6);
          test_model_close (&run);
        }
}

#define TABLE                                                                                                                              \
  TEST_HEAD "time: {start: 0, end: 24}\n"                                                                                                  \
            "parameters: {e: 0.4, A: 0.6, g: 9.81}\n"                                                                                      \
            "discrete: {lies: 0}\n"                                                                                                        \
            "states:\n"                                                                                                                    \
            "  h: {initial: 1, derivative: v}\n"                                                                                           \
            "  v: {initial: 0, derivative: -g}\n"                                                                                          \
            "outputs: {top: A*t*sin(t), speed: A*sin(t) + A*t*cos(t)}\n"                                                                   \
            "events:\n"                                                                                                                    \
            "  bounce: {crossing: h - A*t*sin(t), direction: falling,\n"                                                                   \
            "    set: {h: A*t*sin(t), v: A*sin(t) + A*t*cos(t) - e*(v - A*sin(t) - A*t*cos(t))}, rest: lies}\n"

/* A ball on a table that oscillates more and more strongly lifts off where the table accelerates downwards faster than g: the first time
 * with A (2 cos t − t sin t) = −g, at t = 19.906286057187135. */
static void
test_table (gconstpointer method)
{
  TestModel run = test_model_open (TABLE, "integrator", method, "accuracy", "1e-10", NULL);
  g_assert_cmpint (run_to_end (&run).reason, ==, SIM_REACHED_END);
  double begin = change_time (&run, "lies", 1, 0), release = change_time (&run, "lies", 0, 0);
  g_test_message ("rests from %.17g to %.17g", begin, release);
  g_assert_cmpfloat (begin, <, 2);
  g_assert_cmpfloat (fabs (release - 19.906286057187135), <=, 1e-11);
  for (gsize row = 0; row < sim_trajectory_n_rows (run.trajectory); row++)
    if (test_model_value (&run, row, "lies") == 1)
      {
        g_assert_cmpfloat (fabs (test_model_value (&run, row, "h") - test_model_value (&run, row, "top")), <=, 1e-7);
        g_assert_cmpfloat (fabs (test_model_value (&run, row, "v") - test_model_value (&run, row, "speed")), <=, 1e-7);
      }
  /* The ball falls back and rests again. */
  g_assert_true (change_time (&run, "lies", 1, 1) > release);
  test_model_close (&run);
}

/* A run that is continued from a snapshot in the rest gives the same bits. */
static void
test_snapshot (void)
{
  TestModel run = test_model_open (TABLE, NULL), other = test_model_open (TABLE, NULL);
  g_assert_cmpint (sim_simulator_initialize (run.simulator, 0, NULL, NULL, 24, FALSE).reason, ==, SIM_READY);
  g_assert_cmpint (sim_simulator_advance_to (run.simulator, 10).reason, ==, SIM_REACHED_END);
  g_assert_true (test_model_now (&run, "lies") == 1);
  g_autoptr (GBytes) snapshot = sim_simulator_save (run.simulator);
  g_assert_cmpint (sim_simulator_initialize (other.simulator, 0, NULL, NULL, 24, FALSE).reason, ==, SIM_READY);
  g_assert_true (sim_simulator_restore (other.simulator, snapshot));
  sim_simulator_advance_to (run.simulator, 24);
  sim_simulator_advance_to (other.simulator, 24);
  g_assert_cmpmem (sim_simulator_x (run.simulator), 2 * sizeof (double), sim_simulator_x (other.simulator), 2 * sizeof (double));
  test_model_close (&run);
  test_model_close (&other);
}

/* The rest ends at the time at which the force changes its sign. */
static void
test_no_force (void)
{
  TestModel run = test_model_open (TEST_HEAD "time: {start: 0, end: 4}\n"
                                             "parameters: {e: 0.5}\n"
                                             "discrete: {lies: 0}\n"
                                             "states:\n"
                                             "  h: {initial: 5, derivative: v}\n"
                                             "  v: {initial: 0, derivative: \"if(t < 3.5, -9.81, 1)\"}\n"
                                             "events:\n"
                                             "  bounce: {crossing: h, direction: falling, set: {h: 0, v: -e*v}, rest: lies}\n",
                                   "max_step", "0.01", NULL);
  g_assert_cmpint (run_to_end (&run).reason, ==, SIM_REACHED_END);
  g_assert_cmpfloat (fabs (change_time (&run, "lies", 0, 0) - 3.5), <=, 0.011);
  g_assert_true (test_model_now (&run, "lies") == 0);
  g_assert_cmpfloat (fabs (test_model_now (&run, "h") - 0.125), <=, 0.01);
  test_model_close (&run);
}

/* A ball that a table has left behind lands on it again, although errors of the method have added up in the rest. The table is the one of
 * the shipped model, with twice the amplitude. */
static void
test_lands_again (void)
{
  for (guint j = 0; j < G_N_ELEMENTS (methods); j++)
    {
      TestModel run = test_model_open_shipped ("ball-on-a-shaker", "integrator", methods[j], "accuracy", "1e-4", NULL);
      g_autoptr (GError) error = NULL;
      g_assert_true (sim_simulator_set_parameter (run.simulator, "a", 0.02, &error));
      g_assert_cmpint (run_to_end (&run).reason, ==, SIM_REACHED_END);
      g_test_message ("%s: h = %g", methods[j], test_model_now (&run, "h"));
      /* The ball lifts off at 5.1559 s. No jump reaches 10 m above the table, which moves by 0.22 m. */
      g_assert_cmpfloat (fabs (change_time (&run, "lies", 0, 0) - 5.1559), <=, 1e-2);
      g_assert_cmpfloat (test_model_now (&run, "h"), >=, -0.3);
      g_assert_cmpfloat (test_model_now (&run, "impacts"), >=, 30);
      test_model_close (&run);
    }
}

/* A force lifts a ball from its floor and lets it fall back, again and again. The event sets no position: the end of the rest moves the
 * ball to the floor. Rounding errors of the floor, and of the velocity at a floor at 0, say nothing of the side to which it then moves. */
static void
test_lifted (void)
{
  static const struct
  {
    const char *method, *accuracy;
    double place;
  } cases[] = {
    { "radau5", "1e-6", 0 },    { "dop853", "1e-9", 1e6 },   { "runge_kutta5", "1e-3", -1e-3 }, { "cvode_bdf", "1e-9", 0 },
    { "cvode_bdf", "1e-9", 1 }, { "cvode_bdf", "1e-6", 20 }, { "cvode_bdf", "1e-6", 1e6 },      { "cvode_adams", "1e-3", 1e6 }
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      if (ode_method_find (cases[i].method) == NULL)
        continue;
      g_autofree char *yaml = g_strdup_printf (TEST_HEAD "time: {start: 0, end: 7}\n"
                                                         "parameters: {F: %.17g}\n"
                                                         "discrete: {lies: 0}\n"
                                                         "states:\n"
                                                         "  h: {initial: F + 0.7, derivative: v}\n"
                                                         "  v: {initial: 0, derivative: -9.81 + 15*sin(3*t)}\n"
                                                         "events:\n"
                                                         "  bounce: {crossing: h - F, direction: falling, set: {v: -0.5*v}, rest: lies}\n",
                                               cases[i].place);
      TestModel run = test_model_open (yaml, "integrator", cases[i].method, "accuracy", cases[i].accuracy, NULL);
      g_assert_cmpint (run_to_end (&run).reason, ==, SIM_REACHED_END);
      g_test_message ("%s, %g: h − F = %g", cases[i].method, cases[i].place, test_model_now (&run, "h") - cases[i].place);
      for (gsize row = 0; row < sim_trajectory_n_rows (run.trajectory); row++)
        g_assert_cmpfloat (test_model_value (&run, row, "h"), >=, cases[i].place - 1e-6);
      /* The force is stronger than the weight first at (π − asin (9.81/15))/3 before each of the maxima. */
      g_assert_false (isnan (change_time (&run, "lies", 0, 1)));
      test_model_close (&run);
    }
}

/* Without `rest` the same accumulations end the run; CVODE restarts at order 1 after each impact. */
static void
test_cvode_accumulates (void)
{
  static const double places[] = { 0, -20, 1, 1e6 };
  static const char *const accuracies[] = { "1e-3", "1e-6", "1e-9" };
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    for (guint j = 0; j < G_N_ELEMENTS (accuracies); j++)
      for (int rests = 0; rests <= 1; rests++)
        {
          g_autofree char *yaml =
              g_strdup_printf (TEST_HEAD "time: {start: 0, end: 4}\n"
                                         "parameters: {F: %.17g}\n"
                                         "discrete: {lies: 0}\n"
                                         "states: {h: {initial: F + 0.7, derivative: v}, v: {initial: 0, derivative: -9.81}}\n"
                                         "events: {bounce: {crossing: h - F, direction: falling, set: {v: -0.5*v}%s}}\n",
                               places[i], rests ? ", rest: lies" : "");
          TestModel run = test_model_open (yaml, "integrator", "cvode_bdf", "accuracy", accuracies[j], NULL);
          SimStatus status = run_to_end (&run);
          g_assert_cmpint (status.reason, ==, rests ? SIM_REACHED_END : SIM_FAILED_RUN);
          g_assert_true (rests || strstr (status.message, "Zeno") != NULL);
          g_assert_cmpfloat (fabs (test_model_now (&run, "h") - places[i]), <=, 1e-9 * fmax (1, fabs (places[i])));
          test_model_close (&run);
        }
}

/* All phases of the shipped ball on a slope: it bounces, slides, sticks, and slides again. The times are those of its reference. */
static void
test_slope (void)
{
  static const double exact[] = { 1.8634661801913131, 2.3091272028726601, 3.7217734322272315 };
  TestModel run = test_model_open_shipped ("ball-on-a-slope", "integrator", "runge_kutta5", "accuracy", "1e-8", NULL);

  g_assert_cmpint (run_to_end (&run).reason, ==, SIM_REACHED_END);
  /* The bound is ten times the accuracy of the run. */
  g_assert_cmpfloat (fabs (change_time (&run, "touches", 1, 0) - exact[0]), <=, 1e-7);
  g_assert_cmpfloat (fabs (change_time (&run, "sticks", 1, 0) - exact[1]), <=, 1e-7);
  g_assert_cmpfloat (fabs (change_time (&run, "sticks", 0, 0) - exact[2]), <=, 1e-7);
  g_assert_cmpfloat (test_model_now (&run, "touches"), ==, 1);
  g_assert_cmpfloat (fabs (test_model_now (&run, "v") - 0.9084548861810751), <=, 1e-6);
  test_model_close (&run);
}

/* Impacts become slower than rounding errors let see, also where the height and the velocity are differences of larger numbers, and where steps
 * are as long as many oscillations of the floor. The ball never falls through it. */
static void
test_slow_impacts (void)
{
  static const struct
  {
    const char *floor, *speed, *away, *moving, *falls, *integrator, *step;
    double end;
  } rows[] = {
    { "-1.028 + 0.076*sin(2.278*t)", "0.173128*cos(2.278*t)", "1", "1", "8.604", "runge_kutta38", "0.01", 6.4 },
    { "20 + 0.01*sin(2.531*t)", "0.02531*cos(2.531*t)", "0", "0.3", "11.394", "auto", NULL, 40 },
    { "0", "0", "1e-6", "100", "4.5", "bdf3", "0.01", 6 },
    { "1000", "0", "0", "0", "9.81", "dop853", NULL, 12 },
    /* The height above the floor is zero with a rounding error of 1e-13. */
    { "1000", "0", "-1000", "-5", "1.357", "runge_kutta5", "0.01", 8 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *yaml = g_strdup_printf (TEST_HEAD "time: {start: 0, end: %g}\n"
                                                         "variables:\n"
                                                         "  h: H - (%s)\n  v: V - (%s)\n  low: %s\n  speed: %s\n"
                                                         "states:\n"
                                                         "  H: {initial: low + 1.3 + %s, derivative: v}\n"
                                                         "  V: {initial: 0.4 + %s, derivative: -%s}\n"
                                                         "discrete: {lies: 0}\n"
                                                         "outputs: {gap: h - low}\n"
                                                         "events:\n"
                                                         "  hit: {crossing: h - low, direction: falling, rest: lies,\n"
                                                         "        set: {H: low + %s, V: speed - 0.45*(v - speed) + %s}}\n",
                                               rows[i].end, rows[i].away, rows[i].moving, rows[i].floor, rows[i].speed, rows[i].away,
                                               rows[i].moving, rows[i].falls, rows[i].away, rows[i].moving);
      TestModel run = test_model_open (yaml, "integrator", rows[i].integrator, "accuracy", "1e-6", rows[i].step != NULL ? "error_control" : NULL,
                                       "false", "max_step", rows[i].step, NULL);

      g_test_message ("floor %s, %s", rows[i].floor, rows[i].integrator);
      g_assert_cmpint (run_to_end (&run).reason, ==, SIM_REACHED_END);
      for (gsize row = 0; row < sim_trajectory_n_rows (run.trajectory); row++)
        g_assert_cmpfloat (test_model_value (&run, row, "gap"), >=, -1e-4);
      g_assert_cmpfloat (test_model_now (&run, "lies"), ==, 1);
      test_model_close (&run);
    }
}

/* A block that a force moves past friction, z' = 0.774 cos (1.833 t) − 0.563 sign (z − s): it crosses the level, sticks, leaves it upwards and
 * downwards. Each end of a sliding is one event, although the errors of the next step are larger than the distance from the surface. */
static void
test_ends_of_slides (void)
{
  static const double places[] = { 0.3395, -20, 1e-3 };
  enum { MOST = 16 };
  double times[G_N_ELEMENTS (places)][MOST];

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    for (guint j = 0; j < G_N_ELEMENTS (methods); j++)
      {
        g_autofree char *yaml = g_strdup_printf (TEST_HEAD "time: {start: 0, end: 9}\n"
                                                           "parameters: {s: %.17g}\n"
                                                           "states:\n"
                                                           "  z: {initial: s + 1, derivative: \"0.774*cos(1.833*t) - 0.563*side\"}\n"
                                                           "discrete: {sticks: 0, side: 1}\n"
                                                           "events:\n"
                                                           "  up: {crossing: z - s, direction: rising, set: {side: 1}, slide: sticks}\n"
                                                           "  down: {crossing: z - s, direction: falling, set: {side: -1}, slide: sticks}\n",
                                                 places[i]);
        TestModel run = test_model_open (yaml, "integrator", methods[j], "accuracy", "1e-6", NULL);

        g_test_message ("place %g, %s", places[i], methods[j]);
        g_assert_cmpint (run_to_end (&run).reason, ==, SIM_REACHED_END);
        g_assert_cmpuint (sim_trajectory_n_events (run.trajectory), ==, 9);
        for (gsize k = 0; k < 9; k++)
          {
            if (j == 0)
              times[i][k] = sim_trajectory_event (run.trajectory, k).t;
            g_assert_cmpfloat (fabs (sim_trajectory_event (run.trajectory, k).t - times[0][k]), <=, 1e-4);
          }
        test_model_close (&run);
      }
}

/* A thermostat without hysteresis slides at its threshold s with T' = 0, until the temperature outside, s − 15 + 4 t, has risen so far that
 * T rises without heating, at t = 3.75. The heat that it needs falls linearly in time. */
static void
test_thermostat (void)
{
  static const double places[] = { 0, 20, -3, 1e3 };
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    for (guint j = 0; j < G_N_ELEMENTS (methods); j++)
      {
        g_autofree char *yaml =
            g_strdup_printf (TEST_HEAD "time: {start: 0, end: 3.8}\n"
                                       "parameters: {s: %.17g}\n"
                                       "discrete: {heat: 1, slides: 0}\n"
                                       "states: {T: {initial: s - 5, derivative: \"-0.1*(T - s + 15 - 4*t) + if(heat == 1, 4, 0)\"}}\n"
                                       "events:\n"
                                       "  off: {crossing: T - s, direction: rising, set: {heat: 0}, slide: slides}\n"
                                       "  on: {crossing: T - s, direction: falling, set: {heat: 1}, slide: slides}\n",
                             places[i]);
        TestModel run = test_model_open (yaml, "integrator", methods[j], "accuracy", "1e-8", NULL);
        g_assert_cmpint (run_to_end (&run).reason, ==, SIM_REACHED_END);
        double begin = change_time (&run, "slides", 1, 0);
        g_assert_cmpfloat (begin, <, 2);
        g_assert_cmpfloat (fabs (change_time (&run, "slides", 0, 0) - 3.75), <=, 1e-9);
        for (gsize row = 0; row < sim_trajectory_n_rows (run.trajectory); row++)
          if (test_model_value (&run, row, "slides") == 1)
            g_assert_cmpfloat (fabs (test_model_value (&run, row, "T") - places[i]), <=, 1e-12 * fmax (1, fabs (places[i])));
        test_model_close (&run);
      }
}

/* A block on a belt of speed 1 is pulled by a spring. With the friction force ±F it sticks, v = 1, until the spring pulls with F: from the
 * begin of sticking at x it takes the time F − x for k = m = 1. While the block sticks, Filippov's combination makes v' = 0 and x' = 1. */
static void
test_stick_slip (void)
{
  TestModel run = test_model_open (TEST_HEAD "time: {start: 0, end: 1.2}\n"
                                             "parameters: {F: 1}\n"
                                             "discrete: {s: 1, sticks: 0}\n"
                                             "states:\n"
                                             "  x: {initial: 0, derivative: v}\n"
                                             "  v: {initial: 0.5, derivative: -x + s*F}\n"
                                             "events:\n"
                                             "  faster: {crossing: v - 1, direction: rising, set: {s: -1}, slide: sticks}\n"
                                             "  slower: {crossing: v - 1, direction: falling, set: {s: 1}, slide: sticks}\n",
                                   "accuracy", "1e-10", NULL);
  g_assert_cmpint (run_to_end (&run).reason, ==, SIM_REACHED_END);
  double begin = change_time (&run, "sticks", 1, 0), end = change_time (&run, "sticks", 0, 0);
  /* Before: x = 1 − cos t + 0.5 sin t, v = sin t + 0.5 cos t = 1. */
  double t = 2 * atan ((1 - sqrt (0.25)) / 1.5);
  g_test_message ("sticks from %.17g (%.17g) to %.17g", begin, t, end);
  g_assert_cmpfloat (fabs (begin - t), <=, 1e-8);
  g_assert_cmpfloat (fabs (end - (begin + 1 - (1 - cos (begin) + 0.5 * sin (begin)))), <=, 1e-8);
  g_assert_true (test_model_now (&run, "s") == 1);
  g_assert_cmpfloat (test_model_now (&run, "v"), <, 1);
  test_model_close (&run);
}

/* Wrong uses of the keys are errors that name the event and the key. */
static void
check_error (const char *event, const char *expected)
{
  g_autofree char *yaml = g_strdup_printf (TEST_HEAD "time: {start: 0, end: 1}\n"
                                                     "discrete: {p: 0, q: 0}\n"
                                                     "states: {h: {initial: 1, derivative: v}, v: {initial: 0, derivative: -1}}\n"
                                                     "events: {e: %s}\n",
                                           event);
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (Model) model = model_load_text (yaml, -1, "test", NULL, diagnostics);
  g_assert_null (model);
  g_autofree char *message = model_diagnostics_to_string (diagnostics);
  g_test_message ("%s", message);
  g_assert_nonnull (strstr (message, expected));
}

static void
test_errors (void)
{
  check_error ("{crossing: h, direction: falling, set: {v: -v}, rest: v}", "must name a discrete state");
  check_error ("{crossing: h, direction: falling, set: {v: -v, p: 1}, rest: p}", "sets 'p' itself");
  check_error ("{crossing: h, set: {v: -v}, rest: p}", "needs a crossing with the direction");
  check_error ("{crossing: h, direction: falling, rest: p}", "needs 'set'");
  check_error ("{crossing: h, direction: falling, set: {h: 1}, rest: p}", "needs a velocity in 'set'");
  check_error ("{crossing: h, direction: falling, set: {q: 1}, slide: p}", "needs a second event");
  check_error ("{crossing: h, direction: falling, set: {q: 1}, slide: p, rest: p}", "has both 'rest' and 'slide'");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/rest/a-ball-rests-on-a-floor-or-below-a-ceiling-where-its-impacts-accumulate", test_floors);
  g_test_add_data_func ("/sim/rest/a-ball-lifts-off-a-table-that-accelerates-downwards-faster-than-g/runge_kutta5", "runge_kutta5",
                        test_table);
  g_test_add_data_func ("/sim/rest/a-ball-lifts-off-a-table-that-accelerates-downwards-faster-than-g/radau5", "radau5", test_table);
  g_test_add_func ("/sim/rest/a-run-continued-from-a-snapshot-in-the-rest-has-the-same-bits", test_snapshot);
  g_test_add_func ("/sim/rest/the-rest-ends-when-the-force-points-away", test_no_force);
  g_test_add_func ("/sim/rest/a-ball-that-lifted-off-lands-again", test_lands_again);
  g_test_add_func ("/sim/rest/a-ball-without-a-position-in-set-returns-to-its-floor", test_lifted);
  if (ode_method_find ("cvode_bdf") != NULL)
    g_test_add_func ("/sim/rest/impacts-of-cvode-accumulate-at-any-height", test_cvode_accumulates);
  g_test_add_func ("/sim/rest/a-ball-on-a-slope-bounces-slides-sticks-and-slides-again", test_slope);
  g_test_add_func ("/sim/rest/a-ball-does-not-fall-through-a-floor-after-slow-impacts", test_slow_impacts);
  g_test_add_func ("/sim/rest/each-end-of-a-sliding-is-one-event", test_ends_of_slides);
  g_test_add_func ("/sim/rest/a-thermostat-slides-at-its-threshold-until-it-needs-no-heat", test_thermostat);
  g_test_add_func ("/sim/rest/a-block-sticks-to-a-belt-until-the-spring-exceeds-friction", test_stick_slip);
  g_test_add_func ("/sim/rest/wrong-uses-of-rest-and-slide-are-errors", test_errors);
  return g_test_run ();
}
