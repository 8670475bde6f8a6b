/* Further tests of Simbody, rewritten for this project: constraints, a thermostat,
 * CPODES, and changes of settings during a run. CONTRIBUTING.md explains the names S-…. */
#include "sim-test-model.h"
#include "sim-time-stepper.h"

#include <math.h>

#define ROD                                                                                                                                \
  TEST_HEAD "time: {start: 0, end: 10}\nparameters: {g: 13.7503716373294544, m: 10, L: 1}\n"                                               \
            "mechanics:\n"                                                                                                                 \
            "  coordinates:\n"                                                                                                             \
            "    x: {initial: L, velocity_initial: 0, mass: m, force: 0}\n"                                                                \
            "    y: {initial: 0, velocity_initial: 0, mass: m, force: -m*g}\n"                                                             \
            "  constraints: {rod: x^2 + y^2 - L^2}\n"

/* S-15: the projection onto the constraints can be switched on and off during
 * a run, and the change takes effect. Simbody's CPODES does not permit this. */
static void
test_s15_projection_switch (void)
{
  TestModel run = test_model_open (ROD, "profile", "simbody", "integrator", "cvode_bdf", "accuracy", "1e-6", NULL);
  g_autoptr (GError) error = NULL;
  sim_simulator_initialize (run.simulator, 0, NULL, NULL, 10, FALSE);
  g_assert_cmpint (sim_simulator_advance_to (run.simulator, 2).reason, ==, SIM_REACHED_END);
  g_assert_cmpfloat (fabs (test_model_length_error (&run)), <=, 1e-7);
  g_autoptr (SimConfig) config = sim_config_copy (sim_simulator_config (run.simulator));
  g_assert_true (sim_config_set (config, "projection", "false", SIM_ORIGIN_LIVE, &error));
  g_assert_true (sim_simulator_set_config (run.simulator, config, &error));
  g_assert_no_error (error);
  g_assert_cmpint (sim_simulator_advance_to (run.simulator, 10).reason, ==, SIM_REACHED_END);
  g_assert_cmpfloat (fabs (test_model_length_error (&run)), >, 1e-7);
  test_model_close (&run);
}

/* Runs a pendulum with these weights of its constraints. Returns the largest
 * error of its length at the ends of steps, or 0 if the weights are refused. */
static double
length_with_weights (const double *weights)
{
  TestModel run = test_model_open (ROD, "profile", "simbody", "integrator", "runge_kutta_merson", "accuracy", "1e-3", NULL);
  SimTimeStepper *stepper = sim_time_stepper_new (run.simulator);
  g_autoptr (GError) error = NULL;
  double worst = 0;
  if (sim_time_stepper_set_constraint_weights (stepper, weights, &error))
    {
      g_assert_true (sim_time_stepper_initialize (stepper, 0, NULL, NULL));
      sim_time_stepper_set_return_every_step (stepper, TRUE);
      while (sim_time_stepper_t_advanced (stepper) < 10)
        {
          sim_time_stepper_step_to (stepper, 20, INFINITY);
          worst = fmax (worst, fabs (test_model_length_error (&run)));
        }
    }
  else
    g_assert_error (error, SIM_ERROR, SIM_ERROR_SETTING);
  sim_time_stepper_free (stepper);
  test_model_close (&run);
  return worst;
}

/* The tolerance of a constraint is the general constraint tolerance divided by the weight of the constraint. */
static void
test_constraint_weights (void)
{
  const double ones[] = { 1, 1 }, heavy[] = { 1000, 1000 }, zero[] = { 1, 0 };
  double common = length_with_weights (NULL);
  g_test_message ("%g, %g", common, length_with_weights (heavy));
  g_assert_cmpfloat (common, >, 1e-6);
  g_assert_cmpfloat (common, <=, 1e-4);
  g_assert_true (length_with_weights (ones) == common);
  g_assert_cmpfloat (length_with_weights (heavy), <=, 1e-7);
  g_assert_cmpfloat (length_with_weights (heavy), >, 0);
  g_assert_true (length_with_weights (zero) == 0);
}

/* Returns the largest error of the rod's length at samples between steps,
 * which are not projected. Also checks that the run can be continued. */
static double
length_between_steps (const char *method)
{
  TestModel run = test_model_open (ROD, "profile", "simbody", "integrator", method, "accuracy", "1e-6", "constraint_tolerance", "1e-9",
                                   "project_interpolated", "false", NULL);
  const SimSamplingRule rule = { SIM_SAMPLE_INTERVAL, 0.00217, 0 };
  g_autoptr (SimTrajectory) samples = sim_trajectory_new (sim_simulator_system (run.simulator)->n_columns, 1 << 24);
  g_autoptr (SimTape) tape = sim_tape_new (0);
  sim_simulator_add_sink (run.simulator, sim_sink_trajectory (samples), &rule);
  sim_simulator_set_tape (run.simulator, tape);
  sim_simulator_initialize (run.simulator, 0, NULL, NULL, 10, FALSE);
  g_assert_cmpint (sim_simulator_advance_to (run.simulator, 10).reason, ==, SIM_REACHED_END);
  int x = model_system_find_column (run.system, "x"), y = model_system_find_column (run.system, "y");
  double worst = 0;
  for (gsize row = 0; row < sim_trajectory_n_rows (samples); row++)
    worst = fmax (worst, fabs (hypot (sim_trajectory_row (samples, row)[1 + x], sim_trajectory_row (samples, row)[1 + y]) - 1));
  OdeStatistics statistics = sim_simulator_statistics (run.simulator).ode;
  gsize n_low = 0, n = sim_tape_n_attempts (tape);
  for (gsize i = n / 10; i < n; i++)
    {
      OdeAttempt attempt;
      g_assert_true (sim_tape_get (tape, i, &attempt));
      n_low += attempt.order < 2;
    }
  g_test_message ("%s: length within %g between steps; %ld projections in %ld steps, %zu of order 1", method, worst,
                  statistics.projections, statistics.steps_taken, n_low);
  g_assert_cmpint (statistics.projections, >, statistics.steps_taken / 2);
  g_assert_cmpuint (n_low, <, n / 50);
  test_model_close (&run);
  return worst;
}

/* S-15 with projection inside the method: BDF projects its state before the error test, and corrects the
 * stored earlier values in the same way. Its interpolant therefore keeps the length within the accuracy.
 * Adams is projected after each step, and its interpolant passes through the states before their projection. */
static void
test_s15_own_projection (void)
{
  g_assert_cmpfloat (length_between_steps ("cvode_bdf"), <=, 1e-6);
  g_assert_cmpfloat (length_between_steps ("cvode_adams"), >, 1e-6);
}

/* A chain of three masses on rods. `power` is the power of the constraint forces, and `force` is
 * the sum of their multipliers. The energy of the chain at rest in its lowest position is zero. */
#define CHAIN                                                                                                                              \
  TEST_HEAD "time: {start: 0, end: 10}\nparameters: {g: 9.81}\n"                                                                           \
            "mechanics:\n"                                                                                                                 \
            "  coordinates:\n"                                                                                                             \
            "    x1: {initial: 1, velocity_initial: 0, mass: 1, force: 0}\n"                                                               \
            "    y1: {initial: 0, velocity_initial: 0, mass: 1, force: -g}\n"                                                              \
            "    x2: {initial: 2, velocity_initial: 0, mass: 1, force: 0}\n"                                                               \
            "    y2: {initial: 0, velocity_initial: 0, mass: 1, force: -g}\n"                                                              \
            "    x3: {initial: 3, velocity_initial: 0, mass: 1, force: 0}\n"                                                               \
            "    y3: {initial: 0, velocity_initial: 0, mass: 1, force: -g}\n"                                                              \
            "  constraints:\n"                                                                                                             \
            "    a: (x1^2 + y1^2 - 1)/2\n"                                                                                                 \
            "    b: ((x2 - x1)^2 + (y2 - y1)^2 - 1)/2\n"                                                                                   \
            "    c: ((x3 - x2)^2 + (y3 - y2)^2 - 1)/2\n"                                                                                   \
            "outputs:\n"                                                                                                                   \
            "  energy: (x1.v^2 + y1.v^2 + x2.v^2 + y2.v^2 + x3.v^2 + y3.v^2)/2 + g*(y1 + y2 + y3 + 6)\n"                                   \
            "  ea: (x1^2 + y1^2 - 1)/2\n"                                                                                                  \
            "  eb: ((x2 - x1)^2 + (y2 - y1)^2 - 1)/2\n"                                                                                    \
            "  ec: ((x3 - x2)^2 + (y3 - y2)^2 - 1)/2\n"                                                                                    \
            "  force: abs(a.lambda) + abs(b.lambda) + abs(c.lambda)\n"                                                                     \
            "  power: >-\n"                                                                                                                \
            "    a.lambda*(x1*x1.v + y1*y1.v) + b.lambda*((x2 - x1)*(x2.v - x1.v) + (y2 - y1)*(y2.v - y1.v))\n"                            \
            "    + c.lambda*((x3 - x2)*(x3.v - x2.v) + (y3 - y2)*(y3.v - y2.v))\n"

/* S-19: the errors of the constraints are within the tolerance, and the energy
 * changes by at most 10·accuracy·max |E|. The power of the constraint forces
 * is zero, except for the errors of velocities that the tolerance allows. */
static void
test_s19 (void)
{
  TestModel run = test_model_open (CHAIN, "profile", "simbody", "accuracy", "1e-4", "constraint_tolerance", "1e-5", NULL);
  static const char *const errors[] = { "ea", "eb", "ec" };
  sim_simulator_initialize (run.simulator, 0, NULL, NULL, 10, FALSE);
  g_assert_cmpint (sim_simulator_advance_to (run.simulator, 10).reason, ==, SIM_REACHED_END);
  gsize n_rows = sim_trajectory_n_rows (run.trajectory);
  double start = test_model_value (&run, 0, "energy"), largest = 0, drift = 0;
  for (gsize row = 0; row < n_rows; row++)
    {
      double energy = test_model_value (&run, row, "energy");
      largest = fmax (largest, fabs (energy));
      drift = fmax (drift, fabs (energy - start));
      for (guint i = 0; i < G_N_ELEMENTS (errors); i++)
        g_assert_cmpfloat (fabs (test_model_value (&run, row, errors[i])), <=, 1e-5);
      g_assert_cmpfloat (fabs (test_model_value (&run, row, "power")), <=, 1e-5 * test_model_value (&run, row, "force"));
    }
  g_test_message ("drift %g of %g in %zu rows", drift, largest, n_rows);
  g_assert_cmpuint (n_rows, >, 100);
  g_assert_cmpfloat (drift, <=, 10 * 1e-4 * largest);
  test_model_close (&run);
}

/* S-22: two free bodies are joined by a rod of length 3. The error of
 * their distance is at most 1e-6 at every step and sample. */
static void
test_s22 (void)
{
  TestModel run = test_model_open (TEST_HEAD "time: {start: 0, end: 5}\n"
                                             "mechanics:\n"
                                             "  coordinates:\n"
                                             "    x1: {initial: 0, velocity_initial: 0.3, mass: 1, force: -4*x1}\n"
                                             "    y1: {initial: 0, velocity_initial: 1, mass: 1, force: -9.8}\n"
                                             "    x2: {initial: 3, velocity_initial: 0.3, mass: 2, force: 0}\n"
                                             "    y2: {initial: 0, velocity_initial: -1, mass: 2, force: -19.6 - 2*y2}\n"
                                             "  constraints: {rod: \"hypot(x2 - x1, y2 - y1) - 3\"}\n"
                                             "outputs: {distance: \"hypot(x2 - x1, y2 - y1)\"}\n",
                                   "profile", "simbody", "constraint_tolerance", "1e-6", NULL);
  const SimSamplingRule rule = { SIM_SAMPLE_INTERVAL, 0.01, 0 };
  g_autoptr (SimTrajectory) samples = sim_trajectory_new (sim_simulator_system (run.simulator)->n_columns, 1 << 24);
  sim_simulator_add_sink (run.simulator, sim_sink_trajectory (samples), &rule);
  sim_simulator_initialize (run.simulator, 0, NULL, NULL, 5, FALSE);
  g_assert_cmpint (sim_simulator_advance_to (run.simulator, 5).reason, ==, SIM_REACHED_END);
  for (gsize row = 0; row < sim_trajectory_n_rows (run.trajectory); row++)
    g_assert_cmpfloat (fabs (test_model_value (&run, row, "distance") - 3), <=, 1e-6);
  int distance = model_system_find_column (run.system, "distance");
  g_assert_cmpuint (sim_trajectory_n_rows (samples), >=, 500);
  for (gsize row = 0; row < sim_trajectory_n_rows (samples); row++)
    g_assert_cmpfloat (fabs (sim_trajectory_row (samples, row)[1 + distance] - 3), <=, 1e-6);
  test_model_close (&run);
}

/* S-23: eight masses are joined by stiffening springs between walls. A chain of two
 * thermostats (Martyna, Klein, Tuckerman, J. Chem. Phys. 97 (1992) 2635) keeps them at
 * temperature 2 in units where k_B = 1. The mean of Σ v²/8 over 150 s is therefore 2. */
static void
test_s23 (void)
{
  TestModel run = test_model_open (TEST_HEAD "time: {start: 0, end: 150}\nconstants: {N: 8}\nparameters: {T: 2, Q: 8, Q2: 2}\n"
                                             "states:\n"
                                             "  q: {size: N, initial: 0.1*i, derivative: \"v[i]\", kind: position}\n"
                                             "  v:\n"
                                             "    size: N\n"
                                             "    initial: sin(i)\n"
                                             "    kind: velocity\n"
                                             "    derivative: >-\n"
                                             "      if(i == N, 0, q[i+1]) - 2*q[i] + if(i == 1, 0, q[i-1])\n"
                                             "      - 0.5*q[i]^3 - xi*v[i]\n"
                                             "  xi: {initial: 0, derivative: \"(sum(k, 1, N, v[k]^2) - N*T)/Q - xi*eta\"}\n"
                                             "  eta: {initial: 0, derivative: (Q*xi^2 - T)/Q2}\n"
                                             "  heat: {initial: 0, derivative: \"sum(k, 1, N, v[k]^2)/N\"}\n",
                                   "profile", "simbody", "integrator", "verlet", NULL);
  sim_simulator_initialize (run.simulator, 0, NULL, NULL, 150, FALSE);
  g_assert_cmpint (sim_simulator_advance_to (run.simulator, 150).reason, ==, SIM_REACHED_END);
  g_test_message ("mean temperature %g", test_model_now (&run, "heat") / 150);
  g_assert_cmpfloat (fabs (test_model_now (&run, "heat") / 150 - 2), <=, 0.2);
  test_model_close (&run);
}

/* S-24: at every step the length of the pendulum is constant within 1e-8. */
static void
test_s24 (gconstpointer method)
{
  TestModel run = test_model_open (ROD, "profile", "simbody", "integrator", method, "accuracy", "1e-8", "constraint_tolerance", "1e-8",
                                   NULL);
  sim_simulator_initialize (run.simulator, 0, NULL, NULL, 10, FALSE);
  g_assert_cmpint (sim_simulator_advance_to (run.simulator, 10).reason, ==, SIM_REACHED_END);
  gsize n_rows = sim_trajectory_n_rows (run.trajectory);
  g_assert_cmpuint (n_rows, >, 100);
  for (gsize row = 0; row < n_rows; row++)
    g_assert_cmpfloat (fabs (hypot (test_model_value (&run, row, "x"), test_model_value (&run, row, "y")) - 1), <=, 1e-8);
  test_model_close (&run);
}

/* S-26: Simbody ignores changes of settings after its initialization. In this project
 * a change takes effect in the next step, and does not change the time or the state. */
static void
test_s26 (void)
{
  TestModel run = test_model_open (ROD, "profile", "simbody", NULL);
  g_autoptr (GError) error = NULL;
  sim_simulator_initialize (run.simulator, 0, NULL, NULL, 10, FALSE);
  g_assert_cmpint (sim_simulator_advance_to (run.simulator, 4).reason, ==, SIM_REACHED_END);
  long loose = sim_simulator_statistics (run.simulator).ode.steps_taken;
  double t = sim_simulator_t (run.simulator), x = test_model_now (&run, "x");
  g_autoptr (SimConfig) config = sim_config_copy (sim_simulator_config (run.simulator));
  g_assert_true (sim_config_set (config, "accuracy", "1e-8", SIM_ORIGIN_LIVE, &error));
  g_assert_true (sim_simulator_set_config (run.simulator, config, &error));
  g_assert_no_error (error);
  g_assert_true (sim_simulator_t (run.simulator) == t && test_model_now (&run, "x") == x);
  g_assert_cmpint (sim_simulator_advance_to (run.simulator, 8).reason, ==, SIM_REACHED_END);
  /* A method of order 4 needs about 18 times as many steps if the accuracy
   * is 1e5 times better. The test requires a third of that. */
  g_assert_cmpint (sim_simulator_statistics (run.simulator).ode.steps_taken - loose, >, 6 * loose);
  test_model_close (&run);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/simbody/S-19-a-chain-of-bodies-keeps-its-constraints-and-energy", test_s19);
  g_test_add_func ("/sim/simbody/S-22-a-rod-keeps-its-length", test_s22);
  g_test_add_func ("/sim/simbody/S-23-a-nose-hoover-thermostat-keeps-the-mean-temperature", test_s23);
  g_test_add_data_func ("/sim/simbody/S-24-a-pendulum-keeps-its-length/runge_kutta_merson", "runge_kutta_merson", test_s24);
  g_test_add_func ("/sim/simbody/a-constraint-with-a-larger-weight-is-kept-closer", test_constraint_weights);
  if (ode_method_find ("cvode_bdf") != NULL)
    {
      g_test_add_data_func ("/sim/simbody/S-24-a-pendulum-keeps-its-length/cvode_bdf", "cvode_bdf", test_s24);
      g_test_add_data_func ("/sim/simbody/S-24-a-pendulum-keeps-its-length/cvode_adams", "cvode_adams", test_s24);
      g_test_add_func ("/sim/simbody/S-15-the-projection-onto-constraints-can-be-changed-during-a-run", test_s15_projection_switch);
      g_test_add_func ("/sim/simbody/S-15-the-bdf-method-of-cvode-projects-each-step-onto-the-constraints", test_s15_own_projection);
    }
  g_test_add_func ("/sim/simbody/S-26-changed-settings-take-effect-in-the-next-step", test_s26);
  return g_test_run ();
}
