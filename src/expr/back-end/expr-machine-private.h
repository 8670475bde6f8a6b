/* The inner loops of the byte-code machine. Each loop is compiled for several
 * kinds of processors; the version is selected when a program is compiled. */
#pragma once

#include "expr-backend.h"
#include "expr-look.h"

G_BEGIN_DECLS

/* Disables the undefined-behaviour sanitizer for these hundreds of loops,
 * because it checks every pointer, so that the compilation would take minutes. The loops
 * access only registers with numbers from expr_code_new, and the address sanitizer still
 * checks these accesses. */
#define NO_CHECKS __attribute__ ((no_sanitize ("undefined")))

/* The first word of an instruction for one point is an operation (an ExprOp
 * or a combined instruction), or one of these values. */
enum
{
  EXPR_WORD_OUTPUT = EXPR_N_CODES,    /* this value plus an operation means that the target
                                       * is the number of an output instead of a register */
  EXPR_WORD_STORE = 2 * EXPR_N_CODES, /* copies a register to an output; the words are: output, register */
  EXPR_WORD_STORE_2,                  /* copies two registers; the words are: output, register, output, register */
  EXPR_WORD_LOOK,                     /* ends the evaluation if the thread asks for it (expr-look.h); it has no arguments */
  EXPR_WORD_END,
  EXPR_N_WORDS
};

/* The code of a segment for one point. The words of an instruction are: operation, target,
 * sources. */
typedef struct
{
  guint32 *words;
  ExprTable *const *tables;
  int n_outputs;
} ExprScalarCode;

/* Runs an ExprScalarCode. Returns 0 if all outputs are finite, otherwise NaN. */
typedef ExprRun ExprScalarLoop;
/* Runs code without outputs, which ends with the operation EXPR_N_CODES. */
typedef void (*ExprBatchLoop) (const guint32 *words, ExprTable *const *tables, double *registers, int n_lanes);

/* Returns the loop for one point. fused is ignored if the processor has no fused
 * multiply-add. calls is TRUE if operations may call the C library, and if the code has EXPR_WORD_LOOK. */
ExprScalarLoop expr_machine_scalar_loop (gboolean fused, gboolean calls);
/* Returns the loop for a batch. fused is ignored if the processor has no fused multiply-add. */
ExprBatchLoop expr_machine_batch_loop (gboolean fused);

G_END_DECLS
