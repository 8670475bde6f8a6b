/* Tests evaluations over intervals: values at points are in the range, small boxes have narrow ranges, and what samples may miss is
 * hidden. */
#include <math.h>
#include <string.h>

#include "expr-range.h"
#include "expr-test.h"

typedef struct
{
  ExprGraph *graph;
  ExprProgram *program, *fused;
  ExprWorkspace *workspace, *fused_workspace;
  ExprRanges *ranges;
} Subject;

static void
subject_init (Subject *subject, const char *text)
{
  ExprValue value;

  subject->graph = expr_graph_new ();
  value = expr_test_add (subject->graph, text, expr_test_xyz);
  /* The inputs x and y are slow, so that both segments of the code are used. */
  subject->program = expr_program_new (subject->graph, &value, 1, 5, 2, EXPR_PROGRAM_BYTE_CODE);
  subject->fused = expr_program_new (subject->graph, &value, 1, 5, 2, EXPR_PROGRAM_FUSED);
  subject->workspace = expr_workspace_new (subject->program);
  subject->fused_workspace = expr_workspace_new (subject->fused);
  subject->ranges = expr_ranges_new (subject->fused);
}

static void
subject_clear (Subject *subject)
{
  expr_ranges_free (subject->ranges);
  expr_workspace_free (subject->workspace);
  expr_workspace_free (subject->fused_workspace);
  expr_program_unref (subject->program);
  expr_program_unref (subject->fused);
  expr_graph_free (subject->graph);
}

static double
value_at (ExprWorkspace *workspace, const double *point)
{
  double value;

  memcpy (expr_workspace_inputs (workspace), point, 5 * sizeof (double));
  expr_workspace_prepare (workspace);
  expr_workspace_run (workspace, &value);
  return value;
}

static ExprRange
range_over (Subject *subject, const double *lo, const double *hi)
{
  ExprRange *inputs = expr_ranges_inputs (subject->ranges);

  for (int k = 0; k < 5; k++)
    inputs[k] = expr_range_between (lo[k], hi[k]);
  expr_ranges_prepare (subject->ranges);
  expr_ranges_run (subject->ranges);
  return *expr_ranges_output (subject->ranges, 0);
}

static void
check_points (Subject *subject, const char *text, GRand *random, const double *lo, const double *hi, int n_points)
{
  ExprRange range = range_over (subject, lo, hi);

  for (int p = 0; p < n_points; p++)
    {
      double point[5];

      for (int k = 0; k < 5; k++)
        {
          double part = g_rand_int_range (random, 0, 4) == 0 ? g_rand_int_range (random, 0, 2) : g_rand_double (random);
          point[k] = fmin (fmax (lo[k] + part * (hi[k] - lo[k]), lo[k]), hi[k]);
        }
      for (int w = 0; w < 2; w++)
        {
          double value = value_at (w == 0 ? subject->workspace : subject->fused_workspace, point);

          if (range.undefined != 0 || (value >= range.lo && value <= range.hi))
            continue;
          g_error ("%s at %.17g %.17g %.17g %.17g %.17g is %.17g, outside [%.17g, %.17g]%s", text, point[0], point[1], point[2], point[3],
                   point[4], value, range.lo, range.hi, range.undefined ? ", perhaps undefined" : "");
        }
    }
}

static void
choose_box (GRand *random, double *lo, double *hi)
{
  double size = pow (10, g_rand_double_range (random, -12, 0.5));

  for (int k = 0; k < 5; k++)
    {
      double middle = g_rand_int_range (random, 0, 8) == 0 ? g_rand_int_range (random, -2, 3) : g_rand_double_range (random, -3, 3);
      double width = g_rand_int_range (random, 0, 5) == 0 ? 0 : size * g_rand_double (random);

      lo[k] = middle - (g_rand_boolean (random) ? width : 0);
      hi[k] = lo[k] + width;
    }
}

static void
test_operations (void)
{
  static const char *const texts[] = {
    "-x",
    "x + z",
    "x - z",
    "x * z",
    "z * z",
    "x / z",
    "x ^ z",
    "abs(x)^z",
    "z^7",
    "z^(-3)",
    "z^11",
    "z^(-11)",
    "abs(z)^2.5",
    "abs(z)^(-1.5)",
    "if(x < z, y, p)",
    "if(x <= z, y, p)",
    "if(x == z, 1, 2)",
    "if(x != z, 1, 2)",
    "if(not (x < z), y, p)",
    "if(x < 0 and z < 0, y, p)",
    "if(x < 0 or z < 0, y, p)",
    "sin(z)",
    "cos(z)",
    "sin(z) + cos(z)",
    "sin(30*z)",
    "cos(1e6*z)",
    "tan(z)",
    "asin(z)",
    "acos(z)",
    "atan(z)",
    "sinh(z)",
    "cosh(z)",
    "tanh(z)",
    "asinh(z)",
    "acosh(z)",
    "atanh(z)",
    "exp(z)",
    "exp(99*z)",
    "log(z)",
    "log10(z)",
    "log2(z)",
    "sqrt(z)",
    "cbrt(z)",
    "abs(z)",
    "sign(z)",
    "floor(z)",
    "ceil(z)",
    "round(z)",
    "step(z)",
    "erf(z)",
    "atan2(x, z)",
    "min(x, z)",
    "max(x, z)",
    "mod(x, z)",
    "mod(z, 0.25)",
    "hypot(x, z)",
    "z*p + q*x",
    "(x + z)*p - q",
    "-(x*z) - p*q",
    "p/(z*sqrt(z))",
    "x - z*p",
    "(x*z)*p + q",
    "1/(x*x + z*z + 0.1)",
    "mod(-abs(z), 0.1)",
  };
  GRand *random = g_rand_new_with_seed (7);

  for (gsize k = 0; k < G_N_ELEMENTS (texts); k++)
    {
      Subject subject;

      subject_init (&subject, texts[k]);
      for (int box = 0; box < 400; box++)
        {
          double lo[5], hi[5];

          choose_box (random, lo, hi);
          check_points (&subject, texts[k], random, lo, hi, 12);
        }
      subject_clear (&subject);
    }
  g_rand_free (random);
}

static void
test_random_programs (void)
{
  GRand *random = g_rand_new_with_seed (8);
  int n_programs = g_test_slow () ? 100000 : 5000;

  for (int k = 0; k < n_programs; k++)
    {
      g_autofree char *text = expr_test_random_text (random, 1 + k % 5, k % 3 == 0);
      Subject subject;

      subject_init (&subject, text);
      for (int box = 0; box < 4; box++)
        {
          double lo[5], hi[5];

          choose_box (random, lo, hi);
          check_points (&subject, text, random, lo, hi, 6);
        }
      subject_clear (&subject);
    }
  g_rand_free (random);
}

/* The width of the range of a box of relative size 1e-13 is of this order: the box itself, amplified by the condition of the expression,
 * and a few units of rounding in each operation. */
static void
test_small_boxes_have_narrow_ranges (void)
{
  static const char *const texts[] = {
    "x*z + p*q",         "sin(x)*exp(-z) + cos(p)",
    "x/(z + 5) - p^3",   "sqrt(z*z + 1)*tanh(p)",
    "(x - 1)^2*atan(q)", "hypot(p, q + 4)",
    "mod(z + 9.5, 4)",   "exp(z)^1.5 + log(z + 6) + erf(p)",
    "x^5 + z^(-2)",      "asinh(x) + cosh(z) + sinh(p)",
    "atan2(q + 4, p)",   "acos(x/9)*cbrt(z + 7)",
  };
  GRand *random = g_rand_new_with_seed (9);

  for (gsize k = 0; k < G_N_ELEMENTS (texts); k++)
    {
      Subject subject;

      subject_init (&subject, texts[k]);
      for (int box = 0; box < 100; box++)
        {
          double lo[5], hi[5];
          ExprRange range;

          for (int i = 0; i < 5; i++)
            {
              lo[i] = g_rand_double_range (random, 0.5, 3);
              hi[i] = box % 2 == 0 ? lo[i] : lo[i] * (1 + 1e-13);
            }
          range = range_over (&subject, lo, hi);
          g_assert_cmpfloat (range.hi - range.lo, <=, (box % 2 == 0 ? 1e-13 : 1e-11) * fmax (1, fabs (range.hi)));
          g_assert_cmpfloat (range.unseen, ==, 0);
          check_points (&subject, texts[k], random, lo, hi, 4);
        }
      subject_clear (&subject);
    }
  g_rand_free (random);
}

/* Each text has the input z between lo and hi. */
static const struct
{
  const char *text;
  double lo, hi;
  double least, most; /* limits of the hidden part */
  int n_undecided;
} hidden[] = {
  /* smooth on the scale of the interval */
  { "sin(z) + z^3 + exp(-z)", 0, 2, 0, 0, 0 },
  { "if(z > 50 and z < 50.1, 100, 0)", 0, 49, 0, 0, 0 },
  { "if(z > 50 and z < 50.1, 100, 0)", 50.01, 50.09, 0, 0, 0 },
  { "1/(1 + z^2)", -1, 1, 0, 0, 0 },
  { "sqrt(z)", 1, 4, 0, 0, 0 },
  { "abs(z - 5)", 0, 4.5, 0, 0, 0 },
  { "mod(z, 10)", 1, 9, 0, 0, 0 },
  { "floor(z)", 1.1, 1.9, 0, 0, 0 },
  { "if(z > 0, sqrt(z), 0)", -2, -1, 0, 0, 0 },
  /* narrow features */
  { "if(z > 50 and z < 50.1, 100, 0)", 0, 100, 100, 100, 2 },
  { "step(z - 1)", 0, 2, 1, 1, 1 },
  { "sign(z - 1)", 0, 2, 2, 2, 1 },
  { "abs(z - 1)", 0, 3, 2, 2.01, 1 },
  { "min(z, 1)", 0, 3, 1, 1, 1 },
  { "floor(z)", 0.5, 3.5, 3, 3, 1 },
  { "if(mod(z, 10) < 0.05, 3, 0)", 1, 15, 3, 3, 2 },
  { "100*exp(-((z - 50)/0.02)^2)", 0, 100, 100, 100.001, 0 },
  { "3/(1 + ((z - 5)/0.001)^2)", 0, 10, 2.99, 3.01, 0 },
  { "5/cosh((z - 5)/0.001)", 0, 10, 4.99, 5.001, 0 },
  { "tanh((z - 5)/0.001)", 0, 10, 2, 2.001, 0 },
  { "erf((z - 5)/0.001)", 0, 10, 2, 2.001, 0 },
  { "sin(z)^1000", 0, 3, 1, 1.001, 0 },
  { "(((1 - (z/10)^2)^8)^8)^8", -9, 9, 0.99, 1.001, 0 },
  { "1/(z - 1)", 0, 2, INFINITY, INFINITY, 0 },
  { "sqrt(z)", -1, 1, 1, 1.001, 0 },
  { "atan2(z, -1)", -1, 1, 6.28, 6.3, 1 },
  /* where a narrow pulse is over, nothing is hidden */
  { "100*exp(-((z - 50)/0.02)^2)", 0, 49, 0, 1e-300, 0 },
  { "100*exp(-((z - 50)/0.02)^2)", 49.99, 50.005, 0, 0, 0 },
  { "5/cosh((z - 5)/0.001)", 0, 4, 0, 1e-300, 0 },
  { "exp(sin(z) + exp(-((z - 5)/0.001)^2))", 0, 2, 0, 1e-300, 0 },
};

static void
test_what_samples_miss_is_hidden (void)
{
  for (gsize k = 0; k < G_N_ELEMENTS (hidden); k++)
    {
      double lo[5] = { 0, 0, hidden[k].lo, 0, 0 }, hi[5] = { 0, 0, hidden[k].hi, 0, 0 };
      Subject subject;
      ExprRange range;

      subject_init (&subject, hidden[k].text);
      range = range_over (&subject, lo, hi);
      g_test_message ("%s: [%g, %g], hidden %g", hidden[k].text, range.lo, range.hi, range.unseen);
      g_assert_cmpfloat (range.unseen, >=, hidden[k].least);
      g_assert_cmpfloat (range.unseen, <=, hidden[k].most);
      g_assert_cmpint (expr_ranges_n_undecided (subject.ranges), ==, hidden[k].n_undecided);
      subject_clear (&subject);
    }
}

/* At the start of a step that follows a located crossing, the sides of a comparison differ by a rounding error. */
static void
test_rounding_errors_decide_nothing (void)
{
  double lo[5] = { 0, 0, 5 - 4e-15, 0, 0 }, hi[5] = { 0, 0, 6, 0, 0 };
  Subject subject;

  subject_init (&subject, "if(z < 5, 1, 2)");
  g_assert_cmpfloat (range_over (&subject, lo, hi).unseen, ==, 1);
  expr_ranges_set_slack (subject.ranges, 0x1p-46);
  g_assert_cmpfloat (range_over (&subject, lo, hi).lo, ==, 2);
  g_assert_cmpint (expr_ranges_n_undecided (subject.ranges), ==, 0);
  lo[2] = 5 - 1e-9;
  g_assert_cmpfloat (range_over (&subject, lo, hi).unseen, ==, 1);
  g_assert_cmpint (expr_ranges_n_undecided (subject.ranges), ==, 1);
  subject_clear (&subject);
}

static void
test_tables (void)
{
  GRand *random = g_rand_new_with_seed (10);

  for (int trial = 0; trial < 400; trial++)
    {
      double x[6], y[6];
      int n = g_rand_int_range (random, 2, 7);

      for (int k = 0; k < n; k++)
        {
          x[k] = k + g_rand_double_range (random, -0.4, 0.4);
          y[k] = g_rand_double_range (random, -1, 1);
        }
      ExprTable *table = expr_table_new (x, y, n, trial % 2 == 0 ? EXPR_TABLE_CUBIC : EXPR_TABLE_LINEAR, (ExprOutside) (trial % 3));
      g_autoptr (ExprGraph) graph = expr_graph_new ();
      int order = trial % 7 % 3;
      ExprValue value = expr_graph_table (graph, table, order, expr_graph_input (graph, 0));
      g_autoptr (ExprProgram) program = expr_program_new (graph, &value, 1, 1, 0, 0);
      g_autoptr (ExprRanges) ranges = expr_ranges_new (program);

      for (int box = 0; box < 20; box++)
        {
          double lo = g_rand_double_range (random, -1, 6), hi = lo + pow (10, g_rand_double_range (random, -6, 0.7));
          const ExprRange *range = expr_ranges_output (ranges, 0);

          expr_ranges_inputs (ranges)[0] = expr_range_between (lo, hi);
          expr_ranges_run (ranges);
          for (int p = 0; p <= 20; p++)
            {
              double at = fmin (lo + (hi - lo) * p / 20, hi), v = expr_table_eval (table, order, at);

              if (isnan (v))
                g_assert_true (range->undefined);
              else
                g_assert_true (v >= range->lo && v <= range->hi);
            }
        }
      expr_table_unref (table);
    }
  g_rand_free (random);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/expr/ranges/every-operation-contains-its-values", test_operations);
  g_test_add_func ("/expr/ranges/random-programs-are-contained", test_random_programs);
  g_test_add_func ("/expr/ranges/tables-are-contained", test_tables);
  g_test_add_func ("/expr/ranges/small-boxes-have-narrow-ranges", test_small_boxes_have_narrow_ranges);
  g_test_add_func ("/expr/ranges/what-samples-miss-is-hidden", test_what_samples_miss_is_hidden);
  g_test_add_func ("/expr/ranges/a-rounding-error-at-a-crossing-decides-no-change", test_rounding_errors_decide_nothing);
  return g_test_run ();
}
