/* The byte-code machine's inner loops. Each comes in versions for several processors; which one runs is decided once,
 * when a program is compiled. */
#pragma once

#include "expr-program-private.h"

G_BEGIN_DECLS

/* The undefined-behaviour sanitizer checks every pointer of hundreds of loops over memory that expr_code_new laid out,
 * at the price of minutes of compilation; the address sanitizer watches them all the same. */
#define NO_CHECKS __attribute__ ((no_sanitize_undefined))

/* words: operation, target, sources and so on; the last operation is EXPR_N_CODES. */
typedef void (*ExprScalarLoop) (const guint32 *words, ExprTable *const *tables, double *registers);
typedef void (*ExprBatchLoop) (const guint32 *words, ExprTable *const *tables, double *registers, int n_lanes);

/* Every operation rounded by itself; fused where the processor can. */
ExprScalarLoop expr_machine_scalar_loop (gboolean fused);
ExprBatchLoop expr_machine_batch_loop (gboolean fused);

G_END_DECLS
