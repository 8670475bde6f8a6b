/* Tests the options --branch-at and --branch-set of the command run. */
#include "cli-test.h"

#include <math.h>
#include <string.h>

/* Returns the time in the first column of a row. */
static double
time_of (const char *row)
{
  return g_ascii_strtod (row, NULL);
}

/* Before the branch, the rows equal those of the run without a branch, bit for bit. After it they differ. */
static void
test_rows (void)
{
  g_auto (Result) plain = cli ("run lorenz --end 20 --integrator runge_kutta5 --output -");
  g_auto (Result) branch = cli ("run lorenz --end 20 --integrator runge_kutta5 --output - --branch-at 12 --branch-set accuracy=1e-7");
  g_auto (GStrv) a = NULL, b = NULL;
  int row = 1;

  expect_status (plain, 0);
  expect_status (branch, 0);
  a = g_strsplit (plain.out, "\n", -1);
  b = g_strsplit (branch.out, "\n", -1);
  while (strcmp (a[row], b[row]) == 0)
    row++;
  /* The first different row is the end of the first step after the boundary. The boundary is the last one that is not after 12. */
  g_assert_cmpfloat (time_of (b[row - 1]), <=, 12);
  g_assert_cmpfloat (time_of (a[row]), >, 12);
  g_assert_cmpfloat (time_of (b[row]), >, time_of (b[row - 1]));
}

/* The closed form: x' = −k x with k = 1 until t = 2 and k = 3 afterwards, and x is set to 5 at t = 2. */
static void
test_values (void)
{
  g_autofree char *model = scratch ("decay.yaml");

  write_file ("decay.yaml", "format: 1\nname: Decay\ntime: {start: 0, end: 3}\nparameters:\n  k: {value: 1}\nstates:\n  x: {initial: 1, derivative: -k*x}\n");
  {
    /* With steps of 0.0625 a boundary is exactly at 2, so --branch-at 2.05 begins at 2. */
    g_auto (Result) run = cli ("run %s --integrator dop853 --fixed-step 0.0625 --branch-at 2.05 --branch-set k=3 --branch-set x=5 --final", model);
    g_auto (Result) samples = cli ("run %s --integrator dop853 --fixed-step 0.0625 --branch-at 2 --branch-set k=3 --times 1,2.5,3 --output -", model);
    g_auto (GStrv) rows = NULL;
    const char *x = strstr (run.out, "x");

    expect_status (run, 0);
    expect_status (samples, 0);
    while (x != NULL && *x != '\0' && !g_ascii_isdigit (*x))
      x++;
    g_assert_nonnull (x);
    g_assert_cmpfloat_with_epsilon (g_ascii_strtod (x, NULL), 5 * exp (-3), 1e-9);
    rows = g_strsplit (samples.out, "\n", -1);
    g_assert_cmpfloat_with_epsilon (g_ascii_strtod (strchr (rows[1], ',') + 1, NULL), exp (-1), 1e-6);
    g_assert_cmpfloat_with_epsilon (g_ascii_strtod (strchr (rows[2], ',') + 1, NULL), exp (-2 - 1.5), 1e-6);
    g_assert_cmpfloat_with_epsilon (g_ascii_strtod (strchr (rows[3], ',') + 1, NULL), exp (-2 - 3), 1e-9);
  }
}

/* The method can change at a branch; its history begins anew then. A parameter with the name of a setting needs a prefix. */
static void
test_names (void)
{
  g_autofree char *model = scratch ("names.yaml");

  write_file ("names.yaml", "format: 1\nname: Names\ntime: {start: 0, end: 3}\nparameters:\n  accuracy: {value: 1}\n"
                            "states:\n  x: {initial: 1, derivative: -accuracy*x}\n");
  {
    g_auto (Result) both = cli ("run %s --branch-at 1 --branch-set parameter.accuracy=2 --branch-set setting.accuracy=1e-9 --final", model);
    g_auto (Result) method = cli ("run lorenz --end 2 --integrator bdf3 --branch-at 1 --branch-set integrator=radau5 --tape %s/t.csv", folder);
    g_autofree char *tape = NULL;

    expect_status (both, 0);
    expect_status (method, 0);
    tape = read_file ("t.csv");
    g_assert_cmpint (count_lines (tape), >, 20);
  }
}

/* The step after the branch has the size that was given, and the next ones are chosen by the controller again. */
static void
test_next_step (void)
{
  g_auto (Result) run = cli ("run van-der-pol --end 20 --integrator runge_kutta5 --output - --branch-at 10 --branch-set next_step=0.0123");
  g_auto (Result) named = cli ("run van-der-pol --end 20 --integrator runge_kutta5 --output - --branch-at 10 --branch-set step.next_step=0.0123");
  g_auto (GStrv) rows = NULL;
  int row = 1;

  expect_status (run, 0);
  g_assert_cmpstr (run.out, ==, named.out);
  rows = g_strsplit (run.out, "\n", -1);
  while (time_of (rows[row + 1]) <= 10)
    row++;
  g_assert_cmpfloat_with_epsilon (time_of (rows[row + 1]) - time_of (rows[row]), 0.0123, 1e-12);

  /* Without continuous states there is no integrator. */
  g_autofree char *path = scratch ("ticks.yaml");
  write_file ("ticks.yaml", "format: 1\nname: Ticks\ntime: {start: 0, end: 10}\ndiscrete: {n: 0}\nevents: {tick: {every: 1, update: {n: n + 1}}}\n");
  g_auto (Result) ticks = cli ("run %s --branch-at 3 --branch-set next_step=0.5", path);
  expect_status (ticks, 3);
  expect_has (ticks.err, "not chosen by error control");
}

static void
test_refused (void)
{
  static const CliFailure failures[] = {
    { "run lorenz --branch-at 3", 2, "give '--branch-at' and '--branch-set' together" },
    { "run lorenz --branch-set rho=3", 2, "together" },
    { "run lorenz --branch-at 0 --branch-set rho=3", 2, "after the start" },
    { "run lorenz --branch-at 1e9 --branch-set rho=3", 2, "before the end" },
    { "run lorenz --branch-at nan --branch-set rho=3", 2, NULL },
    { "run lorenz --branch-at 3 --branch-set rho", 2, "NAME=VALUE" },
    { "run lorenz --branch-at 3 --branch-set =1", 2, "NAME=VALUE" },
    { "run lorenz --branch-at 3 --branch-set nothing=1", 2, "no parameter or state 'nothing'" },
    { "run lorenz --branch-at 3 --branch-set rho=blue", 2, "finite number" },
    { "run lorenz --branch-at 3 --branch-set next_step=-1", 2, "positive number" },
    { "run lorenz --fixed-step 0.01 --branch-at 3 --branch-set next_step=0.02", 3, "not chosen by error control" },
    { "run lorenz --branch-at 3 --branch-set x=inf", 2, "finite number" },
    { "run lorenz --branch-at 3 --branch-set accuracy=-1", 2, NULL },
    { "run lorenz --branch-at 3 --branch-set integrator=none", 2, NULL },
  };

  expect_failures (failures, G_N_ELEMENTS (failures), TRUE);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  cli_test_init ();
  g_test_add_func ("/cli/branch/the-rows-before-the-branch-equal-those-of-the-run-without-a-branch", test_rows);
  g_test_add_func ("/cli/branch/parameters-and-states-change-at-the-last-step-boundary-before-the-given-time", test_values);
  g_test_add_func ("/cli/branch/names-of-settings-parameters-and-states-are-told-apart-by-a-prefix", test_names);
  g_test_add_func ("/cli/branch/the-next-step-has-the-given-size", test_next_step);
  g_test_add_func ("/cli/branch/wrong-options-are-refused-with-a-reason", test_refused);
  status = g_test_run ();
  cli_test_clear ();
  return status;
}
