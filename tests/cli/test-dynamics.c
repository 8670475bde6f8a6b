/* Tests the commands for studies of dynamics, and the studies compare, converge and
 * work-precision. */
#include "cli-test.h"

#include <gio/gio.h>
#include <math.h>
#include <signal.h>
#include <string.h>

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
test_equilibria (void)
{
  g_auto (Result) result = cli ("equilibria van-der-pol --set mu=1 --format json");
  g_auto (Result) table = cli ("equilibria lorenz --box x=-1:20,y=-1:20,z=-1:40");

  expect_status (result, 0);
  expect_has (result.out, "[{\"x\": {\"x\": 0, \"v\": 0}, \"eigenvalues\": [[0.5, 0.866");
  expect_has (result.out, "\"type\": \"unstable_focus\"");
  expect_status (table, 0);
  expect_has (table.out, "equilibria 2");
  expect_has (table.out, "saddle_focus");
}

static void
test_poincare (void)
{
  g_auto (Result) result = cli ("poincare duffing --set gamma=0.28 --strobe 2*pi/omega --transient 1000 --keep 40 --format json");
  g_auto (Result) section = cli ("poincare van-der-pol --set mu=1 --section x --end 100 --format json");

  expect_status (result, 0);
  g_assert_cmpfloat (json_number (result.out, "period"), ==, 2);
  expect_has (result.out, "\"stable\": true}]");
  expect_status (section, 0);
  expect_has (section.out, "{\"section\": \"x\", \"period\": 1, \"points\": [{\"t\": ");
  expect_has (section.out, "\"period\": 6.66328");
}

static void
test_lyapunov (void)
{
  g_auto (Result) result = cli ("lyapunov lorenz --time 500 --format json");

  expect_status (result, 0);
  g_assert_cmpfloat_with_epsilon (json_number (result.out, "sum"), json_number (result.out, "mean_trace"), 1e-6);
  g_assert_cmpfloat (json_number (result.out, "time"), ==, 500);
  /* The value is from Sprott, Chaos and Time-Series Analysis, 2003: 0.9056. */
  g_assert_cmpfloat_with_epsilon (json_number (result.out, "largest"), 0.9056, 0.03);
}

/* The text does not print the 200 rows of the history. It says in words that an exponent is zero within its uncertainty. */
static void
test_lyapunov_text (void)
{
  g_auto (Result) cycle = cli ("lyapunov van-der-pol --set mu=1 --time 200"), chaos = cli ("lyapunov lorenz --time 300");
  g_auto (Result) rows = cli ("lyapunov van-der-pol --set mu=1 --time 200 --format csv"), json = cli ("lyapunov van-der-pol --set mu=1 --time 200 --format json");
  g_auto (GStrv) lines = NULL;

  expect_status (cycle, 0);
  expect_status (chaos, 0);
  expect_has (cycle.out, "\nexponents\n");
  expect_has (cycle.out, "The 200 rows of the table 'history' are printed with --format csv.");
  expect_has (cycle.out, "The largest exponent is zero within its uncertainty of ");
  g_assert_null (strstr (cycle.out, "lambda_1"));
  /* The exponent is 0.9056 (Sprott, Chaos and Time-Series Analysis, 2003). */
  expect_has (chaos.out, "The largest exponent is 0.91 with an uncertainty of 0.05.");
  expect_has (rows.out, "lambda_1");
  lines = g_strsplit (rows.out, "\n", -1);
  g_assert_cmpint ((int) g_strv_length (lines), >, 200);
  g_assert_cmpfloat (fabs (json_number (json.out, "largest")), <=, json_number (json.out, "uncertainty"));
}

/* The study prints the return map and its fixed points, and the text only the fixed points. The numbers are those of the FitzHugh–Nagumo model
 * with two stable foci: the unstable cycle has the multiplier 13.36. */
static void
test_phase_plane (void)
{
  static const char model[] = "study phase-plane fitzhugh-nagumo --set a=0 --set b=1.44 --set Iext=0";
  g_auto (Result) text = cli ("%s", model), json = cli ("%s --format json", model), lorenz = cli ("study phase-plane lorenz --option axes=x,z --option slice=y=3");
  const char *fixed;

  expect_status (text, 0);
  expect_status (json, 0);
  expect_status (lorenz, 0);
  expect_has (text.out, "fixed_points 3\n");
  expect_has (text.out, "rows of the table 'return_map' are printed with --format csv.");
  expect_has (text.out, "3 equilibria, 3 closed orbits.");
  fixed = strstr (json.out, "\"fixed_points\": [");
  g_assert_nonnull (fixed);
  g_assert_true (g_str_has_prefix (fixed, "\"fixed_points\": [{\"kind\": \"stable_focus\", \"v\": 0.957427"));
  fixed = strstr (fixed, "\"kind\": \"cycle\"");
  g_assert_nonnull (fixed);
  g_assert_cmpfloat_with_epsilon (json_number (fixed, "v"), 1.18959, 1e-5);
  g_assert_cmpfloat_with_epsilon (json_number (fixed, "multiplier"), 13.3601, 1e-3);
  expect_has (json.out, "\"next_v\": ");
  expect_has (lorenz.out, "3 equilibria in the box, projected. The nullclines are those of the slice y = 3.");
}

/* The study writes its picture in each format. */
static void
test_phase_plane_plot (void)
{
  static const struct { const char *suffix, *start; } rows[] = { { "svg", "<?xml" }, { "pdf", "%PDF" }, { "png", "\x89PNG" } };
  for (guint k = 0; k < G_N_ELEMENTS (rows); k++)
    {
      g_autofree char *path = g_strdup_printf ("%s/plane.%s", folder, rows[k].suffix), *text = NULL;
      g_auto (Result) result = cli ("study phase-plane van-der-pol --plot %s", path);

      expect_status (result, 0);
      expect_has (result.out, "\nwindow\nstate ");
      g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
      g_assert_true (g_str_has_prefix (text, rows[k].start));
      if (k == 0) /* one nullcline is dashed, the other one is dotted */
        g_assert_nonnull (strstr (text, "stroke-dasharray"));
    }
}

/* Values of the parameter whose run fails have no points, not even those before the failure, and are named; values whose run has no point on the section
 * are counted. At a = 1 the Duffing oscillator is at rest, and beyond it goes to infinity after some maxima of the drive's phase. */
static void
test_orbit_failures (void)
{
  g_autofree char *path = scratch ("orbit.yaml");

  write_file ("orbit.yaml", "format: 1\nname: Test\ntime: {end: 20}\nparameters: {a: 1}\nstates: {x: {initial: 1, derivative: v}, v: {initial: 0, derivative: -x + a*x^3}}\n");
  g_auto (Result) crossings = cli ("orbit %s --vary a=0.5:1.5:3 --section v --direction falling --keep 3 --format json", path);
  g_auto (Result) strobe = cli ("orbit %s --vary a=0.5:1.5:3 --strobe 0.5 --keep 10 --format json", path);
  expect_status (crossings, 0);
  expect_has (crossings.out, "\"computed\": 3, \"empty\": 1, \"failed\": [{\"p\": 1.5, \"message\": \"");
  expect_has (strobe.out, "\"computed\": 3, \"empty\": 0, \"failed\": [{\"p\": 1.5, \"message\": \"");
  expect_has (strobe.out, "{\"p\": 1, ");
  g_assert_null (strstr (strobe.out, "{\"p\": 1.5, \"values\""));
}

static void
test_orbit (void)
{
  g_auto (Result) result = cli ("orbit rossler --vary c=2:4:3 --transient 300 --keep 4 --format json");

  expect_status (result, 0);
  expect_has (result.out, "{\"parameter\": \"c\", \"quantity\": \"x\", \"points\": [{\"p\": 2, \"values\": [3.90");
  expect_has (result.out, "{\"p\": 4, ");
}

static void
test_continue (void)
{
  g_auto (Result) result = cli ("continue fitzhugh-nagumo --vary Iext=0:2 --format json");

  expect_status (result, 0);
  expect_has (result.out, "{\"branches\": [{\"kind\": \"equilibrium\", \"points\": [{\"p\": 0, ");
  expect_has (result.out, "{\"kind\": \"cycle\", \"points\": [{\"p\": 0.3312813");
  expect_has (result.out, "\"period\": 22.80591"); /* the period is 2π divided by the frequency of the Hopf point */
  expect_has (result.out, "\"end\": \"closed\"");
  expect_has (result.out, "\"not_followed\": 0}");
  expect_has (result.out, "\"special\": [{\"kind\": \"fold\", \"type\": \"cycle\", \"p\": 0.324178");
  expect_has (result.out, "{\"kind\": \"hopf\", \"type\": \"subcritical\", \"p\": 0.3312813");

  g_auto (Result) without = cli ("continue fitzhugh-nagumo --vary Iext=0:2 --cycles false --format json");
  expect_status (without, 0);
  g_assert_null (strstr (without.out, "cycle"));

  g_autofree char *picture = scratch ("diagram.svg"), *svg = NULL;
  g_auto (Result) drawn = cli ("continue fitzhugh-nagumo --vary Iext=0:2 --cycles false --plot %s", picture);
  expect_status (drawn, 0);
  svg = read_file ("diagram.svg");
  expect_has (svg, "<svg");

  g_auto (Result) large = cli ("study continue brusselator-1d-20 --option vary=alpha=0.02:0.021 --format json");
  expect_status (large, 0);
  g_assert_null (strstr (large.out, "cycle_branches")); /* the model has 40 states, and cycles are followed in models with at most 12 */
}

/* Returns the text of a column in a row of a CSV table. Free it with g_free. */
static char *
csv_cell (const char *table, const char *column, int row)
{
  g_auto (GStrv) lines = g_strsplit (table, "\n", -1), names = g_strsplit (lines[0], ",", -1), cells = NULL;

  g_assert_cmpint ((int) g_strv_length (lines), >, row + 1);
  cells = g_strsplit (lines[row + 1], ",", -1);
  for (int k = 0; names[k] != NULL; k++)
    if (strcmp (names[k], column) == 0)
      return g_strdup (cells[k]);
  g_error ("there is no column %s in %s", column, lines[0]);
}

/* The commands have the largest error of the study, rounded to four digits, and the rows of each model are those of a study of this model
 * alone. A method that cannot integrate a further model is named. */
static void
test_largest_and_models (void)
{
  static const char *const studies[][2] = { { "converge", "steps=0.1,0.05" }, { "work-precision", "accuracies=1e-4,1e-6" } };

  for (guint k = 0; k < G_N_ELEMENTS (studies); k++)
    {
      g_auto (GStrv) setting = g_strsplit (studies[k][1], "=", 2);
      g_autofree char *both = g_strdup_printf ("%s harmonic-oscillator --integrator rk4 --integrator stormer_verlet --models lotka-volterra --largest dense --%s %s --format csv",
                                               studies[k][0], setting[0], setting[1]);
      g_autofree char *alone = g_strdup_printf ("%s lotka-volterra --integrator rk4 --largest dense --%s %s --format csv", studies[k][0], setting[0], setting[1]);
      g_autofree char *exact = g_strdup_printf ("study %s lotka-volterra --integrator rk4 --option largest=dense --option %s --format csv", studies[k][0], studies[k][1]);
      g_auto (Result) several = cli ("%s", both), one = cli ("%s", alone), study = cli ("%s", exact);
      const char *rows = strstr (study.out, "\nrows\n");
      int first = 4; /* two methods with two settings on the first model */

      expect_status (several, 0);
      expect_status (one, 0);
      expect_status (study, 0);
      g_assert_nonnull (rows);
      for (int row = 0; row < 2; row++)
        {
          g_autofree char *model = csv_cell (several.out, "model", first + row), *there = csv_cell (several.out, "largest_error", first + row);
          g_autofree char *here = csv_cell (one.out, "largest_error", row), *full = csv_cell (rows + strlen ("\nrows\n"), "largest_error", row);
          g_autofree char *end = csv_cell (one.out, "error", row);

          g_assert_cmpstr (model, ==, "lotka-volterra");
          g_assert_cmpstr (there, ==, here);
          g_assert_cmpfloat_with_epsilon (g_ascii_strtod (here, NULL), g_ascii_strtod (full, NULL), 1e-3 * g_ascii_strtod (full, NULL));
          g_assert_cmpfloat (g_ascii_strtod (here, NULL), >, g_ascii_strtod (end, NULL));
        }
      g_assert_nonnull (strstr (several.err, "lotka-volterra: stormer_verlet: "));
    }
}

/* `converge` prints errors with four digits. The study has the same rows with all digits. */
static void
test_convergence_study (void)
{
  g_auto (Result) study = cli ("study converge harmonic-oscillator --option integrators=rk4 --option steps=0.1,0.05,0.025 --format json");
  g_auto (Result) command = cli ("converge harmonic-oscillator --integrator rk4 --steps 0.1,0.05,0.025 --format json");
  g_auto (Result) precision = cli ("study work-precision harmonic-oscillator --option integrators=rk4,dopri5 --option accuracies=1e-4,1e-6,1e-8 --format json");

  expect_status (study, 0);
  expect_status (command, 0);
  g_assert_cmpfloat_with_epsilon (json_number (study.out, "error") / json_number (command.out, "error"), 1, 1e-3);
  g_assert_cmpfloat (json_number (study.out, "rhs"), ==, json_number (command.out, "rhs"));
  g_assert_cmpfloat_with_epsilon (json_number (study.out, "order"), 4, 0.2);
  expect_status (precision, 0);
  g_assert_cmpfloat_with_epsilon (json_number (precision.out, "order"), 4, 0.3);
}

static void
test_errors (void)
{
  static const CliFailure cases[] = {
    { "equilibria duffing", 3, "depends on t" },
    { "study phase-plane lorenz --option slice=x=1", 2, "'slice': the state 'x' is on an axis" },
    { "study phase-plane van-der-pol --option section=x=0:1", 2, "'section' needs both states and two different ends" },
    { "equilibria van-der-pol --box y=0:1", 2, "unknown state 'y'" },
    { "equilibria van-der-pol --box x=1:0", 2, "A < B" },
    { "poincare van-der-pol", 2, "give a 'section'" },
    { "poincare van-der-pol --section 'x +'", 2, "'section': a value is missing after '+'" },
    { "poincare duffing --strobe 1+x^2", 2, "'strobe' takes a number or an expression of parameters; '1+x^2' changes during the run" },
    { "poincare van-der-pol --section q", 2, "'section': unknown name 'q'" },
    { "orbit rossler --vary c=2:6:3 --quantity 'y*'", 2, "'quantity': a value is missing after '*'" },
    { "equilibria van-der-pol --box x=-1:1,x=-2:2", 2, "'box' names the state 'x' twice" },
    { "orbit rossler --vary c=2:6", 2, "NAME=A:B:N" },
    { "orbit rossler", 2, "needs the option 'vary'" },
    { "continue brusselator-1d-20 --vary alpha=0.02:0.021 --cycles true", 2, "at most 12 states; this one has 40" },
    { "continue lorenz --vary R=0:1", 2, "unknown parameter 'R'" },
    { "lyapunov robertson-dae", 3, "algebraic" },
    { "study converge harmonic-oscillator --option integrators=rk44", 2, "unknown integrator 'rk44'" },
    { "study converge harmonic-oscillator --option largest=most", 2, "'largest' is steps or dense, not 'most'" },
    { "work-precision harmonic-oscillator --models lorentz", 2, "'lorentz'" },
    { "converge harmonic-oscillator --largest end", 2, "'largest' is steps or dense, not 'end'" },
  };

  expect_failures (cases, G_N_ELEMENTS (cases), TRUE);
}

/* Starts a long orbit diagram, interrupts it, and repeats this with a longer time until some values were computed. */
static void
test_interrupted (void)
{
  for (gulong delay = 20000;; delay *= 2)
    {
      g_autoptr (GSubprocess) process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE, NULL, STEPWISE_CLI, "orbit", "lorenz",
                                                          "--vary", "rho=20:200:100000", "--format", "json", NULL);
      g_autofree char *out = NULL, *err = NULL;

      g_assert_nonnull (process);
      g_usleep (delay);
      g_subprocess_send_signal (process, SIGINT);
      g_assert_true (g_subprocess_communicate_utf8 (process, NULL, NULL, &out, &err, NULL));
      if (!g_subprocess_get_if_exited (process) || strstr (err, "interrupted; the result is incomplete") == NULL)
        {
          g_assert_cmpuint (delay, <, 100000000); /* the signal came before its handler was set or before the first value */
          continue;
        }
      g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 130);
      g_assert_true (g_str_has_prefix (out, "{\"study\": \"orbit\""));
      expect_has (out, "\"points\": [{\"p\": 20,");
      g_assert_true (g_str_has_suffix (out, "}\n"));
      break;
    }
}

/* Interrupts a section whose transient never ends, and repeats this with a longer time until the run has begun. */
static void
test_interrupted_transient (void)
{
  for (gulong delay = 20000;; delay *= 2)
    {
      g_autoptr (GSubprocess) process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE, NULL, STEPWISE_CLI, "poincare", "lorenz",
                                                          "--section", "z - 27", "--transient", "1e12", "--format", "json", NULL);
      g_autofree char *out = NULL, *err = NULL;

      g_assert_nonnull (process);
      g_usleep (delay);
      g_subprocess_send_signal (process, SIGINT);
      g_assert_true (g_subprocess_communicate_utf8 (process, NULL, NULL, &out, &err, NULL));
      if (!g_subprocess_get_if_exited (process) || strstr (err, "interrupted; the result is incomplete") == NULL)
        {
          g_assert_cmpuint (delay, <, 100000000); /* the signal came before its handler was set or before the first step */
          continue;
        }
      g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 130);
      expect_has (out, "{\"study\": \"poincare\"");
      expect_has (out, "\"points\": 0, \"time\": ");
      break;
    }
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  cli_test_init ();
  g_test_add_func ("/cli/equilibria/prints-points-with-eigenvalues-and-types", test_equilibria);
  g_test_add_func ("/cli/poincare/prints-points-period-and-closed-orbit", test_poincare);
  g_test_add_func ("/cli/lyapunov/prints-exponents-whose-sum-is-the-mean-trace", test_lyapunov);
  g_test_add_func ("/cli/lyapunov/the-text-has-a-sentence-in-place-of-the-history", test_lyapunov_text);
  g_test_add_func ("/cli/phase-plane/draws-the-plane", test_phase_plane_plot);
  g_test_add_func ("/cli/phase-plane/prints-fixed-points-of-the-return-map-and-the-slice", test_phase_plane);
  g_test_add_func ("/cli/orbit/prints-the-values-for-each-value-of-a-parameter", test_orbit);
  g_test_add_func ("/cli/dynamics/an-orbit-diagram-names-values-whose-runs-fail-or-have-no-point", test_orbit_failures);
  g_test_add_func ("/cli/continue/prints-branches-and-special-points", test_continue);
  g_test_add_func ("/cli/study/the-largest-error-and-further-models-are-those-of-the-study", test_largest_and_models);
  g_test_add_func ("/cli/study/the-study-converge-gives-the-same-numbers-as-the-command", test_convergence_study);
  g_test_add_func ("/cli/dynamics/an-interrupted-study-prints-what-it-has-computed", test_interrupted);
  g_test_add_func ("/cli/poincare/an-interrupted-transient-prints-its-time", test_interrupted_transient);
  g_test_add_func ("/cli/dynamics/error-messages-name-the-invalid-argument", test_errors);
  status = g_test_run ();
  cli_test_clear ();
  return status;
}
