/* Reads a plain number directly, and any other constant expression by the parser and the constant folding of the
 * graph. */
#include "expr-constant.h"

#include <math.h>
#include <string.h>

#include "expr-error.h"
#include "expr-graph.h"

/* The largest accepted number of bytes. Texts come from command lines and input fields, where a longer text is a mistake. */
#define LONGEST 1000

gboolean
expr_constant_parse (const char *text, double *value)
{
  g_autoptr (GPtrArray) errors = expr_errors_new ();
  g_autoptr (ExprTree) tree = NULL;
  g_autoptr (ExprGraph) graph = NULL;
  ExprScope scope = { 0 };
  ExprValue result;
  double number;
  char *end;

  if (text == NULL || *text == '\0' || g_ascii_isspace (*text) || strlen (text) > LONGEST || !g_utf8_validate (text, -1, NULL))
    return FALSE;
  /* Two signs at the start are valid in the language, but in an input field they are probably a typing error. */
  if (strchr ("+-", text[0]) != NULL && text[1] != '\0' && strchr ("+-", text[1]) != NULL)
    return FALSE;
  /* strtod would also accept hexadecimal numbers, infinities and NaN. Such texts are passed to the parser, which refuses them. */
  if (strspn (text, "+-.0123456789eE") == strlen (text))
    {
      number = g_ascii_strtod (text, &end);
      if (*end == '\0' && isfinite (number))
        {
          *value = number;
          return TRUE;
        }
    }
  tree = expr_tree_parse (text, NULL, errors);
  if (tree == NULL || errors->len > 0)
    return FALSE;
  graph = expr_graph_new ();
  result = expr_graph_add_tree (graph, tree, &scope, errors);
  if (errors->len > 0 || result == EXPR_NO_VALUE || !expr_graph_is_constant (graph, result, &number) || !isfinite (number))
    return FALSE;
  *value = number;
  return TRUE;
}
