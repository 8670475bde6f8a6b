/* Tests the commands stability and tableau. */
#include "cli-test.h"

#include <math.h>
#include <string.h>

/* Returns the number of the key "name" in a JSON text. */
static double
json_number (const char *text, const char *name)
{
  g_autofree char *key = g_strdup_printf ("\"%s\": ", name);
  const char *at = strstr (text, key);

  if (at == NULL)
    g_error ("no '%s' in: %s", name, text);
  return g_ascii_strtod (at + strlen (key), NULL);
}

static void
test_region (void)
{
  g_auto (Result) result = cli ("stability --integrator bdf3 --format json");
  g_auto (Result) table = cli ("stability --integrator rk4");

  expect_status (result, 0);
  g_assert_cmpfloat_with_epsilon (json_number (result.out, "alpha"), 86.03, 0.005);
  expect_has (result.out, "\"a_stable\": false");
  expect_has (result.out, "\"real_interval\": null");
  expect_status (table, 0);
  expect_has (table.out, "2.78529");
}

/* The undamped oscillator has λ = ±i. The method is stable on the imaginary axis up to
 * 2√2. */
static void
test_model (void)
{
  g_auto (Result) result = cli ("stability harmonic-oscillator --set w=2 --integrator runge_kutta4 --format json");
  g_auto (Result) euler = cli ("stability harmonic-oscillator --integrator explicit_euler --format json");

  expect_status (result, 0);
  g_assert_cmpfloat_with_epsilon (json_number (result.out, "largest_stable_step"), sqrt (2), 1e-6);
  expect_has (result.out, "\"eigenvalues\": [[");
  expect_status (euler, 0);
  g_assert_cmpfloat (json_number (euler.out, "largest_stable_step"), ==, 0);
}

static void
test_tableau (void)
{
  g_auto (Result) result = cli ("tableau runge_kutta5 --format json");
  guint n_trees = 0;

  expect_status (result, 0);
  for (const char *at = result.out; (at = strstr (at, "\"tree\"")) != NULL; at++)
    n_trees++;
  g_assert_cmpuint (n_trees, ==, 200);
  expect_has (result.out, "\"tree\": \"[[][]]\"");
  expect_has (result.out, "\"explicit\": true");
  g_assert_cmpfloat (json_number (result.out, "order"), ==, 5);
  g_assert_cmpfloat (json_number (result.out, "stage_order"), ==, 1);
}

/* One coefficient of Kutta's method is changed by 1e-10. The printed order conditions show which are
 * violated. */
static void
test_changed_coefficient (void)
{
  g_autofree char *path = scratch ("changed.yaml");
  const char *at, *text = "format: 1\nname: Changed\nA: [[], [1/2], [-1, 2]]\nb: [1/6, 2/3 + 1e-10, 1/6]\n";

  write_file ("changed.yaml", text);
  g_auto (Result) result = cli ("tableau %s --format csv", path);
  expect_status (result, 0);
  at = strstr (result.out, "\n1,[],");
  g_assert_nonnull (at);
  g_assert_cmpfloat_with_epsilon (g_ascii_strtod (at + strlen ("\n1,[],"), NULL), 1e-10, 1e-15);
}

static void
test_errors (void)
{
  static const CliFailure cases[] = {
    { "stability", 2, "one of --integrator and --tableau" },
    { "stability --integrator rk4 --tableau rk4", 2, "one of --integrator and --tableau" },
    { "stability --integrator rungekutta", 2, "no integrator and no tableau" },
    { "stability robertson-dae --integrator rk4", 3, "mass matrix" },
    { "tableau bdf3", 2, "has no tableau" },
    { "tableau ./missing.yaml", 3, "missing.yaml" },
  };

  expect_failures (cases, G_N_ELEMENTS (cases), TRUE);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  cli_test_init ();
  g_test_add_func ("/cli/stability/prints-the-stability-angle-and-the-stability-intervals", test_region);
  g_test_add_func ("/cli/stability/the-printed-largest-step-keeps-all-eigenvalues-in-the-stability-region", test_model);
  g_test_add_func ("/cli/tableau/prints-the-order-conditions", test_tableau);
  g_test_add_func ("/cli/tableau/a-coefficient-changed-by-1e-10-violates-order-conditions", test_changed_coefficient);
  g_test_add_func ("/cli/stability/error-messages-name-the-invalid-argument", test_errors);
  status = g_test_run ();
  cli_test_clear ();
  return status;
}
