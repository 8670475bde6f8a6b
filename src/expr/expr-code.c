/* Instruction list and registers. */
#include "expr-code.h"

#include <string.h>

typedef struct
{
  ExprCode *code;
  const ExprGraph *graph;
  const ExprValue *outputs;
  GArray *values;     /* what outputs are made of, operands first */
  int first_fast;
  int *last_use;      /* per value: index of the last fast instruction that reads it, G_MAXINT: kept */
  guint32 *registers; /* per value */
  GArray *free_registers;
} Assembly;

static gboolean
is_slow (const Assembly *assembly, const ExprNode *node)
{
  return node->last_input < assembly->first_fast;
}

static gboolean
is_instruction (const ExprNode *node)
{
  return node->op != EXPR_OP_CONSTANT && node->op != EXPR_OP_INPUT;
}

static void
place_constants (Assembly *assembly)
{
  ExprCode *code = assembly->code;
  g_autoptr (GArray) constants = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint at = 0; at < assembly->values->len; at++)
    {
      ExprValue value = g_array_index (assembly->values, ExprValue, at);
      const ExprNode *node = expr_graph_node (assembly->graph, value);
      if (node->op == EXPR_OP_INPUT)
        assembly->registers[value] = node->operands[0];
      else if (node->op == EXPR_OP_CONSTANT)
        {
          assembly->registers[value] = code->n_inputs + constants->len;
          g_array_append_val (constants, node->constant);
        }
    }
  code->n_constants = (int) constants->len;
  code->constants = (double *) g_array_free (g_steal_pointer (&constants), FALSE);
  code->n_registers = code->n_inputs + code->n_constants;
}

/* Outputs stand side by side, where a value is one output and an instruction of its own. */
static void
place_outputs (Assembly *assembly)
{
  ExprCode *code = assembly->code;

  for (int k = 0; k < code->n_outputs; k++)
    {
      ExprValue value = assembly->outputs[k];
      if (assembly->last_use[value] == G_MAXINT || !is_instruction (expr_graph_node (assembly->graph, value)))
        continue;
      assembly->last_use[value] = G_MAXINT;
      assembly->registers[value] = code->n_registers++;
    }
}

static void
find_last_uses (Assembly *assembly)
{
  for (guint at = 0; at < assembly->values->len; at++)
    {
      const ExprNode *node = expr_graph_node (assembly->graph, g_array_index (assembly->values, ExprValue, at));
      for (int k = 0; k < expr_node_n_values (node); k++)
        if (assembly->last_use[node->operands[k]] != G_MAXINT)
          assembly->last_use[node->operands[k]] = (int) at;
    }
}

static guint32
take_register (Assembly *assembly)
{
  GArray *available = assembly->free_registers;

  if (available->len == 0)
    return assembly->code->n_registers++;
  guint32 found = g_array_index (available, guint32, available->len - 1);
  g_array_set_size (available, available->len - 1);
  return found;
}

static void
release_operands (Assembly *assembly, const ExprNode *node, int at)
{
  for (int k = 0; k < expr_node_n_values (node); k++)
    {
      ExprValue operand = node->operands[k];
      const ExprNode *source = expr_graph_node (assembly->graph, operand);
      if (!is_instruction (source) || is_slow (assembly, source) || assembly->last_use[operand] != at)
        continue;
      assembly->last_use[operand] = -1;
      g_array_append_val (assembly->free_registers, assembly->registers[operand]);
    }
}

static ExprInstruction
make_instruction (Assembly *assembly, ExprValue value)
{
  const ExprNode *node = expr_graph_node (assembly->graph, value);
  ExprInstruction instruction = { .op = (guint16) node->op, .n_sources = (guint16) expr_node_n_values (node) };

  for (int k = 0; k < instruction.n_sources; k++)
    instruction.sources[k] = assembly->registers[node->operands[k]];
  if (node->op == EXPR_OP_TABLE)
    {
      instruction.sources[1] = node->operands[1];
      instruction.sources[2] = node->operands[2];
    }
  return instruction;
}

static void
emit (Assembly *assembly, gboolean slow, GArray *instructions)
{
  for (guint at = 0; at < assembly->values->len; at++)
    {
      ExprValue value = g_array_index (assembly->values, ExprValue, at);
      const ExprNode *node = expr_graph_node (assembly->graph, value);
      if (!is_instruction (node) || is_slow (assembly, node) != slow)
        continue;
      ExprInstruction instruction = make_instruction (assembly, value);
      if (!slow)
        release_operands (assembly, node, (int) at);
      if (assembly->last_use[value] != G_MAXINT)
        assembly->registers[value] = slow ? (guint32) assembly->code->n_registers++ : take_register (assembly);
      instruction.target = assembly->registers[value];
      g_array_append_val (instructions, instruction);
    }
}

ExprCode *
expr_code_new (const ExprGraph *graph, const ExprValue *outputs, int n_outputs, int n_inputs, int first_fast)
{
  ExprCode *code = g_new0 (ExprCode, 1);
  g_autofree ExprValue *lowered_outputs = g_new (ExprValue, n_outputs + 1);
  g_autoptr (ExprGraph) lowered = expr_graph_lower (graph, outputs, n_outputs, lowered_outputs);
  g_autoptr (GArray) values = expr_graph_reachable (lowered, lowered_outputs, n_outputs);
  g_autofree int *last_use = g_new0 (int, lowered->n_nodes + 1);
  g_autofree guint32 *registers = g_new0 (guint32, lowered->n_nodes + 1);
  g_autoptr (GArray) free_registers = g_array_new (FALSE, FALSE, sizeof (guint32));
  GArray *slow = g_array_new (FALSE, FALSE, sizeof (ExprInstruction));
  GArray *fast = g_array_new (FALSE, FALSE, sizeof (ExprInstruction));
  Assembly assembly = { code, lowered, lowered_outputs, values, first_fast, last_use, registers, free_registers };

  code->n_inputs = n_inputs;
  code->n_outputs = n_outputs;
  code->tables = g_ptr_array_ref (lowered->tables);
  place_constants (&assembly);
  place_outputs (&assembly);
  find_last_uses (&assembly);
  emit (&assembly, TRUE, slow);
  emit (&assembly, FALSE, fast);

  code->outputs = g_new (guint32, n_outputs + 1);
  for (int k = 0; k < n_outputs; k++)
    code->outputs[k] = registers[lowered_outputs[k]];
  code->n_operations = (int) fast->len;
  code->n_slow = (int) slow->len;
  code->n_fast = (int) fast->len;
  code->slow = (ExprInstruction *) g_array_free (slow, FALSE);
  code->fast = (ExprInstruction *) g_array_free (fast, FALSE);
  return code;
}

void
expr_code_free (ExprCode *code)
{
  g_free (code->constants);
  g_free (code->outputs);
  g_free (code->slow);
  g_free (code->fast);
  g_ptr_array_unref (code->tables);
  g_free (code);
}
