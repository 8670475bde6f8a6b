/* Tests the rule for values at the time of an event or of a noise draw: --samples, --times, --final and the end of a run give the values
 * before it, each at exactly the requested time. */
#include "cli-test.h"

#include <math.h>
#include <string.h>

#include <gio/gio.h>

/* Returns the rows of a CSV text whose time differs from that of the row before. *n_rows is the number of all rows. */
static GPtrArray *
first_rows (const char *text, int *n_rows)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  GPtrArray *rows = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *before = g_strdup ("");
  *n_rows = 0;
  for (int i = 1; lines[i] != NULL && *lines[i] != '\0'; i++)
    {
      char *t = g_strndup (lines[i], strcspn (lines[i], ","));
      (*n_rows)++;
      if (g_strcmp0 (t, before) != 0)
        g_ptr_array_add (rows, g_strdup (lines[i]));
      g_free (before);
      before = t;
    }
  return rows;
}

/* Runs the model with samples at 0, 1, … 4 and compares the rows with those of --times, of --sample-every and of runs that end at these
 * times. n_pairs is the number of times with a second row. */
static void
compare_options (const char *model, int n_pairs)
{
  int n_samples, n_times, n_every;
  g_autofree char *path = scratch ("model.yaml");
  write_file ("model.yaml", model);
  g_auto (Result) samples = cli ("run %s --samples 5 --output - --quiet", path);
  g_auto (Result) times = cli ("run %s --times 0,1,2,3,4 --output - --quiet", path);
  g_auto (Result) every = cli ("run %s --sample-every 1 --output - --quiet", path);
  expect_status (samples, 0);
  expect_status (times, 0);
  g_autoptr (GPtrArray) sampled = first_rows (samples.out, &n_samples);
  g_autoptr (GPtrArray) asked = first_rows (times.out, &n_times);
  g_autoptr (GPtrArray) spaced = first_rows (every.out, &n_every);
  g_assert_cmpint (n_times, ==, 5);
  g_assert_cmpint (n_samples, ==, 5 + n_pairs);
  g_assert_cmpint (n_every, ==, 5 + n_pairs);
  g_assert_cmpuint (sampled->len, ==, 5);
  g_assert_cmpuint (spaced->len, ==, 5);
  for (guint k = 0; k < 5; k++)
    {
      g_assert_cmpstr (sampled->pdata[k], ==, asked->pdata[k]);
      g_assert_cmpstr (spaced->pdata[k], ==, asked->pdata[k]);
      g_assert_cmpfloat (g_ascii_strtod (sampled->pdata[k], NULL), ==, k);
      if (k == 0)
        continue;
      /* The steps of a run that ends earlier differ from those of the longer one, so that a state may differ by rounding; the values are
       * constants of the events in these models, and the difference to those after an event is at least 1. */
      g_auto (Result) end = cli ("run %s --end %u --final --quiet", path, k);
      g_auto (GStrv) cells = g_strsplit (sampled->pdata[k], ",", -1);
      g_auto (GStrv) lines = g_strsplit (end.out, "\n", -1);
      expect_status (end, 0);
      for (int i = 0; cells[i] != NULL && lines[i] != NULL && strchr (lines[i], ' ') != NULL; i++)
        g_assert_cmpfloat (fabs (g_ascii_strtod (strchr (lines[i], ' '), NULL) - g_ascii_strtod (cells[i], NULL)), <=, 1e-9);
    }
}

/* The crossings lie a rounding error beside the requested times. */
static void
test_beside_an_event (void)
{
  static const double sizes[] = { 1, 1e-9, 3e7 };
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autofree char *model =
          g_strdup_printf ("format: 1\nname: Test\ntime: {start: 0, end: 4}\nstates: {x: {initial: 0, derivative: %g}}\ndiscrete: {n: 0}\n"
                           "events: {tick: {crossing: x - %g, direction: rising, set: {x: 0, n: n + 1}}}\n",
                           sizes[i], sizes[i]);
      g_autofree char *path = scratch ("beside.yaml");
      int n_rows, n_asked;
      write_file ("beside.yaml", model);
      g_auto (Result) samples = cli ("run %s --samples 5 --output - --quiet", path);
      g_auto (Result) times = cli ("run %s --times 0,1,2,3,4 --output - --quiet", path);
      g_autoptr (GPtrArray) rows = first_rows (samples.out, &n_rows), asked = first_rows (times.out, &n_asked);
      expect_status (samples, 0);
      g_assert_cmpuint (rows->len, ==, 5);
      for (guint k = 0; k < 5; k++)
        {
          g_assert_cmpfloat (g_ascii_strtod (rows->pdata[k], NULL), ==, k);
          g_assert_cmpstr (rows->pdata[k], ==, asked->pdata[k]);
        }
    }
}

static void
test_timed_event (void)
{
  compare_options ("format: 1\nname: Test\ntime: {start: 0, end: 4}\nstates: {x: {initial: 0, derivative: 1}}\ndiscrete: {n: 0}\n"
                   "events: {tick: {every: 1, offset: 1, set: {x: x + 10, n: n + 1}}}\n",
                   3);
}

/* At 0 the updates of the event run after the first row. */
static void
test_start (void)
{
  compare_options ("format: 1\nname: Test\ntime: {start: 0, end: 4}\nstates: {x: {initial: 0, derivative: 1}}\ndiscrete: {n: 0}\n"
                   "events: {tick: {at: 0, set: {x: 5, n: 2}}}\n",
                   1);
}

/* A draw changes no state, so there is one row with the draw before. */
static void
test_noise_draw (void)
{
  compare_options ("format: 1\nname: Test\ntime: {start: 0, end: 4}\nstates: {x: {initial: 0, derivative: w}}\n"
                   "noise: {w: {distribution: \"normal(0, 1)\", every: 1}}\n",
                   0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  cli_test_init ();
  g_test_add_func ("/cli/times/samples-beside-an-event-are-at-exactly-the-requested-times", test_beside_an_event);
  g_test_add_func ("/cli/times/samples-times-final-and-end-have-the-values-before-a-timed-event", test_timed_event);
  g_test_add_func ("/cli/times/the-first-row-has-the-values-before-events-at-the-start", test_start);
  g_test_add_func ("/cli/times/samples-times-final-and-end-have-the-values-before-a-noise-draw", test_noise_draw);
  int status = g_test_run ();
  cli_test_clear ();
  return status;
}
