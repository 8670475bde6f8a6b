/* Expressions of other languages: a parser by the binding of operators, and a printer in the syntax of models. */
#include "model-import-tree.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "expr-op.h"

G_DEFINE_QUARK (model-import-error-quark, model_import_error)

/* Deeper expressions are refused, so that the recursion does not exhaust the stack. */
#define MAX_DEPTH 500
/* A chain of operators is a tree as deep as it is long. */
#define MAX_CHAIN 5000

typedef struct
{
  const char *sign;  /* as written in the file */
  const char *name;  /* as written in a model */
  int binding[3];    /* in each language; 0: not an operator there */
  gboolean to_right; /* groups to the right in papers; in XPPAUT and in the infix of SBML all group to the left */
} Sign;

/* The bindings of XPPAUT were found by running it: 1>2+1 is (1>2)+1, 1&1*2 is 1&(1*2), 2^3^2 is (2^3)^2. */
static const Sign signs[] = {
  { "**", "^", { 7, 7, 7 }, TRUE },  { "^", "^", { 7, 7, 7 }, TRUE },   { ">=", ">=", { 7, 3, 3 }, FALSE }, { "<=", "<=", { 7, 3, 3 }, FALSE }, { "==", "==", { 7, 3, 3 }, FALSE },
  { "!=", "!=", { 7, 3, 3 }, FALSE }, { ">", ">", { 7, 3, 3 }, FALSE },  { "<", "<", { 7, 3, 3 }, FALSE },   { "*", "*", { 6, 6, 6 }, FALSE },   { "/", "/", { 6, 6, 6 }, FALSE },
  { "%", "mod", { 0, 0, 6 }, FALSE }, { "&&", "and", { 0, 2, 2 }, FALSE }, { "&", "and", { 5, 0, 0 }, FALSE }, { "||", "or", { 0, 1, 1 }, FALSE }, { "|", "or", { 4, 0, 0 }, FALSE },
  { "+", "+", { 4, 4, 4 }, FALSE },  { "-", "-", { 4, 4, 4 }, FALSE },  { "and", "and", { 0, 2, 0 }, FALSE }, { "or", "or", { 0, 1, 0 }, FALSE },
};

typedef struct
{
  const ModelImportSyntax *syntax;
  const char *text, *at;
  int depth;
  GError **error;
} Parser;

static ModelImportTree *parse_binary (Parser *parser, int least);

static ModelImportTree *
new_tree (ModelImportTreeKind kind, char *text)
{
  ModelImportTree *tree = g_new0 (ModelImportTree, 1);

  tree->kind = kind;
  tree->text = text;
  tree->children = g_ptr_array_new_with_free_func ((GDestroyNotify) model_import_tree_free);
  return tree;
}

void
model_import_tree_free (ModelImportTree *tree)
{
  if (tree == NULL)
    return;
  g_ptr_array_unref (tree->children);
  g_free (tree->text);
  g_free (tree);
}

char *
model_import_number_text (double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  for (int precision = 1; precision <= 17; precision++)
    {
      g_autofree char *format = g_strdup_printf ("%%.%dg", precision);

      g_ascii_formatd (digits, sizeof digits, format, value);
      if (g_ascii_strtod (digits, NULL) == value)
        break;
    }
  return g_strdup (digits);
}

ModelImportTree *
model_import_tree_number (double value)
{
  ModelImportTree *tree = new_tree (MODEL_IMPORT_NUMBER, model_import_number_text (fabs (value)));

  return value < 0 ? model_import_tree_operator ("-", tree, NULL) : tree;
}

ModelImportTree *
model_import_tree_name (const char *name)
{
  return new_tree (MODEL_IMPORT_NAME, g_strdup (name));
}

ModelImportTree *
model_import_tree_operator (const char *sign, ModelImportTree *a, ModelImportTree *b)
{
  ModelImportTree *tree = new_tree (MODEL_IMPORT_OPERATOR, g_strdup (sign));

  g_ptr_array_add (tree->children, a);
  if (b != NULL)
    g_ptr_array_add (tree->children, b);
  return tree;
}

ModelImportTree *
model_import_tree_call (const char *name, ModelImportTree *first, ModelImportTree *second)
{
  ModelImportTree *tree = new_tree (MODEL_IMPORT_CALL, g_strdup (name));

  if (first != NULL)
    g_ptr_array_add (tree->children, first);
  if (second != NULL)
    g_ptr_array_add (tree->children, second);
  return tree;
}

ModelImportTree *
model_import_tree_copy (const ModelImportTree *tree)
{
  ModelImportTree *copy = new_tree (tree->kind, g_strdup (tree->text));

  for (guint k = 0; k < tree->children->len; k++)
    g_ptr_array_add (copy->children, model_import_tree_copy (tree->children->pdata[k]));
  return copy;
}

/* ---- the parser ---- */

static void
skip_space (Parser *parser)
{
  while (g_ascii_isspace (*parser->at))
    parser->at++;
}

static gboolean
fail (Parser *parser, const char *what)
{
  if (parser->error == NULL || *parser->error != NULL)
    return FALSE;
  if (*parser->at == '\0')
    g_set_error (parser->error, MODEL_IMPORT_ERROR, MODEL_IMPORT_ERROR_SYNTAX, _("%s at the end of '%s'"), what, parser->text);
  else
    g_set_error (parser->error, MODEL_IMPORT_ERROR, MODEL_IMPORT_ERROR_SYNTAX, _("%s at '%.20s'"), what, parser->at);
  return FALSE;
}

static gboolean
is_name_start (char c)
{
  return g_ascii_isalpha (c) || c == '_';
}

static gsize
name_length (const char *at)
{
  gsize n = 0;

  while (g_ascii_isalnum (at[n]) || at[n] == '_')
    n++;
  return n;
}

/* Reads the digits of a number: 5, 5., .5, 5e-3. */
static ModelImportTree *
parse_number (Parser *parser)
{
  g_autoptr (GString) digits = g_string_new (NULL);
  const char *at = parser->at;

  if (*at == '.')
    g_string_append_c (digits, '0');
  while (g_ascii_isdigit (*at))
    g_string_append_c (digits, *at++);
  if (*at == '.')
    {
      at++;
      if (g_ascii_isdigit (*at))
        g_string_append_c (digits, '.');
      while (g_ascii_isdigit (*at))
        g_string_append_c (digits, *at++);
    }
  if ((*at == 'e' || *at == 'E') && (g_ascii_isdigit (at[1]) || ((at[1] == '-' || at[1] == '+') && g_ascii_isdigit (at[2]))))
    {
      g_string_append_c (digits, 'e');
      at++;
      do
        g_string_append_c (digits, *at++);
      while (g_ascii_isdigit (*at));
    }
  parser->at = at;
  return new_tree (MODEL_IMPORT_NUMBER, g_strdup (digits->str));
}

/* Returns the operator at the place, or NULL. */
static const Sign *
find_sign (Parser *parser)
{
  skip_space (parser);
  for (gsize k = 0; k < G_N_ELEMENTS (signs); k++)
    {
      const gsize n = strlen (signs[k].sign);

      if (signs[k].binding[parser->syntax->language] > 0 && strncmp (parser->at, signs[k].sign, n) == 0
          && !(g_ascii_isalpha (*signs[k].sign) && name_length (parser->at) > n))
        return &signs[k];
    }
  return NULL;
}

static gboolean
take (Parser *parser, const char *token)
{
  skip_space (parser);
  if (!g_str_has_prefix (parser->at, token))
    return FALSE;
  parser->at += strlen (token);
  return TRUE;
}

static ModelImportTree *
parse_parentheses (Parser *parser)
{
  ModelImportTree *tree = NULL;

  if (!take (parser, "("))
    fail (parser, _("'(' is missing"));
  else if ((tree = parse_binary (parser, 1)) != NULL && !take (parser, ")"))
    {
      fail (parser, _("')' is missing"));
      g_clear_pointer (&tree, model_import_tree_free);
    }
  return tree;
}

/* Reads XPPAUT's if (condition) then (value) else (value), after the word if. */
static ModelImportTree *
parse_if (Parser *parser)
{
  static const char *const words[] = { "", "then", "else" };
  g_autoptr (ModelImportTree) call = model_import_tree_call ("if", NULL, NULL);

  for (int k = 0; k < 3; k++)
    {
      ModelImportTree *part;

      skip_space (parser);
      if (g_ascii_strncasecmp (parser->at, words[k], strlen (words[k])) != 0)
        {
          fail (parser, k == 1 ? _("'then' is missing") : _("'else' is missing"));
          return NULL;
        }
      parser->at += strlen (words[k]);
      if ((part = parse_parentheses (parser)) == NULL)
        return NULL;
      g_ptr_array_add (call->children, part);
    }
  return g_steal_pointer (&call);
}

static gboolean
parse_arguments (Parser *parser, ModelImportTree *call)
{
  ModelImportTree *argument;

  if (take (parser, ")"))
    return TRUE;
  do
    {
      if ((argument = parse_binary (parser, 1)) == NULL)
        return FALSE;
      g_ptr_array_add (call->children, argument);
    }
  while (take (parser, ","));
  return take (parser, ")") || fail (parser, _("')' is missing"));
}

static gboolean
begins_operand (const Parser *parser)
{
  return is_name_start (*parser->at) || g_ascii_isdigit (*parser->at) || *parser->at == '(' || (*parser->at == '.' && g_ascii_isdigit (parser->at[1]));
}

static gboolean
begins_function (const Parser *parser)
{
  g_autofree char *name = g_strndup (parser->at, name_length (parser->at));

  return expr_op_find_function (name) >= 0;
}

/* Reads a name and what belongs to it. */
static ModelImportTree *
parse_name (Parser *parser)
{
  g_autofree char *name = g_strndup (parser->at, name_length (parser->at));
  const gboolean xpp = parser->syntax->language == MODEL_IMPORT_XPP;
  const gboolean is_function = parser->syntax->is_function == NULL || parser->syntax->is_function (parser->syntax->user, name);
  g_autoptr (ModelImportTree) call = NULL;

  parser->at += strlen (name);
  if (xpp && *parser->at == '\'')
    {
      /* The index of a sum. */
      parser->at++;
      return new_tree (MODEL_IMPORT_NAME, g_strconcat (name, "'", NULL));
    }
  if (xpp && g_ascii_strcasecmp (name, "if") == 0)
    return parse_if (parser);
  skip_space (parser);
  if (*parser->at == '(' && is_function)
    {
      call = model_import_tree_call (name, NULL, NULL);
      parser->at++;
      if (!parse_arguments (parser, call))
        return NULL;
      if (xpp && g_ascii_strcasecmp (name, "sum") == 0)
        {
          /* sum (from, to) of (term) */
          ModelImportTree *term;

          skip_space (parser);
          if (g_ascii_strncasecmp (parser->at, "of", 2) != 0)
            {
              fail (parser, _("'of' is missing"));
              return NULL;
            }
          parser->at += 2;
          if ((term = parse_parentheses (parser)) == NULL)
            return NULL;
          g_ptr_array_add (call->children, term);
        }
      return g_steal_pointer (&call);
    }
  if (parser->syntax->language == MODEL_IMPORT_PAPER && expr_op_find_function (name) >= 0 && begins_operand (parser))
    {
      /* The argument of sin 2x cos x is the product up to the next sign or function. */
      ModelImportTree *argument = parse_binary (parser, 7);

      for (skip_space (parser); argument != NULL && begins_operand (parser) && !begins_function (parser) && find_sign (parser) == NULL; skip_space (parser))
        {
          ModelImportTree *factor = parse_binary (parser, 7);

          if (factor == NULL)
            g_clear_pointer (&argument, model_import_tree_free);
          else
            argument = model_import_tree_operator ("*", argument, factor);
        }
      return argument != NULL ? model_import_tree_call (name, argument, NULL) : NULL;
    }
  return model_import_tree_name (name);
}

static ModelImportTree *
parse_operand (Parser *parser)
{
  const ModelImportLanguage language = parser->syntax->language;

  skip_space (parser);
  if (g_ascii_isdigit (*parser->at) || (*parser->at == '.' && g_ascii_isdigit (parser->at[1])))
    return parse_number (parser);
  if (*parser->at == '(')
    return parse_parentheses (parser);
  if (*parser->at == '-' || *parser->at == '+')
    {
      const gboolean minus = *parser->at++ == '-';
      ModelImportTree *operand;

      /* -x^2 is -(x^2), and in XPPAUT -x>1 is -(x>1). */
      operand = parse_binary (parser, 6);
      return operand == NULL || !minus ? operand : model_import_tree_operator ("-", operand, NULL);
    }
  if (*parser->at == '!' && language != MODEL_IMPORT_XPP)
    {
      ModelImportTree *operand;

      parser->at++;
      operand = parse_operand (parser);
      return operand != NULL ? model_import_tree_operator ("not", operand, NULL) : NULL;
    }
  if (is_name_start (*parser->at))
    return parse_name (parser);
  fail (parser, _("a value is missing"));
  return NULL;
}

/* Reads operands and operators that bind at least as tightly as `least`. */
static ModelImportTree *
parse_binary (Parser *parser, int least)
{
  g_autoptr (ModelImportTree) left = NULL;
  const ModelImportLanguage language = parser->syntax->language;
  int n = 0;

  if (++parser->depth > MAX_DEPTH)
    {
      fail (parser, _("the expression is nested too deeply"));
      return NULL;
    }
  left = parse_operand (parser);
  while (left != NULL)
    {
      const Sign *sign = find_sign (parser);
      ModelImportTree *right;
      int binding;

      if (++n > MAX_CHAIN)
        {
          fail (parser, _("the expression has too many operators"));
          return NULL;
        }
      if (sign == NULL && language == MODEL_IMPORT_PAPER && least <= 6 && begins_operand (parser))
        {
          /* A product without a sign. */
          if ((right = parse_binary (parser, 7)) == NULL)
            {
              g_clear_pointer (&left, model_import_tree_free);
              break;
            }
          left = model_import_tree_operator ("*", g_steal_pointer (&left), right);
          continue;
        }
      if (sign == NULL || (binding = sign->binding[language]) < least)
        break;
      parser->at += strlen (sign->sign);
      if ((right = parse_binary (parser, binding + (sign->to_right && language == MODEL_IMPORT_PAPER ? 0 : 1))) == NULL)
        {
          g_clear_pointer (&left, model_import_tree_free);
          break;
        }
      if (strcmp (sign->name, "mod") == 0)
        left = model_import_tree_call ("mod", g_steal_pointer (&left), right);
      else
        left = model_import_tree_operator (sign->name, g_steal_pointer (&left), right);
    }
  parser->depth--;
  return g_steal_pointer (&left);
}

ModelImportTree *
model_import_tree_parse (const char *text, const ModelImportSyntax *syntax, GError **error)
{
  g_autoptr (GError) own = NULL;
  Parser parser = { syntax, text, text, 0, &own };
  ModelImportTree *tree = parse_binary (&parser, 1);

  skip_space (&parser);
  if (tree != NULL && *parser.at != '\0')
    {
      fail (&parser, _("the expression ends before its text"));
      g_clear_pointer (&tree, model_import_tree_free);
    }
  if (tree == NULL)
    g_propagate_error (error, g_steal_pointer (&own));
  return tree;
}

/* ---- changes and values ---- */

gboolean
model_import_tree_visit (ModelImportTree **tree, ModelImportVisit visit, gpointer user, GError **error)
{
  GError *own = NULL;
  ModelImportTree *other;

  for (guint k = 0; k < (*tree)->children->len; k++)
    if (!model_import_tree_visit ((ModelImportTree **) &(*tree)->children->pdata[k], visit, user, error))
      return FALSE;
  other = visit (user, *tree, &own);
  if (own != NULL)
    {
      g_propagate_error (error, own);
      return FALSE;
    }
  if (other != NULL)
    {
      model_import_tree_free (*tree);
      *tree = other;
    }
  return TRUE;
}

/* Returns the value of an operator with two operands. */
static double
operate (const char *sign, double a, double b)
{
  for (ExprOp op = EXPR_OP_ADD; op <= EXPR_OP_OR; op++)
    if (strcmp (expr_op_info[op].name, sign) == 0 && expr_op_info[op].arity == 2)
      return expr_op_eval (op, a, b, 0);
  if (strcmp (sign, ">") == 0)
    return a > b;
  return strcmp (sign, ">=") == 0 ? a >= b : NAN;
}

gboolean
model_import_tree_value (const ModelImportTree *tree, double *value)
{
  double v[3] = { 0, 0, 0 };
  const guint n = tree->children->len;

  if (tree->kind == MODEL_IMPORT_NUMBER)
    *value = g_ascii_strtod (tree->text, NULL);
  else if (tree->kind == MODEL_IMPORT_NAME && strcmp (tree->text, "pi") == 0)
    *value = G_PI;
  else if (tree->kind == MODEL_IMPORT_NAME || n == 0 || n > 3)
    return FALSE;
  else
    {
      for (guint k = 0; k < n; k++)
        if (!model_import_tree_value (tree->children->pdata[k], &v[k]))
          return FALSE;
      if (tree->kind == MODEL_IMPORT_CALL)
        {
          const int op = strcmp (tree->text, "if") == 0 ? EXPR_OP_SELECT : expr_op_find_function (tree->text);

          if (op < 0 || expr_op_info[op].arity != (int) n)
            return FALSE;
          *value = expr_op_eval ((ExprOp) op, v[0], v[1], v[2]);
        }
      else if (n == 2)
        *value = operate (tree->text, v[0], v[1]);
      else
        *value = expr_op_eval (strcmp (tree->text, "not") == 0 ? EXPR_OP_NOT : EXPR_OP_NEG, v[0], 0, 0);
    }
  return isfinite (*value);
}

gsize
model_import_tree_size (const ModelImportTree *tree)
{
  gsize n = 1;

  for (guint k = 0; k < tree->children->len; k++)
    n += model_import_tree_size (tree->children->pdata[k]);
  return n;
}

/* ---- the printer ---- */

/* Returns the binding of an operator in models, from `or` to powers. */
static int
binding_of (const ModelImportTree *tree)
{
  static const char *const levels[] = { "or", "and", "not", "< <= == != >= >", "+ -", "* /", "", "^" };

  if (tree->kind != MODEL_IMPORT_OPERATOR)
    return 9;
  /* -a*b is written for -(a*b): both have the same bits. */
  if (tree->children->len == 1)
    return strcmp (tree->text, "not") == 0 ? 3 : binding_of (tree->children->pdata[0]) == 6 ? 6 : 7;
  for (int k = 0; k < (int) G_N_ELEMENTS (levels); k++)
    {
      g_auto (GStrv) words = g_strsplit (levels[k], " ", -1);

      if (g_strv_contains ((const char *const *) words, tree->text))
        return k + 1;
    }
  return 9;
}

static void print (const ModelImportTree *tree, GString *out);

static void
print_operand (const ModelImportTree *tree, int least, GString *out)
{
  const gboolean in_parentheses = binding_of (tree) < least;

  if (in_parentheses)
    g_string_append_c (out, '(');
  print (tree, out);
  if (in_parentheses)
    g_string_append_c (out, ')');
}

static void
print (const ModelImportTree *tree, GString *out)
{
  const int binding = binding_of (tree);

  if (tree->kind == MODEL_IMPORT_CALL)
    {
      g_string_append_printf (out, "%s(", tree->text);
      for (guint k = 0; k < tree->children->len; k++)
        {
          if (k > 0)
            g_string_append (out, ", ");
          print (tree->children->pdata[k], out);
        }
      g_string_append_c (out, ')');
    }
  else if (tree->kind != MODEL_IMPORT_OPERATOR)
    g_string_append (out, tree->text);
  else if (tree->children->len == 1)
    {
      g_string_append_printf (out, strcmp (tree->text, "not") == 0 ? "not " : "%s", tree->text);
      print_operand (tree->children->pdata[0], binding == 7 ? 8 : binding, out);
    }
  else
    {
      /* Powers group to the right, chains of comparisons do not exist, and all others group to the left. */
      const gboolean right = binding == 8, comparison = binding == 4, tight = binding == 6 || binding == 8;

      print_operand (tree->children->pdata[0], binding + (right || comparison ? 1 : 0), out);
      g_string_append_printf (out, tight ? "%s" : " %s ", tree->text);
      print_operand (tree->children->pdata[1], binding + (right ? 0 : 1), out);
    }
}

char *
model_import_tree_print (const ModelImportTree *tree)
{
  GString *out = g_string_new (NULL);

  print (tree, out);
  return g_string_free (out, FALSE);
}
