/* Emits code in parts: loops over elements, four at a time, and single instructions between them.
 *
 * If the number of elements is no multiple of four, the last four elements are computed together with some of those before again: the
 * results are stored twice, the same both times. A loop that gathers operands has different addresses for each four elements, and its body is
 * emitted for each. */
#include "expr-emitter.h"

#ifdef EXPR_HAVE_NATIVE

#include "expr-look.h"
#include "expr-x86.h"

#include <string.h>

/* Least number of elements for which a function of many numbers can be called. */
#define LEAST_CALLED 8
/* Loops with at most this number of groups of four are emitted without a jump. */
#define MOST_UNROLLED 2

const guint8 expr_native_end_wide[3] = { 0xc5, 0xf8, 0x77 };

static void
append_distance (GByteArray *bytes, guint target)
{
  gint32 distance = (gint32) target - (gint32) (bytes->len + 4);

  expr_x86_bytes (bytes, &distance, 4);
}

static void
append_number (GByteArray *bytes, const guint8 *instruction, gsize length, int number)
{
  gint32 immediate = number;

  expr_x86_bytes (bytes, instruction, length);
  expr_x86_bytes (bytes, &immediate, 4);
}

void
expr_native_begin_loop (GByteArray *bytes)
{
  static const guint8 clear[] = { 0x31, 0xc0 }; /* xor eax, eax */

  expr_x86_bytes (bytes, clear, sizeof clear);
}

void
expr_native_end_loop (GByteArray *bytes, guint start, int step, int n)
{
  static const guint8 add[] = { 0x48, 0x05 }, compare[] = { 0x48, 0x3d }, jump_not_above[] = { 0x0f, 0x86 }, jump[] = { 0xe9 }, set[] = { 0xb8 };
  /* The instruction je over the two instructions after it, of 5 bytes each. */
  static const guint8 leave[] = { 0x74, 0x0a };

  append_number (bytes, add, sizeof add, step);
  append_number (bytes, compare, sizeof compare, n - step);
  expr_x86_bytes (bytes, jump_not_above, sizeof jump_not_above);
  append_distance (bytes, start);
  if (n % step == 0)
    return;
  append_number (bytes, compare, sizeof compare, n);
  expr_x86_bytes (bytes, leave, sizeof leave);
  append_number (bytes, set, sizeof set, n - step);
  expr_x86_bytes (bytes, jump, sizeof jump);
  append_distance (bytes, start);
}

/* Vector registers that keep numbers in all passes of a loop; the others are for the elements. */
#define MOST_PINNED 6

static void
clear_registers (ExprEmitter *emitter)
{
  for (int k = 0; k < emitter->n_cells; k++)
    emitter->vector_of[k] = -1;
  for (int k = 0; k < EXPR_N_VECTORS; k++)
    emitter->cell_of[k] = -1;
}

/* Emits code that loads numbers that are the same for all elements, before a loop. */
static void
pin_registers (ExprEmitter *emitter)
{
  int n = 0;

  for (int k = 0; k < emitter->n_cells && n < MOST_PINNED; k++)
    if (expr_emitter_slot (emitter, k)->kind == EXPR_SLOT_SAME)
      {
        emitter->is_pinned[expr_emitter_fetch (emitter, k)] = TRUE;
        n++;
      }
  memset (emitter->is_locked, 0, sizeof emitter->is_locked);
}

/* Emits the body of a loop for the elements from emitter->lane on. Returns FALSE if the thread asks to end. */
static gboolean
emit_body (ExprEmitter *emitter)
{
  if (!expr_emitter_find_reads (emitter))
    return FALSE;
  for (int at = 0; at < emitter->n_instructions; at++)
    expr_native_emit_instruction (emitter, at);
  return TRUE;
}

/* Emits a call of a function of many numbers for n elements. */
static void
emit_call (const ExprEmitter *outer, const ExprLoop *loop, int first, int n)
{
  const ExprInstruction *instruction = &g_array_index (outer->plan->instructions, ExprInstruction, loop->first_instruction);
  const ExprSlot *slots = &g_array_index (outer->plan->slots, ExprSlot, loop->first_slot);
  gint32 result = expr_emitter_offset (slots[instruction->target].cell + first);
  GByteArray *bytes = outer->bytes;

  expr_x86_address (bytes, EXPR_X86_RDI, outer->cells, expr_emitter_offset (slots[instruction->sources[0]].cell + first));
  if (instruction->op == EXPR_OP_EXP)
    {
      expr_x86_address (bytes, EXPR_X86_RSI, outer->cells, result);
      expr_x86_set (bytes, EXPR_X86_RDX, (guint64) n);
      expr_x86_call (bytes, (guintptr) expr_machine_exponentials);
      return;
    }
  if (instruction->op == EXPR_OP_COS)
    expr_x86_set (bytes, EXPR_X86_RSI, 0);
  else
    expr_x86_address (bytes, EXPR_X86_RSI, outer->cells, result);
  if (instruction->op == EXPR_OP_SIN)
    expr_x86_set (bytes, EXPR_X86_RDX, 0);
  else
    expr_x86_address (bytes, EXPR_X86_RDX, outer->cells,
                      instruction->op == EXPR_OP_COS ? result : expr_emitter_offset (slots[instruction->sources[1]].cell + first));
  expr_x86_set (bytes, EXPR_X86_RCX, (guint64) n);
  expr_x86_call (bytes, (guintptr) expr_machine_sines_and_cosines);
}

/* Emits a loop for n of its elements, n ≥ EXPR_LOOP_WIDTH. */
static gboolean
emit_loop (const ExprEmitter *outer, const ExprLoop *loop, int first, int n)
{
  g_autofree int *vector_of = g_new (int, loop->n_slots + 1), *next_read = g_new (int, loop->n_slots + 1);
  g_autofree int *reads_after = g_new (int, ((gsize) loop->n_instructions + 1) * EXPR_N_OPERANDS);
  ExprEmitter emitter = {
    .code = outer->code,
    .plan = outer->plan,
    .loop = loop,
    .n_cells = loop->n_slots,
    .instructions = &g_array_index (outer->plan->instructions, ExprInstruction, loop->first_instruction),
    .n_instructions = loop->n_instructions,
    .fused = outer->fused,
    .bytes = outer->bytes,
    .cells = outer->cells,
    .outputs = outer->outputs,
    .vector_of = vector_of,
    .next_read = next_read,
    .reads_after = reads_after,
  };

  if (loop->gathers || n <= MOST_UNROLLED * EXPR_LOOP_WIDTH)
    {
      for (int at = 0; at < n; at += EXPR_LOOP_WIDTH)
        {
          emitter.lane = first + MIN (at, n - EXPR_LOOP_WIDTH);
          clear_registers (&emitter);
          if (!emit_body (&emitter))
            return FALSE;
        }
    }
  else
    {
      guint start;

      emitter.is_indexed = TRUE;
      emitter.lane = first;
      clear_registers (&emitter);
      pin_registers (&emitter);
      expr_native_begin_loop (emitter.bytes);
      start = emitter.bytes->len;
      if (!emit_body (&emitter))
        return FALSE;
      expr_native_end_loop (emitter.bytes, start, EXPR_LOOP_WIDTH, n);
    }
  expr_x86_bytes (emitter.bytes, expr_native_end_wide, sizeof expr_native_end_wide);
  return TRUE;
}

static void
emit_copy (const ExprEmitter *emitter, const ExprLoopCopy *copy)
{
  GByteArray *bytes = emitter->bytes;
  int at = 0;

  if (copy->n > MOST_UNROLLED * EXPR_LOOP_WIDTH)
    {
      guint start;

      expr_native_begin_loop (bytes);
      start = bytes->len;
      expr_x86_element (bytes, expr_x86_wide (EXPR_X86_LOAD), 0, 0, emitter->cells, expr_emitter_offset (copy->cell));
      expr_x86_element (bytes, expr_x86_wide (EXPR_X86_STORE), 0, 0, emitter->outputs, expr_emitter_offset (copy->output));
      expr_native_end_loop (bytes, start, EXPR_LOOP_WIDTH, copy->n);
      at = copy->n;
    }
  while (at < copy->n)
    {
      gboolean is_wide = copy->n - at >= EXPR_LOOP_WIDTH;

      expr_x86_memory (bytes, is_wide ? expr_x86_wide (EXPR_X86_LOAD) : EXPR_X86_LOAD, 0, 0, emitter->cells, expr_emitter_offset (copy->cell + at));
      expr_x86_memory (bytes, is_wide ? expr_x86_wide (EXPR_X86_STORE) : EXPR_X86_STORE, 0, 0, emitter->outputs, expr_emitter_offset (copy->output + at));
      at += is_wide ? EXPR_LOOP_WIDTH : 1;
    }
}

/* Emits a loop in pieces with looks between them. */
static gboolean
emit_pieces (ExprEmitter *emitter, const ExprLoop *loop, GArray *jumps, gsize *work)
{
  const int width = loop->calls ? LEAST_CALLED : EXPR_LOOP_WIDTH;
  /* The number of elements of EXPR_LOOK_INSTRUCTIONS instructions for four elements, or calls for one. */
  const int most = loop->calls ? EXPR_LOOK_INSTRUCTIONS : MAX (EXPR_LOOK_INSTRUCTIONS / loop->n_instructions, 1) * EXPR_LOOP_WIDTH;

  for (int first = 0; first < loop->n; first += most)
    {
      int start = MIN (first, loop->n - width), n = MIN (most, loop->n - start);

      if (jumps != NULL && *work >= EXPR_LOOK_INSTRUCTIONS)
        {
          expr_native_emit_look (emitter, jumps);
          *work = 0;
        }
      if (loop->calls)
        emit_call (emitter, loop, start, n);
      else if (!emit_loop (emitter, loop, start, n))
        return FALSE;
      *work += (gsize) (loop->calls ? n : loop->n_instructions * ((n + EXPR_LOOP_WIDTH - 1) / EXPR_LOOP_WIDTH));
    }
  return TRUE;
}

gboolean
expr_native_emit_parts (ExprEmitter *emitter, GArray *jumps)
{
  const ExprLoops *plan = emitter->plan;
  gsize work = 0; /* instructions since the last look */

  for (guint k = 0; k < plan->parts->len; k++)
    {
      const ExprPart *part = &g_array_index (plan->parts, ExprPart, k);

      if (part->loop >= 0)
        {
          if (!emit_pieces (emitter, &g_array_index (plan->loops, ExprLoop, part->loop), jumps, &work))
            return FALSE;
          continue;
        }
      emitter->instructions = &g_array_index (plan->instructions, ExprInstruction, part->first_instruction);
      emitter->n_instructions = part->n_instructions;
      if (!expr_emitter_find_reads (emitter))
        return FALSE;
      for (int at = 0; at < part->n_instructions; at++)
        {
          if (!expr_look_at ((gsize) at))
            return FALSE;
          if (jumps != NULL && work++ >= EXPR_LOOK_INSTRUCTIONS)
            {
              expr_native_emit_look (emitter, jumps);
              work = 1;
            }
          expr_native_emit_instruction (emitter, at);
        }
      expr_emitter_empty (emitter);
    }
  for (guint k = 0; k < plan->copies->len; k++)
    {
      if (!expr_look_at (k))
        return FALSE;
      emit_copy (emitter, &g_array_index (plan->copies, ExprLoopCopy, k));
    }
  expr_x86_bytes (emitter->bytes, expr_native_end_wide, sizeof expr_native_end_wide);
  return TRUE;
}

#endif
