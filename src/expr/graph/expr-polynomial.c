/* Expands values as polynomials, beginning with the operands.
 *
 * A polynomial is a list of terms in graded lexicographic order (Cox, Little and
 * O'Shea, Ideals, Varieties, and Algorithms, 4th ed., Springer 2015, section
 * 2.2). The order is compatible with multiplication: a sorted list is still sorted
 * after a multiplication by one term. Therefore a sum is computed by merging two lists, and a product
 * by adding the multiples of one factor by each term of the other. Coefficients are values of the graph,
 * so that parameters remain symbols. */
#include "expr-polynomial.h"

#include "expr-graph-private.h"

#include <string.h>

/* The largest number of terms, which limits time and memory. It allows all
 * 8008 monomials of degree up to 10 in six variables. */
#define MAX_TERMS 10000

typedef struct
{
  ExprGraph *graph;
  const int *inputs;
  int n_inputs;
  int max_degree;
  GHashTable *found; /* map from value to ExprPolynomial; the map owns the polynomials */
} Expansion;

static ExprPolynomial *
polynomial_new (int n_inputs, int capacity)
{
  ExprPolynomial *polynomial = g_new0 (ExprPolynomial, 1);

  polynomial->n_inputs = n_inputs;
  polynomial->exponents = g_new0 (int, (gsize) MAX (capacity, 1) * (gsize) MAX (n_inputs, 1));
  polynomial->coefficients = g_new0 (ExprValue, MAX (capacity, 1));
  return polynomial;
}

void
expr_polynomial_free (ExprPolynomial *polynomial)
{
  if (polynomial == NULL)
    return;
  g_free (polynomial->exponents);
  g_free (polynomial->coefficients);
  g_free (polynomial);
}

static const int *
exponents_of (const ExprPolynomial *polynomial, int term)
{
  return polynomial->exponents + (gssize) term * polynomial->n_inputs;
}

static int
total_degree (const int *exponents, int n)
{
  int degree = 0;

  for (int k = 0; k < n; k++)
    degree += exponents[k];
  return degree;
}

/* Compares two monomials: by total degree, then by the first input whose exponents differ,
 * where higher exponents come first. */
static int
compare_monomials (const int *a, const int *b, int n)
{
  int difference = total_degree (a, n) - total_degree (b, n);

  for (int k = 0; difference == 0 && k < n; k++)
    difference = b[k] - a[k];
  return difference;
}

static void
append_term (ExprGraph *graph, ExprPolynomial *polynomial, const int *exponents, ExprValue coefficient)
{
  int n = polynomial->n_inputs;

  if (expr_graph_is_number (graph, coefficient, 0))
    return;
  if (n > 0)
    memcpy (polynomial->exponents + (gssize) polynomial->n_terms * n, exponents, (gsize) n * sizeof (int));
  polynomial->coefficients[polynomial->n_terms++] = coefficient;
  polynomial->degree = MAX (polynomial->degree, total_degree (exponents, n));
}

/* Returns a + sign·b by merging two sorted lists. */
static ExprPolynomial *
add (ExprGraph *graph, const ExprPolynomial *a, ExprOp op, const ExprPolynomial *b)
{
  ExprPolynomial *sum = polynomial_new (a->n_inputs, a->n_terms + b->n_terms);
  ExprValue zero = expr_graph_constant (graph, 0);
  int i = 0, j = 0;

  while (i < a->n_terms || j < b->n_terms)
    {
      int order = i == a->n_terms   ? 1
                  : j == b->n_terms ? -1
                                    : compare_monomials (exponents_of (a, i), exponents_of (b, j), a->n_inputs);
      ExprValue left = order <= 0 ? a->coefficients[i] : zero, right = order >= 0 ? b->coefficients[j] : zero;
      append_term (graph, sum, order <= 0 ? exponents_of (a, i) : exponents_of (b, j),
                   expr_graph_binary (graph, op, left, right));
      i += order <= 0;
      j += order >= 0;
    }
  return sum;
}

/* Applies op with the second operand `value` to every coefficient of a. */
static ExprPolynomial *
scale (ExprGraph *graph, const ExprPolynomial *a, ExprOp op, ExprValue value)
{
  ExprPolynomial *result = polynomial_new (a->n_inputs, a->n_terms);

  for (int i = 0; i < a->n_terms; i++)
    append_term (graph, result, exponents_of (a, i), expr_graph_binary (graph, op, a->coefficients[i], value));
  return result;
}

/* Returns a·b, or NULL if the degree or the number of terms is too large. */
static ExprPolynomial *
multiply (Expansion *expansion, const ExprPolynomial *a, const ExprPolynomial *b)
{
  ExprPolynomial *product = polynomial_new (a->n_inputs, 0);
  g_autofree int *exponents = g_new0 (int, a->n_inputs + 1);

  if (a->n_terms > 0 && b->n_terms > 0 && a->degree + b->degree > expansion->max_degree)
    {
      expr_polynomial_free (product);
      return NULL;
    }
  for (int i = 0; i < a->n_terms && product != NULL; i++)
    {
      ExprPolynomial *row = polynomial_new (a->n_inputs, b->n_terms), *sum;
      for (int j = 0; j < b->n_terms; j++)
        {
          for (int k = 0; k < a->n_inputs; k++)
            exponents[k] = exponents_of (a, i)[k] + exponents_of (b, j)[k];
          append_term (expansion->graph, row, exponents,
                       expr_graph_binary (expansion->graph, EXPR_OP_MUL, a->coefficients[i], b->coefficients[j]));
        }
      sum = add (expansion->graph, product, EXPR_OP_ADD, row);
      expr_polynomial_free (product);
      expr_polynomial_free (row);
      product = sum;
      if (product->n_terms > MAX_TERMS)
        g_clear_pointer (&product, expr_polynomial_free);
    }
  return product;
}

/* Returns base^exponent, or NULL if it is not a polynomial. It is computed
 * by repeated multiplication, which for sparse polynomials needs fewer operations than
 * squaring (Fateman, SIAM J. Comput. 3 (1974) 196). */
static ExprPolynomial *
power_of (Expansion *expansion, const ExprPolynomial *base, double exponent)
{
  ExprPolynomial *power;

  if (exponent != floor (exponent) || exponent < 1 || base->degree * exponent > expansion->max_degree)
    return NULL;
  power = scale (expansion->graph, base, EXPR_OP_MUL, expr_graph_constant (expansion->graph, 1));
  for (int k = 1; k < exponent && power != NULL; k++)
    {
      ExprPolynomial *next = multiply (expansion, power, base);
      expr_polynomial_free (power);
      power = next;
    }
  return power;
}

/* Returns the polynomial of a value that does not depend on the inputs. */
static ExprPolynomial *
constant_polynomial (Expansion *expansion, ExprValue value)
{
  ExprPolynomial *polynomial = polynomial_new (expansion->n_inputs, 1);

  append_term (expansion->graph, polynomial, polynomial->exponents, value);
  return polynomial;
}

static gboolean
is_free (const ExprPolynomial *polynomial)
{
  return polynomial->degree == 0;
}

static ExprPolynomial *
expand_input (Expansion *expansion, ExprValue value, int input)
{
  ExprPolynomial *polynomial = constant_polynomial (expansion, value);

  for (int k = 0; k < expansion->n_inputs; k++)
    if (expansion->inputs[k] == input)
      {
        polynomial->exponents[k] = 1;
        polynomial->coefficients[0] = expr_graph_constant (expansion->graph, 1);
        polynomial->degree = 1;
        break;
      }
  return polynomial;
}

/* Returns the polynomial of a node, computed from the polynomials of its operands, or NULL if the
 * node is not a polynomial. */
static ExprPolynomial *
expand (Expansion *expansion, ExprValue value)
{
  ExprGraph *graph = expansion->graph;
  ExprNode node = *expr_graph_node (graph, value);
  const ExprPolynomial *a = NULL, *b = NULL;
  gboolean all_free = TRUE;
  double exponent;

  for (int k = 0; k < expr_node_n_values (&node); k++)
    {
      const ExprPolynomial *operand = g_hash_table_lookup (expansion->found, GINT_TO_POINTER (node.operands[k]));
      if (operand == NULL)
        return NULL;
      all_free &= is_free (operand);
      if (k == 0)
        a = operand;
      else if (k == 1)
        b = operand;
    }
  if (node.op == EXPR_OP_INPUT)
    return expand_input (expansion, value, node.operands[0]);
  if (all_free)
    return constant_polynomial (expansion, value);
  switch (node.op)
    {
    case EXPR_OP_NEG:
      return scale (graph, a, EXPR_OP_MUL, expr_graph_constant (graph, -1));
    case EXPR_OP_ADD:
    case EXPR_OP_SUB:
      return add (graph, a, node.op, b);
    case EXPR_OP_MUL:
      return multiply (expansion, a, b);
    case EXPR_OP_DIV:
      return is_free (b) ? scale (graph, a, EXPR_OP_DIV, node.operands[1]) : NULL;
    case EXPR_OP_POW:
      return expr_graph_is_constant (graph, node.operands[1], &exponent) ? power_of (expansion, a, exponent) : NULL;
    default:
      return NULL;
    }
}

ExprPolynomial *
expr_polynomial_new (ExprGraph *graph, ExprValue value, const int *inputs, int n_inputs, int max_degree)
{
  g_autoptr (GArray) values = expr_graph_reachable (graph, &value, 1);
  g_autoptr (GHashTable) found = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) expr_polynomial_free);
  Expansion expansion = { graph, inputs, n_inputs, max_degree, found };

  for (guint at = 0; at < values->len; at++)
    {
      ExprValue one = g_array_index (values, ExprValue, at);
      ExprPolynomial *polynomial = expand (&expansion, one);
      /* If an operand is not a polynomial, the value is not one either, because only a multiplication by 0 could remove the operand. */
      if (polynomial == NULL || polynomial->degree > max_degree)
        {
          expr_polynomial_free (polynomial);
          return NULL;
        }
      g_hash_table_insert (found, GINT_TO_POINTER (one), polynomial);
    }
  ExprPolynomial *result = g_hash_table_lookup (found, GINT_TO_POINTER (value));
  g_hash_table_steal (found, GINT_TO_POINTER (value));
  return result;
}
