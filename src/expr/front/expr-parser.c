/* Parses by recursive descent. Precedence from low to high:
 *
 *   or, and, not, comparison (no chains), + −, * /, unary −,
 *   ^ (right-associative), primary
 *
 * After an error the parser continues with the text that was probably meant, so that
 * one pass reports all errors. */
#include "expr-lexer.h"
#include "expr-tree-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

typedef struct
{
  const ExprToken *token; /* the current token */
  const ExprToken *end;
  GArray *errors;
  const ExprOrigin *origin;
  int depth;
  gboolean is_stopped; /* nesting was too deep, so the rest of the expression is not parsed */
} Parser;

static ExprTree *parse_expression (Parser *parser);
static ExprTree *parse_unary (Parser *parser);

#define SPELLED(token) (token)->length, (token)->text

static ExprTree *
new_tree (Parser *parser, ExprTreeKind kind, const ExprToken *token)
{
  return expr_tree_new (kind, expr_origin_place (parser->origin, token->offset));
}

/* Returns a tree that replaces a part that cannot be parsed. */
static ExprTree *
new_hole (Parser *parser)
{
  return new_tree (parser, EXPR_TREE_NUMBER, parser->token);
}

static gboolean
accept (Parser *parser, ExprTokenKind kind)
{
  if (parser->token->kind != kind)
    return FALSE;
  parser->token++;
  return TRUE;
}

/* Enters a level of nesting. Returns FALSE if there are too many levels;
 * otherwise the caller must decrement parser->depth afterwards. */
static gboolean
enter (Parser *parser)
{
  if (parser->depth < EXPR_MAX_DEPTH)
    {
      parser->depth++;
      return TRUE;
    }
  if (!parser->is_stopped)
    expr_syntax_errors_add (parser->errors, parser->token->offset, _("the expression is nested deeper than %d levels"),
                            EXPR_MAX_DEPTH);
  parser->is_stopped = TRUE;
  parser->token = parser->end;
  return FALSE;
}

static gboolean
starts_value (const ExprToken *token)
{
  return token->kind == EXPR_TOKEN_NUMBER || token->kind == EXPR_TOKEN_NAME || token->kind == EXPR_TOKEN_LEFT_PAREN;
}

static gboolean
is_operator (const ExprToken *token)
{
  return token->kind >= EXPR_TOKEN_PLUS && token->kind != EXPR_TOKEN_NOT;
}

static void
error_missing_value (Parser *parser, const ExprToken *before)
{
  const ExprToken *token = parser->token;

  if (parser->is_stopped)
    return;
  if (token->kind == EXPR_TOKEN_PLUS)
    expr_syntax_errors_add (parser->errors, token->offset, _("a value is missing before '+'; remove the leading '+'"));
  else if (token->kind == EXPR_TOKEN_NOT)
    expr_syntax_errors_add (parser->errors, token->offset, _("'not' has lower precedence than the operator before it; put "
                                                             "'not …' in parentheses"));
  else if (token->kind == EXPR_TOKEN_LEFT_BRACKET)
    expr_syntax_errors_add (parser->errors, token->offset, _("'[' follows the name of an array, as in x[1]; use '('"));
  else if (before == NULL && token->kind == EXPR_TOKEN_END)
    expr_syntax_errors_add (parser->errors, token->offset, _("a value is missing at the end"));
  else if (before == NULL)
    expr_syntax_errors_add (parser->errors, token->offset, _("a value is missing before '%.*s'"), SPELLED (token));
  else if (token->kind == EXPR_TOKEN_END)
    expr_syntax_errors_add (parser->errors, token->offset, _("a value is missing after '%.*s'"), SPELLED (before));
  else
    expr_syntax_errors_add (parser->errors, token->offset, _("a value is missing between '%.*s' and '%.*s'"),
                            SPELLED (before), SPELLED (token));
}

/* Describes the position of a bracket relative to another position, for messages. Free the text with g_free. */
static char *
describe_place (ExprPlace place, ExprPlace from)
{
  return place.line == from.line ? g_strdup_printf (_("column %d"), place.column)
                                 : g_strdup_printf (_("line %d, column %d"), place.line, place.column);
}

/* Reads the bracket that closes `open`. */
static void
expect_closing (Parser *parser, const ExprToken *open, ExprTokenKind closing)
{
  const char *mark = closing == EXPR_TOKEN_RIGHT_PAREN ? ")" : "]";
  const ExprToken *token = parser->token;
  g_autofree char *where = NULL;

  if (accept (parser, closing) || parser->is_stopped)
    return;
  where = describe_place (expr_origin_place (parser->origin, open->offset),
                          expr_origin_place (parser->origin, token->offset));
  if (token->kind == EXPR_TOKEN_RIGHT_PAREN || token->kind == EXPR_TOKEN_RIGHT_BRACKET)
    {
      expr_syntax_errors_add (parser->errors, token->offset, _("'%.*s' is wrong here: '%s' closes the '%.*s' of %s"), SPELLED (token),
                              mark, SPELLED (open), where);
      parser->token++;
      return;
    }
  expr_syntax_errors_add (parser->errors, token->offset, _("missing '%s' for the '%.*s' in %s"), mark, SPELLED (open), where);
}

/* Reads a list up to the bracket `closing` and appends its elements to tree. The opening bracket
 * has already been read. Returns whether there is a comma without a space between two numbers, which
 * may be a decimal comma (1,5). */
static gboolean
parse_list (Parser *parser, ExprTree *tree, const ExprToken *open, ExprTokenKind closing)
{
  gboolean decimal_comma = FALSE;

  if (parser->token->kind != closing)
    do
      {
        const ExprToken *comma = parser->token - 1;
        if (comma->kind == EXPR_TOKEN_COMMA && comma[-1].kind == EXPR_TOKEN_NUMBER
            && comma[1].kind == EXPR_TOKEN_NUMBER && comma->touching && comma[1].touching)
          decimal_comma = TRUE;
        expr_tree_append (tree, ',', parse_expression (parser));
      }
    while (accept (parser, EXPR_TOKEN_COMMA));
  expect_closing (parser, open, closing);
  return decimal_comma;
}

static void
check_arity (Parser *parser, const ExprToken *name, int expected, gboolean or_more, const ExprTree *tree,
             gboolean decimal_comma)
{
  int n = tree->n_children;
  g_autofree char *said = NULL;

  if (n == expected || (or_more && n > expected) || parser->is_stopped)
    return;
  said = g_strdup_printf (or_more ? g_dngettext (GETTEXT_PACKAGE, "%s takes %d argument or more, got %d",
                                                 "%s takes %d arguments or more, got %d", (gulong) expected)
                                  : g_dngettext (GETTEXT_PACKAGE, "%s takes %d argument, got %d", "%s takes %d arguments, got %d",
                                                 (gulong) expected),
                          tree->name, expected, n);
  if (decimal_comma)
    expr_syntax_errors_add (parser->errors, name->offset, _("%s; decimal numbers have a point, not a comma"), said);
  else
    expr_syntax_errors_add (parser->errors, name->offset, "%s", said);
}

/* Reads the rest of sum(k, from, to, body) after the name and '('. */
static ExprTree *
parse_sum (Parser *parser, const ExprToken *name)
{
  ExprTree *tree = new_tree (parser, EXPR_TREE_SUM, name);
  const ExprToken *index = parser->token;

  if (index->kind == EXPR_TOKEN_NAME && index[1].kind == EXPR_TOKEN_COMMA)
    {
      tree->name = g_strndup (index->text, (gsize) index->length);
      if (expr_name_is_reserved (tree->name))
        expr_syntax_errors_add (parser->errors, index->offset, _("'%s' cannot be the index of a sum: the language uses "
                                                                 "this name already"), tree->name);
      parser->token += 2;
      parse_list (parser, tree, name + 1, EXPR_TOKEN_RIGHT_PAREN);
      if (tree->n_children != 3 && !parser->is_stopped)
        expr_syntax_errors_add (parser->errors, name->offset, _("sum takes 4 arguments, got %d; write sum(k, 1, N, x[k])"),
                                tree->n_children + 1);
      return tree;
    }
  parse_list (parser, tree, name + 1, EXPR_TOKEN_RIGHT_PAREN);
  if (!parser->is_stopped)
    expr_syntax_errors_add (parser->errors, index->offset, _("the first argument of sum is the name of its index: sum(k, 1, N, x[k])"));
  return tree;
}

static ExprTree *
parse_call (Parser *parser, const ExprToken *name)
{
  ExprTree *tree;
  gboolean decimal_comma;
  int op;

  parser->token++;
  if (name->length == 3 && strncmp (name->text, "sum", 3) == 0)
    return parse_sum (parser, name);

  tree = new_tree (parser, EXPR_TREE_CALL, name);
  tree->name = g_strndup (name->text, (gsize) name->length);
  decimal_comma = parse_list (parser, tree, name + 1, EXPR_TOKEN_RIGHT_PAREN);
  op = expr_op_find_function (tree->name);
  if (op >= 0)
    check_arity (parser, name, expr_op_info[op].arity, op == EXPR_OP_MIN || op == EXPR_OP_MAX, tree, decimal_comma);
  else if (strcmp (tree->name, "if") == 0)
    check_arity (parser, name, 3, FALSE, tree, decimal_comma);
  else if (strcmp (tree->name, "pi") == 0 || strcmp (tree->name, "t") == 0)
    expr_syntax_errors_add (parser->errors, name->offset, _("'%s' is not a function; to multiply write %s*(…)"), tree->name,
                            tree->name);
  return tree;
}

static ExprTree *
parse_name (Parser *parser)
{
  const ExprToken *name = parser->token++;
  g_autofree char *text = g_strndup (name->text, (gsize) name->length);
  ExprTree *tree;

  if (parser->token->kind == EXPR_TOKEN_LEFT_PAREN)
    return parse_call (parser, name);

  if (parser->token->kind == EXPR_TOKEN_LEFT_BRACKET)
    {
      const ExprToken *open = parser->token++;
      tree = new_tree (parser, EXPR_TREE_ELEMENT, name);
      if (expr_name_is_reserved (text))
        expr_syntax_errors_add (parser->errors, name->offset, _("'%s' is not an array"), text);
      parse_list (parser, tree, open, EXPR_TOKEN_RIGHT_BRACKET);
      if (tree->n_children == 0 && !parser->is_stopped)
        expr_syntax_errors_add (parser->errors, open->offset, _("an index is missing between '[' and ']'"));
      tree->name = g_steal_pointer (&text);
      return tree;
    }

  if (expr_op_find_function (text) >= 0 || strcmp (text, "if") == 0 || strcmp (text, "sum") == 0)
    {
      const char *form = strcmp (text, "if") == 0    ? _("if(condition, then, else)")
                         : strcmp (text, "sum") == 0 ? "sum(k, 1, N, x[k])"
                                                     : NULL;
      if (form != NULL)
        expr_syntax_errors_add (parser->errors, name->offset, _("'%s' needs its arguments in parentheses: %s"), text, form);
      else
        expr_syntax_errors_add (parser->errors, name->offset,
                                _("'%s' is a function and needs its argument in parentheses: %s(…)"), text, text);
      /* In "sin x", which lacks parentheses, x is treated as the argument,
       * so that it does not cause a second error. */
      if (parser->token->kind == EXPR_TOKEN_NUMBER || parser->token->kind == EXPR_TOKEN_NAME)
        parser->token++;
    }
  tree = new_tree (parser, EXPR_TREE_NAME, name);
  tree->name = g_steal_pointer (&text);
  return tree;
}

static ExprTree *
parse_primary (Parser *parser, const ExprToken *before)
{
  const ExprToken *token = parser->token;
  ExprTree *tree;

  switch (token->kind)
    {
    case EXPR_TOKEN_NUMBER:
      tree = new_tree (parser, EXPR_TREE_NUMBER, token);
      tree->number = token->number;
      parser->token++;
      return tree;
    case EXPR_TOKEN_NAME:
      return parse_name (parser);
    case EXPR_TOKEN_LEFT_PAREN:
      parser->token++;
      if (accept (parser, EXPR_TOKEN_RIGHT_PAREN))
        {
          expr_syntax_errors_add (parser->errors, token->offset, _("a value is missing between '(' and ')'"));
          return new_hole (parser);
        }
      tree = parse_expression (parser);
      while (parser->token->kind == EXPR_TOKEN_COMMA && !parser->is_stopped)
        {
          expr_syntax_errors_add (parser->errors, parser->token->offset,
                                  _("unexpected ',' in parentheses; decimal numbers have a point, not a comma"));
          parser->token++;
          expr_tree_free (parse_expression (parser));
        }
      expect_closing (parser, token, EXPR_TOKEN_RIGHT_PAREN);
      return tree;
    case EXPR_TOKEN_LEFT_BRACKET:
      error_missing_value (parser, before);
      parser->token++;
      tree = parse_expression (parser);
      accept (parser, EXPR_TOKEN_RIGHT_BRACKET);
      return tree;
    case EXPR_TOKEN_NOT:
    case EXPR_TOKEN_PLUS:
      error_missing_value (parser, before);
      parser->token++;
      if (!enter (parser))
        return new_hole (parser);
      tree = parse_unary (parser);
      parser->depth--;
      return tree;
    default:
      error_missing_value (parser, before);
      return new_hole (parser);
    }
}

static ExprTree *
parse_power (Parser *parser, const ExprToken *before)
{
  ExprTree *base = parse_primary (parser, before);
  const ExprToken *token = parser->token;
  ExprTree *tree;

  if (!accept (parser, EXPR_TOKEN_POWER))
    return base;
  tree = expr_tree_new (EXPR_TREE_POWER, base->place);
  expr_tree_append (tree, '^', base);
  if (!enter (parser))
    {
      expr_tree_append (tree, '^', new_hole (parser));
      return tree;
    }
  if (parser->token->kind == EXPR_TOKEN_MINUS || starts_value (parser->token))
    expr_tree_append (tree, '^', parse_unary (parser));
  else
    expr_tree_append (tree, '^', parse_primary (parser, token));
  parser->depth--;
  return tree;
}

static ExprTree *
parse_unary_after (Parser *parser, const ExprToken *before)
{
  const ExprToken *token = parser->token;
  ExprTree *tree;

  if (!accept (parser, EXPR_TOKEN_MINUS))
    return parse_power (parser, before);
  tree = new_tree (parser, EXPR_TREE_NEGATE, token);
  if (enter (parser))
    {
      expr_tree_append (tree, '-', parse_unary_after (parser, token));
      parser->depth--;
    }
  else
    expr_tree_append (tree, '-', new_hole (parser));
  return tree;
}

static ExprTree *
parse_unary (Parser *parser)
{
  return parse_unary_after (parser, NULL);
}

/* Appends right to left if left is a chain of this kind; otherwise makes a chain of left and right. Returns the
 * chain. */
static ExprTree *
chain (ExprTreeKind kind, ExprTree *left, char operator, ExprTree *right)
{
  if (left->kind != kind)
    {
      ExprTree *tree = expr_tree_new (kind, left->place);
      expr_tree_append (tree, operator == '-' ? '+' : operator == '/' ? '*' : operator, left);
      left = tree;
    }
  expr_tree_append (left, operator, right);
  return left;
}

static ExprTree *
parse_product (Parser *parser, const ExprToken *before)
{
  ExprTree *tree = parse_unary_after (parser, before);

  for (;;)
    {
      const ExprToken *token = parser->token;
      if (token->kind == EXPR_TOKEN_TIMES || token->kind == EXPR_TOKEN_DIVIDE)
        {
          parser->token++;
          tree = chain (EXPR_TREE_PRODUCT, tree, token->kind == EXPR_TOKEN_TIMES ? '*' : '/',
                        parse_unary_after (parser, token));
        }
      else if (starts_value (token))
        {
          const ExprToken *last = token - 1;
          expr_syntax_errors_add (parser->errors, token->offset, _("an operator is missing between '%.*s' and '%.*s'; to "
                                                                   "multiply write '*'"), SPELLED (last), SPELLED (token));
          tree = chain (EXPR_TREE_PRODUCT, tree, '*', parse_power (parser, NULL));
        }
      else
        return tree;
    }
}

static ExprTree *
parse_addition (Parser *parser, const ExprToken *before)
{
  ExprTree *tree = parse_product (parser, before);

  for (;;)
    {
      const ExprToken *token = parser->token;
      if (token->kind != EXPR_TOKEN_PLUS && token->kind != EXPR_TOKEN_MINUS)
        return tree;
      parser->token++;
      tree = chain (EXPR_TREE_ADDITION, tree, token->kind == EXPR_TOKEN_PLUS ? '+' : '-', parse_product (parser, token));
    }
}

static char
comparison_letter (ExprTokenKind kind)
{
  switch (kind)
    {
    case EXPR_TOKEN_LESS: return '<';
    case EXPR_TOKEN_LESS_EQUAL: return 'l';
    case EXPR_TOKEN_GREATER: return '>';
    case EXPR_TOKEN_GREATER_EQUAL: return 'g';
    case EXPR_TOKEN_EQUAL: return '=';
    case EXPR_TOKEN_NOT_EQUAL: return 'n';
    default: return '\0';
    }
}

static ExprTree *
parse_comparison (Parser *parser, const ExprToken *before)
{
  ExprTree *tree = parse_addition (parser, before);
  const ExprToken *first = parser->token, *token;
  char operator = comparison_letter (first->kind);

  if (operator == '\0')
    return tree;
  parser->token++;
  ExprTree *comparison = expr_tree_new (EXPR_TREE_COMPARISON, tree->place);
  expr_tree_append (comparison, operator, tree);
  expr_tree_append (comparison, operator, parse_addition (parser, first));
  for (token = parser->token; comparison_letter (token->kind) != '\0'; token = parser->token)
    {
      expr_syntax_errors_add (parser->errors, token->offset,
                              _("comparisons cannot be chained; write 'a %.*s b and b %.*s c'"), SPELLED (first),
                              SPELLED (token));
      parser->token++;
      expr_tree_free (parse_addition (parser, token));
    }
  return comparison;
}

static ExprTree *
parse_not (Parser *parser, const ExprToken *before)
{
  const ExprToken *token = parser->token;
  ExprTree *tree;

  if (!accept (parser, EXPR_TOKEN_NOT))
    return parse_comparison (parser, before);
  tree = new_tree (parser, EXPR_TREE_NOT, token);
  if (enter (parser))
    {
      expr_tree_append (tree, '!', parse_not (parser, token));
      parser->depth--;
    }
  else
    expr_tree_append (tree, '!', new_hole (parser));
  return tree;
}

static ExprTree *
parse_and (Parser *parser, const ExprToken *before)
{
  ExprTree *tree = parse_not (parser, before);

  for (const ExprToken *token = parser->token; accept (parser, EXPR_TOKEN_AND); token = parser->token)
    tree = chain (EXPR_TREE_AND, tree, '&', parse_not (parser, token));
  return tree;
}

static ExprTree *
parse_expression (Parser *parser)
{
  const ExprToken *before = parser->depth == 0 ? NULL : parser->token - 1;
  ExprTree *tree;

  if (!enter (parser))
    return new_hole (parser);
  tree = parse_and (parser, before);
  for (const ExprToken *token = parser->token; accept (parser, EXPR_TOKEN_OR); token = parser->token)
    tree = chain (EXPR_TREE_OR, tree, '|', parse_and (parser, token));
  parser->depth--;
  return tree;
}

/* Reports the tokens that follow a complete expression, and parses them to
 * find further errors. */
static void
parse_rest (Parser *parser)
{
  while (parser->token->kind != EXPR_TOKEN_END)
    {
      const ExprToken *token = parser->token++;
      if (token->kind == EXPR_TOKEN_COMMA && token->touching && token[-1].kind == EXPR_TOKEN_NUMBER
          && token[1].kind == EXPR_TOKEN_NUMBER)
        expr_syntax_errors_add (parser->errors, token->offset, _("unexpected ',' outside of parentheses; decimal numbers have a "
                                                                 "point: %.*s.%.*s"),
                                SPELLED (token - 1), SPELLED (token + 1));
      else if (token->kind == EXPR_TOKEN_COMMA)
        expr_syntax_errors_add (parser->errors, token->offset, _("unexpected ',' outside of parentheses"));
      else if (token->kind == EXPR_TOKEN_RIGHT_PAREN || token->kind == EXPR_TOKEN_RIGHT_BRACKET)
        expr_syntax_errors_add (parser->errors, token->offset, _("'%.*s' has no matching opening bracket"), SPELLED (token));
      else if (token->kind == EXPR_TOKEN_NOT)
        expr_syntax_errors_add (parser->errors, token->offset, _("an operator is missing before 'not'; use 'and' or 'or'"));
      else
        expr_syntax_errors_add (parser->errors, token->offset, _("'%.*s' does not belong here"), SPELLED (token));
      if (is_operator (parser->token))
        parser->token++;
      if (parser->token->kind != EXPR_TOKEN_END && parser->token->kind != EXPR_TOKEN_COMMA
          && parser->token->kind != EXPR_TOKEN_RIGHT_PAREN && parser->token->kind != EXPR_TOKEN_RIGHT_BRACKET)
        expr_tree_free (parse_expression (parser));
    }
}

static int
compare_errors (gconstpointer a, gconstpointer b)
{
  return ((const ExprSyntaxError *) a)->offset - ((const ExprSyntaxError *) b)->offset;
}

ExprTree *
expr_tree_parse (const char *text, const ExprOrigin *origin, GPtrArray *errors)
{
  g_autoptr (GArray) found = expr_syntax_errors_new ();
  g_autoptr (GArray) tokens = NULL;
  g_autoptr (ExprTree) tree = NULL;
  Parser parser = { .errors = found, .origin = origin };

  if (strlen (text) > EXPR_MAX_LENGTH)
    {
      expr_errors_add (errors, expr_origin_place (origin, 0), _("the expression is longer than %d KiB"),
                       EXPR_MAX_LENGTH / 1024);
      return NULL;
    }
  tokens = expr_lexer_run (text, found);
  parser.token = &g_array_index (tokens, ExprToken, 0);
  parser.end = &g_array_index (tokens, ExprToken, tokens->len - 1);
  if (parser.token == parser.end && found->len == 0)
    expr_syntax_errors_add (found, 0, _("the expression is empty"));
  else if (parser.token != parser.end)
    {
      tree = parse_expression (&parser);
      parse_rest (&parser);
    }

  g_array_sort (found, compare_errors);
  for (guint k = 0; k < found->len; k++)
    {
      const ExprSyntaxError *error = &g_array_index (found, ExprSyntaxError, k);
      expr_errors_add (errors, expr_origin_place (origin, error->offset), "%s", error->message);
    }
  return found->len == 0 ? g_steal_pointer (&tree) : NULL;
}
