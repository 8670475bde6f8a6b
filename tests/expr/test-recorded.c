/* Recorded values, derivatives and simplified forms of random expressions, and recorded messages about damaged ones. The numbers must agree
 * with those in recorded.txt in all digits that do not depend on rounding errors; texts must be equal.
 *
 * The file does not show that the program is right, only that it computes and says what it did. CONTRIBUTING.md says when recorded.txt
 * may be made anew, with --record FILE. */
#include "expr-test.h"
#include "expr-tree.h"
#include "recorded.h"

#include <math.h>
#include <string.h>

static RecordedTable *table;

#define N_EXPRESSIONS 700
#define N_DAMAGED 700
#define N_INPUTS 5
#define LONGEST_FORM 160

typedef struct
{
  const char *name, *text;
} Case;

static const char *const unary[] = { "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "log", "log10", "log2", "sqrt", "cbrt",
                                     "abs", "sign", "floor", "ceil", "round", "step", "asinh", "acosh", "atanh", "erf", "-", "not " };
static const char *const binary[] = { "+", "-", "*", "/", "^", "<", "<=", ">", ">=", "==", "!=", " and ", " or " };
static const char *const functions[] = { "min", "max", "atan2", "mod", "hypot" };

/* Appends a random expression. Unlike expr_test_random_text it has every operator and function, so it may also have errors. */
static void
append (GRand *random, int depth, GString *text)
{
  int choice = depth == 0 ? g_rand_int_range (random, 0, 4) : g_rand_int_range (random, 2, 15);

  if (choice < 2)
    g_string_append (text, expr_test_xyz[g_rand_int_range (random, 0, N_INPUTS)]);
  else if (choice == 2)
    g_string_append_printf (text, "%d", g_rand_int_range (random, 0, 5));
  else if (choice == 3)
    g_string_append_printf (text, "%.1f", 0.5 * g_rand_int_range (random, 0, 9));
  else if (choice < 8)
    {
      g_string_append_printf (text, "%s(", unary[g_rand_int_range (random, 0, G_N_ELEMENTS (unary))]);
      append (random, depth - 1, text);
      g_string_append_c (text, ')');
    }
  else if (choice < 12)
    {
      gboolean parentheses = g_rand_boolean (random);
      g_string_append (text, parentheses ? "(" : "");
      append (random, depth - 1, text);
      g_string_append (text, binary[g_rand_int_range (random, 0, g_rand_boolean (random) ? 5 : (gint32) G_N_ELEMENTS (binary))]);
      append (random, depth - 1, text);
      g_string_append (text, parentheses ? ")" : "");
    }
  else
    {
      int n = choice == 12 ? 3 : 2;
      g_string_append_printf (text, "%s(", n == 3 ? "if" : functions[g_rand_int_range (random, 0, G_N_ELEMENTS (functions))]);
      for (int k = 0; k < n; k++)
        {
          g_string_append (text, k > 0 ? ", " : "");
          append (random, depth - 1, text);
        }
      g_string_append_c (text, ')');
    }
}

static double
bounded (double value)
{
  return isfinite (value) ? value / (1 + fabs (value)) : 2;
}

/* Writes the start of the form of a value in the graph. */
static void
write_form (RecordedRow *row, const char *key, const ExprGraph *graph, ExprValue value)
{
  g_autofree char *form = expr_test_print (graph, value, NULL, NULL);

  if (strlen (form) > LONGEST_FORM)
    form[LONGEST_FORM] = '\0';
  recorded_row_text (row, key, form);
}

static RecordedRow *
run_expression (gconstpointer data, double noise, guint32 seed)
{
  const Case *of = data;
  RecordedRow *row = recorded_row_new (of->name);
  g_autofree char *errors = expr_test_errors (of->text, expr_test_xyz);
  g_autoptr (GRand) random = g_rand_new_with_seed (3), noises = g_rand_new_with_seed (seed + 1);

  recorded_row_text (row, "text", of->text);
  if (*errors != '\0')
    {
      recorded_row_text (row, "says", errors);
      return row;
    }
  g_autoptr (ExprGraph) graph = expr_graph_new ();
  ExprValue value = expr_test_add (graph, of->text, expr_test_xyz), derivatives[N_INPUTS];
  double sum = 0, slopes = 0;

  write_form (row, "form", graph, value);
  for (int k = 0; k < N_INPUTS; k++)
    derivatives[k] = expr_graph_derivative (graph, value, k);
  write_form (row, "dx", graph, derivatives[0]);
  recorded_row_counts (row, "size", 1, (const gint64[]){ expr_test_size (graph) });
  for (int point = 0; point < 4; point++)
    {
      double at[N_INPUTS];

      for (int k = 0; k < N_INPUTS; k++)
        at[k] = g_rand_double_range (random, point == 3 ? -3 : 0.1, 2.5) * (1 + noise * g_rand_double_range (noises, -1, 1));
      sum += (1 + point) * bounded (expr_test_eval (graph, value, at, N_INPUTS));
      for (int k = 0; k < N_INPUTS; k++)
        slopes += (1 + point) * (1 + k) * bounded (expr_test_eval (graph, derivatives[k], at, N_INPUTS));
    }
  recorded_row_number (row, "value", sum);
  recorded_row_number (row, "slopes", slopes);
  return row;
}

static void
test_values (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1970);

  for (int k = 0; k < N_EXPRESSIONS; k++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autofree char *name = g_strdup_printf ("values/%d", k);

      append (random, 1 + k % 4, text);
      if (text->len > 200)
        continue;
      const Case of = { name, text->str };
      recorded_table_row (table, name, run_expression, &of);
    }
  recorded_table_check (table, "values/");
}

/* Reads a damaged expression as a tree, and writes the tree as text. */
static RecordedRow *
run_damaged (gconstpointer data, double noise, guint32 seed)
{
  const Case *of = data;
  RecordedRow *row = recorded_row_new (of->name);
  g_autofree char *errors = expr_test_errors (of->text, expr_test_xyz);
  g_autoptr (GPtrArray) others = expr_errors_new ();
  g_autoptr (ExprTree) tree = expr_tree_parse (of->text, NULL, others);

  recorded_row_text (row, "text", of->text);
  recorded_row_text (row, "says", errors);
  recorded_row_counts (row, "errors", 1, (const gint64[]){ others->len });
  if (tree != NULL)
    {
      g_autofree char *again = expr_tree_to_string (tree);
      recorded_row_text (row, "tree", again);
    }
  return row;
}

static void
test_damaged (void)
{
  static const char *const pieces[] = { "(", ")", ",", "+", "*", "^", "/", "<", "=", "&&", "||", "!", "[", "]", ".", "..", "1e", "5x", "sinn", "if", "x y", " ",
                                        "%", "**", "{", "'", "é", "²", "and", "not", "1,5", "xx", "0x1", "pi", "e", "t", "sum(i, 1, 3, i)", ";", "?", ":" };
  g_autoptr (GRand) random = g_rand_new_with_seed (1971);

  for (int k = 0; k < N_DAMAGED; k++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autofree char *name = g_strdup_printf ("damaged/%d", k);
      gsize at;

      append (random, 1 + k % 3, text);
      at = (gsize) g_rand_int_range (random, 0, (gint32) text->len);
      if (k % 3 == 0)
        g_string_erase (text, (gssize) at, 1);
      if (k % 3 != 0 || k % 2 == 0)
        g_string_insert (text, (gssize) at, pieces[g_rand_int_range (random, 0, G_N_ELEMENTS (pieces))]);
      if (text->len > 160)
        continue;
      const Case of = { name, text->str };
      recorded_table_row (table, name, run_damaged, &of);
    }
  recorded_table_check (table, "damaged/");
}

int
main (int argc, char **argv)
{
  int status;

  table = recorded_table_open (&argc, &argv, "expr", "recorded.txt");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/expr/recorded/values/expressions-have-the-recorded-values-and-derivatives", test_values);
  g_test_add_func ("/expr/recorded/damaged/damaged-expressions-have-the-recorded-messages", test_damaged);
  status = g_test_run ();
  recorded_table_close (table);
  return status;
}
