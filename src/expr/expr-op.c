#include "expr-op.h"

#include <string.h>

#define F EXPR_OP_IS_FUNCTION
#define C EXPR_OP_IS_COMMUTATIVE
const ExprOpInfo expr_op_info[EXPR_N_OPS] = {
#define X(id, name, arity, properties) { name, arity, (ExprOpProperties) (properties) },
#include "expr-op.def"
#undef X
};
#undef F
#undef C

int
expr_op_find_function (const char *name)
{
  for (int op = 0; op < EXPR_N_OPS; op++)
    if ((expr_op_info[op].properties & EXPR_OP_IS_FUNCTION) && strcmp (expr_op_info[op].name, name) == 0)
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
    case EXPR_OP_NEG: return -a;
    case EXPR_OP_NOT: return a == 0;
    case EXPR_OP_ADD: return a + b;
    case EXPR_OP_SUB: return a - b;
    case EXPR_OP_MUL: return a * b;
    case EXPR_OP_DIV: return a / b;
    case EXPR_OP_POW: return pow (a, b);
    case EXPR_OP_LT: return a < b;
    case EXPR_OP_LE: return a <= b;
    case EXPR_OP_EQ: return a == b;
    case EXPR_OP_NE: return a != b;
    case EXPR_OP_AND: return a != 0 && b != 0;
    case EXPR_OP_OR: return a != 0 || b != 0;
    case EXPR_OP_SELECT: return a != 0 ? b : c;
    case EXPR_OP_SIN: return sin (a);
    case EXPR_OP_COS: return cos (a);
    case EXPR_OP_TAN: return tan (a);
    case EXPR_OP_ASIN: return asin (a);
    case EXPR_OP_ACOS: return acos (a);
    case EXPR_OP_ATAN: return atan (a);
    case EXPR_OP_SINH: return sinh (a);
    case EXPR_OP_COSH: return cosh (a);
    case EXPR_OP_TANH: return tanh (a);
    case EXPR_OP_ASINH: return asinh (a);
    case EXPR_OP_ACOSH: return acosh (a);
    case EXPR_OP_ATANH: return atanh (a);
    case EXPR_OP_EXP: return exp (a);
    case EXPR_OP_LOG: return log (a);
    case EXPR_OP_LOG10: return log10 (a);
    case EXPR_OP_LOG2: return log2 (a);
    case EXPR_OP_SQRT: return sqrt (a);
    case EXPR_OP_CBRT: return cbrt (a);
    case EXPR_OP_ABS: return fabs (a);
    case EXPR_OP_SIGN: return expr_sign (a);
    case EXPR_OP_FLOOR: return floor (a);
    case EXPR_OP_CEIL: return ceil (a);
    case EXPR_OP_ROUND: return round (a);
    case EXPR_OP_STEP: return expr_step (a);
    case EXPR_OP_ERF: return erf (a);
    case EXPR_OP_ATAN2: return atan2 (a, b);
    case EXPR_OP_MIN: return expr_min (a, b);
    case EXPR_OP_MAX: return expr_max (a, b);
    case EXPR_OP_MOD: return expr_mod (a, b);
    case EXPR_OP_HYPOT: return hypot (a, b);
    case EXPR_OP_CONSTANT:
    case EXPR_OP_INPUT:
    case EXPR_OP_TABLE:
    case EXPR_N_OPS:
      break;
    }
  g_assert_not_reached ();
}
