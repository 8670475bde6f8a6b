#include "expr-machine-private.h"

#include <string.h>

typedef struct
{
  ExprTable *const *tables;
  guint32 *words[2]; /* per segment */
  ExprScalarLoop run;
  ExprBatchLoop run_batch;
} Machine;

/* The words that follow operation and target. */
static int
n_arguments (const ExprInstruction *instruction)
{
  switch (instruction->op)
    {
    case EXPR_OP_TABLE: return 3;
    case EXPR_CODE_SINCOS: return 2;
    default: return instruction->n_sources;
    }
}

static guint32 *
encode (const ExprInstruction *instructions, int n)
{
  GArray *words = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 end = EXPR_N_CODES;

  for (int k = 0; k < n; k++)
    {
      guint32 op = instructions[k].op;
      g_array_append_val (words, op);
      g_array_append_val (words, instructions[k].target);
      g_array_append_vals (words, instructions[k].sources, n_arguments (&instructions[k]));
    }
  g_array_append_val (words, end);
  return (guint32 *) g_array_free (words, FALSE);
}

static gpointer
machine_compile (const ExprCode *code, ExprProgramFlags flags)
{
  gboolean fused = (flags & EXPR_PROGRAM_FUSED) != 0;
  Machine *machine = g_new0 (Machine, 1);

  machine->tables = (ExprTable *const *) code->tables->pdata;
  machine->words[EXPR_SEGMENT_SLOW] = encode (code->slow, code->n_slow);
  machine->words[EXPR_SEGMENT_FAST] = encode (code->fast, code->n_fast);
  machine->run = expr_machine_scalar_loop (fused);
  machine->run_batch = expr_machine_batch_loop (fused);
  return machine;
}

static void
machine_free (gpointer compiled)
{
  Machine *machine = compiled;

  g_free (machine->words[0]);
  g_free (machine->words[1]);
  g_free (machine);
}

static void
machine_run (gconstpointer compiled, ExprSegment segment, double *registers)
{
  const Machine *machine = compiled;

  machine->run (machine->words[segment], machine->tables, registers);
}

static void
machine_run_batch (gconstpointer compiled, ExprSegment segment, double *registers, int n_lanes)
{
  const Machine *machine = compiled;

  machine->run_batch (machine->words[segment], machine->tables, registers, n_lanes);
}

const ExprBackend expr_machine_backend = {
  .name = "byte code",
  .compile = machine_compile,
  .free = machine_free,
  .run = machine_run,
  .run_batch = machine_run_batch,
};
