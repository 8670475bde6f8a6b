/* Allocates registers by a linear scan in the order of the tiles (Poletto and Sarkar, ACM TOPLAS 21 (1999) 895).
 *
 * A tile is an instruction whose operands are values of the graph. A value is live from its tile to the last tile that reads it. The code
 * has no branches, so live ranges are intervals, and the number of registers is the largest number of values that are live at the same
 * time. Registers are memory cells, so their number is not limited, but fewer cells cause fewer cache misses. Outputs and slow values are
 * live until the end. */
#include "expr-code.h"

#include "expr-look.h"

/* Marks values whose registers are never reused: outputs, and slow values, which depend only on slow inputs such as parameters. */
#define KEPT G_MAXINT

typedef struct
{
  ExprCode *code;
  const ExprGraph *graph;
  int first_fast;
  GArray *tiles;
  int *last_use;      /* for each value: index of the last tile that reads it, or KEPT */
  guint32 *registers; /* for each value: its register */
  GArray *available;  /* of guint32: registers that are free */
} Assembly;

static gboolean
is_slow (const Assembly *assembly, ExprValue value)
{
  return expr_graph_node (assembly->graph, value)->last_input < assembly->first_fast;
}

static gboolean
is_computed (const Assembly *assembly, ExprValue value)
{
  ExprOp op = expr_graph_node (assembly->graph, value)->op;
  return op != EXPR_OP_CONSTANT && op != EXPR_OP_INPUT;
}

/* Returns FALSE if the thread asks to end. */
static gboolean
place_leaves (Assembly *assembly, const ExprValue *outputs, int n_outputs)
{
  ExprCode *code = assembly->code;
  g_autoptr (GArray) values = expr_graph_reachable_watched (assembly->graph, outputs, n_outputs);
  GArray *constants;

  if (values == NULL)
    return FALSE;
  constants = g_array_new (FALSE, FALSE, sizeof (double));
  for (guint at = 0; at < values->len; at++)
    {
      ExprValue value = g_array_index (values, ExprValue, at);
      const ExprNode *node = expr_graph_node (assembly->graph, value);
      if (node->op == EXPR_OP_INPUT)
        {
          g_assert (node->operands[0] < code->n_inputs);
          assembly->registers[value] = (guint32) node->operands[0];
        }
      else if (node->op == EXPR_OP_CONSTANT)
        {
          assembly->registers[value] = (guint32) code->n_inputs + constants->len;
          g_array_append_val (constants, node->constant);
        }
    }
  code->n_constants = (int) constants->len;
  code->constants = (double *) g_array_free (constants, FALSE);
  code->n_registers = code->n_inputs + code->n_constants;
  return TRUE;
}

/* This function and keep_long_lived return FALSE if the thread asks to end. */
static gboolean
find_last_uses (Assembly *assembly)
{
  for (guint at = 0; at < assembly->tiles->len; at++)
    {
      const ExprTile *tile = &g_array_index (assembly->tiles, ExprTile, at);
      if (!expr_look_at (at))
        return FALSE;
      for (int k = 0; k < tile->n_sources; k++)
        assembly->last_use[tile->sources[k]] = (int) at;
    }
  return TRUE;
}

static void
keep (Assembly *assembly, ExprValue value)
{
  if (assembly->last_use[value] == KEPT || !is_computed (assembly, value))
    return;
  assembly->last_use[value] = KEPT;
  assembly->registers[value] = (guint32) assembly->code->n_registers++;
}

static gboolean
keep_long_lived (Assembly *assembly, const ExprValue *outputs, int n_outputs)
{
  for (int k = 0; k < n_outputs; k++)
    keep (assembly, outputs[k]);
  for (guint at = 0; at < assembly->tiles->len; at++)
    {
      const ExprTile *tile = &g_array_index (assembly->tiles, ExprTile, at);
      if (!expr_look_at (at))
        return FALSE;
      if (!is_slow (assembly, tile->value))
        continue;
      keep (assembly, tile->value);
      if (tile->second != EXPR_NO_VALUE)
        keep (assembly, tile->second);
    }
  return TRUE;
}

static void
release_sources (Assembly *assembly, const ExprTile *tile, int at)
{
  for (int k = 0; k < tile->n_sources; k++)
    {
      ExprValue source = tile->sources[k];
      if (!is_computed (assembly, source) || assembly->last_use[source] != at)
        continue;
      assembly->last_use[source] = -1; /* if a tile reads a source twice, the register must be released only once */
      g_array_append_val (assembly->available, assembly->registers[source]);
    }
}

static guint32
target_of (Assembly *assembly, ExprValue value)
{
  GArray *available = assembly->available;

  if (assembly->last_use[value] == KEPT)
    return assembly->registers[value];
  if (available->len == 0)
    return assembly->registers[value] = (guint32) assembly->code->n_registers++;
  /* Use the register that was freed last, because it is most likely in the cache. */
  assembly->registers[value] = g_array_index (available, guint32, available->len - 1);
  g_array_set_size (available, available->len - 1);
  return assembly->registers[value];
}

static ExprInstruction
make_instruction (Assembly *assembly, const ExprTile *tile, int at)
{
  ExprInstruction instruction = { .op = (guint16) tile->op, .n_sources = (guint16) tile->n_sources };

  for (int k = 0; k < tile->n_sources; k++)
    instruction.sources[k] = assembly->registers[tile->sources[k]];
  if (tile->op == EXPR_OP_TABLE)
    {
      const ExprNode *node = expr_graph_node (assembly->graph, tile->value);
      instruction.sources[1] = (guint32) node->operands[1];
      instruction.sources[2] = (guint32) node->operands[2];
    }
  /* If an instruction has one target, the target may use the register of a source. If it has two targets, it may not, because it would
   * overwrite the source before it computes the second target. */
  if (tile->second == EXPR_NO_VALUE)
    release_sources (assembly, tile, at);
  instruction.target = target_of (assembly, tile->value);
  if (tile->second != EXPR_NO_VALUE)
    {
      instruction.sources[1] = target_of (assembly, tile->second);
      release_sources (assembly, tile, at);
    }
  return instruction;
}

/* Sets *continues to FALSE, and returns a part of the instructions, if the thread asks to end. */
static ExprInstruction *
emit (Assembly *assembly, gboolean slow, int *n, gboolean *continues)
{
  GArray *instructions = g_array_new (FALSE, FALSE, sizeof (ExprInstruction));

  for (guint at = 0; at < assembly->tiles->len && *continues; at++)
    {
      const ExprTile *tile = &g_array_index (assembly->tiles, ExprTile, at);
      *continues = expr_look_at (at);
      if (is_slow (assembly, tile->value) != slow)
        continue;
      ExprInstruction instruction = make_instruction (assembly, tile, (int) at);
      g_array_append_val (instructions, instruction);
    }
  *n = (int) instructions->len;
  return (ExprInstruction *) g_array_free (instructions, FALSE);
}

/* Writes the instructions that compute the outputs to *code. Returns FALSE if the thread asks to end. */
static gboolean
assemble (ExprCode *code, const ExprGraph *lowered, const ExprValue *outputs, int first_fast)
{
  g_autoptr (GArray) tiles = expr_combine (lowered, outputs, code->n_outputs, first_fast);
  g_autofree int *last_use = g_new0 (int, lowered->n_nodes + 1);
  g_autofree guint32 *registers = g_new0 (guint32, lowered->n_nodes + 1);
  g_autoptr (GArray) available = g_array_new (FALSE, FALSE, sizeof (guint32));
  Assembly assembly = { code, lowered, first_fast, tiles, last_use, registers, available };
  gboolean continues = TRUE;

  if (tiles == NULL || !place_leaves (&assembly, outputs, code->n_outputs) || !find_last_uses (&assembly)
      || !keep_long_lived (&assembly, outputs, code->n_outputs))
    return FALSE;
  code->slow = emit (&assembly, TRUE, &code->n_slow, &continues);
  code->fast = emit (&assembly, FALSE, &code->n_fast, &continues);
  code->outputs = g_new (guint32, code->n_outputs + 1);
  for (int k = 0; k < code->n_outputs; k++)
    code->outputs[k] = registers[outputs[k]];
  return continues;
}

ExprCode *
expr_code_new (const ExprGraph *graph, const ExprValue *outputs, int n_outputs, int n_inputs, int first_fast)
{
  g_autofree ExprValue *lowered_outputs = g_new (ExprValue, n_outputs + 1);
  g_autoptr (ExprGraph) lowered = expr_graph_lower (graph, outputs, n_outputs, lowered_outputs);
  ExprCode *code;

  if (lowered == NULL)
    return NULL;
  code = g_new0 (ExprCode, 1);
  code->n_inputs = n_inputs;
  code->n_outputs = n_outputs;
  code->first_row = MIN (first_fast + 1, n_inputs);
  code->argument = code->result = code->check = -1;
  code->tables = g_ptr_array_ref (lowered->tables);
  if (!assemble (code, lowered, lowered_outputs, first_fast))
    g_clear_pointer (&code, expr_code_free);
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
