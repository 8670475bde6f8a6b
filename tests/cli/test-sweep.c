/* Tests the command sweep with the real program. */
#include <glib.h>
#include <glib/gstdio.h>
#include <string.h>

#include "cli-test.h"

#define MODEL                                                                                                                     \
  "format: 1\nname: Test\ntime: {start: 0, end: 1}\nparameters: {p: 1}\nstates:\n  x: {initial: 1, derivative: 0}\n"              \
  "  y: {initial: 0, derivative: x}\n"

static void
test_forms (void)
{
  g_autofree char *model = scratch ("m.yaml");

  write_file ("m.yaml", MODEL);
  g_auto (Result) json = cli ("sweep %s --vary p=0:2:3 --vary x=1:2:2 --record end=final:p+x --format json --quiet", model);
  expect_status (json, 0);
  g_assert_cmpstr (json.out, ==,
                   "{\"axes\": {\"p\": [0, 1, 2], \"x\": [1, 2]}, \"results\": {\"end\": [1, 2, 2, 3, 3, 4]}, \"failed\": [], \"checked_members\": 0, \"passed_over\": null}\n");
  g_auto (Result) csv = cli ("sweep %s --vary p=0:2:3 --record end=final:p+x --record most=maximum:2*p --format csv --quiet", model);
  expect_status (csv, 0);
  g_assert_cmpstr (csv.out, ==, "p,end,most\n0,1,0\n1,2,2\n2,3,4\n");
}

/* A point of the grid equals the run with its values, bit for bit. */
static void
test_bits (void)
{
  g_auto (Result) sweep = cli ("sweep lorenz --vary rho=20:28:3 --end 5 --record x=final:x --format csv --quiet");
  g_auto (Result) run = cli ("run lorenz --set rho=24 --end 5 --final");
  g_auto (GStrv) lines = NULL;
  g_autofree char *row = NULL;

  expect_status (sweep, 0);
  expect_status (run, 0);
  lines = g_strsplit (run.out, "\n", -1);
  g_assert_true (g_str_has_prefix (lines[1], "x "));
  row = g_strdup_printf ("\n24,%s\n", lines[1] + 2);
  expect_has (sweep.out, row);
}

static void
expect_picture (const char *options, const char *name, const char *start)
{
  g_autofree char *model = scratch ("m.yaml"), *path = scratch (name), *picture = NULL;
  g_auto (Result) result = cli ("sweep %s %s --plot %s --quiet", model, options, path);
  gsize n;

  expect_status (result, 0);
  g_assert_true (g_file_get_contents (path, &picture, &n, NULL));
  g_assert_cmpmem (picture, strlen (start), start, strlen (start));
}

static void
test_pictures (void)
{
  write_file ("m.yaml", MODEL);
  expect_picture ("--vary p=0:2:3", "a.png", "\x89PNG");
  expect_picture ("--vary p=0:2:3 --vary x=1:2:2", "b.svg", "<?xml");
}

/* A sweep continues with its file of results. The file of another sweep is refused. The result is the same for any number of threads. */
static void
test_results (void)
{
  g_autofree char *study = scratch ("s.study.yaml"), *results = scratch ("s.results"), *one = scratch ("one");
  g_autofree char *before = NULL, *after = NULL, *other = NULL;
  gsize n, m, k;

  write_file ("m.yaml", MODEL);
  write_file ("s.study.yaml", "format: 1\nstudy: sweep\nmodel: ./m.yaml\nvary: {p: \"0:2:41\", x: \"1:2:50\"}\nrecord: {end: {final: y}}\n");
  g_auto (Result) first = cli ("sweep %s --quiet --format csv", study);
  expect_status (first, 0);
  g_assert_cmpint (count_lines (first.out), ==, 2051);
  g_assert_true (g_file_get_contents (results, &before, &n, NULL));
  /* Without its last 100 bytes, the file lacks its last block, and this block is computed again. */
  g_assert_true (g_file_set_contents (results, before, (gssize) n - 100, NULL));
  g_auto (Result) again = cli ("sweep %s --quiet --format csv", study);
  expect_status (again, 0);
  g_assert_cmpstr (again.out, ==, first.out);
  g_assert_true (g_file_get_contents (results, &after, &m, NULL));
  g_assert_cmpmem (after, m, before, n);
  g_auto (Result) alone = cli ("sweep %s --quiet --jobs 1 --output %s", study, one);
  expect_status (alone, 0);
  g_assert_true (g_file_get_contents (one, &other, &k, NULL));
  g_assert_cmpmem (strstr (other, "study:"), k - (gsize) (strstr (other, "study:") - other), strstr (before, "study:"),
                   n - (gsize) (strstr (before, "study:") - before));
  g_auto (Result) refused = cli ("sweep %s --quiet --end 2", study);
  expect_status (refused, 3);
  expect_has (refused.err, "another study");
}

/* A mistake in a study file is reported once with its position, and nothing is computed. */
static void
expect_mistake (const char *vary, const char *place, const char *message)
{
  g_autofree char *study = scratch ("wrong.study.yaml"), *results = scratch ("wrong.results"), *start = NULL;
  g_autofree char *text = g_strdup_printf ("format: 1\nstudy: sweep\nmodel: ./m.yaml\n%s\n", vary);

  write_file ("m.yaml", MODEL);
  write_file ("wrong.study.yaml", text);
  start = g_strdup_printf ("%s:%s: ", study, place);
  g_auto (Result) result = cli ("sweep %s", study);
  expect_status (result, 3);
  if (!g_str_has_prefix (result.err, start))
    g_error ("'%s' does not begin with '%s'", result.err, start);
  expect_has (result.err, message);
  g_assert_cmpint (count_lines (result.err), ==, 1);
  g_assert_cmpstr (result.out, ==, "");
  g_assert_false (g_file_test (results, G_FILE_TEST_EXISTS));
  g_auto (Result) check = cli ("check %s", study);
  expect_status (check, 3);
  g_assert_true (g_str_has_prefix (check.err, start));
}

static void
test_mistakes (void)
{
  expect_mistake ("vary:\n  p: \"0:1:100\"\n  q: \"0:1:100\"", "6:3", "no parameter or state 'q'");
  expect_mistake ("vary:\n  p: \"0:1:100\"\n  x: \"1:0:100\"", "6:7", "A:B:N with A < B");
  expect_mistake ("vary:\n  p: \"uniform(0, 1)\"", "5:7", "A:B:N");
  expect_mistake ("vary: {p: \"0:1:100\", x: \"0:1:100\", y: \"0:1:100\"}", "4:36", "at most two axes");
  expect_mistake ("record: {end: {final: x}}", "1:1", "'vary'");
  expect_mistake ("vary: {p: \"0:1:100\"}\nmembers: 10000", "5:1", "members");
  expect_mistake ("vary: {p: \"0:1:100\"}\nrecord: {e: {lyapunov: x}}", "5:24", "'lyapunov' takes the time");
  expect_mistake ("vary: {p: \"0:1:100\"}\nrecord: {e: {final: z}}", "5:21", "z");
}

static void
test_refusals (void)
{
  static const CliFailure failures[] = {
    { "sweep lorenz", 2, "axes" },
    { "sweep lorenz --vary rho=1:2", 2, "A:B:N" },
    { "sweep lorenz --vary rho", 2, "NAME=A:B:N" },
    { "sweep lorenz --vary rho=1:2:3 --vary sigma=1:2:3 --vary beta=1:2:3", 2, "two axes" },
    { "sweep lorenz --vary rho=1:2:3 --record x", 2, "REDUCER" },
    { "sweep lorenz --vary rho=1:2:3 --record x=lyapunov:0", 2, "lyapunov" },
    { "sweep lorenz --vary rho=1:2:3 --plot a.txt", 2, NULL },
    { "sweep bouncing-ball --vary e=0.5:0.6:2 --record x=lyapunov:10", 3, "event" },
  };

  expect_failures (failures, G_N_ELEMENTS (failures), TRUE);
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  cli_test_init ();
  g_test_add_func ("/cli/sweep/json-and-csv-have-the-documented-form", test_forms);
  g_test_add_func ("/cli/sweep/a-point-of-the-grid-equals-the-run-with-its-values-bit-for-bit", test_bits);
  g_test_add_func ("/cli/sweep/one-axis-gives-curves-and-two-axes-give-maps", test_pictures);
  g_test_add_func ("/cli/sweep/a-continued-sweep-gives-the-same-file-of-results", test_results);
  g_test_add_func ("/cli/sweep/a-mistake-in-a-study-file-is-reported-once-with-its-position", test_mistakes);
  g_test_add_func ("/cli/sweep/invalid-arguments-are-refused", test_refusals);
  result = g_test_run ();
  cli_test_clear ();
  return result;
}
