/* Tests of the dense output that is stored as an object (ode-dense-output.h). */
#include "ode-dense-output.h"
#include "ode-test.h"

#include <float.h>
#include <string.h>

/* Runs a method on a problem and stores the dense output. After every step it is compared with the interpolant of the integrator. */
static OdeDenseOutput *
record (const OdeMethod *method, const Problem *problem, double tolerance, double *largest)
{
  OdeSettings settings = tolerance_settings (tolerance);
  OdeIntegrator *integrator;
  OdeDenseOutput *dense = ode_dense_output_new (problem->system.n_states);
  double x[MAX_STATES], y[MAX_STATES];

  settings.error_control = (method->traits & ODE_TRAIT_ADAPTIVE) != 0;
  settings.max_step = settings.error_control ? 0 : 0.05;
  settings.hermite_dense = false;
  integrator = start (method, problem, &settings);
  *largest = 0;
  while (ode_integrator_t (integrator) < problem->t1)
    {
      g_assert_cmpint (ode_integrator_step (integrator, problem->t1, ODE_STOP_END), ==, ODE_DONE);
      g_assert_true (ode_dense_output_append_step (dense, integrator));
      for (int k = 0; k <= 16; k++)
        {
          double t0 = ode_integrator_t_previous (integrator), t = fmin (t0 + k / 16.0 * (ode_integrator_t (integrator) - t0), ode_integrator_t (integrator));

          g_assert_cmpint (ode_integrator_interpolate (integrator, t, x), ==, ODE_DONE);
          g_assert_true (ode_dense_output_evaluate (dense, t, y, NULL));
          for (int i = 0; i < problem->system.n_states; i++)
            *largest = fmax (*largest, fabs (x[i] - y[i]) / fmax (1, fabs (x[i])));
        }
    }
  ode_integrator_free (integrator);
  return dense;
}

/* The stored output agrees with the interpolant of every method up to rounding errors. These are relative for values above 1, because the
 * solutions of weakly stable methods may become large. */
static void
test_every_method (void)
{
  int n_methods;
  const OdeMethod *const *methods = ode_methods (&n_methods);

  for (int i = 0; i < n_methods; i++)
    {
      const OdeMethod *method = methods[i];
      const Problem *problem = &problem_pendulum;
      OdeDenseOutput *dense;
      double largest;

      if (!can_run (method, problem) || method->order < 2)
        continue;
      dense = record (method, problem, 1e-5, &largest);
      g_test_message ("%s: %g", method->id, largest);
      g_assert_cmpfloat (largest, <=, 2e-12);
      g_assert_true (ode_dense_output_start (dense) == problem->t0 && ode_dense_output_stop (dense) == problem->t1);
      ode_dense_output_free (dense);
    }
}

/* For every method the bounds contain the interpolant of the step at points of an interval inside it. For a short interval their width is
 * the variation of the interpolant, up to its curvature and rounding errors. */
static void
test_bounds (void)
{
  GRand *random = g_rand_new_with_seed (5);
  int n_methods;
  const OdeMethod *const *methods = ode_methods (&n_methods);

  for (int m = 0; m < n_methods; m++)
    {
      const Problem *problem = &problem_pendulum;
      double largest, x[MAX_STATES], lo[MAX_STATES], hi[MAX_STATES], from[MAX_STATES], to[MAX_STATES];
      int n = problem->system.n_states;
      OdeDenseOutput *dense;

      if (!can_run (methods[m], problem) || methods[m]->order < 2)
        continue;
      dense = record (methods[m], problem, 1e-5, &largest);
      for (size_t segment = 0; segment < ode_dense_output_n_segments (dense); segment++)
        {
          double t0 = ode_dense_output_break (dense, segment), t1 = ode_dense_output_break (dense, segment + 1);
          double part = segment % 2 == 0 ? g_rand_double (random) : 1e-4;
          double a = fmin (t0 + g_rand_double (random) * (1 - part) * (t1 - t0), t1), b = fmin (a + part * (t1 - t0), t1);

          g_assert_true (ode_dense_output_bounds (dense, segment, a, b, lo, hi));
          for (int k = 0; k <= 10; k++)
            {
              g_assert_true (ode_dense_output_evaluate_segment (dense, segment, fmin (a + k * (b - a) / 10, b), x, NULL));
              for (int i = 0; i < n; i++)
                g_assert_true (x[i] >= lo[i] && x[i] <= hi[i]);
              memcpy (k == 0 ? from : to, x, sizeof x);
            }
          for (int i = 0; i < n && segment % 2 == 1 && fabs (hi[i]) < 100; i++) /* some methods are not stable here */
            g_assert_cmpfloat (hi[i] - lo[i], <=, 1.01 * fabs (to[i] - from[i]) + 1e-6 * (t1 - t0) + 1e-9);
        }
      g_assert_false (ode_dense_output_bounds (dense, 0, 0, problem->t1 + 1, lo, hi));
      ode_dense_output_free (dense);
    }
  g_rand_free (random);
}

/* The derivative computed from the stored output agrees with differences of x inside each segment. The derivative that is stored as a
 * separate object agrees with both. */
static void
test_derivative (void)
{
  double largest;
  OdeDenseOutput *dense = record (method_named ("dop853"), &problem_pendulum, 1e-10, &largest);
  OdeDenseOutput *rate = ode_dense_output_derivative (dense);

  g_assert_cmpuint (ode_dense_output_n_segments (rate), ==, ode_dense_output_n_segments (dense));
  for (size_t k = 0; k < ode_dense_output_n_segments (dense); k++)
    for (int part = 0; part <= 8; part++)
      {
        double t0 = ode_dense_output_break (dense, k), t1 = ode_dense_output_break (dense, k + 1);
        double t = part == 8 ? t1 : t0 + part / 8.0 * (t1 - t0), x[2], dxdt[2], again[2];

        g_assert_true (ode_dense_output_evaluate_segment (dense, k, t, x, dxdt));
        g_assert_true (ode_dense_output_evaluate_segment (rate, k, t, again, NULL));
        g_assert_cmpfloat (max_difference (dxdt, again, 2), <=, 1e-11);
        /* The derivative equals x' = (v, −sin q + cos (2t)/5), up to the error of the interpolant. */
        g_assert_cmpfloat_with_epsilon (dxdt[0], x[1], 1e-7);
        g_assert_cmpfloat_with_epsilon (dxdt[1], -sin (x[0]) + cos (2 * t) / 5, 1e-7);
      }
  ode_dense_output_free (rate);
  ode_dense_output_free (dense);
}

static OdeStatus
no_motion (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = 1;
  return ODE_DONE;
}

/* At a jump between two segments, x at the break is the value after the jump; the value before the jump can be read from the earlier
 * segment. */
static void
test_jump (void)
{
  const Problem problem = { .name = "ramp", .system = { .n_states = 1, .rhs = no_motion }, .t1 = 2 };
  OdeSettings settings = tolerance_settings (1e-6);
  OdeIntegrator *integrator = start (method_named ("runge_kutta5"), &problem, &settings);
  OdeDenseOutput *first = ode_dense_output_new (1), *second = ode_dense_output_new (1);
  double x, jump = 5;

  while (ode_integrator_t (integrator) < 1)
    {
      g_assert_cmpint (ode_integrator_step (integrator, 1, ODE_STOP_EVENT), ==, ODE_DONE);
      g_assert_true (ode_dense_output_append_step (first, integrator));
    }
  g_assert_cmpint (ode_integrator_jump (integrator, 1, &jump, false), ==, ODE_DONE);
  while (ode_integrator_t (integrator) < 2)
    {
      g_assert_cmpint (ode_integrator_step (integrator, 2, ODE_STOP_END), ==, ODE_DONE);
      g_assert_true (ode_dense_output_append_step (second, integrator));
    }
  size_t n = ode_dense_output_n_segments (first);

  g_assert_false (ode_dense_output_append (second, first));
  g_assert_true (ode_dense_output_append (first, second));
  g_assert_true (ode_dense_output_stop (first) == 2);
  g_assert_true (ode_dense_output_break (first, n) == 1);
  g_assert_true (ode_dense_output_evaluate (first, 1, &x, NULL) && x == 5);
  g_assert_true (ode_dense_output_evaluate_segment (first, n - 1, 1, &x, NULL));
  g_assert_cmpfloat_with_epsilon (x, 1, 1e-14);
  g_assert_true (ode_dense_output_evaluate (first, 1.5, &x, NULL));
  g_assert_cmpfloat_with_epsilon (x, 5.5, 1e-14);
  g_assert_false (ode_dense_output_evaluate (first, 2.0000001, &x, NULL));
  g_assert_false (ode_dense_output_evaluate (first, -1e-9, &x, NULL));
  g_assert_false (ode_dense_output_evaluate_segment (first, n - 1, 1.5, &x, NULL));
  ode_dense_output_truncate (first, 1);
  g_assert_cmpuint (ode_dense_output_n_segments (first), ==, n);
  ode_dense_output_free (first);
  ode_dense_output_free (second);
  ode_integrator_free (integrator);
}

/* The right-hand side of M x' = (−x_1 + cos t, −x_2) with M = (2 1; 0 1). */
static OdeStatus
coupled_rhs (void *self, double t, const double *x, double *f)
{
  f[0] = -x[0] + cos (t);
  f[1] = -x[1];
  return ODE_DONE;
}

/* With a mass matrix, dense output of BDF of order k is the polynomial of degree k through the last points: differences of order
 * k + 1 vanish, differences of order k do not. */
static void
test_degree_with_mass (void)
{
  static const int column_starts[] = { 0, 1, 3 }, rows[] = { 0, 0, 1 };
  static const double mass[] = { 2, 1, 1 };
  static const OdePattern pattern = { 2, 2, column_starts, rows };
  const Problem problem = { .name = "mass", .system = { .n_states = 2, .rhs = coupled_rhs, .time_dependent = true, .mass_pattern = &pattern, .mass = mass },
                            .t1 = 1, .x0 = { 1, 1 } };
  static const char *const methods[] = { "bdf2", "bdf3", "bdf4" };

  for (int m = 0; m < 3; m++)
    {
      const int degree = m + 2;
      OdeSettings settings = fixed_settings (0.1);
      OdeIntegrator *integrator = start (method_named (methods[m]), &problem, &settings);

      run_to (integrator, 1);
      for (int i = 0; i < 2; i++)
        {
          double difference[6];

          for (int k = 0; k < 6; k++)
            {
              double x[2];

              g_assert_cmpint (ode_integrator_interpolate (integrator, 0.9 + 0.1 * k / 5, x), ==, ODE_DONE);
              difference[k] = x[i];
            }
          for (int order = 1; order <= degree + 1; order++)
            {
              for (int k = 0; k < 6 - order; k++)
                difference[k] = difference[k + 1] - difference[k];
              if (order == degree)
                g_assert_cmpfloat (fabs (difference[0]), >, 1e-9);
            }
          g_assert_cmpfloat (fabs (difference[0]), <, 1e-14);
        }
      ode_integrator_free (integrator);
    }
}

/* The equations x_1' = x_2, 0 = x_2 − sin 3t, in which the algebraic variable is a function of time only. */
static OdeStatus
forced_rhs (void *self, double t, const double *x, double *f)
{
  f[0] = x[1];
  f[1] = x[1] - sin (3 * t);
  return ODE_DONE;
}

/* Explicit methods integrate the reduced system, in which the slope of an algebraic variable contains the time derivative of the algebraic
 * equation. */
static void
test_algebraic_variable (void)
{
  static const int column_starts[] = { 0, 1, 1 }, rows[] = { 0 };
  static const double mass[] = { 1 };
  static const OdePattern pattern = { 2, 2, column_starts, rows };
  const Problem problem = { .name = "forced", .system = { .n_states = 2, .rhs = forced_rhs, .time_dependent = true, .mass_pattern = &pattern, .mass = mass },
                            .t1 = 1 };
  OdeSettings settings = fixed_settings (0.05);
  OdeIntegrator *integrator = start (method_named ("dop853"), &problem, &settings);

  while (ode_integrator_t (integrator) < 1)
    {
      double x[2], t;

      g_assert_cmpint (ode_integrator_step (integrator, 1, ODE_STOP_END), ==, ODE_DONE);
      t = 0.5 * (ode_integrator_t_previous (integrator) + ode_integrator_t (integrator));
      g_assert_cmpint (ode_integrator_interpolate (integrator, t, x), ==, ODE_DONE);
      g_assert_cmpfloat_with_epsilon (x[1], sin (3 * t), 1e-7);
      g_assert_cmpfloat_with_epsilon (x[0], (1 - cos (3 * t)) / 3, 1e-7);
    }
  ode_integrator_free (integrator);
}

/* The segments of a long run are copied to an empty object. */
static void
test_append_to_empty (void)
{
  double largest, x[2], y[2];
  OdeDenseOutput *dense = record (method_named ("runge_kutta5"), &problem_pendulum, 1e-10, &largest), *copy = ode_dense_output_new (2);
  size_t n = ode_dense_output_n_segments (dense);

  g_assert_cmpuint (n, >, 30);
  g_assert_true (ode_dense_output_append (copy, dense));
  g_assert_cmpuint (ode_dense_output_n_segments (copy), ==, n);
  for (size_t k = 0; k <= n; k++)
    {
      double t = ode_dense_output_break (dense, k);

      g_assert_true (ode_dense_output_evaluate (dense, t, x, NULL) && ode_dense_output_evaluate (copy, t, y, NULL));
      g_assert_true (memcmp (x, y, sizeof x) == 0);
    }
  ode_dense_output_free (copy);
  ode_dense_output_free (dense);
}

/* Four quaternions turn with the angular velocity 1 about different axes. */
static OdeStatus
turn (void *self, double t, const double *x, double *dxdt)
{
  static const double axes[4][3] = { { 1, 0, 0 }, { 0, 0.6, 0.8 }, { 0.48, 0.64, 0.6 }, { 0, 0, 1 } };

  for (int r = 0; r < 4; r++)
    {
      const double *q = x + 4 * r, *w = axes[r];
      double *rate = dxdt + 4 * r;

      rate[0] = -0.5 * (q[1] * w[0] + q[2] * w[1] + q[3] * w[2]);
      rate[1] = 0.5 * (q[0] * w[0] + q[2] * w[2] - q[3] * w[1]);
      rate[2] = 0.5 * (q[0] * w[1] + q[3] * w[0] - q[1] * w[2]);
      rate[3] = 0.5 * (q[0] * w[2] + q[1] * w[1] - q[2] * w[0]);
    }
  return ODE_DONE;
}

/* The interpolant of a normalized quaternion is not a polynomial. In long steps its series has the highest degree, and the error of the
 * series decreases with the size of the step. The bounds are four times the errors that were measured. */
static void
test_not_polynomial (void)
{
  static const OdeRotation rotations[4] = { { .quaternion = 0, .position = -1 }, { .quaternion = 4, .position = -1 },
                                            { .quaternion = 8, .position = -1 }, { .quaternion = 12, .position = -1 } };
  static const struct
  {
    double h;
    bool plain; /* the interpolant of the method, not the polynomial of higher degree through the ends of shorter steps */
    double bound;
  } rows[] = { { 2, true, 5e-15 }, { 4, true, 1.2e-12 }, { 1, false, 7.2e-12 }, { 2, false, 1.5e-8 } };
  const Problem problem = { .name = "turn", .t1 = 100, .system = { .n_states = 16, .rhs = turn, .n_rotations = 4, .rotations = rotations },
                            .x0 = { 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0 } };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      OdeSettings settings = fixed_settings (rows[i].h);
      settings.plain_dense = rows[i].plain;
      OdeIntegrator *integrator = start (method_named ("dopri5"), &problem, &settings);
      OdeDenseOutput *dense = ode_dense_output_new (16);
      double x[16], y[16], largest = 0;

      for (int step = 0; step < 3; step++)
        {
          double t0 = ode_integrator_t (integrator);

          g_assert_cmpint (ode_integrator_step (integrator, problem.t1, ODE_STOP_END), ==, ODE_DONE);
          g_assert_true (ode_dense_output_append_step (dense, integrator));
          for (int k = 0; k <= 100; k++)
            {
              double t = t0 + rows[i].h * k / 100;

              g_assert_cmpint (ode_integrator_interpolate (integrator, t, x), ==, ODE_DONE);
              g_assert_true (ode_dense_output_evaluate (dense, t, y, NULL));
              largest = fmax (largest, max_difference (x, y, 16));
            }
        }
      g_test_message ("h = %g: %g", rows[i].h, largest);
      g_assert_cmpfloat (largest, <=, rows[i].bound);
      ode_dense_output_free (dense);
      ode_integrator_free (integrator);
    }
}

static void
test_empty (void)
{
  OdeDenseOutput *dense = ode_dense_output_new (2), *other = ode_dense_output_new (3);
  double x[2];

  g_assert_true (isnan (ode_dense_output_start (dense)) && isnan (ode_dense_output_stop (dense)));
  g_assert_false (ode_dense_output_evaluate (dense, 0, x, NULL));
  g_assert_false (ode_dense_output_evaluate_segment (dense, 0, 0, x, NULL));
  g_assert_false (ode_dense_output_append (dense, other));
  ode_dense_output_free (dense);
  ode_dense_output_free (other);
}

/* The error estimate has the sign and the unit of x. For an embedded pair it is x1 − x̂1; divided by the tolerance it is the scaled
 * error. */
static void
test_error_estimate (void)
{
  OdeSettings settings = drake_settings (1e-4, 0.1, true);
  OdeIntegrator *integrator = start (method_named ("runge_kutta3"), &problem_spring, &settings);
  const double *error, *scaled, *x0, *x1;
  double k1 = 0.01, k2, h;

  g_assert_null (ode_integrator_error_estimate (integrator));
  g_assert_cmpint (ode_integrator_step (integrator, 1e-4, ODE_STOP_END), ==, ODE_DONE);
  h = ode_integrator_t (integrator);
  k2 = k1 - 0.5 * h * 150 * 0.1;
  error = ode_integrator_error_estimate (integrator);
  scaled = ode_integrator_scaled_errors (integrator);
  x0 = ode_integrator_x_previous (integrator);
  x1 = ode_integrator_x (integrator);
  g_assert_nonnull (error);
  /* The embedded formula of Kutta's third-order method is the midpoint rule. */
  g_assert_cmpfloat_with_epsilon (error[0], x1[0] - (x0[0] + h * k2), 1e-16);
  g_assert_cmpfloat (error[0], !=, 0);
  for (int i = 0; i < 2; i++)
    g_assert_cmpfloat_with_epsilon (fabs (error[i]), scaled[i] * ode_integrator_accuracy_in_use (integrator), 1e-18);
  ode_integrator_free (integrator);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ode/dense-output/bounds-contain-the-interpolant-of-every-method", test_bounds);
  g_test_add_func ("/ode/dense-output/stored-dense-output-agrees-with-the-interpolant-of-every-method", test_every_method);
  g_test_add_func ("/ode/dense-output/the-derivative-of-dense-output-equals-the-right-hand-side", test_derivative);
  g_test_add_func ("/ode/dense-output/the-values-on-both-sides-of-a-jump-can-be-read", test_jump);
  g_test_add_func ("/ode/dense-output/the-degree-of-BDF-with-a-mass-matrix-is-its-order", test_degree_with_mass);
  g_test_add_func ("/ode/dense-output/an-algebraic-variable-follows-its-equation-between-steps", test_algebraic_variable);
  g_test_add_func ("/ode/dense-output/normalized-quaternions-in-long-steps-are-stored-with-the-highest-degree", test_not_polynomial);
  g_test_add_func ("/ode/dense-output/a-long-run-is-appended-to-an-empty-object", test_append_to_empty);
  g_test_add_func ("/ode/dense-output/evaluating-empty-dense-output-fails", test_empty);
  g_test_add_func ("/ode/dense-output/the-error-estimate-has-the-sign-and-units-of-the-state", test_error_estimate);
  return g_test_run ();
}
