/* Tests the files that `run` writes, each with its option. An old file is replaced by a complete new one or does not change, and input
 * files are never overwritten. tests/sim/test-output-file.c tests the writer itself. */
#include "cli-test.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* A run of 100 steps with events. */
#define RUN "run %s/swing.yaml --fixed-step 0.1 --end 10 --quiet"

static const struct { const char *option, *name; } writers[] = {
  { "--output ", "new.csv" }, { "--events ", "new.csv" }, { "--tape ", "new.csv" }, { "--plot ", "new.svg" },
  { "--stats json:", "new.json" },
};

static void
write_models (void)
{
  write_file ("swing.yaml", "format: 1\nname: T\nstates: {x: {initial: 1, derivative: v}, v: {initial: 0, derivative: -x}}\n"
                            "events: {turn: {crossing: x, direction: rising}}\n");
  write_file ("drag.csv", "0,0\n1,1\n");
  write_file ("table.yaml", "format: 1\nname: T\ntables: {drag: {file: drag.csv}}\nstates: {x: {initial: 1, derivative: -drag(x)}}\n");
}

static char **
list_folder (void)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);

  for (const char *name; (name = g_dir_read_name (dir)) != NULL;)
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&names), FALSE);
}

/* Checks that the folder has no files except the named ones. */
static void
expect_no_other (const char *const *names)
{
  g_auto (GStrv) files = list_folder ();

  for (char **file = files; *file != NULL; file++)
    if (!g_strv_contains (names, *file))
      g_error ("%s was left behind", *file);
}

#define expect_only(...) expect_no_other ((const char *const[]) { "swing.yaml", "drag.csv", "table.yaml", __VA_ARGS__, NULL })

static void
expect_text (const char *name, const char *expected)
{
  g_autofree char *text = read_file (name);

  g_assert_cmpstr (text, ==, expected);
}

static void
remove_file (const char *name)
{
  g_autofree char *path = scratch (name);

  g_assert_cmpint (g_unlink (path), ==, 0);
}

/* ---- every writer ---- */

static void
test_link_and_mode (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (writers); i++)
    {
      g_autofree char *path = scratch (writers[i].name), *target = scratch ("target"), *text = NULL, *to = NULL;
      GStatBuf info;

      write_file ("target", "old");
      g_assert_cmpint (g_chmod (target, 0600), ==, 0);
      g_assert_cmpint (symlink ("target", path), ==, 0);
      g_auto (Result) run = cli (RUN " %s%s", folder, writers[i].option, path);
      expect_status (run, 0);
      to = g_file_read_link (path, NULL);
      g_assert_cmpstr (to, ==, "target");
      text = read_file ("target");
      g_assert_cmpuint (strlen (text), >, 20);
      g_assert_cmpint (g_stat (target, &info), ==, 0);
      g_assert_cmphex (info.st_mode & 0777, ==, 0600);
      expect_only ("target", writers[i].name);
      remove_file ("target");
      remove_file (writers[i].name);
    }
}

/* A file that cannot be written is reported before the run; otherwise the run would fail at the step
 * limit. */
static void
test_found_before (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (writers); i++)
    {
      g_autofree char *path = scratch (writers[i].name);

      write_file (writers[i].name, "old");
      g_assert_cmpint (g_chmod (path, 0444), ==, 0);
      g_auto (Result) read_only = cli (RUN " --step-limit 10 %s%s", folder, writers[i].option, path);
      g_auto (Result) nowhere = cli (RUN " --step-limit 10 %s%s/none/%s", folder, writers[i].option, folder, writers[i].name);

      expect_status (read_only, 6);
      expect_has (read_only.err, "could not be written: the file is read-only.");
      g_assert_cmpint (count_lines (read_only.err), ==, 1);
      expect_status (nowhere, 6);
      expect_has (nowhere.err, "No such file or directory");
      g_assert_cmpint (count_lines (nowhere.err), ==, 1);
      expect_text (writers[i].name, "old");
      remove_file (writers[i].name);
    }
}

static void
limit_files (gpointer user)
{
  const struct rlimit limit = { 16, 16 };

  setrlimit (RLIMIT_FSIZE, &limit);
}

static void
test_full (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (writers); i++)
    {
      g_autofree char *path = scratch (writers[i].name), *model = scratch ("swing.yaml"), *err = NULL;
      g_auto (GStrv) option = g_strsplit (writers[i].option, " ", 2);
      g_autofree char *value = g_strconcat (option[1], path, NULL);
      const char *argv[] = { STEPWISE_CLI, "run", model, "--fixed-step", "0.1", "--quiet", "--end", "10", option[0], value, NULL };
      int status;

      write_file (writers[i].name, "old");
      g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_DEFAULT, limit_files, NULL, NULL, &err, &status, NULL);
      g_assert_true (WIFEXITED (status));
      g_assert_cmpint (WEXITSTATUS (status), ==, 6);
      expect_has (err, "could not be written: File too large.");
      g_assert_cmpint (count_lines (err), ==, 1);
      expect_text (writers[i].name, "old");
      expect_only (writers[i].name);
      remove_file (writers[i].name);
    }
}

static GPid
start (const char *const *argv)
{
  g_autoptr (GError) error = NULL;
  GPid pid;

  g_spawn_async (NULL, (char **) argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &pid, &error);
  g_assert_no_error (error);
  return pid;
}

static void
expect_end (GPid pid, int expected)
{
  int status;

  while (waitpid (pid, &status, 0) < 0 && errno == EINTR)
    ;
  g_assert_true (WIFEXITED (status));
  g_assert_cmpint (WEXITSTATUS (status), ==, expected);
}

/* If two programs write the same file at the same time, the file has the complete content of one of
 * them. */
static void
test_two (void)
{
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *path = scratch (writers[i].name), *model = scratch ("swing.yaml"), *both = NULL;
      char *alone[2];
      g_auto (GStrv) option = g_strsplit (writers[i].option, " ", 2);
      GPid pids[2];

      for (int k = 0; k < 4; k++)
        {
          const char *step = k % 2 == 0 ? "0.001" : "0.0007";
          const char *argv[] = { STEPWISE_CLI, "run", model, "--fixed-step", step, "--quiet", "--end", "100", option[0], path, NULL };
          GPid pid = start (argv);

          if (k < 2)
            {
              expect_end (pid, 0);
              alone[k] = read_file (writers[i].name);
            }
          else
            pids[k - 2] = pid;
        }
      expect_end (pids[0], 0);
      expect_end (pids[1], 0);
      both = read_file (writers[i].name);
      g_assert_true (strcmp (both, alone[0]) == 0 || strcmp (both, alone[1]) == 0);
      g_free (alone[0]);
      g_free (alone[1]);
      expect_only (writers[i].name);
      remove_file (writers[i].name);
    }
}

/* Writes old files, starts a long run with all outputs and sends it the signal. Returns its wait status and its messages. */
static int
signal_all (int number)
{
  g_autofree char *model = scratch ("swing.yaml"), *output = scratch ("o.csv"), *events = scratch ("e.csv"), *tape = scratch ("t.csv");
  g_autofree char *plot = scratch ("p.svg"), *stats = scratch ("s.json"), *json = g_strconcat ("json:", stats, NULL);
  const char *argv[] = { STEPWISE_CLI, "run", model, "--fixed-step", "1e-3", "--end", "1e7", "--quiet", "--output", output,
                         "--events", events, "--tape", tape, "--plot", plot, "--stats", json, NULL };

  return signal_while_writing (argv, number);
}

static const char *const all[] = { "o.csv", "e.csv", "t.csv", "p.svg", "s.json" };
static const char *const all_partial[] = { "o-partial.csv", "e-partial.csv", "t-partial.csv", "p-partial.svg", "s-partial.json" };

static void
test_killed (void)
{
  int status;

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    write_file (all[i], "old");
  status = signal_all (SIGKILL);
  g_assert_true (WIFSIGNALED (status));
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    expect_text (all[i], "old");
  expect_only ("o.csv", "e.csv", "t.csv", "p.svg", "s.json");
}

/* After Ctrl+C, complete older files do not change, and the incomplete results are written beside
 * them. */
static void
test_interrupted (void)
{
  int status;

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    write_file (all[i], "old");
  status = signal_all (SIGINT);
  g_assert_true (WIFEXITED (status));
  g_assert_cmpint (WEXITSTATUS (status), ==, 130);
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      g_autofree char *text = read_file (all_partial[i]);

      expect_text (all[i], "old");
      g_assert_cmpuint (strlen (text), >, 20);
      remove_file (all_partial[i]);
      remove_file (all[i]);
    }
  expect_only (NULL);
}

/* A signal ends the drawing of the picture; the other files of the complete run are there. The picture goes to a pipe that nobody empties, so that the program
 * waits while it writes it. */
static void
test_interrupted_picture (void)
{
  g_autofree char *model = scratch ("swing.yaml"), *output = scratch ("o.csv"), *plot = scratch ("p.svg"), *text = NULL;
  const char *argv[] = { STEPWISE_CLI, "run", model, "--fixed-step", "0.1", "--end", "3000", "--quiet", "--output", output, "--plot", plot, NULL };
  struct pollfd reader;
  GPid pid;
  int status;

  g_assert_cmpint (mkfifo (plot, 0600), ==, 0);
  reader = (struct pollfd) { .fd = open (plot, O_RDONLY | O_NONBLOCK | O_CLOEXEC), .events = POLLIN };
  g_assert_true (g_spawn_async (NULL, (char **) argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &pid, NULL));
  while (poll (&reader, 1, -1) < 1 || (reader.revents & POLLIN) == 0)
    g_assert_cmpint (waitpid (pid, &status, WNOHANG), ==, 0);
  kill (pid, SIGINT);
  while (waitpid (pid, &status, 0) < 0 && errno == EINTR)
    ;
  g_assert_true (WIFEXITED (status));
  g_assert_cmpint (WEXITSTATUS (status), ==, 130);
  text = read_file ("o.csv");
  g_assert_cmpint (count_lines (text), >=, 1 + 30001);
  close (reader.fd);
  remove_file ("p.svg");
  remove_file ("o.csv");
}

/* ---- inputs ---- */

static void
test_inputs (void)
{
  g_autofree char *model = scratch ("swing.yaml"), *soft = scratch ("soft.csv"), *hard = scratch ("hard.csv");
  g_autofree char *table = scratch ("drag.csv"), *table_link = scratch ("drag-link.csv"), *before = read_file ("swing.yaml");

  g_assert_cmpint (symlink (model, soft), ==, 0);
  g_assert_cmpint (link (model, hard), ==, 0);
  g_assert_cmpint (symlink (table, table_link), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (writers); i++)
    {
      /* The name of the file for --plot must end in a format. */
      gboolean plot = strcmp (writers[i].name, "new.svg") == 0;
      g_autofree char *figure = scratch ("figure.svg");

      if (plot)
        g_assert_cmpint (symlink (model, figure), ==, 0);
      g_auto (Result) by_link = cli (RUN " %s%s", folder, writers[i].option, plot ? figure : soft);
      expect_status (by_link, 2);
      expect_has (by_link.err, "would overwrite the input");
      expect_has (by_link.err, "is the same file");
      if (plot)
        {
          g_assert_cmpint (g_unlink (figure), ==, 0);
          continue;
        }
      g_auto (Result) by_hard = cli (RUN " %s%s", folder, writers[i].option, hard);
      g_auto (Result) by_table = cli ("run %s/table.yaml --quiet %s%s", folder, writers[i].option, table);
      g_auto (Result) by_table_link = cli ("run %s/table.yaml --quiet %s%s", folder, writers[i].option, table_link);

      expect_status (by_hard, 2);
      expect_status (by_table, 2);
      expect_has (by_table.err, "would overwrite the input");
      expect_status (by_table_link, 2);
    }
  expect_text ("swing.yaml", before);
  expect_text ("drag.csv", "0,0\n1,1\n");
  remove_file ("soft.csv");
  remove_file ("hard.csv");
  remove_file ("drag-link.csv");
}

/* Two names for the same output file are refused, both if the file exists and if it does
 * not. */
static void
test_outputs (void)
{
  g_autofree char *path = scratch ("same.csv"), *soft = scratch ("soft.csv"), *hard = scratch ("hard.csv");

  g_assert_cmpint (symlink ("same.csv", soft), ==, 0);
  for (int exists = 0; exists < 2; exists++)
    {
      g_auto (Result) dotted = cli (RUN " --output %s --tape %s/./same.csv", folder, path, folder);
      g_auto (Result) by_link = cli (RUN " --output %s --events %s", folder, path, soft);

      expect_status (dotted, 2);
      expect_has (dotted.err, "cannot both write");
      expect_has (dotted.err, "is the same file");
      expect_status (by_link, 2);
      if (!exists)
        write_file ("same.csv", "old");
    }
  g_assert_cmpint (link (path, hard), ==, 0);
  g_auto (Result) by_hard = cli (RUN " --output %s --stats json:%s", folder, path, hard);
  expect_status (by_hard, 2);
  expect_text ("same.csv", "old");
  remove_file ("same.csv");
  remove_file ("soft.csv");
  remove_file ("hard.csv");
}

/* Every command refuses to write to a file that it reads, under its name or by a link, and to write two outputs to one file. Nothing is changed. */
static void
test_all_commands (void)
{
  static const char *const kept[] = { "swing.yaml", "points.csv", "times.csv", "tableau.yaml", "members.results" };
  /* %1$s is the scratch folder. link.svg, link.csv and link.html are links to the model. */
  static const struct { const char *line, *message; } rows[] = {
    { "sweep %1$s/swing.yaml --vary x=1:2:3 --plot %1$s/link.svg", "would overwrite the input" },
    { "sweep %1$s/swing.yaml --vary x=1:2:3 --output %1$s/link.csv", "would overwrite the input" },
    { "ensemble %1$s/swing.yaml --members 3 --output %1$s/link.csv", "would overwrite the input" },
    { "continue %1$s/swing.yaml --vary x=0:1 --plot %1$s/link.svg", "would overwrite the input" },
    { "orbit %1$s/swing.yaml --vary x=0:1 --plot %1$s/link.svg", "would overwrite the input" },
    { "basin %1$s/swing.yaml --output %1$s/link.csv", "would overwrite the input" },
    { "study converge %1$s/swing.yaml --plot %1$s/link.svg", "would overwrite the input" },
    { "run %1$s/swing.yaml --times %1$s/times.csv --output %1$s/times.csv", "would overwrite the input" },
    { "run %1$s/swing.yaml --integrator %1$s/tableau.yaml --output %1$s/tableau.yaml", "would overwrite the input" },
    { "run %1$s/swing.yaml --integrator %1$s/tableau.yaml --end 1 --final", NULL },
    { "batch-eval %1$s/swing.yaml --points %1$s/points.csv --output %1$s/points.csv", "would overwrite the input" },
    { "ensemble export %1$s/members.results --output %1$s/members.results", "would overwrite the input" },
    { "ensemble merge %1$s/members.results --output %1$s/members.results", "would overwrite the input" },
    { "basin %1$s/swing.yaml --keep %1$s/cells --output %1$s/cells", "cannot both write" },
    { "sweep %1$s/swing.yaml --vary x=1:2:3 --output %1$s/same.svg --plot %1$s/same.svg", "cannot both write" },
  };
  g_autofree char *model = scratch ("swing.yaml"), *results = scratch ("members.results");
  char *before[G_N_ELEMENTS (kept)];
  static const char *const links[] = { "link.svg", "link.csv" };

  for (guint k = 0; k < G_N_ELEMENTS (links); k++)
    {
      g_autofree char *path = scratch (links[k]);

      g_assert_cmpint (symlink (model, path), ==, 0);
    }
  write_file ("times.csv", "t\n0\n1\n");
  write_file ("points.csv", "t,x,v\n0,1,0\n");
  g_auto (Result) tableau = cli ("tableau runge_kutta4 --format yaml");
  write_file ("tableau.yaml", tableau.out);
  g_auto (Result) members = cli ("ensemble %s --members 3 --end 1 --output %s --quiet", model, results);
  expect_status (members, 0);
  for (guint k = 0; k < G_N_ELEMENTS (kept); k++)
    before[k] = read_file (kept[k]);
  for (guint k = 0; k < G_N_ELEMENTS (rows); k++)
    {
      g_auto (GStrv) parts = g_strsplit (rows[k].line, "%1$s", -1);
      g_autofree char *line = g_strjoinv (folder, parts);
      g_auto (Result) result = cli ("%s", line);

      if (rows[k].message == NULL)
        {
          expect_status (result, 0); /* an input alone is no reason to refuse */
          continue;
        }
      expect_status (result, 2);
      expect_has (result.err, rows[k].message);
    }
  for (guint k = 0; k < G_N_ELEMENTS (kept); k++)
    {
      expect_text (kept[k], before[k]);
      g_free (before[k]);
    }
  for (guint k = 0; k < G_N_ELEMENTS (links); k++)
    remove_file (links[k]);
  remove_file ("times.csv");
  remove_file ("points.csv");
  remove_file ("tableau.yaml");
  remove_file ("members.results");
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  cli_test_init ();
  write_models ();
  g_test_add_func ("/cli/files/an-output-to-a-symbolic-link-keeps-the-link-and-the-mode-of-its-file", test_link_and_mode);
  g_test_add_func ("/cli/files/a-file-that-cannot-be-written-is-reported-before-the-run", test_found_before);
  g_test_add_func ("/cli/files/a-full-disk-is-reported-once-and-the-old-file-is-kept", test_full);
  g_test_add_func ("/cli/files/two-runs-that-write-one-file-leave-the-complete-file-of-one-run", test_two);
  g_test_add_func ("/cli/files/a-killed-run-leaves-only-the-old-files", test_killed);
  g_test_add_func ("/cli/files/an-interrupted-run-does-not-replace-older-files", test_interrupted);
  g_test_add_func ("/cli/files/a-signal-ends-the-drawing-of-the-picture-only", test_interrupted_picture);
  g_test_add_func ("/cli/files/no-command-writes-to-a-file-that-it-reads-or-twice-to-one", test_all_commands);
  g_test_add_func ("/cli/files/an-output-never-overwrites-an-input-file-under-another-name", test_inputs);
  g_test_add_func ("/cli/files/two-outputs-to-the-same-file-are-refused", test_outputs);
  status = g_test_run ();
  cli_test_clear ();
  return status;
}
