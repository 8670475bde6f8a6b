/* With its jumping operations replaced by constants ("frozen"), an expression is smooth up to and beyond the point of a jump. The
 * right-hand side of a hybrid system is evaluated so between two events (Park and Barton, ACM Trans. Model. Comput. Simul. 6 (1996) 137,
 * discontinuity locking). */
#include "expr-freeze.h"

#include <math.h>

#include "expr-graph-private.h"

/* Sets *kind and *argument of an operation that jumps or has a kink. operands[] replace those of the node. Returns FALSE for other
 * operations. */
static gboolean
describe (ExprGraph *graph, const ExprNode *node, const ExprValue *operands, ExprJumpKind *kind, ExprValue *argument)
{
  static const struct
  {
    ExprOp op;
    ExprJumpKind kind;
  } kinds[] = {
    { EXPR_OP_LT, EXPR_JUMP_BELOW },    { EXPR_OP_LE, EXPR_JUMP_NOT_ABOVE }, { EXPR_OP_SIGN, EXPR_JUMP_SIGN },
    { EXPR_OP_STEP, EXPR_JUMP_STEP },   { EXPR_OP_FLOOR, EXPR_JUMP_FLOOR },  { EXPR_OP_CEIL, EXPR_JUMP_CEIL },
    { EXPR_OP_ROUND, EXPR_JUMP_ROUND }, { EXPR_OP_MOD, EXPR_JUMP_FLOOR },    { EXPR_OP_ABS, EXPR_JUMP_KINK },
    { EXPR_OP_MIN, EXPR_JUMP_KINK },    { EXPR_OP_MAX, EXPR_JUMP_KINK },
  };

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    if (kinds[k].op == node->op)
      {
        ExprOp difference = node->op == EXPR_OP_MOD ? EXPR_OP_DIV : EXPR_OP_SUB;

        *kind = kinds[k].kind;
        *argument = expr_node_n_values (node) == 1 ? operands[0] : expr_graph_binary (graph, difference, operands[0], operands[1]);
        return TRUE;
      }
  return FALSE;
}

static gboolean
is_fast (const ExprNode *node, int first_fast)
{
  return node->first_input <= node->last_input && node->last_input >= first_fast;
}

/* Returns the input of the jumping operation `old`, and adds it to `jumps` if it is new. */
static ExprValue
mode_of (ExprGraph *graph, ExprValue old, ExprJump jump, int first_mode, GHashTable *modes, GArray *jumps)
{
  int k = GPOINTER_TO_INT (g_hash_table_lookup (modes, GINT_TO_POINTER (old)));

  if (k == 0)
    {
      g_array_append_val (jumps, jump);
      k = (int)jumps->len;
      g_hash_table_insert (modes, GINT_TO_POINTER (old), GINT_TO_POINTER (k));
    }
  return expr_graph_input (graph, first_mode + k - 1);
}

/* Returns an operation with a kink as a choice of its two smooth branches; below is 1 if the argument is negative, else 0. */
static ExprValue
branches (ExprGraph *graph, ExprOp op, ExprValue below, const ExprValue *operands)
{
  if (op == EXPR_OP_ABS)
    return expr_graph_select (graph, below, expr_graph_unary (graph, EXPR_OP_NEG, operands[0]), operands[0]);
  return op == EXPR_OP_MIN ? expr_graph_select (graph, below, operands[0], operands[1])
                           : expr_graph_select (graph, below, operands[1], operands[0]);
}

static ExprValue
freeze (ExprGraph *graph, ExprValue value, int owner, gboolean kinks, int first_fast, int first_mode, GHashTable *modes, GArray *jumps)
{
  g_autoptr (GArray) values = expr_graph_reachable (graph, &value, 1);
  g_autoptr (GHashTable) mapped = g_hash_table_new (NULL, NULL);
  ExprValue result = value;

  for (guint at = 0; at < values->len; at++)
    {
      ExprValue old = g_array_index (values, ExprValue, at), operands[3] = { -1, -1, -1 };
      ExprNode node = *expr_graph_node (graph, old);
      ExprJump jump = { .owner = owner };
      gboolean changed = FALSE;

      result = old;
      for (int k = 0; k < expr_node_n_values (&node); k++)
        {
          operands[k] = GPOINTER_TO_INT (g_hash_table_lookup (mapped, GINT_TO_POINTER (node.operands[k])));
          changed |= operands[k] != node.operands[k];
        }
      if (is_fast (&node, first_fast) && describe (graph, &node, operands, &jump.kind, &jump.argument)
          && (kinks || jump.kind != EXPR_JUMP_KINK))
        {
          result = mode_of (graph, old, jump, first_mode, modes, jumps);
          if (jump.kind == EXPR_JUMP_KINK)
            result = branches (graph, node.op, result, operands);
          if (node.op == EXPR_OP_MOD)
            result = expr_graph_binary (graph, EXPR_OP_SUB, operands[0], expr_graph_binary (graph, EXPR_OP_MUL, operands[1], result));
        }
      else if (changed && node.op == EXPR_OP_TABLE)
        result = expr_graph_table (graph, g_ptr_array_index (graph->tables, node.operands[1]), node.operands[2], operands[0]);
      else if (changed)
        result = expr_graph_operation (graph, node.op, operands);
      g_hash_table_insert (mapped, GINT_TO_POINTER (old), GINT_TO_POINTER (result));
    }
  return result;
}

void
expr_graph_freeze (
    ExprGraph *graph, ExprValue *values, int n, gboolean kinks, int first_fast, int first_mode, GHashTable *modes, GArray *jumps)
{
  for (int i = 0; i < n; i++)
    values[i] = freeze (graph, values[i], i, kinks, first_fast, first_mode, modes, jumps);
}

void
expr_graph_find_jumps (ExprGraph *graph, const ExprValue *values, int n, GArray *jumps)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (int i = 0; i < n; i++)
    {
      g_autoptr (GArray) found = expr_graph_reachable (graph, &values[i], 1);

      for (guint at = 0; at < found->len; at++)
        {
          ExprValue value = g_array_index (found, ExprValue, at);
          ExprNode node = *expr_graph_node (graph, value);
          ExprJump jump = { .owner = i };

          if (node.op != EXPR_OP_MOD && describe (graph, &node, node.operands, &jump.kind, &jump.argument)
              && !expr_graph_is_constant (graph, jump.argument, NULL) && g_hash_table_add (seen, GINT_TO_POINTER (value)))
            g_array_append_val (jumps, jump);
        }
    }
}

double
expr_jump_value (ExprJumpKind kind, double argument)
{
  switch (kind)
    {
    case EXPR_JUMP_BELOW:
    case EXPR_JUMP_KINK:
      return argument < 0;
    case EXPR_JUMP_NOT_ABOVE:
      return argument <= 0;
    case EXPR_JUMP_SIGN:
      return expr_sign (argument);
    case EXPR_JUMP_STEP:
      return expr_step (argument);
    case EXPR_JUMP_FLOOR:
      return floor (argument);
    case EXPR_JUMP_CEIL:
      return ceil (argument);
    case EXPR_JUMP_ROUND:
      return round (argument);
    default:
      return 0;
    }
}

double
expr_jump_witness (ExprJumpKind kind, double argument)
{
  if (kind == EXPR_JUMP_FLOOR || kind == EXPR_JUMP_CEIL)
    return sin (G_PI * argument) / G_PI;
  return kind == EXPR_JUMP_ROUND ? cos (G_PI * argument) / G_PI : argument;
}

double
expr_jump_distance (ExprJumpKind kind, double argument)
{
  if (kind == EXPR_JUMP_FLOOR || kind == EXPR_JUMP_CEIL)
    return argument - round (argument);
  return kind == EXPR_JUMP_ROUND ? argument - (floor (argument) + 0.5) : argument;
}

double
expr_jump_beside (ExprJumpKind kind, double argument, gboolean above)
{
  switch (kind)
    {
    case EXPR_JUMP_BELOW:
    case EXPR_JUMP_KINK:
    case EXPR_JUMP_NOT_ABOVE:
      return !above;
    case EXPR_JUMP_SIGN:
      return above ? 1 : -1;
    case EXPR_JUMP_STEP:
      return above;
    case EXPR_JUMP_FLOOR:
      return round (argument) - !above;
    case EXPR_JUMP_CEIL:
      return round (argument) + above;
    case EXPR_JUMP_ROUND:
      return floor (argument) + above;
    default:
      return 0;
    }
}
