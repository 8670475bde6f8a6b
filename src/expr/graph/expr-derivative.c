/* Computes derivatives in forward mode (Griewank and Walther, Evaluating Derivatives, 2nd ed., SIAM 2008, section 3.1): the derivative of
 * each value follows from those of its operands by the chain rule,
 *
 *     d f(a, b) = ∂f/∂a da + ∂f/∂b db,
 *
 * in one pass over the values that the result depends on, operands first. Derivatives of intermediate values are cached for each input.
 *
 * Unlike the simplification of the graph, this code simplifies 0·x to 0 and collects like terms. This is allowed because a derivative is a
 * new expression, which need not have the same rounding errors or undefined points as another expression. Piecewise functions are
 * differentiated on each piece; at a corner the result is the derivative of one side. */
#include "expr-graph-private.h"

static ExprValue
number (ExprGraph *graph, double value)
{
  return expr_graph_constant (graph, value);
}

static gboolean
is_zero (ExprGraph *graph, ExprValue a)
{
  return expr_graph_is_number (graph, a, 0);
}

/* Splits value into a constant factor and the rest, value = factor·rest. Sets *rest and returns the factor. */
static double
split_factor (ExprGraph *graph, ExprValue value, ExprValue *rest)
{
  const ExprNode *node = expr_graph_node (graph, value);
  double factor = 1;

  *rest = value;
  if (node->op == EXPR_OP_NEG)
    {
      *rest = node->operands[0];
      return -1;
    }
  if (node->op == EXPR_OP_MUL && expr_graph_is_constant (graph, node->operands[0], &factor))
    *rest = node->operands[1];
  return factor;
}

static ExprValue
times (ExprGraph *graph, ExprValue a, ExprValue b)
{
  ExprValue rest_a, rest_b;
  double x, y;

  if (is_zero (graph, a) || is_zero (graph, b))
    return number (graph, 0);
  if (expr_graph_is_constant (graph, a, NULL) && expr_graph_is_constant (graph, b, NULL))
    return expr_graph_binary (graph, EXPR_OP_MUL, a, b);
  if (expr_graph_is_constant (graph, a, &x))
    {
      y = split_factor (graph, b, &rest_b);
      return expr_graph_binary (graph, EXPR_OP_MUL, number (graph, x * y), rest_b);
    }
  if (expr_graph_is_constant (graph, b, &y))
    return times (graph, b, a);
  x = split_factor (graph, a, &rest_a);
  y = split_factor (graph, b, &rest_b);
  return expr_graph_binary (graph, EXPR_OP_MUL, number (graph, x * y),
                            expr_graph_binary (graph, EXPR_OP_MUL, rest_a, rest_b));
}

static ExprValue
scaled (ExprGraph *graph, double factor, ExprValue a)
{
  return times (graph, number (graph, factor), a);
}

/* Returns a + sign·b and collects like terms. */
static ExprValue
combine (ExprGraph *graph, ExprValue a, double sign, ExprValue b)
{
  ExprValue rest_a, rest_b;
  double x, y;

  if (is_zero (graph, b))
    return a;
  if (is_zero (graph, a))
    return scaled (graph, sign, b);
  x = split_factor (graph, a, &rest_a);
  y = split_factor (graph, b, &rest_b);
  if (rest_a == rest_b && !expr_graph_is_constant (graph, rest_a, NULL))
    return scaled (graph, x + sign * y, rest_a);
  return expr_graph_binary (graph, sign > 0 ? EXPR_OP_ADD : EXPR_OP_SUB, a, b);
}

static ExprValue
plus (ExprGraph *graph, ExprValue a, ExprValue b)
{
  return combine (graph, a, 1, b);
}

static ExprValue
minus (ExprGraph *graph, ExprValue a, ExprValue b)
{
  return combine (graph, a, -1, b);
}

static ExprValue
over (ExprGraph *graph, ExprValue a, ExprValue b)
{
  return is_zero (graph, a) ? a : expr_graph_binary (graph, EXPR_OP_DIV, a, b);
}

static ExprValue
apply1 (ExprGraph *graph, ExprOp op, ExprValue a)
{
  return expr_graph_unary (graph, op, a);
}

static ExprValue
raised (ExprGraph *graph, ExprValue a, double exponent)
{
  return expr_graph_binary (graph, EXPR_OP_POW, a, number (graph, exponent));
}

/* Returns d(a^b) = b a^(b−1) da + a^b log(a) db. At a = 0 the second term must be 0,
 * because 0^b is 0 for every b > 0; log(0) would make it undefined. */
static ExprValue
derive_power (ExprGraph *graph, ExprValue value, ExprValue a, ExprValue b, ExprValue da, ExprValue db)
{
  ExprValue sum = number (graph, 0);
  double exponent;

  if (!is_zero (graph, da))
    {
      ExprValue slope;
      if (expr_graph_is_constant (graph, b, &exponent))
        slope = scaled (graph, exponent, raised (graph, a, exponent - 1));
      else
        slope = times (graph, b, expr_graph_binary (graph, EXPR_OP_POW, a, minus (graph, b, number (graph, 1))));
      sum = times (graph, slope, da);
    }
  if (!is_zero (graph, db))
    {
      ExprValue at_zero = expr_graph_binary (graph, EXPR_OP_EQ, a, number (graph, 0));
      ExprValue slope = times (graph, value, apply1 (graph, EXPR_OP_LOG, a));
      sum = plus (graph, sum, times (graph, expr_graph_select (graph, at_zero, number (graph, 0), slope), db));
    }
  return sum;
}

/* f' is expressed by f if possible, because f is already computed: tan' = 1 + tan², tanh' = 1
 * − tanh², exp' = exp, √' = 1/(2√), ∛' = 1/(3∛²). */
ExprValue
expr_graph_slope (ExprGraph *graph, ExprOp op, ExprValue value, ExprValue a)
{
  ExprValue one = number (graph, 1);

  switch (op)
    {
    case EXPR_OP_SIN: return apply1 (graph, EXPR_OP_COS, a);
    case EXPR_OP_COS: return scaled (graph, -1, apply1 (graph, EXPR_OP_SIN, a));
    case EXPR_OP_TAN: return plus (graph, raised (graph, value, 2), one);
    case EXPR_OP_ASIN: return raised (graph, minus (graph, one, raised (graph, a, 2)), -0.5);
    case EXPR_OP_ACOS: return scaled (graph, -1, raised (graph, minus (graph, one, raised (graph, a, 2)), -0.5));
    case EXPR_OP_ATAN: return over (graph, one, plus (graph, raised (graph, a, 2), one));
    case EXPR_OP_SINH: return apply1 (graph, EXPR_OP_COSH, a);
    case EXPR_OP_COSH: return apply1 (graph, EXPR_OP_SINH, a);
    case EXPR_OP_TANH: return minus (graph, one, raised (graph, value, 2));
    case EXPR_OP_ASINH: return raised (graph, plus (graph, raised (graph, a, 2), one), -0.5);
    case EXPR_OP_ACOSH: /* the derivative 1/√((a − 1)(a + 1)) avoids the cancellation of a² − 1 near 1 */
      {
        const ExprValue above = plus (graph, a, one);

        return raised (graph, times (graph, minus (graph, a, one), above), -0.5);
      }
    case EXPR_OP_ATANH: return over (graph, one, minus (graph, one, raised (graph, a, 2)));
    case EXPR_OP_EXP: return value;
    case EXPR_OP_LOG: return over (graph, one, a);
    case EXPR_OP_LOG10: return over (graph, number (graph, 1 / G_LN10), a);
    case EXPR_OP_LOG2: return over (graph, number (graph, 1 / G_LN2), a);
    case EXPR_OP_SQRT: return over (graph, number (graph, 0.5), value);
    case EXPR_OP_CBRT: return over (graph, one, scaled (graph, 3, raised (graph, value, 2)));
    case EXPR_OP_ABS: return apply1 (graph, EXPR_OP_SIGN, a);
    case EXPR_OP_ERF: /* the derivative is 2/√π exp (−a²) */
      return scaled (graph, 2 / sqrt (G_PI), apply1 (graph, EXPR_OP_EXP, scaled (graph, -1, raised (graph, a, 2))));
    default: /* not, comparisons, sign, floor, ceil, round, step: these functions are piecewise constant */
      return number (graph, 0);
    }
}

/* Returns the derivative of a function of two arguments. Terms of a sum are in the order in which their nodes were made. C does not define
 * the order in which arguments are evaluated, so the second term is made in a statement of its own. */
static ExprValue
derive_binary (ExprGraph *graph, ExprOp op, ExprValue value, ExprValue a, ExprValue b, ExprValue da, ExprValue db)
{
  ExprValue second, below;

  switch (op)
    {
    case EXPR_OP_ADD: return plus (graph, da, db);
    case EXPR_OP_SUB: return minus (graph, da, db);
    case EXPR_OP_MUL:
      second = times (graph, a, db);
      return plus (graph, times (graph, da, b), second);
    case EXPR_OP_DIV: return over (graph, minus (graph, da, times (graph, value, db)), b);
    case EXPR_OP_POW: return derive_power (graph, value, a, b, da, db);
    case EXPR_OP_ATAN2: /* the derivative is (b da − a db)/(a² + b²) */
      second = raised (graph, b, 2);
      below = plus (graph, raised (graph, a, 2), second);
      second = times (graph, a, db);
      return over (graph, minus (graph, times (graph, b, da), second), below);
    case EXPR_OP_HYPOT:
      second = times (graph, b, db);
      return over (graph, plus (graph, times (graph, a, da), second), value);
    case EXPR_OP_MIN:
    case EXPR_OP_MAX:
      if (graph->sided && expr_graph_is_constant (graph, a, NULL))
        return db;
      if (graph->sided && expr_graph_is_constant (graph, b, NULL))
        return da;
      if (op == EXPR_OP_MIN)
        return expr_graph_select (graph, expr_graph_binary (graph, EXPR_OP_LT, a, b), da, db);
      return expr_graph_select (graph, expr_graph_binary (graph, EXPR_OP_LT, b, a), da, db);
    case EXPR_OP_MOD: /* the function is a − b floor (a/b) */
      return is_zero (graph, db)
                 ? da
                 : minus (graph, da, times (graph, apply1 (graph, EXPR_OP_FLOOR, over (graph, a, b)), db));
    default: /* comparisons, and, or: these functions are piecewise constant */
      return number (graph, 0);
    }
}

static guint64
derivative_key (ExprValue value, int input)
{
  return ((guint64) (guint32) (value + 1) << 32) | (guint32) input;
}

/* Returns the index of a key in the cache, or of the empty slot for the key. The cache is a hash
 * table with linear probing and a multiplicative hash with 2^64/φ (Knuth, The Art of
 * Computer Programming, vol. 3, 2nd ed., 1998, section 6.4). */
static int
find_derivative (const ExprGraph *graph, guint64 key)
{
  guint64 at = key * 0x9E3779B97F4A7C15u;

  for (at ^= at >> 32;; at++)
    {
      int slot = (int) (at & (guint64) (graph->derivative_capacity - 1));
      if (graph->derivative_keys[slot] == key || graph->derivative_keys[slot] == 0)
        return slot;
    }
}

static gboolean
lookup (const ExprGraph *graph, ExprValue value, int input, ExprValue *found)
{
  guint64 key = derivative_key (value, input);

  if (graph->derivative_capacity == 0)
    return FALSE;
  int slot = find_derivative (graph, key);
  *found = graph->derivative_values[slot];
  return graph->derivative_keys[slot] == key;
}

static void
grow_derivatives (ExprGraph *graph)
{
  guint64 *keys = graph->derivative_keys;
  ExprValue *values = graph->derivative_values;
  int capacity = graph->derivative_capacity;

  graph->derivative_capacity = MAX (64, 2 * capacity);
  graph->derivative_keys = g_new0 (guint64, graph->derivative_capacity);
  graph->derivative_values = g_new (ExprValue, graph->derivative_capacity);
  for (int k = 0; k < capacity; k++)
    if (keys[k] != 0)
      {
        int slot = find_derivative (graph, keys[k]);
        graph->derivative_keys[slot] = keys[k];
        graph->derivative_values[slot] = values[k];
      }
  g_free (keys);
  g_free (values);
}

static void
store (ExprGraph *graph, ExprValue value, int input, ExprValue derivative)
{
  guint64 key = derivative_key (value, input);

  /* The hash table is at most half full, so that probing takes few steps. */
  if (2 * (graph->n_derivatives + 1) > graph->derivative_capacity)
    grow_derivatives (graph);
  int slot = find_derivative (graph, key);
  graph->n_derivatives += graph->derivative_keys[slot] == 0;
  graph->derivative_keys[slot] = key;
  graph->derivative_values[slot] = derivative;
}

void
expr_graph_clear_derivatives (ExprGraph *graph)
{
  g_clear_pointer (&graph->derivative_keys, g_free);
  g_clear_pointer (&graph->derivative_values, g_free);
  graph->n_derivatives = graph->derivative_capacity = 0;
}

/* Returns TRUE and sets *found if the derivative of a value is known without the derivatives of
 * its operands. */
static gboolean
known_derivative (ExprGraph *graph, ExprValue value, int input, ExprValue *found)
{
  const ExprNode *node = expr_graph_node (graph, value);

  if (input < node->first_input || input > node->last_input)
    *found = number (graph, 0);
  else if (node->op == EXPR_OP_INPUT)
    *found = number (graph, 1);
  else
    return lookup (graph, value, input, found);
  return TRUE;
}

static ExprValue
derive (ExprGraph *graph, ExprValue value, const ExprValue *d)
{
  ExprNode node = *expr_graph_node (graph, value); /* a copy, because the array moves when nodes are added */
  ExprValue a = node.operands[0], b = node.operands[1];

  switch (node.op)
    {
    case EXPR_OP_NEG:
      return scaled (graph, -1, d[0]);
    case EXPR_OP_SELECT: /* the condition is piecewise constant, so its derivative is 0 */
      return expr_graph_select (graph, a, d[1], d[2]);
    case EXPR_OP_TABLE:
      if (is_zero (graph, d[0]))
        return d[0];
      return times (graph, expr_graph_table (graph, g_ptr_array_index (graph->tables, b), node.operands[2] + 1, a), d[0]);
    default:
      break;
    }
  if (expr_op_info[node.op].arity == 2)
    return derive_binary (graph, node.op, value, a, b, d[0], d[1]);
  return is_zero (graph, d[0]) ? d[0] : times (graph, expr_graph_slope (graph, node.op, value, a), d[0]);
}

ExprValue
expr_graph_add_partial (ExprGraph *graph, ExprValue sum, ExprValue factor, ExprValue value, int k)
{
  ExprValue d[3];

  for (int i = 0; i < 3; i++)
    d[i] = number (graph, i == k);
  return plus (graph, sum, times (graph, factor, derive (graph, value, d)));
}

ExprValue
expr_graph_derivative (ExprGraph *graph, ExprValue value, int input)
{
  g_autoptr (GArray) stack = NULL;
  ExprValue result;

  if (value == EXPR_NO_VALUE)
    return EXPR_NO_VALUE;
  if (known_derivative (graph, value, input, &result))
    return result;

  /* Traverse depth first with an explicit stack, because the graph of a
   * long sum is too deep for recursion. */
  stack = g_array_new (FALSE, FALSE, sizeof (ExprValue));
  g_array_append_val (stack, value);
  while (stack->len > 0)
    {
      ExprValue top = g_array_index (stack, ExprValue, stack->len - 1), d[3];
      gint32 operands[3];
      int n = expr_node_n_values (expr_graph_node (graph, top));
      gboolean ready = TRUE;

      for (int k = 0; k < n; k++)
        operands[k] = expr_graph_node (graph, top)->operands[k];
      for (int k = 0; k < n; k++)
        if (!known_derivative (graph, operands[k], input, &d[k]))
          {
            g_array_append_val (stack, operands[k]);
            ready = FALSE;
          }
      if (!ready)
        continue;
      g_array_set_size (stack, stack->len - 1);
      if (!known_derivative (graph, top, input, &result))
        {
          result = derive (graph, top, d);
          store (graph, top, input, result);
        }
    }
  known_derivative (graph, value, input, &result);
  return result;
}
