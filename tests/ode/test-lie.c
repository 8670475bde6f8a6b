/* Tests of Munthe-Kaas methods on rotations and rigid motions: rigid bodies, orders, unit
 * quaternions and screw motions. */
#include "ode-test.h"

#include "ode-lie.h"

#include <stdlib.h>
#include <string.h>

/* ---- a free rigid body with I = (1, 2, 3); the states are ω in the body frame, and q
 * ---- */

static const OdeRotation body_rotation[] = { { .quaternion = 3, .position = -1 } };

static OdeStatus
body_rhs (void *self, double t, const double *x, double *dxdt)
{
  const double *q = x + 3;

  dxdt[0] = (2.0 - 3.0) / 1.0 * x[1] * x[2];
  dxdt[1] = (3.0 - 1.0) / 2.0 * x[2] * x[0];
  dxdt[2] = (1.0 - 2.0) / 3.0 * x[0] * x[1];
  dxdt[3] = 0.5 * (-q[1] * x[0] - q[2] * x[1] - q[3] * x[2]);
  dxdt[4] = 0.5 * (q[0] * x[0] + q[2] * x[2] - q[3] * x[1]);
  dxdt[5] = 0.5 * (q[0] * x[1] + q[3] * x[0] - q[1] * x[2]);
  dxdt[6] = 0.5 * (q[0] * x[2] + q[1] * x[1] - q[2] * x[0]);
  return ODE_DONE;
}

static const OdeSystem body = { .n_states = 7, .rhs = body_rhs, .n_rotations = 1, .rotations = body_rotation };

/* Computes sn, cn and dn of u with parameter m by the arithmetic–geometric mean
 * (Abramowitz and Stegun 16.4). */
static void
elliptic (double u, double m, double *sn, double *cn, double *dn)
{
  double a[12], c[12], phi, before = 0;
  int n = 0;
  double b = sqrt (1 - m);

  a[0] = 1;
  c[0] = sqrt (m);
  while (fabs (c[n]) > 1e-17 && n < 10)
    {
      a[n + 1] = (a[n] + b) / 2;
      c[n + 1] = (a[n] - b) / 2;
      b = sqrt (a[n] * b);
      n++;
    }
  phi = ldexp (a[n] * u, n);
  for (; n > 0; n--)
    {
      before = phi;
      phi = (phi + asin (c[n] * sin (phi) / a[n])) / 2;
    }
  *sn = sin (phi);
  *cn = cos (phi);
  *dn = *cn / cos (before - phi);
  if (fabs (cos (before - phi)) < 0.1)
    *dn = sqrt (1 - m * *sn * *sn);
}

static OdeIntegrator *
start_body (const char *name, OdeSettings *settings, const char *tableau, OdeMethodOption *option)
{
  const double x0[7] = { 1, 0, 1, 1, 0, 0, 0 };
  char error[200] = "";
  OdeIntegrator *integrator;

  if (tableau != NULL)
    {
      *option = (OdeMethodOption) { "tableau", NAN, tableau };
      settings->options = option;
      settings->n_options = 1;
    }
  integrator = ode_integrator_new (method_named (name), &body, settings, error, sizeof error);
  if (integrator == NULL)
    g_error ("%s", error);
  g_assert_cmpint (ode_integrator_initialize (integrator, 0, x0, 20), ==, ODE_DONE);
  return integrator;
}

static double
norm_error (const double *q)
{
  return fabs (sqrt (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]) - 1);
}

/* Returns the error of the angular momentum in the world frame, R I ω, which is
 * constant and equals (1, 0, 3). */
static double
momentum_error (const double *x)
{
  const double body_momentum[3] = { x[0], 2 * x[1], 3 * x[2] };
  double space[3];

  ode_quaternion_rotate (x + 3, body_momentum, space);
  return MAX (fabs (space[0] - 1), MAX (fabs (space[1]), fabs (space[2] - 3)));
}

static void
test_body (gconstpointer tableau)
{
  OdeSettings settings = tolerance_settings (1e-10);
  OdeMethodOption option;
  OdeIntegrator *integrator = start_body ("munthe_kaas", &settings, tableau, &option);
  double sn, cn, dn;

  run_to (integrator, 20);
  const double *x = ode_integrator_x (integrator);

  elliptic (20, 1.0 / 3, &sn, &cn, &dn);
  /* The solution is ω = (cn, sn, dn). Local errors of 1e-10 add up over some
   * hundred steps. */
  g_assert_cmpfloat_with_epsilon (x[0], cn, 1e-7);
  g_assert_cmpfloat_with_epsilon (x[1], sn, 1e-7);
  g_assert_cmpfloat_with_epsilon (x[2], dn, 1e-7);
  g_assert_cmpfloat (momentum_error (x), <, 1e-7);
  g_assert_cmpfloat (norm_error (x + 3), <, 1e-15);
  ode_integrator_free (integrator);
}

static void
test_unit (void)
{
  OdeSettings settings = fixed_settings (0.05);
  OdeMethodOption option;
  OdeIntegrator *integrator;
  double worst = 0;

  settings.renormalize = false;
  integrator = start_body ("munthe_kaas", &settings, "runge_kutta4", &option);
  for (int k = 0; k < 10000; k++)
    {
      g_assert_cmpint (ode_integrator_step (integrator, 1e6, ODE_STOP_END), ==, ODE_DONE);
      worst = MAX (worst, norm_error (ode_integrator_x (integrator) + 3));
    }
  g_assert_cmpfloat (worst, <, 1e-14);
  ode_integrator_free (integrator);
}

/* If the components of a quaternion are integrated as ordinary states, its
 * length drifts; with renormalization it remains 1. */
static void
test_renormalize (void)
{
  for (int renormalize = 0; renormalize < 2; renormalize++)
    {
      OdeSettings settings = fixed_settings (0.1);
      OdeIntegrator *integrator;

      settings.renormalize = renormalize != 0;
      integrator = start_body ("runge_kutta4", &settings, NULL, NULL);
      run_to (integrator, 20);
      if (renormalize)
        g_assert_cmpfloat (norm_error (ode_integrator_x (integrator) + 3), <, 4e-16);
      else
        g_assert_cmpfloat (norm_error (ode_integrator_x (integrator) + 3), >, 1e-9);
      ode_integrator_free (integrator);
    }
}

static void
test_order (gconstpointer tableau)
{
  const int order = method_named (tableau)->order;
  double sn, cn, dn, error[2];

  elliptic (5, 1.0 / 3, &sn, &cn, &dn);
  for (int k = 0; k < 2; k++)
    {
      OdeSettings settings = fixed_settings (5.0 / (k == 0 ? 40 : 80));
      OdeMethodOption option;
      OdeIntegrator *integrator = start_body ("munthe_kaas", &settings, tableau, &option);

      run_to (integrator, 5);
      error[k] = momentum_error (ode_integrator_x (integrator));
      /* The error of Euler's method at h = 1/8 is 0.3. */
      g_assert_cmpfloat (fabs (ode_integrator_x (integrator)[1] - sn), <, 0.5);
      ode_integrator_free (integrator);
    }
  g_assert_cmpfloat (log2 (error[0] / error[1]), >, order - 0.5);
}

/* The right-hand side of R' = hat (w (R)) R with w = (R01 + 1/2, sin R12 + 1, R20 R00) in the world
 * frame; the rows of R at t = 1 were computed with forty digits. */
static void
matrix_of (const double *q, double R[3][3])
{
  for (int j = 0; j < 3; j++)
    {
      const double e[3] = { j == 0, j == 1, j == 2 };
      double column[3];

      ode_quaternion_rotate (q, e, column);
      for (int i = 0; i < 3; i++)
        R[i][j] = column[i];
    }
}

static OdeStatus
world_rhs (void *self, double t, const double *q, double *dqdt)
{
  double R[3][3], w[3];

  matrix_of (q, R);
  w[0] = R[0][1] + 0.5;
  w[1] = sin (R[1][2]) + 1;
  w[2] = R[2][0] * R[0][0];
  /* q' = ½ (0, w) ⊗ q in components. */
  dqdt[0] = 0.5 * (-w[0] * q[1] - w[1] * q[2] - w[2] * q[3]);
  dqdt[1] = 0.5 * (w[0] * q[0] + w[1] * q[3] - w[2] * q[2]);
  dqdt[2] = 0.5 * (w[1] * q[0] + w[2] * q[1] - w[0] * q[3]);
  dqdt[3] = 0.5 * (w[2] * q[0] + w[0] * q[2] - w[1] * q[1]);
  return ODE_DONE;
}

static void
test_world (void)
{
  static const double truth[3][3] = {
    { 0.75335916468436813222, 0.45060751287583551005, 0.47896016360434189801 },
    { 0.0019851612673426687948, 0.72677381393135148091, -0.68687399318828481798 },
    { -0.65760628655357824578, 0.51841363091987756018, 0.54662718479936771632 },
  };
  static const OdeRotation rotation[] = { { .quaternion = 0, .position = -1, .world_frame = true } };
  const OdeSystem system = { .n_states = 4, .rhs = world_rhs, .n_rotations = 1, .rotations = rotation };
  const OdeMethodOption option = { "tableau", NAN, "runge_kutta4" };
  const double x0[4] = { 1, 0, 0, 0 };
  double error[2] = { 0, 0 };

  for (int k = 0; k < 2; k++)
    {
      OdeSettings settings = fixed_settings (1.0 / (k == 0 ? 16 : 32));
      OdeIntegrator *integrator;
      char text[200];
      double R[3][3];

      settings.options = &option;
      settings.n_options = 1;
      integrator = ode_integrator_new (method_named ("munthe_kaas"), &system, &settings, text, sizeof text);
      g_assert_nonnull (integrator);
      g_assert_cmpint (ode_integrator_initialize (integrator, 0, x0, 1), ==, ODE_DONE);
      run_to (integrator, 1);
      matrix_of (ode_integrator_x (integrator), R);
      for (int i = 0; i < 9; i++)
        error[k] = MAX (error[k], fabs (R[i / 3][i % 3] - truth[i / 3][i % 3]));
      ode_integrator_free (integrator);
    }
  /* The published method of order 4 has errors of 1.2e-7 and 7.5e-9.
   * This method uses other commutators and has the same order. */
  g_assert_cmpfloat (error[1], <, 3e-8);
  g_assert_cmpfloat (log2 (error[0] / error[1]), >, 3.7);
}

/* A rigid body with a constant body twist makes a screw motion, which Munthe-Kaas methods
 * integrate exactly with any step size. */
static OdeStatus
screw_rhs (void *self, double t, const double *x, double *dxdt)
{
  const double *w = self, *v = w + 3, *q = x;

  dxdt[0] = 0.5 * (-q[1] * w[0] - q[2] * w[1] - q[3] * w[2]);
  dxdt[1] = 0.5 * (q[0] * w[0] + q[2] * w[2] - q[3] * w[1]);
  dxdt[2] = 0.5 * (q[0] * w[1] + q[3] * w[0] - q[1] * w[2]);
  dxdt[3] = 0.5 * (q[0] * w[2] + q[1] * w[1] - q[2] * w[0]);
  ode_quaternion_rotate (q, v, dxdt + 4);
  return ODE_DONE;
}

static void
test_screw (void)
{
  static const OdeRotation rotation[] = { { .quaternion = 0, .position = 4 } };
  double twist[6] = { 0.4, -0.3, 0.5, 1, 2, -0.5 }, q[4], p[3], X[6];
  const OdeSystem system = { .self = twist, .n_states = 7, .rhs = screw_rhs, .n_rotations = 1, .rotations = rotation };
  const double x0[7] = { 1, 0, 0, 0, 0, 0, 0 };
  OdeSettings settings = fixed_settings (1.5);
  char text[200];
  OdeIntegrator *integrator = ode_integrator_new (method_named ("munthe_kaas"), &system, &settings, text, sizeof text);

  g_assert_nonnull (integrator);
  g_assert_cmpint (ode_integrator_initialize (integrator, 0, x0, 3), ==, ODE_DONE);
  run_to (integrator, 3);
  for (int i = 0; i < 6; i++)
    X[i] = 3 * twist[i];
  ode_se3_exp (X, q, p);
  for (int i = 0; i < 4; i++)
    g_assert_cmpfloat_with_epsilon (ode_integrator_x (integrator)[i], q[i], 1e-14);
  for (int i = 0; i < 3; i++)
    g_assert_cmpfloat_with_epsilon (ode_integrator_x (integrator)[4 + i], p[i], 1e-13);
  ode_integrator_free (integrator);
}

/* the solution of a ball-joint pendulum that starts at φ = 0 has no
 * NaN, and its energy is conserved. */
static OdeStatus
ball_rhs (void *self, double t, const double *x, double *dxdt)
{
  const double com[3] = { 0, 0, 0.2 }, gravity[3] = { 0, 0, -9.81 }, *w = x;
  /* The inertia is I = E about the centre of mass, m = 1, and the pivot is at the origin, so I_p = E + m (|c|² E − c
   * cᵀ). */
  const double inertia[3] = { 1.04, 1.04, 1 };
  double g[3], Iw[3];

  body_rhs (NULL, t, x, dxdt);
  ode_quaternion_rotate_back (x + 3, gravity, g);
  for (int i = 0; i < 3; i++)
    Iw[i] = inertia[i] * w[i];
  dxdt[0] = (com[1] * g[2] - com[2] * g[1] - (w[1] * Iw[2] - w[2] * Iw[1])) / inertia[0];
  dxdt[1] = (com[2] * g[0] - com[0] * g[2] - (w[2] * Iw[0] - w[0] * Iw[2])) / inertia[1];
  dxdt[2] = (com[0] * g[1] - com[1] * g[0] - (w[0] * Iw[1] - w[1] * Iw[0])) / inertia[2];
  return ODE_DONE;
}

static void
test_r07 (void)
{
  const OdeSystem system = { .n_states = 7, .rhs = ball_rhs, .n_rotations = 1, .rotations = body_rotation };
  const double x0[7] = { 0, 0, 0, cos (G_PI / 8), sin (G_PI / 8), 0, 0 };
  const OdeMethodOption option = { "tableau", NAN, "runge_kutta4" };
  OdeSettings settings = fixed_settings (1e-3);
  OdeIntegrator *integrator;
  double energy0 = 9.81 * 0.2 * cos (G_PI / 4), energy, up[3];
  const double com[3] = { 0, 0, 0.2 };
  char text[200];

  settings.options = &option;
  settings.n_options = 1;
  integrator = ode_integrator_new (method_named ("munthe_kaas"), &system, &settings, text, sizeof text);
  g_assert_nonnull (integrator);
  g_assert_cmpint (ode_integrator_initialize (integrator, 0, x0, 1), ==, ODE_DONE);
  while (ode_integrator_t (integrator) < 1)
    {
      g_assert_cmpint (ode_integrator_step (integrator, 1, ODE_STOP_END), ==, ODE_DONE);
      for (int i = 0; i < 7; i++)
        g_assert_true (isfinite (ode_integrator_x (integrator)[i]));
    }
  const double *x = ode_integrator_x (integrator);

  ode_quaternion_rotate (x + 3, com, up);
  energy = (1.04 * (x[0] * x[0] + x[1] * x[1]) + x[2] * x[2]) / 2 + 9.81 * up[2];
  /* The method has order 4, and h = 1e-3. */
  g_assert_cmpfloat_with_epsilon (energy, energy0, 1e-11);
  ode_integrator_free (integrator);
}

int
main (int argc, char **argv)
{
  static const char *const pairs[] = { "runge_kutta5", "bogacki_shampine3", "verner76" };
  static const char *const orders[] = { "explicit_euler", "midpoint", "runge_kutta3", "runge_kutta4", "runge_kutta5", "verner65" };

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ode/rbd/R-07-the-energy-of-a-ball-joint-is-conserved", test_r07);
  for (size_t i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_autofree char *path = g_strdup_printf ("/ode/lie/a-free-rigid-body-agrees-with-its-reference/%s", pairs[i]);

      g_test_add_data_func (path, pairs[i], test_body);
    }
  for (size_t i = 0; i < G_N_ELEMENTS (orders); i++)
    {
      g_autofree char *path = g_strdup_printf ("/ode/lie/the-munthe-kaas-method-has-the-order-of-its-tableau/%s", orders[i]);

      g_test_add_data_func (path, orders[i], test_order);
    }
  g_test_add_func ("/ode/lie/quaternions-stay-on-the-unit-sphere", test_unit);
  g_test_add_func ("/ode/lie/renormalization-removes-the-drift-of-the-quaternion-norm", test_renormalize);
  g_test_add_func ("/ode/lie/order-4-is-reached-with-angular-velocity-in-the-world-frame", test_world);
  g_test_add_func ("/ode/lie/a-screw-motion-is-integrated-exactly", test_screw);
  return g_test_run ();
}
