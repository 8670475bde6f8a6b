/* Prepares a graph for compilation (lowering): powers with constant exponents become multiplications.
 *
 * For integers n ≤ 8 the left-to-right binary method is used (Knuth, The Art of Computer Programming, vol. 2, 3rd ed., 1998, section
 * 4.6.3): x^(2k) = (x^k)², x^(2k+1) = x^(2k)·x, at most four multiplications. If the exponent is a multiple of 1/2 but no integer, the
 * result is multiplied by √x; if it is negative, 1 is divided by the result. Equal values are stored once in the graph, so x² inside x⁴ is
 * computed once. Exponents above 8 remain calls of pow, which is then faster and more accurate (expr_power_is_unrolled).
 *
 * The order of multiplications is that of expr_power_eval, so that constant folding and both back ends have the same rounding errors. */
#include "expr-code.h"
#include "expr-look.h"

static ExprValue
product (ExprGraph *graph, ExprValue a, ExprValue b)
{
  return expr_graph_binary (graph, EXPR_OP_MUL, a, b);
}

/* Expands x^n with the same rounding errors as expr_power_eval: x²=x·x, x³=x²·x, x⁴=x²·x²,
 * x⁵=x⁴·x, x⁶=x³·x³, x⁷=x⁶·x, x⁸=x⁴·x⁴. */
static ExprValue
whole_power (ExprGraph *graph, ExprValue x, int n)
{
  if (n == 1)
    return x;
  if (n % 2 == 1)
    return product (graph, whole_power (graph, x, n - 1), x);
  ExprValue half = whole_power (graph, x, n / 2);
  return product (graph, half, half);
}

static ExprValue
constant_power (ExprGraph *graph, ExprValue x, double exponent)
{
  double magnitude = fabs (exponent);
  int whole = (int) magnitude;
  ExprValue result = EXPR_NO_VALUE;

  if (whole > 0)
    result = whole_power (graph, x, whole);
  if (magnitude != whole)
    {
      ExprValue root = expr_graph_unary (graph, EXPR_OP_SQRT, x);
      result = result == EXPR_NO_VALUE ? root : product (graph, result, root);
    }
  return exponent < 0 ? expr_graph_binary (graph, EXPR_OP_DIV, expr_graph_constant (graph, 1), result) : result;
}

static ExprValue
lower_node (ExprGraph *lowered, const ExprGraph *graph, const ExprNode *node, const ExprValue *operands)
{
  double exponent;

  switch (node->op)
    {
    case EXPR_OP_CONSTANT:
      return expr_graph_constant (lowered, node->constant);
    case EXPR_OP_INPUT:
      return expr_graph_input (lowered, node->operands[0]);
    case EXPR_OP_TABLE:
      return expr_graph_table (lowered, g_ptr_array_index (graph->tables, node->operands[1]), node->operands[2],
                               operands[0]);
    case EXPR_OP_POW:
      if (expr_graph_is_constant (lowered, operands[1], &exponent) && expr_power_is_unrolled (exponent))
        return constant_power (lowered, operands[0], exponent);
      break;
    default:
      break;
    }
  return expr_graph_operation (lowered, node->op, operands);
}

ExprGraph *
expr_graph_lower (const ExprGraph *graph, const ExprValue *outputs, int n_outputs, ExprValue *lowered_outputs)
{
  g_autoptr (GArray) values = expr_graph_reachable_watched (graph, outputs, n_outputs);
  g_autofree ExprValue *mapped = g_new (ExprValue, graph->n_nodes + 1);
  ExprGraph *lowered;

  if (values == NULL)
    return NULL;
  lowered = expr_graph_new ();
  lowered->lowered = TRUE;
  expr_graph_reserve (lowered, (int) values->len);
  for (guint at = 0; at < values->len; at++)
    {
      ExprValue value = g_array_index (values, ExprValue, at), operands[3];
      const ExprNode *node = expr_graph_node (graph, value);

      if (!expr_look_at (at))
        {
          expr_graph_free (lowered);
          return NULL;
        }
      for (int k = 0; k < expr_node_n_values (node); k++)
        operands[k] = mapped[node->operands[k]];
      mapped[value] = lower_node (lowered, graph, node, operands);
    }
  for (int k = 0; k < n_outputs; k++)
    lowered_outputs[k] = mapped[outputs[k]];
  return lowered;
}
