/* Wrong input, and what a system can do to a run (full disk, closed terminal, limits): each gives an exit status and a message with the
 * place, the error and the valid form. */
#include "cli-test.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

typedef struct { const char *line; int status; const char *message; } Case;

static void
try_all (const Case *cases, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_auto (Result) result = cli ("%s", cases[i].line);

      g_test_message ("%s: %s", cases[i].line, result.err);
      expect_status (result, cases[i].status);
      if (cases[i].message != NULL)
        expect_has (result.err, cases[i].message);
    }
}

static void
test_usage (void)
{
  static const Case cases[] = {
    { "''", 2, "unknown command ''; 'stepwise-cli --help' lists them" },
    { "run lorenz --output --final", 2, "option '--output' needs a value, and '--final' is an option" },
    { "run lorenz --output ''", 2, "'--output' needs a file name" },
    { "run lorenz --tape ''", 2, "'--tape' needs a file name" },
    { "run lorenz --events ''", 2, "'--events' needs a file name" },
    { "run lorenz --plot ''", 2, "'--plot' needs a file name" },
    { "run lorenz --stats json:", 2, "'--stats' needs a file name" },
    { "run lorenz --output same --tape same", 2, "'--output' and '--tape' cannot both write 'same'" },
    { "run ./model.yaml --output model.yaml", 2, "'--output' would overwrite the input 'model.yaml'" },
    { "run lorenz --columns '' --output -", 2, "'--columns' takes names" },
    { "run lorenz --columns x, --output -", 2, "'--columns' takes names" },
    { "run lorenz --columns nosuch --output -", 2, "no column 'nosuch'" },
    { "run lorenz --set nosuch=1", 2, "unknown parameter 'nosuch'" },
    { "run lorenz --set rho=nan", 2, "'nan' is not a number" },
    { "run lorenz --set rho=1e999", 2, "must be a finite number" },
    { "run lorenz --set rho=1,5", 2, "'1,5' is not a number" },
    { "run lorenz --end -1", 2, "the end time -1 is before the start time 0" },
    { "run lorenz --end nan", 2, "'--end' takes a finite number" },
    { "run lorenz --accuracy 0", 2, "it must be positive" },
    { "run lorenz --accuracy nan", 2, "a number is expected" },
    { "run lorenz --fixed-step 0", 2, "'--fixed-step' takes a positive step, not '0'" },
    { "run lorenz --fixed-step -1", 2, "it may not be negative" },
    { "run lorenz --fixed-step 1e-300", 4, "with steps of at most 1e-300 a run of length 40 would take years" },
    { "run lorenz --max-step 1e-300", 4, "with steps of at most 1e-300" },
    { "converge harmonic-oscillator --steps 1e-300", 4, "would take years" },
    { "converge harmonic-oscillator --steps ''", 2, "'--steps' takes positive numbers" },
    { "work-precision harmonic-oscillator --accuracies ''", 2, "'--accuracies' takes positive numbers" },
    { "help nosuch", 2, "unknown command 'nosuch'" },
    { "run lorenz --samples 1", 2, "at least 2" },
    { "run lorenz --samples 1e18", 2, "it may not be larger than 1e+12" },
    { "run lorenz --min-step 1 --max-step 0.1", 3, "max_step 0.1 is smaller than min_step 1" },
    { "run lorenz --integrator ''", 2, "unknown integrator ''" },
    { "run robertson-dae --integrator cvode_bdf", 3, NULL },
    { "run lorenz --seed -1", 2, "it may not be negative" },
    { "run ''", 3, "no model ''" },
  };

  try_all (cases, G_N_ELEMENTS (cases));
}

/* The last value of a repeated option counts; a run over a span of length zero writes one row. */
static void
test_harmless (void)
{
  g_auto (Result) twice = cli ("run lorenz --end 1 --set rho=1 --set rho=28 --accuracy 1e-2 --accuracy 1e-5 --final --quiet");
  g_auto (Result) once = cli ("run lorenz --end 1 --accuracy 1e-5 --final --quiet");
  g_auto (Result) nothing = cli ("run lorenz --end 0 --output - --quiet");
  g_auto (Result) fixed = cli ("run van-der-pol --fixed-step 1e-3 --stats json --quiet --end 1");

  expect_status (twice, 0);
  g_assert_cmpstr (twice.out, ==, once.out);
  expect_status (nothing, 0);
  g_assert_cmpstr (nothing.out, ==, "t,x,y,z\n0,1,1,1\n");
  /* The model sets initial_step 0.01; the shorter --fixed-step has priority. */
  expect_status (fixed, 0);
  expect_has (fixed.out, "\"steps_taken\": 1000,");
}

static void
test_files (void)
{
  static const Case cases[] = {
    { "check /", 3, "/: cannot be read: it is a folder" },
    { "check /dev/null", 3, "/dev/null:1:1: the file is empty" },
    { "check /dev/zero", 3, "/dev/zero: the file is larger than 1 MiB" },
    { "check none.yaml", 3, "none.yaml: cannot be read: No such file or directory" },
    { "run lorenz --config /", 3, "/: cannot be read: it is a folder" },
    { "batch-eval lorenz --points /", 3, "/: it is a folder" },
    { "run lorenz --output / --quiet", 6, "cannot write /: Is a directory" },
    { "run lorenz --tape / --quiet", 6, "cannot write /: Is a directory" },
    { "run lorenz --events / --quiet", 6, "cannot write /: Is a directory" },
    { "run lorenz --output none/x.csv --quiet", 6, "cannot write none/x.csv: No such file or directory" },
    { "run lorenz --tape none/x.csv --quiet", 6, "cannot write none/x.csv: No such file or directory" },
  };

  try_all (cases, G_N_ELEMENTS (cases));
}

/* A device is written directly and is still a device afterwards. Its write error is printed once. */
static void
test_devices (void)
{
  static const char *const options[] = { "--output", "--tape", "--events", "--stats json:" };

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      gboolean joined = g_str_has_suffix (options[i], ":");
      g_auto (Result) full = cli ("run lorenz --end 1 --quiet %s%s/dev/full", options[i], joined ? "" : " ");
      g_auto (Result) null = cli ("run lorenz --end 1 --quiet %s%s/dev/null", options[i], joined ? "" : " ");
      GStatBuf info;

      expect_status (full, 6);
      expect_has (full.err, "No space left on device");
      g_assert_cmpint (count_lines (full.err), ==, 1);
      expect_status (null, 0);
      g_assert_true (g_stat ("/dev/full", &info) == 0 && S_ISCHR (info.st_mode));
      g_assert_true (g_stat ("/dev/null", &info) == 0 && S_ISCHR (info.st_mode));
      g_assert_false (g_file_test ("/dev/full.part", G_FILE_TEST_EXISTS));
    }
}

/* A model is read from a pipe like from a file. */
static void
test_pipe (void)
{
  const char *argv[] = { "sh", "-c", "printf 'format: 1\nname: T\nstates: {x: {initial: 1, derivative: 0}}\n' | \"$0\" run /dev/stdin --end 1 --final",
                         STEPWISE_CLI, NULL };
  g_autofree char *out = NULL;
  int status;

  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &out, NULL, &status, NULL);
  g_assert_true (WIFEXITED (status) && WEXITSTATUS (status) == 0);
  g_assert_cmpstr (out, ==, "t 1\nx 1\n");
}

static void
test_models (void)
{
  static const struct { const char *yaml, *message; } wrong[] = {
    { "constants: {N: 100000}\nstates: {x: {initial: 1, derivative: \"-x[i] + sum(k, 1, N, x[k])\", size: N}}\n",
      "model.yaml:4:60: the model is too large: its sums" },
    { "states: {x: {initial: 1, derivative: \"x[i]\", size: 1e30}}\n", "must be a whole number from 1 to 1000000, not 1e+30" },
    { "states: {x: {initial: 1/0, derivative: -x}}\n", "model.yaml:3:23: the initial value of 'x' is not a finite number" },
    { "states: {x: {initial: 1, derivative: -x}}\ntime: {start: 5, end: 1}\n", "the time ends at 1, before it starts at 5" },
    { "states: {x: {initial: 1, derivative: -x}}\nevents: {e: {every: 0, publish: true}}\n", "the period of 'e' must be above zero" },
    { "parameters: {x: 1}\nstates: {x: {initial: 1, derivative: -x}}\n", "the name 'x' is already in use: it is a parameter, line 3" },
    { "solver: {method: 3}\nstates: {x: {initial: 1, derivative: -x}}\n", "model.yaml:3:18: '3' is not a value of method: a mapping of integrator options is expected" },
    { "solver: {samples: 1}\nstates: {x: {initial: 1, derivative: -x}}\n", "it must be 0, or at least 2 for both ends" },
  };
  g_autofree char *path = scratch ("model.yaml"), *deep = NULL;
  GString *text = g_string_new ("format: 1\nname: T\nstates: {x: {initial: 1, derivative: \"");

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autofree char *yaml = g_strconcat ("format: 1\nname: T\n", wrong[i].yaml, NULL);

      write_file ("model.yaml", yaml);
      g_auto (Result) run = cli ("run %s", path);
      expect_status (run, 3);
      expect_has (run.err, wrong[i].message);
    }
  for (int i = 0; i < 3000; i++)
    g_string_append_c (text, '(');
  g_string_append (text, "x\"}}\n");
  deep = g_string_free (text, FALSE);
  write_file ("model.yaml", deep);
  g_auto (Result) run = cli ("check %s", path);
  expect_status (run, 3);
  expect_has (run.err, "the expression is nested deeper than 256 levels");
}

static double
processor_seconds (void)
{
  struct rusage usage;

  getrusage (RUSAGE_CHILDREN, &usage);
  return usage.ru_utime.tv_sec + 1e-6 * usage.ru_utime.tv_usec;
}

/* For uncoupled states the time of an implicit method must not grow with their square, which would be a factor of 16 for four times as
 * many states. */
static void
test_many_states (void)
{
  g_autofree char *path = scratch ("many.yaml");
  double few, many, before = processor_seconds ();

  write_file ("many.yaml", "format: 1\nname: T\nconstants: {N: 50000}\nstates: {x: {initial: 1, derivative: \"-x[i]\", size: N}}\n");
  g_auto (Result) run = cli ("run %s --integrator radau --end 0.001 --quiet", path);
  few = processor_seconds () - before;
  g_auto (Result) more = cli ("run %s --integrator radau --end 0.001 --quiet --constant N=200000", path);
  many = processor_seconds () - before - few;
  expect_status (run, 0);
  expect_status (more, 0);
  g_test_message ("%.2f s and %.2f s", few, many);
  g_assert_cmpfloat (many, <, 10 * few);
}

/* The tolerance within which two times are one instant depends on the current time, not on the end time. */
static void
test_far_end (void)
{
  g_autofree char *path = scratch ("swing.yaml");

  write_file ("swing.yaml", "format: 1\nname: T\nstates: {x: {initial: 1, derivative: v}, v: {initial: 0, derivative: -x}}\n"
                            "events: {turn: {crossing: x, direction: rising}}\n");
  g_auto (Result) run = cli ("run %s --end 1e300 --step-limit 60000 --stats json --quiet", path);
  const char *events = strstr (run.out, "\"witness_events\": ");

  expect_status (run, 4);
  expect_has (run.err, "step limit");
  g_assert_nonnull (events);
  g_assert_cmpint (atoi (events + strlen ("\"witness_events\": ")), >, 1000);
}

static void
limit_files (gpointer user)
{
  const struct rlimit limit = { 8192, 8192 };

  setrlimit (RLIMIT_FSIZE, &limit);
}

/* The file reaches RLIMIT_FSIZE: the run ends with an error and the partial file is removed. */
static void
test_file_size (void)
{
  g_autofree char *path = scratch ("long.csv"), *err = NULL;
  const char *argv[] = { STEPWISE_CLI, "run", "lorenz", "--end", "400", "--quiet", "--output", path, NULL };
  g_autoptr (GDir) dir = NULL;
  const char *name;
  int status;

  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_DEFAULT, limit_files, NULL, NULL, &err, &status, NULL);
  g_assert_true (WIFEXITED (status));
  g_assert_cmpint (WEXITSTATUS (status), ==, 6);
  expect_has (err, "cannot write");
  dir = g_dir_open (folder, 0, NULL);
  while ((name = g_dir_read_name (dir)) != NULL)
    g_assert_false (g_str_has_prefix (name, "long.csv"));
}

/* SIGHUP ends a run like SIGINT: the recorded rows are written. */
static void
test_hang_up (void)
{
  g_autofree char *path = scratch ("hang.csv"), *text = NULL;
  const char *argv[] = { STEPWISE_CLI, "run", "lorenz", "--end", "1e9", "--quiet", "--output", path, NULL };
  int status = signal_while_writing (argv, "hang.csv", SIGHUP);

  g_assert_true (WIFEXITED (status));
  g_assert_cmpint (WEXITSTATUS (status), ==, 130);
  text = read_file ("hang.csv");
  g_assert_cmpint (count_lines (text), >, 10);
}

/* A data folder without models: the model is reported as missing. */
static void
test_no_library (void)
{
  g_autofree char *before = g_strdup (g_getenv ("STEPWISE_DATA_DIR"));

  g_setenv ("STEPWISE_DATA_DIR", folder, TRUE);
  g_setenv ("XDG_DATA_HOME", folder, TRUE);
  g_auto (Result) run = cli ("run lorenz");
  if (before != NULL)
    g_setenv ("STEPWISE_DATA_DIR", before, TRUE);
  g_unsetenv ("XDG_DATA_HOME");
  expect_status (run, 3);
  expect_has (run.err, "no model 'lorenz'");
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  cli_test_init ();
  g_test_add_func ("/cli/hostile/wrong-values-exit-with-a-message-that-helps", test_usage);
  g_test_add_func ("/cli/hostile/repeated-options-and-empty-spans-are-valid", test_harmless);
  g_test_add_func ("/cli/hostile/unreadable-and-unwritable-files-are-named", test_files);
  g_test_add_func ("/cli/hostile/a-full-device-is-reported-once-and-kept", test_devices);
  g_test_add_func ("/cli/hostile/a-model-can-come-from-a-pipe", test_pipe);
  g_test_add_func ("/cli/hostile/errors-in-models-have-line-and-column", test_models);
  g_test_add_func ("/cli/hostile/cost-of-an-implicit-run-grows-linearly-with-uncoupled-states", test_many_states);
  g_test_add_func ("/cli/hostile/a-far-end-time-does-not-merge-distant-events", test_far_end);
  g_test_add_func ("/cli/hostile/a-file-at-its-size-limit-is-reported-and-removed", test_file_size);
  g_test_add_func ("/cli/hostile/a-closed-terminal-keeps-the-rows", test_hang_up);
  g_test_add_func ("/cli/hostile/an-empty-library-is-reported", test_no_library);
  status = g_test_run ();
  cli_test_clear ();
  return status;
}
