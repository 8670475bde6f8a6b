/* Tests the command basin with the real program, against a closed form. */
#include <glib.h>
#include <glib/gstdio.h>
#include <string.h>

#include "cli-test.h"

/* A model that is stable at 0. From |x| > 1 its solutions reach infinity in finite time. */
#define MODEL "format: 1\nname: Test\ntime: {start: 0, end: 60}\nstates:\n  x: {initial: 0, derivative: -x + x^3}\n" \
              "  y: {initial: 0, derivative: -y}\n"

/* 5 of 8 columns lie within ±1. Runs from the other columns escape. */
static void
test_shares (void)
{
  g_autofree char *model = scratch ("m.yaml");

  write_file ("m.yaml", MODEL);
  g_auto (Result) json = cli ("basin %s --x x=-1.6:1.6 --y y=-1:1 --grid 16,4 --format json --quiet", model);
  expect_status (json, 0);
  expect_has (json.out, "{\"attractors\": [{\"letter\": \"A\", \"kind\": \"point\", ");
  expect_has (json.out, "\"shares\": {\"-\": 0.375, \"A\": 0.625}");
  g_auto (Result) table = cli ("basin %s --x x=-1.6:1.6 --y y=-1:1 --grid 16,4 --quiet", model);
  expect_status (table, 0);
  expect_has (table.out, "attractors 1\ncells 64\n");
  g_auto (Result) line = cli ("basin %s --x x=-1.6:1.6 --grid 16 --format json --quiet", model);
  expect_status (line, 0);
  expect_has (line.out, "\"shares\": {\"-\": 0.375, \"A\": 0.625}");
}

/* The CSV file has one row for each cell. The other formats are valid pictures. */
static void
test_output (void)
{
  g_autofree char *model = scratch ("m.yaml"), *csv = scratch ("b.csv"), *png = scratch ("b.png"), *picture = NULL;
  gsize n;

  write_file ("m.yaml", MODEL);
  g_auto (Result) first = cli ("basin %s --x x=-1.6:1.6 --y y=-1:1 --grid 16,4 --output %s --quiet", model, csv);
  expect_status (first, 0);
  g_autofree char *text = read_file ("b.csv");
  g_assert_cmpint (count_lines (text), ==, 65);
  expect_has (text, "\n-1.5,-0.75,-,");
  expect_has (text, "\n0.5,0.75,A,");
  g_auto (Result) second = cli ("basin %s --x x=-1.6:1.6 --y y=-1:1 --grid 16,4 --output %s --quiet", model, png);
  expect_status (second, 0);
  g_assert_true (g_file_get_contents (png, &picture, &n, NULL));
  g_assert_cmpmem (picture, 4, "\x89PNG", 4);
}

/* The cells are the same for any number of threads, and after an interruption. */
static void
test_same (void)
{
  g_autofree char *a = scratch ("a.csv"), *b = scratch ("b.csv"), *keep = scratch ("kept");

  g_auto (Result) one = cli ("basin duffing --set gamma=0 --end 40 --x x=-2:2 --y v=-2:2 --grid 40,40 --jobs 1 --output %s --quiet", a);
  g_auto (Result) two = cli ("basin duffing --set gamma=0 --end 40 --x x=-2:2 --y v=-2:2 --grid 40,40 --jobs 2 --keep %s --output %s --quiet", keep, b);
  expect_status (one, 0);
  expect_status (two, 0);
  g_autofree char *first = read_file ("a.csv"), *second = read_file ("b.csv");
  g_assert_cmpstr (first, ==, second);
  g_auto (Result) again = cli ("basin duffing --set gamma=0 --end 40 --x x=-2:2 --y v=-2:2 --grid 40,40 --keep %s --output %s --quiet", keep, b);
  expect_status (again, 0);
  g_autofree char *third = read_file ("b.csv");
  g_assert_cmpstr (first, ==, third);
  /* A file with the cells of another grid is refused. */
  g_auto (Result) other = cli ("basin duffing --set gamma=0 --end 40 --x x=-2:2 --y v=-2:2 --grid 30,40 --keep %s --quiet", keep);
  expect_status (other, 3);
}

/* A mistake in a study file is reported once with its position, and nothing is computed. */
static void
test_mistakes (void)
{
  static const struct { const char *options, *place, *message; } cases[] = {
    { "{x: \"x=2:-2\", y: \"y=-2:2\", grid: \"1000,1000\"}", "4:14", "A < B" },
    { "{x: \"x=-2:2\", y: \"q=-2:2\", grid: \"1000,1000\"}", "4:27", "no state 'q'" },
    { "{x: \"x=-2:2\", y: \"y=-2:2\", gird: \"1000,1000\"}", "4:37", "did you mean 'grid'?" },
    { "{x: \"x=-2:2\", y: \"y=-2:2\", grid: \"0,1000\"}", "4:43", "from 1 to 20000" },
    { "{x: \"x=-2:2\", grid: [1000, 1000]}", "4:30", "must be a text" },
    { "{y: \"y=-2:2\"}", "4:10", "needs the option 'x'" },
    { "{x: \"x=-2:2\"}\nmembers: 3", "5:1", "members" },
  };
  g_autofree char *study = scratch ("b.study.yaml");

  write_file ("m.yaml", MODEL);
  for (guint k = 0; k < G_N_ELEMENTS (cases); k++)
    {
      g_autofree char *text = g_strdup_printf ("format: 1\nstudy: basin\nmodel: ./m.yaml\noptions: %s\n", cases[k].options);
      g_autofree char *start = g_strdup_printf ("%s:%s: ", study, cases[k].place);

      write_file ("b.study.yaml", text);
      g_auto (Result) result = cli ("basin %s", study);
      expect_status (result, 3);
      if (!g_str_has_prefix (result.err, start))
        g_error ("'%s' does not begin with '%s'", result.err, start);
      expect_has (result.err, cases[k].message);
      g_assert_cmpint (count_lines (result.err), ==, 1);
      g_assert_cmpstr (result.out, ==, "");
    }
}

static void
test_refusals (void)
{
  static const CliFailure failures[] = {
    { "basin duffing --y v=-1:1", 2, "'x'" },
    { "basin duffing --x z=-1:1", 2, "z" },
    { "basin duffing --x x=1:-1", 2, "x" },
    { "basin duffing --x x=-1:1 --grid 0,4", 2, "grid" },
    { "basin duffing --x x=-1:1 --y v=-1:1 --grid 4,4 --output b.txt", 2, NULL },
  };

  expect_failures (failures, G_N_ELEMENTS (failures), TRUE);
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  cli_test_init ();
  g_test_add_func ("/cli/basin/the-fractions-agree-with-the-closed-form", test_shares);
  g_test_add_func ("/cli/basin/the-ending-of-the-output-file-chooses-table-or-picture", test_output);
  g_test_add_func ("/cli/basin/threads-and-kept-cells-do-not-change-the-result", test_same);
  g_test_add_func ("/cli/basin/a-mistake-in-a-study-file-is-reported-once-with-its-position", test_mistakes);
  g_test_add_func ("/cli/basin/invalid-arguments-are-refused", test_refusals);
  result = g_test_run ();
  cli_test_clear ();
  return result;
}
