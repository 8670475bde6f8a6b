/* Finds switches, and copies values to a graph in which the sides of the switches are inputs.
 *
 * With s = sign (g) as input, the operations become
 *
 *   a < b, a <= b, a == b, a != b    s < 0, s <= 0, s == 0, s != 0      g = a − b
 *   sign (u), step (u)               s, step (s)                        g = u
 *   abs (u)                          −u if s < 0, u if s ≥ 0            g = u
 *   min (a, b), max (a, b)           a if s ≤ 0 (min) or s > 0 (max)    g = a − b
 *   if c, and, or, not of a number   s != 0 in place of the number      g = c
 *
 * and with an integer n as input
 *
 *   floor (u), ceil (u), round (u)   n                                  g = u
 *   mod (a, b)                       a − b n                            g = a/b, n = floor (g)
 *
 * Operands are copied before the operations that use them, so a switch function contains the sides of the conditions in it. It is therefore
 * smooth while these sides do not change, also if conditions are nested. */
#include "expr-switches.h"

#include <math.h>

#include "expr-graph-private.h"

/* Inputs of which a value of the new graph is a function, besides those that change rarely. */
enum
{
  USES_TIME = 1 << 0,
  USES_STATES = 1 << 1
};

typedef struct
{
  ExprGraph *graph; /* the new graph */
  GArray *switches; /* ExprSwitch */
  GByteArray *uses; /* USES_… of the values of the new graph */
  int input_t, n_inputs;
} Copy;

static guint8
uses (Copy *copy, ExprValue value)
{
  while (copy->uses->len <= (guint) value)
    {
      const ExprNode *node = expr_graph_node (copy->graph, (ExprValue) copy->uses->len);
      guint8 all = 0;

      if (node->op == EXPR_OP_INPUT && node->operands[0] >= copy->input_t && node->operands[0] < copy->n_inputs)
        all = node->operands[0] == copy->input_t ? USES_TIME : USES_STATES;
      for (int k = 0; k < expr_node_n_values (node); k++)
        all |= copy->uses->data[node->operands[k]];
      g_byte_array_append (copy->uses, &all, 1);
    }
  return copy->uses->data[value];
}

/* Returns the input that is the side of the switch with the function g. The switch is added if it is new. The operands of a difference are
 * ordered, so that a < b and b < a have the same switch function. */
static ExprValue
side (Copy *copy, ExprSwitchKind kind, ExprValue g)
{
  guint at = 0;

  if (uses (copy, g) == 0)
    {
      const ExprOp ops[] = { EXPR_OP_SIGN, EXPR_OP_FLOOR, EXPR_OP_CEIL, EXPR_OP_ROUND };
      return expr_graph_unary (copy->graph, ops[kind], g);
    }
  if (kind == EXPR_SWITCH_SIGN)
    {
      const ExprNode node = *expr_graph_node (copy->graph, g);
      ExprValue opposite = node.operands[0];

      if (node.op == EXPR_OP_SUB && node.operands[0] > node.operands[1])
        opposite = expr_graph_binary (copy->graph, EXPR_OP_SUB, node.operands[1], node.operands[0]);
      else if (node.op != EXPR_OP_NEG)
        opposite = EXPR_NO_VALUE;
      if (opposite != EXPR_NO_VALUE)
        return expr_graph_unary (copy->graph, EXPR_OP_NEG, side (copy, kind, opposite));
    }
  for (; at < copy->switches->len; at++)
    {
      const ExprSwitch *known = &g_array_index (copy->switches, ExprSwitch, at);
      if (known->kind == kind && known->value == g)
        break;
    }
  if (at == copy->switches->len)
    {
      const ExprSwitch new = { kind, g, (uses (copy, g) & USES_STATES) != 0 };
      g_array_append_val (copy->switches, new);
    }
  return expr_graph_input (copy->graph, copy->n_inputs + (int) at);
}

static ExprValue
sign_of_difference (Copy *copy, ExprValue a, ExprValue b)
{
  return side (copy, EXPR_SWITCH_SIGN, expr_graph_binary (copy->graph, EXPR_OP_SUB, a, b));
}

static ExprValue
compare (Copy *copy, ExprOp op, ExprValue a, ExprValue b)
{
  return expr_graph_binary (copy->graph, op, a, b);
}

/* Returns `positive` if s > 0, `other` if s ≤ 0, and NaN if s is NaN, as the operation would be. */
static ExprValue
choose (Copy *copy, ExprValue s, ExprValue positive, ExprValue other)
{
  ExprValue zero = expr_graph_constant (copy->graph, 0);

  other = expr_graph_select (copy->graph, compare (copy, EXPR_OP_LE, s, zero), other, expr_graph_constant (copy->graph, NAN));
  return expr_graph_select (copy->graph, compare (copy, EXPR_OP_LT, zero, s), positive, other);
}

/* Returns the value of min (a, other) or max (a, other) on the side on which it is a. A limit such as max (0, d) stays in the value: d itself
 * would be negative beyond the corner, where a power of it may be undefined. */
static ExprValue
limited (Copy *copy, ExprOp op, ExprValue a, ExprValue other)
{
  double limit;

  return expr_graph_is_constant (copy->graph, other, &limit) ? expr_graph_binary (copy->graph, op, a, other) : a;
}

/* Returns the truth of a number that is used as a condition. */
static ExprValue
truth (Copy *copy, ExprValue a)
{
  if (uses (copy, a) == 0)
    return a;
  return compare (copy, EXPR_OP_NE, side (copy, EXPR_SWITCH_SIGN, a), expr_graph_constant (copy->graph, 0));
}

/* Returns a node with operands of the new graph, in which a switch is replaced. */
static ExprValue
replace (Copy *copy, ExprOp op, ExprValue a, ExprValue b, ExprValue c)
{
  ExprGraph *graph = copy->graph;
  ExprValue zero = expr_graph_constant (graph, 0), s, first, second;

  switch (op)
    {
    case EXPR_OP_LT:
    case EXPR_OP_LE:
    case EXPR_OP_EQ:
    case EXPR_OP_NE:
      return compare (copy, op, sign_of_difference (copy, a, b), zero);
    case EXPR_OP_MIN:
    case EXPR_OP_MAX:
      s = sign_of_difference (copy, a, b);
      first = limited (copy, op, a, b);
      second = limited (copy, op, b, a);
      return op == EXPR_OP_MIN ? choose (copy, s, second, first) : choose (copy, s, first, second);
    case EXPR_OP_ABS:
      s = side (copy, EXPR_SWITCH_SIGN, a);
      return choose (copy, expr_graph_unary (graph, EXPR_OP_NEG, s), expr_graph_unary (graph, EXPR_OP_NEG, a), a);
    case EXPR_OP_SIGN:
      return side (copy, EXPR_SWITCH_SIGN, a);
    case EXPR_OP_STEP:
      return expr_graph_unary (graph, EXPR_OP_STEP, side (copy, EXPR_SWITCH_SIGN, a));
    case EXPR_OP_FLOOR:
      return side (copy, EXPR_SWITCH_FLOOR, a);
    case EXPR_OP_CEIL:
      return side (copy, EXPR_SWITCH_CEIL, a);
    case EXPR_OP_ROUND:
      return side (copy, EXPR_SWITCH_ROUND, a);
    case EXPR_OP_MOD:
      s = side (copy, EXPR_SWITCH_FLOOR, expr_graph_binary (graph, EXPR_OP_DIV, a, b));
      return expr_graph_binary (graph, EXPR_OP_SUB, a, expr_graph_binary (graph, EXPR_OP_MUL, b, s));
    case EXPR_OP_NOT:
      return expr_graph_unary (graph, op, truth (copy, a));
    case EXPR_OP_AND:
    case EXPR_OP_OR:
      return expr_graph_binary (graph, op, truth (copy, a), truth (copy, b));
    case EXPR_OP_SELECT:
      return expr_graph_select (graph, truth (copy, a), b, c);
    default:
      {
        const ExprValue operands[] = { a, b, c };
        return expr_graph_operation (graph, op, operands);
      }
    }
}

/* Returns whether an operation has branches that depend on the given number of its first operands. */
static int
n_branching (ExprOp op)
{
  switch (op)
    {
    case EXPR_OP_LT:
    case EXPR_OP_LE:
    case EXPR_OP_EQ:
    case EXPR_OP_NE:
    case EXPR_OP_MIN:
    case EXPR_OP_MAX:
    case EXPR_OP_MOD:
    case EXPR_OP_AND:
    case EXPR_OP_OR:
      return 2;
    case EXPR_OP_ABS:
    case EXPR_OP_SIGN:
    case EXPR_OP_STEP:
    case EXPR_OP_FLOOR:
    case EXPR_OP_CEIL:
    case EXPR_OP_ROUND:
    case EXPR_OP_NOT:
    case EXPR_OP_SELECT:
      return 1;
    default:
      return 0;
    }
}

/* Returns whether there is an operation that may be a switch. Values of most models have none, and are then not copied. */
static gboolean
any_branches (const ExprGraph *graph, const GArray *values, int input_t)
{
  for (guint at = 0; at < values->len; at++)
    {
      const ExprNode *node = expr_graph_node (graph, g_array_index (values, ExprValue, at));

      for (int k = 0; k < n_branching (node->op); k++)
        if (expr_graph_node (graph, node->operands[k])->last_input >= input_t)
          return TRUE;
    }
  return FALSE;
}

static ExprValue
copy_node (Copy *copy, const ExprGraph *from, const ExprNode *node, const ExprValue *copies)
{
  ExprValue operands[3] = { -1, -1, -1 };
  guint8 used = 0;

  if (node->op == EXPR_OP_CONSTANT)
    return expr_graph_constant (copy->graph, node->constant);
  if (node->op == EXPR_OP_INPUT)
    return expr_graph_input (copy->graph, node->operands[0]);
  for (int k = 0; k < expr_node_n_values (node); k++)
    operands[k] = copies[node->operands[k]];
  if (node->op == EXPR_OP_TABLE)
    return expr_graph_table (copy->graph, g_ptr_array_index (from->tables, node->operands[1]), node->operands[2], operands[0]);
  for (int k = 0; k < n_branching (node->op); k++)
    used |= uses (copy, operands[k]);
  return used != 0 ? replace (copy, node->op, operands[0], operands[1], operands[2])
                   : expr_graph_operation (copy->graph, node->op, operands);
}

ExprSwitches *
expr_switches_new (const ExprGraph *graph, const ExprValue *outputs, int n_outputs, int input_t, int n_inputs)
{
  g_autoptr (GArray) values = expr_graph_reachable (graph, outputs, n_outputs);
  g_autofree ExprValue *copies = NULL;
  ExprSwitches *switches;
  Copy copy = { .input_t = input_t, .n_inputs = n_inputs };

  if (!any_branches (graph, values, input_t))
    return NULL;
  copies = g_new (ExprValue, graph->n_nodes + 1);
  copy.graph = expr_graph_new ();
  copy.graph->sided = TRUE;
  copy.switches = g_array_new (FALSE, FALSE, sizeof (ExprSwitch));
  copy.uses = g_byte_array_new ();
  for (guint at = 0; at < values->len; at++)
    {
      ExprValue value = g_array_index (values, ExprValue, at);

      copies[value] = copy_node (&copy, graph, expr_graph_node (graph, value), copies);
    }
  switches = g_new0 (ExprSwitches, 1);
  switches->graph = copy.graph;
  switches->n_switches = (int) copy.switches->len;
  switches->switches = (ExprSwitch *) (gpointer) g_array_free (copy.switches, FALSE);
  switches->outputs = g_new (ExprValue, n_outputs + 1);
  for (int k = 0; k < n_outputs; k++)
    switches->outputs[k] = copies[outputs[k]];
  g_byte_array_unref (copy.uses);
  if (switches->n_switches == 0)
    g_clear_pointer (&switches, expr_switches_free);
  return switches;
}

void
expr_switches_free (ExprSwitches *switches)
{
  if (switches == NULL)
    return;
  g_clear_pointer (&switches->graph, expr_graph_free);
  g_free (switches->switches);
  g_free (switches->outputs);
  g_free (switches);
}

double
expr_switch_side (ExprSwitchKind kind, double g)
{
  switch (kind)
    {
    case EXPR_SWITCH_FLOOR:
      return floor (g);
    case EXPR_SWITCH_CEIL:
      return ceil (g);
    case EXPR_SWITCH_ROUND:
      return round (g);
    default:
      return expr_sign (g);
    }
}

gboolean
expr_switch_left (ExprSwitchKind kind, double side, double g, double *level, double *next)
{
  /* The values of g with this side lie between `low` and `high`. */
  double low = kind == EXPR_SWITCH_CEIL ? side - 1 : kind == EXPR_SWITCH_ROUND ? side - 0.5 : side;
  double high = low + 1, now = expr_switch_side (kind, g);

  if (now == side || isnan (g) || isnan (side))
    return FALSE;
  if (kind == EXPR_SWITCH_SIGN)
    {
      *level = 0;
      *next = g > 0 ? 1 : -1;
      /* A function that is exactly 0 at one point keeps its side, because a crossing needs a change of sign. */
      return g != 0;
    }
  *level = now > side ? high : low;
  *next = now > side ? side + 1 : side - 1;
  return g != *level;
}
