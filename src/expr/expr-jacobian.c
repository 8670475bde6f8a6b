#include "expr-jacobian.h"

#include "expr-graph-private.h"

/* For each input of the range the outputs that depend on it, in ascending order: arrays of int. */
static GArray **
find_dependents (ExprGraph *graph, const ExprValue *outputs, int n_outputs, int first_input, int n_inputs)
{
  GArray **dependents = g_new (GArray *, n_inputs + 1);
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (ExprValue));

  for (int k = 0; k < n_inputs; k++)
    dependents[k] = g_array_new (FALSE, FALSE, sizeof (int));
  for (int row = 0; row < n_outputs; row++)
    {
      expr_graph_walk_begin (graph);
      expr_graph_walk_visit (graph, outputs[row]);
      g_array_append_val (stack, outputs[row]);
      while (stack->len > 0)
        {
          const ExprNode *node = expr_graph_node (graph, g_array_index (stack, ExprValue, stack->len - 1));
          g_array_set_size (stack, stack->len - 1);
          if (node->last_input < first_input || node->first_input >= first_input + n_inputs)
            continue;
          if (node->op == EXPR_OP_INPUT)
            g_array_append_val (dependents[node->operands[0] - first_input], row);
          for (int k = 0; k < expr_node_n_values (node); k++)
            if (expr_graph_walk_visit (graph, node->operands[k]))
              g_array_append_val (stack, node->operands[k]);
        }
    }
  return dependents;
}

/* From so many entries in a row on, all of them are found in one pass. Below, differentiating one by one shares more
 * between rows. */
#define LONG_ROW 16

/* The gradients of long rows, NULL for the others; free each. */
static ExprValue **
find_gradients (ExprGraph *graph, GArray *const *dependents, const ExprValue *outputs, int n_outputs, int first_input,
                int n_inputs)
{
  ExprValue **gradients = g_new0 (ExprValue *, n_outputs + 1);
  g_autofree int *n_entries = g_new0 (int, n_outputs + 1);

  for (int column = 0; column < n_inputs; column++)
    for (guint k = 0; k < dependents[column]->len; k++)
      n_entries[g_array_index (dependents[column], int, k)]++;
  for (int row = 0; row < n_outputs; row++)
    {
      if (n_entries[row] < LONG_ROW)
        continue;
      gradients[row] = g_new (ExprValue, n_inputs);
      if (!expr_graph_gradient (graph, outputs[row], first_input, n_inputs, gradients[row]))
        g_clear_pointer (&gradients[row], g_free);
    }
  return gradients;
}

ExprJacobian *
expr_jacobian_new (ExprGraph *graph, const ExprValue *outputs, int n_outputs, int first_input, int n_inputs)
{
  ExprJacobian *jacobian = g_new0 (ExprJacobian, 1);
  GArray **dependents = find_dependents (graph, outputs, n_outputs, first_input, n_inputs);
  ExprValue **gradients = find_gradients (graph, dependents, outputs, n_outputs, first_input, n_inputs);
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (int));
  GArray *values = g_array_new (FALSE, FALSE, sizeof (ExprValue));

  jacobian->n_rows = n_outputs;
  jacobian->n_columns = n_inputs;
  jacobian->column_starts = g_new0 (int, n_inputs + 1);
  for (int column = 0; column < n_inputs; column++)
    {
      for (guint k = 0; k < dependents[column]->len; k++)
        {
          int row = g_array_index (dependents[column], int, k);
          ExprValue value = gradients[row] != NULL
                                ? gradients[row][column]
                                : expr_graph_derivative (graph, outputs[row], first_input + column);
          if (expr_graph_is_number (graph, value, 0))
            continue;
          g_array_append_val (rows, row);
          g_array_append_val (values, value);
        }
      jacobian->column_starts[column + 1] = (int) rows->len;
      g_array_unref (dependents[column]);
      /* One column's inner derivatives do not help with the next; for a thousand columns they would fill memory. */
      expr_graph_forget_derivatives (graph);
    }
  g_free (dependents);
  for (int row = 0; row < n_outputs; row++)
    g_free (gradients[row]);
  g_free (gradients);
  jacobian->n_entries = (int) rows->len;
  jacobian->rows = (int *) g_array_free (rows, FALSE);
  jacobian->values = (ExprValue *) g_array_free (values, FALSE);
  return jacobian;
}

void
expr_jacobian_free (ExprJacobian *jacobian)
{
  if (jacobian == NULL)
    return;
  g_free (jacobian->column_starts);
  g_free (jacobian->rows);
  g_free (jacobian->values);
  g_free (jacobian);
}
