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
  g_auto (Result) unknown = cli ("stability --integrator rkc2 --format json");
  g_auto (Result) unknown_table = cli ("stability --integrator rkc2");
  g_auto (Result) study = cli ("study stability harmonic-oscillator --option integrators=bdf3,rkc2 --format json");

  expect_status (unknown, 0);
  expect_has (unknown.out, "\"real_interval\": null");
  expect_has (unknown.out, "\"infinite\": []");
  expect_has (unknown_table.out, "real_interval        unknown");
  expect_status (study, 0);
  expect_has (study.out, "\"infinite\": \"real_interval\"");
  expect_has (study.out, "\"infinite\": \"\"");
  expect_status (result, 0);
  g_assert_cmpfloat_with_epsilon (json_number (result.out, "alpha"), 86.03, 0.005);
  expect_has (result.out, "\"a_stable\": false");
  expect_has (result.out, "\"real_interval\": null");
  expect_has (result.out, "\"infinite\": [\"real_interval\"]");
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
 * violated: with b_2, those of the trees whose product at stage 2 is not 0. */
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
  expect_has (result.out, "\norder,3\n");
  expect_has (result.out, "\nverified_order,0\nverified_embedded_order,none\nviolated,[] [[]] [[][]]\nviolated_embedded,none\nwrong_row_sums,none\n");
  {
    /* b̂ of Bogacki and Shampine's method, whose last row of A is b, then one of its nodes. */
    g_autofree char *embedded = scratch ("embedded.yaml"), *node = scratch ("node.yaml");

    write_file ("embedded.yaml", "format: 1\nname: Changed\nA: [[], [1/2], [0, 3/4], [2/9, 1/3, 4/9]]\nb: [2/9, 1/3, 4/9, 0]\n"
                                 "b_hat: [7/24, 1/4 + 1e-10, 1/3, 1/8]\n");
    write_file ("node.yaml", "format: 1\nname: Changed\nA: [[], [1/2], [0, 3/4], [2/9, 1/3, 4/9]]\nb: [2/9, 1/3, 4/9, 0]\n"
                             "b_hat: [7/24, 1/4, 1/3, 1/8]\nc: [0, 1/2, 3/4 + 1e-10, 1]\n");
    g_auto (Result) hat = cli ("tableau %s --format csv", embedded), c = cli ("tableau %s --format csv", node);
    expect_has (hat.out, "\nviolated,none\nviolated_embedded,[] [[]]\nwrong_row_sums,none\n");
    expect_has (c.out, "\nviolated,none\nviolated_embedded,none\nwrong_row_sums,3\n");
  }
  g_auto (Result) exact = cli ("tableau runge_kutta5 --format json"), study = cli ("study tableau harmonic-oscillator --integrator dop853 --format json");
  g_assert_cmpfloat (json_number (exact.out, "verified_order"), ==, 5);
  g_assert_cmpfloat (json_number (exact.out, "verified_embedded_order"), ==, 4);
  expect_has (exact.out, "\"violated\": []");
  expect_has (exact.out, "\"violated_embedded\": []");
  expect_has (exact.out, "\"wrong_row_sums\": []");
  g_assert_cmpfloat (json_number (study.out, "verified_order"), ==, 8);
  expect_has (study.out, "\"verified_embedded_order\": null");
}

/* ---- source text ---- */

/* The methods whose exported code is run, with the largest allowed difference from a step of the program: rounding errors for explicit
 * methods, and the tolerance of the program's Newton iteration for implicit ones. */
static const struct { const char *id; double tolerance; } coded[] = {
  { "explicit_euler", 1e-15 }, { "runge_kutta4", 1e-15 }, { "runge_kutta5", 1e-15 }, { "dop853", 1e-15 }, { "verner98", 1e-15 },
  { "heun-euler", 1e-15 }, { "implicit_midpoint", 1e-9 }, { "gauss6", 1e-9 }, { "sdirk4", 1e-9 },
};

/* Returns the state after one step that the program computes: step size 1/64, from x = 1, v = 0 of Van der Pol's equation with mu = 5. */
static void
step_of_program (const char *id, double *x)
{
  g_auto (Result) result = cli ("run van-der-pol --integrator %s --error-control false --max-step 0.015625 --end 0.015625 --accuracy 1e-10 --final", id);
  const char *at_x = strstr (result.out, "\nx "), *at_v = strstr (result.out, "\nv ");

  expect_status (result, 0);
  if (at_x == NULL || at_v == NULL)
    g_error ("no state in: %s", result.out);
  x[0] = g_ascii_strtod (at_x + 3, NULL);
  x[1] = g_ascii_strtod (at_v + 3, NULL);
}

/* Runs a program and returns what it prints; NULL if it cannot be started. */
static char *
output_of (const char *const *argv)
{
  g_autofree char *out = NULL, *err = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  if (!g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &out, &err, &status, &error))
    return NULL;
  if (!g_spawn_check_wait_status (status, &error))
    g_error ("%s: %s", argv[0], err);
  return g_steal_pointer (&out);
}

static void
compare_step (const char *id, const char *printed, double tolerance)
{
  double expected[2], x[2];
  char *end;

  step_of_program (id, expected);
  x[0] = g_ascii_strtod (printed, &end);
  x[1] = g_ascii_strtod (end, NULL);
  for (int k = 0; k < 2; k++)
    if (!(fabs (x[k] - expected[k]) <= tolerance * fmax (1, fabs (expected[k]))))
      g_error ("%s: %.17g in place of %.17g", id, x[k], expected[k]);
}

/* Returns the name that the exported C and Python code uses for a method. */
static char *
identifier (const char *id)
{
  return g_strdelimit (g_strdup (id), "-", '_');
}

static void
test_code_c (void)
{
  g_autofree char *compiler = g_find_program_in_path ("cc");

  if (compiler == NULL)
    {
      g_test_skip ("there is no C compiler");
      return;
    }
  for (guint k = 0; k < G_N_ELEMENTS (coded); k++)
    {
      g_auto (Result) result = cli ("tableau %s --format c", coded[k].id);
      g_autofree char *name = identifier (coded[k].id), *program = scratch ("step"), *source = scratch ("step.c"), *text = NULL, *out = NULL;
      const char *pair = strstr (result.out, "double *error") != NULL ? ", error" : "";

      expect_status (result, 0);
      text = g_strdup_printf ("%s\n#include <stdio.h>\n"
                              "static void f (double t, const double *x, double *dx, void *user)\n"
                              "{ (void) t; (void) user; dx[0] = x[1]; dx[1] = 5 * (1 - x[0] * x[0]) * x[1] - x[0]; }\n"
                              "int main (void)\n{ double x[2] = { 1, 0 }, x1[2], error[2]; (void) error;\n"
                              "  if (%s_step (f, NULL, 2, 0, 0.015625, x, x1%s) != 0) return 1;\n"
                              "  printf (\"%%.17g %%.17g\\n\", x1[0], x1[1]); return 0; }\n", result.out, name, pair);
      write_file ("step.c", text);
      {
        const char *const compile[] = { "cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-O1", "-ffp-contract=off", "-o", program, source, "-lm", NULL };
        const char *const run[] = { program, NULL };
        G_GNUC_UNUSED g_autofree char *messages = output_of (compile);

        out = output_of (run);
      }
      g_assert_nonnull (out);
      compare_step (coded[k].id, out, coded[k].tolerance);
    }
}

static void
test_code_python (void)
{
  g_autofree char *interpreter = g_find_program_in_path ("python3");

  if (interpreter == NULL)
    {
      g_test_skip ("there is no python3");
      return;
    }
  for (guint k = 0; k < G_N_ELEMENTS (coded); k++)
    {
      g_auto (Result) result = cli ("tableau %s --format python", coded[k].id);
      g_autofree char *name = identifier (coded[k].id), *source = scratch ("step.py"), *text = NULL, *out = NULL;
      const char *const run[] = { "python3", source, NULL };

      expect_status (result, 0);
      text = g_strdup_printf ("%s\n\ndef f(t, x):\n    return [x[1], 5 * (1 - x[0] * x[0]) * x[1] - x[0]]\n\n\n"
                              "result = %s_step(f, 0, [1, 0], 0.015625)\n"
                              "x1 = result[0] if isinstance(result, tuple) else result\n"
                              "print(repr(x1[0]), repr(x1[1]))\n", result.out, name);
      write_file ("step.py", text);
      out = output_of (run);
      g_assert_nonnull (out);
      compare_step (coded[k].id, out, coded[k].tolerance);
    }
}

/* The exported YAML of a method is a tableau file with the same coefficients. */
static void
test_code_yaml (void)
{
  static const char *const ids[] = { "runge_kutta5", "gauss6", "sdirk4", "bogacki_shampine3" };

  for (guint k = 0; k < G_N_ELEMENTS (ids); k++)
    {
      g_auto (Result) text = cli ("tableau %s --format yaml", ids[k]), conditions = cli ("tableau %s --format json", ids[k]);
      g_autofree char *path = scratch ("copy.yaml");
      const char *expected, *got;

      expect_status (text, 0);
      write_file ("copy.yaml", text.out);
      g_auto (Result) copy = cli ("tableau %s --format json", path);
      expect_status (copy, 0);
      expected = strstr (conditions.out, "\"conditions\"");
      got = strstr (copy.out, "\"conditions\"");
      g_assert_nonnull (got);
      g_assert_cmpstr (got, ==, expected);
    }
}

static void
test_code_texts (void)
{
  g_auto (Result) latex = cli ("tableau runge_kutta4 --format latex"), julia = cli ("tableau bogacki_shampine3 --format julia");

  expect_status (latex, 0);
  expect_has (latex.out, "\\begin{array}{c|cccc}");
  expect_has (latex.out, "b & \\frac{1}{6} & \\frac{1}{3} & \\frac{1}{3} & \\frac{1}{6} \\\\");
  expect_status (julia, 0);
  expect_has (julia.out, "const B_HAT = Float64[7/24, 1/4, 1/3, 1/8]");
  expect_has (julia.out, "function bogacki_shampine3_step(f, t, x, h)");
}

/* ---- studies ---- */

static void
test_studies (void)
{
  g_auto (Result) tableau = cli ("study tableau lorenz --integrator bogacki_shampine3 --format json");
  g_auto (Result) stability = cli ("study stability harmonic-oscillator --set w=2 --option integrators=runge_kutta4,explicit_euler --format json");
  guint n_trees = 0;

  expect_status (tableau, 0);
  for (const char *at = tableau.out; (at = strstr (at, "\"tree\"")) != NULL; at++)
    n_trees++;
  g_assert_cmpuint (n_trees, ==, 200);
  g_assert_cmpfloat (json_number (tableau.out, "order"), ==, 3);
  expect_status (stability, 0);
  g_assert_cmpfloat_with_epsilon (json_number (stability.out, "largest_stable_step"), sqrt (2), 1e-6);
  expect_has (stability.out, "\"integrator\": \"explicit_euler\"");
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
    { "tableau bdf3 --format c", 2, "has no tableau" },
    { "tableau rk4 --format fortran", 2, "yaml, latex, c, julia or python" },
    { "stability --integrator rk4 --format c", 2, "table, csv or json" },
    { "study tableau lorenz --integrator bdf3", 3, "has no tableau" },
    { "study stability robertson-dae", 3, "mass matrix" },
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
  g_test_add_func ("/cli/tableau/the-c-code-of-a-method-takes-the-step-of-the-program", test_code_c);
  g_test_add_func ("/cli/tableau/the-python-code-of-a-method-takes-the-step-of-the-program", test_code_python);
  g_test_add_func ("/cli/tableau/the-yaml-of-a-method-is-a-tableau-file-with-its-coefficients", test_code_yaml);
  g_test_add_func ("/cli/tableau/latex-and-julia-have-the-coefficients-as-fractions", test_code_texts);
  g_test_add_func ("/cli/stability/tableau-and-stability-are-studies", test_studies);
  g_test_add_func ("/cli/stability/error-messages-name-the-invalid-argument", test_errors);
  status = g_test_run ();
  cli_test_clear ();
  return status;
}
