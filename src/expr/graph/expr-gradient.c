/* Computes all derivatives of one value in reverse mode (Griewank and Walther, Evaluating
 * Derivatives, 2nd ed., SIAM 2008, section 3.2). The adjoint of an intermediate value v is ∂
 * result/∂ v. In the order from the result to the inputs, each value adds its contribution to the adjoints
 * of its operands,
 *     adjoint (operand) += adjoint (value) · ∂ value/∂ operand.
 *
 * Reverse mode needs one pass for any number of inputs, whereas forward mode needs one pass for
 * each input: if each of n rows contains a sum over all n elements of an array, the cost
 * is n² instead of n³ operations. */
#include "expr-graph-private.h"
#include "expr-look.h"

/* Returns whether all operands are defined whenever the value is. If not, reverse mode must not be used, because it would multiply
 * undefined values by 0, for example in a branch that is not taken or for the logarithm of a base that is 0. Forward differentiation can
 * select whole derivatives instead. */
static gboolean
is_safe (const ExprGraph *graph, const ExprNode *node)
{
  switch (node->op)
    {
    case EXPR_OP_SELECT:
    case EXPR_OP_MIN:
    case EXPR_OP_MAX:
      return FALSE;
    case EXPR_OP_POW:
      return expr_graph_is_constant (graph, node->operands[1], NULL);
    default:
      return TRUE;
    }
}

gboolean
expr_graph_gradient (ExprGraph *graph, ExprValue value, int first_input, int n_inputs, ExprValue *gradient)
{
  g_autoptr (GArray) values = expr_graph_reachable_watched (graph, &value, 1);
  g_autofree ExprValue *adjoints = NULL;
  g_autoptr (GHashTable) places = NULL;
  ExprValue zero;

  if (values == NULL)
    return FALSE;
  for (guint at = 0; at < values->len; at++)
    if (!is_safe (graph, expr_graph_node (graph, g_array_index (values, ExprValue, at))))
      return FALSE;

  zero = expr_graph_constant (graph, 0);
  adjoints = g_new (ExprValue, values->len);
  places = g_hash_table_new (NULL, NULL);
  for (guint at = 0; at < values->len; at++)
    {
      adjoints[at] = zero;
      g_hash_table_insert (places, GINT_TO_POINTER (g_array_index (values, ExprValue, at)), GUINT_TO_POINTER (at));
    }
  for (int k = 0; k < n_inputs; k++)
    gradient[k] = zero;
  adjoints[values->len - 1] = expr_graph_constant (graph, 1);
  for (int at = (int) values->len - 1; at >= 0; at--)
    {
      ExprValue one = g_array_index (values, ExprValue, at);
      ExprNode node = *expr_graph_node (graph, one); /* a copy, because the array moves when nodes are added */

      if (!expr_look_at ((gsize) at))
        return FALSE;
      if (node.last_input < first_input || node.first_input >= first_input + n_inputs || adjoints[at] == zero)
        continue;
      if (node.op == EXPR_OP_INPUT)
        gradient[node.operands[0] - first_input] = adjoints[at];
      for (int k = 0; k < expr_node_n_values (&node); k++)
        {
          guint place = GPOINTER_TO_UINT (g_hash_table_lookup (places, GINT_TO_POINTER (node.operands[k])));
          adjoints[place] = expr_graph_add_partial (graph, adjoints[place], adjoints[at], one, k);
        }
    }
  return TRUE;
}
