/* Flags for the compilation of programs, and the type of compiled functions. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  EXPR_PROGRAM_FUSED = 1 << 0, /* fuse multiplications and additions if the processor can (setting fast_math) */
  EXPR_PROGRAM_BYTE_CODE = 1 << 1, /* use byte code even if machine code is available; the results are the same, but slower */
} ExprProgramFlags;

/* Evaluates a program: entry.run (entry.code, entry.registers, outputs) does the
 * same as expr_workspace_run with one function call less. Returns 0 if every
 * output is finite, otherwise NaN. If takes_row is set, entry.code may be replaced by the address of other numbers, which are then the inputs from
 * first_fast + 1 on (expr-program.h); outputs must be elsewhere. */
typedef double (*ExprRun) (gconstpointer code, double *registers, double *outputs);
typedef struct
{
  ExprRun run;
  gconstpointer code;
  double *registers;
  gboolean takes_row;
} ExprEntry;

G_END_DECLS
