/* Register code: what a program's outputs need, as instructions over numbered cells. Made once, read by every
 * back end. */
#pragma once

#include "expr-graph-private.h"

G_BEGIN_DECLS

typedef struct
{
  guint16 op;         /* ExprOp, or a combined operation from EXPR_N_OPS on */
  guint16 n_sources;
  guint32 target;     /* a register */
  guint32 sources[5]; /* registers; EXPR_OP_TABLE: argument, table, order */
} ExprInstruction;

/* Registers: inputs, then constants, then outputs and values of the slow segment, then temporaries. */
typedef struct
{
  int n_inputs, n_constants, n_outputs, n_registers;
  double *constants;
  guint32 *outputs; /* the register of each output */
  ExprInstruction *slow; /* what depends on slow inputs alone; its results are never overwritten */
  int n_slow;
  ExprInstruction *fast;
  int n_fast;
  int n_operations;
  GPtrArray *tables; /* ExprTable */
} ExprCode;

ExprCode *expr_code_new (const ExprGraph *graph, const ExprValue *outputs, int n_outputs, int n_inputs, int first_fast);
void expr_code_free (ExprCode *code);

/* Copies outputs into a graph of their own in which powers are multiplications; writes the values there. */
ExprGraph *expr_graph_lower (const ExprGraph *graph, const ExprValue *outputs, int n_outputs, ExprValue *lowered);

G_END_DECLS
