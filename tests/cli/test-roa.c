/* Tests the command roa (region of attraction) with the real program. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "cli-test.h"

#define CUBIC "format: 1\nname: Test\nstates: {x: {initial: 0, derivative: -x + x^3}}\n"

static gboolean
has_solver (void)
{
  g_autofree char *path = g_find_program_in_path ("csdp");

  if (path == NULL)
    g_test_skip ("csdp is not installed");
  return path != NULL;
}

/* The output has all keys. The semidefinite program can be written to a file. */
static void
test_certified (void)
{
  static const char *const keys[] = { "V", "degree", "rho", "rho_scan", "rho_proven", "certified", "scan_agrees", "area", "solver" };
  g_autofree char *model = scratch ("m.yaml"), *program = scratch ("m.dat-s"), *text = NULL;

  if (!has_solver ())
    return;
  write_file ("m.yaml", CUBIC);
  g_auto (Result) json = cli ("roa %s --program %s --format json --quiet", model, program);
  expect_status (json, 0);
  expect_has (json.out, "{\"V\": \"0.5*x^2\", \"degree\": 2, \"rho\": 0.4999999");
  expect_has (json.out, "\"rho_scan\": 0.5, ");
  expect_has (json.out, "\"certified\": true, \"scan_agrees\": true");
  expect_has (json.out, "\"solver\": \"csdp\"}");
  for (guint k = 0; k < G_N_ELEMENTS (keys); k++)
    {
      g_autofree char *key = g_strdup_printf ("\"%s\": ", keys[k]);

      expect_has (json.out, key);
    }
  text = read_file ("m.dat-s");
  g_assert_cmpint (count_lines (text), >, 5);
  g_auto (Result) study = cli ("study roa %s --option implicit=true --format json --quiet", model);
  expect_status (study, 0);
  expect_has (study.out, "\"study\": \"roa\"");
}

/* If csdp is missing, the level comes from the scan, and the exit status states that nothing is certified. */
static void
test_without_solver (void)
{
  g_autofree char *model = scratch ("m.yaml"), *path = g_strdup (g_getenv ("PATH"));

  write_file ("m.yaml", CUBIC);
  g_setenv ("PATH", folder, TRUE);
  g_auto (Result) json = cli ("roa %s --format json --quiet", model);
  g_setenv ("PATH", path, TRUE);
  expect_status (json, 5);
  expect_has (json.out, "\"rho\": 0.5, \"rho_scan\": 0.5, \"rho_proven\": null, \"certified\": false");
  expect_has (json.out, "\"solver\": \"scan\"");
  expect_has (json.err, "csdp is not installed");
}

/* If the degree of the result differs from the requested degree, the result has a reason, which is printed too. */
static void
test_degree (void)
{
  g_autofree char *model = scratch ("m.yaml");

  if (!has_solver ())
    return;
  write_file ("m.yaml", CUBIC);
  g_auto (Result) typed = cli ("roa %s --candidate x^2 --degree 4 --format json --quiet", model);
  expect_status (typed, 0);
  expect_has (typed.out, "\"degree\": 2, ");
  expect_has (typed.out, "\"degree_requested\": 4, \"degree_reason\": \"the degree follows from the given candidate\"");
  expect_has (typed.err, "the Lyapunov function has degree 2 instead of 4: the degree follows");
  g_auto (Result) quartic = cli ("roa %s --candidate x^4 --format json --quiet", model);
  expect_status (quartic, 0);
  expect_has (quartic.out, "\"degree\": 4, ");
  expect_has (quartic.out, "\"degree_requested\": 4, \"degree_reason\": null");
  g_assert_cmpstr (quartic.err, ==, "");
  write_file ("linear.yaml", "format: 1\nname: Test\nstates: {x: {initial: 0, derivative: -x}}\n");
  g_autofree char *linear = scratch ("linear.yaml");
  g_auto (Result) global = cli ("roa %s --degree 4 --quiet", linear);
  if (strstr (global.err, "no solver for linear programs") != NULL)
    return;
  expect_status (global, 0);
  expect_has (global.out, "degree 2\ndegree_requested 4\n");
  expect_has (global.err, "has degree 2 instead of 4: the certified set of degree 2 is already the whole space");
}

/* The legend of the figure has a name for each curve. */
static void
test_plot (void)
{
  static const char *const labels[] = { "certified set, 47.2", "true boundary", "comes to rest", "escapes" };
  g_autofree char *plot = scratch ("m.svg"), *one = scratch ("one.svg"), *model = scratch ("m.yaml"), *text = NULL;

  if (!has_solver ())
    return;
  g_auto (Result) json = cli ("roa reversed-van-der-pol --plot %s --format json --quiet", plot);
  expect_status (json, 0);
  expect_has (json.out, "\"true_area\": 13.72221966");
  expect_has (json.out, "\"share\": 0.471892");
  text = read_file ("m.svg");
  g_assert_cmpint (count_lines (text), >, 100);
  for (guint k = 0; k < G_N_ELEMENTS (labels); k++)
    expect_has (text, labels[k]);
  write_file ("m.yaml", CUBIC);
  g_auto (Result) line = cli ("roa %s --plot %s --quiet", model, one);
  expect_status (line, 3);
  expect_has (line.err, "needs a model of two states");
  g_assert_false (g_file_test (one, G_FILE_TEST_EXISTS));
  g_auto (Result) wrong = cli ("roa reversed-van-der-pol --plot m.gif --quiet");
  expect_status (wrong, 2);
}

static void
test_refusals (void)
{
  static const CliFailure failures[] = {
    { "roa pendulum --quiet", 3, "not a polynomial" },
    { "roa lorenz --quiet", 3, "is not stable" },
    { "roa bouncing-ball --quiet", 3, "acts on the run" },
    { "roa lorenz --degree 3 --quiet", 2, "must be even" },
    { "roa lorenz --point q=1 --quiet", 2, "'point' takes" },
    { "roa lorenz --point x=0,y=0,z=0 --candidate x^2+unknown --quiet", 2, "unknown" },
  };

  expect_failures (failures, G_N_ELEMENTS (failures), TRUE);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  cli_test_init ();
  g_test_add_func ("/cli/roa/a-certified-level-is-printed-with-its-checks", test_certified);
  g_test_add_func ("/cli/roa/without-the-solver-the-level-comes-from-a-scan-and-the-exit-status-is-5", test_without_solver);
  g_test_add_func ("/cli/roa/if-the-used-degree-differs-from-the-requested-one-the-reason-is-reported", test_degree);
  g_test_add_func ("/cli/roa/the-region-is-drawn-on-the-phase-portrait-of-two-states", test_plot);
  g_test_add_func ("/cli/roa/models-and-options-that-do-not-fit-are-refused", test_refusals);
  status = g_test_run ();
  cli_test_clear ();
  return status;
}
