/* The byte-code machine's inner loops. Each comes in versions for several
 * processors; which one runs is decided once, when a program is compiled. */
#pragma once

#include "expr-backend.h"

G_BEGIN_DECLS

/* The undefined-behaviour sanitizer checks every pointer of hundreds of loops
 * over memory that expr_code_new laid out, at the price of minutes of
 * compilation; the address sanitizer watches them all the same. */
#define NO_CHECKS __attribute__ ((no_sanitize ("undefined")))

/* What the first word of an instruction for one point says: an operation, the
 * same into an output, or one of these. */
enum
{
  EXPR_WORD_OUTPUT = EXPR_N_CODES,    /* + operation: its target is the number of an output */
  EXPR_WORD_STORE = 2 * EXPR_N_CODES, /* an output, the register that it takes */
  EXPR_WORD_STORE_2,                  /* twice that */
  EXPR_WORD_END,
  EXPR_N_WORDS
};

/* A segment for one point: operation, target, sources and so on. */
typedef struct
{
  guint32 *words;
  ExprTable *const *tables;
} ExprScalarCode;

/* code: an ExprScalarCode. Returns 0 where everything stored is finite, else
 * NaN. */
typedef ExprRun ExprScalarLoop;
/* words as above, without outputs; the last operation is EXPR_N_CODES. */
typedef void (*ExprBatchLoop) (const guint32 *words, ExprTable *const *tables, double *registers, int n_lanes);

/* Every operation rounded by itself; fused where the processor can. calls: an
 * operation may call the library. */
ExprScalarLoop expr_machine_scalar_loop (gboolean fused, gboolean calls);
ExprBatchLoop expr_machine_batch_loop (gboolean fused);

G_END_DECLS
