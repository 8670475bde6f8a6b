/* The byte-code machine's inner loops. Each comes in versions for several
 * processors; which one runs is decided once, when a program is compiled. */
#pragma once

#include "expr-backend.h"

G_BEGIN_DECLS

/* With the undefined-behaviour sanitizer, which checks every pointer, these
 * hundreds of loops take minutes to compile. They only access registers that
 * expr_code_new numbers, and the address sanitizer checks them in any case. */
#define NO_CHECKS __attribute__ ((no_sanitize ("undefined")))

/* The first word of an instruction for one point: an operation, an operation
 * that writes an output, or one of these. */
enum
{
  EXPR_WORD_OUTPUT = EXPR_N_CODES,    /* + operation: the target is the number of an output */
  EXPR_WORD_STORE = 2 * EXPR_N_CODES, /* copies a register to an output: output, register */
  EXPR_WORD_STORE_2,                  /* copies two: output, register, output, register */
  EXPR_WORD_END,
  EXPR_N_WORDS
};

/* The code of a segment for one point: operation, target, sources, repeated. */
typedef struct
{
  guint32 *words;
  ExprTable *const *tables;
} ExprScalarCode;

/* Runs an ExprScalarCode; returns 0 where all outputs are finite, else NaN. */
typedef ExprRun ExprScalarLoop;
/* Runs words without outputs, ended by the operation EXPR_N_CODES. */
typedef void (*ExprBatchLoop) (const guint32 *words, ExprTable *const *tables, double *registers, int n_lanes);

/* Returns the loop for one point; fused is ignored where the processor has no
 * fused multiply-add. calls: an operation may call the C library. */
ExprScalarLoop expr_machine_scalar_loop (gboolean fused, gboolean calls);
/* Returns the loop for a batch; fused as above. */
ExprBatchLoop expr_machine_batch_loop (gboolean fused);

G_END_DECLS
