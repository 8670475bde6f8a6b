/* Tells functions that cross zero from conditions and whole numbers, which jump over it or stay at it. */
#include <math.h>

#include "expr-graph-private.h"

/* Largest number of values of an expression that are listed. */
#define MOST_VALUES 16

/* Returns whether the values of an operation are 0 and 1. */
static gboolean
is_condition (ExprOp op)
{
  switch (op)
    {
    case EXPR_OP_STEP:
    case EXPR_OP_LT:
    case EXPR_OP_LE:
    case EXPR_OP_EQ:
    case EXPR_OP_NE:
    case EXPR_OP_NOT:
    case EXPR_OP_AND:
    case EXPR_OP_OR:
      return TRUE;
    default:
      return FALSE;
    }
}

/* Returns whether a value has only whole numbers as values, and *jumps is set if it is not constant. */
static gboolean
is_whole (const ExprGraph *graph, ExprValue value, gboolean *jumps)
{
  const ExprNode *node = expr_graph_node (graph, value);

  if (is_condition (node->op))
    {
      *jumps = TRUE;
      return TRUE;
    }
  switch (node->op)
    {
    case EXPR_OP_CONSTANT:
      return node->constant == floor (node->constant);
    case EXPR_OP_FLOOR:
    case EXPR_OP_CEIL:
    case EXPR_OP_ROUND:
      *jumps = TRUE;
      return TRUE;
    case EXPR_OP_NEG:
    case EXPR_OP_ABS:
      return is_whole (graph, node->operands[0], jumps);
    case EXPR_OP_ADD:
    case EXPR_OP_SUB:
    case EXPR_OP_MUL:
      return is_whole (graph, node->operands[0], jumps) && is_whole (graph, node->operands[1], jumps);
    default:
      return FALSE;
    }
}

static void
add_value (double *values, int *n, double value)
{
  for (int k = 0; k < *n; k++)
    if (values[k] == value)
      return;
  if (*n <= MOST_VALUES)
    values[(*n)++] = value;
}

static double
combine (ExprOp op, double a, double b)
{
  switch (op)
    {
    case EXPR_OP_ADD: return a + b;
    case EXPR_OP_SUB: return a - b;
    case EXPR_OP_MUL: return a * b;
    case EXPR_OP_MIN: return fmin (a, b);
    default: return fmax (a, b);
    }
}

/* Lists the values of an expression that has only a few, such as those of if (x > 1, 0.5, 0), in values[MOST_VALUES + 1]. Returns their number, or 0 if it
 * has others. */
static int
list_values (const ExprGraph *graph, ExprValue value, double *values)
{
  const ExprNode *node = expr_graph_node (graph, value);
  double left[MOST_VALUES + 1], right[MOST_VALUES + 1];
  int n = 0, n_left, n_right;

  if (is_condition (node->op))
    {
      add_value (values, &n, 0);
      add_value (values, &n, 1);
      return n;
    }
  switch (node->op)
    {
    case EXPR_OP_CONSTANT:
      add_value (values, &n, node->constant);
      return n;
    case EXPR_OP_SIGN:
      add_value (values, &n, -1);
      add_value (values, &n, 0);
      add_value (values, &n, 1);
      return n;
    case EXPR_OP_NEG:
    case EXPR_OP_ABS:
      n_left = list_values (graph, node->operands[0], left);
      for (int i = 0; i < n_left; i++)
        add_value (values, &n, node->op == EXPR_OP_ABS ? fabs (left[i]) : -left[i]);
      return n;
    case EXPR_OP_SELECT:
      n_left = list_values (graph, node->operands[1], left);
      n_right = list_values (graph, node->operands[2], right);
      for (int i = 0; i < n_left && n_right > 0; i++)
        add_value (values, &n, left[i]);
      for (int i = 0; i < n_right && n_left > 0; i++)
        add_value (values, &n, right[i]);
      break;
    case EXPR_OP_ADD:
    case EXPR_OP_SUB:
    case EXPR_OP_MUL:
    case EXPR_OP_MIN:
    case EXPR_OP_MAX:
      n_left = list_values (graph, node->operands[0], left);
      n_right = n_left > 0 ? list_values (graph, node->operands[1], right) : 0;
      for (int i = 0; i < n_left; i++)
        for (int j = 0; j < n_right; j++)
          add_value (values, &n, combine (node->op, left[i], right[j]));
      break;
    default:
      return 0;
    }
  return n <= MOST_VALUES ? n : 0;
}

/* Returns whether an expression has a few values, of which none is below zero or none above. */
static gboolean
has_one_sign (const ExprGraph *graph, ExprValue value)
{
  double values[MOST_VALUES + 1];
  int n = list_values (graph, value, values);
  gboolean below = FALSE, above = FALSE;

  for (int k = 0; k < n; k++)
    {
      below |= values[k] < 0;
      above |= values[k] > 0;
    }
  return n > 1 && !(below && above);
}

ExprCrossing
expr_graph_crossing (ExprGraph *graph, ExprValue value, ExprValue *difference)
{
  ExprNode node = *expr_graph_node (graph, value); /* a copy, because the array moves when nodes are added */
  ExprCrossing inner;
  gboolean jumps = FALSE;

  switch (node.op)
    {
    case EXPR_OP_LT: /* a > b is stored as b < a */
    case EXPR_OP_LE:
      *difference = expr_graph_binary (graph, EXPR_OP_SUB, node.operands[1], node.operands[0]);
      return EXPR_CROSSING_COMPARISON;
    case EXPR_OP_NOT:
      inner = expr_graph_crossing (graph, node.operands[0], difference);
      if (inner != EXPR_CROSSING_COMPARISON)
        return EXPR_CROSSING_LOGICAL;
      *difference = expr_graph_unary (graph, EXPR_OP_NEG, *difference);
      return inner;
    case EXPR_OP_EQ:
    case EXPR_OP_NE:
    case EXPR_OP_AND:
    case EXPR_OP_OR:
      return EXPR_CROSSING_LOGICAL;
    default:
      if (is_whole (graph, value, &jumps) && jumps)
        return EXPR_CROSSING_WHOLE;
      return has_one_sign (graph, value) ? EXPR_CROSSING_ONE_SIGN : EXPR_CROSSING_VALUE;
    }
}
