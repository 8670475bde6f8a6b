/* Tests the message on states that no tolerance has controlled. */
#include "sim-test-model.h"

#include <math.h>
#include <string.h>

/* Runs a model and returns the message. Free it with g_free. */
static char *
message_of (const char *states, const char *weighting, const char *absolute, const char *integrator, int *n)
{
  g_autofree char *yaml = g_strdup_printf (TEST_HEAD "time: {start: 0, end: 3}\nstates: {%s}\n", states);
  TestModel run = test_model_open (yaml, "weighting", weighting, "integrator", integrator, absolute != NULL ? "absolute_tolerance" : NULL, absolute, NULL);
  SimStatus status = sim_simulator_initialize (run.simulator, NAN, NULL, NULL, 3, FALSE);
  if (status.reason == SIM_READY)
    status = sim_simulator_advance_to (run.simulator, 3);
  g_assert_cmpint (status.reason, ==, SIM_REACHED_END);
  *n = sim_simulator_statistics (run.simulator).uncontrolled;
  g_test_message ("%s", status.message);
  char *message = g_strdup (status.message);
  g_assert_true ((*n > 0) == (*status.advice != '\0'));
  test_model_close (&run);
  return message;
}

#define SMALL "a: {initial: 1, derivative: -a}, b: {initial: 1e-6, derivative: -b}, c: {initial: 0, derivative: 1e-6*a}, z: {initial: 0, derivative: 0}"

static void
test_named (void)
{
  int n;
  g_autofree char *mixed = message_of (SMALL, "mixed", NULL, "runge_kutta5", &n);
  g_assert_cmpint (n, ==, 2);
  g_assert_nonnull (strstr (mixed, "the errors of b, c were not controlled"));
  g_autofree char *given = message_of (SMALL, "size", "1e-5", "radau5", &n);
  g_assert_cmpint (n, ==, 2);
  g_assert_nonnull (strstr (given, "the errors of b, c were not controlled"));
  g_autofree char *five = message_of ("a: {initial: 1e-6, derivative: -a}, b: {initial: 1e-6, derivative: -b}, c: {initial: 1e-6, derivative: -c}, "
                                      "d: {initial: 1e-6, derivative: -d}, e: {initial: 1e-6, derivative: -e}",
                                      "mixed", NULL, "runge_kutta5", &n);
  g_assert_cmpint (n, ==, 5);
  g_assert_nonnull (strstr (five, "the errors of a, b, c and 2 other states were not controlled"));
}

/* A state above its tolerance is named if its equation contains a state that was always below. Here b is 1e9 times the integral of a, whose relative
 * error is not controlled. The states on which b acts, and those that have nothing to do with a, are not named. */
static void
test_affected (void)
{
  int n;
  g_autofree char *driven = message_of ("one: {initial: 1, derivative: -one}, a: {initial: 1e-6, derivative: -a}, b: {initial: 0, derivative: 1e9*a}, "
                                        "c: {initial: 0, derivative: b - c}",
                                        "mixed", NULL, "runge_kutta5", &n);
  g_assert_cmpint (n, ==, 1);
  g_assert_true (g_str_has_suffix (driven, "below its tolerance in the whole run; this acts on b"));
  g_autofree char *alone = message_of ("one: {initial: 1, derivative: -one}, a: {initial: 1e-6, derivative: -a*one}", "mixed", NULL, "runge_kutta5", &n);
  g_assert_true (g_str_has_suffix (alone, "below its tolerance in the whole run"));
  g_autofree char *many = message_of ("a: {initial: 1e-6, derivative: -a}, b: {initial: 1, derivative: a}, c: {initial: 1, derivative: a}, "
                                      "d: {initial: 1, derivative: a}, e: {initial: 1, derivative: a}",
                                      "mixed", NULL, "runge_kutta5", &n);
  g_assert_true (g_str_has_suffix (many, "this acts on b, c, d and 1 other states"));
}

/* A state that is above its tolerance for one step is controlled. States that are compared with themselves, that are zero, or that are rounding
 * errors of others, are not named. Fixed steps and CVODE have no tolerances that are known. */
static void
test_not_named (void)
{
  int n;
  g_free (message_of (SMALL, "size", NULL, "runge_kutta5", &n));
  g_assert_cmpint (n, ==, 0);
  g_free (message_of ("a: {initial: 1, derivative: -a}, b: {initial: 0, derivative: 1e-3*exp(-100*(t-1)^2)}", "mixed", NULL, "runge_kutta5", &n));
  g_assert_cmpint (n, ==, 0);
  g_free (message_of ("a: {initial: 1, derivative: -a}, b: {initial: 1e-17, derivative: -b}", "mixed", NULL, "runge_kutta5", &n));
  g_assert_cmpint (n, ==, 0);
  g_free (message_of (SMALL, "mixed", NULL, "leapfrog", &n));
  g_assert_cmpint (n, ==, 0);
}

/* A run that is continued from a snapshot has the message of the whole run. */
static void
test_snapshot (void)
{
  const char *yaml = TEST_HEAD "time: {start: 0, end: 3}\nstates: {" SMALL "}\n";
  TestModel run = test_model_open (yaml, "weighting", "mixed", NULL), other = test_model_open (yaml, "weighting", "mixed", NULL);
  sim_simulator_initialize (run.simulator, 0, NULL, NULL, 3, FALSE);
  sim_simulator_advance_to (run.simulator, 1);
  g_autoptr (GBytes) snapshot = sim_simulator_save (run.simulator);
  sim_simulator_initialize (other.simulator, 0, NULL, NULL, 3, FALSE);
  g_assert_true (sim_simulator_restore (other.simulator, snapshot));
  SimStatus a = sim_simulator_advance_to (run.simulator, 3), b = sim_simulator_advance_to (other.simulator, 3);
  g_assert_nonnull (strstr (a.message, "b, c"));
  g_assert_cmpstr (a.message, ==, b.message);
  test_model_close (&run);
  test_model_close (&other);
}

/* Runs a model with the weighting mixed until it fails and returns the advice. Free it with g_free. */
static char *
advice_of_failure (const char *states, const char *integrator, const char *accuracy, double end)
{
  g_autofree char *yaml = g_strdup_printf (TEST_HEAD "time: {start: 0, end: 100}\nstates: {%s}\n", states);
  TestModel run = test_model_open (yaml, "weighting", "mixed", "integrator", integrator, "accuracy", accuracy, NULL);
  SimStatus status = sim_simulator_initialize (run.simulator, NAN, NULL, NULL, end, FALSE);
  if (status.reason == SIM_READY)
    status = sim_simulator_advance_to (run.simulator, end);
  g_assert_cmpint (status.reason, ==, SIM_FAILED_RUN);
  char *advice = g_strdup (status.advice);
  g_test_message ("%s", advice);
  test_model_close (&run);
  return advice;
}

/* A failure names the states that were below their tolerances for most of the run, although they are huge at its end: in Robertson's reactions y2, at
 * most 4e-5, becomes negative with an absolute tolerance of 0.03. A state that was above from the start, or left its tolerance early, or is
 * below and acts on no other state, is not named. */
static void
test_failure (void)
{
  g_autofree char *robertson = advice_of_failure ("y1: {initial: 1, derivative: -0.04*y1 + 1e4*y2*y3}, y2: {initial: 0, derivative: 0.04*y1 - 1e4*y2*y3 - 3e7*y2^2}, "
                                                  "y3: {initial: 0, derivative: 3e7*y2^2}", "rodas4", "3e-2", 0.05);
  g_assert_nonnull (strstr (robertson, "y2"));
  g_assert_nonnull (strstr (robertson, "not controlled"));
  g_assert_nonnull (strstr (robertson, "reduce the absolute tolerances"));
  g_autofree char *pole = advice_of_failure ("x: {initial: 1, derivative: x^2}", "runge_kutta5", "1e-4", 2);
  g_assert_null (strstr (pole, "not controlled"));
  g_autofree char *idle = advice_of_failure ("x: {initial: 1, derivative: -0.5/x + 1e-9*sqrt(x)}, s: {initial: 1e-7, derivative: -s}", "runge_kutta5", "1e-4", 2);
  g_assert_null (strstr (idle, "not controlled"));
  g_autofree char *acts = advice_of_failure ("x: {initial: 1, derivative: -0.5/x + 1e-9*sqrt(x) + s}, s: {initial: 1e-7, derivative: -s}", "runge_kutta5", "1e-4", 2);
  g_assert_nonnull (strstr (acts, "the error of s was not controlled"));
  g_autofree char *early = advice_of_failure ("x: {initial: 1e-5, derivative: 100*x*(1 + x)}", "runge_kutta5", "1e-4", 1);
  g_assert_null (strstr (early, "not controlled"));
  g_autofree char *late = advice_of_failure ("x: {initial: 1e-9, derivative: 100*x*(1 + x)}", "runge_kutta5", "1e-2", 1);
  g_assert_nonnull (strstr (late, "the error of x was not controlled"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/uncontrolled/states-below-their-tolerances-are-named", test_named);
  g_test_add_func ("/sim/uncontrolled/states-on-which-they-act-are-named", test_affected);
  g_test_add_func ("/sim/uncontrolled/other-states-are-not-named", test_not_named);
  g_test_add_func ("/sim/uncontrolled/a-continued-run-has-the-same-message", test_snapshot);
  g_test_add_func ("/sim/uncontrolled/a-failure-names-states-that-were-long-below", test_failure);
  return g_test_run ();
}
