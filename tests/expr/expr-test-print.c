/* Prints values of an expression graph as infix text. */
#include "expr-test.h"

#include "expr-graph-private.h"

/* Limits of the length and the depth of a text. A value that is used several
 * times is printed each time, so that the text can grow exponentially. */
#define MAX_TEXT 65536
#define MAX_PRINT_DEPTH 2000

typedef struct
{
  const ExprGraph *graph;
  const char *(*name_of) (gpointer, int);
  gpointer user;
  GString *text;
  int depth;
} Printer;

static int
binding (const ExprNode *node)
{
  switch (node->op)
    {
    case EXPR_OP_OR: return 1;
    case EXPR_OP_AND: return 2;
    case EXPR_OP_NOT: return 3;
    case EXPR_OP_LT:
    case EXPR_OP_LE:
    case EXPR_OP_EQ:
    case EXPR_OP_NE: return 4;
    case EXPR_OP_ADD:
    case EXPR_OP_SUB: return 5;
    case EXPR_OP_MUL:
    case EXPR_OP_DIV: return 6;
    case EXPR_OP_NEG: return 7;
    case EXPR_OP_POW: return 8;
    case EXPR_OP_CONSTANT: return signbit (node->constant) ? 7 : 9;
    default: return 9;
    }
}

static void print (Printer *printer, ExprValue value, int needed);

static void
print_call (Printer *printer, const char *name, const gint32 *operands, int n)
{
  g_string_append (printer->text, name);
  for (int k = 0; k < n; k++)
    {
      g_string_append (printer->text, k == 0 ? "(" : ", ");
      print (printer, operands[k], 0);
    }
  g_string_append_c (printer->text, ')');
}

static void
print_number (Printer *printer, double number)
{
  char buffer[EXPR_NUMBER_SIZE];

  expr_format_number (buffer, number);
  g_string_append (printer->text, buffer);
}

static void
print_infix (Printer *printer, const ExprNode *node)
{
  static const char *const signs[EXPR_N_OPS] = {
    [EXPR_OP_ADD] = " + ",  [EXPR_OP_SUB] = " - ",  [EXPR_OP_MUL] = "*",     [EXPR_OP_DIV] = "/",
    [EXPR_OP_LT] = " < ",   [EXPR_OP_LE] = " <= ",  [EXPR_OP_EQ] = " == ",   [EXPR_OP_NE] = " != ",
    [EXPR_OP_AND] = " and ", [EXPR_OP_OR] = " or ",
  };
  const ExprNode *right = expr_graph_node (printer->graph, node->operands[1]);
  int own = binding (node);
  gboolean is_comparison = own == 4;

  print (printer, node->operands[0], is_comparison ? own + 1 : own);
  /* The sum x + (−2) is printed as x − 2. */
  if (node->op == EXPR_OP_ADD && right->op == EXPR_OP_CONSTANT && right->constant < 0)
    {
      g_string_append (printer->text, " - ");
      print_number (printer, -right->constant);
      return;
    }
  g_string_append (printer->text, signs[node->op]);
  print (printer, node->operands[1], own + 1);
}

static void
print_node (Printer *printer, const ExprNode *node)
{
  int own = binding (node);

  switch (node->op)
    {
    case EXPR_OP_CONSTANT:
      print_number (printer, node->constant);
      break;
    case EXPR_OP_INPUT:
      if (printer->name_of != NULL)
        g_string_append (printer->text, printer->name_of (printer->user, node->operands[0]));
      else
        g_string_append_printf (printer->text, "x%d", node->operands[0]);
      break;
    case EXPR_OP_TABLE:
      {
        g_autofree char *name = node->operands[2] > 0
                                    ? g_strdup_printf ("table%d_derivative%d", node->operands[1] + 1, node->operands[2])
                                    : g_strdup_printf ("table%d", node->operands[1] + 1);
        print_call (printer, name, node->operands, 1);
        break;
      }
    case EXPR_OP_NEG:
    case EXPR_OP_NOT:
      g_string_append (printer->text, node->op == EXPR_OP_NEG ? "-" : "not ");
      print (printer, node->operands[0], own);
      break;
    case EXPR_OP_POW:
      print (printer, node->operands[0], own + 1);
      g_string_append_c (printer->text, '^');
      print (printer, node->operands[1], own - 1);
      break;
    default:
      if (own < 9)
        print_infix (printer, node);
      else
        print_call (printer, expr_op_info[node->op].name, node->operands, expr_op_info[node->op].arity);
      break;
    }
}

static void
print (Printer *printer, ExprValue value, int needed)
{
  const ExprNode *node = expr_graph_node (printer->graph, value);
  gboolean enclosed = binding (node) < needed;

  if (printer->text->len > MAX_TEXT)
    return;
  if (printer->depth == MAX_PRINT_DEPTH)
    {
      g_string_append (printer->text, "…");
      return;
    }
  printer->depth++;
  if (enclosed)
    g_string_append_c (printer->text, '(');
  print_node (printer, node);
  if (enclosed)
    g_string_append_c (printer->text, ')');
  printer->depth--;
}

char *
expr_test_print (const ExprGraph *graph, ExprValue value, const char *(*name_of) (gpointer, int), gpointer user)
{
  Printer printer = { graph, name_of, user, g_string_new (NULL), 0 };

  print (&printer, value, 0);
  if (printer.text->len > MAX_TEXT)
    {
      /* The text is too long. It is cut after a whole UTF-8 character. */
      gsize end = MAX_TEXT;
      while (end > 0 && (printer.text->str[end] & 0xC0) == 0x80)
        end--;
      g_string_truncate (printer.text, end);
      g_string_append (printer.text, "…");
    }
  return g_string_free (printer.text, FALSE);
}

int
expr_test_size (const ExprGraph *graph)
{
  return graph->n_nodes;
}
