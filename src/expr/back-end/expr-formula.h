/* The steps that evaluate each operation, translated from the C text of its
 * definition. */
#pragma once

#include "expr-code.h"

G_BEGIN_DECLS

/* One step of a formula on a stack of values. */
typedef enum
{
  EXPR_STEP_END,
  EXPR_STEP_A, /* pushes the operand a; the next four steps push b, c, d, e */
  EXPR_STEP_B,
  EXPR_STEP_C,
  EXPR_STEP_D,
  EXPR_STEP_E,
  EXPR_STEP_ZERO,
  EXPR_STEP_ADD,
  EXPR_STEP_SUB,
  EXPR_STEP_MUL,
  EXPR_STEP_DIV,
  EXPR_STEP_MIN, /* a < b ? a : b */
  EXPR_STEP_MAX, /* a > b ? a : b */
  EXPR_STEP_NEG,
  EXPR_STEP_ABS,
  EXPR_STEP_SQRT,
  EXPR_STEP_FMA,  /* replaces the last three values a, b, c by a·b + c, with one rounding in a fused program */
  EXPR_STEP_FMS,  /* like EXPR_STEP_FMA, with a·b − c */
  EXPR_STEP_FNMA, /* like EXPR_STEP_FMA, with c − a·b */
  EXPR_STEP_FNMS, /* like EXPR_STEP_FMA, with −(a·b + c) */
  EXPR_STEP_LT,   /* comparisons of the last two values: in the result all bits are set, or none */
  EXPR_STEP_LE,
  EXPR_STEP_EQ,
  EXPR_STEP_NE,
  EXPR_STEP_TRUTH, /* replaces the bits of a comparison by 1 or 0 */
  EXPR_STEP_CHOOSE /* replaces condition, first, second by first if the condition is true, otherwise by second */
} ExprStep;

#define EXPR_FORMULA_STEPS 16

typedef struct
{
  guint8 steps[EXPR_FORMULA_STEPS]; /* ended by EXPR_STEP_END; if that is the first step, the operation is a function call */
} ExprFormula;

/* Returns the formulas of all EXPR_N_CODES operations, a static array. Any thread may call the function. */
const ExprFormula *expr_formulas (void);

G_END_DECLS
