/* The state of the emitter: which values are in vector registers, and which are
 * in their memory cells. */
#pragma once

#include "expr-formula.h"
#include "expr-native.h"

G_BEGIN_DECLS

#define EXPR_N_VECTORS 16
#define EXPR_NEVER G_MAXINT

/* Offsets of the constants before the code: masks and the number 1, each twice,
 * because instructions read 16 bytes. */
enum
{
  EXPR_PLACE_SIGN = 0,
  EXPR_PLACE_MAGNITUDE = 16,
  EXPR_PLACE_ONE = 32,
  EXPR_PLACE_CODE = 64
};

/* An operand on the stack: in a vector register, or still in its cell. */
typedef struct
{
  int vector; /* number of a vector register, or −1 if the value is in its cell */
  int cell;
  gboolean is_temporary; /* holds no value of a cell, so it may be overwritten */
} ExprItem;

/* One segment while its machine code is generated. */
typedef struct
{
  const ExprCode *code;
  const ExprInstruction *instructions;
  int n_instructions;
  gboolean is_slow;    /* slow code: each result is stored in memory immediately after it is computed */
  gboolean fused;
  GByteArray *bytes;
  int cells, outputs;  /* registers with the addresses of the cells and outputs */

  int cell_of[EXPR_N_VECTORS];       /* the cell whose value a vector register holds; −1: none */
  gboolean is_dirty[EXPR_N_VECTORS]; /* the value was not written to its cell yet */
  gboolean is_locked[EXPR_N_VECTORS]; /* used by the current instruction */
  int *vector_of;      /* for each cell: the vector register that holds it, −1: none */
  int *next_read;      /* for each cell: the next instruction that reads its value */
  int *reads_after;    /* for each instruction, its 5 sources and 2 targets: the next instruction that reads the value */
  int *first_output;   /* for each cell: the first output with its value; −1: none */
  int *next_output;    /* for each output: the next output with the same value; −1: none */

  ExprItem stack[8];
  int n_stack;
} ExprEmitter;

enum
{
  EXPR_N_OPERANDS = 7,
  EXPR_OPERAND_TARGET = 5,
  EXPR_OPERAND_SECOND = 6
};

/* Returns the second cell that an instruction writes: for EXPR_CODE_SINCOS the
 * cell of the cosine, for others −1. */
static inline int
expr_emitter_second_target (const ExprInstruction *instruction)
{
  return instruction->op == EXPR_CODE_SINCOS ? (int) instruction->sources[1] : -1;
}

/* Returns the distance in bytes of a cell from the base address of the cells. */
static inline gint32
expr_emitter_offset (int cell)
{
  return (gint32) cell * (gint32) sizeof (double);
}

/* Computes reads_after, and next_read before the first instruction. */
void expr_emitter_find_reads (ExprEmitter *emitter);
/* Returns a vector register for a new value, locked. If all are in use, the one
 * whose value is read again latest is written to its cell (Belady, IBM Systems
 * Journal 5 (1966) 78). */
int expr_emitter_allocate (ExprEmitter *emitter);
/* Returns the vector register that holds a cell's value and locks it; loads the
 * value if necessary. */
int expr_emitter_fetch (ExprEmitter *emitter, int cell);
/* Records that a vector register holds the value of a cell. is_dirty: the cell
 * does not have it yet. */
void expr_emitter_hold (ExprEmitter *emitter, int vector, int cell, gboolean is_dirty);
/* Writes the value of a vector register to its cell. */
void expr_emitter_store (ExprEmitter *emitter, int vector);
/* Frees the vector register of a cell whose value will not be read again. */
void expr_emitter_forget (ExprEmitter *emitter, int cell);
/* Writes all values that will be read again to their cells, because a call
 * preserves no vector register. */
void expr_emitter_empty (ExprEmitter *emitter);

/* Emits one step of a formula on the stack; the operands are those of the
 * instruction. */
void expr_emitter_step (ExprEmitter *emitter, ExprStep step, const ExprInstruction *instruction);
/* Pushes a vector register that the next step may overwrite. */
void expr_emitter_push_temporary (ExprEmitter *emitter, int vector);
/* Pops an operand. */
ExprItem expr_emitter_pop (ExprEmitter *emitter);

G_END_DECLS
