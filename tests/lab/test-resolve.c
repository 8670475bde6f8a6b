/* Tests that references pass over no pulse, switch or double crossing: a random family with known integrals. */
#include <float.h>
#include <math.h>

#include "lab-fixture.h"
#include "lab-reference.h"
#include "test-share.h"

/* A pulse as a function of a variable z, with its centre c, width w and height A. */
typedef struct
{
  const char *name;
  const char *text; /* Z, C, W, A and T (period) stand for the variable and the numbers */
  double (*integral) (double from, double to, double c, double w); /* of height 1 */
} Pulse;

static double
box (double from, double to, double c, double w)
{
  return fmax (0, fmin (to, c + w / 2) - fmax (from, c - w / 2));
}

static double
gauss (double from, double to, double c, double w)
{
  return w * sqrt (M_PI) / 2 * (erf ((to - c) / w) - erf ((from - c) / w));
}

static double
lorentz (double from, double to, double c, double w)
{
  return w * (atan ((to - c) / w) - atan ((from - c) / w));
}

static double
sech2 (double from, double to, double c, double w)
{
  return w * (tanh ((to - c) / w) - tanh ((from - c) / w));
}

static double
hat (double from, double to, double c, double w)
{
  (void) from;
  (void) to;
  (void) c;
  return w; /* the pulse is inside the span */
}

static const Pulse pulses[] = {
  { "window", "if(Z > C - W/2 and Z < C + W/2, A, 0)", box },
  { "not outside", "if(Z < C - W/2 or Z > C + W/2, 0, A)", box },
  { "steps", "A*(step(Z - (C - W/2)) - step(Z - (C + W/2)))", box },
  { "distance", "if(abs(Z - C) < W/2, A, 0)", box },
  { "square", "if((Z - C)^2 < (W/2)^2, A, 0)", box },
  { "signs", "A*(sign(Z - (C - W/2)) - sign(Z - (C + W/2)))/2", box },
  { "floor", "A*(floor((Z - (C - W/2))/1e9) - floor((Z - (C + W/2))/1e9))", box },
  { "product", "A*(Z > C - W/2)*(Z < C + W/2)", box },
  { "hat", "A*max(0, 1 - abs(Z - C)/W)", hat },
  { "gauss", "A*exp(-((Z - C)/W)^2)", gauss },
  { "lorentz", "A/(1 + ((Z - C)/W)^2)", lorentz },
  { "cosh", "A/cosh((Z - C)/W)^2", sech2 },
  { "edges", "A*(1 - tanh((Z - C)/W)^2)", sech2 },
};

static char *
fill (const char *text, const char *z, double c, double w, double a)
{
  GString *filled = g_string_new (NULL);
  char number[40];

  for (const char *at = text; *at != '\0'; at++)
    {
      if (*at == 'Z')
        g_string_append_printf (filled, "(%s)", z);
      else if (*at == 'C' || *at == 'W' || *at == 'A')
        g_string_append (filled, g_ascii_formatd (number, sizeof number, "%.17g", *at == 'C' ? c : *at == 'W' ? w : a));
      else
        g_string_append_c (filled, *at);
    }
  return g_string_free (filled, FALSE);
}

typedef struct
{
  int found, reported, missed;
} Count;

/* Finds the reference of a model and compares its first state with a value. */
static void
judge (const char *yaml, const char *name, double right, double tolerance, Count *count)
{
  LabFixture fixture;
  LabReference reference;
  g_autoptr (GError) error = NULL;

  lab_fixture_init (&fixture, yaml, NULL);
  g_assert_true (lab_problem_set_times (&fixture.problem, NULL));
  if (!lab_reference_find (&fixture.problem, NULL, &reference, &error))
    {
      g_test_message ("reported: %s: %s\n%s", name, error->message, yaml);
      count->reported++;
    }
  else
    {
      double wrong = fabs (reference.x[0] - right) / fmax (1, fabs (right));

      if (wrong <= tolerance)
        count->found++;
      else
        {
          g_test_message ("MISSED %s: %.17g instead of %.17g\n%s", name, reference.x[0], right, yaml);
          count->missed++;
        }
      lab_reference_clear (&reference);
    }
  lab_fixture_clear (&fixture);
}

/* The variable of a pulse is t, or a state that moves with constant speed, or one that decays. In time the pulse ends at the same
 * place. */
static void
draw_pulse (GRand *random, Count *count)
{
  const Pulse *pulse = &pulses[g_rand_int_range (random, 0, G_N_ELEMENTS (pulses))];
  double span = pow (10, g_rand_double_range (random, -3, 4)), w = span * pow (10, g_rand_double_range (random, -9, -1));
  double start = g_rand_boolean (random) ? 0 : g_rand_double_range (random, -1, 1) * span;
  double c = start + span * g_rand_double_range (random, 0.11, 0.89), a = g_rand_double_range (random, 0.5, 2) / w;
  gboolean of_state = g_rand_boolean (random);
  double right = a * pulse->integral (start, start + span, c, w);
  g_autofree char *f = fill (pulse->text, of_state ? "y" : "t", c, w, a);
  char numbers[3][40];

  g_ascii_formatd (numbers[0], sizeof numbers[0], "%.17g", start);
  g_ascii_formatd (numbers[1], sizeof numbers[1], "%.17g", start + span);
  g_autofree char *yaml = g_strdup_printf ("format: 1\nname: pulse\ntime: {start: %s, end: %s}\nstates:\n  x: {initial: 0, derivative: \"%s\"}\n"
                                           "  y: {initial: %s, derivative: 1}\n",
                                           numbers[0], numbers[1], f, numbers[0]);

  /* The ends of the pulse are numbers with rounding errors of some ulp of the larger end, relative to its width. */
  judge (yaml, pulse->name, right, 1e-6 + 64 * DBL_EPSILON * (fabs (start) + span) / w * fabs (right), count);
}

/* A periodic pulse: n_periods of them, of a fraction of the period. */
static void
draw_periodic (GRand *random, Count *count)
{
  int n = g_rand_int_range (random, 1, 12);
  double span = pow (10, g_rand_double_range (random, -2, 3)), period = span / n, fraction = pow (10, g_rand_double_range (random, -6, -1));
  char numbers[4][40];

  for (int k = 0; k < 4; k++)
    g_ascii_formatd (numbers[k], sizeof numbers[k], "%.17g", (double[]){ span * (1 - 1e-3 / n), period, fraction * period, 1 / (fraction * period) }[k]);
  g_autofree char *yaml = g_strdup_printf ("format: 1\nname: periodic\ntime: {start: 0, end: %s}\nstates:\n"
                                           "  x: {initial: 0, derivative: \"if(mod(t + 0.3*%s, %s) < %s, %s, 0)\"}\n",
                                           numbers[0], numbers[1], numbers[1], numbers[2], numbers[3]);

  judge (yaml, "periodic", n, 1e-6 + 256 * DBL_EPSILON / fraction * n, count);
}

/* An event whose function crosses zero twice within a step counts its crossings. */
static void
draw_double_crossing (GRand *random, Count *count)
{
  static const char *const texts[] = { "(Z - C)^2 - W^2/4", "abs(Z - C) - W/2", "0.5 - exp(-((Z - C)/W)^2)",
                                       "W^2/4 - (Z - C)*(Z - C)" };
  int which = g_rand_int_range (random, 0, G_N_ELEMENTS (texts));
  double span = pow (10, g_rand_double_range (random, -3, 4)), w = span * pow (10, g_rand_double_range (random, -7, -1));
  double c = span * g_rand_double_range (random, 0.11, 0.89);
  gboolean of_state = g_rand_boolean (random);
  g_autofree char *g = fill (texts[which], of_state ? "y" : "t", c, w, 1);
  char end[40];

  g_ascii_formatd (end, sizeof end, "%.17g", span);
  g_autofree char *yaml = g_strdup_printf ("format: 1\nname: crossing\ntime: {start: 0, end: %s}\nstates:\n  x: {initial: 0, derivative: 0}\n"
                                           "  y: {initial: 0, derivative: 1}\nevents: {touch: {crossing: \"%s\", set: {x: x + 1}}}\n",
                                           end, g);
  judge (yaml, texts[which], 2, 1e-9, count);
}

static void
test_family (void)
{
  GRand *random = g_rand_new_with_seed (27);
  int n = test_takes (1, 2) ? 1000 : 100;
  Count count = { 0 };

  for (int k = 0; k < n; k++)
    if (k % 5 == 3)
      draw_double_crossing (random, &count);
    else if (k % 10 == 4)
      draw_periodic (random, &count);
    else
      draw_pulse (random, &count);
  g_test_message ("%d found, %d reported, %d missed", count.found, count.reported, count.missed);
  g_assert_cmpint (count.missed, ==, 0);
  /* A reference that reports everything would be of no use. */
  g_assert_cmpint (count.reported, <=, n / 50);
  g_rand_free (random);
}

/* An ordinary run finds both crossings of an event between two guard points, unless the setting `ranges` is off. */
static void
test_ordinary_run (void)
{
  static const char yaml[] = "format: 1\nname: crossing\ntime: {start: 0, end: 10}\nstates:\n  x: {initial: 0, derivative: 0}\n"
                             "  y: {initial: 0, derivative: 1}\n"
                             "events: {touch: {crossing: \"(y - 5)^2 - 1e-8\", set: {x: x + 1}}}\n";
  static const char *const settings[] = { "ranges: true", "ranges: false" };

  for (int k = 0; k < 2; k++)
    {
      LabFixture fixture;
      LabRun run;

      lab_fixture_init (&fixture, yaml, settings[k]);
      g_assert_true (lab_problem_set_times (&fixture.problem, NULL));
      g_assert_true (lab_problem_run (&fixture.problem, NULL, NULL, &run, NULL));
      g_assert_cmpfloat (run.x[0], ==, k == 0 ? 2 : 0);
      lab_run_clear (&run);
      lab_fixture_clear (&fixture);
    }
}

/* At a pole, and where a condition changes in every step, there is no reference, and a sentence says so. */
static void
test_unresolved (void)
{
  static const char *const derivatives[] = { "if(sin(1e9*t) > 0.999999, 1e3, 0)", "1/(t - 0.4)^2" };

  for (gsize k = 0; k < G_N_ELEMENTS (derivatives); k++)
    {
      g_autofree char *yaml = g_strdup_printf ("format: 1\nname: m\ntime: {start: 0, end: 1}\nstates: {x: {initial: 0, derivative: \"%s\"}}\n",
                                               derivatives[k]);
      LabFixture fixture;
      LabReference reference;
      g_autoptr (GError) error = NULL;

      lab_fixture_init (&fixture, yaml, NULL);
      g_assert_true (lab_problem_set_times (&fixture.problem, NULL));
      g_assert_false (lab_reference_find (&fixture.problem, NULL, &reference, &error));
      g_test_message ("%s", error->message);
      g_assert_true (g_str_has_prefix (error->message, "no reference solution: "));
      lab_fixture_clear (&fixture);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lab/resolve/every-pulse-switch-and-double-crossing-is-found-or-reported", test_family);
  g_test_add_func ("/lab/resolve/an-ordinary-run-finds-two-crossings-between-guard-points", test_ordinary_run);
  g_test_add_func ("/lab/resolve/what-cannot-be-resolved-has-no-reference", test_unresolved);
  return g_test_run ();
}
