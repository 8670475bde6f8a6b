/* Joins the code of a right-hand side and the formulas of an explicit Runge–Kutta method,
 *
 *   k_i = f (t + c_i h, x0 + h Σ_{j<i} a_ij k_j),   x1 = x0 + h Σ b_i k_i,   e = h Σ e_i k_i,   ‖e/s‖,
 *
 * to the code of one step without branches. Values then stay in vector registers as far as there are registers: a number that is written to
 * memory and read again takes as long as four additions, and in a step each stage waits for the stage before.
 *
 * The instructions of the right-hand side are copied once for each stage. Temporary registers are the same in all copies; outputs and inputs
 * that depend on the stage have new registers in each. A slope is often an input (x' = v), so a register of a stage is never overwritten. */
#include "expr-step.h"

#include "expr-code.h"
#include "expr-look.h"
#include "expr-program-private.h"

#include <string.h>

/* What DOP853 multiplies the square of the norm of its second estimate by (ode-explicit-dop853.c). */
#define SECOND_ESTIMATE 0.01

typedef struct
{
  const ExprCode *rhs;
  const ExprStepForm *form;
  ExprCode *code;
  GArray *fast;        /* of ExprInstruction */
  int n_most_constants;
  guint32 *map;        /* for each register of the right-hand side: its register in the stage that is copied */
  gboolean *is_output; /* for each register of the right-hand side: it is an output */
  guint32 *slopes;     /* n_stages rows of n_states registers */
  guint32 h, r, w;     /* the step size, and the first registers of the norm */
  guint32 check;       /* the sum of all results so far */
  gboolean uses_time;
} Step;

static guint32
append (Step *step, int op, int n_sources, guint32 a, guint32 b, guint32 c, guint32 d)
{
  ExprInstruction instruction = { .op = (guint16) op, .n_sources = (guint16) n_sources, .target = (guint32) step->code->n_registers++, .sources = { a, b, c, d } };

  g_array_append_val (step->fast, instruction);
  return instruction.target;
}

static guint32
binary (Step *step, int op, guint32 a, guint32 b)
{
  return append (step, op, 2, a, b, 0, 0);
}

/* Appends a > b ? a : b. */
static guint32
larger (Step *step, guint32 a, guint32 b)
{
  return append (step, EXPR_CODE_SELECT_LT, 4, b, a, a, b);
}

static guint32
magnitude (Step *step, guint32 a)
{
  return append (step, EXPR_OP_ABS, 1, a, 0, 0, 0);
}

static guint32
constant (Step *step, double value)
{
  ExprCode *code = step->code;

  g_assert (code->n_constants < step->n_most_constants);
  code->constants[code->n_constants] = value;
  return (guint32) (code->n_inputs + code->n_constants++);
}

static void
check (Step *step, guint32 value)
{
  step->check = binary (step, EXPR_OP_ADD, step->check, value);
}

/* Appends base + Σ (h weights[j]) k_j over the nonzero weights, for all states; base is a row of registers. */
static void
append_sum (Step *step, const guint32 *base, const double *weights, int n_weights, guint32 *sums)
{
  const int n = step->form->n_states;

  memcpy (sums, base, sizeof *sums * (gsize) n);
  for (int j = 0; j < n_weights; j++)
    if (weights[j] != 0)
      {
        guint32 product = binary (step, EXPR_OP_MUL, step->h, constant (step, weights[j]));

        for (int d = 0; d < n; d++)
          sums[d] = binary (step, EXPR_OP_ADD, sums[d], binary (step, EXPR_OP_MUL, product, step->slopes[j * n + d]));
      }
}

/* Appends the right-hand side at the states in the registers points, as stage i. */
static void
append_stage (Step *step, int i, const guint32 *points)
{
  const ExprStepForm *form = step->form;
  const ExprCode *rhs = step->rhs;
  const guint32 time = (guint32) form->first_state - 1;

  if (step->uses_time)
    step->map[time] = binary (step, EXPR_OP_ADD, time, binary (step, EXPR_OP_MUL, step->h, constant (step, form->c[i])));
  memcpy (step->map + form->first_state, points, sizeof *points * (gsize) form->n_states);
  for (int at = 0; at < rhs->n_fast; at++)
    {
      ExprInstruction instruction = rhs->fast[at];
      guint32 *targets[2] = { &instruction.target, instruction.op == EXPR_CODE_SINCOS ? &instruction.sources[1] : NULL };
      int n_sources = instruction.op == EXPR_OP_TABLE ? 1 : instruction.n_sources;

      for (int k = 0; k < n_sources; k++)
        instruction.sources[k] = step->map[instruction.sources[k]];
      for (int k = 0; k < 2 && targets[k] != NULL; k++)
        {
          if (step->is_output[*targets[k]])
            step->map[*targets[k]] = (guint32) step->code->n_registers++;
          *targets[k] = step->map[*targets[k]];
        }
      g_array_append_val (step->fast, instruction);
    }
  for (int d = 0; d < form->n_states; d++)
    step->slopes[i * form->n_states + d] = step->map[rhs->outputs[d]];
}

/* Appends the norm of a row of errors, as ode-norm.c computes it. */
static guint32
append_norm (Step *step, const guint32 *error, const guint32 *x0, const guint32 *x1)
{
  const ExprStepNorm *norm = &step->form->norm;
  const int n = step->form->n_states;
  guint32 total = constant (step, 0);

  for (int d = 0; d < n; d++)
    {
      guint32 size = magnitude (step, x0[d]), quotient, w = step->w + (guint32) d;

      if (norm->ahead)
        size = larger (step, size, magnitude (step, x1[d]));
      size = norm->adds ? binary (step, EXPR_OP_ADD, w, binary (step, EXPR_OP_MUL, step->r, size))
                        : binary (step, EXPR_OP_MUL, step->r, larger (step, w, size));
      quotient = binary (step, EXPR_OP_DIV, norm->rms ? error[d] : magnitude (step, error[d]), size);
      if (norm->rms)
        total = binary (step, EXPR_OP_ADD, total, binary (step, EXPR_OP_MUL, quotient, quotient));
      else
        total = d == 0 ? quotient : larger (step, quotient, total);
      check (step, quotient);
    }
  return norm->rms ? append (step, EXPR_OP_SQRT, 1, binary (step, EXPR_OP_MUL, total, constant (step, 1.0 / n)), 0, 0, 0) : total;
}

/* Appends the norm of the error; joins two estimates to e5 ‖e5‖/√(‖e5‖² + 0.01 ‖e3‖²). */
static guint32
append_judgement (Step *step, guint32 *error, const guint32 *second, const guint32 *x0, const guint32 *x1)
{
  const guint32 zero = constant (step, 0), one = constant (step, 1);
  guint32 n5, n3, root, factor;

  if (!step->form->norm.is_wanted || step->form->errors[0] == NULL)
    return zero;
  n5 = append_norm (step, error, x0, x1);
  if (step->form->errors[1] == NULL)
    return n5;
  n3 = append_norm (step, second, x0, x1);
  root = binary (step, EXPR_OP_ADD, binary (step, EXPR_OP_MUL, n5, n5),
                 binary (step, EXPR_OP_MUL, binary (step, EXPR_OP_MUL, constant (step, SECOND_ESTIMATE), n3), n3));
  factor = binary (step, EXPR_OP_DIV, n5, append (step, EXPR_OP_SQRT, 1, root, 0, 0, 0));
  factor = append (step, EXPR_CODE_SELECT_LT, 4, zero, n5, factor, one);
  for (int d = 0; d < step->form->n_states; d++)
    error[d] = binary (step, EXPR_OP_MUL, error[d], factor);
  return append_norm (step, error, x0, x1);
}

/* Numbers the registers: those of the right-hand side keep their order, with further inputs and constants in between. */
static void
number_registers (Step *step)
{
  const ExprCode *rhs = step->rhs;
  const ExprStepForm *form = step->form;
  ExprCode *code = step->code;
  const int n_more_inputs = form->n_states + (form->norm.is_wanted ? 1 + form->n_states : 0);
  const int n_more = n_more_inputs + step->n_most_constants - rhs->n_constants;

  code->n_inputs = rhs->n_inputs + n_more_inputs;
  code->n_registers = rhs->n_registers + n_more;
  code->constants = g_new0 (double, step->n_most_constants);
  if (rhs->n_constants > 0)
    memcpy (code->constants, rhs->constants, sizeof (double) * (gsize) rhs->n_constants);
  code->n_constants = rhs->n_constants;
  for (int k = 0; k < rhs->n_registers; k++)
    step->map[k] = (guint32) (k + (k < rhs->n_inputs ? 0 : k < rhs->n_inputs + rhs->n_constants ? n_more_inputs : n_more));
  for (int k = 0; k < rhs->n_outputs; k++)
    step->is_output[rhs->outputs[k]] = TRUE;
  for (int d = 0; d < form->n_states; d++)
    step->slopes[d] = (guint32) (rhs->n_inputs + d);
  step->r = (guint32) (rhs->n_inputs + form->n_states);
  step->w = step->r + 1;
  step->h = (guint32) code->n_registers++;
  code->argument = (int) step->h;
}

static void
find_uses_of_time (Step *step)
{
  const guint32 time = (guint32) step->form->first_state - 1;

  for (int at = 0; at < step->rhs->n_fast; at++)
    for (int k = 0; k < step->rhs->fast[at].n_sources; k++)
      step->uses_time = step->uses_time || step->rhs->fast[at].sources[k] == time;
  for (int k = 0; k < step->rhs->n_outputs; k++)
    step->uses_time = step->uses_time || step->rhs->outputs[k] == time;
}

static void
copy_slow (Step *step)
{
  ExprCode *code = step->code;

  code->n_slow = step->rhs->n_slow;
  code->slow = g_new (ExprInstruction, code->n_slow + 1);
  for (int at = 0; at < code->n_slow; at++)
    {
      ExprInstruction *instruction = &code->slow[at];
      int n_sources;

      *instruction = step->rhs->slow[at];
      n_sources = instruction->op == EXPR_OP_TABLE ? 1 : instruction->n_sources + (instruction->op == EXPR_CODE_SINCOS);
      for (int k = 0; k < n_sources; k++)
        instruction->sources[k] = step->map[instruction->sources[k]];
      instruction->target = step->map[instruction->target];
    }
}

/* Tells which inputs and outputs are in the memory of the caller, in the order of ExprStepRows. */
static void
tell_rows (Step *step)
{
  const ExprStepForm *form = step->form;
  const int n = form->n_states, s = form->n_stages, n_inputs = step->rhs->n_inputs;
  const ExprRow rows[EXPR_CODE_ROWS] = {
    { form->first_state, n, FALSE },
    { n_inputs, n, FALSE },
    { (int) step->w, form->norm.is_wanted ? n : 0, FALSE },
    { (s - 1) * n, n, TRUE },
    { s * n, form->errors[0] != NULL ? n : 0, TRUE },
    { (s - 2) * n, form->ends_with_slope ? n : 0, TRUE },
  };

  memcpy (step->code->rows, rows, sizeof rows);
  step->code->n_rows = EXPR_CODE_ROWS;
}

/* Returns whether the check notices that slope i is not finite, because the slope has a part in x1 or in an error that is checked: a sum with a
 * term that is not finite is not finite. */
static gboolean
is_checked (const Step *step, int i)
{
  const ExprStepForm *form = step->form;

  return form->b[i] != 0 || (form->norm.is_wanted && form->errors[0] != NULL && form->errors[0][i] != 0);
}

static void
append_rows (Step *step)
{
  const ExprStepForm *form = step->form;
  const int n = form->n_states, s = form->n_stages, last = form->ends_with_slope ? s - 1 : s;
  ExprCode *code = step->code;
  g_autofree guint32 *x0 = g_new (guint32, n), *x1 = g_new (guint32, n), *zeros = g_new (guint32, n), *errors = g_new (guint32, 2 * n);
  int n_errors = (form->errors[0] != NULL) + (form->errors[1] != NULL);
  guint32 *output, norm;

  code->n_outputs = n * (s + n_errors);
  output = code->outputs = g_new (guint32, code->n_outputs);
  step->check = constant (step, 0);
  for (int d = 0; d < n; d++)
    {
      x0[d] = (guint32) (form->first_state + d);
      zeros[d] = step->check;
    }
  for (int i = 1; i < s; i++)
    {
      append_sum (step, x0, i < last ? form->A + i * s : form->b, i < last ? i : last, x1);
      append_stage (step, i, x1);
      for (int d = 0; d < n; d++)
        {
          *output++ = step->slopes[i * n + d];
          if (!is_checked (step, i))
            check (step, step->slopes[i * n + d]);
        }
    }
  if (last == s)
    append_sum (step, x0, form->b, s, x1);
  for (int d = 0; d < n; d++)
    check (step, *output++ = x1[d]);
  for (int k = 0; k < n_errors; k++)
    append_sum (step, zeros, form->errors[k], s, errors + k * n);
  norm = append_judgement (step, errors, errors + n, x0, x1);
  for (int d = 0; d < n * n_errors; d++)
    *output++ = errors[d];
  code->result = (int) norm;
  code->check = (int) step->check;
  /* The longest stage: the right-hand side, and at most one product for each coefficient, and a product and a sum for each state. */
  code->recent = step->rhs->n_fast + s + n * (2 * s + 1);
  tell_rows (step);
}

ExprProgram *
expr_program_new_step (const ExprProgram *rhs, const ExprStepForm *form, ExprProgramFlags flags)
{
  const ExprCode *part = expr_program_code (rhs);
  const int s = form->n_stages, n = form->n_states;
  g_autofree guint32 *map = g_new (guint32, part->n_registers + 1), *slopes = g_new (guint32, s * n);
  g_autofree gboolean *is_output = g_new0 (gboolean, part->n_registers + 1);
  ExprCode *code;
  Step step = { .rhs = part, .form = form, .map = map, .is_output = is_output, .slopes = slopes };

  if (part->n_fast * s > EXPR_LOOK_INSTRUCTIONS)
    return NULL;
  step.code = code = g_new0 (ExprCode, 1);
  code->tables = g_ptr_array_ref (part->tables);
  step.fast = g_array_new (FALSE, FALSE, sizeof (ExprInstruction));
  /* There are at most s² coefficients a and s of each of b, c and two estimates, and ten other constants. */
  step.n_most_constants = part->n_constants + s * (s + 4) + 10;
  number_registers (&step);
  find_uses_of_time (&step);
  copy_slow (&step);
  append_rows (&step);
  code->n_constants = step.n_most_constants;
  code->n_fast = (int) step.fast->len;
  code->fast = (ExprInstruction *) (void *) g_array_free (step.fast, FALSE);
  if (code->n_fast <= EXPR_LOOK_INSTRUCTIONS)
    return expr_program_new_from_code (code, flags);
  expr_code_free (code);
  return NULL;
}

/* Copies the numbers of a row; NULL is allowed for an empty one. */
static void
copy_row (const ExprRow *row, double *to, const double *from)
{
  for (int k = 0; k < row->n; k++)
    to[k] = from[k];
}

ExprStepResult
expr_workspace_run_step (ExprWorkspace *workspace, const ExprStepRows *rows, double h, double *outputs)
{
  const ExprProgram *program = expr_workspace_program (workspace);
  const ExprCode *code = expr_program_code (program);
  ExprEntry entry = expr_workspace_entry (workspace);
  const double *const inputs[] = { rows->x0, rows->slope, rows->w };
  double *const results[] = { rows->x1, rows->error, rows->end_slope };

  if (expr_program_is_native (program))
    return ((ExprStepRun) (guintptr) entry.run) (rows, entry.registers, outputs, h);
  for (gsize k = 0; k < G_N_ELEMENTS (inputs); k++)
    copy_row (&code->rows[k], entry.registers + code->rows[k].first, inputs[k]);
  entry.registers[code->argument] = h;
  entry.run (entry.code, entry.registers, outputs);
  for (gsize k = 0; k < G_N_ELEMENTS (results); k++)
    copy_row (&code->rows[G_N_ELEMENTS (inputs) + k], results[k], outputs + code->rows[G_N_ELEMENTS (inputs) + k].first);
  return (ExprStepResult){ entry.registers[code->result], entry.registers[code->check] };
}
