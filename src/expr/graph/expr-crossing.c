/* Tells functions that cross zero from conditions and whole numbers, which jump over it or stay at it. */
#include <math.h>

#include "expr-graph-private.h"

/* Returns whether a value has only whole numbers as values, and *jumps is set if it is not constant. */
static gboolean
is_whole (const ExprGraph *graph, ExprValue value, gboolean *jumps)
{
  const ExprNode *node = expr_graph_node (graph, value);

  switch (node->op)
    {
    case EXPR_OP_CONSTANT:
      return node->constant == floor (node->constant);
    case EXPR_OP_FLOOR:
    case EXPR_OP_CEIL:
    case EXPR_OP_ROUND:
    case EXPR_OP_STEP:
    case EXPR_OP_LT:
    case EXPR_OP_LE:
    case EXPR_OP_EQ:
    case EXPR_OP_NE:
    case EXPR_OP_NOT:
    case EXPR_OP_AND:
    case EXPR_OP_OR:
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
      return is_whole (graph, value, &jumps) && jumps ? EXPR_CROSSING_WHOLE : EXPR_CROSSING_VALUE;
    }
}
