/* The graph of values: leaves and operations by name, walks, substitution and dependencies. */
#include "expr-graph-private.h"
#include "expr-look.h"

#include <string.h>

ExprGraph *
expr_graph_new (void)
{
  ExprGraph *graph = g_new0 (ExprGraph, 1);

  graph->tables = g_ptr_array_new_with_free_func ((GDestroyNotify) expr_table_unref);
  return graph;
}

void
expr_graph_free (ExprGraph *graph)
{
  if (graph == NULL)
    return;
  g_free (graph->nodes);
  g_free (graph->slots);
  g_free (graph->marks);
  g_ptr_array_unref (graph->tables);
  expr_graph_clear_derivatives (graph);
  g_free (graph);
}

ExprValue
expr_graph_constant (ExprGraph *graph, double value)
{
  return expr_graph_intern (graph, EXPR_OP_CONSTANT, -1, -1, -1, value);
}

ExprValue
expr_graph_input (ExprGraph *graph, int input)
{
  g_assert (input >= 0);
  return expr_graph_intern (graph, EXPR_OP_INPUT, input, -1, -1, 0);
}

gboolean
expr_graph_is_constant (const ExprGraph *graph, ExprValue value, double *constant)
{
  const ExprNode *node = expr_graph_node (graph, value);

  if (node->op != EXPR_OP_CONSTANT)
    return FALSE;
  if (constant != NULL)
    *constant = node->constant;
  return TRUE;
}

ExprValue
expr_graph_table (ExprGraph *graph, ExprTable *table, int order, ExprValue argument)
{
  guint index = 0;
  double constant;

  if (argument == EXPR_NO_VALUE)
    return EXPR_NO_VALUE;
  if (expr_graph_is_constant (graph, argument, &constant))
    return expr_graph_constant (graph, expr_table_eval (table, order, constant));
  if (!g_ptr_array_find (graph->tables, table, &index))
    {
      index = graph->tables->len;
      g_ptr_array_add (graph->tables, expr_table_ref (table));
    }
  return expr_graph_intern (graph, EXPR_OP_TABLE, argument, (gint32) index, order, 0);
}

ExprValue
expr_graph_operation (ExprGraph *graph, ExprOp op, const ExprValue *operands)
{
  switch (expr_op_info[op].arity)
    {
    case 1: return expr_graph_unary (graph, op, operands[0]);
    case 2: return expr_graph_binary (graph, op, operands[0], operands[1]);
    default: return expr_graph_select (graph, operands[0], operands[1], operands[2]);
    }
}

ExprValue
expr_graph_apply (ExprGraph *graph, const char *op, const ExprValue *arguments, int n_arguments)
{
  ExprOp found = EXPR_N_OPS;

  for (int k = 0; k < n_arguments; k++)
    if (arguments[k] == EXPR_NO_VALUE)
      return EXPR_NO_VALUE;

  if (n_arguments == 2 && strcmp (op, "-") == 0)
    return expr_graph_binary (graph, EXPR_OP_SUB, arguments[0], arguments[1]);
  for (ExprOp k = EXPR_OP_NEG; k < EXPR_N_OPS && found == EXPR_N_OPS; k++)
    if (strcmp (expr_op_info[k].name, op) == 0)
      found = k;
  g_assert (found != EXPR_N_OPS);

  if (n_arguments == expr_op_info[found].arity)
    return expr_graph_operation (graph, found, arguments);
  g_assert (n_arguments > 2
            && (found == EXPR_OP_ADD || found == EXPR_OP_MUL || found == EXPR_OP_AND || found == EXPR_OP_OR
                || found == EXPR_OP_MIN || found == EXPR_OP_MAX));
  ExprValue value = arguments[0];
  for (int k = 1; k < n_arguments; k++)
    value = expr_graph_binary (graph, found, value, arguments[k]);
  return value;
}

/* ---- walks ---- */

/* Begins a walk. The marks of the nodes are scratch of the thread that
 * uses the graph, so the graph may be const. */
void
expr_graph_walk_begin (const ExprGraph *graph)
{
  ExprGraph *scratch = (ExprGraph *) graph;

  if (scratch->n_marks < scratch->n_nodes)
    {
      scratch->marks = g_renew (guint32, scratch->marks, scratch->capacity);
      memset (scratch->marks + scratch->n_marks, 0, (gsize) (scratch->capacity - scratch->n_marks) * sizeof (guint32));
      scratch->n_marks = scratch->capacity;
    }
  if (++scratch->epoch == 0)
    {
      memset (scratch->marks, 0, (gsize) scratch->n_marks * sizeof (guint32));
      scratch->epoch = 1;
    }
}

gboolean
expr_graph_walk_visit (const ExprGraph *graph, ExprValue value)
{
  if (graph->marks[value] == graph->epoch)
    return FALSE;
  graph->marks[value] = graph->epoch;
  return TRUE;
}

static int
compare_values (gconstpointer a, gconstpointer b)
{
  return *(const ExprValue *) a - *(const ExprValue *) b;
}

/* Sorts the values that the current walk visited. If they are a large part of the graph, a pass over the marks takes less time than a sort. */
static void
sort_visited (const ExprGraph *graph, GArray *values)
{
  ExprValue *sorted = (ExprValue *) (gpointer) values->data;
  guint n = 0;

  if (values->len < (guint) graph->n_nodes / 8)
    {
      g_array_sort (values, compare_values);
      return;
    }
  for (ExprValue value = 0; value < graph->n_nodes; value++)
    if (graph->marks[value] == graph->epoch)
      sorted[n++] = value;
}

static GArray *
find_reachable (const ExprGraph *graph, const ExprValue *outputs, int n_outputs, gboolean is_watched)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (ExprValue));

  expr_graph_walk_begin (graph);
  for (int k = 0; k < n_outputs; k++)
    if (expr_graph_walk_visit (graph, outputs[k]))
      g_array_append_val (found, outputs[k]);
  for (guint at = 0; at < found->len; at++)
    {
      const ExprNode *node = expr_graph_node (graph, g_array_index (found, ExprValue, at));

      if (is_watched && !expr_look_at (at))
        {
          g_array_unref (found);
          return NULL;
        }
      for (int k = 0; k < expr_node_n_values (node); k++)
        if (expr_graph_walk_visit (graph, node->operands[k]))
          g_array_append_val (found, node->operands[k]);
    }
  /* Sort the values by their numbers, because operands have smaller numbers than the values that use
   * them. */
  sort_visited (graph, found);
  return found;
}

GArray *
expr_graph_reachable (const ExprGraph *graph, const ExprValue *outputs, int n_outputs)
{
  return find_reachable (graph, outputs, n_outputs, FALSE);
}

GArray *
expr_graph_reachable_watched (const ExprGraph *graph, const ExprValue *outputs, int n_outputs)
{
  return find_reachable (graph, outputs, n_outputs, TRUE);
}

int
expr_graph_append_inputs (const ExprGraph *graph, ExprValue value, GArray *inputs)
{
  g_autoptr (GArray) nodes = expr_graph_reachable (graph, &value, 1);

  for (guint at = 0; at < nodes->len; at++)
    {
      const ExprNode *node = expr_graph_node (graph, g_array_index (nodes, ExprValue, at));

      if (node->op == EXPR_OP_INPUT)
        g_array_append_val (inputs, node->operands[0]);
    }
  return (int) nodes->len;
}

void
expr_graph_dependencies (const ExprGraph *graph, ExprValue value, gboolean *flags, int n_inputs)
{
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (ExprValue));

  expr_graph_walk_begin (graph);
  expr_graph_walk_visit (graph, value);
  g_array_append_val (stack, value);
  while (stack->len > 0)
    {
      const ExprNode *node = expr_graph_node (graph, g_array_index (stack, ExprValue, stack->len - 1));
      g_array_set_size (stack, stack->len - 1);
      if (node->op == EXPR_OP_INPUT && node->operands[0] < n_inputs)
        flags[node->operands[0]] = TRUE;
      for (int k = 0; k < expr_node_n_values (node); k++)
        if (expr_graph_walk_visit (graph, node->operands[k]))
          g_array_append_val (stack, node->operands[k]);
    }
}

ExprValue
expr_graph_substitute (ExprGraph *graph, ExprValue value, const ExprValue *replacements, int n_replacements)
{
  g_autoptr (GArray) values = expr_graph_reachable (graph, &value, 1);
  g_autoptr (GHashTable) mapped = g_hash_table_new (NULL, NULL);
  ExprValue result = value;

  for (guint at = 0; at < values->len; at++)
    {
      ExprValue old = g_array_index (values, ExprValue, at), operands[3] = { -1, -1, -1 };
      ExprNode node = *expr_graph_node (graph, old);
      gboolean changed = FALSE;

      result = old;
      for (int k = 0; k < expr_node_n_values (&node); k++)
        {
          operands[k] = GPOINTER_TO_INT (g_hash_table_lookup (mapped, GINT_TO_POINTER (node.operands[k])));
          changed |= operands[k] != node.operands[k];
        }
      if (node.op == EXPR_OP_INPUT)
        {
          if (node.operands[0] < n_replacements && replacements[node.operands[0]] != EXPR_NO_VALUE)
            result = replacements[node.operands[0]];
        }
      else if (changed && node.op == EXPR_OP_TABLE)
        result = expr_graph_table (graph, g_ptr_array_index (graph->tables, node.operands[1]), node.operands[2],
                                   operands[0]);
      else if (changed)
        result = expr_graph_operation (graph, node.op, operands);
      g_hash_table_insert (mapped, GINT_TO_POINTER (old), GINT_TO_POINTER (result));
    }
  return result;
}
