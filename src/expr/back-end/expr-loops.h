/* Loops in register code: instructions that do the same for many elements of an array become the body of a loop over the elements, which
 * machine code executes for four elements at a time. */
#pragma once

#include "expr-code.h"

G_BEGIN_DECLS

/* Number of elements that a body computes together, in the four numbers of a vector register. */
#define EXPR_LOOP_WIDTH 4

typedef enum
{
  EXPR_SLOT_VALUE,  /* the body computes the numbers */
  EXPR_SLOT_ROW,    /* element i is in cell + i */
  EXPR_SLOT_SAME,   /* all elements are in one cell */
  EXPR_SLOT_GATHER, /* element i is in cells[i] */
} ExprSlotKind;

/* A number of each element, an operand or a result of the instructions of a body. */
typedef struct
{
  ExprSlotKind kind;
  int cell;   /* the cell of the first element; for computed values −1: they are not stored in cells */
  int cells;  /* for EXPR_SLOT_GATHER: the place in gathers of the cell of the first element */
  int output; /* for computed values: the output of the first element, those of the others follow; −1: none */
  int scratch; /* for computed values without cells: the number of the place where the vector register may be written to */
} ExprSlot;

typedef struct
{
  int n;                                  /* number of elements, at least EXPR_LOOP_WIDTH */
  int first_slot, n_slots;                /* in slots */
  int first_instruction, n_instructions;  /* in instructions; sources and targets are numbers of slots of this loop */
  gboolean gathers;                       /* an operand is gathered */
  gboolean calls;                         /* the only instruction is EXPR_OP_SIN, EXPR_OP_COS, EXPR_CODE_SINCOS or EXPR_OP_EXP, from a row to rows of cells */
} ExprLoop;

/* A part of the fast segment: a loop, or instructions whose sources and targets are cells. */
typedef struct
{
  int loop; /* −1: instructions */
  int first_instruction, n_instructions;
} ExprPart;

/* Numbers that are copied from cells to outputs after all parts. */
typedef struct
{
  int cell, output, n;
} ExprLoopCopy;

/* The fast segment of register code in parts, in the order of execution. The cells below code->n_registers are those of the code. */
typedef struct
{
  GArray *parts;        /* of ExprPart */
  GArray *loops;        /* of ExprLoop */
  GArray *instructions; /* of ExprInstruction */
  GArray *slots;        /* of ExprSlot */
  GArray *gathers;      /* of int */
  GArray *copies;       /* of ExprLoopCopy */
  GArray *constants;    /* of double: numbers of the elements, in the cells from first_constant on */
  int first_constant;
  int n_cells;
  int first_scratch;    /* the first cell of the scratch places, each of which has EXPR_LOOP_WIDTH cells */
  int *first_output;    /* for each cell: the first output that the instruction that computes it stores; −1: none */
  int *next_output;     /* for each output: the next output with the same value; −1: none */
  gboolean *is_shared;  /* for each cell: another part, or a copy, reads it */
} ExprLoops;

/* Finds the loops in the fast segment of register code and sets *loops; NULL: they would not save much. Returns FALSE, and no loops, if the thread
 * asks to end (expr-look.h). Free the loops with expr_loops_free. */
gboolean expr_loops_find (const ExprCode *code, ExprLoops **loops);
/* Frees loops; NULL is allowed. */
void expr_loops_free (ExprLoops *loops);

G_END_DECLS
