/* What an operation computes, read from the text of its definition: the one
 * that the byte-code machine compiles. */
#pragma once

#include "expr-code.h"

G_BEGIN_DECLS

/* A step of a formula over a stack. */
typedef enum
{
  EXPR_STEP_END,
  EXPR_STEP_A, /* pushes an operand */
  EXPR_STEP_B,
  EXPR_STEP_C,
  EXPR_STEP_D,
  EXPR_STEP_E,
  EXPR_STEP_ZERO,
  EXPR_STEP_ADD,
  EXPR_STEP_SUB,
  EXPR_STEP_MUL,
  EXPR_STEP_DIV,
  EXPR_STEP_NEG,
  EXPR_STEP_ABS,
  EXPR_STEP_SQRT,
  EXPR_STEP_FMA,  /* a·b + c of the three last, fused where the program is */
  EXPR_STEP_FMS,  /* a·b − c */
  EXPR_STEP_FNMA, /* c − a·b */
  EXPR_STEP_FNMS, /* −(a·b + c) */
  EXPR_STEP_LT,   /* comparisons: all bits set or none */
  EXPR_STEP_LE,
  EXPR_STEP_EQ,
  EXPR_STEP_NE,
  EXPR_STEP_TRUTH, /* of such bits 1 or 0 */
  EXPR_STEP_CHOOSE /* of condition, first, second */
} ExprStep;

#define EXPR_FORMULA_STEPS 16

typedef struct
{
  guint8 steps[EXPR_FORMULA_STEPS]; /* the first END where the operation must be called */
} ExprFormula;

/* Returns the formulas of all EXPR_N_CODES operations; static. Any thread. */
const ExprFormula *expr_formulas (void);

G_END_DECLS
