/* Manages the vector registers while machine code is generated. The vector registers are a cache of memory cells: a register contains the
 * value of a cell, and is dirty if this value was not written to the cell yet. A dirty value is written to the cell only if its register
 * is needed for another value, or a call follows, and the value is read again later.
 *
 * The code has no branches, so all later reads are known. If no register is free, the register whose value is read again latest is reused,
 * which minimizes the number of loads (Belady, IBM Systems Journal 5 (1966) 78). */
#include "expr-emitter.h"

#ifdef EXPR_HAVE_NATIVE

#include "expr-look.h"
#include "expr-x86.h"

gboolean
expr_emitter_find_reads (ExprEmitter *emitter)
{
  for (int k = 0; k < emitter->code->n_registers; k++)
    emitter->next_read[k] = EXPR_NEVER;
  if (!emitter->is_slow && emitter->code->result >= 0)
    emitter->next_read[emitter->code->result] = emitter->n_instructions;
  for (int at = emitter->n_instructions - 1; at >= 0; at--)
    {
      const ExprInstruction *instruction = &emitter->instructions[at];
      int *after = emitter->reads_after + (gsize) at * EXPR_N_OPERANDS, second = expr_emitter_second_target (instruction);

      if (!expr_look_at ((gsize) at))
        return FALSE;
      after[EXPR_OPERAND_TARGET] = emitter->next_read[instruction->target];
      emitter->next_read[instruction->target] = EXPR_NEVER;
      if (second >= 0)
        {
          after[EXPR_OPERAND_SECOND] = emitter->next_read[second];
          emitter->next_read[second] = EXPR_NEVER;
        }
      for (int k = 0; k < instruction->n_sources; k++)
        after[k] = emitter->next_read[instruction->sources[k]];
      for (int k = 0; k < instruction->n_sources; k++)
        emitter->next_read[instruction->sources[k]] = at;
    }
  return TRUE;
}

void
expr_emitter_store (ExprEmitter *emitter, int vector)
{
  expr_x86_memory (emitter->bytes, EXPR_X86_STORE, vector, 0, emitter->cells, expr_emitter_offset (emitter->cell_of[vector]));
  emitter->is_dirty[vector] = FALSE;
}

static void
release (ExprEmitter *emitter, int vector)
{
  if (emitter->cell_of[vector] >= 0)
    emitter->vector_of[emitter->cell_of[vector]] = -1;
  emitter->cell_of[vector] = -1;
  emitter->is_dirty[vector] = FALSE;
}

int
expr_emitter_allocate (ExprEmitter *emitter)
{
  int chosen = -1;

  for (int k = 0; k < EXPR_N_VECTORS; k++)
    {
      if (emitter->is_locked[k])
        continue;
      if (emitter->cell_of[k] < 0)
        {
          chosen = k;
          break;
        }
      if (chosen < 0 || emitter->next_read[emitter->cell_of[k]] > emitter->next_read[emitter->cell_of[chosen]])
        chosen = k;
    }
  g_assert (chosen >= 0);
  if (emitter->is_dirty[chosen] && emitter->next_read[emitter->cell_of[chosen]] != EXPR_NEVER)
    expr_emitter_store (emitter, chosen);
  release (emitter, chosen);
  emitter->is_locked[chosen] = TRUE;
  return chosen;
}

void
expr_emitter_hold (ExprEmitter *emitter, int vector, int cell, gboolean is_dirty)
{
  if (emitter->vector_of[cell] >= 0)
    release (emitter, emitter->vector_of[cell]);
  emitter->cell_of[vector] = cell;
  emitter->vector_of[cell] = vector;
  emitter->is_dirty[vector] = is_dirty;
}

int
expr_emitter_fetch (ExprEmitter *emitter, int cell)
{
  int vector = emitter->vector_of[cell];

  if (vector < 0)
    {
      vector = expr_emitter_allocate (emitter);
      expr_x86_memory (emitter->bytes, EXPR_X86_LOAD, vector, 0, emitter->cells, expr_emitter_offset (cell));
      expr_emitter_hold (emitter, vector, cell, FALSE);
    }
  emitter->is_locked[vector] = TRUE;
  return vector;
}

void
expr_emitter_forget (ExprEmitter *emitter, int cell)
{
  if (emitter->next_read[cell] == EXPR_NEVER && emitter->vector_of[cell] >= 0)
    release (emitter, emitter->vector_of[cell]);
}

void
expr_emitter_empty (ExprEmitter *emitter)
{
  for (int k = 0; k < EXPR_N_VECTORS; k++)
    if (emitter->cell_of[k] >= 0)
      {
        if (emitter->is_dirty[k] && emitter->next_read[emitter->cell_of[k]] != EXPR_NEVER)
          expr_emitter_store (emitter, k);
        release (emitter, k);
      }
}

#endif
