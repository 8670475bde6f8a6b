/* Programs, which compute outputs as functions of inputs by compiled code. */
#pragma once

#include "expr-graph.h"
#include "expr-run.h"

G_BEGIN_DECLS

typedef struct ExprProgram ExprProgram;     /* compiled code; immutable and reference-counted; any thread may use it */
typedef struct ExprWorkspace ExprWorkspace; /* memory for evaluations of single points; one thread at a time */
typedef struct ExprBatch ExprBatch;         /* memory for evaluations of many points; one thread at a time */

/* Compiles outputs[n_outputs] as functions of inputs 0 … n_inputs − 1. Inputs
 * with numbers below first_fast, such as parameters, are slow: they change rarely, and expr_workspace_prepare computes
 * the values that depend only on them. The program does not use the graph after this call. Returns NULL if the thread asks to
 * end (expr-look.h), which happens only for more than EXPR_LOOK_INSTRUCTIONS values. Release the program with
 * expr_program_unref. */
ExprProgram *expr_program_new (ExprGraph *graph, const ExprValue *outputs, int n_outputs, int n_inputs, int first_fast,
                               ExprProgramFlags flags);
/* Returns the name of the back end for single points: "machine code" or "byte code". */
const char *expr_program_backend (const ExprProgram *program);
/* Returns whether single points are evaluated by machine code. */
gboolean expr_program_is_native (const ExprProgram *program);
/* Returns the name of the arithmetic of programs with or without EXPR_PROGRAM_FUSED on this processor: whether products and sums are fused,
 * and the set of elementary functions. Two computations with the same arithmetic have the same bits, whatever the processor. */
const char *expr_arithmetic (ExprProgramFlags flags);
/* Takes a reference and returns the program. Any thread may call the function. */
ExprProgram *expr_program_ref (ExprProgram *program);
/* Drops a reference and frees the program after the last one. Any thread may call the function. */
void expr_program_unref (ExprProgram *program);

/* Makes a workspace for evaluations of a program on one thread. Free it with expr_workspace_free. */
ExprWorkspace *expr_workspace_new (ExprProgram *program);
/* Frees a workspace; NULL is allowed. */
void expr_workspace_free (ExprWorkspace *workspace);
/* Returns the array of n_inputs inputs, which the workspace owns. To evaluate, write
 * the inputs, call expr_workspace_prepare if a slow input changed, and call
 * expr_workspace_run. */
double *expr_workspace_inputs (ExprWorkspace *workspace);
/* Recomputes the values that depend only on slow inputs. */
void expr_workspace_prepare (ExprWorkspace *workspace);
/* Evaluates the program into outputs[n_outputs]. Allocates no memory.
 * Results may be infinite or NaN. */
void expr_workspace_run (ExprWorkspace *workspace, double *outputs);

/* Returns the function that expr_workspace_run calls, with its arguments. The result is valid as
 * long as the workspace exists. */
ExprEntry expr_workspace_entry (ExprWorkspace *workspace);

/* Makes a batch for evaluations of many points on one thread. Free it with expr_batch_free. */
ExprBatch *expr_batch_new (ExprProgram *program);
/* Frees a batch; NULL is allowed. */
void expr_batch_free (ExprBatch *batch);
/* Returns the input rows of a batch, which the batch owns: input k of lane l is at
 * [k·EXPR_LANES + l]. To evaluate, write the rows, call expr_batch_prepare if a slow input
 * changed, and call expr_batch_evaluate. */
double *expr_batch_inputs (ExprBatch *batch);
/* Recomputes the values that depend only on slow inputs, in the lanes 0 …
 * n_lanes − 1. n_lanes is a multiple of 8 and at most EXPR_LANES. Returns FALSE, and no values, if the thread asked to end (expr-look.h). */
gboolean expr_batch_prepare (ExprBatch *batch, int n_lanes);
/* Evaluates the lanes 0 … n_lanes − 1. n_lanes is a multiple of 8 and at most EXPR_LANES. The results have the same bits
 * as those for single points. Returns FALSE, and no results, if the thread asked to end. */
gboolean expr_batch_evaluate (ExprBatch *batch, int n_lanes);
/* Returns the row of an output after an evaluation, EXPR_LANES numbers owned by the batch. */
const double *expr_batch_output (const ExprBatch *batch, int output);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExprProgram, expr_program_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExprWorkspace, expr_workspace_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExprBatch, expr_batch_free)

G_END_DECLS
