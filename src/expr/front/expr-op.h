/* The operations of expressions. Names, numbers of operands and formulas of all operations
 * are in one table (expr-op.def). Both back ends and constant folding use these formulas,
 * so that their results agree bit for bit. */
#pragma once

#include <glib.h>
#include <math.h>

G_BEGIN_DECLS

typedef enum
{
#define X(id, name, arity, properties, value) EXPR_OP_##id,
#define N(id, name, arity, properties) EXPR_OP_##id,
#define T(id, name, arity, properties) EXPR_OP_##id,
#include "expr-op.def"
#undef X
#undef N
#undef T
  EXPR_N_OPS
} ExprOp;

typedef enum
{
  EXPR_OP_IS_FUNCTION = 1 << 0,    /* the operation is called by its name with parentheses */
  EXPR_OP_IS_COMMUTATIVE = 1 << 1, /* the operands may be exchanged */
  EXPR_OP_MAY_CALL = 1 << 2,       /* on some processors the operation is a function call */
} ExprOpProperties;

typedef struct
{
  const char *name;
  int arity;
  ExprOpProperties properties;
} ExprOpInfo;

extern const ExprOpInfo expr_op_info[EXPR_N_OPS];

/* Returns the operation of the built-in function with this name, or −1 if there is none. */
int expr_op_find_function (const char *name);
/* Returns the value of an operation for the operands a, b, c. The operation must not be CONSTANT, INPUT or TABLE. */
double expr_op_eval (ExprOp op, double a, double b, double c);
/* Returns x^exponent with the same bits as a program: by multiplications if expr_power_is_unrolled
 * is true for the exponent, otherwise by pow. */
double expr_power_eval (double x, double exponent);
/* Returns whether a power is computed by multiplications, at most one square root and at most one division.
 * This is so for exponents that are multiples of 1/2 with |exponent| ≤ 8; for others pow is faster and
 * more accurate. */
static inline gboolean
expr_power_is_unrolled (double exponent)
{
  return fabs (exponent) <= 8 && exponent * 2 == floor (exponent * 2);
}

/* Returns the smaller number; NaN if one is NaN. */
static inline double
expr_min (double a, double b)
{
  return a < b || a != a ? a : b;
}

/* Returns the larger number; NaN if one is NaN. */
static inline double
expr_max (double a, double b)
{
  return a > b || a != a ? a : b;
}

/* Returns a − b ⌊a/b⌋, which has the sign of b. */
static inline double
expr_mod (double a, double b)
{
  return a - b * floor (a / b);
}

/* Returns the sign: −1, 0 or 1; NaN for NaN. */
static inline double
expr_sign (double a)
{
  return a > 0 ? 1 : a < 0 ? -1 : a == 0 ? 0 : a;
}

/* Returns 1 for a ≥ 0, 0 for a < 0, and NaN for NaN. */
static inline double
expr_step (double a)
{
  return a >= 0 ? 1 : a < 0 ? 0 : a;
}

G_END_DECLS
