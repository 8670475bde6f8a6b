/* Tests long runs: reversible methods return to the start, and symplectic methods conserve
 * the energy nearly. Every method with one of these traits is tested. */
#include "ode-test.h"

#include <string.h>

static bool
has (const OdeMethod *method, OdeTrait trait)
{
  return (method->traits & trait) != 0;
}

/* After a run, a second run with reversed velocities returns to the start up to
 * rounding errors. */
static void
test_reversible (gconstpointer user)
{
  const OdeMethod *method = user;
  OdeSettings settings = fixed_settings (0.05);
  OdeIntegrator *integrator;
  double x[4];

  settings.accuracy = 1e-12; /* Newton iterations continue nearly to rounding level */
  integrator = start (method, &problem_henon, &settings);
  run_to (integrator, 10);
  memcpy (x, ode_integrator_x (integrator), sizeof x);
  x[2] = -x[2];
  x[3] = -x[3];
  g_assert_cmpint (ode_integrator_initialize (integrator, 0, x, 10), ==, ODE_DONE);
  run_to (integrator, 10);
  memcpy (x, ode_integrator_x (integrator), sizeof x);
  x[2] = -x[2];
  x[3] = -x[3];
  g_assert_cmpfloat (max_difference (x, problem_henon.x0, 4), <, 1e-9);
  ode_integrator_free (integrator);
}

static double
henon_energy (const double *x)
{
  return 0.5 * (x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3]) + x[0] * x[0] * x[1] - x[1] * x[1] * x[1] / 3;
}

/* The energy of a symplectic method oscillates but does not drift: errors at the end
 * of the run are as large as at the beginning. */
static void
test_symplectic (gconstpointer user)
{
  const OdeMethod *method = user;
  OdeSettings settings = fixed_settings (0.1);
  OdeIntegrator *integrator;
  double e0 = henon_energy (problem_henon.x0), early = 0, late = 0;

  settings.accuracy = 1e-12;
  integrator = start (method, &problem_henon, &settings);
  for (int k = 0; k < 4000; k++)
    {
      double error;

      g_assert_cmpint (ode_integrator_step (integrator, 1000, ODE_STOP_END), ==, ODE_DONE);
      error = fabs (henon_energy (ode_integrator_x (integrator)) - e0);
      if (k < 1000)
        early = MAX (early, error);
      if (k >= 3000)
        late = MAX (late, error);
    }
  /* The term 1e-12 is for rounding errors of methods that conserve the
   * energy up to rounding. */
  g_assert_cmpfloat (late, <, 1.5 * early + 1e-12);
  ode_integrator_free (integrator);
}

/* On an orbit of eccentricity 0.9 the energy error of the adaptive Verlet
 * method does not grow. It needs far fewer steps than a method with fixed
 * steps. */
static OdeStatus
kepler_rhs (void *self, double t, const double *x, double *dxdt)
{
  double r2 = x[0] * x[0] + x[1] * x[1], r3 = r2 * sqrt (r2);

  dxdt[0] = x[2];
  dxdt[1] = x[3];
  dxdt[2] = -x[0] / r3;
  dxdt[3] = -x[1] / r3;
  return ODE_DONE;
}

static double
kepler_energy (const double *x)
{
  return 0.5 * (x[2] * x[2] + x[3] * x[3]) - 1 / hypot (x[0], x[1]);
}

static void
test_adaptive_verlet (void)
{
  Problem problem = problem_henon;
  OdeSettings settings = tolerance_settings (1e-6);
  OdeIntegrator *integrator;
  double early = 0, late = 0;

  problem.system.rhs = kepler_rhs;
  problem.system.jacobian = NULL;
  problem.t1 = 200 * G_PI;
  memcpy (problem.x0, (const double[]) { 0.1, 0, 0, sqrt (19) }, 4 * sizeof (double));
  settings.initial_step = 0.002;
  integrator = start (method_named ("adaptive_verlet"), &problem, &settings);
  while (ode_integrator_t (integrator) < problem.t1)
    {
      double error;

      g_assert_cmpint (ode_integrator_step (integrator, problem.t1, ODE_STOP_END), ==, ODE_DONE);
      error = fabs (kepler_energy (ode_integrator_x (integrator)) + 0.5);
      if (ode_integrator_t (integrator) < 20 * G_PI)
        early = MAX (early, error);
      else if (ode_integrator_t (integrator) > 180 * G_PI)
        late = MAX (late, error);
    }
  /* There is no drift over 100 orbits. The step sizes at the farthest and at the nearest point
   * of the orbit have the ratio (1.9/0.1)^1.5 = 83. */
  g_assert_cmpfloat (late, <, 1.2 * early);
  g_assert_cmpfloat (early, <, 1e-2); /* the error is 0.74 % of the energy; a step is 1/500
                                       * at the nearest point, where v = 4.4 and r = 0.1 */
  g_assert_cmpfloat (ode_integrator_statistics (integrator)->largest_step_taken, >,
                     50 * ode_integrator_statistics (integrator)->smallest_step_taken);
  ode_integrator_free (integrator);
}

int
main (int argc, char **argv)
{
  int n;
  const OdeMethod *const *methods = ode_methods (&n);

  g_test_init (&argc, &argv, NULL);
  for (int i = 0; i < n; i++)
    {
      g_autofree char *reversible = g_strconcat ("/ode/geometry/integrating-with-reversed-velocities-returns-to-the-start/",
                                                 methods[i]->id, NULL);
      g_autofree char *symplectic = g_strconcat ("/ode/geometry/the-energy-error-of-a-geometric-method-does-not-drift/", methods[i]->id, NULL);

      if (has (methods[i], ODE_TRAIT_TIME_REVERSIBLE))
        g_test_add_data_func (reversible, methods[i], test_reversible);
      if (has (methods[i], ODE_TRAIT_SYMPLECTIC))
        g_test_add_data_func (symplectic, methods[i], test_symplectic);
    }
  g_test_add_func ("/ode/geometry/adaptive-verlet-keeps-the-energy-of-an-eccentric-orbit", test_adaptive_verlet);
  return g_test_run ();
}
