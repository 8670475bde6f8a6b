/* Tests of implicit methods made from tableaus at run time, and of stages that need the full Newton method. */
#include "ode-irk.h"
#include "ode-test.h"

#include <string.h>

static OdeMethod *
make (const OdeTableau *tableau)
{
  char error[256] = "";
  OdeMethod *method = ode_method_new_custom ("own", "Own", tableau, NULL, error, sizeof error);

  if (method == NULL)
    g_error ("%s", error);
  return method;
}

static double
observed_order (const OdeMethod *method, int n)
{
  double error[2];

  for (int k = 0; k < 2; k++)
    {
      OdeSettings settings = fixed_settings ((problem_table.t1 - problem_table.t0) / (n << k));

      error[k] = error_at_end (method, &problem_table, &settings);
    }
  return log2 (error[0] / error[1]);
}

/* Lobatto IIIB of order 4 has a column of zeros in A, so that A has no
 * inverse. */
static void
test_singular (void)
{
  static const double A[9] = { 1.0 / 6, -1.0 / 6, 0, 1.0 / 6, 1.0 / 3, 0, 1.0 / 6, 5.0 / 6, 0 };
  static const double b[3] = { 1.0 / 6, 2.0 / 3, 1.0 / 6 }, c[3] = { 0, 0.5, 1 };
  const OdeTableau tableau = { .n_stages = 3, .A = A, .b = b, .c = c };
  OdeMethod *method = make (&tableau);

  g_assert_cmpint (method->order, ==, 4);
  /* The observed order is near 4 with sixteen steps. */
  g_assert_cmpfloat_with_epsilon (observed_order (method, 16), 4, 0.2);
  ode_method_free_custom (method);
}

#define N_GAUSS 12

/* Computes the nodes and weights of Gauss' quadrature on [0, 1] by Newton's method for the Legendre polynomial. */
static void
gauss_nodes (double *c, double *b)
{
  for (int i = 0; i < N_GAUSS; i++)
    {
      double x = cos (G_PI * (i + 0.75) / (N_GAUSS + 0.5)), slope = 1;

      for (int k = 0; k < 20; k++)
        {
          double p0 = 1, p1 = x;

          for (int n = 2; n <= N_GAUSS; n++)
            {
              double p2 = ((2 * n - 1) * x * p1 - (n - 1) * p0) / n;
              p0 = p1;
              p1 = p2;
            }
          slope = N_GAUSS * (x * p1 - p0) / (x * x - 1);
          x -= p1 / slope;
        }
      c[i] = 0.5 * (1 - x);
      b[i] = 1 / ((1 - x * x) * slope * slope);
    }
}

/* The collocation method with the most stages that the eigenvalue decomposition supports. Its order is 24, so that the error of two steps
 * comes from rounding errors, which the nearly parallel eigenvectors of A multiply by at most 1e7. Each of the six pairs of eigenvalues has
 * its own factorization. A is the integral of the Lagrange polynomials, for which the quadrature of the method itself is exact. */
static void
test_most_stages (void)
{
  double c[N_GAUSS], b[N_GAUSS], A[N_GAUSS * N_GAUSS];
  const OdeTableau tableau = { .n_stages = N_GAUSS, .A = A, .b = b, .c = c };
  OdeMethod *method;
  OdeSettings settings = fixed_settings ((problem_table.t1 - problem_table.t0) / 2);
  OdeIntegrator *integrator;
  OdeIrkScheme scheme;
  char error[256];

  gauss_nodes (c, b);
  for (int i = 0; i < N_GAUSS; i++)
    for (int j = 0; j < N_GAUSS; j++)
      {
        double sum = 0;

        for (int q = 0; q < N_GAUSS; q++)
          {
            double l = 1;

            for (int k = 0; k < N_GAUSS; k++)
              l *= k == j ? 1 : (c[i] * c[q] - c[k]) / (c[j] - c[k]);
            sum += b[q] * l;
          }
        A[i * N_GAUSS + j] = c[i] * sum;
      }
  method = make (&tableau);
  integrator = start (method, &problem_table, &settings);
  run_to (integrator, problem_table.t1);
  g_assert_cmpfloat (max_difference (ode_integrator_x (integrator), problem_table.x1, 2), <, 1e-9);
  ode_integrator_free (integrator);

  /* A⁻¹ T = T Λ with the block [α −β; β α] of Λ for each pair, A A⁻¹ = I, T T⁻¹ = I, and dᵀ A = bᵀ. */
  g_assert_true (ode_irk_scheme_init (&scheme, &tableau, NULL, NULL, error, sizeof error));
  g_assert_true (scheme.n_real == 0 && scheme.n_pairs == N_GAUSS / 2 && !scheme.stiffly_accurate);
  for (int i = 0; i < N_GAUSS; i++)
    for (int j = 0; j < N_GAUSS; j++)
      {
        const double *pair = scheme.eigenvalues + 2 * (j / 2), *T = scheme.T + i * N_GAUSS + 2 * (j / 2);
        double turned = j % 2 == 0 ? T[0] * pair[0] + T[1] * pair[1] : T[1] * pair[0] - T[0] * pair[1];
        double product = 0, unit = 0, identity = 0, weight = 0;

        for (int k = 0; k < N_GAUSS; k++)
          {
            product += scheme.A_inverse[i * N_GAUSS + k] * scheme.T[k * N_GAUSS + j];
            unit += A[i * N_GAUSS + k] * scheme.A_inverse[k * N_GAUSS + j];
            identity += scheme.T[i * N_GAUSS + k] * scheme.T_inverse[k * N_GAUSS + j];
            weight += scheme.d[k] * A[k * N_GAUSS + j];
          }
        /* Entries of A⁻¹ are up to 200, those of T⁻¹ up to 1e6. */
        g_assert_cmpfloat_with_epsilon (product, turned, 1e-11);
        g_assert_cmpfloat_with_epsilon (unit, i == j, 1e-12);
        g_assert_cmpfloat_with_epsilon (identity, i == j, 1e-8);
        g_assert_cmpfloat_with_epsilon (weight, b[j], 1e-12);
      }
  ode_method_free_custom (method);
}

/* The eigenvalue ½ of A is double and has only one eigenvector. */
static void
test_defective (void)
{
  static const double A[4] = { 1, -0.25, 1, 0 }, b[2] = { 2, -1 }, c[2] = { 0.75, 1 };
  const OdeTableau tableau = { .n_stages = 2, .A = A, .b = b, .c = c };
  OdeMethod *method = make (&tableau);

  g_assert_cmpint (method->order, ==, 2);
  g_assert_cmpfloat_with_epsilon (observed_order (method, 32), 2, 0.2);
  ode_method_free_custom (method);
}

/* A method made from the coefficients of Radau IIA of order 5 takes the same steps
 * as the built-in radau5. Its dense weights define the collocation polynomial. */
static void
test_radau (void)
{
  static const double dense[12] = {
    0, 1.558078204724922382, -1.986947221348442939, 0.8052720793239878323,
    0, -0.8914115380582557157, 3.320280554681776273, -1.916383190435098943,
    0, 0.3333333333333333333, -1.333333333333333333, 1.111111111111111111,
  };
  OdeTableau tableau = *method_named ("radau5")->tableau;
  OdeMethod *own;
  OdeSettings settings = fixed_settings (0.125);
  OdeIntegrator *a, *b;

  tableau.dense = dense;
  tableau.dense_degree = 3;
  own = make (&tableau);
  g_assert_cmpint (own->order, ==, 5);
  a = start (own, &problem_table, &settings);
  b = start (method_named ("radau5"), &problem_table, &settings);
  for (int k = 0; k < 8; k++)
    {
      double x[2], y[2];
      const double t = (k + 0.3) * 0.125;

      run_to (a, (k + 1) * 0.125);
      run_to (b, (k + 1) * 0.125);
      /* Newton's method reaches rounding level in both methods. */
      g_assert_cmpfloat (max_difference (ode_integrator_x (a), ode_integrator_x (b), 2), <, 1e-14);
      g_assert_cmpint (ode_integrator_interpolate (a, t, x), ==, ODE_DONE);
      g_assert_cmpint (ode_integrator_interpolate (b, t, y), ==, ODE_DONE);
      g_assert_cmpfloat (max_difference (x, y, 2), <, 1e-14);
    }
  ode_integrator_free (a);
  ode_integrator_free (b);
  ode_method_free_custom (own);
}

/* Crouzeix' two-stage DIRK method of order 3, with an embedded formula of order 1, is used
 * with error control. */
static void
test_dirk (void)
{
  const double g = (3 + sqrt (3)) / 6;
  const double A[4] = { g, 0, 1 - 2 * g, g }, b[2] = { 0.5, 0.5 }, b_hat[2] = { 1, 0 }, c[2] = { g, 1 - g };
  const OdeTableau tableau = { .n_stages = 2, .A = A, .b = b, .b_hat = b_hat, .c = c };
  OdeMethod *method = make (&tableau);
  OdeSettings settings = tolerance_settings (1e-6);

  g_assert_cmpint (method->order, ==, 3);
  g_assert_true (method->traits & ODE_TRAIT_ADAPTIVE);
  g_assert_cmpfloat_with_epsilon (observed_order (method, 32), 3, 0.2);
  /* The estimate of order 1 is much larger than the error of the solution of order 3. */
  g_assert_cmpfloat (error_at_end (method, &problem_table, &settings), <, 1e-6);
  ode_method_free_custom (method);
}

/* Lobatto IIIA of order 4 with an embedded formula of order 2: a fully implicit
 * tableau with an explicit first stage and an error estimate. */
static void
test_pair (void)
{
  const double b_hat[3] = { 0.5, 0, 0.5 };
  OdeTableau tableau = *method_named ("lobatto_iiia4")->tableau;
  OdeMethod *method;
  OdeSettings settings = tolerance_settings (1e-6);
  double error;

  tableau.b_hat = b_hat;
  method = make (&tableau);
  error = error_at_end (method, &problem_table, &settings);
  g_assert_cmpfloat (error, <, 1e-6);
  g_assert_cmpfloat (error, >, 0);
  g_assert_cmpfloat_with_epsilon (observed_order (method, 8), 4, 0.2);
  ode_method_free_custom (method);
}

/* Each different diagonal entry of A needs a factorization, and each factorization is counted. */
static void
test_two_gammas (void)
{
  static const double A[4] = { 0.5, 0, 0.25, 0.25 }, b[2] = { 0.5, 0.5 }, c[2] = { 0.5, 0.5 };
  const OdeTableau tableau = { .n_stages = 2, .A = A, .b = b, .c = c };
  OdeMethod *method = make (&tableau);
  OdeSettings settings = fixed_settings (0.25);
  OdeIntegrator *integrator = start (method, &problem_table, &settings);

  g_assert_cmpint (ode_integrator_step (integrator, 1, ODE_STOP_END), ==, ODE_DONE);
  g_assert_cmpint (ode_integrator_statistics (integrator)->factorizations, ==, 2);
  ode_integrator_free (integrator);
  ode_method_free_custom (method);
}

/* The sum of the stage slopes of an accepted step, weighted by b, is the change of the state. */
static void
test_stages (gconstpointer name)
{
  const OdeMethod *method = method_named (name);
  OdeSettings settings = fixed_settings (0.1);
  OdeIntegrator *integrator = start (method, &problem_table, &settings);
  const double *k;
  int n_stages;

  for (int step = 0; step < 3; step++)
    {
      g_assert_cmpint (ode_integrator_step (integrator, 1, ODE_STOP_END), ==, ODE_DONE);
      k = ode_integrator_stages (integrator, &n_stages);
      g_assert_nonnull (k);
      g_assert_cmpint (n_stages, ==, method->tableau->n_stages);
      for (int i = 0; i < 2; i++)
        {
          double sum = ode_integrator_x_previous (integrator)[i];

          for (int j = 0; j < n_stages; j++)
            sum += 0.1 * method->tableau->b[j] * k[2 * j + i];
          /* The bound allows for rounding errors and for the error of
           * Newton's method. */
          g_assert_cmpfloat_with_epsilon (sum, ode_integrator_x (integrator)[i], 1e-14);
        }
    }
  ode_integrator_free (integrator);
}

/* ---- stages of stiff problems ---- */

static OdeStatus
robertson_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = -0.04 * x[0] + 1e4 * x[1] * x[2];
  dxdt[2] = 3e7 * x[1] * x[1];
  dxdt[1] = -dxdt[0] - dxdt[2];
  return ODE_DONE;
}

static OdeStatus
robertson_jacobian (void *self, double t, const double *x, double *J)
{
  const double values[9] = { -0.04, 0.04, 0, 1e4 * x[2], -1e4 * x[2] - 6e7 * x[1], 6e7 * x[1], 1e4 * x[1], -1e4 * x[1], 0 };

  memcpy (J, values, sizeof values);
  return ODE_DONE;
}

typedef struct
{
  const char *method;
  double h, x1[3];
} StiffStep;

/* One step from (1, 0, 0), computed with 40 digits from the definition of the methods. At the start the Jacobian has no fast
 * component, so that the simplified Newton method diverges. */
static const StiffStep stiff_steps[] = {
  { "implicit_euler", 1, { 0.97044431796932832, 3.1371064675374719e-5, 0.029524310965996306 } },
  { "implicit_euler", 1e9, { 0.0014402834424409552, 5.769343436903416e-9, 0.99855971078821561 } },
  { "velocity_implicit_euler", 1000, { 0.50894612203944979, 4.045779002786103e-6, 0.49104983218154742 } },
  { "radau1", 1000, { 0.50894612203944979, 4.045779002786103e-6, 0.49104983218154742 } },
  { "bdf1", 1, { 0.97044431796932832, 3.1371064675374719e-5, 0.029524310965996306 } },
  { "implicit_midpoint", 1000, { 0.15775812935460778, 1.0597051625137796e-5, 0.84223127359376708 } },
  { "implicit_midpoint", 1e6, { -0.88205629461515535, 5.0093988909851799e-7, 1.8820557936752663 } },
  { "radau5", 0.01, { 0.99960068540339794, 3.4196978095169193e-5, 0.00036511761850689126 } },
  { "radau5", 1000, { 0.30176090152338196, 1.7160431452709921e-6, 0.69823738243347277 } },
  { "bdf2", 1, { 0.96645971099413971, 3.0696351511901147e-5, 0.033509592654348394 } }, /* starts with radau5 */
  { "gauss4", 0.01, { 0.99960071262227424, 1.5537654581960995e-5, 0.00038374972314379503 } },
  { "gauss4", 1000, { 0.26865810366127378, -9.9454753913878541e-6, 0.73135184181411761 } },
};

static void
test_stiff_stages (void)
{
  const OdeSystem system = { .n_states = 3, .rhs = robertson_rhs, .jacobian = robertson_jacobian };
  const double x0[3] = { 1, 0, 0 };

  for (guint k = 0; k < 2 * G_N_ELEMENTS (stiff_steps); k++)
    {
      const StiffStep *step = &stiff_steps[k / 2];
      OdeSettings settings = fixed_settings (step->h);
      char error[256];
      OdeIntegrator *integrator;

      settings.subdivide_fixed = false;
      settings.full_newton = k % 2 == 1;
      integrator = ode_integrator_new (ode_method_find (step->method), &system, &settings, error, sizeof error);
      g_assert_nonnull (integrator);
      g_assert_cmpint (ode_integrator_initialize (integrator, 0, x0, step->h), ==, ODE_DONE);
      g_assert_cmpint (ode_integrator_step_fixed (integrator, step->h), ==, ODE_DONE);
      for (int i = 0; i < 3; i++)
        /* The stage equations are solved to rounding errors, which large steps amplify. */
        g_assert_cmpfloat_with_epsilon (ode_integrator_x (integrator)[i], step->x1[i], 1e-11 * fabs (step->x1[i]));
      ode_integrator_free (integrator);
    }
}

int
main (int argc, char **argv)
{
  static const char *const with_stages[] = { "radau5", "gauss4", "lobatto_iiia4", "lobatto_iiic4", "sdirk4", "kvaerno5", "trapezoid" };

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ode/custom/implicit/a-method-whose-matrix-a-is-singular-has-the-expected-order", test_singular);
  g_test_add_func ("/ode/custom/implicit/a-tableau-with-twelve-stages-uses-the-eigenvalues-of-its-matrix", test_most_stages);
  g_test_add_func ("/ode/custom/implicit/a-method-whose-matrix-a-is-not-diagonalizable-has-the-expected-order", test_defective);
  g_test_add_func ("/ode/custom/implicit/a-custom-method-with-the-radau5-coefficients-takes-the-same-steps", test_radau);
  g_test_add_func ("/ode/custom/implicit/a-custom-dirk-pair-meets-the-tolerance", test_dirk);
  g_test_add_func ("/ode/custom/implicit/a-custom-fully-implicit-pair-meets-the-tolerance", test_pair);
  g_test_add_func ("/ode/custom/implicit/stages-with-different-diagonal-entries-use-separate-factorizations", test_two_gammas);
  g_test_add_func ("/ode/stiff/fixed-steps-that-are-not-subdivided-solve-stages-far-from-the-start", test_stiff_stages);
  for (size_t i = 0; i < G_N_ELEMENTS (with_stages); i++)
    {
      g_autofree char *path = g_strdup_printf ("/ode/implicit/the-step-equals-the-weighted-sum-of-the-reported-stage-slopes/%s",
                                               with_stages[i]);

      g_test_add_data_func (path, with_stages[i], test_stages);
    }
  return g_test_run ();
}
