/* Compares derivatives of expressions with difference quotients. Also tests
 * Jacobians, their sparsity patterns, and the coefficients of polynomials. */
#include "expr-test.h"

#include <math.h>
#include <string.h>

static const char *
name_of (gpointer user, int input)
{
  return expr_test_xyz[input];
}


static double
run (ExprWorkspace *workspace, const double *point)
{
  double result;

  memcpy (expr_workspace_inputs (workspace), point, 5 * sizeof *point);
  expr_workspace_prepare (workspace);
  expr_workspace_run (workspace, &result);
  return result;
}

static ExprWorkspace *
workspace_of (ExprGraph *graph, ExprValue value)
{
  g_autoptr (ExprProgram) program = expr_program_new (graph, &value, 1, 5, 0, 0);

  return expr_workspace_new (program);
}

/* Returns the derivative from central differences D with steps h and h/2, which are extrapolated to order 4: D(h/2) + (D(h/2)
 * − D(h))/3. Sets *error to the difference of the two values of D plus the rounding error of the function values divided by h. */
static double
difference (ExprWorkspace *value, const double *point, int input, double h, double *error)
{
  double slopes[2], size = 0;

  for (int k = 0; k < 2; k++, h /= 2)
    {
      double right[5], left[5];
      memcpy (right, point, sizeof right);
      memcpy (left, point, sizeof left);
      right[input] += h;
      left[input] -= h;
      double a = run (value, right), b = run (value, left);
      slopes[k] = (a - b) / (right[input] - left[input]);
      size = fmax (size, fmax (fabs (a), fabs (b)));
    }
  *error = fabs (slopes[1] - slopes[0]) + 1e-13 * size / h;
  return slopes[1] + (slopes[1] - slopes[0]) / 3;
}

/* Tests the derivative of each function. The arguments of the function depend on the input. */
static void
test_functions (void)
{
  static const char *const texts[] = {
    "sin(x*y)", "cos(x*y)", "tan(x/4)", "asin(x/4)", "acos(x*y/10)", "atan(x*y)", "sinh(x)", "cosh(x*y)", "tanh(x*y)",
    "asinh(x*y)", "acosh(5 + x)", "atanh(x/4)", "exp(x*y)", "log(4 + x)", "log10(4 + x*y/4)", "log2(4 + x)",
    "sqrt(4 + x)", "cbrt(x*y)", "abs(x*y)", "sign(x)*x", "floor(3*x) + x", "ceil(3*x)*x", "round(2*x)*x", "step(x)*x^2",
    "erf(x*y)", "atan2(x, y)", "atan2(y, x*z)", "hypot(x, y)", "hypot(y, x)", "min(x, y)", "max(x, y)*x", "mod(x, y)",
    "mod(y, x)", "mod(5*x, 2 + x^2)", "x^y", "abs(x)^y", "2^x", "x^3", "x^-2", "(4 + x)^1.5", "(4 + x)^-0.5", "(4 + x)^0.3",
    "(4 + x)^x", "x/y", "y/x", "1/(1 + x^2)", "x*y*z*x", "x^2*y^3 - 3*x/(y - 9)", "if(x < y, x^2, y*x)",
    "if(x > 0, log(x), x)", "-x", "(x < y)*x", "not (x < y) + x", "if(x > 0 and y < 0 or z > 0, x, sin(x))",
    "sum(k, 1, 5, x^k/k)", "exp(-x^2/2)*cos(5*x)", "5", "u[1]*u[2] + u[3]",
  };
  GRand *random = g_rand_new_with_seed (2);

  for (gsize k = 0; k < G_N_ELEMENTS (texts); k++)
    {
      g_autoptr (ExprGraph) graph = expr_graph_new ();
      ExprValue value = expr_test_add (graph, texts[k], expr_test_xyz);
      g_autoptr (ExprWorkspace) f = workspace_of (graph, value);
      int n_compared = 0;
      for (int input = 0; input < 3; input++)
        {
          ExprValue derivative = expr_graph_derivative (graph, value, input);
          g_autoptr (ExprWorkspace) df = workspace_of (graph, derivative);
          for (int i = 0; i < 100; i++)
            {
              double point[5], error;
              for (int j = 0; j < 5; j++)
                point[j] = g_rand_double_range (random, -2.5, 2.5);
              double expected = difference (f, point, input, 1e-3, &error);
              double got = run (df, point);
              /* The test skips a point where the value is undefined, such as a
               * power of a negative number, or where a corner or jump is near. */
              if (!isfinite (expected) || error > 1e-3 * (1 + fabs (expected)))
                continue;
              /* If the function is smooth, the error of the extrapolated
               * derivative is smaller than the estimate `error`. */
              g_assert_cmpfloat_with_epsilon (got, expected, error + 1e-8);
              n_compared++;
            }
        }
      /* The test has compared at least 40 % of the points. */
      g_assert_cmpint (n_compared, >, 120);
    }
  g_rand_free (random);
}

static void
test_random (void)
{
  GRand *random = g_rand_new_with_seed (3);
  int n_compared = 0;

  for (int k = 0; k < 1500; k++)
    {
      g_autofree char *text = expr_test_random_text (random, 1 + k % 5, TRUE);
      g_autoptr (ExprGraph) graph = expr_graph_new ();
      ExprValue value = expr_test_add (graph, text, expr_test_xyz);
      int input = g_rand_int_range (random, 0, 5);
      ExprValue derivative = expr_graph_derivative (graph, value, input);
      g_autoptr (ExprWorkspace) f = workspace_of (graph, value), df = workspace_of (graph, derivative);
      for (int i = 0; i < 20; i++)
        {
          double point[5], error;
          for (int j = 0; j < 5; j++)
            point[j] = g_rand_double_range (random, 0.2, 2);
          double expected = difference (f, point, input, 1e-3, &error), got = run (df, point);
          if (!isfinite (expected) || error > 1e-3 * (1 + fabs (expected)))
            continue;
          g_assert_cmpfloat_with_epsilon (got, expected, error + 1e-8);
          n_compared++;
        }
    }
  g_assert_cmpint (n_compared, >, 10000);
  g_rand_free (random);
}

/* The derivative of an `if` contains only the branch that is taken. */
static void
test_branches (void)
{
  g_autoptr (ExprGraph) graph = expr_graph_new ();
  ExprValue value = expr_test_add (graph, "if(x > 0, sqrt(x), 0) + if(x < 0, log(-x), 0)", expr_test_xyz);
  g_autoptr (ExprWorkspace) slope = workspace_of (graph, expr_graph_derivative (graph, value, 0));

  g_assert_cmpfloat (run (slope, (double[5]) { 4 }), ==, 0.25);
  g_assert_cmpfloat (run (slope, (double[5]) { -4 }), ==, -0.25);
  g_assert_cmpfloat (run (slope, (double[5]) { 0 }), ==, 0);
  /* At x = 0 the value of x^y is 0 for all y > 0. The derivative with respect to y is therefore 0. */
  ExprValue power = expr_test_add (graph, "x^y", expr_test_xyz);
  g_autoptr (ExprWorkspace) by_exponent = workspace_of (graph, expr_graph_derivative (graph, power, 1));
  g_assert_cmpfloat (run (by_exponent, (double[5]) { 0, 2 }), ==, 0);
}

/* Derivatives are simplified to the form in which a person would write
 * them. */
static void
test_lean (void)
{
  static const struct
  {
    const char *text, *by_x;
  } cases[] = {
    { "y", "0" },
    { "3*x", "3" },
    { "x*y", "y" },
    { "x^2", "2*x" },
    { "x*x*x", "3*x^2" },
    { "2*x^3*y", "6*(y*x^2)" },
    { "x*(28 - z) - y", "28 - z" },
    { "x*y - 8*z/3", "y" },
    { "5*(1 - x^2)*y - x", "-1 - 10*(x*y)" },
    { "sin(2*x)", "2*cos(2*x)" },
    { "exp(-x)", "-exp(-x)" },
    { "x/y", "1/y" },
    { "sqrt(x)", "0.5/sqrt(x)" },
    { "-x", "-1" },
    { "(x - y)^2", "2*(x - y)" },
    { "x + x + 2*x", "4" },
    { "floor(x)", "0" },
    { "x < y", "0" },
    { "if(y > 0, x, 2*x)", "if(0 < y, 1, 2)" },
    { "if(y > 0, x, x)", "1" },
  };

  for (gsize k = 0; k < G_N_ELEMENTS (cases); k++)
    {
      g_autoptr (ExprGraph) graph = expr_graph_new ();
      ExprValue value = expr_test_add (graph, cases[k].text, expr_test_xyz);
      g_autofree char *text = expr_test_print (graph, expr_graph_derivative (graph, value, 0), name_of, NULL);
      g_assert_cmpstr (text, ==, cases[k].by_x);
    }
}

/* Tests a third derivative. Also tests the derivative of a sum that has
 * too many terms for recursive functions. */
static void
test_higher (void)
{
  g_autoptr (ExprGraph) graph = expr_graph_new ();
  ExprValue value = expr_test_add (graph, "x^4*y", expr_test_xyz);

  for (int k = 0; k < 3; k++)
    value = expr_graph_derivative (graph, value, 0);
  g_autofree char *text = expr_test_print (graph, value, name_of, NULL);
  g_assert_cmpstr (text, ==, "24*(x*y)");

  ExprValue sum = expr_test_add (graph, "sum(k, 1, 100000, k*sin(x/k))", expr_test_xyz);
  double point[5] = { 0 };
  g_autoptr (ExprWorkspace) slope = workspace_of (graph, expr_graph_derivative (graph, sum, 0));
  /* Each of the 1e5 additions has a rounding error of at most 2⁻⁵³ times the sum, which is at most 1e5. */
  g_assert_cmpfloat_with_epsilon (run (slope, point), 1e5, 1e5 * 1e5 * 0x1p-53);
}

static void
test_jacobian (void)
{
  g_autoptr (ExprGraph) graph = expr_graph_new ();
  ExprValue outputs[4] = {
    expr_test_add (graph, "x*y + p", expr_test_xyz), expr_test_add (graph, "z^2 - x + x", expr_test_xyz),
    expr_test_add (graph, "sin(x) + floor(z)", expr_test_xyz), expr_test_add (graph, "q*p", expr_test_xyz)
  };
  g_autoptr (ExprJacobian) all = expr_jacobian_new (graph, outputs, 4, 0, 5);
  g_autoptr (ExprJacobian) some = expr_jacobian_new (graph, outputs, 4, 1, 2);
  /* The columns are x, y, z, p, q. The row "z^2 − x + x" contains x, but its
   * derivative with respect to x is 0. The derivative of floor is also 0. */
  static const int starts[] = { 0, 2, 3, 4, 6, 7 }, rows[] = { 0, 2, 0, 1, 0, 3, 3 };
  static const char *const texts[] = { "y", "cos(x)", "x", "2*z", "1", "q", "p" };

  g_assert_cmpint (all->n_rows, ==, 4);
  g_assert_cmpint (all->n_columns, ==, 5);
  g_assert_cmpint (all->n_entries, ==, 7);
  g_assert_cmpmem (all->column_starts, 6 * sizeof (int), starts, sizeof starts);
  g_assert_cmpmem (all->rows, 7 * sizeof (int), rows, sizeof rows);
  for (int k = 0; k < 7; k++)
    {
      g_autofree char *text = expr_test_print (graph, all->values[k], name_of, NULL);
      g_assert_cmpstr (text, ==, texts[k]);
    }
  g_assert_cmpint (some->n_entries, ==, 2);
  g_assert_cmpint (some->column_starts[1], ==, 1);
  g_assert_cmpint (some->rows[1], ==, 1);
}

/* The sparsity pattern is found without differentiation. It has an entry
 * where terms cancel, as in −x + x, but it has none for piecewise constant
 * functions such as step, floor and sign. The graph gets no new values. */
static void
test_jacobian_pattern (void)
{
  g_autoptr (ExprGraph) graph = expr_graph_new ();
  ExprValue outputs[2] = { expr_test_add (graph, "z^2 - x + x", expr_test_xyz),
                           expr_test_add (graph, "if(x < y, q, p)*sign(z) + step(x) + floor(q)", expr_test_xyz) };
  int n_before = expr_test_size (graph);
  g_autoptr (ExprJacobian) jacobian = expr_jacobian_new_pattern (graph, outputs, 2, 0, 5);
  static const int starts[] = { 0, 1, 1, 2, 3, 4 }, rows[] = { 0, 0, 1, 1 };
  double number;

  g_assert_cmpint (expr_test_size (graph), ==, n_before);
  g_assert_null (jacobian->values);
  g_assert_cmpint (jacobian->n_entries, ==, 4);
  g_assert_cmpmem (jacobian->column_starts, 6 * sizeof (int), starts, sizeof starts);
  g_assert_cmpmem (jacobian->rows, 4 * sizeof (int), rows, sizeof rows);
  expr_jacobian_differentiate (jacobian, graph, outputs);
  g_assert_true (expr_graph_is_constant (graph, jacobian->values[0], &number));
  g_assert_cmpfloat (number, ==, 0);
  for (int k = 0; k < 4; k++)
    g_assert_cmpint (jacobian->values[k], ==, expr_graph_derivative (graph, outputs[rows[k]], (int[]){ 0, 2, 3, 4 }[k]));
}

/* A row with many entries is differentiated in one pass in reverse mode.
 * The result agrees with the derivatives that are computed one by one. */
static void
test_long_rows (void)
{
  enum
  {
    N = 24
  };
  static const char *const terms[] = {
    "sin(x%d - x%d)", "x%d*x%d^3/(2 + x%d^2)", "exp(-x%d/(4 + x%d))*atan2(x%d, 5)", "sqrt(4 + x%d)*mod(x%d, 3)*abs(x%d)",
    "x%d*if(x%d > 0, sqrt(x%d + 0.1), x%d)",
  };
  GRand *random = g_rand_new_with_seed (77);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (int k = 0; k < N; k++)
    g_ptr_array_add (names, g_strdup_printf ("x%d", k));
  g_ptr_array_add (names, NULL);
  for (gsize t = 0; t < G_N_ELEMENTS (terms); t++)
    {
      g_autoptr (ExprGraph) graph = expr_graph_new ();
      g_autoptr (GString) text = g_string_new ("0");
      for (int k = 0; k < N; k++)
        {
          g_autoptr (GString) term = g_string_new (terms[t]);
          g_autofree char *name = g_strdup_printf ("x%d", k);
          g_string_replace (term, "x%d", name, 1);
          g_string_replace (term, "x%d", "x3", 0);
          g_string_append_printf (text, " + %s", term->str);
        }
      ExprValue value = expr_test_add (graph, text->str, (ExprTestNames) names->pdata), outputs[2 * N];
      g_autoptr (ExprJacobian) jacobian = expr_jacobian_new (graph, &value, 1, 0, N);
      g_assert_cmpint (jacobian->n_entries, ==, N);
      for (int k = 0; k < N; k++)
        {
          outputs[k] = jacobian->values[k];
          outputs[N + k] = expr_graph_derivative (graph, value, k);
        }
      g_autoptr (ExprProgram) program = expr_program_new (graph, outputs, 2 * N, N, 0, 0);
      g_autoptr (ExprWorkspace) workspace = expr_workspace_new (program);
      double results[2 * N];
      for (int i = 0; i < 50; i++)
        {
          for (int k = 0; k < N; k++)
            expr_workspace_inputs (workspace)[k] = g_rand_double_range (random, -2, 2);
          expr_workspace_run (workspace, results);
          /* Both results are sums of the same 24 terms in another order. The absolute values of the terms are at most 20. */
          for (int k = 0; k < N; k++)
            g_assert_cmpfloat_with_epsilon (results[k], results[N + k], 24 * 24 * 20 * 0x1p-53);
        }
    }
  g_rand_free (random);
}

/* Returns a text of the coefficients and exponents of a polynomial in x and y. */
static char *
polynomial_text (const char *text, int max_degree)
{
  static const int inputs[] = { 0, 1 };
  g_autoptr (ExprGraph) graph = expr_graph_new ();
  ExprValue value = expr_test_add (graph, text, expr_test_xyz);
  g_autoptr (ExprPolynomial) polynomial = expr_polynomial_new (graph, value, inputs, 2, max_degree);
  GString *found = g_string_new (NULL);

  if (polynomial == NULL)
    g_string_append (found, "none");
  for (int k = 0; polynomial != NULL && k < polynomial->n_terms; k++)
    {
      g_autofree char *coefficient = expr_test_print (graph, polynomial->coefficients[k], name_of, NULL);
      g_string_append_printf (found, "%s[%s]x%dy%d", k > 0 ? " " : "", coefficient, polynomial->exponents[2 * k],
                              polynomial->exponents[2 * k + 1]);
    }
  if (polynomial != NULL)
    g_string_append_printf (found, " degree %d", polynomial->degree);
  return g_string_free (found, FALSE);
}

static void
test_polynomial (void)
{
  static const struct
  {
    const char *text;
    int max_degree;
    const char *found;
  } cases[] = {
    { "3", 4, "[3]x0y0 degree 0" },
    { "sin(z) + p", 4, "[sin(z) + p]x0y0 degree 0" },
    { "x", 4, "[1]x1y0 degree 1" },
    { "(x + y)^2", 4, "[1]x2y0 [2]x1y1 [1]x0y2 degree 2" },
    { "(x - y)*(x + y)", 4, "[1]x2y0 [-1]x0y2 degree 2" },
    { "5*(1 - x^2)*y - x", 4, "[-1]x1y0 [5]x0y1 [-5]x2y1 degree 3" },
    { "p*(1 - x^2)*y/z", 4, "[p/z]x0y1 [-(p/z)]x2y1 degree 3" },
    { "x - x", 4, " degree 0" },
    { "x^5", 4, "none" },
    { "x^5", 5, "[1]x5y0 degree 5" },
    { "(x^2)^2*y", 5, "[1]x4y1 degree 5" },
    { "sin(x)", 4, "none" },
    { "x/y", 4, "none" },
    { "x^-1", 4, "none" },
    { "sqrt(y)*x", 4, "none" },
    { "x^z", 4, "none" },
    { "if(z > 0, 1, 2)*x + y", 4, "[if(0 < z, 1, 2)]x1y0 [1]x0y1 degree 1" },
    { "if(x > 0, 1, 2)", 4, "none" },
    { "x/4 - y/8", 4, "[0.25]x1y0 [-0.125]x0y1 degree 1" },
  };

  for (gsize k = 0; k < G_N_ELEMENTS (cases); k++)
    {
      g_autofree char *found = polynomial_text (cases[k].text, cases[k].max_degree);
      g_assert_cmpstr (found, ==, cases[k].found);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/derivatives/derivatives-of-each-function-match-finite-differences", test_functions);
  g_test_add_func ("/derivatives/derivatives-of-random-expressions-match-finite-differences", test_random);
  g_test_add_func ("/derivatives/the-branch-of-a-condition-that-is-not-taken-does-not-affect-the-derivative", test_branches);
  g_test_add_func ("/derivatives/derivatives-are-simplified", test_lean);
  g_test_add_func ("/derivatives/higher-derivatives-and-long-sums-are-right", test_higher);
  g_test_add_func ("/derivatives/a-jacobian-has-only-its-nonzero-entries", test_jacobian);
  g_test_add_func ("/derivatives/the-sparsity-pattern-is-found-without-differentiation", test_jacobian_pattern);
  g_test_add_func ("/derivatives/a-long-gradient-has-the-same-entries-as-single-derivatives", test_long_rows);
  g_test_add_func ("/derivatives/polynomials-are-recognized-with-their-coefficients", test_polynomial);
  return g_test_run ();
}
