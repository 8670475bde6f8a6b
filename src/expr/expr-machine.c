#include "expr-program-private.h"

typedef struct
{
  const ExprCode *code;
} Machine;

static gpointer
machine_compile (const ExprCode *code, ExprProgramFlags flags)
{
  Machine *machine = g_new0 (Machine, 1);

  machine->code = code;
  return machine;
}

static double
evaluate (const ExprCode *code, const ExprInstruction *at, const double *registers, int stride)
{
  if (at->op == EXPR_OP_TABLE)
    return expr_table_eval (g_ptr_array_index (code->tables, at->sources[1]), (int) at->sources[2],
                            registers[(gsize) at->sources[0] * stride]);
  return expr_op_eval (at->op, registers[(gsize) at->sources[0] * stride], registers[(gsize) at->sources[1] * stride],
                       registers[(gsize) at->sources[2] * stride]);
}

static void
machine_run (gconstpointer compiled, ExprSegment segment, double *registers)
{
  const ExprCode *code = ((const Machine *) compiled)->code;
  const ExprInstruction *at = segment == EXPR_SEGMENT_SLOW ? code->slow : code->fast;
  const ExprInstruction *end = at + (segment == EXPR_SEGMENT_SLOW ? code->n_slow : code->n_fast);

  for (; at < end; at++)
    registers[at->target] = evaluate (code, at, registers, 1);
}

static void
machine_run_batch (gconstpointer compiled, ExprSegment segment, double *registers, int n_lanes)
{
  const ExprCode *code = ((const Machine *) compiled)->code;
  const ExprInstruction *at = segment == EXPR_SEGMENT_SLOW ? code->slow : code->fast;
  const ExprInstruction *end = at + (segment == EXPR_SEGMENT_SLOW ? code->n_slow : code->n_fast);

  for (; at < end; at++)
    for (int lane = 0; lane < n_lanes; lane++)
      registers[(gsize) at->target * EXPR_LANES + lane] = evaluate (code, at, registers + lane, EXPR_LANES);
}

const ExprBackend expr_machine_backend = {
  .name = "byte code",
  .compile = machine_compile,
  .free = g_free,
  .run = machine_run,
  .run_batch = machine_run_batch,
};
