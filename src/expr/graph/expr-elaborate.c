/* Converts syntax trees to graphs (elaboration): looks up names, unrolls sums, and omits branches whose
 * conditions are known to be false. */
#include "expr-graph-private.h"
#include "expr-look.h"
#include "expr-tree-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The largest number of tree nodes that are visited for one expression, where the nodes of a sum count for each term. It is far more than
 * a sensible model needs, and small enough for the memory. */
#define MAX_STEPS 4000000
/* The same limit for a whole model, whose arrays consist of many expressions;
 * it is reached after some seconds. */
#define MAX_ALL_STEPS 20000000

typedef struct Index Index;
struct Index
{
  const char *name;
  int value;
  const Index *outer;
};

typedef struct
{
  ExprGraph *graph;
  ExprScope *scope;
  GPtrArray *errors;
  int n_steps;
} Elaboration;

static ExprValue elaborate (Elaboration *elaboration, const ExprTree *tree, const Index *indices);

static ExprValue
elaborate_name (Elaboration *elaboration, const ExprTree *tree, const Index *indices)
{
  guint n_errors = elaboration->errors->len;
  ExprScope *scope = elaboration->scope;
  ExprValue value = EXPR_NO_VALUE;

  for (; indices != NULL; indices = indices->outer)
    if (strcmp (indices->name, tree->name) == 0)
      return expr_graph_constant (elaboration->graph, indices->value);
  if (strcmp (tree->name, "pi") == 0)
    return expr_graph_constant (elaboration->graph, G_PI);
  if (scope->name != NULL)
    value = scope->name (scope, elaboration->graph, tree->name, tree->place, elaboration->errors);
  if (value == EXPR_NO_VALUE && elaboration->errors->len == n_errors)
    expr_errors_add (elaboration->errors, tree->place, _("unknown name '%s'"), tree->name);
  return value;
}

/* Evaluates a tree whose value must be a constant integer: an index of `array` or, if array is NULL, a bound of a sum. subject describes
 * the integer in messages and is marked for translation. */
static gboolean
elaborate_integer (Elaboration *elaboration, const ExprTree *tree, const Index *indices, const char *array, const char *bound,
                   int *integer)
{
  ExprValue value = elaborate (elaboration, tree, indices);
  g_autofree char *what = NULL;
  double number;

  if (value == EXPR_NO_VALUE)
    return FALSE;
  if (expr_graph_is_constant (elaboration->graph, value, &number) && number == floor (number) && fabs (number) <= 1e9)
    {
      *integer = (int) number;
      return TRUE;
    }
  what = array != NULL ? g_strdup_printf (_("an index of '%s'"), array) : g_strdup (_(bound));
  if (!expr_graph_is_constant (elaboration->graph, value, &number))
    /* Translators: the subject is one of "an index of 'x'", "the lower bound of a sum" and "the upper bound of a sum". */
    expr_errors_add (elaboration->errors, tree->place,
                     _("%s must be known when the model is loaded: use only numbers, constants and indices"), what);
  else
    expr_errors_add (elaboration->errors, tree->place, _("%s must be a whole number, not %g"), what, number);
  return FALSE;
}

static ExprValue
elaborate_element (Elaboration *elaboration, const ExprTree *tree, const Index *indices)
{
  g_autofree int *numbers = g_new0 (int, tree->n_children);
  guint n_errors = elaboration->errors->len;
  ExprScope *scope = elaboration->scope;
  ExprValue value = EXPR_NO_VALUE;
  gboolean good = TRUE;

  for (int k = 0; k < tree->n_children; k++)
    good &= elaborate_integer (elaboration, tree->children[k], indices, tree->name, NULL, &numbers[k]);
  if (!good)
    return EXPR_NO_VALUE;
  if (scope->element != NULL)
    value = scope->element (scope, elaboration->graph, tree->name, numbers, tree->n_children, tree->place,
                            elaboration->errors);
  if (value == EXPR_NO_VALUE && elaboration->errors->len == n_errors)
    expr_errors_add (elaboration->errors, tree->place, _("unknown array '%s'"), tree->name);
  return value;
}

static ExprValue
elaborate_if (Elaboration *elaboration, const ExprTree *tree, const Index *indices)
{
  ExprValue condition = elaborate (elaboration, tree->children[0], indices), a, b;
  double known;

  if (condition != EXPR_NO_VALUE && expr_graph_is_constant (elaboration->graph, condition, &known))
    return elaborate (elaboration, tree->children[known != 0 ? 1 : 2], indices);
  a = elaborate (elaboration, tree->children[1], indices);
  b = elaborate (elaboration, tree->children[2], indices);
  return expr_graph_select (elaboration->graph, condition, a, b);
}

static ExprValue
elaborate_call (Elaboration *elaboration, const ExprTree *tree, const Index *indices)
{
  g_autofree ExprValue *arguments = NULL;
  guint n_errors;
  ExprScope *scope = elaboration->scope;
  ExprValue value = EXPR_NO_VALUE;
  gboolean good = TRUE;

  if (strcmp (tree->name, "if") == 0)
    return elaborate_if (elaboration, tree, indices);
  arguments = g_new (ExprValue, tree->n_children + 1);
  for (int k = 0; k < tree->n_children; k++)
    {
      arguments[k] = elaborate (elaboration, tree->children[k], indices);
      good &= arguments[k] != EXPR_NO_VALUE;
    }
  if (expr_op_find_function (tree->name) >= 0)
    return good ? expr_graph_apply (elaboration->graph, tree->name, arguments, tree->n_children) : EXPR_NO_VALUE;

  /* The callback is called only if all arguments are valid. If it returns
   * no value and reports no error, the function is unknown. */
  n_errors = elaboration->errors->len;
  if (scope->call != NULL && good)
    value = scope->call (scope, elaboration->graph, tree->name, arguments, tree->n_children, tree->place,
                         elaboration->errors);
  if (value == EXPR_NO_VALUE && good && elaboration->errors->len == n_errors)
    expr_errors_add_unknown_function (elaboration->errors, tree->place, tree->name, NULL, 0);
  return value;
}

static ExprValue
elaborate_sum (Elaboration *elaboration, const ExprTree *tree, const Index *indices)
{
  Index index = { tree->name, 0, indices };
  ExprValue sum = expr_graph_constant (elaboration->graph, 0);
  int from, to;
  gboolean good;

  good = elaborate_integer (elaboration, tree->children[0], indices, NULL, N_("the lower bound of a sum"), &from);
  good &= elaborate_integer (elaboration, tree->children[1], indices, NULL, N_("the upper bound of a sum"), &to);
  if (!good)
    return EXPR_NO_VALUE;
  for (index.value = from; index.value <= to; index.value++)
    {
      ExprValue term = elaborate (elaboration, tree->children[2], &index);
      /* Stop after the first error, because every term of the sum would repeat it. */
      if (term == EXPR_NO_VALUE)
        return EXPR_NO_VALUE;
      sum = expr_graph_binary (elaboration->graph, EXPR_OP_ADD, sum, term);
    }
  return sum;
}

static ExprOp
chain_op (char operator)
{
  switch (operator)
    {
    case '+': return EXPR_OP_ADD;
    case '-': return EXPR_OP_SUB;
    case '*': return EXPR_OP_MUL;
    case '/': return EXPR_OP_DIV;
    case '&': return EXPR_OP_AND;
    case '|': return EXPR_OP_OR;
    default: g_assert_not_reached ();
    }
}

static ExprValue
elaborate_chain (Elaboration *elaboration, const ExprTree *tree, const Index *indices)
{
  ExprValue value = elaborate (elaboration, tree->children[0], indices);
  gboolean good = value != EXPR_NO_VALUE;

  for (int k = 1; k < tree->n_children; k++)
    {
      ExprOp op = chain_op (tree->operators[k]);
      double known;
      /* The right side of `i > 1 and …` is elaborated only if i > 1. */
      if (good && (op == EXPR_OP_AND || op == EXPR_OP_OR) && expr_graph_is_constant (elaboration->graph, value, &known)
          && (known != 0) == (op == EXPR_OP_OR))
        return expr_graph_constant (elaboration->graph, op == EXPR_OP_OR);
      ExprValue right = elaborate (elaboration, tree->children[k], indices);
      good &= right != EXPR_NO_VALUE;
      if (good)
        value = expr_graph_binary (elaboration->graph, op, value, right);
    }
  return good ? value : EXPR_NO_VALUE;
}

static ExprValue
elaborate_comparison (Elaboration *elaboration, const ExprTree *tree, const Index *indices)
{
  ExprGraph *graph = elaboration->graph;
  ExprValue a = elaborate (elaboration, tree->children[0], indices);
  ExprValue b = elaborate (elaboration, tree->children[1], indices);

  switch (tree->operators[1])
    {
    case '<': return expr_graph_binary (graph, EXPR_OP_LT, a, b);
    case 'l': return expr_graph_binary (graph, EXPR_OP_LE, a, b);
    case '>': return expr_graph_binary (graph, EXPR_OP_LT, b, a);
    case 'g': return expr_graph_binary (graph, EXPR_OP_LE, b, a);
    case '=': return expr_graph_binary (graph, EXPR_OP_EQ, a, b);
    case 'n': return expr_graph_binary (graph, EXPR_OP_NE, a, b);
    default: g_assert_not_reached ();
    }
}

static ExprValue
elaborate (Elaboration *elaboration, const ExprTree *tree, const Index *indices)
{
  ExprGraph *graph = elaboration->graph;

  if (++elaboration->n_steps > MAX_STEPS)
    {
      if (elaboration->n_steps == MAX_STEPS + 1)
        expr_errors_add (elaboration->errors, tree->place, _("the expression is too large: its sums have too many terms"));
      return EXPR_NO_VALUE;
    }
  if (++graph->n_steps > MAX_ALL_STEPS)
    {
      if (graph->n_steps == MAX_ALL_STEPS + 1)
        expr_errors_add (elaboration->errors, tree->place,
                         _("the model is too large: its sums, written out for each element of its arrays, have too many terms"));
      return EXPR_NO_VALUE;
    }
  if (graph->n_steps % EXPR_LOOK_INSTRUCTIONS == 0 && !expr_look_continues ())
    {
      expr_errors_add (elaboration->errors, tree->place, _("cancelled"));
      elaboration->n_steps = MAX_STEPS + 1; /* the other elements end at once */
      return EXPR_NO_VALUE;
    }
  switch (tree->kind)
    {
    case EXPR_TREE_NUMBER:
      return expr_graph_constant (graph, tree->number);
    case EXPR_TREE_NAME:
      return elaborate_name (elaboration, tree, indices);
    case EXPR_TREE_ELEMENT:
      return elaborate_element (elaboration, tree, indices);
    case EXPR_TREE_CALL:
      return elaborate_call (elaboration, tree, indices);
    case EXPR_TREE_SUM:
      return elaborate_sum (elaboration, tree, indices);
    case EXPR_TREE_NEGATE:
      return expr_graph_unary (graph, EXPR_OP_NEG, elaborate (elaboration, tree->children[0], indices));
    case EXPR_TREE_NOT:
      return expr_graph_unary (graph, EXPR_OP_NOT, elaborate (elaboration, tree->children[0], indices));
    case EXPR_TREE_POWER:
      {
        ExprValue base = elaborate (elaboration, tree->children[0], indices);
        return expr_graph_binary (graph, EXPR_OP_POW, base, elaborate (elaboration, tree->children[1], indices));
      }
    case EXPR_TREE_COMPARISON:
      return elaborate_comparison (elaboration, tree, indices);
    case EXPR_TREE_PRODUCT:
    case EXPR_TREE_ADDITION:
    case EXPR_TREE_AND:
    case EXPR_TREE_OR:
      return elaborate_chain (elaboration, tree, indices);
    }
  g_assert_not_reached ();
}

ExprValue
expr_graph_add_tree (ExprGraph *graph, const ExprTree *tree, ExprScope *scope, GPtrArray *errors)
{
  Elaboration elaboration = { graph, scope, errors, 0 };
  guint n_errors = errors->len;
  ExprValue value = elaborate (&elaboration, tree, NULL);

  return errors->len == n_errors ? value : EXPR_NO_VALUE;
}
