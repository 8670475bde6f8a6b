/* Tests the commands ensemble and replay with the real program. The file of results is the same for any number of threads or parts, and
 * after the program was killed and continued. */
#include <glib.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#include "cli-test.h"

#define MODEL                                                                                                                     \
  "format: 1\nname: Test\ntime: {start: 0, end: 20}\nparameters: {rho: 28}\nstates:\n"                                           \
  "  x: {initial: 1, derivative: 10*(y - x)}\n  y: {initial: 0, derivative: x*(rho - z) - y}\n"                                  \
  "  z: {initial: 0, derivative: x*y - 8/3*z}\n"
#define STUDY                                                                                                                     \
  "format: 1\nstudy: ensemble\nmodel: ./model.yaml\nmembers: 3000\nseed: 3\nvary: {rho: \"uniform(10, 28)\", x: \"normal(0, 2)\"}\n" \
  "record: {top: {maximum: z}, end: {final: x}}\nfan: {x: 5}\n"

static void
write_study (void)
{
  write_file ("model.yaml", MODEL);
  write_file ("a.study.yaml", STUDY);
}

/* Returns the content of a file of results without the time in its header. */
static GBytes *
bytes_of (const char *name)
{
  g_autofree char *path = scratch (name);
  char *data, *created;
  gsize n;

  g_assert_true (g_file_get_contents (path, &data, &n, NULL));
  created = strstr (data, "created: ");
  g_assert_nonnull (created);
  memset (created + strlen ("created: "), '0', strlen ("2026-01-01T00:00:00Z"));
  return g_bytes_new_take (data, n);
}

static void
expect_same_file (const char *name, GBytes *expected)
{
  g_autoptr (GBytes) bytes = bytes_of (name);

  g_assert_true (g_bytes_equal (bytes, expected));
}

static GBytes *
compute (const char *name, const char *options)
{
  g_autofree char *study = scratch ("a.study.yaml"), *output = scratch (name);
  g_auto (Result) result = cli ("ensemble %s --output %s --quiet %s", study, output, options);

  expect_status (result, 0);
  return bytes_of (name);
}

static void
test_threads_and_shards (void)
{
  g_autofree char *study = scratch ("a.study.yaml"), *s1 = scratch ("s1"), *s2 = scratch ("s2"), *s3 = scratch ("s3"),
                  *merged = scratch ("merged");

  write_study ();
  g_autoptr (GBytes) serial = compute ("serial", "--jobs 1"), two = compute ("two", "--jobs 2"), seven = compute ("seven", "--jobs 7");
  g_assert_true (g_bytes_equal (serial, two));
  g_assert_true (g_bytes_equal (serial, seven));
  G_GNUC_UNUSED g_autoptr (GBytes) a = compute ("s1", "--shard 1/3"), b = compute ("s2", "--shard 2/3");
  g_auto (Result) early = cli ("ensemble merge %s %s --output %s", s1, s2, merged);
  expect_status (early, 3);
  expect_has (early.err, "none of the files contains the run");
  G_GNUC_UNUSED g_autoptr (GBytes) c = compute ("s3", "--shard 3/3");
  g_auto (Result) result = cli ("ensemble merge %s %s %s --output %s", s3, s1, s2, merged);
  expect_status (result, 0);
  expect_same_file ("merged", serial);
  g_auto (Result) export = cli ("ensemble export %s", merged);
  expect_status (export, 0);
  g_assert_cmpint (count_lines (export.out), ==, 3001);
  expect_has (export.out, "member,outcome,reason,t,rho,x,top,end,x@0,x@1,x@2,x@3,x@4\n0,reached end,,20,");
  g_auto (Result) replay = cli ("replay %s --member 2999 --check %s", study, merged);
  expect_status (replay, 0);
  g_auto (Result) other = cli ("replay %s --member 2999 --seed 4 --check %s", study, merged);
  expect_status (other, 5);
}

/* Starts a study that writes to a file, and kills it after some time. Returns whether it was complete before. */
static gboolean
start_and_kill (const char *name, gulong microseconds)
{
  g_autofree char *study = scratch ("a.study.yaml"), *output = scratch (name);
  const char *argv[] = { STEPWISE_CLI, "ensemble", study, "--output", output, "--quiet", "--jobs", "2", NULL };
  g_autoptr (GError) error = NULL;
  int status;
  GPid pid;

  g_spawn_async (NULL, (char **) argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, &pid, &error);
  g_assert_no_error (error);
  g_usleep (microseconds);
  kill (pid, SIGKILL);
  waitpid (pid, &status, 0);
  return WIFEXITED (status);
}

static void
test_kills (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (11);
  gint64 start;
  gulong whole;

  write_study ();
  start = g_get_monotonic_time ();
  g_autoptr (GBytes) expected = compute ("whole", "--jobs 2");
  whole = (gulong) (g_get_monotonic_time () - start);
  /* With the option -m slow the test kills the study a hundred times. */
  for (int k = 0; k < (g_test_slow () ? 100 : 8); k++)
    {
      g_autofree char *path = scratch ("killed");

      /* A study that was complete before it was killed is compared too. The next attempt starts with a new file. */
      if (start_and_kill ("killed", (gulong) g_rand_int_range (random, 0, (int) MIN (whole, 1000000))))
        {
          expect_same_file ("killed", expected);
          g_unlink (path);
        }
    }
  g_autoptr (GBytes) bytes = compute ("killed", "--jobs 2");
  g_assert_true (g_bytes_equal (bytes, expected));

  /* A truncated or damaged block of the file is computed again. */
  g_autofree char *path = scratch ("killed");
  gsize n = g_bytes_get_size (expected);
  for (int k = 0; k < 3; k++)
    {
      gsize kept = k == 0 ? n - 1 : k == 1 ? n / 2 : 100;
      g_autofree char *part = g_memdup2 (g_bytes_get_data (expected, NULL), n);

      if (k == 1)
        part[kept - 5000] ^= 1;
      g_assert_true (g_file_set_contents (path, part, (gssize) kept, NULL));
      g_autoptr (GBytes) again = compute ("killed", "");
      g_assert_true (g_bytes_equal (again, expected));
    }
}

#ifdef MPIRUN
/* Starts the study on n processes and kills them after some time; 0: never. */
static void
start_processes (const char *name, const char *n, gulong microseconds)
{
  g_autofree char *study = scratch ("a.study.yaml"), *output = scratch (name);
  const char *argv[] = { MPIRUN, "--allow-run-as-root", "--oversubscribe", "-n", n, STEPWISE_CLI, "ensemble", study, "--output", output,
                         "--quiet", "--jobs", "1", NULL };
  g_autoptr (GError) error = NULL;
  int status;
  GPid pid;

  g_spawn_async (NULL, (char **) argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, &pid, &error);
  g_assert_no_error (error);
  if (microseconds > 0)
    {
      g_usleep (microseconds);
      kill (pid, SIGTERM);
    }
  waitpid (pid, &status, 0);
  if (microseconds == 0)
    g_assert_true (g_spawn_check_wait_status (status, NULL));
}

static void
test_processes (void)
{
  write_study ();
  g_autoptr (GBytes) alone = compute ("alone", "--jobs 2");
  start_processes ("ranks", "2", 0);
  expect_same_file ("ranks", alone);
  /* An interrupted job can continue with another number of processes. */
  start_processes ("stopped", "3", 400000);
  start_processes ("stopped", "2", 0);
  expect_same_file ("stopped", alone);
  /* A complete study ends on all processes. */
  start_processes ("stopped", "2", 0);
  expect_same_file ("stopped", alone);
}
#endif

static void
test_refusals (void)
{
  g_autofree char *study = scratch ("a.study.yaml"), *output = scratch ("r"), *wrong = scratch ("wrong.study.yaml"),
                  *text = scratch ("text"), *model = scratch ("model.yaml");

  write_study ();
  g_autoptr (GBytes) first = compute ("r", "--members 40");
  g_auto (Result) other = cli ("ensemble %s --members 41 --output %s", study, output);
  expect_status (other, 3);
  expect_has (other.err, "has the results of another study");
  g_auto (Result) seed = cli ("ensemble %s --members 40 --seed 9 --output %s", study, output);
  expect_status (seed, 3);
  expect_same_file ("r", first);
  write_file ("text", "something else\n");
  g_auto (Result) foreign = cli ("ensemble %s --output %s", study, text);
  expect_status (foreign, 3);
  g_autofree char *kept = read_file ("text");
  g_assert_cmpstr (kept, ==, "something else\n");

  /* An error in the study file is reported before anything is computed. */
  write_file ("wrong.study.yaml", "format: 1\nstudy: ensemble\nmodel: ./model.yaml\nmembers: 10000\nvary:\n  rho: \"normal(28, sigma)\"\n");
  g_auto (Result) mistake = cli ("ensemble %s", wrong);
  expect_status (mistake, 3);
  g_autofree char *place = g_strdup_printf ("%s:6:20: unknown name 'sigma'", wrong);
  g_assert_true (g_str_has_prefix (mistake.err, place));
  g_assert_cmpint (count_lines (mistake.err), ==, 1);
  g_autofree char *results = scratch ("wrong.results");
  g_assert_false (g_file_test (results, G_FILE_TEST_EXISTS));
  g_auto (Result) check = cli ("check %s", wrong);
  expect_status (check, 3);
  g_assert_true (g_str_has_prefix (check.err, place));

  g_auto (Result) shard = cli ("ensemble %s --shard 3/2", study);
  expect_status (shard, 2);
  g_auto (Result) vary = cli ("ensemble %s --vary 'sigma=normal(0, 1)'", model);
  expect_status (vary, 2);
  g_auto (Result) member = cli ("replay %s --member 3000", study);
  expect_status (member, 2);
}

/* A member equals the result of the command run, bit for bit. */
static void
test_bits (void)
{
  g_autofree char *model = scratch ("model.yaml");

  write_study ();
  g_auto (Result) replay
      = cli ("replay %s --members 5 --member 3 --vary rho=20+member --record x=final:x", model);
  g_auto (Result) run = cli ("run %s --set rho=23 --final", model);
  expect_status (replay, 0);
  expect_has (replay.out, "bits run\n");
  g_auto (GStrv) lines = g_strsplit (run.out, "\n", -1);
  expect_has (replay.out, lines[1]);
  g_assert_true (g_str_has_prefix (lines[1], "x "));
  g_auto (Result) json = cli ("ensemble %s --members 5 --vary rho=20+member --record x=final:x --format json --quiet", model);
  expect_status (json, 0);
  expect_has (json.out, "{\"members\": 5, \"failed\": 0, \"terminated\": 0, \"bits\": \"run\", \"arithmetic\": \"");
  expect_has (json.out, "\"results\": {\"x\": {\"n\": 5, \"mean\": ");
}

/* The steps of members in lanes are not checked for changes that they pass over. The first member is, alone. */
static void
test_checked_member (void)
{
  g_autofree char *path = scratch ("pulse.yaml");

  write_file ("pulse.yaml", "format: 1\nname: Test\ntime: {start: 0, end: 100}\nparameters: {a: {value: 100, distribution: \"uniform(50, 150)\"}}\n"
                            "states: {x: {initial: 0, derivative: \"a*exp(-((t - 50)/0.02)^2)\"}}\n");
  g_auto (Result) members = cli ("ensemble %s --members 5 --format json", path);
  g_auto (Result) points = cli ("sweep %s --vary a=1:2:3 --format json", path);
  g_auto (Result) quiet = cli ("ensemble %s --members 5 --format json --quiet", path);
  g_auto (Result) smooth = cli ("ensemble lorenz --end 1 --members 2 --format json");
  expect_has (members.err, "warning: member 0: The step from t = 11.1 to 100 passed over a change of the derivative of x");
  expect_has (members.out, "\"checked_members\": 1, \"passed_over\": \"The step from t = 11.1 to 100");
  expect_has (points.out, "\"checked_members\": 1, \"passed_over\": \"The step from t = 11.1 to 100");
  expect_has (quiet.out, "\"checked_members\": 0, \"passed_over\": null");
  expect_has (smooth.out, "\"checked_members\": 1, \"passed_over\": null");
}

/* Writes the first n bytes of a file of the scratch folder to another one, with byte `damaged` changed. */
static void
copy_damaged (const char *from, const char *to, gsize n, gsize damaged)
{
  g_autofree char *source = scratch (from), *target = scratch (to), *bytes = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (source, &bytes, &size, NULL));
  g_assert_cmpuint (size, >, damaged);
  bytes[damaged] ^= 4;
  g_assert_true (g_file_set_contents (target, bytes, (gssize) MIN (n, size), NULL));
}

/* A changed bit in one block costs the members of this block only, and the export names them. A cut file and a shard are said to be such. */
static void
test_damage (void)
{
  g_autofree char *whole = scratch ("whole.results"), *changed = scratch ("changed.results"), *cut = scratch ("cut.results");
  g_autofree char *part = scratch ("part.results"), *output = scratch ("members.csv");
  const char *missing;
  guint from, to;
  gsize size;
  GStatBuf info;

  g_auto (Result) made = cli ("ensemble harmonic-oscillator --end 0.1 --members 3000 --output %s --quiet", whole);
  expect_status (made, 0);
  g_assert_cmpint (g_stat (whole, &info), ==, 0);
  size = (gsize) info.st_size;
  copy_damaged ("whole.results", "changed.results", size, size / 2);
  copy_damaged ("whole.results", "cut.results", size * 3 / 4, size - 1);

  g_auto (Result) good = cli ("ensemble export %s --output %s", whole, output);
  expect_status (good, 0);
  g_assert_cmpstr (good.err, ==, "");
  g_auto (Result) damaged = cli ("ensemble export %s --output -", changed);
  expect_status (damaged, 3);
  missing = strstr (damaged.err, "these members are missing: ");
  g_assert_nonnull (missing);
  g_assert_cmpint (sscanf (missing, "these members are missing: %u to %u", &from, &to), ==, 2);
  g_assert_cmpuint (from, >, 0);
  g_assert_cmpuint (to, <, 2999);
  g_assert_cmpuint ((guint) count_lines (damaged.out), ==, 1 + 3000 - (to - from + 1));
  expect_has (damaged.out, "\n2999,reached end,");
  g_auto (Result) shorter = cli ("ensemble export %s --output -", cut);
  expect_status (shorter, 3);
  expect_has (shorter.err, " to 2999\n");
  g_auto (Result) shard = cli ("ensemble harmonic-oscillator --end 0.1 --members 3000 --shard 2/3 --output %s --quiet", part);
  expect_status (shard, 0);
  g_auto (Result) one = cli ("ensemble export %s --output %s", part, output);
  expect_status (one, 0);
  expect_has (one.err, "is part 2 of 3 of the study");
}

/* Requests that no machine can answer are refused before they begin, and threads beyond the work are not started. */
static void
test_bounds (void)
{
  g_autofree char *path = scratch ("huge.results");

  g_auto (Result) huge = cli ("ensemble lorenz --members 1000000000 --fan x=100000 --output %s", path);
  expect_status (huge, 6);
  expect_has (huge.err, "are free");
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  g_auto (Result) jobs = cli ("ensemble harmonic-oscillator --end 0.1 --members 300 --jobs 100000 --quiet");
  expect_status (jobs, 0);
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  cli_test_init ();
  g_test_add_func ("/cli/ensemble/threads-and-merged-shards-give-the-same-file", test_threads_and_shards);
  g_test_add_func ("/cli/ensemble/a-repeatedly-killed-ensemble-gives-the-same-file-as-an-uninterrupted-one", test_kills);
#ifdef MPIRUN
  g_test_add_func ("/cli/ensemble/the-processes-of-an-mpi-job-give-the-same-file-as-one-process", test_processes);
#endif
  g_test_add_func ("/cli/ensemble/the-steps-of-the-first-member-are-checked-for-changes", test_checked_member);
  g_test_add_func ("/cli/ensemble/result-files-of-other-studies-and-invalid-arguments-are-refused", test_refusals);
  g_test_add_func ("/cli/ensemble/an-export-has-all-good-blocks-and-names-the-missing-members", test_damage);
  g_test_add_func ("/cli/ensemble/requests-beyond-the-machine-are-refused-or-limited", test_bounds);
  g_test_add_func ("/cli/ensemble/replaying-a-member-and-running-its-values-give-the-same-bits", test_bits);
  result = g_test_run ();
  cli_test_clear ();
  return result;
}
