/* How a compiled program is made, and how it is called without a function in
 * between. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  EXPR_PROGRAM_FUSED = 1 << 0, /* fused multiply-add and vector elementary functions (setting fast_math) */
  EXPR_PROGRAM_BYTE_CODE = 1 << 1, /* byte code even where machine code could run: the same numbers, slower */
} ExprProgramFlags;

/* The same laid open, for callers to whom a call more is a price: run
 * (entry.code, entry.registers, outputs) does what expr_workspace_run does, and
 * returns 0 where every output is finite, else NaN. */
typedef double (*ExprRun) (gconstpointer code, double *registers, double *outputs);
typedef struct
{
  ExprRun run;
  gconstpointer code;
  double *registers;
} ExprEntry;

G_END_DECLS
