/* Compares linearization, discretization and sensitivities with closed forms, and reproduces tests of Drake (D-93 … D-97). */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "lab-eigen.h"
#include "lab-fixture.h"
#include "lab-linear.h"
#include "lab-sensitivity-band.h"
#include "lab-sensitivity.h"

#define HEAD "format: 1\nname: Test\n"

/* ---- initial value problems ---- */

static void
towards_one (double t, const double *x, double *dxdt, gpointer user)
{
  dxdt[0] = 1 - x[0];
  dxdt[1] = 1 - x[1];
}

static void
test_methods (void)
{
  static const char *const methods[] = { "runge_kutta3", "runge_kutta5", "bogacki_shampine3", "radau3" };
  const double x0[] = { 0, 0 };
  LabSolveOptions options;
  double x[2];

  for (guint k = 0; k < G_N_ELEMENTS (methods); k++)
    {
      g_autoptr (GError) error = NULL;

      lab_solve_options_init (&options);
      options.method = methods[k];
      g_assert_true (lab_solve (2, towards_one, NULL, 0, x0, 1, &options, x, &error));
      g_assert_cmpfloat_with_epsilon (x[0], 1 - exp (-1), 1e-2);
      g_assert_cmpfloat_with_epsilon (x[1], 1 - exp (-1), 1e-2);
    }
  lab_solve_options_init (&options);
  options.method = "runge_kutta2";
  options.max_step = 0.1;
  g_assert_true (lab_solve (2, towards_one, NULL, 0, x0, 0.3, &options, x, NULL));
  g_assert_cmpfloat_with_epsilon (x[0], 1 - exp (-0.3), 1e-2);
  g_autoptr (GError) error = NULL;
  g_assert_false (lab_solve (2, towards_one, NULL, 0, x0, -1, NULL, x, &error));
  g_assert_nonnull (error);
}

static void
in_gas (double t, const double *p, double *rate, gpointer user)
{
  const double *constants = user; /* the values of μ, m and the force */

  for (int i = 0; i < 3; i++)
    rate[i] = -constants[0] / constants[1] * p[i] + (i == 1 ? constants[2] / constants[1] : 0);
}

/* Integrates the momentum of a particle in a gas. data is FALSE without an external force (Drake test D-94) and TRUE with one (D-95). */
static void
test_particles (gconstpointer data)
{
  const gboolean forced = GPOINTER_TO_INT (data);
  const double starts[2][3] = { { -3, 1, 2 }, { 1, 0, 0 } };
  const double *p0 = starts[forced];

  for (int mu = 1; mu <= 10; mu++)
    for (int m = 1; m <= 10; m++)
      for (double accuracy = 1e-1; accuracy > 5e-6; accuracy /= 10)
        {
          double constants[] = { mu, m, forced };
          LabSolveOptions options;

          lab_solve_options_init (&options);
          options.accuracy = accuracy;
          g_autoptr (LabDense) dense = lab_solve_dense (3, in_gas, constants, 0, p0, 1, &options, NULL);
          for (int k = 0; k <= 10; k++)
            {
              double t = k / 10.0, decay = exp (-(double) mu / m * t), x[3], y[3];

              g_assert_true (lab_solve (3, in_gas, constants, 0, p0, t, &options, x, NULL));
              g_assert_true (lab_dense_evaluate (dense, t, y));
              for (int i = 0; i < 3; i++)
                {
                  double exact = p0[i] * decay + (forced && i == 1 ? (1 - decay) / mu : 0);

                  g_assert_cmpfloat_with_epsilon (x[i], exact, accuracy);
                  g_assert_cmpfloat_with_epsilon (y[i], exact, accuracy);
                }
            }
        }
}

typedef struct { int n; double a; } Integrand;

static void
power (double t, const double *x, double *rate, gpointer user)
{
  rate[0] = pow (t, ((const Integrand *) user)->n);
}

static void
hyperbolic (double t, const double *x, double *rate, gpointer user)
{
  rate[0] = tanh (((const Integrand *) user)->a * t);
}

static void
test_antiderivatives (void)
{
  for (double accuracy = 1e-1; accuracy > 5e-6; accuracy /= 10)
    {
      LabSolveOptions options;
      double zero = 0, value;

      lab_solve_options_init (&options);
      options.accuracy = accuracy;
      for (int n = 0; n <= 3; n++)
        {
          Integrand integrand = { n, 0 };
          g_autoptr (LabDense) dense = lab_solve_dense (1, power, &integrand, 0, &zero, 10, &options, NULL);

          for (int u = 0; u <= 10; u++)
            {
              double exact = pow (u, n + 1) / (n + 1);

              g_assert_cmpfloat_with_epsilon (lab_antiderivative (power, &integrand, 0, u, &options, NULL), exact, accuracy);
              g_assert_true (lab_dense_evaluate (dense, u, &value));
              g_assert_cmpfloat_with_epsilon (value, exact, accuracy);
            }
        }
      for (double a = -4.5; a < 4.6; a += 1)
        {
          Integrand integrand = { 0, a };

          for (int u = 0; u <= 10; u++)
            g_assert_cmpfloat_with_epsilon (lab_antiderivative (hyperbolic, &integrand, 0, u, &options, NULL), log (cosh (a * u)) / a,
                                            accuracy);
        }
    }
}

/* ---- linear systems ---- */

static void
test_discretization (void)
{
  const double A[] = { 0, 1, 0, 0 }, B[] = { 0, 1 }, f[] = { 2, 1 }, T = 0.031415926;
  double Ad[4], Bd[2], fd[2];

  g_assert_true (lab_discretize (2, 1, A, B, f, T, Ad, Bd, fd, NULL, NULL));
  const double found[] = { Ad[0], Ad[1], Ad[2], Ad[3], Bd[0], Bd[1], fd[0], fd[1] };
  const double exact[] = { 1, T, 0, 1, T * T / 2, T, 2 * T + T * T / 2, T };
  for (int k = 0; k < 8; k++)
    g_assert_cmpfloat_with_epsilon (found[k], exact[k], 1e-14);

  /* The matrix exponential of a rotation by several revolutions needs repeated squaring. */
  const double turn[] = { 0, 20, -20, 0 };
  double e[4];
  g_assert_true (lab_matrix_exponential (2, turn, e, NULL, NULL));
  g_assert_cmpfloat_with_epsilon (e[0], cos (20), 1e-13);
  g_assert_cmpfloat_with_epsilon (e[1], sin (20), 1e-13);
}

static void
test_linearization (void)
{
  static const char *const inputs[] = { "u", NULL };
  g_autoptr (GError) error = NULL;
  LabFixture f;

  lab_fixture_init (&f, HEAD "parameters: {g: 10, l: 2, c: 0.3, u: 0}\nstates:\n  q: {initial: 3, derivative: w}\n"
                         "  w: {initial: 0, derivative: -g/l*sin(q) - c*w + 2*u}\noutputs: {y: q^2 + 3*u}\n", NULL);
  g_autoptr (LabLinear) linear = lab_linear_new (&f.problem, inputs, NULL, TRUE, NULL, &error);
  g_assert_no_error (error);
  const double pi = acos (-1), A[] = { 0, 1, 5, -0.3 };
  g_assert_cmpfloat_with_epsilon (linear->x[0], pi, 1e-14);
  for (int k = 0; k < 4; k++)
    g_assert_cmpfloat_with_epsilon (linear->A[k], A[k], 1e-13);
  g_assert_cmpfloat (linear->B[0], ==, 0);
  g_assert_cmpfloat (linear->B[1], ==, 2);
  g_assert_cmpfloat_with_epsilon (linear->C[0], 2 * pi, 1e-13);
  g_assert_cmpfloat (linear->D[0], ==, 3);
  double root = sqrt (0.0225 + 5), low = fmin (linear->eigenvalues[0], linear->eigenvalues[2]);
  g_assert_cmpfloat_with_epsilon (low, -0.15 - root, 1e-13);
  lab_fixture_clear (&f);
}

/* ---- sensitivities ---- */

static void
test_exponential (void)
{
  static const char *const parameters[] = { "a", NULL }, *const initial[] = { "y", NULL };
  g_autoptr (GError) error = NULL;
  LabFixture f;

  lab_fixture_init (&f, HEAD "time: {start: 0, end: 2}\nparameters: {a: -0.7}\nstates: {y: {initial: 1, derivative: a*y}}\n",
                "integrator: dop853\naccuracy: 1e-12\n");
  g_autoptr (LabSensitivity) s = lab_sensitivity_new (&f.problem, parameters, initial, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat_with_epsilon (s->dx[0], 2 * exp (-1.4), 1e-9);
  g_assert_cmpfloat_with_epsilon (s->dx[1], exp (-1.4), 1e-9);
  lab_fixture_clear (&f);
}

/* A ball falls from the height h₀. v₀ is the speed of its first impact. */
static void
test_bouncing_ball (void)
{
  static const char *const parameters[] = { "e", NULL };
  const double e = 0.8, g = 9.81, h0 = 1, v0 = sqrt (2 * g * h0);
  double end = v0 / g, flight = 2 * v0 / g;

  for (int k = 1; k <= 5; k++)
    {
      g_autoptr (GError) error = NULL;
      double sum = 0;
      LabFixture f;

      /* The run ends in the middle between impacts k and k + 1. */
      flight *= e;
      double t = end + flight / 2;
      end += flight;
      g_autofree char *yaml
          = g_strdup_printf (HEAD "time: {start: 0, end: %.17g}\nparameters: {g: 9.81, e: 0.8}\nstates:\n  h: {initial: 1, derivative: v}\n"
                                  "  v: {initial: 0, derivative: -g}\nevents: {impact: {crossing: h, direction: falling, "
                                  "set: {h: 0, v: -e*v}}}\n", t);

      lab_fixture_init (&f, yaml, "integrator: dop853\naccuracy: 1e-12\n");
      g_autoptr (LabSensitivity) s = lab_sensitivity_new (&f.problem, parameters, NULL, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (s->events->len, ==, k);
      for (int j = 1; j <= k; j++)
        {
          const LabSensitivityEvent *impact = &g_array_index (s->events, LabSensitivityEvent, j - 1);

          g_assert_cmpfloat_with_epsilon (impact->dx[1], j * pow (e, j - 1) * v0, 1e-9);
        }
      for (int j = 1; j < k; j++)
        sum += j * pow (e, j - 1);
      g_assert_cmpfloat_with_epsilon (s->dx[1], k * pow (e, k - 1) * v0 + 2 * v0 * sum, 1e-9);
      lab_fixture_clear (&f);
    }
}

/* A relay: the event changes the discrete state but no continuous state. The sensitivity jumps because the slope jumps. */
static void
test_relay (void)
{
  static const char *const parameters[] = { "a", NULL };
  g_autoptr (GError) error = NULL;
  LabFixture f;

  /* x grows with slope a until it reaches 1, and then with slope 3: x = 1 + 3 (t − 1/a), so ∂x/∂a = 3/a². */
  lab_fixture_init (&f, HEAD "time: {start: 0, end: 2}\nparameters: {a: 1.25}\nstates: {x: {initial: 0, derivative: 'if(on, 3, a)'}}\n"
                         "discrete: {on: {initial: 0}}\nevents: {switch: {crossing: x - 1, direction: rising, update: {on: 1}}}\n",
                "accuracy: 1e-10\n");
  g_autoptr (LabSensitivity) s = lab_sensitivity_new (&f.problem, parameters, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat_with_epsilon (s->x[0], 1 + 3 * (2 - 0.8), 1e-9);
  g_assert_cmpfloat_with_epsilon (s->dx[0], 3 / (1.25 * 1.25), 1e-9);
  lab_fixture_clear (&f);
}

/* y' = a y with y(0) = y₀ has ∂y/∂a = t y and ∂y/∂y₀ = y/y₀, so the half width of the band
 * for changes of a and y₀ by 1 % is 0.01 (|a| t + 1) y. */
static void
test_band (void)
{
  const double times[] = { 0, 2 };
  g_autoptr (GError) error = NULL, refused = NULL;
  LabRunRecord run = { .t = times, .n = 2 };
  LabFixture f;

  lab_fixture_init (&f, HEAD "time: {start: 0, end: 5}\nparameters: {y0: 3, a: -0.7}\nstates: {y: {initial: y0, derivative: a*y}}\n",
                    "integrator: dop853\naccuracy: 1e-12\n");
  run.problem = f.problem;
  g_autoptr (LabSensitivityBand) band = lab_sensitivity_band_new (&run, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (band->n, >, 2);
  g_assert_cmpfloat (band->t[0], ==, 0);
  g_assert_cmpfloat (band->t[band->n - 1], ==, 2); /* the run ended before the end time of the model */
  for (gsize k = 0; k < band->n; k++)
    {
      double t = band->t[k], y = 3 * exp (-0.7 * t), half = 0.01 * (0.7 * t + 1) * y;

      g_assert_cmpfloat_with_epsilon (band->low[k], y - half, 1e-8);
      g_assert_cmpfloat_with_epsilon (band->high[k], y + half, 1e-8);
    }
  g_assert_cmpstr (band->largest[0], ==, "y0");
  /* A run with a changed parameter is not a solution of the problem, so it has no band. */
  run.moves = &(LabParameterMove) { 1, "a", 2 };
  run.n_moves = 1;
  g_assert_null (lab_sensitivity_band_new (&run, NULL, &refused));
  g_assert_nonnull (strstr (refused->message, "changed during the run"));
  lab_fixture_clear (&f);
}

/* A disabled event has no effect on the band: without the impact the ball falls on, h = 1 − g t²/2, and the half width is 0.01 g t²/2. */
static void
test_band_without_event (void)
{
  const double times[] = { 0, 1 };
  g_autoptr (GError) error = NULL;
  g_autoptr (GHashTable) off = g_hash_table_new (g_str_hash, g_str_equal);
  LabRunRecord run = { .t = times, .n = 2 };
  LabFixture f;

  lab_fixture_init (&f, HEAD "time: {end: 1}\nparameters: {g: 9.81, e: 0.8}\nstates:\n  h: {initial: 1, derivative: v}\n"
                             "  v: {initial: 0, derivative: -g}\nevents: {impact: {crossing: h, direction: falling, "
                             "set: {h: 0, v: -e*v}}}\n", "integrator: dop853\naccuracy: 1e-12\n");
  run.problem = f.problem;
  run.problem.events_off = off;
  g_hash_table_add (off, (gpointer) "impact");
  g_autoptr (LabSensitivityBand) band = lab_sensitivity_band_new (&run, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat_with_epsilon (band->low[band->n - 1], 1 - 1.01 * 9.81 / 2, 1e-9);
  g_assert_cmpfloat_with_epsilon (band->high[band->n - 1], 1 - 0.99 * 9.81 / 2, 1e-9);
  lab_fixture_clear (&f);
}

/* ---- multiple eigenvalues ---- */

typedef struct { const char *name; int n; double J[16]; int directions[4]; double values[4]; } Spaces;

/* A node with one direction, a star, a double zero, a triple eigenvalue with one and with two vectors, a double pair, states in units that differ by
 * 1e12, an undisturbed pair of near eigenvalues, and rounding errors of a star. The order is that of the real parts. */
static const Spaces spaces[] = {
  { "node with one direction", 2, { -1, 1, 0, -1 }, { 1, 0 }, { -1, -1 } },
  { "node with one direction, not triangular", 2, { -3, 1, -1, -1 }, { 1, 0 }, { -2, -2 } },
  { "star", 2, { -2, 0, 0, -2 }, { 2, 2 }, { -2, -2 } },
  { "zero", 2, { 0, 0, 0, 0 }, { 2, 2 }, { 0, 0 } },
  { "free body", 2, { 0, 1, 0, 0 }, { 1, 0 }, { 0, 0 } },
  { "triple, one vector", 3, { -1, 1, 0, 0, -1, 1, 0, 0, -1 }, { 1, 0, 0 }, { -1, -1, -1 } },
  { "triple, two vectors", 3, { -1, 1, 0, 0, -1, 0, 0, 0, -1 }, { 2, 2, 0 }, { -1, -1, -1 } },
  { "double pair without coupling", 4, { 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0 }, { 2, 2, 2, 2 }, { 0, 0, 0, 0 } },
  { "double pair with coupling", 4, { 0, 1, 1, 0, -1, 0, 0, 1, 0, 0, 0, 1, 0, 0, -1, 0 }, { 1, 0, 1, 0 }, { 0, 0, 0, 0 } },
  { "small unit", 2, { -1, 1e12, 0, -1 }, { 1, 0 }, { -1, -1 } },
  { "large unit", 2, { -1, 1e-12, 0, -1 }, { 1, 0 }, { -1, -1 } },
  { "small unit, two eigenvalues", 2, { -1, 1e12, 0, -1.5 }, { 1, 1 }, { -1, -1.5 } },
  { "small unit, both ways", 2, { -3, 1e12, -1e-12, -1 }, { 1, 0 }, { -2, -2 } },
  { "near eigenvalues", 2, { -1, 1, 0, -1.00001 }, { 1, 1 }, { -1, -1.00001 } },
  { "star with rounding errors", 2, { -2 + 1e-14, 1e-14, 1e-14, -2 }, { 2, 2 }, { -2, -2 } },
  { "saddle", 2, { 1, 0, 0, -1 }, { 1, 1 }, { 1, -1 } },
};

static void
test_spaces (void)
{
  for (guint s = 0; s < G_N_ELEMENTS (spaces); s++)
    {
      const Spaces *c = &spaces[s];
      double values[8], vectors[32], size = 0;
      int directions[4], n = c->n;

      g_test_message ("%s", c->name);
      for (int i = 0; i < n * n; i++)
        size = fmax (size, fabs (c->J[i]));
      g_assert_true (lab_eigen (n, c->J, values, vectors));
      g_assert_true (lab_eigen_spaces (n, c->J, values, vectors, directions, NULL, 0, NULL));
      for (int k = 0; k < n; k++)
        {
          double length = 0;

          g_assert_cmpint (directions[k], ==, c->directions[k]);
          g_assert_cmpfloat_with_epsilon (values[2 * k], c->values[k], 1e-12);
          for (int i = 0; i < n; i++)
            {
              double rest[2] = { 0, 0 };

              g_assert_cmpint (isnan (vectors[2 * (n * k + i)]), ==, directions[k] == 0);
              length = hypot (length, hypot (vectors[2 * (n * k + i)], vectors[2 * (n * k + i) + 1]));
              for (int j = 0; j < n; j++)
                {
                  const double *v = vectors + 2 * (n * k + j);

                  rest[0] += c->J[n * i + j] * v[0] - (i == j ? values[2 * k] * v[0] - values[2 * k + 1] * v[1] : 0);
                  rest[1] += c->J[n * i + j] * v[1] - (i == j ? values[2 * k] * v[1] + values[2 * k + 1] * v[0] : 0);
                }
              if (directions[k] > 0)
                g_assert_cmpfloat (hypot (rest[0], rest[1]), <, 1e-9 * fmax (size, 1));
            }
          if (directions[k] > 0)
            g_assert_cmpfloat_with_epsilon (length, 1, 1e-12);
        }
      if (directions[0] == 2)
        {
          double product[2] = { 0, 0 };

          for (int i = 0; i < n; i++)
            {
              const double *v = vectors + 2 * i, *w = vectors + 2 * (n + i);

              product[0] += v[0] * w[0] + v[1] * w[1];
              product[1] += v[0] * w[1] - v[1] * w[0];
            }
          g_assert_cmpfloat (hypot (product[0], product[1]), <, 1e-12);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/linear/D-93/an-initial-value-problem-is-solved-by-several-methods", test_methods);
  g_test_add_data_func ("/linear/D-94/the-momentum-of-a-particle-in-a-gas-agrees-with-the-closed-form", GINT_TO_POINTER (FALSE), test_particles);
  g_test_add_data_func ("/linear/D-95/the-momentum-of-a-particle-with-a-force-agrees-with-the-closed-form", GINT_TO_POINTER (TRUE), test_particles);
  g_test_add_func ("/linear/D-96/computed-antiderivatives-agree-with-closed-forms", test_antiderivatives);
  g_test_add_func ("/linear/D-97/an-affine-system-is-discretized-exactly", test_discretization);
  g_test_add_func ("/linear/a-pendulum-is-linearized-at-its-equilibrium", test_linearization);
  g_test_add_func ("/linear/sensitivities-of-an-exponential-agree-with-the-closed-form", test_exponential);
  g_test_add_func ("/linear/sensitivities-of-a-bouncing-ball-agree-with-the-closed-form-after-impacts", test_bouncing_ball);
  g_test_add_func ("/linear/sensitivities-of-a-relay-agree-with-the-closed-form-after-switching", test_relay);
  g_test_add_func ("/linear/the-band-of-a-run-agrees-with-the-closed-form", test_band);
  g_test_add_func ("/linear/a-disabled-event-has-no-effect-on-the-band", test_band_without_event);
  g_test_add_func ("/lab/linear/a-multiple-eigenvalue-has-as-many-vectors-as-are-independent", test_spaces);
  return g_test_run ();
}
