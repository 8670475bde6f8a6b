/* The tests of Drake for its implicit methods (CONTRIBUTING.md explains the names D-…), with Drake's settings: absolute weighting, Drake's
 * controller, minimum step and Newton rules, and forward differences unless a test uses another scheme. */
#include "ode-test.h"

#include "ode-newton.h"

#include <float.h>
#include <string.h>

static const char *const names[] = { "implicit_euler", "velocity_implicit_euler", "radau1", "radau3" };

/* Constants of two systems: m x'' = −k x − b x' with the states (x, v), and x'' = −k x with the power of
 * the spring as a third derivative. */
typedef struct { double k, b, m; } Spring;

static const OdeKind qv[] = { ODE_POSITION, ODE_VELOCITY, ODE_OTHER };
static const OdePair pair[] = { { 0, 1 } };

static OdeStatus
spring_rhs (void *self, double t, const double *x, double *dxdt)
{
  const Spring *s = self;

  dxdt[0] = x[1];
  dxdt[1] = (-s->k * x[0] - s->b * x[1]) / s->m;
  return ODE_DONE;
}

static OdeStatus
spring_jacobian (void *self, double t, const double *x, double *J)
{
  const Spring *s = self;

  J[0] = 0;
  J[1] = -s->k / s->m;
  J[2] = 1;
  J[3] = -s->b / s->m;
  return ODE_DONE;
}

static OdeSystem
spring_system (const Spring *spring)
{
  return (OdeSystem) {
    .self = (void *) spring, .n_states = 2, .kinds = qv, .rhs = spring_rhs, .jacobian = spring_jacobian, .n_pairs = 1, .pairs = pair,
  };
}

/* The power of the spring is integrated in a third state, as in Drake's
 * spring-mass system. The third state is the largest one and determines the error norm. */
static OdeStatus
power_rhs (void *self, double t, const double *x, double *dxdt)
{
  const Spring *s = self;

  spring_rhs (self, t, x, dxdt);
  dxdt[2] = -s->k * x[0] * x[1];
  return ODE_DONE;
}

static OdeStatus
power_jacobian (void *self, double t, const double *x, double *J)
{
  const Spring *s = self;
  const double column[9] = { 0, -s->k / s->m, -s->k * x[1], 1, -s->b / s->m, -s->k * x[0], 0, 0, 0 };

  memcpy (J, column, sizeof column);
  return ODE_DONE;
}

static OdeSystem
power_system (const Spring *spring)
{
  OdeSystem system = spring_system (spring);

  system.n_states = 3;
  system.rhs = power_rhs;
  system.jacobian = power_jacobian;
  return system;
}

static OdeStatus
stiff2_rhs (void *self, double t, const double *x, double *dxdt)
{
  const double f1 = -750 * x[0], f2 = -1e20 * (x[1] - x[0] - 1);

  dxdt[0] = x[2];
  dxdt[1] = x[3];
  dxdt[2] = f1 - f2;
  dxdt[3] = f2;
  return ODE_DONE;
}

static OdeStatus
stiff2_jacobian (void *self, double t, const double *x, double *J)
{
  memset (J, 0, 16 * sizeof *J);
  J[0 * 4 + 2] = -750 - 1e20;
  J[1 * 4 + 2] = 1e20;
  J[0 * 4 + 3] = 1e20;
  J[1 * 4 + 3] = -1e20;
  J[2 * 4 + 0] = J[3 * 4 + 1] = 1;
  return ODE_DONE;
}

static OdeStatus
robertson_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = -0.04 * x[0] + 1e4 * x[1] * x[2];
  dxdt[2] = 3e7 * x[1] * x[1];
  dxdt[1] = 0.04 * x[0] - 1e4 * x[1] * x[2] - dxdt[2];
  return ODE_DONE;
}

static OdeStatus
robertson_jacobian (void *self, double t, const double *x, double *J)
{
  const double column[9] = { -0.04, 0.04, 0, 1e4 * x[2], -1e4 * x[2] - 6e7 * x[1], 6e7 * x[1], 1e4 * x[1], -1e4 * x[1], 0 };

  memcpy (J, column, sizeof column);
  return ODE_DONE;
}

static const OdeSystem robertson = { .n_states = 3, .rhs = robertson_rhs, .jacobian = robertson_jacobian };

/* The right-hand side x' = p(t), a polynomial of degree 3 whose
 * coefficients are in self, lowest power first. */
static OdeStatus
polynomial_rhs (void *self, double t, const double *x, double *dxdt)
{
  const double *p = self;

  dxdt[0] = p[0] + t * (p[1] + t * (p[2] + t * p[3]));
  return ODE_DONE;
}

static OdeIntegrator *
make (const char *name, const OdeSystem *system, const OdeSettings *settings, double t, const double *x0, double t_end)
{
  char error[256] = "";
  OdeIntegrator *integrator = ode_integrator_new (method_named (name), system, settings, error, sizeof error);

  if (integrator == NULL)
    g_error ("%s: %s", name, error);
  g_assert_cmpint (ode_integrator_initialize (integrator, t, x0, t_end), ==, ODE_DONE);
  return integrator;
}

/* Every test is repeated with and without reuse of the Jacobian, and with all three Jacobian schemes. */
#define FOR_ALL_SCHEMES(settings)                                                                                              \
  for (int scheme_ = 0; scheme_ < 6; scheme_++)                                                                                \
    if (((settings).jacobian = (OdeJacobianScheme) (scheme_ / 2)), ((settings).reuse_jacobian = scheme_ % 2 == 0), true)

static void
test_d75 (gconstpointer name)
{
  static const OdeKind kinds[] = { ODE_POSITION, ODE_POSITION, ODE_VELOCITY, ODE_VELOCITY };
  static const OdePair pairs[] = { { 0, 2 }, { 1, 3 } };
  const OdeSystem system = { .n_states = 4, .kinds = kinds, .rhs = stiff2_rhs, .jacobian = stiff2_jacobian, .n_pairs = 2, .pairs = pairs };
  const double x0[4] = { 0.5, 1.5, 0, 0 };
  OdeSettings settings = drake_settings (1e-5, 0.1, true);

  settings.initial_step = 0.1;
  settings.jacobian = ODE_JACOBIAN_SYMBOLIC;
  for (int reuse = 0; reuse < 2; reuse++)
    {
      settings.reuse_jacobian = reuse != 0;
      OdeIntegrator *integrator = make (name, &system, &settings, 0, x0, 1);

      run_to (integrator, 1);
      const double *x = ode_integrator_x (integrator);

      /* The bounds are Drake's. Two masses that are connected by a spring with k = 1e20 move like one mass of 2 on
       * a spring with k = 750. */
      g_assert_cmpfloat_with_epsilon (x[0], 0.43505747720, 2e-2);
      g_assert_cmpfloat_with_epsilon (x[1], 1.43505747720, 2e-2);
      g_assert_cmpfloat_with_epsilon (x[2], -4.77198824647, 0.12);
      g_assert_cmpfloat_with_epsilon (x[3], -4.77198824647, 0.12);
      ode_integrator_free (integrator);
    }
}

static void
test_d76 (gconstpointer name)
{
  const Spring spring = { 1e10, 1e8, 2 };
  const OdeSystem system = spring_system (&spring);
  const double x0[2] = { 1, 0.1 };
  OdeSettings settings = drake_settings (1e-6, 0.1, true);

  settings.min_step = 1e-5;
  settings.throw_on_min_step = false;
  FOR_ALL_SCHEMES (settings)
    {
      OdeIntegrator *integrator = make (name, &system, &settings, 0, x0, 2);

      run_to (integrator, 2);
      /* The initial deviation has decayed to exp (−100·2). The bounds are Drake's. */
      g_assert_cmpfloat_with_epsilon (ode_integrator_x (integrator)[0], 0, 1e-6);
      g_assert_cmpfloat_with_epsilon (ode_integrator_x (integrator)[1], 0, 1e-4);
      ode_integrator_free (integrator);
    }
}

static void
test_d78 (gconstpointer name)
{
  const Spring spring = { 300, 0, 2 };
  const OdeSystem system = power_system (&spring);
  const double x0[3] = { 0.1, 0.01, 0 };
  OdeSettings settings = drake_settings (5e-5, 0.1, true);

  settings.min_step = 1e-6;
  settings.throw_on_min_step = false;
  FOR_ALL_SCHEMES (settings)
    {
      OdeIntegrator *integrator = make (name, &system, &settings, 0, x0, 1);

      run_to (integrator, 1);
      g_assert_cmpfloat_with_epsilon (ode_integrator_x (integrator)[0], 0.09470139325, 5e-3);
      ode_integrator_free (integrator);
    }
}

/* Drake's bounds also hold for an estimate of zero. Therefore the signed estimate
 * is also compared with the error: for methods of order 1 both agree up to a factor
 * of 1.6; for radau3 the estimate is the error of the trapezoidal rule, which is
 * larger. */
static void
test_d79 (gconstpointer name)
{
  const Spring spring = { 300, 0, 2 };
  const OdeSystem system = spring_system (&spring);
  const double omega = sqrt (150);
  const double steps[4] = { 1e-8, 1e-4, 1e-3, 1e-2 }, bounds[4] = { 1e-14, 1e-6, 1e-4, 1e-2 };
  const double starts[3][2] = { { 0.1, 0.01 }, { 1, 1 }, { 0, -10 } };
  OdeSettings settings = drake_settings (1e-5, 0.1, false);

  settings.jacobian = ODE_JACOBIAN_SYMBOLIC;
  for (int k = 0; k < 4; k++)
    for (int s = 0; s < 3; s++)
      {
        OdeIntegrator *integrator = make (name, &system, &settings, 0, starts[s], 1);
        const double h = steps[k], exact = starts[s][0] * cos (omega * h) + starts[s][1] / omega * sin (omega * h);

        g_assert_cmpint (ode_integrator_step_fixed (integrator, h), ==, ODE_DONE);

        const double error = ode_integrator_x (integrator)[0] - exact;
        /* The weighting is absolute, so a scaled error is |e| divided by the
         * accuracy in use. */
        const double estimate = ode_integrator_scaled_errors (integrator)[0] * ode_integrator_accuracy_in_use (integrator);

        const double difference = ode_integrator_error_estimate (integrator)[0], ratio = difference / error;

        g_assert_cmpfloat (fabs (error), <=, bounds[k]);
        g_assert_cmpfloat (fabs (error - difference), <=, bounds[k]);
        g_assert_cmpfloat (fabs (fabs (difference) - estimate), <=, 1e-12 * estimate);
        g_test_message ("h %g from (%g, %g): error %.3g, estimate %.3g", h, starts[s][0], starts[s][1], error, difference);
        if (strcmp (name, "radau3") == 0)
          g_assert_cmpfloat (fabs (difference), >=, h >= 1e-4 ? fabs (error) : 0);
        else
          g_assert_true (ratio > 1 / 1.6 && ratio < 1.6);
        ode_integrator_free (integrator);
      }
}

static void
test_d80 (gconstpointer name)
{
  const Spring spring = { 300, 0, 2 };
  const OdeSystem system = spring_system (&spring);
  const double x0[2] = { 0.1, 0.01 };
  double error[2];

  for (int k = 0; k < 2; k++)
    {
      const double accuracy = k == 0 ? 1e-4 : 100;
      OdeSettings settings = drake_settings (accuracy, 10, true);
      OdeIntegrator *integrator;

      settings.min_step = 1e-8;
      settings.initial_step = 1;
      integrator = make (name, &system, &settings, 0, x0, 1);
      run_to (integrator, 1);
      error[k] = fabs (ode_integrator_x (integrator)[0] - 0.09470139325);
      if (k == 0)
        {
          char text[200];

          g_assert_cmpfloat (ode_integrator_accuracy_in_use (integrator), ==, 1e-4);
          settings.accuracy = 100;
          g_assert_cmpint (ode_integrator_set_settings (integrator, &settings, text, sizeof text), ==, ODE_DONE);
          /* The function returns the accuracy that was set until the next
           * initialization or step limits it. */
          g_assert_cmpfloat (ode_integrator_accuracy_in_use (integrator), ==, 100);
        }
      ode_integrator_free (integrator);
    }
  g_assert_cmpfloat (error[1], >, error[0]);
}

/* Drake's bounds at the end are absolute and weak, because x1 and x2 are smaller than the bounds.
 * Therefore the state is also compared at t = 40 with the values of test X-04, where all concentrations
 * are relevant, and the sum of the concentrations must be 1 up to rounding. Without reuse of the
 * Jacobian the run ends at t = 40, because the whole run would take long. */
static void
test_d81 (gconstpointer name)
{
  const double x0[3] = { 1, 0, 0 }, at_40[3] = { 0.71582706872, 9.18553476456e-6, 0.28416374575 };
  const double tolerance = strcmp (name, "radau3") == 0 ? 1e-5 : 2e-3; /* radau3 has order 3, the other methods have order 1 */
  OdeSettings settings = drake_settings (5e-5, 1e7, true);

  settings.initial_step = 1e-4;
  FOR_ALL_SCHEMES (settings)
    {
      OdeIntegrator *integrator = make (name, &robertson, &settings, 0, x0, 1e11);
      const double *x;

      run_to (integrator, 40);
      x = ode_integrator_x (integrator);
      g_test_message ("%g %g %g, sum %g", x[0] - at_40[0], x[1] / at_40[1] - 1, x[2] - at_40[2], x[0] + x[1] + x[2] - 1);
      g_assert_cmpfloat_with_epsilon (x[0], at_40[0], tolerance);
      g_assert_cmpfloat_with_epsilon (x[1], at_40[1], 5 * tolerance * at_40[1]);
      g_assert_cmpfloat_with_epsilon (x[2], at_40[2], tolerance);
      g_assert_cmpfloat_with_epsilon (x[0] + x[1] + x[2], 1, 1e-12);
      if (settings.reuse_jacobian)
        {
          run_to (integrator, 1e11);
          x = ode_integrator_x (integrator);
          g_assert_cmpfloat_with_epsilon (x[0], 2.08334014970122e-8, 5e-5);
          g_assert_cmpfloat_with_epsilon (x[1], 8.333360770334713e-14, 5e-5);
          g_assert_cmpfloat_with_epsilon (x[2], 0.9999999791665050, 5e-5);
        }
      ode_integrator_free (integrator);
    }
}

static void
check_counts (OdeIntegrator *integrator, double h, bool succeeds, long jacobians, long factorizations)
{
  ode_integrator_reset_statistics (integrator);
  g_assert_true ((ode_integrator_step_fixed (integrator, h) == ODE_DONE) == succeeds);
  if (jacobians >= 0)
    g_assert_cmpint (ode_integrator_statistics (integrator)->jacobian_evaluations, ==, jacobians);
  if (factorizations >= 0)
    g_assert_cmpint (ode_integrator_statistics (integrator)->factorizations, ==, factorizations);
}

static void
test_d82 (gconstpointer name)
{
  const bool velocity = strcmp (name, "velocity_implicit_euler") == 0;
  const double x0[3] = { 1, 0, 0 };
  OdeSettings settings = drake_settings (1e-5, 1e7, false);
  OdeIntegrator *integrator;

  settings.subdivide_fixed = false;
  integrator = make (name, &robertson, &settings, 0, x0, 1e11);
  check_counts (integrator, 1e-2, false, velocity ? 2 : 1, velocity ? 3 : 2);
  check_counts (integrator, 1e-6, true, 0, -1);
  check_counts (integrator, 1e-2, false, 1, 2);
  ode_integrator_free (integrator);
}

static void
test_d83 (gconstpointer name)
{
  static const double steps[3] = { 1.0, 1e-6, 1.0 };
  const double x0[3] = { 1, 0, 0 };
  OdeSettings settings = drake_settings (1e-5, 1e7, false);
  OdeIntegrator *integrator;

  settings.subdivide_fixed = false;
  settings.full_newton = true;
  integrator = make (name, &robertson, &settings, 0, x0, 1e11);
  for (int k = 0; k < 3; k++)
    {
      const OdeStatistics *statistics = ode_integrator_statistics (integrator);

      check_counts (integrator, steps[k], k == 1, -1, -1);
      g_assert_cmpint (statistics->newton_iterations, >, 0);
      g_assert_cmpint (statistics->factorizations, ==, statistics->newton_iterations);
      g_assert_cmpint (statistics->jacobian_evaluations, ==, statistics->newton_iterations);
    }
  ode_integrator_free (integrator);
}

static void
test_d84 (gconstpointer name)
{
  const double x0[3] = { 1, 0, 0 };
  OdeSettings settings = drake_settings (1e-5, 1e7, false);
  OdeIntegrator *integrator = make (name, &robertson, &settings, 0, x0, 1e11);

  g_assert_cmpint (ode_integrator_step_fixed (integrator, 1e-2), !=, ODE_DONE);
  g_assert_cmpfloat (ode_integrator_t (integrator), ==, 0);
  g_assert_true (memcmp (ode_integrator_x (integrator), x0, sizeof x0) == 0);
  ode_integrator_free (integrator);
}

static OdeStatus
zero_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = dxdt[1] = 0;
  return ODE_DONE;
}

static OdeStatus
zero_jacobian (void *self, double t, const double *x, double *J)
{
  memset (J, 0, 4 * sizeof *J);
  return ODE_DONE;
}

static void
test_d85 (gconstpointer name)
{
  const OdeSystem system = { .n_states = 2, .kinds = qv, .rhs = zero_rhs, .jacobian = zero_jacobian };
  const double x0[2] = { 0, 0 };
  OdeSettings settings = drake_settings (1e-3, 0.1, true);

  FOR_ALL_SCHEMES (settings)
    {
      OdeIntegrator *integrator = make (name, &system, &settings, 0, x0, 1);

      run_to (integrator, 1);
      g_assert_cmpfloat_with_epsilon (ode_integrator_x (integrator)[0], 0, DBL_EPSILON);
      g_assert_cmpfloat_with_epsilon (ode_integrator_x (integrator)[1], 0, DBL_EPSILON);
      ode_integrator_free (integrator);
    }
}

static double
estimate_of (OdeIntegrator *integrator)
{
  return ode_integrator_scaled_errors (integrator)[0] * ode_integrator_accuracy_in_use (integrator);
}

static void
test_d86 (gconstpointer name)
{
  double p[4] = { 4, 0, 0, 0 };
  const OdeSystem system = { .self = p, .n_states = 1, .rhs = polynomial_rhs, .time_dependent = true };
  const double x0 = 3;
  OdeSettings settings = drake_settings (1e-5, 10, false);
  OdeIntegrator *integrator = make (name, &system, &settings, 0, &x0, 10);
  double h;

  g_assert_cmpint (ode_integrator_step_fixed (integrator, 1), ==, ODE_DONE);
  g_assert_cmpfloat_with_epsilon (estimate_of (integrator), 0, 2 * DBL_EPSILON);
  /* The bound is ε times the size of the state, 7. */
  g_assert_cmpfloat_with_epsilon (ode_integrator_x (integrator)[0], 7, 7 * DBL_EPSILON);
  g_assert_cmpint (ode_integrator_initialize (integrator, 0, &x0, 10), ==, ODE_DONE);

  h = ode_integrator_working_minimum (integrator) / 2;
  p[0] = 4 / ode_integrator_working_minimum (integrator);
  g_assert_cmpint (ode_integrator_step_fixed (integrator, h), ==, ODE_DONE);
  g_assert_cmpint (ode_integrator_statistics (integrator)->newton_iterations, ==, 0);
  g_assert_cmpfloat_with_epsilon (estimate_of (integrator), 0, 2 * DBL_EPSILON);
  g_assert_cmpfloat_with_epsilon (ode_integrator_x (integrator)[0], 5, 10 * DBL_EPSILON);
  ode_integrator_free (integrator);
}

static void
test_d87 (gconstpointer name)
{
  /* The solution is x = 7 t (t + 1) + 3. */
  double p[4] = { 7, 14, 0, 0 };
  const OdeSystem system = { .self = p, .n_states = 1, .rhs = polynomial_rhs, .time_dependent = true };
  const double x0 = 3;
  OdeSettings settings = drake_settings (1e-5, 10, false);
  double estimate[2];

  for (int k = 0; k < 2; k++)
    {
      const double h = k == 0 ? 1.5 : 0.75, exact = 7 * h * (h + 1) + 3;
      OdeIntegrator *integrator = make (name, &system, &settings, 0, &x0, 10);

      g_assert_cmpint (ode_integrator_step_fixed (integrator, h), ==, ODE_DONE);
      estimate[k] = estimate_of (integrator);
      /* The bound is 10 ε times the size of the state, which is 29 to 37 here. */
      g_assert_cmpfloat_with_epsilon (estimate[k], fabs (ode_integrator_x (integrator)[0] - exact), 10 * 37 * DBL_EPSILON);
      ode_integrator_free (integrator);
    }
  g_assert_cmpfloat_with_epsilon (estimate[1] / estimate[0], 0.25, 100 * DBL_EPSILON);
}

static void
test_d88 (void)
{
  /* The solution is x = t³ + t² + 12 t + 5. */
  double p[4] = { 12, 2, 3, 0 };
  const OdeSystem system = { .self = p, .n_states = 1, .rhs = polynomial_rhs, .time_dependent = true };
  const double x0 = 5;
  OdeSettings settings = drake_settings (1e-3, 10, false);

  for (int k = 0; k < 2; k++)
    {
      OdeIntegrator *integrator = make (k == 0 ? "radau3" : "radau1", &system, &settings, 0, &x0, 10);

      g_assert_cmpint (ode_integrator_step_fixed (integrator, 1), ==, ODE_DONE);

      const double error = fabs (ode_integrator_x (integrator)[0] - 19);

      if (k == 0)
        g_assert_cmpfloat (error, <=, 19 * 2 * DBL_EPSILON);
      else
        g_assert_cmpfloat (error, >, 1e9 * DBL_EPSILON);
      ode_integrator_free (integrator);
    }
}

static void
test_d89 (void)
{
  double line[4] = { 4, 0, 0, 0 }, quadratic[4] = { 7, 14, 0, 0 };
  OdeSystem system = { .self = quadratic, .n_states = 1, .rhs = polynomial_rhs, .time_dependent = true };
  const double x0 = 3;
  OdeSettings settings = drake_settings (1e-5, 10, false);
  OdeIntegrator *integrator = make ("radau3", &system, &settings, 0, &x0, 10);

  /* The Jacobian needs 2 evaluations, two iterations of two stages need 4,
   * and the trapezoidal rule needs 2. */
  g_assert_cmpint (ode_integrator_step_fixed (integrator, 1), ==, ODE_DONE);
  g_assert_cmpint (ode_integrator_statistics (integrator)->rhs_evaluations, ==, 8);
  g_assert_cmpint (ode_integrator_initialize (integrator, 0, &x0, 10), ==, ODE_DONE);
  g_assert_cmpint (ode_integrator_step_fixed (integrator, ode_integrator_working_minimum (integrator) / 2), ==, ODE_DONE);
  g_assert_cmpint (ode_integrator_statistics (integrator)->rhs_evaluations, ==, 4);
  ode_integrator_free (integrator);

  /* The Jacobian needs 2 evaluations, the two iterations need 2, and the
   * trapezoidal rule needs 2. */
  system.self = line;
  integrator = make ("radau1", &system, &settings, 0, &x0, 10);
  g_assert_cmpint (ode_integrator_step_fixed (integrator, 1), ==, ODE_DONE);
  g_assert_cmpint (ode_integrator_statistics (integrator)->rhs_evaluations, ==, 6);
  ode_integrator_free (integrator);
}

static void
test_d90 (void)
{
  const OdeMethodOption option = { "estimate", NAN, "trapezoid" };
  const double x0[3] = { 1, 0, 0 };
  OdeSettings settings = drake_settings (1e-4, 10, true);
  OdeIntegrator *radau = make ("radau1", &robertson, &settings, 0, x0, 50), *euler;

  settings.options = &option;
  settings.n_options = 1;
  euler = make ("implicit_euler", &robertson, &settings, 0, x0, 50);
  run_to (radau, 50);
  run_to (euler, 50);
  g_assert_true (memcmp (ode_integrator_x (radau), ode_integrator_x (euler), sizeof x0) == 0);
  g_assert_true (memcmp (ode_integrator_statistics (radau), ode_integrator_statistics (euler), sizeof (OdeStatistics)) == 0);
  g_assert_cmpint (ode_integrator_statistics (radau)->error_newton_iterations, >, 0);
  ode_integrator_free (radau);
  ode_integrator_free (euler);
}

static void
test_d91 (void)
{
  const double tiny = 10 * DBL_EPSILON;

  for (int k = 0; k < 2; k++)
    for (int sign = -1; sign <= 1; sign += 2)
      {
        const double size = k == 0 ? 0.5 : 200, bound = tiny * fmax (1, size);
        double x[3] = { 0, 0, 0 }, dx[3] = { 0, 0, 0 };

        for (int i = 0; i < 3; i++)
          {
            x[i] = size;
            dx[i] = sign * 0.999 * bound;
            g_assert_true (ode_newton_is_update_zero (3, x, dx));
            dx[i] = sign * 1.001 * bound;
            g_assert_false (ode_newton_is_update_zero (3, x, dx));
            dx[i] = 0;
          }
      }
}

/* The right-hand side of x' = −x. */
static OdeStatus
decay_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = -x[0];
  return ODE_DONE;
}

static OdeStatus
decay_jacobian (void *self, double t, const double *x, double *J)
{
  J[0] = -1;
  return ODE_DONE;
}

/* The norms of the updates of Newton's method, in units of the state. */
typedef struct
{
  int n;
  double norm[64];
} Updates;

static void
hear_update (void *user, const OdeTraceEvent *event)
{
  Updates *updates = user;

  /* Iterate 0 is the guess. */
  if (event->kind != ODE_TRACE_ITERATE || event->index == 0)
    return;
  g_assert_cmpint (updates->n, <, 64);
  updates->norm[updates->n++] = event->norm;
}

/* Newton's method may use the factor of another step size h': Drake solves (I − h' J) δ = x0 + h f (x) − x. For x' = −x, h = 1/2 and h' = 1
 * (the half steps of implicit Euler use the factor of the full step) each update is the previous one times (h' − h)/(1 + h') = 1/4. */
static void
test_old_factor (gconstpointer name)
{
  const OdeSystem system = { .n_states = 1, .rhs = decay_rhs, .jacobian = decay_jacobian };
  const double x0 = 1, A[2][2] = { { 5.0 / 12, -1.0 / 12 }, { 3.0 / 4, 1.0 / 4 } };
  OdeSettings settings = drake_settings (1e-5, 10, false);
  OdeIntegrator *integrator;
  Updates updates = { 0 };

  settings.jacobian = ODE_JACOBIAN_SYMBOLIC;
  integrator = make (name, &system, &settings, 0, &x0, 10);
  ode_integrator_set_trace (integrator, hear_update, &updates);
  g_assert_cmpint (ode_integrator_step_fixed (integrator, 1), ==, ODE_DONE);
  g_assert_cmpint (ode_integrator_statistics (integrator)->factorizations, ==, strcmp (name, "radau3") == 0 ? 2 : 1);
  if (strcmp (name, "radau3") != 0)
    {
      /* The full step ends with its second update, which has the size of rounding errors; then the first half step begins. */
      const double *half = updates.norm + 2;

      g_assert_cmpint (updates.n, >=, 6);
      for (int k = 1; k < 4; k++)
        g_assert_cmpfloat_with_epsilon (half[k] / half[k - 1], 0.25, 1e-8);
    }
  else
    {
      /* The next step has size h = 1/2, but still uses the factor for the size h' = 1. Its Newton
       * update is δ = −(I + h' A)⁻¹ h A (1, 1)ᵀ x, whose last component is the update of x. */
      const double x = ode_integrator_x (integrator)[0], h = 0.5;
      const double a = 1 + A[0][0], b = A[0][1], c = A[1][0], d = 1 + A[1][1];
      const double r[2] = { h * (A[0][0] + A[0][1]) * x, h * (A[1][0] + A[1][1]) * x };

      updates.n = 0;
      g_assert_cmpint (ode_integrator_step_fixed (integrator, h), ==, ODE_DONE);
      g_assert_cmpfloat_with_epsilon (updates.norm[0] * ode_integrator_accuracy_in_use (integrator),
                                      (a * r[1] - c * r[0]) / (a * d - b * c), 1e-12);
    }
  ode_integrator_free (integrator);
}

static void
test_d92 (gconstpointer name)
{
  const Spring spring = { 300, 0, 2 };
  const OdeSystem system = spring_system (&spring);
  const double x0[2] = { 0.1, 0.01 };
  OdeSettings settings = drake_settings (1e-3, 0, true);
  char error[256] = "";
  OdeIntegrator *integrator = ode_integrator_new (method_named (name), &system, &settings, error, sizeof error);

  /* Neither initial_step nor max_step is set, so that Drake's rule cannot
   * determine the first step. */
  g_assert_true (integrator == NULL || ode_integrator_initialize (integrator, 0, x0, 1) != ODE_DONE);
  ode_integrator_free (integrator);

  settings = drake_settings (1.0, 0.1, true);
  integrator = make (name, &system, &settings, 0, x0, 1);
  g_assert_cmpfloat (ode_integrator_accuracy_in_use (integrator), ==, strcmp (name, "radau3") == 0 ? 1e-2 : 0.5);
  /* Profile drake uses forward differences. */
  g_assert_cmpint (ode_integrator_settings (integrator)->jacobian, ==, ODE_JACOBIAN_FORWARD);
  ode_integrator_free (integrator);
}

static void
add (const char *row, const char *name, GTestDataFunc function)
{
  g_autofree char *path = g_strdup_printf ("/ode/drake/%s/%s", row, name);

  g_test_add_data_func (path, name, function);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (names); i++)
    {
      add ("D-75-two-masses-on-a-spring-of-1e20-move-as-one", names[i], test_d75);
      add ("D-76-a-stiff-damped-spring-decays", names[i], test_d76);
      add ("D-78-a-spring-ends-at-the-known-position", names[i], test_d78);
      add ("D-79-the-error-estimate-is-close-to-the-error", names[i], test_d79);
      add ("D-80-a-looser-accuracy-gives-a-larger-error", names[i], test_d80);
      add ("D-81-the-robertson-problem-ends-at-the-known-state", names[i], test_d81);
      add ("D-82-reused-jacobians-are-counted", names[i], test_d82);
      add ("D-83-full-newton-evaluates-and-factors-in-each-iteration", names[i], test_d83);
      add ("D-84-a-failed-fixed-step-keeps-the-state", names[i], test_d84);
      add ("D-85-a-stationary-state-does-not-change", names[i], test_d85);
      add ("D-86-a-solution-linear-in-time-is-integrated-exactly", names[i], test_d86);
      if (i < 2)
        add ("D-87-the-error-estimate-for-a-quadratic-equals-the-error", names[i], test_d87);
      add ("D-92-default-settings-are-those-of-drake", names[i], test_d92);
    }
  g_test_add_data_func ("/ode/drake/a-factor-of-another-step-size-is-used-as-in-drake/implicit_euler", "implicit_euler", test_old_factor);
  g_test_add_data_func ("/ode/drake/a-factor-of-another-step-size-is-used-as-in-drake/velocity_implicit_euler", "velocity_implicit_euler",
                        test_old_factor);
  g_test_add_data_func ("/ode/drake/a-factor-of-another-step-size-is-used-as-in-drake/radau3", "radau3", test_old_factor);
  g_test_add_func ("/ode/drake/D-88-the-method-radau3-integrates-a-cubic-exactly", test_d88);
  g_test_add_func ("/ode/drake/D-89-the-number-of-evaluations-of-radau-is-as-in-drake", test_d89);
  g_test_add_func ("/ode/drake/D-90-radau1-takes-the-same-steps-as-implicit-euler", test_d90);
  g_test_add_func ("/ode/drake/D-91-a-newton-update-below-the-rounding-error-counts-as-zero", test_d91);
  return g_test_run ();
}
