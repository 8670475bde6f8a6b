/* Tests of constraints, algebraic equations and redundant constraints. */
#include "ode-test.h"

#include "ode-consistent.h"
#include "ode-least-squares.h"
#include "ode-projection.h"

#include <string.h>

/* ---- a pendulum in the plane with index 1: x'' = λ x, y'' = λ y − g, with the states x, y,
 * x', y' ---- */

#define GRAVITY 9.81

static OdeStatus
pendulum_rhs (void *self, double t, const double *x, double *dxdt)
{
  const double lambda = (GRAVITY * x[1] - x[2] * x[2] - x[3] * x[3]) / (x[0] * x[0] + x[1] * x[1]);

  dxdt[0] = x[2];
  dxdt[1] = x[3];
  dxdt[2] = lambda * x[0];
  dxdt[3] = lambda * x[1] - GRAVITY;
  return ODE_DONE;
}

static OdeStatus
pendulum_constraints (void *self, double t, const double *x, double *c)
{
  c[0] = (x[0] * x[0] + x[1] * x[1] - 1) / 2;
  c[1] = x[0] * x[2] + x[1] * x[3];
  return ODE_DONE;
}

static OdeStatus
pendulum_constraint_jacobian (void *self, double t, const double *x, double *G)
{
  const double rows[8] = { x[0], x[1], 0, 0, x[2], x[3], x[0], x[1] };

  memcpy (G, rows, sizeof rows);
  return ODE_DONE;
}

/* Returns the same constraints twice, so that they are redundant. */
static OdeStatus
twice_constraints (void *self, double t, const double *x, double *c)
{
  pendulum_constraints (self, t, x, c);
  c[2] = c[3] = 2 * c[1];
  c[1] = 3 * c[0];
  return ODE_DONE;
}

static OdeStatus
twice_constraint_jacobian (void *self, double t, const double *x, double *G)
{
  double once[8];

  pendulum_constraint_jacobian (self, t, x, once);
  for (int i = 0; i < 4; i++)
    {
      G[i] = once[i];
      G[4 + i] = 3 * once[i];
      G[8 + i] = G[12 + i] = 2 * once[4 + i];
    }
  return ODE_DONE;
}

static const OdeKind qqvv[] = { ODE_POSITION, ODE_POSITION, ODE_VELOCITY, ODE_VELOCITY };
static const OdePair pairs[] = { { 0, 2 }, { 1, 3 } };

static const OdeSystem pendulum = {
  .n_states = 4, .kinds = qqvv, .rhs = pendulum_rhs, .n_pairs = 2, .pairs = pairs,
  .n_constraints = 2, .n_position_constraints = 1,
  .constraints = pendulum_constraints, .constraint_jacobian = pendulum_constraint_jacobian,
};

static double
length_error (const double *x)
{
  return fabs (hypot (x[0], x[1]) - 1);
}

static double
energy (const double *x)
{
  return (x[2] * x[2] + x[3] * x[3]) / 2 + GRAVITY * x[1];
}

static OdeIntegrator *
make (const char *name, const OdeSystem *system, const OdeSettings *settings, const double *x0, double t_end)
{
  char error[256] = "";
  OdeIntegrator *integrator = ode_integrator_new (method_named (name), system, settings, error, sizeof error);

  if (integrator == NULL)
    g_error ("%s: %s", name, error);
  if (ode_integrator_initialize (integrator, 0, x0, t_end) != ODE_DONE)
    g_error ("%s: %s", name, ode_integrator_message (integrator));
  return integrator;
}

static void
test_drift (void)
{
  /* Without stabilization the constraint error of RK4 grows over 100 s. */
  static const double steps[2] = { 0.02, 0.01 }, drift[2] = { -6.1e-2, -3.6e-3 };
  const double x0[4] = { 1, 0, 0, 0 };

  for (int k = 0; k < 2; k++)
    {
      OdeSettings settings = fixed_settings (steps[k]);
      OdeIntegrator *integrator;

      settings.stabilization = ODE_STABILIZE_NONE;
      integrator = make ("runge_kutta4", &pendulum, &settings, x0, 100);
      run_to (integrator, 100);
      const double *x = ode_integrator_x (integrator);

      /* The expected values are known to two digits. */
      g_assert_cmpfloat_with_epsilon (hypot (x[0], x[1]) - 1, drift[k], 0.06 * fabs (drift[k]));
      if (k == 0)
        g_assert_cmpfloat_with_epsilon (energy (x), 0.83, 0.01);
      ode_integrator_free (integrator);
    }
}

static void
test_projected (void)
{
  const double x0[4] = { 1, 0, 0, 0 };
  OdeSettings settings = fixed_settings (0.02);
  OdeIntegrator *integrator;
  double worst = 0;

  settings.project_every_step = true;
  settings.constraint_tolerance = 1e-12;
  integrator = make ("runge_kutta4", &pendulum, &settings, x0, 100);
  while (ode_integrator_t (integrator) < 100)
    {
      double middle[4];

      g_assert_cmpint (ode_integrator_step (integrator, 100, ODE_STOP_END), ==, ODE_DONE);
      worst = MAX (worst, length_error (ode_integrator_x (integrator)));
      g_assert_cmpint (ode_integrator_interpolate (integrator, (ode_integrator_t_previous (integrator)
                                                                + ode_integrator_t (integrator)) / 2, middle), ==, ODE_DONE);
      worst = MAX (worst, length_error (middle));
    }
  /* The constraints also hold within tolerance in interpolated states. */
  g_assert_cmpfloat (worst, <=, 1e-12);
  /* The expected energy is known to two digits. */
  g_assert_cmpfloat_with_epsilon (energy (ode_integrator_x (integrator)), -5.2e-4, 0.3e-4);
  g_assert_cmpint (ode_integrator_statistics (integrator)->projections, >=, 4900);
  g_assert_cmpint (ode_integrator_statistics (integrator)->projection_failures, ==, 0);
  ode_integrator_free (integrator);
}

static void
test_adaptive (gconstpointer name)
{
  const double x0[4] = { 1, 0, 0, 0 };
  OdeSettings settings = tolerance_settings (1e-8);

  for (int redundant = 0; redundant < 2; redundant++)
    {
      OdeSystem system = pendulum;
      OdeIntegrator *integrator;
      double worst = 0;

      if (redundant)
        {
          system.n_constraints = 4;
          system.n_position_constraints = 2;
          system.constraints = twice_constraints;
          system.constraint_jacobian = twice_constraint_jacobian;
        }
      settings.constraint_tolerance = 1e-10;
      integrator = make (name, &system, &settings, x0, 20);
      while (ode_integrator_t (integrator) < 20)
        {
          g_assert_cmpint (ode_integrator_step (integrator, 20, ODE_STOP_END), ==, ODE_DONE);
          worst = MAX (worst, length_error (ode_integrator_x (integrator)));
        }
      g_assert_cmpfloat (worst, <=, 1e-10);
      /* Local errors of 1e-8 add up over some thousand steps. */
      g_assert_cmpfloat (fabs (energy (ode_integrator_x (integrator))), <, 1e-4);
      ode_integrator_free (integrator);
    }
}

/* S-22: the length of a rod of length 3 is kept within a constraint tolerance of 1e-6. */
static OdeStatus
rod_constraints (void *self, double t, const double *x, double *c)
{
  c[0] = (x[0] * x[0] + x[1] * x[1] - 9) / 2;
  c[1] = x[0] * x[2] + x[1] * x[3];
  return ODE_DONE;
}

static void
test_s22 (void)
{
  OdeSystem system = pendulum;
  const double x0[4] = { 3, 0, 0, 0 };
  OdeSettings settings = tolerance_settings (1e-3);
  OdeIntegrator *integrator;

  system.constraints = rod_constraints;
  settings.constraint_tolerance = 1e-6;
  integrator = make ("runge_kutta_merson", &system, &settings, x0, 10);
  while (ode_integrator_t (integrator) < 10)
    {
      double c[2];

      g_assert_cmpint (ode_integrator_step (integrator, 10, ODE_STOP_END), ==, ODE_DONE);
      rod_constraints (NULL, 0, ode_integrator_x (integrator), c);
      g_assert_cmpfloat (fabs (c[0]), <=, 1e-6);
      g_assert_cmpfloat (fabs (c[1]), <=, 1e-6);
    }
  ode_integrator_free (integrator);
}

/* S-24: the length of the rod is kept with radau5 and with CVODE, which replaces
 * CPODES. */
static void
test_s24 (gconstpointer name)
{
  const double x0[4] = { 1, 0, 0, 0 };
  OdeSettings settings = tolerance_settings (1e-8);
  OdeIntegrator *integrator;

  settings.jacobian = ODE_JACOBIAN_FORWARD;
  integrator = make (name, &pendulum, &settings, x0, 10);
  run_to (integrator, 10);
  /* The constraint tolerance is accuracy/10 = 1e-5. */
  g_assert_cmpfloat (length_error (ode_integrator_x (integrator)), <=, 1e-5);
  /* The projection does not cause restarts, which would need many more steps: each of these
   * methods needs some hundred steps. */
  g_assert_cmpint (ode_integrator_statistics (integrator)->steps_taken, <, 3000);
  ode_integrator_free (integrator);
}

static void
test_start (void)
{
  const double off[4] = { 1.2, 0.3, 0.5, 0.1 };
  OdeSettings settings = tolerance_settings (1e-6);
  OdeIntegrator *integrator = make ("runge_kutta5", &pendulum, &settings, off, 1);
  const double *x = ode_integrator_x (integrator);
  double c[2];

  pendulum_constraints (NULL, 0, x, c);
  g_assert_cmpfloat (fabs (c[0]), <=, 1e-5);
  g_assert_cmpfloat (fabs (c[1]), <=, 1e-5);
  /* The smallest change of the position is along the radius. */
  g_assert_cmpfloat_with_epsilon (x[1] / x[0], 0.3 / 1.2, 1e-3);
  ode_integrator_free (integrator);
}

static OdeStatus
impossible (void *self, double t, const double *x, double *c)
{
  c[0] = x[0] * x[0] + 1;
  c[1] = 0;
  return ODE_DONE;
}

static void
test_impossible_start (void)
{
  OdeSystem system = pendulum;
  const double x0[4] = { 1, 0, 0, 0 };
  OdeSettings settings = tolerance_settings (1e-6);
  char error[256];
  OdeIntegrator *integrator;

  system.constraints = impossible;
  integrator = ode_integrator_new (method_named ("runge_kutta5"), &system, &settings, error, sizeof error);
  g_assert_nonnull (integrator);
  g_assert_cmpint (ode_integrator_initialize (integrator, 0, x0, 1), ==, ODE_FAIL_INCONSISTENT);
  g_assert_nonnull (strstr (ode_integrator_message (integrator), "constraint 1"));
  ode_integrator_free (integrator);
}

/* ---- index-1 equations ---- */

/* The equations x' = −x + z and 0 = z³ + z − x. The second equation has one real solution z. */
static OdeStatus
cubic_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = -x[0] + x[1];
  dxdt[1] = x[1] * x[1] * x[1] + x[1] - x[0];
  return ODE_DONE;
}

static OdeStatus
cubic_jacobian (void *self, double t, const double *x, double *J)
{
  J[0] = J[1] = -1;
  J[2] = 1;
  J[3] = 3 * x[1] * x[1] + 1;
  return ODE_DONE;
}

static const int mass_start[] = { 0, 1, 1 }, mass_row[] = { 0 };
static const OdePattern mass_pattern = { 2, 2, mass_start, mass_row };
static const double mass[] = { 1 };
static const OdeKind za[] = { ODE_OTHER, ODE_ALGEBRAIC };
static const char *const cubic_names[] = { "x", "z" };

static const OdeSystem cubic = {
  .n_states = 2, .kinds = za, .rhs = cubic_rhs, .jacobian = cubic_jacobian, .mass_pattern = &mass_pattern, .mass = mass,
  .names = cubic_names,
};

/* Elimination of x gives (3z² + 1) z' = x' = z − x = −z³, so 3 ln z − 1/(2z²) = −t + C. Returns the t of the solution with z(0) = z0 that
 * belongs to z.
 */
static double
cubic_truth (double z, double z0)
{
  return -3 * log (z) + 1 / (2 * z * z) - (-3 * log (z0) + 1 / (2 * z0 * z0));
}

static void
test_dae (gconstpointer user)
{
  const OdeMethod *method = user;
  const double x0[2] = { 2, 0.3 }; /* z = 1 satisfies z³ + z = 2; the initial guess 0.3 does not */
  OdeSettings settings = tolerance_settings (1e-6);
  OdeIntegrator *integrator;
  double z, x, middle[2];

  settings.error_control_explicit = (method->traits & ODE_TRAIT_MULTISTEP) == 0; /* multistep methods need fixed steps */
  if (method->order == 1)
    settings.relative_tolerance = settings.absolute_tolerance = 1e-4;
  integrator = make (method->id, &cubic, &settings, x0, 2);
  g_assert_cmpfloat_with_epsilon (ode_integrator_x (integrator)[1], 1, 1e-12);
  while (ode_integrator_t (integrator) < 2)
    {
      g_assert_cmpint (ode_integrator_step (integrator, 2, ODE_STOP_END), ==, ODE_DONE);
      g_assert_cmpint (ode_integrator_interpolate (integrator, (ode_integrator_t_previous (integrator)
                                                                + ode_integrator_t (integrator)) / 2, middle), ==, ODE_DONE);
      /* The dense output of every method satisfies the algebraic equation with an
       * error below 0.001. The linear interpolation of implicit Euler has the largest
       * residual. */
      g_assert_cmpfloat (fabs (middle[1] * middle[1] * middle[1] + middle[1] - middle[0]), <, 1e-3);
    }
  x = ode_integrator_x (integrator)[0];
  z = ode_integrator_x (integrator)[1];
  g_assert_cmpfloat (fabs (z * z * z + z - x), <, 1e-3 * settings.relative_tolerance / 1e-6);
  /* The problem is contractive, so that the global error is a small multiple of the tolerance.
   * For first-order methods it is a few hundred tolerances. */
  g_assert_cmpfloat (fabs (cubic_truth (z, 1) - 2), <, 300 * settings.relative_tolerance);
  ode_integrator_free (integrator);
}

/* Methods that cannot use a mass matrix refuse the system, and the message names methods that can. */
static void
test_refusals (void)
{
  static const char *const names[] = { "cvode_bdf", "cvode_adams", "velocity_implicit_euler", "adams_moulton2", "stormer_verlet" };

  for (size_t i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const OdeMethod *method = ode_method_find (names[i]);
      const char *reason = method != NULL ? ode_method_refuses (method, &cubic) : NULL;

      g_assert_true (method == NULL || reason != NULL);
      if (method != NULL && g_str_has_prefix (names[i], "cvode"))
        g_assert_nonnull (strstr (reason, "mass matrix"));
    }
}

static OdeStatus
no_solution_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = -x[0];
  dxdt[1] = x[1] * x[1] + 1;
  return ODE_DONE;
}

static void
test_no_solution (void)
{
  OdeSystem system = cubic;
  const double x0[2] = { 1, 0.5 };
  OdeSettings settings = tolerance_settings (1e-6);
  char error[256];
  OdeIntegrator *integrator;

  system.rhs = no_solution_rhs;
  system.jacobian = NULL;
  integrator = ode_integrator_new (method_named ("radau5"), &system, &settings, error, sizeof error);
  g_assert_nonnull (integrator);
  g_assert_cmpint (ode_integrator_initialize (integrator, 0, x0, 1), ==, ODE_FAIL_INCONSISTENT);
  g_assert_nonnull (strstr (ode_integrator_message (integrator), "z: 1"));
  ode_integrator_free (integrator);
}

/* M = [1 1; 1 1] is singular but has no zero row. The equations are u' + v' = f1 =
 * f2, so the algebraic equation is f1 − f2 = 0. */
static OdeStatus
rank_rhs (void *self, double t, const double *x, double *dxdt)
{
  /* f1 = −u − v, and f1 − f2 = v − u². */
  dxdt[0] = -x[0] - x[1];
  dxdt[1] = dxdt[0] - (x[1] - x[0] * x[0]);
  return ODE_DONE;
}

static void
test_rank_one_mass (gconstpointer name)
{
  static const int start_[] = { 0, 2, 4 }, row[] = { 0, 1, 0, 1 };
  static const OdePattern pattern = { 2, 2, start_, row };
  static const double ones[] = { 1, 1, 1, 1 };
  const OdeSystem system = { .n_states = 2, .rhs = rank_rhs, .mass_pattern = &pattern, .mass = ones };
  const double x0[2] = { 1, 0.5 }; /* u + v = 1.5 is kept from x0; u + u² = 1.5 then gives u = (√7 − 1)/2 */
  const double u0 = (sqrt (7) - 1) / 2, t = 1;
  OdeSettings settings = tolerance_settings (1e-8);
  OdeIntegrator *integrator = make (name, &system, &settings, x0, t);
  double w, u;

  g_assert_cmpfloat_with_epsilon (ode_integrator_x (integrator)[0], u0, 1e-9);
  g_assert_cmpfloat_with_epsilon (ode_integrator_x (integrator)[0] + ode_integrator_x (integrator)[1], 1.5, 1e-12);
  run_to (integrator, t);
  /* w = u + v satisfies w' = −w, and u + u² = w. */
  w = 1.5 * exp (-t);
  u = (sqrt (1 + 4 * w) - 1) / 2;
  g_assert_cmpfloat_with_epsilon (ode_integrator_x (integrator)[0], u, 1e-6);
  g_assert_cmpfloat_with_epsilon (ode_integrator_x (integrator)[1], w - u, 1e-6);
  ode_integrator_free (integrator);
}

/* ---- least squares for redundant constraints ---- */

static void
test_least_squares (void)
{
  const double A[6] = { 1, 2, 3, 2, 4, 6.0000000001 }, b[2] = { 14, 28 };
  double x[3];
  g_autofree double *work = g_new (double, ode_least_squares_work_size (3, 2));

  /* The second singular value is 1e-11 times the first one, which is below the cutoff. The
   * rank is therefore 1, and (1, 2, 3) is the shortest solution. */
  g_assert_cmpint (ode_least_squares (3, 2, A, b, x, work), ==, 1);
  for (int i = 0; i < 3; i++)
    g_assert_cmpfloat_with_epsilon (x[i], i + 1, 1e-9);
}

/* The constraints x = 1 and x = 2 contradict each other. */
static OdeStatus
contradiction (void *self, double t, const double *x, double *c)
{
  c[0] = x[0] - 1;
  c[1] = x[0] - 2;
  return ODE_DONE;
}

static OdeStatus
contradiction_jacobian (void *self, double t, const double *x, double *G)
{
  G[0] = G[1] = 1;
  return ODE_DONE;
}

/* If constraints contradict each other, the weights T determine the solution x = (T₁² 1 + T₂² 2)/(T₁² + T₂²). The errors are multiplied by
 * the weights before they are compared with the tolerance. */
static void
test_constraint_weights (void)
{
  static const OdeSystem system = { .n_states = 1, .n_constraints = 2, .n_position_constraints = 2,
                                    .constraints = contradiction, .constraint_jacobian = contradiction_jacobian };
  static const double weights[] = { 3, 1 }, small[] = { 1e-3, 1e-3 };
  OdeSettings settings;
  OdeProjection *projection = ode_projection_new (&system);
  double x = 5;

  ode_settings_init (&settings);
  settings.constraint_tolerance = 1.1;
  settings.constraint_weights = weights;
  ode_projection_configure (projection, &settings, 1e-4);
  g_assert_cmpint (ode_projection_start (projection, 0, &x), ==, ODE_DONE);
  g_assert_cmpfloat_with_epsilon (x, (9.0 * 1 + 2) / 10, 1e-14);

  /* At x = 2.5 the errors are 1.5 and 0.5. They are above the tolerance without weights and far below it with small weights. */
  x = 2.5;
  settings.constraint_weights = small;
  ode_projection_configure (projection, &settings, 1e-4);
  g_assert_cmpint (ode_projection_start (projection, 0, &x), ==, ODE_DONE);
  g_assert_true (x == 2.5);
  settings.constraint_weights = NULL;
  ode_projection_configure (projection, &settings, 1e-4);
  g_assert_cmpint (ode_projection_start (projection, 0, &x), ==, ODE_DONE);
  g_assert_cmpfloat_with_epsilon (x, 1.5, 1e-14);
  ode_projection_free (projection);
}

/* If the constraints hold within their tolerance after a step, they are projected only if project_every_step is set. */
static void
test_every_step (void)
{
  for (int every = 0; every < 2; every++)
    {
      const double x0[4] = { 1, 0, 0, 0 };
      OdeSettings settings = fixed_settings (0.01);
      OdeIntegrator *integrator;

      settings.project_every_step = every;
      settings.constraint_tolerance = 1e-3;
      integrator = make ("runge_kutta4", &pendulum, &settings, x0, 1);
      run_to (integrator, 1);
      if (every)
        g_assert_cmpint (ode_integrator_statistics (integrator)->projections, >=, 100);
      else
        g_assert_cmpint (ode_integrator_statistics (integrator)->projections, ==, 0);
      ode_integrator_free (integrator);
    }
}

/* An error of exactly the largest allowed size, which is max (2 tol, √tol), is projected. A larger one rejects the step. */
static void
test_largest_error (void)
{
  OdeProjection *projection = ode_projection_new (&pendulum);
  OdeStatistics statistics = { 0 };
  OdeSettings settings;
  bool moved;

  ode_settings_init (&settings);
  settings.constraint_tolerance = 0.25;
  ode_projection_configure (projection, &settings, 1e-4);
  for (int beyond = 0; beyond < 2; beyond++)
    {
      /* (1 + 1 − 1)/2 is 0.5 without any rounding error. */
      double x[4] = { 1, beyond ? 1.001 : 1, 0, 0 };

      g_assert_cmpint (ode_projection_step (projection, 0, x, NULL, &statistics, &moved), ==, beyond ? ODE_RETRY_PROJECTION : ODE_DONE);
    }
  ode_projection_free (projection);
}

static int n_constraint_calls;

static OdeStatus
counted_constraints (void *self, double t, const double *x, double *c)
{
  n_constraint_calls++;
  return pendulum_constraints (self, t, x, c);
}

/* A point that satisfies the constraints costs one evaluation of them for the positions and one for the velocities. */
static void
test_evaluations (void)
{
  OdeSystem system = pendulum;
  OdeProjection *projection = ode_projection_new (&system);
  OdeStatistics statistics = { 0 };
  OdeSettings settings;
  double x[4] = { 1, 0, 0, 0 };
  bool moved;

  system.constraints = counted_constraints;
  ode_settings_init (&settings);
  ode_projection_configure (projection, &settings, 1e-4);
  g_assert_cmpint (ode_projection_start (projection, 0, x), ==, ODE_DONE);
  g_assert_cmpint (n_constraint_calls, ==, 2);
  ode_projection_interpolated (projection, 0, x);
  g_assert_cmpint (n_constraint_calls, ==, 4);
  g_assert_cmpint (ode_projection_step (projection, 0, x, NULL, &statistics, &moved), ==, ODE_DONE);
  g_assert_cmpint (n_constraint_calls, ==, 6);
  g_assert_false (moved);
  ode_projection_free (projection);
}

/* The statistics count projections of positions and of velocities separately, and iterations by their result. */
static void
test_counts (void)
{
  OdeSettings settings = tolerance_settings (1e-6);
  const Problem problem = { .name = "pendulum", .system = pendulum, .x0 = { 1, 0, 0, 0 }, .t1 = 2 };
  OdeIntegrator *integrator;
  const OdeStatistics *statistics;

  settings.project_every_step = true;
  integrator = start (method_named ("runge_kutta5"), &problem, &settings);
  run_to (integrator, 2);
  statistics = ode_integrator_statistics (integrator);
  g_assert_cmpint (statistics->projections_q, >, 0);
  g_assert_cmpint (statistics->projections_u, >, 0);
  g_assert_cmpint (statistics->projections_q + statistics->projections_u, ==, statistics->projections);
  g_assert_cmpint (statistics->convergent_iterations + statistics->divergent_iterations, ==, 0);
  ode_integrator_free (integrator);

  integrator = start (method_named ("radau5"), &problem_table, &settings);
  run_to (integrator, problem_table.t1);
  statistics = ode_integrator_statistics (integrator);
  g_assert_cmpint (statistics->convergent_iterations, >, 0);
  g_assert_cmpint (statistics->convergent_iterations + statistics->divergent_iterations, ==, statistics->newton_iterations);
  ode_integrator_free (integrator);

  /* Verlet's fixed-point iteration does not converge within ten iterations, because the step is far too large. */
  settings = drake_settings (1e-3, 10, true);
  settings.initial_step = 10;
  integrator = start (method_named ("verlet"), &problem_table, &settings);
  g_assert_cmpint (ode_integrator_step (integrator, 10, ODE_STOP_END), ==, ODE_DONE);
  statistics = ode_integrator_statistics (integrator);
  g_assert_cmpint (statistics->convergent_iterations, >, 0);
  g_assert_cmpint (statistics->divergent_iterations, >, 0);
  ode_integrator_free (integrator);
}

int
main (int argc, char **argv)
{
  static const char *const adaptive[] = { "runge_kutta5", "dop853", "radau5", "rodas4" };
  const OdeMethod *const *methods;
  int n_methods;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ode/projection/constraints-within-tolerance-are-projected-only-on-request", test_every_step);
  g_test_add_func ("/ode/projection/constraints-drift-at-the-known-rate-without-stabilization", test_drift);
  g_test_add_func ("/ode/projection/projected-states-satisfy-the-constraints", test_projected);
  for (size_t i = 0; i < G_N_ELEMENTS (adaptive); i++)
    {
      g_autofree char *path = g_strdup_printf ("/ode/projection/constraints-hold-with-adaptive-steps/%s", adaptive[i]);
      g_autofree char *rank = g_strdup_printf ("/ode/dae/a-system-with-a-mass-matrix-of-rank-one-is-solved/%s", adaptive[i]);

      g_test_add_data_func (path, adaptive[i], test_adaptive);
      g_test_add_data_func (rank, adaptive[i], test_rank_one_mass);
    }
  g_test_add_func ("/ode/simbody/S-22-a-rod-keeps-its-length", test_s22);
  g_test_add_data_func ("/ode/simbody/S-24-a-pendulum-keeps-its-length/radau5", "radau5", test_s24);
  if (ode_method_find ("cvode_bdf") != NULL)
    {
      g_test_add_data_func ("/ode/simbody/S-24-a-pendulum-keeps-its-length/cvode_bdf", "cvode_bdf", test_s24);
      g_test_add_data_func ("/ode/simbody/S-24-a-pendulum-keeps-its-length/cvode_adams", "cvode_adams", test_s24);
    }
  g_test_add_func ("/ode/projection/inconsistent-initial-values-are-corrected", test_start);
  g_test_add_func ("/ode/projection/initial-values-that-cannot-be-made-consistent-are-reported", test_impossible_start);
  g_test_add_func ("/ode/projection/weights-determine-the-solution-of-contradictory-constraints", test_constraint_weights);
  g_test_add_func ("/ode/projection/an-error-above-the-limit-rejects-the-step", test_largest_error);
  g_test_add_func ("/ode/projection/consistent-points-cost-two-evaluations-of-the-constraints", test_evaluations);
  g_test_add_func ("/ode/projection/projections-of-positions-and-velocities-are-counted-separately", test_counts);
  methods = ode_methods (&n_methods);
  for (int i = 0; i < n_methods; i++)
    if (ode_method_refuses (methods[i], &cubic) == NULL && !(methods[i]->traits & ODE_TRAIT_DIVERGENT))
      {
        g_autofree char *path = g_strdup_printf ("/ode/dae/an-index-1-system-is-solved/%s", methods[i]->id);

        g_test_add_data_func (path, methods[i], test_dae);
      }
  g_test_add_func ("/ode/dae/methods-that-do-not-support-a-mass-matrix-give-the-reason", test_refusals);
  g_test_add_func ("/ode/dae/an-unsolvable-algebraic-equation-is-reported", test_no_solution);
  g_test_add_func ("/ode/least-squares/the-solution-of-a-rank-deficient-system-has-minimum-norm", test_least_squares);
  return g_test_run ();
}
