/* Tests right-hand sides at many points: evaluation in SIMD lanes gives the same bits as single evaluations, for any division of the
 * points. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "lab-batch.h"
#include "model-load.h"
#include "sim-config.h"

#define HEAD "format: 1\nname: Test\n"

static ModelSystem *
make (const char *yaml)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (GError) error = NULL;
  Model *model = model_load_text (yaml, -1, "test.yaml", sim_config_check_solver, diagnostics);
  g_autofree char *errors = model_diagnostics_to_string (diagnostics);
  ModelSystem *system;

  g_assert_cmpstr (errors, ==, "");
  system = model_system_new (model, &(ModelInstance){ .fast_math = FALSE }, &error);
  g_assert_no_error (error);
  model_unref (model);
  return system;
}

/* Evaluates the right-hand side at one point without lanes. */
static void
evaluate_point (ModelSystem *system, const LabBatch *batch, gsize k, double *f)
{
  const double *point = batch->values + k * batch->width;
  int n = model_system_n_states (system), n_discrete = model_system_n_discrete (system);
  const OdeSystem *ode = model_system_ode (system);
  g_autofree double *parameters = g_new0 (double, model_system_n_parameter_values (system) + 1);

  model_system_get_parameters (system, parameters);
  for (int i = 0; i < batch->n_parameters; i++)
    parameters[batch->parameters[i]] = point[1 + n + n_discrete + i];
  model_system_set_parameters (system, parameters);
  model_system_set_discrete (system, point + 1 + n);
  model_system_set_noise_time (system, point[0]);
  ode->rhs (ode->self, point[0], point + 1, f);
}

/* Compares points evaluated in lanes with single evaluations, and evaluation in parts with evaluation of all points at once. */
static void
compare (const char *yaml, const char *const *parameters, int n_parameters)
{
  enum { N = 203 };
  g_autoptr (ModelSystem) system = make (yaml), other = make (yaml);
  int n = model_system_n_states (system), indices[4];
  gsize width = (gsize) (1 + n + model_system_n_discrete (system) + n_parameters);
  g_autofree double *values = g_new (double, N * width), *whole = g_new (double, N * n), *parts = g_new (double, N * n), *f = g_new (double, n);
  LabBatch batch = { N, width, values, n_parameters, indices };

  for (int i = 0; i < n_parameters; i++)
    {
      indices[i] = model_system_find_parameter (system, parameters[i]);
      g_assert_cmpint (indices[i], >=, 0);
    }
  for (gsize k = 0; k < N * width; k++)
    values[k] = k % width == 0 ? 0.01 * (double) k : 1.5 + sin ((double) k);
  lab_batch_rhs (system, &batch, 0, N, whole);
  for (gsize k = 0; k < N; k++)
    {
      evaluate_point (other, &batch, k, f);
      g_assert_cmpmem (f, sizeof (double) * (gsize) n, whole + k * (gsize) n, sizeof (double) * (gsize) n);
    }
  lab_batch_rhs (other, &batch, 0, 1, parts);
  lab_batch_rhs (other, &batch, 1, 70, parts);
  lab_batch_rhs (other, &batch, 70, N, parts);
  g_assert_cmpmem (parts, sizeof (double) * N * (gsize) n, whole, sizeof (double) * N * (gsize) n);
}

static void
test_bits (void)
{
  static const char *const a[] = { "a", "b" };

  compare (HEAD "parameters: {a: 3, b: 1}\nstates:\n  x: {initial: 1, derivative: a*sin(y) + t}\n"
                "  y: {initial: 2, derivative: x*exp(-y^2) + b^1.5*a^2}\n", a, 2);
  compare (HEAD "parameters: {a: 3, b: 1}\nstates:\n  x: {initial: 1, derivative: a*sin(x) + t}\n", a, 0);
  compare (HEAD "parameters: {a: 3}\nstates:\n  x: {initial: 1, derivative: a*x + d}\ndiscrete:\n  d: {initial: 1}\n", a, 1);
  compare (HEAD "parameters: {a: 3}\nstates:\n  x: {initial: 1, derivative: -a*x + w}\nnoise:\n  w: {distribution: \"normal(0, 1)\", every: 0.5}\n",
           a, 1);
}

/* An undefined value at one point does not affect other points. */
static void
test_undefined (void)
{
  g_autoptr (ModelSystem) system = make (HEAD "parameters: {a: 3}\nstates:\n  x: {initial: 1, derivative: sqrt(a*x)}\n");
  double values[] = { 0, 4, 4, 0, -1, 4, 0, 9, 4, 0, 4, NAN }, f[4];
  int a = model_system_find_parameter (system, "a");
  LabBatch batch = { 4, 3, values, 1, &a };

  lab_batch_rhs (system, &batch, 0, 4, f);
  g_assert_cmpfloat (f[0], ==, 4);
  g_assert_true (isnan (f[1]));
  g_assert_cmpfloat (f[2], ==, 6);
  g_assert_true (isnan (f[3]));
}

/* Reproduces Drake's test of BatchEvalTimeDerivatives: x' = A x + B u at three points with inputs u. */
static void
test_d99 (void)
{
  static const double x[2][3] = { { 0.1, 0.2, 0.3 }, { 0.4, 0.5, 0.6 } }, u[2][3] = { { -0.12, -0.34, 0.45 }, { 0.32, 0.14, -0.65 } };
  g_autoptr (ModelSystem) system = make (HEAD "parameters: {u1: 0, u2: 0}\nstates:\n  x1: {initial: 0, derivative: x1 + 2*x2 + 5*u1 + 6*u2}\n"
                                              "  x2: {initial: 0, derivative: 3*x1 + 4*x2 + 7*u1 + 8*u2}\n");
  int indices[] = { model_system_find_parameter (system, "u1"), model_system_find_parameter (system, "u2") };
  double values[15], f[6];
  LabBatch batch = { 3, 5, values, 2, indices };

  for (int k = 0; k < 3; k++)
    memcpy (values + 5 * k, (double[]){ 0, x[0][k], x[1][k], u[0][k], u[1][k] }, 5 * sizeof (double));
  lab_batch_rhs (system, &batch, 0, 3, f);
  for (int k = 0; k < 3; k++)
    {
      g_assert_cmpfloat_with_epsilon (f[2 * k], x[0][k] + 2 * x[1][k] + 5 * u[0][k] + 6 * u[1][k], 1e-14);
      g_assert_cmpfloat_with_epsilon (f[2 * k + 1], 3 * x[0][k] + 4 * x[1][k] + 7 * u[0][k] + 8 * u[1][k], 1e-14);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/batch/evaluation-in-simd-lanes-gives-the-same-bits-as-single-evaluations", test_bits);
  g_test_add_func ("/batch/an-undefined-point-does-not-change-others", test_undefined);
  g_test_add_func ("/batch/D-99-right-hand-sides-with-inputs-agree-with-the-matrix-formula", test_d99);
  return g_test_run ();
}
