/* Tests tables of values: interpolation, derivatives, extrapolation, and tables in an expression graph. */
#include "expr-test.h"

#include <math.h>

static double
cubic (double x, int order)
{
  switch (order)
    {
    case 0: return 2 - x + 0.5 * x * x - 0.25 * x * x * x;
    case 1: return -1 + x - 0.75 * x * x;
    case 2: return 1 - 1.5 * x;
    case 3: return -1.5;
    default: return 0;
    }
}

static void
test_linear (void)
{
  static const double x[] = { 0, 1, 3 }, y[] = { 0, 0.5, 2.5 };
  g_autoptr (ExprTable) table = expr_table_new (x, y, 3, EXPR_TABLE_LINEAR, EXPR_OUTSIDE_HOLD);

  g_assert_cmpfloat (expr_table_eval (table, 0, 0), ==, 0);
  g_assert_cmpfloat (expr_table_eval (table, 0, 0.5), ==, 0.25);
  g_assert_cmpfloat (expr_table_eval (table, 0, 1), ==, 0.5);
  g_assert_cmpfloat (expr_table_eval (table, 0, 2), ==, 1.5);
  g_assert_cmpfloat (expr_table_eval (table, 0, 3), ==, 2.5);
  g_assert_cmpfloat (expr_table_eval (table, 1, 0.5), ==, 0.5);
  g_assert_cmpfloat (expr_table_eval (table, 1, 1), ==, 1);
  g_assert_cmpfloat (expr_table_eval (table, 1, 3), ==, 1);
  g_assert_cmpfloat (expr_table_eval (table, 2, 2), ==, 0);
  g_assert_true (isnan (expr_table_eval (table, 0, NAN)));
}

/* A cubic spline with not-a-knot end conditions equals a cubic polynomial exactly, whatever its knots are. */
static void
test_cubic (void)
{
  GRand *random = g_rand_new_with_seed (12);

  for (int n = 4; n < 40; n++)
    {
      g_autofree double *x = g_new (double, n), *y = g_new (double, n);
      x[0] = -2;
      for (int k = 0; k < n; k++)
        {
          if (k > 0)
            x[k] = x[k - 1] + g_rand_double_range (random, 0.05, 0.4);
          y[k] = cubic (x[k], 0);
        }
      g_autoptr (ExprTable) table = expr_table_new (x, y, n, EXPR_TABLE_CUBIC, EXPR_OUTSIDE_EXTEND);
      /* Values are at most 1e3, so that their rounding error is 1e-13. Each derivative divides by the width of
       * a segment, which is at least 0.05. The solution of the linear system makes the error ten times larger. */
      static const double bounds[] = { 1e-11, 2e-10, 4e-9, 8e-8 };
      for (int i = 0; i < 100; i++)
        for (int order = 0; order < 4; order++)
          {
            double at = g_rand_double_range (random, x[0] - 0.1, x[n - 1] + 0.1);
            g_assert_cmpfloat_with_epsilon (expr_table_eval (table, order, at), cubic (at, order), bounds[order]);
          }
    }
  g_rand_free (random);
}

/* A cubic table with three points is a parabola, and one with two points is a straight line. */
static void
test_few_points (void)
{
  static const double x[] = { 0, 1, 3 }, y[] = { 1, 2, 10 }; /* the values of 1 + x² */
  g_autoptr (ExprTable) three = expr_table_new (x, y, 3, EXPR_TABLE_CUBIC, EXPR_OUTSIDE_EXTEND);
  g_autoptr (ExprTable) two = expr_table_new (x, y, 2, EXPR_TABLE_CUBIC, EXPR_OUTSIDE_EXTEND);

  for (double at = -1; at <= 4; at += 0.25)
    {
      /* The error is that of a few roundings of numbers up to 17. */
      g_assert_cmpfloat_with_epsilon (expr_table_eval (three, 0, at), 1 + at * at, 1e-13);
      g_assert_cmpfloat_with_epsilon (expr_table_eval (three, 1, at), 2 * at, 1e-13);
      g_assert_cmpfloat_with_epsilon (expr_table_eval (two, 0, at), 1 + at, 1e-13);
    }
}

/* For a smooth function the error decreases with the fourth power of the
 * spacing of the knots. The first two derivatives of the spline are continuous. */
static void
test_smooth (void)
{
  double errors[2];

  for (int level = 0; level < 2; level++)
    {
      int n = level == 0 ? 21 : 41;
      g_autofree double *x = g_new (double, n), *y = g_new (double, n);
      for (int k = 0; k < n; k++)
        {
          x[k] = 4.0 * k / (n - 1);
          y[k] = sin (x[k]);
        }
      g_autoptr (ExprTable) table = expr_table_new (x, y, n, EXPR_TABLE_CUBIC, EXPR_OUTSIDE_ERROR);
      errors[level] = 0;
      for (int i = 0; i <= 1000; i++)
        errors[level] = fmax (errors[level], fabs (expr_table_eval (table, 0, 0.004 * i) - sin (0.004 * i)));
      for (int k = 1; k < n - 1; k++)
        for (int order = 1; order < 3; order++)
          /* Over a distance of 2e-9 a derivative changes by at most 2e-9.
           * Rounding errors are about 1e-11. */
          g_assert_cmpfloat_with_epsilon (expr_table_eval (table, order, x[k] - 1e-9),
                                          expr_table_eval (table, order, x[k] + 1e-9), 1e-8);
    }
  /* If the spacing is halved, the error decreases by nearly 2^4 = 16. The larger errors near the ends make the ratio smaller. */
  g_assert_cmpfloat (errors[0] / errors[1], >, 12);
  g_assert_cmpfloat (errors[1], <, 1e-5);
}

static void
test_outside (void)
{
  static const double x[] = { 1, 2 }, y[] = { 10, 12 };
  g_autoptr (ExprTable) hold = expr_table_new (x, y, 2, EXPR_TABLE_LINEAR, EXPR_OUTSIDE_HOLD);
  g_autoptr (ExprTable) extend = expr_table_new (x, y, 2, EXPR_TABLE_LINEAR, EXPR_OUTSIDE_EXTEND);
  g_autoptr (ExprTable) error = expr_table_new (x, y, 2, EXPR_TABLE_LINEAR, EXPR_OUTSIDE_ERROR);

  g_assert_cmpfloat (expr_table_eval (hold, 0, 0), ==, 10);
  g_assert_cmpfloat (expr_table_eval (hold, 0, 9), ==, 12);
  g_assert_cmpfloat (expr_table_eval (hold, 1, 0), ==, 0);
  g_assert_cmpfloat (expr_table_eval (hold, 1, 9), ==, 0);
  g_assert_cmpfloat (expr_table_eval (hold, 0, -INFINITY), ==, 10);
  g_assert_cmpfloat (expr_table_eval (extend, 0, 0), ==, 8);
  g_assert_cmpfloat (expr_table_eval (extend, 0, 4), ==, 16);
  g_assert_cmpfloat (expr_table_eval (extend, 1, 4), ==, 2);
  g_assert_true (isnan (expr_table_eval (error, 0, 0.999)));
  g_assert_true (isnan (expr_table_eval (error, 1, 2.001)));
  g_assert_cmpfloat (expr_table_eval (error, 0, 2), ==, 12);
}

/* A program gives the same numbers for one point and for a batch of
 * points. The derivatives follow the chain rule. */
static void
test_graph (void)
{
  static const double x[] = { -2, -1, 0, 0.5, 2, 3 }, y[] = { 1, 0, 2, 2.5, -1, 0 };
  g_autoptr (ExprTable) table = expr_table_new (x, y, 6, EXPR_TABLE_CUBIC, EXPR_OUTSIDE_HOLD);
  g_autoptr (ExprGraph) graph = expr_graph_new ();
  ExprValue argument = expr_test_add (graph, "x*y", expr_test_xyz);
  ExprValue outputs[3] = { expr_graph_table (graph, table, 0, argument) };
  outputs[1] = expr_graph_derivative (graph, outputs[0], 0);
  outputs[2] = expr_graph_derivative (graph, outputs[1], 0);
  g_assert_cmpint (expr_graph_table (graph, table, 0, argument), ==, outputs[0]);

  g_autoptr (ExprProgram) program = expr_program_new (graph, outputs, 3, 2, 0, 0);
  g_autoptr (ExprWorkspace) workspace = expr_workspace_new (program);
  g_autoptr (ExprBatch) batch = expr_batch_new (program);
  double inputs[2 * 20], many[3 * 20], one[3];
  for (int k = 0; k < 20; k++)
    {
      inputs[k] = -2 + 0.3 * k;
      inputs[20 + k] = 0.75;
    }
  expr_test_run_batch (batch, 2, 3, inputs, many, 20, 20);
  for (int k = 0; k < 20; k++)
    {
      expr_workspace_inputs (workspace)[0] = inputs[k];
      expr_workspace_inputs (workspace)[1] = 0.75;
      expr_workspace_run (workspace, one);
      double at = inputs[k] * 0.75;
      g_assert_cmpfloat (one[0], ==, expr_table_eval (table, 0, at));
      g_assert_cmpfloat (one[1], ==, 0.75 * expr_table_eval (table, 1, at));
      g_assert_cmpfloat (many[k], ==, one[0]);
      /* The result is multiplied by 0.75 twice, in an order that the graph chooses. */
      g_assert_cmpfloat_with_epsilon (one[2], 0.75 * 0.75 * expr_table_eval (table, 2, at), 1e-14);
      g_assert_cmpfloat (many[20 + k], ==, one[1]);
      g_assert_cmpfloat (many[40 + k], ==, one[2]);
    }

  double folded;
  ExprValue constant = expr_graph_table (graph, table, 0, expr_graph_constant (graph, 0.5));
  g_assert_true (expr_graph_is_constant (graph, constant, &folded));
  g_assert_cmpfloat (folded, ==, 2.5);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/table/the-derivative-of-a-linear-table-at-a-knot-is-the-slope-to-its-right", test_linear);
  g_test_add_func ("/table/a-cubic-table-reproduces-a-cubic-polynomial-exactly", test_cubic);
  g_test_add_func ("/table/a-cubic-table-of-three-points-is-a-parabola-and-of-two-a-line", test_few_points);
  g_test_add_func ("/table/a-cubic-table-converges-with-order-4-and-joins-smoothly", test_smooth);
  g_test_add_func ("/table/values-outside-a-table-follow-its-extrapolation-setting", test_outside);
  g_test_add_func ("/table/tables-in-compiled-expressions-have-the-right-values-and-derivatives", test_graph);
  return g_test_run ();
}
