/* Programs: outputs as functions of inputs, compiled. */
#pragma once

#include "expr-graph.h"
#include "expr-run.h"

G_BEGIN_DECLS

typedef struct ExprProgram ExprProgram;     /* immutable, reference-counted, any thread */
typedef struct ExprWorkspace ExprWorkspace; /* used by one thread at a time */
typedef struct ExprBatch ExprBatch;         /* used by one thread at a time */

/* Compiles outputs[n_outputs] as functions of inputs 0 … n_inputs − 1. Inputs
 * before first_fast (parameters) change rarely: values that depend only on them
 * are computed by expr_workspace_prepare. The program does not need the
 * graph afterwards. */
ExprProgram *expr_program_new (ExprGraph *graph, const ExprValue *outputs, int n_outputs, int n_inputs, int first_fast,
                               ExprProgramFlags flags);
/* Returns the back end for single points: "machine code" or "byte code". */
const char *expr_program_backend (const ExprProgram *program);
/* Takes a reference; any thread. */
ExprProgram *expr_program_ref (ExprProgram *program);
/* Drops a reference; any thread. */
void expr_program_unref (ExprProgram *program);

/* Makes the registers for running a program on one thread. */
ExprWorkspace *expr_workspace_new (ExprProgram *program);
/* Frees the registers. */
void expr_workspace_free (ExprWorkspace *workspace);
/* Returns the n_inputs input cells, valid as long as the workspace. Write
 * them, call expr_workspace_prepare if a slow input changed, then
 * expr_workspace_run. */
double *expr_workspace_inputs (ExprWorkspace *workspace);
/* Recomputes the values that depend only on slow inputs. */
void expr_workspace_prepare (ExprWorkspace *workspace);
/* Evaluates into outputs[n_outputs] without allocating. Results that are not
 * finite are returned as they are. */
void expr_workspace_run (ExprWorkspace *workspace, double *outputs);

/* Returns the function that expr_workspace_run calls, with its arguments; valid
 * as long as the workspace. */
ExprEntry expr_workspace_entry (ExprWorkspace *workspace);

/* Makes the registers for batched runs on one thread. */
ExprBatch *expr_batch_new (ExprProgram *program);
/* Frees the registers. */
void expr_batch_free (ExprBatch *batch);
/* Evaluates n_lanes ≤ stride points (64 are fastest): inputs[k·stride + lane],
 * outputs[k·stride + lane]. If the program is not fused, the results have the
 * same bits as those for single points. */
void expr_batch_run (ExprBatch *batch, const double *inputs, double *outputs, int n_lanes, int stride);

/* Returns the input rows of a batch, input k of lane l at [k·EXPR_LANES + l];
 * valid for the batch's life. Write them, call expr_batch_prepare if a slow one
 * changed, then expr_batch_evaluate. */
double *expr_batch_inputs (ExprBatch *batch);
/* Recomputes the values of lanes 0 … n_lanes − 1 that depend only on slow
 * inputs; n_lanes is a multiple of 8 and at most EXPR_LANES. */
void expr_batch_prepare (ExprBatch *batch, int n_lanes);
/* Evaluates lanes 0 … n_lanes − 1 without copying; n_lanes is as for
 * expr_batch_prepare. */
void expr_batch_evaluate (ExprBatch *batch, int n_lanes);
/* Returns the row of an output after an evaluation; valid for the batch's life. */
const double *expr_batch_output (const ExprBatch *batch, int output);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExprProgram, expr_program_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExprWorkspace, expr_workspace_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExprBatch, expr_batch_free)

G_END_DECLS
