/* Reads files that older versions wrote or shipped (tests/old-files) and checks values that follow from them. tests/app/test-old-sessions.c opens the sessions. */
#include "cli-test.h"

#include <math.h>
#include <string.h>

static char *
old_file (const char *name)
{
  return g_test_build_filename (G_TEST_DIST, "old-files", name, NULL);
}

/* Expects a line that begins with a name and a separator, and after it a number near the expected one. */
static void
expect_value (const char *text, const char *name, char separator, double expected, double tolerance)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  gsize length = strlen (name);

  for (char **line = lines; *line != NULL; line++)
    if (strncmp (*line, name, length) == 0 && (*line)[length] == separator)
      {
        g_assert_cmpfloat (fabs (g_ascii_strtod (*line + length + 1, NULL) - expected), <=, tolerance);
        return;
      }
  g_error ("no %s in: %s", name, text);
}

/* Values after one unit of time (0.01 s for the amplifier). Those of the ball and of Gill's method are closed forms: h = 10 - g/2, and cos 1 + sin 1 and so on for
 * an oscillator that begins at (1, 0); the others were computed by the version that wrote the file and by this one. */
static void
test_models (void)
{
  static const struct { const char *name, *options, *column; double value, tolerance; } rows[] = {
    { "0.1.0/bouncing-ball.yaml", "--end 1", "h", 5.095, 1e-12 },
    { "0.1.0/bouncing-ball.yaml", "--end 1", "v", -9.81, 1e-12 },
    { "0.1.0/heat-equation.yaml", "--end 1", "u[1]", 3.97853325e-6, 1e-12 },
    { "0.1.0/lorenz.yaml", "--end 1", "x", -9.37857001, 1e-6 },
    { "0.1.0/transistor-amplifier.yaml", "--end 0.01 --integrator radau5", "y2", 3.00525535, 1e-6 },
    { "1.0.0/ball-on-a-slope.yaml", "--end 4.5", "x", 6.60847925, 1e-6 },
    { "1.0.0/block-on-a-belt.yaml", "--end 20", "x", -0.72722381, 1e-6 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = old_file (rows[i].name);
      g_auto (Result) run = cli ("run '%s' %s --accuracy 1e-10 --final --quiet", path, rows[i].options);

      expect_status (run, 0);
      expect_value (run.out, rows[i].column, ' ', rows[i].value, rows[i].tolerance);
    }
}

static void
test_tableau (void)
{
  g_autofree char *path = old_file ("0.1.0/gill4.yaml");
  g_auto (Result) run = cli ("run harmonic-oscillator --set w=1 --initial q=1 --initial p=0 --integrator '%s' --fixed-step 0.01 --end 1 --final --quiet", path);

  expect_status (run, 0);
  expect_value (run.out, "q", ' ', cos (1), 1e-9);
  expect_value (run.out, "p", ' ', -sin (1), 1e-9);
}

static void
test_lesson (void)
{
  g_autofree char *path = old_file ("2026-11-23/euler-spirals-out.lesson.yaml");
  g_auto (Result) check = cli ("lesson check '%s'", path);

  g_autofree char *at_rest = old_file ("1.0.0/ball-at-rest.lesson.yaml");
  g_auto (Result) check_at_rest = cli ("lesson check '%s'", at_rest);

  expect_status (check, 0);
  expect_has (check.out, "6 of 6 expectations hold");
  expect_status (check_at_rest, 0);
  expect_has (check_at_rest.out, "11 of 11 expectations hold");
}

/* The counts are those of the members that its seed draws: all have a push, and 999 the time after which the angle stays small. */
static void
test_study (void)
{
  g_autofree char *path = old_file ("2026-11-23/cart-pole.study.yaml"), *output = scratch ("old.results");
  g_auto (Result) run = cli ("ensemble '%s' --output '%s' --format csv --quiet", path, output);

  expect_status (run, 0);
  expect_value (run.out, "fell", ',', 1000, 0);
  expect_has (run.out, "\nsettling,999,");
  expect_has (run.out, "\npush,1000,");
  g_autofree char *orbit = old_file ("1.0.0/rossler.study.yaml");
  g_auto (Result) check = cli ("check '%s'", orbit);

  expect_status (check, 0);
}

static void
test_cues (void)
{
  g_autofree char *path = old_file ("2026-11-24/first-lecture.cues.yaml");
  g_auto (Result) check = cli ("check '%s'", path);

  expect_status (check, 0);
}

/* The file of 2000 members in the library is of 2026-11-24. */
static void
test_results (void)
{
  g_autofree char *path = old_file ("2026-11-30/five.results");
  g_autofree char *library = g_build_filename (g_getenv ("STEPWISE_DATA_DIR"), "models/hybrid-events/bouncing-ball.results", NULL);
  g_auto (Result) five = cli ("ensemble export '%s'", path), many = cli ("ensemble export '%s'", library);

  expect_status (five, 0);
  g_assert_cmpint (count_lines (five.out), ==, 6);
  g_assert_true (g_str_has_prefix (five.out, "member,outcome,reason,t,x\n0,reached end,,1,"));
  expect_value (five.out, "0,reached end,,1", ',', 0.42820851282616945, 0);
  expect_value (five.out, "4,reached end,,1", ',', 0.3518663146725215, 0);
  expect_status (many, 0);
  g_assert_cmpint (count_lines (many.out), ==, 2001);
  expect_has (many.out, "\n1999,");
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  cli_test_init ();
  g_test_add_func ("/cli/old-files/models-have-their-values", test_models);
  g_test_add_func ("/cli/old-files/a-tableau-has-its-order", test_tableau);
  g_test_add_func ("/cli/old-files/the-numbers-of-a-lesson-hold", test_lesson);
  g_test_add_func ("/cli/old-files/a-study-has-its-members", test_study);
  g_test_add_func ("/cli/old-files/a-list-of-cues-is-valid", test_cues);
  g_test_add_func ("/cli/old-files/results-have-their-values", test_results);
  status = g_test_run ();
  cli_test_clear ();
  return status;
}
