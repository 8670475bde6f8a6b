/* Simplifies operations. A simplified operation has the same value for all finite
 * operands (0 and −0 count as equal); x − x and 0·x are not simplified, because an infinite
 * or undefined x must give an undefined result. Constants are folded with the formulas
 * that are used at run time. */
#include "expr-graph-private.h"

static inline const ExprNode *
node_of (ExprGraph *graph, ExprValue value)
{
  return &graph->nodes[value];
}

static inline ExprOp
op_of (ExprGraph *graph, ExprValue value)
{
  return graph->nodes[value].op;
}

static inline ExprValue
operand (ExprGraph *graph, ExprValue value, int k)
{
  return graph->nodes[value].operands[k];
}

static inline ExprValue
unary (ExprGraph *graph, ExprOp op, ExprValue a)
{
  return expr_graph_intern (graph, op, a, -1, -1, 0);
}

static inline ExprValue
binary (ExprGraph *graph, ExprOp op, ExprValue a, ExprValue b)
{
  return expr_graph_intern (graph, op, a, b, -1, 0);
}

static inline ExprValue
negate (ExprGraph *graph, ExprValue a)
{
  return expr_graph_unary (graph, EXPR_OP_NEG, a);
}

/* Returns whether value is c·x with a constant c < 0. */
static gboolean
is_negative_multiple (ExprGraph *graph, ExprValue value)
{
  if (op_of (graph, value) != EXPR_OP_MUL)
    return FALSE;
  const ExprNode *factor = node_of (graph, operand (graph, value, 0));
  return factor->op == EXPR_OP_CONSTANT && factor->constant < 0;
}

/* Returns whether −value needs no operation, because value is −x or c·x with c < 0. */
static gboolean
is_negated (ExprGraph *graph, ExprValue value)
{
  return op_of (graph, value) == EXPR_OP_NEG || is_negative_multiple (graph, value);
}

ExprValue
expr_graph_unary (ExprGraph *graph, ExprOp op, ExprValue a)
{
  double x;

  if (a == EXPR_NO_VALUE)
    return EXPR_NO_VALUE;
  if (expr_graph_is_constant (graph, a, &x))
    return expr_graph_constant (graph, expr_op_eval (op, x, 0, 0));
  if (graph->lowered)
    return unary (graph, op, a);
  switch (op)
    {
    case EXPR_OP_NEG:
      if (op_of (graph, a) == EXPR_OP_NEG)
        return operand (graph, a, 0);
      if (op_of (graph, a) == EXPR_OP_SUB)
        return binary (graph, EXPR_OP_SUB, operand (graph, a, 1), operand (graph, a, 0));
      if (op_of (graph, a) == EXPR_OP_MUL && expr_graph_is_constant (graph, operand (graph, a, 0), &x))
        return expr_graph_binary (graph, EXPR_OP_MUL, expr_graph_constant (graph, -x), operand (graph, a, 1));
      break;
    case EXPR_OP_ABS:
      if (op_of (graph, a) == EXPR_OP_NEG || op_of (graph, a) == EXPR_OP_ABS)
        return expr_graph_unary (graph, EXPR_OP_ABS, operand (graph, a, 0));
      break;
    default:
      break;
    }
  return unary (graph, op, a);
}

static ExprValue
ordered (ExprGraph *graph, ExprOp op, ExprValue a, ExprValue b)
{
  return a <= b ? binary (graph, op, a, b) : binary (graph, op, b, a);
}

static ExprValue
add (ExprGraph *graph, ExprValue a, ExprValue b)
{
  if (expr_graph_is_number (graph, a, 0))
    return b;
  if (expr_graph_is_number (graph, b, 0))
    return a;
  if (a == b)
    return expr_graph_binary (graph, EXPR_OP_MUL, expr_graph_constant (graph, 2), a);
  if (is_negated (graph, b))
    return expr_graph_binary (graph, EXPR_OP_SUB, a, negate (graph, b));
  if (is_negated (graph, a))
    return expr_graph_binary (graph, EXPR_OP_SUB, b, negate (graph, a));
  if (op_of (graph, a) == EXPR_OP_CONSTANT)
    return binary (graph, EXPR_OP_ADD, b, a);
  if (op_of (graph, b) == EXPR_OP_CONSTANT)
    return binary (graph, EXPR_OP_ADD, a, b);
  return ordered (graph, EXPR_OP_ADD, a, b);
}

static ExprValue
subtract (ExprGraph *graph, ExprValue a, ExprValue b)
{
  double y;

  if (expr_graph_is_number (graph, a, 0))
    return negate (graph, b);
  if (expr_graph_is_constant (graph, b, &y))
    return add (graph, a, expr_graph_constant (graph, -y));
  if (is_negated (graph, b))
    return add (graph, a, negate (graph, b));
  if (op_of (graph, a) == EXPR_OP_NEG)
    return negate (graph, add (graph, operand (graph, a, 0), b));
  return binary (graph, EXPR_OP_SUB, a, b);
}

static ExprValue
multiply (ExprGraph *graph, ExprValue a, ExprValue b)
{
  double x;

  if (op_of (graph, b) == EXPR_OP_CONSTANT)
    {
      ExprValue swap = a;
      a = b;
      b = swap;
    }
  if (expr_graph_is_constant (graph, a, &x))
    {
      if (x == 1)
        return b;
      if (x == -1)
        return negate (graph, b);
      if (op_of (graph, b) == EXPR_OP_NEG)
        return multiply (graph, expr_graph_constant (graph, -x), operand (graph, b, 0));
      return binary (graph, EXPR_OP_MUL, a, b);
    }
  if (op_of (graph, a) == EXPR_OP_NEG && op_of (graph, b) == EXPR_OP_NEG)
    return multiply (graph, operand (graph, a, 0), operand (graph, b, 0));
  if (op_of (graph, a) == EXPR_OP_NEG)
    return negate (graph, multiply (graph, operand (graph, a, 0), b));
  if (op_of (graph, b) == EXPR_OP_NEG)
    return negate (graph, multiply (graph, a, operand (graph, b, 0)));
  if (a == b)
    return expr_graph_binary (graph, EXPR_OP_POW, a, expr_graph_constant (graph, 2));
  /* x³ is computed as (x·x)·x, so the product is kept in this order. */
  for (int k = 0; k < 2; k++)
    {
      ExprValue square = k == 0 ? a : b, other = k == 0 ? b : a;
      if (op_of (graph, square) == EXPR_OP_POW && operand (graph, square, 0) == other
          && expr_graph_is_number (graph, operand (graph, square, 1), 2))
        return expr_graph_binary (graph, EXPR_OP_POW, other, expr_graph_constant (graph, 3));
    }
  return ordered (graph, EXPR_OP_MUL, a, b);
}

static ExprValue
divide (ExprGraph *graph, ExprValue a, ExprValue b)
{
  double y;
  int exponent;

  if (expr_graph_is_constant (graph, b, &y))
    {
      if (y == 1)
        return a;
      /* Multiply by the reciprocal, because the reciprocal of a power of two is exact unless it is outside the range of double. */
      if (fabs (frexp (y, &exponent)) == 0.5 && exponent > -1000 && exponent < 1000)
        return multiply (graph, expr_graph_constant (graph, 1 / y), a);
      if (op_of (graph, a) == EXPR_OP_NEG)
        return divide (graph, operand (graph, a, 0), expr_graph_constant (graph, -y));
    }
  if (op_of (graph, a) == EXPR_OP_NEG && op_of (graph, b) == EXPR_OP_NEG)
    return divide (graph, operand (graph, a, 0), operand (graph, b, 0));
  if (op_of (graph, a) == EXPR_OP_NEG)
    return negate (graph, divide (graph, operand (graph, a, 0), b));
  if (op_of (graph, b) == EXPR_OP_NEG)
    return negate (graph, divide (graph, a, operand (graph, b, 0)));
  return binary (graph, EXPR_OP_DIV, a, b);
}

static ExprValue
power (ExprGraph *graph, ExprValue a, ExprValue b)
{
  double exponent;

  if (expr_graph_is_number (graph, a, 1))
    return a;
  if (!expr_graph_is_constant (graph, b, &exponent))
    return binary (graph, EXPR_OP_POW, a, b);
  if (exponent == 0)
    return expr_graph_constant (graph, 1);
  if (exponent == 1)
    return a;
  if (exponent == -1)
    return divide (graph, expr_graph_constant (graph, 1), a);
  if (exponent == 0.5)
    return unary (graph, EXPR_OP_SQRT, a);
  if (op_of (graph, a) == EXPR_OP_NEG && fmod (exponent, 2) == 0)
    return power (graph, operand (graph, a, 0), b);
  return binary (graph, EXPR_OP_POW, a, b);
}

/* Returns a value that is 1 if a is nonzero, and 0 otherwise. */
static ExprValue
truth (ExprGraph *graph, ExprValue a)
{
  ExprOp op = op_of (graph, a);

  if (op == EXPR_OP_NOT || (op >= EXPR_OP_LT && op <= EXPR_OP_OR))
    return a;
  return expr_graph_binary (graph, EXPR_OP_NE, a, expr_graph_constant (graph, 0));
}

/* Simplifies `and` and `or` if one side is constant. */
static ExprValue
logical (ExprGraph *graph, ExprOp op, ExprValue a, ExprValue b)
{
  for (int k = 0; k < 2; k++)
    {
      double known;
      if (!expr_graph_is_constant (graph, k == 0 ? a : b, &known))
        continue;
      if ((known != 0) == (op == EXPR_OP_OR))
        return expr_graph_constant (graph, op == EXPR_OP_OR);
      return truth (graph, k == 0 ? b : a);
    }
  return a == b ? truth (graph, a) : ordered (graph, op, a, b);
}

ExprValue
expr_graph_binary (ExprGraph *graph, ExprOp op, ExprValue a, ExprValue b)
{
  double x, y;

  if (a == EXPR_NO_VALUE || b == EXPR_NO_VALUE)
    return EXPR_NO_VALUE;
  if (expr_graph_is_constant (graph, a, &x) && expr_graph_is_constant (graph, b, &y))
    return expr_graph_constant (graph, op == EXPR_OP_POW ? expr_power_eval (x, y) : expr_op_eval (op, x, y, 0));
  if (graph->lowered)
    return (expr_op_info[op].properties & EXPR_OP_IS_COMMUTATIVE) ? ordered (graph, op, a, b) : binary (graph, op, a, b);
  switch (op)
    {
    case EXPR_OP_ADD: return add (graph, a, b);
    case EXPR_OP_SUB: return subtract (graph, a, b);
    case EXPR_OP_MUL: return multiply (graph, a, b);
    case EXPR_OP_DIV: return divide (graph, a, b);
    case EXPR_OP_POW: return power (graph, a, b);
    case EXPR_OP_AND:
    case EXPR_OP_OR: return logical (graph, op, a, b);
    case EXPR_OP_MIN:
    case EXPR_OP_MAX: return a == b ? a : binary (graph, op, a, b);
    default:
      return (expr_op_info[op].properties & EXPR_OP_IS_COMMUTATIVE) ? ordered (graph, op, a, b)
                                                                    : binary (graph, op, a, b);
    }
}

ExprValue
expr_graph_select (ExprGraph *graph, ExprValue condition, ExprValue a, ExprValue b)
{
  double known;

  if (condition == EXPR_NO_VALUE || a == EXPR_NO_VALUE || b == EXPR_NO_VALUE)
    return EXPR_NO_VALUE;
  if (expr_graph_is_constant (graph, condition, &known))
    return known != 0 ? a : b;
  if (a == b)
    return a;
  if (op_of (graph, condition) == EXPR_OP_NOT)
    return expr_graph_select (graph, operand (graph, condition, 0), b, a);
  return expr_graph_intern (graph, EXPR_OP_SELECT, condition, a, b, 0);
}
