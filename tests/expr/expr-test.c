#include "expr-test.h"

#include "expr-backend.h"

#include <math.h>
#include <string.h>

const char *const expr_test_xyz[] = { "x", "y", "z", "p", "q", NULL };

static ExprValue
find_name (ExprScope *scope, ExprGraph *graph, const char *name, ExprPlace place, GPtrArray *errors)
{
  ExprTestNames names = scope->user;

  for (int k = 0; names[k] != NULL; k++)
    if (strcmp (names[k], name) == 0)
      return expr_graph_input (graph, k);
  return EXPR_NO_VALUE;
}

/* Returns the input with the name u[1], …, or u[5]. These are second names of the five inputs. */
static ExprValue
find_element (ExprScope *scope, ExprGraph *graph, const char *name, const int *indices, int n_indices, ExprPlace place,
              GPtrArray *errors)
{
  if (strcmp (name, "u") != 0)
    return EXPR_NO_VALUE;
  if (n_indices != 1 || indices[0] < 1 || indices[0] > 5)
    {
      expr_errors_add (errors, place, "'u' has the elements 1 to 5");
      return EXPR_NO_VALUE;
    }
  return expr_graph_input (graph, indices[0] - 1);
}

/* Defines the function twice (x) for the expressions of the tests. */
static ExprValue
call (ExprScope *scope, ExprGraph *graph, const char *name, const ExprValue *arguments, int n_arguments, ExprPlace place,
      GPtrArray *errors)
{
  ExprValue pair[2];

  if (strcmp (name, "twice") != 0)
    return EXPR_NO_VALUE;
  if (n_arguments != 1)
    {
      expr_errors_add (errors, place, "twice takes 1 argument, got %d", n_arguments);
      return EXPR_NO_VALUE;
    }
  pair[0] = expr_graph_constant (graph, 2);
  pair[1] = arguments[0];
  return expr_graph_apply (graph, "*", pair, 2);
}

static ExprValue
add (ExprGraph *graph, const char *text, ExprTestNames names, GPtrArray *errors)
{
  ExprScope scope = { (gpointer) names, find_name, find_element, call };
  g_autoptr (ExprTree) tree = expr_tree_parse (text, NULL, errors);

  return tree == NULL ? EXPR_NO_VALUE : expr_graph_add_tree (graph, tree, &scope, errors);
}

static char *
join (GPtrArray *errors)
{
  GString *text = g_string_new (NULL);

  for (guint k = 0; k < errors->len; k++)
    {
      const ExprError *error = g_ptr_array_index (errors, k);
      g_string_append_printf (text, "%s%d:%d: %s", k > 0 ? "\n" : "", error->place.line, error->place.column,
                              error->message);
    }
  return g_string_free (text, FALSE);
}

ExprValue
expr_test_add (ExprGraph *graph, const char *text, ExprTestNames names)
{
  g_autoptr (GPtrArray) errors = expr_errors_new ();
  ExprValue value = add (graph, text, names, errors);
  g_autofree char *message = join (errors);

  if (errors->len > 0)
    g_error ("'%s': %s", text, message);
  g_assert_cmpint (value, !=, EXPR_NO_VALUE);
  return value;
}

char *
expr_test_errors (const char *text, ExprTestNames names)
{
  g_autoptr (GPtrArray) errors = expr_errors_new ();
  g_autoptr (ExprGraph) graph = expr_graph_new ();
  ExprValue value = add (graph, text, names, errors);

  /* The parser returns a value if and only if there is no error. */
  g_assert_true ((value == EXPR_NO_VALUE) == (errors->len > 0));
  return join (errors);
}

double
expr_test_eval (ExprGraph *graph, ExprValue value, const double *point, int n_inputs)
{
  g_autoptr (ExprProgram) program = expr_program_new (graph, &value, 1, n_inputs, 0, 0);
  g_autoptr (ExprWorkspace) workspace = expr_workspace_new (program);
  double result;

  if (n_inputs > 0)
    memcpy (expr_workspace_inputs (workspace), point, n_inputs * sizeof *point);
  expr_workspace_prepare (workspace);
  expr_workspace_run (workspace, &result);
  return result;
}

double
expr_test_text (const char *text, const double *point)
{
  g_autoptr (ExprGraph) graph = expr_graph_new ();

  return expr_test_eval (graph, expr_test_add (graph, text, expr_test_xyz), point, 5);
}

/* Maps floating-point numbers to integers of the same order. The integers of neighbouring numbers differ by 1. */
static gint64
ordinal (double x)
{
  gint64 bits;

  memcpy (&bits, &x, sizeof bits);
  return bits < 0 ? G_MININT64 - bits : bits;
}

double
expr_test_ulps (double a, double b)
{
  if (a == b || (isnan (a) && isnan (b)))
    return 0;
  if (isnan (a) || isnan (b))
    return INFINITY;
  if (signbit (a) != signbit (b))
    return INFINITY;
  return (double) ABS (ordinal (a) - ordinal (b));
}

gboolean
expr_test_same (double a, double b)
{
  return memcmp (&a, &b, sizeof a) == 0 || (isnan (a) && isnan (b));
}

static void
append_random (GRand *random, int depth, gboolean smooth, GString *text)
{
  static const char *const leaves[] = { "x", "y", "z", "p", "q", "2", "0.5", "3", "1.25", "x", "y" };
  static const char *const operators[] = { " + ", " - ", "*", "/", " + ", " - ", "*", "*" };
  static const char *const smooth_functions[] = { "sin", "cos", "tanh", "atan", "exp", "sqrt", "log", "erf", "asinh" };
  static const char *const other_functions[] = { "abs", "sign", "floor", "ceil", "round", "step", "cbrt", "not " };
  static const char *const pairs[] = { "min", "max", "hypot", "atan2", "mod" };
  static const char *const comparisons[] = { " < ", " <= ", " > ", " >= ", " == ", " != " };
  int kind = g_rand_int_range (random, 0, smooth ? 8 : 12);

  if (depth == 0)
    {
      g_string_append (text, leaves[g_rand_int_range (random, 0, G_N_ELEMENTS (leaves))]);
      return;
    }
  switch (kind)
    {
    case 0:
    case 1:
    case 2:
    case 3:
      g_string_append_c (text, '(');
      append_random (random, depth - 1, smooth, text);
      g_string_append (text, operators[g_rand_int_range (random, 0, G_N_ELEMENTS (operators))]);
      append_random (random, depth - 1, smooth, text);
      g_string_append_c (text, ')');
      break;
    case 4:
      g_string_append (text, "(-");
      append_random (random, depth - 1, smooth, text);
      g_string_append_c (text, ')');
      break;
    case 5:
      g_string_append_c (text, '(');
      append_random (random, depth - 1, smooth, text);
      g_string_append_printf (text, ")^%d", g_rand_int_range (random, 0, 6));
      break;
    case 6:
    case 7:
      g_string_append_printf (text, "%s(",
                              smooth_functions[g_rand_int_range (random, 0, G_N_ELEMENTS (smooth_functions))]);
      append_random (random, depth - 1, smooth, text);
      g_string_append_c (text, ')');
      break;
    case 8:
      g_string_append_printf (text, "(%s(",
                              other_functions[g_rand_int_range (random, 0, G_N_ELEMENTS (other_functions))]);
      append_random (random, depth - 1, smooth, text);
      g_string_append (text, "))");
      break;
    case 9:
    case 10:
      g_string_append_printf (text, "%s(", pairs[g_rand_int_range (random, 0, G_N_ELEMENTS (pairs))]);
      append_random (random, depth - 1, smooth, text);
      g_string_append (text, ", ");
      append_random (random, depth - 1, smooth, text);
      g_string_append_c (text, ')');
      break;
    default:
      g_string_append (text, "if(");
      append_random (random, depth - 1, smooth, text);
      g_string_append (text, comparisons[g_rand_int_range (random, 0, G_N_ELEMENTS (comparisons))]);
      append_random (random, depth - 1, smooth, text);
      g_string_append (text, g_rand_boolean (random) ? " and x < y, " : " or not z > p, ");
      append_random (random, depth - 1, smooth, text);
      g_string_append (text, ", ");
      append_random (random, depth - 1, smooth, text);
      g_string_append_c (text, ')');
      break;
    }
}

char *
expr_test_random_text (GRand *random, int depth, gboolean smooth)
{
  GString *text = g_string_new (NULL);

  append_random (random, depth, smooth, text);
  return g_string_free (text, FALSE);
}

void
expr_test_run_batch (ExprBatch *batch, int n_inputs, int n_outputs, const double *inputs, double *outputs, int n_lanes, int stride)
{
  g_assert_cmpint (n_lanes, <=, stride);
  for (int first = 0; first < n_lanes; first += EXPR_LANES)
    {
      int n = MIN (n_lanes - first, EXPR_LANES), n_padded = (n + 7) & ~7;

      for (int k = 0; k < n_inputs; k++)
        {
          double *row = expr_batch_inputs (batch) + (gsize) k * EXPR_LANES;
          memcpy (row, inputs + (gsize) k * stride + first, n * sizeof *row);
          for (int lane = n; lane < n_padded; lane++)
            row[lane] = row[0];
        }
      expr_batch_prepare (batch, n_padded);
      expr_batch_evaluate (batch, n_padded);
      for (int k = 0; k < n_outputs; k++)
        memcpy (outputs + (gsize) k * stride + first, expr_batch_output (batch, k), n * sizeof *outputs);
    }
}
