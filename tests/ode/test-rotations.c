/* Tests of the coordinates of rotations and rigid motions, and of their rates. */
#include "ode-test.h"

#include "ode-lie.h"

#include <stdlib.h>
#include <string.h>

static double
draw (void)
{
  return g_test_rand_double_range (-1, 1);
}

/* ---- coordinates ---- */

static void
test_x08 (void)
{
  const double phi[3] = { 0.3, -0.2, 0.5 }, omega[3] = { 1, 2, -1 };
  const double expected[3] = { 0.5530350780539, 2.3463258034901, -0.5932907254363 };
  double rate[3];

  ode_so3_rate (phi, omega, rate);
  /* The expected values are known to thirteen digits. */
  for (int i = 0; i < 3; i++)
    g_assert_cmpfloat_with_epsilon (rate[i], expected[i], 1e-13);
}

static void
test_x09 (void)
{
  const double X[6] = { 0.3, -0.2, 0.5, 0.7, 0.1, -0.4 }, V[6] = { 1, 2, -1, 0.5, -0.3, 0.8 };
  const double expected[6] = { 0.5530350780539, 2.3463258034901, -0.5932907254363,
                               0.8435901202553, -0.1691352843151, 1.5280449637984 };
  double rate[6];

  ode_se3_rate (X, V, rate);
  for (int i = 0; i < 6; i++)
    g_assert_cmpfloat_with_epsilon (rate[i], expected[i], 1e-13);
}

static void
test_x10 (void)
{
  const double phi[3] = { 1e-7, 0, 0 }, omega[3] = { 0, 1, 0 };
  double rate[3];

  ode_so3_rate (phi, omega, rate);
  /* For this rotation vector the value is 1 − θ²/12 = 1 − 8e-16. */
  g_assert_cmpfloat_with_epsilon (rate[1], 1 - 1e-14 / 12, 2.3e-16);
  g_assert_cmpfloat_with_epsilon (rate[2], 0.5e-7, 1e-22);
}

/* The closed form and the series agree at the angle at which the code switches between them. */
static void
test_continuity (void)
{
  for (int k = 0; k < 100; k++)
    {
      double X[6], V[6], low[6], high[6], scale;

      for (int i = 0; i < 6; i++)
        {
          X[i] = draw ();
          V[i] = draw ();
        }
      scale = 0.3 / sqrt (X[0] * X[0] + X[1] * X[1] + X[2] * X[2]);
      for (int i = 0; i < 3; i++)
        X[i] *= scale * (1 - 1e-13);
      ode_se3_rate (X, V, low);
      for (int i = 0; i < 3; i++)
        X[i] *= 1 + 2e-13;
      ode_se3_rate (X, V, high);
      /* The coefficient B is a difference of numbers near 1, divided by θ⁴ = 0.0081, and it is
       * multiplied by ad⁴ ~ θ³. The rounding error is therefore a few ε/θ. The change of
       * θ changes the rate by 2e-13. */
      for (int i = 0; i < 6; i++)
        g_assert_cmpfloat_with_epsilon (low[i], high[i], 2e-12);
    }
}

/* the rate is the time derivative of log (q0⁻¹ q) for q' = ½ q ⊗ ω. The
 * derivative is computed by central differences; Drake's test uses automatic
 * differentiation. */
static void
test_r08 (void)
{
  for (int k = 0; k < 200; k++)
    {
      const double h = 1e-4;
      double phi[3], omega[3], q[4], rate[3], side[2][3];

      for (int i = 0; i < 3; i++)
        {
          phi[i] = 1.7 * draw ();
          omega[i] = draw ();
        }
      ode_so3_rate (phi, omega, rate);
      for (int s = 0; s < 2; s++)
        {
          double turn[3], step[4];

          for (int i = 0; i < 3; i++)
            turn[i] = (s == 0 ? h : -h) * omega[i];
          ode_so3_exp (phi, q);
          ode_so3_exp (turn, step);
          ode_quaternion_multiply (q, step, q);
          ode_so3_log (q, side[s]);
        }
      /* The error is h² times a third derivative of up to 50, near |φ| = 2.9. */
      for (int i = 0; i < 3; i++)
        g_assert_cmpfloat_with_epsilon ((side[0][i] - side[1][i]) / (2 * h), rate[i], 1e-6);
    }
}

/* the rate of the exponential coordinates of a rigid motion is their time derivative. */
static void
test_se3_differences (void)
{
  for (int k = 0; k < 200; k++)
    {
      const double h = 1e-4;
      double X[6], V[6], rate[6], side[2][6];

      for (int i = 0; i < 6; i++)
        {
          X[i] = (i < 3 ? 1.5 : 1) * draw ();
          V[i] = draw ();
        }
      ode_se3_rate (X, V, rate);
      for (int s = 0; s < 2; s++)
        {
          double turn[6], q[4], p[3], dq[4], dp[3];

          for (int i = 0; i < 6; i++)
            turn[i] = (s == 0 ? h : -h) * V[i];
          ode_se3_exp (X, q, p);
          ode_se3_exp (turn, dq, dp);
          ode_quaternion_rotate (q, dp, dp);
          for (int i = 0; i < 3; i++)
            p[i] += dp[i];
          ode_quaternion_multiply (q, dq, q);
          ode_se3_log (q, p, side[s]);
        }
      for (int i = 0; i < 6; i++)
        g_assert_cmpfloat_with_epsilon ((side[0][i] - side[1][i]) / (2 * h), rate[i], 3e-6);
    }
}

/* the logarithm is the inverse of the exponential for angles from 0 to π; beyond π
 * it gives the principal value. */
static void
test_r09 (void)
{
  static const double angles[] = { 0, 1e-300, 1e-12, 1e-7, 1e-4, 0.049, 0.051, 0.5, 3, 3.14159, 3.5, 6, 6.5, 12, 18.8 };

  for (size_t k = 0; k < G_N_ELEMENTS (angles); k++)
    for (int repeat = 0; repeat < 20; repeat++)
      {
        double axis[3] = { draw (), draw (), draw () }, phi[3], back[3], q[4], again[4], length, sign;
        const double theta = angles[k];
        double principal;

        length = sqrt (axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
        for (int i = 0; i < 3; i++)
          phi[i] = theta * axis[i] / length;
        ode_so3_exp (phi, q);
        g_assert_cmpfloat_with_epsilon (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], 1, 1e-14);
        ode_so3_log (q, back);
        principal = remainder (theta, 2 * G_PI);
        for (int i = 0; i < 3; i++)
          g_assert_cmpfloat_with_epsilon (back[i], principal * axis[i] / length, 4e-15 * MAX (1, theta));
        /* exp (log q) = ±q, because q and −q are the same rotation. */
        ode_so3_exp (back, again);
        sign = q[0] * again[0] + q[1] * again[1] + q[2] * again[2] + q[3] * again[3] < 0 ? -1 : 1;
        for (int i = 0; i < 4; i++)
          g_assert_cmpfloat_with_epsilon (again[i], sign * q[i], 1e-14);
      }
}

/* Fills q with a random unit quaternion. */
static void
draw_quaternion (double q[4])
{
  const double one[4] = { 1, 0, 0, 0 };

  for (int i = 0; i < 4; i++)
    q[i] = draw ();
  ode_quaternion_multiply (q, one, q);
}

/* R-10 for a ball joint: the conversion of q to local coordinates relative to q0 and back gives ±q. The local coordinates φ satisfy |φ| ≤
 * π, and φ = 0 at q = q0. */
static void
test_r10_ball (void)
{
  for (int k = 0; k < 1000; k++)
    {
      double q0[4], q[4], inverse[4], relative[4], phi[3], again[4], sign = 0;

      draw_quaternion (q0);
      draw_quaternion (q);
      for (int i = 0; i < 4; i++)
        inverse[i] = i == 0 ? q0[i] : -q0[i];
      ode_quaternion_multiply (inverse, q, relative);
      ode_so3_log (relative, phi);
      g_assert_cmpfloat (phi[0] * phi[0] + phi[1] * phi[1] + phi[2] * phi[2], <=, G_PI * G_PI * (1 + 1e-15));
      ode_so3_exp (phi, again);
      ode_quaternion_multiply (q0, again, again);
      for (int i = 0; i < 4; i++)
        sign += again[i] * q[i];
      for (int i = 0; i < 4; i++)
        g_assert_cmpfloat_with_epsilon (again[i], (sign < 0 ? -1 : 1) * q[i], 1e-14);

      ode_quaternion_multiply (inverse, q0, relative);
      ode_so3_log (relative, phi);
      for (int i = 0; i < 3; i++)
        g_assert_cmpfloat_with_epsilon (phi[i], 0, 1e-15);
    }
}

/* R-10 for a floating joint: T0 exp (log (T0⁻¹ T)) = T, and the local coordinates X are 0 at T = T0. */
static void
test_r10_floating (void)
{
  for (int k = 0; k < 1000; k++)
    {
      double q0[4], q[4], inverse[4], relative[4], p0[3], p[3], between[3], X[6], again[4], moved[3], sign = 0;

      draw_quaternion (q0);
      draw_quaternion (q);
      for (int i = 0; i < 3; i++)
        {
          p0[i] = 5 * draw ();
          p[i] = 5 * draw ();
          between[i] = p[i] - p0[i];
        }
      for (int i = 0; i < 4; i++)
        inverse[i] = i == 0 ? q0[i] : -q0[i];
      ode_quaternion_multiply (inverse, q, relative);
      if (fabs (relative[0]) < 1e-3) /* near the angle π the local coordinates of the translation have a factor of the size of 1/w */
        continue;
      ode_quaternion_rotate_back (q0, between, between);
      ode_se3_log (relative, between, X);
      ode_se3_exp (X, again, moved);
      ode_quaternion_multiply (q0, again, again);
      ode_quaternion_rotate (q0, moved, moved);
      for (int i = 0; i < 4; i++)
        sign += again[i] * q[i];
      for (int i = 0; i < 4; i++)
        g_assert_cmpfloat_with_epsilon (again[i], (sign < 0 ? -1 : 1) * q[i], 1e-13);
      for (int i = 0; i < 3; i++)
        g_assert_cmpfloat_with_epsilon (p0[i] + moved[i], p[i], 1e-12);

      ode_quaternion_multiply (inverse, q0, relative);
      memset (between, 0, sizeof between);
      ode_se3_log (relative, between, X);
      for (int i = 0; i < 6; i++)
        g_assert_cmpfloat_with_epsilon (X[i], 0, 1e-15);
    }
}

/* R-10 for motions relative to the identity: exp and log are inverse functions. */
static void
test_r10 (void)
{
  for (int k = 0; k < 200; k++)
    {
      double X[6], back[6], q[4], p[3], length = 0;

      for (int i = 0; i < 6; i++)
        X[i] = 2 * draw ();
      for (int i = 0; i < 3; i++)
        length += X[i] * X[i];
      if (sqrt (length) > 3.1)
        continue;
      ode_se3_exp (X, q, p);
      ode_se3_log (q, p, back);
      for (int i = 0; i < 6; i++)
        g_assert_cmpfloat_with_epsilon (back[i], X[i], 1e-13);
    }

  const double one[4] = { 1, 0, 0, 0 }, zero[3] = { 0, 0, 0 };
  double X[6];

  ode_se3_log (one, zero, X);
  for (int i = 0; i < 6; i++)
    g_assert_cmpfloat_with_epsilon (X[i], 0, 1e-15);
}

/* for every explicit tableau c contains the row sums of A. Implicit tableaus are
 * refused. */
static void
test_r11 (void)
{
  const OdeMethodOption option = { "tableau", NAN, "radau5" };
  OdeSettings settings = fixed_settings (0.1);
  const OdeMethod *const *methods;
  char error[200];
  int n_methods;

  settings.options = &option;
  settings.n_options = 1;
  g_assert_null (ode_integrator_new (method_named ("munthe_kaas"), &problem_body.system, &settings, error, sizeof error));
  g_assert_nonnull (strstr (error, "radau5"));
  methods = ode_methods (&n_methods);
  for (int k = 0; k < n_methods; k++)
    {
      const OdeTableau *tableau = methods[k]->tableau;
      bool strictly_lower = true;

      if (tableau == NULL)
        continue;
      for (int i = 0; i < tableau->n_stages; i++)
        {
          double sum = 0;

          for (int j = 0; j < tableau->n_stages; j++)
            {
              sum += tableau->A[i * tableau->n_stages + j];
              strictly_lower = strictly_lower && (j < i || tableau->A[i * tableau->n_stages + j] == 0);
            }
          /* The longest tableaus have coefficients up to 200. */
          g_assert_cmpfloat_with_epsilon (sum, tableau->c[i], 1e-12);
        }
      g_assert_true (strictly_lower == (methods[k]->family == ODE_FAMILY_EXPLICIT_RK));
    }
}

/* The angular velocity of a body in its own frame. */
static void
spin (double t, double w[3])
{
  w[0] = sin (t) + 1;
  w[1] = cos (2 * t);
  w[2] = 0.3;
}

static OdeStatus
spin_rates (void *self, double t, const double *x, double *rates)
{
  spin (t, rates);
  memset (rates + 3, 0, 3 * sizeof *rates);
  return ODE_DONE;
}

/* Computes ½ q ⊗ (0, w). */
static void
half_product (const double *q, const double *w, double *out)
{
  out[0] = -0.5 * (q[1] * w[0] + q[2] * w[1] + q[3] * w[2]);
  out[1] = 0.5 * (q[0] * w[0] + q[2] * w[2] - q[3] * w[1]);
  out[2] = 0.5 * (q[0] * w[1] + q[3] * w[0] - q[1] * w[2]);
  out[3] = 0.5 * (q[0] * w[2] + q[1] * w[1] - q[2] * w[0]);
}

static OdeStatus
spin_rhs (void *self, double t, const double *x, double *dxdt)
{
  double w[3];

  spin (t, w);
  half_product (x, w, dxdt);
  return ODE_DONE;
}

/* With a tableau without an embedded pair, the two half steps are propagated, and the estimate is their difference from the whole step divided
 * by 2⁴ − 1. */
static void
test_doubled_error (void)
{
  const OdeRotation rotation = { .quaternion = 0, .position = -1 };
  const OdeMethodOption option = { "tableau", NAN, "runge_kutta4" };
  const Problem problem = { .name = "spin", .t1 = 1, .x0 = { 1, 0, 0, 0 },
                            .system = { .n_states = 4, .rhs = spin_rhs, .n_rotations = 1, .rotations = &rotation, .rotation_rates = spin_rates } };
  OdeSettings adaptive = tolerance_settings (1e-3), fixed = fixed_settings (0.1);
  double x[3][4], error[4], h, largest = 0;

  adaptive.initial_step = 0.08;
  adaptive.options = fixed.options = &option;
  adaptive.n_options = fixed.n_options = 1;
  for (int halves = 0; halves < 3; halves++)
    {
      OdeIntegrator *integrator = start (method_named ("munthe_kaas"), &problem, halves == 0 ? &adaptive : &fixed);

      if (halves == 0)
        {
          g_assert_cmpint (ode_integrator_step (integrator, 1, ODE_STOP_END), ==, ODE_DONE);
          h = ode_integrator_last_step (integrator);
          memcpy (error, ode_integrator_error_estimate (integrator), sizeof error);
        }
      for (int k = 0; k < halves; k++)
        g_assert_cmpint (ode_integrator_step_fixed (integrator, h / halves), ==, ODE_DONE);
      memcpy (x[halves], ode_integrator_x (integrator), sizeof x[halves]);
      ode_integrator_free (integrator);
    }
  for (int i = 0; i < 4; i++)
    {
      g_assert_cmpfloat_with_epsilon (x[0][i], x[2][i], 1e-15);
      g_assert_cmpfloat_with_epsilon (error[i], (x[2][i] - x[1][i]) / 15, 1e-15);
      largest = fmax (largest, fabs (error[i]));
    }
  g_assert_cmpfloat (largest, >, 1e-9);
}

/* One plain state, x' = cos t, then the position and the attitude of a body that moves along its own axes. */
static OdeStatus
flight_rates (void *self, double t, const double *x, double *rates)
{
  spin (t, rates);
  rates[3] = 1;
  rates[4] = t;
  rates[5] = -0.5;
  return ODE_DONE;
}

static OdeStatus
flight_rhs (void *self, double t, const double *x, double *dxdt)
{
  double rates[6];

  flight_rates (self, t, x, rates);
  dxdt[0] = cos (t);
  ode_quaternion_rotate (x + 4, rates + 3, dxdt + 1);
  return spin_rhs (self, t, x + 4, dxdt + 4);
}

/* The slopes of the local coordinates at the stages of one step. */
typedef struct
{
  int n_stages;
  double K[7][7];
} Slopes;

static void
note_slopes (void *user, const OdeTraceEvent *event)
{
  Slopes *slopes = user;

  if (event->kind != ODE_TRACE_LOCAL)
    return;
  g_assert_cmpint (event->n, ==, 7);
  g_assert_cmpint (event->index, ==, ++slopes->n_stages);
  memcpy (slopes->K[event->index - 1], event->k, sizeof slopes->K[0]);
}

/* With an embedded pair the estimate is d = h Σ (b − b̂) K in local coordinates: d for the plain state, R(q) d for the position and ½ q ⊗ (0, d)
 * for the quaternion, both with q at the end of the step. */
static void
test_embedded_error (void)
{
  const OdeRotation rotation = { .quaternion = 4, .position = 1 };
  const OdeMethodOption option = { "tableau", NAN, "dopri5" };
  const Problem problem = { .name = "flight", .t1 = 1, .x0 = { 0, 1, 2, 3, 0.6, 0, 0.8, 0 },
                            .system = { .n_states = 8, .rhs = flight_rhs, .n_rotations = 1, .rotations = &rotation, .rotation_rates = flight_rates } };
  const OdeTableau *tableau = method_named ("dopri5")->tableau;
  OdeSettings settings = fixed_settings (0.2);
  OdeIntegrator *integrator;
  Slopes slopes = { 0 };
  double d[7] = { 0 }, expected[8];

  settings.options = &option;
  settings.n_options = 1;
  integrator = start (method_named ("munthe_kaas"), &problem, &settings);
  ode_integrator_set_trace (integrator, note_slopes, &slopes);
  g_assert_cmpint (ode_integrator_step_fixed (integrator, 0.2), ==, ODE_DONE);
  g_assert_cmpint (slopes.n_stages, ==, 7);
  for (int i = 0; i < 7; i++)
    for (int k = 0; k < 7; k++)
      d[k] += 0.2 * (tableau->b[i] - tableau->b_hat[i]) * slopes.K[i][k];
  expected[0] = d[0];
  ode_quaternion_rotate (ode_integrator_x (integrator) + 4, d + 4, expected + 1);
  half_product (ode_integrator_x (integrator) + 4, d + 1, expected + 4);
  for (int k = 0; k < 8; k++)
    {
      g_assert_cmpfloat_with_epsilon (ode_integrator_error_estimate (integrator)[k], expected[k], 1e-16);
      g_assert_cmpfloat (fabs (expected[k]), >, 1e-10);
    }
  ode_integrator_free (integrator);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ode/lie/X-08-rates-of-rotation-vectors-agree-with-published-values-to-13-digits", test_x08);
  g_test_add_func ("/ode/lie/X-09-rates-of-rigid-motions-agree-with-published-values-to-13-digits", test_x09);
  g_test_add_func ("/ode/lie/X-10-the-rate-of-a-small-rotation-is-accurate", test_x10);
  g_test_add_func ("/ode/lie/series-and-closed-form-agree-at-the-angle-where-one-replaces-the-other", test_continuity);
  g_test_add_func ("/ode/rbd/R-08-the-rate-of-a-rotation-vector-is-the-derivative-of-the-logarithm", test_r08);
  g_test_add_func ("/ode/lie/the-rate-of-a-rigid-motion-is-the-derivative-of-the-logarithm", test_se3_differences);
  g_test_add_func ("/ode/rbd/R-09-exponential-and-logarithm-are-inverse", test_r09);
  g_test_add_func ("/ode/rbd/R-10-conversions-between-local-and-global-coordinates-are-inverse", test_r10);
  g_test_add_func ("/ode/rbd/R-10-local-coordinates-of-a-ball-joint-convert-back-at-any-attitude", test_r10_ball);
  g_test_add_func ("/ode/rbd/R-10-local-coordinates-of-a-floating-joint-convert-back-at-any-pose", test_r10_floating);
  g_test_add_func ("/ode/rbd/R-11-consistent-explicit-tableaus-are-accepted-and-implicit-tableaus-are-refused", test_r11);
  g_test_add_func ("/ode/lie/a-tableau-without-a-pair-estimates-the-error-by-step-doubling", test_doubled_error);
  g_test_add_func ("/ode/lie/the-estimate-of-an-embedded-pair-is-converted-to-states", test_embedded_error);
  return g_test_run ();
}
