/* Flags of programs, and the function that evaluates one. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  EXPR_PROGRAM_FUSED = 1 << 0, /* fused multiply-add and vector elementary functions (setting fast_math) */
  EXPR_PROGRAM_BYTE_CODE = 1 << 1, /* byte code also where machine code could run: the same numbers, slower */
} ExprProgramFlags;

/* The evaluation of a workspace for callers that save one call:
 * run (entry.code, entry.registers, outputs) does the same as
 * expr_workspace_run, and returns 0 where every output is finite, else NaN. */
typedef double (*ExprRun) (gconstpointer code, double *registers, double *outputs);
typedef struct
{
  ExprRun run;
  gconstpointer code;
  double *registers;
} ExprEntry;

G_END_DECLS
