/* Running error analysis (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., SIAM 2002, section 3.3). If the computed
 * operands of v = f (a, b) have errors of u m(a) and u m(b), where u is the unit roundoff, and f itself is rounded with the relative error
 * u, the error of v is to first order at most u m(v),
 *
 *     m(v) = |v| + |∂f/∂a| m(a) + |∂f/∂b| m(b).
 *
 * m of an input or a constant is its absolute value. In sums |v| is omitted, because it is at most m(a) + m(b). So m is the size of the
 * terms of an expression: it stays large where they cancel. */
#include "expr-magnitude.h"

#include "expr-graph-private.h"

static ExprValue
absolute (ExprGraph *graph, ExprValue a)
{
  return expr_graph_unary (graph, EXPR_OP_ABS, a);
}

static ExprValue
plus (ExprGraph *graph, ExprValue a, ExprValue b)
{
  return expr_graph_binary (graph, EXPR_OP_ADD, a, b);
}

static ExprValue
times (ExprGraph *graph, ExprValue a, ExprValue b)
{
  return expr_graph_binary (graph, EXPR_OP_MUL, a, b);
}

/* Returns |b| m + |a| k. */
static ExprValue
crossed (ExprGraph *graph, ExprValue a, ExprValue b, ExprValue m, ExprValue k)
{
  ExprValue first = times (graph, absolute (graph, b), m);

  return plus (graph, first, times (graph, absolute (graph, a), k));
}

static ExprValue
magnitude_of_power (ExprGraph *graph, ExprValue value, ExprValue a, ExprValue b, const ExprValue *m)
{
  ExprValue one = expr_graph_constant (graph, 1);
  ExprValue slope = times (graph, b, expr_graph_binary (graph, EXPR_OP_POW, a, expr_graph_binary (graph, EXPR_OP_SUB, b, one)));
  ExprValue sum = plus (graph, absolute (graph, value), times (graph, absolute (graph, slope), m[0]));
  ExprValue by_exponent, at_zero;

  /* A constant exponent is exact, and the base may be negative. */
  if (expr_graph_is_constant (graph, b, NULL))
    return sum;
  at_zero = expr_graph_binary (graph, EXPR_OP_EQ, a, expr_graph_constant (graph, 0));
  by_exponent = times (graph, absolute (graph, times (graph, value, expr_graph_unary (graph, EXPR_OP_LOG, a))), m[1]);
  return plus (graph, sum, expr_graph_select (graph, at_zero, expr_graph_constant (graph, 0), by_exponent));
}

static ExprValue
magnitude_of_binary (ExprGraph *graph, ExprOp op, ExprValue value, ExprValue a, ExprValue b, const ExprValue *m)
{
  ExprValue size = absolute (graph, value);

  switch (op)
    {
    case EXPR_OP_ADD:
    case EXPR_OP_SUB:
      return plus (graph, m[0], m[1]);
    case EXPR_OP_MUL:
      return crossed (graph, a, b, m[0], m[1]);
    case EXPR_OP_DIV:
      return expr_graph_binary (graph, EXPR_OP_DIV, plus (graph, m[0], times (graph, size, m[1])), absolute (graph, b));
    case EXPR_OP_POW:
      return magnitude_of_power (graph, value, a, b, m);
    case EXPR_OP_ATAN2:
      return plus (graph, size,
                   expr_graph_binary (graph, EXPR_OP_DIV, crossed (graph, a, b, m[0], m[1]),
                                      plus (graph, times (graph, a, a), times (graph, b, b))));
    case EXPR_OP_HYPOT:
      return plus (graph, size, expr_graph_binary (graph, EXPR_OP_DIV, crossed (graph, b, a, m[0], m[1]), size));
    case EXPR_OP_MIN:
      return expr_graph_select (graph, expr_graph_binary (graph, EXPR_OP_LT, a, b), m[0], m[1]);
    case EXPR_OP_MAX:
      return expr_graph_select (graph, expr_graph_binary (graph, EXPR_OP_LT, b, a), m[0], m[1]);
    case EXPR_OP_MOD:
      {
        ExprValue quotient = expr_graph_unary (graph, EXPR_OP_FLOOR, expr_graph_binary (graph, EXPR_OP_DIV, a, b));

        return plus (graph, m[0], times (graph, absolute (graph, quotient), m[1]));
      }
    default: /* comparisons, and, or: these functions are piecewise constant */
      return size;
    }
}

/* Returns the magnitude of an operation from those of its operands, m[3]. */
static ExprValue
magnitude_of (ExprGraph *graph, ExprValue value, const ExprValue *m)
{
  ExprNode node = *expr_graph_node (graph, value); /* a copy, because the array moves when nodes are added */
  ExprValue a = node.operands[0], b = node.operands[1], slope;

  switch (node.op)
    {
    case EXPR_OP_CONSTANT:
      return absolute (graph, value);
    case EXPR_OP_NEG:
    case EXPR_OP_ABS:
      return m[0];
    case EXPR_OP_SELECT:
      return expr_graph_select (graph, a, m[1], m[2]);
    case EXPR_OP_TABLE:
      slope = expr_graph_table (graph, g_ptr_array_index (graph->tables, b), node.operands[2] + 1, a);
      break;
    default:
      if (expr_node_n_values (&node) == 2)
        return magnitude_of_binary (graph, node.op, value, a, b, m);
      slope = expr_graph_slope (graph, node.op, value, a);
      break;
    }
  if (expr_graph_is_number (graph, slope, 0))
    return absolute (graph, value);
  return plus (graph, absolute (graph, value), times (graph, absolute (graph, slope), m[0]));
}

void
expr_graph_magnitudes (ExprGraph *graph, const ExprValue *values, int n, const ExprValue *inputs, int n_inputs, ExprValue *magnitudes)
{
  g_autoptr (GArray) reachable = expr_graph_reachable (graph, values, n);
  g_autoptr (GHashTable) found = g_hash_table_new (NULL, NULL);

  for (guint at = 0; at < reachable->len; at++)
    {
      ExprValue value = g_array_index (reachable, ExprValue, at), m[3] = { -1, -1, -1 }, result;
      ExprNode node = *expr_graph_node (graph, value);

      if (node.op == EXPR_OP_INPUT)
        result =
            node.operands[0] < n_inputs && inputs[node.operands[0]] != EXPR_NO_VALUE ? inputs[node.operands[0]] : absolute (graph, value);
      else
        {
          for (int k = 0; k < expr_node_n_values (&node); k++)
            m[k] = GPOINTER_TO_INT (g_hash_table_lookup (found, GINT_TO_POINTER (node.operands[k])));
          result = magnitude_of (graph, value, m);
        }
      g_hash_table_insert (found, GINT_TO_POINTER (value), GINT_TO_POINTER (result));
    }
  for (int k = 0; k < n; k++)
    magnitudes[k] = GPOINTER_TO_INT (g_hash_table_lookup (found, GINT_TO_POINTER (values[k])));
}
