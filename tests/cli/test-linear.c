/* Tests the commands linearize, discretize and sensitivity with the real program, against closed forms. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "cli-test.h"

/* A model with the solution y = exp (a t) and z = 3 + (exp (a t) − 1)/a for u = 0. */
#define MODEL                                                                                                                     \
  "format: 1\nname: Test\ntime: {start: 0, end: 2}\nparameters: {a: -0.7, u: 0, idle: 5}\nstates:\n"                              \
  "  y: {initial: 1, derivative: a*y + 2*u}\n  z: {initial: 3, derivative: y}\n"

/* Returns the number that follows a text. */
static double
number_after (const char *text, const char *before)
{
  const char *at = strstr (text, before);

  if (at == NULL)
    g_error ("'%s' is not in '%s'", before, text);
  return g_ascii_strtod (at + strlen (before), NULL);
}

static void
test_linearize (void)
{
  g_autofree char *model = scratch ("m.yaml");

  write_file ("m.yaml", MODEL);
  g_auto (Result) json = cli ("linearize %s --inputs u --format json", model);
  expect_status (json, 0);
  expect_has (json.out, "\"A\": [[-0.7, 0], [1, 0]], \"B\": [[2], [0]]");
  expect_has (json.out, "\"eigenvalues\": [[-0.7, 0], [0, 0]]");
}

/* x'' = −ω² x − 2 ζ ω x' has the eigenvalues −ζ ω ± i ω √(1 − ζ²). The shape of its mode is (x, x') ∝ (1, λ); with ω = 5 the velocity is the
 * larger component and is real, so that x ∝ 1/λ. */
static void
test_modes (void)
{
  const double omega = 5, zeta = 0.2, re = -zeta * omega, im = omega * sqrt (1 - zeta * zeta), length = sqrt (1 + 1 / (omega * omega));
  g_autofree char *model = scratch ("mode.yaml");

  write_file ("mode.yaml", "format: 1\nname: Mode\ntime: {start: 0, end: 1}\nstates:\n  x: {initial: 0, derivative: v}\n"
                           "  v: {initial: 0, derivative: -25*x - 2*v}\n");
  g_auto (Result) json = cli ("linearize %s --format json", model);
  expect_status (json, 0);
  g_assert_cmpfloat_with_epsilon (number_after (json.out, "\"modes\": [{\"eigenvalue\": ["), re, 1e-12);
  g_assert_cmpfloat_with_epsilon (number_after (json.out, "\"frequency\": "), omega, 1e-12);
  g_assert_cmpfloat_with_epsilon (number_after (json.out, "\"damping\": "), zeta, 1e-12);
  g_assert_cmpfloat_with_epsilon (number_after (json.out, "\"shape\": {\"x\": ["), re / (omega * omega) / length, 1e-9);
  g_assert_cmpfloat_with_epsilon (number_after (json.out, "\"v\": ["), 1 / length, 1e-9);
  g_auto (Result) table = cli ("linearize %s", model);
  expect_has (table.out, "\nmodes\n");
  g_auto (Result) yaml = cli ("linearize %s --format yaml", model);
  expect_status (yaml, 0);
  expect_has (yaml.out, "modes:\n");
  g_assert_cmpfloat_with_epsilon (number_after (strstr (yaml.out, "modes:"), "damping: "), zeta, 1e-12);
  g_auto (Result) matlab = cli ("linearize %s --format matlab", model);
  expect_status (matlab, 0);
  g_assert_cmpfloat_with_epsilon (number_after (matlab.out, "modes = ["), re / (omega * omega) / length, 1e-9);
  g_assert_cmpfloat_with_epsilon (number_after (matlab.out, "mode_damping = ["), zeta, 1e-12);
  g_assert_cmpfloat_with_epsilon (number_after (strstr (matlab.out, "mode_eigenvalues"), " + "), im, 1e-12);
}

/* The closed forms are A_d = exp (A T) and B_d = ∫ exp (A s) B ds, here with T = 0.5. */
static void
test_discretize (void)
{
  g_autofree char *model = scratch ("m.yaml");
  double a = -0.7, T = 0.5, decay = exp (a * T);

  write_file ("m.yaml", MODEL);
  g_auto (Result) json = cli ("discretize %s --inputs u --period 0.5 --format json", model);
  expect_status (json, 0);
  g_assert_cmpfloat_with_epsilon (number_after (json.out, "\"A\": [["), decay, 1e-14);
  g_assert_cmpfloat_with_epsilon (number_after (json.out, ", 0], ["), (decay - 1) / a, 1e-14);
  g_assert_cmpfloat_with_epsilon (number_after (json.out, "\"B\": [["), 2 * (decay - 1) / a, 1e-14);
  g_auto (Result) wrong = cli ("discretize %s --period 0", model);
  expect_status (wrong, 2);
}

/* Both studies print their matrices as text for other programs. */
static void
test_text (void)
{
  g_autofree char *model = scratch ("m.yaml");

  write_file ("m.yaml", MODEL);
  g_auto (Result) yaml = cli ("linearize %s --inputs u --format yaml", model);
  expect_status (yaml, 0);
  expect_has (yaml.out, "A:\n  - - -0.7\n    - 0\n  - - 1\n    - 0\n");
  expect_has (yaml.out, "slope:\n  y: -0.7\n  z: 1\n");
  expect_has (yaml.out, "inputs:\n  - u\n");
  g_auto (Result) matlab = cli ("linearize %s --inputs u --format matlab", model);
  expect_status (matlab, 0);
  expect_has (matlab.out, "A = [-0.7, 0; ...\n     1, 0];\n");
  expect_has (matlab.out, "B = [2; ...\n     0];\n");
  expect_has (matlab.out, "C = zeros (0, 2);\n");
  expect_has (matlab.out, "eigenvalues = [-0.7 + 0i; 0 + 0i];\n");
  g_auto (Result) without = cli ("discretize %s --period 0.5 --format matlab", model);
  expect_status (without, 0);
  expect_has (without.out, "B = zeros (2, 0);\n");
  expect_has (without.out, "Ts = 0.5;\n");
  g_auto (Result) wrong = cli ("linearize %s --format model", model);
  expect_status (wrong, 2);
  expect_has (wrong.err, "table|csv|json|yaml|matlab, not 'model'");
}

/* The discretized model with a clock has the values of the closed form y = (1 + 2u/a) exp (a t) − 2u/a at each multiple of the period. */
static void
test_clock (void)
{
  g_autofree char *model = scratch ("m.yaml"), *sampled = scratch ("s.yaml");
  double a = -0.7, u = 0.4;
  char *row;

  write_file ("m.yaml", MODEL);
  g_auto (Result) text = cli ("discretize %s --inputs u --set u=0.4 --start 1 --end 4 --period 0.5 --format model", model);
  expect_status (text, 0);
  write_file ("s.yaml", text.out);
  g_auto (Result) run = cli ("run %s --output - --quiet", sampled);
  expect_status (run, 0);
  expect_has (run.out, "t,y,z\n1,1,3\n");
  row = run.out;
  for (int k = 1; k <= 5; k++)
    {
      double t = 0.5 * k, y = (1 + 2 * u / a) * exp (a * t) - 2 * u / a;
      g_autofree char *before = g_strdup_printf ("\n%g,", 1 + t);

      /* At such a time there is a row before the update and a row after it. */
      row = strstr (row, before);
      g_assert_nonnull (row);
      row = strstr (row + 1, before);
      g_assert_nonnull (row);
      g_assert_cmpfloat_with_epsilon (g_ascii_strtod (row + strlen (before), NULL), y, 1e-14);
    }
}

/* The elements of a vector state get names without brackets in the model. */
static void
test_clock_names (void)
{
  g_autofree char *sampled = scratch ("s.yaml");

  g_auto (Result) text = cli ("discretize heat-equation --period 0.01 --format model");
  expect_status (text, 0);
  write_file ("s.yaml", text.out);
  g_auto (Result) check = cli ("check %s", sampled);
  expect_status (check, 0);
  g_assert_null (strchr (strstr (text.out, "discrete:"), '['));
}

/* The closed forms are ∂y/∂a = t exp (a t), ∂y/∂y₀ = exp (a t) and ∂z/∂y₀ = (exp (a t) − 1)/a. The quantity whose change by 1 % has the
 * largest effect is first. */
static void
test_sensitivity (void)
{
  g_autofree char *model = scratch ("m.yaml");
  double a = -0.7, t = 2, decay = exp (a * t);

  write_file ("m.yaml", MODEL);
  g_auto (Result) json = cli ("sensitivity %s --states y --integrator dop853 --accuracy 1e-12 --format json", model);
  expect_status (json, 0);
  g_assert_cmpfloat_with_epsilon (number_after (json.out, "\"dx_dp\": {\"a\": {\"y\": "), t * decay, 1e-9);
  g_assert_cmpfloat_with_epsilon (number_after (json.out, "\"dx_dx0\": {\"y\": {\"y\": "), decay, 1e-9);
  /* A change of a by 1 % changes y by 0.01 · 0.7 · 2 exp (a t). A change of y₀ by 1 % changes y by 0.01 exp (a t). */
  expect_has (json.out, "\"ranking\": [{\"name\": \"a\", \"value\": -0.7, ");
  g_assert_cmpfloat_with_epsilon (number_after (json.out, "\"effect_of_1_percent\": "), 0.01 * a * t * decay, 1e-11);
  g_auto (Result) of = cli ("sensitivity %s --states y --of z --integrator dop853 --accuracy 1e-12 --format json", model);
  expect_status (of, 0);
  expect_has (of.out, "\"ranking\": [{\"name\": \"y\", \"value\": 1, ");
  g_assert_cmpfloat_with_epsilon (number_after (of.out, "\"effect_of_1_percent\": "), 0.01 * (decay - 1) / a, 1e-11);
  g_auto (Result) wrong = cli ("sensitivity %s --of q", model);
  expect_status (wrong, 2);
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  cli_test_init ();
  g_test_add_func ("/cli/linear/matrices-are-written-as-yaml-and-as-matlab", test_text);
  g_test_add_func ("/cli/linear/a-discretized-model-runs-with-the-values-of-the-closed-form", test_clock);
  g_test_add_func ("/cli/linear/a-discretized-model-with-vectors-is-valid", test_clock_names);
  g_test_add_func ("/cli/linear/the-matrices-and-eigenvalues-are-those-of-the-model", test_linearize);
  g_test_add_func ("/cli/linear/modes-have-frequency-damping-and-shape-in-every-format", test_modes);
  g_test_add_func ("/cli/linear/a-discretization-is-the-matrix-exponential", test_discretize);
  g_test_add_func ("/cli/linear/sensitivities-agree-with-closed-forms-and-are-ranked-by-their-effect", test_sensitivity);
  result = g_test_run ();
  cli_test_clear ();
  return result;
}
