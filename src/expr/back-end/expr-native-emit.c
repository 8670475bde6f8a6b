/* Emits straight-line machine code from register code. The operations and their
 * order are the same as in the byte-code machine, so that the results are equal bit
 * for bit.
 *
 * The layout is: constants (EXPR_PLACE_…), then the slow and the fast function, each at a multiple
 * of 16 bytes. The calling convention is that of the System V Application Binary
 * Interface (AMD64 Architecture Processor Supplement, section 3.2): rdi is the address of the inputs from code->first_row on
 * or, for code with rows, the array of pointers to them; slow segments and code with loops do not use it;
 * rsi the cells, rdx the outputs; the result is in xmm0, the check of code with rows in xmm1. A function that calls the C library
 * keeps the addresses of cells, outputs and inputs in rbx, rbp and r13, which calls preserve. It saves these
 * registers on the stack, which is then aligned to 16 bytes. Calls
 * do not preserve vector registers. */
#include "expr-emitter.h"
#include "expr-look.h"

#ifdef EXPR_HAVE_NATIVE

#include "expr-x86.h"

#include <math.h>
#include <string.h>

/* ---- calls ---- */

static void
sine_and_cosine (double angle, double *sine, double *cosine)
{
  sincos (angle, sine, cosine);
}

static double
look_up (const ExprTable *table, int order, double x)
{
  return expr_table_eval (table, order, x);
}

#define N(id, name, arity, properties)
#define T(id, name, arity, properties)
#define X(id, name, arity, properties, value) \
  static double call_##id (double a, double b, double c) \
  { \
    return value; \
  }
#include "expr-op.def"
#undef X
#define X(id, name, arity, properties, value) [EXPR_OP_##id] = call_##id,
static double (*const calls[EXPR_N_OPS]) (double, double, double) = {
#include "expr-op.def"
};
#undef N
#undef T
#undef X

static void
emit_call (ExprEmitter *emitter, const ExprInstruction *instruction)
{
  GByteArray *bytes = emitter->bytes;
  int n_arguments = instruction->op == EXPR_OP_TABLE ? 1 : instruction->n_sources;

  expr_emitter_empty (emitter);
  for (int k = 0; k < n_arguments; k++)
    expr_emitter_cell (emitter, EXPR_X86_LOAD, k, 0, (int) instruction->sources[k]);
  if (instruction->op == EXPR_CODE_SINCOS)
    {
      expr_x86_address (bytes, EXPR_X86_RDI, emitter->cells, expr_emitter_offset ((int) instruction->target));
      expr_x86_address (bytes, EXPR_X86_RSI, emitter->cells, expr_emitter_offset (expr_emitter_second_target (instruction)));
      expr_x86_call (bytes, (guintptr) sine_and_cosine);
      return;
    }
  if (instruction->op == EXPR_OP_TABLE)
    {
      expr_x86_set (bytes, EXPR_X86_RDI, (guintptr) g_ptr_array_index (emitter->code->tables, instruction->sources[1]));
      expr_x86_set (bytes, EXPR_X86_RSI, instruction->sources[2]);
      expr_x86_call (bytes, (guintptr) look_up);
    }
  else
    expr_x86_call (bytes, (guintptr) calls[instruction->op]);
  emitter->is_locked[0] = TRUE;
  expr_emitter_push_temporary (emitter, 0);
}

/* ---- instructions ---- */

/* With few outputs and no calls, the check of the outputs is summed while they are computed, in registers that have no other values. */
#define MOST_SUMMED 8
#define CHECK_SUM (EXPR_N_VECTORS - 1)
#define CHECK_ZERO (EXPR_N_VECTORS - 2)

static void
store_outputs (ExprEmitter *emitter, int cell)
{
  if (emitter->loop != NULL)
    {
      if (expr_emitter_slot (emitter, cell)->output >= 0)
        expr_emitter_output (emitter, EXPR_X86_STORE, emitter->vector_of[cell], expr_emitter_slot (emitter, cell)->output);
      return;
    }
  if (emitter->is_slow || emitter->first_output[cell] < 0)
    return;
  int vector = expr_emitter_fetch (emitter, cell);
  for (int k = emitter->first_output[cell]; k >= 0; k = emitter->next_output[k])
    expr_emitter_output (emitter, EXPR_X86_STORE, vector, k);
  if (emitter->sums_check)
    expr_x86_registers (emitter->bytes, EXPR_X86_FMA_231, CHECK_SUM, vector, CHECK_ZERO);
}

/* Returns the steps of an instruction. a < b ? a : b and a < b ? b : a are one machine instruction each, with the same bits for NaN and zeros. */
static const guint8 *
steps_of (const ExprInstruction *instruction)
{
  static const guint8 smaller[] = { EXPR_STEP_A, EXPR_STEP_B, EXPR_STEP_MIN, EXPR_STEP_END },
                      larger[] = { EXPR_STEP_B, EXPR_STEP_A, EXPR_STEP_MAX, EXPR_STEP_END };
  const guint32 *sources = instruction->sources;

  if (instruction->op == EXPR_CODE_SELECT_LT && sources[2] == sources[0] && sources[3] == sources[1])
    return smaller;
  if (instruction->op == EXPR_CODE_SELECT_LT && sources[2] == sources[1] && sources[3] == sources[0])
    return larger;
  return expr_formulas ()[instruction->op].steps;
}

void
expr_native_emit_instruction (ExprEmitter *emitter, int at)
{
  const ExprInstruction *instruction = &emitter->instructions[at];
  const guint8 *steps = steps_of (instruction);
  const int *after = emitter->reads_after + (gsize) at * EXPR_N_OPERANDS;
  int target = (int) instruction->target, second = expr_emitter_second_target (instruction);
  gboolean is_called = steps[0] == EXPR_STEP_END;

  emitter->at = at;
  if (is_called)
    emit_call (emitter, instruction);
  for (int k = 0; k < instruction->n_sources; k++)
    {
      /* From here on next_read refers to later instructions, so the operands of this instruction must be locked: an allocation of a
       * register must not evict them. */
      emitter->next_read[instruction->sources[k]] = after[k];
      if (emitter->vector_of[instruction->sources[k]] >= 0)
        emitter->is_locked[emitter->vector_of[instruction->sources[k]]] = TRUE;
    }
  for (int k = 0; !is_called && steps[k] != EXPR_STEP_END; k++)
    expr_emitter_step (emitter, (ExprStep) steps[k], instruction);
  for (int k = 0; k < instruction->n_sources; k++)
    expr_emitter_forget (emitter, (int) instruction->sources[k]);

  emitter->next_read[target] = after[EXPR_OPERAND_TARGET];
  if (second >= 0)
    {
      emitter->next_read[second] = after[EXPR_OPERAND_SECOND];
      store_outputs (emitter, second);
    }
  else
    {
      ExprItem result = expr_emitter_pop (emitter);
      g_assert (result.is_temporary && emitter->n_stack == 0);
      expr_emitter_hold (emitter, result.vector, target, TRUE);
      if (emitter->is_slow || (emitter->loop != NULL && expr_emitter_slot (emitter, target)->cell >= 0))
        expr_emitter_store (emitter, result.vector);
    }
  store_outputs (emitter, target);
  expr_emitter_forget (emitter, target);
  if (second >= 0)
    expr_emitter_forget (emitter, second);
  memset (emitter->is_locked, 0, sizeof emitter->is_locked);
}

static gboolean
has_calls (const ExprEmitter *emitter)
{
  for (int k = 0; k < emitter->n_instructions; k++)
    if (expr_formulas ()[emitter->instructions[k].op].steps[0] == EXPR_STEP_END)
      return TRUE;
  return FALSE;
}

/* Emits code that stores the outputs that no instruction computes, which are inputs,
 * constants and slow values. This function and emit_check return FALSE if the thread asks to end. */
static gboolean
store_known_outputs (ExprEmitter *emitter)
{
  g_autofree gboolean *is_computed = g_new0 (gboolean, emitter->code->n_registers + 1);

  for (int k = 0; k < emitter->n_instructions; k++)
    {
      if (!expr_look_at ((gsize) k))
        return FALSE;
      is_computed[emitter->instructions[k].target] = TRUE;
      if (expr_emitter_second_target (&emitter->instructions[k]) >= 0)
        is_computed[expr_emitter_second_target (&emitter->instructions[k])] = TRUE;
    }
  for (int cell = 0; cell < emitter->code->n_registers; cell++)
    if (!is_computed[cell])
      {
        store_outputs (emitter, cell);
        expr_emitter_forget (emitter, cell);
        memset (emitter->is_locked, 0, sizeof emitter->is_locked);
      }
  return TRUE;
}

static void
begin_check (ExprEmitter *emitter)
{
  emitter->sums_check = TRUE;
  emitter->is_pinned[CHECK_SUM] = emitter->is_pinned[CHECK_ZERO] = TRUE;
  expr_x86_registers (emitter->bytes, EXPR_X86_XOR, CHECK_ZERO, CHECK_ZERO, CHECK_ZERO);
  expr_x86_registers (emitter->bytes, EXPR_X86_XOR, CHECK_SUM, CHECK_SUM, CHECK_SUM);
}

/* Outputs that a pass of the loop over outputs checks. */
#define CHECKED 16

/* Emits xmm0 ← Σ output·0, which is 0 if all outputs are finite, and NaN otherwise. Four
 * partial sums are faster than one sum, in which each addition must wait for the previous
 * one. */
static gboolean
emit_check (ExprEmitter *emitter)
{
  GByteArray *bytes = emitter->bytes;
  int n = emitter->is_slow ? 0 : emitter->code->n_outputs, first = 0;

  if (emitter->sums_check)
    {
      expr_x86_registers (bytes, EXPR_X86_MOVE, 0, 0, CHECK_SUM);
      return TRUE;
    }
  for (int k = 0; k < 6; k++)
    expr_x86_registers (bytes, EXPR_X86_XOR, k, k, k);
  if (n >= 2 * CHECKED)
    {
      guint start;

      expr_native_begin_loop (bytes);
      start = bytes->len;
      for (int k = 0; k < CHECKED; k += EXPR_LOOP_WIDTH)
        {
          expr_x86_element (bytes, expr_x86_wide (EXPR_X86_MUL), 5, 4, emitter->outputs, expr_emitter_offset (k));
          expr_x86_registers (bytes, expr_x86_wide (EXPR_X86_ADD), k / EXPR_LOOP_WIDTH, k / EXPR_LOOP_WIDTH, 5);
        }
      first = n / CHECKED * CHECKED;
      expr_native_end_loop (bytes, start, CHECKED, first);
      for (int k = 1; k < 4; k++)
        expr_x86_registers (bytes, expr_x86_wide (EXPR_X86_ADD), 0, 0, k);
      /* The sums of the halves, and of the numbers of a half. */
      expr_x86_registers (bytes, EXPR_X86_EXTRACT, 0, 0, 5);
      expr_x86_byte (bytes, 1);
      expr_x86_registers (bytes, EXPR_X86_UNPACK_HIGH, 1, 0, 0);
      expr_x86_registers (bytes, EXPR_X86_UNPACK_HIGH, 2, 5, 5);
      expr_x86_registers (bytes, EXPR_X86_ADD, 0, 0, 5);
      expr_x86_registers (bytes, EXPR_X86_ADD, 1, 1, 2);
      for (int k = 2; k < 6; k++)
        expr_x86_registers (bytes, EXPR_X86_XOR, k, k, k);
      expr_x86_bytes (bytes, expr_native_end_wide, sizeof expr_native_end_wide);
    }
  for (int k = first; k < n; k++)
    {
      if (!expr_look_at ((gsize) k))
        return FALSE;
      expr_x86_memory (bytes, EXPR_X86_MUL, 5, 4, emitter->outputs, expr_emitter_offset (k));
      expr_x86_registers (bytes, EXPR_X86_ADD, k & 3, k & 3, 5);
    }
  for (int k = 1; k < MIN (n, 4); k++)
    expr_x86_registers (bytes, EXPR_X86_ADD, 0, 0, k);
  return TRUE;
}

/* The code calls expr_look_continues and jumps if it returns FALSE. */
void
expr_native_emit_look (ExprEmitter *emitter, GArray *jumps)
{
  /* The instructions test eax, eax; jz. */
  static const guint8 leave_if_zero[] = { 0x85, 0xc0, 0x0f, 0x84, 0, 0, 0, 0 };
  guint place;

  expr_emitter_empty (emitter);
  expr_x86_call (emitter->bytes, (guintptr) expr_look_continues);
  expr_x86_bytes (emitter->bytes, leave_if_zero, sizeof leave_if_zero);
  place = emitter->bytes->len - 4;
  g_array_append_val (jumps, place);
}

/* Emits the target of the jumps, which ends the function with expr_look_end. */
static void
emit_look_end (ExprEmitter *emitter, const GArray *jumps)
{
  GByteArray *bytes = emitter->bytes;

  for (guint k = 0; k < jumps->len; k++)
    {
      guint place = g_array_index (jumps, guint, k);
      gint32 distance = (gint32) (bytes->len - place - 4);

      memcpy (bytes->data + place, &distance, sizeof distance);
    }
  expr_x86_address (bytes, EXPR_X86_RDI, emitter->outputs, 0);
  expr_x86_set (bytes, EXPR_X86_RSI, (guint64) emitter->code->n_outputs);
  expr_x86_call (bytes, (guintptr) expr_look_end);
}

/* Emits the beginning of a function with rows: the addresses of the near rows are loaded into general registers. */
static void
enter_rows (ExprEmitter *emitter, gboolean calls_out)
{
  /* The instructions push rbx; push rbp; push r13; push r14; push r15; mov rbx, rsi; mov rbp, rdx; mov r13, rdi. Five saved registers and the return
   * address keep the stack aligned to 16 bytes. */
  static const guint8 enter[] = { 0x53, 0x55, 0x41, 0x55, 0x41, 0x56, 0x41, 0x57, 0x48, 0x89, 0xf3, 0x48, 0x89, 0xd5, 0x49, 0x89, 0xfd };

  emitter->near_rows[0] = calls_out ? EXPR_X86_R14 : EXPR_X86_RCX;
  emitter->near_rows[1] = calls_out ? EXPR_X86_R15 : EXPR_X86_R8;
  if (calls_out)
    expr_x86_bytes (emitter->bytes, enter, sizeof enter);
  for (int k = 0; k < EXPR_CODE_NEAR_ROWS; k++)
    expr_x86_load_address (emitter->bytes, emitter->near_rows[k], emitter->rows, k * (int) sizeof (gpointer));
}

/* Emits the moves of the result and of the check to xmm0 and xmm1. */
static void
emit_result (ExprEmitter *emitter)
{
  int vector = expr_emitter_fetch (emitter, emitter->code->result), check = expr_emitter_fetch (emitter, emitter->code->check), between = 2;

  while (between == vector || between == check)
    between++;
  expr_x86_registers (emitter->bytes, EXPR_X86_MOVE, between, 0, check);
  if (vector != 0)
    expr_x86_registers (emitter->bytes, EXPR_X86_MOVE, 0, 0, vector);
  expr_x86_registers (emitter->bytes, EXPR_X86_MOVE, 1, 0, between);
}

/* Returns FALSE if the thread asks to end. */
static gboolean
emit_function (ExprEmitter *emitter)
{
  /* The instruction endbr64, which processors that check the targets of indirect calls require. */
  static const guint8 landing[] = { 0xf3, 0x0f, 0x1e, 0xfa };
  /* The instructions push rbx; push rbp; push r13; mov rbx, rsi; mov rbp, rdx; mov r13, rdi at the start of a
   * function, and the reverse of the first three at the end. */
  static const guint8 enter[] = { 0x53, 0x55, 0x41, 0x55, 0x48, 0x89, 0xf3, 0x48, 0x89, 0xd5, 0x49, 0x89, 0xfd };
  static const guint8 leave[] = { 0x41, 0x5d, 0x5d, 0x5b };
  /* The instructions pop r15; pop r14; pop r13; pop rbp; pop rbx. */
  static const guint8 leave_rows[] = { 0x41, 0x5f, 0x41, 0x5e, 0x41, 0x5d, 0x5d, 0x5b };
  gboolean has_rows = !emitter->is_slow && emitter->code->n_rows > 0;
  gboolean looks = !emitter->is_slow && emitter->n_instructions > EXPR_LOOK_INSTRUCTIONS, calls_out = looks || has_calls (emitter);
  g_autoptr (GArray) jumps = g_array_new (FALSE, FALSE, sizeof (guint));

  emitter->cells = calls_out ? EXPR_X86_RBX : EXPR_X86_RSI;
  emitter->outputs = calls_out ? EXPR_X86_RBP : EXPR_X86_RDX;
  emitter->rows = calls_out ? EXPR_X86_R13 : EXPR_X86_RDI;
  emitter->takes_row = !emitter->is_slow && expr_native_takes_row (emitter->code, emitter->plan);
  expr_x86_bytes (emitter->bytes, landing, sizeof landing);
  if (has_rows)
    enter_rows (emitter, calls_out);
  else if (calls_out)
    expr_x86_bytes (emitter->bytes, enter, sizeof enter);
  if (!emitter->is_slow && !calls_out && emitter->plan == NULL && emitter->code->result < 0 && emitter->code->n_outputs <= MOST_SUMMED)
    begin_check (emitter);
  if (!emitter->is_slow && emitter->code->argument >= 0)
    expr_emitter_hold (emitter, 0, emitter->code->argument, TRUE);
  if (emitter->plan != NULL)
    {
      if (!expr_native_emit_parts (emitter, looks ? jumps : NULL))
        return FALSE;
    }
  else
    {
      if (!store_known_outputs (emitter))
        return FALSE;
      for (int at = 0; at < emitter->n_instructions; at++)
        {
          if (!expr_look_at ((gsize) at))
            return FALSE;
          if (looks && at > 0 && at % EXPR_LOOK_INSTRUCTIONS == 0)
            expr_native_emit_look (emitter, jumps);
          expr_native_emit_instruction (emitter, at);
        }
    }
  if (emitter->is_slow || emitter->code->result < 0)
    {
      if (!emit_check (emitter))
        return FALSE;
    }
  else
    emit_result (emitter);
  if (calls_out)
    expr_x86_bytes (emitter->bytes, has_rows ? leave_rows : leave, has_rows ? sizeof leave_rows : sizeof leave);
  expr_x86_byte (emitter->bytes, 0xc3);
  if (jumps->len == 0)
    return TRUE;
  emit_look_end (emitter, jumps);
  expr_x86_bytes (emitter->bytes, leave, sizeof leave);
  expr_x86_byte (emitter->bytes, 0xc3);
  return TRUE;
}

/* Returns FALSE if the thread asks to end. */
static gboolean
emit_segment (GByteArray *bytes, const ExprCode *code, const ExprLoops *plan, ExprSegment segment, gboolean fused)
{
  gsize n = (gsize) (plan != NULL ? plan->n_cells : code->n_registers) + 1;
  ExprEmitter emitter = { .code = code, .bytes = bytes, .fused = fused, .is_slow = segment == EXPR_SEGMENT_SLOW };
  g_autofree int *vector_of = g_new (int, n);
  g_autofree int *next_read = g_new (int, n);
  g_autofree int *first_output = g_new (int, n);
  g_autofree int *next_output = g_new (int, code->n_outputs + 1);
  g_autofree int *reads_after = NULL;

  emitter.plan = plan;
  emitter.n_cells = (int) n - 1;
  emitter.instructions = emitter.is_slow ? code->slow : code->fast;
  emitter.n_instructions = emitter.is_slow ? code->n_slow : code->n_fast;
  reads_after = g_new (int, ((gsize) emitter.n_instructions + 1) * EXPR_N_OPERANDS);
  emitter.vector_of = vector_of;
  emitter.next_read = next_read;
  emitter.first_output = first_output;
  emitter.next_output = next_output;
  emitter.reads_after = reads_after;
  for (gsize k = 0; k < n; k++)
    vector_of[k] = first_output[k] = -1;
  for (int k = 0; k < EXPR_N_VECTORS; k++)
    emitter.cell_of[k] = -1;
  for (int k = code->n_outputs - 1; k >= 0; k--)
    {
      next_output[k] = first_output[code->outputs[k]];
      first_output[code->outputs[k]] = k;
    }
  if (plan != NULL)
    {
      emitter.first_output = plan->first_output;
      emitter.next_output = plan->next_output;
      return emit_function (&emitter);
    }
  return expr_emitter_find_reads (&emitter) && emit_function (&emitter);
}

gboolean
expr_native_takes_row (const ExprCode *code, const ExprLoops *plan)
{
  return plan == NULL && code->n_rows == 0;
}

/* The constants are masks for the sign bit and for the other bits, and the number 1. Each is stored four times, because VXORPD and VANDPD read
 * up to 32 bytes. */
GByteArray *
expr_native_emit (const ExprCode *code, const ExprLoops *plan, gboolean fused, gsize starts[2])
{
  static const guint64 constants[]
      = { G_GUINT64_CONSTANT (0x8000000000000000), G_GUINT64_CONSTANT (0x7fffffffffffffff), G_GUINT64_CONSTANT (0x3ff0000000000000) };
  GByteArray *bytes = g_byte_array_new ();

  for (gsize k = 0; k < G_N_ELEMENTS (constants); k++)
    for (int copy = 0; copy < EXPR_LOOP_WIDTH; copy++)
      expr_x86_bytes (bytes, &constants[k], sizeof constants[k]);
  for (ExprSegment segment = EXPR_SEGMENT_SLOW; segment <= EXPR_SEGMENT_FAST; segment++)
    {
      while (bytes->len % 16 != 0)
        expr_x86_byte (bytes, 0xcc);
      starts[segment] = bytes->len;
      if (!emit_segment (bytes, code, segment == EXPR_SEGMENT_FAST ? plan : NULL, segment, fused))
        {
          g_byte_array_unref (bytes);
          return NULL;
        }
    }
  return bytes;
}

#endif
