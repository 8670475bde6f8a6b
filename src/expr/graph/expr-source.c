/* Writes values of a graph as text of a programming language. */
#include "expr-source.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "expr-graph-private.h"

G_DEFINE_QUARK (expr-source-error, expr_source_error)

/* The text of a value, and how strongly its outermost operation binds. */
typedef struct
{
  char *text;
  int strength;
  gboolean is_condition; /* the text is a comparison or a combination of conditions */
} Text;

typedef struct
{
  const ExprGraph *graph;
  const ExprSourceLanguage *language;
  ExprSourceName name;
  gpointer user;
  const char *prefix;
  int *n_uses;     /* for each value, how often it is an operand or a result */
  Text *texts;     /* for each value, its text; text NULL: not written yet */
  GPtrArray *statements;
  gboolean *used;
  int n_variables;
} Writer;

/* How strongly a minus sign binds: weaker than a power, so that a negative base of a power needs parentheses. */
static int
minus_strength (const Writer *writer)
{
  return writer->language->forms[EXPR_OP_NEG].strength;
}

/* Returns a number whose exponent is a power of ten. */
static Text
typeset_number (const Writer *writer, const char *digits)
{
  const char *exponent = strchr (digits, 'e');
  gboolean negative = digits[0] == '-';

  if (exponent == NULL)
    return (Text) { g_strdup (digits), negative ? minus_strength (writer) : EXPR_SOURCE_ATOM, FALSE };
  return (Text) { g_strdup_printf ("%.*s \\cdot 10^{%d}", (int) (exponent - digits), digits, atoi (exponent + 1)),
                  negative ? minus_strength (writer) : writer->language->forms[EXPR_OP_MUL].strength, FALSE };
}

/* Returns a number as an element of MathML. */
static Text
markup_number (const char *digits)
{
  const char *exponent = strchr (digits, 'e');

  if (exponent == NULL)
    return (Text) { g_strdup_printf ("<cn> %s </cn>", digits), EXPR_SOURCE_ATOM, FALSE };
  return (Text) { g_strdup_printf ("<cn type=\"e-notation\"> %.*s <sep/> %d </cn>", (int) (exponent - digits), digits, atoi (exponent + 1)), EXPR_SOURCE_ATOM, FALSE };
}

static Text
number_text (const Writer *writer, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  int precision = 1;

  if (isnan (value))
    return (Text) { g_strdup (writer->language->nan), EXPR_SOURCE_ATOM, FALSE };
  if (isinf (value) && writer->language->markup)
    return (Text) { value < 0 ? g_strdup_printf ("<apply> <minus/> %s </apply>", writer->language->infinity) : g_strdup (writer->language->infinity), EXPR_SOURCE_ATOM, FALSE };
  if (isinf (value))
    return (Text) { g_strconcat (value < 0 ? "-" : "", writer->language->infinity, NULL), value < 0 ? minus_strength (writer) : EXPR_SOURCE_ATOM, FALSE };
  do
    {
      char format[8];

      g_snprintf (format, sizeof format, "%%.%dg", precision);
      g_ascii_formatd (digits, sizeof digits, format, value);
    }
  while (g_ascii_strtod (digits, NULL) != value && ++precision <= 17);
  if (writer->language->typeset)
    return typeset_number (writer, digits);
  if (writer->language->markup)
    return markup_number (digits);
  /* A whole number without a point would be an integer in C, with another division. */
  if (strpbrk (digits, ".e") == NULL)
    g_strlcat (digits, ".0", sizeof digits);
  return (Text) { g_strdup (digits), value < 0 || (value == 0 && signbit (value)) ? minus_strength (writer) : EXPR_SOURCE_ATOM, FALSE };
}

static gboolean
is_condition (ExprOp op)
{
  return op == EXPR_OP_LT || op == EXPR_OP_LE || op == EXPR_OP_EQ || op == EXPR_OP_NE || op == EXPR_OP_AND || op == EXPR_OP_OR || op == EXPR_OP_NOT;
}

static void
append (GString *out, const Writer *writer, const Text *operand, int least)
{
  gboolean enclosed = operand->strength < least;

  if (enclosed)
    g_string_append (out, writer->language->open != NULL ? writer->language->open : "(");
  g_string_append (out, operand->text);
  if (enclosed)
    g_string_append (out, writer->language->close != NULL ? writer->language->close : ")");
}

static Text fill (const ExprSourceForm *form, const Writer *writer, Text *const *operands);

/* Appends an operand as a condition. */
static void
append_condition (GString *out, const Writer *writer, Text *operand, int least)
{
  if (operand->is_condition)
    append (out, writer, operand, least);
  else
    {
      Text *operands[] = { operand };
      Text test = fill (&writer->language->condition, writer, operands);

      append (out, writer, &test, least);
      g_free (test.text);
    }
}

/* Returns a copy of an operand as a number, for use in `form`, or in a statement if form is NULL. */
static Text
as_number (const Writer *writer, Text *operand, const ExprSourceForm *form)
{
  Text *operands[] = { operand };

  if (!operand->is_condition || form == &writer->language->number)
    return (Text) { g_strdup (operand->text), operand->strength, FALSE };
  return fill (&writer->language->number, writer, operands);
}

/* Returns the text of an operation. */
static Text
fill (const ExprSourceForm *form, const Writer *writer, Text *const *operands)
{
  GString *out = g_string_new (NULL);

  for (const char *c = form->text; *c != '\0'; c++)
    {
      Text *operand;

      if (*c != '{' || c[1] < 'a' || c[1] > 'c' || (c[2] != '}' && (c[2] == '\0' || c[3] != '}')))
        {
          g_string_append_c (out, *c);
          continue;
        }
      operand = operands[c[1] - 'a'];
      if (c[2] == '?')
        append_condition (out, writer, operand, form->strength + 1);
      else
        {
          Text number = as_number (writer, operand, form);

          append (out, writer, &number, c[2] == ',' ? 0 : c[2] == '+' ? form->strength + 1 : form->strength);
          g_free (number.text);
        }
      c += c[2] == '}' ? 2 : 3;
    }
  return (Text) { g_string_free (out, FALSE), form->strength, FALSE };
}

/* Makes a variable of a value with this text. Returns its name. */
static Text
define (Writer *writer, Text value)
{
  g_autofree char *name = g_strdup_printf ("%s%d", writer->prefix, ++writer->n_variables);
  g_auto (GStrv) parts = g_strsplit (writer->language->assignment, "{name}", 2);
  g_auto (GStrv) rest = g_strsplit (parts[1], "{value}", 2);

  g_ptr_array_add (writer->statements, g_strconcat (parts[0], name, rest[0], value.text, rest[1], NULL));
  g_free (value.text);
  if (writer->language->markup)
    return (Text) { g_strdup_printf ("<ci> %s </ci>", name), EXPR_SOURCE_ATOM, FALSE };
  return (Text) { g_steal_pointer (&name), EXPR_SOURCE_ATOM, FALSE };
}

/* Writes a value whose operands are written. Returns FALSE with an error. */
static gboolean
write_value (Writer *writer, ExprValue value, GError **error)
{
  const ExprNode *node = expr_graph_node (writer->graph, value);
  const ExprSourceForm *form = &writer->language->forms[node->op];
  Text *operands[3] = { NULL, NULL, NULL };
  Text text;

  if (node->op == EXPR_OP_CONSTANT)
    text = number_text (writer, node->constant);
  else if (node->op == EXPR_OP_INPUT)
    text = (Text) { g_strdup (writer->name (writer->user, node->operands[0])), EXPR_SOURCE_ATOM, FALSE };
  else
    {
      if (form->text == NULL)
        {
          g_set_error (error, EXPR_SOURCE_ERROR, 0, node->op == EXPR_OP_TABLE ? _("a table of numbers cannot be written") : _("the function '%s' cannot be written"),
                       expr_op_info[node->op].name);
          return FALSE;
        }
      for (int k = 0; k < expr_node_n_values (node); k++)
        operands[k] = &writer->texts[node->operands[k]];
      if (node->op == EXPR_OP_POW && expr_graph_is_number (writer->graph, node->operands[1], 2) && operands[0]->strength == EXPR_SOURCE_ATOM
          && writer->language->square.text != NULL)
        form = &writer->language->square;
      text = fill (form, writer, operands);
      text.is_condition = is_condition (node->op);
      if (writer->used != NULL)
        writer->used[node->op] = TRUE;
      if ((writer->n_uses[value] > 1 || (writer->language->longest > 0 && strlen (text.text) > (gsize) writer->language->longest)) && !text.is_condition
          && writer->language->assignment != NULL)
        text = define (writer, text);
      if (strlen (text.text) > EXPR_SOURCE_LONGEST)
        {
          g_free (text.text);
          g_set_error (error, EXPR_SOURCE_ERROR, 0, _("an expression is longer than %d bytes"), EXPR_SOURCE_LONGEST);
          return FALSE;
        }
    }
  writer->texts[value] = text;
  return TRUE;
}

/* Returns how often the text of a form has operand k. */
static int
count_operand (const ExprSourceForm *form, int k)
{
  const char mark[] = { '{', (char) ('a' + k), '\0' };
  int n = 0;

  for (const char *c = form->text; c != NULL && (c = strstr (c, mark)) != NULL; c += 2)
    n++;
  return n;
}

gboolean
expr_source_write (const ExprGraph *graph, const ExprValue *values, int n, const ExprSourceLanguage *language, const char *prefix, ExprSourceName name,
                   gpointer user, GPtrArray *statements, GPtrArray *texts, gboolean *used, GError **error)
{
  g_autoptr (GArray) order = expr_graph_reachable (graph, values, n);
  Writer writer = { graph, language, name, user, prefix, NULL, NULL, statements, used, 0 };
  gboolean fine = TRUE;

  writer.n_uses = g_new0 (int, graph->n_nodes + 1);
  writer.texts = g_new0 (Text, graph->n_nodes + 1);
  for (guint k = 0; k < order->len; k++)
    {
      const ExprNode *node = expr_graph_node (graph, g_array_index (order, ExprValue, k));

      for (int i = 0; i < expr_node_n_values (node); i++)
        writer.n_uses[node->operands[i]] += MAX (1, count_operand (&language->forms[node->op], i));
    }
  for (int k = 0; k < n; k++)
    writer.n_uses[values[k]]++;
  for (guint k = 0; fine && k < order->len; k++)
    fine = write_value (&writer, g_array_index (order, ExprValue, k), error);
  for (int k = 0; fine && k < n; k++)
    g_ptr_array_add (texts, as_number (&writer, &writer.texts[values[k]], NULL).text);
  for (int k = 0; k < graph->n_nodes; k++)
    g_free (writer.texts[k].text);
  g_free (writer.texts);
  g_free (writer.n_uses);
  return fine;
}
