/* Events with conditions, failed members of an ensemble, and methods with options in comparisons, by the real program. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli-test.h"

#define HEAD "format: 1\nname: Test\n"

/* Returns the number after a name in the output of `run --final`. */
static double
final_value (const Result *result, const char *name)
{
  g_autofree char *start = g_strdup_printf ("\n%s ", name);
  g_autofree char *text = g_strconcat ("\n", result->out, NULL);
  const char *at = strstr (text, start);

  g_assert_nonnull (at);
  return g_ascii_strtod (at + strlen (start), NULL);
}

static double
end_with_crossing (const char *crossing, const char *direction)
{
  g_autofree char *model = g_strdup_printf (HEAD "time: {start: 0, end: 3}\nstates: {x: {initial: 0, derivative: cos(t)}}\n"
                                                 "events: {e: {crossing: \"%s\"%s, terminate: hit}}\n",
                                            crossing, direction);

  write_file ("crossing.yaml", model);
  g_auto (Result) result = cli ("run %s/crossing.yaml --accuracy 1e-9 --final", folder);
  expect_status (result, 0);
  return final_value (&result, "t");
}

/* x = sin t rises through 1/2 at π/6 and falls through it at 5π/6. */
static void
test_comparisons (void)
{
  const double rises = G_PI / 6, falls = 5 * G_PI / 6;
  const struct
  {
    const char *crossing, *direction;
    double t;
  } cases[] = {
    { "x > 0.5", "", rises },    { "x >= 0.5", "", rises },     { "0.5 < x", "", rises },         { "not x < 0.5", "", rises },
    { "x < 0.5", "", falls },    { "not (x > 0.5)", "", falls }, { "x > 0.5", ", direction: falling", falls },
    { "x < 0.5", ", direction: both", rises },                  { "sign(x - 0.5)", "", rises },
  };

  for (guint k = 0; k < G_N_ELEMENTS (cases); k++)
    {
      double t = end_with_crossing (cases[k].crossing, cases[k].direction);

      if (!(fabs (t - cases[k].t) <= 1e-6))
        g_error ("%s%s: ended at %.12g in place of %.12g", cases[k].crossing, cases[k].direction, t, cases[k].t);
    }
}

static void
test_refused_crossings (void)
{
  static const char *const crossings[] = { "x > 0.5 and t > 1", "x == 0.5", "not (x == 1)", "floor(x)", "floor(t) - 2", "step(t - 1)",
                                           "(x > 0.2) + (x > 0.4)",
                                           /* values of one sign */
                                           "max(x > 0.2, 0)", "if(x > 0.5, 0.5, 0)", "-abs(sign(x - 0.5))*1e-12", "min(step(x - 20), x > 3)",
                                           /* what only events change */
                                           "n - 3", "n > 3", "sin(n)*1e12 - 20", "n - k" };

  for (guint k = 0; k < G_N_ELEMENTS (crossings); k++)
    {
      g_autofree char *model = g_strdup_printf (HEAD "parameters: {k: 3}\ndiscrete: {n: 0}\nstates: {x: {initial: 0, derivative: 1}}\n"
                                                     "events: {e: {crossing: \"%s\", terminate: hit}, count: {every: 0.1, update: {n: n + 1}}}\n",
                                                crossings[k]);

      write_file ("refused.yaml", model);
      g_auto (Result) result = cli ("check %s/refused.yaml", folder);
      g_assert_cmpint (result.status, !=, 0);
      expect_has (result.err, ":6:");
      expect_has (result.err, "the crossing of 'e'");
    }
}

/* An event at times happens only if its condition is true there. */
static void
test_while (void)
{
  static const char *const conditions[] = { "every: 0.1, offset: 0.05, while: x > 0.35", "at: [0.25, 0.5, 0.75, 1.25], while: x > 0.35",
                                            "every: 0.25, while: z < 2" };
  const double counts[] = { 8 * 3, 2, 2 };

  for (guint k = 0; k < G_N_ELEMENTS (conditions); k++)
    {
      g_autofree char *model = g_strdup_printf (HEAD "time: {start: 0, end: 8}\nstates: {x: {initial: 0, derivative: 2*pi*cos(2*pi*t)}}\n"
                                                     "discrete: {z: 0}\nevents: {s: {%s, set: {z: z + 1}}}\n",
                                                conditions[k]);

      write_file ("while.yaml", model);
      g_auto (Result) result = cli ("run %s/while.yaml --accuracy 1e-9 --final", folder);
      expect_status (result, 0);
      g_assert_cmpfloat (final_value (&result, "z"), ==, counts[k]);
    }
}

/* x' = a x² ends before t = 2 for a > 1/2. Such members have no values. */
static void
test_failed_members (void)
{
  write_file ("fail.yaml", HEAD "time: {start: 0, end: 2}\nparameters: {a: {value: 1, distribution: \"uniform(-1, 1)\"}}\n"
                                "states: {x: {initial: 1, derivative: a*x^2}}\n");
  g_auto (Result) result = cli ("ensemble %s/fail.yaml --members 50 --format json", folder);
  int members, failed, n;

  expect_status (result, 0);
  g_assert_cmpint (sscanf (result.out, "{\"members\": %d, \"failed\": %d", &members, &failed), ==, 2);
  g_assert_cmpint (members, ==, 50);
  g_assert_cmpint (failed, >, 5);
  g_assert_cmpint (sscanf (strstr (result.out, "\"n\": "), "\"n\": %d", &n), ==, 1);
  g_assert_cmpint (n, ==, members - failed);
}

/* Two events at one time that set one state: the record of the first names the state whose value is lost. */
static void
test_two_events (void)
{
  write_file ("two.yaml", HEAD "time: {start: 0, end: 3}\nstates: {x: {initial: 0, derivative: 1}, y: {initial: 0, derivative: 1}}\n"
                               "events:\n  a: {at: 2, set: {x: 5, y: 0}}\n  b: {at: 2, set: {x: 7}}\n");
  g_auto (Result) result = cli ("run %s/two.yaml --events %s/two.csv", folder, folder);
  g_autofree char *events = read_file ("two.csv");

  expect_status (result, 0);
  expect_has (result.err, "1 of 2 events set a state that a later one at the same time set, too, and their value is lost; the first is 'a' at t = 2");
  g_auto (Result) plain = cli ("run %s/two.yaml --final", folder);
  expect_has (plain.err, "1 events set a state that a later one at the same time set, too");
  g_auto (Result) quiet = cli ("run %s/two.yaml --final --quiet", folder);
  g_assert_cmpstr (quiet.err, ==, "");
  expect_has (events, ",overwritten\n2,a,timed,0,");
  expect_has (events, ",7,0,x\n2,b,timed,0,");
  expect_has (events, ",7,0,\n");
}

/* After the event the residual of f does not contain f. The failure names the event, and does not advise to make a jump an event. */
static void
test_after_event (void)
{
  write_file ("clutch.yaml", HEAD "time: {start: 0, end: 10}\ndiscrete: {mode: 0}\nstates:\n  a: {initial: 1, derivative: f - 0.01*a}\n"
                                  "  b: {initial: 1.5, derivative: (-0.0125*b - f)/2}\nalgebraic: {f: {initial: 0, residual: \"if(mode == 1, a - b, f)\"}}\n"
                                  "events: {couple: {at: 5, set: {mode: 1}}}\n");
  g_auto (Result) result = cli ("run %s/clutch.yaml --integrator rodas4", folder);

  expect_status (result, 4);
  expect_has (result.err, "failed at t = 5, directly after the event 'couple'");
  g_assert_null (strstr (result.err, "make a jump an event"));
  g_assert_null (strstr (result.err, "jumps without an event"));
}

/* Terms in t and events are not left out. */
static void
test_discretize (void)
{
  write_file ("forced.yaml", HEAD "states: {x: {initial: 0, derivative: \"-x + sin(3*t)\"}}\n");
  write_file ("reset.yaml", HEAD "states: {x: {initial: 0, derivative: 1 - x}}\nevents: {reset: {every: 1, set: {x: 0}}}\n");
  write_file ("seen.yaml", HEAD "states: {x: {initial: 0, derivative: 1 - x}}\nevents: {seen: {every: 1}}\n");
  g_auto (Result) forced = cli ("discretize %s/forced.yaml --period 0.1", folder);
  g_auto (Result) reset = cli ("discretize %s/reset.yaml --period 0.1", folder);
  g_auto (Result) seen = cli ("discretize %s/seen.yaml --period 0.1", folder);

  g_assert_cmpint (forced.status, !=, 0);
  expect_has (forced.err, "the equations depend on t");
  g_assert_cmpint (reset.status, !=, 0);
  expect_has (reset.err, "the event 'reset' acts inside a period");
  expect_status (seen, 0);
}

/* Options --method belong to the methods that have them. Numbers for programs have all digits. */
static void
test_compare (void)
{
  g_auto (Result) options = cli ("converge rigid-body-attitude --integrator runge_kutta5 --integrator munthe_kaas --method tableau=butcher6 "
                                 "--steps 0.5,0.25 --format csv");
  g_auto (Result) unknown = cli ("converge rigid-body-attitude --integrator munthe_kaas --method nothing=1");
  g_auto (Result) digits = cli ("compare harmonic-oscillator --integrator runge_kutta5 --format json");
  const char *at;

  expect_status (options, 0);
  expect_has (options.err, "runge_kutta5 has no option 'tableau'");
  expect_has (options.out, "munthe_kaas,0.5,");
  expect_status (unknown, 2);
  expect_has (unknown.err, "munthe_kaas has no option 'nothing'");
  expect_status (digits, 0);
  at = strstr (digits.out, "\"error\": ");
  g_assert_nonnull (at);
  g_assert_cmpint (strcspn (at + 9, ",}"), >, 10);
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  cli_test_init ();
  g_test_add_func ("/cli/conditions/a-failure-directly-after-an-event-names-it", test_after_event);
  g_test_add_func ("/cli/conditions/a-comparison-crosses-where-it-becomes-true", test_comparisons);
  g_test_add_func ("/cli/conditions/crossings-that-jump-over-zero-are-refused", test_refused_crossings);
  g_test_add_func ("/cli/conditions/a-scheduled-event-may-have-a-condition", test_while);
  g_test_add_func ("/cli/conditions/failed-members-have-no-values", test_failed_members);
  g_test_add_func ("/cli/conditions/the-value-that-another-event-overwrites-is-named", test_two_events);
  g_test_add_func ("/cli/conditions/a-discretization-does-not-leave-out-terms", test_discretize);
  g_test_add_func ("/cli/conditions/options-belong-to-the-methods-of-a-comparison", test_compare);
  status = g_test_run ();
  cli_test_clear ();
  return status;
}
