/* Tests that the counters of the statistics agree with the attempts on the tape, whatever
 * happens while an event is located. The tape is the record of all attempted steps. */
#include "sim-test-model.h"

#include "ode-method.h"

/* The right-hand side is undefined in short intervals of time. A long step can jump over such an interval,
 * and the shorter step to an event can then evaluate the right-hand side in it. Runs may end early. */
static const char holes[] = TEST_HEAD "time: {start: 0, end: 6}\n"
                                      "parameters: {w: 0, phase: 1}\n"
                                      "states: {a: {initial: 0.3, derivative: \"1 - 0.3*a + sqrt(abs(sin(40*t + phase)) - w)\"}}\n"
                                      "discrete: {n: 0}\n"
                                      "events: {level: {crossing: sin(9*a), direction: both, update: {n: n + 1}}}\n";

typedef struct
{
  int runs, cut, undefined, undefined_before_event, stopped;
} Sums;

/* Runs the model, compares the counters with the tape, and adds the counters to the sums. */
static void
check_counts (Sums *sums, TestModel run, double w, double phase)
{
  g_autoptr (SimTape) tape = sim_tape_new (4000000);
  OdeStatistics ode;
  int by_outcome[8] = { 0 };

  g_assert_true (sim_simulator_set_parameter (run.simulator, "w", w, NULL));
  g_assert_true (sim_simulator_set_parameter (run.simulator, "phase", phase, NULL));
  sim_simulator_set_tape (run.simulator, tape);
  if (sim_simulator_initialize (run.simulator, 0, NULL, NULL, 6, FALSE).reason == SIM_READY)
    sim_simulator_advance_to (run.simulator, 6);
  ode = sim_simulator_statistics (run.simulator).ode;
  for (gsize k = 0; k < sim_tape_n_attempts (tape); k++)
    {
      OdeAttempt attempt;

      g_assert_true (sim_tape_get (tape, k, &attempt));
      by_outcome[attempt.outcome]++;
      if (attempt.outcome == ODE_ATTEMPT_REJECTED_UNDEFINED && attempt.clamp == ODE_CLAMP_EVENT)
        sums->undefined_before_event++;
    }
  g_assert_cmpuint (sim_tape_n_attempts (tape), ==, (guint64)ode.steps_attempted);
  g_assert_cmpint (by_outcome[ODE_ATTEMPT_ACCEPTED], ==, ode.steps_taken);
  g_assert_cmpint (by_outcome[ODE_ATTEMPT_REJECTED_ERROR], ==, ode.rejected_error);
  g_assert_cmpint (by_outcome[ODE_ATTEMPT_REJECTED_NEWTON], ==, ode.rejected_newton);
  g_assert_cmpint (by_outcome[ODE_ATTEMPT_REJECTED_UNDEFINED], ==, ode.rejected_undefined);
  g_assert_cmpint (by_outcome[ODE_ATTEMPT_CUT_BY_EVENT], ==,
                   sim_simulator_statistics (run.simulator).cut_by_event + sim_simulator_statistics (run.simulator).cut_by_switch);
  g_assert_cmpint (by_outcome[ODE_ATTEMPT_STOPPED], ==, sim_simulator_statistics (run.simulator).stopped);
  g_assert_cmpint (ode.steps_attempted, ==,
                   by_outcome[ODE_ATTEMPT_ACCEPTED] + by_outcome[ODE_ATTEMPT_REJECTED_ERROR] + by_outcome[ODE_ATTEMPT_REJECTED_NEWTON]
                       + by_outcome[ODE_ATTEMPT_REJECTED_UNDEFINED] + by_outcome[ODE_ATTEMPT_CUT_BY_EVENT]
                       + by_outcome[ODE_ATTEMPT_STOPPED]);
  sums->runs++;
  sums->cut += by_outcome[ODE_ATTEMPT_CUT_BY_EVENT];
  sums->stopped += by_outcome[ODE_ATTEMPT_STOPPED];
  sums->undefined += by_outcome[ODE_ATTEMPT_REJECTED_UNDEFINED];
  test_model_close (&run);
}

/* Tests the methods and settings whose counters were once wrong, and every
 * method that has fixed steps or its own step control. */
static void
test_counts (void)
{
  static const double widths[] = { 0.02, 0.05 }, phases[] = { 0.5, 1, 1.5 };
  const OdeMethod *const *methods;
  Sums sums = { 0 };
  int n_methods;

  methods = ode_methods (&n_methods);
  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    for (guint j = 0; j < G_N_ELEMENTS (phases); j++)
      {
        check_counts (&sums,
                      test_model_open (holes, "switches", "false", "ranges", "false", "integrator", "sdirk4", "error_control", "false",
                                       "accuracy", "1e-6", "max_step", "0.11", NULL),
                      widths[i], phases[j]);
        check_counts (&sums,
                      test_model_open (holes, "switches", "false", "ranges", "false", "integrator", "gauss6", "max_step", "1",
                                       "isolation_method", "illinois", NULL),
                      widths[i], phases[j]);
        check_counts (&sums,
                      test_model_open (holes, "switches", "false", "ranges", "false", "integrator", "adams_moulton1", "full_newton", "true",
                                       "max_step", "0.07", NULL),
                      widths[i], phases[j]);
        for (int m = 0; m < n_methods; m++)
          if (methods[m]->family == ODE_FAMILY_EXPLICIT_RK || (methods[m]->traits & ODE_TRAIT_MULTISTEP)
              || (methods[m]->traits & ODE_TRAIT_STIFF))
            check_counts (
                &sums,
                test_model_open (holes, "switches", "false", "ranges", "false", "integrator", methods[m]->id, "max_step", "0.1", NULL),
                widths[i], phases[j]);
      }
  check_counts (&sums, test_model_open (holes, "switches", "false", "ranges", "false", "integrator", "cvode_bdf", "error_control", "false",
                                        "max_step", "0.5", "step_limit", "7", NULL), 0, 0);
  g_assert_cmpint (sums.stopped, >, 0);
  g_test_message ("%d runs: %d steps cut, %d attempts undefined, %d of them before an event", sums.runs, sums.cut, sums.undefined,
                  sums.undefined_before_event);
  g_assert_cmpint (sums.cut, >, 1000);
  g_assert_cmpint (sums.undefined_before_event, >, 20);
}

/* Every implicit method solves an equation with a pole, with full Newton iteration.
 * Near x = 0 the iteration never converges. The setting step_limit bounds the number
 * of attempts, and the number of evaluations in each attempt must be bounded too. */
static void
test_full_newton_at_a_pole (void)
{
  static const char pole[] = TEST_HEAD "time: {start: 0, end: 1}\n"
                                       "states: {x: {initial: 2, derivative: \"(x - 150)/x\"}}\n";
  /* These methods once iterated without end. */
  static const char *const named[] = { "gauss4", "gauss6", "lobatto_iiia4", "lobatto_iiic2", "lobatto_iiic4", NULL };
  const OdeMethod *const *methods;
  int n_methods, n_tested = 0, n_named = 0, n_failed = 0;

  methods = ode_methods (&n_methods);
  for (int m = 0; m < n_methods; m++)
    {
      TestModel run;
      OdeStatistics ode;
      SimStatus status = { .reason = SIM_READY };

      if (!(methods[m]->traits & ODE_TRAIT_IMPLICIT))
        continue;
      run = test_model_open (pole, "integrator", methods[m]->id, "full_newton", "true", "step_limit", "100", NULL);
      status = sim_simulator_initialize (run.simulator, 0, NULL, NULL, 1, FALSE);
      if (status.reason == SIM_READY)
        status = sim_simulator_advance_to (run.simulator, 1);
      ode = sim_simulator_statistics (run.simulator).ode;
      g_test_message ("%s: %ld attempts, %ld evaluations", methods[m]->id, (long)ode.steps_attempted, (long)ode.rhs_evaluations);
      g_assert_cmpint (ode.steps_attempted, <=, 100);
      g_assert_cmpint (ode.rhs_evaluations, <, 100 * 100);
      if (g_strv_contains (named, methods[m]->id))
        {
          /* The run reaches neither its end time nor the limit of steps, because Newton's method fails for every step near the pole. */
          g_assert_cmpint (status.reason, ==, SIM_FAILED_RUN);
          g_assert_cmpint (ode.rejected_newton, >, 0);
          n_named++;
        }
      n_failed += status.reason != SIM_REACHED_END;
      n_tested++;
      test_model_close (&run);
    }
  g_assert_cmpint (n_named, ==, g_strv_length ((char **)named));
  g_assert_cmpint (n_tested, >, 30);
  g_assert_cmpint (n_failed, >, n_tested / 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/counts/attempts-are-the-sum-of-their-outcomes-and-all-on-the-tape", test_counts);
  g_test_add_func ("/sim/counts/full-newton-at-a-pole-ends-for-every-implicit-method", test_full_newton_at_a_pole);
  return g_test_run ();
}
