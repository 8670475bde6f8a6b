/* Manages the vector registers while machine code is generated. The vector registers are a cache of memory cells: a register contains the
 * value of a cell, and is dirty if this value was not written to the cell yet. A dirty value is written to the cell only if its register
 * is needed for another value, or a call follows, and the value is read again later.
 *
 * The code has no branches, so all later reads are known. If no register is free, the register whose value is read again latest is reused,
 * which minimizes the number of loads (Belady, IBM Systems Journal 5 (1966) 78). In the code of steps, recent values are kept first. */
#include "expr-emitter.h"

#ifdef EXPR_HAVE_NATIVE

#include "expr-look.h"
#include "expr-x86.h"

void
expr_emitter_registers (ExprEmitter *emitter, guint32 instruction, int first, int second, int third)
{
  expr_x86_registers (emitter->bytes, emitter->loop != NULL ? expr_x86_wide (instruction) : instruction, first, second, third);
}

void
expr_emitter_constant (ExprEmitter *emitter, guint32 instruction, int first, int second, guint place)
{
  expr_x86_constant (emitter->bytes, emitter->loop != NULL ? expr_x86_wide (instruction) : instruction, first, second, place);
}

gboolean
expr_emitter_is_operand (const ExprEmitter *emitter, int cell)
{
  return emitter->loop == NULL || expr_emitter_slot (emitter, cell)->kind <= EXPR_SLOT_ROW;
}

/* Emits an instruction on four numbers whose third operand is in memory, in a row of elements. */
static void
emit_row (ExprEmitter *emitter, guint32 instruction, int first, int second, int base, int row)
{
  gint32 offset = expr_emitter_offset (row + emitter->lane);

  if (emitter->is_indexed)
    expr_x86_element (emitter->bytes, expr_x86_wide (instruction), first, second, base, offset);
  else
    expr_x86_memory (emitter->bytes, expr_x86_wide (instruction), first, second, base, offset);
}

/* Emits an instruction whose third operand is an input or output in memory of the caller. Returns FALSE if it is elsewhere. */
static gboolean
emit_in_row (ExprEmitter *emitter, guint32 instruction, int first, int second, gboolean is_output, int number)
{
  const ExprCode *code = emitter->code;

  if (emitter->takes_row && !is_output && number >= code->first_row && number < code->n_inputs)
    {
      expr_x86_memory (emitter->bytes, instruction, first, second, emitter->rows, expr_emitter_offset (number - code->first_row));
      return TRUE;
    }
  for (int k = 0; k < code->n_rows && !emitter->is_slow; k++)
    {
      const ExprRow *row = &code->rows[k];
      int base = k < EXPR_CODE_NEAR_ROWS ? emitter->near_rows[k] : EXPR_X86_RAX;

      if (row->is_output != is_output || number < row->first || number >= row->first + row->n)
        continue;
      if (k >= EXPR_CODE_NEAR_ROWS)
        expr_x86_load_address (emitter->bytes, base, emitter->rows, k * (int) sizeof (gpointer));
      expr_x86_memory (emitter->bytes, instruction, first, second, base, expr_emitter_offset (number - row->first));
      return TRUE;
    }
  return FALSE;
}

void
expr_emitter_cell (ExprEmitter *emitter, guint32 instruction, int first, int second, int cell)
{
  const ExprSlot *slot;

  if (emitter->loop == NULL)
    {
      if (!emit_in_row (emitter, instruction, first, second, FALSE, cell))
        expr_x86_memory (emitter->bytes, instruction, first, second, emitter->cells, expr_emitter_offset (cell));
      return;
    }
  slot = expr_emitter_slot (emitter, cell);
  g_assert (slot->kind <= EXPR_SLOT_ROW);
  if (slot->cell >= 0)
    emit_row (emitter, instruction, first, second, emitter->cells, slot->cell);
  else
    expr_x86_memory (emitter->bytes, expr_x86_wide (instruction), first, second, emitter->cells,
                     expr_emitter_offset (emitter->plan->first_scratch + EXPR_LOOP_WIDTH * slot->scratch));
}

void
expr_emitter_output (ExprEmitter *emitter, guint32 instruction, int first, int output)
{
  if (emitter->loop != NULL)
    emit_row (emitter, instruction, first, 0, emitter->outputs, output);
  else if (!emit_in_row (emitter, instruction, first, 0, TRUE, output))
    expr_x86_memory (emitter->bytes, instruction, first, 0, emitter->outputs, expr_emitter_offset (output));
}

/* Loads the two numbers of two cells into the low half of a vector register. */
static void
load_pair (ExprEmitter *emitter, int vector, const int *cells)
{
  gint32 offset = expr_emitter_offset (cells[0]);

  if (cells[1] == cells[0] + 1)
    expr_x86_memory (emitter->bytes, EXPR_X86_LOAD_PAIR, vector, 0, emitter->cells, offset);
  else if (cells[1] == cells[0])
    expr_x86_memory (emitter->bytes, EXPR_X86_LOAD_TWICE, vector, 0, emitter->cells, offset);
  else
    {
      expr_x86_memory (emitter->bytes, EXPR_X86_LOAD, vector, 0, emitter->cells, offset);
      expr_x86_memory (emitter->bytes, EXPR_X86_LOAD_HIGH, vector, vector, emitter->cells, expr_emitter_offset (cells[1]));
    }
}

static void
gather (ExprEmitter *emitter, int vector, const int *cells)
{
  int high;

  if (cells[1] == cells[0] + 1 && cells[2] == cells[0] + 2 && cells[3] == cells[0] + 3)
    {
      expr_x86_memory (emitter->bytes, expr_x86_wide (EXPR_X86_LOAD), vector, 0, emitter->cells, expr_emitter_offset (cells[0]));
      return;
    }
  if (cells[1] == cells[0] && cells[2] == cells[0] && cells[3] == cells[0])
    {
      expr_x86_memory (emitter->bytes, EXPR_X86_BROADCAST, vector, 0, emitter->cells, expr_emitter_offset (cells[0]));
      return;
    }
  load_pair (emitter, vector, cells);
  if (cells[3] == cells[2] + 1)
    expr_x86_memory (emitter->bytes, EXPR_X86_INSERT, vector, vector, emitter->cells, expr_emitter_offset (cells[2]));
  else
    {
      high = expr_emitter_allocate (emitter);
      load_pair (emitter, high, cells + 2);
      expr_x86_registers (emitter->bytes, EXPR_X86_INSERT, vector, vector, high);
      emitter->is_locked[high] = FALSE;
    }
  expr_x86_byte (emitter->bytes, 1);
}

void
expr_emitter_load (ExprEmitter *emitter, int vector, int cell)
{
  const ExprSlot *slot;

  if (expr_emitter_is_operand (emitter, cell))
    {
      expr_emitter_cell (emitter, EXPR_X86_LOAD, vector, 0, cell);
      return;
    }
  slot = expr_emitter_slot (emitter, cell);
  if (slot->kind == EXPR_SLOT_SAME)
    expr_x86_memory (emitter->bytes, EXPR_X86_BROADCAST, vector, 0, emitter->cells, expr_emitter_offset (slot->cell));
  else
    gather (emitter, vector, &g_array_index (emitter->plan->gathers, int, slot->cells + emitter->lane));
}

gboolean
expr_emitter_find_reads (ExprEmitter *emitter)
{
  for (int k = 0; k < emitter->n_cells; k++)
    emitter->next_read[k] = emitter->loop == NULL && emitter->plan != NULL && emitter->plan->is_shared[k] ? emitter->n_instructions : EXPR_NEVER;
  if (!emitter->is_slow && emitter->code->result >= 0)
    emitter->next_read[emitter->code->result] = emitter->next_read[emitter->code->check] = emitter->n_instructions;
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
  expr_emitter_cell (emitter, EXPR_X86_STORE, vector, 0, emitter->cell_of[vector]);
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

/* Returns whether a register has a value that was just computed. If it were written to memory, the instruction that waits for it would wait for a load after a
 * store; to read an older value from memory costs no time, because nothing waits for the load. */
static gboolean
is_recent (const ExprEmitter *emitter, int vector)
{
  return emitter->is_dirty[vector] && emitter->at - emitter->held_at[vector] < emitter->code->recent;
}

/* Returns whether it is better to free register a than b, which both have values. */
static gboolean
is_better_to_free (const ExprEmitter *emitter, int a, int b)
{
  if (is_recent (emitter, a) != is_recent (emitter, b))
    return !is_recent (emitter, a);
  return emitter->next_read[emitter->cell_of[a]] > emitter->next_read[emitter->cell_of[b]];
}

int
expr_emitter_allocate (ExprEmitter *emitter)
{
  int chosen = -1;

  for (int k = 0; k < EXPR_N_VECTORS; k++)
    {
      if (emitter->is_locked[k] || emitter->is_pinned[k])
        continue;
      if (emitter->cell_of[k] < 0)
        {
          chosen = k;
          break;
        }
      if (chosen < 0 || is_better_to_free (emitter, k, chosen))
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
  emitter->held_at[vector] = emitter->at;
}

int
expr_emitter_fetch (ExprEmitter *emitter, int cell)
{
  int vector = emitter->vector_of[cell];

  if (vector < 0)
    {
      vector = expr_emitter_allocate (emitter);
      expr_emitter_load (emitter, vector, cell);
      expr_emitter_hold (emitter, vector, cell, FALSE);
    }
  emitter->is_locked[vector] = TRUE;
  return vector;
}

void
expr_emitter_forget (ExprEmitter *emitter, int cell)
{
  if (emitter->next_read[cell] == EXPR_NEVER && emitter->vector_of[cell] >= 0 && !emitter->is_pinned[emitter->vector_of[cell]])
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
