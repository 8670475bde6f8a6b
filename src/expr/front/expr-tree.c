/* Frees, compares and prints syntax trees, and formats their numbers. */
#include "expr-tree-private.h"

#include <math.h>
#include <string.h>

int
expr_format_number (char buffer[EXPR_NUMBER_SIZE], double value)
{
  /* A decimal number of up to 15 digits is unchanged by a conversion to double and back, so the search starts
   * with %.15g. A subnormal number may need fewer digits, so the search starts with one. */
  int digits = fabs (value) < 2.3e-308 ? 1 : 15;

  for (; digits <= 17; digits++)
    {
      char format[8];
      g_snprintf (format, sizeof format, "%%.%dg", digits);
      g_ascii_formatd (buffer, EXPR_NUMBER_SIZE, format, value);
      if (g_ascii_strtod (buffer, NULL) == value)
        break;
    }
  return (int) strlen (buffer);
}

ExprTree *
expr_tree_new (ExprTreeKind kind, ExprPlace place)
{
  ExprTree *tree = g_new0 (ExprTree, 1);

  tree->kind = kind;
  tree->place = place;
  return tree;
}

void
expr_tree_append (ExprTree *tree, char operator, ExprTree *child)
{
  int n = tree->n_children;

  /* The capacity doubles when the number of children reaches a power of two. */
  if ((n & (n - 1)) == 0)
    {
      int capacity = n == 0 ? 1 : 2 * n;
      tree->children = g_renew (ExprTree *, tree->children, capacity);
      tree->operators = g_renew (char, tree->operators, capacity);
    }
  tree->children[n] = child;
  tree->operators[n] = operator;
  tree->n_children++;
}

void
expr_tree_free (ExprTree *tree)
{
  if (tree == NULL)
    return;
  for (int k = 0; k < tree->n_children; k++)
    expr_tree_free (tree->children[k]);
  g_free (tree->children);
  g_free (tree->operators);
  g_free (tree->name);
  g_free (tree);
}

ExprPlace
expr_tree_place (const ExprTree *tree)
{
  return tree->place;
}

gboolean
expr_tree_equal (const ExprTree *a, const ExprTree *b)
{
  if (a->kind != b->kind || a->n_children != b->n_children || g_strcmp0 (a->name, b->name) != 0
      || a->number != b->number)
    return FALSE;
  for (int k = 0; k < a->n_children; k++)
    if (a->operators[k] != b->operators[k] || !expr_tree_equal (a->children[k], b->children[k]))
      return FALSE;
  return TRUE;
}

gboolean
expr_tree_branches (const ExprTree *tree, const ExprTree *parts[3])
{
  if (tree->kind != EXPR_TREE_CALL || g_strcmp0 (tree->name, "if") != 0 || tree->n_children != 3)
    return FALSE;
  for (int k = 0; k < 3; k++)
    parts[k] = tree->children[k];
  return TRUE;
}

static gpointer
fold_chain (const ExprTree *tree, const ExprFold *fold, gpointer user)
{
  gpointer value = expr_tree_fold (tree->children[0], fold, user);

  for (int k = 1; k < tree->n_children; k++)
    {
      const char operator[2] = { tree->operators[k], '\0' };
      const char *operation = tree->kind == EXPR_TREE_AND ? "and" : tree->kind == EXPR_TREE_OR ? "or" : operator;
      gpointer operands[2] = { value, expr_tree_fold (tree->children[k], fold, user) };
      const ExprTree *trees[2] = { tree->children[k - 1], tree->children[k] };

      value = fold->apply (user, tree, operation, operands, trees, 2);
    }
  return value;
}

gpointer
expr_tree_fold (const ExprTree *tree, const ExprFold *fold, gpointer user)
{
  const char *operation = NULL;
  g_autofree gpointer *operands = NULL;

  switch (tree->kind)
    {
    case EXPR_TREE_NUMBER:
      return fold->number (user, tree->number);
    case EXPR_TREE_NAME:
    case EXPR_TREE_ELEMENT:
      return fold->name (user, tree, tree->name);
    case EXPR_TREE_PRODUCT:
    case EXPR_TREE_ADDITION:
    case EXPR_TREE_AND:
    case EXPR_TREE_OR:
      return fold_chain (tree, fold, user);
    case EXPR_TREE_SUM:
      {
        gpointer term = expr_tree_fold (tree->children[2], fold, user);

        return fold->apply (user, tree, "sum", &term, (const ExprTree *const *) &tree->children[2], 1);
      }
    case EXPR_TREE_CALL: operation = tree->name; break;
    case EXPR_TREE_NEGATE: operation = "negate"; break;
    case EXPR_TREE_NOT: operation = "not"; break;
    case EXPR_TREE_POWER: operation = "^"; break;
    case EXPR_TREE_COMPARISON: operation = "<"; break;
    }
  operands = g_new (gpointer, (gsize) tree->n_children + 1);
  for (int k = 0; k < tree->n_children; k++)
    operands[k] = expr_tree_fold (tree->children[k], fold, user);
  return fold->apply (user, tree, operation, operands, (const ExprTree *const *) tree->children, tree->n_children);
}

gboolean
expr_name_is_reserved (const char *name)
{
  static const char *const words[] = { "t", "pi", "and", "or", "not", "if", "sum" };

  for (gsize k = 0; k < G_N_ELEMENTS (words); k++)
    if (strcmp (words[k], name) == 0)
      return TRUE;
  return expr_op_find_function (name) >= 0;
}

typedef struct Bound Bound;
struct Bound
{
  const char *name;
  const Bound *outer;
};

static gboolean
is_bound (const Bound *bound, const char *name)
{
  for (; bound != NULL; bound = bound->outer)
    if (strcmp (bound->name, name) == 0)
      return TRUE;
  return FALSE;
}

static void
foreach_name (const ExprTree *tree, const Bound *bound, ExprNameFunc func, gpointer user)
{
  Bound inner = { tree->name, bound };

  switch (tree->kind)
    {
    case EXPR_TREE_NAME:
      if (strcmp (tree->name, "pi") != 0 && !is_bound (bound, tree->name))
        func (user, tree->name, EXPR_USE_NAME, tree->place);
      break;
    case EXPR_TREE_ELEMENT:
      func (user, tree->name, EXPR_USE_ELEMENT, tree->place);
      break;
    case EXPR_TREE_CALL:
      if (!expr_name_is_reserved (tree->name))
        func (user, tree->name, EXPR_USE_CALL, tree->place);
      break;
    default:
      break;
    }
  for (int k = 0; k < tree->n_children; k++)
    foreach_name (tree->children[k], tree->kind == EXPR_TREE_SUM && k == 2 ? &inner : bound, func, user);
}

void
expr_tree_foreach_name (const ExprTree *tree, ExprNameFunc func, gpointer user)
{
  foreach_name (tree, NULL, func, user);
}

/* Returns the spelling of an operator letter, a static text. */
static const char *
operator_text (char operator)
{
  switch (operator)
    {
    case '+': return " + ";
    case '-': return " - ";
    case '*': return "*";
    case '/': return "/";
    case '<': return " < ";
    case 'l': return " <= ";
    case '>': return " > ";
    case 'g': return " >= ";
    case '=': return " == ";
    case 'n': return " != ";
    case '&': return " and ";
    case '|': return " or ";
    default: g_assert_not_reached ();
    }
}

/* Returns the precedence of a node. If it is lower than the position of the node requires,
 * the node is printed in parentheses. */
static int
binding (const ExprTree *tree)
{
  switch (tree->kind)
    {
    case EXPR_TREE_OR: return 1;
    case EXPR_TREE_AND: return 2;
    case EXPR_TREE_NOT: return 3;
    case EXPR_TREE_COMPARISON: return 4;
    case EXPR_TREE_ADDITION: return 5;
    case EXPR_TREE_PRODUCT: return 6;
    case EXPR_TREE_NEGATE: return 7;
    case EXPR_TREE_POWER: return 8;
    default: return 9;
    }
}

static void
print (const ExprTree *tree, int needed, GString *text)
{
  int own = binding (tree);
  char buffer[EXPR_NUMBER_SIZE];

  if (own < needed)
    g_string_append_c (text, '(');
  switch (tree->kind)
    {
    case EXPR_TREE_NUMBER:
      expr_format_number (buffer, tree->number);
      g_string_append (text, buffer);
      break;
    case EXPR_TREE_NAME:
      g_string_append (text, tree->name);
      break;
    case EXPR_TREE_ELEMENT:
    case EXPR_TREE_CALL:
    case EXPR_TREE_SUM:
      if (tree->kind == EXPR_TREE_SUM)
        g_string_append_printf (text, "sum(%s, ", tree->name);
      else
        g_string_append_printf (text, "%s%c", tree->name, tree->kind == EXPR_TREE_ELEMENT ? '[' : '(');
      for (int k = 0; k < tree->n_children; k++)
        {
          g_string_append (text, k > 0 ? ", " : "");
          print (tree->children[k], 0, text);
        }
      g_string_append_c (text, tree->kind == EXPR_TREE_ELEMENT ? ']' : ')');
      break;
    case EXPR_TREE_NEGATE:
      g_string_append_c (text, '-');
      print (tree->children[0], own, text);
      break;
    case EXPR_TREE_NOT:
      g_string_append (text, "not ");
      print (tree->children[0], own, text);
      break;
    case EXPR_TREE_POWER:
      /* The base must be a primary expression; the exponent may be a unary minus or
       * an expression of higher precedence. */
      print (tree->children[0], own + 1, text);
      g_string_append_c (text, '^');
      print (tree->children[1], own - 1, text);
      break;
    case EXPR_TREE_PRODUCT:
    case EXPR_TREE_ADDITION:
    case EXPR_TREE_COMPARISON:
    case EXPR_TREE_AND:
    case EXPR_TREE_OR:
      for (int k = 0; k < tree->n_children; k++)
        {
          if (k > 0)
            g_string_append (text, operator_text (tree->operators[k]));
          print (tree->children[k], own + 1, text);
        }
      break;
    }
  if (own < needed)
    g_string_append_c (text, ')');
}

char *
expr_tree_to_string (const ExprTree *tree)
{
  GString *text = g_string_new (NULL);

  print (tree, 0, text);
  return g_string_free (text, FALSE);
}
