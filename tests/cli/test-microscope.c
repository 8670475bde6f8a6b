/* Tests the command microscope. */
#include "cli-test.h"

#include <math.h>
#include <string.h>

/* Returns the number of a key in a JSON text, searched after the text `after`. */
static double
number_at (const char *text, const char *after, const char *name)
{
  g_autofree char *key = g_strdup_printf ("\"%s\": ", name);
  const char *at = strstr (text, after);

  at = at != NULL ? strstr (at, key) : NULL;
  if (at == NULL)
    g_error ("no '%s' after '%s' in: %s", name, after, text);
  return g_ascii_strtod (at + strlen (key), NULL);
}

#define VAN_DER_POL "microscope van-der-pol --set mu=5 --initial x=0.7127 --initial v=7.2958 --integrator runge_kutta5 --accuracy 1e-5 " \
                    "--weighting absolute --initial-step 0.0533 --controller i "

/* The numbers of this step follow from the published tableau: the errors are −1.416e-5 and 6.471e-5, the tolerance is 1e-5, and the factor
 * is 0.9·6.471^(−1/5). */
static void
test_rejected (void)
{
  g_auto (Result) first = cli (VAN_DER_POL "--attempt 1 --format json");
  g_auto (Result) same = cli (VAN_DER_POL "--rejection 1 --format json");
  g_auto (Result) table = cli (VAN_DER_POL "--attempt 1");

  expect_status (first, 0);
  expect_has (first.out, "\"outcome\": \"rejected_error\"");
  expect_has (first.out, "\"decided_by\": \"v\"");
  g_assert_cmpfloat (number_at (first.out, "{", "h"), ==, 0.0533);
  g_assert_cmpfloat_with_epsilon (number_at (first.out, "\"error\"", "x"), -1.416e-5, 5e-9);
  g_assert_cmpfloat_with_epsilon (number_at (first.out, "\"error\"", "v"), 6.471e-5, 5e-9);
  g_assert_cmpfloat_with_epsilon (number_at (first.out, "\"scaled_error\"", "v"), 6.471, 5e-4);
  g_assert_cmpfloat_with_epsilon (number_at (first.out, "{", "factor"), 0.9 * pow (6.471, -0.2), 1e-4);
  /* The tolerance is the rounding error of x1 and x1_hat, which are about 8. */
  g_assert_cmpfloat_with_epsilon (number_at (first.out, "\"error\"", "v"),
                                  number_at (first.out, "\"x1\"", "v") - number_at (first.out, "\"x1_hat\"", "v"), 1e-15);
  g_assert_cmpstr (first.out, ==, same.out);
  expect_status (table, 0);
  expect_has (table.out, "rejected_error");
  expect_has (table.out, "stage");
}

/* Returns how often a text occurs. */
static int
count (const char *text, const char *what)
{
  int n = 0;

  for (; (text = strstr (text, what)) != NULL; text++)
    n++;
  return n;
}

/* Every family of methods prints its own numbers. */
static void
test_families (void)
{
  static const struct { const char *method, *model, *has; } families[] = {
    { "radau5", "van-der-pol-stiff", "\"theta\"" },     { "rodas4", "van-der-pol", "\"newton\": []" },
    { "sdirk4", "van-der-pol", "\"stage\": 2" },        { "bdf3", "van-der-pol", "\"past\": [" },
    { "yoshida4", "harmonic-oscillator", "\"kick\"" },  { "bulirsch_stoer", "van-der-pol", "\"table\": [" },
    { "munthe_kaas", "tennis-racket", "\"local\": [" }, { "rkc2", "van-der-pol", "\"stages\": [" },
    { "implicit_euler", "van-der-pol", "second_half" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (families); i++)
    {
      g_autofree char *line = g_strdup_printf ("microscope %s --integrator %s --attempt 6 --format json", families[i].model, families[i].method);
      g_auto (Result) result = cli ("%s", line);

      expect_status (result, 0);
      expect_has (result.out, families[i].has);
      expect_has (result.out, "\"attempt\": 6,");
    }
}

static void
test_stages (void)
{
  g_auto (Result) result = cli ("microscope van-der-pol --integrator runge_kutta5 --attempt 3 --format json");

  expect_status (result, 0);
  g_assert_cmpint (count (result.out, "\"part\": \"whole\""), ==, 7);
}

/* The ball falls from 10 m. At each evaluation of the search for the first impact, its height is 10 − g t²/2. The last bracket contains
 * √(2·10/g). Heights are rounded to some ulp of 10. */
static void
test_event (void)
{
  g_auto (Result) json = cli ("microscope bouncing-ball --event 1 --isolation-method illinois --format json");
  g_auto (Result) table = cli ("microscope bouncing-ball --event 1 --isolation-method illinois");
  const double root = sqrt (2 * 10 / 9.81);
  const char *at = strstr (json.out, "\"probes\""), *end = strstr (json.out, "\"window\"");
  int n = 0;

  expect_status (json, 0);
  expect_has (json.out, "\"event\": 1,");
  expect_has (json.out, "\"name\": \"impact\"");
  expect_has (json.out, "\"finder\": \"illinois\"");
  expect_has (json.out, "\"shape\": \"one_crossing\"");
  while ((at = strstr (at, "{\"pass\"")) != NULL && at < end)
    {
      const double t = number_at (at, "{", "t");

      g_assert_cmpfloat_with_epsilon (number_at (at, "{", "g"), 10 - 0.5 * 9.81 * t * t, 1e-13);
      n++;
      at++;
    }
  g_assert_cmpint (n, ==, (int) number_at (json.out, "{", "iterations"));
  g_assert_cmpfloat_with_epsilon (number_at (json.out, "{", "t"), root, 1e-14);
  end += strlen ("\"window\": [");
  g_assert_cmpfloat_with_epsilon (g_ascii_strtod (end, (char **) &end), root, 1e-14);
  g_assert_cmpfloat_with_epsilon (g_ascii_strtod (end + 2, NULL), root, 1e-14);
  g_assert_cmpfloat_with_epsilon (number_at (json.out, "\"before\"", "v"), -9.81 * root, 1e-12);
  g_assert_cmpfloat_with_epsilon (number_at (json.out, "\"after\"", "v"), 0.8 * 9.81 * root, 1e-12);
  expect_status (table, 0);
  expect_has (table.out, "bisection");
}

static void
test_refusals (void)
{
  static const struct { const char *line; int status; const char *words; } rows[] = {
    { "microscope van-der-pol", 2, "one of --attempt N, --rejection K and --event K" },
    { "microscope van-der-pol --attempt 1 --rejection 1", 2, "one of --attempt N, --rejection K and --event K" },
    { "microscope van-der-pol --attempt 0", 2, "a whole number from 1 on" },
    { "microscope van-der-pol --attempt -3", 2, "a whole number from 1 on" },
    { "microscope van-der-pol --rejection 1.5", 2, "a whole number from 1 on" },
    { "microscope bouncing-ball --event 1 --attempt 1", 2, "one of --attempt N" },
    { "microscope bouncing-ball --event 0", 2, "a whole number from 1 on" },
    { "microscope bouncing-ball --event 3 --end 2", 2, "the run has 1 located events, so that there is no 3" },
    { "microscope van-der-pol --attempt 1000000 --end 1", 2, "so that there is no 1000000" },
    { "microscope van-der-pol --attempt 1 --format csv", 2, "table or json" },
    { "microscope nobody --attempt 1", 3, "nobody" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (Result) result = cli ("%s", rows[i].line);

      expect_status (result, rows[i].status);
      expect_has (result.err, rows[i].words);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/microscope/a-rejected-step-of-dormand-prince-has-the-published-numbers", test_rejected);
  g_test_add_func ("/cli/microscope/every-family-of-methods-prints-its-own-numbers", test_families);
  g_test_add_func ("/cli/microscope/all-stages-are-printed", test_stages);
  g_test_add_func ("/cli/microscope/each-evaluation-in-the-search-for-an-impact-is-the-height-of-the-ball", test_event);
  g_test_add_func ("/cli/microscope/wrong-requests-are-refused-with-a-reason", test_refusals);
  return g_test_run ();
}
