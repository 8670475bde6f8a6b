/* The byte-code machine: encodes register code as words and runs it.
 *
 * For one point, a result that is only used as an output is written directly to
 * the output; other outputs are copied at the end. For a batch, every
 * instruction runs over all lanes before the next one. */
#include "expr-machine-private.h"

#include <string.h>

typedef struct
{
  ExprScalarCode scalar[2]; /* one for each segment */
  ExprScalarLoop run[2];
  ExprTable *const *tables;
  guint32 *words[2]; /* code of each segment for batches: parts that end with EXPR_N_CODES */
  GArray *parts[2];  /* for each part, the index of its first word (gsize) */
  ExprBatchLoop run_batch;
} Machine;

/* Returns the number of words of an instruction after the operation and the target. */
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

static void
append (GArray *words, guint32 op, guint32 target, const ExprInstruction *instruction)
{
  g_array_append_val (words, op);
  g_array_append_val (words, target);
  g_array_append_vals (words, instruction->sources, (guint) n_arguments (instruction));
}

static guint32 *
finish (GArray *words, guint32 end)
{
  g_array_append_val (words, end);
  return (guint32 *) g_array_free (words, FALSE);
}

/* This function, encode_parts and encode_with_outputs set *continues to FALSE, and return a part of the code, if the thread asks to end (expr-look.h). */
static guint32 *
encode (const ExprInstruction *instructions, int n, guint32 end, gboolean *continues)
{
  GArray *words = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (int k = 0; k < n && *continues; k++)
    {
      append (words, instructions[k].op, instructions[k].target, &instructions[k]);
      *continues = expr_look_at ((gsize) k);
    }
  return finish (words, end);
}

/* Encodes instructions for batches, in parts between which an evaluation can end. */
static void
encode_parts (Machine *machine, ExprSegment segment, const ExprInstruction *instructions, int n, gboolean *continues)
{
  GArray *words = g_array_new (FALSE, FALSE, sizeof (guint32)), *parts = g_array_new (FALSE, FALSE, sizeof (gsize));
  guint32 end = EXPR_N_CODES;

  for (int k = 0; k < n && *continues; k++)
    {
      if (k % EXPR_LOOK_INSTRUCTIONS == 0)
        {
          gsize start;

          if (k > 0)
            g_array_append_val (words, end);
          start = words->len;
          g_array_append_val (parts, start);
        }
      append (words, instructions[k].op, instructions[k].target, &instructions[k]);
      *continues = expr_look_at ((gsize) k);
    }
  machine->words[segment] = finish (words, end);
  machine->parts[segment] = parts;
}

/* ---- one point ---- */

/* The ways in which a register is used as an output: not at all; as one output, to which the result is written directly; or as a value
 * that is copied to several outputs. */
enum
{
  NOT_AN_OUTPUT = -1,
  MANY_READERS = -2
};

/* Returns, for each register, the output that is its only user, or −1. Free the array with g_free. */
static int *
find_direct_outputs (const ExprCode *code)
{
  int *direct = g_new (int, code->n_registers + 1);

  for (int k = 0; k < code->n_registers; k++)
    direct[k] = NOT_AN_OUTPUT;
  for (int k = 0; k < code->n_outputs; k++)
    direct[code->outputs[k]] = direct[code->outputs[k]] == NOT_AN_OUTPUT ? k : MANY_READERS;
  for (int k = 0; k < code->n_fast; k++)
    {
      const ExprInstruction *instruction = &code->fast[k];

      for (int i = 0; i < instruction->n_sources; i++)
        if (direct[instruction->sources[i]] >= 0)
          direct[instruction->sources[i]] = MANY_READERS;
    }
  return direct;
}

/* Appends instructions that copy the marked outputs from their registers, two
 * at a time. */
static void
append_stores (GArray *words, const ExprCode *code, const gboolean *marks)
{
  for (int k = 0; k < code->n_outputs; k++)
    {
      int second = k + 1;

      if (!marks[k])
        continue;
      while (second < code->n_outputs && !marks[second])
        second++;

      guint32 store[5] = { EXPR_WORD_STORE, (guint32) k, code->outputs[k] };
      if (second < code->n_outputs)
        {
          store[0] = EXPR_WORD_STORE_2;
          store[3] = (guint32) second;
          store[4] = code->outputs[second];
        }
      g_array_append_vals (words, store, second < code->n_outputs ? 5 : 3);
      k = second;
    }
}

static guint32 *
encode_with_outputs (const ExprCode *code, gboolean *continues)
{
  GArray *words = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree int *direct = find_direct_outputs (code);
  g_autofree gboolean *is_known = g_new0 (gboolean, code->n_outputs + 1); /* outputs whose values are known
                                                                           * before the first instruction,
                                                                           * such as inputs and constants */
  g_autofree gboolean *is_late = g_new0 (gboolean, code->n_outputs + 1);
  g_autofree gboolean *is_computed = g_new0 (gboolean, code->n_registers + 1);

  for (int k = 0; k < code->n_fast; k++)
    {
      const ExprInstruction *instruction = &code->fast[k];

      is_computed[instruction->target] = TRUE;
      if (instruction->op == EXPR_CODE_SINCOS)
        is_computed[instruction->sources[1]] = TRUE;
      if (instruction->op == EXPR_CODE_SINCOS || instruction->op == EXPR_OP_TABLE)
        direct[instruction->target] = MANY_READERS;
    }
  for (int k = 0; k < code->n_outputs && *continues; k++)
    {
      *continues = expr_look_at ((gsize) k);
      is_known[k] = !is_computed[code->outputs[k]];
      is_late[k] = !is_known[k];
    }
  append_stores (words, code, is_known);
  for (int k = 0; k < code->n_fast && *continues; k++)
    {
      const ExprInstruction *instruction = &code->fast[k];
      int output = direct[instruction->target];
      guint32 look = EXPR_WORD_LOOK;

      *continues = expr_look_at ((gsize) k);
      if (k > 0 && k % EXPR_LOOK_INSTRUCTIONS == 0)
        g_array_append_val (words, look);
      if (output >= 0)
        {
          append (words, (guint32) EXPR_WORD_OUTPUT + instruction->op, (guint32) output, instruction);
          is_late[output] = FALSE;
        }
      else
        append (words, instruction->op, instruction->target, instruction);
    }
  append_stores (words, code, is_late);
  return finish (words, EXPR_WORD_END);
}

static gboolean
may_call (const ExprInstruction *instructions, int n)
{
  for (int k = 0; k < n; k++)
    if (instructions[k].op == EXPR_CODE_SINCOS || instructions[k].op == EXPR_OP_TABLE
        || (instructions[k].op < EXPR_N_OPS && (expr_op_info[instructions[k].op].properties & EXPR_OP_MAY_CALL)))
      return TRUE;
  return FALSE;
}

/* ---- back end ---- */

static void
machine_free (gpointer compiled)
{
  Machine *machine = compiled;

  for (int segment = 0; segment < 2; segment++)
    {
      g_free (machine->scalar[segment].words);
      g_free (machine->words[segment]);
      g_clear_pointer (&machine->parts[segment], g_array_unref);
    }
  g_free (machine);
}

static gpointer
machine_compile (const ExprCode *code, ExprProgramFlags flags)
{
  gboolean fused = (flags & EXPR_PROGRAM_FUSED) != 0, continues = TRUE;
  Machine *machine = g_new0 (Machine, 1);

  machine->tables = (ExprTable *const *) code->tables->pdata;
  machine->scalar[EXPR_SEGMENT_SLOW] = (ExprScalarCode){ encode (code->slow, code->n_slow, EXPR_WORD_END, &continues), machine->tables, 0 };
  machine->scalar[EXPR_SEGMENT_FAST] = (ExprScalarCode){ encode_with_outputs (code, &continues), machine->tables, code->n_outputs };
  machine->run[EXPR_SEGMENT_SLOW] = expr_machine_scalar_loop (fused, may_call (code->slow, code->n_slow));
  machine->run[EXPR_SEGMENT_FAST] = expr_machine_scalar_loop (fused, may_call (code->fast, code->n_fast) || code->n_fast > EXPR_LOOK_INSTRUCTIONS);
  encode_parts (machine, EXPR_SEGMENT_SLOW, code->slow, code->n_slow, &continues);
  encode_parts (machine, EXPR_SEGMENT_FAST, code->fast, code->n_fast, &continues);
  machine->run_batch = expr_machine_batch_loop (fused);
  if (!continues)
    g_clear_pointer (&machine, machine_free);
  return machine;
}

static ExprRun
machine_entry (gconstpointer compiled, ExprSegment segment, gconstpointer *code)
{
  const Machine *machine = compiled;

  *code = &machine->scalar[segment];
  return machine->run[segment];
}

static gboolean
machine_run_batch (gconstpointer compiled, ExprSegment segment, double *registers, int n_lanes)
{
  const Machine *machine = compiled;

  for (guint k = 0; k < machine->parts[segment]->len; k++)
    {
      if (k > 0 && !expr_look_continues ())
        return FALSE;
      machine->run_batch (machine->words[segment] + g_array_index (machine->parts[segment], gsize, k), machine->tables, registers, n_lanes);
    }
  return TRUE;
}

const ExprBackend expr_machine_backend = {
  .name = "byte code",
  .compile = machine_compile,
  .free = machine_free,
  .entry = machine_entry,
  .run_batch = machine_run_batch,
};
