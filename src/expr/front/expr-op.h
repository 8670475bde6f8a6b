/* The operations: one table of their names and numbers of operands, and one
 * definition of each operation's value. Both back ends and constant folding use
 * it, so that they agree bit for bit. */
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
  EXPR_OP_IS_FUNCTION = 1 << 0,    /* called by its name with parentheses */
  EXPR_OP_IS_COMMUTATIVE = 1 << 1, /* its operands may be exchanged */
  EXPR_OP_MAY_CALL = 1 << 2,       /* on some processors it is computed by a function call */
} ExprOpProperties;

typedef struct
{
  const char *name;
  int arity;
  ExprOpProperties properties;
} ExprOpInfo;

extern const ExprOpInfo expr_op_info[EXPR_N_OPS];

/* Returns the operation of the built-in function with this name, or −1. */
int expr_op_find_function (const char *name);
/* Returns the value of an operation; not for CONSTANT, INPUT and TABLE. */
double expr_op_eval (ExprOp op, double a, double b, double c);
/* Returns x^exponent as programs compute it: by multiplication if
 * expr_power_is_unrolled, else by pow. */
double expr_power_eval (double x, double exponent);
/* Returns whether a power is computed by multiplication, one square root and one
 * division: for multiples of 1/2 up to 8. Beyond that pow is faster and more
 * accurate. */
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

/* Returns 1 for a ≥ 0, else 0; NaN for NaN. */
static inline double
expr_step (double a)
{
  return a >= 0 ? 1 : a < 0 ? 0 : a;
}

G_END_DECLS
