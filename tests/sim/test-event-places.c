/* Tests accumulation and chattering of events at surfaces at many places, with many scales, methods and settings. The decision must not
 * depend on the place of the surface or on the size of the states. */
#include "sim-test-model.h"

#include <math.h>
#include <string.h>

#include "ode-method.h"

#define G 9.81

/* Returns a ball of scale k that falls from 5 k above a floor at F from time t0. */
static char *
ball (double floor, double e, double k, double t0, double height, gboolean resets)
{
  return g_strdup_printf (TEST_HEAD "time: {start: %.17g, end: %.17g}\n"
                                    "parameters: {e: %.17g, F: %.17g, k: %.17g}\n"
                                    "states:\n"
                                    "  h: {initial: F + %.17g*k, derivative: v}\n"
                                    "  v: {initial: 0, derivative: -9.81*k}\n"
                                    "events:\n"
                                    "  bounce: {crossing: h - F, direction: falling, set: {%sv: -e*v}}\n",
                          t0, t0 + 20, e, floor, k, height, resets ? "h: F, " : "");
}

static SimStatus
run_to_end (TestModel *run)
{
  SimStatus status = sim_simulator_initialize (run->simulator, NAN, NULL, NULL, model_system_t_end (run->system), FALSE);
  if (status.reason == SIM_READY)
    status = sim_simulator_advance_to (run->simulator, model_system_t_end (run->system));
  return status;
}

/* Runs a ball and checks that its impacts accumulate at t0 + √(2·5/g) (1 + e)/(1 − e). */
static void
check_ball (const char *yaml,
            double e,
            double t0,
            double tolerance,
            const char *integrator,
            const char *isolation,
            const char *guard,
            const char *fixed)
{
  TestModel run = test_model_open (yaml, "integrator", integrator, "isolation_method", isolation, "guard", guard, "error_control",
                                   fixed == NULL ? "true" : "false", "max_step", fixed == NULL ? "0" : fixed, NULL);
  SimStatus status;
  double limit = t0 + sqrt (10 / G) * (1 + e) / (1 - e), said;
  const char *at;

  sim_simulator_initialize (run.simulator, t0, NULL, NULL, t0 + 20, FALSE);
  status = sim_simulator_advance_to (run.simulator, t0 + 20);
  g_test_message ("%s, %s, guard %s, fixed %s: %s", integrator, isolation, guard, fixed, status.message);
  g_assert_cmpint (status.reason, ==, SIM_FAILED_RUN);
  at = strstr (status.message, "accumulate at t = ");
  g_assert_nonnull (at);
  said = g_ascii_strtod (at + strlen ("accumulate at t = "), NULL);
  g_assert_cmpfloat (fabs (said - limit), <=, tolerance * limit);
  test_model_close (&run);
}

static void
test_places (void)
{
  static const double floors[] = { 0, 1e-6, 0.1, 1, 20, 100, -1, -1e3 }, restitutions[] = { 0.8, 0.5, 0.1 };
  for (guint i = 0; i < G_N_ELEMENTS (floors); i++)
    for (guint j = 0; j < G_N_ELEMENTS (restitutions); j++)
      for (int resets = 0; resets < 2; resets++)
        {
          g_autofree char *yaml = ball (floors[i], restitutions[j], 1, 0, 5, resets);
          check_ball (yaml, restitutions[j], 0, 1e-9, "runge_kutta5", "chandrupatla", "10", NULL);
        }
}

static void
test_scales (void)
{
  static const double scales[] = { 1e-12, 1e-6, 1e6, 1e12 }, floors[] = { 0, 1, 100 };
  for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
    for (guint j = 0; j < G_N_ELEMENTS (floors); j++)
      {
        g_autofree char *yaml = ball (floors[j] * scales[i], 0.5, scales[i], 0, 5, TRUE);
        g_autofree char *later = ball (floors[j] * scales[i], 0.5, scales[i], 1e3, 5, FALSE);
        check_ball (yaml, 0.5, 0, 1e-8, "runge_kutta5", "chandrupatla", "10", NULL);
        check_ball (later, 0.5, 1e3, 1e-8, "runge_kutta5", "chandrupatla", "10", NULL);
      }
}

static void
test_settings (void)
{
  static const char *const methods[] = { "bogacki_shampine3", "dop853", "rodas4", "radau5", "sdirk4", "trbdf2" };
  static const char *const isolations[] = { "chandrupatla", "illinois", "bisection", "brent", "drake" };
  static const char *const guards[] = { "0", "1", "50" };
  static const char *const fixed[] = { "runge_kutta4", "bdf3", "adams_bashforth4", "implicit_midpoint" };
  g_autofree char *yaml = ball (1, 0.5, 1, 0, 5, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    check_ball (yaml, 0.5, 0, 1e-3, methods[i], "chandrupatla", "10", NULL);
  check_ball (yaml, 0.5, 0, 5e-3, "ndf", "chandrupatla", "10", NULL); /* the others make no errors in a parabola */
  for (guint i = 0; i < G_N_ELEMENTS (isolations); i++)
    for (guint j = 0; j < G_N_ELEMENTS (guards); j++)
      check_ball (yaml, 0.5, 0, 1e-3, "runge_kutta5", isolations[i], guards[j], NULL);
  for (guint i = 0; i < G_N_ELEMENTS (fixed); i++)
    check_ball (yaml, 0.5, 0, 0.2, fixed[i], "chandrupatla", "10", "0.01");
}

/* The same ball with an algebraic copy of its height, with an algebraic acceleration, and with a mass matrix. */
static void
test_implicit_forms (void)
{
  static const char *const forms[] = {
    "states: {h: {initial: F + 5, derivative: v}, v: {initial: 0, derivative: -9.81}}\n"
    "algebraic: {y: {initial: F + 5, residual: y - h}}\n"
    "events: {bounce: {crossing: y - F, direction: falling, set: {h: F, v: -0.5*v}}}\n",
    "states: {h: {initial: F + 5, derivative: v}, v: {initial: 0, derivative: a}}\n"
    "algebraic: {a: {initial: 0, residual: a + 9.81}}\n"
    "events: {bounce: {crossing: h - F, direction: falling, set: {h: F, v: -0.5*v}}}\n",
    "states: {h: {initial: F + 5, derivative: 2*v - 0.5*9.81}, v: {initial: 0, derivative: -3*9.81}}\n"
    "mass_matrix: {rows: [h, v], values: [[2, 0.5], [0, 3]]}\n"
    "events: {bounce: {crossing: h - F, direction: falling, set: {h: F, v: -0.5*v}}}\n",
  };
  static const char *const methods[] = { "runge_kutta5", "radau5", "rodas4", "sdirk4" };
  static const double floors[] = { 0, 1, 20, -1e3 };

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    for (guint j = 0; j < G_N_ELEMENTS (floors); j++)
      for (guint k = 0; k < G_N_ELEMENTS (methods); k++)
        {
          g_autofree char *yaml = g_strdup_printf (TEST_HEAD "time: {end: 20}\nparameters: {F: %.17g}\n%s", floors[j], forms[i]);

          check_ball (yaml, 0.5, 0, 1e-3, methods[k], "chandrupatla", "10", NULL);
        }
}

/* Bounces that are evenly spaced and can be resolved go on for ever, however short they are. */
static void
test_elastic (void)
{
  static const double floors[] = { 0, 1 };
  for (guint i = 0; i < G_N_ELEMENTS (floors); i++)
    {
      g_autofree char *yaml = ball (floors[i], 1, 1, 0, 1e-12, TRUE);
      TestModel run = test_model_open (yaml, NULL);
      g_assert_cmpint (sim_simulator_initialize (run.simulator, 0, NULL, NULL, 1e-3, FALSE).reason, ==, SIM_READY);
      SimStatus status = sim_simulator_advance_to (run.simulator, 1e-3);
      g_test_message ("%s", status.message);
      g_assert_cmpint (status.reason, ==, SIM_REACHED_END);
      /* The first bounce is at √(2e-12/g), the others follow at twice this interval. */
      gsize expected = (gsize)((1e-3 / sqrt (2e-12 / G) + 1) / 2);
      g_assert_cmpuint (sim_trajectory_n_events (run.trajectory), >=, expected - (floors[i] != 0 ? expected / 50 : 1));
      g_assert_cmpuint (sim_trajectory_n_events (run.trajectory), <=, expected + (floors[i] != 0 ? expected / 50 : 1));
      test_model_close (&run);
    }
}

static void
check_chattering (const char *yaml, double t, double tolerance, const char *integrator)
{
  TestModel run = test_model_open (yaml, "integrator", integrator, NULL);
  SimStatus status = run_to_end (&run);
  g_test_message ("%s: %s", integrator, status.message);
  g_assert_cmpint (status.reason, ==, SIM_FAILED_RUN);
  g_assert_nonnull (strstr (status.message, "chattering"));
  g_assert_cmpfloat (fabs (status.t - t), <=, tolerance);
  test_model_close (&run);
}

static void
test_relays (void)
{
  static const double places[] = { 0, 1e-6, 0.3, 1, 20, 100, -1, 1e6 };
  static const char *const methods[] = { "runge_kutta5", "dop853", "rodas4", "radau5", "runge_kutta4", "cvode_bdf", "cvode_adams" };
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    for (guint j = 0; j < G_N_ELEMENTS (methods); j++)
      {
        /* Beside 1e6 the tolerances of CVODE allow errors of more than the change of the state. */
        if (ode_method_find (methods[j]) == NULL || (places[i] > 1e3 && g_str_has_prefix (methods[j], "cvode")))
          continue;
        g_autofree char *relay = g_strdup_printf (TEST_HEAD "time: {start: 0, end: 2}\n"
                                                            "parameters: {s: %.17g}\n"
                                                            "discrete: {q: 1}\n"
                                                            "states: {x: {initial: s + 1, derivative: -q}}\n"
                                                            "events:\n"
                                                            "  up: {crossing: x - s, direction: rising, set: {q: 1}}\n"
                                                            "  down: {crossing: x - s, direction: falling, set: {q: -1}}\n",
                                                  places[i]);
        g_autofree char *thermostat =
            g_strdup_printf (TEST_HEAD "time: {start: 0, end: 20}\n"
                                       "parameters: {s: %.17g}\n"
                                       "discrete: {heat: 1}\n"
                                       "states:\n"
                                       "  T: {initial: s - 5, derivative: \"-0.1*(T - s + 15) + if(heat == 1, 4, 0)\"}\n"
                                       "events:\n"
                                       "  off: {crossing: T - s, direction: rising, set: {heat: 0}}\n"
                                       "  on: {crossing: T - s, direction: falling, set: {heat: 1}}\n",
                             places[i]);
        check_chattering (relay, 1, 1e-6, methods[j]);
        check_chattering (thermostat, 10 * log (1.2), 1e-2, methods[j]);
      }
}

/* A ball between two walls that approach each other has rounds of two impacts. With restitution e and walls of speed u the distance of the
 * walls is 0 at the time 1/(2 u). */
static void
test_two_walls (void)
{
  TestModel run = test_model_open (TEST_HEAD "time: {start: 0, end: 10}\n"
                                             "parameters: {e: 0.5, u: 0.25}\n"
                                             "states:\n"
                                             "  x: {initial: 3.3, derivative: v}\n"
                                             "  v: {initial: 1, derivative: 0}\n"
                                             "events:\n"
                                             "  left: {crossing: x - 3 - u*t, direction: falling, set: {v: u - e*(v - u)}}\n"
                                             "  right: {crossing: x - 4 + u*t, direction: rising, set: {v: -u - e*(v + u)}}\n",
                                   NULL);
  SimStatus status = run_to_end (&run);
  g_test_message ("%s", status.message);
  g_assert_cmpint (status.reason, ==, SIM_FAILED_RUN);
  const char *at = strstr (status.message, "accumulate at t = ");
  g_assert_nonnull (at);
  g_assert_cmpfloat (fabs (g_ascii_strtod (at + strlen ("accumulate at t = "), NULL) - 2), <=, 1e-9);
  test_model_close (&run);
}

/* CVODE restarts at order 1 after each impact. Its error is then larger than the last excursions, at loose accuracy or at a high floor, and
 * the ball must not fall through the floor in spite of this. The impacts accumulate at another time, because the method loses or adds
 * energy. */
static void
test_restarts (gconstpointer method)
{
  static const char *const accuracies[] = { "1e-1", "1e-2", "1e-3", "1e-4", "1e-6" };
  static const double floors[] = { 0, 1e-6, 1, 1e3 };
  for (guint i = 0; i < G_N_ELEMENTS (accuracies); i++)
    for (guint j = 0; j < G_N_ELEMENTS (floors); j++)
      {
        g_autofree char *yaml = ball (floors[j], 0.8, 1, 0, 1, FALSE);
        TestModel run = test_model_open (yaml, "integrator", (const char *)method, "accuracy", accuracies[i], NULL);
        SimStatus status = run_to_end (&run);
        g_test_message ("accuracy %s, floor %g: %s", accuracies[i], floors[j], status.message);
        g_assert_cmpint (status.reason, ==, SIM_FAILED_RUN);
        g_assert_true (strstr (status.message, "Zeno") != NULL || strstr (status.message, "chattering") != NULL);
        g_assert_cmpfloat (test_model_now (&run, "h"), >=, floors[j] - 1e-2);
        test_model_close (&run);
      }
}

/* CVODE starts at the surface of a contact with steps that t resolves: a state that begins to grow there has no size yet. */
static void
test_contact_start (void)
{
  static const char *const accuracies[] = { "1e-3", "1e-4", "1e-6", "1e-8" };
  for (guint i = 0; i < G_N_ELEMENTS (accuracies); i++)
    {
      TestModel run = test_model_open (TEST_HEAD "time: {start: 0, end: 0.3}\n"
                                                 "states:\n"
                                                 "  z: {initial: 0.2, derivative: v, kind: position}\n"
                                                 "  v: {initial: 0, derivative: \"5e4*max(0, -z)^1.5 - 9.81\", kind: velocity}\n"
                                                 "  s: {initial: 0, derivative: \"if(z < 0, 15*max(0, -z)^1.5 - s, 0)\"}\n",
                                       "integrator", "cvode_bdf", "accuracy", accuracies[i], NULL);
      SimStatus status = run_to_end (&run);
      g_test_message ("%s", status.message);
      g_assert_cmpint (status.reason, ==, SIM_REACHED_END);
      test_model_close (&run);
    }
}

/* x = F + 1 − v0 t + t²/2 falls through F, returns after 2 √(v0² − 2), and falls through F again when the force has turned at t = 3. A step
 * may end after the return without a sample below F. */
static void
test_short_excursion (void)
{
  static const double places[] = { 0, 20, -1e-3, 1e4 }, widths[] = { 0.2, 1e-3, 1e-5 };
  static const char *const methods[] = { "runge_kutta5", "dop853", "bogacki_shampine3", "radau5", "rodas4", "ndf" };
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    for (guint w = 0; w < G_N_ELEMENTS (widths); w++)
      for (guint j = 0; j < G_N_ELEMENTS (methods); j++)
        {
          double v0 = sqrt (2 + widths[w] * widths[w]), x3 = 5.5 - 3 * v0, v3 = 3 - v0;
          const double times[] = { v0 - widths[w], 3 + v3 + sqrt (v3 * v3 + 2 * x3) };
          g_autofree char *yaml = g_strdup_printf (TEST_HEAD "time: {start: 0, end: 8}\n"
                                                             "discrete: {n: 0}\n"
                                                             "states:\n"
                                                             "  x: {initial: \"%.17g + 1\", derivative: v}\n"
                                                             "  v: {initial: %.17g, derivative: \"if(t < 3, 1, -1)\"}\n"
                                                             "events:\n"
                                                             "  low: {crossing: x - (%.17g), direction: falling, update: {n: n + 1}}\n",
                                                   places[i], -v0, places[i]);
          TestModel run;
          /* Rounding hides the excursion of depth w²/2. */
          if (widths[w] * widths[w] / 2 < 1e-12 * fabs (places[i]))
            continue;
          /* The solution is a parabola. Methods of order 2 and more compute it without error, but ndf begins with order 1. Its error may be as large as its accuracy,
           * and then hides a smaller excursion. */
          if (strcmp (methods[j], "ndf") == 0 && widths[w] * widths[w] / 2 < 1e-8 * fmax (1, fabs (places[i])))
            continue;
          run = test_model_open (yaml, "integrator", methods[j], "max_step", "0.3", strcmp (methods[j], "ndf") == 0 ? "accuracy" : NULL, "1e-8", NULL);
          g_test_message ("place %g, width %g, %s", places[i], widths[w], methods[j]);
          g_assert_cmpint (run_to_end (&run).reason, ==, SIM_REACHED_END);
          g_assert_cmpuint (sim_trajectory_n_events (run.trajectory), ==, 2);
          for (guint k = 0; k < 2; k++)
            g_assert_cmpfloat (fabs (sim_trajectory_event (run.trajectory, k).t - times[k]), <=, 1e-4);
          test_model_close (&run);
        }
}

/* The update of an event reverses the motion by a condition of the right-hand side: the motion turns at the surface, which is one event. */
static void
test_turned_by_switch (void)
{
  static const double places[] = { 0, 20, -1e-3, 1e6 };
  static const char *const methods[] = { "runge_kutta5", "dop853", "radau5", "rodas4", "ndf" };
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    for (guint j = 0; j < G_N_ELEMENTS (methods); j++)
      {
        g_autofree char *yaml = g_strdup_printf (TEST_HEAD "time: {start: 0, end: 4}\n"
                                                           "states:\n"
                                                           "  x: {initial: \"%.17g + 1\", derivative: \"if(z > 0, 1, -1)\"}\n"
                                                           "  z: {initial: -1, derivative: 0}\n"
                                                           "events:\n"
                                                           "  low: {crossing: x - (%.17g), direction: both, set: {z: 1}}\n",
                                                 places[i], places[i]);
        TestModel run = test_model_open (yaml, "integrator", methods[j], NULL);
        g_test_message ("place %g, %s", places[i], methods[j]);
        g_assert_cmpint (run_to_end (&run).reason, ==, SIM_REACHED_END);
        g_assert_cmpuint (sim_trajectory_n_events (run.trajectory), ==, 1);
        test_model_close (&run);
      }
}

/* The state at an event is as accurate as that at other ends of steps. The search for an event repeats a step with other sizes and a worse guess of
 * the stages; a Newton iteration that took the contraction of the attempt before for its own ended after one update, with an error of 400 tolerances. */
static void
test_state_at_event (void)
{
  static const char *const methods[] = { "radau5", "radau", "radau9", "kvaerno5", "kencarp4", "gauss4", "rodas4", "runge_kutta5", "dop853", "ndf" };

  for (int place = 0; place < 6; place++)
    {
      g_autofree char *text =
          g_strdup_printf (TEST_HEAD "time: {start: 0, end: 2.65}\n"
                                     "states:\n"
                                     "  x: {initial: -0.905, derivative: -0.851*x + 0.673*sin(1.109*y)}\n"
                                     "  y: {initial: 0.763, derivative: \"0.122*y - 0.338*exp(-y^2) + if(x > 0.682, -1.39, 2.025*y)\"}\n"
                                     "events:\n"
                                     "  lower: {at: [0.659], set: {y: y - 0.561}}\n"
                                     "  mark: {crossing: sin(pi*(t - %.17g)/0.927), while: t > 0.3, set: {x: x + 0.439}}\n",
                           0.766 + 0.003 * place);
      TestModel fine = test_model_open (text, "integrator", "runge_kutta5", "accuracy", "1e-12", NULL);

      g_assert_cmpint (run_to_end (&fine).reason, ==, SIM_REACHED_END);
      for (gsize m = 0; m < G_N_ELEMENTS (methods); m++)
        {
          TestModel run = test_model_open (text, "integrator", methods[m], "accuracy", "1e-7", "guard", "3", NULL);

          g_assert_cmpint (run_to_end (&run).reason, ==, SIM_REACHED_END);
          g_assert_cmpuint (sim_trajectory_n_events (run.trajectory), ==, sim_trajectory_n_events (fine.trajectory));
          for (gsize k = 0; k < sim_trajectory_n_events (run.trajectory); k++)
            {
              const double *a = sim_trajectory_row (run.trajectory, sim_trajectory_event (run.trajectory, k).row_before);
              const double *b = sim_trajectory_row (fine.trajectory, sim_trajectory_event (fine.trajectory, k).row_before);

              if (!(fabs (a[1] - b[1]) < 1.5e-5))
                g_error ("%s, event %d at t = %g: x is %.9g instead of %.9g", methods[m], (int)k, a[0], a[1], b[1]);
            }
          test_model_close (&run);
        }
      test_model_close (&fine);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/event-places/impacts-on-a-floor-at-any-height-accumulate-at-the-right-time", test_places);
  g_test_add_func ("/sim/event-places/impacts-of-any-size-accumulate-at-the-right-time", test_scales);
  g_test_add_func ("/sim/event-places/impacts-accumulate-with-all-methods-and-settings", test_settings);
  if (ode_method_find ("cvode_bdf") != NULL)
    {
      g_test_add_data_func ("/sim/event-places/a-method-that-restarts-at-order-1-keeps-a-ball-above-its-floor/cvode_bdf", "cvode_bdf",
                            test_restarts);
      g_test_add_data_func ("/sim/event-places/a-method-that-restarts-at-order-1-keeps-a-ball-above-its-floor/cvode_adams", "cvode_adams",
                            test_restarts);
      g_test_add_func ("/sim/event-places/cvode-starts-at-the-surface-of-a-contact", test_contact_start);
    }
  g_test_add_func ("/sim/event-places/impacts-accumulate-in-implicit-equations", test_implicit_forms);
  g_test_add_func ("/sim/event-places/evenly-spaced-bounces-go-on", test_elastic);
  g_test_add_func ("/sim/event-places/relays-at-any-place-chatter", test_relays);
  g_test_add_func ("/sim/event-places/events-that-take-turns-accumulate", test_two_walls);
  g_test_add_func ("/sim/event-places/a-motion-turned-by-a-switch-has-one-event", test_turned_by_switch);
  g_test_add_func ("/sim/event-places/the-state-at-an-event-is-accurate", test_state_at_event);
  g_test_add_func ("/sim/event-places/a-short-excursion-does-not-hide-the-next-crossing", test_short_excursion);
  return g_test_run ();
}
