/* Writes values as quotients, beginning with the operands. Only sums, products, quotients and integer powers are converted; every other
 * node is its numerator, with the denominator 1. */
#include "expr-fraction.h"

#include "expr-graph-private.h"

#include <math.h>

typedef struct
{
  ExprValue over, under;
} Fraction;

typedef struct
{
  ExprGraph *graph;
  GHashTable *found; /* map from value to index into fractions, plus 1 */
  GArray *fractions; /* of Fraction */
  const int *inputs;
  int n_inputs;
  ExprValue one;
} Search;

static Fraction
fraction_of (const Search *search, ExprValue value)
{
  gpointer index = g_hash_table_lookup (search->found, GINT_TO_POINTER (value));

  return g_array_index (search->fractions, Fraction, GPOINTER_TO_INT (index) - 1);
}

static ExprValue
apply (const Search *search, ExprOp op, ExprValue a, ExprValue b)
{
  return expr_graph_binary (search->graph, op, a, b);
}

static Fraction
add (const Search *search, ExprOp op, Fraction a, Fraction b)
{
  ExprValue left, right;

  if (a.under == b.under)
    return (Fraction) { apply (search, op, a.over, b.over), a.under };
  left = apply (search, EXPR_OP_MUL, a.over, b.under);
  right = apply (search, EXPR_OP_MUL, b.over, a.under);
  return (Fraction) { apply (search, op, left, right), apply (search, EXPR_OP_MUL, a.under, b.under) };
}

/* Raises a quotient to a constant integer power. Other powers are not converted. */
static Fraction
power (const Search *search, ExprValue value, Fraction a, ExprValue exponent)
{
  double number;
  ExprValue size;

  if (!expr_graph_is_constant (search->graph, exponent, &number) || number != floor (number) || number == 0)
    return (Fraction) { value, search->one };
  size = expr_graph_constant (search->graph, fabs (number));
  if (number < 0)
    a = (Fraction) { a.under, a.over };
  return (Fraction) { apply (search, EXPR_OP_POW, a.over, size), apply (search, EXPR_OP_POW, a.under, size) };
}

/* Returns TRUE only if a value certainly depends on none of the inputs. */
static gboolean
is_free (const Search *search, ExprValue value)
{
  const ExprNode *node = expr_graph_node (search->graph, value);

  for (int k = 0; k < search->n_inputs; k++)
    if (search->inputs[k] >= node->first_input && search->inputs[k] <= node->last_input)
      return FALSE;
  return TRUE;
}

static Fraction
take_apart (const Search *search, ExprValue value)
{
  ExprNode node = *expr_graph_node (search->graph, value);
  Fraction a, b;

  switch (node.op)
    {
    case EXPR_OP_NEG:
      a = fraction_of (search, node.operands[0]);
      return (Fraction) { expr_graph_unary (search->graph, EXPR_OP_NEG, a.over), a.under };
    case EXPR_OP_ADD:
    case EXPR_OP_SUB:
      return add (search, node.op, fraction_of (search, node.operands[0]), fraction_of (search, node.operands[1]));
    case EXPR_OP_MUL:
    case EXPR_OP_DIV:
      a = fraction_of (search, node.operands[0]);
      b = fraction_of (search, node.operands[1]);
      if (node.op == EXPR_OP_DIV && is_free (search, node.operands[1]))
        return (Fraction) { apply (search, EXPR_OP_DIV, a.over, node.operands[1]), a.under };
      if (node.op == EXPR_OP_DIV)
        b = (Fraction) { b.under, b.over };
      return (Fraction) { apply (search, EXPR_OP_MUL, a.over, b.over), apply (search, EXPR_OP_MUL, a.under, b.under) };
    case EXPR_OP_POW:
      return power (search, value, fraction_of (search, node.operands[0]), node.operands[1]);
    default:
      return (Fraction) { value, search->one };
    }
}

void
expr_graph_fraction (ExprGraph *graph, ExprValue value, const int *inputs, int n_inputs, ExprValue *numerator, ExprValue *denominator)
{
  g_autoptr (GArray) values = expr_graph_reachable (graph, &value, 1);
  g_autoptr (GHashTable) found = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) fractions = g_array_new (FALSE, FALSE, sizeof (Fraction));
  Search search = { graph, found, fractions, inputs, n_inputs, expr_graph_constant (graph, 1) };
  Fraction result;

  for (guint at = 0; at < values->len; at++)
    {
      ExprValue part = g_array_index (values, ExprValue, at);
      Fraction fraction
          = is_free (&search, part) ? (Fraction) { part, search.one } : take_apart (&search, part);

      g_array_append_val (fractions, fraction);
      g_hash_table_insert (found, GINT_TO_POINTER (part), GINT_TO_POINTER ((int) fractions->len));
    }
  result = fraction_of (&search, value);
  *numerator = result.over;
  *denominator = result.under;
}
