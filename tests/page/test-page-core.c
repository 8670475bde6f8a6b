/* The core of live pages in an ordinary program: values, settings, limits and messages. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "page-core.h"

static const char ball[] = "format: 1\n"
                           "name: 'Ball </script>'\n"
                           "time: {start: 0, end: 1, unit: s}\n"
                           "constants:\n  n: {value: 1}\n"
                           "parameters:\n  g: {value: 10, range: [0, 20]}\n"
                           "states:\n  h: {initial: 1, derivative: v}\n  v: {initial: 0, derivative: -g*n}\n"
                           "events:\n  impact: {crossing: h, direction: falling, set: {h: 0, v: -v/2}}\n";

static void
run (void)
{
  while (page_advance (100))
    ;
}

static void
test_values (void)
{
  const double *end;

  g_assert_cmpstr (page_open (ball, "ball.yaml", ""), ==, "");
  g_assert_cmpstr (page_set ("parameter", "g", 2), ==, "");
  g_assert_cmpstr (page_set ("initial", "h", 100), ==, "");
  g_assert_cmpstr (page_set ("time", "end", 3), ==, "");
  g_assert_cmpstr (page_begin (0, 1e6, 1e6), ==, "");
  run ();
  end = page_final ();
  /* h = 100 − t² and v = −2 t. */
  g_assert_cmpfloat_with_epsilon (end[0], 91, 1e-9);
  g_assert_cmpfloat_with_epsilon (end[1], -6, 1e-9);
  page_reset ();
  g_assert_cmpstr (page_begin (0, 1e6, 1e6), ==, "");
  run ();
  g_assert_nonnull (strstr (page_status (), "\"reason\": \"end\""));
  /* The first impact is at √(2/10). */
  g_assert_cmpfloat_with_epsilon (page_events ()[0], sqrt (0.2), 1e-12);
}

static void
test_mistakes (void)
{
  g_assert_cmpstr (page_open (ball, "ball.yaml", ""), ==, "");
  g_assert_nonnull (strstr (page_open ("format: 1\nname: x\nstates: {x: {initial: 0, derivative: y}}\n", "x.yaml", ""), "x.yaml:3"));
  /* The model before is kept. */
  g_assert_nonnull (strstr (page_describe (), "Ball"));
  g_assert_cmpstr (page_setting ("accuracy", "a lot"), !=, "");
  g_assert_cmpstr (page_setting ("integrator", "no_such_method"), !=, "");
  g_assert_cmpstr (page_set ("parameter", "no_such_parameter", 1), ==, "");
  g_assert_nonnull (strstr (page_begin (0, 1e6, 1e6), "no_such_parameter"));
}

static void
test_extension (void)
{
  g_assert_cmpstr (page_open (ball, "ball.yaml", "outputs: {energy: g*h + v^2/2}\nplots: [{type: time, show: [energy]}]\n"), ==, "");
  g_assert_nonnull (strstr (page_describe (), "\"name\": \"energy\""));
  g_assert_cmpstr (page_open (ball, "ball.yaml", "outputs: {energy: q}\n"), !=, "");
}

static void
test_limits (void)
{
  const char *status;

  g_assert_cmpstr (page_open (ball, "ball.yaml", ""), ==, "");
  g_assert_cmpstr (page_setting ("max_step", "0.001"), ==, "");
  g_assert_cmpstr (page_begin (0, 400, 1e6), ==, "");
  run ();
  status = page_status ();
  g_assert_nonnull (strstr (status, "\"reason\": \"cut\""));
  /* Each of the 100 rows has a time, flags and two states. */
  g_assert_nonnull (strstr (status, "\"rows\": 100,"));
}

static void
test_field (void)
{
  const double points[] = { 0, 3, 1, -4 };
  const double *rates;

  g_assert_cmpstr (page_open (ball, "ball.yaml", ""), ==, "");
  rates = page_field (0, 1, points, 2);
  g_assert_cmpfloat (rates[0], ==, 3);
  g_assert_cmpfloat (rates[1], ==, -10);
  g_assert_cmpfloat (rates[2], ==, -4);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/page/core/values-of-the-page-are-those-of-the-run", test_values);
  g_test_add_func ("/page/core/a-mistake-is-a-message-and-the-model-is-kept", test_mistakes);
  g_test_add_func ("/page/core/an-extension-adds-outputs-and-plots", test_extension);
  g_test_add_func ("/page/core/a-run-stops-where-the-memory-for-rows-is-full", test_limits);
  g_test_add_func ("/page/core/the-field-has-the-derivatives-at-each-point", test_field);
  return g_test_run ();
}
