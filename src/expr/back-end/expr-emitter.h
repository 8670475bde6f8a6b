/* The state of the emitter of machine code: which values are in vector registers, and
 * which are in memory cells. */
#pragma once

#include "expr-formula.h"
#include "expr-loops.h"
#include "expr-native.h"

G_BEGIN_DECLS

#define EXPR_N_VECTORS 16
#define EXPR_NEVER G_MAXINT

/* Offsets of the constants before the code: masks and the number 1. Each
 * constant is stored four times, because the instructions read up to 32 bytes. */
enum
{
  EXPR_PLACE_SIGN = 0,
  EXPR_PLACE_MAGNITUDE = 32,
  EXPR_PLACE_ONE = 64,
  EXPR_PLACE_CODE = 96
};

/* An operand on the stack, which is in a vector register or in a memory cell. */
typedef struct
{
  int vector; /* number of the vector register; −1: the value is in its cell */
  int cell;
  gboolean is_temporary; /* it is not the value of a cell, so the register may be overwritten */
} ExprItem;

/* The state while the machine code of one segment, or of one part of it, is generated. In the body of a loop, sources and targets are not
 * cells but slots, and vector registers have numbers of four elements. */
typedef struct
{
  const ExprCode *code;
  const ExprLoops *plan;  /* NULL: the code has no loops */
  const ExprLoop *loop;   /* the loop whose body is generated, or NULL */
  int lane;               /* the first of the four elements, plus the number in rax if is_indexed */
  gboolean is_indexed;
  int n_cells;            /* number of cells, or of slots of the loop */
  const ExprInstruction *instructions;
  int n_instructions;
  int at;              /* number of the instruction that is emitted */
  gboolean sums_check; /* the check of the outputs is summed while they are computed */
  gboolean is_slow;    /* slow code: each result is written to memory immediately after it is computed */
  gboolean fused;
  GByteArray *bytes;
  int cells, outputs;  /* numbers of the general registers that contain the addresses of the cells and of the outputs */
  int rows;            /* number of the general register that contains the address of the pointers to code->rows, or of the inputs from code->first_row on */
  gboolean takes_row;  /* these inputs are read there, and not in cells */
  int near_rows[EXPR_CODE_NEAR_ROWS]; /* numbers of the general registers that contain the first of these pointers */

  int cell_of[EXPR_N_VECTORS];       /* for each vector register: the cell whose value it contains; −1: none */
  gboolean is_dirty[EXPR_N_VECTORS]; /* for each vector register: the value was not written to its cell yet */
  int held_at[EXPR_N_VECTORS];       /* for each vector register: the number of the instruction that has computed its value, if it is dirty */
  gboolean is_locked[EXPR_N_VECTORS]; /* for each vector register: the current instruction uses it */
  gboolean is_pinned[EXPR_N_VECTORS]; /* for each vector register: it has the same value in all passes of a loop */
  int *vector_of;      /* for each cell: the vector register with its value; −1: none */
  int *next_read;      /* for each cell: the number of the next instruction that reads its value */
  int *reads_after;    /* for the 5 sources and 2 targets of each instruction: the next instruction that reads the value */
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

/* Returns the second cell that an instruction writes, which is the cell of the cosine for
 * EXPR_CODE_SINCOS, or −1 for other instructions. */
static inline int
expr_emitter_second_target (const ExprInstruction *instruction)
{
  return instruction->op == EXPR_CODE_SINCOS ? (int) instruction->sources[1] : -1;
}

/* Returns a slot of the loop. */
static inline const ExprSlot *
expr_emitter_slot (const ExprEmitter *emitter, int slot)
{
  return &g_array_index (emitter->plan->slots, ExprSlot, emitter->loop->first_slot + slot);
}

/* Returns the distance in bytes of a cell from the base address of the cells. */
static inline gint32
expr_emitter_offset (int cell)
{
  return (gint32) cell * (gint32) sizeof (double);
}

/* Emits an instruction on vector registers, in a loop on all four numbers. */
void expr_emitter_registers (ExprEmitter *emitter, guint32 instruction, int first, int second, int third);
/* Emits an instruction whose third operand is a constant before the code. */
void expr_emitter_constant (ExprEmitter *emitter, guint32 instruction, int first, int second, guint place);
/* Returns whether an instruction can read a cell from memory. The numbers of a slot may have to be collected first. */
gboolean expr_emitter_is_operand (const ExprEmitter *emitter, int cell);
/* Emits an instruction whose third operand is a cell in memory. */
void expr_emitter_cell (ExprEmitter *emitter, guint32 instruction, int first, int second, int cell);
/* Emits an instruction whose third operand is the output of the first element of a loop and those after it, or one output. */
void expr_emitter_output (ExprEmitter *emitter, guint32 instruction, int first, int output);
/* Emits code that loads a cell into a vector register, or the numbers of a slot. */
void expr_emitter_load (ExprEmitter *emitter, int vector, int cell);

/* Computes reads_after for all instructions, and next_read for the first instruction. Returns FALSE if the thread asks to
 * end (expr-look.h). */
gboolean expr_emitter_find_reads (ExprEmitter *emitter);
/* Returns a locked vector register for a new value. If all registers are in use, the one whose
 * value is read again latest is freed, recent values last; its value is written to the cell (Belady, IBM Systems
 * Journal 5 (1966) 78). */
int expr_emitter_allocate (ExprEmitter *emitter);
/* Returns the vector register with the value of a cell and locks it. Loads
 * the value if necessary. */
int expr_emitter_fetch (ExprEmitter *emitter, int cell);
/* Records that a vector register contains the value of a cell. is_dirty
 * means that the value was not written to the cell yet. */
void expr_emitter_hold (ExprEmitter *emitter, int vector, int cell, gboolean is_dirty);
/* Writes the value of a vector register to the cell. */
void expr_emitter_store (ExprEmitter *emitter, int vector);
/* Frees the vector register with the value of a cell, because the value will not be read again. */
void expr_emitter_forget (ExprEmitter *emitter, int cell);
/* Writes all values that will be read again to their cells, because a call
 * does not preserve vector registers. */
void expr_emitter_empty (ExprEmitter *emitter);

/* Emits one step of a formula, which works on the stack. Steps that push an operand use the operands of
 * the instruction. */
void expr_emitter_step (ExprEmitter *emitter, ExprStep step, const ExprInstruction *instruction);
/* Pushes a vector register that the next step may overwrite. */
void expr_emitter_push_temporary (ExprEmitter *emitter, int vector);
/* Pops the operand on the top of the stack and returns it. */
ExprItem expr_emitter_pop (ExprEmitter *emitter);

/* The instruction vzeroupper, after which instructions on 16 bytes do not wait for the upper halves of registers. */
extern const guint8 expr_native_end_wide[3];
/* Emits machine code for instruction `at` of what is being generated: a segment of the code, a part of it without loops, or the body of a loop. */
void expr_native_emit_instruction (ExprEmitter *emitter, int at);
/* Emits a look (expr-look.h), and a jump that is taken if the thread asks to end. Appends the place of its distance to jumps, of guint. */
void expr_native_emit_look (ExprEmitter *emitter, GArray *jumps);
/* Emits the parts of emitter->plan, with looks between them if jumps is not NULL. Returns FALSE if the thread asks to end. */
gboolean expr_native_emit_parts (ExprEmitter *emitter, GArray *jumps);
/* Emits the beginning of a loop over elements, whose body starts after it and finds the first element in rax. */
void expr_native_begin_loop (GByteArray *bytes);
/* Emits the end of a loop over n elements, in which each pass has `step` elements. If n is no multiple of this, the last pass has elements
 * of the one before. */
void expr_native_end_loop (GByteArray *bytes, guint start, int step, int n);

G_END_DECLS
