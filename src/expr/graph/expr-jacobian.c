/* Computes sparse Jacobians. The pattern follows from the structure of the graph. The entries are
 * computed in forward mode or, in long rows, in reverse mode. */
#include "expr-jacobian.h"

#include "expr-graph-private.h"
#include "expr-look.h"

/* Returns the index of the first operand by which a node can be differentiated; n_operands if the node is piecewise constant in all
 * operands. */
static int
first_smooth_operand (const ExprNode *node)
{
  switch (node->op)
    {
    case EXPR_OP_NOT:
    case EXPR_OP_LT:
    case EXPR_OP_LE:
    case EXPR_OP_EQ:
    case EXPR_OP_NE:
    case EXPR_OP_AND:
    case EXPR_OP_OR:
    case EXPR_OP_SIGN:
    case EXPR_OP_FLOOR:
    case EXPR_OP_CEIL:
    case EXPR_OP_ROUND:
    case EXPR_OP_STEP:
      return expr_node_n_values (node);
    case EXPR_OP_SELECT:
      return 1;
    default:
      return 0;
    }
}

/* Appends to dependents[k] for each input k of the range the outputs (int) that
 * depend on it, in ascending order. Returns FALSE if the thread asks to end. */
static gboolean
find_dependents (ExprGraph *graph, const ExprValue *outputs, int n_outputs, int first_input, int n_inputs, GArray **dependents)
{
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (ExprValue));
  gsize n_visited = 0;

  for (int row = 0; row < n_outputs; row++)
    {
      expr_graph_walk_begin (graph);
      expr_graph_walk_visit (graph, outputs[row]);
      g_array_append_val (stack, outputs[row]);
      while (stack->len > 0)
        {
          const ExprNode *node = expr_graph_node (graph, g_array_index (stack, ExprValue, stack->len - 1));
          g_array_set_size (stack, stack->len - 1);
          if (!expr_look_at (n_visited++))
            return FALSE;
          if (node->last_input < first_input || node->first_input >= first_input + n_inputs)
            continue;
          if (node->op == EXPR_OP_INPUT)
            g_array_append_val (dependents[node->operands[0] - first_input], row);
          for (int k = first_smooth_operand (node); k < expr_node_n_values (node); k++)
            if (expr_graph_walk_visit (graph, node->operands[k]))
              g_array_append_val (stack, node->operands[k]);
        }
    }
  return TRUE;
}

/* Rows with at least this number of entries are differentiated in reverse mode,
 * with all entries in one pass. Shorter rows are differentiated in forward mode,
 * which computes derivatives of values that several rows use only once. Rows of
 * difference formulas have fewer entries than this limit, rows that couple
 * all elements of an array usually more. */
#define LONG_ROW 16

/* Number of entries between two looks for a request to end. A derivative takes up to 0.1 ms in a model with 1000 states. */
#define ENTRIES_BETWEEN 64

/* Computes gradients[n_rows] of long rows; the element of a short row is NULL. The caller frees each gradient. Returns FALSE if the thread asks to
 * end. */
static gboolean
find_gradients (const ExprJacobian *jacobian, ExprGraph *graph, const ExprValue *outputs, ExprValue **gradients)
{
  g_autofree int *n_entries = g_new0 (int, jacobian->n_rows + 1);

  for (int k = 0; k < jacobian->n_entries; k++)
    n_entries[jacobian->rows[k]]++;
  for (int row = 0; row < jacobian->n_rows; row++)
    {
      if (n_entries[row] < LONG_ROW)
        continue;
      if (!expr_look_continues ())
        return FALSE;
      gradients[row] = g_new (ExprValue, jacobian->n_columns);
      if (!expr_graph_gradient (graph, outputs[row], jacobian->first_input, jacobian->n_columns, gradients[row]))
        {
          g_clear_pointer (&gradients[row], g_free);
          if (!expr_look_continues ())
            return FALSE;
        }
    }
  return TRUE;
}

/* Computes the values of all entries from the gradients, or by forward mode. Returns FALSE if the thread asks to end. */
static gboolean
find_values (ExprJacobian *jacobian, ExprGraph *graph, const ExprValue *outputs, ExprValue *const *gradients)
{
  for (int column = 0; column < jacobian->n_columns; column++)
    {
      for (int k = jacobian->column_starts[column]; k < jacobian->column_starts[column + 1]; k++)
        {
          int row = jacobian->rows[k];

          if (k % ENTRIES_BETWEEN == ENTRIES_BETWEEN - 1 && !expr_look_continues ())
            return FALSE;
          jacobian->values[k] = gradients[row] != NULL
                                    ? gradients[row][column]
                                    : expr_graph_derivative (graph, outputs[row], jacobian->first_input + column);
        }
      /* Clear the cache, because derivatives by one input are not used for the
       * next column, and for a thousand columns they would fill the memory. */
      expr_graph_clear_derivatives (graph);
    }
  return TRUE;
}

ExprJacobian *
expr_jacobian_new_pattern (ExprGraph *graph, const ExprValue *outputs, int n_outputs, int first_input, int n_inputs)
{
  ExprJacobian *jacobian = g_new0 (ExprJacobian, 1);
  GArray **dependents = g_new (GArray *, n_inputs + 1);
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (int));
  gboolean continues;

  for (int k = 0; k < n_inputs; k++)
    dependents[k] = g_array_new (FALSE, FALSE, sizeof (int));
  continues = find_dependents (graph, outputs, n_outputs, first_input, n_inputs, dependents);
  jacobian->n_rows = n_outputs;
  jacobian->n_columns = n_inputs;
  jacobian->first_input = first_input;
  jacobian->column_starts = g_new0 (int, n_inputs + 1);
  for (int column = 0; column < n_inputs; column++)
    {
      g_array_append_vals (rows, dependents[column]->data, dependents[column]->len);
      jacobian->column_starts[column + 1] = (int) rows->len;
      g_array_unref (dependents[column]);
    }
  g_free (dependents);
  jacobian->n_entries = (int) rows->len;
  jacobian->rows = (int *) g_array_free (rows, FALSE);
  if (!continues)
    g_clear_pointer (&jacobian, expr_jacobian_free);
  return jacobian;
}

gboolean
expr_jacobian_differentiate (ExprJacobian *jacobian, ExprGraph *graph, const ExprValue *outputs)
{
  ExprValue **gradients = g_new0 (ExprValue *, jacobian->n_rows + 1);
  gboolean continues;

  jacobian->values = g_new (ExprValue, jacobian->n_entries + 1);
  continues = find_gradients (jacobian, graph, outputs, gradients) && find_values (jacobian, graph, outputs, gradients);
  for (int row = 0; row < jacobian->n_rows; row++)
    g_free (gradients[row]);
  g_free (gradients);
  if (!continues)
    g_clear_pointer (&jacobian->values, g_free);
  return continues;
}

static void
drop_zeros (ExprJacobian *jacobian, const ExprGraph *graph)
{
  int n_kept = 0;

  for (int column = 0, k = 0; column < jacobian->n_columns; column++)
    {
      for (; k < jacobian->column_starts[column + 1]; k++)
        {
          if (expr_graph_is_number (graph, jacobian->values[k], 0))
            continue;
          jacobian->rows[n_kept] = jacobian->rows[k];
          jacobian->values[n_kept++] = jacobian->values[k];
        }
      jacobian->column_starts[column + 1] = n_kept;
    }
  jacobian->n_entries = n_kept;
}

ExprJacobian *
expr_jacobian_new (ExprGraph *graph, const ExprValue *outputs, int n_outputs, int first_input, int n_inputs)
{
  ExprJacobian *jacobian = expr_jacobian_new_pattern (graph, outputs, n_outputs, first_input, n_inputs);

  if (jacobian == NULL)
    return NULL;
  if (expr_jacobian_differentiate (jacobian, graph, outputs))
    drop_zeros (jacobian, graph);
  else
    g_clear_pointer (&jacobian, expr_jacobian_free);
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
