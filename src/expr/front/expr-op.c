/* The table of operations and their evaluation. */
#include "expr-op.h"

#include <string.h>

#define F EXPR_OP_IS_FUNCTION
#define C EXPR_OP_IS_COMMUTATIVE
#define L EXPR_OP_MAY_CALL
const ExprOpInfo expr_op_info[EXPR_N_OPS] = {
#define N(id, name, arity, properties) { name, arity, (ExprOpProperties) (properties) },
#define T(id, name, arity, properties) N (id, name, arity, properties)
#define X(id, name, arity, properties, value) N (id, name, arity, properties)
#include "expr-op.def"
#undef N
#undef T
#undef X
};
#undef F
#undef C
#undef L

int
expr_op_find_function (const char *name)
{
  for (int op = 0; op < EXPR_N_OPS; op++)
    if ((expr_op_info[op].properties & EXPR_OP_IS_FUNCTION) && expr_op_info[op].name[0] == name[0] && strcmp (expr_op_info[op].name, name) == 0)
      return op;
  return -1;
}

double
expr_power_eval (double x, double exponent)
{
  if (!expr_power_is_unrolled (exponent))
    return pow (x, exponent);

  double magnitude = fabs (exponent), whole = floor (magnitude);
  double x2 = x * x, x3 = x2 * x, x4 = x2 * x2, result = 1;
  switch ((int) whole)
    {
    case 1: result = x; break;
    case 2: result = x2; break;
    case 3: result = x3; break;
    case 4: result = x4; break;
    case 5: result = x4 * x; break;
    case 6: result = x3 * x3; break;
    case 7: result = (x3 * x3) * x; break;
    case 8: result = x4 * x4; break;
    default: break;
    }
  if (magnitude != whole)
    result = whole == 0 ? sqrt (x) : result * sqrt (x);
  return exponent < 0 ? 1 / result : result;
}

double
expr_op_eval (ExprOp op, double a, double b, double c)
{
  switch (op)
    {
#define X(id, name, arity, properties, value) \
    case EXPR_OP_##id: \
      return value;
#define N(id, name, arity, properties) \
    case EXPR_OP_##id: \
      break;
#define T(id, name, arity, properties) N (id, name, arity, properties)
#include "expr-op.def"
#undef X
#undef N
#undef T
    case EXPR_N_OPS:
      break;
    }
  g_assert_not_reached ();
}
