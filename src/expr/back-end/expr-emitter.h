/* State of the emitter: which values are in vector registers and which in their
 * cells in memory. */
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
  int vector; /* −1: in the cell */
  int cell;
  gboolean is_temporary; /* holds no value of a cell: may be overwritten */
} ExprItem;

/* One segment while its code is emitted. */
typedef struct
{
  const ExprCode *code;
  const ExprInstruction *instructions;
  int n_instructions;
  gboolean is_slow;    /* every value is written to its cell at once */
  gboolean fused;
  GByteArray *bytes;
  int cells, outputs;  /* base registers */

  int cell_of[EXPR_N_VECTORS];       /* the cell whose value a vector register holds; −1: none */
  gboolean is_dirty[EXPR_N_VECTORS]; /* its cell is not up to date */
  gboolean is_locked[EXPR_N_VECTORS]; /* in use by the current instruction */
  int *vector_of;      /* per cell, −1: none */
  int *next_read;      /* per cell: the instruction that reads its value next */
  int *reads_after;    /* per instruction for 5 sources and 2 targets: the next instruction that reads the value */
  int *first_output;   /* per cell: the first output with its value; −1: none */
  int *next_output;    /* per output: the next output with the same value; −1: none */

  ExprItem stack[8];
  int n_stack;
} ExprEmitter;

enum
{
  EXPR_N_OPERANDS = 7,
  EXPR_OPERAND_TARGET = 5,
  EXPR_OPERAND_SECOND = 6
};

/* Returns the second cell that an instruction writes: that of the cosine for
 * EXPR_CODE_SINCOS, −1 for all others. */
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

/* Computes next_read before the first instruction, and reads_after. */
void expr_emitter_find_reads (ExprEmitter *emitter);
/* Returns a vector register for a new value, locked. If all are in use, the one
 * whose value is read again latest is written to its cell (Belady, IBM Systems
 * Journal 5 (1966) 78). */
int expr_emitter_allocate (ExprEmitter *emitter);
/* Returns the vector register that holds a cell's value, loading it if needed;
 * locked. */
int expr_emitter_fetch (ExprEmitter *emitter, int cell);
/* Records that vector now holds the value of cell; is_dirty: memory does not. */
void expr_emitter_hold (ExprEmitter *emitter, int vector, int cell, gboolean is_dirty);
/* Writes the value of a vector register to its cell. */
void expr_emitter_store (ExprEmitter *emitter, int vector);
/* Frees the vector register of a cell whose value is not read again. */
void expr_emitter_forget (ExprEmitter *emitter, int cell);
/* Writes all values that are read again to their cells, since a call preserves
 * no vector register. */
void expr_emitter_empty (ExprEmitter *emitter);

/* Emits one step of a formula on the stack; the operands are those of the
 * instruction. */
void expr_emitter_step (ExprEmitter *emitter, ExprStep step, const ExprInstruction *instruction);
/* Pushes a vector register that the next step may overwrite. */
void expr_emitter_push_temporary (ExprEmitter *emitter, int vector);
/* Pops an operand. */
ExprItem expr_emitter_pop (ExprEmitter *emitter);

G_END_DECLS
