/* The inner loops of the byte-code machine. Each is compiled for several
 * processors; the version is selected when a program is compiled. */
#pragma once

#include "expr-backend.h"

G_BEGIN_DECLS

/* Disables the undefined-behaviour sanitizer for these hundreds of loops,
 * because it checks every pointer and compiling them would take minutes. They
 * access only registers numbered by expr_code_new, and the address sanitizer
 * still checks them. */
#define NO_CHECKS __attribute__ ((no_sanitize ("undefined")))

/* The first word of an instruction for one point: an operation, an operation
 * that writes an output, or one of the values below. */
enum
{
  EXPR_WORD_OUTPUT = EXPR_N_CODES,    /* this value plus an operation: the target is the number of an output */
  EXPR_WORD_STORE = 2 * EXPR_N_CODES, /* copies a register to an output: output, register */
  EXPR_WORD_STORE_2,                  /* copies two registers: output, register, output, register */
  EXPR_WORD_END,
  EXPR_N_WORDS
};

/* The code of a segment for one point: a sequence of operation, target,
 * sources. */
typedef struct
{
  guint32 *words;
  ExprTable *const *tables;
} ExprScalarCode;

/* Runs an ExprScalarCode. Returns 0 if all outputs are finite, else NaN. */
typedef ExprRun ExprScalarLoop;
/* Runs words without outputs, ended by the operation EXPR_N_CODES. */
typedef void (*ExprBatchLoop) (const guint32 *words, ExprTable *const *tables, double *registers, int n_lanes);

/* Returns the loop for one point. fused is ignored if the processor has no
 * fused multiply-add. calls: operations may call the C library. */
ExprScalarLoop expr_machine_scalar_loop (gboolean fused, gboolean calls);
/* Returns the loop for a batch; fused as in expr_machine_scalar_loop. */
ExprBatchLoop expr_machine_batch_loop (gboolean fused);

G_END_DECLS
