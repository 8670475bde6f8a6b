/* Compiles values with the first available back end, and runs programs for one
 * point or for batches. */
#include "expr-program.h"

#include "expr-native.h"
#include "expr-program-private.h"

#include <stdatomic.h>
#include <string.h>

/* The back ends in order of preference. The first one that can run on this
 * machine is used. */
static const ExprBackend *const backends[] = {
#ifdef EXPR_HAVE_NATIVE
  &expr_native_backend,
#endif
  &expr_machine_backend,
};

struct ExprProgram
{
  atomic_int references; /* number of references; changed by any thread that holds one */
  ExprCode *code;
  const ExprBackend *backend;
  gpointer compiled;
};

struct ExprWorkspace
{
  ExprProgram *program;
  ExprEntry slow, fast;
};

struct ExprBatch
{
  ExprProgram *program;
  double *registers; /* n_registers rows of EXPR_LANES numbers; the rows of the constants are set once */
};

/* Alignment of the rows of a batch, in bytes: the size of a cache line. */
#define ALIGNMENT 64

/* Returns n_registers rows of n_lanes numbers with the constants. */
static double *
registers_new (const ExprCode *code, int n_registers, int n_lanes)
{
  gsize size = ((gsize) MAX (n_registers, 1) * (gsize) n_lanes * sizeof (double) + ALIGNMENT - 1) & -(gsize) ALIGNMENT;
  double *registers = g_aligned_alloc0 (1, size, ALIGNMENT);

  for (int k = 0; k < code->n_constants; k++)
    for (int lane = 0; lane < n_lanes; lane++)
      registers[(gssize) (code->n_inputs + k) * n_lanes + lane] = code->constants[k];
  return registers;
}

ExprProgram *
expr_program_new_from_code (ExprCode *code, ExprProgramFlags flags)
{
  ExprProgram *program = g_new0 (ExprProgram, 1);

  atomic_init (&program->references, 1);
  program->code = code;
  for (gsize k = 0; k < G_N_ELEMENTS (backends) && program->compiled == NULL; k++)
    {
      program->backend = backends[k];
      program->compiled = backends[k]->compile (program->code, flags);
    }
  if (program->compiled != NULL)
    return program;
  expr_code_free (code);
  g_free (program);
  return NULL;
}

ExprProgram *
expr_program_new (ExprGraph *graph, const ExprValue *outputs, int n_outputs, int n_inputs, int first_fast,
                  ExprProgramFlags flags)
{
  ExprCode *code = expr_code_new (graph, outputs, n_outputs, n_inputs, first_fast);

  return code != NULL ? expr_program_new_from_code (code, flags) : NULL;
}

const char *
expr_arithmetic (ExprProgramFlags flags)
{
  return (flags & EXPR_PROGRAM_FUSED) && expr_machine_can_fuse () ? "fused, " ELEMENTARY_NAME : "plain, " ELEMENTARY_NAME;
}

ExprProgram *
expr_program_ref (ExprProgram *program)
{
  atomic_fetch_add_explicit (&program->references, 1, memory_order_relaxed);
  return program;
}

void
expr_program_unref (ExprProgram *program)
{
  /* Each thread drops its reference with release order; the thread that drops the last one
   * needs acquire order, because it frees memory that the other threads wrote. */
  if (program == NULL || atomic_fetch_sub_explicit (&program->references, 1, memory_order_acq_rel) != 1)
    return;
  program->backend->free (program->compiled);
  expr_code_free (program->code);
  g_free (program);
}

const char *
expr_program_backend (const ExprProgram *program)
{
  return program->backend->name;
}

gboolean
expr_program_is_native (const ExprProgram *program)
{
  return program->backend != &expr_machine_backend;
}

const ExprCode *
expr_program_code (const ExprProgram *program)
{
  return program->code;
}

/* ---- one point ---- */

ExprWorkspace *
expr_workspace_new (ExprProgram *program)
{
  ExprWorkspace *workspace = g_new0 (ExprWorkspace, 1);
  const double *constants = NULL;
  int n_registers = program->code->n_registers, n_constants = 0, first_constant = 0;

  workspace->program = expr_program_ref (program);
  if (program->backend->cells != NULL)
    n_registers = program->backend->cells (program->compiled, &constants, &n_constants, &first_constant);
  workspace->fast.registers = workspace->slow.registers = registers_new (program->code, n_registers, 1);
  if (n_constants > 0)
    memcpy (workspace->fast.registers + first_constant, constants, sizeof (double) * (gsize) n_constants);
  workspace->slow.run = program->backend->entry (program->compiled, EXPR_SEGMENT_SLOW, &workspace->slow.code);
  workspace->fast.takes_row = program->backend->takes_row != NULL && program->backend->takes_row (program->compiled);
  workspace->fast.run = program->backend->entry (program->compiled, EXPR_SEGMENT_FAST, &workspace->fast.code);
  if (workspace->fast.takes_row)
    workspace->fast.code = workspace->fast.registers + program->code->first_row;
  return workspace;
}

void
expr_workspace_free (ExprWorkspace *workspace)
{
  if (workspace == NULL)
    return;
  expr_program_unref (workspace->program);
  g_aligned_free (workspace->fast.registers);
  g_free (workspace);
}

const ExprProgram *
expr_workspace_program (const ExprWorkspace *workspace)
{
  return workspace->program;
}

double *
expr_workspace_inputs (ExprWorkspace *workspace)
{
  return workspace->fast.registers;
}

void
expr_workspace_prepare (ExprWorkspace *workspace)
{
  const ExprEntry *slow = &workspace->slow;

  slow->run (slow->code, slow->registers, NULL);
}

void
expr_workspace_run (ExprWorkspace *workspace, double *outputs)
{
  const ExprEntry *fast = &workspace->fast;

  fast->run (fast->code, fast->registers, outputs);
}

ExprEntry
expr_workspace_entry (ExprWorkspace *workspace)
{
  return workspace->fast;
}

/* ---- many points ---- */

ExprBatch *
expr_batch_new (ExprProgram *program)
{
  ExprBatch *batch = g_new0 (ExprBatch, 1);

  batch->program = expr_program_ref (program);
  batch->registers = registers_new (program->code, program->code->n_registers, EXPR_LANES);
  return batch;
}

void
expr_batch_free (ExprBatch *batch)
{
  if (batch == NULL)
    return;
  expr_program_unref (batch->program);
  g_aligned_free (batch->registers);
  g_free (batch);
}

double *
expr_batch_inputs (ExprBatch *batch)
{
  return batch->registers;
}

gboolean
expr_batch_prepare (ExprBatch *batch, int n_lanes)
{
  return batch->program->backend->run_batch (batch->program->compiled, EXPR_SEGMENT_SLOW, batch->registers, n_lanes);
}

gboolean
expr_batch_evaluate (ExprBatch *batch, int n_lanes)
{
  return batch->program->backend->run_batch (batch->program->compiled, EXPR_SEGMENT_FAST, batch->registers, n_lanes);
}

const double *
expr_batch_output (const ExprBatch *batch, int output)
{
  return batch->registers + (gsize) batch->program->code->outputs[output] * EXPR_LANES;
}
