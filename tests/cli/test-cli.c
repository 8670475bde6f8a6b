/* Tests the command line with the real program: exit statuses, messages, names and
 * formats. */
#include "cli-test.h"
#include "comma-locale.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

/* Returns the value of `name` in the output of --final. */
static double
final_value (const char *text, const char *name)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (char **line = lines; *line != NULL; line++)
    if (g_str_has_prefix (*line, name) && (*line)[strlen (name)] == ' ')
      return g_ascii_strtod (*line + strlen (name) + 1, NULL);
  g_error ("no '%s' in: %s", name, text);
}

/* ---- usage ---- */

static void
test_usage (void)
{
  static const CliFailure cases[] = {
    { "", 2, "Commands:" },
    { "rum van-der-pol", 2, "did you mean 'run'" },
    { "run", 2, "needs MODEL" },
    { "run van-der-pol lorenz", 2, "unexpected argument 'lorenz'" },
    { "run van-der-pol --acuracy 1e-3", 2, "did you mean '--accuracy'" },
    { "run van-der-pol --accuracy", 2, "needs a value" },
    { "run van-der-pol --accuracy tight", 2, "accuracy" },
    { "run van-der-pol --accuracy -1", 2, "accuracy" },
    { "run van-der-pol --integrator runge_kuta5", 2, "runge_kutta5" },
    { "run van-der-pol --integrator cenic", 2, "cenic" },
    { "run van-der-pol --final --stats table", 2, "only one of" },
    { "run van-der-pol --samples 1", 2, "at least 2" },
    { "run van-der-pol --samples 5 --sample-every 1", 2, "not both" },
    { "run van-der-pol --sample-every 0", 2, "positive" },
    { "run van-der-pol --end -1", 2, "before the start" },
    { "run van-der-pol --set nu=3", 2, "nu" },
    { "run van-der-pol --set mu", 2, "NAME=VALUE" },
    { "run van-der-pol --set mu=big", 2, "not a number" },
    { "run van-der-pol --initial z=3", 2, "z" },
    { "run van-der-pol --constant K=3", 2, "K" },
    { "run van-der-pol --columns t,q --output -", 2, "no column 'q'" },
    { "run van-der-pol --plot picture.gif", 2, "gif" },
    { "run van-der-pol --theme dark", 2, "--plot" },
    { "run van-der-pol --plot p.svg --view nothing", 2, "--view" },
    { "run van-der-pol --plot p.svg --view difference", 2, "time, step" },
    { "run lorenz --plot p.svg --view invariant", 2, "declares no invariant" },
    { "run lorenz --plot p.svg --view motion", 2, "has no scene" },
    { "run lorenz --plot p.svg --view events", 2, "has no events" },
    { "run van-der-pol --method tableau", 2, "KEY=VALUE" },
    { "run van-der-pol --error-control maybe", 2, "one of true, false" },
    { "run van-der-pol --quiet=yes", 2, "takes no value" },
    { "run no-such-model", 3, "no-such-model" },
    { "run van-der-pool", 3, "van-der-pol" },
    { "run ./missing.yaml", 3, "missing.yaml" },
    { "list", 2, "needs" },
    { "list things", 2, "things" },
    { "list models --format xml", 2, "table, csv or json" },
    { "batch-eval lorenz", 2, "--points" },
    { "converge harmonic-oscillator --steps 0.1,x", 2, "positive numbers" },
  };

  expect_failures (cases, G_N_ELEMENTS (cases), TRUE);
}

static void
test_help (void)
{
  static const char *const commands[] = { "list", "show", "check", "run", "compare", "converge", "work-precision", "microscope", "stability", "tableau", "batch-eval", "verify" };
  g_auto (Result) version = cli ("--version"), help = cli ("--help");

  expect_status (version, 0);
  g_assert_true (g_str_has_prefix (version.out, "stepwise-cli "));
  expect_status (help, 0);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_auto (Result) each = cli ("%s --help", commands[i]);

      expect_has (help.out, commands[i]);
      expect_status (each, 0);
      g_assert_true (g_str_has_prefix (each.out, "Usage: stepwise-cli "));
      g_assert_true (g_utf8_validate (each.out, -1, NULL));
      for (const char *at = each.out; (at = strstr (at, "\n  --")) != NULL; at++)
        {
          g_autofree char *option = g_strndup (at, 3 + strcspn (at + 3, " \n"));
          const char *again = strstr (at + 1, option);

          /* The option must not be listed twice. */
          while (again != NULL && strchr (" \n", again[strlen (option)]) == NULL)
            again = strstr (again + 1, option);
          g_assert_cmpstr (again, ==, NULL);
        }
    }
}

/* Checks a text with an external program, if that program is installed. */
static void
check_with (const char *text, const char *const *argv)
{
  g_autofree char *program = g_find_program_in_path (argv[0]);
  g_autoptr (GSubprocess) process = NULL;
  g_autofree char *out = NULL;

  if (program == NULL)
    {
      g_test_message ("%s is not installed", argv[0]);
      return;
    }
  process = g_subprocess_newv (argv, G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_MERGE,
                               NULL);
  g_assert_true (g_subprocess_communicate_utf8 (process, text, NULL, &out, NULL, NULL));
  if (!g_subprocess_get_successful (process))
    g_error ("%s: %s", argv[0], out);
}

static void
test_documentation (void)
{
  g_auto (Result) man = cli ("--print-man-page"), model = cli ("--print-model-page"), completion = cli ("--print-bash-completion");
  g_autofree char *path = scratch ("example.yaml"), *call = g_strdup_printf ("check %s", path);
  g_auto (GStrv) around = NULL, example = NULL;
  g_autoptr (GString) text = NULL;

  expect_status (man, 0);
  expect_has (man.out, "accuracy");
  check_with (man.out, (const char *const[]) { "mandoc", "-T", "lint", "-W", "warning", NULL });
  expect_status (model, 0);
  expect_has (model.out, "derivative");
  check_with (model.out, (const char *const[]) { "mandoc", "-T", "lint", "-W", "warning", NULL });
  /* The example in the man page must be a valid model. */
  around = g_strsplit (model.out, ".nf\n", 2);
  example = g_strsplit (around[1], ".fi\n", 2);
  text = g_string_new (example[0]);
  g_string_replace (text, "\\-", "-", 0);
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  g_auto (Result) checked = cli ("%s", call);
  expect_status (checked, 0);
  expect_status (completion, 0);
  check_with (completion.out, (const char *const[]) { "bash", "-n", NULL });
}

/* ---- list, show, check ---- */

static void
test_list (void)
{
  g_auto (Result) models = cli ("list models --format csv"), integrators = cli ("list integrators --format csv");
  g_auto (Result) json = cli ("list integrators --format json"), tableaus = cli ("list tableaus");

  expect_status (models, 0);
  expect_has (models.out, "\nvan-der-pol,Van der Pol,");
  g_assert_cmpint (count_lines (models.out), >, 40);
  expect_status (integrators, 0);
  g_assert_true (g_str_has_prefix (integrators.out,
                                   "id,label,family,order,embedded,dense,stages,adaptive,implicit,traits,aliases,source\n"));
  /* The column `stages` contains the number of stages that the literature states for the method. */
  expect_has (integrators.out, "\nrunge_kutta5,Dormand–Prince 5(4),explicit Runge–Kutta,5,4,4,7,");
  expect_has (integrators.out, "\nexplicit_euler,Euler 1,explicit Runge–Kutta,1,2,1,1,");
  expect_has (integrators.out, "\nverner98,");
  expect_status (json, 0);
  expect_has (json.out, "\"order\": 5");
  expect_status (tableaus, 0);
}

static void
test_show (void)
{
  g_auto (Result) ball = cli ("show bouncing-ball");

  expect_status (ball, 0);
  expect_has (ball.out, "v' = if(resting, 0, -g)");
  expect_has (ball.out, "impact");
}

/* The command check recognizes a tableau file. */
static void
test_check_tableau (void)
{
  g_autofree char *path = scratch ("wrong-tableau.yaml");

  g_assert_true (g_file_set_contents (path, "format: 1\nname: x\nA: [[], [1]]\nb: [1, 1]\n", -1, NULL));
  {
    g_auto (Result) good = cli ("check '%s/data/tableaus/gill4.yaml'", g_getenv ("STEPWISE_DATA_DIR"));
    g_auto (Result) bad = cli ("check %s", path);

    g_assert_cmpint (good.status, ==, 0);
    g_assert_cmpint (bad.status, ==, 3);
    expect_has (bad.err, "the weights b must add up to 1");
  }
}

static void
test_check (void)
{
  g_autofree char *path = scratch ("bad.yaml");

  write_file ("bad.yaml", "format: 1\nname: Bad\ntime: {end: 1}\nparameters: {g: 9.81}\nstates:\n  v: {initial: 0, derivative: -grav}\n  "
                          "w: {initial: 0, derivative: 2*}\n");
  g_auto (Result) good = cli ("check '%s/models/oscillators/van-der-pol.yaml'", g_getenv ("STEPWISE_DATA_DIR"));
  g_auto (Result) bad = cli ("check %s", path);
  expect_status (good, 0);
  expect_status (bad, 3);
  expect_has (bad.err, "bad.yaml:6:32: unknown name 'grav'");
  expect_has (bad.err, "bad.yaml:7:");
  g_assert_null (strstr (bad.err, "units"));
  /* A difference of units is a warning. */
  write_file ("bad.yaml", "format: 1\nname: Units\ntime: {end: 1, unit: s}\nstates:\n  h: {initial: 0, derivative: v, unit: m}\n  v: {initial: 0, derivative: h, unit: kg}\n");
  g_auto (Result) units = cli ("check %s", path);
  expect_status (units, 0);
  expect_has (units.err, "bad.yaml:5:31: warning: the derivative of 'h' has the unit kg, but needs m/s");
  expect_has (units.err, "units of expressions: 0 agree, 2 differ, 0 cannot be compared");
}

/* ---- run ---- */

static void
test_run_final (void)
{
  g_auto (Result) run = cli ("run harmonic-oscillator --accuracy 1e-10 --integrator dop853 --end 6.283185307179586 --final --quiet");
  g_auto (Result) again = cli ("run harmonic-oscillator --accuracy 1e-10 --integrator dop853 --end 6.283185307179586 --final --quiet");

  expect_status (run, 0);
  g_assert_cmpfloat (final_value (run.out, "t"), ==, 6.283185307179586);
  g_assert_cmpstr (run.out, ==, again.out);
}

static void
test_run_csv (void)
{
  g_autofree char *out = scratch ("vdp.csv");
  g_auto (Result) run = cli ("run van-der-pol --end 10 --samples 101 --output %s --quiet", out);
  g_auto (Result) every = cli ("run van-der-pol --end 1 --sample-every 0.3 --output - --columns x --quiet");
  g_autofree char *text = NULL;
  g_auto (GStrv) rows = NULL;

  expect_status (run, 0);
  text = read_file ("vdp.csv");
  g_assert_true (g_str_has_prefix (text, "t,"));
  g_assert_cmpint (count_lines (text), ==, 102);

  /* The samples are at start + k·DT and at the end. */
  expect_status (every, 0);
  rows = g_strsplit (every.out, "\n", -1);
  g_assert_cmpstr (rows[0], ==, "t,x");
  static const double times[] = { 0, 0.3, 0.6, 0.9, 1 };
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    g_assert_cmpfloat_with_epsilon (g_ascii_strtod (rows[1 + i], NULL), times[i], 1e-15);
  g_assert_cmpstr (rows[6], ==, "");
}

static void
test_run_settings (void)
{
  g_autofree char *config = scratch ("config.yaml"), *wrong = scratch ("wrong.yaml");

  write_file ("config.yaml", "integrator: runge_kutta4\nerror_control: false\nmax_step: 0.125\n");
  write_file ("wrong.yaml", "integrator: runge_kutta4\nmax_stepp: 0.125\n");
  g_auto (Result) run = cli ("run harmonic-oscillator --end 1 --config %s --stats json --quiet", config);
  g_auto (Result) over = cli ("run harmonic-oscillator --end 1 --config %s --max-step 0.25 --stats json --quiet", config);
  g_auto (Result) fixed = cli ("run harmonic-oscillator --end 1 --fixed-step 0.5 --integrator euler --stats json --quiet");
  g_auto (Result) bad = cli ("run harmonic-oscillator --config %s", wrong);
  g_auto (Result) none = cli ("run harmonic-oscillator --config %s/none.yaml", folder);

  expect_status (run, 0);
  expect_has (run.out, "\"steps_taken\": 8,");
  expect_has (run.out, "\"integrator\": \"runge_kutta4\"");
  expect_has (over.out, "\"steps_taken\": 4,");
  expect_has (fixed.out, "\"steps_taken\": 2,");
  expect_has (fixed.out, "\"integrator\": \"explicit_euler\"");
  expect_status (bad, 3);
  expect_has (bad.err, "wrong.yaml:2:1:");
  expect_has (bad.err, "max_step");
  expect_status (none, 3);
}

/* No warning of a step that passes over a change says something only if the steps were checked: the statistics say how many were, and why not all. A
 * pulse is hidden; a polynomial hides nothing, also in equations with a mass matrix. */
static void
test_checked_steps (void)
{
#define PULSE "exp(-((t - 5)/0.001)^2)"
  static const struct { const char *states, *options; gboolean checked; const char *why; } cases[] = {
    { "{x: {initial: 0, derivative: " PULSE "}}", "", TRUE, "" },
    { "{x: {initial: 0, derivative: " PULSE "}}", "--ranges false", FALSE, "the setting ranges is false" },
    { "{x: {initial: 0, derivative: " PULSE "}}", "--isolation-method drake", FALSE, "isolation method drake does not check steps" },
    { "{x: {initial: 1, derivative: -x^3}}", "", TRUE, "" },
    { "{x: {initial: 1, derivative: z}}\nalgebraic: {z: {initial: -1, residual: z + x^2}}", "--integrator radau5", TRUE, "" },
    { "{x: {initial: 1, derivative: z}}\nalgebraic: {z: {initial: -1, residual: z + " PULSE "}}", "--integrator radau5", FALSE,
      "equations with a mass matrix or algebraic unknowns are not checked" },
  };

  for (guint k = 0; k < G_N_ELEMENTS (cases); k++)
    {
      g_autofree char *text = g_strdup_printf ("format: 1\nname: Test\ntime: {start: 0, end: 10}\nstates: %s\n", cases[k].states);
      g_autofree char *path = scratch ("checked.yaml"), *why = g_strdup_printf ("\"steps_not_checked\": \"%s\"", cases[k].why);

      write_file ("checked.yaml", text);
      g_auto (Result) run = cli ("run %s --stats json %s", path, cases[k].options);
      expect_status (run, 0);
      expect_has (run.out, why);
      if (!cases[k].checked)
        expect_has (run.out, "\"steps_checked\": 0,");
      else
        g_assert_null (strstr (run.out, "\"steps_checked\": 0,"));
    }
}

static void
test_run_statistics (void)
{
  static const char *const keys[] = {
    "status", "message", "t", "wall_seconds", "steps_taken", "steps_attempted", "rejected_error", "rejected_newton", "rejected_undefined",
    "steps_checked", "steps_not_checked", "cut_by_event", "cut_by_switch", "switches", "slides", "switches_released", "rhs_evaluations", "jacobian_evaluations", "factorizations", "linear_algebra", "newton_iterations", "projections",
        "publishes",
    "discrete_updates", "unrestricted_updates", "witness_events", "witness_iterations", "initial_step_taken", "smallest_step_taken", "largest_step_taken",
    "accuracy_in_use", "actual_realtime_rate", "worst_state", "integrator", "model", "arithmetic", "version",
  };
  g_autofree char *file = scratch ("stats.json"), *text = NULL;
  g_auto (Result) stiff = cli ("run hires --end 1 --integrator radau --stats table --quiet");
  g_auto (Result) run = cli ("run bouncing-ball-zeno --stats json:%s --final --quiet", file);

  expect_has (stiff.out, "dense LU, 8 × 8");
  expect_status (run, 0);
  text = read_file ("stats.json");
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autofree char *quoted = g_strdup_printf ("\"%s\": ", keys[i]);
      expect_has (text, quoted);
    }
  expect_has (text, "\"witness_events\": 12,");
}

static void
test_passed_pulse (void)
{
  write_file ("pulse.yaml", "format: 1\nname: Pulse\ntime: {end: 100}\nstates: {x: {initial: 0, derivative: \"if(t > 50 and t < 50.1, 100, 0)\"}}\n");
  g_autofree char *pulse = scratch ("pulse.yaml");
  g_auto (Result) missed = cli ("run %s --switches false --stats json", pulse);
  g_auto (Result) quiet = cli ("run %s --switches false --quiet", pulse);
  g_auto (Result) seen = cli ("run %s --stats json", pulse);

  expect_status (missed, 0);
  expect_has (missed.err, "warning: The step from t = 11.1 to 100 passed over a change of the derivative of x between t = 50 and 50.1: it missed 10 of x");
  expect_has (missed.err, "With max_step 0.05 at least two steps end there");
  expect_has (missed.out, "\"kind\": \"passed_over\"");
  expect_has (missed.out, "\"max_step\": 0.05");
  g_assert_cmpstr (quiet.err, ==, "");
  g_assert_cmpstr (seen.err, ==, "");
  expect_has (seen.out, "\"warnings\": []");
}

static void
test_run_events_and_tape (void)
{
  g_autofree char *events = scratch ("events.csv"), *tape = scratch ("tape.csv"), *event_text = NULL, *tape_text = NULL, *row = NULL;
  g_auto (Result) run = cli ("run bouncing-ball-zeno --accuracy 1e-10 --events %s --tape %s --stats json --quiet", events, tape);
  const char *attempted, *cut, *iterations;
  int n_cut = 0, n_iterations = 0;

  expect_status (run, 0);
  event_text = read_file ("events.csv");
  tape_text = read_file ("tape.csv");
  g_assert_true (g_str_has_prefix (event_text, "t,event,kind,iterations,"));
  g_assert_cmpint (count_lines (event_text), ==, 13);
  expect_has (event_text, ",impact,crossing,");
  /* The ball hits the ground first at t = sqrt (2·10/9.81). */
  row = g_strdup (strchr (event_text, '\n') + 1);
  g_assert_cmpfloat_with_epsilon (g_ascii_strtod (row, NULL), 1.42784312292706446696728018775, 1e-9);
  /* The statistics contain the sum of the column 'iterations'. */
  for (const char *at = event_text; (at = strstr (at, ",impact,crossing,")) != NULL; at++)
    n_iterations += atoi (at + strlen (",impact,crossing,"));
  iterations = strstr (run.out, "\"witness_iterations\": ");
  g_assert_nonnull (iterations);
  g_assert_cmpint (n_iterations, ==, atoi (iterations + strlen ("\"witness_iterations\": ")));
  /* The tape file has one row for each attempt. */
  attempted = strstr (run.out, "\"steps_attempted\": ");
  g_assert_nonnull (attempted);
  g_assert_cmpint (count_lines (tape_text) - 1, ==, atoi (attempted + strlen ("\"steps_attempted\": ")));
  /* It has as many rows of steps cut by an event as the statistics count. */
  for (const char *at = tape_text; (at = strstr (at, ",cut_by_event,")) != NULL; at++)
    n_cut++;
  cut = strstr (run.out, "\"cut_by_event\": ");
  g_assert_nonnull (cut);
  g_assert_cmpint (n_cut, >=, 12);
  g_assert_cmpint (n_cut, ==, atoi (cut + strlen ("\"cut_by_event\": ")));
}

static void
test_run_plots (void)
{
  static const struct { const char *name, *magic; } formats[] = { { "p.svg", "<?xml" }, { "p.pdf", "%PDF" }, { "p.png", "\211PNG" } };

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autofree char *path = scratch (formats[i].name), *bytes = NULL;
      g_auto (Result) run = cli ("run van-der-pol --plot %s --view all --theme print --quiet", path);

      expect_status (run, 0);
      bytes = read_file (formats[i].name);
      g_assert_true (g_str_has_prefix (bytes, formats[i].magic));
    }
}

/* The labels of a plot are text in an SVG file, so that they can be searched and
 * edited. */
static void
test_run_plot_names (void)
{
  g_autofree char *path = scratch ("guard.svg"), *svg = NULL;
  g_auto (Result) run = cli ("run bouncing-ball --plot %s --view phase --theme print --quiet", path);

  expect_status (run, 0);
  svg = read_file ("guard.svg");
  g_assert_nonnull (strstr (svg, ">guard <"));
}

static void
test_run_failures (void)
{
  g_auto (Result) limit = cli ("run van-der-pol --step-limit 10 --quiet");
  g_auto (Result) zeno = cli ("run bouncing-ball-zeno --end 13 --quiet");
  g_auto (Result) full = cli ("run van-der-pol --output /dev/full --samples 20000 --quiet");
  g_auto (Result) nowhere = cli ("run van-der-pol --output %s/none/x.csv --quiet", folder);
  g_auto (Result) full_plot = cli ("run van-der-pol --plot %s/none/x.svg --quiet", folder);

  expect_status (limit, 4);
  expect_has (limit.err, "step limit");
  expect_status (zeno, 4);
  expect_has (zeno.err, "impact");
  expect_has (zeno.err, "Zeno");
  expect_has (zeno.err, "12.85"); /* the closed form of the accumulation time of the impacts */
  expect_status (full, 6);
  expect_status (nowhere, 6);
  expect_status (full_plot, 6);
}

/* Starts a long run and sends it a signal after it has written some output. Returns its wait
 * status. */
static int
signal_run (const char *name, int number)
{
  g_autofree char *output = scratch (name);
  const char *argv[] = { STEPWISE_CLI, "run", "lorenz", "--end", "1e7", "--fixed-step", "1e-3", "--output", output, "--quiet", NULL };

  return signal_while_writing (argv, number);
}

static void
test_run_interrupted (void)
{
  g_autofree char *text = NULL;
  int status = signal_run ("interrupted.csv", SIGINT);

  g_assert_true (WIFEXITED (status));
  g_assert_cmpint (WEXITSTATUS (status), ==, 130);
  text = read_file ("interrupted.csv");
  g_assert_true (g_str_has_prefix (text, "t,x,y,z"));
  g_assert_true (g_str_has_suffix (text, "\n"));
}

static void
test_run_killed (void)
{
  g_autofree char *path = scratch ("killed.csv");
  int status = signal_run ("killed.csv", SIGKILL);

  g_assert_true (WIFSIGNALED (status));
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
}

/* ---- studies ---- */

static void
test_compare (void)
{
  g_auto (Result) result = cli ("compare harmonic-oscillator --integrator runge_kutta4 --integrator dop853 --accuracy 1e-9 --format csv");

  expect_status (result, 0);
  expect_has (result.err, "Reference solution: ");
  expect_has (result.out, "\nrunge_kutta4,");
  expect_has (result.out, "\ndop853,");
}

/* If a method cannot solve the model, a study ends before it computes anything, as a run does. It prints the reason for each such
 * method. */
static void
test_refused (void)
{
  static const char *const lines[] = {
    "run lorenz --end 1 --integrator stormer_verlet",
    "compare lorenz --end 1 --integrator stormer_verlet --integrator dop853",
    "converge lorenz --end 1 --integrator dop853 --integrator stormer_verlet",
    "work-precision lorenz --end 1 --integrator stormer_verlet",
  };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_auto (Result) result = cli ("%s", lines[i]);

      g_test_message ("%s", lines[i]);
      expect_status (result, 3);
      expect_has (result.err, "positions and velocities");
      g_assert_cmpstr (result.out, ==, "");
    }
}

/* --min-step applies to the compared methods. The runs for the reference solution ignore
 * it. */
static void
test_own_reference (void)
{
  g_auto (Result) result = cli ("compare van-der-pol --end 1.5 --integrator runge_kutta4 --min-step 0.5 --initial-step 0.5 --format csv");

  expect_has (result.err, "which agree to");
}

/* --random prints a note if the model has no distributions, but not with
 * --quiet. */
static void
test_random (void)
{
  g_auto (Result) none = cli ("run van-der-pol --end 1 --random --final");
  g_auto (Result) quiet = cli ("run van-der-pol --end 1 --random --final --quiet");
  g_autofree char *path = scratch ("drawn.yaml");

  write_file ("drawn.yaml", "format: 1\nname: Drawn\nparameters: {k: {value: 1, distribution: \"normal(1, 0.1)\"}}\n"
                            "states: {x: {initial: 1, derivative: -k*x}}\n");
  g_auto (Result) some = cli ("run %s --end 0.1 --random --final", path);

  expect_status (none, 0);
  expect_has (none.err, "'--random' changes nothing: van-der-pol has no distributions");
  expect_status (quiet, 0);
  g_assert_cmpstr (quiet.err, ==, "");
  expect_status (some, 0);
  g_assert_null (strstr (some.err, "--random"));
}

static void
test_converge (void)
{
  g_auto (Result) result = cli ("converge harmonic-oscillator --integrator runge_kutta4 --end 2 --steps 0.1,0.05,0.025 --format csv "
                                "--quiet");
  g_auto (GStrv) lines = NULL, cells = NULL;

  expect_status (result, 0);
  lines = g_strsplit (result.out, "\n", -1);
  cells = g_strsplit (lines[3], ",", -1);
  g_assert_cmpfloat_with_epsilon (g_ascii_strtod (cells[3], NULL), 4, 0.1); /* the method has order 4; the next term of the error expansion
                                                                             * matters for h·|λ| = 0.025 */
}

static void
test_work_precision (void)
{
  g_auto (Result) result = cli ("work-precision harmonic-oscillator --integrator runge_kutta5 --accuracies 1e-4,1e-6,1e-8 --format json "
                                "--quiet");

  expect_status (result, 0);
  expect_has (result.out, "\"accuracy\": 1e-6");
}

static void
test_batch_eval (void)
{
  g_autofree char *points = scratch ("points.csv"), *wrong = scratch ("wrong.csv");

  write_file ("points.csv", "x,y,z\n1,2,3\n4,5,6\n");
  write_file ("wrong.csv", "x,y,z\n1,2,3\n4,five,6\n");
  g_auto (Result) result = cli ("batch-eval lorenz --points %s --set sigma=10 --set rho=28 --set beta=2", points);
  g_auto (Result) bad = cli ("batch-eval lorenz --points %s", wrong);
  expect_status (result, 0);
  /* the values of (σ(y − x), x(ρ − z) − y, xy − βz) */
  g_assert_cmpstr (result.out, ==, "t,x',y',z'\n0,10,23,-4\n0,10,83,8\n");
  expect_status (bad, 3);
  expect_has (bad.err, "wrong.csv:3: 'five'");
}

/* Batch evaluation as in Drake: x' = A x + B u with the inputs as parameters, and K updates x⁺ = x + t with period 0.12. The result is the
 * same for any number of threads. */
static void
test_batch_inputs (void)
{
  g_autofree char *model = scratch ("linear.yaml"), *points = scratch ("linear.csv"), *counter = scratch ("counter.yaml");
  g_autofree char *states = scratch ("counter.csv"), *many = scratch ("many.csv"), *long_line = scratch ("long.csv");
  g_autoptr (GString) text = g_string_new ("x,y,u,w,d\n"), garbage = g_string_new (NULL);
  g_auto (GStrv) lines = NULL;

  write_file ("linear.yaml", "format: 1\nname: Linear\nparameters: {u: 0, w: 0}\ndiscrete: {d: {initial: 0}}\nstates:\n"
                             "  x: {initial: 0, derivative: x + 2*y + 5*u + 6*w + d}\n  y: {initial: 0, derivative: 3*x + 4*y + 7*u + 8*w}\n");
  write_file ("linear.csv", "x,y,u,w\n0.1,0.4,-0.12,0.32\n0.2,0.5,-0.34,0.14\n0.3,0.6,0.45,-0.65\n");
  write_file ("counter.yaml", "format: 1\nname: Counter\ndiscrete: {x: {initial: 0}}\nevents: {tick: {every: 0.12, update: {x: x + t}},"
                              " once: {at: 1, update: {x: 0}}}\n");
  write_file ("counter.csv", "t,x\n0,0.1\n1,0.2\n2,0.3\n");
  g_auto (Result) rates = cli ("batch-eval %s --points %s", model, points);
  expect_status (rates, 0);
  lines = g_strsplit (rates.out, "\n", -1);
  for (int k = 0; k < 3; k++)
    {
      static const double x[] = { 0.1, 0.2, 0.3 }, y[] = { 0.4, 0.5, 0.6 }, u[] = { -0.12, -0.34, 0.45 }, w[] = { 0.32, 0.14, -0.65 };
      g_auto (GStrv) cells = g_strsplit (lines[k + 1], ",", -1);

      g_assert_cmpfloat_with_epsilon (g_ascii_strtod (cells[1], NULL), x[k] + 2 * y[k] + 5 * u[k] + 6 * w[k], 1e-14);
      g_assert_cmpfloat_with_epsilon (g_ascii_strtod (cells[2], NULL), 3 * x[k] + 4 * y[k] + 7 * u[k] + 8 * w[k], 1e-14);
    }
  g_auto (Result) twice = cli ("batch-eval %s --points %s --update tick --steps 2", counter, states);
  expect_status (twice, 0);
  g_strfreev (lines);
  lines = g_strsplit (twice.out, "\n", -1);
  g_assert_cmpstr (lines[0], ==, "t,x");
  for (int k = 0; k < 3; k++)
    g_assert_cmpfloat_with_epsilon (g_ascii_strtod (strchr (lines[k + 1], ',') + 1, NULL), 0.1 * (k + 1) + 2 * k + 0.12, 1e-14);
  g_auto (Result) unknown = cli ("batch-eval %s --points %s --update tock", counter, states);
  g_auto (Result) timed = cli ("batch-eval %s --points %s --update once", counter, states);
  g_auto (Result) alone = cli ("batch-eval %s --points %s --steps 2", counter, states);
  expect_status (unknown, 2);
  expect_has (unknown.err, "no event 'tock'");
  expect_status (timed, 2);
  expect_has (timed.err, "'once' is not periodic");
  expect_status (alone, 2);

  /* There are enough points for several threads. Each point has its own inputs. */
  for (int k = 0; k < 5000; k++)
    g_string_append_printf (text, "%d,1,%d,0,%d\n", k, k % 7, k % 3);
  write_file ("many.csv", text->str);
  g_auto (Result) threads = cli ("batch-eval %s --points %s", model, many);
  expect_status (threads, 0);
  g_strfreev (lines);
  lines = g_strsplit (threads.out, "\n", -1);
  for (int k = 0; k < 5000; k++)
    {
      g_autofree char *expected = g_strdup_printf ("0,%d,%d", k + 2 + 5 * (k % 7) + k % 3, 3 * k + 4 + 7 * (k % 7));
      g_assert_cmpstr (lines[k + 1], ==, expected);
    }
  g_string_append (garbage, "x,y\n");
  for (int k = 0; k < 200000; k++)
    g_string_append (garbage, "1234567");
  write_file ("long.csv", garbage->str);
  g_auto (Result) large = cli ("batch-eval %s --points %s", model, long_line);
  expect_status (large, 3);
  expect_has (large.err, "long.csv:2: the line is longer than 1 MiB");
}

/* Constant expressions are accepted as numbers. */
static void
test_expressions (void)
{
  g_autofree char *path = scratch ("expression.yaml");

  write_file ("expression.yaml", "format: 1\nname: E\nstates: {x: {initial: 1, derivative: -x}}\ntime: {end: 1}\n"
                                 "solver: {error_control: false, max_step: 1/10, gains: [7/10/5, -4/50], integrator: runge_kutta4}\n");
  g_auto (Result) fixed = cli ("run van-der-pol --integrator runge_kutta4 --fixed-step 1/10 --end 2*pi --set mu=sqrt(4) --final --quiet");
  g_auto (Result) plain = cli ("run van-der-pol --integrator runge_kutta4 --fixed-step 0.1 --end 6.283185307179586 --set mu=2 --final --quiet");
  g_auto (Result) file = cli ("run %s --stats json --quiet", path);
  g_auto (Result) zero = cli ("run van-der-pol --fixed-step 1-1");
  g_auto (Result) name = cli ("run van-der-pol --fixed-step h/10");
  g_auto (Result) infinite = cli ("run van-der-pol --accuracy 1/0");
  g_auto (Result) count = cli ("run van-der-pol --end 1 --samples 2^3+1 --output - --quiet");

  expect_status (fixed, 0);
  g_assert_cmpstr (fixed.out, ==, plain.out);
  expect_status (file, 0);
  expect_has (file.out, "\"steps_taken\": 10,");
  expect_status (zero, 2);
  expect_status (name, 2);
  expect_has (name.err, "'h/10' is not a value of max_step");
  expect_status (infinite, 2);
  expect_status (count, 0);
  g_assert_cmpint (count_lines (count.out), ==, 10);
}

/* --times gives the dense output of the finished run, in the order of the times. */
static void
test_times (void)
{
  g_autofree char *times = scratch ("times.csv"), *wrong = scratch ("wrong-times.csv");

  write_file ("times.csv", "t,note\n2.5,late\n\n0,start\n1,\n");
  write_file ("wrong-times.csv", "t\n1\ntwo\n");
  g_auto (Result) all = cli ("run bouncing-ball --end 3 --samples 4 --output - --quiet");
  g_auto (Result) order = cli ("run bouncing-ball --end 3 --times 3,1,2,0 --output - --quiet");
  g_auto (Result) file = cli ("run bouncing-ball --end 3 --times %s --output - --columns v,h --quiet", times);
  g_auto (Result) outside = cli ("run bouncing-ball --end 3 --times 4 --output -");
  g_auto (Result) bad = cli ("run bouncing-ball --end 3 --times %s --output -", wrong);
  g_auto (Result) both = cli ("run bouncing-ball --end 3 --times 1 --samples 3 --output -");
  g_auto (Result) nowhere = cli ("run bouncing-ball --end 3 --times 1");
  g_auto (GStrv) samples = NULL, rows = NULL;

  expect_status (all, 0);
  expect_status (order, 0);
  samples = g_strsplit (all.out, "\n", -1);
  rows = g_strsplit (order.out, "\n", -1);
  g_assert_cmpstr (rows[0], ==, samples[0]);
  /* The rows equal the samples taken during the run, bit for bit. Row k + 1 is at t =
   * k. */
  g_assert_cmpstr (rows[1], ==, samples[4]);
  g_assert_cmpstr (rows[2], ==, samples[2]);
  g_assert_cmpstr (rows[3], ==, samples[3]);
  g_assert_cmpstr (rows[4], ==, samples[1]);
  expect_status (file, 0);
  g_assert_true (g_str_has_prefix (file.out, "t,v,h\n2.5,"));
  g_assert_cmpint (count_lines (file.out), ==, 4);
  expect_status (outside, 2);
  expect_has (outside.err, "outside the run, which goes from 0 to 3");
  expect_status (bad, 2);
  expect_has (bad.err, "wrong-times.csv:3: 'two'");
  expect_status (both, 2);
  expect_status (nowhere, 2);
}

/* keep_rows stores only the last rows. It can be set on the command line and in a file. */
static void
test_keep_rows (void)
{
  g_autofree char *config = scratch ("keep.yaml");

  write_file ("keep.yaml", "keep_rows: 3\n");
  g_auto (Result) all = cli ("run van-der-pol --end 5 --output - --quiet");
  g_auto (Result) last = cli ("run van-der-pol --end 5 --output - --keep-rows 3 --quiet");
  g_auto (Result) file = cli ("run van-der-pol --end 5 --output - --config %s --quiet", config);
  g_auto (Result) more = cli ("run van-der-pol --end 5 --output - --keep-rows 100000 --quiet");

  expect_status (last, 0);
  g_assert_cmpint (count_lines (last.out), ==, 4);
  g_assert_true (g_str_has_suffix (all.out, strchr (last.out, '\n') + 1));
  g_assert_cmpstr (file.out, ==, last.out);
  g_assert_cmpstr (more.out, ==, all.out);
}

/* A method that estimates the error of its own formula says that errors add up over many steps, and a run says which states are below their
 * tolerances. */
/* The midpoint rule with the estimate k1 − 2 k2 + k3, where k2 and k3 both use k1 alone. */
#define ZERO_ESTIMATE "\"{format: 1, name: Zero, A: [[], [1/2], [1, 0]], b: [0, 1, 0], b_hat: [1, -1, 1]}\""

static void
test_warnings (void)
{
  g_auto (Result) sum = cli ("run harmonic-oscillator --integrator trbdf2 --accuracy 1e-8 --final"),
                  few = cli ("run harmonic-oscillator --final");
  g_auto (Result) below = cli ("run robertson --integrator rodas4 --accuracy 1e-3 --weighting mixed --end 1 --final");
  g_auto (Result) quiet = cli ("run robertson --integrator rodas4 --accuracy 1e-3 --weighting mixed --end 1 --final --quiet");

  expect_status (sum, 0);
  g_auto (Result) merson = cli ("run harmonic-oscillator --end 100 --integrator runge_kutta_merson --final");
  g_auto (Result) curved = cli ("run pendulum --end 100 --integrator runge_kutta_merson --final");
  g_auto (Result) zero = cli ("run harmonic-oscillator --integrator " ZERO_ESTIMATE " --final");
  g_auto (Result) partly = cli ("run van-der-pol --end 1 --integrator " ZERO_ESTIMATE " --final");
  g_auto (Result) linear = cli ("run harmonic-oscillator --integrator ros3p --final");

  expect_has (sum.err, "trbdf2 keeps the error of each step within the tolerance, and the errors of ");
  expect_has (merson.err, "runge_kutta_merson keeps the error of each step within the tolerance, and the errors of ");
  g_assert_cmpstr (curved.err, ==, "");
  expect_has (zero.err, "is zero for these linear equations");
  expect_has (partly.err, "errors of states whose equations are linear");
  g_assert_cmpstr (linear.err, ==, "");
  g_assert_cmpstr (few.err, ==, "");
  expect_status (below, 0);
  expect_has (below.err, "was not controlled");
  expect_has (below.err, "Use the weighting by size");
  g_assert_cmpstr (quiet.err, ==, "");
}

/* Fixed steps that let an oscillation or a decay grow are named, with the factor of each step: DP5 with hω = 4 multiplies by |R(4i)| = 3.67. Steps inside
 * of the stability region, and a growth that is too small to be seen, are not. */
static void
test_unstable_steps (void)
{
  g_auto (Result) far = cli ("run harmonic-oscillator --integrator runge_kutta5 --fixed-step 2 --end 100 --final");
  g_auto (Result) euler = cli ("run harmonic-oscillator --integrator explicit_euler --fixed-step 0.1 --end 100 --final");
  g_auto (Result) inside = cli ("run harmonic-oscillator --integrator runge_kutta4 --fixed-step 0.1 --end 100 --final");
  g_auto (Result) unseen = cli ("run harmonic-oscillator --integrator explicit_euler --fixed-step 0.001 --end 1 --final");
  g_auto (Result) decay = cli ("run cosine-stiff-1e4 --integrator runge_kutta4 --fixed-step 0.01 --final");
  g_auto (Result) implicit = cli ("run cosine-stiff-1e4 --integrator radau5 --fixed-step 0.01 --final");

  expect_has (far.err, "multiplies an oscillation of angular frequency 2, which the model does not let grow at t = 0, by 3.67;");
  expect_has (euler.err, "by 1.02;");
  g_assert_cmpstr (inside.err, ==, "");
  g_assert_cmpstr (unseen.err, ==, "");
  expect_has (decay.err, "multiplies a component of rate -1e+04, which decays in the model at t = 0,");
  g_assert_cmpstr (implicit.err, ==, "");
}

/* The error of a comparison does not depend on the unit of a state: for states of 1e-12 and 1e12 it is that of states of 1. */
static void
test_error_of_size (void)
{
  static const char *const sizes[] = { "1", "1e-12", "1e12" };
  g_autofree char *first = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autofree char *path = scratch ("size.yaml");
      g_autofree char *text = g_strdup_printf ("format: 1\nname: S\ntime: {end: 10}\nstates:\n  x: {initial: %s, derivative: v}\n  v: {initial: 0, derivative: -x}\n",
                                               sizes[i]);

      write_file ("size.yaml", text);
      g_auto (Result) result = cli ("compare %s --integrator runge_kutta4 --fixed-step 0.1 --format csv", path);
      g_auto (GStrv) lines = g_strsplit (result.out, "\n", -1), cells = g_strsplit (lines[1], ",", -1);

      expect_status (result, 0);
      g_test_message ("%s: error %s", sizes[i], cells[2]);
      if (first == NULL)
        first = g_strdup (cells[2]);
      g_assert_cmpfloat (fabs (g_ascii_strtod (cells[2], NULL) / g_ascii_strtod (first, NULL) - 1), <, 1e-3);
      g_assert_cmpfloat (g_ascii_strtod (cells[2], NULL), >, 1e-7);
    }
}

/* Returns the number after "key": in a JSON text. */
static double
number_after (const char *text, const char *key)
{
  g_autofree char *quoted = g_strdup_printf ("\"%s\": ", key);
  const char *at = strstr (text, quoted);

  g_assert_nonnull (at);
  return g_ascii_strtod (at + strlen (quoted), NULL);
}

/* Studies of one method have the same numbers whatever the unit of the states is. */
static void
test_studies_of_size (void)
{
  static const char *const sizes[] = { "1", "1e-12", "1e12" };
  double predicted = NAN, distance = NAN;

  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autofree char *path = scratch ("size.yaml");
      g_autofree char *text = g_strdup_printf ("format: 1\nname: S\ntime: {end: 3}\nstates:\n  x: {initial: %s, derivative: v}\n  v: {initial: 0, derivative: -x}\n",
                                               sizes[i]);

      write_file ("size.yaml", text);
      g_auto (Result) finer = cli ("study refinement %s --integrator runge_kutta4 --fixed-step 0.1 --format json", path);
      g_auto (Result) modified = cli ("study modified-equation %s --integrator explicit_euler --option step=0.1 --option steps=20 --option terms=2 --format json", path);

      expect_status (finer, 0);
      expect_status (modified, 0);
      if (i == 0)
        {
          predicted = number_after (finer.out, "predicted");
          distance = number_after (modified.out, "model_distance");
        }
      g_assert_cmpfloat (fabs (number_after (finer.out, "predicted") / predicted - 1), <, 1e-6);
      g_assert_cmpfloat (fabs (number_after (modified.out, "model_distance") / distance - 1), <, 1e-6);
    }
}

/* The setting weights changes the weight of a state in the error norm. Another setting disables initialization events. */
static void
test_weights_and_start (void)
{
  g_autofree char *path = scratch ("start.yaml");

  write_file ("start.yaml", "format: 1\nname: S\nstates: {x: {initial: 1, derivative: 0}}\nevents: {begin: {at: start, set: {x: 5}}}\ntime: {end: 1}\n");
  g_auto (Result) none = cli ("run van-der-pol --end 5 --stats json --weighting mixed --quiet");
  g_auto (Result) unit = cli ("run van-der-pol --end 5 --stats json --weighting mixed --weights 1 --quiet");
  g_auto (Result) large = cli ("run van-der-pol --end 5 --stats json --weighting mixed --weights x=1000 --quiet");
  g_auto (Result) unknown = cli ("run van-der-pol --end 5 --weights y=2");
  g_auto (Result) useless = cli ("run van-der-pol --end 5 --weights x=2 --relative-tolerance 1e-6");
  g_auto (Result) started = cli ("run %s --final --quiet", path);
  g_auto (Result) suppressed = cli ("run %s --final --quiet --suppress-initialization true", path);
  static const char *const keys[] = { "shrinkages_error", "shrinkages_failure", "substep_failures", "smallest_adapted_step", "error_newton_iterations",
                                      "convergent_iterations", "divergent_iterations", "projections_q", "projections_u", "projection_failures_q",
                                      "error_factorizations", "rhs_rejected", "rhs_startup" };
  const char *steps = "\"steps_taken\": ";

  expect_status (none, 0);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autofree char *key = g_strdup_printf ("\"%s\": ", keys[i]);
      expect_has (none.out, key);
    }
  g_assert_cmpint (atoi (strstr (unit.out, steps) + strlen (steps)), ==, atoi (strstr (none.out, steps) + strlen (steps)));
  g_assert_cmpint (atoi (strstr (large.out, steps) + strlen (steps)), >, atoi (strstr (none.out, steps) + strlen (steps)));
  expect_status (unknown, 3);
  expect_has (unknown.err, "weights names 'y', which is not a state");
  expect_status (useless, 2);
  expect_has (useless.err, "weights have no effect");
  expect_has (started.out, "x 5\n");
  expect_has (suppressed.out, "x 1\n");
}

/* For a chaotic model, errors are computed only up to the time at which the reference runs disagree. */
static void
test_compare_horizon (void)
{
  g_auto (Result) lorenz = cli ("compare lorenz --integrator runge_kutta5 --integrator dop853 --accuracy 1e-8 --format csv");
  g_auto (GStrv) lines = NULL;

  expect_status (lorenz, 0);
  expect_has (lorenz.err, "which agree until t = ");
  expect_has (lorenz.err, "two high-accuracy runs differ, or one has no value");
  lines = g_strsplit (lorenz.out, "\n", -1);
  for (int k = 1; k <= 2; k++)
    {
      g_auto (GStrv) cells = g_strsplit (lines[k], ",", -1);
      double error = g_ascii_strtod (cells[2], NULL);

      g_assert_cmpfloat (error, >, 0);
      g_assert_cmpfloat (error, <, 3);
    }
  /* For a model that is not chaotic, errors are computed for the whole time span. */
  g_auto (Result) calm = cli ("compare van-der-pol --integrator runge_kutta5 --end 5");
  g_assert_null (strstr (calm.err, "or one has no value"));
}

/* Numbers in files and on standard output have a decimal point even in a locale with a decimal
 * comma. */
static void
test_locale (void)
{
  static const char *const lines[] = {
    "run van-der-pol --end 1.5 --accuracy 1.5e-5 --set mu=1.25 --output - --samples 5 --quiet",
    "run bouncing-ball --end 2.5 --quiet --final --integrator runge_kutta4 --max-step 0.125",
    "show van-der-pol",
    "compare van-der-pol --integrator runge_kutta5 --integrator dop853 --end 1.5 --format csv",
    "converge harmonic-oscillator --integrator runge_kutta4 --end 1.5 --format csv",
    "batch-eval lorenz --points %s",
  };
  const char *print_half[] = { "printf", "%.1f", "0,5", NULL };
  char *locale = comma_locale_new ();
  g_autoptr (GRegex) seconds = g_regex_new ("[0-9.e-]+(,reached end)", 0, 0, NULL);
  g_autofree char *before = g_strdup (g_getenv ("LC_ALL"));
  g_autofree char *points = scratch ("half.csv"), *half = NULL;

  if (locale == NULL)
    {
      g_test_skip ("no locale with a comma");
      return;
    }
  write_file ("half.csv", "x,y,z\n0.5,2.25,3\n");
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autofree char *line = strstr (lines[i], "%s") != NULL ? g_strdup_printf ("batch-eval lorenz --points %s", points)
          : g_strdup (lines[i]);
      g_auto (Result) plain = cli ("%s", line);
      g_setenv ("LC_ALL", "de_DE.UTF-8", TRUE);
      g_auto (Result) german = cli ("%s", line);
      g_setenv ("LC_ALL", before != NULL ? before : "C.UTF-8", TRUE);
      expect_status (plain, 0);
      expect_status (german, 0);
      /* The wall-clock times of the two runs differ, so remove them before the
       * comparison. */
      g_autofree char *a = g_regex_replace (seconds, plain.out, -1, 0, "\\1", 0, NULL);
      g_autofree char *b = g_regex_replace (seconds, german.out, -1, 0, "\\1", 0, NULL);
      g_assert_cmpuint (strlen (a), >, 0);
      g_assert_cmpstr (b, ==, a);
    }
  /* A child process that uses LC_NUMERIC prints a comma. So the locale was in
   * effect. */
  g_setenv ("LC_ALL", "de_DE.UTF-8", TRUE);
  g_spawn_sync (NULL, (char **) print_half, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &half, NULL, NULL, NULL);
  g_setenv ("LC_ALL", before != NULL ? before : "C.UTF-8", TRUE);
  g_assert_cmpstr (half, ==, "0,5");
  comma_locale_use ();
  comma_locale_free (locale);
}

/* Commands read a model of another program, and `import` writes it as a model with the same values. */
static void
test_import (void)
{
  g_autofree char *path = scratch ("decay.ode"), *wrong = scratch ("late.ode"), *made = scratch ("decay.yaml");

  g_assert_true (g_file_set_contents (path, "par k=3\nx'=-k*x\nbndry x-1\ninit x=2\n@ total=4\n", -1, NULL));
  g_assert_true (g_file_set_contents (wrong, "x'=1\ny'=delay(x,1)\n", -1, NULL));
  {
    g_auto (Result) import = cli ("import '%s' --output '%s'", path, made), checked = cli ("check '%s' '%s'", path, made), bad = cli ("check '%s'", wrong);
    g_auto (Result) one = cli ("run '%s' --final --quiet", path), two = cli ("run '%s' --final --quiet", made), unknown = cli ("import '%s' --from fortran", path);
    g_auto (Result) refused = cli ("import '%s'", wrong), over = cli ("import '%s' --output '%s'", path, path);

    expect_status (import, 0);
    expect_has (import.err, "decay.ode:3:1: note: The boundary condition was left out");
    expect_status (checked, 0);
    expect_status (one, 0);
    g_assert_cmpstr (one.out, ==, two.out);
    expect_status (bad, 3);
    expect_has (bad.err, "late.ode:2:1: the function 'delay' does not exist in models");
    expect_status (refused, 3);
    expect_status (unknown, 2);
    expect_has (unknown.err, "'--from' is one of xppaut (.ode)");
    expect_status (over, 2);
  }
  g_remove (path);
  g_remove (wrong);
  g_remove (made);
}

/* All numbers of the sealed session are small multiples of a power of 1/2. Every arithmetic computes them without rounding, so the bits are the same. */
static void
test_verify (void)
{
  g_autofree char *sealed = g_test_build_filename (G_TEST_DIST, "old-files", "2026-11-30-sealed", "counter.stepwise", NULL);
  g_autofree char *unsealed = g_test_build_filename (G_TEST_DIST, "old-files", "2026-11-30", "runs.stepwise", NULL);
  g_autofree char *other = g_test_build_filename (G_TEST_DIST, "fuzz", "corpus", "session", "sealed.stepwise", NULL);
  g_autofree char *twice = g_test_build_filename (G_TEST_DIST, "fuzz", "corpus", "session", "duplicate.stepwise", NULL);
  g_autofree char *text = NULL, *changed = scratch ("changed.stepwise");
  g_auto (Result) fine = cli ("verify '%s'", sealed), json = cli ("verify '%s' --format json", sealed), old = cli ("verify '%s'", unsealed),
                  different = cli ("verify '%s'", other), wrong = cli ("verify '%s'", twice), missing = cli ("verify nothing.stepwise"),
                  usage = cli ("verify '%s' --format xml", sealed);

  expect_status (fine, 0);
  expect_has (fine.out, "identical: all 313 rows");
  expect_has (fine.out, "Every run of the session is identical to the last bit.");
  expect_status (json, 0);
  expect_has (json.out, "\"verdict\": \"identical\"");
  expect_status (old, 7);
  expect_has (old.out, "not sealed");
  g_assert_null (strstr (old.out, "identical"));
  expect_status (different, 5);
  expect_has (different.out, "different from the start");
  expect_has (different.out, "made by version 1 (none), this is version");
  expect_status (wrong, 3);
  expect_has (wrong.err, "duplicate.stepwise:2:1: duplicate key");
  expect_status (missing, 3);
  expect_status (usage, 2);

  g_assert_true (g_file_get_contents (sealed, &text, NULL, NULL));
  strstr (text, "every: 0.5")[9] = '6';
  write_file ("changed.stepwise", text);
  {
    g_auto (Result) result = cli ("verify '%s'", changed);

    expect_status (result, 5);
    expect_has (result.out, "changed after sealing: the text of the model");
  }
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  cli_test_init ();
  g_test_add_func ("/cli/usage/wrong-arguments-exit-with-2-or-3-and-name-the-error", test_usage);
  g_test_add_func ("/cli/help/lists-each-option-of-each-command-once", test_help);
  g_test_add_func ("/cli/documentation/man-pages-and-bash-completion-have-no-syntax-errors", test_documentation);
  g_test_add_func ("/cli/list/prints-models-integrators-and-tableaus", test_list);
  g_test_add_func ("/cli/show/prints-equations-and-events", test_show);
  g_test_add_func ("/cli/check/a-tableau-file-is-checked-as-a-tableau", test_check_tableau);
  g_test_add_func ("/cli/check/prints-errors-with-line-and-column-and-exits-with-3", test_check);
  g_test_add_func ("/cli/run/a-pulse-that-a-step-passed-over-is-a-warning", test_passed_pulse);
  g_test_add_func ("/cli/run/two-runs-print-identical-final-values", test_run_final);
  g_test_add_func ("/cli/run/trajectory-has-the-requested-samples-and-columns", test_run_csv);
  g_test_add_func ("/cli/run/options-of-the-command-line-override-the-config-file", test_run_settings);
  g_test_add_func ("/cli/run/the-statistics-say-how-many-steps-were-checked-for-changes", test_checked_steps);
  g_test_add_func ("/cli/run/the-statistics-output-contains-every-documented-key", test_run_statistics);
  g_test_add_func ("/cli/run/the-event-and-step-files-have-as-many-rows-as-the-statistics-count", test_run_events_and_tape);
  g_test_add_func ("/cli/run/the-file-ending-determines-the-format-of-a-plot", test_run_plots);
  g_test_add_func ("/cli/run/svg-plots-contain-labels-as-text", test_run_plot_names);
  g_test_add_func ("/cli/run/failed-runs-exit-with-4-and-failed-files-with-6", test_run_failures);
  g_test_add_func ("/cli/run/an-interrupted-run-writes-the-rows-computed-so-far", test_run_interrupted);
  g_test_add_func ("/cli/run/a-killed-run-leaves-no-file", test_run_killed);
  g_test_add_func ("/cli/compare/prints-a-row-for-each-method-and-names-the-kind-of-reference", test_compare);
  g_test_add_func ("/cli/studies/for-an-unsupported-model-the-program-exits-with-3-before-it-computes", test_refused);
  g_test_add_func ("/cli/studies/limits-of-the-step-size-do-not-change-the-reference-solution", test_own_reference);
  g_test_add_func ("/cli/run/the-option-random-prints-a-note-for-models-without-distributions", test_random);
  g_test_add_func ("/cli/converge/measures-the-order-of-rk4", test_converge);
  g_test_add_func ("/cli/work-precision/prints-a-row-for-each-accuracy", test_work_precision);
  g_test_add_func ("/cli/batch-eval/evaluates-all-points-and-reports-the-line-of-an-error", test_batch_eval);
  g_test_add_func ("/cli/batch-eval/D-99-D-100-inputs-and-updates-are-evaluated-on-threads", test_batch_inputs);
  g_test_add_func ("/cli/run/numbers-may-be-constant-expressions", test_expressions);
  g_test_add_func ("/cli/run/values-at-requested-times-are-dense-output-of-the-complete-run", test_times);
  g_test_add_func ("/cli/run/with-keep-rows-only-the-last-rows-are-written", test_keep_rows);
  g_test_add_func ("/cli/run/options-for-weights-and-disabled-events-change-the-result", test_weights_and_start);
  g_test_add_func ("/cli/run/errors-that-add-up-or-are-not-controlled-are-named", test_warnings);
  g_test_add_func ("/cli/run/steps-that-let-an-oscillation-grow-are-named", test_unstable_steps);
  g_test_add_func ("/cli/run/the-error-of-a-comparison-does-not-depend-on-units", test_error_of_size);
  g_test_add_func ("/cli/run/studies-of-a-method-do-not-depend-on-units", test_studies_of_size);
  g_test_add_func ("/cli/compare/a-chaotic-model-is-compared-until-its-reference-ends", test_compare_horizon);
  g_test_add_func ("/cli/import/a-model-of-another-program-has-its-values", test_import);
  g_test_add_func ("/cli/verify/a-sealed-session-is-identical-and-changes-and-missing-seals-are-named", test_verify);
  g_test_add_func ("/cli/locale/numbers-have-a-decimal-point-in-every-locale", test_locale);
  status = g_test_run ();
  cli_test_clear ();
  return status;
}
