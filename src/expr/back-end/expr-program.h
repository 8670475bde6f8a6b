/* Programs: outputs as functions of inputs, compiled. */
#pragma once

#include "expr-graph.h"
#include "expr-run.h"

G_BEGIN_DECLS

typedef struct ExprProgram ExprProgram;     /* immutable, reference-counted, any thread */
typedef struct ExprWorkspace ExprWorkspace; /* one thread */
typedef struct ExprBatch ExprBatch;         /* one thread */

/* Compiles outputs[n_outputs] as functions of inputs 0 … n_inputs−1. Inputs before first_fast change rarely
 * (parameters), those from first_fast on at every call: values that depend on slow inputs alone are computed by
 * expr_workspace_prepare, once per change. The program does not need the graph afterwards. */
ExprProgram *expr_program_new (ExprGraph *graph, const ExprValue *outputs, int n_outputs, int n_inputs, int first_fast,
                               ExprProgramFlags flags);
/* What runs it for one point: "machine code" or "byte code". */
const char *expr_program_backend (const ExprProgram *program);
ExprProgram *expr_program_ref (ExprProgram *program);
void expr_program_unref (ExprProgram *program);
/* Arithmetic operations and function calls of one run, before they are combined into instructions. */
int expr_program_n_operations (const ExprProgram *program);

ExprWorkspace *expr_workspace_new (ExprProgram *program);
void expr_workspace_free (ExprWorkspace *workspace);
/* The n_inputs input cells; write, then prepare (if a slow one changed), then run. Stable for the workspace's life. */
double *expr_workspace_inputs (ExprWorkspace *workspace);
/* Recomputes what depends on slow inputs alone. */
void expr_workspace_prepare (ExprWorkspace *workspace);
/* Evaluates into outputs[n_outputs]. No allocation. Not-finite results are returned as they are. */
void expr_workspace_run (ExprWorkspace *workspace, double *outputs);

/* What expr_workspace_run calls; stable for the workspace's life. */
ExprEntry expr_workspace_entry (ExprWorkspace *workspace);

/* Batched: inputs[k·stride + lane], outputs[k·stride + lane] for n_lanes ≤ stride lanes (best: 64); scratch from
 * expr_batch_new, one thread. Bit for bit equal to the scalar run when the program is not fused. */
ExprBatch *expr_batch_new (ExprProgram *program);
void expr_batch_free (ExprBatch *batch);
void expr_batch_run (ExprBatch *batch, const double *inputs, double *outputs, int n_lanes, int stride);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExprProgram, expr_program_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExprWorkspace, expr_workspace_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExprBatch, expr_batch_free)

G_END_DECLS
