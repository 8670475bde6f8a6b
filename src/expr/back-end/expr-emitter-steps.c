/* Emits the steps of a formula, which is a program for a stack machine (expr-formula.h). Items on the stack are in vector registers or in
 * memory cells: an operand that is not read again is used directly from memory, if the instruction allows it, and needs no register. The
 * result of a step is stored in the register of an operand that no other step uses. */
#include "expr-emitter.h"

#ifdef EXPR_HAVE_NATIVE

#include "expr-x86.h"

static void
push (ExprEmitter *emitter, ExprItem item)
{
  g_assert (emitter->n_stack < (int) G_N_ELEMENTS (emitter->stack));
  emitter->stack[emitter->n_stack++] = item;
}

void
expr_emitter_push_temporary (ExprEmitter *emitter, int vector)
{
  push (emitter, (ExprItem){ vector, -1, TRUE });
}

ExprItem
expr_emitter_pop (ExprEmitter *emitter)
{
  return emitter->stack[--emitter->n_stack];
}

static int
to_vector (ExprEmitter *emitter, ExprItem item)
{
  return item.vector >= 0 ? item.vector : expr_emitter_fetch (emitter, item.cell);
}

/* Emits an instruction whose last operand may be in memory. */
static void
emit_with (ExprEmitter *emitter, guint32 instruction, int first, int second, ExprItem third)
{
  if (third.vector < 0
      && (emitter->vector_of[third.cell] >= 0 || emitter->next_read[third.cell] != EXPR_NEVER || !expr_emitter_is_operand (emitter, third.cell)))
    third.vector = expr_emitter_fetch (emitter, third.cell);
  if (third.vector >= 0)
    expr_emitter_registers (emitter, instruction, first, second, third.vector);
  else
    expr_emitter_cell (emitter, instruction, first, second, third.cell);
}

/* Returns a vector register for a result: that of a temporary operand,
 * otherwise a new one. */
static int
result_of (ExprEmitter *emitter, const ExprItem *items, int n_items)
{
  for (int k = 0; k < n_items; k++)
    if (items[k].is_temporary)
      return items[k].vector;
  return expr_emitter_allocate (emitter);
}

static void
release (ExprEmitter *emitter, const ExprItem *items, int n_items, int result)
{
  for (int k = 0; k < n_items; k++)
    if (items[k].is_temporary && items[k].vector != result)
      emitter->is_locked[items[k].vector] = FALSE;
}

static void
emit_binary (ExprEmitter *emitter, guint32 instruction, int immediate)
{
  ExprItem items[2];
  int result;

  items[1] = expr_emitter_pop (emitter);
  items[0] = expr_emitter_pop (emitter);
  items[0].vector = to_vector (emitter, items[0]);
  if (immediate >= 0) /* an immediate byte follows the operands, so both must be registers */
    items[1].vector = to_vector (emitter, items[1]);
  result = result_of (emitter, items, 2);
  emit_with (emitter, instruction, result, items[0].vector, items[1]);
  if (immediate >= 0)
    expr_x86_byte (emitter->bytes, (guint8) immediate);
  release (emitter, items, 2, result);
  expr_emitter_push_temporary (emitter, result);
}

static void
emit_masked (ExprEmitter *emitter, guint32 instruction, guint place)
{
  ExprItem item = expr_emitter_pop (emitter);
  int vector = to_vector (emitter, item), result = result_of (emitter, &item, 1);

  expr_emitter_constant (emitter, instruction, result, vector, place);
  expr_emitter_push_temporary (emitter, result);
}

static void
emit_root (ExprEmitter *emitter)
{
  ExprItem item = expr_emitter_pop (emitter);
  int vector = to_vector (emitter, item), result = result_of (emitter, &item, 1);

  /* The instruction for one number has two sources, the second of which gives the upper half of the result. */
  expr_emitter_registers (emitter, EXPR_X86_SQRT, result, emitter->loop != NULL ? 0 : vector, vector);
  expr_emitter_push_temporary (emitter, result);
}

static void
emit_copy (ExprEmitter *emitter, int vector, ExprItem item)
{
  if (item.vector < 0 && (emitter->vector_of[item.cell] >= 0 || emitter->next_read[item.cell] != EXPR_NEVER))
    item.vector = expr_emitter_fetch (emitter, item.cell);
  if (item.vector >= 0)
    expr_emitter_registers (emitter, EXPR_X86_MOVE, vector, 0, item.vector);
  else
    expr_emitter_load (emitter, vector, item.cell);
}

/* Emits ±a·b ± c with one rounding. The instruction overwrites its first operand:
 * form 213 computes first = second·first + third, form 231 first = second·third
 * + first. Therefore form 231 is used if c is temporary, otherwise form 213. */
static void
emit_fused (ExprEmitter *emitter, guint32 form_213, guint32 form_231)
{
  ExprItem items[3];
  int result;

  items[2] = expr_emitter_pop (emitter);
  items[1] = expr_emitter_pop (emitter);
  items[0] = expr_emitter_pop (emitter);
  if (items[1].is_temporary && !items[0].is_temporary)
    {
      ExprItem swap = items[0];
      items[0] = items[1];
      items[1] = swap;
    }
  if (!items[0].is_temporary && items[2].is_temporary)
    {
      result = items[2].vector;
      items[0].vector = to_vector (emitter, items[0]);
      emit_with (emitter, form_231, result, items[0].vector, items[1]);
    }
  else
    {
      items[1].vector = to_vector (emitter, items[1]);
      if (items[0].is_temporary)
        result = items[0].vector;
      else
        {
          /* The instruction overwrites a factor, so it must work on a copy. */
          result = expr_emitter_allocate (emitter);
          emit_copy (emitter, result, items[0]);
        }
      emit_with (emitter, form_213, result, items[1].vector, items[2]);
    }
  release (emitter, items, 3, result);
  expr_emitter_push_temporary (emitter, result);
}

/* Emits ±a·b ± c with two roundings, like byte code that is not fused. */
static void
emit_product_sum (ExprEmitter *emitter, ExprStep step)
{
  ExprItem c = expr_emitter_pop (emitter);

  emit_binary (emitter, EXPR_X86_MUL, -1);
  if (step == EXPR_STEP_FNMA)
    {
      ExprItem product = expr_emitter_pop (emitter);
      push (emitter, c);
      push (emitter, product);
    }
  else
    push (emitter, c);
  emit_binary (emitter, step == EXPR_STEP_FMA || step == EXPR_STEP_FNMS ? EXPR_X86_ADD : EXPR_X86_SUB, -1);
  if (step == EXPR_STEP_FNMS)
    emit_masked (emitter, EXPR_X86_XOR, EXPR_PLACE_SIGN);
}

/* Emits condition ? first : second. In the condition all bits are set or none is, as
 * VBLENDVPD requires. */
static void
emit_choice (ExprEmitter *emitter)
{
  ExprItem items[3];
  int result;

  for (int k = 2; k >= 0; k--)
    items[k] = expr_emitter_pop (emitter);
  for (int k = 0; k < 3; k++)
    items[k].vector = to_vector (emitter, items[k]);
  result = result_of (emitter, items, 3);
  expr_emitter_registers (emitter, EXPR_X86_BLEND, result, items[2].vector, items[1].vector);
  expr_x86_byte (emitter->bytes, (guint8) (items[0].vector << 4));
  release (emitter, items, 3, result);
  expr_emitter_push_temporary (emitter, result);
}

static void
emit_zero (ExprEmitter *emitter)
{
  int vector = expr_emitter_allocate (emitter);

  expr_emitter_registers (emitter, EXPR_X86_XOR, vector, vector, vector);
  expr_emitter_push_temporary (emitter, vector);
}

void
expr_emitter_step (ExprEmitter *emitter, ExprStep step, const ExprInstruction *instruction)
{
  /* The predicates of VCMPSD are: 0 equal, 1 less, 2 less or equal, 4 not equal
   * or unordered. */
  switch (step)
    {
    case EXPR_STEP_A:
    case EXPR_STEP_B:
    case EXPR_STEP_C:
    case EXPR_STEP_D:
    case EXPR_STEP_E:
      {
        int cell = (int) instruction->sources[step - EXPR_STEP_A];
        push (emitter, (ExprItem){ emitter->vector_of[cell], cell, FALSE });
        break;
      }
    case EXPR_STEP_ZERO: emit_zero (emitter); break;
    case EXPR_STEP_ADD: emit_binary (emitter, EXPR_X86_ADD, -1); break;
    case EXPR_STEP_SUB: emit_binary (emitter, EXPR_X86_SUB, -1); break;
    case EXPR_STEP_MUL: emit_binary (emitter, EXPR_X86_MUL, -1); break;
    case EXPR_STEP_DIV: emit_binary (emitter, EXPR_X86_DIV, -1); break;
    case EXPR_STEP_MIN: emit_binary (emitter, EXPR_X86_MIN, -1); break;
    case EXPR_STEP_MAX: emit_binary (emitter, EXPR_X86_MAX, -1); break;
    case EXPR_STEP_NEG: emit_masked (emitter, EXPR_X86_XOR, EXPR_PLACE_SIGN); break;
    case EXPR_STEP_ABS: emit_masked (emitter, EXPR_X86_AND, EXPR_PLACE_MAGNITUDE); break;
    case EXPR_STEP_TRUTH: emit_masked (emitter, EXPR_X86_AND, EXPR_PLACE_ONE); break;
    case EXPR_STEP_SQRT: emit_root (emitter); break;
    case EXPR_STEP_EQ: emit_binary (emitter, EXPR_X86_COMPARE, 0); break;
    case EXPR_STEP_LT: emit_binary (emitter, EXPR_X86_COMPARE, 1); break;
    case EXPR_STEP_LE: emit_binary (emitter, EXPR_X86_COMPARE, 2); break;
    case EXPR_STEP_NE: emit_binary (emitter, EXPR_X86_COMPARE, 4); break;
    case EXPR_STEP_CHOOSE: emit_choice (emitter); break;
    case EXPR_STEP_FMA:
    case EXPR_STEP_FMS:
    case EXPR_STEP_FNMA:
    case EXPR_STEP_FNMS:
      if (!emitter->fused)
        emit_product_sum (emitter, step);
      else if (step == EXPR_STEP_FMA)
        emit_fused (emitter, EXPR_X86_FMA_213, EXPR_X86_FMA_231);
      else if (step == EXPR_STEP_FMS)
        emit_fused (emitter, EXPR_X86_FMS_213, EXPR_X86_FMS_231);
      else if (step == EXPR_STEP_FNMA)
        emit_fused (emitter, EXPR_X86_FNMA_213, EXPR_X86_FNMA_231);
      else
        emit_fused (emitter, EXPR_X86_FNMS_213, EXPR_X86_FNMS_231);
      break;
    case EXPR_STEP_END:
      g_assert_not_reached ();
    }
}

#endif
