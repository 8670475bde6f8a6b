/* Tests the motion of a pose on SE(3) whose velocity depends on the attitude: a body
 * tumbles freely in gravity, with a thrust along its third axis. This is the model
 * tumbling-thruster. The reference was computed by extrapolation with the components of
 * the quaternion in 113-bit arithmetic. */
#include "ode-test.h"

#include "ode-lie.h"

#include <string.h>

/* The states are w (angular velocity), u (velocity), q (quaternion) and p (position). */
#define N 13

static OdeStatus
thruster_rhs (void *self, double t, const double *x, double *dxdt)
{
  static const double I[3] = { 1, 2, 3 }, gravity[3] = { 0, 0, -0.2 };
  const double *w = x, *u = x + 3, *q = x + 6;
  double g[3];

  ode_quaternion_rotate_back (q, gravity, g);
  for (int i = 0; i < 3; i++)
    {
      const int j = (i + 1) % 3, k = (i + 2) % 3;

      dxdt[i] = (I[j] - I[k]) / I[i] * w[j] * w[k];
      dxdt[3 + i] = w[k] * u[j] - w[j] * u[k] + g[i];
    }
  dxdt[5] += 0.5;
  dxdt[6] = 0.5 * (-q[1] * w[0] - q[2] * w[1] - q[3] * w[2]);
  dxdt[7] = 0.5 * (q[0] * w[0] + q[2] * w[2] - q[3] * w[1]);
  dxdt[8] = 0.5 * (q[0] * w[1] + q[3] * w[0] - q[1] * w[2]);
  dxdt[9] = 0.5 * (q[0] * w[2] + q[1] * w[1] - q[2] * w[0]);
  ode_quaternion_rotate (q, u, dxdt + 10);
  return ODE_DONE;
}

static const OdeRotation pose[] = { { .quaternion = 6, .position = 10 } };
static const OdeSystem thruster = { .n_states = N, .rhs = thruster_rhs, .n_rotations = 1, .rotations = pose };
static const double start_x[N] = { 0.3, 0.8, 0.4, 0.5, 0, 0, 1, 0, 0, 0, 0, 0, 0 };
static const double truth[N] = {
  -0.76977742525649995823, -0.37073267399229005672, 0.57229284008408561712, -1.5902396143417964137, 0.16108649345988987031,
  0.82294801174895991498, -0.40686334446287327104, 0.18361738528867816061, 0.11208932702397674044, 0.88779663072099256789,
  5.4119482166754332498, 2.2345724390643841677, 0.398363682201113642,
};

/* Computes the errors of attitude and position at t = 5. */
static void
fly (const char *method, const char *tableau, const OdeSettings *given, double *attitude, double *place)
{
  const OdeMethodOption option = { "tableau", NAN, tableau };
  OdeSettings settings = *given;
  OdeIntegrator *integrator;
  char error[256] = "";

  settings.options = &option;
  settings.n_options = tableau != NULL;
  integrator = ode_integrator_new (method_named (method), &thruster, &settings, error, sizeof error);
  g_assert_cmpstr (error, ==, "");
  g_assert_cmpint (ode_integrator_initialize (integrator, 0, start_x, 5), ==, ODE_DONE);
  run_to (integrator, 5);
  *attitude = max_difference (ode_integrator_x (integrator) + 6, truth + 6, 4);
  *place = max_difference (ode_integrator_x (integrator) + 10, truth + 10, 3);
  ode_integrator_free (integrator);
}

/* Attitude and position converge with the order of the tableau. The position
 * depends on the attitude. */
static void
test_order (gconstpointer tableau)
{
  const int p = method_named (tableau)->order;
  const double h = p <= 2 ? 0.01 : p <= 4 ? 0.05 : p == 5 ? 0.1 : 0.25;
  double attitude[2], place[2];

  for (int k = 0; k < 2; k++)
    {
      OdeSettings settings = tolerance_settings (1e-6);

      settings.error_control = false;
      settings.max_step = h / (1 << k);
      fly ("munthe_kaas", tableau, &settings, &attitude[k], &place[k]);
    }
  g_test_message ("order %d (%.1e %.1e): attitude %.2f, place %.2f", p, attitude[1], place[1], log2 (attitude[0] / attitude[1]),
                  log2 (place[0] / place[1]));
  /* The slope from one halving of h is accurate to a few per cent. A larger slope
   * is allowed. */
  g_assert_cmpfloat (log2 (attitude[0] / attitude[1]), >, p - 0.25);
  g_assert_cmpfloat (log2 (place[0] / place[1]), >, p - 0.25);
}

/* With error control, integration on the group and integration of the
 * components give the same pose. */
static void
test_control (void)
{
  static const char *const routes[][2] = { { "munthe_kaas", "runge_kutta5" }, { "munthe_kaas", "verner76" }, { "verner98", NULL },
                                           { "radau", NULL } };

  for (gsize k = 0; k < G_N_ELEMENTS (routes); k++)
    {
      OdeSettings settings = tolerance_settings (1e-10);
      double attitude, place;

      settings.error_control_explicit = true;
      settings.jacobian = ODE_JACOBIAN_CENTRAL;
      fly (routes[k][0], routes[k][1], &settings, &attitude, &place);
      /* About fifty steps have errors of 1e-10 each. */
      g_assert_cmpfloat (attitude, <, 5e-9);
      g_assert_cmpfloat (place, <, 5e-8);
    }
}

/* Computes (1 − cos θ)/θ² and (θ − sin θ)/θ³ from 20 terms of their Taylor series with 64 bits of mantissa. */
static void
exp_coefficients (long double theta, long double *f, long double *g)
{
  long double term = 0.5L;

  *f = *g = 0;
  for (int k = 0; k < 20; k++)
    {
      *f += term;
      *g += term / (2 * k + 3);
      term *= -theta * theta / ((2 * k + 3) * (2 * k + 4));
    }
}

/* Tests the exponential of SE(3) for angles on both sides of the limit between series and closed forms. */
static void
test_exp (void)
{
  static const double axis[3] = { 2.0 / 7, 3.0 / 7, 6.0 / 7 }, p_hat[3] = { 0.7, -1.1, 0.4 };

  for (double theta = 1e-3; theta < 3; theta *= 1.03)
    {
      double X[6], q[4], p[3];
      long double f, g, once[3], twice[3];

      for (int i = 0; i < 3; i++)
        {
          X[i] = theta * axis[i];
          X[3 + i] = p_hat[i];
        }
      ode_se3_exp (X, q, p);
      exp_coefficients (theta, &f, &g);
      for (int i = 0; i < 3; i++)
        once[i] = (long double) X[(i + 1) % 3] * p_hat[(i + 2) % 3] - (long double) X[(i + 2) % 3] * p_hat[(i + 1) % 3];
      for (int i = 0; i < 3; i++)
        twice[i] = X[(i + 1) % 3] * once[(i + 2) % 3] - X[(i + 2) % 3] * once[(i + 1) % 3];
      for (int i = 0; i < 3; i++)
        {
          /* The closed form of g loses log10 (6/θ²) digits, which is less than two. */
          g_assert_cmpfloat (fabs ((double) (p_hat[i] + f * once[i] + g * twice[i] - p[i])), <, 3e-15);
          g_assert_cmpfloat (fabs (sin (0.5 * theta) * axis[i] - q[1 + i]), <, 5e-16);
        }
      g_assert_cmpfloat (fabs (cos (0.5 * theta) - q[0]), <, 5e-16);
    }
}

int
main (int argc, char **argv)
{
  static const char *const tableaus[] = { "explicit_euler", "midpoint", "runge_kutta3", "runge_kutta4", "runge_kutta5", "verner65" };

  g_test_init (&argc, &argv, NULL);
  for (gsize k = 0; k < G_N_ELEMENTS (tableaus); k++)
    {
      g_autofree char *path = g_strconcat ("/ode/pose/a-moving-rigid-body-is-integrated-with-the-order-of-the-tableau/", tableaus[k], NULL);

      g_test_add_data_func (path, tableaus[k], test_order);
    }
  g_test_add_func ("/ode/pose/the-exponential-equals-its-series-at-all-angles", test_exp);
  g_test_add_func ("/ode/pose/integration-of-poses-and-of-quaternions-end-at-the-same-pose", test_control);
  return g_test_run ();
}
