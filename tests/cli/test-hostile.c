/* Tests invalid input and failures of the system, such as a full disk, a closed terminal and
 * limits. Each gives an exit status and a message with the position, the error and the valid
 * form. */
#include "cli-test.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

static void
test_usage (void)
{
  static const CliFailure cases[] = {
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
    { "run lorenz --integrator RK45", 2, "unknown integrator 'RK45'; did you mean 'runge_kutta5'?" },
    { "run robertson-dae --integrator cvode_bdf", 3, NULL },
    { "run lorenz --seed -1", 2, "it may not be negative" },
    { "run ''", 3, "no model ''" },
  };

  expect_failures (cases, G_N_ELEMENTS (cases), FALSE);
}

/* If an option is repeated, its last value is used. A run with a time span of zero writes one
 * row. */
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
  /* The model sets initial_step to 0.01. The smaller step of --fixed-step has
   * priority. */
  expect_status (fixed, 0);
  expect_has (fixed.out, "\"steps_taken\": 1000,");
}

static void
test_files (void)
{
  static const CliFailure cases[] = {
    { "check /", 3, "/: cannot be read: it is a folder" },
    { "check /dev/null", 3, "/dev/null:1:1: the file is empty" },
    { "check /dev/zero", 3, "/dev/zero: the file is larger than 16 MiB" },
    { "check none.yaml", 3, "none.yaml: cannot be read: No such file or directory" },
    { "run lorenz --integrator munthe_kaas --method tableau=/dev/zero", 2, "'/dev/zero' cannot be used: /dev/zero: the file is larger than 16 MiB" },
    { "batch-eval lorenz --points /dev/zero", 3, "/dev/zero:1: the line is longer than 1 MiB" },
    { "run lorenz --config /", 3, "/: cannot be read: it is a folder" },
    { "batch-eval lorenz --points /", 3, "/: it is a folder" },
    { "run lorenz --output / --quiet", 6, "“/” could not be written: Is a directory." },
    { "run lorenz --tape / --quiet", 6, "“/” could not be written: Is a directory." },
    { "run lorenz --events / --quiet", 6, "“/” could not be written: Is a directory." },
    { "run lorenz --output none/x.csv --quiet", 6, "“none/x.csv” could not be written: No such file or directory." },
    { "run lorenz --tape none/x.csv --quiet", 6, "“none/x.csv” could not be written: No such file or directory." },
  };

  expect_failures (cases, G_N_ELEMENTS (cases), FALSE);
}

/* A device is written directly and not replaced by a file. Its write error is printed
 * once. */
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

/* A model can be read from a pipe. */
static void
test_pipe (void)
{
  const char *argv[] = { "sh", "-c", "printf 'format: 1\nname: T\nstates: {x: {initial: 1, derivative: 0}}\n' | \"$0\" run /dev/stdin "
                                     "--end 1 --final",
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
    { "solver: {method: 3}\nstates: {x: {initial: 1, derivative: -x}}\n",
      "model.yaml:3:18: '3' is not a value of method: a mapping of integrator options is expected" },
    { "solver: {samples: 1}\nstates: {x: {initial: 1, derivative: -x}}\n", "it must be 0, or at least 2 to include both ends" },
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

/* For uncoupled states, the time of an implicit method must not grow with the square
 * of the number of states. Four times as many states would then take 16 times as
 * long. */
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

/* The tolerance for equal times depends on the current time, not on the end
 * time. */
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

/* If the file reaches RLIMIT_FSIZE, the run ends with an error, and the partial file is removed. */
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
  expect_has (err, "could not be written: File too large.");
  dir = g_dir_open (folder, 0, NULL);
  while ((name = g_dir_read_name (dir)) != NULL)
    g_assert_false (g_str_has_prefix (name, "long.csv"));
}

/* SIGHUP ends a run like SIGINT: the rows recorded so far are written. */
static void
test_hang_up (void)
{
  g_autofree char *path = scratch ("hang.csv"), *text = NULL;
  const char *argv[] = { STEPWISE_CLI, "run", "lorenz", "--end", "1e9", "--quiet", "--output", path, NULL };
  int status = signal_while_writing (argv, SIGHUP);

  g_assert_true (WIFEXITED (status));
  g_assert_cmpint (WEXITSTATUS (status), ==, 130);
  text = read_file ("hang.csv");
  g_assert_cmpint (count_lines (text), >, 10);
}

/* If the data folder has no models, the message states that the model does not exist. */
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

/* If standard output is full or closed, the program prints one message and exits with the status
 * 6. */
static void
test_standard_output (void)
{
  static const char *const lines[] = {
    "list models", "list integrators --format json", "run lorenz --end 1 --quiet --final", "run lorenz --end 1 --quiet --stats table",
    "compare harmonic-oscillator --integrator rk4 --end 1 --quiet", "show lorenz", "--help", "--version",
    "run lorenz --end 1 --quiet --output -",
  };
  static const struct { const char *to, *reason; } kinds[] = { { ">/dev/full", "No space left on device" }, { ">&-", "Bad file descriptor" } };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
      {
        g_autofree char *command = g_strdup_printf ("exec \"$0\" %s %s", lines[i], kinds[k].to), *err = NULL;
        const char *argv[] = { "/bin/sh", "-c", command, STEPWISE_CLI, NULL };
        int status;

        g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL, &err, &status, NULL);
        g_test_message ("%s: %s", command, err);
        g_assert_true (WIFEXITED (status));
        g_assert_cmpint (WEXITSTATUS (status), ==, 6);
        expect_has (err, "could not be written");
        expect_has (err, kinds[k].reason);
      }
}

/* Returns whether a text has no control characters except line feed and tab. */
static gboolean
is_plain (const char *text)
{
  for (const char *c = text; *c != '\0'; c = g_utf8_next_char (c))
    if (g_unichar_iscntrl (g_utf8_get_char (c)) && *c != '\n' && *c != '\t')
      return FALSE;
  return g_utf8_validate (text, -1, NULL);
}

/* Control characters in texts of models and in arguments do not reach the terminal: C0, DEL, C1 as UTF-8, and characters that change the direction of
 * text. Other characters do not
 * change. */
static void
test_control_characters (void)
{
  g_autofree char *path = scratch ("escape.yaml");

  write_file ("escape.yaml", "format: 1\nname: \"a\\e[31mb\\u009b2Jc\\x7Fd é ẋ α\"\nsummary: \"\\a\"\n"
                             "states: {x: {initial: 1, derivative: -x}}\nmonitors: {m: {when: x < 0.5, fail: \"\\e[2J\"}}\n");
  g_auto (Result) show = cli ("show %s", path);
  g_auto (Result) run = cli ("run %s --quiet", path);
  g_auto (Result) unknown = cli ("run 'a\033[2Jb'");
  g_auto (Result) option = cli ("run lorenz '--a\302\233x'");

  g_auto (Result) direction = cli ("run 'a\342\200\256b\342\201\246c\330\234d\357\273\277e\342\200\250f\342\200\217g\342\200\215h'");

  expect_has (direction.err, "a\\u202eb\\u2066c\\u061cd\\ufeffe\\u2028f\\u200fg\342\200\215h");
  expect_status (show, 0);
  expect_has (show.out, "a\\x1b[31mb\\x9b2Jc\\x7fd é ẋ α");
  g_assert_true (is_plain (show.out));
  expect_status (run, 4);
  g_assert_true (is_plain (run.err));
  g_assert_true (is_plain (unknown.err));
  expect_has (unknown.err, "a\\x1b[2Jb");
  g_assert_true (is_plain (option.err));
}

/* A file from a stranger may name other files. A pipe or a device is refused at once, and what a model names must be beside it or below it. */
static void
test_named_files (void)
{
  static const struct { const char *name, *text, *command, *message; } rows[] = {
    { "pipe.yaml", NULL, "run", "is not a regular file" },
    { "device.yaml", "solver: {integrator: /dev/stdin}\n", "run", "is not a regular file" },
    { "zero.yaml", "solver: {integrator: munthe_kaas, method: {tableau: /dev/zero}}\n", "run", "is not a regular file" },
    { "outside.yaml", NULL, "run", "is not in the folder of the model or below it" },
    { "pipe.study.yaml", NULL, "ensemble", "cannot be read: it is a pipe or a device" },
    { "writes.study.yaml", NULL, "basin", "names a file that is written" },
    { "pipe.lesson.yaml", NULL, "check", "cannot be read: it is a pipe or a device" },
  };
  g_autofree char *fifo = scratch ("fifo"), *inside = scratch ("inside"), *tableau = g_build_filename (inside, "tab.yaml", NULL), *above = scratch ("tab.yaml");
  g_autofree char *model = scratch ("named.yaml"), *below = g_build_filename (inside, "model.yaml", NULL), *text = NULL;

  g_assert_cmpint (mkfifo (fifo, 0600), ==, 0);
  g_assert_cmpint (g_mkdir (inside, 0700), ==, 0);
  g_auto (Result) printed = cli ("tableau runge_kutta4 --format yaml");
  g_assert_true (g_file_set_contents (tableau, printed.out, -1, NULL));
  g_assert_true (g_file_set_contents (above, printed.out, -1, NULL));

  for (guint k = 0; k < G_N_ELEMENTS (rows); k++)
    {
      g_autofree char *path = scratch (rows[k].name), *content = NULL;

      if (strcmp (rows[k].name, "pipe.yaml") == 0)
        content = g_strdup_printf ("format: 1\nname: T\nstates: {x: {initial: 1, derivative: -x}}\nsolver: {integrator: %s}\n", fifo);
      else if (strcmp (rows[k].name, "outside.yaml") == 0)
        content = g_strdup_printf ("format: 1\nname: T\nstates: {x: {initial: 1, derivative: -x}}\nsolver: {integrator: %s/../tab.yaml}\n", inside);
      else if (rows[k].text != NULL)
        content = g_strconcat ("format: 1\nname: T\nstates: {x: {initial: 1, derivative: -x}}\n", rows[k].text, NULL);
      else if (strcmp (rows[k].command, "ensemble") == 0)
        content = g_strdup ("format: 1\nstudy: ensemble\nmodel: ./fifo\n");
      else if (strcmp (rows[k].command, "basin") == 0)
        content = g_strdup ("format: 1\nstudy: basin\nmodel: damped-pendulum\noptions: {keep: cells}\n");
      else
        content = g_strdup_printf ("format: 1\ntitle: T\nchapter: accuracy\nlevel: beginner\nminutes: 1\nmodel: %s\npages: [{title: A, text: B}]\n", fifo);
      if (strcmp (rows[k].name, "outside.yaml") == 0)
        g_assert_true (g_file_set_contents (below, content, -1, NULL));
      else
        write_file (rows[k].name, content);
      g_auto (Result) result = cli ("%s %s", rows[k].command, strcmp (rows[k].name, "outside.yaml") == 0 ? below : path);
      expect_status (result, 3);
      expect_has (result.err, rows[k].message);
      g_unlink (path);
    }

  /* A file below the folder of the model is used, and the user may name any file. */
  text = g_strdup_printf ("format: 1\nname: T\nstates: {x: {initial: 1, derivative: -x}}\nsolver: {integrator: %s}\n", tableau);
  write_file ("named.yaml", text);
  g_auto (Result) allowed = cli ("run %s --end 1 --quiet", model);
  expect_status (allowed, 0);
  g_auto (Result) named = cli ("run lorenz --integrator %s --end 1 --quiet", above);
  expect_status (named, 0);
  g_unlink (below);
  g_unlink (tableau);
  g_unlink (above);
  g_unlink (fifo);
  g_unlink (model);
  g_rmdir (inside);
}

/* Requests without an end are refused with a message, a limited accuracy is reported, and tables have words for numbers that are not finite. */
static void
test_endless (void)
{
  static const CliFailure rows[] = {
    { "run lorenz --sample-every 1e-12 --end 1", 2, "at most 1e+10 are written" },
    { "lyapunov lorenz --time 1e300", 3, "steps, and at most 1e+14 are made" },
  };

  expect_failures (rows, G_N_ELEMENTS (rows), TRUE);
  g_auto (Result) tight = cli ("run lorenz --accuracy 1e-300 --end 0.1");
  expect_has (tight.err, "the accuracy 1e-300 is below the rounding of the states, and 8.88e-16 is used");
  g_auto (Result) loose = cli ("run lorenz --accuracy 10 --end 0.1");
  expect_has (loose.err, "is too loose for the error estimate of the method, and 0.001 is used");
  g_auto (Result) usual = cli ("run lorenz --accuracy 1e-6 --end 0.1");
  g_assert_null (strstr (usual.err, "accuracy 1e-06"));
  g_auto (Result) words = cli ("stability --integrator euler");
  expect_has (words.out, "infinite\n");
  g_assert_null (strstr (words.out, " inf\n"));
}

/* The texts of a translation are checked against their lesson, and a tableau in braces has no file name. */
static void
test_places_of_texts (void)
{
  g_auto (Result) shipped = cli ("check '%s/models/lessons/along-the-line.lesson.de.yaml'", g_getenv ("STEPWISE_DATA_DIR"));
  expect_status (shipped, 0);
  g_auto (Result) braces = cli ("run lorenz --integrator '{x: 1}'");
  expect_has (braces.err, "cannot be used: 1:2: unknown key 'x' in a tableau");
}

/* JSON output is valid UTF-8 even if a file name is not. */
static void
test_json_names (void)
{
  g_autofree char *path = scratch ("b\377d.yaml");

  write_file ("b\377d.yaml", "format: 1\nname: T\nstates: {x: {initial: 1, derivative: -x}}\n");
  g_auto (Result) run = cli ("run '%s' --end 1 --quiet --stats json", path);
  expect_status (run, 0);
  g_assert_true (g_utf8_validate (run.out, -1, NULL));
  expect_has (run.out, "\"model\": \"b\357\277\275d\"");
}

/* If a model could not be read for lack of memory, the exit status differs from that of a model with errors. Scripts must be able to tell
 * them apart. */
static void
test_no_memory (void)
{
#ifdef NO_MEMORY_YAML
  static const char *const commands[] = { "run", "check", "show", "compare" };
  g_autofree char *path = scratch ("fine.yaml"), *library_folder = g_path_get_dirname (NO_MEMORY_YAML), *name = g_path_get_basename (NO_MEMORY_YAML);

  write_file ("fine.yaml", "format: 1\nname: T\nstates: {x: {initial: 1, derivative: -x}}\n");
  /* Spaces separate the names in LD_PRELOAD, so a path in it cannot have a space. */
  g_setenv ("LD_LIBRARY_PATH", library_folder, TRUE);
  g_setenv ("LD_PRELOAD", name, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_auto (Result) result = cli ("%s %s", commands[i], path);

      expect_status (result, 6);
      expect_has (result.err, "fine.yaml: cannot be read: memory ran out");
    }
  g_unsetenv ("LD_PRELOAD");
  g_auto (Result) run = cli ("run %s --quiet", path);
  expect_status (run, 0);
#else
  g_test_skip ("built with a sanitizer");
#endif
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  cli_test_init ();
  g_test_add_func ("/cli/hostile/invalid-option-values-exit-with-a-message-that-names-the-problem", test_usage);
  g_test_add_func ("/cli/hostile/repeated-options-and-time-spans-of-length-zero-are-accepted", test_harmless);
  g_test_add_func ("/cli/hostile/messages-name-files-that-cannot-be-read-or-written", test_files);
  g_test_add_func ("/cli/hostile/a-full-device-is-reported-once-and-not-removed", test_devices);
  g_test_add_func ("/cli/hostile/a-model-can-be-read-from-a-pipe", test_pipe);
  g_test_add_func ("/cli/hostile/errors-in-models-have-line-and-column", test_models);
  g_test_add_func ("/cli/hostile/cost-of-an-implicit-run-grows-linearly-with-uncoupled-states", test_many_states);
  g_test_add_func ("/cli/hostile/distant-events-stay-separate-even-if-the-end-time-is-huge", test_far_end);
  g_test_add_func ("/cli/hostile/a-file-that-reaches-the-size-limit-is-reported-and-removed", test_file_size);
  g_test_add_func ("/cli/hostile/rows-are-written-if-the-terminal-is-closed-during-a-run", test_hang_up);
  g_test_add_func ("/cli/hostile/a-library-without-models-is-reported", test_no_library);
  g_test_add_func ("/cli/hostile/a-full-or-closed-standard-output-is-reported", test_standard_output);
  g_test_add_func ("/cli/hostile/files-that-other-files-name-are-regular-and-near-the-model", test_named_files);
  g_test_add_func ("/cli/hostile/requests-without-an-end-are-refused", test_endless);
  g_test_add_func ("/cli/hostile/messages-about-translations-and-tableaus-in-braces-name-the-right-place", test_places_of_texts);
  g_test_add_func ("/cli/hostile/control-characters-do-not-reach-the-terminal", test_control_characters);
  g_test_add_func ("/cli/hostile/json-is-utf-8-whatever-the-file-name", test_json_names);
  g_test_add_func ("/cli/hostile/a-lack-of-memory-while-a-file-is-read-has-exit-status-6", test_no_memory);
  status = g_test_run ();
  cli_test_clear ();
  return status;
}
