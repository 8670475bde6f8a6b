/* Flags of programs, and the function that evaluates one. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  EXPR_PROGRAM_FUSED = 1 << 0, /* fused multiply-add and vectorized elementary functions (setting fast_math) */
  EXPR_PROGRAM_BYTE_CODE = 1 << 1, /* use byte code even if machine code is available: the same numbers, but slower */
} ExprProgramFlags;

/* Evaluates a workspace directly: run (entry.code, entry.registers, outputs)
 * does the same as expr_workspace_run with one call less, and returns 0 if
 * every output is finite, else NaN. */
typedef double (*ExprRun) (gconstpointer code, double *registers, double *outputs);
typedef struct
{
  ExprRun run;
  gconstpointer code;
  double *registers;
} ExprEntry;

G_END_DECLS
