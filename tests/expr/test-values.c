/* Tests the values of expressions: functions, simplification of the graph,
 * and programs for one point and for batches of points. */
#include "expr-test.h"

#include <math.h>
#include <string.h>

static double
eval (const char *text)
{
  static const double point[5] = { 0.75, -1.5, 2.25, 0.5, 3 };

  return expr_test_text (text, point);
}

/* Each function is evaluated at many points and compared with the function of the C library. */
typedef double (*Unary) (double);

static double
mod_reference (double a, double b)
{
  double r = fmod (a, b);
  return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

static void
test_functions (void)
{
  static const struct
  {
    const char *name;
    Unary function;
  } functions[] = {
    { "sin", sin },     { "cos", cos },     { "tan", tan },     { "asin", asin },   { "acos", acos },   { "atan", atan },
    { "sinh", sinh },   { "cosh", cosh },   { "tanh", tanh },   { "asinh", asinh }, { "acosh", acosh }, { "atanh", atanh },
    { "exp", exp },     { "log", log },     { "log10", log10 }, { "log2", log2 },   { "sqrt", sqrt },   { "cbrt", cbrt },
    { "abs", fabs },    { "floor", floor }, { "ceil", ceil },   { "round", round }, { "erf", erf },
  };
  GRand *random = g_rand_new_with_seed (1);

  for (gsize k = 0; k < G_N_ELEMENTS (functions); k++)
    {
      g_autofree char *text = g_strdup_printf ("%s(x)", functions[k].name);
      g_autoptr (ExprGraph) graph = expr_graph_new ();
      ExprValue value = expr_test_add (graph, text, expr_test_xyz);
      for (int i = 0; i < 200; i++)
        {
          double x = i < 4 ? (double[]) { 0, -1, 1, 0.5 }[i] : g_rand_double_range (random, -3, 3);
          double y = expr_test_eval (graph, value, &x, 1);
          g_assert_true (expr_test_same (y, functions[k].function (x)));
          /* The value is also computed when the graph is built, from constant
           * arguments. It has the same bits as the value from a program. */
          g_autofree char *folded = g_strdup_printf ("%s(%.17g)", functions[k].name, x);
          g_assert_true (expr_test_same (eval (folded), y));
        }
    }
  for (int i = 0; i < 200; i++)
    {
      double point[5] = { g_rand_double_range (random, -9, 9), g_rand_double_range (random, -3, 3) };
      g_assert_true (expr_test_same (expr_test_text ("atan2(x, y)", point), atan2 (point[0], point[1])));
      g_assert_true (expr_test_same (expr_test_text ("hypot(x, y)", point), hypot (point[0], point[1])));
      g_assert_true (expr_test_same (expr_test_text ("min(x, y)", point), fmin (point[0], point[1])));
      g_assert_true (expr_test_same (expr_test_text ("max(x, y)", point), fmax (point[0], point[1])));
      /* The function mod is computed as a − b·floor (a/b). It differs from the exact value
       * by one unit in the last place of a, or by b where a/b is rounded to an integer. */
      g_assert_cmpfloat_with_epsilon (expr_test_text ("mod(x, y)", point), mod_reference (point[0], point[1]), 9 * 0x1p-51);
      /* The two powers have the same bits. test_powers tests powers that are computed by multiplication. */
      g_assert_true (expr_test_same (expr_test_text ("abs(x)^y", point), pow (fabs (point[0]), point[1])));
    }
  g_rand_free (random);
}

static void
test_language (void)
{
  static const struct
  {
    const char *text;
    double value;
  } cases[] = {
    { "1 + 2*3^2", 19 },
    { "-2^2", -4 },
    { "2^-1", 0.5 },
    { "2^3^2", 512 },
    { "7 - 2 - 1", 4 },
    { "8/2/2", 2 },
    { "(x < y) + 2*(y < x)", 2 },
    { "x <= x and not x < x", 1 },
    { "not x", 0 },
    { "not 0", 1 },
    { "x and y", 1 },
    { "0 or x - x", 0 },
    { "1 < 2 or 1/0 > 2 and 0", 1 },
    { "if(x > 0, 1, 1/0)", 1 },
    { "if(x < 0, sqrt(-1), 2)", 2 },
    { "sign(0) + sign(y)*10", -10 },
    { "step(0) + step(y)*10 + step(x)*100", 101 },
    { "round(2.5) + round(-2.5)*10", -27 },
    { "mod(-1, 3) + mod(7, 4)*10", 32 },
    { "mod(5, -3)", -1 },
    { "min(3, 1, 2) + max(3, 1, 2)*10", 31 },
    { "pi", G_PI },
    { "sum(k, 1, 4, k^2)", 30 },
    { "sum(k, 3, 2, k)", 0 },
    { "sum(k, 1, 3, sum(j, 1, k, j*k))", 25 },
    { "sum(k, 1, 5, u[k])", 0.75 - 1.5 + 2.25 + 0.5 + 3 },
    { "u[1 + 2*2]", 3 },
    { "twice(x + y)", -1.5 },
    { "hypot(3, 4)", 5 },
    { "atan2(0, -1)", G_PI },
    { "log2(8) + log10(100)*10", 23 },
    { "cbrt(-8)", -2 },
  };

  for (gsize k = 0; k < G_N_ELEMENTS (cases); k++)
    {
      /* The values are equal in all bits, because they are floating-point
       * numbers or come from the C library. */
      g_assert_cmpfloat (eval (cases[k].text), ==, cases[k].value);
    }
}

/* The branch of a condition that is not taken may contain an index outside its array or a division by zero. */
static void
test_branches (void)
{
  static const char *const fine[] = {
    "sum(i, 1, 5, if(i == 1, 0, u[i - 1]))",
    "sum(i, 1, 5, if(i < 5, u[i + 1], 0))",
    "sum(i, 1, 5, i > 1 and u[if(i > 1, i - 1, 1)] > 0)",
    "sum(i, 1, 5, i == 1 or u[i - 1] > 0)",
    "sum(i, 1, 5, i > 1 and u[i - 1] > 0)",
    "if(1 < 2, x, u[99])",
    "if(1 < 2, if(2 < 1, u[77], x), u[99])",
  };

  for (gsize k = 0; k < G_N_ELEMENTS (fine); k++)
    {
      g_autofree char *errors = expr_test_errors (fine[k], expr_test_xyz);
      g_assert_cmpstr (errors, ==, "");
    }
  g_autofree char *outside = expr_test_errors ("if(x > 0, u[6], 0)", expr_test_xyz);
  g_assert_cmpstr (outside, ==, "1:11: 'u' has the elements 1 to 5");

  /* These conditions depend on the input x, so they are evaluated at run time. The branch that is not taken, such as sqrt(-4) or 1/0,
   * does not affect the value. */
  for (int side = 0; side < 2; side++)
    {
      double point[5] = { side == 0 ? -4.0 : 4.0 };
      double value = expr_test_text ("if(x >= 0, sqrt(x), log(-x)) + if(x < 0, if(x < -9, 1/0, 1), 0/x)", point);
      g_assert_cmpfloat (value, ==, side == 0 ? log (4) + 1 : 2);
    }
}

static void
test_undefined (void)
{
  double point[5] = { NAN, 1, 2 };

  static const char *const handed_on[] = { "x - x",      "0*x",     "min(x, y)", "min(y, x)", "max(x, y)", "max(y, x)",
                                           "sign(x)",    "step(x)", "abs(x)",    "floor(x)",  "mod(x, y)", "mod(y, x)",
                                           "x^2",        "x^0.5",   "1/x",       "if(y, x, 0)" };
  for (gsize k = 0; k < G_N_ELEMENTS (handed_on); k++)
    g_assert_true (isnan (expr_test_text (handed_on[k], point)));
  g_assert_cmpfloat (expr_test_text ("x < y", point), ==, 0);
  g_assert_cmpfloat (expr_test_text ("x != y", point), ==, 1);
  point[0] = INFINITY;
  g_assert_true (isnan (expr_test_text ("x - x", point)));
  g_assert_true (isnan (expr_test_text ("0*x", point)));
}

static const char *
name_of (gpointer user, int input)
{
  return expr_test_xyz[input];
}

/* Each expression is simplified, and the text of the result is compared. */
static void
test_simplify (void)
{
  static const struct
  {
    const char *text, *simplified;
  } cases[] = {
    { "x + 0", "x" },           { "0 + x", "x" },          { "x - 0", "x" },           { "0 - x", "-x" },
    { "x*1", "x" },             { "x/1", "x" },            { "--x", "x" },             { "x^1", "x" },
    { "x^0", "1" },             { "x*x", "x^2" },          { "x*x*x", "x^3" },         { "x^0.5", "sqrt(x)" },
    { "x^-1", "1/x" },          { "x - x", "x - x" },      { "0*x", "0*x" },           { "x + x", "2*x" },
    { "x - -y", "x + y" },      { "-(x - y)", "y - x" },   { "(-x)*(-y)", "x*y" },     { "x + 2 - 2*1", "x + 2 - 2" },
    { "2*3 + x", "x + 6" },     { "x - 3", "x - 3" },      { "x - (-3)*y", "x + 3*y" }, { "x/4", "0.25*x" },
    { "x/3", "x/3" },           { "y + x", "y + x" },      { "-x/-y", "x/y" },         { "(-x)^2", "x^2" },
    { "abs(-x)", "abs(x)" },    { "if(1, x, y)", "x" },    { "if(x, y, y)", "y" },     { "1 and x", "x != 0" },
    { "0 and x", "0" },         { "1 or x", "1" },         { "x > y", "y < x" },       { "x - (y - z)", "x - (y - z)" },
    { "x^2^-1", "sqrt(x)" },    { "-x^2", "-x^2" },        { "(x + y)^2", "(x + y)^2" }, { "2^x", "2^x" },
    { "1 and x < y", "x < y" }, { "1 and x <= y", "x <= y" }, { "1 and not x", "not x" }, { "1 and (x or y)", "x or y" },
    { "1 and x == y", "x == y" }, { "0 or x != y", "x != y" }, { "0 or x + y", "0 != x + y" },
  };

  for (gsize k = 0; k < G_N_ELEMENTS (cases); k++)
    {
      g_autoptr (ExprGraph) graph = expr_graph_new ();
      ExprValue value = expr_test_add (graph, cases[k].text, expr_test_xyz);
      g_autofree char *text = expr_test_print (graph, value, name_of, NULL);
      g_assert_cmpstr (text, ==, cases[k].simplified);
    }

  g_autoptr (ExprGraph) graph = expr_graph_new ();
  ExprValue a = expr_test_add (graph, "sin(x*y) + (y*x)^2", expr_test_xyz);
  int size = expr_test_size (graph);
  ExprValue b = expr_test_add (graph, "(x*y)*(y*x) + sin(y*x)", expr_test_xyz);
  g_assert_cmpint (a, ==, b);
  g_assert_cmpint (expr_test_size (graph), ==, size);
}

/* The printed text of a value is parsed again and gives an equal value. */
static void
test_graph_print (void)
{
  GRand *random = g_rand_new_with_seed (31);

  for (int k = 0; k < 2000; k++)
    {
      g_autofree char *text = expr_test_random_text (random, 1 + k % 4, FALSE);
      g_autoptr (ExprGraph) graph = expr_graph_new ();
      ExprValue value = expr_test_add (graph, text, expr_test_xyz);
      g_autofree char *printed = expr_test_print (graph, value, name_of, NULL);
      /* A constant may be computed as infinity or NaN. The language has no
       * way to write these two, and the test skips such texts. */
      if (strstr (printed, "inf") != NULL || strstr (printed, "nan") != NULL)
        continue;
      ExprValue again = expr_test_add (graph, printed, expr_test_xyz);
      for (int i = 0; i < 5; i++)
        {
          double point[5];
          for (int j = 0; j < 5; j++)
            point[j] = g_rand_double_range (random, -2, 2);
          double u = expr_test_eval (graph, value, point, 5), v = expr_test_eval (graph, again, point, 5);
          g_assert_true (u == v || (isnan (u) && isnan (v)));
        }
    }
  g_rand_free (random);
}

/* A power that is computed by multiplication has at most 6 roundings, including
 * those of a square root and a division. Each rounding error is half a unit in
 * the last place (ulp). The later factors multiply it, and one ulp relative to
 * the value varies by a factor of 2. The bound is therefore 16 ulp. */
static void
test_powers (void)
{
  GRand *random = g_rand_new_with_seed (5);

  for (int half = -16; half <= 16; half++)
    {
      g_autofree char *text = g_strdup_printf ("x^(%d/2)", half);
      for (int i = 0; i < 200; i++)
        {
          double x = g_rand_double_range (random, half % 2 == 0 ? -3 : 0.01, 3);
          double point[5] = { x }, value = expr_test_text (text, point), exact = pow (x, half / 2.0);
          g_assert_cmpfloat (expr_test_ulps (value, exact), <=, 16);
          g_autofree char *folded = g_strdup_printf ("(%.17g)^(%d/2)", x, half);
          g_assert_true (expr_test_same (eval (folded), value));
        }
    }
  g_rand_free (random);
}

/* Random outputs are computed at random points. The result for one point
 * and the result in a batch have the same bits. */
static void
test_machines (gconstpointer data)
{
  const ExprProgramFlags back_end = GPOINTER_TO_UINT (data);
  enum
  {
    N_OUTPUTS = 6,
    N_INPUTS = 5,
    STRIDE = 150
  };
  GRand *random = g_rand_new_with_seed (42);
  gsize n_compared = 0, n_finite = 0, n_not_finite = 0;

  for (int round = 0; round < 400; round++)
    {
      g_autoptr (ExprGraph) graph = expr_graph_new ();
      ExprValue outputs[N_OUTPUTS];
      double inputs[N_INPUTS * STRIDE], many[N_OUTPUTS * STRIDE], one[N_OUTPUTS];
      int n_lanes = g_rand_int_range (random, 1, STRIDE + 1), first_fast = g_rand_int_range (random, 0, N_INPUTS + 1);

      for (int k = 0; k < N_OUTPUTS; k++)
        {
          g_autofree char *text = expr_test_random_text (random, 1 + round % 6, FALSE);
          outputs[k] = k == 5 ? outputs[1] : expr_test_add (graph, text, expr_test_xyz);
        }
      for (int k = 0; k < N_INPUTS * STRIDE; k++)
        inputs[k] = g_rand_int_range (random, 0, 10) == 0 ? g_rand_int_range (random, -2, 3)
                                                         : g_rand_double_range (random, -3, 3);

      g_autoptr (ExprProgram) program = expr_program_new (graph, outputs, N_OUTPUTS, N_INPUTS, first_fast, back_end);
      g_autoptr (ExprWorkspace) workspace = expr_workspace_new (program);
      g_autoptr (ExprBatch) batch = expr_batch_new (program);
      memset (many, 0xff, sizeof many);
      expr_test_run_batch (batch, N_INPUTS, N_OUTPUTS, inputs, many, n_lanes, STRIDE);
      for (int lane = 0; lane < n_lanes; lane++)
        {
          for (int k = 0; k < N_INPUTS; k++)
            expr_workspace_inputs (workspace)[k] = inputs[k * STRIDE + lane];
          expr_workspace_prepare (workspace);
          expr_workspace_run (workspace, one);
          for (int k = 0; k < N_OUTPUTS; k++, n_compared++)
            g_assert_true (expr_test_same (one[k], many[k * STRIDE + lane]));

          /* A direct call of the machine code gives the same numbers. It returns 0 if all numbers are finite, and NaN otherwise. */
          ExprEntry entry = expr_workspace_entry (workspace);
          double direct[N_OUTPUTS];
          gboolean is_finite = TRUE;
          double check = entry.run (entry.code, entry.registers, direct);
          for (int k = 0; k < N_OUTPUTS; k++)
            {
              g_assert_true (expr_test_same (direct[k], one[k]));
              is_finite = is_finite && isfinite (one[k]);
            }
          g_assert_true (is_finite ? check == 0 : isnan (check));
          *(is_finite ? &n_finite : &n_not_finite) += 1;
        }
      /* The batch has n_lanes points. The results in the places behind them are not changed. */
      for (int k = 0; k < N_OUTPUTS; k++)
        for (int lane = n_lanes; lane < STRIDE; lane++)
          g_assert_true (isnan (many[k * STRIDE + lane]));
    }
  g_assert_cmpuint (n_compared, >, 100000);
  g_assert_cmpuint (n_finite, >, 1000);
  g_assert_cmpuint (n_not_finite, >, 1000);
  g_rand_free (random);
}

static char *
combined_text (int shape, const char *o1, const char *o2, const char *o3)
{
  switch (shape)
    {
    case 0: return g_strdup_printf ("(x %s y) %s (z %s p)", o1, o2, o3);
    case 1: return g_strdup_printf ("((x %s y) %s z) %s p", o1, o2, o3);
    case 2: return g_strdup_printf ("p %s ((x %s y) %s z)", o1, o2, o3);
    case 3: return g_strdup_printf ("(p %s (x %s y)) %s q*z", o1, o2, o3);
    default: return g_strdup_printf ("q*z %s (p %s (x %s y))", o1, o2, o3);
    }
}

/* Compares instructions that combine several operations with single operations. For the comparison, every
 * intermediate value is an output of a second program, which therefore has no combined instructions. */
static void
test_combined (gconstpointer data)
{
  const ExprProgramFlags back_end = GPOINTER_TO_UINT (data);
  static const char *const operators[] = { "+", "-", "*", "/" };
  GRand *random = g_rand_new_with_seed (8);

  /* Each expression is tested, and also its negative. */
  for (int shape = 0; shape < 64 * 10; shape++)
    {
      const char *o1 = operators[shape % 4], *o2 = operators[shape / 4 % 4], *o3 = operators[shape / 16 % 4];
      g_autofree char *upright = combined_text (shape / 64 % 5, o1, o2, o3);
      g_autofree char *text = shape < 64 * 5 ? g_strdup (upright) : g_strdup_printf ("-(%s)", upright);
      g_autoptr (ExprGraph) graph = expr_graph_new ();
      ExprValue value = expr_test_add (graph, text, expr_test_xyz);
      int n = expr_test_size (graph);
      g_autofree ExprValue *all = g_new (ExprValue, n);
      g_autofree double *apart = g_new (double, n);
      for (int k = 0; k < n; k++)
        all[k] = k;
      g_autoptr (ExprProgram) plain = expr_program_new (graph, all, n, 5, 0, back_end);
      g_autoptr (ExprProgram) together = expr_program_new (graph, &value, 1, 5, 0, back_end);
      g_autoptr (ExprProgram) fused = expr_program_new (graph, &value, 1, 5, 0, EXPR_PROGRAM_FUSED | back_end);
      g_autoptr (ExprWorkspace) w_plain = expr_workspace_new (plain), w_together = expr_workspace_new (together),
                                w_fused = expr_workspace_new (fused);
      for (int i = 0; i < 20; i++)
        {
          double result, result_fused;
          for (int k = 0; k < 5; k++)
            expr_workspace_inputs (w_plain)[k] = expr_workspace_inputs (w_together)[k]
                = expr_workspace_inputs (w_fused)[k] = g_rand_double_range (random, 0.5, 2);
          expr_workspace_run (w_plain, apart);
          expr_workspace_run (w_together, &result);
          expr_workspace_run (w_fused, &result_fused);
          g_assert_true (expr_test_same (apart[value], result));
          /* A fused multiply-add omits a rounding of at most half an ulp of a number up to 2^5, the
           * product of five factors below 2. The bound is absolute, because a difference of the terms
           * may cancel. Quotients are not compared, because a small divisor makes the error large. */
          if (strchr (text, '/') == NULL)
            g_assert_cmpfloat (fabs (result_fused - result), <=, 4 * 32 * 0x1p-53);
        }
    }
  g_rand_free (random);
}

/* Compares programs with and without fused multiply-add at moderate arguments. Each text has
 * at most 20 operations. Functions of libmvec have errors of up to 4 ulp, other operations of
 * up to 1 ulp, and no intermediate value exceeds 7^3. The bound is therefore 20·4·2^-52·343 =
 * 6e-12. No argument is near a pole, where rounding errors would become large. */
static void
test_fused (gconstpointer data)
{
  const ExprProgramFlags back_end = GPOINTER_TO_UINT (data);
  static const char *const texts[] = {
    "sin(x*y) + cos(z*p) + tan(x/4) + exp(-x^2)*y",
    "tanh(x) + sinh(y/2)*cosh(z/3) + atan(x*y) - atan2(x + 4, y)",
    "log(4 + x) + log10(4 + y) + log2(4 + z) + cbrt(p) + erf(q)",
    "(4 + x)^p + hypot(x, y) + asin(x/4) + acos(y/4) + asinh(z)",
    "acosh(4 + x) + atanh(y/4) + sqrt(4 + z) + sin(x)*cos(x)",
    "if(x < y, sin(x), cos(y)) + min(x, y) + max(sin(z), cos(z)) + floor(x) + round(y)",
    "x^3*y - 3*x*y^2 + x*y*z*p*q - (x + y)*(z - p)/(5 + q)",
    "y/(4 + x)^1.5 - p*(4 + z)^-1.5 + q/((4 + y)*sqrt(4 + y))",
  };
  enum
  {
    LANES = 64
  };
  GRand *random = g_rand_new_with_seed (17);

  for (gsize k = 0; k < G_N_ELEMENTS (texts); k++)
    {
      g_autoptr (ExprGraph) graph = expr_graph_new ();
      ExprValue value = expr_test_add (graph, texts[k], expr_test_xyz);
      g_autoptr (ExprProgram) plain = expr_program_new (graph, &value, 1, 5, 0, back_end);
      g_autoptr (ExprProgram) fused = expr_program_new (graph, &value, 1, 5, 0, EXPR_PROGRAM_FUSED | back_end);
      g_autoptr (ExprBatch) b_plain = expr_batch_new (plain), b_fused = expr_batch_new (fused);
      g_autoptr (ExprWorkspace) w_fused = expr_workspace_new (fused);
      double inputs[5 * LANES], expected[LANES], got[LANES], one;
      for (int round = 0; round < 50; round++)
        {
          for (int i = 0; i < 5 * LANES; i++)
            inputs[i] = g_rand_double_range (random, -3, 3);
          expr_test_run_batch (b_plain, 5, 1, inputs, expected, LANES, LANES);
          expr_test_run_batch (b_fused, 5, 1, inputs, got, LANES, LANES);
          for (int lane = 0; lane < LANES; lane++)
            {
              for (int i = 0; i < 5; i++)
                expr_workspace_inputs (w_fused)[i] = inputs[i * LANES + lane];
              expr_workspace_run (w_fused, &one);
              g_assert_cmpfloat_with_epsilon (got[lane], expected[lane], 6e-12);
              g_assert_cmpfloat_with_epsilon (one, expected[lane], 6e-12);
            }
        }
    }
  g_rand_free (random);
}

/* Some values depend only on inputs that change rarely. They are computed by expr_workspace_prepare, and not by expr_workspace_run. */
static void
test_prepare (void)
{
  g_autoptr (ExprGraph) graph = expr_graph_new ();
  ExprValue outputs[4] = {
    expr_test_add (graph, "sin(x)*y", expr_test_xyz), expr_test_add (graph, "x^2 + 1", expr_test_xyz),
    expr_test_add (graph, "y", expr_test_xyz), expr_test_add (graph, "5", expr_test_xyz)
  };
  g_autoptr (ExprProgram) program = expr_program_new (graph, outputs, 4, 2, 1, 0);
  g_autoptr (ExprWorkspace) workspace = expr_workspace_new (program);
  double *inputs = expr_workspace_inputs (workspace), results[4];

  inputs[0] = 1;
  inputs[1] = 2;
  expr_workspace_prepare (workspace);
  inputs[0] = 3;
  inputs[1] = 4;
  expr_workspace_run (workspace, results);
  g_assert_cmpfloat (results[0], ==, sin (1) * 4);
  g_assert_cmpfloat (results[1], ==, 2);
  g_assert_cmpfloat (results[2], ==, 4);
  g_assert_cmpfloat (results[3], ==, 5);
  expr_workspace_prepare (workspace);
  expr_workspace_run (workspace, results);
  g_assert_cmpfloat (results[0], ==, sin (3) * 4);
  g_assert_cmpfloat (results[1], ==, 10);
}

static void
test_substitute (void)
{
  g_autoptr (ExprGraph) graph = expr_graph_new ();
  ExprValue value = expr_test_add (graph, "sin(x)*y + if(x > 1, x^2, z)", expr_test_xyz);
  ExprValue replacements[2] = { expr_test_add (graph, "2", expr_test_xyz), expr_test_add (graph, "z + 1", expr_test_xyz) };
  ExprValue expected = expr_test_add (graph, "sin(2)*(z + 1) + 4", expr_test_xyz);
  gboolean flags[3] = { FALSE };

  value = expr_graph_substitute (graph, value, replacements, 2);
  g_assert_cmpint (value, ==, expected);
  expr_graph_dependencies (graph, value, flags, 3);
  g_assert_false (flags[0]);
  g_assert_false (flags[1]);
  g_assert_true (flags[2]);
}

/* Equal operations, inputs and constants are one value, also if very many have the same operand, or constants differ in the last bits only. */
static void
test_equal_values (void)
{
  enum { N = 5000 };
  g_autoptr (ExprGraph) graph = expr_graph_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  g_autofree ExprValue *values = g_new (ExprValue, 4 * N);
  ExprValue last;

  for (int k = 0; k < N; k++)
    expr_graph_input (graph, k);
  last = expr_graph_input (graph, N);
  for (int round = 0; round < 2; round++)
    {
      double constant = 1;

      for (int k = 0; k < N; k++, constant = nextafter (constant, 2))
        {
          ExprValue input = expr_graph_input (graph, k), arguments[] = { input, last };
          ExprValue found[4] = { input, expr_graph_constant (graph, constant), expr_graph_apply (graph, "*", arguments, 2), expr_graph_apply (graph, "sin", &input, 1) };

          for (int i = 0; i < 4; i++)
            if (round == 0)
              g_assert_true (g_hash_table_add (seen, GINT_TO_POINTER (values[4 * k + i] = found[i])));
            else
              g_assert_cmpint (found[i], ==, values[4 * k + i]);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/values/each-function-agrees-with-the-c-library", test_functions);
  g_test_add_func ("/values/operators-and-functions-have-their-documented-values", test_language);
  g_test_add_func ("/values/an-error-in-a-branch-that-is-never-taken-is-ignored", test_branches);
  g_test_add_func ("/values/an-operation-on-an-undefined-value-is-undefined", test_undefined);
  g_test_add_func ("/values/the-expression-graph-makes-only-exact-simplifications", test_simplify);
  g_test_add_func ("/values/printed-values-read-back-as-the-same-values", test_graph_print);
  g_test_add_func ("/values/powers-are-within-16-ulp", test_powers);
  g_test_add_data_func ("/values/one-point-and-a-batch-give-the-same-bits", NULL, test_machines);
  g_test_add_data_func ("/values/one-point-and-a-batch-give-the-same-bits/byte-code", GUINT_TO_POINTER (EXPR_PROGRAM_BYTE_CODE),
                        test_machines);
  g_test_add_data_func ("/values/combined-and-single-instructions-give-the-same-bits", NULL, test_combined);
  g_test_add_data_func ("/values/combined-and-single-instructions-give-the-same-bits/byte-code", GUINT_TO_POINTER (EXPR_PROGRAM_BYTE_CODE),
                        test_combined);
  g_test_add_data_func ("/values/programs-with-fused-multiply-add-agree-up-to-rounding", NULL, test_fused);
  g_test_add_data_func ("/values/programs-with-fused-multiply-add-agree-up-to-rounding/byte-code", GUINT_TO_POINTER (EXPR_PROGRAM_BYTE_CODE),
                        test_fused);
  g_test_add_func ("/values/values-that-depend-only-on-parameters-are-computed-only-in-prepare", test_prepare);
  g_test_add_func ("/values/inputs-can-be-replaced-by-expressions", test_substitute);
  g_test_add_func ("/values/equal-operations-are-one-value", test_equal_values);
  return g_test_run ();
}
