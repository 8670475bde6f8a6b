/* Evaluates programs over intervals. The register code of a program is translated to simple operations, combined instructions by the steps
 * of their definitions (expr-formula.h). A loop executes them on registers that hold ranges. */
#include <float.h>

#include "expr-formula.h"
#include "expr-range-operations.h"
#include "expr-program-private.h"

/* The operation of a simple instruction is an ExprOp, or a square. */
enum
{
  OP_SQUARE = EXPR_N_OPS,
};

typedef struct
{
  guint16 op;
  gint16 order; /* for EXPR_OP_TABLE: the order of the derivative */
  guint32 target;
  guint32 a, b, c; /* registers; for EXPR_OP_TABLE: b is the index of the table */
} Simple;

struct ExprRanges
{
  ExprProgram *program;
  const ExprCode *code;
  ExprRange *registers; /* those of the code, the number 0, and the stack of a formula */
  Simple *segments[2];  /* slow and fast */
  guint n[2];
  int n_undecided;
  double slack;
};

typedef struct
{
  GArray *simple; /* of Simple */
  guint32 zero;   /* register of the number 0 */
  guint32 first_temporary;
} Translator;

static void
append (Translator *translator, guint op, guint32 target, guint32 a, guint32 b, guint32 c)
{
  Simple simple = { (guint16) op, 0, target, a, b, c };

  if (op == EXPR_OP_MUL && a == b)
    simple.op = OP_SQUARE;
  g_array_append_val (translator->simple, simple);
}

/* Translates the steps of a formula. Element k of the stack that is not an operand of the instruction is in the temporary register k. */
static void
append_formula (Translator *translator, const ExprFormula *formula, const ExprInstruction *instruction)
{
  static const ExprOp operations[] = {
    [EXPR_STEP_ADD] = EXPR_OP_ADD, [EXPR_STEP_SUB] = EXPR_OP_SUB, [EXPR_STEP_MUL] = EXPR_OP_MUL,   [EXPR_STEP_DIV] = EXPR_OP_DIV,
    [EXPR_STEP_NEG] = EXPR_OP_NEG, [EXPR_STEP_ABS] = EXPR_OP_ABS, [EXPR_STEP_SQRT] = EXPR_OP_SQRT, [EXPR_STEP_LT] = EXPR_OP_LT,
    [EXPR_STEP_LE] = EXPR_OP_LE,   [EXPR_STEP_EQ] = EXPR_OP_EQ,   [EXPR_STEP_NE] = EXPR_OP_NE,
  };
  guint32 stack[EXPR_FORMULA_STEPS];
  int n = 0;

  for (const guint8 *step = formula->steps; *step != EXPR_STEP_END; step++)
    {
      guint32 target;

      if (*step >= EXPR_STEP_A && *step <= EXPR_STEP_E)
        {
          stack[n++] = instruction->sources[*step - EXPR_STEP_A];
          continue;
        }
      switch (*step)
        {
        case EXPR_STEP_ZERO:
          stack[n++] = translator->zero;
          break;
        case EXPR_STEP_TRUTH: /* conditions are stored as ranges of 0 and 1 */
          break;
        case EXPR_STEP_FMA:
        case EXPR_STEP_FMS:
        case EXPR_STEP_FNMA:
        case EXPR_STEP_FNMS:
          n -= 3;
          target = translator->first_temporary + (guint32) n;
          append (translator, EXPR_OP_MUL, target, stack[n], stack[n + 1], 0);
          if (*step == EXPR_STEP_FNMA)
            append (translator, EXPR_OP_SUB, target, stack[n + 2], target, 0);
          else
            append (translator, *step == EXPR_STEP_FMS ? EXPR_OP_SUB : EXPR_OP_ADD, target, target, stack[n + 2], 0);
          if (*step == EXPR_STEP_FNMS)
            append (translator, EXPR_OP_NEG, target, target, 0, 0);
          stack[n++] = target;
          break;
        case EXPR_STEP_CHOOSE:
          n -= 3;
          target = translator->first_temporary + (guint32) n;
          append (translator, EXPR_OP_SELECT, target, stack[n], stack[n + 1], stack[n + 2]);
          stack[n++] = target;
          break;
        case EXPR_STEP_NEG:
        case EXPR_STEP_ABS:
        case EXPR_STEP_SQRT:
          n--;
          target = translator->first_temporary + (guint32) n;
          append (translator, operations[*step], target, stack[n], 0, 0);
          stack[n++] = target;
          break;
        default:
          n -= 2;
          target = translator->first_temporary + (guint32) n;
          append (translator, operations[*step], target, stack[n], stack[n + 1], 0);
          stack[n++] = target;
          break;
        }
    }
  /* The last operation writes to the register of the instruction. */
  g_array_index (translator->simple, Simple, translator->simple->len - 1).target = instruction->target;
}

static Simple *
translate (const ExprInstruction *instructions, int n, guint32 n_registers, guint *n_simple)
{
  const ExprFormula *formulas = expr_formulas ();
  Translator translator = { g_array_new (FALSE, FALSE, sizeof (Simple)), n_registers, n_registers + 1 };

  for (int k = 0; k < n; k++)
    {
      const ExprInstruction *instruction = &instructions[k];
      const guint32 *sources = instruction->sources;

      if (instruction->op == EXPR_CODE_SINCOS)
        {
          append (&translator, EXPR_OP_SIN, instruction->target, sources[0], 0, 0);
          append (&translator, EXPR_OP_COS, sources[1], sources[0], 0, 0);
        }
      else if (instruction->op == EXPR_OP_TABLE)
        {
          Simple simple = { EXPR_OP_TABLE, (gint16) sources[2], instruction->target, sources[0], sources[1], 0 };
          g_array_append_val (translator.simple, simple);
        }
      else if (instruction->op < EXPR_N_OPS)
        append (&translator, instruction->op, instruction->target, sources[0], sources[1], sources[2]);
      else
        append_formula (&translator, &formulas[instruction->op], instruction);
    }
  *n_simple = translator.simple->len;
  return (Simple *) g_array_free (translator.simple, FALSE);
}

ExprRanges *
expr_ranges_new (ExprProgram *program)
{
  ExprRanges *ranges = g_new0 (ExprRanges, 1);
  const ExprCode *code = expr_program_code (program);

  ranges->program = expr_program_ref (program);
  ranges->code = code;
  ranges->registers = g_new0 (ExprRange, code->n_registers + 1 + EXPR_FORMULA_STEPS);
  for (int k = 0; k < code->n_constants; k++)
    ranges->registers[code->n_inputs + k] = expr_range_point (code->constants[k]);
  ranges->segments[0] = translate (code->slow, code->n_slow, (guint32) code->n_registers, &ranges->n[0]);
  ranges->segments[1] = translate (code->fast, code->n_fast, (guint32) code->n_registers, &ranges->n[1]);
  return ranges;
}

void
expr_ranges_free (ExprRanges *ranges)
{
  if (ranges == NULL)
    return;
  g_free (ranges->segments[0]);
  g_free (ranges->segments[1]);
  g_free (ranges->registers);
  expr_program_unref (ranges->program);
  g_free (ranges);
}

ExprRange *
expr_ranges_inputs (ExprRanges *ranges)
{
  return ranges->registers;
}

static int
run (ExprRanges *ranges, int segment)
{
  ExprRange *registers = ranges->registers;
  int n_undecided = 0;

  for (guint k = 0; k < ranges->n[segment]; k++)
    {
      const Simple *at = &ranges->segments[segment][k];
      const ExprRange *a = &registers[at->a], *b = &registers[at->b];
      ExprRange result, negative;

      switch (at->op)
        {
        case EXPR_OP_ADD:
          expr_range_add (a, b, &result);
          break;
        case EXPR_OP_SUB:
          negative = expr_range_negate (b);
          expr_range_add (a, &negative, &result);
          break;
        case EXPR_OP_NEG:
          result = expr_range_negate (a);
          break;
        case EXPR_OP_MUL:
        case OP_SQUARE:
          expr_range_multiply (a, b, at->op == OP_SQUARE, &result);
          break;
        case EXPR_OP_TABLE:
          expr_range_table (g_ptr_array_index (ranges->code->tables, at->b), at->order, a, &result);
          break;
        default:
          n_undecided += expr_range_operation ((ExprOp) at->op, a, b, &registers[at->c], ranges->slack, &result);
          break;
        }
      registers[at->target] = result;
    }
  return n_undecided;
}

void
expr_ranges_prepare (ExprRanges *ranges)
{
  run (ranges, 0);
}

void
expr_ranges_set_slack (ExprRanges *ranges, double slack)
{
  ranges->slack = slack;
}

void
expr_ranges_run (ExprRanges *ranges)
{
  ranges->n_undecided = run (ranges, 1);
}

const ExprRange *
expr_ranges_output (const ExprRanges *ranges, int output)
{
  return &ranges->registers[ranges->code->outputs[output]];
}

int
expr_ranges_n_undecided (const ExprRanges *ranges)
{
  return ranges->n_undecided;
}
