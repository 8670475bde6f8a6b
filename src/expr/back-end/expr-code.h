/* Register code: instructions that compute the outputs of a program from
 * numbered memory cells, called registers. */
#pragma once

#include "expr-graph-private.h"

G_BEGIN_DECLS

/* The operation of an instruction: an ExprOp, or one of these combinations. */
enum
{
  EXPR_CODE_FIRST = EXPR_N_OPS - 1,
#define X(id, n_sources, value) EXPR_CODE_##id,
#include "expr-combined.def"
#undef X
  EXPR_CODE_SINCOS, /* target ← sin of the source, second target ← cos of the source */
  EXPR_N_CODES
};

typedef struct
{
  guint16 op;
  guint16 n_sources;
  guint32 target;     /* number of a register */
  guint32 sources[5]; /* numbers of registers; for EXPR_OP_TABLE: argument, table, order; for EXPR_CODE_SINCOS: source, second target */
} ExprInstruction;

/* Inputs or outputs that follow each other and are in memory of the caller. Machine code gets an array of pointers to such rows (expr-step.h). */
typedef struct
{
  int first, n;       /* numbers of inputs, or of outputs; n may be 0 */
  gboolean is_output;
} ExprRow;

#define EXPR_CODE_ROWS 6
/* The first rows are inputs that are read often: machine code keeps their addresses in general registers. */
#define EXPR_CODE_NEAR_ROWS 2

/* The register code of a program. The registers are in this order: inputs; constants;
 * outputs and values of the slow segment (see `slow` below); temporary values. */
typedef struct
{
  int n_inputs, n_constants, n_outputs, n_registers;
  double *constants;
  guint32 *outputs; /* the register of each output */
  int first_row;    /* the first input after the first fast one: machine code without loops and rows gets the address of this input and those after it */
  int argument;     /* machine code gets the value of this register as an argument (expr-step.h); −1: none */
  int result;       /* machine code returns the value of this register, which no instruction after it changes; −1: 0, or NaN if an output is not finite */
  int check;        /* if there is a result: the register whose value machine code returns as the second number (expr-step.h) */
  ExprRow rows[EXPR_CODE_ROWS];
  int n_rows;       /* 0, or EXPR_CODE_ROWS if there is a result */
  ExprInstruction *slow; /* the slow segment: instructions for values that depend only
                          * on slow inputs; their registers are never overwritten */
  int n_slow;
  ExprInstruction *fast;
  int n_fast;
  GPtrArray *tables; /* of ExprTable */
  int recent;       /* the emitter keeps a new value in its register for this number of instructions if it can, because the next instructions
                     * need it; 0: all values are treated alike */
} ExprCode;

/* Makes register code for outputs[n_outputs] of a graph. Inputs with numbers below first_fast are slow:
 * they change rarely. Returns NULL if the thread asks to end (expr-look.h). Free the code with expr_code_free. */
ExprCode *expr_code_new (const ExprGraph *graph, const ExprValue *outputs, int n_outputs, int n_inputs, int first_fast);
/* Frees register code; NULL is allowed. */
void expr_code_free (ExprCode *code);

/* An instruction whose operands are values of the graph instead of registers. The pass expr_combine makes tiles. */
typedef struct
{
  int op;
  int n_sources;
  ExprValue value;
  ExprValue second; /* for EXPR_CODE_SINCOS: the cosine; otherwise EXPR_NO_VALUE */
  ExprValue sources[5];
} ExprTile;

/* Finds few instructions that compute the outputs. Returns them as an array of ExprTile, operands
 * first, or NULL if the thread asks to end; free it with g_array_unref. A value that depends only on slow inputs is never
 * merged into an instruction that also depends on other inputs. */
GArray *expr_combine (const ExprGraph *lowered, const ExprValue *outputs, int n_outputs, int first_fast);

/* Copies the outputs into a new graph in which powers are multiplications, and
 * writes the values of the outputs in the new graph to lowered[n_outputs].
 * Returns NULL if the thread asks to end. */
ExprGraph *expr_graph_lower (const ExprGraph *graph, const ExprValue *outputs, int n_outputs, ExprValue *lowered);

G_END_DECLS
