/* Solves the equations of one pendulum in forms of index 3, 2 and 1. The
 * motion is the same, and the errors of the length are as described in
 * Hairer and Wanner, Solving ODEs II, section VII.2. */
#include "sim-test-model.h"

#include <math.h>
#include <string.h>

/* Returns the text of a model of the library, the pendulum of variable
 * index. Its parameter `level` is the index of the equations. */
static char *
ladder (int level)
{
  g_autofree char *path = g_build_filename (g_getenv ("STEPWISE_DATA_DIR"), "models", "constrained", "index-ladder.yaml", NULL);
  g_autofree char *text = NULL;
  g_autofree char *value = g_strdup_printf ("level: {value: %d", level);
  g_auto (GStrv) parts = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  parts = g_strsplit (text, "level: {value: 3", -1);
  g_assert_cmpuint (g_strv_length (parts), ==, 2);
  return g_strjoinv (value, parts);
}

static TestModel
open_level (int level, const char *accuracy)
{
  g_autofree char *text = ladder (level);
  TestModel run = test_model_open (text, "integrator", "radau", "accuracy", accuracy, NULL);

  g_assert_cmpint (sim_simulator_initialize (run.simulator, 0, NULL, NULL, 10, FALSE).reason, ==, SIM_READY);
  g_assert_cmpint (sim_simulator_advance_to (run.simulator, 10).reason, ==, SIM_REACHED_END);
  return run;
}

/* The closed form of the motion gives the values at t = 10 s. They are the
 * reference values of the model of a pendulum on a rod. */
static void
test_levels (void)
{
  /* In 10 s, which are four periods, errors grow by a factor of about
   * fifty. At index 3 the order of the velocities is one less. */
  static const double bounds[] = { 0, 1e-5, 1e-5, 1e-5 };

  for (int level = 1; level <= 3; level++)
    {
      TestModel run = open_level (level, "1e-8");

      g_test_message ("level %d: %g apart, stretched %g, %g along the rod", level, test_model_now (&run, "apart"),
                      test_model_now (&run, "stretch"), test_model_now (&run, "hidden"));
      g_assert_cmpfloat (fabs (test_model_now (&run, "x") - 0.27508746257611686), <, bounds[level]);
      g_assert_cmpfloat (fabs (test_model_now (&run, "y") + 0.96141920509912506), <, bounds[level]);
      g_assert_cmpfloat (fabs (test_model_now (&run, "u") + 4.1755981009517288), <, 1e-4);
      g_assert_cmpfloat (test_model_now (&run, "apart"), <, bounds[level]);
      test_model_close (&run);
    }
}

/* The constraint that is solved holds within the tolerance of the iteration. The constraints whose derivative
 * it is are not enforced, and their errors grow. At a low accuracy these errors are larger for a lower index. */
static void
test_drift (void)
{
  double worst[4] = { 0 };

  for (int level = 1; level <= 3; level++)
    {
      TestModel run = open_level (level, "1e-3");

      for (gsize row = 0; row < sim_trajectory_n_rows (run.trajectory); row++)
        if ((sim_trajectory_flags (run.trajectory, row) & SIM_ROW_SAMPLE) == 0)
          worst[level] = fmax (worst[level], fabs (test_model_value (&run, row, "stretch")));
      test_model_close (&run);
    }
  g_test_message ("stretch %g %g %g", worst[1], worst[2], worst[3]);
  g_assert_cmpfloat (worst[1], >, 10 * worst[2]);
  g_assert_cmpfloat (worst[2], >, 2 * worst[3]);
  g_assert_cmpfloat (worst[3], <, 1e-6);
}

/* A higher accuracy gives a more accurate solution with every index. The
 * same holds for the multiplier. */
static void
test_convergence (void)
{
  for (int level = 1; level <= 3; level++)
    {
      TestModel loose = open_level (level, "1e-3"), tight = open_level (level, "1e-9");

      g_assert_cmpfloat (test_model_now (&tight, "apart"), <, 1e-3 * test_model_now (&loose, "apart"));
      /* The multiplier s has a closed form. At index 3 the order of s is two less than the order of the positions. */
      g_assert_cmpfloat (fabs (test_model_now (&tight, "s") - 28.294567206067250), <, level == 3 ? 5e-2 : 1e-4);
      test_model_close (&loose);
      test_model_close (&tight);
    }
}

/* Methods for index 1 refuse equations of higher index, and solve
 * equations of index 1. */
static void
test_refused (void)
{
  static const char *const methods[] = { "rodas4", "runge_kutta5", "implicit_euler", "gauss4" };

  for (gsize i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      g_autofree char *high = ladder (3), *low = ladder (1);
      TestModel run = test_model_open (high, "integrator", "radau", NULL);

      g_assert_nonnull (strstr (ode_method_refuses (ode_method_find (methods[i]), model_system_ode (run.system)), "index 2 or 3"));
      test_model_close (&run);
      run = test_model_open (low, "integrator", methods[i], "max_step", "0.01", NULL);
      g_assert_cmpint (sim_simulator_initialize (run.simulator, 0, NULL, NULL, 0.1, FALSE).reason, ==, SIM_READY);
      g_assert_cmpint (sim_simulator_advance_to (run.simulator, 0.1).reason, ==, SIM_REACHED_END);
      test_model_close (&run);
    }
}

/* The mass matrix has the rank 1 in the rows of a and b, and an empty row for the algebraic unknown c. So the null space has the dimension 2.
 * The equations are a' − b' = −a, a + b = 2 and c = a b. The start keeps a − b = 0.5, so that a = 1.25 exp (−t/2). */
static void
test_singular_mass (void)
{
  TestModel run = test_model_open (TEST_HEAD "states: {a: {initial: 1.5, derivative: -a}, b: {initial: 1, derivative: 2 - b}}\n"
                                             "algebraic: {c: {initial: 0, residual: c - a*b}}\n"
                                             "mass_matrix: {rows: [a, b], values: [[1, -1], [-1, 1]]}\n",
                                   "integrator", "radau5", "accuracy", "1e-8", NULL);

  g_assert_cmpint (sim_simulator_initialize (run.simulator, 0, NULL, NULL, 2, FALSE).reason, ==, SIM_READY);
  g_assert_cmpfloat_with_epsilon (test_model_now (&run, "a"), 1.25, 1e-12);
  g_assert_cmpfloat_with_epsilon (test_model_now (&run, "b"), 0.75, 1e-12);
  g_assert_cmpfloat_with_epsilon (test_model_now (&run, "c"), 1.25 * 0.75, 1e-12);
  g_assert_cmpint (sim_simulator_advance_to (run.simulator, 2).reason, ==, SIM_REACHED_END);
  g_assert_cmpfloat_with_epsilon (test_model_now (&run, "a"), 1.25 * exp (-1), 1e-6);
  g_assert_cmpfloat_with_epsilon (test_model_now (&run, "c"), 1.25 * exp (-1) * (2 - 1.25 * exp (-1)), 1e-6);
  test_model_close (&run);
}

/* A run can begin with the states and discrete states of the caller. */
static void
test_given_state (void)
{
  TestModel run = test_model_open (TEST_HEAD "states: {x: {initial: 1, derivative: n}}\ndiscrete: {n: 2, m: 3}\n", NULL, NULL);
  const double x = 5, d[] = { 7, 11 };

  g_assert_cmpint (sim_simulator_initialize (run.simulator, 0, &x, d, 1, FALSE).reason, ==, SIM_READY);
  g_assert_cmpfloat (test_model_now (&run, "n"), ==, 7);
  g_assert_cmpfloat (test_model_now (&run, "m"), ==, 11);
  g_assert_cmpint (sim_simulator_advance_to (run.simulator, 1).reason, ==, SIM_REACHED_END);
  g_assert_cmpfloat_with_epsilon (test_model_now (&run, "x"), 12, 1e-12);
  test_model_close (&run);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/index-ladder/formulations-of-index-1-to-3-agree-with-the-closed-form", test_levels);
  g_test_add_func ("/sim/index-ladder/constraints-replaced-by-their-derivatives-drift", test_drift);
  g_test_add_func ("/sim/index-ladder/a-tighter-accuracy-reduces-the-error-at-every-index", test_convergence);
  g_test_add_func ("/sim/index-ladder/methods-for-index-1-refuse-higher-ones", test_refused);
  g_test_add_func ("/sim/mass/a-singular-mass-matrix-with-an-empty-row-gives-the-closed-form", test_singular_mass);
  g_test_add_func ("/sim/simulator/a-run-can-begin-with-given-states-and-discrete-states", test_given_state);
  return g_test_run ();
}
