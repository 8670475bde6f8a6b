/* The byte-code machine's inner loops. Each comes in versions for several processors; which one runs is decided once,
 * when a program is compiled. */
#pragma once

#include "expr-program-private.h"

G_BEGIN_DECLS

/* A stream of words: operation, target, sources; the last operation is EXPR_N_CODES. */
typedef struct
{
  guint32 *words;
} ExprStream;

typedef void (*ExprScalarLoop) (const guint32 *words, ExprTable *const *tables, double *registers);
typedef void (*ExprBatchLoop) (const guint32 *words, ExprTable *const *tables, double *registers, int n_lanes);

/* Every operation rounded by itself; fused where the processor can. */
ExprScalarLoop expr_machine_scalar_loop (gboolean fused);
ExprBatchLoop expr_machine_batch_loop (gboolean fused);

G_END_DECLS
