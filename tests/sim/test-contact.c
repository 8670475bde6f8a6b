/* Tests of soft contact from RigidBodyDynamics.jl (R-…), and tests of
 * forces, a collision and coordinates from Simbody (S-…). The tests are
 * rewritten for models of this project. CONTRIBUTING.md explains the names. */
#include "sim-test-model.h"

#include <math.h>

static void
set_parameters (const TestModel *run, const char *const *names, const double *values, int n)
{
  for (int i = 0; i < n; i++)
    g_assert_true (sim_simulator_set_parameter (run->simulator, names[i], values[i], NULL));
}

/* a ball without losses does not move along the ground. It keeps its
 * energy within 1e-2 at every sample and turns more than three times in half
 * a second. The force acts at the centre of mass and causes no rotation. */
static void
test_r03 (void)
{
  static const char *const names[] = { "alpha", "mu", "kt", "bt", "height", "speed" };
  static const double values[] = { 0, 0.5, 1e3, 1e3, 0.05, 0 };
  TestModel run = test_model_open_shipped ("soft-bounce", "profile", "rbd", "max_step", "1e-3", NULL);
  set_parameters (&run, names, values, G_N_ELEMENTS (names));
  g_assert_cmpint (sim_simulator_initialize (run.simulator, 0, NULL, NULL, 0.5, FALSE).reason, ==, SIM_READY);
  g_assert_cmpfloat (test_model_now (&run, "z"), ==, 0.05);
  g_assert_cmpint (sim_simulator_advance_to (run.simulator, 0.5).reason, ==, SIM_REACHED_END);
  gsize n_rows = sim_trajectory_n_rows (run.trajectory);
  g_assert_cmpuint (n_rows, >=, 501);
  double start = test_model_value (&run, 0, "energy"), worst = 0, deepest = 0;
  int turns = 0;
  for (gsize row = 1; row < n_rows; row++)
    {
      worst = fmax (worst, fabs (test_model_value (&run, row, "energy") - start));
      deepest = fmin (deepest, test_model_value (&run, row, "z"));
      turns += test_model_value (&run, row, "vz") * test_model_value (&run, row - 1, "vz") < 0;
    }
  g_test_message ("energy within %g, %d turns, to a depth of %g", worst, turns, deepest);
  g_assert_cmpfloat (worst, <=, 1e-2);
  g_assert_cmpint (turns, >, 3);
  /* The greatest depth d satisfies k d^2.5/2.5 = m g (height + d), so that d
   * = 15.998 mm. At half a step before or after the lowest point the depth
   * is smaller by k d^1.5 h²/8 divided by the mass, which is 0.013 mm. */
  g_assert_cmpfloat (fabs (deepest + 0.015998), <=, 2e-5);
  test_model_close (&run);
}

/* a block lies on a slope. Between 1 s and 1.5 s it moves less than
 * 1e-4 if the coefficient of friction mu is 1e-2 above the tangent of the
 * slope, and more than 5e-2 if mu is 1e-2 below the tangent. */
static void
test_r04 (gconstpointer data)
{
  const double margin = GPOINTER_TO_INT (data) * 1e-2;
  static const char *const name[] = { "mu" };
  const double mu = tan (0.5) + margin;
  TestModel run = test_model_open_shipped ("soft-incline", "profile", "rbd", "max_step", "1e-3", NULL);
  set_parameters (&run, name, &mu, 1);
  sim_simulator_initialize (run.simulator, 0, NULL, NULL, 1.5, FALSE);
  g_assert_cmpint (sim_simulator_advance_to (run.simulator, 1).reason, ==, SIM_REACHED_END);
  double x = test_model_now (&run, "x");
  g_assert_cmpfloat (test_model_now (&run, "push"), >, 0);
  g_assert_cmpint (sim_simulator_advance_to (run.simulator, 1.5).reason, ==, SIM_REACHED_END);
  g_test_message ("moved %g", test_model_now (&run, "x") - x);
  if (margin > 0)
    g_assert_cmpfloat (fabs (test_model_now (&run, "x") - x), <=, 1e-4);
  else
    g_assert_cmpfloat (test_model_now (&run, "x") - x, >, 5e-2);
  test_model_close (&run);
}

/* S-20: bodies on springs move under gravity. Their energy stays within 0.5 %
 * of its initial value at every step. The potential energy of gravity is zero
 * at the start, because a large constant would make the relative error small. */
static void
test_s20 (gconstpointer method)
{
  TestModel run = test_model_open_shipped ("sprung-masses", "profile", "simbody", "integrator", method, "accuracy", "1e-4", NULL);
  sim_simulator_initialize (run.simulator, 0, NULL, NULL, 10, FALSE);
  double above = 9.81 * (1 * 1 + 2 * 1.1 + 1.5 * 1.9);
  double start = test_model_now (&run, "energy") + above, worst = 0;
  g_assert_cmpint (sim_simulator_advance_to (run.simulator, 10).reason, ==, SIM_REACHED_END);
  for (gsize row = 0; row < sim_trajectory_n_rows (run.trajectory); row++)
    worst = fmax (worst, fabs (test_model_value (&run, row, "energy") + above - start));
  g_test_message ("%s: energy of %g J within %g", (const char *) method, start, worst);
  g_assert_cmpfloat (worst, <=, 5e-3 * start);
  test_model_close (&run);
}

/* S-21: one double pendulum is written in three forms: with absolute angles, with
 * relative angles, and with x and y, where constraints keep the lengths of the rods. */
#define HEAD TEST_HEAD "time: {start: 0, end: 5}\n"
#define ANGLES                                                                                                                             \
  HEAD "mechanics:\n"                                                                                                                      \
       "  coordinates:\n"                                                                                                                  \
       "    a: {initial: 0.5, velocity_initial: 0, force: -sin(a - b)*b.v^2 - 2*9.81*sin(a)}\n"                                            \
       "    b: {initial: 0.2, velocity_initial: 0.3, force: sin(a - b)*a.v^2 - 9.81*sin(b)}\n"                                             \
       "  mass_matrix: [[2, cos(a - b)], [cos(a - b), 1]]\n"                                                                               \
       "outputs: {px: sin(a) + sin(b), py: -cos(a) - cos(b)}\n"
#define RELATIVE                                                                                                                           \
  HEAD "mechanics:\n"                                                                                                                      \
       "  coordinates:\n"                                                                                                                  \
       "    a:\n"                                                                                                                          \
       "      initial: 0.5\n"                                                                                                              \
       "      velocity_initial: 0\n"                                                                                                       \
       "      force: sin(r)*(2*a.v*r.v + r.v^2) - 2*9.81*sin(a) - 9.81*sin(a + r)\n"                                                       \
       "    r: {initial: 0.2 - 0.5, velocity_initial: 0.3, force: -sin(r)*a.v^2 - 9.81*sin(a + r)}\n"                                      \
       "  mass_matrix: [[3 + 2*cos(r), 1 + cos(r)], [1 + cos(r), 1]]\n"                                                                    \
       "outputs: {px: sin(a) + sin(a + r), py: -cos(a) - cos(a + r)}\n"
#define CARTESIAN                                                                                                                          \
  HEAD "mechanics:\n"                                                                                                                      \
       "  coordinates:\n"                                                                                                                  \
       "    x: {initial: sin(0.5), velocity_initial: 0, mass: 1, force: 0}\n"                                                              \
       "    y: {initial: -cos(0.5), velocity_initial: 0, mass: 1, force: -9.81}\n"                                                         \
       "    px: {initial: sin(0.5) + sin(0.2), velocity_initial: 0.3*cos(0.2), mass: 1, force: 0}\n"                                       \
       "    py: {initial: -cos(0.5) - cos(0.2), velocity_initial: 0.3*sin(0.2), mass: 1, force: -9.81}\n"                                  \
       "  constraints: {upper: (x^2 + y^2 - 1)/2, lower: ((px - x)^2 + (py - y)^2 - 1)/2}\n"

static void
test_s21 (void)
{
  static const char *const models[] = { ANGLES, RELATIVE, CARTESIAN };
  TestModel runs[G_N_ELEMENTS (models)];
  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    {
      /* Each step has an error of 1e-13. A pendulum does not amplify
       * errors during a few hundred steps. */
      runs[i] = test_model_open (models[i], "profile", "simbody", "integrator", "runge_kutta_merson", "accuracy", "1e-13",
                                 "constraint_tolerance", "1e-13", NULL);
      g_assert_cmpint (sim_simulator_initialize (runs[i].simulator, 0, NULL, NULL, 5, FALSE).reason, ==, SIM_READY);
    }
  double first = test_model_now (&runs[0], "px"), moved = 0;
  for (int k = 1; k <= 50; k++)
    for (guint i = 0; i < G_N_ELEMENTS (models); i++)
      {
        g_assert_cmpint (sim_simulator_advance_to (runs[i].simulator, 0.1 * k).reason, ==, SIM_REACHED_END);
        g_assert_cmpfloat (fabs (test_model_now (&runs[i], "px") - test_model_now (&runs[0], "px")), <=, 1e-10);
        g_assert_cmpfloat (fabs (test_model_now (&runs[i], "py") - test_model_now (&runs[0], "py")), <=, 1e-10);
        moved = fmax (moved, fabs (test_model_now (&runs[i], "px") - first));
      }
  g_assert_cmpfloat (moved, >, 0.5);
  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    test_model_close (&runs[i]);
}

/* S-25: a force of 1000 N during the first 1e-3 s gives a body of 10 kg a speed of
 * 0.1 m/s. After a collision two equal bodies both have half of this speed within
 * 1e-3 m/s. The speeds are checked every 1e-3 s. Methods with fixed steps run only
 * 990 steps, until just before the collision, because their step is too long for it. */
typedef struct
{
  const char *method, *accuracy;
} Collision;

static void
test_s25 (gconstpointer data)
{
  const char *method = ((const Collision *) data)->method, *accuracy = ((const Collision *) data)->accuracy;
  const gboolean fixed = g_strcmp0 (method, "semi_explicit_euler") == 0;
  TestModel run = test_model_open_shipped ("inelastic-push", "profile", "simbody", "integrator", method, "accuracy", accuracy,
                                           fixed ? "max_step" : NULL, "1e-3", NULL);
  sim_simulator_initialize (run.simulator, 0, NULL, NULL, 2, FALSE);
  int n_steps = fixed ? 990 : 2000;
  for (int k = 1; k <= n_steps; k++)
    {
      g_assert_cmpint (sim_simulator_advance_to (run.simulator, k * 1e-3).reason, ==, SIM_REACHED_END);
      double v1 = test_model_now (&run, "v1"), v2 = test_model_now (&run, "v2");
      /* The bodies are in contact from 1.0005 s to 1.0025 s. */
      if (k <= 1000)
        g_assert_true (fabs (v1 - 0.1) <= 1e-3 && fabs (v2) <= 1e-3);
      else if (k > 1010)
        g_assert_true (fabs (v1 - 0.05) <= 1e-3 && fabs (v2 - 0.05) <= 1e-3);
    }
  g_test_message ("%s: %g and %g m/s, %ld steps", method, test_model_now (&run, "v1"), test_model_now (&run, "v2"),
                  sim_simulator_statistics (run.simulator).ode.steps_taken);
  test_model_close (&run);
}

int
main (int argc, char **argv)
{
  /* The accuracies are those of the original test, with two exceptions,
   * whose error estimates are known to be too small. Verlet's estimate for
   * velocities contains an additional factor h, and the error of BDF grows
   * to a hundred times its tolerance. */
  static const Collision collisions[] = {
    { "runge_kutta_merson", "1e-3" },   { "runge_kutta2", "1e-3" },   { "runge_kutta3", "1e-3" },
    { "runge_kutta_fehlberg", "1e-3" }, { "explicit_euler", "1e-3" }, { "semi_explicit_euler2", "1e-3" },
    { "semi_explicit_euler", "1e-3" },  { "verlet", "1e-6" },         { "cvode_adams", "1e-3" },
    { "cvode_bdf", "1e-4" },
  };
  static const char *const energetic[] = { "runge_kutta_merson", "runge_kutta2" };
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/rbd/R-03-the-energy-of-an-elastic-ball-is-conserved", test_r03);
  g_test_add_data_func ("/sim/rbd/R-04-a-block-on-an-incline/sticks", GINT_TO_POINTER (1), test_r04);
  g_test_add_data_func ("/sim/rbd/R-04-a-block-on-an-incline/slides", GINT_TO_POINTER (-1), test_r04);
  for (guint i = 0; i < G_N_ELEMENTS (energetic); i++)
    {
      g_autofree char *path = g_strconcat ("/sim/simbody/S-20-energy-is-conserved/", energetic[i], NULL);
      g_test_add_data_func (path, energetic[i], test_s20);
    }
  g_test_add_func ("/sim/simbody/S-21-a-mechanism-moves-identically-in-three-coordinate-systems", test_s21);
  for (guint i = 0; i < G_N_ELEMENTS (collisions); i++)
    if (ode_method_find (collisions[i].method) != NULL)
      {
        g_autofree char *path = g_strconcat ("/sim/simbody/S-25-an-inelastic-collision-conserves-momentum/", collisions[i].method, NULL);
        g_test_add_data_func (path, &collisions[i], test_s25);
      }
  return g_test_run ();
}
