/* Parses the text of a formula by recursive descent with the precedences of the expression language. */
#include "plot-formula-parse.h"

#include <string.h>

/* Largest nesting depth of an expression. A formula that is nested deeper is shown as plain
 * text. */
#define MAX_DEPTH 64

typedef struct
{
  const char *p;
  int depth;
  gboolean failed;
} Parser;

static PlotNode *parse_level (Parser *parser, int level);

static PlotNode *
node_new (PlotNodeType type, char *text)
{
  PlotNode *node = g_new0 (PlotNode, 1);

  node->type = type;
  node->text = text;
  node->children = g_ptr_array_new_with_free_func ((GDestroyNotify) plot_node_free);
  return node;
}

void
plot_node_free (PlotNode *node)
{
  if (node == NULL)
    return;
  g_ptr_array_unref (node->children);
  g_free (node->text);
  g_free (node);
}

PlotNode *
plot_node_child (const PlotNode *node, guint index)
{
  return index < node->children->len ? g_ptr_array_index (node->children, index) : NULL;
}

static void
skip_space (Parser *parser)
{
  while (g_ascii_isspace (*parser->p))
    parser->p++;
}

static gboolean
is_word (const char *p, const char *word)
{
  gsize n = strlen (word);

  return strncmp (p, word, n) == 0 && !g_ascii_isalnum (p[n]) && p[n] != '_' && p[n] != '.';
}

static gboolean
take (Parser *parser, const char *token)
{
  skip_space (parser);
  if (g_ascii_isalpha (*token) ? !is_word (parser->p, token) : strncmp (parser->p, token, strlen (token)) != 0)
    return FALSE;
  parser->p += strlen (token);
  return TRUE;
}

static PlotNode *
fail (Parser *parser, PlotNode *node)
{
  parser->failed = TRUE;
  plot_node_free (node);
  return NULL;
}

/* Replaces fraction bars in an exponent or index by slashes, because the type is too small for
 * bars. */
static void
set_in_line (PlotNode *node)
{
  if (node->type == PLOT_NODE_BINARY && strcmp (node->text, "/") == 0)
    {
      g_free (node->text);
      node->text = g_strdup ("//");
    }
  for (guint i = 0; i < node->children->len; i++)
    set_in_line (plot_node_child (node, i));
}

static PlotNode *
parse_arguments (Parser *parser, PlotNode *node, const char *end)
{
  do
    {
      PlotNode *child = parse_level (parser, PLOT_LEVEL_OR);

      if (child == NULL)
        return fail (parser, node);
      g_ptr_array_add (node->children, child);
    }
  while (take (parser, ","));
  return take (parser, end) ? node : fail (parser, node);
}

static PlotNode *
parse_number (Parser *parser)
{
  const char *start = parser->p;
  char *end;

  g_ascii_strtod (start, &end);
  if (end == start)
    return fail (parser, NULL);
  parser->p = end;
  return node_new (PLOT_NODE_NUMBER, g_strndup (start, (gsize) (end - start)));
}

static PlotNode *
parse_name (Parser *parser)
{
  const char *start = parser->p;
  gboolean velocity;
  PlotNode *node;

  while (g_ascii_isalnum (*parser->p) || *parser->p == '_' || (*parser->p == '.' && g_ascii_isalpha (parser->p[1])))
    parser->p++;
  /* "x.v" is the velocity of the coordinate x and is displayed as ẋ. */
  velocity = parser->p - start > 2 && strncmp (parser->p - 2, ".v", 2) == 0 && *parser->p != '(';
  node = node_new (PLOT_NODE_NAME, g_strndup (start, (gsize) (parser->p - start) - (velocity ? 2 : 0)));
  node->n_primes = velocity;
  if (*parser->p == '(')
    {
      parser->p++;
      node->type = PLOT_NODE_CALL;
      if (take (parser, ")"))
        return node;
      return parse_arguments (parser, node, ")");
    }
  if (*parser->p == '[')
    {
      parser->p++;
      node->type = PLOT_NODE_INDEX;
      node = parse_arguments (parser, node, "]");
      if (node != NULL)
        set_in_line (node);
    }
  while (node != NULL && *parser->p == '\'')
    {
      node->n_primes++;
      parser->p++;
    }
  return node;
}

static PlotNode *
parse_atom (Parser *parser)
{
  skip_space (parser);
  if (g_ascii_isdigit (*parser->p) || (*parser->p == '.' && g_ascii_isdigit (parser->p[1])))
    return parse_number (parser);
  if (g_ascii_isalpha (*parser->p) || *parser->p == '_')
    return parse_name (parser);
  if (take (parser, "("))
    {
      PlotNode *node = parse_level (parser, PLOT_LEVEL_OR);

      return node != NULL && take (parser, ")") ? node : fail (parser, node);
    }
  if (take (parser, "["))
    return parse_arguments (parser, node_new (PLOT_NODE_LIST, g_strdup ("")), "]");
  return fail (parser, NULL);
}

static PlotNode *
binary (const char *operator, PlotNode *left, PlotNode *right)
{
  PlotNode *node = node_new (PLOT_NODE_BINARY, g_strdup (operator));

  g_ptr_array_add (node->children, left);
  g_ptr_array_add (node->children, right);
  return node;
}

static PlotNode *
parse_power (Parser *parser)
{
  PlotNode *base = parse_atom (parser), *exponent;

  if (base == NULL || !take (parser, "^"))
    return base;
  /* The power operator is right-associative, and its exponent may have a sign. */
  exponent = parse_level (parser, PLOT_LEVEL_SIGN);
  if (exponent == NULL)
    return fail (parser, base);
  set_in_line (exponent);
  return binary ("^", base, exponent);
}

static PlotNode *
parse_prefix (Parser *parser, const char *operator, int level)
{
  PlotNode *operand, *node;

  if (!take (parser, operator))
    return parse_level (parser, level + 1);
  operand = parse_level (parser, level);
  if (operand == NULL)
    return NULL;
  node = node_new (PLOT_NODE_UNARY, g_strdup (operator));
  g_ptr_array_add (node->children, operand);
  return node;
}

static const char *const operators[][8] = {
  [PLOT_LEVEL_OR] = { "or" }, [PLOT_LEVEL_AND] = { "and" }, [PLOT_LEVEL_COMPARE] = { "<=", ">=", "==", "!=", "<", ">" },
  [PLOT_LEVEL_SUM] = { "+", "-" }, [PLOT_LEVEL_PRODUCT] = { "*", "/" },
};

static PlotNode *
parse_infix (Parser *parser, int level)
{
  PlotNode *left = parse_level (parser, level + 1);

  for (int i = 0; left != NULL && operators[level][i] != NULL;)
    {
      PlotNode *right;

      if (!take (parser, operators[level][i]))
        {
          i++;
          continue;
        }
      right = parse_level (parser, level + 1);
      if (right == NULL)
        return fail (parser, left);
      left = binary (operators[level][i], left, right);
      i = 0;
    }
  return left;
}

static PlotNode *
parse_level (Parser *parser, int level)
{
  PlotNode *node;

  if (parser->failed || ++parser->depth > MAX_DEPTH * PLOT_LEVEL_ATOM)
    return fail (parser, NULL);
  if (level == PLOT_LEVEL_NOT)
    node = parse_prefix (parser, "not", level);
  else if (level == PLOT_LEVEL_SIGN)
    node = parse_prefix (parser, "-", level);
  else if (level == PLOT_LEVEL_POWER)
    node = parse_power (parser);
  else
    node = parse_infix (parser, level);
  parser->depth--;
  return node;
}

PlotNode *
plot_formula_parse (const char *text)
{
  Parser parser = { text, 0, FALSE };
  PlotNode *node = parse_level (&parser, PLOT_LEVEL_OR);

  skip_space (&parser);
  if (parser.failed || *parser.p != '\0')
    g_clear_pointer (&node, plot_node_free);
  return node;
}

int
plot_node_level (const PlotNode *node)
{
  if (node->type == PLOT_NODE_UNARY)
    return strcmp (node->text, "-") == 0 ? PLOT_LEVEL_SIGN : PLOT_LEVEL_NOT;
  if (node->type == PLOT_NODE_CALL && strcmp (node->text, "if") == 0)
    return PLOT_LEVEL_LIST;
  if (node->type != PLOT_NODE_BINARY)
    return PLOT_LEVEL_ATOM;
  if (strcmp (node->text, "^") == 0)
    return PLOT_LEVEL_POWER;
  if (strcmp (node->text, "//") == 0)
    return PLOT_LEVEL_PRODUCT;
  for (int level = PLOT_LEVEL_OR; level <= PLOT_LEVEL_PRODUCT; level++)
    for (int i = 0; operators[level][i] != NULL; i++)
      if (strcmp (operators[level][i], node->text) == 0)
        return level;
  return PLOT_LEVEL_ATOM;
}
