/* Parses an expression, computes its derivatives and evaluates both in machine code and in byte code, which must give the same bits. */
#include "fuzz.h"

#include <string.h>

#include "expr-backend.h"
#include "expr-program.h"
#include "expr-tree.h"

enum { N_INPUTS = 4, N_POINTS = 8 };

static const char *const names[N_INPUTS] = { "x", "y", "z", "t" };

static ExprValue
find_name (ExprScope *scope, ExprGraph *graph, const char *name, ExprPlace place, GPtrArray *errors)
{
  for (int k = 0; k < N_INPUTS; k++)
    if (strcmp (names[k], name) == 0)
      return expr_graph_input (graph, k);
  return EXPR_NO_VALUE;
}

static ExprValue
find_element (ExprScope *scope, ExprGraph *graph, const char *name, const int *indices, int n_indices, ExprPlace place, GPtrArray *errors)
{
  return strcmp (name, "u") == 0 && n_indices == 1 && indices[0] >= 1 && indices[0] <= N_INPUTS ? expr_graph_input (graph, indices[0] - 1) : EXPR_NO_VALUE;
}

static ExprValue
call (ExprScope *scope, ExprGraph *graph, const char *name, const ExprValue *arguments, int n_arguments, ExprPlace place, GPtrArray *errors)
{
  return EXPR_NO_VALUE;
}

static void
compare (ExprProgram *program, int n_outputs)
{
  static const double points[N_POINTS] = { 0, -0.0, 1, -1.5, 1e-300, 1e300, 0.3, 7 };
  g_autoptr (ExprWorkspace) workspace = expr_workspace_new (program);
  g_autoptr (ExprBatch) batch = expr_batch_new (program);
  g_autofree double *one = g_new0 (double, n_outputs);

  for (int k = 0; k < N_INPUTS; k++)
    for (int p = 0; p < N_POINTS; p++)
      expr_batch_inputs (batch)[k * EXPR_LANES + p] = points[(p + 3 * k) % N_POINTS];
  expr_batch_prepare (batch, N_POINTS);
  expr_batch_evaluate (batch, N_POINTS);
  for (int p = 0; p < N_POINTS; p++)
    {
      for (int k = 0; k < N_INPUTS; k++)
        expr_workspace_inputs (workspace)[k] = points[(p + 3 * k) % N_POINTS];
      expr_workspace_prepare (workspace);
      expr_workspace_run (workspace, one);
      for (int k = 0; k < n_outputs; k++)
        {
          double a = one[k], b = expr_batch_output (batch, k)[p];

          if (memcmp (&a, &b, sizeof a) != 0 && (a == a || b == b))
            g_error ("output %d at point %d: machine code gives %.17g, byte code %.17g", k, p, a, b);
        }
    }
}

int
LLVMFuzzerInitialize (int *argc, char ***argv)
{
  return 0;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = fuzz_text (data, size);
  g_autoptr (GPtrArray) errors = expr_errors_new ();
  g_autoptr (ExprTree) tree = expr_tree_parse (text, NULL, errors);
  g_autoptr (ExprGraph) graph = expr_graph_new ();
  ExprScope scope = { NULL, find_name, find_element, call };
  ExprValue outputs[1 + N_INPUTS];

  g_assert_true ((tree == NULL) == (errors->len > 0));
  if (tree == NULL)
    return 0;
  outputs[0] = expr_graph_add_tree (graph, tree, &scope, errors);
  g_assert_true ((outputs[0] == EXPR_NO_VALUE) == (errors->len > 0));
  if (outputs[0] == EXPR_NO_VALUE)
    return 0;
  for (int k = 0; k < N_INPUTS; k++)
    outputs[1 + k] = expr_graph_derivative (graph, outputs[0], k);
  for (int flags = 0; flags < 2; flags++)
    {
      g_autoptr (ExprProgram) program = expr_program_new (graph, outputs, 1 + N_INPUTS, N_INPUTS, 1, flags == 0 ? 0 : EXPR_PROGRAM_FUSED);

      compare (program, 1 + N_INPUTS);
    }
  return 0;
}
